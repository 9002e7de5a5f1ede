import Ledger
import Store

extension Ingest {
    /// Brings in what a connection reported: rows, balances and the place where its next pull goes on, in one transaction.
    ///
    /// - Parameters:
    ///   - now: seconds since 1970-01-01 UTC.
    ///   - isDryRun: understand everything, keep nothing.
    ///   - progress: is told now and then of which account rows are kept, and how much of all is, 0...1.
    /// - Throws: `StoreError`; the index is then as it was.
    public func apply(
        _ update: FeedUpdate, of connection: Connection, at now: Int64, isDryRun: Bool = false,
        progress: (String, Double) -> Void = { _, _ in }
    ) throws -> FeedReport {
        rules = MerchantRules(index)
        forgetMerchants()
        var report = FeedReport()
        var late: LateRows?
        var left: Set<Int64> = []
        let listings = update.listings
        do {
            return try index.applyPull(
                of: connection, cursor: update.cursor, missing: update.missing, on: today, at: now,
                expectsManyRows: update.added.count > Ingest.manyRows
            ) { session in
                var writer = try FeedWriter(self, session, connection, update, listings)
                late = try LateRows(index, accounts: writer.accountsWithBalance)
                try writer.writeRows(progress)
                try writer.keepBalances()
                try writer.keepHoldings()
                report = writer.report
                left = writer.leftAccounts
                report.remarks += try session.rowsMadeWhole.compactMap(wholeAgain)
                return (update.added.count + update.modified.count, report)
            } settle: { session, result in
                result.pairedTransfers = try pairTransfers(session)
                try index.guessRent(session)
                try settleMerchants(session)
                try index.takePayouts(session)
            } remove: { removal, result in
                var gone = try removal.remove(ids: update.removed)
                let links = try index.connectionAccounts(of: connection.id)
                for position in result.accounts.indices {
                    let id = result.accounts[position].id
                    guard let link = links.first(where: { $0.remoteID == id }) else { continue }
                    result.accounts[position].removed = gone.removeValue(forKey: link.id) ?? 0
                    guard let listing = listings[id] else { continue }
                    result.accounts[position].removed += try removal.remove(ofLink: link.id, besides: listing)
                }
                for part in result.accounts {
                    guard let amount = part.balance, let day = part.balanceDay else { continue }
                    try late?.settle(
                        KnownBalance(accountID: part.account.id, day: day, amount: amount, source: .statement), index)
                }
                // Of accounts that the connection does not share any more.
                result.removed = gone.values.reduce(0, +)
                result.withheld = try index.withheldRows(of: connection.id)
                result.lost = removal.lost
                result.noteKept(removal.kept)
            } join: { session, result in
                try joinAccounts(session, &result)
                try index.removeEmpty(accounts: left)
                report = result
                if isDryRun { throw DryRunEnded() }
            }
        } catch is DryRunEnded {
            return report
        }
    }
}

extension Ingest {
    /// An account of the connection may turn out to be one that files brought.
    private func joinAccounts(_ session: ImportSession, _ report: inout FeedReport) throws {
        guard let days = session.touchedDays else { return }
        let changed = report.accounts.filter { $0.added + $0.updated > 0 }
        for joined in try index.joinAccounts(Set(changed.map(\.account.id)), days: days) {
            report.remarks.append(joined.sentence)
            for position in report.accounts.indices where report.accounts[position].account.id == joined.gone.id {
                report.accounts[position].account = joined.account
            }
            let ids = report.accounts.indices.filter { report.accounts[$0].account.id == joined.account.id }
            guard let position = ids.first else { continue }
            let known = min(joined.dropped, report.accounts[position].added)
            report.accounts[position].added -= known
            report.accounts[position].known += known
        }
    }

    /// Of an update.
    fileprivate static let manyRows = 5_000
}

