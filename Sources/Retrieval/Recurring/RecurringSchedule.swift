import Ledger

/// The days on which a stream is expected, fitted to the days on which it came.
struct RecurringSchedule: Sendable, Hashable {
    enum Rule: Sendable, Hashable {
        /// Every so many days, one of them being `anchor`.
        case days(Int, anchor: CivilDate)
        /// On these days of the month (31 = the last one), every so many months, one of them being month number
        /// `anchor`.
        case months(Int, days: [Int], anchor: Int)
    }

    /// What happens to a day that falls on a weekend.
    enum WeekendShift: Sendable, Hashable, CaseIterable {
        case none, later, earlier

        func moved(_ date: CivilDate) -> CivilDate {
            let beyondFriday = date.weekday - 5
            guard beyondFriday > 0 else { return date }
            switch self {
            case .none: return date
            case .later: return date.adding(days: 3 - beyondFriday)
            case .earlier: return date.adding(days: -beyondFriday)
            }
        }
    }

    let rule: Rule
    let shift: WeekendShift

    /// The expected days in `after` < day ≤ `through`, earliest first.
    func dates(after: CivilDate, through: CivilDate) -> [CivilDate] {
        guard after < through else { return [] }
        switch rule {
        case .days(let step, let anchor):
            let offset = after.days(since: anchor)
            let count = offset >= 0 ? offset / step + 1 : -((-offset - 1) / step)
            var out: [CivilDate] = []
            var date = anchor.adding(days: count * step)
            while date <= through {
                out.append(date)
                date = date.adding(days: step)
            }
            return out
        case .months(let step, let days, let anchor):
            var out: [CivilDate] = []
            // A shift over a weekend may move a day into the month before or after.
            for month in (after.monthNumber - 1)...(through.monthNumber + 1) where (month - anchor) % step == 0 {
                for day in days {
                    let date = shift.moved(RecurringSchedule.date(month: month, day: day))
                    if date > after, date <= through { out.append(date) }
                }
            }
            return out.sorted()
        }
    }

    private static func date(month number: Int, day: Int) -> CivilDate {
        let (year, month) = (number / 12, number % 12 + 1)
        let last = CivilDate.days(inMonth: month, year: year)
        return CivilDate(year: year, month: month, day: min(day, last)) ?? CivilDate(dayNumber: 0)
    }
}

// MARK: Fitting

extension RecurringSchedule {
    /// How many of the last days the fit looks at, and what each earlier one counts relative to the next: a billing
    /// day that has moved soon wins over the old one.
    private static let remembered = 12
    private static let fading = 0.8

    /// A schedule and the weighted mean distance of the charges from the days it expects.
    typealias Fit = (schedule: RecurringSchedule, error: Double)

    /// The schedule of a cadence that lies nearest to the days on which the stream came.
    ///
    /// - Parameter dates: oldest first, not empty.
    static func fit(_ cadence: Cadence, to dates: [CivilDate]) -> Fit {
        let recent = dates.suffix(remembered).reversed() as [CivilDate]
        switch cadence {
        case .weekly: return everyDays(7, recent)
        case .biweekly: return everyDays(14, recent)
        case .semimonthly: return best(of: twiceMonthly(days(recent)), recent)
        case .monthly:
            let monthly = best(of: onDay(days(recent), every: 1, anchor: 0), recent)
            // Billing every four weeks drifts through the month.
            let fourWeekly = everyDays(28, recent)
            return fourWeekly.error + 0.5 < monthly.error ? fourWeekly : monthly
        case .bimonthly: return best(of: onDay(every: 2, recent), recent)
        case .quarterly: return best(of: onDay(every: 3, recent), recent)
        case .halfYearly: return best(of: onDay(every: 6, recent), recent)
        case .yearly: return best(of: onDay(every: 12, recent), recent)
        }
    }

    private static func everyDays(_ step: Int, _ recent: [CivilDate]) -> Fit {
        let rules = (0..<step).map {
            RecurringSchedule(rule: .days(step, anchor: recent[0].adding(days: -$0)), shift: .none)
        }
        return best(of: rules, recent)
    }

    /// One day of the month; the month of the latest charge or a neighbouring one, should that charge have been moved
    /// over the month's end.
    private static func onDay(every step: Int, _ recent: [CivilDate]) -> [RecurringSchedule] {
        let month = recent[0].monthNumber
        let days = days(recent)
        return [month, month - 1, month + 1].flatMap { onDay(days, every: step, anchor: $0) }
    }

    /// The days of the month that may be meant, ascending: a weekend moves a charge by up to two days, and the last day
    /// of a shorter month may stand for any later one.
    private static func days(_ recent: [CivilDate]) -> [Int] {
        var days: Set<Int> = []
        for date in recent {
            for near in (date.dayNumber - 2)...(date.dayNumber + 2) { days.insert(CivilDate(dayNumber: near).day) }
        }
        if days.contains(where: { $0 >= 28 }) { days.formUnion(28...31) }
        return days.sorted()
    }

    private static func onDay(_ days: [Int], every step: Int, anchor: Int) -> [RecurringSchedule] {
        WeekendShift.allCases.flatMap { shift in
            days.map { RecurringSchedule(rule: .months(step, days: [$0], anchor: anchor), shift: shift) }
        }
    }

    /// Two days of the month about half a month apart; the 15th and the last day first, the commonest pay days.
    private static func twiceMonthly(_ days: [Int]) -> [RecurringSchedule] {
        var pairs = [(15, 31), (1, 15), (1, 16)]
        for first in days {
            for second in days where (13...17).contains(second - first) { pairs.append((first, second)) }
        }
        return WeekendShift.allCases.flatMap { shift in
            pairs.map { RecurringSchedule(rule: .months(1, days: [$0.0, $0.1], anchor: 0), shift: shift) }
        }
    }

    /// The first of those with the smallest error.
    private static func best(of schedules: [RecurringSchedule], _ recent: [CivilDate]) -> Fit {
        var found: Fit = (schedules[0], .infinity)
        var weights: [Double] = []
        for _ in recent { weights.append(weights.last.map { $0 * fading } ?? 1) }
        let whole = weights.reduce(0, +)
        for schedule in schedules {
            let error = schedule.error(recent, weights, whole, below: found.error)
            if error < found.error - 1e-9 { found = (schedule, error) }
        }
        return found
    }

    /// - Parameter recent: newest first.
    /// - Returns: the weighted mean distance from the nearest expected day; infinite as soon as it reaches `bound`.
    private func error(_ recent: [CivilDate], _ weights: [Double], _ whole: Double, below bound: Double) -> Double {
        var sum = 0.0
        for (date, weight) in zip(recent, weights) {
            sum += weight * Double(distance(date))
            if sum / whole >= bound { return .infinity }
        }
        return sum / whole
    }

    private func distance(_ date: CivilDate) -> Int {
        switch rule {
        case .days(let step, let anchor):
            let rest = abs(date.days(since: anchor)) % step
            return min(rest, step - rest)
        case .months(let step, let days, let anchor):
            let month = date.monthNumber
            var nearest = Int.max
            for candidate in (month - 1)...(month + 1) where (candidate - anchor) % step == 0 {
                for day in days {
                    let expected = shift.moved(RecurringSchedule.date(month: candidate, day: day))
                    nearest = min(nearest, abs(expected.days(since: date)))
                }
            }
            // No month near it: half the distance to the next one is as good as any large number.
            return nearest == Int.max ? step * 15 : nearest
        }
    }
}
