import Coaching
import Ledger
import Testing

/// Words for a hobby, a school or a trade, whose shops are known by their names; whose a thing is; years that are no price.
@Suite struct ThemeTests {
    private func answer(_ line: String) throws -> Answer {
        let ledger = try WrittenLedger(asOf: "2026-07-15")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-06-01,ZORVEX FREIGHT DIRECT DEP,2620.00",
                "2026-06-03,RED BIRD CERAMIC SUPPLY,-25.00", "2026-06-05,SQ *HOLLOW CLAY STUDIO,-40.00",
                "2026-06-09,EMERALD ORTHODONTICS,-185.00", "2026-06-11,Zelle payment to WREN HOLT,-50.00",
                "2026-06-12,KROGER #344,-10.00", "2026-06-13,ALDI 71042,-20.00", "2026-05-13,ALDI 71042,-35.00",
                "2026-06-14,RAINY DAY PIZZA,-30.00",
            ])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        return try coach.answer(line)
    }

    private func sum(_ answer: Answer) -> Int64? {
        (answer.evidence?.figures ?? []).lazy.compactMap { figure -> Int64? in
            if case .money(let money) = figure.value { money.minorUnits } else { nil }
        }.first
    }

    @Test(arguments: [
        ("what did pottery cost me in june", 6_500), ("clay stuff in june", 6_500),
        ("how much was wren's ortho in june", 18_500), ("total pizza spend 2026", 3_000),
        ("what's the most we ever dropped at aldi in one go", 3_500),
    ])
    func sums(_ line: String, _ cents: Int64) throws {
        let answer = try answer(line)
        #expect(sum(answer) == cents, "\(answer.reply)")
    }

    @Test func rankedIsByShop() throws {
        let groups = try answer("grocery stores ranked in june").evidence?.groups.map(\.label)
        #expect(groups == ["Aldi", "Kroger"])
    }

    /// A word that no shop's name is known by leaves its whole category, and says so.
    @Test func whatNothingTellsIsSaid() throws {
        #expect(try answer("what did beekeeping cost me in june").reply.contains("beekeeping"))
    }
}
