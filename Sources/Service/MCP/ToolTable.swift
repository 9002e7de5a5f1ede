import Ledger

/// The tools that coach offers, in the order in which they are listed.
public enum ToolTable {
    /// - Parameter allowsWrites: whether those are offered that change something.
    public static func tools(allowsWrites: Bool) -> [Tool] { allowsWrites ? reading + writing : reading }

    // MARK: Arguments

    private static let times: [(String, JSON)] = [
        (
            "period",
            Schema.text("Days in words: “last month”, “September 2026”, “past 90 days”, “this year”, “all time”.")
        ),
        ("from", Schema.text("First day, 2026-09-01 or 2026-09; instead of “period”.")),
        ("to", Schema.text("Last day, 2026-09-30 or 2026-09; today if left out.")),
    ]
    private static let names: [(String, JSON)] = [
        ("category", Schema.text("A category by id or name, with those beneath it; list_names tells them.")),
        ("merchant", Schema.text("A merchant's name; list_names finds it.")),
        ("account", Schema.text("An account's name.")),
    ]
    private static let rows: [(String, JSON)] =
        names + [
            ("text", Schema.text("Words found in merchant, description, category, or notes.")),
            ("min_cents", Schema.whole("Only amounts of at least this, in cents.", from: 0)),
            ("max_cents", Schema.whole("Only amounts of at most this, in cents.", from: 0)),
        ]
    private static let cursor: [(String, JSON)] = [
        ("cursor", Schema.text("“next” of the list before, to go on with it."))
    ]
    private static let question: [(String, JSON)] = [
        ("question", Schema.text("A question in plain English, as the user put it.")),
        (
            "context",
            .object([
                ("type", .string("array")), ("items", Schema.type("string")), ("maxItems", .int(mostContext)),
                (
                    "description",
                    .string(
                        "Questions asked before this one, oldest first, if it goes on from them (“and in August?”).")
                ),
            ])
        ),
        (
            "request",
            .object([
                ("type", .string("object")),
                (
                    "description",
                    .string(
                        "Instead of words, a request as an answer gave it in “choices”.")
                ),
            ])
        ),
    ]

    /// Questions that one may go on from.
    static let mostContext = 10

    static let groupings = ["category", "merchant", "account", "day", "week", "month", "quarter", "year", "weekday"]
    static let measures = ["total", "count", "average", "average_per_month", "median", "largest", "smallest"]

    // MARK: Results

    private static let groups = Schema.list(
        Schema.object(
            [
                ("key", Schema.type("string")), ("label", Schema.type("string")), ("text", Schema.type("string")),
                ("value", Schema.type("number", "string")), ("unit", Schema.type("string")),
                ("currency", Schema.type("string", "null")), ("count", Schema.type("integer")),
                ("share", Schema.type("number", "null")),
            ], required: ["key", "label", "text", "value", "unit", "currency", "count", "share"], isOpen: true))
    private static let transaction = Schema.object(
        [
            ("id", Schema.type("integer")), ("date", Schema.type("string")), ("merchant", Schema.type("string")),
            ("description", Schema.type("string")), ("category", Schema.type("string")),
            ("account", Schema.type("string")),
            ("amount_cents", Schema.whole("With its sign: negative is money out.")),
            ("currency", Schema.type("string")), ("status", Schema.type("string")), ("kind", Schema.type("string")),
            ("notes", Schema.type("string", "null")), ("excluded", Schema.type("boolean")),
        ],
        required: ["id", "date", "merchant", "description", "category", "account", "amount_cents", "currency"],
        isOpen: true)
    private static let transactions = Schema.list(transaction)
    private static let records = Schema.list(Schema.record)

    // MARK: The table

