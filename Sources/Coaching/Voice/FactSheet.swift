import Ledger

/// The facts that a model may speak of in one reply.
struct FactSheet {
    let facts: [OfferedFact]
    /// What a yes-or-no question's answer is; nil where there is none.
    let answersYes: Bool?
    private let byKey: [String: OfferedFact]
    /// Texts that stand for a fact as well as its key, the longest first.
    private let copies: [(text: String, key: String)]

    init(_ facts: [OfferedFact], answersYes: Bool? = nil) {
        self.facts = facts
        self.answersYes = answersYes
        byKey = Dictionary(facts.map { ($0.key, $0) }) { first, _ in first }
        var texts = facts.flatMap { fact in
            [fact.full, fact.clause, fact.sent].map { ($0, fact.key) }
        }
        // A value alone is a reference where only one fact has it.
        let values = Dictionary(grouping: facts.filter { $0.short.contains(where: \.isNumber) }, by: \.short)
        texts += values.filter { $0.value.count == 1 && $0.key.utf8.count > 2 }.map { ($0.key, $0.value[0].key) }
        copies = texts.sorted { ($0.0.utf8.count, $0.1) > ($1.0.utf8.count, $1.1) }
    }

    var isEmpty: Bool { facts.isEmpty }
    var hasAsked: Bool { facts.contains(where: \.isAsked) }

    /// The fact of a key; small slips of the pen (`top_5` for `top.5`) are forgiven where only one can be meant.
    subscript(key: String) -> OfferedFact? {
        if let fact = byKey[key] { return fact }
        let letters = key.filter { $0.isLetter || $0.isNumber }
        let near = facts.filter { $0.key.filter { $0.isLetter || $0.isNumber } == letters }
        return near.count == 1 ? near[0] : nil
    }

    /// One fact a line, as a model is told them.
    var block: String { facts.map { Reference.to($0.key) + " " + $0.sent }.joined(separator: "\n") }

    /// A sentence in which each exact copy of a phrase is its reference, and a reference that lacks a bracket is whole.
    func withReferences(_ sentence: String) -> String {
        var out = sentence
        for key in byKey.keys where out.contains("[" + key + "]") {
            let whole = Reference.to(key)
            for broken in ["[" + key + "]]", "[[" + key + "]", "[" + key + "]"] {
                out = out.split(separator: whole, omittingEmptySubsequences: false)
                    .map { $0.replacing(broken, with: whole) }.joined(separator: whole)
            }
        }
        for (text, key) in copies where text.utf8.count > 2 {
            let capitalized = text.prefix(1).uppercased() + text.dropFirst()
            for form in text == capitalized ? [text] : [text, capitalized] { out = FactSheet.replaced(out, form, key) }
        }
        return out
    }

    /// Puts the reference where the text stands as whole words, outside of references.
    private static func replaced(_ sentence: String, _ text: String, _ key: String) -> String {
        guard sentence.contains(text) else { return sentence }
        var out = ""
        var rest = sentence[...]
        while let found = rest.firstRange(of: text) {
            let before = rest[..<found.lowerBound]
            let isInside = (out + before).isInsideReference
            let touches = before.last.map(isWordLike) ?? false && isWordLike(text.first ?? " ")
            let runsOn = rest[found.upperBound...].first.map { $0.isLetter || $0.isNumber || $0 == "%" } ?? false
            let pointRuns =
                rest[found.upperBound...].first == "."
                && rest[found.upperBound...].dropFirst().first?.isNumber ?? false
            out += before
            out += isInside || touches || runsOn || pointRuns ? text : Reference.to(key)
            rest = rest[found.upperBound...]
        }
        return out + rest
    }

    private static func isWordLike(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "$" || character == "-"
    }
}

extension String {
    /// Whether a reference was opened in it that is not closed.
    fileprivate var isInsideReference: Bool {
        guard let open = ranges(of: Reference.open).last else { return false }
        return !self[open.upperBound...].contains(Reference.close)
    }
}
