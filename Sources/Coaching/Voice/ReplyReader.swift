import LanguageModel
import Ledger

/// Reads a model's reply as it comes, sentence by sentence, and gives what is shown of it. No input or output.
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
    /// What was said before it.
    private let earlier: Memory
    /// Talk that stands before what was asked, as it is shown.
    private var leading: [String] = []
    /// Sentences that are told after what was asked, whatever the order they were written in.
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
    var isSilent: Bool { memory.isEmpty && waiting.isEmpty && refusals.isEmpty }

    /// What a reply has said so far.
    struct Memory {
        fileprivate(set) var said = SentenceRule.Said()
        fileprivate var sentences = 0
        /// Sentences without a fact.
        fileprivate var talk: Set<String> = []

        fileprivate var isEmpty: Bool { sentences == 0 }
    }

    /// Bytes of a reply that are read, and sentences that are shown, at most.
    static let longest = 6000
    static let mostSentences = 8
    /// Sentences without a fact, at most.
    static let mostTalk = 2

    /// - Parameters:
    ///   - needsAnswer: whether nothing is shown before what was asked is said.
    ///   - memory: of an earlier part of the same reply.
    init(_ sheet: FactSheet, needsAnswer: Bool, after memory: Memory = Memory()) {
        self.sheet = sheet
        rule = SentenceRule(sheet)
        self.needsAnswer = needsAnswer
        self.memory = memory
        earlier = memory
    }

    /// What was said, for a reply that goes on.
    var said: Memory { waiting.isEmpty && leading.isEmpty ? memory : earlier }

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
        let out = pass(isWhole ? rest : rest.filter(ReplyReader.isEnded))
        for sentence in waiting { _ = refuse(DataText.withoutControls(sentence), "it comes before what was asked") }
        waiting = []
        return out
    }

    /// What must be said and was not, as sentences.
    mutating func due() -> String {
        guard isAnswer || !needsAnswer, !memory.isEmpty else { return "" }
        var out = ""
        for fact in sheet.facts where fact.mustBeSaid && !memory.said.has(fact) {
            let (texts, said) = rule.sentences("", [fact], after: memory.said)
            out += texts.map { " \($0)." }.joined()
            memory.said = said
        }
        return out
    }

    private mutating func pass(_ sentences: [String]) -> String {
        var out: [String] = []
        for sentence in sentences where !isFull {
            if isEarly(sentence) {
                waiting.append(sentence)
                continue
            }
            guard let shown = resolved(sentence) else { continue }
            if needsAnswer, !isAnswer {
                leading.append(shown)
            } else {
                out += leading + [shown]
                for later in waiting where memory.sentences < ReplyReader.mostSentences {
                    out += resolved(later).map { [$0] } ?? []
                }
                leading = []
                waiting = []
            }
            isFull = memory.sentences >= ReplyReader.mostSentences
        }
        guard !out.isEmpty else { return "" }
        defer { isBegun = true }
        return (isBegun ? " " : "") + out.joined(separator: " ")
    }

    // MARK: One sentence

    /// Whether a sentence tells of something else before what was asked is said.
    private func isEarly(_ sentence: String) -> Bool {
        guard needsAnswer, !isAnswer, sheet.hasAsked else { return false }
        let facts = facts(sentence)
        return !facts.isEmpty
            && !TellingOrder(sheet).ordered(facts, after: memory.said.facts).contains(where: \.isAsked)
    }

    /// The facts that a sentence points at.
    private func facts(_ sentence: String) -> [OfferedFact] {
        (Reference.pieces(sheet.withReferences(sentence)) ?? []).compactMap {
            if case .key(let key) = $0 { sheet[key] } else { nil }
        }
    }

    /// - Returns: what is read of the sentence; nil where that is nothing.
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
        let keys = pieces.compactMap { if case .key(let key) = $0 { key } else { nil } }
        var facts = keys.compactMap { sheet[$0] }
        if keys.isEmpty { return talk(sentence) }
        if needsAnswer, !isAnswer { facts = ReplyReader.askedFirst(facts) }
        guard !facts.isEmpty else {
            return refuse(sentence, "there is no fact \(Reference.to(DataText.line(keys[0])))")
        }
        let opening = if case .words(let words)? = pieces.first { words } else { "" }
        let (texts, said) = rule.sentences(opening, facts, after: memory.said)
        guard !texts.isEmpty else { return refuse(sentence, rule.reason(facts, after: memory.said)) }
        memory.sentences += texts.count
        placed += said.facts.count - memory.said.facts.count
        memory.said = said
        isAnswer = isAnswer || said.facts.contains { $0.isAsked || !sheet.hasAsked }
        return texts.map { $0 + "." }.joined(separator: " ")
    }

    /// What was asked before all else; a comparison stays after what it is of.
    private static func askedFirst(_ facts: [OfferedFact]) -> [OfferedFact] {
        var things: [[OfferedFact]] = []
        for fact in facts {
            if fact.form == .complement, !things.isEmpty {
                things[things.count - 1].append(fact)
            } else {
                things.append([fact])
            }
        }
        let asked = things.filter { $0.contains(where: \.isAsked) }
        return Array((asked + things.filter { !$0.contains(where: \.isAsked) }).joined())
    }

    private mutating func talk(_ sentence: String) -> String? {
        guard memory.talk.count < ReplyReader.mostTalk, rule.isTalk(sentence, after: memory.said) else {
            let digit = sentence.first(where: \.isNumber)
            return refuse(
                sentence,
                digit.map { "“\($0)” is a figure of your own: use only references" } ?? "it says nothing of the facts")
        }
        // The words as the list has them, without a sign that could turn them.
        let words = VoiceWords.words(sentence).map { $0 == "i" ? "I" : $0 }.joined(separator: " ")
        guard memory.talk.insert(words).inserted else { return nil }
        memory.sentences += 1
        return ReplyReader.sentence(words) + (sentence.hasSuffix("!") ? "!" : ".")
    }

    private mutating func refuse(_ sentence: String, _ reason: String) -> String? {
        refusals.append(Refusal(sentence: sentence, reason: reason))
        return nil
    }

    // MARK: Texts

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

extension StringProtocol {
    /// Without white space at its end.
    fileprivate var trimmedEnd: String {
        var text = String(self)
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text
    }
}
