import LanguageModel
import Ledger
import Retrieval
import TestSupport
import Testing

@testable import Coaching

/// Under `aggregates` no amount of a single row leaves beside its day, whatever is asked.
@Suite struct PhrasingRowTests {
    private static let questions = [
        "anything unusual lately?", "any double charges this year?", "what was unusual in July 2026?",
        "how much did I spend on 4 October 2026?", "how much over $100 on 7 October 2026?",
        "what did I spend yesterday?",
        "spending by day in October 2026", "spending by day last week", "which day did I spend most in October 2026?",
        "show my transactions on 7 October 2026", "what was my last purchase at Kroger?", "did I get a refund?",
        "largest expense in October 2026", "smallest purchase in October 2026", "did I pay rent this month?",
        "which subscriptions got more expensive?", "what new subscriptions do I have?", "how much is Netflix?",
        "which subscriptions did I cancel?", "when did my rent go up?", "when is rent due?", "when is my next payday?",
        "what bills are due next week?", "summarize October 2026", "summarize July 2026", "how did 2025 go?",
        "why was October so expensive?", "where can I cut back?", "can I afford a $900 laptop?",
        "will I run out of money?",
        "how much is safe to spend?", "top 5 merchants this year", "spending by category last month",
        "what is my balance?",
        "compare groceries and restaurants", "what rose most since September?", "average purchase at H-E-B",
    ]

    /// The sample, with the days and amounts of all of its rows.
    private struct Household {
        let sample: GuardSample
        /// By amount, as it is written.
        let days: [String: Set<CivilDate>]

        init() throws {
            sample = try GuardSample()
            let all = try Retriever(sample.index).list(Query(direction: .any, limit: 100_000)).transactions
            days = all.reduce(into: [:]) { $0[$1.amount.magnitude.text, default: []].insert($1.date) }
        }

        /// Whether words hold an amount and the day of one row.
        func pair(in words: String) -> String? {
            for (amount, days) in days where words.contains(amount) {
                for day in days {
                    let short = "\(day.day) \(CivilDate.monthNames[day.month - 1])"
                    let texts = [day.iso, day.longText] + (day.year == sample.asOf.year ? [short] : [])
                    // Behind a dash or before one it is an end of several days; behind a digit another day.
                    for text in texts {
                        for range in words.ranges(of: text) {
                            let before = words[..<range.lowerBound].suffix(2)
                            let after = words[range.upperBound...].prefix(2)
                            let year = words[range.upperBound...].drop { $0 == " " }.prefix { $0.isNumber }
                            let isOther = year.count == 4 && year != "\(day.year)" || after.hasPrefix(" –")
                            if isOther || before.last?.isNumber == true || before.contains("–") { continue }
                            return "\(amount), \(text)"
                        }
                    }
                }
            }
            return nil
        }

        func pairs(in request: ChatRequest) -> [String] {
            let data = request.messages.last?.text.split(separator: "</data>").first.map(String.init) ?? ""
            return data.split(separator: "\n").flatMap { RowSight.sentences(String($0)) }.compactMap { pair(in: $0) }
        }
    }

    private func phraser(_ home: Household, _ privacy: Privacy) throws -> Phraser {
        Phraser(
            ScriptedModel(), prompts: Prompts(), settings: PhrasingSettings(privacy: privacy),
            taxonomy: home.sample.index.taxonomy, currency: .usd, knownNames: [])
    }

    @Test func noRowLeavesBesideItsDay() throws {
        let home = try Household()
        let phraser = try phraser(home, .aggregates)
        for question in Self.questions {
            guard let request = phraser.request(for: try home.sample.answer(question)) else { continue }
            #expect(home.pairs(in: request) == [], "\(question)")
        }
        // The search finds pairs where they are let go.
        let open = try self.phraser(home, .full)
        for question in [
            "anything unusual lately?", "show my transactions on 7 October 2026", "summarize October 2026",
        ] {
            let request = try #require(open.request(for: try home.sample.answer(question)))
            #expect(!home.pairs(in: request).isEmpty, "\(question)")
        }
    }

    /// What is no row is told nevertheless.
    @Test func theRestIsTold() throws {
        let home = try Household()
        let phraser = try phraser(home, .aggregates)
        for (question, words) in [
            ("how much did I spend on groceries in October 2026?", "Groceries"),
            ("summarize October 2026", "In October 2026, you spent"),
            ("what bills are due next week?", "November 3"),
            ("top 5 merchants this year", "Cedar Bend Apts"), ("can I afford a $900 laptop?", "Day of the purchase"),
            ("how much did I spend on rent in October 2026?", "$2,355.00"),
        ] {
            let request = phraser.request(for: try home.sample.answer(question))
            #expect(request?.messages.last?.text.contains(words) == true, "\(question)")
        }
    }

