import Glibc
import Ledger
import Store
import TestSupport
import Testing

/// Several connections to one file, as several processes have them.
@Suite struct ConcurrencyTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test func aSecondWriterWaitsForTheFirst() async throws {
        let path = folder.file("coach.db")
        let first = try HouseholdIndex(path: path)
        try first.bring([Row(-1, "BEFORE")])
        try first.database.run(script: "BEGIN IMMEDIATE")
        let second = Task.detached {
            try HouseholdIndex(path: path).bring([Row(-2, "SECOND")])
        }
        usleep(200_000)
        // Readers are not held up by a writer.
        #expect(try HouseholdIndex(path: path).allRows().count == 1)
        try first.database.run(script: "COMMIT")
        try first.bring([Row(-3, "FIRST")])
        #expect(try await second.value == [.added])
        #expect(try first.allRows().count == 3)
        #expect(try first.keptTotals() == first.summedTotals())
    }

    /// Making the file, switching it to its journal and creating the tables must stand being done at the same moment.
    @Test func aNewFileMayBeOpenedByManyAtOnce() async throws {
        for round in 0..<6 {
            let path = folder.file("new-\(round).db")
            let rows = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        let index = try HouseholdIndex(path: path)
                        return try index.bring([Row(Int64(-number - 1), "SHOP \(number)")], file: "\(number).csv").count
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(rows == 6)
            let index = try HouseholdIndex(path: path)
            #expect(try index.allRows().count == 6)
            #expect(try index.keptTotals() == index.summedTotals())
            #expect(try index.firstFault() == nil)
        }
    }

    @Test func theSameFileFromTwoSidesIsBroughtInOnce() async throws {
        let path = folder.file("coach.db")
        let rows = (0..<200).map { (place: Int) -> Row in
            Row(Int64(-1 - place), "SHOP \(place % 17)", day: 20_000 + Int32(place % 40))
        }
        let outcomes = try await withThrowingTaskGroup(of: [ImportSession.Outcome].self) { group in
            for _ in 0..<3 { group.addTask { try HouseholdIndex(path: path).bring(rows) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(outcomes.filter { $0 == .added }.count == 200)
        #expect(outcomes.filter { $0 == .duplicate }.count == 400)
    }

    /// A conversation that has been open for a while knows what an import in another window brought.
    @Test func categoriesOfAnotherProcessAreKnown() throws {
        let path = folder.file("coach.db")
        let first = try HouseholdIndex(path: path)
        let second = try HouseholdIndex(path: path)
        try first.bring([Row(-1, "BAKERY").with { $0.category = "coffee" }])
        #expect(try second.transaction(id: 1)?.category == "coffee")
        #expect(try second.knownCategoryID("coffee") == 1)
        #expect(try second.bring([Row(-2, "CAFE").with { $0.category = "coffee" }], file: "b.csv") == [.added])
        #expect(try first.transaction(id: 2)?.category == "coffee")
    }

    /// What belongs together is read from one state, although another process writes in between.
    @Test func oneReadingSeesOneState() throws {
        let path = folder.file("coach.db")
        let first = try HouseholdIndex(path: path)
        let second = try HouseholdIndex(path: path)
        try first.bring([Row(-1, "BEFORE")])
        let counts = try first.database.read {
            let before = try first.allRows().count
            try second.bring([Row(-2, "MEANWHILE")], file: "b.csv")
            // One within another is the same.
            return [before, try first.database.read { try first.allRows().count }]
        }
        #expect(counts == [1, 1])
        #expect(try first.allRows().count == 2)
        // It ends when it fails, too.
        #expect(throws: StoreError.self) { try first.database.read { try first.database.run("SELECT nothing") } }
        try first.bring([Row(-3, "AFTER")], file: "c.csv")
        #expect(try second.allRows().count == 3)
    }
}
