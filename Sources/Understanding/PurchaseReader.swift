import Ledger

/// Reads what a purchase costs and how, when and from which account it is paid.
struct PurchaseReader {
    let reading: QuestionReading
    let context: UnderstandingContext

    /// Without item, merchant and category, which are read elsewhere.
    var slots: PurchaseSlots {
        var slots = PurchaseSlots(isOnline: isOnline, account: account, day: day)
        let prices = self.prices
        guard let first = prices.first else { return slots }
        if let plan = instalments(first) {
            slots.instalments = plan
            slots.amount = Money(plan.wholeCost, first.currency)
            slots.prices = 1
            return slots
        }
        let added = together(prices)
        slots.amount = Money(added.reduce(0) { $0 + cost($1) }, first.currency)
        slots.prices = added.count
        return slots
    }

    private var keys: [String] { reading.keys }

    private func key(_ index: Int) -> String { keys.indices.contains(index) ? keys[index] : "" }

    // MARK: Prices

    /// What things cost, from left to right. Bare numbers count only where nothing is marked as money.
    private var prices: [AmountExpression] {
        let marked = reading.amounts.filter { !isNoPrice($0) }
        let found = marked.isEmpty ? reading.bareAmounts.filter { !isNoPrice($0) } : marked
        return found.isEmpty ? Array((reading.amounts + reading.bareAmounts).prefix(1)) : found
    }

    private static let otherMoney: Set<String> = [
        "have", "got", "earn", "make", "saved", "left", "was", "were", "usually", "normally", "originally", "instead",
        "save", "budget", "limit", "off", "worth", "regularly", "retail", "reduced", "balance",
    ]

    /// What the asker has, a former price, a limit: money that is not what it costs.
    private func isNoPrice(_ amount: AmountExpression) -> Bool {
        let start = amount.tokens.lowerBound
        if isCount(amount) { return true }
        let before = [key(start - 1), key(start - 2)].filter { !["of", "a", "an", "the", "for", "only"].contains($0) }
        if before.contains(where: PurchaseReader.otherMoney.contains) { return true }
        return ["off", "budget", "limit", "saved", "left"].contains(key(amount.tokens.upperBound))
            || key(amount.tokens.upperBound) == "in"
                && ["savings", "checking"].contains(key(amount.tokens.upperBound + 1))
    }

    /// `4 payments`, `two tickets`, `12 months`: a number of things.
    private func isCount(_ amount: AmountExpression) -> Bool {
        guard !amount.isMarked else { return false }
        let next = key(amount.tokens.upperBound)
        return PurchaseReader.paymentWords.contains(next) || PurchaseReader.unit(next) != nil
            || ["x", "times", "monthly", "weekly", "easy", "equal", "interest"].contains(next)
    }

    /// The upper end of a range: the price that it may come to.
    private func cents(_ amount: AmountExpression) -> Int64 { amount.upper ?? amount.amount }

    /// `two tickets at $60 each` cost $120.
    private func cost(_ amount: AmountExpression) -> Int64 {
        let end = amount.tokens.upperBound
        let isEach =
            ["each", "apiece"].contains(key(end)) || key(end) == "a" && ["piece", "pop", "head"].contains(key(end + 1))
            || key(end) == "per" && ["person", "ticket", "piece", "pair", "head"].contains(key(end + 1))
        guard isEach || keys.contains("twice") else { return cents(amount) }
        guard isEach else { return 2 * cents(amount) }
        let start = amount.tokens.lowerBound
        let number = (0..<start).reversed().lazy.compactMap { place -> Int? in
            let count = AmountWords.count(key(place)) ?? (key(place) == "both" ? 2 : nil)
            return count.flatMap { (2...100).contains($0) ? $0 : nil }
        }.first
        return cents(amount) * Int64(number ?? 1)
    }

    /// `shoes for $90 and a hat for $30`: prices of one currency that a word joins.
    private func together(_ prices: [AmountExpression]) -> [AmountExpression] {
        var added = [prices[0]]
        for price in prices.dropFirst() {
            let between = added[added.count - 1].tokens.upperBound..<price.tokens.lowerBound
            guard price.currency == prices[0].currency, price.relation != .between,
                keys[between].contains(where: ["and", "plus", ",", "&", "+"].contains), !keys[between].contains("or")
            else { continue }
            added.append(price)
        }
        return added
    }

    // MARK: Instalments

    private static let paymentWords: Set<String> = [
        "payments", "payment", "instalments", "instalment", "installments", "installment",
    ]

    private static func unit(_ key: String) -> Instalments.Interval? {
        switch key {
        case "month", "months", "mo", "mth", "mos", "monthly": .months(1)
        case "week", "weeks", "wk", "weekly": .days(7)
        case "fortnight", "biweekly", "fortnightly": .days(14)
        case "quarter", "quarters", "quarterly": .months(3)
        case "year", "years", "yr", "yrs", "yearly", "annually", "annual": .months(12)
        default: nil
        }
    }

    /// A price that is paid again and again.
    private func instalments(_ price: AmountExpression) -> Instalments? {
        numbered(price) ?? repeated(price)
    }

