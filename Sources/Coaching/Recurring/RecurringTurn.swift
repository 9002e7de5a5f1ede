import Ledger
import Retrieval
import Understanding

/// Questions about payments that recur: one handler for lines and for requests of programs.
extension Coach {
    /// Answers a line that was read as such a question.
    mutating func answer(
        _ ask: RecurringAsk, of reading: LineReader.Candidate, _ question: String, confidence: Double
    ) throws -> Answer {
        var understood = Understood(intent: .recurring, confidence: confidence, query: Query(direction: .any))
        (understood.isFollowUp, understood.notes) = (reading.isFollowUp, reading.notes)
        var ask = ask
        // No yes or no to a question of which a word was not understood.
        if ask.detail == .whether, !reading.unread.isEmpty { ask.detail = nil }
        var answer = try recurring(ask, question, understood)
        answer.request = .recurring(ask)
        answer.unread = reading.unread
        if !reading.unread.isEmpty { answer.reply += " " + UnreadWords.sentence(reading.unread) }
        talk.last = answer
        return answer
    }

    /// Answers the question, and remembers what lines that follow go on from.
    mutating func recurring(_ ask: RecurringAsk, _ question: String, _ understood: Understood) throws -> Answer {
        var (ask, understood) = (ask, understood)
        ask.filter = try charged(ask.filter, isPay: ask.kind == "pay")
        understood.query = RecurringQuestion(ask, asOf: asOf).query
        if let unpaid = try unpaid(ask, question, understood) {
            goOn(from: ask, nil)
            return unpaid
        }
        var finding = try find(ask)
        var newest = false
        if ask.topic == .new, ask.detail == nil, ask.period == nil, ask.against == nil, finding.streams.isEmpty,
            let found = try newestStream(ask)
        {
            (finding, newest) = (found, true)
        }
        understood.query = finding.question.query
        let cards = try cardPayments(beside: finding)
        let words = RecurringReply(phrases: phrases, finding: finding, ask: ask, cards: cards)
        var reply = newest ? words.newest() : words.text()
        if ask.detail == .saved { finding.evidence.figures += finding.evidence.wouldSave }
        if ask.detail == .paid { finding.evidence.figures += finding.streams.compactMap(\.paidSinceRise) }
        finding.evidence.facts = finding.facts
        if let courses = try courses(ask, finding) {
            let prices = PriceReply(phrases, ask, courses, finding)
            reply = prices.text()
            finding.evidence.figures = prices.figures
            finding.evidence.facts = prices.facts
        }
        if ask.detail == .whether, let isYes = reply.startsWithYes {
            finding.evidence.facts.append(Fact(.answer, .household, .count(isYes ? 1 : 0), key: "yes"))
        }
        goOn(from: ask, finding, named: ask.filter != .all && ask.filter != talk.asked?.recurring?.filter)
        return Answer(
            question: question, understood: understood, asOf: asOf, evidence: finding.evidence, reply: reply,
            table: .recurring(finding, cards: cards))
    }

    /// What will be paid to cards on the days that bills are asked about, where the forecast knows it.
    private func cardPayments(beside finding: RecurringFinding) throws -> [ExpectedFlow] {
        let question = finding.question
        guard question.aspect == .due, question.pick == nil, !question.namesStreams, question.groups != [.income],
            let period = finding.evidence.query.period, period.end > asOf
        else { return [] }
        let days = Int(period.end.days(since: asOf))
        guard days <= ForecastRequest.mostDays,
            let forecast = try retriever.forecast(ForecastRequest(days: days), asOf: asOf, currency: currency).forecast
        else { return [] }
        return forecast.flows(after: asOf, through: period.end).filter {
            $0.kind == .cardPayment && $0.amount.minorUnits < 0 && $0.date >= period.start
        }
    }

    /// As many merchants may have a word in their texts for it to be one of their names.
    private static let mostNamed = 2
    /// So many rows with the word are looked at, the newest.
    private static let mostSearched = 200

