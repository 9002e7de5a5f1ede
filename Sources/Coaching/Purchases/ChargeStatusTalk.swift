import Ledger
import Store
import Understanding

/// Answers `is my card charged?`: what coach itself charged, and how that stands.
extension Coach {
    private static let asksForStatus = LinePatterns("rag-index/intents/charge-status.tsv")

    /// nil for every other line.
    func chargeStatusTalk(_ line: String) throws -> Answer? {
        guard Coach.asksForStatus.row(of: SpokenLine(line).words) != nil else { return nil }
        let charges = try index.charges(limit: 1)
        let understood = Understood(intent: .transactions, confidence: 0.95, query: Query())
        guard let last = charges.first else {
            return plain(
                line, understood,
                "No: I haven't charged any card. For what your bank lists, ask “what was my last transaction?”.")
        }
        let what =
            "\(last.isTest ? "My last charge, a test," : "My last charge,") \(last.amount.text) at \(last.merchant) on "
            + "\(last.day.text(near: asOf)),"
        let back = last.refunded > 0 ? " \(Money(last.refunded, last.amount.currency).text) of it went back." : ""
        let next = last.state.isOpen ? " `coach charge check \(last.id)` asks how it stands." : ""
        let answer = last.state == .succeeded ? "Yes" : last.state.isOpen ? "Not yet" : "No"
        return plain(line, understood, "\(answer). \(what) \(last.state.words).\(back)\(next)")
    }
}
