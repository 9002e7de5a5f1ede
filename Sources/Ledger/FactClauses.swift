/// Facts as clauses that say by themselves what they are of and when, for every place where nothing before them has.
extension FactPhrases {
    /// Stands for what a part is of, in a clause that follows it: `of §whole§, the most went to rent`.
    public static let whole = "§whole§"

    /// `you spent $671.51 on groceries in September 2026`.
    public func clause(_ fact: Fact) -> Phrase {
        if let wording = fact.wording { return wording }
        if fact.role == .largestPart || fact.role == .smallestPart { return most(fact, of: nil) }
        if fact.role == .partsTogether, let percent = fact.percent {
            let whole = wholeWords(fact.subject.flow, fact.subject.filter, fact.period, isCount: false)
            let those: Phrase = fact.basis.rows.map { "the top \(number: Double($0))" } ?? "all of these"
            return "\(those) together come to \(value(fact)), \(percent: percent) of \(whole)"
        }
        switch form(fact) {
        case .clause: return bound(fact)
        case .noun: return thing(fact)
        case .complement: return comparison(fact)
        }
    }

    /// The clause after one that said what the fact is a part of; nil where it is not a part.
    public func linked(_ fact: Fact) -> Phrase? {
        switch fact.role {
        case _ where fact.wording != nil: nil
        case .largestPart, .smallestPart: most(fact, of: FactPhrases.whole)
        case .pending: "\(value(fact)) of \(FactPhrases.whole) is still pending"
        default: nil
        }
    }

    /// A part after `followed by`: `groceries at $768.76 (10.8%)`; nil of days and months, whose order is no order by size.
    public func named(_ fact: Fact) -> Phrase? {
        guard fact.wording == nil, !fact.isPartByTime, let name = fact.subject.name(rows) else { return nil }
        if case .rows(_, let filter) = fact.subject, !filter.weekdays.isEmpty { return nil }
        switch fact.role {
        case .part: return "\(name) at \(value(fact))\(share(fact))"
        case .stream: return "\(name) at \(value(fact)) \(each(fact.unit, .spending))"
        default: return nil
        }
    }

    /// A thing after another of its kind, whose verb and time hold for it.
    public func listed(_ fact: Fact) -> Phrase {
        guard fact.role == .part else { return full(fact) }
        return "\(value(fact))\(fact.isPartByTime ? ownTime(fact) : target(fact))"
    }

    /// A payment or pay as something that an amount takes into account: `your Gym payment, about $30.00 on November 3`; nil
    /// of all else.
    public func counted(_ fact: Fact) -> Phrase? {
        let about = fact.basis.isEstimate ? "about " : ""
        let day = fact.period.map { " on " + $0.start.monthAndDay } ?? ""
        let name = fact.subject.name(rows)
        switch fact.role {
        case .due: return "your \(name.map { $0 + " " } ?? "")payment, \(about)\(value(fact))\(day)"
        case .pay: return "your pay of \(about)\(value(fact))\(name.map { " from " + $0 } ?? "")\(day)"
        case .bills: return full(fact)
        default: return nil
        }
    }

    private func share(_ fact: Fact) -> Phrase { fact.percent.map { " (\(percent: $0))" } ?? "" }

    // MARK: Things

    private func thing(_ fact: Fact) -> Phrase {
        let noun = fact.role == .part ? "\(value(fact))\(scope(fact))" : full(fact)
        switch fact.role {
        case .count, .countWithout: return "\(counting(fact, noun.text)) \(noun)"
        case .rate:
            let flow = fact.subject.flow
            return
                "\(flow == .spending || flow == .purchases ? "you made" : "there was") a \(RowPhrase.noun(flow)) \(noun)"
        case .balance where fact.isNegative, .liabilities where fact.isNegative: return "it comes to \(noun)"
        case .balance, .streams, .limit, .bills: return "you have \(noun)"
        case .remaining: return fact.isNegative ? "you are \(noun)" : "you have \(noun)"
        case .spent: return "you've spent " + noun.without(" spent")
        case .assets: return "you own " + noun.without(" in what you own")
        case .liabilities: return "you owe " + noun.without(" in what you owe")
        case .netWorth: return "your net worth is " + noun.without("a net worth of ")
        case .monthlyCost, .yearlyCost, .stream: return "you pay \(noun)"
        default: return flowing(fact, noun)
        }
    }

    /// What an amount of a flow did.
    private func flowing(_ fact: Fact, _ noun: Phrase) -> Phrase {
        let flow = fact.subject.flow
        let isRunning = [" so far", " since ", " this "].contains(where: noun.text.contains)
        if noun.text.contains(" still pending") { return "there is \(noun)" }
        if flow == .spending || flow == .purchases, let money = fact.money, money.minorUnits < 0 {
            return "you got back \(money.magnitude) more than you spent\(scope(fact))"
        }
        if flow == .net, let money = fact.money {
            return money.minorUnits < 0
                ? "you spent \(money.magnitude) more than came in\(scope(fact))" : "you kept \(money)\(scope(fact))"
        }
        let verb = verb(flow, isRunning: isRunning)
        return flow == .income ? "\(verb) " + noun.without(" of income") : "\(verb) " + noun.without(" moved")
    }

