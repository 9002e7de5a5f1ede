/// Why a text is no JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
    /// From 1.
    public var line: Int
    /// From 1, in Unicode scalars.
    public var column: Int
    /// Never quotes a string of the text.
    public var reason: String

    /// One line for people.
    public var message: String { "line \(line), column \(column): \(reason)" }
}

/// One member of the outermost object, and where it stands.
public struct JSONMember: Sendable {
    public var name: String
    public var value: JSON
    /// The line of its value, from 1.
    public var line: Int
}

extension JSON {
    /// What is read besides RFC 8259.
    public struct Leniency: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// `// …` to the end of the line, and `/* … */`.
        public static let comments = Leniency(rawValue: 1)
        /// A comma after the last element or member.
        public static let trailingCommas = Leniency(rawValue: 2)
    }

    /// Arrays and objects within one another; RFC 8259 leaves the limit to the reader.
    public static let deepestNesting = 512

    /// Reads one JSON value (RFC 8259). A byte order mark before it is passed over, half of a surrogate pair becomes
    /// U+FFFD, and of members with the same name all are kept.
    ///
    /// - Throws: `JSONError` for anything else, also for what follows the value and for what is no UTF-8.
    public static func parse(_ text: String, allowing leniency: Leniency = []) throws(JSONError) -> JSON {
        try parse(Array(text.utf8), allowing: leniency)
    }

    /// As `parse(_:allowing:)` of a text.
    ///
    /// - Parameter passedOver: names of members that nobody reads: they are checked for their end only, and left out.
    public static func parse(
        _ bytes: [UInt8], allowing leniency: Leniency = [], without passedOver: [StaticString] = []
    ) throws(JSONError) -> JSON {
        var parser = JSONParser(bytes, leniency, without: passedOver)
        return try parser.document()
    }

    /// Reads a text whose value is an object, and where each of its members stands.
    ///
    /// - Throws: `JSONError`, also where the value is no object.
    public static func members(of text: String, allowing leniency: Leniency = []) throws(JSONError) -> [JSONMember] {
        var parser = JSONParser(Array(text.utf8), leniency)
        return try parser.outermostMembers()
    }
}

/// Reads JSON from bytes, a value for each call and a frame for each nesting.
struct JSONParser {
    private let bytes: [UInt8]
    private let leniency: JSON.Leniency
    private var index = 0
    private var depth = 0
    private let passedOver: [StaticString]

    init(_ bytes: [UInt8], _ leniency: JSON.Leniency, without passedOver: [StaticString] = []) {
        self.bytes = bytes
        self.passedOver = passedOver
        self.leniency = leniency
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    mutating func document() throws(JSONError) -> JSON {
        let result = try value()
        try end()
        return result
    }

    mutating func outermostMembers() throws(JSONError) -> [JSONMember] {
        try skipSpace()
        guard next == UInt8(ascii: "{") else { throw unexpected("“{”") }
        var found: [(name: String, start: Int, value: JSON)] = []
        try members { name, start, value in found.append((name, start, value)) }
        try end()
        return found.map { JSONMember(name: $0.name, value: $0.value, line: place(of: $0.start).line) }
    }

    private mutating func end() throws(JSONError) {
        try skipSpace()
        guard next == nil else { throw unexpected("nothing more") }
    }

    // MARK: Values

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func value() throws(JSONError) -> JSON {
        try skipSpace()
        switch next {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"):
            var found: [(String, JSON)] = []
            try members { name, _, value in found.append((name, value)) }
            return .object(found)
        case UInt8(ascii: "["): return .array(try elements())
        case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw unexpected("a value")
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
        for offset in 0..<word.utf8CodeUnitCount {
            guard index + offset < bytes.count, bytes[index + offset] == word.utf8Start[offset] else {
                throw unexpected("a value")
            }
        }
        index += word.utf8CodeUnitCount
        return value
    }

    private mutating func nest() throws(JSONError) {
        depth += 1
        guard depth <= JSON.deepestNesting else {
            throw error("nested more than \(JSON.deepestNesting) deep")
        }
        index += 1
    }

    private mutating func elements() throws(JSONError) -> [JSON] {
        try nest()
        var found: [JSON] = []
        while try !closes(UInt8(ascii: "]"), isFirst: found.isEmpty) { found.append(try value()) }
        depth -= 1
        return found
    }

    private mutating func members(_ body: (String, Int, JSON) -> Void) throws(JSONError) {
        try nest()
        var isFirst = true
        while try !closes(UInt8(ascii: "}"), isFirst: isFirst) {
            isFirst = false
            guard next == UInt8(ascii: "\"") else { throw unexpected("a name in double quotes") }
            if let length = lengthOfPassedOver() {
                index += length + 2
                try skipSpace()
                guard next == UInt8(ascii: ":") else { throw unexpected("“:”") }
                index += 1
                try pass()
                continue
            }
            let name = try string()
            try skipSpace()
            guard next == UInt8(ascii: ":") else { throw unexpected("“:”") }
            index += 1
            try skipSpace()
            let start = index
            body(name, start, try value())
        }
        depth -= 1
    }

    /// Of the name that begins here, where nobody reads its value.
    private func lengthOfPassedOver() -> Int? {
        guard !passedOver.isEmpty else { return nil }
        return passedOver.lazy.map(\.utf8CodeUnitCount).enumerated().first { position, count in
            let end = index + 1 + count
            guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return false }
            let name = passedOver[position].utf8Start
            return (0..<count).allSatisfy { bytes[index + 1 + $0] == name[$0] }
        }?.element
    }

    /// Passes a value over.
    private mutating func pass() throws(JSONError) {
        try skipSpace()
        switch next {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let outer = depth
            repeat {
                switch next {
                case UInt8(ascii: "{"), UInt8(ascii: "["): try nest()
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    depth -= 1
                    index += 1
                case UInt8(ascii: "\""): try passString()
                case nil: throw unexpected("a value")
                default: index += 1
                }
            } while depth > outer
        case UInt8(ascii: "\""): try passString()
        default: _ = try value()
        }
    }

    private mutating func passString() throws(JSONError) {
        let opening = index
        index += 1
        while let byte = next {
            index += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return }
        }
        index = opening
        throw error("a string that does not end")
    }

