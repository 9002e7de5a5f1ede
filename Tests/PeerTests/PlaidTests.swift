import Glibc
import Importing
import Ledger
import Retrieval
import Store
import Testing

@testable import Feeds

/// An Item of the test kit's mock, whose life a test goes through.
private final class ItemLife {
    let url: String
    let http = BankHTTP()
    let index: HouseholdIndex
    let vault: SecretVault
    let today = CivilDate(iso: "2026-11-22")!

    init() throws {
        url = try #require(Peer.plaid.url)
        index = try HouseholdIndex(path: ":memory:")
        vault = try SecretVault(SecretVault.newMaterial())
    }

    func feed(secret: String = "test_secret") throws -> Plaid {
        let environment = try #require(PlaidSettings.Environment(url))
        var backoff = Backoff()
        backoff.pause = { _ in }
        return Plaid(
            http, PlaidSettings(environment, clientID: "test_client", secret: Secret(secret), userID: "coach-test"),
            backoff: backoff)
    }

    @discardableResult
    func control(_ path: String, _ body: String = "{}") throws -> JSON {
        var request = BankHTTP.Request(url + path)
        request.body = Array(body.utf8)
        request.headers = ["PLAID-CLIENT-ID: test_client", "PLAID-SECRET: test_secret"]
        let reply = try http.send(request, to: "the mock")
        try #require(reply.status == 200)
        return try JSON.parse(reply.body)
    }

