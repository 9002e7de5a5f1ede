import Coaching
import Ledger
import Testing

/// What a trip cost: what was bought away, and not what is paid wherever one is.
@Suite struct TripCostTests {
    /// A year of groceries in Dayton and of a loan on the 14th; five days in Traverse City in July.
    private func ledger() throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: "2026-09-30")
        var rows: [(String, String)] = []
        for week in 0..<52 {
            let day = (CivilDate(iso: "2025-10-04") ?? CivilDate(dayNumber: 0)).adding(days: 7 * week)
            rows.append((day.iso, "KROGER #\(week % 2 + 400) DAYTON OH,-\(60 + week % 7).00"))
        }
        for month in 1...9 { rows.append(("2026-0\(month)-14", "HILLTOP AUTO LOAN PAYMENT,-412.00")) }
        rows += [
            ("2026-07-12", "CHERRY GRILL 5 TRAVERSE CITY MI,-44.00"),
            ("2026-07-13", "SHELL 7781 TRAVERSE CITY MI,-38.00"),
            ("2026-07-14", "DUNE CLIMB PARKING TRAVERSE CITY MI,-25.00"),
            ("2026-07-14", "SPEEDY MART 3 DAYTON OH,-19.00"),
            ("2026-07-16", "BAY CAFE 21 TRAVERSE CITY MI,-13.00"),
        ]
        try ledger.bring("Checking", .checking, rows.sorted { $0.0 < $1.0 }.map { "\($0.0),\($0.1)" })
        return ledger
    }

    /// 44.00 + 38.00 + 25.00 + 13.00; neither the loan of the 14th nor what was bought at home that day.
    @Test func billsAndPurchasesAtHomeAreNoCostOfIt() throws {
        let ledger = try ledger()
        let said = try ledger.reply(to: ["what did the Traverse City trip cost?"])
        #expect(said.contains("$120.00"), "\(said)")
        let list = try ledger.reply(to: ["which trips did we take?"])
        #expect(list.contains("$120.00"), "\(list)")
        // The days by their dates are all that was spent: with 412.00 and 19.00.
        #expect(try ledger.reply(to: ["what did I spend from July 12 to 16?"]).contains("$551.00"))
    }
}
