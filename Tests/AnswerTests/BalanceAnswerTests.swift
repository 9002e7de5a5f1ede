import Coaching
import Importing
import Ledger
import Retrieval
import Store
import Testing

/// Balances and net worth of ledgers that were worked out by hand.
@Suite struct BalanceAnswerTests {
    private let ledger: WrittenLedger

    /// Checking: $1,000.00 after the last row; a card of which nothing is known; savings told by their owner.
    init() throws {
        ledger = try WrittenLedger(asOf: "2026-04-15")
        try ledger.bring(
            "Checking", .checking, hasBalance: true,
            [
                "2026-04-10,GREEN GROCER,-50.00,1000.00", "2026-04-01,LANDLORD RENT,-900.00,1050.00",
                "2026-03-20,PAYROLL ACME,1500.00,1950.00", "2026-03-05,GREEN GROCER,-50.00,450.00",
            ])
        try ledger.bring("Card", .creditCard, ["2026-04-12,BOOK SHOP,-30.00", "2026-04-02,BOOK SHOP,-12.00"])
        try ledger.tell("Rainy Day", 500_000, on: "2026-03-31", .savings)
    }

    private func answer(_ question: String) throws -> Answer {
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        return try coach.answer(question)
    }

    private func amounts(_ answer: Answer, _ name: String) -> [Int64] {
        (answer.evidence?.figures ?? []).filter { $0.name == name }.compactMap {
            if case .money(let money) = $0.value { money.minorUnits } else { nil }
        }
    }

    @Test(arguments: [
        ("what's my checking balance", Int64(100_000), "$1,000.00"),
        // Before the first row: worked back to the balance before it.
        ("what was my checking balance in march", 195_000, "March 31"),
        ("checking balance on 2026-03-19", 45_000, "March 19"),
        ("checking balance on 2026-04-09", 105_000, "April 9"),
    ])
    func aBalanceOnADay(question: String, cents: Int64, day: String) throws {
        let answer = try answer(question)
        #expect(answer.understood.intent == .balance)
        #expect(amounts(answer, "balance") == [cents], "\(answer.reply)")
        #expect(answer.reply.contains(day), "\(answer.reply)")
    }

    /// What was told and the rows since; of a card what is owed.
    @Test func aToldBalanceGoesOnWithTheRows() throws {
        try ledger.tell("Card", -20_000, on: "2026-04-05")
        let answer = try answer("how much do I owe on my card")
        #expect(amounts(answer, "balance") == [-23_000])
        #expect(amounts(answer, "liabilities") == [23_000])
        #expect(answer.reply.contains("You owe $230.00 on Card"))
        #expect(answer.reply.contains("1 transaction since"))
    }

    @Test func whatIsMissingIsSaid() throws {
        let answer = try answer("what do I owe on my card")
        #expect(amounts(answer, "balance").isEmpty)
        #expect(answer.reply.contains("coach balance \"Card\" AMOUNT"))
        let all = try self.answer("what are my balances")
        #expect(amounts(all, "balance").first == 600_000, "checking and savings")
        #expect(all.reply.contains("I can't say what the balance of Card is"))
        #expect(all.table?.rows.count == 3)
    }

