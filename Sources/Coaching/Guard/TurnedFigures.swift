import Ledger

/// Figures that are right by themselves and turned by the words around them: a ratio that two amounts do not have, a price
/// before a raise, what was left after everything.
extension Verdict {
    func turnedFigures() -> [UnsupportedClaim] {
        wrongRatioOf() ?? wrongPriceBefore() ?? wrongLeftOfAll() ?? wrongPaychecks() ?? wrongKeptOfEvery()
            ?? wrongDaysOfTotal()
            ?? wrongAccountOfAll() ?? []
    }

    private func fault(
        _ range: Range<Int>, _ reason: String, _ kind: UnsupportedClaim.Kind
    ) -> [UnsupportedClaim] {
        [UnsupportedClaim(text: reading.written(range), reason: reason, kind: kind)]
    }

    private static let against: Set<String> = ["against", "versus", "vs", "to", "and", "compared", "with"]

    /// `twice as much as in May: $763.75 against $623.32`
    private func wrongRatioOf() -> [UnsupportedClaim]? {
        let monies = reading.claims.filter(\.isMoney)
        let ratios = reading.claims.filter { $0.measure == .multiple }
        guard monies.count == 2, ratios.count == 1, let ratio = ratios.first, ratio.number.value > 1,
            monies.allSatisfy({ [.exactly, .about].contains($0.relation) && $0.number.value > 0 }),
            reading.key(ratio.tokens.upperBound) == "as", reading.key(ratio.tokens.upperBound + 1) == "much"
        else { return nil }
        let gap = Range.gap(monies[0].tokens, monies[1].tokens)
        guard (1...2).contains(gap.count), gap.allSatisfy({ Verdict.against.contains(reading.key($0)) }) else {
            return nil
        }
        let (x, y) = (monies[0].number.value, monies[1].number.value)
        return ratio.matches(max(x, y) / min(x, y))
            ? nil : fault(ratio.tokens, "is not the ratio of the two amounts", .multiple)
    }

    /// `went up from $15.99 to $19.99`, where the price before it was another.
    private func wrongPriceBefore() -> [UnsupportedClaim]? {
        func prices(_ label: String) -> [Fact] {
            base.facts.filter { fact in
                fact.labels.contains(label) && fact.money != nil && fact.role != .change
                    && reading.names.contains { !$0.labels.isDisjoint(with: fact.labels) }
            }
        }
        let (now, before) = (prices("r:price"), prices("r:before"))
        let monies = reading.claims.filter(\.isMoney)
        guard !now.isEmpty, !before.isEmpty, monies.count == 2 else { return nil }
        let from = monies.first { reading.key($0.tokens.lowerBound - 1) == "from" }
        let to = monies.first { reading.key($0.tokens.lowerBound - 1) == "to" }
        guard let from, let to, now.contains(where: { $0.supports(to) }),
            !before.contains(where: { $0.supports(from) })
        else { return nil }
        return fault(from.tokens, "is not the price before", .money)
    }

    /// `you kept $4,154.89 after everything you spent`, of what only the bills left.
    private func wrongLeftOfAll() -> [UnsupportedClaim]? {
        guard !base.subject.isEmpty else { return nil }
        for index in reading.tokens.indices where reading.key(index) == "after" {
            let next = reading.key(index + 1)
            let isAll =
                next == "everything"
                || next == "all" && ["your", "you", "spending", "of", "my"].contains(reading.key(index + 2))
                    && !reading.has(["bills", "bill"])
            let isNet = reading.claims.contains { claim in
                base.facts.contains { $0.labels.contains("r:net") && $0.money != nil && $0.supports(claim) }
            }
            if isAll, isNet { return fault(index..<index + 2, "is not so: only some of it is taken off", .money) }
        }
        return nil
    }

    /// `six paychecks brought $7,461.17`, where nothing tells that each of what came in was one.
    private func wrongPaychecks() -> [UnsupportedClaim]? {
        let known: Set<String> = ["paycheck", "paychecks", "pay", "salary", "payroll", "wages"]
        guard base.flow == [.income], base.words.isDisjoint(with: known), !base.labels.contains("c:salary") else {
            return nil
        }
        let claim = reading.claims.first { claim in
            claim.isCount && claim.tokens.contains { ["paycheck", "paychecks"].contains(reading.key($0)) }
                || reading.key(claim.tokens.upperBound) == "paychecks"
        }
        return claim.flatMap { fault($0.tokens, "are not known to be pay", .count) }
    }

    /// `of every ten dollars that came in you kept about two`, where the savings rate is 6 %.
    private func wrongKeptOfEvery() -> [UnsupportedClaim]? {
        let numbers = GuardNumbers(tokens: reading.tokens)
        guard let kept = reading.tokens.indices.first(where: { ["kept", "saved", "keep"].contains(reading.key($0)) }),
            let every = reading.tokens.indices.first(where: { reading.key($0) == "every" }), every < kept,
            let all = numbers.number(at: every + 1)?.number.integer, all > 1, all <= 100,
            let part = (kept + 1...kept + 2).lazy.compactMap({ numbers.number(at: $0)?.number.integer }).first,
            part < all
        else { return nil }
        let rates = base.facts.compactMap { fact -> Double? in
            guard case .percent(let rate) = fact.value, fact.kinds.contains(.net),
                [.total, .other].contains(fact.role)
            else {
                return nil
            }
            return rate
        }
        let said = Double(part) / Double(all) * 100
        let isSo = rates.contains { abs($0 - said) <= 60 / Double(all) }
        return rates.isEmpty || isSo ? nil : fault(kept..<kept + 2, "is not the part that was kept", .percent)
    }

    /// `in October you bought twice, for $71.62`, of September.
    private func wrongDaysOfTotal() -> [UnsupportedClaim]? {
        guard reading.periods.count == 1, let period = reading.periods.first, case .month = period.form,
            period.tokens.lowerBound == 1, reading.key(0) == "in",
            let position = reading.claims.firstIndex(where: \.isMoney),
            reading.claims.count(where: \.isMoney) == 1,
            let meanings = base.days.meanings(of: period.form), !meanings.isEmpty
        else { return nil }
        let known = base.facts.filter { $0.money != nil && $0.supports(reading.claims[position]) }
        let isOpen = known.contains { fact in
            fact.period.map { own in meanings.contains { base.days.fits(own, said: $0) } } ?? true
        }
        return isOpen || !known.contains { $0.role == .total }
            ? nil : fault(period.tokens, "is not the time of it", .date)
    }

    /// `all of them went on the Cashback Card`, where some did not.
    private func wrongAccountOfAll() -> [UnsupportedClaim]? {
        guard let name = reading.names.last(where: { !$0.labels.isDisjoint(with: base.accounts) }), !name.isLeftOut,
            let all = reading.tokens.indices.first(where: { ["all", "both", "everything"].contains(reading.key($0)) }),
            all < name.tokens.lowerBound, !["in", "not", "nearly", "almost"].contains(reading.key(all - 1)),
            (name.tokens.lowerBound - 3..<name.tokens.lowerBound).contains(where: {
                ["on", "to", "with", "over"].contains(reading.key($0))
            })
        else { return nil }
        let others = reading.names.filter { $0.tokens != name.tokens && !$0.isLeftOut }
        let rows = base.facts.filter { fact in
            fact.role == .row && fact.money != nil
                && others.allSatisfy { !$0.labels.isDisjoint(with: fact.labels) }
        }
        let isWrong = rows.contains { $0.labels.isDisjoint(with: name.labels) }
        return isWrong ? fault(all..<name.tokens.upperBound, "is not so of all", .name) : nil
    }
}
