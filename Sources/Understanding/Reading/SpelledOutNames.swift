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
    private let taxonomy: Taxonomy
    /// What a few words by themselves name.
    private let read: (String) -> NameMatch?

    init(
        _ names: [NameMatch], keys: [String], times: [Range<Int>], taxonomy: Taxonomy,
        read: @escaping (String) -> NameMatch?
    ) {
        (self.names, self.keys, self.taxonomy, self.read) = (names, keys, taxonomy, read)
        timed = times.reduce(into: []) { $0.formUnion($1) }
        for place in keys.indices {
            switch keys[place] {
            case ":", "-", "–": settle(at: place)
            case "(": settle(at: place)
            case ",": settleParts(after: place)
            default: break
            }
        }
    }

    /// `how much did the dog cost last year, vet and food together`: the parts of a category that is named before a comma. A
    /// part by itself may say something else: the food is the dog's.
    private mutating func settleParts(after comma: Int) {
        guard let header = names.first(where: { $0.tokens.upperBound <= comma && $0.isCategory }),
            !names.contains(where: { $0 != header && $0.tokens.lowerBound < comma }),
            !keys[..<comma].contains(where: SpelledOutNames.comparing.contains)
        else { return }
        let parts = parts(in: comma + 1..<keys.count, of: header)
        guard parts.count > 1, parts.contains(where: { isPart($0.name, of: header) }),
            parts.allSatisfy({ isPart($0.name, of: header) || $0.isOfHeader || !$0.name.isCategory }),
            parts.count(where: { isPart($0.name, of: header) || $0.isOfHeader }) > 1
        else { return }
        take(parts.map(\.name), of: header)
    }

    /// The things that a stretch lists, between commas and small words.
    private func parts(in stretch: Range<Int>, of header: NameMatch) -> [(name: NameMatch, isOfHeader: Bool)] {
        var found: [(name: NameMatch, isOfHeader: Bool)] = []
        var place = stretch.lowerBound
        while place < stretch.upperBound {
            if SpelledOutNames.joints.contains(keys[place]) || timed.contains(place) {
                place += 1
                continue
            }
            let end =
                keys[place..<stretch.upperBound].firstIndex { SpelledOutNames.joints.contains($0) }
                ?? stretch.upperBound
            guard let part = part(in: place..<end, of: header) else { return [] }
            found.append(part)
            place = part.name.tokens.upperBound
        }
        return found
    }

    /// The longest stretch of words at the beginning that is a part: lists are written without commas, too.
    private func part(in words: Range<Int>, of header: NameMatch) -> (name: NameMatch, isOfHeader: Bool)? {
        for end in stride(from: words.upperBound, to: words.lowerBound, by: -1) {
            let stretch = words.lowerBound..<end
            if let whole = ofHeader(stretch, header) { return (whole, true) }
            if let own = names.first(where: { $0.tokens == stretch }) { return (own, false) }
        }
        return nil
    }

    /// What a part is called with its whole before it or behind it: `food` of the dog is `dog food`, `renters` of the
    /// insurance is `renters insurance`.
    private func ofHeader(_ words: Range<Int>, _ header: NameMatch) -> NameMatch? {
        guard words.count < 3, !words.overlaps(header.tokens) else { return nil }
        let (whole, part) = (keys[header.tokens.lowerBound], keys[words].joined(separator: " "))
        var wholes = [whole]
        if whole.hasSuffix("s") { wholes.append(String(whole.dropLast())) }
        // `the truck: repairs`
        if case .category(let ids) = header.kind, ids.contains("car_care"), whole != "car" { wholes.append("car") }
        for phrase in wholes.map({ $0 + " " + part }) + [part + " " + whole] {
            guard var name = read(phrase) else { continue }
            name.tokens = words
            return name
        }
        return nil
    }

    private func isPart(_ name: NameMatch, of header: NameMatch) -> Bool {
        guard case .category(let wider) = header.kind else { return false }
        guard case .category(let ids) = name.kind else { return false }
        return ids.allSatisfy { id in
            wider.contains(id) || taxonomy[id]?.parent.map(wider.contains) ?? false
        }
    }

    private mutating func take(_ parts: [NameMatch], of header: NameMatch) {
        names.removeAll { name in name == header || parts.contains { $0.tokens.overlaps(name.tokens) } }
        names += parts
        names.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
        explained.append(header.tokens)
    }

    private static let joints: Set<String> = [
        ",", "and", "&", "n", "nd", "+", "/", "plus", "together", "combined", "added", "up", "the", "all", "or", "?",
    ]
    /// Words behind which a comma parts two sides.
    private static let comparing: Set<String> = ["vs", "versus", "than", "compare", "compared", "which", "or"]

    private mutating func settle(at place: Int) {
        let isBracket = keys[place] == "("
        let end = keys[place...].firstIndex { isBracket ? $0 == ")" : ["?", ";", "("].contains($0) } ?? keys.count
        if !isBracket, let header = names.last(where: { $0.tokens.upperBound <= place && $0.isCategory }) {
            // `the car: gas, insurance, repairs`
            let parts = parts(in: place + 1..<end, of: header)
            let kept = parts.filter { $0.isOfHeader }
            if parts.count > 1, !kept.isEmpty {
                names.removeAll { name in kept.contains { $0.name.tokens.overlaps(name.tokens) } }
                names += kept.map(\.name)
                names.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
            }
        }
        let isDash = keys[place] == "-" || keys[place] == "–"
        let list = names.filter { place < $0.tokens.lowerBound && $0.tokens.upperBound <= end }
        if isDash {
            // A dash also joins words and days: only the parts of what is named before it are spelled out by it.
            let called = names.filter { $0.tokens.upperBound <= place && $0.isCategory }
            guard called.count == 1, list.count > 1, list.contains(where: { isPart($0, of: called[0]) }) else { return }
        }
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
    fileprivate var isCategory: Bool { if case .category = kind { true } else { false } }

    /// Whether it may be a word for several things: a category, words that name nothing, a name that was guessed at.
    fileprivate var isLoose: Bool {
        switch kind {
        case .category, .unknown: true
        case .merchant: note != nil
        case .account, .unknownAccount: false
        }
    }
}
