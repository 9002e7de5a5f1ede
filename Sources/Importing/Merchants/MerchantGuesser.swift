import Ledger
import Resources
import Store

/// What texts of banks may be about where their rows were put into no category.
public struct MerchantGuesser {
    private var reader: TextReader
    private let taxonomy: Taxonomy

    public init(taxonomy: Taxonomy = .builtIn) {
        reader = TextReader(taxonomy: taxonomy)
        self.taxonomy = taxonomy
    }

    /// From this share on a guess is worth offering; a name that says nothing has less for any category.
    private static let leastShare = 0.15

    /// The category that a merchant's name speaks for most; nil where it says next to nothing.
    public mutating func category(of description: String) -> String? {
        let reading = reader.reading(of: description)
        if let known = reading.knownCategory { return known }
        return reading.guess.flatMap { $0.share >= MerchantGuesser.leastShare ? $0.category : nil }
    }

    /// What a place most likely is by its name, by what is paid there at a time, and by how often; nil where that is less likely
    /// than not, or what its words say.
    mutating func category(of place: OpenPlace) -> String? {
        let words = reader.reading(of: place.description).wordCategory.flatMap { taxonomy[$0] }
        if let words, words.flow != .out || Classifier.bankMatters.contains(words.parent ?? words.id) { return nil }
        guard let guess = reader.guess(of: place.description, ticket: place.ticket, perYear: place.perYear),
            guess.isLikely, guess.category != words?.id,
            !MerchantGuesser.toldByRhythm.contains(guess.category)
        else { return nil }
        // Nobody eats or fills up for the same amount each time.
        let isVaried = taxonomy[guess.category]?.parent == "food" || guess.category == "fuel"
        return place.isSteady && isVaried ? nil : guess.category
    }

    /// What is paid once a month, of which the days and amounts tell more than any name.
    private static let toldByRhythm: Set = ["rent", "mortgage"]

    /// What `rag-index/merchants/train.py` learns from: what the tables take a text for, how they know, and what the model sees.
    ///
    /// - Parameters:
    ///   - ticket: what is usually paid there, in hundredths; nil where only the name is known.
    ///   - perYear: purchases in a year.
    public mutating func sample(
        of description: String, ticket: Int64?, perYear: Double
    ) -> (category: String?, source: String, features: [UInt32]) {
        let reading = reader.reading(of: description)
        let features = reader.features(of: description, ticket: ticket, perYear: perYear)
        if let known = reading.knownCategory { return (known, "name", features) }
        guard let words = reading.wordCategory else { return (nil, "", features) }
        return (words, reading.hasClearWords ? "words" : "weak", features)
    }
}
