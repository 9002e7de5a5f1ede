import Ledger

/// A part of the grammar that was recognised, and the token after it.
typealias Found<Value> = (value: Value, end: Int)

/// The rules by which tokens become periods. Each rule tries to begin at a given token.
struct TimeGrammar {
    enum Tense { case past, future, unknown }

    let tokens: [Token]
    /// The keys of the tokens, misspelt time words corrected.
    let keys: [String]
    let words: [TimeWord?]
    let context: TimeContext
    let tense: Tense
    /// What keeps "to" and "and" between two times from meaning a range.
    let comparing: Comparing

    /// How a question sets two times side by side.
    enum Comparing {
        case no
        /// "compare January to March", "more in January than in March".
        case sideBySide
        /// "the change from January to March": the earlier one is what the later one is compared to.
        case change
    }

    var asOf: CivilDate { context.asOf }

    init(_ tokens: [Token], context: TimeContext) {
        self.tokens = tokens
        var context = context
        if let order = TimeGrammar.dateOrder(of: tokens) { context.dateOrder = order }
        self.context = context
        (keys, words) = TimeScanner.read(tokens)
        tense = TimeGrammar.tense(of: keys)
        comparing =
            keys.contains(where: TimeGrammar.changing.contains) || TimeGrammar.saysMove(keys)
            ? .change : keys.contains(where: TimeGrammar.besides.contains) ? .sideBySide : .no
    }

    /// The order that the dates of a question show themselves: beside `15/3`, `1/3` is 1 March too.
    private static func dateOrder(of tokens: [Token]) -> DateOrder? {
        var shown: Set<DateOrder> = []
        for index in tokens.indices.dropLast(2) where ["/", "-"].contains(tokens[index + 1].key) {
            // The year and month on both sides of a dash between two dates are no date: `3/3/26-4/10/26`.
            let isInside = index > 0 && ["/", "-"].contains(tokens[index - 1].key) && !tokens[index].hasSpaceBefore
            let goesOn = index + 3 < tokens.count && ["/", "-"].contains(tokens[index + 3].key)
            guard let first = tokens[index].integer, let second = tokens[index + 2].integer, first > 0, second > 0,
                !tokens[index + 1].hasSpaceBefore, !tokens[index + 2].hasSpaceBefore, !isInside,
                !goesOn || tokens[index + 3].hasSpaceBefore || tokens[index + 3].key == tokens[index + 1].key
            else { continue }
            if (13...31).contains(first), second <= 12, (first, second) != (24, 7) { shown.insert(.dmy) }
            if (13...31).contains(second), first <= 12 { shown.insert(.mdy) }
        }
        return shown.count == 1 ? shown.first : nil
    }

    private static let changing: Set<String> = [
        "difference", "differ", "change", "changed", "increase", "increased", "rose", "risen", "jump", "jumped", "grew",
        "fell", "fallen", "dropped",
    ]
    private static let besides: Set<String> = [
        "compare", "compares", "compared", "comparing", "comparison", "vs", "versus",
    ]

    /// `went up most from August to September`.
    private static func saysMove(_ keys: [String]) -> Bool {
        keys.indices.dropLast().contains { place in
            ["go", "goes", "going", "gone", "went"].contains(keys[place]) && ["up", "down"].contains(keys[place + 1])
        }
    }

    func key(_ index: Int) -> String { keys.indices.contains(index) ? keys[index] : "" }
    func word(_ index: Int) -> TimeWord? { words.indices.contains(index) ? words[index] : nil }
    func isGlued(_ index: Int) -> Bool { tokens.indices.contains(index) && !tokens[index].hasSpaceBefore }

    /// The whole number written in digits at a token, when it is no amount of money.
    func digits(_ index: Int) -> Int? {
        guard case .number(let value)? = word(index), tokens[index].form == .number else { return nil }
        return value
    }

    func skip(_ index: Int, _ words: String...) -> Int { words.contains(key(index)) ? index + 1 : index }

    /// Whether the words from `index` on are these.
    func reads(_ index: Int, _ phrase: String...) -> Bool {
        for (offset, word) in phrase.enumerated() where key(index + offset) != word { return false }
        return true
    }

    /// Whether nothing, a sign or a joining word stands at the token, so that what stands before is complete.
    func isBoundary(_ index: Int) -> Bool {
        guard tokens.indices.contains(index) else { return true }
        return tokens[index].form == .sign || words[index] != nil
            || TimeLexicon.functionWords.contains(keys[index])
    }

    func resolve(_ point: TimePoint, _ tense: Tense? = nil) -> TimeSpan? {
        switch point {
        case .span(let span): span
        case .recurring(let recurrence):
            chosen(recurrence, tense ?? self.tense)
        }
    }

    private func chosen(_ recurrence: Recurrence, _ tense: Tense) -> TimeSpan? {
        var span = tense == .future ? recurrence.nextRunning(on: asOf) : recurrence.lastBegun(on: asOf)
        // `Sep to Feb`, said in November: nobody names the end of what has only begun.
        if tense != .future, let begun = span, begun.unit == .month, begun.count > 1, begun.label == nil,
            begun.start.year != begun.end.year, begun.end > asOf.endOfMonth,
            let over = recurrence.lastOver(before: asOf), over.start >= context.earliest.adding(months: -12)
        {
            span = over
        }
        span?.cycle = recurrence.cycle
        span?.lacksYear = recurrence.cycle == .year
        return span
    }

    private static func tense(of keys: [String]) -> Tense {
        var future = false
        for (index, key) in keys.enumerated() {
            if pastCues.contains(key) { return .past }
            let next = index + 1 < keys.count ? keys[index + 1] : ""
            let second = index + 2 < keys.count ? keys[index + 2] : ""
            switch key {
            case "have" where next == "i" || next == "we": return .past
            case "can", "could", "should":
                if next == "i" || next == "we", spendingVerbs.contains(second) { future = true }
            case "going", "need", "want", "able", "plan":
                if next == "to", !lookingVerbs.contains(second) { future = true }
            case "coming": if next == "up" { future = true }
            case "run": if next == "out" { future = true }
            default: if futureCues.contains(key) { future = true }
            }
        }
        return future ? .future : .unknown
    }

    /// "can I spend" is about what is to come, "can I see" is not.
    private static let spendingVerbs: Set<String> = [
        "spend", "afford", "buy", "pay", "go", "still", "expect", "save", "splurge", "book", "order", "treat", "make",
        "use", "safely",
    ]
    private static let lookingVerbs: Set<String> = [
        "see", "know", "find", "check", "view", "get", "hear", "look", "understand", "review", "compare", "figure",
        "show", "list", "pull", "track",
    ]

    private static let pastCues: Set<String> = [
        "did", "spent", "was", "were", "paid", "bought", "had", "went", "got", "ive", "weve", "didnt", "happened",
        "charged", "purchased", "ordered", "received", "earned", "made", "ate", "saved", "used",
    ]

    private static let futureCues: Set<String> = [
        "will", "ill", "gonna", "due", "upcoming", "forecast", "schedule", "scheduled", "arrive", "afford",
        "project", "projected", "expect", "expected", "happen", "wont", "planning", "predict",
    ]
}
