import Ledger
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

@Suite struct WebServiceTests {
    /// The sample behind a service with two people's tokens.
    private final class Site {
        let service: WebService
        let reader: String
        let writer: String
        let other: String
        let over: String

        init(memory: Bool = false) throws {
            let snapshot = try #require(try SampleDesk().index.database.snapshot())
            var book = TokenBook()
            reader = try book.add("phone", for: "me", .read, now: 1_000, days: 1)
            writer = try book.add("desk", for: "me", .write, now: 1_000, days: 1)
            other = try book.add("hers", for: "anna", .write, now: 1_000, days: 1)
            over = try book.add("old", for: "me", .admin, now: -200_000, days: 1)
            let tokens = book
            let settings = WebService.Settings(
                tokens: { tokens }, today: { SampleDesk.today }, now: { 2_000 })
            let households = Households { person in
                person == "me" ? (try HouseholdIndex(snapshot: snapshot), .init()) : nil
            }
            service = WebService(settings, households, memory: memory ? try IdempotencyBook(path: ":memory:") : nil)
        }

        func send(
            _ method: String, _ target: String, _ body: String = "", token: String?, peer: String? = "127.0.0.1",
            _ more: [(String, String)] = [("Host", "localhost:8787")]
        ) -> (status: Int, json: JSON, response: HTTPResponse) {
            let access = token.map { [("Authorization", "Bearer \($0)")] } ?? []
            guard
                let request = HTTPRequest(
                    method, target, headers: more + access, body: Array(body.utf8), peer: peer)
            else { return (0, .null, HTTPResponse(0)) }
            let response = service.respond(to: request)
            return (response.status, (try? JSON.parse(response.body)) ?? .null, response)
        }
    }

    @Test func asksLikeTheConversation() throws {
        let site = try Site()
        let said = site.send("POST", "/api/ask", #"{"question": "groceries in September"}"#, token: site.reader)
        #expect(said.status == 200)
        // $671.51 in 9 transactions, as in the sample's facts.
        #expect(said.json["figures"]?[0]?["value"]?.int64 == 67_151)
        #expect(said.json["figures"]?[0]?["rows"]?.int64 == 9)
        let request = try #require(said.json["request"]).text
        let again = site.send("POST", "/api/ask", "{\"request\": \(request)}", token: site.reader)
        #expect(again.json["figures"]?[0]?["value"]?.int64 == 67_151)
        #expect(site.send("POST", "/api/ask", "{}", token: site.reader).status == 400)
        #expect(site.send("POST", "/api/ask", "{", token: site.reader).status == 400)
    }

    @Test func tokensDecideWhoMay() throws {
        let site = try Site()
        let ask = #"{"question": "groceries in September"}"#
        #expect(site.send("GET", "/health", token: nil).status == 200)
        #expect(site.send("POST", "/api/ask", ask, token: nil).status == 401)
        #expect(site.send("POST", "/api/ask", ask, token: site.over).status == 401)
        #expect(
            site.send("POST", "/api/ask", ask, token: "coach_0").json["error"]?["code"]?.string == "UNAUTHENTICATED")
        // Another person's token finds another person's file, whatever the request says.
        #expect(site.send("POST", "/api/ask", ask, token: site.other).status == 404)
        let score = #"{"amount": 15.00, "merchant_name": "Starbucks", "user_id": "anna"}"#
        #expect(site.send("POST", "/score-transaction", score, token: site.reader).status == 403)
        // A socket of one's own needs no token.
        #expect(site.send("POST", "/api/ask", ask, token: nil, peer: nil).status == 200)
        let rule = #"{"category": "fun", "monthly_limit_cents": 20000}"#
        #expect(site.send("POST", "/rules", rule, token: site.reader).status == 403)
        let limit = #"{"question": "set a grocery budget of $600"}"#
        #expect(site.send("POST", "/api/ask", limit, token: site.reader).status == 403)
    }

    @Test func guessingIsSlowedAndTokensAreNot() throws {
        let site = try Site()
        let codes = (0..<12).map { site.send("GET", "/rules", token: "coach_\($0)").status }
        #expect(codes == Array(repeating: 401, count: 10) + [429, 429])
        #expect(site.send("GET", "/rules", token: "coach_x").response.header("Retry-After") == "40")
        #expect(site.send("GET", "/rules", token: site.reader).status == 200)
    }

    @Test(
        arguments: [
            ("evil.example", nil, 403), ("localhost", nil, 200), ("127.0.0.1:8787", nil, 200), ("[::1]:8787", nil, 200),
            ("localhost", "https://evil.example", 403), ("localhost", "null", 403),
        ] as [(String, String?, Int)])
    func pagesOfOthersStayOut(_ host: String, _ origin: String?, _ status: Int) throws {
        let headers = [("Host", host)] + (origin.map { [("Origin", $0)] } ?? [])
        #expect(try Site().send("GET", "/health", token: nil, headers).status == status)
    }

