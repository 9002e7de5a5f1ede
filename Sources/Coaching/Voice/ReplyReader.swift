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
        /// Keys whose whole phrase was read.
        fileprivate(set) var mentioned: Set<String> = []
        /// The fact that was said last.
        fileprivate var last: OfferedFact?
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
        let facts = sheet.facts.filter { $0.isDue && !memory.mentioned.contains($0.key) }
        return facts.map { " " + ReplyReader.sentence($0.isUnderstood(after: memory.last) ? $0.full : $0.bound) + "." }
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
        let facts = kept.compactMap { if case .key(let key) = $0 { sheet[key] } else { nil } }
        if let known = facts.first(where: { memory.mentioned.contains($0.key) }) {
            return refuse(sentence, "\(Reference.to(known.key)) was said already")
        }
        if let part = facts.first(where: isLargestSaid) {
            return refuse(sentence, "\(Reference.to(part.key)) was said already as the largest")
        }
        if facts.isEmpty {
            guard memory.talk < ReplyReader.mostTalk else { return refuse(sentence, "it says nothing of the facts") }
        }
        let (text, mentioned) = text(kept)
        guard memory.shown.insert(text).inserted else { return nil }
        memory.sentences += 1
        if facts.isEmpty { memory.talk += 1 }
        memory.mentioned.formUnion(mentioned)
        memory.last = facts.last ?? memory.last
        placed += facts.count
        isAnswer = isAnswer || facts.contains { $0.isAsked || !sheet.hasAsked }
        return text
    }

    /// Whether a part is the one that was said to be the largest: twice it would be two.
    private func isLargestSaid(_ fact: OfferedFact) -> Bool {
        guard fact.topics.contains("part") else { return false }
        return sheet.facts.contains {
            $0 != fact && $0.topics.contains("most") && $0.about == fact.about && memory.mentioned.contains($0.key)
        }
    }

    private mutating func refuse(_ sentence: String, _ reason: String) -> String? {
        refusals.append(Refusal(sentence: sentence, reason: reason))
        return nil
    }

    /// The sentence, or what is left of it without an opening word or a clause behind its last fact that say too much: what
    /// is cut holds no fact, and what stays is whole without it.
    private mutating func allowed(_ pieces: [Reference.Piece], _ sentence: String) -> [Reference.Piece]? {
        guard let breach = rule.breach(pieces, after: memory.last) else { return pieces }
        let tailless = ReplyReader.withoutTail(pieces)
        let cuts = [tailless].compactMap { $0 } + withoutOpening(pieces) + (tailless.map(withoutOpening) ?? [])
        for cut in cuts where rule.breach(cut, after: memory.last) == nil { return cut }
        _ = refuse(sentence, breach.reason)
        return nil
    }

    /// Without what stands behind the last fact and its first pause.
    private static func withoutTail(_ pieces: [Reference.Piece]) -> [Reference.Piece]? {
        guard pieces.count > 1, case .words(let tail)? = pieces.last,
            let pause = tail.firstIndex(where: { ",;–—(".contains($0) })
        else { return nil }
        return pieces.dropLast() + [.words(String(tail[..<pause]).trimmedEnd + ".")]
    }

    /// Without an opening that says too much: the words before a pause or up to `that`, where what stays is whole without
    /// them. A few words may go before others, any number before a colon or a fact that stands by itself.
    private func withoutOpening(_ pieces: [Reference.Piece]) -> [[Reference.Piece]] {
        guard pieces.count > 1, case .words(let head)? = pieces.first, case .key(let key) = pieces[1],
            let fact = sheet[key]
        else { return [] }
        let standsAlone = fact.form == .clause || fact.isAsked
        if standsAlone, VoiceWords.words(head).last == "that" { return [Array(pieces.dropFirst())] }
        return head.indices.filter { ",:;–—!".contains(head[$0]) }.compactMap { pause in
            let rest = String(head[head.index(after: pause)...].drop(while: \.isWhitespace))
            if rest.isEmpty { return standsAlone ? Array(pieces.dropFirst()) : nil }
            guard head[pause] == ":" || VoiceWords.words(head[..<pause]).count <= 3 else { return nil }
            return [.words(rest)] + pieces.dropFirst()
        }
    }

    // MARK: Phrases

    private func text(_ pieces: [Reference.Piece]) -> (String, Set<String>) {
        var out = ""
        var before = memory.last
        var mentioned: Set<String> = []
        var last: OfferedFact?
        for (place, piece) in pieces.enumerated() {
            switch piece {
            case .words(let words):
                let following = place + 1 < pieces.count ? pieces[place + 1] : nil
                let own = ReplyReader.withoutNames(words, last)
                out += ReplyReader.joined(out, withoutEcho(own, before: following))
            case .key(let key):
                guard let fact = sheet[key] else { continue }
                let phrase = fact.isUnderstood(after: before) ? fact.full : fact.bound
                out += ReplyReader.withoutOverlap(out, phrase)
                before = fact
                last = fact
                mentioned.insert(fact.key)
            }
        }
        return (ReplyReader.sentence(out), mentioned)
    }

    /// Words before a phrase without a time that the phrase says itself: `In September you spent [[groceries.sep]]`.
    private func withoutEcho(_ text: String, before piece: Reference.Piece?) -> String {
        guard case .key(let key)? = piece, let fact = sheet[key], fact.form != .complement
        else { return text }
        var said = fact.times.map { "in " + $0 } + fact.times.map { "on " + $0 } + fact.times.map { "for " + $0 }
        said += ["so far", "on average"]
        let (phrase, lowered) = (fact.full.lowercased(), text.lowercased())
        for echo in said.sorted(by: { $0.utf8.count > $1.utf8.count }) where phrase.contains(echo) {
            guard let found = lowered.firstRange(of: echo) else { continue }
            let head = text.prefix(lowered.distance(from: lowered.startIndex, to: found.lowerBound))
            let rest = text.dropFirst(head.count + echo.count).drop { $0.isWhitespace || $0 == "," }
            return head.trimmedEnd + (head.isEmpty ? "" : " ") + rest
        }
        return text
    }

    /// Words behind a phrase without the names that the phrase has said: `[[groceries.sep]] on groceries last month`.
    private static func withoutNames(_ text: String, _ fact: OfferedFact?) -> String {
        guard let fact, fact.form == .noun, text.first == " " else { return text }
        let words = text.dropFirst().split(separator: " ", omittingEmptySubsequences: false)
        for length in (1...4).reversed() where words.count >= length {
            var said = VoiceWords.words(words[..<length].joined(separator: " "))
            if let first = said.first, ["on", "in", "at", "for"].contains(first) { said.removeFirst() }
            let name = said.joined(separator: " ")
            guard fact.names.contains(name) || fact.times.contains(name) else { continue }
            let signs = words[length - 1].reversed().prefix { !$0.isLetter && !$0.isNumber }.reversed()
            let rest = words[length...].joined(separator: " ")
            let left = String(signs) + (rest.isEmpty ? "" : " " + rest)
            return withoutNames(left, fact)
        }
        return text
    }

    /// A phrase behind words that end as it begins, without its beginning: `you kept [[kept]]`.
    private static func withoutOverlap(_ before: String, _ phrase: String) -> String {
        guard before.last(where: { !$0.isWhitespace })?.isLetter ?? false else { return phrase }
        let words = phrase.split(separator: " ")
        let said = VoiceWords.words(before.suffix(60))
        for length in (1...6).reversed() where words.count > length && said.count >= length {
            let start = words[..<length].map { $0.lowercased() }
            if Array(said.suffix(length)) == start, start != ["that"],
                start.allSatisfy({ $0.allSatisfy { $0.isLetter || $0 == "'" } })
            {
                return words[length...].joined(separator: " ")
            }
        }
        return phrase
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

extension StringProtocol {
    /// Without white space at its end.
    fileprivate var trimmedEnd: String {
        var text = String(self)
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return text
    }
}
