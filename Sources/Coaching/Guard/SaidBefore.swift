import Ledger

/// What the sentences of a reply said so far.
struct SaidBefore: Sendable {
    /// What they named, as labels, in their order.
    var names: [Set<String>] = []
    /// Their amounts in whole units, and their numbers of things.
    var amounts: [Double] = []
    var counts: [Double] = []

    init() {}

    init(_ reading: SentenceReading) {
        names = reading.names.map(\.labels)
        for claim in reading.claims {
            switch claim.measure {
            case .money: amounts.append(claim.number.value)
            case .count, .bare: counts.append(claim.number.value)
            case .percent, .multiple: break
            }
        }
    }

    static func += (said: inout SaidBefore, next: SaidBefore) {
        said.names += next.names
        said.amounts += next.amounts
        said.counts += next.counts
    }
}
