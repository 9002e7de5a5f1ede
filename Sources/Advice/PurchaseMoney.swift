import Ledger
import Retrieval
import Store

/// The money that a purchase would be paid from.
struct PurchaseMoney {
    /// nil where no balance is known.
    let outlook: CashOutlook?
    /// `PayCalendar.schedule`.
    let paySchedule: [CivilDate]
    /// Accounts whose balance is not known.
    let missing: [String]
    let problem: PurchaseAdvice.AccountProblem?

    /// The days to come of the account that was named or that pays the card that was, or else of those that everyday
    /// things are paid from.
    init(
        _ purchase: Purchase, _ index: HouseholdIndex, _ settings: PurchaseSettings, asOf: CivilDate,
        _ accounts: [Account], pace: SavingPace?
    ) throws {
        let currency = purchase.amount.currency
        let named = purchase.account.map { name in (name, PurchaseMoney.account(name, accounts, currency)) }
        let own = named?.1.flatMap { $0.currency == currency ? $0 : nil }
        let payer = try own.flatMap { try PurchaseMoney.payer(of: $0, index, accounts, asOf: asOf) }
        let request = ForecastRequest(
            accounts: payer.map { [$0.name] } ?? [], days: PurchaseMoney.daysAhead(purchase, asOf: asOf),
            buffer: settings.reserve.flatMap { $0.currency == currency ? $0.minorUnits : nil })
        var report = try Retriever(index).forecast(request, asOf: asOf, currency: currency)
        var problem = named.flatMap { PurchaseMoney.problem($0, $1, currency) }
        let unknown = report.missing.map(\.name)
        if report.forecast == nil, let payer {
            if payer.id == own?.id { problem = .unknownBalance(payer.name) }
            var others = request
            others.accounts = []
            report = try Retriever(index).forecast(others, asOf: asOf, currency: currency)
        }
        var card: CardTerms?
        if let own, own.type == .creditCard {
            card = report.cards.first { $0.account == own.name } ?? CardTerms(account: own.name, payments: [])
            if card?.payments.isEmpty ?? true { problem = .unknownCardPayments(own.name) }
        }
        self.problem = problem
        missing = unknown
        paySchedule = report.paySchedule
        let expected = purchase.expectedCategories(index.taxonomy).flatMap(report.expectedPurchases)
        let goesOn = try index.hasIncome(in: Period(asOf.adding(days: 1 - PurchaseMoney.latelyDays), asOf), currency)
        outlook = report.forecast.map { forecast in
            CashOutlook(
                forecast: goesOn ? forecast.with(pace?.income ?? 0) : forecast, payDays: report.payDays, card: card,
                accounts: report.pool.map(\.account.name),
                expected: expected)
        }
    }

    /// Income without days of its own is counted on where some came within so many days: pay that has stopped does not go on.
    private static let latelyDays = 45

    /// Days ahead that a verdict looks at: for as long as it may have to wait, and as long from there as a purchase is
    /// looked at, which with a card begins when that is paid.
    static func daysAhead(_ purchase: Purchase, asOf: CivilDate) -> Int {
        let wait = purchase.day.days(since: asOf) + Verdict.longestWait
        let look = CashOutlook.farLookAhead + (purchase.account == nil ? 0 : CashOutlook.lookAhead)
        return min(wait + look, ForecastRequest.mostDays)
    }

    /// The account that an account's purchases are paid from: itself, or the one that a card was last paid from.
    private static func payer(of account: Account, _ index: HouseholdIndex, _ accounts: [Account], asOf: CivilDate)
        throws -> Account?
    {
        if account.type.isDeposit { return account }
        guard account.type == .creditCard, let payer = try index.lastPayer(ofCard: account.id, upTo: asOf) else {
            return nil
        }
        return accounts.first { $0.id == payer && $0.type.isDeposit && $0.currency == account.currency }
    }

    /// Of several of one name the one in the purchase's currency.
    private static func account(_ name: String, _ accounts: [Account], _ currency: Currency) -> Account? {
        let same = accounts.filter { $0.name.lowercased() == name.lowercased() }
        return same.first { $0.currency == currency } ?? same.first
    }

    private static func problem(_ name: String, _ account: Account?, _ currency: Currency)
        -> PurchaseAdvice.AccountProblem?
    {
        guard let account else { return .unknown(name) }
        if account.currency != currency { return .otherCurrency(account.name, account.currency) }
        return account.type.isDeposit || account.type == .creditCard ? nil : .notSpendable(account.name)
    }
}

extension HouseholdIndex {
    /// Whether anything came in that counts as income.
    fileprivate func hasIncome(in days: Period, _ currency: Currency) throws(StoreError) -> Bool {
        try database.first(
            """
            SELECT 1 FROM txn t JOIN account a ON a.id = t.account_id
            WHERE t.day BETWEEN ? AND ? AND t.counted = 1 AND t.kind = 2 AND a.currency = ? LIMIT 1
            """,
            [.int(Int64(days.start.dayNumber)), .int(Int64(days.end.dayNumber)), .text(currency.code)]
        ) { _ in true } ?? false
    }
}

extension Forecast {
    /// Of what comes in at no fixed days, this part is counted on.
    private static let countedOn: (share: Int64, of: Int64) = (3, 4)
    /// Less than this part of all income says nothing.
    private static let leastPart: Int64 = 10

    /// The same with what comes in besides pay that has its days, a part of it each week after the next pay: who is paid by
    /// the job is not short because no job is known yet.
    ///
    /// - Parameter income: that of a usual month, minor units.
    func with(_ income: Int64) -> Forecast {
        let days = min(61, input.end.days(since: input.start))
        let known = input.flows.filter { $0.kind == .income && $0.date <= input.start.adding(days: days) }
            .reduce(Int64(0)) { $0 + $1.amount.minorUnits }
        let perMonth = roundedQuotient(known, times: Instalments.hundredthsOfDaysAMonth, by: Int64(days) * 100)
        let besides = income - perMonth
        guard days >= 28, besides > income / Forecast.leastPart else { return self }
        let week = roundedQuotient(
            besides * Forecast.countedOn.share, times: 700,
            by: Forecast.countedOn.of * Instalments.hundredthsOfDaysAMonth)
        var more = input
        var day = (input.nextPay ?? input.asOf).adding(days: 7)
        while day <= input.end {
            more.flows.append(
                ExpectedFlow(
                    date: day, name: "Other income", amount: Money(week, input.balance.currency), kind: .income))
            day = day.adding(days: 7)
        }
        return Forecast(more)
    }
}
