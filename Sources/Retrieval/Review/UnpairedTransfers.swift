import Ledger
import Store

/// Money that left an account as a transfer, or for a card's bill, whose other side is in no account: it counts as no spending,
/// and only its owner knows whether it is some.
public struct UnpairedTransfers {
    private let index: HouseholdIndex
    private let answers: [ReviewAnswerKey: String]

    private struct Row {
        let id: Int64
        let accountID: Int64
        let merchantID: Int64
        let merchant: String
        let category: String
        let amount: Int64
        let day: Int32
        let text: String
    }

    /// What rows of one question have in common.
    private struct Key: Hashable {
        let merchantID: Int64
        let mask: String
        let accountID: Int64
        let currency: Currency
    }

    /// - Parameter answers: the questions of a review that were answered.
    init(_ index: HouseholdIndex, _ answers: [ReviewAnswerKey: String]) {
        (self.index, self.answers) = (index, answers)
    }

    /// - Parameters:
    ///   - asked: rows that other questions are about.
    ///   - days: those that one row at least has to be of.
    func findings(besides asked: Set<Int64>, touching days: ClosedRange<Int32>) throws -> [ReviewFindings.Unpaired] {
        let rows = try open(days: nil).filter { !asked.contains($0.id) }
        guard rows.contains(where: { days.contains($0.day) }) else { return [] }
        let currencies = Dictionary(uniqueKeysWithValues: try index.accounts.map { ($0.id, $0.currency) })
        let groups = Dictionary(grouping: rows) { row in
            Key(
                merchantID: row.merchantID, mask: UnpairedTransfers.mask(in: row.text), accountID: row.accountID,
                currency: currencies[row.accountID] ?? .usd)
        }
        let groupsOf = Dictionary(grouping: groups.keys, by: \.merchantID).mapValues(\.count)
        var found: [ReviewFindings.Unpaired] = []
        for (key, rows) in groups where rows.contains(where: { days.contains($0.day) }) {
            let inOrder = rows.sorted { ($0.day, $0.id) < ($1.day, $1.id) }
            guard let last = inOrder.last, let first = rows.map(\.id).min(),
                answers[ReviewAnswerKey(kind: .transfer, first: first)] == nil
            else { continue }
            let isOwn = groupsOf[key.merchantID] == 1 && TransferName(rawValue: last.merchant) == nil
            found.append(
                ReviewFindings.Unpaired(
                    rows: rows.map(\.id).sorted(), latest: last.id,
                    merchant: try isOwn && !hasPairs(key.merchantID) ? key.merchantID : nil,
                    isCardBill: last.category == "card_payment",
                    amount: Money(rows.reduce(0) { $0 + $1.amount }, key.currency),
                    last: CivilDate(dayNumber: last.day)))
        }
        return found.sorted { $0.rows[0] < $1.rows[0] }
    }

    private func hasPairs(_ merchant: Int64) throws(StoreError) -> Bool {
        try index.database.first(
            """
            SELECT 1 FROM document d JOIN txn t ON t.document_id = d.id WHERE d.merchant_id = ? AND t.pair_id IS NOT NULL
            """, [.int(merchant)]
        ) { _ in true } ?? false
    }

