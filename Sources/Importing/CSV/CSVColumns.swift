import Ledger

/// Which column holds what.
struct CSVColumns: Sendable {
    enum Money: Sendable, Equatable {
        case single(Int)
        /// Out and in, one of them filled in each row; the other may be missing from the file.
        case split(out: Int?, in: Int?)
    }

    var money: Money
    /// The transaction's day, and where it is looked for when that cell is empty.
    var dates: [Int]
    /// The day of booking where a column of its own gives it.
    var posted: Int?
    var balance: Int?
    var fee: Int?
    var currency: Int?
    var direction: Int?
    var kind: Int?
    /// Payee first, then what it was for.
    var texts: [Int] = []
    /// Shown where all of `texts` are empty.
    var spareTexts: [Int] = []
    var payer: Int?
    var recipient: Int?
    var category: Int?
    var status: Int?
    var account: Int?
    var holder: Int?
    /// Flags of direction, some of which say that no money moved.
    var impact: Int?
    /// What leaves one balance and what arrives at another, where each has columns of its own.
    var sides: Sides?
    var identifier: Int?
    /// Numbers of transactions and of the orders that they are of.
    var orders: [Int] = []
    /// What a wallet takes the money from.
    var funding: Int?
    var checkNumber: Int?
    /// Where the amount stands of rows in another currency, each of which has a column of its own.
    var otherCurrencies: [(column: Int, currency: Currency)] = []
    /// Columns of whole numbers in the smallest unit: `amount_cents`.
    var smallestUnits: Set<Int> = []

    struct Sides: Sendable {
        var out: Side
        var into: Side
    }

    /// The columns of one side of a transfer.
    struct Side: Sendable {
        var amount: Int
        var currency: Int?
        /// What is charged on top of an amount that is called one after fees.
        var fee: Int?
    }

    /// The columns that hold money of the row.
    var amounts: [Int] {
        switch money {
        case .single(let column): [column]
        case .split(let out, let into): [out, into].compactMap(\.self)
        }
    }
}

/// Finds out which column holds what, from header words and contents.
struct CSVColumnFinder {
    let sample: CSVSample
    /// The rows below the header that have a date.
    let rows: [CSVSample.Row]
    let header: [CSVVocabulary.Reading]
    let profiles: [CSVColumnProfile]
    /// The row of names, where there is one.
    let headerRow: CSVSample.Row?
    /// What each column is by its header, so far as its contents agree.
    private(set) var roles: [CSVRole?] = []
    /// What the person says something of.
    private let chosenColumns: Set<Int>
    /// Header says the bank's word of the kind or a text; which one, the other columns tell.
    private var undecided: Set<Int> = []

    /// - Parameter chosen: what the person says of columns, which goes before anything found.
    init(
        sample: CSVSample, rows: [CSVSample.Row], header: [CSVVocabulary.Reading], headerRow: CSVSample.Row? = nil,
        chosen: [Int: ColumnChoice.Role] = [:]
    ) {
        self.sample = sample
        self.headerRow = headerRow
        self.rows = rows
        let width = max(header.count, rows.map(\.width).max() ?? 0)
        self.header = header + Array(repeating: CSVVocabulary.Reading(), count: width - header.count)
        var profiles = [CSVColumnProfile](repeating: CSVColumnProfile(), count: width)
        for row in rows {
            for column in 0..<width {
                profiles[column].add(sample.bytes(row, column)) { sample.key(row, column) }
            }
        }
        self.profiles = profiles
        chosenColumns = Set(chosen.keys)
        assignRoles()
        for (column, role) in chosen where column < roles.count { choose(role, column, all: chosen) }
    }

    private static let ofChoice: [ColumnChoice.Role: [CSVRole]] = [
        .date: [.transactionDate, .date, .postedDate, .valueDate], .posted: [.postedDate],
        .amount: [.amount, .accountAmount, .moneyOut, .moneyIn], .out: [.moneyOut, .amount, .accountAmount],
        .in: [.moneyIn, .amount, .accountAmount], .balance: [.balance],
        .description: [.memo, .payee, .weakMemo, .payer, .recipient], .category: [.category],
        .currency: [.currency], .account: [.account], .none: [],
    ]

