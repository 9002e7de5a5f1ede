import Ledger

/// A payment by card, from before anybody was asked for it.
public struct Charge: Sendable, Equatable {
    public enum State: String, Sendable, CaseIterable {
        /// Written down; the provider may know of it and moves nothing yet.
        case new
        /// The provider was told to charge, or is just about to be.
        case sent
        /// The cardholder has to answer the bank.
        case requiresAction = "requires_action"
        case processing, succeeded, declined, canceled

        /// Whether it is not known yet what comes of it.
        public var isOpen: Bool { ![.succeeded, .declined, .canceled].contains(self) }
    }

    public let id: Int64
    /// Tells it from all others at the provider.
    public let key: String
    public let requestKey: String?
    public let authorization: Int64
    public let funding: Int64
    public let amount: Money
    public let merchant: String
    public let category: String?
    /// Seconds since 1970-01-01 UTC; from `expiresAt` on it is not begun any more.
    public let madeAt: Int64
    public let expiresAt: Int64
    /// When it was learned that it went through; until then `madeAt`.
    public let paidAt: Int64
    public let day: CivilDate
    public let state: State
    /// The provider's id; nil until it told.
    public let intent: String?
    /// Why it came to nothing, a sentence.
    public let problem: String?
    /// The row that it is; nil until it succeeded.
    public let row: Int64?
    /// Minor units that went back, or were asked to.
    public let refunded: Int64
    /// Those among them that the provider isn't known to have heard of.
    public let refundedUnheard: Int64
    /// Whether the bank has told of it too.
    public let isSettled: Bool
    /// Whether somebody asked for it to be canceled: nothing more is asked of the card then.
    public let isCancelAsked: Bool
    /// Whether it is for trying: no money moves, so that it is no row and counts nowhere.
    public let isTest: Bool
}

extension Charge.State {
    /// As part of a sentence: `it …`.
    public var words: String {
        switch self {
        case .new: "has not been sent yet"
        case .sent: "was sent, and the answer is still open"
        case .requiresAction: "waits for you to confirm it at your bank"
        case .processing: "is being processed"
        case .succeeded: "went through"
        case .declined: "was declined"
        case .canceled: "was canceled"
        }
    }
}

/// Money that goes back to a card.
public struct ChargeRefund: Sendable, Equatable {
    public enum State: String, Sendable {
        /// The provider was asked, or is just about to be.
        case sent
        case pending, succeeded, failed
    }

    public let id: Int64
    public let key: String
    public let requestKey: String?
    public let charge: Int64
    /// Minor units.
    public let amount: Int64
    public let madeAt: Int64
    public let day: CivilDate
    public let state: State
    public let externalID: String?
    public let row: Int64?
}

/// An approval that a charge may be made on.
public struct Approval: Sendable, Equatable {
    public let id: Int64
    public let askedAt: Int64
    public let merchant: String
    public let category: String?
    public let amount: Money
    /// Whether the user let it through, whatever speaks against it.
    public let isOverride: Bool

    /// Seconds that it holds.
    public static let life: Int64 = 300
}

/// An answer that a payment is better not made.
public struct Decline: Sendable, Equatable {
    /// Seconds since 1970-01-01 UTC.
    public let askedAt: Int64
    /// What the payment was said to be for.
    public let category: String?
}

extension HouseholdIndex {
    /// As `Database.write`, and on the disk before it returns: what is sent next must not be forgotten by a power cut.
    public func writeThrough<T>(_ body: () throws -> T) throws -> T {
        try throughToDisk { try database.write(body) }
    }

    /// Within a `together` nothing is on the disk before its end.
    private func throughToDisk<T>(_ body: () throws -> T) throws -> T {
        guard !database.isTogether else { return try body() }
        try database.run(script: "PRAGMA synchronous = FULL")
        defer { try? database.run(script: "PRAGMA synchronous = NORMAL") }
        return try body()
    }

    // MARK: Approvals

