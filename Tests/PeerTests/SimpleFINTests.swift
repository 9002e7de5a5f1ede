import Importing
import Ledger
import Store
import Testing

@testable import Feeds

/// The Bridge of the test kit, whose clock a test sets.
private final class Bridge {
    private let url: String
    private let http = BankHTTP()

    init() throws { url = try #require(Peer.simplefin.url) }

    func ask(_ path: String, isPost: Bool = false) throws -> String {
        var request = BankHTTP.Request(url + path)
        if isPost { request.body = [] }
        let reply = try http.send(request, to: "the mock")
        try #require(reply.status == 200)
        return String(decoding: reply.body, as: UTF8.self)
    }

    func token(_ scenario: String = "ok") throws -> Secret { Secret(try ask("/simplefin/create?scenario=\(scenario)")) }

    func set(_ day: CivilDate) throws { _ = try ask("/mock?today=\(day.iso)", isPost: true) }

    /// Posted rows: connection, account, posted, transacted, amount, description.
    func truth() throws -> [[String]] {
        let bytes = StatementBytes(Array(try ask("/mock/rows.csv").utf8), path: "rows.csv")
        return try CSVTable.rows(bytes).dropFirst().map { $0 }
    }
}

/// Just enough of CSV to read what the mock writes, by other means than the program's own.
private enum CSVTable {
    static func rows(_ file: StatementBytes) throws -> [[String]] {
        var rows: [[String]] = []
        var row: [String] = []
        var field = ""
        var isQuoted = false
        var characters = Array(String(decoding: file.bytes, as: UTF8.self).unicodeScalars)[...]
        while let scalar = characters.popFirst() {
            switch scalar {
            case "\"" where isQuoted && characters.first == "\"":
                field.unicodeScalars.append(scalar)
                characters.removeFirst()
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                row.append(field)
                field = ""
            case "\n" where !isQuoted:
                rows.append(row + [field])
                row = []
                field = ""
            case "\r" where !isQuoted: continue
            default: field.unicodeScalars.append(scalar)
            }
        }
        return rows
    }
}

/// A household that is connected to the Bridge.
private final class Life {
    let bridge: Bridge
    let index: HouseholdIndex
    let vault: SecretVault
    var today: CivilDate

    init(_ bridge: Bridge, on day: CivilDate, scenario: String = "ok") throws {
        self.bridge = bridge
        today = day
        index = try HouseholdIndex(path: ":memory:")
        vault = try SecretVault(SecretVault.newMaterial())
        _ = try connect(scenario: scenario)
    }

    func connect(scenario: String = "ok") throws -> Connection {
        let feed = SimpleFIN(BankHTTP())
        let grant = try feed.finish(try feed.begin(mending: nil), answer: try bridge.token(scenario))[0]
        let now = Int64(today.dayNumber) * 86_400 + 43_200
        let kept = try ConnectionBook(index).keep(grant, of: .simplefin, sealing: vault, asking: feed, at: now)
        return kept.connection
    }

    @discardableResult
    func sync() throws -> SyncOutcome {
        try bridge.set(today)
        var backoff = Backoff()
        backoff.pause = { _ in }
        return try BankSync(
            index, today: today, now: { Int64(self.today.dayNumber) * 86_400 + 43_200 },
            feed: { [backoff] _ throws(FeedError) in SimpleFIN(BankHTTP(), backoff: backoff) },
            vault: { () throws(FeedError) in self.vault }
        ).run(try index.connections)[0]
    }

    /// Account, day, amount and whether it is pending, of each row that counts.
    func rows() throws -> [String] {
        var out: [String] = []
        try index.forEachTransaction(in: nil) { row in
            guard !row.isExcluded else { return }
            let status = row.status == .pending ? " pending" : ""
            out.append("\(row.account) \(row.date.iso) \(row.amount.plainText)\(status)")
        }
        return out.sorted()
    }

}

@Suite(
    "SimpleFIN, against the mock of its Bridge", .serialized,
    .enabled(if: Peer.simplefin.url != nil, "needs the kit of test peers: make test-peers"))
struct SimpleFINTests {
    /// What only one of two lists has.
    private func differences(_ one: [String], _ other: [String]) -> [String] {
        one.difference(from: other).map { change in
            switch change {
            case .insert(_, let element, _): "+ " + element
            case .remove(_, let element, _): "- " + element
            }
        }
    }

    private func day(_ iso: String) -> CivilDate { CivilDate(iso: iso)! }

    private let names = [
        "CON-HARBOR/checking": "Everyday Checking (1234)", "CON-HARBOR/savings": "Rainy Day Savings (9921)",
        "CON-CASCADE/card": "Cascade Rewards Visa (4007)", "CON-CASCADE/checking": "Joint CHECKING txt.evil",
        "CON-EVERGREEN/brokerage": "Individual Brokerage (5580)",
    ]

