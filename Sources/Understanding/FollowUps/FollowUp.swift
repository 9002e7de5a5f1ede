import Ledger

/// Understands a question as a change of the one before: `and the month before?`, `just starbucks`, `by category`.
struct FollowUp {
    /// Without what it denies and leaves out.
    let reading: QuestionReading
    /// With all that is named.
    let whole: QuestionReading
    let decision: IntentDecision
    let context: UnderstandingContext
    /// The words without signs, and without those that only begin to speak: `uh sorry, …`.
    let said: [String]
    /// What it says of how the last answer is to be shown; nil where it says something of its own.
    let command: FollowUpCommand?

    init(reading: QuestionReading, decision: IntentDecision, context: UnderstandingContext) {
        whole = reading
        self.reading = reading.withoutDenied().leavingOut()
        let words = zip(reading.tokens, reading.keys).filter { token, _ in token.form != .sign }.map { _, key in key }
        said = Array(words.drop(while: FollowUp.hesitations.contains))
        // `and the second?` names one of what was listed.
        command = reading.pointed == nil ? FollowUpCommand(reading, home: context.homeCurrency) : nil
        self.decision = decision
        self.context = context
    }

    // MARK: Answers to a question back

    /// The answer to what coach asked last; nil when this is another question.
    func answer(to state: ConversationState) -> Understood? {
        guard let pending = state.pending, let last = state.asked ?? state.last else { return nil }
        switch pending.need {
        case .amount:
            guard last.intent == .budget, !isQuestion else { return nil }
            var understood = carried(last)
            if let share = LimitShare(reading, after: last.budget.share) {
                understood.budget.share = share
                understood.clarification = share.question
                return understood
            }
            guard let price = PriceAnswer(reading, context: context).amounts.first else { return nil }
            understood.budget.share = nil
            understood.budget.amount = Money(price.amount, price.currency)
            return understood
        case .category:
            guard reading.units.count <= 4, !isQuestion, let category = reading.categories().first else { return nil }
            var understood = carried(last)
            if last.intent == .edit, let merchant = reading.merchants().first,
                !last.query.merchants.contains(merchant)
            {
                // `and best buy under gifts`: another merchant is never the one before.
                understood.query = Query(merchants: [merchant], direction: .any)
            }
            if last.intent == .budget {
                understood.budget.category = category
                if let share = understood.budget.share {
                    understood.clarification = share.question
                } else if understood.budget.amount == nil {
                    understood.clarification = Clarification(need: .amount, text: "How much a month?")
                }
            } else {
                understood.edit.category = category
            }
            return understood
        case .choice:
            guard let query = choice(of: state)?.query else { return nil }
            var understood = carried(last)
            understood.query = query
            return understood
        }
    }

    /// Whether the line asks something of its own: what it names must not be written as the answer to another question.
    private var isQuestion: Bool {
        reading.tokens.contains { $0.key == "?" } || FollowUp.openers.contains(said.first ?? "")
    }

    private static let openers: Set<String> = [
        "is", "are", "am", "was", "were", "do", "does", "did", "have", "has", "had", "how", "what", "whats", "which",
        "when", "where", "who", "why", "can", "could", "should", "would", "will", "show", "list", "tell",
    ]

    /// The last turn unchanged.
    func carried(_ last: ConversationState.Turn) -> Understood {
        var understood = Understood(intent: last.intent, confidence: max(0.9, decision.confidence), query: last.query)
        understood.assumedPeriod = last.assumedPeriod
        understood.comparesWithUsual = last.comparesWithUsual
        understood.threshold = last.threshold
        understood.staysBelow = last.staysBelow
        understood.purchase = last.purchase
        understood.budget = last.budget
        understood.edit = last.edit
        understood.advice = last.advice
        understood.lead = last.lead == .category ? nil : last.lead
        // One place among the largest purchases leaves out refunds, which what comes next does not.
        if last.query.limit == 1, last.query.offset > 0, last.query.kinds == [.expense] { understood.query.kinds = [] }
        if last.query.limit == 1, last.query.offset > 0, last.query.grouping != nil { understood.query.limit = 10 }
        understood.query.offset = 0
        if understood.query.limit == Query.mostListed { understood.query.limit = 10 }
        understood.isFollowUp = true
        return understood
    }

