import Ledger
import Retrieval

/// Says what is known about recurring payments. The same finding gives the same words.
struct RecurringReply {
    let phrases: Phrases
    let finding: RecurringFinding
    let ask: RecurringAsk
    /// What will be paid to cards on the days asked about.
    var cards: [ExpectedFlow] = []

    private var question: RecurringQuestion { finding.question }
    private var streams: [RecurringStream] { finding.streams }
    private var evidence: Evidence { finding.evidence }
    /// How many are named in a sentence; the table has the rest.
    private static let named = 4

    func text() -> String {
        guard evidence.coverage != nil else {
            return "You have no transactions yet. Import a bank file with `coach import FILE`."
        }
        if let pick = question.pick { return picked(pick) }
        // What several take in days to come is a sum of what falls due.
        let isOfDays = question.aspect == .due && question.query.period != nil && !finding.due.isEmpty
        let isPay = question.groups == [.income] && ask.topic != .list
        if ask.topic == .changes, [.extra, .percent, .paid].contains(ask.detail), let told = rises() { return told }
        if question.namesStreams || isPay || ask.topic == .changes && streams.count == 1 && ask.detail != nil, !isOfDays
        {
            return byName()
        }
        switch question.aspect {
        case .list: return list()
        case .due: return due()
        case .raised: return raised()
        case .new: return appeared()
        case .cancelled: return cancelled()
        }
    }

    // MARK: One of them

    private func picked(_ pick: RecurringQuestion.Pick) -> String {
        guard let stream = streams.first else {
            if case .every = pick { return "None of your \(plural) come that often." }
            if question.aspect == .due { return "None of your \(plural) is due in those days." }
            return "You don't have any active \(plural)."
        }
        let cost = phrases.money(evidence.amounts("monthly_cost"))
        switch pick {
        case .dearest, .cheapest:
            let most = pick == .dearest ? "most expensive" : "cheapest"
            if question.aspect == .due { return "The \(most) one due: " + sentence(stream) }
            let a = stream.cadence == .monthly ? "" : ", \(stream.monthlyCost.magnitude.text) a month"
            return "Your \(most) one is \(stream.merchant) at \(stream.amountWords) \(stream.cadence.per)\(a)."
        case .next: return "Next up: " + sentence(stream)
        case .sum:
            let yearly = phrases.money(evidence.amounts("yearly_cost"))
            let count = streams.count == 1 ? "Your one \(word) comes" : "Your \(noun(streams.count)) come"
            return "\(count) to \(cost) a month, or \(yearly) a year."
        case .every: return list()
        }
    }

    // MARK: By name

    private func byName() -> String {
        guard !streams.isEmpty else { return unknown() }
        if streams.count == 1, let told = told(of: streams[0]) { return told }
        if let told = together() { return told }
        let wanted = streams.filter { isOfInterest($0) }
        var sentences = wanted.prefix(RecurringReply.named).map(sentence)
        if let lead = runningLead { sentences.insert(lead, at: 0) }
        if question.groups == [.income], ask.topic == .upcoming, let next = finding.nextPay {
            sentences.insert(
                "Your next paycheck should come on \(said(next)), \(next.distance(from: finding.asOf)).", at: 0)
        }
        let live = streams.filter(\.isLive)
        if live.count > 1 {
            sentences.append(
                "Together\(withRest(wanted)) they come to \(phrases.money(evidence.amounts("monthly_cost"))) a month.")
        }
        sentences += yearly
        for total in evidence.figures(named: "total") where question.aspect == .list {
            guard let money = total.money, let rows = total.rows, rows > 0 else { continue }
            sentences.append(
                "\(phrases.period(total.period).capitalizedFirst) you paid \(money.text) for "
                    + "\(streams.count == 1 ? "it" : "them"), in \(phrases.count(rows, "charge")).")
        }
        return sentences.joined(separator: " ")
    }

    /// The yes or no to whether payments go on, or ended.
    private var runningLead: String? {
        guard ask.detail == .whether, ask.topic == .active || ask.topic == .ended else { return nil }
        let goesOn = streams.contains(where: \.isLive)
        if ask.topic == .ended { return goesOn ? "No, it's still active." : "Yes." }
        return goesOn ? "Yes." : "Not anymore."
    }

