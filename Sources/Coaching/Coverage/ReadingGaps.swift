import Ledger
import Retrieval
import Store

/// What figures lack because a bank was not read up to their last day, or not from their first day on. The one place that knows
/// for each account, and makes the one note of it, whatever is asked.
public struct ReadingGaps {
    /// How an account's bank was read, where something is missing.
    private struct Reading {
        let account: Account
        let bank: String
        let connection: Connection
        let health: ConnectionHealth
        /// The last day of which all is known; nil where there is none.
        let through: CivilDate?
        /// Whether there are rows of later days, although not all.
        let isPartial: Bool
        /// Whether rows after that day are missing.
        let isBehind: Bool
        /// The days of which rows may be missing further back.
        let missing: (since: CivilDate?, before: CivilDate)?
    }

    /// Days after which a bank that is well has had something new to tell.
    private static let freshDays = 3
    /// The rows that spending and income are made of.
    public static let flows: Set<TransactionKind> = [.expense, .refund, .income]
    /// Accounts of a bank that are named; of more the bank's name says it.
    private static let mostNamed = 3

    private let index: HouseholdIndex
    private let asOf: CivilDate
    private let readings: [Reading]
    /// Connections that have brought nothing yet, whatever they are of.
    private let unread: [Connection]
    /// Connections of which a bank is missing that no account tells of.
    private let partly: [Connection]

    public init(_ index: HouseholdIndex, asOf: CivilDate) throws {
        (self.index, self.asOf) = (index, asOf)
        guard try index.hasConnections else {
            (readings, unread, partly) = ([], [], [])
            return
        }
        let links = try AccountLinks(index)
        readings = try index.accounts.compactMap { account in
            try ReadingGaps.reading(of: account, links, index, asOf)
        }
        let withoutAccounts = Set(links.withoutAccounts)
        let connections = try index.connections
        unread = connections.filter { withoutAccounts.contains($0.name) && $0.syncedAt == nil }
        let told = Set(try index.connectionAccounts().compactMap(\.problem))
        partly = try connections.filter { one in
            guard one.provider == "simplefin", one.syncedAt != nil, one.health == .attention, let problem = one.problem
            else { return false }
            let warnings = try index.warnings(ofConnection: one.id).map(\.message)
            return !told.contains(problem) && !warnings.contains(problem)
        }
    }

    /// - Returns: nil for an account that lacks nothing, or that no bank brings, or brings any more.
    private static func reading(
        of account: Account, _ links: AccountLinks, _ index: HouseholdIndex, _ asOf: CivilDate
    ) throws -> Reading? {
        guard let (link, connection) = links.link(of: account), link.unlistedSince == nil else { return nil }
        let health = links.health(link, connection)
        let rows = try index.coverage(account: account.id)
        let synced = connection.syncedAt.map(AccountLinks.day)
        var through = link.knownThrough
        // What was read at the last sync is known up to that day, whatever was wrong with some of it.
        let isRead = health == .ok || health == .attention && link.knownThrough.map { $0 >= synced ?? $0 } ?? false
        // Of what the bank told in part nobody knows what is missing; a file has all up to its end.
        let other = isRead ? [synced, rows?.end] : [try index.lastDayFromFiles(account: account.id)]
        through = ([through] + other).compactMap(\.self).max()
        let isBehind = through.map { asOf.days(since: $0) >= (isRead ? freshDays : 1) } ?? !isRead
        let missing = connection.missing.map { missing in
            (since: missing.since, before: missing.before ?? rows?.start ?? asOf.adding(days: 1))
        }
        guard isBehind || missing != nil else { return nil }
        return Reading(
            account: account, bank: link.institution ?? connection.institution ?? connection.name,
            connection: connection, health: health, through: through,
            isPartial: rows.map { $0.end > through ?? $0.end.adding(days: -1) } ?? false, isBehind: isBehind,
            missing: missing)
    }

