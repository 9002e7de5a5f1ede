import Ledger

/// Reads what a purchase costs and how, when and from which account it is paid.
struct PurchaseReader {
    let reading: QuestionReading
    let context: UnderstandingContext
    /// Prices in words or that look like a year, where nothing but a price is expected.
    var spelled: [AmountExpression] = []
    private var ask: PurchaseAsk { PurchaseAsk(reading) }

    /// What something costs that it takes the place of, minor units.
    private var replaced: Int64? {
        let ask = ask
        let all = reading.amounts + reading.bareAmounts
        // "rent going from 1500 to 1700"
        if let range = all.first(where: { amount in
            amount.relation == .between
                && [key(amount.tokens.lowerBound - 1), key(amount.tokens.lowerBound)].contains("from")
        }),
            cents(range) != range.amount
        {
            return range.amount
        }
        return all.first(where: ask.isReplaced).map(cents)
    }

    /// Without item, merchant and category, which are read elsewhere.
    ///
    /// - Parameter known: what is known of it so far, for lines that change it.
    func slots(after known: PurchaseSlots? = nil) -> PurchaseSlots {
        var slots = PurchaseSlots(isOnline: isOnline, account: account, day: day)
        let words = PurchaseWords(reading: reading)
        (slots.replacesBroken, slots.isLent) = (words.replacesBroken, words.isLent)
        slots.stillWorks =
            (ask.says("works") || NeedModel.builtIn.says(.works, in: reading.tokens)) && !words.replacesBroken
        ask.apply(to: &slots, old: replaced)
        slots.canWaitUntil = deferral
        if ask.question == .toWait {
            let named = reading.times.lazy.compactMap { time in ahead(time, keys[time.tokens]) }.first
            slots.waitsFor = PurchaseAsk.waits(until: isSaleEnding ? nil : named, asOf: context.asOf)
            if isSaleEnding { slots.waitsFor = nil }
        }
        slots.earns = ask.says("earns") || (reading.amounts + reading.bareAmounts).contains(where: isGain)
        (slots.isForAYear, slots.isOnce) = (ask.says("year"), ask.says("once"))
        slots.isOnTop = (reading.amounts + reading.bareAmounts).contains(where: ask.isOnTop)
        if let odd = OddPrice(reading, home: context.homeCurrency, given: spelled).amount {
            (slots.amount, slots.prices) = (odd, 1)
            return slots
        }
        if let unclear = UnclearAmount.question(of: spelled.isEmpty ? marked + bare : spelled, in: reading.tokens) {
            (slots.unclear, slots.unclearCurrency) = (unclear, (marked.first ?? spelled.first)?.currency)
            return slots
        }
        let prices = withoutParts(self.prices)
        guard let first = prices.first else {
            guard let known else {
                if down > 0, let part = (reading.amounts + reading.bareAmounts).first(where: isDown) {
                    slots.payDown(Money(down, part.currency))
                }
                return slots
            }
            slots.apply(PurchaseTerms(reading), down: down, to: known)
            note(on: &slots, knowsPayments: known.instalments != nil)
            return slots
        }
        slots.isBare = !prices.contains(where: \.saysCurrency)
        slots.unknownCurrency = words.unknownCurrency(of: first)
        let paid = prices.lazy.compactMap { price in instalments(price).map { (price, $0) } }.first
        if let (price, plan) = paid ?? subscription(prices) {
            guard plan.wholeCost <= PurchaseReader.most else { return slots.beyondReckoning(price.currency) }
            slots.take(plan, price, list: prices.first { $0.tokens != price.tokens }, reading: self)
        } else {
            var added = together(prices)
            let one = pick(prices)
            if added.count == 1 { added = [one.price] }
            let (own, split) = shared(added)
            let whole = PurchaseReader.sum(own, split)
            guard whole <= PurchaseReader.most else { return slots.beyondReckoning(first.currency) }
            slots.amount = Money(whole, first.currency)
            slots.prices = added.count
            if added.count > 1, let whole = slots.amount {
                slots.notes.append("added \(added.count) prices up to \(whole.text)")
            }
            if added.count == 1 { slots.notes += [eachNote(one.price), one.note].compactMap { $0 } }
            if added.count == 1, split == whole { slots.lowerPrice = lower(of: prices) }
            slots.reduce(by: discount)
            if own > 0 { slots.notes.append("counted your part of what is split") }
            slots.pay(
                sharing: own == 0, down: down, extra: prices.contains(where: isExtra) ? 0 : extra,
                by: PurchaseTerms(reading))
        }
        note(on: &slots, knowsPayments: paid != nil)
        if slots.isBare, let currency = reading.currency?.currency { slots.state(in: currency) }
        return slots
    }

    /// What prices come to where a part of them is split: one's own part of what stands before the words that say so, and
    /// what stands after them; all of it as the latter where nothing of the kind is said.
    private func shared(_ prices: [AmountExpression]) -> (own: Int64, rest: Int64) {
        func total(_ prices: [AmountExpression]) -> Int64 { prices.reduce(0) { PurchaseReader.sum($0, cost($1)) } }
        guard let shares = PurchaseTerms(reading).shares, shares > 1,
            let place = keys.firstIndex(where: {
                $0.hasPrefix("split") || $0.hasPrefix("divid") || $0.hasPrefix("shar")
            })
        else { return (0, total(prices)) }
        let after = prices.filter { $0.tokens.lowerBound > place }
        guard !after.isEmpty, after.count < prices.count else { return (0, total(prices)) }
        let whole = total(prices.filter { $0.tokens.lowerBound < place })
        return (PurchaseReader.sum(whole, Int64(shares) - 1) / Int64(shares), total(after))
    }

