/// How a name sounds in English, as far as people write it otherwise: `netflicks`, `chewie`, `wole foods`.
enum Sound {
    /// Spellings of one sound, the longer first.
    private static let spellings: [(written: [UInt8], sound: [UInt8])] = [
        ("cks", "x"), ("ck", "k"), ("ks", "x"), ("cs", "x"), ("ph", "f"), ("wh", "w"), ("gh", "g"), ("ie", "y"),
        ("ey", "y"), ("ee", "y"), ("ea", "y"), ("ch", "c"), ("qu", "k"), ("oo", "u"), ("ou", "u"), ("c", "k"),
        ("q", "k"),
        ("z", "s"), ("i", "y"),
    ].map { (Array($0.0.utf8), Array($0.1.utf8)) }

    /// Letters and digits that stand for the sound; doubled ones are one.
    static func of(_ letters: [UInt8]) -> [UInt8] {
        var sound: [UInt8] = []
        var index = 0
        while index < letters.count {
            let rest = letters[index...]
            let spelling = spellings.first { rest.starts(with: $0.written) }
            for letter in spelling?.sound ?? [letters[index]] where letter != sound.last { sound.append(letter) }
            index += spelling?.written.count ?? 1
        }
        return sound
    }

    /// Whether two spellings that begin alike sound the same; short ones are too near to too many others.
    static func isAlike(_ first: [UInt8], _ second: [UInt8]) -> Bool {
        first.count >= 5 && first[0] == second.first && of(first) == of(second)
    }
}
