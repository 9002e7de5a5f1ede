import Ledger
import Resources

/// Finds the currency that a question is about where no amount stands with it: `in euros`, `my USD spending`,
/// `by currency`.
struct CurrencyReader {
    struct Reading: Hashable, Sendable {
        /// nil where each one is asked for: `by currency`.
        var currency: Currency?
        var tokens: Range<Int>
    }

    private let keys: [String]
    private let isTaken: [Bool]
    private let home: Currency

    init(tokens: [Token], claimed: Claims, home: Currency) {
        keys = tokens.map { $0.form == .sign ? $0.text : $0.key }
        var taken = claimed.taken
        for amount in claimed.amounts where amount.isMarked { for index in amount.tokens { taken[index] = true } }
        isTaken = taken
        self.home = home
    }

    private static let nouns: Set<String> = [
        "spending", "spend", "purchases", "purchase", "transactions", "transaction", "expenses", "expense", "charges",
        "payments", "costs", "income", "total", "totals", "only", "rows", "refunds", "side",
    ]
    private static let leads: Set<String> = ["in", "into", "only", "just", "many"]
    private static let breakdowns: Set<String> = [
        "by", "per", "each", "every", "which", "what", "across", "different", "into",
    ]

    /// The first one named.
    var reading: Reading? {
        for index in keys.indices where !isTaken[index] {
            let before = index > 0 ? keys[index - 1] : ""
            if ["currency", "currencies"].contains(keys[index]) {
                let isHeading = index + 1 < keys.count && ["breakdown", "split"].contains(keys[index + 1])
                guard CurrencyReader.breakdowns.contains(before) || isHeading else { continue }
                return Reading(currency: nil, tokens: index..<index + 1)
            }
            guard let (currency, length) = CurrencyNames.builtIn.currency(in: keys, at: index, home: home),
                !isTaken[index..<index + length].contains(true)
            else { continue }
            let next = index + length < keys.count ? keys[index + length] : ""
            guard CurrencyReader.leads.contains(before) || CurrencyReader.nouns.contains(next) else { continue }
            // `total dollars`, `dollar total` ask for money as such.
            if keys[index] == "dollar", ["total", "totals"].contains(next) { continue }
            return Reading(currency: currency, tokens: index..<index + length)
        }
        return nil
    }
}

/// What currencies are called, from `rag-index/synonyms/currencies.tsv`.
public struct CurrencyNames: Sendable {
    private let phrases: PhraseBook<Currency>
    private let names: [Currency: String]

    public static let builtIn = CurrencyNames()

    private init() {
        var phrases = PhraseBook<Currency>()
        var names: [Currency: String] = [:]
        for row in Resource.named("rag-index/synonyms/currencies.tsv").tableRows {
            guard let currency = Currency(row[0]) else { continue }
            names[currency] = row[1]
            let words = row[2].split(separator: "|")
            for word in words where word != "-" {
                phrases.insert(Tokenizer.tokens(of: String(word)).map { $0.form == .sign ? $0.text : $0.key }, currency)
            }
            if words.first != "-" { phrases.insert([row[0].lowercased()], currency) }
        }
        self.phrases = phrases
        self.names = names
    }

    /// `euros`; the code where no name is known.
    public func name(of currency: Currency) -> String { names[currency] ?? currency.code }

    /// The currency of the longest phrase that begins at a word: of several with that name the home currency where it
    /// is one of them, else the one that is listed first.
    func currency(in keys: [String], at index: Int, home: Currency) -> (currency: Currency, length: Int)? {
        guard let (length, found) = phrases.longest(in: keys, at: index), let first = found.first else { return nil }
        return (found.contains(home) ? home : first, length)
    }

    /// The currency of one word.
    func currency(_ word: String, home: Currency) -> Currency? { currency(in: [word], at: 0, home: home)?.currency }
}
