import Advice
import Ledger
import Store

/// Sentences and tables about the purchases assessed so far.
public enum DecisionWords {
    /// `the new laptop at Best Buy`, `Steam Games`, `a purchase of $80.00`.
    public static func name(_ purchase: Purchase) -> String {
        switch (purchase.item, purchase.merchant) {
        case (let item?, let merchant?): "the \(item) at \(merchant)"
        case (let item?, nil): "the \(item)"
        case (nil, let merchant?): "your purchase at \(merchant)"
        case (nil, nil): "your purchase of \(purchase.amount.text)"
        }
    }

    /// What a word about a purchase comes to.
    ///
    /// - Parameter decision: as it was before.
    static func told(_ word: DecisionWord, of decision: Decision) -> String {
        let name = name(decision.purchase)
        let amount = decision.purchase.amount.text
        switch (word, decision.word) {
        case (.bought, .bought?): return "You told me already that you bought \(name)."
        case (.skipped, .skipped?): return "You told me already that you skipped \(name)."
        case (.bought, .skipped?):
            return "Got it: you bought \(name) after all, so its \(amount) no longer counts as saved."
        case (.skipped, .some): return "Got it: you skipped \(name) after all and kept \(amount)."
        case (.bought, _): return "Got it: you bought \(name). Tell me later whether it was worth it."
        case (.skipped, _): return "Nice: you skipped \(name) and kept \(amount)."
        case (.worthIt, _):
            return "Good to hear \(name) was worth it. I'll go a little easier on purchases like that."
        case (.regret, _): return "Got it: you regret \(name). I'll be a little stricter about purchases like that."
        }
    }

    /// What they add up to.
    public static func summary(_ record: DecisionRecord) -> String {
        guard !record.decisions.isEmpty else { return none }
        let sentences =
            (record.saved.isEmpty ? [] : [saved(record)]) + (record.brierScore == nil ? [] : [quality(record)])
        return sentences.isEmpty ? "It's too early to say how these turned out." : sentences.joined(separator: " ")
    }

    /// One row for each, newest first.
    public static func table(_ record: DecisionRecord) -> AnswerTable {
        let waits = record.decisions.contains { $0.waitUntil != nil }
        return AnswerTable(
            columns: [
                .init(title: "Id", isNumber: true), .init(title: "Asked", isNumber: false),
                .init(title: "Purchase", isNumber: false), .init(title: "Amount", isNumber: true),
                .init(title: "Verdict", isNumber: false),
            ] + (waits ? [.init(title: "Until", isNumber: false)] : []) + [
                .init(title: "Outcome", isNumber: false), .init(title: "You said", isNumber: false),
            ],
            rows: record.decisions.map { decision in
                [
                    String(decision.id), decision.day.iso,
                    [decision.purchase.item, decision.purchase.merchant].compactMap { $0 }.joined(separator: ", "),
                    decision.purchase.amount.text, decision.verdict.rawValue,
                ] + (waits ? [decision.waitUntil?.iso ?? ""] : [])
                    + [outcome(decision, record.dataEnd), decision.word.map(words) ?? ""]
            }, omitted: 0)
    }

    static func outcome(_ decision: Decision, _ dataEnd: CivilDate) -> String {
        if let bought = decision.bought {
            let asked = decision.purchase.instalments?.cents ?? decision.purchase.amount.minorUnits
            let paid = decision.boughtFor.flatMap { $0 == asked ? nil : Money($0, decision.purchase.amount.currency) }
            return "bought \(bought.day.iso)" + (paid.map { " for \($0.text)" } ?? "")
        }
        if let word = decision.word { return word == .skipped ? "not bought" : "bought" }
        if decision.isAskedAgain { return "asked again" }
        if decision.isBoughtLate { return "bought later" }
        return decision.wasLeft(dataEnd: dataEnd) ? "not bought" : "open"
    }

    private static func words(_ word: DecisionWord) -> String { word == .worthIt ? "worth it" : word.rawValue }
}

/// Sentences about saving goals.
public struct GoalWords {
    private let progress: [GoalProgress]

    /// - Parameter asOf: the day that counts as today.
    public init(_ index: HouseholdIndex, asOf: CivilDate) throws {
        var currencies: [Currency] = []
        for goal in try GoalBook(index).goals() where !currencies.contains(goal.target.currency) {
            currencies.append(goal.target.currency)
        }
        progress = try currencies.flatMap { try GoalBook(index).progress(asOf: asOf, currency: $0) }
    }

    public var json: JSON { .object([("goals", .array(progress.map { $0.json() }))]) }

    static let none =
        "You don't have any savings goals yet. Set one with `coach goal set Vacation 3000 by 2027-06-01`, or say “save 3000 "
        + "for vacation by June 2027”."

    /// - Parameter name: of the one goal that is meant; nil for all.
    public func reply(named name: String? = nil) -> String {
        guard !progress.isEmpty else { return GoalWords.none }
        return progress.filter { name == nil || $0.goal.name == name }.map(sentence).joined(separator: " ")
    }

    private func sentence(_ progress: GoalProgress) -> String {
        let goal = progress.goal
        func money(_ cents: Int64) -> String { Money(cents, goal.target.currency).text }
        if progress.isReached { return "\(goal.name): you've saved all \(goal.target.text)." }
        let both = progress.neededWithEarlierPerMonth
        let together =
            progress.toSave > progress.remaining ? ", or \(money(both)) with the goals before it" : ""
        let since = goal.since < progress.asOf ? " since \(goal.since.text(near: progress.asOf))" : ""
        let head =
            "\(goal.name): \(money(progress.saved)) of \(goal.target.text) saved\(since). To get there by "
            + "\(goal.by.text(near: progress.asOf)), put aside \(money(progress.neededPerMonth)) a month\(together)."
        guard let pace = progress.pace else {
            return head + " I don't have a full month yet to tell how fast you save."
        }
        guard let day = progress.reachedOn else {
            return pace.perMonth > 0
                ? head + " You usually keep \(money(pace.perMonth)) a month, which isn't enough."
                : head + " You usually spend everything you bring in, so you won't get there that way."
        }
        let track = progress.isOnTrack ? ", in time" : ", which is too late"
        return head + " You usually keep \(money(pace.perMonth)) a month, so you'd have it by "
            + "\(day.text(near: progress.asOf))\(track)."
    }
}
