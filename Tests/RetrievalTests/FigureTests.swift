import Ledger
import Store
import Testing

@testable import Retrieval

/// Figures against numbers added up by hand.
@Suite struct FigureTests {
    /// In March 2026: the bakery 5.00, 7.00 and 3.00 given back, the butcher 20.00 pending, the cafe 4.00 on a Saturday;
    /// in April the bakery 6.00; pay of 1,000.00 in March; 8.00 in euros.
    private static let rows: [ModelRow] = {
        func day(_ iso: String) -> Int32 { CivilDate(iso: iso)?.dayNumber ?? 0 }
        return [
            ModelRow(1, day: day("2026-03-02"), amount: -500, merchant: "Bakery", category: "groceries"),
            ModelRow(2, day: day("2026-03-10"), amount: -700, merchant: "Bakery", category: "groceries"),
            ModelRow(3, day: day("2026-03-11"), amount: 300, merchant: "Bakery", category: "groceries", kind: .refund),
            ModelRow(4, day: day("2026-03-31"), amount: -2000, merchant: "Butcher", category: "groceries")
                .with { $0.isPending = true },
            ModelRow(5, day: day("2026-03-07"), amount: -400, merchant: "Corner Cafe", category: "coffee"),
            ModelRow(6, day: day("2026-04-01"), amount: -600, merchant: "Bakery", category: "groceries"),
            ModelRow(
                7, day: day("2026-03-15"), amount: 100_000, merchant: "Employer", category: "salary", kind: .income),
            ModelRow(
                8, day: day("2026-03-16"), amount: -50_000, merchant: "Own Savings", category: "transfers",
                kind: .transfer),
            ModelRow(9, day: day("2026-03-20"), amount: -800, merchant: "Boulangerie", category: "groceries")
                .with { $0.account = "Euro Card" },
            ModelRow(10, day: day("2026-03-21"), amount: -9900, merchant: "Book Shop", category: "books")
                .with { $0.isExcluded = true },
            ModelRow(11, day: day("2026-03-22"), amount: -3000, merchant: "Corner Cafe", category: "coffee")
                .with { $0.isSplit = true },
            ModelRow(12, day: day("2026-03-22"), amount: -1000, merchant: "Corner Cafe", category: "coffee")
                .with { $0.parent = 11 },
            ModelRow(13, day: day("2026-03-22"), amount: -2000, merchant: "Corner Cafe", category: "books")
                .with { $0.parent = 11 },
        ]
    }()

    private let retriever: Retriever
    private let march: Period

    init() throws {
        let index = try HouseholdIndex(path: ":memory:")
        try index.fill(Self.rows)
        retriever = Retriever(index)
        march = try #require(Period.month(year: 2026, month: 3))
    }

    private func texts(_ query: Query) throws -> [String] {
        try retriever.figures(query).figures.map { figure in
            let value =
                switch figure.value {
                case .money(let money): "\(money.text)"
                case .count(let count): "\(count)"
                case .percent(let percent): "\(percent) %"
                case .ratio(let ratio): "\(ratio)"
                case .days(let days): "\(days) days"
                case .date(let date): date.iso
                }
            return "\(figure.name) \(value) of \(figure.rows ?? -1)"
        }
    }

