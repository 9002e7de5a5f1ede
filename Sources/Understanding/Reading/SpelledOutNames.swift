import Ledger

/// Names that a line spells out behind what it calls them together: `the kids: soccer, lunch, braces`, `dog food (Chewy and
/// Mud Bay)`. What is spelled out is meant, and the words before it say no more than that.
struct SpelledOutNames {
    /// The names that are meant.
    private(set) var names: [NameMatch]
    /// Words that the names spelled out explain.
    private(set) var explained: [Range<Int>] = []

    private let keys: [String]
    /// Tokens that say a time.
    private let timed: Set<Int>

    init(_ names: [NameMatch], keys: [String], times: [Range<Int>]) {
        (self.names, self.keys) = (names, keys)
        timed = times.reduce(into: []) { $0.formUnion($1) }
        for place in keys.indices where keys[place] == ":" || keys[place] == "(" { settle(at: place) }
    }

    private mutating func settle(at place: Int) {
        let isBracket = keys[place] == "("
        let end = keys[place...].firstIndex { isBracket ? $0 == ")" : ["?", ";", "("].contains($0) } ?? keys.count
        let list = names.filter { place < $0.tokens.lowerBound && $0.tokens.upperBound <= end }
        guard list.count > 1 || isBracket && list.count == 1,
            !timed.contains(where: { isBracket && (place..<end).contains($0) })
        else { return }
        // Behind a colon another question may follow: `movies: how many trips and what did they cost`.
        guard !keys[place..<end].contains(where: SpelledOutNames.asking.contains) else { return }
        let header = isBracket ? nounsBefore(place) : 0..<place
        let called = names.filter { header.contains($0.tokens.lowerBound) && $0.isLoose }
        // `Costco: gas, groceries` is of the one within the other.
        let isWithin = !isBracket && names.contains { header.contains($0.tokens.lowerBound) && !$0.isLoose }
        guard !isWithin, !called.isEmpty || isBracket else { return }
        names.removeAll(where: called.contains)
        if isBracket {
            explained += header.filter { !timed.contains($0) }.map { $0..<$0 + 1 }
        } else {
            explained += called.map(\.tokens)
        }
    }

    /// The words of one thing right before a place, with a time between them or without.
    private func nounsBefore(_ place: Int) -> Range<Int> {
        var start = place
        while start > 0, timed.contains(start - 1) { start -= 1 }
        let end = start
        while start > 0, !SpelledOutNames.openers.contains(keys[start - 1]), !timed.contains(start - 1) { start -= 1 }
        let run = start..<end
        // A verb among them belongs to the question.
        if let verb = run.last(where: { SpelledOutNames.verbs.contains(keys[$0]) }) { return verb + 1..<end }
        return run
    }

    private static let asking: Set<String> = [
        "how", "what", "whats", "which", "when", "who", "where", "why", "did", "is", "are",
    ]
    /// Words before which another thing ends.
    private static let openers: Set<String> = [
        "on", "at", "in", "from", "to", "with", "vs", "versus", ",", ";", ":", "than", "against", "plus", "minus",
        "less",
        "or", "without", "except", "much", "many", "what", "whats",
    ]
    private static let verbs: Set<String> = [
        "spend", "spent", "spending", "pay", "paid", "cost", "costs", "did", "do", "have", "has", "is", "are", "was",
        "were",
        "show", "list", "total", "add", "make", "made", "give", "i", "we", "me", "all", "everything",
    ]
}

extension NameMatch {
    /// Whether it may be a word for several things: a category, words that name nothing, a name that was guessed at.
    fileprivate var isLoose: Bool {
        switch kind {
        case .category, .unknown: true
        case .merchant: note != nil
        case .account, .unknownAccount: false
        }
    }
}