    /// Words of texts as the merchants who charge under them: ChatGPT is charged by OpenAI.
    private func charged(_ filter: RowFilter, isPay: Bool) throws -> RowFilter {
        switch filter {
        case .text(let words):
            let query = Query(text: words, direction: isPay ? .in : .any, limit: Coach.mostSearched)
            let rows = try retriever.list(query).transactions
            let merchants = rows.map(\.merchant).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            guard (1...Coach.mostNamed).contains(merchants.count) else { return filter }
            let named = merchants.count == 1 ? RowFilter.merchant(merchants[0]) : .or(merchants.map { .merchant($0) })
            let ask = RecurringAsk(filter: named, kind: isPay ? "pay" : nil)
            return try retriever.recurring(RecurringQuestion(ask, asOf: asOf), asOf: asOf).streams.isEmpty
                ? filter : named
        case .and(let parts): return .and(try parts.map { try charged($0, isPay: isPay) })
        case .or(let parts):
            return .or(
                try parts.map { try charged($0, isPay: isPay) }.flatMap { part in
                    if case .or(let inner) = part { inner } else { [part] }
                })
        default: return filter
        }
    }

    private func find(_ ask: RecurringAsk) throws -> RecurringFinding {
        var ask = ask
        // What nothing is charged under is said to be missing, and is no condition on the others.
        if case .or(let parts) = ask.filter {
            let found = parts.filter { if case .text = $0 { false } else { true } }
            if !found.isEmpty { ask.filter = .any(found) }
        }
        if ask.kind == "pay", ask.filter == .all, ask.topic != .list {
            // Of all that comes in regularly the pay is meant, where there is one.
            var pay = ask
            pay.filter = .category("salary")
            let found = try retriever.recurring(RecurringQuestion(pay, asOf: asOf), asOf: asOf)
            if !found.streams.isEmpty { return found }
        }
        return try retriever.recurring(RecurringQuestion(ask, asOf: asOf), asOf: asOf)
    }

    /// The prices that are held against those of other days, or of what is named and comes in no rhythm; nil where that is not
    /// asked, or they vary from one payment to the next.
    private func courses(_ ask: RecurringAsk, _ finding: RecurringFinding) throws -> [PriceCourse]? {
        guard ask.topic == .changes, ask.against != nil || finding.streams.isEmpty && ask.filter != .all else {
            return nil
        }
        var merchants = ask.filter.alternatives.compactMap { if case .merchant(let name) = $0 { name } else { nil } }
        if merchants.count < ask.filter.alternatives.count {
            let live = finding.streams.filter(\.isLive)
            guard ask.filter == .all || live.allSatisfy(\.isSteady) else { return nil }
            merchants += finding.streams.filter { $0.isLive && $0.isSteady }.map(\.merchant)
        }
        let found = try Set(merchants).sorted().compactMap { try retriever.priceCourse(of: $0, asOf: asOf) }
        let steady = found.filter(\.isSteady)
        return steady.isEmpty && ask.filter != .all ? nil : steady
    }

    /// The one of the payments asked for that began last, where the data reaches back before it.
    private func newestStream(_ ask: RecurringAsk) throws -> RecurringFinding? {
        var all = ask
        all.topic = .list
        let streams = try find(all).streams.filter(\.isLive).sorted { $0.firstDate > $1.firstDate }
        guard let one = streams.first, let start = context.names.coverage?.start,
            one.firstDate > start.adding(months: 2), streams.dropFirst().first?.firstDate != one.firstDate
        else { return nil }
        all.filter = .merchant(one.merchant)
        let found = try find(all)
        return found.streams.count == 1 ? found : nil
    }

    /// Takes up such a question of an earlier conversation without answering it.
    mutating func goOn(from ask: RecurringAsk) { goOn(from: ask, nil) }

