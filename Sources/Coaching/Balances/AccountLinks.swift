import Glibc
import Ledger
import Store

/// What is said of the bank connections behind accounts.
public struct AccountLinks {
    private let connections: [Connection]
    private let links: [ConnectionAccount]

    public init(_ index: HouseholdIndex) throws(StoreError) {
        connections = try index.connections
        links = try index.connectionAccounts()
    }

    public var isEmpty: Bool { connections.isEmpty }

    /// The connections that an account comes with; of several the one that was asked last.
    public func link(of account: Account) -> (link: ConnectionAccount, connection: Connection)? {
        links.filter { $0.accountID == account.id }
            .compactMap { link in connections.first { $0.id == link.connectionID }.map { (link, $0) } }
            .max { ($0.connection.syncedAt ?? 0) < ($1.connection.syncedAt ?? 0) }
    }

    /// The health of an account, which is that of its connection where this could not be asked at all.
    public func health(_ link: ConnectionAccount, _ connection: Connection) -> ConnectionHealth {
        [.failed, .relink].contains(connection.health) ? connection.health : link.health
    }

    // MARK: For people

    /// Bank, last sync, health.
    public func cells(of account: Account) -> [String] {
        guard let (link, connection) = link(of: account) else { return ["", "", ""] }
        return [
            link.institution ?? connection.institution ?? connection.name,
            connection.syncedAt.map { AccountLinks.time($0, isLocal: true) } ?? "never",
            AccountLinks.words(health(link, connection)),
        ]
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
            for problem in [connection.problem].compactMap(\.self) + own {
                let line = (problem.hasPrefix(connection.name) ? "" : "\(connection.name): ") + problem + "."
                if !out.contains(line) { out.append(line) }
            }
        }
        return out
    }

    // MARK: In a conversation

    /// Days after which a bank has had something new to tell.
    private static let freshDays = 3

    /// When each connection was synced, and what is wrong with it.
    public func news(on today: CivilDate) -> String {
        let times = connections.map { connection in
            guard let synced = connection.syncedAt else { return "\(connection.name) was never synced." }
            return "\(connection.name) was last synced \(AccountLinks.ago(synced, on: today))."
        }
        return (times + problems).joined(separator: " ")
    }

    /// What to know of connections before relying on what accounts hold: a sentence each, without its point.
    public func staleness(of accounts: [Account], on today: CivilDate) -> [String] {
        let behind = Set(accounts.compactMap { link(of: $0)?.connection.id })
        return connections.filter { behind.contains($0.id) }.compactMap { connection in
            guard let synced = connection.syncedAt else { return nil }
            let age = today.days(since: AccountLinks.day(synced))
            guard age >= AccountLinks.freshDays else { return nil }
            let last = "\(connection.name) was last synced \(AccountLinks.ago(synced, on: today))"
            switch connection.health {
            case .relink: return last + ": it wants you to sign in again (`coach accounts` says how)"
            case .failed: return last + ": it couldn't be reached since (`coach accounts` says why)"
            case .ok, .attention: return last + "; `coach sync` brings what's new"
            }
        }
    }

    private static func day(_ seconds: Int64) -> CivilDate {
        CivilDate(iso: String(time(seconds, isLocal: true).prefix(10))) ?? CivilDate(dayNumber: Int32(seconds / 86_400))
    }

    /// `today at 09:12`, `yesterday at 18:40`, `6 days ago, on October 25`.
    private static func ago(_ seconds: Int64, on today: CivilDate) -> String {
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
