import Ledger
import Understanding

/// Finds the figures of a sentence.
struct ClaimReader {
    let tokens: [Token]
    /// For each token whether it belongs to a name or a date.
    var taken: [Bool]
    let numbers: GuardNumbers

    init(_ tokens: [Token], taken: [Bool]) {
        self.tokens = tokens
        self.taken = taken
        numbers = GuardNumbers(tokens: tokens)
    }

    func key(_ index: Int) -> String { tokens.indices.contains(index) && !taken[index] ? tokens[index].key : "" }

    /// The figures from left to right.
    func claims() -> [Claim] {
        var found: [Claim] = []
        var index = 0
        while index < tokens.count {
            guard !taken[index], let claim = claim(at: index) else {
                index += 1
                continue
            }
            let whole = withRelation(claim, after: found.last)
            if !isRoundWhole(whole) { found.append(whole) }
            index = max(whole.tokens.upperBound, index + 1)
        }
        return found
    }

    private func claim(at index: Int) -> Claim? {
        if let part = everyFew(at: index) ?? partOfRound(at: index) ?? fraction(at: index) { return part }
        if let words = multiplied(at: index) ?? multiple(at: index) ?? single(at: index) ?? loose(at: index) {
            return words
        }
        guard var claim = amount(at: index) ?? plain(at: index) else { return nil }
        claim = withUpperEnd(withWordsBehind(claim))
        if claim.isMoney || claim.measure == .bare { claim = withUnit(claim) }
        return claim
    }

    // MARK: Money

    /// A number with a currency before or behind it.
    func amount(at index: Int) -> Claim? {
        var start = index
        var sign = 0
        if ["-", "+"].contains(key(start)), start == 0 || tokens[start].hasSpaceBefore || key(start - 1) == "(",
            tokens.indices.contains(start + 1), !tokens[start + 1].hasSpaceBefore
        {
            sign = key(start) == "-" ? -1 : 1
            start += 1
        }
        let before = currencyBefore(at: start)
        if let before { start += before.length }
        if sign == 0, before != nil, ["-", "+"].contains(key(start)), !tokens[start].hasSpaceBefore {
            sign = key(start) == "-" ? -1 : 1
            start += 1
        }
        guard let number = number(at: start, isMoney: before != nil) else { return nil }
        var claim = Claim(measure: .bare, number: number.number, sign: sign, tokens: index..<number.end)
        if let before {
            claim.measure = .money(before.currencies)
            if CurrencyWords.word(key(number.end)) != nil { claim.tokens = index..<number.end + 1 }
        } else if let after = CurrencyWords.sign(key(number.end)) ?? CurrencyWords.word(key(number.end)),
            key(number.end) != "¢"
        {
            claim.measure = .money(after)
            claim.tokens = index..<number.end + 1
        } else if ["cent", "cents", "pence", "¢"].contains(key(number.end)) {
            claim.tokens = index..<number.end + 1
            claim.measure = .money(CurrencyWords.dollars + [.eur, .gbp])
            claim.number = WrittenNumber(number.number.digits, power: number.number.power - 2)
        } else {
            return sign != 0 ? signedPlain(claim, number) : nil
        }
        return number.isSpelled || before == nil ? withCents(claim) : claim
    }

    /// `six dollars and fifty cents`.
    private func withCents(_ claim: Claim) -> Claim {
        var next = claim.tokens.upperBound
        if key(next) == "and" || key(next) == "," { next += 1 }
        guard let cents = number(at: next, isMoney: false), ["cent", "cents", "pence"].contains(key(cents.end)),
            let small = cents.number.integer, small < 100, let whole = claim.number.scaled(to: 2)
        else { return claim }
        var claim = claim
        claim.number = WrittenNumber(whole + Int64(small), power: -2)
        claim.tokens = claim.tokens.lowerBound..<cents.end + 1
        return claim
    }

