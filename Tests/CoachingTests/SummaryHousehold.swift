import Coaching
import Importing
import Ledger
import Store
import TestSupport

/// Small ledgers that tests of summaries write, brought in through the ordinary import.
struct SummaryHousehold {
    let index: HouseholdIndex

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    /// - Parameter rows: `2026-03-01,LANDLORD,-900.00`.
    func bring(_ account: String, _ type: AccountType = .checking, _ currency: Currency = .usd, _ rows: [String]) throws
    {
        var request = IngestRequest()
        request.account = account
        request.options.accountType = type
        request.options.currency = currency
        let text = (["Date,Description,Amount"] + rows).joined(separator: "\n") + "\n"
        let file = StatementBytes(Array(text.utf8), path: "\(account).csv")
        _ = try Ingest(index, today: day("2026-12-31")).importBytes(file, request)
    }

    /// What its owner says an account holds, cents.
    func know(_ account: String, _ cents: Int64, on iso: String) throws {
        guard let id = try index.account(named: account)?.id else { return }
        try index.keep(KnownBalance(accountID: id, day: day(iso), amount: cents, source: .owner), rows: 0)
    }

    func facts(_ month: String, asOf: String) throws -> MonthFacts {
        try SummaryBook(index, asOf: day(asOf)).facts(span(month, asOf: asOf))
    }

    func narrative(_ month: String, asOf: String) throws -> String {
        SummaryNarrative(try facts(month, asOf: asOf), taxonomy: index.taxonomy).narrative.text
    }

    func report(_ month: String, asOf: String) throws -> SummaryReport {
        let facts = try facts(month, asOf: asOf)
        let words = SummaryNarrative(facts, taxonomy: index.taxonomy).narrative
        return SummaryReport(facts, words, taxonomy: index.taxonomy)
    }
}

func day(_ iso: String) -> CivilDate { CivilDate(iso: iso)! }

func span(_ month: String, asOf: String) -> SummarySpan {
    SummarySpan(.month, of: day(month + "-01"), asOf: day(asOf))!
}

extension SummaryHousehold {
    /// Eight months, March to October 2026, of pay, rent, groceries, coffee, refunds and card payments by chance.
    static func generated(seed: UInt64) throws -> SummaryHousehold {
        var numbers = SeededGenerator(seed: seed)
        let shops = [
            "WHOLE FOODS MKT", "STARBUCKS", "SHELL OIL", "AMAZON.COM", "CVS PHARMACY", "CHIPOTLE", "TARGET", "BEST BUY",
        ]
        var checking: [String] = []
        var card: [String] = []
        for month in 3...10 {
            let prefix = "2026-" + (month < 10 ? "0" : "") + "\(month)-"
            checking.append("\(prefix)01,OAK STREET APARTMENTS RENT,-1450.00")
            checking.append("\(prefix)05,ACME CORP PAYROLL,\(2500 + Int.random(in: 0..<300, using: &numbers)).17")
            checking.append("\(prefix)20,ONLINE TRANSFER TO SAVINGS,-200.00")
            for _ in 0..<Int.random(in: 5..<25, using: &numbers) {
                let date = Int.random(in: 1...28, using: &numbers)
                let shop = shops.randomElement(using: &numbers)!
                let cents = Int.random(in: 150..<20_000, using: &numbers)
                let sign = Int.random(in: 0..<12, using: &numbers) == 0 ? "" : "-"
                let amount = "\(sign)\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
                card.append("\(prefix)\(date < 10 ? "0" : "")\(date),\(shop),\(amount)")
            }
        }
        let household = try SummaryHousehold()
        try household.bring("Checking", .checking, .usd, checking)
        try household.bring("Card", .creditCard, .usd, card)
        return household
    }
}
