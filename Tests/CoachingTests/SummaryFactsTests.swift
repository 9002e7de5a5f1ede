import Advice
import Coaching
import Ledger
import Retrieval
import Store
import Testing

struct SummaryFactsTests {
    /// Sums added up by hand.
    private func household() throws -> SummaryHousehold {
        let household = try SummaryHousehold()
        try household.bring(
            "Checking", .checking, .usd,
            [
                "2026-06-01,ACME CORP PAYROLL,2000.00", "2026-06-03,WHOLE FOODS MKT,-100.00",
                "2026-06-09,STARBUCKS,-10.00", "2026-07-01,ACME CORP PAYROLL,2000.00",
                "2026-07-03,WHOLE FOODS MKT,-110.00", "2026-07-09,STARBUCKS,-10.00",
                "2026-08-01,ACME CORP PAYROLL,2000.00", "2026-08-03,WHOLE FOODS MKT,-90.00",
                "2026-08-09,STARBUCKS,-10.00", "2026-08-20,STARBUCKS,-2.00", "2026-09-01,ACME CORP PAYROLL,2100.00",
                "2026-09-03,WHOLE FOODS MKT,-260.00", "2026-09-05,WHOLE FOODS MKT,40.00", "2026-09-09,STARBUCKS,-10.50",
            ])
        return household
    }

    /// On its last day a month has the facts, and their hash, of the day after.
    @Test func aMonthIsWholeOnItsLastDay() throws {
        let household = try household()
        let (last, after) = (
            try household.facts("2026-09", asOf: "2026-09-30"), try household.facts("2026-09", asOf: "2026-10-01")
        )
        #expect(last.span.isComplete && last.notes == after.notes)
        #expect(last.hash(.builtIn) == after.hash(.builtIn))
    }

    @Test func sumsAreThoseAddedUpByHand() throws {
        let facts = try household().facts("2026-09", asOf: "2026-10-05").main
        #expect(facts.flow.income == 210_000)
        #expect(facts.flow.spending == 23_050)
        #expect(facts.flow.net == 186_950)
        #expect(facts.savingsRate == 0.8902)
        #expect(facts.previous?.spending == 10_200)
        #expect(facts.isPreviousWhole)
        // The mean of 110.00, 120.00 and 102.00.
        #expect(facts.usualSpending?.amount == 11_067)
        #expect(facts.usualSpending?.months == 3)
        let groceries = facts.categories.first { $0.id == "groceries" }
        #expect(groceries?.spent == 22_000)
        #expect(groceries?.count == 2)
        #expect(groceries?.previous == 9_000)
        #expect(groceries?.habit?.amount == 10_000)
        #expect(groceries?.departure == 12_000)
        let coffee = facts.categories.first { $0.id == "coffee" }
        #expect(coffee?.departure == 0)
        #expect(facts.daily.count == 30)
        #expect(facts.daily[2].spent == 26_000)
        #expect(facts.daily[4].spent == -4_000)
        #expect(facts.merchants.map(\.spent) == [22_000, 1_050])
    }

    @Test func aRunningMonthIsComparedWithTheSameDays() throws {
        let facts = try household().facts("2026-08", asOf: "2026-08-15")
        #expect(!facts.span.isComplete)
        #expect(facts.main.flow.spending == 10_000)
        #expect(facts.main.previous?.period == Period(day("2026-07-01"), day("2026-07-15")))
        #expect(facts.main.previous?.spending == 12_000)
    }

    /// Checking is known, the card isn't: neither what is owned in all nor how that changed can be said without a word of it.
    @Test func netWorthSaysWhatItLeavesOut() throws {
        let household = try household()
        try household.bring(
            "Citi", .creditCard, .usd,
            ["2026-08-04,COSTCO,-50.00", "2026-09-04,COSTCO,-50.00", "2026-10-04,COSTCO,-50.00"])
        try household.know("Checking", 500_000, on: "2026-10-31")
        let worth = try #require(try household.facts("2026-09", asOf: "2026-11-05").main.netWorth)
        #expect(worth.unknown == ["Citi"])
        #expect(worth.change == nil)
        let report = try household.report("2026-09", asOf: "2026-11-05")
        let words = "Your net worth is $5,000.00, leaving out Citi, whose balance isn't known."
        #expect(report.narrative.text.contains(words), "\(report.narrative.text)")
        let table = try #require(report.sections(report.facts.main).first { $0.title == "Net worth" })
        #expect(table.table.rows.contains(["Citi", "not known"]))
        #expect(table.table.rows.last == ["Net worth (known balances)", "$5,000.00"])
        try household.know("Citi", -10_000, on: "2026-10-31")
        let known = try #require(try household.facts("2026-09", asOf: "2026-11-05").main.netWorth)
        #expect(known.unknown.isEmpty)
        // 2,100.00 came in, and 220.00 + 10.50 + 50.00 went out.
        #expect(known.change == Money(181_950, .usd))
        #expect(known.total == Money(495_000, .usd))
    }

