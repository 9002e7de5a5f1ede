import Testing

@testable import Payments

@Suite struct CardNumberTests {
    /// Numbers that providers publish for trying.
    @Test(arguments: [
        "4242424242424242", "4242 4242 4242 4242", "4242-4242-4242-4242", "my 5555555555554444 card", "378282246310005",
        "6011111111111117", "4222222222222", "6759649826438453", "4242.4242.4242.4242 12/34", "501800000009",
        "6304000000000000000", "4242\u{A0}4242\u{A0}4242\u{A0}4242",
    ]) func aNumberIsSeen(text: String) { #expect(CardNumber.isIn(text)) }

    @Test(arguments: [
        "", "My Visa", "Visa ending in 4242", "4242424242424241", "4242 4242", "Visa 4242, Mastercard 4444, Amex 0005",
        "00000000000000000000", "42424242424", "v4242w4242x4242y4242",
    ]) func anythingElseIsNone(text: String) { #expect(!CardNumber.isIn(text)) }
}
