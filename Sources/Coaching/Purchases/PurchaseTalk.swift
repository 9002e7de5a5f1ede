import Advice
import Ledger
import Retrieval
import Store
import Understanding

/// What people say about purchases besides asking for a verdict.
enum PurchaseRemark: Hashable {
    /// The price is not known after all: `never mind`.
    case noPrice
    /// `what was I waiting for?`
    case waiting
    /// `what would change this?`, `when can I buy it?`; of the purchase spoken of last.
    case change, when
    /// What else is asked of the verdict spoken of last.
    case asked(VerdictQuestion)
    /// `I returned it`, which is read from the refund.
    case returned
    /// `ok, I'll wait`; of the purchase spoken of last.
    case later
    /// `I'll take it`; of the purchase spoken of last.
    case soon
    /// `worth it`, `I regret the bike`; the words that may name the purchase.
    case word(DecisionWord, about: [String])

    /// nil for everything that is no such remark.
    init?(_ line: SpokenLine) {
        let words = line.words
        guard !words.isEmpty, words.count <= 12 else { return nil }
        if Self.isWaiting(words) {
            self = .waiting
            return
        }
        let isQuestion = line.text.utf8.contains(UInt8(ascii: "?"))
        // Without its sign it praises an advice.
        if isQuestion, Self.patterns.row(of: words)?.name == "idea" {
            self = .asked(.again)
            return
        }
        if let row = Self.patterns.row(of: words)?.name, let remark = Self(row: row),
            !(isQuestion && remark.isStatement)
        {
            self = remark
        } else if !isQuestion, let word = Self.word(words) {
            self = .word(
                word, about: words.filter { !Self.small.contains($0) && !($0.first?.isNumber ?? true) })
        } else {
            return nil
        }
    }

    private static let patterns = LinePatterns("rag-index/intents/purchase-talk.tsv")

    /// Whether words are nothing but a yes to what was offered.
    static func agrees(_ words: [String]) -> Bool {
        words.count < 4 && ["yes", "yep", "yeah", "sure"].contains(words.first)
            && words.dropFirst().allSatisfy(yes.contains)
            || patterns.row(of: words)?.name == "agrees"
    }

    private static let yes: Set<String> = ["please", "thanks", "do", "it", "that", "ok", "yes", "sure"]

    /// - Parameter row: as `purchase-talk.tsv` has it.
    private init?(row: String) {
        switch row {
        case "declines": self = .noPrice
        case "change": self = .change
        case "when": self = .when
        case "later": self = .later
        case "soon": self = .soon
        case "skipped": self = .word(.skipped, about: [])
        case "bought": self = .word(.bought, about: [])
        case "returned": self = .returned
        default:
            guard let question = VerdictQuestion(rawValue: row) else { return nil }
            self = .asked(question)
        }
    }

    /// Whether it says what is done, which a question does not.
    private var isStatement: Bool {
        switch self {
        case .later, .soon, .word: true
        default: false
        }
    }

    private static func isWaiting(_ words: [String]) -> Bool {
        guard words.count <= 11, words.contains("i") || words.contains("my") || words.contains("me") else {
            return false
        }
        let text = SpokenText(words)
        let asks = ["what", "whats", "which", "show", "list", "anything", "remind", "tell", "was", "am", "do"]
            .contains(words.first { !["so", "ok", "and", "can", "you", "please"].contains($0) } ?? "")
        return asks
            && [
                "waiting for", "waiting on", "waiting to buy", "told to wait", "wait for", "wait on", "put off",
                "sleeping on",
                "wishes",
            ]
            .contains(where: text.holds)
    }

