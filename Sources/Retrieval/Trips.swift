import Ledger
import Store

/// Finds the trips of a household: days on which it bought in towns that it is seldom in.
public struct Trips {
    /// Oldest first.
    public private(set) var all: [Trip]
    /// The towns that the household lives in, the state last.
    private let homes: Set<[Substring]>

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
            self.init(date, shop, town)
        }

        init(_ date: CivilDate, _ shop: String, _ town: [Substring]) {
            (day, self.shop, self.town) = (date.dayNumber, shop, town)
        }
    }

    public init(_ index: HouseholdIndex, taxonomy: Taxonomy) throws {
        let kinds = Set(Trips.inPerson.flatMap(taxonomy.withDescendants))
        var rows: [(date: CivilDate, shop: String, text: String, town: [Substring]?)] = []
        let newest = try index.coverage?.end
        try index.forEachTransaction(in: newest.map { Period.past(days: Trips.lookBack, endingOn: $0) }) { row in
            guard row.kind == .expense, !row.isExcluded, kinds.contains(row.category) else { return }
            rows.append((row.date, row.merchant, row.rawDescription, BankTown.words(in: row.rawDescription)))
        }
        let known = Set(rows.compactMap(\.town).flatMap(Trips.endings))
        let purchases = rows.compactMap { row in
            (row.town ?? BankTown.words(in: row.text, among: known)).map { Purchase(row.date, row.shop, $0) }
        }
        self.init(purchases)
        guard let newest, !all.isEmpty else { return }
        let streams = try Retriever(index).recurring(asOf: newest).streams.filter { $0.kind == .expense }
        let regular = Set(streams.flatMap(\.rowIDs))
        all = try all.map { try Trips.whole($0, in: index, homes: homes, regular: regular) }
    }

    /// A trip with the days on which a text ends with its town's first letters, and what is no cost of it.
    private static func whole(
        _ trip: Trip, in index: HouseholdIndex, homes: Set<[Substring]>, regular: Set<Int64>
    ) throws -> Trip {
        let initials = Set(trip.towns.compactMap(BankTown.initials))
        let near = Period(
            trip.days.start.adding(days: -mostDaysBetween), trip.days.end.adding(days: mostDaysBetween))
        var (start, end) = (trip.days.start, trip.days.end)
        var rows: [(id: Int64, date: CivilDate, isOther: Bool)] = []
        try index.forEachTransaction(in: near) { row in
            guard row.kind == .expense else { return }
            let last = row.rawDescription.uppercased().split(separator: " ").last.map(String.init)
            if let last, initials.contains(last) { (start, end) = (min(start, row.date), max(end, row.date)) }
            let isAtHome = BankTown.words(in: row.rawDescription).map { isHome($0, homes) } ?? false
            rows.append((row.id, row.date, isAtHome || regular.contains(row.id)))
        }
        let days = Period(start, end)
        return Trip(
            days, towns: trip.towns, others: rows.filter { $0.isOther && days.contains($0.date) }.map(\.id).sorted())
    }

    /// - Parameter purchases: oldest first.
    init(_ purchases: [Purchase]) {
        let homes = Trips.homes(purchases)
        self.homes = homes
        let towns = Set(purchases.map(\.town)).filter { !Trips.isHome($0, homes) }
        let away = purchases.filter { towns.contains($0.town) }
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

    private static func isHome(_ town: [Substring], _ homes: Set<[Substring]>) -> Bool {
        endings(town).contains { ending in
            homes.contains(ending) || homes.contains { BankTown.areSame($0, ending) }
        }
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
        // What is written in several ways is one town, called as it is written most fully.
        var merged: [[Substring]: Int] = [:]
        let longest = named.keys.map { (length: $0.joined().count, text: $0.joined(), town: $0) }
            .sorted { ($1.length, $0.text) < ($0.length, $1.text) }.map(\.town)
        for town in longest {
            let count = named[town] ?? 0
            merged[merged.keys.first { BankTown.areSame($0, town) } ?? town, default: 0] += count
        }
        let towns = merged.sorted { ($1.value, $0.key.joined()) < ($0.value, $1.key.joined()) }.map { words, _ in
            words.dropLast().map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined(separator: " ")
        }
        return Trip(days, towns: towns)
    }
}
