import Ledger
import Store

/// Answers payments that are about to be made, by the monthly limits and by how avoidable they look, and keeps each answer.
///
/// A payment that one of them speaks against is declined, unless the user allowed it: an override is for one merchant, an
/// amount up to its own, five minutes, and one use. A payment that nothing speaks against leaves overrides unused. What
/// one cannot well do without is held against the limits alone.
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

    /// Answers a payment and keeps the answer, as one unit: no override is used twice.
    ///
    /// - Parameter purchase: with a merchant.
    public func authorize(_ purchase: Purchase, asOf: CivilDate, at now: Int64) throws -> Authorization {
        try index.database.write {
            let checks = try PurchaseAdvisor(index, settings: settings).checks(purchase, asOf: asOf)
            let isAvoidable = checks.score.isBlocked && !checks.isEssential
            guard checks.rules.shouldBlock || isAvoidable else { return try keep(.ok, purchase, checks, at: now) }
            guard let pass = try override(for: purchase, at: now) else {
                return try keep(.risky, purchase, checks, at: now)
            }
            let answer = try keep(.override, purchase, checks, at: now)
            try index.database.run(
                "UPDATE payment_override SET used_by = ? WHERE id = ?", .int(index.database.lastInsertedID), .int(pass))
            return answer
        }
    }

    /// Allows a payment of at most this amount to a merchant, once, within five minutes.
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

    /// The smallest unused override that allows the payment, of equals the one that ends first.
    private func override(for purchase: Purchase, at now: Int64) throws(StoreError) -> Int64? {
        // An override is for the merchant as it was written.
        guard let merchant = purchase.writtenMerchant ?? purchase.merchant else { return nil }
        return try index.database.first(
            """
            SELECT id FROM payment_override WHERE merchant_key = ? AND used_by IS NULL AND currency = ? AND amount >= ?
            AND granted_at <= ? AND expires_at > ? ORDER BY amount, expires_at, id LIMIT 1
            """,
            [
                .text(NameKey.key(of: merchant)), .text(purchase.amount.currency.code),
                .int(purchase.amount.minorUnits), .int(now), .int(now),
            ]
        ) { $0.int(0) }
    }

    private func keep(
        _ reason: Authorization.Reason, _ purchase: Purchase, _ checks: PurchaseChecks, at now: Int64
    ) throws(StoreError) -> Authorization {
        try index.database.run(
            """
            INSERT INTO authorization_event (asked_at, day, merchant, category, amount, currency, reason)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, .int(now), .int(Int64(purchase.day.dayNumber)),
            .text(purchase.writtenMerchant ?? purchase.merchant ?? ""),
            .optional(purchase.category), .int(purchase.amount.minorUnits), .text(purchase.amount.currency.code),
            .text(reason.rawValue))
        return Authorization(
            reason: reason, assessment: checks.rules, score: checks.score, message: Guardian.message(reason, checks))
    }

    private static func message(_ reason: Authorization.Reason, _ checks: PurchaseChecks) -> String {
        let score = checks.score
        func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }
        let why =
            checks.rules.shouldBlock || reason == .ok
            ? checks.rules.rationale
            : "It looks avoidable (\(percent(score.probability)), and from \(percent(score.threshold)) on I advise "
                + "against it). \(score.reason)"
        return switch reason {
        case .ok: why
        case .override: "Approved because you allowed it. \(why)"
        case .risky: "\(why) `coach override` with the same amount and merchant allows it for five minutes."
        }
    }
}
