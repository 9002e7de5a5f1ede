import Ledger

/// The rule for a model's own words: none of them are shown but the openings and the talk of a closed list. A model chooses
/// the facts and what stands in one sentence; the words that join them are code's, so that no word of a model can say
/// something about the money. What was asked is first (`ReplyReader`), and of a set code says which are told, and in which
/// order (`TellingOrder`).
struct SentenceRule {
    private let sheet: FactSheet
    private let frames: SentenceFrames
    private let order: TellingOrder

    init(_ sheet: FactSheet, frames: SentenceFrames = .builtIn) {
        self.sheet = sheet
        order = TellingOrder(sheet)
        self.frames = frames
    }

    /// What a reply has said so far.
    struct Said {
        /// All of its facts.
        fileprivate(set) var facts: [OfferedFact] = []
        /// Those of its last sentence.
        fileprivate(set) var last: [OfferedFact] = []

        /// The one thing that words such as `that` can mean; nil after a list, and after what was said of a thing.
        fileprivate var thing: OfferedFact? { last.count == 1 && last[0].form == .noun ? last[0] : nil }

        func has(_ fact: OfferedFact) -> Bool { facts.contains(fact) }
    }

    // MARK: A sentence

    /// The sentences that are shown for one of a model's; none where all of it was said or cannot be told here.
    ///
    /// - Parameter words: its own before the first fact.
    func sentences(_ words: String, _ facts: [OfferedFact], after before: Said) -> (texts: [String], said: Said) {
        var said = before
        var sentences: [Sentence] = []
        var rest = order.ordered(facts, after: said.facts)[...]
        while let next = rest.popFirst() {
            guard !isKnown(next, said), let fact = antecedent(of: next, said) else { continue }
            // What it points at is said first.
            if fact != next { rest.insert(next, at: rest.startIndex) }
            if var sentence = sentences.last, let joint = joint(fact, in: sentence) {
                sentence.add(fact, joint, text(fact, joint, in: sentence))
                sentences[sentences.count - 1] = sentence
            } else {
                if let sentence = sentences.last { said.last = sentence.facts }
                sentences.append(Sentence(fact, start(fact, after: said)))
            }
            said.facts.append(fact)
        }
        guard let first = sentences.first, let last = sentences.last else { return ([], before) }
        said.last = last.facts
        let texts = sentences.map(\.text)
        return ([opened(words, first)] + texts.dropFirst().map(ReplyReader.sentence), said)
    }

    /// Why nothing is shown of facts that a sentence points at.
    func reason(_ facts: [OfferedFact], after said: Said) -> String {
        guard let fact = facts.first else { return "it says nothing of the facts" }
        let key = Reference.to(fact.key)
        if said.has(fact) { return "\(key) was said already" }
        if said.facts.contains(where: fact.isSameMoney) {
            return "\(key) is money that was said already by another name"
        }
        if fact.isCountedTwice(after: said.facts) { return "\(key) is a part of what was said already" }
        if !order.ordered(facts, after: said.facts).contains(fact) {
            return "\(key) is picked from a series: say its latest ones, or its highest and its lowest"
        }
        return "\(key) goes on from the fact before it on the list, and something else was said since"
    }

    /// What is to be said where a fact is meant: itself, or first what it points at by a word such as `that`; nil where
    /// something else was said since.
    private func antecedent(of fact: OfferedFact, _ said: Said) -> OfferedFact? {
        guard fact.goesOn,
            let place = sheet.facts.firstIndex(of: fact), place > 0, said.facts.last != sheet.facts[place - 1]
        else { return fact }
        let before = sheet.facts[place - 1]
        return said.has(before) ? nil : antecedent(of: before, said)
    }

    /// Whether a reader knows it already: it was said, or is money that was said by another name.
    private func isKnown(_ fact: OfferedFact, _ said: Said) -> Bool {
        said.has(fact) || fact.isCountedTwice(after: said.facts) || said.facts.contains(where: fact.isSameMoney)
    }

    private func opened(_ words: String, _ sentence: Sentence) -> String {
        let text = sentence.text
        let own = VoiceWords.words(words)
        guard !sentence.isLinked,
            let opening = frames.openings.first(where: { own.starts(with: $0.words) }),
            mayOpen(opening.topic, sentence.facts)
        else { return ReplyReader.sentence(text) }
        return ReplyReader.sentence(opening.text + " " + text)
    }

    private func mayOpen(_ topic: String, _ facts: [OfferedFact]) -> Bool {
        switch topic {
        case "any": true
        case "asked": facts[0].isAsked
        // A change of price is read as a reason.
        case "beside": facts.allSatisfy { !$0.has("price") }
        // Neither what to do nor what is taken off already is to be kept in mind.
        case "plain": facts.allSatisfy { !$0.has("suggestion") && !$0.has("bills") }
        case "yes", "no": facts[0].isAsked && sheet.answersYes == (topic == "yes")
        default: facts.allSatisfy { $0.has(topic) }
        }
    }

