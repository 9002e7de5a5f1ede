import Advice
import Ledger
import Retrieval
import Understanding

/// Says whether too much is spent, by what can be measured: what comes in, what is usual, and limits.
struct SpendingJudgement {
    private let desk: AdviceDesk

    init(_ desk: AdviceDesk) {
        self.desk = desk
    }

    func answer(_ question: String, _ understood: Understood) throws -> Answer {
        let months = try desk.fullMonths()
        guard let span = desk.span(months), let balance = try desk.balance(months) else {
            return desk.plain(question, understood, desk.tooLittle)
        }
        let query = understood.query
        if query.categories.isEmpty, query.merchants.isEmpty {
            return try overall(question, understood, balance, span)
        }
        return try one(question, understood, months, balance, span)
    }

    // MARK: All of it

    private func overall(
        _ question: String, _ understood: Understood, _ balance: AdviceDesk.Balance, _ span: Period
    ) throws -> Answer {
        if let period = understood.query.period, !understood.assumedPeriod, period.start <= desk.asOf {
            return try days(question, understood, period)
        }
        var sentences: [String] = []
        // “Am I doing okay?” wants no yes or no to whether it is too much.
        let asksTooMuch = !Set(SpokenText.words(of: question)).isDisjoint(with: SpendingJudgement.tooMuch)
        let count = balance.months == 1 ? "full month" : "\(balance.months) full months"
        if balance.income <= 0 {
            sentences.append(
                "I don't see any income, so all I can tell you is that you usually spend \(desk.money(balance.spending)) a month."
            )
        } else if balance.net < 0 {
            sentences.append(
                "\(asksTooMuch ? "Yes" : "You're running short"): you usually spend \(desk.money(balance.spending)) a month, "
                    + "\(desk.money(-balance.net)) more than you bring in.")
        } else if balance.overspent * 2 >= balance.months {
            sentences.append(
                "\(asksTooMuch ? "Often" : "It's a mixed picture"): in \(balance.overspent) of the last \(count) you "
                    + "spent more than you brought in, though a usual month still leaves you \(desk.money(balance.net))."
            )
        } else {
            let rate = Double(roundedQuotient(balance.net, times: 1000, by: balance.income)) / 10
            let over =
                balance.overspent == 0
                ? "you didn't spend more than you brought in during any of the last \(count)"
                : "you spent more than you brought in during only \(balance.overspent) of the last \(count)"
            sentences.append(
                "\(asksTooMuch ? "No, not next to what you bring in" : "You're doing fine"): you usually keep "
                    + "\(desk.money(balance.net)) of the \(desk.money(balance.income)) you bring in a month "
                    + "(\(desk.phrases.percent(rate))), and \(over).")
        }
        let over = try RuleBook(desk.index).progress(asOf: desk.asOf).filter(\.isExceeded)
        if !over.isEmpty {
            let words = over.map { "\($0.category.words) by \($0.remaining.magnitude.text)" }
            sentences.append("This month you're over your limit on \(Subject.list(words)).")
        }
        var figures = [
            desk.figure("usual_income", "Income, usual month", balance.income, span),
            desk.figure("usual_spending", "Spending, usual month", balance.spending, span),
            desk.figure("usual_net", "Kept in a usual month", balance.net, span),
            Figure(
                name: "count", label: "Months in which more went out than came in", value: .count(balance.overspent),
                period: span),
        ]
        let day = SummarySpan.lastFullMonth(asOf: desk.asOf)
        if let month = SummarySpan(.month, of: day, asOf: desk.asOf) {
            let facts = try desk.book.facts(month)
            if let section = facts.currencies.first(where: { $0.currency == desk.currency }) {
                let narrative = CurrencyNarrative(facts: facts, section: section, taxonomy: desk.index.taxonomy)
                sentences += [narrative.firstRise.map { "In \(month.name), " + $0.loweredFirst }, narrative.suggestion]
                    .compactMap { $0 }
                figures += facts.evidence(understood.query, taxonomy: desk.index.taxonomy).figures
            }
        }
        var evidence = Evidence(query: understood.query, figures: figures, coverage: try desk.index.coverage)
        evidence.query.period = span
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence,
            reply: sentences.joined(separator: " "), table: nil,
            reasons: SavingAdvice.reasons(try desk.fullMonths(), desk.phrases))
    }

    /// Days that were named are compared with what came in on them.
    private func days(_ question: String, _ understood: Understood, _ period: Period) throws -> Answer {
        let evidence = try desk.retriever.cashFlow(Query(period: period))
        let flow = SummaryBook.flows(evidence, period)[desk.currency]
        let (income, spending) = (flow?.income ?? 0, flow?.spending ?? 0)
        let when = desk.phrases.period(period)
        let reply: String
        if income == 0 && spending == 0 {
            reply = "I don't see any income or spending \(when)."
        } else if income <= 0 {
            reply = "You spent \(desk.money(spending)) \(when), and nothing came in."
        } else if spending > income {
            reply =
                "Yes: \(when) you spent \(desk.money(spending)), \(desk.money(spending - income)) more than the \(desk.money(income)) "
                + "you brought in."
        } else {
            let rate = Double(roundedQuotient(income - spending, times: 1000, by: income)) / 10
            reply =
                "No: \(when) you spent \(desk.money(spending)) of the \(desk.money(income)) you brought in and kept "
                + "\(desk.money(income - spending)) (\(desk.phrases.percent(rate)))."
        }
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence, reply: reply, table: nil)
    }

    // MARK: One thing

    private func one(
        _ question: String, _ understood: Understood, _ months: [Period], _ balance: AdviceDesk.Balance, _ span: Period
    ) throws -> Answer {
        let name = desk.phrases.target(understood.query)
        let judged = judgedPeriod(understood)
        var query = understood.query
        query.period = judged
        query.direction = .out
        query.comparison = nil
        var evidence = try desk.retriever.figures(query)
        let now = desk.total(evidence)
        // What is judged does not count as what is usual.
        let earlier = months.filter { $0.end < judged.start || $0.start > judged.end }
        let before = try desk.sums(query, earlier.map { part(of: $0, like: judged) }).map(\.spent)
        guard now.rows > 0 || before.contains(where: { $0 != 0 }) else {
            return desk.plain(question, understood, "I don't see any spending\(name) in the last months.")
        }
        let when = desk.phrases.period(judged)
        var sentences: [String] = []
        if let habit = SpendingHabit(before, total: balance.spending, desk.currency) {
            let distance = habit.departure(of: now.spent)
            let usual = judged.days < 28 ? "usual by this point" : "usual"
            let spent = "\(desk.money(now.spent))\(name) \(when)"
            sentences.append(
                distance > 0
                    ? "Yes, more than usual: \(spent), when \(desk.money(habit.median)) is \(usual)."
                    : distance < 0
                        ? "No, less than usual: \(spent), when \(desk.money(habit.median)) is \(usual)."
                        : "No, that's normal for you: \(spent), within your usual range around \(desk.money(habit.median))."
            )
            evidence.figures.append(desk.figure("usual", "Usual\(name)", habit.median, span))
        } else {
            sentences.append(
                "You spent \(desk.money(now.spent))\(name) \(when), but I don't have enough months to say what's usual for you."
            )
        }
        if balance.income > 0, judged.days >= 28, now.spent > 0 {
            let part = Double(roundedQuotient(now.spent, times: 1000, by: balance.income)) / 10
            sentences.append(
                "That's \(desk.phrases.percent(part)) of the \(desk.money(balance.income)) you usually bring in.")
            evidence.figures += [
                desk.figure("usual_income", "Income, usual month", balance.income, span),
                Figure(name: "share", label: "Part of the usual income", value: .percent(part), period: judged),
            ]
        }
        if let limit = try limit(understood.query.categories) {
            sentences.append(BudgetReply(asOf: desk.asOf).progress([limit]))
            evidence.figures += limit.figures
        } else if understood.query.merchants.isEmpty, understood.query.categories.count == 1 {
            let category = desk.phrases.category(understood.query.categories[0])
            sentences.append("To hold yourself to it, say “set a \(category) limit”.")
        }
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence,
            reply: sentences.joined(separator: " "), table: nil, reasons: SavingAdvice.reasons(months, desk.phrases))
    }

    /// The period that was said; else this month so far, and early in it the one before.
    private func judgedPeriod(_ understood: Understood) -> Period {
        if let period = understood.query.period, !understood.assumedPeriod, period.start <= desk.asOf { return period }
        let isEarly = desk.asOf.day < SpendingJudgement.earlyInMonth
        return isEarly
            ? Period.month(of: SummarySpan.lastFullMonth(asOf: desk.asOf))
            : desk.asOf == desk.asOf.endOfMonth
                ? Period.month(of: desk.asOf) : Period(desk.asOf.startOfMonth, desk.asOf, label: "this month")
    }

    private static let earlyInMonth = 10
    private static let tooMuch: Set<String> = [
        "much", "overspend", "overspending", "over", "beyond", "spend", "spending",
    ]

    /// As many days of an earlier month as a running one has had.
    private func part(of month: Period, like judged: Period) -> Period {
        guard judged.start == judged.start.startOfMonth, judged.end < judged.start.endOfMonth else { return month }
        return Period(month.start, min(month.end, month.start.adding(days: judged.days - 1)))
    }

    private func limit(_ categories: [String]) throws -> RuleProgress? {
        guard let id = categories.first, let category = RuleCategory(id: id, in: desk.index.taxonomy) else {
            return nil
        }
        return try RuleBook(desk.index).progress(asOf: desk.asOf).first { $0.category.covers(category) }
    }
}

extension String {
    /// With a small first letter, unless the word is an acronym or a name.
    var loweredFirst: String {
        guard let second = unicodeScalars.dropFirst().first, second.properties.isLowercase || second == " " else {
            return self
        }
        return prefix(1).lowercased() + dropFirst()
    }
}
