import Ledger
import TestSupport
import Testing

@testable import Store

/// What a query must find, by plain loops over the model's rows.
struct ModelAnswers {
    let rows: [ModelRow]
    let taxonomy: Taxonomy

    struct Sum: Equatable {
        var amount: Int64 = 0
        var rows = 0
    }

    struct GroupKey: Hashable {
        let key: String
        let currency: Currency
    }

    /// Every row that the query means, counted in totals or not.
    func matching(_ query: Query, kinds: Set<TransactionKind>, period: Period?) -> [ModelRow] {
        rows.filter { row in
            let size = abs(row.amount)
            if let period, !period.contains(row.date) { return false }
            if !kinds.isEmpty, !kinds.contains(row.kind) { return false }
            let misses = [
                !query.categories.isEmpty && !isIn(row, query.categories),
                !query.merchants.isEmpty && !query.merchants.contains(row.merchant),
            ]
            let isUnion = query.isUnion && !query.categories.isEmpty && !query.merchants.isEmpty
            if isUnion ? !misses.contains(false) : misses.contains(true) { return false }
            if isIn(row, query.excludedCategories) { return false }
            if kinds == [.transfer], query.direction == .out, row.amount >= 0 { return false }
            if kinds == [.transfer], query.direction == .in, row.amount <= 0 { return false }
            if query.excludedMerchants.contains(row.merchant) { return false }
            if !query.accounts.isEmpty, !query.accounts.contains(row.account) { return false }
            if let text = query.text, !holds(row, text) { return false }
            if let minimum = query.minimum, size < minimum || query.isMinimumExclusive && size == minimum {
                return false
            }
            if let maximum = query.maximum, size > maximum || query.isMaximumExclusive && size == maximum {
                return false
            }
            if !query.weekdays.isEmpty, !query.weekdays.contains(row.date.weekday) { return false }
            if let status = query.status, row.isPending != (status == .pending) { return false }
            return true
        }
    }

    private func isIn(_ row: ModelRow, _ categories: [String]) -> Bool {
        categories.contains { $0 == row.category || $0 == taxonomy[row.category]?.parent }
    }

    /// Words of three letters and more may go on, shorter ones are whole.
    private func holds(_ row: ModelRow, _ text: String) -> Bool {
        let category = taxonomy[row.category]
        let names = [
            row.merchant, row.text, category?.name ?? "", category?.parent.flatMap { taxonomy[$0]?.name } ?? "",
        ]
        let words = names.joined(separator: " ").lowercased().split { !$0.isLetter && !$0.isNumber }
        return text.lowercased().split(separator: " ").allSatisfy { term in
            words.contains { term.count < 3 ? $0 == term : $0.hasPrefix(term) }
        }
    }

    /// The kinds that are summed, the kinds that are single purchases, and the sign that makes the figure positive.
    func flow(_ query: Query) -> (kinds: Set<TransactionKind>, tickets: Set<TransactionKind>, sign: Int64)? {
        if query.kinds == [.refund] { return ([.refund], [.refund], 1) }
        if query.kinds == [.transfer] { return ([.transfer], [.transfer], query.direction == .in ? 1 : -1) }
        if query.kinds == [.expense] { return ([.expense], [.expense], -1) }
        switch query.direction {
        case .out: return ([.expense, .refund], [.expense], -1)
        case .in: return ([.income], [.income], 1)
        case .any: return nil
        }
    }

    func sums(_ rows: [ModelRow], sign: Int64) -> [Currency: Sum] {
        rows.filter(\.counts).reduce(into: [:]) { sums, row in
            sums[row.currency, default: Sum()].amount += sign * row.amount
            sums[row.currency, default: Sum()].rows += 1
        }
    }

    func groups(_ rows: [ModelRow], sign: Int64, by grouping: Query.Grouping) -> [GroupKey: Sum] {
        rows.filter(\.counts).reduce(into: [:]) { sums, row in
            let key = GroupKey(key: key(row, grouping), currency: row.currency)
            sums[key, default: Sum()].amount += sign * row.amount
            sums[key, default: Sum()].rows += 1
        }
    }

    private func key(_ row: ModelRow, _ grouping: Query.Grouping) -> String {
        switch grouping {
        case .category: row.category
        case .merchant: row.merchant
        case .account: row.account
        case .currency: row.currency.code
        case .day: row.date.iso
        case .week: row.date.adding(days: 1 - row.date.weekday).iso
        case .month: String(row.date.iso.prefix(7))
        case .year: String(row.date.iso.prefix(4))
        case .weekday: CivilDate.weekdayNames[row.date.weekday - 1]
        }
    }

    /// The middle magnitude, of an even number the mean of the two in the middle, half a cent away from zero.
    func median(_ rows: [ModelRow], _ currency: Currency) -> Int64? {
        let sizes = rows.filter { $0.counts && $0.currency == currency }.map { abs($0.amount) }.sorted()
        guard !sizes.isEmpty else { return nil }
        let middle = sizes.count / 2
        return sizes.count % 2 == 1 ? sizes[middle] : (sizes[middle - 1] + sizes[middle] + 1) / 2
    }
}

/// Queries of every kind.
struct QueryMaker {
    var random: SeededGenerator

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private mutating func some(_ values: [String], _ one: Int) -> [String] {
        chance(one) ? Array(values.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))) : []
    }

    /// Single days, months, years, any two days; also beyond what the data covers.
    mutating func period() -> Period {
        let day = CivilDate(dayNumber: ModelHousehold.first + Int32.random(in: -60...960, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return Period(day, day)
        case 1: return Period.month(of: day)
        case 2: return Period(day.startOfYear, day.endOfYear)
        case 3: return Period(day.startOfMonth, day.adding(days: Int.random(in: 31...800, using: &random)).endOfMonth)
        case 4: return Period(day, day.adding(days: Int.random(in: 0...90, using: &random)))
        default: return Period(day, day.adding(days: Int.random(in: 60...900, using: &random)))
        }
    }

    mutating func query() -> Query {
        let names = ModelHousehold.merchants.map(\.name)
        var query = Query(limit: 10_000)
        if !chance(5) { query.period = period() }
        query.categories = some(["groceries", "coffee", "food", "transport", "books", "salary", "shopping"], 3)
        query.merchants = some(names, 5)
        query.accounts = some(["Checking", "Credit Card", "Euro Card"], 4)
        query.excludedCategories = some(["food", "fuel", "books"], 6)
        query.isUnion = chance(2)
        query.excludedMerchants = some(names, 8)
        if chance(6) {
            query.text = ["b", "bu", "cafe", "corner shop", "food drink", "pos 7", "nothing"].randomElement(
                using: &random)
        }
        if chance(5) { query.minimum = Int64.random(in: 0...40, using: &random) * 125 }
        if chance(5) { query.maximum = Int64.random(in: 0...40, using: &random) * 125 }
        query.isMinimumExclusive = chance(2)
        query.isMaximumExclusive = chance(2)
        if chance(5) { query.weekdays = Set((0...2).map { _ in Int.random(in: 1...7, using: &random) }) }
        if chance(6) { query.status = chance(2) ? .pending : .posted }
        query.direction = chance(4) ? .in : .out
        if chance(5) { query.kinds = [[.refund], [.transfer], [.expense]][Int.random(in: 0..<3, using: &random)] }
        return query
    }
}
