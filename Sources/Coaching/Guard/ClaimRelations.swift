import Ledger
import Understanding

/// What stands around a figure and says how exact it is, how far it reaches, and for how long it is.
extension ClaimReader {
    private static let lines: Set<String> = ["line", "mark", "threshold", "bar", "cutoff", "limit"]
    private static let before: [(words: [String], relation: Claim.Relation)] = {
        let table: [(String, Claim.Relation)] = [
            ("in the neighborhood of", .about), ("in the ballpark of", .about), ("on the order of", .about),
            ("somewhere around", .about), ("right around", .about), ("close to", .about), ("near", .about),
            ("an estimated", .about),
            ("about", .about), ("around", .about), ("roughly", .about), ("approximately", .about), ("approx .", .about),
            ("approx", .about), ("circa", .about), ("some", .about), ("~", .about), ("nearly", .nearly),
            ("almost", .nearly), ("just under", .nearly), ("just shy of", .nearly), ("shy of", .nearly),
            ("a little under", .nearly), ("a bit under", .nearly), ("slightly under", .nearly),
            ("slightly below", .nearly), ("slightly less than", .nearly), ("a little less than", .nearly),
            ("just below", .nearly), ("just less than", .nearly), ("not quite", .nearly), ("approaching", .nearly),
            ("over", .over), ("more than", .over), ("above", .over), ("just over", .over), ("just above", .over),
            ("a bit over", .over), ("a little over", .over), ("a bit more than", .over),
            ("a little more than", .over), ("slightly over", .over), ("slightly more than", .over),
            ("slightly above", .over), ("just more than", .over), ("well over", .over), ("north of", .over),
            ("exceeding", .over), ("upwards of", .over), ("upward of", .over), ("in excess of", .over),
            ("greater than", .over), ("past", .over), (">", .over), ("at least", .atLeast), ("no less than", .atLeast),
            ("under", .under), ("less than", .under), ("fewer than", .under), ("below", .under), ("well under", .under),
            ("south of", .under), ("<", .under), ("up to", .atMost), ("at most", .atMost), ("no more than", .atMost),
        ]
        return table.map { pair in (pair.0.split(separator: " ").map(String.init), pair.1) }
            .sorted { $0.words.count > $1.words.count }
    }()

    private static let behind: [(words: [String], relation: Claim.Relation)] = {
        let table: [(String, Claim.Relation)] = [
            ("or so", .about), ("- ish", .about), ("ish", .about), ("give or take", .about), ("or thereabouts", .about),
            ("+", .over), ("plus", .over), ("and change", .over), ("or more", .atLeast), ("and up", .atLeast),
            ("or less", .atMost), ("or under", .atMost), ("or fewer", .atMost),
        ]
        return table.map { pair in (pair.0.split(separator: " ").map(String.init), pair.1) }
    }()

    private static let sums: Set<String> = [
        "add", "adds", "added", "adding", "sum", "sums", "summing", "come", "comes", "coming", "total", "totals",
        "works",
    ]

    private func reads(_ words: [String], at index: Int) -> Bool {
        index >= 0 && words.indices.allSatisfy { key(index + $0) == words[$0] }
    }

