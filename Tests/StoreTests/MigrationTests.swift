import Ledger
import TestSupport
import Testing

@testable import Store

@Suite struct MigrationTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func number(_ database: Database, _ sql: String) throws -> Int64? { try database.first(sql) { $0.int(0) } }

    @Test func aFreshFileHasTheCurrentSchema() throws {
        let index = try HouseholdIndex(path: folder.file("new.db"))
        let database = index.database
        #expect(try number(database, "PRAGMA user_version") == Migrations.current)
        #expect(try number(database, "PRAGMA application_id") == Migrations.applicationID)
        #expect(try database.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
        #expect(try number(database, "PRAGMA foreign_keys") == 1)
        let loose = try database.rows(
            """
            SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0
            AND name NOT LIKE 'search%' AND name NOT LIKE 'sqlite_%'
            """
        ) { $0.text(0) }
        #expect(loose == [], "tables that take any type")
        #expect(try index.isEmpty)
        #expect(try index.coverage == nil)
        #expect(try index.accounts.isEmpty)
    }

    @Test func aVersionThatIsNoneIsDamage() throws {
        let path = folder.file("minus.db")
        _ = try HouseholdIndex(path: path)
        try Database(path: path).run(script: "PRAGMA user_version = -1")
        let error = #expect(throws: StoreError.self) { try HouseholdIndex(path: path) }
        #expect(error?.reason == .corrupt)
        #expect(error?.message.contains("its version is -1") == true)
    }

    @Test(arguments: [Int64(1) << 40, -(Int64(1) << 40), 3_000_000, .min, .max]) func aDayThatIsNoneIsDamage(day: Int64)
        throws
    {
        let index = try HouseholdIndex(path: folder.file("days.db"))
        try index.bring([Row(-100, "BAKERY"), Row(-200, "BUTCHER")])
        try index.database.run("UPDATE txn SET day = ? WHERE id = 1", .int(day))
        let error = #expect(throws: StoreError.self) { try index.coverage }
        #expect(error?.reason == .corrupt)
        #expect(error?.message.contains("\(day)") == true)
        #expect(throws: StoreError.self) { try index.database.rows("SELECT day FROM txn") { $0.day(0) } }
    }

    @Test func everyStepLeadsToTheSameSchema() throws {
        let whole = try Database(path: ":memory:")
        try Migrations.upgrade(whole)
        let stepwise = try Database(path: folder.file("steps.db"))
        for count in 0...Migrations.scripts.count {
            try Migrations.upgrade(stepwise, scripts: Array(Migrations.scripts.prefix(count)))
        }
        func schema(_ database: Database) throws -> [String] {
            try database.rows("SELECT name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1") { $0.text(0) }
        }
        #expect(try schema(whole) == schema(stepwise))
        #expect(try number(stepwise, "PRAGMA user_version") == Migrations.current)
    }

    @Test func anOlderFileIsUpgradedWithWhatItHolds() throws {
        let path = folder.file("older.db")
        do {
            let index = try HouseholdIndex(path: path)
            try index.bring([Row(-100, "BAKERY"), Row(-200, "BUTCHER")])
        }
        let newer =
            Migrations.scripts + [
                "CREATE TABLE added (id INTEGER PRIMARY KEY) STRICT", "INSERT INTO added SELECT id FROM txn",
            ]
        let database = try Database(path: path)
        try Migrations.upgrade(database, scripts: newer)
        #expect(try number(database, "SELECT count(*) FROM added") == 2)
        #expect(try number(database, "PRAGMA user_version") == Migrations.current + 2)
        try Migrations.upgrade(database, scripts: newer)
        #expect(try number(database, "SELECT count(*) FROM added") == 2, "a migration ran twice")
    }

    @Test func anUpgradeThatFailsChangesNothing() throws {
        let path = folder.file("failing.db")
        let index = try HouseholdIndex(path: path)
        try index.bring([Row(-100, "BAKERY")])
        let before = try index.everything()
        let broken = Migrations.scripts + ["CREATE TABLE added (id INTEGER PRIMARY KEY) STRICT", "DROP TABLE missing"]
        #expect(throws: StoreError.self) { try Migrations.upgrade(index.database, scripts: broken) }
        #expect(try index.everything() == before)
        #expect(try number(index.database, "PRAGMA user_version") == Migrations.current)
    }

    @Test func aNewerFileIsRefusedAndLeftAlone() throws {
        let path = folder.file("newer.db")
        do {
            let index = try HouseholdIndex(path: path)
            try index.database.run(
                script: "PRAGMA user_version = \(Migrations.current + 1); PRAGMA journal_mode = DELETE")
        }
        let before = TestFolder.fingerprint(path)
        let error = #expect(throws: StoreError.self) { try HouseholdIndex(path: path) }
        #expect(error?.reason == .newerVersion)
        #expect(error?.message.contains("newer version of coach") == true)
        #expect(TestFolder.fingerprint(path) == before)
    }

    @Test(arguments: [
        "CREATE TABLE songs (id INTEGER PRIMARY KEY, title TEXT)", "PRAGMA application_id = 12345",
        "PRAGMA user_version = 7",
    ]) func anotherProgramsDatabaseIsRefusedAndLeftAlone(script: String) throws {
        let path = folder.file("songs.db")
        do {
            let database = try Database(path: path)
            try database.run(script: script)
        }
        let before = TestFolder.fingerprint(path)
        #expect(!before.hasPrefix("0 "))
        let error = #expect(throws: StoreError.self) { try HouseholdIndex(path: path) }
        #expect(error?.reason == .notAnIndex)
        #expect(error?.message.hasPrefix(path) == true)
        #expect(TestFolder.fingerprint(path) == before)
        #expect(TestFolder.mode(path + "-wal") == nil && TestFolder.mode(path + "-shm") == nil)
    }

    @Test(arguments: [
        "Date,Description,Amount\n2026-10-01,Bakery,-4.50\n", "x", "SQLite format 3 but no more than its beginning is",
    ]) func aFileThatIsNoDatabaseIsRefusedAndLeftAlone(text: String) throws {
        let path = folder.file("notes.txt")
        TestFolder.write(Array(text.utf8), to: path)
        let error = #expect(throws: StoreError.self) { try HouseholdIndex(path: path) }
        #expect(error?.reason == .notAnIndex)
        #expect(String(decoding: TestFolder.bytes(path), as: UTF8.self) == text)
    }

    @Test func anEmptyFileBecomesAnIndex() throws {
        let path = folder.file("empty.db")
        TestFolder.write([], to: path)
        #expect(try HouseholdIndex(path: path).isEmpty)
    }

    @Test func aDamagedFileSaysSo() throws {
        let path = folder.file("damaged.db")
        do {
            let index = try HouseholdIndex(path: path)
            try index.bring((0..<300).map { Row(Int64(-$0 - 1), "SHOP NUMBER \($0)") })
            #expect(try index.firstFault() == nil)
            try index.database.run(script: "PRAGMA journal_mode = DELETE")
        }
        var bytes = TestFolder.bytes(path)
        for position in 8192..<bytes.count { bytes[position] = UInt8(truncatingIfNeeded: position &* 31) }
        TestFolder.write(bytes, to: path)
        let error = #expect(throws: StoreError.self) {
            let index = try HouseholdIndex(path: path)
            if let fault = try index.firstFault() { throw StoreError(.corrupt, fault) }
        }
        #expect(error?.reason == .corrupt)
    }
}
