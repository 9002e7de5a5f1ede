import Ledger
import Testing

@testable import Store

/// What is kept of balances, and what the rows around them sum to.
@Suite struct BalanceHistoryTests {
    private func day(_ number: Int32) -> CivilDate { CivilDate(dayNumber: number) }

    private func index() throws -> (HouseholdIndex, Int64) {
        let index = try HouseholdIndex(path: ":memory:")
        return (index, try index.addAccount(name: "Checking", type: .checking, currency: .usd).id)
    }

    /// Sums of balances must stay exact.
    @Test func aBalanceThatNoAccountHoldsIsRefused() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let account = try index.addAccount(name: "Vault", type: .savings, currency: .usd)
        func balance(_ amount: Int64) -> KnownBalance {
            KnownBalance(accountID: account.id, day: CivilDate(dayNumber: 20_000), amount: amount, source: .owner)
        }
        try index.keep(balance(1_000_000_000_000_000), rows: 0)
        for amount in [1_000_000_000_000_001, -1_000_000_000_000_001, .max, .min] as [Int64] {
            let error = #expect(throws: StoreError.self) { try index.keep(balance(amount), rows: 0) }
            #expect(error?.message.hasPrefix("the balance of Vault on October 4, 2024 is larger than any") == true)
        }
        // One that an earlier version let in.
        try index.database.run("UPDATE balance SET amount = ?", .int(.max - 1))
        let error = #expect(throws: StoreError.self) {
            try index.lastBalance(account: account.id, upTo: CivilDate(dayNumber: 20_000))
        }
        #expect(error?.reason == .outOfRange)
        #expect(error?.message.contains("coach balance \"Vault\" AMOUNT --on 2024-10-04") == true)
    }

    @Test func theOwnersWordGoesBeforeAStatementAndThatBeforeARow() throws {
        typealias Entry = (amount: Int64, source: BalanceSource, rows: Int)
        let entries: [Entry] = [
            (100, .running, 1), (200, .running, 3), (300, .statement, 0), (400, .statement, 2), (500, .owner, 0),
        ]
        for count in 1...entries.count {
            let known = Array(entries.prefix(count))
            // Whatever the order in which they come, the last of the list is the one that counts.
            for first in known.indices {
                let (index, id) = try index()
                for entry in known[first...] + known[..<first] {
                    try index.keep(
                        KnownBalance(accountID: id, day: day(20_000), amount: entry.amount, source: entry.source),
                        rows: entry.rows)
                }
                #expect(try index.lastBalance(account: id, upTo: day(20_000))?.amount == known.last?.amount)
            }
        }
    }

    @Test func ofEquallyGoodOnesTheNewerCounts() throws {
        let (index, id) = try index()
        for amount in [100, 250] as [Int64] {
            try index.keep(KnownBalance(accountID: id, day: day(20_000), amount: amount, source: .running), rows: 2)
        }
        #expect(try index.lastBalance(account: id, upTo: day(20_000))?.amount == 250)
    }

    @Test func neighboursOfADay() throws {
        let (index, id) = try index()
        for (number, amount) in [(20_010, 1), (20_020, 2), (20_030, 3)] as [(Int32, Int64)] {
            try index.keep(KnownBalance(accountID: id, day: day(number), amount: amount, source: .running), rows: 1)
        }
        let table: [(day: Int32, last: Int64?, next: Int64?)] = [
            (20_009, nil, 1), (20_010, 1, 2), (20_019, 1, 2), (20_020, 2, 3), (20_030, 3, nil), (20_031, 3, nil),
        ]
        for row in table {
            #expect(try index.lastBalance(account: id, upTo: day(row.day))?.amount == row.last, "\(row.day)")
            #expect(try index.firstBalance(account: id, after: day(row.day))?.amount == row.next, "\(row.day)")
        }
    }

    /// The day of booking decides, not the day of the purchase; pending rows have not moved money.
    @Test func postedRowsBetweenTwoDays() throws {
        let (index, id) = try index()
        try index.bring([
            Row(-1, "ON THE FIRST DAY", day: 20_000),
            Row(-20, "MADE BEFORE, BOOKED AFTER", day: 19_999).with { $0.posted = 20_001 },
            Row(-300, "BETWEEN", day: 20_003),
            Row(-4000, "MADE WITHIN, BOOKED LATER", day: 20_005).with { $0.posted = 20_006 },
            Row(-50_000, "PENDING", day: 20_004).with { $0.isPending = true },
            Row(600_000, "LAST DAY", day: 20_005),
        ])
        let sum = try index.postedSum(account: id, after: day(20_000), through: day(20_005))
        #expect(sum == RowSum(amount: -20 - 300 + 600_000, rows: 3, lastDay: day(20_005)))
        let none = try index.postedSum(account: id, after: day(20_100), through: day(20_200))
        #expect(none == RowSum(amount: 0, rows: 0, lastDay: nil))
        let pending = try index.pendingSum(account: id, through: day(20_005))
        #expect(pending == RowSum(amount: -50_000, rows: 1, lastDay: day(20_004)))
    }

    /// An excluded row is left out of totals, but its money is gone; of a split row only the whole moved it.
    @Test func excludedAndSplitRows() throws {
        let (index, id) = try index()
        try index.bring([Row(-500, "EXCLUDED"), Row(-900, "SPLIT"), Row(-900, "A PART OF IT")])
        _ = try index.correct([1], Correction(isExcluded: true), always: false)
        try index.database.write { try index.database.run("UPDATE txn SET parent_id = 2 WHERE id = 3") }
        #expect(try index.postedSum(account: id, after: day(19_999), through: day(20_000)).amount == -1400)
    }

    @Test func coverageOfAnAccount() throws {
        let (index, id) = try index()
        #expect(try index.coverage(account: id) == nil)
        try index.bring([Row(-1, "B", day: 20_040), Row(-1, "A", day: 20_000)])
        #expect(try index.coverage(account: id) == Period(day(20_000), day(20_040)))
    }
}
