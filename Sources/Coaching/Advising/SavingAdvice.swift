import Advice
import Ledger
import Retrieval
import Understanding

/// Says where less could be spent, and how an amount could be kept.
struct SavingAdvice {
    private let desk: AdviceDesk
    private let reply: SavingReply

    init(_ desk: AdviceDesk) {
        self.desk = desk
        reply = SavingReply(phrases: desk.phrases, currency: desk.currency)
    }

    func answer(_ question: String, _ understood: Understood) throws -> Answer {
        let months = try desk.fullMonths()
        guard let span = desk.span(months), let balance = try desk.balance(months) else {
            return desk.plain(question, understood, desk.tooLittle)
        }
        if let target = understood.advice.target, target.currency != desk.currency {
            return desk.plain(
                question, understood,
                "Your spending is mostly in \(desk.currency.code). Give the amount in \(desk.currency.code).")
        }
        let streams = try desk.retriever.recurring(asOf: desk.asOf).streams
        let pointed = try suggestion()
        let taxonomy = desk.index.taxonomy
        // What is moved to savings is no spending that could be cut.
        let spent = understood.query.categories.filter { taxonomy[$0]?.flow == .out }
        let wanted = Set(spent.flatMap(taxonomy.withDescendants))
        let spared = Set(understood.query.excludedCategories.flatMap(desk.index.taxonomy.withDescendants))
        let found = SavingReply.Found(
            months: months, span: span,
            rooms: try desk.rooms(
                months, streams, within: wanted, sparing: understood.query.excludedMerchants
            ).filter { !spared.contains($0.category) },
            subscriptions: desk.subscriptions(streams), balance: balance,
            suggestion: wanted.isEmpty ? pointed?.suggestionFact : nil,
            suggestionLead: pointed?.suggestionLead ?? "")
        var evidence = Evidence(query: understood.query, coverage: try desk.index.coverage)
        evidence.query.period = span
        let text: FactReply
        var table = reply.table(found.rooms)
        if understood.advice.topic == .subscriptions {
            text = reply.subscriptions(found)
            evidence.figures = subscriptionFigures(found.subscriptions)
            table = reply.table(found.subscriptions)
        } else if let target = understood.advice.target {
            let goal = SavingTarget(target, understood, asOf: desk.asOf, balance: balance)
            let plan = CutPlan(goal.short, found.rooms)
            text = reply.plan(goal, plan, found)
            evidence.figures = goalFigures(goal, plan, span, found)
            table = goal.short == 0 ? nil : plan.map(reply.table) ?? reply.table(found.rooms)
        } else if understood.advice.topic == .rate {
            text = reply.rate(found)
            evidence.figures = rateFigures(found)
            table = nil
        } else if !wanted.isEmpty {
            return try category(question, understood, found, span)
        } else {
            text = reply.rooms(found)
            evidence.figures = figures(found, span)
        }
        if understood.advice.topic != .subscriptions {
            evidence.groups = groups(found.rooms)
            evidence.matched = found.rooms.reduce(0) { $0 + $1.rows }
        }
        evidence.facts = text.facts
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence, reply: text.text,
            table: table, reasons: SavingAdvice.reasons(months, desk.phrases))
    }

    /// The last full month, where it points at something; what is only a part of a habit is advised already.
    private func suggestion() throws -> CurrencyNarrative? {
        guard
            let span = SummarySpan(.month, of: SummarySpan.lastFullMonth(asOf: desk.asOf), asOf: desk.asOf)
        else { return nil }
        let facts = try desk.book.facts(span)
        guard let section = facts.currencies.first(where: { $0.currency == desk.currency }) else { return nil }
        if case .tenth? = section.suggestion?.reason { return nil }
        return CurrencyNarrative(facts: facts, section: section, taxonomy: desk.index.taxonomy)
    }

    // MARK: One category

    /// Less of one thing: how often, how much each time, and where.
    private func category(
        _ question: String, _ understood: Understood, _ found: SavingReply.Found, _ span: Period
    ) throws -> Answer {
        var query = understood.query
        query.period = span
        query.grouping = .merchant
        query.order = .largest
        query.limit = 5
        query.direction = .out
        var evidence = try desk.retriever.figures(query)
        let sums = try desk.sums(understood.query, found.months).map(\.spent)
        let usual = AdviceDesk.usual(sums)
        (query.measure, query.averageUnit, query.grouping) = (.average, .transaction, nil)
        let ticket = try desk.retriever.figures(query).figures(named: "average").first {
            $0.money?.currency == desk.currency
        }
        let name = Subject.list(understood.query.categories.map(desk.phrases.category))
        evidence.figures += [
            desk.figure("usual", "\(name.capitalizedFirst), usual month", usual, span),
            desk.figure("would_save", "A tenth less a month", roundedQuotient(usual, by: 10), span),
            desk.figure("would_save_year", "A tenth less in a year", roundedQuotient(usual, by: 10) * 12, span),
        ]
        if let ticket { evidence.figures.append(ticket) }
        let text = reply.category(
            name, AdviceFacts.subject(understood.query), usual: usual, alone: desk.alone(sums, found.months),
            ticket: ticket, places: evidence.groups, found)
        evidence.facts = text.facts
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence, reply: text.text,
            table: AnswerTable.groups(evidence), reasons: SavingAdvice.reasons(found.months, desk.phrases))
    }

    // MARK: Evidence

    private func groups(_ rooms: [AdviceDesk.Room]) -> [Group] {
        rooms.prefix(SavingReply.mostRooms).map { room in
            Group(
                key: room.category, label: desk.phrases.taxonomy.displayName(room.category),
                value: .money(Money(room.usual, desk.currency)), count: room.rows, share: nil,
                details: [
                    .init("latest", .money(Money(room.latest, desk.currency))),
                    .init("quarter", .money(Money(SavingReply.quarter(room.usual), desk.currency))),
                ])
        }
    }

    private func figures(_ found: SavingReply.Found, _ span: Period) -> [Figure] {
        let saves = found.rooms.prefix(SavingReply.namedRooms).reduce(0) { $0 + SavingReply.quarter($1.usual) }
        return [
            desk.figure("would_save", "A quarter less of the largest a month", saves, span),
            desk.figure("would_save_year", "The same in a year", saves * 12, span),
        ] + desk.figures(found.balance) + subscriptionFigures(found.subscriptions)
    }

    private func rateFigures(_ found: SavingReply.Found) -> [Figure] {
        [
            desk.figure(
                "fifth", "A fifth of a usual month's income", SavingReply.fifth(found.balance.income),
                found.balance.span),
            Figure(name: "rule", label: "Part of the income that is often advised to be kept", value: .percent(20)),
        ] + desk.figures(found.balance)
    }

    private func goalFigures(
        _ goal: SavingTarget, _ plan: CutPlan?, _ span: Period, _ found: SavingReply.Found
    ) -> [Figure] {
        [
            desk.figure("target", "To keep each month", goal.monthly, nil),
            desk.figure("short", "Not kept yet each month", goal.short, nil),
            desk.figure("room", "What can give way in a usual month", found.room, span),
        ]
            + (plan?.cuts ?? []).flatMap { cut in
                let name = desk.phrases.taxonomy.displayName(cut.room.category)
                return [
                    desk.figure("would_save", name, cut.less, nil),
                    desk.figure("cut_to", name, cut.room.usual - cut.less, nil),
                ]
            } + desk.figures(found.balance)
    }

    private func subscriptionFigures(_ streams: [RecurringStream]) -> [Figure] {
        guard !streams.isEmpty else { return [] }
        let total = streams.reduce(0) { $0 + $1.monthlyCost.minorUnits }
        let yearly = streams.reduce(0) { $0 + $1.yearlyCost.minorUnits }
        return [
            desk.figure("monthly_cost", "Subscriptions a month", total, nil, rows: streams.count),
            desk.figure("yearly_cost", "Subscriptions a year", yearly, nil),
        ]
            + streams.prefix(SavingReply.mostRooms).map {
                desk.figure("monthly_cost", $0.merchant, $0.monthlyCost.minorUnits, nil)
            }
    }

    static func reasons(_ months: [Period], _ phrases: Phrases) -> String {
        guard let first = months.last, let last = months.first else { return "" }
        return """
            “Usual” is the average of the last \(months.count == 1 ? "full month" : "\(months.count) full months") \
            (\(phrases.span(Period(first.start, last.end)))), counting purchases minus refunds. Transfers between your \
            accounts, card payments, and rows you excluded don't count. I don't suggest cutting needs like rent, groceries, utilities, gas, health, insurance, and loans, or what goes to \
            children, donations, and other people. \
            Subscriptions count as subscriptions, not under their category.
            """
    }
}

