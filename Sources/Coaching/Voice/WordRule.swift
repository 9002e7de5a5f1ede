import Ledger

/// The rule for a model's own words: only what the lexicon holds may stand around references, and of that only what the
/// facts of the sentence carry.
struct WordRule {
    let sheet: FactSheet
    let lexicon: VoiceLexicon

    init(_ sheet: FactSheet, lexicon: VoiceLexicon = .builtIn) {
        self.sheet = sheet
        self.lexicon = lexicon
    }

    /// Why a sentence is not shown, as a model is told it.
    struct Breach: Hashable {
        let reason: String
    }

    /// A sentence cut into what is judged.
    enum Item: Hashable {
        case word(String)
        /// Words that were found to be allowed, with their classes.
        case unit(String, Set<String>)
        /// A comma or the like, behind which a new thought begins.
        case pause
        case fact(OfferedFact)
    }

    // MARK: The rule

    /// - Parameter before: the last fact that was said.
    /// - Returns: nil where the sentence may be shown.
    func breach(_ pieces: [Reference.Piece], after before: OfferedFact? = nil) -> Breach? {
        if let breach = symbols(pieces) { return breach }
        let facts = pieces.compactMap { if case .key(let key) = $0 { sheet[key] } else { nil } }
        let names = WordRule.sharedNames(facts)
        let items = items(pieces)
        var read: [Item] = []
        var index = 0
        while index < items.count {
            guard case .word(let word) = items[index] else {
                read.append(items[index])
                index += 1
                continue
            }
            guard let (unit, length) = unit(at: index, items, facts, names) else {
                let isKnown = lexicon[word] != nil
                return Breach(
                    reason: isKnown
                        ? "“\(word)” says something that no fact beside it says"
                        : "“\(word)” is not among the words you may use: leave it out or point at a fact")
            }
            read.append(unit)
            index += length
        }
        return relation(read, after: before)
    }

    /// The longest run of words from here on that may stand together.
    private func unit(
        at index: Int, _ items: [Item], _ facts: [OfferedFact], _ names: Set<String>
    ) -> (Item, length: Int)? {
        let run = items[index...].prefix(max(lexicon.longest, WordRule.longestName))
            .prefix { if case .word = $0 { true } else { false } }
        let words = run.compactMap { if case .word(let word) = $0 { word } else { nil } }
        for length in (1...words.count).reversed() {
            let phrase = words[..<length].joined(separator: " ")
            let isName = names.contains(phrase) || nearest(index, items)?.names.contains(phrase) ?? false
            if isName { return (.unit(phrase, ["name"]), length) }
            if let classes = lexicon[phrase], isAllowed(classes, at: index, items, facts) {
                return (.unit(phrase, classes), length)
            }
        }
        return nil
    }

    /// Words of a name that is looked for as a whole.
    private static let longestName = 6

    /// What a sentence may not hold whatever it says.
    private func symbols(_ pieces: [Reference.Piece]) -> Breach? {
        for piece in pieces {
            switch piece {
            case .key(let key) where sheet[key] == nil:
                return Breach(reason: "there is no fact \(Reference.to(DataText.line(key)))")
            case .key: continue
            case .words(let words):
                if let digit = words.first(where: { $0.isNumber }) {
                    return Breach(reason: "“\(digit)” is a figure of your own: use only references")
                }
                if words.contains("?"), pieces.contains(where: { if case .key = $0 { true } else { false } }) {
                    return Breach(reason: "a question puts a fact in doubt")
                }
                if let sign = words.first(where: { !WordRule.isPlain($0) }) {
                    return Breach(reason: "“\(sign)” may not stand in a reply")
                }
            }
        }
        return nil
    }

    private static let punctuation: Set<Character> = [
        ".", ",", ";", ":", "!", "?", "(", ")", "-", "–", "—", "'", "\"", "“", "”", "‘", "’", "…", "*", "_",
    ]

    private static func isPlain(_ sign: Character) -> Bool {
        sign.isLetter || sign.isWhitespace || punctuation.contains(sign)
    }

    /// Whether some class may stand anywhere, or a fact beside it carries one.
    private func isAllowed(
        _ classes: Set<String>, at index: Int, _ items: [Item], _ facts: [OfferedFact]
    ) -> Bool {
        if !classes.isDisjoint(with: ["talk", "function", "link", "bind", "back"]) { return true }
        if classes.contains("yes"), sheet.answersYes == true { return true }
        if classes.contains("no"), sheet.answersYes == false { return true }
        guard let nearest = nearest(index, items) else { return false }
        return facts.contains { fact in
            (fact == nearest || fact.anchor == nearest.anchor) && !fact.topics.isDisjoint(with: classes)
        }
    }

    /// The fact that words belong to: the one they stand right behind, else the one that follows, else the last one.
    private func nearest(_ index: Int, _ items: [Item]) -> OfferedFact? {
        for item in items[..<index].reversed() {
            if case .fact(let fact) = item { return fact }
            if WordRule.ends(item) { break }
        }
        for item in items[index...] { if case .fact(let fact) = item { return fact } }
        for item in items[..<index].reversed() { if case .fact(let fact) = item { return fact } }
        return nil
    }

    /// Whether a new thought begins behind it.
    private static func ends(_ item: Item) -> Bool {
        switch item {
        case .pause: true
        case .word(let word), .unit(let word, _): joins.contains(word) || ["with", "or", "which"].contains(word)
        case .fact: false
        }
    }

