import Ledger

/// A question of the review by what it is about.
public struct ReviewAnswerKey: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Two rows that may be one payment.
        case duplicate
        /// A pending row that may have been posted as another one, or never.
        case pending
        /// The sides of a transfer.
        case transfer
        /// What a merchant's rows are for.
        case category
        /// An expense, and money that came in and was not for it.
        case payback
    }

    public let kind: Kind
    /// A row; of a category its merchant.
    public let first: Int64
    /// The other row; 0 without one.
    public let second: Int64

    public init(kind: Kind, first: Int64, second: Int64 = 0) {
        self.kind = kind
        self.first = first
        self.second = second
    }

    /// How the log of corrections writes it.
    fileprivate var text: String { "answer \(kind.rawValue) \(first) \(second)" }

    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 4, parts[0] == "answer", let kind = Kind(rawValue: String(parts[1])),
            let first = Int64(parts[2]), let second = Int64(parts[3])
        else { return nil }
        self.init(kind: kind, first: first, second: second)
    }
}

/// What an answer does to rows.
public enum ReviewEffect: Sendable, Equatable {
    /// Nothing: all is as it was taken.
    case none
    /// The row is another one once more, or without one was never charged: it counts nowhere.
    case duplicate(row: Int64, of: Int64?)
    /// The posted row is what became of the pending one: what the user said of that is said of it.
    case posting(of: Int64, as: Int64)
    /// The rows are the sides of one transfer, which is of this category.
    case pair(out: Int64, into: Int64, category: String)
    /// The row is no side of a transfer with any account that is there.
    case noTransfer(row: Int64)
    /// These rows are of this category.
    case file(rows: [Int64], category: String)
    /// The merchant's rows are of this category, also those that are imported later.
    case categorise(merchant: Int64, category: String)
}

extension HouseholdIndex {
    /// The questions that were answered, with the answers.
    public func reviewAnswers() throws(StoreError) -> [ReviewAnswerKey: String] {
        let answers = try database.rows("SELECT kind, first, second, choice FROM review_answer") { row in
            (ReviewAnswerKey.Kind(rawValue: row.text(0)), row.int(1), row.int(2), row.text(3))
        }
        var out: [ReviewAnswerKey: String] = [:]
        for (kind, first, second, choice) in answers {
            if let kind { out[ReviewAnswerKey(kind: kind, first: first, second: second)] = choice }
        }
        return out
    }

    /// Keeps an answer and does what it says, as one action that `undoLastCorrection` takes back.
    ///
    /// - Parameter choice: a word for the answer.
    public func keep(answer choice: String, to key: ReviewAnswerKey, _ effect: ReviewEffect) throws -> CorrectionResult
    {
        try database.write {
            let log = try CorrectionLog(self)
            try log.note(key.text)
            try database.run(
                "INSERT OR REPLACE INTO review_answer (kind, first, second, choice) VALUES (?, ?, ?, ?)",
                .text(key.kind.rawValue), .int(key.first), .int(key.second), .text(choice))
            try apply(effect, log)
            try log.finish()
            let rows = "\(log.changed) transaction\(log.changed == 1 ? "" : "s") changed"
            return CorrectionResult(changed: log.changed, summary: log.changed == 0 ? "noted" : rows)
        }
    }

    func forget(_ key: ReviewAnswerKey) throws(StoreError) {
        try database.run(
            "DELETE FROM review_answer WHERE kind = ? AND first = ? AND second = ?", .text(key.kind.rawValue),
            .int(key.first), .int(key.second))
    }

    private func apply(_ effect: ReviewEffect, _ log: CorrectionLog) throws(StoreError) {
        switch effect {
        case .none: break
        case .duplicate(let row, let other):
            try change(row, log) { state in
                state.excluded = 1
                state.duplicate = other ?? RowState.neverCharged
            }
        case .posting(let pending, let posted): try post(pending, as: posted, log)
        case .pair(let out, let into, let category):
            try pair(out, into, category, log)
            try pairWhatIsClearNow(like: out, log)
        case .noTransfer(let row):
            try change(row, log) { $0.transferHint = 0 }
            try pairWhatIsClearNow(like: row, log)
        case .file(let rows, let category):
            try apply(Correction(category: category), rows: rows, merchants: [], log)
        case .categorise(let merchant, let category):
            try apply(Correction(category: category), rows: [], merchants: [merchant], log)
        }
    }

