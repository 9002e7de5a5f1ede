import Ledger

/// What a line shows of the shape of its request, as hashes: its words in the order they stand, with a placeholder for each
/// name, time and amount, and the clauses that the grammar found in it.
///
/// Features are hashes of small integers, so that no text is made for them.
struct LineFeatures {
    /// The names, times and amounts of the line's best reading, from left to right.
    let spans: [NamedSpan]
    private let symbols: [Symbol]
    /// Hashes of the words of each span.
    private let own: [UInt32]
    /// The clauses of the best reading, as labels.
    private let reading: [UInt32]
    private let found: Set<UInt32>
    /// What the grammar takes the line for: the labels of its best reading, and how much that leaves unread.
    private let grammar: [UInt32]
    private let guesses: [Request]

    /// A word of the line, or what stands for a span.
    private struct Symbol {
        let word: UInt32
        let stem: UInt32
        var span: Int?
    }

    private enum Kind: UInt32 {
        case bias = 1
        case word, stem, pair, triple, skip, wideSkip, first, firstPair, firstTriple, last, lastPair, found, read,
            readPair
        case counts, around
        case before1, before2, before3, after1, after2, after3, own, place, clauseBefore, clauseAfter, wordBefore,
            wordAfter
        case clauseOfLine, linePlace, grammar, guess, guessWith
        /// `train.py` makes the same hashes.
        case decided = 99
    }

    init(
        _ read: LineClauses, _ best: Cover.Reading, guesses: [LineReader.Candidate], _ context: UnderstandingContext
    ) {
        var spans: [NamedSpan] = []
        var own: [UInt32] = []
        var symbols: [Symbol] = []
        var place = 0
        var reading: [UInt32] = []
        var starts = Dictionary(uniqueKeysWithValues: best.clauses.map { ($0.tokens.lowerBound, $0) })
        while place < read.tokens.count {
            if let clause = starts.removeValue(forKey: place), let span = NamedSpan(clause, context) {
                let hash = LineFeatures.hash(span.placeholder)
                symbols.append(Symbol(word: hash, stem: hash, span: spans.count))
                reading.append(hash)
                spans.append(span)
                own.append(LineFeatures.hash(read.keys[span.tokens].joined(separator: " ")))
                place = max(place + 1, clause.tokens.upperBound)
                continue
            } else if let clause = best.clauses.first(where: { $0.tokens.lowerBound == place }) {
                reading.append(clause.label)
            }
            let token = read.tokens[place]
            let key = read.keys[place]
            if token.form == .number {
                let hash = LineFeatures.hash("#")
                symbols.append(Symbol(word: LineFeatures.hash(key), stem: hash))
            } else if token.form == .word || key == "%" || key == "+" {
                symbols.append(
                    Symbol(word: LineFeatures.hash(key), stem: LineFeatures.hash(LineFeatures.stem(of: key))))
            }
            place += 1
        }
        (self.spans, self.own) = (spans, own)
        self.symbols = symbols
        self.reading = reading
        found = Set(read.clauses.map(\.label)).subtracting([0])
        grammar = guesses.prefix(2).enumerated().flatMap { place, guess in
            RequestShape(guess.request).labels.map {
                LineFeatures.hash("\(place)\($0.key.rawValue)=\($0.value)")
            } + [LineFeatures.hash("\(place)unread=\(min(guess.unread.count, 3))")]
        }
        self.guesses = guesses.prefix(2).map(\.request)
    }

    /// What the line shows as a whole.
    var ofLine: [UInt32] {
        var features: Set<UInt32> = [LineFeatures.hash(.bias)]
        let edge: UInt32 = 7
        let stems = [edge] + symbols.map(\.stem) + [edge]
        for symbol in symbols {
            features.insert(LineFeatures.hash(.word, symbol.word))
            features.insert(LineFeatures.hash(.stem, symbol.stem))
        }
        for place in stems.indices.dropLast() {
            features.insert(LineFeatures.hash(.pair, stems[place], stems[place + 1]))
            if place + 2 < stems.count {
                features.insert(LineFeatures.hash(.triple, stems[place], stems[place + 1], stems[place + 2]))
                features.insert(LineFeatures.hash(.skip, stems[place], stems[place + 2]))
            }
            if place + 3 < stems.count {
                features.insert(LineFeatures.hash(.wideSkip, stems[place], stems[place + 3]))
            }
        }
        if let first = symbols.first, let last = symbols.last {
            features.insert(LineFeatures.hash(.first, first.stem))
            features.insert(LineFeatures.hash(.last, last.stem))
            if symbols.count > 1 {
                features.insert(LineFeatures.hash(.firstPair, first.stem, symbols[1].stem))
                features.insert(LineFeatures.hash(.lastPair, symbols[symbols.count - 2].stem, last.stem))
            }
            if symbols.count > 2 {
                features.insert(LineFeatures.hash(.firstTriple, first.stem, symbols[1].stem, symbols[2].stem))
            }
        }
        for label in found { features.insert(LineFeatures.hash(.found, label)) }
        for (place, label) in reading.enumerated() {
            features.insert(LineFeatures.hash(.read, label))
            if place > 0 { features.insert(LineFeatures.hash(.readPair, reading[place - 1], label)) }
        }
        for (number, kind) in ["@category", "@merchant", "@account", "@word", "@weekday", "@time", "@amount"]
            .enumerated()
        {
            let count = spans.count { $0.placeholder == kind }
            features.insert(LineFeatures.hash(.counts, UInt32(number), UInt32(min(count, 3))))
        }
        for label in grammar { features.insert(LineFeatures.hash(.grammar, label)) }
        return Array(features)
    }

