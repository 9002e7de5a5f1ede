/// Lets a model's words through sentence by sentence; stops at the first one that the data does not support.
struct SentenceGate {
    struct Rejection {
        let sentence: String
        let claims: [UnsupportedClaim]
    }

    private let verification: Verification
    private let facts: Prepared<GuardFacts>
    private var splitter = SentenceSplitter()
    private var thinking = ThinkingFilter()
    /// Sentences that were shown before, which a repaired reply may begin with again.
    private let shownBefore: Set<String>
    private(set) var released = ""
    /// Bytes that came, thoughts left out.
    private var received = 0
    /// White space behind what was released, which is shown with what follows: a reply ends with its last word.
    private var between = ""
    /// The first sentence that was held back; nothing is released after it.
    private(set) var rejection: Rejection?
    /// Figures that were checked.
    private(set) var figures = 0
    /// What the data does not support, as it was written; with `mark` also what was shown.
    private(set) var unsupported: [String] = []

    init(_ verification: Verification, _ facts: Prepared<GuardFacts>, after shown: String = "") {
        self.verification = verification
        self.facts = facts
        var splitter = SentenceSplitter()
        shownBefore = Set((splitter.add(shown) + splitter.finish()).map(SentenceGate.core))
    }

    /// Bytes of a reply at most: a model that goes on beyond them has lost its way.
    private static let longest = 6000

    /// Whether no more is wanted.
    var isFull: Bool { received > SentenceGate.longest }

    /// - Returns: what may be shown now.
    mutating func take(_ text: String) -> String {
        let words = thinking.add(text)
        received += words.utf8.count
        return pass(splitter.add(words))
    }

    /// - Parameter isWhole: whether the reply came to its own end; if not, a sentence without its end is dropped.
    mutating func finish(isWhole: Bool) -> String {
        guard rejection == nil else { return "" }
        let rest = splitter.add(thinking.finish()) + splitter.finish()
        return isWhole || rest.last.map(SentenceGate.isEnded) ?? true ? pass(rest) : pass(rest.dropLast())
    }

    private mutating func pass(_ units: some Sequence<String>) -> String {
        var out = ""
        for unit in units where rejection == nil {
            let core = SentenceGate.core(unit)
            if core.isEmpty || shownBefore.contains(core) {
                between += unit.filter(\.isWhitespace)
                continue
            }
            let claims = check(unit, after: released + out)
            unsupported += claims.map(\.text)
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

    private mutating func check(_ unit: String, after said: String) -> [UnsupportedClaim] {
        guard verification != .off else { return [] }
        let figureGuard = FigureGuard(facts: facts.value)
        figures += figureGuard.figures(in: unit)
        return said.isEmpty ? figureGuard.check(unit) : figureGuard.check(unit, after: said)
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

/// Drops what a model thinks aloud before its reply, between `<think>` and `</think>`.
struct ThinkingFilter {
    private enum State {
        case beginning, thinking, replying
    }

    private static let open = "<think>"
    private static let close = "</think>"
    private var state = State.beginning
    private var held = ""

    mutating func add(_ text: String) -> String {
        if state == .replying { return text }
        held += text
        if state == .beginning {
            let start = held.drop(while: \.isWhitespace)
            if start.hasPrefix(ThinkingFilter.open) {
                state = .thinking
                held = String(start.dropFirst(ThinkingFilter.open.count))
            } else if !ThinkingFilter.open.hasPrefix(start) {
                return finish()
            }
        }
        guard state == .thinking, let end = held.firstRange(of: ThinkingFilter.close) else { return "" }
        held = String(held[end.upperBound...].drop(while: \.isWhitespace))
        state = .replying
        defer { held = "" }
        return held
    }

    /// What was held back in doubt; thoughts without an end are no reply.
    mutating func finish() -> String {
        defer {
            state = .replying
            held = ""
        }
        return state == .thinking ? "" : held
    }
}
