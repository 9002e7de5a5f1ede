/// A 64-bit hash that is the same on every machine and in every version, since it is kept in the index.
///
/// FNV-1a (Fowler, Noll, Vo; 64-bit parameters) over the bytes, then the finalizer of SplitMix64 (Steele, Lea, Flood
/// 2014) so that close inputs differ in all bits.
public struct ContentHash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    @inline(__always)
    mutating func combine(byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    public mutating func combine(_ value: Int64) {
        var rest = UInt64(bitPattern: value)
        for _ in 0..<8 {
            combine(byte: UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// All bytes, then a separator so that `ab` + `c` differs from `a` + `bc`.
    public mutating func combine(_ text: String) {
        var text = text
        text.withUTF8 { for byte in $0 { combine(byte: byte) } }
        combine(byte: 0xFF)
    }

    /// A bank's text as it is compared with an earlier import: case and the amount of white space do not count.
    public mutating func combine(bankText text: String) {
        var text = text
        text.withUTF8 { bytes in
            var pendingSpace = false
            var isAtStart = true
            for byte in bytes {
                if byte == 0x20 || byte == 0x09 {
                    pendingSpace = !isAtStart
                    continue
                }
                if pendingSpace { combine(byte: 0x20) }
                pendingSpace = false
                isAtStart = false
                combine(byte: (0x61...0x7A).contains(byte) ? byte - 32 : byte)
            }
        }
        combine(byte: 0xFF)
    }

    /// The hash of numbers of which at least one is a hash itself: mixes whole words instead of bytes.
    public static func mixing(_ numbers: Int64...) -> Int64 {
        var state: UInt64 = 0
        for number in numbers {
            state = (state ^ UInt64(bitPattern: number)) &* 0x9E37_79B9_7F4A_7C15
            state ^= state >> 32
        }
        return Int64(bitPattern: state)
    }

    /// The hash of exactly these bytes.
    public static func of(_ text: String) -> Int64 {
        var hash = ContentHash()
        hash.combine(text)
        return hash.value
    }

    public var value: Int64 {
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int64(bitPattern: z ^ (z >> 31))
    }
}
