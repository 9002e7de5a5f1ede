import Ledger

/// What an OFX file says of its investment transactions as a whole, before they are read one after the other.
struct OFXTrades {
    /// The names of securities by their identifiers.
    var names: [String: String] = [:]
    /// Those that move no money, and the line of the first.
    private(set) var withoutMoney = 0
    private(set) var firstWithoutMoney: Int?
    private var incomes: [OFXTransaction] = []
    private var reinvestments: [OFXTransaction] = []
    /// Where the totals of reinvestments stand whose income the file lists by itself.
    private var paidOut: Set<Int> = []
    /// Whether expenses are written with the sign of money out, so that one without it came back: only other expenses tell.
    private(set) var signsExpenses = false

    /// Days between the payment of an income and its reinvestment.
    private static let mostDays: Int32 = 7

    mutating func note(_ transaction: OFXTransaction, _ scanner: OFXScanner) {
        guard let action = transaction.trade else { return }
        if !action.movesMoney {
            withoutMoney += 1
            if firstWithoutMoney == nil { firstWithoutMoney = transaction.line }
        }
        if action == .income { incomes.append(transaction) }
        if action == .reinvestment { reinvestments.append(transaction) }
        guard action.isExpense,
            let total = transaction.value(of: .total).flatMap({ OFXAmount(scanner.text($0)) }), !total.isZero
        else { return }
        if total.isNegative { signsExpenses = true }
    }

    /// Finds out which reinvestments have their income in the file: one of the same account, security, and value within a week;
    /// each income counts once.
    ///
    /// - Parameters:
    ///   - accounts: the account of each statement.
    ///   - currencies: that of each statement.
    mutating func matchIncomes(_ scanner: OFXScanner, accounts: [Int], currencies: [Currency]) {
        struct Key: Hashable {
            let account: Int
            let security: String
            let currency: Currency
            let value: Int64
        }
        typealias Payment = (place: Int, day: Int32)
        func payments(_ transactions: [OFXTransaction]) -> [Key: [Payment]] {
            var found: [Key: [Payment]] = [:]
            for transaction in transactions {
                func text(_ field: OFXField) -> String { transaction.value(of: field).map(scanner.text) ?? "" }
                let currency = Currency(text(.currency)) ?? currencies[transaction.statement]
                guard let total = transaction.value(of: .total),
                    let value = OFXAmount(scanner.text(total))?.minorUnits(of: currency),
                    let day = OFXValues.day(text(.traded)) ?? OFXValues.day(text(.settled))
                else { continue }
                let key = Key(
                    account: accounts[transaction.statement], security: text(.security), currency: currency,
                    value: abs(value))
                found[key, default: []].append((total.lowerBound, day.dayNumber))
            }
            return found.mapValues { $0.sorted { ($0.day, $0.place) < ($1.day, $1.place) } }
        }
        let paid = payments(incomes)
        for (key, reinvested) in payments(reinvestments) {
            // The earliest one that is left leaves most to those that follow.
            var left = (paid[key] ?? [])[...]
            for payment in reinvested {
                left = left.drop { $0.day < payment.day - OFXTrades.mostDays }
                guard let income = left.first, income.day <= payment.day + OFXTrades.mostDays else { continue }
                left.removeFirst()
                paidOut.insert(payment.place)
            }
        }
        (incomes, reinvestments) = ([], [])
    }

    /// Whether the file lists by itself what was reinvested.
    func isPaidOut(_ transaction: OFXTransaction) -> Bool {
        transaction.value(of: .total).map { paidOut.contains($0.lowerBound) } ?? false
    }
}
