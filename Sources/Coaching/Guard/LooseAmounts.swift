import Ledger
import Understanding

/// Amounts and parts that are said without digits, or a number of times.
extension ClaimReader {
    /// What the words for sizes reach from and to.
    private static let sizes: [String: (from: Int64, to: Int64)] = [
        "hundreds": (100, 1_000), "thousands": (1_000, 100_000), "millions": (1_000_000, 1_000_000_000),
    ]
    private static let notes: [String: Int64] = ["tenner": 10, "tenners": 10, "fiver": 5, "fivers": 5]

    /// `a handful of trips`, `a couple of visits`
    private func few(at index: Int) -> Claim? {
        let sizes: [String: Int64] = ["handful": 5, "couple": 2]
        guard let size = sizes[key(index)], key(index + 1) == "of", let noun = noun(behind: index + 2) else {
            return nil
        }
        var number = WrittenNumber(size)
        number.isVague = true
        return Claim(measure: .count(noun.noun), number: number, flow: noun.flow, tokens: index..<index + 2)
    }

    /// `hundreds of dollars`, `tens of thousands`, `a tenner`.
    func loose(at index: Int) -> Claim? {
        if let few = few(at: index) { return few }
        if let value = ClaimReader.notes[key(index)] {
            return Claim(
                measure: .money(CurrencyWords.dollars + [.eur, .gbp]), number: WrittenNumber(value),
                tokens: index..<index + 1)
        }
        var factor: Int64 = 1
        var place = index
        if ["tens", "hundreds"].contains(key(index)), key(index + 1) == "of", ClaimReader.sizes[key(index + 2)] != nil {
            factor = key(index) == "tens" ? 10 : 100
            place = index + 2
        }
        guard let size = ClaimReader.sizes[key(place)] else { return nil }
        var number = WrittenNumber(size.from * factor, hasSoftZeros: true)
        number.isVague = true
        var claim = Claim(
            measure: .money(CurrencyWords.dollars + [.eur, .gbp, .jpy]), number: number, tokens: index..<place + 1)
        claim.relation = .to(WrittenNumber(factor > 1 ? size.from * factor * 10 : size.to))
        guard key(place + 1) == "of" else { return claim }
        if let currencies = CurrencyWords.word(key(place + 2)) {
            claim.measure = .money(currencies)
            claim.tokens = index..<place + 3
            return claim
        }
        guard let noun = noun(behind: place + 2) else { return claim }
        claim.measure = .count(noun.noun)
        return claim
    }

    /// `every other dollar`, `one in three dollars`.
    func everyFew(at index: Int) -> Claim? {
        let parts: [String: Int64] = [
            "other": 2, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "tenth": 10, "two": 2, "three": 3, "four": 4,
            "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
        ]
        func isDollar(_ place: Int) -> Bool {
            ["dollar", "dollars", "euro", "euros", "pound", "pounds"].contains(key(place))
        }
        var end: Int?
        var part: Int64?
        if key(index) == "every", isDollar(index + 2) { (part, end) = (parts[key(index + 1)], index + 3) }
        if key(index) == "one", key(index + 1) == "in", isDollar(index + 3) {
            (part, end) = (parts[key(index + 2)], index + 4)
        }
        if key(index) == "one", key(index + 1) == "of", key(index + 2) == "every", isDollar(index + 4) {
            (part, end) = (parts[key(index + 3)], index + 5)
        }
        guard let part, let end else { return nil }
        var claim = Claim(measure: .percent, number: WrittenNumber(10_000 / part, power: -2), tokens: index..<end)
        claim.leeway = min(3, 20 / Double(part))
        return claim
    }

    /// `twice $40`, `two times $40`: the number of times and where the amount begins.
    func multiplied(at index: Int) -> Claim? {
        let words: [String: Int64] = ["twice": 2, "double": 2, "thrice": 3, "triple": 3]
        var times = words[key(index)]
        var start = index + 1
        if times == nil, let number = GuardNumbers(tokens: tokens).number(at: index), key(number.end) == "times" {
            times = number.number.scaled(to: 0)
            start = number.end + 1
        }
        guard let times, times > 1, times < 1000, CurrencyWords.sign(key(start)) != nil, var claim = amount(at: start),
            let product = claim.number.times(times)
        else { return nil }
        claim.number = product
        claim.tokens = index..<claim.tokens.upperBound
        return claim
    }

    /// `$40 x 2`, `$40 twice`, `$40 in euros`: what follows an amount and is part of it.
    func withWordsBehind(_ claim: Claim) -> Claim {
        guard claim.isMoney else { return claim }
        var claim = claim
        let end = claim.tokens.upperBound
        if ["x", "×"].contains(key(end)), let number = GuardNumbers(tokens: tokens).number(at: end + 1),
            let times = number.number.scaled(to: 0), let product = claim.number.times(times)
        {
            claim.number = product
            claim.tokens = claim.tokens.lowerBound..<number.end
        } else if key(end) == "in", let currencies = CurrencyWords.word(key(end + 1)) {
            claim.measure = .money(currencies)
            claim.tokens = claim.tokens.lowerBound..<end + 2
        } else if ["twice", "thrice"].contains(key(end)) {
            claim.isRepeated = !["a", "per", "each", "every", "as", "what", "the"].contains(key(end + 1))
        } else if let number = GuardNumbers(tokens: tokens).number(at: end), key(number.end) == "times",
            !["a", "per", "each", "every", "as", "more", "what", "the"].contains(key(number.end + 1))
        {
            claim.isRepeated = true
        }
        return claim
    }
}
