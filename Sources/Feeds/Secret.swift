import CCrypto
import Glibc

/// Bytes that nobody else may read: an access token, a key. They lie in pages of their own, which are kept out of swap and
/// core dumps and are overwritten at the end. They show themselves in no description.
public final class Secret: @unchecked Sendable, CustomStringConvertible, CustomReflectable {
    // Written once, before anybody else holds the object.
    private let bytes: UnsafeMutableRawBufferPointer
    private let pages: Int
    private let start: UnsafeMutableRawPointer

    /// Once there is a secret the process leaves no core dumps, and other processes of its user cannot read its memory.
    private static let forbiddingDumps: Void = ccrypto_forbid_dumps()

    /// - Parameter fill: writes the bytes.
    public init<E: Error>(count: Int, fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void) throws(E) {
        _ = Secret.forbiddingDumps
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        pages = (max(count, 1) + page - 1) / page * page
        let found = mmap(nil, pages, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let found, found != MAP_FAILED else { fatalError("no memory for a secret") }
        start = found
        // Both may be refused, such as by a limit; the secret is then as safe as other memory.
        _ = mlock(start, pages)
        _ = madvise(start, pages, MADV_DONTDUMP)
        bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
        try fill(bytes)
    }

    public convenience init(copying source: UnsafeRawBufferPointer) {
        self.init(count: source.count) { $0.copyMemory(from: source) }
    }

    /// A copy of a text, for tests and for what was no secret before.
    public convenience init(_ text: String) {
        var text = text
        self.init(count: text.utf8.count) { target in text.withUTF8 { target.copyMemory(from: .init($0)) } }
    }

    /// Unpredictable bytes.
    ///
    /// - Throws: `FeedError` where there is no libcrypto.
    public static func random(count: Int) throws(FeedError) -> Secret {
        try Secret(count: count) { (target) throws(FeedError) in
            guard ccrypto_random(target.baseAddress, count) else { throw FeedError.noCrypto }
        }
    }

    deinit {
        explicit_bzero(start, pages)
        munlock(start, pages)
        munmap(start, pages)
    }

    public var count: Int { bytes.count }

    /// The bytes, for as long as `body` runs.
    public func withBytes<T, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> T) throws(E) -> T {
        try body(UnsafeRawBufferPointer(bytes))
    }

    /// A part of it, as a secret.
    func part(_ range: Range<Int>) -> Secret {
        withBytes { Secret(copying: UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// Its first bytes.
    public func prefix(_ count: Int) -> Secret { part(0..<min(count, bytes.count)) }

    /// Without spaces and line ends around it.
    public var trimmed: Secret {
        withBytes { all in
            let start = all.firstIndex { $0 > 0x20 } ?? all.endIndex
            let end = (all.lastIndex { $0 > 0x20 } ?? start - 1) + 1
            return Secret(copying: UnsafeRawBufferPointer(rebasing: all[start..<max(start, end)]))
        }
    }

    /// Joined with others, in their order.
    public static func joined(_ parts: [Secret]) -> Secret {
        Secret(count: parts.reduce(0) { $0 + $1.count }) { target in
            var position = 0
            for part in parts {
                part.withBytes { UnsafeMutableRawBufferPointer(rebasing: target[position...]).copyMemory(from: $0) }
                position += part.count
            }
        }
    }

    /// The text of a member of a JSON object that holds no escape signs, such as a token; the first of that name.
    ///
    /// - Returns: nil where there is none.
    func member(_ name: String) -> Secret? {
        withBytes { bytes in
            let wanted = Array("\"\(name)\"".utf8)
            guard bytes.count > wanted.count else { return nil }
            let found = (0...(bytes.count - wanted.count)).first { start in
                wanted.indices.allSatisfy { bytes[start + $0] == wanted[$0] }
            }
            guard var place = found.map({ $0 + wanted.count }) else { return nil }
            func skip(_ signs: [UInt8]) { while place < bytes.count, signs.contains(bytes[place]) { place += 1 } }
            skip([0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ":")])
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
            let start = place + 1
            guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\"")),
                bytes[start..<end].allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
            else { return nil }
            return Secret(copying: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
        }
    }

    public var description: String { "Secret" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret {
    /// The inverse of Base64 (RFC 4648), with or without padding, line ends left out.
    ///
    /// - Returns: nil where it is something else.
    public func base64Decoded() -> Secret? {
        withBytes { text in
            var values = 0
            var isValid = true
            for byte in text where byte > 0x20 && byte != UInt8(ascii: "=") {
                if Base64.value(of: byte) == nil { isValid = false }
                values += 1
            }
            guard isValid, values % 4 != 1, values > 0 else { return nil }
            return Secret(count: values * 3 / 4) { target in
                var bits: UInt32 = 0
                var held = 0
                var position = 0
                for byte in text {
                    guard let value = Base64.value(of: byte) else { continue }
                    bits = bits << 6 | UInt32(value)
                    held += 6
                    guard held >= 8, position < target.count else { continue }
                    held -= 8
                    target[position] = UInt8(truncatingIfNeeded: bits >> UInt32(held))
                    position += 1
                }
            }
        }
    }

    /// The same in Base64, behind some plain words.
    public func base64Encoded(after prefix: String = "") -> Secret {
        withBytes { source in
            let count = prefix.utf8.count + (source.count + 2) / 3 * 4
            return Secret(count: count) { target in
                var position = 0
                for byte in prefix.utf8 {
                    target[position] = byte
                    position += 1
                }
                for start in stride(from: 0, to: source.count, by: 3) {
                    let have = min(3, source.count - start)
                    let bits = (0..<3).reduce(UInt32(0)) { $0 << 8 | ($1 < have ? UInt32(source[start + $1]) : 0) }
                    for digit in 0..<4 {
                        let value = Int(bits >> UInt32(18 - 6 * digit)) & 63
                        target[position] = digit <= have ? Base64.digits[value] : UInt8(ascii: "=")
                        position += 1
                    }
                }
            }
        }
    }
}

/// The digits of RFC 4648, section 4.
enum Base64 {
    static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
