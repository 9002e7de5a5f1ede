import Ledger
import Retrieval
import Understanding

/// Says in plain sentences what the evidence holds. The same evidence gives the same words.
struct Composer {
    let taxonomy: Taxonomy
    let phrases: Phrases
    /// Asked for more only when nothing matched.
    let retriever: Retriever
    /// The day that counts as today; nil where no question is answered.
    var asOf: CivilDate?

    func reply(_ understood: Understood, _ evidence: Evidence) throws -> String {
        let isUneven = unequalLengths(understood, evidence.query) != nil && understood.assumedPeriod
        let lead = isUneven ? nil : lead(understood, evidence)
        if evidence.matched == 0 {
            let nothing = try nothing(unknownNames: understood.unknownNames, evidence)
            return (lead.map { [$0, nothing] } ?? [nothing]).joined(separator: " ")
        }
        var sentences = [headline(understood, evidence)]
        if let lead { sentences.insert(lead, at: 0) }
        if let verdict = thresholdSentence(understood, evidence) { sentences.insert(verdict, at: 0) }
        if evidence.query.kinds == [.transfer], evidence.query.measure == .total, !understood.wantsRows {
            sentences.append("That is moved between your own accounts, so it is no spending.")
        }
        if let comparison = comparison(understood, evidence) { sentences.append(comparison) }
        if let lengths = unequalLengths(understood, evidence.query) { sentences.append(lengths) }
        if let groups = groupSentence(evidence) { sentences.append(groups) }
        let isSum = ![.median, .largest, .smallest].contains(evidence.query.measure)
        if !evidence.pending.isEmpty, evidence.query.status == nil, isSum {
            sentences.append("\(phrases.money(evidence.pending)) of it is still pending.")
        }
        if understood.assumedPeriod { sentences.append("You named no period, so I took \(assumed(evidence)).") }
        if let note = coverageNote(evidence) { sentences.append(note) }
        return sentences.joined(separator: " ")
    }

    /// What is said above a list that was asked for by options and not in words.
    func list(_ evidence: Evidence) throws -> String {
        evidence.matched == 0 ? try nothing(unknownNames: [], evidence) : listHeadline(evidence)
    }

    private func assumed(_ evidence: Evidence) -> String { evidence.query.period?.label ?? "everything" }

    /// When the data ends well before the period does, the figure is of a part of it.
    private func coverageNote(_ evidence: Evidence) -> String? {
        guard let coverage = evidence.coverage, let period = evidence.query.period, period.start <= coverage.end else {
            return nil
        }
        if coverage.end.adding(days: 7) < period.end { return "Your data ends on \(coverage.end.longText)." }
        if coverage.start > period.start.adding(days: 7), coverage.start <= period.end {
            return "Your data begins on \(coverage.start.longText)."
        }
        if let other = evidence.query.comparison, coverage.start > other.start.adding(days: 7),
            coverage.start <= other.end
        {
            return "Your data begins on \(coverage.start.longText)."
        }
        return nil
    }

    // MARK: Headlines

    private func headline(_ understood: Understood, _ evidence: Evidence) -> String {
        let query = evidence.query
        if understood.wantsRows { return listHeadline(evidence) }
        if !query.sides.isEmpty { return sidesHeadline(evidence) }
        if [.cashFlow, .summary].contains(understood.intent), query.kinds.isEmpty { return cashFlowHeadline(evidence) }
        switch query.measure {
        case .total: return totalHeadline(evidence)
        case .count: return countHeadline(evidence)
        case .average where isOneUnit(evidence): return totalHeadline(evidence)
        case .average: return countAverageHeadline(evidence) ?? averageHeadline(evidence)
        case .median:
            return "Half of your \(phrases.rowsNoun(query))s\(phrases.said(query))\(phrases.limits(query)) "
                + "\(phrases.period(of: query)) were up to \(phrases.money(evidence.amounts("median"))) "
                + "(\(phrases.count(evidence.matched)))."
        case .largest, .smallest: return extremeHeadline(evidence)
        case .share: return shareHeadline(evidence)
        }
    }

