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
        if Self.isNoPrice(words) {
            self = .noPrice
        } else if Self.isWaiting(words) {
            self = .waiting
        } else if let asked = Self.asked(words) {
            self = asked
        } else if let question = VerdictQuestion(words) {
            self = .asked(question)
        } else if Self.returns.contains(words.drop { Self.leadIns.contains($0) }.joined(separator: " ")) {
            self = .returned
        } else if !line.text.utf8.contains(UInt8(ascii: "?")), let intention = Self.intention(words) {
            self = intention
        } else if !line.text.utf8.contains(UInt8(ascii: "?")), let word = Self.word(words) {
            self = .word(
                word, about: words.filter { !Self.small.contains($0) && !($0.first?.isNumber ?? true) })
        } else {
            return nil
        }
    }

    private static let declines: Set<String> = [
        "never mind", "nevermind", "nvm", "forget it", "forget about it", "cancel", "cancel that", "i dont know",
        "dont know", "dunno", "not sure", "im not sure", "no idea", "i have no idea", "skip that", "no", "nothing",
        "i forgot", "stop", "not sure yet", "i dont know yet", "idk", "no clue", "depends", "it depends",
        "it doesnt matter", "doesnt matter", "leave it", "drop it", "no price",
    ]

    private static func isNoPrice(_ words: [String]) -> Bool { declines.contains(words.joined(separator: " ")) }

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
                "wishes",
            ]
            .contains(where: text.holds)
    }

    private static let leadIns: Set<String> = [
        "ok", "okay", "alright", "fine", "well", "then", "so", "yes", "yeah", "yep", "no", "hm", "hmm", "i", "think",
        "guess", "good", "right", "thanks", "great", "but",
    ]

    /// What is asked about the verdict.
    private static func asked(_ words: [String]) -> PurchaseRemark? {
        let text = words.drop { ["and", "so", "ok", "but", "then"].contains($0) }.joined(separator: " ")
        switch text {
        case "what would change this", "what would change that", "what would change it", "what would change your mind",
            "what would make it a yes", "what needs to change", "what would help", "what can i do", "what should i do",
            "what would i need to change", "what do i need to change", "what would need to change",
            "what has to change",
            "what would have to change", "what must change", "what do i have to change", "what should change",
            "what could change it", "how can i make it work", "how could i make it work":
            return .change
        case "when can i buy it", "when can i afford it", "when could i buy it", "when could i afford it",
            "when should i buy it", "when can i get it", "when then", "when is it ok", "how long should i wait",
            "how long do i have to wait", "until when", "when would it be ok", "when will i be able to afford it":
            return .when
        default: return nil
        }
    }

    /// What a person is about to do.
    private static func intention(_ words: [String]) -> PurchaseRemark? {
        let text = words.drop { leadIns.contains($0) }.joined(separator: " ")
        switch text {
        case "ill wait", "will wait", "ill wait then", "waiting", "lets wait", "ill hold off", "ill think about it",
            "ill sleep on it", "maybe later", "not now", "ill wait for it", "ill wait until then", "ill wait till then",
            "id rather wait", "will hold off", "ill sleep on that":
            return .later
        case "ill buy it", "ill get it", "ill take it", "im buying it", "im getting it", "buying it", "getting it",
            "will buy it", "going for it", "ill go for it", "im going for it", "ill do it", "gonna buy it",
            "im gonna buy it", "im gonna get it", "ill buy it anyway", "im buying it anyway":
            return .soon
        case "ill skip it", "ill pass", "skip it", "skipping it", "ill skip", "ill skip it then", "not buying it",
            "im not buying it", "wont buy it", "i wont buy it", "ill pass on it", "im skipping it", "ill leave it",
            "wont get it", "im passing", "not getting it", "im not getting it", "hard pass":
            return .word(.skipped, about: [])
        default: return nil
        }
    }

    private static let returns: Set<String> = [
        "returned it", "returned that", "am returning it", "im returning it", "will return it", "ill return it",
        "sent it back", "ill send it back", "took it back", "brought it back", "returned them", "gave it back",
        "have returned it", "ive returned it", "returning it", "am sending it back", "im sending it back",
    ]

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
    /// The answer to a remark about purchases; nil for every other line.
    mutating func purchaseTalk(_ line: String) throws -> Answer? {
        let spoken = SpokenLine(line)
        if let answer = goalEffectTalk(spoken) { return answer }
        if let answer = try moveTalk(spoken) ?? goalTalk(line) ?? limitTalk(spoken) ?? limitWish(spoken) {
            return answer
        }
        if let answer = try billTalk(spoken) ?? savingTimeTalk(spoken) ?? recordTalk(spoken) { return answer }
        if let answer = try cancelTalk(spoken) ?? mostTalk(spoken) ?? runwayTalk(spoken) { return answer }
        guard let remark = PurchaseRemark(spoken) else { return nil }
        let understood = Understood(intent: .purchase, confidence: 0.95, query: Query())
        switch remark {
        case .asked(let question): return try verdictTalk(question, line, understood)
        case .returned:
            guard try decision(named: []) != nil else { return nil }
            return plain(line, understood, DecisionWords.returned)
        case .noPrice:
            guard state.asksForPrice else { return nil }
            state.dropQuestion()
            return plain(line, understood, "All right. Ask again when you know the price.")
        case .waiting: return try waiting(line, understood)
        case .change, .when:
            guard let advice = last?.advice, last?.understood.intent == .purchase else { return nil }
            let words = VerdictWords(advice, taxonomy: index.taxonomy)
            return plain(line, understood, remark == .change ? words.change : words.day)
        case .later, .soon:
            guard
                let decision = try lastDecision.flatMap({ id in
                    try DecisionBook(index).record(asOf: asOf).decisions.first { $0.id == id }
                })
            else { return nil }
            let name = DecisionWords.name(decision.purchase)
            return plain(
                line, understood,
                remark == .later
                    ? "All right: \(name) can wait."
                    : "All right. Say “bought it” once you have \(name), and later whether it was worth it.")
        case .word(let word, let names):
            guard let decision = try decision(named: names) else { return nil }
            return plain(line, understood, try tellOutcome(word, of: decision))
        }
    }

    /// Keeps what the user says of the purchase that was assessed last, or of one by its number.
    ///
    /// - Returns: a sentence that confirms it, or says that there is no such purchase.
    public mutating func tellOutcome(_ word: DecisionWord, decision id: Int64? = nil) throws -> String {
        let decisions = try DecisionBook(index).record(asOf: asOf).decisions
        let found = (id ?? lastDecision).map { id in decisions.first { $0.id == id } } ?? decisions.first
        guard let decision = found else {
            return "There is no purchase that you asked me about" + (id.map { " with the number \($0)." } ?? " yet.")
        }
        return try tellOutcome(word, of: decision)
    }

    private mutating func tellOutcome(_ word: DecisionWord, of decision: Decision) throws -> String {
        _ = try DecisionBook(index).tell(word, of: decision.id, on: asOf)
        lastDecision = decision.id
        let name = DecisionWords.name(decision.purchase)
        return switch word {
        case .bought: "Noted: you bought \(name). Tell me later whether it was worth it."
        case .skipped: "Noted: you skipped \(name) and kept \(decision.purchase.amount.text)."
        case .worthIt: "Noted: \(name) was worth it. I will judge such purchases a little more mildly."
        case .regret: "Noted: you regret \(name). I will judge such purchases a little more strictly."
        }
    }

    /// The purchase that words name, or without any the one assessed last; nil where none fits.
    func decision(named names: [String]) throws -> Decision? {
        let decisions = try DecisionBook(index).record(asOf: asOf).decisions
        guard !names.isEmpty else { return decisions.first { $0.id == lastDecision } ?? decisions.first }
        let keys = names.map { NameKey.key(of: $0) }
        return decisions.first { decision in
            let name = NameKey.key(of: (decision.purchase.item ?? "") + " " + (decision.purchase.merchant ?? ""))
            return keys.allSatisfy { name.contains($0.hasSuffix("s") ? String($0.dropLast()) : $0) }
        }
    }

    /// Wishes that were told to wait, each with the verdict of today.
    private func waiting(_ line: String, _ understood: Understood) throws -> Answer {
        let all = try DecisionBook(index).record(asOf: asOf).waiting
        let wishes = all.prefix(Coach.mostWishes)
        guard !wishes.isEmpty else {
            return plain(line, understood, "I have told you to wait for nothing that is still open.")
        }
        var sentences: [String] = []
        for wish in wishes {
            var purchase = wish.purchase
            purchase.day = max(asOf, purchase.day)
            let advice = try PurchaseDesk(index, asOf: asOf, settings: purchaseSettings).assess(purchase)
            let words = VerdictWords(advice, taxonomy: index.taxonomy)
            let name = DecisionWords.name(purchase)
            sentences.append(
                "On \(wish.day.longText) I said to wait with \(name) for \(purchase.amount.text). Today: "
                    + "\(words.headline) \(words.reasons.first ?? "")")
        }
        if all.count > wishes.count {
            let rest = all.dropFirst(wishes.count).map { DecisionWords.name($0.purchase) }
            sentences.append(
                rest.count > Coach.mostWishes
                    ? "And \(rest.count) more; `coach decisions` lists them." : "And \(Subject.list(rest)) wait too.")
        }
        return plain(line, understood, sentences.joined(separator: " "))
    }

    private static let mostWishes = 3
}

extension VerdictWords {
    /// What would make a yes of it, for who asks.
    var change: String {
        let changes = wouldChange
        if advice.verdict.outcome == .buy { return "Nothing needs to change: it is a yes." }
        return changes.isEmpty ? "I see nothing within the next 60 days that would." : changes.joined(separator: " ")
    }

    /// The day from which it is a yes, for who asks.
    var day: String {
        switch advice.verdict.outcome {
        case .buy: "On \(advice.purchase.day.longText): nothing stands against it."
        case .wait: advice.verdict.waitUntil.map { "From \($0.longText) on." } ?? headline
        case .skip:
            "Not within 60 days, as far as I can see." + (wouldChange.isEmpty ? "" : " " + change)
        }
    }
}
