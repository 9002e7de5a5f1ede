import Importing
import Ledger
import Store

/// The pages of one walk through `/transactions/sync`, as one update: what later pages say of a row takes precedence over what
/// earlier ones said.
struct SyncPages {
    private let accounts: PlaidAccountReader
    private var rows: [FeedUpdate.Row] = []
    private var isModified: [Bool] = []
    private var isGone: [Bool] = []
    private var positions: [String: Int] = [:]
    private var removed: [String] = []
    private var isRemoved: Set<String> = []
    private var pages: [JSON] = []
    private var skipped = 0
    /// Accounts with rows that could not be read, and whose rows therefore did not come as a whole.
    private var partly: Set<String> = []
    private(set) var cursor: String?
    private(set) var hasMore = false
    private var status = ""
    /// Rows so far.
    var count: Int { rows.count }

    init(_ accounts: PlaidAccountReader) { self.accounts = accounts }

    /// - Throws: where it is no page, or pages that never end.
    mutating func read(_ page: JSON) throws(FeedError) {
        guard let added = page["added"]?.array, let next = page["next_cursor"]?.string else {
            throw FeedError(.malformed, "Plaid's reply has no transactions in it; try again later")
        }
        if let listed = page["accounts"]?.array, !listed.isEmpty, pages.isEmpty {
            pages.append(.object([("accounts", .array(listed))]))
        }
        status = page["transactions_update_status"]?.string ?? ""
        for row in added { take(row, isModified: false) }
        for row in page["modified"]?.array ?? [] { take(row, isModified: true) }
        for row in page["removed"]?.array ?? [] { remove(row["transaction_id"]?.string ?? "") }
        let isFurther = page["has_more"]?.bool ?? false
        guard !isFurther || !next.isEmpty && next != cursor else {
            throw FeedError(.malformed, "Plaid's pages don't come to an end; try again later")
        }
        hasMore = isFurther
        cursor = next.isEmpty ? nil : next
    }

    private mutating func take(_ json: JSON, isModified modified: Bool) {
        guard let account = json["account_id"]?.string, let id = json["transaction_id"]?.string, !id.isEmpty else {
            skipped += 1
            return
        }
        if accounts.isForeign(account) { return }
        guard var record = try? PlaidTransaction.record(json, line: rows.count + 1),
            json["unofficial_currency_code"]?.string == nil,
            record.currency == nil || accounts.currencies[account] == nil
                || record.currency == accounts.currencies[account]
        else {
            skipped += 1
            partly.insert(account)
            return
        }
        record.description = CleanText.line(record.description)
        record.payee = record.payee.map { CleanText.line($0, longest: 80) }
        if record.isPending { record.posted = nil }
        // The connection's own names of rows are none of files.
        record.bankID = nil
        let row = FeedUpdate.Row(account: account, id: id, record: record)
        isRemoved.remove(id)
        if let known = positions[id] {
            rows[known] = row
            isModified[known] = isModified[known] && modified
            isGone[known] = false
        } else {
            positions[id] = rows.count
            rows.append(row)
            isModified.append(modified)
            isGone.append(false)
        }
    }

    private mutating func remove(_ id: String) {
        guard !id.isEmpty else { return }
        if let known = positions[id] { isGone[known] = true }
        if isRemoved.insert(id).inserted { removed.append(id) }
    }

    /// - Parameter known: the days of which the pages hold everything: all up to today when they began at the beginning.
    func finish(_ pull: inout Pull, listing known: Period?) {
        for page in pages { accounts.read(page, into: &pull) }
        for position in rows.indices where !isGone[position] {
            let row = rows[position]
            if accounts.isForeign(row.account) { continue }
            noteAccount(row, &pull)
            if isModified[position] { pull.update.modified.append(row) } else { pull.update.added.append(row) }
        }
        pull.update.removed = removed.filter(isRemoved.contains)
        if let known, !status.isEmpty, status != "NOT_READY" { list(known, &pull) }
        pull.update.cursor = cursor
        noteStatus(&pull)
    }

    /// Of each account that is shared all rows are told from the oldest one on: banks drop what is older. While older rows are
    /// still being prepared a posted row that is missing may be one of them.
    private func list(_ known: Period, _ pull: inout Pull) {
        var oldest: [String: CivilDate] = [:]
        var newest: [String: CivilDate] = [:]
        for row in pull.update.added + pull.update.modified {
            oldest[row.account] = min(oldest[row.account] ?? row.record.date, row.record.date)
            let last = row.record.posted ?? row.record.date
            newest[row.account] = max(newest[row.account] ?? last, last)
        }
        for (account, day) in oldest where accounts.isShared(account) && day <= known.end {
            pull.update.listed[account] = FeedUpdate.Listing(
                Period(max(day, known.start), known.end),
                coversPosted: status == "HISTORICAL_UPDATE_COMPLETE" && !partly.contains(account),
                openFrom: newest[account])
        }
    }

    /// Rows of an account that is not listed any more go to one that says so little.
    private func noteAccount(_ row: FeedUpdate.Row, _ pull: inout Pull) {
        guard accounts.currencies[row.account] == nil,
            !pull.update.accounts.contains(where: { $0.id == row.account })
        else { return }
        pull.update.accounts.append(
            FeedUpdate.Account(
                id: row.account, name: "Account …\(CleanText.line(String(row.account.suffix(4)), longest: 4))",
                currency: row.record.currency ?? .usd))
    }

    private func noteStatus(_ pull: inout Pull) {
        if skipped > 0 {
            let reason = "no readable day, amount, or id, or another currency than the account's"
            pull.problems.append(.leftOut(rows: skipped, of: partly, reason))
        }
        if ["NOT_READY", "INITIAL_UPDATE_COMPLETE"].contains(status) {
            pull.update.missing = MissingHistory("older transactions are still to come: the bank is preparing them")
        }
        switch status {
        case "NOT_READY":
            pull.problems.append(
                FeedProblem(
                    .ok, code: "PRODUCT_NOT_READY",
                    message: "the bank is still preparing your transactions; sync again in a few minutes"))
        case "INITIAL_UPDATE_COMPLETE":
            pull.problems.append(
                FeedProblem(
                    .ok, code: "history",
                    message: "the bank is still preparing older transactions; they come with the next sync"))
        default: break
        }
    }
}
