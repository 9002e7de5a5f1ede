import Advice
import Ledger
import Store
import Understanding

/// Questions about the purchases that were asked about before, and about how good the advice was.
enum RecordQuestion: Hashable {
    /// `what did waiting save me`
    case saved
    /// `how good is your advice?`
    case quality
    /// `which purchases did I ask you about?`
    case list
    /// `was it worth it?`, `was the bike worth it`; the words that may name the purchase.
    case worth(about: [String])

    private static let openers: Set<String> = [
        "what", "whats", "how", "which", "show", "list", "was", "were", "did", "is", "are", "can", "do", "have",
    ]

    init?(_ line: SpokenLine) {
        let words = line.words
        guard (3...12).contains(words.count), RecordQuestion.openers.contains(words[0]) else { return nil }
        let text = SpokenText(words)
        func says(_ phrases: String...) -> Bool { phrases.contains(where: text.says) }
        if says("waiting", "skipping", "not buying", "holding off"), says("save", "saved", "saving", "keep", "kept"),
            !says("could", "would", "can")
        {
            self = .saved
        } else if says("your advice", "your verdicts", "your verdict", "your score", "your recommendations"),
            says("how good", "good", "accurate", "right", "reliable", "trust", "wrong", "any good")
        {
            self = .quality
        } else if says("how often are you right", "how often were you right", "how accurate are you", "were you right")
        {
            self = .quality
        } else if says("have i decided", "did i decide", "have we decided", "did we decide"), words.count <= 7 {
            self = .list
        } else if says("purchases", "buying", "things", "decisions", "wishes", "did i ask you", "have i asked you"),
            says(
                "ask you about", "asked you about", "ask about", "asked about", "my decisions", "ask you", "asked you",
                "my wishes"), says("which", "what", "show", "list")
        {
            self = .list
        } else if words[0] == "was" || words[0] == "were", says("worth it", "worth the money", "worth the price") {
            let small: Set = [
                "was", "were", "it", "that", "this", "the", "my", "worth", "money", "price", "really", "a", "an",
            ]
            self = .worth(about: words.filter { !small.contains($0) })
        } else {
            return nil
        }
    }
}

extension Coach {
    /// The answer to a question about earlier purchases; nil for every other line.
    func recordTalk(_ spoken: SpokenLine) throws -> Answer? {
        guard let question = RecordQuestion(spoken) else { return nil }
        let line = spoken.text
        let record = try DecisionBook(index).record(asOf: asOf)
        let understood = Understood(intent: .purchase, confidence: 0.95, query: Query())
        switch question {
        case .saved: return plain(line, understood, DecisionWords.saved(record))
        case .quality: return plain(line, understood, DecisionWords.quality(record))
        case .list:
            let table = record.decisions.isEmpty ? nil : DecisionWords.table(record)
            let named = record.decisions.isEmpty ? "" : DecisionWords.list(record) + " "
            return Answer(
                question: line, understood: understood, asOf: asOf, evidence: nil,
                reply: named + DecisionWords.summary(record), table: table)
        case .worth(let names):
            guard let decision = try decision(named: names) else {
                return names.isEmpty ? plain(line, understood, DecisionWords.none) : nil
            }
            return plain(line, understood, DecisionWords.worth(decision))
        }
    }
}

extension DecisionWords {
    static let none = "You haven't asked me about a purchase yet. Try `coach ask \"should I buy shoes for $90?\"`."

    /// `You asked me about 5 purchases: the tv for $900.00 (skip), …`; the three asked about last.
    static func list(_ record: DecisionRecord) -> String {
        let count = record.decisions.count
        let named = record.decisions.prefix(3).map { decision in
            let purchase = decision.purchase
            let price = purchase.item == nil && purchase.merchant == nil ? "" : " for \(purchase.amount.text)"
            return "\(name(purchase))\(price) (\(decision.verdict.rawValue))"
        }
        return
            "You asked me about \(count) purchase\(count == 1 ? "" : "s")\(count > named.count ? ", most recently" : ""): "
            + "\(named.joined(separator: ", "))."
    }

    /// What waiting and skipping saved.
    static func saved(_ record: DecisionRecord) -> String {
        guard !record.decisions.isEmpty else { return none }
        guard !record.saved.isEmpty else {
            return
                "Nothing yet. A purchase counts as saved when I told you to hold off, or you slept on it, and you skipped it or "
                + "didn't buy it for 30 days."
        }
        let saved = record.decisions.filter { $0.isSaved(dataEnd: record.dataEnd) }
        let silent = saved.filter { $0.word != .skipped }
        // Only what is among them is said of them.
        let kinds = [
            saved.count > silent.count ? "what you told me you skipped" : nil,
            silent.contains { $0.askAgainOn == nil }
                ? "what I told you to hold off on and you didn't buy within 30 days" : nil,
            silent.contains { $0.askAgainOn != nil } ? "what you slept on and didn't buy within 30 days" : nil,
        ].compactMap(\.self)
        let look =
            silent.isEmpty
            ? "" : " That's as far as I can see: I look for a payment to that merchant within 1% of the price."
        return "Waiting and skipping saved you \(record.saved.map(\.text).joined(separator: " and ")): "
            + "\(NumberText.list(kinds)).\(look)"
    }

    /// How often the verdict was what the purchases turned out to be.
    static func quality(_ record: DecisionRecord) -> String {
        guard !record.decisions.isEmpty else { return none }
        guard record.judged > 0 else {
            return
                "It's too early to tell: I don't know yet how any of your purchases turned out. Say “worth it” or “regret it” "
                + "once you know."
        }
        guard record.judged > 1 else {
            return
                "I know how one purchase turned out so far, and my verdict was \(record.borneOut == 1 ? "right" : "wrong")."
        }
        return
            "My verdict was right for \(record.borneOut) of the \(record.judged) purchases I know the outcome of: a yes "
            + "you didn't regret, or a no you were glad you stuck to."
    }

    /// What is known of how a purchase turned out.
    static func worth(_ decision: Decision) -> String {
        let name = name(decision.purchase)
        switch decision.word {
        case .worthIt: return "You said \(name) was worth it."
        case .regret: return "You said you regret \(name)."
        case .skipped: return "You said you skipped \(name)."
        case .bought: return "You said you bought \(name), but not yet whether it was worth it."
        case nil: break
        }
        guard let bought = decision.bought else {
            return
                "I don't see that you bought \(name): I look for a payment within 1% of "
                + "\(decision.purchase.amount.text). Say “worth it”, “regret it”, or “skipped it”, and I'll learn from it."
        }
        return
            "You bought \(name) on \(bought.day.longText), and only you can tell. Say “worth it” or “regret it”, and "
            + "I'll learn from it."
    }
}
