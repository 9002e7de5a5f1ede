import Ledger

/// What a sentence compares: amounts, names and days, and the change that the evidence holds.
extension DirectionCheck {
    /// What something was and is now, in minor units and in rows.
    struct Change {
        let now: Int64
        let before: Int64
        let nowRows: Int?
        let beforeRows: Int?
    }

    /// The change that a thought speaks of: against the days before, or against the usual where that is said and known.
    ///
    /// - Parameter index: a word of the thought; nil for the whole sentence.
    /// - Returns: nil where there is none or several currencies have one.
    func knownChange(at index: Int? = nil) -> Change? {
        let isUsual = base.labelled.contains("r:usual") && speaksOfUsual(around: index)
        func known(_ role: Fact.Role) -> [Fact] {
            base.facts.filter { $0.role == role && $0.money != nil && $0.labels.contains("r:usual") == isUsual }
        }
        var (changes, before) = (known(.change), known(.previous))
        if Set(before.map(\.labels)).count > 1 {
            // Several things changed: the one whose name, role or amount is said.
            let said = reading.names.map(\.labels) + reading.roles.map(\.labels) + facts.flatMap { $0.map(\.labels) }
            let own = said.map { $0.subtracting(["r:usual"]) }
            let isOfWhole = reading.names.isEmpty
            let labels =
                own.first { labels in before.contains { !$0.labels.isDisjoint(with: labels) } }
                ?? (isOfWhole ? ["r:spending"] : [])
            changes = changes.filter { !$0.labels.isDisjoint(with: labels) }
            before = before.filter { !$0.labels.isDisjoint(with: labels) }
        }
        guard Set(changes.map(\.money)).count == 1, Set(before.map(\.money)).count == 1, let change = changes[0].money,
            let then = before[0].money, change.currency == then.currency
        else { return nil }
        func rows(_ role: Fact.Role) -> Int? {
            for fact in base.facts where fact.role == role {
                if case .count(let count, .rows) = fact.value { return count }
            }
            return nil
        }
        return Change(
            now: then.minorUnits + change.minorUnits, before: then.minorUnits, nowRows: rows(.total),
            beforeRows: rows(.previous))
    }

    /// Whether what is usual is spoken of between the commas around a word.
    private func speaksOfUsual(around index: Int?) -> Bool {
        guard let index else { return reading.has(FactBuilder.usualWords) }
        return reading.thought(around: index).contains { FactBuilder.usualWords.contains(reading.key($0)) }
    }

    var operands: [Operand] {
        var found: [Operand] = []
        for (position, claim) in reading.claims.enumerated() where claim.isMoney {
            guard let fact = facts[position].first(where: { [.total, .previous, .group].contains($0.role) }),
                !facts[position].contains(where: { $0.role == .change }), let money = fact.money,
                !saysDirection(claim.tokens.upperBound)
            else { continue }
            // `above $8,000`: a bound of the sentence's own is held against what it says itself.
            let isBound = [.over, .under, .atLeast, .atMost].contains(claim.relation)
            let isSure = !facts[position].contains { $0.role == (fact.role == .previous ? .total : .previous) }
            found.append(
                Operand(
                    size: isBound ? Int64((claim.number.value * 100).rounded()) : money.minorUnits,
                    tokens: claim.tokens,
                    isNow: fact.role == .total && isSure && !isBound,
                    isBefore: fact.role == .previous && isSure && !isBound))
        }
        let hasSides = reading.roles.contains { !$0.labels.isDisjoint(with: ["r:income", "r:spending"]) }
        if !hasSides { for period in reading.periods { found += self.operands(of: period) } }
        for period in reading.periods {
            guard case .weekday(let day) = period.form,
                let ranked = base.ranking.first(where: {
                    $0.labels.contains(NameBook.label(weekday: day))
                })
            else { continue }
            found.append(Operand(size: ranked.size, tokens: period.tokens, isNow: false, isBefore: false))
        }
        for name in reading.names {
            guard let ranked = base.ranking.first(where: { !$0.labels.isDisjoint(with: name.labels) }) else { continue }
            found.append(Operand(size: ranked.size, tokens: name.tokens, isNow: false, isBefore: false))
        }
        for role in reading.roles {
            guard let label = role.labels.first, ["r:income", "r:spending"].contains(label),
                let money = amount(of: label, at: role.tokens.lowerBound)
            else { continue }
            found.append(Operand(size: money.minorUnits, tokens: role.tokens, isNow: false, isBefore: false))
        }
        found.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
        for position in found.indices { found[position].isReference = isReference(found, position) }
        return found
    }

