import Ledger
import Testing
import Understanding

/// What whole questions mean, as `Understood` prints it, for a household whose today is 31 October 2026.
struct QuestionTests {
    private static func understood(_ talk: [String]) throws -> String {
        let today = try #require(CivilDate(iso: "2026-10-31"))
        let context = UnderstandingContext(asOf: today, taxonomy: .builtIn, names: Names())
        let understander = Understander()
        var state = ConversationState()
        var last = ""
        for question in talk {
            last = understander.understand(question, context: context, state: &state).description
        }
        return last
    }

    @Test(arguments: [
        ("gas last month", "spending 2026-09-01..2026-09-30 category:fuel"),
        ("travel card in may", "spending 2026-05-01..2026-05-31 account:Travel Card"),
        ("dentist over $250 this year", "transactions 2026-01-01..2026-10-31 category:dental min:>25000"),
        ("tfl in march", "spending 2026-03-01..2026-03-31 text:tfl unknown:tfl"),
        ("net for q4 2025", "cash_flow 2025-10-01..2025-12-31 direction:any"),
        ("what's still pending", "transactions direction:any pending"),
    ])
    func namesWithoutAVerb(_ question: String, _ meaning: String) throws {
        #expect(try Self.understood([question]) == meaning)
    }

    @Test(arguments: [
        "insurance benefits", "transfer $500 from checking to savings", "what are your pets",
        "what is 56 dollars in yen",
        "should i buy tesla stock", "where is the nearest costco",
    ])
    func whatOnlyLooksLikeSpending(_ question: String) throws {
        #expect(try Self.understood([question]).hasPrefix("out_of_scope"))
    }

    @Test(arguments: [
        ("travel spending June 2026", "spending 2026-06-01..2026-06-30 category:travel"),
        (
            "groceries on the cashback card in September",
            "spending 2026-09-01..2026-09-30 category:groceries account:Cashback Card"
        ),
        ("coffee by weekday this year", "spending 2026-01-01..2026-10-31 category:coffee by:weekday"),
        ("how much came in last month", "income 2026-09-01..2026-09-30 direction:in"),
        ("what did I spend my money on this month", "spending 2026-10-01..2026-10-31 by:category order:largest"),
        ("spend from 1/3/2026 to 15/3/2026", "spending 2026-03-01..2026-03-15"),
        ("groceries all year", "spending 2026-01-01..2026-10-31 category:groceries"),
        ("how much per week on gas this year", "spending average/week 2026-01-01..2026-10-31 category:fuel"),
        ("black friday purchases", "transactions 2025-11-28..2025-11-28"),
    ])
    func wordsWithTwoMeanings(_ question: String, _ meaning: String) throws {
        #expect(try Self.understood([question]) == meaning)
    }

    @Test(arguments: [
        ("everything but rent in january, how much was it", "spending 2026-01-01..2026-01-31 without:rent"),
        ("my last purchase at the home depot", "transactions merchant:The Home Depot limit:1"),
        (
            "is my grocery spending up from last month",
            "spending 2026-10-01..2026-10-31? vs 2026-09-01..2026-09-30 category:groceries"
        ),
        (
            "what was the most I spent at safeway in one go this year",
            "spending largest 2026-01-01..2026-10-31 merchant:Safeway limit:1"
        ),
        (
            "did i spend more at safeway or costco this year",
            "spending 2026-01-01..2026-10-31 merchant:Safeway,Costco by:merchant order:largest sides:safeway|costco"
        ),
        (
            "how much did I pay off my travel card in august",
            "spending 2026-08-01..2026-08-31 account:Travel Card direction:in kind:transfer"
        ),
        (
            "how much at costco and zorbit in may",
            "spending 2026-05-01..2026-05-31 merchant:Costco text:zorbit unknown:zorbit"
        ),
    ])
    func wholeSentences(_ question: String, _ meaning: String) throws {
        #expect(try Self.understood([question]) == meaning)
    }

    @Test(arguments: [
        (
            ["clothes in november", "compared to december"],
            "spending 2025-11-01..2025-11-30 vs 2025-12-01..2025-12-31 category:clothing follow-up"
        ),
        (
            ["safeway this year", "how many times", "average per visit?"],
            "spending average/transaction 2026-01-01..2026-10-31 merchant:Safeway follow-up"
        ),
        (["what did I earn in january", "and how much did I spend?"], "spending 2026-01-01..2026-01-31"),
        (
            ["flights this year", "what was the last one"],
            "transactions 2026-01-01..2026-10-31 category:flights limit:1 follow-up"
        ),
        (
            ["spending last month", "with the travel card", "by merchant"],
            "spending 2026-09-01..2026-09-30 account:Travel Card by:merchant order:largest follow-up"
        ),
        (
            ["median grocery trip this year", "how much on groceries in feb vs jan"],
            "spending 2026-02-01..2026-02-28 vs 2026-01-01..2026-01-31 category:groceries"
        ),
        (["costco last month by store", "show me pending transactions"], "transactions direction:any pending"),
        (
            ["spending in september", "how does that compare to the month before"],
            "spending 2026-09-01..2026-09-30 vs 2026-08-01..2026-08-31 follow-up"
        ),
    ])
    func conversations(_ talk: [String], _ meaning: String) throws {
        #expect(try Self.understood(talk) == meaning)
    }
}

private struct Names: NameCatalog {
    private let names = ["Safeway", "Costco", "The Home Depot", "Starbucks"]
    let accounts = [
        Account(id: 1, name: "Everyday Checking", type: .checking, currency: .usd),
        Account(id: 2, name: "Travel Card", type: .creditCard, currency: .usd),
        Account(id: 3, name: "Cashback Card", type: .creditCard, currency: .usd),
        Account(id: 4, name: "High-Yield Savings", type: .savings, currency: .usd),
    ]
    let coverage: Period? = nil

    func merchants(key: String) -> [String] { names.filter { NameKey.key(of: $0) == key } }
    func merchants(keyPrefix: String, limit: Int) -> [String] {
        Array(names.filter { NameKey.key(of: $0).hasPrefix(keyPrefix) }.prefix(limit))
    }
    func merchants(wordPrefixes: [String], limit: Int) -> [String] {
        let found = names.filter { name in
            let words = Tokenizer.tokens(of: name).map(\.key)
            return wordPrefixes.allSatisfy { prefix in words.contains { $0.hasPrefix(prefix) } }
        }
        return Array(found.prefix(limit))
    }

    func categories(merchant: String) -> Set<String> { [] }
    func merchants(resembling key: String) -> [String] {
        names.filter { NameKey.key(of: $0).first == key.first && abs(NameKey.key(of: $0).count - key.count) < 3 }
    }
}
