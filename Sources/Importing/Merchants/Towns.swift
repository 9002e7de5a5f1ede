import Resources

/// Towns of the United States: what stands before a state's code at the end of a bank's text is one of them, and no part of a name.
/// `rag-index/imports/towns.tsv`.
struct Towns {
    static let builtIn = Towns()

    /// Hashes of a state's code and the letters of a town.
    private let names: Set<UInt64>
    private let states: Set<UInt64>
    /// The words of the longest name.
    static let mostWords = 4
    /// Card networks cut a town off at 13 letters and spaces, some banks a little before.
    private static let cutLengths = 11...13

    private init() {
        var names: Set<UInt64> = []
        var states: Set<UInt64> = []
        for row in Resource.named("rag-index/imports/towns.tsv").tableRows {
            states.insert(MerchantTokens.hash(row[0].utf8))
            for town in row[1].split(separator: "|") {
                for spelling in Towns.spellings(of: String(town)) {
                    names.insert(Towns.key(row[0].utf8, spelling.utf8))
                    for length in Towns.cutLengths where length < spelling.utf8.count {
                        names.insert(Towns.key(row[0].utf8, spelling.utf8.prefix(length)))
                    }
                }
            }
        }
        self.names = names
        self.states = states
    }

    private static let shortWords = [
        ("SAINT", "ST"), ("FORT", "FT"), ("MOUNT", "MT"), ("NORTH", "N"), ("SOUTH", "S"), ("EAST", "E"), ("WEST", "W"),
        ("BEACH", "BCH"), ("HEIGHTS", "HTS"), ("SPRINGS", "SPGS"), ("TOWNSHIP", "TWP"), ("JUNCTION", "JCT"),
        ("CENTER", "CTR"), ("ISLAND", "IS"), ("MOUNTAIN", "MTN"), ("VILLAGE", "VLG"),
    ]

    /// A name as it is, and with its first or last word shortened.
    private static func spellings(of town: String) -> [String] {
        var out = [town]
        for (whole, short) in shortWords {
            if town.hasPrefix(whole + " ") { out.append(short + town.dropFirst(whole.count)) }
            if town.hasSuffix(" " + whole) { out.append(town.dropLast(whole.count) + short) }
        }
        return out
    }

    private static func key(_ state: some Sequence<UInt8>, _ town: some Sequence<UInt8>) -> UInt64 {
        var hash = MerchantTokens.hash(state)
        for byte in town where byte != 0x20 { hash = MerchantTokens.hash(byte, after: hash) }
        return hash
    }

    /// How many tokens before a state's code are a town of it; 0 for none.
    ///
    /// - Parameters:
    ///   - start: the first token that the town may have.
    ///   - end: the token behind the town.
    ///   - state: the hash of the code.
    ///   - glued: how many letters of the code stand in the town's last token.
    func words(_ text: MerchantTokens, from start: Int, before end: Int, state: UInt64, glued: Int = 0) -> Int {
        guard start < end else { return 0 }
        for count in stride(from: min(Towns.mostWords, end - start), through: 1, by: -1) {
            let words = text.tokens[end - count..<end]
            guard words.allSatisfy({ $0.digits == 0 }), words.dropFirst().allSatisfy({ $0.gap <= .space }) else {
                continue
            }
            let letters = words[end - count].range.lowerBound..<words[end - 1].range.upperBound - glued
            if names.contains(text.bytes[letters].reduce(state) { MerchantTokens.hash($1, after: $0) }) { return count }
        }
        return 0
    }

    // MARK: States written right behind towns

    private static let codeLength = 2
    /// `HUB` is no town before `IL`, but `ELY` is one before `NV`.
    private static let leastLetters = 3

    /// The code that the last word ends with, which may be any word (`COSTCO`).
    func endingState(_ text: MerchantTokens) -> UInt64? {
        guard let last = text.tokens.last, text.tokens.count > 1, last.digits == 0, last.gap <= .space,
            last.count >= Towns.leastLetters + Towns.codeLength
        else { return nil }
        let state = MerchantTokens.hash(text.bytes[last.range].suffix(Towns.codeLength))
        return states.contains(state) ? state : nil
    }

    /// Whether the last word is a town with its state's code right behind it: `SPOKANE VALLEYWA`.
    func endsWithTown(_ text: MerchantTokens, in state: UInt64) -> Bool {
        words(text, from: 1, before: text.tokens.count, state: state, glued: Towns.codeLength) > 0
    }

    /// Makes a state's code that stands right behind a town a word of its own.
    ///
    /// - Parameter learned: last words that are such towns too.
    func separateState(_ text: inout MerchantTokens, learned: Set<UInt64>) {
        guard let state = endingState(text), let last = text.tokens.last,
            learned.contains(last.hash) || endsWithTown(text, in: state)
        else { return }
        text.cut(text.tokens.count - 1, last: Towns.codeLength)
    }
}
