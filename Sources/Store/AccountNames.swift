import Ledger

/// What renaming an account did.
public struct AccountRename: Sendable, Equatable {
    public let account: Account
    /// Whether its rows went into an account of that name, which was there before.
    public let isMerged: Bool
    /// Rows that both had, kept once.
    public let dropped: Int
}

/// Why an account cannot be renamed, in words for people.
public struct AccountError: Error, Equatable, Sendable {
    public let message: String
}

extension HouseholdIndex {
    /// Gives an account another name; where that is another account's, its rows go there.
    ///
    /// Files that say the old name find the account still.
    /// - Throws: `AccountError` where there is no such account, or where two currencies or two accounts of a bank would be in one.
    public func renameAccount(_ old: String, to new: String) throws -> AccountRename {
        // Moving rows checks nothing that could be broken, and would read all rows for each.
        try database.run(script: "PRAGMA foreign_keys = OFF")
        defer { try? database.run(script: "PRAGMA foreign_keys = ON") }
        return try database.write {
            let accounts = try accounts
            func find(_ name: String) -> Account? {
                accounts.first { $0.name == name } ?? accounts.first { $0.name.lowercased() == name.lowercased() }
            }
            guard let source = find(old) else {
                throw AccountError(
                    message: "there's no account “\(old)”; you have \(accounts.map(\.name).joined(separator: ", "))")
            }
            guard let target = find(new), target.id != source.id else {
                try setName(new, of: source)
                try note(NameSnapshot(id: source.id, name: source.name))
                guard let renamed = try account(named: new) else { throw AccountError(message: "no account “\(new)”") }
                return AccountRename(account: renamed, isMerged: false, dropped: 0)
            }
            guard target.currency == source.currency else {
                throw AccountError(
                    message: "“\(source.name)” is in \(source.currency.code) and “\(target.name)” in "
                        + "\(target.currency.code): an account can only have one currency")
            }
            try refuseTwoOfOneBank(source, target)
            let dropped = try merge(source, into: target)
            try note(.merged(source.name, into: target.name))
            return AccountRename(account: target, isMerged: true, dropped: dropped)
        }
    }

    private func setName(_ name: String, of account: Account) throws(StoreError) {
        try StoreError.refuseCardNumber(in: name)
        try database.run("UPDATE account SET name = ? WHERE id = ?", .text(name), .int(account.id))
        try database.run("DELETE FROM account_alias WHERE name = ?", .text(name))
        try noteAlias(account.name, of: account.id, named: name)
    }

    private func note(_ change: NameSnapshot) throws(StoreError) {
        try database.run(
            "INSERT INTO correction (batch, txn_id, before, summary) VALUES (?, NULL, ?, '')", .int(try nextBatch),
            .text(change.text))
    }

    /// Gives an account its earlier name back.
    ///
    /// - Returns: what became of it, as part of a sentence.
    func takeBack(_ change: NameSnapshot) throws(StoreError) -> String {
        let accounts = try accounts
        guard let account = accounts.first(where: { $0.id == change.id }) else { return "that account is gone" }
        let isTaken = accounts.contains { $0.id != change.id && $0.name.lowercased() == change.name.lowercased() }
        guard !isTaken else {
            return "\(account.name) keeps its name, since another account is called \(change.name) now"
        }
        try setName(change.name, of: account)
        // Files say the name that it had for a moment no more.
        try database.run(
            "DELETE FROM account_alias WHERE name = ? AND account_id = ?", .text(account.name), .int(account.id))
        return "\(account.name) is called \(change.name) again"
    }

    private func noteAlias(_ name: String, of id: Int64, named new: String) throws(StoreError) {
        try database.run("UPDATE decision SET account = ? WHERE account = ?", .text(new), .text(name))
        guard name.lowercased() != new.lowercased() else { return }
        try database.run(
            "INSERT OR REPLACE INTO account_alias (name, account_id) VALUES (?, ?)", .text(name), .int(id))
    }

    /// Two accounts of one connection are two at the bank: as one they would have the balance of the one, then of the other. Unless
    /// the bank was added anew at the provider, so that it lists only one of them now, or the one tells most of what the other does.
    private func refuseTwoOfOneBank(_ source: Account, _ target: Account) throws {
        let shared = try database.first(
            """
            SELECT c.name FROM connection_account s JOIN connection_account t ON t.connection_id = s.connection_id
            JOIN connection c ON c.id = s.connection_id WHERE s.account_id = ? AND t.account_id = ?
            AND s.unlisted_since IS NULL AND t.unlisted_since IS NULL
            """, [.int(source.id), .int(target.id)]
        ) { $0.text(0) }
        guard let shared, try !tellsTheSame(source, target) else { return }
        throw AccountError(
            message:
                "“\(source.name)” and “\(target.name)” are two accounts at \(shared), so they stay two; choose another "
                + "name")
    }

