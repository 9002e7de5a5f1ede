import Ledger
import Understanding

/// A household's names, to understand questions against without an index.
struct SampleNames: NameCatalog {
    let accounts: [Account]
    let coverage: Period?
    private let byKey: [String: [String]]
    private let sortedKeys: [String]
    private let byShape: [String: [String]]
    private let categoriesOf: [String: Set<String>]
    /// The first names for every beginning of a word, of as many letters as are looked up.
    private let byWordStart: [String: [String]]

    init(_ names: [String] = SampleNames.everyday) {
        self.init(
            names.map { ($0, []) },
            [
                Account(
                    id: 1, name: "Everyday Checking", type: .checking, currency: .usd,
                    institution: "First Harbor Bank", mask: "4821"),
                Account(id: 2, name: "High-Yield Savings", type: .savings, currency: .usd, institution: "Ally"),
                Account(
                    id: 3, name: "Chase Sapphire", type: .creditCard, currency: .usd, institution: "Chase",
                    mask: "1107"),
                Account(
                    id: 4, name: "Amex Blue Cash", type: .creditCard, currency: .usd, institution: "American Express"),
            ],
            CivilDate(year: 2018, month: 1, day: 1).flatMap { start in
                CivilDate(year: 2026, month: 10, day: 31).map { Period(start, $0) }
            })
    }

    /// The names of a file: `merchant NAME CATEGORY,…`, `account NAME TYPE` and `days FIRST LAST`, with tabs between.
    init(tableRows text: String) {
        var merchants: [(String, Set<String>)] = []
        var accounts: [Account] = []
        var days: Period?
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count > 2 else { continue }
            switch fields[0] {
            case "merchant": merchants.append((fields[1], Set(fields[2].split(separator: ",").map(String.init))))
            case "account":
                accounts.append(
                    Account(
                        id: Int64(accounts.count + 1), name: fields[1],
                        type: AccountType(rawValue: fields[2]) ?? .checking,
                        currency: .usd))
            case "days":
                if let first = CivilDate(iso: fields[1]), let last = CivilDate(iso: fields[2]) {
                    days = Period(first, last)
                }
            default: break
            }
        }
        self.init(merchants, accounts, days)
    }

    private init(_ merchants: [(name: String, categories: Set<String>)], _ accounts: [Account], _ days: Period?) {
        let names = merchants.map(\.name)
        categoriesOf = Dictionary(merchants.map { ($0.name, $0.categories) }, uniquingKeysWith: { $0.union($1) })
        (self.accounts, coverage) = (accounts, days)
        byKey = Dictionary(grouping: names) { NameKey.key(of: $0) }
        sortedKeys = byKey.keys.sorted()
        byShape = Dictionary(grouping: names) { SampleNames.shape(of: NameKey.key(of: $0)) }
        var byWordStart: [String: [String]] = [:]
        for name in names {
            for word in Tokenizer.tokens(of: name) where byWordStart[String(word.key.prefix(4))]?.count ?? 0 < 2000 {
                byWordStart[String(word.key.prefix(4)), default: []].append(name)
            }
        }
        self.byWordStart = byWordStart
    }

    func merchants(key: String) -> [String] { byKey[key] ?? [] }

    func merchants(keyPrefix: String, limit: Int) -> [String] {
        var low = 0
        var high = sortedKeys.count
        while low < high {
            let middle = (low + high) / 2
            if sortedKeys[middle] < keyPrefix { low = middle + 1 } else { high = middle }
        }
        return Array(
            sortedKeys[low...].prefix { $0.hasPrefix(keyPrefix) }.flatMap { byKey[$0] ?? [] }.prefix(limit))
    }

    func merchants(resembling key: String) -> [String] {
        let (first, count) = (key.prefix(1), key.utf8.count)
        return (max(1, count - 2)...count + 2).flatMap { byShape["\(first)\($0)"] ?? [] }
    }

    func merchants(wordPrefixes: [String], limit: Int) -> [String] {
        guard let first = wordPrefixes.first else { return [] }
        let found = (byWordStart[String(first.prefix(4))] ?? []).filter { name in
            let words = Tokenizer.tokens(of: name).map(\.key)
            return wordPrefixes.allSatisfy { prefix in words.contains { $0.hasPrefix(prefix) } }
        }
        return Array(found.prefix(limit))
    }

    func categories(merchant: String) -> Set<String> { categoriesOf[merchant] ?? [] }

    func merchants(categories: [String]) -> [String] {
        categoriesOf.filter { !$0.value.isDisjoint(with: categories) }.map(\.key).sorted()
    }

    private static func shape(of key: String) -> String { "\(key.prefix(1))\(key.utf8.count)" }

    static let everyday = [
        "Starbucks", "Blue Bottle Coffee", "Whole Foods", "Trader Joe's", "H-E-B", "Costco", "Walmart", "Target",
        "Amazon", "Amazon Prime", "Apple", "Netflix", "Spotify", "Hulu", "Uber", "Uber Eats", "Lyft", "DoorDash",
        "Grubhub", "McDonald's", "Taco Bell", "Chipotle", "Burger King", "Dunkin'", "Shell", "Chevron", "Exxon", "CVS",
        "Walgreens", "The Home Depot", "Lowe's", "IKEA", "Best Buy", "Macy's", "Nordstrom", "Sephora", "Nike", "Gap",
        "Old Navy", "Verizon", "AT&T", "T-Mobile", "Comcast", "Con Edison", "Duke Energy", "Geico", "State Farm",
        "Planet Fitness", "Delta Air Lines", "Airbnb", "Hyatt Regency", "Steam Games", "Nintendo", "PayPal", "Venmo",
        "Deliveroo", "Tesco", "Waitrose", "Bath & Body Works", "Barnes & Noble", "Petco", "Chewy", "Kroger", "Safeway",
        "Aldi", "Panera Bread",
    ]
}
