import Ledger

/// Requests of every kind over given names, the same ones for the same seed.
public struct RandomRequests {
    public var random: SeededGenerator
    public var categories: [String]
    public var merchants: [String]
    public var accounts: [String]
    public var texts: [String]
    public var currencies: [Currency]
    /// The days that periods are around.
    public var days: Period
    /// Where days that run past it end; nil for as they are.
    public var today: CivilDate?
    /// Whether filters may ask for payments that recur.
    public var hasRecurring = true
    /// Whether what is asked may be of the days after or before a payment.
    public var hasEvents = false
    /// Whether asks may hold what no model computes: bases of conditions, changes as conditions, spreads, running sums, and
    /// questions of each group.
    public var hasCompositions = true

    public init(
        seed: UInt64, categories: [String], merchants: [String], accounts: [String], texts: [String],
        currencies: [Currency], days: Period
    ) {
        random = SeededGenerator(seed: seed)
        self.categories = categories
        self.merchants = merchants
        self.accounts = accounts
        self.texts = texts
        self.currencies = currencies
        self.days = days
    }

    // MARK: Chance

    public mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    public mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &random)] }

    private mutating func maybe<T>(_ one: Int, _ make: (inout Self) -> T) -> T? { chance(one) ? make(&self) : nil }

    // MARK: Times

    /// Single days, weeks, months, years, any two days; also beyond the days given.
    public mutating func period() -> Period {
        let made = anyPeriod()
        guard let today, made.start <= today, today < made.end else { return made }
        return Period(made.start, today)
    }

    private mutating func anyPeriod() -> Period {
        let day = days.start.adding(days: Int.random(in: -20...(days.days + 20), using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return Period(day, day)
        case 1: return Period.month(of: day)
        case 2: return Period(day.startOfYear, day.endOfYear)
        case 3: return Period(day.startOfMonth, day.adding(days: Int.random(in: 31...400, using: &random)).endOfMonth)
        case 4: return Period(day.startOfWeek, day.startOfWeek.adding(days: 6))
        case 5: return Period(day, day.adding(days: Int.random(in: 0...90, using: &random)))
        default: return Period(day, day.adding(days: Int.random(in: 60...500, using: &random)))
        }
    }

    public mutating func span() -> Selection.Span {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .everything
        case 1: return .assumed(period())
        case 2:
            let (a, b) = (period(), period())
            if a.end < b.start { return .periods([a, b]) }
            return b.end < a.start ? .periods([b, a]) : .periods([a])
        default: return .periods([period()])
        }
    }

    // MARK: Rows

    private mutating func near() -> RowFilter {
        let unit = pick([Ask.Unit.day, .week, .month, .quarter, .year, .weekend, .merchant, .category, .account])
        let from = unit.isOfTime ? Int.random(in: -2...3, using: &random) : 0
        let to = unit.isOfTime ? from + Int.random(in: 0...4, using: &random) : 0
        let flow = chance(2) ? Selection.Flow.spending : pick([.income, .purchases, .refunds, .any])
        return .near(unit, from...to, Selection(flow, leaf(), chance(2) ? .everything : .periods([period()])))
    }

    private mutating func leaf() -> RowFilter {
        switch Int.random(in: 0..<(hasRecurring ? 11 : 10), using: &random) {
        case 0, 1: return .category(pick(categories))
        case 2: return .merchant(pick(merchants))
        case 3: return .account(pick(accounts))
        case 4: return .text(pick(texts))
        case 5, 6:
            let (a, b) = (
                Int64.random(in: 0...40, using: &random) * 125, Int64.random(in: 0...40, using: &random) * 125
            )
            let least = chance(3) ? nil : min(a, b) + (chance(3) ? 1 : 0)
            return .amount(least, chance(2) ? nil : max(a, b) + (chance(3) ? 1 : 2))
        case 7: return .weekdays(chance(2) ? [6, 7] : Set((0...2).map { _ in Int.random(in: 1...7, using: &random) }))
        case 8:
            let (a, b) = (Int.random(in: 1...31, using: &random), Int.random(in: 1...31, using: &random))
            return .daysOfMonth(min(a, b)...max(a, b))
        case 9: return chance(2) ? .status(chance(2) ? .pending : .posted) : .currency(pick(currencies))
        default: return .recurring(pick(["subscriptions", "bills", "pay"]))
        }
    }

    public mutating func filter(depth: Int = 2) -> RowFilter {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 4), using: &random) {
        case 7: return near()
        case 4: return .not(chance(4) ? filter(depth: depth - 1) : leaf())
        case 5: return .or((0...Int.random(in: 1...2, using: &random)).map { _ in filter(depth: depth - 1) })
        case 6: return .and((0...Int.random(in: 1...2, using: &random)).map { _ in filter(depth: depth - 1) })
        default: return leaf()
        }
    }

    public mutating func selection() -> Selection {
        let flow = chance(2) ? Selection.Flow.spending : pick(Selection.Flow.allCases)
        let own = chance(3) ? RowFilter.all : filter()
        guard hasEvents, chance(5) else { return Selection(flow, own, span()) }
        let event = Selection(pick([.spending, .income]), leaf(), chance(2) ? .everything : .periods([period()]))
        let edge = pick(RowFilter.Edge.allCases)
        let days = chance(2) ? RowFilter.after(edge, event) : .before(edge, event)
        return Selection(flow, own == .all ? days : .and([own, days]), span())
    }

    // MARK: Asks

    public mutating func measure() -> Ask.Measure {
        let unit = pick(Ask.Unit.allCases)
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1, 2: return .total
        case 3, 4: return .count(unit)
        case 5, 6: return .average(unit)
        case 7: return .rate(unit)
        case 8, 9: return .median(chance(2) ? .transaction : unit)
        case 10: return chance(2) ? .largest : .smallest
        case 11: return .share(of: selection(), byCount: chance(2))
        case 12: return .countWithout(unit)
        case 13: return .longestStreak(chance(2) ? .day : unit, withRows: chance(2))
        case 14: return .gap
        default:
            guard hasCompositions, chance(2) else { return chance(2) ? .lastDay : .firstDay }
            return chance(2) ? .spread(unit) : .reachedDay
        }
    }

    public mutating func condition() -> Ask.Condition {
        let quantity = pick(hasCompositions ? Ask.Condition.Quantity.allCases : [.total, .count, .largest])
        let bound =
            quantity == .count
            ? Int64.random(in: 0...5, using: &random) : Int64.random(in: 0...80, using: &random) * 125
        let base =
            hasCompositions && chance(5)
            ? Selection(.spending, leaf(), chance(2) ? .everything : .periods([period()])) : nil
        return Ask.Condition(quantity, pick(Ask.Condition.Relation.allCases), bound, above: base)
    }

    private mutating func against() -> Ask.Against {
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1: return .period(period())
        case 2:
            return .sides((0...Int.random(in: 0...1, using: &random)).map { Ask.Side("side \($0)", selection()) })
        case 3: return .usual
        default: return .amount(Int64.random(in: 0...400, using: &random) * 125, pick(Ask.Condition.Relation.allCases))
        }
    }

    public mutating func ask() -> Ask {
        Ask(
            selection(), measure: measure(), by: maybe(2) { $0.pick(Ask.Grouping.allCases) },
            where: maybe(4) { $0.condition() }, against: maybe(4) { $0.against() }, view: chance(5) ? .rows : .figures,
            order: maybe(3) { $0.pick(Ask.Order.allCases) },
            limit: maybe(3) { Int.random(in: 1...12, using: &$0.random) },
            offset: maybe(6) { Int.random(in: 1...3, using: &$0.random) } ?? 0,
            each: hasCompositions ? maybe(8) { $0.pick(Ask.Grouping.allCases) } : nil,
            also: hasCompositions && chance(8) ? [.count(.transaction), .average(pick(Ask.Unit.allCases))] : [])
    }

    public mutating func request() -> Request {
        let others: [Intent] = [.purchase, .budget, .advice, .edit, .help, .outOfScope]
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1:
            return .balance(
                BalanceAsk(
                    pick(BalanceAsk.Topic.allCases), maybe(2) { $0.pick(BalanceAsk.Detail.allCases) },
                    accounts: chance(2) ? [] : [pick(accounts)], type: maybe(6) { $0.pick(AccountType.allCases) },
                    without: chance(5) ? [pick(accounts)] : [], on: maybe(2) { $0.period().start },
                    over: maybe(3) { $0.period() }, where: maybe(5) { $0.condition() }))
        case 2:
            return .recurring(
                RecurringAsk(
                    pick(RecurringAsk.Topic.allCases), maybe(2) { $0.pick(RecurringAsk.Detail.allCases) },
                    filter: chance(2) ? .all : filter(), kind: maybe(2) { $0.pick(["subscriptions", "bills", "pay"]) },
                    period: maybe(2) { $0.period() }, pick: maybe(4) { $0.pick(RecurringAsk.Pick.allCases) },
                    per: maybe(4) { $0.pick([.month, .year]) }, isBeforePay: chance(6),
                    every: maybe(6) { $0.pick([.week, .month, .year]) }, against: maybe(6) { $0.period() }))
        case 3: return .unusual(selection())
        case 4:
            return .forecast(
                ForecastAsk(
                    pick(ForecastAsk.Topic.allCases), accounts: chance(2) ? [] : [pick(accounts)],
                    until: maybe(2) { $0.period().end }, isBeforePay: chance(4), over: maybe(4) { $0.period() },
                    on: chance(3) ? filter() : .all, per: maybe(4) { $0.pick(ForecastAsk.spans) },
                    where: maybe(5) { $0.condition() }))
        case 5: return .summary(maybe(2) { $0.period() })
        case 6: return .other(pick(others))
        default: return .ask(ask())
        }
    }
}
