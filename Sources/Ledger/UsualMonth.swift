/// What a month usually comes to: the mean of the last six full months, a month with nothing among them.
///
/// A mean and no median, because means add up (what is usual of the parts is what is usual of the whole), and because a bill
/// that comes every other month is half of it in each, where a median says nothing or all. What a mean hides, one month
/// that stands alone, is told beside it.
public struct UsualMonth: Hashable, Sendable {
    /// How many full months what is usual is taken from.
    public static let months = 6

    /// Minor units.
    public let amount: Int64
    /// How many months it is the mean of.
    public let count: Int
    /// The one month that came to more than twice what any other did, where at least three others came to something.
    public let alone: Alone?

    /// A month that stands alone among those that tell what is usual.
    public struct Alone: Hashable, Sendable {
        /// Its place among the months that were given.
        public let place: Int
        /// What it came to, minor units.
        public let amount: Int64
        /// What the others come to on average, minor units.
        public let others: Int64

        /// `July 2026 alone came to $2,900.00; the other months average $400.00`
        public func words(_ month: Period, _ currency: Currency) -> String {
            "\(month.name) alone came to \(Money(amount, currency).text); the other months average "
                + "\(Money(others, currency).text)"
        }
    }

    private static let fewestOthers = 3

    /// - Parameter sums: of full months, minor units.
    /// - Returns: nil without a month.
    public init?(_ sums: [Int64]) {
        guard !sums.isEmpty else { return nil }
        let whole = sums.reduce(0, +)
        amount = roundedQuotient(whole, by: Int64(sums.count))
        count = sums.count
        let order = sums.indices.sorted { sums[$0] > sums[$1] }
        let others = order.dropFirst().map { sums[$0] }
        if let place = order.first, let next = others.first, others.count(where: { $0 > 0 }) >= UsualMonth.fewestOthers,
            sums[place] > next * 2
        {
            alone = Alone(
                place: place, amount: sums[place],
                others: roundedQuotient(whole - sums[place], by: Int64(others.count)))
        } else {
            alone = nil
        }
    }

    /// The full months before the one that a day is in.
    public static func span(before day: CivilDate) -> Period {
        let start = day.startOfMonth
        return Period(start.adding(months: -months), start.adding(days: -1))
    }

    /// Those of them that the data covers, the newest first; a month that only lacks rows in its first week is covered.
    public static func known(before day: CivilDate, _ coverage: Period) -> [Period] {
        let start = day.startOfMonth
        return (1...months).map { Period.month(of: start.adding(months: -$0)) }
            .prefix { coverage.start <= $0.start.adding(days: 6) }.map { $0 }
    }
}
