/// Payments of one size that come again: instalments, or a subscription.
public struct Instalments: Hashable, Sendable {
    public enum Interval: Hashable, Sendable {
        case days(Int)
        case months(Int)
    }

    /// Each payment, in minor units.
    public var cents: Int64
    /// How many there are; nil for a subscription that goes on.
    public var count: Int?
    /// Days or months between two payments, at least 1.
    public var every: Interval
    /// What is paid at once besides the first payment, minor units, not negative.
    public var down: Int64

    public init(cents: Int64, count: Int?, every: Interval, down: Int64 = 0) {
        self.cents = cents
        self.count = count
        self.every = every
        self.down = down
    }

    /// The days of payment, the first included, up to a day that is included.
    ///
    /// Months are counted from the first day, so that what begins on the 31st comes on the last day of shorter months
    /// and on the 31st of the others.
    public func days(from first: CivilDate, through end: CivilDate) -> [CivilDate] {
        var days: [CivilDate] = []
        while days.count < count ?? .max {
            let number = days.count
            let day =
                switch every {
                case .days(let step): first.adding(days: number * max(1, step))
                case .months(let step): first.adding(months: number * max(1, step))
                }
            guard day <= end else { break }
            days.append(day)
        }
        return days
    }

    /// The whole cost in minor units, what is paid at once included; of a subscription, that of its first twelve months.
    public var wholeCost: Int64 {
        let number = count ?? perYear
        let (product, isTooLarge) = cents.multipliedReportingOverflow(by: Int64(number))
        let (whole, isGreater) = product.addingReportingOverflow(down)
        return isTooLarge || isGreater ? .max : whole
    }
}

extension Instalments {
    /// How many payments a year has of what goes on: 52 of each week.
    private var perYear: Int {
        switch every {
        case .days(let step): max(1, 365 / max(1, step))
        case .months(let step): (11 + max(1, step)) / max(1, step)
        }
    }

    /// A hundredth of the mean number of days of a month of the Gregorian calendar.
    public static let hundredthsOfDaysAMonth: Int64 = 3044

    /// What a month takes on average, minor units, rounded.
    public var monthlyCost: Int64 {
        switch every {
        case .months(let step): roundedQuotient(cents, by: Int64(max(1, step)))
        // So that twelve months of it are the 365 payments of a year.
        case .days(1): roundedQuotient(cents, times: 365, by: 12)
        case .days(let step):
            roundedQuotient(cents, times: Instalments.hundredthsOfDaysAMonth, by: Int64(max(1, step)) * 100)
        }
    }

    /// The day of the last payment; nil for what goes on, and for more than a hundred years.
    public func lastDay(from first: CivilDate) -> CivilDate? {
        guard let count, count <= 36_525 else { return nil }
        switch every {
        case .days(let step): return first.adding(days: (count - 1) * max(1, step))
        case .months(let step): return first.adding(months: (count - 1) * max(1, step))
        }
    }

    /// How many payments fall on the days from the first one to another, both included; as many as `days` lists.
    public func payments(from first: CivilDate, through end: CivilDate) -> Int {
        guard end >= first else { return 0 }
        switch every {
        case .days(let step): return min(count ?? .max, end.days(since: first) / max(1, step) + 1)
        case .months(let step):
            let step = max(1, step)
            let whole = (end.monthNumber - first.monthNumber) / step
            let isOver = first.adding(months: whole * step) > end
            return min(count ?? .max, isOver ? whole : whole + 1)
        }
    }
}