    // MARK: Changes

    /// The last question with what this one names changed; nil when this one stands by itself.
    func change(of state: ConversationState) -> Understood? {
        guard let last = state.basis, isFollowUp(of: last) else { return nil }
        var understood = carried(last)
        understood.notes = reading.names.compactMap(\.note)
        understood.unknownNames = SlotReader(reading: reading, context: context).unknownNames
        if asksWhy {
            understood.asksWhy = true
            return understood
        }
        if last.intent == .budget { changeBudget(&understood) }
        if last.intent == .advice, changeAdvice(&understood) { return understood }
        if let held = heldAgainstNamed(last) { return held }
        if changeSide(&understood, of: last) { return understood }
        changeIntent(&understood)
        changeNames(&understood)
        changePeriod(&understood)
        dropBounds(&understood.query)
        changeMeasure(&understood)
        if last.intent != .purchase, last.intent != .budget { changeAmounts(&understood.query) }
        if last.intent == .transactions, understood.intent == .spending { takeSide(&understood.query) }
        // A sum is held against an amount, groups and means are not.
        if understood.query.grouping != nil || understood.query.measure != .total { understood.threshold = nil }
        return understood
    }

    private static let hesitations: Set<String> = [
        "uh", "um", "er", "erm", "uhm", "oh", "ah", "hm", "hmm", "well", "hey", "my", "bad", "ok", "okay", "yeah",
        "haha", "lol", "damn", "crap", "argh", "ugh",
    ]

    private var cue: [String] {
        let words = reading.keys.filter { $0 != "," }
        return Array(words.drop { ["oh", "uh", "um", "er", "ah"].contains($0) }.prefix(4))
    }

    private var asksWhy: Bool {
        let words = reading.keys.filter { !["?", "!", ".", ",", "and", "but", "so"].contains($0) }
        if words.first == "why", words.count <= 4, !hasSlots, !standsAlone { return true }
        let asksWhat = [
            ["whats", "included"], ["what", "is", "included"], ["what", "counts"], ["what", "is", "in", "that"],
        ]
        return asksWhat.contains(words) || words == ["why"] || words == ["how", "come"] || words == ["why", "not"]
            || words == ["why", "is", "that"]
            || words.first == "why" && words.count <= 5 && words.contains(where: ["that", "it", "so"].contains)
            || words.starts(with: ["how", "come"]) && words.count <= 6 && !hasSlots && !standsAlone
    }

    /// `what about …`, `and …`, `just …`: words that tie a question to the one before.
    var hasCue: Bool {
        let skipped = cue.first.map { ["ok", "okay", "so", "hmm", "no", "great", "thanks"].contains($0) } ?? false
        let words = skipped ? Array(cue.dropFirst()) : cue
        guard let first = words.first else { return false }
        let second = words.dropFirst().first ?? ""
        if ["what", "how"].contains(first), second == "about" { return true }
        if first == "same", ["for", "thing", "question", "but", "in", "at", "with", "again"].contains(second) {
            return true
        }
        if first == "just", ["wondering", "curious", "checking", "asking"].contains(second) { return false }
        return ["and", "or", "plus", "also", "just", "only", "but", "instead", "now", "then"].contains(first)
    }

    static let corrections: [[String]] = [
        ["no"], ["nope"], ["sorry"], ["oops"], ["wait"], ["actually"], ["rather"], ["not"], ["i", "meant"],
        ["i", "mean"],
        ["i", "said"], ["i", "asked", "for"], ["i", "asked", "about"], ["meant"], ["make", "it"], ["make", "that"],
        ["change", "it", "to"], ["change", "that", "to"], ["i", "was", "asking", "about"], ["it", "should", "be"],
        ["never", "mind"], ["nevermind"], ["nvm"], ["forget", "it"], ["forget", "that"], ["scratch", "that"],
    ]

