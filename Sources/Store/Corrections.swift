import Ledger

/// What a person changes of a row; nil leaves it.
public struct Correction: Sendable, Equatable {
    /// Brings its kind along, unless `kind` says otherwise.
    public var category: String?
    public var kind: TransactionKind?
    public var merchant: String?
    public var notes: String?
    /// Whether the row is left out of every total.
    public var isExcluded: Bool?

    public init(
        category: String? = nil, kind: TransactionKind? = nil, merchant: String? = nil, notes: String? = nil,
        isExcluded: Bool? = nil
    ) {
        self.category = category
        self.kind = kind
        self.merchant = merchant
        self.notes = notes
        self.isExcluded = isExcluded
    }

    public var isEmpty: Bool { self == Correction() }
}

/// What a correction did.
public struct CorrectionResult: Sendable, Equatable {
    /// Rows that are different now.
    public let changed: Int
    /// One line for people.
    public let summary: String
}

extension HouseholdIndex {
    /// Changes rows by the user's word, which wins over everything that is decided or imported later.
    ///
    /// - Parameter always: also make it the rule for the rows' merchants, now and in later imports.
    /// - Throws: `UnknownTransaction` for an id that is not there; nothing is changed then.
    public func correct(_ ids: [Int64], _ correction: Correction, always: Bool) throws -> CorrectionResult {
        try database.write {
            let batch = (try database.first("SELECT max(batch) FROM correction") { $0.int(0) } ?? 0) + 1
            let documents = try Documents(self)
            var targets: [Int64] = []
            var merchants: [Int64] = []
            for id in ids {
                guard let merchant = try merchantID(ofRow: id) else { throw UnknownTransaction(id: id) }
                targets.append(id)
                if always, !merchants.contains(merchant) { merchants.append(merchant) }
            }
            for merchant in merchants {
                try keepRule(merchant, correction, batch: batch)
                targets += try rows(ofMerchant: merchant)
            }
            var seen: Set<Int64> = []
            var days: Set<Int32> = []
            var changed = 0
            for id in targets where seen.insert(id).inserted {
                let basis: DecisionBasis = ids.contains(id) ? .user : .userRule
                // Notes belong to the rows named, never to a merchant's other rows.
                var change = correction
                if basis == .userRule { change.notes = nil }
                guard let day = try apply(change, to: id, basis: basis, batch: batch, documents) else { continue }
                days.insert(day)
                changed += 1
            }
            try PeriodTotals.refresh(database, of: days)
            let summary = "\(changed) transaction\(changed == 1 ? "" : "s") changed"
            return CorrectionResult(
                changed: changed, summary: merchants.isEmpty ? summary : summary + ", and kept as a rule")
        }
    }

    private func merchantID(ofRow id: Int64) throws(StoreError) -> Int64? {
        try database.first("SELECT merchant_id FROM txn WHERE id = ?", [.int(id)]) { $0.int(0) }
    }

    private func amount(ofRow id: Int64) throws(StoreError) -> Int64 {
        try database.first("SELECT amount FROM txn WHERE id = ?", [.int(id)]) { $0.int(0) } ?? 0
    }

    /// The rows of a merchant that the user has not decided one by one.
    private func rows(ofMerchant id: Int64) throws(StoreError) -> [Int64] {
        try database.rows(
            """
            SELECT t.id FROM document d JOIN txn t ON t.document_id = d.id
            WHERE d.merchant_id = ? AND t.basis < 3 ORDER BY t.id
            """, [.int(id)]
        ) { $0.int(0) }
    }

