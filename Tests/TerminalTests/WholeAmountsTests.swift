import Terminal
import Testing

struct WholeAmountsTests {
    @Test(arguments: [
        ("You spent $671.51 on groceries.", "You spent $672 on groceries."),
        ("That is $700.82 (9.8%) less.", "That is $701 (9.8%) less."), ("$999.50", "$1,000"), ("$999.49.", "$999."),
        ("-$1,014.19 is left", "-$1,014 is left"), ("$12.50 at lunch", "$12.50 at lunch"), ("$99.99", "$99.99"),
        ("$25.00 a month", "$25 a month"), ("$100.00", "$100"), ("CHF 1,200.40", "CHF 1,200"), ("€250.60", "€251"),
        ("¥12,000", "¥12,000"), ("13.60% of it", "13.60% of it"), ("on 2026.10.31", "on 2026.10.31"),
        ("$1.2k", "$1.2k"), ("KWD 812.405", "KWD 812.405"), ("version 101.25", "version 101.25"), ("", ""),
        ("$999,999.99", "$1,000,000"),
    ]) func fromAHundredOnCentsAreLeftOut(text: String, shown: String) {
        #expect(WholeAmounts.shown(text) == shown)
    }

    @Test func whatWasSaidStays() {
        #expect(
            WholeAmounts.shown("Wait: $1,149.99 leaves you $212.31.", asked: "can I afford 1149.99?")
                == "Wait: $1,149.99 leaves you $212.")
    }

    /// At any width an amount stands on one line, with its currency.
    @Test(arguments: 8...60) func noAmountIsBroken(width: Int) {
        let text = "You spent CHF 1,234.56 on rent, -CHF 12.40 less (CHF 7.00) than before, and $99.10 on coffee"
        for lines in [
            Wrapping.wrap(text, width: width), MarkdownText(width: width, style: .plain).render(text),
        ] {
            for amount in ["CHF 1,234.56", "CHF 12.40", "CHF 7.00", "$99.10"] where width >= 14 {
                #expect(lines.contains(amount), "\(lines)")
            }
        }
    }
}
