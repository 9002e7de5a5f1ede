/// A table of word sequences, found in a text by hash: `^` = only at its beginning, `*` = the last word goes on.
struct MerchantPatterns {
    private struct Pattern {
        let words: [UInt64]
        /// The bytes of the last word where it is a beginning only.
        let prefix: [UInt8]?
        let isAnchored: Bool
        let payload: Int32
        /// Letters and digits in all, to find the longest.
        let weight: Int
    }

    struct Match {
        let payload: Int
        /// Token indices it covers.
        let tokens: Range<Int>
        let weight: Int
        let isAnchored: Bool
    }

    private var patterns: [Pattern] = []
    private var byFirstWord: [UInt64: [Int32]] = [:]
    private var byPrefix: [UInt64: [Int32]] = [:]
    /// The lengths in which beginnings are looked up.
    private static let prefixLengths = 2...5

    init(minimumCapacity: Int = 64) {
        patterns.reserveCapacity(minimumCapacity)
        byFirstWord.reserveCapacity(minimumCapacity)
        byPrefix.reserveCapacity(minimumCapacity)
    }

    /// - Parameter text: words in the normalised form, perhaps with `^` and `*`.
    mutating func add(_ text: some StringProtocol, payload: Int) {
        var bytes = Array(text.utf8)
        let isAnchored = bytes.first == 0x5E
        if isAnchored { bytes.removeFirst() }
        let goesOn = bytes.last == 0x2A
        if goesOn { bytes.removeLast() }
        let words = bytes.split(separator: 0x20)
        guard let last = words.last else { return }
        var hashes = words.map { MerchantTokens.hash($0) }
        if goesOn { hashes.removeLast() }
        let number = Int32(patterns.count)
        patterns.append(
            Pattern(
                words: hashes, prefix: goesOn ? Array(last) : nil, isAnchored: isAnchored, payload: Int32(payload),
                weight: bytes.count))
        if let first = hashes.first {
            byFirstWord[first, default: []].append(number)
        } else {
            let key = MerchantTokens.hash(last.prefix(MerchantPatterns.prefixLengths.upperBound))
            byPrefix[key, default: []].append(number)
        }
    }

    /// The longest pattern that occurs.
    ///
    /// - Parameters:
    ///   - start: the token that counts as the text's beginning for anchored patterns.
    ///   - limit: the token at which the text counts as ended; nil for its end.
    ///   - onlyAtStart: whether to look nowhere else.
    ///   - prefersLast: whether the last of several that are as long counts, and not the first.
    func longestMatch(
        in text: MerchantTokens, from start: Int, until limit: Int? = nil, onlyAtStart: Bool = false,
        prefersLast: Bool = false
    ) -> Match? {
        let limit = limit ?? text.tokens.count
        var best: Match?
        func consider(_ numbers: [Int32]?, at position: Int) {
            guard let numbers else { return }
            for number in numbers {
                let pattern = patterns[Int(number)]
                if pattern.isAnchored, position != start { continue }
                if let best, best.weight > pattern.weight || best.weight == pattern.weight && !prefersLast { continue }
                let count = pattern.words.count + (pattern.prefix == nil ? 0 : 1)
                guard position + count <= limit, matches(pattern, text, at: position) else { continue }
                best = Match(
                    payload: Int(pattern.payload), tokens: position..<position + count, weight: pattern.weight,
                    isAnchored: pattern.isAnchored)
            }
        }
        let end = onlyAtStart ? min(start + 1, limit) : limit
        var position = start
        while position < end {
            let token = text.tokens[position]
            consider(byFirstWord[token.hash], at: position)
            if token.letters > 0, !byPrefix.isEmpty { considerPrefixes(token, text) { consider($0, at: position) } }
            position += 1
        }
        return best
    }

    private func considerPrefixes(_ token: MerchantTokens.Token, _ text: MerchantTokens, _ body: ([Int32]?) -> Void) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        var length = 0
        for index in token.range.prefix(MerchantPatterns.prefixLengths.upperBound) {
            hash = (hash ^ UInt64(text.bytes[index])) &* 0x0000_0100_0000_01B3
            length += 1
            if length >= MerchantPatterns.prefixLengths.lowerBound { body(byPrefix[hash]) }
        }
    }

    private func matches(_ pattern: Pattern, _ text: MerchantTokens, at position: Int) -> Bool {
        let count = pattern.words.count
        guard position + count + (pattern.prefix == nil ? 0 : 1) <= text.tokens.count else { return false }
        for i in 0..<count where text.tokens[position + i].hash != pattern.words[i] { return false }
        guard let prefix = pattern.prefix else { return true }
        let last = text.tokens[position + count]
        guard last.count >= prefix.count else { return false }
        for j in 0..<prefix.count where text.bytes[last.range.lowerBound + j] != prefix[j] { return false }
        return true
    }
}
