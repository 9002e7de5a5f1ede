import Ledger
import Resources
import Testing

@testable import Coaching

/// What a model may say around facts, and what it may not.
@Suite struct VoiceRuleTests {
    private static let september = Period.month(year: 2026, month: 9)!
    private static let august = Period.month(year: 2026, month: 8)!
    private static let asOf = CivilDate(iso: "2026-10-31")!

    private static func dollars(_ cents: Int64) -> FigureValue { .money(Money(cents, .usd)) }

    /// Groceries fell, restaurants rose, something was kept, a subscription costs more.
    static let facts: [Fact] = [
        Fact(.total, .category("groceries"), dollars(67151), in: september, basis: .init(rows: 9), isAsked: true),
        Fact(
            .change, .category("groceries"), dollars(-3079), in: september, percent: -4.4,
            other: .init(period: august, value: dollars(70230))),
        Fact(.usual, .category("groceries"), dollars(68603), in: september, per: .month, percent: -2.1),
        Fact(
            .largestPart, .merchant("H-E-B"), dollars(37479), in: september, percent: 55.8,
            other: .init(subject: .category("groceries"))),
        Fact(.total, .category("restaurants"), dollars(27661), in: september, basis: .init(rows: 7)),
        Fact(
            .change, .category("restaurants"), dollars(4100), in: september, percent: 17.4,
            other: .init(period: august, value: dollars(23561)), key: "more"),
        Fact(.net, .rows(.net, .all), dollars(101_419), in: september, percent: 13.6, key: "kept"),
        Fact(
            .price, .stream("Netflix"), dollars(1999), in: Period(asOf, asOf), other: .init(value: dollars(1799)),
            key: "netflix"),
        Fact(.pending, .category("groceries"), dollars(2000), in: september),
    ]

    static func sheet(without keys: Set<String> = ["pending"], isYes: Bool? = nil) -> FactSheet {
        let phrases = FactPhrases(taxonomy: .builtIn, currency: .usd)
        let offered = facts.keyed().map { OfferedFact($0, phrases, asOf: asOf, isBlanked: false) }
        return FactSheet(offered.filter { !keys.contains($0.key) }, answersYes: isYes)
    }

    private func read(_ reply: String, _ sheet: FactSheet = sheet()) -> (shown: String, refused: [ReplyReader.Refusal])
    {
        var reader = ReplyReader(sheet, needsAnswer: false)
        var shown = reader.add(reply)
        shown += reader.finish(isWhole: true)
        shown += reader.due()
        return (shown, reader.refusals)
    }

    // MARK: Whose words are shown

    /// However a model leads to a fact, the program's own words do.
    @Test(arguments: [
        "You spent [[groceries.sep]].", "[[groceries.sep]].", "In August you spent [[groceries.sep]].",
        "It was [[groceries.sep]].",
        "Good news: you spent [[groceries.sep]].", "You spent only [[groceries.sep]].",
        "You did not spend [[groceries.sep]].",
        "The biggest month was September with [[groceries.sep]].", "At Costco you spent [[groceries.sep]].",
        "You earned [[groceries.sep]].", "You spent -[[groceries.sep]].", "You spent twice [[groceries.sep]] in total.",
        "Your car needed new brakes: [[groceries.sep]].", "Together they come to [[groceries.sep]], as usual.",
        "You spent [[groceries.sep]], so that's your go-to store.", "As for restaurants, [[groceries.sep]]!",
        "Did you spend [[groceries.sep]]?", "You spent 5 dollars of [[groceries.sep]].",
        "You spent $671.51 on groceries in September 2026.", "You spent $671.51.",
    ])
    func noWordOfAModelSaysAnything(_ reply: String) {
        #expect(read(reply).shown == "You spent $671.51 on groceries in September 2026.")
    }

    @Test(arguments: [
        "Everything else looks normal.", "You are doing well.", "Most of it was rent.", "You spent [[rent]].",
        "You spent [[groceries.sep.", "You spent [[]].", "You spent $9.99.", "Good news.",
    ])
    func aSentenceWithoutAFactIsNotShown(_ reply: String) {
        let read = read(reply)
        #expect(read.shown.isEmpty, "\(read.shown)")
        #expect(read.refused.count == 1)
    }

    @Test(arguments: [
        ("For context, you spent [[groceries.sep]].", "For context, you spent $671.51 on groceries in September 2026."),
        (
            "Here’s the picture: [[groceries.sep]].",
            "Here's the picture: you spent $671.51 on groceries in September 2026."
        ),
        (
            "Keep in mind that [[kept]].",
            "Keep in mind that you kept $1,014.19 in September 2026, 13.6% of what came in."
        ),
        // Nothing of it is ahead, and it is no answer to yes or no.
        ("Looking ahead, [[kept]].", "You kept $1,014.19 in September 2026, 13.6% of what came in."),
        ("Yes, [[kept]].", "You kept $1,014.19 in September 2026, 13.6% of what came in."),
    ])
    func openingsJudgeNothing(_ reply: String, _ shown: String) { #expect(read(reply).shown == shown) }

    /// A yes stands beside what was asked, where that is the answer.
    @Test func aYesNeedsAFact() {
        let yes = "Yes, you spent [[groceries.sep]]."
        #expect(read(yes, Self.sheet(isYes: true)).shown.hasPrefix("Yes, you spent"))
        #expect(read(yes, Self.sheet(isYes: false)).shown.hasPrefix("You spent"))
        #expect(read("Yes, [[kept]].", Self.sheet(isYes: true)).shown.hasPrefix("You kept"))
    }

    /// What is to be done is nothing to keep in mind.
    @Test func aSuggestionIsNotKeptInMind() {
        let ask = Fact(.suggestion, "ask Corner Cafe about the second charge", isAsked: true, key: "ask")
        #expect(
            read("Keep in mind that [[ask]].", Self.offered([ask])).shown == "Ask Corner Cafe about the second charge.")
    }

