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
        query.comparison = asked.comparison ?? PeriodComparison.preceding(period)
        let isUsual = understood.comparesWithUsual && asked.comparison != nil
        query.grouping = asked.merchants.isEmpty ? .merchant : nil
        query.order = .rise
        query.limit = SpendingReasons.named
        var evidence = try desk.retriever.figures(query, comparesWithUsual: isUsual)
        let now = desk.total(evidence)
        // Of the months that usual is the mean of there is a sum, and no number of purchases.
        let before: Sum =
            isUsual
            ? (desk.previous(evidence), 0) : try desk.sums(asked, [query.comparison ?? period])[0]
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
        let reply = [
            headline(query, now, before, expects: Int64(understood.advice.expects), isUsual: isUsual),
            isUsual ? nil : try usual(query, now.spent),
            parts(now, before, &evidence, query),
            drivers.words,
        ].compactMap { $0 }.joined(separator: " ")
        if !drivers.facts.isEmpty { evidence.facts = StatementFacts.statements(reply) + drivers.facts }
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence, reply: reply,
            table: AnswerTable.groups(evidence))
    }

    private typealias Sum = (spent: Int64, rows: Int)

    private func headline(_ query: Query, _ now: Sum, _ before: Sum, expects: Int64, isUsual: Bool) -> String {
        let change = now.spent - before.spent
        let comparison = isUsual ? "usual" : desk.phrases.period(query.comparison)
        let head =
            (expects * change < 0 ? "Not really: you" : "You")
            + " spent \(desk.money(now.spent))\(desk.phrases.target(query)) \(desk.phrases.period(query.period))"
        if change == 0 { return head + ", exactly the same as \(comparison)." }
        let percent =
            before.spent > 0
            ? " (\(desk.phrases.percent(Double(roundedQuotient(abs(change), times: 1000, by: before.spent)) / 10)))"
            : ""
        return head + ", \(desk.money(abs(change)))\(percent) \(change > 0 ? "more" : "less") than \(comparison)."
    }

    /// Whether it is high at all.
    private func usual(_ query: Query, _ spent: Int64) throws -> String? {
        guard let period = query.period, period.start == period.start.startOfMonth,
            period.end <= period.start.endOfMonth
        else { return nil }
        let isWhole = period.end == period.start.endOfMonth
        let months = try desk.fullMonths(before: period.start).map { month in
            isWhole ? month : Period(month.start, min(month.end, month.start.adding(days: period.days - 1)))
        }
        let sums = try desk.sums(query, months).map(\.spent)
        guard let habit = SpendingHabit(sums, total: spent, desk.currency) else { return nil }
        let distance = habit.departure(of: spent)
        let by = isWhole ? "" : " by this point in the month"
        if distance == 0 { return "That's within your usual range\(by), around \(desk.money(habit.median))." }
        return "You usually spend \(desk.money(habit.median))\(by)."
    }

    /// How much of the change is more purchases and how much larger ones.
    private func parts(_ now: Sum, _ before: Sum, _ evidence: inout Evidence, _ query: Query) -> String? {
        guard now.rows > 0, before.rows > 0, now.spent > 0, before.spent > 0 else { return nil }
        let (each, eachBefore) = (
            roundedQuotient(now.spent, by: Int64(now.rows)), roundedQuotient(before.spent, by: Int64(before.rows))
        )
        evidence.figures += [
            desk.figure("average", "A purchase", each, query.period),
            desk.figure("previous_average", "A purchase before", eachBefore, query.comparison),
        ]
        let count =
            now.rows == before.rows
            ? "the same number of purchases (\(now.rows))"
            : desk.phrases.count(now.rows, "purchase")
                + ", \(now.rows > before.rows ? "up" : "down") from \(before.rows)"
        let average =
            each == eachBefore
            ? "still averaging \(desk.money(each))"
            : "averaging \(desk.money(each)) instead of \(desk.money(eachBefore))"
        return "That was \(count), \(average)."
    }

    /// What moved most in the direction of the change: of several merchants these, of one its largest purchases.
    private func places(_ query: Query, _ change: Int64, isUsual: Bool) throws -> (words: String?, facts: [Fact]) {
        guard !isUsual, change != 0, let period = query.period, let other = query.comparison else { return (nil, []) }
        guard asksOfSeveral(query) else { return (try largest(query, change), []) }
        let drivers = Drivers(desk)
        let found = try drivers.found(RowFilter(query), in: period, against: other, rising: change > 0)
            .prefix(SpendingReasons.named)
        guard !found.isEmpty else { return (nil, []) }
        let words = found.map { drivers.words($0, against: other) }
        return (
            "What made the difference: " + words.joined(separator: "; ") + ".",
            found.map { $0.fact(in: period, against: other, desk.currency) }
        )
    }

    private func asksOfSeveral(_ query: Query) -> Bool { query.grouping == .merchant }

    /// The purchases at one merchant that are most of what was spent there.
    private func largest(_ query: Query, _ change: Int64) throws -> String? {
        guard change > 0 else { return nil }
        var list = query
        (list.grouping, list.order, list.comparison) = (nil, .largest, nil)
        list.kinds = [.expense]
        list.limit = SpendingReasons.named
        let rows = try desk.retriever.list(list).transactions.filter { $0.amount.currency == desk.currency }
        guard rows.count > 1 else { return nil }
        let words = rows.map { "\($0.amount.magnitude.text) on \($0.date.text(near: desk.asOf))" }
        return "The largest: \(Subject.list(words))."
    }
}
