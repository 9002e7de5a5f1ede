/// The JSON Schema of what a model makes of a line: requests, readings to choose from, a question back, or that there is
/// nothing to ask.
///
/// It holds what `RequestSchema` holds in a form that is easy to write: conditions are one list, a measure is one word with
/// its unit, days are words, each kind of request has its own members and no others. Every member is required and may be null,
/// and nothing refers to itself, as endpoints that hold a model to a schema want it. `ReadingForm` turns it into a request.
public enum ReadingSchema {
    /// Kinds of requests beside asks about rows that code answers without more of the line.
    public static let kinds: [Intent] = [
        .balance, .recurring, .unusual, .forecast, .summary, .budget,
    ]
    /// Requests that one line may be made of.
    public static let mostRequests = 4

    /// Why a line is made no request of.
    public enum Pass: String, CaseIterable, Sendable {
        /// It is not about the person's own money.
        case offTopic = "off_topic"
        /// It changes something, or asks for advice, or whether to buy something: coach reads that by itself.
        case leave
    }

    /// What a question back asks for.
    public enum Missing: String, CaseIterable, Sendable {
        /// What it is about.
        case what
        /// For which days.
        case when
        /// Which of several it means.
        case which
    }

    public static let json: JSON = .object(
        object([
            (
                "answer",
                anyOf([
                    one("requests", list(reference("request"), "One to four, answered one after the other.")),
                    one("choices", list(reference("request"), "Two or three, only where each is as likely.")),
                    .object(
                        object([
                            (
                                "question",
                                choice(
                                    Missing.allCases.map(\.rawValue),
                                    "Asks back: what it is about, when, or which one is meant.")
                            ),
                            ("word", orNull(plain("string"), "The word of the line that stands for it: \"it\".")),
                        ])),
                    one(
                        "pass",
                        choice(
                            Pass.allCases.map(\.rawValue),
                            """
                            off_topic: not about this person's own money. leave: sets a limit or goal, corrects a row, \
                            asks whether to buy something, why, or for advice; coach does that by itself.
                            """)),
                ])
            )
        ]) + [("$defs", .object(definitions))])

    private static let definitions: [(String, JSON)] = [
        ("request", anyOf((["ask"] + kinds.map(\.rawValue)).map { .object(object(members(of: $0))) })),
        (
            "rows",
            .object(
                object(
                    [
                        ("flow", reference("flow")), ("filter", orNull(reference("filter"))),
                        ("days", orNull(reference("days"), "null: the same as the request's.")),
                    ]))
        ),
        (
            "flow",
            choice(
                Selection.Flow.allCases.map(\.rawValue),
                "spending: expenses less refunds. purchases: expenses alone. net: income less spending. any: every row."
            )
        ),
        ("days", list(plain("string"), "Such as [\"last month\"], [\"2026-03..2026-05\"]; several count together.")),
        ("filter", list(reference("test"), "All of them must hold.")),
        ("value", value), ("near", .object(object(near(filter: "inner")))),
        ("inner", list(anyOf([reference("value"), one("not", reference("value")), any(of: ["value"])]))),
        (
            "test",
            anyOf([
                reference("value"), one("near", reference("near")),
                one("not", anyOf([reference("value"), one("near", reference("near"))])),
                any(of: ["value", "near"]), event("after"), event("before"),
            ])
        ),
        (
            "measure",
            choice(
                measures.map(\.name),
                """
                total; largest, smallest: one purchase, or with group_by the group; share, share_of_count: of \
                "whole"; gap: days between; last_day; first_day; reached_day: when the running sum meets "where"; or with U \
                for transaction, day, week, month, quarter, year, weekend, merchant, category, or account: count_of_Us, \
                average_per_U, median_per_U, spread_per_U, transactions_per_U, and with U of time Us_without, \
                longest_run_of_Us, longest_run_of_Us_without
                """)
        ),
        ("group", choice(Ask.Grouping.allCases.map(\.rawValue))),
        ("relation", choice(Ask.Condition.Relation.allCases.map(\.rawValue))),
        (
            "condition",
            .object(
                object(
                    bound + [
                        (
                            "than",
                            orNull(
                                reference("rows"),
                                "Other rows, whose own value the bound is added to: more than on these is > 0.")
                        )
                    ]))
        ),
        ("bound", .object(object(bound))),
    ]

    // MARK: Measures

