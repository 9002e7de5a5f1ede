import Ledger
import Retrieval
import Understanding

/// A second reading of a line, learned from other people's lines: where it is another than the grammar's, its answer is told as
/// well, as a question; where nothing was answered, it is.
extension Coach {
    /// From here on a second reading is told, as the logarithm of how likely it is. Below it, of 495 lines by people it hadn't
    /// learned from, most of what was told wasn't needed.
    private static let likely = -2.0
    /// The same where the line would be refused: what is off the subject looks like a question to it, less likely ones above all.
    private static let sure = -1.0
    /// The same where it takes no account of something that the first reading does: it may be the one that missed it.
    private static let clear = -0.5

    /// What a second reading comes to beside an answer.
    enum SecondReading {
        /// There is none, or it tells nothing.
        case none
        /// It is the one that is answered.
        case same
        /// It is told in the answer.
        case told
    }

    /// A second reading of a line whose answer is in doubt, where one may tell more.
    ///
    /// - Parameters:
    ///   - line: what was asked, without courtesies.
    ///   - before: the conversation before the line.
    func secondReading(of line: String, beside answer: Answer, _ before: Coach) -> LearnedReading? {
        let goesOn = !before.talk.isNew && read?.isFollowUp ?? true
        // What a word points at only the answer shows.
        guard answer.doubt != nil, answer.requests.count < 2, !Coach.isOnlyReply(line),
            !goesOn || !before.reader.pointsBack(in: line)
        else { return nil }
        return before.secondReading(of: line, beside: answer, goesOn: goesOn)
    }

    /// Tells a second reading beside an answer in doubt.
    ///
    /// - Parameters:
    ///   - line: what was asked, without courtesies.
    ///   - before: the conversation before the line.
    mutating func tell(_ second: LearnedReading?, beside answer: inout Answer, _ line: String, _ before: Coach) throws
        -> SecondReading
    {
        guard let second else { return .none }
        if second.requests == answer.requests
            || second.requests.map(\.withAllRows) == answer.requests.map(\.withAllRows)
        {
            return .same
        }
        if second.requests.last == before.talk.last?.requests.last { return .none }
        let least =
            answer.isRefusal ? Coach.sure : second.leavesOut && answer.unread.isEmpty ? Coach.clear : Coach.likely
        guard second.likelihood > least else { return .none }
        if answer.evidence != nil { return try tell(second.requests, beside: &answer) }
        // What is asked back for a reason of its own, a price or which of several, still is.
        return answer.isRefusal || answer.understood.isUnread || !answer.choices.isEmpty || answer.asksForAll
            ? try answerInstead(&answer, line, second.requests, before) : .none
    }

    /// What was learned from other people's lines makes of a line, where that can be computed.
    ///
    /// - Parameters:
    ///   - answer: what the grammar made of it.
    ///   - goesOn: whether it may go on from what was asked last.
    public func secondReading(of line: String, beside answer: Answer? = nil, goesOn: Bool = true) -> LearnedReading? {
        let before = goesOn ? asked : []
        guard let found = reader.learned(line, after: before, beside: answer?.requests ?? []) else { return nil }
        return found.requests.contains { if case .other = $0 { true } else { false } } ? nil : found
    }

    /// What was asked, newest first.
    private var asked: [Request] {
        guard let last = talk.last?.requests.last else { return [] }
        let asks = talk.asked.map { [$0.last] + $0.past } ?? []
        return [last] + asks.map { .ask($0) }.drop { $0 == last }
    }

    /// Answers the second reading where the first one came to nothing. That there are no rows of what may not have been meant is no
    /// answer.
    private mutating func answerInstead(
        _ answer: inout Answer, _ line: String, _ requests: [Request], _ before: Coach
    ) throws -> SecondReading {
        var other = before
        var told = try other.answered(line, by: requests)
        let isOfRows = requests.contains { if case .ask = $0 { true } else { false } }
        guard let evidence = told.evidence, evidence.matched > 0 || !isOfRows && !evidence.figures.isEmpty
        else { return .none }
        let question = "I took that as: \(shown(requests)). Is that what you meant?"
        told.reply += " " + question
        told.choices = requests.count == 1 ? [choice(requests[0])] : []
        told.understood.clarification = Clarification(need: .choice, text: question)
        told.understood.confidence = 1 - Coach.asLikelyAsNot
        told.doubt = answer.doubt
        other.talk.other = requests.count == 1 ? requests[0] : nil
        other.read = nil
        (self, answer) = (other, told)
        return .told
    }

    /// Tells what the second reading comes to behind the answer to the first.
    private mutating func tell(_ requests: [Request], beside answer: inout Answer) throws -> SecondReading {
        guard answer.request != nil, answer.choices.isEmpty, answer.clarify == nil, let evidence = answer.evidence,
            let told = try more(requests, than: evidence)
        else { return .none }
        let question = "Or did you mean: \(shown(requests))?"
        answer.choices = requests.count == 1 ? [choice(requests[0])] : []
        talk.other = requests.count == 1 ? requests[0] : nil
        answer.reply += " \(question) \(told.reply)"
        answer.others = [told]
        talk.last?.others = answer.others
        answer.understood.clarification = Clarification(need: .choice, text: question)
        return .told
    }
}

extension Request {
    /// The same without rows left out one by one, as those of a trip's days are that are no cost of it.
    fileprivate var withAllRows: Request {
        guard case .ask(var ask) = self else { return self }
        let parts = if case .and(let parts) = ask.selection.filter { parts } else { [ask.selection.filter] }
        ask.selection.filter = .all(parts.filter { if case .not(.rows) = $0 { false } else { true } })
        return .ask(ask)
    }
}
