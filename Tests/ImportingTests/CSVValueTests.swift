import Ledger
import TestSupport
import Testing

@testable import Importing

/// Amounts and dates as cells write them.
struct CSVValueTests {
    static func amount(_ text: String, decimal: String = ".", scale: Int = 2) -> Int64? {
        var text = text
        return text.withUTF8 { bytes in
            AmountShape(UnsafeRawBufferPointer(bytes))?.value(decimal: decimal.utf8.first ?? 0, scale: scale)
        }
    }

    static func date(_ text: String, _ order: StatementLayout.DateOrder = .mdy) -> DateParser.Outcome {
        var text = text
        return text.withUTF8 { DateParser(order: order).parse(UnsafeRawBufferPointer($0)) }
    }

    @Test(arguments: [
        ("1234.56", 123_456), ("1,234.56", 123_456), ("-12.30", -1230), ("12.30-", -1230), ("(12.30)", -1230),
        ("($1,234.56)", -123_456),
        ("- $220.00", -22_000), ("+ $1,150.00", 115_000), ("$.23", 23), ("-.46", -46), ("Rs.500", 50_000),
        ("USD 12.5", 1250), ("12.5 USD", 1250),
        ("\u{2212}5.00", -500), ("\u{2013}5.00", -500), ("+5", 500), ("1'234.50", 123_450), ("1 234.50", 123_450),
        ("1\u{A0}234.50", 123_450), ("0", 0), ("£67.40", 6740),
        ("1,23,456.00", 12_345_600), ("131.77(refunded 89.84)", 13_177), ("2.505", 251), ("-2.505", -251),
        ("336.146", 33_615), ("12,34", 1234), ("1,234", 123_400), ("0.125", 13),
        ("5.000000", 500), ("1.234,56", 123_456), ("10,000,000.00", 1_000_000_000),
    ])
    func amountsWithPoint(text: String, cents: Int64) {
        #expect(CSVValueTests.amount(text) == cents)
    }

    @Test(arguments: [
        ("1234,56", 123_456), ("1.234,56", 123_456), ("-1.450", -145_000), ("1.000,0", 100_000),
        ("2 500,00 kr", 250_000), ("-144,75 kr", -14_475), ("1'234,50", 123_450),
        ("-10,80 €", -1080), ("1.000.000,00", 100_000_000), ("12.34", 1234), ("0,42", 42), ("1.234.567", 123_456_700),
    ])
    func amountsWithComma(text: String, cents: Int64) {
        #expect(CSVValueTests.amount(text, decimal: ",") == cents)
    }

    @Test(arguments: [
        "", "-", "abc", "12/22", "10:30", "40%", "1.2.3", "2026-10-31", "31.12.2026", "12 34 56", "1,2,3", "5 apples",
        "--5", "+-5", "(5", "5)", "1 23.4", "12345678901234567890",
        "9999999999999999.00", "1e5", "NaN", "$", "EUR",
    ])
    func noAmounts(text: String) {
        #expect(CSVValueTests.amount(text) == nil)
    }

    @Test(arguments: [
        ("1200", 0, 1200), ("1,200", 0, 1200), ("-1.250", 3, -1250), ("5", 3, 5000), ("12.5", 0, 13), ("-12.5", 0, -13),
    ])
    func minorUnitsOfOtherCurrencies(text: String, scale: Int, units: Int64) {
        let decimal = scale == 0 && text.contains(",") ? "." : "."
        #expect(CSVValueTests.amount(text, decimal: decimal, scale: scale) == units)
    }

    @Test(arguments: [
        ("500.00CR", AmountShape.Marker.credit), ("500.00 DR", .debit), ("12,30 S", .debit), ("12,30 H", .credit),
        ("12.30", .none),
    ])
    func markers(text: String, marker: AmountShape.Marker) {
        var text = text
        #expect(text.withUTF8 { AmountShape(UnsafeRawBufferPointer($0))?.marker } == marker)
    }

    /// Written with any grouping and mark, an amount is read as itself.
    @Test func amountsSurviveWriting() {
        var numbers = SeededGenerator(seed: 11)
        for _ in 0..<2000 {
            let cents = Int64.random(in: -99_999_999_999...99_999_999_999, using: &numbers)
            let plain = Money(cents, .usd).plainText
            #expect(CSVValueTests.amount(plain) == cents)
            let parts = plain.split(separator: ".")
            let grouped = (cents < 0 ? "-" : "") + groupedThousands(cents.magnitude / 100)
            #expect(CSVValueTests.amount("\(grouped).\(parts[1])") == cents)
            let points = String(grouped.map { $0 == "," ? "." : $0 })
            #expect(CSVValueTests.amount("\(points),\(parts[1])", decimal: ",") == cents)
        }
    }

