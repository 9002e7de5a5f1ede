import Coaching
import Ledger
import Testing

/// Names that a line puts together, and words that are only in names, over rows written out by hand.
@Suite struct NamesTogetherTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-07-15")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-04-03,ZORVEX FREIGHT DIRECT DEP,1500.00", "2026-05-01,ZORVEX FREIGHT DIRECT DEP,1620.00",
                "2026-06-05,ZORVEX FREIGHT DIRECT DEP,1580.00", "2026-05-04,COSTCO WHSE #0021,-180.00",
                "2026-05-04,COSTCO GAS #0021,-41.00", "2026-06-08,COSTCO WHSE #0021,-95.50",
                "2026-06-20,COSTCO GAS #0021,-38.25", "2026-05-11,YMCA OF THE ROCKIES,-210.00",
                "2026-06-11,YMCA OF THE ROCKIES,-230.00", "2026-06-02,KROGER #344,-64.10",
                "2026-06-12,SHELL OIL 57442,-30.00",
            ])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func total(_ question: String) throws -> Int64? {
        var coach = try coach()
        return try coach.answer(question).evidence?.figures.first { $0.name == "total" }.flatMap {
            if case .money(let money) = $0.value { money.minorUnits } else { nil }
        }
    }

    /// A word that is in no dictionary, but in the name of one payer.
    @Test func aWordOfOneNameIsTheName() throws {
        #expect(try total("zorvex in 2026") == 150_000 + 162_000 + 158_000)
        var coach = try coach()
        #expect(try coach.answer("how much was the last zorvex check").reply.contains("$1,580.00"))
    }

    /// No row of the Y is of children's things: the camp is what it was paid for.
    @Test func aCategoryThatAMerchantNeverHadGivesWay() throws {
        #expect(try total("what did the ymca camp cost in may and june 2026") == 21_000 + 23_000)
        var coach = try coach()
        let answer = try coach.answer("how much did I spend on clothing at costco in may 2026")
        #expect(answer.reply.contains("$180.00"))
        #expect(answer.unread == ["clothing"])
        #expect(answer.reply.contains("Nothing at Costco is filed under clothing, so this is everything there."))
        // What is said of the camp is that there is no row of it, and nothing else.
        let camp = try coach.answer("what did the ymca camp cost in may and june 2026")
        #expect(camp.reply.split(separator: " ").count { $0 == "filed" } < 2)
        #expect(!camp.reply.contains("the rest of its category"))
    }

    /// The one of two of a name whose rows are of the category that is said.
    @Test func aNamesakeWithTheCategoryIsMeant() throws {
        #expect(try total("how much gas did I buy at costco in 2026") == 4100 + 3825)
    }

    /// What is left out is the one of two of a name whose rows are of the category.
    @Test func aNamesakeWithTheCategoryIsLeftOut() throws {
        #expect(try total("how much did I spend on gas in 2026") == 4100 + 3825 + 3000)
        #expect(try total("how much did I spend on gas without costco in 2026") == 3000)
    }

    /// Whether something was bought is answered with no where it was not.
    @Test func whetherIsAnsweredAsAsked() throws {
        var coach = try coach()
        #expect(try coach.answer("did I buy clothing at kroger in june 2026?").reply.hasPrefix("No"))
    }

    /// A shop of one's own is asked of nobody else, however the line is put.
    @Test(arguments: ["ymca or kroger, which is pricier per visit", "how many months was kroger over 50 dollars"])
    func whatNamesAShopOfOnesOwnIsNotRefused(line: String) throws {
        var coach = try coach()
        #expect(try coach.answer(line).evidence != nil)
    }
}
