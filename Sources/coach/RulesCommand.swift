import Advice
import Coaching
import Ledger
import Store
import Terminal

/// The monthly limits: looking at them, setting them, and which would suit.
struct RulesCommand {
    let session: Session

    enum Action: String, CaseIterable {
        case list, set, remove, progress, suggest, history
    }

    func run() throws -> Int32 {
        let operands = session.command.operands
        let word = operands.first?.lowercased() ?? Action.list.rawValue
        guard let action = Action(rawValue: word) else {
            let names = Action.allCases.map(\.rawValue)
            let advice = Suggestion.nearest(to: word, among: names).map { "did you mean `coach rules \($0)`?" }
            throw Failure(
                "unknown action `\(word)` of `coach rules`: "
                    + (advice ?? "try \(names.joined(separator: ", "))"), exitCode: 2)
        }
        let rest = Array(operands.dropFirst())
        switch action {
        case .set: try set(rest)
        case .remove: try remove(rest)
        case .suggest: try suggest(rest)
        case .progress: try progress(rest)
        case .list, .history:
            guard rest.isEmpty else {
                throw Failure("`coach rules \(word)` takes no arguments, but got `\(rest[0])`", exitCode: 2)
            }
            if action == .history { try history() } else { try list() }
        }
        return 0
    }

    // MARK: Changing

    private func set(_ operands: [String]) throws {
        guard operands.count >= 2, let last = operands.last else {
            throw Failure(
                "`coach rules set` needs a category and an amount, such as `coach rules set groceries 600`",
                exitCode: 2)
        }
        let amount = try PurchaseOptions.amount(last)
        let index = try session.openIndex()
        let category = try category(operands.dropLast(), index)
        let limit = try PurchaseOptions(session: session, index: index).money(amount)
        if let problem = RuleBook.problem(with: limit) { throw Failure(problem.message, exitCode: 2) }
        let asOf = try session.asOf(index)
        let before = try RuleBook(index).set(category, limit: limit, on: asOf)
        let rule = SpendingRule(category: category.id, monthlyLimit: limit)
        let reply = BudgetReply(asOf: asOf).wasSet(category, limit, before: before, isKept: session.canTakeBack(index))
        try write(
            [("rule", rule.json), ("previous_limit_cents", .optional(before) { .integer($0.minorUnits) })], reply)
    }

    private func remove(_ operands: [String]) throws {
        let index = try existingIndex()
        guard !operands.isEmpty else {
            throw Failure("`coach rules remove` needs a category, such as `coach rules remove fun`", exitCode: 2)
        }
        let category = try category(operands[...], index)
        let asOf = try session.asOf(index)
        let gone = try RuleBook(index).remove(category, on: asOf)
        guard !gone.isEmpty else {
            let names = try RuleBook(index).rules().map(\.category)
            let known = names.isEmpty ? "you have none" : "you have limits on \(names.joined(separator: ", "))"
            throw Failure("there's no limit on \(category.words); \(known)")
        }
        try write(
            [("removed", .array(gone.map(\.json)))],
            BudgetReply(asOf: asOf).wasRemoved(category, gone, isKept: session.canTakeBack(index)))
    }

    // MARK: Looking

    private func list() throws {
        let index = try existingIndex()
        let rules = try RuleBook(index).rules()
        if session.wantsJSON { return try session.write(.object([("rules", .array(rules.map(\.json)))])) }
        guard !rules.isEmpty else { return try say(BudgetReply.noLimits) }
        var table = Table([Table.Column("Category"), Table.Column("A month", .right), Table.Column("Name")])
        for rule in rules {
            let name = RuleCategory(id: rule.category, in: index.taxonomy)?.name ?? rule.category
            table.add([name, rule.monthlyLimit.text, rule.category])
        }
        try session.write(table.text(width: session.width, style: session.style))
    }

