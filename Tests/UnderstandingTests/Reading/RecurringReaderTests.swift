import Ledger
import Resources
import Testing
import Understanding

/// Lines about payments that recur and the requests they are read to. Today is October 31, 2026.
@Suite struct RecurringReaderTests {
    private func read(_ line: String, after earlier: LineReader.Earlier? = nil) -> LineReader.Candidate? {
        LineReader(Household().context(), after: earlier).candidates(line).first
    }

    private func ask(_ line: String, after earlier: LineReader.Earlier? = nil) -> RecurringAsk? {
        guard let best = read(line, after: earlier), case .recurring(let ask) = best.request, best.unread.isEmpty else {
            return nil
        }
        return ask
    }

    @Test(arguments: [
        ("did netflix raise its price", RecurringAsk.Topic.changes, RecurringAsk.Detail?.some(.whether)),
        ("when did netflix go up", .changes, .day), ("how much was netflix before it went up", .changes, .before),
        ("when did I cancel netflix", .ended, .day), ("did we cancel netflix", .ended, .whether),
        ("am I still paying for netflix", .active, .whether), ("when does netflix renew", .upcoming, .day),
        ("any new subscriptions", .new, .whether), ("fixed costs", .cost, nil),
        ("is there anything else I can cancel", .list, .whether),
        ("by what percent did netflix go up", .changes, .percent),
        ("what has the netflix increase cost us so far", .changes, .extra),
        ("how much extra have we paid for netflix since it went up in May", .changes, .extra),
        ("how much more a year is netflix costing us after the increase", .changes, .extra),
        ("how much more is netflix than it was last year", .changes, nil),
        ("how much bigger is each paycheck since the raise", .changes, .step),
        ("if I dropped netflix and spotify what would I save in a year", .cost, .saved),
        ("which subscriptions we had last december are we no longer paying", .ended, nil),
        ("any subscription that started this year that we did not have in 2025", .new, .whether),
    ])
    func reads(_ line: String, _ topic: RecurringAsk.Topic, _ detail: RecurringAsk.Detail?) {
        let ask = ask(line)
        #expect(ask?.topic == topic)
        #expect(ask?.detail == detail)
    }

    @Test(arguments: [
        ("when did I get my raise", "pay"), ("how big is my paycheck", "pay"),
        ("which subscriptions are new", "subscriptions"),
        ("what bills are coming up", "bills"),
    ])
    func namesItsKind(_ line: String, _ kind: String) { #expect(ask(line)?.kind == kind) }

    /// A question about what was spent is none about a price, and an order to cancel is no question.
    @Test(arguments: [
        "how much did I drop at target", "what did I pay for netflix in August", "how much did I spend on netflix",
    ])
    func leavesRowsAlone(_ line: String) {
        // What only counts where such a payment runs is left to the rows.
        if let best = read(line), case .recurring = best.request, !best.needsStream { Issue.record("\(line)") }
    }

    /// The days that are held against are not those that are asked about.
    @Test func holdsDaysAgainst() {
        let ended = ask("which subscriptions we had last december are we no longer paying")
        #expect(ended?.against?.start == CivilDate(iso: "2025-12-01"))
        #expect(ended?.period == nil)
        let new = ask("any subscription that started this year that we did not have in 2025")
        #expect(new?.against?.end == CivilDate(iso: "2025-12-31"))
        #expect(new?.period?.start == CivilDate(iso: "2026-01-01"))
    }

    @Test func goesOn() {
        var earlier = LineReader.Earlier(last: Ask(Selection(.spending, .merchant("Netflix"))))
        earlier.recurring = RecurringAsk(.list, filter: .merchant("Netflix"))
        #expect(ask("when did it go up", after: earlier)?.filter == .merchant("Netflix"))
        #expect(ask("what was it before", after: earlier)?.detail == .before)
        #expect(ask("when did it stop", after: earlier)?.topic == .ended)
        earlier.recurring = RecurringAsk(.changes, .step, filter: .merchant("Netflix"))
        #expect(ask("when was that", after: earlier)?.detail == .day)
        earlier.recurring = RecurringAsk(kind: "subscriptions")
        earlier.streams = earlier.recurring
        #expect(ask("which one costs the most", after: earlier)?.pick == .dearest)
        #expect(ask("only the yearly ones", after: earlier)?.every == .year)
        #expect(ask("did any of them go up this year", after: earlier)?.kind == "subscriptions")
    }

    /// What a bill costs is only meant where there is such a bill, which the rows say.
    @Test func aPriceNeedsAStream() {
        #expect(read("how much is netflix")?.needsStream == true)
        #expect(read("did we cancel netflix")?.needsStream == false)
    }
}
