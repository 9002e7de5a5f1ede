/// A prompt cannot be used as it is: where and why, in one line for people.
public struct PromptError: Error, Hashable, Sendable {
    public let message: String

    public init(_ message: String) { self.message = message }
}

/// A text with `{{placeholders}}`. What is filled in is never read for placeholders again.
struct PromptTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case placeholder(String)
    }

    private let parts: [Part]

    /// - Parameters:
    ///   - source: the file, for the line of an error.
    ///   - placeholders: each must stand in the text, and no others may.
    /// - Throws: what is unknown, missing or not closed, with its line.
    init(_ text: String, source: String, placeholders: [String]) throws(PromptError) {
        var parts: [Part] = []
        var used: Set<String> = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { parts.append(.text("\n")) }
            var rest = line[...]
            // Most lines have no brace, and telling so by bytes takes far less than looking for two of them.
            while rest.utf8.contains(UInt8(ascii: "{")), let open = rest.firstRange(of: "{{") {
                parts.append(.text(String(rest[..<open.lowerBound])))
                guard let close = rest[open.upperBound...].firstRange(of: "}}") else {
                    throw PromptError("\(source):\(index + 1): “{{” has no “}}” on its line")
                }
                let name = PromptTemplate.trimmed(rest[open.upperBound..<close.lowerBound])
                guard placeholders.contains(name) else {
                    let known = placeholders.map { "{{\($0)}}" }.joined(separator: ", ")
                    throw PromptError("\(source):\(index + 1): unknown placeholder {{\(name)}}; there are \(known)")
                }
                parts.append(.placeholder(name))
                used.insert(name)
                rest = rest[close.upperBound...]
            }
            parts.append(.text(String(rest)))
        }
        if let missing = placeholders.first(where: { !used.contains($0) }) {
            let lines = text.utf8.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
            throw PromptError(
                "\(source):\(lines): the placeholder {{\(missing)}} is missing; write it where it belongs")
        }
        self.parts = parts
    }

    /// - Parameter values: one for each placeholder.
    func filled(_ values: [String: String]) -> String {
        var out = ""
        for part in parts {
            switch part {
            case .text(let text): out += text
            case .placeholder(let name): out += values[name] ?? ""
            }
        }
        return PromptTemplate.trimmed(out[...])
    }

    private static func trimmed(_ text: Substring) -> String {
        guard let start = text.firstIndex(where: { !$0.isWhitespace }),
            let end = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[start...end])
    }
}
