/// How a fact stands in words, its own and a model's: `[[key]]`. The form is written here and nowhere else.
enum Reference {
    static let open = "[["
    static let close = "]]"

    static func to(_ key: String) -> String { open + key + close }

    /// A sentence as its own words and the keys between them.
    enum Piece: Hashable {
        case words(String)
        case key(String)
    }

    /// - Returns: nil where a reference has no end.
    static func pieces(_ sentence: String) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = sentence[...]
        while let start = rest.firstRange(of: open) {
            if start.lowerBound > rest.startIndex { pieces.append(.words(String(rest[..<start.lowerBound]))) }
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: close) else { return nil }
            pieces.append(.key(key(rest[..<end.lowerBound])))
            rest = rest[end.upperBound...]
        }
        if !rest.isEmpty { pieces.append(.words(String(rest))) }
        return pieces
    }

    /// A key as it is meant: models write it with spaces, in capitals or with the phrase after it.
    private static func key(_ text: Substring) -> String {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace)
        return words.first.map(String.init) ?? ""
    }
}
