import Ledger

@testable import Understanding

/// The names of an invented household: merchants, each in one category, the towns in the texts of some, and accounts.
struct FiledNames: NameCatalog {
    let filed: [String: String]
    let towns: [String: String]
    let accounts: [Account]
    let coverage: Period? = nil

    init(
        _ filed: [String: String], towns: [String: String] = [:],
        accounts: [Account] = [Account(id: 1, name: "Everyday Checking", type: .checking, currency: .usd)]
    ) {
        (self.filed, self.towns, self.accounts) = (filed, towns, accounts)
    }

    private var names: [String] { filed.keys.sorted() }

    func merchants(key: String) -> [String] { names.filter { NameKey.key(of: $0) == key } }

    func merchants(keyPrefix: String, limit: Int) -> [String] {
        Array(names.filter { NameKey.key(of: $0).hasPrefix(keyPrefix) }.prefix(limit))
    }

    func merchants(resembling key: String) -> [String] { [] }

    func merchants(wordPrefixes: [String], limit: Int) -> [String] {
        let found = names.filter { name in
            let words = NameReader.words(of: name) + NameReader.words(of: towns[name] ?? "")
            return wordPrefixes.allSatisfy { start in words.contains { $0.hasPrefix(start) } }
        }
        return Array(found.prefix(limit))
    }

    func merchants(categories: [String]) -> [String] { names.filter { categories.contains(filed[$0] ?? "") } }

    func categories(merchant: String) -> Set<String> { Set([filed[merchant]].compactMap { $0 }) }
}
