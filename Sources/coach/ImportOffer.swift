import Ledger
import Terminal

/// What is said to who wants to bring in a bank and names no file: which files are likely ones, and the other way.
struct ImportOffer {
    let session: Session

    init(_ session: Session) { self.session = session }

    var text: String {
        let found = LikelyStatements(home: session.environment("HOME") ?? "").files.prefix(5)
        var lines: [String] = []
        if found.isEmpty {
            lines.append(
                session.prose(
                    "Download an account's transactions from your bank's website (CSV, OFX, or QFX). Then drop the file "
                        + "here, or type “import” and its path: import ~/Downloads/checking.csv"))
        } else {
            lines.append(
                session.prose(found.count == 1 ? "This looks like a bank file:" : "These look like bank files:"))
            lines += found.map { "  import " + SafeText.line(ShellWords.quoted(LikelyStatements.short($0, session))) }
            lines.append(session.prose("Type one of these lines, or drop another file here."))
        }
        lines.append(
            session.prose(
                "To connect your banks instead, type “coach connect simplefin”; `coach help connect` says how it works."
            ))
        // Prose is safe and broken between words already.
        return lines.map { $0 + "\n" }.joined()
    }
}

extension ShellWords {
    /// A word as it has to be typed.
    static func quoted(_ word: String) -> String {
        word.contains(where: { $0.isWhitespace || "\"'\\".contains($0) })
            ? "\"" + word.replacing("\"", with: "\\\"") + "\"" : word
    }
}
