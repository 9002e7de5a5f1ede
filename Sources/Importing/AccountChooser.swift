import Ledger
import Store

/// Finds or makes the account that a record belongs to.
struct AccountChooser {
    let index: HouseholdIndex
    let request: IngestRequest
    let path: String
    let statements: [StatementAccount]
    /// `StatementLayout.signature` of the file.
    let layout: String?
    /// What the file tells of itself.
    private let found: StatementLayout
    private(set) var used: [Account] = []
    /// What a person should know of the choice, each a sentence.
    private(set) var notes: [String] = []
    /// Accounts that were found by what the person or the file's name says, which is what a layout is remembered for.
    private var unnamed: [Account] = []
    private var chosen: [Choice: Account] = [:]
    private var last: (choice: Choice, account: Account)?

    private struct Choice: Hashable {
        let name: String?
        let currency: Currency?
    }

    init(
        index: HouseholdIndex, request: IngestRequest, path: String, statements: [StatementAccount],
        layout: StatementLayout
    ) {
        self.index = index
        self.layout = layout.signature
        found = layout
        self.request = request
        self.path = path
        self.statements = statements
    }

    /// The account that rows go to where they name none, if it is there already.
    var existing: Account? {
        get throws(StoreError) {
            let word = statements.count == 1 ? statements.first?.name : nil
            if let name = request.account ?? named(word) { return try index.account(named: try fitting(name, word)) }
            return try likeness(in: nil, type: nil)
        }
    }

    /// The name of an account, numbered where it is the file's name alone that says it, and that account's files of these
    /// columns are read another way than this one shows.
    private func fitting(_ name: String, _ word: String?) throws(StoreError) -> String {
        guard request.account == nil, word == nil else { return name }
        var fitting = name
        var number = 1
        while let account = try index.account(named: fitting), try contradicts(account) {
            number += 1
            fitting = "\(name) \(number)"
        }
        return fitting
    }

    /// Whether the file shows that it is no file of the account: its signs or dates mean something else than those of earlier
    /// files with these columns.
    private func contradicts(_ account: Account) throws(StoreError) -> Bool {
        guard let layout else { return false }
        let sign = try index.noted(.sign, ofLayout: layout, account: account.id)
        if let sign, let shown = found.shown.sign, shown.rawValue != sign { return true }
        let order = try index.noted(.order, ofLayout: layout, account: account.id)
        if let order, let shown = found.shown.dateOrder, shown.rawValue != order { return true }
        return false
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
        let wanted = request.options.currency ?? choice.currency ?? statement?.currency
        let own = Array(records.lazy.filter { $0.accountName == choice.name }.prefix(500))
        let isNamed = request.account != nil || choice.name != nil || statement?.name != nil
        let word = choice.name ?? statement?.name
        let base = try (request.account ?? named(word)).map { name throws(StoreError) in try fitting(name, word) }
        // That what was spent is positive speaks for a card, unless the name says what it is.
        let isTurned = found.sign == .flipped && layout?.hasPrefix("csv:") == true
        let typeByName = isTurned ? base.flatMap(AccountChooser.type(ofName:)) : nil
        var type = request.options.accountType ?? typeByName ?? statement?.type
        var name = base ?? ""
        if let base {
            if let existing = try index.account(named: base), let wanted, existing.currency != wanted {
                // One account holds one currency; rows in another one get an account of their own.
                name = "\(base) \(wanted.code)"
            }
            if let existing = try index.account(named: name) { return note(existing, isNamed: isNamed) }
        }
        if !isNamed, let holder = try holder(of: records, in: wanted) { return note(holder, isNamed: false) }
        type = type ?? AccountChooser.type(base ?? "", own)
        if type == .checking, isOfCard, AccountChooser.type(ofName: base ?? "") == nil, !AccountChooser.isChecking(own)
        {
            type = .creditCard
        }
        if base == nil {
            if let alike = try likeness(in: wanted, type: type) {
                notes.append(
                    "The file doesn't name its account; its columns match \(alike.name). If it's another account, undo the "
                        + "import with `coach imports` and add --account NAME.")
                return note(alike, isNamed: false)
            }
            name = try freeName(wanted)
            if name != FileNames.unnamedAccount {
                notes.append(
                    "The file doesn't name its account, and its columns match none of yours; to name it, run "
                        + "`coach accounts --rename \"\(name)\" NAME`.")
            }
        }
        let currency = if let wanted { wanted } else { try assumedCurrency() }
        return note(
            try index.addAccount(
                name: name, type: type ?? .checking, currency: currency,
                institution: statement?.institution, mask: statement?.mask), isNamed: isNamed)
    }