    @Test func talkAloneIsLimited() {
        let reply = read("I hear you. Good question. It's up to you. You spent [[groceries.sep]].")
        #expect(reply.shown == "I hear you. Good question. You spent $671.51 on groceries in September 2026.")
    }

    /// What is shown of talk are its words, without the signs around them.
    @Test func talkHasNoSignsOfItsOwn() {
        #expect(read("“I hope” that helps?").shown == "I hope that helps.")
        #expect(read("Good question! $[[groceries.sep]].").shown.hasPrefix("Good question! You spent $671.51"))
    }

    /// Praise stands right after what was asked, and where nothing is bad.
    @Test func praiseNeedsGoodNews() {
        let fuel = Fact.Subject.category("fuel")
        let fell = Fact(
            .change, fuel, Self.dollars(-1000), in: Self.september, percent: -10,
            other: .init(period: Self.august, value: Self.dollars(10_000)), key: "less")
        let total = Fact(.total, fuel, Self.dollars(9000), in: Self.september, isAsked: true)
        let high = Fact(.usual, fuel, Self.dollars(6000), in: Self.september, percent: 50)
        let reply = "You spent [[fuel.sep]], which is [[less]]. Nice work."
        #expect(read(reply, Self.offered([total, fell])).shown.hasSuffix("than in August. Nice work."))
        #expect(!read(reply, Self.offered([total, fell, high])).shown.contains("Nice work"))
        #expect(!read("You spent [[fuel.sep]]. Nice work.", Self.offered([total, fell])).shown.contains("Nice work"))
    }

    // MARK: What stands together

