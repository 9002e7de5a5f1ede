import Ledger

/// Checks which way a sentence says that something went, where the evidence knows.
struct DirectionCheck {
    private let reading: SentenceReading
    private let base: FactBase
    /// For each claim the facts that it may be, from best to worst.
    private let facts: [[Fact]]

    /// What was said before this sentence.
    private let context: SentenceReading?

    init(_ reading: SentenceReading, _ base: FactBase, facts: [[Fact]], after context: SentenceReading? = nil) {
        self.context = context
        self.reading = reading
        self.base = base
        self.facts = facts
    }

    private static let up: Set<String> = [
        "more", "up", "higher", "increase", "increased", "increases", "increasing", "rose", "risen", "rise", "rises",
        "rising",
        "grew", "grown", "grow", "growth", "climbed", "climb", "jumped", "jump", "bigger", "larger", "above",
        "exceeded", "surged",
        "spiked", "uptick", "bump", "pricier", "greater", "gained", "gain", "extra", "ahead", "outpaced", "topped",
        "beat", "beats",
        "overtook", "beats", "surpassed", "upward", "spike", "surge", "hike", "dearer", "upped", "soared", "crept",
    ]
    private static let down: Set<String> = [
        "less", "down", "lower", "decrease", "decreased", "decreases", "decreasing", "fell", "fallen", "falling",
        "drop",
        "dropped", "drops", "dropping", "dip", "dipped", "dips", "decline", "declined", "declining", "reduced",
        "reduction",
        "smaller", "fewer", "below", "shrank", "shrunk", "cheaper", "slid", "slipped", "trimmed", "cut", "downward",
        "eased",
        "plunged", "behind", "trailed", "under", "sank", "tumbled",
    ]
    private static let negations: Set<String> = [
        "not", "no", "didnt", "isnt", "wasnt", "never", "hasnt", "werent", "neither",
    ]
    private static let references: Set<String> = [
        "than", "from", "compared", "versus", "vs", "against", "since", "unlike", "over", "relative", "below", "above",
        "beat", "beats",
        "outpaced", "topped", "exceeded", "surpassed", "to",
    ]
    private static let contexts: Set<String> = [
        "than", "from", "compared", "versus", "vs", "change", "changed", "difference", "against", "before", "previous",
        "prior",
        "usual", "trend", "since", "month", "comparison", "relative", "over",
    ]
    private static let same: Set<String> = ["unchanged", "identical", "flat"]

    /// A thing that is compared: how large it is, and whether it is what something else is held against.
    private struct Operand {
        let size: Int64
        let tokens: Range<Int>
        var isReference = false
        let isNow: Bool
        let isBefore: Bool
    }

    func faults() -> [UnsupportedClaim] {
        let pairs = fromTo()
        var faults = pairs.faults
        guard faults.isEmpty, !speaksOfAverages else { return faults }
        if pairs.judged != nil { return faults + balance() }
        let change = knownChange
        let operands = self.operands
        for index in reading.tokens.indices {
            guard let direction = direction(at: index) else { continue }
            if let fault = fault(at: index, direction, operands, change) { return [fault] }
        }
        if let change, faults.isEmpty { faults += sameness(change) }
        return faults + balance()
    }

    /// What is said of averages is not the way the totals went.
    private var speaksOfAverages: Bool {
        let isAverage = base.facts.contains { $0.role == .average }
        return !isAverage
            && reading.has(["average", "averaged", "averages", "averaging", "per", "apiece", "each"])
    }

    // MARK: Words

    private func direction(at index: Int) -> Int? {
        let word = reading.key(index)
        let direction = DirectionCheck.up.contains(word) ? 1 : DirectionCheck.down.contains(word) ? -1 : 0
        guard direction != 0, !isInside(index), !isOther(index, word) else { return nil }
        let before = (max(0, index - 3)..<index).map(reading.key)
        return before.contains(where: DirectionCheck.negations.contains) ? nil : direction
    }

    /// A word that belongs to a figure (`more than $600`), a name or a date.
    private func isInside(_ index: Int) -> Bool {
        for (position, claim) in reading.claims.enumerated() {
            if claim.tokens.contains(index) { return true }
            let isSoft = claim.relationWords.contains(index)
            // `more than $702.30`, where that is the amount compared with, does compare.
            let isCompared = claim.isMoney && facts[position].contains { $0.role == .previous || $0.role == .group }
            if isSoft, !isCompared || claim.relation == .about { return true }
        }
        return reading.names.contains { $0.tokens.contains(index) }
            || reading.periods.contains { $0.tokens.contains(index) }
    }

