import Ledger
import Terminal
import Testing

@Suite struct DecimalAmountTests {
    @Test(
        arguments: [
            ("12.34", 1234), ("5", 500), ("$1,234", 123_400), ("-5", -500), ("-$1,234.5", -123_450), (".5", 50),
            ("7.", 700), ("1,234,567.89", 123_456_789), ("0", 0), ("0.10", 10), ("2.500", 250), ("007", 700),
            ("92233720368547758.07", Int64.max),
        ] as [(String, Int64)]) func dollars(text: String, cents: Int64)
    {
        #expect(DecimalAmount(text)?.minorUnits(in: .usd) == cents)
    }

    @Test(arguments: [
        "", "-", "$", ".", "12,34", "1,2345", ",123", "1.2345", "abc", "12a", "1.2.3", "--5", "$-5", "1 000", "5%",
        "٣", "1e3", "$5$", "5 XYZ", "USD", "USD 5 EUR", "+5", "99999999999999999999",
    ]) func noAmounts(text: String) {
        #expect(DecimalAmount(text) == nil)
    }

    @Test func otherCurrencies() throws {
        func sign(_ text: String, home: Currency = .usd) throws -> Currency? {
            try #require(DecimalAmount(text)).currency(home: home)
        }
        #expect(try sign("€9.50") == .eur)
        #expect(try sign("£9.50") == .gbp)
        #expect(try sign("¥900") == .jpy)
        #expect(try sign("9.50€") == .eur && sign("9.50 €") == .eur && sign("$.50") == .usd)
        #expect(try sign("150 JPY")?.code == "JPY" && sign("CHF20")?.code == "CHF" && sign("-5 eur") == .eur)
        #expect(DecimalAmount("-1,500 JPY")?.minorUnits(in: .jpy) == -1500)
        #expect(try sign("9.50", home: .eur) == nil)
        #expect(try sign("$9.50", home: .cad) == .cad, "whose dollars they are")
        #expect(try sign("$9.50", home: .eur) == .usd)
        #expect(ValueForm<Currency>.currency.read("chf")?.code == "CHF")
        #expect(ValueForm<Currency>.currency.read("XXY") == nil && ValueForm<Currency>.currency.read("XAU") == nil)
        let dinar = try #require(Currency("KWD"))
        #expect(DecimalAmount("1.234")?.minorUnits(in: dinar) == 1234)
        #expect(DecimalAmount("1.2")?.minorUnits(in: dinar) == 1200)
        #expect(DecimalAmount("900")?.minorUnits(in: .jpy) == 900)
        #expect(DecimalAmount("900.00")?.minorUnits(in: .jpy) == 900)
    }

    @Test func moreDecimalsOrMoreMoneyThanTheCurrencyHolds() {
        #expect(DecimalAmount("9.5")?.minorUnits(in: .jpy) == nil)
        #expect(DecimalAmount("9.505")?.minorUnits(in: .usd) == nil)
        #expect(DecimalAmount("9223372036854775807")?.minorUnits(in: .usd) == nil)
    }
}

@Suite struct ValueFormTests {
    @Test(arguments: [
        ("2026-03-31", "2026-03-31", "2026-03-31"), ("2026-03", "2026-03-01", "2026-03-31"),
        ("2024-02", "2024-02-01", "2024-02-29"), ("2026-12", "2026-12-01", "2026-12-31"),
    ]) func datesAreDaysOrMonths(text: String, first: String, last: String) {
        let period = ValueForm<Period>.date.read(text)
        #expect(period?.start.iso == first)
        #expect(period?.end.iso == last)
    }

    @Test(arguments: ["", "2026", "2026-13", "2026-02-29", "26-03-01", "2026-3-1", "03/31/2026", "today"])
    func noDates(text: String) {
        #expect(ValueForm<Period>.date.read(text) == nil)
        #expect(ValueForm<CivilDate>.day.read(text) == nil)
    }

    @Test func words() {
        #expect(ValueForm<TransactionKind>.choice(of: TransactionKind.self).read("Refund") == .refund)
        #expect(ValueForm<TransactionKind>.choice(of: TransactionKind.self).read("gift") == nil)
        #expect(ValueForm<AccountType>.accountType.read("credit-card") == .creditCard)
        #expect(ValueForm<Currency>.currency.read("usd") == .usd)
        #expect(ValueForm<Currency>.currency.read("dollar") == nil)
        #expect(ValueForm<String>.path("P", expectation: "").read("") == nil)
        #expect(ValueForm<String>.choice(["csv"]).expectation == "csv")
        #expect(ValueForm<String>.choice(["a", "b", "c"]).expectation == "a, b or c")
    }
}
