import Ledger
import Understanding

/// Checks a model's words against an evidence, sentence by sentence.
///
/// Figures, days, names, directions, ranks and claims that there is nothing are held against what the evidence says. A right
/// figure with the wrong name or days is as wrong as a wrong one. What cannot be read for sure is not supported.
public struct FigureGuard: Sendable {
    private let base: FactBase

    public init(facts: GuardFacts) { base = facts.base }

    /// What came of the check of one sentence.
    struct Finding {
        /// What nothing supports, in the order of the text.
        var faults: [UnsupportedClaim] = []
        /// How many figures were checked.
        var figures = 0
        /// Whether it says something of what was asked for: a figure, or a day where that was the answer.
        var isAnswer = false
        /// What it says.
        var said = SaidBefore()
    }

    /// - Parameter sentence: one unit of `SentenceSplitter`.
    /// - Returns: what nothing supports, in the order of the text; empty when all is supported.
    public func check(_ sentence: String) -> [UnsupportedClaim] { finding(sentence).faults }

    /// - Parameters:
    ///   - sentence: one unit of `SentenceSplitter`.
    ///   - context: what was said before it, which tells what `the difference` and `3 more` mean.
    public func check(_ sentence: String, after context: String) -> [UnsupportedClaim] {
        finding(sentence, after: SaidBefore(SentenceReading(context, base))).faults
    }

    /// - Parameter context: what the sentences before it said.
    func finding(_ sentence: String, after context: SaidBefore = SaidBefore()) -> Finding {
        let verdict = Verdict(sentence, base, after: context)
        let isComposed = base.composed.contains(SentenceGate.core(sentence))
        return Finding(
            faults: isComposed ? [] : verdict.faults, figures: verdict.reading.claims.count,
            isAnswer: verdict.isAnswer, said: SaidBefore(verdict.reading))
    }
}

/// The check of one sentence.
struct Verdict {
    let reading: SentenceReading
    let base: FactBase
    private(set) var faults: [UnsupportedClaim] = []

    /// Whether it says something of what was asked for.
    private(set) var isAnswer = false
    let sentence: String
    /// What the sentences before it said.
    let before: SaidBefore
    var said: [Set<String>] { before.names }

    init(_ sentence: String, _ base: FactBase, after context: SaidBefore = SaidBefore()) {
        self.base = base
        self.sentence = sentence
        before = context
        reading = SentenceReading(sentence, base)
        for trick in reading.text.obscured {
            faults.append(UnsupportedClaim(text: trick, reason: "cannot be read for sure", kind: .obscured))
        }
        checkNames()
        checkPeriods()
        checkWeekdays()
        let facts = checkClaims()
        isAnswer = isAnswer || givesFigure(facts) || givesDay
        faults += DirectionCheck(reading, base, facts: facts, after: said).faults()
        faults += StatementCheck(reading, base, after: said).faults() + inventedDeeds()
        if !reading.isOffer {
            faults += PlainStatements(reading, base).faults() + unknownVerbs()
            if faults.isEmpty {
                faults += frequencyFaults() + misuses() + contradictions() + wrongOpening() + wrongShortfall()
                faults +=
                    wrongState() + wrongUsual() + wrongLimit() + wrongDistance() + wrongBulk() + wrongAlways()
                    + wrongPriciest() + wrongHolder() + wrongNothing() + wrongOfTwo() + wrongTimes(facts)
                    + wrongEachTime() + wrongAverageOf() + wrongPerVisit() + wrongTimesAsOften()
                    + wrongCountOverBound() + turnedStatements() + turnedFigures()
                    + boldStatements()
            }
        }
        isAnswer = isAnswer || answersInWords
    }

    // MARK: Names and days

    private mutating func checkNames() {
        for range in reading.unknown {
            faults.append(
                UnsupportedClaim(text: reading.written(range), reason: "is no name in the data", kind: .name))
        }
    }

    private mutating func checkPeriods() {
        for (position, period) in reading.periods.enumerated() {
            guard let meanings = base.days.meanings(of: period.form) else {
                if reading.isOffer { continue }
                fault(period.tokens, "is no time the data is about", .date)
                continue
            }
            if case .weekday(let weekday) = period.form, let day = dayBeside(position),
                !day.contains(where: { $0.start.weekday == weekday })
            {
                fault(period.tokens, "is not the weekday of that date", .date)
            }
            if isOtherWeekday(period) { fault(period.tokens, "are not the days the data is about", .date) }
            if let word = weekday(within: period), !meanings.isEmpty,
                !meanings.contains(where: { $0.start.weekday == word })
            {
                fault(period.tokens, "is not the weekday of that date", .date)
            }
            if period.isOfOneDay { faults += dayFaults(position, meanings) }
            if let other = explained(position),
                !meanings.contains(where: { said in
                    other.contains { $0 == said || said.contains($0.start) && said.contains($0.end) }
                })
            {
                fault(period.tokens, "is not the time beside it", .date)
            }
        }
    }

