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

    /// What a person can do to a row, each of which an undo takes back.
    static let edits: [Correction] = [
        Correction(notes: "for Ana"), Correction(category: "gifts"), Correction(merchant: "Deli of Ana"),
        Correction(isExcluded: true), Correction(category: "gifts", notes: "for Ana"),
    ]

    @Test("A row that the bank took back since stays out, posted or pending", arguments: edits, [true, false])
    func takenBack(_ edit: Correction, _ isPending: Bool) throws {
        let household = try Household()
        let rows = (1...5).map { row("t\($0)", "2026-10-2\($0)", -100 * Int64($0), isPending: isPending && $0 == 2) }
        var update = FeedUpdate()
        (update.accounts, update.added) = ([checking()], rows)
        try household.apply(update)
        let id = try linked("t2", household)
        let before = try #require(try household.index.transaction(id: id))
        _ = try household.index.correct([id], edit, always: false)
        (update.added, update.removed) = ([], ["t2"])
        try household.apply(update)
        #expect(try household.spending() == (1_300, 1_300))
        let undone = try #require(try household.index.undoLastCorrection())
        #expect(undone.summary.hasSuffix("; it still doesn't count"))
        #expect(try household.spending() == (1_300, 1_300))
        let after = try #require(try household.index.transaction(id: id))
        #expect(after.notes == nil && after.category == before.category && after.merchant == before.merchant)
        #expect(after.isExcluded)
        // It counts when the bank lists it again.
        (update.added, update.removed) = ([row("t2", "2026-10-22", -200)], [])
        try household.apply(update)
        #expect(try household.spending() == (1_500, 1_500))
    }

    @Test("A pending row that was edited and then came to nothing stays out; its posting counts once")
    func postedOtherwise() throws {
        let household = try Household()
        try household.list([row("p", "2026-10-20", -1_000, isPending: true)])
        _ = try household.index.correct([try linked("p", household)], Correction(notes: "for Ana"), always: false)
        try household.list([row("t", "2026-10-20", -1_180, posted: "2026-10-21")])
        #expect(try household.spending() == (1_180, 1_180))
        _ = try household.index.undoLastCorrection()
        #expect(try household.spending() == (1_180, 1_180))
    }

    @Test("An edited pending row that is posted as it was counts once, posted, after an undo")
    func posted() throws {
        let household = try Household()
        try household.list([row("p", "2026-10-20", -1_000, isPending: true)])
        let id = try linked("p", household)
        _ = try household.index.correct([id], Correction(notes: "for Ana"), always: false)
        try household.list([row("t", "2026-10-20", -1_000, posted: "2026-10-21")])
        _ = try household.index.undoLastCorrection()
        let after = try #require(try household.index.transaction(id: id))
        #expect(after.status == .posted && after.notes == nil && !after.isExcluded)
        #expect(try household.spending() == (1_000, 1_000))
    }

    private func linked(_ id: String, _ household: Household) throws -> Int64 {
        try #require(
            try household.index.database.first(
                "SELECT txn_id FROM connection_row WHERE remote_id = ?", [.text(id)]
            ) { $0.int(0) })
    }
}
