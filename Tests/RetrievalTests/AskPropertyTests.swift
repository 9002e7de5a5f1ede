import Ledger
import Store
import TestSupport
import Testing

@testable import Retrieval

/// Whatever is asked, the index answers what loops over the rows find.
@Suite struct AskPropertyTests {
    /// A few months of a small household: four currencies' worth of accounts, pairs of transfers, splits, pending and
    /// excluded rows, and a subscription, a bill and pay that recur.
    static func household(_ seed: UInt64) -> (rows: [ModelRow], asOf: CivilDate) {
        var random = SeededGenerator(seed: seed)
        let first = CivilDate(year: 2026, month: 1, day: random.roll(1...20))!
        let length = random.roll(40...330)
        var rows: [ModelRow] = []
        func add(_ row: ModelRow) { rows.append(row.with { $0.id = Int64(rows.count + 1) }) }
        func day(_ offset: Int) -> Int32 { first.dayNumber + Int32(offset) }
        let shops = ModelHousehold.merchants.filter { $0.kind == .expense }
        for _ in 0..<random.roll(5...110) {
            let source = shops[random.roll(0...(shops.count - 1))]
            var row = ModelRow(
                0, day: day(random.roll(0...length)), amount: -Int64(random.roll(0...40)) * 125, merchant: source.name,
                category: source.category)
            row.account = ["Checking", "Credit Card", "Credit Card", "Euro Card", "Yen Card"][random.roll(0...4)]
            if random.chance(10) { (row.kind, row.amount) = (.refund, -row.amount) }
            row.isPending = random.chance(8)
            row.isExcluded = random.chance(7)
            guard random.chance(8), !row.isExcluded else {
                add(row)
                continue
            }
            let parent = Int64(rows.count + 1)
            add(row.with { $0.isSplit = true })
            for amount in [row.amount / 3, row.amount - row.amount / 3] {
                add(
                    row.with {
                        ($0.amount, $0.parent, $0.category) = (
                            amount, parent, random.chance(50) ? "books" : row.category
                        )
                    })
            }
        }
        for offset in stride(from: random.roll(0...20), through: length, by: 30) {
            add(ModelRow(0, day: day(offset), amount: -1599, merchant: "Netflix", category: "streaming"))
            add(ModelRow(0, day: day(offset), amount: -150_000, merchant: "Landlord", category: "rent"))
        }
        for offset in stride(from: random.roll(0...13), through: length, by: 14) {
            add(ModelRow(0, day: day(offset), amount: 210_000, merchant: "Employer", category: "salary", kind: .income))
        }
        for _ in 0..<random.roll(0...8) {
            let (start, size) = (random.roll(0...length), Int64(random.roll(1...40)) * 2500)
            var out = ModelRow(
                0, day: day(start), amount: -size, merchant: "Own Savings", category: "transfers", kind: .transfer)
            let isPaired = random.chance(70)
            let id = Int64(rows.count + 1)
            if isPaired { out.pair = id + 1 }
            add(out)
            guard isPaired || random.chance(50) else { continue }
            add(
                out.with {
                    ($0.amount, $0.account) = (size, "Savings")
                    ($0.day, $0.pair) = (day(min(length, start + random.roll(0...4))), isPaired ? id : nil)
                })
        }
        let last = rows.map(\.day).max()!
        return (rows, CivilDate(dayNumber: last + Int32([0, 0, 1, 5, 9, 30][random.roll(0...5)])))
    }

    private struct Case {
        let index: HouseholdIndex
        let evaluator: AskEvaluator
        let model: AskModel

        init(seed: UInt64) throws {
            let (rows, asOf) = AskPropertyTests.household(seed)
            index = try HouseholdIndex(path: ":memory:")
            try index.fill(rows)
            evaluator = AskEvaluator(index, asOf: asOf)
            var recurring: [String: Set<String>] = [:]
            for stream in try Retriever(index).recurring(asOf: asOf).streams {
                let name = [.subscription: "subscriptions", .bill: "bills", .income: "pay"][stream.group] ?? ""
                recurring[name, default: []].insert(stream.merchant)
            }
            model = AskModel(
                household: rows, taxonomy: index.taxonomy, asOf: asOf, home: try index.homeCurrency,
                recurring: recurring)
        }

