import Glibc
import Ledger
import TestSupport
import Testing

@testable import Store

@Suite struct BackupTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func filled(_ name: String = "coach.db", rows: Int = 3) throws -> HouseholdIndex {
        let index = try HouseholdIndex(path: folder.file(name))
        try index.bring((0..<rows).map { Row(Int64(-100 - $0), "SHOP \($0)", day: 20_000 + Int32($0)) })
        return index
    }

    @Test func aBackupHoldsAllAndNothingLiesBesideIt() throws {
        let index = try filled()
        // Still in the log, and of a transaction that is not over.
        try index.bring([Row(-900, "LATER")], file: "b.csv")
        let path = folder.file("copy.db")
        #expect(try index.backUp(to: path) == 4)
        #expect(TestFolder.mode(path) == 0o600)
        #expect(try HouseholdIndex(path: path).everything() == index.everything())
        for end in ["-wal", "-shm", "-journal"] { #expect(access(path + end, F_OK) != 0) }
        #expect(try index.bring([Row(-901, "AFTER")], file: "c.csv") == [.added])
    }

    /// Neither where one was nor when: that staying was spoken of and what was offered there tell it too.
    @Test func positionsAreNoPartOfIt() throws {
        let index = try filled()
        let point = try #require(GeoPoint(latitude: 30.4021777, longitude: -97.7254))
        _ = try index.keepGeofence("Mall", at: point, radius: 100, category: nil, policy: .warn)
        try index.keep(LocationFix(point, accuracy: 3, time: 1_792_000_123))
        let fence = try #require(try index.geofences().first)
        #expect(try index.claimNudge(ofGeofence: fence.id, at: 1_792_000_456, unlessSince: 0))
        for (kind, body) in [("geofence", #"{"seen_at":1792000123}"#), ("set_limit", "{}")] {
            _ = try index.addOffer(kind, JSON.parse(body), at: 1_792_000_999, forgettingBefore: 0)
        }
        _ = try index.backUp(to: folder.file("copy.db"))
        let copy = try HouseholdIndex(path: folder.file("copy.db"))
        func traces(_ index: HouseholdIndex) throws -> [Int64] {
            try [
                "position", "geofence WHERE nudged_at IS NOT NULL", "offer WHERE kind = 'geofence'", "geofence",
                "offer",
            ].map { table in try index.database.first("SELECT count(*) FROM \(table)") { $0.int(0) } ?? 0 }
        }
        #expect(try traces(copy) == [0, 0, 0, 1, 1])
        #expect(try traces(index) == [1, 1, 1, 1, 2])
        let bytes = TestFolder.bytes(folder.file("copy.db"))
        for number: Int32 in [1_792_000_123, 1_792_000_456] {
            let mark = withUnsafeBytes(of: number.bigEndian) { Array($0) }
            #expect(!bytes.indices.dropLast(4).contains { bytes[$0..<$0 + 4].elementsEqual(mark) })
        }
        // They go with the positions, and with nothing else.
        try index.forgetPositions(before: 1_792_000_123, nudgesBefore: 0)
        #expect(try traces(index) == [1, 1, 1, 1, 2])
        try index.forgetPositions(before: 1_792_000_124, nudgesBefore: 0)
        #expect(try traces(index) == [0, 1, 0, 1, 1])
    }

    @Test func aFileThatIsThereIsOnlyReplacedOnDemand() throws {
        let index = try filled()
        let path = folder.file("copy.db")
        _ = try index.backUp(to: path)
        #expect(throws: StoreError.self) { try index.backUp(to: path) }
        try index.bring([Row(-900, "LATER")], file: "b.csv")
        #expect(try index.backUp(to: path, replaces: true) == 4)
        let letter = folder.file("letter.txt")
        TestFolder.write(Array("Dear customer".utf8), to: letter)
        #expect(throws: StoreError.self) { try index.backUp(to: letter, replaces: true) }
        #expect(String(decoding: TestFolder.bytes(letter), as: UTF8.self) == "Dear customer")
        #expect(throws: StoreError.self) { try index.backUp(to: folder.file("coach.db"), replaces: true) }
        #expect(try index.allRows().count == 4)
    }

    @Test func whatWasThereBeforeARestoreIsKept() throws {
        let index = try filled()
        let path = folder.file("copy.db")
        _ = try index.backUp(to: path)
        let saved = try index.everything()
        try index.bring([Row(-900, "LATER")], file: "b.csv")
        let later = try index.everything()
        let done = try HouseholdIndex.restore(path, to: folder.file("coach.db"))
        #expect(done.rows == 3)
        #expect(done.kept == folder.file("coach.db.before-restore"))
        // A connection that was open all the time sees the new state.
        #expect(try index.everything() == saved)
        #expect(try HouseholdIndex(path: done.kept ?? "").everything() == later)
        let back = try HouseholdIndex.restore(done.kept ?? "", to: folder.file("coach.db"))
        #expect(back.kept == folder.file("coach.db.before-restore-2"))
        #expect(try index.everything() == later)
    }

    @Test func whatIsNoBackupChangesNothing() throws {
        let index = try filled()
        let before = try index.everything()
        let path = folder.file("coach.db")
        let (letter, empty, other, newer, torn) = (
            folder.file("letter"), folder.file("empty"), folder.file("songs"), folder.file("newer"), folder.file("torn")
        )
        TestFolder.write(Array(repeating: 0x78, count: 9000), to: letter)
        TestFolder.write([], to: empty)
        try Database(path: other).run(script: "CREATE TABLE songs (id INTEGER PRIMARY KEY)")
        _ = try index.backUp(to: newer)
        try Database(path: newer).run(script: "PRAGMA user_version = 99")
        _ = try filled("large.db", rows: 2000).backUp(to: torn)
        var bytes = TestFolder.bytes(torn)
        for place in bytes.count / 2..<bytes.count / 2 + 9000 { bytes[place] ^= 0x55 }
        TestFolder.write(bytes, to: torn)
        for file in [letter, empty, other, newer, torn, folder.file("missing"), path, folder.path] {
            #expect(throws: StoreError.self, "\(file)") { try HouseholdIndex.restore(file, to: path) }
        }
        #expect(try index.everything() == before)
        #expect(access(path + ".before-restore", F_OK) != 0)
    }

    @Test func aDamagedIndexIsMovedAsideByARestore() throws {
        let path = folder.file("coach.db")
        do {
            let index = try filled()
            _ = try index.backUp(to: folder.file("copy.db"))
            try index.database.run(script: "PRAGMA journal_mode = DELETE")
        }
        TestFolder.write(Array(repeating: 0x78, count: 9000), to: path)
        let done = try HouseholdIndex.restore(folder.file("copy.db"), to: path)
        #expect(TestFolder.bytes(done.kept ?? "") == Array(repeating: 0x78, count: 9000))
        #expect(try HouseholdIndex(path: path).allRows().count == 3)
    }

    // MARK: Values that are kept

    @Test func aValueIsComputedOnceForEachState() throws {
        let index = try filled()
        var count = 0
        func value() throws -> Int {
            try index.kept(["value", 1]) {
                count += 1
                return count
            }
        }
        #expect(try value() == 1)
        #expect(try value() == 1)
        #expect(try index.kept(["value", 2]) { 9 } == 9)
        try index.bring([Row(-900, "LATER")], file: "b.csv")
        #expect(try value() == 2)
        try HouseholdIndex(path: folder.file("coach.db")).bring([Row(-901, "OTHER")], file: "c.csv")
        #expect(try value() == 3, "another process has written")
        _ = try? index.database.write {
            try index.database.run("UPDATE txn SET amount = amount - 1")
            #expect(try value() == 4)
            throw Interruption()
        }
        #expect(try value() == 5, "what was taken back was kept")
        #expect(try index.kept(["nothing"]) { Int?.some(7) } == 7)
        #expect(try index.kept(["none"]) { Int?.none } == nil)
        #expect(try index.kept(["none"]) { Int?.some(8) } == nil)
        #expect(try index.kept(["list"], most: 2) { [1, 2, 3] } == [1, 2, 3])
        #expect(try index.kept(["list"], most: 2) { [4] } == [4])
    }

    // MARK: Repair

    @Test func searchAndSumsAreMadeAnew() throws {
        let index = try filled(rows: 400)
        _ = try index.correct([2], Correction(notes: "with Ana"), always: false)
        let before = try index.everything()
        let totals = try index.keptTotals()
        try index.database.run(
            script: """
                INSERT INTO search (search) VALUES ('delete-all');
                INSERT INTO search (rowid, merchant, description, category, notes) VALUES (99999, 'GHOST', 'GHOST', '', NULL);
                UPDATE month_total SET amount = amount + 1; DELETE FROM year_total WHERE rows > 0
                """)
        #expect(try index.firstTotalFault() != nil)
        #expect(try index.firstSearchFault() != nil)
        let report = try index.repair()
        #expect(report.rows == 400 && report.texts == 401)
        #expect(report.faults.count == 2)
        #expect(try index.firstTotalFault() == nil)
        #expect(try index.firstSearchFault() == nil)
        #expect(try index.keptTotals() == totals && totals == index.summedTotals())
        #expect(try index.found("\"ana\"") == [2])
        #expect(try index.found("\"ghost\"") == [])
        #expect(try index.found("\"399\"") == [400])
        func rows(_ lines: [String]) -> [String] { lines.filter { !$0.hasPrefix("search") } }
        #expect(try rows(index.everything()) == rows(before))
        #expect(try index.repair().faults == [])
    }

    @Test func anIndexWithoutRowsIsRepairedToNothing() throws {
        let index = try HouseholdIndex(path: ":memory:")
        #expect(try index.repair() == RepairReport(faults: [], texts: 0, rows: 0))
    }
}