    /// Nothing else is what the person says a column is.
    private mutating func choose(_ role: ColumnChoice.Role, _ column: Int, all chosen: [Int: ColumnChoice.Role]) {
        let own = Self.ofChoice[role] ?? []
        for other in roles.indices where chosen[other] == nil && roles[other].map(own.contains) ?? false {
            roles[other] = .other
        }
        roles[column] = own.first ?? .other
    }

    private mutating func assignRoles() {
        roles = header.indices.map { column in header[column].roles.first { fits($0, profiles[column]) } }
        for column in roles.indices {
            let possible = header[column].roles.filter { fits($0, profiles[column]) }
            if possible.contains(.memo), possible.contains(.kind) || possible.contains(.direction) {
                undecided.insert(column)
            }
            // "Amount, (nothing)" over a currency and an amount: the name belongs to both.
            shiftUnnamed(column)
        }
        for column in roles.indices where roles[column] == .category && profiles[column].isFlags {
            roles[column] = .kind
        }
        separateSides()
        for column in undecided {
            let hasOther = roles.indices.contains {
                !undecided.contains($0) && (roles[$0] == .memo || roles[$0] == .payee)
            }
            roles[column] = profiles[column].isFlags || hasOther && profiles[column].isRepetitive ? .kind : .memo
        }
    }

    /// Two columns of names, one of them of the payer: which is the other side, each row's direction tells.
    private mutating func separateSides() {
        let names = roles.indices.filter { roles[$0] == .payee && profiles[$0].filled > 0 }
        guard names.count == 2 else { return }
        func canBe(_ role: CSVRole, _ column: Int) -> Bool { header[column].roles.contains(role) }
        for (payer, recipient) in [(names[0], names[1]), (names[1], names[0])]
        where canBe(.payer, payer) && canBe(.recipient, recipient) && !canBe(.payer, recipient) {
            roles[payer] = .payer
            roles[recipient] = .recipient
            return
        }
    }

    private mutating func shiftUnnamed(_ column: Int) {
        let wanted = header[column].roles.filter { [.amount, .accountAmount, .balance].contains($0) }
        guard let role = wanted.first, profiles[column].isCurrencies, column + 1 < roles.count,
            header[column + 1].roles.isEmpty, profiles[column + 1].isAmounts
        else { return }
        roles[column] = role == .balance ? .other : .currency
        roles[column + 1] = role
    }

    /// Whether what stands in a column can be what its header says. Nothing contradicts a column without rows.
    private func fits(_ role: CSVRole, _ profile: CSVColumnProfile) -> Bool {
        guard profile.rows > 0 else { return true }
        switch role {
        case .transactionDate, .date, .postedDate, .valueDate: return profile.isDates
        case .accountAmount, .amount, .balance, .fee: return profile.isAmounts
        case .moneyOut, .moneyIn: return profile.filled == 0 || profile.isAmounts
        case .currency: return profile.currencies * 2 >= profile.filled && profile.filled > 0
        case .direction: return profile.filled > 0 && profile.isFlags
        case .kind: return profile.filled > 0 && !profile.isDates && !profile.isAmounts
        case .payee, .payer, .recipient:
            return profile.filled > 0 && !profile.isDates && (profile.money + profile.codes) * 2 < profile.filled
        case .memo, .weakMemo: return profile.filled > 0 && !profile.isDates && profile.money * 2 < profile.filled
        case .category, .status, .account: return !profile.isDates
        case .holder: return profile.filled > 0 && !profile.isDates && !profile.isAmounts
        case .identifier, .reference, .checkNumber, .other: return true
        }
    }

    /// The first text of a row; of any cell where the columns of texts are empty.
    func text(of row: CSVSample.Row, _ texts: [Int]) -> String {
        texts.lazy.map { sample.string(row, $0) }.first { !$0.isEmpty }
            ?? row.cells.indices.lazy.map { sample.string(row, $0) }.first {
                !$0.isEmpty && SummaryTexts.builtIn.states($0)
            } ?? ""
    }

    /// Whether the person says what it is.
    func isChosen(_ column: Int) -> Bool { chosenColumns.contains(column) }

