import Ledger
import Retrieval
import Store

/// What `coach search` says above its table.
public struct SearchReply {
    private let index: HouseholdIndex
    private let phrases: Phrases

    public init(index: HouseholdIndex, currency: Currency) {
        self.index = index
        phrases = Phrases(taxonomy: index.taxonomy, currency: currency)
    }

    public func answer(_ evidence: Evidence) throws -> (reply: String, table: AnswerTable?) {
        let table = AnswerTable.transactions(
            evidence.transactions, matched: evidence.matched, taxonomy: index.taxonomy)
        return (evidence.matched == 0 ? try nothing(evidence) : found(evidence), table)
    }

    private func found(_ evidence: Evidence) -> String {
        let query = evidence.query
        let noun = phrases.rowsNoun(query)
        let which = phrases.said(query) + phrases.limits(query)
        let period = query.period == nil ? "" : " " + phrases.period(of: query)
        if query.limit == 1, let row = evidence.transactions.first {
            let more = evidence.matched > 1 ? " There are \(phrases.count(evidence.matched)) in all." : ""
            return "Your last \(noun)\(which)\(period) was on \(row.date.longText): \(row.merchant), "
                + "\(row.amount.magnitude.text), \(row.account).\(more)"
        }
        let spent = evidence.amounts("total").filter { $0.minorUnits != 0 }
        let sum = spent.isEmpty ? "" : ", \(phrases.money(spent)) spent"
        let shown = evidence.transactions.count
        let listed = evidence.matched > shown ? " Here are the \(groupedThousands(shown)) newest." : ""
        return "There \(evidence.matched == 1 ? "is" : "are") \(phrases.count(evidence.matched, noun))\(which)\(period)"
            + "\(sum).\(listed)"
    }

    private func nothing(_ evidence: Evidence) throws -> String {
        guard let coverage = evidence.coverage else {
            return "There are no transactions yet. Bring a bank file in with `coach import FILE`."
        }
        let query = evidence.query
        let retriever = Retriever(index)
        let reach = "Your data covers \(phrases.span(coverage))."
        if let periods = query.periods, try !periods.contains(where: retriever.hasRows(in:)) {
            return "There are no transactions at all \(phrases.period(of: query)). \(reach)"
        }
        let none =
            "There are no \(phrases.rowsNoun(query))s\(phrases.said(query))\(phrases.limits(query)) "
            + "\(phrases.period(of: query))."
        guard query.period != nil else { return "\(none) \(reach)" }
        var everything = query
        everything.period = nil
        guard !query.categories.isEmpty || query.text != nil, let row = try retriever.latest(everything) else {
            return none
        }
        return "\(none) The last one was on \(row.date.longText), \(row.amount.magnitude.text) at \(row.merchant)."
    }
}
