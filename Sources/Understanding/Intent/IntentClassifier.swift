import Glibc
import Ledger
import Resources

/// A linear classifier of intents over words, phrases, slots and their neighbours.
///
/// Its weights are logistic regressions, one against the rest for each intent, trained by
/// `rag-index/intents/train.py` on the questions and sentences beside it and kept as 8-bit integers.
struct IntentClassifier: Sendable {
    /// How sure it is of each intent; the values add up to one.
    struct Scores: Sendable {
        var byIntent: [Intent: Double]

        var ranked: [(intent: Intent, probability: Double)] {
            byIntent.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key.rawValue < $1.key.rawValue }
                .map { ($0.key, $0.value) }
        }
    }

    static let builtIn = IntentClassifier(Resource.named("rag-index/intents/weights.bin"))

    private let resource: Resource
    private let intents: [Intent]
    private let featureCount: Int
    private let scale: Double
    private let hashesOffset: Int
    private let weightsOffset: Int

    /// The file begins with the ASCII line `coach-intents COUNT SCALE INTENT…`; then
    /// come COUNT ascending 32-bit hashes, little-endian, and for each one a signed byte an intent.
    private init(_ resource: Resource) {
        self.resource = resource
        let bytes = resource.bytes
        guard let end = bytes.firstIndex(of: 0x0A) else { preconditionFailure("weights.bin has no first line") }
        let fields = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        guard fields.count > 3, fields[0] == "coach-intents", let count = Int(fields[1]), let scale = Double(fields[2])
        else { preconditionFailure("weights.bin begins with something else") }
        intents = fields[3...].compactMap { Intent(rawValue: String($0)) }
        featureCount = count
        self.scale = scale
        hashesOffset = end + 1
        weightsOffset = hashesOffset + 4 * count
        precondition(bytes.count == weightsOffset + count * intents.count, "weights.bin is cut short")
    }

    /// The names of what a question shows; every one is hashed.
    static func features(of units: [Unit], keys: [String], readings: Set<String>, lexicon: Lexicon) -> [String] {
        let person = person(of: keys)
        var features = ["bias", "n:" + lengthBucket(units.count), "who:" + person]
        var pairable: [String] = []
        var unknown = 0
        for (index, unit) in units.enumerated() {
            for label in unit.labels {
                features.append("u:" + label)
                if label.hasPrefix("@") || label.hasPrefix("#") { pairable.append(label) }
                if index == 0 { features.append("f:" + label) }
                if index == units.count - 1 { features.append("l:" + label) }
                if !label.hasPrefix("@"), !label.hasPrefix("#") {
                    for word in label.split(separator: "_") { features.append("s:" + stem(of: word)) }
                }
            }
            if index + 1 < units.count {
                for left in unit.labels {
                    for right in units[index + 1].labels { features.append("b:" + left + " " + right) }
                }
            }
            if unit.slot == nil, unit.labels.count == 1, !lexicon.knows(unit.labels[0]) { unknown += 1 }
        }
        features.append("x:\(min(unknown, 3))")
        // Units leave small words out, which in pairs tell a lot: `how many`, `can i`, `for me`.
        var before = "<"
        for key in keys {
            let word = key.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "#n" : key
            features.append("w:" + before + " " + word)
            before = word
        }
        features.append("w:" + before + " >")
        pairable = Set(pairable).sorted()
        for label in pairable { features.append("who:" + person + " " + label) }
        for (index, left) in pairable.enumerated() {
            for right in pairable[(index + 1)...] { features.append("p:" + left + " " + right) }
        }
        for reading in readings.sorted() { features.append("r:" + reading) }
        return features
    }

    private static let speakers: Set<String> = ["i", "my", "me", "we", "our", "us", "ive", "im", "mine", "ill", "id"]
    private static let spokenTo: Set<String> = ["you", "your", "youre"]

    /// Whose money or doing a question is about: units leave such small words out, and what is asked of `the average
    /// family` has the same ones.
    private static func person(of keys: [String]) -> String {
        if keys.contains(where: speakers.contains) { return "speaker" }
        return keys.contains(where: spokenTo.contains) ? "coach" : "none"
    }

    /// The word without the ending of its form, so that one form teaches what the others mean: `trimming`, `trimmed`.
    private static func stem(of word: Substring) -> Substring {
        for ending in ["ings", "ing", "ed", "es", "s", "er", "ly"]
        where word.utf8.count >= ending.utf8.count + 3 && word.hasSuffix(ending) {
            return word.dropLast(ending.utf8.count)
        }
        return word
    }

    private static func lengthBucket(_ count: Int) -> String {
        switch count {
        case ...3: "\(count)"
        case ...5: "4"
        case ...8: "6"
        case ...12: "9"
        default: "13"
        }
    }

    /// FNV-1a, 32 bit.
    static func hash(_ feature: String) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for byte in feature.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return hash
    }

    func scores(for features: [String]) -> Scores {
        var sums = [Int](repeating: 0, count: intents.count)
        let bytes = resource.bytes
        for hash in Set(features.map(IntentClassifier.hash)) {
            guard let row = row(of: hash, in: bytes) else { continue }
            let start = weightsOffset + row * intents.count
            for column in intents.indices { sums[column] += Int(Int8(bitPattern: bytes[start + column])) }
        }
        var byIntent = [Intent: Double](minimumCapacity: intents.count)
        var total = 0.0
        for (column, intent) in intents.enumerated() {
            let probability = 1 / (1 + exp(-Double(sums[column]) * scale))
            byIntent[intent] = probability
            total += probability
        }
        for intent in intents { byIntent[intent]! /= max(total, 1e-9) }
        return Scores(byIntent: byIntent)
    }

    private func row(of hash: UInt32, in bytes: UnsafeRawBufferPointer) -> Int? {
        var low = 0
        var high = featureCount
        while low < high {
            let middle = (low + high) / 2
            let value = bytes.loadUnaligned(fromByteOffset: hashesOffset + 4 * middle, as: UInt32.self)
            if value == hash { return middle }
            if UInt32(littleEndian: value) < hash { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}
