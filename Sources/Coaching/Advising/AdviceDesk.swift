import Advice
import Ledger
import Retrieval
import Store
import Understanding

/// Computes what advice on spending rests on: the last full months, as questions about them are answered.
struct AdviceDesk {
    let index: HouseholdIndex
    let asOf: CivilDate
    let currency: Currency
    let phrases: Phrases
    let retriever: Retriever
    let book: SummaryBook

    init(_ index: HouseholdIndex, asOf: CivilDate, currency: Currency, _ phrases: Phrases) {
        self.index = index
        self.asOf = asOf
        self.currency = currency
        self.phrases = phrases
        retriever = Retriever(index)
        book = SummaryBook(index, asOf: asOf)
    }

    /// Minor units of the currency of advice, as text.
    func money(_ units: Int64) -> String { Money(units, currency).text }

    /// The months that tell what is usual, as far as the data covers them, the newest first.
    ///
    /// - Parameter day: seen from an earlier day than today.
    func fullMonths(before day: CivilDate? = nil) throws -> [Period] {
        guard let coverage = try index.coverage else { return [] }
        return UsualMonth.known(before: min(day ?? asOf, asOf, coverage.end.endOfMonth.adding(days: 1)), coverage)
    }

    /// Spending of the months on what a query names, in the order of `months`, minor units.
    func sums(_ query: Query, _ months: [Period]) throws -> [(spent: Int64, rows: Int)] {
        try months.map { month in
            var query = query
            query.period = month
            query.comparison = nil
            query.grouping = nil
            query.measure = .total
            query.direction = .out
            return total(try retriever.figures(query))
        }
    }

    /// What the evidence says was spent in the currency of advice.
    func total(_ evidence: Evidence) -> (spent: Int64, rows: Int) {
        for figure in evidence.figures(named: "total") {
            if case .money(let money) = figure.value, money.currency == currency {
                return (money.minorUnits, figure.rows ?? 0)
            }
        }
        return (0, 0)
    }

    /// What was spent in the time it is held against, in the currency of advice.
    func previous(_ evidence: Evidence) -> Int64 {
        evidence.figures(named: "previous_total").lazy.compactMap(\.money).first { $0.currency == currency }?.minorUnits
            ?? 0
    }

    // MARK: Room

    /// What a category usually takes, as far as it is a matter of choice.
    struct Room: Hashable {
        let category: String
        /// What a usual month takes (`UsualMonth`), less what subscriptions take of it, minor units.
        let usual: Int64
        /// The last full month, minor units.
        let latest: Int64
        /// Purchases of all the months.
        let rows: Int
    }

    /// Major units a month below which a category is not worth a word.
    private static let leastRoom: Int64 = 5
    private static let fewestRows = 3

    /// The categories that can give way, the largest first.
    ///
    /// - Parameter merchants: where nothing is to be cut.
    func rooms(
        _ months: [Period], _ streams: [RecurringStream], within wanted: Set<String> = [],
        sparing merchants: [String] = []
    ) throws -> [Room] {
        var sums = try months.map { try book.categorySums($0)[currency] ?? [:] }
        for (place, month) in months.enumerated() where !merchants.isEmpty {
            for group in try spent(at: merchants, in: month) {
                guard let amount = group.value.amount, amount.currency == currency else { continue }
                sums[place][group.key]?.spent -= amount.minorUnits
                sums[place][group.key]?.count -= group.count
            }
        }
        let ids = Set(sums.flatMap(\.keys)).filter { id in
            FlexibleCategories.contain(id, in: index.taxonomy) && (wanted.isEmpty || wanted.contains(id))
        }
        let rooms = ids.compactMap { id -> Room? in
            let rows = sums.reduce(0) { $0 + ($1[id]?.count ?? 0) }
            let fixed = streams.filter { $0.group == .subscription && $0.category == id && $0.isLive }
                .reduce(0) { $0 + $1.monthlyCost.minorUnits }
            let usual = AdviceDesk.usual(sums.map { $0[id]?.spent ?? 0 }) - fixed
            guard rows >= AdviceDesk.fewestRows, usual >= AdviceDesk.leastRoom * currency.minorPerMajor else {
                return nil
            }
            return Room(category: id, usual: usual, latest: sums.first?[id]?.spent ?? 0, rows: rows)
        }
        return rooms.sorted { ($1.usual, $0.category) < ($0.usual, $1.category) }
    }

