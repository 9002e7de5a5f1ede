import Ledger

/// Finds the words of a line that mean the days of a trip: `the san diego trip`, `when we were in Moab`, `our vacation`.
///
/// Which trips there were, the household's rows tell. Words for a place that nobody went to are left to others.
struct TripReader {
    private let tokens: [Token]
    private let keys: [String]
    private let catalog: any NameCatalog
    /// The times that were read already.
    private let times: [TimeExpression]
    private let asOf: CivilDate

    /// What is a trip by itself, and what is one only behind the name of a place.
    private static let journeys = GrammarWords.builtIn[.journey].subtracting(["week", "weekend", "holiday", "road"])
    private static let stays = GrammarWords.builtIn[.journey].union(["days", "visit", "stay", "ones"])
    /// Words before a trip that say which, and are no name.
    private static let leads: Set<String> = ["the", "our", "my", "that", "last", "this", "latest", "recent", "big"]
    /// Small words that belong to the days: `during the trip`.
    private static let openers: Set<String> = ["during", "on", "in", "over", "for", "from", "of"]
    /// Before a place these say that one was there: `when we were in Moab`.
    private static let beingThere: Set<String> = [
        "were", "was", "while", "stayed", "went", "trip", "trips", "vacation",
    ]
    private static let costs: Set<String> = ["cost", "costs", "run", "set"]

    init(_ tokens: [Token], times: [TimeExpression], catalog: any NameCatalog, asOf: CivilDate) {
        (self.tokens, self.times, self.catalog, self.asOf) = (tokens, times, catalog, asOf)
        keys = tokens.map(\.key)
    }

    /// The times with those of trips put in, left to right; a time that only says which trip it was goes into it.
    func read() -> [TimeExpression] {
        let speaksOfTrips = !TripReader.journeys.isDisjoint(with: keys)
        guard speaksOfTrips || !TripReader.stays.union(TripReader.costs).union(["were"]).isDisjoint(with: keys) else {
            return times
        }
        var found: [TimeExpression] = []
        var index = 0
        while index < keys.count {
            guard let read = place(at: index, speaksOfTrips: speaksOfTrips) ?? (speaksOfTrips ? whole(at: index) : nil),
                !explains(read.trip)
            else {
                index += 1
                continue
            }
            found.append(expression(read.trip, read.tokens))
            index = read.tokens.upperBound
        }
        guard !found.isEmpty else { return times }
        let others = times.filter { time in !found.contains { $0.tokens.overlaps(time.tokens) } }
        return (others + found).sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
    }

    /// Whether the line gives the days of a trip itself: `the san diego trip, June 11 to 16`.
    private func explains(_ trip: Trip) -> Bool {
        times.contains { time in
            let (start, end) = (max(time.period.start, trip.days.start), min(time.period.end, trip.days.end))
            return start <= end && time.period.days <= 2 * trip.days.days && !time.isWeekdaysOnly
        }
    }

    /// `the san diego trip`, `our trip to Moab`, `what did Moab cost`; of a line about trips the place alone.
    private func place(at index: Int, speaksOfTrips: Bool) -> (trip: Trip, tokens: Range<Int>)? {
        guard tokens[index].form == .word, keys[index].utf8.count > 2, !FunctionWords.all.contains(keys[index]),
            !times.contains(where: { $0.tokens.contains(index) })
        else { return nil }
        let known = named(at: index)
        guard let (trip, length) = known else { return nil }
        let end = index + length
        let before = index > 0 ? keys[index - 1] : ""
        let two = index > 1 ? keys[index - 2] : ""
        if end < keys.count, TripReader.stays.contains(keys[end]) {
            return (trip, opened(index)..<end + 1)
        }
        if ["to", "in", "at"].contains(before), TripReader.beingThere.contains(two) {
            return (trip, opened(index - 2)..<end)
        }
        let asksCost =
            end < keys.count && TripReader.costs.contains(keys[end]) && ["did", "does", "has"].contains(before)
        guard asksCost || speaksOfTrips && !["in", "at", "from"].contains(before) else { return nil }
        return (trip, index..<end)
    }

    /// The newest trip to a town with these words in its name, and how many words they are.
    private func named(at index: Int) -> (Trip, Int)? {
        for length in stride(from: min(3, keys.count - index), through: 1, by: -1) {
            let words = Array(keys[index..<index + length])
            guard words.allSatisfy({ $0.utf8.count > 2 && !TripReader.stays.contains($0) }) else { continue }
            let there = catalog.trips.last { trip in
                trip.towns.contains { town in
                    let name = NameReader.words(of: town)
                    return name.indices.contains { name[$0...].starts(with: words) }
                }
            }
            if let there { return (there, length) }
        }
        return nil
    }

    /// `the trip`, `our July vacation`, `the trip in July`: the newest one, or that of the time that is said.
    private func whole(at index: Int) -> (trip: Trip, tokens: Range<Int>)? {
        guard TripReader.journeys.contains(keys[index]), keys[index] != "trips", keys[index] != "travels" else {
            return nil
        }
        var start = index
        var said: TimeExpression?
        while start > 0 {
            if let time = times.first(where: { $0.tokens.upperBound == start }), said == nil {
                (said, start) = (time, time.tokens.lowerBound)
            } else if TripReader.leads.contains(keys[start - 1]) {
                start -= 1
            } else {
                break
            }
        }
        guard start < index else { return nil }
        var end = index + 1
        if said == nil, let time = times.first(where: { $0.tokens.lowerBound == end }) {
            (said, end) = (time, time.tokens.upperBound)
        }
        // Days that are said elsewhere are what the trip was: `April 4 to 10, what's the trip total`.
        guard !times.contains(where: { $0 != said && !$0.isWeekdaysOnly }) else { return nil }
        let trip = catalog.trips.last { trip in
            said.map { $0.period.start <= trip.days.end && trip.days.start <= $0.period.end } ?? true
        }
        return trip.map { ($0, opened(start)..<end) }
    }

    /// Where the small words before a stretch begin.
    private func opened(_ index: Int) -> Int {
        var start = index
        while start > 0, TripReader.leads.contains(keys[start - 1]) || TripReader.openers.contains(keys[start - 1]) {
            start -= 1
        }
        return start
    }

    private func expression(_ trip: Trip, _ range: Range<Int>) -> TimeExpression {
        var span = TimeSpan(trip.days.start, trip.days.end, .day, count: trip.days.days)
        let said = tokens[range].map(\.text).joined(separator: " ")
        span.assumption =
            "took “\(said)” as \(trip.days.label), the days with purchases in \(trip.towns[0])"
        return TimeExpression(span, tokens: range, asOf: asOf)
    }
}
