import Coaching
import Importing
import Ledger
import Retrieval
import Store
import Testing

/// Spans of which the data has only a part are told as they were asked for, and then over the days that it has of both.
@Suite struct KnownDaysTests {
    private static let today = CivilDate(iso: "2026-09-20")!
    /// Days and cents; the data begins on June 1, 2025.
    private static let charges: [(day: String, cents: Int64)] = [
        ("2025-06-01", 1_100), ("2025-08-10", 2_300), ("2025-12-05", 4_700), ("2026-02-03", 8_900),
        ("2026-06-15", 15_100), ("2026-09-02", 21_700),
    ]

    private func coach() throws -> Coach {
        let index = try HouseholdIndex(path: ":memory:")
        let rows = Self.charges.map { "\($0.day),NETFLIX.COM,-\($0.cents / 100).\($0.cents % 100 / 10)0" }
        let text = (["Date,Description,Amount"] + rows).joined(separator: "\n")
        _ = try Ingest(index, today: Self.today)
            .importBytes(StatementBytes(Array(text.utf8), path: "checking.csv"), IngestRequest())
        return try Coach(index, asOf: Self.today)
    }

    private func sum(_ first: String, _ last: String) -> Int64 {
        Self.charges.filter { (first...last).contains($0.day) }.reduce(0) { $0 + $1.cents }
    }

    @Test func bothYearsAreToldWhole() throws {
        var coach = try coach()
        let answer = try coach.answer("netflix in 2026 against 2025")
        let sums = (answer.evidence?.figures ?? []).compactMap { figure -> Int64? in
            if case .money(let money) = figure.value { money.minorUnits } else { nil }
        }
        #expect(sums.first == sum("2026-01-01", "2026-09-20"))
        #expect(sums.contains(sum("2025-01-01", "2025-12-31")))
        #expect(sums.contains(sum("2026-06-01", "2026-09-20")))
        #expect(sums.contains(sum("2025-06-01", "2025-09-20")))
        #expect(answer.reply.contains("Over the same days:"))
        #expect(answer.evidence?.matched == Self.charges.count { $0.day >= "2026" })
    }

    /// Days before the data begins are not days on which nothing was spent: nothing rose from them.
    @Test(arguments: [
        "did netflix go up in june 2025?", "netflix in june 2025 vs may 2025", "netflix in june 2025 compared to 2024",
    ])
    func nothingIsHeldAgainstDaysBeforeTheData(question: String) throws {
        var coach = try coach()
        let answer = try coach.answer(question)
        #expect(
            answer.reply.contains("nothing earlier to compare with, since your data begins on June 1, 2025"),
            "\(answer.reply)")
        #expect(!answer.reply.contains("more") && !answer.reply.contains("less"), "\(answer.reply)")
        #expect(answer.evidence?.figures.contains { $0.name.hasPrefix("change") } == false)
    }

    @Test func noGroupRoseFromBeforeTheData() throws {
        var coach = try coach()
        let answer = try coach.answer("which category changed the most in june 2025?")
        #expect(
            answer.reply.contains("Your data begins on June 1, 2025, so there's nothing earlier to compare with"),
            "\(answer.reply)")
        #expect(answer.evidence?.groups.isEmpty ?? true)
    }

    /// The second of two superlatives is of what the first one found.
    @Test func theMostOfTwoThingsIsTwoQuestions() throws {
        var coach = try coach()
        let reply = try coach.answer("priciest month this year, and what was the biggest purchase in it").reply
        #expect(reply.contains("September 2026 had the most") && reply.contains("on September 2, 2026"), "\(reply)")
    }
}
