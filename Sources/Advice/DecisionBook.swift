import Glibc
import Ledger
import Store

/// The assessed purchases of an index.
public struct DecisionBook {
    private let index: HouseholdIndex

    public init(_ index: HouseholdIndex) { self.index = index }

    // MARK: Writing

    /// Keeps a decision; the same wish at the same price on the same day replaces the one before and keeps its word.
    ///
    /// - Returns: its number.
    public func keep(_ decision: Decision) throws -> Int64 {
        let purchase = decision.purchase
        try StoreError.refuseCardNumber(in: purchase.merchant, purchase.item)
        return try index.database.write {
            try index.database.run(
                """
                INSERT INTO decision (day, planned_day, amount, payment, payments, every_days, every_months, currency,
                merchant, merchant_key, item, category, wish, verdict, wait_until, p_avoid, features, online, account, basis)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS REAL), ?, ?, ?, ?)
                ON CONFLICT (day, wish, amount) DO UPDATE SET planned_day = excluded.planned_day,
                payment = excluded.payment, payments = excluded.payments, every_days = excluded.every_days,
                every_months = excluded.every_months, category = excluded.category, verdict = excluded.verdict,
                wait_until = excluded.wait_until, p_avoid = excluded.p_avoid, features = excluded.features,
                online = excluded.online, account = excluded.account, basis = excluded.basis
                """, .int(Int64(decision.day.dayNumber)), .int(Int64(purchase.day.dayNumber)),
                .int(purchase.amount.minorUnits),
                .optional(purchase.instalments?.cents), .optional(purchase.instalments?.count.map(Int64.init)),
                .optional(purchase.instalments?.stepInDays), .optional(purchase.instalments?.stepInMonths),
                .text(purchase.amount.currency.code),
                .optional(purchase.merchant), .optional(purchase.merchant.map { NameKey.key(of: $0) }),
                .optional(purchase.item), .optional(purchase.category), .text(Decision.wish(of: purchase)),
                .text(decision.verdict.rawValue), .optional(decision.waitUntil.map { Int64($0.dayNumber) }),
                .text(String(decision.avoidance)), .text(decision.features), .int(purchase.isOnline ? 1 : 0),
                .optional(purchase.account), .optional(decision.basis?.text))
            return try index.database.first(
                "SELECT id FROM decision WHERE day = ? AND wish = ? AND amount = ?",
                [
                    .int(Int64(decision.day.dayNumber)), .text(Decision.wish(of: purchase)),
                    .int(purchase.amount.minorUnits),
                ]
            ) { $0.int(0) } ?? 0
        }
    }

    /// Keeps what the user said of a decision; a later word replaces an earlier one.
    ///
    /// - Returns: whether there is such a decision.
    public func tell(_ word: DecisionWord, of id: Int64, on day: CivilDate) throws -> Bool {
        try index.tell(word.rawValue, ofDecision: id, on: day)
    }

    /// Forgets one decision, or all where `id` is nil.
    ///
    /// - Returns: how many there were.
    public func forget(_ id: Int64? = nil) throws -> Int {
        try index.database.write {
            try index.database.run("DELETE FROM decision WHERE ?1 IS NULL OR id = ?1", .optional(id))
            return index.database.changes
        }
    }

    // MARK: Reading

    /// All decisions with what came of them, up to a day.
    public func record(asOf: CivilDate) throws -> DecisionRecord {
        var decisions = try index.database.rows(
            """
            SELECT id, day, planned_day, amount, coalesce(payment, amount), currency, merchant, item, category, verdict,
            wait_until, CAST(p_avoid AS TEXT), features, word, word_day, online, account, merchant_key,
            payments, every_days, every_months, (SELECT r.day FROM reminder r WHERE r.decision_id = decision.id),
            basis FROM decision WHERE day <= ? ORDER BY day DESC, id DESC
            """, [.int(Int64(asOf.dayNumber))]
        ) { row in (DecisionBook.decision(row), payment: row.int(4), key: row.optionalText(17)) }
        let dataEnd = min(asOf, try index.coverage?.end ?? asOf)
        var taken: Set<Int64> = []
        for isLate in [false, true] {
            for place in decisions.indices where decisions[place].0.bought == nil {
                guard let key = decisions[place].key, !key.isEmpty else { continue }
                let found = try purchases(decisions[place].0, key: key, paying: decisions[place].payment, through: asOf)
                let last = decisions[place].0.due.adding(days: Decision.outcomeDays)
                guard let first = found.first(where: { !taken.contains($0.id) && ($0.day > last) == isLate }) else {
                    continue
                }
                taken.insert(first.id)
                decisions[place].0.isBoughtLate = isLate
                guard !isLate else { continue }
                decisions[place].0.bought = (first.id, first.day)
                decisions[place].0.boughtFor = first.cents
            }
        }
        return DecisionRecord(decisions.map(\.0), dataEnd: dataEnd)
    }

