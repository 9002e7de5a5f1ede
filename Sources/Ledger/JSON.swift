import Glibc

/// A JSON value that keeps the order of its members. It is written for people and scripts; `parse` reads one.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Written with at most six decimals; what is not finite or not below 10¹² in size becomes `null`.
    case number(Double)
    /// A number in the digits in which it was written: what the parser gives where `integer` cannot hold it.
    case exact(String)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    public static func optional<T>(_ value: T?, _ wrap: (T) -> JSON) -> JSON { value.map(wrap) ?? .null }
    public static func strings(_ values: [String]) -> JSON { .array(values.map(JSON.string)) }
    public static func int(_ value: Int) -> JSON { .integer(Int64(value)) }

    /// One line without spaces that matter.
    public var text: String {
        var out: [UInt8] = []
        write(to: &out, indent: nil, depth: 0)
        return String(decoding: out, as: UTF8.self)
    }

    /// Indented by two spaces.
    public var prettyText: String {
        var out: [UInt8] = []
        write(to: &out, indent: 2, depth: 0)
        return String(decoding: out, as: UTF8.self)
    }

    private func write(to out: inout [UInt8], indent: Int?, depth: Int) {
        switch self {
        case .null: out += "null".utf8
        case .bool(let value): out += (value ? "true" : "false").utf8
        case .integer(let value): out += String(value).utf8
        case .number(let value): out += JSON.decimalText(value).utf8
        case .exact(let text): out += text.utf8
        case .string(let value): JSON.writeString(value, to: &out)
        case .array(let values):
            JSON.writeList(values, open: "[", close: "]", to: &out, indent: indent, depth: depth) { value, out in
                value.write(to: &out, indent: indent, depth: depth + 1)
            }
        case .object(let members):
            JSON.writeList(members, open: "{", close: "}", to: &out, indent: indent, depth: depth) { member, out in
                JSON.writeString(member.0, to: &out)
                out += (indent == nil ? ":" : ": ").utf8
                member.1.write(to: &out, indent: indent, depth: depth + 1)
            }
        }
    }

    private static func writeList<T>(
        _ items: [T], open: Unicode.Scalar, close: Unicode.Scalar, to out: inout [UInt8], indent: Int?, depth: Int,
        _ body: (T, inout [UInt8]) -> Void
    ) {
        out.append(UInt8(open.value))
        for (index, item) in items.enumerated() {
            if index > 0 { out.append(0x2C) }
            if let indent {
                out.append(0x0A)
                out += [UInt8](repeating: 0x20, count: indent * (depth + 1))
            }
            body(item, &out)
        }
        if let indent, !items.isEmpty {
            out.append(0x0A)
            out += [UInt8](repeating: 0x20, count: indent * depth)
        }
        out.append(UInt8(close.value))
    }

    private static func writeString(_ value: String, to out: inout [UInt8]) {
        out.append(0x22)
        defer { out.append(0x22) }
        // Nearly every text has nothing to be escaped.
        var text = value
        let isPlain = text.withUTF8 { bytes in
            for byte in bytes where byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C { return false }
            out.append(contentsOf: bytes)
            return true
        }
        if isPlain { return }
        for scalar in value.unicodeScalars {
            switch scalar.value {
            case 0x22: out += [0x5C, 0x22]
            case 0x5C: out += [0x5C, 0x5C]
            case 0x0A: out += [0x5C, 0x6E]
            case 0x0D: out += [0x5C, 0x72]
            case 0x09: out += [0x5C, 0x74]
            // Controls, and what turns the reading direction or breaks lines: a terminal that shows the JSON obeys none.
            case 0x00..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2069, 0xFEFF:
                let hex = Array("0123456789abcdef".utf8)
                out += [0x5C, 0x75] + [12, 8, 4, 0].map { hex[Int(scalar.value >> UInt32($0) & 15)] }
            case 0x20..<0x7F: out.append(UInt8(scalar.value))
            default: out += String(scalar).utf8
            }
        }
    }

    static func decimalText(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "null" }
        let scaled = (value * 1_000_000).rounded()
        let magnitude = UInt64(abs(scaled))
        var fraction = padded(Int(magnitude % 1_000_000), to: 6)
        while fraction.hasSuffix("0") { fraction.removeLast() }
        let sign = scaled < 0 ? "-" : ""
        return sign + String(magnitude / 1_000_000) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