    /// One word for a measure with its unit, by the two members that a request has for them.
    struct WrittenMeasure: Sendable {
        let name: String
        let measure: String
        let unit: Ask.Unit?
    }

    static let measures: [WrittenMeasure] = {
        var all = RequestSchema.measures.filter { !RequestSchema.measuresWithUnit.contains($0) }
            .map { WrittenMeasure(name: $0, measure: $0, unit: nil) }
        for unit in Ask.Unit.allCases {
            let (one, many) = (unit.rawValue, plural(unit))
            all.append(WrittenMeasure(name: "count_of_\(many)", measure: "count", unit: unit))
            for measure in ["average", "median", "spread"] {
                all.append(WrittenMeasure(name: "\(measure)_per_\(one)", measure: measure, unit: unit))
            }
            if unit != .transaction {
                all.append(WrittenMeasure(name: "transactions_per_\(one)", measure: "rate", unit: unit))
            }
            if unit.isOfTime {
                all.append(WrittenMeasure(name: "\(many)_without", measure: "count_without", unit: unit))
                all.append(WrittenMeasure(name: "longest_run_of_\(many)", measure: "longest_streak", unit: unit))
                all.append(
                    WrittenMeasure(
                        name: "longest_run_of_\(many)_without", measure: "longest_streak_without", unit: unit))
            }
        }
        return all
    }()

    private static func plural(_ unit: Ask.Unit) -> String {
        unit == .category ? "categories" : unit.rawValue + "s"
    }

    /// The measure and the unit that a word stands for; nil for others.
    public static func measure(_ word: String) -> (measure: String, unit: String?)? {
        measures.first { $0.name == word }.map { ($0.measure, $0.unit?.rawValue) }
    }

    /// The word for a measure of a unit; nil where nothing of the kind is computed.
    public static func word(measure: String, unit: String?) -> String? {
        measures.first { $0.measure == measure && $0.unit?.rawValue == unit }?.name
    }

    // MARK: Requests

    private static func members(of kind: String) -> [(String, JSON)] {
        let days = ("days", orNull(plain("string"), "Such as \"last month\"; null where none are said."))
        return [("kind", choice([kind]))]
            + {
                switch kind {
                case "ask": ask
                case "balance": balance + [days]
                case "forecast": forecast + [days]
                case "summary": [days]
                case "recurring": recurring + [days]
                case "unusual": selection
                default: []
                }
            }()
    }

    private static let selection: [(String, JSON)] = [
        ("flow", reference("flow")), ("filter", orNull(reference("filter"))),
        ("days", orNull(reference("days"), "null where the line says none; [\"all time\"] where it says ever.")),
    ]

    private static let ask: [(String, JSON)] =
        selection + [
            ("measure", reference("measure")),
            ("also", orNull(list(reference("measure")), "What else of the same rows: [\"count_of_transactions\"].")),
            ("whole", orNull(reference("rows"), "Only for share and share_of_count: what it is a part of.")),
            ("group_by", orNull(reference("group"), "A line for each: merchant, month.")),
            ("where", orNull(reference("condition"), "What must hold of each group, or of each counted day or month.")),
            ("against", orNull(against, "What the value is held against.")),
            ("show", choice(Ask.View.allCases.map(\.rawValue), "rows: the transactions themselves.")),
            (
                "order",
                orNull(
                    choice(Ask.Order.allCases.map(\.rawValue)),
                    "rise, fall: by the change against the other days, or of months against the one before.")
            ),
            ("limit", orNull(plain("integer"), "How many rows or groups: 1 for the most; null for the usual number.")),
            ("offset", plain("integer", "How many are passed over first: 0, or 1 for the second largest.")),
            (
                "each",
                orNull(reference("group"), "The whole question for each of these: the top category of each month.")
            ),
        ]

    private static let bound: [(String, JSON)] = [
        ("quantity", choice(Ask.Condition.Quantity.allCases.map(\.rawValue))),
        ("relation", reference("relation")),
        ("bound", plain("integer", "Cents: $50 is 5000. A number for count, percent for change_percent.")),
    ]

    private static let accounts = ("accounts", orNull(list(plain("string")), "Names; null for all."))

