import Advice
import Ledger
import Store
import Understanding

extension Coach {
    /// Keeps the wish that was judged last, or the one that is named, to be asked about again; nil for every other line.
    mutating func coolingTalk(_ spoken: SpokenLine) throws -> Answer? {
        guard let wish = CoolingWish(spoken), let decision = try decision(named: wish.names),
            !wish.names.isEmpty && decision.isOpen || decision.id == talk.lastDecision
                || asOf.days(since: decision.day) <= 1
        else { return nil }
        let understood = Understood(intent: .purchase, confidence: 0.95, query: Query())
        guard let day = wish.day(asOf: asOf), (1...WishBook.longest).contains(day.days(since: asOf)) else {
            return plain(
                spoken.text, understood, "When should I ask again? Say “ask me again tomorrow” or “on Friday”.")
        }
        try index.remind(ofDecision: decision.id, on: day)
        talk.lastDecision = decision.id
        let name = DecisionWords.name(decision.purchase)
        return plain(spoken.text, understood, "Okay: I'll ask you about \(name) again on \(day.text(near: asOf)).")
    }

    /// What the user wanted to be asked about again by today, each with what changed since.
    ///
    /// - Parameter isTold: whether it is asked now, so that it isn't again.
    /// - Returns: nil where there is nothing.
    public func dueWishes(isTold: Bool) throws -> String? {
        let due = try index.dueReminders(asOf: asOf)
        guard !due.isEmpty else { return nil }
        let wishes = try WishBook(index, asOf: asOf, settings: purchaseSettings).waiting()
        let sentences = try due.compactMap { reminder -> String? in
            if isTold, !index.database.isReadOnly { try index.noteReminded(ofDecision: reminder.decision, on: asOf) }
            guard let wish = wishes.first(where: { $0.decision.id == reminder.decision }), let change = wish.change
            else {
                return nil
            }
            let purchase = wish.decision.purchase
            return "You wanted to sleep on \(DecisionWords.name(purchase)) for \(purchase.amount.text). \(change) "
                + "Do you still want it?"
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: "\n")
    }
}
