import Testing
import Understanding

/// What is told beside a question is passed over only where the question stands without it.
@Suite struct AsideTests {
    private func question(_ line: String) -> String? { Aside(line, LineReader(Household().context()))?.question }

    @Test(arguments: [
        (
            "we're saving for a trip and it's tight.. how much did we spend on coffee in August",
            "how much did we spend on coffee in August"
        ),
        (
            "my brother says we eat out too much, how much went to restaurants in September",
            "how much went to restaurants in September"
        ),
        (
            "how many times did we go to Costco this year? seems like a lot",
            "how many times did we go to Costco this year?"
        ),
        ("what did I spend on gas in August, feels wild to me", "what did I spend on gas in August,"),
        ("we moved in August. groceries per month before and after?", "groceries per month before and since August"),
        ("I quit smoking in June. groceries since then", "groceries since June"),
        ("my husband says it's a lot. groceries last month?", "groceries last month?"),
        ("Nina moved out May 1. groceries per month Jan-Apr vs May-Aug", "groceries per month Jan-Apr vs May-Aug"),
    ])
    func isPassedOver(_ line: String, _ asked: String) { #expect(question(line) == asked) }

    /// Days, shops, or a wish that the question itself doesn't name are what it asks of.
    @Test(arguments: [
        "we were in Denver in July, how much did we spend on restaurants",
        "we used the Sapphire a lot there, how much did we spend on restaurants in July",
        "Costco above $50. how many did we have in August",
        "I want a bike for $400. how much did I spend on sports in August", "how much did I spend on coffee in August",
    ])
    func isPartOfTheQuestion(_ line: String) { #expect(question(line) == nil) }
}
