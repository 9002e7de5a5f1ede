import Feeds
import Ledger
import Store
import Synchronization

extension Routes {
    /// Connecting banks and asking them, with the paths of the Safepocket API.
    static let banks: [Route] = [
        Route(
            "POST", "/api/transactions/sync",
            "Asks every connected bank for what is new", .write,
            body: Shape.object(
                [
                    (
                        "cursor",
                        Shape.described(
                            Shape.orNull(Shape.text),
                            "Taken from apps that send one, and not gone by: where each bank goes on is kept here.")
                    ), ("forceFullSync", Shape.flag), ("demoSeed", Shape.flag),
                ], optional: ["cursor", "forceFullSync", "demoSeed"]),
            answer: Shape.object([
                ("added", Shape.whole), ("updated", Shape.whole), ("removed", Shape.whole), ("ok", Shape.flag),
                ("connections", Shape.list(SyncOutcome.shape)), ("notices", Shape.list(Shape.text)),
                ("traceId", Shape.text),
            ]), isLong: true, run: sync),
        Route(
            "POST", "/api/plaid/link-token",
            "A token for Plaid Link, and the address of a page that does the same; for a connection that wants its owner to sign in again, by its name",
            .admin, body: Shape.object([("connection", Shape.textOfName)], optional: ["connection"]),
            answer: Shape.object([
                ("linkToken", Shape.text), ("hostedLinkUrl", Shape.text), ("traceId", Shape.text),
            ]), isLong: true
        ) { call in
            let fields = call.request.body.isEmpty ? Fields(json: .object([])) : try call.fields()
            let name = try fields.text("connection")
            return try call.withSeat(makes: true) { seat in
                let linking = try BankDesk(call.service, seat.index).begin(mending: name)
                guard case .visit(let address) = linking.step, let token = Plaid.linkToken(of: linking) else {
                    throw HTTPFault(.provider, "Plaid gave no link token; try again later")
                }
                return HTTPResponse(
                    .object([
                        ("linkToken", .string(token)), ("hostedLinkUrl", .string(address)),
                        ("traceId", .string(call.trace)),
                    ]))
            }
        },
        Route(
            "POST", "/api/plaid/exchange", "Connects a bank with what Plaid Link gave", .admin,
            body: Shape.object(
                [("publicToken", Shape.textOfName), ("institutionName", Shape.textOfName)],
                optional: ["institutionName"]),
            answer: Shape.object([
                ("connection", Shape.text), ("itemId", Shape.text), ("status", Shape.text), ("traceId", Shape.text),
            ]), isLong: true
        ) { call in
            let fields = try call.fields()
            let token = try fields.needed("publicToken", fields.text("publicToken"))
            let bank = try fields.text("institutionName") ?? ""
            return try call.withSeat(makes: true) { seat in
                let connection = try BankDesk(call.service, seat.index).connect(token, at: bank)
                return HTTPResponse(
                    .object([
                        ("connection", .string(connection.name)), ("itemId", .string(connection.reference)),
                        ("status", .string("connected")), ("traceId", .string(call.trace)),
                    ]))
            }
        },
        Route(
            "POST", "/webhooks/plaid", "Where Plaid reports; only what it has signed is taken", nil,
            body: Shape.anyObject,
            answer: Shape.object([("effect", Shape.choice(["sync", "noted", "nothing", "replay"]))]), isLong: true,
            run: takeWebhook),
    ]

    private static func sync(_ call: Call) throws -> HTTPResponse {
        let fields = call.request.body.isEmpty ? Fields(json: .object([])) : try call.fields()
        let seedsDemo = try fields.flag("demoSeed") ?? false
        let isFull = try fields.flag("forceFullSync") ?? false
        return try call.withSeat(makes: seedsDemo) { seat in
            let desk = try BankDesk(call.service, seat.index)
            if seedsDemo {
                let providers = try seat.index.connections.map(\.provider)
                let isSample = call.service.settings.isOpen || providers == [FeedProvider.demo.rawValue]
                guard try isSample || seat.index.isEmpty && providers.isEmpty else {
                    throw HTTPFault(.conflict, "there are transactions already; the sample isn't mixed with them")
                }
                try desk.connectDemo()
            }
            let round = try desk.syncAll(isFull: isFull)
            return HTTPResponse(
                .object(members(round, isResumed: call.isResumed) + [("traceId", .string(call.trace))]))
        }
    }

