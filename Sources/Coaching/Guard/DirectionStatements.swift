import Ledger

/// Directions that a sentence states by itself: from one amount to another, overspent, unchanged.
extension DirectionCheck {
    /// `fell from $702 to $671`: the two amounts tell the way themselves.
    ///
    /// - Returns: what is wrong, and the word that was judged by it.
    func fromTo() -> (faults: [UnsupportedClaim], judged: Int?) {
        let monies = reading.claims.filter(\.isMoney)
        let percents = reading.claims.filter { $0.measure == .percent }
        for (first, second) in zip(monies, monies.dropFirst()) + Array(zip(percents, percents.dropFirst())) {
            let isFrom =
                reading.key(first.tokens.lowerBound - 1) == "from"
                && Range.gap(first.tokens, second.tokens).contains { reading.key($0) == "to" }
            let isBetween =
                (max(0, first.tokens.lowerBound - 4)..<first.tokens.lowerBound).contains {
                    reading.key($0) == "between"
                }
                && Range.gap(first.tokens, second.tokens).contains { reading.key($0) == "and" }
                && !reading.has(["difference", "gap"])
            // `$15.88, up from $14.98`
            let isBack =
                reading.key(second.tokens.lowerBound - 1) == "from"
                && second.tokens.lowerBound - first.tokens.upperBound <= 4
            if isFrom || isBack, let fault = isBack ? turned(second, first) : turned(first, second) {
                return ([fault], nil)
            }
            let word = first.tokens.lowerBound - 2
            if isBack, reading.key(word + 1) == "to" {
                if let fault = reachedFault(at: word, first, second) { return ([fault], nil) }
                if direction(at: word) != nil { return ([], word) }
            }
            // `6.0 % of your income, down from 13.6 %`
            let back = second.tokens.lowerBound - 2
            if reading.key(back + 1) == "from", second.tokens.lowerBound - first.tokens.upperBound <= 8, !isFrom,
                ["up", "down"].contains(reading.key(back))
            {
                let fault = reachedFault(at: back, first, second)
                return (fault.map { [$0] } ?? [], back)
            }
            guard isFrom || isBetween else { continue }
            for index in stride(from: first.tokens.lowerBound - 2, through: max(0, first.tokens.lowerBound - 8), by: -1)
            {
                guard let direction = direction(at: index) else { continue }
                let difference = second.number.value - first.number.value
                let fault = mismatch(index, direction, difference > 0 ? 1 : difference < 0 ? -1 : 0)
                return (fault.map { [$0] } ?? [], index)
            }
        }
        return ([], nil)
    }

    /// `down to $252.94 from $647.97`
    private func reachedFault(at index: Int, _ now: Claim, _ before: Claim) -> UnsupportedClaim? {
        let word = reading.key(index)
        let direction = DirectionCheck.up.contains(word) ? 1 : DirectionCheck.down.contains(word) ? -1 : 0
        let difference = now.number.value - before.number.value
        return direction == 0 ? nil : mismatch(index, direction, difference > 0 ? 1 : difference < 0 ? -1 : 0)
    }

    /// `went from $20 to $18`, where 20 is what it is now.
    private func turned(_ first: Claim, _ second: Claim) -> UnsupportedClaim? {
        func roles(_ claim: Claim) -> Set<Fact.Role> {
            let position = reading.claims.firstIndex { $0.tokens == claim.tokens }
            return Set(position.map { facts[$0].map(\.role) } ?? [])
        }
        if base.isPurchase, isLowestWith(first), !isLowestWith(second), isOfBalance(second) {
            return turnedFault(first, second)
        }
        var (from, to) = (roles(first), roles(second))
        // `from Q1 to Q2`, where the first of them was asked about and the second is what it is held against.
        if let main = base.days.main, let other = base.days.comparison, main.end < other.start { swap(&from, &to) }
        let ends = (days(first), days(second))
        if !ends.0.isEmpty, !ends.1.isEmpty, ends.0.allSatisfy({ start in ends.1.allSatisfy { $0 < start } }) {
            return turnedFault(first, second)
        }
        guard !from.isEmpty, !from.contains(.previous), to.contains(.previous), !to.contains(.total) else { return nil }
        return turnedFault(first, second)
    }

    /// The lowest balance with what was asked about bought.
    private func isLowestWith(_ claim: Claim) -> Bool { known(claim).contains { $0.labels.contains("r:lowat") } }

    private func isOfBalance(_ claim: Claim) -> Bool { known(claim).contains { $0.kinds.contains(.balance) } }

    private func known(_ claim: Claim) -> [Fact] { base.facts.filter { $0.money != nil && $0.supports(claim) } }

    /// The days that an amount may be of, where it is one of several that follow one another.
    private func days(_ claim: Claim) -> [CivilDate] {
        guard let position = reading.claims.firstIndex(where: { $0.tokens == claim.tokens }) else { return [] }
        let facts = facts[position].filter { $0.role == .group && $0.labels.isEmpty }
        return facts.compactMap(\.period?.start)
    }

    private func turnedFault(_ first: Claim, _ second: Claim) -> UnsupportedClaim {
        let whole =
            min(
                first.tokens.lowerBound, second.tokens.lowerBound)..<max(
                first.tokens.upperBound, second.tokens.upperBound)
        return UnsupportedClaim(text: reading.written(whole), reason: "is the wrong way round", kind: .direction)
    }

    private static let short: Set<String> = ["overspent", "overspend", "overspending", "deficit", "shortfall"]
    private static let ahead: Set<String> = ["surplus"]

    /// `you overspent`, `a deficit`, `in the black`, against what came in less what went out.
    func balance() -> [UnsupportedClaim] {
        for index in reading.tokens.indices {
            let word = reading.key(index)
            let color = reading.key(index - 1) == "the" && reading.key(index - 2) == "in" ? word : ""
            let isShort = DirectionCheck.short.contains(word) || color == "red"
            let isAhead = DirectionCheck.ahead.contains(word) || color == "black"
            let isNegated = (max(0, index - 3)..<index).map(reading.key).contains(
                where: DirectionCheck.negations.contains)
            guard isShort || isAhead, !isNegated, let net = amount(of: "r:net", at: index), net.minorUnits != 0 else {
                continue
            }
            if isShort == (net.minorUnits > 0) {
                return [
                    UnsupportedClaim(
                        text: reading.written(index..<index + 1), reason: "is not so: \(net.text) was left",
                        kind: .direction)
                ]
            }
        }
        return []
    }

    /// `unchanged`, `about the same as`.
    func sameness(_ change: Change) -> [UnsupportedClaim] {
        let distance = abs(change.now - change.before)
        guard distance * 50 > change.before else { return [] }
        for index in reading.tokens.indices {
            let isSame =
                ChangeWords.isSteady(
                    reading.key(index), after: reading.key(index - 1), before: reading.key(index + 1))
                || reading.key(index) == "same" && ["as", "amount"].contains(reading.key(index + 1))
                    && reading.key(index - 2) != "over"
            let isNegated = (max(0, index - 3)..<index).map(reading.key).contains(
                where: DirectionCheck.negations.contains)
            if isSame, !isNegated {
                return [
                    UnsupportedClaim(
                        text: reading.written(index..<index + 1), reason: "is not so: it changed", kind: .direction)
                ]
            }
        }
        return []
    }
}
