import Coaching
import Ledger
import Testing

/// Totals, means and differences over several turns, and full questions after full questions, over a ledger worked out by
/// hand (seen from 31 October 2026):
///
///     coffee        Jul 15, Aug 30, Sep 12            37 + 20 = 57, a mean of 19
///     groceries     Jan 100, May 200, Jul 60, Sep 90  Q1 100, Q2 200, Q3 150
///     Sep by card   Chase 90 groceries, Citi 12 coffee; Saturday 5 Sep 90, Thursday 10 Sep 12
///     Hyatt         20 Jun 300, 50 back on 25 Jun
///     Nelnet        200 each month; Netflix 20 each month
@Suite struct RunTalkTests {
    private func reply(_ lines: [String]) throws -> String {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        var card = [
            "2026-07-06,STARBUCKS,-15.00", "2026-08-04,STARBUCKS,-30.00", "2026-09-10,STARBUCKS,-12.00",
            "2026-06-20,HYATT REGENCY,-300.00", "2026-06-25,HYATT REGENCY,50.00", "2026-08-20,CHIPOTLE,-14.00",
            "2026-09-16,CHIPOTLE,-11.00", "2026-09-18,OLIVE GARDEN,-40.00",
        ]
        var bank = [
            "2026-01-12,WHOLE FOODS MARKET,-100.00", "2026-05-12,WHOLE FOODS MARKET,-200.00",
            "2026-07-14,WHOLE FOODS MARKET,-60.00", "2026-09-05,WHOLE FOODS MARKET,-90.00",
        ]
        for month in 1...10 {
            let start = "2026-" + (month < 10 ? "0" : "") + "\(month)-"
            bank.append(start + "24,NELNET STUDENT LOAN,-200.00")
            card.append(start + "08,NETFLIX.COM,-20.00")
        }
        try ledger.bring("Checking", .checking, bank)
        try ledger.bring("Travel Card", .creditCard, card)
        return try ledger.reply(to: lines)
    }

    @Test(arguments: [
        (["coffee in july", "and august", "and september", "total"], "You spent $57.00 on coffee"),
        (["coffee in july", "and august", "and september", "average"], "$19.00 a month"),
        (["groceries in q1", "q2", "q3", "which was the highest"], "Q2 2026 was the highest"),
        (["groceries in q1", "q2", "q3", "which was the lowest"], "Q1 2026 was the lowest"),
        // A month and a quarter.
        (["groceries in q1", "in july", "in q2", "which was the highest"], "can't rank"),
        (["weekend spending in september", "weekdays", "difference"], "more on weekdays"),
        (["coffee in july", "in august", "per day", "difference"], "$15.00"),
        // A category and a shop: 90 and 12.
        (["groceries in september", "and starbucks", "total"], "$102.00"),
        // A part against what it is of.
        (["eating out in september", "just coffee", "which is more"], "less than on"),
        (["groceries except with the travel card in 2026", "restaurants other than chipotle last month"], "$40.00"),
        (["how much did i spend on june 20", "what was the biggest", "was any of it refunded"], "1 Hyatt refund"),
        (["what do i pay for netflix", "and for nelnet", "both a year"], "$2,640.00 a year"),
        (["how much did i pay nelnet this year", "when is the next one", "how much is left on it"], "cannot know"),
        (["show me my last 2 whole foods purchases", "and the 2 before", "how much were they"], "$300.00"),
    ])
    func takesAllTurns(_ lines: [String], _ words: String) throws {
        let reply = try reply(lines)
        OpenTalk.expect(reply.contains(words), of: lines, "\(lines): \(reply)")
    }

    @Test(arguments: [
        ("what do i pay for netflix a year", "$240.00"),
        ("how many transactions do i have", "2 purchases in the past 30 days"),
        ("average of july august and september", "a month"), ("who is olive garden", "Olive Garden"),
        ("2026-09-10 what happened", "1 transaction on September 10, 2026"),
        ("thanks!", "Happy to help"), ("how far back does my data go", "January 8 to October 24, 2026"),
        ("how do i import a csv", "coach import FILE"),
    ])
    func readsShortQuestions(_ line: String, _ words: String) throws {
        let reply = try reply([line])
        OpenTalk.expect(reply.contains(words), of: [line], "\(line): \(reply)")
    }
}
