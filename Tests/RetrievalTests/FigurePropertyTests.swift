import Ledger
import Store
import TestSupport
import Testing

@testable import Retrieval

/// Whatever is asked, the index answers what loops over the rows find.
@Suite struct FigurePropertyTests {
    private let model: ModelAnswers
    private let retriever: Retriever

    init() throws {
        let index = try HouseholdIndex(path: ":memory:")
        let rows = ModelHousehold.rows(seed: 2026, count: 1200)
        try index.fill(rows)
        model = ModelAnswers(rows: rows, taxonomy: index.taxonomy)
        retriever = Retriever(index)
    }

    private func money(_ figures: [Figure]) -> [Currency: Int64] {
        figures.reduce(into: [:]) { amounts, figure in
            guard case .money(let money) = figure.value else { return }
            #expect(amounts[money.currency] == nil, "one figure a currency")
            amounts[money.currency] = money.minorUnits
        }
    }

    private func isEqual<T: Equatable>(_ found: T, _ expected: T, _ what: String, _ query: Query) {
        if found != expected { Issue.record("\(what): \(found) instead of \(expected)\n\(query)") }
    }

    @Test(arguments: UInt64(1)...6) func totalsCountsAndPending(seed: UInt64) throws {
        var maker = QueryMaker(random: SeededGenerator(seed: seed))
        for _ in 0..<150 {
            var query = maker.query()
            let flow = try #require(model.flow(query))
            let rows = model.matching(query, kinds: flow.kinds, period: query.period)
            let sums = model.sums(rows, sign: flow.sign)
            query.measure = .count
            let evidence = try retriever.figures(query)
            isEqual(money(evidence.figures(named: "total")), sums.mapValues(\.amount), "totals", query)
            isEqual(evidence.matched, sums.values.reduce(0) { $0 + $1.rows }, "rows", query)
            let counts = evidence.figures(named: "count").map(\.value)
            isEqual(counts, [.count(evidence.matched)], "count", query)
            let pending = model.sums(rows.filter(\.isPending), sign: flow.sign).mapValues(\.amount).filter {
                $0.value != 0
            }
            isEqual(
                Dictionary(uniqueKeysWithValues: evidence.pending.map { ($0.currency, $0.minorUnits) }), pending,
                "pending", query)
        }
    }

    /// The totals of whole months and years, with the days at both ends, are the sums of the rows.
    @Test func longPeriodsWithEdgesInMidMonth() throws {
        var maker = QueryMaker(random: SeededGenerator(seed: 77))
        for _ in 0..<400 {
            var query = Query(period: maker.period(), limit: 1000)
            let rows = model.matching(query, kinds: [.expense, .refund], period: query.period)
            isEqual(
                money(try retriever.figures(query).figures(named: "total")),
                model.sums(rows, sign: -1).mapValues(\.amount),
                "totals", query)
            for grouping in [Query.Grouping.month, .merchant, .category, .account, .year] {
                query.grouping = grouping
                try expectGroups(query, rows, sign: -1)
            }
        }
    }

    @Test(arguments: Query.Grouping.allCases) func groups(grouping: Query.Grouping) throws {
        var maker = QueryMaker(random: SeededGenerator(seed: 5))
        for number in 0..<120 {
            var query = maker.query()
            query.grouping = grouping
            query.order = [.newest, .largest, .smallest][number % 3]
            let flow = try #require(model.flow(query))
            try expectGroups(query, model.matching(query, kinds: flow.kinds, period: query.period), sign: flow.sign)
        }
    }

    private func expectGroups(_ query: Query, _ rows: [ModelRow], sign: Int64) throws {
        guard let grouping = query.grouping else { return }
        let groups = try retriever.figures(query).groups
        let expected = model.groups(rows, sign: sign, by: grouping)
        let isCut = groups.count == 400
        var found: [ModelAnswers.GroupKey: ModelAnswers.Sum] = [:]
        var sizes: [Currency: [Int64]] = [:]
        for group in groups {
            guard case .money(let money) = group.value else { continue }
            found[.init(key: group.key, currency: money.currency)] = .init(amount: money.minorUnits, rows: group.count)
            sizes[money.currency, default: []].append(money.minorUnits)
        }
        if isCut {
            isEqual(found.allSatisfy { expected[$0.key] == $0.value }, true, "groups by \(grouping)", query)
        } else {
            isEqual(found, expected, "groups by \(grouping)", query)
        }
        switch query.order {
        case .largest: isEqual(sizes.values.allSatisfy { $0 == $0.sorted(by: >) }, true, "largest first", query)
        case .smallest: isEqual(sizes.values.allSatisfy { $0 == $0.sorted() }, true, "smallest first", query)
        default: break
        }
        for (currency, sum) in model.sums(rows, sign: sign)
        where sum.amount > 0 && !isCut && query.grouping != .currency {
            let shares = groups.filter {
                if case .money(let money) = $0.value { money.currency == currency } else { false }
            }.compactMap(\.share)
            // Each is rounded to four decimals.
            isEqual(abs(shares.reduce(0, +) - 1) <= 0.000_05 * Double(shares.count) + 1e-9, true, "shares", query)
        }
    }

