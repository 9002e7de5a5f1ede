/// Questions in the perfect tense: `what have the two cost us`, `how much has he had from us`. Without a time they are about
/// everything there is.
enum PerfectTense {
    /// Words between the verb and its participle at most: the names of whom it is asked about.
    private static let furthest = 10

    /// - Parameter keys: the words of a line.
    static func stands(in keys: [String]) -> Bool {
        let words = GrammarWords.builtIn
        return keys.indices.contains { place in
            guard words[.having].contains(keys[place]) else { return false }
            for next in keys.indices.dropFirst(place + 1).prefix(furthest) {
                // `have to pay`; `has it changed what we paid`
                if next == place + 1 && keys[next] == "to" || words[.asking].contains(keys[next]) { return false }
                // `has it gone up` asks of a change.
                if words[.perfect].contains(keys[next]) {
                    return next + 1 == keys.count || !["up", "down"].contains(keys[next + 1])
                }
            }
            return false
        }
    }
}