    func columns(_ role: CSVRole) -> [Int] { roles.indices.filter { roles[$0] == role } }

    /// What a person calls a column: its name, else its number.
    func name(_ column: Int) -> String {
        let name = headerRow.map { sample.string($0, column) } ?? ""
        return name.isEmpty ? "column \(column + 1)" : "“\(name)”"
    }

    func headerWords(_ column: Int) -> [String] {
        headerRow.map { HeaderText.words(sample.string($0, column)) } ?? []
    }

    /// A table of what is held or was sold, not of what was bought: its amounts are values and costs.
    var listsPositions: Bool {
        let names = Set(profiles.indices.map { headerWords($0).joined(separator: " ") })
        let positions: Set = [
            "market value", "cost basis", "closing value", "marktwert", "total cost basis", "cost basis total",
            "adjusted cost",
            "adjusted cost basis", "average cost", "avg cost", "unrealized gain loss", "gain loss", "total gain loss",
        ]
        let lots: Set = [
            "date acquired", "acquired", "acquisition date", "date sold", "open date", "opened date", "date opened",
            "lot", "lot id",
            "tax lot", "holding period", "term", "wash sale", "disallowed loss", "proceeds", "gain loss",
            "realized gain loss",
            "short term gain loss", "long term gain loss", "gain", "cost basis", "purchase price", "shares sold",
        ]
        let hasAmount = (columns(.amount) + columns(.accountAmount)).contains { !isLoose($0) }
        let securities: Set = ["symbol", "ticker", "isin", "cusip", "security", "wkn", "valor"]
        let counts: Set = ["shares", "quantity", "qty", "units", "stuck", "anzahl", "nominale"]
        let isHolding =
            !names.isDisjoint(with: securities) && !names.isDisjoint(with: counts) && !hasAmount
            && columns(.kind).isEmpty && columns(.direction).isEmpty
        // What is left of a loan after each payment to come.
        let isSchedule =
            names.isSuperset(of: ["principal", "interest"]) && columns(.memo).isEmpty && columns(.payee).isEmpty
        return !names.isDisjoint(with: positions) && !hasAmount || names.intersection(lots).count >= 2 || isHolding
            || isSchedule
    }

    /// Every row states a balance.
    var listsBalances: Bool {
        let columns = columns(.payee) + columns(.memo)
        let texts = rows.map { row in columns.lazy.map { sample.string(row, $0) }.first { !$0.isEmpty } ?? "" }
        return texts.count > 1 && texts.contains { SummaryTexts.builtIn.kind(of: $0) == .balance }
            && texts.allSatisfy(SummaryTexts.builtIn.states)
    }

    /// The payments of a loan, which are more than what they leave of it.
    var listsLoan: Bool {
        let names = Set(profiles.indices.map { headerWords($0).joined(separator: " ") })
        return names.isSuperset(of: ["principal", "interest"]) && !columns(.balance).isEmpty
    }

    /// What was planned beside what was spent: a budget, whose rows are sums.
    var listsBudget: Bool {
        guard columns(.payee).isEmpty, columns(.memo).isEmpty, columns(.balance).isEmpty else { return false }
        return profiles.indices.contains { column in
            profiles[column].isAmounts && profiles[column].filled * 2 >= rows.count
                && !CSVVocabulary.plans.isDisjoint(with: headerWords(column))
        }
    }

    /// What was traded and how much of it stands beside the money: a broker's or an exchange's statement.
    var tradesSecurities: Bool {
        let names = profiles.indices.map { headerWords($0).joined(separator: " ") }
        let counts: Set = [
            "shares", "quantity", "qty", "units", "quantity transacted", "stuck", "anzahl", "nominale",
            "number of shares",
        ]
        return namesSecurities && names.contains(where: counts.contains)
    }

    /// A column says which security a row is of.
    var namesSecurities: Bool {
        let securities: Set = [
            "symbol", "ticker", "isin", "cusip", "security", "wkn", "instrument", "asset", "symbol cusip",
            "security description", "investment",
        ]
        return profiles.indices.contains { securities.contains(headerWords($0).joined(separator: " ")) }
    }

