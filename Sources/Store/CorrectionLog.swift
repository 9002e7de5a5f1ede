import Ledger

/// One action of the user: changes rows and notes what each was before, so that the action can be taken back.
final class CorrectionLog {
    let index: HouseholdIndex
    let documents: Documents
    private let batch: Int64
    /// Days of rows that were changed.
    private var days: Set<Int32> = []
    private(set) var changed = 0
    private var database: Database { index.database }

    init(_ index: HouseholdIndex) throws(StoreError) {
        self.index = index
        documents = try Documents(index)
        batch = try index.nextBatch
    }

    /// Puts a row into another state.
    ///
    /// - Returns: whether there is such a row.
    @discardableResult
    func set(_ state: RowState, ofRow id: Int64, before: RowState) throws(StoreError) -> Bool {
        guard let day = try index.set(state, ofRow: id, documents) else { return false }
        days.insert(day)
        changed += 1
        try note(before.text(changedTo: state), row: id)
        return true
    }

    /// Notes what it takes to go back.
    func note(_ before: String, row: Int64? = nil) throws(StoreError) {
        try database.run(
            "INSERT INTO correction (batch, txn_id, before, summary) VALUES (?, ?, ?, '')", .int(batch),
            .optional(row), .text(before))
    }

    /// Takes the pairing of a row's other side back.
    func unpair(_ other: Int64) throws(StoreError) {
        guard let before = try index.state(ofRow: other), before.pair != 0,
            let after = try index.stateBeforePairing(ofRow: other)
        else { return }
        try set(after, ofRow: other, before: before)
    }

    /// Brings the totals up to date.
    func finish() throws(StoreError) { try PeriodTotals.refresh(database, of: days) }
}

extension HouseholdIndex {
    /// A number for an action: above those of all before it, also where these were taken back, so that it is told whether an
    /// import came before it.
    var nextBatch: Int64 {
        get throws(StoreError) {
            try database.first(
                """
                SELECT 1 + max((SELECT coalesce(max(batch), 0) FROM correction),
                (SELECT coalesce(max(after_batch), 0) FROM import_file))
                """
            ) { $0.int(0) } ?? 1
        }
    }

    /// The number of the last action that can be taken back; 0 where there is none.
    public var lastCorrection: Int64 {
        get throws { try database.first("SELECT max(batch) FROM correction") { $0.int(0) } ?? 0 }
    }

    /// The last thing done, where it stays done.
    public func lastIsFinal() throws -> IrreversibleAction? {
        try database.rows("SELECT before FROM correction WHERE batch = ?", [.int(try lastCorrection)]) { $0.text(0) }
            .lazy.compactMap { FinalNote($0) }.first.map(action)
    }

    /// Takes the last correction, answer, limit, goal, geofence, wish, or account's new name back.
    ///
    /// - Returns: nil when there is none. Rows are named where a bank was synced since.
    /// - Throws: `IrreversibleAction` where the last thing done stays done; nothing is changed then.
    public func undoLastCorrection() throws -> CorrectionResult? {
        try database.write {
            guard let batch = try database.first("SELECT max(batch) FROM correction", [], { $0.optionalInt(0) }) ?? nil
            else { return nil }
            let entries = try database.rows(
                "SELECT txn_id, before FROM correction WHERE batch = ? ORDER BY id DESC", [.int(batch)]
            ) { ($0.optionalInt(0), $0.text(1)) }
            if let final = try lastIsFinal() { throw final }
            // The user may not remember what the last change was.
            let named = try naming(ofRows: entries.compactMap(\.0))
            var undoing = try Undoing(self)
            for (row, before) in entries { try undoing.undo(row, before) }
            try undoing.finish()
            try database.run("DELETE FROM correction WHERE batch = ?", .int(batch))
            if undoing.limits > 0 {
                let what = undoing.limits == 1 ? "limit is back the way it was" : "limits are back the way they were"
                return CorrectionResult(changed: undoing.limits, summary: "the \(what)")
            }
            if let words = undoing.geofence ?? undoing.wish ?? undoing.account {
                return CorrectionResult(changed: 1, summary: words)
            }
            if undoing.goals > 0 {
                return CorrectionResult(changed: undoing.goals, summary: "the goal is back the way it was")
            }
            let (count, isOne) = (undoing.rows, undoing.rows == 1)
            let rows =
                isOne
                ? "1 transaction is back the way it was\(named)"
                : "\(count) transactions\(named) are back the way they were"
            let isAnswer = count == 0 && undoing.answers > 0
            let out = isOne ? "; it still doesn't count" : "; \(undoing.leftOut) of them still don't count"
            let summary = isAnswer ? "your answer no longer counts" : rows + (undoing.leftOut > 0 ? out : "")
            return CorrectionResult(changed: undoing.rows, summary: summary)
        }
    }
}

