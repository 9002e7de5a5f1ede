import Ledger

/// The rule for a model's own words, default deny: a sentence is an opening, and clauses whose words are frames of the
/// facts they stand beside. Nothing else is shown, so that no word of its own can say something about the money.
struct SentenceRule {
    private let sheet: FactSheet
    private let frames: SentenceFrames
    /// The parts in their order, which words such as `followed by` go by.
    private let parts: [OfferedFact]

    init(_ sheet: FactSheet, frames: SentenceFrames = .builtIn) {
        self.sheet = sheet
        self.frames = frames
        parts = sheet.facts.filter { $0.form == .noun && $0.topics.contains("part") }
    }

    /// Why a sentence is not shown, as a model is told it.
    struct Breach: Hashable {
        let reason: String
    }

    /// What stands in a sentence: a word, a pause in which a clause may end, or a fact.
    private enum Token {
        case word(String)
        case fact(OfferedFact)
    }

    /// Stands for a comma or the like among the words.
    private static let pause = ","

    // MARK: The rule

    /// - Parameters:
    ///   - before: the last fact that was said.
    ///   - said: the topics of every fact that was said.
    /// - Returns: nil where the sentence may be shown.
    func breach(
        _ pieces: [Reference.Piece], after before: OfferedFact? = nil, said: Set<String> = []
    ) -> Breach? {
        if let breach = symbols(pieces) { return breach }
        var runs: [[String]] = [[]]
        var facts: [OfferedFact] = []
        for token in SentenceRule.tokens(pieces, sheet) {
            switch token {
            case .word(let word): runs[runs.count - 1].append(word)
            case .fact(let fact):
                facts.append(fact)
                runs.append([])
            }
        }
        while runs[runs.count - 1].last == SentenceRule.pause { runs[runs.count - 1].removeLast() }
        guard let first = facts.first, let last = facts.last else {
            return isTalk(runs[0], said: said) ? nil : Breach(reason: "it says nothing of the facts")
        }
        guard begins(runs[0][...], first, after: before, isInSentence: false) else {
            return misfit(runs[0], beside: first)
        }
        for place in 1..<facts.count where !joins(runs[place], facts[place - 1], facts[place]) {
            return misfit(runs[place], beside: facts[place])
        }
        guard ends(runs[facts.count], last) else { return misfit(runs[facts.count], beside: last) }
        return nil
    }

    private func misfit(_ words: [String], beside fact: OfferedFact) -> Breach {
        let said = words.filter { $0 != SentenceRule.pause }.joined(separator: " ")
        return Breach(
            reason: said.isEmpty
                ? "\(Reference.to(fact.key)) cannot stand there"
                : "“\(said)” may not stand beside \(Reference.to(fact.key))")
    }

    /// What a sentence may not hold whatever it says.
    private func symbols(_ pieces: [Reference.Piece]) -> Breach? {
        for (place, piece) in pieces.enumerated() {
            switch piece {
            case .key(let key) where sheet[key] == nil:
                return Breach(reason: "there is no fact \(Reference.to(DataText.line(key)))")
            case .key: continue
            case .words(let words):
                if let digit = words.first(where: \.isNumber) {
                    return Breach(reason: "“\(digit)” is a figure of your own: use only references")
                }
                if let sign = words.first(where: { !SentenceRule.isPlain($0) }) {
                    return Breach(reason: "“\(sign)” may not stand in a reply")
                }
                // A dash that touches a figure makes it negative.
                if place + 1 < pieces.count, let sign = words.last, "-–—".contains(sign) {
                    return Breach(reason: "“\(sign)” may not touch a reference")
                }
            }
        }
        return nil
    }

    private static func isPlain(_ sign: Character) -> Bool {
        sign.unicodeScalars.count == 1 && sign.isLetter || " \n\t.,;:!()-–—'’‘…&*".contains(sign)
    }

    // MARK: Parts of a sentence

    /// Whether the words before a fact are openings and a frame that leads to it.
    private func begins(
        _ words: ArraySlice<String>, _ fact: OfferedFact, after before: OfferedFact?, isInSentence: Bool
    ) -> Bool {
        rests(words, beside: fact).contains { leads($0, fact, after: before, isInSentence: isInSentence) }
    }

    /// What is left of the words behind each run of at most two openings.
    private func rests(_ words: ArraySlice<String>, beside fact: OfferedFact, depth: Int = 0) -> [ArraySlice<String>] {
        var found = [words]
        guard depth < 2 else { return found }
        for end in words.indices {
            let isPause = words[end] == SentenceRule.pause
            guard isPause || SentenceRule.closing.contains(words[end]) else { continue }
            let opening = isPause ? words[..<end] : words[...end]
            guard !opening.isEmpty, allows(opening, at: .opening, fact) else { continue }
            found += rests(words[(end + 1)...], beside: fact, depth: depth + 1)
        }
        return found
    }

    /// Words that an opening may end with where no comma follows.
    private static let closing: Set<String> = ["that", "is", "then", "next", "now", "far", "and", "but"]

    private func leads(
        _ words: ArraySlice<String>, _ fact: OfferedFact, after before: OfferedFact?, isInSentence: Bool
    ) -> Bool {
        let said = frames.without(adverbs: words.filter { $0 != SentenceRule.pause }[...])
        let text = said.joined(separator: " ")
        switch fact.form {
        case .complement:
            return !text.isEmpty && !SentenceRule.conjunctions.contains(text) && before?.about == fact.anchor
                && frames.allows(text, at: .point, ["any"])
        case .noun:
            if frames.allows(text, at: .total, ["any"]) { return isSameRows(before, fact) }
            if allows(said[...], at: .next, fact) { return follows(before, fact) }
            guard !words.contains(SentenceRule.pause) else { return false }
            if words.isEmpty { return !isInSentence && fact.isAsked }
            return allows(words, at: .lead, fact)
        case .clause:
            guard !words.contains(SentenceRule.pause) else { return false }
            // `you kept [[kept]]`: the phrase begins so.
            return words.isEmpty || text == "that"
                || words.count <= 3 && VoiceWords.words(fact.full).starts(with: words)
        }
    }

