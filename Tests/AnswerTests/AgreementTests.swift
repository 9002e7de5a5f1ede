import Advice
import Coaching
import Ledger
import Retrieval
import Service
import Store
import Testing

/// One definition of spending: whoever asks, of whatever view, hears the same sum.
struct AgreementTests {
    /// What one way of asking says: minor units and rows.
    private struct Sum: Equatable {
        var spent: Int64 = 0
        var rows = 0
    }

    @Test(arguments: Household.names)
    func everyWayOfAskingAgrees(_ name: String) throws {
        let household = try Household(name)
        let index = household.index
        var coach = try Coach(index, asOf: household.asOf)
        let desk = ToolDesk(index) { household.asOf }
        let service = try service(of: household)
        let lines = try household.monthSums()
        for line in lines {
            let month = line.month
            let expected = Sum(spent: line.spent.minorUnits, rows: line.rows)
            let words = "\(name), \(line.category), \(month.label), \(line.spent.currency.code)"
            #expect(try view(index, line) == expected, "the view: \(words)")
            #expect(try monthTotals(index, line) == expected, "the month's totals: \(words)")
            #expect(try exported(index, line) == expected, "the export: \(words)")
            // A question about a category is about its parts as well.
            let whole = lines.filter {
                $0.month == month && $0.spent.currency == line.spent.currency
                    && [$0.category, index.taxonomy[$0.category]?.parent].contains(line.category)
            }.reduce(into: Sum()) {
                $0.spent += $1.spent.minorUnits
                $0.rows += $1.rows
            }
            let query = Query(period: month, categories: [line.category])
            #expect(sum(try Retriever(index).figures(query), line) == whole, "the figure: \(words)")
            #expect(sum(try Retriever(index).list(query), line) == whole, "the list: \(words)")
            // Plain “restaurants” are the quick ones as well.
            let name =
                line.category == "restaurants" ? "sit-down restaurants" : index.taxonomy.displayName(line.category)
            let asked = "how much did I spend on \(name) in \(month.label)?"
            coach.startAfresh()
            let answer = try coach.answer(asked)
            #expect(answer.evidence.map { sum($0, line) } == whole, "\(asked): \(answer.reply)")
            #expect(served(desk, line) == whole, "the tool: \(words)")
            #expect(try fetched(service, line) == whole, "over HTTP: \(words)")
            #expect(try fetched(service, line, question: asked) == whole, "over HTTP: \(asked)")
            guard month.end <= household.asOf else { continue }
            #expect(try limited(index, line, household.asOf) == whole, "the limit: \(words)")
            #expect(try assessed(index, line, household.asOf) == whole.spent, "the assessment: \(words)")
        }
    }

    /// There are no sums that the generator knows nothing of.
    @Test(arguments: Household.names)
    func nothingElseIsSpent(_ name: String) throws {
        let household = try Household(name)
        let lines = try household.monthSums()
        let rows = lines.reduce(0) { $0 + $1.rows }
        let spent = lines.reduce(Int64(0)) { $0 + $1.spent.minorUnits }
        let found = try household.index.database.first("SELECT sum(spent), count(*) FROM spending") {
            ($0.int(0), $0.int(1))
        }
        #expect(found?.0 == spent)
        #expect(found?.1 == Int64(rows))
        let totals = try household.index.database.first(
            "SELECT -sum(amount), sum(rows) FROM month_total WHERE kind IN (0, 1)"
        ) { ($0.int(0), $0.int(1)) }
        #expect(totals?.0 == spent)
        #expect(totals?.1 == Int64(rows))
    }

    private func limited(_ index: HouseholdIndex, _ line: Household.MonthSum, _ asOf: CivilDate) throws -> Sum? {
        let rule = SpendingRule(category: line.category, monthlyLimit: Money(10_000, line.spent.currency))
        return try RuleBook(index).progress(of: rule, inMonthOf: line.month.start, asOf: asOf).map {
            Sum(spent: $0.spent.minorUnits, rows: $0.rows)
        }
    }

    private func assessed(_ index: HouseholdIndex, _ line: Household.MonthSum, _ asOf: CivilDate) throws -> Int64 {
        let purchase = Purchase(
            amount: Money(100, line.spent.currency), category: line.category, day: line.month.end)
        return try RuleAssessor(index).assess(purchase, asOf: asOf).spentMonthToDate
    }

