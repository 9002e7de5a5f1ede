import Coaching
import Ledger
import Testing

/// Requests answered as values, over a ledger worked out by hand (seen from 31 October 2026): rent of $1,000.00 each month of
/// 2026; groceries $100.00 in August, $60.00 and $30.00 in September, $45.50 and a pending $10.00 in October; coffee of
/// $5.00 on the 5th, 6th and 20th of October; pay of $3,000.00 each month.
@Suite struct RequestAnswerTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-10-31")
        var rows = [
            "2026-08-04,KROGER,-100.00", "2026-09-05,KROGER,-60.00", "2026-09-12,TRADER JOES,-30.00",
            "2026-10-10,KROGER,-45.50", "2026-10-05,STARBUCKS,-5.00", "2026-10-06,STARBUCKS,-5.00",
            "2026-10-20,STARBUCKS,-5.00",
        ]
        for month in 1...10 {
            rows.append("2026-\(month < 10 ? "0" : "")\(month)-01,LANDLORD RENT,-1000.00")
            rows.append("2026-\(month < 10 ? "0" : "")\(month)-15,ACME PAYROLL DIRECT DEP,3000.00")
        }
        try ledger.bring("Checking", .checking, rows)
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func month(_ month: Int) -> Period { Period.month(year: 2026, month: month)! }

    private func answer(_ ask: Ask) throws -> Answer {
        var coach = try coach()
        return try coach.answer(.ask(ask))
    }

    private func groceries(_ months: Int...) -> Selection {
        Selection(.spending, .category("groceries"), .periods(months.map(month)))
    }

    @Test func aSumComesFirstThenHowItCompares() throws {
        let reply = try answer(Ask(groceries(9))).reply
        #expect(reply.hasPrefix("You spent $90.00 on groceries in September 2026, in 2 transactions."))
        #expect(reply.contains("$10.00 (10%) less than in August"))
        #expect(reply.contains("$60.00 (66.7%)"))
    }

    @Test func anAmountIsAnsweredByYesOrNo() throws {
        #expect(try answer(Ask(groceries(9), against: .amount(5000, .more))).reply.hasPrefix("Yes, you spent $90.00"))
        #expect(try answer(Ask(groceries(9), against: .amount(9000, .more))).reply.hasPrefix("No, you spent $90.00"))
        #expect(try answer(Ask(groceries(9), against: .amount(10_000, .less))).reply.contains("$10.00 under $100.00"))
        #expect(try answer(Ask(groceries(9), against: .period(month(8)), order: .fall)).reply.hasPrefix("Yes, "))
        #expect(try answer(Ask(groceries(9), against: .period(month(8)), order: .rise)).reply.hasPrefix("No, "))
    }

    @Test func nothingIsNoZero() throws {
        let reply = try answer(Ask(groceries(7))).reply
        #expect(reply.hasPrefix("You have no purchases in groceries in July 2026."))
        #expect(reply.contains("$45.50 at Kroger on October 10, 2026"))
        #expect(!reply.contains("$0"))
    }

    @Test func unitsAreCountedAndFollowed() throws {
        let coffee = Selection(.spending, .category("coffee"), .periods([month(10)]))
        #expect(try answer(Ask(coffee, measure: .count(.day))).reply.contains("3 days"))
        // The data ends on the 20th, more than a week before the month does.
        #expect(try answer(Ask(coffee, measure: .countWithout(.day))).reply.contains("17 days"))
        #expect(try answer(Ask(coffee, measure: .longestStreak(.day, withRows: false))).reply.contains("13 days"))
        #expect(try answer(Ask(coffee, measure: .lastDay)).reply.contains("October 20, 2026"))
        #expect(try answer(Ask(coffee, measure: .gap)).reply.contains("7.5 days"))
    }

    @Test func groupsAreRankedByChange() throws {
        let ask = Ask(
            Selection(.spending, .all, .periods([month(10)])), by: .merchant, against: .period(month(9)), order: .rise)
        let answer = try answer(ask)
        #expect(answer.reply.hasPrefix("Starbucks rose the most, "))
        #expect(answer.evidence?.groups.map(\.key) == ["Starbucks"])
    }

    /// Nothing was bought in the days assumed, but before: everything is taken, and said.
    @Test func everythingIsTakenWhereTheAssumedDaysAreEmpty() throws {
        let days = Period.past(days: 30, endingOn: CivilDate(year: 2026, month: 10, day: 31)!)
        let joes = try answer(Ask(Selection(.spending, .merchant("Trader Joe's"), .assumed(days))))
        #expect(joes.evidence?.figures(named: "total").first?.value == .money(Money(3000, .usd)), "\(joes.reply)")
        #expect(joes.reply.contains("everything"))
        let coffee = try answer(Ask(Selection(.spending, .category("coffee"), .assumed(days))))
        #expect(coffee.reply.contains("the past 30 days"))
    }

    @Test func whatCannotBeComputedIsSaid() throws {
        let both = try answer(Ask(Selection(.any, .all, .everything), by: .month))
        #expect(both.evidence == nil)
        #expect(both.reply.contains("not added up"))
        #expect(try answer(Ask(Selection(.spending, .category("grocery"), .everything))).reply.contains("no category"))
    }

    @Test func jsonSaysWhatWasAnswered() throws {
        let ask = Ask(groceries(9), by: .merchant)
        let json = try answer(ask).json
        #expect(try Request(json: json) == .ask(ask))
        #expect(json["reading"]?.string == "groceries, September 2026, by merchant")
        #expect(json["unread"]?.array?.isEmpty == true)
        #expect(json["choices"]?.array?.isEmpty == true)
        #expect(json["read_by"]?.string == "grammar")
        #expect(json["figures"]?[0]?["value"]?.int == 9000)
        #expect(json["groups"]?[0]?["key"]?.string == "Kroger")
        #expect(json["matched"]?.int == 2)
    }

    @Test func requestsOfOtherKindsAreAnswered() throws {
        var coach = try coach()
        #expect(try coach.answer(.summary(month(9))).reply.contains("$1,090.00"))
        #expect(try coach.answer(.recurring(RecurringAsk())).evidence?.figures.isEmpty == false)
        #expect(try coach.answer(.other(.budget)).reply.contains("limit"))
        #expect(try coach.why(coach.answer(.ask(Ask(groceries(9))))).lines.contains { $0.label == "Reading" })
    }
}
