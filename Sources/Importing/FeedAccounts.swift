import Ledger
import Store

/// Finds or makes the accounts of a connection in the index.
struct FeedAccounts {
    private let index: HouseholdIndex
    private let connection: Connection
    private let rows: [String: [FeedUpdate.Row]]
    /// Accounts that are linked already, which no other account of the connection is.
    private var taken: Set<Int64>
    private var links: [String: ConnectionAccount]
    /// Links that the connection does not list any more, under whose accounts it may list them anew.
    private var unlisted: [ConnectionAccount]
    /// Links that the connection has not told of, and nobody knows whether it lists them: it could not be read in full.
    private var untold: [ConnectionAccount]
    private let mistaken: [MistakenAccount]
    private let today: CivilDate

    /// - Parameter mistaken: as `note(roster:)` gave them.
    init(
        _ index: HouseholdIndex, _ connection: Connection, _ update: FeedUpdate, _ mistaken: [MistakenAccount],
        on today: CivilDate
    ) throws {
        self.index = index
        self.connection = connection
        self.mistaken = mistaken
        self.today = today
        rows = Dictionary(grouping: update.added.filter { !$0.record.isPending }, by: \.account)
        let known = try index.connectionAccounts(of: connection.id)
        links = Dictionary(uniqueKeysWithValues: known.map { ($0.remoteID, $0) })
        taken = Set(known.map(\.accountID))
        let listed = Set(known.lazy.filter { $0.unlistedSince == nil }.map(\.accountID))
        unlisted = known.filter { $0.unlistedSince != nil && !listed.contains($0.accountID) }
        let told = Set(update.accounts.map(\.id))
        untold = update.roster == nil ? known.filter { $0.unlistedSince == nil && !told.contains($0.remoteID) } : []
    }

    struct Found {
        let account: Account
        let link: Int64
        let isNew: Bool
    }

    /// What a person should know, each a sentence.
    private(set) var notes: [String] = []
    /// Accounts whose currency is another one than it was.
    private(set) var recoined: [FeedReport.Recoined] = []

    /// - Returns: nil for an account that another connection of the provider brings already: two would tell the same rows by
    ///   different ids; and for one that is in another currency now, which none of its amounts can be added to.
    mutating func account(_ remote: FeedUpdate.Account) throws -> Found? {
        var isNew = false
        let account: Account
        if let known = links[remote.id], let linked = try index.accounts.first(where: { $0.id == known.accountID }) {
            guard linked.currency == remote.currency else {
                recoined.append(FeedReport.Recoined(id: remote.id, account: linked, currency: remote.currency))
                return nil
            }
            account = linked
        } else if let again = try accountAgain(remote) ?? accountInDoubt(remote) {
            account = again
        } else if let other = try accountListedTwice(remote) {
            if try index.note(spare: remote.id, ofConnection: connection.id, for: other.id) {
                notes.append(
                    "\(bank(remote)) is there twice with \(other.name), which is taken once: remove the older one at "
                        + connection.name)
            }
            return nil
        } else if let same = try sameAccount(remote) {
            if let other = try index.connection(besides: connection, having: same.id) {
                if try index.note(spare: remote.id, ofConnection: connection.id, for: same.id) {
                    notes.append("\(same.name) comes with \(other) already")
                }
                return nil
            }
            account = same
        } else {
            account = try index.addAccount(
                name: try freeName(remote), type: remote.type ?? AccountChooser.type(remote.name, records(remote)),
                currency: remote.currency, institution: remote.institution, mask: remote.mask)
            isNew = true
            if try !separate(remote, account) {
                try noteLikeness(remote, account)
                try noteEqualRows(remote, account)
            }
        }
        taken.insert(account.id)
        let link = try index.link(
            remote.id, ofConnection: connection.id, to: account.id, institution: remote.institution)
        return Found(account: account, link: link, isNew: isNew)
    }

    /// Some of what was posted.
    func records(_ remote: FeedUpdate.Account) -> [ImportedRecord] {
        (rows[remote.id] ?? []).prefix(500).map(\.record)
    }

    /// The account of the index that this is: another connection knows it by this id, or its rows are there, or its number ends the same, or it has that very name.
    private func sameAccount(_ remote: FeedUpdate.Account) throws -> Account? {
        let others = try accountsOfOtherBanks(remote)
        let candidates = try index.accounts.filter { account in
            account.currency == remote.currency && !taken.contains(account.id) && !others.contains(account.id)
        }
        if let known = try index.account(remote.id, of: connection.provider),
            let same = candidates.first(where: { $0.id == known })
        {
            return same
        }
        let holder = try candidates.first { account in
            try !isOther(remote.mask, account) && holdsRows(of: remote, account)
        }
        if let holder { return holder }
        if let mask = remote.mask {
            let alike = candidates.filter { $0.mask == mask || $0.name.hasSuffix(mask) }
            if alike.count == 1 { return alike.first }
        }
        guard let named = try index.account(named: remote.name), candidates.contains(named) else { return nil }
        // Two people at one bank each have a “Checking”: other digits, or other rows on the same days, are another account.
        if isOther(remote.mask, named) { return nil }
        guard try index.connection(besides: connection, having: named.id) != nil else { return named }
        return try likeness(remote, named) == .other ? nil : named
    }

