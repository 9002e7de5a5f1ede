import Ledger
import Store
import Terminal

/// What is said to who wants to bring in a bank and names no file: which files are likely ones, and the other way.
struct ImportOffer {
    let session: Session
    /// What is there already; nil for nothing.
    var index: HouseholdIndex?

    private static let mostFiles = 5

    /// The likely files whose rows are not all there yet, oldest first: what is known of an account helps with the newer ones.
    var paths: [String] {
        LikelyStatements(session).found(most: ImportOffer.mostFiles, in: index).offered.map(\.path).reversed()
    }

    var text: String {
        let found = LikelyStatements(session).found(most: ImportOffer.mostFiles, in: index)
        var lines: [String] = []
        if found.offered.isEmpty {
            lines.append(
                session.prose(
                    "Download an account's transactions from your bank's website (CSV, OFX, or QFX). Then drop the file "
                        + "here, or type “import” and its path: import ~/Downloads/checking.csv"))
        } else {
            lines.append(
                session.prose(
                    found.offered.count == 1 ? "This looks like a bank file:" : "These look like bank files:"))
            lines += found.offered.map {
                "  import " + SafeText.line(ShellWords.quoted(LikelyStatements.short($0.path, session)))
            }
            let all = found.offered.count == 1 ? "" : ", “import all”"
            lines.append(
                session.prose(
                    "Type \(found.offered.count == 1 ? "this line" : "one of these lines")\(all), or drop another file here."
                ))
        }
        if !found.imported.isEmpty {
            let names = found.imported.map { LikelyStatements.short($0.path, session) }
            lines.append(session.prose("Already imported: \(names.joined(separator: ", "))."))
        }
        if !found.refused.isEmpty { lines.append(String(found.refusals(session).dropLast())) }
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
