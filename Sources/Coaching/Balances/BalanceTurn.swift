import Ledger
import Retrieval
import Understanding

/// Questions about what accounts hold and about the days to come: one handler for lines and for requests of programs.
extension Coach {
    /// Answers a line that was read as a question about accounts or the days to come.
    ///
    /// - Precondition: the reading is of one of these.
    mutating func answerOfAccounts(
        _ reading: LineReader.Candidate, _ question: String, confidence: Double
    ) throws -> Answer {
        var understood = Understood(
            intent: reading.request.intent, confidence: confidence, query: Query(direction: .any))
        (understood.isFollowUp, understood.notes) = (reading.isFollowUp, reading.notes)
        var answer: Answer
        switch reading.request {
        case .balance(let ask): answer = try balance(ask, question, understood)
        case .forecast(let ask): answer = try forecast(ask, question, understood)
        default: preconditionFailure("only balances and forecasts are answered here")
        }
        answer.request = reading.request
        answer.unread = reading.unread
        if !reading.unread.isEmpty { answer.reply += " " + UnreadWords.sentence(reading.unread) }
        talk.last = answer
        return answer
    }

    /// Answers the question, and remembers what lines that follow go on from.
    mutating func balance(_ ask: BalanceAsk, _ question: String, _ understood: Understood) throws -> Answer {
        // What is owed stands on the account, whichever of its cards is named.
        var ask = ask
        ask.accounts = try index.accountNames(of: ask.accounts)
        goOn(from: ask)
        switch (ask.detail, ask.topic) {
        case (.lowest, _), (.highest, _), (.days, _):
            if let found = try balances.overDays(ask) { return answer(question, understood, found) }
            if ask.isOfOverdraft, let fees = try overdraftFees(ask, question) { return fees }
            return answer(question, understood, try balances.balances(ask))
        case (.change, _), (.months, _), (_, .netWorth), (_, .assets):
            return answer(question, understood, try balances.netWorth(ask))
        default:
            return answer(question, understood, try balances.balances(ask))
        }
    }

    /// What banks took when an account whose balance is not known was overdrawn; nil where they took nothing.
    private mutating func overdraftFees(_ ask: BalanceAsk, _ question: String) throws -> Answer? {
        let span: Selection.Span = ask.period.map { .periods([$0]) } ?? .everything
        let evaluator = AskEvaluator(index, asOf: asOf)
        let names = try context.names.merchants(wordPrefixes: ["overdraft"], limit: 8).filter { name in
            try evaluator.latest(Selection(.purchases, .merchant(name), span)) != nil
        }
        guard !names.isEmpty else { return nil }
        let fees = Ask(Selection(.purchases, .any(names.map { .merchant($0) }), span), measure: .lastDay)
        let own = Understood(intent: fees.intent, confidence: 1, query: Query(direction: .any))
        var answer = try self.answer(fees, question, own)
        guard answer.evidence?.matched ?? 0 > 0 else { return nil }
        answer.reply = "I don't know that account's balance, so I went by overdraft fees. " + answer.reply
        return answer
    }

    /// Answers the question, and remembers what lines that follow go on from.
    mutating func forecast(_ ask: ForecastAsk, _ question: String, _ understood: Understood) throws -> Answer {
        var ask = ask
        ask.accounts = try index.accountNames(of: ask.accounts)
        goOn(from: ask)
        // What begins beyond the days that are looked ahead at has no figure.
        if let period = ask.period, period.start > asOf.adding(days: ForecastRequest.mostDays) {
            return Answer(
                question: question, understood: understood, asOf: asOf, evidence: nil,
                reply: "\(period.label.capitalizedFirst) hasn't started yet, and I look ahead a year at most.",
                table: nil)
        }
        if ask.topic == .income || ask.topic == .spending && ask.filter != .all {
            return try usualSpending(ask, question, understood)
        }
        return answer(question, understood, try balances.forecast(ask))
    }

    /// What usually comes in, or is spent on something, for days to come: the average of the last full months, or of their weeks.
    private func usualSpending(_ ask: ForecastAsk, _ question: String, _ understood: Understood) throws -> Answer {
        let period = Coach.whole(ask.period ?? Period.month(of: asOf), from: asOf)
        let flow: Selection.Flow = ask.topic == .income ? .income : .spending
        let habit = TimeParser.habitualPeriod(asOf: asOf)
        let evaluator = AskEvaluator(index, asOf: asOf)
        let isOfWeek = period.days <= 7
        let usual = Ask(
            Selection(flow, ask.filter, .periods([habit])), measure: .average(isOfWeek ? .week : .month))
        let finding = try evaluator.evaluate(usual)
        let words = FactPhrases(taxonomy: index.taxonomy, currency: currency)
        var understood = understood
        understood.query = finding.evidence.query
        var reply = AskReply(finding: finding, phrases: words, currency: currency).text
        var evidence = finding.evidence
        let subject = words.rows.words(flow, ask.filter)
        let pace = try pace(flow, ask.filter, period)
        if let usual = finding.evidence.figures(named: "average").first?.money {
            let months = Int64(max(1, (period.days + 15) / 30))
            let sum = Money(roundedQuotient(usual.minorUnits, times: isOfWeek ? 1 : months, by: 1), usual.currency)
            let words =
                "usual \(isOfWeek ? "week" : "month") comes to \(usual.text), the average of the last six full months "
                + "(\(Period(habit.start, habit.end).label))."
            reply =
                pace == nil
                ? "You'll probably \(flow == .income ? "bring in" : "spend") about \(sum.text)\(subject) "
                    + "\(phrases.period(period)): a \(words)"
                : "A \(words)"
        }
        if let pace {
            evidence.figures += pace.figures
            let verb = flow == .income ? "brought in" : "spent"
            reply =
                "You've \(verb) \(pace.soFar.text)\(subject) \(phrases.period(pace.period)). At this pace it will come to "
                + "about \(pace.whole.text) by \(period.end.dayText). " + reply
        }
        return Answer(
            question: question, understood: understood, asOf: asOf, evidence: evidence, reply: reply, table: nil)
    }

