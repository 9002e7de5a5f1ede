import Ledger

/// What a line says of saving goals: an amount to be saved by a day.
public struct GoalLine: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
        case progress, set, change, remove
    }

    public var action: Action
    /// As it was written; nil where none is named.
    public var name: String?
    public var amount: Money?
    /// The last day to save on.
    public var by: CivilDate?
    /// A day by which that no calendar has, as it was written.
    public private(set) var impossibleDay: String?
    /// Whether all goals are meant.
    public var isAll = false

    /// - Parameters:
    ///   - goals: the names of the goals that there are.
    ///   - isTopic: whether a goal was spoken of just before, so that `make it 3500` changes it.
    /// - Returns: nil for lines about anything else.
    public init?(_ line: String, context: UnderstandingContext, goals: [String] = [], isTopic: Bool = false) {
        let words = GoalWording(line, context: context)
        guard let action = words.action(goals: goals, isTopic: isTopic) else { return nil }
        self.action = action
        amount = words.amount
        impossibleDay = ImpossibleDate.written(in: words.tokens) ?? words.yearBeyondCalendar
        by = impossibleDay == nil ? words.day : nil
        name =
            words.known(goals) ?? (action == .set ? nil : words.near(goals)) ?? (action == .progress ? nil : words.name)
        isAll = words.keys.contains("goals") || words.keys.contains("all")
    }

    /// What a line adds to a goal that lacks its amount or day: `3000`, `by June`.
    ///
    /// - Returns: nil where it is about something else.
    public init?(completing goal: GoalLine, with line: String, context: UnderstandingContext) {
        let words = GoalWording(line, context: context)
        guard words.isOnlySlots else { return nil }
        self = goal
        impossibleDay = ImpossibleDate.written(in: words.tokens) ?? words.yearBeyondCalendar
        if impossibleDay != nil { return }
        if amount == nil { amount = words.amount }
        if by == nil { by = words.day ?? words.bareDay }
        guard amount != goal.amount || by != goal.by else { return nil }
    }
}

/// The words of a line about goals.
private struct GoalWording {
    let tokens: [Token]
    let keys: [String]
    let context: UnderstandingContext
    /// The tokens that name the day, its preposition among them, and the day.
    private let deadline: (tokens: Range<Int>, day: CivilDate)?
    private let price: AmountExpression?

    init(_ line: String, context: UnderstandingContext) {
        self.context = context
        tokens = Tokenizer.tokens(of: line)
        keys = tokens.map(\.key)
        deadline = GoalWording.deadline(tokens, context)
        var taken = [Bool](repeating: false, count: tokens.count)
        if let range = deadline?.tokens { for index in range { taken[index] = true } }
        let found = AmountReader(tokens: tokens, taken: taken, home: context.homeCurrency).amounts()
        price = found.first { $0.isMarked } ?? found.first
    }

    /// Below zero where a minus stands before it, which no goal has.
    var amount: Money? {
        price.map { Money(OddPrice.isNegative($0, in: tokens) ? -$0.amount : $0.amount, $0.currency) }
    }
    var day: CivilDate? { deadline?.day }

    /// `June 99999`, where the amount is another number.
    var yearBeyondCalendar: String? {
        guard let deadline = deadline?.tokens, tokens.indices.contains(deadline.upperBound) else { return nil }
        let year = tokens[deadline.upperBound]
        guard year.form == .number, year.key.utf8.count > 4, PurchaseTerms.isNumber(year.key), let price,
            !price.tokens.contains(deadline.upperBound)
        else { return nil }
        return tokens[(deadline.lowerBound + 1)...deadline.upperBound].map(\.text).joined(separator: " ")
    }

    /// A day without a preposition: `June`, `next summer`.
    var bareDay: CivilDate? { GoalWording.end(Array(tokens), context)?.day }

    // MARK: The day

    private static let prepositions: Set<String> = ["by", "until", "till", "before", "til", "within", "in", "to"]

    private static func deadline(_ tokens: [Token], _ context: UnderstandingContext) -> (Range<Int>, CivilDate)? {
        for place in tokens.indices.reversed() where prepositions.contains(tokens[place].key) {
            let rest = Array(tokens[(place + 1)...])
            // "to August 2027" is a day, "to 2500" an amount.
            let isTo = tokens[place].key == "to"
            if !isTo, let (length, day) = span(rest, context.asOf) { return (place..<place + 1 + length, day) }
            guard let time = end(rest, context), !isTo || rest.prefix(time.length).contains(where: { $0.form == .word })
            else { continue }
            let day = tokens[place].key == "before" ? time.start.adding(days: -1) : time.day
            return (place..<place + 1 + time.length, day)
        }
        return nil
    }

