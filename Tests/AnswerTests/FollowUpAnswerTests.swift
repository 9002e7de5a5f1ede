import Coaching
import Ledger
import Testing

/// What people say after answers about payments that recur, limits, balances, advice and corrections, over a ledger
/// worked out by hand (half a year up to 30 June 2026, seen from 15 July):
///
///     month        Jan   Feb   Mar   Apr   May   Jun   median
///     restaurants   90   120   150   120   150   180      135
///     coffee        20    20    30    30    40    40       30
///     Netflix       16    16    16    16    16    16       16
///     Spotify       11    11    11    11    11    11       11
@Suite struct FollowUpAnswerTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-07-15")
        let restaurants = [90, 120, 150, 120, 150, 180]
        let coffee = [20, 20, 30, 30, 40, 40]
        let coffeeDays = [("04", "22"), ("11", "13"), ("02", "29"), ("08", "16"), ("20", "27"), ("05", "14")]
        let amazonDays = ["03", "17", "09", "25", "06", "19"]
        var rows: [String] = []
        for month in 1...6 {
            let start = "2026-0\(month)-"
            rows += [
                start + "01,ACME TOOLS PAYROLL DIRECT DEP,2500.00", start + "01,LANDLORD RENT,-1000.00",
                start + "08,NETFLIX.COM,-16.00", start + "20,SPOTIFY USA,-11.00",
                start + "\(amazonDays[month - 1]),AMAZON.COM,-\(20 + month).00",
                start + "\(coffeeDays[month - 1].0),STARBUCKS,-\(coffee[month - 1] / 2).00",
                start + "\(coffeeDays[month - 1].1),STARBUCKS,-\(coffee[month - 1] / 2).00",
            ]
            for day in ["06", "12", "23"] {
                rows.append(start + "\(day),OLIVE GARDEN,-\(restaurants[month - 1] / 3).00")
            }
        }
        rows += [
            "2026-07-01,ACME TOOLS PAYROLL DIRECT DEP,2500.00", "2026-07-01,LANDLORD RENT,-1000.00",
            "2026-07-08,NETFLIX.COM,-16.00", "2026-07-10,OLIVE GARDEN,-40.00",
        ]
        try ledger.bring("Checking", .checking, rows)
        try ledger.tell("Checking", 500_000, on: "2026-07-15")
        try ledger.tell("Rainy Day", 120_000, on: "2026-07-15", .savings)
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func cents(_ answer: Answer, _ name: String) -> [Int64] {
        (answer.evidence?.figures ?? []).filter { $0.name == name }.compactMap {
            if case .money(let money) = $0.value { money.minorUnits } else { nil }
        }
    }

    private func last(_ lines: [String]) throws -> Answer {
        var coach = try coach()
        for line in lines.dropLast() { _ = try coach.answer(line) }
        return try coach.answer(lines[lines.count - 1])
    }

    // MARK: Less of one thing

    @Test(
        arguments: [
            (["what if I cut restaurants in half"], 6750), (["how much would I save if I halved restaurants"], 6750),
            (["what if I spent 20% less on restaurants"], 2700),
            (["if I cut restaurants by a third what would I save"], 4500),
            (["what if I spent $40 less on restaurants"], 4000), (["what if I cut restaurants to 100 a month"], 3500),
            (["what would I save if I gave up coffee completely"], 3000),
            (["what if I cut restaurants in half", "by a third"], 4500),
            (["what if I cut restaurants in half", "a bit less"], 4500),
            (["what if I cut restaurants in half", "a bit more"], 9000),
            (["what if I cut restaurants in half", "and coffee?"], 1500),
            (["what if I cut restaurants by 10%", "and 25%?"], 3375),
            (["what if I cut restaurants in half", "to 120 a month"], 1500),
            // No more than there is.
            (["what if I spent $400 less on restaurants"], 13_500), (["what if I cut restaurants to 500 a month"], 0),
        ] as [([String], Int64)])
    func lessOfOneThing(lines: [String], less: Int64) throws {
        let answer = try last(lines)
        #expect(answer.understood.intent == .advice)
        #expect(cents(answer, "would_save") == [less], "\(answer.reply)")
        #expect(cents(answer, "would_save_year") == [less * 12])
    }

    /// What is paid again and again is not halved but dropped, at its price of today.
    @Test func aPaymentThatIsDropped() throws {
        let answer = try last(["how much would I save without Netflix"])
        #expect(answer.understood.intent == .recurring)
        #expect(cents(answer, "would_save") == [1600], "\(answer.reply)")
        #expect(cents(answer, "would_save_year") == [19_200])
    }

    /// A third of restaurants is 45, of Amazon (23.50 usually) and coffee too 62.83.
    @Test(
        arguments: [
            (["save 40 without cutting restaurants"], false),
            (["how can I save 40 a month", "but not restaurants"], false),
            (["how can I save 40 a month", "leave restaurants alone"], false),
            (["how can I save 30 a month", "make it 40"], true),
        ] as [([String], Bool)])
    func whatIsSparedIsNotCut(lines: [String], isCut: Bool) throws {
        let answer = try last(lines)
        #expect(answer.understood.intent == .advice && answer.clarify == nil)
        #expect(cents(answer, "target") == [4000])
        #expect(answer.reply.contains("restaurants") == isCut, "\(answer.reply)")
    }

    // MARK: What recurs

    @Test(arguments: [
        ("which one costs the most", "Your most expensive one is Netflix at $16.00 a month."),
        ("the cheapest", "Your cheapest one is Spotify at $11.00 a month."),
        ("total?", "Your 2 subscriptions come to $27.00 a month, or $324.00 a year."),
        ("only the yearly ones", "None of your subscriptions come that often."),
        ("just the monthly ones", "You have 2 subscriptions for $27.00 a month: "),
        ("which ones could I cancel", "Your 2 subscriptions come to $27.00 a month, or $324.00 a year."),
    ])
    func subscriptions(line: String, reply: String) throws {
        let answer = try last(["what subscriptions do I have", line])
        #expect(answer.reply.hasPrefix(reply), "\(answer.reply)")
    }

    @Test func theNextOne() throws {
        let answer = try last(["what subscriptions do I have", "when is the next one"])
        #expect(answer.reply.hasPrefix("Next up: Spotify costs $11.00 a month"), "\(answer.reply)")
        #expect(answer.reply.contains("July 20"))
    }

    @Test func whetherAPriceRoseAndSinceWhen() throws {
        let whether = try last(["netflix", "did it get more expensive"])
        #expect(whether.reply.hasPrefix("No. Netflix has been $16.00 a month"))
        let first = try last(["netflix", "since when do I pay that"])
        #expect(first.evidence?.transactions.map(\.date.iso) == ["2026-01-08"])
    }

    // MARK: Limits and balances

    @Test func aLimitIsSpokenOfFurther() throws {
        var coach = try coach()
        _ = try coach.answer("set a monthly limit of 200 for restaurants")
        #expect(cents(try coach.answer("how much is left"), "remaining") == [16_000])
        #expect(try coach.answer("make it 300").reply.contains("now $300.00 a month, up from $200.00"))
        #expect(try coach.answer("am i over").reply.contains("$260.00 left"))
        #expect(try coach.answer("and for coffee?").reply.contains("on coffee this month"))
        #expect(try coach.answer("no wait, undo").reply == "Undone: the limit is back the way it was.")
    }

    @Test func balancesAreAddedUp() throws {
        var coach = try coach()
        #expect(try coach.answer("what's in checking").reply.contains("$5,000.00"))
        #expect(try coach.answer("and the other one?").reply.contains("$1,200.00"))
        #expect(try coach.answer("total?").reply.contains("$6,200.00"))
    }

    /// A bare name is whose account it is.
    @Test func anAccountIsNamedByItsOwner() throws {
        var coach = try coach()
        #expect(try coach.answer("what's in checking").reply.contains("$5,000.00"))
        #expect(try coach.answer("and rainy").reply.contains("$1,200.00"))
    }

    // MARK: Corrections

    @Test func aCorrectionGoesOn() throws {
        var coach = try coach()
        #expect(
            try coach.answer("my last amazon purchase was a gift").reply.contains("$26.00 at Amazon on June 19"))
        #expect(try coach.answer("and the other one too").reply.contains("$25.00 at Amazon on May 6"))
        // The third of the last five: 21.00, 22.00 and 23.00 follow.
        let third = try coach.answer("also the one before").reply
        #expect(third.contains("$24.00 at Amazon on April 25"))
        #expect(third.contains("it's a rule now: 3 other transactions changed as well, and later ones go there too"))
        let shown = try coach.answer("show them")
        #expect(shown.evidence?.transactions.map(\.amount.minorUnits) == [-2400, -2500, -2600])
        #expect(try coach.answer("do that always").reply.contains("It's already that way"))
        #expect(
            cents(try coach.answer("how much on gifts in 2026"), "total") == [2100 + 2200 + 2300 + 2400 + 2500 + 2600])
    }

    /// Six restaurants a half-year's month three times and once in July are 19 rows; all purchases are more than 20.
    @Test func aShortListIsWhole() throws {
        var coach = try coach()
        let short = try coach.answer("list my restaurant purchases in 2026")
        #expect(short.evidence?.transactions.count == 19)
        #expect(short.table?.rows.count == 19)
        #expect(!short.reply.contains("newest"))
        coach.startAfresh()
        let long = try coach.answer("list my purchases in 2026")
        #expect(long.evidence?.transactions.count == 10)
        #expect(long.reply.contains("the newest 10"))
    }

    @Test(.disabled("read in another way by the grammar; see OpenTalk")) func aPlaceInAListIsCorrected() throws {
        var coach = try coach()
        _ = try coach.answer("show my amazon purchases")
        #expect(try coach.answer("the second one was a gift").reply.contains("$25.00 at Amazon on May 6"))
        #expect(try coach.answer("show it").reply.contains("gifts, Checking"))
        #expect(try coach.answer("actually undo that").reply == "Taken back: 1 transaction as before.")
        #expect(try coach.answer("how much on gifts in 2026").reply.contains("no purchases in gifts"))
    }

    // MARK: How sure

    @Test(arguments: [
        "are you sure?", "how do you know", "really?", "what's included", "where does that number come from",
    ])
    func howItCame(line: String) throws {
        let answer = try last(["how much on coffee in june 2026", line])
        #expect(answer.reply.contains("2 transactions counted"), "\(answer.reply)")
    }

    /// A line that cannot be read as going on changes nothing of what the conversation is about.
    @Test func theConversationStandsWhereItStood() throws {
        var coach = try coach()
        _ = try coach.answer("how much on coffee in june 2026")
        #expect(try coach.answer("what flavor is that").evidence == nil)
        #expect(cents(try coach.answer("and in may"), "total") == [4000])
        #expect(try coach.answer("tell me a joke").understood.intent == .outOfScope)
        #expect(cents(try coach.answer("and in april"), "total") == [3000])
    }

    // MARK: What is usual

    /// “Usually”, “more than usual” and advice rest on the same six months, also on a month's last day.
    @Test(arguments: ["2026-06-30", "2026-07-15"])
    func usualIsOneThing(asOf: String) throws {
        let ledger = try WrittenLedger(asOf: asOf)
        var rows: [String] = []
        for month in 1...6 {
            for day in ["05", "15", "25"] {
                rows.append("2026-0\(month)-\(day),OLIVE GARDEN,-\(month * 30).00")
            }
        }
        for month in 11...12 { rows.append("2025-\(month)-05,OLIVE GARDEN,-60.00") }
        rows += ["2026-01-02,ACME TOOLS PAYROLL DIRECT DEP,2500.00", "2025-11-01,LANDLORD RENT,-10.00"]
        try ledger.bring("Checking", .checking, rows)
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let months = asOf == "2026-06-30" ? "2025-12-01…2026-05-31" : "2026-01-01…2026-06-30"
        func words(_ period: Period?) -> String? { period.map { "\($0.start.iso)…\($0.end.iso)" } }
        let usually = try coach.answer("how much do I usually spend on restaurants")
        let more = try coach.answer("am I spending more than usual on restaurants this month")
        let advice = try coach.answer("what if I cut restaurants in half")
        #expect(words(usually.evidence?.query.period) == months)
        #expect(words(more.evidence?.query.comparison) == months)
        #expect(words(advice.evidence?.query.period) == months)
        // The means of 60, 90, 180, 270, 360, 450 and of 90, 180, …, 540.
        #expect(cents(advice, "usual") == [asOf == "2026-06-30" ? 23_500 : 31_500])
    }
}
