import Ledger
import Store

/// Whether a payment may be charged.
public enum Clearance: Sendable {
    /// It may; the user's circle that one is in, or may be in, is worth a word.
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
                return .approved(
                    try fix.flatMap {
                        try LocationGuard(index, asOf: asOf).hits(at: $0, category: purchase.category, now: now).first
                    })
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
