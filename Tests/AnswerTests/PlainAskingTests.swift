import Coaching
import Ledger
import Testing

/// What people ask in plain words, over a ledger worked out by hand (seen from 31 October 2026): pay of $3,000.00, rent of
/// $2,000.00 and Netflix of $19.99 each month; Disney+ of $13.99 until December 2025; in 2026 Amazon $50.00 with $20.00
/// back in February, coffee of $15.00 in July, $30.00 in August, $4.00 and $9.00 in October, parking of $6.00 in August,
/// clothes of $60.00 in September.
@Suite struct PlainAskingTests {
    private func ledger() throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        var rows = [
            "2026-02-10,AMAZON.COM,-50.00", "2026-02-20,AMAZON.COM,20.00", "2026-07-06,STARBUCKS,-15.00",
            "2026-08-04,STARBUCKS,-30.00", "2026-08-11,PARKMOBILE,-6.00", "2026-09-12,OLD NAVY,-60.00",
            "2026-10-20,STARBUCKS,-4.00", "2026-10-21,STARBUCKS,-9.00",
        ]
        for month in WrittenLedger.twoYears {
            rows.append("\(month)-01,ACME TOOLS PAYROLL,3000.00")
            rows.append("\(month)-02,CEDAR BEND APTS WEB PMTS,-2000.00")
            rows.append("\(month)-08,NETFLIX.COM,-19.99")
            if month < "2026-01" { rows.append("\(month)-20,DISNEYPLUS,-13.99") }
        }
        try ledger.bring("Checking", .checking, rows)
        return ledger
    }

    private func reply(_ lines: [String]) throws -> String { try ledger().reply(to: lines) }

    @Test(arguments: [
        (["did i cancel disney plus"], "Yes."), (["did i cancel netflix"], "No, it's still active."),
        (["am i still paying for disney plus"], "Not any more."), (["do we pay for netflix"], "Yes."),
        (["am i paying for peloton"], "No."), (["is netflix still charging me"], "Yes."),
        (["do i pay for hulu", "and netflix"], "Yes."), (["do i pay for parking"], "Not regularly."),
        (["how much is hulu"], "You have no purchases with “hulu”"),
        (["is netflix still 19.99"], "Netflix costs $19.99"),
        // “No” to whether it ended would say that it goes on.
        (["have i stopped paying for hulu"], "I don't see any payments to “hulu”"),
        (["did i cancel parking"], "I don't see a recurring payment"),
        (["did i drop netflix"], "No, it's still active."),
        // Ten pays and ten rents of 2026; of these the rents were spent.
        (["transactions over $1000 this year"], "There are 20 transactions over $1,000.00"),
        (["everything i spent over $1000 this year"], "You spent $20,000.00 in purchases over $1,000.00"),
        // Clothes were first bought in September.
        (["any new places for clothes this year"], "You paid 1 place for the first time for clothing"),
        (["any new restaurants this year"], "No, you didn't pay anyone for the first time for restaurants"),
        (["did i spend more on coffee in july or august"], "August 2026 was higher, by $15.00."),
    ])
    func opensWith(_ lines: [String], _ opening: String) throws {
        let reply = try reply(lines)
        OpenTalk.expect(reply.hasPrefix(opening), of: lines, "\(lines): \(reply)")
    }

    @Test(arguments: [
        // Ten rents; pay of as much and more is none of it.
        (["over $1000 this year"], "10 transactions over $1,000.00"),
        (["what do i make a month"], "$3,000.00 a month"),
        // Of April to September: 6 × 2,019.99 and 111.00; what stayed of 18,000.00.
        (["what do i make a month", "and spend"], "$2,038.49 a month"),
        (["what do i make a month", "and spend", "so how much is left"], "You kept $5,769.06"),
        (["how much a day in september"], "$69.33 a day"),
        (["cash vs card last month"], "in no bank's data"),
        (["which merchants did i stop using"], "no list of shops"),
        (
            ["between 5 and 20 dollars", "which month was the most expensive this year"],
            "September 2026 had the most, $2,079.99"
        ),
        (["how did september go", "what was different"], "You spent $2,079.99 in September 2026"),
        (["how did september go", "what was the biggest purchase"], "$2,000.00"),
        (["spending last week", "by day"], "October 21, 2026 had the most, $9.00"),
        (["spending last week", "per day", "by day"], "October 21, 2026 had the most, $9.00"),
        (["how much on clothes for the kids in september"], "$60.00 on clothing in"),
        (["how much could i save by dropping netflix"], "$19.99 a month"),
        (["any new stores in september"], "1 place you paid for the first time in September 2026: Old Navy ($60.00"),
        (["amazon this year", "show me the returns"], "1 refund from Amazon in 2026"),
        (["how does this month compare to the last one"], "$47.00 (2.3%) less than in September"),
        (["set a coffee limit of 50", "how am i doing"], "$13.00 of your $50.00"),
        (["set a coffee limit of 50", "how am i doing", "remove it"], "is gone"),
        (["biggest 5 this year"], "28 transactions"),
        (["do i have enough for $300 shoes"], "buy it"),
        // From 1 July on: 15.00 + 30.00 + 4.00 + 9.00.
        (["coffee since i moved in july"], "$58.00"),
        (["coffee since my birthday on 4 august"], "$43.00"),
        (["anything over 100 in september that isn't rent"], "no purchases"),
        (["what happened on 21 october"], "1 transaction on October 21, 2026"),
        (["did i pay netflix"], "8 October 2026"), (["coffee in july", "highest ever"], "$30.00"),
        // Fourteen payments of $13.99.
        (["am i paying for disney plus", "when did it stop"], "December 20, 2025"),
        (["am i paying for disney plus", "when did it stop", "what did i pay in total"], "$195.86"),
        (["is netflix still charging me", "when did it start"], "November 8, 2024"),
        // In the week of 19 October $13.00, nothing in the one before it.
        (["coffee last week", "the week before", "average of the two"], "$6.50 a week"),
    ])
    func says(_ lines: [String], _ words: String) throws {
        let reply = try reply(lines)
        OpenTalk.expect(reply.contains(words), of: lines, "\(lines): \(reply)")
    }

    /// $40.00 on one card and $25.00 on the other.
    @Test(.disabled("read in another way by the grammar; see OpenTalk")) func accountsAreHeldAgainstOneAnother() throws
    {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        try ledger.bring("Travel Card", .creditCard, ["2026-09-20,STARBUCKS,-40.00"])
        try ledger.bring("Cashback Card", .creditCard, ["2026-09-21,STARBUCKS,-25.00"])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let lines = ["coffee on the travel card in september", "and on the cashback card", "which is higher"]
        let reply = try lines.map { try coach.answer($0).reply }.last ?? ""
        #expect(reply.contains("$15.00 more with Travel Card"), "\(reply)")
    }

    @Test(arguments: ["did i stop drinking coffee", "did i drop coffee", "do i have parking", "have i quit coffee"])
    func aHabitIsNoBill(_ line: String) throws {
        let reply = try reply([line])
        #expect(!reply.contains("recurring payment") && !reply.hasPrefix("Not regularly"), "\(line): \(reply)")
    }

    @Test func anAmountIsNoYes() throws {
        #expect(try !reply(["how much until i get paid"]).hasPrefix("Yes"))
    }

    /// What was said of other days is no bound of these.
    @Test(.disabled("read in another way by the grammar; see OpenTalk")) func boundsEndWithTheirDays() throws {
        #expect(try !reply(["weekends in september", "how much on valentine's day"]).contains("weekends"))
    }
}