    private func totalHeadline(_ evidence: Evidence) -> String {
        let query = evidence.query
        let rows = phrases.count(evidence.matched)
        let period = phrases.period(of: query)
        let amounts = evidence.amounts("total")
        if amounts.isEmpty {
            let (out, income) = (evidence.amounts("spending"), evidence.amounts("income"))
            let spent = out.isEmpty ? "nothing" : phrases.money(out)
            return "\(period.capitalizedFirst)\(phrases.target(query)) \(spent) went out and "
                + "\(income.isEmpty ? "nothing" : phrases.money(income)) came in, in \(rows)."
        }
        let money = phrases.money(amounts)
        if query.kinds == [.refund] { return "You got \(money) back\(source(query)) \(period), in \(rows)." }
        if query.kinds == [.transfer], query.direction == .in, !query.accounts.isEmpty {
            return "\(money) went to \(Subject.list(query.accounts)) from your other accounts \(period), in \(rows)."
        }
        if query.kinds == [.transfer], !query.accounts.isEmpty {
            return "You moved \(money) out of \(Subject.list(query.accounts)) \(period), in \(rows)."
        }
        if query.kinds == [.transfer] { return "You moved \(money) between your accounts \(period), in \(rows)." }
        if query.direction == .in {
            return "You received \(money)\(source(query)) \(period), in \(rows)\(perUnit(evidence))."
        }
        if amounts.count == 1, amounts[0].minorUnits < 0 {
            return
                "You got \((-amounts[0]).text) more back than you spent\(phrases.target(query)) \(period), in \(rows)."
        }
        return "You spent \(money)\(phrases.target(query)) \(period), in \(rows)\(perUnit(evidence))."
    }

    /// `, on average $6,979.31 per month`, where the groups are the units and the sum was not asked for.
    private func perUnit(_ evidence: Evidence) -> String {
        let average = evidence.amounts("average")
        guard !average.isEmpty, evidence.query.grouping != nil, evidence.query.averageUnit != .transaction else {
            return ""
        }
        return ", on average \(phrases.money(average)) per \(evidence.query.averageUnit.rawValue)"
    }

    /// Where money that came in is from.
    private func source(_ query: Query) -> String {
        let names = query.merchants + query.categories.map(phrases.category)
        let from = names.isEmpty ? "" : " from " + Subject.list(names)
        return from + phrases.said(query) + phrases.limits(query)
    }

    private func averageHeadline(_ evidence: Evidence) -> String {
        let query = evidence.query
        let average = evidence.amounts("average")
        guard !average.isEmpty else { return totalHeadline(evidence) }
        let rows = phrases.count(evidence.figures(named: "average").first?.rows ?? evidence.matched)
        let total = phrases.money(evidence.amounts("total"))
        let verb = query.direction == .in ? "received" : "spent"
        let target = query.direction == .in ? source(query) : phrases.target(query)
        let purchases = evidence.amounts("purchases")
        if query.kinds == [.transfer], query.direction == .in, !query.accounts.isEmpty {
            return "On average \(phrases.money(average)) per \(query.averageUnit.rawValue) went to "
                + "\(Subject.list(query.accounts)) \(phrases.period(of: query)): \(total) in all, \(rows)."
        }
        if isProjected(query), let period = query.period {
            return "At the rate of \(phrases.span(period)) you would have \(verb) \(phrases.money(average)) per "
                + "\(query.averageUnit.rawValue)\(target): it was \(total), in \(rows)."
        }
        let basis = purchases.isEmpty ? "\(total) in all" : "\(phrases.money(purchases)) before refunds"
        return "On average you \(verb) \(phrases.money(average)) per \(query.averageUnit.rawValue)\(target) "
            + "\(phrases.period(of: query)): \(basis), \(rows)."
    }

    /// Whether an average is over a unit that is longer than the days it was taken from.
    private func isProjected(_ query: Query) -> Bool {
        let days = query.periods.map { $0.reduce(0) { $0 + $1.days } } ?? .max
        switch query.averageUnit {
        case .year: return days < 365
        case .month: return days < 28
        case .week: return days < 7
        case .day, .transaction: return false
        }
    }

