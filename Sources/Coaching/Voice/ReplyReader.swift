import LanguageModel
import Ledger

/// Reads a model's reply as it comes: puts the phrases in the place of references, and lets through the sentences that
/// keep to the rule for words. No input or output.
struct ReplyReader {
    /// A sentence that is not shown, and why.
    struct Refusal: Hashable {
        let sentence: String
        let reason: String
    }

    private let sheet: FactSheet
    private let rule: SentenceRule
    private var splitter = SentenceSplitter()
    private var thinking = ThinkingFilter()
    private var memory: Memory
    /// What waits for a sentence that says what was asked.
    private var waiting: [String] = []
    private var needsAnswer: Bool
    private var received = 0
    /// Whether something of it is shown, so that what follows needs a space.
    private var isBegun = false

    /// Whether what was asked for was said.
    private(set) var isAnswer = false
    private(set) var refusals: [Refusal] = []
    /// References that were put in their place.
    private(set) var placed = 0
    /// The reply is as long as one may be; what follows is not read.
    private(set) var isFull = false
    /// Whether anything came that is no thought.
    var isSilent: Bool { memory.shown.isEmpty && waiting.isEmpty && refusals.isEmpty }

    /// What a reply has said so far.
    struct Memory {
        fileprivate(set) var shown: Set<String> = []
        fileprivate(set) var sentences = 0
        fileprivate(set) var talk = 0
        /// Facts whose whole phrase was read.
        fileprivate(set) var facts: [OfferedFact] = []
        /// What the last sentence said.
        fileprivate var last = SentenceRule.Said()

        func has(_ key: String) -> Bool { facts.contains { $0.key == key } }
    }

    /// Bytes of a reply that are read, and sentences that are shown, at most.
    static let longest = 6000
    static let mostSentences = 8
    /// Sentences without a fact.
    static let mostTalk = 2

    /// - Parameters:
    ///   - needsAnswer: whether nothing is shown before what was asked is said.
    ///   - memory: of an earlier part of the same reply.
    init(_ sheet: FactSheet, needsAnswer: Bool, after memory: Memory = Memory()) {
        self.sheet = sheet
        rule = SentenceRule(sheet)
        self.needsAnswer = needsAnswer
        self.memory = memory
    }

    /// What was said, for a reply that goes on.
    var said: Memory { memory }

    // MARK: Reading

    /// - Returns: what may be shown now.
    mutating func add(_ text: String) -> String {
        guard !isFull else { return "" }
        let words = thinking.add(text)
        if thinking.takeStrayEnd() { splitter = SentenceSplitter() }
        received += words.utf8.count
        let out = pass(splitter.add(words))
        isFull = isFull || received > ReplyReader.longest
        return out
    }

    /// - Parameter isWhole: whether the reply came to its own end; if not, a sentence without its end is dropped.
    mutating func finish(isWhole: Bool) -> String {
        let rest = splitter.add(thinking.finish()) + splitter.finish()
        if isFull { return "" }
        return pass(isWhole ? rest : rest.filter(ReplyReader.isEnded))
    }

    /// What must be said and was not, as sentences.
    mutating func due() -> String {
        guard isAnswer || !needsAnswer, !memory.shown.isEmpty else { return "" }
        let facts = sheet.facts.filter { $0.isDue && !memory.has($0.key) }
        return facts.map {
            " " + ReplyReader.sentence($0.isUnderstood(after: memory.last.last) ? $0.full : $0.bound) + "."
        }
        .joined()
    }

    private mutating func pass(_ sentences: [String]) -> String {
        var out: [String] = []
        for sentence in sentences where !isFull {
            guard let shown = resolved(sentence) else { continue }
            if needsAnswer, !isAnswer {
                waiting.append(shown)
            } else {
                out += waiting + [shown]
                waiting = []
            }
            isFull = memory.sentences >= ReplyReader.mostSentences
        }
        guard !out.isEmpty else { return "" }
        defer { isBegun = true }
        return (isBegun ? " " : "") + out.joined(separator: " ")
    }