    // MARK: What joins

    private enum Joint {
        /// Of the thing right before: `, which is …`, and a second such.
        case which, secondComparison
        /// `, $77.45 in all`, `, or $2,261.40 a year`.
        case sum
        /// The next part by size, and a further one.
        case next, item
        /// A further clause of its kind.
        case nextClause
    }

    /// How a sentence begins.
    private struct Start {
        let text: String
        /// Whether it points at what was said, so that no opening stands before it.
        var isLinked = false
        /// The amount that takes its facts into account.
        var amount: OfferedFact?
    }

    /// A sentence as it grows.
    private struct Sentence {
        private(set) var facts: [OfferedFact]
        private var parts: [(joint: Joint?, text: String)]
        let isLinked: Bool
        /// The amount that takes its facts into account.
        let amount: OfferedFact?

        init(_ fact: OfferedFact, _ start: Start) {
            facts = [fact]
            parts = [(nil, start.text)]
            (isLinked, amount) = (start.isLinked, start.amount)
        }

        mutating func add(_ fact: OfferedFact, _ joint: Joint, _ text: String) {
            // The day of a list is said once, after its first.
            let day = facts[0].full.firstRange(of: " as of ").map { String(facts[0].full[$0.lowerBound...]) } ?? ""
            let isOfDay = !day.isEmpty && text.hasSuffix(day) && joint == .item
            facts.append(fact)
            parts.append((joint, isOfDay ? String(text.dropLast(day.count)) : text))
        }

        var joint: Joint? { parts[parts.count - 1].joint }

        var text: String {
            var out = ""
            for (place, part) in parts.enumerated() {
                let items = parts.count(where: { $0.joint == .item })
                let isLast = place + 1 == parts.count
                switch part.joint {
                case nil: out += part.text
                case .which: out += ", which is " + part.text
                case .secondComparison: out += " and " + part.text
                case .sum: out += ", " + part.text
                case .next: out += ", followed by " + part.text
                case .item: out += (isLast ? items > 1 ? ", and " : " and " : ", ") + part.text
                case .nextClause: out += ", and " + part.text
                }
            }
            return out
        }
    }

    /// How a fact goes on in a sentence; nil where it begins one of its own.
    private func joint(_ fact: OfferedFact, in sentence: Sentence) -> Joint? {
        let before = sentence.facts[sentence.facts.count - 1]
        let isAlone = sentence.facts.count == 1
        switch fact.form {
        case .complement:
            if isAlone, isComparable(before, fact) { return .which }
            let isOfThing = sentence.joint == .which || sentence.joint == .secondComparison
            return isOfThing && before.anchor == fact.anchor ? .secondComparison : nil
        case .noun:
            if isAlone, isSum(fact, of: before) { return .sum }
            if isNext(fact, after: sentence) { return isAlone ? .next : .item }
            let isList = sentence.facts.allSatisfy { $0.form == .noun && isBeside($0, fact) }
            return isList && (isAlone || sentence.joint == .item) ? .item : nil
        case .clause:
            // Parts are told by size, and what weighs in a purchase one by one.
            let isAlike = before.topics == fact.topics && !fact.has("part") && !fact.has("purchase")
            let isCounted = sentence.amount.map { $0.counts(fact) && fact.counted != nil } ?? true
            return isAlone && before.form == .clause && isAlike && isCounted ? .nextClause : nil
        }
    }

    private func text(_ fact: OfferedFact, _ joint: Joint, in sentence: Sentence) -> String {
        switch joint {
        case .which, .secondComparison: fact.full
        case .sum: fact.has("yearly") ? "or \(fact.short) a year" : "\(fact.short) in all"
        case .next, .item: sentence.facts[0].has("most") ? fact.named ?? fact.listed : fact.listed
        case .nextClause: sentence.amount == nil ? fact.clause : fact.counted ?? fact.clause
        }
    }

    /// A fact at the beginning of a sentence.
    private func start(_ fact: OfferedFact, after said: Said) -> Start {
        if let thing = said.thing {
            if fact.form == .complement, thing.isAsked, isComparable(thing, fact) {
                return Start(text: "that is " + fact.full, isLinked: true)
            }
            if isSum(fact, of: thing) {
                let sum = "that comes to \(fact.short)" + (fact.has("yearly") ? " a year" : " in all")
                return Start(text: sum, isLinked: true)
            }
        }
        return counted(fact, after: said) ?? part(fact, after: said)
            ?? Start(text: fact.clause, isLinked: fact.goesOn)
    }

