import Ledger
import Store
import TestSupport
import Testing

@testable import Service

/// What a careful program is told where it is wrong, or where something isn't known.
@Suite struct RefusalTests {
    private let site: WebServiceTests.Site

    init() throws { site = try WebServiceTests.Site() }

    /// An index of its own, and a service over its file.
    private func served() throws -> (HouseholdIndex, WebServiceTests.Site) {
        let file = try TestFolder.lasting() + "/index.db"
        let index = try HouseholdIndex(path: file)
        return (index, try WebServiceTests.Site(Households { _, _ in (try HouseholdIndex(path: file), .init()) }))
    }

    private func message(_ json: JSON) -> String {
        json["error"]?["message"]?.string ?? json["message"]?.string ?? ""
    }

    @Test(arguments: [
        ("localhost", 200), ("localhost:8787", 200), ("127.0.0.1:1", 200), ("[::1]:8787", 200), ("[::1]", 200),
        ("localhost:8787@evil.example", 403), ("localhost:x", 403), ("127.0.0.1:80@evil", 403), ("[::1]evil", 403),
        ("[::1]:80@evil", 403), ("[]", 403), ("localhost:80:80", 403),
    ]) func aHostIsANameAndAPort(_ host: String, _ status: Int) {
        #expect(site.send("GET", "/health", token: nil, [("Host", host)]).status == status)
    }

    /// A whole address names the host, whatever the header says (RFC 9112, section 3.2.2).
    @Test(arguments: [
        ("http://127.0.0.1:8080/health", "localhost", 200), ("http://localhost/health", "evil.example", 200),
        ("http://evil.example/health", "localhost", 403), ("http://localhost@evil.example/health", "localhost", 403),
    ]) func aWholeAddressNamesTheHost(_ target: String, _ host: String, _ status: Int) {
        #expect(site.send("GET", target, token: nil, [("Host", host)]).status == status)
    }

    /// A socket that was handed over may let in others than its owner: these need a token, as over the network.
    @Test func whoElseReachesASocketNeedsAToken() {
        #expect(site.send("GET", "/api/profile", token: nil, peer: nil).json["scope"]?.string == "admin")
        #expect(site.send("GET", "/api/profile", token: nil, peer: "uid:65534").status == 401)
        let known = site.send("GET", "/api/profile", token: site.reader, peer: "uid:65534")
        #expect(known.json["scope"]?.string == "read")
    }

    @Test func aKeyIsThereOnceAndABodyComesAsItIs() {
        let rule = #"{"category": "fun", "monthly_limit_cents": 20000}"#
        func status(_ headers: [(String, String)]) -> Int {
            site.send("POST", "/rules", rule, token: site.writer, [("Host", "localhost")] + headers).status
        }
        #expect(status([("Idempotency-Key", "a"), ("Idempotency-Key", "b")]) == 400)
        #expect(status([("Content-Encoding", "gzip")]) == 415)
        #expect(status([("Content-Encoding", "identity"), ("Idempotency-Key", "a")]) == 200)
    }

    /// Nobody is let in, and nobody is told that the index is at fault.
    @Test func tokensThatCannotBeReadAreSaidToBe() throws {
        struct Damaged: Error {}
        let site = try WebServiceTests.Site(nil) { $0.tokens = { throw Damaged() } }
        let said = site.send("GET", "/api/profile", token: site.reader)
        #expect(said.status == 503 && message(said.json).hasPrefix("who may ask can't be read here"))
    }

    /// Each message of a list counts as a request, and there are few of them.
    @Test func listsOfMessagesAreShort() throws {
        let site = try WebServiceTests.Site(nil) { $0.rate = 30 }
        func send(_ count: Int) -> (status: Int, json: JSON, response: HTTPResponse) {
            let ping = #"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#
            let list = "[" + Array(repeating: ping, count: count).joined(separator: ",") + "]"
            return site.send("POST", "/mcp", list, token: site.reader)
        }
        #expect(send(21).status == 400)
        let answered = send(20)
        #expect(answered.status == 200 && answered.json.array?.count == 20)
        let refused = send(20)
        #expect(refused.status == 429 && refused.response.header("Retry-After") != nil)
    }

