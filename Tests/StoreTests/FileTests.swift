import Glibc
import Ledger
import Store
import TestSupport
import Testing

@Suite struct FileTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test func filesAndFoldersAreForTheirOwnerOnly() throws {
        let path = folder.file("data/coach/coach.db")
        let mask = umask(0)
        defer { umask(mask) }
        let index = try HouseholdIndex(path: path)
        try index.bring([Row(-100, "BAKERY")])
        #expect(TestFolder.mode(path) == 0o600)
        #expect(TestFolder.mode(path + "-wal") == 0o600)
        #expect(TestFolder.mode(path + "-shm") == 0o600)
        #expect(TestFolder.mode(folder.file("data")) == 0o700)
        #expect(TestFolder.mode(folder.file("data/coach")) == 0o700)
    }

    @Test func theModeOfAnExistingFileIsItsOwners() throws {
        let path = folder.file("mine.db")
        TestFolder.write([], to: path)
        chmod(path, 0o640)
        _ = try HouseholdIndex(path: path)
        #expect(TestFolder.mode(path) == 0o640)
    }

    /// A copy of an index is usually one that everybody can read.
    @Test(arguments: [0o644, 0o666, 0o664, 0o604, 0o602] as [mode_t]) func anIndexThatEverybodyCanReadIsClosed(
        mode: mode_t
    ) throws {
        let path = folder.file("open.db")
        _ = try HouseholdIndex(path: path)
        chmod(path, mode)
        let index = try HouseholdIndex(path: path)
        #expect(TestFolder.mode(path) == 0o600)
        try index.bring([Row(-100, "BAKERY")])
        #expect(TestFolder.mode(path + "-wal") == 0o600)
    }

    @Test func theModeOfAFileThatIsNoIndexStays() throws {
        let path = folder.file("letter.txt")
        TestFolder.write(Array(repeating: 0x78, count: 4096), to: path)
        chmod(path, 0o644)
        #expect(throws: StoreError.self) { try HouseholdIndex(path: path) }
        #expect(TestFolder.mode(path) == 0o644)
    }

    @Test func aFolderIsNoIndex() throws {
        let error = #expect(throws: StoreError.self) { try HouseholdIndex(path: folder.path) }
        #expect(error?.message.contains("is a folder") == true)
    }

    @Test func aFileInThePlaceOfAFolderIsReported() throws {
        let path = folder.file("file")
        TestFolder.write([1], to: path)
        let error = #expect(throws: StoreError.self) { try HouseholdIndex(path: path + "/coach.db") }
        #expect(error?.reason == .cannotOpen)
        #expect(TestFolder.bytes(path) == [1])
    }

    @Test(arguments: ["with space.db", "100%.db", "what?.db", "a#b.db", "Café – 家計.db", "quote'\".db"])
    func anyNameWillDo(name: String) throws {
        let path = folder.file(name)
        do {
            let index = try HouseholdIndex(path: path)
            try index.bring([Row(-100, "BAKERY")])
        }
        #expect(TestFolder.mode(path) == 0o600)
        #expect(try HouseholdIndex(path: path).allRows().count == 1)
    }

    @Test func inMemoryNothingIsWritten() throws {
        let index = try HouseholdIndex(path: ":memory:")
        try index.bring([Row(-100, "BAKERY")])
        #expect(TestFolder.mode(":memory:") == nil)
    }

    /// A process that is not root cannot write there; root can, so that the test has nothing to show.
    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func anIndexInAFolderThatCannotBeWrittenIsReadOnly() throws {
        let path = folder.file("fixed/coach.db")
        do {
            let index = try HouseholdIndex(path: path)
            try index.bring([Row(-100, "BAKERY")])
        }
        chmod(folder.file("fixed"), 0o500)
        defer { chmod(folder.file("fixed"), 0o700) }
        let index = try HouseholdIndex(path: path)
        #expect(try index.allRows().count == 1)
        let error = #expect(throws: StoreError.self) { try index.bring([Row(-200, "BUTCHER")]) }
        #expect(error?.reason == .readOnly)
    }

    /// What a process that did not close the file left in the log is read too.
    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"), arguments: [false, true])
    func rowsInTheLogOfAnIndexThatCannotBeWrittenAreNotPassedOver(hasSharedMemory: Bool) throws {
        let source = try HouseholdIndex(path: folder.file("coach.db"))
        try source.bring([Row(-100, "BAKERY")])
        let copy = folder.file("fixed")
        mkdir(copy, 0o700)
        for end in hasSharedMemory ? ["", "-wal", "-shm"] : ["", "-wal"] {
            TestFolder.write(TestFolder.bytes(folder.file("coach.db" + end)), to: "\(copy)/coach.db\(end)")
        }
        chmod(copy, 0o500)
        defer { chmod(copy, 0o700) }
        let before = TestFolder.fingerprint("\(copy)/coach.db-wal")
        #expect(try HouseholdIndex(path: "\(copy)/coach.db").allRows().count == 1)
        #expect(TestFolder.fingerprint("\(copy)/coach.db-wal") == before)
    }

    @Test func errorsNeverShowWhatWasBound() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let error = #expect(throws: StoreError.self) {
            try index.database.run(
                "INSERT INTO account (id, name, type, currency) VALUES (?, ?, ?, ?)", .int(1), .text("secret 4711"),
                .null, .null)
        }
        #expect(error?.message.contains("secret") == false)
        #expect(error?.message.split(separator: "\n").count == 1)
    }
}
