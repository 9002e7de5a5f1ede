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
        "insurance benefits", "transfer $500 from checking to savings", "what are your pets",
        "what is 56 dollars in yen",
        "should i buy tesla stock", "where is the nearest costco",
    ])
    func whatOnlyLooksLikeSpending(_ question: String) throws {
        #expect(try Self.understood([question]).hasPrefix("out_of_scope"))
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
