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

    /// Praise stands right behind what was asked, and where nothing is bad.
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

    /// A comparison stands right behind its thing, and says what it is of everywhere else.
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

    /// What money did is not said of a count, and a sum behind its rows is the amount.
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
        let sheet = Disclosure([total] + months, .aggregates, phrases, asOf: Self.asOf).sheet
        func shown(_ reply: String) -> String {
            read("[[coffee.2026]]. " + reply, sheet).shown.replacing(
                "You've spent $155.00 on coffee in 2026 so far.", with: "")
        }
        #expect(shown("[[jan]] and [[may]].") == "")
        #expect(
            shown("[[mar]], [[may]], and [[apr]].").contains(
                "$10.00 on coffee in March 2026, $50.00 in April 2026, and"))
        let high = shown("It rose from [[jan]] to [[apr]].")
        #expect(high.contains("the most on coffee in April 2026, $50.00") && !high.contains("January"))
        let both = shown("[[apr]], then [[feb]], and [[mar]].")
        #expect(both.contains("the least on coffee in March 2026, $10.00") && !both.contains("February"))
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
                == "You have $150.00 in bills due by November 5. Among them, your Payee 1 payment of $10.00 is due on November 1."
        )
    }

    /// Money that an amount counts already neither comes on top of it nor is told beside it as if it did.
    @Test func aForecastHoldsItsPayments() {
        let day = Period(CivilDate(iso: "2026-11-03")!, CivilDate(iso: "2026-11-03")!)
        let estimate = Fact.Basis(isEstimate: true)
        var then = Fact(.statement, "on November 9 there should be about $800.00", in: day, key: "then")
        then.basis = estimate
        let sheet = Self.offered([
            Fact(.safeToSpend, .household, Self.dollars(50000), in: day, basis: estimate, isAsked: true, key: "safe"),
            then,
            Fact(.bills, .household, Self.dollars(3000), in: day, basis: estimate, key: "bills"),
            Fact(.due, .stream("Gym"), Self.dollars(3000), in: day, basis: estimate, key: "gym"),
        ])
        let safe = "You can safely spend $500.00 until November 3, after the bills due by then."
        #expect(read("[[safe]]. Looking ahead, [[then]].", sheet).shown == safe)
        let due = " Already counted in: your Gym payment of about $30.00 is due on November 3."
        #expect(read("[[safe]]. Coming up, [[gym]]. [[bills]].", sheet).shown == safe + due)
        // What was asked is first, whatever the order written.
        var reader = ReplyReader(sheet, needsAnswer: true)
        let shown = reader.add("Good question. [[gym]]. [[safe]]. ") + reader.finish(isWhole: true)
        #expect(shown == "Good question. " + safe + due)
    }

    /// What has to be known beside an amount is said by code where a model leaves it out, and once.
    @Test func aCautionIsSaid() {
        let day = Period(CivilDate(iso: "2026-11-03")!, CivilDate(iso: "2026-11-03")!)
        let sheet = Self.offered([
            Fact(.safeToSpend, .household, Self.dollars(50000), in: day, isAsked: true, key: "safe"),
            Fact(.caution, "to stay safe through November 30, keep it to $200.00", in: day, key: "keep"),
        ])
        let both =
            "You can safely spend $500.00 until November 3, after the bills due by then. To stay safe through November 30, keep it to $200.00."
        for reply in ["[[safe]].", "[[safe]]. [[keep]].", "[[keep]]. [[safe]]."] {
            var reader = ReplyReader(sheet, needsAnswer: true)
            let shown = reader.add(reply) + reader.finish(isWhole: true) + reader.due()
            #expect(shown == both, "\(reply)")
        }
    }

    /// Less of what a doctor takes, of one day, or of fewer days is no merit.
    @Test func praiseIsOfWhatIsAMerit() {
        func isPraised(_ category: String, _ days: Period, _ before: Period, _ percent: Double) -> Bool {
            let subject = Fact.Subject.category(category)
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
    }

    /// What is all pending is not a part.
    @Test func allOfItIsPending() {
        let total = Fact(.total, .category("fuel"), Self.dollars(2000), in: Self.september, isAsked: true)
        let pending = Fact(.pending, .category("fuel"), Self.dollars(2000), in: Self.september)
        #expect(
            read("[[fuel.sep]].", Self.offered([total, pending])).shown.hasSuffix("2026. All of it is still pending."))
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
