import Testing

@testable import Ledger

@Suite struct MoneyTests {
    @Test(
        arguments: [
            (0, "USD", "$0.00", "0.00"), (5, "USD", "$0.05", "0.05"), (-5, "USD", "-$0.05", "-0.05"),
            (123_456, "USD", "$1,234.56", "1234.56"), (-100, "EUR", "-€1.00", "-1.00"),
            (100_000_000, "GBP", "£1,000,000.00", "1000000.00"), (120_000, "JPY", "¥120,000", "120000"),
            (-999, "JPY", "-¥999", "-999"), (1234, "KWD", "KWD 1.234", "1.234"), (-7, "KWD", "-KWD 0.007", "-0.007"),
            (123_450, "SEK", "SEK 1,234.50", "1234.50"), (99_999, "CAD", "CA$999.99", "999.99"),
            (.max, "USD", "$92,233,720,368,547,758.07", "92233720368547758.07"),
            (.min, "USD", "-$92,233,720,368,547,758.08", "-92233720368547758.08"),
        ] as [(Int64, String, String, String)])
    func texts(minorUnits: Int64, code: String, text: String, plain: String) throws {
        let money = Money(minorUnits, try #require(Currency(code)))
        #expect(money.text == text)
        #expect(money.plainText == plain)
    }

    @Test func currenciesAreNeverAdded() throws {
        #expect(try Money(150, .usd) + Money(-50, .usd) == Money(100, .usd))
        #expect(try Money(150, .usd) - Money(50, .usd) == Money(100, .usd))
        #expect(throws: CurrencyMismatch(left: .usd, right: .eur)) { try Money(1, .usd) + Money(1, .eur) }
        #expect(throws: CurrencyMismatch(left: .gbp, right: .cad)) { try Money(1, .gbp) - Money(1, .cad) }
        #expect((-Money(5, .usd)).minorUnits == -5)
        #expect(Money(-5, .usd).magnitude == Money(5, .usd))
    }

    @Test(arguments: [
        ("USD", 2, 100), ("usd", 2, 100), ("JPY", 0, 1), ("KRW", 0, 1), ("BHD", 3, 1000), ("SEK", 2, 100),
    ]) func minorUnits(code: String, digits: Int, perMajor: Int64) throws {
        let currency = try #require(Currency(code))
        #expect(currency.minorDigits == digits)
        #expect(currency.minorPerMajor == perMajor)
        #expect(currency.code == code.uppercased())
    }

    @Test(arguments: ["", "US", "USDT", "U$D", "12A", "€", "US ", "ÜSD"]) func noCurrency(code: String) {
        #expect(Currency(code) == nil)
    }

    @Test(arguments: [
        (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (-1000, "-1,000"), (1_234_567, "1,234,567"),
        (-123_456, "-123,456"),
    ]) func thousands(value: Int, text: String) {
        #expect(groupedThousands(value) == text)
    }

    /// Half away from zero, as `decimal.ROUND_HALF_UP` of Python rounds.
    @Test(
        arguments: [
            (0, 3, 0), (1, 3, 0), (2, 3, 1), (3, 2, 2), (5, 2, 3), (-5, 2, -3), (-3, 2, -2), (-1, 3, 0), (-2, 3, -1),
            (7, 5, 1), (8, 5, 2), (100, 1, 100), (-7, 1, -7), (4_999, 10_000, 0), (5_000, 10_000, 1),
            (-5_000, 10_000, -1),
        ] as [(Int64, Int64, Int64)])
    func rounding(dividend: Int64, divisor: Int64, expected: Int64) {
        #expect(roundedQuotient(dividend, by: divisor) == expected)
    }

    @Test func noAmountIsTooLargeToBeDivided() {
        #expect(roundedQuotient(.max, times: 36_525, by: 36_525) == .max)
        #expect(roundedQuotient(.min, times: 10_000, by: 20_000) == .min / 2)
        #expect(roundedQuotient(5, times: 3, by: 2) == 8)
        #expect(roundedQuotient(.max, times: 2, by: 1) == .max)
    }

    @Test func roundingIsNearestAndSymmetric() {
        for divisor in Int64(1)...13 {
            for dividend in Int64(-60)...60 {
                let quotient = roundedQuotient(dividend, by: divisor)
                #expect(2 * abs(quotient * divisor - dividend) <= divisor)
                #expect(roundedQuotient(-dividend, by: divisor) == -quotient)
            }
        }
    }

    @Test(
        arguments: [
            ("credit", .creditCard), ("Credit-Card", .creditCard), ("credit_card", .creditCard), ("CURRENT", .checking),
            ("checking", .checking), ("money market", .savings), ("brokerage", .investment), ("401k", .retirement),
            ("house", .realEstate), ("mortgage", .mortgage), ("spaceship", nil), ("", nil),
        ] as [(String, AccountType?)]) func accountTypes(text: String, expected: AccountType?)
    {
        #expect(AccountType(userText: text) == expected)
    }

    @Test func debtsAreLiabilities() {
        #expect(AccountType.allCases.filter(\.isLiability) == [.creditCard, .loan, .mortgage])
    }

    @Test func kindsKeepTheirNumbers() {
        #expect(TransactionKind.allCases.map(\.code) == [0, 1, 2, 3])
        for kind in TransactionKind.allCases { #expect(TransactionKind(code: kind.code) == kind) }
        #expect(TransactionKind(code: 4) == nil)
    }
}