    @Test(arguments: UInt64(11)...14) func averagesMediansAndExtremes(seed: UInt64) throws {
        var maker = QueryMaker(random: SeededGenerator(seed: seed))
        for _ in 0..<120 {
            var query = maker.query()
            let flow = try #require(model.flow(query))
            let tickets = model.matching(query, kinds: flow.tickets, period: query.period)
            let sums = model.sums(tickets, sign: flow.sign)
            query.measure = .average
            let averages = money(try retriever.figures(query).figures(named: "average"))
            for (currency, sum) in sums {
                let error = 2 * abs((averages[currency] ?? .max / 4) * Int64(sum.rows) - sum.amount)
                isEqual(error <= Int64(sum.rows), true, "average", query)
            }
            query.measure = .median
            let medians = money(try retriever.figures(query).figures(named: "median"))
            isEqual(medians, sums.keys.reduce(into: [:]) { $0[$1] = model.median(tickets, $1) }, "median", query)
            try expectExtremes(query, tickets)
        }
    }

    private func expectExtremes(_ query: Query, _ tickets: [ModelRow]) throws {
        var query = query
        query.limit = 3
        for measure in [Query.Measure.largest, .smallest] {
            query.measure = measure
            let evidence = try retriever.figures(query)
            var expected: [Int64] = []
            for case .money(let money) in evidence.figures(named: measure.rawValue).map(\.value) {
                let sizes = tickets.filter { $0.counts && $0.currency == money.currency }.map { abs($0.amount) }
                    .sorted()
                isEqual(money.minorUnits, (measure == .largest ? sizes.last : sizes.first) ?? -1, "\(measure)", query)
                expected += measure == .largest ? Array(sizes.reversed()).prefix(3) : sizes.prefix(3)
            }
            isEqual(evidence.transactions.map { abs($0.amount.minorUnits) }, expected, "\(measure) rows", query)
        }
    }

    @Test(arguments: UInt64(21)...23) func sharesAndComparisons(seed: UInt64) throws {
        var maker = QueryMaker(random: SeededGenerator(seed: seed))
        for _ in 0..<120 {
            var query = maker.query()
            let flow = try #require(model.flow(query))
            let part = model.sums(model.matching(query, kinds: flow.kinds, period: query.period), sign: flow.sign)
            let whole = model.sums(
                model.matching(
                    Query(accounts: query.isPartByAccount ? [] : query.accounts, direction: query.direction),
                    kinds: flow.kinds,
                    period: query.period),
                sign: flow.sign
            ).filter { $0.value.amount > 0 }
            query.measure = .share
            let shared = try retriever.figures(query)
            isEqual(money(shared.figures(named: "overall")), whole.mapValues(\.amount), "overall", query)
            for (figure, overall) in zip(shared.figures(named: "share"), shared.figures(named: "overall")) {
                guard case .percent(let percent) = figure.value, case .money(let all) = overall.value else { continue }
                let exact = Double(part[all.currency]?.amount ?? 0) / Double(all.minorUnits) * 100
                isEqual(abs(percent - exact) <= 0.05 + 1e-9, true, "share", query)
            }
            query.measure = .total
            query.comparison = maker.period()
            let then = model.sums(model.matching(query, kinds: flow.kinds, period: query.comparison), sign: flow.sign)
            let compared = try retriever.figures(query)
            let currencies = Set(part.keys).union(then.keys)
            let differences = currencies.reduce(into: [:]) {
                $0[$1] = (part[$1]?.amount ?? 0) - (then[$1]?.amount ?? 0)
            }
            isEqual(money(compared.figures(named: "change")), differences, "change", query)
            let before = currencies.reduce(into: [:]) { $0[$1] = then[$1]?.amount ?? 0 }
            isEqual(money(compared.figures(named: "previous_total")), before, "previous_total", query)
        }
    }

    @Test(arguments: UInt64(31)...33) func lists(seed: UInt64) throws {
        var maker = QueryMaker(random: SeededGenerator(seed: seed))
        for number in 0..<150 {
            var query = maker.query()
            if number % 4 == 0 { query.direction = .any }
            query.order = [.newest, .oldest, .largest, .smallest][number % 4]
            let kinds = model.flow(query)?.kinds ?? query.kinds
            let rows = model.matching(query, kinds: kinds, period: query.period).filter(\.counts)
            let all = try retriever.list(query)
            isEqual(Set(all.transactions.map(\.id)), Set(rows.map(\.id)), "rows", query)
            isEqual(all.matched, rows.count, "matched", query)
            // Amounts of the two currencies are not compared: the household's own comes first, each is cut for itself.
            let isRanked = query.order == .largest || query.order == .smallest
            let parts: [[Transaction]] =
                isRanked
                ? [.usd, .eur].map { currency in all.transactions.filter { $0.amount.currency == currency } }
                : [all.transactions]
            isEqual(all.transactions.map(\.id), parts.flatMap { $0.map(\.id) }, "currency by currency", query)
            isEqual(all.warnings.isEmpty, !isRanked || parts.contains(where: \.isEmpty), "a note on currencies", query)
            for part in parts {
                let sorted =
                    switch query.order {
                    case .newest, .rise, .fall: part.map { -Int64($0.date.dayNumber) }
                    case .oldest: part.map { Int64($0.date.dayNumber) }
                    case .largest: part.map { -abs($0.amount.minorUnits) }
                    case .smallest: part.map { abs($0.amount.minorUnits) }
                    }
                isEqual(sorted, sorted.sorted(), "order", query)
            }
            query.limit = 5
            let some = try retriever.list(query)
            isEqual(
                some.transactions.map(\.id), parts.flatMap { $0.prefix(5).map(\.id) }, "the first five", query)
            isEqual(some.matched, rows.count, "matched of five", query)
        }
    }
}
