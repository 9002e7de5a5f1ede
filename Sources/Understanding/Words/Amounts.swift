import Ledger

/// An amount of money that a question names.
struct AmountExpression: Hashable, Sendable {
    enum Relation: Hashable, Sendable {
        case exactly, over, atLeast, under, atMost, around
        /// `amount` to `upper`, both included.
        case between
    }

    var relation: Relation
    /// Minor units of `currency`, not negative.
    var amount: Int64
    var upper: Int64?
    var currency: Currency
    /// Whether a currency sign or word stands with it; a bare number may also be a count.
    var isMarked: Bool
    /// Whether its currency was said.
    var saysCurrency = false
    /// The tokens it covers, with the words of the relation.
    var tokens: Range<Int>
}

/// Finds amounts: `over $500`, `between 40 and 50 dollars`, `12k`, `a thousand pounds`, `68.26$`.
struct AmountReader {
    private let tokens: [Token]
    private let taken: [Bool]
    private let home: Currency

    /// - Parameter taken: for each token whether it already belongs to something else, a time for instance.
    init(tokens: [Token], taken: [Bool], home: Currency) {
        self.tokens = tokens
        self.taken = taken
        self.home = home
    }

    /// Amounts from left to right.
    func amounts() -> [AmountExpression] {
        var found: [AmountExpression] = []
        var index = 0
        while index < tokens.count {
            guard let first = value(at: index) else {
                index += 1
                continue
            }
            let expression = withRelation(withUpperEnd(first), notBefore: found.last?.tokens.upperBound ?? 0)
            found.append(expression)
            index = expression.tokens.upperBound
        }
        return found
    }

    private func key(_ index: Int) -> String {
        tokens.indices.contains(index) && !taken[index] ? tokens[index].key : ""
    }

    // MARK: One value

    /// The amount that begins at `index`, with its currency, without a relation.
    private func value(at index: Int) -> AmountExpression? {
        let marks = CurrencyMarks(tokens: tokens, taken: taken, home: home)
        let before = marks.before(index)
        var currency = before?.currency
        let start = index + (before?.length ?? 0)
        guard let number = number(at: start, afterSign: currency != nil) else { return nil }
        var end = start + number.length
        var isMarked = currency != nil || number.impliesMoney
        var minorPower = 0
        let after = marks.after(end)
        if let first = currency {
            if let after, tokens[end].form == .word {
                currency = CurrencyMarks.settled(first, after.currency, said: key(end))
                end += after.length
            }
        } else if let after {
            currency = after.currency
            isMarked = true
            end += after.length
        } else if ["cent", "cents", "pence", "penny", "pennies"].contains(key(end)) {
            minorPower = -2
            isMarked = true
            end += 1
        }
        let money = currency ?? home
        guard let minor = number.minorUnits(digits: money.minorDigits + minorPower) else { return nil }
        return AmountExpression(
            relation: .exactly, amount: minor, upper: nil, currency: money, isMarked: isMarked,
            saysCurrency: currency != nil, tokens: index..<end)
    }

    /// Digits with an optional multiplier, or number words that name an amount.
    private func number(at start: Int, afterSign: Bool) -> Decimal? {
        guard tokens.indices.contains(start), !taken[start] else { return nil }
        let token = tokens[start]
        // `more than one on the other card` is one of the things.
        if token.key == "one", !afterSign, key(start - 1) == "than",
            ["on", "at", "with", "from", "in"].contains(key(start + 1))
        {
            return nil
        }
        if isOneUnit(at: start) { return Decimal(digits: 1) }
        if token.form == .number {
            guard var number = Decimal(token.key) else { return nil }
            if let written = WrittenNumber(tokens, at: start, isMarked: afterSign, isFree: { !taken[$0] }),
                written.length > 1, let whole = written.digits.flatMap({ Decimal($0) })
            {
                number = whole
                number.length = written.length
            }
            // `2026 grand total`
            let next = start + number.length
            if let power = AmountWords.multiplier(key(next)), !(key(next) == "grand" && key(next + 1) == "total") {
                number.power += power.zeros
                number.impliesMoney = power.impliesMoney
                number.length += 1
            }
            return number
        }
        // A `401k` is an account unless a sign of money stands before it.
        if token.form == .word, afterSign || token.key != "401k", let number = Decimal(abbreviated: token.text) {
            return number
        }
        return AmountWords.spelled(from: start) { key($0) }
    }

    /// `under a dollar`: one of it where more or less is said; `a pound of` is a weight.
    private func isOneUnit(at index: Int) -> Bool {
        key(index) == "a" && AmountWords.word(key(index + 1), home: home) != nil && key(index + 2) != "of"
            && ["under", "over", "below", "above", "than", "least", "most", "exceeding"].contains(key(index - 1))
    }

    // MARK: Ranges and relations

    /// `40 to 50 dollars`, `$40-50`, `between 40 and 50`.
    private func withUpperEnd(_ first: AmountExpression) -> AmountExpression {
        let joint = first.tokens.upperBound
        let isBetween = ["between", "from"].contains(key(first.tokens.lowerBound - 1))
        guard ["to", "and", "-", "–", "till", "til"].contains(key(joint)), joint + 1 < tokens.count,
            let second = value(at: joint + 1), key(joint) != "and" || isBetween,
            first.isMarked || second.isMarked || isBetween
        else { return first }
        var range = first
        range.currency = second.isMarked ? second.currency : first.currency
        let factor = range.currency.minorPerMajor
        // "between 2 and 3k" and "1-2 thousand": the multiplier belongs to both.
        let scaled = !first.isMarked && second.amount >= 1000 * factor && first.amount < 1000 * factor
        range.amount = scaled && second.amount % (1000 * factor) == 0 ? first.amount * 1000 : first.amount
        range.upper = second.amount
        range.relation = .between
        if range.amount > second.amount { (range.amount, range.upper) = (second.amount, range.amount) }
        range.isMarked = true
        range.saysCurrency = first.saysCurrency || second.saysCurrency
        range.tokens = first.tokens.lowerBound - (isBetween ? 1 : 0)..<second.tokens.upperBound
        return range
    }

    private func withRelation(_ expression: AmountExpression, notBefore bound: Int) -> AmountExpression {
        guard expression.relation == .exactly else { return expression }
        var result = expression
        let start = expression.tokens.lowerBound
        for length in [3, 2, 1] where start - length >= bound {
            let words = (start - length..<start).map(key).joined(separator: " ")
            guard let relation = AmountWords.relationsBefore[words],
                words != "about" || !["what", "how"].contains(key(start - 2))
            else { continue }
            result.relation = relation
            result.tokens = start - length..<expression.tokens.upperBound
            return result
        }
        let end = expression.tokens.upperBound
        for length in [2, 1] where end + length <= tokens.count {
            let words = (end..<end + length).map(key).joined(separator: " ")
            guard let relation = AmountWords.relationsAfter[words], !(length == 1 && adds(end)) else { continue }
            result.relation = relation
            result.tokens = start..<end + length
            return result
        }
        return result
    }

    /// `$80 plus $10 shipping`: what is added is no bound.
    private func adds(_ index: Int) -> Bool {
        guard ["plus", "+"].contains(key(index)) else { return false }
        let next = index + (["a", "an", "another"].contains(key(index + 1)) ? 2 : 1)
        if ["tax", "taxes", "shipping", "tip", "fees"].contains(key(next)) { return true }
        return value(at: next).map { $0.isMarked || ["%", "percent"].contains(key($0.tokens.upperBound)) } ?? false
    }
}
