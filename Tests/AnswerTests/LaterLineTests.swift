import Coaching
import Ledger
import Testing

/// What a line makes of the answers before it, over a ledger worked out by hand: pay, rent and a lodger in Checking, a
/// card, and savings, from June to November 2026.
@Suite struct LaterLineTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-11-20")
        let months = ["06", "07", "08", "09", "10", "11"]
        try ledger.bring(
            "Checking", .checking,
            months.flatMap { month in
                ["2026-\(month)-01,LANDLORD RENT,-1500.00"]
                    + ["2026-\(month)-02,ACME PAYROLL DIRECT DEP,\(month < "10" ? "2500.00" : "2600.00")"]
                    + (month == "08" ? [] : ["2026-\(month)-05,ZELLE FROM NORA PIKE,300.00"])
            } + ["2026-10-16,ZELLE TO NORA PIKE,-45.00", "2026-10-20,ONLINE PAYMENT TO VISA,-200.00"])
        let groceries = zip(months, ["50.00", "55.00", "40.00", "60.00", "70.00", "20.00"])
        try ledger.bring(
            "Visa", .creditCard,
            groceries.map { "2026-\($0)-\($0 == "11" ? "03" : "10"),KROGER,-\($1)" }
                + [
                    "2026-10-11,LATE FEE,-29.00", "2026-09-12,INTEREST CHARGE ON PURCHASES,-11.00",
                    "2026-10-12,INTEREST CHARGE ON PURCHASES,-13.50", "2026-10-14,STARBUCKS,-7.00",
                    "2026-10-20,PAYMENT THANK YOU,200.00",
                ])
        try ledger.bring(
            "Savings", .savings, ["2026-09-30,INTEREST PAYMENT,4.00", "2026-10-31,INTEREST PAYMENT,5.00"])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func last(_ lines: [String]) throws -> Answer {
        var coach = try coach()
        for line in lines.dropLast() { _ = try coach.answer(line) }
        return try coach.answer(lines[lines.count - 1])
    }

    private func amounts(_ answer: Answer) -> Set<Int64> {
        Set(
            (answer.evidence?.figures ?? []).compactMap {
                if case .money(let money) = $0.value { money.minorUnits } else { nil }
            })
    }

    private func days(_ answer: Answer) -> [String] { answer.evidence?.transactions.map(\.date.iso) ?? [] }

    // MARK: One row, and those before it

    @Test(arguments: ["the one before that", "and the check before that", "the one before"])
    func theOneBeforeIsTheNextOlder(_ line: String) throws {
        #expect(days(try last(["last paycheck", line])) == ["2026-10-02"])
        #expect(days(try last(["last paycheck", line, "and before that"])) == ["2026-09-02"])
    }

    @Test(arguments: ["what was the 60 one", "the 60 one, when was that"])
    func anAmountNamesARow(_ line: String) throws {
        #expect(days(try last(["list groceries this year", line])) == ["2026-09-10"])
    }

    @Test(arguments: ["without the biggest one", "take out the biggest one", "not counting the largest"])
    func theLargestIsLeftOut(_ line: String) throws {
        // 50 + 55 + 40 + 60 + 20 without the 70 of October
        #expect(amounts(try last(["how much on groceries this year", line])).contains(225_00))
    }

    /// The month of the one row that a figure is of.
    @Test func thatMonthIsThatOfTheRow() throws {
        let lines = ["how much was the late fee", "what did we spend at kroger that month"]
        #expect(amounts(try last(lines)).contains(70_00))
    }

    // MARK: Money in against money out

    @Test func whatIsTakenFromIncomeGrows() throws {
        let lines = ["pay in october", "minus rent"]
        #expect(amounts(try last(lines)).isSuperset(of: [2600_00, 1500_00]))
        #expect(amounts(try last(lines + ["and groceries"])).isSuperset(of: [2600_00, 1570_00]))
    }

    @Test(arguments: ["so whos ahead", "so who owes who", "so net"])
    func whatWasSentIsHeldAgainstWhatCame(_ line: String) throws {
        let lines = ["what did i send nora in october", "and what did nora send me in october", line]
        #expect(try last(lines).reply.contains("255"))
    }

    @Test func interestGoesAsMoneyDidBefore() throws {
        let charged = try last(["how much were fees in october", "and interest"])
        #expect(amounts(charged).contains(13_50) && !charged.reply.contains("deposit"), "\(charged.reply)")
        let earned = try last(["how much did we earn in october", "and interest"])
        #expect(amounts(earned).contains(5_00), "\(earned.reply)")
    }

    @Test(arguments: ["how much did i pay on it", "what did we pay on it that month"])
    func whatIsPaidOnACardIsNoPurchase(_ line: String) throws {
        #expect(amounts(try last(["how much did we put on the visa in october", line])).contains(200_00))
    }

    // MARK: Several answers

    /// 70.00 in October and 1,500.00 in September have neither name nor days in common.
    @Test(arguments: ["all of that together", "both together", "add em up"])
    func unlikeFiguresAddUp(_ line: String) throws {
        let answer = try last(["how much at kroger in october", "rent in september", line])
        #expect(amounts(answer).contains(1570_00), "\(answer.reply)")
    }

    @Test func oneMoreIsAddedToWhatWasKept() throws {
        let lines = ["how much on groceries and coffee in october", "just coffee", "and rent", "together"]
        #expect(amounts(try last(lines)).contains(1507_00))
    }

    // MARK: Months

    @Test(arguments: ["which month did she skip", "which month is missing", "which month did she miss"])
    func aMonthWithoutIsNamed(_ line: String) throws {
        let answer = try last(["how much has nora sent us since june", line])
        #expect(answer.reply.contains("August"), "\(answer.reply)")
    }

    @Test func thenIsNoTimeBesideOne() throws {
        #expect(amounts(try last(["groceries in october", "what did we spend in september then"])).contains(60_00))
    }

    @Test func upOrDownIsAgainstTheMonthBefore() throws {
        #expect(try last(["groceries in october", "is that up or down"]).reply.contains("than in September"))
    }

    @Test func whatWasShownIsSplit() throws {
        let answer = try last(["groceries since june", "split that by month"])
        #expect(answer.evidence?.groups.count == 6, "\(answer.reply)")
    }

    // MARK: Limits

    @Test(arguments: [
        "would we have kept it in october", "how would october have looked", "would we have been under it in october",
    ])
    func aLimitIsHeldAgainstAnotherMonth(_ line: String) throws {
        let answer = try last(["set a grocery budget of $65", line])
        #expect(amounts(answer).contains(70_00) && !answer.reply.contains("this month"), "\(answer.reply)")
    }

    @Test func keepingALimitIsNotGoingOverIt() throws {
        let limit = "set a grocery budget of $65"
        #expect(try last([limit, "would we have kept it in october"]).reply.hasPrefix("No,"))
        #expect(try last([limit, "would we have kept it in september"]).reply.hasPrefix("Yes,"))
        #expect(try last([limit, "would we have gone over in october"]).reply.hasPrefix("Yes,"))
    }

    @Test func aLimitIsTakenOff() throws {
        #expect(try last(["set a grocery budget of $65", "nah take that limit off"]).reply.contains("gone"))
    }

    /// One limit after another, and what is left of the last one: $200.00 less $110.00.
    @Test func anotherLimitRightAfterOne() throws {
        let lines = ["set a grocery limit of 300", "and coffee at 40", "how much left this month"]
        #expect(try last(Array(lines.prefix(2))).reply.contains("coffee is now $40.00"))
        let reply = try last(lines).reply
        #expect(reply.contains("$40.00 left"), "\(reply)")
    }

    /// Behind days that are named, `then` is none of its own.
    @Test func thenBehindNamedDays() throws {
        let answer = try last(["how much at kroger in august", "last month kroger then"])
        #expect(amounts(answer).contains(7000), "\(answer.reply)")
    }

    @Test(arguments: ["have I been there before", "how often have we been there"])
    func whetherAPlaceWasVisited(_ line: String) throws {
        let answer = try last(["biggest purchase at kroger in august", line])
        #expect(answer.reply.contains("6 purchases"), "\(answer.reply)")
    }
}