    private static let reading: [Tool] = [
        Tool(
            "ask", "Ask about your money",
            """
            Answers any question about the user's money: spending, income, balances, bills, forecasts, purchases. \
            Say a whole question with its time, and pass the user's words on as they are.
            """,
            input: question + cursor, output: Schema.answer([("groups", groups), ("transactions", transactions)])),
        Tool(
            "get_spending", "Spending",
            """
            What was spent: purchases less refunds, without transfers between own accounts. The past 30 days where no time \
            is given.
            """,
            input: times + rows + [
                ("measure", Schema.choice(measures, "What is computed; total by default.")),
                ("group_by", Schema.choice(groupings, "What it is broken down by.")),
                ("compare_to", Schema.text("Other days in words to hold it against: “last year”, “August 2026”.")),
            ] + cursor, output: Schema.answer([("groups", groups)])),
        Tool(
            "get_transactions", "Transactions", "Single transactions, newest first, and how many there are in all.",
            input: times + rows + [
                ("order", Schema.choice(["newest", "oldest", "largest", "smallest"], "newest by default.")),
                ("limit", Schema.whole("At most this many; 50 by default.", from: 1, to: 500)),
            ] + cursor, output: Schema.answer([("transactions", transactions)])),
        Tool(
            "get_income_and_savings", "Income and savings",
            "What came in, what was spent, what was saved, and the savings rate. Last month where no time is given.",
            input: times + [
                ("account", Schema.text("An account's name.")),
                ("group_by", Schema.choice(["month", "quarter", "year"], "What it is broken down by.")),
            ] + cursor, output: Schema.answer([("groups", groups)])),
        Tool(
            "get_recurring_transactions", "Subscriptions, bills, and pay",
            "Payments that come again and again: what they cost, how often they come, when they're due next, which went up.",
            input: [
                ("kind", Schema.choice(RequestSchema.streams, "Only these; all by default.")),
                (
                    "topic",
                    Schema.choice(
                        RecurringAsk.Topic.allCases.map(\.rawValue), "What is said of them; list by default.")
                ), ("merchant", Schema.text("A merchant's name.")), ("category", Schema.text("A category.")),
            ] + cursor, output: Schema.answer([("recurring", records)])),
        Tool(
            "get_forecast", "Forecast",
            "What's safe to spend, what there will be, when money is lowest, and the bills and pay expected on the way.",
            input: [
                (
                    "topic",
                    Schema.choice(
                        ForecastAsk.Topic.allCases.map(\.rawValue), "What is said first; safe (to spend) by default.")
                ),
                ("until", Schema.text("The last day to look at, 2026-11-30; the next pay or 30 days by default.")),
                ("account", Schema.text("Only money of this account; checking and cash by default.")),
            ] + cursor, output: Schema.answer([("expected", records)])),
        Tool(
            "get_accounts", "Accounts and net worth",
            "Accounts with their balances and days, and what is owned and owed in all.",
            input: [
                (
                    "topic",
                    Schema.choice(
                        BalanceAsk.Topic.allCases.map(\.rawValue), "What is said of them; balance by default.")
                ), ("account", Schema.text("An account's name.")),
                ("day", Schema.text("Balances at the end of this day; today by default.")),
            ] + cursor, output: Schema.answer([("accounts", records)])),
        Tool(
            "get_budgets", "Monthly limits", "How much of each monthly limit is used, and where the month is headed.",
            input: cursor, output: Schema.answer([("budgets", records)])),
        Tool(
            "assess_purchase", "Should I buy this?",
            """
            Whether to buy something: buy, wait (and until when), or skip, with the reasons and what would change that. \
            Nothing is bought or kept.
            """,
            input: [
                ("amount_cents", Schema.whole("What it costs, in cents; with payments, each of them.", from: 1)),
                ("currency", Schema.text("A code such as USD; the household's own by default.")),
                ("item", Schema.text("What would be bought.")), ("merchant", Schema.text("Where it would be bought.")),
                ("category", Schema.text("What it's for; worked out from the others by default.")),
                ("account", Schema.text("The account it would be paid from.")),
                ("online", Schema.flag("Whether it would be bought online.")),
                ("day", Schema.text("The day it would be bought; today by default.")),
                ("monthly_payments", Schema.whole("How many monthly payments it is paid in.", from: 2, to: 480)),
            ], required: ["amount_cents"], output: Schema.answer([("assessment", Schema.record)])),
        Tool(
            "get_unusual", "Charges worth a second look",
            "Likely double charges, amounts out of line for a merchant, fees, new merchants, and price increases.",
            input: times + names + cursor, output: Schema.answer([("unusual", records)])),
        Tool(
            "explain_figure", "How a figure was computed",
            "How the answer to a question was computed: how it was read, what was counted and left out, by which SQL, from which rows.",
            input: question + cursor,
            output: Schema.answer([
                (
                    "why",
                    Schema.array(
                        Schema.object(
                            [("label", Schema.type("string")), ("text", Schema.type("string"))],
                            required: ["label", "text"]))
                ), ("statements", Schema.array(Schema.type("string"))), ("transactions", transactions),
            ])),
        Tool(
            "list_names", "Names", "The names that questions can use: categories, merchants, or accounts.",
            input: [
                ("kind", Schema.choice(["categories", "merchants", "accounts"], "Which names.")),
                ("search", Schema.text("Only names with these letters.")),
            ] + cursor, required: ["kind"],
            output: Schema.object(
                [("names", records), ("data_notice", Schema.type("string"))], required: ["names", "data_notice"])),
    ]

    private static let changed = Schema.object(
        [
            ("changed", Schema.whole("How many transactions are different now.", from: 0)),
            ("summary", Schema.type("string")),
            ("transaction", .object([("anyOf", .array([transaction, Schema.type("null")]))])),
            ("data_notice", Schema.type("string")),
        ], required: ["changed", "summary", "transaction", "data_notice"])

    private static let writing: [Tool] = [
        Tool(
            "update_transaction", "Correct a transaction",
            "Corrects a transaction, once the user has said so. Nothing moves money, and undo takes it back.",
            input: [
                ("id", Schema.whole("The transaction's id.", from: 1)),
                ("category", Schema.text("Put it into this category.")),
                ("kind", Schema.choice(TransactionKind.allCases.map(\.rawValue), "What kind of transaction it is.")),
                ("merchant", Schema.text("Give the merchant this name.")),
                (
                    "notes",
                    .object([("type", .string("string")), ("description", .string("Its note; empty removes it."))])
                ),
                ("excluded", Schema.flag("Whether it is left out of all totals.")),
                ("always", Schema.flag("Do the same for this merchant from now on.")),
            ], required: ["id"], output: changed, isWriting: true),
        Tool(
            "undo", "Undo", "Takes back the last correction, answer, limit, or goal.", input: [], output: changed,
            isWriting: true, isIdempotent: false),
    ]
}
