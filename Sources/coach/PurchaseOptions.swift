import Advice
import Coaching
import Ledger
import Store
import Terminal

/// What the commands about limits and payments read alike from the command line.
struct PurchaseOptions {
    let session: Session
    let index: HouseholdIndex

    /// Digits above which a number is no amount of money that anybody has.
    private static let mostDigits = 18

    /// A positive or negative amount as a person types it.
    static func amount(_ text: String) throws -> DecimalAmount {
        guard let amount = DecimalAmount(text) else {
            let isLong = text.count(where: \.isNumber) > mostDigits
            throw Failure(
                "`\(SafeText.line(text))`: \(isLong ? "that's more than I can work with: " : "")expected an amount such as "
                    + "12.34 or $1,234", exitCode: 2)
        }
        return amount
    }

    /// `--currency`, else the one that the household mostly uses.
    func currency() throws -> Currency { try session.command[Options.currency] ?? Coach.homeCurrency(index) }

    /// An amount in `--currency`, the one of its sign, or the household's.
    func money(_ amount: DecimalAmount) throws -> Money {
        let currency = try session.currency(of: amount, index)
        let held = try Set(index.accounts.map(\.currency.code)).sorted()
        guard held.isEmpty || held.contains(currency.code) else {
            throw Failure(
                "none of your accounts are in \(currency.code): give the amount in \(held.joined(separator: " or "))",
                exitCode: 2)
        }
        guard let units = amount.minorUnits(in: currency) else {
            throw Failure(amount.problem(in: currency), exitCode: 2)
        }
        return Money(units, currency)
    }

    /// A category of spending by id, name, Guardian name or everyday word.
    func category(_ name: String) throws -> RuleCategory {
        if let category = RuleCategory(named: name, in: index.taxonomy) { return category }
        let spending = index.taxonomy.categories.filter { $0.flow == .out }.map(\.id)
        let near = Suggestion.nearest(to: name, among: spending + RuleCategory.guardianIDs)
        let known = index.taxonomy.categories.contains { NameKey.key(of: $0.id) == NameKey.key(of: name) }
        let what = known ? "isn't spending" : "isn't a category"
        throw Failure(
            "“\(SafeText.line(name))” \(what)"
                + (near.map { ": did you mean \($0)?" } ?? "; try something like groceries"),
            exitCode: 2)
    }
}
