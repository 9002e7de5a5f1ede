import Coaching
import Ledger
import Resources
import Testing

/// Advice over a ledger of six months, worked out by hand:
///
///     month        Jan   Feb   Mar   Apr   May   Jun   median
///     restaurants   90   120   150   120   150   180      135
///     online        60    60    60    60    60   300       60
///     coffee        20    20    30    30    40    40       30
///     spending    1470  1500  1540  1510  1550  1820     1525   with rent of 1000 and groceries of 300
///     left        1030  1000   990   960   950   680           of 2500; 935 on average, after spending 1565
@Suite struct AdviceAnswerTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-07-15")
        let restaurants = [90, 120, 150, 120, 150, 180]
        let online = [60, 60, 60, 60, 60, 300]
        let coffee = [20, 20, 30, 30, 40, 40]
        let onlineDays = ["03", "17", "09", "25", "06", "19"]
        let coffeeDays = [("04", "22"), ("11", "13"), ("02", "29"), ("08", "16"), ("20", "27"), ("05", "14")]
        var rows: [String] = []
        for month in 1...6 {
            let start = "2026-0\(month)-"
            rows += [
                start + "01,ACME TOOLS PAYROLL DIRECT DEP,2500.00", start + "01,LANDLORD RENT,-1000.00",
                start + "02,KROGER,-300.00",
                start + "\(onlineDays[month - 1]),AMAZON.COM,-\(online[month - 1]).00",
                start + "\(coffeeDays[month - 1].0),STARBUCKS,-\(coffee[month - 1] / 2).00",
                start + "\(coffeeDays[month - 1].1),STARBUCKS,-\(coffee[month - 1] / 2).00",
            ]
            for day in ["06", "12", "23"] {
                rows.append(start + "\(day),OLIVE GARDEN,-\(restaurants[month - 1] / 3).00")
            }
        }
        rows += [
            "2026-07-01,ACME TOOLS PAYROLL DIRECT DEP,2500.00", "2026-07-01,LANDLORD RENT,-1000.00",
            "2026-07-10,OLIVE GARDEN,-40.00",
        ]
        try ledger.bring("Checking", .checking, rows)
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func cents(_ answer: Answer, _ name: String) -> [Int64] {
        (answer.evidence?.figures ?? []).filter { $0.name == name }.compactMap {
            if case .money(let money) = $0.value { money.minorUnits } else { nil }
        }
    }

    @Test func whereToCutBack() throws {
        var coach = try coach()
        for question in ["where can I cut back?", "how can I spend less", "give me some tips to save money"] {
            let answer = try coach.answer(question)
            #expect(answer.understood.intent == .advice)
            let groups = answer.evidence?.groups ?? []
            #expect(groups.map(\.key) == ["restaurants", "online_shopping", "coffee"])
            #expect(groups.map(\.value) == [13_500, 10_000, 3_000].map { .money(Money($0, .usd)) })
            #expect(cents(answer, "would_save") == [3375 + 2500 + 750])
            #expect(cents(answer, "would_save_year") == [79_500])
            #expect(cents(answer, "usual_net") == [93_500] && cents(answer, "usual_spending") == [156_500])
            #expect(answer.reply.contains("$66.25 a month, or $795.00 a year"))
        }
    }

    @Test(arguments: [
        // A third of restaurants (45) is not enough for 60, a third of both (78) is: in proportion to 135 and 100.
        ("how can I save 60 a month", [3447, 2553]),
        ("how could I keep $45 more each month", [4500]),
        // All of them by the same part, 200 of 265.
        ("how can I save $200 a month", [10_189, 7547, 2264]),
        ("how can i save 720 a year", [3447, 2553]),
        // Twelve months; 1,000 a month less the 935 that are left already: 65, in the same proportion.
        ("how can I save 12000 by 15 july 2027", [3734, 2766]),
    ])
    func whatToCutForAnAmount(question: String, cuts: [Int64]) throws {
        var coach = try coach()
        let answer = try coach.answer(question)
        #expect(answer.understood.intent == .advice)
        #expect(cents(answer, "would_save") == cuts)
        #expect(answer.reply.contains("more than a third") == (question == "how can I save $200 a month"))
    }

    @Test func moreThanCanGiveWay() throws {
        var coach = try coach()
        let answer = try coach.answer("how can I save 300 a month")
        #expect(answer.reply.contains("$265.00") && answer.reply.contains("rent, bills, or income"))
        let easy = try coach.answer("how can I save 6000 by 15 july 2027")
        #expect(easy.reply.contains("$500.00 a month for 12 months") && easy.reply.contains("without cutting anything"))
        #expect(cents(easy, "short") == [0])
    }

    @Test func howMuchToSave() throws {
        var coach = try coach()
        let answer = try coach.answer("how much should I save each month")
        #expect(cents(answer, "fifth") == [50_000])
        #expect(answer.reply.contains("$935.00") && answer.reply.contains("you're already there"))
    }

    /// Pay of $2,000.00, and $3,000.00 in March and June, of which `spent` goes out from January on.
    private func household(spending spent: [Int], morePay: Bool = false) throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-07-15")
        let rows = spent.enumerated().flatMap { place, amount in
            let month = "2026-0\(place + 1)"
            let pay = morePay && place % 3 == 2 ? 3000 : 2000
            return ["\(month)-01,ACME TOOLS PAYROLL DIRECT DEP,\(pay).00", "\(month)-03,KROGER,-\(amount).00"]
        }
        try ledger.bring("Checking", .checking, rows + ["2026-07-10,KROGER,-1.00"])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    /// 14,000 less 12,980 in six months is 170 each: what a purchase is held against, too, and not the 5 between the medians.
    @Test func whatIsKeptIsOneFigure() throws {
        var coach = try household(spending: [1995, 1995, 2500, 1995, 1995, 2500], morePay: true)
        let answer = try coach.answer("am I doing OK?")
        #expect(
            answer.reply.contains("You're doing fine: you usually keep $170.00 of the $2,333.33"), "\(answer.reply)")
        #expect(cents(answer, "usual_net") == [17_000])
        let bought = try coach.answer("should I buy a tv for $400?")
        #expect(cents(bought, "kept_per_month") == [17_000], "\(bought.reply)")
        #expect(try coach.answer("where can I cut back?").reply.contains("$170.00"))
    }

    /// 100 and 10 and four times 10 and 100 of 12,000 are 40 of 2,000 a month.
    @Test func nearlyNothingKeptIsNotFine() throws {
        var coach = try household(spending: [1900, 1990, 1990, 1990, 1990, 1900])
        let reply = try coach.answer("am I doing OK?").reply
        #expect(
            reply.hasPrefix("It's tight: you usually keep $40.00 of the $2,000.00 you bring in a month (2%)"),
            "\(reply)")
        let asked = try coach.answer("am I spending too much?").reply
        #expect(asked.hasPrefix("It's close: you usually keep $40.00"), "\(asked)")
    }

    /// An amount to be saved for it is planned like any other.
    @Test(arguments: [
        ("how much should I save for retirement?", "I can't advise on retirement savings."),
        ("how much should I put aside for my 401k", "I can't advise on investments."),
    ])
    func whereToInvestIsNotAdvised(question: String, reply: String) throws {
        var coach = try coach()
        let said = try coach.answer(question).reply
        #expect(said.hasPrefix(reply), "\(said)")
        #expect(try coach.answer("how can I save $45 a month for retirement").reply.contains("cut restaurants"))
    }

    /// No amount is told as code.
    @Test func theNextQuestionNamesItsAmount() throws {
        var coach = try household(spending: [1900, 1990, 1990, 1990, 1990, 1900])
        let said = try coach.answer("how much should I save each month").reply
        #expect(said.contains("Ask “how can I save $360.00 a month?”"), "\(said)")
    }

    @Test(
        arguments: [
            // 220 after 110, 140, 180, 150 and 190: the mean is 154, the median 150, and months lie 30 from it, so 70 is no change of habit.
            ("did I spend too much on eating out in June", "No, that's normal for you: you spent $220.00", 15_400),
            // 300 where it was 60 in every month.
            ("is Amazon getting out of hand in June", "Yes, more than usual: you spent $300.00", 6000),
            ("are my groceries too high in june?", "No, that's normal for you: you spent $300.00", 30_000),
        ] as [(String, String, Int64)])
    func tooMuch(question: String, reply: String, usual: Int64) throws {
        var coach = try coach()
        let answer = try coach.answer(question)
        #expect(answer.understood.intent == .advice)
        #expect(answer.reply.hasPrefix(reply), "\(answer.reply)")
        #expect(cents(answer, "usual") == [usual])
    }

    @Test func tooMuchInAll() throws {
        var coach = try coach()
        let answer = try coach.answer("am I spending too much?")
        #expect(
            answer.reply.hasPrefix("No, ") && answer.reply.contains("$935.00 of the $2,500.00")
                && answer.reply.contains("(37.4%)"))
        let june = try coach.answer("was I overspending in June")
        #expect(june.reply.contains("$1,820.00 of the $2,500.00") && june.reply.contains("$680.00 (27.2%)"))
    }

    @Test func whyAMonthWasDear() throws {
        var coach = try coach()
        let answer = try coach.answer("why was June so expensive?")
        #expect(answer.understood.intent == .advice)
        #expect(answer.reply.contains("$1,820.00") && answer.reply.contains("$270.00 (17.4%) more than in May"))
        #expect(answer.reply.contains("nline shopping") && answer.reply.contains("Amazon on June 19"))
        let denied = try coach.answer("why was February so cheap?")
        #expect(denied.reply.contains("February 2026 wasn't cheaper"))
        let groceries = try coach.answer("why were my groceries so high in June")
        #expect(groceries.reply.contains("exactly the same as in May 2026"))
        let restaurants = try coach.answer("why did I spend so much at Olive Garden in June")
        #expect(
            restaurants.reply.contains("$180.00") && restaurants.reply.contains("$30.00 (20%) more than in May 2026")
        )
        #expect(restaurants.reply.contains("the same number of purchases (3), averaging $60.00 instead of $50.00"))
    }

    @Test func whySoMuchAfterASum() throws {
        var coach = try coach()
        _ = try coach.answer("how much did I spend on coffee in May")
        let counted = try coach.answer("why?")
        #expect(counted.reply.contains("$10.00 (33.3%) more than in April 2026"))
        _ = try coach.answer("how much did I spend on coffee in May")
        let reasons = try coach.answer("why so much?")
        #expect(reasons.reply.contains("$40.00") && reasons.reply.contains("$10.00 (33.3%) more than in April 2026"))
    }

    /// What is usual is a mean of months: a reason is beside the month before, of as many days.
    @Test func whyBehindWhatIsUsualIsBesideTheMonthBefore() throws {
        var coach = try coach()
        _ = try coach.answer("restaurants in June 2026")
        _ = try coach.answer("is that normal?")
        let reply = try coach.answer("why?").reply
        #expect(reply.contains("$180.00") && reply.contains("$30.00 (20%) more than in May"), "\(reply)")
    }

    @Test func nothingToldWhyBeforeTheData() throws {
        var coach = try coach()
        _ = try coach.answer("restaurants in January 2026")
        #expect(
            try coach.answer("why so much?").reply
                == "I can't say why: your data begins on January 1, 2026, so it doesn't cover all of December 2025 to compare with."
        )
    }

    /// How one is doing is a question of its own, whatever was asked before.
    @Test func amIDoingOKStandsAlone() throws {
        var coach = try coach()
        let alone = try coach.answer("am I doing OK?").reply
        _ = try coach.answer("restaurants in June 2026")
        #expect(try coach.answer("am I doing OK?").reply == alone)
        #expect(alone.contains("$935.00"), "\(alone)")
    }

    @Test func lessOfOneThing() throws {
        var coach = try coach()
        let answer = try coach.answer("how can I spend less on coffee")
        // Twelve cups for 180, of 15 on average.
        #expect(cents(answer, "usual") == [3000] && cents(answer, "average") == [1500])
        #expect(answer.reply.contains("12 purchases over those months, averaging $15.00 each"))
    }

    /// What a reader is told is what a model may point at: every amount and percentage of the reply stands in a fact's
    /// phrase, and no phrase keeps a figure where figures are private.
    @Test(arguments: [
        "where can I cut back?", "how can I save $100 a month?", "how do I save $3000 by December?",
        "am I spending too much?", "was I overspending in June", "am I spending too much on coffee in June?",
        "what if I cut coffee in half?", "how can I spend less on coffee",
        "how much should I save each month?", "is 500 a lot?", "which subscriptions should I cancel?",
    ])
    func everyFigureIsAFact(question: String) throws {
        var coach = try coach()
        let answer = try coach.answer(question)
        let facts = try #require(answer.evidence?.facts)
        let phrases = FactPhrases(taxonomy: .builtIn, currency: .usd)
        let told = facts.map { phrases.full($0).text }.joined(separator: "\n")
        let asked = answer.reply.replacing(#/“[^”]*”/#, with: "")
        for figure in asked.matches(of: #/\$[\d,]+\.\d\d|[\d.]+%/#) {
            #expect(told.contains(figure.output), "\(figure.output) of \(answer.reply)")
        }
        for fact in facts { #expect(!phrases.blanked(fact).contains(#/\$\d/#), "\(phrases.blanked(fact))") }
        #expect(facts.isEmpty || facts.contains(where: \.isAsked))
    }

    @Test func withoutAFullMonth() throws {
        let ledger = try WrittenLedger(asOf: "2026-07-15")
        try ledger.bring("Checking", .checking, ["2026-07-10,OLIVE GARDEN,-40.00", "2026-07-12,STARBUCKS,-5.00"])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        #expect(try coach.answer("where can I cut back?").reply.contains("without one full month"))
        let empty = try WrittenLedger(asOf: "2026-07-15")
        var none = try Coach(empty.index, asOf: empty.asOf)
        #expect(try none.answer("where can I cut back?").reply.contains("no transactions yet"))
    }

    /// How one is doing, and whether an amount is a lot, are the answers, whoever words them: facts of their own, and the only
    /// ones that answer.
    @Test(arguments: [
        ("am I doing OK?", "you're doing fine: you usually keep $935.00"),
        (
            "is $100 a lot for restaurants?",
            "No, $100.00 is 25.9% below what you usually spend on restaurants"
        ),
    ])
    func theAnswerIsAFact(question: String, words: String) throws {
        var coach = try coach()
        let answer = try coach.answer(question)
        let asked = try #require(answer.evidence?.facts).filter(\.isAsked)
        #expect(asked.count == 1)
        #expect(
            asked.first?.wording?.text.hasPrefix(words) ?? false,
            "\(asked.map { $0.wording?.text ?? $0.key }) \(answer.reply)")
    }

    /// A second charge to ask about and a category of one purchase are each one row: a model gets neither under `aggregates`.
    @Test func whatStandsOutOfOneRowIsMarked() throws {
        let ledger = try WrittenLedger(asOf: "2026-10-01")
        var rows: [String] = []
        for month in 4...9 {
            let start = "2026-0\(month)-"
            rows += [
                start + "01,LANDLORD RENT,-1500.00", start + "05,BANFIELD PET HOSPITAL,-20.00",
                start + "15,ACME PAYROLL DIRECT DEP,2500.00",
            ]
        }
        rows += [
            "2026-09-09,OLIVE GARDEN,-64.00", "2026-09-10,OLIVE GARDEN,-64.00",
            "2026-09-21,BANFIELD PET HOSPITAL,-480.00",
        ]
        try ledger.bring("Checking", .checking, rows.sorted())
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let facts = try #require(try coach.answer("am I doing OK?").evidence?.facts)
        let ofOneRow = facts.filter { $0.wording?.text.contains(" on September ") ?? false }
        #expect(!ofOneRow.isEmpty, "\(facts.map { $0.wording?.text ?? $0.key })")
        for fact in ofOneRow { #expect(fact.isOfSingleRow, "\(fact.wording?.text ?? "")") }
    }
}
