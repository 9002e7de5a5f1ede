import Ledger
import Retrieval
import Understanding

/// Says why some days cost more or less than those before: more purchases, or larger ones, and where.
struct SpendingReasons {
    private let desk: AdviceDesk

    private static let named = 3

    init(_ desk: AdviceDesk) {
        self.desk = desk
    }

    func answer(_ question: String, _ understood: Understood, _ asked: Query) throws -> Answer {
        var query = asked
        query.direction = .out
        query.measure = .total
        let period = query.period ?? Period(desk.asOf.adding(days: -29), desk.asOf, label: "the past 30 days")
        query.period = period
        let isUsual = understood.comparesWithUsual && asked.comparison != nil
        // Only periods of about the same length: six months have more of everything than one.
        let alike = asked.comparison.flatMap { isUsual || SpendingReasons.areAlike($0, period) ? $0 : nil }
        let other = alike ?? PeriodComparison.preceding(period)
        query.comparison = other
        let start = try desk.index.coverage?.start ?? other.start
        // Days that are missing aren't days on which nothing was spent.
        if !isUsual, start.days(since: other.start) * 3 > other.days {
            return desk.plain(
                question, understood,
                "I can't say why: your data begins on \(start.americanText), so it doesn't cover all of "
                    + "\(other.name) to compare with.")
        }
        query.grouping = asked.merchants.isEmpty ? .merchant : nil
        query.order = .rise
        query.limit = SpendingReasons.named
        var evidence = try isUsual ? besideUsual(query) : desk.retriever.figures(query)
        let now = desk.total(evidence)
        // Of the months that usual is the mean of there is a sum, and no number of purchases.
        let before: Sum =
            isUsual
            ? (desk.previous(evidence), 0) : try desk.sums(asked, [other])[0]
        guard now.rows > 0 || before.rows > 0 else {
            return desk.plain(
                question, understood,
                "I don't see any spending\(desk.phrases.target(asked)) \(desk.phrases.period(period)).")
        }
        if !isUsual, evidence.figures(named: "count").isEmpty {
            evidence.figures += [
                Figure(name: "count", label: "Purchases", value: .count(now.rows), period: period),
                Figure(
                    name: "previous_count", label: "Purchases before", value: .count(before.rows),
                    period: query.comparison),
            ]
        }
        let drivers = try places(query, now.spent - before.spent, isUsual: isUsual)
        let expects = Int64(understood.advice.expects)
        var reply = FactReply()
        reply.tell(
            headline(query, now, before, isUsual: isUsual),
            after: expects * (now.spent - before.spent) < 0 ? "Not really: " : "")
        if !isUsual { reply.tell(try usual(query, now.spent)) }
        reply.tell(parts(now, before, &evidence, query))
        reply.say(drivers.words)
        reply.offer(drivers.facts)
        if !isUsual {
            reply.tell(try ofOneRow(query, now.spent, beside: drivers.facts))
            reply.tell(try cameBack(query, now.spent))
        }
        evidence.facts = reply.facts
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence, reply: reply.text,
            table: AnswerTable.groups(evidence))
    }

    /// The figures of a query, held against what is usual of the same days.
    private func besideUsual(_ query: Query) throws -> Evidence {
        var plain = query
        plain.comparison = nil
        var evidence = try desk.retriever.figures(plain)
        var ask = Ask(Selection(.spending, RowFilter(query), Selection.Span(query)))
        ask.against = .usual
        let found = try AskEvaluator(desk.index, asOf: desk.asOf).evaluate(ask, tellsMore: false).evidence
        evidence.figures += found.figures.filter { ["previous_total", "change", "change_percent"].contains($0.name) }
        return evidence
    }

    /// Whether two periods have about as many days.
    private static func areAlike(_ one: Period, _ other: Period) -> Bool {
        abs(one.days - other.days) * 4 <= max(one.days, other.days)
    }

    private typealias Sum = (spent: Int64, rows: Int)

    private func money(_ units: Int64) -> Money { Money(units, desk.currency) }

    private func subject(_ query: Query) -> Fact.Subject { .rows(.spending, RowFilter(query)) }

    /// What was spent, and how much that is more or less than before.
    private func headline(_ query: Query, _ now: Sum, _ before: Sum, isUsual: Bool) -> Fact {
        let change = now.spent - before.spent
        let percent = before.spent > 0 ? Double(roundedQuotient(change, times: 1000, by: before.spent)) / 10 : nil
        let spent: Phrase =
            "you spent \(money(now.spent))\(desk.phrases.target(query)) \(desk.phrases.period(query.period))"
        let other = isUsual ? "usual" : desk.phrases.period(query.comparison)
        let by: Phrase = percent.map { " (\(percent: abs($0)))" } ?? ""
        let distance: Phrase =
            change == 0
            ? ", exactly the same as \(other)"
            : ", \(money(abs(change)))\(by) \(change > 0 ? "more" : "less") than \(other)"
        return Fact(
            .change, subject(query), .money(money(change)), in: query.period, percent: percent,
            other: .init(period: query.comparison, value: .money(money(before.spent))), basis: .init(rows: now.rows),
            isAsked: true, wording: spent + distance, key: "change")
    }

    /// Whether it is high at all.
    private func usual(_ query: Query, _ spent: Int64) throws -> Fact? {
        guard let period = query.period, period.start == period.start.startOfMonth,
            period.end <= period.start.endOfMonth
        else { return nil }
        let isWhole = period.end == period.start.endOfMonth
        let months = try desk.fullMonths(before: period.start).map { month in
            isWhole ? month : Period(month.start, min(month.end, month.start.adding(days: period.days - 1)))
        }
        let sums = try desk.sums(query, months).map(\.spent)
        guard let habit = SpendingHabit(sums, total: spent, desk.currency) else { return nil }
        let by = isWhole ? "" : " by this point in the month"
        let usual: Phrase = habit.amount == 0 ? "nothing" : "\(money(habit.amount))"
        let isUsual = habit.departure(of: spent) == 0
        let words: Phrase =
            isUsual ? "that's within your usual range\(by), around \(usual)" : "you usually spend \(usual)\(by)"
        let fact = Fact(
            .usual, subject(query), .money(money(habit.amount)), in: period, other: .init(value: .money(money(spent))),
            wording: words, key: "usual")
        return isUsual ? fact.goingOn() : fact
    }

    /// How much of the change is more purchases and how much larger ones.
    private func parts(_ now: Sum, _ before: Sum, _ evidence: inout Evidence, _ query: Query) -> Fact? {
        guard now.rows > 0, before.rows > 0, now.spent > 0, before.spent > 0 else { return nil }
        let (each, eachBefore) = (
            roundedQuotient(now.spent, by: Int64(now.rows)), roundedQuotient(before.spent, by: Int64(before.rows))
        )
        evidence.figures += [
            desk.figure("average", "A purchase", each, query.period),
            desk.figure("previous_average", "A purchase before", eachBefore, query.comparison),
        ]
        let count: Phrase =
            now.rows == before.rows
            ? "the same number of purchases (\(number: Double(now.rows)))"
            : "\(now.rows, "purchase"), \(now.rows > before.rows ? "up" : "down") from \(number: Double(before.rows))"
        let average: Phrase =
            each == eachBefore
            ? "still averaging \(money(each))" : "averaging \(money(each)) instead of \(money(eachBefore))"
        return Fact(
            .average, subject(query), .money(money(each)), in: query.period, per: .transaction,
            other: .init(period: query.comparison, value: .money(money(eachBefore))), basis: .init(rows: now.rows),
            wording: "that was \(count), \(average)", key: "each"
        ).goingOn()
    }

    /// What moved most in the direction of the change: of several merchants these, of one its largest purchases.
    private func places(_ query: Query, _ change: Int64, isUsual: Bool) throws -> (words: String?, facts: [Fact]) {
        guard !isUsual, change != 0, let period = query.period, let other = query.comparison else { return (nil, []) }
        guard asksOfSeveral(query) else {
            let largest = try largest(query, change)
            return (largest?.wording.map { $0.text + "." }, largest.map { [$0] } ?? [])
        }
        let drivers = Drivers(desk)
        let found = try drivers.found(RowFilter(query), in: period, against: other, rising: change > 0)
            .prefix(SpendingReasons.named)
        guard !found.isEmpty else { return (nil, []) }
        let facts = found.map { drivers.fact($0, in: period, against: other) }
        let words = facts.compactMap { $0.wording?.text }
        return ("What made the difference: " + words.joined(separator: "; ") + ".", facts)
    }

    /// The one purchase that is a good part of what was spent, where no other reason names it.
    private func ofOneRow(_ query: Query, _ spent: Int64, beside reasons: [Fact]) throws -> Fact? {
        var list = query
        (list.grouping, list.order, list.comparison, list.limit) = (nil, .largest, nil, 2)
        list.kinds = [.expense]
        let rows = try desk.retriever.list(list).transactions.filter { $0.amount.currency == desk.currency }
        guard rows.count > 1, let row = rows.first, case let amount = row.amount.magnitude,
            amount.minorUnits * 100 >= spent * SpendingReasons.goodPart,
            !reasons.contains(where: { $0.wording?.text.contains(amount.text) ?? false })
        else { return nil }
        return Fact(
            .largest, subject(query), .money(amount), in: query.period,
            wording: "the largest was \(amount) at \(row.merchant) on \(row.date.text(near: desk.asOf))",
            key: "largest_row")
    }

    /// In percent of what was spent.
    private static let goodPart: Int64 = 40

    /// What came back, where that is a good part of what was spent.
    private func cameBack(_ query: Query, _ spent: Int64) throws -> Fact? {
        let ask = Ask(Selection(.refunds, RowFilter(query), Selection.Span(query)))
        let found = try AskEvaluator(desk.index, asOf: desk.asOf).evaluate(ask, tellsMore: false).evidence
        guard
            let money = found.figures.lazy.compactMap(\.money).first(where: { $0.currency == desk.currency })?
                .magnitude,
            money.minorUnits > 0, money.minorUnits * 100 >= max(spent, 0) * SpendingReasons.partBack
        else { return nil }
        return Fact(
            .total, .rows(.refunds, RowFilter(query)), .money(money), in: query.period,
            basis: .init(rows: found.matched),
            wording: "\(money) of it came back as \(found.matched, "refund")", key: "refunds")
    }

    /// In percent of what was spent.
    private static let partBack: Int64 = 10

    private func asksOfSeveral(_ query: Query) -> Bool { query.grouping == .merchant }

    /// The purchases at one merchant that are most of what was spent there.
    private func largest(_ query: Query, _ change: Int64) throws -> Fact? {
        guard change > 0 else { return nil }
        var list = query
        (list.grouping, list.order, list.comparison) = (nil, .largest, nil)
        list.kinds = [.expense]
        list.limit = SpendingReasons.named
        let rows = try desk.retriever.list(list).transactions.filter { $0.amount.currency == desk.currency }
        guard rows.count > 1 else { return nil }
        let words: [Phrase] = rows.map { "\($0.amount.magnitude) on \($0.date.text(near: desk.asOf))" }
        return Fact(
            .largest, subject(query), .money(rows[0].amount.magnitude), in: query.period,
            wording: "the largest: \(Phrase.list(words))", key: "largest")
    }
}
