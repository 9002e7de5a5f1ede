import Testing

@testable import Ledger

/// What facts are called, and how they read.
@Suite struct FactPhraseTests {
    private let phrases = FactPhrases(
        taxonomy: Taxonomy([
            Taxonomy.Row(
                category: Category(id: "groceries", parent: nil, name: "Groceries", flow: .out, guardian: nil),
                plaidCodes: [], bankNames: [])
        ]), currency: .usd)
    private let september = Period.month(year: 2026, month: 9)!
    private let august = Period.month(year: 2026, month: 8)!

    private func dollars(_ cents: Int64) -> FigureValue { .money(Money(cents, .usd)) }

    private var groceries: [Fact] {
        [
            Fact(.total, .category("groceries"), dollars(67151), in: september, basis: .init(rows: 9), isAsked: true),
            Fact(
                .change, .category("groceries"), dollars(-3079), in: september, percent: -4.38,
                other: .init(period: august, value: dollars(70230))),
            Fact(
                .usual, .category("groceries"), dollars(68603), in: september, per: .month, percent: -2.1,
                other: .init(value: dollars(67151))),
            Fact(.largestPart, .merchant("H-E-B"), dollars(37479), in: september, percent: 55.81),
            Fact(.average, .category("groceries"), dollars(7461), in: september, per: .transaction),
        ].keyed()
    }