    @Test func guardianAnswersInItsFields() throws {
        let site = try Site()
        let set = site.send("POST", "/rules", #"{"category": "fun", "monthly_limit_cents": 20000}"#, token: site.writer)
        #expect(set.status == 200)
        #expect(set.json["monthly_limit_cents"]?.int64 == 20_000)
        let id = try #require(set.json["id"]?.int64)
        let listed = site.send("GET", "/rules", token: site.reader).json.array ?? []
        #expect(listed.contains { $0["id"]?.int64 == id && $0["category"]?.string == "fun" })
        #expect(site.send("DELETE", "/rules/\(id)", token: site.writer).json["status"]?.string == "deleted")
        #expect(site.send("DELETE", "/rules/\(id)", token: site.writer).status == 404)
        let summary = site.send("GET", "/analytics/summary?range=mtd", token: site.reader).json
        let total = try #require(summary["spend_cents"]?.int64)
        // Each way of cutting the same days comes to the same.
        for (path, count) in [("by-category", true), ("timeseries", false)] {
            let parts = site.send("GET", "/analytics/\(path)?range=mtd", token: site.reader).json.array ?? []
            #expect(parts.reduce(0) { $0 + ($1["spend_cents"]?.int64 ?? 0) } == total)
            if count {
                #expect(parts.reduce(0) { $0 + ($1["count"]?.int64 ?? 0) } == summary["charge_count"]?.int64)
            }
        }
        #expect(site.send("GET", "/analytics/summary?range=1y", token: site.reader).json["error"]?.string != nil)
        let score = #"{"amount": 15.005, "merchant_name": "Starbucks"}"#
        #expect(site.send("POST", "/score-transaction", score, token: site.reader).status == 400)
    }

    @Test func writesSentAgainAreNotDoneAgain() throws {
        let site = try Site(memory: true)
        let headers = [("Host", "localhost"), ("Idempotency-Key", "k1")]
        let rule = #"{"category": "fun", "monthly_limit_cents": 20000}"#
        let first = site.send("POST", "/rules", rule, token: site.writer, headers)
        let again = site.send("POST", "/rules", rule, token: site.writer, headers)
        #expect(first.response.body == again.response.body)
        #expect(again.response.header("Idempotency-Replayed") == "true")
        let different = #"{"category": "fun", "monthly_limit_cents": 30000}"#
        #expect(site.send("POST", "/rules", different, token: site.writer, headers).status == 422)
    }

    @Test(arguments: ["/../x", "/a/%2e%2e/b", "/a%2fb", "/%ff", "x", "/a%00"])
    func pathsThatLeadElsewhereAreNotRead(_ target: String) {
        #expect(HTTPRequest("GET", target) == nil)
    }

    @Test func methodsAndPathsThatAreNot() throws {
        let site = try Site()
        #expect(site.send("GET", "/nothing", token: site.reader).status == 404)
        #expect(site.send("PUT", "/rules", token: site.reader).response.header("Allow") == "GET, POST")
    }

    /// Answers are held against the very description that clients get.
    @Test func answersAreOfTheirSchema() throws {
        let site = try Site()
        let bodies = [
            "/api/ask": #"{"question": "top 5 merchants last month"}"#,
            "/score-transaction": #"{"amount": 15.00, "merchant_name": "Starbucks"}"#,
            "/rules": #"{"category": "fun", "monthly_limit_cents": 20000}"#,
            "/location-check": #"{"lat": 30.4, "lon": -97.7}"#,
        ]
        let payment = #"{"amount_cents": 15000, "merchant": "Steam Games", "category": "fun"}"#
        var seen = 0
        for route in Routes.all where !route.template.contains("{") {
            let target = route.template == "/location-check" ? "/location-check?lat=30.4&lon=-97.7" : route.template
            let body = route.body == nil ? "" : bodies[route.template] ?? payment
            let said = site.send(route.method, target, body, token: site.writer)
            #expect(said.status == 200, "\(route.method) \(route.template)")
            #expect(fault(route.answer, said.json) == nil, "\(route.template)")
            seen += 1
        }
        #expect(seen > 15)
    }

    /// As `ToolSchema`, where no type means any.
    private func fault(_ schema: JSON, _ value: JSON) -> String? {
        if schema["type"] == nil, schema["anyOf"] == nil { return nil }
        if let choices = schema["enum"]?.array?.compactMap(\.string), !choices.contains(value.string ?? "") {
            return "none of \(choices)"
        }
        return ToolSchema(schema: schema).fault(in: value)
    }

    /// The tools of `coach mcp` with the same figures; a token to read is offered none that writes.
    @Test func assistantsAskOverHTTP() throws {
        let site = try Site()
        func call(_ method: String, _ params: String = "{}", token: String?) -> (status: Int, json: JSON) {
            let body = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
            let answer = site.send("POST", "/mcp", body, token: token)
            return (answer.status, answer.json)
        }
        func tools(_ token: String) -> Set<String> {
            Set(
                (call("tools/list", token: token).json["result"]?["tools"]?.array ?? []).compactMap {
                    $0["name"]?.string
                })
        }
        #expect(tools(site.reader).count == 12)
        #expect(tools(site.writer).subtracting(tools(site.reader)) == ["update_transaction", "undo"])
        let question = #"{"name":"ask","arguments":{"question":"how much did I spend on groceries last month?"}}"#
        let asked = call("tools/call", question, token: site.reader)
        #expect(asked.status == 200)
        #expect(asked.json.text.contains("67151"))
        let note = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
        let told = site.send("POST", "/mcp", note, token: site.reader)
        #expect(told.status == 202)
        #expect(told.response.body.isEmpty)
        #expect(call("tools/list", token: nil).status == 401)
        #expect(site.send("GET", "/mcp", token: site.reader).status == 405)
    }
}
