/// Says requests in words: for `read as …`, for choices when asking back, for `/why`. The one printer of requests; the words
/// need no language model and say everything that the request does.
public struct RequestWords {
    private let taxonomy: Taxonomy
    private let currency: Currency

    /// - Parameters:
    ///   - taxonomy: for what categories are called.
    ///   - currency: the home currency, which amounts in a request are of.
    public init(_ taxonomy: Taxonomy, currency: Currency = .usd) {
        self.taxonomy = taxonomy
        self.currency = currency
    }

    /// `groceries, September 2026, by merchant`.
    public func text(_ request: Request) -> String {
        switch request {
        case .ask(let ask): text(ask)
        case .balance(let ask): text(ask)
        case .recurring(let ask): text(ask)
        case .unusual(let selection): join(["unusual charges" + beside(selection), span(selection.span)])
        case .forecast(let ask): text(ask)
        case .summary(let period): join(["summary", period?.label])
        case .other(let intent): intent.rawValue.split(separator: "_").joined(separator: " ")
        }
    }

    private func on(_ accounts: [String]) -> String { accounts.isEmpty ? "" : " of " + list(accounts, "and") }

    private func text(_ ask: BalanceAsk) -> String {
        let topic =
            switch ask.topic {
            case .balance: "balance"
            case .owed: "what is owed"
            case .assets: "assets"
            case .netWorth: "net worth"
            }
        let detail: String? =
            switch ask.detail {
            case .change: "change"
            case .months: "at the end of each month"
            case .lowest: "the lowest"
            case .highest: "the highest"
            case .days: "the number of days"
            case .most: "the account with the most"
            case .least: "the account with the least"
            case .overdrawn: "whether below zero"
            case nil: nil
            }
        return join([
            topic + on(ask.accounts) + (ask.type.map { " of accounts of type \($0.rawValue)" } ?? "")
                + (ask.without.isEmpty ? "" : " without " + list(ask.without, "and")),
            detail, ask.period?.label, ask.day.map { "on \(Period($0, $0).label)" },
            ask.condition.map { "whether " + text($0) + quantity($0) },
        ])
    }

    private func text(_ ask: ForecastAsk) -> String {
        let topic =
            switch ask.topic {
            case .safe: "what is safe to spend"
            case .balance: "what there will be"
            case .lowest: "the lowest balance to come"
            case .lasting: "whether the money lasts"
            case .shortfall: "whether the money runs out"
            case .spending: "what will be spent"
            case .income: "what will come in"
            }
        return join([
            topic + (ask.filter == .all ? "" : " on " + phrase(ask.filter).noun) + on(ask.accounts),
            ask.per.map { "per \($0.rawValue)" }, ask.period?.label, ask.until.map { "until \(Period($0, $0).label)" },
            ask.isBeforePay ? "before the next pay" : nil,
            ask.condition.map { "whether " + text($0) + quantity($0) },
        ])
    }

    private func beside(_ selection: Selection) -> String {
        selection == Selection(.spending, .all, selection.span) ? "" : " in " + subject(selection)
    }

    private func text(_ ask: RecurringAsk) -> String {
        let kind = ask.kind ?? "recurring payments"
        let topic =
            switch ask.topic {
            case .list: kind
            case .cost: "cost of \(kind)"
            case .upcoming: "\(kind) that are due"
            case .changes: "\(kind) whose price changed"
            case .ended: "\(kind) that ended"
            case .new: "new \(kind)"
            case .active: "\(kind) that go on"
            }
        let detail: String? =
            switch ask.detail {
            case .whether: "yes or no"
            case .day: "the day"
            case .before: "the price before"
            case .step: "by how much"
            case .percent: "by how much in percent"
            case .extra: "what the rise has come to"
            case .paid: "what was paid since the rise"
            case .saved: "what you'd save without them"
            case nil: nil
            }
        return join([
            topic + (ask.filter == .all ? "" : ": " + phrase(ask.filter).noun), detail,
            ask.pick.map { "the \($0.rawValue)" },
            ask.per.map { "per \($0.rawValue)" }, ask.every.map { "those of every \($0.rawValue)" },
            ask.isBeforePay ? "before the next pay" : nil, ask.period?.label,
            ask.against.map { "against \($0.label)" },
        ])
    }