    /// Uses of these words that say no direction.
    private func isOther(_ index: Int, _ word: String) -> Bool {
        let (before, after) = (reading.key(index - 1), reading.key(index + 1))
        if before == "-", index > 0, !reading.tokens[index - 1].hasSpaceBefore { return true }
        if after == "often" || after == "frequently" { return true }
        switch word {
        case "up":
            return ["to", "with", "the", "until"].contains(after)
                || [
                    "made", "make", "makes", "add", "adds", "added", "break", "took", "sign", "come", "eased", "freed",
                    "let", "summed", "end",
                    "ended", "follow",
                    "set", "rack", "racked", "picked", "pop", "popped", "show", "showed", "shows", "sum", "wrap",
                    "fill", "keep",
                ]
                .contains(before)
        case "down":
            return ["break", "broken", "breaks", "narrow", "drill", "broke", "breaking", "write", "pay", "paying"]
                .contains(before)
        case "more":
            let stands = ["any", "once", "no", "some", "one", "few", "many", "even", "tell", "see", "know"].contains(
                before)
            let ends = before == "and" && ["", ".", ",", ")", "!"].contains(after)
            return stands && after != "than" || ends || ["about", "detail", "details", "or"].contains(after)
                || isCountOfRest(index)
        case "over": return true
        case "above", "below", "under", "behind", "ahead", "extra", "cut", "hike", "beat", "beats", "topped":
            return !hasBothOperands(around: index)
        case "less" where before == "or" || after == "$": return after != "than" && before == "or"
        case "grow", "rise", "climb": return false
        default: return false
        }
    }

    /// `and 7 more`.
    private func isCountOfRest(_ index: Int) -> Bool {
        reading.claims.contains { claim in
            if case .count = claim.measure {
                claim.tokens.upperBound == index && reading.key(index + 1) != "than"
            } else {
                claim.measure == .bare && claim.tokens.upperBound == index && reading.key(index + 1) != "than"
            }
        }
    }

    private func hasBothOperands(around index: Int) -> Bool {
        operands.contains { $0.tokens.upperBound <= index } && operands.contains { $0.tokens.lowerBound > index }
    }

    // MARK: What is compared

    /// The change that the evidence holds: now, before; nil where there is none or several currencies have one.
    private var knownChange: (now: Int64, before: Int64, nowRows: Int?, beforeRows: Int?)? {
        var changes = base.facts.filter { $0.role == .change && $0.money != nil }
        var before = base.facts.filter { $0.role == .previous && $0.money != nil }
        if before.count > 1 {
            // Several things changed: the one whose name or amount is said.
            let said = reading.names.map(\.labels) + facts.flatMap { $0.map(\.labels) }
            let labels = said.first { labels in before.contains { !$0.labels.isDisjoint(with: labels) } } ?? []
            changes = changes.filter { !$0.labels.isDisjoint(with: labels) }
            before = before.filter { !$0.labels.isDisjoint(with: labels) }
        }
        guard Set(changes.map(\.money)).count == 1, before.count == 1, let change = changes[0].money,
            let then = before[0].money,
            change.currency == then.currency
        else { return nil }
        func rows(_ role: Fact.Role) -> Int? {
            for fact in base.facts where fact.role == role {
                if case .count(let count, .rows) = fact.value { return count }
            }
            return nil
        }
        return (then.minorUnits + change.minorUnits, then.minorUnits, rows(.total), rows(.previous))
    }

