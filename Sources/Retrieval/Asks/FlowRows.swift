import Ledger

/// Which rows a flow is made of, and how they read: money spent is positive in a question about spending, money received in
/// one about income.
struct FlowRows {
    /// The side of a transfer.
    enum Side { case out, `in`, once }

    let flow: Selection.Flow
    /// The kinds that are summed; empty for all.
    let kinds: Set<TransactionKind>
    /// The kinds that single purchases are looked for in, which refunds are none of; empty for all.
    let ticketKinds: Set<TransactionKind>
    /// nil where a row of either sign counts.
    let side: Side?

    init(_ flow: Selection.Flow) {
        self.flow = flow
        switch flow {
        case .spending: (kinds, ticketKinds, side) = ([.expense, .refund], [.expense], nil)
        case .purchases: (kinds, ticketKinds, side) = ([.expense], [.expense], nil)
        case .income: (kinds, ticketKinds, side) = ([.income], [.income], nil)
        case .refunds: (kinds, ticketKinds, side) = ([.refund], [.refund], nil)
        case .transfersOut: (kinds, ticketKinds, side) = ([.transfer], [.transfer], .out)
        case .transfersIn: (kinds, ticketKinds, side) = ([.transfer], [.transfer], .in)
        case .transfers: (kinds, ticketKinds, side) = ([.transfer], [.transfer], .once)
        case .net: (kinds, ticketKinds, side) = ([.expense, .refund, .income], [.expense, .refund, .income], nil)
        case .any: (kinds, ticketKinds, side) = ([], [], nil)
        }
    }

    /// Whether its money has one sum. What came in and what went out have none.
    var hasSum: Bool { flow != .any }

    /// An amount of the index as the flow reads it; a sum of them as well, but where either side of a transfer counts.
    func value(_ amount: Int64) -> Int64 {
        switch flow {
        case .spending, .purchases, .transfersOut: -amount
        case .income, .refunds, .transfersIn, .net, .any: amount
        case .transfers: abs(amount)
        }
    }

    func isTicket(_ kind: TransactionKind) -> Bool { ticketKinds.isEmpty || ticketKinds.contains(kind) }

    /// What a reply calls it.
    var name: String {
        switch flow {
        case .spending, .purchases: "Spending"
        case .income: "Income"
        case .refunds: "Refunds"
        case .transfersOut, .transfersIn, .transfers: "Transfers"
        case .net: "Net"
        case .any: "Transactions"
        }
    }
}