    private func change(_ row: Int64, _ log: CorrectionLog, _ change: (inout RowState) -> Void) throws(StoreError) {
        guard let before = try state(ofRow: row) else { throw missing(row) }
        var after = before
        change(&after)
        if after != before { try log.set(after, ofRow: row, before: before) }
    }

    /// Both may have been decided by the user: then what the posted one says stands.
    private func post(_ pending: Int64, as posted: Int64, _ log: CorrectionLog) throws(StoreError) {
        guard let earlier = try state(ofRow: pending) else { throw missing(pending) }
        try change(posted, log) { state in
            state.notes = RowTags.joined(state.notes, earlier.notes)
            let byUser = DecisionBasis.user.rawValue
            guard earlier.basis == byUser, state.basis < byUser else { return }
            state.merchantID = earlier.merchantID
            state.categoryID = earlier.categoryID
            state.kind = earlier.kind
            state.basis = earlier.basis
        }
        if try parts(ofRow: posted).isEmpty { try moveParts(of: pending, to: posted, log) }
        try change(pending, log) { state in
            state.excluded = 1
            state.duplicate = posted
        }
    }

    /// What was posted beyond the pending amount belongs to its last part, which has what the others left.
    private func moveParts(of pending: Int64, to posted: Int64, _ log: CorrectionLog) throws(StoreError) {
        var parts = try parts(ofRow: pending)
        let amount = try database.first("SELECT amount FROM txn WHERE id = ?", [.int(posted)]) { $0.int(0) }
        guard let amount, let last = parts.indices.last else { return }
        parts[last].amount = amount - parts.dropLast().reduce(0) { $0 + $1.amount }
        guard parts[last].amount.signum() == amount.signum() else { return }
        try log.note(SplitSnapshot(id: posted, parts: try self.parts(ofRow: posted)).text, row: posted)
        try setParts(parts, ofRow: posted, basis: .user, log.documents)
    }

    private func missing(_ row: Int64) -> StoreError {
        StoreError(.statement(code: 0), "transaction \(row) is gone; list the questions again.")
    }

    private func pair(_ a: Int64, _ b: Int64, _ category: String, _ log: CorrectionLog) throws(StoreError) {
        guard try mayPair(a, b), try mayPair(b, a) else { throw missing(a) }
        let categoryID = try categoryID(category)
        for (id, other) in [(a, b), (b, a)] {
            try noteUnpaired(id)
            try change(id, log) { state in
                state.pair = other
                state.kind = TransactionKind.transfer.code
                if state.basis < DecisionBasis.userRule.rawValue { state.categoryID = categoryID }
            }
        }
    }

    /// An answer may leave other rows of the same amount with one candidate alone.
    private func pairWhatIsClearNow(like row: Int64, _ log: CorrectionLog) throws(StoreError) {
        let place = try database.first("SELECT day, abs(amount) FROM txn WHERE id = ?", [.int(row)]) {
            (day: $0.dayNumber(0), amount: $0.int(1))
        }
        guard let place else { return }
        let reach = TransferMatcher.window * 4
        let rows = try possibleTransfers(days: place.day - reach...place.day + reach)
            .filter { abs($0.amount) == place.amount }
        let accountOf = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.accountID) })
        for found in TransferMatcher.match(rows).pairs {
            let accounts = [found.out, found.into].compactMap { accountOf[$0] }
            try pair(found.out, found.into, try transferCategory(between: accounts), log)
        }
    }

    /// The category of a transfer between accounts: by what these are.
    public func transferCategory(between accounts: [Int64]) throws(StoreError) -> String {
        let sides = try self.accounts.filter { accounts.contains($0.id) }.map(\.type)
        if sides.contains(.creditCard) { return "card_payment" }
        if sides.contains(.savings) { return "savings_transfer" }
        return sides.contains(.investment) || sides.contains(.retirement) ? "investment_transfer" : "transfers"
    }
}