    /// `no, I meant August`, `I said groceries, not gas`.
    var corrects: Bool {
        FollowUp.corrections.contains { said.starts(with: $0) }
            && !(said.count > 1 && said[0] == "no" && ["more", "less"].contains(said[1]))
            || reading.keys.contains("not") && reading.units.count <= 6
    }

    /// Whether it narrows, widens or puts right what the rows of the last answer are.
    private var refines: Bool {
        if isFullButForNames { return false }
        if corrects, hasSlots { return true }
        let isAboutARow = reading.keys.contains {
            ["this", "that", "it", "transaction", "charge", "purchase", "payment", "always", "one"].contains($0)
        }
        if isAboutARow || reading.units.count > 7 { return false }
        let leavesOut = reading.names.contains(where: \.isExcluded) || reading.has("kind.purchases") || excludesTimes
        return leavesOut || takesIn && hasSlots || asksForGroups && reading.units.count <= 4 && !asksOfRowsAndWhen
    }

    /// `with rent again`, `include rent`, `plus coffee`, `internet as well`: names that are added to what is there.
    var takesIn: Bool {
        let words = Array(said.drop { ["and", "what", "how"].contains($0) })
        let addsAtTheEnd = ["too", "also"].contains(words.last) || words.suffix(2) == ["as", "well"]
        return reading.keys.contains { ["include", "including", "incl", "add", "adding", "plus"].contains($0) }
            || words.first == "also" && words.count <= 4 && !words.contains("about")
            || addsAtTheEnd && words.count <= 5 && !words.contains("about")
            || words.first == "with" && (words.last == "again" || words.last == "too")
            || words.starts(with: ["about", "with"])
            || words.first == "put" && (words.last == "in" || words.contains("back"))
    }

    /// `without weekends`, `excluding june`.
    var excludesTimes: Bool {
        reading.times.contains { time in
            time.isLeftOut
                || !time.weekdays.isEmpty && time.tokens.lowerBound > 0
                    && FunctionWords.exclusions.contains(reading.keys[time.tokens.lowerBound - 1])
        }
    }

    private static let pronouns: Set<String> = [
        "that", "those", "it", "them", "these", "ones", "one", "they", "this", "there",
    ]

    /// Whether a pronoun stands for the last answer: not the `this` of `this month`.
    var hasPronoun: Bool {
        reading.keys.indices.contains { index in
            FollowUp.pronouns.contains(reading.keys[index])
                && !reading.times.contains { $0.tokens.contains(index) }
                && (index + 1 == reading.keys.count
                    || !["charge", "transaction", "much", "purchase", "payment"].contains(reading.keys[index + 1]))
        }
    }

    private static let subjects: Set<String> = [
        "@spend", "@txn", "@balance", "@income", "@worth", "@cashflow", "@subs", "@bill", "@afford", "@should",
        "@budget", "@summary", "@advice", "@unusual", "@double", "@safe", "@forecast", "@help", "@greet", "@pay",
    ]

    /// Whether the question says what it is about by itself: a verb of spending, rows, or another subject.
    var standsAlone: Bool {
        return reading.units.contains { unit in
            unit.slot == nil && unit.labels.contains { FollowUp.subjects.contains($0) }
        }
    }

