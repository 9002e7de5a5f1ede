import Coaching
import Importing
import Ledger
import Store

/// Small ledgers that a test writes as the bank would, brought in through the ordinary import.
struct WrittenLedger {
    let index: HouseholdIndex
    let asOf: CivilDate

    init(asOf: String, path: String = ":memory:") throws {
        index = try HouseholdIndex(path: path)
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

    /// Pay of $2,000.00 and rent of $1,500.00 a month from April to September 2026, seen from the 1st of October: $500.00
    /// a month are kept, and $3,000.00 are there.
    static func payAndRent() throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: "2026-10-01")
        var rows: [String] = []
        for month in 4...9 {
            rows.append("2026-0\(month)-01,LANDLORD RENT,-1500.00")
            rows.append("2026-0\(month)-15,ACME PAYROLL DIRECT DEP,2000.00")
        }
        try ledger.bring("Checking", .checking, rows)
        try ledger.tell("Checking", 300_000, on: "2026-10-01")
        return ledger
    }

    /// The reply to the last of the lines of one conversation.
    func reply(to lines: [String]) throws -> String {
        var coach = try Coach(index, asOf: asOf)
        return try lines.map { try coach.answer($0).reply }.last ?? ""
    }

    /// The 24 months up to October 2026, `2024-11` first.
    static let twoYears = (0..<24).map { index in
        let month = (index + 10) % 12 + 1
        return "\(2024 + (index + 10) / 12)-\(month < 10 ? "0" : "")\(month)"
    }
}
