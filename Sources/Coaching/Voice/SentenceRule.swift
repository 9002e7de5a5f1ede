import Ledger

/// The rule for a model's own words, default deny: a sentence is an opening, and clauses whose words are frames of the
/// facts they stand beside. Nothing else is shown, so that no word of its own can say something about the money.
struct SentenceRule {
    private let sheet: FactSheet
    private let frames: SentenceFrames
    /// Whether the sentence names accounts that make up all that is held: `that's made up of`.
    private var isOfAllHeld = false
    /// The sentence before.
    private var said = Said()
    /// What words such as `followed by` go by.
    private let parts: OfferedParts

    init(_ sheet: FactSheet, frames: SentenceFrames = .builtIn) {
        self.sheet = sheet
        self.frames = frames
        parts = OfferedParts(sheet.facts)
    }

    /// What the sentence before said, which words such as `that` point at.
    struct Said {
        /// Its last fact; nil where it ended with a list, of which nothing is said alone.
        fileprivate(set) var last: OfferedFact?
        /// All of its facts.
        fileprivate(set) var facts: [OfferedFact] = []
        /// The last fact but for what is pending, which praise behind it is of.
        fileprivate(set) var praised: OfferedFact?

        init() {}

        init(_ facts: [OfferedFact], isList: Bool, after before: Said) {
            self.facts = facts
            last = isList ? nil : facts.last
            praised = facts.last { !$0.topics.contains("pending") } ?? before.praised
        }

        /// The same, of which a clause was said since.
        func adding(_ fact: OfferedFact?) -> Said {
            var said = self
            said.last = fact ?? last
            return said
        }
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

    /// Stands for a comma or the like among the words, and for a colon, which only an opening may end with.
    private static let pause = ",", colon = ":"

    // MARK: The rule

    /// - Parameter said: the sentence before.
    /// - Returns: nil where the sentence may be shown.
    func breach(_ pieces: [Reference.Piece], after said: Said = Said()) -> Breach? {
        if let breach = symbols(pieces) { return breach }
        var rule = self
        rule.isOfAllHeld = isAllHeld(pieces)
        rule.said = said
        return rule.misfit(pieces)
    }

    /// The facts of a sentence, and the words before each and behind the last.
    private func runs(_ pieces: [Reference.Piece]) -> (words: [[String]], facts: [OfferedFact]) {
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
        return (runs, facts)
    }

    /// What a sentence says, for the one behind it.
    func said(_ pieces: [Reference.Piece], after before: Said) -> Said {
        let (words, facts) = runs(pieces)
        guard facts.count > 1 else { return facts.isEmpty ? before : Said(facts, isList: false, after: before) }
        let isList = isListed(facts[facts.count - 1], behind: facts[facts.count - 2], words[facts.count - 1])
        return Said(facts, isList: isList, after: before)
    }

    /// Whether a thing only goes on in a list, so that what follows could be taken for something of all.
    private func isListed(_ fact: OfferedFact, behind before: OfferedFact, _ words: [String]) -> Bool {
        fact.form == .noun && before.form == .noun
            && (isBare(words) || allows(words.filter { $0 != SentenceRule.pause }[...], at: .next, fact))
    }

