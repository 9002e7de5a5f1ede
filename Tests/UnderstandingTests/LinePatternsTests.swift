import Resources
import Testing

@testable import Understanding

/// Whole lines that are rows of a table.
struct LinePatternsTests {
    static let patterns = LinePatterns(
        Resource(
            """
            # How something is shown.
            command	pattern
            quiet	please|the|show|me
            quiet	list
            more	?is|are ?there more|others
            more.N	next|another N ?rows
            back	go back|N
            all	all
            all	list all
            """), greatest: 20)

    @Test(
        arguments: [
            ("more", "more", nil), ("is more", "more", nil), ("are there others", "more", nil),
            ("there more", "more", nil),
            ("more please", "more", nil), ("show me more", "more", nil), ("the next 5", "more.N", 5),
            ("next five rows please", "more.N", 5), ("next 20", "more.N", 20), ("go back", "back", nil),
            ("go 3", "back", 3), ("please list the all", "all", nil), ("show all", "all", nil),
        ] as [(String, String, Int?)])
    func theWholeLineIsRead(_ line: String, _ name: String, _ number: Int?) {
        let found = LinePatternsTests.patterns.row(of: line.split(separator: " ").map(String.init))
        #expect(found?.name == name)
        #expect(found?.number == number)
    }

    @Test(arguments: [
        "", "please", "show me the list", "mor", "mores", "more money", "money more", "is", "is are more", "next",
        "next 21", "next 0", "5", "next 5 of rows", "quiet", "N", "go n", "back", "is|are more", "?is more",
    ])
    func otherLinesAreNoRow(_ line: String) {
        #expect(LinePatternsTests.patterns.row(of: line.split(separator: " ").map(String.init)) == nil)
    }
}
