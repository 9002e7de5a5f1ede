import Advice
import Ledger
import Retrieval
import Store
import Understanding

extension Coach {
    /// A purchase whose price was not said but is known, as it is paid again and again already: `can I afford Netflix`,
    /// `can I afford my rent`. Every other line as it was.
    mutating func priced(_ question: String, _ understood: Understood) throws -> Understood {
        let slots = understood.purchase
        guard understood.intent == .purchase, understood.clarification?.need == .amount, !understood.isFollowUp,
            slots.amount == nil, slots.merchant != nil || slots.category != nil || slots.item != nil
        else { return understood }
        let words = Set(SpokenText.words(of: question))
        guard words.isDisjoint(with: ["a", "an", "another", "new", "more", "second", "different", "bigger", "better"])
        else { return understood }
        let live = try retriever.recurring(asOf: asOf).streams.filter { $0.isLive && $0.kind == .expense }
        let key = slots.merchant.map { NameKey.key(of: $0) }
        let isOwn = !words.isDisjoint(with: ["my", "our", "the"])
        let named = Set(SpokenText.words(of: slots.item ?? "")).subtracting(["my", "our", "the", "bill", "payment"])
        let found = live.filter { stream in
            if let key { return NameKey.key(of: stream.merchant) == key }
            guard isOwn || stream.group == .bill else { return false }
            // The bank's text may say what a payment is where its category does not.
            return stream.category == slots.category
                || !named.isEmpty && named.isSubset(of: SpokenText.words(of: stream.merchant))
        }
        guard found.count == 1, let stream = found.first, let next = stream.nextDate else { return understood }
        var known = understood
        known.clarification = nil
        known.purchase.amount = stream.eachTime
        known.purchase.merchant = stream.merchant
        known.purchase.nextPayment = next
        talk.state.settle(on: known)
        talk.state.dropQuestionBack()
        return known
    }
}

extension RecurringStream {
    /// What it takes each time, positive.
    var eachTime: Money { (isSteady ? amount : typical).magnitude }
}
