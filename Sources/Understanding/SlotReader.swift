import Ledger

/// Reads what purchases, limits and corrections name beyond the query.
struct SlotReader {
    let reading: QuestionReading
    let context: UnderstandingContext

    var unknownNames: [String] {
        reading.unknown.map { name in
            switch name.kind {
            case .unknown(let text), .unknownAccount(let text): text
            default: ""
            }
        }
    }

    private var amount: Money? {
        (reading.amounts.first ?? reading.bareAmounts.first).map { Money($0.amount, $0.currency) }
    }

    // MARK: Purchases

    func purchase() -> PurchaseSlots {
        var slots = PurchaseReader(reading: reading, context: context).slots
        slots.item = item
        slots.merchant = reading.merchants().first ?? atName
        slots.category = item.flatMap { PurchaseItems.category(of: $0) } ?? reading.categories().first
        slots.writtenMerchant = reading.writing(ofMerchant: slots.merchant)
        return slots
    }

    /// Words of what is bought to earn by it, which is no spending.
    static let investments: Set<String> = [
        "stock", "stocks", "share", "shares", "bitcoin", "crypto", "ethereum", "invest", "etf", "etfs", "bond", "bonds",
        "fund", "funds", "options", "gold", "silver", "forex", "ipo", "nft", "nfts", "dip", "securities",
    ]

    /// Whether it is asked if something that people buy should be bought or can be afforded.
    static func asksToBuy(_ reading: QuestionReading) -> Bool {
        // As they were written: mending knows no investments.
        let keys = reading.tokens.map(\.key)
        let verbs: Set = ["buy", "order", "purchase", "book", "splurge"]
        // `what should I get`, `when should I get an oil change` ask for something else.
        let things: Set = ["a", "an", "the", "new", "this", "these", "that", "another", "myself", "some"]
        let gets = keys.indices.contains { keys[$0] == "get" && $0 + 1 < keys.count && things.contains(keys[$0 + 1]) }
        let asksLeave =
            keys.count > 3 && ["can", "could", "may"].contains(keys[0]) && ["i", "we"].contains(keys[1])
            && ["buy", "purchase"].contains(keys[2])
        if asksLeave { return investments.isDisjoint(with: keys) }
        let asks =
            keys.contains("afford")
            || keys.first == "should" && (gets || !verbs.isDisjoint(with: keys.prefix(4)))
        return asks && investments.isDisjoint(with: keys)
            && PurchaseItems.category(of: keys.joined(separator: " ")) != nil
    }

    /// An unknown merchant: `from the bike shop`.
    private var atName: String? {
        for name in reading.names {
            guard case .unknown(let text) = name.kind, name.tokens.lowerBound > 0 else { continue }
            var before = name.tokens.lowerBound - 1
            while before > 0, FunctionWords.determiners.contains(reading.keys[before]) { before -= 1 }
            if ["at", "from"].contains(reading.keys[before]) { return text }
        }
        return nil
    }

    private static let itemOpeners: Set<String> = [
        "buy", "buying", "get", "getting", "afford", "order", "ordering", "purchase", "purchasing", "for", "on", "book",
        "booking", "cover", "replace", "upgrade", "upgrading", "eyeing", "to", "justify", "swing", "considering",
        "subscribe", "a", "an", "some", "new", "lease", "want", "wants",
    ]

    private static let itemEnders: Set<String> = [
        "for", "at", "from", "on", "with", "in", "that", "which", "this", "now", "costs", "costing", "if", "or", "and",
        "should", "can", "will", "do", "today", "tonight", "tomorrow", "yes", "worth", "is", "right", "to", "i",
        "before",
        "until", "using", "thoughts", "ok", "okay", "good", "by", "my", "nuts", "crazy", "insane", "stupid", "dumb",
        "too", "hurt", "break", "wreck", "blow",
    ]

    /// The run of words after `buy`, `afford`, `for` up to a price, place or time; the last such run.
    private var item: String? {
        let keys = reading.keys
        var blocked = [Bool](repeating: false, count: keys.count)
        for range in reading.times.map(\.tokens) + (reading.amounts + reading.bareAmounts).map(\.tokens) {
            for index in range { blocked[index] = true }
        }
        for name in reading.names {
            if case .account = name.kind { for index in name.tokens { blocked[index] = true } }
        }
        for index in keys.indices where SlotReader.itemOpeners.contains(keys[index]) && !blocked[index] {
            var start = index + 1
            while start < keys.count, isLeadIn(start) || blocked[start] && isPrice(start) { start += 1 }
            var end = start
            while end < keys.count, !blocked[end], reading.tokens[end].form != .sign || keys[end] == "-",
                !SlotReader.itemEnders.contains(keys[end])
            {
                end += 1
            }
            let isMerchant = reading.names.contains {
                if case .merchant = $0.kind { $0.tokens.overlaps(start..<end) } else { false }
            }
            if end > start, !isMerchant, !SlotReader.itemOpeners.contains(keys[start]) || keys[start] == "new" {
                return reading.text(of: start..<end)
            }
        }
        return nil
    }

    private func isLeadIn(_ index: Int) -> Bool {
        [
            "a", "an", "the", "some", "this", "that", "my", "myself", "me", "another", "these", "those", "of", "on",
            "spend",
            "buy", "get", "order", "drop", "blow",
        ]
        .contains(reading.keys[index])
    }

    private func isPrice(_ index: Int) -> Bool {
        (reading.amounts + reading.bareAmounts).contains { $0.tokens.contains(index) }
    }

    // MARK: Limits

    func budget() -> BudgetSlots {
        var slots = BudgetSlots(category: limitCategory, amount: amount)
        if reading.has("budget.remove") {
            slots.action = .remove
        } else if reading.has("budget.suggest") {
            slots.action = .suggest
        } else if reading.has("budget.set") || amount != nil && slots.category != nil {
            slots.action = .set
            slots.step = limitStep
        }
        return slots
    }

    /// A word for several categories that is a Guardian name (`fun`) stays that name; of another one the categories
    /// have `+` between them.
    private var limitCategory: String? {
        for name in reading.names {
            guard case .category(let ids) = name.kind else { continue }
            let word = reading.keys[name.tokens].joined(separator: "_")
            return ids.count > 1 && !context.taxonomy.covered(byGuardian: word).isEmpty
                ? word : ids.joined(separator: "+")
        }
        return nil
    }

}