    /// What is said first of one stream whose price or end is asked about; nil for everything else.
    private func told(of stream: RecurringStream) -> String? {
        switch ask.topic {
        case .changes: return change(of: stream)
        case .ended where !stream.isLive && ask.detail == .day:
            return "The last \(stream.kind == .income ? "deposit" : "charge") from \(stream.merchant) was "
                + "\(stream.amount.magnitude.text) on \(said(stream.lastDate)); before that it came "
                + "\(stream.cadence.name)."
        case .ended where !stream.isLive && ask.detail == .saved:
            let missed = Int64(Double(finding.asOf.days(since: stream.lastDate)) / stream.cadence.days)
            let kept = Money(missed * stream.amount.magnitude.minorUnits, stream.amount.currency)
            return "\(stream.merchant) would have cost you \(kept.text) since: "
                + "\(missed) \(missed == 1 ? "charge" : "charges") of \(stream.amount.magnitude.text) after the last one on "
                + "\(said(stream.lastDate))."
        case .ended where stream.isLive && ask.detail == .day:
            return "\(stream.merchant) hasn't stopped: the last charge was \(stream.amount.magnitude.text) on "
                + "\(said(stream.lastDate))."
        default: return nil
        }
    }

    private func change(of stream: RecurringStream) -> String {
        guard let rise = stream.rise else { return unchanged(stream) }
        let went = self.went(stream, rise)
        switch ask.detail {
        case .whether:
            // A price that has stood for a year is not going up.
            let isRecent = rise.on > finding.asOf.adding(years: -1)
            return "\(isRecent ? "Yes" : "Not in the past year"). \(went)"
        case .before: return "It was \(rise.from.magnitude.text)\(yearly(rise.from, stream)) before: \(went)"
        case .step: return "By \(rise.step.text). \(went)"
        case .percent: return "By \(phrases.percent(rise.percent)). \(went)"
        case .extra: return extra(of: stream, rise)
        case .paid:
            let isPay = stream.kind == .income
            let count = phrases.count(rise.payments, isPay ? "deposit" : "payment")
            return "\(isPay ? "\(stream.merchant) has paid you" : "You've paid \(stream.merchant)") "
                + "\(rise.paid.magnitude.text) since then, in \(count). \(went)"
        case .day, .saved, nil: return went
        }
    }

    /// `, or $215.88 a year,` where what it comes to in a year is asked for.
    private func yearly(_ price: Money, _ stream: RecurringStream) -> String {
        guard ask.per == .year, stream.cadence != .yearly else { return "" }
        let amount = Money(price.magnitude.minorUnits * Int64((365.25 / stream.cadence.days).rounded()), price.currency)
        return " \(stream.cadence.per), or \(amount.text) a year,"
    }

    /// `Netflix went up from $15.49 to $17.99 on March 3, $2.50 (16.1%) more a month.`
    private func went(_ stream: RecurringStream, _ rise: RecurringStream.PriceRise) -> String {
        "\(stream.merchant) went up \(riseWords(rise)), \(rise.step.text) (\(phrases.percent(rise.percent))) more "
            + "\(stream.cadence.per)."
    }

    private func unchanged(_ stream: RecurringStream) -> String {
        let no = ask.detail == .whether ? "No. " : ""
        return stream.isSteady
            ? "\(no)\(stream.merchant) has been \(stream.amount.magnitude.text) \(stream.cadence.per) since "
                + "\(said(stream.firstDate)), as far back as I looked."
            : "\(stream.merchant) varies from one \(stream.kind == .income ? "deposit" : "charge") to the next: "
                + "about \(stream.typical.magnitude.text), the last one \(stream.amount.magnitude.text)."
    }

    /// ` with Water Works ($6.38 a month)`: what the sum holds besides those that have a sentence.
    private func withRest(_ wanted: [RecurringStream]) -> String {
        let rest = wanted.dropFirst(RecurringReply.named).filter(\.isLive)
        if rest.isEmpty { return "" }
        guard rest.count <= RecurringReply.named else { return " with \(rest.count) more" }
        let words = rest.map { "\($0.merchant) (\($0.monthlyCost.magnitude.text) a month)" }
        return " with " + Subject.list(words)
    }

    /// What several that are named cost now, or would bring if they were dropped: the sum, then each.
    private func together() -> String? {
        let live = streams.filter(\.isLive)
        let saves = ask.detail == .saved
        guard ask.topic == .cost, ask.period == nil, !live.isEmpty, saves || live.count > 1 && ask.filter.isOfSeveral
        else { return nil }
        let names = Subject.list(live.map { "\($0.merchant) (\($0.amountWords) \($0.cadence.per))" })
        let month = phrases.money(evidence.amounts("monthly_cost")) + " a month"
        let year =
            evidence.amounts("yearly_cost").isEmpty ? nil : phrases.money(evidence.amounts("yearly_cost")) + " a year"
        let sums = (ask.per == .month ? [month, year] : [year, month]).compactMap { $0 }
        var sentences = [
            saves
                ? "Without \(names) you'd save \(sums.joined(separator: ", or "))."
                : "\(names) come to \(sums.joined(separator: ", or "))."
        ]
        sentences += streams.filter { !$0.isLive }.map(stopped)
        let found = Set(streams.map(\.merchant))
        let missing = question.query.merchants.filter { !found.contains($0) } + ask.filter.texts.map { "“\($0)”" }
        if !missing.isEmpty { sentences.append("I don't see a recurring payment for \(Subject.list(missing)).") }
        return sentences.joined(separator: " ")
    }