    /// In minor units: more than any price.
    private static let most: Int64 = 1_000_000_000_000_000

    static func sum(_ a: Int64, _ b: Int64) -> Int64 {
        let (sum, isTooLarge) = a.addingReportingOverflow(b)
        return isTooLarge ? .max : sum
    }

    var keys: [String] { reading.keys }

    func key(_ index: Int) -> String { keys.indices.contains(index) ? keys[index] : "" }

    // MARK: Prices

    private var marked: [AmountExpression] {
        reading.amounts.filter { !isNoPrice($0) && !isModelNumber($0) } + crossed
    }

    /// `a Martin 000-15M for $1,150`: digits of a name, whatever they would come to.
    private func isModelNumber(_ amount: AmountExpression) -> Bool {
        let start = amount.tokens.lowerBound
        return !amount.saysCurrency && (key(start - 1) == "-" || key(start).hasPrefix("0") && key(start).utf8.count > 1)
    }

    private var bare: [AmountExpression] { reading.bareAmounts.filter { !isNoPrice($0) && !isPartOfName($0) } }

    /// What things cost, from left to right. Bare numbers count only where nothing is marked as money, or beside the
    /// words of a plan (`a $30,000 car at 600 a month`).
    private var prices: [AmountExpression] {
        if !spelled.isEmpty { return likeliest(spelled.filter { !isCount($0) && !isDown($0) && !isDiscount($0) }) }
        let all = (marked + bare).sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
        if let total { return [total] }
        let listed = all.filter(isListed)
        if listed.count > 1, together(listed).count == listed.count, !keys.contains("or") {
            // "shin guards 15, and a ball 20"
            let small = reading.bareAmounts.filter { !isNoPrice($0) && isListed($0) && isPartOfName($0) }
            return (listed + small).sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
        }
        if marked.isEmpty { return bare.isEmpty ? inWords : likeliest(bare) }
        return
            (marked
            + bare.filter {
                instalments($0) != nil || isEach($0) || isAdded($0) || isJoined($0, to: marked)
                    || isAlternative($0, to: marked)
            })
            .sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
    }

    /// `$150 now and 425 in May`, `a $175 fee and a leotard for 92`: a number where a price stands, with an `and` between it and
    /// the price before it.
    private func isJoined(_ amount: AmountExpression, to prices: [AmountExpression]) -> Bool {
        let start = amount.tokens.lowerBound
        guard amount.amount >= 20 * amount.currency.minorPerMajor,
            let before = prices.map(\.tokens.upperBound).filter({ $0 <= start }).max()
        else { return false }
        let between = keys[before..<start]
        guard between.count <= 8, let joint = between.lastIndex(where: { ["and", "plus", "&", "+"].contains($0) }),
            PurchaseReader.contrasts.isDisjoint(with: between)
        else { return false }
        // "an hour and 20 pictures", "that car only cost 4,850"
        let end = amount.tokens.upperBound
        let isFollowed =
            keys.indices.contains(end) && reading.tokens[end].form == .word
            && !PurchaseReader.afterJoined.contains(key(end)) && PurchaseReader.unit(key(end + 1)) == nil
        return !isFollowed && key(start - 1) != "cost"
            && (joint == start - 1 || PurchaseReader.priceWords.contains(key(start - 1)))
    }

    /// Words after a price that go on with it.
    private static let afterJoined = PurchaseTable.words("reader.afterJoined")

    /// Words between two amounts of which not both are paid.
    private static let contrasts = PurchaseTable.words("reader.contrasts")

    /// `40 or 60 dollars`: a number with nothing but an `or` between it and a price.
    private func isAlternative(_ amount: AmountExpression, to prices: [AmountExpression]) -> Bool {
        prices.contains { price in
            let (first, second) = amount.tokens.lowerBound < price.tokens.lowerBound ? (amount, price) : (price, amount)
            let between = keys[first.tokens.upperBound..<max(first.tokens.upperBound, second.tokens.lowerBound)]
            if between.contains("one"), between.contains(where: ["theres", "there", "marketplace"].contains) {
                return true
            }
            return first.tokens.upperBound + 1 == second.tokens.lowerBound && key(first.tokens.upperBound) == "or"
        }
    }

    /// What several prices are said to come to.
    var total: AmountExpression? {
        let all = (marked + bare).sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
        guard all.count > 1, !all.contains(where: { instalments($0) != nil }) else { return nil }
        // "600 for the three kids, 200 each"
        if all.count == 2, isEach(all[1]), all[0].amount > all[1].amount, all[0].amount % all[1].amount == 0,
            number(of: all[1]).map({ Int64($0) == all[0].amount / all[1].amount }) ?? false
        {
            return all[0]
        }
        return all.last(where: isTotal) ?? all.last { PurchaseTerms(reading).isOwnPart(endingAt: $0.tokens, in: keys) }
    }

    /// `96 each plus fees so call it 230`, `entry 60 and gas 150, 210 total`: what all of it comes to.
    private func isTotal(_ amount: AmountExpression) -> Bool {
        let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
        if ["total", "altogether"].contains(key(end))
            || key(end) == "all" && ["told", "together"].contains(key(end + 1))
        {
            return true
        }
        let before = keys[max(0, start - 4)..<start].filter { !PurchaseReader.vague.contains($0) }.suffix(2)
        return PurchaseReader.totals.contains(before.joined(separator: " "))
            || ["total", "totals"].contains(before.last ?? "")
            || before.last == "so" && PurchaseReader.vague.contains(key(start - 1))
    }