    /// `by the end of May`, said within it: of the month from its first day on.
    private static func whole(_ period: Period, from asOf: CivilDate) -> Period {
        guard period.start == asOf, period.end <= asOf.endOfMonth else { return period }
        return period.end == asOf.endOfMonth ? .month(of: asOf) : Period(asOf.startOfMonth, period.end)
    }

    /// What a period that is running has come to, and what as much for each of its days comes to.
    private struct Pace {
        let period: Period
        let soFar: Money
        let whole: Money

        var figures: [Figure] {
            [
                Figure(name: "spent_so_far", label: "So far", value: .money(soFar), period: period),
                Figure(name: "pace", label: "At this pace", value: .money(whole), period: period),
            ]
        }
    }

    /// - Returns: nil for a period that has not begun or is over, or for sums of several currencies.
    private func pace(_ flow: Selection.Flow, _ filter: RowFilter, _ whole: Period) throws -> Pace? {
        guard whole.start <= asOf, asOf < whole.end else { return nil }
        let isMonth = whole == .month(of: asOf)
        let period = Period(whole.start, asOf, label: isMonth ? "\(whole.label) so far" : nil)
        let finding = try AskEvaluator(index, asOf: asOf).evaluate(Ask(Selection(flow, filter, .periods([period]))))
        let totals = finding.evidence.figures(named: "total").compactMap(\.money)
        guard totals.count == 1, let total = totals.first, total.minorUnits > 0 else { return nil }
        let pace = roundedQuotient(total.minorUnits, times: Int64(whole.days), by: Int64(period.days))
        return Pace(period: period, soFar: total, whole: Money(pace, total.currency))
    }

    /// Takes up such a question of an earlier conversation without answering it.
    mutating func goOn(from ask: BalanceAsk) {
        var earlier = earlier(ofAccounts: ask.accounts)
        earlier.balance = ask
        let days = talk.asked?.balance?.accounts == ask.accounts ? talk.asked?.balanceDays ?? [] : []
        earlier.balanceDays = (days.filter { $0 != ask.day ?? asOf } + [ask.day ?? asOf]).suffix(2)
        if let before = talk.asked?.balance, before.topic == ask.topic, before.accounts != ask.accounts,
            ask.accounts.count == 1
        {
            earlier.accounts = (talk.asked?.accounts ?? []).suffix(3) + ask.accounts
        } else {
            earlier.accounts = ask.accounts
        }
        take(earlier, ask.intent, ask.accounts)
    }

    mutating func goOn(from ask: ForecastAsk) {
        var earlier = earlier(ofAccounts: ask.accounts)
        (earlier.forecast, earlier.shownDay) = (ask, ask.until)
        take(earlier, .forecast, ask.accounts)
    }

    private mutating func take(_ earlier: LineReader.Earlier, _ intent: Intent, _ accounts: [String]) {
        talk.state.take(intent, Query(accounts: accounts, direction: .any))
        (talk.asked, talk.isElsewhere) = (earlier, false)
    }

    /// What a line about rows goes on from: what was spent with the accounts.
    private func earlier(ofAccounts accounts: [String]) -> LineReader.Earlier {
        let filters = accounts.map { RowFilter.account($0) }
        let filter = filters.count > 1 ? RowFilter.or(filters) : filters.first ?? .all
        let ask = Ask(Selection(.spending, filter, .assumed(Period.past(days: 30, endingOn: asOf))))
        return talk.asked?.followed(by: ask) ?? LineReader.Earlier(last: ask)
    }

    private func answer<Report>(
        _ question: String, _ understood: Understood, _ found: BalanceAnswers.Found<Report>
    ) -> Answer {
        var understood = understood
        understood.query = found.evidence.query
        return Answer(
            question: question, understood: understood, asOf: asOf, evidence: found.evidence, reply: found.reply,
            table: found.table, series: found.series, reasons: found.reasons)
    }

    var balances: BalanceAnswers { BalanceAnswers(index, asOf: asOf, currency: currency) }
}

extension BalanceAsk {
    /// Whether it asks on which days an account was below zero.
    fileprivate var isOfOverdraft: Bool {
        detail == .days && condition == Ask.Condition(.total, .less, 0)
    }
}
