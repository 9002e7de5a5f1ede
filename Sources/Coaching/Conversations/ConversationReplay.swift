import Ledger
import Store
import Understanding

/// Going on with a conversation that was held before.
extension Coach {
    /// The last answer that rests on data.
    public var lastAnswer: Answer? { talk.last }

    /// Questions that a follow-up can reach back to, with room to spare.
    private static let reach = 50

    /// Takes up what a conversation was about. Its questions are understood again, each as on its day; nothing is
    /// answered that could change anything, so no limit is set twice.
    ///
    /// - Parameter turns: the questions, the days that counted as today, and what a model read; the first one first.
    public mutating func resume(_ turns: [(question: String, day: CivilDate, requests: [Request]?)]) throws {
        startAfresh()
        guard let latest = turns.last else { return }
        var earlier = try Coach(index, asOf: latest.day)
        for turn in turns.suffix(Coach.reach).dropLast() {
            if let requests = turn.requests {
                for request in requests { earlier.goOn(from: request) }
            } else {
                try earlier.replay(turn.question, on: turn.day)
            }
        }
        // Of the latest one "why?" may be asked, which takes what was found.
        if let requests = latest.requests {
            if !requests.isEmpty { _ = try earlier.answer(latest.question, readAs: requests) }
        } else if try !earlier.asksAgain(latest.question) {
            try earlier.replay(latest.question, on: latest.day)
        }
        // Corrections are taken back by number: those of now count from now.
        let (lines, correction) = (talk.lines, talk.correctionBefore)
        talk = earlier.talk
        (talk.lines, talk.correctionBefore) = (lines, correction)
    }

    private static let readingIntents: Set<Intent> = [
        .spending, .income, .transactions, .cashFlow, .balance, .netWorth, .forecast, .recurring, .unusual,
    ]

    /// Answers a question again where that changes nothing: what it asked back, a yes among that, can be answered then.
    ///
    /// - Returns: false where it would change something; the conversation is as it was then.
    private mutating func asksAgain(_ question: String) throws -> Bool {
        let onlyReads = try onlyReads(question)
        guard try onlyReads || mayAskBack(question) else { return false }
        let before = self
        do {
            try index.database.withoutWriting { _ = try answer(question) }
            if onlyReads || awaitsAnswer { return true }
        } catch let error as StoreError where error.reason == .readOnly {}
        self = before
        return false
    }

    /// Whether the last line asked something back before it changes anything: a yes, or which of several.
    public var awaitsAnswer: Bool {
        talk.everyday.entry != nil || !talk.everyday.paybacks.isEmpty || talk.pendingEdit != nil
    }

    private func mayAskBack(_ question: String) throws -> Bool {
        try Coach.tellsOrMarks(question) || intent(of: question) == .edit
    }

    private func onlyReads(_ question: String) throws -> Bool {
        guard PurchaseRemark(SpokenLine(question)) == nil, !Coach.tellsOrMarks(question) else { return false }
        return Coach.readingIntents.contains(try intent(of: question))
    }

    private func intent(of question: String) throws -> Intent {
        var copy = self
        var after = talk.state
        return try copy.understand(question, on: asOf, &after).intent
    }

    /// Understands a question as on that day, and nothing more.
    private mutating func replay(_ question: String, on day: CivilDate) throws {
        if case .noPrice? = PurchaseRemark(SpokenLine(question)), talk.state.asksForPrice {
            return talk.state.dropQuestion()
        }
        var after = talk.state
        let understood = try understand(question, on: day, &after)
        if try takeUp(question, on: day, beside: understood) { return }
        talk.state = after
        if understood.dismisses { return startAfresh() }
        if !Coach.leavesTopic(understood) { talk.isElsewhere = true }
    }

    private mutating func takeUp(_ question: String, on day: CivilDate, beside understood: Understood) throws -> Bool {
        context.asOf = day
        defer { context.asOf = asOf }
        return try takeUp(question, beside: understood)
    }

    private mutating func understand(
        _ question: String, on day: CivilDate, _ state: inout ConversationState
    ) throws -> Understood {
        context.asOf = day
        if day == asOf {
            try lookUpPayDays(for: question)
        } else if PayWords.occur(in: question) {
            let calendar = try retriever.payCalendar(asOf: day)
            (context.payDays, context.nextPayDay, knowsPayDays) = (calendar.days, calendar.next, false)
        }
        defer { context.asOf = asOf }
        return Understander().understand(question, context: context, state: &state)
    }
}
