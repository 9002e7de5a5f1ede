import Ledger
import Resources

/// The merchants that ship with the program, by name.
public enum KnownMerchants {
    /// The category of a merchant of this name; nil when it is not in the lists.
    public static func category(of name: String) -> String? {
        let key = NameKey.key(of: name)
        guard !key.isEmpty else { return nil }
        for file in Resource.under("rag-index/merchants/") where !file.name.hasSuffix("/words.tsv") {
            for line in file.bytes.split(separator: 0x0A) where line.first != 0x23 {
                guard let tab = line.firstIndex(of: 0x09), isSame(line[..<tab], key) else { continue }
                let rest = line[line.index(after: tab)...]
                return String(decoding: rest.prefix { $0 != 0x09 }, as: UTF8.self)
            }
        }
        return nil
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

    /// Compares letters and digits byte by byte first: making a key of each of thousands of names would take longer.
    private static func isSame(_ name: UnsafeRawBufferPointer.SubSequence, _ key: String) -> Bool {
        guard let first = name.first, let wanted = key.utf8.first else { return false }
        let isLetter = (0x41...0x5A).contains(first)
        guard first >= 0x80 || (isLetter ? first + 32 : first) == wanted else { return false }
        let written = String(decoding: name, as: UTF8.self)
        if NameKey.key(of: written) == key { return true }
        // `disney plus`
        return written.utf8.last == UInt8(ascii: "+") && NameKey.key(of: written) + "plus" == key
    }
}
