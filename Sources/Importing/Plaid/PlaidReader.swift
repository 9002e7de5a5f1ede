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
        pages.finish()
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
    /// Identifiers of what the bank took back.
    private var removed: [String] = []

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
        for row in page["removed"]?.array ?? [] {
            removed.append(row["transaction_id"]?.string ?? row.string ?? "")
        }
    }

    /// Leaves out what the pages themselves take back, and what they tell the posting of.
    mutating func finish() {
        let gone = Set(removed).union(records.compactMap(\.pendingID))
        let listed = Set(records.compactMap(\.bankID))
        records.removeAll { record in record.bankID.map { gone.contains($0) } ?? false }
        let unknown = removed.count { !listed.contains($0) }
        guard unknown > 0 else { return }
        problems.append(
            RowProblem(
                line: max(1, count),
                reason: unknown == 1
                    ? "the bank withdrew 1 transaction: if it was imported, exclude it with `coach edit`"
                    : "the bank withdrew \(unknown) transactions: if they were imported, exclude them with "
                        + "`coach edit`"))
    }

    private mutating func addAccount(_ account: JSON) {
        guard let id = account["account_id"]?.string else { return }
        let mask = account["mask"]?.string
        let name = account["name"]?.string ?? account["official_name"]?.string ?? "Account"
        let balances = account["balances"]
        let currency = options.currency ?? Currency(balances?["iso_currency_code"]?.string ?? "")
        let stated = PlaidTransaction.minorUnits(balances?["current"], currency)
        if stated == nil, let written = balances?["current"]?.numberText.flatMap(DecimalText.plain),
            let fault = OFXAmount.fault(of: written, in: currency ?? .usd)
        {
            problems.append(RowProblem(line: 1, reason: "the balance of \(CSVText.quoted(name)) is left out: \(fault)"))
        }
        let type = options.accountType ?? PlaidAccountType.type(of: account)
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

    private mutating func add(row: JSON) {
        count += 1
        do throws(PlaidTransaction.Fault) {
            var record = try PlaidTransaction.record(row, line: count, currency: options.currency)
            if options.flipsSign { record.minorUnits = -record.minorUnits }
            record.accountName = row["account_id"]?.string.map { id in accounts[index(of: id)].name } ?? nil
            records.append(record)
        } catch {
            problems.append(RowProblem(line: count, reason: error.words))
        }
    }

    private mutating func index(of id: String) -> Int {
        if let known = indexes[id] { return known }
        indexes[id] = accounts.count
        accounts.append(
            StatementAccount(name: "Account …\(id.suffix(4))", type: options.accountType, currency: options.currency))
        return accounts.count - 1
    }
}
