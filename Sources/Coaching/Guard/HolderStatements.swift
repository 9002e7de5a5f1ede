import Ledger

/// Whose a balance is said to be, and whether it is said that there is none.
extension Verdict {
    /// What an amount is said to lie in.
    private enum Holder: Equatable {
        case netWorth
        /// An account by its name, as labels.
        case account(Set<String>)
        /// An account by its kind: `savings`.
        case kind(String)
    }

    private typealias SaidHolder = (holder: Holder, tokens: Range<Int>)

    private static let accountKinds: Set<String> = ["checking", "savings", "card", "cards", "account"]

    /// `your net worth is $9,273.23`, `in savings you have $9,273.23`, where that is what another account holds.
    func wrongHolder() -> [UnsupportedClaim] {
        let held = base.facts.filter(\.isOfAccount)
        guard !held.isEmpty else { return [] }
        let said = holders(held)
        guard !said.isEmpty else { return [] }
        for (position, claim) in reading.claims.enumerated() where claim.isMoney {
            // `79 % of your $44,272.84 is in savings`
            let isWhole =
                position > 0 && reading.claims[position - 1].measure == .percent
                && reading.key(reading.claims[position - 1].tokens.upperBound) == "of"
            if isWhole { continue }
            guard let own = holder(of: claim, said) else { continue }
            let fitting = base.facts.filter { $0.money != nil && $0.supports(claim) }
            let isOther = fitting.contains { $0.isOfAccount || $0.isNetWorth }
            if isOther, !fitting.contains(where: { isOf($0, own, held) }) {
                return [
                    UnsupportedClaim(
                        text: reading.written(claim.tokens), reason: "is what another account holds", kind: .money)
                ]
            }
        }
        return sameOfAnother(said)
    }

    /// `your savings account holds the same`
    private func sameOfAnother(_ said: [SaidHolder]) -> [UnsupportedClaim] {
        guard said.count > 1, !reading.claims.isEmpty,
            let index = reading.tokens.indices.first(where: { index in
                reading.key(index) == "same" && ["holds", "has", "the"].contains(reading.key(index - 1))
                    && ["holds", "has", "contains"].contains(reading.key(index - 2))
            }), !base.composed.contains(where: { $0.contains("the same") })
        else { return [] }
        return [UnsupportedClaim(text: reading.written(index..<index + 1), reason: "is not known", kind: .money)]
    }

    private func holders(_ held: [Fact]) -> [SaidHolder] {
        var said: [SaidHolder] = []
        for name in reading.names where !name.isLeftOut {
            let isKnown = held.contains { !$0.labels.isDisjoint(with: name.labels) }
            let isNamedSo = Verdict.accountKinds.contains(reading.key(name.tokens.upperBound - 1))
            if isKnown || isNamedSo { said.append((.account(name.labels), name.tokens)) }
        }
        for index in reading.tokens.indices where !reading.names.contains(where: { $0.tokens.contains(index) }) {
            let (word, next) = (reading.key(index), reading.key(index + 1))
            if word == "net", next == "worth" { said.append((.netWorth, index..<index + 2)) }
            let isPlace =
                ["in", "your", "my", "the", "credit"].contains(reading.key(index - 1))
                && !["rate", "goal", "rates", "money"].contains(next)
            guard isPlace, ["savings", "checking", "card"].contains(word) else { continue }
            said.append((.kind(word), index..<index + 1))
        }
        return said.sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
    }

