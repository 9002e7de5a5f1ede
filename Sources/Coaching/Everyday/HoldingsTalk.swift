import Ledger
import Retrieval
import Understanding

/// Questions about what investments hold: `what stocks do I own`, `what is my portfolio worth`.
extension Coach {
    private static let holdingsTable = LinePatterns("rag-index/intents/holdings-talk.tsv")

    func holdingsTalk(_ line: String) throws -> Answer? {
        let words = SpokenLine(line).words
        guard words.count <= 12, Coach.holdingsTable.row(of: words) != nil else { return nil }
        let report = try Retriever(index).holdings()
        guard let prices = report.day else {
            return everyday(
                line,
                "I don't know of any holdings. They come from connected banks that report them; `coach holdings` then lists "
                    + "them. "
                    + "`coach networth` has what your accounts are worth.",
                intent: .help)
        }
        let values = Subject.list(report.totals.map(\.value.text))
        return everyday(
            line,
            "Your holdings are worth \(values), at prices from \(prices.text(near: day)) or later. "
                + "`coach holdings` lists them, with what they cost.",
            intent: .help)
    }
}