    /// The payments approved between two moments, newest first. A later decline of the same payment, whenever it came, takes
    /// the approvals before it back.
    ///
    /// - Parameter id: of one only; nil for all.
    public func approvals(_ id: Int64? = nil, of amount: Money, from first: Int64, to last: Int64) throws(StoreError)
        -> [Approval]
    {
        let answers = try database.rows(
            """
            SELECT id, asked_at, merchant, category, reason FROM authorization_event
            WHERE amount = ?1 AND currency = ?2
            AND (reason NOT IN ('ok', 'override') OR asked_at BETWEEN ?3 AND ?4 AND (?5 IS NULL OR id = ?5))
            ORDER BY id DESC
            """,
            [
                .int(amount.minorUnits), .text(amount.currency.code), .int(first), .int(last), .optional(id),
            ]
        ) { row in
            let approval = Approval(
                id: row.int(0), askedAt: row.int(1), merchant: row.text(2), category: row.optionalText(3),
                amount: amount, isOverride: row.text(4) == "override")
            return (approval: approval, isGiven: approval.isOverride || row.text(4) == "ok")
        }
        var declined: Set<String> = []
        return answers.compactMap { answer in
            let merchant = NameKey.key(of: answer.approval.merchant)
            if !answer.isGiven { declined.insert(merchant) }
            return answer.isGiven && !declined.contains(merchant) ? answer.approval : nil
        }
    }

    /// Takes the approvals of a payment back, as a decline of it does, as part of a transaction.
    public func takeBack(_ approval: Approval, on day: CivilDate, at now: Int64) throws(StoreError) {
        try database.run(
            """
            INSERT INTO authorization_event (asked_at, day, merchant, category, amount, currency, reason)
            VALUES (?, ?, ?, ?, ?, ?, 'risky')
            """, .int(now), .int(Int64(day.dayNumber)), .text(approval.merchant), .optional(approval.category),
            .int(approval.amount.minorUnits), .text(approval.amount.currency.code))
    }

    /// The newest answer to just this payment since a moment, where that was a decline.
    public func decline(of amount: Money, at merchant: String, since moment: Int64) throws(StoreError) -> Decline? {
        let key = NameKey.key(of: merchant)
        return try database.rows(
            """
            SELECT asked_at, category, merchant, reason FROM authorization_event
            WHERE amount = ? AND currency = ? AND asked_at >= ? ORDER BY id DESC
            """, [.int(amount.minorUnits), .text(amount.currency.code), .int(moment)]
        ) { row in
            (
                decline: Decline(askedAt: row.int(0), category: row.optionalText(1)),
                key: NameKey.key(of: row.text(2)), isDeclined: !["ok", "override"].contains(row.text(3))
            )
        }.first { $0.key == key }.flatMap { $0.isDeclined ? $0.decline : nil }
    }

    /// What was asked about payments of an amount since a moment, newest first.
    public func payments(of amount: Money, since moment: Int64) throws(StoreError) -> [(
        merchant: String, category: String?
    )] {
        try database.rows(
            """
            SELECT merchant, category FROM authorization_event WHERE amount = ? AND currency = ? AND asked_at >= ?
            ORDER BY id DESC
            """, [.int(amount.minorUnits), .text(amount.currency.code), .int(moment)]
        ) { ($0.text(0), $0.optionalText(1)) }
    }

    // MARK: Charges

    /// A column that says whether a charge `c` is for trying: its card's money is none.
    private static let isTest = "EXISTS (SELECT 1 FROM funding_source f WHERE f.id = c.funding_id AND f.is_live = 0)"

    private func charges(_ rest: String, _ values: [SQLValue] = []) throws(StoreError) -> [Charge] {
        try database.rows(
            """
            SELECT c.id, c.key, c.request_key, c.authorization_id, c.funding_id, c.amount, c.currency, c.merchant,
            c.category, c.made_at, c.expires_at, c.day, c.state, c.intent, c.problem, c.txn_id,
            (SELECT coalesce(sum(r.amount), 0) FROM charge_refund r WHERE r.charge_id = c.id AND r.state <> 'failed'),
            coalesce((SELECT t.pending = 0 FROM txn t WHERE t.id = c.txn_id), 0)
            OR EXISTS (SELECT 1 FROM duplicate d WHERE d.txn_id = c.txn_id AND d.of_id IS NOT NULL), c.cancel_asked_at IS NOT NULL,
            (SELECT coalesce(sum(r.amount), 0) FROM charge_refund r WHERE r.charge_id = c.id AND r.state = 'sent'),
            \(HouseholdIndex.isTest), coalesce(c.paid_at, c.made_at)
            FROM charge c \(rest)
            """, values
        ) { row in
            Charge(
                id: row.int(0), key: row.text(1), requestKey: row.optionalText(2), authorization: row.int(3),
                funding: row.int(4), amount: Money(row.int(5), Currency(row.text(6)) ?? .usd), merchant: row.text(7),
                category: row.optionalText(8), madeAt: row.int(9), expiresAt: row.int(10),
                paidAt: row.int(21), day: row.day(11),
                state: Charge.State(rawValue: row.text(12)) ?? .sent, intent: row.optionalText(13),
                problem: row.optionalText(14), row: row.optionalInt(15), refunded: row.int(16),
                refundedUnheard: row.int(19), isSettled: row.int(17) == 1, isCancelAsked: row.int(18) == 1,
                isTest: row.int(20) == 1)
        }
    }

