import Ledger
import Resources

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
    private static let journeys = words[.journey].subtracting(["week", "weekend", "holiday", "road"])
    private static let stays = words[.journey].union(words[.staying])
    private static let words = GrammarWords.builtIn

    init(_ tokens: [Token], times: [TimeExpression], catalog: any NameCatalog, asOf: CivilDate) {
        (self.tokens, self.times, self.catalog, self.asOf) = (tokens, times, catalog, asOf)
        keys = tokens.map(\.key)
    }

    /// The times with those of trips put in, left to right; a time that only says which trip it was goes into it.
    func read() -> [TimeExpression] {
        let speaksOfTrips = !TripReader.journeys.isDisjoint(with: keys)
        guard
            speaksOfTrips
                || !TripReader.stays.union(TripReader.words[.costing]).union(TripReader.words[.beingThere])
                    .isDisjoint(with: keys)
        else {
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
        for length in stride(from: min(3, keys.count - index), through: 1, by: -1) {
            let place = index..<index + length
            // A town of several words may begin with an everyday one: New Orleans, Long Beach.
            let isEveryday = !place.allSatisfy(mayBePlace)
            // Which trips there were is looked up only where the words around speak of one.
            guard place.allSatisfy(isFree), !isEveryday || length > 1,
                let said = stretch(place, speaksOfTrips: speaksOfTrips),
                let trip = trip(to: Array(keys[place]), byWholeName: isEveryday)
            else { continue }
            return (trip, said)
        }
        return nil
    }

    private func mayBePlace(_ index: Int) -> Bool {
        keys[index].utf8.count > 2 && !FunctionWords.all.contains(keys[index])
            && !TripReader.stays.contains(keys[index]) && !Lexicon.builtIn.concepts.contains(keys[index])
            && !UnknownNameReader.vague.contains(keys[index])
    }

    /// Whether it is a word that no time is read from.
    private func isFree(_ index: Int) -> Bool {
        tokens[index].form == .word && !times.contains { $0.tokens.contains(index) }
    }

    /// The tokens that a place stands for with the words around it; nil where these don't speak of being there.
    private func stretch(_ place: Range<Int>, speaksOfTrips: Bool) -> Range<Int>? {
        let (start, end) = (place.lowerBound, place.upperBound)
        let before = start > 0 ? keys[start - 1] : ""
        let next = end < keys.count ? keys[end] : ""
        if TripReader.stays.contains(next) { return opened(start)..<end + 1 }
        if start > 1, ["to", "in", "at"].contains(before), TripReader.words[.beingThere].contains(keys[start - 2]) {
            var first = start - 2
            while first > 0, TripReader.words[.awayDays].contains(keys[first - 1]) { first -= 1 }
            return opened(first)..<end
        }
        let asksCost = TripReader.words[.costing].contains(next) && ["did", "does", "has"].contains(before)
        return asksCost || speaksOfTrips && !["in", "at", "from"].contains(before) ? place : nil
    }

    /// The newest trip to a town with these words in its name.
    private func trip(to words: [String], byWholeName: Bool) -> Trip? {
        catalog.trips.last { trip in
            trip.towns.contains { town in
                let name = NameReader.words(of: town)
                guard name != words else { return true }
                // The whole name, or its first word where that is no everyday one: `pismo` for Pismo Beach.
                return !byWholeName
                    && (name.starts(with: words) && !Lexicon.builtIn.knows(words[0])
                        || isCut(name, words) || PlaceNames.builtIn.areSame(town, words.joined(separator: " ")))
            }
        }
    }

    /// Whether a bank's name of a town is one of several words that it cuts or abbreviates: South Padre I.
    private func isCut(_ name: [String], _ words: [String]) -> Bool {
        name.count == words.count && words.count > 1
            && zip(name, words).allSatisfy { $0.hasPrefix($1) || $1.hasPrefix($0) }
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
            } else if TripReader.words[.whichTrip].contains(keys[start - 1]) {
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
        // Days that are said elsewhere are what the trip was: `April 4 to 10, what's the trip total`; or what it's left out of.
        let others = times.filter { $0 != said && !$0.isWeekdaysOnly }
        let isLeftOut = leavesOut(before: start)
        guard others.isEmpty || isLeftOut else { return nil }
        let among = said.map { [$0] } ?? others
        let trip = catalog.trips.last { trip in
            among.allSatisfy { $0.period.start <= trip.days.end && trip.days.start <= $0.period.end }
        }
        return trip.map { ($0, opened(start)..<end) }
    }

    /// Whether words that leave out what follows stand before a token: `July without the trip`.
    private func leavesOut(before index: Int) -> Bool {
        (max(0, index - 3)..<index).contains { first in
            FunctionWords.exclusions.longest(in: keys, at: first).map { first + $0.length >= index } ?? false
        }
    }

    /// Where the small words before a stretch begin.
    private func opened(_ index: Int) -> Int {
        var start = index
        while start > 0, TripReader.words[.whichTrip].union(TripReader.words[.throughout]).contains(keys[start - 1]) {
            start -= 1
        }
        return start
    }

    private func expression(_ trip: Trip, _ range: Range<Int>) -> TimeExpression {
        var span = TimeSpan(trip.days.start, trip.days.end, .day, count: trip.days.days)
        let said = tokens[range].map(\.text).joined(separator: " ")
        span.assumption =
            "took “\(said)” as \(trip.days.label), the days with purchases in \(trip.towns[0])"
            + (trip.others.isEmpty ? "" : ", without regular payments and what was bought at home")
        var time = TimeExpression(span, tokens: range, asOf: asOf)
        time.isTrip = true
        time.notOfTrip = trip.others
        return time
    }
}
