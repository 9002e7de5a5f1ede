import Ledger
import Understanding

/// A sentence read: what it names, the days it speaks of, its figures, and what each figure is of.
struct SentenceReading: Sendable {
    let text: GuardText
    let tokens: [Token]
    let names: [SaidName]
    /// Names that nothing knows.
    let unknown: [Range<Int>]
    let periods: [SaidPeriod]
    let claims: [Claim]
    let roles: [SaidName]
    /// For each claim the indices of the names, periods and roles that it is of.
    let claimNames: [[Int]]
    let claimPeriods: [[Int]]
    let claimRoles: [[Int]]
    /// What amounts are called, and for each claim what it is called.
    let kinds: [SaidKind]
    let claimKinds: [[Int]]
    /// For each claim what it is said to be a part of.
    let claimWholes: [SaidWhole?]
    /// For each claim the one that is a part of it: `a third of September's $6,459.18`.
    let parts: [Int?]
    /// For each period that is a day the names it is of.
    let dayNames: [[Int]]

    init(_ sentence: String, _ base: FactBase) {
        text = GuardText(sentence)
        let tokens = Tokenizer.tokens(of: text.text)
        self.tokens = tokens
        var reader = SaidNameReader(tokens, base)
        reader.run()
        let names = reader.names.map { name in
            var name = name
            let next = name.tokens.upperBound < tokens.count ? tokens[name.tokens.upperBound].key : ""
            // `without rent, groceries were …`, but `without rent, groceries and fuel`.
            let isListed = ["and", "or", ","].contains(next)
            let reach = (max(0, name.tokens.lowerBound - 3)..<name.tokens.lowerBound).map { tokens[$0].key }
            let before = isListed ? reach[...] : reach[(reach.lastIndex(of: ",").map { $0 + 1 } ?? 0)...]
            // `after rent, groceries were …`
            let isAtStart =
                name.tokens.lowerBound == 1 || name.tokens.lowerBound == 2 && ["the", "your"].contains(tokens[1].key)
            // `after rent and the car payment, H-E-B was …`
            let isIntroduced = SentenceReading.introduces(tokens, name.tokens.lowerBound) && tokens[0].key == "after"
            let isAfter = isAtStart && tokens[0].key == "after" && next == "," || isIntroduced
            name.isLeftOut = SentenceReading.leavesOut(before) || isAfter
            return name
        }
        self.names = names
        let spoken = names.indices.filter { !names[$0].isLeftOut }
        unknown = reader.unknown
        var taken = reader.taken
        let periods = SeasonReader.adding(
            to: SaidPeriodReader(tokens, taken: taken, asOf: base.asOf).periods(), tokens, taken: taken, base.days)
        self.periods = periods
        for period in periods { for index in period.tokens { taken[index] = true } }
        let claims = ClaimReader(tokens, taken: taken).claims()
        self.claims = claims
        let figures = claims.map { (tokens: $0.tokens, kind: $0.kind) }
        let ofOneDay = periods.indices.filter { periods[$0].isOfOneDay }
        let dayClaims = ofOneDay.map { (tokens: periods[$0].tokens, kind: Claim.dayKind) }
        // `from $18 to $20`: both are of one name.
        let named = figures.map { figure in
            let isEnd = figure.tokens.lowerBound > 0 && tokens[figure.tokens.lowerBound - 1].key == "to"
            return (tokens: figure.tokens, kind: isEnd ? figure.kind + Claim.secondOfKind : figure.kind)
        }
        let all = ClaimBinding.bind(
            tokens, claims: named + dayClaims, mentions: spoken.map { names[$0].tokens }, staysAcrossFrom: true
        ).map { mentions in mentions.map { spoken[$0] } }
        let wholesOf = PartsAndWholes(
            tokens: tokens, claims: claims, parts: WholeReader(tokens: tokens, claims: claims).parts())
        parts = wholesOf.parts
        let namesOf = SentenceReading.heldAgainst(tokens, claims, names, Array(all.prefix(claims.count)))
        claimNames = wholesOf.settled(namesOf, names.map(\.tokens), canFollow: false)
        let bound = SentenceReading.ofClause(
            tokens, dayClaims, names.map(\.tokens), Array(all.dropFirst(claims.count)))
        dayNames = periods.indices.map { period in ofOneDay.firstIndex(of: period).map { bound[$0] } ?? [] }
        let wholes = SaidWholeReader(tokens: tokens, claims: claims, names: names).wholes()
        claimWholes = wholes
        // What a part is a part of is not what the part is called.
        let kindReader = SaidKindReader(tokens: tokens, claims: claims)
        func isWhole(_ range: Range<Int>) -> Bool {
            wholes.contains { $0?.tokens.contains(range.lowerBound) ?? false }
        }
        let kinds = kindReader.kinds().filter { !isWhole($0.tokens) }
        roles = RoleWords.roles(in: tokens, base).filter { !isWhole($0.tokens) }
        self.kinds = kinds
        claimKinds = wholesOf.settled(kindReader.bound(kinds.map(\.tokens)), kinds.map(\.tokens), canFollow: true)
        let spans = periods.map(\.tokens)
        let days = SentenceReading.ofClause(
            tokens, figures, spans,
            SentenceReading.apart(
                tokens, claims, periods, ClaimBinding.bind(tokens, claims: figures, mentions: spans)))
        claimPeriods = wholesOf.settledDays(days, spans)
        claimRoles = wholesOf.settled(kindReader.bound(roles.map(\.tokens)), roles.map(\.tokens), canFollow: true)
    }

