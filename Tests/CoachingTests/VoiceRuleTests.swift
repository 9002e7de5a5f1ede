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

    // MARK: What may be said

    @Test(arguments: [
        (
            "You spent [[groceries.sep]], which is [[vs.aug]].",
            "You spent $671.51 on groceries in September 2026, which is $30.79 (4.4%) less than in August."
        ),
        (
            "Last month you spent [[groceries.sep]], and that's [[usual]].",
            "Last month you spent $671.51 on groceries, and that's about what is usual for you ($686.03 a month)."
        ),
        (
            "In September you spent [[groceries.sep]] and [[restaurants.sep]].",
            "You spent $671.51 on groceries in September 2026 and $276.61 on restaurants in September 2026."
        ),
        ("Your groceries came to [[groceries.sep]].", "Your groceries came to $671.51 in September 2026."),
        (
            // It was not asked for, and makes up for nothing.
            "You came out ahead: you kept [[kept]].",
            "You kept $1,014.19 in September 2026, 13.6% of what came in."
        ),
        (
            "As for where it went, [[top]].",
            "As for where it went, of what you spent on groceries in September 2026, the most went to H-E-B, "
                + "$374.79 (55.8%)."
        ),
        (
            "You spent [[groceries.sep]], which is [[vs.aug]]. Nice work.",
            "You spent $671.51 on groceries in September 2026, which is $30.79 (4.4%) less than in August. Nice work."
        ),
        ("I hear you.", "I hear you."),
    ])
    func naturalWordsPass(_ reply: String, _ shown: String) { #expect(read(reply).shown == shown) }

    /// A change is said of the fact right before it and of nothing else.
    @Test func aChangeNeedsWhatItIsOf() {
        #expect(
            read("You spent [[groceries.sep]]. That's [[vs.aug]].").shown.hasSuffix(
                "That's $30.79 (4.4%) less than in August."))
        #expect(read("That's [[vs.aug]].").shown.isEmpty)
        #expect(read("You spent [[restaurants.sep]]. That's [[vs.aug]].").shown.hasSuffix("in September 2026."))
    }

    /// A yes stands beside what was asked, and nothing else.
    @Test func aYesNeedsAFact() {
        let yes = "Yes, you spent [[groceries.sep]]."
        #expect(read(yes, Self.sheet(isYes: true)).shown.hasPrefix("Yes, you spent"))
        #expect(read(yes).shown.hasPrefix("You spent"))
        #expect(read(yes, Self.sheet(isYes: false)).shown.hasPrefix("You spent"))
        #expect(read("Yes, [[kept]].", Self.sheet(isYes: true)).shown.hasPrefix("You kept"))
    }

    /// Praise is of what was said right before it, and a name in front of a list is one of all that is in it.
    @Test func wordsReachNoFurtherThanTheirFacts() {
        let good = "You spent [[groceries.sep]], which is [[vs.aug]]."
        #expect(read(good + " Nice work.").shown.hasSuffix("Nice work."))
        #expect(!read(good + " You spent [[restaurants.sep]]. Nice work.").shown.contains("Nice work"))
        #expect(
            read("Your groceries came to [[groceries.sep]] and [[restaurants.sep]].").shown
                == "Your groceries came to $671.51 in September 2026.")
        #expect(
            read("You spent [[groceries.sep]], whereas [[netflix]].").shown
                == "You spent $671.51 on groceries in September 2026; Netflix went from $17.99 to $19.99 in October 2026."
        )
    }

    @Test func whatMustBeSaidIsAdded() {
        let reply = read("You spent [[groceries.sep]].", Self.sheet(without: []))
        #expect(reply.shown.hasSuffix("2026. $20.00 of that is still pending."))
    }

    // MARK: What may not

    @Test(arguments: [
        // Causes, states, promises, advice.
        "Your car needed new brakes for [[groceries.sep]].",
        "You should stop spending [[groceries.sep]].",
        // Quantities, negation, doubt.
        "You spent only [[groceries.sep]].", "You did not spend [[groceries.sep]].", "Did you spend [[groceries.sep]]?",
        "You never spent [[groceries.sep]].", "You spent half of [[groceries.sep]].", "Twice [[groceries.sep]].",
        // Figures, currencies and names of its own.
        "You spent 5 dollars of [[groceries.sep]].", "You spent $[[groceries.sep]].",
        "You spent five times [[groceries.sep]].", "You spent -[[groceries.sep]].",
        "At Costco you spent [[groceries.sep]].", "In August you spent [[groceries.sep]].", "You spent €.",
        // A direction that the facts beside it do not have.
        "Your groceries are up, as you spent [[groceries.sep]].", "It went down by [[restaurants.sep]].",
        // What is of one thing said of another.
        "[[groceries.sep]] is [[restaurants.sep]].",
        "You spent [[groceries.sep]] of [[restaurants.sep]].", "You earned [[groceries.sep]].",
        "[[groceries.sep]] came to [[restaurants.sep]].",
        // What is usual is not above it.
        "[[groceries.sep]] is well above [[usual]].",
        // No fact at all.
        "Everything else looks normal.", "You are doing well.", "Most of it was rent.", "It was a quiet month.",
        // Keys that are none, and broken ones.
        "You spent [[rent]].", "You spent [[groceries.sep.", "You spent [[]].",
        // Where a fact is bad news.
        "Good news, as [[restaurants.sep]] is up.",
    ])
    func whatNoFactSaysIsNotShown(_ reply: String) {
        let read = read(reply)
        #expect(read.shown.isEmpty, "\(read.shown)")
        #expect(read.refused.count == 1)
    }

    /// What is cut away holds no fact, and what stays is whole without it.
    @Test(arguments: [
        ("Great! You spent [[groceries.sep]].", "You spent $671.51 on groceries in September 2026."),
        ("Your car needed new brakes: [[groceries.sep]].", "$671.51 on groceries in September 2026."),
        (
            "You spent [[groceries.sep]], so that's your go-to store.",
            "You spent $671.51 on groceries in September 2026."
        ),
        ("Honestly friend, you spent [[groceries.sep]].", "You spent $671.51 on groceries in September 2026."),
        ("You spent [[groceries.sep]] because prices rose.", "You spent $671.51 on groceries in September 2026."),
        ("You will reach your goal with [[kept]].", "You kept $1,014.19 in September 2026, 13.6% of what came in."),
        (
            "To put that in a certain light, you spent [[groceries.sep]] less than planned.",
            "You spent $671.51 on groceries in September 2026."
        ),
    ])
    func anOpeningAndATailMayFall(_ reply: String, _ shown: String) { #expect(read(reply).shown == shown) }

    /// Of several clauses those are shown that keep to the rule and stand by themselves.
    @Test(arguments: [
        ("You spent [[restaurants.sep]], which is [[vs.aug]].", "You spent $276.61 on restaurants in September 2026."),
        (
            "You spent [[groceries.sep]], because you were on a diet, and [[kept]].",
            "You spent $671.51 on groceries in September 2026; you kept $1,014.19 in September 2026, 13.6% of what came in."
        ),
        (
            "You spent [[groceries.sep]], which is well above [[usual]], while [[kept]].",
            "You spent $671.51 on groceries in September 2026; you kept $1,014.19 in September 2026, 13.6% of what came in."
        ),
        (
            "It was a quiet month, all things considered, and [[kept]].",
            "You kept $1,014.19 in September 2026, 13.6% of what came in."
        ),
        // A thing without a verb is no clause, and neither is what went on from one that is gone.
        ("You own [[groceries.sep]], which is [[vs.aug]] and [[usual]].", ""),
        (
            "You spent [[groceries.sep]], all of [[restaurants.sep]].",
            "You spent $671.51 on groceries in September 2026."
        ),
    ])
    func aClauseMayFall(_ reply: String, _ shown: String) { #expect(read(reply).shown == shown) }

    /// What is asked for once more can be said: the sentence that is named would be shown.
    @Test func theRepairNamesASentenceThatIsShown() throws {
        let sheet = Self.sheet()
        let refused = [ReplyReader.Refusal(sentence: "It went down.", reason: "it says nothing of the facts")]
        let messages = Phraser.repair(refused, sheet, Prompts())
        #expect(messages.map(\.role) == [.assistant, .user])
        #expect(messages[1].text.contains("[[groceries.sep]] (“You spent [[groceries.sep]].”)"))
        for fact in sheet.facts where fact.form != .complement {
            let example = try #require(SentenceRule(sheet).example(fact), "\(fact.key)")
            #expect(!read(example, sheet).shown.isEmpty)
        }
    }

    @Test func talkAloneIsLimited() {
        let reply = read("I hear you. Good question. It's up to you. You spent [[groceries.sep]].")
        #expect(reply.shown == "I hear you. Good question. You spent $671.51 on groceries in September 2026.")
    }

    @Test func aRepeatedSentenceIsShownOnce() {
        let reply = read("You kept [[kept]]. [[kept]]. You kept [[kept]].")
        #expect(reply.shown == "You kept $1,014.19 in September 2026, 13.6% of what came in.")
    }

    /// Parts are named in their order where words say one.
    @Test func aRankIsTheOrderOfTheFacts() throws {
        let places = ["H-E-B", "Aldi", "Costco"].enumerated().map { place, name in
            Fact(
                .part, .merchant(name), Self.dollars(Int64(9000 - 1000 * place)), in: Self.september,
                percent: 30 - Double(place), other: .init(subject: .category("groceries")))
        }
        let phrases = FactPhrases(taxonomy: .builtIn, currency: .usd)
        let sheet = FactSheet(
            ([Self.facts[0], Self.facts[3]] + places).keyed().map {
                OfferedFact($0, phrases, asOf: Self.asOf, isBlanked: false)
            })
        let keys = sheet.facts.map { "[[\($0.key)]]" }
        #expect(read("You spent \(keys[0]). You spent \(keys[2]), followed by \(keys[3]).", sheet).refused.isEmpty)
        #expect(
            !read("You spent \(keys[0]). You spent \(keys[2]), followed by \(keys[4]).", sheet).shown.contains("Costco")
        )
    }

    // MARK: What joins

    /// What is said behind a list could be of all of it: a comparison names what it is of, and is no part of the sentence.
    @Test func aListIsNotComparedWithItsLast() {
        let list = "You spent [[restaurants.sep]] and [[groceries.sep]]"
        let shown = "You spent $276.61 on restaurants in September 2026"
        #expect(!read(list + ", which is [[vs.aug]].").shown.contains("less"))
        #expect(
            read(list + ". That is [[vs.aug]].").shown.hasSuffix(
                "That is $30.79 (4.4%) less on groceries in September 2026 than in August."))
        #expect(!read(list + " in total.").shown.contains("total"))
        #expect(
            read(list + ".", Self.sheet(without: [])).shown.hasSuffix(
                "$20.00 of what you spent on groceries in September 2026 is still pending."))
        #expect(read(list + ".").shown.hasPrefix(shown))
    }

    private static func offered(_ facts: [Fact]) -> FactSheet {
        let phrases = FactPhrases(taxonomy: .builtIn, currency: .usd)
        return FactSheet(facts.keyed().map { OfferedFact($0, phrases, asOf: asOf, isBlanked: false) })
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
        #expect(!read(total + "You spent [[food]] and [[kroger]].", sheet).shown.contains("Kroger"))
        #expect(read(total + "[[top]]. You spent [[food]]. You spent [[kroger]].", sheet).shown.contains("Kroger"))
    }

    /// What money did is not said of a count, and what an average did not of a sum.
    @Test func aComparisonIsOfItsOwnMeasure() {
        let coffee = Fact.Subject.category("coffee")
        let sheet = Self.offered([
            Fact(.count, coffee, .count(12), in: Self.september, per: .transaction, isAsked: true),
            Fact(.total, coffee, Self.dollars(6000), in: Self.september),
            Fact(
                .change, coffee, Self.dollars(1000), in: Self.september, percent: 20,
                other: .init(period: Self.august, value: Self.dollars(5000)), key: "more"),
        ])
        #expect(!read("You made [[count]], which is [[more]].", sheet).shown.contains("more"))
        #expect(read("You spent [[coffee.sep]], which is [[more]].", sheet).shown.contains("more than in August"))
    }

    /// News is good where nothing known of the same is bad.
    @Test func goodNewsIsNoHalfOfTheNews() {
        let fuel = Fact.Subject.category("fuel")
        let fell = Fact(
            .change, fuel, Self.dollars(-1000), in: Self.september, percent: -10,
            other: .init(period: Self.august, value: Self.dollars(10_000)), key: "less")
        let total = Fact(.total, fuel, Self.dollars(9000), in: Self.september, isAsked: true)
        let high = Fact(.usual, fuel, Self.dollars(6000), in: Self.september, percent: 50)
        let reply = "You spent [[fuel.sep]]. Good news: that's [[less]]. Nice work."
        #expect(read(reply, Self.offered([total, fell])).shown.contains("Good news: that's $10.00"))
        #expect(read(reply, Self.offered([total, fell])).shown.hasSuffix("Nice work."))
        let mixed = read(reply, Self.offered([total, fell, high])).shown
        #expect(!mixed.contains("ood news") && !mixed.contains("Nice work") && mixed.contains("That's $10.00"))
    }

    /// Each of what a household has is called by what it is.
    @Test func whatIsOwnedIsNotWhatIsLeft() {
        let day = Period(Self.asOf, Self.asOf)
        let sheet = Self.offered([
            Fact(.netWorth, .household, Self.dollars(100_000), in: day, isAsked: true, key: "worth"),
            Fact(.assets, .household, Self.dollars(300_000), in: day, key: "assets"),
            Fact(.limit, .limit("groceries"), Self.dollars(60_000), in: Self.september, key: "limit"),
            Fact(.spent, .limit("groceries"), Self.dollars(20_000), in: Self.september, key: "used"),
        ])
        #expect(read("Your net worth is [[worth]].", sheet).shown.contains("$1,000.00"))
        for wrong in ["Your net worth is [[assets]].", "Your limit is [[used]].", "You owe [[assets]]."] {
            #expect(read(wrong, sheet).shown.isEmpty)
        }
        #expect(read("Your limit is [[limit]].", sheet).shown.contains("$600.00"))
    }

    /// Parts together are less than the whole, and a part is no addition to it.
    @Test func aPartIsNotItsWhole() {
        let all = Fact.Subject.rows(.spending, .all)
        let sheet = Self.offered([
            Fact(.total, all, Self.dollars(500_000), in: Self.september, isAsked: true),
            Fact(
                .partsTogether, all, Self.dollars(300_000), in: Self.september, percent: 60, basis: .init(rows: 3),
                key: "shown"),
            Fact(
                .part, .category("groceries"), Self.dollars(70_000), in: Self.september, percent: 14,
                other: .init(subject: all), key: "food"),
        ])
        for joint in [", which is ", ". That comes to ", ". It was "] {
            #expect(!read("[[shown]]\(joint)[[total.sep]].", sheet).shown.contains("$5,000.00"))
        }
        #expect(
            read("[[shown]]. That is out of [[total.sep]].", sheet).shown.hasSuffix(
                "That is out of $5,000.00 in September 2026."))
        #expect(
            read("You spent [[total.sep]], and you spent [[food]].", sheet).shown.contains("2026; you spent $700.00"))
    }

    /// Usual is what an average over whole months is.
    @Test func aHabitTakesMonths() {
        let rows = Fact.Subject.category("restaurants")
        let half = Period(CivilDate(iso: "2026-04-01")!, CivilDate(iso: "2026-09-30")!)
        func sheet(_ period: Period) -> FactSheet {
            Self.offered([Fact(.average, rows, Self.dollars(9000), in: period, per: .week, isAsked: true, key: "mean")])
        }
        #expect(read("You usually spend [[mean]].", sheet(half)).shown.hasPrefix("You usually spend"))
        #expect(read("You usually spend [[mean]].", sheet(Self.september)).shown.isEmpty)
    }

    /// No sign between words and an amount makes it less than nothing.
    @Test(arguments: ["-&", "-’", "–", "— &"]) func noSignStandsBeforeAnAmount(_ sign: String) {
        #expect(!read("You spent \(sign)[[groceries.sep]].").shown.contains(sign))
    }

    /// An average comes to its sum, and is not that; a sum behind a list is not the list's.
    @Test func aSumIsNotWhatWasSaidBefore() {
        let rows = Fact.Subject.merchant("Lyft")
        let half = Period(CivilDate(iso: "2026-04-01")!, CivilDate(iso: "2026-09-30")!)
        let sheet = Self.offered([
            Fact(.average, rows, Self.dollars(2000), in: half, per: .transaction, isAsked: true, key: "mean"),
            Fact(.total, rows, Self.dollars(14_000), in: half, key: "all"),
        ])
        for joint in [", which is ", ". It was ", ". It costs you "] {
            #expect(!read("You spend [[mean]]\(joint)[[all]].", sheet).shown.contains("$140.00"))
        }
        #expect(read("You spend [[mean]], which comes to [[all]].", sheet).shown.contains("$140.00 at Lyft"))
        let parts = Self.offered([
            Fact(.total, .rows(.spending, .all), Self.dollars(500_000), in: Self.september, isAsked: true),
            Fact(
                .part, .category("groceries"), Self.dollars(70_000), in: Self.september, percent: 14,
                other: .init(subject: .rows(.spending, .all)), key: "food"),
            Fact(
                .part, .category("fuel"), Self.dollars(20_000), in: Self.september, percent: 4,
                other: .init(subject: .rows(.spending, .all)), key: "fuel"),
        ])
        for sum in ["It cost you [[total.sep]].", "Your total came to [[total.sep]]."] {
            #expect(!read("You spent [[food]] and [[fuel]]. " + sum, parts).shown.contains("$5,000.00"))
        }
        #expect(!read("You paid [[food]] and spent [[total.sep]].", parts).shown.contains("and spent"))
    }

    /// A reference that lacks a bracket is meant as one.
    @Test(arguments: ["[[groceries.sep]", "[groceries.sep]]", "[groceries.sep]"])
    func aBracketMayBeMissing(_ reference: String) {
        #expect(read("You spent \(reference).").shown == "You spent $671.51 on groceries in September 2026.")
    }

    /// The words of a phrase are not said before it where it needs more of them.
    @Test func aLongPhraseHasItsOwnBeginning() {
        #expect(
            read("You spent [[groceries.sep]], which is [[vs.aug]]. The most went to [[top]].").shown.hasSuffix(
                "August. Of what you spent on groceries in September 2026, the most went to H-E-B, $374.79 (55.8%)."))
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

    /// No frame that stands beside any fact makes a claim by itself.
    @Test func whatStandsAnywhereSaysNothing() {
        let free = Resource.named("rag-index/voice/frames.tsv").tableRows
            .filter { $0[1] == "any" && $0[0] != "join" }
            .flatMap { row in row[2].parts(separatedBy: 0x3B) }
            .flatMap { phrase in phrase.split(separator: " ").map { String($0) } }
        let claims: Set<String> = [
            "because", "since", "not", "never", "no", "only", "every", "most", "least", "more", "less", "than",
            "always", "usually", "will", "should", "must", "except", "without", "half", "double", "twice", "almost",
            "nearly", "already",
        ]
        #expect(Set(free).intersection(claims).subtracting(["more"]).isEmpty)
    }
}
