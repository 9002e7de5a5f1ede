import Coaching
import Ledger

extension Routes {
    /// Questions in words or as requests, answered by the handlers of the conversation.
    static let asking: [Route] = [
        Route(
            "POST", "/api/ask", "Answers a question in words, or a request", .read,
            body: Shape.object(
                [("question", Shape.text), ("request", Shape.any)], optional: ["question", "request"]),
            answer: Shape.object([
                ("question", Shape.text), ("intent", Shape.text), ("confidence", Shape.number), ("as_of", Shape.day),
                ("figures", Shape.list(Shape.anyObject)), ("groups", Shape.list(Shape.anyObject)),
                ("transactions", Shape.list(Shape.anyObject)), ("matched", Shape.orNull(Shape.whole)),
                ("reply", Shape.text), ("warnings", Shape.list(Shape.text)), ("unread", Shape.list(Shape.text)),
            ])
        ) { call in
            let fields = try call.fields()
            let question = try fields.text("question", most: 2_000)
            guard (question == nil) != (fields["request"] == nil) else {
                throw HTTPFault(.invalidRequest, "give either “question” or “request”")
            }
            return try call.filled { seat in
                var coach = try seat.coach(call.today)
                if let question { return HTTPResponse(try coach.answer(question).json) }
                let requests = try Request.list(jsonText: fields["request"]?.text ?? "")
                return HTTPResponse(try coach.answer(requests).json)
            }
        },
        Route("GET", "/api/schema/request", "The JSON Schema of requests", nil, answer: Shape.anyObject) { _ in
            HTTPResponse(RequestSchema.json)
        },
    ]
}
