import Coaching
import Ledger
import Testing

/// Lines about several answers that were given one after the other, over a ledger worked out by hand (seen from 31
/// October 2026): coffee of $60.00 in June, $20.00 in July, $30.00 in August, $40.00 in September and $50.00 in October;
/// fuel of $100.00 and parking of $7.00 in August; coffee of $35.00 in September 2025.
@Suite struct SeveralAnswersTests {
    private func ledger() throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        var rows = [
            "2026-06-05,STARBUCKS,-60.00", "2026-07-06,STARBUCKS,-20.00", "2026-08-04,STARBUCKS,-30.00",
            "2026-09-09,STARBUCKS,-40.00", "2026-10-20,STARBUCKS,-50.00", "2025-09-14,STARBUCKS,-35.00",
            "2026-08-10,SHELL OIL AUSTIN TX,-100.00", "2026-08-11,PARKMOBILE,-7.00",
        ]
        for month in WrittenLedger.twoYears {
            rows.append("\(month)-01,CEDAR BEND APTS WEB PMTS,-\(month < "2025-08" ? "2285.00" : "2355.00")")
            rows.append("\(month)-08,NETFLIX.COM,-\(month < "2026-02" ? "17.99" : "19.99")")
            rows.append("\(month)-05,SPOTIFY USA,-11.00")
            rows.append("\(month)-21,HULU,-8.00")
        }
        try ledger.bring("Checking", .checking, rows)
        return ledger
    }

    private func reply(_ lines: [String]) throws -> String { try ledger().reply(to: lines) }

    @Test(arguments: [
        (["coffee in june", "july", "august", "which was the most"], "June 2026 had the most, $60.00"),
        (["coffee in september 2025", "and 2026", "difference"], "$5.00 (14.3%) more than in September 2025"),
        (["what did i spend on gas in august", "what about with parking"], "$107.00"),
        (["how much is netflix", "and spotify", "how much together"], "$30.99 a month"),
        (
            ["how much is netflix", "and spotify", "and hulu", "what do all of them cost together"],
            "3 recurring payments come to $38.99"
        ),
        (["how much is netflix", "and spotify", "which one went up"], "from $17.99 to $19.99 on February 8"),
        (["how much did my rent go up"], "By $70.00."),
        // Rent 2355.00, Netflix 19.99, Spotify 11.00, Hulu 8.00, coffee 40.00; a year before with 2355.00, 17.99 and 35.00.
        (["september summary", "compared to last year"], "$7.00 (0.3%) more than in September 2025"),
        (["most expensive subscription"], "Netflix with $19.99 a month"),
    ])
    func says(_ lines: [String], _ figure: String) throws {
        let reply = try reply(lines)
        OpenTalk.expect(reply.contains(figure), of: lines, "\(lines): \(reply)")
    }

    /// Asked for backwards, coffee rises all the same.
    @Test(.disabled("read in another way by the grammar; see OpenTalk")) func whatRisesIsNotSaidToFall() throws {
        let backwards = ["coffee this month", "last month", "the month before that"]
        #expect(try reply(backwards + ["is it going up"]).contains("October 2026 had the most, $50.00"))
    }

    @Test func whatWasLookedForIsSaid() throws {
        #expect(try reply(["any new merchants this month"]).contains("didn't pay anyone for the first time"))
    }

    /// $300.00 went to the card; $45.00 were bought with it.
    @Test(.disabled("read in another way by the grammar; see OpenTalk")) func whatIsPaidOnACardIsNoPurchase() throws {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        try ledger.bring("Checking", .checking, ["2026-09-12,TRAVEL CARD AUTOPAY PAYMENT,-300.00"])
        try ledger.bring(
            "Travel Card", .creditCard, ["2026-09-12,AUTOPAY PAYMENT THANK YOU,300.00", "2026-09-20,STARBUCKS,-45.00"])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(try coach.answer("how much did i pay on my credit card in september").reply.contains("$300.00"))
    }

    @Test func aThingToBuyIsNoShow() throws {
        let ledger = try ledger()
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(try coach.answer("can i afford a $700 tv").understood.query.categories == ["electronics"])
    }
}
