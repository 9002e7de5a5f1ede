import Ledger
import Retrieval
import Store
import Understanding

/// Answers about balances, net worth and the days to come, for questions and for the commands of that name.
public struct BalanceAnswers {
    private let retriever: Retriever
    private let phrases: Phrases
    private let asOf: CivilDate
    private let currency: Currency

    public struct Found<Report> {
        public let report: Report
        public let evidence: Evidence
        public let reply: String
        public let table: AnswerTable?
        /// Why it is so, for who asks.
        public let reasons: String
        public var series: AnswerSeries?
    }

    /// - Parameter currency: the household's own, which forecasts are made in.
    public init(_ index: HouseholdIndex, asOf: CivilDate, currency: Currency) {
        retriever = Retriever(index)
        phrases = Phrases(taxonomy: index.taxonomy, currency: currency)
        self.asOf = asOf
        self.currency = currency
    }

    /// - Parameters:
    ///   - unknownNames: what was asked for by a name that no account has.
    ///   - question: decides what is said first.
    public func balances(
        _ query: Query = Query(direction: .any), unknownNames: [String] = [], question: String = ""
    ) throws -> Found<BalanceSheet> {
        let (sheet, evidence) = try retriever.balances(query, asOf: asOf)
        let asksOverdrawn = !Self.words(question).isDisjoint(with: ["overdrawn", "negative", "red", "minus", "broke"])
        let reply = BalanceReply(phrases: phrases, asOf: asOf, asksOverdrawn: asksOverdrawn)
        return Found(
            report: sheet, evidence: evidence, reply: reply.reply(sheet, evidence, unknownNames: unknownNames),
            table: reply.table(sheet), reasons: reply.reasons(sheet))
    }

    /// - Parameter question: decides what is said first.
    public func netWorth(_ query: Query = Query(direction: .any), question: String = "") throws -> Found<NetWorthReport>
    {
        let words = Self.words(question)
        var query = query
        if !words.isDisjoint(with: ["time", "history", "trend"]), query.grouping == nil { query.grouping = .month }
        let report = try retriever.netWorth(query, asOf: asOf)
        let reply = NetWorthReply(phrases: phrases, asOf: asOf)
        var evidence = report.evidence
        if query.grouping == nil {
            evidence.figures += report.sheet.balances.map { balance in
                Figure(name: "account_balance", label: balance.account.name, value: .money(balance.amount))
            }
        }
        return Found(
            report: report, evidence: evidence,
            reply: reply.reply(report, focus: NetWorthReply.Focus(words: words)), table: reply.table(report),
            reasons: BalanceReply(phrases: phrases, asOf: asOf).reasons(report.sheet))
    }

    /// - Parameter question: decides what is said first.
    public func forecast(
        _ request: ForecastRequest, query: Query = Query(direction: .any), question: String = ""
    ) throws -> Found<ForecastReport> {
        let focus = question.isEmpty ? .safe : ForecastFocus(words: Self.words(question))
        var request = request
        var query = query
        if request.period == nil, focus != .safe { request.period = usualPeriod(focus, request.days) }
        query.period = request.period
        let report = try retriever.forecast(request, query: query, asOf: asOf, currency: currency)
        let reply = ForecastReply(phrases: phrases, asOf: asOf)
        return Found(
            report: report, evidence: report.evidence,
            reply: reply.reply(report, focus: focus, period: request.period), table: reply.table(report),
            reasons: reply.reasons(report), series: reply.series(report))
    }

    /// The days that a question about the future means that names none.
    private func usualPeriod(_ focus: ForecastFocus, _ days: Int) -> Period {
        if case .spending = focus { return Period(asOf.startOfMonth, asOf.endOfMonth, label: "this month") }
        return Period(asOf, asOf.adding(days: days), label: "the next \(days) days")
    }

    private static func words(_ question: String) -> Set<String> {
        Set(question.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }
}

/// Whether a question may name a time by when pay arrives: `since my last paycheck`, `until I get paid`.
enum PayWords {
    private static let beginnings = ["pay", "paid", "salar", "wage"]

    static func occur(in question: String) -> Bool {
        SpokenText.words(of: question).contains { word in beginnings.contains(where: word.hasPrefix) }
    }
}
