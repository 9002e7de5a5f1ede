import Ledger
import Store

/// Answers payments that are about to be made, by the monthly limits, by how avoidable they look and by the money that is
/// there, and keeps each answer.
///
/// | a limit blocks (`should_block`), the score says `BLOCK` and money does not leave it open, or it would overdraw | authorization | verdict of `coach assess` |
/// |------------------------------------------------------------------------------------|---------------|---------------------------|
/// | a limit or the score | `DECLINE`, or overridden | `wait` or `skip`, never `buy` |
/// | it would overdraw | `DECLINE`, or overridden | `wait` or `skip`; `buy` where savings may cover it, or where it is a trifle and money lasts until the next pay |
/// | none             | `APPROVE`                | as reserve, burden, goals and later days have it |
///
/// What would take the balance below zero, before the next pay or in the five weeks that are looked at, is declined as
/// it is advised against: nobody is helped by a payment that the bank sends back. What one cannot well do without is let
/// through as long as the money is there on the day. Reserve and goals are the user's own matter: a payment may use them up. An override allows one payment to a merchant of just its amount, for five minutes;
/// it is used up by the first payment that it lets through, or that is charged while it holds, needed or not. So the score alone declines nothing: it does where money speaks
/// against the payment too, though neither exceeds a limit nor overdraws.
///
/// Times are given by the caller as seconds since 1970-01-01 UTC. The day that counts as today decides only which
/// spending a payment is held against.
public struct Guardian {
    let index: HouseholdIndex
    private let settings: PurchaseSettings
    private let positionHours: Int

    public init(_ index: HouseholdIndex, settings: PurchaseSettings = PurchaseSettings()) {
        self.index = index
        var settings = settings
        positionHours = settings.positionHours
        // Where one is, whoever asks says.
        settings.whereabouts = nil
        self.settings = settings
    }

    /// Answers a payment and keeps the answer, as one unit.
    ///
    /// - Parameters:
    ///   - purchase: with a merchant.
    ///   - fix: where one is, held against the user's geofences; nil where that is not known.
    /// - Throws: `FixProblem` for a position that cannot be.
    public func authorize(_ purchase: Purchase, asOf: CivilDate, at now: Int64, from fix: LocationFix? = nil) throws
        -> Authorization
    {
        try StoreError.refuseCardNumber(in: purchase.writtenMerchant, purchase.merchant)
        return try index.database.write {
            let advice = try PurchaseAdvisor(index, settings: settings).assess(purchase, asOf: asOf)
            let place = try fix.flatMap { try hit(at: $0, for: purchase, asOf: asOf, at: now) }
            let isBlocked = Guardian.speaksAgainst(advice) || place?.decision == .block
            guard isBlocked else { return try keep(.ok, advice, place, at: now) }
            guard let pass = try override(for: purchase, at: now) else {
                return try keep(.risky, advice, place, at: now)
            }
            let answer = try keep(.override, advice, place, at: now)
            try index.database.run(
                "UPDATE payment_override SET used_by = ? WHERE id = ?",
                .int(answer.event), .int(pass))
            return answer
        }
    }

    /// Why a payment that was approved is not to be charged any more: by what was spent since, the money that is left, or where
    /// one is now. The score, an opinion, was given when it was approved.
    ///
    /// - Returns: nil where nothing speaks against it.
    public func objection(to purchase: Purchase, asOf: CivilDate, at now: Int64, from fix: LocationFix?) throws
        -> String?
    {
        let advice = try PurchaseAdvisor(index, settings: settings).assess(purchase, asOf: asOf)
        let place = try fix.flatMap { try hit(at: $0, for: purchase, asOf: asOf, at: now) }
        guard advice.rules.shouldBlock || Guardian.overdraws(advice) || place?.decision == .block else { return nil }
        return message(.risky, advice, place)
    }

    /// The geofence that a payment is in, or may be in.
    func hit(at fix: LocationFix, for purchase: Purchase, asOf: CivilDate, at now: Int64) throws
        -> LocationCheck.Hit?
    {
        try LocationGuard(index, asOf: asOf, hours: positionHours)
            .hits(at: fix, category: purchase.category, now: now).first
    }

    /// Whether it is declined wherever one is.
    private static func speaksAgainst(_ advice: PurchaseAdvice) -> Bool {
        advice.rules.shouldBlock || isAvoidable(advice) || overdraws(advice)
    }

    /// Why a payment is answered otherwise than its score alone has it, a sentence; nil where both agree.
    public static func contrast(_ advice: PurchaseAdvice, in taxonomy: Taxonomy) -> String? {
        guard advice.score.isBlocked != speaksAgainst(advice) else { return nil }
        if advice.score.isBlocked {
            return "The score alone declines nothing: no limit and no lack of money that I know of stands against it."
        }
        let words = VerdictWords(advice, taxonomy: taxonomy)
        let why = overdraws(advice) ? words.overdraft?.sentence : nil
        return "It would be declined all the same. \(why ?? advice.rules.rationale)"
    }

    /// Whether the score speaks against it and money does not leave it open.
    private static func isAvoidable(_ advice: PurchaseAdvice) -> Bool {
        advice.score.isBlocked && advice.verdict.outcome != .buy
    }