    private func verb(_ flow: Selection.Flow, isRunning: Bool = false) -> String {
        let you = isRunning ? "you've" : "you"
        switch flow {
        case .spending, .purchases: return you + " spent"
        case .income: return you + " received"
        case .refunds: return you + (isRunning ? " gotten" : " got")
        case .transfers, .transfersIn, .transfersOut: return you + " moved"
        case .net: return you + " kept"
        case .any: return isRunning ? "there has been" : "there was"
        }
    }

    private func counting(_ fact: Fact, _ noun: String) -> String {
        let isOne = fact.value == .count(1)
        if noun.contains(" still pending") { return isOne ? "there is" : "there are" }
        let flow = fact.subject.flow
        if fact.role == .count, fact.unit ?? .transaction == .transaction, flow == .spending || flow == .purchases {
            return "you made"
        }
        return isOne ? "there was" : "there were"
    }

    /// What a fact is of and when, the whole of a part among it: `on groceries at H-E-B in September 2026`.
    private func scope(_ fact: Fact) -> String {
        var words = ""
        if case .rows(let flow, let filter) = fact.subject {
            let whole = fact.anchor.subject == fact.subject ? .all : fact.anchor.subject.filter
            words = rows.words(flow, whole == .all ? filter : filter == .all ? whole : .all([whole, filter]))
        }
        return words + (fact.period.map { " " + $0.phrase } ?? "")
    }

    // MARK: The largest part

    /// - Parameter link: what the whole is called where it was just said.
    private func most(_ fact: Fact, of link: String?) -> Phrase {
        let word = fact.role == .largestPart ? "most" : "least"
        guard case .rows(let flow, let filter) = fact.subject else { return full(fact) }
        let isOfDays = !filter.weekdays.isEmpty
        let isCount = if case .count = fact.value { true } else { false }
        let parent = fact.anchor.subject.filter
        let whole = link ?? wholeWords(flow, parent, fact.anchor.period, isCount: isCount)
        guard fact.isPartByTime || isOfDays || rows.name(filter) == nil else {
            guard !isCount else { return bound(fact) }
            return
                "of \(whole), the \(word) \(flow == .income ? "came from" : "went to") \(rows.name(filter) ?? ""), \(value(fact))\(share(fact))"
        }
        let place = isOfDays ? "on " + RowPhrase.weekdays(filter.weekdays) : fact.period?.phrase ?? ""
        let verb = isCount && (flow == .spending || flow == .purchases) ? "you made" : verb(flow)
        let things = isCount ? " " + NumberText.plural(RowPhrase.noun(flow)) : ""
        let what = rows.words(flow, parent, isCounted: isCount)
        let part: Phrase = fact.percent.map { " (\(percent: $0) of \(whole))" } ?? ""
        guard !part.isEmpty || link == nil else { return most(fact, of: nil) }
        // Without its share it says of which days it is the most.
        let span = part.isEmpty ? fact.anchor.period.map { $0.phrase + ", " } ?? "" : ""
        return "\(span)\(verb) the \(word)\(things)\(what) \(place), \(value(fact))\(part)"
    }

    private func wholeWords(_ flow: Selection.Flow, _ filter: RowFilter, _ period: Period?, isCount: Bool) -> String {
        let time = period.map { " " + $0.phrase } ?? ""
        if isCount {
            return "all \(NumberText.plural(RowPhrase.noun(flow)))\(rows.words(flow, filter, isCounted: true))\(time)"
        }
        let what = rows.words(flow, filter)
        switch flow {
        case .income: return "what came in" + what + time
        case .net: return "what you kept" + what + time
        case .spending, .purchases: return "what you spent" + what + time
        default: return "all of that" + what + time
        }
    }

    // MARK: Comparisons

    private func comparison(_ fact: Fact) -> Phrase {
        let time = fact.period.map { " " + $0.phrase } ?? ""
        guard case .rows(let flow, let filter) = fact.subject else {
            if fact.role == .change { return "your net worth is \(change(fact, isShort: false, of: time))" }
            return fact.role == .utilization ? "you've used \(full(fact))" : "it is \(full(fact))"
        }
        let isCount = isCounted(fact)
        let what = rows.words(flow, filter, isCounted: isCount)
        let verb = isCount && (flow == .spending || flow == .purchases) ? "you made" : verb(flow)
        switch fact.role {
        case .change:
            let unit = isCount || fact.unit == nil ? "" : " " + each(fact.unit, flow)
            return "\(verb) \(change(fact, isShort: false, of: unit + what + time))"
        case .usual:
            return fact.percent == nil ? bound(fact) : "\(verb) \(usual(fact, of: what + time))"
        case .ratio: return "\(verb) \(value(fact)) times as much\(what)\(time)\(asOther(fact))"
        case .distance: return "\(verb) \(full(fact))\(what)\(time)"
        default: return "it was \(full(fact))"
        }
    }
}

extension RowFilter {
    /// The weekdays that a group is of: of several conditions the last is the group's own.
    var weekdays: Set<Int> {
        switch self {
        case .weekdays(let days): days
        case .and(let parts): parts.last?.weekdays ?? []
        default: []
        }
    }
}