    private func currencyBefore(at index: Int) -> (currencies: [Currency], length: Int)? {
        if let currencies = CurrencyWords.sign(key(index)) { return (currencies, 1) }
        guard tokens.indices.contains(index), tokens[index].form == .word, !taken[index] else { return nil }
        let text = tokens[index].text
        if key(index + 1) == "$", tokens.indices.contains(index + 1), !tokens[index + 1].hasSpaceBefore,
            let code = ClaimReader.dollarPrefixes[text], let currency = Currency(code)
        {
            return ([currency], 2)
        }
        guard text == text.uppercased(), text.utf8.count == 3, let currencies = CurrencyWords.word(key(index)),
            tokens.indices.contains(index + 1),
            tokens[index + 1].form == .number || "$€£¥-".contains(tokens[index + 1].text)
        else { return nil }
        if key(index + 1) == "$" { return (currencies, 2) }
        return (currencies, 1)
    }

    private static let dollarPrefixes = [
        "US": "USD", "USD": "USD", "CA": "CAD", "C": "CAD", "CAD": "CAD", "A": "AUD", "AU": "AUD", "AUD": "AUD",
        "NZ": "NZD", "HK": "HKD", "MX": "MXN", "S": "SGD",
    ]

    private func number(at index: Int, isMoney: Bool) -> FoundNumber? {
        guard tokens.indices.contains(index), !taken[index] else { return nil }
        guard let number = numbers.number(at: index, isMoney: isMoney) else { return nil }
        return (index..<number.end).contains { taken[$0] } ? nil : number
    }

    // MARK: Other figures

    private func signedPlain(_ claim: Claim, _ number: FoundNumber) -> Claim? {
        guard var plain = plain(at: number.end - 1, number) else { return nil }
        plain.sign = claim.sign
        plain.tokens = claim.tokens.lowerBound..<max(plain.tokens.upperBound, number.end)
        return plain
    }

    private func plain(at index: Int) -> Claim? {
        guard let number = number(at: index, isMoney: false) else { return nil }
        return plain(at: index, number)
    }

    /// A percentage, a multiple or a count.
    private func plain(at index: Int, _ number: FoundNumber) -> Claim? {
        let end = number.end
        func claim(_ measure: Claim.Measure, _ end: Int, _ flow: Set<MoneyKind> = []) -> Claim {
            Claim(measure: measure, number: number.number, flow: flow, tokens: index..<end)
        }
        if ["st", "nd", "rd", "th"].contains(number.suffix) { return nil }
        if number.suffix == "x" || ["x", "×"].contains(key(end)) && number.suffix.isEmpty {
            return claim(.multiple, number.suffix == "x" ? end : end + 1)
        }
        if let length = percentWords(at: end) { return claim(.percent, end + length) }
        if key(end) == "-", key(end + 1) == "fold" { return claim(.multiple, end + 2) }
        // `three times that amount`, but `12 times that month`.
        let isCounted = key(end + 1) == "that" && ["month", "week", "year", "day", "period"].contains(key(end + 2))
        if key(end) == "times", !isCounted, ClaimReader.afterMultiple.contains(key(end + 1)) || isNamed(end + 1) {
            return claim(.multiple, end + 1)
        }
        if isIdiom(index, end) { return nil }
        guard number.isSpelled, number.number.digits == 1, number.number.power == 0 else {
            guard let noun = noun(behind: end) else { return claim(.bare, end) }
            return claim(.count(noun.noun), end, noun.flow)
        }
        guard let noun = noun(behind: end), noun.noun == .rows, !isOfOneTime(end) else { return nil }
        return claim(.count(.rows), end, noun.flow)
    }

    /// `one visit to Target costs you $67`
    private func isOfOneTime(_ end: Int) -> Bool { (end..<end + 7).contains { ClaimReader.costing.contains(key($0)) } }

    /// `six times Toyota`
    private func isNamed(_ index: Int) -> Bool {
        guard key(index - 1) == "times", tokens.indices.contains(index) else { return false }
        let text = tokens[index].text
        let isMonth = CivilDate.monthNames.contains { $0.hasPrefix(text) }
        // `four times July's`, but `12 times July …`
        let isOwner = text.hasSuffix("'s") || ["'s", "'", "s"].contains(key(index + 1))
        return text.first?.isUppercase == true && (isOwner || taken[index] && !isMonth)
    }