    /// `on weekends`, where those were not what was asked about.
    private mutating func checkWeekdays() {
        let sets: [String: Set<Int>] = [
            "weekend": [6, 7], "weekends": [6, 7], "weekday": [1, 2, 3, 4, 5], "weekdays": [1, 2, 3, 4, 5],
        ]
        let said = reading.tokens.indices.compactMap { index in sets[reading.key(index)].map { (index, $0) } }
        guard Set(said.map(\.1)).count == 1, let (index, days) = said.first else { return }
        let isTaken = reading.periods.contains { $0.tokens.contains(index) }
        let hasWeekdays = base.labelled.contains { $0.hasPrefix("w:") }
        guard !isTaken, !hasWeekdays,
            base.weekdays.isEmpty ? !base.words.contains(reading.key(index)) : days != base.weekdays
        else { return }
        fault(index..<index + 1, "are not the days the data is about", .date)
    }

    /// What the days in brackets behind a span mean: `last weekend (October 24–25)`.
    private func explained(_ position: Int) -> [Period]? {
        guard position + 1 < reading.periods.count, case .relative = reading.periods[position].form else { return nil }
        let (own, next) = (reading.periods[position].tokens, reading.periods[position + 1].tokens)
        guard next.lowerBound == own.upperBound + 1, reading.key(own.upperBound) == "(" else { return nil }
        return base.days.meanings(of: reading.periods[position + 1].form)
    }

    /// The meanings of the date that a weekday stands beside: `Friday, October 9`.
    private func dayBeside(_ position: Int) -> [Period]? {
        let tokens = reading.periods[position].tokens
        for other in reading.periods {
            guard case .day = other.form else { continue }
            let gap = other.tokens.lowerBound - tokens.upperBound
            if gap == 0 || gap == 1 && [",", "the", "("].contains(reading.key(tokens.upperBound)) {
                return base.days.meanings(of: other.form)
            }
        }
        return nil
    }

    private mutating func fault(_ tokens: Range<Int>, _ reason: String, _ kind: UnsupportedClaim.Kind) {
        faults.append(UnsupportedClaim(text: reading.written(tokens), reason: reason, kind: kind))
    }

    // MARK: Figures

    /// - Returns: for each claim the facts that it may be.
    private mutating func checkClaims() -> [[Fact]] {
        guard !reading.claims.isEmpty else { return [] }
        let derived = DerivedFacts.of(reading, base, after: said)
        var found: [[Fact]] = []
        for (position, claim) in reading.claims.enumerated() {
            // `9 times a week` is no number of times.
            let known = isRate(claim) ? [] : base.facts.filter { $0.supports(claim) }
            let fitting = known.filter { fits($0, position) && !holdsLeftOut($0) }
            found.append(fitting)
            if !fitting.isEmpty || isQuoted(position) || isListLength(claim) { continue }
            if isSeenRate(claim) { continue }
            if derived.contains(where: { $0.supports(claim) && fits($0, position) && !sumsLeftOut($0) })
                || isRangeOfFacts(claim, derived) || known.isEmpty && followsFromTwo(position, found)
                || isCalculated(position, found)
                || countsGroups(position) || isSpanLeft(claim)
            {
                isAnswer = true
                continue
            }
            if isDistance(claim) || isOfEach(position, known) { continue }
            faults.append(
                UnsupportedClaim(
                    text: reading.written(claim.tokens),
                    reason: known.isEmpty ? "is not in the data" : "is a figure of something else", kind: kind(claim)))
        }
        return found
    }

    /// Whether one of the claims is a figure of the answer, and no length of its days or number of what was wished for.
    private func givesFigure(_ facts: [[Fact]]) -> Bool {
        zip(reading.claims, facts).contains { claim, facts in
            switch claim.measure {
            case .money, .percent, .multiple: !facts.isEmpty
            case .count, .bare: facts.contains { $0.isOfRows || $0.money != nil }
            }
        }
    }

    /// Whether a day is said that the program's own reply gives.
    private var givesDay: Bool {
        reading.periods.contains { period in
            guard case .day = period.form else { return false }
            return base.days.meanings(of: period.form)?.contains { base.givenDays.contains($0.start) } ?? false
        }
    }