    @Test func phrasesCarryTheirOwnBinding() {
        #expect(
            groceries.map { phrases.full($0).text } == [
                "$671.51 on groceries in September 2026",
                "$30.79 (4.4%) less than in August",
                "about what is usual for you ($686.03 a month)",
                "the most went to H-E-B, $374.79 (55.8%)",
                "$74.61 a purchase on groceries on average in September 2026",
            ])
        #expect(groceries.map(phrases.form) == [.noun, .complement, .complement, .clause, .noun])
    }

    @Test func keysAreShortAndDiffer() {
        #expect(groceries.map(\.key) == ["groceries.sep", "vs.aug", "usual", "top", "per.transaction"])
        let twice = [groceries[0], groceries[0]].map { fact in
            var fact = fact
            fact.key = ""
            return fact
        }
        #expect(twice.keyed().map(\.key) == ["groceries.sep", "groceries.sep.2"])
    }

    @Test func secondMentionsAreShorter() {
        #expect(groceries.prefix(2).map { phrases.short($0).text } == ["$671.51", "$30.79 less"])
    }

    @Test func whatWasNotSaidBeforeIsSaidWithIt() {
        #expect(phrases.bound(groceries[1]).text == "$30.79 (4.4%) less on groceries in September 2026 than in August")
        #expect(
            phrases.bound(groceries[2]).text.hasPrefix("about what is usual for you on groceries in September 2026"))
    }

    // MARK: Clauses

    @Test func aClauseSaysWhatItIsOfAndWhen() {
        #expect(
            groceries.map { phrases.clause($0).text } == [
                "you spent $671.51 on groceries in September 2026",
                "you spent $30.79 (4.4%) less on groceries in September 2026 than in August",
                "you spent about what is usual for you on groceries in September 2026 ($686.03 a month)",
                "of what you spent in September 2026, the most went to H-E-B, $374.79 (55.8%)",
                "you spent $74.61 a purchase on groceries on average in September 2026",
            ])
        #expect(
            groceries.map { phrases.linked($0)?.text } == [
                nil, nil, nil, "of §whole§, the most went to H-E-B, $374.79 (55.8%)", nil,
            ])
    }

    @Test func eachFlowHasItsVerb() {
        let year = Period(
            CivilDate(year: 2026, month: 1, day: 1)!, CivilDate(year: 2026, month: 9, day: 30)!, label: "2026 so far")
        func clause(_ flow: Selection.Flow, _ filter: RowFilter = .all, _ role: Fact.Role = .total, _ days: Period)
            -> String
        {
            let value: FigureValue = role == .count ? .count(3) : dollars(5000)
            return phrases.clause(
                Fact(role, .rows(flow, filter), value, in: days, per: role == .count ? .transaction : nil)
            )
            .text
        }
        #expect(clause(.spending, .all, .total, year) == "you've spent $50.00 in 2026 so far")
        #expect(clause(.income, .all, .total, september) == "you received $50.00 in September 2026")
        #expect(clause(.refunds, .all, .total, september) == "you got $50.00 in refunds in September 2026")
        #expect(
            clause(.transfersIn, .account("Savings"), .total, september)
                == "you moved $50.00 into Savings in September 2026")
        #expect(
            clause(.spending, .merchant("Lyft"), .count, september) == "you made 3 purchases at Lyft in September 2026")
        #expect(clause(.income, .all, .count, september) == "there were 3 deposits in September 2026")
        #expect(
            clause(.any, .status(.pending), .count, september)
                == "there are 3 transactions still pending in September 2026")
    }

    /// All of some days is said to be all, a day is one on which it was so, and a mean is one over its days.
    @Test func spansAreSaid() {
        let trip = Period(CivilDate(year: 2026, month: 6, day: 13)!, CivilDate(year: 2026, month: 6, day: 20)!)
        let half = Period(
            CivilDate(year: 2026, month: 4, day: 1)!, CivilDate(year: 2026, month: 9, day: 30)!,
            label: "the last 6 full months")
        let ever = Period(
            CivilDate(year: 2024, month: 11, day: 1)!, CivilDate(year: 2026, month: 9, day: 30)!, label: "all time")
        let day = Period(trip.end, trip.end)
        #expect(
            [
                Fact(.total, .spending, dollars(5000), in: trip), Fact(.total, .spending, dollars(5000), in: ever),
                Fact(.average, .spending, dollars(5000), in: half, per: .month),
                Fact(.balance, .account("Savings"), dollars(5000), in: day),
                Fact(.netWorth, .household, dollars(5000), in: day),
            ].map { phrases.clause($0).text } == [
                "you spent $50.00 in all from June 13 to 20, 2026", "you've spent $50.00 since November 2024",
                "you spent $50.00 a month on average over the last 6 full months",
                "you have $50.00 in Savings as of June 20, 2026", "your net worth is $50.00 as of June 20, 2026",
            ])
    }

    @Test func whatRoseSaysFromWhatToWhat() {
        func rise(_ change: Int64, to now: Int64) -> String {
            phrases.clause(
                Fact(
                    .largestRise, .category("groceries"), dollars(change), in: september,
                    other: .init(subject: .spending, period: august, value: dollars(now)))
            ).text
        }
        #expect(rise(30500, to: 40100) == "groceries rose the most, from $96.00 in August to $401.00 in September 2026")
        #expect(rise(500, to: 500) == "groceries rose the most, from nothing in August to $5.00 in September 2026")
    }

    /// The largest month says of which months.
    @Test func theLargestMonthSaysOfWhat() {
        let year = Period(CivilDate(year: 2026, month: 1, day: 1)!, CivilDate(year: 2026, month: 12, day: 31)!)
        let fact = Fact(
            .largestPart, .category("groceries"), dollars(5000), in: september, percent: 12.5,
            other: .init(subject: .category("groceries"), period: year))
        #expect(
            phrases.clause(fact).text
                == "you spent the most on groceries in September 2026, $50.00 (12.5% of what you spent on groceries in 2026)"
        )
        #expect(phrases.linked(fact)?.text.hasSuffix("$50.00 (12.5% of §whole§)") ?? false)
        #expect(phrases.named(fact) == nil)
    }

    @Test func littleIsNoDifference() {
        func change(_ cents: Int64, _ percent: Double) -> String {
            phrases.full(
                Fact(
                    .change, .spending, dollars(cents), in: september, percent: percent,
                    other: .init(period: august, value: dollars(100_000)))
            ).text
        }
        #expect(change(0, 0) == "the same as in August")
        #expect(change(10, 0.01) == "about the same as in August ($0.10 more)")
        #expect(change(100, 0.1) == "$1.00 (0.1%) more than in August")
    }

    @Test func blankedPhrasesHoldNoFigure() {
        let blanked = groceries.map(phrases.blanked)
        #expect(blanked[0] == "an amount on groceries in September 2026")
        #expect(blanked[1] == "slightly less than in August")
        for words in blanked { #expect(!words.contains("$") && !words.contains("%")) }
    }

    @Test func figuresAreAViewOfFacts() {
        let figures = phrases.figures(groceries)
        #expect(figures.map(\.name) == ["total", "previous_total", "change", "change_percent", "usual", "average"])
        #expect(figures[1].value == dollars(70230) && figures[1].period == august)
        #expect(figures[3].value == .percent(-4.38))
        #expect(figures[0].label == "Groceries, September 2026")
    }

    @Test(arguments: [
        (CivilDate(year: 2026, month: 10, day: 9)!, CivilDate(year: 2026, month: 10, day: 9)!, "on October 9, 2026"),
        (
            CivilDate(year: 2026, month: 10, day: 1)!, CivilDate(year: 2026, month: 10, day: 12)!,
            "from October 1 to 12, 2026"
        ),
        (
            CivilDate(year: 2026, month: 3, day: 3)!, CivilDate(year: 2026, month: 4, day: 10)!,
            "from March 3 to April 10, 2026"
        ),
        (
            CivilDate(year: 2025, month: 11, day: 1)!, CivilDate(year: 2026, month: 4, day: 30)!,
            "from November 2025 through April 2026"
        ),
        (CivilDate(year: 2026, month: 1, day: 1)!, CivilDate(year: 2026, month: 12, day: 31)!, "in 2026"),
    ])
    func periodsReadAsAmericansWriteThem(start: CivilDate, end: CivilDate, words: String) {
        #expect(Period(start, end).phrase == words)
    }

    @Test func filtersReadAsOnePhrase() {
        let rows = phrases.rows
        #expect(
            rows.words(.spending, .and([.merchant("H-E-B"), .category("groceries"), .weekdays([6, 7])]))
                == " on groceries at H-E-B on weekends")
        #expect(rows.words(.spending, .or([.merchant("A"), .merchant("B"), .merchant("C")])) == " at A, B, and C")
        #expect(
            rows.words(.spending, .and([.amount(5000, nil), .not(.merchant("A"))]))
                == " in purchases of $50.00 or more leaving out A")
        #expect(rows.words(.income, .merchant("Acme")) == " from Acme")
    }

    /// A year's worth of one month was never spent.
    @Test func anAverageOfLessThanItsUnitIsARate() {
        let facts = [
            Fact(.average, .rows(.spending, .recurring("subscriptions")), dollars(66000), in: september, per: .year),
            Fact(.average, .category("groceries"), dollars(67151), in: september, per: .month),
        ]
        #expect(
            facts.map { phrases.full($0).text } == [
                "at a rate of $660.00 a year on subscriptions in September 2026",
                "$671.51 a month on groceries on average in September 2026",
            ])
    }

    @Test func aPaymentToSomebodyIsNoShop() {
        let rows = phrases.rows
        #expect(rows.words(.spending, .merchant("Zelle to Ann Doe")) == " through Zelle to Ann Doe")
        #expect(rows.words(.income, .merchant("Zelle from Ann Doe")) == " through Zelle from Ann Doe")
        #expect(
            rows.words(.purchases, .merchant("Zelle from Ann Doe"), isCounted: true) == " through Zelle from Ann Doe")
    }
}
