import Ledger
import Store

/// What was owned and owed at the ends of months, and what changed from one to the next.
public struct NetWorthHistory: Sendable {
    public struct Month: Sendable {
        /// Its last day, or today in the month that is running.
        public let day: CivilDate
        public let netWorth: Money
        /// What each kind of assets comes to; liabilities are positive.
        public let kinds: [AssetKind: Money]
        /// Since the month before, of the accounts that are known at both ends; nil in the first one.
        public let change: Money?
        /// In percent; nil where there was nothing or less to grow from.
        public let changePercent: Double?
        /// Accounts of which something is known now and nothing was at the end of the month before.
        public let newAccounts: [String]
        /// Accounts whose balance isn't known then: what they hold or owe is in no figure.
        public let unknownAccounts: [String]
    }

    /// Oldest first, one for each currency in a month.
    public let months: [Month]
}

extension Retriever {
    /// The ends of months up to a day. Months before anything is known are left out.
    ///
    /// - Parameter count: how many, 1 to 120.
    public func netWorthHistory(through day: CivilDate, months count: Int) throws(StoreError) -> NetWorthHistory {
        let accounts = try index.accounts
        let first = day.startOfMonth.adding(months: 1 - min(max(count, 1), 120))
        var before = try balanceSheet(accounts, on: first.adding(days: -1))
        var out: [NetWorthHistory.Month] = []
        var month = first
        while month <= day {
            let sheet = try balanceSheet(accounts, on: min(month.endOfMonth, day))
            out += sheet.currencies.map { entry(sheet, since: before, $0) }
            before = sheet
            month = month.adding(months: 1)
        }
        return NetWorthHistory(months: out)
    }

    private func entry(_ sheet: BalanceSheet, since before: BalanceSheet, _ currency: Currency)
        -> NetWorthHistory.Month
    {
        func sum(_ sheet: BalanceSheet, _ isIncluded: (AccountBalance) -> Bool) -> Int64? {
            let amounts = sheet.balances.filter { $0.amount.currency == currency && isIncluded($0) }
            return amounts.isEmpty ? nil : amounts.reduce(0) { $0 + $1.amount.minorUnits }
        }
        var kinds: [AssetKind: Money] = [:]
        for kind in AssetKind.allCases {
            guard let amount = sum(sheet, { AssetKind($0) == kind }) else { continue }
            kinds[kind] = Money(kind == .liabilities ? -amount : amount, currency)
        }
        let known = Set(before.balances.map(\.account.id))
        let there = Set(sheet.balances.map(\.account.id))
        let then = sum(before) { there.contains($0.account.id) }
        let change = then.map { (sum(sheet) { known.contains($0.account.id) } ?? 0) - $0 }
        let news = sheet.balances.filter { $0.amount.currency == currency && !known.contains($0.account.id) }
        return NetWorthHistory.Month(
            day: sheet.day, netWorth: Money(sum(sheet) { _ in true } ?? 0, currency), kinds: kinds,
            change: change.map { Money($0, currency) },
            changePercent: then.flatMap { then in change.flatMap { then > 0 ? percentage($0, of: then) : nil } },
            newAccounts: before.balances.isEmpty ? [] : news.map(\.account.name),
            unknownAccounts: sheet.unknown.filter { $0.currency == currency }.map(\.name))
    }
}
