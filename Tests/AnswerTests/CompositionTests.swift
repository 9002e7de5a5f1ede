import Coaching
import Ledger
import Testing

/// Questions that put several things together, over a ledger worked out by hand (seen from 31 October 2026):
///
///     coffee  Starbucks 5.00 on 5 August, 6.00 and 4.00 on 3 September, 7.00 on 10 October
///     food    Chipotle 12.00 on 3 September, 30.00 on 4 October, 20.00 on 10 October
///     shops   Kroger 80.00 on 6 August, 100.00 on 5 September, 60.00 on 11 October, 70.00 on 25 October
///             Target 40.00 on 7 August, 25.00 back on 20 October, 90.00 on 20 October
///     rent    1,000.00 on the 1st; pay 3,000.00 on the 15th, but 900.00 in September
///     IKEA    400.00 on 9 September, REI 150.00 on 12 August
@Suite struct CompositionTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-08-01,LANDLORD RENT,-1000.00", "2026-08-05,STARBUCKS,-5.00", "2026-08-06,KROGER,-80.00",
                "2026-08-07,TARGET,-40.00", "2026-08-12,REI,-150.00", "2026-08-15,ACME PAYROLL DIRECT DEP,3000.00",
                "2026-09-01,LANDLORD RENT,-1000.00", "2026-09-03,STARBUCKS,-6.00", "2026-09-03,STARBUCKS,-4.00",
                "2026-09-03,CHIPOTLE,-12.00", "2026-09-05,KROGER,-100.00", "2026-09-09,IKEA AUSTIN,-400.00",
                "2026-09-15,ACME PAYROLL DIRECT DEP,900.00", "2026-10-01,LANDLORD RENT,-1000.00",
                "2026-10-04,CHIPOTLE,-30.00", "2026-10-10,STARBUCKS,-7.00", "2026-10-10,CHIPOTLE,-20.00",
                "2026-10-11,KROGER,-60.00", "2026-10-15,ACME PAYROLL DIRECT DEP,3000.00",
                "2026-10-20,TARGET,-90.00", "2026-10-20,TARGET RETURN,25.00", "2026-10-25,KROGER,-70.00",
                "2026-10-31,STARBUCKS,-3.00",
            ])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func expect(_ question: String, says figures: [String]) throws {
        var coach = try coach()
        let answer = try coach.answer(question)
        #expect(answer.unread == [], "\(question)")
        for figure in figures { #expect(answer.reply.contains(figure), "\(question): \(answer.reply)") }
    }

    @Test(arguments: [
        // On 3 September and 10 October: 6.00, 4.00 and 7.00.
        ("on how many days did I buy both coffee and fast food this year", ["2 days"]),
        ("how much did I spend on coffee on days when I went to Chipotle this year", ["$17.00"]),
        ("how much did I spend at Kroger in the month I bought the IKEA stuff", ["$100.00"]),
        // From 10 September on: 60.00 and 70.00.
        ("how much have I spent at Kroger since I bought the IKEA stuff", ["$130.00", "September 9, 2026"]),
        ("how much did I spend on groceries before I first went to REI", ["$80.00"]),
    ])
    func eventsTellDays(_ question: String, _ figures: [String]) throws { try expect(question, says: figures) }

    @Test(arguments: [
        // October: fast food 50.00, coffee 10.00; September: 12.00 and 10.00; August: none and 5.00.
        ("in which months did I spend more on fast food than on coffee", ["2 of 3 months", "September", "October"]),
        ("how many months this year did I spend more on coffee than on fast food", ["1 month"]),
        ("in how many months this year did I earn more than I spent", ["2 months"]),
        ("in how many months this year did I spend more than I earned", ["1 month"]),
    ])
    func unitsAreHeldAgainstOthers(_ question: String, _ figures: [String]) throws {
        try expect(question, says: figures)
    }

    @Test(arguments: [
        ("what was my biggest purchase each month besides rent", ["August 2026, REI: $150.00", "IKEA: $400.00"]),
        ("top category in each month this year without rent", ["October 2026, Groceries: $130.00"]),
        ("when did my Kroger spending this year pass $150", ["September 5, 2026"]),
        ("difference between my highest and lowest Kroger trip", ["$40.00", "$100.00", "$60.00"]),
        ("what's the gap between my biggest and smallest month of groceries", ["$50.00", "$130.00", "$80.00"]),
        ("what share of my October spending went to my top 2 categories", ["The top 2 together come to 90"]),
        (
            "which categories rose by more than $40 from August to September",
            ["furniture", "rose by more than $40.00"]
        ),
        // Target's and REI's are gone in September.
        (
            "which categories fell by more than 50 percent from August to September",
            ["fell by more than 50%"]
        ),
        ("which categories went up more than 40 percent from September to October", ["fast food"]),
    ])
    func groupsAreTakenFurther(_ question: String, _ figures: [String]) throws { try expect(question, says: figures) }

    @Test(arguments: [
        ("how many coffees did I buy this year and what was the average", ["5 purchases", "$5.00"]),
        ("my highest and lowest Kroger purchase this year", ["$100.00", "$60.00"]),
        ("how much did I spend at Target this year ignoring refunds", ["$130.00"]),
        ("what was left of my October pay after rent", ["$3,000.00", "$2,000.00"]),
        ("when did I get paid this year", ["3 deposits"]),
        ("groceries in October compared to the 2 months before that", ["$130.00", "$90.00"]),
        ("groceries the first half of October compared to the rest of October", ["$60.00", "$10.00"]),
        ("which stores did I go to in August but not in October", ["REI"]),
    ])
    func severalThingsAreToldAtOnce(_ question: String, _ figures: [String]) throws {
        try expect(question, says: figures)
    }

    /// Words that say before or after what, and have nothing to say it of, are said to be left out.
    @Test func anEventWithoutANameIsUnread() throws {
        var coach = try coach()
        let answer = try coach.answer("how much did I spend on groceries in the week after my cousin")
        #expect(!answer.unread.isEmpty || answer.understood.clarification != nil)
    }
}