extension FeedUpdate {
    fileprivate func told(of account: String) -> [FeedSession.Told] {
        (added + modified).filter { $0.account == account }.map { row in
            FeedSession.Told(
                id: row.id, day: row.record.date.dayNumber, amount: row.record.minorUnits,
                isPending: row.record.isPending, contentHash: ImportSession.contentHash(row.record.description))
        }
    }

    fileprivate func ids(of account: String) -> Set<String> {
        Set((added + modified).lazy.filter { $0.account == account }.map(\.id))
    }

    /// What `listed` and the rows say of each account.
    fileprivate var listings: [String: FeedSession.Listing] {
        guard !listed.isEmpty else { return [:] }
        let ids = Dictionary(grouping: added + modified, by: \.account).mapValues { Set($0.map(\.id)) }
        return Dictionary(
            uniqueKeysWithValues: listed.map { account, listing in
                let days = listing.period.start.dayNumber...listing.period.end.dayNumber
                return (
                    account,
                    FeedSession.Listing(
                        days: days, ids: ids[account] ?? [], coversPosted: listing.coversPosted,
                        isHistory: listing.isHistory, openFrom: listing.openFrom?.dayNumber)
                )
            })
    }
}

extension FeedReport {
    fileprivate mutating func noteKept(_ count: Int) {
        guard count > 0 else { return }
        let rows = count == 1 ? "1 transaction" : "\(count) transactions"
        let (it, does) = count == 1 ? ("it stays", "doesn't") : ("they stay", "don't")
        remarks.append("\(rows) you'd edited \(count == 1 ? "is" : "are") gone at the bank: \(it), but \(does) count")
    }
}

/// Writes the rows and balances of one pull.
private struct FeedWriter {
    private let ingest: Ingest
    private let session: ImportSession
    private let update: FeedUpdate
    private(set) var report = FeedReport()
    private var texts: TextReader
    private var places: [String: Place] = [:]
    private var volume: UInt64 = 0
    private var days: ClosedRange<Int32>?

    /// Where the rows of an account go.
    private struct Place {
        let account: Account
        let link: Int64
        let position: Int
        let rows: FeedSession
    }

    init(
        _ ingest: Ingest, _ session: ImportSession, _ connection: Connection, _ update: FeedUpdate,
        _ listings: [String: FeedSession.Listing]
    ) throws {
        self.ingest = ingest
        self.session = session
        self.update = update
        texts = TextReader(taxonomy: ingest.index.taxonomy)
        let gone = Set(update.removed)
        let mistaken = try update.roster.map {
            try ingest.index.note(roster: $0, ofConnection: connection.id, on: ingest.today)
        }
        var links = try FeedAccounts(ingest.index, connection, update, mistaken ?? [], on: ingest.today)
        var accounts: [(account: FeedUpdate.Account, found: FeedAccounts.Found)] = []
        for account in update.accounts {
            if let found = try links.account(account) { accounts.append((account, found)) }
        }
        report.remarks += links.notes
        report.recoined = links.recoined
        for link in try ingest.index.connectionAccounts(of: connection.id) {
            guard let day = link.unlistedSince,
                let account = try ingest.index.accounts.first(where: { $0.id == link.accountID })
            else { continue }
            report.unlisted.append(FeedReport.Unlisted(account: account.name, since: day))
        }
        try ingest.index.adoptKeptRows(by: connection.id)
        for (account, found) in accounts {
            let rows = try FeedSession(
                session, connection: connection, link: found.link, account: found.account.id,
                listing: listings[account.id], gone: gone, came: { update.ids(of: account.id) })
            let dates = links.records(account).lazy.map { record in
                (
                    day: record.date.dayNumber, posted: (record.posted ?? record.date).dayNumber,
                    amount: record.minorUnits
                )
            }
            try rows.learnDates(from: dates)
            try rows.takeOver { update.told(of: account.id) }
            places[account.id] = Place(
                account: found.account, link: found.link, position: report.accounts.count, rows: rows)
            report.accounts.append(
                FeedReport.AccountPart(
                    id: account.id, account: found.account, institution: account.institution, isNew: found.isNew))
        }
    }

