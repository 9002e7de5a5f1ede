import Understanding

/// What is told before the question of a line: `ok so we're planning the holidays. what did we spend on gifts last year`.
struct Preface {
    /// The question alone.
    let question: String

    /// - Parameter reader: reads lines as they stand in the conversation.
    /// - Returns: nil where nothing is told before a question about rows that stands by itself.
    init?(_ line: String, _ reader: LineReader) {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count > 6 else { return nil }
        // The last question that stands by itself; where no sentence ends before it, the words there must tell something.
        let place = words.indices.dropFirst(2).last { place in
            guard Preface.asking.contains(Preface.bare(words[place])), let mark = words[place - 1].last else {
                return false
            }
            return ".!;…".contains(mark) || ",-–—".contains(mark) && place > 3 && Preface.tells(words[..<place])
        }
        guard let place, !words[..<place].contains(where: { $0.contains("?") }) else { return nil }
        let head = words[..<place].map(Preface.bare)
        guard !head.contains(where: Preface.asking.contains) || Preface.tells(words[..<place]),
            !head.contains(where: Preface.wishing.contains)
        else { return nil }
        // `Costco above $50. How many last year`: what is named before the question is what it asks of.
        let told = words[..<place].joined(separator: " ")
        guard Preface.tells(words[..<place]) || reader.named(in: told).isEmpty else { return nil }
        let tail = words[place...].joined(separator: " ")
        guard let best = reader.candidates(tail).first, case .ask = best.request, best.isWhole, best.unread.isEmpty,
            best.weightOfSaid > 1
        else { return nil }
        question = tail
    }

    private static func bare(_ word: Substring) -> String {
        String(word.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Whether words begin as somebody does who tells something.
    private static func tells(_ words: ArraySlice<Substring>) -> Bool {
        let first = words.lazy.map(bare).first { !opening.contains($0) }
        return first.map(telling.contains) ?? false
    }

    private static let opening: Set<String> = [
        "so", "ok", "okay", "well", "hey", "hi", "and", "but", "ugh", "kinda", "just", "also",
    ]
    private static let telling: Set<String> = [
        "i", "im", "ive", "id", "we", "were", "weve", "my", "our", "he", "she", "they", "hes", "shes", "theyre", "it",
        "its", "this", "thats", "trying", "looking", "wondering", "curious", "thinking", "planning", "feels",
    ]
    private static let asking: Set<String> = [
        "how", "what", "whats", "which", "when", "where", "who", "hows", "did", "show", "list", "whatd",
    ]
    /// Words of something that may be bought, which is judged with all that was told of it.
    private static let wishing: Set<String> = ["want", "wanna", "buy", "buying", "afford", "costs", "priced"]
}
