import Advice
import Coaching
import Importing
import Ledger
import Retrieval
import Store
import Testing

/// Purchases held against ledgers, worked out by hand.
@Suite struct PurchaseAnswerTests {
    private func date(_ iso: String) -> CivilDate { CivilDate(iso: iso) ?? CivilDate(dayNumber: 0) }

    /// $1,000.00 on 20 June 2026; rent of $900.00 on the 1st and pay of $1,200.00 every second Friday, so on the 26th.
    /// $120.00 went to games in June, $50.00 of it in the last seven days, in three purchases.
    private func ledger(reversed: Bool = false) throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        var rows: [(day: CivilDate, text: String)] = []
        for month in 1...6 { rows.append((date("2026-0\(month)-01"), "LANDLORD RENT,-900.00")) }
        var payday = date("2026-01-09")
        while payday <= date("2026-06-12") {
            rows.append((payday, "ACME TOOLS PAYROLL DIRECT DEP,1200.00"))
            payday = payday.adding(days: 14)
        }
        rows.append((date("2026-06-03"), "STEAM GAMES,-70.00"))
        rows.append((date("2026-06-15"), "STEAM GAMES,-20.00"))
        rows.append((date("2026-06-17"), "STEAM GAMES,-18.00"))
        rows.append((date("2026-06-18"), "STEAM GAMES,-12.00"))
        rows.sort { $0.day < $1.day }
        let lines = rows.map { "\($0.day.iso),\($0.text)" }
        try ledger.bring("Checking", .checking, reversed ? lines.reversed() : lines)
        try ledger.tell("Checking", 100_000, on: "2026-06-20")
        return ledger
    }

    private func advice(
        _ ledger: WrittenLedger, _ cents: Int64, at merchant: String = "Ludo Corner", category: String? = "fun",
        on day: String = "2026-06-20"
    ) throws -> PurchaseAdvice {
        let desk = PurchaseDesk(ledger.index, asOf: ledger.asOf)
        return try desk.assess(
            desk.completed(
                Purchase(amount: Money(cents, .usd), merchant: merchant, category: category, day: date(day))))
    }

    private func setLimit(_ ledger: WrittenLedger, _ cents: Int64) throws {
        let book = RuleBook(ledger.index)
        try book.set(try #require(book.category("fun")), limit: Money(cents, .usd), on: ledger.asOf)
    }

    /// The example that every assessment must agree with.
    @Test func theLimitOfTwoHundred() throws {
        let ledger = try ledger()
        try setLimit(ledger, 20_000)
        let advice = try advice(ledger, 15_000)
        #expect(advice.rules.shouldBlock && advice.rules.blockReason == .largeFraction)
        #expect(advice.rules.spentMonthToDate == 12_000 && advice.rules.remaining == 8000)
        #expect(advice.rules.spent7Days == 5000 && advice.rules.count7Days == 3)
        #expect(advice.score.spentBefore == 12_000 && advice.score.spentAfter == 27_000)
        #expect(advice.score.overBudgetRatio == 1.35)
        #expect(advice.verdict.outcome == .skip)
        #expect(advice.verdict.obstacles.first?.role == .largeFraction)
        let json = advice.json(VerdictWords(advice, taxonomy: ledger.index.taxonomy)).text
        #expect(json.contains(#""metrics":{"spent_mtd_cents":12000,"spent_7d_cents":5000,"count_7d":3,"#))
        #expect(json.contains(#""limit_cents":20000,"remaining_cents":8000}"#))
        #expect(json.contains(#""should_block":true,"block_reason":"large_fraction""#))
        #expect(json.contains(#""spend_before":12000,"spend_after":27000}"#))
    }

    /// Without spending day by day the balance stays at 1,000 up to the 25th; the rent is after the next pay.
    @Test func cashUpToTheNextPay() throws {
        let cash = try #require(try advice(try ledger(), 5000).cash)
        #expect(cash.nextIncome == date("2026-06-26"))
        #expect(cash.bills == 0)
        #expect(cash.balance == 100_000)
        #expect(cash.lowestWithout.cents - cash.lowestWith.cents == 5000)
        #expect(cash.safeToSpend == cash.lowestWithout.cents - 10_000)
    }

    @Test func theOrderOfRowsDoesNotMatter() throws {
        let (one, other) = (try ledger(), try ledger(reversed: true))
        for cents: Int64 in [2000, 9000, 40_000, 95_000, 300_000] {
            let (first, second) = (try advice(one, cents), try advice(other, cents))
            #expect(first.verdict == second.verdict)
            #expect(first.score == second.score)
            #expect(first.cash == second.cash)
        }
    }

    @Test func aLargerAmountNeverGetsABetterVerdictFromAnIndex() throws {
        let ledger = try ledger()
        try setLimit(ledger, 60_000)
        var worst = PurchaseVerdict.buy
        var probability = 0.0
        for dollars: Int64 in [1, 5, 20, 60, 120, 180, 240, 290, 301, 480, 481, 700, 901, 1100, 4000, 20_000] {
            let advice = try advice(ledger, dollars * 100)
            #expect(advice.verdict.outcome >= worst, "\(dollars)")
            #expect(advice.score.probability >= probability, "\(dollars)")
            worst = advice.verdict.outcome
            probability = advice.score.probability
        }
        #expect(worst == .skip)
    }

    /// What waits until a day is to be bought on that day, when nothing else has happened.
    @Test func theVerdictOfTheDayWaitedFor() throws {
        let ledger = try ledger()
        try setLimit(ledger, 20_000)
        let waiting = try advice(ledger, 8500)
        #expect(waiting.rules.blockReason == .exceedsLimit)
        let day = try #require(waiting.verdict.waitUntil)
        #expect(day >= date("2026-07-01"))
        #expect(try advice(ledger, 8500, on: day.iso).verdict.outcome == .buy)
    }

    // MARK: Conversation

    @Test func theSameInConversationAndByCommand() throws {
        let ledger = try ledger()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer("should I spend $150 on Steam Games")
        let advice = try advice(ledger, 15_000, at: "Steam Games", category: nil)
        let words = VerdictWords(advice, taxonomy: ledger.index.taxonomy)
        #expect(answer.reply == words.reply)
        #expect(answer.json.text.contains(#""assessment":\#(advice.json(words).text)"#))
    }

    @Test func thePriceIsAskedForAndMayBeLeftOpen() throws {
        let ledger = try ledger()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(try coach.answer("can I afford a couch").clarify == "How much is it?")
        let answer = try coach.answer("about 400")
        #expect(answer.reply.contains("$"))
        #expect(answer.clarify == nil)
        #expect(try coach.answer("can I afford a couch").clarify == "How much is it?")
        #expect(try coach.answer("never mind").reply == "No problem. Ask again when you know the price.")
    }

    @Test func aCurrencyThatNoAccountHas() throws {
        var coach = try Coach(try ledger().index, asOf: date("2026-06-20"))
        let answer = try coach.answer("should I buy a couch for €300")
        #expect(answer.reply.contains("I don't convert currencies"))
        #expect(answer.json.text.contains(#""cash":null,"#))
        #expect(answer.json.text.contains(#""verdict":null,"wait_until":null"#))
    }

    @Test func withoutABalanceItSaysWhatItWouldNeed() throws {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        try ledger.bring("Checking", .checking, ["2026-06-01,LANDLORD RENT,-900.00"])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let reply = try coach.answer("should I buy a couch for $300").reply
        #expect(reply.hasPrefix("I don't know enough"))
        #expect(reply.contains("`coach balance \"Checking\" AMOUNT`"))
    }

    // MARK: Memory

    @Test func whatWasBoughtIsFoundAgain() throws {
        let ledger = try ledger()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        _ = try coach.answer("should I spend $40 on Steam Games")
        let book = DecisionBook(ledger.index)
        #expect(try book.record(asOf: ledger.asOf).decisions.first?.bought == nil)
        // Within 1%, six days later; the other one is dearer.
        try ledger.bring("Checking", .checking, ["2026-06-25,STEAM GAMES,-41.00", "2026-06-26,STEAM GAMES,-40.40"])
        let record = try book.record(asOf: date("2026-06-27"))
        #expect(record.decisions.first?.bought?.day == date("2026-06-26"))
        #expect(record.decisions.first?.wasAvoidable == false)
    }

    @Test func wordsAboutAPurchaseTeachTheScore() throws {
        let ledger = try ledger()
        let before = try advice(ledger, 4000, at: "Steam Games").score.model
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        _ = try coach.answer("should I spend $40 on Steam Games")
        #expect(try coach.answer("I regret it").reply.contains("you regret"))
        #expect(try advice(ledger, 4000, at: "Steam Games").score.model > before)
        #expect(try coach.answer("it was worth it").reply.contains("worth it"))
        #expect(try advice(ledger, 4000, at: "Steam Games").score.model < before)
        #expect(try coach.tellOutcome(.skipped).contains("skipped"))
        #expect(try coach.tellOutcome(.skipped, decision: 99).contains("99"))
    }

    @Test func whatIWasWaitingFor() throws {
        let ledger = try ledger()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(try coach.answer("what was I waiting for?").reply.hasPrefix("Nothing"))
        _ = try coach.answer("should I buy a couch for $950")
        var later = try Coach(ledger.index, asOf: date("2026-07-06"))
        let reply = try later.answer("what was I waiting for?").reply
        #expect(reply.hasPrefix("On June 20 I told you to hold off on the couch for $950.00. Today: yes"))
    }
}
