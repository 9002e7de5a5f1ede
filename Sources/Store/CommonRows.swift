import Ledger

// Two accounts that become one: what one of them would know as the same row again is kept once.
extension HouseholdIndex {
    /// A row of either account.
    private struct Row {
        let id: Int64
        let days: RowDays
        let amount: Int64
        let isPending: Bool
        let contentHash: Int64
        let bankID: String?
        /// Whether a bank connection tells, or told, of it.
        let isTold: Bool
        let hasWords: Bool
        let isPaired: Bool
        let basis: Int64

        /// Whether both are the same row. Files and connections word it another way, and may have one of its days only.
        func isSame(_ other: Row) -> Bool {
            guard amount == other.amount else { return false }
            if days.day == other.days.day, contentHash == other.contentHash || bankID != nil && bankID == other.bankID {
                return true
            }
            return isTold != other.isTold && isPending == other.isPending && days.mayBe(other.days)
        }

        /// The less like it, the larger.
        func distance(_ other: Row) -> Int {
            let isPosting = days.posted ?? days.day == other.days.posted ?? other.days.day
            return (bankID != nil && bankID == other.bankID ? 0 : contentHash == other.contentHash ? 1 : 3)
                + (isPosting ? 0 : 1)
        }
    }

    /// Keeps the one of which the user said something, else a file's, else the target's. It goes by what either was called.
    ///
    /// - Returns: how many rows went.
    func dropCommonRows(_ source: Int64, _ target: Int64) throws(StoreError) -> Int {
        // Of a card's payments the bank may word its own rows in any way.
        let charges = try settleCharges(from: source, into: target) + settleCharges(from: target, into: source)
        let settled = Set(charges)
        let there = Dictionary(grouping: try rows(ofAccount: target).filter { !settled.contains($0.id) }, by: \.amount)
        let known = Dictionary(uniqueKeysWithValues: there.values.joined().map { ($0.id, $0) })
        let own = try rows(ofAccount: source).filter { !settled.contains($0.id) }
        var pairing = RowPairing<Int>()
        for (number, row) in own.enumerated() {
            let same = (there[row.amount] ?? []).filter(row.isSame)
            _ = pairing.pair(number, with: same.sorted { row.distance($0) < row.distance($1) }.map(\.id))
        }
        var common: [(gone: Int64, kept: Int64)] = []
        for pair in pairing.pairs.sorted(by: { $0.key < $1.key }) {
            guard let other = known[pair.row] else { continue }
            common.append(try settle(own[pair.key], other))
        }
        return try drop(common, charges)
    }

    private func rows(ofAccount account: Int64) throws(StoreError) -> [Row] {
        try database.rows(
            """
            SELECT t.id, t.day, t.posted_day, t.amount, t.pending, t.content_hash, t.bank_id,
            EXISTS (SELECT 1 FROM connection_row WHERE txn_id = t.id) OR EXISTS (SELECT 1 FROM kept_row WHERE txn_id = t.id),
            \(Self.hasWords("t")), t.pair_id IS NOT NULL, t.basis FROM txn t WHERE t.account_id = ? AND t.parent_id IS NULL
            ORDER BY t.day, t.id
            """, [.int(account)]
        ) {
            Row(
                id: $0.int(0), days: RowDays(day: $0.dayNumber(1), posted: $0.isNull(2) ? nil : $0.dayNumber(2)),
                amount: $0.int(3), isPending: $0.int(4) == 1, contentHash: $0.int(5), bankID: $0.optionalText(6),
                isTold: $0.int(7) == 1, hasWords: $0.int(8) == 1, isPaired: $0.int(9) == 1, basis: $0.int(10))
        }
    }

    /// Decides which of two rows stays, and gives it what the other one knows better.
    private func settle(_ source: Row, _ target: Row) throws(StoreError) -> (gone: Int64, kept: Int64) {
        let isSourceFirst =
            source.hasWords != target.hasWords
            ? source.hasWords
            : source.isPaired != target.isPaired ? source.isPaired : source.isTold != target.isTold && target.isTold
        let (kept, gone) = isSourceFirst ? (source, target) : (target, source)
        guard kept.isTold != gone.isTold, kept.isPending == gone.isPending else { return (gone.id, kept.id) }
        let (file, told) = kept.isTold ? (gone, kept) : (kept, gone)
        let days = file.isPending ? file.days : file.days.completed(by: told.days)
        if kept.isTold { try takePlace(ofFileRow: gone.id, kept) }
        // A bank's own word of a category goes before what a file's text says of it.
        if !kept.isTold, !kept.isPaired, told.basis == DecisionBasis.bank.rawValue, kept.basis < told.basis,
            var state = try self.state(ofRow: kept.id), let other = try self.state(ofRow: told.id)
        {
            (state.categoryID, state.kind) = (other.categoryID, other.kind)
            (state.basis, state.transferHint) = (other.basis, other.transferHint)
            _ = try set(state, ofRow: kept.id, Documents(self))
        }
        try setDays(days, ofRow: kept.id)
        return (gone.id, kept.id)
    }

