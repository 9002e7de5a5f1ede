import Advice
import Ledger
import Store

/// What became of the monthly limits when one was taken back.
enum UndoWords {
    /// - Returns: nil where no limit changed.
    static func limits(from before: [SpendingRule], to after: [SpendingRule], _ taxonomy: Taxonomy) -> String? {
        func name(_ rule: SpendingRule) -> String {
            RuleCategory(id: rule.category, in: taxonomy)?.words ?? rule.category
        }
        if let back = after.first(where: { !before.contains($0) }) {
            return "Your limit on \(name(back)) is back to \(back.monthlyLimit.text) a month."
        }
        return before.first { !after.contains($0) }.map { "You no longer have a limit on \(name($0))." }
    }
}
