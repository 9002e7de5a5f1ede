import Ledger
import Resources

/// Finds the currency that a question is about where no amount stands with it: `in euros`, `my USD spending`,
/// `by currency`.
struct CurrencyReader {
    struct Reading: Hashable, Sendable {
        /// nil where each one is asked for: `by currency`.
        var currency: Currency?
        /// The tokens that name it or them.
        var tokens: [Int]
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
        "payments", "costs", "income", "total", "totals", "only", "rows", "refunds", "side", "account", "accounts",
    ]
    private static let leads: Set<String> = ["in", "into", "only", "just", "many"]
    private static let breakdowns: Set<String> = [
        "by", "per", "each", "every", "which", "what", "across", "different", "into", "foreign", "other",
    ]

    /// What is asked for; several currencies are each one by itself, since none is added to another.
    var reading: Reading? {
        var found: [Reading] = []
        for index in keys.indices where !isTaken[index] {
            guard let next = word(at: index) ?? name(at: index, after: found.last) else { continue }
            found.append(next)
        }
        guard var first = found.first else { return nil }
        if found.contains(where: { $0.currency != first.currency }) { first.currency = nil }
        first.tokens = found.flatMap(\.tokens)
        return first
    }

    /// `by currency`, `foreign currencies`.
    private func word(at index: Int) -> Reading? {
        guard ["currency", "currencies"].contains(keys[index]) else { return nil }
        let before = index > 0 ? keys[index - 1] : ""
        let isHeading = index + 1 < keys.count && ["breakdown", "split"].contains(keys[index + 1])
        guard CurrencyReader.breakdowns.contains(before) || isHeading else { return nil }
        let isDescribed = ["foreign", "other"].contains(before)
        return Reading(currency: nil, tokens: isDescribed ? [index - 1, index] : [index])
    }

    /// `in euros`, `usd spending`; after one currency `or pounds`.
    private func name(at index: Int, after other: Reading?) -> Reading? {
        guard let (currency, length) = CurrencyNames.builtIn.currency(in: keys, at: index, home: home),
            !isTaken[index..<index + length].contains(true)
        else { return nil }
        let before = index > 0 ? keys[index - 1] : ""
        let next = index + length < keys.count ? keys[index + length] : ""
        let isJoined = other?.tokens.last == index - 2
        let isTarget = before == "to" && keys.contains { ["convert", "converted", "exchange"].contains($0) }
        guard
            CurrencyReader.leads.contains(before) || CurrencyReader.nouns.contains(next) || isTarget
                || isJoined && ["and", "or", "vs", "versus", ",", "&", "than"].contains(before)
        else { return nil }
        // `total dollars`, `dollar total` ask for money as such.
        if keys[index] == "dollar", ["total", "totals"].contains(next) { return nil }
        return Reading(currency: currency, tokens: Array(index..<index + length))
    }
}

/// What currencies are called, from `rag-index/synonyms/currencies.tsv`.
public struct CurrencyNames: Sendable {
    private let currencies: [Currency]
    private let names: [String]
    /// The phrases, each with the place of its currency.
    private let phrases: PhraseBook
    /// Codes that count when they are written by themselves.
    private let codes: [String: Currency]

    public static let builtIn = CurrencyNames()

    private init() {
        let table = Resource.named("rag-index/synonyms/currencies.tsv")
        var phrases = PhraseBook(table, count: table.bytes.count / 8)
        var currencies: [Currency] = []
        var names: [String] = []
        var codes: [String: Currency] = [:]
        table.eachRow { code, rest in
            let fields = table.parts(of: rest, separatedBy: 0x09)
            guard let currency = Currency(table.text(code)), let words = fields.last else { return }
            let isCodeAWord = table.bytes[words.lowerBound] == UInt8(ascii: "-")
            if !isCodeAWord { codes[currency.code.lowercased()] = currency }
            for word in table.parts(of: words, separatedBy: 0x7C).dropFirst(isCodeAWord ? 1 : 0) {
                phrases.insert(word, currencies.count)
            }
            currencies.append(currency)
            names.append(table.text(fields[0]))
        }
        (self.currencies, self.names, self.phrases, self.codes) = (currencies, names, phrases, codes)
    }

    /// `euros`; the code where no name is known.
    public func name(of currency: Currency) -> String {
        currencies.firstIndex(of: currency).map { names[$0] } ?? currency.code
    }

    /// The currency of the longest phrase that begins at a word: of several with that name the home currency where it
    /// is one of them, else the one that is listed first.
    func currency(in keys: [String], at index: Int, home: Currency) -> (currency: Currency, length: Int)? {
        guard let (length, places) = phrases.longest(in: keys, at: index) else {
            return codes[keys[index]].map { ($0, 1) }
        }
        let found = places.map { currencies[$0] }
        return (found.contains(home) ? home : found[0], length)
    }

    /// The currency of one word.
    func currency(_ word: String, home: Currency) -> Currency? { currency(in: [word], at: 0, home: home)?.currency }
}