    private static let totals: Set<String> = ["call it", "comes to", "come to", "up to", "total is", "total of"]
    private static let vague: Set<String> = [
        "about", "around", "roughly", "like", "maybe", "say", "$", "just", "almost",
    ]

    /// `plus a 410 flight`: a bare number beside marked ones.
    private func isAdded(_ amount: AmountExpression) -> Bool {
        let start = amount.tokens.lowerBound
        let before = keys[max(0, start - 3)..<start]
        guard let place = before.lastIndex(where: { ["plus", "+"].contains($0) }),
            reading.tokens[(place + 1)..<start].allSatisfy({ $0.form == .word })
        else { return false }
        return amount.amount >= 20 * amount.currency.minorPerMajor
    }

    /// Of several bare numbers those that stand where a price stands, else the largest: `2 tickets at 85 each`,
    /// `a 55 inch tv for 600`, `iphone 15 1199`.
    private func likeliest(_ bare: [AmountExpression]) -> [AmountExpression] {
        guard bare.count > 1 else { return bare }
        if bare.count == 2, isAlternative(bare[0], to: [bare[1]]),
            PurchaseReader.priceWords.contains(key(bare[0].tokens.lowerBound - 1))
        {
            return bare
        }
        // "549 or just fix the old one for 60"
        if bare.count == 2, bare.allSatisfy({ $0.amount >= 20 * $0.currency.minorPerMajor }),
            keys[bare[0].tokens.upperBound..<bare[1].tokens.lowerBound].contains(where: ["or", "vs"].contains)
        {
            return bare
        }
        if keys.contains("rest"), together(bare).count == bare.count { return bare }
        let placed = bare.filter { amount in
            PurchaseReader.priceWords.contains(key(amount.tokens.lowerBound - 1)) || isEach(amount)
                || instalments(amount) != nil
                || keys.indices.last == amount.tokens.upperBound - 1 && keys.count > 2
                    && ["and", "plus", ",", "&"].contains(key(amount.tokens.lowerBound - 1))
        }
        if !placed.isEmpty, together(placed).count == placed.count, placed.count == bare.count || bare.count > 2 {
            return placed
        }
        if bare.count == 2, together(bare).count == 2, bare.allSatisfy({ $0.amount >= 2000 }) { return bare }
        if !placed.isEmpty, together(placed).count == placed.count { return placed }
        return (placed.isEmpty ? bare : placed).max { $0.amount < $1.amount }.map { [$0] } ?? []
    }

    /// `cleats 34.99, shin guards 15, and a ball 20`: a number after a thing, at the end or before the next thing.
    private func isListed(_ amount: AmountExpression) -> Bool {
        let start = amount.tokens.lowerBound
        var end = amount.tokens.upperBound
        if number(of: amount) != nil {
            while reading.tokens.indices.contains(end), !PurchaseReader.joints.contains(key(end)) { end += 1 }
        }
        let isAfterThing =
            crossed(by: amount) != nil || isApart(amount) && amount.amount >= 20 * amount.currency.minorPerMajor
            || start > 0 && reading.tokens[start - 1].form == .word && key(start - 1).utf8.count > 2
                && !["size", "model", "version", "and", "than", "with"].contains(key(start - 1))
        let isClosed =
            keys.count == end || key(end) == "for" || PurchaseReader.joints.contains(key(end))
            || [".", "?", "!"].contains(key(end)) || reading.times.contains { $0.tokens.lowerBound == end }
        return isAfterThing && isClosed && !isModelBefore(amount)
    }

    private static let joints: Set<String> = [",", "and", "plus", "&", "+"]

    /// `Traeger pro 575, 599`: a number with nothing but a comma between it and the price is of the name.
    private func isModelBefore(_ amount: AmountExpression) -> Bool {
        let end = amount.tokens.upperBound
        return !amount.isMarked && key(end) == ","
            && (reading.amounts + reading.bareAmounts).contains {
                $0.tokens.lowerBound == end + 1 && $0.amount != amount.amount && isClosed(after: $0)
            }
    }

    private func isClosed(after amount: AmountExpression) -> Bool {
        let end = amount.tokens.upperBound
        return !reading.tokens.indices.contains(end) || reading.tokens[end].form == .sign
    }

    private static let priceWords = PurchaseTable.words("reader.priceWords")

    /// `iPhone 17`, `PlayStation 5`, `2 tickets`, `a 2019 Honda`: a small number or a year beside a word is of the thing's
    /// name or count, where nothing says that it is what the thing costs.
    private func isPartOfName(_ amount: AmountExpression) -> Bool {
        let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
        guard spelled.isEmpty, !amount.isMarked, keys.count > 2, end == start + 1, let number = Int(key(start)),
            !PurchaseReader.priceWords.contains(key(start - 1)), !isEach(amount), instalments(amount) == nil
        else { return false }
        let isWord = keys.indices.contains(end) && reading.tokens[end].form == .word
        if PurchaseReader.modelYears.contains(number) {
            return isWord && !PurchaseReader.closing.contains(key(end))
                || ["from", "since", "in"].contains(key(start - 1))
        }
        let isNumbered = start > 0 && reading.tokens[start - 1].form == .word
        return number < PurchaseReader.leastBare && (isNumbered || isWord) && !PurchaseReader.closing.contains(key(end))
    }

