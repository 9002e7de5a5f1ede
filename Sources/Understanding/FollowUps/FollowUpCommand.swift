import Ledger

/// A line that only says how the last answer is to be shown or what it is held against: `more`, `the next 10`,
/// `sort by amount`, `and the second?`, `is that a lot?`
enum FollowUpCommand: Hashable {
    /// What comes after the rows or groups shown; without a number as many again.
    case more(Int?)
    /// The one that comes after the one shown.
    case next
    /// The ones shown before these.
    case back
    case all
    case order(Query.Order)
    case reversed
    /// The one at this place in the order, 2 = the second.
    case rank(Int)
    case usual
    /// What was told apart in one sum.
    case together
    case inCurrency(Currency)
    /// The cards, or accounts, that the last answer was not about.
    case otherAccounts(isCard: Bool)
    case lift(Restriction)
    /// One answer held against the other: `difference?`, `which was higher`.
    case difference
    /// Each by itself of what was added up: `separately`.
    case apart
    /// As a picture, which groups have.
    case chart
    /// The conversation begins anew: `never mind`, `start over`.
    case forget
    /// Another side of an answer of any kind.
    case aside(FollowUpAside)

    /// What an answer can be freed of: `any price`, `all stores`, `without filters`.
    enum Restriction: String {
        case amounts, names, accounts, weekdays, everything
    }

    /// - Parameter home: the currency of a `$` without more.
    init?(_ reading: QuestionReading, home: Currency) {
        let words = zip(reading.tokens, reading.keys).filter { token, _ in token.form != .sign }.map { _, key in key }
        guard (1...10).contains(words.count) else { return nil }
        // Words of commands are no misspelt names: as they were written they come first.
        let written = reading.tokens.filter { $0.form != .sign }.map(\.key)
        let command =
            FollowUpCommand.before(written) ?? FollowUpCommand.currency(reading.tokens.map(\.key), home: home)
            ?? FollowUpCommand.place(words)
            ?? FollowUpCommand.written(written) ?? (words == written ? nil : FollowUpCommand.written(words))
        guard let command, !command.counts || reading.times.isEmpty else { return nil }
        self = command
    }

    private static let patterns = LinePatterns("rag-index/intents/commands.tsv", greatest: Query.mostListed)

    private static func written(_ words: [String]) -> FollowUpCommand? {
        patterns.row(of: words).flatMap { FollowUpCommand(name: $0.name, number: $0.number) }
    }

    /// - Parameter name: as `commands.tsv` has it; an `N` in it stands for `number`.
    private init?(name: String, number: Int?) {
        let parts = name.split(separator: ".").map(String.init)
        let detail = parts.count > 1 ? parts[1] : ""
        let count = Int(detail) ?? number
        switch parts[0] {
        case "more": self = .more(detail == "rest" ? Query.mostListed : count)
        case "back": self = .back
        case "next": self = .next
        case "all": self = .all
        case "rank":
            guard let count, count > 1 else { return nil }
            self = .rank(count)
        case "usual": self = .usual
        case "together": self = .together
        case "difference": self = .difference
        case "apart": self = .apart
        case "chart": self = .chart
        case "forget": self = .forget
        case "aside":
            guard let aside = FollowUpAside(rawValue: detail) else { return nil }
            self = .aside(aside)
        case "accounts": self = .otherAccounts(isCard: detail == "card")
        case "lift":
            guard let restriction = Restriction(rawValue: detail) else { return nil }
            self = .lift(restriction)
        default:
            if let order = Query.Order(rawValue: detail) { self = .order(order) } else { self = .reversed }
        }
    }

    /// Whether a number may stand in it, which in `all of 2026` is a year.
    private var counts: Bool {
        switch self {
        case .more, .all: true
        default: false
        }
    }

    static let ordinals: [String: Int] = {
        var table = ["2nd": 2, "3rd": 3]
        let names = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        for (offset, name) in names.enumerated() { table[name] = offset + 2 }
        for number in 4...20 { table["\(number)th"] = number }
        return table
    }()
    private static let superlatives: Set<String> = [
        "biggest", "largest", "highest", "expensive", "priciest", "costliest", "most", "smallest", "cheapest", "lowest",
        "least", "one", "place",
    ]
    private static let besideOrdinals: Set<String> = [
        "and", "the", "what", "whats", "which", "is", "was", "about", "show", "me", "ok", "then", "how", "see", "tell",
    ]

    /// `and the second?`, `the third biggest one`.
    private static func place(_ words: [String]) -> FollowUpCommand? {
        let said = words.drop(while: besideOrdinals.contains)
        guard let first = said.first, let place = ordinals[first],
            said.dropFirst().allSatisfy({ superlatives.contains($0) || $0 == "was" || $0 == "is" })
        else { return nil }
        return .rank(place)
    }

    /// `and the 3 before`: as many rows again, further back.
    private static func before(_ words: [String]) -> FollowUpCommand? {
        let said = words.drop(while: besideOrdinals.contains)
        guard let first = said.first, let count = AmountWords.count(first), count > 0, said.count > 1,
            said.dropFirst().first == "before",
            said.dropFirst(2).allSatisfy({ ["that", "those", "them", "these"].contains($0) })
        else { return nil }
        return .more(count)
    }

    private static let besideCurrencies: Set<String> = [
        "and", "what", "is", "that", "it", "this", "how", "much", "convert", "show", "please", "me", "the", "would",
        "be", "was", "?", ".", ",", "can", "you", "those", "them", "only", "just",
    ]

    /// `in euros`, `convert it to $`.
    private static func currency(_ keys: [String], home: Currency) -> FollowUpCommand? {
        let said = keys.filter { !besideCurrencies.contains($0) }
        guard said.count == 2, ["in", "to", "into"].contains(said[0]) else { return nil }
        return (AmountWords.sign(said[1], home: home) ?? AmountWords.word(said[1], home: home)).map { .inCurrency($0) }
    }
}
