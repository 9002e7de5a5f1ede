import Ledger
import Retrieval
import Store
import Understanding

/// The names of an index, read once or looked up as a question needs them.
struct IndexNames: NameCatalog {
    let accounts: [Account]
    let accountNames: AccountNames
    let coverage: Period?
    private let index: HouseholdIndex
    private let lookups = Lookups()

    init(_ index: HouseholdIndex) throws {
        self.index = index
        accounts = try index.accounts
        accountNames = AccountNames(
            accounts,
            cards: try index.cards.map { card in
                let account = Account(
                    id: card.account.id, name: card.name, type: .creditCard, currency: card.account.currency,
                    mask: card.holder == nil ? card.masks[0] : nil)
                return (account, card.holder)
            }, payees: { (try? index.cardPayees()) ?? [] })
        coverage = try index.coverage
    }

    // A name that cannot be read is one that is not known; the query that follows reports a broken index.
    func merchants(key: String) -> [String] {
        lookups.find("=" + key, index) { try index.merchantNames(key: key) }
    }

    func merchants(keyPrefix: String, limit: Int) -> [String] {
        lookups.find("\(limit)^\(keyPrefix)", index) {
            try index.merchantNames(keyPrefix: keyPrefix, limit: limit)
        }
    }

    func merchants(resembling key: String) -> [String] {
        lookups.find("~" + key, index) { try index.merchantNames(resembling: key) }
    }

    func merchants(wordPrefixes: [String], limit: Int) -> [String] {
        lookups.find("\(limit)*" + wordPrefixes.joined(separator: " "), index) {
            try index.merchantNames(wordPrefixes: wordPrefixes, limit: limit)
        }
    }

    func categories(merchant: String) -> Set<String> {
        Set(lookups.find("#" + merchant, index) { Array(try index.categories(merchant: merchant)) })
    }

    func merchants(categories: [String]) -> [String] {
        lookups.find("@" + categories.joined(separator: " "), index) {
            try index.merchantNames(categories: categories)
        }
    }

    var version: Int { index.ownChanges }

    var trips: [Trip] { lookups.trips(index) { try Trips(index, taxonomy: .builtIn).all } }

    /// What was found, as the questions of a conversation share most of their words.
    private final class Lookups {
        private var found: [String: [String]] = [:]
        private var trips: [Trip]?
        private var changes = 0
        /// So that a long pipe does not grow.
        private static let most = 4_096

        /// - Parameter key: says what is looked up and how.
        func find(_ key: String, _ index: HouseholdIndex, read: () throws -> [String]) -> [String] {
            forgetChanged(index)
            if let names = found[key] { return names }
            guard let names = try? read() else { return [] }
            found[key] = names
            return names
        }

        func trips(_ index: HouseholdIndex, read: () throws -> [Trip]) -> [Trip] {
            forgetChanged(index)
            if trips == nil { trips = try? read() }
            return trips ?? []
        }

        private func forgetChanged(_ index: HouseholdIndex) {
            guard index.ownChanges != changes || found.count >= Lookups.most else { return }
            found.removeAll(keepingCapacity: true)
            (changes, trips) = (index.ownChanges, nil)
        }
    }
}
