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

/// One line of `readings.tsv`: what it concludes and the pattern that must match.
struct Rule: Sendable {
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
}

/// The readable table of what phrasings mean: the measure, grouping, order and direction asked for.
struct RuleBook: Sendable {
    let rules: [Rule]

    static let builtIn = RuleBook(lexicon: .builtIn)

    static var sourceRows: [[String]] { Resource.named("rag-index/intents/readings.tsv").tableRows }

    /// The words, `@concepts` and `#slots` that a row's pattern names.
    static func names(in row: [String]) -> [String] {
        row[1].split(separator: " ").flatMap { element -> [String] in
            let text = element.drop { "?!&^".contains($0) }
            return text.split(separator: "|").filter { $0 != ".." && $0 != "$" }.map(String.init)
        }
    }

    init(lexicon: Lexicon) {
        rules = RuleBook.sourceRows.map { RuleBook.rule(from: $0, lexicon: lexicon) }
    }

    private static func rule(from row: [String], lexicon: Lexicon) -> Rule {
        var steps: [Rule.Step] = []
        var present: [[Symbol]] = []
        var absent: [Symbol] = []
        var start = false
        var end = false
        func symbols(_ text: Substring) -> [Symbol] {
            text.split(separator: "|").compactMap { lexicon.symbol(String($0)) }
        }
        for element in row[1].split(separator: " ") {
            switch element.first {
            case "^" where element == "^": start = true
            case "$" where element == "$": end = true
            case "!": absent += symbols(element.dropFirst())
            case "&": present.append(symbols(element.dropFirst()))
            case "?": steps.append(.maybe(symbols(element.dropFirst())))
            default: steps.append(element == ".." ? .gap : .one(symbols(element)))
            }
        }
        return Rule(
            conclusion: row[0], steps: steps, present: present, absent: absent, isAnchoredAtStart: start,
            isAnchoredAtEnd: end)
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