    /// Rows that nobody has decided, and whose other side is not still to come: an account that it may be in has been read up to
    /// their days.
    private func open(days: ClosedRange<Int32>?) throws -> [Row] {
        let accounts = try index.accounts
        let deposits = Set(accounts.filter(\.type.isDeposit).map(\.id))
        let transfers = try index.knownCategoryID("transfers") ?? -1
        let range = days ?? -1_000_000...10_000_000
        // What only its wording allows to be a transfer is a question about its merchant.
        let rows = try index.database.rows(
            """
            SELECT t.id, t.account_id, t.merchant_id, m.name, t.category_id, t.amount, t.day, d.description
            FROM txn t JOIN document d ON d.id = t.document_id JOIN merchant m ON m.id = t.merchant_id
            WHERE t.id IN (SELECT id FROM txn INDEXED BY txn_day WHERE day BETWEEN ? AND ? AND counted = 1 AND kind = 3 AND amount < 0)
            AND t.pair_id IS NULL AND t.parent_id IS NULL AND t.pending = 0 AND t.basis BETWEEN -1 AND 1
            AND NOT (t.basis = 0 AND t.category_id = ? AND t.transfer_hint = 2)
            """, [.int(Int64(range.lowerBound)), .int(Int64(range.upperBound)), .int(transfers)]
        ) { row in
            Row(
                id: row.int(0), accountID: row.int(1), merchantID: row.int(2), merchant: row.text(3),
                category: index.categorySlug(row.int(4)), amount: row.int(5), day: row.dayNumber(6), text: row.text(7))
        }.filter { deposits.contains($0.accountID) }
        guard !rows.isEmpty else { return [] }
        let spans = try index.database.rows(
            "SELECT account_id, min(day), max(day) FROM txn GROUP BY account_id"
        ) { (id: $0.int(0), days: $0.dayNumber(1)...$0.dayNumber(2)) }
        let covered = Dictionary(uniqueKeysWithValues: spans.map { ($0.id, $0.days) })
        return rows.filter { row in
            !accounts.contains { account in
                guard account.id != row.accountID, UnpairedTransfers.mayHold(row.category, account.type),
                    let days = covered[account.id]
                else { return false }
                return !days.contains(row.day)
            }
        }
    }

    /// Whether an account may have the other side.
    private static func mayHold(_ category: String, _ type: AccountType) -> Bool {
        switch category {
        case "card_payment": type == .creditCard
        case "savings_transfer": type == .savings
        case "investment_transfer": type == .investment || type == .retirement
        default: type.isDeposit
        }
    }

    /// The digits of the other account, as banks mask it: `...8842`, `xx8812`, `*9911`; empty where none are there.
    static func mask(in text: String) -> String {
        let scalars = Array(text.utf8)
        var found = ""
        var index = 0
        while index < scalars.count {
            guard isDigit(scalars[index]) else {
                index += 1
                continue
            }
            var end = index
            while end < scalars.count, isDigit(scalars[end]) { end += 1 }
            let isMasked = index > 0 && marks.contains(scalars[index - 1])
            if isMasked, (3...6).contains(end - index), end == scalars.count || !isLetter(scalars[end]) {
                found = String(decoding: scalars[index..<end], as: UTF8.self)
            }
            index = end
        }
        return found
    }

    /// `.`, `x`, `X`, `*`, and the last byte of `…`.
    private static let marks: Set<UInt8> = [0x2E, 0x78, 0x58, 0x2A, 0xA6]
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }
}

extension HouseholdIndex {
    /// What of some days left as transfers without another side while nobody has said what it was, a sum for each currency; what
    /// comes to less than a part of what was spent is not looked for.
    ///
    /// - Parameter least: what has to have left for it to matter, by currency.
    public func openTransfers(in period: Period, least: Money) throws -> Money? {
        let transfers = UnpairedTransfers(self, try reviewAnswers())
        let days = period.start.dayNumber...period.end.dayNumber
        return try transfers.sum(in: days, of: least.currency).flatMap { $0.minorUnits > least.minorUnits ? $0 : nil }
    }
}

extension UnpairedTransfers {
    /// What left on these days and no answer has settled; positive. nil where nothing did.
    fileprivate func sum(in days: ClosedRange<Int32>, of currency: Currency) throws -> Money? {
        guard try !open(days: days).isEmpty else { return nil }
        let asked = Set(
            try findings(besides: [], touching: days).filter { $0.amount.currency == currency }.flatMap(\.rows))
        let sum = try open(days: days).filter { asked.contains($0.id) }.reduce(0) { $0 - $1.amount }
        return sum > 0 ? Money(sum, currency) : nil
    }
}