    private func percentWords(at index: Int) -> Int? {
        switch key(index) {
        case "%", "percent", "pct", "pp": key(index + 1) == "points" || key(index + 1) == "point" ? 2 : 1
        case "per" where key(index + 1) == "cent": 2
        case "percentage" where key(index + 1).hasPrefix("point"): 2
        // `five points under the 60 %`
        case "point", "points": tokens.contains { $0.key == "%" || $0.key == "percent" } ? 1 : nil
        default: nil
        }
    }

    private static let afterMultiple: Set<String> = [
        "as", "more", "what", "the", "your", "higher", "larger", "bigger", "that", "usual", "greater", "its", "their",
        "those", "of",
    ]

    /// `24/7`, `50/50`, `9 to 5`, `one of`, `a 401k`.
    private func isIdiom(_ start: Int, _ end: Int) -> Bool {
        let words = (start..<min(end + 2, tokens.count)).map { tokens[$0].key }.joined(separator: " ")
        return words.hasPrefix("24 / 7") || words.hasPrefix("50 / 30") || words.hasPrefix("401k")
            || words.hasPrefix("one of")
    }

    /// What is counted: a noun behind the number, perhaps behind up to three words that describe it.
    func noun(behind end: Int) -> (noun: Claim.Noun, flow: Set<MoneyKind>)? {
        var index = end
        if key(index) == "-" { index += 1 }
        for step in 0..<4 {
            guard tokens.indices.contains(index),
                tokens[index].form == .word || tokens[index].text == "&" || taken[index]
            else { return nil }
            if !taken[index] {
                if step > 0, ClaimReader.nounStops.contains(tokens[index].key) { return nil }
                // `four a month` counts no months.
                if ["a", "an", "per"].contains(tokens[index].key) { return nil }
                // `51 restaurant bills`: the last word is what is counted.
                let next = tokens.indices.contains(index + 1) ? tokens[index + 1].key : ""
                if [.rows, .either].contains(CountNouns.noun(next)),
                    CountNouns.noun(tokens[index].key) == .things
                {
                    index += 1
                }
                if ["credit", "debit"].contains(tokens[index].key), ["card", "cards"].contains(key(index + 1)) {
                    index += 1
                }
                if let noun = CountNouns.noun(tokens[index].key) {
                    let isMore = noun == .more && CountNouns.noun(key(index + 1)) == .rows
                    return (isMore ? .rows : noun, CountNouns.flow(isMore ? key(index + 1) : tokens[index].key))
                }
            }
            index += 1
        }
        return nil
    }

    private static let nounStops: Set<String> = [
        "of", "in", "on", "at", "to", "and", "for", "from", "with", "is", "are", "was", "were", "the", "a", "an",
        "than", "or", "but", "by", "per", "last", "this", "each", "every", "over", "across", "during", "that", "your",
    ]

    /// `once rent is taken out`: when, and not how often.
    private func beginsClause(_ index: Int) -> Bool {
        let rest = tokens[min(index + 1, tokens.count)...].prefix(5)
        let clause = rest.prefix { ![",", ";", ".", "(", "and", "but"].contains($0.key) }
        return clause.dropFirst().contains {
            ["is", "are", "was", "were", "has", "have", "comes", "goes"].contains($0.key)
        }
    }

    /// `once`, `a single visit`.
    private func single(at index: Int) -> Claim? {
        let one = WrittenNumber(1)
        if key(index) == "once", !beginsClause(index),
            ["", "in", "on", "at", "last", "this", "during", "over", ".", ",", ";", ")", "for", "and", "but"].contains(
                key(index + 1))
        {
            return Claim(measure: .count(.rows), number: one, tokens: index..<index + 1)
        }
        if key(index) == "single", key(index - 1) == "a", noun(behind: index + 1)?.noun == .rows {
            return Claim(measure: .count(.rows), number: one, tokens: index..<index + 1)
        }
        return nil
    }
}

// MARK: - Fractions and multiples in words

