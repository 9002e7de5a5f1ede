import Ledger

/// Ollama's own chat: a JSON object on each line.
enum OllamaFormat: ChatFormat {
    static func body(_ request: ChatRequest, _ settings: ModelSettings, _ limits: EndpointLimits) -> JSON {
        var options: [(String, JSON)] = [("temperature", .number(request.temperature))]
        // Without it Ollama keeps the end of a long prompt only, and does not say so.
        if let context = settings.contextTokens { options.append(("num_ctx", .int(context))) }
        if let most = request.maximumTokens ?? settings.maximumTokens { options.append(("num_predict", .int(most))) }
        var members: [(String, JSON)] = [
            ("model", .string(settings.model)), ("messages", .array(request.messages.map(message))),
            ("stream", .bool(settings.streams)), ("options", .object(options)),
        ]
        if let schema = request.schema, !limits.refusesSchema { members.append(("format", .embedded(schema.text))) }
        return .object(members)
    }

    private static func message(_ message: ChatMessage) -> JSON {
        .object([("role", .string(message.role.rawValue)), ("content", .string(message.text))])
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
        if event["done"]?.bool == true {
            reply.isEnded = true
            reply.finish = event["done_reason"]?.string == "length" ? .length : .stop
            reply.addUsage(prompt: event["prompt_eval_count"]?.int, completion: event["eval_count"]?.int)
        }
        return !words.isEmpty || message?["thinking"]?.string?.isEmpty == false
    }

    static func read(whole: JSON, into reply: inout PartialReply) {
        _ = read(event: whole, named: "", into: &reply)
        reply.isForeign = whole["message"] == nil && reply.error == nil
    }
}
