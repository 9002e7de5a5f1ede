import Ledger
import Retrieval

extension Coach {
    /// Told only above this part of the total: a twentieth.
    private static let toldShare: Int64 = 20

    /// What a sum of all spending leaves out because it counts as transfers, while nobody has said what it was; told once in a
    /// conversation.
    mutating func transferNotes(of answer: Answer) throws -> [String] {
        guard !talk.hasToldTransfers, case .ask(let ask)? = answer.requests.first, answer.requests.count == 1,
            [.spending, .purchases].contains(ask.selection.flow), ask.selection.filter == .all, ask.measure == .total,
            let figure = answer.evidence?.figures(named: "total").first, let total = figure.money,
            let period = figure.period ?? answer.evidence?.query.period, total.minorUnits > 0,
            let left = try index.openTransfers(
                in: period, least: Money(total.minorUnits / Coach.toldShare, total.currency))
        else { return [] }
        talk.hasToldTransfers = true
        return [
            "This leaves out \(left.text) in transfers and card payments that don't show up in any other account of yours; "
                + "`coach review` asks what they were."
        ]
    }
}
