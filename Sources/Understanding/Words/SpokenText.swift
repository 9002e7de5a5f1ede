import Glibc

/// The words of a question, for looking whether some of them stand in a row.
public struct SpokenText {
    private let text: String

    public init(_ keys: [String]) { text = " " + keys.joined(separator: " ") + " " }

    /// - Parameter phrase: words with one space between.
    public func says(_ phrase: String) -> Bool {
        text.withCString { text in " \(phrase) ".withCString { strstr(text, $0) != nil } }
    }
}
