import Ledger
import Store

/// What one file says of the balances of its accounts.
struct FileBalances {
    private struct AccountDay: Hashable {
        let accountID: Int64
        let day: CivilDate
    }

    private let statements: [StatementAccount]
    private let statementDays: Set<CivilDate>
    private var running: [Int64: RunningBalances] = [:]
    private var statementRows: [AccountDay: Int] = [:]

    init(statements: [StatementAccount]) {
        self.statements = statements
        statementDays = Set(statements.compactMap(\.balanceDate))
    }

    /// - Parameter account: the account that the record belongs to.
    mutating func add(_ record: ImportedRecord, account id: Int64) {
        guard !record.isPending else { return }
        let day = record.posted ?? record.date
        if let balance = record.balance {
            running[id, default: RunningBalances()].add(day: day, amount: record.minorUnits, balance: balance)
        }
        if statementDays.contains(day) { statementRows[AccountDay(accountID: id, day: day), default: 0] += 1 }
    }

    /// What a card or loan holds whose statement gives a balance: banks sign a debt either way, and accounts in credit
    /// are rare, so that it takes evidence to believe one.
    private func held(_ stated: Int64, on day: CivilDate, _ account: Int64, _ index: HouseholdIndex)
        throws(StoreError) -> Int64
    {
        guard stated > 0 else { return stated }
        // Where another debt of the file is negative, the bank writes what is owed that way.
        if statements.contains(where: { ($0.ledgerBalance ?? 0) < 0 && $0.type?.isLiability ?? false }) {
            return stated
        }
        let earlier = try index.lastBalance(account: account, upTo: day.adding(days: -1))
        let change = try index.change(ofAccount: account, after: earlier?.day, through: day)
        return (earlier?.amount ?? 0) + change == stated ? stated : -stated
    }

    /// Adds the balances to the history of their accounts.
    func keep(in index: HouseholdIndex, _ accounts: inout AccountChooser, file: Int64)
        throws(StoreError)
    {
        for account in accounts.used {
            for closing in running[account.id]?.closings(owes: account.type.isLiability) ?? [] {
                try index.keep(
                    KnownBalance(accountID: account.id, day: closing.day, amount: closing.amount, source: .running),
                    rows: closing.rows, file: file)
            }
        }
        for statement in statements {
            guard let stated = statement.ledgerBalance, let day = statement.balanceDate else { continue }
            let account = try accounts.account(of: statement)
            let amount = account.type.isLiability ? try held(stated, on: day, account.id, index) : stated
            try index.keep(
                KnownBalance(accountID: account.id, day: day, amount: amount, source: .statement),
                rows: statementRows[AccountDay(accountID: account.id, day: day)] ?? 0, file: file)
        }
    }
}
