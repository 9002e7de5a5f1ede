import Advice
import Ledger

/// The JSON of an assessment, as scripts rely on it.
extension PurchaseAdvice {
    /// - Parameter reply: what is said, and who wrote it.
    public func json(_ words: VerdictWords, reply: String? = nil, source: ReplySource = .composed) -> JSON {
        .object(
            [
                ("input", input),
                ("existing_rule", .optional(rules.existingRule, \.json)),
                ("metrics", metrics),
                ("assessment", ruleAssessment),
                ("score", scoreJSON),
                ("cash", .optional(cash) { $0.json(due: card == nil ? nil : cardDue) }),
                ("commitment", commitment),
                ("goals", .array(goals.map { goal in goal.json(delayedBy: goal.delay(by: purchase)) })),
                ("verdict", holdsCurrency ? .string(verdict.outcome.rawValue) : .null),
                ("wait_until", .optional(verdict.waitUntil) { .string($0.iso) }),
                ("reasons", .strings(words.reasons.map(\.sentence))),
                ("would_change", .strings(words.conditions.map(\.sentence))),
                ("reply", .string(reply ?? words.reply)),
                ("reply_source", .string(source.name)),
            ] + whereabouts)
    }

    /// The geofence that one is in, where there is one; how old the position is where it was told before.
    private var whereabouts: [(String, JSON)] {
        guard let place else { return [] }
        return [("geofence", .string(place.geofence.name))]
            + (place.age.map { [("position_age_seconds", .integer($0))] } ?? [])
    }

    private var input: JSON {
        .object([
            ("amount_cents", .integer(purchase.amount.minorUnits)),
            ("merchant", .optional(purchase.writtenMerchant ?? purchase.merchant, JSON.string)),
            ("category", .optional(purchase.category, JSON.string)),
            ("currency", .string(purchase.amount.currency.code)),
            ("item", .optional(purchase.item, JSON.string)),
            ("online", .bool(purchase.isOnline)),
            ("account", .optional(purchase.account, JSON.string)),
            ("day", .string(purchase.day.iso)),
            ("instalments", .optional(purchase.instalments, \.json)),
        ])
    }

    /// What a plan takes of a usual month; null for what is paid at once.
    private var commitment: JSON {
        guard let burden = monthlyBurden else { return .null }
        return .object([
            ("monthly_cents", .integer(burden)), ("usual_surplus_cents", .optional(pace?.perMonth, JSON.integer)),
            ("until", .optional(purchase.instalments?.lastDay(from: purchase.day)) { .string($0.iso) }),
        ])
    }

    private var metrics: JSON {
        .object([
            ("spent_mtd_cents", .integer(rules.spentMonthToDate)),
            ("spent_7d_cents", .integer(rules.spent7Days)),
            ("count_7d", .int(rules.count7Days)),
            ("limit_cents", .optional(rules.limit, JSON.integer)),
            ("remaining_cents", .optional(rules.remaining, JSON.integer)),
        ])
    }

    private var ruleAssessment: JSON {
        .object([
            ("should_block", .bool(rules.shouldBlock)),
            ("block_reason", .string(rules.blockReason.rawValue)),
            ("should_create_rule", .bool(rules.suggestedRule != nil)),
            ("suggested_rule", .optional(rules.suggestedRule, \.json)),
            ("rationale", .string(rules.rationale)),
        ])
    }

    private var scoreJSON: JSON {
        .object([
            ("decision", .string(score.isBlocked ? "BLOCK" : "ALLOW")),
            ("p_avoid", .number(score.probability)),
            ("reason", .string(score.reason)),
            (
                "debug",
                .object([
                    ("p_ml", .number(score.model)),
                    ("over_budget_ratio", .optional(score.overBudgetRatio, JSON.number)),
                    ("threshold", .number(score.threshold)),
                    ("spend_before", .integer(score.spentBefore)),
                    ("spend_after", .integer(score.spentAfter)),
                ])
            ),
        ])
    }
}

