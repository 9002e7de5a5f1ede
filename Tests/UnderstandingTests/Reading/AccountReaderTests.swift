import Ledger
import Testing
import Understanding

/// Lines about what accounts hold and about the days to come, and the requests they are read to. Today is October 31, 2026.
@Suite struct AccountReaderTests {
    private func read(_ line: String, after earlier: LineReader.Earlier? = nil) -> Request? {
        LineReader(Household().context(), after: earlier).candidates(line).first.flatMap {
            $0.unread.isEmpty ? $0.request : nil
        }
    }

    private func balance(_ line: String, after earlier: LineReader.Earlier? = nil) -> BalanceAsk? {
        if case .balance(let ask)? = read(line, after: earlier) { ask } else { nil }
    }

    private func forecast(_ line: String, after earlier: LineReader.Earlier? = nil) -> ForecastAsk? {
        if case .forecast(let ask)? = read(line, after: earlier) { ask } else { nil }
    }

    private func day(_ iso: String) -> CivilDate? { CivilDate(iso: iso) }

    @Test(arguments: [
        ("how much money do I have", BalanceAsk.Topic.balance, BalanceAsk.Detail?.none), ("what do I owe", .owed, nil),
        ("everything I own less everything I owe", .netWorth, nil), ("what are my total assets", .assets, nil),
        ("which account has the most money in it", .balance, .most), ("am I overdrawn", .balance, .overdrawn),
        ("net worth by month", .netWorth, .months), ("has my net worth gone up since january", .netWorth, .change),
        ("am I worth more than last year", .netWorth, .change),
    ])
    func reads(_ line: String, _ topic: BalanceAsk.Topic, _ detail: BalanceAsk.Detail?) {
        #expect(balance(line)?.topic == topic)
        #expect(balance(line)?.detail == detail)
    }

    /// A phrase may hold the name of an account.
    @Test func namesAccountsAndDays() {
        let checking = balance("how much is in checking")?.accounts
        #expect(checking?.count == 1)
        #expect(balance("lowest my checking got this month")?.accounts == checking)
        #expect(balance("checking how much")?.accounts == checking)
        #expect(balance("do I have more than 2000 in checking")?.condition == Ask.Condition(.total, .more, 200_000))
        #expect(balance("do I have 500 in checking")?.condition == Ask.Condition(.total, .atLeast, 50_000))
        #expect(balance("what did I have in checking on September 30")?.day == day("2026-09-30"))
        #expect(balance("what's my balance without checking")?.without == checking)
    }

    @Test(arguments: [
        ("how low did my checking go this year", BalanceAsk.Detail.lowest),
        ("when was checking at its lowest", .lowest),
        ("highest my savings has ever been", .highest), ("how many days in august did checking end below $200", .days),
        ("did checking ever drop below $500", .days), ("how much has checking grown since the end of June", .change),
    ])
    func readsDays(_ line: String, _ detail: BalanceAsk.Detail) { #expect(balance(line)?.detail == detail) }

    /// What is held against an amount on each day is a bound, and the days are those named.
    @Test func countsDays() {
        let ask = balance("how many days in august did checking end below $200")
        #expect(ask?.condition == Ask.Condition(.total, .less, 20_000))
        #expect(ask?.period?.start == day("2026-08-01"))
        #expect(ask?.period?.end == day("2026-08-31"))
        #expect(balance("how many days was checking overdrawn this year")?.condition == Ask.Condition(.total, .less, 0))
    }

    @Test(arguments: [
        ("since the end of June", "2026-07-01"), ("since June 30", "2026-07-01"),
        ("since new year's eve 2025", "2026-01-01"),
        ("since June", "2026-06-01"), ("since June 1", "2026-06-01"),
    ])
    func sinceADay(_ words: String, _ start: String) {
        #expect(balance("how much has checking grown \(words)")?.period?.start == day(start))
    }

    @Test(arguments: [
        ("how much is safe to spend until payday", ForecastAsk.Topic.safe), ("will I run out of money", .shortfall),
        ("when do I run out", .shortfall), ("what will I have on December 4", .balance),
        ("what's the lowest my balance will get", .lowest), ("do I have enough for rent", .lasting),
        ("how much will I spend next month", .spending), ("groceries this December", .spending),
        ("will my balance drop below 200", .lowest),
    ])
    func looksAhead(_ line: String, _ topic: ForecastAsk.Topic) { #expect(forecast(line)?.topic == topic) }

    @Test func daysToCome() {
        #expect(forecast("how much can I spend until payday")?.isBeforePay == true)
        #expect(forecast("what will I have on December 4")?.until == day("2026-12-04"))
        #expect(forecast("what will I have at the end of next month")?.until == day("2026-11-30"))
        #expect(forecast("how much can I spend a day until payday")?.per == .day)
        #expect(forecast("groceries this December")?.filter == .category("groceries"))
        #expect(
            forecast("will I have more than 500 on December 4")?.condition == Ask.Condition(.total, .more, 50_000))
    }

    @Test func goesOn() {
        var earlier = LineReader.Earlier(last: Ask())
        earlier.balance = balance("how much is in checking")
        earlier.accounts = earlier.balance?.accounts ?? []
        #expect(balance("and savings?", after: earlier)?.accounts != earlier.balance?.accounts)
        #expect(balance("on September 1?", after: earlier)?.day == day("2026-09-01"))
        #expect(forecast("at the end of next month", after: earlier)?.accounts == earlier.balance?.accounts)
        #expect(balance("is that more than last month", after: earlier)?.detail == .change)
        #expect(balance("how much money in August", after: earlier) != nil)
        #expect(balance("spending in August", after: earlier) == nil)
        #expect(balance("purchases by month", after: earlier) == nil)
        earlier.balance = nil
        earlier.forecast = ForecastAsk(.safe, isBeforePay: true)
        #expect(forecast("and until December 4", after: earlier)?.until == day("2026-12-04"))
        #expect(forecast("what's the lowest point", after: earlier)?.isBeforePay == true)
    }

    /// What moved, was bought or is to be bought is none of it.
    @Test(arguments: [
        "how much did I spend in October and on what", "how much on my checking account in September",
        "how much did I save this year", "spending on checking this month",
        "how many purchases on my checking were over $50", "how many days did I spend over $100",
        "how much did groceries go up this year", "what did we earn in June and what was left",
    ])
    func leavesRowsAlone(_ line: String) {
        #expect(balance(line) == nil)
        #expect(forecast(line) == nil)
    }
}
