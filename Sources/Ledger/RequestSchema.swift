/// The JSON Schema (draft 2020-12) of a request.
///
/// Endpoints that hold a model to a schema know only a part of JSON Schema: the root is one object, every member is
/// required and may be null instead, no object takes further members, and nothing refers to itself. A filter therefore nests
/// three deep here; coach reads any depth.
public enum RequestSchema {
    /// What a request can be about: asks about rows, the others by their intent.
    static let kinds = ["ask"] + Intent.allCases.map(\.rawValue)

    /// The members of a request, in the order in which they are written.
    static let members =
        ["kind"] + selectionMembers + [
            "measure", "unit", "whole", "group_by", "where", "against", "show", "order", "limit", "offset", "each",
            "also",
            "accounts", "account_type", "without", "day", "topic", "streams", "detail", "pick", "every", "before_pay",
        ]
    static let selectionMembers = ["flow", "filter", "periods", "assumed"]

    /// Those that say something for a kind.
    static func members(ofKind kind: String) -> Set<String> {
        switch kind {
        case "ask":
            Set(members).subtracting([
                "accounts", "account_type", "without", "day", "topic", "streams", "detail", "pick", "every",
                "before_pay",
            ])
        case "balance", "net_worth":
            ["kind", "topic", "detail", "accounts", "account_type", "without", "day", "periods", "where"]
        case "forecast": ["kind", "topic", "accounts", "day", "filter", "periods", "unit", "before_pay", "where"]
        case "summary": ["kind", "periods"]
        case "recurring":
            [
                "kind", "filter", "periods", "topic", "streams", "detail", "pick", "unit", "every", "before_pay",
                "against",
            ]
        case "unusual": Set(["kind"] + selectionMembers)
        default: ["kind"]
        }
    }

    static let filters = [
        "category", "merchant", "account", "text", "amount", "weekdays", "days_of_month", "status", "currency",
        "recurring", "rows", "near", "after", "before", "and", "or", "not",
    ]
    static let measures = [
        "total", "count", "average", "rate", "median", "largest", "smallest", "share", "share_of_count",
        "count_without", "longest_streak", "longest_streak_without", "gap", "last_day", "first_day", "spread",
        "reached_day",
    ]
    static let measuresWithUnit = [
        "count", "average", "rate", "median", "count_without", "longest_streak", "longest_streak_without", "spread",
    ]
    /// Payments that recur, by what they are.
    public static let streams = ["subscriptions", "bills", "pay"]
    static let weekdays = CivilDate.weekdayNames.map { $0.lowercased() }

    /// The name of an ISO weekday in JSON.
    static func weekday(_ number: Int) -> String { weekdays.indices.contains(number - 1) ? weekdays[number - 1] : "" }

    // MARK: The schema

    public static let json: JSON = {
        var root = object(
            requestProperties, "A question about a person's own transactions, or about what follows from them.")
        root.insert(("$schema", .string("https://json-schema.org/draft/2020-12/schema")), at: 0)
        root.insert(("title", .string("coach request")), at: 1)
        root.append(
            (
                "$defs",
                .object([
                    ("period", .object(period)), ("filter", filter(inner: "filter2")),
                    ("filter2", filter(inner: "filter3")), ("filter3", filter(inner: nil)),
                    ("selection", .object(object(selectionProperties, "Which rows."))),
                    ("side", .object(object([("name", string("What it is called."))] + selectionProperties, "Rows."))),
                    ("condition", .object(condition)), ("against", against),
                ])
            ))
        return .object(root)
    }()

    private static let selectionProperties: [(String, JSON)] = [
        (
            "flow",
            choice(
                Selection.Flow.allCases.map(\.rawValue),
                """
                Which money: spending is expenses less refunds, purchases are expenses alone, transfers run between own \
                accounts, net is income less spending, any is every row.
                """)
        ),
        ("filter", orNull(reference("filter"), "A condition on single rows; null for none.")),
        (
            "periods",
            orNull(
                .object([("type", .string("array")), ("items", reference("period"))]),
                "The days that count, in order of time; null for everything.")
        ),
        (
            "assumed",
            plain("boolean", "Whether the one period was not said: where nothing matches in it, everything is taken.")
        ),
    ]

