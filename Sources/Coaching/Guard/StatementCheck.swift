import Ledger

/// Checks what a sentence says without a figure: that something is the largest, and that there is nothing.
struct StatementCheck {
    let reading: SentenceReading
    let base: FactBase

    /// - Parameter said: what the sentences before it named.
    init(_ reading: SentenceReading, _ base: FactBase, after said: [Set<String>] = []) {
        self.reading = reading
        self.base = base
        // `after rent, the largest was …`
        let isNext = !reading.has(Set(RankWords.ordinals.keys))
        let left = reading.names.filter { name in
            let start = name.tokens.lowerBound
            let place = ["the", "your"].contains(reading.key(start - 1)) ? start - 2 : start - 1
            let isAfter = ["after", "behind", "following"].contains(reading.key(place))
            return isAfter ? isNext : name.isLeftOut
        }
        let all = base.ranking.isEmpty ? base.rowRanking : base.ranking
        let taken = left.map(\.labels) + (StatementCheck.takesAway(reading) ? said.suffix(1) : [])
        ranking = all.filter { ranked in taken.allSatisfy { $0.isDisjoint(with: ranked.labels) } }
    }

    /// `take that away and …`, `without it`: what was spoken of before is left out.
    private static func takesAway(_ reading: SentenceReading) -> Bool {
        reading.tokens.indices.contains { index in
            guard ["that", "it", "this"].contains(reading.key(index)) else { return false }
            let (before, next) = (reading.key(index - 1), reading.key(index + 1))
            let isMoved = ["away", "aside", "out", "off"].contains(next)
            return ["without", "excluding", "minus", "besides"].contains(before)
                || before == "from" && ["apart", "aside"].contains(reading.key(index - 2))
                || isMoved
                    && ["take", "taking", "leave", "leaving", "set", "setting", "put", "putting"].contains(before)
        }
    }

    /// The groups by size, without those that the sentence leaves out: `aside from rent, groceries were the largest`.
    private let ranking: [FactBase.Ranked]

    func faults() -> [UnsupportedClaim] { ranks() + absences() }

    // MARK: Ranks

    private struct Place {
        let tokens: Range<Int>
        /// Where in the ranking it stands, the largest 0.
        let position: Int
    }

    /// The groups that the sentence names.
    private var places: [Place] {
        var places: [Place] = []
        for name in reading.names {
            let positions = ranking.indices.filter { !ranking[$0].labels.isDisjoint(with: name.labels) }
            // Of several rows of one name the largest counts.
            if positions.count == 1 || base.ranking.isEmpty && !positions.isEmpty {
                places.append(Place(tokens: name.tokens, position: positions[0]))
            }
        }
        for period in reading.periods {
            guard case .weekday(let weekday) = period.form else { continue }
            let label = NameBook.label(weekday: weekday)
            if let position = ranking.firstIndex(where: { $0.labels.contains(label) }) {
                places.append(Place(tokens: period.tokens, position: position))
            }
        }
        let isByTime = ranking.first.map { $0.labels.isEmpty } ?? false
        if isByTime {
            for period in reading.periods {
                let meanings = base.days.meanings(of: period.form) ?? []
                if let position = ranking.firstIndex(where: { ranked in
                    ranked.period.map(meanings.contains) ?? false
                }) {
                    places.append(Place(tokens: period.tokens, position: position))
                }
            }
        }
        return places.sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
    }

    private func ranks() -> [UnsupportedClaim] {
        guard ranking.count > 1 || ranking.count == 1 && !base.isRankingWhole else { return [] }
        let places = self.places
        guard !places.isEmpty else { return [] }
        for index in reading.tokens.indices {
            guard let rank = rank(at: index), let place = place(of: index, places) else { continue }
            // `your largest Costco purchase`: of some of the rows.
            if base.ranking.isEmpty, place.tokens.lowerBound == index + 1 || rank < 0 { continue }
            let isCounted =
                reading.has(["often", "frequent", "frequently", "visited"])
                || reading.tokens.indices.contains {
                    ["most", "fewest"].contains(reading.key($0)) && CountNouns.noun(reading.key($0 + 1)) == .rows
                }
            guard !isCounted || ranking.allSatisfy({ $0.size == Int64($0.count) }) else { continue }
            let wanted = rank > 0 ? rank - 1 : ranking.count + rank
            guard ranking.indices.contains(wanted) else { continue }
            // The smallest of those that are listed is not the smallest of all.
            let isByTime = ranking[place.position].labels.isEmpty
            let isOpen =
                rank < 0 && !base.isRankingWhole && !isByTime && !reading.has(["these", "those", "listed", "top"])
            let isOfSmallest = rank > 0 && base.ranksSmallest && isByTime && !hasNegation(index)
            if isOfSmallest || isOpen && !base.ranksSmallest
                || ranking[place.position].size != ranking[wanted].size, !isOfSeveral(place, places, rank)
            {
                return [
                    UnsupportedClaim(
                        text: reading.written(index..<index + 1) + " … " + reading.written(place.tokens),
                        reason: "is not its place by size", kind: .rank)
                ]
            }
        }
        return []
    }

