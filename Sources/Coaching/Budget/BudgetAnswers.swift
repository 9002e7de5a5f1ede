import Advice
import Ledger
import Retrieval
import Store
import Understanding

/// Questions and wishes about monthly limits.
extension Coach {
    func budget(_ question: String, _ understood: Understood) throws -> Answer {
        let slots = understood.budget
        if !slots.others.isEmpty { return try setLimits(question, understood) }
        let category = slots.category.flatMap { RuleCategory(id: $0, in: index.taxonomy) }
        if let id = slots.category, category == nil {
            let reply =
                "Limits are for spending, and \(index.taxonomy.displayName(id).lowercased()) isn't spending."
            return budgetAnswer(question, understood, reply: reply)
        }
        switch (slots.action, category) {
        case (.set, let category?): return try setLimit(question, understood, category)
        case (.remove, let category?):
            let gone = try RuleBook(index).remove(category, on: asOf)
            return budgetAnswer(
                question, understood, reply: BudgetReply(asOf: asOf).wasRemoved(category, gone, isKept: isKept))
        case (.remove, nil): return try removeOnly(question, understood)
        case (.suppose, let category?): return try supposed(question, understood, category)
        case (.suppose, nil): return budgetAnswer(question, understood, reply: supposedOfNothing(slots.amount))
        case (.suggest, let category): return try suggest(question, understood, category)
        case (_, let category): return try progress(question, understood, category)
        }
    }

    /// `if the grocery budget was 900, how far over were we in September`: what was spent beside an amount that is no limit.
    private func supposed(_ question: String, _ understood: Understood, _ category: RuleCategory) throws -> Answer {
        guard let amount = understood.budget.amount else { return try progress(question, understood, category) }
        let month = Period.month(of: asOf)
        let period = understood.query.period ?? Period(month.start, asOf, label: "\(month.label) so far")
        let filter = RowFilter.any(category.members.sorted().map { .category($0) })
        let ask = Ask(Selection(.spending, filter, .periods([period])))
        let spent = try AskEvaluator(index, asOf: asOf).evaluate(ask, tellsMore: false).evidence.figures.first
        let sum: Money = if case .money(let money)? = spent?.value { money } else { Money(0, amount.currency) }
        let rest = amount.minorUnits - sum.minorUnits
        let name = category.name.lowercased()
        let beside =
            rest == 0 ? "exactly that" : "\(Money(abs(rest), amount.currency).text) \(rest < 0 ? "over" : "under") it"
        return budgetAnswer(
            question, understood, figures: spent.map { [$0] } ?? [],
            reply:
                "You spent \(sum.text) on \(name) in \(period.name). With a limit of \(amount.text) that's \(beside). "
                + "No limit was set: say “set a \(name) limit of \(amount.text)” for one.")
    }

    /// `should we set a limit of 500`: which category it would be of has to be said.
    private func supposedOfNothing(_ amount: Money?) -> String {
        let sum = amount?.text ?? "$500.00"
        return
            "On which category? Limits are on categories: ask “what if groceries were capped at \(sum)?” to see how that "
            + "would go, or say “set a groceries limit of \(sum)” to set one. No limit was set."
    }

    // MARK: Changing

    /// `groceries 600 and dining 300`: each is set as if it had a line of its own.
    private func setLimits(_ question: String, _ understood: Understood) throws -> Answer {
        let answers = try ([understood.budget] + understood.budget.others).map { slots in
            var one = understood
            one.budget = slots
            one.budget.others = []
            return try budget(question, one)
        }
        return budgetAnswer(
            question, understood, figures: answers.flatMap { $0.evidence?.figures ?? [] },
            reply: answers.map(\.reply).joined(separator: " "))
    }

