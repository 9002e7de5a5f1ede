import Ledger

/// Forms of questions that say what is asked for whatever else stands in them.
extension QuestionReading {
    // MARK: How long ago

    /// `how long since I went to Starbucks`, `how many days has it been since I bought coffee`: when the last one was.
    var asksElapsed: Bool {
        guard let since = keys.firstIndex(of: "since"), since + 1 < keys.count,
            ["i", "we", "ive", "weve", "my", "our", "the", "last"].contains(keys[since + 1])
                || names.contains(where: starts(since + 1))
        else { return says("how", "long", "ago") }
        return says("how", "long") || says("days", "since") || says("weeks", "since") || says("months", "since")
            || says("been", "since") && keys.contains("how")
    }

    /// `how long have I had netflix`: when the first one was.
    var asksSince: Bool {
        guard keys.starts(with: ["how", "long", "have"]), keys.count > 4, ["i", "we"].contains(keys[3]) else {
            return false
        }
        let verbs = ["had", "been", "paid", "used", "owned", "subscribed"]
        return verbs.contains(keys[4]) && !keys.contains("since") && !keys.contains("without") && amounts.isEmpty
    }

    private func starts(_ place: Int) -> (NameMatch) -> Bool { { $0.tokens.lowerBound == place } }

    private func says(_ words: String...) -> Bool {
        keys.indices.contains { keys[$0...].starts(with: words) }
    }

    /// The same of pay: `how long since my last paycheck`.
    var asksElapsedPay: Bool {
        asksElapsed && names.allSatisfy { $0.isOfPay } && !QuestionReading.payWords.isDisjoint(with: keys)
    }

    // MARK: Things that are spent on and that nothing knows

    /// Words before `spending` that say of what sort all of it is, and not what it went to.
    private static let describing: Set<String> = [
        "actual", "real", "big", "bigger", "small", "current", "personal", "total", "whole", "entire", "own", "crazy",
        "ridiculous", "insane", "extra", "additional", "necessary", "essential", "general", "combined", "joint",
        "shared", "heavy", "light", "high", "low", "little", "long", "short", "new", "old", "early", "late", "present",
        "main", "minor", "good", "bad", "foreign", "international", "local", "domestic", "exact", "rough", "true",
        "net", "gross", "same", "similar", "other", "overall", "past", "previous", "recent", "historic", "standard",
        "basic", "random", "single", "different", "further", "free", "damage", "actual", "money", "average", "median",
        "quarter", "half", "full", "family", "month", "year", "week", "day", "card", "bank", "account", "category",
        "merchant", "store", "last", "first", "next", "all", "total", "per", "person", "head", "time", "amount",
        "value", "latest", "newest", "largest", "biggest", "change", "trend", "history", "habits", "pattern",
        "patterns", "summary", "report", "breakdown", "analysis", "overview", "top", "holiday", "vacation", "trip",
        "mine", "ours", "yours", "it", "that", "this", "usual", "normal", "typical", "regular",
    ]
    private static let formEndings = ["ly", "ing", "ed", "ish", "ous", "ful", "able", "ive", "less", "est"]
    private static let heads: Set<String> = [
        "spending", "spend", "expenses", "expense", "costs", "purchases", "outlay",
    ]
    private static let owners: Set<String> = ["my", "our", "the"]

    /// The words that stand as the object of spending and that neither a list nor the household knows, as they were
    /// written: `my kitchen spending`, `what did the wedding cost`.
    var unreadObject: String? {
        for place in keys.indices {
            if QuestionReading.heads.contains(keys[place]), let range = run(endingAt: place) { return text(of: range) }
            if isCost(place), let range = run(endingAt: place, takesForms: true), isOwned(range) || isOurs {
                return text(of: range)
            }
            if ["was", "were"].contains(keys[place]), place > 0, keys[place - 1] == "much",
                let range = run(after: place)
            {
                return text(of: range)
            }
        }
        return nil
    }

