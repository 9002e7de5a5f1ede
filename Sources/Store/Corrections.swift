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
    /// Whether it became the rule of a merchant unasked, because most of its last rows were put there one by one.
    public var becameRule = false
}

extension HouseholdIndex {
    /// Changes rows by the user's word, which wins over everything that is decided or imported later.
    ///
    /// - Parameter always: also make it the rule for the rows' merchants, now and in later imports. Three of the last five
    ///   rows of a merchant, put into one category one by one, become a rule as well.
    /// - Throws: `UnknownTransaction` for an id that is not there, `CorrectionError` for a category that a row can't be of;
    ///   nothing is changed then.
    public func correct(_ ids: [Int64], _ correction: Correction, always: Bool) throws -> CorrectionResult {
        try StoreError.refuseCardNumber(in: correction.merchant, correction.notes)
        return try database.write {
            let log = try CorrectionLog(self)
            var merchants: [Int64] = []
            for id in ids {
                guard let merchant = try merchantID(ofRow: id) else { throw UnknownTransaction(id: id) }
                if let category = correction.category, correction.kind == nil, taxonomy[category]?.flow == .in,
                    try amount(ofRow: id) < 0
                {
                    throw CorrectionError(
                        message:
                            "transaction \(id) is money that went out, and \(taxonomy.displayName(category)) is for money "
                            + "that came in; choose a category that money is spent on")
                }
                if always, !merchants.contains(merchant) { merchants.append(merchant) }
            }
            try apply(correction, rows: ids, merchants: merchants, log)
            let taught = try always ? [] : merchantsTaught(by: ids, correction)
            if let category = correction.category {
                try apply(Correction(category: category), rows: [], merchants: taught, log)
            }
            try log.finish()
            let summary = "\(log.changed) transaction\(log.changed == 1 ? "" : "s") changed"
            if !taught.isEmpty {
                return CorrectionResult(
                    changed: log.changed,
                    summary: summary + ", and saved as a rule, since you've done that for most of the recent ones",
                    becameRule: true)
            }
            return CorrectionResult(
                changed: log.changed, summary: merchants.isEmpty ? summary : summary + ", and saved as a rule")
        }
    }

    /// The merchants of rows whose last five rows were put into the same category by the user three times, one by one.
    private func merchantsTaught(by ids: [Int64], _ correction: Correction) throws(StoreError) -> [Int64] {
        guard let category = correction.category, correction.kind == nil, correction.merchant == nil else { return [] }
        let categoryID = try categoryID(category)
        var taught: [Int64] = []
        for id in ids {
            guard let merchant = try merchantID(ofRow: id), !taught.contains(merchant) else { continue }
            let last = try database.rows(
                """
                SELECT t.basis = 3 AND t.category_id = ? FROM document d JOIN txn t ON t.document_id = d.id
                WHERE d.merchant_id = ? AND t.parent_id IS NULL ORDER BY t.day DESC, t.id DESC LIMIT 5
                """, [.int(categoryID), .int(merchant)]
            ) { $0.int(0) == 1 }
            if last.count(where: \.self) >= 3, last.count > 3 { taught.append(merchant) }
        }
        return taught
    }

    /// Corrects rows, and makes the correction the rule of merchants and of their rows.
    func apply(_ correction: Correction, rows ids: [Int64], merchants: [Int64], _ log: CorrectionLog)
        throws(StoreError)
    {
        var targets = ids
        for merchant in merchants {
            try keepRule(merchant, correction, log)
            targets += try rows(ofMerchant: merchant)
        }
        let named = Set(ids)
        var seen: Set<Int64> = []
        for id in targets where seen.insert(id).inserted {
            let isNamed = named.contains(id)
            var change = correction
            // Notes and what counts belong to the rows named, never to a merchant's other rows.
            if !isNamed {
                change.notes = nil
                change.isExcluded = nil
            }
            try apply(change, to: id, basis: isNamed ? .user : .userRule, log)
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

    private func apply(_ change: Correction, to id: Int64, basis: DecisionBasis, _ log: CorrectionLog)
        throws(StoreError)
    {
        guard let before = try state(ofRow: id) else { return }
        var after = before
        if let category = change.category {
            after.categoryID = try categoryID(category)
            if after.categoryID != before.categoryID {
                after.kind = taxonomy.kind(of: category, minorUnits: try amount(ofRow: id)).code
            }
        }
        if let kind = change.kind { after.kind = kind.code }
        if let merchant = change.merchant { after.merchantID = try log.documents.merchantID(merchant) }
        if let notes = change.notes { after.notes = notes.isEmpty ? nil : notes }
        if let isExcluded = change.isExcluded {
            after.excluded = isExcluded ? 1 : 0
            if !isExcluded { after.duplicate = 0 }
        }
        let isDecided = basis == .user || change.category != nil || change.kind != nil
        if isDecided { after.basis = max(before.basis, basis.rawValue) }
        // What is no transfer has no other side.
        if after.kind != TransactionKind.transfer.code { after.pair = 0 }
        guard after != before, try log.set(after, ofRow: id, before: before) else { return }
        if before.pair != 0, after.pair == 0 { try log.unpair(before.pair) }
    }
}

/// A correction that can't be, as one line for people.
public struct CorrectionError: Error, Equatable, Sendable {
    public let message: String
}

/// There is no transaction with this number.
public struct UnknownTransaction: Error, Equatable, Sendable {
    public let id: Int64

    public init(id: Int64) { self.id = id }
}
