import Ledger
import Testing

@testable import Coaching

/// Which parts of a whole a model is told, and which of them are the highest and the lowest.
@Suite struct PartFactTests {
    /// Coffee in amounts by day, and a balance of other rows so that the data covers the year to October 31.
    private func facts(_ question: String, _ coffee: [(day: String, cents: Int)]) throws -> [Fact] {
        let rows =
            [("2026-01-01", "ACME PAYROLL", "2500.00"), ("2026-10-31", "ACME PAYROLL", "2500.00")]
            + coffee.map {
                ($0.day, "STARBUCKS 123", "-\($0.cents / 100).\($0.cents % 100 < 10 ? "0" : "")\($0.cents % 100)")
            }
        let csv = (["Date,Description,Amount"] + rows.map { "\($0.0),\($0.1),\($0.2)" }).joined(separator: "\n") + "\n"
        var home = try PhrasingHome(csv)
        return try #require(try home.coach.answer(question).evidence).facts
    }

    private func months(_ cents: [Int?]) -> [(day: String, cents: Int)] {
        cents.enumerated().compactMap { place, cents in
            cents.map { ("2026-\(place < 9 ? "0" : "")\(place + 1)-15", $0) }
        }
    }

    private func extremes(_ facts: [Fact]) -> [String] {
        facts.filter { !$0.isAsked && ($0.role == .largestPart || $0.role == .smallestPart) }.map {
            "\($0.key) \($0.period?.name ?? "")"
        }
    }

    @Test func theHighestAndTheLowestAreOfAll() throws {
        let all = try facts(
            "coffee by month in 2026", months([3000, 4000, 1000, 5000, 2000, 2500, 2600, 2700, 2800, 2900]))
        #expect(extremes(all) == ["highest April 2026", "lowest March 2026"])
        // The last twelve of the days are told, and the highest of all.
        let days = (1...31).map { ("2026-10-\($0 < 10 ? "0" : "")\($0)", $0 == 2 ? 9000 : 1000 + $0) }
        let daily = try facts("coffee by day in October 2026", days)
        let parts = daily.filter { $0.role == .part }
        #expect(parts.count == 12 && parts.first?.period?.start.iso == "2026-10-20")
        #expect(parts.last?.period?.start.iso == "2026-10-31")
        #expect(extremes(daily) == ["highest October 2, 2026", "lowest October 1, 2026"])
    }

    /// A month without coffee is lower than each with some.
    @Test func nothingIsLowestBesideAnEmptyMonth() throws {
        let gap = try facts(
            "coffee by month in 2026", months([3000, nil, 1000, 5000, 2000, 2500, 2600, 2700, 2800, 2900]))
        #expect(extremes(gap) == ["highest April 2026"])
    }

    /// Two months that are alike are both the highest, so that none is the one.
    @Test func aTieHasNoExtreme() throws {
        let tie = try facts(
            "coffee by month in 2026", months([3000, 5000, 1000, 5000, 1000, 2500, 2600, 2700, 2800, 2900]))
        #expect(extremes(tie).isEmpty)
    }

    /// Of the months over an amount none is the lowest of all.
    @Test func aConditionLeavesNoExtreme() throws {
        let some = try facts(
            "which months did I spend over $24 on coffee in 2026?",
            months([3000, 4000, 1000, 5000, 2000, 2500, 2600, 2700, 2800, 2900]))
        #expect(extremes(some).isEmpty)
        #expect(some.contains { $0.role == .part })
    }

    /// Each row of a list is one fact.
    @Test func aRowIsListedOnce() throws {
        let rows = try facts("show my coffee purchases in 2026", months([3000, 4000, 1000])).filter { $0.role == .row }
        #expect(rows.count == 3 && Set(rows.map(\.value)).count == 3)
    }

    /// What is pending is all of it where each of the rows is.
    @Test func allPendingIsEachRow() throws {
        for (other, isAll) in [("-20.00,Pending", true), ("30.00,Posted", false)] {
            var home = try PhrasingHome(
                """
                Date,Description,Amount,Status
                2026-10-03,STARBUCKS 123,-20.00,Pending
                2026-10-04,STARBUCKS 123,\(other)
                2026-10-30,STARBUCKS 123,-30.00,\(isAll ? "Pending" : "Posted")

                """)
            let facts = try #require(
                try home.coach.answer("how much did I spend at Starbucks in October 2026?").evidence
            ).facts
            let pending = try #require(facts.first { $0.role == .pending })
            #expect((pending.percent == 100) == isAll)
        }
    }

    /// How many things stand out is asked for with them, and is no yes to whether all looks normal.
    @Test func whatStandsOutIsCountedFirst() throws {
        let days = (1...9).map { ("2026-0\($0)-15", 500) } + [("2026-10-05", 500), ("2026-10-20", 45000)]
        let facts = try facts("does everything look normal in October 2026?", days)
        guard let first = facts.first else { return }
        #expect(first.key == "count" && first.isAsked)
        #expect(!facts.contains { $0.role == .answer })
    }
}
