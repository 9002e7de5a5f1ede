import Ledger
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

@Suite struct WebServiceTests {
    /// The sample behind a service with two people's tokens.
    final class Site {
        let service: WebService
        let reader: String
        let writer: String
        let admin: String
        let other: String
        let over: String

        init(
            _ given: Households? = nil, _ change: (inout WebService.Settings) -> Void = { _ in },
            log: @escaping @Sendable (LogEntry) -> Void = { _ in }
        ) throws {
            let snapshot = try SampleDesk.imported.get()
            var book = TokenBook()
            reader = try book.add("phone", for: "me", .read, now: 1_000, days: 1)
            writer = try book.add("desk", for: "me", .write, now: 1_000, days: 1)
            admin = try book.add("laptop", for: "me", .admin, now: 1_000, days: 1)
            other = try book.add("hers", for: "anna", .write, now: 1_000, days: 1)
            over = try book.add("old", for: "me", .admin, now: -200_000, days: 1)
            let tokens = book
            var settings = WebService.Settings(
                tokens: { tokens }, today: { SampleDesk.today }, now: { 2_000 })
            change(&settings)
            let households = Households { person, makes in
                if person == "me" { return (try HouseholdIndex(snapshot: snapshot), .init()) }
                return makes ? (try HouseholdIndex(path: ":memory:"), .init()) : nil
            }
            service = WebService(settings, given ?? households, log: log)
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
            let json = (try? JSON.parse(response.body)) ?? .null
            check(request, response, json)
            return (response.status, json, response)
        }

        /// Every answer of these tests is held against the very description that clients get.
        private func check(_ request: HTTPRequest, _ response: HTTPResponse, _ json: JSON) {
            guard request.method != "OPTIONS",
                let route = Routes.all.first(where: { $0.method == request.method && $0.match(request.path) != nil })
            else { return }
            let described = OpenAPI.document(version: "")["paths"]?[route.template]?[route.method.lowercased()]
            let status = response.status
            let kept = described?["responses"]?[String(status)] ?? described?["responses"]?["\(status / 100)XX"]
            #expect(kept != nil, "\(route.method) \(route.template): \(status) isn't described")
            let type = response.header("Content-Type") ?? ""
            guard !response.body.isEmpty, let schema = kept?["content"]?[type]?["schema"] else {
                #expect(response.body.isEmpty || kept == nil, "\(route.template): \(type) isn't described")
                return
            }
            guard type == "application/json" else { return }
            let fault = Site.fault(schema, json)
            #expect(fault == nil, "\(route.method) \(route.template) \(status): \(json.text.prefix(300))")
        }

        /// As `ToolSchema`, where no type means any.
        private static func fault(_ schema: JSON, _ value: JSON) -> String? {
            if let choices = schema["anyOf"]?.array {
                return choices.contains { fault($0, value) == nil } ? nil : "none of several"
            }
            if schema["type"] == nil { return nil }
            if let choices = schema["enum"]?.array?.compactMap(\.string), !choices.contains(value.string ?? "") {
                return "none of \(choices)"
            }
            return ToolSchema(schema: schema).fault(in: value)
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
        let score = #"{"amount": 15.00, "merchant_name": "Starbucks", "user_id": "me"}"#
        let hers = site.send("POST", "/score-transaction", score, token: site.other)
        #expect(hers.json["debug"]?["spend_before"]?.int64 == 0)
        // Two tokens: a proxy may go by the other one.
        let both = [("Host", "localhost"), ("Authorization", "Bearer \(site.other)")]
        #expect(site.send("POST", "/api/ask", ask, token: site.reader, both).status == 400)
        // A socket of one's own needs no token.
        #expect(site.send("POST", "/api/ask", ask, token: nil, peer: nil).status == 200)
        let rule = #"{"category": "fun", "monthly_limit_cents": 20000}"#
        #expect(site.send("POST", "/rules", rule, token: site.reader).status == 403)
        let limit = #"{"question": "set a grocery budget of $600"}"#
        #expect(site.send("POST", "/api/ask", limit, token: site.reader).status == 403)
    }

