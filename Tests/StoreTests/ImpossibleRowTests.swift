import CSQLite
import Glibc
import Ledger
import TestSupport
import Testing

@testable import Store

/// Indexes that something else than coach wrote to.
@Suite struct ImpossibleRowTests {
    private let folder: TestFolder
    private let path: String

    init() throws {
        folder = try TestFolder()
        path = folder.file("coach.db")
        let index = try HouseholdIndex(path: path)
        try index.bring((0..<20).map { Row(Int64(-100 - $0), "SHOP \($0)", day: 20_000 + Int32($0)) })
    }

    /// Does to the file what another program did.
    private func damage(_ script: String) {
        var handle: OpaquePointer?
        #expect(sqlite3_open(path, &handle) == SQLITE_OK)
        #expect(sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK)
        sqlite3_close(handle)
    }

    private func words(_ body: () throws -> Void) -> String {
        let error = #expect(throws: StoreError.self, performing: body)
        return error?.message ?? ""
    }

    @Test(arguments: [
        ("amount = -9223372036854775808", "row 7 on October 10, 2024 has a larger amount than any account holds"),
        ("amount = 1000000000000001", "row 7 on October 10, 2024 has a larger amount than any account holds"),
        ("day = 9223372036854775807", "row 7 has an impossible date (day number 9223372036854775807)"),
        ("day = -719163", "row 7 has an impossible date (day number -719163)"),
    ])
    func aRowThatNoBankHasIsNamed(change: String, fault: String) throws {
        _ = try HouseholdIndex(path: path).backUp(to: folder.file("good.db"))
        damage("UPDATE txn SET \(change) WHERE id = 7")
        let said = words { _ = try HouseholdIndex(path: path) }
        #expect(said.contains(fault) && said.contains("coach restore"), "\(said)")
        // Such a file takes no other's place, and goes aside for one that is whole.
        let other = folder.file("other.db")
        #expect(words { _ = try HouseholdIndex.restore(path, to: other) }.contains(fault))
        #expect(access(other, F_OK) != 0)
        let restored = try HouseholdIndex.restore(folder.file("good.db"), to: path)
        #expect(restored.rows == 20 && restored.kept != nil)
        #expect(try HouseholdIndex(path: path).allRows().count == 20)
    }

    @Test func largeAmountsThatAnAccountMayHoldAreRead() throws {
        damage("UPDATE txn SET amount = 1000000000000000, day = -719162 WHERE id = 7")
        let index = try HouseholdIndex(path: path)
        #expect(try index.volume > HouseholdIndex.largestAmount)
    }

    /// SQLite's own words of a sum beyond 64 bits say nothing to a person.
    @Test func sumsBeyondAllBoundsAreSaidInWords() throws {
        let index = try HouseholdIndex(path: path)
        let sum = words { _ = try index.database.first("SELECT sum(9223372036854775807) FROM txn") { $0.int(0) } }
        #expect(sum.contains("add up to more than I can handle"), "\(sum)")
        let kept = words {
            try index.database.run("UPDATE month_total SET amount = amount + 9223372036854775807 + 9223372036854775807")
        }
        #expect(kept.contains("add up to more than I can handle"), "\(kept)")
    }

    @Test(arguments: [
        "DELETE FROM search_data WHERE id > 10", "DELETE FROM search_data", "DELETE FROM search_config",
        "UPDATE search_data SET block = x'00'", "DROP TABLE search_idx", "DROP TABLE search_data",
        "UPDATE search_config SET v = 99 WHERE k = 'version'",
    ])
    func aSearchThatCannotBeReadIsRebuilt(script: String) throws {
        damage(script)
        let index = try HouseholdIndex(path: path)
        #expect(try index.firstSearchFault() != nil)
        let report = try index.repair()
        #expect(report.texts == 20 && report.rows == 20)
        #expect(report.faults.contains { $0.contains("the search") }, "\(report.faults)")
        for index in [index, try HouseholdIndex(path: path)] {
            #expect(try index.firstSearchFault() == nil)
            #expect(try index.firstFault() == nil)
            #expect(try index.found("\"shop\"").count == 20)
        }
        #expect(try index.bring([Row(-900, "LATER")], file: "b.csv") == [.added])
        #expect(try index.found("\"later\"").count == 1)
        // Nobody may write to the schema afterwards.
        #expect(throws: StoreError.self) { try index.database.run("DELETE FROM sqlite_schema") }
    }

    @Test func aDamagedSearchNamesTheRepair() throws {
        damage("DELETE FROM search_config")
        let index = try HouseholdIndex(path: path)
        #expect(words { _ = try index.found("\"shop\"") }.contains("coach doctor --repair"))
    }

    @Test func anIndexWhoseVersionIsLostIsSaidToBeDamaged() {
        damage("PRAGMA user_version = 0")
        let said = words { _ = try HouseholdIndex(path: path) }
        #expect(said.contains("is damaged: its version is 0") && said.contains("Restore a copy"), "\(said)")
    }

    @Test func partsBeyondAllBoundsAreMoreThanTheirRow() throws {
        let index = try HouseholdIndex(path: path)
        let error = #expect(throws: SplitError.self) {
            _ = try index.split(
                3, into: [SplitPart(amount: -.max, category: "coffee"), SplitPart(amount: -.max, category: "gifts")])
        }
        #expect(error?.message.contains("come to more than") == true)
    }

    /// A process that was ended may leave a log and its index of two states.
    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func anIndexOfTheLogOfAnotherStateIsPassedOver() throws {
        let copy = folder.file("fixed")
        mkdir(copy, 0o700)
        let index = try HouseholdIndex(path: path)
        try index.bring([Row(-900, "LATER")], file: "b.csv")
        for end in ["", "-wal", "-shm"] {
            let bytes = TestFolder.bytes(path + end)
            TestFolder.write(end == "-wal" ? Array(bytes.prefix(32)) : bytes, to: "\(copy)/coach.db\(end)")
        }
        chmod(copy, 0o500)
        defer { chmod(copy, 0o700) }
        #expect(try HouseholdIndex(path: copy + "/coach.db").allRows().count >= 20)
    }
}
