import Ledger

/// One transaction as a file states it, before anything is decided about it.
public struct ImportedRecord: Sendable, Equatable {
    /// The line of the file it begins on, counted from 1.
    public var line: Int
    /// The day it was made where the file says so, else the posting day.
    public var date: CivilDate
    /// The posting day where the file gives both.
    public var posted: CivilDate?
    /// What a person would call its text: payee and memo joined by one space, unchanged otherwise.
    public var description: String
    /// Negative = money out, in minor units.
    public var minorUnits: Int64
    /// Where the row itself names one; else the account's holds.
    public var currency: Currency?
    /// FITID or another identifier that the bank gives to the transaction.
    public var bankID: String?
    /// A category named by the file, as written.
    public var bankCategory: String?
    /// The bank's type word: `Sale`, `Payment`, `DEBIT`, `XFER`, `ACH_CREDIT` …
    public var bankType: String?
    /// What a provider calls the other side, beside the bank's own text.
    public var payee: String?
    /// The number of a check where it stands beside the bank's text.
    public var checkNumber: String?
    public var isPending: Bool
    /// The balance after this row, in minor units.
    public var balance: Int64?
    /// The account this row belongs to, where one file holds several. Digits of a number are masked.
    public var accountName: String?
    /// Who paid with a card of the account, where the source tells.
    public var holder: String?
    /// What it is made of where the file splits it; their amounts add up to its own.
    public var parts: [Part] = []
    /// The account that a wallet took the money from, where it was not the wallet's own.
    public var funding: String?
    /// The bank's identifier of the pending transaction that this one is the posting of.
    public var pendingID: String?

    /// A part of a split transaction.
    public struct Part: Sendable, Equatable {
        /// Negative = money out, in minor units.
        public var minorUnits: Int64
        /// A category named by the file, as written.
        public var bankCategory: String?
        public var note: String

        public init(minorUnits: Int64, bankCategory: String?, note: String) {
            self.minorUnits = minorUnits
            self.bankCategory = bankCategory
            self.note = note
        }
    }

    public init(
        line: Int, date: CivilDate, posted: CivilDate? = nil, description: String, minorUnits: Int64,
        currency: Currency? = nil, bankID: String? = nil, bankCategory: String? = nil, bankType: String? = nil,
        isPending: Bool = false, balance: Int64? = nil, accountName: String? = nil
    ) {
        self.line = line
        self.date = date
        self.posted = posted
        self.description = description
        self.minorUnits = minorUnits
        self.currency = currency
        self.bankID = bankID
        self.bankCategory = bankCategory
        self.bankType = bankType
        self.isPending = isPending
        self.balance = balance
        self.accountName = accountName
    }
}

/// A row that could not be read, and what to do about it. One bad row never hides the rest.
public struct RowProblem: Sendable, Equatable {
    public let line: Int
    /// `no date: "Total"`, `impossible date "31.02.2026": fix it and import the file again`.
    public let reason: String

    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// What was understood of a file before its rows are read.
public struct StatementLayout: Sendable, Equatable {
    public enum DateOrder: String, Sendable {
        case ymd, mdy, dmy
    }

    /// How the sign of an amount was found.
    public enum SignRule: String, Sendable {
        case asIs = "as_is"
        /// Charges are positive in the file.
        case flipped
        case debitCredit = "debit_credit"
        case typeColumn = "type_column"
    }

    public var encoding: String
    /// `,` `;` tab or `|`; nil for a format without one.
    public var delimiter: String?
    /// Counted from 1; 0 when there is none.
    public var headerLine: Int
    public var dateOrder: DateOrder
    /// `.` or `,`.
    public var decimal: String
    public var sign: SignRule
    /// What files of the same bank and kind of account have in common: their column names; nil where nothing tells
    /// them from another bank's.
    public var signature: String?
    /// What was taken for granted although the file does not prove it, each a sentence that names the option against it.
    public var assumptions: [String] = []
    /// How sure each part of it is.
    public var certainty = LayoutCertainty()
    /// The currency that goes with the file's language where it names none.
    public var likelyCurrency: Currency?
    /// The same by a single word, which decides nothing that is known otherwise.
    public var leaningCurrency: Currency?
    /// What the rows themselves tell, whatever is known of their account.
    public var shown = Evidence()

