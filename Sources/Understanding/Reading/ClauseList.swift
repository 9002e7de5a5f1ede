import Ledger

/// The clauses of one reading, and which of them the request took up: what nothing took up was not understood.
struct ClauseList {
    let placed: [PlacedClause]
    let keys: [String]
    private(set) var used: Set<Int> = []
    private var demanded: Set<Int> = []

    init(_ placed: [PlacedClause], keys: [String]) {
        self.placed = ClauseList.corrected(placed)
        self.keys = keys
    }

    /// `this December, I mean November`: of days and names that were said before a correction those after it stand.
    private static func corrected(_ placed: [PlacedClause]) -> [PlacedClause] {
        guard let turn = placed.lastIndex(where: { $0.clause == .goOn(.correct) }), turn > 0 else { return placed }
        func kind(_ clause: Clause) -> Int? {
            switch clause {
            case .time: 1
            case .name: 2
            default: nil
            }
        }
        let said = Set(placed[turn...].compactMap { kind($0.clause) })
        return placed.enumerated().filter { index, item in
            index >= turn || kind(item.clause).map { !said.contains($0) } ?? true
        }.map(\.element)
    }

    /// The first clause that gives a value, which is thereby taken up.
    mutating func take<Value>(_ value: (Clause) -> Value?) -> Value? {
        for (index, item) in placed.enumerated() where !used.contains(index) {
            if let found = value(item.clause) {
                used.insert(index)
                return found
            }
        }
        return nil
    }

    /// Whether a clause is there that nothing took up before; all of its kind are taken up.
    mutating func take(_ clause: Clause) -> Bool {
        var isThere = false
        for (index, item) in placed.enumerated() where item.clause == clause && !used.contains(index) {
            used.insert(index)
            isThere = true
        }
        return isThere
    }

    /// Takes up a clause.
    mutating func use(_ index: Int) { used.insert(index) }

    /// Says of a clause that nothing else would miss that it was not understood.
    mutating func demand(_ index: Int) { demanded.insert(index) }

    /// What could not be taken up after all.
    mutating func unuse(_ index: Int) { used.remove(index) }

    func has(_ clause: Clause) -> Bool { placed.contains { $0.clause == clause } }

    /// How many days before are meant, where the line says so.
    var daysBefore: (number: Int?, unit: Ask.Unit?)? {
        first { if case .daysBefore(let number, let unit) = $0 { (number, unit) } else { nil } }?.value
    }

    func first<Value>(_ value: (Clause) -> Value?) -> (index: Int, value: Value)? {
        for (index, item) in placed.enumerated() { if let found = value(item.clause) { return (index, found) } }
        return nil
    }

    /// Whether one of the words stands in the line.
    func says(_ words: Set<String>) -> Bool { keys.contains { words.contains($0) } }

    /// The same for words that stand in the source: a list of them need not be made a set for every line.
    func says(_ words: [String]) -> Bool { keys.contains { words.contains($0) } }

    /// The words after a clause, up to the end of the line.
    func words(after clause: Clause) -> ArraySlice<String> {
        placed.first { $0.clause == clause }.map { keys[$0.tokens.upperBound...] } ?? []
    }

    /// The words between two clauses.
    func words(between first: Int, and second: Int) -> ArraySlice<String> {
        let (start, end) = (placed[first].tokens.upperBound, placed[second].tokens.lowerBound)
        return start < end ? keys[start..<end] : []
    }

    /// The clauses that say something of the figure and that nothing took up.
    var unused: [PlacedClause] {
        // `how many cups is that, like how many times`: what is said again at the end is taken up already.
        let taken = Set(used.map { placed[$0].clause })
        return placed.indices.filter { index in
            let clause = placed[index].clause
            let isSaidAgain = index == placed.count - 1 && taken.contains(clause)
            return demanded.contains(index) || !used.contains(index) && clause.isNeeded && !isSaidAgain
        }
        .map { placed[$0] }
    }
}

extension Clause {
    /// Whether passing it over would answer another question.
    var isNeeded: Bool {
        switch self {
        case .howMuch, .what, .whichName, .breakdown, .atOnce, .yesNo, .and, .or, .together, .both, .only,
            .flow(.spending), .flow(.income), .purchaseWord, .rowWord, .running,
            .whole, .posted, .rows, .reach, .more, .netOfRefunds, .everything, .filler, .goOn, .pointer, .place,
            .places, .sort,
            .sortByCount, .whatWasIt, .limit, .sinceThen:
            false
        case .groupWord(let grouping): grouping != .merchant && grouping != .account && grouping != .category
        case .last(nil), .first(nil), .each(nil), .each(.transaction?): false
        default: true
        }
    }
}

extension Clause {
    /// Whether it tells days by what happened on them.
    var isOfEvent: Bool {
        switch self {
        case .near, .apart, .after, .before, .sameUnit: true
        default: false
        }
    }

    /// Whether it says something that no question about rows does.
    var isOfOtherRequests: Bool {
        switch self {
        case .intent, .stream, .had, .balance, .forecast, .beforePay: true
        default: false
        }
    }

    /// Whether it only means something after an answer.
    var isOfConversation: Bool {
        switch self {
        case .goOn, .pointer, .place, .places, .sort, .sortByCount, .whatWasIt, .limit: true
        default: false
        }
    }
}
