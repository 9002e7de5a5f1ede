import Glibc

/// The words of a question, for looking whether some of them stand in a row.
public struct SpokenText {
    private static let apostrophes: Set<UnicodeScalar> = ["'", "\u{2019}"]

    private let text: String

    public init(_ keys: [String]) { text = " " + keys.joined(separator: " ") + " " }

    /// Words as they stand in a line.
    public init(_ line: String) { text = " " + line + " " }

    /// - Parameter phrase: words with one space between.
    public func says(_ phrase: String) -> Bool {
        var phrase = phrase
        return text.withCString { text in
            phrase.withUTF8 { phrase in
                guard let start = phrase.baseAddress, let first = phrase.first.map(CChar.init(bitPattern:)) else {
                    return strstr(text, "  ") != nil
                }
                // Hundreds of phrases are looked for in every line, and nearly all begin with no word of it.
                var rest = text
                while let space = strchr(rest, 0x20) {
                    rest = UnsafePointer(space) + 1
                    guard rest.pointee == first, strncmp(rest, start, phrase.count) == 0 else { continue }
                    if rest[phrase.count] == 0x20 { return true }
                }
                return false
            }
        }
    }

    /// Whether some letters stand in it, be it within a word.
    public func holds(_ letters: String) -> Bool {
        text.withCString { text in letters.withCString { strstr(text, $0) != nil } }
    }

    /// The words of a line in small letters, without signs and apostrophes; `others` are signs that stand within words.
    ///
    /// Every line of a pipe comes through here, and most have plain letters only: those are told apart by their bytes.
    public static func words(of line: String, with others: Set<UInt8> = []) -> [String] {
        let text = line.lowercased().without(apostrophes)
        return text.utf8.split { byte in !(isWord(byte) || others.contains(byte)) }.map { String(Substring($0)) }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
    }
}

extension String {
    /// Without the apostrophes of both kinds.
    fileprivate func without(_ signs: Set<UnicodeScalar>) -> String {
        guard utf8.contains(0x27) || utf8.contains(0xE2) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.filter { !signs.contains($0) }))
    }
}
