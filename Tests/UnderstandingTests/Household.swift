import Ledger
import Resources
import Understanding

/// A household's names, small enough to be searched from end to end.
struct Household: NameCatalog {
    var names = [
        "Starbucks", "Blue Bottle Coffee", "Whole Foods", "Trader Joe's", "H-E-B", "Costco", "Target", "Amazon",
        "Amazon Prime", "Apple", "Netflix", "Spotify", "Uber", "Uber Eats", "Lyft", "DoorDash", "Chipotle", "Shell",
        "The Home Depot", "IKEA", "Best Buy", "Gap", "Verizon", "AT&T", "Geico", "Hyatt Regency", "Steam Games",
        "Bath & Body Works", "Barnes & Noble", "Chase Travel",
    ]
    var accounts = [
        Account(
            id: 1, name: "Everyday Checking", type: .checking, currency: .usd, institution: "First Harbor Bank",
            mask: "4821"),
        Account(id: 2, name: "High-Yield Savings", type: .savings, currency: .usd, institution: "Ally"),
        Account(
            id: 3, name: "Chase Sapphire", type: .creditCard, currency: .usd, institution: "Chase", mask: "1107"),
        Account(
            id: 4, name: "Amex Blue Cash", type: .creditCard, currency: .usd, institution: "American Express"),
    ]
    var coverage: Period? { Period(day("2020-01-01"), day("2026-10-31")) }
    var trips: [Trip] = []

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
        names.filter {
            let other = NameKey.key(of: $0)
            return other.utf8.first == key.utf8.first && abs(other.utf8.count - key.utf8.count) <= 2
        }
    }

    func context(asOf: String = "2026-10-31") -> UnderstandingContext {
        UnderstandingContext(asOf: day(asOf), taxonomy: .builtIn, names: self)
    }

    /// The question about rows that a line is.
    func ask(_ line: String) throws -> Ask {
        guard case .ask(let ask)? = LineReader(context()).candidates(line).first?.request else { throw NoAsk() }
        return ask
    }

    private struct NoAsk: Error {}

    /// What the last of these lines means after the others.
    func understood(_ lines: String...) -> Understood {
        var state = ConversationState()
        var last = Understood(intent: .help, confidence: 0, query: Query())
        for line in lines { last = Understander().understand(line, context: context(), state: &state) }
        return last
    }
}

extension Selection.Span {
    /// The days that are named.
    var days: [Period] {
        switch self {
        case .everything: []
        case .assumed(let days): [days]
        case .periods(let days): days
        }
    }
}
