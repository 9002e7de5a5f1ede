import Advice
import Ledger
import Store
import Understanding

/// The wishes that were asked about with `do you still want it?`.
struct AskedWishes: Sendable {
    /// Their decisions, in the order in which they were asked about.
    var open: [Int64] = []
    /// What was said of one of several, which one isn't known yet.
    var said: WishAnswer?
}

extension Coach {
    /// What is said to `do you still want it?`; nil for every other line, which leaves the question behind.
    mutating func wishAnswer(_ line: String) throws -> Answer? {
        let asked = talk.askedWishes
        guard !asked.open.isEmpty else { return nil }
        let decisions = try DecisionBook(index).record(asOf: asOf).decisions
        let open = asked.open.compactMap { id in decisions.first { $0.id == id && $0.isOpen } }
        var reading = WishReading(SpokenLine(line).words, open)
        reading.answer = reading.answer ?? (reading.isNamed && reading.rest.isEmpty ? asked.said : nil)
        guard !open.isEmpty, let answer = reading.answer else {
            talk.askedWishes = AskedWishes()
            return nil
        }
        let understood = Understood(intent: .purchase, confidence: 0.95, query: Query())
        guard reading.meant.count == 1 || reading.isNamed else {
            talk.askedWishes.said = answer
            return plain(line, understood, which(of: open))
        }
        talk.askedWishes = AskedWishes(open: asked.open.filter { id in !reading.meant.contains { $0.id == id } })
        let replies = try reading.meant.map { try told(answer, of: $0) }
        return plain(line, understood, replies.joined(separator: " "))
    }

    private mutating func told(_ answer: WishAnswer, of decision: Decision) throws -> String {
        let name = DecisionWords.name(decision.purchase)
        talk.lastDecision = decision.id
        switch answer {
        case .no: return try tellOutcome(.skipped, decision: decision.id)
        case .bought: return try tellOutcome(.bought, decision: decision.id)
        case .yes:
            talk.askedWishes.open.append(decision.id)
            return "Okay. Say “bought it” once you have \(name), or when I should ask again."
        case .undecided, .later:
            // Another day may be said right after.
            talk.askedWishes.open.append(decision.id)
            var day: CivilDate? = asOf.adding(days: 1)
            if case .later(let wish) = answer { day = wish.day(asOf: asOf) }
            guard let day, (1...WishBook.longest).contains(day.days(since: asOf)) else {
                return "When should I ask again? Say “tomorrow” or “next week”."
            }
            try index.remind(ofDecision: decision.id, on: day)
            return "Okay: I'll ask you about \(name) again on \(day.text(near: asOf))."
        }
    }

    /// Keeps the wish that was judged last, or the one that is named, to be asked about again; nil for every other line.
    mutating func coolingTalk(_ spoken: SpokenLine) throws -> Answer? {
        if let (wish, purchase) = CoolingWish.withPurchase(spoken.text) {
            return try judgedAndPutOff(purchase, wish, in: spoken.text)
        }
        guard let wish = CoolingWish(spoken) else { return nil }
        let understood = Understood(intent: .purchase, confidence: 0.95, query: Query())
        guard let decision = try decision(named: wish.names),
            !wish.names.isEmpty && decision.isOpen || decision.id == talk.lastDecision
                || asOf.days(since: decision.day) <= 1
        else {
            // Behind a question, `no wait, August` is about that.
            let isUnnamed = wish.names.isEmpty && talk.asked == nil && wish.day(asOf: asOf) != nil
            return isUnnamed ? laterUnnamed(spoken.text, understood) : nil
        }
        guard let day = wish.day(asOf: asOf), (1...WishBook.longest).contains(day.days(since: asOf)) else {
            return plain(
                spoken.text, understood, "When should I ask again? Say “ask me again tomorrow” or “on Friday”.")
        }
        try index.remind(ofDecision: decision.id, on: day)
        talk.lastDecision = decision.id
        let name = DecisionWords.name(decision.purchase)
        return plain(spoken.text, understood, "Okay: I'll ask you about \(name) again on \(day.text(near: asOf)).")
    }

