import Ledger
import Resources

/// What texts of banks may be about where their rows were put into no category.
public struct MerchantGuesser {
    private var reader: TextReader

    public init(taxonomy: Taxonomy = .builtIn) { reader = TextReader(taxonomy: taxonomy) }

    /// From this share on a guess is worth offering; a name that says nothing has less for any category.
    private static let leastShare = 0.15

    /// The category that a merchant's name speaks for most; nil where it says next to nothing.
    public mutating func category(of description: String) -> String? {
        let reading = reader.reading(of: description)
        if let known = reading.knownCategory { return known }
        return reading.guess.flatMap { $0.share >= MerchantGuesser.leastShare ? $0.category : nil }
    }

    /// What `rag-index/merchants/train.py` learns from: what the tables take a text for, how they know, and what the model sees.
    public mutating func sample(of description: String) -> (category: String?, source: String, features: [UInt32]) {
        let reading = reader.reading(of: description)
        let features = reader.features(of: description)
        if let known = reading.knownCategory { return (known, "name", features) }
        guard let words = reading.wordCategory else { return (nil, "", features) }
        return (words, reading.hasClearWords ? "words" : "weak", features)
    }
}