    private func isFollowUp(of last: ConversationState.Turn) -> Bool {
        if asksWhy { return true }
        // What goes on with a purchase is read by `PurchaseFollowUp`.
        if last.intent == .purchase || reading.paid != nil { return false }
        if FollowUp.ofRows.contains(last.intent), reading.dropsNames { return true }
        if isElsewhere { return false }
        if asksForSide(of: last) || last.intent == .recurring && asksOfStreams { return true }
        if last.intent == .advice, goesOnWithAdvice(last) { return true }
        if isFull(after: last) { return false }
        // What is bought where is no part of what came in.
        if [.income, .cashFlow].contains(last.intent), reading.has("group.merchant") || reading.has("group.category"),
            !hasCue, !hasSlots
        {
            return false
        }
        if FollowUp.ofRows.contains(last.intent), !standsAlone, refines { return true }
        if namesWhatAndWhen || asksOfRowsAndWhen, !hasCue, !hasPronoun || said.count > 8 { return false }
        if !standsAlone, isElliptic { return true }
        let isSure = decision.confidence > 0.9
        switch decision.intent {
        case .help, .outOfScope, .purchase, .budget, .edit:
            if last.intent != decision.intent, isSure, !(hasCue && hasSlots && !standsAlone), !isBareShift {
                return false
            }
        default: break
        }
        if isNewSubject(after: last) { return false }
        if isBareShift { return true }
        if hasCue {
            let goesOn = ["and", "but"].contains(cue.first ?? "") && isAlike(last)
            return hasSlots || hasReadings || hasPronoun || !standsAlone && reading.units.count <= 3 || goesOn
        }
        let asks = hasReadings || hasSlots || asksQuantity || compares || reading.has("follow.list")
        if hasPronoun, reading.units.count <= 9, asks {
            return !standsAlone || reading.units.count <= 6
        }
        // `show all my purchases at amazon` says itself what is to be listed.
        return reading.has("follow.list") && !hasSlots
    }

    /// `what is my credit score`, `transfer $50 to savings`: none of coach's, and said in words that no change of an answer
    /// is said in.
    private var isElsewhere: Bool {
        decision.intent == .outOfScope && decision.confidence >= 0.9 && !hasCue && !hasPronoun && !corrects
            && !asksForReturns && said.count > 3
            && reading.units.contains { $0.slot == nil && !FollowUp.isElliptic($0) }
    }

    /// A category or merchant and a time: all that a question needs.
    private var namesWhatAndWhen: Bool {
        reading.times.contains { !$0.isWeekdaysOnly && !$0.isComparison }
            && (!reading.categories().isEmpty || !reading.merchants().isEmpty || reading.freeText != nil)
    }

    /// `what was my biggest purchase in august`, `top 5 merchants in 2025`: what is counted or listed, and a time.
    private var asksOfRowsAndWhen: Bool {
        let nouns: Set = ["@rows", "@txn", "@merchants", "@categories"]
        let openings = [
            "what", "whats", "which", "show", "list", "top", "find", "give", "my", "how", "biggest", "largest",
            "smallest", "purchases", "transactions", "charges", "payments",
        ]
        return openings.contains(cue.first ?? "") && reading.times.contains { !$0.isWeekdaysOnly && !$0.isComparison }
            && reading.units.contains { $0.slot == nil && !nouns.isDisjoint(with: $0.labels) }
    }

    /// `and how much did I earn?` after a question about spending: tied to it, but about something else.
    private func isNewSubject(after last: ConversationState.Turn) -> Bool {
        guard standsAlone else { return false }
        if ["now", "then"].contains(cue.first ?? "") { return true }
        return !isAlike(last) && decision.confidence > 0.7 && !hasPronoun
    }

    func isAlike(_ last: ConversationState.Turn) -> Bool {
        let rows: [Intent] = [.spending, .transactions]
        return last.intent == decision.intent || rows.contains(last.intent) && rows.contains(decision.intent)
    }