    /// Judges a purchase that is named with its price in the line that puts it off, and keeps it as a wish.
    ///
    /// - Returns: nil where it is no purchase, or can't be kept.
    private mutating func judgedAndPutOff(_ purchase: String, _ wish: CoolingWish, in line: String) throws -> Answer? {
        let questions = CoolingWish.isSaid(purchase) ? [purchase] : []
        for question in questions + ["should I buy \(purchase)?"] {
            var tried = self
            var answer = try tried.reply(to: question)
            guard answer.advice != nil, let decision = tried.talk.lastDecision else { continue }
            self = tried
            answer.question = line
            let day = wish.day(asOf: asOf).flatMap { (1...WishBook.longest).contains($0.days(since: asOf)) ? $0 : nil }
            guard let day else {
                answer.reply += " When should I ask again? Say “ask me again tomorrow” or “on Friday”."
                return answer
            }
            try index.remind(ofDecision: decision, on: day)
            let name = try self.decision(named: []).map { DecisionWords.name($0.purchase) } ?? "it"
            answer.reply += " I'll ask you about \(name) again on \(day.text(near: asOf))."
            return answer
        }
        return nil
    }

    /// What the user wanted to be asked about again by today, each with what changed since.
    ///
    /// - Parameter isTold: whether it is asked now, so that it isn't again.
    /// - Returns: nil where there is nothing.
    public mutating func dueWishes(isTold: Bool) throws -> String? {
        let due = try due
        guard isTold else { return words(of: due) }
        talk.askedWishes.open += due.map(\.decision.id)
        if !index.database.isReadOnly {
            for reminder in try index.dueReminders(asOf: asOf) {
                try index.noteReminded(ofDecision: reminder.decision, on: asOf)
            }
        }
        return words(of: due)
    }

    /// Asks about what is due where nobody may be reading: it is asked again until something is said of it.
    public mutating func askOfDueWishes() throws -> String? {
        let due = try due
        talk.askedWishes.open = due.map(\.decision.id)
        return words(of: due)
    }

    private var due: [WishBook.Wish] {
        get throws {
            let ids = try index.dueReminders(asOf: asOf).map(\.decision)
            guard !ids.isEmpty else { return [] }
            let wishes = try WishBook(index, asOf: asOf, settings: purchaseSettings).waiting()
            return ids.compactMap { id in wishes.first { $0.decision.id == id && $0.change != nil } }
        }
    }

    private func words(of wishes: [WishBook.Wish]) -> String? {
        let sentences = wishes.map { wish in
            let purchase = wish.decision.purchase
            return "You wanted to sleep on \(DecisionWords.name(purchase)) for \(purchase.amount.text). "
                + "\(wish.change ?? "") Do you still want it?"
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: "\n")
    }

    /// What is said to `bought it` in a conversation that spoke of no purchase: the wish that waits is meant, and of several it is
    /// asked which; nil for other lines.
    mutating func wishTold(_ word: DecisionWord) throws -> String? {
        guard talk.lastDecision == nil, let answer: WishAnswer = [.bought: .bought, .skipped: .no][word] else {
            return nil
        }
        let open = try WishBook(index, asOf: asOf, settings: purchaseSettings).waiting().map(\.decision)
        guard let first = open.first else { return nil }
        guard open.count > 1 else { return try told(answer, of: first) }
        talk.askedWishes = AskedWishes(open: open.map(\.id), said: answer)
        return which(of: open)
    }

    private func which(of wishes: [Decision]) -> String {
        "Which one do you mean: \(NumberText.list(wishes.map { DecisionWords.name($0.purchase) }, "or"))?"
    }
}

/// Which of the wishes that were asked about a line means, and what it says of them.
private struct WishReading {
    var answer: WishAnswer?
    /// Whether the line says which ones it means.
    let isNamed: Bool
    let meant: [Decision]
    /// The words that are no name.
    let rest: [String]

    private static let all: Set<String> = ["both", "all", "neither", "none", "either", "any", "everything"]
    private static let none: Set<String> = ["neither", "none"]
    private static let beside: Set<String> = [
        "the", "to", "for", "on", "about", "as", "of", "with", "my", "regarding", "one",
    ]

    init(_ words: [String], _ open: [Decision]) {
        let names = open.map { decision in
            let name = [decision.purchase.item, decision.purchase.merchant].compactMap(\.self).joined(separator: " ")
            return Set(SpokenLine(name).words).subtracting(WishReading.beside)
        }
        let named = zip(open, names).filter { words.contains(where: $0.1.contains) }.map(\.0)
        let isAll = named.isEmpty && open.count > 1 && words.contains(where: WishReading.all.contains)
        isNamed = !named.isEmpty || isAll
        meant = named.isEmpty ? open : named
        let taken = names.reduce(into: isAll ? WishReading.all : []) { $0.formUnion($1) }.union(WishReading.beside)
        rest = isNamed ? words.filter { !taken.contains($0) } : words
        answer = WishAnswer(rest)
        if answer == nil, isAll, words.contains(where: WishReading.none.contains) { answer = .no }
    }
}
