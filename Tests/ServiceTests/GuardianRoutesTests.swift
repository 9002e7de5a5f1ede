import Ledger
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

/// The Guardian Card API: what its own examples send, and figures held against the rows themselves.
@Suite struct GuardianRoutesTests {
    private typealias Site = WebServiceTests.Site

    @Test func theExamplesOfItsClientsAreTaken() throws {
        let site = try Site()
        // A client has its own number for its user; the token alone says whose data it is.
        let example = """
            {"user_id": "string", "amount": 15.00, "merchant_name": "Starbucks", "mcc": 5814,
             "timestamp": "2026-10-30T09:30:00", "channel": "offline"}
            """
        let score = site.send("POST", "/score-transaction", example, token: site.reader)
        #expect(score.status == 200)
        let bare = #"{"amount": 15.00, "merchant_name": "Starbucks", "timestamp": "2026-10-30T09:30:00"}"#
        #expect(site.send("POST", "/score-transaction", bare, token: site.reader).json.text == score.json.text)
        // Its clients can't read null in place of a number.
        for name in ["p_ml", "over_budget_ratio", "threshold", "spend_before", "spend_after"] {
            #expect(score.json["debug"]?[name]?.double != nil, "\(name)")
        }
        // There is no limit, and the description says that 0 means so.
        #expect(score.json["debug"]?["over_budget_ratio"]?.double == 0)
        let route = try #require(Routes.guardian.first { $0.template == "/score-transaction" })
        let ratio = route.answer["properties"]?["debug"]?["properties"]?["over_budget_ratio"]
        #expect(ratio?["description"]?.string?.contains("0 means no limit") == true)
        _ = site.send("POST", "/rules", #"{"category": "coffee", "monthly_limit_cents": 4000}"#, token: site.writer)
        let limited = site.send("POST", "/score-transaction", bare, token: site.reader).json["debug"]
        let after = try #require(limited?["spend_after"]?.double)
        #expect(abs((limited?["over_budget_ratio"]?.double ?? 0) - after / 4_000) < 0.001)
    }

    /// A network's code says what an unknown merchant sells, and nothing of one that is known.
    @Test(arguments: [
        ("Zorbo Quux", 5411, "groceries"), ("Zorbo Quux", 5814, "fast_food"), ("Starbucks", 5411, "coffee"),
        ("Zorbo Coffee", 5411, "coffee"),
    ]) func codesOfMerchantsTellTheirCategory(_ merchant: String, _ code: Int, _ category: String) throws {
        let site = try Site()
        func before(_ more: String) -> Int64? {
            let body = #"{"amount": 5, "merchant_name": "\#(merchant)"\#(more)}"#
            return site.send("POST", "/score-transaction", body, token: site.reader).json["debug"]?["spend_before"]?
                .int64
        }
        let groups = site.send("GET", "/analytics/by-category?range=mtd", token: site.reader).json.array ?? []
        let spent = groups.first { $0["category"]?.string == category }?["spend_cents"]?.int64 ?? 0
        #expect(before(#", "mcc": \#(code)"#) == spent)
        #expect(before(#", "mcc": 9999"#) == before(""))
        for wrong in ["-1", "10000", "\"5411\"", "5411.5"] {
            let body = #"{"amount": 5, "merchant_name": "Zorbo", "mcc": \#(wrong)}"#
            #expect(site.send("POST", "/score-transaction", body, token: site.reader).status == 400, "\(wrong)")
        }
    }

    /// A payment that is let through for five minutes, once.
    @Test func overridesHoldOnceAndNotForLong() throws {
        let clock = Mutex<Int64>(2_000)
        let site = try Site { settings in settings.now = { clock.withLock { $0 } } }
        func post(_ path: String, _ body: String) -> JSON { site.send("POST", path, body, token: site.writer).json }
        _ = post("/rules", #"{"category": "games", "monthly_limit_cents": 20000}"#)
        let payment = #"{"amount_cents": 15000, "merchant": "Steam Games", "category": "games"}"#
        func decision() -> String? {
            let said = post("/guardian/authorize", payment)
            return [said["decision"]?.string, said["reason"]?.string].compactMap(\.self).joined(separator: " ")
        }
        #expect(decision() == "DECLINE risky")
        let allowed = post("/guardian/override", #"{"amount_cents": 15000, "merchant": "steam games"}"#)
        #expect(allowed["status"]?.string == "ok")
        #expect(allowed["expires_at"]?.int64 == 2_300)
        #expect(decision() == "APPROVE override")
        #expect(decision() == "DECLINE risky")
        _ = post("/guardian/override", payment)
        clock.withLock { $0 = 2_300 }
        #expect(decision() == "DECLINE risky")
        let summary = site.send("GET", "/analytics/summary?range=mtd", token: site.reader).json
        #expect(summary["auth_events"]?.int == 4)
        #expect(summary["risky_rate"]?.double == 0.75)
        #expect(summary["override_rate"]?.double == 0.25)
        #expect(post("/guardian/override", #"{"amount_cents": 0, "merchant": "x"}"#)["error"]?.string != nil)
        #expect(site.send("POST", "/guardian/override", payment, token: site.reader).status == 403)
    }

    /// Each window's days, counted by hand from October 31, against the rows that /api/transactions lists.
    @Test(arguments: [
        ("7d", "2026-10-25", 7), ("30d", "2026-10-02", 30), ("mtd", "2026-10-01", 31), ("90d", "2026-08-03", 90),
    ]) func windowsHoldTheRowsOfTheirDays(_ range: String, _ first: String, _ days: Int) throws {
        let site = try Site()
        var rows: [JSON] = []
        for month in ["2026-08", "2026-09", "2026-10"] {
            let page = site.send("GET", "/api/transactions?month=\(month)&limit=500", token: site.reader).json
            #expect(page["truncated"]?.bool == false)
            rows += page["transactions"]?.array ?? []
        }
        rows = rows.filter { row in
            (row["date"]?.string ?? "") >= first && ["expense", "refund"].contains(row["kind"]?.string ?? "")
                && row["excluded"]?.bool == false && row["currency"]?.string == "USD"
        }
        func sums(by name: String) -> [String: Int64] {
            rows.reduce(into: [:]) { $0[$1[name]?.string ?? "", default: 0] -= $1["amount_cents"]?.int64 ?? 0 }
        }
        func get(_ path: String) -> JSON {
            site.send("GET", "/analytics/\(path)?range=\(range)", token: site.reader).json
        }
        let summary = get("summary")
        #expect(summary["range"]?["start"]?.string == first + "T00:00:00")
        #expect(summary["range"]?["end"]?.string == "2026-10-31T23:59:59")
        #expect(summary["charge_count"]?.int == rows.count)
        #expect(summary["spend_cents"]?.int64 == sums(by: "kind").values.reduce(0, +))
        let series = get("timeseries").array ?? []
        let byDay = sums(by: "date")
        #expect(series.count == days)
        #expect(
            series.allSatisfy {
                $0["spend_cents"]?.int64 == byDay[String($0["day"]?.string?.prefix(10) ?? ""), default: 0]
            })
        func held(_ path: String, _ name: String) -> [(String, Int64)] {
            (get(path).array ?? []).map { ($0[name]?.string ?? "", $0["spend_cents"]?.int64 ?? 0) }
        }
        let categories = held("by-category", "category")
        #expect(Dictionary(uniqueKeysWithValues: categories) == sums(by: "category"))
        #expect(categories.map(\.1) == categories.map(\.1).sorted(by: >))
        let merchants = held("merchants", "merchant")
        #expect(merchants.count == 10)
        #expect(merchants.map(\.1) == sums(by: "merchant").values.sorted(by: >).prefix(10).map(\.self))
    }

    @Test func limitsSayHowFarTheyAreUsed() throws {
        let site = try Site()
        let none = site.send("POST", "/rules", #"{"category": "fun", "monthly_limit_cents": -1}"#, token: site.writer)
        #expect(none.status == 400 && none.json["message"]?.string?.contains("from 0 up") == true)
        // The description says so too.
        let rule = OpenAPI.document(version: "")["paths"]?["/rules"]?["post"]?["requestBody"]?["content"]
        let limit = rule?["application/json"]?["schema"]?["properties"]?["monthly_limit_cents"]
        #expect(limit?["minimum"]?.int64 == 0)
        #expect(site.send("GET", "/analytics/rules-progress", token: site.reader).json.array?.isEmpty == true)
        _ = site.send(
            "POST", "/rules", #"{"category": "groceries", "monthly_limit_cents": 100000}"#, token: site.writer)
        let groups = site.send("GET", "/analytics/by-category?range=mtd", token: site.reader).json.array ?? []
        let spent = try #require(groups.first { $0["category"]?.string == "groceries" }?["spend_cents"]?.int64)
        let progress = try #require(site.send("GET", "/analytics/rules-progress", token: site.reader).json[0])
        #expect(progress["spent_mtd_cents"]?.int64 == spent)
        #expect(progress["remaining_cents"]?.int64 == 100_000 - spent)
        #expect(abs((progress["utilization"]?.double ?? 0) - Double(spent) / 100_000) < 0.0001)
    }

    /// An app's first screens, before there is anything: empty, and no error.
    @Test func whoHasNothingYetSeesNothing() throws {
        let site = try Site()
        func get(_ path: String) -> (status: Int, json: JSON, response: HTTPResponse) {
            site.send("GET", path, token: site.other)
        }
        for path in ["by-category", "merchants", "rules-progress"] {
            #expect(get("/analytics/\(path)").json.array?.isEmpty == true)
        }
        let days = get("/analytics/timeseries?range=7d").json.array ?? []
        #expect(days.map { $0["spend_cents"]?.int64 } == Array(repeating: 0, count: 7))
        let summary = get("/analytics/summary").json
        for name in ["spend_cents", "charge_count", "auth_events", "risky_rate", "override_rate"] {
            #expect(summary[name]?.double == 0, "\(name)")
        }
        #expect(get("/rules").json.array?.isEmpty == true)
        #expect(get("/api/accounts").json["accounts"]?.array?.isEmpty == true)
        #expect(get("/api/transactions").json["total"]?.int == 0)
        #expect(get("/api/chat").json["messages"]?.array?.isEmpty == true)
        #expect(get("/api/profile").json["onboardingCompleted"]?.bool == false)
        // Figures of nothing are no answer to a question.
        let asked = site.send("POST", "/api/ask", #"{"question": "groceries?"}"#, token: site.other)
        #expect(asked.status == 404 && asked.json["error"]?["code"]?.string == "NO_DATA")
        // Words don't make an index, and nothing said in them is kept.
        _ = site.send("POST", "/api/ask", #"{"question": "set a grocery budget of $600"}"#, token: site.other)
        func hasIndex() throws -> Bool { try site.service.households.with("anna") { $0.isKept } }
        #expect(try !hasIndex())
        // An operation that takes the scope to write does, also one that is refused for what it says.
        #expect(site.send("POST", "/rules", #"{"category": "fun"}"#, token: site.other).status == 400)
        #expect(try hasIndex())
        #expect(get("/rules").json.array?.isEmpty == true)
        // What is written stays.
        let rule = #"{"category": "fun", "monthly_limit_cents": 20000}"#
        #expect(site.send("POST", "/rules", rule, token: site.other).status == 200)
        #expect(get("/rules").json.array?.count == 1)
        #expect(site.send("GET", "/rules", token: site.reader).json.array?.isEmpty == true)
    }

    /// Two apps change different things of one profile at once, and both stay.
    @Test func whatAnotherChangesOfAProfileStays() async throws {
        let folder = try TestFolder()
        let path = folder.file("coach.db")
        _ = try HouseholdIndex(path: path)
        let token: String
        var book = TokenBook()
        token = try book.add("desk", for: "me", .write, now: 1_000, days: 1)
        let tokens = book
        let service = WebService(
            WebService.Settings(tokens: { tokens }, today: { SampleDesk.today }, now: { 2_000 }),
            Households { _, _ in (try HouseholdIndex(path: path), .init()) })
        @Sendable func patch(_ body: String) -> Int {
            let headers = [("Host", "localhost"), ("Authorization", "Bearer \(token)")]
            return HTTPRequest("PATCH", "/api/profile", headers: headers, body: Array(body.utf8), peer: "127.0.0.1")
                .map { service.respond(to: $0).status } ?? 0
        }
        for round in 0..<60 {
            let (name, isDone) = ("N\(round)", round.isMultiple(of: 2))
            async let first = patch(#"{"displayName": "\#(name)"}"#)
            async let second = patch(#"{"onboardingCompleted": \#(isDone)}"#)
            #expect(await [first, second] == [200, 200])
            let profile = try HouseholdIndex(path: path).profile
            #expect(profile.displayName == name && profile.onboardingCompleted == isDone)
        }
    }

    @Test func aProfileSaysWhatItsOwnerSaid() throws {
        let site = try Site()
        func patch(_ body: String, _ token: String) -> (status: Int, json: JSON) {
            let said = site.send("PATCH", "/api/profile", body, token: token)
            return (said.status, said.json)
        }
        #expect(patch(#"{"displayName": "Maya"}"#, site.reader).status == 403)
        #expect(patch(#"{"displayName": "Maya", "onboardingCompleted": false}"#, site.writer).status == 200)
        let seen = site.send("GET", "/api/profile", token: site.reader).json
        #expect(seen["displayName"]?.string == "Maya")
        #expect(seen["onboardingCompleted"]?.bool == false)
        #expect(seen["preferredCurrency"]?.string == "USD")
        let back = patch(#"{"displayName": null, "onboardingCompleted": null}"#, site.writer).json
        #expect(back["displayName"]?.isNull == true && back["onboardingCompleted"]?.bool == true)
        // The sample has no money in euros; whoever has none at all may say anything in use.
        #expect(patch(#"{"preferredCurrency": "EUR"}"#, site.writer).status == 400)
        #expect(patch(#"{"preferredCurrency": "EUR"}"#, site.other).json["preferredCurrency"]?.string == "EUR")
        for wrong in ["{}", "[]", #"{"preferredCurrency": "XQX"}"#, #"{"displayName": 5}"#, #"{"scope": "admin"}"#] {
            #expect(patch(wrong, site.writer).status == 400, "\(wrong)")
        }
    }
}
