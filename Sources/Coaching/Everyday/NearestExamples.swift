import Resources
import Understanding

/// Questions that coach answers which are nearest to a line that was not understood.
enum NearestExamples {
    private static let small = PhraseLists("rag-index/intents/said-commands.tsv").words("small")

    /// - Returns: the two that have the most words in common with the line; fewer where nothing is.
    static func of(_ line: SpokenLine) -> [String] {
        let said = Set(line.words.filter { !small.contains($0) && $0.count > 2 }.map(stem))
        guard !said.isEmpty else { return [] }
        let scored = Resource.named("rag-index/replies/examples.tsv").tableRows.compactMap { row in
            let score = said.intersection(Set(row[1].split(separator: " ").map { stem(String($0)) })).count
            return score > 0 ? (example: row[0], score: score) : nil
        }
        // Among equals the order of the table stands.
        return scored.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.prefix(2)
            .map(\.element.example)
    }

    /// Without the endings of everyday inflection.
    private static func stem(_ word: String) -> String {
        for ending in ["ing", "ies", "es", "ed", "s"] where word.count > ending.count + 3 && word.hasSuffix(ending) {
            return String(word.dropLast(ending.count))
        }
        return word
    }
}

extension Coach {
    /// What is said to a line of which nothing is known: that it was not understood, with what comes nearest, or that it is about
    /// something else than money.
    func unknownSubject(_ line: SpokenLine) -> String {
        let nearest = NearestExamples.of(line)
        if !nearest.isEmpty {
            let list = nearest.map { "“\($0)”" }.joined(separator: " or ")
            return "I didn't understand that. The nearest I can answer: \(list)".ended
                + " Say it in other words, or name what and when."
        }
        guard line.isEverydayTalk else {
            return
                "I didn't understand that. Ask in plain words, such as “where did my money go last month?”, or “help”."
        }
        return
            "That's not something I can help with: I only know your own money, from the files you gave me. I can tell you "
            + "what you spent, earned, and owe, and what's coming up: try “where did my money go last month?”"
    }
}
