import Advice
import LanguageModel
import Ledger
import Retrieval
import Store

/// What a model may look up where a question is not clear. Every tool only reads, and gives evidence: the reply that
/// follows is held against it like any other.
public struct Toolbox {
    /// What a tool found.
    struct Finding {
        var evidence: Evidence
        /// What the program says of it by itself; nil where the evidence says all.
        var inShort: String?
        var verdict: PurchaseVerdict?
        /// What a model may say of it.
        var facts: [Fact] { evidence.facts }

        init(evidence: Evidence, inShort: String? = nil, verdict: PurchaseVerdict? = nil) {
            self.evidence = evidence
            if evidence.facts.isEmpty { self.evidence.facts = RowFacts(evidence).facts }
            self.inShort = inShort
            self.verdict = verdict
        }

        /// The program's own words for it.
        func words(_ phrases: FactPhrases) -> String {
            if let inShort { return inShort }
            let asked = facts.filter(\.isAsked)
            return (asked.isEmpty ? facts : asked).prefix(3).map { phrases.statement($0) }.joined(separator: " ")
        }
    }

    /// One question to the index. A new tool is one more element of `tools`.
    struct Tool {
        let definition: ToolDefinition
        let arguments: [String]
        let run: (ToolArguments) throws -> Finding

        init(
            _ name: String, _ description: String, _ parameters: [(String, JSON)],
            run: @escaping (ToolArguments) throws -> Finding
        ) {
            arguments = parameters.map(\.0)
            let schema = JSON.object([
                ("type", .string("object")), ("properties", .object(parameters)),
                ("additionalProperties", .bool(false)),
            ])
            definition = ToolDefinition(name: name, description: description, parameters: schema.text)
            self.run = run
        }
    }

    /// Exchanges with the model for one question; the last one must be text.
    static let mostRounds = 6
    /// Calls of one reply that are answered; more are refused.
    static let mostCalls = 8

    let tools: [Tool]
    private let index: HouseholdIndex
    private let asOf: CivilDate
    private let currency: Currency

    var definitions: [ToolDefinition] { tools.map(\.definition) }

    init(_ index: HouseholdIndex, asOf: CivilDate, currency: Currency, privacy: Privacy = .full) {
        self.index = index
        self.asOf = asOf
        self.currency = currency
        let retriever = Retriever(index)
        tools = [
            Toolbox.search(retriever, currency), Toolbox.aggregate(retriever, currency, privacy),
            Toolbox.recurring(retriever, asOf: asOf), Toolbox.assess(index, currency, asOf: asOf),
        ]
    }

    /// The same tools, without what the user does not let a model ask for.
    func under(_ privacy: Privacy) -> Toolbox { Toolbox(index, asOf: asOf, currency: currency, privacy: privacy) }

    /// Carries out a call.
    ///
    /// - Throws: `ToolError` for what the model can mend, and whatever reading the index throws.
    func run(_ call: ToolCall) throws -> Finding {
        guard let tool = tools.first(where: { $0.definition.name == call.name }) else {
            let known = tools.map(\.definition.name).joined(separator: ", ")
            throw ToolError("there is no tool “\(DataText.line(call.name))”; there are \(known)")
        }
        return try tool.run(
            try ToolArguments(call.arguments, known: tool.arguments, index: index, asOf: asOf))
    }

    // MARK: The tools

    private static func search(_ retriever: Retriever, _ currency: Currency) -> Tool {
        Tool(
            "search_transactions",
            "Finds transactions by words, names, days or amounts: how many there are, what they come to, at which merchants.",
            filters + [
                ("text", text("Words to find in merchant, bank text, category or notes")),
                ("order", choice(Query.Order.allCases.map(\.rawValue), "Which come first")),
                ("limit", number("How many are listed", 1...20)),
            ]
        ) { arguments in
            var query = try filtered(arguments, currency)
            query.text = try arguments.string("text")
            query.order = try arguments.choice("order", Query.Order.self) ?? .newest
            query.limit = try arguments.number("limit", in: 1...20) ?? 10
            var evidence = try retriever.list(query)
            let rows = RowFacts(evidence).facts
            var groups = query
            groups.grouping = .merchant
            groups.order = .largest
            let grouped = try retriever.figures(groups)
            evidence.groups = grouped.groups
            evidence.query.grouping = .merchant
            evidence.facts = rows + RowFacts(grouped).facts.filter { $0.role != .total }
            return Finding(evidence: evidence)
        }
    }

    private static func aggregate(_ retriever: Retriever, _ currency: Currency, _ privacy: Privacy) -> Tool {
        // The largest and the smallest are single rows.
        let measures = Query.Measure.allCases.filter { privacy == .full || $0 != .largest && $0 != .smallest }
        return Tool(
            "aggregate_spending",
            "Computes one figure over all rows that fit: what was spent, received or kept, with a breakdown or a comparison.",
            filters + [
                ("measure", choice(measures.map(\.rawValue), "What to compute; total when left out")),
                (
                    "average_per",
                    choice(Query.AverageUnit.allCases.map(\.rawValue), "For the measure average; month when left out")
                ),
                ("group_by", choice(Query.Grouping.allCases.map(\.rawValue), "A breakdown")),
                ("compare_from", text("First day to compare with, YYYY-MM-DD")),
                ("compare_to", text("Last day to compare with, YYYY-MM-DD")),
                ("limit", number("How many groups", 1...40)),
            ]
        ) { arguments in
            var query = try filtered(arguments, currency)
            query.measure = try arguments.choice("measure", Query.Measure.self) ?? .total
            query.averageUnit = try arguments.choice("average_per", Query.AverageUnit.self) ?? .month
            query.grouping = try arguments.choice("group_by", Query.Grouping.self)
            query.comparison = try arguments.period("compare_from", "compare_to")
            query.limit = try arguments.number("limit", in: 1...40) ?? 10
            query.order = .largest
            return Finding(
                evidence: try query.direction == .any ? retriever.cashFlow(query) : retriever.figures(query))
        }
    }