    private func kind(_ claim: Claim) -> UnsupportedClaim.Kind {
        switch claim.measure {
        case .money: .money
        case .percent: .percent
        case .multiple: .multiple
        case .count, .bare: .count
        }
    }

    /// Whether the names, days and roles that a claim is said of are those of the fact.
    func fits(_ fact: Fact, _ position: Int) -> Bool {
        // A sentence that is nothing but a figure says no more of it than the question.
        let isBare = fact.role == .average && reading.tokens.count < 5 || saysOneLess(fact, position)
        guard fact.needs.isEmpty || isBare || reading.has(fact.needs) else { return false }
        let claim = reading.claims[position]
        if claim.isRepeated, ![.row, .other, .average].contains(fact.role) { return false }
        var names = reading.claimNames[position].map { reading.names[$0].labels }
        // `A ($382.73) and B ($276.61) add up to $659.34`
        if !fact.parts.isEmpty, !names.isEmpty, isSaidSum(position) || areListedBefore(position, fact.parts.count) {
            names = reading.names.filter { !$0.isLeftOut && $0.tokens.lowerBound < claim.tokens.lowerBound }.map(
                \.labels)
        }
        if isOfAll(position) && fact.isCount || isOfThemTogether(position) || isSumOf(names, fact) { names = [] }
        if !names.isEmpty {
            // A figure that nothing names may be of what the sentence names; a total of everything is not.
            let isOpen =
                fact.role == .other && (!fact.isCount || fact.isLength && claim.isCount)
                && fact.labels.allSatisfy { $0.hasPrefix("r:") }
                && !names.contains { base.hasOwn($0, like: fact) }
            func isOf(_ name: Set<String>) -> Bool {
                // A month of what was asked about is of that.
                let labels = fact.role == .group && fact.labels.isEmpty ? base.subject : fact.labels
                return !name.isDisjoint(with: labels) || name.isDisjoint(with: base.labelled)
            }
            let isFit = isOpen || (areJoined(position) ? names.allSatisfy(isOf) : names.contains(where: isOf))
            let areAllMeant = fact.parts.allSatisfy { part in names.contains { !$0.isDisjoint(with: part) } }
            if !isFit || !areAllMeant { return false }
        } else if fact.role == .group,
            isOfRest(position) || fact.isCount && (base.isOfStreams || base.isOfFindings) && reading.names.isEmpty
        {
            // How often something was paid so far is no number of payments.
            return false
        }
        if !isOfWholeSubject(fact, position) || !isOfThatAlone(fact, position) { return false }
        let roles = reading.claimRoles[position].map { reading.roles[$0].labels }
        if let role = roles.first?.first, !isDifference(position) {
            var own = fact.labels.intersection(RoleWords.family(of: role))
            // The lowest balance is a balance.
            if own.contains("r:lowest") { own.insert("r:balance") }
            if role == "r:pending", own.isEmpty, reading.claims[position].isMoney { return false }
            if !own.isEmpty, !roles.contains(where: { !$0.isDisjoint(with: own) }) { return false }
        }
        return fitsPeriods(fact, position) && fitsUsual(fact, position) && isCalledRight(fact, position)
            && isOfSaidWhole(fact, position) && isUsedRight(fact, position) && fitsScope(fact, position)
    }

    private func isSaidSum(_ position: Int) -> Bool {
        let start = reading.claims[position].tokens.lowerBound
        if addsToBefore(start) { return true }
        return (max(0, start - 4)..<start).contains {
            [
                "add", "adds", "added", "sum", "combined", "together", "total", "altogether", "between", "both",
                "jointly",
            ].contains(reading.key($0))
        } || haveOwn(before: position)
    }

    /// `A ($392.02) and B ($306.30) made $698.32`: each of those before has its amount already.
    private func haveOwn(before position: Int) -> Bool {
        let start = reading.claims[position].tokens.lowerBound
        let before = reading.claims.indices.filter { reading.claims[$0].isMoney && $0 < position }
        let names = reading.names.indices.filter {
            !reading.names[$0].isLeftOut && reading.names[$0].tokens.upperBound <= start
        }
        return names.count > 1 && names.allSatisfy { name in before.contains { reading.claimNames[$0].contains(name) } }
    }

    /// `$30 more`, `by $30`: how far two things are apart.
    func isDifference(_ position: Int) -> Bool {
        let claim = reading.claims[position]
        return ["more", "less", "higher", "lower", "ahead", "above", "below"].contains(
            reading.key(claim.tokens.upperBound)) || reading.key(claim.tokens.lowerBound - 1) == "by"
    }

