import Feeds
import Ledger
import Store

/// How routes reach banks: the providers of the configuration, the key of their secrets, and who else is told.
public struct BankDoor: Sendable {
    public var feed: @Sendable (FeedProvider, HouseholdIndex) throws(FeedError) -> any Feed
    public var vault: @Sendable (HouseholdIndex) throws(FeedError) -> SecretVault
    /// Brings the sample household's files into an index.
    public var seedDemo: @Sendable (HouseholdIndex) throws -> Void
    /// Called when a sync has ended, to tell the addresses of webhooks.
    public var didSync: @Sendable (HouseholdIndex, [SyncOutcome]) -> Void
    /// The day on which banks are read, whatever day questions are asked by; nil: that one.
    public var today: (@Sendable () -> CivilDate)?

    public init(
        feed: @escaping @Sendable (FeedProvider, HouseholdIndex) throws(FeedError) -> any Feed,
        vault: @escaping @Sendable (HouseholdIndex) throws(FeedError) -> SecretVault,
        seedDemo: @escaping @Sendable (HouseholdIndex) throws -> Void,
        didSync: @escaping @Sendable (HouseholdIndex, [SyncOutcome]) -> Void
    ) {
        (self.feed, self.vault, self.seedDemo, self.didSync) = (feed, vault, seedDemo, didSync)
    }
}

/// Carries out what concerns the bank connections of one index.
struct BankDesk {
    let door: BankDoor
    let index: HouseholdIndex
    let today: CivilDate
    let now: @Sendable () -> Int64

    /// - Throws: `HTTPFault` where no bank can be reached.
    init(_ service: WebService, _ index: HouseholdIndex) throws {
        guard let door = service.settings.banks else {
            throw HTTPFault(.conflict, "no bank can be reached from here")
        }
        (self.door, self.index) = (door, index)
        (today, now) = (door.today?() ?? service.settings.today(), service.settings.now)
    }

    /// Asks every bank for what is new, with those whose owner signed in on a page that nobody waited for any more.
    ///
    /// - Parameter isFull: whether all that they have is asked for again.
    /// - Throws: `HTTPFault` where none is connected.
    func syncAll(isFull: Bool = false) throws -> Round {
        try locked {
            let book = ConnectionBook(index)
            let taken = try book.takeUp(asking: feed, opening: vault, at: now())
            let connections = try index.connections
            guard !connections.isEmpty else {
                throw HTTPFault(
                    .conflict,
                    taken.problems.first ?? "no bank is connected yet; POST /api/plaid/link-token begins that")
            }
            var round = Round(outcomes: try run(connections, isFull: isFull), notices: taken.problems)
            for one in taken.kept where one.connection.provider == FeedProvider.plaid.rawValue {
                let name = one.connection.name
                do {
                    guard try book.endWithoutOwnAccounts(one, asking: plaid(), opening: vault()) else { continue }
                    round.notices.append("\(name) brings no account of its own, so it was disconnected again")
                } catch let error as FeedError {
                    round.notices.append("\(name) brings no account of its own but couldn't be ended: \(error.message)")
                }
            }
            return round
        }
    }

    /// How a sync of every bank went.
    struct Round {
        var outcomes: [SyncOutcome]
        /// What concerns none of the connections; a sentence each.
        var notices: [String]
    }

    /// Asks banks for what is new, one sync of an index at a time.
    func sync(_ connections: [Connection]) throws -> [SyncOutcome] {
        try locked { try run(connections, isFull: false) }
    }

    private func run(_ connections: [Connection], isFull: Bool) throws -> [SyncOutcome] {
        var sync = BankSync(index, today: today, now: now, feed: feed, vault: vault)
        if isFull { sync.since = CivilDate(year: 1970, month: 1, day: 1) }
        let outcomes = try sync.run(connections)
        door.didSync(index, outcomes)
        return outcomes
    }

    private var feed: (FeedProvider) throws(FeedError) -> any Feed {
        { [door, index] provider throws(FeedError) in try door.feed(provider, index) }
    }

    private var vault: () throws(FeedError) -> SecretVault {
        { [door, index] () throws(FeedError) in try door.vault(index) }
    }

    func plaid() throws -> Plaid {
        guard let plaid = try door.feed(.plaid, index) as? Plaid else {
            throw HTTPFault(.conflict, "Plaid can't be reached from here")
        }
        return plaid
    }

