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
        let facts = AdviceFacts(phrases: desk.phrases, currency: desk.currency, span: span)
        var reply = FactReply()
        // “Am I doing okay?” wants no yes or no to whether it is too much.
        let asksTooMuch = !Set(SpokenText.words(of: question)).isDisjoint(with: SpendingJudgement.tooMuch)
        let spending = facts.money(balance.spending)
        if balance.income <= 0 {
            reply.tell(
                Fact(
                    .usual, .spending, .money(spending), in: balance.span, per: .month, isAsked: true,
                    wording: "you usually spend \(spending) a month", key: "usual"),
                after: "I don't see any income, so all I can tell you is that ")
        } else if balance.net < 0 {
            if asksTooMuch { reply.offer([AdviceFacts.answer(true)]) }
            let short = facts.money(-balance.net)
            reply.tell(
                Fact(
                    .net, .rows(.net, .all), .money(facts.money(balance.net)), in: balance.span, per: .month,
                    other: .init(value: .money(spending)), isAsked: true,
                    wording: "you usually spend \(spending) a month, \(short) more than you bring in", key: "short"),
                after: asksTooMuch ? "Yes: " : "You're running short: ")
        } else if balance.overspent * 2 >= balance.months {
            reply.tell(
                facts.overspent(balance, isAsked: true), after: asksTooMuch ? "Often: " : "It's a mixed picture: ")
            let left = facts.money(balance.net)
            reply.tell(
                Fact(
                    .net, .rows(.net, .all), .money(left), in: balance.span, per: .month, isAsked: true,
                    wording: "a usual month still leaves you \(left)", key: "kept"))
        } else {
            let lead =
                balance.isTight
                ? asksTooMuch ? "It's close: " : "It's tight: "
                : asksTooMuch ? "No, not next to what you bring in: " : "You're doing fine: "
            if asksTooMuch, !balance.isTight { reply.offer([AdviceFacts.answer(false)]) }
            var kept = facts.kept(balance, isAsked: true, saysShare: true)
            // The verdict is the answer, so it belongs in the fact, even if a model words the reply.
            if !asksTooMuch, let words = kept?.wording { kept?.wording = "\(lead.lowercased())\(words)" }
            reply.tell(kept, after: asksTooMuch ? lead : "")
            reply.tell(facts.overspent(balance))
        }
        let over = try RuleBook(desk.index).progress(asOf: desk.asOf).filter(\.isExceeded)
        if !over.isEmpty {
            let words: [Phrase] = over.map { "\($0.category.words) by \($0.remaining.magnitude)" }
            var limits = Fact(
                .statement, .limit(over[0].category.id), .count(over.count),
                wording: "this month you're over your limit on \(Phrase.list(words))", key: "limits")
            limits.isBad = true
            reply.tell(limits)
        }
        var figures =
            desk.figures(balance) + [
                Figure(
                    name: "count", label: "Months in which more went out than came in",
                    value: .count(balance.overspent),
                    period: span)
            ]
        let day = SummarySpan.lastFullMonth(asOf: desk.asOf)
        if let month = SummarySpan(.month, of: day, asOf: desk.asOf) {
            let facts = try desk.book.facts(month)
            if let section = facts.currencies.first(where: { $0.currency == desk.currency }) {
                let narrative = CurrencyNarrative(facts: facts, section: section, taxonomy: desk.index.taxonomy)
                reply.tell(narrative.firstRiseFact, after: "In \(month.name), ")
                reply.tell(narrative.suggestionFact, after: narrative.suggestionLead)
                figures += facts.evidence(understood.query, taxonomy: desk.index.taxonomy).figures
            }
        }
        var evidence = Evidence(query: understood.query, figures: figures, coverage: try desk.index.coverage)
        evidence.query.period = span
        evidence.facts = reply.facts
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence, reply: reply.text,
            table: nil,
            reasons: SavingAdvice.reasons(try desk.fullMonths(), desk.phrases))
    }

    /// Days that were named are compared with what came in on them.
    private func days(_ question: String, _ understood: Understood, _ period: Period) throws -> Answer {
        var evidence = try desk.retriever.cashFlow(Query(period: period))
        let flow = SummaryBook.flows(evidence, period)[desk.currency]
        let (income, spending) = (flow?.income ?? 0, flow?.spending ?? 0)
        let when = desk.phrases.period(period)
        let facts = AdviceFacts(phrases: desk.phrases, currency: desk.currency, span: period)
        let (paid, got) = (facts.money(spending), facts.money(income))
        let net = facts.money(abs(income - spending))
        func kept(_ words: Phrase, _ percent: Double? = nil) -> Fact {
            Fact(
                .net, .rows(.net, .all), .money(facts.money(income - spending)), in: period, percent: percent,
                other: .init(subject: .income, value: .money(got)), isAsked: true, wording: words, key: "kept")
        }
        var reply = FactReply()
        if income == 0 && spending == 0 {
            reply.say("I don't see any income or spending \(when).")
        } else if income <= 0 {
            reply.tell(kept("you spent \(paid) \(when), and nothing came in"))
        } else if spending > income {
            reply.offer([AdviceFacts.answer(true)])
            reply.tell(
                kept("\(when) you spent \(paid), \(net) more than the \(got) you brought in"), after: "Yes: ")
        } else {
            let rate = Double(roundedQuotient(income - spending, times: 1000, by: income)) / 10
            reply.offer([AdviceFacts.answer(false)])
            reply.tell(
                kept("\(when) you spent \(paid) of the \(got) you brought in and kept \(net) (\(percent: rate))", rate),
                after: "No: ")
        }
        evidence.facts = reply.facts
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence, reply: reply.text,
            table: nil)
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
        let facts = AdviceFacts(phrases: desk.phrases, currency: desk.currency, span: span)
        let subject = Fact.Subject.rows(.spending, RowFilter(query))
        var reply = FactReply()
        let spent = facts.money(now.spent)
        if let habit = SpendingHabit(before, total: balance.spending, desk.currency) {
            let distance = habit.departure(of: now.spent)
            let isUsual = judged.days < 28 ? "usual by this point" : "usual"
            let usual = facts.money(habit.amount)
            let words: Phrase =
                distance == 0
                ? "you spent \(spent)\(name) \(when), within your usual range around \(usual)"
                : "you spent \(spent)\(name) \(when), when \(usual) is \(isUsual)"
            reply.offer([AdviceFacts.answer(distance > 0)])
            reply.tell(
                Fact(
                    .usual, subject, .money(usual), in: judged,
                    percent: habit.amount > 0
                        ? Double(now.spent - habit.amount) / Double(habit.amount) * 100 : nil,
                    other: .init(value: .money(spent)), basis: .init(rows: now.rows), isAsked: true, wording: words,
                    key: "usual"),
                after: distance > 0
                    ? "Yes, more than usual: " : distance < 0 ? "No, less than usual: " : "No, that's normal for you: ")
            reply.say(desk.alone(before, earlier.map { part(of: $0, like: judged) }))
            evidence.figures.append(desk.figure("usual", "Usual\(name)", habit.amount, span))
        } else {
            reply.tell(
                Fact(
                    .total, subject, .money(spent), in: judged, basis: .init(rows: now.rows), isAsked: true,
                    wording:
                        "you spent \(spent)\(name) \(when), but I don't have enough months to say what's usual for you",
                    key: "spent"))
        }
        if balance.income > 0, judged.days >= 28, now.spent > 0 {
            let part = Double(roundedQuotient(now.spent, times: 1000, by: balance.income)) / 10
            let income = facts.money(balance.income)
            reply.tell(
                Fact(
                    .share, subject, .percent(part), in: judged, other: .init(subject: .income, value: .money(income)),
                    wording: "that's \(percent: part) of the \(income) you usually bring in", key: "of.income"
                ).goingOn())
            evidence.figures += [
                desk.figure("usual_income", "Income, usual month", balance.income, balance.span),
                Figure(name: "share", label: "Part of the usual income", value: .percent(part), period: judged),
            ]
        }
        if let limit = try limit(understood.query.categories) {
            reply.offer(limit.facts)
            reply.say(BudgetReply(asOf: desk.asOf).progress([limit]))
            evidence.figures += limit.figures
        } else if understood.query.merchants.isEmpty, understood.query.categories.count == 1 {
            let category = desk.phrases.category(understood.query.categories[0])
            reply.say("To hold yourself to it, say “set a \(category) limit”.")
        }
        evidence.facts = reply.facts
        return Answer(
            question: question, understood: understood, asOf: desk.asOf, evidence: evidence, reply: reply.text,
            table: nil,
            reasons: SavingAdvice.reasons(months, desk.phrases))
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
        guard let second = unicodeScalars.dropFirst().first, second.properties.isLowercase || second == " ",
            !hasPrefix("I ")
        else {
            return self
        }
        return prefix(1).lowercased() + dropFirst()
    }
}