    // MARK: One sentence

    /// - Returns: the sentence as it is read; nil where it is not shown.
    private mutating func resolved(_ unit: String) -> String? {
        if unit.unicodeScalars.contains(ChatReply.gap) {
            return refuse(
                DataText.withoutControls(unit.replacing(String(ChatReply.gap), with: "…")),
                "a part of it was lost on the way")
        }
        let sentence = ReplyReader.bare(DataText.withoutControls(unit))
        guard sentence.contains(where: \.isLetter) || sentence.contains(Reference.open) else { return nil }
        // A call of a tool that the server did not see as one is JSON.
        if sentence.hasPrefix("{\"") { return nil }
        guard let pieces = Reference.pieces(sheet.withReferences(sentence)) else {
            return refuse(sentence, "a reference has no end")
        }
        guard let kept = allowed(pieces, sentence) else { return nil }
        let facts = ReplyReader.keys(kept).compactMap { sheet[$0] }
        if facts.isEmpty {
            guard memory.talk < ReplyReader.mostTalk else { return refuse(sentence, "it says nothing of the facts") }
        }
        let text = text(kept)
        guard memory.shown.insert(text).inserted else { return nil }
        memory.sentences += 1
        if facts.isEmpty { memory.talk += 1 }
        memory.facts += facts
        memory.last = rule.said(kept, after: memory.last)
        placed += facts.count
        isAnswer = isAnswer || facts.contains { $0.isAsked || !sheet.hasAsked }
        return text
    }

    private mutating func refuse(_ sentence: String, _ reason: String) -> String? {
        refusals.append(Refusal(sentence: sentence, reason: reason))
        return nil
    }

    /// The sentence, or what is left of it without what says too much: an opening word, a clause without a fact, a clause
    /// that breaks the rule where the others stand by themselves.
    private mutating func allowed(_ pieces: [Reference.Piece], _ sentence: String) -> [Reference.Piece]? {
        guard let breach = breach(pieces, after: memory.last) else { return pieces }
        for cut in trimmed(pieces) where self.breach(cut, after: memory.last) == nil { return cut }
        if let kept = clausesAllowed(pieces) { return kept }
        _ = refuse(sentence, breach.reason)
        return nil
    }

    /// Why words and facts are not shown: the rule, or that a fact was said already.
    private func breach(_ pieces: [Reference.Piece], after before: SentenceRule.Said) -> SentenceRule.Breach? {
        if let breach = rule.breach(pieces, after: before) { return breach }
        let facts = ReplyReader.keys(pieces).compactMap { sheet[$0] }
        if let known = facts.first(where: { memory.has($0.key) }) {
            return SentenceRule.Breach(reason: "\(Reference.to(known.key)) was said already")
        }
        let isSaid = { fact in memory.facts.contains { rule.isSameMoney($0, fact, isApart: true) } }
        if let part = facts.first(where: isSaid) {
            return SentenceRule.Breach(reason: "\(Reference.to(part.key)) was said already by another name")
        }
        return nil
    }

    private static func keys(_ pieces: [Reference.Piece]) -> [String] {
        pieces.compactMap { if case .key(let key) = $0 { key } else { nil } }
    }

    /// The sentence without its last words, without an opening, and without both.
    private func trimmed(_ pieces: [Reference.Piece]) -> [[Reference.Piece]] {
        let tailless = ReplyReader.withoutTail(pieces)
        return tailless + withoutOpening(pieces) + tailless.flatMap(withoutOpening)
    }

