import CCrypto
import Feeds
import Ledger

/// What a token allows; each allows what those before it do: to ask, to change what coach keeps, and to decide what it is
/// connected to.
public enum Scope: String, CaseIterable, Comparable, Sendable {
    case read, write, admin

    public static func < (one: Scope, two: Scope) -> Bool {
        allCases.firstIndex(of: one)! < allCases.firstIndex(of: two)!
    }
}

/// Who asks.
public struct Grant: Equatable, Sendable {
    /// The token's name, which two people may use.
    public let device: String
    public let person: String
    public let scope: Scope

    /// Tells it from all others.
    var name: String { person == TokenBook.owner ? device : "\(person)/\(device)" }
}

/// A token as it is kept: its hash only. Tokens are 256 bits that nobody can guess, so that a plain hash keeps them.
public struct Token: Equatable, Sendable {
    public let name: String
    public let person: String
    /// Which index it opens, by what the executable tells files apart; nil for the usual one, as tokens of before this was noted.
    public let index: String?
    public let scope: Scope
    /// SHA-256, in hexadecimal digits.
    public let hash: String
    /// Seconds since 1970-01-01 UTC.
    public let created: Int64
    public let expires: Int64
}

/// The tokens that were given out.
public struct TokenBook: Equatable, Sendable {
    /// Whose index is that of the command line.
    public static let owner = "me"

    public private(set) var tokens: [Token]
    /// Hashes of those that open other indexes than the one that is asked here.
    private var elsewhere: Set<String> = []

    public init(_ tokens: [Token] = []) { self.tokens = tokens }

    /// The book of one server: the tokens that open what it answers from.
    public func only(_ isHere: (Token) -> Bool) -> TokenBook {
        var book = TokenBook(tokens.filter(isHere))
        book.elsewhere = Set(tokens.map(\.hash)).subtracting(book.tokens.map(\.hash))
        return book
    }

    /// Whether a name can stand in a file's: lower-case letters, digits, `-` and `_`, at most 40 of them.
    public static func isName(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F
            }
    }

    /// Gives a token out, in place of the person's own of the same name.
    ///
    /// - Parameters:
    ///   - index: which one it opens; nil for the usual one.
    ///   - isHere: whether a token is for that index too; those for others stay.
    /// - Returns: the token, which is kept nowhere.
    /// - Throws: `FeedError` where there is no libcrypto.
    public mutating func add(
        _ name: String, for person: String, at index: String? = nil, _ scope: Scope, now: Int64, days: Int,
        among isHere: (Token) -> Bool = { _ in true }
    ) throws(FeedError) -> String {
        let text = try Secret.random(count: 32).withBytes { "coach_" + TokenBook.hex($0) }
        guard let hash = TokenBook.hash(text) else {
            throw FeedError(.key, "tokens need OpenSSL's libcrypto 3, which isn't here: install the package libssl3")
        }
        _ = remove(name, of: person, among: isHere)
        tokens.append(
            Token(
                name: name, person: person, index: index, scope: scope, hash: hash, created: now,
                expires: now + Int64(days) * 86_400))
        return text
    }

    /// The person's own of that name; nil where there is none.
    public func token(_ name: String, of person: String, among isHere: (Token) -> Bool = { _ in true }) -> Token? {
        tokens.first { $0.name == name && $0.person == person && isHere($0) }
    }

    /// - Returns: false where the person has none of that name.
    public mutating func remove(
        _ name: String, of person: String, among isHere: (Token) -> Bool = { _ in true }
    ) -> Bool {
        let count = tokens.count
        tokens.removeAll { $0.name == name && $0.person == person && isHere($0) }
        return tokens.count < count
    }

    /// What a token allows now; nil for one that is not known.
    ///
    /// - Throws: `HTTPFault` for one that is over, and for one that opens another index.
    func grant(_ text: String, at now: Int64) throws(HTTPFault) -> Grant? {
        guard text.utf8.count < 200, let hash = TokenBook.hash(text) else { return nil }
        if elsewhere.contains(hash) { throw HTTPFault.elsewhere }
        guard let token = tokens.first(where: { $0.hash == hash }) else { return nil }
        guard now < token.expires else { throw HTTPFault.over }
        return Grant(device: token.name, person: token.person, scope: token.scope)
    }

    private static func hash(_ text: String) -> String? {
        var out = [UInt8](repeating: 0, count: Int(ccrypto_sha256_size))
        let bytes = Array(text.utf8)
        guard ccrypto_sha256(bytes, bytes.count, &out) else { return nil }
        return out.withUnsafeBytes(hex)
    }

    private static func hex(_ bytes: UnsafeRawBufferPointer) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}

extension TokenBook {
    /// - Returns: nil where it is none.
    public init?(json: JSON) {
        guard let entries = json["tokens"]?.array else { return nil }
        var found: [Token] = []
        for entry in entries {
            guard let name = entry["name"]?.string, let person = entry["person"]?.string, TokenBook.isName(person),
                let scope = entry["scope"]?.string.flatMap(Scope.init), let hash = entry["sha256"]?.string,
                let created = entry["created"]?.int64, let expires = entry["expires"]?.int64
            else { return nil }
            found.append(
                Token(
                    name: name, person: person, index: entry["index"]?.string, scope: scope, hash: hash,
                    created: created, expires: expires))
        }
        self.init(found)
    }

    public var json: JSON {
        let entries = tokens.map { token in
            JSON.object(
                [("name", .string(token.name)), ("person", .string(token.person))]
                    + (token.index.map { [("index", .string($0))] } ?? []) + [
                        ("scope", .string(token.scope.rawValue)), ("sha256", .string(token.hash)),
                        ("created", .integer(token.created)), ("expires", .integer(token.expires)),
                    ])
        }
        return .object([("tokens", .array(entries))])
    }
}