    private func extremeHeadline(_ evidence: Evidence) -> String {
        let query = evidence.query
        guard let row = evidence.transactions.first else { return totalHeadline(evidence) }
        let which = phrases.rowsNoun(query) + phrases.said(query) + phrases.limits(query)
        return "Your \(query.measure.rawValue) \(which) "
            + "\(phrases.period(of: query)) was \(row.amount.magnitude.text) at \(row.merchant) on "
            + "\(row.date.longText), out of \(phrases.count(evidence.matched)).\(occurrences(evidence))"
    }

    private func listHeadline(_ evidence: Evidence) -> String {
        let query = evidence.query
        let noun = phrases.rowsNoun(query)
        let period = query.period == nil ? "" : " " + phrases.period(of: query)
        let text = phrases.said(query)
        if query.limit == 1, let row = evidence.transactions.first {
            let which = phrases.place(query)
            let more = evidence.matched > 1 ? " There are \(phrases.count(evidence.matched)) in all." : ""
            return "Your \(which) \(noun)\(text)\(phrases.limits(query))\(period) was on \(row.date.longText): "
                + "\(row.merchant), \(row.amount.magnitude.text), \(row.account).\(occurrences(evidence))\(more)"
        }
        let spent = evidence.amounts("total").filter { $0.minorUnits != 0 }
        let sum = spent.isEmpty ? "" : ", \(phrases.money(spent)) \(sumWord(query))"
        let listed = listedPart(evidence)
        let verb = evidence.matched == 1 ? "is" : "are"
        return "There \(verb) \(phrases.count(evidence.matched, noun))\(text)\(phrases.limits(query))\(period)\(sum)."
            + listed
    }

    /// Which of the rows are listed, where that is not plain.
    private func listedPart(_ evidence: Evidence) -> String {
        let query = evidence.query
        let (shown, matched) = (evidence.transactions.count, groupedThousands(evidence.matched))
        if shown == 0 { return query.offset > 0 ? " There are no more than these \(matched)." : "" }
        if query.offset > 0 {
            let last = groupedThousands(query.offset + shown)
            let first = groupedThousands(query.offset + 1)
            let rows = shown == 1 ? "row \(first)" : "rows \(first)–\(last)"
            return " Here \(shown == 1 ? "is" : "are") \(rows) of \(matched), the \(query.order.rawValue) first."
        }
        if evidence.matched > shown { return " Here are the \(groupedThousands(shown)) \(query.order.rawValue)." }
        return query.limit == Query.mostListed && shown > 1 ? " Here are all of them." : ""
    }

    private func sumWord(_ query: Query) -> String {
        if query.kinds == [.transfer] { return "moved" }
        return query.direction == .in || query.kinds == [.refund] || query.kinds == [.income] ? "received" : "spent"
    }

    private func cashFlowHeadline(_ evidence: Evidence) -> String {
        let period = phrases.period(of: evidence.query).capitalizedFirst
        let net = evidence.amounts("net")
        let parts = net.enumerated().map { position, money -> String in
            let income = evidence.amounts("income").first { $0.currency == money.currency } ?? Money(0, money.currency)
            let out = evidence.amounts("spending").first { $0.currency == money.currency } ?? Money(0, money.currency)
            let result = money.minorUnits >= 0 ? "\(money.text) stayed" : "\(money.magnitude.text) more went out"
            let part = evidence.query.merchants.isEmpty ? phrases.target(evidence.query) : ""
            return "\(income.text) came in and \(out.text) went out\(part): \(result)"
        }
        var text = "\(period) " + parts.joined(separator: "; ")
        if let rate = evidence.figures(named: "savings_rate").first, case .ratio(let ratio) = rate.value, net.count == 1
        {
            text += ", a savings rate of \(phrases.percent(ratio * 100))"
        }
        return text + " (\(phrases.count(evidence.matched)))."
    }

    // MARK: More sentences

    /// Answers "more than $200?" before the figure.
    private func thresholdSentence(_ understood: Understood, _ evidence: Evidence) -> String? {
        if understood.query.grouping == .month { return monthsSentence(understood, evidence) }
        // What was kept is held against it where both ways are asked about.
        let sums = evidence.amounts(
            understood.intent == .cashFlow ? "net" : evidence.query.isMean ? "average" : "total")
        guard let limit = understood.threshold, let total = sums.first(where: { $0.currency == limit.currency }) else {
            return nil
        }
        let difference = total.minorUnits - limit.minorUnits
        if difference == 0 { return "Exactly \(limit.text)." }
        let distance = Money(abs(difference), limit.currency).text
        let isSo = understood.staysBelow ? difference < 0 : difference > 0
        let verdict = isRunning(understood, evidence.query) ? isSo ? "So far yes" : "Not so far" : isSo ? "Yes" : "No"
        return "\(verdict), \(distance) \(difference > 0 ? "more" : "less") than \(limit.text)."
    }

