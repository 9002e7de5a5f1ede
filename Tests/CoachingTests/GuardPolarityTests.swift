import Coaching
import Ledger
import Testing

/// Replies that turn the answer round, over the sample household on 31 October 2026.
struct GuardPolarityTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let question: String
        let reply: String
        let isRight: Bool
        var testDescription: String { "\(question) → \(reply)" }

        init(_ question: String, _ reply: String, isRight: Bool) {
            (self.question, self.reply, self.isRight) = (question, reply, isRight)
        }
    }

    // Net worth 43,618.58 → 44,272.84; spending 7,160.00 in August, 6,459.18 in September; income 7,441.16 in June,
    // 9,716.95 in July; eating out 736.79 in September, 800.08 in October; the lowest balance ahead 6,547.91.
    static let cases: [Case] = [
        Case("did my net worth go up this month?", "Yes, by $654.26.", isRight: true),
        Case("did my net worth go up this month?", "No, it fell by $654.26.", isRight: false),
        Case("did my net worth go down this month?", "No, it rose by $654.26.", isRight: true),
        Case("did my net worth go down this month?", "Yes, by $654.26.", isRight: false),
        Case("did my spending go down last month?", "Yes, it fell by $700.82.", isRight: true),
        Case("did my spending go down last month?", "No, it rose by $700.82.", isRight: false),
        Case(
            "was my September spending higher than August?", "No, $6,459.18 against $7,160.00 in August.",
            isRight: true),
        Case(
            "was my September spending higher than August?", "Yes: $6,459.18 in September against $7,160.00.",
            isRight: false),
        Case("did I earn more in July than in June?", "No, you earned more in June.", isRight: false),
        Case("did I earn more in July than in June?", "Yes, $2,275.79 more.", isRight: true),
        Case(
            "am I spending too much on eating out?", "Yes, $800.08 is well above your range around the usual $649.37.",
            isRight: false),
        Case(
            "am I spending too much on eating out?",
            "No, $800.08 on eating out is within the range around the usual $649.37.", isRight: true),
        Case(
            "will I run out before payday?", "You will run out of money before your next pay on 6 November 2026.",
            isRight: false),
        Case("will I run out before payday?", "Your balance drops below zero before 6 November 2026.", isRight: false),
        Case("will I run out before payday?", "Your money does not last.", isRight: false),
        Case("will I run out before payday?", "No, your money lasts.", isRight: true),
        Case("will I run out before payday?", "No, you will not run out of money.", isRight: true),
        Case("can I afford a $20,000 car?", "It fits comfortably in your budget.", isRight: false),
        Case("can I afford a $20,000 car?", "Your checking account covers the $20,000.00 easily.", isRight: false),
        Case("can I afford a $20,000 car?", "Your checking account cannot cover the $20,000.00.", isRight: true),
        Case(
            "eating out this month vs last month",
            "You spent $736.79 on eating out this month and $800.08 last month.", isRight: false),
        Case(
            "eating out this month vs last month",
            "You spent $800.08 on eating out this month and $736.79 last month.", isRight: true),
    ]

    @Test func turnedAnswersAreHeldAndRightOnesShown() throws {
        let sample = try GuardSample()
        for item in GuardPolarityTests.cases {
            let guardian = FigureGuard(facts: sample.facts(try sample.answer(item.question)))
            let faults = guardian.faults(in: item.reply)
            #expect(faults.isEmpty == item.isRight, "\(item.testDescription): \(faults.flatMap(\.claims))")
        }
    }
}
