import Importing
import Ledger
import Store
import Testing

@testable import Feeds

@Suite("A bank that is connected once more")
struct ConnectionBookTests {
    private let index: HouseholdIndex
    private let vault: SecretVault
    private let feed = StubFeed()
    private let now: Int64 = 1_793_000_000

    init() throws {
        index = try HouseholdIndex(path: ":memory:")
        vault = try SecretVault(Secret(String(repeating: "k", count: 32)))
        feed.opened = [
            "first": ["A", "B"], "same": ["A", "B"], "more": ["A", "B", "C"], "less": ["B"], "part": ["B", "C"],
            "other": ["C"],
        ]
    }

    @discardableResult
    private func connect(_ secret: String) throws -> ConnectionBook.Kept {
        let grant = Grant(name: "SimpleFIN", reference: "simplefin-\(secret)", secret: Secret(secret))
        return try ConnectionBook(index).keep(grant, of: .simplefin, sealing: vault, asking: feed, at: now)
    }

    private func sync(_ accounts: [FeedUpdate.Account], _ rows: [FeedUpdate.Row]) throws -> SyncOutcome {
        var pull = Pull()
        (pull.update.accounts, pull.update.added, pull.update.cursor) = (accounts, rows, "1")
        feed.pulls = [.success(pull)]
        let sync = BankSync(
            index, today: day("2026-10-31"), now: { now }, feed: { _ throws(FeedError) in feed },
            vault: { () throws(FeedError) in vault })
        let last = try #require(try index.connections.last)
        return try sync.run([last])[0]
    }

    private func connected() throws {
        #expect(try connect("first").way == .connected)
        #expect(feed.asked == 0, "nobody else could have its accounts")
        _ = try sync([checking(), checking("B")], [row("t1", "2026-10-20", -525)])
    }

    private func secret() throws -> String {
        let one = try #require(try index.connections.first)
        let sealed = try #require(try index.sealedSecret(ofConnection: one.id))
        return try vault.open(sealed, for: one.reference).withBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func takeUp(at moment: Int64) throws -> ConnectionBook.TakenUp {
        try ConnectionBook(index).takeUp(
            asking: { _ throws(FeedError) in feed }, opening: { () throws(FeedError) in vault }, at: moment)
    }

    private func note(_ page: String, _ book: ConnectionBook) throws {
        let page = Linking(.visit(address: "https://x"), state: Secret(page), isResumable: true)
        #expect(try book.note(page, of: .plaid, sealing: vault, at: now) != nil)
    }

    private func redeem(_ token: String) throws -> ConnectionBook.Kept {
        try ConnectionBook(index).redeem(
            Ticket(token, at: "Harbor"), of: .plaid, sealing: vault, asking: feed, at: now)
    }

    private func harbor(_ access: String = "access") -> Result<Grant, FeedError> {
        .success(Grant(name: "Harbor", reference: "item-1", secret: Secret(access)))
    }

    @Test("A page that was left is asked about until something came of it, or nothing can any more")
    func pages() throws {
        let book = ConnectionBook(index)
        let page = Linking(.visit(address: "https://x"), state: Secret("token-1"), isResumable: true)
        for _ in 0..<4 { #expect(try book.note(page, of: .plaid, sealing: vault, at: now) != nil) }
        #expect(try book.note(Linking(.none, state: Secret("t")), of: .plaid, sealing: vault, at: now) == nil)
        let sealed = try index.openLinkings.map { String(decoding: $0.sealedSecret, as: UTF8.self) }
        #expect(sealed.count == 4 && !sealed.contains { $0.contains("token") })
        feed.grants["public-1"] = harbor()
        feed.left = [
            .success([Ticket("public-1", at: "Harbor")]), .success([]), .failure(FeedError(.refused, "used")),
            .failure(FeedError(.network, "down")),
        ]
        let first = try takeUp(at: now + 60)
        #expect(
            first.kept.map(\.connection.name) == ["Harbor"]
                && first.problems == ["what came of a page to sign in on isn't known yet: down"])
        #expect(feed.resumed == ["token-1", "token-1", "token-1", "token-1"])
        #expect(try secret() == "access")
        #expect(try index.openLinkings.count == 2)
        feed.left = [.success([]), .failure(FeedError(.network, "down"))]
        #expect(try takeUp(at: now + 4_000).kept.isEmpty)
        #expect(try index.openLinkings.count == 1)
        feed.left = [.failure(FeedError(.network, "down"))]
        #expect(try takeUp(at: now + 100_000).problems == [])
        #expect(try index.openLinkings.isEmpty)
    }

    @Test("A ticket is exchanged once, whoever brings it, and names its connection again")
    func ticketAgain() throws {
        feed.grants["public-1"] = harbor()
        #expect(try redeem("public-1").way == .connected)
        let again = try redeem("public-1")
        #expect(again.way == .before && again.connection.name == "Harbor")
        // A page that an app had shown, too.
        try note("token-1", ConnectionBook(index))
        feed.left = [.success([Ticket("public-1", at: "Harbor")])]
        let taken = try takeUp(at: now + 60)
        #expect(taken.kept.isEmpty && taken.problems.isEmpty)
        #expect(try index.openLinkings.isEmpty && feed.exchanged == ["public-1"])
        #expect(try index.connections.count == 1)
        #expect(
            try index.database.rows("SELECT token FROM token_use") { $0.text(0) }.allSatisfy { !$0.contains("public") })
        // When its connection has gone nothing of it is known any more.
        _ = try index.removeConnection(again.connection.id, deletingRows: false)
        #expect(throws: FeedError(.refused, "used")) { try redeem("public-1") }
    }