    /// What came in or went out in the days that are named in the same thought: `in June more went out than came in`.
    func amount(of label: String, at index: Int) -> Money? {
        let known = base.facts.filter { fact in
            fact.labels.contains(label) || label == "r:net" && fact.role == .group && fact.kinds.contains(.net)
        }.filter { $0.money != nil && !$0.labels.contains("r:usual") }
        let start = (0..<index).last { [",", ";"].contains(reading.key($0)) } ?? 0
        let said = reading.periods.last { (start..<index).contains($0.tokens.lowerBound) }
        let meanings = said.flatMap { base.days.meanings(of: $0.form) } ?? []
        if let then = known.first(where: { fact in fact.period.map(meanings.contains) ?? false }) { return then.money }
        // `after a month in which more went out than came in`
        let isBefore = (start..<index).contains { ["after", "unlike", "following"].contains(reading.key($0)) }
        return (known.first { $0.role == .previous && isBefore } ?? known.first)?.money
    }

    /// `$30 more`: a difference, and neither of the things compared.
    private func saysDirection(_ index: Int) -> Bool {
        DirectionCheck.up.contains(reading.key(index)) || DirectionCheck.down.contains(reading.key(index))
    }

    /// What a period stands for; `from August to September` for both.
    private func operands(of period: SaidPeriod) -> [Operand] {
        if case .months(let first, let last, let year) = period.form,
            reading.key(period.tokens.lowerBound - 1) == "from"
        {
            let middle = period.tokens.lowerBound + 1
            let ends = [
                operand(.month(first, year: nil), period.tokens.lowerBound..<middle),
                operand(.month(last, year: year), middle + 1..<period.tokens.upperBound),
            ]
            return ends.compactMap { $0 }
        }
        return operand(period.form, period.tokens).map { [$0] } ?? []
    }

    private func operand(_ form: SaidPeriod.Form, _ tokens: Range<Int>) -> Operand? {
        let meanings = base.days.meanings(of: form) ?? []
        let known = base.facts.filter { fact in
            guard [.total, .previous, .group].contains(fact.role), fact.money != nil, let own = fact.period else {
                return false
            }
            return meanings.contains { own == $0 || $0.start == own.start && $0.contains(own.end) }
                && (fact.role != .group || fact.labels.isEmpty)
        }
        // A month that is said alone is what was spent in it.
        guard let fact = known.first(where: { $0.labels.contains("r:spending") }) ?? known.first, let money = fact.money
        else { return nil }
        return Operand(
            size: money.minorUnits, tokens: tokens, isNow: fact.role == .total, isBefore: fact.role == .previous)
    }

    /// `from 2 to 31 October`
    private func isSpan(_ operand: Operand, behind index: Int) -> Bool {
        guard operand.tokens.lowerBound == index + 1,
            let period = reading.periods.first(where: { $0.tokens == operand.tokens }), case .span = period.form
        else { return false }
        return reading.tokens[period.tokens].contains { $0.key == "to" }
    }

    /// Behind `than`, `compared to`, `from`, with nothing else compared between.
    private func isReference(_ operands: [Operand], _ position: Int) -> Bool {
        var index = operands[position].tokens.lowerBound - 1
        let floor = position > 0 ? operands[position - 1].tokens.upperBound : 0
        while index >= floor {
            let word = reading.key(index)
            if word == "to" {
                return ["compared", "comparison", "relative", "next", "back"].contains(reading.key(index - 1))
            }
            if edgesOut(index) { return true }
            let isBeside = operands[position].tokens.lowerBound - index <= 2
            if isBeside, word == "behind" || word == "of" && reading.key(index - 1) == "ahead" { return true }
            // `apart from a dip in August`, `less from 2 to 31 October than …`
            if ChangeWords.isChange(word) || word == "from" && isSpan(operands[position], behind: index) {
                return false
            }
            if DirectionCheck.references.contains(word) {
                let usual: Set<String> = ["usual", "normal", "typical", "average", "before", "expected"]
                let isOwn = ["its", "your", "their", "the"].contains(reading.key(index + 1))
                return !usual.contains(reading.key(isOwn ? index + 2 : index + 1))
            }
            if word == "," || word == ";" || word == ")" { return false }
            index -= 1
        }
        return position > 0 && operands[position - 1].isReference
            && operands[position].tokens.lowerBound - operands[position - 1].tokens.upperBound <= 2
    }
}
