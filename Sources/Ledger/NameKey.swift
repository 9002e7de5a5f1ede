/// Text in the form in which names are compared: accents folded, lower case, letters and digits only.
public enum NameKey {
    /// `Trader Joe's` → `traderjoes`, `Café Müller` → `cafemuller`, `H-E-B` → `heb`.
    public static func key(of name: some StringProtocol) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(name.utf8.count)
        for scalar in name.unicodeScalars { append(scalar, to: &out) }
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends the folded letters or digits of one scalar as UTF-8; nothing for all else.
    @inline(__always)
    public static func append(_ scalar: Unicode.Scalar, to out: inout [UInt8]) {
        switch scalar.value {
        case 0x30...0x39, 0x61...0x7A: out.append(UInt8(truncatingIfNeeded: scalar.value))
        case 0x41...0x5A: out.append(UInt8(truncatingIfNeeded: scalar.value + 32))
        case 0..<0xAA: break
        default: appendWide(scalar, to: &out)
        }
    }

    private static func appendWide(_ scalar: Unicode.Scalar, to out: inout [UInt8]) {
        if (0xC0...0x17F).contains(scalar.value) {
            let folded = latin[Int(scalar.value) - 0xC0]
            out += folded.utf8
        } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            let lower = scalar.properties.lowercaseMapping
            out += (greek[lower] ?? lower).utf8
        }
    }

    /// Greek vowels without their accents.
    private static let greek = [
        "ά": "α", "έ": "ε", "ή": "η", "ί": "ι", "ό": "ο", "ύ": "υ", "ώ": "ω", "ϊ": "ι", "ΐ": "ι", "ϋ": "υ", "ΰ": "υ",
    ]

    /// Latin-1 letters and Latin Extended-A (U+00C0…U+017F) without their accents, lower case.
    private static let latin: [String] = {
        let table =
            "a a a a a a ae c e e e e i i i i d n o o o o o - o u u u u y th ss "
            + "a a a a a a ae c e e e e i i i i d n o o o o o - o u u u u y th y "
            + "a a a a a a c c c c c c c c d d d d e e e e e e e e e e g g g g g g g g h h h h i i i i i i i i i i ij ij "
            + "j j k k k l l l l l l l l l l n n n n n n n n n o o o o o o oe oe r r r r r r s s s s s s s s t t t t t t "
            + "u u u u u u u u u u u u w w y y y z z z z z z s"
        return table.split(separator: " ").map { $0 == "-" ? "" : String($0) }
    }()
}
