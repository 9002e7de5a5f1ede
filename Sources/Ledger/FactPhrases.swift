/// The one renderer of facts: whole phrases that carry what they are bound to, so that none can be said of another thing.
public struct FactPhrases: Sendable {
    /// How a phrase stands in a sentence.
    public enum Form: String, Sendable {
        /// `$671.51 on groceries in September 2026`: you spent …
        case noun
        /// `$30.79 (4.4%) less than in August`: that is …
        case complement
        /// `you kept $1,014.19 in September 2026`: a sentence without its period.
        case clause
    }

    public let rows: RowPhrase

    /// - Parameter currency: that of bounds on amounts.
    public init(taxonomy: Taxonomy, currency: Currency) {
        rows = RowPhrase(taxonomy: taxonomy, currency: currency)
    }

    public func form(_ fact: Fact) -> Form {
        if fact.wording != nil { return .clause }
        switch fact.role {
        case .total, .count, .average, .median, .row, .part, .rate, .balance, .limit, .spent, .remaining,
            .streams, .monthlyCost, .yearlyCost, .stream, .countWithout, .assets, .liabilities, .netWorth,
            .bills:
            return fact.isNothing ? .clause : .noun
        case .share where fact.subject.name(rows) != nil: return .clause
        case .share, .change, .usual, .ratio, .distance, .utilization: return .complement
        default: return .clause
        }
    }

    /// The whole phrase.
    public func full(_ fact: Fact) -> Phrase { fact.wording ?? words(fact, isShort: false) }

    /// The same with what it is of and when, for a place where neither was said before: `$30.79 (4.4%) less on groceries in
    /// September 2026 than in August`.
    public func bound(_ fact: Fact) -> Phrase {
        guard fact.wording == nil else { return full(fact) }
        let whole = fact.anchor.subject
        var words = ""
        if case .rows(let flow, let filter) = whole { words = rows.words(flow, filter) }
        if case .household = whole { words = " in net worth" }
        let time = fact.period.map { " " + $0.phrase } ?? ""
        switch fact.role {
        case .change: return change(fact, isShort: false, of: words + time)
        case .usual: return usual(fact, of: words + time)
        case .largestPart, .smallestPart: return part(fact, time, of: words)
        case .part:
            // Its share would be read as one of whatever was said before.
            return "\(value(fact))\(target(fact))\(time)"
        case .partsTogether: return ownTime(fact).isEmpty ? full(fact) + Phrase(time) : full(fact)
        case .largestRise, .largestFall:
            return words.isEmpty ? full(fact) : Phrase("of what you spent" + words + ", ") + full(fact)
        case .pending:
            let whole = whole.flow == .spending ? "what you spent" : "what came in or went out"
            return "\(value(fact)) of \(whole)\(words)\(time) is still pending"
        default: return full(fact)
        }
    }

    /// The value alone, or a comparison without what it is held against.
    public func short(_ fact: Fact) -> Phrase {
        if let wording = fact.wording { return wording }
        return form(fact) == .noun ? value(fact) : words(fact, isShort: true)
    }

    /// Without a single figure, for those who let none out.
    public func blanked(_ fact: Fact) -> String {
        switch fact.role {
        case .change where !fact.isZero: return degree(fact) + direction(fact) + " than" + other(fact)
        case .usual where !isAboutUsual(fact):
            return degree(fact) + (fact.percent ?? 0 > 0 ? "more" : "less") + " than is usual for you"
        default: return full(fact).blanked
        }
    }

    // MARK: By role

    private func words(_ fact: Fact, isShort: Bool) -> Phrase {
        let time = fact.period.map { isShort ? "" : " " + $0.phrase } ?? ""
        switch fact.role {
        case .total, .count, .countWithout, .average, .median, .rate, .streakWith, .streakWithout, .gap, .net:
            return measure(fact, time)
        case .largest, .smallest, .lastDay, .firstDay, .row: return single(fact)
        case .share, .part, .largestPart, .smallestPart, .partsTogether: return part(fact, time)
        case .change, .largestRise, .largestFall, .usual, .ratio, .distance: return compared(fact, isShort: isShort)
        case .balance, .assets, .liabilities, .netWorth, .limit, .spent, .remaining, .utilization:
            return held(fact, time)
        case .safeToSpend, .lowest, .due, .pay, .bills: return ahead(fact)
        case .streams, .monthlyCost, .yearlyCost, .stream, .price: return repeated(fact)
        case .pending: return "\(value(fact)) of that is still pending"
        case .coverage: return "your data goes through \(fact.period?.end.americanText ?? "today")"
        case .answer, .reasonFor, .reasonAgainst, .condition, .finding, .suggestion, .saving, .target,
            .statement, .caution:
            return value(fact)
        }
    }