    // MARK: Asks

    /// As `text` of a request.
    public func text(_ ask: Ask) -> String {
        let isUnits = ask.conditionIsOfUnits
        var parts: [String?] = []
        if let change = changeOfGroups(ask) {
            parts = [change]
        } else {
            parts = [head(ask), span(ask.selection.span), ask.grouping.map { "by \(words($0))" }]
            if let against = ask.against { parts.append(text(against, of: ask)) }
        }
        if let condition = ask.condition, !isUnits { parts.append("where " + text(condition) + quantity(condition)) }
        if !ask.isOfOneGap { parts.append(ask.order.map(words)) }
        parts.append(ask.limit.map { "the first \($0)" })
        if ask.offset > 0 { parts.append("after \(ask.offset)") }
        for measure in ask.also {
            var other = Ask(ask.selection, measure: measure)
            if ask.conditionIsOfUnits, other.conditionIsOfUnits { other.condition = ask.condition }
            parts.append("and " + head(other))
        }
        parts.append(ask.each.map { "for each \(words($0))" })
        return join(parts)
    }

    /// `change of each category from August 2026 to September 2026`; nil for what is no such thing.
    private func changeOfGroups(_ ask: Ask) -> String? {
        guard let grouping = ask.grouping, ask.order == .rise || ask.order == .fall, ask.measure == .total,
            ask.view == .figures, case .period(let other) = ask.against
        else { return nil }
        let subject =
            ask.selection == Selection(.spending, .all, ask.selection.span) ? "" : " of \(subject(ask.selection))"
        return "change of each \(words(grouping))\(subject) from \(other.label) to \(span(ask.selection.span))"
    }

    private func head(_ ask: Ask) -> String {
        let (what, rows) = (subject(ask.selection), rows(ask.selection))
        let measured = measured(ask, what, rows)
        return ask.view == .rows
            ? (ask.measure == .total ? "list of \(rows)" : "list of \(rows), \(measured)") : measured
    }

    private func measured(_ ask: Ask, _ what: String, _ rows: String) -> String {
        let bound = ask.conditionIsOfUnits ? ask.condition.map { text($0) + bounded($0) } ?? "" : ""
        switch ask.measure {
        case .total: return what
        case .count(.transaction): return "number of \(rows)"
        case .count(let unit): return "\(plural(unit)) with \(bound)\(what)"
        case .countWithout(let unit): return "\(plural(unit)) without \(bound)\(what)"
        case .average(let unit): return "average of \(what) per \(unit.rawValue)" + only(ask, unit)
        case .rate(let unit): return "\(rows) per \(unit.rawValue)" + only(ask, unit)
        case .median(let unit): return "median of \(what) per \(unit.rawValue)" + only(ask, unit)
        case .largest, .smallest:
            let size = ask.measure == .largest ? "largest" : "smallest"
            return ask.grouping.map { "\(words($0)) with the \(size) \(what)" } ?? "\(size) of \(rows)"
        case .share(let whole, let byCount):
            let apart = whole.span == ask.selection.span ? "" : ", \(span(whole.span))"
            return byCount
                ? "\(rows) as a share of the number of \(self.rows(whole))\(apart)"
                : "\(what) as a share of \(subject(whole))\(apart)"
        case .longestStreak(let unit, let withRows):
            return "longest run of \(plural(unit)) \(withRows ? "with" : "without") \(bound)\(what)"
        case .gap:
            let which = ask.isOfOneGap ? (ask.order == .largest ? "most " : "fewest ") : ""
            return "\(which)days from one day with \(bound)\(what) to the next"
        case .lastDay: return "last day with \(bound)\(what)"
        case .firstDay: return "first day with \(bound)\(what)"
        case .spread(.transaction): return "largest less smallest of \(rows)"
        case .spread(let unit): return "largest less smallest \(unit.rawValue) of \(what)"
        case .reachedDay:
            return "day on which \(what) came to \(bound.hasSuffix(" of ") ? String(bound.dropLast(4)) : bound)"
        }
    }

