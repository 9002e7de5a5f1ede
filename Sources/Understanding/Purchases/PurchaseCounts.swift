import Ledger

/// How many things a price is of, and prices that are said in words.
extension PurchaseReader {
    func isEach(_ amount: AmountExpression) -> Bool {
        let end = amount.tokens.upperBound
        return ["each", "apiece", "ea"].contains(key(end))
            || key(end) == "a" && ["piece", "pop", "head", "ticket", "person", "pair"].contains(key(end + 1))
            || key(end) == "per" && PurchaseReader.pieces.contains(key(end + 1))
    }

    private static let pieces = PurchaseTable.words("counts.pieces")

    /// `two tickets at $60 each` cost $120, and so do `2 tickets at $60` and `$60 twice`.
    func cost(_ amount: AmountExpression) -> Int64 {
        if let number = number(of: amount) {
            let (product, isTooLarge) = cents(amount).multipliedReportingOverflow(by: Int64(number))
            return isTooLarge ? .max : product
        }
        let isTwice = key(amount.tokens.upperBound) == "twice" || hasSecond(amount)
        return isTwice && cents(amount) < .max / 2 ? 2 * cents(amount) : cents(amount)
    }

    /// `a $900 bike for me and one for Ana`.
    private func hasSecond(_ amount: AmountExpression) -> Bool {
        keys.indices.contains { place in
            place > amount.tokens.upperBound && key(place) == "and" && key(place + 1) == "one"
                && key(place + 2) == "for"
        }
    }

    /// `two $300 chairs`.
    private func numberBefore(_ amount: AmountExpression) -> Int? {
        let end = amount.tokens.upperBound
        guard amount.isMarked, let count = pieces(amount.tokens.lowerBound - 1), count > 1,
            !PurchaseReader.years.contains(count),
            (end...end + 2).contains(where: {
                key($0).utf8.count > 3 && key($0).hasSuffix("s") && !key($0).hasSuffix("ss")
            }),
            PurchaseReader.rhythm(key(end)) == nil, !["payments", "installments", "instalments"].contains(key(end))
        else { return nil }
        return count
    }

    /// How many things a price is of; nil where it is that of all.
    func number(of amount: AmountExpression) -> Int? {
        let start = amount.tokens.lowerBound
        if let number = times(amount) ?? crossed(by: amount) ?? manyPayments(amount) { return number }
        if let count = crossCount(amount), !isOfPayments(amount) { return count }
        if let number = numberBefore(amount) ?? countBeforeCross(amount) { return number }
        guard isEach(amount) || ["at", "@"].contains(key(start - 1)) else { return nil }
        // "a table for two at $80" is one table.
        if isEach(amount), let people = people(after: amount) { return people }
        let places = isEach(amount) ? 0..<start : max(0, start - 7)..<max(0, start - 1)
        let prices = reading.amounts + reading.bareAmounts
        return places.reversed().lazy.compactMap { place -> Int? in
            // "panels at $62 and posts 18 each": a price counts nothing.
            if isEach(amount), prices.contains(where: { $0.isMarked && $0.tokens.contains(place) }) { return nil }
            // "11 yards in the cart at 8.98": of what stands further off the things are named.
            if !isEach(amount), place < start - 4,
                unit(after: amount) != nil || !isNamedPlural(place + 1, before: start)
            {
                return nil
            }
            // `the 75" tv at 598`
            if !isEach(amount), ["\"", "”"].contains(key(place + 1)) { return nil }
            // "40 to 85 each" is a range.
            if place == start - 2, ["to", "-", "or"].contains(key(start - 1)) { return nil }
            guard let count = pieces(place) ?? collective(place), count > 1 else { return nil }
            if !isEach(amount), ["for", "table"].contains(key(place - 1)) { return nil }
            // `levis 501 jeans at $70` are of a model, `buy 300 chairs at $12` are so many.
            let isModel = !isEach(amount) && !["", "buy", "get", "order"].contains(key(place - 1))
            return count <= PurchaseReader.few || !isModel && isOfThings(count, at: place, before: start) ? count : nil
        }.first
    }

    /// A number up to this one is taken for how many there are wherever it stands before `each`.
    private static let few = 100
    private static let years = 1900...2100

    /// Whether a large number says how many things there are: `999 office chairs`. `a 2019 Civic` and `in 2026` are years.
    private func isOfThings(_ count: Int, at place: Int, before end: Int) -> Bool {
        if PurchaseReader.years.contains(count) {
            return isPlural(place + 1) && ["", "buy", "get"].contains(key(place - 1))
        }
        return (place + 1...place + 3).contains { $0 < end && isPlural($0) }
    }

    /// Whether the word, or the one after it, is a plural, and nothing but words follows up to a price.
    private func isNamedPlural(_ place: Int, before end: Int) -> Bool {
        (isPlural(place) || place + 1 < end - 1 && isPlural(place + 1))
            && reading.tokens[place..<end - 1].allSatisfy { $0.form == .word }
    }

