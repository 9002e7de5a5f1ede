import Ledger
import TestSupport
import Testing

@testable import Retrieval

@Suite struct UnusualDetectorTests {
    private let october = Period.month(of: day("2026-10-15"))

    private func findings(
        _ rows: [RecurringRow], _ period: Period? = nil, foreign: [Int64: Currency] = [:]
    ) -> [UnusualFinding] {
        let streams = RecurringDetector.streams(rows: rows, asOf: day("2026-10-31")).streams
        return UnusualDetector.findings(rows: rows, streams: streams, period: period ?? october, foreign: foreign)
    }

    private func rules(_ rows: [RecurringRow]) -> [String] { findings(rows).map(\.reason.rule) }

    // MARK: Double charges

    @Test(arguments: [
        ("2026-10-09", -6437, 1), ("2026-10-10", -6437, 1), ("2026-10-12", -6437, 1), ("2026-10-13", -6437, 0),
        ("2026-10-10", -6438, 0),
    ]) func theSameAmountWithinThreeDaysIsADoubleCharge(second: String, amount: Int64, count: Int) {
        let rows = charges("Kitchen", "restaurants", [("2026-08-02", -4120), ("2026-10-09", -6437), (second, amount)])
        let found = findings(rows)
        #expect(found.count == count)
        if let finding = found.first {
            #expect(finding.reason == .doubleCharge(first: rows[1]))
            #expect(finding.rowIDs == [2, 3])
            #expect(finding.stake == Money(6437, .usd))
        }
    }

    @Test func aMerchantThatOftenTakesTheSameTwiceIsNotDoubted() {
        let habit = charges(
            "Kiosk", "groceries",
            [
                ("2026-03-02", -350), ("2026-03-03", -350), ("2026-06-10", -350), ("2026-06-12", -350),
                ("2026-10-09", -350), ("2026-10-10", -350),
            ])
        #expect(findings(habit).isEmpty)
        // The same price at a place of daily visits, the first time so near.
        var list: [(String, Int64)] = []
        for number in 0..<40 {
            list.append((day("2026-06-01").adding(days: number * 3).iso, -400 - Int64(number % 9) * 25))
        }
        list += [("2026-10-17", -575), ("2026-10-17", -575)]
        #expect(!findings(charges("Cafe", "coffee", list)).contains { $0.reason.rule == "double_charge" })
    }

    @Test func aDoubleChargeThatWasGivenBackIsSettled() {
        let rows =
            charges("Kitchen", "restaurants", [("2026-10-09", -6437), ("2026-10-10", -6437)])
            + charges("Kitchen", "restaurants", [("2026-10-20", 6437)], kind: .refund, firstID: 10)
        #expect(findings(rows).isEmpty)
    }

    @Test func cashAndOtherAccountsAreNoDoubleCharges() {
        #expect(findings(charges("ATM", "cash", [("2026-10-09", -6000), ("2026-10-10", -6000)])).isEmpty)
        let rows =
            charges("Kitchen", "restaurants", [("2026-10-09", -6437)])
            + charges("Kitchen", "restaurants", [("2026-10-10", -6437)], account: "Card", firstID: 10)
        #expect(findings(rows).isEmpty)
    }

    // MARK: Amounts

    /// Nine visits with a median of 50.00 and a median deviation of 5.00.
    private func visits(_ last: Int64) -> [RecurringRow] {
        let amounts: [Int64] = [-4500, -5000, -5500, -4500, -5000, -5500, -4000, -6000, -5000]
        let days = ["02-11", "03-02", "03-29", "04-30", "05-14", "06-20", "07-28", "08-03", "09-19"]
        return charges("Shop", "groceries", zip(days, amounts).map { ("2026-\($0)", $1) } + [("2026-10-07", last)])
    }

    @Test(arguments: [(-17_262, true), (-12_500, true), (-12_499, false), (-6000, false)] as [(Int64, Bool)])
    func anAmountFarFromTheHabitIsUnusual(amount: Int64, isUnusual: Bool) {
        let found = findings(visits(amount))
        #expect(found.map(\.reason.rule) == (isUnusual ? ["unusual_amount"] : []))
        if amount == -17_262 {
            #expect(found[0].reason == .farFromHabit(usual: Money(5000, .usd), times: 3.5))
            #expect(found[0].stake == Money(12_262, .usd))
        }
    }

    @Test func aHabitOfLargeAmountsIsNone() {
        let rows = visits(-17_262) + charges("Shop", "groceries", [("2026-01-10", -16_000)], firstID: 50)
        #expect(findings(rows).isEmpty)
    }

    // MARK: New merchants

