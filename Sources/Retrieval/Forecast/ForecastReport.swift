import Ledger
import Store

/// What a person asks of the days to come.
public struct ForecastRequest: Sendable, Hashable {
    /// Names of the accounts to spend from; empty for checking and cash.
    public var accounts: [String]
    /// The days asked about; they end the look at what is safe to spend, which goes up to the next pay at least. nil for no further.
    public var period: Period?
    /// Days simulated after the as-of day, at least.
    public var days: Int
    /// What shall stay in the account, minor units; nil for 100 whole units of the currency.
    public var buffer: Int64?

    /// 30 days ahead unless told otherwise.
    public static let usualDays = 30
    /// Days that the money must last for where no pay is known: five weeks, in which every monthly bill comes once.
    public static let daysWithoutPay = 35
    /// The farthest day ahead.
    public static let mostDays = 366

    public init(accounts: [String] = [], period: Period? = nil, days: Int = usualDays, buffer: Int64? = nil) {
        self.accounts = accounts
        self.period = period
        self.days = days
        self.buffer = buffer
    }
}

/// A forecast with what it rests on.
public struct ForecastReport: Sendable {
    /// nil when the balance of no account one spends from is known.
    public let forecast: Forecast?
    /// The accounts that are spent from, as far as their balance is known.
    public let pool: [AccountBalance]
    /// Those whose balance is not known, so that they are left out.
    public let missing: [Account]
    /// The last day up to which the data goes.
    public let dataEnd: CivilDate
    /// The last day that what is safe to spend looks at.
    public let until: CivilDate
    /// The days on which pay is expected, after the as-of day, earliest first.
    public let payDays: [CivilDate]
    /// `PayCalendar.schedule` of all accounts of the currency.
    public let paySchedule: [CivilDate]
    /// Cards that are paid from these accounts in a rhythm.
    public let cards: [CardTerms]
    /// What is bought day by day.
    var purchases: [EverydayPurchases] = []
    var shopping: [ExpectedShopping] = []
    /// What is expected to be spent in the request's period: so far and from then on.
    public let spending: (soFar: Money, ahead: Money)?
    public fileprivate(set) var evidence: Evidence

    /// The balance at the end of the period asked about, or of the last day simulated where it names none.
    public var projected: Forecast.Day? {
        forecast.map { $0.balance(on: evidence.query.period?.end ?? $0.input.end) }
    }

    /// What the forecast expects to be bought of some categories anyway; nil where nothing is.
    public func expectedPurchases(of categories: Set<String>) -> ExpectedPurchases? {
        ExpectedPurchases(categories, among: purchases, shopping: shopping)
    }
}

extension Retriever {
    /// Simulates the accounts one spends from: checking and cash, or savings where there is neither.
    ///
    /// - Parameter currency: the one to forecast in; accounts of others are left out.
    public func forecast(
        _ request: ForecastRequest, asOf: CivilDate, currency: Currency
    ) throws -> ForecastReport {
        let query = Query(period: request.period, accounts: request.accounts, direction: .any)
        let accounts = try spendable(request.accounts, currency)
        let sheet = try balanceSheet(accounts, on: asOf)
        let evidence = Evidence(query: query, coverage: try index.coverage)
        guard !sheet.balances.isEmpty else {
            return ForecastReport(
                forecast: nil, pool: [], missing: accounts, dataEnd: asOf, until: asOf, payDays: [],
                paySchedule: [], cards: [], spending: nil, evidence: evidence)
        }
        let sources = try ForecastSources(
            self, asOf: asOf, pool: sheet.balances, currency: currency, isWhole: request.period != nil)
        let (forecast, cards) = try simulate(request, sources)
        let end = forecast.input.end
        let payDays = Set(sources.payDays(through: end).filter { $0 > asOf && $0 <= end }).sorted()
        // What is safe has to last until money comes in, however soon the days that were asked about are over.
        let lasts = forecast.input.nextPay == nil ? asOf : forecast.lastDayBeforePay
        let until = request.period.map { max(min($0.end, forecast.input.end), lasts) }.flatMap { $0 > asOf ? $0 : nil }
        let spending = request.period.map { period in
            let sums = sources.spending(in: period)
            return (soFar: Money(sums.soFar, currency), ahead: Money(sums.ahead, currency))
        }
        var report = ForecastReport(
            forecast: forecast, pool: sheet.balances, missing: sheet.unknown, dataEnd: sources.dataEnd,
            until: until ?? forecast.lastDayBeforePay, payDays: payDays,
            paySchedule: sources.paySchedule(through: end), cards: cards,
            purchases: sources.everydayPurchases(cards), shopping: sources.shopping(through: end), spending: spending,
            evidence: evidence)
        report.evidence.figures = figures(report, forecast, asOf: asOf)
        return report
    }