    private func misfit(_ pieces: [Reference.Piece]) -> Breach? {
        let before = said.last
        let (runs, facts) = runs(pieces)
        // A fact is said once: twice could be taken for two.
        if let twice = facts.indices.first(where: { facts[..<$0].contains(facts[$0]) }) {
            return Breach(reason: "\(Reference.to(facts[twice].key)) was said already")
        }
        guard let first = facts.first, let last = facts.last else {
            return isTalk(runs[0]) ? nil : Breach(reason: "it says nothing of the facts")
        }
        guard begins(runs[0][...], first, after: before, isInSentence: false), !turns(runs[0], before, first) else {
            return misfit(runs[0], beside: first)
        }
        var isInList = false
        for place in 1..<facts.count {
            let (before, fact) = (facts[place - 1], facts[place])
            if let same = facts[..<place].first(where: { isSameMoney($0, fact) }) {
                return Breach(reason: "\(Reference.to(fact.key)) is a part of \(Reference.to(same.key)) or the same")
            }
            let isCountedIn = facts[..<place].contains { isWithin(fact, $0) || isWithin($0, fact) }
            if isCountedIn, runs[place].contains("and") { return misfit(runs[place], beside: fact) }
            // Of a list, the last thing alone would be compared.
            if isInList, fact.form == .complement { return misfit(runs[place], beside: fact) }
            isInList = isListed(fact, behind: before, runs[place])
            // A payment in a list that is in the order of days.
            if isBare(runs[place]), fact.isDuePayment, before.isDuePayment, isRanked(runs[..<place], facts) {
                if follows(before, fact) { continue }
                return misfit(runs[place], beside: fact)
            }
            if isBare(runs[place]), fact.form == .noun {
                if isRanked(runs[..<place], facts), !follows(before, fact) { return misfit(runs[place], beside: fact) }
                if first.names.contains(where: { !fact.names.contains($0) && says($0, in: runs[0]) }) {
                    return misfit(runs[0], beside: fact)
                }
            }
            guard joins(runs[place], before, fact), !turns(runs[place], before, fact),
                !isCountedTwice(before, fact, joined: runs[place]),
                isCovered(fact, by: runs[0], of: first, joined: runs[place])
            else { return misfit(runs[place], beside: fact) }
        }
        let end = runs[facts.count]
        guard end.isEmpty || !isInList && closes(end[...], last) else { return misfit(end, beside: last) }
        return nil
    }

    /// A sentence that says a fact and nothing else, and may be shown; nil where it needs another before it.
    func example(_ fact: OfferedFact) -> String? {
        let leads = ["You spent ", "You have ", "You made ", "You earned ", "You pay ", "There were ", "It is ", ""]
        return leads.map { $0 + Reference.to(fact.key) + "." }.first { sentence in
            Reference.pieces(sentence).map { breach($0) == nil } ?? false
        }
    }

    // MARK: What runs through a sentence

    /// Whether a fact only goes on in a list.
    private func isBare(_ words: [String]) -> Bool { words.allSatisfy { $0 == SentenceRule.pause || $0 == "and" } }

    private func says(_ name: String, in words: [String]) -> Bool {
        (" " + words.joined(separator: " ") + " ").contains(" \(name) ")
    }

    /// Whether words before told which part comes next, or which is the largest, so that a list goes on in that order.
    private func isRanked(_ runs: ArraySlice<[String]>, _ facts: [OfferedFact]) -> Bool {
        zip(runs, facts).contains { words, fact in
            let said = words.filter { $0 != SentenceRule.pause }[...]
            return allows(said, at: .next, fact) || frames.allows(said.joined(separator: " "), at: .lead, ["toppart"])
        }
    }

    /// Whether `but` sets a fact against another that it does not speak against: only good news and bad news do.
    private func turns(_ words: [String], _ before: OfferedFact?, _ fact: OfferedFact) -> Bool {
        guard words.contains("but"), !isEcho(words[...], of: fact) else { return false }
        if fact.form == .complement, before?.about == fact.anchor { return false }
        guard let before else { return fact.topics.contains("purchase") }
        // What is pending stands against nothing, and a paycheck not against the bills of a month.
        if fact.topics.contains("pending") || before.topics.contains("bills") != fact.topics.contains("bills") {
            return true
        }
        if fact.topics.contains("condition") || before.topics.contains("condition") { return false }
        // More than before, but as much as ever.
        let judged: Set = ["good", "bad"]
        if before.topics.contains("change"), !before.topics.isDisjoint(with: judged), fact.topics.contains("usual"),
            fact.topics.isDisjoint(with: judged), before.about == fact.anchor
        {
            return false
        }
        let isGood = (before.topics.contains("good"), fact.topics.contains("good"))
        let isBad = (before.topics.contains("bad"), fact.topics.contains("bad"))
        return !(isGood.0 && isBad.1 || isBad.0 && isGood.1)
    }

