import Ledger
import Retrieval
import Store

/// Subscriptions that go on already and are of the kind of a new one.
enum SameKind {
    /// - Returns: those of the merchant and, where the purchase is a subscription or of that kind, of the category; the
    ///   dearest first.
    static func streams(_ purchase: Purchase, in index: HouseholdIndex, asOf: CivilDate) throws -> [RecurringStream] {
        guard !purchase.isRunning else { return [] }
        let isKind = index.taxonomy.guardianClass(of: purchase.category) == "subscription"
        guard isKind || purchase.instalments.map({ $0.count == nil }) ?? false else { return [] }
        let key = purchase.merchant.map { NameKey.key(of: $0) }
        return try Retriever(index).recurring(asOf: asOf).streams.filter { stream in
            stream.isLive && stream.group == .subscription && stream.amount.currency == purchase.amount.currency
                && (key == NameKey.key(of: stream.merchant) || stream.category == purchase.category)
        }
        .sorted { ($1.monthlyCost.minorUnits, $0.merchant) < ($0.monthlyCost.minorUnits, $1.merchant) }
    }
}
