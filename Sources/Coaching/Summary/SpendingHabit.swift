import Ledger
import Retrieval

/// What some spending usually comes to in a month, and how far months lie apart.
public struct SpendingHabit: Hashable, Sendable {
    /// Minor units.
    public let usual: UsualMonth
    /// The middle one of the months, which a single dear one doesn't move, minor units.
    private let middleMonth: Int64
    /// The median of the distances from the middle month, minor units.
    public let deviation: Int64
    /// Minor units below which no distance is worth a word.
    private let leastDeparture: Int64

    /// Fewer months make no habit.
    public static let fewestMonths = 3
    /// A distance of 2.5 standard deviations is no play of chance; the deviation times 1.4826 estimates one
    /// (Rousseeuw and Croux 1993).
    private static let tenThousandthWidths: Int64 = 37_065
    /// Major units, and parts of the month's usual spending, below which a change is noise whatever the habit.
    static let leastMajorUnits: Int64 = 20
    private static let leastPart: Int64 = 100
    /// What never varied may move by this part of itself.
    private static let play: Int64 = 10

    /// - Parameters:
    ///   - sums: of the earlier months, minor units.
    ///   - total: what all spending of such a month comes to, minor units.
    /// - Returns: nil of fewer than three months.
    public init?(_ sums: [Int64], total: Int64, _ currency: Currency) {
        guard sums.count >= SpendingHabit.fewestMonths, let usual = UsualMonth(sums) else { return nil }
        let middleMonth = middle(sums)
        self.usual = usual
        self.middleMonth = middleMonth
        deviation = middle(sums.map { abs($0 - middleMonth) })
        leastDeparture = max(
            SpendingHabit.leastMajorUnits * currency.minorPerMajor, total / SpendingHabit.leastPart)
    }

    /// Minor units.
    public var amount: Int64 { usual.amount }

    /// How many months it was learned from.
    public var months: Int { usual.count }

    /// The distance from what is usual where it is outside the habit; else 0. A single dear month makes no other one cheap:
    /// the middle month must be as far away, on the same side.
    public func departure(of amount: Int64) -> Int64 {
        let nearer = min(abs(amount - usual.amount), abs(amount - middleMonth))
        let distance = (amount < usual.amount) == (amount < middleMonth) ? nearer : 0
        let width = roundedQuotient(deviation, times: SpendingHabit.tenThousandthWidths, by: 10_000)
        return distance > max(width, leastDeparture, abs(usual.amount) / SpendingHabit.play) ? amount - usual.amount : 0
    }
}

/// The middle value, of an even number the mean of the middle two, rounded half away from zero.
///
/// - Precondition: not empty.
func middle(_ values: [Int64]) -> Int64 {
    let sorted = values.sorted()
    let half = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[half] : roundedQuotient(sorted[half - 1] + sorted[half], by: 2)
}

/// Why a category left its habit.
public struct SpendingDriver: Hashable, Sendable {
    public enum Cause: Hashable, Sendable {
        /// One purchase is at least half of the change.
        case purchase(merchant: String, amount: Money, date: CivilDate)
        /// A regular payment that does not come every month.
        case bill(merchant: String, amount: Money, cadence: Cadence)
        /// One merchant is at least half of it; what it got now and usually.
        case merchant(String, spent: Money, before: Money, count: Int)
        /// More or fewer rows than in the days before.
        case count(now: Int, before: Int)
        case nothing
    }

    public let category: CurrencyFacts.CategoryLine
    public let cause: Cause

    /// Whether it was bound to come.
    var isBill: Bool { if case .bill = cause { true } else { false } }
}
