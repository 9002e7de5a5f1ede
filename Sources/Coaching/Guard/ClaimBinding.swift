import Ledger
import Understanding

/// What a sentence says each of its figures is of.
///
/// A sentence is cut into segments where a new thought begins. Within a segment figures and mentions alternate, and which
/// of them stands first tells whether the mention before or the one behind is meant. Where it is not clear a figure stays
/// unbound: then only its value is checked.
struct ClaimBinding {
    let tokens: [Token]
    let claims: [(tokens: Range<Int>, kind: Int)]
    let mentions: [Range<Int>]
    /// Whether `from $18 to $20` is still about what stands before it: a name, but not a month.
    let staysAcrossFrom: Bool

    /// - Returns: for each claim the mentions that it is of.
    static func bind(
        _ tokens: [Token], claims: [(tokens: Range<Int>, kind: Int)], mentions: [Range<Int>],
        staysAcrossFrom: Bool = false
    ) -> [[Int]] {
        guard !mentions.isEmpty, !claims.isEmpty else { return Array(repeating: [], count: claims.count) }
        return ClaimBinding(tokens: tokens, claims: claims, mentions: mentions, staysAcrossFrom: staysAcrossFrom)
            .bound()
    }

    struct Segment {
        var tokens: [Range<Int>] = []
        var claims: [Int] = []
        var mentions: [Int] = []
        /// Begins with words that set what follows against what came before.
        var setsApart = false
    }

    /// What goes on from one segment to the next.
    private struct Thread {
        /// For each claim the mentions it is of.
        var result: [[Int]]
        /// The mentions that figures without one of their own go on about.
        var carried: [Int] = []
        /// The kinds of figures that those mentions have already.
        var kinds: Set<Int> = []
    }

    private func bound() -> [[Int]] {
        if let pairs = inTurn { return pairs }
        let beside = mentionsBeside
        var thread = Thread(
            result: claims.indices.map { claim in beside[claim].map { listed(from: $0, of: claim) } ?? [] })
        let all = segments()
        for (position, whole) in all.enumerated() {
            if position > 0, let mention = mentionOfVerb(whole, after: all[position - 1]) {
                for claim in firsts(all[position - 1].claims) where thread.result[claim].isEmpty {
                    thread.result[claim] = [mention]
                }
            }
            var segment = withoutBeside(whole, beside)
            if segment.mentions.isEmpty {
                goOn(segment, &thread)
            } else {
                bindEarly(&segment, &thread)
                pair(segment, beside, &thread.result)
                carry(segment, &thread)
            }
        }
        return thread.result
    }

    /// Without the claims that a mention stands right beside, and the mentions that have a figure of each kind by that.
    private func withoutBeside(_ whole: Segment, _ beside: [Int?]) -> Segment {
        var segment = whole
        segment.claims.removeAll { beside[$0] != nil }
        segment.mentions.removeAll { mention in
            !segment.claims.isEmpty
                && segment.claims.allSatisfy { claim in
                    claims.indices.contains { beside[$0] == mention && measure($0) == measure(claim) }
                }
        }
        return segment
    }

    /// `…, which is a third of it`: figures of other kinds go on about the same.
    private func goOn(_ segment: Segment, _ thread: inout Thread) {
        if !segment.setsApart {
            for claim in firsts(segment.claims) where !thread.kinds.contains(claims[claim].kind) && !isWhole(claim) {
                thread.result[claim] = thread.carried
            }
        }
        thread.kinds.formUnion(segment.claims.map { claims[$0].kind })
        if segment.setsApart, !segment.claims.isEmpty { thread.carried = [] }
    }

    /// `GEICO came second, with $741.00`: before any other name.
    private func bindEarly(_ segment: inout Segment, _ thread: inout Thread) {
        guard thread.kinds.isEmpty, thread.carried.count == 1, let first = segment.mentions.first, !segment.setsApart,
            isWith(segment)
        else { return }
        let early = segment.claims.filter { claims[$0].tokens.lowerBound < mentions[first].lowerBound }
        for claim in early { thread.result[claim] = thread.carried }
        segment.claims.removeAll(where: early.contains)
    }

    private func carry(_ segment: Segment, _ thread: inout Thread) {
        let last = segment.mentions[segment.mentions.count - 1]
        guard thread.result.contains(where: { $0.contains(last) }) else {
            thread.carried = segment.claims.isEmpty ? segment.mentions : [last]
            thread.kinds = []
            return
        }
        // Several mentions go on together where they shared a figure.
        let isShared = segment.claims.contains { Set(thread.result[$0]) == Set(segment.mentions) }
        thread.carried = segment.mentions.count == 1 || isShared ? segment.mentions : []
        thread.kinds = Set(claims.indices.filter { thread.result[$0].contains(last) }.map { claims[$0].kind })
    }

    /// The kind of a claim, whichever of two of its kind it is.
    private func measure(_ claim: Int) -> Int { claims[claim].kind % Claim.secondOfKind }

