import Glibc
import Ledger
import TestSupport
import Testing

@testable import Store

/// Indexes that begin as a copy of another one.
struct SnapshotTests {
    @Test func anImageIsReadAndNeverWritten() throws {
        let folder = try TestFolder()
        let path = folder.path + "/image.db"
        let first = try HouseholdIndex(path: ":memory:")
        try first.database.run(script: "CREATE TABLE kept (text TEXT) STRICT; INSERT INTO kept VALUES ('first')")
        let bytes = try #require(first.database.snapshot())
        #expect(write(bytes, to: path))

        let copy = try HouseholdIndex(image: path)
        // Far more than the image has room for.
        try copy.database.run(
            script: """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                INSERT INTO kept SELECT printf('%0100d', i) FROM n
                """)
        #expect(try copy.database.first("SELECT count(*) FROM kept") { $0.int(0) } == 20_001)
        #expect(try copy.database.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
        let again = try HouseholdIndex(image: path)
        #expect(try again.database.rows("SELECT text FROM kept") { $0.text(0) } == ["first"])
        #expect(again.database.snapshot() == bytes)
    }

    @Test func whatIsNoImageIsRefused() throws {
        let folder = try TestFolder()
        #expect(throws: StoreError.self) { try HouseholdIndex(image: folder.path + "/none.db") }
        let path = folder.path + "/words.db"
        #expect(write(Array("no database".utf8), to: path))
        #expect(throws: StoreError.self) { try HouseholdIndex(image: path) }
    }

    private func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let file = fopen(path, "w") else { return false }
        defer { fclose(file) }
        return fwrite(bytes, 1, bytes.count, file) == bytes.count
    }
}
