import Ledger
import Retrieval

/// What some spending usually comes to, by the median of earlier months and how far they lie from it.
public struct SpendingHabit: Hashable, Sendable {
    /// Minor units.
    public let median: Int64
    /// The median of the distances from the median, minor units.
    public let deviation: Int64
    /// How many months it was learned from.
    public let months: Int
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
        guard sums.count >= SpendingHabit.fewestMonths else { return nil }
        let median = middle(sums)
        self.median = median
        deviation = middle(sums.map { abs($0 - median) })
        months = sums.count
        leastDeparture = max(
            SpendingHabit.leastMajorUnits * currency.minorPerMajor, total / SpendingHabit.leastPart)
    }

    /// The distance from the median where it is outside the habit; else 0.
    public func departure(of amount: Int64) -> Int64 {
        let distance = amount - median
        let width = roundedQuotient(deviation, times: SpendingHabit.tenThousandthWidths, by: 10_000)
        return abs(distance) > max(width, leastDeparture, abs(median) / SpendingHabit.play) ? distance : 0
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
