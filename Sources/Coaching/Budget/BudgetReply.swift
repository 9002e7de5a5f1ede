import Advice
import Ledger
import Retrieval

/// Says how much of each limit is used, and which limits would fit.
public struct BudgetReply {
    let asOf: CivilDate

    public init(asOf: CivilDate) { self.asOf = asOf }

    /// The pace of a month that has hardly begun says nothing.
    private static let firstPacedDay = 7

    // MARK: Progress

    /// - Parameter progress: of at least one limit.
    public func progress(_ progress: [RuleProgress]) -> String {
        guard progress.count != 1 else { return single(progress[0]) }
        let over = progress.filter(\.isExceeded)
        let headed = progress.filter { $0.isHeadedOver && isPaced($0) }
        var sentences = [standing(progress, over)]
        if !headed.isEmpty {
            let names = headed.map {
                "\(name($0, among: progress)) (\(($0.projected ?? $0.spent).text) by the end of the month)"
            }
            sentences.append(
                (over.isEmpty ? "But at this pace you'll go over on " : "At this pace you'll also go over on ")
                    + "\(Subject.list(names)).")
        }
        if over.isEmpty, headed.isEmpty, let tightest = progress.first {
            sentences.append(
                "The tightest is \(name(tightest, among: progress)): \(tightest.spent.text) of \(tightest.limit.text), "
                    + "with \(tightest.remaining.text) left.")
        }
        return sentences.joined(separator: " ")
    }

    private func standing(_ progress: [RuleProgress], _ over: [RuleProgress]) -> String {
        let isPast = progress.allSatisfy { $0.period.end < asOf }
        let when = period(progress[0])
        let all = progress.count == 2 ? "both" : "all \(progress.count)"
        guard !over.isEmpty else {
            return "You\(isPast ? " stayed" : "'re") within \(all) of your limits \(when)."
        }
        let names = over.map { "\(name($0, among: progress)) by \($0.remaining.magnitude.text)" }
        let some = over.count == progress.count ? "\(all) of your" : "\(over.count) of your \(progress.count)"
        return "You\(isPast ? " went" : "'re") over \(some) limits \(when): \(Subject.list(names))."
    }

    /// With its currency where there is another limit on the same.
    private func name(_ one: RuleProgress, among progress: [RuleProgress]) -> String {
        let isAlone = progress.filter { $0.category.id == one.category.id }.count == 1
        return one.category.words + (isAlone ? "" : " in \(one.limit.currency.code)")
    }

