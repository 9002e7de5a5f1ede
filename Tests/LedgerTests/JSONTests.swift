import Ledger
import Testing

@Suite struct JSONTests {
    @Test(
        arguments: [
            (.null, "null"), (.bool(true), "true"), (.bool(false), "false"), (.integer(.min), "-9223372036854775808"),
            (.int(0), "0"), (.number(12.5), "12.5"), (.number(-0.5), "-0.5"), (.number(0), "0"), (.number(-0.0), "0"),
            (.number(1.0 / 3), "0.333333"), (.number(2.0 / 3), "0.666667"), (.number(3), "3"),
            (.number(0.000_000_4), "0"),
            (.number(-0.000_000_4), "0"), (.number(0.97), "0.97"), (.number(123_456.1), "123456.1"),
            (.number(.nan), "null"), (.number(.infinity), "null"),
            (.number(999_999_999.25), "999999999.25"), (.number(1e12), "null"), (.number(-1e12), "null"),
            (.string(""), "\"\""),
            (.string("a\"b\\c"), #""a\"b\\c""#), (.string("1\n2\r3\t4"), #""1\n2\r3\t4""#),
            (.string("\u{0}\u{1F}\u{7F}\u{1B}[31m"), #""\u0000\u001f\u007f\u001b[31m""#),
            (.string("Café – 日本 🍕"), "\"Café – 日本 🍕\""), (.array([]), "[]"), (.object([]), "{}"),
            (.array([.int(1), .null, .array([.bool(true)])]), "[1,null,[true]]"),
            (.object([("b", .int(1)), ("a", .string("x"))]), #"{"b":1,"a":"x"}"#),
            (.strings(["x", "y"]), #"["x","y"]"#), (.optional(Int?.none, JSON.int), "null"),
            (.optional(3, JSON.int), "3"),
        ] as [(JSON, String)])
    func oneLine(value: JSON, text: String) {
        #expect(value.text == text)
    }

    @Test func indented() {
        let value = JSON.object([
            ("rows", .array([.int(1), .object([("a", .null)])])), ("none", .array([])), ("empty", .object([])),
        ])
        #expect(
            value.prettyText == """
                {
                  "rows": [
                    1,
                    {
                      "a": null
                    }
                  ],
                  "none": [],
                  "empty": {}
                }
                """)
    }

    /// No control character is ever written raw, whatever the string holds.
    @Test func controlCharactersAreEscaped() {
        for value in UInt32(0)..<0x100 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = JSON.object([(String(Character(scalar)), .string(String(Character(scalar))))]).text
            #expect(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
        }
    }
}
