import Ledger
import Store

/// What a bank connection reports: rows that are new or different, rows that are gone, and what its accounts hold.
public struct FeedUpdate: Sendable {
    /// An account as the connection knows it.
    public struct Account: Sendable, Equatable {
        /// The provider's id, unique within the connection.
        public var id: String
        /// A clean name for people, without the digits of its number.
        public var name: String
        /// The last digits of its number, where known.
        public var mask: String?
        public var institution: String?
        public var type: AccountType?
        public var currency: Currency
        /// What it holds, in minor units; what is owed is negative. nil where the connection does not say.
        public var balance: Int64?
        /// The day whose end the balance is for.
        public var balanceDay: CivilDate?
        /// The last day that the bank was asked about, as far as the connection tells.
        public var knownThrough: CivilDate?

        public init(
            id: String, name: String, mask: String? = nil, institution: String? = nil, type: AccountType? = nil,
            currency: Currency, balance: Int64? = nil, balanceDay: CivilDate? = nil, knownThrough: CivilDate? = nil
        ) {
            self.id = id
            self.name = name
            self.mask = mask
            self.institution = institution
            self.type = type
            self.currency = currency
            self.balance = balance
            self.balanceDay = balanceDay
            self.knownThrough = knownThrough
        }
    }

    /// A row of an account.
    public struct Row: Sendable, Equatable {
        /// The id of its account.
        public var account: String
        /// The connection's own id for it, unique within the account.
        public var id: String
        /// `pendingID` in it is the id of the pending row that this one is the posting of.
        public var record: ImportedRecord

        public init(account: String, id: String, record: ImportedRecord) {
            self.account = account
            self.id = id
            self.record = record
        }
    }

    /// Days of an account of which an update holds everything: what is pending in the index and not in the update is gone, and
    /// equal rows under another id are the same rows.
    public struct Listing: Sendable, Equatable {
        public var period: Period
        /// Whether posted rows that are not in the update are gone too. Not where a bank's rows may come in part.
        public var coversPosted: Bool
        /// Whether the days lie so far back that banks may have dropped rows: a posted one that is not told is not gone, but may go
        /// by another id.
        public var isHistory: Bool
        /// The first day of which the bank may not have told everything yet that it told another connection before this one; nil: none.
        public var openFrom: CivilDate?

        public init(
            _ period: Period, coversPosted: Bool = false, isHistory: Bool = false, openFrom: CivilDate? = nil
        ) {
            self.openFrom = openFrom
            self.period = period
            self.coversPosted = coversPosted
            self.isHistory = isHistory
        }
    }

    public var accounts: [Account] = []
    /// The ids of all accounts that the connection has now, those among them that could not be read; nil where it does not
    /// tell.
    public var roster: Set<String>?
    /// New rows.
    public var added: [Row] = []
    /// Rows that are known under their ids and are different now.
    public var modified: [Row] = []
    /// Ids of rows that are gone.
    public var removed: [String] = []
    /// By the account's id. Left empty by connections that say themselves what is gone.
    public var listed: [String: Listing] = [:]
    /// All that investment accounts hold, by the account's id; accounts that are not in it keep what is known.
    public var holdings: [String: [Holding]] = [:]
    /// Where the next pull goes on; nil keeps the place.
    public var cursor: String?
    /// What is still to come of the history; nil where all is there.
    public var missing: MissingHistory?

    public init() {}
}

/// What a pull changed, or would change.
public struct FeedReport: Sendable {
    /// One account of the connection.
    public struct AccountPart: Sendable {
        /// The provider's id.
        public let id: String
        public internal(set) var account: Ledger.Account
        public let institution: String?
        /// Whether the account is new in the index.
        public let isNew: Bool
        public var added = 0
        public var updated = 0
        /// Rows that were there already.
        public var known = 0
        /// Rows that the bank says are gone, or lists no more.
        public var removed = 0
        /// Minor units; what is owed is negative.
        public var balance: Int64?
        public var balanceDay: CivilDate?
    }

    public internal(set) var accounts: [AccountPart] = []
    /// Rows that the connection said are gone, of accounts that it does not list.
    public internal(set) var removed = 0
    public internal(set) var pairedTransfers = 0
    /// The first and last day of rows that were new or different.
    public internal(set) var period: Period?
    /// Posted rows that went: the bank said so, or lists them no more.
    public internal(set) var lost: [Transaction] = []
    /// Posted rows that the connection lists no more, too many to remove unasked, also those of syncs before this one:
    /// `HouseholdIndex.remove(withheld:of:)`.
    public internal(set) var withheld: [Int64] = []
    /// What a person should know, each a sentence.
    public var notes: [String] {
        guard excessive > 0 else { return remarks }
        let rows = excessive == 1 ? "1 transaction is" : "\(excessive) transactions are"
        return remarks + ["\(rows) left out: an amount larger than any account holds"]
    }
    var remarks: [String] = []
    /// Rows that no account holds.
    var excessive = 0
    /// Accounts of which nothing was taken, since they are in another currency now.
    public internal(set) var recoined: [Recoined] = []
    /// Accounts that the connection does not list any more, and since when.
    public internal(set) var unlisted: [Unlisted] = []

    /// An account that the connection does not list any more.
    public struct Unlisted: Sendable, Equatable {
        public let account: String
        public let since: CivilDate
    }

    /// An account that is in another currency now.
    public struct Recoined: Sendable, Equatable {
        /// The provider's id.
        public let id: String
        /// As it was.
        public let account: Ledger.Account
        public let currency: Currency
    }

    public init() {}

    public var added: Int { accounts.reduce(0) { $0 + $1.added } }
    public var updated: Int { accounts.reduce(0) { $0 + $1.updated } }
    public var known: Int { accounts.reduce(0) { $0 + $1.known } }
    /// Rows that went, whoever said so.
    public var gone: Int { accounts.reduce(removed) { $0 + $1.removed } }

    /// The balances that a later pull does not tell again are those of the ones before it.
    public mutating func takeBalances(from earlier: FeedReport) {
        for position in accounts.indices where accounts[position].balance == nil {
            guard let known = earlier.accounts.first(where: { $0.id == accounts[position].id }) else { continue }
            (accounts[position].balance, accounts[position].balanceDay) = (known.balance, known.balanceDay)
        }
    }

    /// Adds what a later pull of the same connection changed.
    public mutating func add(_ other: FeedReport) {
        for part in other.accounts {
            guard let position = accounts.firstIndex(where: { $0.id == part.id }) else {
                accounts.append(part)
                continue
            }
            accounts[position].added += part.added
            accounts[position].updated += part.updated
            accounts[position].known += part.known
            accounts[position].removed += part.removed
            accounts[position].balance = part.balance ?? accounts[position].balance
            accounts[position].balanceDay = part.balanceDay ?? accounts[position].balanceDay
        }
        removed += other.removed
        pairedTransfers += other.pairedTransfers
        lost += other.lost
        withheld += other.withheld.filter { !withheld.contains($0) }
        remarks += other.remarks.filter { !remarks.contains($0) }
        excessive += other.excessive
        unlisted += other.unlisted.filter { !unlisted.contains($0) }
        if let theirs = other.period {
            period = period.map { Period(min($0.start, theirs.start), max($0.end, theirs.end)) } ?? theirs
        }
    }
}