    /// - Returns: the row's day; nil when nothing changed.
    private func apply(
        _ change: Correction, to id: Int64, basis: DecisionBasis, batch: Int64, _ documents: Documents
    ) throws -> Int32? {
        guard let before = try snapshot(id) else { return nil }
        var after = before
        if let category = change.category {
            after.categoryID = try categoryID(category)
            if after.categoryID != before.categoryID {
                after.kind = taxonomy.kind(of: category, minorUnits: try amount(ofRow: id)).code
            }
        }
        if let kind = change.kind { after.kind = kind.code }
        if let merchant = change.merchant { after.merchantID = try documents.merchantID(merchant) }
        if let notes = change.notes { after.notes = notes.isEmpty ? nil : notes }
        if let isExcluded = change.isExcluded { after.excluded = isExcluded ? 1 : 0 }
        let isDecided = basis == .user || change.category != nil || change.kind != nil
        if isDecided { after.basis = max(before.basis, basis.rawValue) }
        guard after != before, let day = try restore(id, after, documents) else { return nil }
        try database.run(
            "INSERT INTO correction (batch, txn_id, before, summary) VALUES (?, ?, ?, '')", .int(batch), .int(id),
            .text(before.text))
        return day
    }

    // MARK: Rules

    /// The user's rule for a merchant as coach cleaned its name; nil when there is none.
    public func rule(forMerchant name: String) throws(StoreError) -> Correction? {
        try database.first(
            """
            SELECT c.slug, r.kind, n.name FROM merchant_rule r JOIN merchant m ON m.id = r.merchant_id
            LEFT JOIN category c ON c.id = r.category_id LEFT JOIN merchant n ON n.id = r.renamed_to
            WHERE m.name = ?
            """, [.text(name)]
        ) { row in
            Correction(
                category: row.optionalText(0), kind: row.optionalInt(1).flatMap(TransactionKind.init(code:)),
                merchant: row.optionalText(2))
        }
    }

    public var hasRules: Bool {
        get throws(StoreError) { try database.first("SELECT 1 FROM merchant_rule LIMIT 1") { _ in true } ?? false }
    }

    private func keepRule(_ merchant: Int64, _ correction: Correction, batch: Int64) throws(StoreError) {
        let before =
            try database.first(
                "SELECT renamed_to, category_id, kind FROM merchant_rule WHERE merchant_id = ?", [.int(merchant)]
            ) { row in
                RuleSnapshot(
                    merchantID: merchant, exists: true, renamedTo: row.optionalInt(0), categoryID: row.optionalInt(1),
                    kind: row.optionalInt(2))
            } ?? RuleSnapshot(merchantID: merchant, exists: false, renamedTo: nil, categoryID: nil, kind: nil)
        var after = before
        after.exists = true
        if let category = correction.category {
            after.categoryID = try categoryID(category)
            after.kind = nil
        }
        if let kind = correction.kind { after.kind = kind.code }
        if let name = correction.merchant { after.renamedTo = try Documents(self).merchantID(name) }
        try restore(after)
        try database.run(
            "INSERT INTO correction (batch, txn_id, before, summary) VALUES (?, NULL, ?, '')", .int(batch),
            .text(before.text))
    }

    private func restore(_ rule: RuleSnapshot) throws(StoreError) {
        try database.run("DELETE FROM merchant_rule WHERE merchant_id = ?", .int(rule.merchantID))
        guard rule.exists else { return }
        try database.run(
            "INSERT INTO merchant_rule (merchant_id, renamed_to, category_id, kind) VALUES (?, ?, ?, ?)",
            .int(rule.merchantID), .optional(rule.renamedTo), .optional(rule.categoryID), .optional(rule.kind))
    }

    // MARK: Undo

    /// Takes the last correction back.
    ///
    /// - Returns: nil when there is none.
    public func undoLastCorrection() throws -> CorrectionResult? {
        try database.write {
            guard let batch = try database.first("SELECT max(batch) FROM correction", [], { $0.optionalInt(0) }) ?? nil
            else { return nil }
            let entries = try database.rows(
                "SELECT txn_id, before FROM correction WHERE batch = ? ORDER BY id DESC", [.int(batch)]
            ) { ($0.optionalInt(0), $0.text(1)) }
            let documents = try Documents(self)
            var days: Set<Int32> = []
            var rows = 0
            var limits = 0
            for (id, text) in entries {
                if let id, let before = RowSnapshot(text) {
                    if let day = try restore(id, before, documents) { days.insert(day) }
                    rows += 1
                } else if let before = RuleSnapshot(text) {
                    try restore(before)
                } else if let change = LimitSnapshot(text) {
                    try takeBack(change)
                    limits += 1
                }
            }
            try PeriodTotals.refresh(database, of: days)
            try database.run("DELETE FROM correction WHERE batch = ?", .int(batch))
            if limits > 0 { return CorrectionResult(changed: limits, summary: "the limit is as before") }
            return CorrectionResult(changed: rows, summary: "\(rows) transaction\(rows == 1 ? "" : "s") as before")
        }
    }