    /// `6 months`, `a year`.
    private static func span(_ tokens: [Token], _ asOf: CivilDate) -> (Int, CivilDate)? {
        guard tokens.count > 1, let unit = PurchaseReader.unit(tokens[1].key), !tokens[1].key.hasSuffix("ly"),
            let count = tokens[0].key == "a" ? 1 : AmountWords.count(tokens[0].key), (1...600).contains(count)
        else { return nil }
        switch unit {
        case .days(let days): return (2, asOf.adding(days: days * count))
        case .months(let months): return (2, asOf.adding(months: months * count))
        }
    }

    /// The last day of a time that the tokens begin with: of `June` its 30th, this year's or the next one's.
    private static func end(_ tokens: [Token], _ context: UnderstandingContext)
        -> (length: Int, start: CivilDate, day: CivilDate)?
    {
        guard let time = TimeParser.expressions(in: tokens, context: context.time).first(where: { !$0.isComparison }),
            time.tokens.lowerBound <= 1
        else { return nil }
        var (start, end) = (time.whole.start, time.whole.end)
        let saysYear = tokens[time.tokens].contains { $0.form == .number && $0.key.utf8.count == 4 }
        let words = tokens[time.tokens].map(\.key)
        // "the last day of May" comes again.
        let saysPast = words.contains(where: past.contains) && !words.contains("of")
        if end <= context.asOf, !saysYear, !saysPast {
            if let next = time.holiday.map({ _ in time.shifted(by: 1) }) {
                (start, end) = (next.start, next.end)
            } else {
                while end <= context.asOf { (start, end) = (start.adding(years: 1), end.adding(years: 1)) }
            }
        }
        return (time.tokens.upperBound, start, end)
    }

    /// Times that no later year brings again.
    private static let past: Set<String> = ["yesterday", "today", "ago", "last", "past", "previous", "tonight", "now"]

    // MARK: What is meant

    private func says(_ phrases: [String]) -> Bool {
        phrases.contains(where: SpokenText(tokens.filter { $0.form != .sign }.map(\.key)).says)
    }

    private var first: String { keys.first { !["please", "ok", "okay", "so", "and", "hey"].contains($0) } ?? "" }

    private var namesGoal: Bool { (keys.contains("goal") || keys.contains("goals")) && !keys.contains("spending") }

    func action(goals: [String], isTopic: Bool) -> GoalLine.Action? {
        guard !keys.isEmpty, keys.count <= 24 else { return nil }
        let removes = ["forget", "delete", "remove", "drop", "cancel", "scrap", "clear"]
        let changes = ["change", "move", "raise", "lower", "increase", "reduce", "push", "update", "make", "extend"]
        if namesGoal {
            if removes.contains(first) || says(["get rid of", "give up"]) { return .remove }
            if changes.contains(first), first != "make" || (known(goals) ?? near(goals)) != nil,
                price != nil || deadline != nil
            {
                return .change
            }
            let sets = says(["set", "add", "create", "new goal", "make", "goal is", "start a", "have a goal"])
            if sets || ["goal"].contains(first) && price != nil || price != nil && deadline != nil {
                return asks ? .progress : .set
            }
            return asks || ["goal", "goals", "my", "show", "list", "savings"].contains(first) ? .progress : nil
        }
        if isTopic, let action = topicAction(removes, changes) { return action }
        if !asks, saves, !isRate, !keys.contains("on"), price != nil || keys.contains("for") && name != nil {
            return .set
        }
        guard known(goals) != nil else { return nil }
        return says([
            "on track", "how far", "how close", "save a month", "will i reach", "will i have", "have i saved",
            "progress",
        ])
            ? .progress : nil
    }

    /// `make it 3500`, `by August instead`, `delete it`.
    private func topicAction(_ removes: [String], _ changes: [String]) -> GoalLine.Action? {
        let small = [
            "it", "that", "to", "make", "change", "move", "raise", "lower", "increase", "reduce", "push", "update",
            "instead", "rather", "no", "actually", "by", "until", "before", "please", "and", "what", "about", "if",
            "ok", "the", "sorry", "extend", "better", "lets", "how",
        ]
        if removes.contains(first), first != "forget", first != "cancel", keys.count <= 3, says(["it", "that"]) {
            return .remove
        }
        let progress = [
            "how far am i", "how close am i", "am i on track", "how am i doing", "when will i have it",
            "when will i get there",
            "will i make it", "how much is left", "how much a month", "how much per month",
        ]
        if keys.count <= 7, says(progress) { return .progress }
        guard price != nil || deadline != nil, !isRate else { return nil }
        let cue = changes.contains(first) || ["by", "until", "before", "no", "actually", "what", "and"].contains(first)
        return cue && rest.allSatisfy({ tokens[$0].form == .sign || small.contains(keys[$0]) }) ? .change : nil
    }

