import Advice
import Ledger
import Retrieval
import Understanding

/// “Where can I cut back?”, “am I spending too much?”, “why was September so expensive?”
extension Coach {
    mutating func advice(_ question: String, _ understood: Understood) throws -> Answer {
        let desk = AdviceDesk(index, asOf: asOf, currency: currency, phrases)
        if [.saving, .rate].contains(understood.advice.topic), understood.advice.target == nil,
            case let reply = OutOfScopeReply(SpokenLine(question), hasAmount: false), reply.kind == .decline
        {
            return plain(question, understood, reply.text)
        }
        switch understood.advice.topic {
        case .reasons where understood.isFollowUp && understood.query.grouping != nil:
            return try changes(question, understood)
        case .reasons:
            if let query = heldAgainst(question, understood) {
                return try SpendingReasons(desk).answer(question, understood, query)
            }
            // `what made the difference` names nothing: it is of what was asked for before.
            if Coach.namesNothing(understood), !talk.isElsewhere, var query = lastSpending {
                if let (now, before) = lastTwoPeriods {
                    (query.period, query.comparison) = (now, before)
                    return try SpendingReasons(desk).answer(question, understood, query)
                }
                return try reasons(question, understood, query)
            }
            return try reasons(question, understood, understood.query)
        case .tooMuch: return try SpendingJudgement(desk).answer(question, understood)
        case .cut:
            return try CutAdvice(desk).answer(question, understood, understood.advice.cut ?? .part(1, of: 10))
        case .saving where asksHowItGoes(question, understood):
            return try SpendingJudgement(desk).answer(question, understood)
        case .saving, .subscriptions, .rate: return try SavingAdvice(desk).answer(question, understood)
        }
    }

    /// `are we doing ok with money`: how things stand, and not how to save.
    private func asksHowItGoes(_ question: String, _ understood: Understood) -> Bool {
        let line = SpokenLine(question)
        guard understood.advice.target == nil, OutOfScopeReply(line, hasAmount: false).kind == .state else {
            return false
        }
        return Set(line.words).isDisjoint(with: ["save", "saving", "savings", "cut", "trim", "reduce", "less"])
    }

    /// Why the days of a query cost what they did: of a whole month or year by its habits, else against the days before.
    func reasons(_ question: String, _ understood: Understood, _ query: Query) throws -> Answer {
        let period = query.period.flatMap { $0.start > asOf ? nil : $0 }
        let namesNothing =
            query.categories.isEmpty && query.merchants.isEmpty && query.accounts.isEmpty
            && query.excludedCategories.isEmpty && query.excludedMerchants.isEmpty && query.text == nil
        let day = period?.start ?? (asOf.day < Coach.earlyInMonth ? SummarySpan.lastFullMonth(asOf: asOf) : asOf)
        let span = [SummarySpan.Unit.month, .year].lazy.compactMap { SummarySpan($0, of: day, asOf: self.asOf) }
            .first { period == nil || understood.assumedPeriod || period == $0.period || period == $0.whole }
        if namesNothing, let span {
            let facts = try SummaryBook(index, asOf: asOf).facts(span)
            var answer = SummaryBook(index, asOf: asOf).answer(facts, question: question, understood, asOf: asOf)
            answer.reply = SummaryNarrative(facts, taxonomy: index.taxonomy).reasons(
                expecting: understood.advice.expects)
            let against = answer.evidence?.query.comparison.map { "\(phrases.span($0)) and " } ?? ""
            answer.reasons = [
                "I compared \(span.name) with \(against)what you usually spent in the \(span.unit.rawValue)s before.",
                answer.reasons,
            ].compactMap { $0 }.joined(separator: " ")
            return answer
        }
        var asked = query
        asked.period = understood.assumedPeriod || period == nil ? span?.period : period
        return try SpendingReasons(AdviceDesk(index, asOf: asOf, currency: currency, phrases))
            .answer(question, understood, asked)
    }

    /// `why so much more than may`, after June: what was asked for before, and the days that it's held against.
    private func heldAgainst(_ question: String, _ understood: Understood) -> Query? {
        guard SpokenLine(question).words.contains("than"), !understood.assumedPeriod,
            understood.query.namesNothing, let earlier = understood.query.period,
            var query = lastSpending, let own = query.period, own.start > earlier.start
        else { return nil }
        query.comparison = earlier
        return query
    }

