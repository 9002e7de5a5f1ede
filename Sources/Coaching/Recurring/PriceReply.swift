import Ledger
import Retrieval

/// Says what something cost at another time and costs now, or how the price of what comes in no rhythm has moved.
struct PriceReply {
    /// One price beside another.
    private struct Entry {
        let course: PriceCourse
        let stream: RecurringStream?
        let then: Money?
        let now: Money

        var step: Int64 { now.minorUnits - (then ?? now).minorUnits }
        /// What it makes in a year; nil where no rhythm is known.
        var yearly: Int64? { stream.map { step * $0.cadence.timesAYear } }
        /// `a month`, `every two weeks`, or `each time`.
        var each: String { stream?.cadence.per ?? "each time" }
    }

    private let phrases: Phrases
    private let ask: RecurringAsk
    private let asOf: CivilDate
    private let entries: [Entry]
    private static let named = 6

    init(_ phrases: Phrases, _ ask: RecurringAsk, _ courses: [PriceCourse], _ finding: RecurringFinding) {
        self.phrases = phrases
        self.ask = ask
        asOf = finding.asOf
        let all = courses.map { course in
            Entry(
                course: course, stream: finding.streams.first { $0.merchant == course.merchant },
                then: ask.against.flatMap(course.price),
                now: ask.period.flatMap(course.price) ?? course.latest.amount)
        }
        guard ask.filter == .all else {
            entries = all
            return
        }
        // Of all that there are those that changed, the largest change of a year first.
        func size(_ entry: Entry) -> Int64 { abs(entry.yearly ?? entry.step) }
        entries = all.filter { $0.step != 0 }.sorted { (size($0), $0.course.merchant) > (size($1), $1.course.merchant) }
    }

    func text() -> String {
        let risen =
            entries.contains { $0.step > 0 } || ask.against == nil && entries.contains { lastStep($0.course) > 0 }
        let lead = ask.detail == .whether ? (risen ? "Yes. " : "No. ") : ""
        guard let against = ask.against else { return lead + entries.map(course).joined(separator: " ") }
        guard !entries.isEmpty else {
            return lead + "None of your \(ask.kind ?? "recurring payments") costs anything different from "
                + "\(phrases.period(against))."
        }
        var sentences = entries.prefix(PriceReply.named).map { sentence($0, against) }
        if entries.count > PriceReply.named {
            sentences.append("\(entries.count - PriceReply.named) more changed.")
        }
        return lead + ([together()].compactMap { $0 } + sentences).joined(separator: " ")
    }

    /// `Netflix was $15.49 in autumn 2025 and is $17.99 now, $2.50 (16.1%) more a month.`
    private func sentence(_ entry: Entry, _ against: Period) -> String {
        let merchant = entry.course.merchant
        let isPay = entry.course.kind == .income
        let now = ask.period.map { phrases.period($0) } ?? "now"
        guard let then = entry.then else {
            let first = entry.course.payments[0]
            return
                "I have nothing from \(merchant) \(phrases.period(against)); the first time, on \(said(first.day)), it was "
                + "\(first.amount.text), and it is \(entry.now.text) \(now)."
        }
        let lead = "\(merchant) \(isPay ? "paid" : "was") \(then.text) \(phrases.period(against)) and "
        guard entry.step != 0 else { return lead + "\(isPay ? "pays" : "is") still \(entry.now.text) \(now)." }
        let step = Money(abs(entry.step), then.currency)
        let percent = phrases.percent(PriceReply.percent(abs(entry.step), of: then))
        let steps = entry.course.prices.filter { $0.day > against.start && $0.amount != then }
        let day = steps.count == 1 && ask.period == nil ? ", since \(said(steps[0].day))" : ""
        return lead
            + "\(isPay ? "pays" : "is") \(entry.now.text) \(now), \(step.text) (\(percent)) "
            + "\(entry.step > 0 ? "more" : "less") \(entry.each)\(day)." + span(entry, step)
    }