    func withRelation(_ claim: Claim, after previous: Claim?) -> Claim {
        guard claim.relation == .exactly else { return claim }
        var claim = claim
        var start = claim.tokens.lowerBound
        while ["just", "only", "exactly", "precisely", "the"].contains(key(start - 1)), key(start - 2) != "" {
            start -= 1
        }
        for place in Set([start, claim.tokens.lowerBound]).sorted(by: >) {
            for entry in ClaimReader.before where reads(entry.words, at: place - entry.words.count) {
                let first = place - entry.words.count
                // `adding up to $1,309.59`, and cents after all: the figure itself.
                if entry.words == ["up", "to"], ClaimReader.sums.contains(key(first - 1)) { return claim }
                let isSpent = ["spent", "paid", "cost", "costs", "earned", "saved"].contains(key(first - 1))
                let isBound = isSpent && ["over", "above", "past"].contains(entry.words[entry.words.count - 1])
                let isRound = claim.number.digits % (claim.number.value < 100 ? 10 : 100) == 0
                if claim.isMoney, claim.number.power == -2, !isRound, entry.relation != .about,
                    !isBound
                {
                    return claim
                }
                // `$30 more than $702`: the words compare two figures and do not soften the second.
                let joins = entry.words.last == "than" || ["above", "below", "over", "under"].contains(entry.words[0])
                if joins, let previous, first - previous.tokens.upperBound <= 1,
                    first == previous.tokens.upperBound || [")", "higher", "lower"].contains(key(first - 1))
                {
                    return claim
                }
                // `above the 60 % line`: the line itself.
                if claim.measure == .percent, ClaimReader.lines.contains(key(claim.tokens.upperBound)) { return claim }
                if case .count = claim.measure, entry.words == ["over"] || entry.words == ["past"] { return claim }
                claim.relation = entry.relation
                claim.relationWords = first..<place
                return claim
            }
        }
        for entry in ClaimReader.behind where reads(entry.words, at: claim.tokens.upperBound) {
            if entry.words == ["+"], tokens[claim.tokens.upperBound].hasSpaceBefore { continue }
            claim.relation = entry.relation
            claim.tokens = claim.tokens.lowerBound..<claim.tokens.upperBound + entry.words.count
            return claim
        }
        return claim
    }

    // MARK: Ranges

    /// `between $40 and $50`, `$40–50`, `40 to 50 dollars`.
    func withUpperEnd(_ claim: Claim) -> Claim {
        let joint = claim.tokens.upperBound
        let word = key(joint)
        let isBetween = key(claim.tokens.lowerBound - 1) == "between"
        guard
            word == "and" && isBetween || ["-", "–"].contains(word)
                || word == "to" && key(claim.tokens.lowerBound - 1) != "from"
        else { return claim }
        if word == "-" || word == "–", tokens[joint].hasSpaceBefore { return claim }
        var other = joint + 1
        // `climbed 10.2 % to $7,116.40`
        if claim.measure == .percent, CurrencyWords.sign(key(other)) != nil { return claim }
        if CurrencyWords.sign(key(other)) != nil { other += 1 }
        guard let upper = GuardNumbers(tokens: tokens).number(at: other, isMoney: claim.isMoney),
            !(other..<upper.end).contains(where: { key($0).isEmpty }), upper.number.value > claim.number.value,
            upper.suffix.isEmpty || upper.suffix == "k"
        else { return claim }
        var range = claim
        range.relation = .to(upper.number)
        var end = upper.end
        if let currencies = CurrencyWords.sign(key(end)) ?? CurrencyWords.word(key(end)) {
            range.measure = .money(currencies)
            end += 1
        } else if key(end) == "%" || key(end) == "percent" {
            range.measure = .percent
            end += 1
        }
        // Without a unit on either side, and no word before it, it is as likely something else.
        guard range.isMoney || range.measure == .percent || isBetween || range.measure != .bare else { return claim }
        range.tokens = claim.tokens.lowerBound..<end
        return range
    }

    // MARK: Per unit

    private static let units: [String: Query.AverageUnit] = [
        "month": .month, "mo": .month, "week": .week, "wk": .week, "year": .year, "yr": .year, "day": .day,
        "visit": .transaction, "trip": .transaction, "transaction": .transaction, "purchase": .transaction,
        "order": .transaction, "charge": .transaction, "stop": .transaction, "time": .transaction,
        "payment": .transaction, "shop": .transaction, "cup": .transaction, "run": .transaction, "outing": .transaction,
        "go": .transaction, "throw": .transaction, "ride": .transaction, "fill": .transaction, "meal": .transaction,
        "pop": .transaction,
        "monthly": .month, "weekly": .week, "yearly": .year, "annually": .year, "daily": .day,
    ]

    /// What no row tells of.
    private static let unknownUnits: Set<String> = [
        "person", "head", "capita", "child", "kid", "adult", "guest", "passenger", "mile", "gallon", "hour", "item",
    ]