    private func hasNegation(_ index: Int) -> Bool {
        (max(0, index - 4)..<index).contains { DirectionCheck.negations.contains(reading.key($0)) }
    }

    /// `A, B and C being the largest`: the place of several together.
    private func isOfSeveral(_ place: Place, _ places: [Place], _ rank: Int) -> Bool {
        guard rank == 1, var first = places.firstIndex(where: { $0.tokens == place.tokens }) else { return false }
        let last = first
        while first > 0 {
            let gap = Range.gap(places[first - 1].tokens, places[first].tokens)
            let isList = gap.allSatisfy { index in
                [",", "and", "(", ")"].contains(reading.key(index))
                    || reading.claims.contains { $0.tokens.contains(index) && reading.key($0.tokens.upperBound) == ")" }
            }
            guard isList else { break }
            first -= 1
        }
        return last > first
            && places[first...last].allSatisfy { ranking[$0.position].size >= ranking[last - first].size }
    }

    /// Whether it says of something known that it is the largest, the second, the smallest.
    var saysRank: Bool {
        guard ranking.count > 1 else { return false }
        let places = self.places
        return reading.tokens.indices.contains { rank(at: $0) != nil && place(of: $0, places) != nil }
    }

    private static let heading: Set<String> = ["topped", "tops", "top", "led", "leads", "heads", "headed", "lead"]
    private static let lists: Set<String> = [
        "list", "ranking", "rankings", "chart", "charts", "pack", "way", "table", "field", "month", "spending",
    ]

    /// 1 for the largest, 2 for the second, -1 for the smallest.
    private func rank(at index: Int) -> Int? {
        let word = reading.key(index)
        let isInside =
            reading.names.contains { $0.tokens.contains(index) }
            || reading.claims.contains { $0.tokens.contains(index) }
        guard !isInside else { return nil }
        let before = reading.key(index - 1)
        if RankWords.bulk(in: reading, at: index) != nil { return 1 }
        if word == "followed", reading.key(index + 1) == "by", hasRank(before: index) { return 2 }
        if let place = standing(at: index) { return place }
        if StatementCheck.heading.contains(word), ["the", "your"].contains(reading.key(index + 1)),
            StatementCheck.lists.contains(reading.key(index + 2))
        {
            return 1
        }
        let isMost = RankWords.most.contains(word)
        let isLeast = RankWords.least.contains(word)
        guard isMost || isLeast else { return nil }
        if word == "most", reading.key(index + 1) == "of" || ["almost", "at"].contains(before) { return nil }
        if word == "most", ["days", "weeks", "months", "years", "people"].contains(reading.key(index + 1)) {
            return nil
        }
        if word == "top", before == "on",
            ["out", "comes", "came", "is", "was", "were"].contains(reading.key(index - 2))
        {
            return 1
        }
        if word == "top" && ["on", "over"].contains(before) || word == "least" && before == "at" { return nil }
        if ["one", "among", "of"].contains(reading.key(index - 3)) || ["among"].contains(reading.key(index - 2)) {
            return nil
        }
        if ["one", "some"].contains(reading.key(index - 2))
            || reading.key(index - 2) == "of" && reading.key(index - 3) == "one"
        {
            return nil
        }
        // `your three biggest`, `the top five`: a set and no single place.
        let next = reading.key(index + 1)
        if Int(next) != nil || CountNouns.noun(next) == .things && next.hasSuffix("s")
            || NumberWords.number(at: index + 1, key: reading.key) != nil,
            isMost
        {
            return nil
        }
        let size = NumberWords.number(at: index - 1, key: reading.key)?.number.integer ?? Int(before) ?? 1
        if size > 1 { return nil }
        if let ordinal = RankWords.ordinals[before]
            ?? RankWords.ordinals[before == "-" ? reading.key(index - 2) : before]
        {
            return isLeast ? -ordinal : ordinal
        }
        return isLeast ? -1 : 1
    }

