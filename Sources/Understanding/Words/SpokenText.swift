import Glibc

/// The words of a question, for looking whether some of them stand in a row.
public struct SpokenText {
    private let text: String

    public init(_ keys: [String]) { text = " " + keys.joined(separator: " ") + " " }

    /// Words as they stand in a line.
    public init(_ line: String) { text = " " + line + " " }

    /// - Parameter phrase: words with one space between.
    public func says(_ phrase: String) -> Bool {
        text.withCString { text in " \(phrase) ".withCString { strstr(text, $0) != nil } }
    }

    /// Whether some letters stand in it, be it within a word.
    public func holds(_ letters: String) -> Bool {
        text.withCString { text in letters.withCString { strstr(text, $0) != nil } }
    }
}
