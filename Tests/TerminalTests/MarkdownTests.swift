import Terminal
import Testing

@Suite struct MarkdownTests {
    private func plain(_ text: String, width: Int? = nil) -> String {
        MarkdownText(width: width, style: .plain).render(text)
    }

    @Test(arguments: [
        ("You spent **$12.50** at *Blue Door*.", "You spent $12.50 at Blue Door."),
        ("# This month\n\nLess than before.", "This month\n\nLess than before."),
        ("- one\n- two\n  more", "• one\n• two more"),
        ("3. one\n4. two", "3. one\n4. two"),
        ("- a\n\n- b", "• a\n\n• b"),
        ("- a\n  - b", "• a\n  • b"),
        ("> said\n> twice", "│ said twice"),
        ("run `coach import` first", "run coach import first"),
        ("[the page](https://example.org/x)", "the page"),
        ("```\nlet x\n  y\n```", "    let x\n      y"),
        ("<b>bold</b> & <script>x</script>", "<b>bold</b> & <script>x</script>"),
        ("a  \nb", "a\nb"),
        ("1,234 * 5 * 6", "1,234 * 5 * 6"),
        ("snake_case_name", "snake_case_name"),
        ("", ""),
    ]) func blocksAndEmphasis(markdown: String, expected: String) { #expect(plain(markdown) == expected) }

    @Test func tablesKeepTheirColumnsWithWideAndCombiningCharacters() {
        let table = """
            | Shop | Sum |
            |:-----|----:|
            | 寿司 | $5.00 |
            | Cafe\u{301} | $12.50 |
            """
        #expect(plain(table) == "Shop     Sum\n寿司   $5.00\nCafe\u{301}  $12.50")
    }

    @Test(arguments: [12, 20, 33, 80]) func nothingIsWiderThanTheWindow(width: Int) {
        let text = """
            ## A heading of several words that goes on

            Words and **bold words that go on** and more of them, 寿司寿司 寿司.

            - an item that is long enough for two lines
              1. another one within it
            > quoted words that go on and on
            """
        for line in plain(text, width: width).split(separator: "\n") {
            #expect(DisplayWidth.of(line) <= width, "\(line)")
        }
    }

    @Test func emphasisIsPutAroundWordsThatWereMadeSafe() {
        let shown = MarkdownText(width: nil, style: Style(isColored: true)).render("**a\u{1B}[2Jb**")
        #expect(shown == "\u{1B}[1mab\u{1B}[0m")
    }

    @Test(arguments: [
        "\u{1B}]0;title\u{7}", "\u{9B}31m", "[x](\u{1B}[31m)", "```\n\u{1B}c\n```", "|a|\n|-|\n|\u{1B}[1m|",
        "`\u{202E}x`",
    ])
    func noSequenceReachesTheTerminal(text: String) {
        let shown = plain(text)
        #expect(shown.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }, "\(shown)")
        #expect(!shown.unicodeScalars.contains("\u{202E}"))
    }
}

@Suite struct MarkdownStreamTests {
    private static let reply = """
        You spent **$120.50** on groceries. That is *more* than usual.

        1. Corner Shop
        2. Blue Door

        | Shop | Sum |
        |------|----:|
        | Corner Shop | $100.00 |
        | Blue Door | $20.50 |

        ```
        coach rules set groceries 100
        ```

        It was all in one week.
        """

    /// Pieces of every size from a sentence's to one character.
    @Test(arguments: [1, 2, 3, 7, 20, 50, 1000], [24, 80]) func piecesShowWhatTheWholeShows(size: Int, width: Int) {
        var stream = MarkdownStream(width: width, style: .plain)
        var out = ""
        for piece in Self.pieces(size) { out += stream.add(piece) }
        out += stream.finish()
        #expect(out == MarkdownText(width: width, style: .plain).render(Self.reply))
    }

    /// Cut after words only, as sentences are.
    private static func pieces(_ size: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in reply {
            piece.append(character)
            if character == "\n" || (piece.count >= size && character == " " && pieces.count % 2 == 0) {
                pieces.append(piece)
                piece = ""
            }
        }
        return pieces + [piece]
    }

    @Test func aParagraphGrowsAndATableWaits() {
        var stream = MarkdownStream(width: 80, style: .plain)
        #expect(stream.isEmpty)
        #expect(stream.add("One sentence. ") == "One sentence.")
        #expect(stream.add("Another one.") == " Another one.")
        #expect(stream.add("\n\n| a |\n|---|\n| b |\n") == "")
        #expect(stream.add("\nDone.") == "\n\na\nb\n\nDone.")
        #expect(stream.finish() == "" && !stream.isEmpty)
    }
}
