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

    private static let dollars: Set<String> = ["dollar", "dollars", "euro", "euros", "pound", "pounds"]
    private static let cents: Set<String> = ["cent", "cents", "pence", "¢"]

    /// `every other dollar`, `every third dollar`.
    func everyFew(at index: Int) -> Claim? {
        let parts: [String: Double] = ["other": 2, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "tenth": 10]
        guard key(index) == "every", ClaimReader.dollars.contains(key(index + 2)), let whole = parts[key(index + 1)]
        else { return nil }
        return part(1, of: whole, index..<index + 3)
    }

    private func part(_ part: Double, of whole: Double, _ tokens: Range<Int>) -> Claim {
        let percent = Int64((part / whole * 10_000).rounded())
        var claim = Claim(measure: .percent, number: WrittenNumber(percent, power: -2), tokens: tokens)
        claim.leeway = whole >= 20 ? 60 / whole : min(3, 20 / whole)
        claim.isOfRound = true
        return claim
    }

    /// An amount in whole dollars that is a part, or of which something is one: `$14`, `seven dollars`, `86 cents`, `ten`.
    private func round(at index: Int) -> (value: Double, isMoney: Bool, end: Int)? {
        let hasSign = CurrencyWords.sign(key(index)) != nil
        let start = hasSign ? index + 1 : index
        if ["dollar", "euro", "pound"].contains(key(start)) { return (1, true, start + 1) }
        guard tokens.indices.contains(start), !taken[start], let number = numbers.number(at: start, isMoney: hasSign),
            number.number.power == 0, number.number.value > 0
        else { return nil }
        let unit = key(number.end)
        if ClaimReader.cents.contains(unit) { return (number.number.value / 100, true, number.end + 1) }
        let isMoney = ClaimReader.dollars.contains(unit)
        return (number.number.value, hasSign || isMoney, isMoney ? number.end + 1 : number.end)
    }

    /// `one dollar in seven`, `three in every ten dollars`, `$14 of every $100`, `86 cents of each dollar`.
    func partOfRound(at index: Int) -> Claim? {
        guard let first = round(at: index) else { return partOfEvery(at: index) }
        var place = first.end
        if key(place) == "out", key(place + 1) == "of" { place += 1 }
        guard ["in", "of", "from", "on"].contains(key(place)) else { return partOfEvery(at: index) }
        let isEvery = ["every", "each"].contains(key(place + 1))
        if first.value == 1, key(place) == "in", let few = oneInFew(index, place) { return few }
        guard let whole = round(at: isEvery ? place + 2 : place + 1), first.value <= whole.value,
            isEvery && (first.isMoney || whole.isMoney)
                || key(place) == "in" && first.value == 1 && (first.isMoney || whole.isMoney) && whole.value < 100
        else { return partOfEvery(at: index) }
        return part(first.value, of: whole.value, index..<whole.end)
    }

    /// `roughly one in six`
    private func oneInFew(_ index: Int, _ place: Int) -> Claim? {
        guard key(index) == "one", let whole = numbers.number(at: place + 1, isMoney: false), whole.number.power == 0,
            (2...20).contains(whole.number.value),
            ["", ".", ",", ";", ")", "of", "purchases", "visits"].contains(key(whole.end)),
            ["about", "roughly", "around", "than", "over", "nearly", "almost", ",", "is", "was"].contains(
                key(index - 1))
        else { return nil }
        return part(1, of: whole.number.value, index..<whole.end)
    }

    /// `for every $100 that came in, about $62 went out`: the second is a part of the first.
    private func partOfEvery(at index: Int) -> Claim? {
        guard let own = round(at: index), own.isMoney,
            let place = tokens.indices.last(where: { $0 + 1 < index && ["every", "each"].contains(key($0)) }),
            let whole = round(at: place + 1), whole.isMoney, whole.end <= index, own.value < whole.value,
            index - whole.end < 12
        else { return nil }
        return part(own.value, of: whole.value, index..<own.end)
    }

    /// `every $100`: what parts are of, and no amount.
    func isRoundWhole(_ claim: Claim) -> Bool {
        guard claim.isMoney, ["every", "each"].contains(key(claim.tokens.lowerBound - 1)),
            let value = claim.number.integer
        else { return false }
        return [1, 10, 100, 1000].contains(value)
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
