import Ledger

/// A summary as a message for `sendmail -t`: the words as plain text, and the page beside them.
public struct SummaryMail {
    private let report: SummaryReport
    private let recipient: String

    /// - Parameter recipient: an address as `isAddress` accepts it.
    public init(_ report: SummaryReport, to recipient: String) {
        self.report = report
        self.recipient = recipient
    }

    /// Whether a text is one address that can stand in a header: nothing in it ends the line or begins another address.
    public static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let allowed = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
                || "@.!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
        }
        return allowed && parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && text.utf8.count <= 254
    }

    /// Lines of at most 76 bytes, as RFC 2045 asks; the mail system adds sender and date.
    public var text: String {
        let boundary = "coach-summary-\(report.facts.span.key)"
        let words = ([report.title] + report.paragraphs).joined(separator: "\n\n") + "\n"
        func part(_ type: String, _ body: String) -> String {
            """
            --\(boundary)
            Content-Type: \(type); charset=utf-8
            Content-Transfer-Encoding: base64

            \(Base64.text(Array(body.utf8), lineLength: 76))

            """
        }
        return """
            To: \(recipient)
            Subject: Your \(report.title) summary
            MIME-Version: 1.0
            Auto-Submitted: auto-generated
            Content-Type: multipart/alternative; boundary="\(boundary)"

            \(part("text/plain", words))\(part("text/html", SummaryPage(report, isMail: true).html))--\(boundary)--

            """
    }
}