    @Test(
        "Two months of a household, a sync every day or some: the same rows and figures as from files",
        arguments: [1, 2])
    func life(_ round: Int) throws {
        let bridge = try Bridge()
        let life = try Life(bridge, on: day("2026-08-01"))
        #expect(try !life.sync().hasFailed)
        var noted: Int64?
        for (number, step) in [1, 1, 2, 1, 3, 1, 1, 7, 1, 1, 1, 2, 1, 14, 1, 1, 1, 5, 1, 1, 1, 1, 1, 1, 1].enumerated()
        {
            life.today = life.today.adding(days: step)
            if number == 20 { _ = try bridge.ask("/mock?rotate=10", isPost: true) }
            let outcome = try life.sync()
            #expect(!outcome.hasFailed)
            if number == 9 { noted = try note(life) }
        }
        // What the user said of a pending row is said of the posted one.
        let id = try #require(noted)
        let row = try #require(try life.index.transaction(id: id))
        #expect(row.status == .posted && row.notes == "ours")

        try compareWithTruth(life)
        try compareWithFiles(life)
        // One who connects today sees the same.
        let other = try Life(bridge, on: life.today)
        try other.sync()
        #expect(try differences(life.rows(), other.rows()) == [])
        try compareBalances(life)
    }

    @Test(
        "Two months of a household that is disconnected now and then, its rows kept, and connected again: no row twice")
    func reconnections() throws {
        let bridge = try Bridge()
        let life = try Life(bridge, on: day("2026-08-01"))
        try life.sync()
        for (number, step) in [1, 1, 2, 1, 3, 1, 1, 7, 1, 1, 1, 2, 1, 14, 1, 1, 1, 5, 1, 1, 1, 1, 1, 1, 1].enumerated()
        {
            life.today = life.today.adding(days: step)
            if number % 3 == 1 {
                let connection = try #require(try life.index.connections.first)
                _ = try life.index.removeConnection(connection.id, deletingRows: false)
                _ = try life.connect()
            }
            #expect(try !life.sync().hasFailed)
        }
        try compareWithTruth(life)
        let other = try Life(bridge, on: life.today)
        try other.sync()
        #expect(try differences(life.rows(), other.rows()) == [])
    }

    /// Says something of a row that is pending and will post with the same amount.
    private func note(_ life: Life) throws -> Int64 {
        let id = try #require(
            try life.index.database.first(
                """
                SELECT t.id FROM txn t JOIN document d ON d.id = t.document_id WHERE t.pending = 1
                AND d.description LIKE '%MKT%' OR t.pending = 1 AND t.amount = -525 ORDER BY t.day DESC LIMIT 1
                """
            ) { $0.int(0) })
        _ = try life.index.correct([id], Correction(notes: "ours"), always: false)
        return id
    }

    private func compareWithTruth(_ life: Life) throws {
        let truth = try life.bridge.truth().filter { $0[1] != "miles" }.map { row in
            "\(names["\(row[0])/\(row[1])"] ?? "?") \(row[3]) \(row[4])"
        }.sorted()
        let posted = try life.rows().filter { !$0.hasSuffix("pending") }
        #expect(posted.count > 1_400)
        #expect(differences(posted, truth) == [])
    }

