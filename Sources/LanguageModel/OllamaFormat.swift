import Ledger

/// Ollama's own chat: a JSON object on each line.
enum OllamaFormat: ChatFormat {
    static func body(_ request: ChatRequest, _ settings: ModelSettings, _ limits: EndpointLimits) -> JSON {
        var options: [(String, JSON)] = [("temperature", .number(request.temperature))]
        // Without it Ollama keeps the end of a long prompt only, and does not say so.
        if let context = settings.contextTokens { options.append(("num_ctx", .int(context))) }
        if let most = request.maximumTokens ?? settings.maximumTokens { options.append(("num_predict", .int(most))) }
        let names = Dictionary(
            request.messages.flatMap(\.toolCalls).map { call in (call.id, call.name) }, uniquingKeysWith: { $1 })
        var members: [(String, JSON)] = [
            ("model", .string(settings.model)), ("messages", .array(request.messages.map { message($0, names) })),
            ("stream", .bool(settings.streams)), ("options", .object(options)),
        ]
        // There is no way to name tools and forbid them.
        if !request.tools.isEmpty, !request.forcesText {
            members.append(("tools", .array(request.tools.map(JSON.function))))
        }
        return .object(members)
    }

    private static func message(_ message: ChatMessage, _ toolNames: [String: String]) -> JSON {
        var members: [(String, JSON)] = [
            ("role", .string(message.role.rawValue)), ("content", .string(message.text)),
        ]
        if !message.toolCalls.isEmpty {
            let calls: [JSON] = message.toolCalls.map { call in
                .object([
                    (
                        "function",
                        .object([("name", .string(call.name)), ("arguments", .embedded(call.arguments))])
                    )
                ])
            }
            members.append(("tool_calls", .array(calls)))
        }
        if let name = message.toolCallID.flatMap({ toolNames[$0] }) { members.append(("tool_name", .string(name))) }
        return .object(members)
    }

    static func headers(key: String?) -> [String] { OpenAIFormat.headers(key: key) }

    static func read(event: JSON, named name: String, into reply: inout PartialReply) -> Bool {
        if let error = event["error"], !error.isNull {
            reply.error = EndpointError(error)
            return false
        }
        let message = event["message"]
        let words = message?["content"]?.string ?? ""
        reply.add(text: words)
        let calls = message?["tool_calls"]?.array ?? []
        // Each call comes whole, and without an id.
        for call in calls {
            reply.addCall(
                index: nil, id: call["id"]?.string, name: call["function"]?["name"]?.string,
                arguments: call["function"]?["arguments"]?.argumentText ?? "")
        }
        if event["done"]?.bool == true {
            reply.isEnded = true
            reply.finish = event["done_reason"]?.string == "length" ? .length : .stop
            reply.addUsage(prompt: event["prompt_eval_count"]?.int, completion: event["eval_count"]?.int)
        }
        return !words.isEmpty || !calls.isEmpty || message?["thinking"]?.string?.isEmpty == false
    }

    static func read(whole: JSON, into reply: inout PartialReply) {
        _ = read(event: whole, named: "", into: &reply)
        reply.isForeign = whole["message"] == nil && reply.error == nil
    }
}