    /// Sums, means and counts of rows.
    private func measure(_ fact: Fact, _ time: String) -> Phrase {
        let flow = fact.subject.flow
        let what = target(fact)
        let counted = target(fact, isCounted: true)
        // A mean is taken over its days.
        let over = time.hasPrefix(" in the ") ? " over the " + time.dropFirst(8) : time
        switch fact.role {
        case .total:
            if fact.isNothing { return nothing(fact, time) }
            // All of some days' spending is not what one thing in them cost.
            let inAll = flow == .spending && what.isEmpty && time.hasPrefix(" from ") ? " in all" : ""
            return "\(value(fact))\(flowWords(flow, what))\(inAll)\(time)"
        case .count: return fact.isNothing ? nothing(fact, time) : "\(value(fact))\(counted)\(time)"
        case .countWithout:
            return "\(value(fact)) without a \(RowPhrase.noun(flow))\(counted)\(time)"
        case .average where flow == .spending && fact.isOfPart:
            return "at a rate of \(value(fact)) \(each(fact.unit, flow))\(flowWords(flow, what))\(over)"
        case .average:
            return "\(value(fact)) \(each(fact.unit, flow))\(flowWords(flow, what)) on average\(over)"
        case .median: return "\(value(fact)) for a typical \(RowPhrase.noun(flow))\(counted)\(time)"
        case .rate: return "\(value(fact)) \(each(fact.unit, flow))\(counted)\(time)"
        case .streakWith:
            return "you had a \(RowPhrase.noun(flow))\(counted) \(value(fact)) in a row\(time)"
        case .streakWithout:
            return "you went \(value(fact)) in a row without a \(RowPhrase.noun(flow))\(counted)\(time)"
        case .gap:
            return
                "there were \(value(fact)) between one \(RowPhrase.noun(flow))\(counted) and the next on average\(time)"
        case .net: return net(fact, time)
        default: return net(fact, time)
        }
    }

    private func net(_ fact: Fact, _ time: String) -> Phrase {
        guard let money = fact.money else { return value(fact) }
        if money.minorUnits < 0 {
            let lead = time.isEmpty ? "" : time.dropFirst() + " "
            return "\(lead)you spent \(money.magnitude) more than came in"
        }
        var scope = ""
        if case .rows(let flow, let filter) = fact.subject, filter != .all { scope = rows.words(flow, filter) }
        guard let rate = fact.percent, !time.isEmpty else { return "you kept \(money)\(scope)\(time)" }
        return "you kept \(money)\(scope)\(time), \(percent: rate) of what came in"
    }

    private func single(_ fact: Fact) -> Phrase {
        let place = target(fact)
        let day = fact.period.map { " " + $0.phrase } ?? ""
        let noun = RowPhrase.noun(fact.subject.flow)
        switch fact.role {
        case .largest: return "the largest \(noun) was \(value(fact))\(place)\(day)"
        case .smallest: return "the smallest \(noun) was \(value(fact))\(place)\(day)"
        case .lastDay: return "the last \(noun)\(target(fact, isCounted: true)) was \(value(fact))"
        case .firstDay: return "the first \(noun)\(target(fact, isCounted: true)) was \(value(fact))"
        default: return "\(value(fact))\(place)\(day)"
        }
    }