    private static let taking: Set<String> = [
        "takes", "took", "holds", "held", "gets", "got", "claims", "claimed", "fills", "filled", "has", "take", "hold",
        "get", "claim", "fill", "have", "carries", "carried",
    ]

    /// `came in second`, `groceries third`, `number one`, `#2`, `the runner-up`.
    private func standing(at index: Int) -> Int? {
        let (word, before) = (reading.key(index), reading.key(index - 1))
        if word == "runner", reading.key(index + 1) == "-", reading.key(index + 2) == "up" {
            return reading.key(index + 3) == "to" ? nil : 2
        }
        if before == "number" || before == "#" {
            return Int(word) ?? NumberWords.number(at: index, key: reading.key)?.number.integer
        }
        guard let ordinal = word == "first" ? 1 : RankWords.ordinals[word], !isInTime else { return nil }
        let follows = reading.names.contains { $0.tokens.upperBound == index }
        let stands = ["come", "comes", "came", "in", "ranks", "ranked", "placed", "finished", "was", "is", "were"]
            .contains(before)
        let next = reading.key(index + 1)
        let isList = next == "and" && RankWords.ordinals[reading.key(index + 2)] != nil || before == "and"
        guard !isList else { return nil }
        // `takes second place`, but `the second place that you went to`
        let isPlace =
            ["place", "spot", "position"].contains(next)
            && (before != "the" || StatementCheck.taking.contains(reading.key(index - 2)))
        let isOpen = ["", ",", ".", "at", "with", "(", "and", ";", "place", "–", ":"].contains(next)
        // `comes fourth among your restaurants`
        let isAmong =
            ["rank", "ranks", "ranked", "comes", "came", "come", "placed", "finished"].contains(before)
            && ["among", "in", "this", "for", "overall", "of", "on"].contains(next) && !base.isOfStreams
        return isPlace || isAmong || isOpen && (stands || follows) ? ordinal : nil
    }

    private func hasRank(before index: Int) -> Bool {
        (0..<index).contains {
            RankWords.most.contains(reading.key($0)) || ["led", "leads", "topped"].contains(reading.key($0))
        }
    }

    /// What has the rank: named before a verb (`Rent was the largest`), else behind (`the largest was rent`).
    private func place(of index: Int, _ places: [Place]) -> Place? {
        func isBroken(_ range: Range<Int>) -> Bool {
            range.contains { [";", ".", "but", "while", "with", "then"].contains(reading.key($0)) }
        }
        let after = places.first { $0.tokens.lowerBound > index && !isBroken(index..<$0.tokens.lowerBound) }
        if let before = places.last(where: { $0.tokens.upperBound <= index }),
            !isBroken(before.tokens.upperBound..<index)
        {
            let between = (before.tokens.upperBound..<index).map(reading.key)
            let isSaid =
                between.isEmpty || RankWords.bulk(in: reading, at: index) != nil || isElliptic(before.tokens, between)
                || between.contains(where: StatementCheck.taking.contains)
                || between.contains {
                    [
                        "was", "is", "as", "were", "cost", "costs", "being", "remains", "remained", "stayed", "stays",
                        "became", "took", "had", "saw", ",",
                        "came", "come",
                        "comes", "are", "ranks", "rank", "in",
                    ].contains($0)
                }
            // `Rent is where most goes`
            let isWhere = between.count > 1 && ["is", "was", "are", "were"].contains(between[between.count - 2])
            let isBehindBy =
                reading.key(index) == "followed" || between.contains("and") || between.contains("where") && !isWhere
            if isSaid, !isBehindBy, after == nil || !(between.contains(",")) { return before }
        }
        return after
    }

    /// `Spotify comes first, on 5 November`: a place in time, and none by size.
    private var isInTime: Bool {
        reading.periods.contains(where: \.isOfOneDay) && !reading.claims.contains(where: \.isMoney)
    }

    /// `June was the highest, and September the lowest`
    private func isElliptic(_ place: Range<Int>, _ between: [String]) -> Bool {
        between.last == "the" && between.dropLast().allSatisfy { ["by", "far", "clearly", "easily"].contains($0) }
            && !["in", "for", "during", "on", "at", "of", "from"].contains(reading.key(place.lowerBound - 1))
    }
}
