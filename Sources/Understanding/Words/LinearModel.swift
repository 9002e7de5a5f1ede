import Glibc
import Resources

/// Linear classifiers over hashed features, one for each label, with few weights that are not zero.
///
/// The file begins with the ASCII line `coach-model COUNT SCALE LABEL…`. Then come COUNT ascending 32-bit hashes; COUNT + 1
/// numbers, where the weights of each begin; and the weights, two bytes each: the label's place and a signed weight, which
/// SCALE is one step of. All numbers are little-endian.
struct LinearModel: Sendable {
    let labels: [String]
    private let resource: Resource
    private let count: Int
    let scale: Double
    private let hashesOffset: Int
    private let placesOffset: Int
    private let weightsOffset: Int

    init(_ resource: Resource) {
        self.resource = resource
        let bytes = resource.bytes
        guard let end = bytes.firstIndex(of: 0x0A) else { preconditionFailure("a model has no first line") }
        let fields = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        guard fields.count > 3, fields[0] == "coach-model", let count = Int(fields[1]), let scale = Double(fields[2])
        else { preconditionFailure("a model begins with something else") }
        labels = fields[3...].map(String.init)
        (self.count, self.scale) = (count, scale)
        hashesOffset = end + 1
        placesOffset = hashesOffset + 4 * count
        weightsOffset = placesOffset + 4 * (count + 1)
    }

    /// What features add to what speaks for each label, in their order; the logarithm of its odds is `scale` times the sum.
    func add(_ features: some Sequence<UInt32>, to sums: inout [Int]) {
        let bytes = resource.bytes
        func number(_ offset: Int) -> Int {
            Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
        for feature in features {
            guard let row = row(of: feature, in: bytes) else { continue }
            for place in number(placesOffset + 4 * row)..<number(placesOffset + 4 * row + 4) {
                let offset = weightsOffset + 2 * place
                sums[Int(bytes[offset])] += Int(Int8(bitPattern: bytes[offset + 1]))
            }
        }
    }

    private func row(of hash: UInt32, in bytes: UnsafeRawBufferPointer) -> Int? {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            let value = UInt32(
                littleEndian: bytes.loadUnaligned(fromByteOffset: hashesOffset + 4 * middle, as: UInt32.self))
            if value == hash { return middle }
            if value < hash { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// FNV-1a, 32 bit.
    static func hash(_ text: String) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return hash
    }
}
