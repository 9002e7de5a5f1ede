import Ledger
import Understanding

/// Days that a sentence names as an end: `before 6 November`, `through the end of November`.
extension Verdict {
    /// `the end of November`: its last day.
    func isEnd(_ period: SaidPeriod) -> Bool {
        let start = period.tokens.lowerBound
        return reading.key(start - 1) == "of" && reading.key(start - 2) == "end" || reading.key(start - 1) == "end"
    }

    /// Whether a figure for some days ends where the sentence says: what may be spent before 6 November is not what may be
    /// spent before December.
    ///
    /// - Returns: nil where the sentence names no end, or the figure is for a single day.
    func isLimit(_ period: SaidPeriod, _ own: Period, _ meanings: [Period]) -> Bool? {
        let start = period.tokens.lowerBound
        let word = isEnd(period) ? reading.key(start - (reading.key(start - 1) == "of" ? 4 : 2)) : reading.key(start - 1)
        guard ["before", "until", "till", "through", "by"].contains(word), own.days > 1, own.end > base.asOf,
            meanings.contains(where: { $0.days == 1 })
        else { return nil }
        return meanings.contains { $0.start == own.end || $0.start == own.end.adding(days: 1) }
    }

    /// `to $768.76 in October`
    func reachesTo(_ period: SaidPeriod, _ position: Int) -> Bool {
        reading.key(reading.claims[position].tokens.lowerBound - 1) == "to"
    }
}

extension FactBase {
    /// The last day that something is known of: what is said to be so since then lasts until it.
    var lastDay: CivilDate { days.main.map { min($0.end, asOf) } == asOf ? asOf : asOf.adding(days: -3) }
}