    /// `4 payments of $50`, `12 monthly payments of 30`, `4x $25`.
    private func numbered(_ price: AmountExpression) -> Instalments? {
        var place = price.tokens.lowerBound - 1
        if key(place) == "of" || key(place) == "at" { place -= 1 }
        var interval: Instalments.Interval?
        if PurchaseReader.paymentWords.contains(key(place)) {
            place -= 1
        } else if key(place) == "x" || key(place) == "times" {
            place -= 1
        } else if let count = shortCount(key(place)) {
            return plan(price, count, unit(after: price))
        } else {
            return nil
        }
        while let word = PurchaseReader.unit(key(place)) ?? (isFiller(key(place)) ? .days(0) : nil) {
            if word != .days(0) { interval = word }
            place -= 1
        }
        guard let count = AmountWords.count(key(place)) else { return nil }
        return plan(price, count, interval ?? unit(after: price))
    }

    private func isFiller(_ key: String) -> Bool { ["easy", "equal", "interest", "free", "-", "small"].contains(key) }

    /// `4x`.
    private func shortCount(_ key: String) -> Int? { key.hasSuffix("x") ? Int(key.dropLast()) : nil }

    /// Pay-in-four plans are paid every two weeks; all others once a month where nothing else is said.
    private func plan(_ price: AmountExpression, _ count: Int, _ interval: Instalments.Interval?) -> Instalments? {
        guard (2...480).contains(count) else { return nil }
        return Instalments(cents: cents(price), count: count, every: interval ?? (count == 4 ? .days(14) : .months(1)))
    }

    /// The rhythm that stands after a price: `$80 a month`, `$15/mo`, `$20 every two weeks`, `9.99 monthly`.
    private func unit(after price: AmountExpression) -> Instalments.Interval? {
        let end = price.tokens.upperBound
        let step = AmountWords.count(key(end + 1)) ?? (key(end + 1) == "other" ? 2 : 1)
        switch key(end) {
        case "a", "per", "each", "/", "every", "p":
            let place = end + (step > 1 ? 2 : 1)
            return PurchaseReader.unit(key(place)).map { PurchaseReader.times(step, $0) }
        default:
            let isAdverb = key(end).hasSuffix("ly") || key(end) == "annual"
            return isAdverb ? PurchaseReader.unit(key(end)) : nil
        }
    }

    private static func times(_ step: Int, _ unit: Instalments.Interval) -> Instalments.Interval {
        switch unit {
        case .days(let days): .days(days * step)
        case .months(let months): .months(months * step)
        }
    }

    /// `$80 a month for 2 years`; without an end it is a subscription.
    private func repeated(_ price: AmountExpression) -> Instalments? {
        guard let interval = unit(after: price) else { return nil }
        for place in keys.indices where ["for", "over", "x"].contains(key(place)) && place > price.tokens.lowerBound {
            let count = key(place + 1) == "a" ? 1 : AmountWords.count(key(place + 1))
            guard let count, let span = PurchaseReader.unit(key(place + 2)),
                let number = PurchaseReader.number(of: interval, in: PurchaseReader.times(count, span))
            else { continue }
            return Instalments(cents: cents(price), count: max(1, number), every: interval)
        }
        return Instalments(cents: cents(price), count: nil, every: interval)
    }

    /// How many payments fall into a span: 24 months in two years, 52 weeks in one.
    private static func number(of interval: Instalments.Interval, in span: Instalments.Interval) -> Int? {
        switch (interval, span) {
        case (.months(let step), .months(let whole)): whole / step
        case (.days(let step), .days(let whole)): whole / step
        case (.days(let step), .months(let whole)): whole * 365 / 12 / step
        case (.months, .days): nil
        }
    }

    // MARK: How and when

    private var isOnline: Bool { !Set(keys).isDisjoint(with: ["online", "website", "internet", "web"]) }

    private var account: String? { PayingAccount(reading).name }

    /// The first day named that is not over. What is bought is bought ahead: `on Friday` is the next one.
    private var day: CivilDate? {
        for time in reading.times where !time.isComparison {
            let words = keys[time.tokens]
            if words.contains(where: ["last", "past", "ago", "yesterday", "previous", "for", "over"].contains) {
                continue
            }
            if PurchaseReader.unit(words.last ?? "") != nil,
                words.contains(where: { ["a", "per", "every", "each"].contains($0) })
            {
                continue
            }
            if let day = ahead(time, words) { return day }
        }
        return nil
    }

    private func ahead(_ time: TimeExpression, _ words: ArraySlice<String>) -> CivilDate? {
        let asOf = context.asOf
        if time.whole.end >= asOf { return time.whole.start > asOf ? time.whole.start : nil }
        var start = time.whole.start
        if words.contains(where: { CivilDate.weekdayNames.map { $0.lowercased() }.contains($0) }) {
            while start < asOf { start = start.adding(days: 7) }
            return start == asOf ? nil : start
        }
        // A day of every year that has been is the next one; a day of a year that was said is over.
        guard !words.contains(where: { $0.utf8.count == 4 && Int($0) != nil }) else { return nil }
        let next = time.holiday == nil ? start.adding(years: 1) : time.shifted(by: 1).start
        return next > asOf ? next : nil
    }
}
