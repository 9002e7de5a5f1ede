/// Bytes as letters (RFC 4648).
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// - Parameter lineLength: letters after which a line ends, a multiple of four; nil for one line.
    public static func text(_ bytes: [UInt8], lineLength: Int? = nil) -> String {
        var out: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
            if let lineLength, start > 0, start % (lineLength / 4 * 3) == 0 { out.append(UInt8(ascii: "\n")) }
            for place in 0..<4 {
                out.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
