import Advice
import Ledger
import Retrieval
import Store
import Understanding

/// Saving goals in a conversation: which one was spoken of last, and what one still lacks.
struct GoalTalk {
    /// The goal of the line before.
    var topic: String?
    /// A goal that was asked to be set without its amount or day.
    var open: GoalLine?

    fileprivate static let tooLittle = "A goal has to be an amount above zero, such as 3000."
    fileprivate static let tooMuch = "That's too much for a goal. Set at most a billion, such as 3000."
}

extension Coach {
    /// The answer to a line about saving goals; nil for every other line.
    mutating func goalTalk(_ line: String) throws -> Answer? {
        let before = talk.goals
        talk.goals = GoalTalk()
        if let open = before.open, let goal = GoalLine(completing: open, with: line, context: context) {
            return try goalAnswer(line, goal)
        }
        guard before.topic != nil || GoalTalk.mayConcern(line), !AdviceSlots.spares(line) else { return nil }
        let names = try GoalBook(index).goals().map(\.name)
        guard var goal = GoalLine(line, context: context, goals: names, isTopic: before.topic != nil) else {
            return nil
        }
        if goal.action != .set, goal.name == nil || !names.contains(goal.name ?? "") {
            let said = goal.name
            goal.name = before.topic ?? (names.count == 1 ? names[0] : nil)
            // A name that no goal has is not to be taken for the only one there is.
            if let said, before.topic == nil { goal.name = said }
        }
        talk.state.dropQuestionBack()
        return try goalAnswer(line, goal)
    }

    private mutating func goalAnswer(_ line: String, _ goal: GoalLine) throws -> Answer {
        let understood = Understood(intent: .budget, confidence: 0.95, query: Query())
        if let day = goal.impossibleDay, goal.action != .remove {
            talk.goals.open = goal.action == .set ? goal : nil
            talk.goals.topic = goal.action == .change ? goal.name : nil
            return plain(line, understood, "There is no \(day). Which day do you mean?")
        }
        let reply =
            switch goal.action {
            case .progress: try goalProgress(goal)
            case .set: try setGoal(goal)
            case .change: try changeGoal(goal)
            case .remove: try removeGoal(goal)
            }
        return plain(line, understood, reply)
    }

    private mutating func goalProgress(_ goal: GoalLine) throws -> String {
        let words = try GoalWords(index, asOf: asOf)
        let names = try GoalBook(index).goals().map(\.name)
        let name = goal.isAll ? nil : goal.name.flatMap { names.contains($0) ? $0 : nil }
        talk.goals.topic = name ?? (names.count == 1 ? names[0] : nil)
        return words.reply(named: name)
    }

    private mutating func setGoal(_ goal: GoalLine) throws -> String {
        guard let target = goal.amount else {
            talk.goals.open = goal
            return "How much do you want to save, and by when?"
        }
        if target.minorUnits <= 0 { return GoalTalk.tooLittle }
        guard let day = goal.by else {
            talk.goals.open = goal
            return "By when?"
        }
        return try keepGoal(SavingGoal(name: goal.name ?? "Savings", target: target, by: day, since: asOf))
    }

    mutating func keepGoal(_ goal: SavingGoal) throws -> String {
        if goal.target.minorUnits <= 0 { return GoalTalk.tooLittle }
        if goal.target.minorUnits > SavingGoal.largestTarget * goal.target.currency.minorPerMajor {
            return GoalTalk.tooMuch
        }
        guard goal.by > asOf else {
            return "\(goal.by.text(near: asOf)) has already come. When do you want it by?"
        }
        guard let name = SavingGoal.name(goal.name) else {
            return "I can't call a goal that. Give it a short name without < and >, such as “vacation”."
        }
        var goal = goal
        goal.name = name
        try GoalBook(index).set(goal)
        talk.goals.topic = name
        return "Got it. " + (try GoalWords(index, asOf: asOf).reply(named: goal.name))
    }

    private mutating func changeGoal(_ goal: GoalLine) throws -> String {
        let all = try GoalBook(index).goals()
        guard var changed = all.first(where: { $0.name == goal.name }) else { return whichGoal(all.map(\.name)) }
        if let amount = goal.amount { changed.target = amount }
        if let day = goal.by { changed.by = day }
        return try keepGoal(changed)
    }

    private mutating func removeGoal(_ goal: GoalLine) throws -> String {
        let book = GoalBook(index)
        let names = try book.goals().map(\.name)
        let meant = goal.isAll ? names : names.filter { $0 == goal.name }
        guard !meant.isEmpty else { return whichGoal(names) }
        for name in meant { _ = try book.remove(name) }
        return meant.count == 1 ? "Your goal \(meant[0]) is gone." : "Your goals \(Subject.list(meant)) are gone."
    }

    private func whichGoal(_ names: [String]) -> String {
        names.isEmpty
            ? GoalWords.none
            : "Which goal do you mean: \(names.map { "“\($0)”" }.joined(separator: ", "))? Say it by name."
    }
}

extension GoalTalk {
    /// Whether a line may be about goals: looking up which there are is worth it only then.
    fileprivate static func mayConcern(_ line: String) -> Bool {
        let line = SpokenText(line.lowercased())
        return ["goal", "sav", "aside", "on track", "how far", "how close", "will i", "progress"]
            .contains(where: line.holds)
    }
}
