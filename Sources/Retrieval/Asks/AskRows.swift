import Ledger
import Store

/// What some rows of a selection add up to, told apart by a group and a unit.
struct AskCell {
    /// The number of a category, merchant, account, month, day …; 0 where nothing is told apart.
    var group: Int64
    var unit: Int64
    var currency: Currency
    var kind: TransactionKind
    var isPending: Bool
    /// Minor units as the flow reads them.
    var amount: Int64
    var rows: Int
    /// The magnitude of the largest row; 0 where it was not asked for.
    var largest: Int64
}

/// The rows of a selection as SQL reads them: sums of all of them, or single ones in an order.
struct AskRows {
    /// What rows are told apart by while summing.
    enum Key: Hashable {
        case none, category, merchant, account, month, day
        /// The magnitude of each row.
        case amount

        fileprivate var column: String {
            switch self {
            case .none: "0"
            case .category: "t.category_id"
            case .merchant: "t.merchant_id"
            case .account: "t.account_id"
            case .month, .day: "t.day"
            case .amount: "abs(t.amount)"
            }
        }
    }

    let index: HouseholdIndex
    let flow: FlowRows
    /// nil for everything there is.
    let periods: [Period]?
    let coverage: Period?
    private let condition: RowCondition
    private let currencies: [Int64: Currency]
    private var conditions: [String]
    private var values: [SQLValue]
    /// Whether only some of the rows that meet the conditions count.
    private var isCut = false
    /// `spending t` or `txn t`.
    private let source: String

    init(_ selection: Selection, _ compiler: FilterCompiler, coverage: Period?) throws {
        index = compiler.index
        flow = FlowRows(selection.flow)
        periods = selection.span.periods
        self.coverage = coverage
        condition = try compiler.condition(selection.filter)
        currencies = Dictionary(uniqueKeysWithValues: compiler.accounts.map { ($0.id, $0.currency) })
        let isSpending = !flow.kinds.isEmpty && flow.kinds.isSubset(of: [.expense, .refund])
        source = isSpending ? "spending t" : "txn t"
        var (conditions, values): ([String], [SQLValue]) = ([], [])
        let span = AskRows.days(periods, "t")
        conditions.append(span.sql)
        values += span.values
        if !isSpending { conditions.append("t.counted = 1") }
        if !flow.kinds.isEmpty, !(isSpending && flow.kinds.count == 2) { conditions.append(AskRows.kinds(flow.kinds)) }
        switch flow.side {
        case .out: conditions.append("t.amount < 0")
        case .in: conditions.append("t.amount > 0")
        case .once:
            // What came in counts where the row it came from is none of those meant.
            let other = try compiler.condition(selection.filter, of: "p", isLeading: false)
            let days = AskRows.days(periods, "p")
            conditions.append(
                """
                (t.amount <= 0 OR NOT EXISTS (SELECT 1 FROM txn p WHERE p.id = t.pair_id AND p.counted = 1 \
                AND p.kind = \(TransactionKind.transfer.code) AND \(days.sql) AND \(other.sql)))
                """)
            values += days.values + other.values
        case nil: break
        }
        if condition.sql != "1" {
            conditions.append(condition.sql)
            values += condition.values
        }
        (self.conditions, self.values) = (conditions, values)
    }

    private static func kinds(_ kinds: Set<TransactionKind>) -> String {
        "t.kind IN \(RowCondition.list(kinds.map(\.code).sorted()))"
    }

    static func days(_ periods: [Period]?, _ table: String) -> RowCondition {
        guard let periods else { return RowCondition(sql: "\(table).day > -2000000") }
        return .joined(
            periods.map {
                RowCondition(
                    sql: "\(table).day BETWEEN ? AND ?",
                    values: [.int(Int64($0.start.dayNumber)), .int(Int64($0.end.dayNumber))])
            }, "OR", empty: .nothing)
    }

    /// Keeps the first purchases in an order alone.
    mutating func cut(_ order: RowOrder, limit: Int, offset: Int) {
        var own = conditions
        if flow.ticketKinds != flow.kinds { own.append(AskRows.kinds(flow.ticketKinds)) }
        conditions.append(
            "t.id IN (SELECT t.id FROM \(source) WHERE \(own.joined(separator: " AND ")) ORDER BY \(order.sql) LIMIT ? OFFSET ?)"
        )
        values += values + [.int(Int64(limit)), .int(Int64(offset))]
        isCut = true
    }

    // MARK: Sums