    /// Begins to connect a bank. What comes of the page is taken up by the next sync, unless the app that shows it brings it first.
    ///
    /// - Parameter name: of the connection that is to be mended; nil for a new one.
    func begin(mending name: String?) throws -> Linking {
        let book = ConnectionBook(index)
        let plaid = try plaid()
        guard let name else {
            let vault = try vault()
            let linking = try plaid.begin(mending: nil)
            _ = try book.note(linking, of: .plaid, sealing: vault, at: now())
            return linking
        }
        guard let connection = try index.connections.first(where: { $0.name == name && $0.provider == "plaid" }) else {
            throw HTTPFault(.notFound, "there's no such connection")
        }
        let secret = try index.sealedSecret(ofConnection: connection.id).map { sealed in
            try vault().open(sealed, for: connection.reference)
        }
        return try book.begin(plaid, mending: Connected(connection, secret: secret))
    }

    /// Keeps the access that a public token stands for, once: the same token gives the same connection.
    func connect(_ publicToken: String, at bank: String) throws -> Connection {
        try locked {
            // A public token is good once: what could go wrong with keeping it is tried before it is spent.
            let vault = try vault()
            return try ConnectionBook(index).redeem(
                Ticket(publicToken, at: bank), of: .plaid, sealing: vault, asking: plaid(), at: now()
            ).connection
        }
    }

    /// The sample's rows and its bank, for an index without rows of its own: all of it or nothing, since half of a sample would
    /// be taken for somebody's own rows.
    func connectDemo() throws {
        guard try index.connections.isEmpty else { return }
        let vault = try door.vault(index)
        try index.database.together {
            if try index.isEmpty { try door.seedDemo(index) }
            let bank = DemoBank()
            for grant in try bank.finish(try bank.begin(mending: nil), answer: nil) {
                _ = try ConnectionBook(index).keep(grant, of: .demo, sealing: vault, at: now())
            }
        }
    }

    /// - Parameters:
    ///   - isForced: whether it is forgotten even where the provider could not be told.
    ///   - forget: the last step, which forgets it here; told, in a sentence, where the provider could not be told.
    /// - Throws: `FeedError` where it could not and the connection therefore stays: without its secret nobody could end the access
    ///   any more.
    func disconnect<T>(_ connection: Connection, isForced: Bool, forget: (_ warning: String?) throws -> T) throws -> T {
        try locked {
            var warning: String?
            do {
                try ConnectionBook(index).revoke(connection, feed: feed, vault: vault)
            } catch let error as FeedError {
                guard isForced else { throw error }
                warning = "\(connection.name) may still have access: \(error.message)"
            }
            return try forget(warning)
        }
    }

    private func locked<T>(_ body: () throws -> T) throws -> T {
        let path = index.database.path
        guard path != ":memory:" else { return try body() }
        let lock = try SyncLock(besides: path, onWaiting: {})
        defer { _ = lock }
        return try body()
    }
}

extension SyncOutcome {
    /// How the sync of a connection went.
    ///
    /// - Parameter isResumed: whether one that was cut off went before it for the same request.
    func json(isResumed: Bool = false) -> JSON {
        let told = problems.filter { !$0.isNotice }.map(\.message) + [error?.message].compactMap(\.self)
        return .object([
            ("connection", .string(connection.name)), ("provider", .string(connection.provider)),
            ("ok", .bool(!hasFailed)), ("added", .int(report.added)), ("updated", .int(report.updated)),
            ("removed", .int(report.gone)), ("withheld", .int(report.withheld.count)),
            ("code", .optional(error?.code, JSON.string)),
            ("problems", .strings(told)),
            (
                "notices",
                .strings(
                    problems.filter(\.isNotice).map(\.message)
                        + (isResumed
                            ? ["this sync was cut off before; what it had brought by then is there, and isn't counted"]
                            : []))
            ),
        ])
    }

    static let shape = Shape.object([
        ("connection", Shape.text), ("provider", Shape.text), ("ok", Shape.flag), ("added", Shape.whole),
        ("updated", Shape.whole), ("removed", Shape.whole), ("withheld", Shape.whole),
        ("code", Shape.orNull(Shape.text)),
        ("problems", Shape.list(Shape.text)), ("notices", Shape.list(Shape.text)),
    ])
}