    @Test func netWorthAndItsChange() throws {
        try ledger.tell("Card", -20_000, on: "2026-03-31")
        try ledger.tell("House", 30_000_000, on: "2026-04-01", .realEstate)
        try ledger.tell("Mortgage", -20_000_000, on: "2026-03-31", .mortgage)
        try ledger.tell("Fund", 1_000_000, on: "2026-03-31", .investment)
        try ledger.tell("Fund", 1_100_000, on: "2026-04-10", .investment)
        let answer = try answer("what's my net worth")
        // 1,000.00 + 5,000.00 + 300,000.00 + 11,000.00; the card: 200.00 + 12.00 + 30.00.
        #expect(amounts(answer, "assets") == [31_700_000])
        #expect(amounts(answer, "liabilities") == [20_024_200])
        #expect(amounts(answer, "net_worth") == [11_675_800])
        // 31 March, without the house: 1,950.00 + 5,000.00 + 10,000.00 − 200.00 − 200,000.00.
        #expect(amounts(answer, "previous_net_worth") == [-18_325_000])
        #expect(amounts(answer, "change") == [-18_324_200 - -18_325_000])
        #expect(answer.warnings.contains { $0.contains("House") })
        let groups = (answer.evidence?.groups ?? []).map { "\($0.key) \($0.value)" }
        #expect(groups.count == 4)
        #expect(
            answer.evidence?.groups.map(\.key) == ["cash", "investments", "real_estate", "liabilities"])
        #expect(answer.reply.contains("$116,758.00"))
    }

    @Test func aChangeSinceBeforeAnythingIsKnownSaysSo() throws {
        let answer = try answer("how has my net worth changed since january")
        #expect(amounts(answer, "change").isEmpty)
        #expect(answer.reply.contains("the earliest balance I have is from March 5."), "\(answer.reply)")
    }

    @Test(arguments: [
        "what stocks do I own", "what is my portfolio worth", "how are my investments doing", "show my holdings",
        "what are my holdings", "what are my investments worth", "what do I have invested",
    ])
    func holdings(question: String) throws {
        #expect(try answer(question).reply.contains("I don't know of any holdings"))
        let account = try #require(try ledger.index.account(named: "Rainy Day"))
        let holding = Holding(
            securityID: "vti", name: "Total Market", ticker: nil, kind: nil, quantity: "1", value: Money(12_345, .usd),
            cost: nil, day: ledger.asOf)
        try ledger.index.keep([holding], ofAccount: account.id)
        let reply = try answer(question).reply
        #expect(reply.contains("$123.45") && reply.contains("`coach holdings`"), "\(reply)")
    }

    @Test(arguments: ["what stocks should I own", "how are stocks doing", "what stock do I buy"])
    func adviceOnStocksIsNoneOfHoldings(question: String) throws {
        let reply = try answer(question).reply
        #expect(!reply.contains("coach holdings"), "\(reply)")
    }

    /// Below zero an account is a debt, a card in credit is none.
    @Test func overdrawnAccountsAndCardsInCredit() throws {
        let ledger = try WrittenLedger(asOf: "2026-04-15")
        try ledger.tell("Checking", -5000, on: "2026-04-15")
        try ledger.tell("Card", 2500, on: "2026-04-15", .creditCard)
        let report = try Retriever(ledger.index).netWorth(BalanceAsk(.netWorth), asOf: ledger.asOf)
        let figures = report.evidence.figures.prefix(3).map { "\($0.name) \($0.value)" }
        let expected = [("net_worth", -2500), ("assets", 2500), ("liabilities", 5000)].map {
            "\($0.0) \(FigureValue.money(Money(Int64($0.1), .usd)))"
        }
        #expect(figures == expected)
    }

    @Test func currenciesStayApart() throws {
        try ledger.index.database.write {
            let id = try ledger.index.addAccount(name: "Giro", type: .checking, currency: .eur).id
            try ledger.index.keep(
                KnownBalance(accountID: id, day: ledger.asOf, amount: 70_000, source: .owner), rows: 0)
        }
        let answer = try answer("what's my net worth")
        let values = (answer.evidence?.figures ?? []).filter { $0.name == "net_worth" }.map(\.value)
        #expect(values == [.money(Money(600_000, .usd)), .money(Money(70_000, .eur))])
    }

    @Test(arguments: [
        ("do I have more than $900 in checking?", "Yes. Checking has $1,000.00"),
        ("do I have more than $1000 in checking?", "No. Checking has $1,000.00"),
        ("am I overdrawn?", "No, "),
    ])
    func yesOrNo(question: String, beginning: String) throws {
        let answer = try answer(question)
        #expect(answer.reply.hasPrefix(beginning), "\(answer.reply)")
    }

    @Test func whyItIsSo() throws {
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        _ = try coach.answer("what's my checking balance")
        let reasons = try coach.answer("why?").reply
        #expect(reasons.contains("Checking $1,000.00, as your bank gave it for April 10"), "\(reasons)")
    }

    @Test func anAccountThatIsNotThere() throws {
        let answer = try answer("what's the balance of my amex")
        #expect(answer.reply.contains("don't see an account called"), "\(answer.reply)")
    }
}
