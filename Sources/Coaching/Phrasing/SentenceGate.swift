/// Lets a model's words through sentence by sentence; stops at the first one that the data does not support.
struct SentenceGate {
    struct Rejection {
        let sentence: String
        let claims: [UnsupportedClaim]
    }

    /// What becomes of words that say nothing of what was asked.
    enum Hold {
        /// They are shown as they come.
        case never
        /// They wait for a sentence that does, and are shown in the end without one.
        case untilAnswer
        /// They wait, and without one they are no reply: the program has a figure to give.
        case unlessAnswer
    }

    private let verification: Verification
    private let facts: Prepared<GuardFacts>
    private var splitter = SentenceSplitter()
    private var thinking = ThinkingFilter()
    /// Sentences that were shown before, which a repaired reply may begin with again.
    private let shownBefore: Set<String>
    private let hold: Hold
    /// What was let through but waits for an answer.
    private(set) var held = ""
    /// Whether some sentence said what was asked for.
    private(set) var isAnswer = false
    private(set) var released = ""
    /// What the sentences so far said.
    private(set) var said = SaidBefore()
    /// Bytes that came, thoughts left out, and those of them that were cut into sentences.
    private var received = 0
    private var passed = 0
    /// The reply was longer than what is shown of one.
    private(set) var isFull = false
    /// White space behind what was released, which is shown with what follows: a reply ends with its last word.
    private var between = ""
    /// The first sentence that was held back; nothing is released after it.
    private(set) var rejection: Rejection?
    /// Figures that were checked.
    private(set) var figures = 0
    /// What the data does not support, as it was written; with `mark` also what was shown.
    private(set) var unsupported: [String] = []

    /// - Parameters:
    ///   - shown: what was shown of the reply before.
    ///   - held: what an earlier part of it had waiting.
    ///   - said: what an earlier part of it said.
    init(
        _ verification: Verification, _ facts: Prepared<GuardFacts>, hold: Hold = .never, after shown: String = "",
        held: String = "", said: SaidBefore = SaidBefore()
    ) {
        self.verification = verification
        self.facts = facts
        self.hold = verification == .off ? .never : hold
        self.held = held
        self.said = said
        released = held
        shownBefore = Set([shown, held].flatMap(SentenceSplitter.units).map(SentenceGate.core))
    }

    /// Bytes of a reply at most: a model that goes on beyond them has lost its way.
    static let longest = 6000

    /// Whether words without an answer are all there is, although one is to be given.
    var isUnanswered: Bool { hold == .unlessAnswer && !isAnswer && facts.value.wantsFigure }

    /// - Returns: what may be shown now.
    mutating func take(_ text: String) -> String {
        var out = ""
        var rest = text[...]
        // A whole reply may come at once, and of a very long one little is read.
        while !rest.isEmpty, !isFull, rejection == nil {
            out += take(piece: String(rest.prefix(SentenceGate.longestPiece)))
            rest = rest.dropFirst(SentenceGate.longestPiece)
        }
        return out
    }

    /// Characters that are looked at together.
    private static let longestPiece = 2000

    private mutating func take(piece: String) -> String {
        let words = thinking.add(piece)
        if thinking.takeStrayEnd() { forget() }
        received += words.utf8.count
        let out = pass(splitter.add(words))
        // What has no end of a sentence for so long never will.
        isFull = isFull || received - passed > SentenceGate.longest
        return freed(out)
    }

    /// Drops what nobody has seen yet.
    private mutating func forget() {
        splitter = SentenceSplitter()
        received = passed
        released.removeLast(held.count)
        if released.isEmpty { (between, said) = ("", SaidBefore()) }
        held = ""
        isAnswer = false
    }

    /// - Parameter isWhole: whether the reply came to its own end; if not, a sentence without its end is dropped.
    mutating func finish(isWhole: Bool) -> String {
        guard rejection == nil else { return "" }
        let rest = splitter.add(thinking.finish()) + splitter.finish()
        let isEnded = isWhole || rest.last.map(SentenceGate.isEnded) ?? true
        let out = isFull ? "" : isEnded ? pass(rest) : pass(rest.dropLast())
        held += out
        return isUnanswered || rejection != nil && hold != .never && !isAnswer ? "" : takeHeld()
    }

    /// What may be shown of words that were let through.
    private mutating func freed(_ out: String) -> String {
        held += out
        if hold != .never, !isAnswer, hold == .untilAnswer || facts.value.wantsFigure { return "" }
        return takeHeld()
    }

    private mutating func takeHeld() -> String {
        defer { held = "" }
        return held
    }

    private mutating func pass(_ units: some Sequence<String>) -> String {
        var out = ""
        for whole in units where rejection == nil && !isFull {
            passed += whole.utf8.count
            if passed > SentenceGate.longest {
                isFull = true
                break
            }
            // What steers a terminal is not shown, and what is named as unsupported is named without it.
            let unit = AccountNumbers.masked(verification == .strict ? whole : DataText.withoutControls(whole))
            let core = SentenceGate.core(unit)
            // A call of a tool that the server did not see as one is JSON.
            if core.isEmpty || shownBefore.contains(core) || core.hasPrefix("{\"") {
                between += String(String(unit.reversed()).prefix(while: \.isWhitespace).reversed())
                continue
            }
            let claims = check(unit, isFirst: released.isEmpty && out.isEmpty)
            unsupported += claims.map(\.text).filter { !unsupported.contains($0) }
            if !claims.isEmpty, verification == .strict {
                rejection = Rejection(sentence: core, claims: claims)
                break
            }
            between += unit.prefix(while: \.isWhitespace)
            let isFirst = released.isEmpty && out.isEmpty
            out += (isFirst ? "" : between.isEmpty ? " " : between) + core + marks(claims)
            between = String(String(unit.reversed()).prefix(while: \.isWhitespace).reversed())
        }
        released += out
        return out
    }

    private mutating func check(_ unit: String, isFirst: Bool) -> [UnsupportedClaim] {
        guard verification != .off else { return [] }
        let finding = FigureGuard(facts: facts.value).finding(unit, after: said)
        figures += finding.figures
        said += finding.said
        isAnswer =
            isAnswer || finding.isAnswer && finding.faults.isEmpty
            || verification == .mark && finding.figures > 0
        return finding.faults
    }

    private func marks(_ claims: [UnsupportedClaim]) -> String {
        claims.isEmpty ? "" : " [not in your data: " + claims.map { "“\($0.text)”" }.joined(separator: ", ") + "]"
    }

    /// A sentence without the white space around it.
    static func core(_ unit: String) -> String {
        guard let start = unit.firstIndex(where: { !$0.isWhitespace }),
            let end = unit.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(unit[start...end])
    }

    private static func isEnded(_ unit: String) -> Bool {
        core(unit).last { !"*_)\"”’'".contains($0) }.map { ".!?…".contains($0) } ?? true
    }
}