    /// The newest first.
    public func charges(limit: Int) throws(StoreError) -> [Charge] {
        try charges("ORDER BY c.id DESC LIMIT ?", [.int(Int64(limit))])
    }

    /// Those of an amount that went through since a moment, as far as is known, the newest first.
    public func paidCharges(of amount: Money, since moment: Int64) throws(StoreError) -> [Charge] {
        try charges(
            "WHERE c.state = 'succeeded' AND c.amount = ? AND c.currency = ? "
                + "AND coalesce(c.paid_at, c.made_at) >= ? ORDER BY coalesce(c.paid_at, c.made_at) DESC, c.id DESC",
            [.int(amount.minorUnits), .text(amount.currency.code), .int(moment)])
    }

    /// Whether anything was paid with a card.
    public func hasPaid(with funding: Int64) throws(StoreError) -> Bool {
        try database.first(
            "SELECT EXISTS (SELECT 1 FROM charge WHERE funding_id = ? AND state = 'succeeded')", [.int(funding)]
        ) { $0.int(0) == 1 } ?? false
    }

    /// Those that nobody knows yet what comes of, oldest first.
    public func openCharges() throws(StoreError) -> [Charge] {
        try charges("WHERE c.state IN ('new', 'sent', 'requires_action', 'processing') ORDER BY c.id")
    }

    /// Those whose refunds nobody knows yet what comes of, or that are no rows yet.
    public func chargesWithOpenRefunds() throws(StoreError) -> [Charge] {
        try charges(
            """
            WHERE EXISTS (SELECT 1 FROM charge_refund r WHERE r.charge_id = c.id AND (r.state IN ('sent', 'pending')
            OR r.state = 'succeeded' AND r.txn_id IS NULL AND NOT \(HouseholdIndex.isTest))) ORDER BY c.id
            """)
    }

    public func charge(_ id: Int64) throws(StoreError) -> Charge? { try charges("WHERE c.id = ?", [.int(id)]).first }

    public func charge(ofApproval id: Int64) throws(StoreError) -> Charge? {
        try charges("WHERE c.authorization_id = ?", [.int(id)]).first
    }

    public func charge(requestKey: String) throws(StoreError) -> Charge? {
        try charges("WHERE c.request_key = ?", [.text(requestKey)]).first
    }

    public func charge(intent: String) throws(StoreError) -> Charge? {
        try charges("WHERE c.intent = ?", [.text(intent)]).first
    }

    public func charge(key: String) throws(StoreError) -> Charge? {
        try charges("WHERE c.key = ?", [.text(key)]).first
    }

    /// Writes a charge down, as part of a transaction. It uses up its approval, and an override of just this payment.
    public func addCharge(
        on approval: Approval, key: String, requestKey: String?, funding: Int64, day: CivilDate, now: Int64,
        expiresAt: Int64
    ) throws -> Charge {
        try database.run(
            """
            INSERT INTO charge (key, request_key, authorization_id, funding_id, amount, currency, merchant, merchant_key,
            category, made_at, day, expires_at, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'new')
            """, .text(key), .optional(requestKey), .int(approval.id), .int(funding), .int(approval.amount.minorUnits),
            .text(approval.amount.currency.code), .text(approval.merchant), .text(NameKey.key(of: approval.merchant)),
            .optional(approval.category), .int(now), .int(Int64(day.dayNumber)), .int(expiresAt))
        guard let charge = try charge(database.lastInsertedID) else {
            throw StoreError(.statement(code: 0), "the charge could not be kept; nothing was charged.")
        }
        try note(.charge(charge.id))
        try useUpOverride(for: approval, at: now)
        return charge
    }

