/// Forms of questions whose answer would be a figure for something else.
enum UnansweredForm {
    static func clarification(for reading: QuestionReading) -> Clarification? {
        if asksShareReturned(reading) {
            return Clarification(
                need: .choice,
                text: "I cannot tell what share of spending was returned. I can tell you each by itself: "
                    + "“what was refunded this year?” and “how much did I spend this year?”.")
        }
        if let day = dayOfEachMonth(reading.keys) {
            return Clarification(
                need: .choice,
                text: "I cannot pick the \(day) out of every month. Name one month: "
                    + "“how much did I spend on 1 September?”.")
        }
        return nil
    }

    /// `what percent of my amazon spending was returned`.
    private static func asksShareReturned(_ reading: QuestionReading) -> Bool {
        reading.has("measure.share")
            && reading.keys.contains { ["returned", "refunded", "reimbursed"].contains($0) }
    }

    /// The `1st` of `on the 1st of each month`.
    private static func dayOfEachMonth(_ keys: [String]) -> String? {
        keys.indices.dropLast(3).first { place in
            keys[place + 1] == "of" && ["each", "every"].contains(keys[place + 2])
                && ["month", "months"].contains(keys[place + 3]) && isOrdinal(keys[place])
        }.map { keys[$0] }
    }

    private static func isOrdinal(_ key: String) -> Bool {
        if ["first", "last"].contains(key) { return true }
        return key.utf8.count > 2 && key.utf8.first.map { (0x30...0x39).contains($0) } == true
            && ["st", "nd", "rd", "th"].contains(String(key.suffix(2)))
    }
}
