import Advice
import Coaching
import Ledger
import Store
import Terminal

/// `coach decisions`: what was asked about, what came of it, and how good the score was.
struct DecisionsCommand {
    let session: Session

    func run() throws -> Int32 {
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        if let which = session.command[Options.forget] { return try forget(which, index) }
        let record = try DecisionBook(index).record(asOf: try session.asOf(index))
        if session.wantsJSON {
            try session.write(record.json)
            return 0
        }
        var coach = try session.coach(index)
        if let wishes = try coach.dueWishes(isTold: false) {
            try session.write(session.prose(wishes) + " " + WishesCommand.howToAnswer + "\n\n")
        }
        try session.write(session.prose(DecisionWords.summary(record)) + "\n")
        if !record.decisions.isEmpty {
            try session.write("\n" + AnswerText(session).table(DecisionWords.table(record)))
        }
        return 0
    }

    private func forget(_ which: String, _ index: HouseholdIndex) throws -> Int32 {
        let id = Int64(which)
        guard id != nil || which == "all" else {
            throw Failure("--forget “\(SafeText.line(which))”: expected the number of a purchase, or all", exitCode: 2)
        }
        let gone = try DecisionBook(index).forget(id)
        if let id, gone == 0 { throw Failure("there's no purchase \(id); `coach decisions` lists them") }
        if session.wantsJSON {
            try session.write(.object([("forgotten", .int(gone))]))
        } else {
            try session.write("Forgot \(gone) purchase\(gone == 1 ? "" : "s").\n")
        }
        return 0
    }
}