    /// Whether two facts side by side are the same money: what is left once the bills are paid and the bills, what the
    /// accounts hold together and one of them, what a thing costs a month and a year.
    private func isCountedTwice(_ before: OfferedFact, _ fact: OfferedFact, joined words: [String]) -> Bool {
        let said = words.filter { $0 != SentenceRule.pause }[...]
        guard fact.form != .complement, !isSum(fact) || !allows(said, at: .total, fact) else { return false }
        if fact.form == .noun, fact.topics.contains("bills"), !before.topics.contains("bills") {
            // Beside what is there now they are told apart.
            return !(before.topics.contains("balance") && before.form == .noun && words.contains("with"))
        }
        let isHeldApart = !isHeld(fact, in: before) || !allows(said, at: .lead, fact, after: before)
        let all: Set = ["worth", "owned"]
        if !fact.topics.isDisjoint(with: all), !before.topics.isDisjoint(with: all.union(["balance"])) { return true }
        if !before.topics.isDisjoint(with: all), fact.topics.contains("balance"), isHeldApart { return true }
        if fact.topics.contains("yearly"), before.about != fact.about { return true }
        // What may be spent, and a plan, stand by themselves.
        if before.topics.contains("safe") || before.topics.contains("suggestion") != fact.topics.contains("suggestion")
        {
            return true
        }
        let costs: Set = ["cost", "yearly", "price", "stream", "streams"]
        return (before.about == fact.about || !before.names.isDisjoint(with: fact.names))
            && !before.topics.isDisjoint(with: costs) && !fact.topics.isDisjoint(with: costs)
    }

    /// Whether a fact is what the opening of its sentence says of the first one: `the good news is that …` holds for all that
    /// `and` joins to it.
    private func isCovered(_ fact: OfferedFact, by head: [String], of first: OfferedFact, joined words: [String])
        -> Bool
    {
        guard fact.form != .complement || !fact.topics.isDisjoint(with: ["good", "bad"]),
            !words.contains("but")
        else { return true }
        let ends = head.indices.flatMap { start in head.indices[start...].map { start...$0 } }
        for range in ends {
            let opening = head[range].filter { $0 != SentenceRule.pause && $0 != SentenceRule.colon }
            let text = opening.joined(separator: " ")
            let times = first.times.filter(text.contains)
            if fact.form != .complement, !times.isEmpty, !fact.times.isEmpty, fact.times.isDisjoint(with: times) {
                return false
            }
            guard !opening.isEmpty, frames.allows(text, at: .opening, SentenceRule.judgments),
                allows(opening[...], at: .opening, first)
            else { continue }
            let isReason = frames.allows(text, at: .opening, ["first"])
            let isAlike = ["reasonfor", "reasonagainst"].contains {
                first.topics.contains($0) && fact.topics.contains($0)
            }
            let holds =
                isReason
                ? isAlike
                : allows(opening[...], at: .opening, fact) || fact.form == .complement && !fact.topics.contains("bad")
            if !holds { return false }
        }
        return true
    }

    /// The topics of openings that say of all behind them what it is.
    private static let judgments: Set<String> = [
        "good", "bad", "netup", "ahead", "finding", "first",
    ]

    private func misfit(_ words: [String], beside fact: OfferedFact) -> Breach {
        let said = words.filter { $0 != SentenceRule.pause }.joined(separator: " ")
        return Breach(
            reason: said.isEmpty
                ? "\(Reference.to(fact.key)) cannot stand there"
                : "“\(said)” may not stand beside \(Reference.to(fact.key))")
    }

    /// What a sentence may not hold whatever it says.
    private func symbols(_ pieces: [Reference.Piece]) -> Breach? {
        let times = pieces.reduce(into: Set<String>()) { times, piece in
            if case .key(let key) = piece { times.formUnion(sheet[key]?.times ?? []) }
        }
        for (place, piece) in pieces.enumerated() {
            switch piece {
            case .key(let key) where sheet[key] == nil:
                return Breach(reason: "there is no fact \(Reference.to(DataText.line(key)))")
            case .key: continue
            case .words(let words):
                // `the last 6 full months` is a name.
                let own = times.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.reduce(words.lowercased()) {
                    $0.replacing($1, with: "")
                }
                if let digit = own.first(where: \.isNumber) {
                    return Breach(reason: "“\(digit)” is a figure of your own: use only references")
                }
                if let sign = words.first(where: { !SentenceRule.isPlain($0) }) {
                    return Breach(reason: "“\(sign)” may not stand in a reply")
                }
                // A dash before a figure makes it negative, and single quotes doubt a word.
                let end = words.reversed().prefix { !$0.isLetter && !$0.isNumber }
                if place + 1 < pieces.count, let sign = end.first(where: "-–—".contains) {
                    return Breach(reason: "“\(sign)” may not stand before a reference")
                }
                if words.split(separator: " ").contains(where: { "'’‘".contains($0.first ?? " ") }) {
                    return Breach(reason: "quotes may not stand in a reply")
                }
            }
        }
        return nil
    }