    private func fitsPeriods(_ fact: Fact, _ position: Int) -> Bool {
        if let own = fact.day ?? (fact.role == .row ? fact.period?.start : nil), let said = dayBehind(position) {
            return said.contains { $0.start == own }
        }
        let periods = reading.claimPeriods[position].map { reading.periods[$0] }.filter { !isReference($0) }
        if periods.isEmpty, fact.role == .previous { return speaksOfBefore(fact) }
        if fact.period == nil, !fitsDayOfPrice(fact, periods) { return false }
        guard !periods.isEmpty, let own = fact.period else { return true }
        if areAddedUp(periods), !periods.allSatisfy({ isWithin($0, own) }) { return false }
        if areAsLong(as: own, periods) || isOfGivenDay(fact, position, own) { return true }
        // `$87.28 in October, on 19 October`: the day of a row is its own.
        let ofDays = own.days == 1 && fact.role == .row ? periods.filter(isDay) : []
        if !ofDays.isEmpty {
            return ofDays.contains { base.days.meanings(of: $0.form)?.contains { $0.start == own.start } ?? true }
        }
        return periods.contains { period in
            guard let known = base.days.meanings(of: period.form) else { return true }
            let meanings = known.map { isEnd(period) ? Period($0.end, $0.end) : $0 }
            // A number of all days may be said beside a day of one of them: `the last of the eight is on 14 November`.
            if fact.isCount, own.days > 400 || isOfAll(position), case .day = period.form, !period.isOpen {
                return true
            }
            if isDayOfMany(fact, period, own) { return false }
            if let limit = isLimit(period, own, meanings) { return limit }
            if let day = fact.day, case .day = period.form { return meanings.contains { $0.start == day } }
            if case .month(let month, _) = period.form, reachesTo(period, position), fact.role == .group {
                return own.start.month == month
            }
            if period.isOpen, meanings.contains(where: { $0.contains(own.start) }) { return own.end >= base.lastDay }
            if case .weekday(let weekday) = period.form { return fitsWeekday(fact, own, weekday) }
            return meanings.contains { said in
                base.days.fits(own, said: said)
                    || fact.role == .change && said.contains(own.start) && said.contains(own.end)
                    || fact.otherPeriod.map { base.days.fits($0, said: said) && ($0.days > 1 || isOrigin(period)) }
                        ?? false
            }
        }
    }

    /// `the last of the eight`
    private func isOfAll(_ position: Int) -> Bool {
        let start = reading.claims[position].tokens.lowerBound
        return reading.key(start - 1) == "the" && reading.key(start - 2) == "of"
    }

    /// `July and August`: one after the other, they are the days of a figure.
    private func areAsLong(as own: Period, _ periods: [SaidPeriod]) -> Bool {
        guard periods.count > 1 else { return false }
        let spans = periods.map { base.days.meanings(of: $0.form) ?? [] }
        return spans.allSatisfy { $0.contains { own.contains($0.start) && own.contains($0.end) } }
            && spans.contains { $0.contains { $0.start == own.start } }
            && spans.contains { $0.contains { $0.end == own.end } }
    }

    private func isDay(_ period: SaidPeriod) -> Bool { if case .day = period.form { true } else { false } }

    /// `September and October together`
    private func areAddedUp(_ periods: [SaidPeriod]) -> Bool {
        periods.count > 1 && reading.has(["together", "combined", "both"])
    }

    private func isWithin(_ period: SaidPeriod, _ own: Period) -> Bool {
        base.days.meanings(of: period.form)?.contains { own.contains($0.start) && own.contains($0.end) } ?? true
    }

    /// `the difference from August`: the days that something is held against, and not those it is of.
    private func isReference(_ period: SaidPeriod) -> Bool {
        let start = period.tokens.lowerBound
        let isLevel =
            reading.key(start - 1) == "with" && ["level", "par", "line", "even"].contains(reading.key(start - 2))
        return isLevel
            || ["from", "to", "since", "against"].contains(reading.key(start - 1))
                && ["difference", "change", "increase", "decrease", "rise", "drop", "jump", "swing", "compared"]
                    .contains(
                        reading.key(start - 2))
    }

    private func fitsWeekday(_ fact: Fact, _ own: Period, _ weekday: Int) -> Bool {
        if own.days == 1 { return own.start.weekday == weekday }
        let label = NameBook.label(weekday: weekday)
        return !base.labelled.contains(label) || fact.labels.contains(label)
    }
}
