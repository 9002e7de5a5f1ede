import Glibc
import Ledger
import Store
import Testing

@testable import Feeds

@Suite("A provider that takes a connection and never answers")
struct SilentProviderTests {
    private let vault: SecretVault

    init() throws { vault = try SecretVault(Secret(String(repeating: "k", count: 32))) }

    @Test(
        "It is waited for once, is told of, and keeps no other connection waiting for good",
        arguments: ["plaid", "simplefin"])
    func silent(_ provider: String) throws {
        let listener = try Listener()
        try #require(listen(listener.descriptor, 8) == 0)
        let address = "http://127.0.0.1:\(listener.port)"
        let household = try Household()
        let secret = Secret(provider == "plaid" ? "access-1" : "http://user:word@127.0.0.1:\(listener.port)/simplefin")
        let silent = try household.index.addConnection(
            named: "Silent", provider: provider, reference: "silent", institution: nil,
            sealedSecret: try vault.seal(secret, for: "silent"))
        var pull = Pull()
        pull.update.accounts = [checking()]
        pull.update.added = [row("1", "2026-10-20", -525)]
        household.feed.pulls = [.success(pull)]
        let stub = household.feed
        let sync = BankSync(
            household.index, today: household.today, now: { 1_793_000_000 },
            feed: { asked throws(FeedError) -> any Feed in
                let http = BankHTTP(timeout: 0.3)
                switch asked {
                case .plaid:
                    return Plaid(
                        http,
                        PlaidSettings(.local(address), clientID: "client", secret: Secret("word"), userID: "household"))
                case .simplefin: return SimpleFIN(http)
                case .demo: return stub
                }
            }, vault: { () throws(FeedError) in vault })
        let outcomes = try sync.run([silent, household.connection])
        #expect(outcomes.map(\.hasFailed) == [true, false])
        let error = try #require(outcomes[0].error)
        #expect(error.reason == .network && error.hasTimedOut && error.message.contains("didn't answer within"))
        #expect(outcomes[1].report.added == 1)
        #expect(try household.index.connection(id: silent.id)?.health == .failed)
        // Asked once: a day's requests are few.
        #expect(
            try household.index.requests(ofConnection: silent.id, at: 1_793_000_000) == (provider == "plaid" ? 0 : 1))
    }
}
