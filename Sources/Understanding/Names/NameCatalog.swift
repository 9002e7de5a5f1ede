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
    /// Another one once any of these changed.
    var version: Int { get }
}

extension NameCatalog {
    public var accountNames: AccountNames { AccountNames(accounts) }

    /// Catalogs that never change.
    public var version: Int { 0 }

    /// Catalogs that know no days.
    public var trips: [Trip] { [] }

    /// Catalogs that know no categories.
    public func merchants(categories: [String]) -> [String] { [] }
}

/// Accounts, and the words that call each of them.
public struct AccountNames {
    public let all: [Account]
    /// Behind them the cards of those that have several, which are called by their digits or by who holds them.
    let withCards: [Account]
    /// The keys that call people who hold cards.
    let holders: Set<String>
    /// For every key that calls an account, the places in `withCards` of those it calls.
    let called: [String: [Int]]
    private let issuers: Issuers

    /// - Parameters:
    ///   - cards: each as an account of its name, and who holds it where that is known.
    ///   - payees: by what names cards are paid; read when a line first says who issues one.
    public init(
        _ accounts: [Account], cards: [(account: Account, holder: String?)] = [],
        payees: @escaping () -> [(name: String, account: Int64)] = { [] }
    ) {
        issuers = Issuers(accounts, payees)
        all = accounts
        withCards = accounts + cards.map(\.account)
        var called: [String: [Int]] = [:]
        for (place, account) in accounts.enumerated() {
            for name in AccountReader.names(of: account) { called[name, default: []].append(place) }
        }
        // `Claire Checking` is called so already.
        let holders = Set(cards.compactMap(\.holder).flatMap(AccountReader.names(ofHolder:))).subtracting(called.keys)
        for (place, card) in cards.enumerated() {
            let names =
                card.holder.map { AccountReader.names(ofHolder: $0).intersection(holders) }
                ?? AccountReader.names(ofCard: card.account)
            for name in names { called[name, default: []].append(accounts.count + place) }
        }
        (self.called, self.holders) = (called, holders)
    }

    /// The places of the cards that somebody issues, where no account is called so: `citi` of a Costco Visa that is paid as Citi Card.
    func issued(by key: String) -> [Int] { called[key] == nil ? issuers.places(key) : [] }

    /// Who issues which cards, by the names under which these are paid.
    private final class Issuers {
        private let accounts: [Account]
        private let payees: () -> [(name: String, account: Int64)]
        private var found: [String: Set<Int>]?
        /// Words of payments that name nobody.
        private static let nouns = AccountReader.nouns.union(GrammarWords.builtIn[.cardPayment])

        init(_ accounts: [Account], _ payees: @escaping () -> [(name: String, account: Int64)]) {
            (self.accounts, self.payees) = (accounts, payees)
        }

        func places(_ key: String) -> [Int] {
            guard AccountReader.issuers.contains(key) else { return [] }
            if found == nil { found = read() }
            return (found?[key] ?? []).sorted()
        }

        private func read() -> [String: Set<Int>] {
            payees().reduce(into: [:]) { found, payee in
                guard let place = accounts.firstIndex(where: { $0.id == payee.account }) else { return }
                let key = Lexicon.keys(of: payee.name).filter { !Issuers.nouns.contains($0) }.joined()
                if !key.isEmpty { found[key, default: []].insert(place) }
            }
        }
    }

    /// Whether a word is the name of somebody who holds a card, or says whose something is: `dana`, `dana's`.
    func isHolder(_ word: String) -> Bool {
        guard !holders.isEmpty else { return false }
        let name = word.lowercased().filter(\.isLetter)
        return holders.contains(name) || name.hasSuffix("s") && holders.contains(String(name.dropLast()))
    }

    /// Whether one of two names calls an account, and the other a person's card of it.
    func isAccount(_ name: String, ofCard other: String) -> Bool {
        guard let own = all.first(where: { $0.name == name }) else { return false }
        return withCards.contains { $0.name == other && $0.id == own.id && $0.name != name }
    }

    /// `dana on the amex`: the accounts less those that a person's card among them belongs to.
    func narrowed(_ accounts: [RowFilter]) -> [RowFilter] {
        accounts.filter { whole in
            guard case .account(let name) = whole else { return true }
            return !accounts.contains {
                if case .account(let card) = $0 { isAccount(name, ofCard: card) } else { false }
            }
        }
    }
}

extension NameCatalog {
    /// Whether only money of one's own moved under a merchant's name: the card or the bank that it names is an account.
    func isOfTransfers(_ merchant: String) -> Bool {
        let categories = categories(merchant: merchant)
        return !categories.isEmpty && categories.allSatisfy { Taxonomy.builtIn[$0]?.flow == .transfer }
    }
}
