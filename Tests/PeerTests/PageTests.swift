import Glibc
import Testing

/// Pages of summaries under axe, in the kit's browser: accessible, as wide as the window, and without a request to outside.
@Suite(.enabled(if: getenv("COACH_TEST_BROWSER") != nil, "needs the kit's browser"), .serialized)
struct PageTests {
    @Test(arguments: ["2026-10", "--year 2026"], [390, 1280]) func axeFindsNothing(span: String, width: Int) throws {
        let browser = try #require(getenv("COACH_TEST_BROWSER").map { String(cString: $0) })
        let folder = try PeerCommand.run("mktemp -d").output.filter { !$0.isNewline }
        defer { _ = try? PeerCommand.run("rm -rf '\(folder)'") }
        let page = "'\(folder)/page.html'"
        let written = try PeerCommand.run(
            "'\(PeerCommand.program)' summary \(span) --demo --no-model --output \(page) 2>&1")
        #expect(written.code == 0, "\(written.output)")
        let found = try PeerCommand.run("'\(browser)' \(page) '\(folder)/page.png' \(width) 2>&1")
        #expect(found.code == 0, "\(found.output)")
    }
}
