import Ledger

/// The Messages API of Anthropic, and of the servers that speak the same.
enum AnthropicFormat: ChatFormat {
    /// The protocol wants a number; a reply about one's spending is far shorter.
    private static let usualMaximumTokens = 1024

    static func body(_ request: ChatRequest, _ settings: ModelSettings, _ limits: EndpointLimits) -> JSON {
        let system = request.messages.filter { $0.role == .system }.map(\.text).joined(separator: "\n\n")
        var members: [(String, JSON)] = [
            ("model", .string(settings.model)),
            ("max_tokens", .int(request.maximumTokens ?? settings.maximumTokens ?? usualMaximumTokens)),
        ]
        if !system.isEmpty { members.append(("system", .string(system))) }
        members += [
            ("messages", .array(turns(request.messages.filter { $0.role != .system }))),
            ("stream", .bool(settings.streams)),
        ]
        if !limits.refusesTemperature { members.append(("temperature", .number(request.temperature))) }
        // A reply is held to a schema by way of a tool that must be called: what it is called with is the reply.
        if let schema = request.schema, !limits.refusesSchema {
            let tool = JSON.object([("name", .string(schema.name)), ("input_schema", .embedded(schema.text))])
            members += [
                ("tools", .array([tool])),
                ("tool_choice", .object([("type", .string("tool")), ("name", .string(schema.name))])),
            ]
        }
        return .object(members)
    }

    /// The turns of user and assistant alternate: neighbours of one side become one turn.
    private static func turns(_ messages: [ChatMessage]) -> [JSON] {
        var turns: [(role: String, blocks: [JSON])] = []
        for message in messages {
            let role = message.role == .assistant ? "assistant" : "user"
            let blocks = blocks(message)
            if turns.last?.role == role {
                turns[turns.count - 1].blocks += blocks
            } else if !blocks.isEmpty {
                turns.append((role, blocks))
            }
        }
        return turns.map { .object([("role", .string($0.role)), ("content", .array($0.blocks))]) }
    }

    /// An empty text is refused.
    private static func blocks(_ message: ChatMessage) -> [JSON] {
        message.text.isEmpty ? [] : [.object([("type", .string("text")), ("text", .string(message.text))])]
    }

    static func headers(key: String?) -> [String] {
        ["anthropic-version: 2023-06-01"] + (key.map { ["x-api-key: " + $0] } ?? [])
    }

    static func read(event: JSON, named name: String, into reply: inout PartialReply) -> Bool {
        switch event["type"]?.string ?? name {
        case "message_start":
            readUsage(event["message"]?["usage"], into: &reply)
            return false
        case "content_block_start": return read(block: event["content_block"], into: &reply)
        case "content_block_delta": return read(delta: event["delta"], into: &reply)
        case "message_delta":
            readUsage(event["usage"], into: &reply)
            readFinish(event["delta"]?["stop_reason"], into: &reply)
            return false
        case "message_stop":
            reply.isEnded = true
            return false
        default:
            if let error = event["error"], !error.isNull { reply.error = EndpointError(error) }
            return false
        }
    }

    static func read(whole: JSON, into reply: inout PartialReply) {
        if let error = whole["error"], !error.isNull {
            reply.error = EndpointError(error)
            return
        }
        readUsage(whole["usage"], into: &reply)
        readFinish(whole["stop_reason"], into: &reply)
        guard let blocks = whole["content"]?.array else {
            reply.isForeign = true
            return
        }
        for block in blocks { _ = read(block: block, into: &reply) }
        reply.isEnded = true
    }

    /// A block as it begins, or all of it. In a stream a tool's `input` begins empty and comes in pieces.
    private static func read(block: JSON?, into reply: inout PartialReply) -> Bool {
        switch block?["type"]?.string {
        case "text": return take(block?["text"]?.string ?? "", &reply)
        case "tool_use":
            _ = take(block?["input"].flatMap { $0.object?.isEmpty == false ? $0.text : nil } ?? "", &reply)
            return true
        default: return false
        }
    }

    private static func read(delta: JSON?, into reply: inout PartialReply) -> Bool {
        switch delta?["type"]?.string {
        case "text_delta": return take(delta?["text"]?.string ?? "", &reply)
        case "input_json_delta": return take(delta?["partial_json"]?.string ?? "", &reply)
        default: return delta?["thinking"]?.string?.isEmpty == false
        }
    }

    private static func take(_ words: String, _ reply: inout PartialReply) -> Bool {
        reply.add(text: words)
        return !words.isEmpty
    }

    private static func readFinish(_ reason: JSON?, into reply: inout PartialReply) {
        guard let reason = reason?.string else { return }
        switch reason {
        case "max_tokens", "model_context_window_exceeded": reply.finish = .length
        case "refusal":
            reply.isWithheld = true
            reply.finish = .stop
        default: reply.finish = .stop
        }
    }

    /// Tokens that came from the endpoint's cache count as read.
    private static func readUsage(_ usage: JSON?, into reply: inout PartialReply) {
        guard let usage else { return }
        let read = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"].compactMap {
            usage[$0]?.int
        }
        reply.addUsage(prompt: read.isEmpty ? nil : read.reduce(0, +), completion: usage["output_tokens"]?.int)
    }
}