    /// Uses up the override that lets an approved payment through, of several the one that ends first: the payment may have been
    /// approved without it, and is charged once all the same.
    private func useUpOverride(for approval: Approval, at now: Int64) throws(StoreError) {
        try database.run(
            """
            UPDATE payment_override SET used_by = ?1 WHERE id = (
                SELECT id FROM payment_override WHERE merchant_key = ?2 AND currency = ?3 AND amount = ?4
                AND granted_at <= ?5 AND expires_at > ?5 AND used_by IS NULL ORDER BY expires_at, id LIMIT 1
            ) AND NOT EXISTS (SELECT 1 FROM payment_override WHERE used_by = ?1)
            """, .int(approval.id), .text(NameKey.key(of: approval.merchant)),
            .text(approval.amount.currency.code), .int(approval.amount.minorUnits), .int(now))
    }

    /// Notes how a charge stands. What has an outcome keeps it, and nothing goes back, whoever else is on the same charge; without
    /// its intent it is canceled only where nobody has one.
    public func note(_ state: Charge.State, intent: String?, problem: String?, ofCharge id: Int64) throws {
        try writeThrough {
            try database.run(
                """
                UPDATE charge SET state = ?1, intent = coalesce(intent, ?2), problem = ?3
                WHERE id = ?4 AND state NOT IN ('succeeded', 'canceled', 'declined')
                AND (?1 <> 'sent' OR state IN ('new', 'sent')) AND (?1 <> 'canceled' OR ?2 IS NOT NULL OR intent IS NULL)
                """, .text(state.rawValue), .optional(intent), .optional(problem), .int(id))
            if let charge = try charge(id), [.canceled, .declined].contains(charge.state) {
                try forgetNote(ofCharge: id)
            }
        }
    }

    /// Keeps that a charge is to be canceled, whatever becomes of asking for it.
    public func askToCancel(charge id: Int64, at now: Int64) throws {
        try writeThrough {
            try database.run(
                "UPDATE charge SET cancel_asked_at = coalesce(cancel_asked_at, ?) WHERE id = ?", .int(now), .int(id))
        }
    }

    /// Whether the approval that a charge was made on was taken back by a later decline of the same payment.
    public func isTakenBack(_ charge: Charge) throws(StoreError) -> Bool {
        try approvals(charge.authorization, of: charge.amount, from: .min, to: .max).isEmpty
    }

    /// The open charges of a payment whose approval was taken back.
    public func openChargesTakenBack(_ amount: Money, at merchant: String) throws -> [Charge] {
        let key = NameKey.key(of: merchant)
        return try openCharges().filter {
            try $0.amount == amount && NameKey.key(of: $0.merchant) == key && isTakenBack($0)
        }
    }

    // MARK: Refunds

    private func refunds(_ rest: String, _ values: [SQLValue]) throws(StoreError) -> [ChargeRefund] {
        try database.rows(
            """
            SELECT id, key, request_key, charge_id, amount, made_at, day, state, external_id, txn_id FROM charge_refund
            WHERE \(rest) ORDER BY id
            """, values
        ) { row in
            ChargeRefund(
                id: row.int(0), key: row.text(1), requestKey: row.optionalText(2), charge: row.int(3),
                amount: row.int(4), madeAt: row.int(5), day: row.day(6),
                state: ChargeRefund.State(rawValue: row.text(7)) ?? .sent, externalID: row.optionalText(8),
                row: row.optionalInt(9))
        }
    }

    /// Oldest first.
    public func refunds(ofCharge id: Int64) throws(StoreError) -> [ChargeRefund] {
        try refunds("charge_id = ?", [.int(id)])
    }

    public func refund(requestKey: String) throws(StoreError) -> ChargeRefund? {
        try refunds("request_key = ?", [.text(requestKey)]).first
    }

    /// Writes a refund down, as part of a transaction.
    public func addRefund(
        key: String, requestKey: String? = nil, ofCharge id: Int64, amount: Int64, day: CivilDate, now: Int64
    ) throws(StoreError) {
        try database.run(
            """
            INSERT INTO charge_refund (key, request_key, charge_id, amount, made_at, day, state)
            VALUES (?, ?, ?, ?, ?, ?, 'sent')
            """, .text(key), .optional(requestKey), .int(id), .int(amount), .int(now), .int(Int64(day.dayNumber)))
    }

    // MARK: Rows

    /// What the rows of charges and refunds come from; no file, so that no list of files shows it.
    static let chargeFormat = "charge"