    func isPlural(_ place: Int) -> Bool {
        key(place).utf8.count > 3 && key(place).hasSuffix("s") && !key(place).hasSuffix("ss")
    }

    /// How many there are; `Int.max` for more than anybody counts.
    func pieces(_ place: Int) -> Int? {
        AmountWords.count(key(place)) ?? (PurchaseTerms.isNumber(key(place)) ? .max : nil)
    }

    /// `hotel 189 x 2 nights`, `$40 x 3`; `$33 x 24` are payments.
    func crossed(by amount: AmountExpression) -> Int? {
        let end = amount.tokens.upperBound
        guard ["x", "times", "*", "×"].contains(key(end)), let count = pieces(end + 1), count > 1 else { return nil }
        let isOfStay = PurchaseReader.stays.contains { [$0 + "s", $0 + "es"].contains(key(end + 2)) }
        return isOfStay || !arePayments(count, before: end + 2) ? count : nil
    }

    /// Whether a price times a count is paid bit by bit: by the words around it, or for as many months as loans run.
    func arePayments(_ count: Int, before next: Int) -> Bool {
        if PurchaseReader.unit(key(next)) != nil { return true }
        return count > 5 && (isPaidOff || count > 6 && PurchaseReader.terms.contains(count))
    }

    /// `tickets 4 x 129`.
    private func countBeforeCross(_ amount: AmountExpression) -> Int? {
        let start = amount.tokens.lowerBound
        guard ["x", "times", "*", "×"].contains(key(start - 1)) else { return nil }
        // "3 nights x 38"
        let count = pieces(start - 2) ?? (isPlural(start - 2) ? pieces(start - 3) : nil)
        return count.flatMap { $0 > 1 ? $0 : nil }
    }

    /// `a dozen`, `half a dozen`, `both`, `a couple of`, `a pair of`.
    private func collective(_ place: Int) -> Int? {
        switch key(place) {
        case "dozen":
            let isHalf = [key(place - 1), key(place - 2)].contains("half")
            return isHalf ? 6 : 12 * (AmountWords.count(key(place - 1)) ?? 1)
        case "both", "couple", "pair": return 2
        default: return nil
        }
    }

    func eachNote(_ amount: AmountExpression) -> String? {
        let text = Money(cents(amount), amount.currency).text
        if let number = number(of: amount) { return "read as \(number) at \(text) each" }
        let isPerHead = ["person", "head", "guest", "adult"].contains(key(amount.tokens.upperBound + 1))
        return isEach(amount) && isPerHead ? "counted \(text) once: say for how many people" : nil
    }

    /// `$80 each for my 3 kids`, `$200 per person dinner for 4`, `75 per kid and we got two`; not `for 2 nights`.
    private func people(after amount: AmountExpression) -> Int? {
        for place in keys.indices
        where place >= amount.tokens.upperBound
            && ["for", "need", "got", "have", "theres", "there", "of"].contains(key(place))
        {
            var next = place + 1
            if key(place) == "of" {
                // "429 per person, both of us"
                guard key(next) == "us" else { continue }
                if key(place - 1) == "both" { return 2 }
                if let count = AmountWords.count(key(place - 1)), (2...100).contains(count) { return count }
                continue
            }
            while ["my", "our", "the", "all", "us", "is", "are"].contains(key(next)) { next += 1 }
            // "5 sets at $42 each, or other ones for 24": a number at the end may be a price.
            guard let count = AmountWords.count(key(next)), (2...100).contains(count),
                count <= 12 || keys.indices.contains(next + 1),
                PurchaseReader.rhythm(key(next + 1)) == nil, !["night", "nights", "hours"].contains(key(next + 1))
            else { continue }
            return count
        }
        return nil
    }

    private static let stays = PurchaseTable.words("counts.stays")

    /// `$120 a night for 3 nights`.
    private func times(_ amount: AmountExpression) -> Int? {
        let end = amount.tokens.upperBound
        guard ["a", "per", "/", "each"].contains(key(end)), PurchaseReader.stays.contains(key(end + 1)) else {
            return nil
        }
        let plural = [key(end + 1) + "s", key(end + 1) + "es", key(end + 1)]
        return keys.indices.lazy.compactMap { place -> Int? in
            guard plural.contains(keys[place]), place != end + 1, let count = pieces(place - 1) else { return nil }
            return count > 1 ? count : nil
        }.first
    }

    /// The rhythm of payments, days among them.
    static func rhythm(_ key: String) -> Instalments.Interval? {
        switch key {
        case "day", "days", "daily", "morning": .days(1)
        default: unit(key)
        }
    }

    /// `$5 coffee every day`: at most two words of the thing stand between its price and the rhythm.
    func unit(afterThing end: Int) -> Instalments.Interval? {
        for place in end + 1...end + 2 where ["every", "each"].contains(key(place)) {
            guard !keys[end..<place].contains(where: PurchaseReader.clauses.contains) else { return nil }
            let step = AmountWords.count(key(place + 1)) ?? (key(place + 1) == "other" ? 2 : nil)
            return PurchaseReader.rhythm(key(place + (step == nil ? 1 : 2))).map {
                PurchaseReader.times(step ?? 1, $0)
            }
        }
        return nil
    }

