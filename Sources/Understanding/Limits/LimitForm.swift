import Ledger

/// Lines about monthly limits that the classifier's sum of words does not see as such.
struct LimitForm {
    private let reading: QuestionReading

    init(_ reading: QuestionReading) { self.reading = reading }

    /// What the form makes of a guess; nil to stay with it.
    func intent(_ guess: Intent) -> Intent? {
        guard guess != .budget else { return nil }
        return sets || pointsAtAmount || unknownCategory != nil || asksWhatIsLeft || changes || lifts || asksForLimits
            ? .budget : nil
    }

    /// Mended, but for verbs: "halve" is no slip of "have".
    private var keys: [String] {
        zip(reading.keys, reading.tokens).map { key, token in LimitForm.verbs.contains(token.key) ? token.key : key }
    }

    private var namesCategory: Bool {
        !reading.categories().isEmpty || GuardianName(reading) != nil
    }

    private var amounts: [AmountExpression] { reading.amounts + reading.bareAmounts }

    /// `set fun to 100`, `lower groceries by 20`, `keep eating out under 300 a month`: nothing but verb, category, amount.
    private var sets: Bool {
        guard namesCategory,
            amounts.count == 1 || LimitPairs(reading) != nil || LimitShare(reading)?.isOfIncome == true,
            let verb = keys.first(where: { !LimitForm.polite.contains($0) }),
            LimitForm.verbs.contains(verb)
        else { return false }
        return isOnly(LimitForm.words)
    }

    /// `make that the grocery limit`: of what was shown.
    var pointsAtAmount: Bool {
        guard namesCategory, amounts.isEmpty, let verb = keys.firstIndex(where: { !LimitForm.polite.contains($0) }),
            LimitForm.pointing.contains(keys[verb]), verb + 1 < keys.count,
            LimitForm.pointed.contains(keys[verb + 1]),
            keys[verb...].contains(where: ["budget", "limit", "cap"].contains)
        else { return false }
        return isOnly(LimitForm.words.union(LimitForm.pointing).union(LimitForm.pointed).union(["as", "be", "new"]))
    }

    private static let pointing = GrammarWords.builtIn[.declaring]
    private static let pointed = GrammarWords.builtIn[.pointed]

    /// Whether it begins with a verb that sets a limit.
    var beginsWithVerb: Bool {
        keys.first { !LimitForm.polite.contains($0) }.map(LimitForm.verbs.contains) ?? false
    }

    /// `can you set groceries to 300`: what can only be an order, whatever else asks so.
    var orders: Bool {
        sets && keys.first { !LimitForm.polite.contains($0) }.map { ["set", "cap", "limit"].contains($0) } ?? false
    }

    /// The words for a category that there is none of: `set a budget for unicorns`, `set a unicorn budget of $100`.
    var unknownCategory: String? {
        guard !namesCategory, amounts.count <= 1, reading.times.isEmpty, reading.merchants().isEmpty,
            let verb = keys.first(where: { !LimitForm.polite.contains($0) }),
            ["set", "create", "make", "add", "start", "put", "give"].contains(verb),
            let noun = keys.firstIndex(where: ["budget", "limit", "cap"].contains), keys.count <= 14
        else { return nil }
        func isName(_ place: Int) -> Bool {
            reading.tokens[place].form == .word && !LimitForm.words.contains(keys[place])
                && !LimitForm.noNames.contains(keys[place]) && !amounts.contains { $0.tokens.contains(place) }
        }
        let after = keys.indices.first { $0 > noun && ["for", "on"].contains(keys[$0]) }
        let named = after.map {
            keys.indices.suffix(from: $0 + 1).drop { LimitForm.words.contains(keys[$0]) }.prefix(while: isName)
        }
        let beside = keys.indices.prefix(noun).suffix(3).filter(isName)
        let range = named.flatMap { $0.isEmpty ? nil : Array($0) } ?? beside
        guard let first = range.first, let last = range.last, range.count <= 3, last - first == range.count - 1 else {
            return nil
        }
        return reading.text(of: first..<last + 1)
    }

    private static let noNames: Set<String> = [
        "new", "spending", "weekly", "daily", "yearly", "total", "overall", "strict", "small", "me", "myself", "us",
        "everything", "all", "expenses", "household", "reminder", "alarm", "timer", "speed", "time", "data", "credit",
        "screen", "volume", "card", "usage", "calorie", "calories", "temperature", "low", "high", "good", "something",
        "anything", "category", "categories", "this", "that", "it", "price", "goal", "travel", "family", "so", "reset",
    ]