    private func setLimit(_ question: String, _ understood: Understood, _ category: RuleCategory) throws -> Answer {
        let reply = BudgetReply(asOf: asOf)
        if let percent = understood.budget.percent {
            guard let rule = try RuleBook(index).rules().first(where: { $0.category == category.id }) else {
                return try withoutLimit(question, understood, category)
            }
            var changed = understood
            let before = rule.monthlyLimit
            changed.budget.percent = nil
            changed.budget.amount = Money(
                roundedQuotient(before.minorUnits, times: Int64(percent), by: 100), before.currency)
            return try setLimit(question, changed, category)
        }
        if let share = understood.budget.share { return try setShare(question, understood, category, share) }
        guard var limit = understood.budget.amount else { return try progress(question, understood, category) }
        if let step = understood.budget.step {
            guard let before = try index.monthlyLimit(category.id, in: limit.currency) else {
                return try withoutLimit(question, understood, category)
            }
            // A step beyond reckoning is refused below as that.
            let (change, isTooLarge) = step.multipliedReportingOverflow(by: limit.minorUnits)
            let (sum, isBeyond) = before.minorUnits.addingReportingOverflow(change)
            limit = Money(isTooLarge || isBeyond || limit.minorUnits == .max ? .max : sum, limit.currency)
        }
        guard try holds(limit.currency) else {
            let held = try Set(index.accounts.map(\.currency.code)).sorted()
            let reply =
                "None of your accounts are in \(limit.currency.code). Give the limit in \(Subject.list(held))."
            return budgetAnswer(question, understood, reply: reply)
        }
        if let problem = RuleBook.problem(with: limit) {
            return budgetAnswer(question, understood, reply: problem.message.capitalizedFirst + ".")
        }
        let book = RuleBook(index)
        let before = try book.set(category, limit: limit, on: asOf)
        let rule = SpendingRule(category: category.id, monthlyLimit: limit)
        let progress = try book.progress(of: rule, inMonthOf: asOf, asOf: asOf).map { [$0] } ?? []
        let words =
            [
                reply.wasSet(
                    category, limit, before: before, isKept: isKept, saysBudget: SpokenLine(question).saysBudget)
            ] + progress.map { reply.progress([$0]) }
        return budgetAnswer(
            question, understood, figures: progress.flatMap(\.figures), reply: words.joined(separator: " "))
    }

    /// `20% of my income`: of a usual one of the last full months.
    private func setShare(
        _ question: String, _ understood: Understood, _ category: RuleCategory, _ share: LimitShare
    ) throws -> Answer {
        guard let pace = try GoalBook(index).pace(asOf: asOf, currency: currency), pace.income > 0 else {
            let reply =
                "I need a full month of income to take \(share.percent)% of. Give the limit on \(category.words) as an amount."
            return budgetAnswer(question, understood, reply: reply)
        }
        let income = Money(pace.income, currency)
        var changed = understood
        changed.budget.share = nil
        changed.budget.amount = Money(
            roundedQuotient(income.minorUnits, times: Int64(share.percent), by: 100), currency)
        changed.budget.notes.append(
            "read as \(share.percent)% of the \(income.text) you usually bring in a month (\(SavingPace.basis))")
        return try setLimit(question, changed, category)
    }

    /// What is changed in the sample is gone with it.
    private var isKept: Bool { canTakeBack }

    /// Limits may come before the first account.
    private func holds(_ currency: Currency) throws -> Bool {
        let accounts = try index.accounts
        return accounts.isEmpty || accounts.contains { $0.currency == currency }
    }

    /// “Drop my limit” without a category: plain where there is one limit only.
    private func removeOnly(_ question: String, _ understood: Understood) throws -> Answer {
        let book = RuleBook(index)
        let rules = try book.rules()
        let reply = BudgetReply(asOf: asOf)
        if understood.budget.isAll, rules.count > 1 {
            let categories = rules.compactMap { book.category($0.category) }
            for category in categories { _ = try book.remove(category, on: asOf) }
            let text = "All \(categories.count) limits are gone. `coach undo` brings them back, one at a time."
            return budgetAnswer(question, understood, reply: text)
        }
        guard rules.count == 1, let category = book.category(rules[0].category) else {
            let names = rules.compactMap { book.category($0.category)?.words }
            let text =
                rules.isEmpty ? BudgetReply.noLimits : "Which one: \(names.map { "“\($0)”" }.joined(separator: ", "))?"
            return budgetAnswer(question, understood, reply: text)
        }
        return budgetAnswer(
            question, understood, reply: reply.wasRemoved(category, try book.remove(category, on: asOf), isKept: isKept)
        )
    }

