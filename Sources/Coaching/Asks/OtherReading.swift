import Ledger
import Retrieval
import Understanding

/// What else a line may have asked is said behind its answer: the second reading, or, where the line may well have been misread, how
/// it was read.
extension Coach {
    private static let replies = LinePatterns("rag-index/intents/other-reading.tsv")

    /// Whether a line is only a yes or a no to something: by itself it asks nothing.
    static func isOnlyReply(_ line: String) -> Bool { replies.row(of: SpokenLine(line).words) != nil }

    /// Adds the other reading to an answer as a question, if it has another answer. The line goes on from what was answered.
    mutating func offerOtherReading(
        _ second: LearnedReading?, beside answer: inout Answer, _ line: String, _ before: Coach
    ) throws {
        guard try tell(second, beside: &answer, line, before) == .none else { return }
        guard read != nil, answer.unread.isEmpty, answer.choices.isEmpty, answer.clarify == nil,
            answer.requests.count < 2, let evidence = answer.evidence, let own = answer.request
        else { return }
        // What cannot be mistaken is not asked about, whatever it follows, nor what says already which days it took. Where nothing
        // was found, it may well have been looked for in the wrong place.
        guard case .ask = own, answer.doubt != nil, talk.misreading > Coach.unsure,
            !answer.understood.assumedPeriod || evidence.matched == 0
        else { return }
        let question = "I took that as: \(shown([own])). Is that what you meant?"
        answer.choices = [choice(own)]
        talk.other = own
        answer.reply += " " + question
        answer.understood.clarification = Clarification(need: .choice, text: question)
    }

    func choice(_ request: Request) -> Answer.Choice {
        Answer.Choice(reading: RequestWords(index.taxonomy, currency: currency).text(request), request: request)
    }

    /// That days were assumed was said in the answer.
    func shown(_ requests: [Request]) -> String {
        requests.map { choice($0).reading.replacing(" (assumed)", with: "") }.joined(separator: "; and ")
    }

    /// The answer to requests, where that has rows, and a figure or a first group that was not told.
    func more(_ requests: [Request], than told: Evidence) throws -> Answer? {
        var copy = self
        let answer = try requests.count == 1 ? copy.unnoted(requests[0]) : copy.answer(requests)
        guard let evidence = answer.evidence, evidence.matched > 0 else { return nil }
        // Rows that stand there already are no other answer.
        let seen = Set(told.transactions.map(\.id))
        if !evidence.transactions.isEmpty, evidence.transactions.allSatisfy({ seen.contains($0.id) }),
            evidence.matched == evidence.transactions.count
        {
            return nil
        }
        let known = Set(told.figures.map(\.value))
        var asked = requests.count
        if case .ask(let ask)? = requests.first { asked += ask.also.count }
        func isTold(_ figure: Figure) -> Bool {
            if case .money(let sum) = figure.value, told.transactions.count == 1 {
                return abs(told.transactions[0].amount.minorUnits) == abs(sum.minorUnits)
            }
            return known.contains(figure.value)
        }
        return evidence.figures.prefix(asked).contains { !isTold($0) }
            || evidence.groups.first.map { $0.key != told.groups.first?.key } ?? false ? answer : nil
    }

    /// `yes` or `no` to another reading. “ok” takes note of the answer, and takes nothing.
    ///
    /// - Returns: nil for every other line.
    mutating func otherReading(_ line: String) throws -> Answer? {
        guard let other = talk.other, let reply = Coach.replies.row(of: SpokenLine(line).words)?.name else {
            return nil
        }
        let isAnswered = talk.last?.request == other
        let text: String
        switch reply {
        case "takes" where !isAnswered: return try answer(other, chosenBy: line)
        case "takes": text = "Good, then the answer stands."
        case _ where isAnswered: text = "Then I misread it. Say it in other words, with what and when."
        default: text = "Then the answer stands. If you meant something else, say it in other words."
        }
        return plain(line, Understood(intent: other.intent, confidence: 1, query: Query(direction: .any)), text)
    }
}
