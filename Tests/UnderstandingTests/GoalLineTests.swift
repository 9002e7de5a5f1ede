import Ledger
import Testing
import Understanding

/// What lines say of saving goals; today is Saturday, 31 October 2026.
@Suite struct GoalLineTests {
    private static func words(_ line: GoalLine?) -> String {
        guard let line else { return "none" }
        return ["\(line.action)", line.name, line.amount?.text, line.by?.iso].compactMap(\.self).joined(separator: " ")
    }

    @Test(arguments: [
        ("i want to save 3000 for vacation by june", "set Vacation $3,000.00 2027-06-30"),
        ("set a goal of $2,500 for a kayak by march", "set Kayak $2,500.00 2027-03-31"),
        ("set a savings goal of $900 for a sofa by december 15", "set Sofa $900.00 2026-12-15"),
        ("goal: 5000 emergency fund by march 2028", "set Emergency fund $5,000.00 2028-03-31"),
        ("I'm saving for a van, 8000 by next summer", "set Van $8,000.00 2027-08-31"),
        ("help me save 500 by christmas", "set $500.00 2026-12-25"),
        ("my goal is to save 10k for a house by 2029", "set House $10,000.00 2029-12-31"),
        ("save 600 in 6 months", "set $600.00 2027-04-30"),
        ("put aside $40 for a gift before december", "set Gift $40.00 2026-11-30"),
        ("I need to save 700", "set $700.00"), ("save for a bike", "set Bike"),
        ("how are my goals", "progress"), ("goal status", "progress"), ("what are my goals?", "progress"),
        ("how is my van goal", "progress Van"), ("am I on track for the van", "progress Van"),
        ("how much do I need to save a month for the van", "progress Van"),
        ("forget the goal", "remove"), ("delete the van goal", "remove Van"),
        ("change the van goal to 9000", "change Van $9,000.00"),
        ("move the van goal to by august", "change Van 2027-08-31"),
        ("how do I save 500 by june", "none"), ("how much did I save last month", "none"),
        ("I want to save 200 a month", "none"), ("I want to save 20% of my pay", "none"),
        ("save more on groceries", "none"), ("where can I save money", "none"), ("set a spending goal of 300", "none"),
    ])
    func read(_ line: String, _ meaning: String) {
        #expect(Self.words(GoalLine(line, context: Household().context(), goals: ["Van", "Roof"])) == meaning)
    }

    @Test(arguments: [
        ("make it 3500", "change $3,500.00"), ("by august instead", "change 2027-08-31"), ("delete it", "remove"),
        ("am I on track", "progress"), ("how much did I spend", "none"), ("make it 300 a month", "none"),
    ])
    func theGoalSpokenOf(_ line: String, _ meaning: String) {
        #expect(Self.words(GoalLine(line, context: Household().context(), isTopic: true)) == meaning)
    }

    @Test func whatIsMissingIsAddedByTheNextLine() throws {
        let context = Household().context()
        let open = try #require(GoalLine("save for a bike", context: context))
        #expect(
            Self.words(GoalLine(completing: open, with: "400 by may", context: context))
                == "set Bike $400.00 2027-05-31")
        let priced = try #require(GoalLine("save 400 for a bike", context: context))
        #expect(
            Self.words(GoalLine(completing: priced, with: "next march", context: context))
                == "set Bike $400.00 2027-03-31")
        #expect(GoalLine(completing: priced, with: "how much did I spend in march", context: context) == nil)
    }
}
