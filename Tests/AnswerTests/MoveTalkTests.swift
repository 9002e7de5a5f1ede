import Advice
import Coaching
import Ledger
import Store
import Testing

/// Money that goes elsewhere without a purchase, shares of income, units that are no money, days that are none.
@Suite struct MoveTalkTests {
    private func coach() throws -> (Coach, HouseholdIndex) {
        let ledger = try WrittenLedger.payAndRent()
        return (try Coach(ledger.index, asOf: ledger.asOf), ledger.index)
    }

    @Test(arguments: [
        "should I pay off my travel card with $100?", "should I put $100 into savings?",
        "should I move $100 to my savings account?", "should I throw 100 at my loan", "can I set 100 aside",
    ])
    func movingMoneyIsNoPurchase(_ line: String) throws {
        var (coach, index) = try coach()
        _ = try coach.answer("should I buy shoes for $90?")
        let reply = try coach.answer(line).reply
        #expect(reply.hasPrefix("Yes, you can spare $100.00. You can safely spend $"))
        #expect(reply.hasSuffix("I can't move money myself; you do that with your bank."))
        #expect(try DecisionBook(index).record(asOf: CivilDate(iso: "2026-10-01")!).decisions.count == 1)
    }

    /// Pay of 2,000.00 and rent of 1,500.00 leave 500.00 of each month.
    @Test(arguments: [
        ("could I put 400 a month into savings", "Yes, $400.00 a month fits: a usual month leaves you $500.00."),
        ("can I afford to save 500 a month?", "Yes, $500.00 a month fits: a usual month leaves you $500.00."),
        (
            "should we move $501 to savings every month",
            "No, $501.00 a month is more than the $500.00 a usual month leaves you."
        ),
        (
            "could I do 600 per month toward my loan",
            "No, $600.00 a month is more than the $500.00 a usual month leaves you."
        ),
    ])
    func whatIsPutAsideMonthlyIsHeldAgainstAUsualMonth(_ line: String, _ words: String) throws {
        var (coach, index) = try coach()
        let answer = try coach.answer(line)
        #expect(answer.reply.hasPrefix(words), "\(answer.reply)")
        #expect(answer.evidence?.figures.first?.value == .money(Money(50_000, .usd)))
        #expect(try DecisionBook(index).record(asOf: CivilDate(iso: "2026-10-01")!).decisions.isEmpty)
    }

    /// What is taken out of savings for nothing that is named is bought for nothing either.
    @Test(arguments: [
        "should I move $100 from savings to checking", "is it ok to take $100 from my savings account",
        "can I transfer $100 out of savings into checking", "can I afford to pull $100 from savings",
    ])
    func takingFromSavingsIsNoPurchase(_ line: String) throws {
        let ledger = try WrittenLedger.payAndRent()
        try ledger.tell("Savings", 9050, on: "2026-10-01", .savings)
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(
            try coach.answer(line).reply
                == "That's not spending; it stays your money. Savings has $90.50. $100.00 is more than that. I can't move "
                + "money myself; you do that with your bank.")
        #expect(try DecisionBook(ledger.index).record(asOf: ledger.asOf).decisions.isEmpty)
        #expect(try coach.answer("should I take $40 from savings for a kettle").advice?.accounts == ["Savings"])
    }

    @Test(arguments: ["should I buy a tv with my card for $300", "should I get a $40 card holder"])
    func payingByCardStaysAPurchase(_ line: String) throws {
        var (coach, _) = try coach()
        #expect(!(try coach.answer(line).reply.contains("move money")))
    }

    /// 20% of $2,000.00 are $400.00.
    @Test func aLimitMayBeAPartOfIncome() throws {
        var (coach, index) = try coach()
        let answer = try coach.answer("set a grocery budget of 20% of my income")
        #expect(
            answer.warnings.contains { $0.hasPrefix("read as 20% of the $2,000.00 you usually bring in") })
        #expect(try index.monthlyLimits().map(\.limit) == [Money(40_000, .usd)])
        #expect(
            try coach.answer("set a fun limit of 10%").reply
                == "10% of what? Say “of my income”, or give an amount a month.")
        #expect(try index.monthlyLimits().count == 1)
        _ = try coach.answer("of my income")
        #expect(try index.monthlyLimits().map(\.limit.minorUnits).sorted() == [20_000, 40_000])
        #expect(try coach.answer("make it 30%").reply.hasPrefix("30% of what?"))
        _ = try coach.answer("50")
        #expect(try index.monthlyLimits().map(\.limit.minorUnits).sorted() == [5_000, 40_000])
    }

    @Test(arguments: ["a vase for 500 zorkmids", "shoes for 50 XYZ", "a lamp for 50 bananas"])
    func aUnitThatIsNoMoneyIsSaid(_ wish: String) throws {
        var (coach, _) = try coach()
        let unit = wish.split(separator: " ").last.map(String.init) ?? ""
        #expect(
            try coach.answer("should I buy \(wish)?").reply
                == "I don't know the currency “\(unit)”. Give the price in USD, or use a currency code such as EUR.")
    }

    @Test(arguments: ["50 each", "50 online", "50 at target", "50 tomorrow", "50 bucks", "50 thanks", "50"])
    func otherWordsAfterAPriceStay(_ price: String) throws {
        var (coach, _) = try coach()
        #expect(try coach.answer("should I buy a lamp for \(price)?").reply.hasPrefix("Yes"))
    }

    @Test func aGoalNeedsADayToCome() throws {
        var (coach, index) = try coach()
        #expect(
            try coach.answer("save 500 by yesterday").reply
                == "September 30 has already come. When do you want it by?")
        #expect(
            try coach.answer("save 500 by 31 february 2027").reply
                == "There is no 31 february 2027. Which day do you mean?")
        #expect(try GoalBook(index).goals().isEmpty)
        _ = try coach.answer("by the last day of may")
        #expect(try GoalBook(index).goals().map(\.by) == [CivilDate(iso: "2027-05-31")])
    }

    @Test func limitsAreToldApartFromPurchases() throws {
        var (coach, _) = try coach()
        _ = try coach.answer("set fun to 100")
        _ = try coach.answer("set fun to 150")
        for line in ["history of my fun limit", "how did my fun limit change?"] {
            let answer = try coach.answer(line)
            #expect(
                answer.reply
                    == "Your limit on fun went from $100.00 to $150.00 a month on October 1. There was one change before that."
            )
            #expect(answer.table?.rows.count == 2)
        }
        _ = try coach.answer("should I buy shoes for $90?")
        #expect(try coach.answer("am I over budget?").reply.contains("$150.00 monthly limit on fun"))
        #expect(try coach.answer("what have I decided?").table?.rows.count == 1)
    }

    @Test func instalmentsThatComeToThePriceNeedNoNote() throws {
        var (coach, _) = try coach()
        let answer = try coach.answer("should I buy a phone for $600 in 12 payments of $50")
        #expect(answer.warnings.allSatisfy { !$0.contains("the payments come to") })
    }
}
