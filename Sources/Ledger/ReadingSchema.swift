/// The JSON Schema of what a model makes of a line: requests, readings to choose from, or that there is nothing to ask.
///
/// It is `RequestSchema` made small, for a prompt and for endpoints that hold a model to a schema: each kind of request has
/// the members that mean something for it and no others, every member is required and may be null, and nothing refers to
/// itself. Whatever fits it is a request that coach can read, but for names, days, and what a measure needs beside it.
public enum ReadingSchema {
    /// Kinds of requests beside asks about rows that code answers without more of the line.
    public static let kinds: [Intent] = [
        .balance, .netWorth, .recurring, .unusual, .forecast, .summary, .budget,
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

    public static let json: JSON = .object(
        object([
            (
                "answer",
                anyOf([
                    one("requests", list(reference("request"), "One to four, answered one after the other.")),
                    one("choices", list(reference("request"), "Two or three, only where each is as likely.")),
                    one(
                        "pass",
                        choice(
                            Pass.allCases.map(\.rawValue),
                            """
                            off_topic: not about this person's own money. leave: sets a limit or goal, corrects a row, \
                            asks whether to buy something, or wants advice; coach does that by itself.
                            """)),
                ])
            )
        ]) + [("$defs", .object(definitions))])

    /// The same for a model to read: without what holds of every object, and with `nullable` for what may be null.
    public static let outline = shortened(json).text

    private static func shortened(_ json: JSON) -> JSON {
        switch json {
        case .array(let values): return .array(values.map(shortened))
        case .object(let members):
            if let choices = json["anyOf"]?.array, choices.count == 2, choices[1]["type"]?.string == "null",
                let members = shortened(choices[0]).object
            {
                return .object(members + [("nullable", .bool(true))] + described(json["description"]?.string))
            }
            let isObject = json["properties"]?.object != nil && json["type"]?.string == "object"
            let implied = isObject ? ["type", "required", "additionalProperties"] : []
            return .object(members.filter { !implied.contains($0.0) }.map { ($0.0, shortened($0.1)) })
        default: return json
        }
    }

    private static let definitions: [(String, JSON)] = [
        ("request", anyOf((["ask"] + kinds.map(\.rawValue)).map { .object(object(members(of: $0))) })),
        ("selection", .object(object(selection))),
        (
            "flow",
            choice(
                Selection.Flow.allCases.map(\.rawValue),
                "spending: expenses less refunds. purchases: expenses alone. net: income less spending. any: every row."
            )
        ),
        (
            "periods",
            orNull(list(reference("period")), "Apart, in order of time; null for all days there are.")
        ),
        ("assumed", plain("boolean", "True where the line names no time and the past 30 days are taken.")),
        (
            "period",
            .object(object([("start", day("The first day.")), ("end", day("The last day, included."))]))
        ),
        ("one", one),
        // Conditions nest two deep, which every question so far was content with.
        ("part", anyOf([reference("one"), one("or", list(reference("one"))), one("not", reference("one"))])),
        (
            "filter",
            anyOf([
                reference("one"), one("and", list(reference("part"))), one("or", list(reference("part"))),
                one("not", reference("part")),
            ])
        ),
        (
            "relation", choice(Ask.Condition.Relation.allCases.map(\.rawValue))
        ),
    ]

    // MARK: Requests

    private static func members(of kind: String) -> [(String, JSON)] {
        let kindMember = ("kind", choice([kind]))
        let period = ("periods", orNull(list(reference("period")), "At most one."))
        return [kindMember]
            + {
                switch kind {
                case "ask": ask
                case "balance", "net_worth": balance + [period]
                case "forecast": forecast + [period]
                case "summary": [period]
                case "recurring": recurring + [period]
                case "unusual": selection
                default: []
                }
            }()
    }

    private static let selection: [(String, JSON)] = [
        ("flow", reference("flow")), ("filter", orNull(reference("filter"))), ("periods", reference("periods")),
        ("assumed", reference("assumed")),
    ]

    private static let ask: [(String, JSON)] =
        selection + [
            (
                "measure",
                choice(
                    RequestSchema.measures,
                    "With group_by, largest and smallest are of the groups. rate: transactions per unit. gap: days between."
                )
            ),
            (
                "unit",
                orNull(
                    choice(Ask.Unit.allCases.map(\.rawValue)),
                    "Only for \(RequestSchema.measuresWithUnit.joined(separator: ", ")).")
            ),
            ("whole", orNull(reference("selection"), "Only for share and share_of_count: what it is a part of.")),
            ("group_by", orNull(choice(Ask.Grouping.allCases.map(\.rawValue)))),
            ("where", orNull(condition, "What must hold of each group, or of each counted day, week, month.")),
            ("against", orNull(against, "What the value is held against.")),
            ("show", choice(Ask.View.allCases.map(\.rawValue), "rows lists transactions.")),
            (
                "order",
                orNull(
                    choice(Ask.Order.allCases.map(\.rawValue)),
                    "rise and fall: groups by their change against the other period.")
            ),
            ("limit", orNull(plain("integer"), "How many rows or groups; null for the usual number.")),
            ("offset", plain("integer", "How many are passed over first: 0, or 1 for the second largest.")),
        ]

    private static let condition = JSON.object(
        object([
            ("quantity", choice(Ask.Condition.Quantity.allCases.map(\.rawValue))),
            ("relation", reference("relation")), ("bound", plain("integer", "Cents, or a count.")),
        ]))

    private static let accounts = ("accounts", orNull(list(plain("string")), "Names; null for all."))

    private static let balance: [(String, JSON)] = [
        ("topic", choice(BalanceAsk.Topic.allCases.map(\.rawValue))),
        (
            "detail",
            orNull(
                choice(BalanceAsk.Detail.allCases.map(\.rawValue)),
                "Over the period: change, months, lowest and highest day. Of the accounts: most, least, overdrawn.")
        ),
        accounts, ("account_type", orNull(choice(AccountType.allCases.map(\.rawValue)), "All of this kind.")),
        ("without", orNull(list(plain("string")), "Accounts to leave out.")),
        ("day", orNull(day("At the end of it; null for today."))),
        ("where", orNull(condition, "For yes or no: a total that is held against what there is.")),
    ]

    private static let forecast: [(String, JSON)] = [
        (
            "topic",
            choice(
                ForecastAsk.Topic.allCases.map(\.rawValue),
                "safe: what can be spent. balance: what there will be. lasting, shortfall: whether and when it runs out."
            )
        ),
        accounts, ("day", orNull(day("The last one; null for up to the next pay, or 30 days."))),
        ("before_pay", plain("boolean", "Only until the next pay.")),
        ("filter", orNull(reference("filter"), "What spending or income is of.")),
        ("unit", orNull(choice(ForecastAsk.spans.map(\.rawValue)), "What is safe in each.")),
        ("where", orNull(condition, "For yes or no: a total that is held against what there will be.")),
    ]

    private static let against = anyOf([
        one("period", reference("period")),
        one(
            "sides",
            list(
                .object(object([("name", plain("string"))] + selection)),
                "Other rows, each a side beside the ask's own.")),
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
        ("against", orNull(one("period", reference("period")), "What ended was paid in it; what is new was not.")),
    ]

    /// A condition that holds no other.
    private static let one = anyOf([
        one("category", plain("string", "An id.")), one("merchant", plain("string", "A name as given.")),
        one("account", plain("string", "A name as given.")),
        one("text", plain("string", "Words in merchant, bank text, category, or notes.")),
        one(
            "amount",
            .object(
                object([
                    ("min_cents", orNull(plain("integer"), "At least.")),
                    ("max_cents", orNull(plain("integer"), "At most.")),
                ]))),
        one("weekdays", list(choice(RequestSchema.weekdays))),
        one("days_of_month", .object(object([("from", plain("integer")), ("to", plain("integer"))]))),
        one("status", choice(["posted", "pending"])), one("currency", plain("string", "Such as EUR.")),
        one("recurring", choice(RequestSchema.streams, "Rows of merchants with such a payment.")),
        one("rows", list(plain("integer"), "Ids out of the last request.")),
    ])

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

    private static func day(_ description: String) -> JSON {
        .object([("type", .string("string")), ("format", .string("date")), ("description", .string(description))])
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
