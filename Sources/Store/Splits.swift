import Ledger

/// A part of a row that is split: what of its amount goes to a category.
public struct SplitPart: Sendable, Equatable {
    /// Minor units with the sign of the row.
    public var amount: Int64
    /// A category id of the taxonomy.
    public var category: String
    public var notes: String?
    /// The day it counts on; nil for the row's own.
    public var day: CivilDate?
    /// Whose purchase it belongs to; nil for the row's own merchant.
    public var merchant: String?

    public init(
        amount: Int64, category: String, notes: String? = nil, day: CivilDate? = nil, merchant: String? = nil
    ) {
        self.amount = amount
        self.category = category
        self.notes = notes
        self.day = day
        self.merchant = merchant
    }
}

/// Why a row cannot be split as it was asked for; the message is for people.
public struct SplitError: Error, Equatable, Sendable {
    public let message: String
}

extension HouseholdIndex {
    /// Splits a row into parts, which count in its place; parts of before go. What the parts leave of its amount stays in
    /// the row's own category. No part at all makes it whole again.
    ///
    /// - Throws: `UnknownTransaction`, or `SplitError` where the parts are more than the row, one is nothing or of the other
    ///   sign, or the row is a part itself, a side of a transfer, or left out of totals.
    public func split(_ id: Int64, into parts: [SplitPart]) throws -> CorrectionResult {
        try database.write {
            let row = try database.first(
                """
                SELECT t.amount, t.category_id, coalesce(t.parent_id, 0), t.pair_id IS NOT NULL, t.excluded, t.account_id
                FROM txn t WHERE t.id = ?
                """, [.int(id)]
            ) {
                (
                    amount: $0.int(0), category: $0.int(1), whole: $0.int(2), isPaired: $0.int(3) == 1,
                    isExcluded: $0.int(4) == 1, account: $0.int(5)
                )
            }
            guard let row else { throw UnknownTransaction(id: id) }
            if row.whole != 0 {
                throw SplitError(message: "\(id) is a part of \(row.whole): split that one anew")
            }
            if row.isPaired {
                throw SplitError(message: "\(id) is a transfer between your accounts and can't be split")
            }
            if row.isExcluded { throw SplitError(message: "\(id) is left out of totals; include it first") }
            guard parts.allSatisfy({ $0.amount != 0 && ($0.amount < 0) == (row.amount < 0) }) else {
                throw SplitError(message: "each part needs an amount above zero")
            }
            var parts = parts
            let rest = Int128(row.amount) - parts.reduce(0 as Int128) { $0 + Int128($1.amount) }
            let currency = try accounts.first { $0.id == row.account }?.currency ?? .usd
            if rest != 0, !parts.isEmpty {
                // Parts of the same sign that leave some of the row are within it.
                guard (rest < 0) == (row.amount < 0), let rest = Int64(exactly: rest) else {
                    let whole = Money(abs(row.amount), currency).text
                    throw SplitError(message: "the parts come to more than \(whole), which is all of \(id)")
                }
                parts.append(SplitPart(amount: rest, category: categorySlug(row.category)))
            }
            let before = SplitSnapshot(id: id, parts: try self.parts(ofRow: id))
            let log = try CorrectionLog(self)
            try log.note(before.text, row: id)
            try setParts(parts, ofRow: id, basis: .user, log.documents)
            let summary =
                parts.isEmpty ? "the transaction is whole again" : "split into \(parts.count) parts"
            return CorrectionResult(changed: 1, summary: summary)
        }
    }

    func parts(ofRow id: Int64) throws(StoreError) -> [SplitPart] {
        try database.rows(
            """
            SELECT t.amount, t.category_id, d.notes, nullif(t.day, w.day),
            CASE WHEN t.merchant_id = w.merchant_id THEN NULL ELSE m.name END
            FROM txn t JOIN txn w ON w.id = t.parent_id JOIN document d ON d.id = t.document_id
            JOIN merchant m ON m.id = t.merchant_id WHERE t.parent_id = ? ORDER BY t.id
            """, [.int(id)]
        ) { row in
            SplitPart(
                amount: row.int(0), category: categorySlug(row.int(1)), notes: row.optionalText(2),
                day: row.optionalInt(3).map { CivilDate(dayNumber: Int32($0)) }, merchant: row.optionalText(4))
        }
    }

