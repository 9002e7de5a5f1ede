import Ledger

/// A row that is ready to be kept: everything about it is decided.
public struct NewTransaction: Sendable {
    public var accountID: Int64
    public var day: Int32
    public var postedDay: Int32?
    /// Minor units, negative = money out.
    public var amount: Int64
    public var description: String
    /// `ImportSession.contentHash` of the description.
    public var contentHash: Int64
    /// `ContentHash.of` the description.
    public var textHash: Int64
    public var merchant: String
    /// A category id of the taxonomy.
    public var category: String
    public var kind: TransactionKind
    public var isPending: Bool
    public var basis: DecisionBasis
    /// 0 none … 3 certain, as the transfer matcher reads it.
    public var transferHint: Int64
    public var bankID: String?
    /// The bank's identifier of the pending row that this one is the posting of.
    public var pendingID: String?
    /// The last digits of the card that it was paid with, where its account has several; who holds it where those are not told.
    public var card: String?
    /// Who holds that card, where the source tells.
    public var holder: String?
    /// The line of the file, counted from 1.
    public var line: Int
    /// What it would be without a rule of the user; nil where none had a say.
    public var unruled: RowDecision?

    public init(
        accountID: Int64, day: Int32, postedDay: Int32?, amount: Int64, description: String, contentHash: Int64,
        textHash: Int64, merchant: String,
        category: String, kind: TransactionKind, isPending: Bool, basis: DecisionBasis, transferHint: Int64,
        bankID: String?, pendingID: String? = nil, card: String? = nil, holder: String? = nil,
        line: Int, unruled: RowDecision? = nil
    ) {
        self.accountID = accountID
        self.day = day
        self.postedDay = postedDay
        self.amount = amount
        self.description = description
        self.contentHash = contentHash
        self.textHash = textHash
        self.merchant = merchant
        self.category = category
        self.kind = kind
        self.isPending = isPending
        self.basis = basis
        self.transferHint = transferHint
        self.bankID = bankID
        self.pendingID = pendingID
        self.card = card
        self.holder = holder
        self.line = line
        self.unruled = unruled
    }
}

/// Who decided a row's merchant, category and kind; the higher one wins.
public enum DecisionBasis: Int64, Sendable {
    /// Rhythm and amount alone: a review asks about it.
    case guess = -1
    case rules = 0
    case bank = 1
    case userRule = 2
    case user = 3
}
