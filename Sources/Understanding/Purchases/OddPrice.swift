import Ledger

/// A price that no purchase has: below zero, nothing at all, or beyond all reckoning.
struct OddPrice {
    let amount: Money?

    /// - Parameter given: the amounts of a line that is nothing but a price.
    init(_ reading: QuestionReading, home: Currency, given: [AmountExpression]) {
        let found = given.isEmpty ? reading.amounts + reading.bareAmounts : given
        if let negative = found.first(where: { OddPrice.isNegative($0, in: reading.tokens) }) {
            amount = Money(-negative.amount, negative.currency)
        } else if OddPrice.isBeyondReckoning(reading) {
            amount = Money(.max, home)
        } else {
            amount = found.isEmpty && OddPrice.isFree(reading) ? Money(0, home) : nil
        }
    }

    /// `-500`, `$-500`, `-$500`, `minus 500`; not `tv - 500` and not `40-50`.
    static func isNegative(_ amount: AmountExpression, in tokens: [Token]) -> Bool {
        guard amount.relation != .between, amount.amount > 0 else { return false }
        var place = amount.tokens.lowerBound
        // "799 minus 300" takes one from the other.
        if place > 1, tokens[place - 1].key == "minus", tokens[place - 2].form == .number { return false }
        if place > 0, ["minus", "negative"].contains(tokens[place - 1].key) {
            let next = amount.tokens.upperBound
            return !(tokens.indices.contains(next) && ["%", "percent", "pct"].contains(tokens[next].key))
        }
        // The sign may stand on either side of the minus.
        if place > 1, AmountWords.sign(tokens[place - 2].key, home: amount.currency) != nil,
            tokens[place - 1].key == "-",
            !tokens[place].hasSpaceBefore, !tokens[place - 1].hasSpaceBefore
        {
            return true
        }
        place -= 1
        return place >= 0 && ["-", "−"].contains(tokens[place].key) && tokens[place].hasSpaceBefore
            && !tokens[place + 1].hasSpaceBefore
    }

    /// More digits than an amount can have.
    private static func isBeyondReckoning(_ reading: QuestionReading) -> Bool {
        reading.tokens.contains { token in
            token.form == .number && (token.key.prefix { $0 != "." }).utf8.count > 12
        } || reading.keys.contains(where: ["trillion", "trillions", "quadrillion", "gazillion", "zillion"].contains)
    }

    /// `a free tv`, `it's free`, `for free`; not `free shipping`, `gluten free`.
    private static func isFree(_ reading: QuestionReading) -> Bool {
        let keys = reading.keys
        guard let place = keys.firstIndex(of: "free") else { return false }
        let next = place + 1 < keys.count ? keys[place + 1] : ""
        guard !["shipping", "trial", "delivery", "range", "returns", "-"].contains(next) else { return false }
        return place == 0 || ["a", "is", "its", "for", "totally", "completely"].contains(keys[place - 1])
    }
}