    private static let setting: Set<String> = ["versus", "vs", "against", "than", "compared"]

    /// `in October, 32 times versus 36`: what is held against a figure is not of the days said before that.
    private static func apart(
        _ tokens: [Token], _ claims: [Claim], _ periods: [SaidPeriod], _ bound: [[Int]]
    ) -> [[Int]] {
        var bound = bound
        for (position, pair) in zip(claims, claims.dropFirst()).enumerated()
        where pair.0.kind == pair.1.kind || pair.0.kind > 2 && pair.1.kind > 2 {
            let (first, second) = (pair.0.tokens, pair.1.tokens)
            guard first.upperBound < second.lowerBound, second.lowerBound - first.upperBound <= 5,
                tokens[first.upperBound..<second.lowerBound].contains(where: { setting.contains($0.key) })
            else { continue }
            // Several days may be meant by either where two were said before: `August below July, at $702 versus $763`.
            let before = bound[position].filter { periods[$0].tokens.upperBound <= first.lowerBound }
            let all = periods.indices.filter { periods[$0].tokens.upperBound <= first.lowerBound }
            if !before.isEmpty, all.count == 2 {
                (bound[position], bound[position + 1]) = ([all[0]], [all[1]])
            } else {
                bound[position + 1].removeAll { periods[$0].tokens.upperBound <= first.lowerBound }
            }
        }
        for position in claims.indices {
            bound[position] = bound[position].map { mention in
                earlier(tokens, periods, mention, before: claims[position].tokens.lowerBound) ?? mention
            }
            // `more than September, $7,116.40 in all`
            bound[position].removeAll { mention in
                let period = periods[mention].tokens
                return period.upperBound <= claims[position].tokens.lowerBound
                    && (max(0, period.lowerBound - 2)..<period.lowerBound).contains { setting.contains(tokens[$0].key) }
            }
        }
        return bound
    }

    /// `After the bills and everyday spending, you have …`: what the words of an opening are about is not the figure.
    static func introduces(_ tokens: [Token], _ index: Int) -> Bool {
        guard ["after", "besides", "beyond"].contains(tokens.first?.key) else { return false }
        guard let comma = tokens.firstIndex(where: { $0.key == "," }) else { return index < 3 }
        return index < comma && !tokens[..<comma].contains { $0.form == .number }
    }

