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
                ("conversationId", Shape.text), ("messages", Shape.list(message)), ("answer", answer),
                ("traceId", Shape.text),
            ]), isWriting: true, streams: true, run: say),
    ]

    private static let message = Shape.object([
        ("id", Shape.text), ("role", Shape.choice(["USER", "ASSISTANT"])), ("content", Shape.text), ("date", Shape.day),
    ])

    /// The question and the reply of a turn, counted from 1.
    fileprivate static func said(in turn: TurnRecord, _ number: Int) -> [JSON] {
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
        // To go on with a conversation adds to it; this throws away what was said.
        if fields["truncateFromMessageId"] != nil { try call.needs(.write) }
        let accepts = call.request.header("accept")?.lowercased() ?? ""
        let events = accepts.contains(EventStream.type) ? call.events : nil
        return try call.service.households.with(call.grant.person) { seat in
            guard try !seat.index.isEmpty else { throw HTTPFault.noData }
            let id = try conversation(fields.text("conversationId"), seat)
            let turns = try id.map { try seat.index.turns(ofConversation: $0) } ?? []
            let number = try place(fields.text("truncateFromMessageId"), of: turns.count)
            do {
                return try ChatTurn(call, seat, events, turns.prefix(number.map { $0 - 1 } ?? turns.count))
                    .answer(line, in: id, inPlaceOf: number)
            } catch {
                guard let events, events.hasBegun else { throw error }
                // What was sent can't be taken back; the last event says that more won't come.
                let fault = HTTPFault(error).response(isFlat: false, trace: call.trace)
                events.send("error", try JSON.parse(fault.body))
                return events.response
            }
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
}

/// One line of a conversation on its way to its answer.
private struct ChatTurn {
    let call: Call
    let seat: Seat
    /// nil where the answer is wanted as a whole.
    let events: EventStream?
    let earlier: Transcript
    let number: Int

    /// - Parameter turns: those before this one.
    init(_ call: Call, _ seat: Seat, _ events: EventStream?, _ turns: ArraySlice<TurnRecord>) {
        (self.call, self.seat, self.events) = (call, seat, events)
        earlier = Transcript(Array(turns), taxonomy: seat.index.taxonomy)
        number = turns.count + 1
    }

    /// - Parameters:
    ///   - id: the conversation; nil for a new one.
    ///   - place: the turn whose place this one takes.
    func answer(_ line: String, in id: Int64?, inPlaceOf place: Int?) throws -> HTTPResponse {
        var coach = try seat.coach(call.today)
        if number > 1 { try coach.resume(earlier.questions) }
        let before = coach
        var answer = try call.guarding(seat) { try coach.answer(line) }
        try call.mayAnswer(coach, seat)
        // What was said is kept, also of a token that can change nothing else; whatever comes of a model's words.
        let kept = try seat.index.keep(answer.record, inConversation: id, inPlaceOf: place, now: call.now)
        events?.send("start", .object([("conversationId", .string(String(kept)))]))
        if let spoken = try call.guarding(seat, { try spoken(answer, &coach, after: before) }) {
            answer = spoken
            try keep(spoken, in: kept)
        }
        return response(kept, answer)
    }

    /// The answer in a model's words, sentence by sentence; nil where there is no model, or nobody waits for it any more.
    private func spoken(_ answer: Answer, _ coach: inout Coach, after before: Coach) throws -> Answer? {
        var hasSpoken = false
        func show(_ words: String) -> Bool {
            hasSpoken = true
            guard let events else { return true }
            return SentenceSplitter.units(words).allSatisfy { events.send("delta", .object([("text", .string($0))])) }
        }
        guard var speaker = try call.service.settings.speaker?(seat.index) else {
            _ = show(answer.reply)
            return nil
        }
        speaker.resume(earlier.turns)
        let phrased = try speaker.say(
            answer, &coach, after: before, isWhole: events == nil, warn: { _ in }, show: show)
        // Nothing is shown where no model was asked.
        if !hasSpoken { _ = show(phrased.answer.reply) }
        return phrased.isCancelled ? nil : phrased.answer
    }

    /// Keeps the words in place of those before, unless the conversation went on meanwhile.
    private func keep(_ answer: Answer, in id: Int64) throws {
        guard try seat.index.turns(ofConversation: id).count == number else { return }
        _ = try seat.index.keep(answer.record, inConversation: id, inPlaceOf: number, now: call.now)
    }

    private func response(_ id: Int64, _ answer: Answer) -> HTTPResponse {
        let whole = JSON.object([
            ("conversationId", .string(String(id))), ("messages", .array(Routes.said(in: answer.record, number))),
            ("answer", answer.json), ("traceId", .string(call.trace)),
        ])
        guard let events else { return HTTPResponse(whole) }
        events.send("done", whole)
        return events.response
    }
}
