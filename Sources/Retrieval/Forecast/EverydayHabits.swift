import Ledger

/// Tells what is spent day by day from what was bought once: a sofa, a trip, a bill that comes once a year.
///
/// Everyday spending goes on in the days to come, so that a single large amount among it would be expected again and
/// again. What is large is measured by each category's own median and not by its mean, which such an amount would move
/// itself; large groceries are as usual as a large coffee is not.
struct EverydayHabits {
    /// The median purchase of the categories that are bought from again and again, minor units.
    private let usual: [String: Int64]
    /// That of all such purchases; nil where no category is bought from again and again.
    private let usualOfAll: Int64?

    /// Days that are looked back on for what is usual: all of a year's seasons.
    static let memory = 365
    /// A category is bought from again and again when it was on so many days of which each is at least a week after the
    /// one before: a trip is over sooner.
    private static let fewestWeeks = 4
    /// What is more than so many times as usual is bought once. On the sample household the next 35 days are then off by
    /// 14 % on average, by 20 % with everything counted, and by 17 % with each category's median month, which leaves out
    /// what is bought in some months only. Smaller factors cut the ordinary spread of amounts: too little is expected.
    private static let farAbove: Int64 = 10
    private static let manyRows = 8

    /// - Parameter purchases: expenses of the memory that are of no stream, in any order.
    init(_ purchases: [RecurringRow]) {
        var found: [String: [(amount: Int64, day: CivilDate)]] = [:]
        for row in purchases { found[row.category, default: []].append((-row.amount.minorUnits, row.date)) }
        let habits = found.filter { EverydayHabits.weeks($0.value.map(\.day)) >= EverydayHabits.fewestWeeks }
        usual = habits.mapValues { median($0.map(\.amount)) }
        usualOfAll = habits.isEmpty ? nil : median(habits.values.joined().map(\.amount))
    }

    private static func weeks(_ days: [CivilDate]) -> Int {
        var (count, next) = (0, CivilDate(dayNumber: .min))
        for day in days.sorted() where day >= next { (count, next) = (count + 1, day.adding(days: 7)) }
        return count
    }

    /// What of purchases, and of what came back of some, goes on. Where no habit is known yet, that is all but what is more
    /// than a quarter of many.
    func everyday(among spent: [RecurringRow]) -> [RecurringRow] {
        guard let usualOfAll else {
            let all = spent.reduce(0) { $0 - min(0, $1.amount.minorUnits) }
            return spent.count < EverydayHabits.manyRows
                ? spent : spent.filter { $0.amount.minorUnits.magnitude * 4 <= all.magnitude }
        }
        return spent.filter { row in
            let usual = max(1, usual[row.category] ?? usualOfAll)
            return row.amount.minorUnits.magnitude / EverydayHabits.farAbove.magnitude <= usual.magnitude
        }
    }
}