    /// The runs of clauses that may be shown, the longest first; nil where there is none.
    private func clausesAllowed(_ pieces: [Reference.Piece]) -> [Reference.Piece]? {
        let clauses = ReplyReader.clauses(pieces)
        var kept: [Reference.Piece] = []
        var last = memory.last
        var start = 0
        while clauses.count > 1, start < clauses.count {
            let ends = (start + 1...clauses.count).reversed().filter { $0 - start < clauses.count }
            var next = start + 1
            for end in ends {
                let run = ReplyReader.sentence(of: clauses[start..<end])
                guard
                    let cut = ([run] + trimmed(run)).first(where: { isClause($0, after: last, beside: kept) })
                        .map(ReplyReader.withoutEnd)
                else { continue }
                kept += (kept.isEmpty ? [] : [.words("; ")]) + cut
                last = rule.said(kept, after: memory.last)
                next = end
                break
            }
            start = next
        }
        return kept.isEmpty ? nil : kept + [.words(".")]
    }

    private func isClause(
        _ pieces: [Reference.Piece], after before: SentenceRule.Said, beside kept: [Reference.Piece]
    ) -> Bool {
        let facts = ReplyReader.keys(pieces).compactMap { sheet[$0] }
        let said = ReplyReader.keys(kept).compactMap { sheet[$0] }
        guard let first = facts.first,
            !facts.contains(where: { fact in said.contains { $0 == fact || rule.isSameMoney($0, fact) } })
        else { return false }
        let lead = if case .words(let words)? = pieces.first { words } else { "" }
        // What goes on from a clause that is gone is none, and neither is a thing without a verb.
        if lead.lowercased().hasPrefix("which ") || !kept.isEmpty && lead.isEmpty && first.form != .clause {
            return false
        }
        return breach(pieces, after: before) == nil && (kept.isEmpty || rule.standsApart(first, from: before.last))
    }

    /// A sentence cut at the first pause or joining word between each two of its facts.
    private static func clauses(_ pieces: [Reference.Piece]) -> [[Reference.Piece]] {
        var clauses: [[Reference.Piece]] = [[]]
        for (place, piece) in pieces.enumerated() {
            guard case .words(let words) = piece, place > 0, place < pieces.count - 1 else {
                clauses[clauses.count - 1].append(piece)
                continue
            }
            let joints = ReplyReader.joints.compactMap { words.firstRange(of: " \($0) ")?.lowerBound }
            guard let cut = words.firstIndex(where: { ",;–—(".contains($0) }) ?? joints.min() else {
                clauses[clauses.count - 1].append(piece)
                continue
            }
            if cut > words.startIndex { clauses[clauses.count - 1].append(.words(String(words[..<cut]))) }
            let rest = words[cut...].drop { $0.isWhitespace || ",;–—(".contains($0) }
            clauses.append(rest.isEmpty ? [] : [.words(String(rest))])
        }
        return clauses
    }

    /// Clauses as one sentence, without the word that joined them to those before.
    private static func sentence(of clauses: ArraySlice<[Reference.Piece]>) -> [Reference.Piece] {
        var pieces: [Reference.Piece] = []
        for clause in clauses {
            if !pieces.isEmpty { pieces.append(.words(", ")) }
            pieces += clause
        }
        if case .words(let words)? = pieces.first {
            let rest = withoutJoint(words)
            pieces[0] = .words(rest)
            if rest.isEmpty { pieces.removeFirst() }
        }
        return withoutEnd(pieces)
    }

    private static func withoutJoint(_ words: String) -> String {
        let joint = joints.first { words.lowercased().hasPrefix($0 + " ") }
        return joint.map { String(words.dropFirst($0.count + 1)) } ?? words
    }

    /// Words between clauses.
    private static let joints = ["and", "but", "while", "whereas", "though", "although", "yet"]

    private static func withoutEnd(_ pieces: [Reference.Piece]) -> [Reference.Piece] {
        guard case .words(let words)? = pieces.last else { return pieces }
        var rest = words
        while let end = rest.last, end.isWhitespace || ".!?".contains(end) { rest.removeLast() }
        return pieces.dropLast() + (rest.isEmpty ? [] : [.words(rest)])
    }

