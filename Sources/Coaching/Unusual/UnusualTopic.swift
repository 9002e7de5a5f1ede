import Ledger
import Retrieval
import Understanding

/// Which unusual things a question asks for, read from its words.
enum UnusualTopic {
    private static let rules: [(words: Set<String>, rules: Set<String>)] = [
        (["twice", "double", "doubled", "duplicate", "duplicates", "duplicated", "repeated"], ["double_charge"]),
        (["fee", "fees", "interest", "penalty", "penalties"], ["fee"]),
        (["foreign", "currency", "currencies", "abroad"], ["foreign_currency", "fee"]),
        (["new", "unfamiliar", "unknown"], ["new_merchant", "new_stream"]),
    ]

    /// - Parameter earlier: what the question before asked, for one that goes on with it.
    static func question(
        _ text: String, _ understood: Understood, after earlier: UnusualQuestion? = nil
    ) -> UnusualQuestion {
        let words = Set(Tokenizer.tokens(of: text).map(\.key))
        var wanted = rules.filter { !$0.words.isDisjoint(with: words) }.reduce(into: Set<String>()) {
            $0.formUnion($1.rules)
        }
        // “New subscriptions” are what began to recur, not every first payment.
        let subscriptions: Set = ["subscription", "subscriptions", "subs", "membership", "memberships"]
        if wanted == ["new_merchant", "new_stream"], !subscriptions.isDisjoint(with: words) { wanted = ["new_stream"] }
        if wanted.isEmpty, words.isSuperset(of: ["two", "times"]) { wanted = ["double_charge"] }
        var isOfOneDay = words.contains("same") && words.contains("day")
        if wanted.isEmpty, understood.isFollowUp, let earlier {
            (wanted, isOfOneDay) = (earlier.rules, isOfOneDay || earlier.isOfOneDay)
        }
        var query = understood.query
        // “Foreign fees” names a rule, and its category says the same.
        if wanted == ["foreign_currency", "fee"], !words.contains("fee"), !words.contains("fees") {
            query.categories = []
        }
        return UnusualQuestion(rules: wanted, query: query, isOfOneDay: isOfOneDay)
    }

    /// `which card`: the accounts of what was found.
    static func account(_ text: String, _ understood: Understood, _ rows: [Transaction]) -> String {
        let words = Set(Tokenizer.tokens(of: text).map(\.key))
        guard understood.isFollowUp, !words.isDisjoint(with: ["card", "account"]), !rows.isEmpty else { return "" }
        let accounts = rows.map(\.account).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return " \(rows.count == 1 ? "That" : "Those") went on \(Subject.list(accounts))."
    }
}
