import Ledger
import Store
import Understanding

/// Answers `is my card charged?` and `why was my charge declined?`: what coach itself charged, and how that stands. `Cancel the charge`
/// names the command: nothing is charged or sent back from a conversation.
extension Coach {
    private static let chargeLines = LinePatterns("rag-index/intents/charge-status.tsv")

    /// nil for every other line.
    func chargeStatusTalk(_ line: String) throws -> Answer? {
        guard let row = Coach.chargeLines.row(of: SpokenLine(line).words)?.name else { return nil }
        let wantsBack = ["cancel", "back"].contains(row)
        let understood = Understood(
            intent: wantsBack ? .outOfScope : .transactions, confidence: 1, query: Query())
        guard let last = try index.charges(limit: 1).first else {
            let none = row == "asks" ? "No: I haven't charged any card." : "I haven't charged any card."
            let next =
                wantsBack
                ? "What your bank lists, your bank or the shop takes back."
                : "For what your bank lists, ask “what was my last transaction?”"
            return plain(line, understood, "\(none) \(next)")
        }
        let what =
            "\(last.isTest ? "My last charge, a test," : "My last charge,") \(last.amount.text) at \(last.merchant) on "
            + "\(last.day.text(near: asOf)), \(last.state.words)."
        let back = last.refunded > 0 ? "\(Money(last.refunded, last.amount.currency).text) of it went back." : nil
        let answer = last.state == .succeeded ? "Yes." : last.state.isOpen ? "Not yet." : "No."
        let said = [row == "asks" ? answer : nil, what, last.state.isOpen ? nil : last.problem, back]
        return plain(
            line, understood,
            (said + [Coach.next(last, wantsBack: wantsBack)]).compactMap(\.self).joined(separator: " "))
    }

    /// The command to go on with.
    private static func next(_ charge: Charge, wantsBack: Bool) -> String? {
        let isLeft = charge.state == .succeeded && charge.refunded < charge.amount.minorUnits
        if wantsBack, isLeft { return "`coach charge refund \(charge.id)` sends it back." }
        guard charge.state.isOpen else { return nil }
        return wantsBack
            ? "`coach charge cancel \(charge.id)` gives it up."
            : "`coach charge check \(charge.id)` asks how it stands."
    }
}