/// Goes back through the entries of one action, the last one first.
private struct Undoing {
    private let index: HouseholdIndex
    private let documents: Documents
    private var days: Set<Int32> = []
    private var seen: Set<Int64> = []
    private var ruledMerchants: Set<Int64> = []
    private(set) var rows = 0
    /// Rows that came to nothing at the bank, and stay so.
    private(set) var leftOut = 0
    private(set) var answers = 0
    private(set) var limits = 0
    private(set) var goals = 0
    /// What became of a geofence, of a wish, or of an account's name.
    private(set) var geofence, wish, account: String?
    private var database: Database { index.database }

    init(_ index: HouseholdIndex) throws(StoreError) {
        self.index = index
        documents = try Documents(index)
    }

    mutating func undo(_ row: Int64?, _ before: String) throws(StoreError) {
        if let row, let current = try index.state(ofRow: row), let state = RowState(before, current: current) {
            if seen.insert(row).inserted {
                rows += 1
                if state.duplicate == RowState.neverCharged { leftOut += 1 }
            }
            try restore(row, state, current, changedPair: RowState.changesPair(before))
        } else if let split = SplitSnapshot(before) {
            rows += 1
            try index.setParts(split.parts, ofRow: split.id, basis: .user, documents)
        } else if let rule = RuleState(before) {
            try index.set(rule)
            ruledMerchants.insert(rule.merchantID)
        } else if let answer = ReviewAnswerKey(before) {
            answers += 1
            try index.forget(answer)
        } else if let limit = LimitSnapshot(before) {
            limits += 1
            try index.takeBack(limit)
        } else if let goal = GoalSnapshot(before) {
            goals += 1
            try index.takeBack(goal)
        } else if let change = GeofenceSnapshot(before) {
            geofence = try index.takeBack(change)
        } else if let change = WishSnapshot(before) {
            wish = try index.takeBack(change)
        } else if let change = NameSnapshot(before) {
            account = try index.takeBack(change)
        }
    }

    private mutating func restore(_ row: Int64, _ state: RowState, _ current: RowState, changedPair: Bool)
        throws(StoreError)
    {
        var state = state
        if current.pair != 0, state.pair != current.pair {
            if !changedPair, state.pair == 0, current.basis < DecisionBasis.userRule.rawValue {
                // Paired since, by its wording and not by what is taken back: the pair stands.
                (state.pair, state.kind, state.categoryID) = (current.pair, current.kind, current.categoryID)
            } else {
                try unpair(current.pair)
            }
        }
        // The other side may be gone with its import, or have another one.
        if state.pair != 0, state.pair != current.pair, try !index.mayPair(row, state.pair) { state.pair = 0 }
        try set(state, row)
    }

    private mutating func unpair(_ other: Int64) throws(StoreError) {
        guard let state = try index.stateBeforePairing(ofRow: other) else { return }
        try set(state, other)
    }

    private mutating func set(_ state: RowState, _ row: Int64) throws(StoreError) {
        if let day = try index.set(state, ofRow: row, documents) { days.insert(day) }
    }

    mutating func finish() throws(StoreError) {
        try decideAnew()
        try PeriodTotals.refresh(database, of: days)
    }

    /// What was imported under a rule that is another one now is decided as if it were imported today.
    private mutating func decideAnew() throws(StoreError) {
        var rules = MerchantRules(index)
        for merchant in ruledMerchants.sorted() {
            let imported = try database.rows(
                """
                SELECT u.txn_id, t.amount, m.name, u.category_id, u.kind, u.basis, u.transfer_hint
                FROM unruled u JOIN txn t ON t.id = u.txn_id JOIN merchant m ON m.id = u.merchant_id
                WHERE t.basis < 3 AND (u.merchant_id = ?1
                    OR u.merchant_id IN (SELECT merchant_id FROM merchant_rule WHERE renamed_to = ?1))
                ORDER BY u.txn_id
                """, [.int(merchant)]
            ) { row in
                (
                    id: row.int(0), amount: row.int(1),
                    decision: RowDecision(
                        merchant: row.text(2), category: index.categorySlug(row.int(3)),
                        kind: TransactionKind(code: row.int(4)) ?? .expense,
                        basis: DecisionBasis(rawValue: row.int(5)) ?? .rules, transferHint: row.int(6))
                )
            }
            for row in imported where !seen.contains(row.id) {
                var decision = row.decision
                try rules.apply(to: &decision, minorUnits: row.amount)
                try decide(row.id, decision)
            }
        }
    }

    private mutating func decide(_ row: Int64, _ decision: RowDecision) throws(StoreError) {
        guard let current = try index.state(ofRow: row) else { return }
        var state = current
        state.merchantID = try documents.merchantID(decision.merchant)
        state.basis = decision.basis.rawValue
        state.transferHint = decision.transferHint
        // A pair that its wording allows without the rule stands.
        if current.pair == 0 || decision.transferHint == 0 {
            state.categoryID = try index.categoryID(decision.category)
            state.kind = decision.kind.code
            state.pair = 0
        }
        guard state != current else { return }
        if current.pair != 0, state.pair == 0 { try unpair(current.pair) }
        try set(state, row)
        rows += 1
    }
}
