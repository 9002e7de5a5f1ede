import Coaching
import Ledger
import Testing

/// Figures of single questions that are put together: extremes with their days, times between, parts of a number, units
/// that meet a condition. Worked out by hand from these rows:
///
///     2026        March           April           May     June
///     Kroger      40.00, 60.00    30.00           90.00   80.00
///     Duke        110.00          150.00          95.00   120.00
///     Starbucks   5.00, 5.50                              6.00, 6.50
@Suite struct MeasureAnswerTests {
    private func reply(_ line: String) throws -> String {
        let ledger = try WrittenLedger(asOf: "2026-06-30")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-03-05,KROGER #12,-40.00", "2026-03-19,KROGER #12,-60.00", "2026-04-02,KROGER #12,-30.00",
                "2026-05-09,KROGER #12,-90.00", "2026-06-11,KROGER #12,-80.00", "2026-03-10,DUKE ENERGY,-110.00",
                "2026-04-10,DUKE ENERGY,-150.00", "2026-05-10,DUKE ENERGY,-95.00", "2026-06-10,DUKE ENERGY,-120.00",
                "2026-03-07,STARBUCKS,-5.00", "2026-03-28,STARBUCKS,-5.50", "2026-06-06,STARBUCKS,-6.00",
                "2026-06-20,STARBUCKS,-6.50",
            ])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        return try coach.answer(line).reply
    }

    /// One bill, and not which of several payments costs the most.
    @Test(arguments: [
        ("highest electric bill and when", "$150.00", "April 10"), ("lowest power bill this year", "$95.00", "May 10"),
        ("biggest duke energy bill and when was it", "$150.00", "April 10"),
    ])
    func theBillWithItsDay(_ line: String, _ amount: String, _ day: String) throws {
        let reply = try reply(line)
        #expect(reply.contains(amount) && reply.contains(day) && !reply.contains("left out"), "\(reply)")
    }

    /// 14, 14, 37, and 33 days from one to the next.
    @Test(arguments: [
        ("longest time between kroger trips", "37 days", "April 2"),
        ("whats the longest gap between my kroger visits", "37 days", "May 9"),
        ("shortest gap between kroger trips", "14 days", "April 2"),
        ("on average how many days between kroger trips", "24.5 days", "Kroger"),
        ("how many days usually go by between kroger trips", "24.5 days", "Kroger"),
    ])
    func timesBetween(_ line: String, _ days: String, _ other: String) throws {
        let reply = try reply(line)
        #expect(reply.contains(days) && reply.contains(other) && !reply.contains("left out"), "\(reply)")
    }

    @Test(arguments: [
        "how many kroger trips were over 50, out of how many",
        "how many kroger purchases went over $50, of how many in all",
    ])
    func ofHowMany(_ line: String) throws {
        let reply = try reply(line)
        #expect(reply.contains("3 of 5") && !reply.contains("left out"), "\(reply)")
    }

    @Test(arguments: ["how many diffrent stores did we buy from this year", "how many differnt stores this year"])
    func misspeltNumbersOfStores(_ line: String) throws {
        let reply = try reply(line)
        #expect(reply.contains("3 places") && !reply.contains("left out"), "\(reply)")
    }

    /// Nothing at Starbucks in April and May.
    @Test func monthsThatMeetACondition() throws {
        let with = try reply("months we went to starbucks")
        #expect(with.contains("March") && with.contains("June") && !with.contains("April"), "\(with)")
        // 100.00, 30.00, 90.00, and 80.00.
        let kept = try reply("how many months this year did we keep groceries under 95")
        #expect(kept.contains("month") && !kept.contains("net"), "\(kept)")
    }

    @Test func whatTheFirstAndTheLastCost() throws {
        let reply = try reply("first and last kroger visit this year and what each cost")
        for said in ["March 5", "June 11", "$40.00", "$80.00"] { #expect(reply.contains(said), "\(reply)") }
    }

    @Test func placesThatAreNew() throws {
        let ledger = try WrittenLedger(asOf: "2026-06-30")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-03-05,KROGER #12,-40.00", "2026-06-11,KROGER #12,-80.00", "2026-06-14,ALDI 77,-20.00",
                "2026-06-18,TRADER JOE'S,-25.00",
            ])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let reply = try coach.answer("which stores did we go to for the first time in June 2026").reply
        #expect(!reply.contains("Kroger") && !reply.contains("left out"), "\(reply)")
        #expect(reply.contains("$45.00") || reply.contains("Trader Joe's"), "\(reply)")
    }
}
