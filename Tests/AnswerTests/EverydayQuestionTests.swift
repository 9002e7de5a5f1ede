import Coaching
import Ledger
import Testing

/// Ways of asking that are about one's own places, months and payments. Worked out by hand:
///
///     Target       Mar 10 20.00, Mar 20 30.00 (10.00 came back on Mar 25), Apr 5 40.00
///     Kroger       Jan 20 50.00, Feb 10 90.00, Mar 8 70.00, Apr 12 60.00, May 2 15.00
///     Netflix      the 3rd of each month: 15.00 until February, 18.00 since
///     Best Buy     Feb 14 200.00; Freddy's Feb 21 12.00
///     pay          1,000.00 on the 1st of each month
@Suite struct EverydayQuestionTests {
    private func coach() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-05-10")
        var rows = [
            "2026-03-10,TARGET T-1234,-20.00", "2026-03-20,TARGET T-1234,-30.00", "2026-03-25,TARGET T-1234,10.00",
            "2026-04-05,TARGET T-1234,-40.00", "2026-02-14,BEST BUY,-200.00", "2026-02-21,FREDDYS,-12.00",
        ]
        rows += [("01-20", "50"), ("02-10", "90"), ("03-08", "70"), ("04-12", "60"), ("05-02", "15")].map {
            "2026-\($0.0),KROGER,-\($0.1).00"
        }
        rows += (1...5).map { "2026-0\($0)-03,NETFLIX.COM,-\($0 < 3 ? 15 : 18).00" }
        rows += (1...5).map { "2026-0\($0)-01,ACME CORP PAYROLL,1000.00" }
        try ledger.bring("Checking", .checking, rows)
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    private func figures(_ question: String) throws -> [String] {
        var coach = try coach()
        return try coach.answer(question).evidence?.figures.map { "\($0.name) \($0.value)" } ?? []
    }

    private func money(_ question: String, _ name: String = "total") throws -> Int64? {
        var coach = try coach()
        let figure = try coach.answer(question).evidence?.figures.first { $0.name == name }
        return if case .money(let money)? = figure?.value { money.minorUnits } else { nil }
    }

