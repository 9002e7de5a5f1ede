import Ledger
import Resources

/// The merchants that ship with the program, by name.
public enum KnownMerchants {
    /// The category of a merchant of this name; nil when it is not in the lists.
    public static func category(of name: String) -> String? {
        let key = NameKey.key(of: name)
        guard !key.isEmpty else { return nil }
        var next = names.first[Int(beginning(key.utf8) & Names.mask)]
        while next >= 0 {
            let name = names.all[Int(next)]
            if isSame(name, key) { return files[Int(name.file)].field(at: Int(name.end) + 1) }
            next = name.next
        }
        return nil
    }

    /// Where a name is in the lists, and the next one that may begin like it, -1 for none.
    private struct Place {
        let file: Int32
        let start: Int32
        let end: Int32
        var next: Int32 = -1
    }

    private static let files = Resource.under("rag-index/merchants/").filter { !$0.name.hasSuffix("/words.tsv") }

    /// The names by the beginning of their keys, in their order. Made of bytes: thousands of texts would take longer than a
    /// question.
    private struct Names {
        static let mask: UInt16 = 0xFFF
        var all: [Place] = []
        /// The first and the last name of each beginning, -1 where there is none.
        var first = [Int32](repeating: -1, count: Int(mask) + 1)
        var last = [Int32](repeating: -1, count: Int(mask) + 1)

        mutating func add(_ place: Place, _ beginning: UInt16) {
            let slot = Int(beginning & Names.mask)
            let number = Int32(all.count)
            if last[slot] >= 0 { all[Int(last[slot])].next = number } else { first[slot] = number }
            last[slot] = number
            all.append(place)
        }
    }

    private static let names: Names = {
        var names = Names()
        names.all.reserveCapacity(16_384)
        for (number, file) in files.enumerated() {
            let bytes = file.bytes
            file.eachLine { line in
                var end = line.lowerBound
                var isPlain = true
                while end < line.upperBound, bytes[end] != 0x09 {
                    if bytes[end] >= 0x80 { isPlain = false }
                    end += 1
                }
                guard end < line.upperBound else { return }
                let name = UnsafeRawBufferPointer(rebasing: bytes[line.lowerBound..<end])
                let place = Place(file: Int32(number), start: Int32(line.lowerBound), end: Int32(end))
                let first = isPlain ? beginning(name) : beginning(key(bytes[line.lowerBound..<end]).utf8)
                names.add(place, first)
                // `v+` is also `vplus`.
                if first & 0xFF == 0, name.last == UInt8(ascii: "+") {
                    names.add(place, first | UInt16(UInt8(ascii: "p")))
                }
            }
        }
        return names
    }()

    /// The first two letters or digits of an ASCII text, small ones.
    @inline(__always)
    private static func beginning(_ text: some Sequence<UInt8>) -> UInt16 {
        var found: UInt16 = 0
        for byte in text {
            let isCapital = byte >= 0x41 && byte <= 0x5A
            let isKept = isCapital || byte >= 0x80 || byte >= 0x30 && byte <= 0x39 || byte >= 0x61 && byte <= 0x7A
            guard isKept else { continue }
            let letter = UInt16(isCapital ? byte + 32 : byte)
            if found > 0 { return found << 8 | letter }
            found = letter
        }
        return found << 8
    }

    private static func key(_ name: UnsafeRawBufferPointer.SubSequence) -> String {
        NameKey.key(of: String(decoding: name, as: UTF8.self))
    }

    /// Whether words call a merchant that is known in general, whoever buys there.
    public static func knows(_ name: String) -> Bool {
        category(of: name) != nil || Brands.builtIn.contains(name.lowercased().split(separator: " ").map(String.init))
    }

    /// The category of the longest name that a name begins with, word by word: of `Steam Games` that of Steam.
    public static func category(beginning name: String) -> String? {
        var words = name.split(separator: " ").dropLast()
        while !words.isEmpty {
            let start = words.joined(separator: " ")
            if NameKey.key(of: start).utf8.count >= shortestBeginning, let category = category(of: start) {
                return category
            }
            words.removeLast()
        }
        return nil
    }

    /// Letters of a name that stands for a longer one.
    private static let shortestBeginning = 4

    private static func isSame(_ place: Place, _ wanted: String) -> Bool {
        let name = files[Int(place.file)].bytes[Int(place.start)..<Int(place.end)]
        let own = key(name)
        // `disney plus`
        return own == wanted || name.last == UInt8(ascii: "+") && own + "plus" == wanted
    }
}
