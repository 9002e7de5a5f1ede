import Ledger
import Testing

@testable import Importing

@Suite("Values of OFX elements")
struct OFXValueTests {
    @Test(
        "the day that is written counts, whatever the zone",
        arguments: [
            ("20261031", "2026-10-31"), ("20261031000000[-5:EST]", "2026-10-31"),
            ("20261031235959.999[+12:NZT]", "2026-10-31"), ("20261031000000.000[+9:JST]", "2026-10-31"),
            ("2026103100", "2026-10-31"), ("2026-10-31T23:00:00Z", "2026-10-31"), ("20240229", "2024-02-29"),
            ("20230229", nil), ("20260431", nil), ("00000000", nil), ("", nil), ("2026103", nil), ("31.10.2026", nil),
            ("2026-13-01", nil), ("00010101", nil), ("99991231", nil), ("22000101", nil),
        ])
    func days(text: String, iso: String?) {
        #expect(OFXValues.day(text)?.iso == iso)
    }

    @Test(
        "amounts",
        arguments: [
            ("-12.34", -1234), ("12,34", 1234), ("+1437.00", 143_700), ("-640", -64_000), (".5", 50), ("5.", 500),
            ("-1.234,56", -123_456), ("1,234.56", 123_456), ("1 234,56", 123_456), ("1'234.50", 123_450),
            ("-1,500", -150_000), ("1.500", 150), ("0,125", nil), ("0,1250", nil), ("1.0500", 105),
            ("1.234.567", 123_456_700), ("25.00-", -2500),
            ("−3.10", -310), ("-0", 0), ("$5.00", 500), ("-995.4190396554627", -99_542), ("", nil), ("NaN", nil),
            ("inf", nil), ("1e9", nil), ("--1", nil), ("0x10", nil), ("1-2", nil), (".", nil), ("12 USD", nil),
            ("1.005", nil), ("-1.005", nil), ("1.0049999", nil), ("0.995", nil), ("-0.004", nil),
            ("12.340000000000001", 1234),
            ("-12.34.56", nil), ("-694..010", nil), ("1..5", nil), ("1,2,3", nil), ("1.2345.678", nil), (",", nil),
            ("1,234.567.89", nil), ("12,34,567.89", 123_456_789), ("1 2", nil), ("- 5.00", -500), ("+-5", nil),
            ("1,234,56.00", nil), ("٣", nil), ("5.٣", nil),
        ] as [(String, Int64?)])
    func amounts(text: String, cents: Int64?) {
        #expect(OFXAmount(text)?.minorUnits(of: .usd) == cents)
    }

    @Test("amounts in the currency's own minor unit")
    func minorUnits() {
        func minor(_ text: String, _ currency: Currency) -> Int64? { OFXAmount(text)?.minorUnits(of: currency) }
        #expect(minor("1200", .jpy) == 1200)
        #expect(minor("1200.00", .jpy) == 1200)
        #expect(minor("-12.5", .jpy) == nil)
        #expect(minor("1.5", Currency("KWD") ?? .usd) == 1500)
        #expect(minor("10000000000000", .usd) == 1_000_000_000_000_000)
        #expect(minor("-10000000000000.00", .usd) == -1_000_000_000_000_000)
        #expect(minor("10000000000000.01", .usd) == nil)
        #expect(minor("9999999999999.9999999999", .usd) == 1_000_000_000_000_000)
        #expect(minor(String(repeating: "9", count: 400), .usd) == nil)
    }

    @Test("every amount of cents comes back through its text")
    func roundTrip() {
        var cents: Int64 = 1
        while cents < 999_999_999_999_999 {
            let text = Money(-cents, .usd).plainText
            #expect(OFXAmount(text)?.minorUnits(of: .usd) == -cents)
            cents = cents * 7 + 3
        }
    }

