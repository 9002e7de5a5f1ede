/// How texts of several columns become one.
enum CSVText {
    /// Longest text quoted in a message, in characters.
    private static let longestQuote = 40

    /// The cells joined by single spaces; one that another already contains is left out.
    static func joined(_ fields: [CSVField], _ scanner: CSVScanner) -> String {
        var kept: [(field: CSVField, folded: [UInt8])] = []
        for field in fields {
            let folded = scanner.bytes(field).map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
            // Of two equal ones the later is the bank's own writing.
            if kept.contains(where: { $0.folded.count > folded.count && contains($0.folded, folded) }) { continue }
            kept.removeAll { contains(folded, $0.folded) }
            kept.append((field, folded))
        }
        if kept.count == 1 { return scanner.string(kept[0].field) }
        var out: [UInt8] = []
        for part in kept { scanner.append(part.field, to: &out) }
        return String(decoding: out, as: UTF8.self)
    }

    /// A text without the apostrophe that keeps spreadsheets, as `coach export` does, from taking it for a formula.
    static func unguarded(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(2)
        guard start.first == "'", let second = start.dropFirst().first else { return text }
        return "=+-@\t\r".unicodeScalars.contains(second) ? String(text.dropFirst()) : text
    }

    private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
        guard part.count <= text.count, let first = part.first else { return part.isEmpty }
        for start in 0...text.count - part.count where text[start] == first {
            if text[start..<start + part.count].elementsEqual(part) { return true }
        }
        return false
    }

    static func quoted(_ text: String) -> String {
        text.count <= longestQuote ? "\"\(text)\"" : "\"\(text.prefix(longestQuote - 1))…\""
    }
}
