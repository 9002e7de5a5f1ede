import Advice
import Coaching
import Importing
import Ledger
import Retrieval
import Store
import Testing

/// What a purchase takes from which account and when, worked out by hand.
@Suite struct PurchaseCashTests {
    private func date(_ iso: String) -> CivilDate { CivilDate(iso: iso) ?? CivilDate(dayNumber: 0) }

    /// Checking holds $3,000.00 on 30 September 2026 and pays, on the 15th, what the card was charged from the 3rd of one
    /// month to the 2nd of the next: $60.00 on the 5th and $40.00 on the 20th. $100.00 goes to savings, which holds
    /// $2,000.00, on the 2nd; pay of $1,500.00 comes on the last day of each month.
    private func ledger(asOf: String = "2026-09-30", through last: String = "2026-09-30") throws -> WrittenLedger {
        let ledger = try WrittenLedger(asOf: asOf)
        var rows: [String: [String]] = ["Checking": [], "Card": [], "Savings": []]
        for month in 1...9 {
            let start = date("2026-0\(month)-01")
            func add(_ account: String, _ day: Int, _ text: String) {
                let date = start.adding(days: day - 1)
                if date <= self.date(last) { rows[account, default: []].append("\(date.iso),\(text)") }
            }
            add("Checking", 2, "ONLINE TRANSFER TO SAVINGS,-100.00")
            add("Savings", 2, "ONLINE TRANSFER FROM CHECKING,100.00")
            if month > 1 {
                add("Checking", 15, "CARDMEMBER SERV WEB PYMT,-100.00")
                add("Card", 15, "PAYMENT THANK YOU,100.00")
            }
            add("Checking", start.endOfMonth.day, "NORTHWIND TRADERS PAYROLL,1500.00")
            add("Card", 5, "SHELL OIL 5512,-60.00")
            add("Card", 20, "TRADER JOE S #12,-40.00")
        }
        try ledger.bring("Checking", .checking, rows["Checking"] ?? [])
        try ledger.bring("Card", .creditCard, rows["Card"] ?? [])
        try ledger.bring("Savings", .savings, rows["Savings"] ?? [])
        try ledger.tell("Checking", 300_000, on: last)
        try ledger.tell("Savings", 200_000, on: last, .savings)
        return ledger
    }

    private func advice(_ ledger: WrittenLedger, _ cents: Int64, from account: String? = nil, on day: String? = nil)
        throws
        -> PurchaseAdvice
    {
        let desk = PurchaseDesk(ledger.index, asOf: ledger.asOf)
        return try desk.assess(
            Purchase(amount: Money(cents, .usd), account: account, day: day.map(date) ?? ledger.asOf))
    }

    /// Charged on 30 September it is paid on 15 October, with $100.00 for the card's other charges up to then, $3.33 for
    /// 1 October, the first day on which its statements may close, and after $100.00 for savings:
    /// 3,000 − 203.33 − 2,696.67 = 100 stay until the pay of 31 October.
    @Test func aCardIsPaidFromWhatPaysIt() throws {
        let ledger = try ledger()
        let fits = try advice(ledger, 269_667, from: "Card")
        #expect(fits.cardDue == date("2026-10-15") && fits.accounts == ["Checking"])
        #expect(fits.cash?.lowestWith.cents == 10_000 && fits.cash?.lowestWith.day == date("2026-10-15"))
        #expect(!fits.verdict.obstacles.contains { $0.role == .reserve })
        let tooMuch = try advice(ledger, 269_668, from: "Card")
        #expect(tooMuch.verdict.obstacles.first?.role == .reserve)
        #expect(try advice(ledger, 5_000_000, from: "Card").verdict.outcome == .skip)
    }

    /// Neither the card nor what is bought with it is paid from savings; the $100.00 of the 2nd come in.
    @Test func savingsHaveTheirOwnFlows() throws {
        let cash = try #require(try advice(try ledger(), 50_000, from: "Savings").cash)
        #expect(cash.balance == 200_000 && cash.bills == 0)
        #expect(cash.lowestWithout.cents == 200_000 && cash.lowestWith.cents == 150_000)
    }

    /// The pay of the 31st comes on the 30th of September, and that day counts as pay day whether it is in the file or
    /// is still to come; with it no verdict is worse.
    @Test func payOfThe31st() throws {
        let paid = try ledger()
        #expect(try advice(paid, 1000).cash?.nextIncome == date("2026-10-31"))
        // Without the row of the 30th the balance is that of the 29th, $1,500.00 less.
        let due = try ledger(asOf: "2026-09-30", through: "2026-09-29")
        try due.tell("Checking", 150_000, on: "2026-09-29")
        #expect(try advice(due, 1000).cash?.balance == 300_000, "the pay of today is counted on")
        for cents: Int64 in [1000, 50_000, 100_000, 200_000, 265_000, 275_000, 290_000, 400_000, 900_000] {
            let (before, after) = (try advice(due, cents), try advice(paid, cents))
            #expect(after.verdict.outcome <= before.verdict.outcome, "\(cents)")
            #expect(after.score.probability <= before.score.probability, "\(cents)")
        }
    }

    /// In February it comes on the 28th.
    @Test func payOfThe31stInFebruary() throws {
        let ledger = try ledger(asOf: "2026-02-20", through: "2026-02-20")
        let rows = ["2025-11-30", "2025-12-31"].map { "\($0),NORTHWIND TRADERS PAYROLL,1500.00" }
        try ledger.bring("Checking", .checking, rows)
        #expect(try advice(ledger, 1000).cash?.nextIncome == date("2026-02-28"))
    }

    /// What is needed is bought where it takes a small part, and what it leaves missing is said.
    @Test func whatIsNeededSaysWhatIsMissing() throws {
        let ledger = try ledger()
        var purchase = Purchase(amount: Money(25_000, .usd), category: "groceries", day: ledger.asOf)
        try ledger.tell("Checking", 30_000, on: "2026-09-30")
        let desk = PurchaseDesk(ledger.index, asOf: ledger.asOf)
        let large = VerdictWords(try desk.assess(purchase), taxonomy: ledger.index.taxonomy)
        #expect(large.advice.verdict.outcome == .buy && large.headline == "Yes, get it.")
        #expect(large.reasons[0].sentence.contains("of it out of savings"))
        // 300 − 203.33 − 25: no small part is taken, and $71.67 stay.
        purchase.amount.minorUnits = 2500
        #expect(try desk.assess(purchase).verdict.outcome == .buy)
        try ledger.tell("Checking", 22_000, on: "2026-09-30")
        // 220 − 100 − 103.33 − 22 + 1.33 = −4.00: a tenth of what is there is bought all the same. Of the groceries that
        // the card's payment expects, 3 · $40.00 in 90 days, one day's are bought with it.
        purchase.amount.minorUnits = 2200
        let small = VerdictWords(try desk.assess(purchase), taxonomy: ledger.index.taxonomy)
        #expect(small.advice.verdict.outcome == .buy)
        #expect(
            small.reasons[0].sentence
                == "Take $4.00 of it out of savings, which leaves $1,996.00 there.")
    }
}