    /// Whether a column of the file is of the numbers of cards.
    private var isOfCard: Bool {
        guard let layout, layout.hasPrefix("csv:") else { return false }
        return layout.dropFirst(4).split(separator: ",").contains { ["cardno", "cardnumber"].contains($0) }
    }

    /// What an account of a file without currencies is kept in: that of all the others, else what goes with the words of
    /// its header.
    private mutating func assumedCurrency() throws(StoreError) -> Currency {
        var own: Set<Currency> = []
        for account in try index.accounts { own.insert(account.currency) }
        let usual = own.count == 1 ? own.first : nil
        let currency =
            found.likelyCurrency ?? (found.leaningCurrency == nil ? usual : nil) ?? found.leaningCurrency ?? .usd
        // What everything else is kept in needs no word where the file speaks for it as well.
        let isNoted = notes.contains { $0.hasPrefix("The file doesn't say its currency: \(currency.code)") }
        if usual != currency || found.leaningCurrency != currency, !isNoted {
            let why = usual == currency && found.leaningCurrency == nil ? ", as in your other accounts" : ""
            notes.append(
                "The file doesn't say its currency: \(currency.code) was assumed\(why) (--currency CODE for another).")
        }
        return currency
    }

    /// The only account whose files look like this one.
    private func likeness(in currency: Currency?, type: AccountType?) throws(StoreError) -> Account? {
        guard let layout else { return nil }
        var alike: [Account] = []
        for account in try index.accounts(likeFile: layout) {
            // Rows of a card show what they are; those of other accounts may stand on a card as well.
            guard currency ?? found.likelyCurrency ?? account.currency == account.currency,
                type != .creditCard || account.type == .creditCard, try !contradicts(account)
            else { continue }
            alike.append(account)
        }
        return alike.count == 1 ? alike.first : nil
    }

    private func freeName(_ currency: Currency?) throws(StoreError) -> String {
        var name = FileNames.unnamedAccount
        if let other = try index.account(named: name), let currency, other.currency != currency {
            name += " \(currency.code)"
        }
        let base = name
        var number = 1
        while try index.account(named: name) != nil {
            number += 1
            name = "\(base) \(number)"
        }
        return name
    }

