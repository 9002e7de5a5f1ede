import Ledger
import Resources

/// Of how much an amount is said: of whole days, of all that were asked about, with or without something.
extension Verdict {
    private static let whole: Set<String> = ["whole", "entire", "full"]

    /// `in the whole of 2025`, where only its first ten months are known.
    func fitsSpan(_ fact: Fact, _ position: Int) -> Bool {
        if fact.labels.contains("r:listed"), isOfRegular(position) { return false }
        if fact.role == .total, saysWholeYear(fact) { return false }
        guard let own = fact.period, [.total, .previous, .average, .other].contains(fact.role), !reading.has(["far"])
        else { return true }
        return reading.claimPeriods[position].map { reading.periods[$0] }.filter(saysWhole).allSatisfy { period in
            guard let meanings = base.days.meanings(of: period.form), !meanings.isEmpty else { return true }
            return meanings.contains { !($0.start == own.start && $0.end > own.end) }
        }
    }

    /// `over the whole year`, of its first ten months.
    private func saysWholeYear(_ fact: Fact) -> Bool {
        guard let own = fact.period, own.start == own.start.startOfYear, own.end < own.start.endOfYear,
            !reading.has(["far", "date", "until", "through"])
        else { return false }
        return reading.tokens.indices.contains { index in
            Verdict.whole.contains(reading.key(index)) && reading.key(index + 1) == "year"
                && reading.key(index - 1) == "the" && !["before", "prior", "earlier"].contains(reading.key(index + 2))
                && !reading.periods.contains { $0.tokens.contains(index + 1) || $0.tokens.contains(index + 2) }
        }
    }

    /// `5 regular payments`, where five rows are listed.
    private func isOfRegular(_ position: Int) -> Bool {
        let tokens = reading.claims[position].tokens
        return (tokens.lowerBound..<tokens.upperBound + 3).contains {
            ["regular", "recurring", "due", "upcoming"].contains(reading.key($0))
        }
    }

    private func saysWhole(_ period: SaidPeriod) -> Bool {
        let start = period.tokens.lowerBound
        return (max(0, start - 3)..<start).contains { index in
            Verdict.whole.contains(reading.key(index)) && !reading.names.contains { $0.tokens.contains(index) }
        }
            || reading.key(start - 1) == "throughout"
            || reading.key(start - 1) == "of" && reading.key(start - 2) == "all"
    }

    /// `$360.34 on Uber`, which is what Uber and Lyft came to together.
    func isOfAllAsked(_ fact: Fact, _ position: Int) -> Bool {
        let asked = base.subject.filter { $0.hasPrefix("n:") && base.questionLabels.contains($0) }
        let names = reading.claimNames[position].map { reading.names[$0].labels }
        guard asked.count > 1, asked.isSubset(of: fact.labels), !names.isEmpty, !isDifference(position) else {
            return true
        }
        let missing = asked.filter { label in !names.contains { $0.contains(label) } }
        guard missing.count < asked.count else { return true }
        return missing.allSatisfy { label in
            reading.names.contains { $0.labels.contains(label) && !$0.isLeftOut && !isOnTop($0) }
        }
    }

    /// `$5,821.88 on fuel`, which is what all that a car costs came to.
    func isOfWholeSubject(_ fact: Fact, _ position: Int) -> Bool {
        let asked = base.subject.filter { $0.hasPrefix("c:") }
        guard asked.count > 1, asked.isSubset(of: fact.labels), !isDifference(position) else { return true }
        let exact = reading.names.filter { !$0.isLeftOut && isNameOfCategory($0) }
        let bound = reading.claimNames[position].map { reading.names[$0] }
        guard !bound.isEmpty, bound.allSatisfy({ name in exact.contains { $0.tokens == name.tokens } }) else {
            return true
        }
        // `your restaurant and coffee bill` is a word for all of them.
        return Set(reading.names.filter { !$0.isLeftOut }.flatMap(\.labels)).intersection(asked).count != 1
    }

    /// The very name of one category, and no word for several.
    private func isNameOfCategory(_ name: SaidName) -> Bool {
        name.labels.count == 1
            && name.labels.contains { label in
                guard label.hasPrefix("c:"), let category = Taxonomy.builtIn[String(label.dropFirst(2))] else {
                    return false
                }
                return NameBook.keys(of: category.name) == reading.tokens[name.tokens].map(\.key)
            }
    }

