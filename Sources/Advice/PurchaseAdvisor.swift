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
        try index.database.read { try assessed(purchase, asOf: today) }
    }

    private func assessed(_ asked: Purchase, asOf today: CivilDate) throws -> PurchaseAdvice {
        var purchase = asked
        let asOf = min(today, purchase.day)
        let currency = purchase.amount.currency
        let accounts = try index.accounts
        let pace = try GoalBook(index).pace(asOf: asOf, currency: currency)
        let holdsCurrency = accounts.isEmpty || accounts.contains { $0.currency == currency }
        let money = holdsCurrency ? try PurchaseMoney(purchase, index, settings, asOf: asOf, accounts, pace: pace) : nil
        let outlook = money?.outlook
        let schedule = try outlook == nil ? paySchedule(purchase, asOf: asOf) : money?.paySchedule ?? []
        let goals = try GoalBook(index).progress(asOf: asOf, currency: currency)
        let sheet = try Retriever(index).balanceSheet(accounts.filter { $0.currency == currency }, on: asOf).balances
        let savings = sheet.filter {
            $0.account.type.isDeposit && !(outlook?.accounts.contains($0.account.name) ?? true)
        }
        .reduce(0) { $0 + $1.amount.minorUnits }
        let debt = try debt(sheet, accounts, asOf: asOf, currency)
        let checks = try PurchaseChecks(
            purchase, index: index, profile: settings.profile, paySchedule: schedule, outlook: outlook,
            pace: pace, asOf: asOf)
        // A need that what one has still meets can wait.
        if checks.isEssential, purchase.stillWorks, purchase.canWaitUntil == nil {
            purchase.canWaitUntil = asOf.adding(days: Verdict.longestWait)
        }
        let knowsTooLittle = try !holdsCurrency || outlook == nil && !knowsEnough(checks.rules.limit, asOf: asOf)
        var situation = VerdictSituation(
            purchase: purchase, asOf: asOf, isEssential: checks.isEssential, limits: checks.rules.limits, cash: outlook,
            savings: savings, pace: pace, debt: debt, recently: checks.recently, goals: goals,
            threshold: checks.score.threshold, knowsTooLittle: knowsTooLittle,
            avoidance: checks.avoidance(checks.rules.limits))
        situation.customary = checks.customary
        situation.atLeast = try heldAtLeast(accounts, sheet, outlook?.accounts ?? [], asOf: asOf, currency)
        let elsewhere = Verdict(situation)
        let place = try place(purchase, asOf: today)
        let verdict =
            place?.decision == .block ? elsewhere.blocked(at: purchase.amount.minorUnits) : elsewhere
        let alternatives = PurchaseAlternatives(
            purchase: purchase, index: index, settings: settings, asOf: asOf, checks: checks, situation: situation)
        return PurchaseAdvice(
            purchase: purchase, asOf: asOf, isPast: purchase.day < today, rules: checks.rules, score: checks.score,
            cash: outlook?.figures(purchase, costing: purchase.amount.minorUnits, on: purchase.day),
            accounts: outlook?.accounts ?? [], card: outlook?.card?.account,
            cardDue: outlook?.card?.dueDay(ofChargeOn: purchase.day),
            cardDueThen: verdict.waitUntil.flatMap { outlook?.card?.dueDay(ofChargeOn: $0) },
            accountProblem: money?.problem, pace: pace, debt: debt, savings: savings, allowance: situation.allowance,
            missing: money?.missing ?? [], holdsCurrency: holdsCurrency, isEssential: checks.isEssential,
            goals: goals, recently: checks.recently,
            nearLimit: checks.rules.limit == nil ? try checks.nearLimit(index, purchase) : nil,
            alternatives: try alternatives.found(elsewhere),
            sameKind: try SameKind.streams(purchase, in: index, asOf: asOf), words: checks.words,
            knowsIncome: !schedule.isEmpty,
            knowsTooLittle: knowsTooLittle, verdict: verdict, place: place)
    }

    /// The geofence that counts for what is paid now.
    private func place(_ purchase: Purchase, asOf today: CivilDate) throws -> LocationCheck.Hit? {
        let isPaidNow = purchase.day == today && !purchase.isLent && !purchase.isRunning
        guard isPaidNow, ![.afterwards, .toReturn].contains(purchase.asked) else { return nil }
        return try settings.whereabouts?.hit(for: purchase.category, in: index, asOf: today)
    }

    /// What accounts to save in hold at least whose balance is not known: what they took in, where they never held less than
    /// nothing. Minor units.
    private func heldAtLeast(
        _ accounts: [Account], _ sheet: [AccountBalance], _ pool: [String], asOf: CivilDate, _ currency: Currency
    ) throws -> Int64 {
        let unknown = accounts.filter { account in
            account.type.isDeposit && account.currency == currency && !pool.contains(account.name)
                && !sheet.contains { $0.account.id == account.id }
        }
        return try unknown.reduce(0) { sum, account in
            var (held, lowest) = (Int64(0), Int64(0))
            for amount in try index.database.rows(
                """
                SELECT amount FROM txn WHERE account_id = ? AND day <= ? AND parent_id IS NULL AND pending = 0
                AND id NOT IN (SELECT txn_id FROM duplicate) ORDER BY day, amount DESC
                """,
                [.int(account.id), .int(Int64(asOf.dayNumber))], { $0.int(0) })
            {
                held += amount
                lowest = min(lowest, held)
            }
            return sum + held - lowest
        }
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

    /// Days in which interest must have been charged twice, the last time within the shorter span, for a card not to be
    /// paid in full.
    private static let interestDays = (long: 200, short: 45)
    /// What a year of interest commonly is of what is owed, where the balance is not known: a quarter.
    private static let monthsOfInterest: Int64 = 48

    /// What the cards cost that are not paid in full.
    private func debt(_ sheet: [AccountBalance], _ accounts: [Account], asOf: CivilDate, _ currency: Currency) throws
        -> CardDebt?
    {
        let days = Period(asOf.adding(days: 1 - PurchaseAdvisor.interestDays.long), asOf)
        let charged = Dictionary(grouping: try index.cardInterest(days, currency), by: \.accountID).filter { _, rows in
            rows.count > 1 && rows.contains { asOf.days(since: $0.day) < PurchaseAdvisor.interestDays.short }
        }
        let cards = accounts.filter { charged[$0.id] != nil }
        guard !cards.isEmpty else { return nil }
        var (perMonth, owed, isEstimate) = (Int64(0), Int64(0), false)
        for card in cards {
            let rows = charged[card.id] ?? []
            let month = roundedQuotient(rows.reduce(0) { $0 + $1.cents }, by: Int64(rows.count))
            perMonth += month
            if let known = sheet.first(where: { $0.account.id == card.id }) {
                owed += max(0, -known.amount.minorUnits)
            } else {
                owed += month * PurchaseAdvisor.monthsOfInterest
                isEstimate = true
            }
        }
        return CardDebt(names: cards.map(\.name), perMonth: perMonth, owed: owed, isEstimate: isEstimate)
    }

    private func paySchedule(_ purchase: Purchase, asOf: CivilDate) throws -> [CivilDate] {
        let ahead = PurchaseMoney.daysAhead(purchase, asOf: asOf)
        return try Retriever(index).payCalendar(asOf: asOf, ahead: ahead).schedule
    }
}
