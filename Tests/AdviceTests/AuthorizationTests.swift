import Ledger
import Store
import Testing

@testable import Advice

@Suite struct AuthorizationTests {
    private let asOf = day("2026-10-20")
    private let index: HouseholdIndex
    private let guardian: Guardian
    private let noon: Int64 = 1_792_497_600

    init() throws {
        index = try HouseholdIndex.holding([Spent("2026-10-03", -12_000, "Steam Games", "games")])
        guardian = Guardian(index)
        if let fun = RuleCategory(id: "fun", in: .builtIn) {
            try RuleBook(index).set(fun, limit: dollars(20_000), on: asOf)
        }
    }

    private func ask(_ cents: Int64, _ merchant: String = "Steam Games", category: String? = "games", at now: Int64)
        throws -> String
    {
        let purchase = Purchase(amount: dollars(cents), merchant: merchant, category: category, day: asOf)
        let answer = try guardian.authorize(purchase, asOf: asOf, at: now)
        return "\(answer.decision.rawValue) \(answer.reason.rawValue)"
    }

    @Test func limitsDecide() throws {
        #expect(try ask(8000, at: noon) == "APPROVE ok")
        #expect(try ask(8001, at: noon) == "DECLINE risky")
        #expect(try ask(90_000, category: "groceries", at: noon) == "APPROVE ok")
        #expect(try ask(90_000, "Nobody", category: nil, at: noon) == "APPROVE ok")
    }

    /// The score alone declines nothing; what it rests on is said beside the approval.
    @Test func anUnusualAmountIsSaidToBe() throws {
        let rows = (1...9).map { Spent("2026-09-0\($0)", -500, "Starbucks", "coffee") }
        let index = try HouseholdIndex.holding(rows + [Spent("2026-10-01", 900_000, "Acme Payroll", "paycheck")])
        func message(_ cents: Int64) throws -> String {
            let purchase = Purchase(amount: dollars(cents), merchant: "Starbucks", category: "coffee", day: asOf)
            let answer = try Guardian(index).authorize(purchase, asOf: asOf, at: noon)
            #expect(answer.decision == .approve && answer.score.isBlocked == (cents > 500))
            return answer.message
        }
        #expect(try message(30_000).contains("times your usual $5.00 there."))
        #expect(try !message(500).contains("usual"))
    }

    /// Where the score alone has it otherwise, both say why.
    @Test func aScoreThatIsNotFollowedSaysSo() throws {
        let rows = (1...9).map { Spent("2026-09-0\($0)", -500, "Starbucks", "coffee") }
        let index = try HouseholdIndex.holding(rows + [Spent("2026-10-01", 900_000, "Acme Payroll", "paycheck")])
        func advice(_ cents: Int64, _ merchant: String, _ category: String, _ index: HouseholdIndex) throws
            -> PurchaseAdvice
        {
            let purchase = Purchase(amount: dollars(cents), merchant: merchant, category: category, day: asOf)
            return try PurchaseAdvisor(index).assess(purchase, asOf: asOf)
        }
        let blocked = try advice(30_000, "Starbucks", "coffee", index)
        let words = "The score alone declines nothing: no limit and no lack of money that I know of stands against it."
        #expect(blocked.score.isBlocked && Guardian.contrast(blocked, in: index.taxonomy) == words)
        let purchase = blocked.purchase
        #expect(try Guardian(index).authorize(purchase, asOf: asOf, at: noon).message.hasSuffix(words))
        // $80.01 of the $80.00 that are left of the limit on fun.
        let over = try advice(8_001, "Steam Games", "games", self.index)
        let why = try #require(Guardian.contrast(over, in: self.index.taxonomy))
        #expect(!over.score.isBlocked && why.hasPrefix("It would be declined all the same. You've spent"))
        #expect(Guardian.contrast(try advice(8_000, "Steam Games", "games", self.index), in: index.taxonomy) == nil)
    }

