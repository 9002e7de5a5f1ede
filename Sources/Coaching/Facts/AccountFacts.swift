import Ledger
import Retrieval

extension BalanceSheet {
    /// What the accounts hold: all money together first where there are several.
    func facts(isNamed: Bool) -> [Fact] {
        let day = Period(day, day)
        let owesOnly = balances.allSatisfy { $0.account.type.isLiability }
        var facts: [Fact] = []
        if balances.count > 1 {
            facts += sums { isNamed || owesOnly || $0.account.type.isDeposit }.map {
                Fact(.balance, .household, .money($0), in: day, isAsked: true, key: "all")
            }
        }
        facts += balances.map {
            Fact(.balance, .account($0.account.name), .money($0.amount), in: Period($0.day, $0.day), isAsked: true)
        }
        return facts
            + sums { $0.account.type.isLiability }.map {
                Fact(.liabilities, .household, .money(-$0), in: day, key: "owed")
            }
    }
}

extension NetWorthReport {
    /// What there is and owed, and how it changed; of some accounts what they hold instead.
    func facts(of ask: BalanceAsk) -> [Fact] {
        guard ask.topic == .netWorth || ask.topic == .assets else { return movement }
        let day = Period(sheet.day, sheet.day)
        let before = Period(earlier.day, earlier.day)
        let comparable = Set(earlier.balances.map(\.account.id))
        return sheet.currencies.flatMap { currency -> [Fact] in
            let own = sheet.balances.filter { $0.amount.currency == currency }
            let owed = own.filter { AssetKind($0) == .liabilities }.reduce(0) { $0 - $1.amount.minorUnits }
            let all = own.reduce(0) { $0 + $1.amount.minorUnits }
            func fact(_ role: Fact.Role, _ units: Int64, isAsked: Bool = false) -> Fact {
                Fact(role, .household, .money(Money(units, currency)), in: day, isAsked: isAsked)
            }
            var facts = [
                fact(.netWorth, all, isAsked: ask.topic == .netWorth),
                fact(.assets, all + owed, isAsked: ask.topic == .assets),
            ]
            if owed != 0 {
                facts.append(fact(.liabilities, owed))
            } else if ask.topic == .netWorth {
                facts.append(Fact(.caution, "debts aren't included", in: day, key: "debts"))
            }
            let then = earlier.sums { _ in true }.first { $0.currency == currency }
            let now = sheet.sums { comparable.contains($0.account.id) }.first { $0.currency == currency }
            if let then, let now {
                let difference = now.minorUnits - then.minorUnits
                facts.append(
                    Fact(
                        .change, .household, .money(Money(difference, currency)), in: day,
                        percent: then.minorUnits > 0 ? Double(difference) / Double(then.minorUnits) * 100 : nil,
                        other: .init(period: before, value: .money(then)), isAsked: true, key: "change"))
            }
            return facts
                + own.map {
                    Fact(.balance, .account($0.account.name), .money($0.amount), in: Period($0.day, $0.day))
                }
        }
    }

    /// How what each of the accounts holds moved.
    private var movement: [Fact] {
        sheet.balances.compactMap { now in
            guard let then = earlier.balances.first(where: { $0.account.id == now.account.id })?.amount else {
                return nil
            }
            let step = Money(now.amount.minorUnits - then.minorUnits, then.currency)
            let name = now.account.name
            let words: Phrase =
                step.minorUnits == 0
                ? "\(name) holds \(now.amount), the same as on \(earlier.day.monthAndDay)"
                : "\(name) went \(step.minorUnits > 0 ? "up" : "down") by \(step.magnitude) since \(earlier.day.monthAndDay), to \(now.amount)"
            return Fact(.statement, words, in: Period(sheet.day, sheet.day), isAsked: true, key: "moved")
        }
    }
}

extension ForecastReport {
    /// What is safe to spend, the lowest days, and what comes in and goes out until then.
    ///
    /// - Parameter topic: which of them was asked.
    func facts(asOf: CivilDate, of topic: ForecastAsk.Topic) -> [Fact] {
        var facts = facts(asOf: asOf)
        // What is safe for some days alone is only told to who asks for it, with what keeps the later ones safe.
        if topic != .safe, facts.contains(where: { $0.role == .caution }) {
            facts.removeAll { $0.role == .caution || $0.role == .safeToSpend }
        }
        let asked: Set<String> =
            switch topic {
            case .safe: ["safe"]
            case .balance: ["then"]
            case .lowest: ["low"]
            case .lasting, .shortfall: ["low", "lasts", "short"]
            case .spending: ["spending"]
            case .income: ["pay"]
            }
        let hasAsked = facts.contains { asked.contains($0.key) }
        return facts.map { fact in
            var fact = fact
            if hasAsked { fact.isAsked = asked.contains(fact.key) }
            if fact.role == .statement { fact.basis.isEstimate = true }
            return fact
        }
    }

