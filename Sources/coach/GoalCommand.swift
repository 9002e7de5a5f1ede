import Advice
import Coaching
import Ledger
import Store
import Terminal
import Understanding

/// `coach goal`: amounts to be saved by a day.
struct GoalCommand {
    let session: Session

    func run() throws -> Int32 {
        let operands = session.command.operands
        switch operands.first?.lowercased() {
        case nil, "list":
            guard operands.count <= 1 else { throw usage }
            let index = try session.openIndex(keepsNothing: true)
            return try show(index, said: nil)
        case "set": return try set(Array(operands.dropFirst()))
        case "remove" where operands.count > 1: return try remove(operands.dropFirst().joined(separator: " "))
        default: throw usage
        }
    }

    private var usage: Failure {
        Failure(
            "expected `coach goal`, `coach goal set NAME AMOUNT by DATE`, or `coach goal remove NAME`, such as "
                + "`coach goal set Vacation 3000 by 2027-06-01`", exitCode: 2)
    }

    /// `NAME… AMOUNT by DATE`.
    private func set(_ operands: [String]) throws -> Int32 {
        guard let by = operands.lastIndex(where: { $0.lowercased() == "by" }), by >= 2, by + 1 < operands.count else {
            throw usage
        }
        let said = operands[..<(by - 1)].joined(separator: " ").trimmed
        let (amountText, dayText) = (operands[by - 1], operands[(by + 1)...].joined(separator: " "))
        guard let amount = DecimalAmount(amountText) else {
            throw Failure("“\(SafeText.line(amountText))”: expected an amount such as 3000 or $1,234", exitCode: 2)
        }
        guard !said.isEmpty else { throw usage }
        guard let name = SavingGoal.name(said) else {
            throw Failure(
                "“\(SafeText.line(said))”: expected a name of at most \(SavingGoal.longestName) characters without < and >, "
                    + "such as Vacation", exitCode: 2)
        }
        let index = try session.openIndex()
        let today = try session.asOf(index)
        guard let day = ValueForm<Period>.date.read(dayText)?.end ?? Deadline.day(dayText, asOf: today) else {
            throw Failure(
                "“\(SafeText.line(dayText))”: expected a date such as 2027-06-01 or a month such as March 2027",
                exitCode: 2)
        }
        guard day > today else { throw Failure("\(day) has to be after today, \(today)", exitCode: 2) }
        let currency = try session.currency(of: amount, index)
        guard amount.digits > 0 else {
            throw Failure(
                "“\(SafeText.line(amountText))”: a goal has to be an amount above zero, such as 3000", exitCode: 2)
        }
        guard !amount.isBeyond(SavingGoal.largestTarget) else {
            throw Failure(
                "“\(SafeText.line(amountText))”: that's too much for a goal; set at most a billion, such as 3000",
                exitCode: 2)
        }
        guard let units = amount.minorUnits(in: currency) else {
            throw Failure("“\(SafeText.line(amountText))”: \(amount.problem(in: currency))", exitCode: 2)
        }
        let goal = SavingGoal(name: name, target: Money(units, currency), by: day, since: today)
        try GoalBook(index).set(goal)
        return try show(
            index, said: "Got it: you're saving \(goal.target.text) for \(name) by \(day.longText)." + undoHint(index))
    }

    private func remove(_ name: String) throws -> Int32 {
        let index = try session.openIndex()
        let names = try GoalBook(index).goals().map(\.name)
        guard try GoalBook(index).remove(name) else {
            let near = names.first {
                $0.lowercased() == Suggestion.nearest(to: name.lowercased(), among: names.map { $0.lowercased() })
            }
            throw Failure(
                "there's no goal “\(SafeText.line(name))”" + (near.map { ": did you mean “\($0)”?" } ?? ""),
                exitCode: 2)
        }
        return try show(index, said: "Your goal \(name) is gone." + undoHint(index))
    }

    private func undoHint(_ index: HouseholdIndex) -> String {
        session.canTakeBack(index) ? " `coach undo` takes that back." : ""
    }

    private func show(_ index: HouseholdIndex, said: String?) throws -> Int32 {
        let words = try GoalWords(index, asOf: try session.asOf(index))
        if session.wantsJSON {
            try session.write(words.json)
        } else {
            try session.write(session.prose(said ?? words.reply()) + "\n")
        }
        return 0
    }
}