    /// Spending that may be this purchase, earliest first: the merchant's, within 1 % of the price, from the day it
    /// was asked about to 30 days after the one it was planned or told to wait for. The bank's name of a merchant may go on after the
    /// user's (`Steam`, `Steam Games`) or the other way round.
    private func purchases(_ decision: Decision, key: String, paying cents: Int64, through end: CivilDate) throws
        -> [(id: Int64, day: CivilDate, cents: Int64)]
    {
        let tolerance = cents / Decision.tolerance
        let last = min(end, decision.due.adding(days: Decision.savedDays))
        return try index.database.rows(
            """
            SELECT s.id, s.day, s.spent FROM spending s JOIN merchant m ON m.id = s.merchant_id
            JOIN account a ON a.id = s.account_id
            WHERE s.day BETWEEN ? AND ? AND s.spent BETWEEN ? AND ? AND a.currency = ?
            AND (m.key = ?6 OR length(?6) >= 4 AND length(m.key) >= 4
                 AND (substr(m.key, 1, length(?6)) = ?6 OR substr(?6, 1, length(m.key)) = m.key))
            ORDER BY s.day, s.id
            """,
            [
                .int(Int64(decision.start.dayNumber)), .int(Int64(last.dayNumber)), .int(cents - tolerance),
                .int(cents + tolerance), .text(decision.purchase.amount.currency.code), .text(key),
            ]
        ) { (id: $0.int(0), day: $0.day(1), cents: $0.int(2)) }
    }

    private static func decision(_ row: Statement) -> Decision {
        func day(_ column: Int32) -> CivilDate { row.day(column) }
        let purchase = Purchase(
            amount: Money(row.int(3), Currency(row.text(5)) ?? .usd), merchant: row.optionalText(6),
            item: row.optionalText(7), category: row.optionalText(8), isOnline: row.int(15) == 1,
            instalments: instalments(row), account: row.optionalText(16), day: day(2))
        var decision = Decision(
            id: row.int(0), day: day(1), purchase: purchase, verdict: PurchaseVerdict(rawValue: row.text(9)) ?? .wait,
            waitUntil: row.isNull(10) ? nil : day(10), avoidance: strtod(row.text(11), nil), features: row.text(12),
            word: row.optionalText(13).flatMap(DecisionWord.init), wordDay: row.isNull(14) ? nil : day(14))
        decision.askAgainOn = row.isNull(21) ? nil : day(21)
        decision.basis = row.optionalText(22).flatMap { VerdictBasis($0) }
        if let said = decision.basis?.said { decision.purchase.said = said }
        return decision
    }

    private static func instalments(_ row: Statement) -> Instalments? {
        let interval: Instalments.Interval? =
            row.optionalInt(19).map { .days(Int($0)) } ?? row.optionalInt(20).map { .months(Int($0)) }
        return interval.map {
            var plan = Instalments(cents: row.int(4), count: row.optionalInt(18).map { Int($0) }, every: $0)
            // What the payments leave of the price was paid at once.
            if plan.count != nil { plan.down = max(0, row.int(3) - plan.wholeCost) }
            return plan
        }
    }
}

extension Instalments {
    fileprivate var stepInDays: Int64? { if case .days(let step) = every { Int64(step) } else { nil } }
    fileprivate var stepInMonths: Int64? { if case .months(let step) = every { Int64(step) } else { nil } }
}

extension HouseholdIndex {
    /// The currency of all rows at a merchant that count; nil where there are none, or several currencies.
    public func currency(atMerchant name: String) throws(StoreError) -> Currency? {
        let codes = try database.rows(
            """
            SELECT c.currency FROM (SELECT DISTINCT currency FROM account) c WHERE EXISTS (
                SELECT 1 FROM merchant m JOIN document d ON d.merchant_id = m.id
                JOIN txn t INDEXED BY txn_document ON t.document_id = d.id JOIN account a ON a.id = t.account_id
                WHERE m.key = ? AND t.counted = 1 AND a.currency = c.currency)
            LIMIT 2
            """, [.text(NameKey.key(of: name))]
        ) { $0.text(0) }
        return codes.count == 1 ? Currency(codes[0]) : nil
    }
}
