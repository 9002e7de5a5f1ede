import Ledger

/// Checks what a sentence says without any figure of its own: over budget, more than was earned, the largest of all.
struct PlainStatements {
    private let reading: SentenceReading
    private let base: FactBase

    init(_ reading: SentenceReading, _ base: FactBase) {
        self.reading = reading
        self.base = base
    }

    /// Words that say something, and the kinds of money that must be known to say it.
    private static let statements: [(words: [[String]], needs: [Set<MoneyKind>])] = {
        let limit: [Set<MoneyKind>] = [[.limit, .remaining]]
        let flows: [Set<MoneyKind>] = [[.income], [.spending]]
        let balance: [Set<MoneyKind>] = [[.balance, .safe, .remaining]]
        let table: [(String, [Set<MoneyKind>])] = [
            ("over budget", limit), ("under budget", limit), ("within budget", limit), ("on budget", limit),
            ("over the limit", limit), ("over your * limit", limit), ("over your * budget", limit),
            ("under your * limit", limit), ("under your * budget", limit), ("within your * limit", limit),
            ("within your * budget", limit), ("beyond your * budget", limit), ("above your * limit", limit),
            ("exceeded your * budget", limit), ("exceeded your * limit", limit), ("blew your * budget", limit),
            ("blew through your * budget", limit), ("busted your * budget", limit), ("below your * limit", limit),
            ("hit your * limit", limit), ("past your * limit", limit), ("past your * budget", limit),
            ("reached your * limit", limit), ("hit your * budget", limit),
            ("more than you earned", flows), ("more than you make", flows), ("more than you made", flows),
            ("more than came in", flows), ("less than you earned", flows), ("less than came in", flows),
            ("less than you made", flows), ("more than you spent", flows), ("less than you spent", flows),
            ("beyond your means", flows), ("within your means", flows), ("below your means", flows),
            ("running out of money", balance), ("run out of money", balance), ("short on cash", balance),
            ("can afford", balance), ("cannot afford", balance), ("cant afford", balance),
            ("left in your account", balance), ("left in the bank", balance), ("in the red", flows),
            ("in the black", flows), ("living paycheck to paycheck", flows),
        ]
        return table.map { pair in
            (pair.0.split(separator: " ").split(separator: "*").map { $0.map(String.init) }, pair.1)
        }
    }()

    func faults() -> [UnsupportedClaim] {
        // What a purchase would do is said of it.
        let isOpen = reading.has(["if", "whether"]) || !base.isPurchase && reading.has(["would", "could"])
        guard !isOpen else { return [] }
        return unknownStatement() ?? unknownRank() ?? lateness() ?? []
    }

    private func fault(_ range: Range<Int>, _ reason: String, _ kind: UnsupportedClaim.Kind) -> [UnsupportedClaim] {
        [UnsupportedClaim(text: reading.written(range), reason: reason, kind: kind)]
    }

    private func reads(_ words: [String], at index: Int) -> Bool {
        words.indices.allSatisfy { reading.key(index + $0) == words[$0] }
    }

    /// - Returns: where a statement ends that begins at `index`; up to two words may stand in its gap.
    private func end(of parts: [[String]], at index: Int) -> Int? {
        guard reads(parts[0], at: index) else { return nil }
        var end = index + parts[0].count
        for part in parts.dropFirst() {
            guard let next = (end...end + 2).first(where: { reads(part, at: $0) }) else { return nil }
            end = next + part.count
        }
        return end
    }

    private func unknownStatement() -> [UnsupportedClaim]? {
        for index in reading.tokens.indices {
            for statement in PlainStatements.statements {
                guard let end = end(of: statement.words, at: index) else { continue }
                let isKnown = statement.needs.allSatisfy { needed in
                    base.facts.contains { !$0.kinds.isDisjoint(with: needed) }
                }
                if !isKnown, base.isPurchase || !base.saysItself(reading, index..<end) {
                    return fault(index..<end, "is not known", .absence)
                }
            }
        }
        return nil
    }

    private static let ranked: Set<String> = [
        "expense", "expenses", "category", "categories", "merchant", "merchants", "store", "stores", "cost", "costs",
        "purchase", "purchases", "item", "items", "area", "source", "day", "month", "week", "bill", "bills", "charge",
    ]

    /// `your biggest expense was rent`, `most of it went to restaurants`, where nothing is ranked.
    private func unknownRank() -> [UnsupportedClaim]? {
        guard base.ranking.isEmpty else { return nil }
        for index in reading.tokens.indices {
            let (word, next) = (reading.key(index), reading.key(index + 1))
            let isMost = RankWords.most.contains(word) || RankWords.least.contains(word)
            var end: Int?
            let noun = ["expensive", "costly"].contains(next) && word == "most" ? index + 2 : index + 1
            if isMost, word != "most" || noun > index + 1 {
                let isKind = PlainStatements.kinds.contains(reading.key(noun))
                // Rows that are listed tell of the largest row, and not of kinds.
                let isOpen = isKind ? base.hasNamedExtreme : base.hasExtremes
                end = !isOpen && (isKind || PlainStatements.ranked.contains(reading.key(noun))) ? noun + 1 : nil
            }
            if !base.hasExtremes, let behind = RankWords.bulk(in: reading, at: index) { end = behind }
            if let end, !base.saysItself(reading, index..<end) { return fault(index..<end, "is not known", .rank) }
        }
        return nil
    }

    private static let kinds: Set<String> = [
        "category", "categories", "merchant", "merchants", "store", "stores", "shop", "shops", "subscription",
        "subscriptions", "membership", "service", "account", "restaurant",
    ]

    private static let lapses: Set<String> = ["missed", "late", "declined", "skipped"]
    private static let overdrafts: Set<String> = [
        "overdrew", "overdrawn", "overdraft", "overdrafted", "bounced", "overdue",
    ]

    /// `you missed 3 payments`, `you overdrew the account`
    private func lateness() -> [UnsupportedClaim]? {
        let payments: Set<String> = ["payment", "payments", "charge", "charges", "bill", "bills"]
        for index in reading.tokens.indices where !base.words.contains(reading.key(index)) {
            let isLapse =
                PlainStatements.lapses.contains(reading.key(index))
                && (index - 2...index + 4).contains { payments.contains(reading.key($0)) }
            let isNegated = (max(0, index - 3)..<index).map(reading.key).contains(
                where: DirectionCheck.negations.contains)
            guard isLapse || PlainStatements.overdrafts.contains(reading.key(index)), !isNegated else { continue }
            return fault(index..<index + 1, "is not known", .absence)
        }
        return nil
    }
}

extension FactBase {
    /// Whether the composed reply or the question has the same words.
    func saysItself(_ reading: SentenceReading, _ range: Range<Int>) -> Bool {
        range.allSatisfy { words.contains(reading.key($0)) }
    }

    /// Whether a largest or smallest one is known without a ranking.
    var hasExtremes: Bool { hasListedRows || hasNamedExtreme }
}
