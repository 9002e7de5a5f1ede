import Importing
import Ledger
import Store

/// Reads SimpleFIN's account sets: accounts, rows, and what is wrong with which bank.
package struct SimpleFINReader {
    private let today: CivilDate
    private let known: [String]
    /// When what was told of each account before was of, in seconds since 1970-01-01 UTC.
    private let told: [String: Int64]
    /// The same of what is told now.
    private(set) var moments: [String: Int64] = [:]
    /// Accounts of which a bank tells what was before the last answer: nothing of it is news.
    private(set) var stale: Set<String> = []
    private var accounts: [FeedUpdate.Account] = []
    private var positions: [String: Int] = [:]
    private var rows: [FeedUpdate.Row] = []
    /// The amounts of rows that came already, by account and id.
    private var seen: [[String]: Int64] = [:]
    private var problems: [FeedProblem] = []
    /// The accounts of each connection of the Bridge, by its id.
    private var accountsOfBank: [String: [String]] = [:]
    private var bankNames: [String: String] = [:]
    private var reports: [JSON] = []
    private var skipped = 0
    /// Accounts with rows that could not be read, and whose rows therefore did not come as a whole.
    private var partly: Set<String> = []
    private var holdings: [String: [Holding]] = [:]
    /// Accounts that are listed and left out.
    private var foreign: Set<String> = []
    private var unreadBalances: [FeedProblem] = []

    /// - Parameter known: the accounts that are linked already: what is wrong with a bank concerns them even where it lists none.
    package init(today: CivilDate, known: [String] = [], told: [String: Int64] = [:]) {
        self.today = today
        self.known = known
        self.told = told
    }

    var accountIDs: Set<String> { Set(positions.keys) }

    /// - Parameter isCurrent: whether its balances are those of now.
    /// - Throws: where it is no account set.
    package mutating func read(_ set: JSON, isCurrent: Bool) throws(FeedError) {
        guard let listed = set["accounts"]?.array else {
            throw FeedError(.malformed, "SimpleFIN's reply has no accounts in it; try again later")
        }
        for bank in set["connections"]?.array ?? [] {
            guard let id = bank["conn_id"]?.string else { continue }
            bankNames[id] = clean(bank["org_name"]) ?? clean(bank["name"])
        }
        for account in listed { readAccount(account, isCurrent) }
        reports += set["errlist"]?.array ?? []
        // The words of protocol 1, which come beside those of 2 when there were too many requests.
        for text in set["errors"]?.array ?? [] {
            let isOfRequests = text.string?.lowercased().contains("request") ?? false
            reports.append(.object([("code", .string(isOfRequests ? "gen." : "errors")), ("msg", text)]))
        }
    }

    private func clean(_ value: JSON?) -> String? {
        let text = CleanText.line(value?.string ?? "", longest: 80)
        return text.isEmpty ? nil : text
    }

    // MARK: Accounts

    private mutating func readAccount(_ json: JSON, _ isCurrent: Bool) {
        guard let own = json["id"]?.string, !own.isEmpty else { return }
        let bank = json["conn_id"]?.string ?? json["org"]?["id"]?.string ?? json["org"]?["domain"]?.string ?? ""
        let id = "\(bank)/\(own)"
        accountsOfBank[bank, default: []].append(id)
        let label = AccountLabel(json["name"]?.string ?? "")
        guard let code = json["currency"]?.string, let currency = Currency(inUse: code.uppercased()) else {
            foreign.insert(id)
            note(.leftOut(account: label.name, id: id, isLinked: known.contains(id)))
            return
        }
        var account = FeedUpdate.Account(
            id: id, name: label.name, mask: label.mask, institution: bankNames[bank] ?? clean(json["org"]?["name"]),
            type: json["holdings"]?.array?.isEmpty == false ? .investment : nil, currency: currency)
        if isCurrent { noteMoment(json, id) }
        if isCurrent, !stale.contains(id) {
            account.balance = balance(json["balance"], currency, account.type)
            account.balanceDay = day(json["balance-date"]).map { min($0, today) }
            if let told = json["balance"], !told.isNull, account.balance == nil || account.balanceDay == nil {
                unreadBalances.append(.unread(balanceOf: label.name, account: id))
            }
            account.knownThrough = account.balanceDay
            if let held = json["holdings"]?.array {
                holdings[id] = []
                for json in held {
                    if let lot = holding(json, currency, account.balanceDay) {
                        holdings[id, default: []].add(lot)
                    } else {
                        note(.leftOut(holding: name(ofHolding: json)))
                    }
                }
            }
        }
        if let position = positions[id] {
            let before = accounts[position]
            account.type = account.type ?? before.type
            account.balance = account.balance ?? before.balance
            account.balanceDay = account.balanceDay ?? before.balanceDay
            account.knownThrough = account.knownThrough ?? before.knownThrough
            accounts[position] = account
        } else {
            positions[id] = accounts.count
            accounts.append(account)
        }
        guard !stale.contains(id) else { return }
        for row in json["transactions"]?.array ?? [] { readRow(row, id, currency) }
    }

    private mutating func noteMoment(_ json: JSON, _ account: String) {
        guard let moment = json["balance-date"]?.int64, moment > 0 else { return }
        if let before = told[account], moment < before { stale.insert(account) }
        // One that is still to come would make everything after it old.
        moments[account] = min(moment, Int64(today.dayNumber + 2) * 86_400)
    }

    /// - Parameter home: the currency of its account, which it has where it names none.
    /// - Returns: nil for one of no known value or in a currency that is not in use.
    private func holding(_ json: JSON, _ home: Currency, _ day: CivilDate?) -> Holding? {
        let code = json["currency"]?.string?.uppercased() ?? ""
        guard let currency = ["", home.code].contains(code) ? home : Currency(inUse: code),
            let value = worth(json["market_value"], currency),
            let quantity = DecimalText.sum(json["shares"]?.string ?? json["shares"]?.numberText ?? "", "0")
        else { return nil }
        let ticker = clean(json["symbol"])
        // Where a bank tells no cost it is given as 0.
        let cost = worth(json["cost_basis"], currency).flatMap { $0 == 0 ? nil : Money($0, currency) }
        return Holding(
            securityID: json["id"]?.string ?? ticker ?? name(ofHolding: json), name: name(ofHolding: json),
            ticker: ticker, kind: nil, quantity: quantity, value: Money(value, currency), cost: cost,
            day: day ?? today)
    }

    private func name(ofHolding json: JSON) -> String {
        clean(json["description"]) ?? clean(json["symbol"]) ?? "Unnamed"
    }

    private mutating func note(_ problem: FeedProblem) {
        if !problems.contains(problem) { problems.append(problem) }
    }

    /// Amounts are texts; some servers write numbers.
    private func amount(_ value: JSON?, _ currency: Currency) -> Int64? {
        (value?.string ?? value?.numberText).flatMap { DecimalText.exactMinorUnits($0, currency) }
    }

    /// What securities are worth has fractions of a cent.
    private func worth(_ value: JSON?, _ currency: Currency) -> Int64? {
        (value?.string ?? value?.numberText).flatMap { DecimalText.minorUnits($0, currency) }
    }

    private func balance(_ value: JSON?, _ currency: Currency, _ type: AccountType?) -> Int64? {
        type == .investment ? worth(value, currency) : amount(value, currency)
    }

    /// The day of a moment, in UTC, as banks give days: at noon. 0 is no day.
    private func day(_ value: JSON?) -> CivilDate? {
        let seconds = value?.int64 ?? value?.double.flatMap { Int64(exactly: $0.rounded(.down)) }
        guard let seconds, seconds > 0, seconds < 7_258_118_400 else { return nil }
        return CivilDate(dayNumber: Int32(seconds / 86_400))
    }

    // MARK: Rows

    private mutating func readRow(_ json: JSON, _ account: String, _ currency: Currency) {
        let posted = day(json["posted"])
        // A day that can't be read is none that is still to come.
        let isDayReadable = posted != nil || json["posted"].map { $0.isNull || $0.int64 == 0 } ?? true
        guard let id = json["id"]?.string, !id.isEmpty, let cents = amount(json["amount"], currency), isDayReadable
        else {
            skipped += 1
            partly.insert(account)
            return
        }
        if let before = seen.updateValue(cents, forKey: [account, id]) {
            if before != cents { noteContradiction(account, posted) }
            return
        }
        let isPending = json["pending"]?.bool ?? (posted == nil)
        let made = day(json["transacted_at"])
        guard let date = made ?? posted ?? (isPending ? today : nil) else {
            skipped += 1
            partly.insert(account)
            return
        }
        let texts = ["description", "payee", "memo"].lazy.map { CleanText.line(json[$0]?.string ?? "") }
        var record = ImportedRecord(
            line: rows.count + 1, date: date, posted: posted.flatMap { $0 == date || isPending ? nil : $0 },
            description: texts.first { !$0.isEmpty } ?? "", minorUnits: cents,
            bankCategory: json["mcc"]?.string ?? json["mcc"]?.numberText, isPending: isPending)
        record.payee = clean(json["payee"])
        rows.append(FeedUpdate.Row(account: account, id: id, record: record))
    }

    /// One of two rows of the same id has to be left out.
    private mutating func noteContradiction(_ account: String, _ day: CivilDate?) {
        let name = positions[account].map { accounts[$0].name } ?? ""
        let label = name.isEmpty ? "one account" : name
        let row = day.map { "a transaction of \($0.americanText)" } ?? "a transaction"
        let message =
            "\(label) tells \(row) twice with different amounts, so only the first was taken; look at your bank which one is "
            + "right"
        note(FeedProblem(.attention, code: "rows", message: message, accounts: [account]))
    }

    // MARK: The end

    /// - Parameters:
    ///   - listed: the days of which everything was told.
    ///   - isHistory: whether these are days of long ago, of which balances and accounts say nothing.
    package mutating func finish(_ pull: inout Pull, listed: Period, isHistory: Bool) {
        for report in reports { addProblem(report) }
        let faults = problems.filter { !$0.isNotice }
        let troubled = Set(faults.flatMap(\.accounts))
        let unread = troubled.union(stale)
        for account in accounts where stale.contains(account.id) && !troubled.contains(account.id) {
            problems.append(.stale(account.name))
        }
        // Up to its balance's day a bank told everything that only wants a new sign-in for more.
        let untold = Set(faults.filter { $0.health != .relink }.flatMap(\.accounts))
        for position in accounts.indices where untold.contains(accounts[position].id) {
            accounts[position].knownThrough = nil
        }
        if !isHistory { noteStandingBanks(besides: unread) }
        pull.update.accounts = accounts
        pull.update.added = rows
        pull.update.holdings = holdings.filter { !unread.contains($0.key) }
        pull.problems += problems
        let isWhole = !problems.contains { !$0.isNotice && $0.accounts.isEmpty }
        if !isHistory, isWhole { pull.update.roster = accountIDs.union(unread).union(foreign) }
        if skipped > 0 {
            pull.problems.append(.leftOut(rows: skipped, of: partly, "no readable day, amount, or id"))
        }
        pull.problems += unreadBalances
        for account in accounts where !unread.contains(account.id) {
            pull.update.listed[account.id] = FeedUpdate.Listing(
                listed, coversPosted: !partly.contains(account.id), isHistory: isHistory, openFrom: account.balanceDay)
        }
    }

    /// Days after which a bank whose newest balance is of then is said to stand still. Banks are read once a day, smaller ones at times
    /// not for a week.
    private static let standingDays = 14

    /// Banks that tell nothing new although nobody says that something is wrong.
    private mutating func noteStandingBanks(besides unread: Set<String>) {
        for (bank, ids) in accountsOfBank.sorted(by: { $0.key < $1.key }) where unread.isDisjoint(with: ids) {
            guard let newest = ids.compactMap({ moments[$0] }).max().map(SimpleFINCursor.day),
                today.days(since: newest) > Self.standingDays
            else { continue }
            let own = ids.compactMap { positions[$0] }.map { accounts[$0] }
            let name = bankNames[bank] ?? own.lazy.compactMap(\.institution).first
            note(
                .standing(
                    name ?? own.first?.name ?? "one bank", since: newest, institution: name, accounts: Set(ids).sorted()
                ))
        }
    }

    private mutating func addProblem(_ report: JSON) {
        let code = CleanText.line(report["code"]?.string ?? "gen.", longest: 40)
        let said = CleanText.line(report["msg"]?.string ?? "", longest: 160)
        // Pieces are never longer than what is answered whole.
        if code == "gen.api", said.contains("date range") { return }
        let bank = report["conn_id"]?.string
        let name = bank.flatMap { bankNames[$0] }
        let own = report["account_id"]?.string.map { "\(bank ?? "")/\($0)" }
        let ofBank = bank.map { bank in
            (accountsOfBank[bank] ?? []) + known.filter { $0.hasPrefix("\(bank)/") }
        }
        let concerned = own.map { [$0] } ?? ofBank ?? []
        let label = own.flatMap { positions[$0] }.map { accounts[$0].name } ?? name ?? "SimpleFIN"
        let (health, words) = SimpleFINReader.words(code, about: label, said: said)
        let unique = Set(concerned).sorted()
        let problem = FeedProblem(health, code: code, message: words, institution: name, accounts: unique)
        note(problem)
    }

    /// What an error of the protocol means, in words; codes that are not known yet go by what stands before their point.
    private static func words(_ code: String, about label: String, said: String) -> (ConnectionHealth, String) {
        switch code {
        case "con.auth":
            return (
                .relink,
                "\(label) wants you to sign in again: do that at https://beta-bridge.simplefin.org, then sync again"
            )
        case "act.failed":
            return (.attention, "\(label) couldn't be read this time; the next sync tries again")
        case "act.missingdata":
            return (.attention, "\(label) sent only part of its transactions; the next sync tries again")
        case "gen.auth":
            return (.relink, "SimpleFIN refuses this access; connect again with a new setup token")
        default:
            let quoted = said.isEmpty ? "gave no reason" : "says: “\(said)”"
            // Of which bank or account it is such words do not say.
            if code == "errors" { return (.attention, "SimpleFIN \(quoted)") }
            if code.hasPrefix("con.") { return (.attention, "\(label) needs attention; SimpleFIN \(quoted)") }
            if code.hasPrefix("act.") { return (.attention, "\(label) may be incomplete; SimpleFIN \(quoted)") }
            return (.ok, "SimpleFIN \(quoted)")
        }
    }
}
