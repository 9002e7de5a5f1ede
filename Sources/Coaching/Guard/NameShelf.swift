import Synchronization

/// Thousands of names, of which each is read only when a word is looked up that it may begin with: few are ever said.
///
/// The names stand by the first letters of the words that can begin them. A shelf that is looked at becomes a `NameBook`
/// and stays one.
final class NameShelf: Sendable {
    /// A name as it is put on the shelf.
    struct Name: Sendable {
        let text: String
        let labels: Set<String>
        /// Something else that is known of it, such as the category of a merchant.
        var note: String?
    }

    private struct Board: Sendable {
        var book = NameBook()
        /// By the key of the whole name.
        var notes: [String: String] = [:]
    }

    /// Where the first name of each place stands, by a hash of the place, and for each entry the next one; -1 ends.
    private let heads: [Int32]
    private let entries: [(member: Int32, next: Int32)]
    private let name: @Sendable (Int) -> Name?
    private let boards = Mutex<[Int: Board]>([:])

    /// - Parameters:
    ///   - count: how many names there are.
    ///   - text: the bytes of a name, which tell where it stands.
    ///   - name: the name itself; nil for a row that is none.
    init(
        count: Int, text: (Int, (UnsafeRawBufferPointer) -> Void) -> Void, name: @escaping @Sendable (Int) -> Name?
    ) {
        var heads = [Int32](repeating: -1, count: NameShelf.places)
        var entries: [(member: Int32, next: Int32)] = []
        entries.reserveCapacity(2 * count)
        // Backwards, so that each place has its names in their order.
        for index in (0..<count).reversed() {
            func put(_ letters: UInt32) {
                let place = NameShelf.place(letters)
                entries.append((Int32(index), heads[place]))
                heads[place] = Int32(entries.count - 1)
            }
            text(index) { bytes in
                let (first, joined) = NameShelf.beginnings(bytes)
                guard let first, let joined else {
                    // What begins with no plain letter is rare, and read at once.
                    for letters in NameShelf.beginnings(of: String(decoding: bytes, as: UTF8.self)) { put(letters) }
                    return
                }
                put(first)
                if joined != first { put(joined) }
            }
        }
        (self.heads, self.entries, self.name) = (heads, entries, name)
    }

    /// The merchants, accounts and categories of a household, each labelled with its own name.
    convenience init(ofIndex names: [String]) {
        self.init(count: names.count) { index, take in
            var name = names[index]
            name.withUTF8 { take(UnsafeRawBufferPointer($0)) }
        } name: { index in
            Name(text: names[index], labels: [NameBook.label(merchant: names[index])])
        }
    }

    /// The longest name that begins at a token.
    func longest(at index: Int, key: (Int) -> String) -> NameBook.Match? {
        board(key(index))?.book.longest(at: index, key: key)
    }

    /// What is noted of the name with this key.
    func note(ofKey key: String) -> String? { board(key)?.notes[key] }

    private func board(_ key: String) -> Board? {
        let place = NameShelf.place(NameShelf.letters(of: key))
        guard heads[place] >= 0 else { return nil }
        return boards.withLock { boards in
            if let board = boards[place] { return board }
            var board = Board()
            var entry = heads[place]
            while entry >= 0 {
                let (member, next) = entries[Int(entry)]
                entry = next
                guard let name = name(Int(member)) else { continue }
                board.book.add(name.text, labels: name.labels)
                if let note = name.note { board.notes[NameBook.key(of: name.text)] = note }
            }
            boards[place] = board
            return board
        }
    }

    // MARK: Places

    /// Enough that few names share one.
    private static let places = 4096
    /// Letters that tell a place: enough to tell thousands of names apart, few enough for the shortest words.
    private static let letterCount = 3

    private static func letters(of key: String) -> UInt32 {
        key.utf8.prefix(letterCount).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// By the golden ratio (D. Knuth, The Art of Computer Programming, 6.4).
    private static func place(_ letters: UInt32) -> Int { Int((letters &* 2_654_435_769) >> 20) }

    /// Where a name stands by its first word, and by its letters without the signs between them (`H-E-B`, `BJ's`).
    ///
    /// - Returns: nils for a name whose words only reading tells.
    private static func beginnings(_ bytes: UnsafeRawBufferPointer) -> (first: UInt32?, joined: UInt32?) {
        guard let start = bytes.first, isLetter(start) else { return (nil, nil) }
        var (first, joined): (UInt32, UInt32) = (0, 0)
        var count = 0
        var isFirst = true
        for byte in bytes where count < letterCount {
            // `H&M` has the word `and` in it.
            if byte >= 0x80 || byte == UInt8(ascii: "&") { return (nil, nil) }
            let isDigit = (0x30...0x39).contains(byte)
            guard isLetter(byte) || isDigit else {
                isFirst = false
                continue
            }
            let folded = UInt32(isDigit ? byte : byte | 0x20)
            joined = joined << 8 | folded
            count += 1
            if isFirst { first = first << 8 | folded }
        }
        return (first, joined)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

    private static func beginnings(of name: String) -> Set<UInt32> {
        var book = NameBook()
        book.add(name, labels: [])
        return Set((book.firstKeys + [NameBook.key(of: name)]).map(letters))
    }
}