    private static func isPlain(_ sign: Character) -> Bool {
        sign.unicodeScalars.count == 1 && sign.isLetter || " \n\t.,;:!-–—'’‘…&*".contains(sign)
    }

    // MARK: Parts of a sentence

    /// Whether the words before a fact are openings and a frame that leads to it.
    private func begins(
        _ words: ArraySlice<String>, _ fact: OfferedFact, after before: OfferedFact?, isInSentence: Bool
    ) -> Bool {
        rests(words, beside: fact, after: before).contains {
            leads($0, fact, after: before, isInSentence: isInSentence, isBare: words.isEmpty)
        }
    }

    /// What is left of the words behind each run of at most two openings.
    private func rests(
        _ words: ArraySlice<String>, beside fact: OfferedFact, after before: OfferedFact?, depth: Int = 0
    ) -> [ArraySlice<String>] {
        var found = [words]
        guard depth < 2 else { return found }
        for end in words.indices {
            let isPause = words[end] == SentenceRule.pause || words[end] == SentenceRule.colon
            guard isPause || SentenceRule.closing.contains(words[end]) else { continue }
            let opening = isPause ? words[..<end] : words[...end]
            guard !opening.isEmpty, allows(opening, at: .opening, fact, after: before) else { continue }
            found += rests(words[(end + 1)...], beside: fact, after: before, depth: depth + 1)
        }
        return found
    }

    /// Words that an opening may end with where no comma follows.
    private static let closing: Set<String> = ["that", "is", "then", "next", "now", "far", "and", "but"]

    private func leads(
        _ words: ArraySlice<String>, _ fact: OfferedFact, after before: OfferedFact?, isInSentence: Bool, isBare: Bool
    ) -> Bool {
        let said = words.filter { $0 != SentenceRule.pause }
        let text = said.joined(separator: " ")
        switch fact.form {
        case .complement:
            guard !SentenceRule.conjunctions.contains(text), frames.allows(text, at: .point, ["any"]) else {
                return false
            }
            if isComparable(before, fact) { return true }
            // What the sentence before said beside others: the phrase names it.
            return !isInSentence && said[0] != "which" && !fact.names.isEmpty
                && self.said.facts.contains { isComparable($0, fact) }
        case .noun:
            if isRepeated(fact, after: before) { return false }
            if isSum(fact), allows(said[...], at: .total, fact) {
                return isSameRows(before, fact) && isSummed(before, by: said)
            }
            if isWhole(fact), allows(said[...], at: .whole, fact) { return isPart(before, of: fact) }
            if allows(said[...], at: .next, fact) { return follows(before ?? self.said.facts.last, fact) }
            guard !words.contains(SentenceRule.pause) else {
                return isLargest(fact) && frames.allows(unnamed(said, fact), at: .lead, ["named"])
            }
            if words.isEmpty { return isBare && !isInSentence && fact.isAsked && !fact.topics.contains("safe") }
            // `It came to` is said of what was spoken of before.
            let isFirst = before == nil && self.said.facts.isEmpty
            let isOfBefore = isFirst ? fact.isAsked : isSameRows(before, fact) && isSummed(before, by: said)
            let isPointing =
                SentenceRule.pronouns.contains(said[0])
                || said.contains("total") && fact.names.isDisjoint(with: said) && !isFirst
            if isPointing, !isOfBefore,
                !frames.allows(text, at: .lead, ["held", "allheld"])
            {
                return false
            }
            // `and earned`: what was spoken of before has to be the person's own doing.
            if let verb = said.first(where: { $0 != "and" }), SentenceRule.bareVerbs.contains(verb),
                before?.form != .noun
            {
                return false
            }
            return allows(words, at: .lead, fact, after: before)
        case .clause:
            guard !words.contains(SentenceRule.pause) else { return false }
            guard isPronounClear(fact, after: before) else { return false }
            // `you kept [[kept]]`: the phrase begins so.
            return words.isEmpty || text == "that" || isEcho(words, of: fact)
        }
    }