    /// Makes a charge that succeeded a pending row, once; one for trying is none.
    ///
    /// - Parameters:
    ///   - descriptor: what the provider says is on the card's statement.
    ///   - merchant: as the index knows it.
    ///   - today: the day it is noted on.
    ///   - now: when that is.
    public func recordCharge(
        _ id: Int64, intent: String?, descriptor: String? = nil, merchant: String, category: String,
        on today: CivilDate, at now: Int64
    ) throws {
        try recordRow(on: today) { session in
            guard let charge = try charge(id), charge.row == nil, let source = try fundingSource(charge.funding) else {
                return
            }
            try database.run(
                """
                UPDATE charge SET state = 'succeeded', problem = NULL, intent = coalesce(intent, ?),
                descriptor = coalesce(?, descriptor), paid_at = coalesce(paid_at, ?) WHERE id = ?
                """, .optional(intent), .optional(descriptor.map { NameKey.key(of: $0) }), .int(now), .int(id))
            guard source.isLive else { return }
            let row = HouseholdIndex.row(
                account: source.accountID, day: charge.day, amount: -charge.amount.minorUnits, merchant, category,
                .expense, id: intent ?? charge.key)
            let number = try earlierRow(of: row) ?? session.keep(row)
            try database.run("UPDATE charge SET txn_id = ? WHERE id = ?", .int(number), .int(id))
        }
    }

    /// Makes a refund that went through a pending row, once; one for trying is none.
    public func recordRefund(_ refund: ChargeRefund, merchant: String, category: String, on today: CivilDate) throws {
        guard let charge = try charge(refund.charge), !charge.isTest else { return }
        try recordRow(on: today) { session in
            guard let source = try fundingSource(charge.funding),
                try refunds(ofCharge: charge.id).contains(where: { $0.id == refund.id && $0.row == nil })
            else { return }
            let row = HouseholdIndex.row(
                account: source.accountID, day: refund.day, amount: refund.amount, merchant, category, .refund,
                id: refund.externalID ?? refund.key)
            let number = try earlierRow(of: row) ?? session.keep(row)
            try database.run("UPDATE charge_refund SET txn_id = ? WHERE id = ?", .int(number), .int(refund.id))
        }
    }

    private func recordRow(on today: CivilDate, _ body: (ImportSession) throws -> Void) throws {
        try throughToDisk {
            try importFile(
                named: HouseholdIndex.chargeFormat, format: HouseholdIndex.chargeFormat, on: today,
                expectsManyRows: false
            ) { session in
                try body(session)
                return (session.added, ())
            } settle: { _ in
            }
        }
    }

    private static func row(
        account: Int64, day: CivilDate, amount: Int64, _ merchant: String, _ category: String, _ kind: TransactionKind,
        id: String
    ) -> NewTransaction {
        NewTransaction(
            accountID: account, day: day.dayNumber, postedDay: nil, amount: amount, description: merchant,
            contentHash: ImportSession.contentHash(merchant), textHash: ContentHash.of(merchant), merchant: merchant,
            category: category, kind: kind, isPending: true, basis: .bank, transferHint: 0, bankID: id, line: 1)
    }

    /// The bank's row of it, where the bank has told of later days already.
    private func earlierRow(of row: NewTransaction) throws(StoreError) -> Int64? {
        try database.first(
            """
            SELECT t.id FROM txn t JOIN merchant m ON m.id = t.merchant_id
            WHERE t.account_id = ? AND t.amount = ? AND t.day BETWEEN ?3 AND ?3 + \(ImportSession.pendingWindow)
            AND m.key = ? AND t.parent_id IS NULL AND t.id NOT IN (SELECT txn_id FROM charge WHERE txn_id IS NOT NULL)
            AND t.id NOT IN (SELECT txn_id FROM charge_refund WHERE txn_id IS NOT NULL)
            AND ?5 > ?3 ORDER BY t.day LIMIT 1
            """,
            [
                .int(row.accountID), .int(row.amount), .int(Int64(row.day)), .text(NameKey.key(of: row.merchant)),
                .optional(try lastPosted(in: row.accountID)),
            ]
        ) { $0.int(0) }
    }

    /// The number of the day up to which an account's bank has told rows; nil before the first one.
    private func lastPosted(in account: Int64) throws(StoreError) -> Int64? {
        try database.first("SELECT max(day) FROM txn WHERE account_id = ? AND pending = 0", [.int(account)]) {
            $0.optionalInt(0)
        } ?? nil
    }
}

extension ImportSession {
    /// Keeps a row and says its number.
    fileprivate func keep(_ row: NewTransaction) throws(StoreError) -> Int64 {
        _ = try add(row)
        return try database.first(
            "SELECT id FROM txn WHERE account_id = ? AND bank_id = ?",
            [.int(row.accountID), .optional(row.bankID)]
        ) { $0.int(0) } ?? 0
    }
}
