import Ledger

/// Checks which way a sentence says that something went, where the evidence knows.
struct DirectionCheck {
    let reading: SentenceReading
    let base: FactBase
    /// For each claim the facts that it may be, from best to worst.
    let facts: [[Fact]]

    /// What was named before this sentence.
    let context: [Set<String>]

    init(_ reading: SentenceReading, _ base: FactBase, facts: [[Fact]], after context: [Set<String>] = []) {
        self.context = context
        self.reading = reading
        self.base = base
        self.facts = facts
    }

    static let up: Set<String> = ChangeWords.rises.union(ChangeWords.above).union([
        "more", "up", "higher", "bigger", "larger", "above", "bump", "pricier", "greater", "extra", "ahead", "upward",
        "dearer", "over", "heavier", "costlier",
    ])
    static let down: Set<String> = ChangeWords.falls.union(ChangeWords.below).union([
        "less", "down", "lower", "smaller", "fewer", "below", "cheaper", "cut", "downward", "behind", "under",
        "lighter",
    ])
    static let negations: Set<String> = [
        "not", "no", "didnt", "isnt", "wasnt", "never", "hasnt", "werent", "neither",
    ]
    static let references: Set<String> = ChangeWords.above.union([
        "than", "from", "compared", "versus", "vs", "against", "since", "unlike", "over", "relative", "below", "above",
        "to",
    ])
    static let contexts: Set<String> = [
        "than", "from", "compared", "versus", "vs", "change", "changed", "difference", "against", "before", "previous",
        "prior", "usual", "trend", "since", "month", "comparison", "relative", "over",
    ]
    /// A thing that is compared: how large it is, and whether it is what something else is held against.
    struct Operand {
        let size: Int64
        let tokens: Range<Int>
        var isReference = false
        let isNow: Bool
        let isBefore: Bool
    }

    func faults() -> [UnsupportedClaim] {
        let pairs = fromTo()
        var faults = pairs.faults + unknownChange()
        guard faults.isEmpty, !speaksOfAverages else { return faults }
        if pairs.judged != nil { return faults + balance() }
        let operands = self.operands
        for index in reading.tokens.indices {
            guard let direction = direction(at: index) else { continue }
            if let fault = fault(at: index, direction, operands, knownChange(at: index)) { return [fault] }
        }
        if let change = knownChange(), faults.isEmpty { faults += sameness(change) }
        return faults + balance()
    }

    /// What is said of averages is not the way the totals went.
    private var speaksOfAverages: Bool {
        let isAverage = base.facts.contains { $0.role == .average }
        // `$140 under the six-month average`: what a month usually comes to.
        let isOfMonths = reading.tokens.indices.contains { index in
            reading.key(index) == "average" && ["month", "months", "monthly"].contains(reading.key(index - 1))
        }
        if isOfMonths, facts.contains(where: { $0.contains { $0.role == .change } }) { return false }
        return !isAverage
            && reading.has(["average", "averaged", "averages", "averaging", "per", "apiece", "each"])
    }

    // MARK: Words

    func direction(at index: Int) -> Int? {
        let word = reading.key(index)
        let isCutBack = ChangeWords.isCutBack(word, reading.key(index + 1))
        let isDown = isCutBack || DirectionCheck.down.contains(word)
        let isBetter = base.flow == [.income] && ["better", "stronger"].contains(word)
        let isUp = DirectionCheck.up.contains(word) || edgesOut(index) || isBetter
        let direction = isUp ? 1 : isDown ? -1 : 0
        guard direction != 0, !isInside(index), isCutBack || !saysNoDirection(index, word) else { return nil }
        let before = (max(0, index - 3)..<index).map(reading.key)
        return before.contains(where: DirectionCheck.negations.contains) || isWish(index) ? nil : direction
    }

    /// `Costco edged out Target`
    func edgesOut(_ index: Int) -> Bool {
        ["edged", "edges", "edging"].contains(reading.key(index)) && reading.key(index + 1) == "out"
    }

    /// `spend a tenth less`, `it would be lower`: what could be, and not what was.
    private func isWish(_ index: Int) -> Bool {
        let thought = reading.thought(around: index)
        if thought.contains(where: { ["would", "could", "might", "should", "if"].contains(reading.key($0)) }) {
            return true
        }
        return (thought.lowerBound..<index).contains { place in
            ["spend", "try", "keep", "bring", "aim"].contains(reading.key(place))
                && !["you", "they", "we", "i", "did", "do"].contains(reading.key(place - 1))
        }
    }