    /// A token of another index opens nothing here, and says so; it takes nobody's place and isn't a guess.
    @Test func aTokenOpensItsOwnIndexAlone() throws {
        var book = TokenBook()
        let old = try book.add("old", for: "me", .read, now: 1_000, days: 1)
        func isIn(_ path: String) -> (Token) -> Bool { { ($0.index ?? "/usual.db") == path } }
        let mine = try book.add(
            "phone", for: "me", at: "/usual.db", .read, now: 1_000, days: 1, among: isIn("/usual.db"))
        let trial = try book.add("phone", for: "me", at: "/try.db", .admin, now: 1_000, days: 1, among: isIn("/try.db"))
        #expect(book.tokens.count == 3)
        // As it is kept and read.
        let kept = try #require(TokenBook(json: JSON.parse(book.json.text)))
        #expect(kept == book)
        for (path, allowed) in [("/usual.db", [old, mine]), ("/try.db", [trial])] {
            let here = kept.only(isIn(path))
            let site = try Site { $0.tokens = { here } }
            for token in [old, mine, trial] {
                let said = site.send("GET", "/rules", token: token)
                #expect(said.status == (allowed.contains(token) ? 200 : 401), "\(path)")
                guard said.status == 401 else { continue }
                #expect(said.json["message"]?.string?.contains("is for another index") == true)
            }
            let codes = (0..<12).map { _ in site.send("GET", "/rules", token: path == "/try.db" ? mine : trial).status }
            #expect(codes == Array(repeating: 401, count: 12))
        }
        // Taking one back leaves its namesake alone.
        let isGone = book.remove("phone", of: "me", among: isIn("/try.db"))
        #expect(isGone)
        #expect(book.tokens.map(\.index) == [nil, "/usual.db"])
        // One that is given out anew takes the place of one that doesn't say its index.
        _ = try book.add("old", for: "me", at: "/usual.db", .read, now: 1_000, days: 1, among: isIn("/usual.db"))
        #expect(book.tokens.map(\.index) == ["/usual.db", "/usual.db"])
    }

    @Test func guessingIsSlowedAndTokensAreNot() throws {
        let site = try Site()
        let codes = (0..<12).map { site.send("GET", "/rules", token: "coach_\($0)").status }
        #expect(codes == Array(repeating: 401, count: 10) + [429, 429])
        #expect(site.send("GET", "/rules", token: "coach_x").response.header("Retry-After") == "40")
        #expect(site.send("GET", "/rules", token: site.reader).status == 200)
    }

    /// The addresses that README names are open, and no others.
    @Test func allButAFewAddressesNeedAToken() throws {
        let open = Set(Routes.all.filter { $0.scope == nil }.map(\.template))
        let signed: Set = ["/webhooks/plaid", "/webhooks/stripe", "/webhooks/stripe/{person}"]
        let named: Set = ["/", "/health", "/openapi.json", "/api/schema/request", "/api/auth/token"]
        #expect(open == named.union(signed))
        let site = try Site()
        for route in Routes.all where route.scope != nil {
            let address = route.template.split(separator: "/").map { $0.hasPrefix("{") ? "1" : $0 }
            let said = site.send(route.method, "/" + address.joined(separator: "/"), token: nil)
            #expect(said.status == 401, "\(route.template)")
        }
        #expect(site.send("POST", "/webhooks/plaid", "{}", token: nil).status == 401)
    }

    /// What there is to set up takes the highest scope, at these addresses and no others.
    @Test func whatIsConnectedTakesTheScopeAdmin() throws {
        let site = try Site()
        let setUp = Routes.all.filter { $0.scope == .admin }.map { "\($0.method) \($0.template)" }
        #expect(
            Set(setUp) == [
                "POST /api/plaid/link-token", "POST /api/plaid/exchange", "DELETE /api/connected-accounts/{id}",
                "POST /funding/cards/intent", "POST /funding/cards/confirm", "DELETE /funding/cards/{id}",
                "POST /funding/default",
            ])
        for route in Routes.all {
            guard let scope = route.scope else { continue }
            let address = route.template.split(separator: "/").map { $0.hasPrefix("{") ? "1" : $0 }
            for (token, allowed) in [(site.reader, Scope.read), (site.writer, .write), (site.admin, .admin)] {
                // A parameter that nobody knows is looked at once the token is let in.
                let said = site.send(route.method, "/" + address.joined(separator: "/") + "?zz=1", token: token)
                #expect(said.status == (allowed >= scope ? 400 : 403), "\(allowed) \(route.template)")
            }
        }
    }

