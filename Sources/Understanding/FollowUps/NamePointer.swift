import Ledger

/// Finds the words of a line that stand for a merchant, category or account of the last answer: `there`, `that store`,
/// `the second one`, `the cheaper one`.
struct NamePointer {
    private let keys: [String]
    private let shown: Shown
    private let taxonomy: Taxonomy

    /// - Parameter tokens: of the line, as they were written.
    init(_ tokens: [Token], shown: Shown, taxonomy: Taxonomy) {
        keys = tokens.map(\.key)
        self.shown = shown
        self.taxonomy = taxonomy
    }

    /// The name they mean; nil where nothing points, or there is nothing to point at.
    var match: NameMatch? {
        guard keys.count <= 16, shown.merchant != nil || !shown.keys.isEmpty else { return nil }
        for place in keys.indices {
            if let found = there(place) ?? them(place) ?? repeated(place) ?? noun(place) ?? ranked(place) {
                return found
            }
        }
        return nil
    }

    private func key(_ place: Int) -> String { keys.indices.contains(place) ? keys[place] : "" }

    /// What is talked about: the one row's merchant, or the group that was named first.
    private func only(_ tokens: Range<Int>) -> NameMatch? {
        if let merchant = shown.merchant { return NameMatch(kind: .merchant([merchant]), tokens: tokens) }
        guard let kind = name(shown.first) else { return nil }
        return NameMatch(kind: kind, tokens: tokens)
    }

    private func name(_ group: String?) -> NameMatch.Kind? {
        guard let group else { return nil }
        switch shown.grouping {
        case .category: return taxonomy[group] == nil ? nil : .category([group])
        case .merchant: return .merchant([group])
        case .account: return .account([group])
        default: return nil
        }
    }

    private static let existing: Set<String> = [
        "is", "are", "was", "were", "be", "been", "isnt", "arent", "wasnt", "werent", "a", "an", "any", "hi", "hello",
        "will", "would",
    ]

    private static let going: Set<String> = ["i", "we", "ive", "weve", "have", "ever", "last", "she", "he", "had"]

    /// `how often did I go there`, but not `were there any`.
    private func there(_ place: Int) -> NameMatch? {
        // `how often have we been there`
        let isVisit = key(place - 1) == "been" && NamePointer.going.contains(key(place - 2))
        guard key(place) == "there", shown.merchant != nil || [.merchant, .account].contains(shown.grouping),
            isVisit || !NamePointer.existing.contains(key(place - 1)), !NamePointer.existing.contains(key(place + 1))
        else { return nil }
        return only(place..<place + 1)
    }

    /// `how much have I paid them` after one purchase or one merchant, `everything from them`.
    private func them(_ place: Int) -> NameMatch? {
        guard key(place) == "them", ["pay", "paid", "from", "at", "owe"].contains(key(place - 1)),
            shown.merchant != nil && !shown.isRepeated || shown.grouping == .merchant && shown.keys.count == 1
        else { return nil }
        return only(place..<place + 1)
    }

    private static let beforeRepeated: Set<String> = ["for", "on", "to", "with", "had"]

    /// `how much have I paid for it so far` after one payment that recurs.
    private func repeated(_ place: Int) -> NameMatch? {
        let isMeant = ["it", "them"].contains(key(place)) || key(place) == "that" && key(place + 1) == "one"
        guard shown.isRepeated, isMeant, NamePointer.beforeRepeated.contains(key(place - 1)) else { return nil }
        return only(place..<place + (key(place) == "that" ? 2 : 1))
    }

    private static let visits: Set<String> = [
        "spend", "spent", "go", "gone", "went", "been", "buy", "bought", "shop", "shopped", "eat", "ate", "eaten",
        "pay", "paid", "had", "visit", "visited", "order", "ordered", "money", "purchases", "transactions", "charges",
        "refund", "refunds", "returns",
    ]