    // MARK: Rows

    mutating func writeRows(_ progress: (String, Double) -> Void) throws {
        // Posted rows first: a pending one may be waiting for them.
        let rows = [
            update.modified, update.added.filter { !$0.record.isPending }, update.added.filter(\.record.isPending),
        ].joined()
        let count = Double(update.modified.count + update.added.count)
        for (number, row) in rows.enumerated() {
            if number % 256 == 0, let name = places[row.account]?.account.name {
                progress(name, Double(number) / count)
            }
            try write(row)
        }
        for place in places.values { try place.rows.settleDays() }
        report.period = days.map { Period(CivilDate(dayNumber: $0.lowerBound), CivilDate(dayNumber: $0.upperBound)) }
    }

    private mutating func write(_ row: FeedUpdate.Row) throws {
        guard let place = places[row.account] else { return }
        guard try ingest.excess(row.record, &volume) == nil else {
            report.excessive += 1
            return
        }
        let outcome = try place.rows.add(try transaction(row.record, place.account), id: row.id)
        switch outcome {
        case .added: report.accounts[place.position].added += 1
        case .updated: report.accounts[place.position].updated += 1
        case .duplicate: report.accounts[place.position].known += 1
        }
        guard outcome != .duplicate else { return }
        let day = row.record.date.dayNumber
        days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    }

    private mutating func transaction(_ record: ImportedRecord, _ account: Account) throws -> NewTransaction {
        let reading = texts.reading(of: record.description, payee: record.payee)
        var decided = ingest.classifier.classify(
            reading, bankCategory: record.bankCategory, bankType: record.bankType,
            minorUnits: record.minorUnits, accountType: account.type)
        ingest.noteMerchant(reading, decided)
        let unruled = try ingest.applyRules(&decided, minorUnits: record.minorUnits)
        return NewTransaction(
            accountID: account.id, day: record.date.dayNumber, postedDay: record.posted?.dayNumber,
            amount: record.minorUnits, description: record.description,
            contentHash: ImportSession.contentHash(record.description), textHash: ContentHash.of(record.description),
            merchant: decided.merchant, category: decided.category, kind: decided.kind, isPending: record.isPending,
            basis: decided.basis, transferHint: decided.transferHint.rawValue, bankID: nil, pendingID: record.pendingID,
            line: record.line, unruled: unruled)
    }

    /// Accounts of another currency that rows came from.
    var leftAccounts: Set<Int64> { places.values.reduce(into: []) { $0.formUnion($1.rows.leftAccounts) } }

    // MARK: Balances

    var accountsWithBalance: [Int64] {
        update.accounts.filter { $0.balance != nil }.compactMap { places[$0.id]?.account.id }
    }

    mutating func keepBalances() throws {
        for account in update.accounts {
            guard let place = places[account.id] else { continue }
            if let day = account.knownThrough { try ingest.index.note(knownThrough: day, ofLink: place.link) }
            guard let balance = account.balance, let day = account.balanceDay else { continue }
            guard balance.magnitude <= HouseholdIndex.largestAmount else {
                report.remarks.append(
                    "the balance of \(place.account.name) is larger than any account holds, so it was left out")
                continue
            }
            report.accounts[place.position].balance = balance
            report.accounts[place.position].balanceDay = day
            try ingest.index.keep(
                KnownBalance(accountID: place.account.id, day: day, amount: balance, source: .statement),
                rows: HouseholdIndex.rowsOfSync)
        }
    }
}

extension FeedWriter {
    /// Keeps what investment accounts hold.
    func keepHoldings() throws {
        for (id, holdings) in update.holdings {
            guard let place = places[id] else { continue }
            try ingest.index.keep(holdings, ofAccount: place.account.id)
        }
    }
}