    static let modelYears = 1950...2035
    /// Smaller numbers without a sign are more often versions and counts than prices.
    private static let leastBare = 20
    /// Words that follow a price.
    static let closing = PurchaseTable.words("reader.closing")

    private static let otherMoney = PurchaseTable.words("reader.otherMoney")

    /// What the asker has, a former price, a limit: money that is not what it costs.
    func isNoPrice(_ amount: AmountExpression) -> Bool {
        let start = amount.tokens.lowerBound
        // "a 55+ plan"
        if !amount.isMarked, key(start + 1) == "+", !reading.tokens[start + 1].hasSpaceBefore,
            reading.tokens.indices.contains(start + 2), reading.tokens[start + 2].form == .word
        {
            return true
        }
        if isModelBefore(amount) || isFreeAbove(amount) || isTakenInstead(amount) { return true }
        if isCount(amount) || isDown(amount) || isDiscount(amount) || isGain(amount) || ask.isReplaced(amount) {
            return true
        }
        // "I've got $300 of Lego in the cart": what the things come to.
        let end = amount.tokens.upperBound
        if key(end) == "of", !["it", "that", "this", "them", "my", "our"].contains(key(end + 1)) { return false }
        // As they were written: a coffee maker is no misspelt "make".
        let before = [start - 1, start - 2].map { place -> String in
            guard reading.tokens.indices.contains(place) else { return "" }
            // "we're" is no "were".
            return reading.tokens[place].text.contains { $0 == "'" || $0 == "’" } ? "" : reading.tokens[place].key
        }
        .filter { !["of", "a", "an", "the", "for", "only"].contains($0) }
        // "ten sessions for her balance, $540": a comma ends what the word is of.
        let isOther =
            key(start - 1) != "," && !(["at", "for"].contains(key(start - 1)) && key(start - 2) == "instead")
            && before.contains(where: PurchaseReader.otherMoney.contains)
            && !PurchaseReader.asking.contains(key(start - 1))
            && PurchaseTable.words("reader.bids").isDisjoint(
                with: keys[max(0, start - 5)..<start])
            || key(start - 1) == "worth"
        // "originally 240, half off" names no other price.
        // "the deductible is a thousand dollars", "it was 29.99, now he wants it back" name no other one either.
        let isOnly =
            reading.amounts.count + reading.bareAmounts.count == 1
            && (PurchaseTerms(reading).percentOff != nil || before.contains("deductible") || before.contains("was"))
        if isOther && !isOnly || isOwned(start) || isPaidBefore(amount) || isComeDownFrom(amount) { return true }
        // "864 was only the first part"
        if key(end) == "was", reading.amounts.count + reading.bareAmounts.count > 1 { return true }
        return ["budget", "limit", "saved", "left"].contains(key(amount.tokens.upperBound))
            || key(amount.tokens.upperBound) == "in"
                && ["savings", "checking"].contains(key(amount.tokens.upperBound + 1))
    }

    /// `free shipping over 100`: from where on something is free.
    private func isFreeAbove(_ amount: AmountExpression) -> Bool {
        guard [.over, .atLeast].contains(amount.relation) || key(amount.tokens.lowerBound - 1) == "over" else {
            return false
        }
        return keys[max(0, amount.tokens.lowerBound - 4)...amount.tokens.lowerBound].contains("free")
    }

    /// `grill 399, he wants 180`, `they'd take 480 of the $642`: what is asked for or taken is the price, whatever stood before
    /// it.
    private func isTakenInstead(_ amount: AmountExpression) -> Bool {
        (reading.amounts + reading.bareAmounts).contains { other in
            other.tokens.lowerBound >= amount.tokens.upperBound && other.amount < amount.amount
                && PurchaseReader.taking.contains(key(other.tokens.lowerBound - 1)) && !isDiscount(other)
                && !keys[..<other.tokens.lowerBound].contains("or") && unit(after: other) == nil && !isTradedIn(other)
        }
    }

    private static let taking = PurchaseTable.words("reader.taking")

    /// `got quoted 480`: what somebody asks for is the price.
    private static let asking: Set<String> = ["quoted", "asking", "charging", "offered"]

    /// `399 down from 549`: what it cost before.
    private func isComeDownFrom(_ amount: AmountExpression) -> Bool {
        let start = amount.tokens.lowerBound
        return amount.relation != .between && key(start - 1) == "from"
            && ["down", "reduced", "discounted", "dropped", "marked"].contains(key(start - 2))
            && (reading.amounts + reading.bareAmounts).contains { $0.tokens.upperBound <= start }
    }

    /// `$220 for the season, I've spent 40 to 85 each time`: what was paid before, after the price.
    private func isPaidBefore(_ amount: AmountExpression) -> Bool {
        let start = amount.tokens.lowerBound
        guard
            let verb = keys[max(0, start - 6)..<start].lastIndex(where: { ["spent", "paid"].contains($0) }),
            ["i", "we", "ive", "weve", "have"].contains(key(verb - 1))
        else { return false }
        return (reading.amounts + reading.bareAmounts).contains { $0.tokens.upperBound <= verb }
    }