    /// Without what stands behind the last fact and its first pause, and without all that stands behind it.
    private static func withoutTail(_ pieces: [Reference.Piece]) -> [[Reference.Piece]] {
        guard pieces.count > 1, case .words(let tail)? = pieces.last else { return [] }
        let ends = [tail.firstIndex { ",;–—(".contains($0) }, tail.startIndex].compactMap { $0 }
        return ends.map { pieces.dropLast() + [.words(String(tail[..<$0]).trimmedEnd + ".")] }
    }

    /// Without an opening that says too much: the words before a pause, or all before a fact that is a clause by itself.
    private func withoutOpening(_ pieces: [Reference.Piece]) -> [[Reference.Piece]] {
        guard pieces.count > 1, case .words(let head)? = pieces.first, case .key(let key) = pieces[1],
            let fact = sheet[key]
        else { return [] }
        let pauses = head.indices.filter { ",:;–—!".contains(head[$0]) }
        let cut = pauses.compactMap { pause -> [Reference.Piece]? in
            let rest = ReplyReader.withoutJoint(String(head[head.index(after: pause)...].drop(while: \.isWhitespace)))
            if rest.isEmpty { return fact.isAsked ? Array(pieces.dropFirst()) : nil }
            return [.words(rest)] + pieces.dropFirst()
        }
        let isAlone = fact.form == .clause && ReplyReader.keys(pieces).count == 1
        return cut + (isAlone ? [Array(pieces.dropFirst())] : [])
    }

    // MARK: Phrases

    private func text(_ pieces: [Reference.Piece]) -> String {
        var out = ""
        var before = memory.last.last
        var last: OfferedFact?
        for (place, piece) in pieces.enumerated() {
            switch piece {
            case .words(let words):
                let own = last.map { PhraseFit.behind($0, words) } ?? words
                let following = place + 1 < pieces.count ? pieces[place + 1] : nil
                if case .key(let key)? = following, let fact = sheet[key] {
                    out += ReplyReader.joined(out, PhraseFit.leading(own, to: fact, after: before))
                } else {
                    out += ReplyReader.joined(out, own)
                }
            case .key(let key):
                guard let fact = sheet[key] else { continue }
                // Behind a list `that` would be all of it.
                let isOfList = fact.form != .noun && rule.said(Array(pieces[..<place]), after: memory.last).last == nil
                out += PhraseFit.phrase(of: fact, behind: out, after: isOfList ? nil : before)
                before = fact
                last = fact
            }
        }
        return ReplyReader.sentence(out)
    }

    /// Words behind a phrase, with a space where one is missing.
    private static func joined(_ before: String, _ words: String) -> String {
        guard let last = before.last, let first = words.first, last.isLetter || last.isNumber, first.isLetter else {
            return words
        }
        return " " + words
    }

    /// With a capital at its beginning.
    static func sentence(_ text: String) -> String {
        guard let first = text.firstIndex(where: { $0.isLetter || $0.isNumber || $0 == "$" }) else { return text }
        return text[..<first] + text[first].uppercased() + text[text.index(after: first)...]
    }

    /// Without white space and marks of lists around it.
    private static func bare(_ unit: String) -> String {
        var text = unit[...]
        while let first = text.first, first.isWhitespace || "-*•#>".contains(first) { text.removeFirst() }
        let digits = text.prefix(while: \.isNumber)
        if !digits.isEmpty, digits.count < 3, let mark = text.dropFirst(digits.count).first, ".)".contains(mark),
            text.dropFirst(digits.count + 1).first?.isWhitespace ?? false
        {
            text = text.dropFirst(digits.count + 2)
        }
        return String(text).trimmedEnd.replacing("**", with: "").replacing("__", with: "")
    }

    private static func isEnded(_ unit: String) -> Bool {
        unit.trimmedEnd.last { !"*_)\"”’'".contains($0) }.map { ".!?…".contains($0) } ?? true
    }
}