/// An amount to be kept, by the month.
struct SavingTarget: Hashable {
    /// As it was said.
    let target: Money
    let span: AdviceSlots.Span?
    /// The day it is wanted by; nil for one that is kept each month or year.
    let day: CivilDate?
    /// Months to that day, at least one.
    let months: Int64
    /// Minor units to keep each month.
    let monthly: Int64
    /// What a month usually leaves, minor units.
    let kept: Int64

    /// The months that lie whole between two days.
    private static func fullMonths(_ start: CivilDate, _ end: CivilDate) -> Int64 {
        let started = Int64(end.monthNumber - start.monthNumber)
        return start.adding(months: Int(started)) > end ? started - 1 : started
    }

    /// What has to be spent less each month: all of it where an amount is to be kept besides what is kept already, else
    /// what is missing.
    var short: Int64 { day == nil ? monthly : max(0, monthly - max(0, kept)) }

    init(_ target: Money, _ understood: Understood, asOf: CivilDate, balance: AdviceDesk.Balance) {
        self.target = target
        span = understood.advice.span
        kept = balance.net
        let end = understood.query.period?.end
        day = span == nil ? end.flatMap { $0 > asOf ? $0 : nil } : nil
        months = day.map { max(1, SavingTarget.fullMonths(asOf, $0)) } ?? (span == .year ? 12 : 1)
        monthly = roundedQuotient(target.minorUnits, by: months)
    }
}
