import Coaching
import Ledger
import Testing

/// Questions whose words are easily taken for their opposite, over a ledger worked out by hand (seen from 20 October
/// 2026):
///
///     Checking     Olive Garden 30.00 on 5 September, pay 2,000.00 in, 1,200.00 moved to savings, rent 1,100.00
///     Travel Card  Chipotle 12.40 on 8 September, IKEA 172.62 on 10 October
///     Savings      1,200.00 in
@Suite struct ReadingAnswerTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-10-20")
        try ledger.bring(
            "Checking", .checking,
            [
                "2024-12-27,OLIVE GARDEN,-11.00", "2025-12-28,OLIVE GARDEN,-41.00", "2026-01-01,OLIVE GARDEN,-7.00",
                "2026-08-03,LANDLORD RENT,-1100.00", "2026-09-03,LANDLORD RENT,-1100.00",
                "2026-10-03,LANDLORD RENT,-1100.00", "2026-09-05,OLIVE GARDEN,-30.00",
                "2026-09-25,ACME TOOLS PAYROLL DIRECT DEP,2000.00", "2026-09-26,TRANSFER TO SAVINGS,-1200.00",
            ])
        try ledger.bring(
            "Travel Card", .creditCard, ["2026-09-08,CHIPOTLE,-12.40", "2026-10-10,IKEA AUSTIN,-172.62"])
        try ledger.bring("Rainy Day", .savings, ["2026-09-26,TRANSFER FROM CHECKING,1200.00"])
        try ledger.tell("Checking", 50_000, on: "2026-10-20")
        try ledger.tell("Rainy Day", 120_000, on: "2026-10-20", .savings)
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    @Test(arguments: [
        ("how much without the travel card last month", "$1,130.00"),
        ("how much not on the travel card in september", "$1,130.00"),
        ("spending in september except the checking account", "$12.40"),
        ("how much on the travel card in september", "$12.40"),
        ("what was that $172 charge", "$172.62"), ("the 172 dollar charge at ikea", "$172.62"),
        ("charge for 172.62", "$172.62"), ("what was that charge for 172", "$172.62"),
        ("did i pay anything more than 1k in september", "There is 1 transaction"),
        ("how much between christmas and new years last year", "$48.00"),
        ("total spent 2025 vs 2024", "$41.00 in 2025"), ("balance savings", "$1,200.00"),
        ("balance of savings", "$1,200.00"), ("acme tools pay this year", "$2,000.00"),
        ("spending outside austin", "I can't leave out a place"),
        ("kids spending this year", "2026"),
    ])
    func says(_ question: String, _ figure: String) throws {
        var coach = try coach()
        let reply = try coach.answer(question).reply
        OpenTalk.expect(reply.contains(figure), of: [question], "\(question): \(reply)")
    }

    /// An exact amount is no other.
    @Test(arguments: ["charge for 172.61", "transactions of exactly 172"])
    func exactAmountsStay(_ question: String) throws {
        var coach = try coach()
        #expect(try coach.answer(question).evidence?.matched == 0)
    }

    /// The rent of 3 November; nothing that was paid.
    @Test(arguments: ["what bills are coming up before nov 10", "bills before the 10th of november"])
    func billsBeforeADayAreThoseDue(_ question: String) throws {
        var coach = try coach()
        let answer = try coach.answer(question)
        #expect(answer.understood.intent == .recurring)
        #expect(answer.understood.query.period == Period(answer.asOf, answer.asOf.adding(days: 20)))
    }

    @Test(arguments: ["best restaurants near me", "find me a hotel in dallas"])
    func theWorldIsOutOfScope(_ question: String) throws {
        var coach = try coach()
        #expect(try coach.answer(question).understood.intent == .outOfScope)
    }
}
