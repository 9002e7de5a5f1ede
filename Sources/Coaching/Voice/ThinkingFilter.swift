/// Drops what is for no reader, wherever in a reply: what a model thinks aloud, calls of tools that a server took for
/// words, and what templates mark turns with.
struct ThinkingFilter {
    /// What begins such a thing, and what ends it: the marks of DeepSeek, Qwen and those that imitate them, of Mistral, and
    /// of gpt-oss.
    private static let tags: [(open: String, close: String)] = [
        ("<think>", "</think>"), ("<thinking>", "</thinking>"), ("[THINK]", "[/THINK]"),
        ("<|channel|>analysis", "<|channel|>final<|message|>"), ("<tool_call>", "</tool_call>"),
        ("[TOOL_CALLS]", "[/TOOL_CALLS]"),
    ]
    /// Where a server does not know a model's template, such marks end up in the words.
    private static let marks = [
        "<|im_start|>assistant", "<|im_end|>", "<|eot_id|>", "<|end|>", "<|return|>",
        "<|start|>assistant", "<end_of_turn>", "</s>",
    ]
    private static let longest = 32

    /// What ends the thoughts; nil outside of them.
    private var close: String?
    /// What may be the beginning of a mark.
    private var held = ""
    private var hasStrayEnd = false

    /// - Returns: the words that are known to be no thoughts.
    mutating func add(_ text: String) -> String {
        if close == nil, held.isEmpty, !text.utf8.contains(where: Self.mayBegin) { return text }
        let whole = held + text
        var rest = whole[...]
        var out = ""
        while !rest.isEmpty {
            if let close {
                guard let end = rest.firstRange(of: close) else {
                    // The end may be cut; of what stands before it nothing is kept, however long it is thought.
                    rest = rest.suffix(close.count - 1)
                    break
                }
                rest = rest[end.upperBound...].drop(while: \.isWhitespace)
                self.close = nil
                continue
            }
            guard let start = rest.utf8.firstIndex(where: Self.mayBegin) else {
                out += rest
                rest = ""
                break
            }
            out += rest[..<start]
            rest = rest[start...]
            if let tag = Self.tags.first(where: { rest.hasPrefix($0.open) }) {
                close = tag.close
                rest = rest.dropFirst(tag.open.count)
            } else if let tag = Self.tags.first(where: { rest.hasPrefix($0.close) }) {
                // Some templates begin the thoughts themselves: what came was thought.
                hasStrayEnd = true
                out = ""
                rest = rest.dropFirst(tag.close.count).drop(while: \.isWhitespace)
            } else if let mark = Self.marks.first(where: rest.hasPrefix) {
                rest = rest.dropFirst(mark.count)
            } else if Self.mayBecomeMark(rest) {
                break
            } else {
                out.append(rest.removeFirst())
            }
        }
        held = String(rest)
        return out
    }

    /// Whether an end of thoughts came that had no beginning, so that all before it was thought; once for each.
    mutating func takeStrayEnd() -> Bool {
        defer { hasStrayEnd = false }
        return hasStrayEnd
    }

    /// What was held back in doubt; thoughts without an end are no reply.
    mutating func finish() -> String {
        defer { held = "" }
        return close == nil ? held : ""
    }

    private static func mayBegin(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[") }

    private static func mayBecomeMark(_ text: Substring) -> Bool {
        guard text.prefix(longest).count < longest else { return false }
        return marks.contains { $0.hasPrefix(text) }
            || tags.contains { $0.open.hasPrefix(text) || $0.close.hasPrefix(text) }
    }
}
