import Ledger
import Testing

@testable import Importing

/// Closing balances of days out of a column, worked out by hand.
struct RunningBalanceTests {
    private typealias Row = (day: Int32, amount: Int64, balance: Int64)

    private func closings(_ rows: [Row], owes: Bool = false) -> [String] {
        var balances = RunningBalances()
        for row in rows {
            balances.add(day: CivilDate(dayNumber: row.day), amount: row.amount, balance: row.balance)
        }
        return balances.closings(owes: owes).map { "\($0.day.dayNumber): \($0.amount), \($0.rows)" }
    }

    private let oldToNew: [Row] = [
        (1, -100, 900), (1, -50, 850), (2, 300, 1150), (4, -150, 1000), (4, -1, 999), (4, 7, 1006),
    ]
    private let expected = ["1: 850, 2", "2: 1150, 1", "4: 1006, 3"]

    @Test func fromOldToNewAndFromNewToOld() {
        #expect(closings(oldToNew) == expected)
        #expect(closings(oldToNew.reversed()) == expected)
    }

    /// A file of ascending days whose rows of one day run the other way about.
    @Test func daysAscendRowsOfADayDescend() {
        let rows: [Row] = [
            (1, -50, 850), (1, -100, 900), (2, 300, 1150), (4, 7, 1006), (4, -1, 999), (4, -150, 1000),
        ]
        #expect(closings(rows) == expected)
    }

    @Test func rowsOfADayInNoOrder() {
        let rows: [Row] = [
            (1, -100, 900), (1, -50, 850), (2, 300, 1150), (4, -1, 999), (4, 7, 1006), (4, -150, 1000),
        ]
        #expect(closings(rows) == expected)
    }

    /// A single day has no direction but its arithmetic.
    @Test func onASingleDay() {
        let rows: [Row] = [(9, -100, 900), (9, -50, 850), (9, 300, 1150)]
        #expect(closings(rows) == ["9: 1150, 3"])
        #expect(closings(rows.reversed()) == ["9: 1150, 3"])
    }

    /// A card whose positive balance rises with charges states a debt.
    @Test func aDebtStatedAsPositive() {
        let rows: [Row] = [(1, -100, 100), (2, -40, 140), (3, 140, 0), (5, -25, 25)]
        let owed = ["1: -100, 1", "2: -140, 1", "3: 0, 1", "5: -25, 1"]
        for owes in [true, false] {
            #expect(closings(rows, owes: owes) == owed)
            #expect(closings(rows.reversed(), owes: owes) == owed)
        }
    }

    /// A card whose balance is negative while money is owed stays as it is; one in credit too.
    @Test func aDebtStatedAsNegative() {
        let rows: [Row] = [(1, -100, -100), (2, -40, -140), (3, 200, 60)]
        #expect(closings(rows, owes: true) == ["1: -100, 1", "2: -140, 1", "3: 60, 1"])
    }

    /// One row tells nothing of the sign: on a card it is what is owed.
    @Test func aSingleRow() {
        #expect(closings([(1, -100, 350)], owes: true) == ["1: -350, 1"])
        #expect(closings([(1, -100, 350)], owes: false) == ["1: 350, 1"])
        #expect(closings([]).isEmpty)
    }

    /// Rows are missing now and then; those that fit decide.
    @Test func withGaps() {
        let rows: [Row] = [(1, -100, 900), (2, -50, 850), (3, -5, 700), (4, -100, 600), (4, 20, 620)]
        let expected = ["1: 900, 1", "2: 850, 1", "3: 700, 1", "4: 620, 2"]
        #expect(closings(rows) == expected)
        #expect(closings(rows.reversed()) == expected)
    }

    /// A day that ends where it began closes no chain: the order of the file decides.
    @Test func aDayThatComesToNothing() {
        let rows: [Row] = [(1, 500, 1000), (2, -200, 800), (2, 200, 1000), (3, -1, 999)]
        let expected = ["1: 1000, 1", "2: 1000, 2", "3: 999, 1"]
        #expect(closings(rows) == expected)
        #expect(closings(rows.reversed()) == expected)
    }

    /// Whatever the ledger, the order of the file and the sign of the bank, the closings are the ledger's.
    @Test(arguments: UInt64(1)...40) func anyLedger(seed: UInt64) {
        var state = seed
        func below(_ limit: Int64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64(state >> 33) % limit
        }
        var rows: [Row] = []
        var balance: Int64 = 100_000
        var last: [Int32: Int64] = [:]
        var day: Int32 = 100
        for _ in 0..<60 {
            day += Int32(below(3))
            // All amounts differ in size, so that no two rows are interchangeable.
            let amount = (below(2) == 0 ? -1 : 1) * (Int64(rows.count) * 1009 + 1 + below(1000))
            balance += amount
            rows.append((day, amount, balance))
            last[day] = balance
        }
        let amounts = last.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let negated: [Row] = rows.map { ($0.day, $0.amount, -$0.balance) }
        for list in [rows, rows.reversed(), negated, negated.reversed()] {
            let found = closings(list).map { String($0.split(separator: ",")[0]) }
            #expect(found == amounts)
        }
    }
}
