import Ledger
import Understanding

/// Lines that ask for what coach neither does nor can know, in words that would otherwise be read as a question about rows.
extension Coach {
    /// - Returns: the refusal; nil for every other line.
    func outOfReach(_ line: String) -> Answer? {
        let isOrder =
            ChargeOrder(line, context: context) == nil
            && MoneyOrder(line, accounts: context.names.accounts.map(\.name)) != nil
        let asksOfLoan = !isOrder && asksWhatIsOwed(line)
        guard isOrder || asksOfLoan || UntoldDetail.isAsked(in: line) else { return nil }
        let understood = Understood(intent: .outOfScope, confidence: 0.95, query: Query(direction: .any))
        let subject = isOrder ? "move money" : asksOfLoan ? "still owe" : "items"
        return plain(line, understood, OutOfScopeReply(SpokenLine(subject), hasAmount: false).text)
    }

    /// `how much do I still owe on the house`, where no account of a loan tells it and none of one's own is named.
    private func asksWhatIsOwed(_ line: String) -> Bool {
        guard UntoldDetail.asksWhatIsOwed(in: line),
            !context.names.accounts.contains(where: { $0.type == .loan || $0.type == .mortgage })
        else { return false }
        let named = reader.named(in: line)
        let isOfAccount = named.contains { if case .accounts = $0.what { true } else { false } }
        let isOfAccountBefore = named.isEmpty && talk.asked?.ownAccounts.isEmpty == false
        return !isOfAccount && !isOfAccountBefore
    }
}
