import Ledger

/// What a file did to the rows of an earlier copy of it.
public struct CorrectedRows: Sendable, Equatable {
    /// Rows that have another text, amount, or day now.
    public var changed = 0
    /// Rows of days that the file covers and that it does not have any more; they are kept.
    public var missing = 0
}

extension ImportSession {
    /// Days that a corrected date may be apart from what it was.
    private static let window: Int32 = 5

    private struct Row {
        let id: Int64
        let accountID: Int64
        let day: Int32
        let amount: Int64
        let contentHash: Int64
        let bankID: String?
    }

    /// Rows of earlier copies of this file that it does not have any more become the new rows that stand in their place,
    /// with what the user said of them. Call it when all rows were added.
    public func takeCorrections() throws(StoreError) -> CorrectedRows {
        var result = CorrectedRows()
        guard !earlierCopies.isEmpty, !coveredDays.isEmpty else { return result }
        var gone = try goneRows()
        var fresh = gone.isEmpty ? [] : try rows("file_id = \(fileID)")
        for likeness in Likeness.allCases {
            for pair in ImportSession.pairs(&gone, &fresh, likeness) {
                try replace(pair.old, by: pair.new)
                result.changed += 1
            }
        }
        result.missing = gone.count
        if result.changed + result.missing > 0 { try takeOverCommonRows() }
        return result
    }

    /// A corrected copy stands in the place of the earlier one, so what both have is its own: taking the earlier one back takes
    /// only what this one does not have.
    private func takeOverCommonRows() throws(StoreError) {
        for copy in renamedCopies {
            let rows = try database.rows("SELECT id FROM txn WHERE file_id = ? AND parent_id IS NULL", [.int(copy)]) {
                $0.int(0)
            }
            for id in rows where seen.contains(id) {
                try noteRevision(of: id)
                try database.run("UPDATE txn SET file_id = ? WHERE id = ?", .int(fileID), .int(id))
            }
        }
    }

    /// What an old row and a new one have in common, the surest first.
    private enum Likeness: CaseIterable {
        case bankID, dayAndAmount, dayAndText, amountAndText

        struct Key: Hashable {
            let accountID: Int64
            let bankID: String?
            let first: Int64
            let second: Int64
        }

        func key(_ row: Row) -> Key? {
            func key(_ first: Int64, _ second: Int64, bankID: String? = nil) -> Key {
                Key(accountID: row.accountID, bankID: bankID, first: first, second: second)
            }
            switch self {
            case .bankID: return row.bankID.map { key(0, 0, bankID: $0) }
            case .dayAndAmount: return key(Int64(row.day), row.amount)
            case .dayAndText: return key(Int64(row.day) * (row.amount < 0 ? -1 : 1), row.contentHash)
            case .amountAndText: return key(row.amount, row.contentHash)
            }
        }
    }

    /// Takes the rows that are one out of both lists, in their order.
    private static func pairs(_ gone: inout [Row], _ fresh: inout [Row], _ likeness: Likeness) -> [(old: Row, new: Row)]
    {
        guard !gone.isEmpty, !fresh.isEmpty else { return [] }
        var places: [Likeness.Key: [Int]] = [:]
        for (place, row) in fresh.enumerated().reversed() {
            if let key = likeness.key(row) { places[key, default: []].append(place) }
        }
        var pairs: [(old: Row, new: Row)] = []
        var taken: Set<Int> = []
        gone.removeAll { row in
            guard let key = likeness.key(row), let place = places[key]?.last,
                abs(fresh[place].day - row.day) <= window
            else { return false }
            places[key]?.removeLast()
            taken.insert(place)
            pairs.append((row, fresh[place]))
            return true
        }
        if !taken.isEmpty { fresh = fresh.enumerated().filter { !taken.contains($0.offset) }.map(\.element) }
        return pairs
    }

    /// Rows of earlier copies on days that this file covers.
    private func goneRows() throws(StoreError) -> [Row] {
        let copies = earlierCopies.map(String.init).joined(separator: ", ")
        var gone: [Row] = []
        for (account, days) in coveredDays.sorted(by: { $0.key < $1.key }) {
            let copied = try rows(
                """
                file_id IN (\(copies)) AND account_id = \(account) AND day BETWEEN \(days.lowerBound) AND \(days.upperBound)
                AND id NOT IN (SELECT txn_id FROM duplicate)
                """)
            let lost = copied.filter { !seen.contains($0.id) }
            // Under another name it is a copy only if it has most of the rows.
            let isCopy = renamedCopies.count < earlierCopies.count || lost.count * 2 < copied.count
            if isCopy { gone += lost }
        }
        return gone
    }