    /// A comparison stands right after its thing, and says what it is of everywhere else.
    @Test(arguments: [
        (
            "You spent [[groceries.sep]], which is [[vs.aug]] and [[usual]].",
            "You spent $671.51 on groceries in September 2026, which is $30.79 (4.4%) less than in August and about what is "
                + "usual for you ($686.03 a month)."
        ),
        (
            "You spent [[groceries.sep]]. That is [[vs.aug]].",
            "You spent $671.51 on groceries in September 2026. That is $30.79 (4.4%) less than in August."
        ),
        (
            "You spent [[groceries.sep]], which is [[vs.aug]]. That's [[usual]].",
            "You spent $671.51 on groceries in September 2026, which is $30.79 (4.4%) less than in August. You spent about "
                + "what is usual for you on groceries in September 2026 ($686.03 a month)."
        ),
        (
            "You spent [[restaurants.sep]], which is [[vs.aug]].",
            "You spent $276.61 on restaurants in September 2026. You spent $30.79 (4.4%) less on groceries in September 2026 "
                + "than in August."
        ),
        ("That's [[vs.aug]].", "You spent $30.79 (4.4%) less on groceries in September 2026 than in August."),
    ])
    func comparisons(_ reply: String, _ shown: String) { #expect(read(reply).shown == shown) }

    /// What has nothing to do with each other stands apart, and no words join it.
    @Test func whatIsUnlikeStandsApart() {
        #expect(
            read("You spent [[groceries.sep]], and because of that [[kept]].").shown
                == "You spent $671.51 on groceries in September 2026. You kept $1,014.19 in September 2026, 13.6% of what came in."
        )
        #expect(
            read("You spent [[groceries.sep]] and [[restaurants.sep]].").shown
                == "You spent $671.51 on groceries in September 2026. You spent $276.61 on restaurants in September 2026."
        )
    }

    /// A part names its whole, by a word only where that was the last thing said.
    @Test func aPartSaysWhatItIsOf() {
        let end = ", the most went to H-E-B, $374.79 (55.8%)."
        #expect(read("[[top]].").shown == "Of what you spent on groceries in September 2026" + end)
        #expect(read("[[groceries.sep]]. [[top]].").shown.hasSuffix("Of that" + end))
        #expect(read("[[groceries.sep]], which is [[vs.aug]]. [[top]].").shown.hasSuffix("Of the $671.51" + end))
        #expect(
            read("You spent [[groceries.sep]].", Self.sheet(without: [])).shown.hasSuffix(
                "2026. $20.00 of that is still pending."))
        #expect(
            read("You spent [[groceries.sep]]. [[kept]].", Self.sheet(without: [])).shown.hasSuffix(
                "$20.00 of the $671.51 is still pending."))
        #expect(
            read("You spent [[restaurants.sep]].", Self.sheet(without: [])).shown.hasSuffix(
                "$20.00 of what you spent on groceries in September 2026 is still pending."))
    }

    @Test func aFactIsSaidOnce() {
        let once = "You kept $1,014.19 in September 2026, 13.6% of what came in."
        #expect(read("You kept [[kept]]. [[kept]], and [[kept]].").shown == once)
    }

    static func offered(_ facts: [Fact]) -> FactSheet {
        let phrases = FactPhrases(taxonomy: .builtIn, currency: .usd)
        return FactSheet(facts.keyed().map { OfferedFact($0, phrases, asOf: asOf, isBlanked: false) })
    }

    /// Parts follow the largest in the order that their amounts prove.
    @Test func followedByIsAnOrderBySize() {
        let places = ["H-E-B", "Aldi", "Costco"].enumerated().map { place, name in
            Fact(
                .part, .merchant(name), Self.dollars(Int64(37479 - 10_000 * place)), in: Self.september,
                percent: 55.8 - Double(place), other: .init(subject: .category("groceries")))
        }
        let sheet = Self.offered([Self.facts[0], Self.facts[3]] + places)
        let start = "Of what you spent on groceries in September 2026, the most went to H-E-B, $374.79 (55.8%)"
        #expect(
            read("[[top]], followed by [[aldi]] and [[costco]].", sheet).shown
                == start + ", followed by Aldi at $274.79 (54.8%) and Costco at $174.79 (53.8%).")
        // A model says how many, and the list which.
        let second = start + ", followed by Aldi at $274.79 (54.8%)."
        #expect(read("[[top]], followed by [[costco]].", sheet).shown == second)
        #expect(read("You spent [[costco]] and [[aldi]].", sheet).shown == second)
        // The largest is no part beside itself.
        #expect(read("[[top]]. You spent [[heb]].", sheet).shown == start + ".")
    }

    /// Months have no order by size, and no name of one stands before another's amount.
    @Test func monthsAreAList() {
        let year = Period(CivilDate(iso: "2026-01-01")!, CivilDate(iso: "2026-03-31")!, label: "2026 so far")
        let coffee = Fact.Subject.category("coffee")
        let months = [3000, 2000, 1000].enumerated().map { place, cents in
            Fact(
                .part, coffee, Self.dollars(Int64(cents)), in: Period.month(year: 2026, month: place + 1)!,
                percent: Double(cents) / 60, other: .init(subject: coffee, period: year))
        }
        let top = Fact(
            .largestPart, coffee, Self.dollars(3000), in: months[0].period, percent: 50,
            other: .init(subject: coffee, period: year))
        let sheet = Self.offered([Fact(.total, coffee, Self.dollars(6000), in: year, isAsked: true), top] + months)
        #expect(
            read("Your lowest month was [[jan]], followed by [[feb]] and [[mar]].", sheet).shown
                == "You spent $30.00 on coffee in January 2026, $20.00 in February 2026, and $10.00 in March 2026.")
        #expect(
            read("[[top]], followed by [[feb]].", sheet).shown
                == "You spent the most on coffee in January 2026, $30.00 (50% of what you spent on coffee in 2026 so far)."
        )
    }

    /// What a shop took is in what was spent on its kind: side by side it would be counted twice.
    @Test func theSameMoneyIsSaidOnce() {
        let whole = Fact.Other(subject: .rows(.spending, .all))
        let sheet = Self.offered([
            Fact(.total, .rows(.spending, .all), Self.dollars(500_000), in: Self.september, isAsked: true),
            Fact(
                .largestPart, .category("rent"), Self.dollars(200_000), in: Self.september, percent: 40, other: whole,
                key: "top"),
            Fact(
                .part, .category("groceries"), Self.dollars(70_000), in: Self.september, percent: 14, other: whole,
                key: "food"),
            Fact(
                .part, .merchant("Oak Court"), Self.dollars(200_000), in: Self.september, percent: 40, other: whole,
                key: "oak"),
            Fact(
                .part, .merchant("Kroger"), Self.dollars(50_000), in: Self.september, percent: 10, other: whole,
                key: "kroger"),
        ])
        let total = "You spent [[total.sep]]. "
        #expect(!read(total + "[[top]], and you paid [[oak]].", sheet).shown.contains("Oak Court"))
        #expect(!read(total + "[[top]]. You paid [[oak]].", sheet).shown.contains("Oak Court"))
        #expect(
            read(total + "You spent [[food]] and [[kroger]].", sheet).shown.hasSuffix(
                "Of that, the most went to rent, $2,000.00 (40%). You spent $500.00 at Kroger in September 2026."))
    }

    /// What money did is not said of a count, and a sum after its rows is the amount.
    @Test func aMeasureIsItsOwn() {
        let coffee = Fact.Subject.category("coffee")
        let sheet = Self.offered([
            Fact(.count, coffee, .count(12), in: Self.september, per: .transaction, isAsked: true),
            Fact(.total, coffee, Self.dollars(6000), in: Self.september),
            Fact(
                .change, coffee, Self.dollars(1000), in: Self.september, percent: 20,
                other: .init(period: Self.august, value: Self.dollars(5000)), key: "more"),
            Fact(.average, coffee, Self.dollars(500), in: Self.september, per: .transaction, key: "mean"),
        ])
        #expect(!read("You made [[count]], which is [[more]].", sheet).shown.contains("which"))
        #expect(
            read("You made [[count]]. That comes to [[coffee.sep]].", sheet).shown.hasSuffix(
                ". That comes to $60.00 in all."))
        #expect(
            read("You made [[count]], which come to [[coffee.sep]].", sheet).shown.hasSuffix("2026, $60.00 in all."))
        #expect(
            read("You made [[count]]. [[mean]]. That's [[coffee.sep]].", sheet).shown.hasSuffix(
                "That comes to $60.00 in all."))
        #expect(
            read("You made [[count]]. [[more]]. It was [[coffee.sep]].", sheet).shown.hasSuffix(
                "You spent $60.00 on coffee in September 2026."))
    }

    /// What is without rows comes to nothing of theirs.
    @Test func daysWithoutHaveNoSum() {
        let coffee = Fact.Subject.category("coffee")
        let sheet = Self.offered([
            Fact(.countWithout, coffee, .count(5), in: Self.september, per: .day, isAsked: true, key: "without"),
            Fact(.total, coffee, Self.dollars(6000), in: Self.september),
        ])
        #expect(
            read("There were [[without]], which come to [[coffee.sep]].", sheet).shown.hasSuffix(
                ". You spent $60.00 on coffee in September 2026."))
    }

    /// Parts of which some stay private have no order.
    @Test func aRankNeedsAllParts() {
        let phrases = FactPhrases(taxonomy: .builtIn, currency: .usd)
        let parts =
            [Self.facts[0], Self.facts[3]]
            + [
                Fact(
                    .part, .merchant("Aldi"), Self.dollars(20000), in: Self.september, percent: 30,
                    other: .init(subject: .category("groceries")))
            ]
        let day = Period(Self.asOf, Self.asOf)
        let part = Fact(.part, .merchant("Kroger"), Self.dollars(25000), in: day, basis: .init(rows: 1))
        let finding = Fact(.finding, "one thing stands out", isOfSingleRow: true, key: "odd")
        let reply = "[[groceries.sep]]. [[top]], followed by [[aldi]]."
        func shown(_ facts: [Fact]) -> String {
            read(reply, Disclosure(facts, .aggregates, phrases, asOf: Self.asOf).sheet).shown
        }
        #expect(shown(parts + [finding]).contains("followed by Aldi"))
        #expect(!shown(parts + [part]).contains("followed by"))
    }

    /// The accounts of a list have one day, and a net worth is no account.
    @Test func accountsInAList() {
        let day = Period(Self.asOf, Self.asOf)
        let accounts = [("One", Int64(10000)), ("Two", Int64(20000))].map { name, cents in
            Fact(.balance, .account(name), Self.dollars(cents), in: day)
        }
        let worth = Fact(.netWorth, .household, Self.dollars(30000), in: day, isAsked: true, key: "worth")
        #expect(
            read(
                "You have [[worth]]. That's made up of [[one.balance]] and [[two.balance]].",
                Self.offered([worth] + accounts)
            )
            .shown
                == "Your net worth is $300.00 as of October 31, 2026. You have $100.00 in One as of October 31, 2026 and "
                + "$200.00 in Two.")
    }

    /// Months are told through the last, or as the highest and the lowest: picked ones would be read as a trend.
    @Test func monthsAreNotPicked() {
        let phrases = FactPhrases(taxonomy: .builtIn, currency: .usd)
        let year = Period(CivilDate(iso: "2026-01-01")!, CivilDate(iso: "2026-05-31")!, label: "2026 so far")
        let coffee = Fact.Subject.category("coffee")
        let months = [3000, 2500, 1000, 5000, 4000].enumerated().map { place, cents in
            Fact(
                .part, coffee, Self.dollars(Int64(cents)), in: Period.month(year: 2026, month: place + 1)!,
                other: .init(subject: coffee, period: year))
        }
        let total = Fact(.total, coffee, Self.dollars(15500), in: year, isAsked: true)
        func extreme(_ month: Int, _ role: Fact.Role, _ key: String, isAsked: Bool = false) -> Fact {
            var fact = months[month]
            (fact.role, fact.key, fact.isAsked) = (role, key, isAsked)
            return fact
        }
        let ends = [extreme(3, .largestPart, "highest"), extreme(2, .smallestPart, "lowest")]
        let sheet = Disclosure([total] + months + ends, .aggregates, phrases, asOf: Self.asOf).sheet
        func shown(_ reply: String) -> String {
            read("[[coffee.2026]]. " + reply, sheet).shown.replacing(
                "You've spent $155.00 on coffee in 2026 so far.", with: "")
        }
        #expect(shown("[[jan]] and [[may]].") == "")
        #expect(
            shown("[[mar]], [[may]], and [[apr]].").contains(
                "$10.00 on coffee in March 2026, $50.00 in April 2026, and"))
        let high = shown("It rose from [[jan]] to [[apr]].")
        #expect(high == " In 2026 so far, you spent the most on coffee in April 2026, $50.00.")
        let both = shown("[[apr]], then [[feb]], and [[mar]].")
        #expect(both.contains("the least on coffee in March 2026, $10.00") && !both.contains("February"))
        #expect(shown("[[mar]]. [[lowest]].").occurrences(of: "$10.00") == 1)
        // By size they have no last ones.
        let dearest = [3, 4, 0, 1, 2].map { months[$0] }
        let asked = extreme(3, .largestPart, "top", isAsked: true)
        let ranked = Self.offered([total, asked] + dearest)
        #expect(!read("[[coffee.2026]]. [[feb]] and [[mar]].", ranked).shown.contains("$10.00"))
        let rises = Self.offered([total] + dearest)
        #expect(!read("[[coffee.2026]]. [[feb]] and [[mar]].", rises).shown.contains("$10.00"))
    }

    /// Weekdays that are not ranked are told as they are picked.
    @Test func weekdaysArePicked() {
        let coffee = Fact.Subject.category("coffee")
        let days = [1000, 3000, 2000, 500, 700, 900, 800].enumerated().map { place, cents in
            Fact(
                .part, .rows(.spending, .and([.category("coffee"), .weekdays([place + 1])])),
                Self.dollars(Int64(cents)),
                in: Self.september, other: .init(subject: coffee), key: "day\(place + 1)")
        }
        var top = days[1]
        (top.role, top.key) = (.largestPart, "highest")
        let total = Fact(.total, coffee, Self.dollars(8900), in: Self.september, isAsked: true)
        let sheet = Self.offered([total] + days + [top])
        let shown = read("[[coffee.sep]]. [[day4]] and [[day5]].", sheet).shown
        #expect(shown.contains("$5.00") && shown.contains("$7.00") && !shown.contains("$30.00"))
        #expect(read("[[coffee.sep]]. [[day2]].", sheet).shown.contains("$30.00"))
        // Money is spent on days and goes to none of them.
        let highest = read("[[coffee.sep]]. [[highest]].", sheet).shown
        #expect(highest.contains("$30.00") && highest.contains("on Tuesdays") && !highest.contains("went to"))
    }

    /// The least of what is ranked is told where it is meant.
    @Test func theLeastIsTold() {
        let groceries = Fact.Subject.category("groceries")
        let parts = [("H-E-B", 37479), ("Aldi", 27479), ("Costco", 17479)].map { name, cents in
            Fact(
                .part, .merchant(name), Self.dollars(Int64(cents)), in: Self.september, other: .init(subject: groceries)
            )
        }
        var (most, least) = (parts[0], parts[2])
        (most.role, most.key, most.isAsked) = (.largestPart, "most", true)
        (least.role, least.key) = (.smallestPart, "least")
        let shown = read("[[most]]. [[least]].", Self.offered([most] + parts + [least])).shown
        #expect(shown.contains("the most went to H-E-B, $374.79"))
        #expect(shown.contains("the least went to Costco, $174.79") && !shown.contains("Aldi"))
    }

    /// A side without purchases is a side of a comparison as well.
    @Test func bothSidesAreTold() {
        let none = Fact(
            .total, .category("pets"), Self.dollars(0), in: Self.september, basis: .init(rows: 0), isAsked: true)
        let shown = read("[[groceries.sep]].", Self.offered([Self.facts[0], none])).shown
        #expect(shown.contains("$671.51 on groceries") && shown.contains("There are no purchases"))
    }

    /// What was asked as a set is not answered by one of it, and of many the sum comes first.
    @Test func aSetIsToldAsAWhole() {
        func price(_ name: String, _ cents: Int64) -> Fact {
            Fact(
                .price, .stream(name), Self.dollars(cents), in: Self.september,
                other: .init(value: Self.dollars(cents - 100)), isAsked: true, key: name.lowercased())
        }
        let prices = read("[[hulu]]. For context, [[max]].", Self.offered([price("Hulu", 1500), price("Max", 900)]))
            .shown
        #expect(prices.contains("Hulu went from $14.00 to $15.00") && prices.contains("Max went from $8.00 to $9.00"))
        #expect(!prices.contains("For context"))
        let dues = (1...5).map { place in
            let day = CivilDate(iso: "2026-11-0\(place)")!
            return Fact(
                .due, .stream("Payee \(place)"), Self.dollars(Int64(place * 1000)), in: Period(day, day), isAsked: true,
                key: "due.\(place)")
        }
        let span = Period(Self.asOf, CivilDate(iso: "2026-11-05")!)
        let bills = Fact(.bills, .household, Self.dollars(15000), in: span, isAsked: true, key: "bills")
        #expect(
            read("[[due.4]]. [[bills]].", Self.offered([bills] + dues)).shown
                == "You have $150.00 in bills due by November 5. That includes your Payee 1 payment, $10.00 on November 1."
        )
    }

    private static func on(_ day: String) -> Period { Period(CivilDate(iso: day)!, CivilDate(iso: day)!) }

    /// What is safe through November 9, the low of November 3, and payments before, between, and after.
    ///
    /// - Parameter reply: the payments that it points at are those on the sheet.
    private static func forecast(_ reply: String) -> FactSheet {
        func expected(through day: String) -> Fact.Basis { .init(isEstimate: true, through: CivilDate(iso: day)!) }
        func due(_ name: String, _ cents: Int64, _ day: String) -> Fact {
            Fact(
                .due, .stream(name), dollars(cents), in: on(day), basis: .init(isEstimate: true), key: name.lowercased()
            )
        }
        var then = Fact(.statement, "on November 9 there should be about $800.00", in: on("2026-11-09"), key: "then")
        then.basis = expected(through: "2026-11-09")
        var spending = Fact(
            .statement, "spending should come to about $900.00 by November 30", about: .spending, in: on("2026-11-30"),
            key: "spending")
        spending.basis.isEstimate = true
        let facts: [Fact] = [
            Fact(
                .safeToSpend, .household, dollars(50000), in: Period(asOf, CivilDate(iso: "2026-11-09")!),
                basis: expected(through: "2026-11-09"), isAsked: true, key: "safe"),
            Fact(
                .lowest, .household, dollars(60000), in: on("2026-11-03"), basis: expected(through: "2026-11-03"),
                key: "low"),
            then, spending,
            Fact(
                .bills, .household, dollars(8000), in: Period(asOf, CivilDate(iso: "2026-11-09")!),
                basis: .init(isEstimate: true), key: "bills"),
            due("Gym", 3000, "2026-11-03"), due("Water", 5000, "2026-11-05"), due("Rent", 90000, "2026-11-30"),
            Fact(
                .pay, .household, dollars(140_000), in: on("2026-11-06"), basis: .init(isEstimate: true), key: "pay"),
        ]
        return offered(facts.filter { $0.role != .due || reply.contains("[[\($0.key)]]") })
    }

    private static let safe = "You can safely spend $500.00 until November 9, after the bills due by then."

    /// A payment that an amount takes into account is not told beside it as if it came on top, and no other one is said to be
    /// in it.
    @Test(arguments: [
        ("[[gym]].", "That already covers your Gym payment, about $30.00 on November 3."),
        ("Coming up, [[gym]].", "That already covers your Gym payment, about $30.00 on November 3."),
        (
            "[[gym]], and [[water]].",
            "That already covers your Gym payment, about $30.00 on November 3, and your Water payment, about $50.00 on November 5."
        ),
        (
            "[[gym]]. [[water]].",
            "That already covers your Gym payment, about $30.00 on November 3. It also covers your Water payment, about $50.00 on November 5."
        ),
        ("[[pay]].", "That already takes into account your pay of about $1,400.00 on November 6."),
        ("[[rent]].", "Your Rent payment of about $900.00 is due on November 30."),
        (
            "[[gym]], and [[rent]].",
            "That already covers your Gym payment, about $30.00 on November 3. Your Rent payment of about $900.00 is due on November 30."
        ),
        ("[[bills]].", "That already covers $80.00 in bills due by November 9."),
        (
            "[[bills]]. [[gym]]. [[water]].",
            "That already covers $80.00 in bills due by November 9. That includes your Gym payment, about $30.00 on November 3. It also includes your Water payment, about $50.00 on November 5."
        ),
        // A sum after its parts.
        ("[[gym]]. [[bills]].", "That already covers your Gym payment, about $30.00 on November 3."),
        // No money of its own beside what is safe.
        ("Looking ahead, [[then]].", ""),
        (
            "[[low]]. [[gym]].",
            "The lowest balance is about $600.00, on November 3, with the bills due by then already paid. That already covers your Gym payment, about $30.00 on November 3."
        ),
        (
            "[[low]]. [[water]].",
            "The lowest balance is about $600.00, on November 3, with the bills due by then already paid. The forecast already covers your Water payment, about $50.00 on November 5."
        ),
    ])
    func aForecastCoversItsPayments(_ reply: String, _ shown: String) {
        #expect(
            read("[[safe]]. " + reply, Self.forecast(reply)).shown == Self.safe + (shown.isEmpty ? "" : " " + shown))
        // What was asked is first, whatever the order written.
        guard reply == "[[gym]]." else { return }
        var reader = ReplyReader(Self.forecast(reply), needsAnswer: true)
        let text = reader.add("Good question. [[gym]]. [[safe]]. ") + reader.finish(isWhole: true)
        #expect(text == "Good question. \(Self.safe) \(shown)")
    }

    /// What is spent by the end of a month holds its bills but no pay, and what comes after a low is not in it.
    @Test(arguments: [
        ("[[spending]]. [[pay]].", "About $1,400.00 of pay comes in on November 6."),
        ("[[spending]]. [[bills]].", ""),
        ("[[low]]. [[pay]].", "About $1,400.00 of pay comes in on November 6."),
        ("[[low]]. [[water]].", "Your Water payment of about $50.00 is due on November 5."),
        ("[[then]]. [[rent]].", "Your Rent payment of about $900.00 is due on November 30."),
        (
            "[[then]]. [[pay]].", "That already takes into account your pay of about $1,400.00 on November 6."
        ),
    ])
    func noOtherPaymentIsInIt(_ reply: String, _ last: String) {
        let sentences = read(reply, Self.forecast(reply)).shown.split(separator: ". ").map(String.init)
        #expect(last.isEmpty ? sentences.count == 1 : sentences.last == last, "\(sentences)")
    }

    /// What has to be known beside an amount is said by code where a model leaves it out, and once.
    @Test func aCautionIsSaid() {
        let day = Period(CivilDate(iso: "2026-11-03")!, CivilDate(iso: "2026-11-03")!)
        let sheet = Self.offered([
            Fact(.safeToSpend, .household, Self.dollars(50000), in: day, isAsked: true, key: "safe"),
            Fact(.caution, "to stay safe through November 30, spend no more than $200.00", in: day, key: "keep"),
        ])
        let both =
            "You can safely spend $500.00 until November 3, after the bills due by then. To stay safe through November 30, spend no more than $200.00."
        for reply in ["[[safe]].", "[[safe]]. [[keep]].", "[[keep]]. [[safe]]."] {
            var reader = ReplyReader(sheet, needsAnswer: true)
            let shown = reader.add(reply) + reader.finish(isWhole: true) + reader.due()
            #expect(shown == both, "\(reply)")
        }
    }

    /// Nobody is praised for a smaller bill of a doctor, for one day, or for fewer days.
    @Test func praiseIsOfWhatIsAMerit() {
        func isPraised(_ category: String, _ days: Period, _ before: Period, _ percent: Double) -> Bool {
            isPraised(.category(category), days, before, percent)
        }
        func isPraised(_ subject: Fact.Subject, _ days: Period, _ before: Period, _ percent: Double) -> Bool {
            let facts = [
                Fact(.total, subject, Self.dollars(9000), in: days, isAsked: true, key: "total"),
                Fact(
                    .change, subject, Self.dollars(-1000), in: days, percent: percent,
                    other: .init(period: before, value: Self.dollars(10_000)), key: "less"),
            ]
            return read("[[total]], which is [[less]]. Nice work.", Self.offered(facts)).shown.hasSuffix("Nice work.")
        }
        let summer = Period(CivilDate(iso: "2026-06-01")!, CivilDate(iso: "2026-08-31")!)
        let one = Period(Self.asOf, Self.asOf)
        #expect(isPraised("fuel", Self.september, Self.august, -10))
        #expect(!isPraised("fuel", Self.september, Self.august, -4))
        #expect(!isPraised("fuel", Self.september, summer, -10))
        #expect(!isPraised("fuel", one, one, -10))
        #expect(!isPraised("doctor", Self.september, Self.august, -10))
        func rows(_ flow: Selection.Flow, _ filter: RowFilter) -> Bool {
            isPraised(.rows(flow, filter), Self.september, Self.august, -10)
        }
        #expect(rows(.spending, .and([.category("fuel"), .account("Checking")])))
        #expect(!rows(.spending, .and([.category("doctor"), .account("Checking")])))
        #expect(!rows(.spending, .merchant("Oak Street Clinic")))
        // More that went elsewhere is neither good nor bad, and nothing left is nothing kept.
        for flow in [Selection.Flow.transfersOut, .refunds, .any] {
            let fact = Fact(
                .change, .rows(flow, .all), Self.dollars(1000), in: Self.september, percent: 25,
                other: .init(period: Self.august, value: Self.dollars(4000)))
            #expect(fact.topics(asOf: Self.asOf) == ["change"])
        }
        for role in [Fact.Role.net, .remaining] {
            #expect(!Fact(role, .household, Self.dollars(0)).topics(asOf: Self.asOf).contains("good"))
            #expect(Fact(role, .household, Self.dollars(1)).topics(asOf: Self.asOf).contains("good"))
            #expect(Fact(role, .household, Self.dollars(-1)).topics(asOf: Self.asOf).contains("bad"))
        }
    }

    /// What is all pending is not a part; equal amounts alone say nothing of that.
    @Test func allOfItIsPending() {
        func total(_ category: String) -> Fact {
            Fact(.total, .category(category), Self.dollars(2000), in: Self.september, isAsked: true)
        }
        func pending(_ percent: Double?) -> Fact {
            Fact(.pending, .category("fuel"), Self.dollars(2000), in: Self.september, percent: percent)
        }
        #expect(
            read("[[fuel.sep]].", Self.offered([total("fuel"), pending(100)])).shown.hasSuffix(
                "2026. All of it is still pending."))
        #expect(
            read("[[fuel.sep]].", Self.offered([total("fuel"), pending(nil)])).shown.hasSuffix(
                "2026. $20.00 of that is still pending."))
        // Of two amounts that read the same it says which.
        let both = read("[[fuel.sep]].", Self.offered([total("fuel"), total("coffee"), pending(100)])).shown
        #expect(both.hasSuffix("$20.00 of what you spent on fuel in September 2026 is still pending."))
        #expect(!both.lowercased().contains("all of the"))
    }

    /// A shop's name is no word that points back, and a wording that does has its thing before it.
    @Test func onlyAWordingGoesOn() {
        func price(_ name: String, key: String) -> Fact {
            Fact(
                .price, .stream(name), Self.dollars(1200), in: Self.september, other: .init(value: Self.dollars(1000)),
                key: key)
        }
        let sheet = Self.offered([
            Self.facts[0], price("That's Amore", key: "amore"), price("Half Price Books", key: "half"),
            Fact(.saving, "cutting it by a quarter saves $10.00 a month", key: "saving"),
            Fact(.statement, "that leaves you $5.00 a month short", key: "short").goingOn(),
        ])
        #expect(
            read("[[groceries.sep]]. [[half]].", sheet).shown.hasSuffix(
                "2026. Half Price Books went from $10.00 to $12.00 in September 2026."))
        let short = "Cutting it by a quarter saves $10.00 a month. That leaves you $5.00 a month short."
        #expect(read("[[groceries.sep]]. [[short]].", sheet).shown.hasSuffix(short))
        #expect(read("[[saving]]. Keep in mind that [[short]].", sheet).shown == short)
    }

    /// No opening stands before a word that points back.
    @Test func noOpeningBeforeOfThat() {
        #expect(
            read("[[groceries.sep]]. Keep in mind that [[top]].").shown.hasSuffix(
                "2026. Of that, the most went to H-E-B, $374.79 (55.8%)."))
        #expect(
            read("[[groceries.sep]], which is [[vs.aug]]. Keep in mind that [[top]].").shown.contains(
                "Keep in mind that of the $671.51"))
    }

    /// Parts have an order and are the same money in any currency, and two that cannot be compared are not the same.
    @Test(arguments: [Currency.usd, Currency("EUR")!, Currency("JPY")!]) func amountsAreCompared(_ currency: Currency) {
        func money(_ units: Int64) -> Money { Money(units, currency) }
        func part(_ subject: Fact.Subject, _ units: Int64, _ role: Fact.Role = .part, key: String) -> Fact {
            Fact(
                role, subject, .money(money(units)), in: Self.september, percent: 10, other: .init(subject: .spending),
                isAsked: role == .largestPart, key: key)
        }
        let sheet = Self.offered([
            part(.category("rent"), 200_000, .largestPart, key: "top"),
            part(.category("groceries"), 70_000, key: "food"), part(.category("travel"), 80_000, key: "travel"),
            part(.merchant("7-Eleven"), 200_000, key: "seven"), part(.merchant("Kroger"), 50_000, key: "kroger"),
        ])
        #expect(
            read("[[top]], followed by [[food]].", sheet).shown.hasSuffix(
                "\(money(200_000).text) (10%), followed by groceries at \(money(70_000).text) (10%)."))
        // The next on the list is larger than the one before it.
        #expect(!read("[[top]], followed by [[food]] and [[travel]].", sheet).shown.contains("and travel at"))
        #expect(!read("[[top]]. [[seven]].", sheet).shown.contains("7-Eleven"))
        #expect(read("[[top]]. [[kroger]].", sheet).shown.contains("Kroger"))
        let day = FigureValue.date(Self.asOf)
        let days = [("groceries", "a"), ("fuel", "b")].map { name, key in
            Fact(.part, .category(name), day, in: Self.september, other: .init(subject: .spending), key: key)
        }
        let shop = Fact(.part, .merchant("Aldi"), day, in: Self.september, other: .init(subject: .spending), key: "c")
        #expect(read("[[a]]. [[c]].", Self.offered(days + [shop])).shown.contains("Aldi"))
    }

    /// A refusal says what is wrong with a sentence.
    @Test func theReasonIsTheReason() {
        let sheet = Self.forecast("[[gym]] [[water]]")
        #expect(read("[[safe]]. [[safe]].", sheet).refused.map(\.reason) == ["[[safe]] was said already"])
        #expect(
            read("[[safe]]. [[then]].", sheet).refused.map(\.reason) == ["[[then]] is a part of what was said already"])
        // What waits for the answer in vain was refused as well.
        var reader = ReplyReader(sheet, needsAnswer: true)
        let shown = reader.add("[[gym]]. [[water]].") + reader.finish(isWhole: true)
        #expect(shown.isEmpty && reader.refusals.count == 2)
        #expect(Set(reader.refusals.map(\.reason)) == ["it comes before what was asked"])
        let messages = Phraser.repair(reader.refusals, sheet, Prompts())
        #expect(messages[0].text.hasPrefix("[[gym]].") && messages[0].text.hasSuffix("[[water]]."))
    }

    /// What waited for the answer is no longer than a reply may be.
    @Test func whatWaitsIsLimited() {
        let others = (1...12).map { place in
            Fact(.statement, "this is so \(number: Double(place))", about: .goal("\(place)"), key: "so\(place)")
        }
        let sheet = Self.offered([Self.facts[0]] + others)
        var reader = ReplyReader(sheet, needsAnswer: true)
        let reply = (1...12).map { "[[so\($0)]]." }.joined(separator: " ") + " [[groceries.sep]]."
        let shown = reader.add(reply) + reader.finish(isWhole: true)
        #expect(shown.hasPrefix("You spent $671.51") && shown.contains("so 7.") && !shown.contains("so 8."))
    }

    /// What must be said is on every sheet, whatever else there is no room for, and of months the latest are kept.
    @Test func whatMustBeSaidHasRoom() {
        let phrases = FactPhrases(taxonomy: .builtIn, currency: .usd)
        let coffee = Fact.Subject.category("coffee")
        let year = Period(CivilDate(iso: "2026-01-01")!, CivilDate(iso: "2026-05-31")!, label: "2026 so far")
        let months = (1...5).map { month in
            Fact(
                .part, coffee, Self.dollars(Int64(month * 100)), in: Period.month(year: 2026, month: month)!,
                other: .init(subject: coffee, period: year))
        }
        let must = [
            Fact(.pending, coffee, Self.dollars(100), in: year), Fact(.coverage, .household, .date(year.end), in: year),
            Fact(.caution, "debts aren't included", key: "debts"),
        ]
        let total = Fact(.total, coffee, Self.dollars(1500), in: year, isAsked: true)
        let sheet = Disclosure([total] + months + must, .full, phrases, asOf: Self.asOf, most: 3).sheet
        #expect(sheet.facts.map(\.key) == ["coffee.2026", "apr", "may", "pending", "coverage", "debts"])
        let shown = read("[[coffee.2026]].", sheet).shown
        #expect(shown.contains("pending") && shown.contains("Your data goes"))
        #expect(shown.hasSuffix("Debts aren't included."))
    }

    /// What is usual is praised where much less was spent, and nothing beside what is no news.
    @Test func theUsualIsNoMerit() {
        let fuel = Fact.Subject.category("fuel")
        let total = Fact(.total, fuel, Self.dollars(9000), in: Self.september, isAsked: true)
        func isPraised(_ percent: Double, beside more: [Fact] = []) -> Bool {
            let usual = Fact(.usual, fuel, Self.dollars(6000), in: Self.september, percent: percent, key: "usual")
            let reply = "[[fuel.sep]], which is [[usual]]. Nice work."
            return read(reply, Self.offered([total, usual] + more)).shown.hasSuffix("Nice work.")
        }
        #expect(isPraised(-50) && !isPraised(50) && !isPraised(-3))
        #expect(!isPraised(-50, beside: [Self.facts[2]]))
        var over = Fact(.statement, "at this pace dining out would end the month at $900.00", key: "pace")
        over.isBad = true
        #expect(!isPraised(-50, beside: [over]))
    }

    /// Talk of a purchase belongs to one, whatever weighs against something.
    @Test func badNewsIsNoPurchase() {
        var short = Fact(.statement, "on November 3 the balance would fall below zero", isAsked: true, key: "short")
        short.isBad = true
        short.basis.isEstimate = true
        let talk = "[[short]]. It's your money and the choice is yours."
        #expect(read(talk, Self.offered([short])).shown == "On November 3 the balance would fall below zero.")
        // It is said beside what is safe, too.
        let safe = Fact(
            .safeToSpend, .household, Self.dollars(5000), in: Self.on("2026-11-02"), isAsked: true, key: "safe")
        short.isAsked = false
        #expect(read("[[safe]]. [[short]].", Self.offered([safe, short])).shown.contains("below zero"))
    }

    /// What there is in accounts and what they hold together is said once.
    @Test func accountsHoldWhatIsOwned() {
        let day = Period(Self.asOf, Self.asOf)
        let sheet = Self.offered([
            Fact(.netWorth, .household, Self.dollars(30000), in: day, isAsked: true, key: "worth"),
            Fact(.assets, .household, Self.dollars(30000), in: day, key: "assets"),
            Fact(.balance, .account("One"), Self.dollars(30000), in: day, key: "one"),
        ])
        #expect(!read("[[worth]]. [[one]]. [[assets]].", sheet).shown.contains("You own"))
        #expect(read("[[worth]]. [[assets]]. [[one]].", sheet).shown.contains("You own"))
    }

    // MARK: What is asked for

    @Test func theRepairNamesWhatIsAsked() {
        let refused = [ReplyReader.Refusal(sentence: "It went down.", reason: "it says nothing of the facts")]
        let messages = Phraser.repair(refused, Self.sheet(), Prompts())
        #expect(messages.map(\.role) == [.assistant, .user])
        #expect(messages[1].text.contains("Say [[groceries.sep]]"))
    }

    /// A reference that lacks a bracket is meant as one.
    @Test(arguments: ["[[[groceries.sep]", "[groceries.sep]]", "[groceries.sep]"])
    func aBracketMayBeMissing(_ reference: String) {
        #expect(read("You spent \(reference).").shown == "You spent $671.51 on groceries in September 2026.")
    }

    // MARK: Streams

    /// However the text is cut on its way, the same is shown, and no part of a reference ever is.
    @Test func theSameIsShownHoweverItIsCut() {
        let reply = "Last month you spent [[groceries.sep]], which is [[vs.aug]]. [[top]]. Rent rose. [[nothing]]."
        let whole = read(reply).shown
        for size in 1...reply.count {
            var reader = ReplyReader(Self.sheet(), needsAnswer: false)
            var shown = ""
            var rest = reply[...]
            while !rest.isEmpty {
                let piece = reader.add(String(rest.prefix(size)))
                #expect(!piece.contains("["))
                shown += piece
                rest = rest.dropFirst(size)
            }
            shown += reader.finish(isWhole: true)
            #expect(shown == whole)
        }
    }

    @Test func manyChunksAreReadInBoundedSpace() {
        var reader = ReplyReader(Self.sheet(), needsAnswer: false)
        var shown = ""
        for _ in 0..<100_000 { shown += reader.add("You kept [[kept]]. ") }
        #expect(reader.isFull && shown.utf8.count < 200)
    }

    // MARK: The frames

    /// No opening that stands before any fact makes a claim by itself.
    @Test func whatStandsAnywhereSaysNothing() {
        let free = SentenceFrames.builtIn.openings.filter { $0.topic == "any" || $0.topic == "plain" }.flatMap(\.words)
        let claims: Set<String> = [
            "because", "since", "not", "never", "no", "only", "every", "most", "least", "more", "less", "than",
            "always", "usually", "will", "should", "must", "except", "without", "half", "double", "twice", "almost",
            "nearly", "already", "good", "bad", "reason", "total", "all",
        ]
        #expect(Set(free).isDisjoint(with: claims))
    }
}

extension String {
    /// How often a text stands in it.
    fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}
