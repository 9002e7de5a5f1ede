import Ledger
import Testing

@testable import Coaching

/// Words that say an order or an extreme, and how phrases fit the words before them.
@Suite struct VoicePartsTests {
    private static let asOf = CivilDate(iso: "2026-10-31")!
    private static let year = Period(CivilDate(iso: "2026-01-01")!, CivilDate(iso: "2026-03-31")!, label: "2026 so far")

    private static func dollars(_ cents: Int64) -> FigureValue { .money(Money(cents, .usd)) }

    /// Coffee by month, of which the whole is told.
    private static func months(_ cents: [Int64], whole: Int64? = nil) -> [Fact] {
        let sum = whole ?? cents.reduce(0, +)
        let parts = cents.enumerated().map { place, part in
            Fact(
                .part, .category("coffee"), dollars(part), in: Period.month(year: 2026, month: place + 1)!,
                percent: (Double(part) / Double(sum) * 1000).rounded() / 10,
                other: .init(subject: .category("coffee"), period: year))
        }
        return [Fact(.total, .category("coffee"), dollars(sum), in: year, isAsked: true)] + parts
    }

    private func read(_ reply: String, _ facts: [Fact]) -> String {
        let phrases = FactPhrases(taxonomy: .builtIn, currency: .usd)
        let offered = facts.keyed().map { OfferedFact($0, phrases, asOf: Self.asOf, isBlanked: false) }
        var reader = ReplyReader(FactSheet(offered), needsAnswer: false)
        let shown = reader.add(reply)
        return shown + reader.finish(isWhole: true)
    }

    // MARK: Months

    @Test func aMonthIsNamedByItsKeyAndItsPhrase() {
        #expect(
            read("You spent [[coffee.2026]]. You spent [[feb]].", Self.months([3000, 1000, 2000]))
                == "You've spent $60.00 on coffee in 2026 so far. You spent $10.00 in February 2026 (16.7%).")
    }

    @Test(arguments: [
        "Your highest month was [[jan]].", "The biggest month was January with [[jan]].",
        "The month with the most was January, with [[jan]].", "Your lowest month was [[feb]].",
        "The lowest month was February with [[feb]].",
        "Your highest month was [[jan]], followed by [[mar]] and [[feb]].",
    ])
    func whatAllPartsProve(_ sentence: String) {
        #expect(read(sentence, Self.months([3000, 1000, 2000])).hasPrefix(String(sentence.prefix(8))))
    }

    @Test(arguments: [
        "Your highest month was [[mar]].", "Your lowest month was [[mar]].",
        "The biggest month was February with [[jan]].",
    ])
    func whatTheyDisprove(_ sentence: String) { #expect(read(sentence, Self.months([3000, 1000, 2000])).isEmpty) }

    /// A month without a row is missing, or two are alike: nothing is the lowest then.
    @Test func whatPartsDoNotProve() {
        let all = Self.months([3000, 1000, 2000])
        let withoutMarch = all.filter { $0.period?.start.month != 3 }
        #expect(read("Your lowest month was [[feb]].", withoutMarch).isEmpty)
        #expect(read("Your lowest month was [[feb]].", Self.months([3000, 1000, 1000])).isEmpty)
        #expect(read("Your lowest month was [[feb]].", Self.months([3000, 1000, 2000], whole: 9000)).isEmpty)
        #expect(!read("You spent [[jan]], followed by [[feb]].", all).contains("February"))
    }

    // MARK: How phrases fit

    private static let savings = Fact(
        .total, .rows(.transfersIn, .account("Savings")), dollars(1_150_000), in: year, isAsked: true)

    /// The phrase of a transfer has its verb in the middle.
    @Test(arguments: [
        ("You moved", "You moved $11,500.00 into Savings in 2026 so far."),
        ("You put", "You put $11,500.00 into Savings in 2026 so far."),
        ("You have", "You've moved $11,500.00 into Savings in 2026 so far."),
        ("You've put away", "You've put away $11,500.00 in Savings in 2026 so far."),
    ])
    func transfers(_ lead: String, _ shown: String) {
        #expect(
            read(lead + " [[savings.2026]].", [Self.savings]).replacing("You've moved $", with: "You moved $")
                == shown.replacing("You've moved $", with: "You moved $"))
    }

    @Test func incomeIsSaidOnce() {
        let pay = Fact(.total, .income, Self.dollars(756_829), in: Period.month(year: 2026, month: 9)!, isAsked: true)
        #expect(read("You brought home [[total.sep]].", [pay]) == "You brought home $7,568.29 in September 2026.")
        #expect(read("You have [[total.sep]].", [pay]) == "You have $7,568.29 of income in September 2026.")
    }

    @Test func whatAllAccountsHold() {
        let day = Period(Self.asOf, Self.asOf)
        let worth = Fact(.netWorth, .household, Self.dollars(30000), in: day, isAsked: true, key: "worth")
        let accounts = [("One", Int64(10000)), ("Two", Int64(20000))].map { name, cents in
            Fact(.balance, .account(name), Self.dollars(cents), in: day)
        }
        let facts = [worth] + accounts
        let both = read("Your net worth is [[worth]]. That's made up of [[one.balance]] and [[two.balance]].", facts)
        #expect(both.hasPrefix("Your net worth is $300.00 on October 31, 2026. That's made up of $100.00 in One"))
        #expect(!read("You have [[worth]]. That's made up of [[one.balance]].", facts).contains("made up"))
        #expect(read("You have [[worth]]. That includes [[one.balance]].", facts).contains("That includes $100.00"))
    }

    /// Payments ahead in the order of their days, each a thing behind the first.
    @Test func paymentsInARow() {
        let due = [("Rent", 1), ("School", 3), ("Gym", 9)].map { name, day in
            let date = CivilDate(year: 2026, month: 11, day: day)!
            return Fact(.due, .stream(name), Self.dollars(1000), in: Period(date, date), isAsked: true)
        }
        #expect(
            read("[[rent.due]], followed by [[school.due]] and [[gym.due]].", due)
                == "Your Rent payment of $10.00 is due on November 1, followed by your School payment of $10.00 on "
                + "November 3 and your Gym payment of $10.00 on November 9.")
        #expect(!read("[[rent.due]], followed by [[gym.due]].", due).contains("followed"))
    }

    @Test func aSumBehindACountIsItsAmount() {
        let rows = Fact.Subject.merchant("Lyft")
        let facts = [
            Fact(.count, rows, .count(7), in: Self.year, per: .transaction, isAsked: true),
            Fact(.total, rows, Self.dollars(15712), in: Self.year),
        ]
        #expect(
            read("You made [[count]]. That comes to [[lyft.2026]].", facts)
                == "You made 7 purchases at Lyft in 2026 so far. That comes to $157.12.")
        // A count is no amount.
        #expect(read("You spent [[count]].", facts).isEmpty)
    }
}