    /// `on video games alone`, of an amount with something else in it.
    func isOfThatAlone(_ fact: Fact, _ position: Int) -> Bool {
        guard fact.money != nil, [.total, .previous, .other, .average].contains(fact.role) else { return true }
        let alone = reading.claimNames[position].map { reading.names[$0] }.first { name in
            reading.key(name.tokens.upperBound) == "alone"
        }
        guard let alone else { return true }
        let own = fact.labels.filter { $0.hasPrefix("n:") || $0.hasPrefix("c:") }
        let isCategory = alone.labels.contains { $0.hasPrefix("c:") }
        return !own.isDisjoint(with: alone.labels)
            && (!isCategory || own.filter { $0.hasPrefix("c:") }.isSubset(of: alone.labels))
    }

    /// `with Lyft coming on top`
    private func isOnTop(_ name: SaidName) -> Bool {
        let end = name.tokens.upperBound
        return (end..<end + 4).contains {
            ["top", "extra", "besides", "separate", "separately"].contains(reading.key($0))
        }
    }

    private static let taking: Set<String> = ["including", "includes", "counting", "with"]
    private static let leaving: Set<String> = ["left", "out", "aside", "excluded", "removed", "taken", "not"]

    /// `including rent you spent $4,761.40`, which is without it; `without groceries`, where they are in it.
    func leavesOutRight(_ fact: Fact, _ position: Int) -> Bool {
        guard fact.role == .total, reading.claims.filter(\.isMoney).count == 1 else { return true }
        if leavesOutUnknown, isAllOfIt(position) { return false }
        for name in reading.names {
            let isOut = !name.labels.isDisjoint(with: base.leftOut)
            if isOut, isIncluded(name) { return false }
            if name.isLeftOut, !isOut, fact.labels.isDisjoint(with: name.labels), isAllOfIt(position) { return false }
        }
        return true
    }

    /// `without groceries`, of which the answer knows nothing.
    private var leavesOutUnknown: Bool {
        reading.tokens.indices.contains { index in
            ["without", "excluding", "except", "besides"].contains(reading.key(index))
                && base.foreign.longest(at: index + 1, key: reading.key) != nil
                && !reading.names.contains { $0.tokens.contains(index + 1) }
        }
    }

    private func isIncluded(_ name: SaidName) -> Bool {
        let (start, end) = (name.tokens.lowerBound, name.tokens.upperBound)
        let before = reading.key(start - 1) == "your" ? start - 2 : start - 1
        let isTurned =
            ["not", "without", "isnt", "never"].contains(reading.key(before - 1))
            || (end..<end + 3).contains { Verdict.leaving.contains(reading.key($0)) }
        let isSaid =
            Verdict.taking.contains(reading.key(before))
            || reading.key(end) == "included" || reading.key(end + 1) == "included" && reading.key(end) != "not"
        return isSaid && !isTurned && !name.isLeftOut
    }

    /// `you spent $40`, with nothing named but what is left out, and not `of the $40`.
    private func isAllOfIt(_ position: Int) -> Bool {
        let start = reading.claims[position].tokens.lowerBound
        let before = (max(0, start - 4)..<start).map(reading.key)
        return reading.names.allSatisfy(\.isLeftOut) && !before.contains("of")
            && before.contains { ["spent", "spending", "was", "came", "total", "were", "comes", "cost"].contains($0) }
    }

    private static let averages: Set<String> = ["average", "averages", "averaged", "averaging", "mean", "avg"]

    /// `your average coffee was $5.75`, where that is the one in the middle; `each one`, of an amount a day.
    func fitsAverage(_ fact: Fact, _ position: Int) -> Bool {
        guard fact.role == .average else { return true }
        let start = reading.claims[position].tokens.lowerBound
        let thought = reading.thought(around: start)
        func says(_ words: Set<String>) -> Bool { thought.contains { words.contains(reading.key($0)) } }
        let isMedian = fact.labels.contains("r:median") && fact.per == nil
        if isMedian, says(Verdict.averages), !says(["median", "middle", "half"]) { return false }
        if !isMedian, says(["median"]) { return false }
        let isOfTime = fact.per == .day || fact.per == .week
        return !isOfTime
            || !thought.contains { index in
                index < start && reading.key(index) == "each" && ["one", "of"].contains(reading.key(index + 1))
                    && !says(["day", "days", "week", "weeks"])
            }
    }
}