    /// `what are my limits`, `show me all my budgets`.
    private var asksForLimits: Bool {
        amounts.isEmpty && keys.contains(where: ["limits", "budgets", "limit", "budget", "caps"].contains)
            && Set(keys).isSubset(of: LimitForm.listWords)
    }

    /// `no limit on fun anymore`.
    var lifts: Bool {
        namesCategory && amounts.isEmpty && keys.first == "no" && keys.count <= 8
            && keys.contains(where: ["limit", "budget", "cap"].contains)
    }

    /// Whether a word says that a limit is meant: without one an amount and a category make none.
    var saysLimit: Bool {
        let words = [
            "budget", "budgets", "limit", "limits", "cap", "max", "maximum", "most", "ceiling", "allowance", "restrict",
            "keep", "under", "below", "within", "allow", "allot", "than", "target", "myself", "restrain", "exceed",
            "capped", "limited",
        ]
        return keys.contains(where: words.contains) || sets
    }

    /// `double my grocery budget`.
    private var changes: Bool {
        LimitChange(reading) != nil && namesCategory && isOnly(LimitForm.words)
    }

    /// `if the grocery budget was 900, how far over were we`, `could we live with 600`: what only asks, or supposes. Whether somebody can
    /// set one is asked as well; only `can you set …` orders it.
    var asks: Bool {
        let words = GrammarWords.builtIn
        guard let place = keys.firstIndex(where: { !words[.opening].contains($0) }) else { return false }
        if words[.supposing].contains(keys[place]) { return true }
        let asksHow = zip(keys, keys.dropFirst()).contains { first, second in
            ["how", "hows"].contains(first) && words[.resulting].contains(second)
                || words[.resulting].contains(first) && ["i", "we"].contains(second)
        }
        if asksHow { return true }
        // Only who is told to do it is told: `can you set …`.
        guard words[.modal].contains(keys[place]) else { return false }
        return place + 2 >= keys.count || keys[place + 1] != "you" || !LimitForm.verbs.contains(keys[place + 2])
    }

    /// `how much is left for groceries`.
    private var asksWhatIsLeft: Bool {
        guard namesCategory, reading.accounts.isEmpty, amounts.isEmpty,
            keys.contains(where: ["left", "remaining", "remains"].contains),
            keys.starts(with: ["how", "much"]) || keys.starts(with: ["what", "is"]) || keys.first == "whats"
                || keys.starts(with: ["is", "there"]) || ["anything", "remaining", "left"].contains(keys[0])
        else { return false }
        return isOnly(LimitForm.leftWords)
    }

    private func isOnly(_ words: Set<String>) -> Bool {
        var known = [Bool](repeating: false, count: keys.count)
        let names = reading.names.filter { if case .category = $0.kind { true } else { false } }.map(\.tokens)
        for range in names + amounts.map(\.tokens) + reading.times.map(\.tokens) {
            for index in range { known[index] = true }
        }
        if let name = GuardianName(reading) { for index in name.tokens { known[index] = true } }
        return keys.indices.allSatisfy { index in
            known[index] || reading.tokens[index].form == .sign || words.contains(keys[index])
        }
    }

    private static let polite: Set<String> = [
        "please", "ok", "okay", "now", "and", "can", "could", "you", "lets", "let", "me", "i", "want", "to", "need",
        "would", "like",
    ]

    static let verbs: Set<String> = [
        "set", "lower", "raise", "increase", "decrease", "reduce", "cut", "bump", "change", "limit", "cap", "keep",
        "put", "restrict", "budget", "make", "double", "halve", "up", "drop", "allow", "hold",
    ]

    static let words: Set<String> = verbs.union(polite).union([
        "to", "at", "by", "under", "below", "a", "an", "the", "my", "our", "monthly", "month", "per", "each", "every",
        "budget", "limit", "cap", "for", "on", "spending", "of", "max", "maximum", "it", "from", "within", "no", "more",
        "than", "percent", "with", "in", "half", "again", "instead", "just", "only", "about", "around", "down",
        "income", "pay", "salary", "earnings", "paycheck", "what", "earn", "and", "together", "combined", "altogether",
        "both",
    ])

