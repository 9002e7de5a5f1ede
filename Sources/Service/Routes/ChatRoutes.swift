import Coaching
import Ledger
import Store

extension Routes {
    /// The conversation over HTTP, as the Safepocket API has it; kept where those of the terminal are.
    static let chat: [Route] = [
        Route(
            "GET", "/api/chat", "A conversation: the one named, else the last one", .read,
            parameters: [Route.Parameter(name: "conversationId", schema: Shape.text(like: "^[0-9]{1,18}$"))],
            answer: Shape.object([
                ("conversationId", Shape.orNull(Shape.text)), ("messages", Shape.list(message)),
                ("traceId", Shape.text),
            ])
        ) { call in
            try call.household { seat in
                let id = try conversation(call.request.parameter("conversationId"), seat)
                let kept = try id ?? seat.index.lastConversation()?.id
                let turns = try kept.map { try seat.index.turns(ofConversation: $0) } ?? []
                let messages = turns.enumerated().flatMap { said(in: $0.element, $0.offset + 1) }
                return HTTPResponse(
                    .object([
                        ("conversationId", .optional(kept) { .string(String($0)) }), ("messages", .array(messages)),
                        ("traceId", .string(call.trace)),
                    ]))
            }
        },
        Route(
            "POST", "/api/chat", "Says the next line of a conversation; as server-sent events where these are accepted",
            .read,
            body: Shape.object(
                [
                    ("message", Shape.textUpTo(2_000)), ("conversationId", Shape.textOfName),
                    ("truncateFromMessageId", Shape.textOfName),
                ], optional: ["conversationId", "truncateFromMessageId"]),
            answer: Shape.object([
                ("conversationId", Shape.text), ("messages", Shape.list(message)), ("answer", Shape.anyObject),
                ("traceId", Shape.text),
            ]), isWriting: true, streams: true, run: say),
    ]

    private static let message = Shape.object([
        ("id", Shape.text), ("role", Shape.choice(["USER", "ASSISTANT"])), ("content", Shape.text), ("date", Shape.day),
    ])

    /// The question and the reply of a turn, counted from 1.
    private static func said(in turn: TurnRecord, _ number: Int) -> [JSON] {
        func message(_ role: String, _ content: String) -> JSON {
            .object([
                ("id", .string("\(number)-\(role.lowercased())")), ("role", .string(role)),
                ("content", .string(content)), ("date", .string(turn.day.iso)),
            ])
        }
        return [message("USER", turn.question), message("ASSISTANT", turn.reply)]
    }

    /// - Throws: `HTTPFault` for a conversation that is not there.
    private static func conversation(_ text: String?, _ seat: Seat) throws -> Int64? {
        guard let text else { return nil }
        guard let id = Int64(text), try seat.index.conversation(id: id) != nil else {
            throw HTTPFault(.notFound, "there's no such conversation")
        }
        return id
    }

    private static func say(_ call: Call) throws -> HTTPResponse {
        let fields = try call.fields()
        let line = try fields.needed("message", fields.text("message", most: 2_000))
        return try call.service.households.with(call.grant.person) { seat in
            guard try !seat.index.isEmpty else { throw HTTPFault.noData }
            let id = try conversation(fields.text("conversationId"), seat)
            var turns = try id.map { try seat.index.turns(ofConversation: $0) } ?? []
            let number = try place(fields.text("truncateFromMessageId"), of: turns.count)
            if let number { turns.removeSubrange((number - 1)...) }
            let answer = try call.guarding(seat) {
                var coach = try seat.coach(call.today)
                if !turns.isEmpty {
                    try coach.resume(Transcript(turns, taxonomy: seat.index.taxonomy).questions)
                }
                return try coach.answer(line)
            }
            // What was said is kept, also of a token that can change nothing else.
            let record = answer.record
            let kept = try seat.index.keep(record, inConversation: id, inPlaceOf: number, now: call.now)
            let messages = said(in: record, turns.count + 1)
            return response(call, kept, messages, answer)
        }
    }

    /// The turn that a message belongs to.
    private static func place(_ message: String?, of count: Int) throws -> Int? {
        guard let message else { return nil }
        let parts = message.split(separator: "-")
        guard parts.count == 2, ["user", "assistant"].contains(parts[1]), let number = Int(parts[0]),
            (1...max(count, 1)).contains(number), count > 0
        else {
            throw HTTPFault(.invalidRequest, "“truncateFromMessageId” must be the id of a message of this conversation")
        }
        return number
    }

    private static func response(_ call: Call, _ id: Int64, _ messages: [JSON], _ answer: Answer) -> HTTPResponse {
        let whole = JSON.object([
            ("conversationId", .string(String(id))), ("messages", .array(messages)), ("answer", answer.json),
            ("traceId", .string(call.trace)),
        ])
        guard call.request.header("accept")?.lowercased().contains("text/event-stream") ?? false else {
            return HTTPResponse(whole)
        }
        // A reply of coach's own is there at once; it comes line by line for clients that show it so.
        var events = [("start", JSON.object([("conversationId", .string(String(id)))]))]
        let lines = answer.reply.split(separator: "\n", omittingEmptySubsequences: false)
        for (place, line) in lines.enumerated() {
            events.append(("delta", .object([("text", .string(line + (place < lines.count - 1 ? "\n" : "")))])))
        }
        events.append(("done", whole))
        let text = events.map { "event: \($0.0)\ndata: \($0.1.text)\n\n" }.joined()
        return HTTPResponse(200, headers: [("Content-Type", "text/event-stream")], body: Array(text.utf8))
    }
}