    /// Whether most rows of the account that has fewer are those of the other one.
    private func tellsTheSame(_ one: Account, _ other: Account) throws(StoreError) -> Bool {
        func count(_ account: Account) throws(StoreError) -> Int64 {
            try database.first(
                "SELECT count(*) FROM txn WHERE account_id = ? AND parent_id IS NULL", [.int(account.id)]
            ) { $0.int(0) } ?? 0
        }
        let fewer = try min(count(one), count(other))
        let common = try database.first(
            """
            SELECT count(*) FROM txn s JOIN txn t ON t.account_id = ?2 AND t.day = s.day AND t.amount = s.amount
            AND t.content_hash = s.content_hash AND t.occurrence = s.occurrence
            WHERE s.account_id = ?1 AND s.parent_id IS NULL
            """, [.int(one.id), .int(other.id)]
        ) { $0.int(0) }
        return (common ?? 0) * 2 > fewer
    }

    /// - Returns: how many rows both had.
    func merge(_ source: Account, into target: Account) throws(StoreError) -> Int {
        let (from, to) = (SQLValue.int(source.id), SQLValue.int(target.id))
        let isAgain = try keepUnlisted(source.id, target.id)
        var dropped = try dropCommonRows(source.id, target.id)
        if isAgain { dropped += try drop(reworded(source.id, target.id)) }
        try unpairBetween(source.id, target.id)
        try numberApart(source.id, target.id)
        let days = try database.rows("SELECT DISTINCT day FROM txn WHERE account_id = ?", [from]) { $0.dayNumber(0) }
        try database.run("UPDATE txn SET account_id = ? WHERE account_id = ?", to, from)
        for table in ["settled", "balance", "account_layout", "holding", "card"] {
            try database.run("UPDATE OR IGNORE \(table) SET account_id = ? WHERE account_id = ?", to, from)
            try database.run("DELETE FROM \(table) WHERE account_id = ?", from)
        }
        for table in [
            "dismissed_stream", "account_alias", "connection_account", "kept_account", "spare_account",
            "funding_source",
        ] {
            try database.run("UPDATE \(table) SET account_id = ? WHERE account_id = ?", to, from)
        }
        for table in ["month_total", "year_total"] {
            try database.run("DELETE FROM \(table) WHERE account_id = ?", from)
        }
        try database.run(
            """
            UPDATE account SET (institution, mask) = (SELECT coalesce(account.institution, s.institution),
            coalesce(account.mask, s.mask) FROM account s WHERE s.id = ?1) WHERE id = ?2
            """, from, to)
        try database.run("DELETE FROM account WHERE id = ?", from)
        try PeriodTotals.refresh(database, of: Set(days))
        try noteAlias(source.name, of: target.id, named: target.name)
        return dropped
    }

    /// An account that its connection lists again under another id goes by that one alone.
    ///
    /// - Returns: whether there is such a link.
    private func keepUnlisted(_ source: Int64, _ target: Int64) throws(StoreError) -> Bool {
        let old = try database.rows(
            """
            SELECT o.id FROM connection_account o JOIN connection_account n ON n.connection_id = o.connection_id
            WHERE o.account_id IN (?1, ?2) AND n.account_id IN (?1, ?2) AND o.account_id <> n.account_id
            AND o.unlisted_since IS NOT NULL AND n.unlisted_since IS NULL
            """, [.int(source), .int(target)]
        ) { $0.int(0) }
        for link in old {
            try keepRows(ofLink: link)
            try database.run("DELETE FROM connection_account WHERE id = ?", .int(link))
        }
        return !old.isEmpty
    }

