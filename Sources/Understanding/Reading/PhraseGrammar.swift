import Ledger
import Resources
import Synchronization

/// The rules of `rag-index/grammar/phrases.tsv`, ready to be matched against a line.
///
/// The engine knows nothing of money: it finds every place where a phrase of the table stands, overlapping ones as well.
/// Which of them are meant is decided by `Cover`.
///
/// Phrases are kept as nodes, each of which knows the one that comes after it. They are made from the bytes of the table at
/// every start, so that nothing of it becomes a text. A class, since lines are held against it all the time and copies of its
/// lists would take longer than that.
final class PhraseGrammar: Sendable {
    enum Slot: Int32, Sendable {
        case unit, group, occasion, place, number, amount, name
        /// Any one word that says something.
        case word
        /// Nothing more but signs.
        case end

        /// As they are written in the tables.
        fileprivate static let names = [
            "unit", "group", "occasion", "place", "n", "amount", "name", "word", "end",
        ]

        fileprivate init?(name: String) {
            guard let code = Slot.names.firstIndex(of: name) else { return nil }
            self.init(rawValue: Int32(code))
        }

        fileprivate var bit: UInt16 { 1 << UInt16(rawValue) }
    }

    struct Rule: Sendable {
        /// Where in the table it is said what it concludes.
        fileprivate let conclusion: Range<Int>
        /// The node that its phrase begins with.
        fileprivate let start: Int32
        /// Where the phrase and the example are in the table.
        fileprivate let text: Range<Int>
        fileprivate let table: Resource

        private var fields: [String] { table.text(text).split(separator: "\t").map(String.init) }
        var phrase: String { fields.first ?? "" }
        /// A line that the rule must read.
        var example: String { fields.dropFirst().first ?? "" }
    }

    /// What has to stand at one point of a phrase.
    fileprivate struct Node: Sendable {
        enum Kind: UInt8 {
            /// Nothing more: the phrase ends.
            case done
            /// A word: its number.
            case word
            /// Any form of a word: where its forms begin in `forms`.
            case form
            /// A slot: its raw value.
            case slot
            /// Either of two ways to go on: the second one's node.
            case fork
        }

        let kind: Kind
        let value: Int32
        let next: Int32
    }

    /// Words that stand for a unit, a group, an occasion or a place.
    fileprivate struct SlotWord: Sendable {
        let slot: Slot
        /// Where its words are in `slotWords`.
        let words: Range<Int>
        let unit: Ask.Unit?
        let group: Ask.Grouping?
        /// The one put in before it that begins with the same word, -1 for none.
        let before: Int32
    }

    static let builtIn = PhraseGrammar(
        phrases: Resource.named("rag-index/grammar/phrases.tsv"), words: Resource.named("rag-index/grammar/words.tsv"),
        forms: Resource.named("rag-index/grammar/forms.tsv"))

    let rules: [Rule]
    private let nodes: [Node]
    private let numbers: WordNumbers
    /// The forms of each word that stands for all of them, `Builder.endOfForms` behind each list.
    private let forms: [Int32]
    private let slots: [SlotWord]
    private let slotWords: [Int32]
    /// The entry of `slots` put in last for each word, -1 for none.
    private let slotOfWord: [Int32]
    /// The rules that can begin with each word: the first of `beginnings`, -1 for none.
    private let beginningOfWord: [Int32]
    private let beginnings: [(rule: Int32, next: Int32)]
    /// The rules that can begin with a slot.
    private let bySlot: [(slot: UInt16, rule: Int32)]
    /// What rules conclude, of those that a line was ever read with.
    private let expressions: Mutex<[Clause.Expression?]>

    init(phrases: Resource, words: Resource, forms: Resource) {
        var builder = Builder(phrases, forms)
        words.eachRow { slot, rest in builder.addSlotWords(words, slot, rest) }
        phrases.eachRow { clause, rest in builder.addRule(clause, rest) }
        rules = builder.rules
        expressions = Mutex(Array(repeating: nil, count: builder.rules.count))
        (nodes, numbers, self.forms) = (builder.nodes, builder.numbers, builder.formWords)
        (slots, slotWords) = (builder.slots, builder.slotWords)
        slotOfWord = builder.slotOfWord + [Int32](repeating: -1, count: numbers.count - builder.slotOfWord.count)
        let first = builder.beginnings()
        (beginningOfWord, beginnings, bySlot) = (first.heads, first.entries, first.bySlot)
    }

    /// What a rule concludes.
    func expression(of rule: Int) -> Clause.Expression {
        expressions.withLock { known in
            if let expression = known[rule] { return expression }
            let expression = Clause.Expression(rules[rule].table.text(rules[rule].conclusion))
            known[rule] = expression
            return expression
        }
    }