    @Test("Access that was given and not kept is told as lost, once, with what to do")
    func lostAccess() throws {
        // As a program that ended while it waited for the reply leaves it.
        feed.grants["public-1"] = .failure(FeedError(.network, "no reply"))
        #expect(throws: FeedError(.network, "no reply")) { try redeem("public-1") }
        let error = #expect(throws: FeedError.self) { try redeem("public-1") }
        #expect(error?.reason == .lost)
        #expect(
            error?.message
                == "the access to Harbor is lost: coach ended while it took it, and Plaid gives it only once; run "
                + "`coach connect plaid --new` to connect the bank again, and end what was lost at https://my.plaid.com"
        )
        // Whoever asks again is told the same.
        #expect(#expect(throws: FeedError.self) { try redeem("public-1") }?.reason == .lost)
        feed.grants["public-2"] = .failure(FeedError(.network, "no reply"))
        try note("token-1", ConnectionBook(index))
        feed.left = [.success([Ticket("public-2", at: "Harbor")]), .success([Ticket("public-2", at: "Harbor")])]
        #expect(
            try takeUp(at: now).problems == ["what came of a page to sign in on isn't known yet: no reply"])
        #expect(try takeUp(at: now).problems == [error?.message])
        #expect(try index.openLinkings.isEmpty && index.connections.isEmpty)
    }

    @Test("What was never good for anything is no access that was lost")
    func wrongTicket() throws {
        for _ in 0..<2 { #expect(throws: FeedError(.refused, "used")) { try redeem("typo") } }
        feed.grants["public-1"] = .failure(FeedError(.rateLimited, "wait"))
        #expect(throws: FeedError(.rateLimited, "wait")) { try redeem("public-1") }
        #expect(throws: FeedError(.refused, "used")) { try redeem("public-1") }
        #expect(try index.database.rows("SELECT token FROM token_use") { $0.text(0) } == [])
    }

    @Test("Access to the same accounts, or to more, renews the connection", arguments: ["same", "more"])
    func renewal(_ access: String) throws {
        try connected()
        let kept = try connect(access)
        #expect(kept.way == .renewed && kept.hasOtherAccess)
        #expect(try index.connections.map(\.name) == ["SimpleFIN"])
        #expect(try secret() == access)
        #expect(try index.connections[0].cursor == "1")
        #expect(try index.requests(ofConnection: kept.connection.id, at: now) == 1)
    }

    @Test("Access to some of the accounts takes nothing away")
    func less() throws {
        try connected()
        let kept = try connect("less")
        #expect(kept.way == .known && kept.hasOtherAccess)
        #expect(try secret() == "first")
        #expect(try index.connections.count == 1)
    }

    @Test("An account that was closed, or access that was revoked, is nothing to lose", arguments: [["B"], []])
    func closed(_ current: Set<String>) throws {
        try connected()
        feed.opened["first"] = current
        #expect(try connect("less").way == .renewed)
        #expect(try secret() == "less")
    }

    @Test("Access to accounts of which one is there: the others come with a new connection, that one does not")
    func part() throws {
        try connected()
        #expect(try connect("part").way == .connected)
        let rows = [row("x1", "2026-10-20", -525, account: "B"), row("x2", "2026-10-21", -900, account: "C")]
        let report = try sync([checking("B"), checking("C")], rows).report
        #expect(report.added == 1)
        #expect(report.notes == ["Checking B comes with SimpleFIN already"])
        #expect(try index.connectionAccounts().map(\.remoteID) == ["A", "B", "C"])
        // That is told once.
        #expect(try sync([checking("B"), checking("C")], rows).report.notes == [])
    }

    @Test("Access to other accounts, or of which nobody tells, is another connection", arguments: ["other", "unknown"])
    func other(_ access: String) throws {
        try connected()
        #expect(try connect(access).way == .connected)
        #expect(try index.connections.map(\.name) == ["SimpleFIN", "SimpleFIN 2"])
    }

    @Test("A connection whose access is gone goes on with the new one", arguments: ["less", "other", "unknown"])
    func broken(_ access: String) throws {
        try connected()
        try index.note(.relink, "revoked", ofConnection: 1)
        let kept = try connect(access)
        #expect(kept.way == .renewed && !kept.hasOtherAccess)
        #expect(try index.connections.map(\.health) == [.ok])
        #expect(try secret() == access)
    }

    @Test("An account of the same name at another bank is another account")
    func sameName() throws {
        try connected()
        #expect(try connect("other").way == .connected)
        var account = FeedUpdate.Account(id: "C", name: "Checking A", institution: "Cascade", currency: .usd)
        account.type = .checking
        #expect(try sync([account], [row("y1", "2026-10-22", -700, account: "C")]).report.added == 1)
        #expect(try index.accounts.map(\.name) == ["Checking A", "Checking B", "Cascade Checking A"])
    }

    @Test("Two people at one bank each have an account of one name: other digits or other rows are another account")
    func sameNameAtOneBank() throws {
        try connected()
        #expect(try connect("other").way == .connected)
        var account = FeedUpdate.Account(id: "C", name: "Checking A", institution: nil, currency: .usd)
        account.type = .checking
        let report = try sync([account], [row("y1", "2026-10-20", -700, account: "C")]).report
        #expect(report.added == 1 && report.notes == [])
        #expect(try index.accounts.count == 3)
    }

    // MARK: Access that is gone for good

    private func plaid(_ reference: String, at bank: String) throws -> ConnectionBook.Kept {
        let grant = Grant(name: bank, reference: reference, institution: bank, secret: Secret(reference))
        return try ConnectionBook(index).keep(grant, of: .plaid, sealing: vault, asking: feed, at: now)
    }

    @Test("What ends a connection for good leaves nothing to mend; what comes to nothing changes nothing of that")
    func over() throws {
        let kept = try plaid("item-1", at: "Harbor").connection
        #expect(!kept.isOver)
        feed.pulls = [.failure(FeedError(.revoked, "revoked"))]
        let sync = BankSync(
            index, today: day("2026-10-31"), now: { now }, feed: { _ throws(FeedError) in feed },
            vault: { () throws(FeedError) in vault })
        _ = try sync.run([kept])
        #expect(try index.connection(id: kept.id)?.isOver == true)
        feed.pulls = [.failure(FeedError(.network, "away"))]
        _ = try sync.run([kept])
        let over = try #require(try index.connection(id: kept.id))
        #expect(over.isOver)
        _ = try ConnectionBook(index).begin(feed, mending: Connected(over, secret: nil))
        #expect(feed.begun == [nil])
    }

    @Test("A provider that finds out when it is to be mended begins a new one", arguments: [true, false])
    func foundOut(_ isGone: Bool) throws {
        let kept = try plaid("item-1", at: "Harbor").connection
        feed.mendingError = FeedError(isGone ? .revoked : .network, "no")
        let begin = { try ConnectionBook(index).begin(feed, mending: Connected(kept, secret: nil)) }
        guard isGone else {
            #expect(throws: FeedError.self) { try begin() }
            return
        }
        _ = try begin()
        #expect(feed.begun == ["Harbor", nil])
        #expect(try index.connection(id: kept.id)?.isOver == true)
    }

    @Test("The new connection takes over name and rows of the one that is over, at the same bank only")
    func replaced() throws {
        let old = try plaid("item-1", at: "Harbor").connection
        _ = try sync([checking()], [row("t1", "2026-10-20", -525), row("t2", "2026-10-21", -900)])
        try index.note(.relink, "gone", isOver: true, ofConnection: old.id)
        #expect(try plaid("item-7", at: "Cascade").way == .connected)
        let kept = try plaid("item-2", at: "Harbor")
        #expect(kept.way == .renewed && kept.connection.name == "Harbor")
        #expect(try index.connections.map(\.reference) == ["item-7", "item-2"])
        #expect(feed.removed == ["Harbor"])
        let told = [row("x1", "2026-10-20", -525, account: "N"), row("x2", "2026-10-21", -900, account: "N")]
        var account = checking("N")
        account.name = "Checking A"
        #expect(try sync([account], told).report.added == 0)
        #expect(try index.accounts.map(\.name) == ["Checking A"])
        // All of it goes on with the new one.
        #expect(try index.removeConnection(kept.connection.id, deletingRows: true) == 2)
    }
}
