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
        var understood = understood
        understood.query = RecurringQuestion(ask).query
        if let unpaid = try unpaid(ask, question, understood) {
            goOn(from: ask, nil)
            return unpaid
        }
        var finding = try find(ask)
        understood.query = finding.question.query
        let reply = RecurringReply(phrases: phrases, finding: finding, ask: ask).text()
        finding.evidence.facts = finding.facts
        if ask.detail == .whether, let isYes = reply.startsWithYes {
            finding.evidence.facts.append(Fact(.answer, .household, .count(isYes ? 1 : 0), key: "yes"))
        }
        goOn(from: ask, finding, named: !understood.isFollowUp && ask.filter != .all)
        return Answer(
            question: question, understood: understood, asOf: asOf, evidence: finding.evidence, reply: reply,
            table: .recurring(finding))
    }

    private func find(_ ask: RecurringAsk) throws -> RecurringFinding {
        if ask.kind == "pay", ask.filter == .all, ask.topic != .list {
            // Of all that comes in regularly the pay is meant, where there is one.
            var pay = ask
            pay.filter = .category("salary")
            let found = try retriever.recurring(RecurringQuestion(pay), asOf: asOf)
            if !found.streams.isEmpty { return found }
        }
        return try retriever.recurring(RecurringQuestion(ask), asOf: asOf)
    }

    /// Takes up such a question of an earlier conversation without answering it.
    mutating func goOn(from ask: RecurringAsk) { goOn(from: ask, nil) }

    private mutating func goOn(from ask: RecurringAsk, _ finding: RecurringFinding?, named: Bool = false) {
        talk.state.take(.recurring, RecurringQuestion(ask).query)
        var ask = ask
        let streams = finding?.streams ?? []
        // One that the reply is about is what `it` means.
        if streams.count == 1 {
            ask.filter = .merchant(streams[0].merchant)
            (ask.kind, ask.pick) = (nil, nil)
            talk.state.show(merchant: streams[0].merchant, isRepeated: true)
        }
        let filter = ask.filter != .all ? ask.filter : ask.kind.map { .recurring($0) } ?? .recurring("bills")
        let isPay = ask.kind == "pay" || streams.first?.kind == .income
        var earlier = LineReader.Earlier(last: Ask(Selection(isPay ? .income : .spending, filter, .everything)))
        earlier.recurring = ask
        if named {
            let before = talk.asked?.run ?? []
            earlier.run = before.contains(ask.filter) ? before : before.suffix(3) + [ask.filter]
        }
        earlier.streams = streams.count == 1 ? talk.asked?.streams : ask
        earlier.shownDay = streams.count == 1 ? streams[0].nextDate : finding?.due.last?.date
        (talk.asked, talk.isElsewhere) = (earlier, false)
    }

    /// Whether a reading stands that is only meant where one such payment runs at a steady price.
    func holds(_ reading: LineReader.Candidate) throws -> Bool {
        guard reading.needsStream, case .recurring(let ask) = reading.request else { return true }
        let streams = try retriever.recurring(RecurringQuestion(ask), asOf: asOf).streams
        if ask.topic == .ended { return !streams.isEmpty }
        let live = streams.filter(\.isLive)
        return live.count == 1 && (live[0].isSteady || ask.topic == .cost)
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

extension RecurringAsk {
    /// Of what a line names that says no more about payments.
    init(named query: Query) {
        let names: [RowFilter] =
            query.merchants.map { .merchant($0) } + query.categories.map { .category($0) }
        let accounts: [RowFilter] = query.accounts.map { .account($0) }
        let parts = [names, accounts].filter { !$0.isEmpty }.map { $0.count == 1 ? $0[0] : .or($0) }
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
    init(_ ask: RecurringAsk) {
        var query = Query(Ask(Selection(ask.kind == "pay" ? .income : .spending, ask.filter)))
        query.period = ask.period
        let groups: [String: RecurringStream.Group] = ["subscriptions": .subscription, "bills": .bill, "pay": .income]
        let aspect: Aspect =
            switch ask.topic {
            case .list, .cost, .active: .list
            case .upcoming: .due
            case .changes: .raised
            case .ended: .cancelled
            case .new: .new
            }
        var wanted = Set(ask.kind.flatMap { groups[$0] }.map { [$0] } ?? [])
        // Subscriptions are to be paid like bills are.
        if aspect == .due, wanted == [.bill] { wanted = [] }
        // The day of the next pay is told by its stream, not by what falls due.
        let isPayDay = wanted == [.income] && aspect == .due && ask.period == nil
        if ask.per == .year { (query.measure, query.averageUnit) = (.average, .year) }
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
        if pick != nil, pick != .next { (self.aspect, self.query.period) = (.list, nil) }
        // Whether one goes on, or what its price is now, is told of those that ended as well.
        if namesStreams, aspect == .cancelled || aspect == .new { self.aspect = .list }
    }
}
