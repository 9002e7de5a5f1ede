import Ledger
import Store
import TestSupport
import Testing

@testable import Service

/// What a model is given to answer with, held against the rows that /api/transactions lists.
@Suite struct SearchRoutesTests {
    private let site: WebServiceTests.Site
    /// All of September 2026.
    private let rows: [JSON]

    init() throws {
        let site = try WebServiceTests.Site()
        self.site = site
        let page = site.send("GET", "/api/transactions?month=2026-09&limit=500", token: site.reader).json
        rows = page["transactions"]?.array ?? []
    }

    private func post(_ path: String, _ body: String) -> (status: Int, json: JSON) {
        let said = site.send("POST", "/api/rag/\(path)", body, token: site.reader)
        return (said.status, said.json)
    }

    private func ids(_ rows: [JSON]) -> Set<Int64> { Set(rows.compactMap { $0["id"]?.int64 }) }

    @Test(arguments: [
        (#""month": "2026-09""#, "2026-09-01"..."2026-09-30", 0...Int64.max),
        (#""month": "2026-09", "category": "groceries""#, "2026-09-01"..."2026-09-30", 0...Int64.max),
        (#""month": "2026-09", "minCents": 5000"#, "2026-09-01"..."2026-09-30", 5_000...Int64.max),
        (#""month": "2026-09", "maxCents": 5000"#, "2026-09-01"..."2026-09-30", 0...5_000),
        (#""from": "2026-09-10", "to": "2026-09-20""#, "2026-09-10"..."2026-09-20", 0...Int64.max),
    ]) func whatIsFoundIsWhatIsThere(_ filter: String, _ days: ClosedRange<String>, _ amounts: ClosedRange<Int64>) {
        let found = post("search", #"{"query": "H-E-B", "limit": 500, \#(filter)}"#)
        #expect(found.status == 200)
        let meant = rows.filter { row in
            "\(row["merchant"]?.string ?? "") \(row["description"]?.string ?? "")".contains("H-E-B")
                && days.contains(row["date"]?.string ?? "")
                && (!filter.contains("groceries") || row["category"]?.string == "groceries")
                && amounts.contains(abs(row["amount_cents"]?.int64 ?? 0))
        }
        #expect(!meant.isEmpty)
        #expect(ids(found.json["transactions"]?["items"]?.array ?? []) == ids(meant))
        #expect(found.json["transactions"]?["total"]?.int == meant.count)
    }

    /// An everyday word means all that it means in a question, whichever door it comes in by; one row goes into one category.
    @Test func aWordForSeveralCategoriesIsNeverNarrowed() throws {
        let parts: Set<String> = ["restaurants", "fast_food", "coffee"]
        let spent = rows.filter {
            parts.contains($0["category"]?.string ?? "") && $0["excluded"]?.bool == false
                && ["expense", "refund"].contains($0["kind"]?.string ?? "")
        }
        let total = spent.reduce(0) { $0 - ($1["amount_cents"]?.int64 ?? 0) }
        #expect(Set(spent.compactMap { $0["category"]?.string }) == parts)
        let sum = post("aggregate", #"{"month": "2026-09", "category": "eating out"}"#).json["figures"]?[0]
        #expect(sum?["value"]?.int64 == total)
        let asked = site.send("POST", "/api/ask", #"{"question": "eating out in September"}"#, token: site.reader)
        #expect(asked.json["figures"]?[0]?["value"]?.int64 == total)
        let found = post("search", #"{"query": "coffee", "month": "2026-09", "category": "eating out", "limit": 500}"#)
        #expect(found.json["transactions"]?["total"]?.int ?? 0 > 0)
        let id = try #require(spent[0]["id"]?.int64)
        let refused = site.send(
            "PATCH", "/api/transactions/\(id)", #"{"category": "eating out"}"#, token: site.writer)
        #expect(refused.status == 400)
        #expect(refused.json["error"]?["message"]?.string?.contains("restaurants, fast_food, coffee") == true)
        let sample = try SampleDesk(allowsWrites: true)
        let update = try #require(
            sample.call("update_transaction", ("id", .integer(id)), ("category", .string("eating out"))))
        #expect(update.isError && update.content["error"]?.string?.contains("restaurants, fast_food, coffee") == true)
        let recurring = try #require(
            sample.call("get_recurring_transactions", ("category", .string("eating out")))
        )
        #expect(!recurring.isError)
    }

    /// What would be passed over is refused.
    @Test(arguments: [
        #"{"month": "2026-09", "from": "2026-01"}"#, #"{"month": "2026-09", "period": "this year"}"#,
        #"{"month": "2026-09", "to": "2026-12"}"#,
    ]) func twoTimesAreNotTakenForOne(_ body: String) {
        #expect(post("aggregate", body).status == 400)
    }

    @Test func whatIsFoundComesPageByPage() throws {
        let whole = post("search", #"{"query": "H-E-B", "limit": 500}"#).json["transactions"]?["items"]?.array ?? []
        #expect(whole.count > 20)
        let first = post("search", #"{"query": "H-E-B", "limit": 7}"#).json["transactions"]
        #expect(first?["items"]?.array?.count == 7)
        #expect(first?["returned"]?.int == 7)
        #expect(first?["truncated"]?.bool == true)
        #expect(ids(first?["items"]?.array ?? []) == ids(Array(whole.prefix(7))))
    }

    @Test(arguments: ["category", "merchant", "day", "account"]) func sumsComeToTheRows(_ unit: String) throws {
        let spent = rows.filter {
            ["expense", "refund"].contains($0["kind"]?.string ?? "") && $0["excluded"]?.bool == false
        }
        let total = spent.reduce(0) { $0 - ($1["amount_cents"]?.int64 ?? 0) }
        let whole = post("aggregate", #"{"month": "2026-09"}"#).json
        #expect(whole["figures"]?[0]?["value"]?.int64 == total)
        #expect(whole["figures"]?[0]?["currency"]?.string == "USD")
        #expect(whole["figures"]?[0]?["period"]?["start"]?.string == "2026-09-01")
        let parts =
            post("aggregate", #"{"month": "2026-09", "groupBy": "\#(unit)"}"#).json["groups"]?["items"]?.array ?? []
        #expect(parts.reduce(0) { $0 + ($1["value"]?.int64 ?? 0) } == total)
        #expect(parts.reduce(0) { $0 + ($1["count"]?.int ?? 0) } == spent.count)
    }

    @Test func sumsAreHeldAgainstOtherDays() {
        let body = #"{"month": "2026-09", "category": "groceries", "compareTo": "August 2026"}"#
        let figures = post("aggregate", body).json["figures"]?.array ?? []
        func value(_ name: String) -> Int64? { figures.first { $0["name"]?.string == name }?["value"]?.int64 }
        // By the sample's facts.
        #expect(value("total") == 67_151)
        #expect(value("previous_total") == 70_230)
        #expect(value("change") == 67_151 - 70_230)
    }

    @Test func aMonthIsWhatItsSummaryIs() {
        let month = site.send("GET", "/api/rag/summaries?month=2026-09", token: site.reader).json
        let whole = site.send("GET", "/api/analytics/summary?month=2026-09", token: site.reader).json
        for name in ["spending_cents", "income_cents", "net_cents", "by_category", "top_merchants", "facts_hash"] {
            #expect(month[name] != nil && month[name]?.text == whole[name]?.text, "\(name)")
        }
        // No single rows: what they are for is /api/rag/search.
        #expect(month["largest"] == nil && month["daily"] == nil)
    }

    @Test(arguments: [
        ("search", "{}"), ("search", #"{"query": ""}"#), ("search", #"{"query": "x", "limit": 0}"#),
        ("search", #"{"query": "x", "limit": 501}"#), ("search", #"{"query": "x", "month": "2026-13"}"#),
        ("search", #"{"query": "x", "from": "2026-09-31"}"#), ("search", #"{"query": "x", "minCents": -1}"#),
        ("aggregate", #"{"category": "nonsense"}"#), ("aggregate", #"{"groupBy": "color"}"#),
        ("aggregate", #"{"measure": "mode"}"#), ("aggregate", #"{"month": 9}"#), ("aggregate", "[]"),
    ]) func whatCannotBeSaysSo(_ path: String, _ body: String) {
        let said = post(path, body)
        #expect(said.status == 400)
        #expect(said.json["error"]?["message"]?.string?.isEmpty == false)
    }

    /// What is summed is what is found.
    @Test func sumsAreOfWhatTheWordsFind() throws {
        let found = post("search", #"{"query": "H-E-B", "month": "2026-09"}"#).json["transactions"]
        let items = try #require(found?["items"]?.array)
        let spent = items.reduce(0) { $0 - ($1["amount_cents"]?.int64 ?? 0) }
        let figure = post("aggregate", #"{"query": "H-E-B", "month": "2026-09"}"#).json["figures"]?[0]
        #expect(!items.isEmpty && found?["total"]?.int == items.count)
        #expect(figure?["value"]?.int64 == spent && figure?["rows"]?.int == items.count)
    }

    @Test func nothingIsNotFoundAndNobodyElseIsAsked() {
        #expect(post("search", #"{"query": "zzyzx quux"}"#).json["transactions"]?["total"]?.int == 0)
        for path in ["search", "aggregate"] {
            let said = site.send("POST", "/api/rag/\(path)", #"{"query": "H-E-B"}"#, token: site.other)
            #expect(said.status == 404 && said.json["error"]?["code"]?.string == "NO_DATA")
            #expect(site.send("POST", "/api/rag/\(path)", "{}", token: nil).status == 401)
        }
    }
}
