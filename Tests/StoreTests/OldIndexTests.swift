import Glibc
import Ledger
import TestSupport
import Testing

@testable import Store

/// Files of each schema, as `scripts/keep-old-index.py` kept them, opened by this coach.
@Suite struct OldIndexTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private static let kept =
        "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures/indexes/"

    private func opened(_ version: Int) throws -> String {
        let name = String(repeating: "0", count: 3 - String(version).count) + "\(version).db"
        let bytes = TestFolder.bytes(OldIndexTests.kept + name)
        try #require(!bytes.isEmpty, "no index of schema \(version) is kept: run scripts/keep-old-index.py")
        let path = folder.file(name)
        TestFolder.write(bytes, to: path)
        return path
    }

    /// The newest schema's own file is kept when the next one is made.
    @Test(arguments: 1..<Migrations.scripts.count) func anIndexOfEachSchemaIsBroughtUpToDate(version: Int) throws {
        let path = try opened(version)
        let index = try HouseholdIndex(path: path)
        let whole = try Database(path: ":memory:")
        try Migrations.upgrade(whole)
        func schema(_ database: Database) throws -> [String] {
            try database.rows("SELECT name || ': ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1") { $0.text(0) }
        }
        #expect(try schema(index.database) == schema(whole))
        #expect(try index.database.first("PRAGMA user_version") { $0.int(0) } == Migrations.current)
        #expect(try index.firstFault() == nil)
        #expect(try index.firstTotalFault() == nil)
        #expect(try index.firstSearchFault() == nil)
        #expect(try index.database.rows("PRAGMA foreign_key_check") { $0.text(0) } == [])
        // 16 rows of two files and the two parts of one; of what they hold the figures were added up by hand.
        #expect(try index.allRows().count == 18)
        #expect(try index.found("\"muller\"").count == 1)
        #expect(try index.found("\"ana\"").count == 1)
        let spent = try index.database.rows(
            """
            SELECT month, -sum(amount) FROM month_total WHERE kind IN (0, 1) GROUP BY month ORDER BY month
            """
        ) { [$0.int(0) - 2026 * 12 + 1, $0.int(1)] }
        let expected: [[Int64]] = [[8, 128_240], [9, 131_064], [10, 13_804]]
        #expect(spent == expected)
        #expect(try index.bring([Row(-100, "BAKERY").with { $0.account = "Checking" }]) == [.added])
        #expect(try index.keptTotals() == index.summedTotals())
    }

    @Test func anOldBackupIsRestoredAndBroughtUpToDate() throws {
        let path = folder.file("coach.db")
        let done = try HouseholdIndex.restore(try opened(1), to: path)
        #expect(done.kept == nil)
        #expect(done.rows == 18)
        let index = try HouseholdIndex(path: path)
        #expect(try index.database.first("PRAGMA user_version") { $0.int(0) } == Migrations.current)
        #expect(try index.database.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
        #expect(try index.allRows().count == 18)
    }
}
