import Importing
import Ledger
import Testing

@testable import Feeds
@testable import Store

@Suite("What an undo takes back after a sync")
struct UndoAfterSyncTests {
    @Test("The file that was imported last, and no correction before it")
    func file() throws {
        let household = try Household()
        try household.list([row("1", "2026-10-20", -525)])
        let id = try #require(try household.index.database.first("SELECT id FROM txn") { $0.int(0) })
        _ = try household.index.correct([id], Correction(notes: "for Ana"), always: false)
        try household.importCSV("Date,Description,Amount\n2026-10-21,BAKERY,-3.00\n", account: "Cash")
        #expect(try household.index.lastChange() == LastChange(what: "bank.csv", isBeforeSync: false))
        try household.list([row("1", "2026-10-20", -525), row("2", "2026-10-22", -900)])
        #expect(try household.index.lastChange() == LastChange(what: "bank.csv", isBeforeSync: true))
        let number = try #require(try household.index.importToUndo)
        #expect(try household.index.removeImport(number)?.removed == 1)
        // The sync stays, and the correction goes next.
        #expect(try household.rows().count == 2)
        #expect(
            try household.index.lastChange()
                == LastChange(what: "Corner Deli, $5.25 on October 20, 2026", isBeforeSync: true))
    }

    @Test("The last correction, by its name")
    func correction() throws {
        let household = try Household()
        try household.importCSV("Date,Description,Amount\n2026-10-21,BAKERY,-3.00\n2026-10-22,KIOSK,-4.00\n")
        let ids = try household.index.database.rows("SELECT id FROM txn ORDER BY day") { $0.int(0) }
        _ = try household.index.correct(ids, Correction(notes: "trip"), always: false)
        #expect(try household.index.lastChange() == LastChange(what: "2 transactions", isBeforeSync: false))
        _ = try household.index.correct([ids[1]], Correction(notes: "for Ana"), always: false)
        try household.list([
            row("1", "2026-10-21", -300), row("2", "2026-10-22", -400), row("3", "2026-10-23", -500),
        ])
        #expect(try household.index.importToUndo == nil)
        #expect(
            try household.index.lastChange()
                == LastChange(what: "Kiosk, $4.00 on October 22, 2026", isBeforeSync: true))
        let undone = try household.index.undoLastCorrection()
        #expect(undone?.summary == "1 transaction is back the way it was: Kiosk, $4.00 on October 22, 2026")
        #expect(try household.index.lastChange()?.what == "2 transactions")
        _ = try household.index.undoLastCorrection()
        #expect(try household.index.lastChange() == LastChange(what: "bank.csv", isBeforeSync: true))
    }
}
