import Ledger

/// Times that depend on when pay arrives: "since my last paycheck", "until payday", "this pay period".
extension TimeGrammar {
    enum Pay { case past, next }

    private static let names: Set<String> = [
        "payday", "paydays", "paycheck", "paycheque", "paychecks", "salary", "wages", "wage", "pay", "payslip",
    ]

    /// The token after words for the last or next pay.
    func pay(at index: Int, is kinds: Set<Pay>) -> Int? {
        let isNext = kinds.contains(.next)
        var next = skip(index, "i", "we")
        if isNext ? reads(next, "get", "paid") : reads(next, "got", "paid") || reads(next, "was", "paid") {
            return next + 2
        }
        next = skip(index, "the", "my", "our")
        while isNext ? isNextWord(next) : isLastWord(next) { next += 1 }
        guard TimeGrammar.names.contains(key(next)) else { return nil }
        next += 1
        if key(next - 1) == "pay" { next = skip(next, "day", "check", "cheque") }
        return skip(next, "came", "arrived", "hit")
    }

    /// "between the two September paychecks", "between my last two paydays": from the first of them to the day before the
    /// second.
    func betweenPays(at index: Int) -> Found<TimeSpan>? {
        var next = skip(skip(index, "the", "my", "our"), "last", "past", "latest")
        guard ["two", "2"].contains(key(next)) else { return nil }
        next += 1
        var month = month(at: &next)
        guard TimeGrammar.names.contains(key(next)) || key(next) == "checks" else { return nil }
        next = key(next) == "pay" ? skip(next + 1, "days", "checks", "cheques") : next + 1
        if month == nil, ["in", "of", "from"].contains(key(next)) {
            var place = next + 1
            month = self.month(at: &place)
            if month != nil { next = place }
        }
        var days = context.payDays.filter { $0 <= asOf && (month == nil || $0.month == month) }
        if month != nil, let newest = days.first { days = days.filter { $0.startOfMonth == newest.startOfMonth } }
        guard days.count > 1 else { return nil }
        let end = days[0].adding(days: -1)
        return (TimeSpan(days[1], end, .day, count: end.days(since: days[1]) + 1), next)
    }

    private func month(at index: inout Int) -> Int? {
        guard case .month(let month)? = word(index) else { return nil }
        index += 1
        return month
    }

    private func isLastWord(_ index: Int) -> Bool {
        ["last", "previous", "latest", "recent", "most", "lst"].contains(key(index))
    }

    private func isNextWord(_ index: Int) -> Bool { ["next", "coming", "upcoming", "following"].contains(key(index)) }

    /// From the as-of date to the day before the next pay day; where that is not known it is a pay interval after the
    /// last one, else the end of the month.
    func untilPayDay() -> TimeSpan {
        var assumption: String?
        let payDay: CivilDate
        if let known = context.nextPayDay, known > asOf {
            payDay = known
        } else if let expected = expectedPayDay() {
            payDay = expected
            assumption = "pay day is expected on \(expected.longText), going by the ones before"
        } else {
            payDay = asOf.endOfMonth.adding(days: 1)
            assumption = "no pay day is known, so this goes to the end of the month"
        }
        let end = payDay.adding(days: -1)
        var span = TimeSpan(asOf, end, .day, count: end.days(since: asOf) + 1, label: "until \(end.longText)")
        if assumption == nil { span.label = "until payday (\(payDay.longText))" }
        span.assumption = assumption
        span.isCutAtAsOf = false
        return span
    }

    private func expectedPayDay() -> CivilDate? {
        guard context.payDays.count >= 2 else { return nil }
        let interval = context.payDays[0].days(since: context.payDays[1])
        guard interval > 0 else { return nil }
        var next = context.payDays[0].adding(days: interval)
        if (28...31).contains(interval) { next = context.payDays[0].adding(months: 1) }
        return next > asOf ? next : nil
    }

    /// "this pay period" begins with the last pay day, "last pay period" with the one before.
    func payPeriod(at index: Int) -> Found<TimePoint>? {
        guard case .relation(let relation)? = word(index), key(index + 1) == "pay",
            ["period", "cycle"].contains(key(index + 2))
        else { return nil }
        let past = context.payDays.filter { $0 <= asOf }
        if relation == .this, let start = past.first {
            return (
                .span(
                    TimeSpan(start, asOf, .day, count: asOf.days(since: start) + 1, label: "since \(start.longText)")),
                index + 3
            )
        }
        guard relation == .last, past.count >= 2 else { return nil }
        let end = past[0].adding(days: -1)
        return (.span(TimeSpan(past[1], end, .day, count: end.days(since: past[1]) + 1)), index + 3)
    }
}
