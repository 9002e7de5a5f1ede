import CCrypto
import Ledger

/// A public key that signatures are checked with (RFC 7517): RSA for RS256, P-256 for ES256, and no other.
public struct JSONWebKey: Sendable, Equatable {
    private enum Parts: Sendable, Equatable {
        case rsa(modulus: [UInt8], exponent: [UInt8])
        case p256(x: [UInt8], y: [UInt8])
    }

    public let id: String
    public let algorithm: JSONWebSignature.Algorithm
    private let parts: Parts

    /// The shortest modulus, in bytes (RFC 7518, section 3.3).
    private static let shortestModulus = 256
    private static let longestModulus = 1024

    /// - Returns: nil for a key of another kind, one that is too short, or one that isn't for signatures.
    public init?(_ json: JSON) {
        guard let id = json["kid"]?.string, json["use"]?.string ?? "sig" == "sig" else { return nil }
        self.id = id
        func bytes(_ name: String) -> [UInt8]? { json[name]?.string.flatMap(JSONWebSignature.decoded) }
        switch json["kty"]?.string {
        case "RSA":
            guard let modulus = bytes("n"), let exponent = bytes("e"), modulus.first != 0, exponent.count <= 8,
                (JSONWebKey.shortestModulus...JSONWebKey.longestModulus).contains(modulus.count)
            else { return nil }
            (algorithm, parts) = (.rs256, .rsa(modulus: modulus, exponent: exponent))
        case "EC" where json["crv"]?.string == "P-256":
            guard let x = bytes("x"), let y = bytes("y"), x.count == ccrypto_p256_size, y.count == ccrypto_p256_size
            else { return nil }
            (algorithm, parts) = (.es256, .p256(x: x, y: y))
        default: return nil
        }
        guard json["alg"]?.string ?? algorithm.rawValue == algorithm.rawValue else { return nil }
    }

    fileprivate func verifies(_ signature: [UInt8], of text: [UInt8]) -> Bool {
        switch parts {
        case .rsa(let modulus, let exponent):
            return signature.count == modulus.count
                && ccrypto_rs256_verify(
                    modulus, modulus.count, exponent, exponent.count, text, text.count, signature, signature.count)
        case .p256(let x, let y):
            return signature.count == 2 * ccrypto_p256_size
                && ccrypto_es256_verify(x, y, text, text.count, signature)
        }
    }
}

/// Signed claims in the compact form of RFC 7515. Nothing in them is to be believed before `isSigned(by:)` says so.
public struct JSONWebSignature: Sendable {
    public enum Algorithm: String, Sendable {
        case rs256 = "RS256"
        case es256 = "ES256"
    }

    public let header: JSON
    public let claims: JSON
    public let algorithm: Algorithm
    /// Of the key; made of letters, digits, `-`, `_` and dots.
    public let keyID: String
    /// As it stands in the signature's last part.
    let signature: [UInt8]
    /// What was signed.
    let text: [UInt8]

    /// - Parameter longest: in bytes.
    /// - Returns: nil for what is none, for an algorithm that is none of the two, and for what says that it must be
    ///   understood in some further way.
    public init?(_ compact: String, longest: Int) {
        let parts = compact.utf8.count <= longest ? compact.split(separator: ".", omittingEmptySubsequences: false) : []
        guard parts.count == 3, let header = JSONWebSignature.object(parts[0]),
            let claims = JSONWebSignature.object(parts[1]), let signature = JSONWebSignature.decoded(parts[2]),
            // Whoever signs does not choose how it is checked, nor with which key.
            let algorithm = header["alg"]?.string.flatMap(Algorithm.init), header["crit"] == nil,
            let id = header["kid"]?.string, JSONWebSignature.isKeyID(id)
        else { return nil }
        (self.header, self.claims, self.signature) = (header, claims, signature)
        (self.algorithm, keyID) = (algorithm, id)
        text = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// - Throws: where there is no libcrypto.
    public func isSigned(by key: JSONWebKey) throws(FeedError) -> Bool {
        guard ccrypto_open_library() else { throw FeedError.noCrypto }
        return key.id == keyID && key.algorithm == algorithm && key.verifies(signature, of: text)
    }

    private static func object(_ part: Substring) -> JSON? {
        decoded(part).flatMap { try? JSON.parse($0) }.flatMap { $0.object == nil ? nil : $0 }
    }

    /// Base64 for addresses, without padding (RFC 7515, section 2).
    static func decoded(_ text: some StringProtocol) -> [UInt8]? {
        guard
            text.utf8.allSatisfy({ Base64.value(of: $0) != nil && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") })
        else { return nil }
        return Secret(String(text)).base64Decoded()?.withBytes { Array($0) }
    }

    /// Only what can be an id is asked for.
    private static func isKeyID(_ id: String) -> Bool {
        (1...128).contains(id.utf8.count)
            && id.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || [0x2D, 0x2E, 0x5F].contains($0)
            }
    }
}