        /// Whether it is held against days of which nothing is known.
        func isBeforeTheData(_ ask: Ask) -> Bool {
            if case .period(let period) = ask.against { period.end < model.coverage.start } else { false }
        }

        func requests(_ seed: UInt64) throws -> RandomRequests {
            var made = RandomRequests(
                seed: seed &* 977,
                categories: ["groceries", "food", "transport", "books", "shopping", "streaming", "housing", "salary"],
                merchants: [
                    "Bakery", "Corner Cafe", "Fuel Stop", "Netflix", "Employer", "Own Savings", "Nobody Known",
                ],
                accounts: try index.accounts.map(\.name),
                texts: ["b", "bu", "cafe", "corner shop", "pos 7", "nothing"],
                currencies: Array(Set(try index.accounts.map(\.currency))).sorted { $0.code < $1.code },
                days: model.coverage)
            made.hasCompositions = false
            return made
        }
    }

    @Test(arguments: UInt64(1)...20) func asksAgreeWithLoopsOverRows(seed: UInt64) throws {
        let found = try Case(seed: seed)
        var made = try found.requests(seed)
        for _ in 0..<250 {
            let ask = made.ask()
            do {
                try check(ask, found)
            } catch let error as AskError {
                let isExpected =
                    error.isOfData ? ask.grouping != nil && found.isBeforeTheData(ask) : ask.hasNoMeaning
                #expect(isExpected, "\(error) for \(Request.ask(ask).json.text)")
            }
        }
    }

    private func expect<T: Equatable>(_ found: T, _ expected: T, _ what: String, _ ask: Ask) {
        if found != expected { Issue.record("\(what): \(found) instead of \(expected)\n\(Request.ask(ask).json.text)") }
    }

    private func check(_ asked: Ask, _ found: Case) throws {
        let finding = try found.evaluator.evaluate(asked)
        let model = found.model
        if asked.hasNoMeaning { Issue.record("no error\n\(Request.ask(asked).json.text)") }
        let ask = model.resolved(asked)
        expect(finding.ask.selection.span, ask.selection.span, "span", asked)
        let rows = model.counted(ask)
        if case .sides = ask.against {} else { expect(finding.evidence.matched, rows.count, "matched", asked) }
        expect(pending(finding), model.pending(counted(ask, rows, model), ask.selection.flow), "pending", asked)
        var whole = ask.overAll
        // Only an ask that is held against nothing and has no groups is of few rows.
        if !ask.isOfFewRows, whole.isOfFewRows { whole.limit = nil }
        let values = model.whole(whole, ask.selection)
        expect(finding.values.map(\.rows).reduce(0, +) >= 0, true, "rows", asked)
        compare(
            finding.values.filter { value in values[value.currency] != nil || value.rows > 0 }, values, "values", asked)
        try checkAgainst(finding, ask, asked, model)
        if ask.view == .rows, ask.measure == .total { checkRows(finding, rows, ask, model, asked) }
        if ask.grouping != nil { try checkGroups(finding, ask, asked, found) }
    }

    /// The rows that an answer counts: of sides alike but for their filters those of any side, each once.
    private func counted(_ ask: Ask, _ rows: [ModelRow], _ model: AskModel) -> [ModelRow] {
        guard case .sides(let sides) = ask.against,
            sides.allSatisfy({ $0.selection.flow == ask.selection.flow && $0.selection.span == ask.selection.span })
        else { return rows }
        let filters = [ask.selection.filter] + sides.map(\.selection.filter)
        return model.rows(Selection(ask.selection.flow, .or(filters), ask.selection.span))
    }

    private func pending(_ finding: AskFinding) -> [Currency: Int64] {
        Dictionary(uniqueKeysWithValues: finding.evidence.pending.map { ($0.currency, $0.minorUnits) })
    }

    /// Each currency's value is the exact one, rounded.
    private func compare(_ found: [AskValue], _ expected: [Currency?: AskModel.Found], _ what: String, _ ask: Ask) {
        expect(Set(found.map(\.currency)), Set(expected.keys), "currencies of \(what)", ask)
        for value in found {
            guard let exact = expected[value.currency] else { continue }
            if !exact.isShown(as: value.value) {
                Issue.record("\(what): \(value) instead of \(exact)\n\(Request.ask(ask).json.text)")
            }
            if case .share = ask.measure { continue }
            expect(value.rows, exact.rows, "rows of \(what)", ask)
        }
    }

