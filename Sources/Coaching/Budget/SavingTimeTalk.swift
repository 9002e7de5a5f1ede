import Advice
import Ledger
import Retrieval
import Store
import Understanding

extension Coach {
    /// How many months an amount takes to be saved; nil for other lines.
    func savingTimeTalk(_ spoken: SpokenLine) throws -> Answer? {
        guard let question = SavingTimeQuestion(spoken, context: context) else { return nil }
        let line = spoken.text
        let understood = Understood(intent: .advice, confidence: 0.95, query: Query())
        let target = question.amount
        let rate: Money
        let source: String
        var span: Period?
        if let said = question.perMonth {
            guard said.currency == target.currency else { return nil }
            (rate, source) = (said, "\(said.text) a month")
        } else {
            guard let pace = try GoalBook(index).pace(asOf: asOf, currency: target.currency) else {
                return plain(
                    line, understood,
                    "I need at least one full month in \(target.currency.code) to tell how fast you save.")
            }
            (rate, span) = (Money(pace.perMonth, target.currency), pace.span)
            guard rate.minorUnits > 0 else {
                return plain(
                    line, understood,
                    "You usually have nothing left over at the end of a month, so you won't get to \(target.text) that way. "
                        + "Ask “where can I cut back?” to see what could give.")
            }
            source = "the \(rate.text) a month you usually have left over"
        }
        let months = (target.minorUnits - 1) / rate.minorUnits + 1
        guard months <= Coach.mostSavingMonths else {
            return plain(line, understood, "At \(source), \(target.text) would take more than a hundred years.")
        }
        var evidence = Evidence(query: understood.query)
        evidence.figures = [
            Figure(name: "price", label: "To be saved", value: .money(target)),
            Figure(name: "kept_per_month", label: "Put aside a month", value: .money(rate), period: span),
            Figure(name: "months", label: "Months that it takes", value: .count(Int(months))),
        ]
        let day = asOf.adding(months: Int(months))
        return Answer(
            question: line, understood: understood, asOf: asOf, evidence: evidence,
            reply:
                "\(months) month\(months == 1 ? "" : "s"), so around \(Period.month(of: day).label): that's how long "
                + "\(target.text) takes at \(source).",
            table: nil,
            reasons: "That's the amount divided by what you put aside a month, rounded up to whole months"
                + (question.perMonth == nil ? "; what you have left over is \(SavingPace.basis)." : "."))
    }

    private static let mostSavingMonths: Int64 = 1200
}
