import Advice
import Ledger
import Understanding

/// Everything that a reply may say: what the evidence holds, what was asked, and what the composed reply says.
public struct GuardFacts: Sendable {
    let base: FactBase
    /// Whether the program's own reply gives a figure or a day, which a reply in other words must give too.
    var wantsFigure: Bool { base.givesFigure }
    /// What may be said, one fact in a line, for a model that is to try again.
    public let allowed: [String]

    /// - Parameters:
    ///   - composed: the program's own reply, which is right.
    ///   - verdict: what was decided of a purchase; nil where none was asked about.
    ///   - knownNames: merchants, categories and accounts that exist; those that are in neither evidence, question nor
    ///     composed reply may not be said.
    public init(
        evidence: Evidence, question: String, composed: String, verdict: PurchaseVerdict? = nil, asOf: CivilDate,
        knownNames: [String] = []
    ) {
        self.init(
            evidence: evidence, question: question, composed: composed, verdict: verdict, asOf: asOf,
            names: NameShelf(ofIndex: knownNames))
    }

    init(
        evidence: Evidence, question: String, composed: String, verdict: PurchaseVerdict?, asOf: CivilDate,
        names: NameShelf
    ) {
        var builder = FactBuilder(evidence, asOf: asOf)
        var base = builder.build()
        base.foreign = names
        base.purchaseVerdict = verdict
        base.learn(question: question)
        base.learn(composed: composed)
        base.opening = base.opening ?? base.opening(to: question)
        self.base = base
        allowed = GuardFacts.lines(evidence)
    }

    /// At most this many groups and rows each: a prompt is no place for hundreds.
    private static let listed = 40

    private static func lines(_ evidence: Evidence) -> [String] {
        var lines = evidence.figures.map { "\($0.name): \($0.label): \(text($0.value))" + rows($0.rows) }
        lines += evidence.groups.prefix(listed).map { group in
            let share = group.share.map { ", \(percent($0 * 100))" } ?? ""
            return "\(group.label): \(text(group.value))\(share)" + rows(group.count)
        }
        lines += evidence.transactions.prefix(listed).map {
            "\($0.date.longText): \($0.merchant): \($0.amount.magnitude.text), \($0.account)"
        }
        if evidence.matched > 0 { lines.append("transactions counted: \(groupedThousands(evidence.matched))") }
        return lines
    }

    private static func rows(_ count: Int?) -> String {
        count.map { " (\(groupedThousands($0)) transaction\($0 == 1 ? "" : "s"))" } ?? ""
    }

    private static func percent(_ value: Double) -> String {
        let tenths = Int64((value * 10).rounded())
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10) %"
    }

    private static func text(_ value: FigureValue) -> String {
        switch value {
        case .money(let money): money.text
        case .count(let count): groupedThousands(count)
        case .percent(let value): percent(value)
        case .ratio(let ratio): percent(ratio * 100)
        case .days(let days): "\(days) days"
        case .date(let date): date.longText
        }
    }
}

extension FactBase {
    /// What the question named may be said again.
    mutating func learn(question: String) {
        let text = GuardText(question).text
        let tokens = Tokenizer.tokens(of: text)
        learnNames(tokens)
        questionWords = Set(tokens.map(\.key))
        questionLabels = labels(in: text)
        words.formUnion(questionWords)
        let none = Array(repeating: false, count: tokens.count)
        let periods = SaidPeriodReader(tokens, taken: none, asOf: asOf).periods()
        var taken = none
        for period in periods {
            learn(period)
            for index in period.tokens { taken[index] = true }
        }
        asked = ClaimReader(tokens, taken: taken).claims()
    }

