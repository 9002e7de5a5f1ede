import Ledger
import Understanding

/// The JSON of an answer, as scripts rely on it.
extension Answer {
    public var json: JSON {
        .object(
            members + (requests.count > 1 ? [("requests", .array(requests.map(\.json)))] : [])
                + (omittedGroups > 0 ? [("omitted_groups", .int(omittedGroups))] : [])
                + (charge.map { [("charge", $0.json)] } ?? []))
    }

    private var members: [(String, JSON)] {
        let query = evidence?.query ?? understood.query
        return [
            ("question", .string(question)),
            ("intent", .string(understood.intent.rawValue)),
            ("confidence", .number((understood.confidence * 1000).rounded() / 1000)),
            ("as_of", .string(asOf.iso)),
            ("query", query.json),
            ("figures", .array((evidence?.figures ?? []).map(\.json))),
            ("groups", .array((evidence?.groups ?? []).map(\.json))),
            ("transactions", .array((evidence?.transactions ?? []).map(\.json))),
            ("matched", .int(evidence?.matched ?? 0)),
            ("assessment", assessment),
            ("clarify", .optional(clarify, JSON.string)),
            ("reply", .string(reply)),
            ("reply_source", .string(source.name)),
            ("model", .optional(source.model, JSON.string)),
            (
                "checks",
                .object([
                    ("figures", .int(checkedFigures ?? evidence?.figures.count ?? 0)),
                    ("unsupported", .strings(unsupported)),
                ])
            ),
            ("warnings", .strings(warnings + (modelWarning.map { [$0] } ?? []))),
            ("notes", .strings(notes)), ("request", .optional(request, \.json)),
            ("reading", .optional(reading, JSON.string)),
            ("unread", .strings(unread)),
            (
                "choices",
                .array(choices.map { .object([("reading", .string($0.reading)), ("request", $0.request.json)]) })
            ),
            ("read_by", .string(isReadByModel ? "model" : "grammar")),
        ]
    }
}

extension Period {
    public var json: JSON {
        .object([("start", .string(start.iso)), ("end", .string(end.iso)), ("label", .string(label))])
    }
}

extension Query {
    public var json: JSON {
        .object([
            ("measure", .string(measure.rawValue)),
            ("average_per", measure == .average ? .string(averageUnit.rawValue) : .null),
            ("count_of", .optional(counted ?? (measure == .count ? .transactions : nil)) { .string($0.rawValue) }),
            ("share_of", measure == .share ? (whole ?? Whole(direction: direction)).json : .null),
            ("period", .optional(period, \.json)),
            ("other_periods", .array(otherPeriods.map(\.json))),
            ("compare_to", .optional(comparison, \.json)),
            ("categories", .strings(categories)),
            ("merchants", .strings(merchants)),
            ("is_union", .bool(isUnion)),
            ("accounts", .strings(accounts)), ("currency", .optional(currency?.code, JSON.string)),
            ("excluded_categories", .strings(excludedCategories)),
            ("excluded_merchants", .strings(excludedMerchants)),
            ("text", .optional(text, JSON.string)),
            ("min_cents", .optional(minimum, JSON.integer)),
            ("max_cents", .optional(maximum, JSON.integer)),
            ("direction", .string(direction.rawValue)),
            ("kinds", .strings(kinds.map(\.rawValue).sorted())),
            ("weekdays", .array(weekdays.sorted().map(JSON.int))),
            ("status", .optional(status) { .string($0.rawValue) }),
            ("group_by", .optional(grouping) { .string($0.rawValue) }),
            ("order", .string(order.rawValue)),
            ("limit", .int(limit)),
            ("offset", .int(offset)),
            ("sides", .array(sides.map(\.json))),
        ])
    }
}

extension Query.Whole {
    var json: JSON {
        .object([
            ("direction", .string(direction.rawValue)), ("categories", .strings(categories)),
            ("merchants", .strings(merchants)),
        ])
    }
}

extension Query.Side {
    var json: JSON {
        .object(
            [
                ("name", .string(name)), ("categories", .strings(categories)), ("merchants", .strings(merchants)),
                ("accounts", .strings(accounts)), ("text", .optional(text, JSON.string)),
                ("weekdays", .array(weekdays.sorted().map(JSON.int))),
            ] + (period.map { [("period", $0.json)] } ?? []))
    }
}

extension FigureValue {
    /// The members `value`, `unit` and `currency`.
    var members: [(String, JSON)] {
        switch self {
        case .money(let money):
            [
                ("value", .integer(money.minorUnits)), ("unit", .string("money")),
                ("currency", .string(money.currency.code)),
            ]
        case .count(let count): [("value", .int(count)), ("unit", .string("count")), ("currency", .null)]
        case .percent(let value): [("value", .number(value)), ("unit", .string("percent")), ("currency", .null)]
        case .ratio(let value): [("value", .number(value)), ("unit", .string("ratio")), ("currency", .null)]
        case .days(let days): [("value", .int(days)), ("unit", .string("days")), ("currency", .null)]
        case .date(let date): [("value", .string(date.iso)), ("unit", .string("date")), ("currency", .null)]
        }
    }
}

extension Figure {
    public var json: JSON {
        .object(
            [("name", .string(name)), ("label", .string(label))] + value.members
                + [("period", .optional(period, \.json)), ("rows", .optional(rows, JSON.int))])
    }
}

extension Group {
    public var json: JSON {
        .object(
            [("key", .string(key)), ("label", .string(label))] + value.members
                + [("count", .int(count)), ("share", .optional(share) { .number(($0 * 10_000).rounded() / 10_000) })]
                + details.map { detail in (detail.name, detail.value.members[0].1) })
    }
}

extension Transaction {
    public var json: JSON {
        .object(
            [
                ("id", .integer(id)), ("date", .string(date.iso)), ("posted", .optional(posted) { .string($0.iso) }),
                ("merchant", .string(merchant)), ("description", .string(rawDescription)),
                ("category", .string(category)),
                ("account", .string(account)), ("amount_cents", .integer(amount.minorUnits)),
                ("currency", .string(amount.currency.code)), ("status", .string(status.rawValue)),
                ("kind", .string(kind.rawValue)), ("notes", .optional(notes, JSON.string)),
                ("excluded", .bool(isExcluded)),
            ] + (card.map { [("card", .string($0))] } ?? []))
    }
}
