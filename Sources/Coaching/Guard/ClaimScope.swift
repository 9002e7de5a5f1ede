import Ledger
import Understanding

/// How far what is said of an amount reaches: of each, usually, from now on, in all, by how much, of the latest.
///
/// A figure has its own reach: a total is no habit, a row no sum, an amount no change. What a sentence says of it must be that.
extension Verdict {
    /// Whether the reach that the sentence gives an amount is the fact's own.
    func fitsScope(_ fact: Fact, _ position: Int) -> Bool {
        let claim = reading.claims[position]
        guard fitsSpan(fact, position) else { return false }
        guard claim.isMoney else { return true }
        guard isOfAllAsked(fact, position), leavesOutRight(fact, position), fitsAverage(fact, position) else {
            return false
        }
        let before = wordsBefore(position)
        if fact.isOnce, saysHabit(before, claim) || fact.isOfPast(base.asOf) && saysFuture(before, claim) {
            return false
        }
        let isAmount = [.total, .previous, .group, .row, .average].contains(fact.role)
        if isAmount, !isNetOfBoth(fact), saysChange(before, claim) { return false }
        let isPart = fact.isSingle && (saysSum(claim) || fact.role != .average && saysSoFar(claim))
        if isPart || fact.per != nil && fact.kinds.contains(.bills) && saysSoFar(claim) { return false }
        if fact.isOnce, saysEachOfDays(before) { return false }
        if fact.role == .row, saysLatest(before), !isLatest(fact, position) { return false }
        if saysOtherEnd(fact, before) || fact.isAhead(base.asOf) && saysPast(before) { return false }
        if fact.role == .previous, !fact.labels.contains("r:usual"), reaches(before, claim) { return false }
        if let account = saidAccount(before, claim), fact.kinds.contains(.balance), !isOfAccount(account, fact) {
            return false
        }
        // `you will need $6,447.91 more`
        if fact.kinds == [.safe], saysChange(before, claim), before.contains(where: { reading.key($0) == "need" }) {
            return false
        }
        if fact.kinds.contains(.balance), let end = fact.day ?? fact.period?.end, saysAfterPay(claim),
            base.facts.contains(where: { $0.labels.contains("r:payday") && $0.value.isDay(after: end) })
        {
            return false
        }
        if isOfPay(claim), !fact.kinds.isEmpty, !fact.kinds.contains(.income) { return false }
        if isOfBills(claim), fact.isSingle, fact.role != .average,
            reading.names.allSatisfy({ $0.labels.isDisjoint(with: fact.labels) })
        {
            return false
        }
        if saysSafeNow(claim), fact.role != .change, !fact.isPassingPrice { return false }
        return !saysNow(before, claim) || fact.period.map { $0.start <= base.asOf } ?? true
    }

    /// The words of the thought before a claim, from the last other claim on.
    private func wordsBefore(_ position: Int) -> Range<Int> {
        let start = reading.claims[position].tokens.lowerBound
        let thought = reading.thought(around: start)
        let earlier = reading.claims.filter(\.isMoney).map(\.tokens.upperBound).filter { $0 <= start }.max() ?? 0
        return min(max(thought.lowerBound, earlier), start)..<start
    }

    private static let habits: Set<String> = [
        "usually", "typically", "normally", "generally", "averaged", "averages", "averaging", "ordinarily",
    ]
    private static let usual: Set<String> = ["usual", "typical", "normal", "average"]
    private static let against: Set<String> = [
        "than", "above", "below", "over", "under", "times", "from", "against", "versus", "vs", "to", "within", "beyond",
        "exceeds", "beat", "of", "out", "like",
    ]

    /// `you usually spend $671.51`, `on average $671.51`, `the usual trip costs $172.62`
    private func saysHabit(_ before: Range<Int>, _ claim: Claim) -> Bool {
        let isSaid = before.contains { index in
            let (last, word) = (reading.key(index - 1), reading.key(index))
            if Verdict.habits.contains(word) { return !Verdict.against.contains(last) }
            if word == "average", last == "on" || last == "an" && reading.key(index + 1) == "of" { return true }
            guard Verdict.usual.contains(word), CountNouns.noun(reading.key(claim.tokens.lowerBound - 2)) != nil
            else { return false }
            return !(index - 3..<index).contains { Verdict.against.contains(reading.key($0)) }
        }
        let end = claim.tokens.upperBound
        return isSaid || reading.key(end) == "on" && reading.key(end + 1) == "average"
            || reading.key(0) == "on" && reading.key(1) == "average" && before.lowerBound <= 3
            || ["typically", "usually"].contains(reading.key(end))
    }

    private static let doing: Set<String> = [
        "spend", "pay", "earn", "save", "bring", "cost", "receive", "make", "need",
    ]

    /// `you will spend $671.51`
    private func saysFuture(_ before: Range<Int>, _ claim: Claim) -> Bool {
        let verbs = before.suffix(4)
        guard verbs.contains(where: { Verdict.doing.contains(reading.key($0)) }) else { return false }
        return verbs.contains { index in
            ["will", "youll", "itll"].contains(reading.key(index))
                || reading.key(index) == "going" && reading.key(index + 1) == "to"
        }
    }

