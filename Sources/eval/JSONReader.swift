/// A JSON value as it was read.
enum JSONValue {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    subscript(name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let value) = self { value } else { nil } }

    /// The strings of a list, or a single string.
    var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let values): values.compactMap(\.text)
        default: []
        }
    }
}

/// Reads one JSON value; lenient, for files of questions only.
struct JSONReader {
    private let bytes: [UInt8]
    private var index = 0

    static func value(of line: some StringProtocol) -> JSONValue? {
        var reader = JSONReader(bytes: Array(line.utf8))
        return reader.value()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    private mutating func take(_ byte: Character) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == byte.asciiValue else { return false }
        index += 1
        return true
    }

    private mutating func value() -> JSONValue? {
        skipSpace()
        guard index < bytes.count else { return nil }
        switch bytes[index] {
        case UInt8(ascii: "{"): return object()
        case UInt8(ascii: "["): return array()
        case UInt8(ascii: "\""): return string().map(JSONValue.string)
        default: return literal()
        }
    }

    private mutating func object() -> JSONValue? {
        index += 1
        var members: [String: JSONValue] = [:]
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            guard let name = string(), take(":"), let member = value() else { return nil }
            members[name] = member
        } while take(",")
        return take("}") ? .object(members) : nil
    }

    private mutating func array() -> JSONValue? {
        index += 1
        var values: [JSONValue] = []
        if take("]") { return .array(values) }
        repeat {
            guard let element = value() else { return nil }
            values.append(element)
        } while take(",")
        return take("]") ? .array(values) : nil
    }

    private mutating func literal() -> JSONValue? {
        let start = index
        while index < bytes.count, !Array(",]} \n".utf8).contains(bytes[index]) { index += 1 }
        let word = String(decoding: bytes[start..<index], as: UTF8.self)
        switch word {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default: return Double(word).map(JSONValue.number)
        }
    }

    private mutating func string() -> String? {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return nil }
        index += 1
        var out: [UInt8] = []
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
                index += 1
                escape(into: &out)
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        index += 1
        return String(decoding: out, as: UTF8.self)
    }

    private mutating func escape(into out: inout [UInt8]) {
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "n"): out.append(0x0A)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "u") where index + 4 <= bytes.count:
            let hex = String(decoding: bytes[index..<index + 4], as: UTF8.self)
            index += 4
            let scalar = UInt32(hex, radix: 16).flatMap(Unicode.Scalar.init) ?? "?"
            out += Array(String(Character(scalar)).utf8)
        default: out.append(byte)
        }
    }
}
