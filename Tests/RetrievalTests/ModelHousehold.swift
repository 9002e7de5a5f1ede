import Ledger
import TestSupport
import Testing

@testable import Store

/// A row as plain values, from which a test computes by itself what the index must answer.
struct ModelRow: Sendable {
    var id: Int64
    var day: Int32
    var amount: Int64
    var merchant: String
    var category: String
    var account = "Checking"
    var kind: TransactionKind
    var isPending = false
    var isExcluded = false
    /// The row this is a part of.
    var parent: Int64?
    var isSplit = false

    init(
        _ id: Int64, day: Int32, amount: Int64, merchant: String, category: String,
        kind: TransactionKind = .expense
    ) {
        self.id = id
        self.day = day
        self.amount = amount
        self.merchant = merchant
        self.category = category
        self.kind = kind
    }

    func with(_ change: (inout ModelRow) -> Void) -> ModelRow {
        var copy = self
        change(&copy)
        return copy
    }

    var counts: Bool { !isExcluded && !isSplit }
    var date: CivilDate { CivilDate(dayNumber: day) }
    var text: String { "POS \(merchant.uppercased()) \(id)" }
    /// The row on the other side of a transfer.
    var pair: Int64?
    var currency: Currency { account == "Euro Card" ? .eur : account == "Yen Card" ? .jpy : .usd }
}

extension HouseholdIndex {
    /// Brings the rows in under the numbers that they have, which must be 1, 2, 3 … in order.
    func fill(_ rows: [ModelRow]) throws {
        var accounts: [String: Int64] = [:]
        for row in rows where accounts[row.account] == nil {
            accounts[row.account] = try addAccount(name: row.account, type: .checking, currency: row.currency).id
        }
        try importFile(named: "model.csv", format: "csv", on: CivilDate(dayNumber: 21_000), expectsManyRows: false) {
            session in
            for row in rows {
                let outcome = try session.add(
                    NewTransaction(
                        accountID: accounts[row.account] ?? 0, day: row.day, postedDay: nil, amount: row.amount,
                        description: row.text, contentHash: ImportSession.contentHash(row.text),
                        textHash: ContentHash.of(row.text), merchant: row.merchant, category: row.category,
                        kind: row.kind, isPending: row.isPending, basis: .rules, transferHint: 0, bankID: nil,
                        line: Int(row.id)))
                #expect(outcome == .added)
            }
            return (rows.count, ())
        } settle: { _ in
        }
        for row in rows where row.isExcluded {
            _ = try correct([row.id], Correction(isExcluded: true), always: false)
        }
        let splits = rows.filter { $0.isSplit || $0.parent != nil }
        try database.write {
            for row in splits {
                try database.run(
                    "UPDATE txn SET parent_id = ?, counted = ? WHERE id = ?", .optional(row.parent),
                    .int(row.counts ? 1 : 0), .int(row.id))
            }
            for row in rows where row.pair != nil {
                try database.run("UPDATE txn SET pair_id = ? WHERE id = ?", .optional(row.pair), .int(row.id))
            }
            try PeriodTotals.refresh(database, of: Set(splits.map(\.day)))
        }
    }
}

/// A household of made-up rows in three accounts and two currencies, with pending, excluded and split rows.
enum ModelHousehold {
    static let merchants: [(name: String, category: String, kind: TransactionKind)] = [
        ("Bakery", "groceries", .expense), ("Butcher", "groceries", .expense), ("Corner Cafe", "coffee", .expense),
        ("Fuel Stop", "fuel", .expense), ("Bus Company", "public_transit", .expense), ("Book Shop", "books", .expense),
        ("Employer", "salary", .income), ("Savings Bank", "interest_income", .income),
        ("Own Savings", "transfers", .transfer),
    ]
    static let first: Int32 = 19_700

    static func rows(seed: UInt64, count: Int) -> [ModelRow] {
        var random = SeededGenerator(seed: seed)
        var rows: [ModelRow] = []
        while rows.count < count {
            let source = merchants[Int.random(in: 0..<merchants.count, using: &random)]
            var row = ModelRow(
                Int64(rows.count + 1), day: first + Int32.random(in: 0..<900, using: &random),
                // Round amounts, so that limits and medians meet equal ones.
                amount: Int64.random(in: 0...40, using: &random) * 125, merchant: source.name,
                category: source.category,
                kind: source.kind)
            row.account = ["Checking", "Credit Card", "Euro Card"][Int.random(in: 0..<3, using: &random)]
            switch row.kind {
            case .expense where Int.random(in: 0..<8, using: &random) == 0: row.kind = .refund
            case .expense: row.amount = -row.amount
            case .transfer where Bool.random(using: &random): row.amount = -row.amount
            default: break
            }
            row.isPending = Int.random(in: 0..<10, using: &random) == 0
            row.isExcluded = Int.random(in: 0..<12, using: &random) == 0
            guard Int.random(in: 0..<12, using: &random) == 0, !row.isExcluded else {
                rows.append(row)
                continue
            }
            let part = row.amount / 3
            rows.append(row.with { $0.isSplit = true })
            for (offset, amount) in [part, row.amount - part].enumerated() {
                rows.append(
                    row.with {
                        $0.id = row.id + Int64(offset) + 1
                        $0.amount = amount
                        $0.parent = row.id
                        if offset == 1, $0.category == "groceries" { $0.category = "books" }
                    })
            }
        }
        return rows
    }
}
