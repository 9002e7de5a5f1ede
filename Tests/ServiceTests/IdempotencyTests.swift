import Advice
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
        site = try WebServiceTests.Site(memory: true) { settings in settings.now = { clock.now.withLock { $0 } } }
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
        let site = try WebServiceTests.Site(memory: true) { settings in
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

    /// Two that come at once: one is done, the other is told to wait.
    @Test func oneOfTwoAtOnceWaits() throws {
        let book = try IdempotencyBook(path: ":memory:")
        let request = try #require(HTTPRequest("POST", "/rules", body: [1]))
        let grant = Grant(device: "desk", person: "me", scope: .write)
        var inner: HTTPFault?
        _ = try book.once("k", of: grant, request, now: 5) {
            do {
                _ = try book.once("k", of: grant, request, now: 5) { HTTPResponse(200) }
            } catch { inner = HTTPFault(error) }
            return HTTPResponse(200)
        }
        #expect(inner?.code == .conflict && inner?.retryAfter == 1)
        let kept = try book.once("k", of: grant, request, now: 86_405) { HTTPResponse(201) }
        #expect(kept.status == 200)
        let later = try book.once("k", of: grant, request, now: 86_406) { HTTPResponse(201) }
        #expect(later.status == 201)
    }
}
