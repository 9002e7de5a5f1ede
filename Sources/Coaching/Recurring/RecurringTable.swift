import Ledger
import Retrieval

extension AnswerTable {
    /// The streams of a finding, or the payments that are due.
    ///
    /// - Parameter cards: what is paid to cards besides what is due.
    static func recurring(_ finding: RecurringFinding, cards: [ExpectedFlow] = []) -> AnswerTable? {
        if finding.due.count + cards.count > 1 { return due(finding.due, cards) }
        guard finding.streams.count > 1 else { return nil }
        return streams(finding.streams)
    }

    public static func streams(_ streams: [RecurringStream]) -> AnswerTable {
        AnswerTable(
            columns: [
                Column(title: "Merchant", isNumber: false), Column(title: "Amount", isNumber: true),
                Column(title: "How often", isNumber: false), Column(title: "Per month", isNumber: true),
                Column(title: "Next", isNumber: false), Column(title: "Account", isNumber: false),
                Column(title: "", isNumber: false),
            ],
            rows: streams.map { stream in
                [
                    stream.merchant, stream.amount.magnitude.text, stream.cadence.name, stream.monthlyCost.text,
                    stream.nextDate?.iso ?? "", stream.account, stream.stateWords,
                ]
            }, omitted: 0)
    }

    private static func due(_ payments: [DuePayment], _ cards: [ExpectedFlow]) -> AnswerTable {
        let bills = payments.map { payment in
            let note = payment.isOverdue ? "overdue" : payment.stream.isSteady ? "" : "varies"
            return [payment.date.iso, payment.stream.merchant, payment.amount.text, payment.stream.account, note]
        }
        let paid = cards.map { [$0.date.iso, $0.name, $0.amount.magnitude.text, "", "card payment"] }
        return AnswerTable(
            columns: [
                Column(title: "Due", isNumber: false), Column(title: "Merchant", isNumber: false),
                Column(title: "Amount", isNumber: true), Column(title: "Account", isNumber: false),
                Column(title: "", isNumber: false),
            ],
            rows: (bills + paid).sorted { $0[0] < $1[0] }, omitted: 0)
    }
}
