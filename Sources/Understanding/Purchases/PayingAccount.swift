extension QuestionReading {
    /// The words that name a merchant, as they were written, with a category's word that goes on with them (`Steam
    /// Games`); nil where none do.
    func writing(ofMerchant name: String?) -> String? {
        guard let name else { return nil }
        let match = names.first { if case .merchant(let found) = $0.kind { found.contains(name) } else { false } }
        guard var range = match?.tokens else { return nil }
        for next in names where next.tokens.lowerBound == range.upperBound {
            if case .category = next.kind { range = range.lowerBound..<next.tokens.upperBound }
        }
        return text(of: range)
    }
}

/// The account that a purchase is to be paid from: `from my savings account`, `on the Sapphire card`.
struct PayingAccount {
    /// Its name, or the words for one that is not there; nil where none is said, or several are meant.
    let name: String?

    init(_ reading: QuestionReading) {
        let accounts = reading.accounts.filter { !PayingAccount.isPerson($0, in: reading) }
        if !accounts.isEmpty {
            name = accounts.count == 1 ? accounts.first : nil
            return
        }
        for match in reading.unknown {
            if case .unknownAccount(let words) = match.kind {
                name = words
                return
            }
        }
        name = PayingAccount.described(reading.keys)
    }

    /// `a jacket for Curtis`: nothing but who holds a card, without a word for one.
    private static func isPerson(_ account: String, in reading: QuestionReading) -> Bool {
        guard let place = account.firstIndex(of: "(") else { return false }
        let holder = Set(Lexicon.keys(of: String(account[place...])))
        return reading.names.allSatisfy { match in
            guard case .account(let names) = match.kind, names.contains(account) else { return true }
            let keys = reading.keys[match.tokens]
            return !openers.contains(match.tokens.lowerBound > 0 ? reading.keys[match.tokens.lowerBound - 1] : "")
                && keys.allSatisfy(holder.contains)
        }
    }

    private static let openers: Set<String> = ["from", "with", "using", "on", "of"]
    private static let owners: Set<String> = ["my", "our", "the"]
    private static let nouns = PurchaseTable.words("payingaccount.nouns")
    /// Cards that are no accounts, and accounts that are bought.
    private static let others = PurchaseTable.words("payingaccount.others")

    /// `from my joint account`: up to three words between the owner and the noun.
    private static func described(_ keys: [String]) -> String? {
        for start in keys.indices.dropLast(2) where openers.contains(keys[start]) && owners.contains(keys[start + 1]) {
            let words = keys[(start + 2)...].prefix(4)
            guard let end = words.firstIndex(where: nouns.contains), others.isDisjoint(with: words) else { continue }
            let last = end + 1 < keys.endIndex && nouns.contains(keys[end + 1]) ? end + 1 : end
            return keys[(start + 2)...last].joined(separator: " ")
        }
        return nil
    }
}