    /// The word that points at a place or payment that was not named.
    ///
    /// - Parameters:
    ///   - afterStreams: whether payments were listed, of which `it` may be any.
    ///   - isFirst: whether nothing was asked before, so that nothing can be meant.
    static func dangling(_ tokens: [Token], afterStreams: Bool, isFirst: Bool) -> String? {
        guard tokens.count <= 16 else { return nil }
        let words = tokens.filter { $0.form != .sign }.map(\.key)
        if isFirst, let place = words.firstIndex(where: pronouns.contains), place > 0,
            place == words.count - 1 && beforePronoun.contains(words[place - 1])
                || place == words.count - 3 && words[place + 1] == "last" && words[place + 2] == "time"
                || place == words.count - 2 && ["cost", "costs"].contains(words[place + 1])
        {
            return words[place]
        }
        for place in tokens.indices.dropFirst() {
            let (word, before) = (tokens[place].key, tokens[place - 1].key)
            if word == "there", visits.contains(before) { return "there" }
            if afterStreams, word == "one", ["that", "this"].contains(before) { return "\(before) one" }
            if let noun = nouns[.merchant], noun.contains(word), ["that", "this"].contains(before), place > 1,
                ["at", "from", "to", "in"].contains(tokens[place - 2].key)
            {
                return "\(before) \(word)"
            }
            if afterStreams, word == "it", beforeRepeated.contains(before),
                tokens.contains(where: { visits.contains($0.key) })
            {
                return "it"
            }
        }
        return nil
    }

    private static let pronouns: Set<String> = ["it", "them", "those"]
    private static let beforePronoun: Set<String> = [
        "for", "on", "to", "with", "of", "was", "is", "were", "are", "about",
    ]

    private static let nouns: [Query.Grouping: Set<String>] = [
        .merchant: [
            "store", "place", "shop", "merchant", "company", "restaurant", "cafe", "vendor", "payee", "retailer",
        ],
        .category: ["category", "kind", "area", "type"],
        .account: ["card", "account"],
    ]

    /// The grouping whose groups a noun calls; nil for other words.
    private func called(_ place: Int) -> Query.Grouping? {
        NamePointer.nouns.first { $0.value.contains(key(place)) }?.key
    }

    private var held: Query.Grouping? { shown.merchant != nil ? .merchant : shown.grouping }

    /// `that store`, `the same category`.
    private func noun(_ place: Int) -> NameMatch? {
        guard ["that", "this", "same"].contains(key(place)), let unit = called(place + 1), unit == held else {
            return nil
        }
        return only(place..<place + 2)
    }

    static let ordinals: [String: Int] = {
        var table = ["2nd": 2, "3rd": 3]
        let names = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
        for (offset, name) in names.enumerated() { table[name] = offset + 2 }
        for number in 4...20 { table["\(number)th"] = number }
        return table
    }()
    private static let places: [String: Int] = {
        var table = NamePointer.ordinals
        for word in ["first", "1st", "top"] { table[word] = 1 }
        return table
    }()
    private static let more: Set<String> = [
        "bigger", "larger", "higher", "pricier", "dearer", "costlier", "greater",
    ]
    private static let most: Set<String> = ["biggest", "largest", "highest"]
    private static let less: Set<String> = ["smaller", "lower", "cheaper", "lesser"]
    /// What a place or comparison is of, where it is no `first purchase` or `second half`.
    private static let ones: Set<String> = ["one", "ones", "", "?", ".", "!", ",", "is", "was"]

    /// `the first one`, `the second store`, `number 3`, `the cheaper one`.
    private func ranked(_ place: Int) -> NameMatch? {
        guard shown.keys.count > 1, keys.allSatisfy({ !["only", "just", "time"].contains($0) }) else { return nil }
        var (rank, end) = (0, place + 1)
        if ["number", "no", "#"].contains(key(place)), let count = AmountWords.count(key(place + 1)) {
            (rank, end) = (count, place + 2)
        } else if let said = NamePointer.places[key(place)] {
            rank = said
        } else if NamePointer.most.contains(key(place)), key(place + 1) == "one", shown.first == shown.keys.first {
            rank = 1
        } else if shown.keys.count == 2, NamePointer.more.contains(key(place)) {
            rank = 1
        } else if shown.keys.count == 2, NamePointer.less.contains(key(place)) {
            rank = 2
        }
        // `first` alone may be the first row.
        guard rank > 0, rank <= shown.keys.count, end < keys.count || key(place - 1) == "the" || end - place > 1 else {
            return nil
        }
        let isNoun = called(end).map { $0 == shown.grouping } ?? false
        guard isNoun || NamePointer.ones.contains(key(end)), isNoun || key(place) != "top" || key(end) == "one" else {
            return nil
        }
        if isNoun || ["one", "ones"].contains(key(end)) { end += 1 }
        guard let kind = name(shown.keys[rank - 1]) else { return nil }
        let start = key(place - 1) == "the" ? place - 1 : place
        return NameMatch(kind: kind, tokens: start..<end)
    }
}
