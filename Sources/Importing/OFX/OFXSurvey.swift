import Ledger

/// What an OFX file holds besides its transactions: accounts, balances, and what is to be said of it as a whole.
struct OFXSurvey {
    private(set) var accounts: [StatementAccount] = []
    /// Which of the accounts each statement belongs to.
    private(set) var accountOfStatement: [Int] = []
    /// The currency of each statement.
    private(set) var currencies: [Currency] = []
    private(set) var notes: [RowProblem] = []
    private(set) var hasDecimalComma = false
    private(set) var trades = OFXTrades()
    private(set) var signs = OFXSigns()
    private(set) var corrections = OFXCorrections()
    private(set) var balances = OFXBalances()

    /// - Throws: when the text is no OFX or holds no statement.
    init(_ text: [UInt8], path: String, options: ImportOptions) throws(ImportError) {
        var scanner = OFXScanner(text)
        var isCutOff = false
        while let transaction = scanner.nextTransaction() {
            isCutOff = transaction.isCutOff
            trades.note(transaction, scanner)
            signs.note(transaction, scanner)
            corrections.note(transaction, scanner)
            balances.note(transaction, scanner)
            if !hasDecimalComma, let amount = transaction.value(of: .amount) ?? transaction.value(of: .total) {
                hasDecimalComma = OFXAmount(scanner.text(amount))?.hasDecimalComma ?? false
            }
        }
        guard scanner.hasBegun else { throw OFXSurvey.noOFX(path, text) }
        trades.names = scanner.securities
        corrections.find(in: text)
        let statements = scanner.statements
        balances.find(closings: statements.map { OFXAmount($0.ledger.amount)?.minorUnits(of: .usd) })
        guard statements.contains(where: { !$0.number.isEmpty || $0.transactions > (isCutOff ? 1 : 0) }) else {
            throw OFXSurvey.noStatement(path, scanner)
        }
        add(statements, options, institution: scanner.institution)
        trades.matchIncomes(scanner, accounts: accountOfStatement, currencies: currencies)
        note(scanner, options, isCutOff: isCutOff)
    }

    private mutating func add(_ statements: [OFXStatement], _ options: ImportOptions, institution: String) {
        var identities: [String] = []
        for statement in statements {
            var account = OFXSurvey.account(statement, options)
            account.institution = institution.isEmpty ? nil : institution
            currencies.append(account.currency ?? .usd)
            let identity = "\(statement.kind) \(statement.typeWord) \(statement.bank) \(statement.number)"
            if let known = identities.firstIndex(of: identity) {
                accountOfStatement.append(known)
                update(known, with: account)
            } else {
                accountOfStatement.append(accounts.count)
                identities.append(identity)
                append(account)
            }
        }
    }

    /// A second statement of an account counts where its balance is the later one.
    private mutating func update(_ index: Int, with account: StatementAccount) {
        guard let day = account.balanceDate, day >= accounts[index].balanceDate ?? day else { return }
        accounts[index].ledgerBalance = account.ledgerBalance
        accounts[index].availableBalance = account.availableBalance
        accounts[index].balanceDate = day
    }

    /// Numbers that end in the same four digits are told apart by a count: `Checking …0000 (2)`.
    private mutating func append(_ account: StatementAccount) {
        var account = account
        let base = account.name ?? ""
        let alike = accounts.count { $0.name == base || $0.name?.hasPrefix(base + " (") == true }
        if alike > 0 { account.name = "\(base) (\(alike + 1))" }
        accounts.append(account)
    }

    private mutating func note(_ scanner: OFXScanner, _ options: ImportOptions, isCutOff: Bool) {
        for status in scanner.statuses where status.isError {
            notes.append(RowProblem(line: status.line, reason: "the bank answered \"\(status.text)\""))
        }
        for statement in scanner.statements where !statement.ledger.amount.isEmpty {
            let (amount, day) = (statement.ledger.amount, statement.ledger.day)
            let currency = options.currency ?? Currency(statement.currency) ?? .usd
            guard
                let fault = OFXAmount.fault(of: amount, in: currency)
                    ?? (OFXValues.day(day) == nil ? "unreadable day \(CSVText.quoted(day))" : nil)
            else { continue }
            notes.append(RowProblem(line: statement.ledger.line, reason: "the balance is left out: \(fault)"))
        }
        if let line = trades.firstWithoutMoney {
            let count = trades.withoutMoney
            let what = count == 1 ? "1 transaction moves" : "\(count) transactions move"
            notes.append(RowProblem(line: line, reason: "\(what) securities and no money: left out"))
        }
        if !scanner.hasEnded, !isCutOff {
            notes.append(RowProblem(line: scanner.line, reason: "the file ends before </OFX>: download it again"))
        }
    }

    /// The account as the statement names it: `Checking …1234`.
    private static func account(_ statement: OFXStatement, _ options: ImportOptions) -> StatementAccount {
        let (word, type): (String, AccountType) =
            switch (statement.kind, statement.typeWord) {
            case (.card, _): ("Credit card", .creditCard)
            case (.investment, _): statement.isRetirement ? ("Retirement", .retirement) : ("Investment", .investment)
            case (.bank, "SAVINGS"): ("Savings", .savings)
            case (.bank, "MONEYMRKT"): ("Money market", .savings)
            case (.bank, "CD"): ("Deposit", .savings)
            case (.bank, "CREDITLINE"): ("Credit line", .creditCard)
            default: ("Checking", .checking)
            }
        let digits = statement.number.filter { ("0"..."9").contains($0) }.suffix(4)
        let mask = digits.count < 2 ? nil : String(digits)
        let currency = options.currency ?? Currency(statement.currency)
        return StatementAccount(
            name: mask.map { "\(word) …\($0)" } ?? word, mask: mask, type: options.accountType ?? type,
            currency: currency,
            ledgerBalance: OFXAmount(statement.ledger.amount)?.minorUnits(of: currency ?? .usd),
            availableBalance: OFXAmount(statement.available.amount)?.minorUnits(of: currency ?? .usd),
            balanceDate: OFXValues.day(statement.ledger.day))
    }

    private static func noOFX(_ path: String, _ text: [UInt8]) -> ImportError {
        if OFXText.end(of: Array("<OFC>".utf8), in: text.prefix(4096)) != nil {
            return ImportError("\(path) is an OFC file, the format before OFX: download it as OFX, QFX, or CSV")
        }
        return ImportError("\(path) isn't an OFX file (there's no <OFX> in it): download it again as OFX, QFX, or CSV")
    }

    private static func noStatement(_ path: String, _ scanner: OFXScanner) -> ImportError {
        if let status = scanner.statuses.first(where: \.isError) {
            return ImportError(
                "\(path) is an OFX reply without a statement: the bank answered \"\(status.text)\": "
                    + "sign in at your bank and download it again")
        }
        guard scanner.hasEnded else {
            return ImportError("\(path) is cut off before the end of the statement: download it again")
        }
        return ImportError(
            "\(path) is an OFX reply without a statement: pick the account and a period at your bank and download it again"
        )
    }
}
