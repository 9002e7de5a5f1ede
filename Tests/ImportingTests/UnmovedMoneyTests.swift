import Importing
import Ledger
import Testing

/// Rows that moved no money are no transactions.
struct UnmovedMoneyTests {
    @Test("A flag beside those of direction, and kinds that only announce a payment")
    func flagsAndKinds() throws {
        let found = try CSVRows([
            "Date,Name,Type,Status,Currency,Net,Balance Impact", "2026-03-02,Etsy,Payment,Completed,USD,-38.40,Debit",
            "2026-03-06,Hotel,Hold,Pending,USD,-412.00,Memo", "2026-03-09,Ann,Payment,Completed,USD,65.00,Credit",
            "2026-03-24,Cy,Invoice Sent,Pending,USD,350.00,Debit",
        ])
        #expect(found.rows == ["2026-03-02 -3840 USD", "2026-03-09 6500 USD"])
        #expect(found.problems.allSatisfy { $0.contains("no money moved") } && found.problems.count == 2)
    }

    @Test("What somebody was only asked for, where people pay each other")
    func requests() throws {
        let found = try CSVRows([
            "ID,Datetime,Type,Status,Note,From,To,Amount (total)",
            "1,2026-03-01T18:22:41,Payment,Complete,pizza,Me Test,Ann Lee,- $24.00",
            "2,2026-03-03T09:10:05,Charge,Pending,gas,Me Test,Bob Low,+ $22.00",
            "3,2026-03-04T09:10:05,Charge,Complete,tacos,Me Test,Bob Low,+ $18.00",
        ])
        #expect(found.rows == ["2026-03-01 -2400 -", "2026-03-04 1800 -"])
    }

    @Test("A refunded purchase moved nothing, unless the file has the refund; the refund itself did")
    func refunds() throws {
        let rows = [
            "Date,Description,Amount,Status", "2026-03-02,Zara,-20.00,Refunded", "2026-03-04,HM,-35.00,Refunded",
            "2026-03-06,HM,35.00,Refunded", "2026-03-07,Lidl,-5.00,Completed",
        ]
        #expect(try CSVRows(rows).rows == ["2026-03-04 -3500 -", "2026-03-06 3500 -", "2026-03-07 -500 -"])
        let flagged = [
            "Date,Description,Amount,Direction,Status", "2026-03-02,Zara,20.00,OUT,Refunded",
            "2026-03-04,HM,35.00,OUT,Refunded",
            "2026-03-06,HM,35.00,IN,Completed",
        ]
        #expect(try CSVRows(flagged).rows == ["2026-03-04 -3500 -", "2026-03-06 3500 -"])
    }
}