    /// What stands behind an amount with `in` is where it lies; else what was named last before it.
    private func holder(of claim: Claim, _ said: [SaidHolder]) -> Holder? {
        let end = claim.tokens.upperBound
        let others = reading.claims.filter { $0.isMoney && $0.tokens != claim.tokens }
        func isBetween(_ range: Range<Int>) -> Bool { others.contains { range.contains($0.tokens.lowerBound) } }
        // `in A ($40) and B ($50)`
        func isJoint(_ index: Int) -> Bool {
            ["and", ",", "your", "account", "or"].contains(reading.key(index))
                || reading.claims.contains { $0.tokens.contains(index) && reading.key($0.tokens.upperBound) == ")" }
                || ["(", ")"].contains(reading.key(index))
        }
        func isJoined(_ holder: SaidHolder) -> Bool {
            said.contains { other in
                other.tokens != holder.tokens
                    && (other.tokens.upperBound <= holder.tokens.lowerBound
                        ? Range.gap(other.tokens, holder.tokens) : Range.gap(holder.tokens, other.tokens))
                        .allSatisfy { isJoint($0) }
            } || reading.key(holder.tokens.lowerBound - 1) == "and"
        }
        let behind = said.first { holder in
            holder.tokens.lowerBound >= end && holder.tokens.lowerBound <= end + 4
                && !isBetween(end..<holder.tokens.lowerBound)
                && (end..<holder.tokens.lowerBound).contains { ["in", "on"].contains(reading.key($0)) }
                && !(end..<holder.tokens.lowerBound).contains { [",", ";"].contains(reading.key($0)) }
        }
        let start = claim.tokens.lowerBound
        let before = said.last { holder in
            holder.tokens.upperBound <= start && !isBetween(holder.tokens.upperBound..<start)
                && (holder.tokens.upperBound..<start).allSatisfy { index in
                    !Verdict.parting.contains(reading.key(index))
                        || reading.key(index) == "of" && reading.key(index - 1) == "balance"
                }
        }
        return (behind ?? before).flatMap { isJoined($0) ? nil : $0.holder }
    }

    private static let parting: Set<String> = [",", ";", "(", ")", "from", "than", "without", "and", "but", "of", "by"]

    private func isOf(_ fact: Fact, _ holder: Holder, _ held: [Fact]) -> Bool {
        let accounts = Set(held.flatMap { fact in fact.labels.filter { $0.hasPrefix("n:") } })
        // A forecast of the only account there is.
        let isOpen = !fact.isNetWorth && fact.labels.allSatisfy { $0.hasPrefix("r:") } && accounts.count == 1
        switch holder {
        case .netWorth: return fact.isNetWorth
        case .account(let labels):
            return !fact.labels.isDisjoint(with: labels) || isOpen && !accounts.isDisjoint(with: labels)
        case .kind(let word):
            func isOfKind(_ label: String) -> Bool { label.hasPrefix("n:") && label.contains(word.prefix(6)) }
            return fact.labels.contains(where: isOfKind) || isOpen && accounts.contains(where: isOfKind)
        }
    }

    // MARK: Nothing

    /// `nothing is safe to spend`, `you saved nothing`, where there is something.
    func wrongNothing() -> [UnsupportedClaim] {
        func least(_ label: String) -> Int64 {
            base.facts.filter {
                $0.labels.contains(label) && !$0.labels.contains("r:usual") && $0.money != nil
                    && [.other, .total].contains($0.role)
            }.compactMap { $0.money?.minorUnits }.min() ?? 0
        }
        for index in reading.tokens.indices {
            let word = reading.key(index)
            let isNothing =
                ["nothing", "none"].contains(word)
                || ["no", "zero"].contains(word) && reading.key(index + 1) == "money"
            guard isNothing else { continue }
            let around = (index - 4...index + 5).map(reading.key)
            let isSafe = around.contains("safe") || around.contains("spend")
            let isLeft = around.contains { ["saved", "stayed", "kept", "save", "away", "left"].contains($0) }
            if isSafe && least("r:safe") > 0 || isLeft && !isSafe && least("r:net") > 0 {
                return [
                    UnsupportedClaim(
                        text: reading.written(index..<index + 1), reason: "is not so: there is something",
                        kind: .absence)
                ]
            }
        }
        return []
    }
}

extension Fact {
    /// What one account holds.
    fileprivate var isOfAccount: Bool {
        role == .other && money != nil && kinds.contains(.balance) && labels.contains { $0.hasPrefix("n:") }
    }

    fileprivate var isNetWorth: Bool {
        money != nil && (labels.contains("r:net_worth") || labels.contains("r:assets") || kinds == [.netWorth])
    }
}