    /// Whether some phrase or slot uses the word.
    func knows(_ word: String) -> Bool { numbers.number(of: word) != nil }

    /// Whether the word is one that things are counted or grouped by.
    func namesUnit(_ word: String) -> Bool {
        numbers.number(of: word).map { number in entries(of: number).contains { $0.slot == .unit } } ?? false
    }

    /// Whether the word is one occasion of what its category is: `lunch`, `haircut`.
    func namesOccasion(_ words: ArraySlice<String>) -> Bool {
        guard let last = words.last, !last.hasSuffix("s") else { return false }
        return words.indices.contains { isEntry(.occasion, words[$0...]) }
    }

    /// Whether the words are a kind of place where one buys: `restaurants`, `gas station`.
    /// Whether the last of them do: `sit down restaurants`.
    func namesPlace(_ words: ArraySlice<String>) -> Bool {
        words.indices.contains { isEntry(.place, words[$0...]) }
    }

    private func isEntry(_ slot: Slot, _ words: ArraySlice<String>) -> Bool {
        let said = words.map { numbers.number(of: $0) ?? -1 }
        guard let first = said.first else { return false }
        return entries(of: first).contains { $0.slot == slot && slotWords[$0.words].elementsEqual(said) }
    }

    /// What begins with a word, in the order of the table.
    private func entries(of word: Int32) -> [SlotWord] {
        var found: [SlotWord] = []
        var next = word >= 0 ? slotOfWord[Int(word)] : -1
        while next >= 0 {
            found.append(slots[Int(next)])
            next = slots[Int(next)].before
        }
        return found.reversed()
    }

    // MARK: Matching

    /// Every clause that some phrase reads, wherever it stands.
    func clauses(in keys: [String], amounts: [AmountExpression], names: [Range<Int>]) -> [(
        clause: Clause, tokens: Range<Int>, rule: Int
    )] {
        let line = Line(self, keys, amounts, names)
        var found: [(clause: Clause, tokens: Range<Int>, rule: Int)] = []
        var candidates: [Int32] = []
        for start in keys.indices {
            candidates.removeAll(keepingCapacity: true)
            let word = line.words[start]
            var next = word >= 0 ? beginningOfWord[Int(word)] : -1
            while next >= 0 {
                candidates.append(beginnings[Int(next)].rule)
                next = beginnings[Int(next)].next
            }
            let open = line.slots[start]
            for (slot, rule) in bySlot where open & slot != 0 && !candidates.contains(rule) { candidates.append(rule) }
            for index in candidates {
                let rule = Int(index)
                match(rules[rule].start, line, start, Clause.Captures()) { end, captures in
                    guard end > start, let clause = Clause(expression(of: rule), captures) else { return }
                    found.append((clause, start..<end, rule))
                }
            }
        }
        return found
    }

    /// A line as phrases are held against it; an object for the same reason.
    private final class Line {
        /// The number of each word, -1 where no phrase has it.
        let words: [Int32]
        /// The slots that each place can fill.
        let slots: [UInt16]
        let counts: [Int?]
        let entries: [[SlotWord]]
        let amounts: [AmountExpression]
        let names: [Range<Int>]
        /// From where on there is nothing but signs.
        let end: Int

        init(_ grammar: PhraseGrammar, _ keys: [String], _ amounts: [AmountExpression], _ names: [Range<Int>]) {
            words = keys.map { grammar.numbers.number(of: $0) ?? -1 }
            counts = keys.map(AmountWords.count)
            entries = words.map(grammar.entries)
            (self.amounts, self.names) = (amounts, names)
            let filler = GrammarWords.builtIn[.filler]
            var slots: [UInt16] = []
            for (place, key) in keys.enumerated() {
                var open = entries[place].reduce(0) { $0 | $1.slot.bit }
                if counts[place] != nil { open |= Slot.number.bit }
                if names.contains(where: { $0.lowerBound == place }) { open |= Slot.name.bit }
                if amounts.contains(where: { $0.tokens.lowerBound == place }) { open |= Slot.amount.bit }
                if open & Slot.unit.bit == 0, key.first?.isLetter ?? false, !filler.contains(key) {
                    open |= Slot.word.bit
                }
                slots.append(open)
            }
            self.slots = slots
            let last = keys.lastIndex { $0.contains { $0.isLetter || $0.isNumber } }
            end = last.map { $0 + 1 } ?? 0
        }
    }

