import Ledger
import Testing

@testable import Coaching

@Suite struct SummaryMailTests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"), ("“é”", "4oCcw6nigJ0="),
    ])
    func base64IsThatOfTheStandard(text: String, expected: String) {
        #expect(Base64.text(Array(text.utf8), lineLength: 76) == expected)
    }

    @Test func aMessageHasHeadersAndTwoParts() throws {
        let household = try SummaryHousehold()
        try household.bring("Checking", .checking, .usd, ["2026-05-02,KROGER,-61.20", "2026-05-03,IKEA,-240.00"])
        let text = SummaryMail(try household.report("2026-05", asOf: "2026-06-03"), to: "ana@example.org").text
        #expect(text.hasPrefix("To: ana@example.org\nSubject: Your May 2026 summary\nMIME-Version: 1.0\n"))
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 78 })
        #expect(text.contains("text/plain") && text.contains("text/html"))
        #expect(text.hasSuffix("\n--coach-summary-2026-05--\n"))
        #expect(text.utf8.count < 200_000)
    }

    /// What mail programs drop isn't there, and what is drawn on the page stands in a table.
    @Test func aMessageNeedsNoDrawings() throws {
        let report = try SummaryHousehold.generated(seed: 7).report("2026-09", asOf: "2026-10-05")
        let html = SummaryPage(report, isMail: true).html
        for part in ["<svg", "var(", "<details", "display: grid", "display: flex", "@media"] {
            #expect(!html.contains(part))
        }
        #expect(html.contains("<h2>Month by month</h2>"))
        #expect(html.contains("<h2>Up to you</h2>"))
        #expect(html.contains("<dl class=\"figures"))
    }

    @Test func onlyOneAddressIsAnAddress() {
        for good in ["ana@example.org", "a.b+c@x-y.example"] { #expect(SummaryMail.isAddress(good)) }
        for bad in ["", "ana", "a@b@c", "a@b, c@d", "a@b\nBcc: c@d", "Ana <a@b>", "@b", "a@"] {
            #expect(!SummaryMail.isAddress(bad), "\(bad)")
        }
    }
}