    /// `4 payments`, `two tickets`, `12 months`: a number of things.
    private func isCount(_ amount: AmountExpression) -> Bool {
        let next = key(amount.tokens.upperBound)
        if isMileage(amount) { return true }
        guard !amount.isMarked else { return false }
        // `a 75" tv`
        if ["\"", "”", "''"].contains(next), !reading.tokens[amount.tokens.upperBound].hasSpaceBefore { return true }
        if crossed(by: amount) != nil { return false }
        // "29.99 monthly" is a price, "12 monthly payments" are a count.
        if next.hasSuffix("ly"), PurchaseReader.unit(next) != nil {
            return PurchaseReader.paymentWords.contains(key(amount.tokens.upperBound + 1))
        }
        return PurchaseReader.paymentWords.contains(next) || PurchaseReader.unit(next) != nil
            || PurchaseReader.measures.contains(next)
            || next == "-" && PurchaseReader.measures.contains(key(amount.tokens.upperBound + 1))
            || isPlanCount(amount)
    }

    /// `41k miles, $27,800`, `58k, asking $16,750`: how far it was driven, where a price with its sign stands beside it.
    private func isMileage(_ amount: AmountExpression) -> Bool {
        guard !amount.saysCurrency, reading.tokens[amount.tokens].contains(where: { $0.key.hasSuffix("k") }) else {
            return false
        }
        if ["miles", "mile", "mi"].contains(key(amount.tokens.upperBound)) { return true }
        let isPriced = PurchaseReader.priceWords.contains(key(amount.tokens.lowerBound - 1))
        return !isPriced && isApart(amount) && reading.amounts.contains { $0.saysCurrency }
    }

    /// Whether it stands by itself between commas.
    private func isApart(_ amount: AmountExpression) -> Bool {
        key(amount.tokens.lowerBound - 1) == "," && key(amount.tokens.upperBound) == ","
    }

    /// `pay in 4`: how often, not how much.
    private func isPlanCount(_ amount: AmountExpression) -> Bool {
        let start = amount.tokens.lowerBound
        return ["in", "into"].contains(key(start - 1)) && ["pay", "paid", "paying"].contains(key(start - 2))
    }

    /// What numbers count that are no prices.
    static let measures = PurchaseTable.words("reader.measures")

    /// The upper end of a range: the price that it may come to.
    func cents(_ amount: AmountExpression) -> Int64 {
        // "down from $220 to $150"
        let isReduced = [key(amount.tokens.lowerBound - 1), key(amount.tokens.lowerBound - 2)].contains {
            ["down", "reduced", "dropped", "discounted"].contains($0)
        }
        return isReduced ? amount.amount : amount.upper ?? amount.amount
    }

    /// `shoes for $90 and a hat for $30`: prices of one currency that a word joins.
    private func together(_ prices: [AmountExpression]) -> [AmountExpression] {
        var added = [prices[0]]
        for price in prices.dropFirst() {
            let between = added[added.count - 1].tokens.upperBound - 1..<price.tokens.lowerBound
            guard price.currency == prices[0].currency, price.relation != .between,
                price.amount < 10_000_000_000, keys[between].contains(where: ["and", "plus", ",", "&", "+"].contains),
                !isEitherOr(added[added.count - 1], price)
            else { continue }
            added.append(price)
        }
        return added
    }

    /// Whether two prices are both paid: `$200 now and $30 a month`.
    func joins(_ one: AmountExpression, _ other: AmountExpression) -> Bool {
        let (first, last) = one.tokens.lowerBound < other.tokens.lowerBound ? (one, other) : (other, one)
        guard first.tokens.upperBound <= last.tokens.lowerBound else { return false }
        // The word after a part paid down joins that part: "$30,000 with $3,000 down and $450 a month".
        guard
            !(reading.amounts + reading.bareAmounts).contains(where: { part in
                part.tokens.lowerBound >= first.tokens.upperBound && part.tokens.upperBound <= last.tokens.lowerBound
                    && isDown(part)
            })
        else { return false }
        // "1200 plus" may have been read as at least 1200.
        return keys[first.tokens.lowerBound..<last.tokens.lowerBound].contains {
            ["and", "plus", "then", "+", "&"].contains($0)
        }
    }

    // MARK: Instalments

    private static let paymentWords: Set<String> = [
        "payments", "payment", "instalments", "instalment", "installments", "installment",
    ]

    static func unit(_ key: String) -> Instalments.Interval? {
        switch key {
        case "month", "months", "mo", "mth", "mos", "monthly": .months(1)
        case "week", "weeks", "wk", "wks", "weekly": .days(7)
        case "fortnight", "biweekly", "fortnightly": .days(14)
        case "quarter", "quarters", "quarterly": .months(3)
        case "year", "years", "yr", "yrs", "yearly", "annually", "annual": .months(12)
        default: nil
        }
    }

    /// How many payments there is a plan for.
    private static let payments = 2...480

    /// A price that is paid again and again.
    func instalments(_ price: AmountExpression) -> Instalments? {
        numbered(price) ?? termed(price) ?? repeated(price)
    }

    /// `4 payments of $50`, `12 monthly payments of 30`, `4x $25`.
    private func numbered(_ price: AmountExpression) -> Instalments? {
        if let count = crossCount(price), isOfPayments(price) { return plan(price, count, unit(after: price)) }
        // "$33 x 24"
        if ["x", "times", "*"].contains(key(price.tokens.upperBound)),
            let count = AmountWords.count(key(price.tokens.upperBound + 1)),
            crossed(by: price) == nil, arePayments(count, before: price.tokens.upperBound + 2)
        {
            return plan(price, count, nil)
        }
        // "1,000 down, then 166 for 24"
        let end = price.tokens.upperBound
        if key(end) == "for", let count = AmountWords.count(key(end + 1)), count > 6,
            PurchaseReader.terms.contains(count),
            isClosed(end + 2), (reading.amounts + reading.bareAmounts).contains(where: isDown)
        {
            return plan(price, count, nil)
        }
        guard let (count, interval) = countedPayments(price) else { return nil }
        return plan(price, count, interval ?? unit(after: price))
    }

