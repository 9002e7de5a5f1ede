import Ledger

/// An amount to be saved by a day.
public struct SavingGoal: Hashable, Sendable {
    public var name: String
    /// Above zero.
    public var target: Money
    public var by: CivilDate
    /// What was saved before this day does not count.
    public var since: CivilDate

    public init(name: String, target: Money, by: CivilDate, since: CivilDate) {
        self.name = name
        self.target = target
        self.by = by
        self.since = since
    }
}

/// What is left of the income of a month, as the goals are reckoned with.
public struct SavingPace: Hashable, Sendable {
    /// Income less spending of some full months, minor units.
    public var net: Int64
    /// The income alone.
    public var income: Int64
    /// How many full months; at least 1.
    public var months: Int

    /// The mean number of days of a month of the Gregorian calendar, in hundredths.
    fileprivate static let hundredthsOfDays: Int64 = 3044

    public init(net: Int64, income: Int64 = 0, months: Int) {
        self.net = net
        self.income = income
        self.months = max(1, months)
    }

    /// Minor units a month, rounded.
    public var perMonth: Int64 { roundedQuotient(net, by: Int64(months)) }

    /// What may be spent where no balance is known, minor units: what is left of a month and of the days until then,
    /// and never less than a hundredth of a month's income.
    public func allowance(inDays days: Int) -> Int64 {
        let factor = SavingPace.hundredthsOfDays + Int64(days) * 100
        let left = roundedQuotient(max(0, net), times: factor, by: Int64(months) * SavingPace.hundredthsOfDays)
        return max(left, roundedQuotient(income, by: Int64(months) * 100))
    }

    /// Days that it takes to save so much, rounded up; nil when nothing is left of a month.
    public func days(toSave cents: Int64) -> Int? {
        guard net > 0 else { return nil }
        guard cents > 0 else { return 0 }
        let days = Int128(cents) * Int128(months) * Int128(SavingPace.hundredthsOfDays)
        let whole = (days + Int128(net) * 100 - 1) / (Int128(net) * 100)
        return whole > 36_525 ? nil : Int(whole)
    }
}

/// How far a goal is and when it will be reached as things go.
public struct GoalProgress: Hashable, Sendable {
    public let goal: SavingGoal
    /// Minor units that were saved for it since it was set; goals of an earlier day come first.
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

    /// Minor units a month that it takes from now on, for it and the goals before it.
    public var neededPerMonth: Int64 {
        let days = max(1, goal.by.days(since: asOf))
        return roundedQuotient(toSave, times: SavingPace.hundredthsOfDays, by: Int64(days) * 100)
    }

    /// Days by which spending so much moves it away, rounded up; nil where it is reached or out of reach anyway.
    public func delay(by cents: Int64) -> Int? {
        guard !isReached, let before = pace?.days(toSave: toSave) else { return nil }
        return pace?.days(toSave: toSave + cents).map { $0 - before }
    }

    /// The progress of goals of one currency.
    ///
    /// - Parameter savedSince: income less spending from a day to `asOf`, minor units.
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
