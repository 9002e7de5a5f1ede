import Ledger

/// An investment transaction: what it brings to, or takes from, the account's cash.
struct OFXTrade {
    /// By the name of its element (OFX 2.1.1, section 13.9.2.4).
    enum Action: String, Sendable {
        case buyDebt = "BUYDEBT"
        case buyFund = "BUYMF"
        case buyOption = "BUYOPT"
        case buyOther = "BUYOTHER"
        case buyStock = "BUYSTOCK"
        case sellDebt = "SELLDEBT"
        case sellFund = "SELLMF"
        case sellOption = "SELLOPT"
        case sellOther = "SELLOTHER"
        case sellStock = "SELLSTOCK"
        case income = "INCOME"
        case reinvestment = "REINVEST"
        case expense = "INVEXPENSE"
        case marginInterest = "MARGININTEREST"
        case returnOfCapital = "RETOFCAP"
        case closing = "CLOSUREOPT"
        case cashJournal = "JRNLFUND"
        case securityJournal = "JRNLSEC"
        case split = "SPLIT"
        case transfer = "TRANSFER"

        /// The others move securities, or money between parts of the same account.
        var movesMoney: Bool {
            switch self {
            case .closing, .cashJournal, .securityJournal, .split, .transfer: false
            default: true
            }
        }

        var isPurchase: Bool {
            [.buyDebt, .buyFund, .buyOption, .buyOther, .buyStock, .reinvestment].contains(self)
        }

        var isExpense: Bool { self == .expense || self == .marginInterest }

        /// The word for it, as brokers' other files have it.
        fileprivate var type: String {
            switch self {
            case .income: "Dividend"
            case .reinvestment: "Reinvest"
            case .expense: "Fee"
            case .marginInterest: "Interest"
            default: isPurchase ? "Buy" : "Sell"
            }
        }

        fileprivate var text: String {
            switch self {
            case .income: "Dividend"
            case .reinvestment: "Reinvestment"
            case .expense: "Investment fee"
            case .marginInterest: "Margin interest"
            case .returnOfCapital: "Return of capital"
            default: isPurchase ? "Bought" : "Sold"
            }
        }
    }

    private let transaction: OFXTransaction
    private let action: Action
    private let scanner: OFXScanner
    private let currency: Currency
    private let options: ImportOptions

    init(
        _ transaction: OFXTransaction, _ action: Action, _ scanner: OFXScanner, currency: Currency,
        options: ImportOptions
    ) {
        self.transaction = transaction
        self.action = action
        self.scanner = scanner
        self.currency = currency
        self.options = options
    }

    private func text(_ field: OFXField) -> String { transaction.value(of: field).map(scanner.text) ?? "" }

    /// None where it moves no money, and two where what was paid out is reinvested at once.
    func records(account: String?, _ trades: OFXTrades) throws(OFXRow.Unreadable) -> [ImportedRecord] {
        guard action.movesMoney else { return [] }
        guard !transaction.isCutOff else {
            throw OFXRow.Unreadable(reason: "the file ends in the middle of this transaction: download it again")
        }
        let days = try OFXRow.days(posted: text(.settled), user: text(.traded))
        let own = Currency(text(.currency))
        let amount = signed(try OFXRow.amount(text(.total), in: own ?? currency), trades)
        let isInterest = action == .income && text(.incomeType).uppercased() == "INTEREST"
        let isBack = action.isExpense && amount > 0
        let name = trades.names[text(.security)] ?? ""
        let id = text(.id)
        let record = ImportedRecord(
            line: transaction.line, date: days.user ?? days.posted, posted: days.user == nil ? nil : days.posted,
            description: described(isInterest ? "Interest" : action.text + (isBack ? " refund" : ""), name),
            minorUnits: options.flipsSign ? -amount : amount, currency: own, bankID: id.isEmpty ? nil : id,
            bankType: isInterest ? "Interest" : action.type, accountName: account)
        guard action == .reinvestment, amount != 0, !trades.isPaidOut(transaction) else { return [record] }
        var income = record
        let isOfInterest = text(.incomeType).uppercased() == "INTEREST"
        income.description = OFXTrade.joined(isOfInterest ? "Interest" : "Dividend", name)
        income.minorUnits = -record.minorUnits
        income.bankType = isOfInterest ? "Interest" : "Dividend"
        income.bankID = record.bankID.map { $0 + "-income" }
        return [income, record]
    }

    /// Money out is negative. Some brokers write all totals without a sign; what is canceled has units of the other sign, and an
    /// expense that came back the sign of money in.
    private func signed(_ total: Int64, _ trades: OFXTrades) -> Int64 {
        let isOut = action.isPurchase || action.isExpense
        guard action != .income, (total < 0) != isOut, total != 0 else { return total }
        if action.isExpense, trades.signsExpenses { return total }
        let units = text(.units)
        let isBack = units.hasPrefix("-")
        let isTrade = action.isPurchase || action.type == "Sell"
        if isTrade, !units.isEmpty, isBack == isOut { return total }
        return isOut ? -abs(total) : abs(total)
    }

    /// The broker's own words, with the security that they may not name.
    private func described(_ what: String, _ security: String) -> String {
        let memo = text(.memo)
        return OFXTrade.joined(memo.isEmpty ? what : memo, security)
    }

    private static func joined(_ text: String, _ security: String) -> String {
        text.lowercased().contains(security.lowercased()) ? text : OFXRow.joined(text, security)
    }
}