    /// What a file tells of its own layout; nil for what it leaves open.
    public struct Evidence: Sendable, Equatable {
        public var sign: SignRule?
        public var dateOrder: DateOrder?
        /// Whether some day would be another one with day and month exchanged, or its order is told.
        public var hasDateOrder = true
    }

    public init(
        encoding: String, delimiter: String?, headerLine: Int, dateOrder: DateOrder, decimal: String, sign: SignRule
    ) {
        self.encoding = encoding
        self.delimiter = delimiter
        self.headerLine = headerLine
        self.dateOrder = dateOrder
        self.decimal = decimal
        self.sign = sign
    }
}

/// What a file says of an account as a whole.
public struct StatementAccount: Sendable, Equatable {
    /// The file's own words for it; number digits masked to the last four.
    public var name: String?
    /// The last four digits of its number, where known.
    public var mask: String?
    public var type: AccountType?
    public var currency: Currency?
    public var institution: String?
    /// The statement's closing balance, minor units, as the bank signs it.
    public var ledgerBalance: Int64?
    public var availableBalance: Int64?
    public var balanceDate: CivilDate?

    public init(
        name: String? = nil, mask: String? = nil, type: AccountType? = nil, currency: Currency? = nil,
        institution: String? = nil, ledgerBalance: Int64? = nil, availableBalance: Int64? = nil,
        balanceDate: CivilDate? = nil
    ) {
        self.name = name
        self.mask = mask
        self.type = type
        self.currency = currency
        self.institution = institution
        self.ledgerBalance = ledgerBalance
        self.availableBalance = availableBalance
        self.balanceDate = balanceDate
    }
}

/// Why a file as a whole cannot be read. The message is for people: what is wrong and what to do.
public struct ImportError: Error, Equatable, Sendable {
    public let message: String
    /// What a person can settle so that the file can be read.
    public let doubt: LayoutDoubt?

    public init(_ message: String, doubt: LayoutDoubt? = nil) {
        self.message = message
        self.doubt = doubt
    }

    /// Whether no table was found, or not what its columns are; else rows of one leave something open.
    var isOfTable: Bool {
        switch doubt {
        case nil, .amount: true
        case .sign, .sides, .dateOrder, .accounts: false
        }
    }
}

/// What a file leaves open although its figures depend on it. Texts and amounts are as the file writes them.
public enum LayoutDoubt: Equatable, Sendable {
    /// Whether positive amounts came in or went out: a row that speaks for either.
    case sign(text: String, amount: String)
    /// Which of two columns of amounts is money out: a row that has an amount in one of them.
    case sides(text: String, amount: String, column: String)
    /// Whether day or month comes first: a date that is one either way.
    case dateOrder(date: String)
    /// Which column holds the amount.
    case amount([Column])
    /// Whether a column names the person's own accounts, and how many different names it has.
    case accounts(Column, names: Int)

    /// A column that may hold the amount.
    public struct Column: Equatable, Sendable {
        /// Counted from 1.
        public let number: Int
        public let name: String
        /// What stands in it in some row.
        public let example: String
    }
}

extension ImportError {
    /// Asks for what settles a doubt of a file.
    init(_ doubt: LayoutDoubt, in path: String) {
        let message =
            switch doubt {
            case .sign(let text, let amount):
                "\(path) doesn't say whether its positive amounts came in or went out: "
                    + "\(text.isEmpty ? "a row" : CSVText.quoted(text)) has \(amount) there. Use --flip-sign if positive "
                    + "amounts were spent, --keep-sign if they were received"
            case .sides(let text, let amount, let column):
                "\(path) doesn't say which of its two columns of amounts is money out: "
                    + "\(text.isEmpty ? "a row" : CSVText.quoted(text)) has \(amount) in \(column). Use --keep-sign if that was spent, --flip-sign if it was received"
            case .dateOrder(let date):
                date.utf8.allSatisfy(DateParser.isDigit) && date.utf8.count == 6
                    ? "\(path) doesn't say whether year, month, or day comes first in its dates, such as \(date). Use "
                        + "--date-order ymd, --date-order mdy, or --date-order dmy"
                    : "\(path) doesn't say whether day or month comes first in its dates, such as \(date). Use "
                        + "--date-order mdy or --date-order dmy"
            case .amount(let columns):
                "\(path) doesn't say which column holds the amount (\(columns.map(\.name).joined(separator: ", "))): "
                    + "say it with --columns, such as --columns \"date=1, amount=\(columns.first?.number ?? 2)\""
                    + (columns.count > 1 ? " or \"out=3, in=4\"" : "")
            case .accounts(let column, let names):
                "\(path) has \(names) names in \(column.name), such as \(CSVText.quoted(column.example)), and doesn't say "
                    + "whether these are your accounts or those of the other side. Use --columns \"account=\(column.number)\" if "
                    + "they're yours, --columns \"none=\(column.number)\" if they're not, or --account NAME if all of it "
                    + "belongs to one account"
            }
        self.init(message, doubt: doubt)
    }
}

/// What is known of the account that a file belongs to.
public struct KnownAccount: Equatable, Sendable {
    public var type: AccountType
    /// What the signs of its files of this layout were found to mean.
    public var sign: StatementLayout.SignRule?
    /// The order of dates in its files of this layout.
    public var dateOrder: StatementLayout.DateOrder?

