import Ledger
import Resources
import Testing
import Understanding

/// Lines and the requests they are read to, in the words of the one printer. Today is October 31, 2026.
@Suite struct LineReaderTests {
    private func reading(_ lines: String...) -> (words: String, unread: [String]) { reading(lines) }

    private func reading(_ lines: [String]) -> (words: String, unread: [String]) {
        var earlier: LineReader.Earlier?
        var best: LineReader.Candidate?
        for line in lines {
            best = LineReader(Household().context(), after: earlier).candidates(line).first
            if case .ask(let ask)? = best?.request { earlier = earlier?.followed(by: ask) ?? .init(last: ask) }
        }
        return (best.map { RequestWords(.builtIn).text($0.request) } ?? "", best?.unread ?? [])
    }

    @Test(arguments: [
        (
            "average month this year leaving rent, gas and coffee aside",
            "average of spending except rent except fuel except coffee per month, 2026 so far"
        ),
        ("spending this year, rent and gas excluded", "spending except rent except fuel, 2026 so far"),
        ("groceries and gas this year, coffee not included", "groceries or fuel except coffee, 2026 so far"),
        ("no-spend days in September, gas doesn't count", "days without spending except fuel, September 2026"),
        (
            "spending in September excluding Target and anything over $200",
            "list of spending transactions except Target except over $200.00, September 2026"
        ),
        (
            "what was neither rent nor groceries in September, total",
            "spending except rent except groceries, September 2026"
        ),
        (
            "groceries in weeks that had no restaurants this year",
            "groceries except in the same week as (restaurants or fast food & delivery purchases, all time), 2026 so far"
        ),
        (
            "groceries on days I also went to Target this year",
            "groceries in the same day as (Target purchases, all time), 2026 so far"
        ),
        (
            "groceries in weeks that had no restaurants, this year",
            "groceries except in the same week as (restaurants or fast food & delivery purchases, all time), 2026 so far"
        ),
    ])
    func whatIsLeftOut(line: String, expected: String) { #expect(reading(line).words == expected) }

    @Test(arguments: [
        (
            "friday + saturday restaurant total, last six months",
            "restaurants or fast food & delivery on Fridays, Saturdays, the past 6 months"
        ),
        ("groceries mon to fri since july", "groceries on weekdays, since July 1, 2026"),
        (
            "groceries between the 1st and the 10th of each month this year",
            "groceries on days 1 to 10 of the month, 2026 so far"
        ),
        (
            "spending from the 16th on, each month of 2026",
            "spending on days 16 to 31 of the month, 2026 so far, by month"
        ),
        ("spending before the 5th of the month this year", "spending on days 1 to 4 of the month, 2026 so far"),
        ("the first week of every month this year, groceries", "groceries on days 1 to 7 of the month, 2026 so far"),
        ("coffee on the 15th of every month this year", "coffee on day 15 of the month, 2026 so far"),
        (
            "groceries from the first to the fifth of each month this year",
            "groceries on days 1 to 5 of the month, 2026 so far"
        ),
        (
            "number of Target visits after the second visit each month this year",
            "number of Target transactions, 2026 so far, by month"
        ),
        ("groceries from the 1st to the 10th of September", "groceries, September 1–10, 2026"),
    ])
    func whichDays(line: String, expected: String) { #expect(reading(line).words == expected) }

    @Test(arguments: [
        ("what did Target and Starbucks add up to this year", "Target or Starbucks, 2026 so far"),
        (
            "which trips to Target were more than $150 this year",
            "list of Target transactions over $150.00, 2026 so far"
        ),
        (
            "have we been to Target more this year than in 2025",
            "number of Target transactions, 2026 so far, against 2025"
        ),
        ("total in small purchases under $10 this year", "spending under $10.00, 2026 so far"),
        ("coffee orders in September, count", "number of coffee transactions, September 2026"),
        (
            "how many times did we go to Target this year and what was it each time",
            "number of Target transactions, 2026 so far, and average of Target per transaction"
        ),
        ("months this year we never went to Target", "Target, 2026 so far, by month, where exactly 0 transactions"),
        ("which stores refunded us more than 50", "refunds, all time, by merchant, where more than $50.00"),
        ("how much of our income goes to rent, as a percentage, this year", "rent as a share of income, 2026 so far"),
        (
            "days in September with coffee and groceries the same day",
            "coffee in the same day as (groceries, all time), September 2026, by day, where at least 1 transactions"
        ),
        (
            "second-largest category in September",
            "spending, September 2026, by category, largest first, the first 1, after 1"
        ),
        ("did coffee beat groceries in September", "coffee, September 2026, against groceries"),
        (
            "uber vs target and starbucks this year",
            "Uber, 2026 so far, against target and starbucks (Target or Starbucks)"
        ),
        (
            "how many categories came in above four hundred dollars in September",
            "categories with more than $400.00 of spending, September 2026"
        ),
        ("how many stores received money from me in September", "merchants with spending, September 2026"),
    ])
    func whatIsAsked(line: String, expected: String) { #expect(reading(line).words == expected) }

    @Test(arguments: [
        ("groceries last month", "groceries, September 2026"),
        ("spending last month except rent", "spending except rent, September 2026"),
        (
            "which month did I spend the most on coffee this year",
            "coffee, 2026 so far, by month, largest first, the first 1"
        ),
        ("how many different stores did I go to in September", "merchants with spending, September 2026"),
        ("average grocery trip this year", "average of groceries per transaction, 2026 so far"),
        ("how many no-spend days last month", "days without spending, September 2026"),
        ("top 3 categories this year", "spending, 2026 so far, by category, largest first, the first 3"),
        ("uber vs lyft in 2026", "Uber, 2026 so far, against lyft (Lyft)"),
        ("did I spend more on weekends or weekdays in September", "spending, September 2026, by weekend or weekday"),
        (
            "weekend vs weekday restaurants in September",
            "restaurants or fast food & delivery, September 2026, by weekend or weekday"
        ),
        (
            "groceries in July and August vs the same months last year",
            "groceries, July–August 2026, against July–August 2025"
        ),
        ("first half of September vs the second half", "spending, September 1–15, 2026, against September 16–30, 2026"),
        (
            "average groceries per month, Jan to June this year vs July to Dec last year",
            "average of groceries per month, January–June 2026, against July–December 2025"
        ),
        (
            "coffee this summer (jun-aug) against last winter (dec-feb)",
            "coffee, June–August 2026, against December 2025 – February 2026"
        ),
        ("coffee this august vs last august in percent", "coffee, August 2026, against August 2025"),
        ("coffee june july vs may", "coffee, June–July 2026, against May 2026"),
        (
            "groceries may to july this year compared to last",
            "groceries, May–July 2026, against May–July 2025"
        ),
        (
            "cheapest month for coffee since may (june doesn't count)",
            "coffee, May 2026 and July–October 2026, by month, smallest first, the first 1"
        ),
        (
            "what month did groceries pass $2000 for the year",
            "day on which groceries came to at least $2,000.00, 2026 so far"
        ),
        ("groceries this month vs by this point last month", "groceries, October 2026, against September 2026"),
        (
            "week before labor day vs the week after",
            "spending, August 31 – September 6, 2026, against September 8–14, 2026"
        ),
        ("first and last time at Target", "first day with Target, all time, and last day with Target"),
        ("average price at Target", "average of Target per transaction, the last 6 full months (assumed)"),
        (
            "of all my Target orders this year, how many percent were under $20",
            "Target transactions under $20.00 as a share of the number of Target transactions, 2026 so far"
        ),
        ("in how many weeks of July did I go to Target", "weeks with Target, July 2026"),
        ("coffee in summer (june-aug) last year", "coffee, June–August 2025"),
        (
            "how many months in a row did I spend over $40 on coffee",
            "longest run of months with more than $40.00 of coffee, all time"
        ),
        (
            "how many weekends this year without restaurants",
            "weekends without restaurants or fast food & delivery, 2026 so far"
        ),
        (
            "days in September with two or more coffee orders",
            "coffee, September 2026, by day, where at least 2 transactions"
        ),
        (
            "average of my last 5 grocery trips",
            "average of groceries per transaction, all time, newest first, the first 5"
        ),
        (
            "of my food spending in September what percent was coffee",
            "food & drink in coffee as a share of food & drink, September 2026"
        ),
        ("income in September minus rent, what's left", "income, September 2026, against rent"),
        ("rent plus utilities in August vs July", "rent or bills & utilities, August 2026, against July 2026"),
        ("purchases over $50 at Target in September", "list of Target purchases over $50.00, September 2026"),
    ])
    func reads(_ line: String, _ words: String) {
        let found = reading(line)
        #expect(found.words == words)
        #expect(found.unread.isEmpty)
    }

    @Test(arguments: [
        (["groceries in September", "and gas too"], "groceries or fuel, September 2026"),
        (["groceries in September", "what about Costco"], "Costco, September 2026"),
        (["groceries in September", "the month before"], "groceries, August 2026"),
        (["groceries in September", "by week"], "groceries, September 2026, by week"),
        (["spending in September", "without rent"], "spending except rent, September 2026"),
        (["coffee in August", "September", "difference"], "coffee, September 2026, against August 2026"),
        (["coffee in August", "September", "in percent"], "coffee, September 2026, against August 2026"),
        (["coffee in July", "August", "which was higher", "and the total"], "coffee, July–August 2026"),
        (["Target refunds this year", "what did we pay there in July"], "Target, July 2026"),
        (["Starbucks this year", "how many times"], "number of Starbucks transactions, 2026 so far"),
    ])
    func goesOn(_ lines: [String], _ words: String) {
        var earlier: LineReader.Earlier?
        var last = ""
        for line in lines {
            let best = LineReader(Household().context(), after: earlier).candidates(line).first
            last = best.map { RequestWords(.builtIn).text($0.request) } ?? ""
            if case .ask(let ask)? = best?.request { earlier = earlier?.followed(by: ask) ?? .init(last: ask) }
        }
        #expect(last == words)
    }

    /// What changes by how many percent, and days that are held against those before or after them.
    @Test(arguments: [
        ("percent drop in groceries august to september", "groceries, September 2026, against August 2026"),
        ("what % did coffee rise from July to September", "coffee, September 2026, against July 2026"),
        (
            "percent change in our monthly coffee average, 2025 to 2026",
            "average of coffee per month, 2026 so far, against 2025"
        ),
        (
            "coffee before June vs after, a visit on average",
            "average of coffee per transaction, before June 1, 2026, against since June 1, 2026 (coffee, since June 1, 2026)"
        ),
        (
            "Target before and since March",
            "Target, before March 1, 2026, against since March 1, 2026 (Target, since March 1, 2026)"
        ),
        ("was the phone bill in September higher than usual", "phone, September 2026, against what is usual"),
        ("Netflix in 2025 and 2026, separately", "Netflix, 2025–2026 so far, by year"),
    ])
    func holdsDaysAgainstOthers(_ line: String, _ words: String) { #expect(reading(line).words == words) }

    /// A bound of what few rows reach is looked for in all the data, and in single rows where each is asked about.
    @Test(arguments: [
        ("how many Costco trips went over $100", "number of Costco purchases over $100.00, all time"),
        ("did the phone bill ever go past $90", "list of phone transactions over $90.00, all time"),
        ("last time a grocery run topped $200", "last day with groceries over $200.00, all time"),
        (
            "has there been a month this year where groceries topped $900",
            "groceries, 2026 so far, by month, where more than $900.00"
        ),
    ])
    func looksForBounds(_ line: String, _ words: String) { #expect(reading(line).words == words) }

    /// Names side by side: a list, a sum, and a noun that says nothing more.
    @Test(arguments: [
        ("take out the rent, what did September come to", "spending except rent, September 2026"),
        ("gas Netflix and Hulu together in September", "fuel, Netflix, or “Hulu”, September 2026"),
        ("the vet Target and Costco in September", "veterinary, Target, or Costco, September 2026"),
        ("the Netflix bill + gas in September", "Netflix or fuel, September 2026"),
        ("groceries at Costco in September", "groceries at Costco, September 2026"),
        ("how much was check 1042", "“check 1042”, all time"),
        ("break September down by category", "spending, September 2026, by category"),
        ("how many Sundays did we get coffee in September", "days with coffee on Sundays, September 2026"),
        ("how many days usually between Costco runs", "days from one day with Costco to the next, all time"),
        ("longest we've gone without coffee", "longest run of days without coffee, all time"),
        ("deposits into checking in September", "income on Everyday Checking, September 2026"),
    ])
    func putsNamesTogether(_ line: String, _ words: String) { #expect(reading(line).words == words) }

    /// From one payday to the day before the next.
    @Test(arguments: [
        ("spending between the two October paychecks", "2026-10-09", "2026-10-22"),
        ("what did I spend between my last two paydays", "2026-10-09", "2026-10-22"),
        ("spending between the two paychecks in September", "2026-09-11", "2026-09-24"),
    ])
    func daysBetweenPaydays(_ line: String, _ first: String, _ last: String) throws {
        let context = UnderstandingContext(
            asOf: day("2026-10-31"), taxonomy: .builtIn, names: Household(),
            payDays: ["2026-10-23", "2026-10-09", "2026-09-25", "2026-09-11"].map(day))
        let best = LineReader(context).candidates(line).first
        guard case .ask(let ask)? = best?.request else {
            Issue.record("no question about rows")
            return
        }
        let found = ask.selection.span.days
        #expect(found.map(\.start) == [day(first)] && found.map(\.end) == [day(last)])
    }

    /// One name held against itself by which way its money went.
    @Test func moneyThatWentEitherWay() throws {
        let ask = try Household().ask("zelle out vs zelle in this year")
        guard case .sides(let sides)? = ask.against else {
            Issue.record("held against nothing")
            return
        }
        #expect(ask.selection.flow == .spending && sides.map(\.selection.flow) == [.income])
        #expect(ask.selection.filter == sides.first?.selection.filter)
    }

    /// A word that the question does not take into account is named, never dropped.
    @Test func namesWhatItLeavesOut() {
        #expect(reading("groceries in September shmorgle").unread == ["shmorgle"])
    }

    /// Orders, greetings, and what is not about rows are no questions about them.
    @Test(arguments: ["hello", "thanks", "should I buy a $400 bike", "what's my balance", "when is rent due"])
    func takesNothingElse(_ line: String) {
        if case .ask? = LineReader(Household().context()).candidates(line).first?.request {
            Issue.record("read as a question about rows: \(line)")
        }
    }

    /// Their last month is to come, so that there is none to ask about.
    @Test(arguments: [
        "groceries as a percentage of everything we spent between September and May",
        "coffee as a share of spending from August through next March",
    ])
    func spansThatEndInTheFutureAreRead(_ line: String) {
        #expect(!LineReader(Household().context()).candidates(line).isEmpty)
    }
}
