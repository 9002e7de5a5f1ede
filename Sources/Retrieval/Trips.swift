import Ledger
import Store

/// Finds the trips of a household: days on which it bought in towns that it is seldom in.
public struct Trips {
    /// Oldest first.
    public let all: [Trip]

    /// A town is home where at least this share of all weeks has purchases.
    private static let homeShare = 0.12
    /// Weeks that make a home of a town however few there are in all.
    private static let fewestWeeks = 3
    /// Who stays longer lives there.
    private static let mostDays = 60
    /// Days that are looked at, up to the newest row.
    private static let lookBack = 3 * 365
    /// Days from one purchase away to the next of the same trip.
    private static let mostDaysBetween = 2
    private static let fewest = (rows: 3, shops: 2, days: 2)
    /// The categories of what is bought where one is.
    private static let inPerson = ["food", "travel", "transport", "entertainment", "cash"]

    /// A purchase where one is, with a town in its text.
    struct Purchase {
        let day: Int32
        let shop: String
        /// Upper case, the state last.
        let town: [Substring]

        /// - Returns: nil for a text without a town.
        init?(_ date: CivilDate, _ shop: String, text: String) {
            guard let town = BankTown.words(in: text) else { return nil }
            (day, self.shop, self.town) = (date.dayNumber, shop, town)
        }
    }

    public init(_ index: HouseholdIndex, taxonomy: Taxonomy) throws {
        let kinds = Set(Trips.inPerson.flatMap(taxonomy.withDescendants))
        var purchases: [Purchase] = []
        let newest = try index.coverage?.end
        try index.forEachTransaction(in: newest.map { Period.past(days: Trips.lookBack, endingOn: $0) }) { row in
            guard row.kind == .expense, !row.isExcluded, kinds.contains(row.category),
                let purchase = Purchase(row.date, row.merchant, text: row.rawDescription)
            else { return }
            purchases.append(purchase)
        }
        self.init(purchases)
    }

    /// - Parameter purchases: oldest first.
    init(_ purchases: [Purchase]) {
        let homes = Trips.homes(purchases)
        let away = purchases.filter { purchase in
            !Trips.endings(purchase.town).contains { homes.contains($0) }
        }
        var groups: [[Purchase]] = []
        for purchase in away {
            if let last = groups.last?.last, purchase.day - last.day <= Trips.mostDaysBetween {
                groups[groups.count - 1].append(purchase)
            } else {
                groups.append([purchase])
            }
        }
        all = groups.compactMap(Trips.trip)
    }

    /// A town with and without the words before it, which may be the street's or the shop's.
    private static func endings(_ town: [Substring]) -> [[Substring]] {
        (0..<town.count - 1).map { Array(town[$0...]) }
    }

    private static func homes(_ purchases: [Purchase]) -> Set<[Substring]> {
        var weeks: [[Substring]: Set<Int32>] = [:]
        for purchase in purchases {
            for ending in endings(purchase.town) { weeks[ending, default: []].insert(purchase.day / 7) }
        }
        let all = Set(purchases.map { $0.day / 7 }).count
        let fewest = max(Double(fewestWeeks), homeShare * Double(all))
        return Set(weeks.filter { Double($0.value.count) >= fewest }.keys)
    }

    private static func trip(_ purchases: [Purchase]) -> Trip? {
        guard purchases.count >= fewest.rows, Set(purchases.map(\.shop)).count >= fewest.shops,
            Set(purchases.map(\.day)).count >= fewest.days
        else { return nil }
        let days = Period(
            CivilDate(dayNumber: purchases[0].day), CivilDate(dayNumber: purchases[purchases.count - 1].day))
        guard days.days <= mostDays else { return nil }
        // Of a town with and without the words before it the longest that as many shops share.
        var shops: [[Substring]: Set<String>] = [:]
        for purchase in purchases {
            for ending in endings(purchase.town) { shops[ending, default: []].insert(purchase.shop) }
        }
        var named: [[Substring]: Int] = [:]
        for purchase in purchases {
            let best = endings(purchase.town).max { one, other in
                let (own, others) = (shops[one]?.count ?? 0, shops[other]?.count ?? 0)
                return own != others ? own < others : one.count < other.count
            }
            if let best { named[best, default: 0] += 1 }
        }
        let towns = named.sorted { ($1.value, $0.key.joined()) < ($0.value, $1.key.joined()) }.map { words, _ in
            words.dropLast().map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined(separator: " ")
        }
        return Trip(days, towns: towns)
    }
}
