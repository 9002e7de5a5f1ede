import Terminal
import Testing

@Suite struct NarrowTableTests {
    private var table: Table {
        var table = Table([
            Table.Column("Date"), Table.Column("Merchant"), Table.Column("Category"), Table.Column("Account"),
            Table.Column("Amount", .right),
        ])
        table.add(["2026-10-01", "The Corner Bakery and Coffee House", "Groceries", "Everyday Checking", "−$1,234.50"])
        return table
    }

    @Test(arguments: 1...90) func noLineIsWiderThanTheWindow(width: Int) {
        for line in table.text(width: width).split(separator: "\n") { #expect(DisplayWidth.of(line) <= width) }
    }

    @Test(arguments: [22, 30, 45, 60]) func figuresAreNeverCutWhileThereIsRoomForThem(width: Int) {
        #expect(table.text(width: width).contains("−$1,234.50"))
    }

    @Test func theLastTextColumnsGoFirst() {
        let lines = table.text(width: 40).split(separator: "\n")
        #expect(lines[0] == "Date          Merchant            Amount")
        #expect(lines[1] == "Oct  1, 2026  The Corner Ba…  −$1,234.50")
    }

    @Test func aWideWindowShowsEverything() {
        #expect(!table.text(width: 200).contains("…"))
        #expect(table.text(width: nil).contains("2026-10-01") && table.text(width: 200).contains("Oct  1, 2026"))
    }
}