    private mutating func goOn(from ask: RecurringAsk, _ finding: RecurringFinding?, named: Bool = false) {
        talk.state.take(.recurring, RecurringQuestion(ask, asOf: asOf).query)
        var ask = ask
        let streams = finding?.streams ?? []
        // One that the reply is about is what `it` means.
        if streams.count == 1 {
            ask.filter = .merchant(streams[0].merchant)
            (ask.kind, ask.pick) = (streams[0].kind == .income ? "pay" : nil, nil)
            talk.state.show(merchant: streams[0].merchant, isRepeated: true)
        }
        let filter = ask.filter != .all ? ask.filter : ask.kind.map { .recurring($0) } ?? .recurring("bills")
        let isPay = ask.kind == "pay" || streams.first?.kind == .income
        var earlier = LineReader.Earlier(last: Ask(Selection(isPay ? .income : .spending, filter, .everything)))
        earlier.recurring = ask
        if named {
            var before = talk.asked?.run ?? []
            if before.isEmpty, talk.asked?.recurring == nil, let rows = talk.asked?.last.selection.filter,
                let name = FilterNames(rows).only, case .merchant = name
            {
                // The one whose rows were asked about just before.
                before = [name]
            }
            earlier.run = before.contains(ask.filter) ? before : before.suffix(3) + [ask.filter]
        } else if talk.asked?.recurring != nil {
            earlier.run = talk.asked?.run ?? []
        }
        earlier.streams = streams.count == 1 ? talk.asked?.streams : ask
        earlier.shownDay = streams.count == 1 ? streams[0].nextDate : finding?.due.last?.date
        (talk.asked, talk.isElsewhere) = (earlier, false)
    }

    /// Whether a reading stands that is only meant where one such payment runs at a steady price.
    func holds(_ reading: LineReader.Candidate) throws -> Bool {
        guard reading.needsStream, case .recurring(var ask) = reading.request else { return true }
        ask.filter = try charged(ask.filter, isPay: ask.kind == "pay")
        if ask.detail == .saved, ask.topic != .ended {
            return try ask.filter.alternatives.allSatisfy { try isPaid($0) }
        }
        let finding = try retriever.recurring(RecurringQuestion(ask, asOf: asOf), asOf: asOf)
        let streams = finding.streams
        if ask.topic == .ended { return !streams.isEmpty }
        if ask.against != nil || ask.topic == .changes && streams.isEmpty {
            guard let courses = try courses(ask, finding) else { return false }
            return ask.filter == .all || courses.count >= ask.filter.alternatives.count
        }
        if [.percent, .extra, .paid].contains(ask.detail) { return streams.contains { $0.rise != nil } }
        let live = streams.filter(\.isLive)
        if ask.topic == .changes, ask.filter.alternatives.count > 1 || ask.kind == "pay" {
            return live.count >= ask.filter.alternatives.count && live.allSatisfy(\.isSteady)
        }
        if ask.topic == .cost, ask.filter.alternatives.count > 1 {
            return try ask.filter.alternatives.allSatisfy { try isPaid($0) }
        }
        return live.count == 1 && (live[0].isSteady || ask.topic == .cost)
    }

    /// Whether something that is named goes by a payment that still comes.
    private func isPaid(_ filter: RowFilter) throws -> Bool {
        guard filter != .all else { return false }
        let question = RecurringQuestion(RecurringAsk(.cost, filter: filter), asOf: asOf)
        return try retriever.recurring(question, asOf: asOf).streams.contains(where: \.isLive)
    }

    /// The answer where nothing is called so but words of texts; nil where the household has it by name.
    private func unpaid(_ ask: RecurringAsk, _ question: String, _ understood: Understood) throws -> Answer? {
        guard case .text(let name) = ask.filter else { return nil }
        let evidence = try retriever.list(Query(text: name, direction: .out))
        // “No” to whether it ended would say that it goes on.
        let hasLead = ask.detail == .whether && ask.topic != .ended
        var reply = (hasLead ? "No. " : "") + "I don't see any payments to “\(name)” in your data."
        if let row = evidence.transactions.first {
            reply =
                (hasLead ? "Not regularly. " : "")
                + "The last payment that says “\(name)” was \(row.amount.magnitude.text) at \(row.merchant) on "
                + "\(row.date.text(near: asOf))."
        }
        return Answer(
            question: question, understood: understood, asOf: asOf, evidence: evidence, reply: reply, table: nil)
    }
}

