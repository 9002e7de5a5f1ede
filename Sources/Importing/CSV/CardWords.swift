import Resources

/// What the rows of a card's statement say that has no signs, by `rag-index/imports/cards.tsv`.
struct CardWords: Sendable {
    enum Flow: String, Sendable {
        case `in`, out, open
    }

    static let builtIn = CardWords()

    private var phrases: [String: Flow] = [:]
    /// What leaves it open at the beginning of a text.
    private var beginnings: [[String]] = []
    /// Of scripts that put no space between words.
    private var unspaced: [(phrase: String, flow: Flow)] = []
    private static let longest = 4
    private static let mostWords = 16

    private init() {
        for row in Resource.named("rag-index/imports/cards.tsv").tableRows {
            guard let flow = Flow(rawValue: row[0]) else {
                beginnings += row[1].split(separator: "|").map { $0.split(separator: " ").map(String.init) }
                continue
            }
            for phrase in row[1].split(separator: "|") {
                if (phrase.unicodeScalars.first?.value ?? 0) >= 0x2E80 {
                    unspaced.append((String(phrase), flow))
                } else {
                    phrases[String(phrase)] = flow
                }
            }
        }
    }

    /// - Returns: nil for a purchase, as far as the words go.
    func flow(of text: String) -> Flow? {
        let words = HeaderText.words(text).prefix(Self.mostWords)
        if beginnings.contains(where: { words.starts(with: $0) }) { return .open }
        for length in stride(from: min(words.count, Self.longest), through: 1, by: -1) {
            for start in 0...words.count - length {
                if let flow = phrases[words[start..<start + length].joined(separator: " ")] { return flow }
            }
        }
        let joined = words.joined()
        guard joined.unicodeScalars.contains(where: { $0.value >= 0x2E80 }) else { return nil }
        let found = unspaced.filter { joined.contains($0.phrase) }
        return found.max { $0.phrase.utf8.count < $1.phrase.utf8.count }?.flow
    }
}
