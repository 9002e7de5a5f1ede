import Ledger

/// How much less is to be spent on something: a part of what is usual, or an amount of money a month.
public enum SpendingCut: Hashable, Sendable {
    /// The part that is given up, 1 of 2 for a half.
    case part(Int64, of: Int64)
    /// That much less a month.
    case by(Money)
    /// No more than that a month.
    case to(Money)

    /// What is given up of a usual month, never more than there is, rounded half away from zero; minor units.
    public func less(of usual: Int64) -> Int64 {
        switch self {
        case .part(let part, let whole): roundedQuotient(usual, times: part, by: whole)
        case .by(let money): min(max(0, usual), money.minorUnits)
        case .to(let money): max(0, usual - money.minorUnits)
        }
    }

    /// Parts that people speak of, the smallest first.
    private static let steps: [(part: Int64, whole: Int64)] = [
        (1, 10), (1, 5), (1, 4), (1, 3), (1, 2), (2, 3), (3, 4), (1, 1),
    ]

    /// The next part that is smaller or greater; nil for amounts and at the end of the parts.
    func moved(up: Bool) -> SpendingCut? {
        guard case .part(let part, let whole) = self else { return nil }
        let next =
            up
            ? SpendingCut.steps.first { $0.part * whole > part * $0.whole }
            : SpendingCut.steps.last { $0.part * whole < part * $0.whole }
        return next.map { .part($0.part, of: $0.whole) }
    }
}

/// Reads how much less is to be spent: `in half`, `by a third`, `20% less`, `to 100 a month`, `completely`.
struct CutReader {
    let reading: QuestionReading

    private var keys: [String] { reading.tokens.map(\.key) }

    private static let halvings: Set<String> = ["halve", "halved", "halving", "half"]
    private static let endings: Set<String> = [
        "stop", "stopped", "stopping", "quit", "quitting", "cancel", "cancelled", "canceled", "ditch", "ditched",
        "completely", "entirely", "altogether", "skipped", "gave", "give", "giving", "eliminate", "eliminated",
        "dropped", "drop", "skipping", "dropping", "cancelling", "canceling", "ditching", "eliminating",
    ]
    private static let reductions: Set<String> = [
        "cut", "cutting", "reduce", "reduced", "reducing", "slash", "slashed", "trim", "trimmed", "lower", "lowered",
        "less", "fewer", "decrease", "decreased", "shrink", "save", "saved", "brought", "bring",
    ]
    private static let fractions: [String: Int64] = [
        "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fifth": 5, "fifths": 5, "tenth": 10, "tenths": 10,
        "sixth": 6, "eighth": 8, "fourth": 4, "fourths": 4,
    ]

    private static let besideSizes: Set<String> = [
        "and", "or", "by", "to", "a", "in", "one", "two", "three", "what", "about", "if", "how", "it", "them", "that",
        "only", "just", "i", "we", "make", "say", "instead", "of", "less", "the", "month", "per", "%", "percent", "ok",
        "then", "cut", "cutting", "reduce", "bring", "maybe", "well", "hmm", "no", "rather", "more", "did", "do",
    ]
    private static let besideSteps: Set<String> = [
        "a", "bit", "little", "some", "somewhat", "slightly", "and", "only", "just", "maybe", "what", "about", "if",
        "make", "it", "tad", "ok", "then", "even", "much", "not", "so", "that",
    ]

    /// What is supposed in a question of its own: `what if I cut dining in half`, `how much would I save if I halved takeout`.
    var supposed: SpendingCut? {
        guard supposes || savesWithout else { return nil }
        // "how much would I save without Netflix"
        if reading.names.allSatisfy(\.isExcluded) { return savesWithout ? .part(1, of: 1) : nil }
        let hasVerb = keys.contains {
            CutReader.halvings.contains($0) || CutReader.endings.contains($0) || CutReader.reductions.contains($0)
        }
        return hasVerb ? size : nil
    }

    /// A line that names another size and nothing else: `by a third`, `and 20%?`, `to 100`, `what about a quarter`.
    var alone: SpendingCut? {
        let known = Set(reading.amounts.flatMap { Array($0.tokens) } + reading.bareAmounts.flatMap { Array($0.tokens) })
        let isOnly = reading.tokens.indices.allSatisfy { index in
            let key = reading.tokens[index].key
            return known.contains(index) || reading.tokens[index].form != .word || CutReader.besideSizes.contains(key)
                || CutReader.halvings.contains(key) || CutReader.fractions[key] != nil
                || CutReader.endings.contains(key)
        }
        return isOnly ? size : nil
    }

