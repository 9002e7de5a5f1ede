import CCrypto

/// Seals secrets for the index and opens them: AES-256-GCM, a random nonce for each, and the connection's reference as
/// associated data, so that a sealed secret opens nowhere but in its own place.
public struct SecretVault: Sendable {
    /// Sealed: one byte of version, the nonce, the text, the tag.
    private static let version: UInt8 = 1
    private static let head = 1 + ccrypto_nonce_size
    private static let tag = ccrypto_tag_size

    /// The key that seals, then those that may have sealed what is there.
    private let keys: [Secret]

    /// - Parameters:
    ///   - material: what a key file holds or a command prints; at least 32 bytes that nobody can guess.
    ///   - earlier: what was used before.
    /// - Throws: `FeedError` where one is too short or there is no libcrypto.
    public init(_ material: Secret, earlier: [Secret] = []) throws(FeedError) {
        var keys: [Secret] = []
        for one in [material] + earlier { keys.append(try SecretVault.key(of: one)) }
        self.keys = keys
    }

    /// The shortest material, in bytes: 128 bits in hexadecimal digits.
    public static let shortestMaterial = 32

    private static func key(of material: Secret) throws(FeedError) -> Secret {
        let material = material.trimmed
        guard material.count >= shortestMaterial else {
            throw FeedError(
                .key,
                "the key for bank secrets is too short: it takes at least \(shortestMaterial) characters, such as those of "
                    + "`openssl rand -hex 32`")
        }
        let label = Array("coach bank secrets 1\0".utf8)
        let joined = Secret(count: label.count + material.count) { target in
            target.copyBytes(from: label)
            material.withBytes {
                UnsafeMutableRawBufferPointer(rebasing: target[label.count...]).copyMemory(from: $0)
            }
        }
        return try Secret(count: ccrypto_key_size) { (target) throws(FeedError) in
            let isDone = joined.withBytes { ccrypto_sha256($0.baseAddress, $0.count, target.baseAddress) }
            guard isDone else { throw FeedError.noCrypto }
        }
    }

    /// Fresh material for a key file, in hexadecimal digits.
    public static func newMaterial() throws(FeedError) -> Secret {
        let random = try Secret.random(count: 32)
        let digits = Array("0123456789abcdef".utf8)
        return random.withBytes { source in
            Secret(count: 64) { target in
                for (index, byte) in source.enumerated() {
                    target[2 * index] = digits[Int(byte >> 4)]
                    target[2 * index + 1] = digits[Int(byte & 15)]
                }
            }
        }
    }

    private static func associated(_ reference: String) -> [UInt8] { Array("coach connection \(reference)".utf8) }

    /// - Parameter reference: of the connection that the secret belongs to.
    public func seal(_ secret: Secret, for reference: String) throws(FeedError) -> [UInt8] {
        let nonce = try Secret.random(count: ccrypto_nonce_size).withBytes { Array($0) }
        let text = keys[0].withBytes { key in
            secret.withBytes { text in
                SecretVault.sealed(text, key: key, nonce: nonce, associated: SecretVault.associated(reference))
            }
        }
        guard let text else { throw FeedError.noCrypto }
        return [SecretVault.version] + nonce + text
    }

    /// - Returns: the sealed text with its tag behind it; nil where there is no libcrypto.
    static func sealed(
        _ text: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: [UInt8], associated: [UInt8]
    ) -> [UInt8]? {
        var out = [UInt8](repeating: 0, count: text.count + tag)
        let isDone = ccrypto_seal(
            key.baseAddress, nonce, associated, associated.count, text.baseAddress, text.count, &out)
        return isDone ? out : nil
    }

    /// - Throws: `FeedError` where no key fits or the sealed bytes are not as they were.
    public func open(_ sealed: [UInt8], for reference: String) throws(FeedError) -> Secret {
        let count = sealed.count - SecretVault.head - SecretVault.tag
        guard ccrypto_open_library() else { throw FeedError.noCrypto }
        if sealed.first == SecretVault.version, count >= 0 {
            let associated = SecretVault.associated(reference)
            for key in keys {
                var isOpen = false
                let secret = Secret(count: count) { target in
                    isOpen = key.withBytes { key in
                        sealed.withUnsafeBufferPointer { bytes in
                            guard let start = bytes.baseAddress else { return false }
                            return ccrypto_unseal(
                                key.baseAddress, start.advanced(by: 1), associated, associated.count,
                                start.advanced(by: SecretVault.head), sealed.count - SecretVault.head,
                                target.baseAddress)
                        }
                    }
                }
                if isOpen { return secret }
            }
        }
        throw FeedError(
            .key,
            "the key doesn't open this connection's secret: use the key it was sealed with, or disconnect with --force and "
                + "connect again"
        )
    }
}
