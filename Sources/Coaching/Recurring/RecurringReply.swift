import Ledger
import Retrieval

/// Says what is known about recurring payments. The same finding gives the same words.
struct RecurringReply {
    let phrases: Phrases
    let finding: RecurringFinding
    let ask: RecurringAsk

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
            return "You don't have any active \(plural)."
        }
        let cost = phrases.money(evidence.amounts("monthly_cost"))
        switch pick {
        case .dearest, .cheapest:
            let most = pick == .dearest ? "most expensive" : "cheapest"
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
        case .ended where stream.isLive && ask.detail == .day:
            return "\(stream.merchant) hasn't stopped: the last charge was \(stream.amount.magnitude.text) on "
                + "\(said(stream.lastDate))."
        default: return nil
        }
    }

    private func change(of stream: RecurringStream) -> String {
        guard let rise = stream.rise else {
            let no = ask.detail == .whether ? "No. " : ""
            return stream.isSteady
                ? "\(no)\(stream.merchant) has been \(stream.amount.magnitude.text) \(stream.cadence.per) since "
                    + "\(said(stream.firstDate)), as far back as I looked."
                : "\(stream.merchant) varies from one \(stream.kind == .income ? "deposit" : "charge") to the next: "
                    + "about \(stream.typical.magnitude.text), the last one \(stream.amount.magnitude.text)."
        }
        let step = Money(abs(rise.to.minorUnits) - abs(rise.from.minorUnits), rise.to.currency)
        let share = Double(step.minorUnits) / Double(max(abs(rise.from.minorUnits), 1)) * 100
        let went = "\(stream.merchant) went up \(riseWords(rise))"
        switch ask.detail {
        case .whether:
            // A price that has stood for a year is not going up.
            let isRecent = rise.on > finding.asOf.adding(years: -1)
            return "\(isRecent ? "Yes" : "Not in the past year"). \(went), \(step.text) more \(stream.cadence.per)."
        case .before: return "It was \(rise.from.magnitude.text) before: \(went)."
        case .step: return "By \(step.text). \(went), \(phrases.percent(share)) more."
        case .day, nil: return "\(went)."
        }
    }

    /// ` with Water Works ($6.38 a month)`: what the sum holds besides those that have a sentence.
    private func withRest(_ wanted: [RecurringStream]) -> String {
        let rest = wanted.dropFirst(RecurringReply.named).filter(\.isLive)
        if rest.isEmpty { return "" }
        guard rest.count <= RecurringReply.named else { return " with \(rest.count) more" }
        let words = rest.map { "\($0.merchant) (\($0.monthlyCost.magnitude.text) a month)" }
        return " with " + Subject.list(words)
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
        let period = phrases.period(evidence.query.period)
        let paid = paid("paid").map { " \($0)." } ?? ""
        guard !finding.due.isEmpty else { return "No regular payments are due \(period).\(paid)" }
        let payments = finding.due.map { payment in
            "\(payment.stream.merchant) (\(payment.stream.isSteady ? "" : "about ")\(payment.amount.text), "
                + (payment.isOverdue ? "expected since \(said(payment.date)))" : "\(said(payment.date)))")
        }
        let verb = finding.due.count == 1 ? "is" : "are"
        let sum = finding.due.count == 1 ? "" : ", \(phrases.money(evidence.amounts("total"))) in all"
        return
            "\(phrases.count(finding.due.count, "payment")) \(verb) due \(period)\(sum): \(named(payments)).\(paid)"
    }

    // MARK: Changes

    private func raised() -> String {
        let period = phrases.period(evidence.query.period)
        let rises = streams.compactMap { stream in stream.rise.map { "\(stream.merchant) \(riseWords($0))" } }
        guard !rises.isEmpty else { return "None of your \(plural) went up \(period)." }
        return "\(noun(rises.count)) went up \(period): \(named(rises))."
    }

    private func appeared() -> String {
        let days = question.query.period.map(phrases.period)
        guard !streams.isEmpty else { return "No, I don't see any new \(plural) \(days ?? "in the past 90 days")." }
        return "\(noun(streams.count)) started \(days ?? "recently"): "
            + named(
                streams.map { "\($0.merchant), \($0.amountWords) \($0.cadence.per) since \(said($0.firstDate))" })
            + "."
    }

    private func cancelled() -> String {
        guard !streams.isEmpty else {
            return "None of your \(plural) have stopped "
                + "\(question.query.period.map(phrases.period) ?? "in the past two years")."
        }
        return "\(noun(streams.count)) \(streams.count == 1 ? "has" : "have") stopped: "
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