    private static let conjunctions: Set<String> = ["and", "but", "or", "while"]

    /// Whether words between two facts end the one clause and begin the other.
    private func joins(_ words: [String], _ before: OfferedFact, _ fact: OfferedFact) -> Bool {
        (0...min(6, words.count)).contains { end in
            (end == 0 || closes(words[..<end], before)) && joins(bare: words[end...], before, fact)
        }
    }

    private func joins(bare words: ArraySlice<String>, _ before: OfferedFact, _ fact: OfferedFact) -> Bool {
        let isPaused = words.first == SentenceRule.pause
        let words = isPaused ? words.dropFirst() : words
        let said = words.isEmpty ? "" : frames.without(adverbs: words).joined(separator: " ")
        switch fact.form {
        case .complement:
            let isOfBefore =
                before.about == fact.anchor || before.form == .complement && before.anchor == fact.anchor
            return isOfBefore && (said.isEmpty ? isPaused : frames.allows(said, at: .point, ["any"]))
        case .noun:
            if frames.allows(said, at: .total, ["any"]) { return isSameRows(before, fact) }
            if allows(words, at: .next, fact) { return follows(before, fact) }
            if said.isEmpty || said == "and" {
                return (isPaused || !said.isEmpty) && before.form == .noun && before.topics == fact.topics
            }
            if frames.allows(said, at: .join, fact.topics) { return true }
        case .clause: if said.isEmpty { return isPaused }
        }
        return (1...2).contains { length in
            guard length <= words.count else { return false }
            let rest = words.dropFirst(length)
            return frames.allows(words.prefix(length).joined(separator: " "), at: .join, ["any"])
                && (fact.form == .clause || !rest.isEmpty)
                && begins(rest, fact, after: before, isInSentence: true)
        }
    }

    private func ends(_ words: [String], _ fact: OfferedFact) -> Bool {
        if words.isEmpty || closes(words[...], fact) { return true }
        return words.first == SentenceRule.pause && allows(words.dropFirst(), at: .parting, fact)
    }

    /// Whether the words may stand right behind a fact.
    private func closes(_ words: ArraySlice<String>, _ fact: OfferedFact) -> Bool {
        !words.contains(SentenceRule.pause) && allows(words, at: .tail, fact)
    }

    /// Praise stands behind good news that no bad news is beside.
    private func isTalk(_ words: [String], said: Set<String>) -> Bool {
        let text = words.filter { $0 != SentenceRule.pause }
        let topics: Set<String> = said.contains("good") && !said.contains("bad") ? ["any", "good"] : ["any"]
        return frames.allows(text.joined(separator: " "), at: .talk, topics)
            || frames.allows(frames.without(adverbs: text[...]).joined(separator: " "), at: .talk, topics)
    }

    // MARK: What words make of two facts

    /// Whether a sum is one of the rows that were spoken of, and not a part of them.
    private func isSameRows(_ before: OfferedFact?, _ fact: OfferedFact) -> Bool {
        guard let before else { return false }
        if before.about == fact.about { return true }
        return !before.topics.contains("part") && (before.anchor == fact.anchor || before.about == fact.anchor)
    }

    /// Whether a part is the next one behind another, or the first behind the sentence that names the largest.
    private func follows(_ before: OfferedFact?, _ fact: OfferedFact) -> Bool {
        guard let before, let place = parts.firstIndex(of: fact) else { return false }
        if before.form == .clause, before.topics.contains("most") {
            return place == 0 || place == 1 && parts[0].about == before.about
        }
        return place > 0 && parts[place - 1] == before
    }

    // MARK: Words and names

    private func allows(_ words: ArraySlice<String>, at place: SentenceFrames.Place, _ fact: OfferedFact) -> Bool {
        guard !words.isEmpty else { return false }
        var topics = fact.topics.union(["any"])
        if let yes = sheet.answersYes { topics.insert(yes ? "yes" : "no") }
        if parts.first == fact, sheet.facts.contains(where: { $0.topics.contains("most") && $0.about == fact.about }) {
            topics.insert("leader")
        }
        return frames.allows(unnamed(frames.without(adverbs: words), fact), at: place, topics)
    }

    /// The words with # for a name of what the fact is of, and @ for one of its time.
    private func unnamed(_ words: [String], _ fact: OfferedFact) -> String {
        var out: [String] = []
        var place = 0
        while place < words.count {
            let found = (1...min(6, words.count - place)).reversed().lazy
                .map { length in (length, words[place..<(place + length)].joined(separator: " ")) }
                .first { fact.names.contains($0.1) || fact.times.contains($0.1) }
            if let (length, name) = found {
                out.append(fact.times.contains(name) ? "@" : "#")
                place += length
            } else {
                out.append(words[place])
                place += 1
            }
        }
        return out.joined(separator: " ")
    }

    private static func tokens(_ pieces: [Reference.Piece], _ sheet: FactSheet) -> [Token] {
        pieces.flatMap { piece -> [Token] in
            switch piece {
            case .key(let key): sheet[key].map { [.fact($0)] } ?? []
            case .words(let text):
                Array(
                    text.split(omittingEmptySubsequences: false) { ",;:()–—!.…".contains($0) }
                        .map { VoiceWords.words($0).map(Token.word) }.joined(separator: [.word(pause)]))
            }
        }
    }
}