    /// Whether a line says neither of what nor when.
    private static func namesNothing(_ understood: Understood) -> Bool {
        let query = understood.query
        if understood.isFollowUp { return true }
        return (query.period == nil || understood.assumedPeriod) && query.categories.isEmpty
            && query.merchants.isEmpty && query.accounts.isEmpty && query.text == nil
    }

    /// What the last answer was of, where that was spending of some days.
    private var lastSpending: Query? {
        guard case .ask(let ask)? = talk.last?.request, ask.selection.flow == .spending, ask.selection.span.sole != nil
        else {
            return nil
        }
        return talk.last?.evidence?.query
    }

    /// The days of the last two questions, where these differ in nothing else; the later ones first.
    private var lastTwoPeriods: (Period, Period)? {
        guard let asked = talk.asked, let before = asked.past.first, !talk.isElsewhere, asked.last.grouping == nil,
            asked.last.selection.filter == before.selection.filter, asked.last.selection.flow == .spending,
            before.selection.flow == .spending, asked.last.view == .figures, before.view == .figures
        else { return nil }
        if case .period? = asked.last.against { return nil }
        guard let own = asked.last.selection.span.sole, let other = before.selection.span.sole, own != other else {
            return nil
        }
        return own.start > other.start ? (own, other) : (other, own)
    }

    /// Which categories or merchants made the difference.
    private mutating func changes(_ question: String, _ understood: Understood) throws -> Answer {
        let query = understood.query
        let before = query.comparison.map(Ask.Against.period)
        let ask = Ask(
            Selection(.spending, RowFilter(query), Selection.Span(query)),
            by: query.grouping == .merchant ? .merchant : .category,
            against: understood.comparesWithUsual ? .usual : before,
            order: understood.advice.expects < 0 ? .fall : .rise)
        let answer = try self.answer(ask, question, understood)
        // `how often there` is of the one that rose the most.
        if let evidence = answer.evidence { talk.state.show(evidence) }
        return answer
    }

    /// “Why so much?” after a sum asks for what made it, and so does “why?” after two that were held against one another;
    /// “why?” alone asks how it was counted.
    mutating func reasons(_ question: String, _ understood: Understood, after last: Answer) throws -> Answer? {
        if case .ask(let ask)? = last.request, ask.selection.flow == .net, ask.grouping == nil,
            ask.selection.span != .everything,
            AdviceSlots.expectation(of: question) != 0 || SpokenLine(question).words.contains("not")
        {
            return try reasons(question, understood, ofNet: ask)
        }
        let expects = AdviceSlots.expectation(of: question)
        if case .ask(let ask)? = last.request, ask.selection.flow == .income, ask.grouping == nil,
            ask.measure == .total,
            ask.view == .figures, expects != 0 || Coach.asksReason(question), let days = ask.selection.span.sole
        {
            return try reasons(question, understood, ofIncome: ask, in: days)
        }
        let step = largestStep(last, expecting: expects)
        guard last.understood.intent == .spending, let query = singledOut(last) ?? step ?? last.evidence?.query,
            query.sides.isEmpty, expects != 0 || Coach.asksReason(question) && hasDrivers(last)
        else { return nil }
        var asked = understood
        asked.advice = AdviceSlots(topic: .reasons)
        asked.advice.expects = expects
        asked.assumedPeriod = last.understood.assumedPeriod
        asked.query = query
        asked.comparesWithUsual = last.understood.comparesWithUsual && step == nil
        if case .ask(let ask)? = last.request, ask.against == .usual, ask.measure != .total {
            // The days of what is usual are none that a sum can be held against.
            (asked.query.comparison, asked.comparesWithUsual) = (nil, false)
        }
        return try reasons(question, asked, asked.query)
    }

