import Ledger
import Understanding

/// Parts of a month that a sentence names: `mid-September`, `the first week of September`, `early October`.
extension SaidPeriodReader {
    func partOfMonth(at index: Int) -> SaidPeriod? {
        let (word, next) = (key(index), key(index + 1))
        var place = index + 1
        let days: ClosedRange<Int>
        switch word {
        case "mid":
            if next == "-" { place += 1 }
            days = 11...20
        case "early": days = 1...10
        case "late": days = 21...31
        case "halfway", "midway":
            guard ["through", "into"].contains(next) else { return nil }
            place += 1
            days = 1...16
        case "first", "second", "last", "final", "latter", "third":
            guard let part = SaidPeriodReader.part(word, next) else { return nil }
            guard key(index + 2) == "of" || key(index + 2) == "in" else { return nil }
            place = index + 3
            days = part
        default: return nil
        }
        guard let month = month(place), let whole = nearest(month) else { return nil }
        let last = min(days.upperBound, whole.days)
        let period = Period(
            whole.start.adding(days: min(days.lowerBound, last) - 1), whole.start.adding(days: last - 1))
        return SaidPeriod(form: .relative(period, whole: period), tokens: index..<place + 1)
    }

    private static func part(_ order: String, _ unit: String) -> ClosedRange<Int>? {
        switch (order, unit) {
        case ("first", "week"): 1...7
        case ("second", "week"): 8...14
        case ("third", "week"): 15...21
        case ("last", "week"), ("final", "week"): 24...31
        case ("first", "half"): 1...15
        case ("second", "half"), ("last", "half"), ("latter", "half"): 16...31
        default: nil
        }
    }

    /// The month of that name that has begun last, or that begins within two months.
    private func nearest(_ month: Int) -> Period? {
        let ahead = (month - asOf.month + 12) % 12
        let start = asOf.startOfMonth.adding(months: ahead <= 2 ? ahead : ahead - 12)
        return Period.month(of: start)
    }
}