    /// `a bit less`, `somewhat more`: whether up or down; nil for other lines.
    var step: Bool? {
        let words = reading.tokens.filter { $0.form == .word }.map(\.key)
        guard words.count <= 6 else { return nil }
        let telling = words.filter { !CutReader.besideSteps.contains($0) }
        guard telling.count == 1, !words.contains("not") || words.contains("much") else { return nil }
        switch telling[0] {
        case "more", "further", "deeper", "harder": return true
        case "less", "gentler", "softer", "fewer": return false
        default: return nil
        }
    }

    private var savesWithout: Bool {
        keys.starts(with: ["how", "much"]) && keys.contains("save")
            && keys.contains { ["without", "skipping", "dropping", "cutting", "cancelling", "canceling"].contains($0) }
            && !Set(["would", "could", "will", "do", "can"]).isDisjoint(with: keys)
    }

    /// `if`, `would I save`: nothing is to be changed yet.
    private var supposes: Bool {
        keys.contains("if") || keys.contains("suppose") || keys.contains("supposing")
            || !Set(["would", "could", "can"]).isDisjoint(with: keys)
                && !Set(["save", "keep", "left", "happen"]).isDisjoint(with: keys)
                && !Set(["by", "half", "halving", "cutting"]).isDisjoint(with: keys)
    }

    private var size: SpendingCut? {
        if let part = fraction { return part }
        if let percent { return percent }
        let amounts = reading.amounts + reading.bareAmounts
        if let amount = amounts.first {
            guard amounts.count == 1, amount.tokens.lowerBound > 0 else { return nil }
            let money = Money(amount.amount, amount.currency)
            let before = keys[amount.tokens.lowerBound - 1]
            if ["to", "only", "just", "than", "under", "most"].contains(before) { return .to(money) }
            let after = amount.tokens.upperBound < keys.count ? keys[amount.tokens.upperBound] : ""
            return before == "by" || after == "less" ? .by(money) : nil
        }
        return keys.contains(where: CutReader.endings.contains) || isCutOut ? .part(1, of: 1) : nil
    }

    /// `cut out coffee`, `cut coffee out`, `get rid of Netflix`.
    private var isCutOut: Bool {
        if let rid = keys.firstIndex(of: "rid") { return keys.dropFirst(rid + 1).first == "of" }
        guard let cut = keys.firstIndex(where: ["cut", "cutting"].contains) else { return false }
        return keys.indices.contains { place in
            guard place > cut, keys[place] == "out" else { return false }
            // `cut eating out` ends nothing by its own.
            return place == cut + 1 || reading.names.contains { $0.tokens.upperBound == place }
        }
    }

    /// `by a third`, `two thirds`, `in half`; `to a third` gives up the rest.
    private var fraction: SpendingCut? {
        for (place, key) in keys.enumerated() {
            let whole: Int64? = CutReader.halvings.contains(key) ? 2 : CutReader.fractions[key]
            guard let whole else { continue }
            // "a quarter" is three months as well.
            if key.hasPrefix("quarter"), place > 0, ["this", "last", "per", "next", "every"].contains(keys[place - 1]) {
                continue
            }
            let number = place > 0 ? AmountWords.count(keys[place - 1]) ?? 1 : 1
            let part = Int64(number)
            guard part > 0, part < whole else { continue }
            let before = keys[..<place].last {
                !["a", "an", "one", "the", "of"].contains($0) && AmountWords.count($0) == nil
            }
            return before == "to" ? .part(whole - part, of: whole) : .part(part, of: whole)
        }
        return nil
    }

    private var percent: SpendingCut? {
        guard let sign = keys.firstIndex(where: { ["%", "percent", "pct"].contains($0) }), sign > 0,
            let number = AmountWords.count(keys[sign - 1]), (1...100).contains(number)
        else { return nil }
        let isKept = sign > 1 && keys[sign - 2] == "to"
        return .part(Int64(isKept ? 100 - number : number), of: 100)
    }
}
