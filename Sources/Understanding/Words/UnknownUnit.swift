import Ledger

/// A bare amount with a word after it that nothing knows: `500 zorkmid`. It must not be taken for the home currency.
enum UnknownUnit {
    private static let counted: Set<String> = [
        "a", "an", "the", "my", "our", "this", "that", "these", "those", "top", "last", "first", "past", "number", "no",
    ]

    /// - Returns: what to say instead of a figure; nil where every amount's unit is known.
    static func clarification(for reading: QuestionReading, home: Currency) -> Clarification? {
        for amount in reading.amounts + reading.bareAmounts where !amount.isMarked {
            let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
            guard start == 0 || !counted.contains(reading.keys[start - 1]), isUnit(end, in: reading) else { continue }
            return Clarification(
                need: .choice,
                text:
                    "I don't know the currency “\(reading.tokens[end].text)”. Give the amount in \(home.code), or use a currency "
                    + "code such as EUR.")
        }
        return nil
    }

    /// Whether a word is neither known nor a name nor a time.
    static func isUnit(_ place: Int, in reading: QuestionReading) -> Bool {
        guard reading.keys.indices.contains(place), reading.tokens[place].form == .word else { return false }
        let key = reading.keys[place]
        return key.utf8.count > 3 && !FunctionWords.all.contains(key) && !Lexicon.builtIn.knows(key)
            && !UnknownNameReader.vague.contains(key) && PurchaseItems.category(of: key) == nil
            && !reading.names.contains { $0.tokens.contains(place) }
            && !reading.times.contains { $0.tokens.contains(place) }
    }
}
