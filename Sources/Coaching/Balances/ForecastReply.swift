import Ledger
import Retrieval

/// Says what the days to come bring, and what that rests on.
struct ForecastReply {
    let phrases: Phrases
    let asOf: CivilDate

    func reply(_ report: ForecastReport, of ask: ForecastAsk, period: Period?) -> String {
        guard let forecast = report.forecast else { return unknown(report) }
        var sentences: [String]
        switch ask.topic {
        case .safe:
            sentences = [
                safe(report, forecast), perDay(report, forecast, ask.per), lowest(report, forecast),
                later(report, forecast),
            ]
        case .lasting, .shortfall:
            sentences = [
                lasting(report, forecast, asksWhetherNot: ask.topic == .shortfall),
                safe(report, forecast, tellsLow: false), later(report, forecast),
            ]
        case .balance: sentences = [verdict(report, ask), projected(report), lowest(report, forecast)]
        case .lowest: sentences = [verdict(report, ask), lowest(report, forecast), safe(report, forecast)]
        case .spending, .income: sentences = [spending(report, period), safe(report, forecast)]
        }
        sentences.append(reach(forecast, ask))
        sentences.append(assumptions(report, forecast))
        return sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Which days are looked at, where they are not those that were asked about.
    private func reach(_ forecast: Forecast, _ ask: ForecastAsk) -> String {
        guard let asked = ask.until ?? ask.period?.end else { return "" }
        let end = forecast.input.end
        if asked > end {
            return "I look ahead a year at most, so this runs through \(said(end)), not \(asked.longText)."
        }
        return asked < asOf ? "\(asked.longText) is already past, so this starts today." : ""
    }

    private func unknown(_ report: ForecastReport) -> String {
        guard !report.missing.isEmpty else {
            return
                "To look ahead, I need an account you spend from. Import its file with `coach import FILE`, or "
                + "enter its balance with `coach balance Checking AMOUNT --type checking`."
        }
        return "To look ahead, I need to know what you have now. "
            + BalanceReply.unknown(report.missing, on: asOf, asOf: asOf)
    }

    /// What can be spent up to the next pay, and beyond it.
    func safe(_ report: ForecastReport) -> String {
        guard let forecast = report.forecast else { return unknown(report) }
        return [safe(report, forecast), later(report, forecast)].filter { !$0.isEmpty }.joined(separator: " ")
    }

    // MARK: Headlines

    /// - Parameter tellsLow: whether the low point of the days after is said, where it makes nothing safe.
    private func safe(_ report: ForecastReport, _ forecast: Forecast, tellsLow: Bool = true) -> String {
        let safe = forecast.safeToSpend(through: report.until)
        let end = limit(report, forecast)
        if safe.minorUnits > 0, isShortLater(report, forecast) {
            let bottom = forecast.lowest()
            let low =
                tellsLow ? ": the low point comes on \(said(bottom.date)), at about \(bottom.balance.text)" : ""
            return
                "There's nothing to spare through \(said(forecast.input.end)) beyond your usual spending\(low). "
                + "For the days \(end) alone, it would be \(safe.text)."
        }
        if safe.minorUnits == 0 { return "There's nothing to spare \(end) beyond your usual spending." }
        return "You can safely spend \(safe.text) \(end), on top of your usual spending."
    }

    private func perDay(_ report: ForecastReport, _ forecast: Forecast, _ unit: Ask.Unit?) -> String {
        guard let unit, ForecastAsk.spans.contains(unit), !isShortLater(report, forecast) else { return "" }
        let days = Int64(max(1, report.until.days(since: asOf) + 1))
        let safe = forecast.safeToSpend(through: report.until)
        let each = Money(safe.minorUnits * (unit == .week ? 7 : 1) / days, safe.currency)
        return each.minorUnits < safe.minorUnits ? "That's \(each.text) a \(unit.rawValue)." : ""
    }

    private func limit(_ report: ForecastReport, _ forecast: Forecast) -> String {
        if let pay = forecast.input.nextPay, report.until == forecast.lastDayBeforePay {
            return "before your next paycheck on \(said(pay))"
        }
        return "through \(said(report.until))"
    }

    private func lowest(_ report: ForecastReport, _ forecast: Forecast) -> String {
        let lowest = forecast.lowest(through: report.until)
        let names = accounts(report)
        if lowest.date == asOf {
            return "\(names) won't go below today's \(lowest.balance.text)\(kept(forecast))."
        }
        return
            "\(names) should go from \(now(report, forecast)) down to about \(lowest.balance.text) on \(said(lowest.date))"
            + "\(kept(forecast))."
    }

    /// What there is, dated as a balance is: by the last day that says anything of it.
    private func now(_ report: ForecastReport, _ forecast: Forecast) -> String {
        let balance = forecast.days[0].balance
        let isKnown = balance.minorUnits == report.pool.reduce(0) { $0 + $1.amount.minorUnits }
        guard isKnown, let day = report.pool.map(\.day).max(), day < asOf else { return balance.text + " today" }
        return "\(balance.text) (as of \(said(day)))"
    }

    /// Whether the days after those that are asked about end below zero.
    private func isShortLater(_ report: ForecastReport, _ forecast: Forecast) -> Bool {
        forecast.firstShortfall.map { $0.date > report.until } ?? false
    }

    /// The last day whose payments are told: those that make a later low are part of the answer.
    private func toldThrough(_ report: ForecastReport, _ forecast: Forecast) -> CivilDate {
        isShortLater(report, forecast) ? forecast.lowest().date : report.until
    }

    /// What is safe up to the next pay may be too much for the weeks after it.
    private func later(_ report: ForecastReport, _ forecast: Forecast) -> String {
        let (now, later) = (forecast.safeToSpend(through: report.until), forecast.lowest())
        let safe = forecast.safeToSpend(through: forecast.input.end)
        guard safe.minorUnits < now.minorUnits, !isShortLater(report, forecast) else { return "" }
        return "To stay safe through \(said(forecast.input.end)), keep it to \(safe.text): the low point comes on "
            + "\(said(later.date)), at about \(later.balance.text)."
    }

    private func kept(_ forecast: Forecast) -> String {
        let buffer = forecast.input.buffer
        guard buffer > 0 else { return "" }
        return ", and I keep \(Money(buffer, forecast.input.balance.currency).text) of that in reserve"
    }

    private func lasting(_ report: ForecastReport, _ forecast: Forecast, asksWhetherNot isFeared: Bool) -> String {
        let lowest = forecast.lowest(through: report.until)
        let names = accounts(report)
        if let short = forecast.firstShortfall, short.date <= report.until {
            let bottom = lowest.date == short.date ? "" : ", and to \(lowest.balance.text) by \(said(lowest.date))"
            return
                "\(isFeared ? "Yes," : "No, not") the way things are going: \(names) should drop below zero on "
                + "\(said(short.date)), to about \(short.balance.text)\(bottom)."
        }
        if let short = forecast.firstShortfall {
            let bottom = forecast.lowest()
            let later = bottom.date == short.date ? "" : ", and to \(bottom.balance.text) by \(said(bottom.date))"
            return
                "\(isFeared ? "Not" : "Yes,") \(limit(report, forecast)), but \(isFeared ? "" : "not ")after that: "
                + "\(names) should drop below zero on \(said(short.date)), to about \(short.balance.text)\(later)."
        }
        let day = lowest.date == asOf ? "today" : "on \(said(lowest.date))"
        if lowest.balance.minorUnits < forecast.input.buffer {
            return "Just barely: \(names) stays above zero, but gets down to about \(lowest.balance.text) \(day)."
        }
        let until = lowest.date == report.until ? "" : " through \(said(report.until))"
        return (isFeared ? "No, you won't run out" : "Yes, your money will last")
            + ": the lowest \(names) should get\(until) is about \(lowest.balance.text), \(day)."
    }

    private func projected(_ report: ForecastReport) -> String {
        guard let day = report.projected else { return "" }
        if day.date == asOf {
            return "That's today: \(accounts(report)) \(report.pool.count > 1 ? "have" : "has") \(day.balance.text)."
        }
        return "You should have about \(day.balance.text) in \(accounts(report)) on \(said(day.date))."
    }

    /// Yes or no, to `will I have more than $500 by Friday`.
    private func verdict(_ report: ForecastReport, _ ask: ForecastAsk) -> String {
        let lowest = report.forecast?.lowest(through: report.until)
        guard let condition = ask.condition, let day = ask.topic == .lowest ? lowest : report.projected else {
            return ""
        }
        return condition.relation.holds(day.balance.minorUnits, condition.bound) ? "Yes." : "No."
    }

    private func spending(_ report: ForecastReport, _ period: Period?) -> String {
        guard let spending = report.spending, let period else { return "" }
        if spending.ahead.minorUnits == 0, spending.soFar.minorUnits != 0 {
            return "You've spent \(spending.soFar.text) \(phrases.period(period)), and I don't expect anything more."
        }
        let sum = Money(spending.soFar.minorUnits + spending.ahead.minorUnits, spending.soFar.currency)
        let parts =
            spending.soFar.minorUnits == 0
            ? "" : ": \(spending.soFar.text) so far and about \(spending.ahead.text) to come"
        return "You're on track to spend about \(sum.text) \(phrases.period(period))\(parts)."
    }

    // MARK: What it rests on

    private func assumptions(_ report: ForecastReport, _ forecast: Forecast) -> String {
        var sentences: [String] = []
        let due = forecast.flows(after: asOf, through: toldThrough(report, forecast))
            .filter { $0.amount.minorUnits < 0 }
        let everyday = Money(forecast.input.everyday.spent(in: 1), forecast.input.balance.currency)
        let sum = Money(due.reduce(0) { $0 - $1.amount.minorUnits }, everyday.currency)
        let bills = due.isEmpty ? "no bills" : "\(sum.text) in bills and payments (\(largest(due)))"
        sentences.append(
            "That counts on \(bills) and \(everyday.text) a day for everything else, your recent average.")
        if asOf.days(since: report.dataEnd) > 1 {
            sentences.append(
                "I know of nothing after \(said(report.dataEnd)), so I filled in what should have happened since.")
        }
        if forecast.input.nextPay == nil { sentences.append("I don't see a paycheck coming.") }
        if !report.missing.isEmpty {
            sentences.append(
                "That leaves out \(Subject.list(report.missing.map(\.name))), which I have no balance for.")
        }
        return sentences.joined(separator: " ")
    }

    /// How the days were computed.
    func reasons(_ report: ForecastReport) -> String {
        guard let forecast = report.forecast else { return unknown(report) }
        let input = forecast.input
        let end = toldThrough(report, forecast)
        let flows = forecast.flows(after: asOf, through: end).map {
            "\($0.name) \($0.amount.text) on \($0.date.dayText)"
        }
        let everyday = Money(input.everyday.spent(in: 1), input.balance.currency)
        let expected = flows.isEmpty ? "no bills" : Subject.list(flows)
        return "I start with \(forecast.days[0].balance.text) in \(accounts(report)) and go day by day through "
            + "\(said(end)), counting \(expected), and \(everyday.text) a day. That's your average over the last "
            + "\(input.everyday.days) days of data, without bills, subscriptions, and one-time purchases. A card you "
            + "pay off regularly counts on the day you pay it, for what its statement comes to, and what you buy with "
            + "it isn't counted twice."
    }

    private func largest(_ flows: [ExpectedFlow]) -> String {
        let top = flows.sorted { ($0.amount.minorUnits, $0.date) < ($1.amount.minorUnits, $1.date) }.prefix(3)
            .map { "\($0.name) \($0.amount.magnitude.text) on \($0.date.dayText)" }
        let rest = flows.count - top.count
        return top.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    private func said(_ date: CivilDate) -> String { date.text(near: asOf) }

    private func accounts(_ report: ForecastReport) -> String { Subject.list(report.pool.map(\.account.name)) }

    /// The balance of each day to come.
    func series(_ report: ForecastReport) -> AnswerSeries? {
        guard let forecast = report.forecast, let first = forecast.days.first, let last = forecast.days.last else {
            return nil
        }
        return AnswerSeries(
            first: "\(first.date.dayText) \(first.balance.text)",
            values: forecast.days.map(\.balance.minorUnits),
            last: "\(last.balance.text) \(last.date.dayText)")
    }

    /// What is expected up to the last day that is told, and what is left after each day.
    func table(_ report: ForecastReport) -> AnswerTable? {
        guard let forecast = report.forecast else { return nil }
        let flows = forecast.flows(after: asOf, through: toldThrough(report, forecast))
        guard !flows.isEmpty else { return nil }
        return AnswerTable(
            columns: [
                .init(title: "Date", isNumber: false), .init(title: "Expected", isNumber: false),
                .init(title: "Amount", isNumber: true), .init(title: "Left", isNumber: true),
            ],
            rows: flows.map { [$0.date.iso, $0.name, $0.amount.text, forecast.balance(on: $0.date).balance.text] },
            omitted: 0)
    }
}