    /// Whether words are those that the phrase behind them begins with: `you kept [[kept]]`.
    private func isEcho(_ words: ArraySlice<String>, of fact: OfferedFact) -> Bool {
        !words.isEmpty && words.count <= 6 && VoiceWords.words(fact.full).starts(with: words)
    }

    private static let conjunctions: Set<String> = ["and", "but"]
    /// Verbs that may stand without `you` behind a thing of the person's.
    private static let bareVerbs: Set<String> = ["spent", "paid", "earned", "received", "brought", "came"]
    /// Words that go on from what was said right before.
    private static let pronouns: Set<String> = [
        "it", "it's", "that", "that's", "this", "they", "half", "cutting", "keeping", "without", "those", "together",
        "altogether",
    ]

    /// Whether words between two facts end the one clause and begin the other.
    private func joins(_ words: [String], _ before: OfferedFact, _ fact: OfferedFact) -> Bool {
        (0...min(6, words.count)).contains { end in
            (end == 0 || closes(words[..<end], before)) && joins(bare: words[end...], before, fact)
        }
    }

    private func joins(bare words: ArraySlice<String>, _ before: OfferedFact, _ fact: OfferedFact) -> Bool {
        let isPaused = words.first == SentenceRule.pause
        let words = isPaused ? words.dropFirst() : words
        let said = words.joined(separator: " ")
        switch fact.form {
        case .complement:
            if before.form == .complement {
                return before.anchor == fact.anchor
                    && ["and", "but", "and it's", "and that's", "and it is", "and that is"].contains(said)
            }
            return isComparable(before, fact)
                && (said.isEmpty ? isPaused : frames.allows(said, at: .point, ["any"]))
        case .noun:
            if isRepeated(fact, after: before) { return false }
            if isSum(fact), allows(words, at: .total, fact) {
                return isSameRows(before, fact) && isSummed(before, by: Array(words))
            }
            if isWhole(fact), allows(words, at: .whole, fact) { return isPart(before, of: fact) }
            if allows(words, at: .next, fact) { return follows(before, fact) }
            if said.isEmpty || said == "and" {
                return (isPaused || !said.isEmpty) && before.form == .noun && before.topics == fact.topics
            }
        case .clause:
            if isPendingOfElse(fact, behind: before) { return false }
            // What would change a verdict is no part of what speaks for or against it.
            if before.topics.contains("condition") != fact.topics.contains("condition") { return false }
            if fact.isDuePayment, before.isDuePayment, allows(words, at: .next, fact) { return follows(before, fact) }
            if said.isEmpty { return isPaused && isPronounClear(fact, after: before) }
        }
        return (1...2).contains { length in
            guard length <= words.count else { return false }
            let rest = words.dropFirst(length)
            return allows(words.prefix(length), at: .join, fact, after: before)
                && (fact.form == .clause || !rest.isEmpty)
                && begins(rest, fact, after: before, isInSentence: true)
        }
    }

    /// Whether the words may stand right behind a fact.
    private func closes(_ words: ArraySlice<String>, _ fact: OfferedFact) -> Bool {
        !words.contains(SentenceRule.pause) && allows(words, at: .tail, fact)
    }

    /// Praise stands behind good news that no bad news is beside.
    private func isTalk(_ words: [String]) -> Bool {
        let isGood =
            said.praised.map { isGoodNews($0) || $0.topics.contains("netup") } ?? false
            && !sheet.facts.contains { $0.isAsked && $0.topics.contains("bad") }
        var topics: Set<String> = isGood ? ["any", "good"] : ["any"]
        if sheet.facts.contains(where: { $0.topics.contains("purchase") }) { topics.insert("purchase") }
        // What weighs most speaks for it: a wish to enjoy it fits the verdict.
        if sheet.facts.contains(where: { $0.topics.isSuperset(of: ["first", "reasonfor"]) }) { topics.insert("buy") }
        return frames.allows(words.filter { $0 != SentenceRule.pause }.joined(separator: " "), at: .talk, topics)
    }

