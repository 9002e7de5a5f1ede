import Ledger
import Retrieval
import Store

/// Answers about balances, net worth and the days to come, for questions and for the commands of that name.
public struct BalanceAnswers {
    let retriever: Retriever
    let phrases: Phrases
    let asOf: CivilDate
    private let currency: Currency
    private let index: HouseholdIndex

    public struct Found<Report> {
        public let report: Report
        public internal(set) var evidence: Evidence
        public let reply: String
        public let table: AnswerTable?
        /// Why it is so, for who asks.
        public let reasons: String
        public var series: AnswerSeries?
    }

    /// - Parameter currency: the household's own, which forecasts are made in.
    public init(_ index: HouseholdIndex, asOf: CivilDate, currency: Currency) {
        self.index = index
        retriever = Retriever(index)
        phrases = Phrases(taxonomy: index.taxonomy, currency: currency)
        self.asOf = asOf
        self.currency = currency
    }

    /// What accounts hold. Names that no account has are said, and where none of those asked for is there, all are told.
    public func balances(_ ask: BalanceAsk = BalanceAsk()) throws -> Found<BalanceSheet> {
        let known = Set(try retriever.accounts(of: BalanceAsk()).map { $0.name.lowercased() })
        let unknown = ask.accounts.filter { !known.contains($0.lowercased()) }
        var ask = ask
        ask.accounts.removeAll(where: unknown.contains)
        var (sheet, evidence) = try retriever.balances(ask, asOf: asOf)
        let reply = BalanceReply(phrases: phrases, asOf: asOf, ask: ask)
        evidence.facts = sheet.facts(isNamed: ask.isOfSome)
        evidence.warnings += try unlisted(sheet)
        var words = reply.reply(sheet, evidence, unknownNames: unknown)
        if ask.topic == .owed {
            for card in sheet.unknown where card.type == .creditCard {
                guard let rows = try retriever.sumOfRows(card), rows.sum.minorUnits < 0 else { continue }
                words +=
                    " Going by its rows alone, \(rows.sum.magnitude.text) more was charged to \(card.name) than paid off "
                    + "since \(rows.first.text(near: asOf)), besides what it owed before."
            }
        }
        return Found(
            report: sheet, evidence: evidence, reply: words, table: reply.table(sheet), reasons: reply.reasons(sheet))
    }

    /// What is owned and owed, and how that changed; of some accounts how what they hold changed.
    public func netWorth(_ ask: BalanceAsk = BalanceAsk(.netWorth)) throws -> Found<NetWorthReport> {
        let report = try retriever.netWorth(ask, asOf: asOf)
        let reply = NetWorthReply(phrases: phrases, asOf: asOf, ask: ask)
        var evidence = report.evidence
        if ask.detail != .months {
            evidence.figures += report.sheet.balances.map { balance in
                Figure(name: "account_balance", label: balance.account.name, value: .money(balance.amount))
            }
        }
        evidence.facts = report.facts(of: ask)
        evidence.warnings += try unlisted(report.sheet)
        return Found(
            report: report, evidence: evidence, reply: reply.reply(report), table: reply.table(report),
            reasons: BalanceReply(phrases: phrases, asOf: asOf, ask: ask).reasons(report.sheet))
    }

    /// Accounts whose last balance is all that will be known of them.
    private func unlisted(_ sheet: BalanceSheet) throws -> [String] {
        try AccountLinks(index).unlisted(among: sheet.balances.map { ($0.account, $0.day) }, on: sheet.day)
    }

    public func forecast(_ ask: ForecastAsk) throws -> Found<ForecastReport> {
        var request = ForecastRequest(accounts: ask.accounts)
        if let period = ask.period, period.end > asOf, ask.topic == .spending {
            request.period = period
        } else if let until = ask.until, until >= asOf {
            request.period = Period(asOf, until)
        } else if ask.isBeforePay, ask.topic != .safe, let pay = try retriever.payCalendar(asOf: asOf).next, pay > asOf
        {
            request.period = Period(asOf, pay.adding(days: -1))
        }
        if request.period == nil, ask.topic != .safe { request.period = usualPeriod(ask.topic, request.days) }
        return try forecast(request, of: ask)
    }

    /// - Parameter ask: decides what is said first.
    public func forecast(_ request: ForecastRequest, of ask: ForecastAsk = ForecastAsk()) throws
        -> Found<ForecastReport>
    {
        let report = try retriever.forecast(request, asOf: asOf, currency: currency)
        let reply = ForecastReply(phrases: phrases, asOf: asOf)
        var evidence = report.evidence
        evidence.facts = report.facts(asOf: asOf, of: ask.topic)
        return Found(
            report: report, evidence: evidence, reply: reply.reply(report, of: ask, period: request.period),
            table: reply.table(report), reasons: reply.reasons(report), series: reply.series(report))
    }

    /// The days that a question about the future means that names none.
    private func usualPeriod(_ topic: ForecastAsk.Topic, _ days: Int) -> Period {
        if topic == .spending { return Period(asOf.startOfMonth, asOf.endOfMonth, label: "this month") }
        return Period(asOf, asOf.adding(days: days), label: "the next \(days) days")
    }
}
