/// A tag of an OFX text and what is written behind it.
struct OFXElement {
    /// Upper case, without the slash of an end tag.
    var name: String
    var isEnd: Bool
    /// The line of the tag, counted from 1.
    var line: Int
    /// The bytes up to the next tag; entities and white space as written.
    var value: Range<Int>
}

/// Splits an OFX text into its tags, whether it is SGML without end tags (version 1) or XML (version 2).
///
/// A `<` that begins no tag belongs to the value around it; comments, CDATA sections, declarations and processing
/// instructions as well.
struct OFXElements: IteratorProtocol {
    private struct Tag {
        var name: String
        var isEnd: Bool
        /// Behind its `>`.
        var end: Int
    }

    let bytes: [UInt8]
    /// How far the text has been read.
    private(set) var index = 0
    private(set) var line = 1
    private var pending: Tag?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        pending = findTag()
    }

    mutating func next() -> OFXElement? {
        guard let tag = pending else { return nil }
        let line = self.line
        advance(to: tag.end)
        pending = findTag()
        return OFXElement(name: tag.name, isEnd: tag.isEnd, line: line, value: tag.end..<index)
    }

    /// Moves to the next tag or to the end of the text.
    private mutating func findTag() -> Tag? {
        var at = index
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "<") else {
                at += 1
                continue
            }
            if let tag = tag(at: at) {
                advance(to: at)
                return tag
            }
            at = endOfMarkup(at: at) ?? at + 1
        }
        advance(to: bytes.count)
        return nil
    }

    private func tag(at start: Int) -> Tag? {
        var at = start + 1
        let isEnd = at < bytes.count && bytes[at] == UInt8(ascii: "/")
        if isEnd { at += 1 }
        let nameStart = at
        while at < bytes.count, OFXElements.isNameByte(bytes[at], first: at == nameStart) { at += 1 }
        guard at > nameStart, at < bytes.count else { return nil }
        let nameEnd = at
        let next = bytes[at]
        guard next == UInt8(ascii: ">") || next == UInt8(ascii: "/") || next <= 0x20 else { return nil }
        while at < bytes.count, bytes[at] != UInt8(ascii: ">") {
            guard bytes[at] != UInt8(ascii: "<") else { return nil }
            at += 1
        }
        guard at < bytes.count else { return nil }
        let name = String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self)
        let isUpper = !bytes[nameStart..<nameEnd].contains { $0 >= UInt8(ascii: "a") }
        return Tag(name: isUpper ? name : name.uppercased(), isEnd: isEnd, end: at + 1)
    }

    private static func isNameByte(_ byte: UInt8, first: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): !first
        default: false
        }
    }

    /// Where a comment, CDATA section, declaration or processing instruction that begins at `start` ends.
    private func endOfMarkup(at start: Int) -> Int? {
        for (opening, closing) in OFXText.markup where bytes[start...].starts(with: opening) {
            return OFXText.end(of: closing, in: bytes[start...]) ?? bytes.count
        }
        return nil
    }

    private mutating func advance(to end: Int) {
        while index < end {
            let byte = bytes[index]
            index += 1
            if byte == 0x0A || (byte == 0x0D && (index == bytes.count || bytes[index] != 0x0A)) { line += 1 }
        }
    }
}
