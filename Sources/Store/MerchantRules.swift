import Ledger

/// What a row is taken for: what a rule of the user changes.
public struct RowDecision: Sendable, Equatable {
    public var merchant: String
    /// A category id of the taxonomy.
    public var category: String
    public var kind: TransactionKind
    public var basis: DecisionBasis
    /// As `NewTransaction.transferHint`.
    public var transferHint: Int64

    public init(
        merchant: String, category: String, kind: TransactionKind, basis: DecisionBasis, transferHint: Int64
    ) {
        self.merchant = merchant
        self.category = category
        self.kind = kind
        self.basis = basis
        self.transferHint = transferHint
    }
}

/// Applies the user's rules for merchants, each read once.
public struct MerchantRules {
    private let index: HouseholdIndex
    /// Whether there are any; nil before that was looked up.
    private var areThere: Bool?
    private var known: [String: Correction?] = [:]

    public init(_ index: HouseholdIndex) { self.index = index }

    public var isEmpty: Bool {
        mutating get throws(StoreError) {
            if let areThere { return !areThere }
            let found = try index.hasRules
            areThere = found
            return !found
        }
    }

    /// The rules win over everything that was decided.
    ///
    /// - Parameter minorUnits: of the row, negative = money out.
    public mutating func apply(to decided: inout RowDecision, minorUnits: Int64) throws(StoreError) {
        guard let rule = try rule(decided.merchant) else { return }
        if let name = rule.merchant { decided.merchant = name }
        // A rule may also have been made under the new name.
        let renamed = rule.merchant == nil ? nil : try self.rule(decided.merchant)
        let (category, kind) = (renamed?.category ?? rule.category, renamed?.kind ?? rule.kind)
        guard category != nil || kind != nil else { return }
        decided.basis = .userRule
        if let category, category != decided.category {
            decided.category = category
            decided.kind = index.taxonomy.kind(of: category, minorUnits: minorUnits)
        }
        if let kind { decided.kind = kind }
        if decided.kind == .transfer { decided.transferHint = HouseholdIndex.certainTransfer }
    }

    private mutating func rule(_ merchant: String) throws(StoreError) -> Correction? {
        if let rule = known[merchant] { return rule }
        let rule = try index.rule(forMerchant: merchant)
        known[merchant] = .some(rule)
        return rule
    }
}

/// A merchant's rule as the log of corrections keeps it; `-` for what it does not say.
struct RuleState {
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

extension RuleState {
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[0] == "rule", let merchantID = Int64(parts[1]) else { return nil }
        self.init(
            merchantID: merchantID, exists: parts[2] == "1", renamedTo: Int64(parts[3]), categoryID: Int64(parts[4]),
            kind: Int64(parts[5]))
    }
}

extension HouseholdIndex {
    /// `NewTransaction.transferHint` of a row that is a transfer by its wording or the user's word.
    static let certainTransfer: Int64 = 3

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

    /// Makes a correction the rule of a merchant, beside what its rule says already.
    func keepRule(_ merchant: Int64, _ correction: Correction, _ log: CorrectionLog) throws(StoreError) {
        let before =
            try database.first(
                "SELECT renamed_to, category_id, kind FROM merchant_rule WHERE merchant_id = ?", [.int(merchant)]
            ) { row in
                RuleState(
                    merchantID: merchant, exists: true, renamedTo: row.optionalInt(0), categoryID: row.optionalInt(1),
                    kind: row.optionalInt(2))
            } ?? RuleState(merchantID: merchant, exists: false, renamedTo: nil, categoryID: nil, kind: nil)
        var after = before
        after.exists = true
        if let category = correction.category {
            after.categoryID = try categoryID(category)
            after.kind = nil
        }
        if let kind = correction.kind { after.kind = kind.code }
        if let name = correction.merchant { after.renamedTo = try log.documents.merchantID(name) }
        try set(after)
        try log.note(before.text)
    }

    func set(_ rule: RuleState) throws(StoreError) {
        try database.run("DELETE FROM merchant_rule WHERE merchant_id = ?", .int(rule.merchantID))
        guard rule.exists else { return }
        try database.run(
            "INSERT INTO merchant_rule (merchant_id, renamed_to, category_id, kind) VALUES (?, ?, ?, ?)",
            .int(rule.merchantID), .optional(rule.renamedTo), .optional(rule.categoryID), .optional(rule.kind))
    }
}
