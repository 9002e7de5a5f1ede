import Ledger
import Store

/// What an account holds at the end of a day, and how that is known.
public struct AccountBalance: Sendable, Hashable {
    public let account: Account
    /// What is owed is negative.
    public let amount: Money
    /// The day of the stated balance that it rests on.
    public let statedOn: CivilDate
    /// Whether the account's owner stated it and not the bank.
    public let isOwners: Bool
    /// Posted rows between that day and the one asked for, which were added or, going back, taken off.
    public let rows: Int
    /// The last day that says anything of it: that of the stated balance or of the last row.
    public let day: CivilDate

    public init(
        account: Account, amount: Money, statedOn: CivilDate, isOwners: Bool = false, rows: Int = 0, day: CivilDate
    ) {
        self.account = account
        self.amount = amount
        self.statedOn = statedOn
        self.isOwners = isOwners
        self.rows = rows
        self.day = day
    }
}

/// The balances of some accounts at the end of one day.
public struct BalanceSheet: Sendable, Hashable {
    public let day: CivilDate
    public let balances: [AccountBalance]
    /// Accounts of which no balance is known.
    public let unknown: [Account]

    public init(day: CivilDate, balances: [AccountBalance], unknown: [Account]) {
        self.day = day
        self.balances = balances
        self.unknown = unknown
    }

    /// The currencies of the balances in the order of their first account.
    public var currencies: [Currency] {
        var out: [Currency] = []
        for balance in balances where !out.contains(balance.amount.currency) { out.append(balance.amount.currency) }
        return out
    }

    /// What the balances that pass add up to, one amount per currency that any of them has.
    public func sums(_ isIncluded: (AccountBalance) -> Bool) -> [Money] {
        let included = balances.filter(isIncluded)
        return currencies.compactMap { currency in
            let amounts = included.map(\.amount).filter { $0.currency == currency }
            return amounts.isEmpty ? nil : Money(amounts.reduce(0) { $0 + $1.minorUnits }, currency)
        }
    }
}

extension Retriever {
    /// What the rows of an account add up to, whatever it held before the first of them; nil without one.
    public func sumOfRows(_ account: Account) throws -> (sum: Money, first: CivilDate)? {
        let sql = "SELECT sum(amount), min(day), count(*) FROM txn WHERE account_id = ? AND parent_id IS NULL"
        return try index.database.first(sql, [.int(account.id)]) { row in
            row.int(2) == 0
                ? nil
                : (Money(row.int(0), account.currency), CivilDate(dayNumber: Int32(row.int(1))))
        } ?? nil
    }
}

extension AccountType {
    /// Whether its money can be spent today or tomorrow.
    public var isDeposit: Bool { self == .checking || self == .savings || self == .cash }
}

extension Retriever {
    /// The balances of accounts at the end of a day: the last stated one and the posted rows since, or a later one
    /// less the rows up to it as far back as the account's rows reach.
    public func balanceSheet(_ accounts: [Account], on day: CivilDate) throws(StoreError) -> BalanceSheet {
        var balances: [AccountBalance] = []
        var unknown: [Account] = []
        for account in accounts {
            if let balance = try balance(account, on: day) { balances.append(balance) } else { unknown.append(account) }
        }
        return BalanceSheet(day: day, balances: balances, unknown: unknown)
    }

    private func balance(_ account: Account, on day: CivilDate) throws(StoreError) -> AccountBalance? {
        func make(_ stated: KnownBalance, _ change: Int64, _ rows: RowSum, day: CivilDate) -> AccountBalance {
            AccountBalance(
                account: account, amount: Money(stated.amount + change, account.currency), statedOn: stated.day,
                isOwners: stated.source == .owner, rows: rows.rows, day: day)
        }
        if let stated = try index.lastBalance(account: account.id, upTo: day) {
            let since = try index.postedSum(account: account.id, after: stated.day, through: day)
            return make(stated, since.amount, since, day: max(stated.day, since.lastDay ?? stated.day))
        }
        guard let stated = try index.firstBalance(account: account.id, after: day),
            let coverage = try index.coverage(account: account.id), coverage.start <= day
        else { return nil }
        let until = try index.postedSum(account: account.id, after: day, through: stated.day)
        return make(stated, -until.amount, until, day: day)
    }

