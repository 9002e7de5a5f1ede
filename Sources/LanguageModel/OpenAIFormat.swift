import Ledger

/// Chat completions of OpenAI and of the many servers that speak the same.
enum OpenAIFormat: ChatFormat {
    static func body(_ request: ChatRequest, _ settings: ModelSettings, _ limits: EndpointLimits) -> JSON {
        var members: [(String, JSON)] = [
            ("model", .string(settings.model)), ("messages", .array(messages(request, limits).map(message))),
            ("stream", .bool(settings.streams)),
        ]
        if settings.streams, !limits.refusesStreamOptions {
            members.append(("stream_options", .object([("include_usage", .bool(true))])))
        }
        if !limits.refusesTemperature { members.append(("temperature", .number(request.temperature))) }
        if let most = request.maximumTokens ?? settings.maximumTokens {
            members.append((limits.namesCompletionTokens ? "max_completion_tokens" : "max_tokens", .int(most)))
        }
        if let schema = request.schema, !limits.refusesSchema {
            let form = JSON.object([
                ("name", .string(schema.name)), ("strict", .bool(true)), ("schema", .embedded(schema.text)),
            ])
            members.append(
                ("response_format", .object([("type", .string("json_schema")), ("json_schema", form)])))
        }
        return .object(members)
    }

    /// Where a model has no place for what the system says, its first user says it.
    private static func messages(_ request: ChatRequest, _ limits: EndpointLimits) -> [ChatMessage] {
        guard limits.refusesSystem else { return request.messages }
        var messages = request.messages.filter { $0.role != .system }
        let system = request.messages.filter { $0.role == .system }.map(\.text)
        if let first = messages.firstIndex(where: { $0.role == .user }) {
            messages[first].text = (system + [messages[first].text]).joined(separator: "\n\n")
        }
        return messages
    }

    private static func message(_ message: ChatMessage) -> JSON {
        .object([("role", .string(message.role.rawValue)), ("content", .string(message.text))])
    }

    static func headers(key: String?) -> [String] { key.map { ["Authorization: Bearer " + $0] } ?? [] }

    static func read(event: JSON, named name: String, into reply: inout PartialReply) -> Bool {
        if readError(event, named: name, into: &reply) { return false }
        readUsage(event, into: &reply)
        // Only one choice was asked for; the last chunk has none in some servers.
        guard let choice = event["choices"]?.array?.first(where: { ($0["index"]?.int ?? 0) == 0 }) else { return false }
        if readError(choice, into: &reply) { return false }
        readFinish(choice, into: &reply)
        guard let delta = choice["delta"] ?? choice["message"] else { return false }
        return read(message: delta, into: &reply)
    }

    static func read(whole: JSON, into reply: inout PartialReply) {
        if readError(whole, into: &reply) { return }
        readUsage(whole, into: &reply)
        guard let choices = whole["choices"]?.array else {
            reply.isForeign = true
            return
        }
        // No choice at all is whole too, and empty.
        reply.isEnded = true
        guard let choice = choices.first, !readError(choice, into: &reply) else { return }
        readFinish(choice, into: &reply)
        _ = choice["message"].map { read(message: $0, into: &reply) }
    }

    /// A message, or what a chunk adds to one. Null is read as absent everywhere.
    private static func read(message: JSON, into reply: inout PartialReply) -> Bool {
        let words = message["content"]?.words ?? ""
        reply.add(text: words)
        // A part without words is a thought.
        var isSomething = !words.isEmpty || message["content"]?.array?.isEmpty == false
        if message["refusal"]?.string?.isEmpty == false {
            reply.isWithheld = true
            isSomething = true
        }
        // What several servers call the thoughts of a model, which are not shown.
        for name in ["reasoning_content", "reasoning"] where message[name]?.string?.isEmpty == false {
            isSomething = true
        }
        return isSomething
    }

    private static func readFinish(_ choice: JSON, into reply: inout PartialReply) {
        guard let reason = choice["finish_reason"]?.string, !reason.isEmpty else { return }
        switch reason {
        case "length": reply.finish = .length
        case "content_filter":
            reply.isWithheld = true
            reply.finish = .stop
        default: reply.finish = .stop
        }
    }

    private static func readUsage(_ json: JSON, into reply: inout PartialReply) {
        guard let usage = json["usage"] else { return }
        reply.addUsage(prompt: usage["prompt_tokens"]?.int, completion: usage["completion_tokens"]?.int)
    }

    private static func readError(_ json: JSON, named name: String = "", into reply: inout PartialReply) -> Bool {
        if let error = json["error"], !error.isNull {
            reply.error = EndpointError(error)
        } else if json["finish_reason"]?.string == "error" {
            reply.error = EndpointError()
        } else if json["object"]?.string == "error" || name == "error" {
            reply.error = EndpointError(json)
        }
        return reply.error != nil
    }
}
