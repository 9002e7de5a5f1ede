import Advice
import Ledger
import Resources
import Retrieval
import Store
import Understanding

/// Makes purchases of what people name, assesses them and remembers it.
public struct PurchaseDesk {
    private let index: HouseholdIndex
    private let asOf: CivilDate
    private let settings: PurchaseSettings

    /// - Parameter asOf: the day that counts as today.
    public init(_ index: HouseholdIndex, asOf: CivilDate, settings: PurchaseSettings = PurchaseSettings()) {
        self.index = index
        self.asOf = asOf
        self.settings = settings
    }

    // MARK: What is bought

    /// Why an amount or a day cannot be assessed; nil when it can.
    public func problem(amount: Money, day: CivilDate) -> String? {
        if amount.minorUnits <= 0 { return "a price has to be above zero, not \(amount.text)" }
        if amount.minorUnits > PurchaseDesk.mostUnits * amount.currency.minorPerMajor {
            let price = amount.minorUnits == .max ? "that price" : amount.text
            return "\(price) is more than I can work with. Is that amount right?"
        }
        if day.days(since: asOf) > PurchaseDesk.farthest {
            return "\(day.longText) is more than eight months out, too far to forecast"
        }
        return nil
    }

    func isTooFar(_ day: CivilDate) -> Bool { day.days(since: asOf) > PurchaseDesk.farthest }

    /// A thousand million: larger prices are slips of the hand.
    static let mostUnits: Int64 = 1_000_000_000
    /// Days ahead for which the money can still be foreseen for a month after the longest wait.
    private static let farthest = 244

    /// A purchase with its merchant's name as the index has it and its category found where none is said: that of the thing,
    /// which a grocer may sell without it being groceries, else the merchant's own, that of the question, or of what the
    /// merchant's name says.
    ///
    /// - Parameters:
    ///   - named: the category that a word of the question means.
    ///   - coded: the one that the card network's code of the merchant means.
    public func completed(_ purchase: Purchase, named: String? = nil, coded: String? = nil) throws -> Purchase {
        var purchase = purchase
        if let merchant = purchase.merchant {
            purchase.writtenMerchant = purchase.writtenMerchant ?? merchant
            purchase.merchant = try knownName(merchant)
        }
        let own = try purchase.merchant.flatMap { try merchantCategory($0, written: purchase.writtenMerchant) }
        if purchase.category == nil {
            // "Costco TV": a grocer may sell what is no groceries.
            let thing = (purchase.item ?? (own == "groceries" ? purchase.writtenMerchant : nil))
                .flatMap { PurchaseItems.category(of: $0) }
            purchase.category = thing ?? own
            if thing == nil, own.map(PurchaseDesk.sellsAll) ?? true {
                purchase.category = named ?? purchase.writtenMerchant.flatMap(MerchantWords.category) ?? coded ?? own
            }
        }
        if own == "online_shopping" { purchase.isOnline = true }
        return purchase
    }

    /// Categories of merchants that sell all kinds of things: there the item says more.
    private static func sellsAll(_ category: String) -> Bool {
        ["shopping", "online_shopping", "department_stores", "cash", "people", "checks", "other"].contains(category)
    }

    /// The name that transactions have for a merchant, which may be longer or shorter (`Steam` for `Steam Games`); the
    /// name itself where there is none.
    private func knownName(_ name: String) throws -> String {
        var words = name.split(separator: " ")
        while !words.isEmpty {
            let key = NameKey.key(of: words.joined(separator: " "))
            if key.utf8.count >= 2, let known = try index.merchantNames(key: key).first { return known }
            words.removeLast()
        }
        let key = NameKey.key(of: name)
        let longer = key.utf8.count >= 4 ? try index.merchantNames(keyPrefix: key, limit: 2) : []
        return longer.count == 1 ? longer[0] : name
    }

    /// What was last bought there, else what is known of the merchant.
    private func merchantCategory(_ name: String, written: String?) throws -> String? {
        try index.lastSpendingCategory(atMerchant: name) ?? KnownMerchants.category(of: name)
            ?? written.flatMap(KnownMerchants.category(beginning:))
    }

    // MARK: Assessing

    /// A purchase with its assessment, as the index stands.
    public func assess(_ purchase: Purchase) throws -> PurchaseAdvice {
        var purchase = purchase
        purchase.isNeed = purchase.isNeed ?? purchase.item.flatMap { PurchaseNeeds.isNeed($0) }
        return try PurchaseAdvisor(index, settings: settings).assess(purchase, asOf: asOf)
    }

    /// Why an approval holds no more: what was charged since, or where one is now. What the user let through holds.
    ///
    public func objection(to approval: Approval, at now: Int64) throws -> String? {
        guard !approval.isOverride else { return nil }
        let purchase = Purchase(
            amount: approval.amount, merchant: approval.merchant, category: approval.category, day: asOf)
        return try Guardian(index, settings: settings).objection(
            to: completed(purchase), asOf: asOf, at: now, from: settings.whereabouts?.fix(in: index))
    }

    /// Approves a payment that the user let through and nobody asked about since: allowing it is enough to have it charged.
    ///
    /// - Parameter merchant: nil where it was declined before, so that the amount says which one is meant.
    public func approveAllowed(_ amount: Money, at merchant: String?, now: Int64) throws {
        let guardian = Guardian(index, settings: settings)
        try index.database.write {
            guard let allowed = try guardian.allowedPayment(of: amount, at: merchant, asOf: asOf, now: now) else {
                return
            }
            _ = try guardian.authorize(
                completed(allowed), asOf: asOf, at: now, from: settings.whereabouts?.fix(in: index))
        }
    }

    /// Keeps an assessment for `coach decisions`, unless it looks back at a day that is past.
    ///
    /// - Returns: its number; nil where it is not kept, or the index cannot be written.
    public func remember(_ advice: PurchaseAdvice) throws -> Int64? {
        guard !advice.isPast else { return nil }
        do {
            var decision = Decision(
                id: 0, day: asOf, purchase: advice.purchase, verdict: advice.verdict.outcome,
                waitUntil: advice.verdict.waitUntil, avoidance: advice.score.probability,
                features: advice.score.features)
            decision.basis = VerdictBasis(advice)
            return try DecisionBook(index).keep(decision)
        } catch let error as StoreError where [.readOnly, .diskFull].contains(error.reason) {
            return nil
        }
    }
}
