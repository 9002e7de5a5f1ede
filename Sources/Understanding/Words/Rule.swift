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

    /// - Parameters:
    ///   - pattern: where the pattern is in the table.
    ///   - symbol: the symbol of the word, `@concept` or `#slot` that stands in a place of the table.
    init(conclusion: String, pattern: Range<Int>, of table: Resource, symbol: (Range<Int>) -> Symbol) {
        var steps: [Step] = []
        var present: [[Symbol]] = []
        var absent: [Symbol] = []
        let elements = table.parts(of: pattern, separatedBy: 0x20)
        let marks = elements.map { table.bytes[$0.lowerBound] }
        for (mark, element) in zip(marks, elements) {
            func symbols(_ names: Range<Int>) -> [Symbol] { table.parts(of: names, separatedBy: 0x7C).map(symbol) }
            switch mark {
            case UInt8(ascii: "^"), UInt8(ascii: "$"): break
            case UInt8(ascii: "."): steps.append(.gap)
            case UInt8(ascii: "?"): steps.append(.maybe(symbols(element.dropFirst())))
            case UInt8(ascii: "!"): absent += symbols(element.dropFirst())
            case UInt8(ascii: "&"): present.append(symbols(element.dropFirst()))
            default: steps.append(.one(symbols(element)))
            }
        }
        self.conclusion = conclusion
        (self.steps, self.present, self.absent) = (steps, present, absent)
        isAnchoredAtStart = marks.first == UInt8(ascii: "^")
        isAnchoredAtEnd = marks.last == UInt8(ascii: "$")
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