    /// `October rose again after a lighter September: $7,116.40`: the days spoken of, and not those they came after.
    private static func earlier(_ tokens: [Token], _ periods: [SaidPeriod], _ mention: Int, before end: Int) -> Int? {
        let start = periods[mention].tokens.lowerBound
        guard mention > 0, periods[mention].tokens.upperBound <= end,
            let after = (max(0, start - 3)..<start).last(where: { ["after", "following"].contains(tokens[$0].key) }),
            periods[mention - 1].tokens.upperBound <= after, !tokens[..<after].contains(where: { $0.key == "," })
        else { return nil }
        return mention - 1
    }

    /// `the Travel Card sees more (57 transactions to 12)`: the second is what the first is held against, and not of its name.
    private static func heldAgainst(
        _ tokens: [Token], _ claims: [Claim], _ names: [SaidName], _ bound: [[Int]]
    ) -> [[Int]] {
        var bound = bound
        for (position, pair) in zip(claims, claims.dropFirst()).enumerated()
        where pair.0.kind == pair.1.kind || pair.0.kind > 2 && pair.1.kind > 2 {
            let (first, second) = (pair.0.tokens, pair.1.tokens)
            let gap = first.upperBound..<max(first.upperBound, second.lowerBound)
            let before = tokens[max(0, first.lowerBound - 4)..<first.lowerBound]
            guard (1...2).contains(gap.count),
                ["to", "against", "versus", "vs"].contains(tokens[gap.upperBound - 1].key),
                gap.count == 1 || CountNouns.noun(tokens[gap.lowerBound].key) != nil,
                !before.contains(where: {
                    ["from", "by", "up", "down", "went"].contains($0.key) || ChangeWords.isChange($0.key)
                })
            else { continue }
            bound[position + 1].removeAll { names[$0].tokens.upperBound <= first.lowerBound }
        }
        return bound
    }

    private static let setApart: Set<String> = [
        "than", "from", "since", "until", "till", "before", "after", "against", "to", "compared", "with", "versus",
        "vs",
        "through", "by",
    ]

    /// `… and Spectrum takes $69.99 on 11 November`: where a clause has one figure and one mention, they belong together.
    private static func ofClause(
        _ tokens: [Token], _ claims: [(tokens: Range<Int>, kind: Int)], _ mentions: [Range<Int>], _ bound: [[Int]]
    ) -> [[Int]] {
        var bound = bound
        func isBreak(_ index: Int) -> Bool {
            breaks.contains(tokens[index].key) && !mentions.contains { $0.contains(index) }
        }
        for (position, claim) in claims.enumerated() {
            let start = tokens[..<claim.tokens.lowerBound].indices.last(where: isBreak).map { $0 + 1 } ?? 0
            let end = tokens[claim.tokens.upperBound...].indices.first(where: isBreak) ?? tokens.count
            let own = mentions.indices.filter { mentions[$0].lowerBound >= start && mentions[$0].upperBound <= end }
            let alike = claims.filter { $0.tokens.lowerBound >= start && $0.tokens.upperBound <= end }
            guard own.count == 1, alike.count == 1, let mention = own.first else { continue }
            // `over July and August`: both, though a conjunction stands between them.
            let others = bound[position].filter { $0 != mention }
            let isListed =
                bound[position].contains(mention)
                && others.contains { other in
                    let gap = Range.gap(mentions[mention], mentions[other])
                    return gap.count == 1 && ["and", "&"].contains(tokens[gap.lowerBound].key)
                }
            if isListed { continue }
            let isApart = (max(start, mentions[mention].lowerBound - 2)..<mentions[mention].lowerBound).contains {
                setApart.contains(tokens[$0].key)
            }
            if !isApart { bound[position] = own }
        }
        return bound
    }

    private static let leaving: Set<String> = [
        "without", "excluding", "except", "besides", "aside", "apart", "outside", "minus", "ignoring", "leaving",
    ]

