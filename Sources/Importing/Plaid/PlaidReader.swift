import Ledger

/// Reads pages of Plaid's transactions (`/transactions/sync` and `/transactions/get`), one or several in an array.
struct PlaidReader: WholeFileReader {
    let layout: StatementLayout
    let accounts: [StatementAccount]
    var records: StatementRecords

    /// - Throws: when the text is no JSON or has no transactions in it.
    init(_ file: StatementBytes, options: ImportOptions) throws(ImportError) {
        layout = StatementLayout(
            encoding: "utf-8", delimiter: nil, headerLine: 0, dateOrder: .ymd, decimal: ".",
            sign: options.flipsSign ? .asIs : .flipped)
        let document: JSON
        do {
            document = try JSON.parse(Array(file.bytes))
        } catch {
            throw ImportError("\(file.path) is no JSON: \(error.message)")
        }
        var pages = PlaidPages(options)
        for page in document.array ?? [document] { pages.add(page) }
        guard pages.isFound else { throw ImportError("\(file.path) is JSON without Plaid transactions") }
        accounts = pages.accounts
        records = StatementRecords(pages.records, problems: pages.problems)
    }
}

private struct PlaidPages {
    private(set) var accounts: [StatementAccount] = []
    private(set) var records: [ImportedRecord] = []
    private(set) var problems: [RowProblem] = []
    private(set) var isFound = false
    private let options: ImportOptions
    private var indexes: [String: Int] = [:]
    /// Pages have no lines that a person could look up: rows are counted.
    private var count = 0

    init(_ options: ImportOptions) { self.options = options }

    mutating func add(_ page: JSON) {
        for account in page["accounts"]?.array ?? [] { addAccount(account) }
        for key in ["added", "modified", "transactions"] {
            guard let rows = page[key]?.array else { continue }
            isFound = true
            for row in rows { add(row: row) }
        }
        // A transaction alone, as an array of them has it.
        if page["transaction_id"] != nil {
            isFound = true
            add(row: page)
        }
        if let removed = page["removed"]?.array, !removed.isEmpty {
            problems.append(
                RowProblem(
                    line: max(1, count),
                    reason:
                        "\(removed.count) transaction\(removed.count == 1 ? "" : "s") that the bank took back: exclude "
                        + "them with `coach edit` if they were imported"))
        }
    }

    private mutating func addAccount(_ account: JSON) {
        guard let id = account["account_id"]?.string else { return }
        let mask = account["mask"]?.string
        let name = account["name"]?.string ?? account["official_name"]?.string ?? "Account"
        let balances = account["balances"]
        let currency = options.currency ?? Currency(balances?["iso_currency_code"]?.string ?? "")
        let stated = balances?["current"]?.numberText.flatMap { OFXAmount($0)?.minorUnits(of: currency ?? .usd) }
        let type = options.accountType ?? Self.type(account["type"]?.string ?? "", account["subtype"]?.string ?? "")
        let one = StatementAccount(
            name: mask.map { "\(name) …\($0)" } ?? name, mask: mask, type: type, currency: currency,
            ledgerBalance: type?.isLiability ?? false ? stated.map { -$0 } : stated,
            balanceDate: account["balances"]?["last_updated_datetime"]?.string.flatMap {
                CivilDate(iso: String($0.prefix(10)))
            })
        if let known = indexes[id] {
            accounts[known] = one
        } else {
            indexes[id] = accounts.count
            accounts.append(one)
        }
    }

    private static func type(_ type: String, _ subtype: String) -> AccountType? {
        switch (type, subtype) {
        case ("credit", _): .creditCard
        case ("loan", "mortgage"): .mortgage
        case ("loan", _): .loan
        case ("investment", "401k"), ("investment", "ira"), ("investment", "roth"): .retirement
        case ("investment", _), ("brokerage", _): .investment
        case ("depository", "savings"), ("depository", "money market"), ("depository", "cd"): .savings
        case ("depository", _): .checking
        default: nil
        }
    }

    private mutating func add(row: JSON) {
        count += 1
        func text(_ key: String) -> String? { row[key]?.string.flatMap { $0.isEmpty ? nil : $0 } }
        guard let date = (text("authorized_date") ?? text("date")).flatMap(OFXValues.day) else {
            problems.append(RowProblem(line: count, reason: "no date: enter this transaction by hand"))
            return
        }
        let currency = options.currency ?? text("iso_currency_code").flatMap { Currency($0) }
        guard let amount = row["amount"]?.numberText.flatMap({ OFXAmount($0)?.minorUnits(of: currency ?? .usd) }) else {
            problems.append(RowProblem(line: count, reason: "no amount: enter this transaction by hand"))
            return
        }
        let index = text("account_id").map { id in self.index(of: id) }
        let posted = text("date").flatMap(OFXValues.day)
        let name = text("name") ?? text("original_description") ?? text("merchant_name") ?? ""
        var record = ImportedRecord(
            // Positive is money out.
            line: count, date: date, posted: posted == date ? nil : posted, description: name,
            minorUnits: options.flipsSign ? amount : -amount, currency: currency, bankID: text("transaction_id"),
            bankCategory: row["personal_finance_category"]?["detailed"]?.string,
            isPending: row["pending"]?.bool ?? false, accountName: index.flatMap { accounts[$0].name })
        record.pendingID = text("pending_transaction_id")
        records.append(record)
    }

    private mutating func index(of id: String) -> Int {
        if let known = indexes[id] { return known }
        indexes[id] = accounts.count
        accounts.append(
            StatementAccount(name: "Account …\(id.suffix(4))", type: options.accountType, currency: options.currency))
        return accounts.count - 1
    }
}
