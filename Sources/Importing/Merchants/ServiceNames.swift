import Ledger

/// Names for what is no merchant: transfers, checks, cash, people.
enum ServiceNames {
    static let atmFee = "ATM Fee"
    static let check = "Check"

    /// - Parameter tokens: the words that gave the meaning away; what follows may name a person or an account.
    /// - Returns: nil where the text itself makes the better name.
    static func name(
        _ meaning: KindRules.Meaning, _ text: MerchantTokens, _ raw: UnsafeBufferPointer<UInt8>,
        after tokens: Range<Int>
    ) -> String? {
        switch meaning {
        case .check: return number(text, after: tokens).map { "\(check) \($0)" } ?? check
        case .cashWithdrawal:
            let has = { (word: StaticString) in text.tokens.indices.contains { text.isToken($0, word) } }
            return has("DEPOSIT") ? nil : has("FEE") ? atmFee : "ATM Withdrawal"
        case .toPerson: return person("Zelle to", text, raw, after: tokens)
        case .fromPerson: return person("Zelle from", text, raw, after: tokens)
        case .cardPayment, .cardPaymentOnCard: return TransferName.cardPayment.rawValue
        case .savings: return TransferName.savings.rawValue
        case .transfer: return TransferName.transfer.rawValue
        case .person: return behindReference(text, raw)
        case .possibleTransfer, .investment, .security, .refund, .cardEnding: return nil
        }
    }

    /// The check's number: the first digits after the word.
    private static func number(_ text: MerchantTokens, after tokens: Range<Int>) -> String? {
        text.tokens[tokens.upperBound...].first { $0.isNumber }
            .map { String(decoding: text.bytes[$0.range], as: UTF8.self) }
    }

    /// A word in capitals after a name that is not, or one without any after a name with some: the bank's reference.
    private static func isReference(
        _ text: MerchantTokens, _ raw: UnsafeBufferPointer<UInt8>, _ index: Int, besides first: Int
    ) -> Bool {
        func isShouted(_ index: Int) -> Bool {
            text.tokens[index].count > 1 && !raw[text.tokens[index].raw].contains { (0x61...0x7A).contains($0) }
        }
        let isWhispered = !raw[text.tokens[index].raw].contains { (0x41...0x5A).contains($0) || $0 >= 0x80 }
        let isNamed = (0x41...0x5A).contains(raw[text.tokens[first].raw.lowerBound])
        return isShouted(index) && !isShouted(first) || isWhispered && isNamed && text.tokens[index].count >= 7
    }

    /// `Zelle Transfer Conf# xk2j3h4k5; Doe, Ann`: who it is stands behind the reference, another one each time.
    private static func behindReference(_ text: MerchantTokens, _ raw: UnsafeBufferPointer<UInt8>) -> String? {
        guard text.isToken(0, "ZELLE"), text.tokens.indices.contains(where: { text.isToken($0, "CONF") }),
            let end = raw.firstIndex(of: UInt8(ascii: ";"))
        else { return nil }
        let parts = String(decoding: raw[(end + 1)...], as: UTF8.self).split(separator: ",").map {
            titled(String($0))
        }
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isNumber) }) else { return nil }
        return parts.isEmpty ? nil : "Zelle " + parts.reversed().joined(separator: " ")
    }

    /// Words in capitals with only their first letter in one.
    private static func titled(_ name: String) -> String {
        name.split(separator: " ").map { word in
            word.uppercased() == word ? word.prefix(1) + word.dropFirst().lowercased() : String(word)
        }.joined(separator: " ")
    }

    private static func person(
        _ words: String, _ text: MerchantTokens, _ raw: UnsafeBufferPointer<UInt8>, after tokens: Range<Int>
    ) -> String {
        // "TD ZELLE SENT, 4040600A0FX Zelle RICKY": behind the reference.
        var start = tokens.upperBound
        if start < text.tokens.count, text.tokens[start].digits > 0, text.isToken(start + 1, "ZELLE") { start += 2 }
        // "Zelle payment to Dana for rent 10/29 JPM99a1b2c": the name ends at the first number, id or "for".
        var end = start
        while end < text.tokens.count, text.tokens[end].digits == 0, !text.isToken(end, "FOR"),
            !text.isToken(end, "ON"),
            !text.isToken(end, "CONF"), !text.isToken(end, "REF"), end - start < 3,
            !MerchantPrefixes.builtIn.beginsTail(text, at: end)
        {
            end += 1
        }
        if end - start > 1, isReference(text, raw, end - 1, besides: start) { end -= 1 }
        guard end > start else { return words.split(separator: " ").first.map(String.init) ?? words }
        let range = text.tokens[start].raw.lowerBound..<text.tokens[end - 1].raw.upperBound
        let name = String(decoding: raw[range], as: UTF8.self)
        return words + " " + titled(name)
    }
}
