import Ledger
import Terminal
import Testing

@Suite struct HiddenAmountsTests {
    @Test(arguments: [
        ("You spent $1,234.56 on groceries, 12 purchases.", "You spent $••• on groceries, 12 purchases."),
        ("-$84.00 and +€5", "$••• and €•••"),
        ("SEK 1,234.50 (7.8%) more than in September 2025", "SEK ••• (7.8%) more than in September 2025"),
        ("¥1,200, CA$40, $1.2k, $3M", "¥•••, CA$•••, $•••, $•••"),
        ("a limit of 600.00 a month", "a limit of ••• a month"),
        (
            "2026-10-31, 12.50% of 365 days, 10/31, version 1.2.03",
            "2026-10-31, 12.50% of 365 days, 10/31, version 1.2.03"
        ),
        ("Plan A 24 and 7 Eleven 4021", "Plan A 24 and 7 Eleven 4021"),
        ("\u{1B}[1m$95.00\u{1B}[0m left", "\u{1B}[1m$•••\u{1B}[0m left"),
        ("about ISK\n1,200 in all", "about ISK\n••• in all"),
        ("", ""),
    ])
    func amountsAreHiddenAndTheRestStays(text: String, expected: String) {
        #expect(HiddenAmounts.hidden(text) == expected)
    }

    @Test(
        arguments: [
            ("You spent $1,234.56 in October, $4.00 more.", "$1,234.56"), ("In 2026 nothing.", nil),
            ("SEK 12.50 at a shop", "SEK 12.50"), ("It was SEK\n1,200 in all", nil), ("from -€5.00 on", "-€5.00"),
        ] as [(String, String?)])
    func theFirstAmountIsFound(text: String, expected: String?) {
        #expect(HiddenAmounts.firstAmount(in: text).map { String(text[$0]) } == expected)
    }

    @Test func columnsStayInTheirPlaces() {
        let table = "Groceries  $1,234.56  12  ███\nFun           $84.00   3  █\nTea               $4   1  "
        #expect(
            HiddenAmounts.hidden(table)
                == "Groceries       $•••  12  ███\nFun             $•••   3  █\nTea             $•••   1  ")
    }

    /// Whatever the amount and its currency, no digit of it is left.
    @Test func noDigitOfAnAmountIsLeft() {
        for code in ["USD", "EUR", "GBP", "JPY", "SEK", "KWD", "CHF", "CAD", "INR"] {
            let currency = Currency(code)!
            for units: Int64 in [0, 1, -1, 99, 100, -12_345, 1_234_567, -987_654_321_00] {
                for words in ["%", "It was %.", "(%)", "“%”", "a  %  b", "from % to %", "%; %"] {
                    let text = words.replacing("%", with: Money(units, currency).text)
                    #expect(!HiddenAmounts.hidden(text).contains { $0.isNumber }, "\(text)")
                }
            }
        }
    }
}
