import Ledger
import Retrieval

/// Subscriptions that go on already and are of the kind of a new one.
enum SameKind {
    /// - Returns: those of the merchant or of the category, where the purchase is a subscription or of that kind; the
    ///   dearest first.
    static func streams(_ purchase: Purchase, among streams: [RecurringStream], _ taxonomy: Taxonomy)
        -> [RecurringStream]
    {
        let goesOn =
            purchase.instalments.map { $0.count == nil } ?? (taxonomy.guardianClass(of: purchase.category) == "subscription")
        let key = purchase.merchant.map { NameKey.key(of: $0) }
        return streams.filter { stream in
            guard stream.isLive, stream.group == .subscription, stream.amount.currency == purchase.amount.currency else {
                return false
            }
            return key == NameKey.key(of: stream.merchant) || goesOn && stream.category == purchase.category
        }
        .sorted { ($1.monthlyCost.minorUnits, $0.merchant) < ($0.monthlyCost.minorUnits, $1.merchant) }
    }
}
