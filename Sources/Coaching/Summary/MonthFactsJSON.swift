import Advice
import Ledger
import Retrieval
import Store

extension MonthFacts {
    /// The facts as JSON, the same bytes for the same data; the words come apart from them.
    public func json(_ taxonomy: Taxonomy) -> JSON { .object(members(taxonomy)) }

    /// Of the facts' JSON; 16 digits.
    public func hash(_ taxonomy: Taxonomy) -> String { json(taxonomy).text.contentHashText }

    /// The facts with the words about them.
    public func json(_ taxonomy: Taxonomy, _ narrative: Narrative) -> JSON {
        .object(
            members(taxonomy) + [
                (
                    "narrative",
                    .object([
                        ("text", .string(narrative.text)), ("source", .string(narrative.source.name)),
                        ("model", .optional(narrative.source.model, JSON.string)),
                    ])
                ), ("facts_hash", .string(hash(taxonomy))), ("notes", .strings(notes)),
            ])
    }

    private func members(_ taxonomy: Taxonomy) -> [(String, JSON)] {
        [
            (span.unit.rawValue, .string(span.key)), ("period", span.period.json), ("complete", .bool(span.isComplete)),
            (
                "data",
                .optional(coverage) { .object([("start", .string($0.start.iso)), ("end", .string($0.end.iso))]) }
            ),
        ] + main.members(span, taxonomy) + [
            (
                "other_currencies",
                .array(currencies.dropFirst().map { .object($0.members(span, taxonomy)) })
            )
        ]
    }
}