    /// A payment after an amount that takes it into account, so that nobody takes it off once more: `that already covers your
    /// Gym payment, about $30.00 on November 3`.
    private func counted(_ fact: OfferedFact, after said: Said) -> Start? {
        guard let words = fact.counted, let amount = said.facts.last(where: { $0.counts(fact) }) else { return nil }
        let isSum = amount.has("bills")
        let verb = isSum ? "includes" : fact.has("pay") ? "takes into account" : "covers"
        let subject: String
        if said.last == [amount] {
            subject = isSum ? "that" : "that already"
        } else if said.last.allSatisfy({ $0.counted != nil && amount.counts($0) }) {
            subject = "it also"
        } else if isSum {
            guard isOnly(amount, said) else { return nil }
            subject = "the " + amount.short
        } else {
            subject = "the forecast already"
        }
        return Start(text: "\(subject) \(verb) \(words)", isLinked: true, amount: amount)
    }

    /// A part of what was said: `of that, the most went to rent`.
    private func part(_ fact: OfferedFact, after said: Said) -> Start? {
        guard let linked = fact.linked, let whole = said.facts.last(where: { isWhole($0, of: fact) }),
            whole == said.thing || isOnly(whole, said)
        else { return nil }
        let name = whole == said.thing ? "that" : "the " + whole.short
        let isAll = fact.has("pending") && fact.has("all")
        let text =
            isAll
            ? "all of \(whole == said.thing ? "it" : name) is still pending"
            : linked.replacing(FactPhrases.whole, with: name)
        return Start(text: text, isLinked: whole == said.thing)
    }

    /// Whether no other amount that was said reads the same.
    private func isOnly(_ fact: OfferedFact, _ said: Said) -> Bool {
        said.facts.count(where: { $0.short == fact.short }) == 1
    }

    // MARK: What facts are to each other

    /// Whether a comparison is one of a thing: of the same rows in the same measure.
    private func isComparable(_ thing: OfferedFact, _ fact: OfferedFact) -> Bool {
        thing.form == .noun && thing.about == fact.anchor
            && !["assets", "liabilities", "balance"].contains(where: thing.has)
            && thing.has("count") == fact.has("ofcount") && thing.has("average") == fact.has("ofaverage")
    }

    /// Whether a sum is one of the very rows of a count or an average, or a year of the very payments.
    private func isSum(_ fact: OfferedFact, of thing: OfferedFact) -> Bool {
        guard thing.form == .noun, thing.about == fact.about else { return false }
        return fact.has("sum") && (thing.has("count") || thing.has("average"))
            || fact.has("yearly") && thing.has("streams")
    }

    private func isWhole(_ thing: OfferedFact, of fact: OfferedFact) -> Bool {
        thing.form == .noun && thing.has("sum") && thing.about == fact.anchor
    }

    /// Whether both are parts of one whole, of one kind, or otherwise alike and apart.
    private func isBeside(_ before: OfferedFact, _ fact: OfferedFact) -> Bool {
        !fact.kind.isEmpty && before.kind == fact.kind && before.about != fact.about
            && (before.anchor == fact.anchor || !fact.has("part") || fact.kind == "stream")
    }

    /// Whether a part is the next one by size after the largest and those that followed it.
    private func isNext(_ fact: OfferedFact, after sentence: Sentence) -> Bool {
        let top = sentence.facts[0]
        guard top.form == .clause, top.has("most"), fact.named != nil, isBeside(top, fact) else { return false }
        let ranked = sheet.facts.filter { $0.form == .noun && isBeside(top, $0) }
        let sizes = ([top] + ranked).map(\.amount)
        let place = sentence.facts.count - 1
        guard place < ranked.count, Array(ranked[..<place]) == Array(sentence.facts.dropFirst()), ranked[place] == fact
        else { return false }
        return zip(sizes, sizes.dropFirst()).prefix(place + 1).allSatisfy { larger, smaller in
            if let larger, let smaller { larger.unit == smaller.unit && larger.number >= smaller.number } else { false }
        }
    }

    // MARK: Talk

    /// Whether a sentence without a fact may be shown: praise only right after what was asked, where that is good and
    /// nothing that is known is bad.
    func isTalk(_ text: String, after said: Said) -> Bool {
        var topics: Set<String> = ["any"]
        let isOfAsked = said.last.contains { fact in
            fact.isAsked || sheet.facts.contains { $0.isAsked && $0.about == fact.anchor }
        }
        let isMixed = sheet.facts.contains { $0.has("bad") || $0.has("usual") && !$0.has("good") }
        if isOfAsked, said.last.contains(where: { $0.has("good") }), !isMixed {
            topics.insert("good")
        }
        if sheet.facts.contains(where: { $0.has("purchase") }) {
            topics = topics.subtracting(["good"]).union(["purchase"])
        }
        // What weighs most speaks for it: a wish to enjoy it fits the verdict.
        if sheet.facts.contains(where: { $0.has("first") && $0.has("reasonfor") }) { topics.insert("buy") }
        return frames.isTalk(VoiceWords.words(text), topics)
    }
}