    /// - Parameter parent: what the parts are of, where that is to be said.
    private func part(_ fact: Fact, _ time: String, of parent: String? = nil) -> Phrase {
        let percent: Phrase = fact.percent.map { " (\(percent: $0))" } ?? ""
        switch fact.role {
        case .share:
            let part: Phrase = fact.subject.name(rows).map { "\($0) was " } ?? ""
            return "\(part)\(value(fact)) of \(whole(fact))\(time)"
        case .part: return "\(value(fact))\(fact.isPartByTime ? "" : target(fact))\(ownTime(fact))\(percent)"
        case .partsTogether:
            let share: Phrase = fact.percent.map { ", \(percent: $0) of the whole" } ?? ""
            let those: Phrase = fact.basis.rows.map { "the top \(number: Double($0))" } ?? "all of these"
            return "\(those) together come to \(value(fact))\(share)"
        default: break
        }
        let most = fact.role == .largestPart ? "most" : "least"
        let whole = parent.map { $0 + time } ?? ""
        guard case .rows(let flow, let filter) = fact.subject, let name = rows.name(filter), !fact.isPartByTime else {
            guard let period = fact.period else { return "\(value(fact)) was the \(most + whole)" }
            return "\(period.name) had the \(most), \(value(fact))\(percent)"
        }
        if case .count(let count) = fact.value {
            guard fact.unit ?? .transaction == .transaction else {
                return "\(name) had the \(most + whole), \(value(fact))\(percent)"
            }
            let counted = parent.map { _ in rows.words(flow, fact.anchor.subject.filter, isCounted: true) + time }
            let nouns = NumberText.plural(RowPhrase.noun(flow))
            return "\(name) had the \(most) \(nouns)\(counted ?? ""), \(number: Double(count))\(percent)"
        }
        if !filter.weekdays.isEmpty { return "\(name) had the \(most + whole), \(value(fact))\(percent)" }
        let lead = whole.isEmpty ? "" : (flow == .income ? "of what came in" : "of what you spent") + whole + ", "
        return "\(lead)the \(most) \(flow == .income ? "came from" : "went to") \(name), \(value(fact))\(percent)"
    }

    /// The time of a group that is one; other parts are of the whole's period.
    func ownTime(_ fact: Fact) -> String {
        guard fact.isPartByTime, let period = fact.period else { return "" }
        return " " + period.phrase
    }

    /// What a share is of: `your spending`, `what you spent on food`.
    private func whole(_ fact: Fact) -> String {
        guard case .rows(let flow, let filter)? = fact.other?.subject else { return "the whole" }
        switch (flow, filter) {
        case (.income, .all): return "what came in"
        case (.income, _): return "what came in" + rows.words(flow, filter)
        case (_, .all): return "your spending"
        default: return "what you spent" + rows.words(flow, filter)
        }
    }

    // MARK: Held against another

    private func compared(_ fact: Fact, isShort: Bool) -> Phrase {
        switch fact.role {
        case .change: return change(fact, isShort: isShort)
        case .largestRise, .largestFall:
            let verb = fact.role == .largestRise ? "rose" : "fell"
            let name = fact.subject.name(rows) ?? fact.period?.name ?? "one part"
            if fact.subject.flow == .net, fact.period?.name != name {
                // Less of a net is more that was spent.
                let effect = fact.role == .largestRise ? "helped" : "cost"
                return "\(name) \(effect) you the most, \(magnitude(fact)) compared with before"
            }
            return "\(name) \(verb) the most, \(step(fact))"
        case .usual: return usual(fact)
        case .ratio: return "\(value(fact)) times as much\(asOther(fact))"
        default:
            let limit: Phrase = fact.other?.value.map { phrase($0, fact) } ?? ""
            return "\(magnitude(fact)) \(fact.isNegative ? "under" : "over") \(limit)"
        }
    }

    /// `from $96.00 in August to $401.00 in September 2026`.
    private func step(_ fact: Fact) -> Phrase {
        guard let now = fact.other?.value, let then = now.less(fact.value) else { return "by \(magnitude(fact))" }
        func amount(_ value: FigureValue) -> Phrase { value.isZero ? "nothing" : phrase(value, fact) }
        guard let days = fact.period, let before = fact.other?.period else {
            return "from \(amount(then)) to \(amount(now))"
        }
        // `from $96.00 from May through June` would begin twice.
        func when(_ phrase: String) -> String {
            phrase.hasPrefix("from ") ? "in " + String(phrase.dropFirst("from ".count)) : phrase
        }
        let earlier = before.start.year == days.start.year ? before.shortPhrase : before.phrase
        return "from \(amount(then)) \(when(earlier)) to \(amount(now)) \(when(days.phrase))"
    }