    /// Words that name nothing.
    private static let small: Set<String> = [
        "it", "that", "this", "the", "a", "an", "my", "i", "was", "is", "so", "totally", "really", "not", "worth",
        "regret", "regretted", "buying", "bought", "skipped", "skip", "skipping", "chose", "going", "ill", "im", "we",
        "ended", "up", "in", "end", "anyway", "after",
        "all", "did", "didnt", "buy", "get", "got", "decided", "against", "yes", "no", "well", "ok", "okay", "very",
        "much", "definitely", "absolutely", "now", "today", "yesterday", "went", "ahead", "and", "one", "of",
        "completely", "penny", "waste", "total", "its", "already", "just", "eventually", "finally", "instead", "back",
        "same", "have", "ive", "dollars",
        "wasnt", "werent", "isnt", "dont", "no", "regrets", "then", "thanks", "purchase",
        "every", "cent", "money", "for", "to", "them", "those", "were", "these", "kind", "bit", "deeply",
    ]

    private static func word(_ said: [String]) -> DecisionWord? {
        let words = Array(said.drop { ["ok", "okay", "well", "so", "yes", "yeah", "hey", "actually"].contains($0) })
        guard let first = words.first else { return nil }
        let spoken = SpokenText(words)
        func says(_ phrases: [String]) -> Bool { phrases.contains(where: spoken.says) }
        guard
            !["is", "was", "should", "would", "do", "did", "can", "how", "what", "when", "why", "where", "if"]
                .contains(first) || words.count <= 2,
            !says(["was that", "was it", "was this", "should i", "good call"])
        else { return nil }
        if says([
            "not worth it", "wasnt worth it", "not worth the money", "wasnt worth the money", "waste of money",
            "a waste", "total waste",
        ]) {
            return .regret
        }
        if says(["regret", "regretted", "i regret"]) {
            return says(["dont regret", "no regrets"]) ? .worthIt : .regret
        }
        if says(["worth it", "worth every cent", "worth every penny", "worth the money", "no regrets"]) {
            return .worthIt
        }
        let isOwn = ["i", "ive", "im", "ill", "we"].contains(first) || words.count <= 3
        if isOwn,
            says([
                "skipped it", "skipped that", "skipped the", "didnt buy it", "didnt buy the", "did not buy it",
                "decided against it", "didnt get it", "i skipped", "passed on it", "i passed", "skipped", "didnt buy",
                "ended up skipping it", "ended up not buying it", "did not get it", "never bought it",
                "decided to skip", "decided not to buy", "decided not to get", "chose to skip", "chose not to buy",
                "going to skip", "ill skip", "im skipping", "skipping the",
            ])
        {
            return .skipped
        }
        if isOwn, words.last != "much",
            says([
                "bought it", "bought that", "i bought the", "bought them", "went ahead and bought it", "got it anyway",
                "ended up buying it", "i got it", "i did buy it", "ended up getting it", "just bought", "i got the",
            ]) || words == ["bought"]
        {
            return .bought
        }
        return nil
    }
}

extension Coach {
    /// A line without the digits that call a card or an account of the household: they are no price.
    func withoutCardDigits(_ line: String) throws -> String {
        let masks = Set(try index.accounts.compactMap(\.mask) + index.cards.flatMap(\.masks)).filter {
            $0.utf8.count == 4
        }
        guard !masks.isEmpty, line.contains(where: \.isNumber) else { return line }
        let isNamed = line.lowercased().split { !$0.isLetter }.contains {
            ["card", "cards", "ending", "account"].contains($0)
        }
        // Without a word for it only the digits of several cards, which are seldom anything else.
        let called = isNamed ? masks : Set(try index.cards.flatMap(\.masks))
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map { word in
            called.contains(word.filter { !"?!.,;:()…".contains($0) }) ? "" : word
        }
        return words.joined(separator: " ")
    }

