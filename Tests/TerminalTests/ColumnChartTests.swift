import Testing

@testable import Terminal

@Suite struct ColumnChartTests {
    private let labels = ["August 2026", "September 2026", "October 2026"]

    @Test func blocksRiseWithTheValues() throws {
        let chart = try #require(ColumnChart(labels: labels, values: [4, 0, 8], width: 12))
        let lines = chart.text(.blocks).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        // Three columns of three blocks with a space behind each, eight lines high; the names are cut to months.
        #expect(lines.count == 10)
        #expect(lines[0] == "        ███")
        #expect(lines[3] == "        ███")
        #expect(lines[4] == "███     ███")
        #expect(lines[7] == "███     ███")
        #expect(lines[8] == "Aug Sep Oct")
        #expect(lines[9].isEmpty)
    }

    @Test func whatIsLittleShows() throws {
        let chart = try #require(ColumnChart(labels: ["a", "b"], values: [1, 1_000_000], width: 20))
        #expect(chart.text(.blocks).contains("▁"))
    }

    @Test func manyValuesAreNamedAtTheirEnds() throws {
        let chart = try #require(
            ColumnChart(labels: (1...40).map(String.init), values: (1...40).map(Int64.init), width: 30))
        let lines = chart.text(.blocks).split(separator: "\n").map(String.init)
        // The last thirty of them.
        #expect(lines.last == "11" + String(repeating: " ", count: 26) + "40")
        #expect(lines.allSatisfy { $0.count <= 30 })
    }

    @Test(arguments: [[Int64](), [5], [0, 0], [-3, -4]])
    func nothingToCompareIsNoChart(_ values: [Int64]) {
        #expect(ColumnChart(labels: values.map { "\($0)" }, values: values, width: 40) == nil)
    }

    /// Read back, the picture has the dots of the columns: the half, nothing, and the whole of 96 rows.
    @Test func aSixelPictureHoldsTheColumns() throws {
        let chart = try #require(ColumnChart(labels: labels, values: [4, 0, 8], width: 12))
        let text = chart.text(.sixel(cell: .init(width: 5, height: 12)))
        let parts = text.split(separator: "\u{1B}\\")
        let dots = Self.dots(ofSixel: String(try #require(parts.first)))
        #expect(parts.last == "\nAug Sep Oct\n")
        #expect(dots.count == 96)
        #expect(dots.allSatisfy { $0.count == 60 })
        func column(_ x: Int) -> Int { dots.count { $0[x] } }
        #expect(column(0) == 48 && column(14) == 48)
        // The gaps, and the month of nothing.
        #expect(column(15) == 0 && column(25) == 0)
        #expect(column(40) == 96 && column(54) == 96 && column(55) == 0)
        #expect(!dots[47][0] && dots[48][0])
    }

    private static func dots(ofSixel text: String) -> [[Bool]] {
        let data = text.split(separator: "#0").last ?? ""
        var rows: [[Bool]] = []
        for band in data.split(separator: "-") {
            var lines = [[Bool]](repeating: [], count: 6)
            var count = ""
            var isRun = false
            for sign in band {
                if sign == "!" {
                    (isRun, count) = (true, "")
                } else if isRun, sign.isNumber {
                    count.append(sign)
                } else {
                    let bits = Int(sign.asciiValue ?? 63) - 63
                    for _ in 0..<(isRun ? Int(count) ?? 0 : 1) {
                        for row in 0..<6 { lines[row].append(bits >> row & 1 == 1) }
                    }
                    isRun = false
                }
            }
            rows += lines
        }
        return rows
    }

    @Test func kittyGetsItInPieces() throws {
        let chart = try #require(ColumnChart(labels: labels, values: [4, 0, 8], width: 12))
        let parts = chart.text(.kitty).split(separator: "\u{1B}_G").map(String.init)
        #expect(parts.count > 1)
        #expect(parts[0].hasPrefix("a=T,f=32,s=48,v=64,c=12,r=8,q=2,m=1;"))
        #expect(parts.dropFirst().dropLast().allSatisfy { $0.hasPrefix("m=1;") })
        #expect(parts.last?.hasPrefix("m=0;") == true)
        // Four bytes a dot, three bytes in four letters.
        let letters = parts.reduce(0) { $0 + ($1.split(separator: ";").last?.prefix { $0 != "\u{1B}" }.count ?? 0) }
        #expect(letters == 48 * 64 * 4 / 3 * 4)
    }

    // MARK: What the terminal can

    @Test(
        arguments: [
            ("\u{1B}[6;20;10t\u{1B}[?62;4;22c", true, Graphics.CellSize(width: 10, height: 20)),
            ("\u{1B}[?62;22c", false, nil), ("\u{1B}[?64;1;4c", true, nil), ("\u{1B}[?4;22c", false, nil),
            ("x\u{1B}[6;0;0t\u{1B}[?1;4c", true, nil),
        ] as [(String, Bool, Graphics.CellSize?)])
    func answersAreRead(_ text: String, _ hasSixel: Bool, _ cell: Graphics.CellSize?) throws {
        let answer = try #require(TerminalAnswer(text))
        #expect(answer.hasSixel == hasSixel)
        #expect(answer.cell == cell)
    }

    @Test func whatIsNoAnswerIsNone() {
        #expect(TerminalAnswer("hello\n") == nil)
        #expect(TerminalAnswer("\u{1B}[6;20;10t") == nil)
    }

    @Test func theSettingGoesBeforeTheTerminal() {
        let sixel = TerminalAnswer("\u{1B}[6;20;10t\u{1B}[?62;4c")
        func graphics(_ choice: Graphics.Choice, _ environment: [String: String], _ answer: TerminalAnswer?) -> Graphics
        {
            Graphics(choice, { environment[$0] }, ask: { answer })
        }
        #expect(graphics(.auto, ["TERM": "xterm-256color"], sixel) == .sixel(cell: .init(width: 10, height: 20)))
        #expect(graphics(.auto, ["TERM": "xterm-256color"], nil) == .blocks)
        #expect(graphics(.auto, ["TERM": "xterm-kitty"], nil) == .kitty)
        // A multiplexer shows no pictures of kitty's protocol, whatever terminal it runs in.
        #expect(graphics(.auto, ["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1", "TMUX": "x"], nil) == .blocks)
        #expect(graphics(.blocks, ["TERM": "xterm-kitty"], sixel) == .blocks)
        #expect(graphics(.sixel, ["TERM": "dumb"], nil) == .sixel(cell: .usual))
        #expect(graphics(.kitty, [:], nil) == .kitty)
    }
}
