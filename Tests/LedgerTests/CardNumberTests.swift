import Ledger
import Testing

@Suite struct CardNumberTests {
    /// Numbers that providers publish for trying.
    @Test(arguments: [
        "4242424242424242", "4242\u{200B}424242424242", "4242424242\u{AD}424242", "4242 4242 4242 4242",
        "4242-4242-4242-4242", "my 5555555555554444 card", "378282246310005",
        "6011111111111117", "4222222222222", "6759649826438453", "4242.4242.4242.4242 12/34", "501800000009",
        "6304000000000000000", "4242\u{A0}4242\u{A0}4242\u{A0}4242", "3782 822463 10005", "card4242424242424242",
        "4242 – 4242 – 4242 – 4242", "12/34 4242 4242 4242 4242", "42 42 42 42 42 42 42 42", "42424242 42424242",
        "４２４２４２４２４２４２４２４２", "$5 at 4242424242424242?",
        // With other marks, where the groups are as cards have them.
        "4242, 4242, 4242, 4242", "5555:5555:5555:4444", "4242*4242*4242*4242", "4242\\4242\\4242\\4242",
        "4242 | 4242 | 4242 | 4242", "4242 x 4242 x 4242 x 4242", "4242x4242x4242x4242", "3782, 822463, 10005",
        "6304,0000,0000,0000,000", "card (4242)(4242)(4242)(4242)", "4242 · 4242 · 4242 · 4242",
        "4242+4242+4242+4242", "4242=4242=4242=4242", "4242, 4242; 4242, 4242", "4242-4242:4242=4242",
        "4242*4242 4242/4242", "4242 | 4242, 4242 - 4242", "4242+4242%204242-4242", "3782, 822463 / 10005",
        // Over lines.
        "4242\n4242\n4242\n4242", "4242\r\n4242\r\n4242\r\n4242", "4242 4242\n4242 4242", "4242-4242-\n4242-4242",
        "4242\n 4242 4242 4242", "3782\n822463\n10005", "Visa\n4242\n4242\n4242\n4242\n1228\n123",
        "2223\n0031\n2200\n3222", "4242\u{2028}4242\u{2028}4242\u{2028}4242",
        // As the web writes blanks.
        "4242%204242%204242%204242", "card=4242%2D4242%2D4242%2D4242&x=1", "4242%C2%A04242%C2%A04242%C2%A04242",
        "4242&nbsp;4242&nbsp;4242&nbsp;4242", "4242&#160;4242&#160;4242&#160;4242",
        "4242%20-%204242%20-%204242%20-%204242",
        // What looks like an escape and is the number's beginning.
        "%4111111111111111", "20%4111111111111111", "%4111 1111 1111 1111", "%6011111111111117",
        "%B4111 1111 1111 1111",
        "%B4242424242424242^DOE/J^2512", "%B5555555555554444^", "%B378282246310005^",
        "https://example.com/%B4242424242424242",
        "%b4242 4242 4242 4242^DOE/JANE^25121010000?", "%B4242424242424241^DOE/J^2512",
        // Digit by digit, in words.
        "four two four two four two four two four two four two four two four two",
        "Four-two-four-two, four-two-four-two, four two four two, four two four two",
        "three seven eight two eight two two four six three one oh oh oh five",
    ]) func aNumberIsSeen(text: String) {
        #expect(CardNumber.isIn(text))
        #expect(!CardNumber.isIn(CardNumber.masked(text)))
    }

    @Test(arguments: [
        "", "My Visa", "Visa ending in 4242", "4242424242424241", "4242 4242", "Visa 4242, Mastercard 4444, Amex 0005",
        "00000000000000000000", "42424242424", "v4242w4242x4242y4242",
        // A day beside another, years, amounts, a position, a book, an article: each with a check digit that fits.
        "2026-10-01 2026-10-31", "10/30/2026 11/30/2021", "2024 2025 2026 2023", "30.40210 -97.72543", "9780306406156",
        "4500.50 1300.25 1400.14",
        // Lists of amounts and numbers, sums, and what is grouped otherwise.
        "12,500, 42,424,242", "4500, 1150, 1250, 2210", "$4242, $4242, $4242, $4242", "4242 + 4242 + 4242 + 4242",
        "checks 5000, 5001, 5002, 5003", "42:42:42:42:42:42:42:42", "424,242,424,242,424,2",
        "4242 and 4242 and 4242 and 4242", "4242 = 4242 = 4242 = 4242", "4242,\n4242,\n4242,\n4242",
        "4242\n4242\n4242\n4241", "- 4242\n- 4242\n- 4242\n- 4242", "4242\n\n\n\n\n\n4242 4242 4242",
        "4242\n4242\n4242\n4242\n4242\n4242", "1000\n4242\n4242\n4242\n4242\n4244", "1234\n5678\n9012\n3452",
        "checks\n5000\n5001\n5002\n5003", "4500\n1150\n1250\n2210", "$4242\n$4242\n$4242\n$4242",
        "42\n42\n42\n42\n42\n42\n42\n42",
        "100%204242%204242%204242", "5000; 5001, 5002 / 5003", "checks 4500, 1150; 1250 - 2210",
        "100%20off 4242%204243", "%B5 off ^", "50%B4 12^2",
        "one one one one one one one one one one one one one", "one or two of the four",
    ]) func anythingElseIsNone(text: String) {
        #expect(!CardNumber.isIn(text))
        #expect(CardNumber.masked(text) == text)
    }

    @Test func onlyTheNumberIsMasked() {
        #expect(CardNumber.masked("my %B4242424242424242^DOE/J^25121010? here") == "my (a card's number) here")
        #expect(CardNumber.masked("$5 at 4242 4242 4242 4242 on 2026-10-31") == "$5 at (a card's number) on 2026-10-31")
        #expect(CardNumber.masked("card 4242, 4242, 4242, 4242, then") == "card (a card's number), then")
        #expect(CardNumber.masked("4242|4242|4242|4242|12/34") == "(a card's number)|12/34")
    }
}
