import Ledger
import Resources

/// Decides whether a column names the person's own accounts or those of the other side of each row.
struct CSVAccountColumn {
    /// The column of own accounts; nil where there is none.
    private(set) var column: Int?
    /// What the file leaves open.
    private(set) var doubt: LayoutDoubt?
    /// What was taken for granted, a sentence.
    private(set) var assumption: String?
    private(set) var finding: LayoutCertainty.Finding?

    private static let words: [String: Set<String>] = {
        var table: [String: Set<String>] = [:]
        for row in Resource.named("rag-index/imports/accounts.tsv").tableRows {
            table[row[0], default: []].formUnion(row[1].split(separator: "|").map(String.init))
        }
        return table
    }()

    /// The words of one kind of `rag-index/imports/accounts.tsv`.
    static func words(of kind: String) -> Set<String> { words[kind] ?? [] }

    private static let table = (headers: words(of: "header"), names: words(of: "name"), numbers: words(of: "number"))

    /// - Parameter isOneAccount: the person has named the account of all rows.
    init(_ finder: CSVColumnFinder, isOneAccount: Bool) {
        for column in finder.columns(.account) {
            if finder.isChosen(column) {
                take(column, .certain, "--columns says which column names them")
                return
            }
            let profile = finder.profiles[column]
            guard profile.filled * 10 >= profile.rows * 9 else { continue }
            if profile.distinct == 1 || profile.distinct * 4 <= profile.rows {
                take(column, .certain, profile.distinct == 1 ? "all rows name one" : "each stands in several rows")
                return
            }
            if Self.isNamed(finder, column) {
                decide(finder, column, isOneAccount)
            } else if !isOneAccount, Self.mayBeNumbers(finder, column) {
                ask(finder, column)
            }
            if self.column != nil || doubt != nil { return }
        }
    }

    /// The header alone says it, or the type of account that stands beside it.
    private static func isNamed(_ finder: CSVColumnFinder, _ column: Int) -> Bool {
        let name = finder.headerWords(column).joined(separator: " ")
        return table.headers.contains(name) || name == "account number" && finder.accountTypes != nil
    }

    private mutating func take(_ column: Int, _ degree: LayoutCertainty.Degree, _ reason: String) {
        self.column = column
        finding = .init(.accounts, degree, reason)
    }

    /// What each account stands in few rows of: names as accounts have them are own ones; numbers that go with one payee each are
    /// the other side's.
    private mutating func decide(_ finder: CSVColumnFinder, _ column: Int, _ isOneAccount: Bool) {
        let rows = finder.rows.filter { !finder.sample.bytes($0, column).isEmpty }
        let values = Set(rows.map { finder.sample.string($0, column) })
        let types = finder.accountTypes.map { types in
            rows.count { CSVAccounts.type(HeaderText.words(finder.sample.string($0, types))) != nil }
        }
        if let types, types * 2 >= rows.count {
            return take(column, .certain, "the type of account stands beside them")
        }
        if values.count(where: Self.isAccountName) * 2 >= values.count {
            return take(column, .likely, "their names are those of accounts")
        }
        let payees = finder.columns(.payee) + finder.columns(.recipient) + finder.columns(.payer)
        let pairs = Self.pairs(finder, rows, column, Self.payees(finder))
        if let pairs, pairs.most > 1, values.count < rows.count {
            return take(column, .likely, "one account stands beside several payees")
        }
        // Nobody has as many accounts as there are others.
        let numbers = values.count { value in
            var value = value
            return value.withUTF8 { CSVCell.isCode(UnsafeRawBufferPointer($0)) }
        }
        let option = "--columns \"account=\(column + 1)\""
        if numbers == values.count, !payees.isEmpty, let pairs, pairs.most == 1 {
            assumption =
                "\(finder.name(column)) is taken as the other side's account, since each number goes with one payee; if these "
                + "are your accounts, use \(option)."
            finding = .init(.accounts, .likely, "each number goes with one payee")
            return
        }
        if !isOneAccount { ask(finder, column) }
    }

    private mutating func ask(_ finder: CSVColumnFinder, _ column: Int) {
        let values = finder.rows.map { finder.sample.string($0, column) }.filter { !$0.isEmpty }
        doubt = .accounts(
            LayoutDoubt.Column(
                number: column + 1, name: finder.name(column), example: CSVAccounts.name(values.first ?? "")),
            names: Set(values).count)
    }

    /// Numbers of accounts in every row, some of which stand in several and beside different payees: either side's.
    private static func mayBeNumbers(_ finder: CSVColumnFinder, _ column: Int) -> Bool {
        let profile = finder.profiles[column]
        guard table.numbers.contains(finder.headerWords(column).joined(separator: " ")),
            profile.filled == profile.rows, profile.distinct < profile.rows,
            finder.rows.allSatisfy({ finder.sample.string($0, column).filter(\.isNumber).count >= 6 })
        else { return false }
        // Beside the other side's name stands the other side's number.
        guard (finder.columns(.payee) + finder.columns(.recipient) + finder.columns(.payer)).isEmpty else {
            return false
        }
        return pairs(finder, finder.rows, column, Self.payees(finder)).map { $0.most > 1 } ?? false
    }

    /// Columns that say who the other side is, else what it was for.
    private static func payees(_ finder: CSVColumnFinder) -> [Int] {
        let payees = finder.columns(.payee) + finder.columns(.recipient) + finder.columns(.payer)
        return payees.isEmpty ? finder.columns(.memo) : payees
    }

    /// How many payees the account with the most of them stands beside; nil without payees.
    private static func pairs(
        _ finder: CSVColumnFinder, _ rows: [CSVSample.Row], _ column: Int, _ payees: [Int]
    ) -> (most: Int, rows: Int)? {
        guard !payees.isEmpty else { return nil }
        var found: [String: Set<String>] = [:]
        for row in rows {
            let payee = payees.lazy.map { finder.sample.string(row, $0) }.first { !$0.isEmpty } ?? ""
            found[finder.sample.string(row, column), default: []].insert(payee)
        }
        return (found.values.map(\.count).max() ?? 0, rows.count)
    }

    private static func isAccountName(_ text: String) -> Bool {
        if AccountType(ofAccountNamed: text) != nil { return true }
        let words = HeaderText.words(text)
        return words.indices.contains { start in
            (1...3).contains { length in
                start + length <= words.count
                    && table.names.contains(words[start..<start + length].joined(separator: " "))
            }
        }
    }
}
