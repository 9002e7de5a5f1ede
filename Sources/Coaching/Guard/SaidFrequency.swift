import Ledger
import Understanding

/// How often something happens, as a sentence says it: `twice a week`, `every day`.
extension Verdict {
    private struct Frequency {
        /// Times in each so many days.
        let times: Double
        let days: Double
        /// Whether more often would be right too: what is done twice a day is done every day.
        let isLeast: Bool
        let tokens: Range<Int>
    }

    private static let days: [String: Double] = [
        "day": 1, "morning": 1, "night": 1, "evening": 1, "afternoon": 1, "weekday": 1.4, "week": 7, "weekend": 7,
        "month": 30.4,
    ]
    private static let adverbs: [String: Double] = ["daily": 1, "nightly": 1, "weekly": 7]
    private static let goings: Set<String> = CountNouns.words(
        """
        go goes went going visit visits visited stop stops stopped shop shops shopped buy buys bought eat eats ate order \
        orders ordered grab grabs grabbed dine dined drink drinks drank trip trips swing hit hits
        """)
    /// What `daily` may belong to without saying how often something is done.
    private static let measures: Set<String> = [
        "average", "averages", "spending", "total", "totals", "amount", "spend", "budget", "cost", "limit", "basis",
        "rate",
    ]
    /// How far a frequency may be off.
    private static let tolerance = 0.35

    /// Whether something is done as often as the sentence says, by the rows that are known of it.
    func frequencyFaults() -> [UnsupportedClaim] {
        guard reading.has(Verdict.goings) || saysOneEvery,
            !reading.claims.contains(where: { $0.isMoney && $0.per != nil })
        else { return [] }
        for index in reading.tokens.indices {
            guard let said = frequency(at: index), !isSeen(said) else { continue }
            return [
                UnsupportedClaim(
                    text: reading.written(said.tokens), reason: "is not how often it was", kind: .count)
            ]
        }
        return []
    }

    /// `a coffee every single day`
    private var saysOneEvery: Bool {
        reading.tokens.indices.contains { index in
            reading.key(index) == "every" && ["a", "one"].contains(reading.key(index - 2))
                && (CountNouns.noun(reading.key(index - 1)) == .rows
                    || reading.names.contains { $0.tokens == index - 1..<index })
        }
    }

    /// `9 times a week`
    func isRate(_ claim: Claim) -> Bool {
        guard case .count(.rows) = claim.measure else { return false }
        return frequency(at: claim.tokens.lowerBound) != nil
    }

    func isSeenRate(_ claim: Claim) -> Bool {
        if isSeenRhythm(claim) { return true }
        guard case .count(.rows) = claim.measure, let said = frequency(at: claim.tokens.lowerBound) else {
            return false
        }
        return isSeen(said)
    }

    private static let lengths: [Query.AverageUnit: Double] = [.day: 1, .week: 7, .month: 30.4, .year: 365]

    /// `a little over four a month`, `not quite three a week`, `every 19 days`, by the rows of the days asked about.
    private func isSeenRhythm(_ claim: Claim) -> Bool {
        let rates = base.facts.compactMap { fact -> Double? in
            guard fact.isOfRows, case .count(let count, _) = fact.value, fact.role != .group, count > 1,
                let period = fact.period ?? base.days.main
            else { return nil }
            return Double(count) / Double(period.days)
        }
        if claim.measure == .count(.days), reading.key(claim.tokens.lowerBound - 1) == "every" {
            return rates.contains { abs(1 / $0 - claim.number.value) <= max(1, claim.number.value * 0.1) }
        }
        guard claim.measure == .bare, let unit = claim.per, let length = Verdict.lengths[unit] else { return false }
        return rates.contains { rate in
            let times = rate * length
            switch claim.relation {
            case .over: return times > claim.number.value && times < claim.number.value + 1
            case .under, .nearly: return times < claim.number.value && times > claim.number.value - 1
            default: return abs(times - claim.number.value) <= max(0.5, claim.number.value * 0.1)
            }
        }
    }

    private func frequency(at index: Int) -> Frequency? {
        let (word, next) = (reading.key(index), reading.key(index + 1))
        if let days = Verdict.adverbs[word], !Verdict.measures.contains(next) {
            return Frequency(times: 1, days: days, isLeast: true, tokens: index..<index + 1)
        }
        if word == "every" || word == "each" {
            if next == "other", let days = Verdict.days[reading.key(index + 2)] {
                return Frequency(times: 1, days: days * 2, isLeast: true, tokens: index..<index + 3)
            }
            let place = next == "single" ? index + 2 : index + 1
            guard let days = Verdict.days[reading.key(place)] else { return nil }
            return Frequency(times: 1, days: days, isLeast: true, tokens: index..<place + 1)
        }
        let once: [String: Double] = ["once": 1, "twice": 2, "thrice": 3]
        var times = once[word]
        var place = index + 1
        if times == nil,
            let number = GuardNumbers(tokens: reading.tokens).number(at: index),
            reading.key(number.end) == "times" || CountNouns.noun(reading.key(number.end)) == .rows
        {
            times = number.number.value
            place = number.end + 1
        }
        guard let times, ["a", "per", "each", "every"].contains(reading.key(place)),
            let days = Verdict.days[reading.key(place + 1)]
        else { return nil }
        return Frequency(times: times, days: days, isLeast: false, tokens: index..<place + 2)
    }

    private func isSeen(_ said: Frequency) -> Bool {
        let names = reading.names.filter { !$0.isLeftOut }
        let counts = base.facts.compactMap { fact -> Double? in
            guard case .count(let count, .rows) = fact.value, let period = fact.period, period.days > 6,
                names.isEmpty || names.contains(where: { !$0.labels.isDisjoint(with: fact.labels) })
            else { return nil }
            return Double(count) / Double(period.days) * said.days
        }
        return counts.isEmpty
            || counts.contains { rate in
                rate >= said.times * (1 - Verdict.tolerance)
                    && (said.isLeast || rate <= said.times * (1 + Verdict.tolerance))
            }
    }
}