    /// The column that says of which type the account of a row is.
    var accountTypes: Int? { profiles.indices.first { headerWords($0) == ["account", "type"] } }

    /// The orders of a shop, item by item: what was paid for them stands on a card or in an account.
    var listsOrders: Bool {
        let names = profiles.indices.map { headerWords($0).joined(separator: " ") }
        guard names.contains(where: { ["order id", "order number", "order no", "asin", "asin isbn"].contains($0) }),
            columns(.balance).isEmpty
        else { return false }
        let ofOrders: Set = [
            "order id", "order number", "order no", "order status", "asin", "asin isbn", "shipment date", "ship date",
            "shipping address", "shipping charge", "carrier name tracking number", "tracking number", "unit price",
            "purchase price per unit", "list price per unit", "payment instrument type", "quantity", "item subtotal",
            "item total", "items", "product name", "item name", "condition", "website", "sku",
        ]
        return names.count(where: ofOrders.contains) >= 4
    }

    /// A journal of double entry: each transaction stands in it once for every account that it touches.
    var isJournal: Bool {
        guard let column = columns(.account).first else { return false }
        var sides: Set<Bool> = []
        for row in rows.prefix(400) {
            let name = sample.string(row, column).lowercased()
            guard let colon = name.firstIndex(of: ":") else { continue }
            switch name[..<colon] {
            case "assets", "liabilities", "aktiva", "passiva": sides.insert(true)
            case "expenses", "income", "revenues", "equity", "ertrag", "aufwendungen": sides.insert(false)
            default: break
            }
        }
        return sides.count == 2
    }

    /// Whether its name is used for prices and sums as well.
    func isLoose(_ column: Int) -> Bool { headerWords(column).contains(where: CSVColumnFinder.looseNames.contains) }

    private static let looseNames: Set<String> = [
        "cost", "price", "value", "sum", "change", "gross", "turnover", "wert", "valor", "original", "converted",
    ]

    /// Whether its name says that it is in the currency of the shop, not in the account's.
    func isForeign(_ column: Int) -> Bool {
        let words = headerWords(column)
        return words.contains(where: CSVColumnFinder.foreignNames.contains)
            || CSVVocabulary.words(of: "foreign").contains(words.joined(separator: " "))
    }

    private static let foreignNames: Set<String> = [
        "intl", "international", "foreign", "original", "orig", "presentment", "fremdwahrung", "etranger", "extranjera",
    ]

    /// Whether a column that is only called a number has the numbers of checks: few rows have one.
    func countsChecks(_ column: Int) -> Bool {
        [["no"], ["num"], ["number"]].contains(headerWords(column)) && profiles[column].filled * 2 < rows.count
    }

    // MARK: Dates

    /// The columns of dates: the transaction's own first, then those to fall back on.
    func dateColumns() -> (dates: [Int], posted: Int?) {
        func filledMost(_ role: CSVRole) -> [Int] {
            columns(role).sorted { (profiles[$0].dates, -$0) > (profiles[$1].dates, -$1) }
        }
        // "Time" with the day in it, beside the day of settlement.
        let timed = profiles.indices.filter {
            roles[$0] == .other && profiles[$0].isDates && headerWords($0).last == "time"
        }
        let made = filledMost(.transactionDate) + timed
        let plain = filledMost(.date)
        let booked = filledMost(.postedDate)
        let valued = filledMost(.valueDate)
        // The day that counts for interest is the last to be taken: beside it one without a name that is known goes first.
        if (made + plain + booked).isEmpty, let value = valued.first,
            let own = profiles.indices.first(where: {
                roles[$0] == nil && profiles[$0].isDates && profiles[$0].dates >= profiles[value].dates
            })
        {
            return ([own] + valued, nil)
        }
        if !(made + plain + booked + valued).isEmpty {
            let dates = made + plain + booked + valued
            let posted = booked.first ?? (made.isEmpty ? nil : plain.first)
            return (dates, posted == dates[0] ? nil : posted)
        }
        var found = profiles.indices.filter {
            profiles[$0].isDates && profiles[$0].dates * 2 >= rows.count && roles[$0] != .other
        }
        // "Completion Time" with the day in it.
        if found.isEmpty {
            found = profiles.indices.filter { profiles[$0].isDates && headerWords($0).contains("time") }
        }
        // What is the same in all rows is a number of something else, such as of an account.
        let varying = found.filter { profiles[$0].distinct > 1 }
        if !varying.isEmpty { found = varying }
        guard found.count > 1 else { return (found, nil) }
        let (a, b) = (found[0], found[1])
        // Without names the earlier day is the day it was made.
        return isNeverLater(b, than: a) ? ([b, a], a) : ([a, b], nil)
    }

