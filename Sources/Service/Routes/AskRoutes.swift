import Coaching
import Ledger

extension Routes {
    /// Questions in words or as requests, answered by the handlers of the conversation.
    static let asking: [Route] = [
        Route(
            "POST", "/api/ask", "Answers a question in words, or a request", .read,
            body: Shape.object(
                [("question", Shape.textUpTo(2_000)), ("request", Shape.any)], optional: ["question", "request"]),
            answer: Shape.object([
                ("question", Shape.text), ("intent", Shape.text), ("confidence", Shape.number), ("as_of", Shape.day),
                ("figures", Shape.list(Shape.anyObject)), ("groups", Shape.list(Shape.anyObject)),
                ("transactions", Shape.list(Shape.anyObject)), ("matched", Shape.orNull(Shape.whole)),
                ("reply", Shape.text), ("warnings", Shape.list(Shape.text)), ("unread", Shape.list(Shape.text)),
            ]), isWriting: true
        ) { call in
            let fields = try call.fields()
            let question = try fields.text("question", most: 2_000)
            guard (question == nil) != (fields["request"] == nil) else {
                throw HTTPFault(.invalidRequest, "give either “question” or “request”")
            }
            return try call.filled { seat in
                let text = question.map { "question " + $0 } ?? "request " + (fields["request"]?.text ?? "")
                let body = try seat.answer("\(call.grant.scope >= .write) \(text)", on: call.today) {
                    var coach = try seat.coach(call.today)
                    let answer =
                        try question.map { try coach.answer($0) }
                        ?? coach.answer(Request.list(jsonText: fields["request"]?.text ?? ""))
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
