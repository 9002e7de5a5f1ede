import Ledger

/// What a text alone says, whatever the amount and the account.
struct TextReading: Sendable {
    var merchant: String
    var meaning: KindRules.Meaning?
    var knownCategory: String?
    var wordCategory: String?
}

/// Reads banks' texts: whose they are and what they are for. The costly half of classifying; needs nothing but the
/// text, so that it can run beside the writing of rows.
struct TextReader {
    private let taxonomy: Taxonomy
    private let directory = MerchantDirectory.builtIn
    private let prefixes = MerchantPrefixes.builtIn
    private let kindRules = KindRules.builtIn
    private var text = MerchantTokens()
    private var readings: [String: TextReading] = [:]
    /// The cache is emptied at this size, to bound memory.
    private static let cacheLimit = 50_000

    init(taxonomy: Taxonomy) { self.taxonomy = taxonomy }

    mutating func reading(of description: String) -> TextReading {
        if let known = readings[description] { return known }
        if readings.count >= TextReader.cacheLimit { readings.removeAll(keepingCapacity: true) }
        var copy = description
        let reading = copy.withUTF8 { read($0) }
        readings[description] = reading
        return reading
    }

    private mutating func read(_ raw: UnsafeBufferPointer<UInt8>) -> TextReading {
        text.fill(raw)
        let start = prefixes.end(in: text)
        let found = kindRules.meaning(of: text)
        let known = directory.merchant(in: text, from: start)
        let words = directory.category(in: text, from: 0)
        var reading = TextReading(merchant: "", meaning: found?.meaning, knownCategory: nil, wordCategory: words)
        if let known, isTrusted(known.entry, against: found?.meaning), !isDoubtful(known, words) {
            reading.merchant = known.entry.name
            reading.knownCategory = known.entry.category
            if let meaning = found?.meaning, meaning != .refund { reading.meaning = keeps(meaning, known.entry) }
        } else {
            let own = found.flatMap { ServiceNames.name($0.meaning, text, raw, after: $0.tokens) }
            // The wording of a fee or of interest is its name; pay has the name of who pays it.
            let service = words.flatMap { taxonomy[$0] }
            let isService = service.map { category in
                (category.parent ?? category.id) == "fees" || category.flow == .in && category.id != "salary"
            }
            reading.merchant = own ?? MerchantName.name(text, raw, from: start, isService: isService ?? false)
        }
        return reading
    }

    /// A name that is an ordinary word (`Lucky`) is not meant where other words say that the place is something else.
    private func isDoubtful(_ known: MerchantDirectory.Match, _ words: String?) -> Bool {
        guard known.isOrdinaryWord, let words else { return false }
        func group(_ id: String) -> String { taxonomy[id]?.parent ?? id }
        return group(words) != group(known.entry.category)
    }

    /// A merchant's name in the text of a transfer or card payment is a bank's, not a shop's.
    private func isTrusted(_ known: MerchantDirectory.Entry, against meaning: KindRules.Meaning?) -> Bool {
        switch meaning {
        case .transfer, .savings, .toPerson, .fromPerson, .cashWithdrawal, .check:
            taxonomy[known.category]?.flow == .transfer
        default: true
        }
    }

    /// Wording such as "online payment" or "transfer" that also occurs in payments to a known biller.
    private func keeps(_ meaning: KindRules.Meaning, _ known: MerchantDirectory.Entry) -> KindRules.Meaning? {
        switch meaning {
        case .cardPaymentOnCard, .possibleTransfer, .person: taxonomy[known.category]?.flow == .out ? nil : meaning
        default: meaning
        }
    }
}
