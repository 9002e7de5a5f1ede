import Ledger
import Retrieval
import Understanding

/// `rent minus what Devin sent`: a line that takes off what flows the other way asks for the difference of two sums, as leaving
/// it out takes nothing off.
struct Difference {
    let evaluator: AskEvaluator

    /// - Parameters:
    ///   - leftOut: what the line leaves out.
    ///   - line: the line, which has to take it off by a word for that: `without` leaves rows out and takes no sum off.
    /// - Returns: the sum and what is taken off it, side by side; nil where something of it is left out as it stands.
    func settled(_ ask: Ask, leavingOut leftOut: [RowFilter], in line: SpokenLine) throws -> Ask? {
        guard ask.measure == .total, ask.grouping == nil, ask.view == .figures, ask.against == nil, !leftOut.isEmpty,
            let other = Difference.opposite(ask.selection.flow), line.words.contains(where: Difference.words.contains),
            case .and(let parts) = ask.selection.filter
        else { return nil }
        let kept = RowFilter.all(parts.filter { !leftOut.map(RowFilter.not).contains($0) })
        let taken = Selection(other, .any(leftOut), ask.selection.span)
        guard kept != .all, kept != ask.selection.filter, leftOut.allSatisfy(\.isOfMerchants),
            try !hasRows(Selection(ask.selection.flow, taken.filter, .everything)), try hasRows(taken)
        else { return nil }
        var difference = ask
        difference.selection.filter = kept
        difference.against = .sides([Ask.Side(leftOut.flatMap(\.merchants).joined(separator: ", "), taken)])
        return difference
    }

    private func hasRows(_ selection: Selection) throws -> Bool { try evaluator.latest(selection) != nil }

    private static let words: Set<String> = ["minus", "less", "after", "subtract", "subtracting", "deducting", "net"]

    private static func opposite(_ flow: Selection.Flow) -> Selection.Flow? {
        switch flow {
        case .spending, .purchases: .income
        case .income: .spending
        default: nil
        }
    }
}
