import Terminal
import Testing

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("£€", 2), ("東京", 4), ("ｶﾀｶﾅ", 4), ("Ａ", 2), ("한글", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👩\u{200D}🚀", 2), ("👍🏽", 2), ("🇫🇷", 2), ("❤\u{FE0F}", 2), ("❤", 1),
        ("—…·", 3), ("नि", 1), ("✓", 1), ("\u{200B}", 0), ("a\u{FE0F}", 1),
    ]) func columns(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: [
        ("coffee", 6, "coffee"), ("coffee", 5, "coff…"), ("coffee", 1, "…"), ("coffee", 0, ""), ("a bcd", 3, "a…"),
        ("東京都", 6, "東京都"), ("東京都", 5, "東京…"), ("東京都", 4, "東…"), ("👩\u{200D}🚀👩\u{200D}🚀", 3, "👩\u{200D}🚀…"),
    ]) func truncation(text: String, columns: Int, expected: String) {
        #expect(DisplayWidth.truncated(text, to: columns) == expected)
    }

    @Test func truncatedTextNeverTakesMoreThanItMay() {
        let text = "Ünïcode 東京 e\u{301} 👩\u{200D}🚀 🇫🇷 end"
        for columns in 0...40 {
            #expect(DisplayWidth.of(DisplayWidth.truncated(text, to: columns)) <= columns)
        }
    }

    @Test func padding() {
        #expect(DisplayWidth.padded("東", to: 4) == "東  ")
        #expect(DisplayWidth.padded("5.00", to: 6, alignment: .right) == "  5.00")
        #expect(DisplayWidth.padded("longer", to: 3) == "longer")
    }
}

@Suite struct TableTests {
    private var table: Table {
        var table = Table([Table.Column("Date"), Table.Column("Merchant"), Table.Column("Amount", .right)])
        table.add(["2026-10-01", "Blue Bottle Coffee Roasters", "$4.50"])
        table.add(["2026-10-02", "東京 Ramen", "$1,234.56"])
        return table
    }

    @Test func columnsAreAligned() {
        #expect(
            table.text() == """
                Date        Merchant                        Amount
                2026-10-01  Blue Bottle Coffee Roasters      $4.50
                2026-10-02  東京 Ramen                   $1,234.56

                """)
    }

    /// On a screen a day within what coach says is written as one alone is; what anybody else wrote stays.
    @Test(arguments: [
        ("bought 2026-10-09", "bought Oct 9, 2026"), ("bought 2026-10-09 for $5.00", "bought Oct 9, 2026 for $5.00"),
        ("INVOICE 2026-10-09", "INVOICE 2026-10-09"), ("2026-10-09 14:03", "2026-10-09 14:03"), ("open", "open"),
        ("last on 2026-13-09", "last on 2026-13-09"), ("", ""),
    ]) func daysWithinTexts(cell: String, shown: String) {
        var table = Table([Table.Column("Outcome")])
        table.add([cell])
        #expect(table.text(width: 60).split(separator: "\n").dropFirst().first ?? "" == shown)
        #expect(table.text().split(separator: "\n").dropFirst().first ?? "" == cell)
    }

    @Test func theWidestTextColumnGivesWay() {
        #expect(
            table.text(width: 40) == """
                Date          Merchant            Amount
                Oct  1, 2026  Blue Bottle Co…      $4.50
                Oct  2, 2026  東京 Ramen       $1,234.56

                """)
    }

    @Test func linesFitWhereTheyCan() {
        for width in 29...60 {
            for line in table.text(width: width).split(separator: "\n") {
                #expect(DisplayWidth.of(line) <= width)
            }
        }
    }

    @Test func theLastColumnEndsWithoutSpaces() {
        var notes = Table([Table.Column("No", .right), Table.Column("Note")])
        notes.add(["1", "short"])
        notes.add(["12", ""])
        notes.add(["3", "much longer"])
        #expect(notes.text() == "No  Note\n 1  short\n12\n 3  much longer\n")
    }

    @Test func cellsAreMadeSafe() {
        var rows = Table([Table.Column("Merchant")])
        rows.add(["\u{1B}[2Jgone\nnext"])
        #expect(rows.text() == "Merchant\ngone next\n")
    }

    @Test func emphasisDoesNotMoveColumns() {
        var rows = Table([Table.Column("Account"), Table.Column("Balance", .right)])
        rows.add(["Checking", "$10.00"])
        rows.add(["Total", "$10.00"], emphasis: .bold)
        #expect(
            rows.text(style: Style(isColored: true))
                == "\u{1B}[4mAccount   Balance\u{1B}[0m\nChecking   $10.00\n\u{1B}[1mTotal      $10.00\u{1B}[0m\n")
        #expect(Table([Table.Column("Empty")]).text() == "")
    }
}
