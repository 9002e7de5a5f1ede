import Ledger

extension Routes {
    /// What a language model is given to answer with, as the Safepocket API has it: the tools of `coach mcp`.
    static let search: [Route] = [
        Route(
            "POST", "/api/rag/search", "Finds transactions by words, names, days, and amounts", .read,
            body: Shape.object(
                filters + [("query", Shape.textOfName), ("limit", Shape.whole(in: 1...500))],
                optional: filters.map(\.0) + ["limit"]),
            answer: tool("get_transactions")
        ) { call in
            let fields = try call.fields()
            _ = try fields.needed("query", fields.text("query"))
            return try answer(call, "get_transactions", fields, ["query": "text", "limit": "limit"])
        },
        Route(
            "POST", "/api/rag/aggregate", "Sums spending, whole or by group", .read,
            body: Shape.object(
                filters + [
                    ("groupBy", Shape.choice(ToolTable.groupings)), ("measure", Shape.choice(ToolTable.measures)),
                    ("compareTo", Shape.textOfName), ("query", Shape.textOfName),
                ], optional: filters.map(\.0) + ["groupBy", "measure", "compareTo", "query"]),
            answer: tool("get_spending")
        ) { call in
            try answer(
                call, "get_spending", call.fields(),
                ["groupBy": "group_by", "measure": "measure", "compareTo": "compare_to", "query": "text"])
        },
        Route(
            "GET", "/api/rag/summaries", "What a month came to, by category and merchant", .read,
            parameters: [MonthParameter.parameter],
            answer: Shape.object([
                ("month", Shape.text), ("currency", Shape.text), ("by_category", Shape.list(Shape.anyObject)),
                ("top_merchants", Shape.list(Shape.anyObject)), ("other_currencies", Shape.list(Shape.anyObject)),
                ("narrative", Shape.anyObject), ("facts_hash", Shape.text), ("traceId", Shape.text),
            ])
        ) { call in
            try call.filled { seat in
                let all = try report(call, seat, inWords: false)
                let names = [
                    "month", "period", "complete", "currency", "income_cents", "spending_cents", "net_cents",
                    "by_category", "top_merchants", "narrative", "facts_hash", "other_currencies",
                ]
                // No single rows, in whichever currency.
                func brief(_ members: [(String, JSON)]) -> [(String, JSON)] {
                    members.filter { names.contains($0.0) }.map { name, value in
                        guard name == "other_currencies" else { return (name, value) }
                        return (name, .array((value.array ?? []).map { .object(brief($0.object ?? [])) }))
                    }
                }
                return HTTPResponse(.object(brief(all.object ?? []) + [("traceId", .string(call.trace))]))
            }
        },
    ]

    /// The names that a request can use.
    static let names: [Route] = [
        Route(
            "GET", "/api/names", "The names that requests can use: categories, merchants, or accounts", .read,
            parameters: [
                Route.Parameter(
                    name: "kind", schema: Shape.choice(["categories", "merchants", "accounts"]), isNeeded: true),
                Route.Parameter(name: "search", schema: Shape.textOfName),
                Route.Parameter(name: "cursor", schema: Shape.textOfName),
            ], answer: tool("list_names")
        ) { call in
            guard let kind = call.request.parameter("kind") else {
                throw HTTPFault(.invalidRequest, "“kind” must be categories, merchants, or accounts")
            }
            let rest = ["search", "cursor"].compactMap { name in
                call.request.parameter(name).map { (name, JSON.string($0)) }
            }
            return try call.household { seat in try answer(call, seat, "list_names", [("kind", .string(kind))] + rest) }
        }
    ]

    /// Which rows are meant: names of the body and those of the tools' arguments.
    private static let arguments = [
        "period": "period", "from": "from", "to": "to", "category": "category", "merchant": "merchant",
        "account": "account", "minCents": "min_cents", "maxCents": "max_cents", "cursor": "cursor",
    ]
    private static let filters: [(String, JSON)] = [
        ("month", MonthParameter.parameter.schema), ("period", Shape.textOfName), ("from", Shape.textOfName),
        ("to", Shape.textOfName), ("category", Shape.textOfName), ("merchant", Shape.textOfName),
        ("account", Shape.textOfName), ("minCents", Shape.whole(in: 0...1_000_000_000_000)),
        ("maxCents", Shape.whole(in: 0...1_000_000_000_000)), ("cursor", Shape.textOfName),
    ]

    private static func tool(_ name: String) -> JSON {
        ToolTable.tools(allowsWrites: false).first { $0.name == name }?.output ?? Shape.anyObject
    }

    private static func answer(_ call: Call, _ tool: String, _ fields: Fields, _ own: [String: String]) throws
        -> HTTPResponse
    {
        let arguments = arguments.merging(own, uniquingKeysWith: { $1 })
        var given: [(String, JSON)] = []
        for (name, argument) in arguments {
            if let value = fields[name] { given.append((argument, value)) }
        }
        if let month = try MonthParameter.read(fields.text("month")) {
            guard ["period", "from", "to"].allSatisfy({ fields[$0] == nil }) else {
                throw HTTPFault(.invalidRequest, "give either “month”, or “period”, or “from” and “to”")
            }
            given += [("from", .string(month.iso)), ("to", .string(month.endOfMonth.iso))]
        }
        let members = Dictionary(arguments.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        return try call.filled { try answer(call, $0, tool, given, members) }
    }

    private static func answer(
        _ call: Call, _ seat: Seat, _ tool: String, _ arguments: [(String, JSON)],
        _ members: [String: String] = [:]
    ) throws -> HTTPResponse {
        let desk = ToolDesk(seat.index, settings: ToolDesk.Settings(purchases: seat.settings)) { call.today }
        guard let result = desk.call(tool, .object(arguments)) else { throw HTTPFault(.failed, "there's no such tool") }
        if let error = result.error {
            var door = DoorWords.Door.http
            door.argument = { members[$0] ?? $0 }
            throw HTTPFault(error, at: door)
        }
        return HTTPResponse(result.content)
    }
}
