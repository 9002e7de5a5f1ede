import Ledger
import Retrieval
import Understanding

/// Whether something is paid again and again: `do I pay for hulu`, `did I cancel max`.
extension Coach {
    /// The answer where nothing is called so but words of texts; nil where the household has it by name.
    func unpaid(_ text: String, _ understood: Understood) throws -> Answer? {
        guard case .goesOn(let asksIfEnded) = understood.lead, let name = understood.query.text,
            understood.query.merchants.isEmpty,
            understood.query.categories.isEmpty
        else { return nil }
        let query = Query(text: name, direction: .out)
        let evidence = try retriever.list(query)
        // “No” to whether it ended would say that it goes on.
        let hasLead = !asksIfEnded && Tokenizer.tokens(of: text).first?.key != "how"
        var reply = (hasLead ? "No. " : "") + "I don't see any payments to “\(name)” in your data."
        if let row = evidence.transactions.first {
            reply =
                (hasLead ? "Not regularly. " : "")
                + "The last payment that says “\(name)” was \(row.amount.magnitude.text) at \(row.merchant) on "
                + "\(row.date.text(near: asOf))."
        }
        return Answer(
            question: text, understood: understood, asOf: asOf, evidence: evidence, reply: reply, table: nil)
    }

    /// The yes or no before what is known of the payments; none where what never went on is asked to have ended.
    func goesOnLead(_ finding: RecurringFinding, asksIfEnded: Bool) -> String {
        if finding.streams.contains(where: \.isLive) { return asksIfEnded ? "No, it's still active. " : "Yes. " }
        if !finding.streams.isEmpty { return asksIfEnded ? "Yes. " : "Not anymore. " }
        if asksIfEnded { return "" }
        return finding.evidence.transactions.isEmpty && finding.rejections.isEmpty ? "No. " : "Not regularly. "
    }
}
