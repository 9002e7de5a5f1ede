import Coaching
import Ledger
import Testing

/// Lines that go on from one row, one month, or one figure of an answer, over a ledger worked out by hand.
@Suite struct PickedRowAnswerTests {
    private func last(_ lines: [String]) throws -> Answer {
        let ledger = try WrittenLedger(asOf: "2026-11-20")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-08-07,ACME PAYROLL DIRECT DEP,2100.00", "2026-09-04,ACME PAYROLL DIRECT DEP,2600.00",
                "2026-10-02,ACME PAYROLL DIRECT DEP,2300.00", "2026-08-03,STARBUCKS,-5.00",
                "2026-08-12,DUNKIN,-9.00", "2026-09-09,STARBUCKS,-30.00", "2026-09-21,DUNKIN,-10.00",
                "2026-10-05,STARBUCKS,-6.00", "2026-09-03,SHELL OIL 5512,-41.00", "2026-09-17,SHELL OIL 5512,-39.00",
                "2026-10-11,EXXON,-52.00", "2026-10-13,KROGER,-80.00", "2026-10-20,KROGER,-95.00",
                "2026-10-27,ALDI,-60.00", "2026-10-14,CHECK 2041,-150.00", "2026-10-15,CHECK 2042,-400.00",
                "2026-10-05,ZELLE TO ANN DOE,-40.00", "2026-09-05,ZELLE TO BOB ROE,-60.00",
            ])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        for line in lines.dropLast() { _ = try coach.answer(line) }
        return try coach.answer(lines[lines.count - 1])
    }

    private func cents(_ answer: Answer) -> Set<Int64> {
        let figures = (answer.evidence?.figures ?? []).compactMap { figure -> Int64? in
            if case .money(let money) = figure.value { abs(money.minorUnits) } else { nil }
        }
        return Set(figures + (answer.evidence?.transactions ?? []).map { abs($0.amount.minorUnits) })
    }

    @Test(arguments: [("best one", 260_000), ("worst one", 210_000)])
    func theBestPayIsTheHighest(_ line: String, _ amount: Int64) throws {
        #expect(cents(try last(["income this year", line])).contains(amount))
    }

    @Test func afterTheSecondLargestTheFirstIsTheLargest() throws {
        let answer = try last(["top 3 purchases at kroger and aldi", "the second one", "and the first"])
        #expect(answer.evidence?.transactions.map(\.amount.minorUnits) == [-95_00])
    }

    @Test func theBiggestIsOfAllRowsAndNotTheOneAfterThoseShown() throws {
        let answer = try last(["show me all checks", "the second one", "biggest?"])
        #expect(cents(answer).contains(400_00))
    }

    @Test func aSingleOneIsARowAndNoMonth() throws {
        let answer = try last(["coffee this year", "by month", "biggest single one"])
        #expect(cents(answer).contains(30_00) && !cents(answer).contains(40_00))
    }

    @Test func theShareIsOfTheMonthThatWasSingledOut() throws {
        let answer = try last(["coffee by month this year", "which was the worst", "how much of that was dunkin"])
        // September: $10 of $40.
        #expect(cents(answer).isSuperset(of: [10_00, 40_00]))
    }

    @Test func aNounOfWhatIsBoughtKeepsTheShop() throws {
        let answer = try last(["how much did I spend at shell this year", "how many gas purchases"])
        #expect(answer.evidence?.matched == 2)
    }

    @Test func whatTheVisitsComeToIsTheirSum() throws {
        let answer = try last(["how many times did I go to kroger this year", "and what has that come to?"])
        #expect(cents(answer).contains(175_00))
    }

    @Test func whichOfTheTwoIsOfThoseAskedAboutInOtherDays() throws {
        let answer = try last([
            "how much went to starbucks in august", "and dunkin?",
            "over the whole year, which shop got more of my money?",
        ])
        #expect(cents(answer).isSuperset(of: [41_00, 19_00]))
    }

    @Test func theSchoolYearIsAugustThroughMay() throws {
        let answer = try last(["how much did I spend at kroger this school year"])
        #expect(answer.evidence?.query.period?.start == CivilDate(iso: "2026-08-01"))
    }

    @Test func aLineThatWouldBeRefusedIsAnsweredWhereItIsSurelyOfOnesOwnRows() throws {
        let checks = try last(["how many checks have I written this year"])
        #expect(checks.evidence?.matched == 2 && checks.unread.isEmpty)
        let person = try last(["who do we zelle the most"])
        #expect(person.reply.contains("Bob Roe") && person.reply.contains("$60.00"))
    }

    @Test(arguments: ["list the pharmacy bills", "weather at kroger tomorrow", "zelle $50 to ann doe"])
    func whatIsNoQuestionAboutRowsIsStillRefused(_ line: String) throws {
        #expect(try last([line]).evidence?.matched ?? 0 == 0)
    }
}
