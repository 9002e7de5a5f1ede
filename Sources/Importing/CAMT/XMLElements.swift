/// An element of an XML text with its attributes as written.
struct XMLTag {
    /// Without its namespace prefix.
    var name: String
    var attributes: String
    var isEnd: Bool
    /// `<Name/>`
    var isEmpty: Bool
    /// The line of the tag, counted from 1.
    var line: Int
    /// The text between it and the next tag, entities resolved.
    var text: String

    /// The value of an attribute.
    func attribute(_ name: String) -> String? {
        for part in attributes.split(separator: " ") {
            let sides = part.split(separator: "=", maxSplits: 1)
            if sides.count == 2, sides[0] == name { return String(sides[1].filter { $0 != "\"" && $0 != "'" }) }
        }
        return nil
    }
}

/// Goes through the tags of an XML text that is well-formed enough to have some; comments, processing instructions and
/// declarations are passed over. No entity but the five of XML and character numbers is resolved, so that nothing grows.
struct XMLElements {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> XMLTag? {
        while let open = position(of: 0x3C) {
            advance(to: open)
            if let end = endOfMarkup() {
                advance(to: end)
                continue
            }
            guard let close = bytes[index...].firstIndex(of: 0x3E) else { return nil }
            let line = self.line
            var inside = bytes[(index + 1)..<close]
            advance(to: close + 1)
            let isEnd = inside.first == 0x2F
            if isEnd { inside = inside.dropFirst() }
            let isEmpty = inside.last == 0x2F
            if isEmpty { inside = inside.dropLast() }
            let whole = String(decoding: inside, as: UTF8.self)
            let name = whole.prefix { !$0.isWhitespace }
            let text = bytes[index..<(position(of: 0x3C) ?? bytes.count)]
            return XMLTag(
                name: String(name.split(separator: ":").last ?? name), attributes: String(whole.dropFirst(name.count)),
                isEnd: isEnd, isEmpty: isEmpty, line: line, text: isEnd ? "" : OFXText.value(text))
        }
        return nil
    }

    private func position(of byte: UInt8) -> Int? { bytes[index...].firstIndex(of: byte) }

    private func endOfMarkup() -> Int? {
        for (opening, closing) in OFXText.markup where bytes[index...].starts(with: opening) {
            return OFXText.end(of: closing, in: bytes[index...]) ?? bytes.count
        }
        return nil
    }

    private mutating func advance(to end: Int) {
        while index < end {
            if bytes[index] == 0x0A { line += 1 }
            index += 1
        }
    }
}