    @Test func assistantsHaveThreadsOfTheirOwn() {
        #expect(site.service.isLong("POST", "/mcp"))
        #expect(!site.service.isLong("POST", "/api/ask") && !site.service.isLong("GET", "/health"))
    }

    /// As programs compute and write amounts.
    @Test(arguments: [
        ("12.34", 1234), ("0.30000000000000004", 30), ("59.969999999999999", 5997), ("19.990000000000002", 1999),
        ("1.5e1", 1500), ("15", 1500), ("12.345", nil), ("12.3400001", nil), ("-1", nil), ("1e300", nil),
    ]) func amountsAreRoundedWhereNoiseIs(_ amount: String, _ cents: Int64?) {
        let body = "{\"amount\": \(amount), \"merchant_name\": \"Starbucks\"}"
        let said = site.send("POST", "/score-transaction", body, token: site.reader)
        #expect(said.status == (cents == nil ? 400 : 200), "\(said.json.text)")
        guard let cents, let debug = said.json["debug"] else { return }
        #expect((debug["spend_after"]?.int64 ?? 0) - (debug["spend_before"]?.int64 ?? 0) == cents)
    }

    @Test(arguments: [("100.0", 200), ("1e2", 200), ("100.5", 400), ("1e30", 400)])
    func wholeNumbersAreWholeHoweverWritten(_ cents: String, _ status: Int) {
        let body = "{\"amount_cents\": \(cents), \"merchant\": \"Starbucks\"}"
        #expect(site.send("POST", "/analytics/assess-purchase", body, token: site.reader).status == status)
    }

    @Test(arguments: ["7d", "30d", "mtd", "90d"]) func limitsTakeTheRangeOfTheOthers(_ range: String) {
        let plain = site.send("GET", "/analytics/rules-progress", token: site.reader)
        let ranged = site.send("GET", "/analytics/rules-progress?range=\(range)", token: site.reader)
        #expect(ranged.status == 200 && ranged.response.body == plain.response.body)
        #expect(site.send("GET", "/analytics/rules-progress?range=1y", token: site.reader).status == 400)
    }

    @Test func amountsTheWrongWayRoundAreRefused() {
        let body = #"{"query": "coffee", "minCents": 1000, "maxCents": 1}"#
        let said = site.send("POST", "/api/rag/search", body, token: site.reader)
        #expect(said.status == 400 && message(said.json).hasPrefix("“minCents” is more than “maxCents”"))
    }

