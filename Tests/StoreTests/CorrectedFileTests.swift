import Ledger
import TestSupport
import Testing

@testable import Store

/// A file that comes again corrected changes the rows of its earlier copy, and undoing it brings them back.
@Suite struct CorrectedFileTests {
    private let index: HouseholdIndex

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    private func texts() throws -> [String] {
        try index.database.rows(
            """
            SELECT t.id, t.day, t.amount, d.description, c.slug, coalesce(d.notes, '-'), coalesce(t.bank_id, '-'),
            coalesce(t.pair_id, 0) FROM txn t JOIN document d ON d.id = t.document_id
            JOIN category c ON c.id = t.category_id WHERE parent_id IS NULL ORDER BY t.id
            """
        ) { row in (0..<8).map { row.optionalText($0) ?? "-" }.joined(separator: " ") }
    }

    private func expectConsistency() throws {
        #expect(try index.keptTotals() == index.summedTotals())
        #expect(try index.database.rows("PRAGMA foreign_key_check") { $0.text(0) } == [])
        #expect(try index.database.rows("INSERT INTO search (search) VALUES ('integrity-check')") { $0.text(0) } == [])
    }

    private static let before = [
        Row(-100, "BAKERY", day: 20_000), Row(-700, "XFER 1", day: 20_001), Row(-100, "BAKERY", day: 20_002),
        Row(-300, "BUTCHER", day: 20_003), Row(-900, "PUMP", day: 20_004),
    ]

    @Test(
        "what is different changes the row",
        arguments: [
            (1, Row(-700, "RENT", day: 20_001)), (1, Row(-750, "XFER 1", day: 20_001)),
            (1, Row(-700, "XFER 1", day: 20_003)), (3, Row(-300, "BUTCHER BOB", day: 20_003)),
        ])
    func oneRowIsChanged(place: Int, row: Row) throws {
        try index.bring(Self.before)
        let first = try texts()
        let notes = Correction(notes: "mine")
        _ = try index.correct([Int64(place + 1)], notes, always: false)
        let noted = try texts()
        var after = Self.before
        after[place] = row
        try index.bring(after, mayCorrect: true)
        let changed = try texts()
        #expect(changed.count == first.count)
        #expect(changed[place] == "\(place + 1) \(row.day) \(row.amount) \(row.text) groceries mine - 0")
        #expect(zip(changed, noted).enumerated().allSatisfy { $0.offset == place || $0.element.0 == $0.element.1 })
        try expectConsistency()
        let number = try #require(try index.importToUndo)
        _ = try index.removeImport(number)
        #expect(try texts() == noted)
        try expectConsistency()
        try index.bring(Self.before, mayCorrect: true)
        #expect(try texts() == noted, "the first copy again changes nothing")
    }

    @Test func newRowsAreNewAndMissingOnesStay() throws {
        try index.bring(Self.before)
        var after = Self.before
        after.remove(at: 3)
        after.append(Row(-55, "KIOSK", day: 20_003))
        let outcomes = try index.bring(after, mayCorrect: true)
        #expect(outcomes.count { $0 == .added } == 1)
        #expect(try texts().count == 6)
        try expectConsistency()
    }

    @Test func aFileOfAnotherNameOrOtherDaysCorrectsNothing() throws {
        try index.bring(Self.before)
        try index.bring([Row(-700, "RENT", day: 20_001)], file: "b.csv", mayCorrect: true)
        #expect(try texts().count == 6)
        try index.bring([Row(-700, "RENT", day: 20_010)], mayCorrect: true)
        #expect(try texts().count == 7)
    }

    @Test func theBanksNumberTellsTheRow() throws {
        func row(_ amount: Int64, _ text: String, day: Int32, id: String) -> Row {
            Row(amount, text, day: day).with { $0.bankID = id }
        }
        try index.bring([row(-1, "A", day: 20_000, id: "x"), row(-2, "B", day: 20_002, id: "y")])
        try index.bring(
            [row(-1, "A", day: 20_000, id: "x"), row(-5, "C", day: 20_001, id: "y"), Row(-9, "D", day: 20_002)],
            mayCorrect: true)
        #expect(
            try texts() == [
                "1 20000 -1 A groceries - x 0", "2 20001 -5 C groceries - y 0", "4 20002 -9 D groceries - - 0",
            ])
    }

    @Test func aSplitOfAnotherAmountIsWholeAgain() throws {
        try index.bring(Self.before)
        _ = try index.split(2, into: [SplitPart(amount: -200, category: "coffee")])
        var after = Self.before
        after[1] = Row(-750, "XFER 1", day: 20_001)
        try index.bring(after, mayCorrect: true)
        #expect(try index.parts(ofRow: 2).isEmpty)
        #expect(try texts()[1].hasPrefix("2 20001 -750 XFER 1"))
        try expectConsistency()
    }

    @Test func thousandsOfTextsMayChange() throws {
        let rows = (0..<3000).map { (place: Int) -> Row in
            Row(Int64(-1 - place % 40), "OLD \(place)", day: 20_000 + Int32(place / 10))
        }
        try index.bring(rows)
        try index.bring(rows.map { row in row.with { $0.text = "NEW " + row.text } }, mayCorrect: true)
        let found = try texts()
        #expect(found.count == 3000 && found.allSatisfy { $0.contains("NEW OLD") })
        try expectConsistency()
    }

    // MARK: Undo

    @Test func theLastActionIsUndoneFirst() throws {
        try index.bring([Row(-100, "BAKERY")], file: "a.csv")
        #expect(try index.importToUndo == 1)
        _ = try index.correct([1], Correction(notes: "x"), always: false)
        #expect(try index.importToUndo == nil)
        try index.bring([Row(-200, "BUTCHER", day: 20_009)], file: "b.csv")
        #expect(try index.importToUndo == 2)
        _ = try index.removeImport(2)
        #expect(try index.importToUndo == nil, "the correction came after the first import")
        _ = try index.undoLastCorrection()
        #expect(try index.importToUndo == 1)
    }

    @Test func aCorrectionAfterAnUndoComesAfterTheImport() throws {
        try index.bring([Row(-100, "BAKERY"), Row(-7, "X")], file: "a.csv")
        _ = try index.correct([1], Correction(notes: "x"), always: false)
        _ = try index.correct([2], Correction(notes: "y"), always: false)
        try index.bring([Row(-200, "BUTCHER", day: 20_009)], file: "b.csv")
        _ = try index.removeImport(1)
        _ = try index.correct([3], Correction(notes: "z"), always: false)
        #expect(try index.importToUndo == nil)
    }
}