    /// Gives a question that goes on with another subject the days of the one before, where it names none of its own.
    func inheritTime(from state: ConversationState, to understood: inout Understood) {
        guard let last = state.basis else { return }
        if reading.times.contains(where: \.pointsBack), understood.query.period == last.query.period {
            understood.query.otherPeriods = last.query.otherPeriods
        }
        // `spend?` after what was earned: a word alone names another subject of the same days.
        if reading.pointed != nil { inheritDays(of: last, &understood) }
        let isBare = reading.units.count <= 2 && !hasSlots
        let isNew = isNewSubject(after: last) || hasCue && standsAlone && !isAlike(last)
        guard understood.assumedPeriod, !last.assumedPeriod, hasCue || isBare || turnsFlow(from: last),
            isNew || turnsFlow(from: last),
            let periods = last.query.periods
        else { return }
        understood.query.cover(periods)
        understood.assumedPeriod = false
        let compares = said.contains(where: ["more", "less"].contains)
        if compares, !last.comparesWithUsual { understood.query.comparison = last.query.comparison }
    }

    /// `what did I buy there`: in the days talked about, unless the first or last time is asked for.
    private func inheritDays(of last: ConversationState.Turn, _ understood: inout Understood) {
        guard understood.assumedPeriod || understood.query.period == nil, reading.times.isEmpty,
            !reading.has("last.one"), !reading.has("order.oldest"), let periods = last.query.periods
        else { return }
        understood.query.cover(periods)
        understood.assumedPeriod = last.assumedPeriod
    }

    var asksQuantity: Bool {
        reading.units.contains { $0.labels.contains("@howmuch") || $0.labels.contains("@howmany") }
    }

    var hasSlots: Bool { reading.units.contains { $0.slot != nil && $0.slot != .number } }

    var hasReadings: Bool {
        reading.readings.contains { name in
            ["measure.", "group.", "order.", "compare.", "pick.", "average.", "last.one"].contains {
                name.hasPrefix($0)
            }
        }
    }

    /// Only a moved period: `the month before`.
    private var isBareShift: Bool {
        reading.units.count <= 6 && !standsAlone && FollowUp.shifts(reading, context)
            && reading.times.allSatisfy { $0.tokens.count <= 4 }
    }

    /// Whether a line moves the time talked about.
    static func shifts(_ reading: QuestionReading, _ context: UnderstandingContext) -> Bool {
        TimeParser.shift(in: reading.timeTokens, from: Period(context.asOf, context.asOf), context: context.time) != nil
    }

    private static let ellipticWords: Set<String> = [
        "only", "just", "first", "expensive", "one", "ones", "stores", "categories", "newest", "oldest", "month",
        "week", "day", "year", "category", "merchant", "account", "store", "average", "total", "without", "except",
        "excluding", "not", "biggest", "largest", "smallest", "most", "each", "every", "was", "were", "monthly",
        "weekly", "daily", "weekday", "count", "median", "much", "many", "often", "times", "visit", "trip", "ride",
        "order", "purchase", "transaction", "meal", "last", "latest", "recent", "same", "more", "less", "time", "whole",
        "entire", "percentage", "percent", "share", "trend", "usual", "usually", "normal", "cost", "instead", "rather",
        "again", "too", "also", "now",
    ]

    private static let ellipticConcepts: Set<String> = [
        "@most", "@least", "@howmany", "@howmuch", "@average", "@what", "@median", "@list", "@compare", "@usual",
        "@share", "@trend", "@merchants", "@categories",
    ]

    /// Nothing but slots and readings in a few words: `by category`, `in october`, `over $50`.
    private var isElliptic: Bool {
        let bare = reading.units.filter { $0.slot == nil }
        guard bare.count <= 4, hasSlots || hasReadings || asksQuantity || reading.limit != nil else { return false }
        return bare.allSatisfy(FollowUp.isElliptic)
    }

    private static func isElliptic(_ unit: Unit) -> Bool {
        !ellipticConcepts.isDisjoint(with: unit.labels)
            || unit.labels[0].split(separator: "_").allSatisfy { word in
                ellipticWords.contains(String(word)) || FunctionWords.all.contains(String(word)) || word == "#number"
                    || word.last == "s" && ellipticWords.contains(String(word.dropLast()))
            }
    }
}