    private static func overdraws(_ advice: PurchaseAdvice) -> Bool {
        guard !advice.isEssential else { return advice.cash?.leftOnDay ?? 0 < 0 }
        guard let cash = advice.cash, advice.purchase.replaced.map({ $0.extra > 0 }) ?? true else { return false }
        return min(cash.leftOnDay, cash.lowestWith.cents, cash.lowestLater.cents) < 0
    }

    /// Allows one payment of this amount to a merchant within five minutes.
    public func allow(_ amount: Money, at merchant: String, now: Int64) throws -> PaymentOverride {
        try StoreError.refuseCardNumber(in: merchant)
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

    /// - Parameter period: the days of the payments; nil for all.
    public func statistics(in period: Period? = nil) throws -> AuthorizationStatistics {
        let counts = try index.database.first(
            """
            SELECT count(*), count(*) FILTER (WHERE reason = 'risky'), count(*) FILTER (WHERE reason = 'override')
            FROM authorization_event WHERE ?1 IS NULL OR day BETWEEN ?1 AND ?2
            """,
            [
                .optional(period.map { Int64($0.start.dayNumber) }), .optional(period.map { Int64($0.end.dayNumber) }),
            ]
        ) { ($0.int(0), $0.int(1), $0.int(2)) }
        return AuthorizationStatistics(
            events: Int(counts?.0 ?? 0), risky: Int(counts?.1 ?? 0), overridden: Int(counts?.2 ?? 0))
    }

    /// Seconds that a decline holds where a payment is asked about anew with less known of it.
    public static let declineLife: Int64 = 600

    /// The decline of just this payment in the last ten minutes; nil where a newer approval or an override lets it through.
    public func standingDecline(of purchase: Purchase, at now: Int64) throws(StoreError) -> Decline? {
        guard let merchant = purchase.writtenMerchant ?? purchase.merchant,
            let decline = try index.decline(
                of: purchase.amount, at: merchant, since: now - Guardian.declineLife + 1)
        else { return nil }
        return try override(for: purchase, at: now) == nil ? decline : nil
    }

    /// The override for the payment that is not used up yet, of several the one that ends first.
    private func override(for purchase: Purchase, at now: Int64) throws(StoreError) -> Int64? {
        // An override is for the merchant as it was written.
        guard let merchant = purchase.writtenMerchant ?? purchase.merchant else { return nil }
        return try index.database.first(
            """
            SELECT id FROM payment_override WHERE merchant_key = ? AND currency = ? AND amount = ?
            AND granted_at <= ? AND expires_at > ? AND used_by IS NULL ORDER BY expires_at, id LIMIT 1
            """,
            [
                .text(NameKey.key(of: merchant)), .text(purchase.amount.currency.code),
                .int(purchase.amount.minorUnits), .int(now), .int(now),
            ]
        ) { $0.int(0) }
    }

    /// The merchants, by their keys, that overrides of an amount hold for which are not used up yet.
    func overriddenMerchants(of amount: Money, at now: Int64) throws(StoreError) -> [String] {
        try index.database.rows(
            """
            SELECT merchant_key FROM payment_override WHERE currency = ? AND amount = ? AND granted_at <= ?
            AND expires_at > ? AND used_by IS NULL
            """, [.text(amount.currency.code), .int(amount.minorUnits), .int(now), .int(now)]
        ) { $0.text(0) }
    }

    private func keep(
        _ reason: Authorization.Reason, _ advice: PurchaseAdvice, _ place: LocationCheck.Hit?, at now: Int64
    ) throws(StoreError) -> Authorization {
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
            event: index.database.lastInsertedID, reason: reason, assessment: advice.rules, score: advice.score,
            message: message(reason, advice, place), place: place)
    }

    /// What else is to be known of what is let through: what the score has against it, or the verdict.
    private func besides(_ advice: PurchaseAdvice, _ words: VerdictWords) -> [String] {
        if advice.score.isBlocked {
            let habit = advice.score.habit.map { "\(advice.purchase.amount.text) is \($0)." }
            return [habit, Guardian.contrast(advice, in: index.taxonomy)].compactMap(\.self)
        }
        let verdict = advice.verdict
        guard verdict.outcome != .buy, !verdict.isUnknown, !advice.isPast else { return [] }
        let bounds = advice.cash == nil ? "No limit stops it" : "No limit or overdraft stops it"
        return ["\(bounds), but I'd advise against it.", words.headline, words.reasons.first?.sentence ?? ""]
    }

    private func message(_ reason: Authorization.Reason, _ advice: PurchaseAdvice, _ place: LocationCheck.Hit?)
        -> String
    {
        // What cannot be paid is said before what is better not.
        let words = VerdictWords(advice, taxonomy: index.taxonomy)
        let money = Guardian.overdraws(advice) ? words.overdraft?.sentence : nil
        let why =
            money ?? (Guardian.isAvoidable(advice) && !advice.rules.shouldBlock ? words.reasons.first?.sentence : nil)
        var said = why ?? advice.rules.rationale
        if reason == .ok, why == nil { said += besides(advice, words).map { " \($0)" }.joined() }
        if let place {
            said =
                place.decision == .block
                ? "You're at \(place.geofence.name), where you don't want to pay for this."
                : "You\(place.isSure ? "'re" : " may be") at \(place.geofence.name). " + said
        }
        return switch reason {
        case .ok: said
        case .override: "Approved because you allowed it. \(said)"
        case .risky:
            "\(said) To allow it once, run `coach override` with the same amount and merchant; that holds for five minutes."
        }
    }
}