    /// `subscribe to Hulu for $15`: a single price without a rhythm is one of each month, unless another one is said.
    func subscription(_ prices: [AmountExpression]) -> (AmountExpression, Instalments)? {
        guard prices.count == 1, PurchaseTerms(reading).plan == nil, PurchaseTerms(reading).oddRhythm == nil,
            keys.contains(where: ["subscribe", "subscribing", "subscription"].contains)
        else { return nil }
        let said = keys.lazy.filter { $0.hasSuffix("ly") || $0 == "annual" }.compactMap(PurchaseReader.rhythm).first
        return (prices[0], Instalments(cents: cents(prices[0]), count: nil, every: said ?? .months(1)))
    }

    private static let clauses = PurchaseTable.words("counts.clauses")

    /// What is hired by the day is paid for all days together.
    var isHired: Bool {
        keys.contains { ["rent", "rental", "renting", "hire", "hiring", "hotel", "room", "airbnb"].contains($0) }
    }

    /// Notes what is paid on top without its amount.
    func note(on slots: inout PurchaseSlots, knowsPayments: Bool) {
        guard let price = slots.amount else { return }
        let text = { (cents: Int64) in Money(cents, price.currency).text }
        if proceeds > 0, proceeds < price.minorUnits {
            slots.notes.append(
                "I didn't take off the \(text(proceeds)) you expect from selling: ask again for "
                    + "\(text(price.minorUnits - proceeds)) once you have it")
        }
        if let plan = slots.instalments, plan.count == nil, !knowsPayments {
            let rhythm = plan.every == .months(12) ? "yearly" : "monthly"
            slots.notes.append("took \(text(plan.cents)) as a \(rhythm) payment")
        }
        if slots.instalments == nil, let span = PurchaseTerms(reading).oddSpan {
            slots.notes.append(
                "counted the whole \(text(price.minorUnits)) as paid up front: I can handle payments over 2 to 480 "
                    + "months, not over \(span)")
        }
        if slots.instalments == nil, let rhythm = PurchaseTerms(reading).oddRhythm {
            slots.notes.append("counted \(text(price.minorUnits)) once: I can't plan for \(rhythm)")
        }
        if let span = pastSpan, slots.day == span.end {
            slots.notes.append("used \(span.end.longText) as the day; tell me if it's another one")
        }
        let rate = PurchaseTerms(reading).rate
        if slots.instalments == nil, let month = rate?.perMonth(on: price.minorUnits), PurchaseTerms(reading).isFinanced
        {
            slots.notes.append(
                "the interest at \(rate?.words ?? "") is \(Money(month, price.currency).text) for each month that all of it "
                    + "is owed: say how many months you'd take to pay it and I'll count it")
        }
        guard total == nil, let note = PurchaseExtras(keys).note(knowsPayments: knowsPayments || rate != nil) else {
            return
        }
        slots.notes.append(note)
    }

    /// Of two prices that an `or` stands between the higher one is looked at, else the first.
    func pick(_ prices: [AmountExpression]) -> (price: AmountExpression, note: String?) {
        guard prices.count > 1 else { return (prices[0], nil) }
        let (first, other) = (prices[0], prices[1])
        guard first.currency == other.currency, isEitherOr(first, other), cents(other) != cents(first)
        else { return (first, firstOnly(first, other)) }
        let (low, high) = cents(first) < cents(other) ? (first, other) : (other, first)
        return (
            high,
            "looked at \(Money(cents(high), high.currency).text), the higher of the two: ask again for "
                + "\(Money(cents(low), low.currency).text)"
        )
    }

    /// Of two prices that an `or` stands between the lower one, for as many things as it is of; nil where there are not just two.
    func lower(of prices: [AmountExpression]) -> Int64? {
        guard prices.count == 2, pick(prices).note != nil, isEitherOr(prices[0], prices[1]),
            prices.allSatisfy({ instalments($0) == nil })
        else { return nil }
        return prices.map(cost).min()
    }

    /// `the $900 sofa or the $400 one`, `a Trek at $419, there's one on Marketplace for 120`.
    func isEitherOr(_ first: AmountExpression, _ other: AmountExpression) -> Bool {
        guard first.tokens.upperBound <= other.tokens.lowerBound else { return false }
        let between = keys[first.tokens.upperBound..<other.tokens.lowerBound]
        return between.contains(where: ["or", "vs"].contains)
            || between.contains("one") && between.contains(where: ["theres", "there", "used", "marketplace"].contains)
    }

    /// Of two prices that no word joins the first one is looked at.
    private func firstOnly(_ first: AmountExpression, _ other: AmountExpression) -> String {
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
        // `do I have enough for $300 shoes`
        let isWeighed = (verb..<start).contains { key($0) == "enough" }
        return ["i", "we"].contains(key(verb - 1)) && !asks.contains(key(verb - 2)) && !isWeighed
    }
}
