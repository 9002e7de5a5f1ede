import Coaching
import Importing
import Ledger
import Store
import Testing

/// Limits that give to one another, several of one amount, parts of income, and names of no category.
@Suite struct LimitWishTests {
    private func coach() throws -> (Coach, WrittenLedger) {
        let ledger = try WrittenLedger(asOf: "2026-06-20")
        let pay = (1...6).map { "2026-0\($0)-01,ACME TOOLS PAYROLL DIRECT DEP,3000.00" }
        let food = (1...6).map { "2026-0\($0)-0\($0 + 1),TRADER JOE S #12,-40\($0).00" }
        try ledger.bring("Checking", .checking, pay + food)
        return (try Coach(ledger.index, asOf: ledger.asOf), ledger)
    }

    private func limits(_ ledger: WrittenLedger) throws -> [String] {
        try ledger.index.monthlyLimits().map { "\($0.category) \($0.limit.minorUnits)" }.sorted()
    }

    @Test(arguments: [
        ("if the grocery budget was 400 how far over or under were we in may", "$5.00 over it"),
        ("with a grocery budget of 500 how did we do in march", "$97.00 under it"),
        ("could we live with a 500 grocery budget", "$94.00 under it"),
        ("should I set a grocery budget of 500", "$94.00 under it"),
        ("could we have a grocery limit of 500", "$94.00 under it"),
        ("what if groceries were capped at 500", "$94.00 under it"),
        ("can i set a limit of 500 on groceries", "$94.00 under it"),
        ("should we set a limit of 500?", "On which category?"),
    ])
    func aQuestionSetsNothing(_ line: String, _ words: String) throws {
        var (coach, ledger) = try coach()
        let reply = try coach.answer(line).reply
        #expect(reply.contains(words) && reply.contains("No limit was set"), "\(reply)")
        #expect(try limits(ledger).isEmpty)
    }

    @Test(arguments: [
        "can you set groceries to 300", "could you cap groceries at 300",
        "limit how much i spend on groceries to 300", "rule set groceries 300", "rules set groceries $300",
        "add a rule for groceries 300",
    ])
    func whoCanSetALimitAsksForOne(_ line: String) throws {
        var (coach, ledger) = try coach()
        _ = try coach.answer(line)
        #expect(try limits(ledger) == ["groceries 30000"])
    }

    @Test func oneGivesToAnother() throws {
        var (coach, ledger) = try coach()
        _ = try coach.answer("set groceries 600 and coffee 50")
        let reply = try coach.answer("move $50 from the groceries budget to coffee").reply
        #expect(reply.contains("groceries is now $550.00") && reply.contains("coffee is now $100.00"), "\(reply)")
        #expect(try limits(ledger) == ["coffee 10000", "groceries 55000"])
        let refused = [
            "move $100 from coffee limit to groceries limit", "move $10 from the games budget to groceries",
            "move $10 from the coffee budget to games", "move $10 from coffee limit to coffee limit",
        ]
        for line in refused { #expect(try coach.answer(line).reply.contains("didn't move anything"), "\(line)") }
        #expect(try limits(ledger) == ["coffee 10000", "groceries 55000"])
    }

    @Test(arguments: [
        ("set groceries and coffee to 300", ["coffee 30000", "groceries 30000"]),
        ("set coffee, games and books to 40 each", ["books 4000", "coffee 4000", "games 4000"]),
        ("set groceries and coffee to 300 together", ["groceries+coffee 30000"]),
        // The median income is $3,000.00.
        ("set groceries to 15% of my income", ["groceries 45000"]),
    ])
    func severalOrAPart(_ line: String, _ expected: [String]) throws {
        var (coach, ledger) = try coach()
        _ = try coach.answer(line)
        #expect(try limits(ledger) == expected)
    }

    @Test(arguments: [
        ("set a budget for unicorns", "I don't know the category “unicorns”. Which one"),
        ("set a unicorn budget of $100", "I don't know the category “unicorn”. Which one"),
    ])
    func noSuchCategory(_ line: String, _ words: String) throws {
        var (coach, ledger) = try coach()
        let answer = try coach.answer(line)
        #expect(answer.understood.intent == .budget && answer.clarify != nil)
        #expect(answer.reply.hasPrefix(words), "\(answer.reply)")
        #expect(try limits(ledger).isEmpty)
    }

    @Test(arguments: [
        "suggest limits", "suggest budgets", "can you recommend me some budgets", "suggest a grocery budget",
    ])
    func suggestions(_ line: String) throws {
        var (coach, _) = try coach()
        let answer = try coach.answer(line)
        // The middle of January to May: 401 … 405.
        #expect(
            answer.understood.intent == .budget && answer.reply.contains("“set a groceries limit of $"),
            "\(answer.reply)")
    }

    @Test(arguments: [
        "move $50 from checking to savings", "suggest a movie", "can you suggest ways to save",
        "move the $20 charge to coffee",
        "what is my budget", "take $50 from my salary to my wife",
    ])
    func othersAreNot(_ line: String) throws {
        var (coach, ledger) = try coach()
        _ = try coach.answer(line)
        #expect(try limits(ledger).isEmpty)
    }
}