    /// `$30.79 (4.4%) less than in August`.
    ///
    /// - Parameter what: what it is of and when, where that is to be said.
    func change(_ fact: Fact, isShort: Bool, of what: String = "") -> Phrase {
        if fact.isZero { return Phrase("the same\(isCounted(fact) ? " number" : "")" + what + asOther(fact)) }
        if let percent = fact.percent, abs(percent) < FactPhrases.sameRange, !isCounted(fact) {
            return "about the same\(what)\(asOther(fact)) (\(magnitude(fact)) \(direction(fact)))"
        }
        if isShort { return "\(magnitude(fact)) \(direction(fact))" }
        let percent: Phrase = fact.percent.map { " (\(percent: abs($0)))" } ?? ""
        return "\(magnitude(fact))\(percent) \(direction(fact))\(what) than\(other(fact))"
    }

    private func direction(_ fact: Fact) -> String {
        if !fact.isNegative { return "more" }
        return isCounted(fact) ? "fewer" : "less"
    }

    func isCounted(_ fact: Fact) -> Bool { if case .count = fact.value { true } else { false } }

    private func other(_ fact: Fact) -> String {
        var words = ""
        if case .rows(let flow, let filter)? = fact.other?.subject {
            // One name's money either way: `than what came in`.
            if case .rows(let own, filter) = fact.subject, Set([own, flow]) == [.spending, .income] {
                return flow == .income ? " what came in" : " what went out"
            }
            words += rows.words(flow, filter)
            // What is taken from one income, whatever it was spent on.
            if words.isEmpty, flow == .spending, case .rows(.income, _) = fact.subject { words = " what you spent" }
        }
        guard let period = fact.other?.period else { return words }
        let isWhole = period.start.day == 1 && period.end == period.end.endOfMonth
        if !isWhole, period.days > 1, let own = fact.period, period.end.adding(days: 1) == own.start {
            return words + " in the \(period.days) days before"
        }
        let time = period.start.year == fact.period?.start.year ? period.shortPhrase : period.phrase
        return words + " " + (time.hasPrefix("from ") ? "in " + time.dropFirst(5) : time)
    }

    func asOther(_ fact: Fact) -> String { fact.other == nil ? "" : " as" + other(fact) }

    /// Percent around the usual within which something is usual.
    public static let usualRange = 10.0

    /// Percent below which both are called the same.
    private static let sameRange = 0.05

    private func isAboutUsual(_ fact: Fact) -> Bool { abs(fact.percent ?? 0) < FactPhrases.usualRange }

    func usual(_ fact: Fact, of what: String = "") -> Phrase {
        let usual: Phrase = "\(value(fact))\(fact.unit.map { " a \($0.rawValue)" } ?? "")"
        guard let percent = fact.percent else { return "\(usual) is usual for you\(what)" }
        if isAboutUsual(fact) { return "about what is usual for you\(what) (\(usual))" }
        return "\(percent: abs(percent)) \(percent > 0 ? "more" : "less")\(what) than is usual for you (\(usual))"
    }

    /// How clear a difference is, where its size must not be said.
    private func degree(_ fact: Fact) -> String {
        guard let percent = fact.percent, percent != 0 else { return "" }
        return abs(percent) < 5 ? "slightly " : abs(percent) < 25 ? "clearly " : "much "
    }

    // MARK: Accounts, limits, what is ahead

    private func held(_ fact: Fact, _ span: String) -> Phrase {
        let name = fact.subject.name(rows) ?? ""
        // What there was on a day need not be what there is.
        let time = span.hasPrefix(" on ") ? " as of " + span.dropFirst(4) : span
        switch fact.role {
        case .balance: return "\(value(fact))\(name.isEmpty ? " in your accounts" : " in " + name)\(time)"
        case .assets: return "\(value(fact)) in what you own\(time)"
        case .liabilities: return "\(value(fact)) in what you owe\(time)"
        case .netWorth: return "a net worth of \(value(fact))\(time)"
        case .limit: return "a limit of \(value(fact)) a month on \(name)"
        case .spent: return "\(value(fact)) spent on \(name)\(time)"
        case .remaining:
            return fact.isNegative
                ? "\(magnitude(fact)) over your \(name) limit" : "\(value(fact)) left on your \(name) limit"
        default: return "\(value(fact)) of your \(name) limit"
        }
    }

