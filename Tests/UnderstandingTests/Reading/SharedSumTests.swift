import Testing
import Understanding

/// Sums that several share, and the question about the whole sum.
@Suite struct SharedSumTests {
    private func shared(_ line: String) -> SharedSum? { SharedSum(line, LineReader(Household().context())) }

    @Test(arguments: [
        ("groceries in September divided by the 4 of us", "groceries in September", 4),
        ("gas last month split 3 ways", "gas last month", 3),
        ("what did coffee come to in August, split in half", "what did coffee come to in August", 2),
        ("groceries in September split per person, there's 4 of us", "groceries in September", 4),
        ("cost per restaurant this year, there are 2 of us", "cost on restaurant this year", 2),
    ])
    func isDivided(_ line: String, _ whole: String, _ parts: Int) {
        let found = shared(line)
        #expect(found?.question == whole)
        #expect(found?.parts == parts)
    }

    /// What only goes on from an answer names nothing of its own.
    @Test(arguments: ["divided by 3?", "split that 3 ways"])
    func goesOn(_ line: String) {
        let found = shared(line)
        #expect(found != nil)
        #expect(found?.question == nil)
    }

    @Test(arguments: [
        "groceries last month", "how many visits per week, we are 2", "split it by store", "three ways to save money",
    ])
    func isNotShared(_ line: String) { #expect(shared(line)?.question == nil) }
}
