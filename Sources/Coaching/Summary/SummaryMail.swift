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

            \(SummaryMail.base64(body))

            """
        }
        return """
            To: \(recipient)
            Subject: \(report.title): the summary
            MIME-Version: 1.0
            Auto-Submitted: auto-generated
            Content-Type: multipart/alternative; boundary="\(boundary)"

            \(part("text/plain", words))\(part("text/html", SummaryPage(report).html))--\(boundary)--

            """
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// RFC 4648 in lines of 76.
    static func base64(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
            if start > 0, start % 57 == 0 { out.append(UInt8(ascii: "\n")) }
            for place in 0..<4 {
                out.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
