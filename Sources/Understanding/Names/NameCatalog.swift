import Ledger

/// The names that exist in a household's index, as far as understanding a question needs them.
///
/// Keys are those of `NameKey`. Implementations answer from an index, so that a question costs the same with
/// 50,000 merchants as with 50.
public protocol NameCatalog {
    /// The merchants whose whole name has this key: usually none or one.
    func merchants(key: String) -> [String]
    /// The merchants whose key begins with this one, those with the most rows first, at most `limit`.
    func merchants(keyPrefix: String, limit: Int) -> [String]
    /// Merchants whose key may be a misspelling of this one: the same first letter and a length that differs by
    /// at most two. The caller measures the distance.
    func merchants(resembling key: String) -> [String]
    /// The merchants that for each of these have a word of their name beginning so, at most `limit`. It may hold others
    /// as well: the caller compares the words.
    func merchants(wordPrefixes: [String], limit: Int) -> [String]
    /// The ids of the categories that the counted rows of a merchant are in.
    func categories(merchant: String) -> Set<String>
    /// The merchants with counted rows in one of these categories.
    func merchants(categories: [String]) -> [String]
    /// All accounts; few.
    var accounts: [Account] { get }
    /// The words that call them.
    var accountNames: AccountNames { get }
    /// The days that the index covers; nil when it is empty.
    var coverage: Period? { get }
    /// The days away from home, oldest first.
    var trips: [Trip] { get }
}

extension NameCatalog {
    public var accountNames: AccountNames { AccountNames(accounts) }

    /// Catalogs that know no days.
    public var trips: [Trip] { [] }

    /// Catalogs that know no categories.
    public func merchants(categories: [String]) -> [String] { [] }
}

/// Accounts, and the words that call each of them.
public struct AccountNames {
    public let all: [Account]
    /// Behind them the cards of those that have several, which are called by their digits only.
    let withCards: [Account]
    /// For every key that calls an account, the places in `withCards` of those it calls.
    let called: [String: [Int]]

    public init(_ accounts: [Account], cards: [Account] = []) {
        all = accounts
        withCards = accounts + cards
        var called: [String: [Int]] = [:]
        for (place, account) in accounts.enumerated() {
            for name in AccountReader.names(of: account) { called[name, default: []].append(place) }
        }
        for (place, card) in cards.enumerated() {
            for name in AccountReader.names(ofCard: card) { called[name, default: []].append(accounts.count + place) }
        }
        self.called = called
    }
}

extension NameCatalog {
    /// Whether only money of one's own moved under a merchant's name: the card or the bank that it names is an account.
    func isOfTransfers(_ merchant: String) -> Bool {
        let categories = categories(merchant: merchant)
        return !categories.isEmpty && categories.allSatisfy { Taxonomy.builtIn[$0]?.flow == .transfer }
    }
}
