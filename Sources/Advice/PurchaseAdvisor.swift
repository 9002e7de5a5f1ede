import Ledger
import Retrieval
import Store

/// Assesses purchases from an index: rules, score, cash and goals, and the verdict that follows.
public struct PurchaseAdvisor {
    private let index: HouseholdIndex
    private let settings: PurchaseSettings

    /// Rows below which history says nothing.
    private static let fewestRows = 10

    public init(_ index: HouseholdIndex, settings: PurchaseSettings = PurchaseSettings()) {
        self.index = index
        self.settings = settings
    }

    /// - Parameter asOf: the day that counts as today; a purchase of an earlier day is assessed as of that day.
    public func assess(_ purchase: Purchase, asOf today: CivilDate) throws -> PurchaseAdvice {
        let asOf = min(today, purchase.day)
        let currency = purchase.amount.currency
        let accounts = try index.accounts
        let holdsCurrency = accounts.isEmpty || accounts.contains { $0.currency == currency }
        let money = holdsCurrency ? try PurchaseMoney(purchase, index, settings, asOf: asOf, accounts) : nil
        let outlook = money?.outlook
        let checks = try PurchaseChecks(
            purchase, index: index, profile: settings.profile, payDays: try payDays(outlook, purchase, asOf: asOf),
            asOf: asOf)
        let goals = try GoalBook(index).progress(asOf: asOf, currency: currency)
        let needsPace = outlook == nil || purchase.instalments != nil || !goals.isEmpty
        let pace = needsPace ? try GoalBook(index).pace(asOf: asOf, currency: currency) : nil
        let knowsTooLittle = try !holdsCurrency || outlook == nil && !knowsEnough(checks.rules.limit, asOf: asOf)
        let situation = VerdictSituation(
            purchase: purchase, isEssential: checks.isEssential,
            limit: checks.rules.limit.map { ($0, checks.rules.spentMonthToDate) }, cash: outlook, pace: pace,
            goals: goals, threshold: checks.score.threshold, knowsTooLittle: knowsTooLittle,
            avoidance: checks.avoidance)
        let verdict = Verdict(situation)
        return PurchaseAdvice(
            purchase: purchase, asOf: asOf, isPast: purchase.day < today, rules: checks.rules, score: checks.score,
            cash: outlook?.figures(purchase, costing: purchase.amount.minorUnits, on: purchase.day),
            accounts: outlook?.accounts ?? [], card: outlook?.card?.account,
            cardDue: outlook?.card?.dueDay(ofChargeOn: purchase.day), accountProblem: money?.problem, pace: pace,
            missing: money?.missing ?? [], holdsCurrency: holdsCurrency, isEssential: checks.isEssential, goals: goals,
            nearLimit: checks.rules.limit == nil ? try checks.nearLimit(index, purchase) : nil,
            roomyLimits: verdict.obstacles.contains(.exceedsLimit)
                ? try checks.roomyLimits(index, purchase, asOf: asOf) : [],
            roomyAccounts: try roomyAccounts(purchase, verdict, outlook, asOf: asOf),
            knowsTooLittle: knowsTooLittle, verdict: verdict)
    }

    /// What rules and score say, without looking at the money.
    func checks(_ purchase: Purchase, asOf: CivilDate) throws -> PurchaseChecks {
        try PurchaseChecks(
            purchase, index: index, profile: settings.profile, payDays: try payDays(nil, purchase, asOf: asOf),
            asOf: asOf)
    }

    /// Whether a verdict can rest on something without a balance: on history, or on a limit that there are rows for.
    private func knowsEnough(_ limit: Int64?, asOf: CivilDate) throws(StoreError) -> Bool {
        let rows =
            try index.database.first(
                "SELECT count(*) FROM (SELECT 1 FROM spending WHERE day <= ? LIMIT ?)",
                [.int(Int64(asOf.dayNumber)), .int(Int64(PurchaseAdvisor.fewestRows))]
            ) { $0.int(0) } ?? 0
        return rows >= (limit == nil ? PurchaseAdvisor.fewestRows : 1)
    }

    /// Only looked for where money is what stands against it.
    private func roomyAccounts(_ purchase: Purchase, _ verdict: Verdict, _ outlook: CashOutlook?, asOf: CivilDate)
        throws
        -> [PurchaseAdvice.RoomyAccount]
    {
        guard let outlook, verdict.obstacles.contains(where: \.isAboutMoney) else { return [] }
        let needed = purchase.amount.minorUnits + outlook.reserve
        return try Retriever(index).balanceSheet(index.accounts, on: asOf).balances.filter { balance in
            balance.account.type.isDeposit && balance.amount.currency == purchase.amount.currency
                && !outlook.accounts.contains(balance.account.name) && balance.amount.minorUnits >= needed
        }
        .map { PurchaseAdvice.RoomyAccount(name: $0.account.name, balance: $0.amount.minorUnits) }
        .sorted { ($1.balance, $0.name) < ($0.balance, $1.name) }
    }

    /// Those of the outlook, or without one as far ahead as the verdict looks.
    private func payDays(_ outlook: CashOutlook?, _ purchase: Purchase, asOf: CivilDate) throws -> [CivilDate] {
        if let outlook { return outlook.payDays }
        let ahead = purchase.day.days(since: asOf) + Verdict.longestWait + CashOutlook.farLookAhead
        return try Retriever(index).payCalendar(asOf: asOf, ahead: ahead).ahead
    }
}
