import Glibc
import Ledger
import Store

/// What is said of the bank connections behind accounts.
public struct AccountLinks {
    private let connections: [Connection]
    private let links: [ConnectionAccount]
    private let names: [Int64: String]
    /// What providers warn of, by connection.
    private let warnings: [Int64: [(code: String, message: String)]]

    public init(_ index: HouseholdIndex) throws(StoreError) {
        connections = try index.connections
        var warnings: [Int64: [(code: String, message: String)]] = [:]
        // One that is over has nothing to be warned of any more.
        for connection in connections where !connection.isOver {
            warnings[connection.id] = try index.warnings(ofConnection: connection.id)
        }
        self.warnings = warnings
        links = try index.connectionAccounts()
        names = Dictionary(uniqueKeysWithValues: try index.accounts.map { ($0.id, $0.name) })
    }

    public var isEmpty: Bool { connections.isEmpty }

    /// The connections that an account comes with; of several the one that was asked last, of those that list it.
    public func link(of account: Account) -> (link: ConnectionAccount, connection: Connection)? {
        func order(_ one: (link: ConnectionAccount, connection: Connection)) -> (Int, Int64) {
            (one.link.unlistedSince == nil ? 1 : 0, one.connection.syncedAt ?? 0)
        }
        return links.filter { $0.accountID == account.id }
            .compactMap { link in connections.first { $0.id == link.connectionID }.map { (link, $0) } }
            .max { order($0) < order($1) }
    }

    /// The day since which nobody lists an account, and who did; nil where it is listed, or comes with no bank.
    private func unlisted(_ account: Int64) -> (since: CivilDate, bank: String)? {
        let own = links.filter { $0.accountID == account }
        guard let last = own.compactMap({ link in link.unlistedSince.map { (link, $0) } }).max(by: { $0.1 < $1.1 }),
            own.allSatisfy({ $0.unlistedSince != nil })
        else { return nil }
        let connection = connections.first { $0.id == last.0.connectionID }
        return (last.1, last.0.institution ?? connection?.institution ?? connection?.name ?? "the bank")
    }

    /// What to know of accounts whose bank lists them no more: a sentence each.
    ///
    /// - Parameter accounts: each with the last day that says anything of it.
    public func unlisted(among accounts: [(account: Account, day: CivilDate)], on today: CivilDate) -> [String] {
        accounts.compactMap { account, day in
            guard let (since, bank) = unlisted(account.id), since <= today else { return nil }
            return "\(bank) no longer lists \(account.name) (since \(since.text(near: today))): its balance is that of "
                + day.text(near: today) + "."
        }
    }

    /// The health of an account, which is that of its connection where this could not be asked at all.
    public func health(_ link: ConnectionAccount, _ connection: Connection) -> ConnectionHealth {
        if [.failed, .relink].contains(connection.health) { return connection.health }
        if link.unlistedSince != nil || link.health == .ok && isWarned(connection) { return .attention }
        return link.health
    }

    /// Whether something is about to befall all accounts of a connection.
    private func isWarned(_ connection: Connection) -> Bool {
        (warnings[connection.id] ?? []).contains { !AccountLinks.ofSomeAccounts.contains($0.code) }
    }

    private static let ofSomeAccounts: Set<String> = ["USER_ACCOUNT_REVOKED", "NEW_ACCOUNTS_AVAILABLE"]

    // MARK: For people

    /// Bank, last sync, health.
    public func cells(of account: Account) -> [String] {
        guard let (link, connection) = link(of: account) else { return ["", "", ""] }
        return [
            link.institution ?? connection.institution ?? connection.name,
            connection.syncedAt.map { AccountLinks.time($0, isLocal: true) } ?? "never",
            words(link, connection),
        ]
    }

    private func words(_ link: ConnectionAccount, _ connection: Connection) -> String {
        let health = health(link, connection)
        if health == .attention, let day = link.unlistedSince { return "not listed since \(day.iso)" }
        return health == .ok && connection.missing != nil ? "ok, history incomplete" : AccountLinks.words(health)
    }

