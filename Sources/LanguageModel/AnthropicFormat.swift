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
        if !request.tools.isEmpty {
            members.append(("tools", .array(request.tools.map(tool))))
            if request.forcesText { members.append(("tool_choice", .object([("type", .string("none"))]))) }
        }
        return .object(members)
    }

    private static func tool(_ tool: ToolDefinition) -> JSON {
        .object([
            ("name", .string(tool.name)), ("description", .string(tool.description)),
            ("input_schema", .embedded(tool.parameters)),
        ])
    }

    /// The turns of user and assistant alternate: neighbours of one side become one turn, and results of tools are the
    /// user's.
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

    private static func blocks(_ message: ChatMessage) -> [JSON] {
        if message.role == .tool {
            return [
                .object([
                    ("type", .string("tool_result")), ("tool_use_id", .string(message.toolCallID ?? "")),
                    ("content", .string(message.text)),
                ])
            ]
        }
        // An empty text is refused.
        let text: [JSON] =
            message.text.isEmpty ? [] : [.object([("type", .string("text")), ("text", .string(message.text))])]
        return text
            + message.toolCalls.map { call in
                .object([
                    ("type", .string("tool_use")), ("id", .string(call.id)), ("name", .string(call.name)),
                    ("input", .embedded(call.arguments)),
                ])
            }
    }

    static func headers(key: String?) -> [String] {
        ["anthropic-version: 2023-06-01"] + (key.map { ["x-api-key: " + $0] } ?? [])
    }

    static func read(event: JSON, named name: String, into reply: inout PartialReply) -> Bool {
        switch event["type"]?.string ?? name {
        case "message_start":
            readUsage(event["message"]?["usage"], into: &reply)
            return false
        case "content_block_start": return read(block: event["content_block"], index: event["index"]?.int, into: &reply)
        case "content_block_delta": return read(delta: event["delta"], index: event["index"]?.int, into: &reply)
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
        for (index, block) in blocks.enumerated() { _ = read(block: block, index: index, into: &reply) }
        reply.isEnded = true
    }

    /// A block as it begins, or all of it. In a stream a tool's `input` begins empty and comes in pieces.
    private static func read(block: JSON?, index: Int?, into reply: inout PartialReply) -> Bool {
        switch block?["type"]?.string {
        case "text":
            let words = block?["text"]?.string ?? ""
            reply.add(text: words)
            return !words.isEmpty
        case "tool_use":
            let input = block?["input"].flatMap { $0.object?.isEmpty == false ? $0.text : nil }
            reply.addCall(
                index: index, id: block?["id"]?.string, name: block?["name"]?.string, arguments: input ?? "")
            return true
        default: return false
        }
    }

    private static func read(delta: JSON?, index: Int?, into reply: inout PartialReply) -> Bool {
        switch delta?["type"]?.string {
        case "text_delta":
            let words = delta?["text"]?.string ?? ""
            reply.add(text: words)
            return !words.isEmpty
        case "input_json_delta":
            reply.addCall(index: index, id: nil, name: nil, arguments: delta?["partial_json"]?.string ?? "")
            return true
        default: return delta?["thinking"]?.string?.isEmpty == false
        }
    }

    private static func readFinish(_ reason: JSON?, into reply: inout PartialReply) {
        guard let reason = reason?.string else { return }
        switch reason {
        case "max_tokens", "model_context_window_exceeded": reply.finish = .length
        case "tool_use": reply.finish = .toolCalls
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
