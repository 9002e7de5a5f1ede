import Ledger
import Understanding

/// Interest beside accounts that are named: savings earn it, a card charges it.
struct AccountInterest {
    /// The household's accounts.
    let accounts: [Account]
    /// The days over which a balance was asked for just before, which `how much of that is interest` is about.
    let balanceDays: Period?

    private static let charged = RowFilter.category("interest_charge")
    private static let earned = RowFilter.category("interest_income")

    /// The reading with the interest of that side, where the accounts are all of one.
    func settled(_ candidate: LineReader.Candidate) -> LineReader.Candidate {
        guard case .ask(var ask) = candidate.request, case .and(var parts) = ask.selection.filter,
            let isDebt = side(of: parts),
            // `interest they paid` of savings is what these paid.
            let place = parts.firstIndex(where: Self.isOfBothSides)
                ?? (areSavings(parts) ? parts.firstIndex(of: Self.charged) : nil)
        else { return candidate }
        parts[place] = isDebt ? Self.charged : Self.earned
        ask.selection.filter = .and(parts)
        ask.selection.flow = isDebt ? .spending : .income
        if case .share = ask.measure, let balanceDays {
            // A part of how a balance moved, and of nothing that was spent.
            ask.measure = .total
            ask.selection.span = .periods([balanceDays])
        }
        var candidate = candidate
        candidate.request = .ask(ask)
        return candidate
    }

    private static func isOfBothSides(_ filter: RowFilter) -> Bool {
        guard case .or(let sides) = filter else { return false }
        return Set(sides) == [charged, earned]
    }

    /// Whether all accounts that are named are debts; nil where they are of both sides, or none is named.
    private func side(of parts: [RowFilter]) -> Bool? {
        let sides = Set(named(in: parts).map(\.type.isLiability))
        return sides.count == 1 ? sides.first : nil
    }

    /// Whether only savings are named, which are charged no interest.
    private func areSavings(_ parts: [RowFilter]) -> Bool { Set(named(in: parts).map(\.type)) == [.savings] }

    private func named(in parts: [RowFilter]) -> [Account] {
        let names = parts.flatMap { part -> [String] in
            switch part {
            case .account(let name): [name]
            case .or(let all): all.compactMap { if case .account(let name) = $0 { name } else { nil } }
            default: []
            }
        }
        return accounts.filter { names.contains($0.name) }
    }
}