    private var yearly: [String] {
        let costs = evidence.amounts("yearly_cost")
        return costs.isEmpty ? [] : ["That's \(phrases.money(costs)) a year."]
    }

    /// Whoever asks for the next pay does not ask for the employer before the last.
    private func isOfInterest(_ stream: RecurringStream) -> Bool {
        question.groups != [.income] || stream.isLive || !streams.contains(where: \.isLive)
    }

    private func sentence(_ stream: RecurringStream) -> String {
        guard let next = stream.nextDate else { return stopped(stream) }
        let isPay = stream.kind == .income
        var text =
            "\(stream.merchant) \(isPay ? "pays" : "costs") \(stream.amountWords) \(stream.cadence.per) "
            + "(\(stream.account)); "
        switch next.days(since: finding.asOf) {
        case 0...:
            // How far off the next paycheck is stands before the list already.
            let distance = question.groups == [.income] ? "" : ", " + next.distance(from: finding.asOf)
            text += "the next \(isPay ? "deposit" : "charge") is due on \(said(next))\(distance)."
        default:
            text +=
                "it was expected on \(said(next)), \(next.distance(from: finding.asOf)), and hasn't come through yet."
        }
        if let rise = stream.rise {
            text += " It went up \(riseWords(rise))."
        } else if question.aspect == .raised {
            text +=
                stream.isSteady
                ? " The price hasn't gone up since \(said(stream.firstDate))."
                : " The amount varies; the last one was \(stream.amount.magnitude.text)."
        }
        return text
    }

    private func stopped(_ stream: RecurringStream) -> String {
        "\(stream.merchant) (\(stream.amountWords) \(stream.cadence.per), \(stream.account)) has stopped; the last \(stream.kind == .income ? "deposit" : "charge") "
            + "was on \(said(stream.lastDate))."
    }

    private func said(_ date: CivilDate) -> String { date.text(near: finding.asOf) }

    private func riseWords(_ rise: RecurringStream.PriceRise) -> String {
        "from \(rise.from.magnitude.text) to \(rise.to.magnitude.text) on \(said(rise.on))"
    }

    private func unknown() -> String {
        let names = question.query.merchants + question.query.categories.map(phrases.category)
        let asksWhether = ask.topic == .active && ask.detail == .whether
        let last = evidence.transactions.first
        guard let reason = finding.rejections.max(by: { $0.rows < $1.rows }) else {
            guard let last else {
                return "\(asksWhether ? "No. " : "")I don't see a recurring payment for \(Subject.list(names))."
            }
            if evidence.matched == 1, ask.topic == .upcoming || ask.topic == .cost { return once(last) }
            return
                "\(asksWhether ? "Not regularly. " : "")I don't see a recurring payment for \(Subject.list(names)). The "
                + "last transaction was \(last.amount.magnitude.text) at \(last.merchant) on \(said(last.date))."
        }
        if reason.rows == 1, let last, ask.topic == .upcoming || ask.topic == .cost { return once(last) }
        return
            "\(reason.merchant) isn't a recurring payment: it has "
            + "\(phrases.count(reason.rows, "charge")) in the past two years, \(reason.reason.words)."
    }

    /// What was charged once may come every year.
    private func once(_ row: Transaction) -> String {
        "I've seen one charge from \(row.merchant): \(row.amount.magnitude.text) on \(said(row.date)). If it comes once a "
            + "year, the next one is due around \(said(row.date.adding(years: 1)))."
    }

    // MARK: Lists

    private var word: String {
        switch question.groups {
        case [.subscription]: "subscription"
        case [.bill]: "bill"
        case [.income]: "recurring deposit"
        default: "recurring payment"
        }
    }

    private func noun(_ count: Int) -> String { phrases.count(count, word) }
    private var plural: String { word + "s" }

