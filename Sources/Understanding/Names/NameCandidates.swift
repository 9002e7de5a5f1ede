import Ledger

/// The merchants that a line may mean, by their letters alone: named whole or in part, begun, or misspelt.
public struct NameCandidates {
    private let catalog: any NameCatalog

    public init(_ catalog: any NameCatalog) { self.catalog = catalog }

    /// What one word may bring, so that a common one leaves room for the others.
    private static let mostOfWord = 6

    /// - Returns: at most `limit`, those of longer stretches of the line first.
    public func merchants(in line: String, limit: Int) -> [String] {
        let words = SpokenLine(line).words.map { NameKey.key(of: $0) }.filter { !$0.isEmpty }
        var found: [String] = []
        for length in stride(from: min(3, words.count), through: 1, by: -1) {
            for start in 0...(words.count - length) {
                let stretch = Array(words[start..<start + length])
                guard !stretch.contains(where: FunctionWords.all.contains) else { continue }
                for name in merchants(of: stretch) where !found.contains(name) { found.append(name) }
            }
        }
        return Array(found.prefix(limit))
    }

    private func merchants(of words: [String]) -> [String] {
        let key = words.joined()
        guard key.utf8.count > 2 else { return [] }
        var found = catalog.merchants(key: key) + catalog.merchants(keyPrefix: key, limit: Self.mostOfWord)
        found += catalog.merchants(wordPrefixes: words, limit: 4 * Self.mostOfWord).filter { name in
            let own = SpokenLine(name).words.map { NameKey.key(of: $0) }
            return words.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
        }
        let tolerance = EditDistance.tolerance(letters: key.utf8.count)
        if tolerance > 0 {
            found += catalog.merchants(resembling: key).filter { name in
                EditDistance.between(Array(key.utf8), Array(NameKey.key(of: name).utf8), limit: tolerance) != nil
            }
        }
        return Array(found.prefix(Self.mostOfWord))
    }
}
