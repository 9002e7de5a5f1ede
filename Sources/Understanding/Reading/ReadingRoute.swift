import Ledger

/// Decides whether a line is answered as a question about rows, as the grammar reads it, or goes to the handler of
/// another kind of request.
///
/// The grammar and the intents were made from different things. Where they agree the reading stands; where they differ,
/// the one that leaves nothing unread has to say more than a name and a day.
public enum ReadingRoute: Sendable {
    case ask(LineReader.Candidate)
    /// Another handler's.
    case other
    /// Too much was left unread: the readings to offer, likeliest first.
    case unclear([LineReader.Candidate])

    private static let asks: Set<Intent> = [.spending, .transactions, .income, .cashFlow]
    /// What reads prices, limits and corrections out of a line by itself.
    private static let ofAmounts: Set<Intent> = [.purchase, .budget, .edit, .help]

    /// - Parameters:
    ///   - candidates: the readings, best first.
    ///   - understood: the same line as the intents have it.
    ///   - isElsewhere: whether the answer before was none about rows, so that a line that goes on is not either.
    public init(_ candidates: [LineReader.Candidate], beside understood: Understood, isElsewhere: Bool) {
        guard let best = candidates.first, case .ask = best.request, !(isElsewhere && !best.isWhole) else {
            self = .other
            return
        }
        let intent = understood.intent
        let isRead = best.unread.isEmpty
        let stands =
            switch intent {
            case _ where ReadingRoute.asks.contains(intent): true
            case _ where ReadingRoute.ofAmounts.contains(intent): false
            case .outOfScope: isRead && (best.isFollowUp || best.weightOfSaid > 2) && !best.searchesText
            default: isRead && (best.isFollowUp && understood.isFollowUp == false || best.weightOfSaid > 2)
            }
        guard stands else {
            self = .other
            return
        }
        let left = best.unread.count
        guard left > 1, left * 2 >= best.contentWords else {
            self = .ask(best)
            return
        }
        let readings = candidates.filter { if case .ask = $0.request { true } else { false } }
        self = .unclear(Array(readings.prefix(2)))
    }
}
