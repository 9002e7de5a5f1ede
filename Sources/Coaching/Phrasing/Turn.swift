extension Phraser {
    /// One answer on its way: what was shown of it, and what came of it.
    struct Turn {
        var result: Phrased
        var screen: Screen
        /// What the program itself says first: the verdict of a purchase is never left to a model.
        var lead: String

        init(_ answer: Answer, screen: Screen) {
            result = Phrased(answer)
            self.screen = screen
            var splitter = SentenceSplitter()
            let sentences = answer.advice == nil ? [] : splitter.add(answer.reply) + splitter.finish()
            lead = sentences.first.map(SentenceGate.core) ?? ""
        }

        /// Whether words of the model were shown.
        var hasWords: Bool { screen.text != lead && !screen.text.isEmpty }

        /// Counts what was checked and what was not supported.
        mutating func add(_ gate: SentenceGate) {
            result.answer.unsupported += gate.unsupported.filter { !result.answer.unsupported.contains($0) }
            result.answer.checkedFigures = (result.answer.checkedFigures ?? 0) + gate.figures
        }

        /// Lets the next words follow those that are shown, the first ones the lead.
        mutating func goOn(_ show: (String) -> Bool) {
            if screen.text.isEmpty { screen.add(lead, show) }
            screen.goOn()
        }
    }

    /// What the user has seen of a reply.
    struct Screen {
        /// Whether words are shown as they come.
        let isShown: Bool
        private(set) var text = ""
        private(set) var isClosed = false
        /// White space before the next words.
        private var gap = ""

        init(isShown: Bool) { self.isShown = isShown }

        mutating func add(_ words: String, _ show: (String) -> Bool) {
            guard !words.isEmpty, !isClosed else { return }
            text += gap + words
            if isShown { isClosed = !show(gap + words) }
            gap = ""
        }

        /// Lets what follows be the next sentence.
        mutating func goOn() {
            if !text.isEmpty, gap.isEmpty { gap = " " }
        }

        /// Lets what follows stand by itself. What nobody has seen is dropped.
        mutating func breakOff() {
            if !isShown { text = "" }
            gap = text.isEmpty ? "" : "\n\n"
        }

        /// Shows the rest of a text of which the beginning is shown.
        mutating func complete(_ whole: String, _ show: (String) -> Bool) {
            gap = ""
            add(String(whole.dropFirst(text.count)), show)
        }
    }
}
