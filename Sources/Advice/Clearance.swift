import Ledger
import Store

/// Whether a payment may be charged.
public enum Clearance: Sendable {
    /// It may; the user's geofence that one is in, or may be in, is worth a word.
    case approved(LocationCheck.Hit?)
    /// It may not; why, a sentence or two.
    case declined(Authorization.Reason, String)
}

extension Guardian {
    /// Asks for approval, unless the payment was approved in the last five minutes and nothing speaks against it since. What
    /// was just declined stays so: asked about here, less may be known of it.
    ///
    /// - Parameters:
    ///   - purchase: with its merchant as it was written.
    ///   - category: what it was said to be for; nil where nothing was.
    ///   - fix: where one is; nil where that is not known.
    ///   - objection: why an approval holds no more; nil where it does.
    /// - Throws: `FixProblem` for a position that cannot be.
    public func clearance(
        of purchase: Purchase, saidFor category: String?, asOf: CivilDate, at now: Int64, from fix: LocationFix?,
        unless objection: (Approval) throws -> String?
    ) throws -> Clearance {
        var purchase = purchase
        let merchant = purchase.writtenMerchant ?? purchase.merchant ?? ""
        if let known = try approval(of: purchase.amount, at: merchant, for: category, now) {
            purchase.category = known.category ?? purchase.category
            if try objection(known) == nil {
                return .approved(try fix.flatMap { try hit(at: $0, for: purchase, asOf: asOf, at: now) })
            }
        }
        if let decline = try standingDecline(of: purchase, at: now) {
            return .declined(.risky, Guardian.words(for: decline, now))
        }
        // An override is used up for what was declined.
        if category == nil {
            let earlier = try index.decline(of: purchase.amount, at: merchant, since: now - Guardian.declineLife + 1)
            purchase.category = earlier?.category ?? purchase.category
        }
        let answer = try authorize(purchase, asOf: asOf, at: now, from: fix)
        return answer.decision == .decline ? .declined(answer.reason, answer.message) : .approved(answer.place)
    }

    /// The payment that an override of this amount lets through and that isn't approved yet; nil for none, and for several.
    ///
    /// - Parameter merchant: nil for the one that such a payment was declined at.
    public func allowedPayment(of amount: Money, at merchant: String?, asOf: CivilDate, now: Int64) throws -> Purchase?
    {
        let allowed = try Set(overriddenMerchants(of: amount, at: now))
        let wanted = merchant.map { NameKey.key(of: $0) }
        let keys = allowed.filter { wanted ?? $0 == $0 }
        guard let key = keys.first, keys.count == 1 else { return nil }
        let asked = try index.payments(of: amount, since: now - Guardian.declineLife + 1).first {
            NameKey.key(of: $0.merchant) == key
        }
        guard let name = merchant ?? asked?.merchant, try approval(of: amount, at: name, for: nil, now) == nil else {
            return nil
        }
        return Purchase(amount: amount, merchant: name, category: asked?.category, day: asOf)
    }

    /// The approval that a charge would be made on.
    ///
    /// - Parameter category: what it has to be for; nil for whatever it is.
    private func approval(of amount: Money, at merchant: String, for category: String?, _ now: Int64) throws
        -> Approval?
    {
        let key = NameKey.key(of: merchant)
        let newest = try index.approvals(of: amount, from: now - Approval.life + 1, to: now).first {
            try NameKey.key(of: $0.merchant) == key && index.charge(ofApproval: $0.id) == nil
        }
        return newest.flatMap { category ?? $0.category == $0.category ? $0 : nil }
    }

    private static func words(for decline: Decline, _ now: Int64) -> String {
        let minutes = (now - decline.askedAt) / 60
        let age = minutes <= 0 ? "just now" : "\(minutes) minute\(minutes == 1 ? "" : "s") ago"
        return
            "This payment was declined \(age), and that holds for ten minutes. To allow it once, run `coach override` with "
            + "the same amount and merchant; `coach authorize` checks it anew."
    }
}
