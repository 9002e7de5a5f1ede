import Coaching
import Feeds
import Glibc
import Ledger
import Service
import Store
import Terminal

/// Tells the addresses of `coach hooks` what a command changed.
struct HookBell {
    let session: Session

    /// Finds what is new and sends it.
    ///
    /// - Parameter events: what the command itself knows of.
    func ring(_ index: HouseholdIndex, _ events: [HookEvent] = []) throws {
        guard !session.isDemo, !index.database.isReadOnly, try !index.hooks().isEmpty else { return }
        let found = try HookWatch(index, asOf: session.asOf(index)).events()
        let post = post(index)
        try post.enqueue(found + events)
        let counts = try post.deliver()
        if counts.failed > 0 {
            let person = HouseholdFiles(own: session.householdPath).person(at: index.database.path)
            let option = person.map { $0 == TokenBook.owner ? "" : " --person \($0)" } ?? ""
            session.warn(
                "\(counts.failed) message\(counts.failed == 1 ? "" : "s") to \(HookBell.whose(person)) webhooks didn't go "
                    + "through; `coach hooks log\(option)` shows why, and `coach hooks send\(option)` tries again")
        }
    }

    /// As `ring`, after a command: a fault is a warning, since what the command did is done.
    func ringAfter(_ index: HouseholdIndex, _ events: [HookEvent] = []) {
        do { try ring(index, events) } catch {
            warn(error, of: HouseholdFiles(own: session.householdPath).person(at: index.database.path))
        }
    }

    func warn(_ error: any Error, of person: String?) {
        session.warn("\(HookBell.whose(person)) webhooks weren't told: \(Failure(error).message)")
    }

    private static func whose(_ person: String?) -> String {
        person.map { $0 == TokenBook.owner ? "your" : "\($0)'s" } ?? "your"
    }

    func post(_ index: HouseholdIndex) -> HookPost {
        let keys = SecretKeys(session)
        let certificates = session.environment("CURL_CA_BUNDLE") ?? session.environment("SSL_CERT_FILE")
        return HookPost(
            index, vault: { () throws(FeedError) in try keys.vault(index) }, now: { Session.now },
            send: { url, headers, body in
                var request = BankHTTP.Request(url)
                request.body = Array(body.utf8)
                request.headers = headers
                // Messages to several addresses go at once.
                return try? BankHTTP(certificates: certificates, timeout: 10).send(request, to: "the webhook").status
            })
    }
}

/// `coach hooks`: addresses that are told of what happened.
struct HooksCommand {
    let session: Session

    enum Action: String, CaseIterable { case list, add, remove, log, send }

    func run() throws -> Int32 {
        let operands = session.command.operands
        guard let action = Action(rawValue: operands.first?.lowercased() ?? Action.list.rawValue) else {
            throw Failure("`coach hooks` has list, add URL, remove ID, log, and send", exitCode: 2)
        }
        let rest = Array(operands.dropFirst())
        let takesOne = [.add, .remove].contains(action)
        guard rest.count == (takesOne ? 1 : 0) else {
            throw Failure(
                takesOne
                    ? "`coach hooks \(action.rawValue)` needs \(action == .add ? "an address" : "a number"), and nothing else"
                    : "`coach hooks \(action.rawValue)` takes nothing else", exitCode: 2)
        }
        if session.isDemo { throw Failure("the sample household has no webhooks; leave out --demo", exitCode: 2) }
        if action != .add, session.command[Options.hookEvents] != nil {
            throw Failure("--events goes with `coach hooks add`", exitCode: 2)
        }
        switch action {
        case .list: try list()
        case .add: try add(rest[0])
        case .remove: try remove(rest[0])
        case .log: try log()
        case .send: return try send()
        }
        return 0
    }

    private func index() throws -> HouseholdIndex {
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        return index
    }

    private func add(_ url: String) throws {
        guard let problem = HookAddress.problem(with: url) else { return try keep(url) }
        throw Failure(problem, exitCode: 2)
    }

    private func keep(_ url: String) throws {
        let kinds = session.command[Options.hookEvents] ?? HookEvent.Kind.allCases
        let index = try index()
        let known = try HookWatch(index, asOf: session.asOf(index)).events()
        let secret = try HookBell(session: session).post(index).add(url, kinds, known: known)
        let text = HookSecret.text(secret)
        let hook = try index.hooks().first { $0.url == url }
        if session.wantsJSON {
            return try session.write(
                .object([
                    ("id", .integer(hook?.id ?? 0)), ("url", .string(url)), ("events", .strings(kinds.map(\.rawValue))),
                    ("secret", .string(text)),
                ]))
        }
        try session.write(
            session.prose("\(HookAddress.host(url)) will be told of \(kinds.map(\.rawValue).joined(separator: ", ")).")
                + "\nThe secret that signs the messages, shown only now:\n\(text)\n")
    }