    /// What syncs brought, together and one by one.
    static func members(_ round: BankDesk.Round, isResumed: Bool) -> [(String, JSON)] {
        let outcomes = round.outcomes
        return [
            ("added", .int(outcomes.reduce(0) { $0 + $1.report.added })),
            ("updated", .int(outcomes.reduce(0) { $0 + $1.report.updated })),
            ("removed", .int(outcomes.reduce(0) { $0 + $1.report.gone })),
            ("ok", .bool(!outcomes.contains(where: \.hasFailed))),
            ("connections", .array(outcomes.map { $0.json(isResumed: isResumed) })),
            ("notices", .strings(round.notices)),
        ]
    }

    // MARK: Webhooks

    /// Webhooks a minute from one address, far more than Plaid sends to one household.
    private static let mostWebhooks = 120

    private static func takeWebhook(_ call: Call) throws -> HTTPResponse {
        let (service, request) = (call.service, call.request)
        try service.limit("webhook " + (request.peer ?? ""), perMinute: mostWebhooks)
        guard service.settings.banks != nil, let header = request.header("plaid-verification") else {
            throw HTTPFault(.unauthenticated, "this webhook isn't signed by Plaid")
        }
        let webhook: PlaidWebhook
        do {
            webhook = try PlaidWebhook.verify(
                body: request.body, header: header, keys: { try service.plaidKeys.key($0, service) }, now: call.now)
        } catch let refusal as PlaidWebhook.Refusal {
            throw HTTPFault(.unauthenticated, "this webhook was rejected: \(refusal.message)")
        }
        guard let person = owner(of: webhook, service) else { return effect("nothing") }
        let found = try service.households.with(person) { try webhook.apply(to: $0.index, at: call.now) }
        switch found {
        case .nothing: return effect("nothing")
        case .replay: return effect("replay")
        case .noted: return effect("noted")
        case .sync(let connection):
            // Plaid waits ten seconds for its answer; banks take longer.
            Background.run {
                try? service.households.with(person) { seat in
                    let outcomes = try BankDesk(service, seat.index).sync([connection])
                    if !outcomes.contains(where: \.hasFailed) {
                        try webhook.finish(in: seat.index, at: service.settings.now())
                    }
                }
            }
            return effect("sync")
        }
    }

    private static func effect(_ name: String) -> HTTPResponse { HTTPResponse(.object([("effect", .string(name))])) }

    /// Whose connection a webhook is about; nil where it is nobody's.
    private static func owner(of webhook: PlaidWebhook, _ service: WebService) -> String? {
        guard !webhook.item.isEmpty else { return nil }
        return service.households.people().first { person in
            // One index that can't be opened doesn't hide the others.
            let found = try? service.households.with(person) { seat in
                try seat.index.connection(provider: FeedProvider.plaid.rawValue, reference: webhook.item) != nil
            }
            return found ?? false
        }
    }
}

/// The keys that Plaid signs webhooks with, each asked for once.
final class PlaidKeyRing: Sendable {
    private let known = Mutex<[String: PlaidWebhookKey]>([:])
    private static let most = 16

    func key(_ id: String, _ service: WebService) throws -> PlaidWebhookKey? {
        if let key = known.withLock({ $0[id] }) { return key }
        guard let owner = service.households.people().first else { return nil }
        let key = try service.households.with(owner) { seat in
            try PlaidWebhookKeys(try BankDesk(service, seat.index).plaid()).key(id)
        }
        known.withLock { known in
            // Plaid has a few; whatever else was asked for is forgotten.
            if known.count >= PlaidKeyRing.most { known = [:] }
            known[id] = key
        }
        return key
    }
}
