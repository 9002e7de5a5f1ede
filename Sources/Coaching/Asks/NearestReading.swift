import Ledger
import Retrieval
import Understanding

/// What is answered where a line would be refused, though it is read as a question about something of the household's own: its
/// figures, and the word that was left out, help more than that nothing was understood.
extension Coach {
    /// How likely a line must be a question about rows for that to go before a refusal, from 0 to 1.
    private static let sureOfRows = 0.9

    /// - Parameters:
    ///   - line: as it was said to the coach as it is, before the refusal.
    ///   - refusal: what would be said, for which nothing was looked up.
    /// - Returns: the answer and the coach after it; nil where no reading is likely enough, or none has rows.
    func nearestReading(to line: String, insteadOf refusal: Answer) throws -> (coach: Coach, answer: Answer)? {
        guard !refusal.understood.asksOfSomebody, !refusal.understood.dismisses else { return nil }
        var coach = self
        try coach.begin()
        let question = line.withoutControls
        guard let reading = try coach.readings(of: question).first, reading.isNearlyRead,
            coach.reader.chanceOfRows(question) ?? 0 > Coach.sureOfRows
        else { return nil }
        let answer = try coach.answer(reading, question, refusal.understood)
        return answer.evidence?.matched ?? 0 > 0 ? (coach, answer) : nil
    }
}

extension Answer {
    /// Whether it says that nothing was understood, or that something is out of reach.
    var isRefusal: Bool {
        evidence == nil && advice == nil && charge == nil && choices.isEmpty && clarify == nil
            && understood.intent == .outOfScope
    }
}

extension LineReader.Candidate {
    /// Whether it names something of the household's own and leaves one word unread at most.
    fileprivate var isNearlyRead: Bool {
        guard case .ask = request, !isFollowUp, !isOrder, namesSomething, !searchesInVain else { return false }
        return weightOfSaid > 0 && unread.count <= 1 && unread.count * 2 < contentWords
    }
}
