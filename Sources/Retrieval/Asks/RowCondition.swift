import Ledger
import Resources
import Store

/// A condition on rows in SQL with the values bound in it. No text of a person or a file is ever part of the SQL.
struct RowCondition {
    /// What a table of kept totals must tell apart to serve it.
    struct Needs: OptionSet {
        let rawValue: Int
        static let category = Needs(rawValue: 1)
        static let merchant = Needs(rawValue: 2)
        /// More than kept totals know: days, amounts, words.
        static let rows = Needs(rawValue: 4)
    }

    var sql: String
    var values: [SQLValue] = []
    var needs: Needs = []

    static let everything = RowCondition(sql: "1")
    static let nothing = RowCondition(sql: "0")

    private func wrapped(_ prefix: String, _ suffix: String) -> RowCondition {
        RowCondition(sql: prefix + sql + suffix, values: values, needs: needs)
    }

    var negated: RowCondition { wrapped("NOT (", ")") }

    static func joined(_ parts: [RowCondition], _ word: String, empty: RowCondition) -> RowCondition {
        guard let first = parts.first else { return empty }
        if parts.count == 1 { return first }
        return RowCondition(
            sql: "(" + parts.map(\.sql).joined(separator: " \(word) ") + ")", values: parts.flatMap(\.values),
            needs: parts.reduce(into: []) { $0.formUnion($1.needs) })
    }

    /// Numbers of our own, written into the statement; an empty list matches nothing.
    static func list(_ ids: [Int64]) -> String { "(" + ids.map(String.init).joined(separator: ", ") + ")" }
}

/// Compiles filter trees to conditions over the rows of one index.
struct FilterCompiler {
    let index: HouseholdIndex
    let accounts: [Account]
    let home: Currency
    /// The merchants with recurring payments of a kind (`subscriptions`, `bills`, `pay`).
    let recurringMerchants: (String) throws -> [String]

    /// - Parameters:
    ///   - table: the name that rows have in the statement.
    ///   - isLeading: whether every row must meet it, so that the rows may be read through it.
    /// - Throws: `AskError` for a category or an account that there is none of.
    func condition(_ filter: RowFilter, of table: String = "t", isLeading: Bool = true) throws -> RowCondition {
        switch filter {
        case .all: return .everything
        case .category, .merchant, .account, .recurring: return try names([filter], table, isLeading)
        case .text(let words): return text(words, table)
        case .amount(let least, let most): return amount(least, most, table)
        case .weekdays(let days):
            // Day 0 was a Thursday, ISO weekday 4. A negative remainder is lifted by adding 7.
            return RowCondition(
                sql: "(((\(table).day + 3) % 7 + 7) % 7 + 1) IN \(RowCondition.list(days.sorted().map(Int64.init)))",
                needs: .rows)
        case .daysOfMonth(let days):
            return RowCondition(
                sql: """
                    CAST(strftime('%d', \(table).day * 86400, 'unixepoch') AS INTEGER) \
                    BETWEEN \(days.lowerBound) AND \(days.upperBound)
                    """, needs: .rows)
        case .status(let status): return RowCondition(sql: "\(table).pending = \(status == .pending ? 1 : 0)")
        case .currency(let currency):
            let ids = accounts.filter { $0.currency == currency }.map(\.id)
            guard !ids.isEmpty else { throw AskError("None of your accounts is kept in \(currency.code).") }
            return inAccounts(ids, table)
        case .rows(let ids): return RowCondition(sql: "\(table).id IN \(RowCondition.list(ids))", needs: .rows)
        case .near(let unit, let after, let selection): return try near(unit, after, selection, table)
        case .after, .before:
            // Every question decides these before its rows are looked for.
            throw AskError("Before and after a payment is of the whole question, not of a part of it.")
        case .not(let part): return try condition(part, of: table, isLeading: false).negated
        case .and(let parts):
            return .joined(
                try parts.map { try condition($0, of: table, isLeading: isLeading) }, "AND", empty: .everything)
        case .or(let parts):
            // Names of one sort are one list.
            let named = Dictionary(grouping: parts, by: FilterCompiler.sort)
            let lists = try ["category", "merchant", "account"].compactMap { sort in
                try named[sort].map { try names($0, table, isLeading && parts.count == $0.count) }
            }
            let rest = try (named[""] ?? []).map { try condition($0, of: table, isLeading: false) }
            return .joined(lists + rest, "OR", empty: .nothing)
        }
    }

    private static func sort(_ filter: RowFilter) -> String {
        switch filter {
        case .category: "category"
        case .merchant, .recurring: "merchant"
        case .account: "account"
        default: ""
        }
    }