    /// June through November 20: a month's rent is that of the months that are over and covered, whatever part the year has of others.
    @Test func aMonthOfAYearIsAWholeOne() throws {
        let household = try SummaryHousehold()
        var rows: [String] = []
        for month in 6...11 {
            let name = "2026-\(month < 10 ? "0" : "")\(month)"
            rows.append("\(name)-02,OAK STREET APARTMENTS RENT,-1685.00")
            rows.append("\(name)-10,WHOLE FOODS MKT,-\(month == 11 ? 90 : 400).00")
        }
        try household.bring("Checking", .checking, .usd, rows)
        func facts(_ asOf: String) throws -> MonthFacts {
            try SummaryBook(household.index, asOf: day(asOf)).facts(
                SummarySpan(.year, of: day("2026-01-01"), asOf: day(asOf))!)
        }
        let running = try facts("2026-11-20")
        #expect(running.main.wholeMonths == Period(day("2026-06-01"), day("2026-10-31")))
        #expect(running.main.categories.first { $0.id == "rent" }?.monthly == 168_500)
        #expect(running.main.categories.first { $0.id == "groceries" }?.monthly == 40_000)
        #expect(running.main.months.last?.period.end == day("2026-11-20"))
        let words = SummaryNarrative(running, taxonomy: household.index.taxonomy).narrative.text
        #expect(!words.contains("the cheapest was November"), "\(words)")
        let whole = try facts("2026-12-31")
        // The data ends in November, so that November and December are no whole months.
        #expect(whole.main.categories.first { $0.id == "rent" }?.monthly == 168_500)
        #expect(try facts("2026-07-05").main.categories.allSatisfy { $0.monthly == nil })
    }

    /// Groceries are headed $143.31 over; department stores are a smaller matter.
    @Test func whatIsHeadedOverALimitIsTheThingToDo() throws {
        let household = try SummaryHousehold()
        var rows: [String] = []
        for month in 5...10 {
            let name = "2026-\(month < 10 ? "0" : "")\(month)"
            rows += [3, 10, 19, 25].map {
                "\(name)-\($0 < 10 ? "0" : "")\($0),WHOLE FOODS MKT,-\(70 + $0 * month % 41).10"
            }
            rows += [6, 16].map { "\(name)-\($0 < 10 ? "0" : "")\($0),TARGET,-40.00" }
        }
        rows += [2, 8, 12, 18].map { "2026-11-\($0 < 10 ? "0" : "")\($0),WHOLE FOODS MKT,-\(101 + $0).35" }
        rows += ["2026-11-03,TARGET,-48.10", "2026-11-06,TARGET,-53.25", "2026-11-16,TARGET,-50.40"]
        try household.bring("Checking", .checking, .usd, rows)
        let groceries = try #require(RuleCategory(id: "groceries", in: .builtIn))
        _ = try RuleBook(household.index).set(groceries, limit: Money(50_000, .usd), on: day("2026-11-01"))
        let facts = try household.facts("2026-11", asOf: "2026-11-20").main
        guard case .headedOver(let category, let limit)? = facts.suggestion?.reason else {
            Issue.record("\(String(describing: facts.suggestion))")
            return
        }
        #expect(category == "groceries")
        #expect(limit == Money(50_000, .usd))
        let projected = facts.rules.first?.projected?.minorUnits
        #expect(facts.suggestion?.saves.minorUnits == projected.map { $0 - 50_000 })
    }