    /// `$1,014.19 more came in than went out`
    private func isNetOfBoth(_ fact: Fact) -> Bool {
        // `you came out ahead by $1,014.19`
        let isAhead = reading.has(["ahead"]) && fact.kinds.contains(.net) && !fact.kinds.contains(.loss)
        return !fact.kinds.isDisjoint(with: [.net, .loss])
            && (isAhead || reading.kinds.contains { $0.kinds.contains(.income) })
    }

    /// `rose by $800.08`, `$7,473.37 more`: how far two things are apart, and neither of them.
    private func saysChange(_ before: Range<Int>, _ claim: Claim) -> Bool {
        let end = claim.tokens.upperBound
        if ["more", "less", "higher", "lower"].contains(reading.key(end)), reading.key(end + 1) != "or" { return true }
        let start = claim.relationWords.isEmpty ? claim.tokens.lowerBound : claim.relationWords.lowerBound
        guard reading.key(start - 1) == "by" else { return false }
        return before.contains { index in
            let word = reading.key(index)
            return DirectionCheck.up.contains(word) || DirectionCheck.down.contains(word)
                || ChangeWords.isCutBack(word, reading.key(index + 1))
        }
    }

    /// `five payments, $2,355.00 in total`, `you have paid $19.99 so far`
    private func saysSum(_ claim: Claim) -> Bool {
        let end = claim.tokens.upperBound
        let isNamed = ["on", "for", "at", "to"].contains(reading.key(end))
        let reach = isNamed ? reading.thought(around: end).prefix { $0 < end + 6 } : end..<end + 2
        return reach.contains { index in
            let (last, word) = (reading.key(index - 1), reading.key(index))
            switch word {
            case "altogether", "combined": return true
            case "total", "all": return last == "in"
            default: return false
            }
        } || ["totaling", "totalling"].contains(reading.key(claim.tokens.lowerBound - 1))
    }

    /// `you have paid $19.99 so far`
    private func saysSoFar(_ claim: Claim) -> Bool {
        let thought = reading.thought(around: claim.tokens.lowerBound)
        return thought.contains { index in
            index >= claim.tokens.upperBound
                && (reading.key(index) == "far" && reading.key(index - 1) == "so"
                    || reading.key(index) == "date" && reading.key(index - 1) == "to")
        }
    }

    /// `every Tuesday you spent $2,762.78`, where all Tuesdays together came to that.
    private func saysEachOfDays(_ before: Range<Int>) -> Bool {
        reading.periods.contains { period in
            guard case .weekday = period.form, period.tokens.lowerBound > 0 else { return false }
            return before.contains(period.tokens.lowerBound)
                && ["every", "each"].contains(reading.key(period.tokens.lowerBound - 1))
        }
    }

    private static let latest: Set<String> = ["latest", "newest", "recent", "last"]

    /// `your most recent purchase was $89.55`
    func saysLatest(_ before: Range<Int>) -> Bool {
        before.contains { index in
            Verdict.latest.contains(reading.key(index))
                && (index + 1...index + 3).contains { place in
                    let word = reading.key(place)
                    return place < before.upperBound && !word.hasSuffix("s")
                        && [.rows, .either].contains(CountNouns.noun(word))
                }
        }
    }

    private func isLatest(_ fact: Fact, _ position: Int) -> Bool {
        let names = reading.claimNames[position].map { reading.names[$0].labels }
        let days = base.facts.filter { other in
            other.role == .row && names.allSatisfy { !$0.isDisjoint(with: other.labels) }
        }.compactMap(\.period?.start)
        return days.max().map { fact.period?.start == $0 } ?? true
    }

    /// `your smallest purchase was $2,355.00`, where that is the largest.
    private func saysOtherEnd(_ fact: Fact, _ before: Range<Int>) -> Bool {
        func says(_ words: Set<String>) -> Bool { before.contains { words.contains(reading.key($0)) } }
        func isKnown(_ label: String) -> Bool {
            base.facts.contains { $0.labels.contains(label) && $0.money == fact.money }
        }
        return says(RankWords.least) && isKnown("r:largest") || says(RankWords.most) && isKnown("r:smallest")
    }

    /// `you have paid $16.99`, which is due only.
    private func saysPast(_ before: Range<Int>) -> Bool {
        before.suffix(4).contains { index in
            ["spent", "paid", "earned", "received"].contains(reading.key(index))
                && !["get", "be", "is", "are", "getting"].contains(reading.key(index - 1))
        }
    }