    /// `1000 payments of $300`: more than there is a plan for, so that all of them are the price.
    func manyPayments(_ price: AmountExpression) -> Int? {
        countedPayments(price).flatMap { $0.count > PurchaseReader.payments.upperBound ? $0.count : nil }
    }

    /// How many payments a price is one of, and their rhythm where it stands before them.
    private func countedPayments(_ price: AmountExpression) -> (count: Int, every: Instalments.Interval?)? {
        var place = price.tokens.lowerBound - 1
        if key(place) == "of" || key(place) == "at" { place -= 1 }
        var interval: Instalments.Interval?
        if PurchaseReader.paymentWords.contains(key(place)) {
            place -= 1
        } else if key(place) == "x" || key(place) == "times", isPaidOff {
            place -= 1
        } else if let count = shortCount(key(place)) {
            return (count, nil)
        } else {
            return nil
        }
        while let word = PurchaseReader.unit(key(place)) ?? (isFiller(key(place)) ? .days(0) : nil) {
            if word != .days(0) { interval = word }
            place -= 1
        }
        return pieces(place).map { ($0, interval) }
    }

    /// `36 months at $33`, `60 months of 489`.
    private func termed(_ price: AmountExpression) -> Instalments? {
        let start = price.tokens.lowerBound
        guard ["at", "@", "of", "for"].contains(key(start - 1)) else { return nil }
        // "36 months no interest at $72"
        var end = start - 2
        while end > 0, ["no", "interest", "free", "zero", "0", "%", "apr"].contains(key(end)) { end -= 1 }
        guard let unit = PurchaseReader.unit(key(end)), let count = AmountWords.count(key(end - 1)),
            (2...480).contains(count), unit != .months(12)
        else { return nil }
        return Instalments(cents: cents(price), count: count, every: unit)
    }

    /// Whether anything says that a price is paid bit by bit: "4 x 129" are four things else.
    var isPaidOff: Bool {
        keys.contains { key in
            ["pay", "paid", "paying", "klarna", "affirm", "afterpay", "financing", "monthly"].contains(key)
                || PurchaseReader.paymentWords.contains(key) || PurchaseReader.unit(key) != nil
        }
    }

    private func isFiller(_ key: String) -> Bool { ["easy", "equal", "interest", "free", "-", "small"].contains(key) }

    /// `4x`.
    private func shortCount(_ key: String) -> Int? { key.hasSuffix("x") ? Int(key.dropLast()) : nil }

    /// Pay-in-four plans are paid every two weeks; all others once a month where nothing else is said.
    private func plan(_ price: AmountExpression, _ count: Int, _ interval: Instalments.Interval?) -> Instalments? {
        guard PurchaseReader.payments.contains(count) else { return nil }
        return Instalments(cents: cents(price), count: count, every: interval ?? (count == 4 ? .days(14) : .months(1)))
    }

    /// The rhythm that stands after a price: `$80 a month`, `$15/mo`, `$20 every two weeks`, `9.99 monthly`.
    func unit(after price: AmountExpression) -> Instalments.Interval? {
        var end = price.tokens.upperBound
        // "350 each a week"
        if ["each", "apiece", "ea", "more", "extra"].contains(key(end)),
            ["a", "per", "every", "/"].contains(key(end + 1))
        {
            end += 1
        }
        let step = AmountWords.count(key(end + 1)) ?? (key(end + 1) == "other" ? 2 : 1)
        switch key(end) {
        case "a", "per", "each", "/", "every", "p":
            let place = end + (step > 1 ? 2 : 1)
            return PurchaseReader.rhythm(key(place)).map { PurchaseReader.times(step, $0) }
        default:
            let isAdverb = key(end).hasSuffix("ly") || key(end) == "annual"
            return isAdverb ? PurchaseReader.rhythm(key(end)) : unit(afterThing: end)
        }
    }

    /// `weekly $20`.
    private func adverb(before price: AmountExpression) -> Instalments.Interval? {
        let word = key(price.tokens.lowerBound - 1)
        if word.hasSuffix("ly") { return PurchaseReader.rhythm(word) }
        // "monthly parking spot 180"
        let opening = keys.prefix { !["pay", "payments", "payment"].contains($0) }.prefix(price.tokens.lowerBound)
        // The Daily News is no rhythm.
        let place = opening.indices.first { place in
            ["daily", "weekly", "monthly", "yearly", "annual"].contains(opening[place])
                && !reading.names.contains { $0.tokens.contains(place) && $0.tokens.count > 1 }
        }
        return place.flatMap { PurchaseReader.rhythm(opening[$0]) }
    }

    static func times(_ step: Int, _ unit: Instalments.Interval) -> Instalments.Interval {
        switch unit {
        case .days(let days): .days(max(1, days * step))
        case .months(let months): .months(max(1, months * step))
        }
    }

