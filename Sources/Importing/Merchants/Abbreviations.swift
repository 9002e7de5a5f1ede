import Resources

/// What banks and tills shorten words of names to: `rag-index/imports/abbreviations.tsv`, and the words that say what a merchant
/// is (`rag-index/merchants/words.tsv`) without their vowels: `ANML` for animal.
struct Abbreviations {
    struct Whole {
        let bytes: [UInt8]
        let hash: UInt64
    }

    static let builtIn = Abbreviations()

    private let words: [UInt64: Whole]

    private init() {
        var words: [UInt64: Whole] = [:]
        for row in Resource.named("rag-index/imports/abbreviations.tsv").tableRows {
            let whole = Whole(bytes: Array(row[0].utf8), hash: MerchantTokens.hash(row[0].utf8))
            for short in row[1].split(separator: "|") { words[MerchantTokens.hash(short.utf8)] = whole }
        }
        self.words = words.merging(Abbreviations.withoutVowels()) { listed, _ in listed }
    }

    /// Fewer consonants could be anybody's initials.
    private static let fewestConsonants = 4
    private static let vowels = Array("AEIOU".utf8)

    /// Words by what is left of them without vowels, where only one word leaves that.
    private static func withoutVowels() -> [UInt64: Whole] {
        var whole = Set<String>()
        for row in Resource.named("rag-index/merchants/words.tsv").tableRows {
            for word in row[0].split(separator: " ") { whole.insert(word.filter { $0 != "^" && $0 != "*" }) }
        }
        var found: [[UInt8]: String?] = [:]
        for word in whole where word.utf8.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A }) {
            let letters = Array(word.utf8)
            let left = letters.prefix(1) + letters.dropFirst().filter { !vowels.contains($0) }
            guard left.count >= fewestConsonants, left.count < letters.count else { continue }
            found[Array(left)] = .some(found[Array(left)] == nil ? word : nil)
        }
        var words: [UInt64: Whole] = [:]
        for (left, word) in found {
            guard let word, !whole.contains(String(decoding: left, as: UTF8.self)) else { continue }
            words[MerchantTokens.hash(left)] = Whole(bytes: Array(word.utf8), hash: MerchantTokens.hash(word.utf8))
        }
        return words
    }

    /// The word that a token is short for; nil where it is none.
    func whole(_ token: UInt64) -> Whole? { words[token] }
}
