import Ledger
import Retrieval
import Store

/// The money that a purchase would be paid from.
struct PurchaseMoney {
    /// nil where no balance is known.
    let outlook: CashOutlook?
    /// Accounts whose balance is not known.
    let missing: [String]
    let problem: PurchaseAdvice.AccountProblem?

    /// The days to come of the account that was named, or of those that everyday things are paid from.
    init(
        _ purchase: Purchase, _ index: HouseholdIndex, _ settings: PurchaseSettings, asOf: CivilDate,
        _ accounts: [Account]
    ) throws {
        let currency = purchase.amount.currency
        let named = purchase.account.map { name in (name, PurchaseMoney.account(name, accounts, currency)) }
        let own = named?.1.flatMap { $0.currency == currency ? $0 : nil }
        let ahead = purchase.day.days(since: asOf) + Verdict.longestWait + CashOutlook.farLookAhead
        let request = ForecastRequest(
            accounts: own.map { $0.type.isDeposit ? [$0.name] : [] } ?? [],
            days: min(ahead, ForecastRequest.mostDays),
            buffer: settings.reserve.flatMap { $0.currency == currency ? $0.minorUnits : nil })
        var report = try Retriever(index).forecast(request, asOf: asOf, currency: currency)
        var problem = named.flatMap { PurchaseMoney.problem($0, $1, currency) }
        let unknown = report.missing.map(\.name)
        if report.forecast == nil, let own, own.type.isDeposit {
            problem = .unknownBalance(own.name)
            var others = request
            others.accounts = []
            report = try Retriever(index).forecast(others, asOf: asOf, currency: currency)
        }
        let card = own.flatMap { account in report.cards.first { $0.account == account.name } }
        if let own, own.type == .creditCard, card == nil { problem = .unknownCardPayments(own.name) }
        self.problem = problem
        missing = unknown
        outlook = report.forecast.map { forecast in
            CashOutlook(
                forecast: forecast, payDays: report.payDays, card: card, accounts: report.pool.map(\.account.name))
        }
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
