import Ledger
import Retrieval
import Understanding

/// What is answered where a line would be refused, though it is read as a question about something of the household's own: its
/// figures, and the word that was left out, help more than that nothing was understood.
extension Coach {
    /// - Parameter refusal: what would be said, for which nothing was looked up.
    /// - Returns: nil where no reading is likely enough, or none has rows; the conversation is to be thrown away then.
    mutating func nearestReading(to question: String, insteadOf refusal: Answer) throws -> Answer? {
        guard refusal.isRefusal, !refusal.understood.asksOfSomebody, !refusal.understood.dismisses,
            let reading = try readings(of: question).first, reading.isSurelyOfRows
        else { return nil }
        var understood = refusal.understood
        understood.clarification = nil
        let answer = try answer(reading, question, understood)
        return answer.evidence?.matched ?? 0 > 0 ? answer : nil
    }
}

extension Answer {
    /// Whether it says that nothing was understood, or that something is out of reach.
    fileprivate var isRefusal: Bool {
        evidence == nil && advice == nil && charge == nil && choices.isEmpty && clarify == nil
            && understood.intent == .outOfScope
    }
}

extension LineReader.Candidate {
    /// How likely a line must be a question about rows for that to go before a refusal, from 0 to 1.
    private static let sure = 0.9

    /// Whether it names something of the household's own, leaves one word unread at most, and has the shape of a question about rows.
    fileprivate var isSurelyOfRows: Bool {
        guard case .ask = request, !isFollowUp, !isOrder, namesSomething, !searchesInVain else { return false }
        return isLikelyAsk ?? 0 > Self.sure && weightOfSaid > 0 && unread.count <= 1 && unread.count * 2 < contentWords
    }
}
