import Ledger

/// The parts of wholes among the facts, and what their amounts prove of them: which comes next, which is the largest or the
/// smallest of all.
struct OfferedParts {
    /// Parts of one kind of one whole.
    private struct Family {
        /// In the order of the facts.
        let parts: [OfferedFact]
        /// Whether the facts are in the order of their size, the largest of the whole first.
        let isRanked: Bool
        /// Whether nothing of the whole is missing among them.
        let isAll: Bool

        /// From the largest to the smallest; nil where the facts do not prove such an order.
        var ranked: [OfferedFact]? {
            if isRanked { return parts }
            guard isAll else { return nil }
            let sorted = parts.sorted { OfferedParts.amount($0) ?? 0 > OfferedParts.amount($1) ?? 0 }
            // Two of a size have no order.
            let sizes = sorted.map(OfferedParts.amount)
            return zip(sizes, sizes.dropFirst()).contains { $0 == $1 } ? nil : sorted
        }
    }

    private let families: [Family]

    init(_ facts: [OfferedFact]) {
        let parts = facts.filter { $0.form == .noun && $0.topics.contains("part") }
        let largest = facts.filter { $0.form == .clause && $0.topics.contains("most") }
        var groups: [(name: String, parts: [OfferedFact])] = []
        for part in parts {
            let kind = OfferedParts.kind(part)
            let name = kind == "stream" ? kind : part.anchor + kind
            if let place = groups.firstIndex(where: { $0.name == name }) {
                groups[place].parts.append(part)
            } else {
                groups.append((name, [part]))
            }
        }
        families = groups.map { group in
            let sizes = group.parts.compactMap(OfferedParts.amount)
            let first = group.parts[0]
            // What recurs stands in the order of what it costs a month, whatever it takes at once.
            let isOfStreams = first.topics.contains("stream")
            let falls = sizes.count == group.parts.count && zip(sizes, sizes.dropFirst()).allSatisfy { $0 >= $1 }
            let isNamed = largest.contains {
                isOfStreams || $0.anchor == first.anchor && OfferedParts.kind($0) == OfferedParts.kind(first)
            }
            return Family(
                parts: group.parts, isRanked: isNamed && (falls || isOfStreams),
                isAll: OfferedParts.isAll(group.parts, sizes))
        }
    }

    // MARK: What they prove

    /// Whether a part is the next one in size behind another.
    func follows(_ before: OfferedFact, _ fact: OfferedFact) -> Bool {
        guard let ranked = family(of: fact)?.ranked, let place = ranked.firstIndex(of: fact) else { return false }
        return place > 0 && ranked[place - 1] == before
    }

    /// Whether a part comes right behind the largest, which a sentence of its own names.
    func isSecond(_ fact: OfferedFact, behind largest: OfferedFact) -> Bool {
        guard let ranked = family(of: fact)?.ranked, let place = ranked.firstIndex(of: fact) else { return false }
        return ranked[0].about == largest.about ? place == 1 : place == 0
    }

    func isLargest(_ fact: OfferedFact) -> Bool {
        guard let family = family(of: fact), family.isAll else { return false }
        return family.ranked?.first == fact
    }

    func isSmallest(_ fact: OfferedFact) -> Bool {
        guard let family = family(of: fact), family.isAll, family.parts.count > 1 else { return false }
        return family.ranked?.last == fact
    }

    private func family(of fact: OfferedFact) -> Family? { families.first { $0.parts.contains(fact) } }

    // MARK: Reading a part

    /// What a part is one of: `category`, `merchant`, `weekdays`; `month` where parts are months.
    static func kind(_ fact: OfferedFact) -> String {
        if fact.topics.contains("stream") { return "stream" }
        let filter = fact.about.split(separator: "RowFilter.").last?.prefix { $0.isLetter } ?? ""
        let isTime = fact.about != fact.anchor && OfferedParts.subject(fact.about) == OfferedParts.subject(fact.anchor)
        return isTime && filter != "weekdays" ? "month" : String(filter)
    }

    /// `Anchor(subject: …` without its period.
    private static func subject(_ anchor: String) -> Substring {
        anchor.firstRange(of: ", period:").map { anchor[..<$0.lowerBound] } ?? anchor[...]
    }

    private static func days(_ anchor: String) -> (start: CivilDate, end: CivilDate)? {
        let dates = anchor.split { !($0.isNumber || $0 == "-") }.compactMap { CivilDate(iso: String($0)) }
        guard dates.count >= 2 else { return nil }
        return (dates[dates.count - 2], dates[dates.count - 1])
    }

    /// Its size in the smallest units; nil where its phrase does not begin with one.
    static func amount(_ fact: OfferedFact) -> Int? {
        let digits = fact.short.filter(\.isNumber)
        return Int(digits).map { fact.short.hasPrefix("-") ? -$0 : $0 }
    }

    /// The amount in its phrase.
    static func money(_ fact: OfferedFact) -> Substring? {
        fact.full.firstIndex(of: "$").map { fact.full[$0...].prefix { !$0.isWhitespace && $0 != ")" } }
            .map { $0.last == "," ? $0.dropLast() : $0 }
    }

    private static func percent(_ fact: OfferedFact) -> Double? {
        guard let open = fact.full.lastIndex(of: "("), fact.full.hasSuffix("%)") else { return nil }
        return Double(fact.full[fact.full.index(after: open)...].dropLast(2))
    }

    /// Whether the parts make up their whole: their percents come to a hundred, and none of its days is missing.
    private static func isAll(_ parts: [OfferedFact], _ sizes: [Int]) -> Bool {
        let percents = parts.compactMap(percent)
        guard percents.count == parts.count, sizes.count == parts.count, sizes.allSatisfy({ $0 > 0 }),
            abs(percents.reduce(0, +) - 100) <= 0.06 * Double(parts.count)
        else { return false }
        switch kind(parts[0]) {
        case "weekdays": return parts.count == 7
        case "month":
            let spans = parts.compactMap { days($0.about) }.sorted { $0.start < $1.start }
            guard spans.count == parts.count, let whole = days(parts[0].anchor), let last = spans.last else {
                return false
            }
            return spans[0].start <= whole.start && last.end >= whole.end
                && zip(spans, spans.dropFirst()).allSatisfy { $0.end.adding(days: 1) == $1.start }
        default: return true
        }
    }
}
