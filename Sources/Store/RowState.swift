import Ledger

/// The columns of a row that people and answers change, as the log of corrections keeps them.
struct RowState: Equatable {
    var merchantID: Int64
    var categoryID: Int64
    var kind: Int64
    var excluded: Int64
    var basis: Int64
    /// The other side of a transfer; 0 for none.
    var pair: Int64 = 0
    var transferHint: Int64
    /// The row it is once more; 0 for none, `neverCharged` for a pending row that nothing came of.
    var duplicate: Int64 = 0
    var notes: String?

    static let neverCharged: Int64 = -1

    /// What an action may change of a row, by a letter each. What it left alone is not taken back with it: the bank may have
    /// changed that since.
    private enum Part: Character, CaseIterable {
        /// Merchant, category, kind and who decided them.
        case decision = "d"
        /// Whether it is left out, and as what.
        case exclusion = "x"
        case notes = "n"
    }

    /// A word that says whether the action changed its pair, numbers separated by spaces, then the notes.
    func text(changesPair: Bool) -> String { text(changesPair ? RowState.pairWord : RowState.word) }

    /// The same for an action that made it another one, with the letters of what it changed behind the word.
    func text(changedTo after: RowState) -> String {
        var parts: [Part] = []
        if decision != after.decision { parts.append(.decision) }
        if (excluded, duplicate) != (after.excluded, after.duplicate) { parts.append(.exclusion) }
        if notes != after.notes { parts.append(.notes) }
        let word = after.pair != pair ? RowState.pairWord : RowState.word
        return text("\(word):\(String(parts.map(\.rawValue)))")
    }

    private func text(_ word: String) -> String {
        let numbers = [merchantID, categoryID, kind, excluded, basis, pair, transferHint, duplicate]
        return "\(word) \(numbers.map(String.init).joined(separator: " ")) \(notes.map { "=" + $0 } ?? "-")"
    }

    private var decision: [Int64] { [merchantID, categoryID, kind, basis, transferHint] }

    private static let word = "state"
    private static let pairWord = "pair"
    private static let oldWord = "row"
    static func changesPair(_ text: String) -> Bool { head(text).word == pairWord }

    private static func head(_ text: String) -> (word: Substring, parts: [Part]) {
        let head = text.prefix { $0 != " " }.split(separator: ":", omittingEmptySubsequences: false)
        guard let word = head.first else { return ("", []) }
        // Entries of earlier versions name no parts.
        return (word, head.count > 1 ? head[1].compactMap(Part.init) : Part.allCases)
    }

    /// The entry of an action whose leaving out is not its own any more: the bank has decided it since.
    static func leavingExclusion(_ text: String) -> String? {
        let (word, parts) = head(text)
        guard [RowState.word, pairWord].contains(String(word)), parts.contains(.exclusion) else { return nil }
        let letters = String(parts.filter { $0 != .exclusion }.map(\.rawValue))
        return "\(word):\(letters)" + text.drop { $0 != " " }
    }

    /// The state to go back to.
    ///
    /// - Parameter current: what the action did not change, and what an entry of an earlier version does not say.
    init?(_ text: String, current: RowState) {
        let (word, changed) = RowState.head(text)
        let isOld = word == RowState.oldWord
        guard isOld || word == RowState.word || word == RowState.pairWord else { return nil }
        let count = isOld ? 5 : 8
        let parts = text.split(separator: " ", maxSplits: count + 1, omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().prefix(count).compactMap { Int64($0) }
        guard parts.count == count + 2, numbers.count == count else { return nil }
        let note = parts[count + 1]
        self = current
        if changed.contains(.decision) {
            (merchantID, categoryID, kind, basis) = (numbers[0], numbers[1], numbers[2], numbers[4])
            if !isOld { transferHint = numbers[6] }
        }
        if !isOld, changed.contains(.decision) || word == RowState.pairWord { pair = numbers[5] }
        if changed.contains(.exclusion) {
            excluded = numbers[3]
            if !isOld { duplicate = numbers[7] }
        }
        if changed.contains(.notes) { notes = note.hasPrefix("=") ? String(note.dropFirst()) : nil }
    }

    init(
        merchantID: Int64, categoryID: Int64, kind: Int64, excluded: Int64, basis: Int64, pair: Int64,
        transferHint: Int64, duplicate: Int64, notes: String?
    ) {
        self.merchantID = merchantID
        self.categoryID = categoryID
        self.kind = kind
        self.excluded = excluded
        self.basis = basis
        self.pair = pair
        self.transferHint = transferHint
        self.duplicate = duplicate
        self.notes = notes
    }
}

extension HouseholdIndex {
    func state(ofRow id: Int64) throws(StoreError) -> RowState? {
        try database.first(
            """
            SELECT t.merchant_id, t.category_id, t.kind, t.excluded, t.basis, coalesce(t.pair_id, 0), t.transfer_hint,
            (SELECT coalesce(of_id, -1) FROM duplicate WHERE txn_id = t.id), d.notes
            FROM txn t JOIN document d ON d.id = t.document_id WHERE t.id = ?
            """, [.int(id)]
        ) { row in
            RowState(
                merchantID: row.int(0), categoryID: row.int(1), kind: row.int(2), excluded: row.int(3),
                basis: row.int(4), pair: row.int(5), transferHint: row.int(6), duplicate: row.int(7),
                notes: row.optionalText(8))
        }
    }