    /// What a change makes in the month or year that is asked about.
    private func span(_ entry: Entry, _ step: Money) -> String {
        guard let unit = ask.per, let year = entry.yearly, let stream = entry.stream,
            stream.cadence != (unit == .year ? .yearly : .monthly)
        else { return "" }
        let sum = unit == .year ? year : roundedQuotient(year, by: 12)
        return " That's \(Money(abs(sum), step.currency).text) \(sum > 0 ? "more" : "less") a \(unit.rawValue)."
    }

    /// What several changes make together.
    private func together() -> String? {
        let changed = entries.filter { $0.step != 0 }
        guard changed.count > 1, let currency = changed.first?.now.currency,
            changed.allSatisfy({ $0.now.currency == currency && $0.yearly != nil })
        else { return nil }
        let year = changed.reduce(0) { $0 + ($1.yearly ?? 0) }
        let unit = ask.per ?? .month
        let sum = unit == .year ? year : roundedQuotient(year, by: 12)
        return "Together that's \(Money(abs(sum), currency).text) \(sum < 0 ? "less" : "more") a \(unit.rawValue)."
    }

    /// By how much the last price is more than the one before it.
    private func lastStep(_ course: PriceCourse) -> Int64 {
        let prices = course.prices
        guard prices.count > 1 else { return 0 }
        return prices[prices.count - 1].amount.minorUnits - prices[prices.count - 2].amount.minorUnits
    }

    /// `Ana's Lawn Care went up from $45.00 to $50.00 on March 13, $5.00 (11.1%) more each time.`
    private func course(_ entry: Entry) -> String {
        let course = entry.course
        let prices = course.prices
        guard prices.count > 1 else {
            return
                "\(course.merchant) has \(course.kind == .income ? "paid" : "been") \(course.latest.amount.text) each time "
                + "since \(said(course.payments[0].day)), as far back as I looked."
        }
        let (before, now) = (prices[prices.count - 2], prices[prices.count - 1])
        let step = now.amount.minorUnits - before.amount.minorUnits
        let percent = phrases.percent(PriceReply.percent(abs(step), of: before.amount))
        let earlier =
            prices.count > 2 ? " It was \(prices[0].amount.text) at first, on \(said(prices[0].day))." : ""
        return
            "\(course.merchant) went \(step > 0 ? "up" : "down") from \(before.amount.text) to \(now.amount.text) on "
            + "\(said(now.day)), \(Money(abs(step), now.amount.currency).text) (\(percent)) "
            + "\(step > 0 ? "more" : "less") each time.\(earlier)"
    }

    private func said(_ day: CivilDate) -> String { day.text(near: asOf) }

    private static func percent(_ step: Int64, of price: Money) -> Double {
        Double(step) * 100 / Double(max(1, price.minorUnits))
    }

    /// The prices as figures.
    var figures: [Figure] {
        entries.flatMap { entry -> [Figure] in
            let name = entry.course.merchant
            let before = entry.then ?? entry.course.prices.dropLast().last?.amount
            var figures = [
                Figure(name: "price", label: name, value: .money(entry.now), rows: entry.course.payments.count)
            ]
            guard let before else { return figures }
            let step = Money(entry.now.minorUnits - before.minorUnits, before.currency)
            figures.append(Figure(name: "previous_price", label: name, value: .money(before), period: ask.against))
            figures.append(Figure(name: "price_step", label: name, value: .money(step)))
            figures.append(
                Figure(
                    name: "price_step_percent", label: name,
                    value: .percent(PriceReply.percent(step.minorUnits, of: before))))
            return figures
        }
    }

    /// The prices as facts.
    var facts: [Fact] {
        entries.prefix(PriceReply.named).map { entry in
            let name = entry.course.merchant
            let before = entry.then ?? entry.course.prices.dropLast().last?.amount
            guard let before else {
                let words: Phrase = "\(name) is \(entry.now)"
                return Fact(.statement, words, about: .stream(name), isAsked: true, key: Fact.key(name))
            }
            let words: Phrase =
                before == entry.now
                ? "\(name) is still \(entry.now)" : "\(name) was \(before) before and is \(entry.now) now"
            return Fact(.statement, words, about: .stream(name), in: ask.against, isAsked: true, key: Fact.key(name))
        }
    }
}
