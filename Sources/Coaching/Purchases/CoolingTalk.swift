import Advice
import Ledger
import Store
import Understanding

/// `ask me again tomorrow`, `remind me on Friday`, `let me sleep on it`: a purchase that is to be asked about again.
struct CoolingWish: Equatable {
    /// The words that say when; empty where nothing does.
    let time: String

    private static let verbs: Set<String> = ["ask", "remind"]
    private static let quiet: Set<String> = [
        "please", "ok", "okay", "can", "could", "would", "you", "then", "and", "well", "so", "just",
    ]
    private static let patterns = LinePatterns("rag-index/intents/purchase-talk.tsv")

    /// nil for every other line.
    init?(_ line: SpokenLine) {
        if CoolingWish.patterns.row(of: line.words)?.name == "cool" {
            time = ""
            return
        }
        let words = Array(line.words.drop(while: CoolingWish.quiet.contains))
        guard words.count >= 3, words.count <= 10, CoolingWish.verbs.contains(words[0]), words[1] == "me" else {
            return nil
        }
        var rest = words.dropFirst(2)
        if ["about", "of"].contains(rest.first) {
            rest = rest.dropFirst()
            guard ["it", "that", "this"].contains(rest.first) else { return nil }
            rest = rest.dropFirst()
        }
        if rest.first == "again" { rest = rest.dropFirst() }
        guard !rest.isEmpty else { return nil }
        time = rest.joined(separator: " ")
    }

    /// The day to ask on: tomorrow where none is said, `in 3 days`, `in 24 hours`, `on Friday`, `next week`.
    ///
    /// - Returns: nil for what is no day to come, or too far away.
    func day(asOf: CivilDate) -> CivilDate? {
        if time.isEmpty || time == "tomorrow" { return asOf.adding(days: 1) }
        let words = time.split(separator: " ").map(String.init)
        if words.count == 3, words[0] == "in", let unit = CoolingWish.days[words[2]],
            let count = words[1] == "a" || words[1] == "an" ? 1 : Int(words[1]), (1...1_000).contains(count)
        {
            let hours = count * unit
            return CoolingWish.near(asOf.adding(days: (hours + 23) / 24), asOf)
        }
        if words == ["next", "week"] { return asOf.adding(days: 7) }
        if words == ["next", "month"] { return asOf.adding(months: 1) }
        let name = words.last.flatMap { CivilDate.weekdayNames.map { $0.lowercased() }.firstIndex(of: $0) }
        if let name, words.count <= 2 {
            let ahead = (name + 1 - asOf.weekday + 7) % 7
            return asOf.adding(days: ahead == 0 ? 7 : ahead)
        }
        return Deadline.day(time, asOf: asOf).flatMap { CoolingWish.near($0, asOf) }
    }

    /// Hours of each unit.
    private static let days = [
        "hour": 1, "hours": 1, "day": 24, "days": 24, "week": 168, "weeks": 168,
    ]

    private static func near(_ day: CivilDate, _ asOf: CivilDate) -> CivilDate? {
        (1...WishBook.longest).contains(day.days(since: asOf)) ? day : nil
    }
}

extension Coach {
    /// Keeps the wish that was judged last, to be asked about again; nil for every other line.
    mutating func coolingTalk(_ spoken: SpokenLine) throws -> Answer? {
        guard let wish = CoolingWish(spoken), let decision = try decision(named: []),
            decision.id == talk.lastDecision || asOf.days(since: decision.day) <= 1
        else { return nil }
        let understood = Understood(intent: .purchase, confidence: 0.95, query: Query())
        guard let day = wish.day(asOf: asOf) else {
            return plain(
                spoken.text, understood, "When should I ask again? Say “ask me again tomorrow” or “on Friday”.")
        }
        try index.remind(ofDecision: decision.id, on: day)
        let name = DecisionWords.name(decision.purchase)
        return plain(spoken.text, understood, "Okay: I'll ask you about \(name) again on \(day.text(near: asOf)).")
    }

    /// What the user wanted to be asked about again by today, each with what changed since.
    ///
    /// - Parameter isTold: whether it is asked now, so that it isn't again.
    /// - Returns: nil where there is nothing.
    public func dueWishes(isTold: Bool) throws -> String? {
        let due = try index.dueReminders(asOf: asOf)
        guard !due.isEmpty else { return nil }
        let wishes = try WishBook(index, asOf: asOf, settings: purchaseSettings).waiting()
        let sentences = try due.compactMap { reminder -> String? in
            if isTold, !index.database.isReadOnly { try index.noteReminded(ofDecision: reminder.decision, on: asOf) }
            guard let wish = wishes.first(where: { $0.decision.id == reminder.decision }), let change = wish.change
            else {
                return nil
            }
            let purchase = wish.decision.purchase
            return "You wanted to sleep on \(DecisionWords.name(purchase)) for \(purchase.amount.text). \(change) "
                + "Do you still want it?"
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: "\n")
    }
}