    /// Puts parts in the place of those that a row has, and brings the totals of its day up to date.
    ///
    /// - Precondition: their amounts add up to the row's.
    func setParts(_ parts: [SplitPart], ofRow id: Int64, basis: DecisionBasis, _ documents: Documents)
        throws(StoreError)
    {
        var days = Set(
            try database.rows("SELECT day FROM txn WHERE parent_id = ?", [.int(id)]) { $0.dayNumber(0) })
        try database.run(
            "DELETE FROM correction WHERE txn_id IN (SELECT id FROM txn WHERE parent_id = ?)", .int(id))
        try database.run("DELETE FROM txn WHERE parent_id = ?", .int(id))
        let row = try database.first(
            """
            SELECT t.day, t.content_hash, t.merchant_id, m.name, d.description FROM txn t
            JOIN document d ON d.id = t.document_id JOIN merchant m ON m.id = t.merchant_id WHERE t.id = ?
            """, [.int(id)]
        ) { ($0.dayNumber(0), $0.int(1), $0.int(2), $0.text(3), $0.text(4)) }
        guard let (day, hash, merchantID, merchant, description) = row else { return }
        for (number, part) in parts.enumerated() {
            let categoryID = try categoryID(part.category)
            let ownID = try part.merchant.map(documents.merchantID) ?? merchantID
            let partDay = part.day?.dayNumber ?? day
            days.insert(partDay)
            let documentID = try documents.documentID(
                description: description, merchant: part.merchant ?? merchant, merchantID: ownID,
                categoryID: categoryID, notes: part.notes)
            try database.run(
                """
                INSERT INTO txn (account_id, document_id, merchant_id, category_id, day, posted_day, amount, kind, pending,
                basis, content_hash, occurrence, file_id, line, card, counted, parent_id)
                SELECT account_id, ?, ?, ?, ?, posted_day, ?, ?, pending, ?, ?, 0, file_id, line, card, 1, id
                FROM txn WHERE id = ?
                """,
                .int(documentID), .int(ownID), .int(categoryID), .int(Int64(partDay)), .int(part.amount),
                .int(taxonomy.kind(of: part.category, minorUnits: part.amount).code), .int(basis.rawValue),
                // No row of a file is ever taken for it.
                .int(ContentHash.mixing(hash, id, Int64(number), 0x5350_4C49)), .int(id))
        }
        try database.run(
            "UPDATE txn SET counted = excluded = 0 AND ?, transfer_hint = CASE WHEN ? THEN transfer_hint ELSE 0 END WHERE id = ?",
            .int(parts.isEmpty ? 1 : 0), .int(parts.isEmpty ? 1 : 0), .int(id))
        try countParts(ofRow: id)
        try PeriodTotals.refresh(database, of: days.union([day]))
    }
}

/// The parts of a row before an action, as the log of corrections keeps them.
struct SplitSnapshot {
    let id: Int64
    let parts: [SplitPart]

    init(id: Int64, parts: [SplitPart]) {
        self.id = id
        self.parts = parts
    }

    private static let word = "split "

    var text: String {
        let parts = parts.map { part in
            JSON.object([
                ("amount", .integer(part.amount)), ("category", .string(part.category)),
                ("notes", .optional(part.notes, JSON.string)),
                ("day", .optional(part.day) { .string($0.iso) }), ("merchant", .optional(part.merchant, JSON.string)),
            ])
        }
        return SplitSnapshot.word + JSON.object([("id", .integer(id)), ("parts", .array(parts))]).text
    }

    init?(_ text: String) {
        guard text.hasPrefix(SplitSnapshot.word),
            let json = try? JSON.parse(String(text.dropFirst(SplitSnapshot.word.count))), let id = json["id"]?.int64
        else { return nil }
        self.id = id
        parts = (json["parts"]?.array ?? []).compactMap { part in
            guard let amount = part["amount"]?.int64, let category = part["category"]?.string else { return nil }
            return SplitPart(
                amount: amount, category: category, notes: part["notes"]?.string,
                day: part["day"]?.string.flatMap { CivilDate(iso: $0) }, merchant: part["merchant"]?.string)
        }
    }
}
