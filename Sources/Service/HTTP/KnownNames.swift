import Ledger

/// Holds the names in a request, and the words that can stand behind them, against those that its route knows: what would be
/// passed over is refused, so that no answer looks filtered or changed that isn't.
struct KnownNames {
    let route: Route

    func check(_ request: HTTPRequest) throws(HTTPFault) {
        // Addresses that are open to all are written down elsewhere, with parameters of their own: for webhooks, for monitors.
        if route.scope != nil { try check(request.query.map(\.name)) }
        // What comes with a GET means nothing (RFC 9110, section 9.3.1).
        guard request.method != "GET", !request.body.isEmpty, let body = try? JSON.parse(request.body) else { return }
        if route.scope != nil { try KnownNames.checkOnce(body) }
        guard let shape = route.body else { return try check(body, against: KnownNames.nothing) }
        try check(body, against: shape)
    }

    /// What is said twice is read in two ways: by whoever checks it on the way, and here.
    private static func checkOnce(_ value: JSON) throws(HTTPFault) {
        for item in value.array ?? [] { try checkOnce(item) }
        var seen: Set<String> = []
        for (name, member) in value.object ?? [] {
            guard seen.insert(name).inserted else {
                throw HTTPFault(.invalidRequest, "“\(name.prefix(60))” is there more than once")
            }
            try checkOnce(member)
        }
    }

    /// A body that has no members.
    private static let nothing = Shape.closed(Shape.object([]))

    private func check(_ parameters: [String]) throws(HTTPFault) {
        let known = route.parameters.filter { !$0.isInPath }.map(\.name)
        for (place, name) in parameters.enumerated() {
            guard known.contains(name) else {
                throw KnownNames.fault("there's no parameter “\(name.prefix(60))” here", known)
            }
            guard !parameters[..<place].contains(name) else {
                throw HTTPFault(.invalidRequest, "“\(name)” is there more than once")
            }
        }
    }

    private func check(_ value: JSON, against shape: JSON) throws(HTTPFault) {
        if let items = shape["items"] {
            for item in value.array ?? [] { try check(item, against: items) }
        }
        for choice in shape["anyOf"]?.array ?? [] where choice["properties"] != nil {
            try check(value, against: choice)
        }
        guard shape["additionalProperties"]?.bool == false, let members = value.object else { return }
        let properties = shape["properties"]?.object ?? []
        for (name, member) in members {
            guard let known = properties.first(where: { $0.0 == name }) else {
                let place =
                    properties.contains { $0.0 == "request" } && RequestSchema.json["properties"]?[name] != nil
                    ? ", a request goes into “request”" : ""
                throw KnownNames.fault(
                    "there's no member “\(name.prefix(60))” here\(place)", properties.map(\.0))
            }
            try check(member, against: known.1)
            guard let choices = known.1["enum"]?.array?.compactMap(\.string), !member.isNull,
                !choices.contains(member.string ?? "")
            else { continue }
            throw HTTPFault(.invalidRequest, "“\(name)” must be one of these: \(choices.joined(separator: ", "))")
        }
    }

    private static func fault(_ words: String, _ known: [String]) -> HTTPFault {
        let rest = known.isEmpty ? "none is known" : "known: \(known.joined(separator: ", "))"
        return HTTPFault(.invalidRequest, "\(words); \(rest)")
    }
}
