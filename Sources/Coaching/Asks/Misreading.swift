import Ledger
import Understanding

/// How likely a line was misread: what its reading and the answer show, and whether it goes on from a line that was.
extension Coach {
    /// From here on how a line was read is said and asked about. Of the answers above it every third was wrong, of those below
    /// one in fourteen.
    static let unsure = 0.2
    /// What a line that was asked back about, refused, or not taken into account whole is taken for.
    static let asLikelyAsNot = 0.5
    /// How much of the doubt in a line is that in one that goes on from it.
    private static let carried = 0.3

    /// - Parameter before: the conversation before the line.
    func misreading(_ before: Coach) -> Double {
        guard let read else { return 0 }
        let own = MisreadingModel.builtIn.chance(traits)
        return read.isFollowUp ? 1 - (1 - own) * (1 - Coach.carried * before.talk.misreading) : own
    }

    func traits(of answer: Answer, _ second: LearnedReading?, _ before: Coach) -> [String] {
        guard let read else { return [] }
        var found = read.traits + ["intent \(answer.understood.intent.rawValue)"]
        if let evidence = answer.evidence {
            found.append("matched \(min(evidence.matched, 3))")
            found.append("groups \(min(evidence.groups.count, 4))")
            found.append("figures \(min(evidence.figures.count, 4))")
        } else {
            found.append("nothing looked up")
        }
        if let last = before.talk.asked?.last, case .ask(let ask)? = answer.request {
            found += ask.traits(after: last)
        }
        return found + (second.map { [$0.trait(beside: answer.requests)] } ?? [])
    }
}

extension LearnedReading {
    /// Whether it is the first reading as well, and how likely it is.
    fileprivate func trait(beside first: [Request]) -> String {
        let step = [-8, -5, -3, -2, -1.2, -0.7, -0.4, -0.2].first { likelihood < $0 }.map { "<\($0)" } ?? " more"
        return "second reading \(requests == first ? "same" : "other")\(step)"
    }
}

extension Ask {
    /// What it keeps of the question before it, and what is new.
    fileprivate func traits(after last: Ask) -> [String] {
        [
            ("filter", selection.filter == last.selection.filter), ("span", selection.span == last.selection.span),
            ("flow", selection.flow == last.selection.flow), ("measure", measure == last.measure),
            ("grouping", grouping == last.grouping), ("view", view == last.view), ("against", against == last.against),
            ("condition", condition == last.condition),
        ].map { "\($0) \($1 ? "kept" : "new")" }
    }
}

extension Answer {
    /// Whether it asks back, refuses, or names words that it does not take into account.
    var saysSo: Bool { clarify != nil || isRefusal || !unread.isEmpty }
}
