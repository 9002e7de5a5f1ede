import Ledger
import Resources

/// The rules of `rag-index/grammar/phrases.tsv`, ready to be matched against a line.
///
/// The engine knows nothing of money: it finds every place where a phrase of the table stands, overlapping ones as well.
/// Which of them are meant is decided by `Cover`.
struct PhraseGrammar: Sendable {
    /// A part of a phrase.
    indirect enum Step: Sendable {
        case word(Int32)
        case slot(Slot)
        case choice([[Step]])
        case optional([Step])
    }

    enum Slot: String, Sendable {
        case unit, group, occasion, place
        case number = "n"
        case amount, name
        /// Any one word that says something.
        case word
        /// Nothing more but signs.
        case end
    }

    struct Rule: Sendable {
        let clause: Clause.Expression
        let steps: [Step]
        /// A line that the rule must read.
        let example: String
        let phrase: String
    }

    static let builtIn = PhraseGrammar(
        phrases: Resource.named("rag-index/grammar/phrases.tsv"), words: Resource.named("rag-index/grammar/words.tsv"),
        forms: Resource.named("rag-index/grammar/forms.tsv"))

    let rules: [Rule]
    /// The words that stand for units and groups.
    private let slotWords: [Slot: [Int32: [SlotWord]]]
    private var numbers: [String: Int32]
    /// The rules that can begin with a word, and those that begin with a slot.
    private let byWord: [Int32: [Int32]]
    private let bySlot: [(slot: Slot, rule: Int32)]

    struct SlotWord: Sendable {
        let words: [Int32]
        let value: String
    }

    init(phrases: Resource, words: Resource, forms: Resource) {
        var builder = Builder(forms: forms)
        var rules: [Rule] = []
        var slotWords: [Slot: [Int32: [SlotWord]]] = [:]
        for row in words.tableRows {
            guard let slot = Slot(rawValue: row[0]) else { continue }
            for text in row[2].split(separator: "|") {
                let numbers = text.split(separator: " ").map { builder.number(of: String($0)) }
                slotWords[slot, default: [:]][numbers[0], default: []].append(SlotWord(words: numbers, value: row[1]))
            }
        }
        for row in phrases.tableRows {
            rules.append(
                Rule(
                    clause: Clause.Expression(row[0]), steps: builder.steps(of: row[1]), example: row[2],
                    phrase: row[1]))
        }
        self.rules = rules
        self.slotWords = slotWords
        numbers = builder.numbers
        var byWord: [Int32: [Int32]] = [:]
        var bySlot: [(slot: Slot, rule: Int32)] = []
        for (index, rule) in rules.enumerated() {
            let first = Builder.beginnings(of: rule.steps)
            for word in first.words { byWord[word, default: []].append(Int32(index)) }
            for slot in first.slots { bySlot.append((slot, Int32(index))) }
        }
        (self.byWord, self.bySlot) = (byWord, bySlot)
    }

    /// Whether some phrase or slot uses the word.
    func knows(_ word: String) -> Bool { numbers[word] != nil }

    /// Whether the word is one that things are counted or grouped by.
    func namesUnit(_ word: String) -> Bool { numbers[word].map { slotWords[.unit]?[$0] != nil } ?? false }

    /// Whether the word is one occasion of what its category is: `lunch`, `haircut`.
    func namesOccasion(_ words: ArraySlice<String>) -> Bool {
        guard let last = words.last, !last.hasSuffix("s") else { return false }
        return words.indices.contains { start in
            let said = words[start...].map { numbers[$0] ?? -1 }
            return slotWords[.occasion]?[said[0]]?.contains { $0.words == said } ?? false
        }
    }

    /// Whether the words are a kind of place where one buys: `restaurants`, `gas station`.
    func namesPlace(_ words: ArraySlice<String>) -> Bool {
        let said = words.map { numbers[$0] ?? -1 }
        return said.first.map { slotWords[.place]?[$0]?.contains { $0.words == said } ?? false } ?? false
    }

    /// Every clause that some phrase reads, wherever it stands.
    func clauses(in keys: [String], amounts: [AmountExpression], names: [Range<Int>]) -> [(
        clause: Clause, tokens: Range<Int>, rule: Int
    )] {
        let line = Line(words: keys.map { numbers[$0] ?? -1 }, keys: keys, amounts: amounts, names: names)
        var found: [(clause: Clause, tokens: Range<Int>, rule: Int)] = []
        for start in keys.indices {
            var candidates = byWord[line.words[start]] ?? []
            for (slot, rule) in bySlot where isSlot(slot, line, start) && !candidates.contains(rule) {
                candidates.append(rule)
            }
            for index in candidates {
                let rule = rules[Int(index)]
                match(rule.steps[...], line, start, Clause.Captures()) { end, captures in
                    guard end > start, let clause = Clause(rule.clause, captures) else { return }
                    found.append((clause, start..<end, Int(index)))
                }
            }
        }
        return found
    }

    private struct Line {
        let words: [Int32]
        let keys: [String]
        let amounts: [AmountExpression]
        let names: [Range<Int>]
    }

    private func isSlot(_ slot: Slot, _ line: Line, _ place: Int) -> Bool {
        switch slot {
        case .unit, .group, .occasion, .place: slotWords[slot]?[line.words[place]] != nil
        case .name: line.names.contains { $0.lowerBound == place }
        case .word:
            line.keys[place].first?.isLetter ?? false && !GrammarWords.builtIn[.filler].contains(line.keys[place])
                && !namesUnit(line.keys[place])
        case .end: false
        case .number: AmountWords.count(line.keys[place]) != nil
        case .amount: line.amounts.contains { $0.tokens.lowerBound == place }
        }
    }

