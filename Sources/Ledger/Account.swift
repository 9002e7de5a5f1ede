public enum AccountType: String, Hashable, Sendable, CaseIterable {
    case checking, savings, cash
    case creditCard = "credit_card"
    case loan, mortgage, investment, retirement
    case realEstate = "real_estate"
    case other

    /// True for what is owed: a positive balance in the bank's words is a debt.
    public var isLiability: Bool {
        switch self {
        case .creditCard, .loan, .mortgage: true
        default: false
        }
    }

    /// What people call it: `credit card`.
    public var words: String { rawValue.split(separator: "_").joined(separator: " ") }

    /// Accepts the contract's names and everyday spellings (`credit`, `card`, `credit-card`, `current`, `brokerage`).
    public init?(userText: String) {
        let key = userText.lowercased().map { $0 == "-" || $0 == " " ? "_" : $0 }
        switch String(key) {
        case "credit", "card", "creditcard", "credit_line", "creditline": self = .creditCard
        case "current", "chequing", "giro", "bank": self = .checking
        case "saving", "money_market", "moneymrkt", "deposit": self = .savings
        case "brokerage": self = .investment
        case "401k", "ira", "pension": self = .retirement
        case "property", "house": self = .realEstate
        case let name:
            guard let type = AccountType(rawValue: name) else { return nil }
            self = type
        }
    }
}

public struct Account: Hashable, Sendable {
    public let id: Int64
    /// Unique among the accounts; what people call it.
    public let name: String
    public let type: AccountType
    public let currency: Currency
    public let institution: String?
    /// The last two to four digits of the number; the rest is never stored.
    public let mask: String?

    public init(
        id: Int64, name: String, type: AccountType, currency: Currency, institution: String? = nil, mask: String? = nil
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.currency = currency
        self.institution = institution
        self.mask = mask
    }
}
