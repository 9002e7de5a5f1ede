import Ledger

/// What a plan, a discount or company makes of a price.
extension PurchaseSlots {
    /// The same of a price that is more than any reckoning.
    func beyondReckoning(_ currency: Currency) -> PurchaseSlots {
        var slots = self
        (slots.amount, slots.prices, slots.instalments, slots.notes) = (Money(.max, currency), 1, nil, [])
        return slots
    }

    /// Takes over payments that were said with their amount, and what is paid besides.
    ///
    /// - Parameter list: another price, which is either that of the thing or is paid at once.
    mutating func take(
        _ plan: Instalments, _ price: AmountExpression, list: AmountExpression?, reading: PurchaseReader
    ) {
        var plan = plan
        plan.down = reading.down
        let currency = price.currency
        let rate = PurchaseTerms(reading.reading).rate
        func text(_ cents: Int64) -> String { Money(cents, currency).text }
        if let list, list.currency == currency {
            let whole = list.upper ?? list.amount
            if reading.joins(list, price), !plan.paysOff(whole) {
                plan.down = PurchaseReader.sum(plan.down, whole)
            } else if reading.isOfAYear(list) {
                // "146 a month, or 1,490 for the year": the months are looked at.
                notes.append("looked at \(text(plan.cents)) each time, not at \(text(whole)) for the year")
            } else if plan.count == nil, whole > plan.down, plan.cents > 0, whole / 3 >= plan.cents {
                payOff(whole, with: &plan, at: rate, text)
            } else if plan.count != nil, plan.wholeCost != whole {
                notes.append(difference(plan.wholeCost, whole, text))
            }
        }
        plan.down = PurchaseReader.sum(plan.down, reading.extra)
        if plan.down > 0 { notes.append("counted \(text(plan.down)) paid up front") }
        instalments = plan
        amount = Money(plan.wholeCost, currency)
        prices = 1
        if list == nil, let rate, let note = interest(of: plan, at: rate) { notes.append(note) }
        share(among: PurchaseTerms(reading.reading))
    }

    /// How many payments pay off a price, with its interest where a rate was said.
    private mutating func payOff(
        _ whole: Int64, with plan: inout Instalments, at rate: PurchaseTerms.Rate?, _ text: (Int64) -> String
    ) {
        let loan = whole - plan.down
        guard let rate else {
            plan.count = Int(min((loan + plan.cents - 1) / plan.cents, 480))
            notes.append("assumed \(text(whole)) is paid off in \(plan.count ?? 0) payments")
            return
        }
        let annuity = Annuity(yearly: rate.yearly, every: plan.every)
        plan.count = annuity.payments(of: plan.cents, for: loan) ?? 480
        notes.append(
            annuity.payments(of: plan.cents, for: loan) == nil
                ? "at \(rate.words) \(text(plan.cents)) each time would never pay it off: the interest of the first is "
                    + "\(text(annuity.interest(on: loan)))"
                : "assumed \(text(whole)) is paid off in \(plan.count ?? 0) payments with its interest at "
                    + rate.words)
    }

    /// `the payments come to $36,000.00, $6,000.00 more than the price of $30,000.00`.
    private func difference(_ paid: Int64, _ price: Int64, _ text: (Int64) -> String) -> String {
        let start = "the payments come to \(text(paid))"
        let more = paid > price
        return start + ", \(text(more ? paid - price : price - paid)) \(more ? "more" : "less") than the price of "
            + "\(text(price))"
    }

