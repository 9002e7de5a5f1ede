import Testing

@testable import Terminal

@Suite struct HyperlinkTests {
    @Test(
        arguments: [
            ([:], false), (["TERM": "xterm-256color"], false), (["TERM": "linux"], false),
            (["TERM": "xterm-kitty"], true), (["TERM": "foot"], true), (["VTE_VERSION": "4999"], false),
            (["VTE_VERSION": "7600", "TERM": "xterm-256color"], true), (["TERM_PROGRAM": "iTerm.app"], true),
            (["TERM_PROGRAM": "Apple_Terminal"], false), (["WT_SESSION": "1"], true),
            (["WT_SESSION": "1", "NO_COLOR": "1"], false), (["TERM": "dumb", "KONSOLE_VERSION": "220401"], false),
            (["FORCE_HYPERLINK": "1", "TERM": "dumb"], true), (["FORCE_HYPERLINK": "0", "TERM": "foot"], false),
            (["FORCE_HYPERLINK": ""], false),
        ] as [([String: String], Bool)])
    func support(_ environment: [String: String], isSupported: Bool) {
        #expect(Hyperlink.isSupported { environment[$0] } == isSupported)
    }

    @Test func isOneSequenceBeforeAndOneBehind() {
        #expect(
            Hyperlink.text("page", to: "https://example.com/a?b=c")
                == "\u{1B}]8;;https://example.com/a?b=c\u{1B}\\page\u{1B}]8;;\u{1B}\\")
    }

    /// Nothing in an address ends the sequence or begins another.
    @Test func encodesWhatATerminalWouldObey() {
        let link = Hyperlink.text("x", to: "https://e.com/\u{1B}]0;\u{07}\u{9C} é")
        #expect(link.hasPrefix("\u{1B}]8;;https://e.com/%1B]0;%07%C2%9C%20%C3%A9\u{1B}\\x"))
        let file = Hyperlink.address(ofFile: "/tmp/my page;#1%.html")
        #expect(file.hasPrefix("file://"))
        #expect(file.hasSuffix("/tmp/my%20page%3B%231%25.html"))
    }

    @Test func pathsAreWhole() {
        let file = Hyperlink.address(ofFile: "page.html")
        #expect(file.hasSuffix("/page.html"))
        #expect(file.dropFirst("file://".count).contains("/"))
    }
}
