import Ledger

/// Accounts of cards that coach charges, and what the bank tells of these charges elsewhere.
extension HouseholdIndex {
    /// Whether an account holds charges and refunds alone, so that no statement ever settles them.
    public func holdsOnlyCharges(_ account: Int64) throws(StoreError) -> Bool {
        try database.first(
            """
            SELECT EXISTS (SELECT 1 FROM connection_account WHERE account_id = ?1)
            OR EXISTS (SELECT 1 FROM txn WHERE account_id = ?1 AND NOT (\(ImportSession.isCharge("txn"))))
            OR EXISTS (SELECT 1 FROM txn WHERE account_id = ?1 AND pending = 0)
            """, [.int(account)]
        ) { $0.int(0) == 0 } ?? true
    }

    /// Payments of an account of charges that the bank seems to have told of in another account: they count twice.
    public func chargesToldElsewhere(_ account: Int64) throws -> [(charge: Charge, account: Account)] {
        guard try holdsOnlyCharges(account) else { return [] }
        let accounts = try accounts
        return try chargePairs("s.account_id = ?1 AND t.account_id <> ?1", [.int(account)]).compactMap {
            pair in
            guard let charge = try charge(ofRow: pair.own),
                let other = accounts.first(where: { $0.id == pair.account })
            else { return nil }
            return (charge, other)
        }
    }

    private func charge(ofRow row: Int64) throws(StoreError) -> Charge? {
        guard let id = try database.first("SELECT id FROM charge WHERE txn_id = ?", [.int(row)], { $0.int(0) }) else {
            return nil
        }
        return try charge(id)
    }

    /// Makes the bank's rows of charges that are on their way into its account the charges' own.
    ///
    /// - Returns: the rows that are superfluous by that.
    func settleCharges(from source: Int64, into target: Int64) throws(StoreError) -> [Int64] {
        let pairs = try chargePairs("s.account_id = ?1 AND t.account_id = ?2", [.int(source), .int(target)])
        for pair in pairs {
            for table in ["charge", "charge_refund"] {
                try database.run("UPDATE \(table) SET txn_id = ? WHERE txn_id = ?", .int(pair.bank), .int(pair.own))
            }
        }
        return pairs.map(\.own)
    }

    /// Pending rows `s` of charges and the bank's rows `t` of the same amount and merchant that came up to ten days later, each
    /// once, the nearest first.
    private func chargePairs(_ condition: String, _ values: [SQLValue]) throws(StoreError) -> [(
        own: Int64, bank: Int64, account: Int64
    )] {
        let found = try database.rows(
            """
            SELECT s.id, t.id, t.account_id, \(ChargeName.column("s")), m.name, d.description, s.merchant_id = t.merchant_id
            FROM txn s JOIN account a ON a.id = s.account_id
            JOIN txn t ON t.day BETWEEN s.day AND s.day + \(ImportSession.pendingWindow) AND t.amount = s.amount
            JOIN account b ON b.id = t.account_id AND b.currency = a.currency
            JOIN merchant m ON m.id = t.merchant_id JOIN document d ON d.id = t.document_id
            WHERE \(condition) AND s.pending = 1 AND t.parent_id IS NULL
            AND (\(ImportSession.isCharge("s"))) AND NOT (\(ImportSession.isCharge("t")))
            ORDER BY s.merchant_id <> t.merchant_id, t.day - s.day, s.id, t.id
            """, values
        ) { row in
            let isSaid = ChargeName(row.optionalText(3))?.isSaid(merchant: row.text(4), text: row.text(5)) ?? false
            return (own: row.int(0), bank: row.int(1), account: row.int(2), isOne: isSaid || row.int(6) == 1)
        }
        var taken: Set<Int64> = []
        return found.filter(\.isOne).map { (own: $0.own, bank: $0.bank, account: $0.account) }.filter { pair in
            guard !taken.contains(pair.own), !taken.contains(pair.bank) else { return false }
            taken.formUnion([pair.own, pair.bank])
            return true
        }
    }
}
