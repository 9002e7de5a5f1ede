import Advice
import Ledger

/// Facts that follow from an evidence whatever a sentence is about: counts, lengths, changes and parts of income.
extension FactBuilder {
    /// What rows of the whole answer are: with refunds among them they are no purchases.
    var kindsOfRows: Set<MoneyKind> {
        let purchases = evidence.figures(named: "purchases").first?.rows
        return flow == [.spending] && purchases.map { $0 != evidence.matched } == true ? [.refund] : flow
    }

    mutating func addCounts() {
        let labels = subject
        base.add(
            Fact(
                value: .count(evidence.matched, .rows), labels: labels, period: query.period ?? allTime, role: .total,
                kinds: kindsOfRows)
        )
        if evidence.transactions.count > 1 {
            base.facts.append(Fact(value: .count(evidence.transactions.count, .either), labels: ["r:listed"]))
        }
        if evidence.isOfPurchase {
            addLengths(of: Period(base.asOf, base.asOf.adding(days: CashOutlook.lookAhead - 1)))
        }
        if query.limit > 1 { base.facts.append(Fact(value: .count(query.limit, .things))) }
        for money in evidence.pending {
            base.add(
                Fact(
                    value: .money(money.magnitude), labels: labels.union(["r:pending"]), period: query.period,
                    kinds: flow))
        }
        for period in [query.period, query.comparison, evidence.coverage].compactMap({ $0 }) { addLengths(of: period) }
        if evidence.matched == 0, evidence.figures.isEmpty {
            base.add(
                Fact(value: .money(Money(0, .usd)), labels: labels, period: query.period, role: .total, kinds: flow))
        }
    }

    /// What follows from pairs of figures whatever a sentence is about: changes, exactly, and parts of income.
    mutating func addRatios() {
        for before in base.facts where before.role == .previous && before.money != nil {
            let now = present(before)
            guard let then = before.money?.minorUnits, let units = now?.money, then > 0, units.minorUnits > 0 else {
                continue
            }
            var change = before
            (change.role, change.otherPeriod) = (.change, before.period)
            change.period = before.labels.contains("r:usual") ? nil : now?.period
            let ratio = Double(units.minorUnits) / Double(then)
            var part = change
            (part.role, part.whole, part.period, part.kinds) = (
                .other, .other(["p:before"]), change.period, before.kinds
            )
            part.value = .percent(ratio * 100)
            part.needs = ["of"]
            base.add(part)
            for value in [
                Fact.Value.money(Money(units.minorUnits - then, units.currency)), .percent((ratio - 1) * 100),
                .multiple(ratio), .multiple(1 / ratio),
            ] {
                change.value = value
                change.whole = .before
                base.add(change)
            }
        }
        func rows(_ role: Fact.Role) -> Int? {
            for fact in base.facts where fact.role == role {
                if case .count(let count, .rows) = fact.value { return count }
            }
            return nil
        }
        if let now = rows(.total), let before = rows(.previous) {
            var change = Fact(value: .count(abs(now - before), .rows), labels: subject, role: .change)
            change.needs = FactBuilder.differing
            base.facts.append(change)
            if now > 0, before > 0 {
                change.needs = FactBuilder.frequency
                for ratio in [Double(now) / Double(before), Double(before) / Double(now)] {
                    change.value = .multiple(ratio)
                    base.facts.append(change)
                }
            }
        }
        for currency in Set(base.facts.compactMap { $0.money?.currency }) {
            func amount(_ name: String) -> Int64? {
                evidence.figures(named: name).compactMap(\.money).first { $0.currency == currency }?.minorUnits
            }
            if let income = amount("usual_income"), let net = amount("usual_net"), income > 0 {
                base.add(
                    Fact(
                        value: .percent(Double(net) / Double(income) * 100), labels: ["r:net", "r:usual"], per: .month,
                        kinds: [.net], whole: .all(.income, []), needs: FactBuilder.usualWords))
            }
            guard let income = amount("income"), let spending = amount("spending"), income > 0 else { continue }
            let part = Double(spending) / Double(income) * 100
            base.add(
                Fact(
                    value: .percent(part), labels: ["r:spending", "r:income"], period: query.period,
                    kinds: [.spending], whole: .all(.income, [])))
        }
    }

    /// All days that something is known of, where those were asked about.
    private var allTime: Period? {
        evidence.figures.contains { $0.label.hasSuffix("all time") } ? evidence.coverage : nil
    }

    /// What an amount of before, or a usual one, has become.
    private func present(_ before: Fact) -> Fact? {
        let own = before.labels.subtracting(["r:usual", "r:before"])
        let candidates = base.facts.filter { fact in
            fact.money?.currency == before.money?.currency && fact.role != .previous && fact.role != .change
                && fact.role != .row
        }
        if let same = candidates.first(where: { $0.labels.subtracting(base.accounts.union(["r:price"])) == own }) {
            return same
        }
        guard !own.contains(where: { $0.hasPrefix("r:") }) else { return nil }
        return candidates.first { fact in
            fact.role != .group && fact.labels.filter { !$0.hasPrefix("r:") } == own
        }
    }

    private mutating func addLengths(of period: Period) {
        func add(_ count: Int, _ noun: Claim.Noun) { base.facts.append(Fact(value: .count(count, noun))) }
        add(period.days, .days)
        if period.days % 7 == 0 { add(period.days / 7, .weeks) }
        let months = period.end.monthNumber - period.start.monthNumber + 1
        if period.start.day == 1 { add(months, .months) }
        if period.start.day == 1, months % 12 == 0 { add(months / 12, .years) }
        let year = period.start.adding(years: 1)
        if period.end.adding(days: 1) == year { add(1, .years) }
    }
}
