import Ledger
import Store
import Testing

@testable import Coaching

/// Going on with a conversation, and telling how its answers came to be.
@Suite struct ConversationReplayTests {
    private let day = PhrasingHome.asOf

    private func replies(_ questions: [String], _ coach: inout Coach) throws -> [String] {
        try questions.map { try coach.answer($0).reply }
    }

    /// Whatever came before, a conversation that was gone on with answers as one that never ended.
    @Test(arguments: [
        ["groceries in October", "and in September?"],
        ["groceries in October", "only Kroger", "what about last month?"],
        ["top 3 merchants this month", "and last month?"],
        ["show my Kroger purchases", "the largest one?"],
        ["how much did I earn this month?", "why?"],
        ["what are my subscriptions?", "and how much is that a year?"],
        ["should I buy a lamp", "$40"],
    ]) func itGoesOnAsIfItHadNeverEnded(_ questions: [String]) throws {
        var whole = try PhrasingHome().coach
        let expected = try replies(questions, &whole).last
        var resumed = try PhrasingHome().coach
        try resumed.resume(questions.dropLast().map { (question: $0, day: day, requests: nil) })
        #expect(try resumed.answer(questions.last ?? "").reply == expected)
    }

    @Test func goingOnChangesNothing() throws {
        let home = try PhrasingHome()
        var coach = home.coach
        let before = home.index.database.snapshot()
        try coach.resume(
            ["set a limit of $300 on groceries", "should I buy a lamp for $40", "I bought it"].map {
                (question: $0, day: day, requests: nil)
            })
        #expect(home.index.database.snapshot() == before)
    }

    /// “Last month” means the month before the day on which it was asked.
    @Test func questionsAreReadAsOnTheirDay() throws {
        var coach = try PhrasingHome().coach
        try coach.resume([
            (question: "groceries last month", day: try #require(CivilDate(iso: "2026-11-05")), requests: nil)
        ])
        #expect(coach.lastAnswer?.evidence?.query.period?.label == "October 2026")
    }

    @Test func whyNamesWhatWasLeftOut() throws {
        var coach = try PhrasingHome().coach
        let report = try coach.why(coach.answer("spending in October 2026"))
        let lines = Dictionary(uniqueKeysWithValues: report.lines.map { line in (line.label, line.text) })
        // 61.20, 40.05, 12, 13, 14 and 30; the pay is income.
        #expect(lines["Counted"] == "6 transactions: expenses, less refunds")
        #expect(lines["Left out"] == "1 row of income")
        #expect(!report.statements.isEmpty)
    }

    @Test func sourcesAreAllRowsOfTheFigure() throws {
        var coach = try PhrasingHome().coach
        let answer = try coach.answer("groceries in October 2026 by merchant")
        let rows = try #require(try coach.sources(of: answer))
        #expect(rows.transactions.map(\.amount.minorUnits) == [-4005, -6120])
        #expect(rows.matched == 2)
    }

    @Test func theTranscriptHoldsNoMoreThanItShould() throws {
        var coach = try PhrasingHome().coach
        let answer = try coach.answer("groceries in October 2026")
        var transcript = Transcript()
        for _ in 0..<1200 { transcript.add(answer) }
        #expect(transcript.count == 1200)
        #expect(transcript.turns.count <= Transcript.longest)
        #expect(transcript.turns.last?.number == 1200)
        transcript.drop(from: 1200)
        #expect(transcript.count == 1199)
    }

    /// What banks write stays text in the document, and tables stay tables.
    @Test func markdownOfHostileRowsIsStillADocument() throws {
        var coach = try PhrasingHome().coach
        var transcript = Transcript()
        transcript.add(try coach.answer("show all transactions in October 2026"))
        let table = transcript.markdown.split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(table.count == 9)
        let cells = Set(table.map { row in row.indices.count { row[$0] == "|" && !row[..<$0].hasSuffix("\\") } })
        #expect(cells.count == 1, "every row has as many cells as the head")
    }

    @Test func aKeptTurnShowsTheTableOfItsEvidence() throws {
        var coach = try PhrasingHome().coach
        let answer = try coach.answer("spending in October 2026 by category")
        let taxonomy = Taxonomy.builtIn
        let kept = Transcript([answer.record], taxonomy: taxonomy)
        #expect(kept.markdown.contains("| Groceries | $101.25 | 2 |"))
    }
}
