import Ledger
import Resources

/// A stretch of a question that rules see as one: a slot, a phrase or a word.
struct Unit {
    /// What a stretch was recognised as.
    enum Slot: String, CaseIterable {
        case time, amount, merchant, category, account, name, number
        var symbolName: String { "#" + rawValue }
    }

    var tokens: Range<Int>
    var slot: Slot?
    /// Its words, its concepts and its slot.
    var symbols: Set<Symbol>
    /// What the classifier sees: the slot or the words first, then the concepts.
    var labels: [String]
}

/// One line of `readings.tsv`: what it concludes and the pattern that must match. A class, since every question goes
/// through all of them and copies of their arrays would take longer than the matching.
final class Rule: Sendable {
    enum Step: Sendable {
        /// The next unit has one of these symbols.
        case one([Symbol])
        /// The next unit may have one of these symbols.
        case maybe([Symbol])
        /// Any number of units.
        case gap
    }

    let conclusion: String
    let steps: [Step]
    /// Sets of symbols of which some unit must have one, in any place.
    let present: [[Symbol]]
    /// Symbols that no unit may have.
    let absent: [Symbol]
    let isAnchoredAtStart: Bool
    let isAnchoredAtEnd: Bool

    init(_ source: RuleSource, lexicon: Lexicon) {
        var steps: [Step] = []
        var present: [[Symbol]] = []
        var absent: [Symbol] = []
        for (mark, names) in source.elements {
            let symbols = names.compactMap(lexicon.symbol)
            switch mark {
            case .start, .end: break
            case .absent: absent += symbols
            case .present: present.append(symbols)
            case .maybe: steps.append(.maybe(symbols))
            case .gap: steps.append(.gap)
            case .one: steps.append(.one(symbols))
            }
        }
        conclusion = source.conclusion
        (self.steps, self.present, self.absent) = (steps, present, absent)
        isAnchoredAtStart = source.elements.first?.mark == .start
        isAnchoredAtEnd = source.elements.last?.mark == .end
    }
}

/// The readable table of what phrasings mean: the measure, grouping, order and direction asked for.
struct RuleBook: Sendable {
    let rules: [Rule]

    static let builtIn = RuleBook(lexicon: .builtIn)

    init(lexicon: Lexicon) {
        rules = RuleSource.all.map { Rule($0, lexicon: lexicon) }
    }
}

/// A line of `readings.tsv` with its pattern cut into elements, before its words have symbols.
struct RuleSource: Sendable {
    enum Mark: UInt8 {
        case maybe = 0x3F  // ?
        case absent = 0x21  // !
        case present = 0x26  // &
        case start = 0x5E  // ^
        case end = 0x24  // $
        case gap = 0x2E  // .
        case one = 0
    }

    let conclusion: String
    let elements: [(mark: Mark, names: [String])]

    static let all: [RuleSource] = Resource.named("rag-index/intents/readings.tsv").tableRows.map { row in
        RuleSource(
            conclusion: row[0],
            elements: row[1].parts(separatedBy: 0x20).map { element in
                let mark = element.utf8.first.flatMap(Mark.init) ?? .one
                switch mark {
                case .start, .end, .gap: return (mark, [])
                case .one: return (mark, element.parts(separatedBy: 0x7C))
                case .maybe, .absent, .present: return (mark, String(element.dropFirst()).parts(separatedBy: 0x7C))
                }
            })
    }
}

/// The units of one question, ready for matching.
struct RuleMatcher {
    let units: [Unit]
    private var presence: [Bool]

    init(units: [Unit], symbolCount: Int) {
        self.units = units
        presence = [Bool](repeating: false, count: symbolCount)
        for unit in units { for symbol in unit.symbols { presence[symbol] = true } }
    }

    func has(_ symbol: Symbol?) -> Bool { symbol.map { presence[$0] } ?? false }

    func matches(_ rule: Rule) -> Bool {
        for symbol in rule.absent where presence[symbol] { return false }
        for group in rule.present where !group.contains(where: { presence[$0] }) { return false }
        for case .one(let group) in rule.steps where !group.contains(where: { presence[$0] }) { return false }
        if rule.steps.isEmpty { return true }
        if rule.isAnchoredAtStart { return matches(rule, step: 0, unit: 0) }
        for start in units.indices where matches(rule, step: 0, unit: start) { return true }
        return false
    }

    private func matches(_ rule: Rule, step: Int, unit: Int) -> Bool {
        guard step < rule.steps.count else { return !rule.isAnchoredAtEnd || unit == units.count }
        switch rule.steps[step] {
        case .one(let group):
            return unit < units.count && !units[unit].symbols.isDisjoint(with: group)
                && matches(rule, step: step + 1, unit: unit + 1)
        case .maybe(let group):
            if unit < units.count, !units[unit].symbols.isDisjoint(with: group),
                matches(rule, step: step + 1, unit: unit + 1)
            {
                return true
            }
            return matches(rule, step: step + 1, unit: unit)
        case .gap:
            for next in unit...units.count where matches(rule, step: step + 1, unit: next) { return true }
            return false
        }
    }
}