    /// The answer to a remark about purchases; nil for every other line.
    mutating func purchaseTalk(_ line: String) throws -> Answer? {
        let spoken = SpokenLine(line)
        if let answer = goalEffectTalk(spoken) { return answer }
        if let answer = try choiceTalk(spoken) { return answer }
        if let answer = try moveTalk(spoken) ?? goalTalk(line) ?? limitTalk(spoken) ?? limitWish(spoken) {
            return answer
        }
        if let answer = try billTalk(spoken) ?? savingTimeTalk(spoken) ?? recordTalk(spoken) { return answer }
        if let answer = try cancelTalk(spoken) ?? mostTalk(spoken) ?? runwayTalk(spoken) { return answer }
        if let answer = try planTalk(spoken) ?? coolingTalk(spoken) { return answer }
        guard let remark = PurchaseRemark(spoken) else { return nil }
        let understood = Understood(intent: .purchase, confidence: 0.95, query: Query())
        switch remark {
        case .asked(let question): return try verdictTalk(question, line, understood)
        case .returned:
            guard try decision(named: []) != nil else { return nil }
            return plain(line, understood, DecisionWords.returned)
        case .noPrice:
            guard talk.state.asksForPrice else { return nil }
            talk.state.dropQuestion()
            return plain(line, understood, "No problem. Ask again when you know the price.")
        case .waiting: return try waiting(line, understood)
        case .change, .when:
            guard let advice = talk.last?.advice, talk.last?.understood.intent == .purchase else { return nil }
            let words = VerdictWords(advice, taxonomy: index.taxonomy)
            return plain(line, understood, remark == .change ? words.change : words.day)
        case .later, .soon:
            guard
                let decision = try talk.lastDecision.flatMap({ id in
                    try DecisionBook(index).record(asOf: asOf).decisions.first { $0.id == id }
                })
            else { return remark == .later ? laterUnnamed(line, understood) : nil }
            let name = DecisionWords.name(decision.purchase)
            talk.waitsFor = remark == .later ? decision.purchase : nil
            return plain(
                line, understood,
                remark == .later
                    ? "Sounds good: \(name) can wait."
                    : "Okay. Say “bought it” once you have \(name), and later tell me whether it was worth it.")
        case .word(let word, let names):
            if names.isEmpty, let told = try wishTold(word) { return plain(line, understood, told) }
            guard let decision = try decision(named: names) else { return nil }
            return plain(line, understood, try tellOutcome(word, of: decision))
        }
    }

    /// `not now`, where no purchase was judged; nil where it's said to something else.
    mutating func laterUnnamed(_ line: String, _ understood: Understood) -> Answer? {
        guard talk.offered.isEmpty, talk.pendingEdit == nil else { return nil }
        if talk.state.asksForPrice { talk.state.dropQuestion() }
        return plain(
            line, understood,
            "Okay, it can wait. To be asked again, say what it is and what it costs, such as “should I buy boots for $90?”, "
                + "and then “sleep on it”.")
    }

    /// `yes` to the saving goal that the verdict before offered; nil for other lines.
    private mutating func planTalk(_ spoken: SpokenLine) throws -> Answer? {
        guard let advice = talk.last?.advice, talk.last?.understood.intent == .purchase, !talk.state.asksForPrice,
            PurchaseRemark.agrees(spoken.words),
            let plan = VerdictWords(advice, taxonomy: index.taxonomy).plan
        else { return nil }
        let target = Money(plan.amount * advice.purchase.amount.currency.minorPerMajor, advice.purchase.amount.currency)
        let reply = try keepGoal(SavingGoal(name: plan.name, target: target, by: plan.by, since: asOf))
        return plain(spoken.text, Understood(intent: .budget, confidence: 0.95, query: Query()), reply)
    }

    /// Keeps what the user says of the purchase that was assessed last, or of one by its number.
    ///
    /// - Returns: a sentence that confirms it, or says that there is no such purchase.
    public mutating func tellOutcome(_ word: DecisionWord, decision id: Int64? = nil) throws -> String {
        let decisions = try DecisionBook(index).record(asOf: asOf).decisions
        let found = (id ?? talk.lastDecision).map { id in decisions.first { $0.id == id } } ?? decisions.first
        guard let decision = found else {
            return "You haven't asked me about a purchase" + (id.map { " with the number \($0)." } ?? " yet.")
        }
        return try tellOutcome(word, of: decision)
    }

