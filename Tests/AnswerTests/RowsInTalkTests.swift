import Coaching
import Ledger
import Testing

/// What a line of a conversation leaves out, points at or asks of rows that were listed, over rows written out by hand, seen
/// from July 15, 2026.
@Suite struct RowsInTalkTests {
    private func last(_ lines: [String]) throws -> Answer {
        let ledger = try WrittenLedger(asOf: "2026-07-15")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-04-15,ZORVEX FREIGHT DIRECT DEP,2000.00", "2026-06-01,ZORVEX FREIGHT DIRECT DEP,1620.00",
                "2026-06-15,ZORVEX FREIGHT DIRECT DEP,1580.00",
                "2026-05-01,OAK RIDGE APTS RENT,-1000.00", "2026-06-01,OAK RIDGE APTS RENT,-1000.00",
                "2026-06-10,DISCOUNT TIRE,-400.00", "2026-06-12,ALLY AUTO PAYMENT,-200.00",
                "2025-06-03,KROGER #344,-30.00", "2026-05-03,KROGER #344,-100.00", "2026-06-03,KROGER #344,-60.00",
                "2025-12-05,OLIVE GARDEN,-44.44", "2025-12-05,OLIVE GARDEN,-44.44",
                "2026-05-05,OLIVE GARDEN,-30.00", "2026-06-06,OLIVE GARDEN,-40.00", "2026-06-20,OLIVE GARDEN,-50.00",
                "2026-06-21,STARBUCKS STORE 1,-5.00",
                "2026-06-02,AMAZON MKTPL,-10.00", "2026-06-16,AMAZON MKTPL,-20.00", "2026-06-25,AMAZON MKTPL,-40.00",
                "2026-01-25,AMAZON MKTPL,-90.00",
            ])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        for line in lines.dropLast() { _ = try coach.answer(line) }
        return try coach.answer(lines[lines.count - 1])
    }

    private func total(_ answer: Answer) -> Int64? {
        (answer.evidence?.figures ?? []).lazy.compactMap { figure -> Int64? in
            if case .money(let money) = figure.value { money.minorUnits } else { nil }
        }.first
    }

    private func count(_ answer: Answer) -> Int? {
        (answer.evidence?.figures ?? []).lazy.compactMap { figure -> Int? in
            if case .count(let count) = figure.value { count } else { nil }
        }.first
    }

    @Test(
        arguments: [
            (["total spending in june"], 182_500), (["total spending in june", "not countin the rent"], 82_500),
            (["total spending in june", "not counting the rent", "and the tires"], 42_500),
            (["total spending in june", "not counting the rent", "and the tires", "same for may"], 13_000),
            (["total spending in june", "without the car note"], 162_500),
            (["last 3 amazon orders added up"], 7_000),
            (["if I'd skipped amazon and starbucks in june, how much would I have"], 7_500),
            (["show my last 2 paychecks", "which is the highest"], 162_000),
            (["which months did I spend over $1500", "what happened in june"], 182_500),
            (["what's the average olive garden visit this year except the $50 one"], 3_500),
        ] as [([String], Int64)])
    func sums(_ lines: [String], _ cents: Int64) throws {
        let answer = try last(lines)
        #expect(total(answer) == cents, "\(answer.reply)")
    }

    @Test(arguments: [
        (["how many different places did we eat at in june"], 2),
        (["eating out in june", "how many times did we go then"], 3),
    ])
    func counts(_ lines: [String], _ wanted: Int) throws {
        let answer = try last(lines)
        #expect(count(answer) == wanted, "\(answer.reply)")
    }

    @Test(arguments: [
        (["which month in the last 3 did we spend the most"], "June"),
        (["what did we spend in june", "why so much more than may"], "$695.00"),
        (["what do we usually spend eating out", "make 60 a month the limit for that"], "$60.00 a month"),
        (["what was my biggest amazon order this year", "which card was that on"], "January 25"),
        (["any double charges?"], "$44.44"),
    ])
    func words(_ lines: [String], _ wanted: String) throws {
        let reply = try last(lines).reply
        #expect(reply.contains(wanted), "\(reply)")
    }

    @Test func eachYearIsTold() throws {
        let groups = try last(["kroger", "per year"]).evidence?.groups ?? []
        let sums = groups.map { group in if case .money(let money) = group.value { money.minorUnits } else { Int64(0) }
        }
        #expect(Set(sums) == [3_000, 16_000])
    }
}
