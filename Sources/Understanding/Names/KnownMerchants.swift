import Ledger
import Resources

/// The merchants that ship with the program, by name.
public enum KnownMerchants {
    /// The category of a merchant of this name; nil when it is not in the lists.
    public static func category(of name: String) -> String? {
        let key = NameKey.key(of: name)
        guard !key.isEmpty else { return nil }
        for name in names[beginning(of: key.utf8)] ?? [] where isSame(name, key) {
            return files[Int(name.file)].field(at: Int(name.end) + 1)
        }
        return nil
    }

    /// Where a name is in the lists.
    private struct Place {
        let file: Int32
        let start: Int32
        let end: Int32
    }

    private static let files = Resource.under("rag-index/merchants/").filter { !$0.name.hasSuffix("/words.tsv") }

    /// The names by the beginning of their keys, in their order.
    private static let names: [UInt16: [Place]] = {
        var names: [UInt16: [Place]] = [:]
        for (number, file) in files.enumerated() {
            let bytes = file.bytes
            file.eachLine { line in
                guard let tab = bytes[line].firstIndex(of: 0x09) else { return }
                let name = bytes[line.lowerBound..<tab]
                let place = Place(file: Int32(number), start: Int32(line.lowerBound), end: Int32(tab))
                let first = name.allSatisfy { $0 < 0x80 } ? beginning(of: name) : beginning(of: key(name).utf8)
                names[first, default: []].append(place)
                // `v+` is also `vplus`.
                if first & 0xFF == 0, name.last == UInt8(ascii: "+") {
                    names[first | UInt16(UInt8(ascii: "p")), default: []].append(place)
                }
            }
        }
        return names
    }()

    /// The first two letters or digits of an ASCII text, small ones.
    private static func beginning(of text: some Sequence<UInt8>) -> UInt16 {
        var found: UInt16 = 0
        for byte in text {
            let isCapital = (0x41...0x5A).contains(byte)
            guard isCapital || byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) else {
                continue
            }
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