    @Test(
        "texts",
        arguments: [
            ("  Corner  Shop \r\n", "Corner  Shop"), ("A&amp;B", "A&B"), ("A&amp;amp;B", "A&B"), ("AT&T", "AT&T"),
            ("Joe&#39;s &#xC9;t&eacute;", "Joe's Été"), ("5 &lt; 6 &gt; 2", "5 < 6 > 2"), ("&nbsp;x&nbsp;", "x"),
            ("a\tb\u{1B}[31mc", "a bc"), ("&#27;[2J", ""), ("\u{1B}[1mShop\u{1B}[0m", "Shop"), ("a&#0;b", "a b"),
            ("&#xD800;", "&#xD800;"),
            ("&#99999999999;", "&#99999999999;"), ("<![CDATA[a & <b>]]>", "a & <b>"), ("a<!-- c -->b", "ab"),
            ("1 < 2", "1 < 2"), ("&bogus; x", "&bogus; x"), ("", ""), ("<![CDATA[", ""),
        ])
    func texts(raw: String, text: String) {
        #expect(OFXText.value(Array(raw.utf8)[...]) == text)
    }

    @Test(
        "a memo that says the name again stands once",
        arguments: [
            ("Shop", "", "Shop"), ("", "Memo", "Memo"), ("Shop", "Shop", "Shop"),
            ("SHOP", "Shop 12 Boston", "Shop 12 Boston"),
            ("Shop 12 Boston", "Shop", "Shop 12 Boston"), ("Shop", "Order 7", "Shop Order 7"),
        ])
    func joining(name: String, memo: String, text: String) {
        #expect(OFXRow.joined(name, memo) == text)
    }

    @Test(
        "encodings",
        arguments: [
            ("ENCODING:USASCII\nCHARSET:1252\n", [0x93, 0xE9, 0x94, 0x80], "“é”€", "windows-1252"),
            ("ENCODING:USASCII\nCHARSET:ISO-8859-1\n", [0xE9, 0x92], "é’", "windows-1252"),
            ("ENCODING:USASCII\nCHARSET:1251\n", [0xCC, 0xE8, 0xF0], "Мир", "cp1251"),
            ("CHARSET:8859-15\n", [0xA4, 0xBD], "€œ", "iso-8859-15"),
            ("<?xml version=\"1.0\" encoding=\"windows-1250\"?>", [0xB3, 0xF3, 0x9F], "łóź", "windows-1250"),
            ("ENCODING:USASCII\nCHARSET:1252\n", [0xC3, 0xA9], "é", "utf-8"),
            ("CHARSET:NONE\n", [0xE9], "é", "windows-1252"),
            ("CHARSET:KLINGON\n", [0xE9], "é", "windows-1252"), ("CHARSET:1252\n", [0x81], "\u{FFFD}", "windows-1252"),
        ] as [(String, [UInt8], String, String)])
    func encodings(header: String, bytes: [UInt8], text: String, name: String) {
        let decoded = OFXText.decode(Array(header.utf8) + bytes)
        #expect(String(decoding: decoded.text, as: UTF8.self) == header + text)
        #expect(decoded.encoding == name)
    }

    @Test("byte order marks")
    func byteOrderMarks() {
        #expect(OFXText.decode([0xEF, 0xBB, 0xBF, 0x41]).text == [0x41])
        #expect(OFXText.decode([0xFF, 0xFE, 0x41, 0, 0xE9, 0]).text == Array("Aé".utf8))
        #expect(OFXText.decode([0xFE, 0xFF, 0, 0x41]) == ([0x41], "utf-16be"))
    }

    @Test("tags, values and lines of all line ends")
    func elements() {
        let text = "<A>1\r\n<b>2\r</b><C x=\"y\">\n<D/>3 < 4<5><!-- <E> --><F\n"
        var elements = OFXElements(Array(text.utf8))
        var found: [String] = []
        while let element = elements.next() {
            let value = String(decoding: elements.bytes[element.value], as: UTF8.self)
            found.append(
                "\(element.line) \(element.isEnd ? "/" : "")\(element.name) \(OFXText.value(Array(value.utf8)[...]))")
        }
        #expect(found == ["1 A 1", "2 B 2", "3 /B ", "3 C ", "4 D 3 < 4<5><F"])
    }
}