    @Test func totals() throws {
        // 5 + 7 − 3 + 20 + 4 + 10 + 20 = 63.00, in seven rows.
        #expect(try texts(Query(period: march)) == ["total $63.00 of 7", "total €8.00 of 1"])
        #expect(try texts(Query(period: march, categories: ["food"])) == ["total $43.00 of 6", "total €8.00 of 1"])
        #expect(try texts(Query(categories: ["groceries"], accounts: ["checking"])) == ["total $35.00 of 5"])
        #expect(try texts(Query(period: march, merchants: ["Bakery", "Butcher"])) == ["total $29.00 of 4"])
        #expect(try texts(Query(period: march, excludedCategories: ["food"])) == ["total $20.00 of 1"])
        #expect(
            try texts(Query(period: march, accounts: ["Checking"], excludedMerchants: ["Corner Cafe"])) == [
                "total $29.00 of 4"
            ])
        #expect(try texts(Query(period: march, direction: .in)) == ["total $1,000.00 of 1"])
        #expect(try texts(Query(kinds: [.refund])) == ["total $3.00 of 1"])
        #expect(try texts(Query(period: march, kinds: [.transfer])) == ["total $500.00 of 1"])
        #expect(try texts(Query(period: march, text: "cafe")) == ["total $34.00 of 3"])
        #expect(try texts(Query(period: march, weekdays: [6, 7])) == ["total $34.00 of 3"])
        #expect(try texts(Query(period: march, status: .pending)) == ["total $20.00 of 1"])
        #expect(try texts(Query(categories: ["travel"])) == [])
        #expect(try texts(Query(merchants: ["Nobody"])) == [])
        #expect(try texts(Query(text: "!?")) == [])
    }

    @Test func bothWays() throws {
        #expect(
            try texts(Query(period: march, direction: .any))
                == ["spending $63.00 of 7", "spending €8.00 of 1", "income $1,000.00 of 1"])
        let flow = try retriever.cashFlow(Query(period: march, accounts: ["Checking"]))
        #expect(flow.figures(named: "net").map(\.value) == [.money(Money(93_700, .usd))])
        #expect(flow.figures(named: "savings_rate").map(\.value) == [.ratio(0.937)])
    }

    @Test func pendingIsTold() throws {
        let evidence = try retriever.figures(Query(period: march))
        #expect(evidence.pending == [Money(2000, .usd)])
        #expect(evidence.matched == 8)
        #expect(evidence.coverage == Period(march.start.adding(days: 1), march.end.adding(days: 1)))
    }

    @Test func limitsOfTheAmount() throws {
        var query = Query(period: march, accounts: ["Checking"], minimum: 700)
        #expect(try texts(query) == ["total $57.00 of 4"])
        query.isMinimumExclusive = true
        #expect(try texts(query) == ["total $50.00 of 3"])
        query = Query(period: march, accounts: ["Checking"], maximum: 500)
        #expect(try texts(query) == ["total $6.00 of 3"])
        query.isMaximumExclusive = true
        #expect(try texts(query) == ["total $1.00 of 2"])
        query = Query(period: march, accounts: ["Checking"], minimum: 700, maximum: 700)
        #expect(try texts(query) == ["total $7.00 of 1"])
    }

    @Test func averages() throws {
        func average(_ unit: Query.AverageUnit, _ period: Period?) throws -> String {
            try texts(
                Query(
                    measure: .average, averageUnit: unit, period: period, categories: ["groceries"],
                    accounts: ["Checking"])
            ).first ?? ""
        }
        // Purchases only: (5 + 7 + 20) / 3.
        #expect(try average(.transaction, march) == "average $10.67 of 3")
        let whole = Period(march.start, march.start.adding(months: 1).endOfMonth)
        // 35.00 in the 61 days of March and April: data that begins on the 2nd has the month whole.
        #expect(try average(.day, whole) == "average $0.57 of 5")
        #expect(try average(.week, whole) == "average $4.02 of 5")
        #expect(try average(.year, nil) == "average $412.38 of 5")
    }

    @Test func averagesOfWholeMonthsCountThemWhole() throws {
        let span = Period(march.start, march.start.adding(months: 1).endOfMonth)
        #expect(Retriever.perUnit(3500, .month, over: [span]) == 1750)
        #expect(Retriever.perUnit(3500, .year, over: [span]) == 21_000)
        // 35.00 in 61 days are 17.46 in 365.25 / 12 days.
        #expect(
            Retriever.perUnit(3500, .month, over: [Period(span.start.adding(days: 4), span.end.adding(days: 4))])
                == 1746)
        #expect(Retriever.perUnit(-3500, .day, over: [march]) == -113)
    }

    @Test func medians() throws {
        let odd = Query(measure: .median, period: march, categories: ["groceries"], accounts: ["Checking"])
        #expect(try texts(odd) == ["median $7.00 of 3", "total $29.00 of 4"])
        var even = odd
        even.period = nil
        // 5, 6, 7 and 20.
        #expect(try texts(even) == ["median $6.50 of 4", "total $35.00 of 5"])
        even.merchants = ["Butcher"]
        #expect(try texts(even) == ["median $20.00 of 1", "total $20.00 of 1"])
    }

    @Test func extremes() throws {
        let largest = try retriever.figures(Query(measure: .largest, period: march, accounts: ["Checking"], limit: 3))
        #expect(largest.figures.map(\.value) == [.money(Money(2000, .usd))])
        #expect(largest.transactions.map(\.id) == [4, 13, 12])
        let smallest = try retriever.figures(Query(measure: .smallest, period: march, accounts: ["Checking"], limit: 2))
        #expect(smallest.figures.map(\.value) == [.money(Money(400, .usd))])
        #expect(smallest.transactions.map(\.id) == [5, 1])
        // A limit on the amount holds for these as well.
        let below = try retriever.figures(
            Query(measure: .largest, period: march, accounts: ["Checking"], maximum: 1999, limit: 1))
        #expect(below.transactions.map(\.id) == [12])
    }

    @Test func shares() throws {
        let query = Query(measure: .share, period: march, categories: ["coffee"], accounts: ["Checking"])
        // 14 of 63.
        #expect(try texts(query) == ["total $14.00 of 2", "share 22.2 % of 2", "overall $63.00 of 7"])
        let none = Query(measure: .share, period: march, categories: ["fuel"], accounts: ["Checking"])
        #expect(try texts(none) == ["share 0.0 % of 0", "overall $63.00 of 7"])
    }

    /// A change is of the rows of both periods and so of no number of them, here −1.
    @Test func comparisons() throws {
        let april = Period.month(of: march.end.adding(days: 1))
        let query = Query(period: april, comparison: march, merchants: ["Bakery"])
        #expect(
            try texts(query) == [
                "total $6.00 of 1", "previous_total $9.00 of 3", "change -$3.00 of -1", "change_percent -33.3 % of -1",
            ])
        let back = Query(period: march, comparison: april, merchants: ["Butcher"])
        #expect(try texts(back) == ["total $20.00 of 1", "previous_total $0.00 of 0", "change $20.00 of -1"])
        let away = Query(period: april, comparison: march, merchants: ["Butcher"])
        #expect(
            try texts(away) == [
                "total $0.00 of 0", "previous_total $20.00 of 1", "change -$20.00 of -1",
                "change_percent -100.0 % of -1",
            ])
    }

    @Test(
        arguments: [
            (.category, ["groceries 2900", "books 2000", "coffee 1400"]),
            (.merchant, ["Corner Cafe 3400", "Butcher 2000", "Bakery 900"]), (.account, ["Checking 6300"]),
            (
                .day,
                [
                    "2026-03-02 500", "2026-03-07 400", "2026-03-10 700", "2026-03-11 -300", "2026-03-22 3000",
                    "2026-03-31 2000",
                ]
            ),
            (.week, ["2026-03-02 900", "2026-03-09 400", "2026-03-16 3000", "2026-03-30 2000"]),
            (.month, ["2026-03 6300"]),
            (.weekday, ["Monday 500", "Tuesday 2700", "Wednesday -300", "Saturday 400", "Sunday 3000"]),
            (.year, ["2026 6300"]),
        ] as [(Query.Grouping, [String])]) func groups(grouping: Query.Grouping, expected: [String]) throws
    {
        let evidence = try retriever.figures(Query(period: march, accounts: ["Checking"], grouping: grouping))
        #expect(
            evidence.groups.map { group in
                guard case .money(let money) = group.value else { return "" }
                return "\(group.key) \(money.minorUnits)"
            } == expected)
        #expect(evidence.groups.reduce(0) { $0 + $1.count } == 7)
    }

    @Test func sharesOfGroups() throws {
        let groups = try retriever.figures(Query(period: march, accounts: ["Checking"], grouping: .category)).groups
        #expect(groups.map { (($0.share ?? 0) * 10_000).rounded() } == [4603, 3175, 2222])
    }

    /// Purchases alone make the average of a group, as they make the one above it.
    @Test func averagesOfGroups() throws {
        let query = Query(measure: .average, period: march, accounts: ["Checking"], grouping: .merchant)
        let groups = try retriever.figures(query).groups
        #expect(
            groups.map { "\($0.key) \($0.value)" }.sorted() == [
                "Bakery money(Ledger.Money(minorUnits: 600, currency: Ledger.Currency(code: \"USD\")))",
                "Butcher money(Ledger.Money(minorUnits: 2000, currency: Ledger.Currency(code: \"USD\")))",
                "Corner Cafe money(Ledger.Money(minorUnits: 1133, currency: Ledger.Currency(code: \"USD\")))",
            ])
    }

    @Test func lists() throws {
        let newest = try retriever.list(Query(period: march, merchants: ["Bakery"], limit: 2))
        #expect(newest.transactions.map(\.id) == [3, 2])
        #expect(newest.matched == 3)
        #expect(
            try retriever.list(Query(merchants: ["Bakery"], order: .oldest)).transactions.map(\.id) == [1, 2, 3, 6])
        #expect(
            try retriever.list(Query(merchants: ["Bakery"], order: .largest)).transactions.map(\.id) == [2, 6, 1, 3])
        #expect(
            try retriever.list(Query(merchants: ["Bakery"], order: .smallest)).transactions.map(\.id) == [3, 1, 6, 2])
        // A split row is shown as its parts, an excluded one not at all.
        #expect(
            try retriever.list(Query(merchants: ["Corner Cafe"], order: .oldest)).transactions.map(\.id) == [5, 12, 13])
        #expect(try retriever.list(Query(categories: ["books"])).transactions.map(\.id) == [13])
    }

    @Test func hasRows() throws {
        #expect(try retriever.hasRows(in: march))
        #expect(try !retriever.hasRows(in: Period(march.start, march.start)))
    }

    /// From Saturday 7 to Sunday 22 March 2026 there are 16 days, 6 of them on weekends.
    @Test func averagesPerDayCountTheDaysAskedFor() throws {
        let weeks = Period(
            try #require(CivilDate(iso: "2026-03-07")), try #require(CivilDate(iso: "2026-03-22")))
        #expect(Retriever.perUnit(3400, .day, over: [weeks], on: [6, 7]) == 567)
        #expect(Retriever.perUnit(3400, .day, over: [weeks]) == 213)
    }
}
