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
        if let said = question.perMonth {
            guard said.currency == target.currency else { return nil }
            (rate, source) = (said, "\(said.text) a month")
        } else {
            guard let pace = try GoalBook(index).pace(asOf: asOf, currency: target.currency) else {
                return plain(
                    line, understood, "I know no full month in \(target.currency.code) yet to say how fast you save.")
            }
            rate = Money(pace.perMonth, target.currency)
            guard rate.minorUnits > 0 else {
                return plain(
                    line, understood,
                    "A usual month leaves you nothing, so \(target.text) is not reached that way: “where can I cut back?” "
                        + "shows what could give way.")
            }
            source = "the \(rate.text) that a usual month leaves you"
        }
        let months = (target.minorUnits - 1) / rate.minorUnits + 1
        guard months <= Coach.mostSavingMonths else {
            return plain(line, understood, "With \(source), \(target.text) takes more than a hundred years.")
        }
        var evidence = Evidence(query: understood.query)
        evidence.figures = [
            Figure(name: "price", label: "To be saved", value: .money(target)),
            Figure(name: "kept_per_month", label: "Put aside a month", value: .money(rate)),
            Figure(name: "months", label: "Months that it takes", value: .count(Int(months))),
        ]
        let day = asOf.adding(months: Int(months))
        return Answer(
            question: line, understood: understood, asOf: asOf, evidence: evidence,
            reply:
                "With \(source), \(target.text) takes \(months) month\(months == 1 ? "" : "s"), so you would have it "
                + "around \(Period.month(of: day).label).",
            table: nil,
            reasons: "That is the amount divided by what is put aside a month, rounded up to whole months"
                + (question.perMonth == nil
                    ? "; what a month leaves is the median of the last full months (six at most)." : "."))
    }

    private static let mostSavingMonths: Int64 = 1200
}