    private func remove(_ text: String) throws {
        let index = try index()
        guard let hook = try index.hooks().first(where: { String($0.id) == text || $0.url == text }),
            try index.removeHook(hook.id)
        else { throw Failure("there's no webhook “\(SafeText.line(text))”; `coach hooks` lists them", exitCode: 2) }
        if session.wantsJSON { return try session.write(.object([("removed", .integer(hook.id))])) }
        try session.write("\(HookAddress.host(hook.url)) won't be told any more.\n")
    }

    private func list() throws {
        let hooks = try session.openExistingIndex()?.hooks() ?? []
        if session.wantsJSON {
            let items = hooks.map { hook in
                JSON.object([
                    ("id", .integer(hook.id)), ("url", .string(hook.url)), ("events", .strings(hook.events)),
                ])
            }
            return try session.write(.object([("hooks", .array(items))]))
        }
        guard !hooks.isEmpty else {
            return try session.write(
                "You have no webhooks. `coach hooks add https://example.com/coach --events limit_passed` adds one.\n")
        }
        var table = Table([Table.Column("Id", .right), Table.Column("Address"), Table.Column("Events")])
        for hook in hooks { table.add([String(hook.id), hook.url, hook.events.joined(separator: " ")]) }
        try session.write(table.text(width: session.width, style: session.style))
    }

    private func log() throws {
        let index = try index()
        let hooks = try Dictionary(index.hooks().map { ($0.id, $0.url) }, uniquingKeysWith: { first, _ in first })
        let deliveries = try index.hookDeliveries(limit: 50)
        if session.wantsJSON {
            let items = deliveries.map { delivery in
                JSON.object([
                    ("id", .string(delivery.messageID)), ("hook", .integer(delivery.hookID)),
                    ("event", .string(delivery.event)), ("made_at", .integer(delivery.madeAt)),
                    ("attempts", .int(delivery.attempts)), ("tried_at", .optional(delivery.triedAt, JSON.integer)),
                    ("status", .optional(delivery.status, JSON.int)), ("outcome", .string(delivery.outcome.rawValue)),
                    ("next_at", .optional(delivery.nextAt, JSON.integer)),
                ])
            }
            return try session.write(.object([("deliveries", .array(items))]))
        }
        guard !deliveries.isEmpty else { return try session.write("Nothing has been sent yet.\n") }
        var table = Table([
            Table.Column("Message"), Table.Column("Event"), Table.Column("To"), Table.Column("Attempts", .right),
            Table.Column("Answer"), Table.Column("Outcome"),
        ])
        for delivery in deliveries {
            let answer = delivery.status.map(String.init) ?? (delivery.attempts > 0 ? "none" : "")
            table.add([
                delivery.messageID, delivery.event, HookAddress.host(hooks[delivery.hookID] ?? ""),
                String(delivery.attempts), answer, delivery.outcome.rawValue,
            ])
        }
        try session.write(table.text(width: session.width, style: session.style))
    }

    /// Tries again at once what waits for its next attempt.
    private func send() throws -> Int32 {
        let index = try index()
        try index.hurryHookDeliveries(to: Session.now)
        let counts = try HookBell(session: session).post(index).deliver()
        if session.wantsJSON {
            try session.write(.object([("delivered", .int(counts.delivered)), ("failed", .int(counts.failed))]))
        } else {
            try session.write("\(counts.delivered) delivered, \(counts.failed) failed.\n")
        }
        return counts.failed > 0 ? 1 : 0
    }
}

extension ValueForm {
    /// Names of events, a comma between two.
    static func events() -> ValueForm<[HookEvent.Kind]> {
        let names = HookEvent.Kind.allCases.map(\.rawValue)
        return ValueForm<[HookEvent.Kind]>(
            placeholder: "LIST",
            expectation: "events such as limit_passed,price_rose (there are \(names.joined(separator: ", ")))",
            read: { text in
                let kinds = text.split(separator: ",").map { HookEvent.Kind(rawValue: String($0).trimmed) }
                return kinds.isEmpty || kinds.contains(nil) ? nil : kinds.compactMap { $0 }
            })
    }
}
