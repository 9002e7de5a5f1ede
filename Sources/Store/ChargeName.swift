import Ledger

/// What a bank may call a charge of coach's own, or its refund: the merchant, or what the provider says is on the statement.
struct ChargeName {
    /// Letters and digits.
    private let keys: [String]

    /// Letters from which on a part of a name is enough: shorter ones stand in other words.
    private static let leastPart = 5
    private static let leastBeginning = 4

    /// - Parameter text: as `column` gives it; nil for a row that is no charge.
    init?(_ text: String?) {
        guard let text else { return nil }
        keys = text.split(separator: "/").map(String.init)
    }

    /// A column for rows `table`; NULL where they are no charges.
    static func column(_ table: String) -> String {
        let names = "c.merchant_key || '/' || coalesce(c.descriptor, '')"
        return """
            coalesce((SELECT \(names) FROM charge c WHERE c.txn_id = \(table).id LIMIT 1), (SELECT \(names) FROM charge c
            JOIN charge_refund r ON r.charge_id = c.id WHERE r.txn_id = \(table).id LIMIT 1))
            """
    }

    /// Whether a bank's row is called that: by its merchant, of which one name may go on after the other (`Steam`, `Steam Games`),
    /// or somewhere in its text.
    func isSaid(merchant: String, text: String) -> Bool {
        let (merchant, text) = (NameKey.key(of: merchant), NameKey.key(of: text))
        return keys.contains { key in
            let isBegun =
                min(key.utf8.count, merchant.utf8.count) >= ChargeName.leastBeginning
                && (key.hasPrefix(merchant) || merchant.hasPrefix(key))
            return key == merchant || isBegun || key.utf8.count >= ChargeName.leastPart && text.contains(key)
        }
    }
}