    private func spent(at merchants: [String], in month: Period) throws -> [Group] {
        var query = Query(period: month, merchants: merchants, direction: .out)
        query.grouping = .category
        query.order = .largest
        query.limit = Query.mostListed
        return try retriever.figures(query).groups
    }

    /// The subscriptions that run, the dearest first.
    func subscriptions(_ streams: [RecurringStream]) -> [RecurringStream] {
        streams.filter { $0.group == .subscription && $0.isLive && $0.amount.currency == currency }
            .sorted { ($1.monthlyCost.minorUnits, $0.merchant) < ($0.monthlyCost.minorUnits, $1.merchant) }
    }

    // MARK: What is kept

    /// What usually comes in and goes out in a full month, as purchases are judged by it, and how often more went out.
    struct Balance: Hashable {
        let pace: SavingPace
        /// The months that it is the mean of.
        let span: Period
        /// Minor units; what is kept is the one less the other.
        var income: Int64 { pace.income }
        var spending: Int64 { pace.spending }
        var net: Int64 { pace.perMonth }
        /// Whether nearly all that comes in goes out again: less than a twentieth is kept.
        var isTight: Bool { net >= 0 && net * 20 < income }
        /// Of the last full months, those in which more went out than came in.
        let overspent: Int
        let months: Int
    }

    /// nil without full months.
    func balance(_ months: [Period]) throws -> Balance? {
        guard let span = span(months) else { return nil }
        let book = GoalBook(index)
        // Where the data ends long before today, its own last months are meant.
        let pace =
            try book.pace(asOf: asOf, currency: currency)
            ?? book.pace(asOf: span.end.adding(days: 1), currency: currency) ?? SavingPace(perMonth: 0)
        let overspent = try months.count { month in
            let flow = SummaryBook.flows(try retriever.cashFlow(Query(period: month)), month)[currency]
            return flow.map { $0.net < 0 } ?? false
        }
        return Balance(pace: pace, span: pace.span ?? span, overspent: overspent, months: months.count)
    }

    /// The month that makes what is usual dearer than the others are, as a sentence; nil where none stands alone.
    func alone(_ sums: [Int64], _ months: [Period]) -> String? {
        UsualMonth(sums)?.alone.map { $0.words(months[$0.place], currency) + "." }
    }

    /// What months usually come to; 0 of none.
    static func usual(_ sums: [Int64]) -> Int64 { UsualMonth(sums)?.amount ?? 0 }
}

/// Less spending on some categories that adds up to an amount.
struct CutPlan: Hashable {
    struct Cut: Hashable {
        let room: AdviceDesk.Room
        /// Minor units a month.
        let less: Int64
    }

    let cuts: [Cut]
    /// Minor units a month.
    let total: Int64
    /// Whether a third of each category at the most brings it.
    let isModest: Bool

    /// More than this part of a habit is hard to give up at once.
    static let modestPart: Int64 = 3

    /// The fewest categories, the largest first, that bring `target` with a third of each; else all of them by the same
    /// part. Each cut is in proportion to its category, and they add up to the target exactly.
    ///
    /// - Returns: nil where all of them together do not come to the target.
    init?(_ target: Int64, _ rooms: [AdviceDesk.Room]) {
        var sum: Int64 = 0
        var count = 0
        for room in rooms where sum < target * CutPlan.modestPart {
            sum += room.usual
            count += 1
        }
        guard target > 0, sum >= target else { return nil }
        isModest = sum >= target * CutPlan.modestPart
        total = target
        var left = target
        var cuts: [Cut] = []
        for (place, room) in rooms.prefix(count).enumerated() {
            let less = place == count - 1 ? left : roundedQuotient(target, times: room.usual, by: sum)
            cuts.append(Cut(room: room, less: less))
            left -= less
        }
        self.cuts = cuts
    }
}