    private func single(_ one: RuleProgress) -> String {
        let isPast = one.period.end < asOf
        let used = one.utilization.map { " (\(percent($0)))" } ?? ""
        let (spent, when) = ("You\(isPast ? "" : "'ve") spent \(one.spent.text)", period(one))
        var text =
            one.isExceeded
            ? "\(spent) on \(one.category.words) \(when), \(one.remaining.magnitude.text) over your "
                + "\(one.limit.text) monthly limit\(used)."
            : "\(spent) of your \(one.limit.text) monthly limit on \(one.category.words) \(when)\(used), with "
                + "\(one.remaining.text) left."
        if one.pending.minorUnits != 0 { text += " \(one.pending.text) of that is still pending." }
        if let projected = one.projected, projected.minorUnits != 0, isPaced(one),
            one.period.end < one.period.end.endOfMonth
        {
            let verdict = one.isHeadedOver ? ", over the limit" : ""
            text += " At this pace you'll end the month at \(projected.text)\(verdict)."
        }
        return text
    }

    private func isPaced(_ one: RuleProgress) -> Bool { one.period.days >= BudgetReply.firstPacedDay }

    private func period(_ one: RuleProgress) -> String {
        one.period.start == asOf.startOfMonth ? "this month" : "in " + Period.month(of: one.period.start).label
    }

    private func percent(_ ratio: Double) -> String {
        "\(groupedThousands(Int64((min(max(ratio, -1e9), 1e9) * 100).rounded())))%"
    }

    public func table(_ progress: [RuleProgress]) -> AnswerTable? {
        guard !progress.isEmpty else { return nil }
        let isPaced = progress.contains { $0.projected != nil }
        let titles = ["Limit", "Spent", "Left", "Used"] + (isPaced ? ["At this pace"] : [])
        return AnswerTable(
            columns: [.init(title: "Category", isNumber: false)] + titles.map { .init(title: $0, isNumber: true) },
            rows: progress.map { one in
                [
                    one.category.name, one.limit.text, one.spent.text, one.remaining.text,
                    one.utilization.map(percent) ?? "",
                ]
                    + (isPaced ? [one.projected?.text ?? ""] : [])
            }, omitted: 0)
    }

    // MARK: Suggestions

    /// - Parameter isLimited: whether all that is spent on regularly has a limit already.
    public func suggestions(_ suggestions: [RuleSuggestion], isLimited: Bool = false) -> String {
        guard let first = suggestions.first else {
            if isLimited {
                return "I have nothing to suggest: everything you spend on month after month already has a limit."
            }
            return "I can't suggest a limit yet: that takes three full months of spending in a category."
        }
        let lead =
            suggestions.count == 1
            ? "\(first.rule.monthlyLimit.text) a month would be realistic for \(first.category.words): "
                + "\(first.words)."
            : "These limits would fit what you spent in your last full months."
        return lead + " To set one, run `coach rules set \(first.rule.category) "
            + "\(first.rule.monthlyLimit.plainText)` or say “set \(article(first)) limit of "
            + "\(first.rule.monthlyLimit.text)”."
    }

    private func article(_ suggestion: RuleSuggestion) -> String {
        let isVowel = suggestion.category.words.first.map { "aeiou".contains($0) } ?? false
        return (isVowel ? "an " : "a ") + suggestion.category.words
    }

    public func table(_ suggestions: [RuleSuggestion]) -> AnswerTable? {
        guard suggestions.count > 1 else { return nil }
        return AnswerTable(
            columns: [
                .init(title: "Category", isNumber: false), .init(title: "Usual month", isNumber: true),
                .init(title: "Limit", isNumber: true), .init(title: "Months", isNumber: true),
            ],
            rows: suggestions.map {
                [$0.category.name, $0.usual.text, $0.rule.monthlyLimit.text, String($0.months)]
            }, omitted: 0)
    }

    // MARK: Changes

    /// - Parameter isKept: whether it can be taken back later.
    /// - Parameter saysBudget: whether it was called a budget.
    public func wasSet(
        _ category: RuleCategory, _ limit: Money, before: Money?, isKept: Bool = true, saysBudget: Bool = false
    ) -> String {
        let name = saysBudget ? "budget for \(category.words)" : "limit on \(category.words)"
        let change =
            switch before {
            case nil: "Your \(name) is now \(limit.text) a month."
            case limit?: "Your \(name) is already \(limit.text) a month."
            case let before?:
                "Your \(name) is now \(limit.text) a month, "
                    + "\(before.minorUnits < limit.minorUnits ? "up" : "down") from \(before.text)."
            }
        // Who wants no limit may say so in the same words.
        let other =
            limit.minorUnits == 0
            ? " Anything you spend on it goes over; `coach rules remove \(category.id)` has no limit on it instead."
            : ""
        return (before == limit || !isKept ? change : change + " `coach undo` takes that back.") + other
    }

    /// - Parameter isKept: whether it can be taken back later.
    public func wasRemoved(_ category: RuleCategory, _ rules: [SpendingRule], isKept: Bool = true) -> String {
        guard !rules.isEmpty else { return "You don't have a limit on \(category.words)." }
        let limits = Subject.list(rules.map(\.monthlyLimit.text))
        return "Your limit of \(limits) a month on \(category.words) is gone."
            + (isKept ? " `coach undo` takes that back." : "")
    }

    public static let noLimits =
        "You have no spending limits yet. Set one with `coach rules set groceries 600`, or say “set a grocery budget of "
        + "$600”. `coach rules suggest` shows what would fit."
}

extension RuleProgress {
    /// What the answer rests on: limit, spent, remaining, utilization, and the projected month end.
    public var figures: [Figure] {
        func figure(_ name: String, _ words: String, _ value: FigureValue) -> Figure {
            Figure(name: name, label: "\(category.name), \(words)", value: value, period: period, rows: rows)
        }
        let own = [
            figure("limit", "monthly limit", .money(limit)), figure("spent", period.label, .money(spent)),
            figure("remaining", "left of the limit", .money(remaining)),
        ]
        let part = utilization.map { [figure("utilization", "part of the limit", .ratio($0))] }
        let projection = projected.map { [figure("projected", "at the end of the month at this pace", .money($0))] }
        return own + (part ?? []) + (projection ?? [])
    }

    /// A line of `rules_progress`.
    public var json: JSON {
        .object([
            ("category", .string(rule.category)), ("limit_cents", .integer(limit.minorUnits)),
            ("spent_mtd_cents", .integer(spent.minorUnits)), ("remaining_cents", .integer(remaining.minorUnits)),
            ("utilization", .optional(utilization, JSON.number)),
            ("projected_cents", .optional(projected) { .integer($0.minorUnits) }),
            ("pending_cents", .integer(pending.minorUnits)), ("count", .int(rows)),
            ("currency", .string(limit.currency.code)),
        ])
    }
}

extension SpendingRule {
    public var json: JSON {
        .object([
            ("category", .string(category)), ("monthly_limit_cents", .integer(monthlyLimit.minorUnits)),
            ("currency", .string(monthlyLimit.currency.code)),
        ])
    }
}
