import Ledger
import Retrieval

extension Coach {
    /// What a sum of spending leaves out of what left the accounts in its days has to come to, as a part of the sum, to be told of.
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
            "Not counted is \(left.text) that left as transfers and card bills whose other side is in none of your accounts; "
                + "`coach review` asks what it was."
        ]
    }
}