    /// A model that may look things up is told that there is something, and not what.
    @Test func aGuessThatIsARowStaysHere() throws {
        var home = try PhrasingHome()
        let answer = try home.coach.answer("largest purchase in October 2026")
        let told = Disclosure(answer, .aggregates)
        let block = EvidenceTable(phrases: Phrases(taxonomy: home.index.taxonomy, currency: .usd)).block(told)
        #expect(block == "<data>\nnotes\n- what was found is a single transaction, which is private\n</data>")
        #expect(told.isWithheld && !Disclosure(answer, .full).isWithheld)
    }

    // MARK: Tools

    private func told(_ tool: String, _ arguments: String, _ privacy: Privacy = .aggregates) throws -> Disclosure? {
        let home = try PhrasingHome()
        let finding = try home.coach.toolbox.run(ToolCall(id: "1", name: tool, arguments: arguments))
        return Disclosure(finding, asOf: PhrasingHome.asOf, privacy)
    }

    // One row of 61.20 on 3 October.
    @Test(arguments: [
        ("aggregate_spending", #"{"measure": "largest"}"#), ("aggregate_spending", #"{"measure": "smallest"}"#),
        ("search_transactions", #"{"from": "2026-10-03", "to": "2026-10-03"}"#),
        ("search_transactions", #"{"from": "2026-10-01", "min": 61, "max": 62}"#),
        ("aggregate_spending", #"{"from": "2026-10-01", "group_by": "day"}"#),
        ("aggregate_spending", #"{"from": "2026-10-09", "to": "2026-10-09", "group_by": "merchant"}"#),
        ("aggregate_spending", #"{"compare_from": "2026-10-03", "compare_to": "2026-10-03"}"#),
    ])
    func toolsTellNoRow(_ tool: String, _ arguments: String) throws {
        #expect(try told(tool, arguments) == nil && told(tool, arguments, .full) != nil)
    }

    @Test func toolsTellTotals() throws {
        let groceries = #"{"from": "2026-10-01", "categories": ["groceries"]}"#
        let evidence = try #require(try told("search_transactions", groceries)?.evidence)
        #expect(evidence.amounts("total") == [Money(10_125, .usd)] && evidence.transactions.isEmpty)
        #expect(evidence.groups.map(\.label) == ["Kroger"])
    }

    @Test func singleRowsAreNotOffered() throws {
        let tools = try PhrasingHome().coach.toolbox
        func schema(_ privacy: Privacy) -> String { tools.under(privacy).definitions[1].parameters }
        #expect(schema(.full).contains("largest\",\"smallest") && !schema(.aggregates).contains("\"smallest"))
    }

    // MARK: Words

    @Test(arguments: [
        ("It was $5.00 on 9 October 2026.", true), ("It was SEK 5.00 on 9 October.", true),
        ("It was $5.00 (9 October 2026).", true), ("€5.00 since 2026-10-09", true),
        ("It was $5.00 on 1 November 2026.", false), ("You spent $5.00 (2–31 October 2026).", false),
        ("You spent $5.00 (1 August – 31 October 2026).", false), ("You spent $5.00 in October 2026.", false),
        ("You went on 9 October 2026.", false), ("9 October dollars", false), ("You spent $20.00 on 9 October.", false),
        ("You spent $20.00 on 9 October, $5.00 of it for tea.", true),
        ("It was $5.00 on October 9, 2026.", true), ("It was $5.00 on October 9.", true),
        ("It was $5.00 (October 9), which is a lot.", true), ("It was $5.00 on November 1.", false),
        ("You spent $5.00 (October 2–31, 2026).", false), ("You spent $5.00 (August 1 – October 31, 2026).", false),
        ("You spent $5.00 from August 1, 2026 – October 31, 2026.", false), ("October 9 dollars", false),
    ])
    func wordsThatTellARow(_ words: String, _ tells: Bool) {
        let total = Figure(name: "total", label: "", value: .money(Money(2000, .usd)), rows: 3)
        let evidence = Evidence(query: Query(), figures: [total])
        #expect(RowSight(lastDay: PhrasingHome.asOf).tells(words, evidence) == tells)
    }
}