    private static let balance: [(String, JSON)] = [
        (
            "topic",
            choice(
                BalanceAsk.Topic.allCases.map(\.rawValue),
                "owed: on cards and loans. assets: without what is owed. net_worth: less what is owed.")
        ),
        (
            "detail",
            orNull(
                choice(BalanceAsk.Detail.allCases.map(\.rawValue)),
                "Over the days: change, months, lowest and highest day, days. Of the accounts: most, least, overdrawn."
            )
        ),
        accounts, ("account_type", orNull(choice(AccountType.allCases.map(\.rawValue)), "All of this kind.")),
        ("without", orNull(list(plain("string")), "Accounts to leave out.")),
        ("day", orNull(plain("string"), "At the end of it: \"2026-05-31\"; null for today.")),
        ("where", orNull(reference("bound"), "For yes or no: a total that is held against what there is.")),
    ]

    private static let forecast: [(String, JSON)] = [
        (
            "topic",
            choice(
                ForecastAsk.Topic.allCases.map(\.rawValue),
                "safe: what can be spent. balance: what there will be. lasting, shortfall: whether and when it runs out."
            )
        ),
        accounts, ("day", orNull(plain("string"), "The last one; null for up to the next pay, or 30 days.")),
        ("before_pay", plain("boolean", "Only until the next pay.")),
        ("filter", orNull(reference("filter"), "What spending or income is of.")),
        ("unit", orNull(choice(ForecastAsk.spans.map(\.rawValue)), "What is safe in each.")),
        ("where", orNull(reference("bound"), "For yes or no: a total that is held against what there will be.")),
    ]

    private static let against = anyOf([
        one("days", plain("string", "\"last month\", \"2025-06\", or \"before\" for as many days before.")),
        one(
            "sides",
            list(
                .object(
                    object([
                        ("name", plain("string")), ("flow", orNull(reference("flow"))),
                        ("filter", orNull(reference("filter"))), ("days", orNull(reference("days"))),
                    ])),
                "All that are compared, each within the request's own filter; null is the request's own.")),
        one("usual", .object([("type", .string("boolean")), ("enum", .array([.bool(true)]))])),
        .object(object([("amount_cents", plain("integer")), ("relation", reference("relation"))])),
    ])

    private static let recurring: [(String, JSON)] = [
        ("topic", choice(RecurringAsk.Topic.allCases.map(\.rawValue))),
        ("streams", orNull(choice(RequestSchema.streams), "Null for all.")),
        ("detail", orNull(choice(RecurringAsk.Detail.allCases.map(\.rawValue)), "What is said first.")),
        ("pick", orNull(choice(RecurringAsk.Pick.allCases.map(\.rawValue)), "Only this one.")),
        ("unit", orNull(choice(RecurringAsk.spans.map(\.rawValue)), "What they come to in one.")),
        ("every", orNull(choice(RecurringAsk.rhythms.map(\.rawValue)), "Only those of this rhythm.")),
        ("before_pay", plain("boolean", "Only until the next pay.")), ("filter", orNull(reference("filter"))),
        ("against", orNull(plain("string"), "Other days: what ended was paid in them; what is new was not.")),
    ]

    // MARK: Conditions

    /// A condition that holds no other; of several values any.
    private static let value = anyOf([
        one("category", list(plain("string", "An id."))), one("merchant", list(plain("string", "A name as given."))),
        one("account", list(plain("string", "A name as given."))),
        one("text", list(plain("string", "Words in merchant, bank text, category, or notes."))),
        .object(
            object([
                ("min_cents", orNull(plain("integer"), "At least; over $50 is 5001.")),
                ("max_cents", orNull(plain("integer"), "At most.")),
            ])),
        one("weekdays", list(choice(RequestSchema.weekdays))),
        .object(object([("from_day", plain("integer", "Of the month.")), ("to_day", plain("integer"))])),
        one("status", choice(["posted", "pending"])), one("currency", plain("string", "Such as EUR.")),
        one("recurring", choice(RequestSchema.streams, "Rows of merchants with such a payment.")),
        one("rows", list(plain("integer"), "Ids out of the conversation.")),
    ])

    /// Any of several: values or what they are not.
    private static func any(of names: [String]) -> JSON {
        let inner = names.map { $0 == "near" ? one("near", reference("near")) : reference($0) }
        return one(
            "any",
            list(anyOf(inner + [one("not", inner.count == 1 ? inner[0] : anyOf(inner))]), "At least one of them holds.")
        )
    }