    /// Every bank has a “Checking”.
    private func accountsOfOtherBanks(_ remote: FeedUpdate.Account) throws -> Set<Int64> {
        guard let bank = remote.institution?.lowercased() else { return [] }
        let others = Set(try index.connections.filter { $0.provider == connection.provider }.map(\.id))
        let links = try index.connectionAccounts().filter { link in
            others.contains(link.connectionID) && link.institution.map { $0.lowercased() != bank } ?? false
        }
        return Set(links.map(\.accountID))
    }

    /// Whether an account's number ends with other digits, by what is known of it or by its name.
    private func isOther(_ mask: String?, _ account: Account) -> Bool {
        guard let mask, let own = account.mask ?? CSVAccounts.mask(in: account.name) else { return false }
        return mask != own && !mask.hasSuffix(own) && !own.hasSuffix(mask)
    }

    /// Whether an account has the connection's rows, as `AccountRows` tells. Fewer than it wants prove nothing: fees and
    /// interest of a cent are the same in any two accounts.
    private func holdsRows(of remote: FeedUpdate.Account, _ account: Account) throws -> Bool {
        let own = (rows[remote.id] ?? []).map(\.record)
        guard let first = own.map(\.date).min(), let last = own.map({ $0.posted ?? $0.date }).max()
        else { return false }
        guard own.count >= AccountRows.certain else { return false }
        var told = AccountRows()
        for record in own {
            told.add(
                day: record.date.dayNumber, posted: (record.posted ?? record.date).dayNumber, amount: record.minorUnits)
        }
        return told.areThose(
            of: try index.rows(ofAccount: account.id, (first.dayNumber - 31)...(last.dayNumber + 31)))
    }

    private func freeName(_ remote: FeedUpdate.Account) throws -> String {
        let base = remote.name.isEmpty ? remote.institution ?? "Account" : remote.name
        let withBank = [remote.institution, base].compactMap(\.self).joined(separator: " ")
        let named = remote.mask.map { "\(base) …\($0)" }
        for name in [base, withBank, named].compactMap(\.self) where try index.account(named: name) == nil {
            return name
        }
        var number = 2
        while try index.account(named: "\(withBank) \(number)") != nil { number += 1 }
        return "\(withBank) \(number)"
    }
}

// Who removes a bank at its provider and adds it again gets the same accounts under other ids, and the same rows.
extension FeedAccounts {
    /// How much of what an account is told to have the index has already.
    private enum Likeness {
        case same, unknown, other
    }

    /// The account that this one was before the bank was added anew, which goes on under the new id.
    private mutating func accountAgain(_ remote: FeedUpdate.Account) throws -> Account? {
        guard let found = try same(remote, among: unlisted) else { return nil }
        try index.readdress(found.link, to: remote.id)
        unlisted.removeAll { $0.id == found.link.id }
        notes.append("\(found.account.name) was added anew at \(bank(remote)) and goes on as the same account")
        return found.account
    }

    /// The account that this one most likely was, where the bank could not say whether it lists that one, too.
    private mutating func accountInDoubt(_ remote: FeedUpdate.Account) throws -> Account? {
        guard try index.account(spare: remote.id, ofConnection: connection.id) == nil,
            let found = try same(remote, among: untold)
        else { return nil }
        try index.readdressInDoubt(found.link, to: remote.id, on: today)
        untold.removeAll { $0.id == found.link.id }
        notes.append(
            "\(found.account.name) is taken for the same account although \(bank(remote)) calls it otherwise now; the next sync "
                + "that can read everything decides")
        return found.account
    }

    /// Takes back what was taken for another account's.
    ///
    /// - Returns: whether anything was.
    private mutating func separate(_ remote: FeedUpdate.Account, _ new: Account) throws -> Bool {
        guard let mistake = mistaken.first(where: { $0.remoteID == remote.id }) else { return false }
        try index.separate(mistake, into: new.id)
        let other = try index.accounts.first { $0.id == mistake.accountID }?.name ?? "the other one"
        notes.append("\(new.name) isn't \(other), as it seemed: it has its own transactions again")
        return true
    }

