import Ledger

/// All that can be asked over HTTP.
enum Routes {
    static let all: [Route] =
        system + asking + guardian + places + agent + wishes + funding + charging + analytics + months + chat + search
        + names
        + banks + wealth + signIn + assistants

    private static let system: [Route] = [
        health("/"), health("/health"),
        Route("GET", "/openapi.json", "This description", nil, answer: Shape.anyObject) { call in
            HTTPResponse(OpenAPI.document(version: call.service.settings.version))
        },
    ]

    private static func health(_ template: String) -> Route {
        Route(
            "GET", template, "Whether it runs", nil,
            answer: Shape.object([("status", Shape.text), ("message", Shape.text), ("endpoints", Shape.anyObject)])
        ) { _ in
            HTTPResponse(
                .object([
                    ("status", .string("ok")), ("message", .string("coach is running")),
                    (
                        "endpoints",
                        .object([
                            ("ask", .string("/api/ask")), ("transaction_scoring", .string("/score-transaction")),
                            ("location_check", .string("/location-check")), ("openapi", .string("/openapi.json")),
                        ])
                    ),
                ]))
        }
    }
}