    /// Names of one sort: a row must have one of them.
    private func names(_ filters: [RowFilter], _ table: String, _ isLeading: Bool) throws -> RowCondition {
        var ids: Set<Int64> = []
        var isCategories = false
        var isAccounts = false
        var cards: [Card] = []
        for filter in filters {
            switch filter {
            case .category(let id):
                isCategories = true
                ids.formUnion(try categories(id))
            case .account(let name):
                isAccounts = true
                if let account = try index.account(named: name) {
                    ids.insert(account.id)
                } else {
                    guard let card = try index.card(named: name) else { throw noAccount(name) }
                    cards.append(card)
                }
            case .merchant(let name): if let id = try index.merchantID(named: name) { ids.insert(id) }
            case .recurring(let kind):
                for name in try recurringMerchants(kind) {
                    if let id = try index.merchantID(named: name) { ids.insert(id) }
                }
            default: break
            }
        }
        let list = RowCondition.list(ids.sorted())
        if isAccounts, cards.isEmpty { return inAccounts(ids.sorted(), table) }
        if isAccounts { return paid(with: cards, orIn: ids.sorted(), table) }
        if isCategories { return RowCondition(sql: "\(table).category_id IN \(list)", needs: .category) }
        return RowCondition(
            sql: isLeading
                ? "\(table).document_id IN (SELECT id FROM document WHERE merchant_id IN \(list))"
                : "\(table).merchant_id IN \(list)", needs: isLeading ? .rows : .merchant)
    }

    private func categories(_ id: String) throws -> [Int64] {
        let isKnown = try index.taxonomy[id] != nil || index.knownCategoryID(id) != nil
        guard isKnown else {
            throw AskError("There is no category “\(id)”.")
        }
        return try index.taxonomy.withDescendants(id).compactMap { try index.knownCategoryID($0) }
    }

    /// Rows in a unit that comes so many units after one with a row of a selection.
    private func near(
        _ unit: Ask.Unit, _ after: ClosedRange<Int>, _ selection: Selection, _ table: String
    ) throws -> RowCondition {
        guard unit.isOfTime || after == 0...0 else {
            throw AskError("Only days, weeks, months and the like come one after another.")
        }
        guard after.count <= FilterCompiler.furthest else {
            throw AskError("I look at most \(FilterCompiler.furthest) days, weeks, or months around a payment.")
        }
        let inner = table + "n"
        let (own, other) = (try FilterCompiler.number(unit, table), try FilterCompiler.number(unit, inner))
        var rows = try rows(selection, inner)
        // Other days are in no weekend.
        if unit == .weekend { rows.sql += " AND (\(inner).day + 7000003) % 7 > 4" }
        let steps = after.map { "(\($0))" }.joined(separator: ", ")
        let from = after == 0...0 ? "" : ", (VALUES \(steps)) AS step"
        return RowCondition(
            sql: """
                \(own) IN (SELECT \(other)\(after == 0...0 ? "" : " + step.column1") FROM txn \(inner)\(from) \
                WHERE \(rows.sql))
                """, values: rows.values, needs: .rows)
    }

    /// How many units around an event are looked at.
    private static let furthest = 62

    /// The number of the unit that a row is in.
    private static func number(_ unit: Ask.Unit, _ table: String) throws -> String {
        let date = "\(table).day * 86400, 'unixepoch'"
        let month = "(strftime('%Y', \(date)) * 12 + strftime('%m', \(date)) - 1)"
        // Day 0 was a Thursday; the lift keeps the division from rounding towards zero.
        let week = "((\(table).day + 7000003) / 7)"
        switch unit {
        case .day: return "\(table).day"
        case .week: return week
        // Other days are in no weekend, which is no reason to be in none or in one.
        case .weekend: return "CASE WHEN (\(table).day + 7000003) % 7 > 4 THEN \(week) ELSE -1 - \(table).day * 7 END"
        case .month: return month
        case .quarter: return "(\(month) / 3)"
        case .year: return "(strftime('%Y', \(date)) + 0)"
        case .merchant: return "\(table).merchant_id"
        case .category: return "\(table).category_id"
        case .account: return "\(table).account_id"
        case .transaction: throw AskError("A transaction is near others in its day, month, or shop.")
        }
    }

    /// The rows of a selection under a name of their own.
    private func rows(_ selection: Selection, _ table: String) throws -> RowCondition {
        let flow = FlowRows(selection.flow)
        var parts = [
            RowCondition(sql: "\(table).counted = 1"), AskRows.days(selection.span.periods, table),
            try condition(selection.filter, of: table, isLeading: false),
        ]
        if !flow.kinds.isEmpty {
            parts.append(
                RowCondition(sql: "\(table).kind IN \(RowCondition.list(flow.kinds.map(\.code).sorted()))"))
        }
        switch flow.side {
        case .out: parts.append(RowCondition(sql: "\(table).amount < 0"))
        case .in: parts.append(RowCondition(sql: "\(table).amount > 0"))
        case .once, nil: break
        }
        return .joined(parts, "AND", empty: .everything)
    }