    private func ahead(_ fact: Fact) -> Phrase {
        let day = fact.period.map { $0.start.monthAndDay } ?? "soon"
        let about = fact.basis.isEstimate ? "about " : ""
        let name = fact.subject.name(rows)
        switch fact.role {
        case .safeToSpend:
            let until = fact.period.map { " until \($0.end.monthAndDay), after the bills due by then" } ?? ""
            return "you can safely spend \(value(fact))\(until)"
        case .lowest:
            // Days after those that were looked at may be lower.
            let end = fact.other?.period?.end
            let span = end.map { " through " + $0.monthAndDay } ?? ""
            let on = end == fact.period?.start ? "that day" : "on " + day
            return
                "the lowest balance\(name.map { " in " + $0 } ?? "")\(span) is \(about)\(value(fact)), \(on), with the bills due by then already paid"
        case .pay:
            let payer = if case .stream(let name) = fact.subject { " from \(name)" } else { "" }
            return "\(about)\(value(fact)) of pay\(payer) comes in on \(day)"
        case .bills: return "\(value(fact)) in bills\(fact.period.map { " due by " + $0.end.monthAndDay } ?? "")"
        default: return "your \(name.map { $0 + " " } ?? "")payment of \(about)\(value(fact)) is due on \(day)"
        }
    }

    private func repeated(_ fact: Fact) -> Phrase {
        let name = fact.subject.name(rows) ?? ""
        switch fact.role {
        case .streams:
            let cost: Phrase = fact.other?.value.map { ", \(phrase($0, fact)) a month" } ?? ""
            return "\(value(fact))\(cost)"
        case .monthlyCost: return "\(value(fact)) a month\(name.isEmpty ? " for all of them" : " for " + name)"
        case .yearlyCost: return "\(value(fact)) a year\(name.isEmpty ? all(fact) : Phrase(" for " + name))"
        case .stream: return "\(value(fact)) \(each(fact.unit, .spending)) for \(name)"
        default:
            let from: Phrase = fact.other?.value.map { phrase($0, fact) } ?? ""
            let month = fact.period.map { " in \(CivilDate.monthNames[$0.start.month - 1]) \($0.start.year)" } ?? ""
            guard let percent = fact.percent else { return "\(name) went from \(from) to \(value(fact))\(month)" }
            return "\(name) went from \(from) to \(value(fact))\(month), \(percent: percent) more"
        }
    }

    /// ` for Verizon and Spectrum together`, ` for all 7 payments together`.
    private func all(_ fact: Fact) -> Phrase {
        if let names = fact.other?.subject?.name(rows) { return " for \(names) together" }
        guard case .count(let count)? = fact.other?.value else { return "" }
        return " for all \(count, "payment") together"
    }

    // MARK: Parts of phrases

    private func nothing(_ fact: Fact, _ time: String) -> Phrase {
        let noun = NumberText.plural(RowPhrase.noun(fact.subject.flow))
        let time = fact.period?.label == "all time" ? " in all your data" : time
        return "there are no \(noun)\(target(fact, isCounted: true))\(time)"
    }

    func target(_ fact: Fact, isCounted: Bool = false) -> String {
        guard case .rows(let flow, let filter) = fact.subject else { return "" }
        return rows.words(flow, filter, isCounted: isCounted)
    }

    /// What an amount is, where it is no spending, and what it is of: `moved into Savings`.
    private func flowWords(_ flow: Selection.Flow, _ what: String) -> String {
        switch flow {
        case .spending, .purchases, .any, .net: what
        case .income: " of income" + what
        case .refunds: " in refunds" + what
        case .transfers: " moved between your accounts" + what
        case .transfersIn: (what.hasPrefix(" into ") ? " moved" : " moved in") + what
        case .transfersOut: (what.hasPrefix(" out of ") || what.hasPrefix(" to ") ? " moved" : " moved out") + what
        }
    }