    private static func members(filter: String) -> [(String, JSON)] {
        [
            ("flow", reference("flow")), ("filter", orNull(reference(filter))),
            ("days", orNull(reference("days"), "null: whenever.")),
        ]
    }

    /// Rows in a unit that comes so many units after one with a row of others.
    private static func near(filter: String) -> [(String, JSON)] {
        [
            (
                "unit",
                choice(Ask.Unit.allCases.map(\.rawValue), "Rows in a day (week, merchant …) that has such a row:")
            ),
            ("from", plain("integer", "0 to 0: in the same one; 1 to 7 with day: in the 7 days after it.")),
            ("to", plain("integer")),
        ] + members(filter: filter)
    }

    /// Rows of the days after the first or last row of others, or before it.
    private static func event(_ name: String) -> JSON {
        one(
            name,
            .object(
                object([("edge", choice(RowFilter.Edge.allCases.map(\.rawValue)))] + members(filter: "inner"))))
    }

    // MARK: Parts

    private static func object(_ properties: [(String, JSON)]) -> [(String, JSON)] {
        [
            ("type", .string("object")), ("properties", .object(properties)),
            ("required", .strings(properties.map(\.0))), ("additionalProperties", .bool(false)),
        ]
    }

    private static func one(_ name: String, _ value: JSON) -> JSON { .object(object([(name, value)])) }

    private static func anyOf(_ choices: [JSON]) -> JSON { .object([("anyOf", .array(choices))]) }

    private static func plain(_ type: String, _ description: String? = nil) -> JSON {
        .object([("type", .string(type))] + described(description))
    }

    private static func choice(_ names: [String], _ description: String? = nil) -> JSON {
        .object([("type", .string("string")), ("enum", .strings(names))] + described(description))
    }

    private static func list(_ items: JSON, _ description: String? = nil) -> JSON {
        .object([("type", .string("array")), ("items", items)] + described(description))
    }

    private static func reference(_ name: String) -> JSON { .object([("$ref", .string("#/$defs/\(name)"))]) }

    private static func orNull(_ value: JSON, _ description: String? = nil) -> JSON {
        .object([("anyOf", .array([value, .object([("type", .string("null"))])]))] + described(description))
    }

    private static func described(_ description: String?) -> [(String, JSON)] {
        description.map { [("description", .string($0))] } ?? []
    }
}

// MARK: For a model to read

extension ReadingSchema {
    /// The same as types, a line for each member with what it means: shorter than the schema, and easier to read.
    public static let outline: String = {
        var lines = ["{\"answer\": " + type(json["properties"]?["answer"] ?? .null, inline: true) + "}"]
        for (name, definition) in json["$defs"]?.object ?? [] {
            lines.append("\(name) = " + type(definition, inline: false) + comment(definition))
        }
        return lines.joined(separator: "\n")
    }()

    private static func comment(_ schema: JSON) -> String {
        schema["description"]?.string.map { "  // \($0)" } ?? ""
    }

    private static let longestList = 30

    /// - Parameter inline: whether an object is written on one line, without what its members mean.
    private static func type(_ schema: JSON, inline: Bool) -> String {
        if let reference = schema["$ref"]?.string { return String(reference.split(separator: "/").last ?? "") }
        if let choices = schema["anyOf"]?.array {
            let isLong = !inline && choices.count > 2 || choices.contains { type($0, inline: inline).contains("\n") }
            return choices.map { (isLong ? "\n  | " : "") + type($0, inline: inline) }.joined(
                separator: isLong ? "" : " | ")
        }
        if let values = schema["enum"]?.array {
            return values.count > longestList ? "word" : values.map(\.text).joined(separator: " | ")
        }
        switch schema["type"]?.string {
        case "object":
            let members = schema["properties"]?.object ?? []
            if members.count < 3 || inline {
                return "{" + members.map { "\"\($0)\": \(type($1, inline: true))\(said($1))" }.joined(separator: ", ")
                    + "}"
            }
            let lines = members.map { "    \"\($0)\": \(type($1, inline: true))" + comment($1) }
            return "{\n" + lines.joined(separator: "\n") + "}"
        case "array": return "[" + type(schema["items"] ?? .null, inline: true) + ", …]"
        case let name: return name ?? ""
        }
    }

    /// What a member of a short object means.
    private static func said(_ schema: JSON) -> String { schema["description"]?.string.map { " (\($0))" } ?? "" }
}