    private func match(
        _ start: Int32, _ line: Line, _ from: Int, _ captures: Clause.Captures,
        _ take: (Int, Clause.Captures) -> Void
    ) {
        var place = from
        var node = nodes[Int(start)]
        while true {
            switch node.kind {
            case .done: return take(place, captures)
            case .word:
                guard place < line.words.count, line.words[place] == node.value else { return }
                place += 1
            case .form:
                guard place < line.words.count, isForm(line.words[place], of: node.value) else { return }
                place += 1
            case .fork:
                match(node.next, line, place, captures, take)
                node = nodes[Int(node.value)]
                continue
            case .slot where node.value == Slot.end.rawValue:
                guard place >= line.end else { return }
            case .slot:
                guard place < line.words.count, let slot = Slot(rawValue: node.value) else { return }
                let next = node.next
                fill(slot, line, place, captures) { length, filled in
                    match(next, line, place + length, filled, take)
                }
                return
            }
            node = nodes[Int(node.next)]
        }
    }

    private func isForm(_ word: Int32, of first: Int32) -> Bool {
        var place = Int(first)
        while forms[place] != Builder.endOfForms {
            if forms[place] == word { return true }
            place += 1
        }
        return false
    }

    /// Gives what a slot can stand for at a place, and how many words of the line that takes.
    private func fill(
        _ slot: Slot, _ line: Line, _ place: Int, _ captures: Clause.Captures,
        _ take: (Int, Clause.Captures) -> Void
    ) {
        guard line.slots[place] & slot.bit != 0 else { return }
        var filled = captures
        switch slot {
        case .number:
            guard let number = line.counts[place], number > 0 else { return }
            filled.number = number
            take(1, filled)
        case .amount:
            for amount in line.amounts where amount.tokens.lowerBound == place {
                filled.amount = amount
                take(amount.tokens.count, filled)
            }
        case .word: take(1, captures)
        case .end: break
        case .name: for name in line.names where name.lowerBound == place { take(name.count, captures) }
        case .unit, .group, .occasion, .place:
            for entry in line.entries[place]
            where entry.slot == slot && line.words[place...].starts(with: slotWords[entry.words]) {
                if slot == .unit { filled.unit = entry.unit }
                if slot == .group { filled.group = entry.group }
                take(entry.words.count, filled)
            }
        }
    }
}

extension PhraseGrammar {
    /// Makes nodes of the bytes of the tables.
    private struct Builder {
        static let endOfForms: Int32 = -2
        private static let signs = Array(" |()[]".utf8)

        private let phrases: Resource
        private let formTable: Resource
        private(set) var numbers: WordNumbers
        private(set) var rules: [Rule] = []
        private(set) var nodes: [Node] = [Node(kind: .done, value: 0, next: 0)]
        private(set) var slots: [SlotWord] = []
        private(set) var slotWords: [Int32] = []
        private(set) var slotOfWord: [Int32] = []
        private(set) var formWords: [Int32] = []
        /// Where the words of the table of forms and their forms are.
        private var lemmas: [(word: Range<Int>, forms: Range<Int>)] = []
        /// Where the forms of a word begin in `formWords`.
        private var formsOfLemma: [Int32: Int32] = [:]
        private let slotNames = Slot.names.map { Array("{\($0)}".utf8) }

        init(_ phrases: Resource, _ forms: Resource) {
            (self.phrases, formTable) = (phrases, forms)
            numbers = WordNumbers(count: phrases.bytes.count / 32)
            nodes.reserveCapacity(phrases.bytes.count / 4)
            var lemmas: [(word: Range<Int>, forms: Range<Int>)] = []
            forms.eachRow { lemmas.append(($0, $1)) }
            self.lemmas = lemmas
        }

        // MARK: Words of slots

        mutating func addSlotWords(_ table: Resource, _ name: Range<Int>, _ rest: Range<Int>) {
            guard let slot = Slot(name: table.text(name)) else { return }
            let fields = table.parts(of: rest, separatedBy: 0x09)
            let value = table.text(fields[0])
            for phrase in table.parts(of: fields[1], separatedBy: 0x7C) {
                let start = slotWords.count
                for word in table.parts(of: phrase, separatedBy: 0x20) {
                    slotWords.append(number(of: UnsafeRawBufferPointer(rebasing: table.bytes[word])))
                }
                let first = Int(slotWords[start])
                while slotOfWord.count < numbers.count { slotOfWord.append(-1) }
                slots.append(
                    SlotWord(
                        slot: slot, words: start..<slotWords.count,
                        unit: slot == .unit ? Ask.Unit(rawValue: value) : nil,
                        group: slot == .group ? Ask.Grouping(rawValue: value) : nil, before: slotOfWord[first]))
                slotOfWord[first] = Int32(slots.count - 1)
            }
        }

        private mutating func number(of word: UnsafeRawBufferPointer) -> Int32 { numbers.intern(word) }

        // MARK: Phrases