    @Test func aTokenThatReadsThrowsNothingAway() throws {
        let site = try Site()
        func say(_ body: String, _ token: String) -> (status: Int, json: JSON, response: HTTPResponse) {
            site.send("POST", "/api/chat", body, token: token)
        }
        let first = say(#"{"message": "groceries in September"}"#, site.reader)
        let id = try #require(first.json["conversationId"]?.string)
        #expect(say(#"{"message": "and in August?", "conversationId": "\#(id)"}"#, site.reader).status == 200)
        let instead = #"{"message": "fuel", "conversationId": "\#(id)", "truncateFromMessageId": "1-user"}"#
        #expect(say(instead, site.reader).status == 403)
        func count() -> Int? {
            site.send("GET", "/api/chat?conversationId=\(id)", token: site.reader).json["messages"]?.array?.count
        }
        #expect(count() == 4)
        #expect(say(instead, site.writer).status == 200)
        #expect(count() == 2)
    }

    @Test func aNameIsEachPersonsOwn() throws {
        var book = TokenBook()
        let mine = try book.add("phone", for: "me", .read, now: 1_000, days: 1)
        let hers = try book.add("phone", for: "anna", .write, now: 1_000, days: 1)
        let newer = try book.add("phone", for: "me", .write, now: 1_000, days: 1)
        func grant(_ token: String) throws -> Grant? { try book.grant(token, at: 2_000) }
        #expect(try grant(mine) == nil)
        #expect(try grant(hers) == Grant(device: "phone", person: "anna", scope: .write))
        #expect(try grant(newer) == Grant(device: "phone", person: "me", scope: .write))
        let given = book
        let site = try Site { (settings: inout WebService.Settings) in
            settings.tokens = { given }
            settings.rate = 2
        }
        // One's many requests don't keep the other one out.
        let codes = (0..<3).map { _ in site.send("GET", "/rules", token: newer).status }
        #expect(codes == [200, 200, 429])
        #expect(site.send("GET", "/rules", token: hers).status == 200)
        let wasThere = [book.remove("phone", of: "bob"), book.remove("phone", of: "me")]
        #expect(wasThere == [false, true])
        #expect(book.tokens.map(\.person) == ["anna"])
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

    /// A dashboard asks the same again and again; what is written in between is seen at once.
    @Test func whatIsAskedAgainIsAsItIsNow() throws {
        let site = try Site()
        let ask = #"{"question": "groceries in September"}"#
        let first = site.send("POST", "/api/ask", ask, token: site.reader)
        #expect(site.send("POST", "/api/ask", ask, token: site.reader).response.body == first.response.body)
        let rows = site.send("POST", "/api/rag/search", #"{"query": "H-E-B", "month": "2026-09"}"#, token: site.reader)
        let row = try #require(rows.json["transactions"]?["items"]?[0])
        let (id, amount) = (try #require(row["id"]?.int64), try #require(row["amount_cents"]?.int64))
        let moved = site.send("PATCH", "/api/transactions/\(id)", #"{"category": "gifts"}"#, token: site.writer)
        #expect(moved.json["category"]?.string == "gifts")
        let after = site.send("POST", "/api/ask", ask, token: site.reader)
        #expect(after.json["figures"]?[0]?["value"]?.int64 == 67_151 + amount)
    }

    @Test func monthsComePageByPage() throws {
        let site = try Site()
        var (ids, cursor): ([Int64], String?) = ([], nil)
        repeat {
            let more = cursor.map { "&cursor=\($0)" } ?? ""
            let page = site.send("GET", "/api/transactions?month=2026-09&limit=40\(more)", token: site.reader).json
            #expect(page["total"]?.int == 108)
            ids += (page["transactions"]?.array ?? []).compactMap { $0["id"]?.int64 }
            cursor = page["next"]?.string
        } while cursor != nil
        #expect(ids.count == 108 && Set(ids).count == 108)
        for wrong in ["month=2026-13", "month=9", "limit=0", "limit=501", "limit=x", "cursor=7", "cursor=o-1"] {
            #expect(site.send("GET", "/api/transactions?\(wrong)", token: site.reader).status == 400, "\(wrong)")
        }
    }

    @Test func aConversationGoesOnAndIsTakenUpAgain() throws {
        let site = try Site()
        func say(_ body: String, _ token: String) -> (status: Int, json: JSON, response: HTTPResponse) {
            site.send("POST", "/api/chat", body, token: token)
        }
        let first = say(#"{"message": "groceries in September"}"#, site.reader)
        let id = try #require(first.json["conversationId"]?.string)
        let next = say(#"{"message": "and in August?", "conversationId": "\#(id)"}"#, site.reader)
        // $702.30 in 13 transactions.
        #expect(next.json["answer"]?["figures"]?[0]?["value"]?.int64 == 70_230)
        let other = say(
            #"{"message": "and in July?", "conversationId": "\#(id)", "truncateFromMessageId": "2-user"}"#, site.writer)
        #expect(other.json["answer"]?["figures"]?[0]?["value"]?.int64 == 76_375)
        let kept = site.send("GET", "/api/chat?conversationId=\(id)", token: site.reader).json["messages"]?.array ?? []
        #expect(kept.map { $0["id"]?.string } == ["1-user", "1-assistant", "2-user", "2-assistant"])
        #expect(kept[2]["content"]?.string == "and in July?")
        // Reading alone sets no limit, whatever is said.
        #expect(say(#"{"message": "set a grocery budget of $600"}"#, site.reader).status == 403)
        #expect(say(#"{"message": "x", "conversationId": "99"}"#, site.reader).status == 404)
        let wrong = #"{"message": "x", "conversationId": "\#(id)", "truncateFromMessageId": "9-user"}"#
        #expect(say(wrong, site.writer).status == 400)
        let headers = [("Host", "localhost"), ("Accept", "text/event-stream")]
        let events = site.send(
            "POST", "/api/chat", #"{"message": "groceries in September"}"#, token: site.reader, headers)
        #expect(events.response.header("Content-Type") == "text/event-stream")
        let text = String(decoding: events.response.body, as: UTF8.self)
        #expect(text.hasPrefix("event: start\ndata: {"))
        #expect(text.contains("event: delta\ndata: {\"text\":\"You spent $671.51"))
        #expect(text.hasSuffix("}\n\n") && text.contains("event: done\n"))
    }

    /// An app may call its conversations what it likes; a number is one that was given out here.
    @Test func anAppNamesItsOwnConversations() throws {
        let site = try Site()
        func say(_ line: String, _ id: String, _ token: String) -> (status: Int, json: JSON, response: HTTPResponse) {
            let body: [(String, JSON)] = [("message", .string(line)), ("conversationId", .string(id))]
            return site.send("POST", "/api/chat", JSON.object(body).text, token: token)
        }
        let id = "3F2504E0-4F89-11D3-9A0C-0305E82C3301"
        #expect(site.send("GET", "/api/chat?conversationId=\(id)", token: site.reader).status == 404)
        #expect(say("groceries in September", id, site.reader).json["conversationId"]?.string == id)
        let next = say("and in August?", id, site.reader)
        #expect(next.json["answer"]?["figures"]?[0]?["value"]?.int64 == 70_230)
        #expect(next.json["conversationId"]?.string == id)
        for target in ["/api/chat", "/api/chat?conversationId=\(id)"] {
            let kept = site.send("GET", target, token: site.reader).json
            #expect(kept["conversationId"]?.string == id && kept["messages"]?.array?.count == 4)
        }
        // Nothing is shared with one of another name.
        let other = say("and in August?", "own-2", site.reader).json
        #expect(other["messages"]?[0]?["id"]?.string == "1-user")
        for (name, status) in [("99", 404), ("a b", 400), ("-x", 400), (String(repeating: "x", count: 101), 400)] {
            #expect(say("groceries", name, site.reader).status == status, "\(name)")
        }
    }

    /// Whatever is asked back before something is changed can be answered, and taken back.
    @Test func aYesIsGivenInAConversation() throws {
        let folder = try TestFolder()
        let path = "\(folder.path)/mine.db"
        try SampleDesk.bring(into: HouseholdIndex(path: path))
        var book = TokenBook()
        let writer = try book.add("desk", for: "me", .write, now: 1_000, days: 1)
        let reader = try book.add("phone", for: "me", .read, now: 1_000, days: 1)
        let tokens = book
        let service = WebService(
            WebService.Settings(tokens: { tokens }, today: { SampleDesk.today }, now: { 2_000 }),
            Households { _, _ in (try HouseholdIndex(path: path), .init()) })
        func send(_ path: String, _ body: [(String, JSON)], _ token: String) throws -> (status: Int, json: JSON) {
            let request = try #require(
                HTTPRequest(
                    "POST", path, headers: [("Host", "localhost"), ("Authorization", "Bearer \(token)")],
                    body: Array(JSON.object(body).text.utf8), peer: "127.0.0.1"))
            let response = service.respond(to: request)
            return (response.status, try JSON.parse(response.body))
        }
        func rows() throws -> Int { try HouseholdIndex(path: path).accounts.count { $0.name == "Cash" } }
        let line = JSON.string("cash: lunch 12 yesterday")
        let asked = try send("/api/chat", [("message", line)], writer)
        let id = try #require(asked.json["conversationId"])
        #expect(asked.json["answer"]?["reply"]?.string?.contains("Shall I?") == true)
        #expect(try rows() == 0)
        func say(_ text: String) throws -> String? {
            let said = try send("/api/chat", [("message", .string(text)), ("conversationId", id)], writer)
            return said.json["answer"]?["reply"]?.string
        }
        #expect(try say("yes")?.hasPrefix("Added: Lunch, $12.00") == true)
        #expect(try rows() == 1)
        #expect(try say("undo")?.hasPrefix("Undone") == true)
        // Without a conversation the line before goes with the yes.
        let yes = try send("/api/ask", [("question", .string("yes")), ("context", .array([line]))], writer)
        #expect(yes.json["reply"]?.string?.hasPrefix("Added: Lunch, $12.00") == true)
        let no = try send("/api/ask", [("question", .string("no")), ("context", .array([line]))], writer)
        #expect(no.json["reply"]?.string == "Okay, I didn't add it.")
        // Who may only read isn't asked first.
        for (path, name) in [("/api/ask", "question"), ("/api/chat", "message")] {
            #expect(try send(path, [(name, line)], reader).status == 403)
        }
        let wrong = try send(
            "/api/ask", [("request", .object([("kind", .string("ask"))])), ("context", .array([line]))], writer)
        #expect(wrong.status == 400)
    }

    @Test(arguments: ["more", "more please", "show more", "next 10"])
    func aListGoesOn(_ more: String) throws {
        let site = try Site()
        let whole = site.send("GET", "/api/transactions?limit=30", token: site.reader).json["transactions"]?.array ?? []
        func ids(_ rows: JSON?) -> [Int64] { (rows?.array ?? []).compactMap { $0["id"]?.int64 } }
        var id: String?
        for (place, line) in ["list my transactions", more, more].enumerated() {
            let conversation = id.map { [("conversationId", JSON.string($0))] } ?? []
            let said = site.send(
                "POST", "/api/chat", JSON.object([("message", .string(line))] + conversation).text, token: site.reader)
            id = said.json["conversationId"]?.string
            let expected = ids(.array(Array(whole[(place * 10)..<(place * 10 + 10)])))
            #expect(ids(said.json["answer"]?["transactions"]) == expected, "\(place)")
        }
        let asked = site.send(
            "POST", "/api/ask", #"{"question": "\#(more)", "context": ["list my transactions"]}"#, token: site.reader)
        #expect(ids(asked.json["transactions"]) == ids(.array(Array(whole[10..<20]))))
    }

    /// What answers have is described, and nothing else.
    @Test func theAnswerIsDescribedWhole() throws {
        let site = try Site()
        let described = OpenAPI.document(version: "")["paths"]?["/api/ask"]?["post"]?["responses"]?["200"]?["content"]?[
            "application/json"]?["schema"]?["properties"]?.object?.map(\.0)
        let known = Set(try #require(described))
        for question in [
            "groceries in September", "can I afford a $400 chair?", "groceries and coffee last month", "more",
        ] {
            let body = JSON.object([("question", .string(question))]).text
            let answer = site.send("POST", "/api/ask", body, token: site.reader).json
            #expect(Set((answer.object ?? []).map(\.0)).subtracting(known).isEmpty)
        }
    }

    @Test func configuredPagesAndNamesComeIn() throws {
        let site = try Site { settings in
            settings.hosts = ["home.example", "Den.example"]
            settings.origins = ["https://home.example", "http://localhost:3000"]
        }
        for (host, origin, status) in [
            ("home.example", "https://home.example", 200), ("den.example:8787", "http://localhost:3000", 200),
            ("home.example", "https://other.example", 403), ("other.example", "https://home.example", 403),
        ] {
            let headers = [("Host", host), ("Origin", origin)]
            let said = site.send("GET", "/health", token: nil, headers)
            #expect(said.status == status)
            #expect(said.response.header("Access-Control-Allow-Origin") == (origin.contains("other") ? nil : origin))
            let asked = site.send("OPTIONS", "/api/ask", token: nil, headers).response
            #expect(asked.status == (status == 200 ? 204 : 403))
            #expect(asked.header("Access-Control-Allow-Methods")?.contains("PATCH") ?? false == (status == 200))
            #expect(asked.header("Access-Control-Allow-Headers")?.contains("Mcp-Method") ?? false == (status == 200))
        }
    }

    @Test func writesSentAgainAreNotDoneAgain() throws {
        let site = try Site()
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
        #expect(site.send("PUT", "/rules", token: site.reader).response.header("Allow") == "GET, POST, HEAD")
        #expect(
            site.send("PUT", "/rules/geofence", token: site.reader).response.header("Allow")?.contains("GET") == true)
    }

    /// Each route is asked once with what it takes; `send` holds the answers against the description.
    /// Whatever can be asked whole can be asked for its head, and an address has one form of errors whatever is wrong.
    @Test func headsAreThoseOfTheWhole() throws {
        let site = try Site()
        for (path, token) in [("/health", nil), ("/openapi.json", nil), ("/rules", site.reader), ("/rules", nil)] {
            let head = site.send("HEAD", path, token: token)
            #expect(head.status == site.send("GET", path, token: token).status, "\(path)")
        }
        let wrong = site.send("PUT", "/rules", token: site.writer)
        #expect(wrong.status == 405 && wrong.json["error"]?.string == "METHOD_NOT_ALLOWED")
        #expect(wrong.response.header("Allow")?.contains("HEAD") == true)
        #expect(site.send("HEAD", "/api/plaid/exchange", token: site.admin).status == 405)
    }

    @Test func everyRouteAnswersAsDescribed() throws {
        let site = try Site()
        let payment = #"{"amount_cents": 15000, "merchant": "Steam Games", "category": "fun"}"#
        let bodies = [
            "/api/ask": #"{"question": "top 5 merchants last month"}"#,
            "/score-transaction": #"{"amount": 15.00, "merchant_name": "Starbucks"}"#,
            "/rules": #"{"category": "fun", "monthly_limit_cents": 20000}"#,
            "/location-check": #"{"lat": 30.4, "lon": -97.7}"#, "/api/chat": #"{"message": "groceries in September"}"#,
            "/api/rag/search": #"{"query": "costco", "limit": 3}"#,
            "/api/rag/aggregate": #"{"month": "2026-09", "groupBy": "category"}"#,
            "/api/transactions/{id}": #"{"notes": "ours"}"#, "/api/plaid/exchange": #"{"publicToken": "p"}"#,
            "/api/auth/token": #"{"grantType": "refresh_token", "refreshToken": "r"}"#,
            "/api/profile": #"{"displayName": "Maya"}"#, "/api/plaid/link-token": "{}", "/api/transactions/sync": "{}",
            "/guardian/charge": #"{"amount_cents": 15000, "merchant": "Steam Games"}"#,
            "/mcp": #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#,
            "/agent/actions/{id}": #"{"confirm": true}"#, "/cooling-off/{id}": #"{"word": "skipped"}"#,
            "/funding/cards/confirm": #"{"payment_method_id": "pm_card_visa"}"#,
            "/funding/default": #"{"funding_source_id": 1}"#, "/guardian/charges/{id}/refund": "{}",
        ]
        let targets = [
            "/location-check": "/location-check?lat=30.4&lon=-97.7", "/api/transactions/{id}": "/api/transactions/5",
            "/rules/{id}": "/rules/fun", "/api/names": "/api/names?kind=categories",
            "/api/analytics/summary": "/api/analytics/summary?month=2026-09&generateAi=true",
            "/api/transactions": "/api/transactions?month=2026-09&limit=5",
            "/api/rag/summaries": "/api/rag/summaries?month=2026-09",
        ]
        // Nobody is to be signed in, and no bank to be reached.
        let refused = [
            "/api/auth/token": 404, "/api/plaid/link-token": 409, "/api/plaid/exchange": 409,
            "/api/transactions/sync": 409, "/api/connected-accounts/refresh": 409, "/webhooks/plaid": 401,
            "/rules/geofence/{id}": 404, "/api/connected-accounts/{id}": 404, "/location/update": 400,
            "/agent/actions/{id}": 409, "/cooling-off/{id}": 404, "/funding/cards/intent": 409,
            "/funding/cards/confirm": 409, "/funding/cards/{id}": 404, "/funding/default": 404, "/guardian/charge": 409,
            "/guardian/charges/{id}/check": 404, "/guardian/charges/{id}/cancel": 404,
            "/guardian/charges/{id}/refund": 404, "/webhooks/stripe": 409, "/webhooks/stripe/{person}": 403,
        ]
        for route in Routes.all {
            let address = route.method == "POST" ? nil : targets[route.template]
            let target = (address ?? route.template).replacing("{id}", with: "77")
            let body = route.body == nil ? "" : bodies[route.template] ?? payment
            let said = site.send(route.method, target, body, token: site.admin)
            if route.template == "/rules/geofence", route.method == "POST" { continue }
            #expect(said.status == refused[route.template] ?? 200, "\(route.method) \(route.template)")
        }
        #expect(Routes.all.count > 40)
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
        let unread = site.send("POST", "/mcp", "{", token: site.reader)
        #expect(unread.status == 400 && unread.json["error"]?["code"]?.int64 == -32700)
    }

    /// In the stateless era headers repeat what the message says, and the status says what became of it.
    @Test(
        arguments: [
            ("tools/call", "2026-07-28", "tools/call", "ask", 200, nil),
            ("tools/call", "2026-07-28", "tools/call", "=?base64?YXNr?=", 200, nil),
            ("tools/call", "2026-07-28", "tools/call", "=?base64?YXNrIQ==?=", 400, -32020),
            ("tools/call", "2026-07-28", "tools/call", "get_accounts", 400, -32020),
            ("tools/call", "2026-07-28", "tools/list", "ask", 400, -32020),
            ("tools/call", "2025-11-25x", "tools/call", "ask", 400, -32020),
            ("tools/call", nil, "tools/call", "ask", 400, -32020),
            ("tools/list", "2026-07-28", "tools/list", nil, 200, nil),
            ("server/discover", "2026-07-28", "server/discover", nil, 200, nil),
            ("tools/nothing", "2026-07-28", "tools/nothing", nil, 404, -32601),
        ] as [(String, String?, String, String?, Int, Int64?)])
    func statelessMessagesAgreeWithTheirHeaders(
        _ method: String, _ version: String?, _ methodHeader: String, _ name: String?, _ status: Int, _ code: Int64?
    ) throws {
        let site = try Site()
        let meta =
            #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
        let params =
            method == "tools/call"
            ? #"{"name":"ask","arguments":{"question":"coffee in September"},\#(meta)}"# : "{\(meta)}"
        let body = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
        var headers = [("Host", "localhost"), ("Mcp-Method", methodHeader)]
        if let version { headers.append(("MCP-Protocol-Version", version)) }
        if let name { headers.append(("Mcp-Name", name)) }
        let said = site.send("POST", "/mcp", body, token: site.reader, headers)
        #expect(said.status == status)
        #expect(said.json["error"]?["code"]?.int64 == code)
        // A list of messages has no method of its own.
        #expect(
            site.send("POST", "/mcp", "[\(body)]", token: site.reader, headers).status == (version == nil ? 200 : 400))
    }
}
