import Ledger
import Store
import Testing

@testable import Retrieval

/// Sides, wholes, counts, changes and the flow of months against numbers added up by hand.
@Suite struct SideFigureTests {
    /// Bakery: 5.00 and 7.00 in March with 3.00 given back, 6.00 in April. Cafe: 4.00 twice on one day of March, 9.00 in
    /// April. Book shop: 20.00 in March only. Pay: 100.00 in March, 50.00 in April. Data ends on 30 April.
    private static let rows: [ModelRow] = {
        func row(
            _ id: Int64, _ iso: String, _ amount: Int64, _ merchant: String, _ category: String,
            _ kind: TransactionKind = .expense
        ) -> ModelRow {
            ModelRow(
                id, day: CivilDate(iso: iso)?.dayNumber ?? 0, amount: amount, merchant: merchant, category: category,
                kind: kind)
        }
        return [
            row(1, "2026-03-02", -500, "Bakery", "groceries"), row(2, "2026-03-10", -700, "Bakery", "groceries"),
            row(3, "2026-03-11", 300, "Bakery", "groceries", .refund),
            row(4, "2026-03-07", -400, "Corner Cafe", "coffee"), row(5, "2026-03-07", -400, "Corner Cafe", "coffee"),
            row(6, "2026-03-20", -2000, "Book Shop", "books"), row(7, "2026-04-01", -600, "Bakery", "groceries"),
            row(8, "2026-04-30", -900, "Corner Cafe", "coffee"),
            row(9, "2026-03-15", 10_000, "Employer", "salary", .income),
            row(10, "2026-04-15", 5000, "Employer", "salary", .income),
        ]
    }()

    private let retriever: Retriever
    private let march: Period
    private let april: Period

    init() throws {
        let index = try HouseholdIndex(path: ":memory:")
        try index.fill(Self.rows)
        retriever = Retriever(index)
        march = try #require(Period.month(year: 2026, month: 3))
        april = try #require(Period.month(year: 2026, month: 4))
    }

    private func text(_ value: FigureValue) -> String {
        switch value {
        case .money(let money): String(money.minorUnits)
        case .count(let count), .days(let count): String(count)
        case .percent(let value), .ratio(let value): String(value)
        case .date(let date): date.iso
        }
    }

    private func figures(_ evidence: Evidence) -> [String] {
        evidence.figures.map { "\($0.name) \(text($0.value))" }
    }

    private func groups(_ evidence: Evidence) -> [String] {
        evidence.groups.map { group in
            ([group.key, text(group.value)] + group.details.map { "\($0.name):\(text($0.value))" })
                .joined(separator: " ")
        }
    }

    private func sides(_ query: Query) throws -> Evidence {
        var query = query
        query.sides = [
            Query.Side(name: "bread", merchants: ["Bakery"]), Query.Side(name: "my cafe", merchants: ["Corner Cafe"]),
        ]
        query.merchants = ["Bakery", "Corner Cafe"]
        query.grouping = .merchant
        query.order = .largest
        return try retriever.figures(query)
    }

    @Test func eachSideHasItsOwnFigureAndThereIsNoSum() throws {
        let evidence = try sides(Query(period: march))
        #expect(figures(evidence) == ["total 900", "total 800", "difference 100"])
        #expect(groups(evidence) == ["Bakery 900", "Corner Cafe 800"])
        #expect(evidence.matched == 5)
        #expect(evidence.figures[0].label == "Bakery, March 2026")
    }

    @Test func sidesKeepTheMeasureAndTheComparison() throws {
        #expect(figures(try sides(Query(measure: .count, period: april))).suffix(1) == ["difference 0"])
        #expect(groups(try sides(Query(measure: .average, period: march))) == ["Bakery 600", "Corner Cafe 400"])
        #expect(
            groups(try sides(Query(period: april, comparison: march))) == [
                "Corner Cafe 900 previous:800", "Bakery 600 previous:900",
            ])
    }

    @Test func aSideWithoutRowsStandsThereWithZero() throws {
        var query = Query(period: april)
        query.sides = [
            Query.Side(name: "books", categories: ["books"]), Query.Side(name: "coffee", categories: ["coffee"]),
        ]
        #expect(groups(try retriever.figures(query)) == ["coffee 900", "books 0"])
    }

    @Test func aShareIsOfWhatItSays() throws {
        var query = Query(measure: .share, whole: Query.Whole(direction: .in), period: march, categories: ["books"])
        #expect(figures(try retriever.figures(query)) == ["total 2000", "share 20.0", "overall 10000"])
        query.whole = Query.Whole(categories: ["food"])
        query.categories = ["coffee"]
        #expect(figures(try retriever.figures(query)) == ["total 800", "share 47.1", "overall 1700"])
        query.whole = nil
        #expect(figures(try retriever.figures(query)) == ["total 800", "share 21.6", "overall 3700"])
        query.counted = .transactions
        #expect(figures(try retriever.figures(query)) == ["total 800", "share 33.3", "overall 6"])
    }

    @Test(arguments: [
        (Query.Counted.days, ["count 4", "days 31", "total 3700"]), (.daysWithout, ["count 27", "days 31"]),
        (.merchants, ["count 3", "total 3700"]), (.categories, ["count 3", "total 3700"]),
    ])
    func daysAndMerchantsAreCountedOnce(_ counted: Query.Counted, _ expected: [String]) throws {
        #expect(figures(try retriever.figures(Query(measure: .count, counted: counted, period: march))) == expected)
    }

    @Test func countsHaveAveragesToo() throws {
        let query = Query(
            measure: .average, averageUnit: .month, counted: .transactions,
            period: Period(march.start, april.end), categories: ["coffee"])
        #expect(figures(try retriever.figures(query)) == ["average 1.5", "count 3"])
    }

    /// March and April, one day to eight days beyond the data's end.
    @Test(arguments: [("2026-04-30", 30), ("2026-05-07", 37), ("2026-05-08", 30)])
    func daysWithoutDataAreNoQuietDays(_ end: String, _ days: Int) throws {
        let last = try #require(CivilDate(iso: end))
        let query = Query(period: Period(april.start, last))
        #expect(Retriever.knownDays(query, Period(march.start, april.end)) == days)
    }

    @Test func whatRoseAndFell() throws {
        var query = Query(period: april, comparison: march, grouping: .category, order: .rise)
        #expect(groups(try retriever.figures(query)) == ["coffee 900 previous:800 change:100"])
        query.order = .fall
        #expect(
            groups(try retriever.figures(query)) == [
                "books 0 previous:2000 change:-2000", "groceries 600 previous:900 change:-300",
            ])
        query.order = .largest
        #expect(
            groups(try retriever.figures(query)) == [
                "coffee 900 previous:800 change:100", "groceries 600 previous:900 change:-300",
            ])
    }

    @Test func theFlowOfEveryMonth() throws {
        let query = Query(period: Period(march.start, april.end), direction: .any, grouping: .month)
        #expect(
            groups(try retriever.cashFlow(query)) == [
                "2026-03 6300 income:10000 spending:3700", "2026-04 3500 income:5000 spending:1500",
            ])
    }

    @Test func groupsOfAnAverageAreAverages() throws {
        let query = Query(
            measure: .average, averageUnit: .month, period: Period(march.start, april.end), grouping: .category,
            order: .largest)
        #expect(groups(try retriever.figures(query)) == ["books 1000", "coffee 850", "groceries 750"])
    }
}
