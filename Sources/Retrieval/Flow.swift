import Ledger

/// Which kinds of rows a query sums and how their sign is turned, so that figures read the way people speak:
/// money spent is positive in a question about spending, money received in one about income.
struct Flow {
    let kinds: Set<TransactionKind>
    /// Multiplies the amounts of the index.
    let sign: Int64
    /// What single amounts (average ticket, median, largest) are taken over: purchases without what refunds gave back.
    let ticketKinds: Set<TransactionKind>
    /// `Spending`, `Income`, `Refunds`, `Transfers`.
    let name: String

    static let spending = Flow(kinds: [.expense, .refund], sign: -1, ticketKinds: [.expense], name: "Spending")
    static let income = Flow(kinds: [.income], sign: 1, ticketKinds: [.income], name: "Income")

    /// The flow of a query; nil when it asks for money both ways, which has no single sum.
    init?(_ query: Query) {
        switch (query.kinds, query.direction) {
        case ([], .out): self = .spending
        case ([], .in): self = .income
        case ([], .any): return nil
        case ([.refund], _): self.init(kinds: [.refund], sign: 1, ticketKinds: [.refund], name: "Refunds")
        case ([.income], _): self = .income
        case ([.expense], _), ([.expense, .refund], _):
            self.init(kinds: query.kinds, sign: -1, ticketKinds: [.expense], name: "Spending")
        case ([.transfer], let direction):
            self.init(
                kinds: [.transfer], sign: direction == .in ? 1 : -1, ticketKinds: [.transfer], name: "Transfers")
        case ([.income, .refund], _):
            self.init(kinds: query.kinds, sign: 1, ticketKinds: query.kinds, name: "Money in")
        default: return nil
        }
    }

    private init(kinds: Set<TransactionKind>, sign: Int64, ticketKinds: Set<TransactionKind>, name: String) {
        self.kinds = kinds
        self.sign = sign
        self.ticketKinds = ticketKinds
        self.name = name
    }
}