    /// A connection's row becomes that of the file which has it as well.
    private func takePlace(ofFileRow file: Int64, _ told: Row) throws(StoreError) {
        let found = try database.first(
            """
            SELECT f.bank_id, f.content_hash, f.line, f.file_id, d.description, m.name FROM txn f
            JOIN document d ON d.id = f.document_id JOIN txn t ON t.id = ?2 JOIN merchant m ON m.id = t.merchant_id
            WHERE f.id = ?1
            """, [.int(file), .int(told.id)]
        ) {
            (
                values: [
                    SQLValue.optional($0.optionalText(0)), .int($0.int(1)), .optional($0.optionalInt(2)),
                    .int($0.int(3)),
                ], description: $0.text(4), merchant: $0.text(5)
            )
        }
        guard let found, let state = try self.state(ofRow: told.id) else { return }
        let document = try Documents(self).documentID(
            description: found.description, merchant: found.merchant, merchantID: state.merchantID,
            categoryID: state.categoryID, notes: state.notes)
        // Both may not have one id on one day.
        try database.run("UPDATE txn SET bank_id = NULL WHERE id = ?", .int(file))
        let update = try database.statement(
            """
            UPDATE txn SET bank_id = coalesce(?1, bank_id), content_hash = ?2, occurrence = coalesce((SELECT max(o.occurrence) + 1
            FROM txn o WHERE o.account_id = txn.account_id AND o.day = txn.day AND o.amount = txn.amount
            AND o.content_hash = ?2 AND o.id <> txn.id), 0), line = ?3, file_id = ?4, document_id = ?5 WHERE id = ?6
            """)
        update.bind(found.values + [.int(document), .int(told.id)])
        try update.run()
    }

    private func setDays(_ days: RowDays, ofRow id: Int64) throws(StoreError) {
        try database.run(
            """
            UPDATE txn SET day = ?1, posted_day = ?2, occurrence = coalesce((SELECT max(o.occurrence) + 1 FROM txn o
            WHERE o.account_id = txn.account_id AND o.day = ?1 AND o.amount = txn.amount
            AND o.content_hash = txn.content_hash AND o.id <> txn.id), 0) WHERE id = ?3 AND (day <> ?1 OR posted_day IS NOT ?2)
            """, .int(Int64(days.day)), .optional(days.posted.map(Int64.init)), .int(id))
    }

    func drop(_ common: [(gone: Int64, kept: Int64)], _ charges: [Int64] = []) throws(StoreError) -> Int {
        guard !common.isEmpty || !charges.isEmpty else { return 0 }
        let removal = try RowRemoval(self)
        for (gone, kept) in common {
            for table in ["connection_row", "posted_hold"] {
                try database.run("UPDATE \(table) SET txn_id = ? WHERE txn_id = ?", .int(kept), .int(gone))
            }
            try database.run(
                "DELETE FROM kept_row WHERE txn_id = ?1 AND EXISTS (SELECT 1 FROM connection_row WHERE txn_id = ?1)",
                .int(kept))
        }
        for row in Set(common.map(\.gone) + charges) { try removal.choose("id = ?", .int(row)) }
        return try removal.remove()
    }

    /// Equal rows of both accounts that are two payments get numbers of their own.
    func numberApart(_ source: Int64, _ target: Int64) throws(StoreError) {
        let equal = try database.rows(
            """
            SELECT s.id FROM txn s JOIN txn t ON t.account_id = ?2 AND t.day = s.day AND t.amount = s.amount
            AND t.content_hash = s.content_hash AND t.occurrence = s.occurrence WHERE s.account_id = ?1
            """, [.int(source), .int(target)]
        ) { $0.int(0) }
        for row in equal {
            try database.run(
                """
                UPDATE txn SET occurrence = (SELECT max(o.occurrence) + 1 FROM txn o WHERE o.account_id IN (?1, ?2)
                AND o.day = txn.day AND o.amount = txn.amount AND o.content_hash = txn.content_hash) WHERE id = ?3
                """, .int(source), .int(target), .int(row))
        }
    }

    /// Whether the user said something of a row.
    static func hasWords(_ row: String) -> String {
        """
        (\(row).basis = 3 OR \(row).excluded = 1 OR EXISTS (SELECT 1 FROM document d WHERE d.id = \(row).document_id
        AND d.notes IS NOT NULL) OR EXISTS (SELECT 1 FROM txn p WHERE p.parent_id = \(row).id AND p.basis = 3))
        """
    }
}
