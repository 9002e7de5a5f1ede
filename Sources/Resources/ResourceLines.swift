import Glibc

extension Resource {
    /// Gives where each line is that is neither empty nor a `#` comment, without its end.
    public func eachLine(_ take: (Range<Int>) -> Void) {
        let bytes = self.bytes
        guard let base = bytes.baseAddress else { return }
        var start = 0
        while start < bytes.count {
            let newline = memchr(base + start, 0x0A, bytes.count - start)
            let end = newline.map { UnsafeRawPointer($0) - base } ?? bytes.count
            if end > start, bytes[start] != 0x23 { take(start..<end) }
            start = end + 1
        }
    }

    /// Gives where the first field and the rest of each row of a tab-separated file are, without its header line.
    public func eachRow(_ take: (_ first: Range<Int>, _ rest: Range<Int>) -> Void) {
        var isHeader = true
        eachLine { line in
            if !isHeader {
                let tab = bytes[line].firstIndex(of: 0x09) ?? line.upperBound
                take(line.lowerBound..<tab, min(tab + 1, line.upperBound)..<line.upperBound)
            }
            isHeader = false
        }
    }

    /// Where the parts between separators are within a stretch; empty ones are left out.
    public func parts(of range: Range<Int>, separatedBy separator: UInt8) -> [Range<Int>] {
        let bytes = self.bytes
        var parts: [Range<Int>] = []
        // As many as most lines have: growing to them takes longer than finding them.
        parts.reserveCapacity(4)
        var start = range.lowerBound
        for end in range.lowerBound...range.upperBound where end == range.upperBound || bytes[end] == separator {
            if end > start { parts.append(start..<end) }
            start = end + 1
        }
        return parts
    }

    /// A stretch as a text.
    public func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The text from a place to the end of its field.
    public func field(at start: Int) -> String {
        String(decoding: bytes[start...].prefix { $0 != 0x09 && $0 != 0x0A }, as: UTF8.self)
    }
}