    private static let listWords: Set<String> = [
        "what", "whats", "which", "are", "is", "my", "our", "the", "limits", "limit", "budgets", "budget", "caps",
        "show", "list", "see", "tell", "me", "all", "do", "i", "we", "have", "any", "monthly", "current", "currently",
        "set", "did", "spending", "again", "please", "every", "of", "category", "categories", "right", "now", "?",
        "can", "you", "how", "high", "s",
    ]

    private static let leftWords: Set<String> = [
        "how", "much", "money", "is", "do", "i", "have", "we", "got", "left", "remaining", "remains", "for", "on", "in",
        "of", "my", "the", "to", "spend", "budget", "limit", "what", "whats", "still", "this", "month", "now",
        "anything", "there", "over", "our", "a", "can", "right", "today", "available", "any",
    ]
}

/// A change of a limit that names no amount, as percent of what it is: `double it`, `cut it by 10%`.
struct LimitChange {
    /// Percent of the limit there is: 200 doubles it.
    let percent: Int

    init?(_ reading: QuestionReading) {
        // As they were written: "halve" is no slip of "have".
        let keys = reading.tokens.map(\.key)
        if keys.contains("double") {
            percent = 200
        } else if keys.contains("triple") {
            percent = 300
        } else if keys.contains("halve") || keys.contains("half"), keys.contains("halve") || keys.contains("cut") {
            percent = 50
        } else {
            guard let sign = keys.firstIndex(where: { ["%", "percent", "pct"].contains($0) }), sign > 1,
                let number = AmountWords.count(keys[sign - 1]), (1...1000).contains(number), keys[sign - 2] == "by"
            else { return nil }
            let verbs = keys[..<sign]
            if verbs.contains(where: SlotReader.down.contains), number < 100 {
                percent = 100 - number
            } else if verbs.contains(where: SlotReader.up.contains) {
                percent = 100 + number
            } else {
                return nil
            }
        }
    }
}

/// One of the twelve names that limits may have besides categories, as it stands in a line: `rent_bills`,
/// `pharmacy & health`, `misc online`.
struct GuardianName {
    let id: String
    let tokens: Range<Int>

    private static let names: [(words: [String], id: String)] = [
        (["rent", "bills"], "rent_bills"), (["fast", "food"], "fast_food"),
        (["pharmacy", "health"], "pharmacy_health"), (["misc", "online"], "misc_online"),
        (["miscellaneous", "online"], "misc_online"), (["subscription"], "subscription"),
        (["subscriptions"], "subscription"),
    ]

    init?(_ reading: QuestionReading) {
        let keys = reading.keys
        for (words, id) in GuardianName.names {
            for start in keys.indices where keys[start] == words[0] {
                var end = start + 1
                guard words.count > 1 else {
                    if Taxonomy.builtIn[id] == nil { self.init(id: id, tokens: start..<end) } else { return nil }
                    return
                }
                let isWritten = end < keys.count && ["_", "-"].contains(reading.tokens[end].key)
                while end < keys.count, ["_", "&", "and", "-", "/"].contains(keys[end]) { end += 1 }
                guard end < keys.count, GuardianName.isNear(keys[end], words[1]) else { continue }
                // "fast food" is a category of that name.
                if id == "fast_food", !isWritten { continue }
                self.init(id: id, tokens: start..<end + 1)
                return
            }
        }
        return nil
    }

    private init(id: String, tokens: Range<Int>) {
        self.id = id
        self.tokens = tokens
    }

    private static func isNear(_ word: String, _ name: String) -> Bool {
        word == name
            || word.utf8.count > 4
                && EditDistance.between(Array(word.utf8), Array(name.utf8), limit: 1) != nil
    }
}

/// Lines that change the limit that was spoken of last: `make it 250`, `raise it by 50`, `double it`, `drop it`.
struct LimitFollowUp {
    let reading: QuestionReading
    let decision: IntentDecision
    let context: UnderstandingContext

    /// `drop it` after a limit takes it away; after anything else it ends the conversation.
    static func drops(_ reading: QuestionReading, after state: ConversationState) -> Bool {
        state.last?.intent == .budget && state.last?.budget.category != nil && state.pending == nil
            && ["drop", "remove", "delete", "scrap"].contains(reading.keys.first ?? "")
    }