    /// `$80 a month for 2 years`; without an end it is a subscription.
    private func repeated(_ price: AmountExpression) -> Instalments? {
        let often = habit(of: price)
        // "$63 a month, she goes twice a week": the rhythm beside the price is its own.
        let own = unit(after: price)
        guard let interval = own ?? often?.every ?? adverb(before: price),
            interval != .days(1) || !isHired, PurchaseTerms(reading).oddRhythm == nil
        else { return nil }
        if own != nil, let number = paymentsUntil(interval, after: price) {
            return Instalments(cents: cost(price), count: number, every: interval)
        }
        if let often, own == nil {
            let cents = roundedQuotient(cents(price), times: Int64(often.times), by: 1)
            return Instalments(cents: cents, count: nil, every: often.every)
        }
        for place in keys.indices where ["for", "over", "x"].contains(key(place)) && place > price.tokens.lowerBound {
            let count = key(place + 1) == "a" ? 1 : AmountWords.count(key(place + 1))
            // "489 a month for 72"
            if let count, interval == .months(1), PurchaseReader.terms.contains(count),
                place <= price.tokens.upperBound + 3, isClosed(place + 2)
            {
                return Instalments(cents: cost(price), count: count, every: interval)
            }
            guard let count, let span = PurchaseReader.rhythm(key(place + 2)),
                let number = PurchaseReader.number(of: interval, in: PurchaseReader.times(count, span))
            else { continue }
            return Instalments(cents: cost(price), count: max(1, number), every: interval)
        }
        return Instalments(cents: cost(price), count: unitsSaid(interval), every: interval)
    }

    /// `5 dollars a day through Dec 20`: how often it is paid until the day that is named right after its rhythm.
    private func paymentsUntil(_ interval: Instalments.Interval, after price: AmountExpression) -> Int? {
        guard case .days(let step) = interval,
            let place = keys[price.tokens.upperBound...].prefix(5).firstIndex(where: {
                ["through", "thru", "until", "till", "til"].contains($0)
            }), let end = reading.span(after: place, context: context)?.end
        else { return nil }
        let number = end.days(since: context.asOf) / step
        return PurchaseReader.payments.contains(number) ? number : nil
    }

    /// Months that loans commonly run for.
    static let terms: Set<Int> = [6, 10, 12, 18, 24, 30, 36, 48, 60, 72, 84, 96]

    /// Whether nothing that a number might count follows it.
    private func isClosed(_ place: Int) -> Bool {
        !reading.tokens.indices.contains(place) || reading.tokens[place].form == .sign
            || ["no", "at", "with", "and", "interest", "zero", "can", "if", "on"].contains(key(place))
    }

    /// How often what is paid each week or month is, where it is said apart: `two summer weeks of camp at $195 a week`.
    private func unitsSaid(_ interval: Instalments.Interval) -> Int? {
        let others = PurchaseTable.words("reader.otherSpans")
        for place in keys.indices where key(place).hasSuffix("s") && PurchaseReader.unit(key(place)) == interval {
            guard let count = AmountWords.count(key(place - 1)) ?? AmountWords.count(key(place - 2)),
                (2...60).contains(count), !reading.times.contains(where: { $0.tokens.contains(place) }),
                others.isDisjoint(with: keys[max(0, place - 3)..<min(keys.count, place + 2)])
            else { continue }
            return count
        }
        return nil
    }

