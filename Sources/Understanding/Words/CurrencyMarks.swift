import Ledger

/// The currency that stands right before or after a number: `A$50`, `₹2000`, `SEK 300`, `50 Canadian dollars`, `30 kr`.
struct CurrencyMarks {
    struct Mark: Hashable {
        var currency: Currency
        /// How many tokens it is written with.
        var length: Int
    }

    let tokens: [Token]
    let taken: [Bool]
    let home: Currency

    private func isFree(_ index: Int) -> Bool { tokens.indices.contains(index) && !taken[index] }

    private func key(_ index: Int) -> String { isFree(index) ? tokens[index].key : "" }

    /// The currency before a number.
    func before(_ index: Int) -> Mark? {
        guard isFree(index) else { return nil }
        if let phrase = phrase(at: index) {
            let isSigned = tokens[index + phrase.length - 1].form == .sign
            if phrase.length > 1, isSigned, isWrittenTogether(index, phrase.length) { return phrase }
            if phrase.length == 1, isSigned || key(index) == phrase.currency.code.lowercased() || key(index) == "rs",
                AmountWords.sign(key(index), home: home) == nil
            {
                return phrase
            }
        }
        return (AmountWords.sign(key(index), home: home) ?? code(at: index)).map { Mark(currency: $0, length: 1) }
    }

    /// The currency after a number.
    func after(_ index: Int) -> Mark? {
        guard isFree(index) else { return nil }
        // The sign of the next price: "the iPhone 12 $500".
        let opensNext =
            tokens[index].form == .sign && tokens[index].hasSpaceBefore && isFree(index + 1)
            && tokens[index + 1].form == .number && !tokens[index + 1].hasSpaceBefore
        guard !opensNext, !isWeight(index) else { return nil }
        if let phrase = phrase(at: index), tokens[index + phrase.length - 1].form != .sign || phrase.length == 1 {
            return AmountWords.sign(key(index), home: home).map { Mark(currency: $0, length: 1) } ?? phrase
        }
        return (AmountWords.sign(key(index), home: home) ?? code(at: index)).map { Mark(currency: $0, length: 1) }
    }

    /// Which of two currencies around one number counts: `$50 CAD` is in Canadian dollars, `€50 euros` says it twice.
    static func settled(_ before: Currency, _ after: Currency, said word: String) -> Currency {
        before.isDollar && after.isDollar && !["dollars", "dollar", "bucks", "buck"].contains(word) ? after : before
    }

    private func phrase(at index: Int) -> Mark? {
        let keys = (index..<min(index + 4, tokens.count)).map { key($0) }
        return CurrencyNames.builtIn.currency(in: keys, at: 0, home: home)
            .map { Mark(currency: $0.currency, length: $0.length) }
    }

    /// `A$50`, `US $50`; not `a $50 hat`, and not `a$50 hat` either, where no word that a price follows stands before it.
    private func isWrittenTogether(_ index: Int, _ length: Int) -> Bool {
        let first = tokens[index]
        let isUpper = first.text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        if tokens[index + length - 1].hasSpaceBefore { return isUpper && first.text.utf8.count > 1 }
        return isUpper || first.key != "a" || ["for", "at", "costs", "is", "about"].contains(key(index - 1))
    }

    /// Three capitals in a line that has small letters too.
    private func code(at index: Int) -> Currency? {
        let text = tokens[index].text
        guard text.utf8.count == 3, text.utf8.allSatisfy({ (0x41...0x5A).contains($0) }),
            !["ALL", "TOP", "CUP", "SOS"].contains(text),
            tokens.contains(where: { $0.text.utf8.contains { (0x61...0x7A).contains($0) } })
        else { return nil }
        return Currency(inUse: text)
    }

    /// `5 pounds of beef`; not `50 pounds of my savings`.
    private func isWeight(_ index: Int) -> Bool {
        ["pound", "pounds"].contains(key(index)) && key(index + 1) == "of"
            && !["my", "our", "the", "it", "that", "this", "those"].contains(key(index + 2))
    }
}