    private func spendable(_ names: [String], _ currency: Currency) throws(StoreError) -> [Account] {
        let own = try index.accounts.filter { $0.currency == currency }
        let wanted = Set(names.map { $0.lowercased() })
        let named = own.filter { wanted.contains($0.name.lowercased()) && $0.type.isDeposit }
        if !named.isEmpty { return named }
        let daily = own.filter { $0.type == .checking || $0.type == .cash }
        return daily.isEmpty ? own.filter { $0.type == .savings } : daily
    }

    private func simulate(_ request: ForecastRequest, _ sources: ForecastSources) throws -> (Forecast, [CardTerms]) {
        let asOf = sources.asOf
        let asked = max(
            asOf.adding(days: min(max(1, request.days), ForecastRequest.mostDays)), request.period?.end ?? asOf)
        let farthest = asOf.adding(days: ForecastRequest.mostDays)
        // Pay that comes later than was asked still ends the days that the money must last.
        let nextPay = sources.payDays(through: asOf.adding(days: 62)).filter { $0 > asOf }.min()
        let end = min(farthest, max(asked, nextPay ?? asOf.adding(days: ForecastRequest.daysWithoutPay)))
        let expected = try sources.expected(through: end)
        let balance = sources.pool.reduce(0) { $0 + $1.amount.minorUnits }
        let forecast = Forecast(
            ForecastInput(
                balance: Money(balance, sources.currency), start: sources.dataEnd, asOf: asOf, end: end,
                flows: expected.flows, everyday: expected.everyday, nextPay: nextPay,
                buffer: request.buffer ?? 100 * sources.currency.minorPerMajor))
        return (forecast, expected.cards)
    }

    private func figures(_ report: ForecastReport, _ forecast: Forecast, asOf: CivilDate) -> [Figure] {
        let input = forecast.input
        let currency = input.balance.currency
        let until = report.until
        let ahead = Period(asOf, until)
        var figures: [Figure] = []
        func add(_ name: String, _ label: String, _ value: FigureValue, _ period: Period? = nil) {
            figures.append(Figure(name: name, label: label, value: value, period: period))
        }
        let names = Subject.list(report.pool.map(\.account.name))
        add(
            "safe_to_spend", "Safe to spend up to \(until.longText)", .money(forecast.safeToSpend(through: until)),
            ahead)
        add("balance", dated(names, asOf), .money(forecast.days[0].balance))
        let lowest = forecast.lowest(through: until)
        add("lowest", "Lowest balance up to \(until.longText)", .money(lowest.balance), ahead)
        add("lowest_date", "Day of the lowest balance", .date(lowest.date), ahead)
        let bottom = forecast.lowest()
        if bottom.date > until {
            let words = "Lowest balance up to \(input.end.longText)"
            add("lowest_ahead", words, .money(bottom.balance), Period(asOf, input.end))
            add("lowest_ahead_date", "Day of it", .date(bottom.date), Period(asOf, input.end))
            let safe = forecast.safeToSpend(through: input.end)
            add("safe_ahead", "Safe to spend up to \(input.end.longText)", .money(safe), Period(asOf, input.end))
        }
        if let pay = input.nextPay {
            add("next_date", "Next pay", .date(pay))
            let income = input.flows.filter { $0.date == pay && $0.kind == .income }
            add("next_pay", dated("Pay", pay), .money(Money(income.reduce(0) { $0 + $1.amount.minorUnits }, currency)))
        }
        let due = forecast.flows(after: asOf, through: until).filter { $0.amount.minorUnits < 0 }
        add(
            "bills", "Bills and payments due up to \(until.longText)",
            .money(Money(due.reduce(0) { $0 - $1.amount.minorUnits }, currency)), ahead)
        add("everyday", "Everyday spending per day", .money(Money(input.everyday.spent(in: 1), currency)))
        if let last = report.projected { add("projected_balance", dated(names, last.date), .money(last.balance)) }
        if let short = forecast.firstShortfall { add("shortfall_date", "First day below zero", .date(short.date)) }
        add("buffer", "Kept in reserve", .money(Money(input.buffer, currency)))
        if let spending = report.spending, let period = report.evidence.query.period {
            let sum = spending.soFar.minorUnits + spending.ahead.minorUnits
            add("expected_spending", "Spending, \(period.label)", .money(Money(sum, currency)), period)
            add("spent", "Spent so far, \(period.label)", .money(spending.soFar), period)
        }
        return figures
    }
}