    /// What a client of the Model Context Protocol gets.
    private func served(_ desk: ToolDesk, _ line: Household.MonthSum) -> Sum? {
        let arguments: [(String, JSON)] = [
            ("category", .string(line.category)), ("from", .string(line.month.start.iso)),
            ("to", .string(line.month.end.iso)),
        ]
        guard let result = desk.call("get_spending", .object(arguments)), !result.isError else { return nil }
        let totals = (result.content["figures"]?.array ?? []).filter {
            $0["name"]?.string == "total" && $0["currency"]?.string == line.spent.currency.code
        }
        return Sum(spent: totals.first?["value"]?.int64 ?? 0, rows: totals.first?["rows"]?.int ?? 0)
    }

    /// A copy of a household behind HTTP.
    private func service(of household: Household) throws -> WebService {
        let snapshot = try #require(household.index.database.snapshot())
        let day = household.asOf
        var settings = WebService.Settings(tokens: { TokenBook() }, today: { day }, now: { 0 })
        settings.isOpen = true
        return WebService(settings, Households { _, _ in (try HouseholdIndex(snapshot: snapshot), PurchaseSettings()) })
    }

    /// What a program gets over HTTP: for names and days, or for a question in words.
    private func fetched(_ service: WebService, _ line: Household.MonthSum, question: String? = nil) throws -> Sum? {
        let body: JSON =
            question.map { .object([("question", .string($0))]) }
            ?? .object([
                ("category", .string(line.category)), ("month", .string(String(line.month.start.iso.prefix(7)))),
            ])
        let path = question == nil ? "/api/rag/aggregate" : "/api/ask"
        let request = try #require(
            HTTPRequest("POST", path, headers: [("Host", "localhost")], body: Array(body.text.utf8), peer: "127.0.0.1"))
        let response = service.respond(to: request)
        guard response.status == 200 else { return nil }
        let totals = (try JSON.parse(response.body)["figures"]?.array ?? []).filter {
            $0["name"]?.string == "total" && $0["currency"]?.string == line.spent.currency.code
        }
        return Sum(spent: totals.first?["value"]?.int64 ?? 0, rows: totals.first?["rows"]?.int ?? 0)
    }

    private func view(_ index: HouseholdIndex, _ line: Household.MonthSum) throws -> Sum? {
        try index.database.first(
            """
            SELECT coalesce(sum(s.spent), 0), count(*) FROM spending s JOIN account a ON a.id = s.account_id
            JOIN category c ON c.id = s.category_id WHERE c.slug = ? AND a.currency = ? AND s.day BETWEEN ? AND ?
            """,
            [
                .text(line.category), .text(line.spent.currency.code), .int(Int64(line.month.start.dayNumber)),
                .int(Int64(line.month.end.dayNumber)),
            ]
        ) { Sum(spent: $0.int(0), rows: Int($0.int(1))) }
    }

    private func monthTotals(_ index: HouseholdIndex, _ line: Household.MonthSum) throws -> Sum? {
        try index.database.first(
            """
            SELECT coalesce(-sum(t.amount), 0), coalesce(sum(t.rows), 0) FROM month_total t
            JOIN account a ON a.id = t.account_id JOIN category c ON c.id = t.category_id
            WHERE c.slug = ? AND a.currency = ? AND t.month = ? AND t.kind IN (0, 1)
            """, [.text(line.category), .text(line.spent.currency.code), .int(Int64(line.month.start.monthNumber))]
        ) { Sum(spent: $0.int(0), rows: Int($0.int(1))) }
    }

    /// The sum over the rows that `coach export` writes, by what each row says of itself.
    private func exported(_ index: HouseholdIndex, _ line: Household.MonthSum) throws -> Sum {
        var sum = Sum()
        try index.forEachTransaction(in: line.month) { row in
            guard row.category == line.category, row.amount.currency == line.spent.currency, !row.isExcluded,
                row.kind == .expense || row.kind == .refund
            else { return }
            sum.spent -= row.amount.minorUnits
            sum.rows += 1
        }
        return sum
    }

    private func sum(_ evidence: Evidence, _ line: Household.MonthSum) -> Sum {
        var sum = Sum()
        for figure in evidence.figures(named: "total") {
            if case .money(let money) = figure.value, money.currency == line.spent.currency {
                sum = Sum(spent: money.minorUnits, rows: figure.rows ?? 0)
            }
        }
        return sum
    }
}
