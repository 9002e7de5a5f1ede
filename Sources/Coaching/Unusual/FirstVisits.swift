import Ledger
import Retrieval
import Understanding

/// Places that were paid for the first time: `any new stores this month`.
extension Coach {
    private static let nouns = PlaceNouns.all.union(["shopped", "charge", "charges", "somewhere", "anywhere"])
    /// As many are named in a sentence; the table has the rest.
    private static let named = 5

    /// The sentence about them, and their first rows in the evidence; empty where none are asked for.
    func firstVisits(_ text: String, _ found: inout UnusualAnswer) throws -> String {
        let words = Set(Tokenizer.tokens(of: text).map(\.key))
        guard found.question.asksForNewMerchants, !words.isDisjoint(with: Coach.nouns),
            let coverage = found.evidence.coverage
        else { return "" }
        var query = found.question.query
        query.period = found.period
        let (first, statement) = try retriever.firstPayments(query)
        found.evidence.statements.append(statement)
        found.evidence.figures.append(
            Figure(
                name: "new_merchants", label: "Paid for the first time", value: .count(first.count),
                period: found.period, rows: first.count))
        let about = query.categories.isEmpty ? "" : " for " + Subject.list(query.categories.map(phrases.category))
        let accounts = query.accounts.isEmpty ? "" : " from " + Subject.list(query.accounts)
        let period = about + accounts + " " + phrases.period(found.period)
        guard !first.isEmpty else { return "No, you didn't pay anyone for the first time\(period)." }
        let told = Set(found.evidence.transactions.map(\.id))
        found.evidence.transactions += first.filter { !told.contains($0.id) }
        let names = first.prefix(Coach.named).map {
            "\($0.merchant) (\($0.amount.magnitude.text) on \($0.date.text(near: asOf)))"
        }
        let more = first.count - names.count
        let list = more > 0 ? names.joined(separator: ", ") + " and \(more) more" : Subject.list(Array(names))
        let since = found.period.start <= coverage.start ? ", as far as your data goes back" : ""
        return "You paid \(phrases.count(first.count, "place")) for the first time\(period)\(since): \(list)."
    }
}