    /// `why did it go up` after a payment that recurs: how its price moved, and that nobody knows why.
    ///
    /// - Returns: nil where the line doesn't ask that, or no price of one payment moved.
    mutating func whyPrice(_ question: String, _ understood: Understood, after last: Answer) throws -> Answer? {
        guard case .recurring? = last.request, var ask = talk.asked?.recurring, ask.filter != .all,
            AdviceSlots.expectation(of: question) != 0
        else { return nil }
        (ask.topic, ask.detail, ask.per, ask.pick, ask.period, ask.against) = (.changes, nil, nil, nil, nil, nil)
        var own = understood
        (own.intent, own.asksWhy) = (.recurring, false)
        let before = self
        var answer = try recurring(ask, question, own)
        guard answer.evidence?.matched ?? 0 > 0 else {
            self = before
            return nil
        }
        answer.reply += " Your bank's data doesn't say why."
        return answer
    }

    /// Why so much or so little came in: from whom, and in how many deposits, beside the days that it is held against.
    private mutating func reasons(
        _ question: String, _ understood: Understood, ofIncome ask: Ask, in days: Period
    ) throws -> Answer {
        var own = understood
        (own.intent, own.query, own.asksWhy) = (.advice, Query(direction: .any), false)
        own.advice = AdviceSlots(topic: .reasons)
        let selection = Selection(.income, ask.selection.filter, .periods([days]))
        let other: Period
        if case .period(let held)? = ask.against {
            other = held
        } else if let before = talk.asked?.past.first?.selection, before.flow == .income,
            before.filter == ask.selection.filter, let asked = before.span.sole, asked != days
        {
            other = asked
        } else {
            other = PeriodComparison.preceding(days)
        }
        let sum = try answer(Ask(selection, against: .period(other)), question, own)
        let count = try answer(Ask(selection, measure: .count(.transaction), against: .period(other)), question, own)
        var joined = sum
        if case .count(let now)? = count.evidence?.figures(named: "count").first?.value,
            case .count(let then)? = count.evidence?.figures(named: "previous_count").first?.value
        {
            let deposits = now == 1 ? "1 deposit" : "\(now) deposits"
            joined.reply += " It came in \(deposits), against \(then) \(other.phrase)."
        }
        joined.evidence?.figures += count.evidence?.figures ?? []
        joined.evidence?.facts += count.evidence?.facts ?? []
        return joined
    }

    /// Why so much or so little was left: what came in beside what usually does, and what more went out.
    private mutating func reasons(_ question: String, _ understood: Understood, ofNet ask: Ask) throws -> Answer {
        let (filter, span) = (ask.selection.filter, ask.selection.span)
        var own = understood
        (own.intent, own.query, own.asksWhy) = (.advice, Query(direction: .any), false)
        own.advice = AdviceSlots(topic: .reasons)
        let income = try answer(Ask(Selection(.income, filter, span), against: .usual), question, own)
        let spending = try answer(
            Ask(Selection(.spending, filter, span), by: .category, against: .usual, order: .rise), question, own)
        var joined = spending
        joined.reply = income.reply + " " + spending.reply
        joined.evidence?.figures.insert(contentsOf: income.evidence?.figures ?? [], at: 0)
        joined.evidence?.facts.insert(contentsOf: income.evidence?.facts ?? [], at: 0)
        return joined
    }

    /// The one month or merchant that an answer singled out: `why was it so high` is asked of that.
    private func singledOut(_ last: Answer) -> Query? {
        guard case .ask(let ask)? = last.request, ask.limit == 1, ask.grouping != nil, ask.selection.flow == .spending,
            let shown = talk.asked?.shown, case let focus = ask.narrowed(to: shown), focus != ask
        else { return nil }
        var total = focus
        total.measure = .total
        return Query(total)
    }

    /// `why did it drop` after one month by month: the month that was the most below the one before it, or above, held against
    /// that.
    private func largestStep(_ last: Answer, expecting expects: Int) -> Query? {
        guard expects != 0, case .ask(let ask)? = last.request, ask.grouping?.isOfTime == true, ask.limit == nil,
            ask.view == .figures, ask.measure == .total, ask.selection.flow == .spending, case nil = ask.against,
            let groups = last.evidence?.groups.sorted(by: { $0.key < $1.key }), groups.count > 1
        else { return nil }
        func alone(_ key: String) -> Ask {
            var one = ask
            (one.order, one.limit) = (.largest, 1)
            return one.narrowed(to: ShownAnswer(grouping: ask.grouping, keys: [key]))
        }
        let whole = groups.compactMap { group -> (ask: Ask, days: Period, sum: Int64)? in
            let one = alone(group.key)
            guard let days = one.selection.span.sole, days.end < asOf, let sum = group.value.amount else { return nil }
            return (one, days, sum.minorUnits)
        }
        // A month that had nothing has no group.
        let steps = zip(whole, whole.dropFirst()).filter { $0.days.end.adding(days: 1) == $1.days.start }.map {
            (before: $0, after: $1, change: $1.sum - $0.sum)
        }
        guard let step = steps.max(by: { $0.change * Int64(expects) < $1.change * Int64(expects) }),
            step.change * Int64(expects) > 0
        else { return nil }
        var query = Query(step.after.ask)
        query.comparison = step.before.days
        return query
    }