    // MARK: Rows

    private func checkRows(_ finding: AskFinding, _ rows: [ModelRow], _ ask: Ask, _ model: AskModel, _ asked: Ask) {
        let order = ask.order ?? .newest
        let isBySize = order == .largest || order == .smallest
        let currencies = Set(rows.map(\.currency)).sorted {
            ($0 == model.home ? 0 : 1, $0.code) < ($1 == model.home ? 0 : 1, $1.code)
        }
        // Nobody said how many: all of a short list, and the first ten of a long one.
        let most = ask.limit ?? (rows.count > 20 ? 10 : 20)
        let lists = isBySize ? currencies.map { currency in rows.filter { $0.currency == currency } } : [rows]
        let expected = lists.flatMap { list in
            list.sorted { a, b in
                switch order {
                case .oldest: (a.day, a.id) < (b.day, b.id)
                case .largest where abs(a.amount) != abs(b.amount): abs(a.amount) > abs(b.amount)
                case .smallest where abs(a.amount) != abs(b.amount): abs(a.amount) < abs(b.amount)
                default: (a.day, a.id) > (b.day, b.id)
                }
            }.dropFirst(ask.offset).prefix(most)
        }
        expect(finding.evidence.transactions.map(\.id), expected.map(\.id), "listed", asked)
    }

    // MARK: Against

    private func checkAgainst(_ finding: AskFinding, _ ask: Ask, _ asked: Ask, _ model: AskModel) throws {
        var plain = ask.overAll
        if plain.isOfFewRows { plain.limit = nil }
        switch ask.against {
        case nil: expect(finding.holds, [], "holds", asked)
        case .amount(let bound, let relation):
            for (value, holds) in zip(finding.values, finding.holds) {
                let size: Double
                switch value.value {
                case .money(let money):
                    size = Double(money.minorUnits) * 100 / Double(money.currency.minorPerMajor)
                case .count(let count), .days(let count): size = Double(count)
                case .percent(let number), .ratio(let number): size = number
                case .date: size = 0
                }
                let expected: Bool =
                    switch relation {
                    case .more: size > Double(bound)
                    case .atLeast: size >= Double(bound)
                    case .less: size < Double(bound)
                    case .atMost: size <= Double(bound)
                    case .equal: size == Double(bound)
                    }
                expect(holds, expected, "holds", asked)
            }
        case .period(let period) where period.end < model.coverage.start:
            expect(finding.previous, [], "a value before the data", asked)
        case .period(let period):
            let then = model.whole(plain.over(period), plain.over(period).selection)
            compareAgainst(finding, then, asked)
        case .usual:
            let habit = model.habit(ask.selection.span.plain ?? [])
            let usual = model.overHabit(plain, habit)
            let then = model.whole(usual, usual.selection).mapValues {
                model.usual($0, ask, habit)
            }
            compareAgainst(finding, then, asked)
        case .sides(let sides):
            var expected = [ask.selection]
            expected += sides.map(\.selection).filter { $0 != ask.selection }
            expect(finding.sides.map(\.selection), expected, "sides", asked)
            for side in finding.sides {
                compare(side.values, model.whole(plain, side.selection), "side \(side.name)", asked)
                expect(side.rows, model.rows(side.selection).count, "rows of a side", asked)
            }
        }
    }

    /// What one of the two lacks is nothing there.
    private func compareAgainst(_ finding: AskFinding, _ then: [Currency?: AskModel.Found], _ asked: Ask) {
        for (value, previous) in zip(finding.values, finding.previous) {
            let exact = then[value.currency] ?? AskModel.Found(value: Exact(numerator: 0), rows: 0)
            if !exact.isShown(as: previous.value) {
                Issue.record("previous: \(previous) instead of \(exact)\n\(Request.ask(asked).json.text)")
            }
        }
        if !finding.previous.isEmpty, asked.canBeNothing {
            expect(Set(finding.values.map(\.currency)).isSuperset(of: then.keys), true, "currencies before", asked)
        } else if finding.previous.isEmpty {
            let isBothThere = !finding.values.isEmpty && finding.values.allSatisfy { then[$0.currency] != nil }
            expect(isBothThere, false, "something to compare with", asked)
        }
    }

