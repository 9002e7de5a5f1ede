import CSQLite
import Coaching
import Importing
import Ledger
import Testing

@testable import Store

/// What SQLite does for an answer does not grow with the rows of other times and of other subjects.
///
/// A step of SQLite's machine is a row looked at, give or take. A clock would say the same of large files only.
@Suite struct WorkGrowthTests {
    private static let olden = "OLDEN STORE"
    private static let today = CivilDate(year: 2026, month: 10, day: 31)!

    /// Two years of a household, and rows of the eight years before: at shops of their own, or at one where it still buys.
    private static func household(earlier: Int, at shop: String) throws -> [UInt8] {
        var lines = ["Date,Description,Amount"]
        for number in 0..<earlier {
            let day = CivilDate(year: 2016, month: 1, day: 1)!.adding(days: number * 3_000 / max(1, earlier))
            lines.append(
                "\(day.iso),\(shop == olden ? "\(shop) \(number % 300)" : shop),-\(number % 80 + 1).\(number % 90 + 10)"
            )
        }
        for month in 0..<24 {
            let start = CivilDate(year: 2024, month: 11, day: 1)!.adding(months: month)
            func row(_ day: Int, _ text: String, _ amount: String) {
                lines.append("\(start.adding(days: day - 1).iso),\(text),\(amount)")
            }
            row(1, "ACME CORP PAYROLL", "2400.00")
            row(2, "NORTHWIND APARTMENTS RENT", "-1200.00")
            row(7, "NETFLIX.COM", "-15.49")
            for week in 0..<4 {
                row(3 + week * 6, "BLUE DOOR GROCERY", "-\(80 + month % 7 + week).40")
                row(4 + week * 6, "CORNER CAFE COFFEE", "-\(5 + week).50")
                row(5 + week * 6, "TARGET", "-\(20 + month % 5).10")
            }
        }
        let index = try HouseholdIndex(path: ":memory:")
        let file = StatementBytes(Array((lines.joined(separator: "\n") + "\n").utf8), path: "checking.csv")
        _ = try Ingest(index, today: today).importBytes(file, IngestRequest())
        let account = try #require(try index.accounts.first)
        try index.keep(KnownBalance(accountID: account.id, day: today, amount: 500_000, source: .owner), rows: 0)
        return try #require(index.database.snapshot())
    }

    /// Each statement of an index with the steps that it took since this was asked last.
    private static func steps(_ index: HouseholdIndex) -> [String: Int] {
        var steps: [String: Int] = [:]
        var statement = sqlite3_next_stmt(index.database.handle, nil)
        while let one = statement {
            let text = sqlite3_sql(one).map { String(cString: $0) } ?? ""
            let count = Int(sqlite3_stmt_status(one, SQLITE_STMTSTATUS_VM_STEP, 1))
            // `dayOfRow` passes over so many rows at most as it is asked to, whatever there is.
            if count > 0, !text.hasSuffix("ORDER BY day DESC LIMIT 1 OFFSET ?") { steps[text, default: 0] += count }
            statement = sqlite3_next_stmt(index.database.handle, one)
        }
        return steps
    }

    /// The statements of an answer, as a process that gives only this answer runs them.
    private static func work(_ line: String, over snapshot: [UInt8]) throws -> [String: Int] {
        let index = try HouseholdIndex(snapshot: snapshot)
        _ = steps(index)
        var coach = try Coach(index, asOf: today)
        _ = try coach.answer(line)
        return steps(index)
    }

    /// A line of each kind of request.
    private static let lines = [
        "how much did I spend on groceries last month", "how much did I spend at Blue Door last month",
        "how much have I spent at Blue Door altogether", "groceries by month this year",
        "spending by category last month", "top 5 merchants last month", "biggest expense last month",
        "show my last 5 purchases", "list my coffee purchases in September 2026", "find cafe",
        "how many times did I buy coffee in September 2026", "average per month on groceries",
        "groceries in September 2026 compared to August", "how much did I earn last month",
        "how much did I save last month", "what's my balance", "what's my net worth", "what subscriptions do I have",
        "which bills are due this week", "anything unusual last month", "how much can I safely spend",
        "will I have 500 dollars on November 20", "summarize September 2026", "should I buy a jacket for $60",
        "where can I cut back", "how am I doing on my budget", "set a grocery budget of $400",
    ]

    /// Rows that are there anew do not matter; a few steps more for each level of a tree do.
    private static let growth = 1.25
    private static let slack = 2_000.0

    /// Questions whose rows are of all times.
    private static let isOfAllTime: Set = ["how much have I spent at Blue Door altogether"]

    @Test(arguments: ["OLDEN STORE", "BLUE DOOR GROCERY"]) func answersCostWhatTheirOwnRowsCost(shop: String) throws {
        let small = try Self.household(earlier: 3_000, at: shop)
        let large = try Self.household(earlier: 12_000, at: shop)
        for line in Self.lines where shop == Self.olden || !Self.isOfAllTime.contains(line) {
            let (few, many) = (try Self.work(line, over: small), try Self.work(line, over: large))
            let (before, after) = (few.values.reduce(0, +), many.values.reduce(0, +))
            let grown = many.map { ($0.value - (few[$0.key] ?? 0), $0.key) }.sorted { $0.0 > $1.0 }.prefix(3)
            #expect(
                Double(after) <= Double(before) * Self.growth + Self.slack,
                "\(line): \(before) steps, and \(after) with more rows: \(grown)")
        }
    }

    /// Indexes that hold few rows of any household: parts, rows that are left out, and what else is rare.
    private func isOfFew(_ step: String, _ index: HouseholdIndex) throws -> Bool {
        try index.database.rows("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql LIKE '% WHERE %'") {
            $0.text(0)
        }.contains { step.hasSuffix(" " + $0) }
    }

    @Test func noAnswerLooksAtEveryRow() throws {
        let snapshot = try Self.household(earlier: 600, at: Self.olden)
        let index = try HouseholdIndex(snapshot: snapshot)
        for line in Self.lines {
            for statement in try Self.work(line, over: snapshot).keys where !statement.hasPrefix("EXPLAIN") {
                // No row has one of no categories, which SQLite sees before it looks.
                guard statement.hasPrefix("SELECT") || statement.hasPrefix("WITH"), !statement.contains(" IN ()") else {
                    continue
                }
                // Tables of one connection alone are not there.
                let plan = (try? index.database.rows("EXPLAIN QUERY PLAN " + statement) { $0.text(3) }) ?? []
                for step in plan where step.hasPrefix("SCAN ") {
                    let table = step.dropFirst(5).prefix { $0 != " " }
                    guard ["t", "txn", "spending", "p", "w", "o"].contains(table), try !isOfFew(step, index) else {
                        continue
                    }
                    Issue.record("\(line): \(step): \(statement)")
                }
            }
        }
    }
}