    /// `$20 a month`, `$15 per visit`, `$9.99/mo`, `$20 monthly`.
    func withUnit(_ claim: Claim) -> Claim {
        var claim = claim
        let end = claim.tokens.upperBound
        if ["a", "an", "per", "each", "every", "/", "apiece", "any"].contains(key(end)) {
            let isAlone = key(end) == "apiece" || key(end) == "each"
            claim.per = ClaimReader.units[key(end + 1)] ?? (isAlone ? .transaction : nil)
        } else if ["monthly", "weekly", "yearly", "annually", "daily"].contains(key(end)) {
            claim.per = ClaimReader.units[key(end)]
        } else if key(end) == "at", key(end + 1) == "a", ["time", "pop", "go"].contains(key(end + 2)) {
            claim.per = .transaction
        } else if let unit = laterUnit(behind: end) {
            claim.per = unit
        }
        // `$671.51 per grocery trip`
        if claim.per == nil, ["per", "each", "every"].contains(key(end)) {
            claim.per = (end + 2...end + 3).compactMap { ClaimReader.units[key($0)] }.first
        }
        claim.isPerUnknown = ["per", "a", "each"].contains(key(end)) && ClaimReader.unknownUnits.contains(key(end + 1))
        if claim.per == nil, claim.isMoney { claim.per = earlierUnit(before: claim.tokens.lowerBound) }
        return claim
    }

    private static let comparing: Set<String> = ["than", "above", "below", "from", "against", "over", "under", "times"]

    /// `a typical month costs $672`, `each of your nine trips cost $671.51`, `two purchases of $83.00`
    private func earlierUnit(before start: Int) -> Query.AverageUnit? {
        if key(start - 1) == "of", CountNouns.noun(key(start - 2)) == .rows, key(start - 2).hasSuffix("s"),
            GuardNumbers(tokens: tokens).number(at: start - 3) != nil
        {
            return key(start + 1) == "in" || key(start + 2) == "in" ? nil : .transaction
        }
        var index = start - 1
        while index >= 0, !ClaimReader.ends.contains(key(index)),
            tokens[index].form != .number || isOfTimes(key(index + 1)) || isOfTimes(key(index + 2))
                || tokens[index].text.utf8.count == 4
        {
            if ["average", "typical", "usual", "normal", "each", "every"].contains(key(index)) {
                guard !(index - 2..<index).contains(where: { ClaimReader.comparing.contains(key($0)) }) else {
                    return nil
                }
                let isOf = key(index + 1) == "of"
                for place in index + 1..<min(index + (isOf ? 7 : 4), start) {
                    if let unit = ClaimReader.units[key(place)] { return unit }
                    if isOf, isOfTimes(tokens[place].key) { return .transaction }
                }
                return nil
            }
            if ["a", "an", "one"].contains(key(index)), let unit = unitOfOne(index + 1..<start) { return unit }
            index -= 1
        }
        return nil
    }

    /// Rows, or payments that may be such.
    private func isOfTimes(_ word: String) -> Bool { [.rows, .either].contains(CountNouns.noun(word)) }

    /// `a visit to Target costs $67`, `one order comes to $31`
    private func unitOfOne(_ range: Range<Int>) -> Query.AverageUnit? {
        let near = range.prefix(3)
        guard let place = near.first(where: { ClaimReader.units[key($0)] != nil }),
            range.contains(where: { $0 > place && ClaimReader.costing.contains(key($0)) })
        else { return nil }
        return ClaimReader.units[key(place)]
    }

    /// Verbs of what one time of something costs.
    static let costing: Set<String> = ["costs", "comes", "runs", "averages", "sets", "works", "tends", "goes", "is"]

    private static let ends: Set<String> = [",", ";", ".", "and", "but", "while", "(", ")", ":"]

    /// `$672 on groceries every week`, `$40 in interest per month`
    private func laterUnit(behind end: Int) -> Query.AverageUnit? {
        for index in end..<max(end, min(end + 7, tokens.count)) {
            guard tokens[index].form == .word || tokens[index].text == "&" else { return nil }
            if ["every", "each", "per"].contains(tokens[index].key) { return ClaimReader.units[key(index + 1)] }
            // `$649 on restaurants a month`, but `in a month`
            if tokens[index].key == "a", index > end,
                !["in", "of", "for", "within", "over", "is", "was", "from", "than"].contains(key(index - 1)),
                let unit = ClaimReader.units[key(index + 1)], unit != .transaction
            {
                return unit
            }
            // `$40 twice a month`: so much each time.
            if ["and", "with", "or", "over", "by", "once", "twice", "thrice", "times"].contains(tokens[index].key) {
                return nil
            }
        }
        return nil
    }
}