    private func noAccount(_ name: String) -> AskError {
        let known = accounts.map(\.name)
        return AskError(
            "You have no account called “\(name)”"
                + (known.isEmpty ? "." : "; there is \(NumberText.list(Array(known.prefix(8)))).")
        )
    }

    private func inAccounts(_ ids: [Int64], _ table: String) -> RowCondition {
        // The plus keeps SQLite from reading by account instead of by day.
        RowCondition(sql: "+\(table).account_id IN \(RowCondition.list(ids))")
    }

    /// Rows of some cards, or of whole accounts.
    private func paid(with cards: [Card], orIn ids: [Int64], _ table: String) -> RowCondition {
        let parts = cards.map { RowCondition(sql: $0.condition(table), needs: .rows) }
        return .joined(parts + (ids.isEmpty ? [] : [inAccounts(ids, table)]), "OR", empty: .nothing)
    }

    private func text(_ words: String, _ table: String) -> RowCondition {
        guard let pattern = SearchPattern(words: words) else { return RowCondition(sql: "0", needs: .rows) }
        let found = "\(table).document_id IN (SELECT rowid FROM search WHERE search MATCH ?)"
        guard let code = StateNames.builtIn.code(of: words) else {
            return RowCondition(sql: found, values: [.text(pattern.expression)], needs: .rows)
        }
        // Bank texts end with the town and the state: `FREEPORT ME`, with its zip code or country behind it at most.
        let places = ["* \(code)", "* \(code) [0-9]*", "* \(code) US*"]
        let ends = places.map { _ in "description GLOB ?" }.joined(separator: " OR ")
        return RowCondition(
            sql: "(\(found) OR \(table).document_id IN (SELECT id FROM document WHERE \(ends)))",
            values: [.text(pattern.expression)] + places.map { .text($0) }, needs: .rows)
    }

    /// 50 means 50 of each account's own currency, whatever its smallest unit is.
    private func amount(_ least: Int64?, _ most: Int64?, _ table: String) -> RowCondition {
        let bySize = Dictionary(grouping: accounts, by: \.currency.minorPerMajor).sorted { $0.key < $1.key }
        let parts = bySize.map { size, accounts -> RowCondition in
            var conditions: [RowCondition] = []
            if bySize.count > 1 { conditions.append(inAccounts(accounts.map(\.id), table)) }
            if let least {
                conditions.append(bound(">=", HomeAmount(least, home).scaled(to: size, roundsUp: true), table))
            }
            if let most {
                conditions.append(bound("<=", HomeAmount(most, home).scaled(to: size, roundsUp: false), table))
            }
            return .joined(conditions, "AND", empty: .everything)
        }
        var out = RowCondition.joined(parts, "OR", empty: .everything)
        out.needs.insert(.rows)
        return out
    }

    private func bound(_ relation: String, _ units: Int64, _ table: String) -> RowCondition {
        RowCondition(sql: "abs(\(table).amount) \(relation) ?", values: [.int(units)])
    }
}

/// An amount of the home currency that amounts of any currency are held against, as many of its own.
struct HomeAmount {
    private let units: Int64
    private let per: Int64

    init(_ units: Int64, _ home: Currency) {
        self.units = units
        per = home.minorPerMajor
    }

    /// The bound in minor units of which there are so many in one major unit, rounded so that whatever meets it meets the
    /// exact one.
    func scaled(to size: Int64, roundsUp: Bool) -> Int64 {
        let product = Int128(units) * Int128(size)
        let (quotient, rest) = product.quotientAndRemainder(dividingBy: Int128(per))
        return Int64(clamping: quotient + (rest == 0 ? 0 : roundsUp ? (product > 0 ? 1 : 0) : (product > 0 ? 0 : -1)))
    }

    /// Whether an amount is so related to it, without any rounding.
    func isMet(by amount: Int64, of currency: Currency, _ relation: Ask.Condition.Relation) -> Bool {
        relation.holds(Int128(amount) * Int128(per), Int128(units) * Int128(currency.minorPerMajor))
    }
}

extension Ask.Condition.Relation {
    public func holds<T: Comparable>(_ value: T, _ bound: T) -> Bool {
        switch self {
        case .more: value > bound
        case .atLeast: value >= bound
        case .less: value < bound
        case .atMost: value <= bound
        case .equal: value == bound
        }
    }
}