    /// `edged up to $7,473.37`: where it went is what it is now.
    private func reaches(_ before: Range<Int>, _ claim: Claim) -> Bool {
        guard reading.key(claim.tokens.lowerBound - 1) == "to" else { return false }
        let words = reading.thought(around: claim.tokens.lowerBound).prefix { $0 < claim.tokens.lowerBound }
        let isFrom = words.contains { ["from", "compared", "next", "relative"].contains(reading.key($0)) }
        return !isFrom
            && words.contains { index in
                ChangeWords.isChange(reading.key(index))
                    || ["up", "down"].contains(reading.key(index))
                        && ChangeWords.motions.contains(reading.key(index - 1))
            }
    }

    /// `$3,547.91 left in savings`, `Checking holds $44,272.84`: the kind of account that is said of a balance.
    private func saidAccount(_ before: Range<Int>, _ claim: Claim) -> String? {
        let behind = (claim.tokens.upperBound..<claim.tokens.upperBound + 4).map(reading.key)
        for (place, word) in behind.enumerated() where ["savings", "checking"].contains(word) && place > 0 {
            if behind[place - 1] == "in" || place > 1 && behind[place - 2] == "in" && behind[place - 1] == "your" {
                return word
            }
        }
        return before.last { index in
            ["checking", "savings"].contains(reading.key(index))
                && ["holds", "has", "is", "at", "contains"].contains(reading.key(index + 1))
                && !reading.names.contains { $0.tokens.contains(index) }
        }.map(reading.key)
    }

    private func isOfAccount(_ word: String, _ fact: Fact) -> Bool {
        let known = base.labels.filter { $0.hasPrefix("n:") && $0.contains(word) }
        if word == "checking", known.isEmpty || fact.labels.allSatisfy({ !$0.hasPrefix("n:") }) {
            return known.isEmpty || !base.hasOwn(known, like: fact)
        }
        return fact.labels.contains { $0.contains(word.prefix(6)) }
    }

    /// `$6,548 left after payday`
    private func saysAfterPay(_ claim: Claim) -> Bool {
        let thought = reading.thought(around: claim.tokens.lowerBound)
        return thought.contains { index in
            reading.key(index) == "after"
                && (index + 1...index + 3).contains { ["pay", "payday", "paycheck", "paid"].contains(reading.key($0)) }
        }
    }

    /// `your next pay of $2,660.00`
    private func isOfPay(_ claim: Claim) -> Bool {
        let start = claim.tokens.lowerBound
        return reading.key(start - 1) == "of" && ["pay", "paycheck", "salary"].contains(reading.key(start - 2))
    }

    /// `bills of $305.00`
    private func isOfBills(_ claim: Claim) -> Bool {
        let start = claim.tokens.lowerBound
        return reading.key(start - 1) == "of" && ["bills", "payments"].contains(reading.key(start - 2))
    }

    /// `up to $34.00 would be fine now`, where the price that was asked about is not.
    func saysSafeNow(_ claim: Claim) -> Bool {
        guard base.purchaseVerdict != nil, base.purchaseVerdict != .buy, isUpTo(claim) else { return false }
        return reading.has(["fine", "okay", "ok", "alright", "comfortable", "reasonable"])
    }

    private func isUpTo(_ claim: Claim) -> Bool {
        let start = claim.tokens.lowerBound
        return claim.relation == .atMost || reading.key(start - 1) == "to" && reading.key(start - 2) == "up"
    }

    /// `you have $9,056.38 now`
    private func saysNow(_ before: Range<Int>, _ claim: Claim) -> Bool {
        let thought = reading.thought(around: claim.tokens.lowerBound)
        let isNow = thought.contains { ["now", "currently", "today"].contains(reading.key($0)) }
        return isNow && !before.contains { ["from", "by", "to"].contains(reading.key($0)) }
            && !reading.has(["will", "expected", "would", "until", "down"])
    }
}

extension Fact.Value {
    fileprivate func isDay(after end: CivilDate) -> Bool { if case .day(let day) = self { day > end } else { false } }
}

extension Fact {
    /// An amount of certain days, and neither an average nor what is usual nor what comes regularly.
    fileprivate var isOnce: Bool {
        [.total, .previous, .group, .row].contains(role) && per == nil && kinds.isDisjoint(with: [.bills, .balance])
            && needs.isDisjoint(with: FactBuilder.usualWords)
            || labels.contains("r:net") && !labels.contains("r:usual") && needs.isEmpty && per == nil
            || labels.contains("r:amount")
    }

    /// An amount of one row, or of one time of what comes regularly.
    fileprivate var isSingle: Bool {
        parts.isEmpty && isOfOneTime
    }

    private var isOfOneTime: Bool {
        role == .row || role == .average
            || labels.contains { $0.hasPrefix("n:") } && !labels.contains("r:total")
                && (kinds.contains(.bills) && period == nil || role == .other && kinds.contains(.spending))
    }

    fileprivate func isOfPast(_ asOf: CivilDate) -> Bool { period.map { $0.end <= asOf } ?? false }

    fileprivate func isAhead(_ asOf: CivilDate) -> Bool { period.map { $0.start >= asOf && $0.end > asOf } ?? false }

    fileprivate var isPassingPrice: Bool { labels.contains("r:passing") }
}
