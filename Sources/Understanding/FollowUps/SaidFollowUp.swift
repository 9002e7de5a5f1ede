import Ledger

/// What words of a line that goes on do to the names beside them.
extension QuestionReading {
    /// `jeez. and in october?`: what is said after a word that only cries out; nil where none does.
    var afterExclamation: String? {
        guard tokens.count > 3, tokens[0].form == .word, [".", "!", ","].contains(tokens[1].key),
            !FunctionWords.all.contains(tokens[0].key), !Lexicon.builtIn.knows(tokens[0].key),
            names.allSatisfy({ name in
                if case .unknown = name.kind { return true }
                return !name.tokens.contains(0)
            })
        else { return nil }
        return text(of: 2..<tokens.count)
    }

    /// Whether `so far` is the only time, without a unit of the calendar.
    var saysSoFar: Bool {
        times.count == 1 && (tokens[times[0].tokens].map(\.key) == ["so", "far"])
    }

    private static let dropping: Set<String> = ["drop", "remove", "lose", "ditch", "subtract", "skip", "omit", "minus"]

    /// `drop rent`, `take out groceries`: what an answer is to leave out.
    func leavingOut() -> QuestionReading { dropsNames ? excludingNames() : self }

    /// Whether a verb leaves out all that the line names.
    var dropsNames: Bool {
        let polite = ["and", "now", "ok", "please", "then", "but", "can", "you", "lets"]
        let words = tokens.map(\.key).drop(while: polite.contains)
        let isTaken = words.starts(with: ["take", "out"]) || words.starts(with: ["take", "away"])
        let drops = isTaken || words.first.map(QuestionReading.dropping.contains) ?? false
        return drops && units.count <= 5 && !names.isEmpty
            && !keys.contains(where: ["limit", "limits", "budget", "cap", "rule"].contains)
    }
}

extension FollowUp {
    /// `and cashback` after one card: the account that is called so, whatever else is.
    func otherAccount(beside asked: [String]) -> String? {
        guard !asked.isEmpty, reading.accounts.isEmpty, reading.names.count == 1, let name = reading.names.first,
            !name.isExcluded, reading.units.count <= 3
        else { return nil }
        let word = reading.text(of: name.tokens).lowercased()
        let called = context.names.accounts.map(\.name).filter {
            !asked.contains($0) && $0.lowercased().split(separator: " ").contains { $0 == word }
        }
        return called.count == 1 ? called[0] : nil
    }

    /// `last summer`, `last december`: a season, holiday or month by its name.
    func isSaidLast(_ time: TimeExpression) -> Bool {
        let words = reading.tokens[time.tokens].map(\.key)
        let units: Set = ["day", "week", "month", "quarter", "year", "weekend", "days", "weeks", "months", "years"]
        return words.first == "last" && words.count > 1 && units.isDisjoint(with: words)
    }

    func isSaidBefore(_ time: TimeExpression) -> Bool {
        let end = time.tokens.upperBound
        return ["before", "prior", "earlier", "previous"].contains(end < reading.keys.count ? reading.keys[end] : "")
            || ["before", "prior", "previous"].contains { word in reading.keys[time.tokens].contains(word) }
    }
}