    /// It allows one payment of its amount within five minutes.
    @Test func anOverrideIsUsedUpByOnePayment() throws {
        let pass = try guardian.allow(dollars(15_000), at: "STEAM games", now: noon)
        #expect(pass.expires == noon + 300)
        // What nothing speaks against needs none.
        #expect(try ask(500, at: noon + 1) == "APPROVE ok")
        #expect(try ask(14_999, at: noon + 2) == "DECLINE risky")
        #expect(try ask(15_000, at: noon + 299) == "APPROVE override")
        #expect(try ask(15_000, at: noon + 299) == "DECLINE risky")
    }

    /// Two of them are two payments, each of its own amount.
    @Test func eachOverrideIsOnePayment() throws {
        _ = try guardian.allow(dollars(9000), at: "Steam Games", now: noon)
        _ = try guardian.allow(dollars(15_000), at: "Steam Games", now: noon)
        let answers = try [9000, 9000, 12_000, 15_000, 15_000].map { try ask($0, at: noon + 1) }
        #expect(
            answers == [
                "APPROVE override", "DECLINE risky", "DECLINE risky", "APPROVE override", "DECLINE risky",
            ])
    }

    /// What is declined is never to be bought. $120 of $200 is spent on fun, which holds $80.00 more; drinks of $240 have
    /// no limit, but for a saver a score of 0.57, over 0.40; groceries of $300 are more than half of a limit of $500.
    @Test(arguments: [
        (8000, "games", SpendingProfile.average, "ok", "ALLOW"), (8001, "games", .average, "risky", "ALLOW"),
        (10_001, "games", .average, "risky", "BLOCK"), (24_000, "alcohol", .average, "ok", "ALLOW"),
        (24_000, "alcohol", .saver, "risky", "BLOCK"), (30_000, "groceries", .average, "risky", "ALLOW"),
        (20_000, "groceries", .average, "ok", "ALLOW"),
    ])
    func verdictBlockAndAuthorizationAgree(
        cents: Int64, category: String, profile: SpendingProfile, reason: String, score: String
    ) throws {
        let settings = PurchaseSettings(profile: profile)
        if let groceries = RuleCategory(id: "groceries", in: .builtIn) {
            try RuleBook(index).set(groceries, limit: dollars(50_000), on: asOf)
        }
        let purchase = Purchase(amount: dollars(cents), merchant: "Somewhere", category: category, day: asOf)
        let answer = try Guardian(index, settings: settings).authorize(purchase, asOf: asOf, at: noon)
        #expect(answer.reason.rawValue == reason)
        #expect(answer.score.isBlocked == (score == "BLOCK"))
        let advice = try PurchaseAdvisor(index, settings: settings).assess(purchase, asOf: asOf)
        #expect(advice.score == answer.score && advice.rules == answer.assessment)
        let isBlocked = advice.rules.shouldBlock || advice.score.isBlocked
        #expect((answer.decision == .decline) == isBlocked)
        #expect(!isBlocked || advice.verdict.outcome != .buy)
    }

    /// Seconds after the override, amount, merchant, and whether it holds.
    @Test(arguments: [
        (0, 15_000, "Steam Games", true), (299, 15_000, "steam-games", true), (300, 15_000, "Steam Games", false),
        (-1, 15_000, "Steam Games", false), (10, 15_001, "Steam Games", false), (10, 9000, "Steam Games", false),
        (10, 15_000, "Steam", false),
    ])
    func anOverrideHasItsBorders(seconds: Int64, cents: Int64, merchant: String, holds: Bool) throws {
        _ = try guardian.allow(dollars(15_000), at: "Steam Games", now: noon)
        #expect(try ask(cents, merchant, at: noon + seconds) == (holds ? "APPROVE override" : "DECLINE risky"))
    }

    @Test func anOverrideOfAnotherCurrencyIsNone() throws {
        _ = try guardian.allow(Money(15_000, .eur), at: "Steam Games", now: noon)
        #expect(try ask(15_000, at: noon) == "DECLINE risky")
    }

    @Test func everyAnswerIsCounted() throws {
        #expect(try guardian.statistics() == AuthorizationStatistics(events: 0, risky: 0, overridden: 0))
        #expect(try guardian.statistics().riskyRate == nil)
        _ = try guardian.allow(dollars(15_000), at: "Steam Games", now: noon)
        for second in [299, 300, 301] { _ = try ask(15_000, at: noon + Int64(second)) }
        let counts = try guardian.statistics()
        #expect(counts == AuthorizationStatistics(events: 3, risky: 2, overridden: 1))
        #expect(counts.riskyRate == 0.6667 && counts.overrideRate == 0.3333)
    }

    @Test func theMessageSaysWhyAndWhatNext() throws {
        let purchase = Purchase(amount: dollars(9000), merchant: "Steam Games", category: "games", day: asOf)
        #expect(
            try guardian.authorize(purchase, asOf: asOf, at: noon).message
                == "You've spent $120.00 of your $200.00 monthly limit on fun this month. $90.00 more would put you $10.00 "
                + "over. Your data ends on October 3, so nothing you spent after that is counted. To allow it once, run `coach override` with the same amount and merchant; that holds for five "
                + "minutes.")
    }

    // MARK: Before a charge

    private func clearance(
        _ cents: Int64, _ merchant: String = "Steam Games", saidFor said: String? = "games", at now: Int64,
        objection: String? = nil
    ) throws -> String {
        let purchase = Purchase(amount: dollars(cents), merchant: merchant, category: said ?? "games", day: asOf)
        let found = try guardian.clearance(of: purchase, saidFor: said, asOf: asOf, at: now, from: nil) { _ in objection
        }
        return switch found {
        case .approved: "approved"
        case .declined(let reason, let message): "\(reason.rawValue): \(message)"
        }
    }

    /// What was approved in the last five minutes for the same thing isn't asked about anew, unless something speaks against it.
    @Test func anApprovalOfTheLastMinutesIsUsed() throws {
        #expect(try ask(5000, at: noon) == "APPROVE ok")
        let before = try guardian.statistics().events
        #expect(try clearance(5000, "STEAM games", at: noon + 299) == "approved")
        #expect(try clearance(5000, saidFor: nil, at: noon + 299) == "approved")
        #expect(try guardian.statistics().events == before)
        // Over, of something else, or objected to: asked about anew.
        #expect(try clearance(5000, at: noon + 300) == "approved")
        #expect(try clearance(5000, saidFor: "groceries", at: noon + 301) == "approved")
        #expect(try clearance(5000, saidFor: "groceries", at: noon + 302, objection: "no") == "approved")
        #expect(try guardian.statistics().events == before + 3)
    }

    /// What was declined stays so for ten minutes, however it's asked about here, until it is let through.
    @Test func aDeclineStandsForTenMinutes() throws {
        #expect(try ask(9000, at: noon) == "DECLINE risky")
        #expect(try clearance(9000, at: noon + 59).hasPrefix("risky: This payment was declined just now, and"))
        #expect(try clearance(9000, saidFor: "groceries", at: noon + 599).contains("declined 9 minutes ago"))
        #expect(try clearance(9000, saidFor: "groceries", at: noon + 600) == "approved")
        #expect(try ask(9100, at: noon + 700) == "DECLINE risky")
        _ = try guardian.allow(dollars(9100), at: "Steam Games", now: noon + 701)
        #expect(try clearance(9100, saidFor: nil, at: noon + 702) == "approved")
        #expect(try clearance(9100, at: noon + 703, objection: "no").hasPrefix("risky: "))
        // The override is used up.
        #expect(try ask(9100, at: noon + 1_400) == "DECLINE risky")
    }
}
