import Ledger
import Retrieval
import Store

/// Looks for other ways to a yes and tries each: what is named would make the verdict `buy`.
struct PurchaseAlternatives {
    let purchase: Purchase
    let index: HouseholdIndex
    let settings: PurchaseSettings
    let asOf: CivilDate
    let checks: PurchaseChecks
    let situation: VerdictSituation

    /// Accounts that are tried, those that hold most first.
    private static let mostAccounts = 2

    func found(_ verdict: Verdict) throws -> [PurchaseAlternative] {
        guard verdict.outcome != .buy, !situation.knowsTooLittle else { return [] }
        let roles = verdict.obstacles.map(\.role)
        // What can wait is not to be paid from savings before its time.
        if roles.contains(where: \.isAboutCash), purchase.canWaitUntil == nil,
            roles.allSatisfy({ $0.isAboutCash || $0.isAboutBurden || $0 == .recently || $0 == .avoidable })
        {
            return try account().map { [$0] } ?? []
        }
        guard roles.contains(where: \.isAboutLimit) else { return [] }
        return [try movedLimit(), higherLimit()].compactMap { $0 }.prefix(1).map { $0 }
    }

    private func passes(_ other: VerdictSituation) -> Bool {
        other.obstacles(costing: purchase.amount.minorUnits, on: purchase.day).isEmpty
    }

    // MARK: Accounts

    private func account() throws -> PurchaseAlternative? {
        guard let outlook = situation.cash else { return nil }
        let needed = purchase.amount.minorUnits + outlook.reserve
        let accounts = try index.accounts
        let roomy = try Retriever(index).balanceSheet(accounts, on: asOf).balances.filter { balance in
            balance.account.type.isDeposit && balance.amount.currency == purchase.amount.currency
                && !outlook.accounts.contains(balance.account.name) && balance.amount.minorUnits >= needed
        }
        .sorted { ($1.amount.minorUnits, $0.account.name) < ($0.amount.minorUnits, $1.account.name) }
        for balance in roomy.prefix(PurchaseAlternatives.mostAccounts) {
            var other = purchase
            other.account = balance.account.name
            var situation = situation
            let money = try PurchaseMoney(other, index, settings, asOf: asOf, accounts, pace: situation.pace)
            situation.purchase = other
            situation.cash = money.outlook
            situation.savings += outlook.forecast.balance(on: asOf).balance.minorUnits - balance.amount.minorUnits
            if passes(situation) {
                return .account(balance.account.name, balance: balance.amount.minorUnits)
            }
        }
        return nil
    }

    // MARK: Limits

    /// The limit that is reported, among those of the situation.
    private var place: Int? {
        guard let limit = checks.rules.limit else { return nil }
        return situation.limits.firstIndex(of: LimitStanding(cents: limit, spent: checks.rules.spentMonthToDate))
    }

    private var counted: Int64 { purchase.countedAgainstLimit(costing: purchase.amount.minorUnits) }

    private func with(_ limits: [LimitStanding]) -> VerdictSituation {
        var other = situation
        other.limits = limits
        other.avoidance = checks.avoidance(limits)
        return other
    }

    /// What goes beyond the limit, taken from one with room for it.
    private func movedLimit() throws -> PurchaseAlternative? {
        guard let place, checks.rules.blockReason == .exceedsLimit else { return nil }
        var limits = situation.limits
        let missing = limits[place].spent + counted - limits[place].cents
        limits[place].cents += missing
        guard missing > 0, passes(with(limits)),
            let other = try checks.roomyLimits(index, purchase, asOf: asOf).first, other.remaining >= missing
        else { return nil }
        return .moved(missing, from: other.category, remaining: other.remaining)
    }

    private func higherLimit() -> PurchaseAlternative? {
        guard let place, let rule = checks.rules.existingRule else { return nil }
        var limits = situation.limits
        limits[place].cents = max(2 * counted, limits[place].spent + counted)
        return passes(with(limits)) ? .limit(limits[place].cents, on: rule.category) : nil
    }
}
