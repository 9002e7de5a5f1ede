import Ledger

extension Understood {
    /// `how much could I save in a year`: of days to come nothing is known, so that as many gone by are told.
    mutating func takePast(asOf: CivilDate) {
        guard let period = query.period, period.start > asOf else { return }
        let days = period.end.days(since: period.days == 1 ? asOf : period.start.adding(days: -1))
        let isYear = days == 365 || days == 366
        query.period =
            isYear
            ? Period(asOf.adding(months: -12).adding(days: 1), asOf, label: "the past 12 months")
            : Period.past(days: min(days, 366), endingOn: asOf)
        (query.comparison, query.otherPeriods) = (nil, [])
        notes.append("I can't see the days ahead, so this covers the same number of days gone by")
    }
}