    // MARK: Groups

    private struct GroupKey: Hashable {
        let key: String
        let currency: Currency?
    }

    private func checkGroups(_ limited: AskFinding, _ ask: Ask, _ asked: Ask, _ found: Case) throws {
        let model = found.model
        var all = asked
        (all.limit, all.offset) = (10_000, 0)
        let full = try found.evaluator.evaluate(all)
        let expected = model.groups(ask)
        var seen: Set<GroupKey> = []
        for group in full.evidence.groups {
            let candidates = expected.filter { entry in
                entry.key == group.key && !seen.contains(GroupKey(key: entry.key, currency: entry.currency))
                    && (group.value.currency == nil || entry.currency == nil || group.value.currency == entry.currency)
            }
            let matches = candidates.filter { $0.found.isShown(as: group.value) && $0.rows == group.count }
            // Counts do not tell their currency: two may be alike but for what they were.
            let before = group.detail("previous")
            let exact = matches.first { match in before.map { match.previous?.isShown(as: $0) ?? false } ?? true }
            guard let match = exact ?? matches.first else {
                Issue.record(
                    "group \(group.key): \(group.value), \(group.count) rows; expected \(candidates)\n\(Request.ask(asked).json.text)"
                )
                continue
            }
            seen.insert(GroupKey(key: match.key, currency: match.currency))
            let previous = group.detail("previous")
            if let then = match.previous, let previous {
                if !then.isShown(as: previous) {
                    Issue.record("before: \(previous) instead of \(then)\n\(Request.ask(asked).json.text)")
                }
            } else {
                expect(previous == nil, match.previous == nil, "whether \(group.key) has a value before", asked)
            }
        }
        let missing = expected.filter { !seen.contains(GroupKey(key: $0.key, currency: $0.currency)) }
        if !missing.isEmpty { Issue.record("groups missing: \(missing)\n\(Request.ask(asked).json.text)") }
        expect(full.groupCount, expected.count, "number of groups", asked)
        checkOrder(full, ask, asked)
        checkLimit(limited, full, ask, asked)
    }

    private func checkOrder(_ full: AskFinding, _ ask: Ask, _ asked: Ask) {
        let isOfTime = ask.grouping?.isCalendar ?? false
        let measure = ask.measure
        let order =
            ask.order ?? (measure == .largest ? .largest : measure == .smallest ? .smallest : isOfTime ? .oldest : nil)
        func size(_ group: Group, _ name: String? = nil) -> Double {
            let value = name.map { group.detail($0) } ?? group.value
            return value?.size ?? 0
        }
        guard isPlain(ask), ask.grouping != .currency else { return }
        // Currencies follow one another; each has its own order.
        for groups in Dictionary(grouping: full.evidence.groups, by: \.value.currency).values {
            let keys = groups.map(\.key)
            let sizes = groups.map { size($0) }
            let changes = groups.map { size($0) - size($0, "previous") }
            switch order {
            case .oldest where isOfTime: expect(keys, keys.sorted(), "order", asked)
            case .newest where isOfTime: expect(keys, keys.sorted(by: >), "order", asked)
            case .largest: expect(sizes, sizes.sorted(by: >), "order", asked)
            case .smallest: expect(sizes, sizes.sorted(), "order", asked)
            case .rise:
                expect(changes, changes.sorted(by: >), "rises", asked)
                expect(changes.allSatisfy { $0 > 0 }, true, "rises only", asked)
            case .fall:
                expect(changes, changes.sorted(), "falls", asked)
                expect(changes.allSatisfy { $0 < 0 }, true, "falls only", asked)
            default: break
            }
        }
    }

    /// Whether groups tell their currency by their value, or are of all currencies.
    private func isPlain(_ ask: Ask) -> Bool {
        if case .share = ask.measure { return false }
        return ask.isOfMoney || ask.condition.map { $0.quantity == .count } ?? true
    }

    private func checkLimit(_ limited: AskFinding, _ full: AskFinding, _ ask: Ask, _ asked: Ask) {
        guard isPlain(ask), let limit = ask.limit, limit > 1 else { return }
        var expected: [Group] = []
        var counts: [Currency?: Int] = [:]
        for group in full.evidence.groups {
            let currency = ask.grouping == .currency ? Currency(group.key) : group.value.currency
            counts[currency, default: 0] += 1
            let place = counts[currency, default: 0]
            if place > ask.offset, place <= ask.offset + limit { expected.append(group) }
        }
        expect(limited.evidence.groups.map(\.key), expected.map(\.key), "groups listed", asked)
    }
}