extension ClaimReader {
    private static let fractions: [String: Int64] = [
        "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4, "fifth": 5, "fifths": 5,
        "sixth": 6, "sixths": 6, "seventh": 7, "sevenths": 7, "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9,
        "tenth": 10, "tenths": 10, "twelfth": 12, "twelfths": 12, "half": 2, "halves": 2,
    ]
    private static let afterFraction: Set<String> = [
        "of", "more", "less", "higher", "lower", "your", "my", "the", "as", "that", "what", "all", "everything",
        "would",
        "saves", "keeps", "frees", "off",
    ]
    private static let counts: [String: Int64] = [
        "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
        "nine": 9, "ten": 10, "eleven": 11,
    ]

    /// `a third of`, `two thirds`, `half your spending`, `3/4`.
    private func fraction(at index: Int) -> Claim? {
        if let digits = slashed(at: index) { return digits }
        if ["halving", "halve"].contains(key(index)) { return fraction(50, index..<index + 1) }
        var parts: Int64 = 1
        var place = index
        let hasCount = ClaimReader.counts[key(index)] != nil
        if let count = ClaimReader.counts[key(index)] {
            parts = count
            place += key(index + 1) == "-" ? 2 : 1
        }
        guard let whole = ClaimReader.fractions[key(place)], parts < whole else { return nil }
        let next = key(place + 1)
        if whole == 2 {
            let isPeriod = ["year", "month", "a", "hour", "day", "price", "way"].contains(next)
            let isOrdinal = [
                "first", "second", "last", "other", "and", "larger", "smaller", "bigger", "better", "greater",
            ].contains(key(index - 1))
            guard !isPeriod, !isOrdinal else { return nil }
        } else {
            guard hasCount else { return nil }
            let isCadence = index > 0 && tokens[index - 1].form == .number
            let isOpen = ["since", "in", "from", "compared", "this", "last", ".", ",", ")", ";", ""].contains(next)
            guard !isCadence, parts > 1 || isOpen || ClaimReader.afterFraction.contains(next) else { return nil }
        }
        let tenths = Double(parts) / Double(whole) * 100
        return fraction(tenths, index..<place + 1)
    }

    private func slashed(at index: Int) -> Claim? {
        guard key(index + 1) == "/", tokens.indices.contains(index + 2), let part = Int64(key(index)),
            let whole = Int64(key(index + 2)), part > 0, part < whole, whole <= 10, key(index + 3) != "/"
        else { return nil }
        return fraction(Double(part) / Double(whole) * 100, index..<index + 3)
    }

    private func fraction(_ percent: Double, _ range: Range<Int>) -> Claim {
        var claim = Claim(
            measure: .percent, number: WrittenNumber(Int64((percent * 100).rounded()), power: -2), tokens: range)
        claim.leeway = 1.5
        return claim
    }

    private static let factors: [String: Int64] = [
        "twice": 20, "double": 20, "doubled": 20, "triple": 30, "tripled": 30, "thrice": 30, "quadruple": 40,
        "quadrupled": 40, "twofold": 20, "threefold": 30, "halved": 5,
    ]

    /// `twice as much`, `double what`, `tripled`.
    private func multiple(at index: Int) -> Claim? {
        guard let factor = ClaimReader.factors[key(index)] else { return nil }
        let next = key(index + 1)
        if key(index) == "twice" || key(index) == "thrice",
            !["as", "what", "the", "your", "that", "its", "those"].contains(next)
        {
            let isCadence = ["a", "per", "each", "every"].contains(next)
            return isCadence
                ? nil : Claim(measure: .count(.rows), number: WrittenNumber(factor / 10), tokens: index..<index + 1)
        }
        if key(index) == "double" || key(index) == "triple" || key(index) == "quadruple" {
            let isFigure =
                ClaimReader.afterMultiple.contains(next) || ["from", "compared", "in", "last", ".", ""].contains(next)
            guard isFigure else { return nil }
        }
        var claim = Claim(measure: .multiple, number: WrittenNumber(factor, power: -1), tokens: index..<index + 1)
        claim.leeway = 0.06
        return claim
    }
}