    private static let requestProperties: [(String, JSON)] = {
        // What only asks about rows have may be null.
        let selection = selectionProperties.map { name, value in
            name == "flow" || name == "assumed" ? (name, orNull(value, nil)) : (name, value)
        }
        let count = "A whole number from 1 to 10000; null for the usual number."
        return [("kind", choice(kinds, "ask for everything about rows; else the intent."))] + selection + [
            (
                "measure",
                orNull(
                    choice(measures, nil),
                    """
                    What is computed. With group_by, largest and smallest mean the group. rate is transactions per unit. \
                    gap, last_day and first_day are of days.
                    """)
            ),
            (
                "unit",
                orNull(
                    choice(Ask.Unit.allCases.map(\.rawValue), nil),
                    "What count, count_without, average, rate, median and streaks are of or per. Of recurring: month or year; of forecast: day or week."
                )
            ),
            ("whole", orNull(reference("selection"), "What share and share_of_count are a part of.")),
            ("group_by", orNull(choice(Ask.Grouping.allCases.map(\.rawValue), nil), "What rows are told apart by.")),
            (
                "where",
                orNull(reference("condition"), "What must be so of each group, or of each counted day, week, month …")
            ),
            (
                "against",
                orNull(
                    reference("against"),
                    "What the value is held against. Of recurring a period: what ended was paid in it, what is new was not, and prices are held against those in it."
                )
            ),
            ("show", orNull(choice(Ask.View.allCases.map(\.rawValue), nil), "rows lists transactions.")),
            (
                "order",
                orNull(
                    choice(Ask.Order.allCases.map(\.rawValue), nil),
                    "rise and fall are by the change against the other period.")
            ),
            ("limit", orNull(plain("integer", nil), count)),
            (
                "offset",
                orNull(plain("integer", nil), "How many are passed over first, such as 1 for the second largest.")
            ),
            (
                "each",
                orNull(
                    choice(Ask.Grouping.allCases.map(\.rawValue), nil),
                    "What the whole question is asked of one after the other: the top category of each month.")
            ),
            (
                "also",
                orNull(
                    .object([
                        ("type", .string("array")),
                        (
                            "items",
                            .object(
                                object(
                                    [
                                        ("measure", choice(measures.filter { !$0.hasPrefix("share") }, nil)),
                                        ("unit", orNull(choice(Ask.Unit.allCases.map(\.rawValue), nil), nil)),
                                    ], nil))
                        ),
                    ]), "What else is computed over the same rows.")
            ),
            ("accounts", orNull(names, "Of balance, net_worth, and forecast; null for all.")),
            (
                "account_type",
                orNull(choice(AccountType.allCases.map(\.rawValue), nil), "Of balance: all accounts of this kind.")
            ),
            ("without", orNull(names, "Of balance: accounts to leave out.")),
            ("day", orNull(plain("string", nil), "Of balance: on it; of forecast: until it. YYYY-MM-DD.")),
            ("topic", orNull(choice(topics, nil), topicWords)),
            ("streams", orNull(choice(streams, nil), "Of recurring: which; null for all.")),
            ("detail", orNull(choice(details, nil), detailWords)),
            ("pick", orNull(choice(RecurringAsk.Pick.allCases.map(\.rawValue), nil), "Of recurring: only this one.")),
            (
                "every",
                orNull(choice(RecurringAsk.rhythms.map(\.rawValue), nil), "Of recurring: only those of this rhythm.")
            ),
            ("before_pay", orNull(plain("boolean", nil), "Of recurring and forecast: only until the next pay.")),
        ]
    }()

    private static let names = JSON.object([("type", .string("array")), ("items", plain("string", nil))])

    private static let topics = unique(
        RecurringAsk.Topic.allCases.map(\.rawValue) + BalanceAsk.Topic.allCases.map(\.rawValue)
            + ForecastAsk.Topic.allCases.map(\.rawValue))
    private static let topicWords =
        "Of recurring: \(list(RecurringAsk.Topic.self)). Of balance and net_worth: \(list(BalanceAsk.Topic.self)). Of "
        + "forecast: \(list(ForecastAsk.Topic.self))."

    private static let details = unique(
        RecurringAsk.Detail.allCases.map(\.rawValue) + BalanceAsk.Detail.allCases.map(\.rawValue))
    private static let detailWords =
        "What is said first. Of recurring: \(list(RecurringAsk.Detail.self)). Of balance and net_worth: "
        + "\(list(BalanceAsk.Detail.self))."

    private static func list<T: CaseIterable & RawRepresentable<String>>(_ type: T.Type) -> String {
        T.allCases.map(\.rawValue).joined(separator: ", ")
    }

