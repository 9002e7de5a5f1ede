import Ledger
import Understanding

/// What a sentence says that a figure is a part of: `of your income`, `of what you spent`, `of rent`.
struct SaidWhole: Sendable {
    enum Meaning: Sendable {
        case kind(MoneyKind)
        case name(Set<String>)
        /// What is left without the things that are left out.
        case rest
    }

    let meaning: Meaning
    let tokens: Range<Int>
}

/// Finds what the percentages of a sentence are said to be parts of.
struct SaidWholeReader {
    let tokens: [Token]
    let claims: [Claim]
    let names: [SaidName]

    private static let income: Set<String> = [
        "income", "paycheck", "paychecks", "pay", "salary", "wages", "earnings", "earned", "earn", "received",
    ]
    private static let spending: Set<String> = [
        "spending", "spent", "spend", "expenses", "expenditure", "expenditures", "outgoings", "purchases",
    ]
    private static let fillers: Set<String> = [
        "your", "my", "the", "our", "all", "what", "everything", "you", "youve", "i", "we", "that", "this", "total",
        "overall", "entire", "whole", "month", "monthly", "money", "have", "had", "which", "months", "year", "years",
        "last", "household", "each", "every", "dollar",
    ]

    private func key(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].key : "" }

    func wholes() -> [SaidWhole?] {
        claims.map { claim in
            guard claim.measure == .percent else { return nil }
            if key(claim.tokens.upperBound) == "of" { return whole(behind: claim.tokens.upperBound) }
            // `Of your income, 36.5 % went to rent`
            guard let opening = tokens[..<claim.tokens.lowerBound].lastIndex(where: { $0.key == "of" }),
                opening == 0 || [".", ",", "\n", "out"].contains(key(opening - 1)),
                claim.tokens.lowerBound - opening < 14
            else { return nil }
            return whole(behind: opening)
        }
    }

    /// - Parameter start: where `of` stands.
    private func whole(behind start: Int) -> SaidWhole? {
        var index = start + 1
        var isFirst = true
        while index < min(start + 9, tokens.count) {
            let range = start..<index + 1
            if let claim = claims.first(where: { $0.tokens.lowerBound == index }) {
                index = claim.tokens.upperBound
                continue
            }
            if let name = names.first(where: { $0.tokens.contains(index) }) {
                guard isFirst else { return nil }
                // `of your grocery spending`
                return SaidWhole(meaning: .name(name.labels), tokens: start..<name.tokens.upperBound + 1)
            }
            let word = key(index)
            if SaidWholeReader.income.contains(word) { return SaidWhole(meaning: .kind(.income), tokens: range) }
            if ["came", "brought", "coming"].contains(word), ["in", "home"].contains(key(index + 1)) {
                return SaidWhole(meaning: .kind(.income), tokens: start..<index + 2)
            }
            if SaidWholeReader.spending.contains(word) || word == "went" && key(index + 1) == "out" {
                return SaidWhole(meaning: .kind(.spending), tokens: range)
            }
            if ["bills", "subscriptions", "payments"].contains(word) {
                return SaidWhole(meaning: .kind(.bills), tokens: range)
            }
            if ["rest", "remainder"].contains(word) { return SaidWhole(meaning: .rest, tokens: range) }
            let isDate = CivilDate.monthNames.contains { $0.lowercased() == word } || Int(word) != nil
            guard SaidWholeReader.fillers.contains(word) || isDate else { return nil }
            isFirst = isFirst && ["your", "my", "the", "our", "all", "what", "total"].contains(word)
            index += 1
        }
        return nil
    }
}

extension Verdict {
    private static let shareVerbs: Set<String> = ["took", "takes", "take", "for", "represented", "represents", "makes"]

    /// Whether what the sentence says a percentage is of is what the fact is of: a part of spending is no part of income,
    /// and no growth.
    func isOfSaidWhole(_ fact: Fact, _ position: Int) -> Bool {
        let claim = reading.claims[position]
        guard isWholeOfPart(fact, position) else { return false }
        guard let whole = fact.whole, claim.measure == .percent else { return true }
        // `the other 63.5 %`
        if ["other", "remaining"].contains(reading.key(start(claim) - 1)), !fact.labels.contains(DerivedFacts.rest) {
            return false
        }
        if case .all = whole, isGrowth(claim) { return false }
        guard let said = reading.claimWholes[position] else { return whole != .before || !isShare(claim) }
        switch (said.meaning, whole) {
        case (.rest, .rest): return true
        case (.rest, _), (_, .rest): return false
        case (.kind(let kind), .all(let own, _)): return kind == own
        case (.name(let labels), .all(_, let own)): return !labels.isDisjoint(with: own)
        case (.name(let labels), .other(let own)): return !labels.isDisjoint(with: own)
        case (.kind, .other), (_, .before): return false
        }
    }

    private func start(_ claim: Claim) -> Int {
        claim.relationWords.isEmpty ? claim.tokens.lowerBound : claim.relationWords.lowerBound
    }

    /// `grew 36.5 %`, `up by 36.5 %`, `36.5 % higher`.
    private func isGrowth(_ claim: Claim) -> Bool {
        let before = reading.key(start(claim) - 1)
        let verb = before == "by" || before == "a" || before == "an" ? reading.key(start(claim) - 2) : before
        if ChangeWords.isChange(verb) { return true }
        let isMotion = ["up", "down"].contains(verb) && !isShare(claim)
        if isMotion, !["add", "adds", "added", "making"].contains(reading.key(start(claim) - 2)) { return true }
        let behind = reading.key(claim.tokens.upperBound)
        return ["higher", "lower", "increase", "decrease", "rise", "jump", "growth", "decline"].contains(behind)
    }

    /// `took 41.7 %`, `made up 41.7 %`, `accounted for 41.7 %`.
    private func isShare(_ claim: Claim) -> Bool {
        let before = reading.key(start(claim) - 1)
        let verb = reading.key(start(claim) - 2)
        return Verdict.shareVerbs.contains(before) && (before != "for" || verb.hasPrefix("account"))
            || before == "up" && ["made", "make", "makes"].contains(verb)
    }
}
