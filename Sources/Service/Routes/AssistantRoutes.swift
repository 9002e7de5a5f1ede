import Feeds
import Ledger

extension Routes {
    private static let message = JSON.object([
        ("type", .strings(["object", "array"])), ("maxItems", .int(AssistantRequest.most)),
    ])

    /// The Model Context Protocol as one endpoint: a message in, its reply out, nothing remembered between them.
    static let assistants: [Route] = [
        Route(
            "POST", "/mcp", "The Model Context Protocol, for assistants: one message or a list of them", .read,
            body: message, answer: message, fault: message, isWriting: true, isQuiet: true, isSlow: true
        ) { call in
            let request = try AssistantRequest(call)
            return try call.household { seat in
                let mayWrite = call.mayWrite(seat)
                let settings = ToolDesk.Settings(purchases: seat.settings, allowsWrites: mayWrite)
                let desk = ToolDesk(seat.index, settings: settings) { call.today }
                let server = MCPProtocol(
                    version: call.service.settings.version, tools: ToolTable.tools(allowsWrites: mayWrite),
                    call: desk.call)
                return request.response(of: server)
            }
        }
    ]
}

/// A message of the Model Context Protocol as HTTP carries it.
private struct AssistantRequest {
    let request: HTTPRequest
    let message: JSON

    /// Messages that come as one list at most. Each counts as a request of its own.
    static let most = 20

    init(_ call: Call) throws(HTTPFault) {
        request = call.request
        message = (try? JSON.parse(request.body)) ?? .null
        let count = message.array?.count ?? 0
        guard count <= AssistantRequest.most else {
            throw HTTPFault(.invalidRequest, "send at most \(AssistantRequest.most) messages at a time")
        }
        for _ in 0..<max(count - 1, 0) { try call.service.count(call.grant) }
    }

    func response(of server: MCPProtocol) -> HTTPResponse {
        let isStateless = isStateless
        let fault = isStateless ? disagreement : nil
        let reply = fault.map { MCPProtocol.failure(message["id"] ?? .null, $0) } ?? server.reply(to: request.body)
        // Notifications are taken without a word.
        guard let reply else { return HTTPResponse(202) }
        // What can't be read at all is no request that an answer could go to.
        return HTTPResponse(
            reply, status: isStateless ? status(of: reply) : message.object == nil && message.array == nil ? 400 : 200)
    }

    private static let versionHeader = "mcp-protocol-version"

    private var metaVersion: JSON? { message["params"]?["_meta"]?[MCPProtocol.versionKey] }

    private var isStateless: Bool {
        if let said = request.header(AssistantRequest.versionHeader) {
            return !MCPProtocol.handshakeVersions.contains(said)
        }
        return metaVersion != nil
    }

    /// Headers repeat what proxies go by (2026-07-28, “Streamable HTTP”); where they say something else than the message,
    /// somebody was told another thing.
    private var disagreement: MCPProtocol.Fault? {
        guard message.object != nil else {
            return MCPProtocol.Fault(.invalidRequest, "send one message at a time, as a JSON object")
        }
        guard message["id"] != nil else { return nil }
        guard let metaVersion else {
            return MCPProtocol.Fault(.invalidParams, "“_meta” lacks “\(MCPProtocol.versionKey)”")
        }
        let method = message["method"]?.string
        guard agrees(AssistantRequest.versionHeader, metaVersion.string), agrees("mcp-method", method) else {
            return AssistantRequest.mismatch
        }
        guard method == "tools/call", let name = message["params"]?["name"]?.string else { return nil }
        return agrees("mcp-name", name) ? nil : AssistantRequest.mismatch
    }

    private static let mismatch = MCPProtocol.Fault(
        .headerMismatch, "the headers MCP-Protocol-Version, Mcp-Method, and Mcp-Name must say what the message says")

    /// Whether a header is there once and says this, as it is or as its Base64.
    private func agrees(_ header: String, _ text: String?) -> Bool {
        let said = request.headers.filter { $0.name == header }
        guard let text, said.count == 1, let value = said.first?.value else { return false }
        guard value.hasPrefix("=?base64?") else { return value == text }
        let encoded = Secret(text).base64Encoded(after: "=?base64?").withBytes { String(decoding: $0, as: UTF8.self) }
        return value == encoded + "?="
    }

    private func status(of reply: JSON) -> Int {
        switch reply["error"]?["code"]?.int64.flatMap(MCPProtocol.Fault.Code.init) {
        case nil: 200
        case .methodNotFound: 404
        default: 400
        }
    }
}