    private func rows(_ condition: String) throws(StoreError) -> [Row] {
        try database.rows(
            """
            SELECT id, account_id, day, amount, content_hash, bank_id FROM txn
            WHERE \(condition) AND pending = 0 AND parent_id IS NULL ORDER BY day, line, id
            """
        ) { row in
            Row(
                id: row.int(0), accountID: row.int(1), day: row.dayNumber(2), amount: row.int(3),
                contentHash: row.int(4), bankID: row.optionalText(5))
        }
    }

    // MARK: One row

    /// Makes the old row what the new one says, and takes the new one away again.
    private func replace(_ old: Row, by new: Row) throws(StoreError) {
        guard let before = try index.state(ofRow: old.id), let decided = try index.state(ofRow: new.id) else { return }
        try noteRevision(of: old.id)
        try noteDecision(before, of: old.id)
        let staysPaired = before.pair != 0 && old.amount == new.amount
        if before.pair != 0, !staysPaired { try releasePartner(before.pair) }
        try moveParts(from: new, to: old)
        try takePlace(of: new.id, row: old.id)
        var state = before
        if !staysPaired { state.pair = 0 }
        if before.basis < DecisionBasis.user.rawValue {
            state.merchantID = decided.merchantID
            if !staysPaired {
                state.categoryID = decided.categoryID
                state.kind = decided.kind
                state.basis = decided.basis
                state.transferHint = decided.transferHint
            }
        }
        _ = try index.set(state, ofRow: old.id, documents)
        noteChange(old.day)
        noteChange(new.day)
        added -= 1
    }

    /// Keeps how a row of an earlier import was decided before this one changes that; its revision is noted already.
    func noteDecision(_ before: RowState, of id: Int64) throws(StoreError) {
        let own = try index.ownState(before, ofRow: id)
        try database.run(
            """
            UPDATE revision SET decision = ?1, description = (SELECT d.description FROM txn t
            JOIN document d ON d.id = t.document_id WHERE t.id = ?2)
            WHERE file_id = ?3 AND txn_id = ?2 AND description IS NULL
            """, .text(own.text(changesPair: false)), .int(id), .int(fileID))
    }

    private func releasePartner(_ partner: Int64) throws(StoreError) {
        guard let state = try index.stateBeforePairing(ofRow: partner),
            let day = try index.set(state, ofRow: partner, documents)
        else { return }
        noteChange(day)
    }

    /// Parts that the file gives go before those of earlier; those of another amount are none of this row.
    private func moveParts(from new: Row, to old: Row) throws(StoreError) {
        let hasNewParts = try !index.parts(ofRow: new.id).isEmpty
        guard hasNewParts || old.amount != new.amount else { return }
        if try !index.parts(ofRow: old.id).isEmpty {
            try index.setParts([], ofRow: old.id, basis: .user, documents)
            if !hasNewParts { rowsMadeWhole.append(old.id) }
        }
        if hasNewParts {
            try database.run("UPDATE txn SET parent_id = ? WHERE parent_id = ?", .int(old.id), .int(new.id))
        }
    }

    /// What a file says of one row becomes another's, and the first is taken away.
    private func takePlace(of new: Int64, row old: Int64) throws(StoreError) {
        let place = try database.first(
            "SELECT day, posted_day, amount, bank_id, content_hash, occurrence, line, document_id FROM txn WHERE id = ?",
            [.int(new)]
        ) { row in
            [
                SQLValue.int(row.int(0)), .optional(row.optionalInt(1)), .int(row.int(2)),
                .optional(row.optionalText(3)),
                .int(row.int(4)), .int(row.int(5)), .optional(row.optionalInt(6)), .int(row.int(7)),
            ]
        }
        guard let place else { return }
        try database.run("DELETE FROM unruled WHERE txn_id = ?", .int(old))
        try database.run("UPDATE unruled SET txn_id = ? WHERE txn_id = ?", .int(old), .int(new))
        try database.run("DELETE FROM refiled WHERE txn_id = ?", .int(old))
        try database.run("UPDATE refiled SET txn_id = ? WHERE txn_id = ?", .int(old), .int(new))
        try database.run("DELETE FROM txn WHERE id = ?", .int(new))
        let update = try database.statement(
            """
            UPDATE txn SET day = ?, posted_day = ?, amount = ?, bank_id = coalesce(?, bank_id), content_hash = ?,
            occurrence = ?, line = ?, document_id = ?, file_id = ? WHERE id = ?
            """)
        update.bind(place + [.int(fileID), .int(old)])
        try update.run()
    }
}
