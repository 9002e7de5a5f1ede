import Ledger
import Understanding

/// What is said to lines about coach itself: thanks, what data there is, how to bring files in.
struct HelpReply {
    let question: String
    /// The days of all rows; nil where there are none.
    let coverage: Period?
    let accounts: Int
    let phrases: Phrases

    var text: String {
        let words = Tokenizer.tokens(of: question).filter { $0.form != .sign }.map(\.key)
        let said = Set(words)
        if !said.isDisjoint(with: ["thanks", "thank", "thx", "ty", "cheers"]), words.count <= 5 {
            return "You are welcome. Ask whatever else you want to know."
        }
        if said.contains("import") || !said.isDisjoint(with: ["csv", "ofx", "qfx"]),
            !said.isDisjoint(with: ["how", "import", "add", "load", "upload"])
        {
            return
                "Download a CSV, OFX or QFX file from your bank, then run “coach import FILE”. Importing a file twice is "
                + "safe: rows that are there already are not added again."
        }
        let asksOfData = said.contains("data") || said.contains("history") || said.contains("records")
        guard asksOfData, !said.isDisjoint(with: ["what", "which", "far", "how", "when"]), words.count <= 9 else {
            return FixedReplies.help
        }
        guard let coverage else { return "There is no data yet. Bring a bank file in with “coach import FILE”." }
        return "I have the transactions of \(phrases.count(accounts, "account")), \(phrases.span(coverage)). "
            + "“coach accounts” lists them, “coach imports” the files they came from."
    }
}
