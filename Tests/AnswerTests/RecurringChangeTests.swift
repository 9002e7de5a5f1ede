import Coaching
import Ledger
import Retrieval
import Store
import Testing

/// Payments that rose, began and ended, balances over days, and double charges, in a ledger that was worked out by hand.
/// Today is October 20, 2026.
@Suite struct RecurringChangeTests {
    private let ledger: WrittenLedger

    /// Netflix $15.49 until April and $17.99 since May; Spotify $11.99; Hulu until February; Audible since July; rent $1,500.00
    /// until May and $1,600.00 since June; pay $2,000.00 every two weeks, $2,100.00 since July 3.
    init() throws {
        ledger = try WrittenLedger(asOf: "2026-10-20")
        var card: [String] = []
        for month in 1...24 {
            let day = CivilDate(iso: "2024-10-05")!.adding(months: month)
            let isRaised = day >= CivilDate(iso: "2026-05-01")!
            card.append("\(day.iso),NETFLIX.COM,\(isRaised ? "-17.99" : "-15.49")")
            card.append("\(day.adding(days: 3).iso),SPOTIFY USA,-11.99")
            if day <= CivilDate(iso: "2026-02-28")! { card.append("\(day.adding(days: 6).iso),HULU,-9.99") }
            if day >= CivilDate(iso: "2026-07-01")! { card.append("\(day.adding(days: 9).iso),AUDIBLE,-14.95") }
        }
        card += [
            "2026-08-07,PANDA EXPRESS,-27.64", "2026-08-07,PANDA EXPRESS,-27.64", "2026-08-19,PANDA EXPRESS,-13.76",
            "2026-06-11,PANDA EXPRESS,-11.20", "2026-06-13,PANDA EXPRESS,-15.10",
        ]
        try ledger.bring("Visa Card", .creditCard, card)
        var rows: [String] = []
        var balance: Int64 = 500_000
        var changes: [(CivilDate, String, Int64)] = []
        for month in 1...24 {
            let day = CivilDate(iso: "2024-10-01")!.adding(months: month)
            changes.append((day, "LANDLORD RENT", day >= CivilDate(iso: "2026-06-01")! ? -160_000 : -150_000))
        }
        var pay = CivilDate(iso: "2024-11-08")!
        while pay <= ledger.asOf {
            changes.append((pay, "ACME PAYROLL DIRECT DEP", pay >= CivilDate(iso: "2026-07-01")! ? 210_000 : 200_000))
            pay = pay.adding(days: 14)
        }
        for (day, text, amount) in changes.sorted(by: { $0.0 < $1.0 }) {
            balance += amount
            rows.append("\(day.iso),\(text),\(Money(amount, .usd).plainText),\(Money(balance, .usd).plainText)")
        }
        try ledger.bring("Ann Checking", .checking, hasBalance: true, rows)
    }

    private func answer(_ question: String) throws -> Answer {
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        return try coach.answer(question)
    }

    private func cents(_ answer: Answer, _ name: String) -> [Int64] {
        (answer.evidence?.figures ?? []).filter { $0.name == name }.compactMap {
            if case .money(let money) = $0.value { money.minorUnits } else { nil }
        }
    }

    /// Six payments of Netflix since May 5; five of rent since June 1.
    @Test(arguments: [
        ("what has the netflix increase cost me so far", "extra_paid", Int64(1500)),
        ("how much extra have we paid for netflix since it went up in may", "extra_paid", 1500),
        ("how much extra have I paid because of the rent increase", "extra_paid", 50_000),
        ("how much more a year is netflix costing us after the increase", "extra_per_year", 3000),
        // July 3, 17 and 31, every two weeks up to October 9.
        ("how much extra has that raise given me", "extra_paid", 80_000),
        ("how much more is each paycheck since the raise", "price_step", 10_000),
    ])
    func whatARiseHasCost(_ question: String, _ figure: String, _ expected: Int64) throws {
        let answer = try answer(question)
        #expect(answer.understood.intent == .recurring)
        #expect(cents(answer, figure) == [expected], "\(answer.reply)")
        #expect(answer.reply.contains(Money(expected, .usd).text), "\(answer.reply)")
    }

    @Test(arguments: [
        ("by what percent did netflix go up", "16.1%"), ("what percent did my rent go up", "6.7%"),
        ("how much did netflix go up in percent", "16.1%"),
    ])
    func aRiseInPercent(_ question: String, _ percent: String) throws {
        let answer = try answer(question)
        #expect(answer.reply.contains(percent), "\(answer.reply)")
        #expect(answer.evidence?.figures.contains { $0.name == "price_step_percent" } == true)
    }

    /// $17.99 and $11.99 a month.
    @Test(arguments: [
        ("if I dropped netflix and spotify what would I save in a year", "yearly_cost", Int64(35_976)),
        ("how much would we save a year without netflix and spotify", "yearly_cost", 35_976),
        ("what would canceling netflix and spotify save me a month", "monthly_cost", 2998),
        ("netflix, spotify and audible: what do the three cost me a month right now", "monthly_cost", 4493),
    ])
    func severalTogether(_ question: String, _ figure: String, _ expected: Int64) throws {
        let answer = try answer(question)
        #expect(cents(answer, figure) == [expected], "\(answer.reply)")
        #expect(answer.reply.contains(Money(expected, .usd).text), "\(answer.reply)")
    }