        /// - Precondition: brackets and parentheses of the phrase are balanced.
        mutating func addRule(_ clause: Range<Int>, _ rest: Range<Int>) {
            let bytes = phrases.bytes
            let tab = bytes[rest].firstIndex(of: 0x09) ?? rest.upperBound
            var place = tab
            let start = choices(&place, from: rest.lowerBound, to: 0)
            precondition(place == rest.lowerBound, "unbalanced phrase: \(phrases.text(rest))")
            rules.append(
                Rule(conclusion: clause, start: start, text: rest, table: phrases))
        }

        private mutating func add(_ kind: Node.Kind, _ value: Int32, _ next: Int32) -> Int32 {
            nodes.append(Node(kind: kind, value: value, next: next))
            return Int32(nodes.count - 1)
        }

        /// The node that sequences separated by `|` begin with, back to an opening bracket. They are read from their end,
        /// since each node has to know what comes after it.
        private mutating func choices(_ place: inout Int, from start: Int, to next: Int32) -> Int32 {
            let bytes = phrases.bytes
            var others: Int32?
            var node = next
            while place > start {
                let byte = bytes[place - 1]
                if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") { break }
                switch byte {
                case UInt8(ascii: " "): place -= 1
                case UInt8(ascii: "|"):
                    place -= 1
                    others = others.map { add(.fork, $0, node) } ?? node
                    node = next
                case UInt8(ascii: ")"), UInt8(ascii: "]"):
                    place -= 1
                    let inner = choices(&place, from: start, to: node)
                    precondition(place > start, "unbalanced phrase")
                    place -= 1
                    node = byte == UInt8(ascii: "]") ? add(.fork, inner, node) : inner
                default:
                    let end = place
                    while place > start, !Builder.signs.contains(bytes[place - 1]) { place -= 1 }
                    node = step(UnsafeRawBufferPointer(rebasing: bytes[place..<end]), to: node)
                }
            }
            return others.map { add(.fork, $0, node) } ?? node
        }

        private mutating func step(_ word: UnsafeRawBufferPointer, to next: Int32) -> Int32 {
            switch word[0] {
            case UInt8(ascii: "{"):
                guard let slot = slotNames.firstIndex(where: { word.elementsEqual($0) }) else {
                    preconditionFailure("no such slot: \(String(decoding: word, as: UTF8.self))")
                }
                return add(.slot, Int32(slot), next)
            case UInt8(ascii: "~"): return add(.form, forms(of: UnsafeRawBufferPointer(rebasing: word[1...])), next)
            default: return add(.word, number(of: word), next)
            }
        }

        /// Where the forms of a word begin.
        private mutating func forms(of lemma: UnsafeRawBufferPointer) -> Int32 {
            let number = number(of: lemma)
            if let known = formsOfLemma[number] { return known }
            let start = Int32(formWords.count)
            formWords.append(number)
            let bytes = formTable.bytes
            if let row = lemmas.first(where: { bytes[$0.word].elementsEqual(lemma) }) {
                for form in formTable.parts(of: row.forms, separatedBy: 0x7C) {
                    formWords.append(self.number(of: UnsafeRawBufferPointer(rebasing: bytes[form])))
                }
            }
            formWords.append(Builder.endOfForms)
            formsOfLemma[number] = start
            return start
        }

        // MARK: Beginnings

        /// Which rules each word and slot can begin, in their order.
        func beginnings() -> (
            heads: [Int32], entries: [(rule: Int32, next: Int32)], bySlot: [(slot: UInt16, rule: Int32)]
        ) {
            var heads = [Int32](repeating: -1, count: numbers.count)
            var entries: [(rule: Int32, next: Int32)] = []
            var bySlot: [(slot: UInt16, rule: Int32)] = []
            entries.reserveCapacity(rules.count * 4)
            // From the last rule to the first, so that each list begins with the first.
            for rule in rules.indices.reversed() {
                var slots: UInt16 = 0
                func begin(with word: Int32) {
                    let head = heads[Int(word)]
                    if head >= 0, entries[Int(head)].rule == rule { return }
                    heads[Int(word)] = Int32(entries.count)
                    entries.append((Int32(rule), head))
                }
                func visit(_ place: Int32) {
                    let node = nodes[Int(place)]
                    switch node.kind {
                    case .done: break
                    case .word: begin(with: node.value)
                    case .form:
                        var form = Int(node.value)
                        while formWords[form] != Builder.endOfForms {
                            begin(with: formWords[form])
                            form += 1
                        }
                    case .slot: slots |= 1 << UInt16(node.value)
                    case .fork:
                        visit(node.next)
                        visit(node.value)
                    }
                }
                visit(rules[rule].start)
                if slots != 0 { bySlot.append((slots, Int32(rule))) }
            }
            return (heads, entries, bySlot.reversed())
        }
    }
}