    /// - Parameter operands: one category, or none for all limits.
    private func progress(_ operands: [String]) throws {
        let index = try session.openIndexWithLimits()
        let asOf = try session.asOf(index)
        var progress = try RuleBook(index).progress(asOf: asOf)
        let reply = BudgetReply(asOf: asOf)
        if !operands.isEmpty {
            let category = try categoryAlone(operands, index)
            progress = progress.filter { $0.rule.category == category.id }
            if progress.isEmpty {
                throw Failure(
                    "there's no limit on \(category.words); set one with `coach rules set \(category.id) 600`")
            }
        }
        var text = progress.isEmpty ? BudgetReply.noLimits : reply.progress(progress)
        if try index.isEmpty { text += " There are no transactions yet to count against it." }
        var notes =
            progress.isEmpty
            ? [] : try session.gaps(index, over: Period(asOf.startOfMonth, asOf), kinds: [.expense, .refund])
        if !progress.isEmpty, notes.isEmpty { notes = [try DataAge.note(index, asOf: asOf)].compactMap(\.self) }
        try write(
            [
                ("as_of", .string(asOf.iso)), ("rules_progress", .array(progress.map(\.json))),
                ("notes", .strings(notes)),
            ], ([text] + notes).joined(separator: " "), reply.table(progress))
    }

    private func suggest(_ operands: [String]) throws {
        let index = try session.openFilledIndex()
        let asOf = try session.asOf(index)
        let book = RuleBook(index)
        let currency = try PurchaseOptions(session: session, index: index).currency()
        let suggestions =
            operands.isEmpty
            ? try book.suggestions(in: currency, asOf: asOf)
            : try book.suggestion(category(operands[...], index), in: currency, asOf: asOf).map { [$0] } ?? []
        let reply = BudgetReply(asOf: asOf)
        let isLimited = try operands.isEmpty && book.isAllLimited(in: currency, asOf: asOf)
        let list = suggestions.map { suggestion in
            JSON.object([
                ("suggested_rule", suggestion.rule.json), ("usual_cents", .integer(suggestion.usual.minorUnits)),
                ("months", .int(suggestion.months)),
            ])
        }
        try write(
            [("suggestions", .array(list))], reply.suggestions(suggestions, isLimited: isLimited),
            reply.table(suggestions))
    }

    private func history() throws {
        let index = try existingIndex()
        let changes = try RuleBook(index).history()
        if session.wantsJSON {
            let list = changes.map { change in
                JSON.object([
                    ("date", .string(change.day.iso)), ("category", .string(change.category)),
                    ("currency", .string(change.currency.code)),
                    ("before_cents", .optional(change.before) { .integer($0.minorUnits) }),
                    ("after_cents", .optional(change.after) { .integer($0.minorUnits) }),
                ])
            }
            return try session.write(.object([("history", .array(list))]))
        }
        guard !changes.isEmpty else { return try say("You've never set a limit.") }
        var table = Table([
            Table.Column("Date"), Table.Column("Category"), Table.Column("Before", .right),
            Table.Column("After", .right),
        ])
        for change in changes {
            let name = RuleCategory(id: change.category, in: index.taxonomy)?.name ?? change.category
            table.add([change.day.iso, name, change.before?.text ?? "none", change.after?.text ?? "none"])
        }
        try session.write(table.text(width: session.width, style: session.style))
    }

    // MARK: Parts

    /// An index that is there; limits may come before the first transactions.
    private func existingIndex() throws -> HouseholdIndex {
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        return index
    }

    private func category(_ words: ArraySlice<String>, _ index: HouseholdIndex) throws -> RuleCategory {
        try PurchaseOptions(session: session, index: index).category(words.joined(separator: " "))
    }

    /// The category that all the words name.
    ///
    /// - Throws: where only the first ones do, for the rest, which was probably meant as an amount.
    private func categoryAlone(_ words: [String], _ index: HouseholdIndex) throws -> RuleCategory {
        for count in stride(from: words.count - 1, to: 0, by: -1)
        where RuleCategory(named: words.joined(separator: " "), in: index.taxonomy) == nil {
            let name = words[..<count].joined(separator: " ")
            guard RuleCategory(named: name, in: index.taxonomy) != nil else { continue }
            throw Failure(
                "“\(SafeText.line(words[count...].joined(separator: " ")))” isn't an amount: set a limit with "
                    + "`coach rules set \(SafeText.line(name)) 600`", exitCode: 2)
        }
        return try category(words[...], index)
    }

    private func write(_ members: [(String, JSON)], _ reply: String, _ table: AnswerTable? = nil) throws {
        if session.wantsJSON { return try session.write(.object(members + [("reply", .string(reply))])) }
        try say(reply)
        if let table { try session.write("\n" + AnswerText(session).table(table)) }
    }

    private func say(_ text: String) throws {
        try session.write(session.prose(text) + "\n")
    }
}
