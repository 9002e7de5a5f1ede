import Ledger
import Store
import Testing

@Suite struct SearchTests {
    private let index: HouseholdIndex

    init() throws {
        index = try HouseholdIndex(path: ":memory:")
        try index.bring([
            Row(-450, "SQ *CAFE MULLER 0042").with {
                $0.merchant = "Café Müller"
                $0.category = "coffee"
            },
            Row(-900, "KTG STRASSENBAHN 7").with {
                $0.merchant = "Straßenbahn"
                $0.category = "public_transit"
            },
            Row(-100, "МАГАЗИН 12").with { $0.merchant = "Магазин" },
            Row(-450, "SQ *CAFE MULLER 0042", day: 20_001).with {
                $0.merchant = "Café Müller"
                $0.category = "coffee"
            },
        ])
        _ = try index.correct([2], Correction(notes: "Ausflug zur Großmutter"), always: false)
    }

    @Test(
        arguments: [
            ("\"cafe\"", [1, 4]), ("\"café\"", [1, 4]), ("\"CAFÉ\"", [1, 4]), ("\"muller\"", [1, 4]),
            ("\"0042\"", [1, 4]),
            ("\"strassenbahn\"", [2]), ("\"coffee\"", [1, 4]), ("\"food\"", [1, 3, 4]), ("\"transit\"", [2]),
            ("\"ausflug\"", [2]), ("\"магазин\"", [3]), ("\"МАГА\"*", [3]), ("\"mull\"*", [1, 4]), ("\"mull\"", []),
            ("\"cafe\" AND \"drink\"", [1, 4]), ("\"tram\"", []),
        ] as [(String, [Int64])]) func merchantTextCategoryAndNotesAreFound(expression: String, rows: [Int64]) throws
    {
        #expect(try index.found(expression) == rows)
    }

    @Test func aTextIsKeptOnceForAllItsRows() throws {
        #expect(try index.database.first("SELECT count(*) FROM txn") { $0.int(0) } == 4)
        // Three of the import, one more for the note.
        #expect(try index.database.first("SELECT count(*) FROM document") { $0.int(0) } == 4)
    }

    @Test func namesAreFoundByKey() throws {
        #expect(try index.merchantNames(key: "cafemuller") == ["Café Müller"])
        #expect(try index.merchantNames(key: "cafe").isEmpty)
        #expect(try index.merchantNames(keyPrefix: "ca", limit: 5) == ["Café Müller"])
        #expect(try index.merchantNames(keyPrefix: "", limit: 5).isEmpty)
        #expect(try index.merchantNames(resembling: "cafemuler") == ["Café Müller"])
        #expect(try index.merchantNames(resembling: "tafemuller").isEmpty)
        #expect(try index.merchantNames(resembling: "").isEmpty)
        #expect(try index.merchantNames(key: NameKey.key(of: "магазин")) == ["Магазин"])
    }

    /// A name that no row has any more must not be offered.
    @Test func namesWithoutRowsAreNotFound() throws {
        _ = try index.correct([3], Correction(merchant: "Corner Shop"), always: false)
        #expect(try index.merchantNames(key: NameKey.key(of: "Магазин")).isEmpty)
        #expect(try index.merchantNames(keyPrefix: "corner", limit: 1) == ["Corner Shop"])
    }

    @Test func namesWithMoreRowsComeFirst() throws {
        try index.bring([Row(-1, "CARS").with { $0.merchant = "Car Wash" }], file: "b.csv")
        #expect(try index.merchantNames(keyPrefix: "ca", limit: 5) == ["Café Müller", "Car Wash"])
        #expect(try index.merchantNames(keyPrefix: "ca", limit: 1) == ["Café Müller"])
    }

    /// Names of accounts and texts may hold anything; they come back as they were.
    @Test(arguments: [
        "", " ", "a\u{0}b", "'; DROP TABLE txn; --", "\u{202E}abc", "🍕\u{FE0F}", "line\nbreak", "%_\\", "\u{FFFD}",
    ])
    func anyTextComesBackUnchanged(text: String) throws {
        try index.bring([Row(-7, text, day: 20_100).with { $0.merchant = "M" + text }], file: "b.csv")
        let row = try #require(try index.transaction(id: 5))
        #expect(row.rawDescription == text)
        #expect(row.merchant == "M" + text)
        #expect(try index.bring([Row(-7, text, day: 20_100)], file: "c.csv") == [.duplicate])
        #expect(try index.keptTotals() == index.summedTotals())
    }
}
