import Importing
import Ledger
import Retrieval
import Store

@testable import Feeds

/// A bank that says what a test tells it to.
final class StubFeed: Feed {
    /// What the pulls bring, one after the other; the last one again and again.
    var pulls: [Result<Pull, FeedError>]
    private(set) var requests: [PullRequest] = []
    var dailyRequests: Int?
    var onPull: (Connection) -> Void = { _ in }
    private(set) var cursors: [String?] = []
    private(set) var secrets: [String?] = []

    init(_ pulls: [Result<Pull, FeedError>] = []) { self.pulls = pulls }

    /// Why nothing can be mended.
    var mendingError: FeedError?
    private(set) var begun: [String?] = []
    private(set) var removed: [String] = []

    func begin(mending connected: Connected?) throws(FeedError) -> Linking {
        begun.append(connected?.connection.name)
        if connected != nil, let mendingError { throw mendingError }
        return Linking(.none)
    }
    func finish(_ linking: Linking, answer: Secret?) throws(FeedError) -> [Grant] {
        [Grant(name: "Stub", reference: "stub-1", secret: answer)]
    }
    /// What comes of pages that were left, one after the other.
    var left: [Result<[Ticket], FeedError>] = []
    private(set) var resumed: [String?] = []
    /// What tickets give, by their token; each is good once.
    var grants: [String: Result<Grant, FeedError>] = [:]
    private(set) var exchanged: [String] = []

    func tickets(of linking: Linking) throws(FeedError) -> [Ticket] {
        guard !left.isEmpty else { return [] }
        resumed.append(linking.state?.text)
        return try left.removeFirst().get()
    }

    func exchange(_ ticket: Ticket) throws(FeedError) -> Grant {
        exchanged.append(ticket.token)
        guard let grant = grants.removeValue(forKey: ticket.token) else { throw FeedError(.refused, "used") }
        return try grant.get()
    }
    func remove(_ connected: Connected) throws(FeedError) { removed.append(connected.connection.name) }
    /// By the words of a secret; nil: the provider cannot be reached.
    var opened: [String: Set<String>] = [:]
    private(set) var asked = 0

    func accounts(openedBy secret: Secret) throws(FeedError) -> Set<String>? {
        asked += 1
        guard let found = opened[secret.withBytes({ String(decoding: $0, as: UTF8.self) })] else {
            throw FeedError(.network, "unreachable")
        }
        return found
    }

    func pull(_ connected: Connected, _ request: PullRequest) throws(FeedError) -> Pull {
        try request.willSend()
        requests.append(request)
        cursors.append(connected.connection.cursor)
        secrets.append(connected.secret?.withBytes { String(decoding: $0, as: UTF8.self) })
        onPull(connected.connection)
        let next = pulls.count > 1 ? pulls.removeFirst() : pulls[0]
        return try next.get()
    }
}

/// An index in memory with one connection, and what a bank says of it, row by row.
final class Household {
    let index: HouseholdIndex
    let feed = StubFeed()
    let connection: Connection
    var today = day("2026-10-31")
    private var made = 1

    init() throws {
        index = try HouseholdIndex(path: ":memory:")
        connection = try index.addConnection(
            named: "Stub", provider: "demo", reference: "stub-1", institution: nil, sealedSecret: nil)
    }

    var sync: BankSync {
        BankSync(
            index, today: today, now: { 1_793_000_000 }, feed: { _ throws(FeedError) in self.feed },
            vault: { () throws(FeedError) in throw FeedError.noCrypto })
    }

    /// Ends the connection, its rows kept, and makes it again.
    func reconnect(provider: String = "demo") throws {
        for old in try index.connections { _ = try index.removeConnection(old.id, deletingRows: false) }
        made += 1
        _ = try index.addConnection(
            named: "Stub", provider: provider, reference: "stub-\(made)", institution: nil, sealedSecret: nil)
    }

    /// Brings an update in as a sync would.
    @discardableResult
    func apply(_ update: FeedUpdate, by connection: Connection? = nil) throws -> FeedReport {
        var pull = Pull()
        pull.update = update
        feed.pulls = [.success(pull)]
        let outcome = try sync.run(try connection.map { [$0] } ?? index.connections)[0]
        if let error = outcome.error { throw error }
        return outcome.report
    }

    /// What a bank lists of one account: all that there is of the last 30 days.
    @discardableResult
    func list(_ rows: [FeedUpdate.Row], account: String = "A", by connection: Connection? = nil) throws -> FeedReport {
        var update = FeedUpdate()
        update.accounts = [checking(account)]
        update.added = rows
        update.listed = [account: FeedUpdate.Listing(Period(today.adding(days: -30), today))]
        return try apply(update, by: connection)
    }

    /// Imports a file of the account that the connection lists.
    ///
    /// - Returns: how many rows were new.
    @discardableResult
    func importCSV(_ text: String, account: String? = "Checking A", named name: String = "bank") throws -> Int {
        var request = IngestRequest()
        request.account = account
        request.options.keepsSign = true
        return try Ingest(index, today: today)
            .importBytes(StatementBytes(Array(text.utf8), path: "\(name).csv"), request).added
    }

    func rows() throws -> [String] {
        var out: [String] = []
        try index.forEachTransaction(in: nil) { row in
            let flags = [row.status == .pending ? "pending" : nil, row.isExcluded ? "excluded" : nil, row.notes]
            out.append(
                ([row.date.iso, row.merchant, row.amount.plainText, row.category] + flags.compactMap(\.self))
                    .joined(separator: " | "))
        }
        return out.sorted()
    }

    /// Counted spending, all days, in cents: from the rows, and from the sums over months.
    func spending() throws -> (rows: Int64, totals: Int64) {
        let rows = try index.database.first("SELECT coalesce(sum(spent), 0) FROM spending") { $0.int(0) } ?? 0
        let totals =
            try index.database.first("SELECT coalesce(-sum(amount), 0) FROM month_total WHERE kind < 2") { $0.int(0) }
            ?? 0
        return (rows, totals)
    }
}

func day(_ iso: String) -> CivilDate { CivilDate(iso: iso)! }

func checking(_ id: String = "A", balance: Int64? = nil, on balanceDay: String = "2026-10-31") -> FeedUpdate.Account {
    FeedUpdate.Account(
        id: id, name: "Checking \(id)", institution: "Harbor", type: .checking, currency: .usd, balance: balance,
        balanceDay: balance == nil ? nil : day(balanceDay))
}

func row(
    _ id: String, _ date: String, _ cents: Int64, _ text: String = "CORNER DELI #7", account: String = "A",
    posted: String? = nil, isPending: Bool = false, was pendingID: String? = nil
) -> FeedUpdate.Row {
    var record = ImportedRecord(
        line: 1, date: day(date), posted: posted.map { day($0) }, description: text, minorUnits: cents,
        isPending: isPending)
    record.pendingID = pendingID
    return FeedUpdate.Row(account: account, id: id, record: record)
}