    /// Applies what is said around a price: a discount, what is on top, company, a plan, a part paid down.
    mutating func pay(sharing isShared: Bool = true, down said: Int64, extra: Int64 = 0, by terms: PurchaseTerms) {
        reduce(by: terms)
        if let percent = terms.percentOnTop, let before = amount {
            add(roundedQuotient(before.minorUnits, times: Int64(percent), by: 100))
        }
        add(extra)
        if isShared { share(among: terms) }
        guard let whole = amount else { return }
        func text(_ cents: Int64) -> String { Money(cents, whole.currency).text }
        var down = said
        if let part = terms.partDown {
            down = PurchaseReader.sum(down, roundedQuotient(whole.minorUnits, times: part.share, by: part.of))
            if terms.plan != nil { notes.append("counted \(text(down)) of \(text(whole.minorUnits)) paid up front") }
        }
        if down >= whole.minorUnits, terms.partDown == nil, !terms.keys.contains("rent"),
            terms.keys.contains("deposit")
        {
            // "hall deposit $750, the dress is 620"
            amount?.minorUnits = PurchaseReader.sum(whole.minorUnits, down)
            notes.append("added \(text(down)) to \(whole.text): \(amount?.text ?? "")")
            return
        }
        let rest = whole.minorUnits - down
        if let plan = terms.plan, rest > 0 {
            var (each, interest) = ((rest + Int64(plan.count) - 1) / Int64(plan.count), "")
            if let rate = terms.rate { (each, interest) = financed(rest, plan, at: rate) }
            instalments = Instalments(cents: each, count: plan.count, every: plan.every, down: down)
            amount = Money(PurchaseReader.sum(down, each * Int64(plan.count)), whole.currency)
            notes.append("read as \(plan.count) \(plan.rhythm) of \(text(each))\(interest)")
        } else if down > 0, rest > 0 {
            notes.append(
                "counted the whole \(whole.text) as paid up front: how the \(text(rest)) after \(text(down)) down is paid "
                    + "was not said")
        }
    }

    /// Only what is paid down is known: that is looked at.
    mutating func payDown(_ down: Money) {
        (amount, prices) = (down, 1)
        notes.append("looked at the \(down.text) you'd put down; the payments after it weren't said")
    }

    /// Puts shipping, a fee or a tip on top.
    private mutating func add(_ extra: Int64) {
        guard extra > 0, let before = amount else { return }
        amount?.minorUnits = PurchaseReader.sum(before.minorUnits, extra)
        notes.append("added \(Money(extra, before.currency).text) to \(before.text): \(amount?.text ?? "")")
    }

    /// What a line that names no price makes of the one that is known.
    mutating func apply(_ terms: PurchaseTerms, down: Int64, to known: PurchaseSlots) {
        guard let before = known.amount else { return }
        if var plan = known.instalments, let months = terms.months, case .months(let step) = plan.every {
            plan.count = max(1, months / step)
            (instalments, amount, prices) = (plan, Money(plan.wholeCost, before.currency), 1)
            return
        }
        guard !terms.isEmpty || down > 0 else { return }
        amount = before
        prices = 1
        pay(down: down, by: terms)
    }

    /// Takes off what a coupon, a discount or an old thing given back is worth.
    mutating func reduce(by cents: Int64) {
        guard cents > 0, let before = amount, cents < before.minorUnits else { return }
        amount?.minorUnits -= cents
        notes.append("took \(Money(cents, before.currency).text) off \(before.text): \(amount?.text ?? "")")
    }

    private mutating func reduce(by terms: PurchaseTerms) {
        guard let percent = terms.percentOff, !terms.isAfterPercent, let before = amount else { return }
        let off = roundedQuotient(before.minorUnits, times: Int64(percent), by: 100)
        amount?.minorUnits -= off
        notes.append("took \(percent)% off \(before.text): \(amount?.text ?? "")")
    }

    /// One's own part of what is shared, rounded up.
    private mutating func share(among terms: PurchaseTerms) {
        guard let shares = terms.shares, let before = amount else { return }
        guard shares > 0 else {
            notes.append("counted all of \(before.text): you didn't say how many ways it's split")
            return
        }
        func part(_ cents: Int64) -> Int64 { (cents + Int64(shares) - 1) / Int64(shares) }
        amount?.minorUnits = part(before.minorUnits)
        if var plan = instalments {
            (plan.cents, plan.down) = (part(plan.cents), part(plan.down))
            instalments = plan
            amount?.minorUnits = plan.wholeCost
        }
        let fraction = shares == 2 ? "half" : "one of \(shares) parts"
        notes.append("counted your part, \(fraction) of \(before.text): \(amount?.text ?? "")")
    }
}

extension Instalments {
    /// Whether a sum beside the payments is what they pay off, and not paid besides: a car's price and its monthly payment.
    fileprivate func paysOff(_ whole: Int64) -> Bool {
        guard whole >= 3_000_00 else { return false }
        return count == nil ? whole / 30 >= cents : (wholeCost / 2...wholeCost + wholeCost / 3).contains(whole)
    }
}