    /// How often a single price is paid, where that stands apart from it: `$7 latte every workday`, `three times a week,
    /// about $32 each time`; not what the thing is used for.
    private func habit(of price: AmountExpression) -> (times: Int, every: Instalments.Interval)? {
        let (ask, said) = (ask, reading.amounts.isEmpty ? reading.bareAmounts : reading.amounts)
        guard said.count(where: { !ask.isReplaced($0) }) == 1, let often = ask.rhythm else { return nil }
        let between =
            often.place > price.tokens.lowerBound
            ? keys[min(price.tokens.upperBound, often.place)..<often.place]
            : keys[often.place..<price.tokens.lowerBound]
        let clauses = PurchaseTable.words("reader.clauses")
        return between.contains(where: clauses.contains) ? nil : (often.times, often.every)
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

    private var isOnline: Bool { keys.contains(where: ["online", "website", "internet", "web"].contains) }

    private var account: String? { PayingAccount(reading).name }

    /// The first day named that is not over, else one that is. What is bought is bought ahead: `on Friday` is the next
    /// one, and only `yesterday`, `last Friday` or `two days ago` are over.
    private var day: CivilDate? {
        if ask.question == .toWait { return nil }
        if let payDay = payDay ?? nextYear { return payDay }
        for time in reading.times where !time.isComparison && !time.isTrip {
            let words = keys[time.tokens]
            // "we'd" is no Wednesday.
            if reading.tokens[time.tokens].contains(where: { $0.text.contains("'") || $0.text.contains("’") }) {
                continue
            }
            if PurchaseTerms.isOfRest(keys[..<time.tokens.lowerBound]) { continue }
            if words.contains(where: ["last", "past", "ago", "yesterday", "previous", "for", "over"].contains) {
                continue
            }
            if isWhatItIsFor(time) || isDeadline(time) || isFraction(time) || slotsCanWait { continue }
            if PurchaseReader.rhythm(words.last ?? "") != nil,
                words.contains(where: { ["a", "per", "every", "each"].contains($0) })
            {
                continue
            }
            if let day = ahead(time, words) { return day }
        }
        return pastDay ?? pastSpan?.end
    }

    /// `go in 1/3 on it` names no third of January.
    private func isFraction(_ time: TimeExpression) -> Bool {
        keys[time.tokens].first == "1" && keys[time.tokens].contains("/")
            && ["on", "of"].contains(key(time.tokens.upperBound))
    }

    /// `$139 if I buy before Sept 30`: until when a price holds.
    private func isDeadline(_ time: TimeExpression) -> Bool {
        let opening = [key(time.tokens.lowerBound - 1), key(time.tokens.lowerBound)]
        return opening.contains("before") || opening[0] == "by" || opening[1] == "by"
    }

    /// `99 till Sunday`: a price that holds until a day.
    private var isSaleEnding: Bool {
        reading.times.contains { time in
            ["till", "until", "til", "through", "thru"].contains(key(time.tokens.lowerBound - 1))
                && (reading.amounts + reading.bareAmounts).contains {
                    $0.tokens.upperBound == time.tokens.lowerBound - 1
                }
        }
    }

    /// `it can wait till spring`: by when it is needed, and not when it is bought.
    private var slotsCanWait: Bool { ask.says("deferred") || NeedModel.builtIn.says(.later, in: reading.tokens) }

    /// That day; 60 days ahead where none is said.
    private var deferral: CivilDate? {
        guard slotsCanWait else { return nil }
        let place = keys.firstIndex { ["until", "till", "til"].contains($0) }
        let day = place.flatMap { reading.span(after: $0, context: context)?.start }
        return day.flatMap { (1...365).contains($0.days(since: context.asOf)) ? $0 : nil }
            ?? context.asOf.adding(days: 60)
    }

    /// `tickets for next summer`: when it is used, which is not when it is bought.
    private func isWhatItIsFor(_ time: TimeExpression) -> Bool {
        let start = time.tokens.lowerBound
        // "a flight home at Christmas": gifts and trips are bought before their day.
        if time.holiday != nil, ["for", "at", "over", "before", "by"].contains(key(start - 1)) { return true }
        return time.whole.days > 7 && key(start - 1) == "for" && start > 1 && reading.tokens[start - 2].form == .word
            && !(reading.amounts + reading.bareAmounts).contains { $0.tokens.contains(start - 2) }
    }

    /// `yesterday`, `two days ago`: one day that is over.
    private var pastDay: CivilDate? {
        reading.times.first { time in
            !time.isComparison && time.whole.days == 1 && time.whole.end < context.asOf
                && keys[time.tokens].contains { ["yesterday", "ago", "last"].contains($0) }
        }?.whole.start
    }

    /// `should I have bought it last week`: a time of several days that is over, where a purchase is spoken of as made.
    var pastSpan: (start: CivilDate, end: CivilDate)? {
        guard pastDay == nil, keys.contains(where: ["bought", "spent", "paid", "ordered", "gotten"].contains) else {
            return nil
        }
        return reading.times.first { time in
            !time.isComparison && (2...31).contains(time.whole.days) && time.whole.end < context.asOf
                && keys[time.tokens].contains { ["last", "past", "previous"].contains($0) }
        }.map { ($0.whole.start, $0.whole.end) }
    }

    /// `next year in October`: the year is said apart from its month or day.
    private var nextYear: CivilDate? {
        let times = reading.times.filter { !$0.isComparison }
        guard let year = times.first(where: { $0.unit == .year && $0.whole.start > context.asOf })?.whole.start,
            let other = times.first(where: { $0.unit == .month || $0.unit == .day })?.whole.start
        else { return nil }
        return other.adding(years: year.year - other.year)
    }

    /// `when I get paid`, `until payday`: the next pay day that is known.
    private var payDay: CivilDate? {
        guard let next = context.nextPayDay, next > context.asOf else { return nil }
        let paid = keys.indices.contains { ["get", "gets", "im", "am"].contains(keys[$0]) && key($0 + 1) == "paid" }
        let named = keys.indices.contains { place in
            ["payday", "paydays", "paycheck", "paycheque"].contains(keys[place])
                || keys[place] == "pay" && key(place + 1) == "day"
        }
        return paid || named ? next : nil
    }

    /// `I just did two in May`, `hers are from June`: what has been.
    private func isPast(_ time: TimeExpression) -> Bool {
        let openings = [key(time.tokens.lowerBound - 1), key(time.tokens.lowerBound)]
        guard openings.contains(where: ["in", "from", "since", "of"].contains) else { return false }
        let before = keys[..<time.tokens.lowerBound].suffix(6)
        return !PurchaseTable.words("reader.pasts").isDisjoint(with: before)
    }

    private func ahead(_ time: TimeExpression, _ words: ArraySlice<String>) -> CivilDate? {
        if isPast(time) { return nil }
        let asOf = context.asOf
        if time.whole.end >= asOf { return time.whole.start > asOf ? time.whole.start : nil }
        var start = time.whole.start
        let weekdays = CivilDate.weekdayNames.map { $0.lowercased() }
        if words.contains(where: { word in word.utf8.count > 2 && weekdays.contains { $0.hasPrefix(word) } }) {
            while start < asOf { start = start.adding(days: 7) }
            return start == asOf ? nil : start
        }
        // A day of every year that has been is the next one; a day of a year that was said is over.
        guard !words.contains(where: { $0.utf8.count == 4 && Int($0) != nil }) else { return nil }
        let next = time.holiday == nil ? start.adding(years: 1) : time.shifted(by: 1).start
        return next > asOf ? next : nil
    }
}

extension QuestionReading {
    /// The time that stands after a word, as one to come: `until December`.
    func span(after place: Int, context: UnderstandingContext) -> (start: CivilDate, end: CivilDate)? {
        let times = TimeParser.expressions(in: Array(tokens[(place + 1)...]), context: context.time)
        guard let time = times.first(where: { !$0.isComparison }) else { return nil }
        let (start, end) = (time.whole.start, time.whole.end)
        guard start <= context.asOf, end < context.asOf || time.unit != .day else { return (start, end) }
        let next = time.shifted(by: 1)
        return time.holiday != nil ? (next.start, next.end) : (start.adding(years: 1), end.adding(years: 1))
    }
}
