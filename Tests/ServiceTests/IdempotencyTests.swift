import Advice
import FaultyFiles
import Glibc
import Ledger
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

/// Writes that are sent again with their `Idempotency-Key`.
@Suite struct IdempotencyTests {
    private let site: WebServiceTests.Site
    private let clock: Clock

    private final class Clock: Sendable {
        let now = Mutex<Int64>(2_000)
    }

    init() throws {
        let clock = Clock()
        self.clock = clock
        site = try WebServiceTests.Site { settings in settings.now = { clock.now.withLock { $0 } } }
    }

    private func send(_ path: String, _ body: String, key: String, token: String? = nil) -> (
        status: Int, json: JSON, isReplayed: Bool
    ) {
        let headers = [("Host", "localhost"), ("Idempotency-Key", key)]
        let said = site.send("POST", path, body, token: token ?? site.writer, headers)
        return (said.status, said.json, said.response.header("Idempotency-Replayed") == "true")
    }

    /// Each way that can write, by what it says and by what it leaves behind.
    @Test(arguments: [
        ("/api/ask", #"{"question": "set a grocery budget of $600"}"#),
        ("/api/chat", #"{"message": "set a grocery budget of $600"}"#),
        ("/agent/coach", #"{"message": "set groceries to 500"}"#),
        ("/rules", #"{"category": "groceries", "monthly_limit_cents": 60000}"#),
        ("/guardian/authorize", #"{"amount_cents": 500, "merchant": "Starbucks"}"#),
        (
            "/mcp",
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"update_transaction","arguments":{"id":5,"notes":"x"}}}"#
        ),
    ]) func everyWriteIsDoneOnce(_ path: String, _ body: String) throws {
        let before = try changes()
        let first = send(path, body, key: "k")
        #expect(first.status == 200 && !first.isReplayed)
        #expect(try self.changes() > before)
        // Somebody changes it back meanwhile, so that doing it once more would show.
        try changeBack()
        let changes = try changes()
        let again = send(path, body, key: "k")
        #expect(again.status == 200 && again.isReplayed)
        #expect(again.json.text == first.json.text)
        #expect(try self.changes() == changes)
        // Without the key it would have been done again.
        #expect(!send(path, body, key: "another").isReplayed)
        #expect(try self.changes() > changes)
        // The same key with another body is a mistake; of somebody else it is another key.
        let other = body.replacing("5", with: "6").replacing("600\"", with: "700\"")
        #expect(send(path, other + " ", key: "k").status == 422)
        #expect(send(path, body, key: "k", token: site.other).isReplayed == false)
    }

    private func changeBack() throws {
        try site.service.households.with("me") { seat in
            let category = try #require(RuleCategory(named: "groceries", in: seat.index.taxonomy))
            try RuleBook(seat.index).set(category, limit: Money(100, .usd), on: SampleDesk.today)
            _ = try seat.index.correct([5], Correction(notes: "y"), always: false)
        }
    }

    private func changes() throws -> Int {
        try site.service.households.with("me") { $0.index.database.totalChanges }
    }

    @Test func answersAreKeptForADay() throws {
        var book = TokenBook()
        let token = try book.add("desk", for: "me", .write, now: 1_000, days: 30)
        let (tokens, clock) = (book, clock)
        let site = try WebServiceTests.Site { settings in
            settings.now = { clock.now.withLock { $0 } }
            settings.tokens = { tokens }
        }
        func isReplayed() -> Bool {
            let said = site.send(
                "POST", "/rules", #"{"category": "groceries", "monthly_limit_cents": 60000}"#, token: token,
                [("Host", "localhost"), ("Idempotency-Key", "k")])
            #expect(said.status == 200)
            return said.response.header("Idempotency-Replayed") == "true"
        }
        #expect(!isReplayed())
        clock.now.withLock { $0 += 86_400 }
        #expect(isReplayed())
        clock.now.withLock { $0 += 1 }
        #expect(!isReplayed())
        #expect(isReplayed())
    }

    @Test(arguments: ["", String(repeating: "k", count: 201)]) func keysHaveALength(_ key: String) {
        #expect(send("/rules", #"{"category": "fun", "monthly_limit_cents": 1}"#, key: key).status == 400)
    }

    /// What was refused changed nothing, and may be sent again in other words.
    @Test func refusalsAreNotKept() {
        #expect(send("/rules", #"{"category": "nonsense", "monthly_limit_cents": 1}"#, key: "k").status == 400)
        #expect(send("/rules", #"{"category": "fun", "monthly_limit_cents": 20000}"#, key: "k").status == 200)
    }

    /// Two that come at once of a write in steps: one is done, the other is told to wait.
    @Test func oneOfTwoAtOnceWaits() throws {
        let book = IdempotencyBook()
        let index = try HouseholdIndex(path: ":memory:")
        let grant = Grant(device: "desk", person: "me", scope: .write)
        func steps(at now: Int64, _ body: [UInt8] = [1], run: (Bool) throws -> HTTPResponse) throws -> HTTPResponse {
            let request = try #require(HTTPRequest("POST", "/guardian/charge", body: body))
            return try book.steps(
                KeyedRequest("k", of: grant, request, now: now), in: index, replay: { $0 }, run: run)
        }
        var inner: HTTPFault?
        _ = try steps(at: 5) { _ in
            do {
                _ = try steps(at: 5) { _ in HTTPResponse(200) }
            } catch { inner = HTTPFault(error) }
            return HTTPResponse(200)
        }
        #expect(inner?.code == .conflict && inner?.retryAfter == 1)
        #expect(try steps(at: 86_405) { _ in HTTPResponse(201) }.status == 200)
        #expect(try steps(at: 86_406) { _ in HTTPResponse(201) }.status == 201)
        // One that failed on the way is resumed, and its key stays its own.
        #expect(throws: HTTPFault.self) { try steps(at: 200_000) { _ in throw HTTPFault(.provider, "away") } }
        #expect(throws: HTTPFault.self) { try steps(at: 200_000, [2]) { _ in HTTPResponse(200) } }
        var isResumed = false
        // A refusal of what is resumed leaves it so: what was cut off before may have done something.
        #expect(throws: HTTPFault.self) { try steps(at: 200_000) { _ in throw HTTPFault(.conflict, "spent") } }
        _ = try steps(at: 200_000) { known in
            isResumed = known
            return HTTPResponse(200)
        }
        #expect(isResumed)
    }
}

/// Writes whose file fails at each moment: a repeated key finds nothing done, or the answer.
@Suite(.serialized) struct FailingKeyTests {
    private let folder: TestFolder
    private let sample: [UInt8]

    init() throws {
        folder = try TestFolder()
        mkdir(folder.file("faulty"), 0o700)
        sample = try SampleDesk.imported.get()
        try #require(faulty_install() == 0)
    }

    /// A kind of write, and how often it left something behind.
    private static let kinds: [(method: String, path: String, body: String, count: String)] = [
        (
            "POST", "/rules", #"{"category": "groceries", "monthly_limit_cents": 60000}"#,
            "SELECT count(*) FROM correction"
        ),
        ("PATCH", "/api/transactions/5", #"{"notes": "lunch"}"#, "SELECT count(*) FROM correction"),
        (
            "POST", "/rules/geofence", #"{"name": "Mall", "latitude": 30.4, "longitude": -97.7, "radius_m": 250}"#,
            "SELECT count(*) FROM correction"
        ),
        (
            "POST", "/guardian/authorize", #"{"amount_cents": 500, "merchant": "Starbucks"}"#,
            "SELECT count(*) FROM authorization_event"
        ),
        (
            "POST", "/cooling-off", #"{"amount_cents": 9900, "item": "a lamp"}"#, "SELECT count(*) FROM decision"
        ),
        (
            "POST", "/api/chat", #"{"message": "set a grocery budget of $600"}"#,
            "SELECT iif(c = t, c, -9) FROM (SELECT (SELECT count(*) FROM correction) c, "
                + "(SELECT count(*) FROM conversation_turn) t)"
        ),
        (
            "POST", "/api/ask", #"{"question": "yes", "context": ["I spent $20 in cash at Corner Deli"]}"#,
            "SELECT count(*) FROM import_file"
        ),
    ]

    @Test(arguments: kinds.indices) func aWriteIsDoneOnceWhereverItsFileFails(_ kind: Int) throws {
        let (method, path, body, count) = Self.kinds[kind]
        let file = folder.file("faulty/index.db")
        var moments = 0
        repeat {
            moments += 1
            for end in ["", "-wal", "-shm"] { unlink(file + end) }
            let copy = try #require(fopen(file, "w"))
            fwrite(sample, 1, sample.count, copy)
            fclose(copy)
            // Reads what a first write needs, and turns the log on.
            _ = try HouseholdIndex(path: file)
            let before = try rows(count, file)
            faulty_start(moments, faulty_error)
            let first = try send(method, path, body, file)
            let isOver = faulty_stop() < moments
            // The process is gone; the next one opens what it left.
            let again = try send(method, path, body, file)
            #expect(again.status == 200, "moment \(moments): \(first.status), \(again.json.text.prefix(200))")
            #expect(try rows(count, file) == before + 1, "moment \(moments): \(first.status), then \(again.status)")
            if first.status == 200 { #expect(again.response.header("Idempotency-Replayed") == "true") }
            if isOver { break }
        } while moments < 200
        #expect(moments > 3)
    }

    private func send(_ method: String, _ path: String, _ body: String, _ file: String) throws -> (
        status: Int, json: JSON, response: HTTPResponse
    ) {
        let site = try WebServiceTests.Site(Households { _, _ in (try HouseholdIndex(path: file), .init()) })
        // A disk that fails is a 500, which no description promises.
        let headers = [("Host", "localhost"), ("Idempotency-Key", "k"), ("Authorization", "Bearer \(site.writer)")]
        let request = try #require(
            HTTPRequest(method, path, headers: headers, body: Array(body.utf8), peer: "127.0.0.1"))
        let response = site.service.respond(to: request)
        return (response.status, try JSON.parse(response.body), response)
    }

    private func rows(_ sql: String, _ file: String) throws -> Int64 {
        try HouseholdIndex(path: file).database.first(sql) { $0.int(0) } ?? -1
    }
}