    private static func recurring(_ retriever: Retriever, asOf: CivilDate) -> Tool {
        Tool(
            "list_recurring",
            "Lists what comes regularly: subscriptions, bills and pay, with amount, monthly cost and next day.",
            [
                ("kind", choice(ToolStreams.allCases.map(\.rawValue), "Which of them; all payments when left out")),
                ("aspect", choice(ToolAspect.allCases.map(\.rawValue), "What is asked of them; list when left out")),
                ("from", text("First day, YYYY-MM-DD")), ("to", text("Last day, YYYY-MM-DD")),
            ]
        ) { arguments in
            let aspect = try arguments.choice("aspect", ToolAspect.self) ?? .list
            let groups = try arguments.choice("kind", ToolStreams.self)?.groups ?? []
            let query = Query(period: try arguments.period("from", "to"), direction: .any)
            let question = RecurringQuestion(aspect.value, groups: groups, query: query)
            let found = try retriever.recurring(question, asOf: asOf)
            var evidence = found.evidence
            evidence.facts = found.facts
            return Finding(evidence: evidence)
        }
    }

    /// The purchase is not remembered: nobody asked about it yet.
    private static func assess(_ index: HouseholdIndex, _ currency: Currency, asOf: CivilDate) -> Tool {
        Tool(
            "assess_purchase",
            "Says whether the person can afford something: buy, wait or skip, with the reasons. The verdict is final.",
            [
                (
                    "amount",
                    .object([("type", .string("number")), ("description", .string("The price, such as 450 or 12.50"))])
                ), ("item", text("What is bought")), ("merchant", text("Where")),
                ("categories", list("One category id, such as electronics")),
                ("day", text("The day of the purchase, YYYY-MM-DD; today when left out")),
            ]
        ) { arguments in
            guard let cents = try arguments.amount("amount", currency) else {
                throw ToolError("“amount” is missing: ask the person for the price")
            }
            let (amount, day) = (Money(cents, currency), try arguments.day("day") ?? asOf)
            let desk = PurchaseDesk(index, asOf: asOf)
            if let problem = desk.problem(amount: amount, day: day) { throw ToolError(problem) }
            let purchase = try desk.completed(
                Purchase(
                    amount: amount, merchant: try arguments.string("merchant"), item: try arguments.string("item"),
                    day: day), named: try arguments.categories("categories").first)
            let advice = try desk.assess(purchase)
            let words = VerdictWords(advice, taxonomy: index.taxonomy)
            var evidence = advice.evidence(Query())
            let verdict = Fact(.verdict, Phrase(composed: words.headline), isAsked: true, key: "verdict")
            evidence.facts = [verdict] + advice.facts(words)
            return Finding(evidence: evidence, inShort: words.reply, verdict: advice.verdict.outcome)
        }
    }

    // MARK: Arguments that tools share

    private static let filters: [(String, JSON)] = [
        ("from", text("First day, YYYY-MM-DD; everything when from and to are left out")),
        ("to", text("Last day, YYYY-MM-DD; today when left out")),
        ("categories", list("Category ids such as groceries, dining, travel")),
        ("merchants", list("Names of merchants")), ("accounts", list("Names of the user's accounts")),
        (
            "min",
            .object([("type", .string("number")), ("description", .string("Smallest amount of one transaction"))])
        ),
        ("max", .object([("type", .string("number")), ("description", .string("Largest amount of one transaction"))])),
        (
            "direction",
            choice(ToolDirection.allCases.map(\.rawValue), "Spending (out, when left out), income (in), or both")
        ),
    ]

    private static func filtered(_ arguments: ToolArguments, _ currency: Currency) throws -> Query {
        Query(
            period: try arguments.period("from", "to"), categories: try arguments.categories("categories"),
            merchants: try arguments.merchants("merchants"), accounts: try arguments.accounts("accounts"),
            minimum: try arguments.amount("min", currency), maximum: try arguments.amount("max", currency),
            direction: try arguments.choice("direction", ToolDirection.self)?.value ?? .out)
    }

    // MARK: JSON schemas

    private static func text(_ description: String) -> JSON {
        .object([("type", .string("string")), ("description", .string(description))])
    }

    private static func list(_ description: String) -> JSON {
        .object([
            ("type", .string("array")), ("items", .object([("type", .string("string"))])),
            ("description", .string(description)),
        ])
    }

    private static func choice(_ values: [String], _ description: String) -> JSON {
        .object([
            ("type", .string("string")), ("enum", .strings(values)), ("description", .string(description)),
        ])
    }

    private static func number(_ description: String, _ range: ClosedRange<Int>) -> JSON {
        .object([
            ("type", .string("integer")), ("minimum", .int(range.lowerBound)), ("maximum", .int(range.upperBound)),
            ("description", .string(description)),
        ])
    }
}