    /// Whether a fact is good news, and nothing that is known of the same is bad.
    private func isGoodNews(_ fact: OfferedFact) -> Bool {
        // What else speaks for a purchase is no news.
        guard !fact.topics.contains("purchase") || fact.topics.contains("first") else { return false }
        return fact.topics.contains("good")
            && !sheet.facts.contains { $0.anchor == fact.anchor && $0.topics.contains("bad") }
    }

    // MARK: What words make of two facts

    /// Whether a sum is one of the very rows that were spoken of.
    private func isSameRows(_ before: OfferedFact?, _ fact: OfferedFact) -> Bool {
        guard let before, !before.topics.contains("part") || before.topics.contains("share") else { return false }
        let isOfStreams = !before.topics.isDisjoint(with: ["streams", "cost"])
        return before.about == fact.about || isOfStreams && !fact.topics.isDisjoint(with: ["streams", "cost"])
    }

    /// Whether words add up what was spoken of: an average comes to its sum, and is none.
    private func isSummed(_ before: OfferedFact?, by words: [String]) -> Bool {
        guard let before, !before.topics.isDisjoint(with: ["average", "median"]) else { return true }
        return words.contains { ["comes", "come", "came", "adds", "add", "added", "adding"].contains($0) }
    }

    /// Whether what was spoken of is a part of a sum, counted as that is, or its average.
    private func isPart(_ before: OfferedFact?, of fact: OfferedFact) -> Bool {
        guard let before else { return false }
        if before.topics.contains("average") { return before.about == fact.about }
        guard before.topics.contains("part"), before.anchor == fact.about else { return false }
        return before.full.contains("$") == fact.full.contains("$")
    }

    /// Whether a fact counts another in, so that “and” would add what is there already: a whole and its part, bills and one of
    /// them, what is to be expected of an account and all that it is made of.
    private func isWithin(_ part: OfferedFact, _ whole: OfferedFact) -> Bool {
        if part.topics.contains("part"), part.form == .noun, whole.about == part.anchor, isSum(whole) {
            return whole.form == .noun
        }
        if part.topics.isSuperset(of: ["stream", "part"]), part.form == .noun {
            return !whole.topics.isDisjoint(with: ["streams", "cost"])
        }
        // What rose the most to an amount, and the amount.
        if part.form == .noun, whole.form == .clause, whole.topics.contains("difference") {
            return part.about == whole.about
        }
        if part.isDuePayment, whole.isDuePayment { return false }
        return isForecast(whole) && (isForecast(part) || part.topics.contains("bills"))
    }

    private func isForecast(_ fact: OfferedFact) -> Bool {
        !fact.topics.isDisjoint(with: ["safe", "ahead"])
            || fact.topics.contains("running") && fact.form == .clause && fact.full.hasPrefix("spending should")
    }

    /// Whether a comparison is one of a fact: of the same rows in the same measure.
    private func isComparable(_ before: OfferedFact?, _ fact: OfferedFact) -> Bool {
        // What is owned is not what is left of it.
        guard let before, before.about == fact.anchor, before.topics.isDisjoint(with: ["owned", "owed"]) else {
            return false
        }
        let isCount = before.topics.contains("count")
        let isAverage = !before.topics.isDisjoint(with: ["average", "median"])
        return isCount == fact.topics.contains("ofcount") && isAverage == fact.topics.contains("ofaverage")
    }

    /// Whether two parts of one whole may hold the same rows: a shop and what is bought there, the largest and itself.
    ///
    /// - Parameter isApart: whether they stand in sentences of their own, where a part of another kind is taken for the same
    ///   only where it is of the same size.
    func isSameMoney(_ before: OfferedFact, _ fact: OfferedFact, isApart: Bool = false) -> Bool {
        guard before.topics.contains("part"), fact.topics.contains("part"), before.anchor == fact.anchor,
            before.anchor != before.about || fact.anchor != fact.about
        else { return false }
        if before.about == fact.about { return before.topics.contains("most") }
        if isApart { return OfferedParts.money(before) == OfferedParts.money(fact) }
        return OfferedParts.kind(before) != OfferedParts.kind(fact)
    }