    /// `$1,388.82, went to rent`: what a verb behind a figure says of it.
    private func mentionOfVerb(_ segment: Segment, after previous: Segment) -> Int? {
        guard segment.claims.isEmpty, segment.mentions.count == 1, previous.mentions.isEmpty,
            let range = segment.tokens.first
        else { return nil }
        let start = tokens[range.lowerBound].text == "," ? range.lowerBound + 1 : range.lowerBound
        guard start < tokens.count, ["went", "goes", "came", "comes", "got", "was", "is"].contains(tokens[start].key)
        else {
            return nil
        }
        return segment.mentions[0]
    }

    /// `$44,272.84 in A and B`: a figure is of all that are listed behind it, unless another figure follows them.
    private func listed(from mention: Int, of claim: Int) -> [Int] {
        guard mentions[mention].lowerBound >= claims[claim].tokens.upperBound else { return [mention] }
        var list = [mention]
        while let next = mentions.indices.first(where: {
            mentions[$0].lowerBound >= mentions[list[list.count - 1]].upperBound
        }) {
            let gap = mentions[list[list.count - 1]].upperBound..<mentions[next].lowerBound
            guard gap.count <= 3, !gap.isEmpty,
                gap.allSatisfy({ [",", "and", "&", "your", "the"].contains(tokens[$0].key) })
            else { break }
            list.append(next)
        }
        let end = mentions[list[list.count - 1]].upperBound
        let isOpen = claims.contains { (0...4).contains($0.tokens.lowerBound - end) }
        return isOpen ? [mention] : list
    }

    private func isWith(_ segment: Segment) -> Bool {
        segment.tokens.first.map { ["with", "at", "for", ","].contains(tokens[$0.lowerBound].key) } ?? false
    }

    private var mentionsBeside: [Int?] {
        var used: Set<Int> = []
        return claims.indices.map { claim in
            let mention = mentionBeside(claim, used: used)
            if let mention { used.insert(mention) }
            return mention
        }
    }

    private static let prepositions: Set<String> = ["at", "on", "for", "to", "from", "in", "during", "since"]

    /// The mention that a claim stands right beside: `rent ($2,355.00, 36.5 %)`, `rent: $2,355.00`, `$120 at Costco`.
    private func mentionBeside(_ claim: Int, used: Set<Int>) -> Int? {
        let range = claims[claim].tokens
        if let owner = mentions.firstIndex(where: { $0.upperBound == range.lowerBound && isOwner($0) }) { return owner }
        var open = range.lowerBound - 1
        while open >= 0, open > range.lowerBound - 12, !["(", ")", ".", ";"].contains(tokens[open].text) { open -= 1 }
        if open > 0, tokens[open].text == "(",
            !mentions.contains(where: { $0.lowerBound > open && $0.upperBound <= range.lowerBound }),
            let mention = mentions.firstIndex(where: { $0.upperBound == open })
        {
            let earlier = claims.indices.contains {
                $0 != claim && claims[$0].kind == claims[claim].kind && claims[$0].tokens.lowerBound > open
                    && claims[$0].tokens.lowerBound < range.lowerBound
            }
            return earlier ? nil : mention
        }
        if range.lowerBound > 0, tokens[range.lowerBound - 1].text == ":",
            let mention = mentions.firstIndex(where: { $0.upperBound == range.lowerBound - 1 }),
            !hasClaim(before: mentions[mention].lowerBound)
        {
            return mention
        }
        return mentionBehind(claim, used)
    }

    private static let against: Set<String> = ["to", "than", "against", "versus", "vs", "from", "over", "with"]

    /// `$203.22 to Lyft's $157.12`: what owns the figure that another is held against.
    private func isOwner(_ mention: Range<Int>) -> Bool {
        mention.lowerBound > 0 && ClaimBinding.against.contains(tokens[mention.lowerBound - 1].key)
    }

    /// Whether a figure stands before in the same clause: `$50 went out: $20 stayed` does not say that 20 went out.
    private func hasClaim(before end: Int) -> Bool {
        let start = tokens[..<end].lastIndex { [",", ";", ".", "\n", "|"].contains($0.text) } ?? 0
        return claims.contains { $0.tokens.lowerBound >= start && $0.tokens.upperBound <= end }
    }

    private func mentionBehind(_ claim: Int, _ used: Set<Int>) -> Int? {
        let range = claims[claim].tokens
        let previous = claims.map(\.tokens.upperBound).filter { $0 <= range.lowerBound }.max() ?? 0
        let isTaken = mentions.indices.contains {
            mentions[$0].lowerBound >= previous && mentions[$0].upperBound <= range.lowerBound && !used.contains($0)
        }
        guard !isTaken, !isWhole(claim), range.upperBound < tokens.count,
            ClaimBinding.prepositions.contains(tokens[range.upperBound].key)
        else { return nil }
        var next = range.upperBound + 1
        if next < tokens.count, ["your", "the"].contains(tokens[next].key) { next += 1 }
        // `$203.22 to Lyft's $157.12`
        return mentions.firstIndex { mention in
            mention.lowerBound == next
                && !(tokens[range.upperBound].key == "to"
                    && claims.contains { $0.tokens.lowerBound == mention.upperBound })
        }
    }

