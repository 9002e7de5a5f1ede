import Ledger

/// An `http` or `https` address.
public struct ModelAddress: Hashable, Sendable {
    public let isEncrypted: Bool
    /// `user:password`, as written; never shown.
    private let credentials: String?
    /// In lower case; an IPv6 address without its brackets.
    public let host: String
    public let port: Int?
    /// Empty or beginning with `/`.
    public var path: String
    private let query: String?

    /// - Returns: nil for what is no such address.
    public init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else { return nil }
        let lower = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return nil }
        isEncrypted = scheme == "https://"
        let rest = text.dropFirst(scheme.count).prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let target = rest.dropFirst(authority.count).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path = target.first.map(String.init) ?? ""
        while path.hasSuffix("/") { path.removeLast() }
        self.path = path
        query = target.count == 2 ? String(target[1]) : nil

        let at = authority.lastIndex(of: "@")
        credentials = at.map { String(authority[..<$0]) }
        let place = at.map { authority[authority.index(after: $0)...] } ?? authority
        guard let (host, port) = Self.hostAndPort(place) else { return nil }
        self.host = host
        self.port = port
    }

    private static func hostAndPort(_ text: Substring) -> (String, Int?)? {
        var host = text
        var port: Substring = ""
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            port = text[text.index(after: end)...]
            guard port.isEmpty || port.first == ":", host.allSatisfy({ $0.isHexDigit || ":.".contains($0) }) else {
                return nil
            }
        } else {
            host = text.prefix { $0 != ":" }
            port = text.dropFirst(host.count)
            guard host.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) }) else { return nil }
        }
        guard !host.isEmpty else { return nil }
        if port.count <= 1 { return (host.lowercased(), nil) }
        guard let number = Int(port.dropFirst()), (1...65_535).contains(number), port.dropFirst().first != "+" else {
            return nil
        }
        return (host.lowercased(), number)
    }

    /// This very machine: what is sent there needs no encryption (RFC 6761, RFC 1122).
    public var isLoopback: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Scheme, host and port, for people: no credentials, path or query.
    public var origin: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return (isEncrypted ? "https://" : "http://") + name + (port.map { ":\($0)" } ?? "")
    }

    /// The whole address, for sending only.
    var text: String {
        var text = origin
        if let credentials {
            let afterScheme = text.index(text.startIndex, offsetBy: isEncrypted ? 8 : 7)
            text.insert(contentsOf: credentials + "@", at: afterScheme)
        }
        return text + (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "")
    }
}
