import Ledger

/// Connecting by Plaid's Hosted Link: a page that Plaid shows, and asking until the owner is done there.
extension Plaid {
    /// Seconds for which the page can be used, and between two looks at it.
    static let linkLife = 1800
    private static let linkPause = 2.0
    /// Days of history to ask the bank for, the most there are.
    private static let days = 730

    public func begin(mending connected: Connected?) throws(FeedError) -> Linking {
        var fields: [(String, JSON)] = [
            ("client_name", .string("coach")), ("language", .string("en")),
            ("country_codes", .strings(settings.countries)),
            ("user", .object([("client_user_id", .string(settings.userID))])),
            ("hosted_link", .object([("url_lifetime_seconds", .int(Self.linkLife))])),
        ]
        if let webhook = settings.webhook { fields.append(("webhook", .string(webhook))) }
        var call: PlaidClient.Call
        if let connected {
            // Whoever signs in again may share other accounts too.
            fields.append(("update", .object([("account_selection_enabled", .bool(true))])))
            call = try PlaidClient.Call("/link/token/create", of: connected, fields)
        } else {
            fields += [
                ("products", .strings(["transactions"])), ("optional_products", .strings(["investments"])),
                ("transactions", .object([("days_requested", .int(Self.days))])),
            ]
            call = PlaidClient.Call("/link/token/create", fields)
        }
        let reply = try client.ask(call)
        guard let token = reply["link_token"]?.string, let address = reply["hosted_link_url"]?.string,
            BankAddress(address)?.isEncrypted == true
        else {
            throw FeedError(
                .configuration,
                "Plaid gave no page to connect a bank on; turn on Hosted Link in Plaid's dashboard")
        }
        let mended = connected.map { [$0.connection.reference, $0.connection.name] } ?? []
        return Linking(
            .visit(address: address), state: Secret(JSON.strings([token] + mended).text), isResumable: connected == nil)
    }

    public func wait(for linking: Linking) throws(FeedError) { _ = try outcome(of: linking) }

    public func finish(_ linking: Linking, answer: Secret?) throws(FeedError) -> [Grant] {
        if case .mended(let grant) = try outcome(of: linking) { [grant] } else { [] }
    }

    private enum Outcome {
        case added
        case mended(Grant)
    }

    /// What the user did on the page, once they are done there.
    private func outcome(of linking: Linking) throws(FeedError) -> Outcome {
        let state = linking.state.flatMap { state in state.withBytes { try? JSON.parse(Array($0)) } }
        guard let token = state?[0]?.string else {
            throw FeedError(.refused, "this connection was never begun; run `coach connect plaid` again")
        }
        let mended = state?[1]?.string
        for _ in 0..<(Self.linkLife / Int(Self.linkPause)) {
            let sessions = try sessions(token)
            if mended == nil, sessions.contains(where: { !Self.added($0).isEmpty }) { return .added }
            if let mended, sessions.contains(where: Self.isDone) {
                return .mended(Grant(name: state?[2]?.string ?? "", reference: mended, secret: nil))
            }
            // A session that was left may be followed by another one, as long as the page lives.
            client.backoff.pause(Self.linkPause)
        }
        throw PlaidErrors.error(code: "EXPIRED_LINK_TOKEN", name: "")
    }

    private func sessions(_ token: String) throws(FeedError) -> [JSON] {
        let reply = try client.ask(PlaidClient.Call("/link/token/get", [("link_token", .string(token))]))
        return reply["link_sessions"]?.array ?? []
    }

    private static func added(_ session: JSON) -> [JSON] { session["results"]?["item_add_results"]?.array ?? [] }

    public func tickets(of linking: Linking) throws(FeedError) -> [Ticket] {
        guard linking.isResumable, let token = Self.linkToken(of: linking) else { return [] }
        return try sessions(token).flatMap(Self.added).compactMap { result in
            result["public_token"]?.string.map { Ticket($0, at: result["institution"]?["name"]?.string ?? "") }
        }
    }

    private static func isDone(_ session: JSON) -> Bool {
        session["finished_at"]?.string != nil && session["on_success"]?.object != nil
            || !added(session).isEmpty
    }

    /// The token that `begin` got, for a program that shows Plaid's own page to its user.
    public static func linkToken(of linking: Linking) -> String? {
        linking.state.flatMap { state in state.withBytes { try? JSON.parse(Array($0)) } }?[0]?.string
    }

    public func discard(_ grant: Grant) throws(FeedError) {
        guard let access = grant.secret else { return }
        var call = PlaidClient.Call("/item/remove")
        call.secret = ("access_token", access)
        _ = try client.ask(call)
    }

    public func exchange(_ ticket: Ticket) throws(FeedError) -> Grant {
        let call = PlaidClient.Call("/item/public_token/exchange", [("public_token", .string(ticket.token))])
        // A public token is good once: after a lost reply the second attempt would only say so.
        let reply = try client.askSecretly(call, retrying: [.rateLimited])
        guard let access = reply.member("access_token"), let item = reply.member("item_id")?.text else {
            throw FeedError(.malformed, "Plaid gave no access to the bank; run `coach connect plaid` again")
        }
        let bank = CleanText.line(ticket.bank, longest: 60)
        return Grant(
            name: bank.isEmpty ? FeedProvider.plaid.name : bank, reference: item,
            institution: bank.isEmpty ? nil : bank, secret: access)
    }
}

extension Secret {
    /// As plain text, of what is no secret after all.
    var text: String? { withBytes { String(validating: $0, as: UTF8.self) } }
}