    /// `and coffee at 80`, `groceries to 600 too` right after a limit was set: one on that as well.
    private func another(after last: ConversationState.Turn) -> Understood? {
        let amounts = reading.amounts + reading.bareAmounts
        var named = Set(amounts.flatMap { Array($0.tokens) })
        for name in reading.names { named.formUnion(name.tokens) }
        guard last.budget.action == .set, amounts.count == 1, amounts[0].relation == .exactly,
            amounts[0].tokens.lowerBound > 0,
            ["at", "to", "for"].contains(reading.keys[amounts[0].tokens.lowerBound - 1]),
            reading.times.isEmpty, !reading.keys.contains("?"), reading.merchants().isEmpty,
            Set(["what", "how", "whats", "hows"]).isDisjoint(with: reading.keys.prefix(2)),
            reading.keys.indices.allSatisfy({
                named.contains($0) || isKnown(reading.keys[$0]) || reading.keys[$0] == "too"
            })
        else { return nil }
        var slots = SlotReader(reading: reading, context: context).budget()
        guard slots.category != nil, slots.category != last.budget.category else { return nil }
        (slots.action, slots.amount) = (.set, Money(amounts[0].amount, amounts[0].currency))
        var understood = FollowUp(reading: reading, decision: decision, context: context).carried(last)
        understood.budget = slots
        return understood
    }

    func answer(to state: ConversationState) -> Understood? {
        if let last = state.last, last.intent == .budget, state.pending == nil, last.budget.category != nil,
            let another = another(after: last)
        {
            return another
        }
        guard let last = state.last, last.intent == .budget, state.pending == nil, let category = last.budget.category,
            reading.categories().isEmpty, asksHowItGoes || reading.keys.allSatisfy(isKnown)
        else { return nil }
        var slots = BudgetSlots(category: category)
        let amount = reading.amounts.first ?? reading.bareAmounts.first
        let verbs = Set(reading.keys)
        if asksHowItGoes {
            slots.action = .progress
        } else if let change = LimitChange(reading) {
            (slots.action, slots.percent) = (.set, change.percent)
        } else if let share = LimitShare(reading), !verbs.isDisjoint(with: LimitFollowUp.setting) {
            (slots.action, slots.share) = (.set, share)
        } else if let amount {
            let next = amount.tokens.upperBound < reading.keys.count ? reading.keys[amount.tokens.upperBound] : ""
            guard reading.amounts.count + reading.bareAmounts.count == 1, !["%", "percent"].contains(next),
                !verbs.isDisjoint(with: LimitFollowUp.setting)
            else { return nil }
            (slots.action, slots.amount) = (.set, Money(amount.amount, amount.currency))
            slots.step = SlotReader(reading: reading, context: context).limitStep
        } else if !verbs.isDisjoint(with: LimitFollowUp.removing), !verbs.isDisjoint(with: LimitFollowUp.pronouns) {
            slots.action = .remove
        } else {
            return nil
        }
        var understood = FollowUp(reading: reading, decision: decision, context: context).carried(last)
        understood.budget = slots
        understood.clarification = slots.share?.question
        return understood
    }

    private static let going: Set<String> = [
        "how", "hows", "am", "i", "are", "we", "is", "it", "that", "doing", "going", "so", "far", "on", "with", "and",
        "now", "this", "month", "?",
    ]

    /// `how am I doing`, `how is it going`: with the limit spoken of.
    private var asksHowItGoes: Bool {
        reading.keys.contains { ["doing", "going"].contains($0) } && ["how", "hows"].contains(reading.keys[0])
            && reading.keys.allSatisfy(LimitFollowUp.going.contains)
    }

    private func isKnown(_ key: String) -> Bool {
        LimitForm.words.contains(key) || LimitFollowUp.removing.contains(key) || LimitFollowUp.pronouns.contains(key)
            || AmountWords.count(key) != nil || key.allSatisfy { !$0.isLetter } || LimitFollowUp.small.contains(key)
    }

    private static let setting = LimitForm.verbs.union([
        "actually", "rather", "instead", "no", "about", "by", "to", "and", "what",
    ])
    private static let removing: Set<String> = [
        "drop", "remove", "delete", "scrap", "clear", "forget", "rid", "cancel",
    ]
    private static let pronouns: Set<String> = ["it", "that", "this", "limit", "budget", "cap"]
    private static let small: Set<String> = [
        "actually", "rather", "what", "how", "dollars", "bucks", "hmm", "of", "get", "go", "lets", "down", "up",
        "better", "sorry", "triple", "percent", "grow", "trim", "shrink", "extend", "add", "lift", "k", "income", "pay",
        "salary", "earnings", "pct",
    ]
}