    private func match(
        _ steps: ArraySlice<Step>, _ line: Line, _ place: Int, _ captures: Clause.Captures,
        _ take: (Int, Clause.Captures) -> Void
    ) {
        guard let step = steps.first else { return take(place, captures) }
        let rest = steps.dropFirst()
        switch step {
        case .word(let word):
            if place < line.words.count, line.words[place] == word { match(rest, line, place + 1, captures, take) }
        case .optional(let inner):
            match(rest, line, place, captures, take)
            match(inner[...] + rest, line, place, captures, take)
        case .choice(let options):
            for option in options { match(option[...] + rest, line, place, captures, take) }
        case .slot(.end):
            if line.keys[place...].allSatisfy({ $0.allSatisfy { !$0.isLetter && !$0.isNumber } }) {
                match(rest, line, place, captures, take)
            }
        case .slot(let slot):
            guard place < line.words.count else { return }
            for (length, filled) in values(slot, line, place, captures) {
                match(rest, line, place + length, filled, take)
            }
        }
    }

    private func values(
        _ slot: Slot, _ line: Line, _ place: Int, _ captures: Clause.Captures
    ) -> [(length: Int, captures: Clause.Captures)] {
        var filled = captures
        switch slot {
        case .number:
            guard let number = AmountWords.count(line.keys[place]), number > 0 else { return [] }
            filled.number = number
            return [(1, filled)]
        case .amount:
            return line.amounts.filter { $0.tokens.lowerBound == place }.map {
                filled.amount = $0
                return ($0.tokens.count, filled)
            }
        case .word: return isSlot(slot, line, place) ? [(1, captures)] : []
        case .end: return []
        case .name:
            return line.names.filter { $0.lowerBound == place }.map { ($0.count, captures) }
        case .unit, .group, .occasion, .place:
            var out: [(length: Int, captures: Clause.Captures)] = []
            for entry in slotWords[slot]?[line.words[place]] ?? []
            where line.words[place...].starts(with: entry.words) {
                if slot == .unit { filled.unit = Ask.Unit(rawValue: entry.value) }
                if slot == .group { filled.group = Ask.Grouping(rawValue: entry.value) }
                out.append((entry.words.count, filled))
            }
            return out
        }
    }
}

extension PhraseGrammar {
    /// Makes steps of the text of phrases.
    private struct Builder {
        var numbers: [String: Int32] = [:]
        private var forms: [String: [String]] = [:]

        init(forms: Resource) {
            for row in forms.tableRows { self.forms[row[0]] = row[1].split(separator: "|").map(String.init) }
        }

        mutating func number(of word: String) -> Int32 {
            if let number = numbers[word] { return number }
            let number = Int32(numbers.count)
            numbers[word] = number
            return number
        }

        /// - Precondition: brackets and parentheses are balanced.
        mutating func steps(of phrase: String) -> [Step] {
            var rest = Array(phrase.unicodeScalars)[...]
            let options = choices(&rest)
            precondition(rest.isEmpty, "unbalanced phrase: \(phrase)")
            return options.count == 1 ? options[0] : [.choice(options)]
        }

        /// Sequences separated by `|`, up to a closing bracket.
        private mutating func choices(_ rest: inout ArraySlice<UnicodeScalar>) -> [[Step]] {
            var options: [[Step]] = [[]]
            while let next = rest.first, next != ")", next != "]" {
                switch next {
                case " ": rest.removeFirst()
                case "|":
                    rest.removeFirst()
                    options.append([])
                case "(", "[":
                    rest.removeFirst()
                    let inner = choices(&rest)
                    rest = rest.dropFirst()
                    let step: [Step] = inner.count == 1 ? inner[0] : [.choice(inner)]
                    options[options.count - 1] += next == "[" ? [.optional(step)] : step
                default:
                    let end = rest.firstIndex { " |()[]".unicodeScalars.contains($0) } ?? rest.endIndex
                    options[options.count - 1].append(step(String(String.UnicodeScalarView(rest[..<end]))))
                    rest = rest[end...]
                }
            }
            return options
        }

        private mutating func step(_ word: String) -> Step {
            if word.hasPrefix("{"), let slot = Slot(rawValue: String(word.dropFirst().dropLast())) {
                return .slot(slot)
            }
            guard word.hasPrefix("~") else { return .word(number(of: word)) }
            let lemma = String(word.dropFirst())
            return .choice(([lemma] + (forms[lemma] ?? [])).map { [.word(number(of: $0))] })
        }

        /// What a sequence can begin with.
        static func beginnings(of steps: [Step]) -> (words: Set<Int32>, slots: Set<Slot>) {
            var words: Set<Int32> = []
            var slots: Set<Slot> = []
            _ = collect(steps, &words, &slots)
            return (words, slots)
        }

        /// - Returns: whether the sequence may be empty.
        private static func collect(_ steps: [Step], _ words: inout Set<Int32>, _ slots: inout Set<Slot>) -> Bool {
            for step in steps {
                switch step {
                case .word(let word):
                    words.insert(word)
                    return false
                case .slot(let slot):
                    slots.insert(slot)
                    return false
                case .optional(let inner): _ = collect(inner, &words, &slots)
                case .choice(let options):
                    var mayBeEmpty = false
                    for option in options where collect(option, &words, &slots) { mayBeEmpty = true }
                    if !mayBeEmpty { return false }
                }
            }
            return true
        }
    }
}
