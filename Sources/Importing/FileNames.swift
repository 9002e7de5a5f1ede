/// What the name of a bank file says of its account.
enum FileNames {
    /// The account of a file that says nothing of it.
    static let unnamedAccount = "My Account"

    /// `Chase1234_Activity20261031.CSV` → `Chase 1234`, `everyday-checking.csv` → `Everyday Checking`; nil where the name
    /// is of months, dates, counters and words that any bank's file has.
    static func account(from path: String) -> String? {
        let kept = words(of: path).filter { word in
            // Four digits may be the end of a card's number; years, dates and counters are noise.
            if word.allSatisfy(\.isNumber) { return word.count == 4 && !(word.hasPrefix("20") || word.hasPrefix("19")) }
            return !noise.contains(word.lowercased())
        }
        guard kept.contains(where: { $0.contains(where: \.isLetter) && !weak.contains($0.lowercased()) }) else {
            return nil
        }
        return kept.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }

    /// Runs of letters and runs of digits, without the extension.
    private static func words(of path: String) -> [String] {
        var stem = String(path.split(separator: "/").last ?? "")
        if let dot = stem.lastIndex(of: "."), dot != stem.startIndex { stem = String(stem[..<dot]) }
        var words: [String] = []
        var word = ""
        var wasDigit = false
        for scalar in stem.unicodeScalars {
            let isDigit = scalar.properties.numericType != nil
            if !(isDigit || scalar.properties.isAlphabetic) || (!word.isEmpty && isDigit != wasDigit) {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if isDigit || scalar.properties.isAlphabetic { word.unicodeScalars.append(scalar) }
            wasDigit = isDigit
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    /// What kind of file it is, and of when.
    private static let noise = set(
        """
        activity export exported download downloads statement statements transactions transaction txns history csv ofx qfx
        stmt data file all from to copy report month monthly year yearly annual ytd
        jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september
        october november december januar februar märz maerz mai juni juli oktober dezember janvier février fevrier mars
        avril juin juillet août aout septembre octobre novembre décembre decembre enero febrero marzo abril mayo junio
        julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre
        dicembre umsätze umsaetze umsatz kontoauszug auszug relevé releve extrait opérations operations movimientos
        extracto movimenti mutaties transacties
        """)
    /// What names an account only beside other words: `Bank of America` is one, `my bank` is none.
    private static let weak = set(
        """
        the of for and new my our account accounts acct bank banking list details records entries untitled document last
        this current recent latest q h fy trans stdin fd konto compte cuenta conto
        """)

    private static func set(_ words: String) -> Set<String> {
        Set(words.split { $0 == " " || $0 == "\n" }.map(String.init))
    }
}
