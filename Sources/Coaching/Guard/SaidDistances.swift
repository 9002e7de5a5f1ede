import Ledger

/// How far a day is from today, or from another.
extension Verdict {
    /// `eleven days ago`, `in 5 days`: as far from today as something that happened or will.
    func isDistance(_ claim: Claim) -> Bool {
        guard case .count(let noun) = claim.measure, let count = claim.number.integer, count < 5000 else {
            return false
        }
        let end = claim.tokens.upperBound + 1
        let isPast = reading.key(end) == "ago"
        let isAhead = ["in", "within"].contains(reading.key(claim.tokens.lowerBound - 1))
        guard
            isPast || isAhead
                || ["away", "from", "left", "until", "in", "apart", "later", "running", "straight"].contains(
                    reading.key(end))
        else { return false }
        if noun == .days,
            isPast || isAhead ? false : ["in", "apart", "later", "running", "straight"].contains(reading.key(end))
        {
            let events = base.days.eventDays
            return events.contains { day in
                [count, count - 1].contains { $0 > 0 && events.contains(day.adding(days: $0)) }
            }
        }
        let days = noun == .days ? count : noun == .weeks ? count * 7 : -1
        return days >= 0 && base.days.eventDays.contains(base.asOf.adding(days: isPast ? -days : days))
    }
}
