import Testing

@testable import Terminal

@Suite struct StyleTests {
    @Test(
        arguments: [
            (true, false, [:], true),
            (false, false, [:], false),
            (true, true, [:], false),
            (true, true, ["CLICOLOR_FORCE": "1"], false),
            (true, false, ["NO_COLOR": "1"], false),
            (true, false, ["NO_COLOR": ""], true),
            (true, false, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false),
            (false, false, ["CLICOLOR_FORCE": "1"], true),
            (false, false, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], true),
            (false, false, ["CLICOLOR_FORCE": "0"], false),
            (true, false, ["TERM": "dumb"], false),
            (true, false, ["TERM": "xterm-256color"], true),
            (true, false, ["CLICOLOR": "0"], false),
            (true, false, ["CLICOLOR": "1"], true),
            (false, false, ["CLICOLOR": "1"], false),
        ] as [(Bool, Bool, [String: String], Bool)])
    func policy(isTerminal: Bool, noColorOption: Bool, environment: [String: String], isColored: Bool) {
        let style = Style(isTerminal: isTerminal, noColorOption: noColorOption) { environment[$0] }
        #expect(style.isColored == isColored)
    }

    @Test func plainWritesNoEscapes() {
        #expect(Style.plain("text", .bad) == "text")
        #expect(Style(isColored: true)("text", .good) == "\u{1B}[32mtext\u{1B}[0m")
        #expect(Style(isColored: true)("text", nil) == "text")
        #expect(Style(isColored: true)("", .bold) == "")
    }
}

@Suite struct ProgressLineTests {
    private let start = ContinuousClock.now

    @Test func drawsAtMostTenTimesASecondAndErasesItself() {
        var line = ProgressLine(columns: 40, start: start)
        var drawn = 0
        for millisecond in 0..<1000 {
            let now = start.advanced(by: .milliseconds(millisecond))
            if line.update(Double(millisecond) / 1000, label: "checking.csv", at: now) != nil { drawn += 1 }
        }
        #expect(drawn == 9)
        #expect(line.finish() == "\r\u{1B}[K")
        #expect(line.finish() == nil)
    }

    @Test func workThatEndsAtOnceShowsNothing() {
        var line = ProgressLine(columns: 40, start: start)
        #expect(line.update(0.5, label: "x", at: start.advanced(by: .milliseconds(99))) == nil)
        #expect(line.finish() == nil)
    }

    @Test(
        arguments: [
            (0, "0"), (0.426, "42"), (0.999, "99"), (1, "100"), (1.5, "100"), (-1, "0"), (.nan, "0"),
            (.infinity, "100"),
        ] as [(Double, String)]) func percent(fraction: Double, expected: String)
    {
        var line = ProgressLine(columns: 40, start: start)
        let text = line.update(fraction, label: "a\u{1}b", at: start.advanced(by: .seconds(1)))
        #expect(text == "\r\u{1B}[Ka·b  " + DisplayWidth.padded(expected, to: 3, alignment: .right) + "%")
    }

    @Test func workOfUnknownLengthHasNoPercent() {
        var line = ProgressLine(columns: 40, start: start)
        #expect(line.update(nil, label: "asking", at: start.advanced(by: .seconds(1))) == "\r\u{1B}[Kasking…")
    }

    @Test func longLabelsAreCut() {
        var line = ProgressLine(columns: 20, start: start)
        let text = line.update(0.5, label: "a-very-long-file-name.csv", at: start.advanced(by: .seconds(1)))
        #expect(text == "\r\u{1B}[Ka-very-long-…   50%")
        #expect(DisplayWidth.of(text?.dropFirst(4) ?? "") <= 19)
    }
}