    /// The one of some links that an account was, by its rows, else by the digits of its number.
    private func same(_ remote: FeedUpdate.Account, among links: [ConnectionAccount]) throws
        -> (link: ConnectionAccount, account: Account)?
    {
        let candidates = try links.compactMap { link in
            try account(of: link, like: remote).map { (link: link, account: $0) }
        }
        let same = try candidates.filter { candidate in
            switch try likeness(remote, candidate.account) {
            case .same: true
            // Without rows of the same days the digits of its number decide, where they are the only ones.
            case .unknown: remote.mask != nil && candidate.account.mask == remote.mask && candidates.count == 1
            case .other: false
            }
        }
        return same.count == 1 ? same.first : nil
    }

    /// The account of the connection that is listed under another id, too, with the same rows.
    private func accountListedTwice(_ remote: FeedUpdate.Account) throws -> Account? {
        let spare = try index.account(spare: remote.id, ofConnection: connection.id)
        for link in links.values.sorted(by: { $0.id < $1.id }) where link.unlistedSince == nil {
            guard let account = try account(of: link, like: remote) else { continue }
            if account.id == spare { return account }
            let isSame =
                try records(remote).count >= AccountRows.certain && isNamedAlike(remote, account)
                && likeness(remote, account) == .same
            if isSame { return account }
        }
        return nil
    }

    /// Says how to join a new account with one that it may have been.
    private mutating func noteLikeness(_ remote: FeedUpdate.Account, _ new: Account) throws {
        for link in unlisted + untold {
            guard let old = try account(of: link, like: remote), try isNamedAlike(remote, old) else { continue }
            notes.append(
                "\(new.name) may be \(old.name), which \(bank(remote)) \(link.unlistedSince == nil ? "didn't tell of" : "no longer lists"): if it is, `coach accounts --rename "
                    + "\"\(new.name)\" \"\(old.name)\"` makes them one")
        }
    }

    /// The same of an account of files that has the few rows of a new one, and nothing against it.
    private mutating func noteEqualRows(_ remote: FeedUpdate.Account, _ new: Account) throws {
        let own = records(remote)
        guard (1..<AccountRows.certain).contains(own.count) else { return }
        let linked = Set(try index.connectionAccounts().map(\.accountID))
        let alike = try index.accounts.filter { account in
            try account.id != new.id && account.currency == new.currency && account.type == new.type
                && !linked.contains(account.id) && !isOther(remote.mask, account)
                && own.allSatisfy { record in
                    try index.hasRow(
                        account: account.id, day: record.date.dayNumber, amount: record.minorUnits,
                        contentHash: ImportSession.contentHash(record.description))
                }
        }
        guard alike.count == 1, let old = alike.first else { return }
        notes.append(
            "\(new.name) may be \(old.name), which has the same transactions: if it is, `coach accounts --rename "
                + "\"\(new.name)\" \"\(old.name)\"` makes them one")
    }

    private func bank(_ remote: FeedUpdate.Account) -> String { remote.institution ?? connection.name }

    /// - Returns: nil where bank, currency, or type say that it is another one.
    private func account(of link: ConnectionAccount, like remote: FeedUpdate.Account) throws -> Account? {
        let isSameBank = link.institution.map { $0.lowercased() == remote.institution?.lowercased() } ?? true
        guard isSameBank, let account = try index.accounts.first(where: { $0.id == link.accountID }),
            account.currency == remote.currency,
            !isOther(remote.mask, account),
            remote.type.map({ $0.isLiability == account.type.isLiability }) ?? true
        else { return nil }
        return account
    }

    /// Also by the name that an account had before it was renamed.
    private func isNamedAlike(_ remote: FeedUpdate.Account, _ account: Account) throws -> Bool {
        if let mask = remote.mask, mask == account.mask { return true }
        return try index.account(named: remote.name)?.id == account.id
    }

    /// By the rows of days that both tell of: the same day, amount, and text.
    private func likeness(_ remote: FeedUpdate.Account, _ account: Account) throws -> Likeness {
        guard let covered = try index.coverage(account: account.id) else { return .unknown }
        let told = records(remote).filter { covered.start <= $0.date && $0.date <= covered.end }
        guard !told.isEmpty else { return .unknown }
        // What came while it was taken for that account says nothing.
        let last = mistaken.first { $0.remoteID == remote.id }?.lastRow ?? .max
        let known = try told.filter { record in
            try index.hasRow(
                account: account.id, day: record.date.dayNumber, amount: record.minorUnits,
                contentHash: ImportSession.contentHash(record.description), upTo: last)
        }
        let distinct = Set(known.map { [Int64($0.date.dayNumber), $0.minorUnits] }).count
        let isMost = known.count * 2 > told.count
        if isMost, distinct >= AccountRows.certain { return .same }
        guard known.count == told.count else { return .other }
        guard remote.type.map({ $0 == account.type }) ?? true else { return .other }
        return try distinct > 1 || isNamedAlike(remote, account) ? .same : .other
    }
}