    public init(
        type: AccountType, sign: StatementLayout.SignRule? = nil, dateOrder: StatementLayout.DateOrder? = nil
    ) {
        self.type = type
        self.sign = sign
        self.dateOrder = dateOrder
    }
}

/// What the person importing said about the file; nil = find out.
public struct ImportOptions: Sendable, Equatable {
    public var dateOrder: StatementLayout.DateOrder?
    public var currency: Currency?
    public var accountType: AccountType?
    /// Reverse the sign that was found.
    public var flipsSign: Bool
    /// Take the signs as the file writes them.
    public var keepsSign: Bool
    /// Which column holds what, where the person says it.
    public var columns: [ColumnChoice]
    /// All rows are of one account, which the person named.
    public var isOneAccount = false
    /// A day that no booked row can lie far behind: the day of the import.
    public var today: CivilDate?
    /// The account as earlier files left it; the person's word goes before it.
    public var known: KnownAccount?

    public init(
        dateOrder: StatementLayout.DateOrder? = nil, currency: Currency? = nil, accountType: AccountType? = nil,
        flipsSign: Bool = false, keepsSign: Bool = false, columns: [ColumnChoice] = [], today: CivilDate? = nil,
        known: KnownAccount? = nil
    ) {
        self.dateOrder = dateOrder
        self.currency = currency
        self.accountType = accountType
        self.flipsSign = flipsSign
        self.keepsSign = keepsSign
        self.columns = columns
        self.today = today
        self.known = known
    }
}

/// A column of a table and what the person says it holds.
public struct ColumnChoice: Sendable, Equatable {
    /// What can be said of a column; `none` for one that is not to be read.
    public enum Role: String, Sendable, CaseIterable {
        case date, posted, amount, out, `in`, balance, description, category, currency, account, none

        /// All of them, for people.
        public static let names = allCases.map(\.rawValue).joined(separator: ", ")
    }

    public let role: Role
    /// Its name in the header, or its number, counted from 1.
    public let column: String

    public init(_ role: Role, _ column: String) {
        self.role = role
        self.column = column
    }

    /// `date=1, out=Paid out, in=Paid in`
    ///
    /// - Returns: nil where a part is no role with a column.
    public static func list(_ text: String) -> [ColumnChoice]? {
        var choices: [ColumnChoice] = []
        for part in text.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1).map { side in
                String(side.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            guard sides.count == 2, !sides[1].isEmpty, let role = Role(rawValue: sides[0].lowercased()) else {
                return nil
            }
            choices.append(ColumnChoice(role, sides[1]))
        }
        return choices.isEmpty ? nil : choices
    }
}

/// A format that turns the bytes of a file into records, one statement (account) after the other.
public protocol StatementReader {
    /// What was understood, known before the first record is read.
    var layout: StatementLayout { get }
    /// The accounts the file speaks of; one without a name where it names none.
    var accounts: [StatementAccount] { get }

    /// Reads on from where the last call stopped.
    ///
    /// - Parameters:
    ///   - records: receives at most `limit` records; what was in it is dropped, its storage reused.
    ///   - problems: receives the rows that could not be read; appended to.
    /// - Returns: false when the end of the file was reached (the last records may still be in `records`).
    mutating func read(upTo limit: Int, into records: inout [ImportedRecord], problems: inout [RowProblem])
        throws(ImportError) -> Bool

    /// How much of the file has been read, 0...1.
    var progress: Double { get }
}
