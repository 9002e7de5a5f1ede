import Importing
import Ledger
import Store

/// What happens while banks are asked, as it happens.
public enum SyncEvent: Sendable {
    case started(Connection)
    /// So many rows have come, and are kept together with those that are still to come.
    case read(Connection, rows: Int)
    /// Rows of an account are being kept; how much of all that came is, 0...1.
    case keeping(Connection, account: String, Double)
    /// A pull was kept, or would have been.
    case pulled(Connection, Period?, FeedReport)
    case problem(Connection, FeedProblem)
    case finished(SyncOutcome)
}

/// How the sync of one connection went.
public struct SyncOutcome: Sendable {
    public let connection: Connection
    public internal(set) var report = FeedReport()
    public internal(set) var problems: [FeedProblem] = []
    /// Whether a dry run left older history alone.
    public internal(set) var isCutShort = false
    /// Why it ended early; what was pulled before is kept.
    public internal(set) var error: FeedError?

    init(_ connection: Connection) { self.connection = connection }

    /// Adds what is wrong; rows that several pulls left out for the same reason are one sum.
    ///
    /// - Returns: whether it is news.
    fileprivate mutating func add(_ problem: FeedProblem) -> Bool {
        let same = problems.firstIndex { $0.rows != nil && $0.reason == problem.reason }
        if let same, problem.rows != nil {
            problems[same] = problems[same].adding(problem)
            return true
        }
        guard !problems.contains(problem) else { return false }
        problems.append(problem)
        return true
    }

    /// Whether a bank could not be read, or not as a whole.
    public var hasFailed: Bool { error != nil || problems.contains { !$0.isNotice } }
}

/// Asks connections for what is new and brings it into the index. One that fails does not stop the others.
public struct BankSync {
    private let index: HouseholdIndex
    /// The day that counts as today.
    public var today: CivilDate
    /// Seconds since 1970-01-01 UTC.
    private let now: () -> Int64
    private let feed: (FeedProvider) throws(FeedError) -> any Feed
    private let vault: () throws(FeedError) -> SecretVault

    /// Bring everything from this day on again; nil for what is new.
    public var since: CivilDate?
    /// Understand everything, keep nothing but the count of requests.
    public var isDryRun = false

    /// More pulls than any history has pieces.
    private static let mostPulls = 500

    /// - Parameters:
    ///   - feed: makes the feed of a provider.
    ///   - vault: asked for when the first secret is needed.
    public init(
        _ index: HouseholdIndex, today: CivilDate, now: @escaping () -> Int64,
        feed: @escaping (FeedProvider) throws(FeedError) -> any Feed,
        vault: @escaping () throws(FeedError) -> SecretVault
    ) {
        self.index = index
        self.today = today
        self.now = now
        self.feed = feed
        self.vault = vault
    }

    /// - Throws: `FeedError` when the user ends it.
    public func run(_ connections: [Connection], _ tell: @escaping (SyncEvent) throws -> Void = { _ in }) throws
        -> [SyncOutcome]
    {
        var outcomes: [SyncOutcome] = []
        for connection in connections {
            try tell(.started(connection))
            var outcome = SyncOutcome(connection)
            do {
                try sync(connection, &outcome, tell)
            } catch let error as FeedError {
                if error.reason == .cancelled { throw error }
                outcome.error = error
            } catch let error as StoreError {
                outcome.error = FeedError(.index, error.message)
            }
            try tellWarnings(&outcome, tell)
            if let error = outcome.error, !isDryRun { note(error, connection) }
            try tell(.finished(outcome))
            outcomes.append(outcome)
        }
        return outcomes
    }

    private func note(_ error: FeedError, _ connection: Connection) {
        if error.reason == .budget { return }
        if error.isOwn {
            try? index.noteOwnFault(error.message, ofConnection: connection.id)
        } else {
            try? index.note(error.health, error.message, isOver: error.isEnd, ofConnection: connection.id)
        }
    }

