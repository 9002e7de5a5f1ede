import Testing

@testable import Terminal

/// Where libqrencode is not installed there are no codes.
private let isThere = QRCode("x") != nil

@Suite("Codes for phones", .enabled(if: isThere, "needs libqrencode4"))
struct QRCodeTests {
    @Test("Light squares are filled, two rows to a line, with a light margin around")
    func blocks() throws {
        // The smallest code: 21 squares a side, and two of margin around.
        let lines = try #require(QRCode("coach")).text(style: .plain).split(separator: "\n")
        #expect(lines.count == 13)
        #expect(lines.allSatisfy { $0.count == 25 })
        #expect(lines[0] == Substring(String(repeating: "█", count: 25)))
        // The corner that cameras look for: a dark row of seven above a light one between two dark squares.
        #expect(lines[1].dropFirst(2).prefix(7) == " ▄▄▄▄▄ ")
    }

    @Test("With colors it is white on black, and what is too long has none")
    func colors() throws {
        let code = try #require(QRCode("https://secure.plaid.com/hl/new"))
        #expect(code.text(style: Style(isColored: true)).hasPrefix("\u{1B}[97;40m█"))
        #expect(QRCode(String(repeating: "x", count: 5_000)) == nil)
    }
}