    /// The sums of all rows that are meant; several may be of the same group, unit and currency.
    ///
    /// - Parameters:
    ///   - kinds: only rows of these kinds; nil for all of the flow.
    ///   - needsLargest: whether the largest row of each is wanted too.
    func cells(
        by group: Key = .none, _ unit: Key = .none, kinds: Set<TransactionKind>? = nil, needsLargest: Bool = false,
        log: inout [String]
    ) throws -> [AskCell] {
        guard !needsLargest, !isCut, flow.side == nil, let coverage,
            let totals = KeptTotals(group, unit, condition.needs)
        else {
            return try rowCells(group, unit, kinds, needsLargest, nil, &log)
        }
        return try (periods ?? [coverage]).flatMap { asked -> [AskCell] in
            // An end beyond the data may as well lie at the end of the month or year: no row is there.
            let start = asked.start <= coverage.start ? totals.start(coverage.start) : asked.start
            let end = asked.end >= coverage.end ? totals.end(coverage.end) : asked.end
            let first = totals.start(start) == start ? start : totals.end(start).adding(days: 1)
            let last = totals.end(end) == end ? end : totals.start(end).adding(days: -1)
            guard first < last else { return try rowCells(group, unit, kinds, false, asked, &log) }
            var out = try totalCells(totals, totals.number(first)...totals.number(last), group, unit, kinds, &log)
            // The days before the first whole unit and after the last one come from the rows.
            if start < first {
                out += try rowCells(group, unit, kinds, false, Period(start, first.adding(days: -1)), &log)
            }
            if last < end { out += try rowCells(group, unit, kinds, false, Period(last.adding(days: 1), end), &log) }
            return out
        }
    }

    /// - Parameter period: the days to read instead of all that are meant.
    private func rowCells(
        _ group: Key, _ unit: Key, _ kinds: Set<TransactionKind>?, _ needsLargest: Bool, _ period: Period?,
        _ log: inout [String]
    ) throws -> [AskCell] {
        var (conditions, values) = (conditions, values)
        if let period {
            let days = AskRows.days([period], "t")
            values.replaceSubrange(0..<AskRows.days(periods, "t").values.count, with: days.values)
            conditions[0] = days.sql
        }
        if let kinds, !kinds.isEmpty { conditions.append(AskRows.kinds(kinds)) }
        let sum = flow.side == .once ? "sum(abs(t.amount))" : "sum(t.amount)"
        let sql = """
            SELECT \(group.column), \(unit.column), t.account_id, t.kind, t.pending, \(sum), count(*), \
            \(needsLargest ? "max(abs(t.amount))" : "0") FROM \(source) WHERE \(conditions.joined(separator: " AND ")) \
            GROUP BY 1, 2, 3, 4, 5
            """
        log.append(sql)
        return try read(sql, values).map { cell in
            var cell = cell
            if group == .month { cell.group = AskRows.month(ofDay: cell.group) }
            if unit == .month { cell.unit = AskRows.month(ofDay: cell.unit) }
            return cell
        }
    }

    private static func month(ofDay day: Int64) -> Int64 { Int64(CivilDate(dayNumber: Int32(day)).monthNumber) }

    private func totalCells(
        _ totals: KeptTotals, _ units: ClosedRange<Int>, _ group: Key, _ unit: Key, _ kinds: Set<TransactionKind>?,
        _ log: inout [String]
    ) throws -> [AskCell] {
        var conditions = ["t.\(totals.unit) BETWEEN \(units.lowerBound) AND \(units.upperBound)"]
        for kinds in [flow.kinds, kinds ?? []] where !kinds.isEmpty { conditions.append(AskRows.kinds(kinds)) }
        if condition.sql != "1" { conditions.append(condition.sql) }
        let sql = """
            SELECT \(totals.column(group)), \(totals.column(unit)), t.account_id, t.kind, t.pending, sum(t.amount), \
            sum(t.rows), 0 FROM \(totals.table) t WHERE \(conditions.joined(separator: " AND ")) \
            GROUP BY \(totals.groups(group, unit))
            """
        log.append(sql)
        return try read(sql, condition.values)
    }

    private func read(_ sql: String, _ values: [SQLValue]) throws -> [AskCell] {
        try index.database.rows(sql, values) { row -> AskCell? in
            guard let currency = currencies[row.int(2)], let kind = TransactionKind(code: row.int(3)) else {
                return nil
            }
            return AskCell(
                group: row.int(0), unit: row.int(1), currency: currency, kind: kind, isPending: row.int(4) == 1,
                amount: flow.value(row.int(5)), rows: Int(row.int(6)), largest: row.int(7))
        }.compactMap { $0 }
    }

    // MARK: Single rows

    /// Whether any row is meant.
    func hasRows(_ log: inout [String]) throws -> Bool {
        let sql = "SELECT 1 FROM \(source) WHERE \(conditions.joined(separator: " AND ")) LIMIT 1"
        log.append(sql)
        return try index.database.first(sql, values) { _ in true } ?? false
    }

