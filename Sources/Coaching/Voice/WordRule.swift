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

    /// - Returns: nil where the sentence may be shown.
    func breach(_ pieces: [Reference.Piece]) -> Breach? {
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
        return relation(read)
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
            if names.contains(phrase) { return (.unit(phrase, ["name"]), length) }
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
        if !classes.isDisjoint(with: ["talk", "function", "link", "bind"]) { return true }
        if classes.contains("yes"), sheet.answersYes == true { return true }
        if classes.contains("no"), sheet.answersYes == false { return true }
        guard let nearest = nearest(index, items) else { return false }
        return facts.contains { fact in
            (fact == nearest || fact.anchor == nearest.anchor) && !fact.topics.isDisjoint(with: classes)
        }
    }

    /// The fact that follows, or the last one before where none does.
    private func nearest(_ index: Int, _ items: [Item]) -> OfferedFact? {
        for item in items[index...] { if case .fact(let fact) = item { return fact } }
        for item in items[..<index].reversed() { if case .fact(let fact) = item { return fact } }
        return nil
    }

    // MARK: What words make of two facts

    /// Facts of different things are not set equal, and none is made a part of another.
    private func relation(_ items: [Item]) -> Breach? {
        var before: OfferedFact?
        var between: [Item] = []
        for item in items {
            guard case .fact(let fact) = item else {
                between.append(item)
                continue
            }
            if let before, before.anchor != fact.anchor, WordRule.relates(between, fact) {
                return Breach(
                    reason: "\(Reference.to(fact.key)) and \(Reference.to(before.key)) are of different things: "
                        + "do not join them by such words")
            }
            before = fact
            between = []
        }
        return nil
    }

    private static let pronouns: Set<String> = ["it", "that", "which", "this", "they", "these", "those"]
    private static let joins: Set<String> = ["and", "but", "while", "though", "although", "or", "whereas", "then"]

    /// Whether words between two facts say something of the one by the other.
    private static func relates(_ between: [Item], _ fact: OfferedFact) -> Bool {
        let pause = between.lastIndex { item in
            if case .unit(let words, _) = item { joins.contains(words) } else { item == .pause }
        }
        let clause = between[(pause.map { $0 + 1 } ?? 0)...]
        let units = clause.compactMap { if case .unit(let words, let classes) = $0 { (words, classes) } else { nil } }
        let pointsBack = units.first.map { unit in pronouns.contains(String(unit.0.prefix { $0.isLetter })) } ?? false
        let goesOn = pause == nil || pointsBack
        let relates = units.contains { !$0.1.isDisjoint(with: ["link", "bind"]) }
        switch fact.form {
        case .complement: return goesOn
        case .noun: return goesOn && relates
        case .clause: return pause == nil && relates
        }
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