    /// A sentence for each gap in what is asked for; none where nothing of it matters.
    ///
    /// - Parameters:
    ///   - period: the days that count.
    ///   - kinds: the rows that count; nil where what accounts hold is asked for.
    ///   - counts: whether an account counts.
    public func notes(
        over period: Period, kinds: Set<TransactionKind>? = nil, isOfAll: Bool = true,
        where counts: (Account) -> Bool = { _ in true }
    ) throws -> [String] {
        guard !readings.isEmpty || !unread.isEmpty || !partly.isEmpty else { return [] }
        let counted = try readings.filter { reading in
            guard counts(reading.account) else { return false }
            let account = reading.account
            let isForEveryDay = account.type.isDeposit || account.type == .creditCard
            return try kinds.map { try index.mayHaveRows(of: $0, account: account.id, isLikely: isForEveryDay) } ?? true
        }
        let end = min(period.end, asOf)
        let behind = counted.filter { $0.isBehind && $0.through.map { $0 < end } ?? true }
        let missing = counted.filter { reading in
            guard let days = reading.missing else { return false }
            return period.start < days.before && days.since.map { $0 <= end } ?? true
        }
        return (isOfAll ? unread.map(neverRead) + partly.map(lacking) : [])
            + grouped(behind) { reading in
                [reading.through == nil ? "never" : "", reading.health.rawValue, reading.isPartial ? "partial" : ""]
            }.map(ending)
            + grouped(missing) { [$0.missing?.before.iso ?? ""] }.map(incomplete)
    }

    /// Those of one bank of which the same is to be said.
    private func grouped(_ readings: [Reading], by key: (Reading) -> [String]) -> [[Reading]] {
        var places: [[String]: Int] = [:]
        var groups: [[Reading]] = []
        for reading in readings {
            // A connection that is merely old is old as a whole.
            let isOld = reading.isBehind && reading.health == .ok
            let own = [reading.connection.name, isOld ? "" : reading.bank] + key(reading)
            if let place = places[own] {
                groups[place].append(reading)
            } else {
                places[own] = groups.count
                groups.append([reading])
            }
        }
        return groups
    }

    // MARK: Words

    /// `your data for Checking and Visa`; of many accounts `your data from First Harbor`.
    private func subject(_ group: [Reading]) -> String {
        let names = group.map(\.account.name)
        return names.count > ReadingGaps.mostNamed ? " from \(group[0].bank)" : " for \(NumberText.list(names))"
    }

    private func ending(_ group: [Reading]) -> String {
        let connection = group[0].connection
        if group[0].health == .ok, let synced = connection.syncedAt {
            return
                "\(connection.name) was last synced \(AccountLinks.ago(synced, on: asOf)); `coach sync` brings what's new."
        }
        // The bank that was just named is not named again.
        let bank = group.count > ReadingGaps.mostNamed ? "it" : group[0].bank
        return "\(state(group)), because \(reason(bank, connection, group[0].health))."
    }

    private func state(_ group: [Reading]) -> String {
        let data = "our data\(subject(group))"
        let isPartial = group.contains(where: \.isPartial)
        let days = Set(group.compactMap(\.through)).sorted()
        if days.count > 1 {
            let parts = days.map { day in
                let names = group.filter { $0.through == day }.map(\.account.name)
                let accounts =
                    names.count > ReadingGaps.mostNamed ? "\(names.count) accounts" : NumberText.list(names)
                return "\(isPartial ? "through" : "on") \(day.text(near: asOf)) for \(accounts)"
            }
            return "Your data \(isPartial ? "is complete only" : "ends") \(NumberText.list(parts))"
        }
        switch group[0].through {
        case nil: return isPartial ? "Y\(data) isn't complete" : "There's no data\(subject(group)) yet"
        case let day?: return "Y\(data) \(isPartial ? "is complete only through" : "ends on") \(day.text(near: asOf))"
        }
    }

    private func neverRead(_ connection: Connection) -> String {
        "There's no data from \(connection.name) yet"
            + (connection.health == .ok
                ? ": `coach sync` brings it." : ", because \(reason("it", connection, connection.health)).")
    }

    private func lacking(_ connection: Connection) -> String {
        "Your data from \(connection.name) isn't complete, because \(connection.problem ?? "")".ended
    }

    private func incomplete(_ group: [Reading]) -> String {
        let before = group[0].missing.map { " before \($0.before.text(near: asOf))" } ?? ""
        return
            "Your data\(subject(group)) has gaps\(before): the bank hasn't sent all of it yet, and `coach sync` brings more."
    }

    /// Why there is no more, and what to do about it.
    private func reason(_ bank: String, _ connection: Connection, _ health: ConnectionHealth) -> String {
        switch health {
        case .relink where connection.provider == "plaid":
            "\(bank) wants you to sign in again: run `coach connect plaid \"\(connection.name)\"`"
        case .relink where connection.health != .relink:
            "\(bank) wants you to sign in again: do that at https://beta-bridge.simplefin.org, then run `coach sync`"
        case .relink: "\(connection.name) no longer gives access: `coach accounts` says what to do"
        case .failed: "the last sync failed: `coach accounts` says why"
        case .ok, .attention: "\(bank) couldn't be read in full: `coach sync` tries again"
        }
    }
}