    /// A later day of looking changes nothing, nor does looking twice.
    /// What was settled before and what was decided come to the whole; a contract with a school is settled.
    @Test func fixedCostsStandApart() throws {
        let household = try SummaryHousehold()
        var rows: [String] = []
        for month in 1...9 {
            rows.append("2026-0\(month)-01,OAK STREET APARTMENTS RENT,-1450.00")
            rows.append("2026-0\(month)-05,LITTLE OAKS AFTERSCHOOL CARE,-305.00")
            rows.append("2026-0\(month)-\(10 + month * 5 % 17),KROGER,-8\(month).25")
            rows.append("2026-0\(month)-\(10 + month * 7 % 17),CHIPOTLE,-\(month + 11).50")
        }
        rows.append("2026-09-22,BEST BUY,-329.00")
        try household.bring("Checking", .checking, .usd, rows)
        let facts = try household.facts("2026-09", asOf: "2026-10-05").main
        #expect(facts.fixed == 145_000 + 30_500)
        #expect(facts.chosen == 8_925 + 2_050 + 32_900)
        #expect(facts.fixed + facts.chosen == facts.flow.spending)
        #expect(facts.largestChosen.map(\.amount.minorUnits) == [-32_900, -8_925, -2_050])
        #expect(facts.largest.first?.amount.minorUnits == -145_000)
    }

    /// The year before, net worth, and goals are in the JSON of months and years.
    @Test func theYearBeforeNetWorthAndGoalsAreInTheJSON() throws {
        let household = try SummaryHousehold()
        try household.bring(
            "Checking", .checking, .usd,
            [
                "2025-08-20,KROGER,-1.00", "2025-09-10,KROGER,-60.00", "2026-08-10,KROGER,-70.00",
                "2026-09-10,KROGER,-81.00",
            ])
        let account = try #require(try household.index.accounts.first)
        try household.index.keep(
            KnownBalance(accountID: account.id, day: day("2026-08-31"), amount: 100_000, source: .owner), rows: 0)
        try GoalBook(household.index).set(
            SavingGoal(name: "Trip", target: Money(50_000, .usd), by: day("2027-06-30"), since: day("2026-08-01")))
        let taxonomy = household.index.taxonomy
        let month = try household.facts("2026-09", asOf: "2026-10-05").json(taxonomy)
        #expect(month["year_before"]?["spending_cents"]?.int == 6_000)
        #expect(month["net_worth"]?["net_worth_cents"]?.int == 91_900)
        #expect(month["net_worth"]?["change_cents"]?.int == -8_100)
        #expect(month["goals"]?.array?.first?["name"]?.string == "Trip")
        // A goal that was set later is none of an earlier month.
        let earlier = try household.facts("2025-09", asOf: "2026-10-05").json(taxonomy)
        #expect(earlier["goals"]?.array?.isEmpty == true)
        let book = SummaryBook(household.index, asOf: day("2026-10-05"))
        let year = try book.facts(SummarySpan(.year, of: day("2026-10-05"), asOf: day("2026-10-05"))!).json(taxonomy)
        #expect(year["previous"]?["spending_cents"]?.int == 6_100)
        #expect(year["net_worth"]?["net_worth_cents"]?.int == 91_900)
        #expect(year["goals"]?.array?.count == 1)
    }

    @Test func theSameDataGivesTheSameBytes() throws {
        let household = try household()
        let taxonomy = household.index.taxonomy
        let first = try household.facts("2026-08", asOf: "2026-08-31")
        let later = try household.facts("2026-08", asOf: "2026-12-31")
        #expect(first.json(taxonomy).text == later.json(taxonomy).text)
        #expect(first.hash(taxonomy) == later.hash(taxonomy))
        #expect(first.hash(taxonomy).utf8.count == 16)
        #expect(try household.facts("2026-07", asOf: "2026-12-31").hash(taxonomy) != first.hash(taxonomy))
    }

