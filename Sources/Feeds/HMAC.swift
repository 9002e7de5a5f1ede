import CCrypto

/// Keyed hashes that show a message comes from who has the key: HMAC-SHA256 (RFC 2104).
public enum HMAC {
    private static let block = 64

    /// - Throws: `FeedError` where there is no libcrypto.
    public static func sha256(_ message: [UInt8], key: Secret) throws(FeedError) -> [UInt8] {
        let short = key.count > block ? Secret(copying: try hash(key)) : key
        func padded(_ mask: UInt8, _ rest: [UInt8]) throws(FeedError) -> [UInt8] {
            let whole = Secret(count: block + rest.count) { target in
                for index in 0..<block { target[index] = mask }
                short.withBytes { for (index, byte) in $0.enumerated() { target[index] = byte ^ mask } }
                for (index, byte) in rest.enumerated() { target[block + index] = byte }
            }
            return try hash(whole)
        }
        return try padded(0x5C, try padded(0x36, message))
    }

    private static func hash(_ bytes: Secret) throws(FeedError) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: ccrypto_sha256_size)
        let isDone = bytes.withBytes { ccrypto_sha256($0.baseAddress, $0.count, &out) }
        guard isDone else { throw FeedError.noCrypto }
        return out
    }
}

extension Secret {
    fileprivate convenience init(copying bytes: [UInt8]) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }
}