    /// Whether a part is the one that the sentence before named as the largest.
    private func isRepeated(_ fact: OfferedFact, after before: OfferedFact?) -> Bool {
        guard let before else { return false }
        return before.form == .clause && before.topics.contains("most") && before.about == fact.about
    }

    /// Whether both are parts of one whole, counted apart.
    private func isBeside(_ before: OfferedFact?, _ fact: OfferedFact) -> Bool {
        guard let before, before != fact, before.about != fact.about, before.form != .complement else { return false }
        return before.topics.contains("part") && fact.topics.contains("part") && before.anchor == fact.anchor
            && OfferedParts.kind(before) == OfferedParts.kind(fact)
    }

    /// Whether a fact may stand as a clause of its own behind another.
    func standsApart(_ fact: OfferedFact, from before: OfferedFact?) -> Bool {
        guard let before else { return true }
        // A bill that a balance ahead counts in would be taken off it twice.
        if fact.topics.contains("bills"), !before.topics.contains("bills") { return false }
        // What another price would do is no part of what this one does.
        if fact.topics.contains("condition") != before.topics.contains("condition") { return false }
        if isPendingOfElse(fact, behind: before) { return false }
        return !isCountedTwice(before, fact, joined: [])
    }

    /// Whether what is still pending is of something else than what was just spoken of.
    private func isPendingOfElse(_ fact: OfferedFact, behind before: OfferedFact) -> Bool {
        fact.topics.contains("pending") && ![before.about, before.anchor].contains { "\($0) pending" == fact.about }
    }

    /// Whether the accounts of a sentence come to what all of them hold.
    private func isAllHeld(_ pieces: [Reference.Piece]) -> Bool {
        let balances = pieces.compactMap { piece -> Int? in
            guard case .key(let key) = piece, let fact = sheet[key], fact.topics.contains("balance") else { return nil }
            return OfferedParts.amount(fact)
        }
        guard balances.count > 1 else { return false }
        let sum = balances.reduce(0, +)
        return sheet.facts.contains { $0.topics.contains("worth") && OfferedParts.amount($0) == sum }
    }

    /// Whether an account is one of those that what was spoken of is made of.
    private func isHeld(_ fact: OfferedFact, in before: OfferedFact?) -> Bool {
        guard let before, before.form == .noun, fact.topics.contains("balance"),
            !before.topics.contains("balance")
        else { return false }
        return sheet.facts.contains { $0.topics.contains("worth") && $0.about == before.about }
    }

    /// Whether a part is the largest: a sentence among the facts says so, or the parts that make up the whole.
    private func isLargest(_ fact: OfferedFact) -> Bool {
        guard fact.form == .noun, fact.topics.contains("part") else { return false }
        return parts.isLargest(fact)
            || sheet.facts.contains { $0.form == .clause && $0.topics.contains("most") && $0.about == fact.about }
    }

    private func isSum(_ fact: OfferedFact) -> Bool { !fact.topics.isDisjoint(with: ["sum", "cost"]) }

    private func isWhole(_ fact: OfferedFact) -> Bool { isSum(fact) || fact.topics.contains("count") }

    /// Whether both are ahead and the one comes on a later day than the other.
    private func isLater(_ fact: OfferedFact, than before: OfferedFact?) -> Bool {
        guard let before, before.form == .clause, fact.form == .clause, before.topics.contains("ahead"),
            fact.topics.contains("ahead"),
            let first = before.day, let second = fact.day
        else { return false }
        // Nothing else comes between them.
        return first < second && !sheet.facts.contains { $0.day.map { first < $0 && $0 < second } ?? false }
    }

    /// Whether a phrase that begins with a pronoun (`it's 63.9% of …`) stands behind the fact that it goes on from.
    private func isPronounClear(_ fact: OfferedFact, after before: OfferedFact?) -> Bool {
        guard SentenceRule.pronouns.contains(VoiceWords.words(fact.full).first ?? ""), let before,
            let place = sheet.facts.firstIndex(of: fact)
        else { return true }
        return place > 0 && sheet.facts[place - 1] == before
    }

