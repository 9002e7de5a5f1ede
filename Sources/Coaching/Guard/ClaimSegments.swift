import Ledger
import Understanding

/// Cuts a sentence where a new thought begins.
extension ClaimBinding {
    private static let openers: Set<String> = [
        "but", "while", "whereas", "versus", "vs", "compared", "than", "with", "including", "where", "when", "which",
        "followed", "from", "against", "plus", "mostly", "mainly", "thanks", "led", "driven", "though", "although",
        "because", "so", "unlike", "out", "then", "whose", "excluding", "without", "besides", "leaving", "making",
        "meaning", "bringing", "or", "after",
    ]
    private static let apart: Set<String> = [
        "compared", "than", "versus", "vs", "from", "against", "whereas", "unlike", "while", "out", "excluding",
        "without", "so", "leaving", "but", "though",
    ]

    /// What `out` belongs to where it begins nothing.
    private static let dining: Set<String> = [
        "eating", "eat", "eats", "ate", "eaten", "dining", "dine", "dined", "meals", "dinners", "lunches",
    ]

    /// Words by which a segment speaks of something else than the one before.
    private static let elsewhere: Set<String> = [
        "rest", "remaining", "remainder", "other", "others", "else", "combined", "together", "top", "altogether",
        "overall", "total", "all", "everything", "whole", "entire", "full", "set",
    ]

    func segments() -> [Segment] {
        var found: [Segment] = []
        var start = 0
        var index = 0
        var setsApart = false
        var inner: [Segment] = []
        var gaps: [Range<Int>] = []
        func close(_ end: Int) {
            found.append(segment(start..<end, without: gaps, setsApart))
            found += inner
            gaps = []
            inner = []
        }
        while index < tokens.count {
            if tokens[index].text == "(", let end = closing(index) {
                let content = segment(index + 1..<end, without: [], false)
                if !content.mentions.isEmpty, !content.claims.isEmpty {
                    inner.append(content)
                    gaps.append(index..<end + 1)
                }
                index = end + 1
                continue
            }
            if separates(index, from: start) {
                close(index)
                start = index
                let head = tokens[index..<min(index + 4, tokens.count)].map(\.key)
                setsApart =
                    ClaimBinding.apart.contains(tokens[index].key)
                    || head.contains { ClaimBinding.elsewhere.contains($0) }
            }
            index += 1
        }
        close(tokens.count)
        return merged(found)
    }

    private func closing(_ index: Int) -> Int? {
        var depth = 0
        for place in index..<tokens.count {
            if tokens[place].text == "(" { depth += 1 }
            if tokens[place].text == ")" { depth -= 1 }
            if depth == 0 { return place }
        }
        return nil
    }

    private func separates(_ index: Int, from start: Int) -> Bool {
        guard index > start, !isInside(index), !mentions.contains(where: { $0.lowerBound == index }) else {
            return false
        }
        // `compared with`: one word begins the segment already.
        if index == start + 1, ClaimBinding.apart.contains(tokens[start].key) { return false }
        let text = tokens[index].text
        if text == ";" || text == "." || text == "!" || text == "?" || text == "\n" { return true }
        if text == ",", tokens[index].form == .sign { return !isWithinDate(index) }
        if text == ":" { return !segment(start..<index, without: [], false).claims.isEmpty }
        if text == "–" || text == "-" {
            return tokens[index].hasSpaceBefore && tokens.indices.contains(index + 1)
                && tokens[index + 1].hasSpaceBefore
        }
        if tokens[index].key == "and" || tokens[index].key == "&" {
            let before = segment(start..<index, without: [], false)
            if beginsClause(index + 1), !before.claims.isEmpty { return true }
            let after = segment(index..<nextBreak(index + 1), without: [], false)
            return !before.claims.isEmpty && !before.mentions.isEmpty && !after.claims.isEmpty
                && !after.mentions.isEmpty
        }
        if staysAcrossFrom, tokens[index].key == "from" { return false }
        // `$40 on eating out this month`
        if tokens[index].key == "out", index > 0, ClaimBinding.dining.contains(tokens[index - 1].key) { return false }
        if tokens[index].key == "which", index > 0, tokens[index - 1].key == "of" { return false }
        return ClaimBinding.openers.contains(tokens[index].key) && tokens[index].form == .word
    }

    private static let subjects: Set<String> = [
        "i", "you", "it", "that", "this", "there", "they", "we", "youre", "youve", "its", "thats", "theres", "ive",
    ]

    /// `…, and I know of no debts`: a subject of its own.
    private func beginsClause(_ index: Int) -> Bool {
        tokens.indices.contains(index) && ClaimBinding.subjects.contains(tokens[index].key)
    }

    /// `Tuesday, November 3`
    private func isWithinDate(_ index: Int) -> Bool {
        index > 0 && index + 1 < tokens.count && tokens[index - 1].key.hasSuffix("day")
            && CivilDate.monthNames.contains { tokens[index + 1].key.hasPrefix($0.lowercased().prefix(3)) }
    }

    private func isInside(_ index: Int) -> Bool {
        claims.contains { $0.tokens.contains(index) }
            || mentions.contains { $0.contains(index) && $0.lowerBound < index }
    }

    private func nextBreak(_ start: Int) -> Int {
        var index = start
        while index < tokens.count, ![",", ";", ".", "and"].contains(tokens[index].key) || isInside(index) {
            index += 1
        }
        return index
    }

    private func segment(_ range: Range<Int>, without gaps: [Range<Int>], _ setsApart: Bool) -> Segment {
        func holds(_ tokens: Range<Int>) -> Bool {
            range.contains(tokens.lowerBound) && !gaps.contains { $0.contains(tokens.lowerBound) }
        }
        var segment = Segment(tokens: [range], setsApart: setsApart)
        segment.claims = claims.indices.filter { holds(claims[$0].tokens) }
        segment.mentions = mentions.indices.filter { holds(mentions[$0]) }
        return segment
    }

    /// A list of mentions is one thought: `rent, groceries and coffee came to …`.
    private func merged(_ segments: [Segment]) -> [Segment] {
        var result: [Segment] = []
        for segment in segments {
            guard let last = result.last, last.claims.isEmpty, !last.mentions.isEmpty, !segment.setsApart,
                let mention = segment.mentions.first, let first = segment.tokens.first,
                mentions[mention].lowerBound - first.lowerBound <= 3,
                segment.claims.first.map({ claims[$0].tokens.lowerBound > mentions[mention].lowerBound }) ?? true
            else {
                result.append(segment)
                continue
            }
            result[result.count - 1].claims += segment.claims
            result[result.count - 1].mentions += segment.mentions
        }
        return result
    }
}
