import Coaching
import Ledger
import Testing

/// Lines that go on from payments that recur, over a ledger worked out by hand, seen from 25 November 2026: Netflix went
/// from $15 to $18 in June and Spotify from $10 to $11 in July; Dropbox began in May at $12.
@Suite struct StreamFollowUpTests {
    private func last(_ lines: [String]) throws -> Answer {
        let ledger = try WrittenLedger(asOf: "2026-11-25")
        var rows: [String] = []
        for month in 1...11 {
            let start = "2026-\(month < 10 ? "0" : "")\(month)-"
            rows += [
                start + "01,ACME TOOLS PAYROLL DIRECT DEP,2500.00", start + "08,NETFLIX.COM,-\(month < 6 ? 15 : 18).00",
                start + "20,SPOTIFY USA,-\(month < 7 ? 10 : 11).00",
            ]
            if month >= 5 { rows.append(start + "12,DROPBOX,-12.00") }
        }
        try ledger.bring("Checking", .checking, rows)
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        for line in lines.dropLast() { _ = try coach.answer(line) }
        return try coach.answer(lines[lines.count - 1])
    }

    @Test(
        arguments: [
            (["what subscriptions do I have", "which is the newest"], "The newest is Dropbox"),
            (["what subscriptions do I have", "which is the newest", "what have we paid them in total"], "$84.00"),
            (["what does netflix cost", "when did that change"], "June 8"),
            (["what does netflix cost", "when did that change", "by how much"], "$3.00"),
            (["what subscriptions do I have", "when did netflix go up", "how much is that over a year"], "$216.00"),
            (["what bills are due", "when exactly is the netflix one"], "December 8"),
        ] as [([String], String)])
    func goesOnFromOne(_ lines: [String], _ words: String) throws {
        let answer = try last(lines)
        #expect(answer.reply.contains(words), "\(lines): \(answer.reply)")
    }

    /// Where two went up, `that one` may be either.
    @Test func oneOfSeveralIsAskedFor() throws {
        let answer = try last(["what subscriptions do I have", "which ones went up", "what is that one a year"])
        #expect(answer.clarify != nil && answer.reply.contains("that one"), "\(answer.reply)")
    }
}