    private static func unique(_ names: [String]) -> [String] {
        names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private static let period = object(
        [
            ("start", string("The first day, YYYY-MM-DD.")), ("end", string("The last day, YYYY-MM-DD.")),
            ("label", orNull(plain("string", nil), "What it is called; null for its dates.")),
        ], "Whole days, both ends included.")

    private static let condition = object(
        [
            ("quantity", choice(Ask.Condition.Quantity.allCases.map(\.rawValue), nil)),
            ("relation", choice(Ask.Condition.Relation.allCases.map(\.rawValue), nil)),
            ("bound", plain("integer", "Cents; a number of transactions for count, percent for change_percent.")),
            (
                "base",
                orNull(reference("selection"), "Rows whose own quantity is added to the bound: more than on these.")
            ),
        ], "What must be so.")

    private static let against: JSON = .object([
        (
            "anyOf",
            .array(
                [
                    object([("period", reference("period"))], "The same over other days."),
                    object(
                        [("sides", .object([("type", .string("array")), ("items", reference("side"))]))],
                        "The same of other rows."),
                    object([("usual", plain("boolean", "true"))], "What is usual over the last six full months."),
                    object(
                        [
                            ("amount_cents", plain("integer", nil)),
                            ("relation", choice(Ask.Condition.Relation.allCases.map(\.rawValue), nil)),
                        ], "An amount, for yes or no."),
                ].map(JSON.object))
        )
    ])

    /// - Parameter inner: the definition of what it may hold within; nil for single conditions only.
    private static func filter(inner: String?) -> JSON {
        func one(_ name: String, _ value: JSON) -> JSON { .object(object([(name, value)], nil)) }
        var choices = [
            one("category", string("A category id; one of the first level includes those beneath it.")),
            one("merchant", string("A merchant's name.")), one("account", string("An account's name.")),
            one("text", string("Words found in merchant, description, category or notes.")),
            one(
                "amount",
                .object(
                    object(
                        [
                            ("min_cents", orNull(plain("integer", nil), "At least.")),
                            ("max_cents", orNull(plain("integer", nil), "At most.")),
                        ], "The size of a row, both ends included."))),
            one("weekdays", .object([("type", .string("array")), ("items", choice(weekdays, nil))])),
            one(
                "days_of_month",
                .object(object([("from", plain("integer", nil)), ("to", plain("integer", nil))], "1 to 31."))
            ),
            one("status", choice(["posted", "pending"], nil)), one("currency", string("A code such as EUR.")),
            one("recurring", choice(streams, "Rows of merchants with such a payment.")),
            one("rows", .object([("type", .string("array")), ("items", plain("integer", "A row's id."))])),
        ]
        if let inner {
            // What comes near is told by single conditions, so that nothing refers to itself.
            let other = selectionProperties.map { name, value in
                name == "filter" ? (name, orNull(reference("filter3"), nil)) : (name, value)
            }
            let edge = [("edge", choice(RowFilter.Edge.allCases.map(\.rawValue), nil))]
            choices += [
                one(
                    "near",
                    .object(
                        object(
                            [
                                ("unit", choice(Ask.Unit.allCases.map(\.rawValue), nil)),
                                ("from", plain("integer", nil)), ("to", plain("integer", nil)),
                            ] + other,
                            """
                            Rows in a day, month, merchant … that comes from so many to so many after one with such a row; \
                            0 and 0 for the same one.
                            """))),
                one("after", .object(object(edge + other, "Rows of the days after the first or last such row."))),
                one("before", .object(object(edge + other, "Rows of the days before it."))),
            ]
            let list = JSON.object([("type", .string("array")), ("items", reference(inner))])
            choices += [one("and", list), one("or", list), one("not", reference(inner))]
        } else {
            choices.append(one("not", .object([("anyOf", .array(choices))])))
        }
        return .object([("anyOf", .array(choices))])
    }

    // MARK: Parts

    /// An object that has all of these members and no others.
    private static func object(_ properties: [(String, JSON)], _ description: String?) -> [(String, JSON)] {
        var out: [(String, JSON)] = [("type", .string("object"))]
        if let description { out.append(("description", .string(description))) }
        return out + [
            ("properties", .object(properties)), ("required", .strings(properties.map(\.0))),
            ("additionalProperties", .bool(false)),
        ]
    }

    private static func plain(_ type: String, _ description: String?) -> JSON {
        .object([("type", .string(type))] + (description.map { [("description", .string($0))] } ?? []))
    }

    private static func string(_ description: String) -> JSON { plain("string", description) }

    private static func choice(_ names: [String], _ description: String?) -> JSON {
        .object(
            [("type", .string("string")), ("enum", .strings(names))]
                + (description.map { [("description", .string($0))] } ?? []))
    }

    private static func reference(_ name: String) -> JSON { .object([("$ref", .string("#/$defs/\(name)"))]) }

    private static func orNull(_ value: JSON, _ description: String?) -> JSON {
        .object(
            (description.map { [("description", .string($0))] } ?? [])
                + [("anyOf", .array([value, .object([("type", .string("null"))])]))])
    }
}
