import Ledger

// Rows whose category goes by other rows: their own decision is kept, so that all of it can be decided anew when some of those go.
extension HouseholdIndex {
    /// Puts a row under another category because of other rows.
    func refile(
        _ id: Int64, day: Int32, to category: String, kind: TransactionKind? = nil, basis: DecisionBasis? = nil,
        _ changes: any RowChanges
    ) throws(StoreError) {
        try database.run(
            """
            INSERT OR IGNORE INTO refiled (txn_id, category_id, kind, basis) SELECT id, category_id, kind, basis FROM txn WHERE id = ?
            """, .int(id))
        try recategorise(id, to: category, changes.documents)
        if kind != nil || basis != nil {
            try database.run(
                "UPDATE txn SET kind = coalesce(?, kind), basis = coalesce(?, basis) WHERE id = ?",
                .optional(kind?.code), .optional(basis?.rawValue), .int(id))
        }
        changes.noteChange(day)
    }

    /// A row that is decided by itself, or by its owner, is refiled no more.
    func forgetRefiling(of id: Int64, unlessAs state: RowState) throws(StoreError) {
        guard state.pair == 0 else { return }
        try database.run(
            """
            DELETE FROM refiled WHERE txn_id = ?1 AND EXISTS (SELECT 1 FROM txn WHERE id = ?1 AND pair_id IS NULL
            AND (category_id <> ?2 OR basis <> ?3))
            """, .int(id), .int(state.categoryID), .int(state.basis))
    }

    /// A state without what other rows decided of it.
    func ownState(_ state: RowState, ofRow id: Int64) throws(StoreError) -> RowState {
        guard state.pair == 0, state.basis < DecisionBasis.userRule.rawValue else { return state }
        var own = state
        let before = try database.first("SELECT category_id, kind, basis FROM refiled WHERE txn_id = ?", [.int(id)]) {
            (category: $0.int(0), kind: $0.int(1), basis: $0.int(2))
        }
        if let before { (own.categoryID, own.kind, own.basis) = before }
        return own
    }

    /// Makes rows what they were by themselves: those of some merchants, and what was taken for a rent.
    public func takeBackRefiling(of merchants: Set<String>, _ changes: any RowChanges) throws(StoreError) {
        let rent = try knownCategoryID("rent") ?? -1
        let rows = try database.rows(
            """
            SELECT r.txn_id, r.category_id, r.kind, r.basis, t.day, t.basis, t.pair_id IS NOT NULL, m.name,
            t.category_id = ? AND t.basis = \(DecisionBasis.guess.rawValue)
            FROM refiled r JOIN txn t ON t.id = r.txn_id JOIN merchant m ON m.id = t.merchant_id
            """, [.int(rent)]
        ) {
            (
                id: $0.int(0), category: $0.int(1), kind: $0.int(2), basis: $0.int(3), day: $0.dayNumber(4),
                current: $0.int(5), isPaired: $0.int(6) == 1, merchant: $0.text(7), isRent: $0.int(8) == 1
            )
        }
        for row in rows where row.isRent || merchants.contains(row.merchant) {
            try database.run("DELETE FROM refiled WHERE txn_id = ?", .int(row.id))
            guard row.current < DecisionBasis.userRule.rawValue else { continue }
            if row.isPaired {
                try database.run(
                    "UPDATE unpaired SET category_id = ?, kind = ? WHERE txn_id = ?", .int(row.category),
                    .int(row.kind),
                    .int(row.id))
            } else {
                try recategorise(row.id, to: categorySlug(row.category), changes.documents)
                try database.run("UPDATE txn SET kind = ? WHERE id = ?", .int(row.kind), .int(row.id))
            }
            try database.run("UPDATE txn SET basis = ? WHERE id = ?", .int(row.basis), .int(row.id))
            changes.noteChange(row.day)
        }
    }
}
