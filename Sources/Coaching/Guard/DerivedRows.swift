import Ledger

/// Facts of the rows that are listed, as far as a sentence picks some of them out; and of what a part less would save.
extension DerivedFacts {
    private static let adding = summing.union(["twice", "double", "times"])

    /// All listed rows of one merchant, weekday or month together, where no other row of it can be missing.
    mutating func addRows() {
        let rows = base.facts.filter { $0.role == .row && $0.money != nil }
        guard rows.count > 1, rows.count <= 40, let first = rows[0].money,
            rows.allSatisfy({ $0.money?.currency == first.currency })
        else { return }
        if reading.has(DerivedFacts.adding) {
            for name in reading.names.prefix(4) {
                addSum(of: rows.filter { !$0.labels.isDisjoint(with: name.labels) }, nil)
            }
        }
        for kinds in Set(rows.map(\.kinds)) where base.listsAllRows && kinds.count == 1 {
            let alike = rows.filter { $0.kinds == kinds }
            guard alike.count < rows.count else { continue }
            var count = Fact(value: .count(alike.count, .rows), labels: base.subject, kinds: kinds)
            count.needs = kinds == [.refund] ? ["refund", "refunds"] : ["purchase", "purchases", "order", "orders"]
            found.append(count)
        }
        let oldest = rows.compactMap(\.period?.start).min()
        for period in reading.periods {
            if case .weekday(let weekday) = period.form {
                guard base.listsAllRows else { continue }
                addSum(of: rows.filter { $0.period?.start.weekday == weekday }, nil)
                continue
            }
            for meaning in base.days.meanings(of: period.form) ?? [] where meaning.days > 1 {
                guard base.listsAllRows || oldest.map({ $0 < meaning.start }) == true && base.listsNewest else {
                    continue
                }
                addSum(of: rows.filter { $0.period.map { meaning.contains($0.start) } ?? false }, meaning)
            }
        }
    }

    private mutating func addSum(of rows: [Fact], _ period: Period?) {
        guard rows.count > 1, let first = rows[0].money else { return }
        let sum = rows.reduce(Int64(0)) { $0 + ($1.money?.minorUnits ?? 0) * ($1.kinds == [.refund] ? -1 : 1) }
        let labels = rows.dropFirst().reduce(rows[0].labels) { $0.intersection($1.labels) }.union(base.subject)
        found.append(
            Fact(
                value: .money(Money(sum, first.currency)), labels: labels, period: period, role: .group,
                kinds: rows[0].kinds))
        found.append(Fact(value: .count(rows.count, .rows), labels: labels, period: period, kinds: rows[0].kinds))
    }

    /// `30 %, half of the 60 %`
    mutating func addPartsOfPercents() {
        let said = reading.claims.filter { $0.measure == .percent }
        guard said.count == 3, reading.has(["of"]) else { return }
        func known(_ claim: Claim) -> Double? {
            for fact in base.facts where fact.supports(claim) {
                if case .percent(let value) = fact.value { return value }
            }
            return nil
        }
        guard let part = known(said[0]), let whole = known(said[2]), whole > 0 else { return }
        found.append(Fact(value: .percent(part / whole * 100)))
    }

    /// `a quarter less on coffee keeps $19.33`: the part that is said, of each amount that is named.
    mutating func addSavings() {
        guard reading.has(FactBuilder.couldSaveWords.union(["keeps", "keep", "trimming", "cutting"])) else { return }
        let parts = reading.claims.filter { $0.measure == .percent }.map(\.number.value)
        guard parts.count == 1, let part = parts.first, part > 0, part <= 100 else { return }
        for fact in base.facts where fact.role == .group || fact.role == .total {
            guard let money = fact.money, reading.names.contains(where: { !$0.labels.isDisjoint(with: fact.labels) })
            else { continue }
            let saved = Int64((Double(money.minorUnits) * part / 100).rounded())
            for (units, per) in [(saved, fact.per), (saved * 12, .year)] where per != .year || fact.per == .month {
                var saving = Fact(value: .money(Money(units, money.currency)), labels: fact.labels)
                (saving.per, saving.needs) = (per, FactBuilder.couldSaveWords.union(["keeps", "keep"]))
                found.append(saving)
                if reading.has(["halving", "halve"]), reading.claims.contains(where: saving.supports) {
                    found.append(Fact(value: .percent(part), needs: saving.needs))
                }
            }
        }
    }
}
