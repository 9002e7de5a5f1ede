/// What was typed before: how a line may go on as an earlier one did, and earlier lines found by a few of their letters.
struct EarlierLines {
    /// The oldest first, each once.
    let lines: [String]
    /// Lines that nobody has typed yet.
    let starters: [String]

    /// What of the newest earlier line stands behind one that begins like it; nil where none does.
    ///
    /// - Parameter line: fewer than two letters begin too many.
    func rest(of line: String) -> String? {
        guard line.utf8.count > 1 else { return nil }
        for earlier in [lines.reversed(), starters].joined() where earlier.utf8.count > line.utf8.count {
            if earlier.hasPrefix(line) { return String(earlier.dropFirst(line.count)) }
        }
        let lowered = line.lowercased()
        let found = [lines.reversed(), starters].joined().first {
            $0.count > line.count && $0.prefix(line.count).lowercased() == lowered
        }
        return found.map { String($0.dropFirst(line.count)) }
    }

    /// The lines that hold all words of a query, each with its letters in order, the best first; of equally good ones
    /// the newest.
    func matches(_ query: String) -> [String] {
        let words = query.lowercased().split(separator: " ").map { Array($0) }
        let all = lines.reversed() + starters.filter { !lines.contains($0) }
        guard !words.isEmpty else { return Array(all) }
        let scored = all.enumerated().compactMap { place, line -> (score: Int, place: Int, line: String)? in
            let letters = Array(line.lowercased())
            var sum = 0
            for word in words {
                guard let score = Self.score(word, in: letters) else { return nil }
                sum += score
            }
            return (sum, place, line)
        }
        return scored.sorted { ($1.score, $0.place) < ($0.score, $1.place) }.map(\.line)
    }

    /// How far apart two letters may stand within a word.
    private static let widestGap = 2

    /// How well the letters of a word stand in a line: together and at the beginnings of words is best; nil where they
    /// do not stand there in their order, each near the one before or at the beginning of a word.
    static func score(_ word: [Character], in line: [Character]) -> Int? {
        var best: Int?
        for start in line.indices where line[start] == word[0] {
            guard let score = score(word, in: line, from: start) else { continue }
            best = max(best ?? .min, score)
        }
        return best
    }

    private static func score(_ word: [Character], in line: [Character], from start: Int) -> Int? {
        func isWordStart(_ place: Int) -> Bool {
            place == 0 || !(line[place - 1].isLetter || line[place - 1].isNumber)
        }
        var score = isWordStart(start) ? 10 : 1
        var last = start
        for letter in word.dropFirst() {
            let near = line[(last + 1)...].prefix(widestGap + 1).firstIndex(of: letter)
            let next = near ?? line.indices[(last + 1)...].first { line[$0] == letter && isWordStart($0) }
            guard let next else { return nil }
            score += next == last + 1 ? 8 : isWordStart(next) ? 6 : 1
            last = next
        }
        return score
    }
}
