import Testing

@testable import Terminal

struct EarlierLinesTests {
    private let earlier = EarlierLines(
        lines: ["groceries last month", "How much at Target?", "groceries in August by merchant", "rent"],
        starters: ["why did I spend more on restaurants in September 2026?"])

    @Test(arguments: [
        ("gro", "ceries in August by merchant"), ("groceries l", "ast month"), ("how much", " at Target?"),
        ("why", " did I spend more on restaurants in September 2026?"), ("g", nil), ("rent", nil), ("coffee", nil),
        ("", nil),
    ]) func theNewestLineThatBeginsSoGoesOn(line: String, rest: String?) {
        #expect(earlier.rest(of: line) == rest)
    }

    @Test(arguments: [
        ("target", "How much at Target?"), ("grlm", "groceries last month"),
        ("aug groc", "groceries in August by merchant"),
        ("", "rent"), ("restsep", "why did I spend more on restaurants in September 2026?"),
    ]) func fewLettersFindALine(query: String, line: String) {
        #expect(earlier.matches(query).first == line)
    }

    @Test func lettersInAnotherOrderFindNothing() {
        #expect(earlier.matches("tner").isEmpty)
        #expect(earlier.matches("groceries rent").isEmpty)
    }

    /// Whatever is typed, what is found holds its letters in their order.
    @Test func whatIsFoundHoldsWhatWasTyped() {
        for query in ["oe", "gm", "mt", "in b", "2026", "ü", "a a a"] {
            for line in earlier.matches(query) {
                for word in query.split(separator: " ") {
                    var rest = word.lowercased()[...]
                    for letter in line.lowercased() where letter == rest.first { rest.removeFirst() }
                    #expect(rest.isEmpty, "\(query): \(line)")
                }
            }
        }
    }
}
