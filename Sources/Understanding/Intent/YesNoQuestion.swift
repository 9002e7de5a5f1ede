import Ledger

/// What a reply says before its figures, because the question asks for more than those.
public enum Lead: Hashable, Sendable {
    /// Whether there is such a row: `did I go to Target last week`. Where one is due every so often (`did I pay rent`,
    /// `has it posted yet`), whether the one of this month is there.
    case happened(isDue: Bool)
    /// Whether a sum rose (true), fell (false) or did either (nil): `am I spending more on coffee`.
    case changed(up: Bool?)
    /// Whether a sum is as one fears or hopes, held against what is usual: `is that a lot`.
    case judged(Judgement)
    /// Which of two periods has more, or less: `which was higher`.
    case which(more: Bool)
    /// What the rows that are shown come to: `total of those`.
    case shownSum
    /// The mean of the sums of so many things that are named: `average of the three`.
    case mean(of: Int)
    /// How many days ago the last one was: `how long since I went to Starbucks`.
    case elapsed
    /// What the one row is filed under: `what category is that`.
    case category

    public enum Judgement: Hashable, Sendable {
        case high, low, normal, abnormal
    }
}

/// Finds out whether a question wants a yes or a no.
struct YesNoQuestion {
    /// The words without those that lead in: `and did I …`, `hey, have I …`.
    private let words: [String]
    private let reading: QuestionReading

    init(_ reading: QuestionReading) {
        self.reading = reading
        words = Array(
            reading.keys.filter { ![",", "?", "!", ".", "'"].contains($0) }.drop(while: Self.leadIns.contains))
    }

    private static let leadIns: Set<String> = [
        "and", "but", "so", "ok", "okay", "hey", "hi", "um", "uh", "well", "also", "then", "now", "please", "wait",
        "hmm", "quick", "question", "oh", "yeah", "yes", "or",
    ]
    private static let auxiliaries: Set<String> = [
        "did", "have", "has", "had", "was", "were", "is", "are", "am", "do", "does", "didnt", "havent", "hasnt",
        "wasnt", "isnt", "arent", "werent", "dont", "doesnt",
    ]
    /// Verbs of what leaves a row behind.
    private static let verbs: Set<String> = [
        "pay", "paid", "payed", "buy", "bought", "get", "got", "gotten", "go", "gone", "went", "been", "order",
        "ordered", "visit", "visited", "shop", "shopped", "eat", "ate", "eaten", "purchase", "purchased", "use", "used",
        "send", "sent", "transfer", "transferred", "receive", "received", "return", "returned", "charge", "charged",
        "bill", "billed", "refund", "refunded", "credited", "debited", "hit", "post", "posted", "clear", "cleared",
        "come", "came", "arrive", "arrived", "spend", "spent", "withdraw", "withdrawn", "withdrew", "take", "taken",
        "took", "make", "made", "deposit", "deposited", "land", "landed", "show", "showed", "settle", "settled",
        "renew", "renewed", "happen", "happened", "drink", "drank", "fill", "filled", "drive", "book", "booked",
        "through",
    ]
    /// Words that ask for a size and not whether there is something.
    private static let sizes: Set<String> = [
        "more", "less", "most", "least", "much", "many", "lot", "lots", "often", "than", "afford", "enough", "save",
        "saved", "saving", "stay", "stayed", "better", "worse", "average", "compare", "compared", "higher", "lower",
        "budget", "limit", "how", "what", "which", "up", "down", "fewer", "ton", "twice", "double", "increase",
        "increased", "decreased", "change", "changed", "or",
    ]

    private var asksWhether: Bool {
        guard let first = words.first else { return false }
        let compares = ["more", "less", "higher", "lower"].contains(first) && words.count <= 4
        return Self.auxiliaries.contains(first) || ["any", "anything"].contains(first) || compares
    }

    /// Whether it asks if there is such a row.
    var asksForRow: Bool {
        guard asksWhether, let first = words.first, Self.sizes.isDisjoint(with: words),
            reading.amounts.allSatisfy({ $0.relation == .exactly || $0.relation == .around }),
            !reading.readings.contains(where: { $0.hasPrefix("measure.") || $0.hasPrefix("compare.") })
        else { return false }
        if ["is", "are", "was", "were"].contains(first), words.dropFirst().first == "there" { return true }
        if ["any", "anything"].contains(first) { return true }
        if ["do", "dont"].contains(first) {
            return words.starts(with: [first, "i", "have", "any"]) || words.starts(with: [first, "we", "have", "any"])
        }
        if ["is", "are"].contains(first) { return words.contains { ["paid", "posted", "cleared"].contains($0) } }
        guard !["am", "does", "doesnt", "isnt", "arent"].contains(first) else { return false }
        return !Self.verbs.isDisjoint(with: words)
    }

    /// Whether it asks if something that recurs has been charged: `is the rent paid`.
    var asksForCharge: Bool {
        asksForRow && !["do", "dont"].contains(words[0]) && words.dropFirst().first != "there"
            && reading.times.allSatisfy { !$0.isComparison }
            && !(reading.merchants().isEmpty && reading.categories().isEmpty)
    }

