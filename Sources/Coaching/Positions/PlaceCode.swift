/// Finds codes that are a place by themselves: plus codes, the grids of maps, three words, compact degrees, links to a map.
enum PlaceCode {
    /// The characters of plus codes, which have no vowels, so that no word is one.
    private static let plusAlphabet = Set("23456789CFGHJMPQRVWX")
    /// Addresses of maps, all with a dot; what stands behind them is a place.
    private static let maps = [
        "maps.google.", "google.com/maps", "goo.gl/", "maps.apple.com", "openstreetmap.org", "osm.org", "bing.com/maps",
        "waze.com", "w3w.co", "what3words.com", "plus.codes", "maps.here.com", "wego.here.com",
    ]
    /// Words that the next word or group of digits is a place behind.
    private static let systems: Set<String> = ["geohash", "maidenhead", "mgrs", "utm", "usng"]

    static func all(in text: [Character]) -> [Range<Int>] {
        words(text).enumerated().flatMap { index, word -> [Range<Int>] in
            let rest = text[word]
            // Hardly any word has a dot, and looking for all addresses in each of them takes as long as understanding a line.
            if rest.contains("."), case let lower = String(rest).lowercased(), maps.contains(where: lower.contains) {
                return [word.lowerBound..<word.upperBound - rest.reversed().prefix { ".,;:!?)".contains($0) }.count]
            }
            return plusCodes(text, word) + [threeWords(text, word)].compactMap(\.self)
                + word.compactMap { compact(text, $0, until: word.upperBound) }
        } + grids(text) + PlaneGrid.all(in: text)
    }

    /// The codes among them that can be read, in order: whole plus codes, also in a link, and what is called a geohash.
    static func areas(in text: [Character]) -> [AreaCode] {
        let words = words(text)
        return words.indices.flatMap { index -> [AreaCode] in
            let word = String(text[words[index]]).replacing("%2B", with: "+").replacing("%2b", with: "+")
            let parts = word.split { !($0.isLetter || $0.isNumber || "+＋".contains($0)) }
            let before = words[..<index].last { !["is", "="].contains(String(text[$0]).lowercased()) }
            let isNamed = before.map { String(text[$0].filter(\.isLetter)).lowercased() == "geohash" } ?? false
            return parts.compactMap { AreaCode(plusCode: $0) ?? (isNamed ? AreaCode(geohash: $0) : nil) }
        }
    }

    /// Runs without spaces.
    static func words(_ text: [Character]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start: Int?
        for index in 0...text.count {
            if index < text.count, !text[index].isWhitespace {
                start = start ?? index
            } else if let begun = start {
                found.append(begun..<index)
                start = nil
            }
        }
        return found
    }

    // MARK: Plus codes

    /// `865QVQ8P+XX`, `VQ8P+XX`, `865Q0000+`; a sum has no letters.
    private static func plusCodes(_ text: [Character], _ word: Range<Int>) -> [Range<Int>] {
        word.filter { text[$0] == "+" || text[$0] == "＋" }.compactMap { plus in
            var (start, end) = (plus, plus + 1)
            while start > word.lowerBound, isPlus(text[start - 1]) || text[start - 1] == "0" { start -= 1 }
            while end < word.upperBound, isPlus(text[end]) { end += 1 }
            let (head, tail) = (text[start..<plus], end - plus - 1)
            let isWhole = start == 0 || !(text[start - 1].isLetter || text[start - 1].isNumber)
            let isClosed = end == text.count || !(text[end].isLetter || text[end].isNumber)
            guard isWhole, isClosed else { return nil }
            let padding = head.reversed().prefix { $0 == "0" }.count
            let isFull = head.count == 8 && padding % 2 == 0 && !head.dropLast(padding).contains("0")
            let isShort = [4, 6].contains(head.count) && !head.contains("0") && (2...7).contains(tail)
            guard isFull && (padding > 0 ? tail == 0 : tail != 1 && tail <= 7) || isShort,
                text[start..<end].contains(where: \.isLetter)
            else { return nil }
            return start..<end
        }
    }

    private static func isPlus(_ character: Character) -> Bool {
        character.uppercased().first.map(plusAlphabet.contains) ?? false
    }

    // MARK: Three words

    /// What stands before three words.
    private static let threeWordMarks = ["///", "w3w:", "what3words:"]

    /// `///filled.count.soap`, `w3w:filled.count.soap`
    private static func threeWords(_ text: [Character], _ word: Range<Int>) -> Range<Int>? {
        let inner = text[word].drop { "(“\"'".contains($0) }
        guard let mark = threeWordMarks.first(where: { String(inner.prefix($0.count)).lowercased() == $0 }) else {
            return nil
        }
        let parts = inner.dropFirst(mark.count).drop { $0 == "/" }.split(separator: ".")
        guard parts.count >= 3, parts.prefix(2).allSatisfy({ $0.allSatisfy(\.isLetter) }) else { return nil }
        return inner.startIndex..<parts[2].prefix { $0.isLetter }.endIndex
    }

    // MARK: Compact degrees