    /// A word that belongs to a figure (`more than $600`), a name or a date.
    private func isInside(_ index: Int) -> Bool {
        for (position, claim) in reading.claims.enumerated() {
            if claim.tokens.contains(index) { return true }
            let isSoft = claim.relationWords.contains(index)
            // `more than $702.30`, where that is the amount compared with, does compare.
            let isCompared = claim.isMoney && facts[position].contains { $0.role == .previous || $0.role == .group }
            if isSoft, !isCompared || claim.relation == .about || reading.has(["both", "each", "all"]) { return true }
        }
        return reading.names.contains { $0.tokens.contains(index) }
            || reading.periods.contains { $0.tokens.contains(index) }
    }

    /// Uses of these words that say no direction.
    private func saysNoDirection(_ index: Int, _ word: String) -> Bool {
        let (before, after) = (reading.key(index - 1), reading.key(index + 1))
        if before == "-", index > 0, !reading.tokens[index - 1].hasSpaceBefore { return true }
        if after == "often" || after == "frequently" { return !knowsRows }
        switch word {
        case "up" where before == "picked" && ["in", "this", "since", "again", "from", "lately"].contains(after):
            return false
        case "up":
            return ["to", "with", "the", "until"].contains(after) && !ChangeWords.motions.contains(before)
                || [
                    "made", "make", "makes", "add", "adds", "added", "break", "took", "sign", "come", "eased", "freed",
                    "let", "summed", "end", "ended", "follow", "set", "rack", "racked", "picked", "pop", "popped",
                    "show", "showed", "shows", "sum", "wrap", "fill", "filled", "fills", "filling", "topped", "keep",
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
        case "over":
            let isReferring = (index + 1...index + 3).contains { place in
                FactBuilder.usualWords.contains(reading.key(place))
                    || reading.periods.contains { $0.tokens.lowerBound == place }
            }
            return !(isReferring && followsChange(index))
        case "above", "below", "under", "behind", "ahead", "extra", "cut", "hike", "beat", "beats", "topped":
            return !hasBothOperands(around: index) && !followsChange(index) && !isAgainstUsual(index)
        // `$44,272.84 in assets less $0.00 owed`
        case "less" where after == "$": return true
        case "less" where before == "or": return after != "than"
        case "grow", "rise", "climb": return false
        default: return false
        }
    }

    /// Whether it is known how often there was something, now and before, or of each that is held against another.
    private var knowsRows: Bool {
        if let change = knownChange() { return change.nowRows != nil && change.beforeRows != nil }
        return base.ranking.count == 2 && base.ranking.allSatisfy { $0.size == Int64($0.count) }
    }

    /// `$157.72 below`: the change itself.
    private func followsChange(_ index: Int) -> Bool {
        reading.claims.indices.contains { position in
            reading.claims[position].tokens.upperBound == index && facts[position].contains { $0.role == .change }
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

    // MARK: Faults

    private func fault(
        at index: Int, _ direction: Int, _ operands: [Operand],
        _ change: Change?
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
        let counted = isOfCount(index)
        if counted, let change, let now = change.nowRows, let before = change.beforeRows {
            guard left?.isBefore != true else { return nil }
            return mismatch(index, direction, Int64(now - before))
        }
        // `winter was the dearer season`
        let isOfTwo = reading.key(index - 1) == "the"
        if right == nil, let change, let left, left.isBefore, hasContext || isOfTwo, isSubject(left, of: index) {
            right = Operand(size: change.now, tokens: 0..<0, isNow: true, isBefore: false)
        }
        // `GEICO, which went up by $12.40`: the price of it, and not what it comes to a month.
        if let name = left, let change, right == nil, isOfChange(name) {
            left = Operand(size: change.now, tokens: name.tokens, isNow: true, isBefore: false)
        }
        if let (then, before) = inTime(index, operands), right == nil || right?.tokens.upperBound ?? 0 <= index {
            (left, right) = (then, before)
        }
        let isMove = isMove(at: index)
        if right == nil, let change, hasContext || isMove || left?.isNow == true {
            right = Operand(size: change.before, tokens: 0..<0, isNow: false, isBefore: true)
            if left == nil { left = Operand(size: change.now, tokens: 0..<0, isNow: true, isBefore: false) }
        }
        if left == nil, let change, right?.isBefore == true {
            left = Operand(size: change.now, tokens: 0..<0, isNow: true, isBefore: false)
        }
        guard let left, let right, left.isNow == right.isNow ? !left.isNow : true else { return nil }
        // `June ($8,471.27)`: an amount and its own days are one.
        if left.size == right.size, isPeriod(left) != isPeriod(right), !left.isNow, !right.isNow { return nil }
        // A part is not held against the whole.
        let isPartOfWhole = left.isNow != right.isNow && !left.isBefore && !right.isBefore
        guard !isPartOfWhole || reading.periods.count > 1, !(left.isBefore && right.isBefore) else { return nil }
        return mismatch(index, direction, left.size - right.size)
    }

    /// `more visits`, `two coffees fewer`, `98 transactions, one more than in August`: of how often, and not of how much.
    private func isOfCount(_ index: Int) -> Bool {
        let (word, next) = (reading.key(index), reading.key(index + 1))
        if word == "fewer" || ["often", "frequently"].contains(next) { return true }
        if [.rows, .either].contains(CountNouns.noun(next)) { return true }
        guard word == "more" || word == "less" else { return false }
        if CountNouns.noun(reading.key(index - 1)) == .rows { return true }
        guard let claim = reading.claims.last(where: { $0.tokens.upperBound <= index && !$0.isOfDays }), claim.isCount
        else { return false }
        return !(claim.tokens.upperBound..<index).contains {
            ["and", "but", "spent", "spend", "paid", "cost", "you", ".", ";"].contains(reading.key($0))
        }
    }

    private func isPeriod(_ operand: Operand) -> Bool { reading.periods.contains { $0.tokens == operand.tokens } }

    /// Whether something is named of which it is known what it was before.
    private func isOfChange(_ operand: Operand) -> Bool {
        guard let name = reading.names.first(where: { $0.tokens == operand.tokens }) else { return false }
        return base.facts.contains { $0.role == .previous && !$0.labels.isDisjoint(with: name.labels) }
    }

    /// `then eased in September`: where groups follow one another, those days against the ones before them.
    private func inTime(_ index: Int, _ operands: [Operand]) -> (Operand, Operand)? {
        guard ChangeWords.isChange(reading.key(index)),
            let then = operands.first(where: { $0.tokens.lowerBound > index && !$0.isReference }),
            then.tokens.lowerBound - index <= 4, reading.key(then.tokens.lowerBound - 1) == "in",
            reading.thought(around: index).contains(then.tokens.lowerBound),
            let period = reading.periods.first(where: { $0.tokens == then.tokens }),
            let own = base.days.meanings(of: period.form)?.first,
            let before = base.ranking.first(where: { ranked in
                ranked.labels.isEmpty && ranked.period?.end.adding(days: 1) == own.start
            })
        else { return nil }
        return (then, Operand(size: before.size, tokens: 0..<0, isNow: false, isBefore: false))
    }

    /// Whether a word itself says that something changed, whatever stands around it.
    private func isMove(at index: Int) -> Bool {
        let (word, before) = (reading.key(index), reading.key(index - 1))
        return ChangeWords.isChange(word) || ChangeWords.motions.contains(before)
            || before == "picked" || ChangeWords.becoming.contains(before)
            || ChangeWords.isCutBack(word, reading.key(index + 1)) || isSaidOfDays(index)
    }

    /// `restaurants cost less in October`
    private func isSaidOfDays(_ index: Int) -> Bool {
        guard ["more", "less", "higher", "lower", "cheaper", "pricier"].contains(reading.key(index)),
            base.ranking.count < 2
        else { return false }
        return reading.periods.contains { (index + 1...index + 2).contains($0.tokens.lowerBound) }
    }

    private static let leading: Set<String> = [
        "well", "far", "way", "slightly", "is", "are", "was", "were", "youre", "its", "came", "comes", "stayed",
        "still",
        "just", "comfortably", "clearly", "ran", "landed", "right",
    ]

    /// `well under your usual`
    private func isAgainstUsual(_ index: Int) -> Bool {
        DirectionCheck.leading.contains(reading.key(index - 1))
            && (index + 1...index + 3).contains { FactBuilder.usualWords.contains(reading.key($0)) }
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
        for name in context.reversed() {
            if let ranked = base.ranking.first(where: { !$0.labels.isDisjoint(with: name) }) {
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
        _ change: Change
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
        // The figure's own change, where it has only one way; else the one that the thought speaks of.
        let ways = Set(facts[position].filter { $0.role == .change }.compactMap { $0.money?.minorUnits.signum() })
        let way = ways.count == 1 ? Int64(ways.first ?? 0) : change.now - change.before
        return (mismatch(index, direction, other?.isNow == true ? -way : way), true)
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

    func mismatch(_ index: Int, _ direction: Int, _ difference: Int64) -> UnsupportedClaim? {
        guard difference.signum() != direction else { return nil }
        let way = difference == 0 ? "nothing changed" : difference > 0 ? "it went up" : "it went down"
        return UnsupportedClaim(
            text: reading.written(index..<index + 1), reason: "is the wrong way: \(way)", kind: .direction)
    }
}