    /// Whether a question about what something cost asks for what the household paid: `what did the wedding cost us`.
    var asksWhatOwnCost: Bool {
        guard keys.indices.contains(where: isCost),
            keys.contains("what") || keys.contains("how") || keys.contains("whats")
        else { return false }
        let isOwn = isOurs || keys.contains("my") || keys.contains("our")
        let isNamed = !categories().isEmpty || times.contains { $0.holiday != nil }
        let isPast = keys.contains("did") && (isNamed || keys.contains("the"))
        let hasThing = isNamed || !merchants().isEmpty || unreadObject != nil
        return hasThing && (isOwn || isPast || keys.contains("the") && categories() == ["family", "toys"])
            && amounts.isEmpty
            && !keys.contains(where: ["would", "will", "should", "if", "to", "can", "could"].contains)
    }

    private func isCost(_ place: Int) -> Bool { ["cost", "costs", "costing"].contains(keys[place]) }

    /// A run of one or two open words right before a place.
    ///
    /// - Parameter takesForms: whether `wedding` counts, which after an article is no form of a verb.
    private func run(endingAt end: Int, takesForms: Bool = false) -> Range<Int>? {
        var start = end
        // `prime day`, `dinner night`: a day of something.
        if end > 1, ["day", "night", "party"].contains(keys[end - 1]), isOpenNoun(end - 2, takesForms: true) {
            start -= 1
        }
        while start > 0, start > end - 2, isOpenNoun(start - 1, takesForms: takesForms) { start -= 1 }
        return start < end ? start..<end : nil
    }

    /// A run of open words right after `was the`, with which the question ends but for a time.
    private func run(after place: Int) -> Range<Int>? {
        let start = place + 2
        guard place + 1 < keys.count, QuestionReading.owners.contains(keys[place + 1]) else { return nil }
        var end = start
        while end < keys.count, end < start + 2, isOpenNoun(end, takesForms: true) { end += 1 }
        let isLast = end >= keys.count || tokens[end].form == .sign || times.contains { $0.tokens.contains(end) }
        return end > start && isLast ? start..<end : nil
    }

    private var isOurs: Bool { keys.contains("me") || keys.contains("us") }

    private func isOwned(_ range: Range<Int>) -> Bool {
        range.lowerBound > 0 && QuestionReading.owners.contains(keys[range.lowerBound - 1])
    }

    private func isOpenNoun(_ place: Int, takesForms: Bool) -> Bool {
        let key = keys[place]
        guard tokens[place].form == .word, key.utf8.count > 2, !FunctionWords.all.contains(key),
            !UnknownNameReader.vague.contains(key), !QuestionReading.describing.contains(key),
            !Lexicon.builtIn.concepts.contains(key), AmountWords.count(key) == nil,
            takesForms || !QuestionReading.formEndings.contains(where: key.hasSuffix)
        else { return false }
        let isRead = times.contains { $0.tokens.contains(place) } || names.contains { $0.tokens.contains(place) }
        return !isRead && !(currency?.tokens.contains(place) ?? false)
            && !(key.hasSuffix("s") && Lexicon.builtIn.concepts.contains(String(key.dropLast())))
    }

    // MARK: What comes in, and what is the household's own

    /// `how many deposits did I get`, but not those that somebody made into an account.
    var asksForDeposits: Bool {
        keys.contains(where: ["deposit", "deposits", "paychecks", "paycheck"].contains) && accounts.isEmpty
            && !keys.contains(where: ["make", "made", "into", "put"].contains)
    }

    /// Whether a category or merchant is named in a question of somebody's own.
    var namesOwn: Bool { !(merchants().isEmpty && categories().isEmpty) && asksOfOwn }

    /// `do I`, `my`.
    var asksOfOwn: Bool { keys.contains(where: ["i", "we", "my", "our", "me", "us", "ive", "weve"].contains) }

    // MARK: Who was paid

    /// `who did I pay in September`: merchants, not rows; of a single day the rows say it.
    var asksPayees: Bool {
        guard has("who.paid"), !keys.contains("when") else { return false }
        return times.allSatisfy { $0.period.days > 1 }
    }

    /// Whether it asks for parts: by month, by shop.
    var asksForGroups: Bool { readings.contains { $0.hasPrefix("group.") } }

    /// `is amazon in shopping`, `why is costco under groceries`: its rows tell, each with its category.
    var asksWhereItIsFiled: Bool {
        !merchants().isEmpty && keys.first.map { ["is", "are", "was", "were", "why"].contains($0) } == true
    }
}