    /// Rows that a connection told again with other words when it listed the account under another id: of each day and amount as
    /// many as both have.
    private func reworded(_ source: Int64, _ target: Int64) throws(StoreError) -> [(gone: Int64, kept: Int64)] {
        let rows = """
            SELECT id, account_id, day, amount, \(Self.hasWords("txn")) AS words,
            row_number() OVER (PARTITION BY account_id, day, amount ORDER BY id) AS number FROM txn
            WHERE parent_id IS NULL AND pending = 0 AND account_id IN (?1, ?2) AND (id IN (SELECT txn_id FROM kept_row)
            OR id IN (SELECT txn_id FROM connection_row))
            """
        return try database.rows(
            """
            WITH told AS (\(rows)) SELECT s.id, t.id, s.words > t.words FROM told s JOIN told t
            ON t.day = s.day AND t.amount = s.amount AND t.number = s.number WHERE s.account_id = ?1 AND t.account_id = ?2
            """, [.int(source), .int(target)]
        ) { $0.int(2) == 1 ? (gone: $0.int(1), kept: $0.int(0)) : (gone: $0.int(0), kept: $0.int(1)) }
    }

    /// Money that one account gave to itself was no transfer.
    private func unpairBetween(_ source: Int64, _ target: Int64) throws(StoreError) {
        let rows = try database.rows(
            """
            SELECT a.id, b.id FROM txn a JOIN txn b ON b.id = a.pair_id WHERE a.account_id = ? AND b.account_id = ?
            """, [.int(source), .int(target)]
        ) { ($0.int(0), $0.int(1)) }
        guard !rows.isEmpty else { return }
        let documents = try Documents(self)
        var days: Set<Int32> = []
        for (one, other) in rows {
            for row in [one, other] {
                guard let state = try stateBeforePairing(ofRow: row) else { continue }
                if let day = try set(state, ofRow: row, documents) { days.insert(day) }
            }
        }
        try PeriodTotals.refresh(database, of: days)
    }

    // MARK: Layouts

    /// The accounts that had a file of this layout; those whose files' layouts are not known are among them.
    ///
    /// - Parameter layout: as `noteLayout` was told it.
    public func accounts(likeFile layout: String) throws(StoreError) -> [Account] {
        let ids = Set(
            try database.rows(
                """
                SELECT id FROM account a WHERE EXISTS (SELECT 1 FROM txn WHERE account_id = a.id)
                AND (EXISTS (SELECT 1 FROM account_layout WHERE account_id = a.id AND layout = ?)
                OR NOT EXISTS (SELECT 1 FROM account_layout WHERE account_id = a.id
                AND layout NOT GLOB 'sign:*' AND layout NOT GLOB 'order:*'))
                """, [.text(layout)]
            ) { $0.int(0) })
        return try accounts.filter { ids.contains($0.id) }
    }

    /// Remembers what a file of an account looks like.
    public func noteLayout(_ layout: String, ofAccount id: Int64) throws(StoreError) {
        try database.run(
            "INSERT OR IGNORE INTO account_layout (account_id, layout) VALUES (?, ?)", .int(id), .text(layout))
    }

    /// What was found out about the files of an account that share a layout. It stands beside the layouts, behind its word.
    public enum LayoutFact: String, Sendable {
        /// What the signs of amounts mean.
        case sign
        /// Whether day or month comes first in dates.
        case order
    }

    /// What `note` was told; nil where no file of this layout was read.
    public func noted(_ fact: LayoutFact, ofLayout layout: String, account id: Int64) throws(StoreError) -> String? {
        let text = try database.first(
            "SELECT layout FROM account_layout WHERE account_id = ? AND layout GLOB ? AND substr(layout, -length(?)) = ?",
            [.int(id), .text("\(fact.rawValue):*"), .text(":" + layout), .text(":" + layout)]
        ) { $0.text(0) }
        return text.map { String($0.dropFirst(fact.rawValue.count + 1).prefix { $0 != ":" }) }
    }

    /// Remembers a fact, in the place of what was remembered before.
    public func note(_ fact: LayoutFact, _ value: String, ofLayout layout: String, account id: Int64)
        throws(StoreError)
    {
        func text(_ value: String) -> String { "\(fact.rawValue):\(value):\(layout)" }
        guard let known = try noted(fact, ofLayout: layout, account: id) else {
            return try noteLayout(text(value), ofAccount: id)
        }
        guard known != value else { return }
        try database.run(
            "UPDATE account_layout SET layout = ? WHERE account_id = ? AND layout = ?", .text(text(value)), .int(id),
            .text(text(known)))
    }
}

/// What an account was called before, as the list of corrections knows it.
struct NameSnapshot: Equatable {
    let id: Int64
    let name: String

    init(id: Int64, name: String) { (self.id, self.name) = (id, name) }

    /// `account 3 Checking`
    var text: String { "account \(id) \(name)" }

    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, parts[0] == "account", let id = Int64(parts[1]) else { return nil }
        self.init(id: id, name: String(parts[2]))
    }
}