    private func facts(asOf: CivilDate) -> [Fact] {
        guard let forecast else { return [] }
        let input = forecast.input
        let currency = input.balance.currency
        let pool: Fact.Subject = self.pool.count == 1 ? .account(self.pool[0].account.name) : .household
        func day(_ date: CivilDate) -> Period { Period(date, date) }
        let estimate = Fact.Basis(isEstimate: true)
        func payments(through day: CivilDate) -> Fact.Basis { Fact.Basis(isEstimate: true, through: day) }
        var facts = [
            Fact(
                .safeToSpend, pool, .money(forecast.safeToSpend(through: until)), in: Period(asOf, until),
                basis: payments(through: until), isAsked: true, key: "safe")
        ]
        let later = forecast.safeToSpend(through: input.end)
        if later.minorUnits < forecast.safeToSpend(through: until).minorUnits {
            let words: Phrase = "to stay safe through \(input.end.monthAndDay), spend no more than \(later)"
            facts.append(Fact(.caution, words, in: Period(asOf, input.end), key: "keep"))
        }
        let lowest = forecast.lowest(through: until)
        facts.append(
            Fact(
                .lowest, pool, .money(lowest.balance), in: day(lowest.date), other: .init(period: Period(asOf, until)),
                basis: payments(through: lowest.date), isAsked: true, key: "low")
        )
        facts.append(Fact(.balance, pool, .money(forecast.days[0].balance), in: day(asOf), key: "now"))
        if let pay = input.nextPay {
            let income = input.flows.filter { $0.date == pay && $0.kind == .income }
            let sum = Money(income.reduce(0) { $0 + $1.amount.minorUnits }, currency)
            facts.append(Fact(.pay, .household, .money(sum), in: day(pay), basis: estimate, key: "pay"))
        }
        let due = forecast.flows(after: asOf, through: until).filter { $0.amount.minorUnits < 0 }
        if !due.isEmpty {
            let sum = Money(due.reduce(0) { $0 - $1.amount.minorUnits }, currency)
            facts.append(Fact(.bills, .household, .money(sum), in: Period(asOf, until), basis: estimate, key: "bills"))
        }
        facts += due.sorted { $0.amount.minorUnits < $1.amount.minorUnits }.prefix(3).map {
            Fact(.due, .stream($0.name), .money($0.amount.magnitude), in: day($0.date), basis: estimate)
        }
        if let last = projected {
            let pool = self.pool.count == 1 ? " in " + self.pool[0].account.name : ""
            let base = last.date > asOf ? ", going by your usual income, bills, and spending" : ""
            let words: Phrase = "on \(last.date.monthAndDay) there should be about \(last.balance)\(pool)\(base)"
            var then = Fact(.statement, words, in: day(last.date), isAsked: evidence.query.period != nil, key: "then")
            then.basis.through = last.date
            facts.append(then)
        }
        if let spending, let period = evidence.query.period, period.days > 1 {
            let sum = Money(spending.soFar.minorUnits + spending.ahead.minorUnits, currency)
            let words: Phrase =
                "spending should come to about \(sum) by \(period.end.monthAndDay), including \(spending.soFar) so far"
            facts.append(Fact(.statement, words, about: .spending, in: period, isAsked: true, key: "spending"))
        }
        if forecast.firstShortfall == nil {
            let words: Phrase = "the balance should stay above zero through \(input.end.monthAndDay)"
            facts.append(Fact(.statement, words, in: Period(asOf, input.end), isAsked: true, key: "lasts"))
        }
        if let short = forecast.firstShortfall {
            let words: Phrase = "on \(short.date.monthAndDay) the balance would fall below zero"
            var fact = Fact(.statement, words, in: day(short.date), isAsked: true, key: "short")
            fact.isBad = true
            facts.append(fact)
        }
        return facts
    }
}