    /// What the program says itself is right, with the names and days that it says it of.
    mutating func learn(composed reply: String) {
        var splitter = SentenceSplitter()
        for sentence in splitter.add(reply) + splitter.finish() {
            composed.insert(SentenceGate.core(sentence))
            let tokens = Tokenizer.tokens(of: GuardText(sentence).text)
            learnNames(tokens)
            words.formUnion(tokens.map(\.key))
            if composed.count == 1, let first = tokens.first?.key, ["yes", "no"].contains(first),
                tokens.count == 1 || [",", ".", ":", ";", "–", "—"].contains(tokens[1].text)
            {
                opening = first
            }
            let none = Array(repeating: false, count: tokens.count)
            for period in SaidPeriodReader(tokens, taken: none, asOf: asOf).periods() {
                learn(period)
                let isSince = period.tokens.lowerBound > 0 && tokens[period.tokens.lowerBound - 1].key == "since"
                if isSince, case .day = period.form, let day = days.meanings(of: period.form)?.first?.start {
                    sinceDays.insert(day)
                }
            }
            let reading = SentenceReading(sentence, self)
            learnCadences(reading)
            learn(reading)
            noteGiven(reading)
            hasComparison =
                hasComparison
                || tokens.contains { ChangeWords.isChange($0.key) || ["usual", "dearer"].contains($0.key) }
            saysNothing = saysNothing || StatementCheck.saysNothing(tokens.map(\.key))
        }
    }

    /// `GEICO ($741.00, every six months)`: a price that is not paid by the month.
    private mutating func learnCadences(_ reading: SentenceReading) {
        for (position, claim) in reading.claims.enumerated() where claim.isMoney {
            let end = claim.tokens.upperBound
            guard reading.key(end) == ",", reading.key(end + 1) == "every" else { continue }
            let unit = reading.key(end + 2)
            let per: Query.AverageUnit =
                unit == "year" ? .year : unit == "week" ? .week : unit == "month" ? .month : .transaction
            let labels = reading.claimNames[position].reduce(into: Set<String>()) {
                $0.formUnion(reading.names[$1].labels)
            }
            for index in facts.indices
            where facts[index].labels.contains("r:price") && !facts[index].labels.isDisjoint(with: labels) {
                facts[index].per = per
            }
        }
    }

    /// Notes what the composed reply gives.
    private mutating func noteGiven(_ reading: SentenceReading) {
        givesFigure =
            givesFigure
            || reading.claims.contains { claim in
                switch claim.measure {
                case .money, .percent, .multiple, .count(.rows), .count(.either): true
                case .count, .bare: false
                }
            }
        let ends = days.periods.filter { $0.days > 1 }.flatMap { [$0.start, $0.end] } + [asOf]
        for period in reading.periods {
            guard case .day = period.form, let day = days.meanings(of: period.form)?.first?.start else { continue }
            if !ends.contains(day) { givenDays.insert(day) }
        }
        givesFigure = givesFigure || !givenDays.isEmpty
    }

    /// Names that exist and are said here are part of what may be said.
    private mutating func learnNames(_ tokens: [Token]) {
        func key(_ index: Int) -> String {
            guard tokens.indices.contains(index) else { return "" }
            return tokens[index].key == "&" ? "and" : tokens[index].key
        }
        // `Q1` is a quarter, and no shop of that name.
        let isFree = Array(repeating: false, count: tokens.count)
        let days = SaidPeriodReader(tokens, taken: isFree, asOf: asOf).periods().map(\.tokens)
        var index = 0
        while index < tokens.count {
            if let day = days.first(where: { $0.contains(index) }) {
                index = day.upperBound
                continue
            }
            // A capital letter says nothing where a sentence begins.
            let isCapital = index > 0 && tokens[index].text.first?.isUppercase == true
            let known = foreign.longest(at: index, key: key) ?? KnownNames.merchants.longest(at: index, key: key)
            let isOrdinary = known.map { match in
                (index..<index + match.length).allSatisfy { GuardVocabulary.isCommon(key($0)) } && !isCapital
            }
            if let known, isOrdinary == false, names.longest(at: index, key: key)?.length ?? 0 < known.length {
                let name = tokens[index..<index + known.length].map(\.text).joined(separator: " ")
                add(name: name, labels: known.labels)
                for label in known.labels { noteCategory(label, name) }
                index += known.length
            } else {
                index += 1
            }
        }
    }

