/// Text inside a Markdown document that stays text: names from bank files and from people may hold any sign.
enum InertMarkdown {
    /// One line in which nothing means anything to Markdown.
    static func line(_ text: some StringProtocol) -> String { escaped(text, "\\`*_[]<>|#~&@") }

    /// Markdown without links, pictures, and HTML: brackets, angles, and addresses are characters.
    static func withoutLinks(_ text: some StringProtocol) -> String { escaped(text, "[]<&@") }

    private static func escaped(_ text: some StringProtocol, _ signs: String) -> String {
        var out = String.UnicodeScalarView()
        let signs = signs.unicodeScalars
        // The last letters, by which readers know the bare addresses that they make links of.
        var word = ""
        let scalars = text.unicodeScalars
        for place in scalars.indices {
            let scalar = scalars[place]
            if scalar.properties.isWhitespace {
                out.append("\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains(scalar) ? " " : scalar)
                word = ""
                continue
            }
            let next = scalars.index(after: place)
            // Between spaces an ampersand begins no character's name.
            let isLoneAmpersand =
                scalar == "&" && (next == scalars.endIndex || scalars[next].properties.isWhitespace)
            if signs.contains(scalar) && !isLoneAmpersand || beginsAddress(word, scalar) { out.append("\\") }
            out.append(scalar)
            word.unicodeScalars.append(scalar)
            if word.utf8.count > 16 { word.removeFirst() }
        }
        return String(out)
    }

    /// Whether a bare address begins with the word and this sign: `www.`, `https:`.
    private static func beginsAddress(_ word: String, _ scalar: Unicode.Scalar) -> Bool {
        guard scalar == "." || scalar == ":" else { return false }
        let lower = word.lowercased()
        return scalar == "." ? lower.hasSuffix("www") : schemes.contains(where: lower.hasSuffix)
    }

    private static let schemes = ["http", "https", "ftp", "mailto", "xmpp"]
}