    /// The same posted rows, imported from one file for each account.
    private func compareWithFiles(_ life: Life) throws {
        let files = try HouseholdIndex(path: ":memory:")
        let accounts = Dictionary(uniqueKeysWithValues: try life.index.accounts.map { ($0.name, $0.type) })
        var texts: [String: String] = [:]
        for row in try life.bridge.truth() {
            guard let name = names["\(row[0])/\(row[1])"] else { continue }
            let text = CleanText.line(row[5]).split(separator: "\"").joined(separator: "'")
            texts[name, default: "Transaction Date,Description,Amount\n"] += "\(row[3]),\"\(text)\",\(row[4])\n"
        }
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            var request = IngestRequest()
            request.account = name
            request.options.accountType = accounts[name]
            request.options.keepsSign = true
            request.options.currency = .usd
            request.format = .csv
            _ = try Ingest(files, today: life.today)
                .importBytes(StatementBytes(Array(text.utf8), path: "\(name).csv"), request)
        }
        let fromFiles = try figures(files)
        #expect(try differences(figures(life.index), fromFiles) == [])
        #expect(fromFiles.count > 60)
    }

    /// What posted rows of a kind come to, by month.
    private func figures(_ index: HouseholdIndex) throws -> [String] {
        try index.database.rows("SELECT day, kind, amount FROM txn WHERE pending = 0 AND counted = 1") {
            (CivilDate(dayNumber: $0.dayNumber(0)).iso.prefix(7), $0.int(1), $0.int(2))
        }
        .reduce(into: [String: Int64]()) { $0["\($1.0) \($1.1)", default: 0] += $1.2 }
        .map { "\($0.key): \($0.value)" }.sorted()
    }

    /// Balances by hand from what the mock's household begins with; the brokerage's holding has a price of its own.
    private func compareBalances(_ life: Life) throws {
        let opening: [String: Int64] = [
            "CON-HARBOR/checking": 412_055, "CON-HARBOR/savings": 860_000, "CON-CASCADE/card": -61_218,
            "CON-CASCADE/checking": 95_020,
        ]
        for (id, start) in opening {
            let rows = try life.bridge.truth().filter { "\($0[0])/\($0[1])" == id }
            let sum = rows.reduce(start) { sum, row in sum + (DecimalText.minorUnits(row[4], .usd) ?? 0) }
            let account = try #require(try life.index.account(named: names[id] ?? "?"))
            #expect(try life.index.lastBalance(account: account.id, upTo: life.today)?.amount == sum)
        }
    }

    @Test("A second token for the same accounts renews the connection, and pending rows stay as they are")
    func secondToken() throws {
        let life = try Life(try Bridge(), on: day("2026-10-29"))
        try life.sync()
        let before = try life.rows()
        _ = try life.connect()
        #expect(try life.index.connections.map(\.name) == ["SimpleFIN"])
        #expect(try !life.sync().hasFailed)
        #expect(try differences(life.rows(), before) == [])
        #expect(before.contains { $0.hasSuffix("pending") })
        life.today = day("2026-10-31")
        try life.sync()
        try compareWithTruth(life)
    }

    @Test("A token is good once, and that is said")
    func claim() throws {
        let bridge = try Bridge()
        let token = try bridge.token()
        let feed = SimpleFIN(BankHTTP())
        let linking = try feed.begin(mending: nil)
        #expect(try feed.finish(linking, answer: token).count == 1)
        let error = #expect(throws: FeedError.self) { try feed.finish(linking, answer: token) }
        #expect(error?.reason == .refused && error?.message.contains("used before") == true)
    }

    @Test(
        "What is wrong is told of the bank that it concerns, and the others are read",
        arguments: [
            ("con-auth", ConnectionHealth.relink, "Cascade Bank"),
            ("act-failed", .attention, "Cascade Rewards Visa (4007)"),
            ("act-missing", .attention, "Cascade Rewards Visa (4007)"), ("gone", .relink, "Cascade Bank"),
        ])
    func trouble(_ scenario: String, _ health: ConnectionHealth, _ about: String) throws {
        let life = try Life(try Bridge(), on: day("2026-10-31"), scenario: scenario)
        let outcome = try life.sync()
        #expect(outcome.hasFailed && outcome.error == nil)
        let problem = try #require(outcome.problems.first { !$0.isNotice })
        #expect(problem.health == health && problem.message.hasPrefix(about))
        #expect(try life.rows().contains { $0.hasPrefix("Everyday Checking") })
        let well = try life.index.connectionAccounts().filter { $0.institution != "Cascade Bank" }
        #expect(well.count == 3 && well.allSatisfy { $0.health == .ok })
    }

    @Test(
        "What ends a whole connection",
        arguments: [("revoked", FeedError.Reason.revoked), ("unpaid", .revoked), ("down", .provider)])
    func failures(_ scenario: String, _ reason: FeedError.Reason) throws {
        let life = try Life(try Bridge(), on: day("2026-10-31"), scenario: scenario)
        let outcome = try life.sync()
        #expect(outcome.error?.reason == reason)
        #expect(try life.index.connections[0].health == (reason == .revoked ? .relink : .failed))
    }

    @Test(
        "Passwords with signs that addresses escape, and caps that nobody tells of",
        arguments: ["odd-password", "silent"])
    func oddities(_ scenario: String) throws {
        let life = try Life(try Bridge(), on: day("2026-10-31"), scenario: scenario)
        #expect(try !life.sync().hasFailed)
        try compareWithTruth(life)
    }

    @Test("No more requests than a day allows, and history goes on the next day")
    func budget() throws {
        let life = try Life(try Bridge(), on: day("2026-10-31"))
        for _ in 0..<40 { try life.sync() }
        #expect(try life.index.requests(ofConnection: 1, at: Int64(life.today.dayNumber) * 86_400) >= 24)
        let outcome = try life.sync()
        #expect(outcome.error?.reason == .budget)
        // The mock counts what it was really asked: never more than a day allows.
        let counts = try #require(JSON.parse(life.bridge.ask("/mock"))["requests"]?.object)
        #expect(counts.allSatisfy { ($0.1.int ?? 0) <= 24 })
        life.today = life.today.adding(days: 1)
        #expect(try !life.sync().hasFailed)
        try compareWithTruth(life)
    }
}
