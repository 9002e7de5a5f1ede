import Advice
import Ledger
import Retrieval
import Store
import Understanding

extension Coach {
    /// What one can do without where own money is to go elsewhere; nil for other lines.
    mutating func moveTalk(_ spoken: SpokenLine) throws -> Answer? {
        guard let move = MoveLine(spoken, context: context) else { return nil }
        let line = spoken.text
        talk.state.dropQuestionBack()
        if move.leavesSavings { return try savingsTalk(line, move.amount) }
        if move.isMonthly, let amount = move.amount, let answer = try monthlyTalk(line, amount) { return answer }
        var understood = Understood(intent: .forecast, confidence: 0.95, query: Query(direction: .any))
        let found = try balances.forecast(ForecastRequest())
        understood.query.period = found.evidence.query.period
        var sentences = [ForecastReply(phrases: phrases, asOf: asOf).safe(found.report), Coach.movesNothing]
        if let amount = move.amount, let forecast = found.report.forecast {
            sentences.insert(verdict(amount, found.report, forecast), at: 0)
        }
        let answer = Answer(
            question: line, understood: understood, asOf: asOf, evidence: found.evidence,
            reply: sentences.joined(separator: " "), table: nil, reasons: found.reasons)
        talk.last = answer
        return answer
    }

    /// What is in the savings that money is to be taken from: it is spent on nothing yet.
    private mutating func savingsTalk(_ line: String, _ amount: Money?) throws -> Answer {
        let understood = Understood(intent: .balance, confidence: 0.95, query: Query(direction: .any))
        let wanted = amount?.currency ?? currency
        let sheet = try retriever.balanceSheet(
            try index.accounts.filter { $0.type == .savings && $0.currency == wanted }, on: asOf)
        let held = sheet.balances.map { "\($0.account.name) has \($0.amount.text)" }
        let start = "That's not spending; it stays your money."
        let what =
            held.isEmpty
            ? "I don't know what you have in savings in \(wanted.code)."
            : Subject.list(held) + "."
        let most = sheet.balances.map(\.amount.minorUnits).max() ?? 0
        let isMore = amount.map { !held.isEmpty && $0.minorUnits > most } ?? false
        let enough = isMore ? " \(amount?.text ?? "") is more than that." : ""
        var evidence = Evidence(query: understood.query)
        evidence.figures = sheet.balances.map {
            Figure(name: "balance", label: $0.account.name, value: .money($0.amount))
        }
        let answer = Answer(
            question: line, understood: understood, asOf: asOf, evidence: evidence,
            reply: "\(start) \(what)\(enough) \(Coach.movesNothing)", table: nil, reasons: nil)
        talk.last = answer
        return answer
    }

    /// Whether a usual month leaves so much; nil where none is known.
    private mutating func monthlyTalk(_ line: String, _ amount: Money) throws -> Answer? {
        guard let pace = try GoalBook(index).pace(asOf: asOf, currency: amount.currency) else { return nil }
        let left = Money(pace.perMonth, amount.currency)
        let words =
            amount.minorUnits <= pace.perMonth
            ? "Yes, \(amount.text) a month fits: a usual month leaves you \(left.text)."
            : pace.perMonth > 0
                ? "No, \(amount.text) a month is more than the \(left.text) a usual month leaves you."
                : "No: a usual month leaves you nothing to put aside."
        let understood = Understood(
            intent: .advice, confidence: 0.95, query: Query(period: pace.span, direction: .any))
        var evidence = Evidence(query: understood.query)
        evidence.figures = [
            Figure(name: "kept_per_month", label: "Left over in a usual month", value: .money(left), period: pace.span)
        ]
        let answer = Answer(
            question: line, understood: understood, asOf: asOf, evidence: evidence,
            reply: "\(words) \(Coach.movesNothing)", table: nil, reasons: nil)
        talk.last = answer
        return answer
    }

    private func verdict(_ amount: Money, _ report: ForecastReport, _ forecast: Forecast) -> String {
        // What is safe up to a later day is never more.
        let safe = forecast.safeToSpend(through: max(report.until, forecast.input.end))
        guard amount.currency == safe.currency else {
            return "I can only look ahead in \(safe.currency.code), and I don't convert \(amount.text)."
        }
        return amount.minorUnits <= safe.minorUnits
            ? "Yes, you can spare \(amount.text)."
            : "No, \(amount.text) is more than you can spare."
    }

    private static let movesNothing = "I can't move money myself; you do that with your bank."
}
