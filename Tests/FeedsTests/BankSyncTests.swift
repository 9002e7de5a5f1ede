import Glibc
import Importing
import Ledger
import Store
import Synchronization
import TestSupport
import Testing

@testable import Feeds

@Suite("Trying again")
struct BackoffTests {
    private func failing(_ reason: FeedError.Reason, retryAfter: Double? = nil) -> (calls: Int, waits: [Double]) {
        let waits = Mutex<[Double]>([])
        var backoff = Backoff()
        backoff.random = { 0.5 }
        backoff.pause = { seconds in waits.withLock { $0.append(seconds) } }
        var calls = 0
        _ = try? backoff.retrying { () throws(FeedError) in
            calls += 1
            throw FeedError(reason, "no", retryAfter: retryAfter)
        }
        return (calls, waits.withLock { $0 })
    }

    @Test(
        "What passes by itself is tried four times, waiting longer each time",
        arguments: [.network, .provider, .notReady] as [FeedError.Reason])
    func passing(_ reason: FeedError.Reason) {
        let (calls, waits) = failing(reason)
        #expect(calls == 4)
        #expect(waits == [0.5, 1, 2])
    }

    @Test(
        "What does not pass is told at once",
        arguments: [.relink, .revoked, .refused, .budget, .key, .malformed, .cancelled] as [FeedError.Reason])
    func lasting(_ reason: FeedError.Reason) { #expect(failing(reason).calls == 1) }

    @Test("The provider's own word for the wait is kept, unless it is too long")
    func retryAfter() {
        #expect(failing(.rateLimited, retryAfter: 7).waits == [7, 7, 7])
        #expect(failing(.rateLimited, retryAfter: 3_600).calls == 1)
    }
}

@Suite("A sync of several banks")
struct BankSyncTests {
    @Test("An account in another currency than before has nothing added to it, and that is said with what to do")
    func recoined() throws {
        let household = try Household()
        var pull = Pull()
        pull.update.accounts = [checking(balance: 700)]
        pull.update.added = [row("1", "2026-10-20", -525)]
        household.feed.pulls = [.success(pull)]
        #expect(try !household.sync.run(try household.index.connections)[0].hasFailed)
        pull.update.accounts = [
            FeedUpdate.Account(
                id: "A", name: "Checking A", institution: "Harbor", type: .checking, currency: .eur, balance: 900,
                balanceDay: day("2026-10-31"))
        ]
        pull.update.added.append(row("2", "2026-10-21", -800))
        household.feed.pulls = [.success(pull)]
        let outcome = try household.sync.run(try household.index.connections)[0]
        #expect(outcome.hasFailed)
        #expect(
            outcome.problems.map(\.message) == [
                "Checking A is in EUR now and was in USD, so nothing new of it is taken in. If your bank changed that, `coach "
                    + "accounts --currency EUR \"Checking A\"` goes on in EUR"
            ])
        #expect(try household.rows().count == 1)
        #expect(try household.index.connections[0].health == .attention)
        #expect(
            try household.index.database.rows("SELECT amount FROM balance") { $0.int(0) } == [700])
        // Connected again it is another account, with all that the bank has of it.
        try household.reconnect()
        #expect(try household.sync.run(try household.index.connections)[0].report.added == 2)
        #expect(try household.index.accounts.map(\.currency) == [.usd, .eur])
    }

    @Test("Amounts that no account holds are counted over all pieces and told once")
    func excessive() throws {
        let household = try Household()
        let pulls = (1...3).map { number in
            var pull = Pull()
            pull.update.accounts = [checking()]
            pull.update.added = [
                row("a\(number)", "2026-10-2\(number)", .max / 2), row("b\(number)", "2026-10-2\(number)", -525),
            ]
            pull.next = number < 3 ? "more" : nil
            return pull
        }
        household.feed.pulls = pulls.map { .success($0) }
        let report = try household.sync.run(try household.index.connections)[0].report
        #expect(report.added == 3)
        #expect(report.notes == ["3 transactions are left out: an amount larger than any account holds"])
    }

    @Test("One that fails does not stop the others, and is told")
    func isolation() throws {
        let household = try Household()
        let broken = try household.index.addConnection(
            named: "Broken", provider: "simplefin", reference: "b", institution: nil, sealedSecret: nil)
        let sealed = try household.index.addConnection(
            named: "Sealed", provider: "plaid", reference: "c", institution: nil, sealedSecret: [1, 2, 3])
        var pull = Pull()
        pull.update.accounts = [checking(balance: 700)]
        pull.update.added = [row("1", "2026-10-20", -525)]
        household.feed.pulls = [.success(pull)]
        let failing = StubFeed([.failure(FeedError(.provider, "out of order"))])
        let feed = household.feed
        let sync = BankSync(
            household.index, today: household.today, now: { 1_793_000_000 },
            feed: { provider throws(FeedError) in provider == .demo ? feed : failing },
            vault: { () throws(FeedError) in try SecretVault(Secret(String(repeating: "k", count: 32))) })
        var finished: [String] = []
        let outcomes = try sync.run([broken, sealed, household.connection]) { event in
            if case .finished(let outcome) = event { finished.append(outcome.connection.name) }
        }
        #expect(outcomes.map(\.hasFailed) == [true, true, false])
        #expect(outcomes.map(\.error?.reason) == [.provider, .key, nil])
        #expect(finished == ["Broken", "Sealed", "Stub"])
        #expect(try household.rows().count == 1)
        let health = try household.index.connections.map(\.health)
        #expect(health == [.ok, .failed, .failed])
    }

    @Test("An index that does not take what one bank told still takes what others tell")
    func storeErrors() throws {
        let household = try Household()
        let index = household.index
        let other = try index.addConnection(
            named: "Other", provider: "demo", reference: "o", institution: nil, sealedSecret: nil)
        let gone = try index.addConnection(
            named: "Gone", provider: "demo", reference: "g", institution: nil, sealedSecret: nil)
        var pull = Pull()
        pull.update.accounts = [checking()]
        pull.update.added = [row("1", "2026-10-20", -525)]
        household.feed.pulls = [.success(pull)]
        household.feed.onPull = { connection in
            if connection.name == "Gone" { _ = try? index.removeConnection(connection.id, deletingRows: false) }
        }
        let outcomes = try household.sync.run([gone, other])
        #expect(outcomes.map(\.error?.reason) == [.index, nil])
        #expect(try household.rows().count == 1)
    }

    @Test("A request that cannot be counted is not sent")
    func uncounted() throws {
        let household = try Household()
        household.feed.dailyRequests = 1
        household.feed.pulls = [.success(Pull())]
        #expect(try household.sync.run(household.index.connections)[0].error == nil)
        #expect(try household.sync.run(household.index.connections)[0].error?.reason == .budget)
        // Nothing is wrong with the bank.
        #expect(try household.index.connections[0].health == .ok)
        #expect(household.feed.requests.count == 1)
    }

    @Test("A key that is missing is a fault until it is there, not until the bank was asked again")
    func ownFaults() throws {
        let household = try Household()
        let index = household.index
        let sealed = try index.addConnection(
            named: "Sealed", provider: "plaid", reference: "c", institution: nil, sealedSecret: [1, 2, 3])
        let broken = try index.addConnection(
            named: "Broken", provider: "demo", reference: "b", institution: nil, sealedSecret: nil)
        household.feed.pulls = [.failure(FeedError(.provider, "out of order"))]
        _ = try household.sync.run([sealed, broken])
        #expect(try index.connections.map(\.health) == [.ok, .failed, .failed])
        #expect(try index.hasOwnFaults)
        try index.forgetOwnFaults()
        #expect(try index.connections.map(\.health) == [.ok, .ok, .failed])
        #expect(try !index.hasOwnFaults)
        // What a bank said since is none of coach's own.
        _ = try household.sync.run([sealed])
        try index.note(.relink, "sign in", ofConnection: sealed.id)
        try index.forgetOwnFaults()
        #expect(try index.connections[1].health == .relink)
    }

    @Test("What a bank says is wrong is kept with the accounts that it concerns, and forgotten when it is well")
    func health() throws {
        let household = try Household()
        var pull = Pull()
        pull.update.accounts = [checking("A"), checking("B")]
        pull.problems = [
            FeedProblem(.relink, code: "con.auth", message: "sign in", institution: "Harbor", accounts: ["B"])
        ]
        household.feed.pulls = [.success(pull)]
        #expect(try household.sync.run(household.index.connections)[0].hasFailed)
        #expect(try household.index.connectionAccounts().map(\.health) == [.ok, .relink])
        #expect(try household.index.connections[0].health == .attention)
        pull.problems = [FeedProblem(.ok, code: "gen.", message: "a notice")]
        household.feed.pulls = [.success(pull)]
        #expect(try !household.sync.run(household.index.connections)[0].hasFailed)
        #expect(try household.index.connectionAccounts().map(\.health) == [.ok, .ok])
        #expect(try household.index.connections[0].health == .ok)
    }

    @Test("A sync goes on until there is no more, each pull kept with its place")
    func pages() throws {
        let household = try Household()
        household.feed.pulls = (0..<5).map { number in
            var pull = Pull()
            pull.update.accounts = [checking()]
            pull.update.added = [row("\(number)", "2026-10-2\(number)", -100)]
            pull.update.cursor = "after \(number)"
            pull.next = number < 3 ? "page \(number + 1)" : nil
            return .success(pull)
        }
        let outcome = try household.sync.run(household.index.connections)[0]
        #expect(outcome.report.added == 4)
        #expect(household.feed.cursors == [nil, "after 0", "after 1", "after 2"])
        #expect(household.feed.requests.map(\.page) == [nil, "page 1", "page 2", "page 3"])
    }

    @Test("What was pulled before an error stays")
    func partial() throws {
        let household = try Household()
        var pull = Pull()
        pull.update.accounts = [checking()]
        pull.update.added = [row("1", "2026-10-20", -525)]
        pull.update.cursor = "one"
        pull.next = "more"
        household.feed.pulls = [.success(pull), .failure(FeedError(.network, "broke"))]
        let outcome = try household.sync.run(household.index.connections)[0]
        #expect(outcome.error?.reason == .network && outcome.report.added == 1)
        #expect(try household.index.connections[0].cursor == "one")
        #expect(try household.rows().count == 1)
    }

    @Test("Two syncs of one index: the second waits")
    func lock() throws {
        let folder = try TestFolder()
        let path = folder.file("coach.db")
        var waited = false
        do {
            let first = try SyncLock(besides: path) { waited = true }
            #expect(!waited)
            #expect(throws: FeedError.self) {
                _ = try SyncLock(besides: path) {
                    waited = true
                } isCancelled: {
                    true
                }
            }
            #expect(waited)
            _ = consume first
        }
        waited = false
        _ = try SyncLock(besides: path) { waited = true }
        #expect(!waited)
        #expect(TestFolder.mode(path + ".sync") == 0o600)
    }

    @Test("A day's requests are counted before they are sent, and begin anew the next day")
    func counting() throws {
        let household = try Household()
        let id = household.connection.id
        for count in 1...3 { #expect(try household.index.countRequest(ofConnection: id, at: 86_400 * 9) == count) }
        #expect(try household.index.requests(ofConnection: id, at: 86_400 * 10 - 1) == 3)
        #expect(try household.index.requests(ofConnection: id, at: 86_400 * 10) == 0)
        #expect(try household.index.countRequest(ofConnection: id, at: 86_400 * 10) == 1)
    }
}