    private func list() -> String {
        let scope = question.query.accounts.isEmpty ? "" : " on " + Subject.list(question.query.accounts)
        guard !streams.isEmpty else { return "I don't see any \(plural)\(scope)." }
        let words = named(streams.map { "\($0.merchant) (\($0.amountWords) \($0.cadence.per))" })
        let cost = phrases.money(evidence.amounts("monthly_cost"))
        var sentences: [String] = []
        if let paid = paid("total") {
            sentences.append("\(paid) for \(noun(streams.count))\(scope): \(words).")
            if streams.contains(where: \.isLive) { sentences.append("The ones still running come to \(cost) a month.") }
        } else {
            sentences.append("You have \(noun(streams.count))\(scope) for \(cost) a month: \(words).")
        }
        if question.groups.isEmpty { sentences += parts() }
        sentences += yearly
        if let next = streams.filter({ $0.nextDate.map { $0 >= finding.asOf } ?? false }).min(by: nextFirst),
            let date = next.nextDate
        {
            sentences.append("Next up is \(next.merchant) on \(said(date)).")
        }
        return sentences.joined(separator: " ")
    }

    /// What was paid in the period asked about: `In September 2026 you paid $120.00 in 9 charges`; nil when nothing was.
    private func paid(_ name: String) -> String? {
        let totals = evidence.figures(named: name).filter { $0.rows ?? 0 > 0 }
        guard let first = totals.first else { return nil }
        let rows = totals.reduce(0) { $0 + ($1.rows ?? 0) }
        return
            "\(phrases.period(first.period).capitalizedFirst) you paid \(phrases.money(totals.compactMap(\.money))) in "
            + phrases.count(rows, "charge")
    }

    private func nextFirst(_ a: RecurringStream, _ b: RecurringStream) -> Bool {
        (a.nextDate ?? a.lastDate, a.key) < (b.nextDate ?? b.lastDate, b.key)
    }

    /// Subscriptions apart from bills.
    private func parts() -> [String] {
        let kinds: [(RecurringStream.Group, String)] = [(.subscription, "subscription"), (.bill, "bill")]
        let parts = kinds.compactMap { group, word -> String? in
            let count = streams.filter { $0.group == group }.count
            let cost = evidence.figures(named: "\(group.rawValue)_cost").compactMap(\.money)
            return count > 0 ? "\(phrases.count(count, word)) for \(phrases.money(cost)) a month" : nil
        }
        return parts.count > 1 ? ["That's \(Subject.list(parts))."] : []
    }

    private func named(_ words: [String]) -> String {
        guard words.count > RecurringReply.named else { return Subject.list(words) }
        return words.prefix(RecurringReply.named).joined(separator: ", ")
            + " and \(words.count - RecurringReply.named) more"
    }

    // MARK: Due

    private func due() -> String {
        var period = phrases.period(evidence.query.period)
        // What is due goes through a day: `until` leaves open whether it counts.
        if let days = evidence.query.period, days.label.lowercased().hasPrefix("until ") {
            period = "through \(said(days.end))"
        }
        let paid = paid("paid").map { " \($0)." } ?? ""
        guard !finding.due.isEmpty else { return "No regular payments are due \(period).\(cardPayments())\(paid)" }
        let payments = finding.due.map { payment in
            "\(payment.stream.merchant) (\(payment.stream.isSteady ? "" : "about ")\(payment.amount.text), "
                + (payment.isOverdue ? "expected since \(said(payment.date)))" : "\(said(payment.date)))")
        }
        let verb = finding.due.count == 1 ? "is" : "are"
        let sum = finding.due.count == 1 ? "" : ", \(phrases.money(evidence.amounts("total"))) in all"
        return
            "\(phrases.count(finding.due.count, "payment")) \(verb) due \(period)\(sum): \(named(payments)).\(cardPayments())\(paid)"
    }

    /// What is paid to cards besides: its amounts are the forecast's.
    private func cardPayments() -> String {
        guard let first = cards.first else { return "" }
        let all = cards.map { "\($0.name) (about \($0.amount.magnitude.text), \(said($0.date)))" }
        let sum = Money(cards.reduce(0) { $0 - $1.amount.minorUnits }, first.amount.currency)
        let whole = cards.count == 1 ? "" : ", about \(sum.text) in all"
        return " \(phrases.count(cards.count, "card payment").capitalizedFirst) \(cards.count == 1 ? "comes" : "come") "
            + "on top of that\(whole): \(named(all))."
    }

    // MARK: Changes