    private mutating func tellOutcome(_ word: DecisionWord, of decision: Decision) throws -> String {
        if decision.word != word { _ = try DecisionBook(index).tell(word, of: decision.id, on: asOf) }
        talk.lastDecision = decision.id
        return DecisionWords.told(word, of: decision)
    }

    /// The purchase that words name, or without any the one assessed last; nil where none fits.
    func decision(named names: [String]) throws -> Decision? {
        let decisions = try DecisionBook(index).record(asOf: asOf).decisions
        guard !names.isEmpty else { return decisions.first { $0.id == talk.lastDecision } ?? decisions.first }
        return decisions.first { $0.isCalled(names) }
    }

    /// Wishes that were told to wait, each with the verdict of today.
    private func waiting(_ line: String, _ understood: Understood) throws -> Answer {
        let all = try DecisionBook(index).record(asOf: asOf).waiting
        let wishes = all.prefix(Coach.mostWishes)
        guard !wishes.isEmpty else {
            if let purchase = talk.waitsFor {
                return plain(
                    line, understood,
                    "You said that \(DecisionWords.name(purchase)) for \(purchase.amount.text) can wait.")
            }
            return plain(line, understood, "Nothing: I haven't told you to wait for anything that's still open.")
        }
        var sentences: [String] = []
        for wish in wishes {
            var purchase = wish.purchase
            purchase.day = max(asOf, purchase.day)
            let advice = try PurchaseDesk(index, asOf: asOf, settings: purchaseSettings).assess(purchase)
            let words = VerdictWords(advice, taxonomy: index.taxonomy)
            let name = DecisionWords.name(purchase)
            let asked = wish.day == asOf ? "Earlier today" : "On \(wish.day.text(near: asOf))"
            let waits =
                wish.askAgainOn.map {
                    "You're sleeping on \(name) for \(purchase.amount.text) until \($0.text(near: asOf))."
                }
                ?? "\(asked) I told you to hold off on \(name) for \(purchase.amount.text)."
            sentences.append(
                "\(waits) Today: \(words.headline.loweredFirst) \(words.reasons.first?.sentence ?? "")")
        }
        if all.count > wishes.count {
            let rest = all.dropFirst(wishes.count).map { DecisionWords.name($0.purchase) }
            sentences.append(
                rest.count > Coach.mostWishes
                    ? "And \(rest.count) more; `coach decisions` lists them."
                    : "You're also waiting on \(Subject.list(rest)).")
        }
        return plain(line, understood, sentences.joined(separator: " "))
    }

    private static let mostWishes = 3
}

extension Decision {
    /// Whether words name it, all of them; no words name every one.
    func isCalled(_ names: [String]) -> Bool { purchase.isCalled(names) }
}

extension Purchase {
    /// Whether words name it, all of them; no words name every one.
    func isCalled(_ names: [String]) -> Bool {
        let name = NameKey.key(of: (item ?? "") + " " + (merchant ?? ""))
        return names.map { NameKey.key(of: $0) }.allSatisfy {
            name.contains($0.hasSuffix("s") ? String($0.dropLast()) : $0)
        }
    }
}

extension VerdictWords {
    /// What would make a yes of it, for who asks.
    var change: String {
        let changes = conditions.map(\.sentence)
        if advice.verdict.outcome == .buy { return "Nothing needs to change: it's a yes." }
        return changes.isEmpty ? "I don't see anything in the next 60 days that would." : changes.joined(separator: " ")
    }

    /// The day from which it is a yes, for who asks.
    var day: String {
        switch advice.verdict.outcome {
        case .skip where advice.verdict.isOnlyThePlace: "As soon as you're elsewhere: nothing else is in the way."
        case .buy:
            "\(advice.purchase.day == advice.asOf ? "Right now" : "On " + advice.purchase.day.text(near: advice.asOf)): "
                + "nothing's in the way."
        case .wait: advice.verdict.waitUntil.map { "From \($0.text(near: advice.asOf)) on." } ?? headline
        case .skip:
            "Not in the next 60 days, as far as I can see." + (conditions.isEmpty ? "" : " " + change)
        }
    }
}