    @Test(
        "a shop called by an everyday word is found in a list and without a verb",
        arguments: [("kroger and target combined in april", 10000), ("show me target purchases from march", nil)]
            as [(String, Int64?)])
    func namesThatAreWords(question: String, total: Int64?) throws {
        var coach = try coach()
        let answer = try coach.answer(question)
        #expect(answer.unread.isEmpty && answer.reply.contains("Target"), "\(answer.reply)")
        if let total { #expect(try money(question) == total) }
    }

    @Test(
        "what came back is taken off or left aside as the line says",
        arguments: [
            ("how much did we spend at target in march once you take off the return", 4000),
            ("target in march minus the return", 4000),
            ("target in march minus what they refunded", 4000),
            ("how much at target in march before the return", 5000),
            ("target in march without the refund", 5000),
        ] as [(String, Int64)])
    func returns(question: String, total: Int64) throws { #expect(try money(question) == total) }

    private func amounts(_ question: String) throws -> Set<Int64> {
        var coach = try coach()
        return Set(
            try coach.answer(question).evidence?.figures.compactMap { figure in
                if case .money(let money) = figure.value { money.minorUnits } else { nil }
            } ?? [])
    }

    /// March leaves 1,000 - 40 - 70 - 18, April 1,000 - 40 - 60 - 18.
    @Test func severalMonthsAreToldApart() throws {
        var coach = try coach()
        let groups = try coach.answer("income minus spending for march and april, each").evidence?.groups ?? []
        let left = Set(groups.compactMap { if case .money(let money) = $0.value { money.minorUnits } else { nil } })
        #expect(left == [87_200, 88_200], "\(groups)")
    }

    /// Groceries came to more than $65 in the weeks of February 10 and March 8.
    @Test func sumsThatAWeekTops() throws {
        let found = try figures("how many weeks this year did groceries top 65")
        #expect(found.contains("count count(2)"), "\(found)")
    }

    /// Nothing at Best Buy in the past 30 days: both are told over everything.
    @Test func bothSidesHaveSomething() throws {
        let found = try amounts("do I spend more at kroger or best buy")
        #expect(found.isSuperset(of: [28_500, 20_000]), "\(found)")
    }

    @Test func theLastTwoOfSomething() throws {
        var coach = try coach()
        // From April 12 to May 2.
        let reply = try coach.answer("how many days between the last 2 kroger trips").reply
        #expect(reply.contains("20 days between the last two"), "\(reply)")
    }

    @Test func aSumAndItsDay() throws {
        var coach = try coach()
        let reply = try coach.answer("what did we spend at best buy and when was it").reply
        #expect(reply.contains("$200.00") && reply.contains("February 14"), "\(reply)")
    }

    @Test func whatIsNormalBesideAMonth() throws {
        var coach = try coach()
        let answer = try coach.answer("whats normal for groceries in a month, and how does april compare")
        // What is usual first, then April against it.
        #expect(answer.reply.contains("$60.00"), "\(answer.reply)")
    }

    @Test func aRiseWithinATimeIsOfThePrice() throws {
        var coach = try coach()
        for line in ["how much did netflix go up this year", "how much did netflix go up in march"] {
            let reply = try coach.answer(line).reply
            #expect(reply.contains("$3.00"), "\(line): \(reply)")
            coach.startAfresh()
        }
    }

    /// Of January only the end is asked about, and May is not over.
    @Test func theCheapestOfWholeMonths() throws {
        var coach = try coach()
        let answer = try coach.answer("cheapest month for groceries since january 15")
        #expect(answer.evidence?.groups.first?.key.hasPrefix("2026-04") == true, "\(answer.reply)")
    }

    @Test func placesOfOneTimeAndNotOfAnother() throws {
        var coach = try coach()
        let keys =
            try coach.answer("places we went to in february but havent been to since march").evidence?.groups.map(\.key)
            ?? []
        #expect(Set(keys) == ["Best Buy", "Freddy's"], "\(keys)")
    }

    /// 15.00 in ten of thirty-one days: 46.50 by the end of May.
    @Test(
        "at this pace a running month comes to as much for each of its days",
        arguments: [
            "at this pace what will groceries come to for all of may",
            "how much will we have spent on groceries by the end of may", "where will groceries end up by the 31st",
        ])
    func pace(question: String) throws { #expect(try money(question, "pace") == 4650) }

    @Test(
        "a row is left out by its amount",
        arguments: [
            ("how much have we spent at target this year without the $40 one", 4000),
            ("kroger this year leaving out the $90 order", 19500),
        ] as [(String, Int64)])
    func leftOutByAmount(question: String, total: Int64) throws {
        var coach = try coach()
        let answer = try coach.answer(question)
        #expect(answer.unread.isEmpty, "\(answer.reply)")
        #expect(try money(question) == total)
    }

    @Test(
        "a first line that points at nothing is asked back",
        arguments: ["how much did it cost", "is that too much", "compare them for me", "how much was that one"])
    func pointsAtNothing(line: String) throws {
        var coach = try coach()
        let answer = try coach.answer(line)
        #expect(answer.clarify?.hasPrefix("What do you mean by") == true, "\(answer.reply)")
    }

    /// The parts of the car: gas 40.00, insurance 90.00, a repair 300.00; of the dog: food 25.00, the vet 80.00. Groceries
    /// are nobody's part.
    @Test(
        "what a line lists behind its whole are parts of that",
        arguments: [
            ("everything for the car in april: gas, insurance, repairs", 43000),
            ("total car costs in april: insurance and gas", 13000),
            ("how much did the dog cost in april, vet and food together", 10500),
        ] as [(String, Int64)])
    func parts(question: String, total: Int64) throws {
        let ledger = try WrittenLedger(asOf: "2026-05-10")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-04-02,SHELL OIL 123,-40.00", "2026-04-03,GEICO AUTO,-90.00", "2026-04-09,JIFFY LUBE,-300.00",
                "2026-04-12,CHEWY.COM,-25.00", "2026-04-15,BANFIELD PET HOSPITAL,-80.00", "2026-04-20,KROGER,-60.00",
                "2026-05-01,KROGER,-10.00",
            ])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let answer = try coach.answer(question)
        let sums = answer.evidence?.transactions.map { -$0.amount.minorUnits } ?? []
        let figure = answer.evidence?.figures.first { $0.name == "total" }?.value
        let found: Int64? = if case .money(let money)? = figure { money.minorUnits } else { sums.reduce(0, +) }
        #expect(found == total && answer.unread.isEmpty, "\(answer.reply)")
    }

    /// Pay of 2,000.00 on the 1st and 15th, a trip to Dover from April 10 to 12, and 20.00 at Kroger on the 3rd, 8th, 16th, and
    /// 20th of April; 100.00 onto the card on the 25th, paid from checking; an overdraft and a late fee.
    private func april() throws -> Coach {
        let ledger = try WrittenLedger(asOf: "2026-05-10")
        try ledger.bring(
            "Checking", .checking,
            [
                "2026-04-01,ACME CORP PAYROLL,2000.00", "2026-04-15,ACME CORP PAYROLL,2000.00",
                "2026-04-03,KROGER,-20.00", "2026-04-08,KROGER,-20.00", "2026-04-16,KROGER,-20.00",
                "2026-04-20,KROGER,-20.00", "2026-04-10,DOVER INN,-150.00", "2026-04-11,SHELL OIL 123,-30.00",
                "2026-04-12,DOVER GRILL,-45.00", "2026-04-25,CHASE CREDIT CRD AUTOPAY,-100.00",
                "2026-04-27,OVERDRAFT FEE,-35.00", "2026-04-28,LATE FEE,-29.00", "2026-04-29,MENARDS,-10.00",
                "2026-05-01,ACME CORP PAYROLL,2000.00", "2025-04-05,KROGER,-50.00",
            ])
        try ledger.bring(
            "Chase Card", .creditCard, ["2026-04-25,PAYMENT THANK YOU,100.00", "2026-04-26,MENARDS,-40.00"])
        return try Coach(ledger.index, asOf: ledger.asOf)
    }

    @Test(
        "words that only say which days, or whose payment, are none of what is asked",
        arguments: [
            // April 1 to 15: 20.00 and 20.00 at Kroger, and the trip.
            ("what did we spend between the april 1 and april 15 paychecks", 26500),
            ("how much was our dover trip, april 10 to april 12", 22500),
            ("everything from april 10 through april 12, the dover week", 22500),
            ("how much went to pay the chase card in april", 10000),
            ("overdraft fees in april", 3500), ("late fees in april", 2900),
            ("kroger, april through may: this year against last year", 8000),
        ] as [(String, Int64)])
    func daysAndPayments(question: String, total: Int64) throws {
        var coach = try april()
        let answer = try coach.answer(question)
        let figure = answer.evidence?.figures.first { $0.name == "total" }?.value
        let rows = answer.evidence?.transactions.map { abs($0.amount.minorUnits) } ?? []
        let found: Int64? = if case .money(let money)? = figure { money.minorUnits } else { rows.reduce(0, +) }
        #expect(found == total && answer.unread.isEmpty, "\(question): \(answer.reply)")
    }

    @Test func countsOfAFewNamesSayWhatTheyComeTo() throws {
        var coach = try april()
        let reply = try coach.answer("menards and kroger in april, how many trips to each").reply
        for value in ["4 purchases", "$80.00", "$50.00"] { #expect(reply.contains(value), "\(reply)") }
    }

    @Test(
        "how many, and what each came to",
        arguments: [
            "menards vs kroger in april: how many visits and how much at each",
            "did we go to menards or kroger more often in april, and what did each cost",
        ])
    func countsAndSums(question: String) throws {
        var coach = try april()
        let reply = try coach.answer(question).reply
        for value in ["4 purchases", "$80.00", "$50.00"] { #expect(reply.contains(value), "\(reply)") }
    }

    /// 130.00 from November 11 to May 10, by six months; a payout of 250.00 and one of 150.00.
    @Test func whatAMonthAndAPaymentAreOnAverage() throws {
        let ledger = try WrittenLedger(asOf: "2026-05-10")
        try ledger.bring(
            "Checking", .checking,
            [
                "2025-06-01,KROGER,-70.00", "2025-12-01,KROGER,-100.00", "2026-05-09,KROGER,-30.00",
                "2026-02-01,ETSY INC PAYOUT,250.00", "2026-03-01,ETSY INC PAYOUT,150.00",
            ])
        var coach = try Coach(ledger.index, asOf: ledger.asOf)
        let months = try coach.answer("kroger per month on average over the past 6 months").reply
        #expect(months.contains("$21.67 a month"), "\(months)")
        coach.startAfresh()
        let payout = try coach.answer("average etsy payout this year").reply
        #expect(payout.contains("$200.00"), "\(payout)")
    }

    /// On the card in April: 40.00 of 40.00; the whole is what was spent with it.
    @Test func aShareOfWhatACardPaid() throws {
        var coach = try april()
        let reply = try coach.answer("what share of what we put on the chase card in april was menards").reply
        #expect(reply.hasPrefix("Menards made up 100%"), "\(reply)")
    }
}
