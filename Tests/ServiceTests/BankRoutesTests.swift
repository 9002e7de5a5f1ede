import Feeds
import Glibc
import Ledger
import Store
import Synchronization
import TestSupport
import Testing

@testable import Service

/// Banks over HTTP: the sample's bank, and one that wants its owner to sign in again.
@Suite struct BankRoutesTests {
    private struct BrokenBank: Feed {
        func begin(mending connected: Connected?) throws(FeedError) -> Linking { Linking(.none) }
        func finish(_ linking: Linking, answer: Secret?) throws(FeedError) -> [Feeds.Grant] { [] }
        func pull(_ connected: Connected, _ request: PullRequest) throws(FeedError) -> Pull {
            throw FeedError(.relink, "the bank wants you to sign in again", code: "con.auth")
        }
        func remove(_ connected: Connected) throws(FeedError) {}
    }

    private let folder: TestFolder
    private let service: WebService
    private let token: String
    /// Names of connections whose sync failed, as whoever tells others gets them.
    private let told: Told

    private final class Told: Sendable {
        /// Days since the sample's last one.
        let later = Mutex(0)
        /// Whether the sample's rows were seen by nobody else before its bank was connected.
        let isHidden = Mutex(false)
        let names = Mutex<[String]>([])
    }

    init() throws {
        folder = try TestFolder()
        var book = TokenBook()
        token = try book.add("desk", for: "me", .admin, now: 1_000, days: 1)
        let (tokens, told) = (book, Told())
        self.told = told
        var settings = WebService.Settings(
            tokens: { tokens }, today: { SampleDesk.today.adding(days: told.later.withLock { $0 }) }, now: { 2_000 })
        settings.banks = BankDoor(
            feed: { provider, _ throws(FeedError) in
                if provider == .demo { return DemoBank() }
                return BrokenBank()
            },
            vault: { _ throws(FeedError) in try SecretVault(Secret("a key of tests, which is long enough")) },
            seedDemo: { index in
                try SampleDesk.bring(into: index)
                let other = try HouseholdIndex(path: index.database.path).isEmpty
                told.isHidden.withLock { $0 = other }
            },
            didSync: { _, outcomes in
                told.names.withLock { $0 += outcomes.filter(\.hasFailed).map(\.connection.name) }
            })
        let path = folder.path + "/coach.db"
        let open: Households.Open = { person, makes in
            guard makes || access(path, F_OK) == 0 else { return nil }
            return (try HouseholdIndex(path: path), .init())
        }
        service = WebService(settings, Households(open: open))
    }

    private func send(_ method: String, _ target: String, _ body: String = "") throws -> (status: Int, json: JSON) {
        let response = try respond(method, target, body)
        return (response.status, (try? JSON.parse(response.body)) ?? .null)
    }

