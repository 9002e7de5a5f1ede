import Importing
import Ledger
import Store
import TestSupport
import Testing

@testable import Service

/// What is told where balances aren't known, and where money is in two currencies.
@Suite struct CurrencyRoutesTests {
    private let index: HouseholdIndex
    private let service: WebService
    private let token: String

    init() throws {
        index = try HouseholdIndex(path: ":memory:")
        var book = TokenBook()
        token = try book.add("desk", for: "me", .write, now: 1_000, days: 1)
        let given = book
        nonisolated(unsafe) let kept = index
        let settings = WebService.Settings(tokens: { given }, today: { SampleDesk.today }, now: { 2_000 })
        service = WebService(settings, Households { _, _ in (kept, .init()) })
    }

    private func bring(_ name: String, _ currency: Currency, _ statement: String) throws {
        var request = IngestRequest()
        request.account = name
        request.options.accountType = .checking
        request.options.currency = currency
        request.format = .csv
        let file = StatementBytes(Array(statement.utf8), path: "\(name).csv")
        _ = try Ingest(index, today: SampleDesk.today).importBytes(file, request)
    }

    private func send(_ method: String, _ target: String, _ body: String = "") throws -> (status: Int, json: JSON) {
        let request = try #require(
            HTTPRequest(
                method, target, headers: [("Host", "localhost"), ("Authorization", "Bearer \(token)")],
                body: Array(body.utf8), peer: "127.0.0.1"))
        let response = service.respond(to: request)
        return (response.status, (try? JSON.parse(response.body)) ?? .null)
    }

    @Test func whatIsNotKnownIsNull() throws {
        try bring("Checking", .usd, "Date,Description,Amount\n2026-10-02,H-E-B,-40.00\n")
        let accounts = try send("GET", "/api/accounts").json
        let summary = try send("GET", "/api/financial-summary").json
        for name in ["totalBalance", "totalBalanceCents"] { #expect(accounts[name]?.isNull == true, "\(name)") }
        for name in ["netWorth", "totalAssets", "totalLiabilities"] {
            #expect(summary[name]?.isNull == true && summary[name + "Cents"]?.isNull == true, "\(name)")
        }
        for answer in [accounts, summary] {
            #expect(answer["accountsWithoutBalance"]?.array?.compactMap(\.string) == ["Checking"])
        }
    }

    /// A limit is in the currency that was said, and is told, removed and held against spending in it.
    @Test func aLimitKeepsItsCurrency() throws {
        try bring("Checking", .usd, "Date,Description,Amount\n2026-10-02,H-E-B,-40.00\n2026-10-03,H-E-B,-5.00\n")
        try bring("Konto", .eur, "Date,Description,Amount\n2026-10-05,H-E-B,-20.00\n")
        let euros = try send(
            "POST", "/rules", #"{"category": "groceries", "monthly_limit_cents": 30000, "currency": "eur"}"#)
        #expect(euros.status == 200 && euros.json["currency"]?.string == "EUR", "\(euros.json.text)")
        let dollars = try send("POST", "/rules", #"{"category": "groceries", "monthly_limit_cents": 50000}"#)
        #expect(dollars.json["currency"]?.string == "USD")
        func limits() throws -> [String] {
            try send("GET", "/rules").json.array?.map {
                "\($0["currency"]?.string ?? "") \($0["monthly_limit_cents"]?.int64 ?? 0)"
            }
            .sorted() ?? []
        }
        #expect(try limits() == ["EUR 30000", "USD 50000"])
        let progress = try send("GET", "/analytics/rules-progress").json.array ?? []
        let spent = progress.map { "\($0["currency"]?.string ?? "") \($0["spent_mtd_cents"]?.int64 ?? 0)" }.sorted()
        #expect(spent == ["EUR 2000", "USD 4500"])
        // One that nothing is in, and what is none.
        for code in ["GBP", "euros", "XX"] {
            let body = #"{"category": "groceries", "monthly_limit_cents": 30000, "currency": "\#(code)"}"#
            #expect(try send("POST", "/rules", body).status == 400, "\(code)")
        }
        // By its number one goes, by the category all that are left.
        let number = try #require(euros.json["id"]?.int64)
        #expect(try send("DELETE", "/rules/\(number)").status == 200)
        #expect(try limits() == ["USD 50000"])
        #expect(try send("DELETE", "/rules/groceries").status == 200)
        #expect(try limits().isEmpty)
    }

    /// In dollars $1,000 became $1,100 (10%), in euros 2,000 became 2,500 (25%).
    @Test func eachCurrencyHasItsOwnFigures() throws {
        try bring(
            "Konto", .eur,
            "Date,Description,Amount,Balance\n2026-09-30,Gehalt,10.00,2000.00\n2026-10-05,Rewe,-20.00,1980.00\n"
                + "2026-10-09,Gehalt,520.00,2500.00\n")
        try bring(
            "Checking", .usd,
            "Date,Description,Amount,Balance\n2026-09-30,Payroll,10.00,1000.00\n2026-10-05,H-E-B,-40.00,960.00\n"
                + "2026-10-06,H-E-B,-10.00,950.00\n2026-10-09,Payroll,150.00,1100.00\n")
        _ = try send("PATCH", "/api/profile", #"{"preferredCurrency": "USD"}"#)
        let summary = try send("GET", "/api/financial-summary").json
        let other = try #require(summary["otherCurrencies"]?.array?.first)
        func figures(_ json: JSON) -> [String] {
            ["currency", "netWorthCents", "netWorthChangeCents", "netWorthChangePercent"].map { json[$0]?.text ?? "-" }
        }
        #expect(figures(summary) == ["\"USD\"", "110000", "10000", "10"])
        #expect(figures(other) == ["\"EUR\"", "250000", "50000", "25"])
        #expect(summary["assetBreakdown"]?.array?.map { $0["amountCents"]?.int64 } == [110_000])
        #expect(other["assetBreakdown"]?.array?.map { $0["percentage"]?.double } == [100])

        let accounts = try send("GET", "/api/accounts").json
        #expect(accounts["totalBalanceCents"]?.int64 == 110_000)
        #expect(accounts["otherCurrencies"]?[0]?["totalBalanceCents"]?.int64 == 250_000)

        let days = try send("GET", "/analytics/summary?range=mtd").json
        #expect(days["spend_cents"]?.int64 == 5_000 && days["charge_count"]?.int == 2)
        #expect(days["other_currencies"]?.text == #"[{"currency":"EUR","spend_cents":2000,"charge_count":1}]"#)

        // Groups have both beside each other, and those that are all in the other one aren't passed over.
        let categories = try send("GET", "/analytics/by-category?range=mtd").json.array ?? []
        #expect(
            categories.map(\.text) == [
                #"{"category":"groceries","spend_cents":5000,"count":2,"currency":"USD","#
                    + #""other_currencies":[{"currency":"EUR","spend_cents":2000,"count":1}]}"#
            ])
        let merchants = try send("GET", "/analytics/merchants?range=mtd").json.array ?? []
        #expect(merchants.map { $0["spend_cents"]?.int64 } == [5_000, 0])
        #expect(merchants.map { $0["other_currencies"]?[0]?["spend_cents"]?.int64 } == [nil, 2_000])
        let series = try send("GET", "/analytics/timeseries?range=mtd").json.array ?? []
        #expect(series.count == 31 && series[4]["spend_cents"]?.int64 == 4_000)
        #expect(series.compactMap { $0["other_currencies"]?[0]?["spend_cents"]?.int64 } == [2_000])

        let month = try send("GET", "/api/rag/summaries?month=2026-10").json
        #expect(month["other_currencies"]?[0]?["currency"]?.string == "EUR")
        #expect(month["other_currencies"]?[0]?["spending_cents"]?.int64 == 2_000)
        #expect(month["other_currencies"]?[0]?["largest"] == nil)
    }
}
