import Ledger
import Store

/// Answers payments that are about to be made, by the monthly limits and by how avoidable they look, and keeps each answer.
///
/// | a limit blocks (`should_block`) | the score blocks (`BLOCK`) | authorization            | verdict of `coach assess`     |
/// |---------------------------------|----------------------------|--------------------------|-------------------------------|
/// | yes                             | yes or no                  | `DECLINE`, or overridden | `wait` or `skip`, never `buy` |
/// | no                              | yes                        | `DECLINE`, or overridden | `wait` or `skip`, never `buy` |
/// | no                              | no                         | `APPROVE`                | as the money and goals have it |
///
/// An override allows payments to one merchant of an amount up to its own, for five minutes.
///
/// Times are given by the caller as seconds since 1970-01-01 UTC. The day that counts as today decides only which
/// spending a payment is held against.
public struct Guardian {
    private let index: HouseholdIndex
    private let settings: PurchaseSettings

    public init(_ index: HouseholdIndex, settings: PurchaseSettings = PurchaseSettings()) {
        self.index = index
        self.settings = settings
    }

    /// Answers a payment and keeps the answer, as one unit.
    ///
    /// - Parameter purchase: with a merchant.
    public func authorize(_ purchase: Purchase, asOf: CivilDate, at now: Int64) throws -> Authorization {
        try index.database.write {
            let advice = try PurchaseAdvisor(index, settings: settings).assess(purchase, asOf: asOf)
            guard advice.rules.shouldBlock || advice.score.isBlocked else { return try keep(.ok, advice, at: now) }
            guard let pass = try override(for: purchase, at: now) else { return try keep(.risky, advice, at: now) }
            let answer = try keep(.override, advice, at: now)
            try index.database.run(
                "UPDATE payment_override SET used_by = ? WHERE id = ? AND used_by IS NULL",
                .int(index.database.lastInsertedID), .int(pass))
            return answer
        }
    }

    /// Allows payments of at most this amount to a merchant for five minutes.
    public func allow(_ amount: Money, at merchant: String, now: Int64) throws -> PaymentOverride {
        let pass = PaymentOverride(merchant: merchant, amount: amount, expires: now + PaymentOverride.lifetime)
        try index.database.write {
            try index.database.run(
                """
                INSERT INTO payment_override (granted_at, expires_at, merchant_key, amount, currency)
                VALUES (?, ?, ?, ?, ?)
                """, .int(now), .int(pass.expires), .text(NameKey.key(of: merchant)), .int(amount.minorUnits),
                .text(amount.currency.code))
        }
        return pass
    }

    public func statistics() throws -> AuthorizationStatistics {
        let counts = try index.database.first(
            """
            SELECT count(*), count(*) FILTER (WHERE reason = 'risky'), count(*) FILTER (WHERE reason = 'override')
            FROM authorization_event
            """
        ) { ($0.int(0), $0.int(1), $0.int(2)) }
        return AuthorizationStatistics(
            events: Int(counts?.0 ?? 0), risky: Int(counts?.1 ?? 0), overridden: Int(counts?.2 ?? 0))
    }

    /// The smallest override that allows the payment, of equals the one that ends first.
    private func override(for purchase: Purchase, at now: Int64) throws(StoreError) -> Int64? {
        // An override is for the merchant as it was written.
        guard let merchant = purchase.writtenMerchant ?? purchase.merchant else { return nil }
        return try index.database.first(
            """
            SELECT id FROM payment_override WHERE merchant_key = ? AND currency = ? AND amount >= ?
            AND granted_at <= ? AND expires_at > ? ORDER BY amount, expires_at, id LIMIT 1
            """,
            [
                .text(NameKey.key(of: merchant)), .text(purchase.amount.currency.code),
                .int(purchase.amount.minorUnits), .int(now), .int(now),
            ]
        ) { $0.int(0) }
    }

    private func keep(_ reason: Authorization.Reason, _ advice: PurchaseAdvice, at now: Int64) throws(StoreError)
        -> Authorization
    {
        let purchase = advice.purchase
        try index.database.run(
            """
            INSERT INTO authorization_event (asked_at, day, merchant, category, amount, currency, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, .int(now), .int(Int64(purchase.day.dayNumber)),
            .text(purchase.writtenMerchant ?? purchase.merchant ?? ""),
            .optional(purchase.category), .int(purchase.amount.minorUnits), .text(purchase.amount.currency.code),
            .text(reason.rawValue))
        return Authorization(
            reason: reason, assessment: advice.rules, score: advice.score, message: Guardian.message(reason, advice))
    }

    private static func message(_ reason: Authorization.Reason, _ advice: PurchaseAdvice) -> String {
        let why = advice.rules.shouldBlock || reason == .ok ? advice.rules.rationale : advice.score.againstIt
        return switch reason {
        case .ok: why
        case .override: "Approved because you allowed it. \(why)"
        case .risky: "\(why) `coach override` with the same amount and merchant allows it for five minutes."
        }
    }
}