    // MARK: What words make of two facts

    /// Facts of different things are not set equal, and none is made a part of another.
    private func relation(_ items: [Item], after earlier: OfferedFact?) -> Breach? {
        var before = earlier
        var isInSentence = false
        var between: [Item] = []
        for item in items {
            guard case .fact(let fact) = item else {
                between.append(item)
                continue
            }
            let isOther = before.map { $0.about != fact.anchor } ?? false
            let isJoined = isInSentence ? WordRule.relates(between, fact) : WordRule.pointsBack(between, fact)
            if let before, isOther && isJoined || isInSentence && WordRule.places(between, fact) {
                return Breach(
                    reason: "\(Reference.to(fact.key)) and \(Reference.to(before.key)) are of different things: "
                        + "do not join them by such words")
            }
            (before, isInSentence, between) = (fact, true, [])
        }
        let anchors = Set(items.compactMap { if case .fact(let fact) = $0 { fact.anchor } else { nil } })
        if anchors.count > 1, items.contains(where: { WordRule.has($0, "back") }) {
            return Breach(reason: "it is not clear which fact the words point back at: make two sentences")
        }
        return nil
    }

    private static let pronouns: Set<String> = ["it", "that", "which", "this", "they", "these", "those"]
    private static let joins: Set<String> = ["and", "but", "while", "though", "although", "whereas", "then"]

    private static func has(_ item: Item, _ names: String...) -> Bool {
        if case .unit(_, let classes) = item { !classes.isDisjoint(with: names) } else { false }
    }

    /// The words from the last pause or joining word on.
    private static func clause(_ items: [Item]) -> (units: [(text: String, item: Item)], isPaused: Bool) {
        let pause = items.lastIndex { item in
            if case .unit(let words, _) = item { joins.contains(words) } else { item == .pause }
        }
        let units = items[(pause.map { $0 + 1 } ?? 0)...].compactMap { item -> (String, Item)? in
            if case .unit(let words, _) = item { (words, item) } else { nil }
        }
        return (units, pause != nil)
    }

    /// Whether they say something of what was said before by a pronoun.
    private static func pointsBack(_ units: [(text: String, item: Item)]) -> Bool {
        func isPronoun(_ text: String) -> Bool { pronouns.contains(String(text.prefix { $0.isLetter })) }
        if units.first.map({ isPronoun($0.text) }) ?? false { return true }
        return units.contains { isPronoun($0.text) } && units.contains { has($0.item, "link") }
    }

    /// Whether words between two facts of a sentence say something of the one by the other.
    private static func relates(_ between: [Item], _ fact: OfferedFact) -> Bool {
        let (units, isPaused) = clause(between)
        let relates = units.contains { has($0.item, "link", "bind") }
        switch fact.form {
        case .complement: return !isPaused || units.isEmpty || pointsBack(units)
        case .noun:
            return !isPaused && relates || pointsBack(units) || units.contains { has($0.item, "back") }
        case .clause: return !isPaused && relates
        }
    }

    /// Whether an amount is put where a place belongs: `[[groceries]] at [[trader]]`.
    private static func places(_ between: [Item], _ fact: OfferedFact) -> Bool {
        guard fact.form == .noun, let last = clause(between).units.last else { return false }
        return ["at", "on", "in", "into", "within"].contains(last.text)
    }

    /// Whether a sentence's words up to its first fact say something of the fact before by it.
    private static func pointsBack(_ words: [Item], _ fact: OfferedFact) -> Bool {
        if words.contains(where: { has($0, "back") }) { return true }
        let (units, _) = clause(words)
        return fact.form == .noun && pointsBack(units)
            && units.contains { has($0.item, "link", "spending", "holding") }
    }

    // MARK: Reading

    private func items(_ pieces: [Reference.Piece]) -> [Item] {
        pieces.flatMap { piece -> [Item] in
            switch piece {
            case .key(let key): return sheet[key].map { [.fact($0)] } ?? []
            case .words(let text):
                return Array(WordRule.parts(text).map { WordRule.words($0).map(Item.word) }.joined(separator: [.pause]))
            }
        }
    }

    /// The names that every fact of a sentence with names has: what is said of one is then said of all.
    private static func sharedNames(_ facts: [OfferedFact]) -> Set<String> {
        let named = facts.map(\.names).filter { !$0.isEmpty }
        guard var shared = named.first else { return [] }
        for names in named.dropFirst() { shared.formIntersection(names) }
        return shared
    }

    /// What stands between the signs that make a pause.
    private static func parts(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { ",;:()–—!.…".contains($0) }
    }

    /// The words of a text in small letters; apostrophes are straight and part of a word, as are hyphens within one.
    static func words(_ text: some StringProtocol) -> [String] {
        var words: [String] = []
        var word = ""
        for character in text.lowercased() {
            switch character {
            case "’", "'", "‘": if !word.isEmpty { word.append("'") }
            case "-", "&": if !word.isEmpty { word.append(character) }
            case _ where character.isLetter || character.isNumber: word.append(character)
            default:
                if !word.isEmpty { words.append(trimmed(word)) }
                word = ""
            }
        }
        if !word.isEmpty { words.append(trimmed(word)) }
        return words.filter { !$0.isEmpty }
    }

    private static func trimmed(_ word: String) -> String {
        var word = Substring(word)
        while let last = word.last, "'-&".contains(last) { word.removeLast() }
        return String(word)
    }
}