    /// - Parameter words: those before a name.
    private static func leavesOut(_ words: ArraySlice<String>) -> Bool {
        words.contains(where: leaving.contains)
            || zip(words, words.dropFirst()).contains { first, second in
                second == "but" && ["everything", "all", "anything"].contains(first)
                    || second == "than" && ["other", "elsewhere", "rather"].contains(first)
                    || first == "not" && ["counting", "including"].contains(second)
            }
    }

    private static let offers: [[String]] = [
        "let me know", "if you", "want me", "want to", "would you", "do you", "i can", "i could", "tell me", "just ask",
        "happy to", "feel free", "you can ask", "shall i", "should i", "ask me",
    ].map { $0.split(separator: " ").map(String.init) }

    /// Whether the sentence asks or offers something, and so says nothing of how things are.
    var isOffer: Bool {
        guard claims.isEmpty else { return false }
        return tokens.last?.text == "?"
            || SentenceReading.offers.contains { words in
                tokens.indices.prefix(8).contains { start in words.indices.allSatisfy { key(start + $0) == words[$0] } }
            }
    }

    func key(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].key : "" }

    func has(_ words: Set<String>) -> Bool { tokens.contains { words.contains($0.key) } }

    private static let breaks: Set<String> = [",", ";", "and", "but", "while", "(", ")"]

    /// The words of one thought: those around a word up to the next comma, bracket or conjunction.
    func thought(around index: Int) -> Range<Int> {
        let start = tokens[..<index].lastIndex { SentenceReading.breaks.contains($0.key) }.map { $0 + 1 } ?? 0
        let end = tokens[index...].firstIndex { SentenceReading.breaks.contains($0.key) } ?? tokens.count
        return start..<max(start, end)
    }

    /// As the model wrote it.
    func written(_ range: Range<Int>) -> String {
        guard let first = tokens[range].first, let last = tokens[range].last else { return "" }
        return text.written(first.range.lowerBound..<last.range.upperBound)
    }
}

/// Words that say which of several figures of one whole is meant.
enum RoleWords {
    private static let phrases: [(words: [String], label: String)] = {
        let table: [(String, String)] = [
            ("income", "income"), ("earned", "income"), ("earnings", "income"), ("came in", "income"),
            ("brought in", "income"), ("took in", "income"), ("received", "income"), ("coming in", "income"),
            ("inflow", "income"), ("inflows", "income"), ("paychecks", "income"), ("took home", "income"),
            ("spent", "spending"), ("went out", "spending"), ("expenses", "spending"), ("spending", "spending"),
            ("going out", "spending"), ("outflow", "spending"), ("outflows", "spending"), ("saved", "net"),
            ("left over", "net"), ("to spare", "net"), ("leftover", "net"), ("surplus", "net"), ("kept", "net"),
            ("remained", "net"),
            ("remains", "net"), ("stayed", "net"),
            ("net", "net"),
            ("put away", "net"), ("savings", "net"), ("in the black", "net"), ("assets", "assets"), ("own", "assets"),
            ("owe", "liabilities"), ("owed", "liabilities"), ("liabilities", "liabilities"), ("debt", "liabilities"),
            ("debts", "liabilities"), ("net worth", "net_worth"), ("safely spend", "safe"), ("safe to spend", "safe"),
            ("lowest", "lowest"), ("balance", "balance"), ("low point", "lowest"), ("bills", "bills"),
            ("reserve", "buffer"),
            ("buffer", "buffer"), ("cushion", "buffer"), ("on average", "average"), ("average", "average"),
            ("averaged", "average"), ("averages", "average"), ("averaging", "average"), ("typically", "average"),
            ("in total", "total"), ("total", "total"), ("in all", "total"), ("altogether", "total"),
            ("totaled", "total"),
            ("totaling", "total"), ("limit", "limit"), ("pending", "pending"), ("remaining", "remaining"),
            ("left", "remaining"),
        ]
        return table.map { pair in (pair.0.split(separator: " ").map(String.init), "r:" + pair.1) }
    }()

