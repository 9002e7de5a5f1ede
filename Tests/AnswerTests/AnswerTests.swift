import Coaching
import Ledger
import Testing

/// Whole answers, from bank file to figure: the questions of `Tests/Fixtures/answers` with figures that its generator
/// summed over its own rows.
struct AnswerTests {
    @Test(arguments: Household.names)
    func answersAreRight(_ name: String) throws {
        let household = try Household(name)
        var coach = try Coach(household.index, asOf: household.asOf)
        var previous: [String] = []
        for line in household.cases {
            if !line.goesOn {
                coach.startAfresh()
                previous = []
            }
            let answer = try coach.answer(line.question)
            let faults = line.faults(of: answer)
            if !faults.isEmpty {
                let talk = (previous + [line.question]).joined(separator: " -> ")
                let found = (faults + ["said: \(answer.reply)"]).joined(separator: "\n    ")
                Issue.record("\(name): \(talk)\n    \(found)")
            }
            previous.append(line.question)
        }
    }
}