    @Test func partsAddUp() throws {
        for seed in UInt64(1)...8 {
            let household = try SummaryHousehold.generated(seed: seed)
            for month in 3...10 {
                let name = "2026-" + (month < 10 ? "0" : "") + "\(month)"
                for asOf in ["2026-12-31", name + "-17"] {
                    let facts = try household.facts(name, asOf: asOf).main
                    #expect(facts.categories.reduce(0) { $0 + $1.spent } == facts.flow.spending)
                    #expect(facts.daily.reduce(0) { $0 + $1.spent } == facts.flow.spending)
                    #expect(facts.months.last?.spending == facts.flow.spending)
                    if let previous = facts.previous {
                        #expect(facts.categories.reduce(0) { $0 + ($1.previous ?? 0) } == previous.spending)
                    }
                    for driver in facts.drivers { #expect(driver.category.departure != 0) }
                    if let suggestion = facts.suggestion { #expect(suggestion.saves.minorUnits > 0) }
                }
            }
        }
    }

    /// What chat says of the same month.
    @Test func chatSaysTheSame() throws {
        let household = try SummaryHousehold.generated(seed: 42)
        let asOf = day("2026-10-31")
        var coach = try Coach(household.index, asOf: asOf)
        for (month, name) in [("2026-07", "July 2026"), ("2026-09", "September 2026"), ("2026-10", "October 2026")] {
            let facts = try household.facts(month, asOf: "2026-10-31").main
            func figure(_ question: String, _ name: String) throws -> Int64? {
                coach.startAfresh()
                guard case .money(let money)? = try coach.answer(question).evidence?.figures(named: name).first?.value
                else { return nil }
                return money.minorUnits
            }
            #expect(try figure("how much did I spend in \(name)?", "total") == facts.flow.spending)
            #expect(try figure("how much did I earn in \(name)?", "total") == facts.flow.income)
            #expect(try figure("how much did I save in \(name)?", "net") == facts.flow.net)
            coach.startAfresh()
            let groups = try coach.answer("spending by category in \(name)").evidence?.groups ?? []
            #expect(!groups.isEmpty)
            for group in groups {
                let line = facts.categories.first { $0.id == group.key }
                #expect(group.value == .money(Money(line?.spent ?? 0, .usd)), "\(group.key), \(name)")
                #expect(group.count == line?.count)
            }
            coach.startAfresh()
            let merchants = try coach.answer("top 5 merchants in \(name)").evidence?.groups ?? []
            #expect(merchants.map(\.key) == facts.merchants.prefix(5).map(\.name))
            coach.startAfresh()
            let told = try coach.answer("how did \(name) go?")
            #expect(told.understood.intent == .summary)
            #expect(told.evidence?.figures(named: "spending").first?.value == .money(Money(facts.flow.spending, .usd)))
        }
    }
}

struct SpendingHabitTests {
    /// Three months at least; 20.00, a hundredth of the total, a tenth of the median, or 2.5 deviations: the widest.
    @Test(arguments: [
        ([100_00, 100_00], 0, 500_00, Int64?.none),
        ([100_00, 100_00, 100_00], 0, 120_00, 0),
        ([100_00, 100_00, 100_00], 0, 120_01, 20_01),
        ([100_00, 100_00, 100_00], 0, 79_99, -20_01),
        ([1000_00, 1000_00, 1000_00], 0, 1100_00, 0),
        ([1000_00, 1000_00, 1000_00], 0, 1100_01, 100_01),
        ([100_00, 100_00, 100_00], 5000_00, 150_00, 0),
        // Median 100.00, deviation 10.00: 2.5 × 1.4826 × 10.00 = 37.07 (37.065 rounded up).
        ([90_00, 100_00, 110_00], 0, 137_07, 0),
        ([90_00, 100_00, 110_00], 0, 137_08, 37_08),
    ])
    func departures(_ sums: [Int64], _ total: Int64, _ amount: Int64, _ departure: Int64?) {
        #expect(SpendingHabit(sums, total: total, .usd)?.departure(of: amount) == departure)
    }
}

struct SummarySpanTests {
    @Test(arguments: [
        ("2026-10-31", "2026-10-01"), ("2026-10-30", "2026-09-01"), ("2026-03-01", "2026-02-01"),
        ("2026-01-15", "2025-12-01"), ("2024-02-29", "2024-02-01"), ("2024-02-28", "2024-01-01"),
    ])
    func theLastFullMonth(_ asOf: String, _ month: String) {
        #expect(SummarySpan.lastFullMonth(asOf: day(asOf)) == day(month))
    }

    @Test func aMonthToComeHasNoSummary() {
        #expect(SummarySpan(.month, of: day("2026-11-01"), asOf: day("2026-10-31")) == nil)
        #expect(SummarySpan(.month, of: day("2026-11-30"), asOf: day("2026-11-01"))?.isComplete == false)
        #expect(SummarySpan(.year, of: day("2026-11-30"), asOf: day("2026-12-31"))?.isComplete == true)
    }
}
