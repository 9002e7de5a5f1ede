import Ledger
import Understanding

extension Coach {
    /// Says which names and days of a line that goes on the handler of another kind of request took no notice of.
    ///
    /// A question about rows is made of all that its line names; other requests have room for some of it only, and what
    /// they have no room for must not be passed over in silence.
    func sayLeftOut(_ answer: inout Answer, question: String) {
        let understood = answer.understood
        guard understood.isFollowUp, answer.unread.isEmpty, understood.clarification == nil,
            let evidence = answer.evidence, Coach.ofSlots.contains(understood.intent)
        else { return }
        let queries = [understood.query, evidence.query]
        var categories = Set(queries.flatMap { $0.categories + $0.excludedCategories })
        // A limit on several together has all of their ids in its own.
        let changed = [understood.budget.category, understood.edit.category].compactMap { $0 }
        categories.formUnion(changed.flatMap { $0.split(separator: "+").map(String.init) })
        let merchants = Set(queries.flatMap { $0.merchants + $0.excludedMerchants })
        let accounts = Set(queries.flatMap(\.accounts))
        let periods = queries.compactMap(\.period) + evidence.figures.compactMap(\.period)
        let left = reader.named(in: question).filter { named in
            switch named.what {
            case .categories(let ids): ids.allSatisfy { !index.taxonomy.isRelated($0, to: categories) }
            case .merchants(let names): merchants.isDisjoint(with: names)
            case .accounts(let names): accounts.isDisjoint(with: names)
            case .days(let days): !periods.contains { $0.start == days.start || $0.end == days.end }
            }
        }
        guard !left.isEmpty else { return }
        answer.unread = left.map(\.words)
        answer.reply += " " + UnreadWords.sentence(answer.unread)
    }

    /// What is answered from the slots of a line, and not from all that it is made of.
    private static let ofSlots: Set<Intent> = [.budget, .advice, .summary, .unusual]
}

extension Taxonomy {
    /// Whether a category is one of these, or above or beneath one.
    fileprivate func isRelated(_ id: String, to others: Set<String>) -> Bool {
        others.contains { $0 == id || self[$0]?.parent == id || self[id]?.parent == $0 }
    }
}