extension CashFigures {
    /// - Parameter due: when a card is paid for it.
    fileprivate func json(due: CivilDate?) -> JSON {
        .object([
            ("balance_cents", .integer(balance)),
            ("bills_before_income_cents", .integer(bills)),
            ("next_income", .optional(nextIncome) { .string($0.iso) }),
            ("safe_to_spend_cents", .integer(safeToSpend)),
            ("lowest_with_cents", .integer(lowestWith.cents)),
            ("lowest_without_cents", .integer(lowestWithout.cents)),
            ("lowest_with_date", .string(lowestWith.day.iso)),
            ("lowest_without_date", .string(lowestWithout.day.iso)),
            ("lowest_five_weeks_cents", .integer(lowestLater.cents)),
            ("lowest_five_weeks_date", .string(lowestLater.day.iso)),
            ("reserve_cents", .integer(reserve)),
            ("card_due", .optional(due) { .string($0.iso) }),
        ])
    }
}

extension Instalments {
    fileprivate var json: JSON {
        let interval: (String, Int) =
            switch every {
            case .days(let step): ("days", step)
            case .months(let step): ("months", step)
            }
        return .object([
            ("amount_cents", .integer(cents)), ("count", .optional(count, JSON.int)),
            ("every", .object([(interval.0, .int(interval.1))])), ("down_cents", .integer(down)),
        ])
    }
}

extension GoalProgress {
    /// - Parameter delay: days by which a purchase moves it away, where one is assessed.
    public func json(delayedBy delay: Int? = nil) -> JSON {
        .object([
            ("name", .string(goal.name)), ("target_cents", .integer(goal.target.minorUnits)),
            ("currency", .string(goal.target.currency.code)), ("by", .string(goal.by.iso)),
            ("saved_cents", .integer(saved)), ("remaining_cents", .integer(remaining)),
            ("monthly_net_cents", .optional(pace?.perMonth, JSON.integer)),
            ("needed_per_month_cents", .integer(neededPerMonth)),
            ("needed_with_earlier_per_month_cents", .integer(neededWithEarlierPerMonth)),
            ("reached_on", .optional(reachedOn) { .string($0.iso) }), ("on_track", .bool(isOnTrack)),
            ("delay_days", .optional(delay, JSON.int)),
        ])
    }
}

extension Decision {
    /// - Parameter dataEnd: the last day that the transactions know.
    public func json(dataEnd: CivilDate) -> JSON {
        .object([
            ("id", .integer(id)), ("day", .string(day.iso)), ("planned_for", .string(purchase.day.iso)),
            ("amount_cents", .integer(purchase.amount.minorUnits)),
            ("currency", .string(purchase.amount.currency.code)),
            ("merchant", .optional(purchase.merchant, JSON.string)), ("item", .optional(purchase.item, JSON.string)),
            ("category", .optional(purchase.category, JSON.string)), ("verdict", .string(verdict.rawValue)),
            ("wait_until", .optional(waitUntil) { .string($0.iso) }), ("p_avoid", .number(avoidance)),
            ("word", .optional(word) { .string($0.rawValue) }),
            ("ask_again_on", .optional(askAgainOn) { .string($0.iso) }),
            ("bought_on", .optional(bought) { .string($0.day.iso) }),
            ("transaction_id", .optional(bought) { .integer($0.id) }),
            ("bought_cents", .optional(boughtFor, JSON.integer)),
            ("avoided", .optional(wasAvoidable, JSON.bool)),
            ("saved", .bool(isSaved(dataEnd: dataEnd))),
        ])
    }
}

extension DecisionRecord {
    public var json: JSON {
        .object([
            ("decisions", .array(decisions.map { $0.json(dataEnd: dataEnd) })),
            (
                "saved",
                .array(
                    saved.map {
                        .object([
                            ("amount_cents", .integer($0.minorUnits)), ("currency", .string($0.currency.code)),
                        ])
                    })
            ),
            ("brier_score", .optional(brierScore, JSON.number)), ("judged", .int(judged)),
        ])
    }
}