    @Test func aLargeFirstPaymentIsUnusual() {
        let everyday = charges(
            "Market", "groceries",
            (0..<80).map { (day("2026-01-02").adding(days: $0 * 3).iso, -3000 - Int64($0 % 13) * 450) })
        let large = charges("Furniture House", "furniture", [("2026-10-18", -174_203)], firstID: 200)
        let small = charges("Book Room", "books", [("2026-10-20", -2200)], firstID: 300)
        #expect(findings(everyday + large + small).map(\.row.id) == [200])
        // Nobody is new while the data is.
        let young = everyday.filter { $0.date > day("2026-08-15") }
        #expect(findings(young + large).isEmpty)
    }

    // MARK: Pace

    @Test(arguments: [(15, true), (8, false)]) func aCategorysPaceIsHeldAgainstItsPast(count: Int, isUnusual: Bool) {
        var list: [(String, Int64)] = []
        for month in 1...9 {
            for visit in 0..<8 {
                list.append(
                    (day("2026-0\(month)-02").adding(days: visit * 3).iso, -2000 - Int64(month * 7 + visit * 31)))
            }
        }
        for visit in 0..<count {
            list.append((day("2026-10-01").adding(days: visit * 2).iso, -2000 - Int64(visit * 37)))
        }
        // Spread over merchants, so that only the category stands out.
        let rows = list.enumerated().map { index, entry in
            RecurringRow(
                id: Int64(index + 1), date: day(entry.0), merchant: "Place \(index % 23)", account: "Card",
                category: "restaurants", amount: Money(entry.1, .usd), kind: .expense)
        }
        let found = findings(rows).filter { $0.reason.rule == "category_pace" }
        #expect(found.count == (isUnusual ? 1 : 0))
        if let finding = found.first, case .pace(let spent, _, let through) = finding.reason {
            // 15 × 20.00 + 37 × (0 + … + 14) cents.
            #expect(spent == Money(33_885, .usd))
            #expect(through == day("2026-10-31"))
        }
    }

    // MARK: Fees, currencies, streams

    @Test func feesOfAKindAreOneFinding() {
        let rows =
            charges("ATM Fee", "atm_fee", [("2026-10-02", -300), ("2026-10-12", -350)])
            + charges("Late Fee", "late_fee", [("2026-10-20", -2900), ("2026-09-20", -2900)], firstID: 10)
        let found = findings(rows)
        #expect(found.map(\.row.id) == [10, 2])
        #expect(found[1].reason == .fee(count: 2, total: Money(650, .usd)))
    }

    @Test func anotherCurrencyIsASurpriseUnlessItIsAHabit() {
        let rows = charges(
            "Hotel", "lodging", (1...6).map { ("2026-10-0\($0)", -8000 - Int64($0)) })
        #expect(findings(rows, foreign: [3: .eur]).map(\.reason) == [.foreignCurrency(.eur)])
        #expect(findings(rows, foreign: Dictionary(uniqueKeysWithValues: (1...5).map { ($0, .eur) })).isEmpty)
    }

    @Test(
        arguments: [
            ("HOTEL ROMA EUR 45,00", "USD", "EUR"), ("CAFE 312.50 MXN @ 0.0543", "USD", "MXN"),
            ("SHOP USD 12.00", "USD", nil),
            ("EUR CAFE", "USD", nil), ("POS 12/10 EUR 7", "USD", "EUR"), ("INR DIAGNOSTICS LAB", "USD", nil),
            ("", "USD", nil),
        ] as [(String, String, String?)]) func aCurrencyStandsBesideItsAmount(text: String, own: String, code: String?)
    {
        #expect(Retriever.foreignCurrency(in: text, own: own)?.code == code)
    }

    @Test func changedStreamsAreTold() {
        let rows =
            monthly("TV", "streaming", from: "2026-01-08", count: 9, -1799)
            + monthly("TV", "streaming", from: "2026-10-08", count: 1, -1999, firstID: 50)
            + monthly("Music", "music", from: "2025-06-19", count: 9, -1099, firstID: 100)
            + monthly("Music", "music", from: "2026-10-19", count: 1, -1099, firstID: 150)
        let found = findings(rows)
        #expect(Set(found.map(\.reason)) == [.raised(from: Money(-1799, .usd)), .cameBack(after: day("2026-02-19"))])
    }

    // MARK: Invariants

    @Test func noRowIsToldTwiceAndTheOrderOfRowsDoesNotMatter() {
        for seed in 1...10 {
            let rows = RecurringLedger(seed: UInt64(seed)).rows
            let period = Period(day("2026-08-01"), day("2026-10-31"))
            let found = findings(rows, period)
            #expect(Set(found.map(\.row.id)).count == found.count)
            #expect(found.allSatisfy { period.contains($0.row.date) && $0.stake.minorUnits > 0 })
            var dice = SeededGenerator(seed: UInt64(seed))
            #expect(findings(rows.shuffled(using: &dice), period) == found)
        }
    }
}
