import Advice
import Ledger
import Retrieval

/// Says how far limits are used, and which would suit.
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
                "\(name($0, among: progress)) (\(($0.projected ?? $0.spent).text) by the month's end)"
            }
            sentences.append(
                (over.isEmpty ? "But at this pace you will go over on " : "At this pace you will also go over on ")
                    + "\(Subject.list(names)).")
        }
        if over.isEmpty, headed.isEmpty, let tightest = progress.first {
            sentences.append(
                "The most used is \(name(tightest, among: progress)): \(tightest.spent.text) of \(tightest.limit.text), "
                    + "\(tightest.remaining.text) left.")
        }
        return sentences.joined(separator: " ")
    }

    private func standing(_ progress: [RuleProgress], _ over: [RuleProgress]) -> String {
        let isPast = progress.allSatisfy { $0.period.end < asOf }
        let when = period(progress[0])
        let all = progress.count == 2 ? "both" : "all \(progress.count)"
        guard !over.isEmpty else {
            return "You \(isPast ? "kept" : "are within") \(all) of your limits \(when)."
        }
        let names = over.map { "\(name($0, among: progress)) by \($0.remaining.magnitude.text)" }
        let some = over.count == progress.count ? "\(all) of your" : "\(over.count) of your \(progress.count)"
        return "You \(isPast ? "went" : "are") over \(some) limits \(when): \(Subject.list(names))."
    }

    /// With its currency where there is another limit on the same.
    private func name(_ one: RuleProgress, among progress: [RuleProgress]) -> String {
        let isAlone = progress.filter { $0.category.id == one.category.id }.count == 1
        return one.category.words + (isAlone ? "" : " in \(one.limit.currency.code)")
    }

    private func single(_ one: RuleProgress) -> String {
        let isPast = one.period.end < asOf
        let used = percent(one.utilization)
        var text =
            "You \(isPast ? "" : "have ")spent \(one.spent.text) of your \(one.limit.text) monthly limit on "
            + "\(one.category.words) \(period(one)) (\(used))"
        text += one.isExceeded ? ": \(one.remaining.magnitude.text) over." : ": \(one.remaining.text) left."
        if one.pending.minorUnits != 0 { text += " \(one.pending.text) of it is pending." }
        if let projected = one.projected, projected.minorUnits != 0, isPaced(one),
            one.period.end < one.period.end.endOfMonth
        {
            let verdict = one.isHeadedOver ? ", more than the limit" : ""
            text += " At this pace the month ends at \(projected.text)\(verdict)."
        }
        return text
    }

    private func isPaced(_ one: RuleProgress) -> Bool { one.period.days >= BudgetReply.firstPacedDay }

    private func period(_ one: RuleProgress) -> String {
        one.period.start == asOf.startOfMonth ? "this month" : "in " + Period.month(of: one.period.start).label
    }

    private func percent(_ ratio: Double) -> String {
        "\(groupedThousands(Int64((min(max(ratio, -1e9), 1e9) * 100).rounded()))) %"
    }

    public func table(_ progress: [RuleProgress]) -> AnswerTable? {
        guard !progress.isEmpty else { return nil }
        let isPaced = progress.contains { $0.projected != nil }
        let titles = ["Limit", "Spent", "Left", "Used"] + (isPaced ? ["At this pace"] : [])
        return AnswerTable(
            columns: [.init(title: "Category", isNumber: false)] + titles.map { .init(title: $0, isNumber: true) },
            rows: progress.map { one in
                [one.category.name, one.limit.text, one.spent.text, one.remaining.text, percent(one.utilization)]
                    + (isPaced ? [one.projected?.text ?? ""] : [])
            }, omitted: 0)
    }

    // MARK: Suggestions

    /// - Parameter isLimited: whether all that is spent on regularly has a limit already.
    public func suggestions(_ suggestions: [RuleSuggestion], isLimited: Bool = false) -> String {
        guard let first = suggestions.first else {
            if isLimited { return "I have no limit to suggest: all that you spend on month by month has one already." }
            return "I have no limit to suggest: it takes three full months of spending on a category."
        }
        let lead =
            suggestions.count == 1
            ? "\(first.rule.monthlyLimit.text) a month would suit \(first.category.words): in the last "
                + "\(first.months) full months with such spending it usually came to \(first.median.text)."
            : "These limits would suit what you usually spent in the last full months."
        return lead + " Set one with `coach rules set \(first.rule.category) "
            + "\(first.rule.monthlyLimit.plainText)`, or say “set \(article(first)) limit of "
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
                [$0.category.name, $0.median.text, $0.rule.monthlyLimit.text, String($0.months)]
            }, omitted: 0)
    }

    // MARK: Changes

    /// - Parameter isKept: whether it can be taken back later.
    public func wasSet(_ category: RuleCategory, _ limit: Money, before: Money?, isKept: Bool = true) -> String {
        let change =
            switch before {
            case nil: "The limit on \(category.words) is now \(limit.text) a month."
            case limit?: "The limit on \(category.words) is \(limit.text) a month already."
            case let before?:
                "The limit on \(category.words) is now \(limit.text) a month instead of \(before.text)."
            }
        return before == limit || !isKept ? change : change + " `coach undo` takes that back."
    }

    /// - Parameter isKept: whether it can be taken back later.
    public func wasRemoved(_ category: RuleCategory, _ rules: [SpendingRule], isKept: Bool = true) -> String {
        guard !rules.isEmpty else { return "There is no limit on \(category.words)." }
        let limits = Subject.list(rules.map(\.monthlyLimit.text))
        return "The limit on \(category.words) of \(limits) a month is gone."
            + (isKept ? " `coach undo` takes that back." : "")
    }

    public static let noLimits =
        "You have set no limits yet. Set one with `coach rules set groceries 600`, or say “set a grocery budget of "
        + "$600”; `coach rules suggest` shows which would suit."
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
            figure("utilization", "part of the limit", .ratio(utilization)),
        ]
        let projection = projected.map { [figure("projected", "at the end of the month at this pace", .money($0))] }
        return own + (projection ?? [])
    }

    /// A line of `rules_progress`.
    public var json: JSON {
        .object([
            ("category", .string(rule.category)), ("limit_cents", .integer(limit.minorUnits)),
            ("spent_mtd_cents", .integer(spent.minorUnits)), ("remaining_cents", .integer(remaining.minorUnits)),
            ("utilization", .number(utilization)),
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
