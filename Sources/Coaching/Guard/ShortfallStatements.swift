import Ledger

/// Words that say whether the money lasts, held against the lowest balance that is expected.
extension Verdict {
    private static let short: [[String]] = [
        ["run", "out"], ["runs", "out"], ["running", "out"], ["run", "short"], ["running", "short"], ["below", "zero"],
        ["under", "zero"], ["below", "$", "0"], ["go", "negative"], ["goes", "negative"], ["into", "the", "red"],
        ["overdraw"], ["overdrawn"], ["go", "broke"],
    ]
    private static let enough: [[String]] = [
        ["money", "lasts"], ["money", "will", "last"], ["money", "should", "last"], ["stays", "above", "zero"],
        ["stay", "above", "zero"], ["stays", "positive"],
    ]
    private static let running: [[String]] = [
        ["does", "not", "last"], ["doesnt", "last"], ["will", "not", "last"], ["wont", "last"],
    ]
    private static let turning: Set<String> = [
        "not", "no", "never", "wont", "dont", "doesnt", "without", "wouldnt", "shouldnt", "isnt", "arent", "far",
        "nowhere", "avoid", "instead", "cannot", "cant", "unlikely", "neither", "nor", "t",
    ]
    private static let supposing: Set<String> = ["if", "unless", "would", "could", "might", "whether", "should"]

    /// `you will run out of money before your next pay`, where the lowest point stays above zero.
    func wrongShortfall() -> [UnsupportedClaim] {
        let lowest = base.facts.filter { $0.labels.contains("r:lowest") }.compactMap { $0.money?.minorUnits }.min()
        guard let lowest, base.purchaseVerdict == nil else { return [] }
        func range(of phrases: [[String]], isTurned: Bool) -> Range<Int>? {
            for index in reading.tokens.indices {
                let phrase = phrases.first { words in words.indices.allSatisfy { reading.key(index + $0) == words[$0] }
                }
                let before = (max(0, index - 6)..<index).map(reading.key)
                guard let phrase, !before.contains(where: Verdict.supposing.contains),
                    (before.contains { Verdict.turning.contains($0) && !isOpening($0, index) }) == isTurned
                else { continue }
                return index..<index + phrase.count
            }
            return nil
        }
        let wrong =
            lowest >= 0
            ? range(of: Verdict.short, isTurned: false) ?? range(of: Verdict.running, isTurned: false)
            : range(of: Verdict.enough, isTurned: false) ?? range(of: Verdict.short, isTurned: true)
        return wrong.map {
            [UnsupportedClaim(text: reading.written($0), reason: "is not what is expected", kind: .direction)]
        } ?? []
    }

    /// `No, you will run out`: the answer to the question turns nothing behind it.
    private func isOpening(_ word: String, _ index: Int) -> Bool {
        word == "no" && reading.key(0) == "no" && [",", ".", ":", "–", "—"].contains(reading.key(1))
    }
}
