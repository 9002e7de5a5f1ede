import Terminal
import Testing

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("", ""),
        ("plain ~ text", "plain ~ text"),
        ("Café Zoë, 東京 £5", "Café Zoë, 東京 £5"),
        ("\u{1B}[31mred\u{1B}[0m", "red"),
        ("\u{1B}]0;title\u{07}x", "x"),
        ("a\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\b", "alinkb"),
        ("\u{9B}31mred", "red"), ("\u{9D}0;t\u{9C}x", "x"), ("\u{1B}[38;5;196mA\u{1B}[1;2 qB", "AB"),
        ("\u{1B}(BA\u{1B}cB\u{1B}=C", "ABC"), ("\u{1B}Ptext\u{1B}\\x", "x"),
        // What nothing ends hides no text behind it.
        ("\u{1B}]0;shop 12", "0;shop 12"), ("\u{1B}[31", ""), ("end\u{1B}", "end·"),
        ("a\u{1B}\u{7}b", "a··b"),
        ("a\u{7F}\u{08}b\u{00}c", "a··b·c"),
        ("one\ntwo\r\nthree\tfour\u{2028}five\u{2029}\u{85}six", "one two three four five six"),
        ("\u{202E}gnp.exe\u{202C}", "gnp.exe"),
        ("a\u{2066}b\u{2067}c\u{2068}d\u{2069}e\u{200E}\u{200F}\u{061C}", "abcde"),
        ("pay\u{200B}pal \u{FEFF}in\u{AD}visible\u{2060}\u{3164}", "paypal invisible"),
        ("\u{E000}\u{F8FF}\u{10FFFF}\u{0378}", "····"),
        ("👩\u{200D}🚀 ❤\u{FE0F} 👍🏽 🇫🇷", "👩\u{200D}🚀 ❤\u{FE0F} 👍🏽 🇫🇷"),
        ("x\u{200D}y\u{FE0F}", "xy"),
        ("e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}!", "e\u{301}\u{302}\u{303}\u{304}!"),
    ]) func lines(text: String, expected: String) {
        // Compared by scalars, for a String equals its other normal forms.
        #expect(Array(SafeText.line(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test func noScalarThatATerminalObeysIsLeft() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let isBidiControl = (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
            guard isBidiControl || scalar.properties.generalCategory == .control else { continue }
            #expect(!SafeText.line("a\(scalar)é").unicodeScalars.contains(scalar), "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: [
        "a\u{1B}\u{200D}❤\u{FE0F}\n\n\u{E000}", "👩\u{200D}\u{200B}🚀", "e\u{301}\u{302}\u{200B}\u{303}\u{304}\u{305}",
        "one\n\u{200B}\ntwo",
    ]) func whatIsSafeStaysAsItIs(text: String) {
        let once = SafeText.line(text)
        #expect(Array(SafeText.line(once).unicodeScalars) == Array(once.unicodeScalars))
    }
}
