import Ledger

/// How many things a price is of, and prices that are said in words.
extension PurchaseReader {
    func isEach(_ amount: AmountExpression) -> Bool {
        let end = amount.tokens.upperBound
        return ["each", "apiece", "ea"].contains(key(end))
            || key(end) == "a" && ["piece", "pop", "head", "ticket", "person", "pair"].contains(key(end + 1))
            || key(end) == "per" && ["person", "ticket", "piece", "pair", "head", "item"].contains(key(end + 1))
    }

    /// `two tickets at $60 each` cost $120, and so do `2 tickets at $60`.
    func cost(_ amount: AmountExpression) -> Int64 {
        if let number = number(of: amount) {
            let (product, isTooLarge) = cents(amount).multipliedReportingOverflow(by: Int64(number))
            return isTooLarge ? .max : product
        }
        return keys.contains("twice") && cents(amount) < .max / 2 ? 2 * cents(amount) : cents(amount)
    }

    /// How many things a price is of; nil where it is that of all.
    private func number(of amount: AmountExpression) -> Int? {
        let start = amount.tokens.lowerBound
        if let nights = times(amount) { return nights }
        guard isEach(amount) || ["at", "@"].contains(key(start - 1)) else { return nil }
        // "a table for two at $80" is one table.
        let places = isEach(amount) ? 0..<start : max(0, start - 4)..<max(0, start - 2)
        return places.reversed().lazy.compactMap { place -> Int? in
            let count = AmountWords.count(key(place)) ?? (key(place) == "both" ? 2 : nil)
            guard !isEach(amount), ["for", "table"].contains(key(place - 1)) else {
                return count.flatMap { (2...100).contains($0) ? $0 : nil }
            }
            return nil
        }.first
    }

    func eachNote(_ amount: AmountExpression) -> String? {
        number(of: amount).map { "read as \($0) at \(Money(cents(amount), amount.currency).text) each" }
    }

    private static let stays: Set<String> = ["night", "day", "session", "class", "lesson", "hour", "visit", "ride"]

    /// `$120 a night for 3 nights`.
    private func times(_ amount: AmountExpression) -> Int? {
        let end = amount.tokens.upperBound
        guard ["a", "per", "/", "each"].contains(key(end)), PurchaseReader.stays.contains(key(end + 1)) else {
            return nil
        }
        let plural = [key(end + 1) + "s", key(end + 1) + "es"]
        return keys.indices.lazy.compactMap { place -> Int? in
            guard plural.contains(keys[place]), let count = AmountWords.count(key(place - 1)) else { return nil }
            return (2...100).contains(count) ? count : nil
        }.first
    }

    /// Of two prices that no word joins the first one is looked at.
    func firstOnly(_ first: AmountExpression, _ other: AmountExpression) -> String {
        "looked at \(Money(cents(first), first.currency).text) only: ask again for "
            + "\(Money(cents(other), other.currency).text)"
    }

    /// `a hundred`, `fifty`: prices without a digit, from 20 on; smaller ones are counts.
    var inWords: [AmountExpression] {
        var taken = [Bool](repeating: false, count: reading.tokens.count)
        for time in reading.times { for index in time.tokens { taken[index] = true } }
        return AmountReader(tokens: reading.tokens, taken: taken, home: context.homeCurrency).amounts().filter {
            amount in
            amount.amount >= 20 * amount.currency.minorPerMajor && !isNoPrice(amount)
                && !reading.tokens[amount.tokens].contains { $0.form == .number }
        }
    }

    /// `I have $500`, but not `may I have a $4 muffin`.
    func isOwned(_ start: Int) -> Bool {
        guard let verb = [start - 1, start - 2, start - 3].first(where: { key($0) == "have" }) else { return false }
        let asks = ["can", "could", "may", "should", "shall", "must"]
        return ["i", "we"].contains(key(verb - 1)) && !asks.contains(key(verb - 2))
    }
}
