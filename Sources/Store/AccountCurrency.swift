import Ledger

/// What became of an account that goes on in another currency.
public struct CurrencyChange: Sendable, Equatable {
    /// In the new currency.
    public let account: Account
    /// Where what was there stays; nil where nothing was.
    public let earlier: Account?
}

extension HouseholdIndex {
    /// Has an account go on in the currency that its bank has it in now: as an account of its own with the old one's name, which the
    /// next sync reads as a whole. What the bank does not tell again stays in the old one, which holds nothing from that day on.
    ///
    /// - Throws: `AccountError` where there is no such account, no bank tells of it, or it is in that currency.
    public func changeCurrency(ofAccount name: String, to currency: Currency, on today: CivilDate) throws
        -> CurrencyChange
    {
        try database.write {
            let accounts = try accounts
            guard let old = try account(named: name) else {
                throw AccountError(
                    message: "there's no account “\(name)”; you have \(accounts.map(\.name).joined(separator: ", "))")
            }
            guard old.currency != currency else {
                throw AccountError(message: "“\(old.name)” is in \(currency.code) already")
            }
            let links = try connectionAccounts().filter { $0.accountID == old.id }
            guard !links.isEmpty else {
                throw AccountError(
                    message:
                        "no bank connection tells of “\(old.name)”: a file in \(currency.code) goes into an account of its "
                        + "own, such as `coach import FILE --account \"\(old.name) \(currency.code)\"`")
            }
            for link in links {
                // Where nothing is owed any more, everything is told again.
                try database.run(
                    "UPDATE connection SET cursor = NULL, missing = NULL, missing_since = NULL, missing_before = NULL WHERE id = ?",
                    .int(link.connectionID))
                try database.run("UPDATE connection_account SET known_through = NULL WHERE id = ?", .int(link.id))
            }
            guard try hasRows(account: old.id) else {
                try database.run("DELETE FROM balance WHERE account_id = ? AND source < 2", .int(old.id))
                try database.run(
                    "UPDATE account SET currency = ? WHERE id = ?", .text(currency.code), .int(old.id))
                return CurrencyChange(account: try changed(old.name), earlier: nil)
            }
            return try goOn(old, currency, today)
        }
    }

    private func goOn(_ old: Account, _ currency: Currency, _ today: CivilDate) throws -> CurrencyChange {
        var name = "\(old.name) (\(old.currency.code))"
        var number = 2
        while try account(named: name) != nil {
            name = "\(old.name) (\(old.currency.code) \(number))"
            number += 1
        }
        try database.run("UPDATE account SET name = ? WHERE id = ?", .text(name), .int(old.id))
        let new = try addAccount(
            name: old.name, type: old.type, currency: currency, institution: old.institution, mask: old.mask)
        for table in ["connection_account", "card", "funding_source", "holding"] {
            try database.run("UPDATE \(table) SET account_id = ? WHERE account_id = ?", .int(new.id), .int(old.id))
        }
        // Money is in one of them.
        try keep(
            KnownBalance(accountID: old.id, day: today, amount: 0, source: .statement),
            rows: HouseholdIndex.rowsOfSync)
        return CurrencyChange(account: new, earlier: try changed(name))
    }

    private func changed(_ name: String) throws -> Account {
        guard let account = try account(named: name) else { throw AccountError(message: "no account “\(name)”") }
        return account
    }

    /// Forgets accounts that nothing is left of.
    public func removeEmpty(accounts: Set<Int64>) throws {
        guard !accounts.isEmpty else { return }
        let removal = try RowRemoval(self)
        for account in accounts { removal.note(account: account) }
        try removal.removeEmptyAccounts()
    }
}