    /// What rises came to, or how far they went in percent; nil where no price rose.
    private func rises() -> String? {
        let risen = streams.filter { $0.rise != nil }
        if risen.count == 1 { return change(of: risen[0]) }
        guard let currency = risen.first?.amount.currency, risen.allSatisfy({ $0.amount.currency == currency }) else {
            return nil
        }
        let sentences = risen.prefix(RecurringReply.named).map(change)
        guard ask.detail == .extra else { return sentences.joined(separator: " ") }
        let sums = risen.map { stream in ask.per == nil ? stream.rise?.extra : per(stream) }
        let sum = Money(sums.reduce(0) { $0 + ($1?.minorUnits ?? 0) }, currency)
        let span = ask.per.map { " a \($0.rawValue)" } ?? " so far"
        return (["Together that's \(sum.text)\(span)."] + sentences).joined(separator: " ")
    }

    /// What a rise has come to since: `The increase at Netflix has cost you $22.50 so far`.
    private func extra(of stream: RecurringStream, _ rise: RecurringStream.PriceRise) -> String {
        let isPay = stream.kind == .income
        let went = self.went(stream, rise)
        if let unit = ask.per, let more = per(stream) {
            return "\(more.text) more a \(unit.rawValue). \(went)"
        }
        let count = phrases.count(rise.payments, isPay ? "deposit" : "payment")
        let isEven = rise.extra.minorUnits == rise.step.minorUnits * Int64(rise.payments)
        let each = isEven && rise.payments > 1 ? " at \(rise.step.text) more each" : ""
        let year = stream.raisedPerYear.map { " That's \($0.text) more a year." } ?? ""
        return
            "\(isPay ? "The raise at \(stream.merchant) has brought you" : "The increase at \(stream.merchant) has cost you") "
            + "\(rise.extra.text) so far, in \(count)\(each). \(went)\(year)"
    }

    private func per(_ stream: RecurringStream) -> Money? {
        ask.per == .month ? stream.raisedPerMonth : stream.raisedPerYear
    }

    private func raised() -> String {
        let period = phrases.period(evidence.query.period)
        let rises = streams.compactMap { stream in stream.rise.map { "\(stream.merchant) \(riseWords($0))" } }
        guard !rises.isEmpty else { return "None of your \(plural) went up \(period)." }
        return "\(noun(rises.count)) went up \(period): \(named(rises))."
    }

    private func appeared() -> String {
        let days = question.query.period.map(phrases.period)
        let besides = question.against.map { " that you didn't have \(phrases.period($0))" } ?? ""
        guard !streams.isEmpty else {
            return "No, I don't see any new \(plural)\(besides) \(days ?? "in the past 90 days")."
        }
        return "\(noun(streams.count)) started \(days ?? "recently")\(besides): "
            + named(
                streams.map { "\($0.merchant), \($0.amountWords) \($0.cadence.per) since \(said($0.firstDate))" })
            + "."
    }

    /// The newest one, where none began lately.
    func newest() -> String {
        guard let stream = streams.first else { return appeared() }
        return
            "The newest is \(stream.merchant), \(stream.amountWords) \(stream.cadence.per) since \(said(stream.firstDate)). "
            + "None of your \(plural) started in the past 90 days."
    }

    private func cancelled() -> String {
        if let against = question.against { return gone(since: against) }
        guard !streams.isEmpty else {
            return "None of your \(plural) have stopped "
                + "\(question.query.period.map(phrases.period) ?? "in the past two years")."
        }
        return "\(noun(streams.count)) \(streams.count == 1 ? "has" : "have") stopped: "
            + named(
                streams.map { "\($0.merchant), \($0.amountWords) \($0.cadence.per), last on \(said($0.lastDate))" })
            + "."
    }

    /// What was paid in some days and no longer is.
    private func gone(since days: Period) -> String {
        let days = phrases.period(days)
        guard !streams.isEmpty else { return "You're still paying all the \(plural) you had \(days)." }
        return "You had \(noun(streams.count)) \(days) that you no longer pay: "
            + named(
                streams.map { "\($0.merchant), \($0.amountWords) \($0.cadence.per), last on \(said($0.lastDate))" })
            + "."
    }

    /// How the streams were found, for “why?”.
    static func explanation(_ answer: Answer, _ phrases: Phrases) -> String {
        "I looked at the last 24 months. Charges from one merchant on one account count as recurring when they come at "
            + "a steady interval for about the same amount; transfers, card payments, and refunds are left out. "
            + "This answer is based on \(phrases.count(answer.evidence?.matched ?? 0))."
    }
}

extension RowFilter {
    /// Whether it names things one by one.
    fileprivate var isOfSeveral: Bool { if case .or(let parts) = self { parts.count > 1 } else { false } }

    /// Words of texts among alternatives, which no payment goes by.
    fileprivate var texts: [String] {
        guard case .or(let parts) = self else { return [] }
        return parts.compactMap { if case .text(let words) = $0 { words } else { nil } }
    }
}
