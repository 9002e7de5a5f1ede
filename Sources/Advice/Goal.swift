import Ledger

/// How far a goal is and when it will be reached as things go.
public struct GoalProgress: Hashable, Sendable {
    public let goal: SavingGoal
    /// Minor units that were saved for it after the day it was set on; goals of an earlier day come first.
    public let saved: Int64
    /// Minor units still to be saved for it and for the goals before it.
    public let toSave: Int64
    public let pace: SavingPace?
    public let asOf: CivilDate

    public var remaining: Int64 { max(0, goal.target.minorUnits - saved) }
    public var isReached: Bool { remaining == 0 }
    /// When it is reached at this pace; nil when it is not within a hundred years.
    public var reachedOn: CivilDate? { pace?.days(toSave: toSave).map(asOf.adding(days:)) }
    public var isOnTrack: Bool { isReached || (reachedOn.map { $0 <= goal.by } ?? false) }

    /// Minor units a month that it takes from now on for it alone.
    public var neededPerMonth: Int64 { perMonth(remaining) }
    /// The same for it and the goals before it together.
    public var neededWithEarlierPerMonth: Int64 { perMonth(toSave) }

    private func perMonth(_ cents: Int64) -> Int64 {
        let days = max(1, goal.by.days(since: asOf))
        return roundedQuotient(cents, times: Instalments.hundredthsOfDaysAMonth, by: Int64(days) * 100)
    }

    // MARK: With a purchase

    /// When it is reached with a purchase whose payments are not saved; nil when it is not within a hundred years.
    ///
    /// - Parameter cents: the whole cost, minor units; it stands for the purchase's own.
    public func reachedOn(with purchase: Purchase, costing cents: Int64, on day: CivilDate) -> CivilDate? {
        guard !isReached, let pace else { return reachedOn }
        var date = asOf
        while let days = pace.days(toSave: toSave + purchase.paid(costing: cents, on: day, through: date)) {
            let next = max(date, asOf.adding(days: days))
            if next == date { return date }
            date = next
        }
        return nil
    }

    /// Days by which a purchase moves it away, rounded up; nil where it is reached or out of reach, with or without.
    public func delay(by purchase: Purchase) -> Int? {
        guard !isReached, let before = reachedOn else { return nil }
        return reachedOn(with: purchase, costing: purchase.amount.minorUnits, on: purchase.day)?.days(since: before)
    }

    /// Smaller purchases than what a week leaves do not count as a reason that it is missed.
    private static let daysThatMatter: Int64 = 7

    /// Whether with a purchase it is reached after its day, and the payments up to then are no trifle: at least what a
    /// week leaves, and more than a hundredth of a month's income. A goal that is late anyway is not a reason to make it
    /// later, so that less money never makes for a better verdict.
    public func isMissed(with purchase: Purchase, costing cents: Int64, on day: CivilDate) -> Bool {
        let paid = purchase.paid(costing: cents, on: day, through: goal.by)
        guard !isReached, let pace, paid > pace.trifle,
            Int128(paid) * Int128(Instalments.hundredthsOfDaysAMonth) >= Int128(pace.perMonth)
                * Int128(GoalProgress.daysThatMatter * 100)
        else { return false }
        guard let days = pace.days(toSave: toSave + paid) else { return true }
        return asOf.adding(days: days) > goal.by
    }

    /// The progress of goals of one currency.
    ///
    /// - Parameter savedSince: income less spending after a day up to `asOf`, minor units.
    public static func progress(
        _ goals: [SavingGoal], pace: SavingPace?, asOf: CivilDate, savedSince: (CivilDate) throws -> Int64
    ) rethrows -> [GoalProgress] {
        var taken: Int64 = 0
        var ahead: Int64 = 0
        var out: [GoalProgress] = []
        for goal in goals.sorted(by: { ($0.by, $0.name) < ($1.by, $1.name) }) {
            let saved = min(goal.target.minorUnits, max(0, try savedSince(goal.since) - taken))
            taken += saved
            ahead += goal.target.minorUnits - saved
            out.append(GoalProgress(goal: goal, saved: saved, toSave: ahead, pace: pace, asOf: asOf))
        }
        return out
    }
}
