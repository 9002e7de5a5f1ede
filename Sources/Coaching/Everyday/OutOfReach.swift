import Ledger
import Understanding

/// Lines that ask for what coach neither does nor can know, in words that would otherwise be read as a question about rows.
extension Coach {
    /// - Returns: the refusal; nil for every other line.
    func outOfReach(_ line: String) -> Answer? {
        let isOrder =
            ChargeOrder(line, context: context) == nil
            && MoneyOrder(line, accounts: context.names.accounts.map(\.name)) != nil
        guard isOrder || UntoldDetail.isAsked(in: line) else { return nil }
        let understood = Understood(intent: .outOfScope, confidence: 0.95, query: Query(direction: .any))
        let subject = isOrder ? "move money" : "items"
        return plain(line, understood, OutOfScopeReply(SpokenLine(subject), hasAmount: false).text)
    }
}
