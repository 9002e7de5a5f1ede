/// What a transaction is in the household's books. Decided on import, correctable.
public enum TransactionKind: String, Hashable, Sendable, CaseIterable {
    case expense, refund, income, transfer

    /// The number kept in the index.
    public var code: Int64 {
        switch self {
        case .expense: 0
        case .refund: 1
        case .income: 2
        case .transfer: 3
        }
    }

    public init?(code: Int64) {
        guard let kind = TransactionKind.allCases.first(where: { $0.code == code }) else { return nil }
        self = kind
    }
}

public enum TransactionStatus: String, Hashable, Sendable {
    case posted, pending
}

/// One row of the index as a person sees it.
public struct Transaction: Hashable, Sendable {
    public let id: Int64
    /// The day it was made where the source gives one, else the posting day.
    public let date: CivilDate
    /// The day the bank booked it; nil while pending or where the source gives only one day.
    public let posted: CivilDate?
    /// The cleaned name.
    public let merchant: String
    /// The bank's own text, unchanged.
    public let rawDescription: String
    /// A category id of the taxonomy.
    public let category: String
    /// The account's name.
    public let account: String
    /// Negative = money out.
    public let amount: Money
    public let status: TransactionStatus
    public let kind: TransactionKind
    public let notes: String?
    /// Left out of every total by the user's wish.
    public let isExcluded: Bool
    /// The last digits of the card that it was paid with, where its account has several.
    public let card: String?

    public init(
        id: Int64, date: CivilDate, posted: CivilDate?, merchant: String, rawDescription: String, category: String,
        account: String, amount: Money, status: TransactionStatus, kind: TransactionKind, notes: String? = nil,
        isExcluded: Bool = false, card: String? = nil
    ) {
        self.id = id
        self.date = date
        self.posted = posted
        self.merchant = merchant
        self.rawDescription = rawDescription
        self.category = category
        self.account = account
        self.amount = amount
        self.status = status
        self.kind = kind
        self.notes = notes
        self.isExcluded = isExcluded
        self.card = card
    }
}
