import Ledger
import Retrieval
import Store
import Understanding

extension Coach {
    /// The account that a purchase is to be paid from, as it was named. Of several cards that `my card` may mean it is the
    /// one most used in the last 90 days, which is noted.
    func payingAccount(_ understood: inout Understood) throws -> String? {
        let named = understood.purchase.account
        let meant = Set(understood.query.accounts)
        guard named.map(Coach.anyCard.contains) ?? (meant.count > 1) else { return named }
        let cards = try index.accounts.filter { account in
            account.type == .creditCard && account.currency == understood.purchase.amount?.currency
                && (named != nil || meant.contains(account.name))
        }
        guard cards.count > 1, named != nil || cards.count == meant.count else { return cards.first?.name ?? named }
        let uses = try cards.map { (name: $0.name, rows: try rows(of: $0)) }
        guard let most = uses.max(by: { ($0.rows, $1.name) < ($1.rows, $0.name) }) else { return nil }
        let others = uses.map(\.name).filter { $0 != most.name }
        understood.notes.append(
            "used \(most.name), the card you use most; tell me if you meant \(others.joined(separator: " or "))")
        return most.name
    }

    /// A price said without a currency is in that of the account that pays it, else in what was last paid to the merchant.
    func inPaidCurrency(_ understood: Understood) throws -> Understood {
        let slots = understood.purchase
        guard slots.isBare, slots.unknownCurrency == nil, let amount = slots.amount else { return understood }
        let account = try slots.account.flatMap { name in
            try index.accounts.first { $0.name.lowercased() == name.lowercased() }
        }
        let paid = try account?.currency ?? slots.merchant.flatMap { try index.currency(atMerchant: $0) }
        guard let paid, paid != amount.currency else { return understood }
        func inPaid(_ cents: Int64) -> Int64 {
            roundedQuotient(cents, times: paid.minorPerMajor, by: amount.currency.minorPerMajor)
        }
        var known = understood
        known.purchase.amount = Money(inPaid(amount.minorUnits), paid)
        if var plan = slots.instalments {
            (plan.cents, plan.down) = (inPaid(plan.cents), inPaid(plan.down))
            known.purchase.instalments = plan
        }
        return known
    }

    private static let anyCard: Set<String> = ["card", "credit card", "credit"]

    private func rows(of card: Account) throws -> Int64 {
        try index.database.first(
            "SELECT count(*) FROM txn INDEXED BY txn_content WHERE account_id = ? AND day BETWEEN ? AND ?",
            [.int(card.id), .int(Int64(asOf.adding(days: -89).dayNumber)), .int(Int64(asOf.dayNumber))]
        ) { $0.int(0) } ?? 0
    }
}