    private func isNeverLater(_ column: Int, than other: Int) -> Bool {
        var earlier = 0
        for row in rows {
            guard
                let a = DateShape(sample.bytes(row, column))?.date(.dmy)
                    ?? DateShape(sample.bytes(row, column))?.date(.mdy),
                let b = DateShape(sample.bytes(row, other))?.date(.dmy)
                    ?? DateShape(sample.bytes(row, other))?.date(.mdy)
            else { continue }
            if a > b { return false }
            if a < b { earlier += 1 }
        }
        return earlier > 0
    }

    // MARK: Flags and texts

    /// The column that says the direction in flags.
    func directionColumn() -> Int? {
        let hasText = roles.indices.contains { (roles[$0] == .memo || roles[$0] == .payee) && !profiles[$0].isFlags }
        let candidates = profiles.indices.filter { column in
            guard profiles[column].isFlags, !profiles[column].isAmounts else { return false }
            switch roles[column] {
            case .memo, .payee, .weakMemo: return hasText
            case .category, .account, .holder, .currency, .status, .checkNumber, .other: return false
            default: return true
            }
        }
        func score(_ column: Int) -> Int {
            (roles[column] == .direction || roles[column] == .kind ? 1_000_000 : 0) + profiles[column].flagsOut
                + profiles[column].flagsIn
        }
        return candidates.max { score($0) < score($1) }
    }

    /// Flags of direction, some of which say that no money moved.
    func hasUnmoved(_ column: Int) -> Bool {
        let profile = profiles[column]
        guard profile.distinct > 1, profile.distinct <= 8, profile.flagsOut + profile.flagsIn > 0, !profile.isAmounts
        else {
            return false
        }
        let keys = rows.map { sample.key($0, column) }.filter { !$0.isEmpty }
        return keys.contains { CSVStates.builtIn.isUnmoved(flag: $0) }
            && keys.allSatisfy { CSVStates.builtIn.isUnmoved(flag: $0) || CSVPhrases.flag($0) != nil }
    }

    /// The columns of what leaves one balance and of what arrives at another: "Source amount", "Target amount".
    func sides(of amounts: [Int]) -> CSVColumns.Sides? {
        func side(_ words: Set<String>) -> CSVColumns.Side? {
            let own = profiles.indices.filter { headerWords($0).first.map(words.contains) ?? false }
            let found = own.filter { roles[$0] == .amount || roles[$0] == .accountAmount }
            guard found.count == 1, let amount = found.first else { return nil }
            let isAfterFees = headerWords(amount).contains("after")
            return CSVColumns.Side(
                amount: amount,
                currency: own.first {
                    profiles[$0].isCurrencies && roles[$0] != .fee && !headerWords($0).contains("fee")
                },
                fee: isAfterFees ? own.first { roles[$0] == .fee } : nil)
        }
        guard let out = side(CSVVocabulary.words(of: "outSide")), let into = side(CSVVocabulary.words(of: "inSide")),
            amounts == [out.amount] || amounts == [into.amount]
        else { return nil }
        return CSVColumns.Sides(out: out, into: CSVColumns.Side(amount: into.amount, currency: into.currency))
    }

    /// The header names amounts, but none of its columns holds any: the rows have other columns than the names.
    var isMisaligned: Bool {
        let money: [CSVRole] = [.accountAmount, .amount, .moneyOut, .moneyIn]
        return !rows.isEmpty && header.contains { $0.roles.contains(where: money.contains) }
            && !roles.contains { $0.map(money.contains) ?? false }
    }
}
