import Ledger
import Store
import Testing

@testable import Retrieval

@Suite("Net worth at the ends of months")
struct NetWorthHistoryTests {
    private func day(_ iso: String) -> CivilDate { CivilDate(iso: iso)! }

    private func keep(_ amount: Int64, _ account: Account, _ iso: String, _ index: HouseholdIndex) throws {
        try index.keep(
            KnownBalance(accountID: account.id, day: day(iso), amount: amount, source: .statement), rows: 0)
    }

    private func account(_ name: String, _ type: AccountType, _ currency: Currency, _ index: HouseholdIndex) throws
        -> Account
    { try index.addAccount(name: name, type: type, currency: currency, institution: nil, mask: nil) }

    @Test("Each month has its sum, its kinds, and what changed of what was known before")
    func months() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let checking = try account("Checking", .checking, .usd, index)
        let card = try account("Card", .creditCard, .usd, index)
        let brokerage = try account("Brokerage", .investment, .usd, index)
        let euros = try account("Euros", .savings, .eur, index)
        try keep(100_000, checking, "2026-08-31", index)
        try keep(150_000, checking, "2026-09-30", index)
        try keep(120_000, checking, "2026-10-20", index)
        try keep(-20_000, card, "2026-08-15", index)
        try keep(-50_000, card, "2026-10-05", index)
        try keep(1_000_000, brokerage, "2026-09-10", index)
        try keep(7_000, euros, "2026-10-01", index)
        let history = try Retriever(index).netWorthHistory(through: day("2026-10-25"), months: 3)
        let dollars = history.months.filter { $0.netWorth.currency == .usd }
        #expect(dollars.map(\.day.iso) == ["2026-08-31", "2026-09-30", "2026-10-25"])
        #expect(dollars.map(\.netWorth.minorUnits) == [80_000, 1_130_000, 1_070_000])
        // The brokerage was not known in August.
        #expect(dollars.map { $0.change?.minorUnits } == [nil, 50_000, -60_000])
        #expect(dollars.map(\.newAccounts) == [[], ["Brokerage"], []])
        #expect(dollars[1].changePercent == 62.5)
        #expect(dollars[2].kinds[.cash]?.minorUnits == 120_000)
        #expect(dollars[2].kinds[.investments]?.minorUnits == 1_000_000)
        #expect(dollars[2].kinds[.liabilities]?.minorUnits == 50_000)
        let foreign = history.months.filter { $0.netWorth.currency == .eur }
        #expect(foreign.map(\.netWorth.minorUnits) == [7_000] && foreign[0].change == nil)
    }

    @Test("Holdings add up by currency; where a cost is not known it is in no gain")
    func holdings() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let brokerage = try account("Brokerage", .investment, .usd, index)
        func holding(_ id: String, _ value: Int64, _ cost: Int64?) -> Holding {
            Holding(
                securityID: id, name: id, ticker: nil, kind: nil, quantity: "1.5", value: Money(value, .usd),
                cost: cost.map { Money($0, .usd) }, day: day("2026-10-2\(id.count)"))
        }
        try index.keep([holding("old", 1, 1)], ofAccount: brokerage.id)
        try index.keep(
            [holding("a", 5_000, 8_000), holding("bb", 90_000, 60_000), holding("ccc", 700, nil)],
            ofAccount: brokerage.id)
        let report = try Retriever(index).holdings()
        #expect(report.lines.map(\.holding.name) == ["bb", "a", "ccc"])
        #expect(report.lines.map { $0.holding.gain?.minorUnits } == [30_000, -3_000, nil])
        #expect(
            report.totals == [
                HoldingsReport.Total(
                    value: Money(95_700, .usd), cost: Money(68_000, .usd), gain: Money(27_000, .usd), uncosted: 1)
            ])
        #expect(report.day == day("2026-10-21"))
    }
}