    private mutating func learn(_ period: SaidPeriod) {
        switch period.form {
        case .relative(let days, let whole):
            self.days.add(days)
            if whole.days <= 366 { self.days.add(whole) }
        case .day(let month, let day, let year):
            if let date = CivilDate(year: year ?? asOf.year, month: month, day: day) { days.add(event: date) }
        case .month(let month, let year):
            guard self.days.meanings(of: period.form) == nil else { return }
            let guess = year ?? (month <= asOf.month ? asOf.year : asOf.year - 1)
            if let span = Period.month(year: guess, month: month) { days.add(span) }
        case .span(let first, let month, let firstYear, let last, let other, let year):
            let end = CivilDate(year: year ?? asOf.year, month: other, day: last)
            guard let end, let start = CivilDate(year: firstYear ?? end.year, month: month, day: first) else { return }
            if start <= end { days.add(Period(start, end)) } else { days.add(Period(start.adding(years: -1), end)) }
        case .year(let year):
            if let first = CivilDate(year: year, month: 1, day: 1) { days.add(Period(first, first.endOfYear)) }
        case .weekday(let weekday): days.add(weekday: weekday)
        default: break
        }
    }

    private mutating func learn(_ reading: SentenceReading) {
        for (position, claim) in reading.claims.enumerated() {
            let names = reading.claimNames[position].flatMap { reading.names[$0].labels }
            // A bound that is said is no value, but may be said again.
            if claim.relation != .exactly, claim.relation != .about { bounds.append(claim) }
            // Nor is the part that one could spend less.
            if claim.measure == .percent, reading.has(["spend"]) || reading.key(claim.tokens.upperBound) == "less" {
                bounds.append(claim)
            }
            // What the evidence has under these names, or under none, is known already.
            let isKnown = facts.contains { fact in
                fact.supports(claim) && (fact.needs.isEmpty || reading.has(fact.needs))
                    && (fact.labels.isSuperset(of: names)
                        || fact.role == .other && !fact.isCount && fact.labels.allSatisfy { $0.hasPrefix("r:") })
            }
            // What it is held against is quoted, and what bounds something is none of its values.
            let isQuoted = asked.contains { $0.isMoney && claim.isMoney && $0.number.value == claim.number.value }
            guard let value = value(of: claim), !isKnown, !isQuoted, [.exactly, .about].contains(claim.relation) else {
                continue
            }
            var fact = Fact(value: value, labels: Set(names + names.compactMap { categories[$0] }), per: claim.per)
            let said = reading.claimKinds[position].map { reading.kinds[$0].kinds }
            fact.kinds = said.isEmpty ? flow : said.reduce(into: []) { $0.formUnion($1) }
            if let said = reading.claimPeriods[position].first {
                fact.period = days.meanings(of: reading.periods[said].form)?.first
            }
            add(fact)
        }
        for (position, period) in reading.periods.enumerated() {
            guard case .day = period.form, let day = days.meanings(of: period.form)?.first else { continue }
            let bound = reading.dayNames[position].flatMap { reading.names[$0].labels }
            // `A pays $40 (Checking); the next one is due on 6 November`: that of A.
            let names = bound.isEmpty ? [] : Set(bound).union(reading.names.first?.labels ?? [])
            if !names.isEmpty { add(Fact(value: .day(day.start), labels: names)) }
        }
    }

    private func value(of claim: Claim) -> Fact.Value? {
        switch claim.measure {
        case .money(let currencies):
            guard let currency = currencies.first, let units = claim.number.scaled(to: currency.minorDigits) else {
                return nil
            }
            return .money(Money(units, currency))
        case .percent: return .percent(claim.number.value)
        case .multiple: return .multiple(claim.number.value)
        case .count(let noun):
            guard let count = claim.number.integer else { return .multiple(claim.number.value) }
            return .count(count, noun == .rows || noun == .things ? .either : noun)
        case .bare: return claim.number.integer.map { .count($0, .either) } ?? .multiple(claim.number.value)
        }
    }
}