    @Test(arguments: [
        ("2026-10-31", "2026-10-31"), ("2026/10/31", "2026-10-31"), ("2026.10.31", "2026-10-31"),
        ("2019.04.19.", "2019-04-19"), ("2012/3/22", "2012-03-22"), ("2012:03:01", "2012-03-01"),
        ("10/31/2026", "2026-10-31"), ("1/5/26", "2026-01-05"), ("10/31/99", "1999-10-31"), ("1/ 5'26", "2026-01-05"),
        ("20261031", "2026-10-31"), ("20261031120000[0:GMT]", "2026-10-31"),
        ("Oct 31, 2026", "2026-10-31"), ("October 31 2026", "2026-10-31"), ("31-Oct-26", "2026-10-31"),
        ("31 Oct 2026", "2026-10-31"), ("10-Nov-9", "2009-11-10"), ("31. Oktober 2026", "2026-10-31"),
        ("31 de octubre de 2026", "2026-10-31"), ("31 août 2026", "2026-08-31"), ("Sat, 31 Oct 2026", "2026-10-31"),
        ("2026-10-31T10:47:26Z", "2026-10-31"), ("2026-10-31 9:32:08", "2026-10-31"),
        ("10/31/2026 06:50 PM", "2026-10-31"), ("09/16/2020 as of 09/15/2020", "2020-09-16"),
        ("2024-02-29", "2024-02-29"), ("31st October 2026", "2026-10-31"),
    ])
    func dates(text: String, iso: String) throws {
        #expect(CSVValueTests.date(text) == .date(try #require(CivilDate(iso: iso))))
    }

    @Test(arguments: [
        ("31/10/2026", "2026-10-31"), ("5/1/26", "2026-01-05"), ("31102026", "2026-10-31"), ("31.10.26", "2026-10-31"),
        ("05-01-2026", "2026-01-05"),
    ])
    func datesDayFirst(text: String, iso: String) throws {
        #expect(CSVValueTests.date(text, .dmy) == .date(try #require(CivilDate(iso: iso))))
    }

    /// A number that all rows share is no day, however much it looks like one.
    @Test func aNumberOfAnAccountIsNoDay() throws {
        let found = try CSVRows([
            #""North Branch","041223","2026/01/05",00001,"Bakery",4.20,,951.52"#,
            #""North Branch","041223","2026/01/08",00002,"Cinema",12.00,,939.52"#,
            #""North Branch","041223","2026/01/09",00003,"Refund",,7.00,946.52"#,
        ])
        #expect(found.rows == ["2026-01-05 -420 -", "2026-01-08 -1200 -", "2026-01-09 700 -"])
    }

    /// What is open still has the day it was bought on, where a column tells it.
    @Test func whatIsOpenHasItsOwnDay() throws {
        let found = try CSVRows([
            "Buchungstag;Umsatztag;Buchungstext;Umsatz in EUR", "offen;27.02.2026;DB VERTRIEB;-59,90",
            "25.02.2026;24.02.2026;SPOTIFY;-11,99", "18.02.2026;16.02.2026;HOTEL WIEN;-138,50",
        ])
        #expect(found.rows == ["2026-02-27 -5990 EUR", "2026-02-24 -1199 EUR", "2026-02-16 -13850 EUR"])
    }

    /// The order of days and months is found whatever stands around them: a time behind a hyphen, marks of a text.
    @Test(arguments: ["25/10/2026-09:17:23", "'25102026'", "'25/10/2026'"])
    func orderOfDatesInOtherClothes(date: String) throws {
        let other = date.replacing("25", with: "04")
        let found = try CSVRows(["Day,Text,Amount", "\(date),Bakery,-4.20", "\(other),Cinema,-12.00"])
        #expect(found.rows == ["2026-10-25 -420 -", "2026-10-04 -1200 -"])
        #expect(found.problems.isEmpty)
    }

    @Test(arguments: ["02/30/2026", "13/13/2026", "2026-02-29", "1111/11/11", "00/10/2026", "2026-00-10"])
    func impossibleDates(text: String) {
        #expect(CSVValueTests.date(text) == .impossible)
    }

    @Test(arguments: [
        "", "Total", "12", "12.34", "555-1234", "10:30", "1.2", "Pending", "Room 12", "1/2", "24.8", "abc 10/31/2026",
    ])
    func noDates(text: String) {
        #expect(CSVValueTests.date(text) == .none)
    }
}