extension AskModel.Found {
    /// Whether a rounded value is this one.
    func isShown(as found: FigureValue) -> Bool {
        switch found {
        case .money(let money): value.rounds(to: money.minorUnits)
        case .count(let count), .days(let count): value == Exact(numerator: Int64(count))
        case .percent(let number): value.rounds(to: Int64((number * 10).rounded()), parts: 10)
        case .ratio(let number): value.rounds(to: Int64((number * Double(parts)).rounded()), parts: parts)
        case .date(let day): value == Exact(numerator: Int64(day.dayNumber))
        }
    }
}

extension Ask {
    /// What is asked of all groups together: a condition on groups is none on these, and the largest group is a sum.
    var overAll: Ask {
        var ask = self
        if unitCondition == nil { ask.condition = nil }
        if grouping != nil, measure == .largest || measure == .smallest { ask.measure = .total }
        // An order is of the groups.
        if grouping != nil, measure == .gap { ask.order = nil }
        (ask.grouping, ask.against) = (nil, nil)
        return ask
    }

    /// Whether it comes to something where there is no row: a sum to zero, a largest row to nothing.
    var canBeNothing: Bool {
        switch measure {
        case .total, .count, .share: true
        case .average(let unit), .median(let unit), .rate(let unit): unit.isOfDays
        case .largest, .smallest, .countWithout, .longestStreak, .gap, .lastDay, .firstDay, .spread, .reachedDay: false
        }
    }

    func over(_ period: Period) -> Ask {
        var ask = self
        ask.selection.span = .periods([period])
        if case .share(var whole, let byCount) = measure {
            whole.span = .periods([period])
            ask.measure = .share(of: whole, byCount: byCount)
        }
        return ask
    }

    private var withoutOrder: Ask {
        var ask = self
        ask.order = nil
        return ask
    }

    /// What nothing can be computed for, by the meaning of its parts alone.
    var hasNoMeaning: Bool {
        let isBothWays = selection.flow == .any
        let isNet = selection.flow == .net
        let isOfUnits = unitCondition != nil
        switch measure {
        // In and out have no sum; net is of no single row.
        case .average(.transaction), .median(.transaction), .largest, .smallest:
            if isNet || isBothWays && measure != .largest && measure != .smallest { return true }
        case .average, .median: if isBothWays { return true }
        case .share(let whole, false): if isBothWays || whole.flow == .any { return true }
        case .rate(.transaction): return true
        case .countWithout(let unit), .longestStreak(let unit, _): if !unit.isOfDays { return true }
        default: break
        }
        let isOnMoney = condition.map { $0.quantity != .count } ?? false
        if isOfUnits, measure.unit == .transaction { return true }
        if isOfUnits, isOnMoney, isBothWays { return true }
        if condition != nil, !isOfUnits, grouping == nil { return true }
        if grouping != nil, isBothWays, measure == .total || isOnMoney || measure == .largest || measure == .smallest {
            return true
        }
        if order == .rise || order == .fall {
            guard let grouping else {
                if view == .rows { return true }
                if case .amount = against { return true }
                return against == nil || withoutOrder.hasNoMeaning
            }
            switch against {
            case nil:
                if !grouping.isCalendar { return true }
                if measure != .total && measure != .count(.transaction) { return true }
            case .period, .usual: if grouping.isCalendar { return true }
            case .sides, .amount: return true
            }
        }
        switch against {
        case .sides(let sides):
            if grouping != nil { return true }
            // Each side is asked the same.
            return isBothWays && measure == .total
                || sides.contains { side in
                    var ask = Ask(side.selection, measure: measure, where: condition)
                    ask.view = view
                    return side.selection != selection && ask.hasNoMeaning
                }
        case .amount: if grouping != nil || measure == .lastDay || measure == .firstDay { return true }
        case .usual:
            switch measure {
            case .largest, .smallest, .longestStreak, .lastDay, .firstDay: return true
            default: if selection.span == .everything { return true }
            }
        default: break
        }
        return isBothWays && against != nil && measure == .total
    }
}
