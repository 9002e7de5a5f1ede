import Ledger
import Resources
import Understanding

/// What is said to lines about coach itself: thanks, what data there is, how to import files.
struct HelpReply {
    let line: SpokenLine
    /// The days of all rows; nil where there are none.
    let coverage: Period?
    let accounts: Int
    let phrases: Phrases

    var text: String {
        if asksOfData { return data }
        let spoken = SpokenText(line.words)
        let row = Resource.named("rag-index/replies/help.tsv").tableRows.first { row in
            line.words.count <= Int(row[0]) ?? 0 && FixedReplies.says(row[1], spoken)
        }
        return row.map { Wording(line.text).pick($0[2].split(separator: "|").map(String.init)) } ?? ""
    }

    /// `what data do you have`, `how far back does my history go`.
    private var asksOfData: Bool {
        let said = Set(line.words)
        return line.words.count <= 9 && !said.isDisjoint(with: ["data", "history", "records"])
            && !said.isDisjoint(with: ["what", "which", "far", "how", "when"])
            && said.isDisjoint(with: ["safe", "import"])
    }

    private var data: String {
        guard let coverage else { return "There's no data yet. Import a bank file with `coach import FILE`." }
        return
            "I have transactions from \(phrases.count(accounts, "account")), \(coverage.ends). `coach accounts` lists the accounts, and `coach imports` the files they came from."
    }
}
