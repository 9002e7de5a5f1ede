import Coaching
import Ledger
import Testing

/// Lines that go on from an answer, over a ledger worked out by hand: two cards, three full months and twenty days of
/// November 2026.
@Suite struct PatchAnswerTests {
    private static let rows: [(day: String, shop: String, cents: Int64, card: String)] = {
        var rows: [(String, String, Int64, String)] = []
        for month in ["08", "09", "10", "11"] {
            let of = "2026-\(month)-"
            rows += [
                (of + "01", "LANDLORD RENT", 150_000, "Checking"), (of + "03", "KROGER", 6_000, "Gold"),
                (of + "05", "OLIVE GARDEN", 4_500, "Gold"),
                (of + "11", "KROGER", 5_000 + Int64(month)! * 10, "Checking"),
                (of + "14", "STARBUCKS", 700, "Gold"),
            ]
            if month != "11" { rows.append((of + "24", "OLIVE GARDEN", 3_000, "Checking")) }
        }
        rows += [
            ("2026-10-09", "BEST BUY", 40_000, "Gold"), ("2026-10-16", "STARBUCKS", 900, "Gold"),
            ("2026-10-20", "STARBUCKS", 800, "Gold"), ("2026-09-18", "TARGET", 12_000, "Checking"),
        ]
        return rows
    }()

    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-11-20")
        for card in ["Checking", "Gold"] {
            let own = PatchAnswerTests.rows.filter { $0.card == card }
            let pay = (8...11).map { "2026-\($0 < 10 ? "0" : "")\($0)-02,ACME PAYROLL DIRECT DEP,2500.00" }
            try ledger.bring(
                card, card == "Gold" ? .creditCard : .checking,
                own.map { "\($0.day),\($0.shop),-\($0.cents / 100).\($0.cents % 100 < 10 ? "0" : "")\($0.cents % 100)" }
                    + (card == "Gold" ? [] : pay))
        }
        try ledger.tell("Checking", 300_000, on: "2026-11-20")
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func last(_ lines: [String]) throws -> Answer {
        var coach = try coach()
        for line in lines.dropLast() { _ = try coach.answer(line) }
        return try coach.answer(lines[lines.count - 1])
    }

    /// Cents of the rows that a test counts by itself.
    private func sum(_ isMeant: ((day: String, shop: String, cents: Int64, card: String)) -> Bool) -> Int64 {
        PatchAnswerTests.rows.filter(isMeant).reduce(0) { $0 + $1.cents }
    }

    private func total(_ answer: Answer) -> Int64? {
        (answer.evidence?.figures ?? []).lazy.compactMap {
            if case .money(let money) = $0.value { money.minorUnits } else { nil }
        }.first
    }

    // MARK: What names say

    private func amounts(_ answer: Answer) -> Set<Int64> {
        Set(
            (answer.evidence?.figures ?? []).compactMap {
                if case .money(let money) = $0.value { money.minorUnits } else { nil }
            })
    }

    /// Who only ever pays is asked about as income, whatever else the line leaves out.
    @Test func moneyFlowsAsItDoesWithAName() throws {
        #expect(total(try last(["acme payroll in october"])) == 250_000)
        // Against other days, too.
        #expect(total(try last(["acme payroll in october compared to september"])) == 250_000)
    }