    /// Passes the comma before an element, or the end of the list.
    private mutating func closes(_ close: UInt8, isFirst: Bool) throws(JSONError) -> Bool {
        try skipSpace()
        if !isFirst, next == UInt8(ascii: ",") {
            index += 1
            try skipSpace()
            guard next == close, leniency.contains(.trailingCommas) else { return false }
        } else if !isFirst, next != close {
            throw unexpected("“,” or “\(Character(Unicode.Scalar(close)))”")
        }
        guard next == close else { return false }
        index += 1
        return true
    }

    // MARK: Numbers

    private mutating func number() throws(JSONError) -> JSON {
        let start = index
        if next == UInt8(ascii: "-") { index += 1 }
        if next == UInt8(ascii: "0") {
            index += 1
        } else {
            try digits()
        }
        var isWhole = true
        if next == UInt8(ascii: ".") {
            index += 1
            try digits()
            isWhole = false
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            index += 1
            if next == UInt8(ascii: "-") || next == UInt8(ascii: "+") { index += 1 }
            try digits()
            isWhole = false
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let integer = Int64(text), text != "-0" { return .integer(integer) }
        return .exact(text)
    }

    private mutating func digits() throws(JSONError) {
        let start = index
        while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
        if index == start { throw unexpected("a digit") }
    }

    // MARK: Space and comments

    private mutating func skipSpace() throws(JSONError) {
        while let byte = next {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            case UInt8(ascii: "/") where leniency.contains(.comments): try skipComment()
            default: return
            }
        }
    }

    private mutating func skipComment() throws(JSONError) {
        let second = index + 1 < bytes.count ? bytes[index + 1] : 0
        if second == UInt8(ascii: "/") {
            while let byte = next, byte != 0x0A, byte != 0x0D { index += 1 }
        } else if second == UInt8(ascii: "*") {
            var end = index + 2
            while end + 1 < bytes.count, bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/") {
                end += 1
            }
            guard end + 1 < bytes.count else { throw error("a comment that does not end") }
            index = end + 2
        } else {
            throw unexpected("a value")
        }
    }
}

// MARK: - Strings

extension JSONParser {
    private mutating func string() throws(JSONError) -> String {
        let opening = index
        index += 1
        var start = index
        if let plain = plainString() { return plain }
        var text = ""
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                text += try characters(from: start)
                index += 1
                return text
            case UInt8(ascii: "\\"):
                text += try characters(from: start)
                text.unicodeScalars.append(try escaped())
                start = index
            case 0..<0x20: throw error("a control character within a string: write it as an escape")
            default: index += 1
            }
        }
        index = opening
        throw error("a string that does not end")
    }

    /// The string that begins here, where it is of printable ASCII without an escape, as most are.
    private mutating func plainString() -> String? {
        let start = index
        let text = bytes.withUnsafeBufferPointer { bytes -> String? in
            var end = start
            while end < bytes.count, bytes[end] >= 0x20, bytes[end] < 0x7F, bytes[end] != UInt8(ascii: "\\"),
                bytes[end] != UInt8(ascii: "\"")
            {
                end += 1
            }
            guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
            return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        }
        guard let text else { return nil }
        index = start + text.utf8.count + 1
        return text
    }

    /// The raw bytes up to here.
    private mutating func characters(from start: Int) throws(JSONError) -> String {
        guard start < index else { return "" }
        guard let text = String(validating: bytes[start..<index], as: UTF8.self) else {
            index = start
            throw error("a string that is no UTF-8")
        }
        return text
    }

    private mutating func escaped() throws(JSONError) -> Unicode.Scalar {
        index += 1
        guard let byte = next else { throw error("an escape that does not end") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try codePoint()
        default:
            index -= 1
            throw error("an unknown escape")
        }
    }

    private mutating func codePoint() throws(JSONError) -> Unicode.Scalar {
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        // A surrogate: the first half of a pair counts only with the second behind it.
        let afterFirst = index
        if (0xD800..<0xDC00).contains(unit), index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        {
            index += 2
            let second = try hexadecimal()
            if (0xDC00..<0xE000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00))
            {
                return scalar
            }
            index = afterFirst
        }
        return "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw unexpected("four hexadecimal digits")
            }
            unit = unit << 4 | UInt32(digit)
            index += 1
        }
        return unit
    }

    // MARK: Errors

    private func place(of offset: Int) -> (line: Int, column: Int) {
        var line = 1
        var column = 1
        var previous: UInt8 = 0
        for byte in bytes.prefix(offset) {
            if byte == 0x0A || byte == 0x0D {
                if !(byte == 0x0A && previous == 0x0D) { line += 1 }
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
            previous = byte
        }
        return (line, column)
    }

    private func error(_ reason: String) -> JSONError {
        let place = place(of: index)
        return JSONError(line: place.line, column: place.column, reason: reason)
    }

    private func unexpected(_ expected: String) -> JSONError {
        guard let byte = next else { return error("it ends where \(expected) was expected") }
        let isVisible = (0x21..<0x7F).contains(byte)
        return error("expected \(expected)" + (isVisible ? ", found “\(Character(Unicode.Scalar(byte)))”" : ""))
    }
}