    /// The accounts that a question is about: those named, else all of their type, else all; of what is owed the cards and
    /// loans.
    public func accounts(of ask: BalanceAsk) throws(StoreError) -> [Account] {
        let wanted = Set(ask.accounts.map { $0.lowercased() })
        let left = Set(ask.without.map { $0.lowercased() })
        return try index.accounts.filter { account in
            let name = account.name.lowercased()
            if left.contains(name) { return false }
            if !wanted.isEmpty { return wanted.contains(name) }
            if let type = ask.type { return account.type == type }
            return ask.topic != .owed || account.type.isLiability
        }
    }

    /// The balances a question asks for, on its day or at the end of its period, or on `asOf` where that comes first.
    ///
    /// The figure `balance` comes first for all accounts that belong together, then for each account; `liabilities`
    /// is what is owed on cards and loans among them, `pending` what the balances do not hold yet.
    public func balances(_ ask: BalanceAsk, asOf: CivilDate) throws -> (sheet: BalanceSheet, evidence: Evidence) {
        let day = min(ask.day ?? ask.period?.end ?? asOf, asOf)
        var sheet = try balanceSheet(accounts(of: ask), on: day)
        if ask.detail == .most || ask.detail == .least {
            // Of accounts that one has money in.
            let held = sheet.balances.filter {
                ask.topic == .owed || $0.account.type.isDeposit || !ask.accounts.isEmpty
            }
            let sorted = held.sorted { $0.amount.minorUnits < $1.amount.minorUnits }
            let isLast = (ask.detail == .most) != (ask.topic == .owed)
            let picked = isLast ? sorted.last : sorted.first
            sheet = BalanceSheet(day: day, balances: picked.map { [$0] } ?? [], unknown: sheet.unknown)
        }
        let isNamed = ask.isOfSome
        var evidence = Evidence(query: ask.query(on: day, asOf: asOf), coverage: try index.coverage)
        let owesOnly = sheet.balances.allSatisfy { $0.account.type.isLiability }
        if sheet.balances.count > 1 {
            let words =
                isNamed ? "\(sheet.balances.count) accounts" : owesOnly ? "Cards and loans" : "Money in accounts"
            for sum in sheet.sums({ isNamed || owesOnly || $0.account.type.isDeposit }) {
                evidence.figures.append(Figure(name: "balance", label: dated(words, day), value: .money(sum)))
            }
        }
        for balance in sheet.balances {
            evidence.figures.append(
                Figure(
                    name: "balance", label: dated(balance.account.name, balance.day), value: .money(balance.amount),
                    rows: balance.rows))
            evidence.groups.append(
                Group(
                    key: balance.account.name, label: balance.account.name, value: .money(balance.amount),
                    count: balance.rows, share: nil))
        }
        for sum in sheet.sums({ $0.account.type.isLiability }) {
            evidence.figures.append(
                Figure(name: "liabilities", label: dated("Owed on cards and loans", day), value: .money(-sum)))
        }
        if day == asOf { try addPending(sheet, &evidence) }
        return (sheet, evidence)
    }

    private func addPending(_ sheet: BalanceSheet, _ evidence: inout Evidence) throws(StoreError) {
        for balance in sheet.balances {
            let pending = try index.pendingSum(account: balance.account.id, through: sheet.day)
            guard pending.rows > 0 else { continue }
            evidence.figures.append(
                Figure(
                    name: "pending", label: "\(balance.account.name), pending",
                    value: .money(Money(pending.amount, balance.account.currency)), rows: pending.rows))
        }
    }
}

extension BalanceAsk {
    /// Whether only some of the accounts are meant.
    public var isOfSome: Bool { !accounts.isEmpty || type != nil || !without.isEmpty }

    /// As the contract's `query` shows it.
    func query(on day: CivilDate, asOf: CivilDate) -> Query {
        Query(
            period: period ?? (self.day == nil ? nil : Period(day, day)), accounts: accounts, direction: .any,
            grouping: detail == .months ? .month : nil)
    }
}

/// `Everyday Checking, 30 October 2026`.
func dated(_ words: String, _ day: CivilDate) -> String { "\(words), \(day.longText)" }