    /// What the line shows of what one of its spans is for.
    func ofSpan(_ number: Int) -> [UInt32] {
        let span = spans[number]
        let kind = LineFeatures.hash(span.placeholder)
        guard let place = symbols.firstIndex(where: { $0.span == number }) else { return [] }
        let edge: UInt32 = 7
        func stem(_ offset: Int) -> UInt32 {
            symbols.indices.contains(place + offset) ? symbols[place + offset].stem : edge
        }
        var features: Set<UInt32> = [LineFeatures.hash(.bias, kind)]
        features.insert(LineFeatures.hash(.before1, kind, stem(-1)))
        features.insert(LineFeatures.hash(.before2, kind, stem(-2), stem(-1)))
        features.insert(LineFeatures.hash(.before3, kind, stem(-3), stem(-2), stem(-1)))
        features.insert(LineFeatures.hash(.before1, kind, stem(-2), 3))
        features.insert(LineFeatures.hash(.after1, kind, stem(1)))
        features.insert(LineFeatures.hash(.after2, kind, stem(1), stem(2)))
        features.insert(LineFeatures.hash(.after3, kind, stem(1), stem(2), stem(3)))
        features.insert(LineFeatures.hash(.around, kind, stem(-1), stem(1)))
        let same = spans.indices.filter { spans[$0].placeholder == span.placeholder }
        let order = UInt32(min(same.firstIndex(of: number) ?? 0, 3))
        features.insert(LineFeatures.hash(.place, kind, order, UInt32(min(same.count, 3))))
        features.insert(
            LineFeatures.hash(.linePlace, kind, UInt32(number == 0 ? 0 : number == spans.count - 1 ? 2 : 1)))
        for (other, symbol) in symbols.enumerated() where other != place {
            let side: Kind = other < place ? .wordBefore : .wordAfter
            features.insert(LineFeatures.hash(side, kind, symbol.stem))
            features.insert(LineFeatures.hash(side, kind, symbol.stem, order + 1))
        }
        for label in found { features.insert(LineFeatures.hash(.clauseOfLine, kind, label, order)) }
        for (place, guess) in guesses.enumerated() {
            let role = LineFeatures.hash(span.role(in: guess).rawValue)
            features.insert(LineFeatures.hash(.guess, UInt32(place), role))
            features.insert(LineFeatures.hash(.guessWith, kind, UInt32(place), role))
        }
        if case .name(let match) = span.what, case .category = match.kind {
            features.insert(LineFeatures.hash(.own, own[number]))
        }
        return Array(features)
    }

    /// What labels that are decided already tell of those that are not.
    static func features(ofDecided label: String) -> UInt32 { hash(.decided, hash(label)) }

    /// A word without the ending of its form: `trips` and `trip`, `visited` and `visiting`.
    static func stem(of word: String) -> String {
        for ending in ["ings", "ing", "ed", "es", "s", "er", "ly"]
        where word.utf8.count >= ending.utf8.count + 3 && word.hasSuffix(ending) {
            return String(word.dropLast(ending.utf8.count))
        }
        return word
    }

    // MARK: Hashes

    static func hash(_ text: String) -> UInt32 { LinearModel.hash(text) }

    private static func hash(_ kind: Kind) -> UInt32 { mixed(kind.rawValue, into: 0x811C_9DC5) }

    private static func hash(_ kind: Kind, _ a: UInt32) -> UInt32 { mixed(a, into: hash(kind)) }

    private static func hash(_ kind: Kind, _ a: UInt32, _ b: UInt32) -> UInt32 { mixed(b, into: hash(kind, a)) }

    private static func hash(_ kind: Kind, _ a: UInt32, _ b: UInt32, _ c: UInt32) -> UInt32 {
        mixed(c, into: hash(kind, a, b))
    }

    private static func hash(_ kind: Kind, _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
        mixed(d, into: hash(kind, a, b, c))
    }

    /// Four bytes more of an FNV-1a hash, the lowest first.
    @inline(__always)
    private static func mixed(_ part: UInt32, into hash: UInt32) -> UInt32 {
        var hash = (hash ^ part & 0xFF) &* 0x0100_0193
        hash = (hash ^ part >> 8 & 0xFF) &* 0x0100_0193
        hash = (hash ^ part >> 16 & 0xFF) &* 0x0100_0193
        return (hash ^ part >> 24) &* 0x0100_0193
    }
}