extension Evidence {
    /// What would be kept without the streams, in a month and in a year.
    fileprivate var wouldSave: [Figure] {
        [("monthly_cost", "would_save", "Saved per month"), ("yearly_cost", "would_save_year", "Saved per year")]
            .flatMap {
                cost, name, label in
                amounts(cost).map { Figure(name: name, label: label, value: .money($0)) }
            }
    }
}

extension RecurringStream {
    /// What was paid since the last rise.
    fileprivate var paidSinceRise: Figure? {
        rise.map {
            Figure(
                name: "paid_since", label: "\(merchant) at the new price", value: .money($0.paid.magnitude),
                period: Period($0.on, max($0.on, lastDate)), rows: $0.payments)
        }
    }
}

extension RowFilter {
    /// Those of which one has to hold.
    fileprivate var alternatives: [RowFilter] { if case .or(let parts) = self { parts } else { [self] } }
}

extension RecurringAsk {
    /// Of what a line names that says no more about payments.
    init(named query: Query) {
        let names: [RowFilter] =
            query.merchants.map { .merchant($0) } + query.categories.map { .category($0) }
        let accounts: [RowFilter] = query.accounts.map { .account($0) }
        let parts = [names, accounts].filter { !$0.isEmpty }.map(RowFilter.any)
        self.init(filter: parts.count > 1 ? .and(parts) : parts.first ?? .all)
    }
}

extension String {
    /// Whether it begins with a yes; nil where it begins with neither yes nor no.
    fileprivate var startsWithYes: Bool? {
        if hasPrefix("Yes") { return true }
        return hasPrefix("No.") || hasPrefix("No,") || hasPrefix("Not ") ? false : nil
    }
}

extension RecurringQuestion {
    /// What the detector's streams are asked for.
    init(_ ask: RecurringAsk, asOf: CivilDate) {
        var query = Query(Ask(Selection(ask.kind == "pay" ? .income : .spending, ask.filter)))
        query.period = ask.period
        let groups: [String: RecurringStream.Group] = ["subscriptions": .subscription, "bills": .bill, "pay": .income]
        let aspect: Aspect =
            switch ask.topic {
            case .list, .cost, .active: .list
            case .upcoming: .due
            case .changes: ask.against == nil ? .raised : .list
            case .ended: .cancelled
            case .new: .new
            }
        if ask.topic == .changes, ask.against != nil { query.period = nil }
        var wanted = Set(ask.kind.flatMap { groups[$0] }.map { [$0] } ?? [])
        if aspect == .new, query.period == nil, let against = ask.against {
            query.period = Period(against.end.adding(days: 1), max(asOf, against.end.adding(days: 1)))
        }
        // Subscriptions are to be paid like bills are.
        if aspect == .due, wanted == [.bill] { wanted = [] }
        // The day of the next pay is told by its stream, not by what falls due.
        let isPayDay = wanted == [.income] && aspect == .due && ask.period == nil
        if ask.per == .year || ask.detail == .saved { (query.measure, query.averageUnit) = (.average, .year) }
        self.init(isPayDay ? .list : aspect, groups: wanted, endsBeforePay: ask.isBeforePay, query: query)
        switch ask.pick {
        case .dearest: pick = .dearest
        case .cheapest: pick = .cheapest
        case .next: pick = .next
        case nil: pick = ask.topic == .cost && !namesStreams && wanted != [.income] ? .sum : nil
        }
        let rhythms: [Ask.Unit: Cadence] = [.week: .weekly, .month: .monthly, .quarter: .quarterly, .year: .yearly]
        if let rhythm = ask.every.flatMap({ rhythms[$0] }) {
            cadences = [rhythm]
            if pick == nil { pick = .every([rhythm]) }
        }
        // Which is the dearest of what is due in some days is one of those.
        let isOfDue = aspect == .due && ask.period != nil && (ask.pick == .dearest || ask.pick == .cheapest)
        if pick != nil, pick != .next, !isOfDue { (self.aspect, self.query.period) = (.list, nil) }
        against = aspect == .cancelled || aspect == .new ? ask.against : nil
        // Whether one goes on, or what its price is now, is told of those that ended as well.
        if namesStreams, against == nil, aspect == .cancelled || aspect == .new { self.aspect = .list }
    }
}
