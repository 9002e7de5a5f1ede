import Resources

/// What banks, wallets and payment processors write before a merchant's name: `rag-index/imports/prefixes.tsv`.
struct MerchantPrefixes {
    private enum Form: String {
        /// A bank's words: a date, card number or reference may follow.
        case rail
        /// A processor: the merchant follows at once.
        case processor
        /// A processor whose short name is one only before `*`.
        case starred
        /// A bank's words behind the name.
        case tail
        /// A bank's word: two in a row are a rail, however a bank combines them.
        case word
    }

    private struct Prefix {
        let form: Form
        /// The category of places that use it, where all are of one kind.
        let places: String?
    }

    /// Where the merchant's own text begins.
    struct End {
        var token = 0
        /// Of the first word of the last processor's name.
        var processor: UInt64?
        /// What kind of place the processor is used by.
        var places: String?
    }

    private let patterns: MerchantPatterns
    private let tails: MerchantPatterns
    private let prefixes: [Prefix]
    private let words: Set<UInt64>

    static let builtIn = MerchantPrefixes()

    private init() {
        var patterns = MerchantPatterns(minimumCapacity: 256)
        var tails = MerchantPatterns(minimumCapacity: 64)
        var prefixes: [Prefix] = []
        var words: Set<UInt64> = []
        for row in Resource.named("rag-index/imports/prefixes.tsv").tableRows {
            guard let form = Form(rawValue: row[1]) else { preconditionFailure("prefixes.tsv has no form \(row[1])") }
            switch form {
            case .word:
                words.insert(MerchantTokens.hash(row[0].utf8))
                continue
            case .tail: tails.add(row[0], payload: prefixes.count)
            default: patterns.add(row[0], payload: prefixes.count)
            }
            prefixes.append(Prefix(form: form, places: row[2].isEmpty ? nil : row[2]))
        }
        self.patterns = patterns
        self.tails = tails
        self.prefixes = prefixes
        self.words = words
    }

    /// Whether two or more words of a rail stand at a token.
    func beginsRail(_ text: MerchantTokens, at index: Int) -> Bool {
        guard let match = patterns.longestMatch(in: text, from: index, onlyAtStart: true) else { return false }
        return match.tokens.count > 1 && prefixes[match.payload].form == .rail
    }

    /// Whether a bank's words about the payment begin at a token: `DOWNLOAD FROM USBANK.COM`.
    func beginsTail(_ text: MerchantTokens, at index: Int) -> Bool {
        tails.longestMatch(in: text, from: index, onlyAtStart: true) != nil
    }

    /// Whether a processor and its star stand at a token.
    func beginsStarred(_ text: MerchantTokens, at index: Int) -> Bool {
        guard let match = patterns.longestMatch(in: text, from: index, onlyAtStart: true),
            match.tokens.upperBound < text.tokens.count, text.tokens[match.tokens.upperBound].gap == .star
        else { return false }
        return prefixes[match.payload].form != .rail
    }

    /// How many prefixes may follow one another.
    private static let mostPrefixes = 5

    /// - Parameter raw: what the tokens were cut from.
    func end(in text: MerchantTokens, _ raw: UnsafeBufferPointer<UInt8>) -> End {
        var end = End(token: numbersBefore(text))
        for _ in 0..<MerchantPrefixes.mostPrefixes {
            let match = patterns.longestMatch(in: text, from: end.token, onlyAtStart: true)
            if let run = endOfWords(text, raw, from: end.token), run > match?.tokens.upperBound ?? 0 {
                end.token = skipReference(in: text, from: run)
                continue
            }
            guard let match, match.tokens.upperBound < text.tokens.count else { break }
            let next = match.tokens.upperBound
            let prefix = prefixes[match.payload]
            if prefix.form != .rail, isItself(text, behind: next) { return end }
            switch prefix.form {
            case .starred where text.tokens[next].gap != .star: return end
            case .rail: end.token = skipAmount(in: text, from: skipReference(in: text, from: next))
            default: end.token = next
            }
            if prefix.form != .rail { end.processor = text.tokens[match.tokens.lowerBound].hash }
            end.places = prefix.places ?? end.places
        }
        return end
    }

    /// Words between the amount and who was paid: `CARD TRANSACTION OF 7.90 EUR ISSUED BY ELM CAFE`.
    private func skipAmount(in text: MerchantTokens, from start: Int) -> Int {
        guard text.isToken(start, "OF"), start + 1 < text.tokens.count, text.tokens[start + 1].isNumber,
            let by = (start + 2..<min(start + 6, text.tokens.count)).first(where: { text.isToken($0, "BY") }),
            text.isToken(by - 1, "ISSUED"), by + 1 < text.tokens.count
        else { return start }
        return by + 1
    }

    /// Where a run of a bank's words ends that a name follows: `DEBIT CARD PURCHASE-PIN`, `WEB PMTS`.
    private func endOfWords(_ text: MerchantTokens, _ raw: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var (end, count) = (start, 0)
        while end < text.tokens.count {
            let token = text.tokens[end]
            if words.contains(token.hash) {
                count += 1
            } else {
                let parts = raw[token.raw].split(separator: UInt8(ascii: "-")).map { part in
                    MerchantTokens.hash(part.lazy.map { (0x61...0x7A).contains($0) ? $0 & 0xDF : $0 })
                }
                guard parts.count > 1, parts.allSatisfy(words.contains) else { break }
                count += parts.count
            }
            end += 1
        }
        return count > 1 && end < text.tokens.count && text.tokens[end].letters > 0 ? end : nil
    }

    /// Whether a processor takes the money for itself, or pays out: a number stands for the merchant (`SHOPIFY* 218849301`), or
    /// the bank's words go on (`ORIG CO NAME:STRIPE ORIG ID:`, `CASH APP DES:CASH OUT`).
    private func isItself(_ text: MerchantTokens, behind next: Int) -> Bool {
        let isField = next + 1 < text.tokens.count && text.tokens[next + 1].gap == .colon
        if isField, text.isToken(next, "DES") { return true }
        return text.tokens[next].isNumber && text.tokens[next].digits >= 6 && text.tokens[next].gap == .star
            || text.isToken(next, "ORIG")
    }

    /// Numbers at a text's beginning that are no part of a name: of a card before a rail (`4410 DBT PURCHASE`), and any that is
    /// too long for one (`295175 ALDI`).
    private func numbersBefore(_ text: MerchantTokens) -> Int {
        guard text.tokens.count > 1, text.tokens[0].isNumber || isCardNumber(text, 0) else { return 0 }
        let isBeforeRail = patterns.longestMatch(in: text, from: 1, onlyAtStart: true).map {
            prefixes[$0.payload].form == .rail && $0.tokens.upperBound < text.tokens.count
        }
        let isReference = text.tokens[0].digits >= 5 && text.tokens[1].letters > 0
        return isBeforeRail ?? false || isReference ? 1 : 0
    }

    /// `XXXX1234`.
    private func isCardNumber(_ text: MerchantTokens, _ index: Int) -> Bool {
        let token = text.tokens[index]
        return token.isMixed && token.digits >= 4 && text.bytes[token.range.lowerBound] == 0x58
    }

    /// Passes over dates and card numbers that stand between a rail and the merchant, unless nothing else is left.
    private func skipReference(in text: MerchantTokens, from start: Int) -> Int {
        var position = start
        while position < text.tokens.count {
            guard text.tokens[position].isNumber || isCardNumber(text, position) else { return position }
            position += 1
        }
        return start
    }
}
