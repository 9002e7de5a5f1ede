extension Phraser {
    /// One answer on its way: what was shown of it, and what came of it.
    struct Turn {
        var result: Phrased
        var screen: Screen
        /// What the program itself says first: how a model read the line, and the verdict of a purchase, which is never
        /// left to one.
        let lead: String
        /// Whether what was asked is said by the program.
        let saysVerdict: Bool
        /// What the replies so far said.
        var memory = ReplyReader.Memory()

        init(_ answer: Answer, screen: Screen) {
            result = Phrased(answer)
            self.screen = screen
            saysVerdict = answer.advice != nil
            var sentence = saysVerdict ? SentenceSplitter.units(answer.reply).first ?? "" : answer.readAs
            while sentence.last?.isWhitespace ?? false { sentence.removeLast() }
            lead = sentence
        }

        /// Whether words of the model were shown.
        var hasWords: Bool { screen.text != lead && !screen.text.isEmpty }

        /// Counts what was placed and what was not shown.
        mutating func add(_ reader: ReplyReader) {
            let refused = reader.refusals.map(\.sentence)
            result.answer.unsupported += refused.filter { !result.answer.unsupported.contains($0) }
            result.answer.checkedFigures = (result.answer.checkedFigures ?? 0) + reader.placed
            memory = reader.said
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

        /// Lets words be shown again to a reader who wanted no more of a model's.
        mutating func reopen() { isClosed = false }

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
