import Ledger

/// Which of the readings that coach asked about a line chooses: `the first`, `2`, `yes`, or words of the reading.
extension FollowUp {
    /// The chosen reading; nil when none was asked about, or the line is another question.
    func choice(of state: ConversationState) -> Clarification.Reading? {
        guard let pending = state.pending, pending.need == .choice, pending.readings.count > 1,
            reading.units.count <= 6
        else { return nil }
        if let place = chosenPlace(among: pending.readings.count) { return pending.readings[place] }
        let offered = Set(pending.readings.flatMap { Lexicon.keys(of: $0.text.lowercased()) })
        guard reading.units.allSatisfy({ $0.slot == nil }) || said.allSatisfy(offered.contains) else { return nil }
        let shared = pending.readings.map { choice in
            Lexicon.keys(of: choice.text.lowercased()).count {
                (said.contains($0) || $0.last == "s" && said.contains(String($0.dropLast())))
                    && !FunctionWords.all.contains($0)
            }
        }
        guard let most = shared.max(), most > 0, shared.count(where: { $0 == most }) == 1 else { return nil }
        return shared.firstIndex(of: most).map { pending.readings[$0] }
    }

    private static let places: [String: Int] = [
        "first": 0, "1st": 0, "former": 0, "1": 0, "one": 0, "a": 0, "second": 1, "2nd": 1, "2": 1, "two": 1, "b": 1,
        "third": 2, "3rd": 2, "3": 2, "three": 2, "c": 2, "fourth": 3, "4th": 3, "4": 3, "four": 3, "fifth": 4, "5": 4,
    ]
    private static let besidePlaces: Set<String> = [
        "the", "one", "option", "reading", "please", "i", "meant", "mean", "number", "that", "choice", "thing", "it",
        "is", "of", "them", "those", "two", "thanks", "and", "answer", "want", "would", "like", "id", "ok", "just",
        "go", "with", "take",
    ]
    private static let affirmations: Set<String> = [
        "yes", "yeah", "yep", "yup", "sure", "right", "correct", "exactly", "y", "yea", "ja",
    ]
    private static let denials: Set<String> = ["no", "nope", "n", "nah"]

    /// A line of nothing but a place in the order.
    private func chosenPlace(among count: Int) -> Int? {
        let words = reading.tokens.filter { $0.form != .sign }.map(\.key)
        let telling = words.filter { !FollowUp.besidePlaces.contains($0) || words.count == 1 }
        let isLatter = ["latter", "last", "other"].contains(telling.first ?? "")
        if telling.count == 1, isLatter { return count - 1 }
        if let word = telling.first, telling.allSatisfy(FollowUp.affirmations.contains) {
            return FollowUp.affirmations.contains(word) ? 0 : nil
        }
        if !telling.isEmpty, telling.allSatisfy(FollowUp.denials.contains) { return count == 2 ? 1 : nil }
        let ordinals = telling.filter { !FollowUp.affirmations.contains($0) && !FollowUp.denials.contains($0) }
        guard ordinals.count == 1, let place = FollowUp.places[ordinals[0]], place < count else { return nil }
        return place
    }
}
