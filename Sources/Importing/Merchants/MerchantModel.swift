import Glibc
import Resources

/// What a merchant that no table knows is, by the words and letters of its name.
///
/// Its weights are logistic regressions, one against the rest for each category, trained by `rag-index/merchants/train.py` on the
/// tables beside it and kept as 8-bit integers.
struct MerchantModel: Sendable {
    struct Guess: Sendable, Equatable {
        /// An id of the taxonomy.
        let category: String
        /// Its share of what speaks for all categories, 0...1.
        let share: Double

        /// Whether it may be taken without asking: at this share 95 of 100 names were right in cross-validation.
        var isSure: Bool { share >= MerchantModel.builtIn.sureShare }

        /// Whether it is worth more than none, of a place where what is paid is known: from this share on seven of ten were right.
        var isLikely: Bool { share >= MerchantModel.builtIn.likelyShare }
    }

    static let builtIn = MerchantModel(Resource.named("rag-index/merchants/weights.bin"))

    private let resource: Resource
    private let categories: [String]
    private let featureCount: Int
    private let scale: Double
    private let sureShare: Double
    private let likelyShare: Double
    private let hashesOffset: Int
    private let startsOffset: Int
    private let pairsOffset: Int

    /// The file begins with the ASCII line `coach-merchants COUNT PAIRS SCALE SURE LIKELY CATEGORY…`; then come COUNT ascending 32-bit
    /// hashes of features, COUNT + 1 32-bit places of their first pair, and PAIRS pairs of bytes: a category and its weight. All
    /// are little-endian.
    private init(_ resource: Resource) {
        self.resource = resource
        let bytes = resource.bytes
        guard let end = bytes.firstIndex(of: 0x0A) else { preconditionFailure("weights.bin has no first line") }
        let fields = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        guard fields.count > 6, fields[0] == "coach-merchants", let count = Int(fields[1]), let pairs = Int(fields[2]),
            let scale = Double(fields[3]), let sure = Double(fields[4]), let likely = Double(fields[5])
        else { preconditionFailure("weights.bin begins with something else") }
        featureCount = count
        self.scale = scale
        (sureShare, likelyShare) = (sure, likely)
        categories = fields[6...].map { String($0) }
        hashesOffset = end + 1
        startsOffset = hashesOffset + 4 * count
        pairsOffset = startsOffset + 4 * (count + 1)
        precondition(bytes.count == pairsOffset + 2 * pairs, "weights.bin is cut short")
    }

    // MARK: Features

    /// What a name shows, each a hash of a letter for its sort and of what it is: words, their neighbors, beginnings and ends of
    /// words, letters within long ones.
    ///
    /// - Parameter processor: who takes the payments; nil where the text does not say.
    func features(of text: MerchantTokens, _ range: Range<Int>, processor: UInt64?) -> [UInt32] {
        var out: [UInt32] = [MerchantModel.feature("0", 0)]
        out.reserveCapacity(64)
        if let processor { out.append(MerchantModel.feature("P", processor)) }
        let words = range.filter { text.tokens[$0].letters > 0 }
        for (place, index) in words.enumerated() {
            let token = text.tokens[index]
            let word = Abbreviations.builtIn.whole(token.hash)?.hash ?? token.hash
            out.append(MerchantModel.feature("w", word))
            if place == 0 { out.append(MerchantModel.feature("f", word)) }
            if place == words.count - 1 { out.append(MerchantModel.feature("l", word)) }
            appendParts(of: text.bytes[token.range], to: &out)
            guard place + 1 < words.count else { continue }
            let next = text.tokens[words[place + 1]]
            let nextWord = Abbreviations.builtIn.whole(next.hash)?.hash ?? next.hash
            out.append(MerchantModel.feature("b", word &* 31 &+ nextWord))
            out.append(MerchantModel.feature("q", word &* 31 &+ MerchantTokens.hash(text.bytes[next.range].prefix(2))))
        }
        return out
    }

    /// What purchases at a place show: what is paid at a time, how often, both together, and with who takes the payments.
    ///
    /// - Parameter ticket: in hundredths.
    static func habit(ticket: Int64, perYear: Double, processor: UInt64?) -> [UInt32] {
        let price = UInt64(max(0, log(Double(max(ticket, 100)) / 100) / log(1.6)))
        let often = UInt64(max(0, log(max(perYear, 1)) / log(2.2)))
        let coarse = price / 2
        return [
            feature("t", price), feature("T", coarse), feature("n", often), feature("N", coarse &* 31 &+ often),
            feature("R", (processor ?? 0) &* 31 &+ coarse),
        ]
    }

    private static let beginnings = 3...6
    private static let ends = 3...5
    /// Words of so many letters are looked into.
    private static let longWord = 7
    private static let insides = 4

    private func appendParts(of word: ArraySlice<UInt8>, to out: inout [UInt32]) {
        for length in MerchantModel.beginnings where length <= word.count {
            out.append(MerchantModel.feature("p", MerchantTokens.hash(word.prefix(length))))
        }
        for length in MerchantModel.ends where length < word.count {
            out.append(MerchantModel.feature("s", MerchantTokens.hash(word.suffix(length))))
        }
        guard word.count >= MerchantModel.longWord else { return }
        for start in word.startIndex + 1...word.endIndex - MerchantModel.insides {
            out.append(MerchantModel.feature("g", MerchantTokens.hash(word[start..<start + MerchantModel.insides])))
        }
    }

    private static func feature(_ sort: Unicode.Scalar, _ hash: UInt64) -> UInt32 {
        let mixed = (hash ^ UInt64(sort.value)) &* 0x9E37_79B9_7F4A_7C15
        return UInt32(truncatingIfNeeded: mixed >> 32)
    }

    // MARK: Guessing

    /// - Parameter isPossible: whether a category may be meant. Those that may not keep their share: where the name speaks for
    ///   one of them, what is left is not sure.
    func guess(_ features: [UInt32], where isPossible: (String) -> Bool = { _ in true }) -> Guess? {
        var sums = [Int](repeating: 0, count: categories.count)
        let bytes = resource.bytes
        var last: UInt32?
        for hash in features.sorted() where hash != last {
            last = hash
            guard let row = row(of: hash, in: bytes) else { continue }
            for pair in number(startsOffset, row, bytes)..<number(startsOffset, row + 1, bytes) {
                let place = pairsOffset + 2 * pair
                sums[Int(bytes[place])] += Int(Int8(bitPattern: bytes[place + 1]))
            }
        }
        var total = 0.0
        var best: (category: String, value: Double)?
        for (sum, category) in zip(sums, categories) {
            let value = 1 / (1 + exp(-Double(sum) * scale))
            total += value
            if value > best?.value ?? 0, isPossible(category) { best = (category, value) }
        }
        return best.map { Guess(category: $0.category, share: $0.value / total) }
    }

    private func number(_ offset: Int, _ index: Int, _ bytes: UnsafeRawBufferPointer) -> Int {
        Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4 * index, as: UInt32.self)))
    }

    private func row(of hash: UInt32, in bytes: UnsafeRawBufferPointer) -> Int? {
        var low = 0
        var high = featureCount
        while low < high {
            let middle = (low + high) / 2
            let value = number(hashesOffset, middle, bytes)
            if value == Int(hash) { return middle }
            if value < Int(hash) { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}