    private var operands: [Operand] {
        var found: [Operand] = []
        for (position, claim) in reading.claims.enumerated() where claim.isMoney {
            guard let fact = facts[position].first(where: { [.total, .previous, .group].contains($0.role) }),
                !facts[position].contains(where: { $0.role == .change }), let money = fact.money,
                !saysDirection(claim.tokens.upperBound)
            else { continue }
            let isSure = !facts[position].contains { $0.role == (fact.role == .previous ? .total : .previous) }
            found.append(
                Operand(
                    size: money.minorUnits, tokens: claim.tokens, isNow: fact.role == .total && isSure,
                    isBefore: fact.role == .previous && isSure))
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
                let money = base.facts.first(where: { $0.labels.contains(label) && $0.money != nil })?.money
            else { continue }
            found.append(Operand(size: money.minorUnits, tokens: role.tokens, isNow: false, isBefore: false))
        }
        found.sort { $0.tokens.lowerBound < $1.tokens.lowerBound }
        for position in found.indices { found[position].isReference = isReference(found, position) }
        return found
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
        let fact = base.facts.first { fact in
            guard [.total, .previous, .group].contains(fact.role), fact.money != nil, let own = fact.period else {
                return false
            }
            return meanings.contains { own == $0 || $0.start == own.start && $0.contains(own.end) }
                && (fact.role != .group || fact.labels.isEmpty)
        }
        guard let fact, let money = fact.money else { return nil }
        return Operand(
            size: money.minorUnits, tokens: tokens, isNow: fact.role == .total, isBefore: fact.role == .previous)
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
            if DirectionCheck.references.contains(word) {
                return !["usual", "normal", "typical", "average", "before", "expected"].contains(reading.key(index + 1))
            }
            if word == "," || word == ";" || word == ")" { return false }
            index -= 1
        }
        return position > 0 && operands[position - 1].isReference
            && operands[position].tokens.lowerBound - operands[position - 1].tokens.upperBound <= 2
    }

    // MARK: Faults

    private func fault(
        at index: Int, _ direction: Int, _ operands: [Operand],
        _ change: (now: Int64, before: Int64, nowRows: Int?, beforeRows: Int?)?
    ) -> UnsupportedClaim? {
        if let change, let fault = differenceFault(at: index, direction, operands, change) { return fault.value }
        var right =
            operands.first { $0.isReference && $0.tokens.lowerBound > index } ?? operands.last { $0.isReference }
        // `more at Target than at Costco`, else `Target was higher than Costco`.
        var left = operands.last { operand in
            !operand.isReference && operand.tokens.lowerBound > index
                && right.map { operand.tokens.upperBound <= $0.tokens.lowerBound } ?? false
        }
        left = left ?? operands.last { !$0.isReference && $0.tokens.upperBound <= index }
        if left == nil, right != nil { left = operands.first { !$0.isReference && $0.tokens.lowerBound > index } }
        let goesOn =
            index <= 3 && ["that", "this", "it", "thats", "its"].contains(reading.key(0)) || reading.has(["there"])
        if left == nil || left?.isNow == true, right != nil, goesOn, let spokenOf { left = spokenOf }
        if let (target, origin) = reached(at: index, operands) { (left, right) = (target, origin) }
        let counted = CountNouns.noun(reading.key(index + 1)) == .rows
        if counted, let change, let now = change.nowRows, let before = change.beforeRows {
            guard left?.isBefore != true else { return nil }
            return mismatch(index, direction, Int64(now - before))
        }
        if right == nil, let change, let left, left.isBefore, hasContext, isSubject(left, of: index) {
            right = Operand(size: change.now, tokens: 0..<0, isNow: true, isBefore: false)
        }
        if right == nil, let change, hasContext || left?.isNow == true {
            right = Operand(size: change.before, tokens: 0..<0, isNow: false, isBefore: true)
            if left == nil { left = Operand(size: change.now, tokens: 0..<0, isNow: true, isBefore: false) }
        }
        if left == nil, let change, right?.isBefore == true {
            left = Operand(size: change.now, tokens: 0..<0, isNow: true, isBefore: false)
        }
        guard let left, let right, left.isNow == right.isNow ? !left.isNow : true else { return nil }
        // A part is not held against the whole.
        let isPartOfWhole = left.isNow != right.isNow && !left.isBefore && !right.isBefore
        guard !isPartOfWhole || reading.periods.count > 1, !(left.isBefore && right.isBefore) else { return nil }
        return mismatch(index, direction, left.size - right.size)
    }

    /// `after $8,471 in June, spending fell to $6,554`: where it went, and from where.
    private func reached(at index: Int, _ operands: [Operand]) -> (Operand, Operand)? {
        guard reading.key(index + 1) == "to", let target = operands.first(where: { $0.tokens.lowerBound > index }),
            target.tokens.lowerBound <= index + 3,
            let origin = operands.last(where: { $0.tokens.upperBound <= index && $0.size != target.size })
        else { return nil }
        return (target, origin)
    }

    /// What the sentence before was about, which `that is less than …` goes on with: the last group it named.
    private var spokenOf: Operand? {
        for name in context?.names.reversed() ?? [] {
            if let ranked = base.ranking.first(where: { !$0.labels.isDisjoint(with: name.labels) }) {
                return Operand(size: ranked.size, tokens: 0..<0, isNow: false, isBefore: false)
            }
        }
        return nil
    }

    /// `$12.20 less`: the change itself with its way.
    ///
    /// - Returns: nil where the word does not stand behind the change.
    private func differenceFault(
        at index: Int, _ direction: Int, _ operands: [Operand],
        _ change: (now: Int64, before: Int64, nowRows: Int?, beforeRows: Int?)
    ) -> (value: UnsupportedClaim?, isDifference: Bool)? {
        let position = reading.claims.firstIndex { claim in
            claim.tokens.upperBound == index || claim.tokens.upperBound == index - 1 && reading.key(index - 1) == ")"
        }
        guard !reading.has(["former", "latter", "second", "first"]) else { return nil }
        guard let position, facts[position].contains(where: { $0.role == .change }), reading.claims[position].kind < 2
        else {
            return nil
        }
        let other = operands.first { $0.isReference && $0.tokens.lowerBound > index }
        let difference = other?.isNow == true ? change.before - change.now : change.now - change.before
        return (mismatch(index, direction, difference), true)
    }

    /// `September was lower`, but not `September was $277, so you are up`.
    private func isSubject(_ operand: Operand, of index: Int) -> Bool {
        !(operand.tokens.upperBound..<index).contains {
            [",", ";", "so", "you", "youre", "youve", "it", "its", "that", "thats", "this", "which", "(", "–"].contains(
                reading.key($0))
        }
    }

    private var hasContext: Bool {
        reading.has(DirectionCheck.contexts)
            || facts.contains { $0.contains { $0.role == .change || $0.role == .previous } }
    }

    private func mismatch(_ index: Int, _ direction: Int, _ difference: Int64) -> UnsupportedClaim? {
        guard difference.signum() != direction else { return nil }
        let way = difference == 0 ? "nothing changed" : difference > 0 ? "it went up" : "it went down"
        return UnsupportedClaim(
            text: reading.written(index..<index + 1), reason: "is the wrong way: \(way)", kind: .direction)
    }

    /// `fell from $702 to $671`: the two amounts tell the way themselves.
    ///
    /// - Returns: what is wrong, and the word that was judged by it.
    private func fromTo() -> (faults: [UnsupportedClaim], judged: Int?) {
        let monies = reading.claims.filter(\.isMoney)
        for (first, second) in zip(monies, monies.dropFirst()) {
            let isFrom =
                reading.key(first.tokens.lowerBound - 1) == "from"
                && (first.tokens.upperBound..<second.tokens.lowerBound).contains { reading.key($0) == "to" }
            let isBetween =
                (max(0, first.tokens.lowerBound - 4)..<first.tokens.lowerBound).contains {
                    reading.key($0) == "between"
                }
                && (first.tokens.upperBound..<second.tokens.lowerBound).contains { reading.key($0) == "and" }
                && !reading.has(["difference", "gap"])
            guard isFrom || isBetween else { continue }
            if let fault = turned(first, second) { return ([fault], nil) }
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

    /// `went from $20 to $18`, where 20 is what it is now.
    private func turned(_ first: Claim, _ second: Claim) -> UnsupportedClaim? {
        func roles(_ claim: Claim) -> Set<Fact.Role> {
            let position = reading.claims.firstIndex { $0.tokens == claim.tokens }
            return Set(position.map { facts[$0].map(\.role) } ?? [])
        }
        let (from, to) = (roles(first), roles(second))
        guard !from.isEmpty, !from.contains(.previous), to.contains(.previous), !to.contains(.total) else { return nil }
        return UnsupportedClaim(
            text: reading.written(first.tokens.lowerBound..<second.tokens.upperBound), reason: "is the wrong way round",
            kind: .direction)
    }

    private static let short: Set<String> = ["overspent", "overspend", "overspending", "deficit", "shortfall"]
    private static let ahead: Set<String> = ["surplus"]

    /// `you overspent`, `a deficit`, `in the black`, against what came in less what went out.
    private func balance() -> [UnsupportedClaim] {
        guard let net = base.facts.first(where: { $0.labels.contains("r:net") && $0.money != nil })?.money else {
            return []
        }
        for index in reading.tokens.indices {
            let word = reading.key(index)
            let color = reading.key(index - 1) == "the" && reading.key(index - 2) == "in" ? word : ""
            let isShort = DirectionCheck.short.contains(word) || color == "red"
            let isAhead = DirectionCheck.ahead.contains(word) || color == "black"
            let isNegated = (max(0, index - 3)..<index).map(reading.key).contains(
                where: DirectionCheck.negations.contains)
            guard isShort || isAhead, !isNegated, net.minorUnits != 0 else { continue }
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
    private func sameness(_ change: (now: Int64, before: Int64, nowRows: Int?, beforeRows: Int?)) -> [UnsupportedClaim]
    {
        let distance = abs(change.now - change.before)
        guard distance * 50 > change.before else { return [] }
        for index in reading.tokens.indices {
            let isSame =
                DirectionCheck.same.contains(reading.key(index))
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
