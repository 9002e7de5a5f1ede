import Ledger

/// One request as it came in whole.
public struct HTTPRequest: Sendable {
    public var method: String
    /// The parts of the path, decoded: `["rules", "3"]` for `/rules/3`.
    public var path: [String]
    public var query: [(name: String, value: String)]
    /// Names in lower case.
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// The address of the other side; on a Unix socket nil for its owner and root, and for anybody else whom it lets in `uid:` and
    /// a number.
    public var peer: String?

    /// - Parameters:
    ///   - target: path and query as they stand in the request's first line, or a whole address, whose host then counts instead
    ///     of the header's (RFC 9112, section 3.2.2).
    ///   - headers: names in any case.
    /// - Returns: nil where the target can't be read: no path, bytes that are no text, or a part that leads elsewhere.
    public init?(
        _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8] = [], peer: String? = nil
    ) {
        guard let (host, target) = HTTPRequest.split(target) else { return nil }
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = halves.first else { return nil }
        let parts = first.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let decoded = parts.map { HTTPRequest.decoded($0, isForm: false) }
        guard decoded.allSatisfy({ $0 != nil && $0 != "." && $0 != ".." && $0?.contains("/") == false }) else {
            return nil
        }
        path = decoded.compactMap(\.self)
        if path == [""] { path = [] }
        query = []
        for pair in (halves.count > 1 ? halves[1] : "").split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = HTTPRequest.decoded(sides[0], isForm: true),
                let value = HTTPRequest.decoded(sides.count > 1 ? sides[1] : "", isForm: true)
            else { return nil }
            query.append((name, value))
        }
        self.method = method
        self.headers = headers.map { ($0.0.lowercased(), $0.1) }
        if let host { self.headers = self.headers.filter { $0.name != "host" } + [("host", String(host))] }
        (self.body, self.peer) = (body, peer)
    }

    /// The host of a target that is a whole address, and what stands behind it.
    ///
    /// - Returns: nil for one that is neither a path nor such an address.
    static func split(_ target: String) -> (host: Substring?, target: Substring)? {
        if target.hasPrefix("/") { return (nil, target[...]) }
        guard let scheme = target.firstRange(of: "://"),
            ["http", "https"].contains(target[..<scheme.lowerBound].lowercased())
        else { return nil }
        let rest = target[scheme.upperBound...]
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        let path = rest[host.endIndex...]
        guard !host.isEmpty else { return nil }
        return (host, path.hasPrefix("/") ? path : "/" + path)
    }

    /// The first header of that name (lower case).
    public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The only value of a parameter; nil where it is missing.
    func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// Undoes `%41`, and in a query `+`; nil where the bytes are no UTF-8 or hold a control character.
    private static func decoded(_ text: Substring, isForm: Bool) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == 0x25 {
                guard let high = rest.popFirst().flatMap(hex), let low = rest.popFirst().flatMap(hex) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(isForm && byte == 0x2B ? 0x20 : byte)
            }
        }
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hex(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}

/// What is answered.
public struct HTTPResponse: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public init(_ status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
        (self.status, self.body) = (status, body)
        self.headers = headers.map { ($0.0, $0.1) }
    }

    public init(_ json: JSON, status: Int = 200) {
        self.init(status, headers: [("Content-Type", "application/json")], body: Array(json.text.utf8) + [0x0A])
    }

    /// The first header of that name, as it is written.
    public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
