import Resources

/// A number for each word of embedded lists, found by its bytes where it stands there, so that no word becomes a text.
struct WordNumbers: Sendable {
    private struct Word: Sendable {
        let address: UInt
        let count: Int32
        let hash: UInt32

        var bytes: UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: Int(count))
        }
    }

    private var words: [Word] = []
    /// The number of the word at each place, -1 where there is none.
    private var places: [Int32]

    /// - Parameter count: about how many words there will be.
    init(count: Int) {
        words.reserveCapacity(count)
        places = [Int32](repeating: -1, count: 2 << (Int.bitWidth - count.leadingZeroBitCount))
    }

    var count: Int { words.count }

    /// The number of a word; nil where it was never put in.
    func number(of word: String) -> Int32? {
        var word = word
        return word.withUTF8 { bytes in
            let found = places[place(of: UnsafeRawBufferPointer(bytes))]
            return found >= 0 ? found : nil
        }
    }

    /// The number of a word of an embedded list, which is put in where it is new.
    ///
    /// - Parameter word: bytes that live as long as the process.
    mutating func intern(_ word: UnsafeRawBufferPointer) -> Int32 {
        let place = place(of: word)
        if places[place] >= 0 { return places[place] }
        precondition(words.count * 2 < places.count, "there are more words than were expected")
        let number = Int32(words.count)
        places[place] = number
        words.append(
            Word(
                address: UInt(bitPattern: word.baseAddress), count: Int32(word.count), hash: WordNumbers.hash(of: word))
        )
        return number
    }

    /// Where the word is, or where it would be put in.
    private func place(of word: UnsafeRawBufferPointer) -> Int {
        let hash = WordNumbers.hash(of: word)
        var place = Int(hash ^ hash >> 16) & (places.count - 1)
        while places[place] >= 0 {
            let other = words[Int(places[place])]
            if other.hash == hash, other.bytes.elementsEqual(word) { break }
            place = (place + 1) & (places.count - 1)
        }
        return place
    }

    /// The hash by G. Fowler, L. C. Noll and P. Vo, FNV-1a.
    private static func hash(of word: UnsafeRawBufferPointer) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in word { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash
    }
}