    /// Remembers what the files of accounts look like that no file names, and of each account what its signs mean and
    /// which number of a date comes first.
    func noteLayouts(_ found: StatementLayout) throws(StoreError) {
        guard let layout else { return }
        for account in unnamed { try index.noteLayout(layout, ofAccount: account.id) }
        for account in used {
            if found.shown.hasDateOrder {
                try index.note(.order, found.dateOrder.rawValue, ofLayout: layout, account: account.id)
            }
            guard found.sign == .asIs || found.sign == .flipped else { continue }
            try index.note(.sign, found.sign.rawValue, ofLayout: layout, account: account.id)
        }
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

    /// The file's word for the account, else what its name says; a bare number is put behind the name of the file. nil
    /// where neither says anything.
    private func named(_ word: String?) -> String? {
        let file = FileNames.account(from: path)
        guard let word, !word.isEmpty else { return file }
        guard !word.contains(where: \.isLetter) else { return word }
        let digits = word.filter(\.isNumber).suffix(4)
        let base = file ?? FileNames.unnamedAccount
        return base.hasSuffix(digits) ? base : "\(base) \(digits)"
    }

    private mutating func note(_ account: Account, isNamed: Bool) -> Account {
        if !used.contains(account) { used.append(account) }
        if !isNamed || request.account != nil, !unnamed.contains(account) { unnamed.append(account) }
        return account
    }

    // MARK: Guesses

    /// What the name that the person or the file gives to a new account says of its type.
    var namedType: AccountType? {
        let word = statements.count == 1 ? statements.first?.name : nil
        return (request.account ?? named(word)).flatMap(AccountChooser.type(ofName:))
    }

    /// Card or savings by its name, else by wording that only a card's rows have; checking otherwise.
    static func type(_ name: String, _ records: [ImportedRecord]) -> AccountType {
        type(ofName: name) ?? (isCard(records) ? .creditCard : .checking)
    }

    /// By whole words only: UniCredit is a bank, and a cardinal no card.
    fileprivate static func type(ofName name: String) -> AccountType? {
        let words = HeaderText.words(name)
        let savings = ["saving", "savings", "money market", "tagesgeld", "tagesgeldkonto", "sparkonto", "livret"]
        if mentions(savings, words) { return .savings }
        if mentions(["checking", "chequing", "girokonto", "current account", "compte courant"], words) {
            return .checking
        }
        let brands = [
            "visa", "mastercard", "amex", "american express", "discover", "sapphire", "freedom", "quicksilver",
            "venture", "barclaycard", "double cash", "custom cash", "blue cash", "active cash", "cash rewards",
        ]
        let own = behindCreditUnion(words)
        let isCard = mentions(["card", "cards", "creditcard", "kreditkarte"], words) || mentions(brands, own)
        if isCard, !mentions(["debit", "prepaid", "gift"], words) { return .creditCard }
        // Some cards are called so, too.
        if mentions(["reserve"], own) { return .savings }
        let investments = ["brokerage", "invest", "investing", "investment", "investments"]
        let isDepot = mentions(["depot"], words) && !mentions(["compte"], words)
        return mentions(investments, words) || isDepot ? .investment : nil
    }

    private static func mentions(_ phrases: [String], _ words: [String]) -> Bool {
        phrases.contains { phrase in
            let parts = phrase.split(separator: " ").map(String.init)
            return words.indices.contains { words[$0...].starts(with: parts) }
        }
    }

    /// The words behind the name of a credit union, which says nothing of the account: Freedom Credit Union is no card.
    private static func behindCreditUnion(_ words: [String]) -> [String] {
        let end = words.indices.last { index in
            words[index] == "fcu" || words[index] == "union" && index > 0 && words[index - 1] == "credit"
        }
        guard let end else { return words }
        return Array(words[(end + 1)...])
    }

    private static func isCard(_ records: [ImportedRecord]) -> Bool {
        // Where a bill is paid from, automatic payments go out; once one comes back.
        let paidByItself = records.count(where: isPaidByItself)
        let isUsual = paidByItself > 1 || paidByItself > 0 && records.count { $0.minorUnits > 0 } == paidByItself
        if isUsual, !isChecking(records) { return true }
        return records.contains { record in
            let text = record.description.uppercased()
            let type = record.bankType?.lowercased()
            return record.minorUnits > 0
                && (text.contains("PAYMENT THANK YOU") || text.contains("PAYMENT - THANK YOU")
                    || CSVPhrases.isCardPayment(record.description))
                || type == "sale" || (type == "payment" && record.minorUnits > 0 && text.contains("PAYMENT"))
        }
    }

    /// Whether an automatic payment came in, other than that of a tenant.
    private static func isPaidByItself(_ record: ImportedRecord) -> Bool {
        guard record.minorUnits > 0 else { return false }
        let text = record.description.uppercased()
        return ["AUTOPAY", "AUTO-PMT", "AUTO PMT", "AUTOMATIC PAYMENT"].contains(where: text.contains)
            && !mentions(["rent", "rental", "lease", "tenant"], HeaderText.words(record.description))
    }

    private static let incomes = [
        "payroll", "paycheck", "paychecks", "salary", "wages", "direct dep", "direct deposit", "directdep", "pension",
        "social security", "ssa treas", "irs treas", "tax refund", "tax ref", "unemployment", "dividend",
        "interest paid", "interest earned", "interest payment", "mobile deposit", "check deposit", "invoice", "gehalt",
        "lohn", "nomina", "salaire", "stipendio",
    ]

    /// Whether rows show an account that no card is: incomes, or transfers in both directions.
    private static func isChecking(_ records: [ImportedRecord]) -> Bool {
        var directions: Set<Bool> = []
        for record in records where record.minorUnits != 0 {
            let isIn = record.minorUnits > 0
            let words = HeaderText.words(record.description)
            if isIn {
                let others = [record.bankType, record.bankCategory].compactMap(\.self).map(HeaderText.words)
                if ([words] + others).contains(where: { mentions(incomes, $0) }) { return true }
            }
            // What is taken over from another card is moved to this one.
            if mentions(["transfer", "xfer", "zelle"], words), !mentions(["balance transfer", "fee"], words) {
                directions.insert(isIn)
            }
        }
        return directions.count == 2
    }
}

extension AccountType {
    /// What a name says of an account's type; nil where it says nothing.
    public init?(ofAccountNamed name: String) {
        guard let type = AccountChooser.type(ofName: name) else { return nil }
        self = type
    }
}