    func each(_ unit: Ask.Unit?, _ flow: Selection.Flow) -> String {
        switch unit {
        case nil: ""
        case .transaction: "a " + RowPhrase.noun(flow)
        case .account: "an account"
        case .merchant: "a place"
        case let unit?: "a " + unit.rawValue
        }
    }

    /// The value alone: `$671.51`, `9 purchases`, `4.4%`.
    public func value(_ fact: Fact) -> Phrase { phrase(fact.value, fact) }

    private func magnitude(_ fact: Fact) -> Phrase {
        switch fact.value {
        case .money(let money): "\(money.magnitude)"
        case .count(let count): counted(abs(count), fact)
        case .percent(let percent): "\(number: abs(percent)) points"
        case .ratio(let ratio): "\(number: abs(ratio))"
        case .days(let days): "\(abs(days), "day")"
        case .date: value(fact)
        }
    }

    private func phrase(_ value: FigureValue, _ fact: Fact) -> Phrase {
        switch value {
        case .money(let money): "\(money)"
        case .count(let count): counted(count, fact)
        case .percent(let percent): "\(percent: percent)"
        case .ratio(let ratio) where fact.role == .rate: "\(number: ratio) times"
        case .ratio(let ratio): "\(number: ratio)"
        case .days(let days): "\(days, "day")"
        case .date(let date): Phrase("on " + date.americanText)
        }
    }

    private func counted(_ count: Int, _ fact: Fact) -> Phrase {
        if fact.role == .streams {
            guard case .rows(_, .recurring(let kind)) = fact.subject, kind.hasSuffix("s") else {
                return "\(count, "recurring payment")"
            }
            return "\(count, String(kind.dropLast()))"
        }
        return switch fact.unit {
        case nil, .transaction?: "\(count, RowPhrase.noun(fact.subject.flow))"
        case .merchant?: "\(count, "place")"
        case let unit?: "\(count, unit.rawValue)"
        }
    }
}

extension Fact.Subject {
    /// The flow of rows; spending for all that is none.
    public var flow: Selection.Flow { if case .rows(let flow, _) = self { flow } else { .spending } }

    /// Which rows of the flow; all where it is of no rows.
    var filter: RowFilter { if case .rows(_, let filter) = self { filter } else { .all } }

    public func name(_ rows: RowPhrase) -> String? {
        switch self {
        case .rows(_, let filter): rows.name(filter)
        case .account(let name), .stream(let name), .purchase(let name), .goal(let name): name
        case .limit(let category): rows.category(category)
        case .household: nil
        }
    }
}

extension Fact {
    public var money: Money? { if case .money(let money) = value { money } else { nil } }

    /// Whether it is of fewer days than the unit that it is an average of, so that no such unit was there.
    fileprivate var isOfPart: Bool {
        let least = [Ask.Unit.week: 7, .month: 28, .quarter: 90, .year: 365]
        guard let unit, let days = period?.days, let whole = least[unit] else { return false }
        return days < whole
    }

    /// Whether nothing matched.
    public var isNothing: Bool { (role == .total || role == .count) && basis.rows == 0 }

    var isZero: Bool { value.isZero }
    /// Whether its value lies below zero.
    public var isNegative: Bool { value.number < 0 }
}

extension FigureValue {
    /// The value before a step; nil where both are no amounts or counts.
    fileprivate func less(_ step: FigureValue) -> FigureValue? {
        switch (self, step) {
        case (.money(let now), .money(let step)) where now.currency == step.currency:
            .money(Money(now.minorUnits - step.minorUnits, now.currency))
        case (.count(let now), .count(let step)): .count(now - step)
        default: nil
        }
    }

    var isZero: Bool { number == 0 }

    fileprivate var number: Double {
        switch self {
        case .money(let money): Double(money.minorUnits)
        case .count(let count), .days(let count): Double(count)
        case .percent(let value), .ratio(let value): value
        case .date: 1
        }
    }
}
