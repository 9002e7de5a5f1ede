import Ledger
import Store
import Testing
import Understanding

@testable import Coaching

/// Lines about purchases that name no price.
@Suite struct PurchaseRemarkTests {
    @Test(arguments: [
        ("what did waiting save me?", RecordQuestion.saved), ("how much have I saved by waiting", .saved),
        ("how good is your advice?", .quality), ("can I trust your advice", .quality),
        ("how often were you right", .quality), ("which purchases did I ask you about?", .list),
        ("show my decisions", .list), ("was it worth it?", .worth(about: [])),
        ("was the bike worth it", .worth(about: ["bike"])),
    ])
    func recordQuestions(_ line: String, _ question: RecordQuestion) {
        #expect(RecordQuestion(SpokenLine(line)) == question)
    }

    @Test(arguments: [
        "how much did I save last month", "which purchases were over $100", "worth it", "is a $90 lamp worth it",
        "what did I spend on waiting tables", "show my purchases",
    ])
    func othersAreNot(_ line: String) { #expect(RecordQuestion(SpokenLine(line)) == nil) }

    @Test(arguments: [
        ("should I cancel Netflix?", "netflix"), ("should i get rid of my gym membership", "gym"),
        ("is Spotify worth keeping", "spotify"), ("should we stop paying for the YouTube Premium", "youtube premium"),
    ])
    func cancelQuestions(_ line: String, _ name: String) { #expect(CancelQuestion(SpokenLine(line))?.name == name) }

    @Test(arguments: [
        ("how big a tv could I afford", "tv"), ("how expensive a laptop can we buy", "laptop"),
        ("what's the most I can spend on a couch", "couch"), ("what is the most expensive phone I can afford", "phone"),
    ])
    func mostQuestions(_ line: String, _ item: String) { #expect(MostQuestion(SpokenLine(line))?.item == item) }

    @Test(arguments: [
        "how much can I spend on groceries this week", "what's the most I spent on a couch", "how big is my tv",
        "what is the most expensive thing I bought",
    ])
    func otherMostsAreNot(_ line: String) { #expect(MostQuestion(SpokenLine(line)) == nil) }

    /// $15.00 a month are $180.00 a year.
    @Test func whatASubscriptionCosts() throws {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        try ledger.bring(
            "Checking", .checking, (1...6).map { "2026-0\($0)-08,NETFLIX.COM,-15.00" } + ["2026-06-19,ZOO,-1.00"])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(
            try coach.answer("should I cancel netflix").reply
                == "Netflix costs $15.00 a month, $180.00 a year. The next charge comes on July 8. I can see what you pay, "
                + "not how often you use it: if you wouldn't sign up again today for $180.00 a year, cancel it before then."
        )
    }

    @Test func severalLimitsAndOtherRhythms() throws {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        try ledger.bring("Checking", .checking, ["2026-06-02,TRADER JOE S,-40.00"])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        _ = try coach.answer("set groceries 600 and coffee 30")
        _ = try coach.answer("a weekly clothing limit of 70")
        let limits = try ledger.index.monthlyLimits().map { "\($0.category) \($0.limit.minorUnits)" }.sorted()
        // 70 · 30.44 / 7
        #expect(limits == ["clothing 30440", "coffee 3000", "groceries 60000"])
        #expect(try coach.answer("set a grocery limit of -50").reply.hasPrefix("A monthly limit can't be below zero"))
        #expect(try ledger.index.monthlyLimits().count == 3)
        #expect(try coach.answer("what are my limits").understood.intent == .budget)
    }
}
