import Ledger
import Store
import Understanding

/// A correction that was asked for in words, before it is known which rows it is about.
struct EditWish: Hashable {
    enum Change: Hashable {
        case category(String)
        case kind(TransactionKind)
        case note(String)
        case merchant(String)
        case excluded(Bool)
    }

    let change: Change
    /// Whether it is the rule for the rows' merchants from now on.
    let isRule: Bool

    var correction: Correction {
        switch change {
        case .category(let id): Correction(category: id)
        case .kind(let kind): Correction(kind: kind)
        case .note(let text): Correction(notes: text)
        case .merchant(let name): Correction(merchant: name)
        case .excluded(let isExcluded): Correction(isExcluded: isExcluded)
        }
    }

    /// What follows the row: `is groceries now, no longer restaurants`.
    func words(before: String?, count: Int, phrases: Phrases) -> String {
        let verb = count == 1 ? "is" : "are"
        switch change {
        case .category(let id):
            let old = before.flatMap { $0 == id ? nil : " instead of \(phrases.category($0))" } ?? ""
            return "\(verb) now in \(phrases.category(id))\(count == 1 ? old : "")"
        case .kind(let kind):
            let article = kind == .expense || kind == .income ? "an" : "a"
            let name = kind == .income ? "income" : kind.rawValue
            return count == 1
                ? "now counts as \(kind == .income ? name : "\(article) \(name)")" : "now count as \(name)"
        case .note(let text): return count == 1 ? "now has the note “\(text)”" : "now have the note “\(text)”"
        case .merchant(let name): return "\(verb) now called \(name)"
        case .excluded(true): return "\(verb) now left out of your totals"
        case .excluded(false): return count == 1 ? "counts again" : "count again"
        }
    }
}

/// The words of a correction that are to be kept as they stand, and the question without them.
struct QuotedWords: Hashable {
    /// The note or the new name; nil where none was said.
    let text: String?
    let rest: String

    /// `add a note saying dinner with mom to the Lavaca charge`, `note "birthday" on my last Target order`.
    static func note(_ question: String) -> QuotedWords {
        if let quoted = quoted(question) { return quoted }
        for opener in [" saying ", " that says ", " reading ", ": "] {
            guard let start = question.range(of: opener) else { continue }
            let tail = String(question[start.upperBound...])
            let head = String(question[..<start.lowerBound])
            // The row may stand behind the note.
            for link in [" to the ", " to my ", " on the ", " on my ", " to that ", " on that ", " to this ", " to it"]
            {
                guard let end = tail.range(of: link) else { continue }
                return QuotedWords(
                    text: String(tail[..<end.lowerBound]), rest: head + String(tail[end.lowerBound...]))
            }
            return QuotedWords(text: tail.isEmpty ? nil : tail, rest: head)
        }
        return QuotedWords(text: nil, rest: question)
    }

    /// `rename AMZN to Amazon`, `call this merchant "Corner Shop"`.
    static func name(_ question: String) -> QuotedWords {
        if let quoted = quoted(question) { return quoted }
        for opener in [" to ", " as "] {
            guard let start = question.range(of: opener) else { continue }
            let name = question[start.upperBound...].filter { !"?!.".contains($0) }
            return QuotedWords(text: name.isEmpty ? nil : name, rest: String(question[..<start.lowerBound]))
        }
        return QuotedWords(text: nil, rest: question)
    }

    private static func quoted(_ question: String) -> QuotedWords? {
        for (open, close) in [("\"", "\""), ("“", "”"), (" '", "'")] {
            guard let start = question.range(of: open) else { continue }
            let tail = question[start.upperBound...]
            guard let end = String(tail).range(of: close) else { continue }
            let text = String(String(tail)[..<end.lowerBound])
            let rest = String(question[..<start.lowerBound]) + " " + String(String(tail)[end.upperBound...])
            return text.isEmpty ? nil : QuotedWords(text: text, rest: rest)
        }
        return nil
    }
}

extension String {
    /// The first place at which the characters of another text stand.
    fileprivate func range(of other: String) -> Range<String.Index>? {
        guard !other.isEmpty else { return nil }
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
            start = index(after: start)
        }
        return nil
    }
}