    /// The condition on the units that a mean is taken over.
    private func only(_ ask: Ask, _ unit: Ask.Unit) -> String {
        guard ask.conditionIsOfUnits, let condition = ask.condition else { return "" }
        return " with " + text(condition) + quantity(condition)
    }

    private func text(_ against: Ask.Against, of ask: Ask) -> String {
        switch against {
        case .period(let period): return "against \(period.label)"
        case .usual: return "against what is usual"
        case .amount(let bound, let relation):
            if case .share = ask.measure { return "is it \(relation.words) \(bound)%" }
            return "is it \(relation.words) \(money(bound))"
        case .sides(let sides):
            let words = sides.map { side in
                let own = subject(side.selection)
                let apart = side.selection.span == ask.selection.span ? "" : ", \(span(side.selection.span))"
                return side.name == own && apart.isEmpty ? own : "\(side.name) (\(own)\(apart))"
            }
            return "against " + list(words, "and")
        }
    }

    // MARK: Conditions

    /// `more than $100.00`, `at least 3`.
    private func text(_ condition: Ask.Condition) -> String {
        let bound =
            switch condition.quantity {
            case .count: groupedThousands(condition.bound)
            case .changePercent: "\(condition.bound)%"
            case .total, .largest, .change: money(condition.bound)
            }
        guard let base = condition.base else { return "\(condition.relation.words) \(bound)" }
        return
            "\(condition.relation.words) \(condition.bound == 0 ? "" : bound + " above ")\(subject(base)), \(span(base.span))"
    }

    private func quantity(_ condition: Ask.Condition) -> String {
        switch condition.quantity {
        case .total: ""
        case .count: " transactions"
        case .largest: " at once"
        case .change, .changePercent: " of change"
        }
    }

    private func bounded(_ condition: Ask.Condition) -> String {
        switch condition.quantity {
        case .total: " of "
        case .count: " transactions of "
        case .largest: " at once of "
        case .change, .changePercent: " of change of "
        }
    }

    // MARK: Rows

    /// What the rows are in words, without their days: `groceries at Costco`, `spending except rent`.
    public func subject(_ selection: Selection) -> String {
        let phrase = phrase(selection.filter)
        let flow = noun(selection.flow)
        guard let noun = phrase.ownNoun else { return selection.filter == .all ? flow : "\(flow) \(phrase.modifier)" }
        let rest = phrase.rest.isEmpty ? "" : " " + phrase.rest
        return selection.flow == .spending ? noun + rest : "\(noun) \(flow)\(rest)"
    }

    /// The same as a number of rows: `groceries transactions`.
    private func rows(_ selection: Selection) -> String {
        switch selection.flow {
        case .spending:
            let phrase = phrase(selection.filter)
            guard let noun = phrase.ownNoun else {
                return "spending transactions" + (selection.filter == .all ? "" : " " + phrase.modifier)
            }
            return "\(noun) transactions" + (phrase.rest.isEmpty ? "" : " " + phrase.rest)
        case .income, .net: return subject(selection) + " transactions"
        case .purchases, .refunds, .transfersOut, .transfersIn, .transfers, .any: return subject(selection)
        }
    }

    private func noun(_ flow: Selection.Flow) -> String {
        switch flow {
        case .spending: "spending"
        case .purchases: "purchases"
        case .income: "income"
        case .refunds: "refunds"
        case .transfersOut: "transfers out"
        case .transfersIn: "transfers in"
        case .transfers: "transfers"
        case .net: "net"
        case .any: "transactions"
        }
    }

    /// A filter as a part of speech.
    private struct Phrase {
        /// Standing alone: `groceries`, `Costco`; nil for what only narrows (`over $50.00`).
        var ownNoun: String?
        /// What narrows the noun further.
        var rest = ""
        /// After a noun: `in groceries`, `at Costco`.
        var modifier: String

        var noun: String { (ownNoun ?? "rows") + (rest.isEmpty ? ownNoun == nil ? " " + modifier : "" : " " + rest) }
    }

