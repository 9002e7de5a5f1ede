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

    static func question(_ text: String, _ understood: Understood) -> UnusualQuestion {
        let words = Set(Tokenizer.tokens(of: text).map(\.key))
        var wanted = rules.filter { !$0.words.isDisjoint(with: words) }.reduce(into: Set<String>()) {
            $0.formUnion($1.rules)
        }
        // “New subscriptions” are what began to recur, not every first payment.
        let subscriptions: Set = ["subscription", "subscriptions", "subs", "membership", "memberships"]
        if wanted == ["new_merchant", "new_stream"], !subscriptions.isDisjoint(with: words) { wanted = ["new_stream"] }
        var query = understood.query
        // “Foreign fees” names a rule, and its category says the same.
        if wanted == ["foreign_currency", "fee"], !words.contains("fee"), !words.contains("fees") {
            query.categories = []
        }
        return UnusualQuestion(rules: wanted, query: query)
    }
}