    private static func words(_ health: ConnectionHealth) -> String {
        switch health {
        case .ok: "ok"
        case .attention: "needs a look"
        case .relink: "sign in again"
        case .failed: "failed"
        }
    }

    /// The names of connections that have brought no account.
    public var withoutAccounts: [String] {
        connections.filter { one in !links.contains { $0.connectionID == one.id } }.map(\.name)
    }

    /// What is wrong, a sentence each.
    public var problems: [String] {
        var out: [String] = []
        for connection in connections where connection.health != .ok {
            let own = links.filter { $0.connectionID == connection.id }.compactMap(\.problem)
            for problem in [connection.problem].compactMap(\.self) + (warnings[connection.id] ?? []).map(\.message)
                + own
            {
                let line = (problem.hasPrefix(connection.name) ? "" : "\(connection.name): ") + problem + "."
                if !out.contains(line) { out.append(line) }
            }
        }
        for connection in connections {
            if let missing = connection.missing { out.append("\(connection.name): \(missing.text).") }
        }
        for account in Set(links.map(\.accountID)).sorted() {
            guard let (since, bank) = unlisted(account), let name = names[account] else { continue }
            out.append("\(bank) no longer lists \(name) (since \(since.longText)): its balance is the last one known.")
        }
        return out
    }

    // MARK: In a conversation

    /// When each connection was synced, and what is wrong with it.
    public func news(on today: CivilDate) -> String {
        let times = connections.map { connection in
            guard let synced = connection.syncedAt else { return "\(connection.name) was never synced." }
            return "\(connection.name) was last synced \(AccountLinks.ago(synced, on: today))."
        }
        return (times + problems).joined(separator: " ")
    }

    static func day(_ seconds: Int64) -> CivilDate {
        CivilDate(iso: String(time(seconds, isLocal: true).prefix(10))) ?? CivilDate(dayNumber: Int32(seconds / 86_400))
    }

    /// `today at 09:12`, `yesterday at 18:40`, `6 days ago, on October 25`.
    static func ago(_ seconds: Int64, on today: CivilDate) -> String {
        let day = day(seconds)
        let clock = time(seconds, isLocal: true).suffix(5)
        switch today.days(since: day) {
        case 0: return "today at \(clock)"
        case 1: return "yesterday at \(clock)"
        case let days where days > 1: return "\(days) days ago, on \(day.text(near: today))"
        default: return "on \(day.longText) at \(clock)"
        }
    }

    // MARK: For programs

    public func members(of account: Account) -> [(String, JSON)] {
        guard let (link, connection) = link(of: account) else { return [] }
        return [
            ("bank", .optional(link.institution ?? connection.institution, JSON.string)),
            ("connection", .string(connection.name)),
            ("synced_at", .optional(connection.syncedAt) { .string(AccountLinks.time($0, isLocal: false)) }),
            ("health", .string(health(link, connection).rawValue)),
            ("problem", .optional(link.problem ?? connection.problem, JSON.string)),
            ("unlisted_since", .optional(link.unlistedSince) { .string($0.iso) }),
        ]
    }

    public var json: [JSON] {
        connections.map { connection in
            .object([
                ("name", .string(connection.name)), ("provider", .string(connection.provider)),
                ("institution", .optional(connection.institution, JSON.string)),
                ("synced_at", .optional(connection.syncedAt) { .string(AccountLinks.time($0, isLocal: false)) }),
                ("health", .string(connection.health.rawValue)),
                ("problem", .optional(connection.problem, JSON.string)),
                ("missing", .optional(connection.missing?.text, JSON.string)),
            ])
        }
    }

    /// `2026-10-31 09:12` here, or `2026-10-31T09:12:00Z`.
    public static func time(_ seconds: Int64, isLocal: Bool) -> String {
        var moment = time_t(seconds)
        var parts = tm()
        _ = isLocal ? localtime_r(&moment, &parts) : gmtime_r(&moment, &parts)
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
        let day = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        let clock = "\(two(parts.tm_hour)):\(two(parts.tm_min))"
        return isLocal ? "\(day) \(clock)" : "\(day)T\(clock):\(two(parts.tm_sec))Z"
    }
}
