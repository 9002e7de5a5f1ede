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
    public var isPending: Bool
    /// The balance after this row, in minor units.
    public var balance: Int64?
    /// The account this row belongs to, where one file holds several. Digits of a number are masked.
    public var accountName: String?

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
    public let doubt: SignDoubt?

    public init(_ message: String, doubt: SignDoubt? = nil) {
        self.message = message
        self.doubt = doubt
    }
}

/// Whether positive amounts came in or went out, which a file does not tell: a row that speaks for either.
public struct SignDoubt: Equatable, Sendable {
    public let text: String
    /// As the file writes it.
    public let amount: String
}

/// What is known of the account that a file belongs to.
public struct KnownAccount: Equatable, Sendable {
    public var type: AccountType
    /// What the signs of its files of this layout were found to mean.
    public var sign: StatementLayout.SignRule?

    public init(type: AccountType, sign: StatementLayout.SignRule? = nil) {
        self.type = type
        self.sign = sign
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
    /// The account as earlier files left it; the person's word goes before it.
    public var known: KnownAccount?

    public init(
        dateOrder: StatementLayout.DateOrder? = nil, currency: Currency? = nil, accountType: AccountType? = nil,
        flipsSign: Bool = false, keepsSign: Bool = false, known: KnownAccount? = nil
    ) {
        self.dateOrder = dateOrder
        self.currency = currency
        self.accountType = accountType
        self.flipsSign = flipsSign
        self.keepsSign = keepsSign
        self.known = known
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
