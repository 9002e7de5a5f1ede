import Ledger
import Retrieval
import Store

/// Assesses purchases from an index: rules, score, cash and goals, and the verdict that follows.
public struct PurchaseAdvisor {
    private let index: HouseholdIndex
    private let profile: SpendingProfile

    /// Rows below which history says nothing.
    private static let fewestRows = 10

    public init(_ index: HouseholdIndex, profile: SpendingProfile = .average) {
        self.index = index
        self.profile = profile
    }

    /// - Parameter asOf: the day that counts as today; a purchase of an earlier day is assessed as of that day.
    public func assess(_ purchase: Purchase, asOf today: CivilDate) throws -> PurchaseAdvice {
        let asOf = min(today, purchase.day)
        let currency = purchase.amount.currency
        let accounts = try index.accounts
        let holdsCurrency = accounts.isEmpty || accounts.contains { $0.currency == currency }
        let money = holdsCurrency ? try cash(purchase, asOf: asOf, accounts) : nil
        let checks = try PurchaseChecks(
            purchase, index: index, profile: profile, payDays: try payDays(money?.outlook, asOf: asOf), asOf: asOf)
        let isEssential = purchase.category.map { EssentialCategories.contain($0, in: index.taxonomy) } ?? false
        let pace = money?.outlook == nil ? try GoalBook(index).pace(asOf: asOf, currency: currency) : nil
        let isUnknown = money?.outlook == nil && checks.rules.limit == nil
        let knowsTooLittle = try !holdsCurrency || isUnknown && !hasHistory(before: asOf)
        let situation = VerdictSituation(
            purchase: purchase, isEssential: isEssential,
            limit: checks.rules.limit.map { ($0, checks.rules.spentMonthToDate) }, cash: money?.outlook,
            pace: pace.flatMap { $0.income > 0 ? $0 : nil }, threshold: checks.score.threshold,
            knowsTooLittle: knowsTooLittle, avoidance: checks.avoidance)
        let verdict = Verdict(situation)
        return PurchaseAdvice(
            purchase: purchase, asOf: asOf, rules: checks.rules, score: checks.score,
            cash: money?.outlook?.figures(purchase, costing: purchase.amount.minorUnits, on: purchase.day),
            accounts: money?.outlook?.accounts ?? [], card: money?.outlook?.card?.account,
            cardDue: money?.outlook?.card?.dueDay(ofChargeOn: purchase.day),
            pace: situation.pace, missing: money?.missing ?? [], holdsCurrency: holdsCurrency, isEssential: isEssential,
            goals: try GoalBook(index).progress(asOf: asOf, currency: currency),
            roomyLimits: verdict.obstacles.contains(.exceedsLimit)
                ? try checks.roomyLimits(index, purchase, asOf: asOf) : [],
            roomyAccounts: try roomyAccounts(purchase, verdict, money?.outlook, asOf: asOf),
            knowsTooLittle: knowsTooLittle, verdict: verdict)
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

    /// Those of the outlook; without one the next pay that is known.
    private func payDays(_ outlook: CashOutlook?, asOf: CivilDate) throws -> [CivilDate] {
        if let outlook { return outlook.payDays }
        return try Retriever(index).payCalendar(asOf: asOf).next.map { [$0] } ?? []
    }

    private func hasHistory(before asOf: CivilDate) throws(StoreError) -> Bool {
        try index.database.first(
            "SELECT count(*) FROM (SELECT 1 FROM spending WHERE day <= ? LIMIT ?)",
            [.int(Int64(asOf.dayNumber)), .int(Int64(PurchaseAdvisor.fewestRows))]
        ) { $0.int(0) >= PurchaseAdvisor.fewestRows } ?? false
    }

    /// The days to come of the account that was named, or of those that everyday things are paid from.
    private func cash(_ purchase: Purchase, asOf: CivilDate, _ accounts: [Account]) throws
        -> (outlook: CashOutlook?, missing: [String])
    {
        let named = purchase.account.flatMap { name in
            accounts.first { $0.name.lowercased() == name.lowercased() && $0.currency == purchase.amount.currency }
        }
        let ahead = purchase.day.days(since: asOf) + Verdict.longestWait + 2 * CashOutlook.lookAhead
        let request = ForecastRequest(
            accounts: named.map { $0.type.isDeposit ? [$0.name] : [] } ?? [],
            days: min(ahead, ForecastRequest.mostDays))
        let report = try Retriever(index).forecast(request, asOf: asOf, currency: purchase.amount.currency)
        let missing = report.missing.map(\.name)
        guard let forecast = report.forecast else { return (nil, missing) }
        let card = named.flatMap { account in report.cards.first { $0.account == account.name } }
        return (
            CashOutlook(
                forecast: forecast, payDays: report.payDays, card: card, accounts: report.pool.map(\.account.name)),
            missing
        )
    }
}
