import Advice
import Ledger
import Retrieval

/// A day of the calendar; tests name only days that exist.
func date(_ iso: String) -> CivilDate { CivilDate(iso: iso) ?? CivilDate(dayNumber: 0) }

/// A household of round numbers, so that every verdict can be worked out in the head.
struct Situation {
    /// At the end of the as-of day, whole dollars.
    var balance: Int64 = 1000
    var asOf = "2026-03-10"
    /// Pay of $2,000 on these days.
    var payDays = ["2026-03-20", "2026-04-03", "2026-04-17", "2026-05-01", "2026-05-15", "2026-05-29"]
    /// Bills by day, whole dollars.
    var bills: [(day: String, dollars: Int64)] = []
    /// Spent every day, whole dollars.
    var everyday: Int64 = 0
    var knowsBalance = true
    /// Whole dollars.
    var limit: Int64?
    var spent: Int64 = 0
    var avoidance = 0.2
    var profile = SpendingProfile.average
    var isEssential = false
    var canWaitUntil: String?
    /// Whole dollars, cents.
    var price = 100.0
    var day: String?
    var instalments: Instalments?
    var card: CardTerms?
    var pay: Int64 = 2000
    var pace: SavingPace?
    var goals: [GoalProgress] = []
    /// What other accounts hold, whole dollars.
    var savings: Int64 = 0
    /// Owed on a card that costs $10 a month, whole dollars.
    var owed: Int64?
    /// What large purchases of the same kind took lately, whole dollars.
    var recently: Int64 = 0
    /// Whether what it would take the place of still works.
    var stillWorks = false
    var replaced: Replaced?
    /// The name of the goal that it is.
    var goal: String?
    /// What was paid at its place again and again, and what accounts hold at least, whole dollars.
    var customary: Int64 = 0
    var atLeast: Int64 = 0
    var doubt: PurchaseDoubt?
    var isGift = false
    var earns = false
    var asked = PurchaseQuestion.whether
    var waitsFor: String?

    var purchase: Purchase {
        var purchase = Purchase(
            amount: Money(Int64((price * 100).rounded()), .usd), category: "games", instalments: instalments,
            day: date(day ?? asOf))
        (purchase.replaced, purchase.goal) = (replaced, goal)
        purchase.stillWorks = stillWorks
        purchase.canWaitUntil = canWaitUntil.map(date)
        (purchase.doubt, purchase.isGift, purchase.earns) = (doubt, isGift, earns)
        (purchase.asked, purchase.waitsFor) = (asked, waitsFor.map(date))
        return purchase
    }

    var limits: [LimitStanding] { limit.map { [LimitStanding(cents: $0 * 100, spent: spent * 100)] } ?? [] }

    var cash: CashOutlook? {
        guard knowsBalance else { return nil }
        let today = date(asOf)
        let end = today.adding(days: 150)
        var flows = bills.map {
            ExpectedFlow(date: date($0.day), name: "Bill", amount: Money(-$0.dollars * 100, .usd), kind: .bill)
        }
        flows += payDays.map {
            ExpectedFlow(date: date($0), name: "Pay", amount: Money(pay * 100, .usd), kind: .income)
        }
        let input = ForecastInput(
            balance: Money(balance * 100, .usd), start: today, asOf: today, end: end, flows: flows,
            everyday: EverydaySpending(total: everyday * 100 * 90, days: 90),
            nextPay: payDays.map(date).first { $0 > today }, buffer: 100_00)
        return CashOutlook(forecast: Forecast(input), payDays: payDays.map(date), card: card, accounts: ["Checking"])
    }

    func situation(_ avoidance: @escaping @Sendable (Int64) -> Double) -> VerdictSituation {
        var situation = VerdictSituation(
            purchase: purchase, asOf: date(asOf), isEssential: isEssential, limits: limits, cash: cash,
            savings: savings * 100, pace: pace,
            debt: owed.map { CardDebt(names: ["Card"], perMonth: 10_00, owed: $0 * 100) },
            recently: recently * 100, goals: goals,
            threshold: profile.threshold, avoidance: avoidance)
        (situation.customary, situation.atLeast) = (customary * 100, atLeast * 100)
        return situation
    }

    var verdict: Verdict {
        let avoidance = avoidance
        return Verdict(situation { _ in avoidance })
    }

    /// `wait 2026-03-20 reserve`: outcome, day and obstacles.
    var words: String {
        let verdict = verdict
        let parts = [verdict.outcome.rawValue, verdict.waitUntil?.iso].compactMap { $0 }
        return (parts + verdict.obstacles.map { "\($0.role)" }).joined(separator: " ")
    }
}
