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