extension String {
    /// A hash of exactly these bytes, 16 hexadecimal digits.
    var contentHashText: String {
        let digits = String(UInt64(bitPattern: ContentHash.of(self)), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

extension CurrencyFacts {
    fileprivate func members(_ span: SummarySpan, _ taxonomy: Taxonomy) -> [(String, JSON)] {
        sums(span) + breakdowns + advice(taxonomy, asOf: span.period.end)
    }

    private func sums(_ span: SummarySpan) -> [(String, JSON)] {
        [
            ("currency", .string(currency.code)), ("income_cents", .integer(flow.income)),
            ("spending_cents", .integer(flow.spending)), ("net_cents", .integer(flow.net)),
            ("savings_rate", .optional(savingsRate, JSON.number)), ("fixed_cents", .integer(fixed)),
            ("chosen_cents", .integer(chosen)), ("rows", .int(rows)),
            ("pending_cents", .integer(pending)),
            (
                "previous",
                .optional(previous) { flow in
                    .object(
                        [(span.unit.rawValue, .string(span.keyBefore)), ("complete", .bool(isPreviousWhole))]
                            + flow.members)
                }
            ),
            (
                "year_before",
                .optional(yearBefore) { .object([(span.unit.rawValue, .string($0.monthKey))] + $0.members) }
            ),
            (
                "usual",
                .object([
                    ("spending_cents", .optional(usualSpending) { .integer($0.amount) }),
                    ("income_cents", .optional(usualIncome) { .integer($0.amount) }),
                    ("months", .int(usualSpending?.months ?? 0)),
                ])
            ),
            ("months", .array(months.map { .object([("month", .string($0.monthKey))] + $0.members) })),
        ]
    }

    private var breakdowns: [(String, JSON)] {
        [
            ("by_category", .array(categories.map { $0.json })),
            (
                "top_merchants",
                .array(
                    merchants.map {
                        .object([
                            ("merchant", .string($0.name)), ("spend_cents", .integer($0.spent)),
                            ("count", .int($0.count)),
                        ])
                    })
            ),
            ("largest", .array(largest.map(\.json))), ("largest_chosen", .array(largestChosen.map(\.json))),
            ("daily", .array(daily.map(\.json))), ("previous_daily", .array(previousDaily.map(\.json))),
            ("recurring", .array(streams.map(\.json))),
            (
                "bills_ahead",
                .array(
                    bills.map {
                        .object([
                            ("date", .string($0.date.iso)), ("merchant", .string($0.merchant)),
                            ("amount_cents", .integer($0.amount.minorUnits)),
                        ])
                    })
            ),
        ]
    }

    private func advice(_ taxonomy: Taxonomy, asOf: CivilDate) -> [(String, JSON)] {
        let reply = UnusualReply(taxonomy: taxonomy, currency: currency, asOf: asOf)
        return [
            ("rules_progress", .array(rules.map(\.summaryJSON))), ("net_worth", .optional(netWorth) { $0.json }),
            ("goals", .array(goals.map(\.summaryJSON))),
            ("unusual", .array(findings.map { $0.json(reply, findingRows[$0.row.id]) })),
            (
                "decisions",
                .object([
                    ("asked", .int(decisions.count)),
                    ("bought", .int(decisions.count(where: \.isMade))),
                    ("saved_cents", .integer(saved)),
                ])
            ),
            (
                "suggestion",
                .optional(suggestion) { suggestion in
                    .object([
                        ("kind", .string(suggestion.kind)), ("subject", .string(suggestion.subject)),
                        ("saves_cents", .integer(suggestion.saves.minorUnits)),
                        ("every_month", .bool(suggestion.isMonthly)),
                    ])
                }
            ),
        ]
    }
}

extension SummarySpan {
    var keyBefore: String { String(earlier(1).start.iso.prefix(unit == .month ? 7 : 4)) }
}

extension CurrencyFacts.Flow {
    var monthKey: String { String(period.start.iso.prefix(7)) }

    fileprivate var members: [(String, JSON)] {
        [
            ("income_cents", .integer(income)), ("spending_cents", .integer(spending)), ("net_cents", .integer(net)),
        ]
    }
}

extension CurrencyFacts.CategoryLine {
    /// Against the same days before, one decimal; nil where nothing was spent then.
    var changePercent: Double? {
        guard let previous, previous > 0 else { return nil }
        return Double(roundedQuotient(spent - previous, times: 1000, by: previous)) / 10
    }

    fileprivate var json: JSON {
        .object([
            ("category", .string(id)), ("name", .string(name)), ("spend_cents", .integer(spent)),
            ("count", .int(count)), ("previous_cents", .optional(previous, JSON.integer)),
            ("change_percent", .optional(changePercent, JSON.number)),
            ("fixed", .bool(isFixed)), ("usual_cents", .optional(habit) { .integer($0.amount) }),
            ("outside_habit_by_cents", .integer(departure)), ("limit_cents", .optional(limit, JSON.integer)),
        ])
    }
}

extension CurrencyFacts.Day {
    fileprivate var json: JSON {
        .object([("day", .string(date.iso)), ("spend_cents", .integer(spent))])
    }
}

extension CurrencyFacts.StreamLine {
    fileprivate var json: JSON {
        .object([
            ("merchant", .string(stream.merchant)), ("amount_cents", .integer(stream.amount.minorUnits)),
            ("cadence", .string(stream.cadence.rawValue)),
            ("next_date", .optional(stream.nextDate) { .string($0.iso) }),
            ("monthly_cost_cents", .integer(stream.monthlyCost.minorUnits)), ("change", .string(change.rawValue)),
            (
                "previous_amount_cents",
                change == .raised ? .optional(stream.rise) { .integer($0.from.minorUnits) } : .null
            ),
            ("group", .string(stream.group.rawValue)), ("account", .string(stream.account)),
        ])
    }
}

extension RuleProgress {
    fileprivate var summaryJSON: JSON {
        .object([
            ("category", .string(rule.category)), ("limit_cents", .integer(limit.minorUnits)),
            ("spent_mtd_cents", .integer(spent.minorUnits)), ("remaining_cents", .integer(remaining.minorUnits)),
            ("utilization", .optional(utilization, JSON.number)),
        ])
    }
}

extension CurrencyFacts.NetWorth {
    fileprivate var json: JSON {
        .object([
            ("day", .string(day.iso)), ("net_worth_cents", .integer(total.minorUnits)),
            ("change_cents", .optional(change) { .integer($0.minorUnits) }),
            (
                "kinds",
                .array(
                    AssetKind.allCases.compactMap { kind in
                        kinds[kind].map {
                            .object([("kind", .string(kind.rawValue)), ("amount_cents", .integer($0.minorUnits))])
                        }
                    })
            ),
            (
                "months",
                .array(
                    history.map { .object([("day", .string($0.day.iso)), ("net_worth_cents", .integer($0.total))]) })
            ), ("unknown_accounts", .strings(unknown)),
        ])
    }
}

extension GoalProgress {
    fileprivate var summaryJSON: JSON {
        .object([
            ("name", .string(goal.name)), ("target_cents", .integer(goal.target.minorUnits)),
            ("by", .string(goal.by.iso)), ("saved_cents", .integer(saved)),
            ("reached", .bool(isReached)), ("on_track", .bool(isOnTrack)),
            ("needed_per_month_cents", .integer(neededPerMonth)),
        ])
    }
}

extension SavingSuggestion {
    /// The reason's name in JSON.
    var kind: String {
        switch reason {
        case .doubleCharge: "double_charge"
        case .fees: "fees"
        case .overLimit: "over_limit"
        case .headedOver: "headed_over"
        case .aboveUsual: "above_usual"
        case .newSubscription: "new_subscription"
        case .raisedSubscription: "raised_subscription"
        case .tenth: "tenth"
        }
    }

    /// The merchant or category that it is about.
    var subject: String {
        switch reason {
        case .doubleCharge(let merchant, _), .newSubscription(let merchant), .raisedSubscription(let merchant): merchant
        case .fees(let category, _), .overLimit(let category), .headedOver(let category, _),
            .aboveUsual(let category, _), .tenth(let category, _):
            category
        }
    }
}
