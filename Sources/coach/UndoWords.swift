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
            return "The limit on \(name(back)) is \(back.monthlyLimit.text) a month again."
        }
        return before.first { !after.contains($0) }.map { "There is no limit on \(name($0)) any more." }
    }
}