    /// `more at Target than at Costco: $849.63 versus $441.63`: all mentions first, then as many figures of one kind.
    private var inTurn: [[Int]]? {
        guard mentions.count > 1, let last = mentions.last else { return nil }
        // `seven times what B did: $486 versus $70`
        let figures = claims.indices.filter { claim in
            claims[claim].kind != Claim.dayKind
                && !(claims[claim].kind == Claim.multipleKind && claims[claim].tokens.upperBound <= last.lowerBound)
        }
        guard let first = figures.first,
            last.upperBound <= claims[first].tokens.lowerBound, figures.count == mentions.count,
            Set(figures.map(measure)).count == 1
        else { return nil }
        var result = Array(repeating: [Int](), count: claims.count)
        for (mention, claim) in figures.enumerated() { result[claim] = [mention] }
        return result
    }

    /// The first claim of each kind.
    private func firsts(_ indices: [Int]) -> [Int] {
        var kinds: Set<Int> = []
        return indices.filter { kinds.insert(claims[$0].kind).inserted }
    }

    private func pair(_ segment: Segment, _ beside: [Int?], _ result: inout [[Int]]) {
        guard let firstClaim = segment.claims.first, let firstMention = segment.mentions.first else { return }
        let (m, c) = (segment.mentions, segment.claims)
        let lastMention = m[m.count - 1]
        if mentions[lastMention].lowerBound < claims[firstClaim].tokens.lowerBound, m.count > 1 {
            // `rent and groceries were $2,355 and $671`, `rent and groceries came to $3,026`.
            let kinds = Set(c.map { claims[$0].kind })
            if kinds.count == 1, c.count == m.count {
                for (claim, mention) in zip(c, m) { result[claim] = [mention] }
            } else {
                for claim in firsts(c) { result[claim] = m }
            }
            return
        }
        if mentions[firstMention].lowerBound < claims[firstClaim].tokens.lowerBound {
            mentionsFirst(segment, &result)
        } else {
            claimsFirst(segment, beside, &result)
        }
    }

    /// `rent $2,355 (36.5 %), groceries $671`: each figure is of the mention before it.
    private func mentionsFirst(_ segment: Segment, _ result: inout [[Int]]) {
        var kinds: Set<Int> = []
        var current = -1
        for claim in segment.claims {
            let place = claims[claim].tokens.lowerBound
            let before = segment.mentions.last { mentions[$0].lowerBound < place } ?? segment.mentions[0]
            if before != current {
                current = before
                kinds = []
            }
            if isWhole(claim) { continue }
            if kinds.insert(claims[claim].kind).inserted {
                result[claim] = [before]
            } else if let next = segment.mentions.first(where: { mentions[$0].lowerBound > place }),
                !segment.claims.contains(where: {
                    claims[$0].tokens.lowerBound > place && claims[$0].tokens.lowerBound < mentions[next].lowerBound
                })
            {
                result[claim] = [next]
            }
        }
    }

    /// `$2,355 on rent and $671 on groceries`: each figure is of the next mention, the last of each kind before it.
    private func claimsFirst(_ segment: Segment, _ beside: [Int?], _ result: inout [[Int]]) {
        var start = 0
        for (position, mention) in segment.mentions.enumerated() {
            let place = mentions[mention].lowerBound
            // `groceries and coffee` behind a figure are both its own.
            if position > 0,
                !segment.claims.contains(where: {
                    claims[$0].tokens.lowerBound > mentions[segment.mentions[position - 1]].lowerBound
                        && claims[$0].tokens.lowerBound < place
                })
            {
                for claim in segment.claims where result[claim].last == segment.mentions[position - 1] {
                    result[claim].append(mention)
                }
                continue
            }
            // `$203.22 there and $157.12 at Lyft`: the second is beside it.
            var kinds = Set(claims.indices.filter { beside[$0] == mention }.map { claims[$0].kind })
            if !kinds.isDisjoint(with: Claim.countKinds) { kinds.formUnion(Claim.countKinds) }
            for claim in segment.claims.reversed()
            where claims[claim].tokens.lowerBound >= start && claims[claim].tokens.lowerBound < place {
                let isBeside = place - claims[claim].tokens.upperBound <= 1
                if isWhole(claim), !isBeside { continue }
                if kinds.insert(claims[claim].kind).inserted { result[claim] = [mention] }
            }
            start = place
        }
    }

    /// `36.5 % of the $6,459.18`, `$36.72 of this year's $7,099.92`: the second is the whole of the first.
    private func isWhole(_ claim: Int) -> Bool {
        let start = claims[claim].tokens.lowerBound
        return claims.contains { other in
            let gap = other.tokens.upperBound..<max(start, other.tokens.upperBound)
            return other.tokens.upperBound < start && gap.count <= 4 && gap.contains { tokens[$0].key == "of" }
        }
    }
}
