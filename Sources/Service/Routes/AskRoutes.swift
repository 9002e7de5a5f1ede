import Coaching
import Ledger

extension Routes {
    private static let period = Shape.object([("start", Shape.day), ("end", Shape.day), ("label", Shape.text)])
    private static let value: [(String, JSON)] = [
        ("value", .object([("type", .strings(["number", "string"]))])),
        ("unit", Shape.choice(["money", "count", "percent", "ratio", "days", "date"])),
        ("currency", Shape.orNull(Shape.text)),
    ]
    private static let figure = Shape.object(
        [("name", Shape.text), ("label", Shape.text)] + value + [
            ("period", Shape.orNull(period)), ("rows", Shape.orNull(Shape.whole)),
        ])
    private static let group = Shape.object(
        [("key", Shape.text), ("label", Shape.text)] + value + [
            ("count", Shape.whole), ("share", Shape.orNull(Shape.number)),
        ])
    private static let choice = Shape.object([("reading", Shape.text), ("request", Shape.anyObject)])

    /// A payment that the line orders, and the command that makes it.
    private static let charge = Shape.object([
        ("amount_cents", Shape.orNull(Shape.whole)), ("currency", Shape.text), ("merchant", Shape.orNull(Shape.text)),
        ("command", Shape.text),
    ])

    /// An answer as `coach ask --json` has it.
    static let answer = Shape.object(
        [
            ("question", Shape.text), ("intent", Shape.text), ("confidence", Shape.number), ("as_of", Shape.day),
            ("query", Shape.anyObject), ("figures", Shape.list(figure)), ("groups", Shape.list(group)),
            ("transactions", Shape.list(row)), ("matched", Shape.whole), ("assessment", Shape.orNull(Shape.anyObject)),
            ("clarify", Shape.orNull(Shape.text)), ("reply", Shape.text),
            ("reply_source", Shape.choice(["composed", "model"])), ("model", Shape.orNull(Shape.text)),
            ("checks", Shape.object([("figures", Shape.whole), ("unsupported", Shape.list(Shape.text))])),
            ("warnings", Shape.list(Shape.text)), ("notes", Shape.list(Shape.text)),
            ("request", Shape.orNull(Shape.anyObject)),
            ("requests", Shape.list(Shape.anyObject)), ("reading", Shape.orNull(Shape.text)),
            ("unread", Shape.list(Shape.text)), ("choices", Shape.list(choice)),
            ("read_by", Shape.choice(["grammar", "model"])), ("omitted_groups", Shape.whole), ("charge", charge),
        ], optional: ["requests", "omitted_groups", "charge"])

    private static let context = Shape.described(
        .object((Shape.list(Shape.textUpTo(2_000)).object ?? []) + [("maxItems", .int(ToolTable.mostContext))]),
        "What was said before “question”, oldest first, where it goes on from that: “and in August?”, or a yes to what the last of "
            + "them was asked back.")

    /// What was said before.
    private static func lines(_ context: JSON?) throws(HTTPFault) -> [String] {
        guard let context else { return [] }
        let lines = (context.array ?? []).compactMap(\.string)
        guard let count = context.array?.count, count == lines.count, count <= ToolTable.mostContext,
            lines.allSatisfy({ (1...2_000).contains($0.unicodeScalars.count) })
        else {
            throw HTTPFault(.invalidRequest, "“context” must be a list of up to \(ToolTable.mostContext) lines of text")
        }
        return lines
    }

    /// Questions in words or as requests, answered by the handlers of the conversation.
    static let asking: [Route] = [
        Route(
            "POST", "/api/ask", "Answers a question in words, or a request", .read,
            body: Shape.object(
                [("question", Shape.textUpTo(2_000)), ("context", context), ("request", Shape.any)],
                optional: ["question", "context", "request"]),
            answer: answer, isWriting: true
        ) { call in
            let fields = try call.fields()
            let question = try fields.text("question", most: 2_000)
            guard (question == nil) != (fields["request"] == nil) else {
                throw HTTPFault(.invalidRequest, "give either “question” or “request”")
            }
            guard question != nil || fields["context"] == nil else {
                throw HTTPFault(.invalidRequest, "“context” goes with “question”")
            }
            let earlier = try lines(fields["context"])
            return try call.filled { seat in
                let text = question.map { "question " + $0 } ?? "request " + (fields["request"]?.text ?? "")
                let before = fields["context"]?.text ?? ""
                let body = try seat.answer("\(call.grant.scope >= .write) \(before) \(text)", on: call.today) {
                    var coach = try seat.coach(call.today)
                    if question != nil { try coach.resume(earlier.map { ($0, call.today, nil) }) }
                    let answer =
                        try question.map { try coach.answer($0) }
                        ?? coach.answer(Request.list(jsonText: fields["request"]?.text ?? ""))
                    try call.mayAnswer(coach, seat)
                    return Array(answer.json.text.utf8) + [0x0A]
                }
                return HTTPResponse(200, headers: [("Content-Type", "application/json")], body: body)
            }
        },
        Route("GET", "/api/schema/request", "The JSON Schema of requests", nil, answer: Shape.anyObject) { _ in
            HTTPResponse(RequestSchema.json)
        },
    ]
}