    func connect() throws {
        let feed = try feed()
        let linking = try feed.begin(mending: nil)
        #expect(linking.step == .visit(address: "https://secure.plaid.com/hl/new"))
        try feed.wait(for: linking)
        for ticket in try feed.tickets(of: linking) {
            let grant = try feed.exchange(ticket)
            _ = try index.addConnection(
                named: grant.name, provider: "plaid", reference: grant.reference, institution: grant.institution,
                sealedSecret: try vault.seal(try #require(grant.secret), for: grant.reference))
        }
    }

    func opened() throws -> Connected {
        let connection = try #require(try index.connections.first)
        let sealed = try #require(try index.sealedSecret(ofConnection: connection.id))
        return Connected(connection, secret: try vault.open(sealed, for: connection.reference))
    }

    @discardableResult
    func sync(since: CivilDate? = nil) throws -> SyncOutcome {
        let feed = try feed()
        var sync = BankSync(
            index, today: today, now: { 1_795_348_800 }, feed: { _ throws(FeedError) in feed },
            vault: { () throws(FeedError) in self.vault })
        sync.since = since
        return try sync.run(try index.connections)[0]
    }

    /// Account, days, amount, text and state of each row.
    func rows() throws -> [String] {
        try index.database.rows(
            """
            SELECT a.name, coalesce(t.posted_day, t.day), t.amount, d.description, t.pending FROM txn t
            JOIN account a ON a.id = t.account_id JOIN document d ON d.id = t.document_id
            """
        ) { row in
            "\(row.text(0)) \(row.day(1).iso) \(row.int(2)) \(row.text(3))\(row.int(4) == 1 ? " pending" : "")"
        }.sorted()
    }
}

@Suite(
    "Plaid, against a mock that checks every request by Plaid's specification", .serialized,
    .enabled(if: Peer.plaid.url != nil, "needs the kit of test peers: make test-peers"))
struct PlaidTests {
    private let names = [
        "acc-checking": "Plaid Checking", "acc-savings": "Plaid Saving", "acc-card": "Plaid Credit Card",
        "acc-loan": "Plaid Student Loan",
    ]

    /// What must be left in the end, by the kit.
    private func truth() throws -> [[String]] {
        let path = try #require(getenv("COACH_TEST_PLAID_ROWS").map { String(cString: $0) })
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").dropFirst().map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
        }
    }

    private func cents(_ text: String) -> Int64 { DecimalText.minorUnits(text, .usd) ?? 0 }

    @Test(
        "The whole life of an Item, twice: the rows, balances, holdings and figures that the same rows from files give")
    func life() throws {
        try ItemLife().control("/mock/reset")
        for _ in 1...2 {
            let life = try ItemLife()
            try life.connect()
            #expect(try life.index.connections.map(\.name) == ["First Platypus Bank"])
            // Nothing is ready at first, one walk is disturbed by a mutation, holdings come at the second attempt.
            let first = try life.sync()
            #expect(first.error == nil && !first.hasFailed)
            #expect(first.report.added == 35)
            #expect(try life.rows().count == 35)
            try noteHold(life)
            #expect(try life.sync().report.added == 0)
            try life.control("/transactions/refresh", #"{"access_token": "access-sandbox-life"}"#)
            let second = try life.sync()
            #expect(!second.hasFailed)
            try compare(life)
            // All of it again, from the beginning, changes nothing.
            #expect(try life.sync(since: CivilDate(iso: "2026-01-01")).report.gone == 0)
            try compare(life)
            try mend(life)
            try compare(life)
            let connected = try life.opened()
            try life.feed().remove(connected)
            #expect(try life.sync().error?.reason == .revoked)
            try life.feed().remove(connected)
        }
    }

    /// The built program: what an app does to connect a bank, and what is sent again.
    @Test("An app connects a bank over HTTP, syncs it, and ends it") func overHTTP() throws {
        let url = try #require(Peer.plaid.url)
        let script = PeerCommand.script("plaid_http.py")
        let (output, code) = try PeerCommand.run("python3 \(script) \(PeerCommand.program) \(url) 2>&1")
        #expect(code == 0, "\(output.suffix(2_000))")
        let expected = [
            "link 200 https://secure.plaid.com/hl/new", "exchange 200 First Platypus Bank connected None",
            "exchange 200 First Platypus Bank connected true", "again 200", "sync 200 True 35", "refresh 200 True 0",
            "account Plaid Brokerage INVESTMENT 12841.1 ok", "account Plaid Checking CHECKING 8862.54 ok",
            "account Plaid Credit Card CREDIT_CARD -325.18 ok", "account Plaid Saving SAVINGS 6600.54 ok",
            "account Plaid Student Loan LOAN -18295.0 ok", "disconnect 200 5 35 None", "left [] 0",
        ]
        #expect(output.split(separator: "\n").map(String.init) == expected)
    }

    /// Says something of a hold that will post with a tip.
    private func noteHold(_ life: ItemLife) throws {
        let id = try #require(
            try life.index.database.first(
                """
                SELECT t.id FROM txn t JOIN document d ON d.id = t.document_id
                WHERE t.pending = 1 AND d.description = 'NOODLE HOUSE PDX'
                """
            ) { $0.int(0) })
        _ = try life.index.correct([id], Correction(notes: "Ana's birthday"), always: false)
    }

    private func compare(_ life: ItemLife) throws {
        let truth = try truth()
        let expected = truth.map { row in
            "\(names[row[1]] ?? "?") \(row[0]) \(cents(row[2])) \(row[3])\(row[6] == "true" ? " pending" : "")"
        }.sorted()
        #expect(try life.rows() == expected)
        let noted = try life.index.database.first(
            "SELECT t.amount FROM txn t JOIN document d ON d.id = t.document_id WHERE d.notes = 'Ana''s birthday'"
        ) { $0.int(0) }
        #expect(noted == -5040)
        try compareWithFiles(life, truth)
        let opening: [String: Int64] = [
            "acc-checking": 182_040, "acc-savings": 640_000, "acc-card": -61_235, "acc-loan": -1_845_000,
        ]
        for (id, start) in opening {
            let sum = truth.filter { $0[1] == id && $0[6] != "true" }.reduce(start) { $0 + cents($1[2]) }
            let account = try #require(try life.index.account(named: names[id] ?? "?"))
            #expect(try life.index.lastBalance(account: account.id, upTo: life.today)?.amount == sum)
        }
        let brokerage = try #require(try life.index.account(named: "Plaid Brokerage"))
        #expect(brokerage.type == .investment)
        let held = try life.index.holdings(ofAccount: brokerage.id)
        #expect(held.map(\.value.minorUnits) == [946_260, 289_400, 48_450])
        #expect(held.map { $0.gain?.minorUnits } == [136_260, -11_600, nil])
        #expect(try life.index.lastBalance(account: brokerage.id, upTo: life.today)?.amount == 1_284_110)
    }

    /// The same posted rows, imported from one file for each account: what each kind comes to by month.
    private func compareWithFiles(_ life: ItemLife, _ truth: [[String]]) throws {
        let files = try HouseholdIndex(path: ":memory:")
        for (id, name) in names.sorted(by: { $0.key < $1.key }) {
            let rows = truth.filter { $0[1] == id && $0[6] != "true" }
            var request = IngestRequest()
            request.account = name
            request.options.accountType = try life.index.account(named: name)?.type
            request.options.keepsSign = true
            request.options.currency = .usd
            request.format = .csv
            let text = "Date,Description,Amount\n" + rows.map { "\($0[0]),\($0[3]),\($0[2])\n" }.joined()
            _ = try Ingest(files, today: life.today)
                .importBytes(StatementBytes(Array(text.utf8), path: "\(name).csv"), request)
        }
        #expect(try figures(life.index) == figures(files))
    }

    private func figures(_ index: HouseholdIndex) throws -> [String] {
        try index.database.rows(
            "SELECT coalesce(posted_day, day), kind, amount FROM txn WHERE pending = 0 AND counted = 1"
        ) {
            (CivilDate(dayNumber: $0.dayNumber(0)).iso.prefix(7), $0.int(1), $0.int(2))
        }
        .reduce(into: [String: Int64]()) { $0["\($1.0) \($1.1)", default: 0] += $1.2 }
        .map { "\($0.key): \($0.value)" }.sorted()
    }

    /// The bank wants a new login; the same connection goes on with it.
    private func mend(_ life: ItemLife) throws {
        try life.control("/sandbox/item/reset_login", #"{"access_token": "access-sandbox-life"}"#)
        let outcome = try life.sync()
        #expect(outcome.error?.reason == .relink && outcome.error?.code == "ITEM_LOGIN_REQUIRED")
        #expect(try life.index.connections[0].health == .relink)
        let feed = try life.feed()
        let linking = try feed.begin(mending: try life.opened())
        let grants = try feed.finish(linking, answer: nil)
        #expect(grants.map(\.reference) == ["item-life"])
        #expect(grants.allSatisfy { $0.secret == nil })
        #expect(try !life.sync().hasFailed)
    }

    @Test(
        "What a token of the mock says is wrong",
        arguments: [
            ("login-required", FeedError.Reason.relink, "ITEM_LOGIN_REQUIRED"),
            ("rate-limit", .rateLimited, "TRANSACTIONS_SYNC_LIMIT"), ("not-ready", .notReady, "PRODUCT_NOT_READY"),
            ("mutation", .mutated, "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION"),
            ("boom", .provider, "INTERNAL_SERVER_ERROR"), ("html", .provider, "502"),
        ])
    func faults(_ token: String, _ reason: FeedError.Reason, _ code: String) throws {
        let life = try ItemLife()
        _ = try life.index.addConnection(
            named: "Bank", provider: "plaid", reference: token, institution: nil,
            sealedSecret: try life.vault.seal(Secret("access-\(token)"), for: token))
        let error = try #require(try life.sync().error)
        #expect(error.reason == reason && error.code == code)
        #expect(!error.message.contains("access-"))
    }

    @Test("Wrong keys are told as such")
    func keys() throws {
        let life = try ItemLife()
        let error = #expect(throws: FeedError.self) { try life.feed(secret: "no").begin(mending: nil) }
        #expect(error?.reason == .configuration && error?.code == "INVALID_API_KEYS")
    }

    // MARK: Webhooks

    private func webhook(_ kind: String, _ fault: String, _ life: ItemLife) throws -> (header: String?, body: [UInt8]) {
        let made = try life.control("/mock/webhook", #"{"url": "-", "kind": "\#(kind)", "fault": "\#(fault)"}"#)
        return (made["headers"]?["Plaid-Verification"]?.string, Array((made["body"]?.string ?? "").utf8))
    }

    /// A second ahead: `time` may be a tick behind the mock's clock, and its stale webhook is stale by one second.
    private var now: Int64 { Int64(time(nil)) + 1 }

    @Test(
        "A webhook that is signed in any other way than Plaid's is not believed",
        arguments: [
            ("wrong-signature", PlaidWebhook.Refusal.signature), ("stale", .time), ("future", .time),
            ("wrong-hash", .body), ("alg-none", .malformed), ("hs256", .malformed), ("unknown-key", .unknownKey),
            ("expired-key", .expiredKey), ("garbage", .malformed), ("no-header", .malformed),
        ])
    func refused(_ fault: String, _ refusal: PlaidWebhook.Refusal) throws {
        let life = try ItemLife()
        let keys = PlaidWebhookKeys(try life.feed())
        let (header, body) = try webhook("SYNC_UPDATES_AVAILABLE", fault, life)
        #expect(throws: refusal) {
            try PlaidWebhook.verify(body: body, header: header ?? "", keys: { try keys.key($0) }, now: now)
        }
    }

    @Test(
        "What webhooks do",
        arguments: [
            ("SYNC_UPDATES_AVAILABLE", ConnectionHealth?.none), ("DEFAULT_UPDATE", nil), ("LOGIN_REPAIRED", nil),
            ("ERROR", .relink), ("USER_PERMISSION_REVOKED", .relink), ("PENDING_EXPIRATION", .attention),
            ("PENDING_DISCONNECT", .attention), ("USER_ACCOUNT_REVOKED", .attention),
            ("NEW_ACCOUNTS_AVAILABLE", .attention),
        ])
    func effects(_ kind: String, _ health: ConnectionHealth?) throws {
        let life = try ItemLife()
        let connection = try life.index.addConnection(
            named: "Bank", provider: "plaid", reference: "item-life", institution: nil, sealedSecret: nil)
        let keys = PlaidWebhookKeys(try life.feed())
        let (header, body) = try webhook(kind, "none", life)
        let webhook = try PlaidWebhook.verify(
            body: body, header: header ?? "", keys: { try keys.key($0) }, now: now)
        let effect = try webhook.apply(to: life.index, at: now)
        if health == nil {
            guard case .sync(let found) = effect else {
                Issue.record("\(effect)")
                return
            }
            #expect(found.id == connection.id)
            try webhook.finish(in: life.index, at: now)
        } else {
            #expect(try life.index.connections[0].health == health)
            #expect(try life.index.connections[0].problem?.contains("{name}") == false)
        }
        #expect(try webhook.apply(to: life.index, at: now) == .replay)
    }
}
