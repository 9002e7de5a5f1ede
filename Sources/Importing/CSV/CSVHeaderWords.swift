import Ledger
import Resources

/// A header cell as words: accents folded, lower case, signs as single spaces, `RunningBalance` and `Text2` as two words.
enum HeaderText {
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        var previousIsLower = false
        var previousIsDigit = false
        func finish() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word.removeAll()
        }
        for scalar in text.unicodeScalars {
            let isUpper = scalar.properties.isUppercase
            let isDigit = (0x30...0x39).contains(scalar.value)
            if (isUpper && previousIsLower) || (isDigit != previousIsDigit) { finish() }
            let before = word.count
            NameKey.append(scalar, to: &word)
            if word.count == before, !scalar.properties.isDiacritic { finish() }
            previousIsLower = scalar.properties.isLowercase
            previousIsDigit = isDigit
        }
        finish()
        return words
    }
}

extension CSVVocabulary {
    /// What a header says: the roles of the longest phrase in it that is known.
    struct Reading {
        var roles: [CSVRole] = []
        /// The whole header is the phrase.
        var isExact = false
    }

    private static let table: [String: [CSVRole]] = {
        var table: [String: [CSVRole]] = [:]
        for (role, words) in phrases {
            for phrase in words.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
                table[String(phrase), default: []].append(role)
            }
        }
        for row in Resource.named("rag-index/imports/headers.tsv").tableRows {
            guard let role = CSVRole(rawValue: row[0]) else { continue }
            for phrase in row[1].split(separator: "|") { table[String(phrase), default: []].append(role) }
        }
        return table
    }()

    private static let rows = Dictionary(
        Resource.named("rag-index/imports/headers.tsv").tableRows.map { row in
            (row[0], Set(row[1].split(separator: "|").map(String.init)))
        }
    ) { $0.union($1) }

    /// The words of one kind of `rag-index/imports/headers.tsv`.
    static func words(of kind: String) -> Set<String> { rows[kind] ?? [] }

    /// Phrases of scripts that put no space between words, longest first.
    private static let unspaced: [(phrase: String, roles: [CSVRole])] =
        table
        .filter { ($0.key.unicodeScalars.first?.value ?? 0) >= 0x2E80 }
        .map { (String($0.key.filter { $0 != " " }), $0.value) }
        .sorted {
            $0.phrase.utf8.count == $1.phrase.utf8.count
                ? $0.phrase < $1.phrase : $0.phrase.utf8.count > $1.phrase.utf8.count
        }

    private static let longestPhrase = 6

    static func read(_ header: String) -> Reading {
        guard header.utf8.count <= 80 else { return Reading() }
        var words = HeaderText.words(header)
        // "Description 2", "VWZ1": one of several.
        if words.count > 1, let last = words.last, last.utf8.allSatisfy(DateParser.isDigit) { words.removeLast() }
        // "Amount in Rs" says which currency, not which way.
        if words.count > 2, words[words.count - 2] == "in", let last = words.last,
            last == "rs" || CurrencyUnit(last.uppercased()) != nil
        {
            words.removeLast(2)
        }
        guard !words.isEmpty, words.count <= 10 else { return Reading() }
        let whole = words.joined(separator: " ")
        if let roles = table[whole] { return Reading(roles: roles, isExact: true) }
        // "CAD$", "EUR": an amount in that currency.
        if words.count == 1, currency(in: header) != nil { return Reading(roles: [.amount], isExact: false) }
        if whole.unicodeScalars.contains(where: { $0.value >= 0x2E80 }) {
            let joined = words.joined()
            guard let match = unspaced.first(where: { contains(joined, $0.phrase) }) else { return Reading() }
            return Reading(roles: match.roles, isExact: match.phrase == joined)
        }
        for length in stride(from: min(words.count, longestPhrase), through: 1, by: -1) {
            // Of equally long phrases the last one is the noun in most of the languages: "account balance date".
            for start in stride(from: words.count - length, through: 0, by: -1) {
                let phrase = words[start..<start + length].joined(separator: " ")
                if let roles = table[phrase] ?? singular(phrase) {
                    // "ID" ends many a name; other words of two letters within a name tell nothing.
                    guard length > 1 || phrase.utf8.count >= 3 || (phrase == "id" && start == words.count - 1) else {
                        continue
                    }
                    return Reading(roles: roles, isExact: false)
                }
            }
        }
        // "Empfaenger" for "Empfänger".
        let plain = umlautsUndone(whole)
        return plain == whole ? Reading() : read(plain)
    }

    private static func umlautsUndone(_ words: String) -> String {
        var out: [UInt8] = []
        for byte in words.utf8 {
            // a, o, u
            if byte == 0x65, let last = out.last, [0x61, 0x6F, 0x75].contains(last) { continue }
            out.append(byte)
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func singular(_ phrase: String) -> [CSVRole]? {
        phrase.hasSuffix("s") ? table[String(phrase.dropLast())] : nil
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        let text = Array(text.utf8)
        let part = Array(part.utf8)
        guard part.count <= text.count else { return false }
        return (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
    }

    /// The currency that a header names: `Amount (EUR)`, `Betrag (€)`, `Debit CHF`, `台幣金額`.
    static func currency(in header: String) -> CurrencyUnit? {
        var word = ""
        var found: CurrencyUnit?
        var isInBrackets = false
        for character in header + " " {
            if character.isLetter || character.isCurrencySymbol {
                word.append(character)
            } else {
                // Only upper case is a code here: "all" and "top" are words.
                // "CAD$": the code says which dollar.
                let code = word.count == 4 && word.last?.isCurrencySymbol ?? false ? String(word.dropLast()) : word
                if code.utf8.count != 3 || code == code.uppercased(), let unit = CurrencyUnit(code) {
                    found = unit
                } else if isInBrackets, let unit = CurrencyUnit(sign: code) {
                    found = unit
                }
                word = ""
                isInBrackets = character == "(" || character == "["
            }
        }
        return found ?? CurrencyUnit.named(within: header)
    }
}