    /// Whether what made the answer's sum can be looked for: it is spending of some days, not of all there are.
    private func hasDrivers(_ answer: Answer) -> Bool {
        guard case .ask(let ask)? = answer.request, ask.measure == .total, ask.view == .figures, ask.grouping == nil
        else {
            // `why` after the month that had the most is asked of that month.
            if case .ask(let ask)? = answer.request, ask.limit == 1, ask.grouping?.isOfTime == true { return true }
            return answer.evidence?.query.comparison != nil
        }
        return ask.selection.span.sole != nil
    }

    private static func asksReason(_ question: String) -> Bool {
        let words = Tokenizer.tokens(of: question).map(\.key)
        let first = words.drop { ["and", "but", "so", "ok", "hm", "hmm", "wow", "whoa", "huh"].contains($0) }
        return first.first == "why" || first.starts(with: ["how", "come"])
    }

    /// Days of a month that say too little about it.
    private static let earlyInMonth = 10
}

extension SummaryNarrative {
    /// What was spent in each currency, and what made it more or less than before.
    ///
    /// - Parameter expects: whether the question takes it to be more (1) or less (−1) than before.
    func reasons(expecting expects: Int) -> String {
        guard !facts.main.isEmpty else { return narrative.text }
        return facts.currencies.map { currency in
            CurrencyNarrative(facts: facts, section: currency, taxonomy: taxonomy).reasons(expects)
        }
        .joined(separator: "\n\n")
    }
}

extension CurrencyNarrative {
    fileprivate func reasons(_ expects: Int) -> String {
        let change = section.isPreviousWhole ? section.change ?? 0 : 0
        let departure = section.usualSpending?.departure(of: section.flow.spending) ?? 0
        let isDenied = Int64(expects) * change < 0 && Int64(expects) * departure <= 0
        let denial: String? =
            isDenied
            ? "Actually, \(span.name) wasn't \(expects > 0 ? "more expensive" : "cheaper") than the "
                + "\(span.unit.rawValue) before." : nil
        return [denial, headline, firstRise, otherRises, mover, rareBills, falls, steadiness].compactMap { $0 }.joined(
            separator: " ")
    }
}

extension AdviceDesk {
    /// What is said where no full month can be looked back on.
    var tooLittle: String {
        guard let coverage = try? index.coverage else {
            return "You have no transactions yet. Import a bank file with `coach import FILE`."
        }
        return "I don't have enough to go on yet: your data runs from \(coverage.start.text(near: asOf)) to "
            + "\(coverage.end.text(near: asOf)), without one full month. Import older files with `coach import FILE`."
    }

    /// An answer without figures.
    func plain(_ question: String, _ understood: Understood, _ reply: String) -> Answer {
        Answer(question: question, understood: understood, asOf: asOf, evidence: nil, reply: reply, table: nil)
    }

    func figure(_ name: String, _ label: String, _ units: Int64, _ period: Period?, rows: Int? = nil) -> Figure {
        Figure(name: name, label: label, value: .money(Money(units, currency)), period: period, rows: rows)
    }

    /// What a usual month brings in, takes, and leaves.
    func figures(_ balance: Balance) -> [Figure] {
        [
            figure("usual_income", "Income, usual month", balance.income, balance.span),
            figure("usual_spending", "Spending, usual month", balance.spending, balance.span),
            figure("usual_net", "Kept in a usual month", balance.net, balance.span),
        ]
    }

    /// All of the months together, from the newest first.
    func span(_ months: [Period]) -> Period? {
        guard let first = months.last, let last = months.first else { return nil }
        return Period(first.start, last.end)
    }
}
