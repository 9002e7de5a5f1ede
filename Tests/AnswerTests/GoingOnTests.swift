import Coaching
import Ledger
import Testing

/// Lines that go on from what came back, from payments that recur, and from what stands out, over a ledger worked out by
/// hand, seen from May 14, 2026: Netflix at $15.49 until February and at $17.99 from March 5 on, two purchases at Target
/// in April of which $27.84 came back, and one dinner that was charged twice.
@Suite struct GoingOnTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-05-14")
        var rows = (1...5).flatMap { month in
            [
                "2026-0\(month)-01,ACME PAYROLL DIRECT DEP,2000.00",
                "2026-0\(month)-05,NETFLIX.COM,\(month < 3 ? "-15.49" : "-17.99")",
            ]
        }
        rows += (8...12).map { "2025-\($0 < 10 ? "0" : "")\($0)-05,NETFLIX.COM,-15.49" }
        rows += (1...5).map { "2026-0\($0)-15,ACME PAYROLL DIRECT DEP,2000.00" }.dropLast()
        rows += [
            "2026-03-08,TARGET,-50.00", "2026-04-03,TARGET,-80.00", "2026-04-10,TARGET,-40.00",
            "2026-04-22,TARGET REFUND,27.84", "2026-04-18,EL LOCO CAFE,-67.38", "2026-04-18,EL LOCO CAFE,-67.38",
            "2026-04-02,EL LOCO CAFE,-20.00",
        ]
        try ledger.bring("Checking", .checking, rows)
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func last(_ lines: [String]) throws -> Answer {
        var coach = try coach()
        for line in lines.dropLast() { _ = try coach.answer(line) }
        return try coach.answer(lines[lines.count - 1])
    }

    private func total(_ answer: Answer) -> Int64? {
        (answer.evidence?.figures ?? []).lazy.compactMap { figure -> Int64? in
            if case .money(let money) = figure.value { money.minorUnits } else { nil }
        }.first
    }

    @Test(
        arguments: [
            (["target in april", "before the return"], 12_000),
            (["target in april", "before the return", "and with the refund"], 9_216),
            (["target in april", "was there a refund", "so before the refund?"], 12_000),
            (["target in april", "was there a refund", "target this year"], 14_216),
            (["target in april", "before the return", "and march"], 5_000),
        ] as [([String], Int64)])
    func whatCameBackIsCountedAsTheLineSays(_ lines: [String], _ cents: Int64) throws {
        let answer = try last(lines)
        #expect(total(answer) == cents, "\(answer.reply)")
    }

    /// A part and what it is a part of are of the same days, also where a line names none and those spoken of stay.
    @Test(arguments: ["what percent of my income went to Target", "what share of my income was Target"])
    func aShareIsOfTheDaysOfItsPart(_ line: String) throws {
        let answer = try last(["what percent of my income went to Target in April", line])
        // $80.00 and $40.00 less $27.84 of $4,000.00.
        #expect(answer.reply.contains("2.3%") && answer.reply.contains("$92.16 of $4,000.00"), "\(answer.reply)")
        let year = try last(["what percent of my income went to Target in 2026", line])
        // With $50.00 in March, of nine pays.
        #expect(year.reply.contains("$142.16 of $18,000.00"), "\(year.reply)")
    }

    /// What is all of the money is asked about whatever was spoken of; `by month` alone goes on.
    @Test(arguments: [
        ("spending by month", false), ("spending by category", false), ("where did my money go this year", false),
        ("by month", true),
    ])
    func allOfTheMoneyIsAQuestionOfItsOwn(_ line: String, _ isOfTarget: Bool) throws {
        let answer = try last(["target in april", line])
        #expect(answer.reply.contains("at Target") == isOfTarget, "\(answer.reply)")
        #expect(!(answer.evidence?.groups.isEmpty ?? true))
    }

    @Test(arguments: ["leave the $67.38 charge out", "leave out the $67.38 charge"])
    func aChargeIsLeftOut(_ line: String) throws {
        var coach = try coach()
        #expect(try coach.answer(line).reply.hasPrefix("Which one do you mean?"))
        #expect(try coach.answer("1").reply.hasPrefix("Done: $67.38 at El Loco Cafe on April 18"))
        #expect(total(try coach.answer("el loco cafe in april")) == 8_738)
    }

    @Test(arguments: [
        (["how much is netflix per year", "and at the old price"], "$185.88"),
        (["how much is netflix", "what was it before march"], "$15.49"),
        (["netflix per month", "since when"], "March 5"),
        (["netflix in april", "when did the price change"], "March 5"),
        (["which subscriptions got more expensive", "by how much"], "$2.50"),
    ])
    func aPriceThatRoseIsGoneOnWith(_ lines: [String], _ words: String) throws {
        let reply = try last(lines).reply
        #expect(reply.contains(words), "\(reply)")
    }

    @Test func afterADoubleChargeItIsOneOfThem() throws {
        #expect(try last(["any double charges?", "how much was it"]).reply.contains("$67.38"))
        let lines = ["any double charges?", "how much did we spend at el loco in april", "and without the duplicate"]
        #expect(total(try last(lines)) == 8_738)
    }

    @Test func afterWhatIsDueTheMoneyComingInIsThatOfTheSameDays() throws {
        let reply = try last(["what is due before the 31st", "and money coming in?"]).reply
        #expect(reply.contains("Acme ($2,000.00"), "\(reply)")
    }
}