    /// What goes to the bank of a card is moved, not spent, and whoever says that it is paid means that.
    @Test(arguments: ["how much do we pay capital one in october", "what did I pay capital one in october"])
    func whatIsPaidToACardIsMoved(_ line: String) throws {
        let ledger = try WrittenLedger(asOf: "2026-11-20")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-09-15,CAPITAL ONE MOBILE PMT,-310.00", "2026-10-15,CAPITAL ONE MOBILE PMT,-285.40",
                "2026-10-20,KROGER,-50.00",
            ])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer(line)
        #expect(total(answer) == 28_540, "\(answer.reply)")
    }

    /// Nothing found is said with what was looked for, as a question, where the line may have been misread.
    @Test func nothingFoundMayBeAMisreading() throws {
        let answer = try last(["how much rent did we take in this year", "by month please"])
        #expect(answer.evidence?.matched ?? 0 > 0 || answer.reply.contains("?"), "\(answer.reply)")
    }

    /// What is spelled out behind a colon or in brackets is what is meant.
    @Test(arguments: ["food in october: kroger and olive garden", "food in october (kroger and olive garden)"])
    func namesSpelledOutAreMeant(_ line: String) throws {
        let meant = sum { $0.day.hasPrefix("2026-10") && ["KROGER", "OLIVE GARDEN"].contains($0.shop) }
        #expect(total(try last([line])) == meant)
    }

    /// All that is taken away from what came in is taken away, once.
    @Test func takesAwaySeveral() throws {
        let answer = try last(["october income minus rent, groceries and coffee"])
        let taken = sum {
            $0.day.hasPrefix("2026-10") && ["LANDLORD RENT", "KROGER", "STARBUCKS"].contains($0.shop)
        }
        #expect(amounts(answer).isSuperset(of: [250_000, taken, 250_000 - taken]))
    }

    /// After what was saved a category is what was spent on it: nothing comes in under it.
    @Test(arguments: ["groceries", "what about groceries"]) func aCategoryAfterSavingsIsSpending(_ line: String) throws
    {
        let groceries = sum { $0.day.hasPrefix("2026-10") && $0.shop == "KROGER" }
        let answer = try last(["how much did I save in october", line])
        #expect(total(answer) == groceries && answer.reply.contains("spent"), "\(answer.reply)")
    }

    /// After one row another name is asked about as the first was; another month is of the same row there.
    @Test func oneRowIsAside() throws {
        let before = ["coffee in october", "what was the biggest one"]
        let groceries = sum { $0.day.hasPrefix("2026-10") && $0.shop == "KROGER" }
        #expect(total(try last(before + ["and groceries"])) == groceries)
        #expect(try last(before + ["and in september"]).evidence?.transactions.map(\.amount.minorUnits) == [-700])
    }

    @Test func percentIsOfWhatWasAskedBefore() throws {
        let all = sum { $0.day.hasPrefix("2026-10") && $0.shop == "KROGER" }
        let answer = try last(["groceries in october", "only on the gold card", "in percent"])
        let percent = (answer.evidence?.figures ?? []).compactMap { figure -> Double? in
            if case .percent(let value) = figure.value { value } else { nil }
        }
        #expect(percent.contains { abs($0 - 100 * 6_000 / Double(all)) < 0.06 })
    }

    // MARK: A patch is the whole question

    private static let things = ["groceries", "coffee", "restaurants"]
    private static let shops = ["groceries": "KROGER", "coffee": "STARBUCKS", "restaurants": "OLIVE GARDEN"]
    private static let months = ["August": "08", "September": "09", "October": "10"]

    /// Whatever order things, days and cards come in, the last figure is that of the question said at once, and that
    /// of the rows.
    @Test(arguments: 0..<24)
    func linesThatGoOnComeToTheWholeQuestion(_ seed: Int) throws {
        var number = UInt64(seed) &* 2_862_933_555_777_941_757 &+ 3_037_000_493
        func pick(_ count: Int) -> Int {
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((number >> 33) % UInt64(count))
        }
        let names = Array(PatchAnswerTests.months.keys).sorted()
        let (first, thing) = (PatchAnswerTests.things[pick(3)], PatchAnswerTests.things[pick(3)])
        let (before, month) = (names[pick(3)], names[pick(3)])
        let usesCard = pick(2) == 0
        var patches = ["what about \(thing)", "no, \(month)"]
        if usesCard { patches.append("only on the Gold card") }
        for place in patches.indices.reversed() { patches.swapAt(place, pick(place + 1)) }
        let answer = try last(["how much did I spend on \(first) in \(before)"] + patches)
        let whole = try last(["how much did I spend on \(thing) in \(month)" + (usesCard ? " on the Gold card" : "")])
        let expected = sum {
            $0.shop == PatchAnswerTests.shops[thing] && $0.day.dropFirst(5).prefix(2) == PatchAnswerTests.months[month]!
                && (!usesCard || $0.card == "Gold")
        }
        #expect(total(answer) ?? 0 == expected, "\(patches)")
        #expect(total(whole) ?? 0 == expected)
    }

    // MARK: What cannot be merged is said

    @Test(arguments: [
        (["how much did I spend on groceries in October", "both together"], "one figure"),
        (["show my 3 biggest purchases in October", "leave that out"], "leave out"),
        (["how much did I spend in October", "leave that out"], "leave out"),
        (["how much did I spend on groceries in October", "and next year?"], "to come"),
    ])
    func whatChangesNothingIsSaid(_ lines: [String], _ words: String) throws {
        let answer = try last(lines)
        #expect(answer.reply.contains(words), "\(answer.reply)")
        #expect(answer.clarify != nil)
    }

    /// What a balance holds is nothing that was spent.
    @Test func wordsThatPointAtABalanceAreAboutNoRow() throws {
        let answer = try last(["how much is in checking", "is that a lot"])
        #expect(!answer.reply.contains("$"), "\(answer.reply)")
    }

    @Test func whatALimitHasNoRoomForIsNamed() throws {
        let answer = try last(["set a limit of $200 on groceries", "how am I doing on it", "and in September?"])
        #expect(answer.unread.isEmpty == false || answer.reply.contains("September"), "\(answer.reply)")
    }

    // MARK: Adding up, the next one, back, afresh

    @Test func figuresAskedOneAfterTheOtherAreAddedUp() throws {
        let lines = [
            "how much did I spend on coffee in August", "september", "october", "and all three added up",
        ]
        #expect(total(try last(lines)) == sum { $0.shop == "STARBUCKS" && $0.day < "2026-11" })
    }

    @Test func theNextOneIsTheRowAfterTheOneShown() throws {
        let lines = ["what was the most I spent on one thing in October besides rent", "and the next one?"]
        let next = try last(lines)
        #expect(next.evidence?.transactions.map(\.amount.minorUnits) == [-6_000])
        #expect(total(try last(lines + ["add the two together"])) == 46_000)
    }

    @Test func withoutThatOneIsTheSumOfTheOthers() throws {
        let lines = ["what was the biggest purchase at Starbucks in October", "and how much without that one"]
        #expect(total(try last(lines)) == 1_500)
    }

    @Test func goingBackTakesUpTheQuestionAsItWas() throws {
        let lines = [
            "how much did I spend on groceries in September", "only on the Gold card", "coffee in October",
            "back to groceries",
        ]
        #expect(total(try last(lines)) == sum { $0.shop == "KROGER" && $0.day.hasPrefix("2026-09") })
    }

    @Test func whatIsForgottenDoesNotCount() throws {
        let lines = ["how much did I spend on groceries in October", "forget that. how much did I earn in September"]
        #expect(total(try last(lines)) == 250_000)
    }

    /// Nobody is paid by a restaurant.
    @Test func aKindOfSpendingAfterIncomeIsSpending() throws {
        let lines = ["how much did I earn in October", "and restaurants"]
        #expect(total(try last(lines)) == 7_500)
    }

    /// A shop that is none of what was asked about takes its place.
    @Test func aShopThatIsNoneOfThemIsAskedForAlone() throws {
        #expect(total(try last(["how much on groceries in October", "just Starbucks"])) == 2_400)
    }

    @Test func daysThatAreAddedComeToThoseAskedAbout() throws {
        let lines = ["how much did I spend on coffee in September", "add october"]
        #expect(total(try last(lines)) == 3_100)
    }

    // MARK: Held against other days

    @Test func comparedToAnotherMonthItStaysTheSameSum() throws {
        let answer = try last(["how much did I spend on coffee in October", "compare that to august"])
        #expect(total(answer) == 2_400)
        #expect(answer.reply.contains("$17.00"), "\(answer.reply)")
    }

    /// Rent falls on the 1st: the first twenty days of the months before hold it as those of November do.
    @Test func aRunningMonthIsHeldAgainstTheSameDays() throws {
        let answer = try last(["how much did I spend this month", "is that a lot"])
        let days = ["08", "09", "10"].map { month in
            sum { $0.day.hasPrefix("2026-\(month)") && $0.day.suffix(2) <= "20" }
        }
        let mean = Money(roundedQuotient(days.reduce(0, +), by: 3), .usd)
        #expect(answer.reply.contains(mean.text), "\(answer.reply) \(mean.text)")
    }

    // MARK: Why

    @Test func whyNamesWhatIsNewAndWhatHappenedMoreOften() throws {
        let reply = try last(["how much did I spend in October without rent", "why so much"]).reply
        #expect(reply.contains("Best Buy is new ($400.00"), "\(reply)")
        #expect(reply.contains("Starbucks more often"), "\(reply)")
    }

    // MARK: Acting on it

    @Test func theSecondOneOfAListIsPutElsewhere() throws {
        let reply = try last(["show my 3 biggest purchases in October", "put the second one under gifts"]).reply
        #expect(reply.contains("Best Buy") && reply.contains("gifts"), "\(reply)")
    }

    /// A sum over three months makes no limit for one.
    @Test func aLimitOfWhatWasShownIsForAMonth() throws {
        let reply = try last(["how much did I spend on groceries from August to October", "set a budget of that"]).reply
        // 332.70 in three months.
        #expect(reply.contains("$110.90"), "\(reply)")
    }

    // MARK: What a line goes on from

    /// After one thing left out another one that is named `too` is left out as well.
    @Test func whatIsNamedTooAfterALeavingOutIsLeftOut() throws {
        let lines = ["how much did I spend in October", "without rent", "and best buy too"]
        let answer = try last(lines)
        let left = sum { $0.day.hasPrefix("2026-10") && !["LANDLORD RENT", "BEST BUY"].contains($0.shop) }
        #expect(total(answer) == left, "\(answer.reply)")
    }

    /// Whatever was asked of one of them in between.
    @Test func bothAreTheLastTwoThingsAskedAbout() throws {
        let lines = ["kroger in october", "starbucks in october", "what was the biggest one", "both together"]
        #expect(total(try last(lines)) == 11_100 + 2_400)
        let three = ["kroger in october", "add it up", "starbucks in october", "plus olive garden, all three together"]
        #expect(total(try last(three)) == 11_100 + 2_400 + 7_500)
    }

    @Test func theSameListIsAsLongAndInTheSameOrder() throws {
        let lines = ["my 3 biggest purchases in October", "add all three up", "same list for september"]
        #expect(try last(lines).evidence?.transactions.map(\.amount.minorUnits) == [-150_000, -12_000, -6_000])
    }

    @Test func theMonthThatWasSingledOutIsMeant() throws {
        let answer = try last(["which month did I spend the most on coffee", "compare it to august"])
        #expect(total(answer) == 2_400)
        #expect(answer.reply.contains("$17.00"), "\(answer.reply)")
        let reply = try last(["which month did I spend the most on coffee", "why was it so high"]).reply
        #expect(reply.contains("October"), "\(reply)")
    }

    /// One month alone has no highest month.
    @Test func whichMonthIsOfAllMonths() throws {
        let reply = try last(["coffee in august", "which month was the highest"]).reply
        #expect(reply.contains("October 2026") && reply.contains("$24.00"), "\(reply)")
    }

    @Test func aShareStaysTheShareItIs() throws {
        let lines = ["how much did I spend in October", "how much of that was groceries", "in percent"]
        let percent = (try last(lines).evidence?.figures ?? []).compactMap { figure -> Double? in
            if case .percent(let value) = figure.value { value } else { nil }
        }
        let all = sum { $0.day.hasPrefix("2026-10") }
        #expect(percent.contains { abs($0 - 100 * 11_100 / Double(all)) < 0.06 })
    }

    @Test func theLastOfSeveralIsTheLatest() throws {
        let answer = try last(["list coffee in october", "when was the last of those"])
        #expect(answer.evidence?.transactions.map(\.date.iso) == ["2026-10-20"])
        let first = try last(["coffee in october", "date of the first one ever"])
        #expect(first.evidence?.transactions.map(\.date.iso) == ["2026-08-14"])
    }

    @Test func aMonthBeforeIsTheLastOfThatNameBeforeTheDaysSpokenOf() throws {
        #expect(total(try last(["coffee in october", "and the august before"])) == 700)
    }

    @Test func bothMonthsAreToldSideBySide() throws {
        let lines = ["how much did I spend on coffee in september", "and october", "and groceries those two months"]
        let answer = try last(lines)
        #expect(amounts(answer).isSuperset(of: [11_100, 11_090]), "\(answer.reply)")
    }

    /// A few words that only lack what the answer before was of.
    @Test(arguments: [("most expensive time?", 900), ("the big one", 900), ("cheapest time?", 700)])
    func aFragmentIsOfWhatWasAskedBefore(_ line: String, _ cents: Int64) throws {
        let answer = try last(["starbucks in october", line])
        #expect(answer.evidence?.transactions.first?.amount.minorUnits == -cents, "\(answer.reply)")
    }

    /// What was asked of both in between does not count, and what is named again is the one row's.
    @Test(
        arguments: [
            (["when was I last at starbucks", "the one before", "how much was that one"], [-800]),
            (["list coffee in october", "the big one, when was it"], [-900]),
            (["when did I last go to kroger", "I mean kroger, how much was it"], [-5_110]),
        ] as [([String], [Int64])])
    func oneRowIsGoneOnWith(_ lines: [String], _ cents: [Int64]) throws {
        let answer = try last(lines)
        #expect(answer.evidence?.transactions.map(\.amount.minorUnits) == cents, "\(answer.reply)")
    }

    @Test func allOfItAfterOneRowIsTheSum() throws {
        let lines = ["when was I last at starbucks", "all starbucks purchases together"]
        #expect(total(try last(lines)) == sum { $0.shop == "STARBUCKS" })
    }

    // MARK: What a line points at, and what it keeps

    /// The figure of the last line, in cents.
    @Test(
        arguments: [
            // Who pays is paid nothing, unless the line points.
            (["acme payroll in october", "and how much did we spend"], 150_000 + 11_100 + 7_500 + 2_400 + 40_000),
            // `too` asks the same of a third thing, and adds a second.
            (["starbucks in september", "kroger", "target too"], 12_000),
            (["starbucks in september", "target too"], 12_700),
            (["starbucks in october", "and kroger", "add those"], 13_500),
            (["groceries in october", "and coffee too", "together?"], 13_500),
            // After the largest of some days other days are summed again.
            (["what did I spend on october 14", "biggest thing", "and the 9th"], 40_000),
            // The days that were spoken of stay where a new question says none.
            (["how much did I spend at kroger in september", "how much did I spend on coffee"], 700),
            (["what was the biggest purchase in october besides rent", "how much have we paid them in all"], 40_000),
        ] as [([String], Int64)])
    func aLineKeepsWhatItDoesNotChange(_ lines: [String], _ cents: Int64) throws {
        let answer = try last(lines)
        #expect(total(answer) == cents, "\(lines): \(answer.reply)")
    }

    /// What the last reply says.
    @Test(
        arguments: [
            (["kroger in october", "how often did we go"], "There were 2 purchases at Kroger"),
            (["when did I last go to starbucks", "how many times have we been this year"], "6 purchases at Starbucks"),
            (["coffee in september", "and october", "which month was better"], "September 2026"),
            (["kroger in september and october by month", "so whats the increase"], "$0.10"),
            (["which shop did I spend the most at in october", "and the second one"], "Best Buy"),
            (["coffee in september", "and october", "how far apart are they"], "$17.00"),
            (["can I afford a $450 trumpet", "ok whats in checking"], "$3,000.00"),
            (["coffee by month this year", "which was highest", "why"], "October"),
        ] as [([String], String)])
    func aLineIsOfWhatWasShown(_ lines: [String], _ words: String) throws {
        let answer = try last(lines)
        #expect(answer.reply.contains(words), "\(lines): \(answer.reply)")
    }

    /// The place of one among several goes by the order that was said last.
    @Test func theSecondOneAfterTheBiggestIsTheSecondBiggest() throws {
        let answer = try last(["everything over $40 in october", "which is the biggest", "and the second one"])
        #expect(answer.evidence?.transactions.map(\.amount.minorUnits) == [-40_000], "\(answer.reply)")
    }

    @Test func whatIsLeftOutOfBothIsLeftOutOfBoth() throws {
        let lines = ["how much did I spend in september", "and october", "leave rent out of both"]
        let months = ["09", "10"].map { month in
            sum { $0.day.hasPrefix("2026-\(month)") && $0.shop != "LANDLORD RENT" }
        }
        let answer = try last(lines)
        #expect(amounts(answer).isSuperset(of: months), "\(answer.reply)")
    }

    /// A month after a year by month is one sum, and what it is held against is another.
    @Test func aMonthAfterAYearByMonthIsOneSum() throws {
        let answer = try last(["kroger by month this year", "and in september", "vs august"])
        #expect(
            amounts(answer).isSuperset(of: [11_090, 11_080]) && answer.evidence?.groups.isEmpty == true,
            "\(answer.reply)")
    }

    @Test func severalMonthsAreHeldAgainstSeveral() throws {
        let answer = try last(["kroger in august", "september", "both together", "vs october and november"])
        let sums: Set<Int64> = [22_170, 22_210]
        #expect(amounts(answer).isSuperset(of: sums), "\(answer.reply)")
    }

    /// What a sum is of, and when, are its rows.
    @Test(arguments: ["whats in there", "when"]) func aSumOfOneShopIsListed(_ line: String) throws {
        let answer = try last(["starbucks in october", line])
        #expect(answer.evidence?.transactions.map(\.date.iso).sorted() == ["2026-10-14", "2026-10-16", "2026-10-20"])
    }

    @Test func whatElseIsOfAllThatWasBoughtThatDay() throws {
        let answer = try last(["list coffee in october", "the last one", "what else did I buy that day"])
        #expect(answer.evidence?.query.categories.isEmpty == true && answer.evidence?.query.merchants.isEmpty == true)
        #expect(answer.evidence?.query.period?.start.iso == "2026-10-20", "\(answer.reply)")
    }

    @Test func theMeanOfTheMonthsIsOfAllOfThem() throws {
        let answer = try last(["coffee this year", "which month was the highest", "average it out per month"])
        #expect(answer.evidence?.query.period?.start.iso == "2026-01-01", "\(answer.reply)")
        let months = try last(["coffee this year", "make it monthly"])
        #expect(months.evidence?.groups.count ?? 0 >= 4, "\(months.reply)")
    }

    // MARK: Limits

    @Test(arguments: [
        (["coffee in october", "keep it under 35 a month"], "$35.00"),
        (["set a limit of $40 on coffee", "how much of that is left this month"], "$33.00 left"),
        (["set a limit of $40 on coffee", "where am I on that"], "$33.00 left"),
        (["set a limit of $40 on coffee", "make it 50", "and now?"], "$43.00 left"),
        (["set a limit of $20 on coffee", "did I stay under that in october"], "$24.00"),
        (["set a limit of $20 on coffee", "in which months did I go over"], "October 2026"),
        (["coffee in october", "cap starbucks at 30 a month"], "$30.00"),
    ])
    func aLimitIsSpokenOfInFewWords(_ lines: [String], _ words: String) throws {
        let reply = try last(lines).reply
        #expect(reply.contains(words), "\(reply)")
    }

    @Test func theBiggestOfAListIsPutElsewhere() throws {
        let reply = try last(["list restaurants in October", "put the biggest one under gifts"]).reply
        #expect(reply.contains("$45.00") && reply.contains("gifts"), "\(reply)")
    }

    @Test func aConversationCanBePrinted() throws {
        var coach = try coach()
        _ = try coach.answer("how much did I spend on groceries in October")
        _ = try coach.answer("only on the Gold card")
        #expect(coach.conversation.contains("asked: groceries on Gold, October 2026"), "\(coach.conversation)")
        coach.startAfresh()
        #expect(coach.conversation.isEmpty)
    }
}
