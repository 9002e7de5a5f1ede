import Ledger

/// A number as it is written over several tokens: `1.500,00`, `12,50`, `1'200`, `1 000`.
struct WrittenNumber {
    /// Digits with at most one point; nil where the writing is no number that can be told for sure, as `1,2,3`.
    let digits: String?
    /// Whether a point or comma may as well group thousands as begin the cents: `1.500`.
    let isAmbiguous: Bool
    /// As it was written.
    let text: String
    /// How many tokens it covers.
    let length: Int

    /// - Parameter isMarked: whether a currency stands right before it.
    init?(_ tokens: [Token], at start: Int, isMarked: Bool, isFree: (Int) -> Bool) {
        guard tokens.indices.contains(start), tokens[start].form == .number else { return nil }
        var end = start + 1
        func isJoined(_ index: Int) -> Bool {
            tokens.indices.contains(index) && isFree(index) && !tokens[index].hasSpaceBefore
        }
        func run() {
            while isJoined(end), [",", ".", "'", "’"].contains(tokens[end].key), isJoined(end + 1),
                tokens[end + 1].form == .number
            { end += 2 }
        }
        run()
        var written = tokens[start..<end].map(\.text).joined()
        if end == start + 1, let groups = WrittenNumber.groups(tokens, after: start, isMarked: isMarked, isFree: isFree)
        {
            end += groups
            written = tokens[start..<end].map(\.text).joined()
            let first = end
            run()
            written += tokens[first..<end].map(\.text).joined()
        }
        length = end - start
        text = written
        (digits, isAmbiguous) = WrittenNumber.reading(of: written)
    }

    /// How many groups of three digits follow with spaces: `$1 000`, `for 2 500 €`; not `iPhone 15 500` and not
    /// `$30 500 piece puzzle`.
    private static func groups(_ tokens: [Token], after start: Int, isMarked: Bool, isFree: (Int) -> Bool) -> Int? {
        guard tokens[start].text.utf8.count <= 3, !tokens[start].text.contains(".") else { return nil }
        var end = start + 1
        while tokens.indices.contains(end), isFree(end), tokens[end].form == .number, tokens[end].hasSpaceBefore,
            (tokens[end].text.prefix { $0 != "." }).utf8.count == 3, !tokens[end].text.contains(",")
        { end += 1 }
        guard end > start + 1 else { return nil }
        let next = tokens.indices.contains(end) ? tokens[end].key : ""
        let before = start > 0 ? tokens[start - 1].key : ""
        let hasUnit = CurrencyNames.builtIn.currency(next, home: .usd) != nil
        let isSure =
            tokens[start + 1].text.hasPrefix("0")
            || isMarked && !PurchaseReader.measures.contains(next)
            || hasUnit && ["for", "at", "a", "cost", "costs", "is", "about", "around", "of", "spend"].contains(before)
        return isSure ? end - start - 1 : nil
    }

    /// What digits with separators come to.
    private static func reading(of written: String) -> (digits: String?, isAmbiguous: Bool) {
        var parts: [Substring] = []
        var signs: [Character] = []
        var from = written.startIndex
        for place in written.indices where !written[place].isNumber {
            parts.append(written[from..<place])
            signs.append(written[place] == "’" ? "'" : written[place])
            from = written.index(after: place)
        }
        parts.append(written[from...])
        let counts = parts.map(\.utf8.count)
        guard let sign = signs.first, let last = signs.last, let fraction = parts.last else { return (written, false) }
        let whole = parts.joined()
        let cents = parts.dropLast().joined() + "." + fraction
        let isGrouped = (1...3).contains(counts[0]) && counts.dropFirst().dropLast().allSatisfy { $0 == 3 }
        if signs.count == 1, sign == "." {
            // A gallon of fuel has three digits after the point, but so has a thousand in most of Europe.
            return (cents, counts == [counts[0], 3] && (1...3).contains(counts[0]) && parts[0] != "0")
        }
        if Set(signs).count == 1 {
            if isGrouped, fraction.utf8.count == 3 { return (whole, false) }
            if sign == ",", signs.count == 1, fraction.utf8.count == 2 { return (cents, false) }
            // Indian thousands: "1,00,000".
            let isIndian =
                sign == "," && counts[0] <= 2 && fraction.utf8.count == 3
                && counts.dropFirst().dropLast().allSatisfy { $0 == 2 }
            return (isIndian ? whole : nil, false)
        }
        let isOneKind = Set(signs.dropLast()).count == 1 && sign != last
        guard isOneKind, last != "'", isGrouped else { return (nil, false) }
        return fraction.utf8.count <= 2 || last == "." ? (cents, false) : (nil, false)
    }
}

/// Amounts of a question that are written so that nobody can tell how much they are.
enum UnclearAmount {
    /// - Returns: what to ask; nil where every amount can be told.
    static func question(of amounts: [AmountExpression], in tokens: [Token]) -> String? {
        for amount in amounts {
            guard let start = amount.tokens.first(where: { tokens[$0].form == .number }),
                let number = WrittenNumber(
                    tokens, at: start, isMarked: amount.isMarked, isFree: { _ in true })
            else { continue }
            guard let digits = number.digits else {
                return "I can't read “\(number.text)” as an amount. Write it like 1234.50."
            }
            guard number.isAmbiguous, let small = Decimal(digits)?.minorUnits(digits: amount.currency.minorDigits),
                let large = Decimal(digits.filter { $0 != "." })?.minorUnits(digits: amount.currency.minorDigits)
            else { continue }
            return "Is “\(number.text)” \(Money(large, amount.currency).text) or \(Money(small, amount.currency).text)?"
        }
        return nil
    }
}
