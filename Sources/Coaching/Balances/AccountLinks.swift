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
