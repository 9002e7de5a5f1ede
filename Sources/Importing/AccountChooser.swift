import Ledger
import Store

/// Finds or makes the account that a record belongs to.
struct AccountChooser {
    let index: HouseholdIndex
    let request: IngestRequest
    let path: String
    let statements: [StatementAccount]
    private(set) var used: [Account] = []
    private var chosen: [Choice: Account] = [:]
    private var last: (choice: Choice, account: Account)?

    private struct Choice: Hashable {
        let name: String?
        let currency: Currency?
    }

    init(index: HouseholdIndex, request: IngestRequest, path: String, statements: [StatementAccount]) {
        self.index = index
        self.request = request
        self.path = path
        self.statements = statements
    }

    /// The account that rows go to where they name none, if it is there already.
    var existing: Account? {
        get throws(StoreError) {
            try index.account(named: request.account ?? named(statements.count == 1 ? statements.first?.name : nil))
        }
    }

    /// - Parameter records: rows of the same file, from which the account's type is guessed where nothing tells it.
    mutating func account(for record: ImportedRecord, among records: [ImportedRecord]) throws(StoreError) -> Account {
        let choice = Choice(name: record.accountName, currency: record.currency)
        if let last, last.choice == choice { return last.account }
        if let known = chosen[choice] {
            last = (choice, known)
            return known
        }
        let account = try find(choice, records)
        chosen[choice] = account
        last = (choice, account)
        return account
    }

    /// The account of a statement as a whole, which need not have rows.
    mutating func account(of statement: StatementAccount) throws(StoreError) -> Account {
        let choice = Choice(name: statement.name, currency: nil)
        if let known = chosen[choice] { return known }
        let account = try find(choice, [])
        chosen[choice] = account
        return account
    }

    private mutating func find(_ choice: Choice, _ records: [ImportedRecord]) throws(StoreError) -> Account {
        let statement = statements.first { $0.name == choice.name } ?? (statements.count == 1 ? statements.first : nil)
        let base = request.account ?? named(choice.name ?? statement?.name)
        let wanted = request.options.currency ?? choice.currency ?? statement?.currency
        var name = base
        if let existing = try index.account(named: base), let wanted, existing.currency != wanted {
            // One account holds one currency; rows in another one get an account of their own.
            name = "\(base) \(wanted.code)"
        }
        if let existing = try index.account(named: name) { return note(existing) }
        let isNamed = request.account != nil || choice.name != nil || statement?.name != nil
        if !isNamed, let holder = try holder(of: records, in: wanted) { return note(holder) }
        let own = Array(records.lazy.filter { $0.accountName == choice.name }.prefix(500))
        let type = request.options.accountType ?? statement?.type ?? AccountChooser.type(name, own)
        return note(
            try index.addAccount(
                name: name, type: type, currency: wanted ?? .usd, institution: statement?.institution,
                mask: statement?.mask))
    }

    /// The account that has rows of this file already, where only the file's name would tell the account: the same
    /// file under another name, or the next one of an account that the person named. Three rows, or all there are,
    /// tell it from fees that two accounts have alike.
    private func holder(of records: [ImportedRecord], in currency: Currency?) throws(StoreError) -> Account? {
        for account in try index.accounts where currency == nil || account.currency == currency {
            var known = 0
            for record in records {
                let hash = ImportSession.contentHash(record.description)
                let isKnown = try index.hasRow(
                    account: account.id, day: record.date.dayNumber, amount: record.minorUnits, contentHash: hash)
                if isKnown { known += 1 }
                if known >= min(3, records.count) { return account }
            }
        }
        return nil
    }

    /// The file's word for the account; a bare number is put behind the name of the file.
    private func named(_ word: String?) -> String {
        let file = AccountChooser.name(fromFile: path)
        guard let word, !word.isEmpty else { return file }
        guard !word.contains(where: \.isLetter) else { return word }
        let digits = word.filter(\.isNumber).suffix(4)
        return file.hasSuffix(digits) ? file : "\(file) \(digits)"
    }

    private mutating func note(_ account: Account) -> Account {
        if !used.contains(account) { used.append(account) }
        return account
    }

    // MARK: Guesses

    /// `Chase1234_Activity20261031.CSV` → `Chase 1234`, `everyday-checking.csv` → `Everyday Checking`.
    static func name(fromFile path: String) -> String {
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
        let noise: Set = [
            "activity", "export", "download", "statement", "statements", "transactions", "transaction", "history",
            "csv",
            "ofx", "qfx", "stmt", "data", "file", "all", "from", "to", "copy", "report",
        ]
        // Four digits may be the end of a card's number; years, dates and counters are noise.
        let kept = words.filter { word in
            if word.allSatisfy(\.isNumber) { return word.count == 4 && !(word.hasPrefix("20") || word.hasPrefix("19")) }
            return !noise.contains(word.lowercased())
        }
        guard !kept.isEmpty else { return "My Account" }
        return kept.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }

    /// Card or savings by its name, else by wording that only a card's rows have; checking otherwise.
    static func type(_ name: String, _ records: [ImportedRecord]) -> AccountType {
        let key = name.lowercased()
        func mentions(_ words: [String]) -> Bool { words.contains { key.contains($0) } }
        if mentions(["saving", "money market", "tagesgeld", "livret", "reserve"]) { return .savings }
        let cards = [
            "card", "visa", "mastercard", "amex", "american express", "credit", "discover", "sapphire", "freedom",
            "quicksilver", "venture", "kreditkarte",
        ]
        if mentions(cards), !mentions(["debit", "credit union"]) { return .creditCard }
        if mentions(["brokerage", "invest", "depot"]) { return .investment }
        let isCard = records.contains { record in
            let text = record.description.uppercased()
            let type = record.bankType?.lowercased()
            return record.minorUnits > 0 && (text.contains("PAYMENT THANK YOU") || text.contains("PAYMENT - THANK YOU"))
                || type == "sale" || (type == "payment" && record.minorUnits > 0 && text.contains("PAYMENT"))
        }
        return isCard ? .creditCard : .checking
    }
}