    private static let families: [Set<String>] = [
        ["r:income", "r:spending", "r:net"], ["r:assets", "r:liabilities", "r:net_worth"],
        ["r:safe", "r:lowest", "r:bills", "r:buffer", "r:balance"], ["r:average", "r:total", "r:pending"],
        ["r:limit", "r:remaining", "r:spent"],
    ]

    static func family(of label: String) -> Set<String> { families.first { $0.contains(label) } ?? [] }

    /// The roles named, as far as the evidence has more than one of their family.
    static func roles(in tokens: [Token], _ base: FactBase) -> [SaidName] {
        let active = families.filter { $0.intersection(base.labelled).count > 1 }
        guard !active.isEmpty else { return [] }
        var found: [SaidName] = []
        for index in tokens.indices {
            let matches = phrases.filter { phrase in
                phrase.words.indices.allSatisfy {
                    index + $0 < tokens.count && tokens[index + $0].key == phrase.words[$0]
                }
                    && active.contains { $0.contains(phrase.label) }
            }
            guard let longest = matches.max(by: { $0.words.count < $1.words.count }),
                found.last.map({ $0.tokens.upperBound <= index }) ?? true
            else { continue }
            if SentenceReading.introduces(tokens, index) { continue }
            // `savings rate` and `savings account` are no amounts that were saved.
            if longest.words == ["savings"], index + 1 < tokens.count, tokens[index + 1].form == .word { continue }
            if ["stayed", "remained", "remains"].contains(longest.words[0]), index + 1 < tokens.count,
                SaidKindReader.copular.contains(tokens[index + 1].key)
            {
                continue
            }
            // `September came in at $6,459`: what it came to.
            if longest.words == ["came", "in"], index + 2 < tokens.count, tokens[index + 2].key == "at" { continue }
            found.append(SaidName(labels: [longest.label], tokens: index..<index + longest.words.count))
        }
        return found
    }
}

/// Words that give something a place among others.
enum RankWords {
    static let most: Set<String> = [
        "most", "biggest", "largest", "highest", "top", "priciest", "costliest", "leading", "greatest", "heaviest",
        "dearest",
    ]
    static let least: Set<String> = [
        "least", "smallest", "lowest", "cheapest", "tiniest", "fewest", "lightest", "leanest", "slimmest",
    ]
    static let ordinals: [String: Int] = [
        "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5,
    ]

    /// `most of it`, `the bulk of your spending`, `the lion's share`: what takes more than all others.
    ///
    /// - Returns: where the words end that begin at `index`; nil where there are none.
    static func bulk(in reading: SentenceReading, at index: Int) -> Int? {
        let (word, next) = (reading.key(index), reading.key(index + 1))
        switch word {
        case "most", "much", "majority", "bulk":
            guard next == "of" else { return nil }
            let isMoney = (index + 2...index + 6).contains {
                ["it", "that", "money", "spending", "total", "amount", "spent", "budget"].contains(reading.key($0))
            }
            return isMoney && word != "much" ? index + 3 : nil
        case "lion", "lions": return (index...index + 3).contains { reading.key($0) == "share" } ? index + 2 : nil
        case "biggest", "largest", "greatest":
            return ["chunk", "share", "part", "portion", "slice", "piece", "bite"].contains(next) ? index + 2 : nil
        default: return nil
        }
    }

    /// Whether a number of order before this word gives a rank and is no date.
    static func follows(_ word: String) -> Bool {
        most.contains(word) || least.contains(word)
            || ["place", "spot", "position", "most", "-", "time", "visit"].contains(word)
    }
}

extension Range<Int> {
    /// The places between two stretches, the first one before the other; none where they touch or overlap.
    static func gap(_ first: Range<Int>, _ second: Range<Int>) -> Range<Int> {
        first.upperBound..<Swift.max(first.upperBound, second.lowerBound)
    }
}