    /// What it was in some days beside what it is now, and what was paid since it rose: six payments of Netflix at $17.99.
    @Test(arguments: [
        ("how much more is netflix now than last winter", "price_step", Int64(250)),
        ("what does netflix charge now vs january", "price_step", 250),
        ("how much more am I paying for netflix and spotify compared to last winter", "previous_price", 1549),
        ("since netflix went up how much have i paid them", "paid_since", 10_794),
        ("netflix since the price went up", "paid_since", 10_794),
    ])
    func thenAndNow(_ question: String, _ figure: String, _ expected: Int64) throws {
        let answer = try answer(question)
        #expect(answer.understood.intent == .recurring, "\(answer.reply)")
        #expect(cents(answer, figure).contains(expected), "\(answer.reply)")
        #expect(answer.reply.contains(Money(expected, .usd).text), "\(answer.reply)")
    }

    /// Hulu ended on February 11: eight more charges of $9.99 would have come until October 20.
    @Test(arguments: ["how much have we saved by canceling hulu", "how much have I saved since I dropped hulu"])
    func whatWasSavedSinceItEnded(_ question: String) throws {
        let answer = try answer(question)
        #expect(answer.reply.contains("$79.92"), "\(answer.reply)")
    }

    @Test func billsThatCostMoreThanThen() throws {
        let answer = try answer("which bills cost more now than last winter")
        #expect(answer.reply.contains("$1,500.00") && answer.reply.contains("$1,600.00"), "\(answer.reply)")
    }

    @Test func whatEndedAndWhatBegan() throws {
        let ended = try answer("which subscription that we had last December are we no longer paying")
        #expect(ended.reply.contains("Hulu"), "\(ended.reply)")
        #expect(!ended.reply.contains("Netflix"))
        let began = try answer("any subscription that started this year that we did not have in 2025")
        #expect(began.reply.contains("Audible"), "\(began.reply)")
        #expect(!began.reply.contains("Spotify"))
    }

    @Test func sinceWhenAndHowMuchInAll() throws {
        let answer = try answer("since when do I pay for audible and how much has it cost me so far")
        #expect(answer.reply.contains("July 14"), "\(answer.reply)")
        // July to October.
        #expect(answer.reply.contains("$59.80"), "\(answer.reply)")
    }

    /// What the days ended with, summed here from the rows once more.
    @Test func balancesOverDays() throws {
        let rows = try Retriever(ledger.index).list(Query(accounts: ["Ann Checking"], direction: .any, limit: 500))
            .transactions
        func held(_ day: CivilDate) -> Int64 {
            500_000 + rows.filter { $0.date <= day }.reduce(0) { $0 + $1.amount.minorUnits }
        }
        let september = (1...30).map { CivilDate(iso: "2026-09-\($0 < 10 ? "0" : "")\($0)")! }
        let lowest = september.min { held($0) < held($1) }!
        let low = try answer("how low did ann's checking go in september and what day was that")
        #expect(cents(low, "lowest") == [held(lowest)], "\(low.reply)")
        #expect(low.reply.contains(lowest.text(near: ledger.asOf)), "\(low.reply)")
        let bound = held(lowest) + 100_000
        let days = try answer("how many days in september did checking end below $\(bound / 100)")
        #expect(
            days.evidence?.figures.first { $0.name == "days" }?.value
                == .count(september.filter { held($0) < bound / 100 * 100 }.count), "\(days.reply)")
        let ever = try answer("highest my checking has ever been")
        #expect(cents(ever, "highest") == [rows.map { held($0.date) }.max()!], "\(ever.reply)")
    }

    /// `since June 30` and `since the end of June` begin when that day was over, `since June` before it began.
    @Test(arguments: [
        ("how much has checking grown since the end of June", "2026-06-30"),
        ("how much has my checking grown since June 30", "2026-06-30"),
        ("how much has checking gone up since new year's eve 2025", "2025-12-31"),
        ("how much has checking grown since June", "2026-05-31"),
    ])
    func sinceADay(_ question: String, _ iso: String) throws {
        let retriever = Retriever(ledger.index)
        let accounts = try ledger.index.accounts.filter { $0.type == .checking }
        let then = try #require(try retriever.balanceSheet(accounts, on: CivilDate(iso: iso)!).balances.first)
        let now = try #require(try retriever.balanceSheet(accounts, on: ledger.asOf).balances.first)
        let answer = try answer(question)
        #expect(cents(answer, "change") == [now.amount.minorUnits - then.amount.minorUnits], "\(answer.reply)")
    }

    @Test(arguments: [
        "were there any double charges at Panda Express in August",
        "did any store charge me twice on the same day in August",
        "any double charges in august",
    ])
    func doubleCharges(_ question: String) throws {
        let answer = try answer(question)
        #expect(answer.understood.intent == .unusual)
        #expect(answer.reply.contains("Panda Express charged $27.64 twice on August 7"), "\(answer.reply)")
    }

    /// A reading asks for as much as the line itself.
    @Test(arguments: [
        "what has the netflix increase cost me so far", "how many days in september did checking end below $5000",
        "which subscription that we had last December are we no longer paying",
    ])
    func aRequestSaysAsMuch(_ question: String) throws {
        let said = try answer(question)
        let request = try Request(json: try #require(said.request).json)
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(try coach.answer(request).reply == said.reply)
    }
}