    private func snapshot(_ id: Int64) throws(StoreError) -> RowSnapshot? {
        try database.first(
            """
            SELECT t.merchant_id, t.category_id, t.kind, t.excluded, t.basis, d.notes FROM txn t
            JOIN document d ON d.id = t.document_id WHERE t.id = ?
            """, [.int(id)]
        ) { row in
            RowSnapshot(
                merchantID: row.int(0), categoryID: row.int(1), kind: row.int(2), excluded: row.int(3),
                basis: row.int(4), notes: row.optionalText(5))
        }
    }

    /// - Returns: the row's day, whose month's totals are out of date now.
    private func restore(_ id: Int64, _ state: RowSnapshot, _ documents: Documents) throws(StoreError) -> Int32? {
        let row = try database.first(
            """
            SELECT d.description, t.day, m.name, (SELECT 1 FROM txn p WHERE p.parent_id = t.id)
            FROM txn t JOIN document d ON d.id = t.document_id, merchant m WHERE t.id = ? AND m.id = ?
            """, [.int(id), .int(state.merchantID)]
        ) { ($0.text(0), Int32($0.int(1)), $0.text(2), !$0.isNull(3)) }
        guard let (description, day, merchant, isSplit) = row else { return nil }
        let documentID = try documents.documentID(
            description: description, merchant: merchant, merchantID: state.merchantID, categoryID: state.categoryID,
            notes: state.notes)
        try database.run(
            """
            UPDATE txn SET merchant_id = ?, category_id = ?, kind = ?, excluded = ?, counted = ?, basis = ?,
            document_id = ? WHERE id = ?
            """,
            .int(state.merchantID), .int(state.categoryID), .int(state.kind), .int(state.excluded),
            .int(state.excluded == 0 && !isSplit ? 1 : 0), .int(state.basis), .int(documentID), .int(id))
        return day
    }
}

/// There is no transaction with this number.
public struct UnknownTransaction: Error, Equatable, Sendable {
    public let id: Int64
}

/// The columns of a row that a correction changes, kept as text: numbers separated by spaces, then the notes.
private struct RowSnapshot: Equatable {
    var merchantID: Int64
    var categoryID: Int64
    var kind: Int64
    var excluded: Int64
    var basis: Int64
    var notes: String?

    var text: String { "row \(merchantID) \(categoryID) \(kind) \(excluded) \(basis) \(notes.map { "=" + $0 } ?? "-")" }
}

extension RowSnapshot {
    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
        guard parts.count == 7, parts[0] == "row" else { return nil }
        let numbers = parts[1...5].compactMap { Int64($0) }
        guard numbers.count == 5 else { return nil }
        self.init(
            merchantID: numbers[0], categoryID: numbers[1], kind: numbers[2], excluded: numbers[3], basis: numbers[4],
            notes: parts[6].hasPrefix("=") ? String(parts[6].dropFirst()) : nil)
    }
}

/// A merchant's rule before a correction; `-` for what it did not say.
private struct RuleSnapshot {
    var merchantID: Int64
    var exists: Bool
    var renamedTo: Int64?
    var categoryID: Int64?
    var kind: Int64?

    var text: String {
        let values = [renamedTo, categoryID, kind].map { $0.map(String.init) ?? "-" }
        return "rule \(merchantID) \(exists ? 1 : 0) " + values.joined(separator: " ")
    }
}

extension RuleSnapshot {
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0] == "rule", let merchantID = Int64(parts[1]) else { return nil }
        self.init(
            merchantID: merchantID, exists: parts[2] == "1", renamedTo: Int64(parts[3]), categoryID: Int64(parts[4]),
            kind: Int64(parts[5]))
    }
}