    private func respond(_ method: String, _ target: String, _ body: String = "") throws -> HTTPResponse {
        let request = try #require(
            HTTPRequest(
                method, target, headers: [("Host", "localhost"), ("Authorization", "Bearer \(token)")],
                body: Array(body.utf8), peer: "127.0.0.1"))
        return service.respond(to: request)
    }

    /// Half a sample would be taken for somebody's own rows: whenever the process ends, all of it is there or nothing.
    @Test func aSampleIsThereAsAWhole() throws {
        #expect(try send("POST", "/api/transactions/sync", #"{"demoSeed": true}"#).status == 200)
        #expect(told.isHidden.withLock { $0 })
    }

    /// Days that a bank wasn't read of are no days without spending, in a list either.
    @Test func listsSayWhatIsMissing() throws {
        _ = try send("POST", "/api/transactions/sync", #"{"demoSeed": true}"#)
        let lists = ["by-category", "timeseries", "merchants", "rules-progress"].map { "/analytics/" + $0 }
        told.later.withLock { $0 = 40 }
        let notes = try #require(try send("GET", "/analytics/summary?range=mtd").json["notes"])
        #expect(notes.array?.isEmpty == false)
        for path in lists {
            let range = path.hasSuffix("progress") ? "" : "?range=mtd"
            let header = try #require(try respond("GET", path + range).header("Coach-Notes"))
            #expect(header.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
            #expect(try JSON.parse(Array(header.utf8)).text == notes.text)
        }
        let rest = try send("GET", "/api/financial-summary").json["warnings"]?.array ?? []
        #expect(!rest.isEmpty)
    }

    @Test func oneBankThatFailsDoesNotStopTheOthers() throws {
        #expect(try send("GET", "/api/accounts").json["accounts"]?.array?.isEmpty == true)
        for address in ["/api/transactions/sync", "/api/connected-accounts/refresh"] {
            let said = try send("POST", address)
            #expect(said.status == 409, "\(address)")
            #expect(said.json["error"]?["message"]?.string?.contains("/api/plaid/link-token") == true)
        }
        let seeded = try send("POST", "/api/transactions/sync", #"{"demoSeed": true}"#)
        #expect(seeded.json["added"]?.int == 5)
        #expect(seeded.json["ok"]?.bool == true)
        try service.households.with("me") { seat in
            _ = try seat.index.addConnection(
                named: "Old Bank", provider: "simplefin", reference: "r", institution: nil, sealedSecret: nil)
        }
        let again = try send("POST", "/api/connected-accounts/refresh").json
        #expect(again["ok"]?.bool == false)
        #expect(again["added"]?.int == 4)
        let parts = again["connections"]?.array ?? []
        #expect(parts.map { $0["ok"]?.bool } == [true, false])
        #expect(parts.last?["code"]?.string == "con.auth")
        #expect(told.names.withLock { $0 } == ["Old Bank"])
        // The sample is not mixed with somebody's own banks.
        #expect(try send("POST", "/api/transactions/sync", #"{"demoSeed": true}"#).status == 409)
        let accounts = try send("GET", "/api/connected-accounts").json["accounts"]?.array ?? []
        #expect(!accounts.isEmpty)
        #expect(accounts.allSatisfy { $0["connection"]?.string == "Demo Bank" && $0["isActive"]?.bool == true })
        let id = try #require(accounts[0]["id"]?.int64)
        let ended = try send("DELETE", "/api/connected-accounts/\(id)?transactions=delete")
        #expect(ended.json["transactionsRemoved"]?.int == 9)
        #expect(try send("GET", "/api/connected-accounts").json["accounts"]?.array?.isEmpty == true)
        #expect(try send("DELETE", "/api/connected-accounts/\(id)").status == 404)
    }

    @Test func whatIsNotSetUpSaysSoWithoutPaths() throws {
        let plain = try send("POST", "/api/plaid/link-token")
        #expect(plain.status == 409)
        #expect(plain.json["error"]?["message"]?.string == "Plaid can't be reached from here")
        #expect(try send("POST", "/webhooks/plaid", "{}").status == 401)
    }

    @Test func whatIsOwnedAddsUp() throws {
        _ = try send("POST", "/api/transactions/sync", #"{"demoSeed": true}"#)
        let summary = try send("GET", "/api/financial-summary").json
        func cents(_ name: String) -> Int64 { summary[name]?.int64 ?? -1 }
        #expect(cents("netWorthCents") == cents("totalAssetsCents") - cents("totalLiabilitiesCents"))
        let parts = (summary["assetBreakdown"]?.array ?? []).filter { $0["kind"]?.string != "liabilities" }
        #expect(parts.reduce(0) { $0 + ($1["amountCents"]?.int64 ?? 0) } == cents("totalAssetsCents"))
        #expect(abs(parts.reduce(0.0) { $0 + ($1["percentage"]?.double ?? 0) } - 100) < 0.3)
        #expect(summary["months"]?.array?.last?["net_worth_cents"]?.int64 == cents("netWorthCents"))
        let accounts = try send("GET", "/api/accounts").json
        #expect(accounts["totalBalanceCents"]?.int64 == cents("netWorthCents"))
    }
}