    /// Whether a part is the next one behind another, or the first behind the sentence that names the largest; of payments
    /// ahead, whether the one comes next after the other.
    private func follows(_ before: OfferedFact?, _ fact: OfferedFact) -> Bool {
        guard let before else { return false }
        // Between payments of which only some are told there may be others.
        if fact.form == .clause { return before.isAsked && fact.isAsked && isLater(fact, than: before) }
        guard before.form == .clause else { return parts.follows(before, fact) }
        guard before.topics.contains("most"), before.anchor == fact.anchor || fact.topics.contains("stream") else {
            return false
        }
        return parts.isSecond(fact, behind: before)
    }

    // MARK: Words and names

    private func allows(
        _ words: ArraySlice<String>, at place: SentenceFrames.Place, _ fact: OfferedFact,
        after before: OfferedFact? = nil
    ) -> Bool {
        guard !words.isEmpty else { return false }
        var topics = fact.topics.union(["any"])
        if !topics.contains("purchase") { topics.insert("plain") }
        if !isGoodNews(fact) { topics.remove("good") }
        // Another month's savings do not make up for what was asked.
        if !fact.isAsked { topics.remove("netup") }
        if topics.isDisjoint(with: ["purchase", "bills"]) { topics.insert("caution") }
        if topics.contains("purchase") { topics.subtract(["running", "present"]) }
        // What came in and went out again is not summed up by one of the two.
        if place == .opening || place == .tail, topics.contains("transfer") { topics.remove("sum") }
        if isLater(fact, than: before) { topics.insert("later") }
        if isHeld(fact, in: before) { topics.formUnion(isOfAllHeld ? ["held", "allheld"] : ["held"]) }
        if isBeside(before ?? said.facts.last, fact) { topics.insert("sibling") }
        if topics.isSuperset(of: ["stream", "part"]) { topics.insert("onestream") }
        if isLargest(fact) { topics.insert("toppart") }
        if parts.isSmallest(fact) { topics.insert("lastpart") }
        if fact.isAsked, let yes = sheet.answersYes { topics.insert(yes ? "yes" : "no") }
        return frames.allows(unnamed(Array(words), fact), at: place, topics)
    }

    /// The words with # for a name of what the fact is of, @ for one of its time, and % for a noun for what it is one of.
    private func unnamed(_ words: [String], _ fact: OfferedFact) -> String {
        let kinds = fact.topics.contains("part") ? SentenceRule.kinds[OfferedParts.kind(fact)] ?? [] : []
        // The largest of one thing is not the largest of the month.
        let hasTime = fact.form != .clause || !fact.needsAnchor
        var out: [String] = []
        var place = 0
        while place < words.count {
            let found = (1...min(6, words.count - place)).reversed().lazy
                .map { length in (length, words[place..<(place + length)].joined(separator: " ")) }
                .first { fact.names.contains($0.1) || hasTime && fact.times.contains($0.1) }
            if let (length, name) = found {
                out.append(fact.names.contains(name) ? "#" : "@")
                place += length
            } else {
                out.append(kinds.contains(words[place]) ? "%" : words[place])
                place += 1
            }
        }
        return out.joined(separator: " ")
    }

    /// What one of several is called.
    private static let kinds: [String: Set<String>] = [
        "merchant": ["place", "shop", "store", "merchant"], "category": ["category", "area"],
        "stream": ["subscription", "bill", "payment"], "month": ["month"], "weekdays": ["day", "weekday"],
    ]

    private static func tokens(_ pieces: [Reference.Piece], _ sheet: FactSheet) -> [Token] {
        pieces.flatMap { piece -> [Token] in
            switch piece {
            case .key(let key): sheet[key].map { [.fact($0)] } ?? []
            case .words(let text):
                Array(
                    text.split(separator: ":", omittingEmptySubsequences: false).map { part in
                        part.split(omittingEmptySubsequences: false) { ",;–—!.…".contains($0) }
                            .map { VoiceWords.words($0).map(Token.word) }.joined(separator: [.word(pause)])
                    }.joined(separator: [.word(colon)]))
            }
        }
    }
}
