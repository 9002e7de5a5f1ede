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
        var slots = PurchaseReader(reading: reading, context: context).slots()
        let known = slots.prices > 1 ? dearest : thing
        let run = itemRange
        slots.item = run.map { reading.text(of: $0) }
        // "is $40 a month for a gym worth it": words that name nothing known give way to those that do.
        if let known, !isMerchant(known.range),
            slots.prices > 1 || slots.item.map({ PurchaseItems.category(of: $0) == nil }) ?? true
                || isElsewhere(run, than: known.range)
        {
            slots.item = reading.text(of: known.range)
        }
        slots.merchant = reading.merchants().first ?? atName
        // The maker's name is part of what an "apple watch" is called.
        if let known, let other = merchants(beside: known.range) {
            (slots.merchant, slots.item) = (other.first ?? atName, reading.text(of: known.range))
        }
        // "we rent, so who knows if the landlord allows it"
        let rents =
            reading.keys.contains("landlord")
            || zip(reading.keys, reading.keys.dropFirst()).contains { ["i", "we"].contains($0) && $1 == "rent" }
        slots.category =
            slots.item.flatMap { PurchaseItems.category(of: $0) }
            ?? reading.categories().first { !rents || $0 != "rent" }
        if rents, slots.category == "rent" { (slots.item, slots.category) = (nil, nil) }
        slots.repeatsMonthly(reading.keys)
        let thing = slots.item.flatMap { PurchaseNeeds.isNeed($0, replacesBroken: slots.replacesBroken) }
        let line =
            slots.prices > 1 && slots.item != nil
            ? nil
            : isNeed(replacesBroken: slots.replacesBroken)
        slots.isNeed = NeedModel.builtIn.settled(
            thing ?? line ?? (slots.replacesBroken && slots.isRepair ? true : nil), in: reading.tokens)
        // What is for looks or hardly used is no need, whatever its kind.
        if slots.doubt == .unused, !slots.replacesBroken { slots.isNeed = false }
        slots.writtenMerchant = reading.writing(ofMerchant: slots.merchant)
        return slots
    }

    /// The thing that a line is about: one in the clause of its price, else the nearest before it, else what comes after. `Lab
    /// puppy, $900. The house is too quiet` is about no house.
    private var thing: (range: Range<Int>, category: String)? {
        let keys = reading.tokens.map(\.key)
        let ordered = clausesByPrice
        guard ordered.count > 1 else { return PurchaseItems.found(in: keys) }
        func found(in clause: Range<Int>, besides openers: Set<String>) -> (range: Range<Int>, category: String)? {
            let words = Array(keys[clause])
            let found = PurchaseItems.found(in: words) { start in
                let place = words[..<start].lastIndex { !FunctionWords.determiners.contains($0) && $0 != "/" }
                return !(place.map { openers.contains(words[$0]) } ?? false)
            }
            let start = clause.lowerBound
            return found.map { ($0.range.lowerBound + start..<$0.range.upperBound + start, $0.category) }
        }
        for clause in ordered {
            // "a tv for my room" is the tv; "my part is 1,140 after insurance" names nothing.
            if let thing = found(in: clause, besides: SlotReader.besides.union(["for"]))
                ?? found(in: clause, besides: SlotReader.besides)
            {
                return thing
            }
        }
        return PurchaseItems.found(in: keys)
    }

    /// The parts of a line between its signs.
    private var clauses: [Range<Int>] {
        let ends = reading.tokens.indices.filter {
            reading.tokens[$0].form == .sign && SlotReader.clauseSigns.contains(reading.tokens[$0].key)
        }
        return zip([-1] + ends, ends + [reading.tokens.count]).map { $0 + 1..<$1 }.filter { !$0.isEmpty }
    }

    /// The clause of the last price, those before it from the nearest on, then those after it.
    private var clausesByPrice: [Range<Int>] {
        let clauses = clauses
        let price = (reading.amounts.last ?? reading.bareAmounts.last)?.tokens
        guard let own = price.flatMap({ price in clauses.firstIndex { $0.overlaps(price) } }) else { return clauses }
        return [clauses[own]] + clauses[..<own].reversed() + clauses[(own + 1)...]
    }

    /// Whether what a line names besides its thing is needed: said in the clause of the price, or the nearest to it.
    private func isNeed(replacesBroken: Bool) -> Bool? {
        let keys = reading.tokens.map(\.key)
        return clausesByPrice.lazy.compactMap { clause in
            // "used with no warranty"
            let words = clause.filter { $0 == 0 || !["no", "without"].contains(keys[$0 - 1]) }.map { keys[$0] }
            return PurchaseNeeds.isNeed(words.joined(separator: " "), replacesBroken: replacesBroken)
        }.first
    }

    /// What follows these comes along with a thing.
    private static let besides = PurchaseTable.words("slots.besides")

    private static let clauseSigns: Set<String> = [",", ".", "?", "!", ";", ":", "(", ")"]

    /// The thing before the highest of several prices: `flights 1,200, cabin 900, food 500`.
    private var dearest: (range: Range<Int>, category: String)? {
        let keys = reading.tokens.map(\.key)
        let prices = (reading.amounts + reading.bareAmounts).map { ($0.amount, $0.tokens) }
        guard let highest = prices.max(by: { $0.0 < $1.0 })?.1 else { return PurchaseItems.found(in: keys) }
        let start = prices.map(\.1.upperBound).filter { $0 <= highest.lowerBound }.max() ?? 0
        guard let found = PurchaseItems.found(in: Array(keys[start..<highest.lowerBound])) else {
            return PurchaseItems.found(in: keys)
        }
        return (found.range.lowerBound + start..<found.range.upperBound + start, found.category)
    }

    /// The merchants named outside of a thing whose name begins with that of one; nil where none does.
    private func merchants(beside thing: Range<Int>) -> [String]? {
        var others: [String] = []
        var isPart = false
        for name in reading.names where !name.isExcluded {
            guard case .merchant(let found) = name.kind else { continue }
            if thing.contains(name.tokens.lowerBound), name.tokens.count < thing.count {
                isPart = true
            } else {
                others += found
            }
        }
        return isPart ? others : nil
    }

    /// Whether a range holds a merchant's name or goes on with one: the games of `Steam games`.
    private func isMerchant(_ range: Range<Int>) -> Bool {
        reading.names.contains { name in
            guard case .merchant = name.kind else { return false }
            return name.tokens.overlaps(range) || name.tokens.upperBound == range.lowerBound
        }
    }

    /// An unknown merchant: `from the bike shop`.
    private var atName: String? {
        for name in reading.names {
            guard case .unknown(let text) = name.kind, name.tokens.lowerBound > 0 else { continue }
            var before = name.tokens.lowerBound - 1
            while before > 0, FunctionWords.determiners.contains(reading.keys[before]) { before -= 1 }
            let isStep = ["signing", "delivery", "closing", "checkout"].contains(reading.keys[name.tokens.lowerBound])
            if ["at", "from"].contains(reading.keys[before]), !isStep { return text }
        }
        return nil
    }

    private static let itemOpeners: Set<String> = [
        "buy", "buying", "get", "getting", "afford", "order", "ordering", "purchase", "purchasing", "for", "on", "book",
        "booking", "cover", "replace", "upgrade", "upgrading", "eyeing", "to", "justify", "swing", "considering",
        "subscribe", "a", "an", "some", "new", "lease", "want", "wants",
    ]

    private static let pronouns: Set<String> = ["it", "them", "one"]

    private static let itemEnders: Set<String> = [
        "for", "at", "from", "on", "with", "in", "that", "which", "this", "now", "costs", "costing", "if", "or", "and",
        "should", "can", "will", "do", "today", "tonight", "tomorrow", "yes", "worth", "is", "right", "to", "i",
        "before", "until", "using", "thoughts", "ok", "okay", "good", "by", "my", "nuts", "crazy", "insane", "stupid",
        "dumb", "too", "hurt", "break", "wreck", "blow", "split", "splitting", "shared", "plus", "half", "over",
        "weekly", "each", "yay", "instead", "down", "deposit", "payment", "apiece", "per", "a", "before", "after",
        "via", "minus", "how", "what", "overkill", "will", "month", "year", "week", "mo", "sense", "when", "make",
        "makes", "here", "there",
    ]

    /// Whether words stand in another clause than the price, and the thing in its clause.
    private func isElsewhere(_ words: Range<Int>?, than thing: Range<Int>) -> Bool {
        let (clauses, prices) = (clauses, (reading.amounts + reading.bareAmounts).map(\.tokens))
        guard let words, clauses.count > 1 else { return false }
        func isPriced(_ range: Range<Int>) -> Bool {
            clauses.contains { clause in clause.overlaps(range) && prices.contains { clause.overlaps($0) } }
        }
        // "a tv for my room"
        let isFor = words.lowerBound > 1 && reading.keys[..<words.lowerBound].suffix(2).contains("for")
        return !isPriced(words) && (isPriced(thing) || isFor)
    }

    /// The run of words after `buy`, `afford`, `for` up to a price, place or time; the last such run.
    private var itemRange: Range<Int>? {
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
            while start < keys.count,
                isLeadIn(start) || reading.tokens[start].form == .sign || blocked[start] && isPrice(start)
            { start += 1 }
            var end = start
            while end < keys.count, !blocked[end], reading.tokens[end].form != .sign || keys[end] == "-",
                !SlotReader.itemEnders.contains(keys[end])
            {
                end += 1
            }
            if end == start + 1, SlotReader.pronouns.contains(keys[start]) { continue }
            let isNamed = keys[start..<end].contains { $0.utf8.count > 2 && !FunctionWords.all.contains($0) }
            if end > start, isNamed, !isMerchant(start..<end),
                !SlotReader.itemOpeners.contains(keys[start]) || keys[start] == "new"
            {
                return start..<end
            }
        }
        return nil
    }

    private func isLeadIn(_ index: Int) -> Bool {
        [
            "a", "an", "the", "some", "this", "that", "my", "myself", "me", "another", "these", "those", "of", "on",
            "spend", "pay", "buy", "get", "order", "drop", "blow", "inch", "off", "size", "gb", "month", "year", "week",
            "few",
            "couple",
        ]
        .contains(reading.keys[index])
    }

    private func isPrice(_ index: Int) -> Bool {
        (reading.amounts + reading.bareAmounts).contains { $0.tokens.contains(index) }
    }

    // MARK: Limits

    func budget() -> BudgetSlots {
        var slots = BudgetSlots(category: limitCategory, amount: amount)
        let form = LimitForm(reading)
        slots.isAll = reading.keys.contains("all") || reading.keys.contains("every")
        if reading.has("budget.remove") || form.lifts {
            slots.action = .remove
        } else if reading.has("budget.suggest") {
            slots.action = .suggest
        } else if let change = LimitChange(reading), slots.category != nil {
            (slots.action, slots.percent) = (.set, change.percent)
        } else if let share = LimitShare(reading), form.saysLimit {
            (slots.action, slots.share, slots.amount) = (.set, share, nil)
            return slots
        } else if reading.has("budget.set") || amount != nil && slots.category != nil, form.saysLimit {
            slots.action = .set
            slots.step = limitStep
        } else if form.pointsAtAmount {
            slots.action = .set
        } else if slots.category != nil, amount == nil, form.beginsWithVerb,
            OddPrice(reading, home: context.homeCurrency, given: []).amount == Money(.max, context.homeCurrency)
        {
            // No limit is that high, which is said.
            slots.action = .set
        }
        if slots.category == nil, let unknown = form.unknownCategory {
            (slots.action, slots.unknown) = (.set, unknown)
        }
        if slots.action == .set { slots.complete(from: reading, home: context.homeCurrency) }
        if slots.action == .set, form.asks {
            // A question sets nothing.
            slots = BudgetSlots(
                action: slots.amount == nil ? .progress : .suppose, category: slots.category, amount: slots.amount)
        }
        return slots
    }

    /// A word for several categories that is a Guardian name (`fun`) stays that name; of another one the categories
    /// have `+` between them.
    private var limitCategory: String? {
        if let name = GuardianName(reading) { return name.id }
        for name in reading.names {
            guard case .category(let ids) = name.kind else { continue }
            return SlotReader.limitCategory(ids, reading.keys[name.tokens])
        }
        return nil
    }

    static func limitCategory(_ ids: [String], _ words: ArraySlice<String>) -> String {
        let word = words.joined(separator: "_")
        return ids.count > 1 && !Taxonomy.builtIn.covered(byGuardian: word).isEmpty ? word : ids.joined(separator: "+")
    }

}
