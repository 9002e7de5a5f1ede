import Coaching
import Ledger
import Retrieval
import Testing

/// What is typed in says nothing of the days that a bank has yet to tell of.
@Suite struct TypedDaysTests {
    private func day(_ iso: String) -> CivilDate { CivilDate(iso: iso) ?? CivilDate(dayNumber: 0) }

    /// The bank's file ends on June 12, seen from the 20th.
    private func ledger() throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        var rows: [String] = []
        for month in 1...6 { rows.append("2026-0\(month)-01,LANDLORD RENT,-900.00") }
        for month in 1...5 { rows.append("2026-0\(month)-22,ACME PAYROLL DIRECT DEP,2400.00") }
        rows.append("2026-06-12,GREEN GROCER,-31.00")
        try ledger.bring("Checking", .checking, rows)
        try ledger.tell("Checking", 120_000, on: "2026-06-12")
        return ledger
    }

    @Test func cashMovesNeitherTheEndOfTheDataNorTheForecast() throws {
        let ledger = try ledger()
        func forecast() throws -> ForecastReport {
            try Retriever(ledger.index).forecast(ForecastRequest(), asOf: ledger.asOf, currency: .usd)
        }
        let before = try forecast()
        #expect(before.dataEnd == day("2026-06-12"))
        _ = try ledger.reply(to: ["I paid 12 cash for lunch yesterday", "yes"])
        #expect(try ledger.index.coverage == Period(day("2026-01-01"), day("2026-06-12")))
        #expect(try ledger.index.rowSpan == Period(day("2026-01-01"), day("2026-06-19")))
        let after = try forecast()
        #expect(after.forecast == before.forecast && after.dataEnd == before.dataEnd)
        // A purse that is counted says nothing of the bank, either: $40.00 more, from the same day on.
        try ledger.tell("Cash", 4000, on: "2026-06-20", .cash)
        let counted = try forecast()
        #expect(counted.dataEnd == before.dataEnd)
        #expect(counted.forecast?.input.everyday == before.forecast?.input.everyday)
    }

    /// It still counts in sums, also in the months after the bank's last row.
    @Test func whatIsTypedIsCounted() throws {
        let ledger = try ledger()
        let said = try ledger.reply(to: ["I paid 12 cash for lunch yesterday", "yes", "how much did I spend in June?"])
        // 900.00 of rent, 31.00 of groceries, and the 12.00.
        #expect(said.contains("$943.00"), "\(said)")
        let later = try WrittenLedger(asOf: "2026-08-03")
        try later.bring("Checking", .checking, ["2026-06-02,GREEN GROCER,-31.00", "2026-06-09,GREEN GROCER,-20.00"])
        let all = try later.reply(to: ["I paid 12 cash for lunch yesterday", "yes", "how much did I spend in all?"])
        #expect(all.contains("$63.00"), "\(all)")
    }

    @Test func whereNothingElseIsThereItIsTheData() throws {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        _ = try ledger.reply(to: ["I paid 12 cash for lunch yesterday", "yes"])
        #expect(try ledger.index.coverage == Period(day("2026-06-19"), day("2026-06-19")))
    }
}