    /// `334555N0821244W`, `3345.92N/08212.74W`, and `+334555-0821244/` of ISO 6709, which ends with a stroke.
    private static func compact(_ text: [Character], _ start: Int, until end: Int) -> Range<Int>? {
        guard start == 0 || !(text[start - 1].isLetter || text[start - 1].isNumber) else { return nil }
        if let end = sexagesimal(text, start) { return start..<end }
        var scan = Scan(text, start)
        let isSigned = scan.skip("+-−") == 1
        guard scan.digits([4, 6]) else { return nil }
        if isSigned {
            guard scan.skip("+-−") == 1, scan.digits([5, 7]) else { return nil }
            return scan.at < end && text[scan.at] == "/" ? start..<scan.at + 1 : nil
        }
        scan.skip(",")
        guard scan.skip("NSns") == 1 else { return nil }
        scan.skip(",/- ")
        guard scan.digits([5, 7]) else { return nil }
        scan.skip(",")
        return scan.skip("EWew") == 1 ? start..<scan.at : nil
    }

    /// `30d24m07sN97d43m31sW`, and one of them alone.
    ///
    /// - Returns: where it ends.
    private static func sexagesimal(_ text: [Character], _ start: Int) -> Int? {
        var scan = Scan(text, start)
        guard let degrees = scan.number(3), degrees <= 180, scan.skipOne("dD"), scan.number(2) != nil,
            scan.skipOne("mM'"), scan.digits([1, 2]), scan.skip("sS\"") < 2, scan.skipOne("NSEWnsew")
        else { return nil }
        let end = scan.at
        scan.skip(",;/- ")
        return sexagesimal(text, scan.at) ?? end
    }

    // MARK: Grids

    /// `17SLT8256236530`, `17S LT 82562 36530`, `TQ 30080 77950`, and what is named as one.
    private static func grids(_ text: [Character]) -> [Range<Int>] {
        let words = words(text)
        return words.indices.compactMap { index in
            let bare = words[index].filter { text[$0].isLetter || text[$0].isNumber }
            guard let first = bare.first, let last = bare.last else { return nil }
            if index > 0, systems.contains(String(text[words[index - 1]].filter(\.isLetter)).lowercased()),
                text[first...last].contains(where: \.isNumber)
            {
                return first..<(grid(text, first) ?? last + 1)
            }
            return grid(text, first).map { first..<$0 }
        }
    }

    /// - Returns: where a reference of a grid ends that begins at a place.
    private static func grid(_ text: [Character], _ start: Int) -> Int? {
        var scan = Scan(text, start)
        if let zone = scan.number(2), (1...60).contains(zone) {
            scan.skip(" ")
            guard scan.skipOne("CDEFGHJKLMNPQRSTUVWX") else { return nil }
            scan.skip(" ")
            guard scan.skipOne("ABCDEFGHJKLMNPQRSTUVWXYZ"), scan.skipOne("ABCDEFGHJKLMNPQRSTUV") else { return nil }
            return scan.pair(4...5)
        }
        guard scan.skipOne("HNOST"), scan.skipOne("ABCDEFGHJKLMNOPQRSTUVWXYZ") else { return nil }
        return scan.pair(5...5)
    }

    /// A place in a text, from which is read.
    private struct Scan {
        let text: [Character]
        var at: Int

        init(_ text: [Character], _ at: Int) { (self.text, self.at) = (text, at) }

        /// - Returns: how many of these characters stand there.
        @discardableResult mutating func skip(_ characters: String) -> Int {
            let count = text[min(at, text.count)...].prefix { characters.contains($0) }.count
            at += count
            return count
        }

        mutating func skipOne(_ characters: String) -> Bool {
            guard at < text.count, characters.contains(text[at]) else { return false }
            at += 1
            return true
        }

        /// A whole number of so many digits at most.
        mutating func number(_ longest: Int) -> Int? {
            let run = text[min(at, text.count)...].prefix(while: WrittenAngle.isDigit)
            guard (1...longest).contains(run.count) else { return nil }
            at += run.count
            return Int(String(run))
        }

        /// Digits of one of these numbers, and decimals.
        mutating func digits(_ counts: Set<Int>) -> Bool {
            let run = text[min(at, text.count)...].prefix(while: WrittenAngle.isDigit)
            guard counts.contains(run.count) else { return false }
            at += run.count
            if at + 1 < text.count, text[at] == ".", WrittenAngle.isDigit(text[at + 1]) {
                at += 1
                skip("0123456789")
            }
            return true
        }

        /// Two groups of the same number of digits, together or apart.
        ///
        /// - Returns: where they end.
        mutating func pair(_ lengths: ClosedRange<Int>) -> Int? {
            skip(" ")
            let run = text[min(at, text.count)...].prefix(while: WrittenAngle.isDigit)
            at += run.count
            if run.count % 2 == 0, lengths.contains(run.count / 2) { return isClosed ? at : nil }
            guard lengths.contains(run.count), skip(" ") > 0 else { return nil }
            let other = text[min(at, text.count)...].prefix(while: WrittenAngle.isDigit)
            at += other.count
            return other.count == run.count && isClosed ? at : nil
        }

        private var isClosed: Bool { at >= text.count || !(text[at].isLetter || text[at].isNumber) }
    }
}