    @Test func notesAreClearedByNullAsWell() throws {
        let (index, site) = try served()
        try SampleDesk.bring("Date,Description,Amount\n2026-10-02,CORNER DELI,-10.00\n", into: index)
        for clearing in [#"{"notes": null}"#, #"{"notes": ""}"#] {
            #expect(
                site.send("PATCH", "/api/transactions/1", #"{"notes": "lunch"}"#, token: site.writer).status == 200)
            #expect(site.send("PATCH", "/api/transactions/1", clearing, token: site.writer).status == 200)
            #expect(try index.transaction(id: 1)?.notes ?? "" == "")
        }
    }

    /// Of debts that nothing is known of no sum is told, whichever door is asked.
    @Test func unknownDebtsAreNoFigure() throws {
        let answer = site.send("POST", "/api/ask", #"{"question": "net worth"}"#, token: site.reader).json
        let names = (answer["figures"]?.array ?? []).compactMap { $0["name"]?.string }
        #expect(names.contains("net_worth") && names.contains("assets") && !names.contains("liabilities"))
        #expect(answer["reply"]?.string?.contains("in assets, debts not included.") == true)
        #expect(
            site.send("GET", "/api/financial-summary", token: site.reader).json["totalLiabilities"]?.isNull == true)
    }

    /// A list says how much of it is given.
    @Test func groupsThatAreLeftOutAreCounted() throws {
        let question = "spending by merchant in 2026"
        let body = JSON.object([("question", .string(question))]).text
        let answer = site.send("POST", "/api/ask", body, token: site.reader).json
        let (given, omitted) = (answer["groups"]?.array?.count ?? 0, answer["omitted_groups"]?.int ?? 0)
        #expect(given == 10 && omitted > 20)
        let few = site.send("POST", "/api/ask", #"{"question": "top 3 merchants in 2026"}"#, token: site.reader).json
        #expect(few["groups"]?.array?.count == 3 && few["omitted_groups"] == nil)
        let desk = try SampleDesk()
        var (seen, cursor) = ([String](), JSON.null)
        repeat {
            let more = cursor.string.map { [("cursor", JSON.string($0))] } ?? []
            let result = desk.desk.call("ask", .object([("question", .string(question))] + more))
            let groups = try #require(result?.content["groups"])
            #expect(groups["total"]?.int == given + omitted)
            seen += (groups["items"]?.array ?? []).compactMap { $0["key"]?.string }
            cursor = groups["next"] ?? .null
        } while cursor.string != nil
        #expect(seen.count == given + omitted && Set(seen).count == seen.count)
    }

    @Test func aMemberIsThereOnce() {
        let twice = #"{"category": "fun", "monthly_limit_cents": 100, "monthly_limit_cents": 90000}"#
        let said = site.send("POST", "/rules", twice, token: site.writer)
        #expect(said.status == 400 && message(said.json) == "“monthly_limit_cents” is there more than once")
        let inner = #"{"message": "hi", "context": {"merchant": "A", "merchant": "B"}}"#
        #expect(site.send("POST", "/agent/coach", inner, token: site.writer).status == 400)
    }

    @Test(arguments: [
        ("POST", "/guardian/authorize", #"{"amount_cents": 100, "merchant": "  "}"#),
        ("PATCH", "/api/profile", #"{"displayName": " \u00a0 "}"#),
        ("POST", "/rules/geofence", #"{"name": " \t", "latitude": 1, "longitude": 1, "radius_m": 100}"#),
        ("POST", "/api/ask", #"{"question": "   "}"#),
    ]) func blankNamesAreNone(_ method: String, _ path: String, _ body: String) {
        #expect(site.send(method, path, body, token: site.writer).status == 400)
    }

    @Test func aLimitIsNotBelowZero() {
        let said = site.send(
            "POST", "/rules", #"{"category": "fun", "monthly_limit_cents": -5}"#, token: site.writer)
        #expect(said.status == 400 && message(said.json) == "“monthly_limit_cents” must be a whole number from 0 up")
    }

    /// The hour counts as the clock of the buyer showed it.
    @Test func aPaymentHasATime() {
        func score(_ time: String) -> (status: Int, json: JSON) {
            let body = "{\"amount\": 80, \"merchant_name\": \"Steam Games\", \"timestamp\": \"\(time)\"}"
            let said = site.send("POST", "/score-transaction", body, token: site.reader)
            return (said.status, said.json)
        }
        func chance(_ time: String) -> Double { score(time).json["p_avoid"]?.double ?? -1 }
        for time in ["2026-10-31T25:00:00", "2026-10-31T9", "2026-10-31 12:99", "2026-10-31x12:00", "tomorrow"] {
            #expect(score(time).status == 400, "\(time)")
        }
        #expect(chance("2026-10-31") == chance("2026-10-31T12:00:00Z"))
        #expect(chance("2026-10-31T23:30:00") != chance("2026-10-31T12:00:00"))
    }

    /// Nothing at all: as the Guardian API has it, and each of its addresses holds to it.
    @Test func aLimitMayBeNothingAtAll() throws {
        let (index, site) = try served()
        try SampleDesk.bring(into: index)
        let zero = #"{"category": "fun", "monthly_limit_cents": 0}"#
        let set = site.send("POST", "/rules", zero, token: site.writer)
        #expect(set.status == 200 && set.json["monthly_limit_cents"]?.int64 == 0)
        let listed = site.send("GET", "/rules", token: site.reader).json
        #expect(listed[0]?["category"]?.string == "fun" && listed[0]?["monthly_limit_cents"]?.int64 == 0)
        let payment = #"{"amount_cents": 100, "merchant": "Arcade", "category": "fun"}"#
        let said = site.send("POST", "/guardian/authorize", payment, token: site.writer)
        #expect(said.json["decision"]?.string == "DECLINE" && said.json["reason"]?.string == "risky")
        let assessed = site.send("POST", "/analytics/assess-purchase", payment, token: site.reader).json
        #expect(assessed["assessment"]?["should_block"]?.bool == true)
        #expect(
            assessed["assessment"]?["rationale"]?.string?.hasPrefix(
                "Your monthly limit on fun is $0.00, so nothing fits it.") == true)
        let scored = #"{"amount": 1.00, "merchant_name": "Steam Games"}"#
        #expect(site.send("POST", "/score-transaction", scored, token: site.reader).json["decision"]?.string == "BLOCK")
        let progress = site.send("GET", "/analytics/rules-progress", token: site.reader).json
        let one = progress.array?.first ?? progress["rules"]?[0] ?? progress["progress"]?[0]
        #expect(one?["utilization"]?.isNull == true && one?["remaining_cents"] != nil, "\(progress.text)")
        let bought = "Date,Description,Amount\n2026-10-31,ARCADE GAMES,-12.00\n"
        try SampleDesk.bring(bought, into: index)
        let answer = site.send("POST", "/api/ask", #"{"question": "how are my limits?"}"#, token: site.reader).json
        #expect(answer["reply"]?.string?.contains("$0.00 monthly limit") == true, "\(answer["reply"]?.text ?? "")")
        #expect(site.send("DELETE", "/rules/fun", token: site.writer).status == 200)
        #expect(site.send("GET", "/rules", token: site.reader).json.array?.isEmpty == true)
    }

    /// Where the tools answer, their arguments and one another are told by what they are called over HTTP.
    @Test(arguments: [
        (#"{"minCents": "x"}"#, "“minCents” must be a whole number"),
        (#"{"groupBy": "x"}"#, "“groupBy” must be one of these"),
        (#"{"account": "Vault"}"#, "GET /api/accounts tells them"),
        (#"{"merchant": "Nobody Inc"}"#, "GET /api/names?kind=merchants finds names"),
        (#"{"category": "get_accounts"}"#, "there's no category “get_accounts”"),
        (#"{"merchant": "list_names with kind me"}"#, "there's no merchant “list_names with kind me”"),
    ]) func toolsAreToldByTheirAddresses(_ body: String, _ words: String) {
        let said = site.send("POST", "/api/rag/aggregate", body, token: site.reader)
        #expect(said.status == 400 && message(said.json).contains(words), "\(message(said.json))")
    }

    @Test func namesHaveAnAddress() {
        let wrong = site.send("POST", "/api/rag/aggregate", #"{"category": "nonsense"}"#, token: site.reader)
        #expect(wrong.status == 400 && message(wrong.json).contains("GET /api/names?kind=categories"))
        let names = site.send("GET", "/api/names?kind=categories&search=grocer", token: site.reader)
        #expect(names.json["names"]?["items"]?[0]?["name"]?.string == "groceries")
        #expect(site.send("GET", "/api/names", token: site.reader).status == 400)
    }

    @Test func aMonthBeforeAllDataIsNoMonthWithoutSpending() {
        for path in ["/api/analytics/summary", "/api/rag/summaries"] {
            let said = site.send("GET", path + "?month=2001-03", token: site.reader)
            #expect(said.status == 404 && message(said.json).contains("your transactions begin on 2024-11-0"))
        }
    }

    /// An expense can't be put under pay, through whichever door.
    @Test func whatWentOutIsNoIncome() throws {
        let rows = site.send("GET", "/api/transactions?month=2026-10", token: site.reader).json["transactions"]?.array
        let expense = try #require(rows?.first { $0["kind"]?.string == "expense" }?["id"]?.int64)
        let said = site.send(
            "PATCH", "/api/transactions/\(expense)", #"{"category": "salary"}"#, token: site.writer)
        #expect(said.status == 400 && message(said.json).contains("is money that went out"))
        let sample = try SampleDesk(allowsWrites: true)
        let tool = sample.call("update_transaction", ("id", .integer(expense)), ("category", .string("salary")))
        #expect(tool?.isError == true)
        #expect(throws: CorrectionError.self) {
            try sample.index.correct([expense], Correction(category: "salary"), always: false)
        }
    }

    /// Rows that come in between two pages repeat none and hide none.
    @Test func pagesGoByTheLastRow() throws {
        let (index, site) = try served()
        try SampleDesk.bring(into: index)
        func page(_ cursor: String?) -> (ids: [Int64], next: String?) {
            let rest = cursor.map { "&cursor=\($0)" } ?? ""
            let json = site.send("GET", "/api/transactions?limit=50\(rest)", token: site.reader).json
            return ((json["transactions"]?.array ?? []).compactMap { $0["id"]?.int64 }, json["next"]?.string)
        }
        let before = try Set(index.database.rows("SELECT id FROM txn") { $0.int(0) })
        let first = page(nil)
        try SampleDesk.bring("Date,Description,Amount\n2026-10-31,LATE ROW,-3.00\n", into: index)
        var (ids, next) = (first.ids, first.next)
        while let cursor = next {
            let found = page(cursor)
            ids += found.ids
            next = found.next
        }
        #expect(ids.count == Set(ids).count && Set(ids) == before)
        // What was given out before the change still works.
        #expect(page("o50").ids.count == 50)
        for cursor in ["k20261031", "k20261341-3", "x3", "o-1", "k20261031-"] {
            #expect(site.send("GET", "/api/transactions?cursor=\(cursor)", token: site.reader).status == 400)
        }
    }

    /// A card without a balance is no card without debts.
    @Test func unknownDebtsAreNotZero() throws {
        let (index, site) = try served()
        try SampleDesk.bring("Date,Description,Amount,Balance\n2026-10-30,SHOP,-3.00,500.00\n", into: index)
        _ = try index.addAccount(name: "Blue Card", type: .creditCard, currency: .usd)
        let summary = site.send("GET", "/api/financial-summary", token: site.reader).json
        #expect(summary["totalLiabilities"]?.isNull == true && summary["totalLiabilitiesCents"]?.isNull == true)
        #expect(summary["totalAssetsCents"]?.int64 == 50_000)
        #expect(
            summary["warnings"]?.array?.contains { $0.string?.contains("owed on Blue Card isn't known") == true }
                == true)
    }

    /// The same chat again, as events or as a whole, as each request wants it.
    @Test func aChatThatIsSentAgainIsToldAsItIsWanted() {
        func chat(_ accept: String) -> HTTPResponse {
            site.send(
                "POST", "/api/chat", #"{"message": "groceries in September"}"#, token: site.writer,
                [("Host", "localhost"), ("Idempotency-Key", "k"), ("Accept", accept)]
            ).response
        }
        let first = chat("text/event-stream")
        let again = chat("text/event-stream")
        let whole = chat("application/json")
        #expect(first.header("Content-Type") == "text/event-stream" && first.body == again.body)
        #expect(again.header("Idempotency-Replayed") == "true")
        #expect(whole.header("Content-Type") == "application/json" && whole.header("Idempotency-Replayed") == "true")
        #expect(
            String(decoding: first.body, as: UTF8.self).contains(String(decoding: whole.body.dropLast(), as: UTF8.self))
        )
    }
}