    private func groupSentence(_ evidence: Evidence) -> String? {
        let query = evidence.query
        guard query.sides.isEmpty else { return nil }
        if query.offset > 0, query.grouping != nil, evidence.groups.isEmpty { return "There are no more." }
        if [.rise, .fall].contains(query.order), query.offset > 0 {
            let names = Subject.list(evidence.groups.prefix(3).map(\.label))
            return "After those, \(names) \(query.order == .rise ? "rose" : "fell") the most."
        }
        if [.rise, .fall].contains(query.order) { return changeSentence(evidence) }
        guard let grouping = query.grouping, let first = evidence.groups.first else { return nil }
        if first.detail("income") != nil { return netSentence(evidence) }
        // Each currency is in the first sentence, and none is more than another.
        if case .currency = grouping {
            let names = evidence.groups.map { Currency($0.key).map(CurrencyNames.builtIn.name) ?? $0.label }
            return names.count == 1 ? "All of it was in \(names[0])." : nil
        }
        let per = query.measure == .average && query.counted == nil ? " per \(query.averageUnit.rawValue)" : ""
        func value(_ group: Group) -> String {
            if case .money(let money) = group.value { return money.text + per }
            return phrases.count(group.count)
        }
        func words(_ group: Group) -> String { "\(place(group)) (\(value(group)))" }
        /// `on 26 October 2026`, `on Fridays`, `in June 2026`; names as they are.
        func place(_ group: Group) -> String {
            switch grouping {
            case .day: "on " + group.label
            case .weekday: "on \(group.label)s"
            case .week: "in the " + group.label
            case .month, .year: "in " + group.label
            case .category, .merchant, .account, .currency: group.label
            }
        }
        let isChronological = [.day, .week, .month, .year, .weekday].contains(grouping)
        if isChronological, query.order == .newest || query.order == .oldest {
            guard let top = evidence.groups.max(by: { $0.size < $1.size }), evidence.groups.count > 1 else {
                return nil
            }
            if evidence.groups.allSatisfy({ $0.value == top.value }) {
                return "It was the same in all \(evidence.groups.count): \(value(top))."
            }
            let equal = evidence.groups.count { $0.value == top.value }
            return equal > 1
                ? "The most was \(value(top)), in \(equal) of the \(evidence.groups.count)."
                : "The most was \(words(top))."
        }
        let most =
            query.order == .smallest
            ? query.measure == .average ? "The lowest was" : "The least was"
            : isChronological
                ? "The most was"
                : query.measure == .average
                    ? "The highest was"
                    : query.measure == .count
                        ? "Most were \(grouping == .account ? "with" : grouping == .category ? "in" : "at")"
                        : query.direction == .in ? "Most came from" : "Most went to"
        if query.offset > 0 {
            let next = Subject.list(evidence.groups.prefix(3).map { "\($0.label) (\(value($0)))" })
            return query.limit == 1 ? "In place \(query.offset + 1) is \(next)." : "After those come \(next)."
        }
        // Those that share the first place are all named.
        if query.limit == 1, evidence.groups.count > 1 {
            return "\(most) \(Subject.list(evidence.groups.map(words))), as much each."
        }
        let rest = evidence.groups.dropFirst().prefix(2).map(words)
        return "\(most) \(words(first))" + (rest.isEmpty ? "." : ", then \(Subject.list(rest)).")
    }
}

extension Evidence {
    func amounts(_ name: String) -> [Money] { figures(named: name).compactMap(\.money) }
}

extension FigureValue {
    /// nil of what is no money.
    var amount: Money? { if case .money(let money) = self { money } else { nil } }
}

extension Figure {
    var money: Money? { value.amount }
}

extension Group {
    /// For comparing groups with one another.
    var size: Int64 {
        switch value {
        case .money(let money): money.minorUnits
        default: Int64(count)
        }
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