    /// How rows stand in a list.
    enum RowOrder {
        case newest, oldest, largest, smallest

        var sql: String {
            switch self {
            case .newest: "t.day DESC, t.id DESC"
            case .oldest: "t.day, t.id"
            case .largest: "abs(t.amount) DESC, t.day DESC, t.id DESC"
            case .smallest: "abs(t.amount), t.day DESC, t.id DESC"
            }
        }

        init(_ order: Ask.Order?) {
            switch order {
            case nil, .newest, .rise, .fall: self = .newest
            case .oldest: self = .oldest
            case .largest: self = .largest
            case .smallest: self = .smallest
            }
        }
    }

    /// - Parameter isTickets: only rows that are single purchases, where the flow has others.
    func transactions(
        _ order: RowOrder, limit: Int, offset: Int, of currency: Currency? = nil, on day: CivilDate? = nil,
        isTickets: Bool = false, _ log: inout [String]
    ) throws -> [Transaction] {
        var (conditions, values) = (conditions, values)
        if isTickets, flow.ticketKinds != flow.kinds { conditions.append(AskRows.kinds(flow.ticketKinds)) }
        if let day { conditions.append("t.day = \(day.dayNumber)") }
        if let currency {
            let accounts = currencies.filter { $0.value == currency }.map(\.key).sorted()
            conditions.append("+t.account_id IN \(RowCondition.list(accounts))")
        }
        // First the numbers of the rows, then their texts: joins for what is not shown would cost most of the time.
        let sql = """
            SELECT \(HouseholdIndex.transactionColumns) FROM \(HouseholdIndex.transactionTables) WHERE t.id IN
            (SELECT t.id FROM \(source) WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order.sql) \
            LIMIT ? OFFSET ?) ORDER BY \(order.sql)
            """
        log.append(sql)
        values += [.int(Int64(limit)), .int(Int64(offset))]
        return try index.database.rows(sql, values, index.transaction)
    }

    /// How many rows have a magnitude, and the last day of them.
    func occurrences(of amount: Money, _ log: inout [String]) throws -> (rows: Int, last: CivilDate)? {
        let accounts = currencies.filter { $0.value == amount.currency }.map(\.key).sorted()
        let conditions = conditions + ["+t.account_id IN \(RowCondition.list(accounts))", "abs(t.amount) = ?"]
        let sql = "SELECT count(*), max(t.day) FROM \(source) WHERE \(conditions.joined(separator: " AND "))"
        log.append(sql)
        return try index.database.first(sql, values + [.int(abs(amount.minorUnits))]) { row in
            row.int(0) == 0 ? nil : (Int(row.int(0)), CivilDate(dayNumber: Int32(row.int(1))))
        } ?? nil
    }
}

/// A table of sums over whole months, or whole years, that is kept up to date on write.
private struct KeptTotals {
    let table: String
    let unit: String
    private let innermost: AskRows.Key

    /// - Returns: nil where neither table tells apart what is asked for.
    init?(_ group: AskRows.Key, _ unit: AskRows.Key, _ needs: RowCondition.Needs) {
        let keys: Set<AskRows.Key> = [group, unit]
        if keys.isSubset(of: [.none, .category, .account, .month]), needs.isSubset(of: .category) {
            (table, self.unit, innermost) = ("month_total", "month", .category)
        } else if keys.isSubset(of: [.none, .merchant, .account]), needs.isSubset(of: .merchant) {
            (table, self.unit, innermost) = ("year_total", "year", .merchant)
        } else {
            return nil
        }
    }

    private var isByYear: Bool { unit == "year" }

    func number(_ day: CivilDate) -> Int { isByYear ? day.year : day.monthNumber }
    func start(_ day: CivilDate) -> CivilDate { isByYear ? day.startOfYear : day.startOfMonth }
    func end(_ day: CivilDate) -> CivilDate { isByYear ? day.endOfYear : day.endOfMonth }

    func column(_ key: AskRows.Key) -> String {
        switch key {
        case .none, .day, .amount: "0"
        case .category: "t.category_id"
        case .merchant: "t.merchant_id"
        case .account: "t.account_id"
        case .month: "t.month"
        }
    }

    /// The beginning of the table's own key up to what is asked for: groups come one after another, and nothing has to be
    /// sorted.
    func groups(_ group: AskRows.Key, _ unit: AskRows.Key) -> String {
        let own = "t.\(self.unit), t.kind, t.pending, t.account_id"
        return group == innermost || unit == innermost ? own + ", \(column(innermost))" : own
    }
}

extension Selection.Span {
    /// The days that count; nil for everything there is. What was assumed counts as said.
    public var periods: [Period]? {
        switch self {
        case .everything: nil
        case .periods(let periods): periods
        case .assumed(let period): [period]
        }
    }
}