    private func phrase(_ filter: RowFilter) -> Phrase {
        switch filter {
        case .all: return Phrase(ownNoun: nil, modifier: "of any kind")
        case .category(let id):
            let name = taxonomy.displayName(id).lowercasedFirstWord
            return Phrase(ownNoun: name, modifier: "in \(name)")
        case .merchant(let name): return Phrase(ownNoun: name, modifier: "at \(name)")
        case .account(let name): return Phrase(ownNoun: nil, modifier: "on \(name)")
        case .text(let words): return Phrase(ownNoun: "“\(words)”", modifier: "with “\(words)”")
        case .recurring(let kind): return Phrase(ownNoun: kind, modifier: "of \(kind)")
        case .amount(let least, let most): return Phrase(ownNoun: nil, modifier: size(least, most))
        case .weekdays(let days): return Phrase(ownNoun: nil, modifier: "on \(RequestWords.weekdays(days))")
        case .daysOfMonth(let days):
            let words = days.count == 1 ? "day \(days.lowerBound)" : "days \(days.lowerBound) to \(days.upperBound)"
            return Phrase(ownNoun: nil, modifier: "on \(words) of the month")
        case .status(let status):
            return Phrase(ownNoun: nil, modifier: status == .pending ? "still pending" : "already posted")
        case .currency(let currency): return Phrase(ownNoun: nil, modifier: "in \(currency.code)")
        case .rows(let ids):
            return Phrase(
                ownNoun: ids.count == 1 ? "that row" : "those \(ids.count) rows", modifier: "among those \(ids.count)")
        case .near(let unit, let after, let selection):
            if unit == .day, after == 0...0, selection.flow == .any, selection.filter == .all,
                case .periods(let days) = selection.span, days.count == 1
            {
                return Phrase(ownNoun: nil, modifier: "on \(days[0].label)")
            }
            let when =
                after == 0...0
                ? "in the same \(unit.rawValue) as"
                : "\(after.lowerBound) to \(after.upperBound) \(plural(unit)) after"
            return Phrase(ownNoun: nil, modifier: "\(when) (\(subject(selection)), \(span(selection.span)))")
        case .after(let edge, let selection):
            return Phrase(
                ownNoun: nil, modifier: "after the \(edge.rawValue) of (\(subject(selection)), \(span(selection.span)))"
            )
        case .before(let edge, let selection):
            return Phrase(
                ownNoun: nil,
                modifier: "before the \(edge.rawValue) of (\(subject(selection)), \(span(selection.span)))")
        case .not(let part): return Phrase(ownNoun: nil, modifier: "except \(enclosed(part))")
        case .or(let parts):
            let names = list(parts.map(enclosed), "or")
            let isNoun = !parts.isEmpty && parts.allSatisfy { phrase($0).ownNoun != nil }
            return Phrase(ownNoun: isNoun ? names : nil, modifier: isNoun ? "of (\(names))" : names)
        case .and(let parts): return joined(parts)
        }
    }

    /// The first part that is a noun, with the others behind it.
    private func joined(_ parts: [RowFilter]) -> Phrase {
        guard !parts.isEmpty else { return phrase(.all) }
        func isGroup(_ part: RowFilter) -> Bool {
            if case .merchant = part { false } else { phrase(part).ownNoun != nil }
        }
        let head = parts.firstIndex(where: isGroup) ?? parts.firstIndex { phrase($0).ownNoun != nil }
        func modifier(_ part: RowFilter) -> String {
            if case .and = part { return "of (\(phrase(part).noun))" }
            return phrase(part).modifier
        }
        let rest = parts.indices.filter { $0 != head }.map { modifier(parts[$0]) }.joined(separator: " ")
        let all = parts.map(modifier).joined(separator: " ")
        guard let head else { return Phrase(ownNoun: nil, modifier: all) }
        let noun = parts[head]
        if case .and = noun { return Phrase(ownNoun: "(\(phrase(noun).noun))", rest: rest, modifier: all) }
        return Phrase(ownNoun: phrase(noun).ownNoun, rest: rest, modifier: all)
    }