    /// Whether it is about something that is paid or comes again and again.
    private var isDue: Bool {
        guard reading.times.isEmpty, !words.contains("ever"), !reading.has("kind.refund") else { return false }
        let cues: Set = [
            "yet", "already", "hit", "post", "posted", "clear", "cleared", "arrive", "arrived", "landed", "renewed",
            "renew", "through", "pay", "paid", "payed", "come", "came",
        ]
        return !cues.isDisjoint(with: words)
    }

    private static let up: Set<String> = [
        "more", "up", "higher", "increase", "increased", "increasing", "rising", "rise", "risen", "rose", "growing",
        "grown", "grow", "grew", "expensive", "dearer", "pricier", "above", "over", "worse", "bigger", "larger", "most",
        "climbing",
    ]
    private static let down: Set<String> = [
        "less", "down", "lower", "decrease", "decreased", "decreasing", "falling", "fall", "fallen", "fell", "dropping",
        "dropped", "drop", "shrinking", "fewer", "below", "under", "cheaper", "better", "smaller", "improving",
    ]

    /// Gives a question its lead. What recurs is answered by the one row that came last.
    func settle(_ understood: inout Understood) {
        if let own = lead(for: understood) {
            understood.lead = own
        } else if understood.isFollowUp, !goesOn(understood) {
            understood.lead = nil
        }
        guard understood.lead == .happened(isDue: true), !understood.isFollowUp else { return }
        understood.query.limit = 1
        guard understood.intent == .income else { return }
        if understood.query.namesNothing, words.contains("paid") { understood.query.categories = ["salary"] }
        if understood.assumedPeriod { (understood.query.period, understood.assumedPeriod) = (nil, false) }
    }

    /// Whether the lead of the question before is that of one that goes on with it: `and in August?`
    private func goesOn(_ understood: Understood) -> Bool {
        switch understood.lead {
        case .happened:
            understood.wantsRows && !words.starts(with: ["how", "much"]) && understood.query.order == .newest
        case .category: true
        case .changed where understood.intent == .recurring: true
        case .changed:
            understood.query.comparison != nil && !understood.comparesWithUsual && words.prefix(2) != ["by", "how"]
        case .which: reading.keys.contains("which")
        case .shownSum: true
        case .mean: words.contains { ["average", "mean", "avg"].contains($0) }
        case .elapsed: understood.wantsRows && understood.query.limit == 1
        default: false
        }
    }

    /// The lead of the answer to a question that was understood so.
    func lead(for understood: Understood) -> Lead? {
        let query = understood.query
        if reading.asksElapsed, understood.wantsRows { return .elapsed }
        guard query.sides.isEmpty, query.grouping == nil, understood.threshold == nil, query.measure == .total else {
            return nil
        }
        if understood.intent == .recurring {
            let rises = asksWhether && !Self.up.isDisjoint(with: words) && words.first != "any"
            return rises ? .changed(up: true) : nil
        }
        if query.comparison != nil {
            if understood.comparesWithUsual, let judgement { return .judged(judgement) }
            guard asksWhether, [.spending, .income].contains(understood.intent) else { return nil }
            // `did I spend more in July or August`
            if holdsTwoTimes { return .which(more: Self.down.isDisjoint(with: words)) }
            let (rises, falls) = (!Self.up.isDisjoint(with: words), !Self.down.isDisjoint(with: words))
            // "going up or down" asks which.
            return rises == falls
                ? words.contains { ["change", "changed", "changing", "different"].contains($0) }
                    ? .changed(up: nil) : nil
                : .changed(up: rises)
        }
        guard understood.wantsRows || understood.intent == .income, asksForRow else { return nil }
        return .happened(isDue: isDue)
    }

    /// Whether one of two times is asked for.
    private var holdsTwoTimes: Bool {
        let times = reading.times.sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
        return times.count == 2
            && times[0].tokens.upperBound <= times[1].tokens.lowerBound
            && reading.keys[times[0].tokens.upperBound..<times[1].tokens.lowerBound].contains("or")
    }

    /// `is that a lot`, `is it normal`, `was that too much`.
    private var judgement: Lead.Judgement? {
        let high: Set = ["lot", "much", "high", "expensive", "excessive", "crazy", "bad", "steep", "huge", "lots"]
        let low: Set = ["low", "little", "cheap", "good", "small"]
        let normal: Set = [
            "normal", "usual", "typical", "average", "ok", "okay", "reasonable", "fine", "alright", "range",
        ]
        let abnormal: Set = ["unusual", "abnormal", "weird", "odd", "strange"]
        let openings = ["that", "thats", "it", "its", "this", "seems"]
        guard asksWhether || words.first.map(openings.contains) == true, Self.up.isDisjoint(with: words),
            Self.down.isDisjoint(with: words)
        else { return nil }
        if !high.isDisjoint(with: words) { return .high }
        if !abnormal.isDisjoint(with: words) { return .abnormal }
        if !normal.isDisjoint(with: words) { return .normal }
        return low.isDisjoint(with: words) ? nil : .low
    }
}