    /// Puts a row into a state.
    ///
    /// - Returns: the row's day, whose month's totals are out of date now; nil when there is no such row.
    func set(_ state: RowState, ofRow id: Int64, _ documents: Documents) throws(StoreError) -> Int32? {
        let row = try database.first(
            """
            SELECT d.description, t.day, m.name, (SELECT 1 FROM txn p WHERE p.parent_id = t.id)
            FROM txn t JOIN document d ON d.id = t.document_id, merchant m WHERE t.id = ? AND m.id = ?
            """, [.int(id), .int(state.merchantID)]
        ) { ($0.text(0), $0.dayNumber(1), $0.text(2), !$0.isNull(3)) }
        guard let (description, day, merchant, isSplit) = row else { return nil }
        try forgetRefiling(of: id, unlessAs: state)
        let documentID = try documents.documentID(
            description: description, merchant: merchant, merchantID: state.merchantID, categoryID: state.categoryID,
            notes: state.notes)
        try database.run(
            """
            UPDATE txn SET merchant_id = ?, category_id = ?, kind = ?, excluded = ?, counted = ?, basis = ?,
            pair_id = ?, transfer_hint = ?, document_id = ? WHERE id = ?
            """,
            .int(state.merchantID), .int(state.categoryID), .int(state.kind), .int(state.excluded),
            .int(state.excluded == 0 && !isSplit ? 1 : 0), .int(state.basis),
            .optional(state.pair == 0 ? nil : state.pair), .int(state.transferHint), .int(documentID), .int(id))
        if isSplit { try countParts(ofRow: id) }
        try setDuplicate(state.duplicate, ofRow: id)
        return day
    }

    /// Parts count where their whole is not left out, and neither are they.
    func countParts(ofRow id: Int64) throws(StoreError) {
        try database.run(
            """
            UPDATE txn SET counted = excluded = 0 AND (SELECT w.excluded = 0 FROM txn w WHERE w.id = ?1)
            WHERE parent_id = ?1
            """, .int(id))
    }

    private func setDuplicate(_ duplicate: Int64, ofRow id: Int64) throws(StoreError) {
        try database.run("DELETE FROM duplicate WHERE txn_id = ?", .int(id))
        guard duplicate != 0 else { return }
        // The row it was told to be once more may be gone with its import.
        try database.run(
            "INSERT INTO duplicate (txn_id, of_id) VALUES (?, (SELECT id FROM txn WHERE id = ?))", .int(id),
            .int(duplicate))
    }

    /// Notes that the bank has decided whether a row counts, so that no undo of what the user did before takes that back.
    func noteBankLeftOut(_ id: Int64) throws(StoreError) {
        let entries = try database.rows("SELECT id, before FROM correction WHERE txn_id = ?", [.int(id)]) {
            (id: $0.int(0), before: $0.text(1))
        }
        for entry in entries {
            guard let text = RowState.leavingExclusion(entry.before) else { continue }
            try database.run("UPDATE correction SET before = ? WHERE id = ?", .text(text), .int(entry.id))
        }
    }

    // MARK: Sides of transfers

    /// The state that a row had before it became a side of a transfer; as it is, where that was not noted.
    func stateBeforePairing(ofRow id: Int64) throws(StoreError) -> RowState? {
        guard var state = try state(ofRow: id) else { return nil }
        state.pair = 0
        let before = try database.first("SELECT category_id, kind FROM unpaired WHERE txn_id = ?", [.int(id)]) {
            (category: $0.int(0), kind: $0.int(1))
        }
        guard let before else { return state }
        state.kind = before.kind
        if state.basis < DecisionBasis.userRule.rawValue { state.categoryID = before.category }
        return state
    }

    /// Whether two rows can be the sides of one transfer still.
    func mayPair(_ a: Int64, _ b: Int64) throws(StoreError) -> Bool {
        try database.first(
            """
            SELECT 1 FROM txn a, txn b WHERE a.id = ? AND b.id = ? AND a.amount = -b.amount
            AND a.account_id <> b.account_id AND coalesce(b.pair_id, a.id) = a.id
            """, [.int(a), .int(b)]
        ) { _ in true } ?? false
    }
}