    // MARK: Looking

    private func progress(_ question: String, _ understood: Understood, _ category: RuleCategory?) throws -> Answer {
        let book = RuleBook(index)
        let reply = BudgetReply(asOf: asOf)
        // A month that was named; what lies ahead has not been spent.
        let day = min(understood.query.period?.end ?? asOf, asOf)
        var progress = try book.progress(inMonthOf: day, asOf: asOf)
        if let category {
            let covering = progress.filter { $0.category.covers(category) }
            let own = covering.filter { $0.category.id == category.id }
            progress = own.isEmpty ? covering : own
            if progress.isEmpty { return try withoutLimit(question, understood, category) }
        }
        guard !progress.isEmpty else { return budgetAnswer(question, understood, reply: BudgetReply.noLimits) }
        return budgetAnswer(
            question, understood, figures: progress.flatMap(\.figures), facts: progress.flatMap(\.facts),
            reply: reply.progress(progress), table: progress.count > 1 ? reply.table(progress) : nil)
    }

    /// What is known of a category that has no limit.
    private func withoutLimit(_ question: String, _ understood: Understood, _ category: RuleCategory) throws -> Answer {
        let evidence = try retriever.figures(category.query(Period(asOf.startOfMonth, asOf, label: "this month")))
        let totals = evidence.figures(named: "total")
        let spent = totals.compactMap { figure -> String? in
            if case .money(let money) = figure.value { money.text } else { nil }
        }
        let suggestion = try RuleBook(index).suggestion(category, in: currency, asOf: asOf)
        var sentences = [
            "You've spent \(spent.isEmpty ? "nothing" : spent.joined(separator: " and ")) on \(category.words) this "
                + "month and haven't set a limit for it."
        ]
        if let suggestion { sentences.append(BudgetReply(asOf: asOf).suggestions([suggestion])) }
        return budgetAnswer(
            question, understood, figures: totals + (suggestion.map(figures) ?? []),
            reply: sentences.joined(separator: " "))
    }

    private func suggest(_ question: String, _ understood: Understood, _ category: RuleCategory?) throws -> Answer {
        let book = RuleBook(index)
        let suggestions =
            if let category {
                try book.suggestion(category, in: currency, asOf: asOf).map { [$0] } ?? []
            } else {
                try book.suggestions(in: currency, asOf: asOf)
            }
        let reply = BudgetReply(asOf: asOf)
        let isLimited = try category == nil && book.isAllLimited(in: currency, asOf: asOf)
        return budgetAnswer(
            question, understood, figures: suggestions.flatMap(figures),
            reply: reply.suggestions(suggestions, isLimited: isLimited), table: reply.table(suggestions))
    }

    private func figures(_ suggestion: RuleSuggestion) -> [Figure] {
        let name = suggestion.category.name
        return [
            Figure(
                name: "usual", label: "\(name), usual month", value: .money(suggestion.usual)),
            Figure(
                name: "limit", label: "\(name), suggested monthly limit",
                value: .money(suggestion.rule.monthlyLimit)),
        ]
    }

    private func budgetAnswer(
        _ question: String, _ understood: Understood, figures: [Figure] = [], facts: [Fact] = [], reply: String,
        table: AnswerTable? = nil
    ) -> Answer {
        var understood = understood
        understood.notes += understood.budget.notes
        var evidence = Evidence(query: understood.query, figures: figures)
        evidence.facts = facts
        return Answer(
            question: question, understood: understood, asOf: asOf, evidence: figures.isEmpty ? nil : evidence,
            reply: reply, table: table, reasons: figures.isEmpty ? nil : Coach.budgetReasons)
    }

    private static let budgetReasons = """
        A limit counts the purchases minus refunds in its category for the calendar month, pending ones included. \
        Transfers, card payments, and rows you excluded don't count. The pace takes your daily average so far and \
        carries it through the month. A suggested limit is the average of your last full months with spending there, \
        without one that stands alone, rounded up to two digits.
        """
}