    /// What the provider warned of earlier, by a webhook, and has not come about yet.
    private func tellWarnings(_ outcome: inout SyncOutcome, _ tell: (SyncEvent) throws -> Void) throws {
        for warning in try index.warnings(ofConnection: outcome.connection.id)
        where !outcome.problems.contains(where: { $0.code == warning.code }) {
            let problem = FeedProblem(.ok, code: warning.code, message: warning.message)
            outcome.problems.append(problem)
            try tell(.problem(outcome.connection, problem))
        }
    }

    private func sync(
        _ connection: Connection, _ outcome: inout SyncOutcome, _ tell: @escaping (SyncEvent) throws -> Void
    ) throws {
        if !isDryRun { try index.noteAttempt(ofConnection: connection.id, at: now()) }
        guard let provider = FeedProvider(rawValue: connection.provider) else {
            throw FeedError(
                .configuration,
                "\(connection.name) uses “\(connection.provider)”, which this version of coach doesn't know")
        }
        let feed = try feed(provider)
        let secret = try index.sealedSecret(ofConnection: connection.id).map { sealed in
            try vault().open(sealed, for: connection.reference)
        }
        var page: String?
        var cursor = connection.cursor
        for _ in 0..<BankSync.mostPulls {
            // Read again: the cursor moves with each pull, of a dry run only here.
            guard let kept = try index.connection(id: connection.id) else { return }
            let current = isDryRun ? kept.at(cursor) : kept
            var request = try request(current, feed, page)
            request.didRead = { try? tell(.read(current, rows: $0)) }
            let pull = try feed.pull(Connected(current, secret: secret), request)
            cursor = pull.update.cursor ?? cursor
            var report = try Ingest(index, today: today)
                .apply(pull.update, of: current, at: now(), isDryRun: isDryRun) {
                    try? tell(.keeping(current, account: $0, $1))
                }
            outcome.report.add(report)
            report.takeBalances(from: outcome.report)
            try tell(.pulled(current, pull.period, report))
            let recoined = report.recoined.map(FeedProblem.recoined)
            for problem in pull.problems + recoined where outcome.add(problem) { try tell(.problem(current, problem)) }
            if let shortfall = pull.shortfall { outcome.error = shortfall }
            page = pull.next
            outcome.isCutShort = isDryRun && since == nil && page != nil
            // A whole history is not fetched for nothing.
            guard page != nil, !isDryRun || since != nil else { break }
        }
        if !isDryRun { try noteHealth(connection, outcome.problems) }
    }

    private func request(_ connection: Connection, _ feed: any Feed, _ page: String?) throws -> PullRequest {
        let most = feed.dailyRequests
        var request = PullRequest(today: today) { () throws(FeedError) in
            if let most { try count(connection, most) }
        }
        request.since = since
        request.page = page
        request.links = try index.connectionAccounts(of: connection.id)
        if let most {
            request.requestsLeft = max(0, most - (try index.requests(ofConnection: connection.id, at: now())))
        }
        return request
    }

    /// Counts a request before it is sent: what cannot be counted is not sent.
    private func count(_ connection: Connection, _ most: Int) throws(FeedError) {
        let count: Int
        do {
            count = try index.countRequest(ofConnection: connection.id, at: now())
        } catch {
            throw FeedError(.index, (error as? StoreError)?.message ?? "the index can't be written")
        }
        guard count <= most else {
            throw FeedError(
                .budget,
                "the \(most) requests that \(connection.name) allows a day are used up; sync again after midnight UTC"
                    + (since.map { ", with `--since \($0)`: nothing was read again" } ?? ""))
        }
    }

    /// Notes of the connection and of each of its accounts how they do.
    private func noteHealth(_ connection: Connection, _ problems: [FeedProblem]) throws {
        let faults = problems.filter { !$0.isNotice }
        for link in try index.connectionAccounts(of: connection.id) {
            let fault = faults.first { $0.accounts.contains(link.remoteID) }
            try index.note(fault?.health ?? .ok, fault?.message, ofLink: link.id)
        }
        let whole = faults.first { $0.accounts.isEmpty && $0.institution == nil }
        let health: ConnectionHealth = whole?.health ?? (faults.isEmpty ? .ok : .attention)
        // What no account of the connection tells goes first: a bank may have none here yet.
        let told = whole ?? faults.first { $0.accounts.isEmpty } ?? faults.first
        try index.note(health, told?.message, ofConnection: connection.id)
    }
}
