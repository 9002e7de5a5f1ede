import Testing
import Understanding

/// What is said around a question is taken off, and nothing of the question itself.
@Suite struct CourtesyTests {
    @Test(arguments: [
        ("Thank you. And what did the bakery cost?", "And what did the bakery cost?"),
        ("ok thx. what is Hulu at now", "what is Hulu at now"), ("nice. and in June", "and in June"),
        ("sorry one more, the average of those", "the average of those"), ("great, now just Aldi", "just Aldi"),
        ("that's a lot! how often", "how often"), ("oh wow. cool, by shop", "by shop"),
        ("hmm and in May", "and in May"), ("just Aldi thx", "just Aldi"),
        ("and the second one, please", "and the second one,"),
        ("how many is that, thank you so much", "how many is that,"), ("and in May real quick", "and in May"),
        ("got it, what about tolls btw", "what about tolls"),
    ])
    func isTakenOff(_ line: String, _ rest: String) { #expect(Courtesy(line)?.rest == rest) }

    /// Words that are a name or say something, and lines that ask nothing.
    @Test(arguments: [
        "thanks", "thank you so much", "ok", "ok great", "thanks, that's all", "thanks, bye", "no thanks",
        "great wolf lodge in June",
        "sweet frog in May", "so the rest was?", "no, August", "wait, just Aldi", "that was a gift",
        "cool springs cafe",
        "how much at Aldi", "and the second one",
    ])
    func staysAsItIs(_ line: String) { #expect(Courtesy(line) == nil) }
}