    private var asks: Bool {
        [
            "how", "what", "whats", "hows", "am", "are", "is", "when", "will", "can", "could", "should", "do", "did",
            "which", "where", "why", "would",
        ]
        .contains(first)
    }

    /// `I want to save`, `saving for`, `put aside`.
    private var saves: Bool {
        if ["save", "saving"].contains(first) || says(["help me save", "put aside", "set aside", "save up"]) {
            return true
        }
        let wants = [
            "want", "need", "like", "trying", "try", "plan", "planning", "going", "gonna", "wanna", "have", "hope",
            "hoping", "lets", "im", "were", "am", "are", "aim", "aiming",
        ]
        return keys.indices.contains { place in
            ["save", "saving"].contains(keys[place])
                && keys[..<place].suffix(3).contains(where: { wants.contains($0) })
        }
    }

    /// `200 a month` is no amount to be saved up.
    private var isRate: Bool {
        guard let end = price?.tokens.upperBound, end < keys.count else { return false }
        let next = end + 1 < keys.count ? keys[end + 1] : ""
        return ["a", "per", "each", "every", "/"].contains(keys[end]) && PurchaseReader.unit(next) != nil
            || keys[end].hasSuffix("ly") && PurchaseReader.unit(keys[end]) != nil || keys[end] == "%"
            || keys[end] == "percent"
    }

    // MARK: The name

    /// The tokens that are neither amount nor day.
    private var rest: [Int] {
        tokens.indices.filter { index in
            !(price?.tokens.contains(index) ?? false) && !(deadline?.tokens.contains(index) ?? false)
        }
    }

    /// Whether the line is an amount or a day and hardly more.
    var isOnlySlots: Bool {
        let small = [
            "by", "until", "before", "its", "it", "is", "about", "around", "make", "say", "lets", "maybe", "the", "end",
            "of", "in", "i", "think", "want", "to", "have", "save", "like", "next", "this", "on",
        ]
        let times = TimeParser.expressions(in: tokens, context: context.time).map(\.tokens)
        return rest.allSatisfy { index in
            tokens[index].form == .sign || small.contains(keys[index]) || times.contains { $0.contains(index) }
        }
    }

    private static let small: Set<String> = [
        "i", "want", "to", "save", "saving", "savings", "up", "for", "a", "an", "my", "the", "goal", "goals", "set",
        "of", "new", "add", "create", "need", "im", "we", "our", "help", "me", "lets", "let", "us", "is", "put",
        "aside", "away", "make", "please", "would", "like", "trying", "try", "start", "id", "and", "have", "plan",
        "planning", "going", "gonna", "wanna", "hope", "hoping", "at", "least", "about", "around", "by", "money",
        "with", "can", "you", "am", "forget", "delete", "remove", "drop", "cancel", "scrap", "clear", "change", "move",
        "raise", "lower", "increase", "reduce", "push", "update", "all", "every", "total", "ok", "okay", "so", "it",
        "some", "in", "cash", "were", "are", "rid", "get", "give", "aim", "aiming", "hey", "coach", "extend", "instead",
        "actually", "rather", "now", "no", "what", "about", "if", "from", "on", "saved", "myself", "be", "will",
    ]

    /// The words that say what it is for, as they were written, with a capital.
    var name: String? {
        let words = rest.filter { tokens[$0].form != .sign && !GoalWording.small.contains(keys[$0]) }
        guard !words.isEmpty else { return nil }
        let text = words.map { tokens[$0].text }.joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// The one goal that has all the words of the name that was said: `Japan` of `Trip Japan`.
    func near(_ goals: [String]) -> String? {
        let said = Lexicon.keys(of: (name ?? "").lowercased())
        guard !said.isEmpty else { return nil }
        let found = goals.filter { goal in
            let words = Lexicon.keys(of: goal.lowercased())
            return said.allSatisfy { words.contains($0) }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The goal that is named: the longest of those whose words all occur.
    func known(_ goals: [String]) -> String? {
        let said = Set(keys)
        return goals.filter { goal in
            let words = Lexicon.keys(of: goal.lowercased())
            return !words.isEmpty && words.allSatisfy { said.contains($0) || said.contains($0 + "s") }
        }
        .max { ($0.utf8.count, $1) < ($1.utf8.count, $0) }
    }
}
