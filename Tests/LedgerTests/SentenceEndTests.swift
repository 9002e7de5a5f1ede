import Ledger
import Testing

@Suite struct SentenceEndTests {
    @Test(arguments: [
        ("it can't be reached", "it can't be reached."), ("is this machine online?", "is this machine online?"),
        ("Done.", "Done."), ("say “help”", "say “help”."), ("try “what's due?”", "try “what's due?”"), ("", ""),
    ]) func aSentenceHasOneEnd(_ text: String, _ ended: String) { #expect(text.ended == ended) }
}
