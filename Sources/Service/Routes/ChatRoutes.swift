import Coaching
import Ledger
import Store

extension Routes {
    /// The conversation over HTTP, as the Safepocket API has it; kept where those of the terminal are.
    static let chat: [Route] = [
        Route(
            "GET", "/api/chat", "A conversation: the one named, else the last one", .read,
            parameters: [Route.Parameter(name: "conversationId", schema: ConversationName.schema)],
            answer: Shape.object([
                ("conversationId", Shape.orNull(Shape.text)), ("messages", Shape.list(message)),
                ("traceId", Shape.text),
            ])
        ) { call in
            try call.household { seat in
                let name = try call.request.parameter("conversationId").map(ConversationName.init)
                let named = try name?.conversation(in: seat.index)
                guard name == nil || named != nil else { throw ConversationName.unknown }
                let kept = try named ?? seat.index.lastConversation()
                let turns = try kept.map { try seat.index.turns(ofConversation: $0.id) } ?? []
                let messages = turns.enumerated().flatMap { said(in: $0.element, $0.offset + 1) }
                return HTTPResponse(
                    .object([
                        ("conversationId", .optional(kept) { .string($0.name ?? String($0.id)) }),
                        ("messages", .array(messages)),
                        ("traceId", .string(call.trace)),
                    ]))
            }
        },
        Route(
            "POST", "/api/chat", "Says the next line of a conversation; as server-sent events where these are accepted",
            .read,
            body: Shape.object(
                [
                    ("message", Shape.textUpTo(2_000)), ("conversationId", ConversationName.schema),
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

    private static func say(_ call: Call) throws -> HTTPResponse {
        let fields = try call.fields()
        let line = try fields.needed("message", fields.text("message", most: 2_000))
        // To go on with a conversation adds to it; this throws away what was said.
        if fields["truncateFromMessageId"] != nil { try call.needs(.write) }
        let events = call.wantsEvents ? call.events : nil
        return try call.withSeat { seat in
            guard try !seat.index.isEmpty else { throw HTTPFault.noData }
            let name = try fields.text("conversationId").map(ConversationName.init)
            let id = try name?.conversation(in: seat.index)?.id
            // A number is given out here; under a name of its own an app begins one.
            if let name, id == nil, name.isNumber { throw ConversationName.unknown }
            let turns = try id.map { try seat.index.turns(ofConversation: $0) } ?? []
            let number = try place(fields.text("truncateFromMessageId"), of: turns.count)
            do {
                return try ChatTurn(call, seat, events, turns.prefix(number.map { $0 - 1 } ?? turns.count), name)
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

    /// A whole answer as the events that it would have come as.
    static func told(_ whole: JSON, _ events: EventStream) -> HTTPResponse {
        events.send("start", .object([("conversationId", whole["conversationId"] ?? .null)]))
        for words in SentenceSplitter.units(whole["answer"]?["reply"]?.string ?? "") {
            events.send("delta", .object([("text", .string(words))]))
        }
        events.send("done", whole)
        return events.response
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

/// What a conversation is called in a request: the number that coach gave it, or an id of the app's own, such as a UUID.
private struct ConversationName {
    static let schema = Shape.text(like: "^[0-9A-Za-z][0-9A-Za-z_.:-]{0,99}$")
    static let unknown = HTTPFault(.notFound, "there's no such conversation")

    let text: String
    var isNumber: Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) } }

    /// - Throws: `HTTPFault` for what can't be one.
    init(_ text: String) throws(HTTPFault) {
        func isPart(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: [0x5F, 0x2E, 0x3A, 0x2D].contains(byte)
            }
        }
        guard (1...100).contains(text.utf8.count), text.utf8.allSatisfy(isPart), text.first?.isPunctuation == false
        else {
            throw HTTPFault(
                .invalidRequest, "“conversationId” must be a conversation's number, or an id of your own such as a UUID"
            )
        }
        self.text = text
    }

    func conversation(in index: HouseholdIndex) throws -> ConversationRecord? {
        isNumber ? try Int64(text).flatMap { try index.conversation(id: $0) } : try index.conversation(named: text)
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
    /// What the app calls the conversation; nil where it leaves that to coach.
    let name: ConversationName?

    /// - Parameter turns: those before this one.
    init(
        _ call: Call, _ seat: Seat, _ events: EventStream?, _ turns: ArraySlice<TurnRecord>, _ name: ConversationName?
    ) {
        (self.call, self.seat, self.events, self.name) = (call, seat, events, name)
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
        let own = name.flatMap { $0.isNumber ? nil : $0.text }
        var conversation: Int64 = 0
        var answer: Answer?
        var response = try call.keeping(seat) {
            let found = try call.guarding(seat) { try coach.answer(line) }
            try call.mayAnswer(coach, seat)
            // What was said is kept, also of a token that can change nothing else; whatever comes of a model's words.
            conversation = try seat.index.keep(
                found.record, inConversation: id, named: own, inPlaceOf: place, now: call.now)
            answer = found
            return HTTPResponse(whole(conversation, found))
        }
        guard let answer else { return response }
        events?.send("start", .object([("conversationId", .string(own ?? String(conversation)))]))
        if let spoken = try call.guarding(seat, { try spoken(answer, &coach, after: before) }) {
            response = try call.keeping(seat) {
                try keep(spoken, in: conversation)
                return HTTPResponse(whole(conversation, spoken))
            }
        }
        guard let events else { return response }
        events.send("done", try JSON.parse(response.body))
        return events.response
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

    private func whole(_ id: Int64, _ answer: Answer) -> JSON {
        .object([
            ("conversationId", .string(name?.text ?? String(id))),
            ("messages", .array(Routes.said(in: answer.record, number))),
            ("answer", answer.json), ("traceId", .string(call.trace)),
        ])
    }
}