    /// A part of a list: in brackets where it is more than one thing.
    private func enclosed(_ filter: RowFilter) -> String {
        switch filter {
        case .and, .or, .not: "(\(phrase(filter).noun))"
        case .all: "everything"
        default: phrase(filter).ownNoun ?? phrase(filter).modifier
        }
    }

    /// `over $50.00`, `of $20.00 to $50.00`. A bound one minor unit beyond a whole amount is said as people say it.
    private func size(_ least: Int64?, _ most: Int64?) -> String {
        let per = currency.minorPerMajor
        let isOver = least.map { per > 1 && $0 % per == 1 } ?? false
        let isUnder = most.map { per > 1 && $0 % per == per - 1 } ?? false
        let over = least.map { isOver ? "over \(money($0 - 1))" : "of \(money($0)) or more" }
        let under = most.map { isUnder ? "under \(money($0 + 1))" : "of \(money($0)) or less" }
        switch (least, most) {
        case (nil, nil): return "of any size"
        case (let a?, let b?) where a == b: return "of exactly \(money(a))"
        case (let a?, let b?) where !isOver && !isUnder: return "of \(money(a)) to \(money(b))"
        default: return [over, under].compactMap { $0 }.joined(separator: " and ")
        }
    }

    private func money(_ cents: Int64) -> String { Money(cents, currency).text }

    // MARK: Small words

    /// `weekends`, `weekdays`, `Mondays, Fridays`.
    public static func weekdays(_ days: Set<Int>) -> String {
        if days == [6, 7] { return "weekends" }
        if days == [1, 2, 3, 4, 5] { return "weekdays" }
        return days.isEmpty
            ? "no day" : days.sorted().map { CivilDate.weekdayNames[$0 - 1] + "s" }.joined(separator: ", ")
    }

    private func span(_ span: Selection.Span) -> String {
        switch span {
        case .everything: "all time"
        case .periods(let periods): list(periods.map(\.label), "and")
        case .assumed(let period): "\(period.label) (assumed)"
        }
    }

    private func words(_ grouping: Ask.Grouping) -> String {
        grouping == .weekend ? "weekend or weekday" : grouping.rawValue
    }

    private func plural(_ unit: Ask.Unit) -> String {
        unit == .category ? "categories" : unit.rawValue + "s"
    }

    private func words(_ order: Ask.Order) -> String {
        switch order {
        case .newest: "newest first"
        case .oldest: "oldest first"
        case .largest: "largest first"
        case .smallest: "smallest first"
        case .rise: "largest rise first"
        case .fall: "largest fall first"
        }
    }

    private func list(_ names: [String], _ conjunction: String) -> String {
        switch names.count {
        case 0: "nothing"
        case 1: names[0]
        case 2: "\(names[0]) \(conjunction) \(names[1])"
        default: names.dropLast().joined(separator: ", ") + ", \(conjunction) " + names[names.count - 1]
        }
    }

    private func join(_ parts: [String?]) -> String { parts.compactMap { $0 }.joined(separator: ", ") }
}

extension Ask.Condition.Relation {
    /// `more than`, `at least`.
    public var words: String {
        switch self {
        case .more: "more than"
        case .atLeast: "at least"
        case .less: "less than"
        case .atMost: "at most"
        case .equal: "exactly"
        }
    }
}

extension Ask {
    /// Whether `condition` is of the units that are counted, followed or averaged, not of the groups.
    public var conditionIsOfUnits: Bool {
        switch measure {
        case .count(let unit): unit != .transaction
        case .countWithout, .longestStreak, .reachedDay: true
        case .average, .rate, .median, .gap, .lastDay, .firstDay: grouping == nil
        case .total, .largest, .smallest, .share, .spread: false
        }
    }
}

extension String {
    /// With a small first letter, for the middle of a sentence; abbreviations stay.
    fileprivate var lowercasedFirstWord: String {
        let scalars = unicodeScalars
        if let second = scalars.dropFirst().first, second.properties.isUppercase { return self }
        return prefix(1).lowercased() + dropFirst()
    }
}
