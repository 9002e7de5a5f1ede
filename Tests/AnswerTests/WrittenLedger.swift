import Importing
import Ledger
import Store

/// Small ledgers that a test writes as the bank would, brought in through the ordinary import.
struct WrittenLedger {
    let index: HouseholdIndex
    let asOf: CivilDate

    init(asOf: String) throws {
        index = try HouseholdIndex(path: ":memory:")
        self.asOf = CivilDate(iso: asOf) ?? CivilDate(dayNumber: 0)
    }

    /// - Parameters:
    ///   - rows: `2026-03-01,LANDLORD,-900.00`, with a fourth cell for the balance where `hasBalance`.
    func bring(
        _ account: String, _ type: AccountType, hasBalance: Bool = false, currency: Currency? = nil, _ rows: [String]
    ) throws {
        var request = IngestRequest()
        request.options.currency = currency
        request.account = account
        request.options.accountType = type
        let header = "Date,Description,Amount" + (hasBalance ? ",Balance" : "")
        let file = StatementBytes(
            Array(([header] + rows).joined(separator: "\n").utf8) + [0x0A], path: "\(account).csv")
        _ = try Ingest(index, today: asOf).importBytes(file, request)
    }

    /// As `coach balance` keeps it; cents, what is owed negative.
    func tell(_ account: String, _ cents: Int64, on day: String, _ type: AccountType = .checking) throws {
        let known = try index.account(named: account)
        let account = try known ?? index.addAccount(name: account, type: type, currency: .usd)
        try index.keep(
            KnownBalance(accountID: account.id, day: CivilDate(iso: day) ?? asOf, amount: cents, source: .owner),
            rows: 0)
    }
}
