import Ledger

extension Routes {
    /// The Model Context Protocol as one endpoint: a message in, its reply out, nothing remembered between them.
    private static let message = JSON.object([("type", .strings(["object", "array"]))])

    static let assistants: [Route] = [
        Route(
            "POST", "/mcp", "The Model Context Protocol, for assistants: one message or a list of them", .read,
            body: message, answer: message, isQuiet: true
        ) { call in
            try call.household { seat in
                let mayWrite = call.grant.scope >= .write
                let settings = ToolDesk.Settings(purchases: seat.settings, allowsWrites: mayWrite)
                let desk = ToolDesk(seat.index, settings: settings) { call.today }
                let server = MCPProtocol(
                    version: call.service.settings.version, tools: ToolTable.tools(allowsWrites: mayWrite),
                    call: desk.call)
                // Notifications are taken without a word.
                return server.reply(to: call.request.body).map { HTTPResponse($0) } ?? HTTPResponse(202)
            }
        }
    ]
}
