import Ledger
import Resources
import Retrieval
import Store

/// A shop that one goes to, as the bank's texts tell it.
public struct UsualPlace: Sendable, Hashable {
    public let merchant: String
    /// As the bank writes it, such as `Dayton OH`; empty where its texts have none.
    public let town: String
    /// The category of the newest purchase.
    public let category: String
    public let visits: Int
    /// The median of what was paid.
    public let usual: Money
    public let last: CivilDate
    /// What is left of the monthly limit that it counts against; nil without one.
    public let left: Money?
    /// What that limit is on, as part of a sentence.
    let limited: String?
    /// That the data behind the limit ended long ago.
    var dataAge: String?

    public var json: JSON {
        .object([
            ("merchant", .string(merchant)), ("town", .string(town)), ("category", .string(category)),
            ("visits", .int(visits)), ("usual_cents", .integer(usual.minorUnits)),
            ("currency", .string(usual.currency.code)), ("last", .string(last.iso)),
            ("limit_left_cents", .optional(left) { .integer($0.minorUnits) }),
        ])
    }

    /// Once one is there: `usually $62.00, $140.00 left of your groceries limit this month.`
    public var words: String {
        let usually = "usually \(usual.text)"
        guard let left, let limited else { return "\(usually), in \(visits) visits over the past year." }
        let standing =
            left.minorUnits < 0
            ? "\(usually), and you're \(left.magnitude.text) over your \(limited) limit this month."
            : "\(usually), \(left.text) left of your \(limited) limit this month."
        return ([standing] + [dataAge].compactMap(\.self)).joined(separator: " ")
    }
}

extension UsualPlace {
    /// Days that are looked back.
    private static let lookBack = 365
    /// Visits that make a place a usual one.
    private static let fewest = 3

    /// Where one pays.
    public struct Survey: Sendable {
        /// The shops with a town in their texts that one went to three times in the last year, the most visited first.
        public let places: [UsualPlace]
        /// Those without a town that were paid as often, the most visited first.
        public let withoutTown: [String]
        /// Shops in a town that one went to only once or twice.
        public let seldom: Int
    }

    public static func all(_ index: HouseholdIndex, asOf: CivilDate) throws -> Survey {
        var rows: [String: (town: String, visits: [Transaction])] = [:]
        var others: [String: Int] = [:]
        try index.forEachTransaction(in: year(asOf)) { row in
            guard isVisit(row, in: index.taxonomy) else { return }
            guard let town = town(in: row.rawDescription, of: row.merchant) else {
                others[row.merchant, default: 0] += 1
                return
            }
            rows["\(row.merchant)\n\(town)\n\(row.amount.currency.code)", default: (town, [])].visits.append(row)
        }
        let limits = try RuleBook(index).progress(asOf: asOf)
        let places = rows.values.compactMap { UsualPlace($0.visits, in: $0.town, limits) }.sorted {
            ($1.visits, $0.merchant, $0.town) < ($0.visits, $1.merchant, $1.town)
        }
        let listed = Set(places.map(\.merchant))
        let withoutTown = others.filter { $0.value >= fewest && !listed.contains($0.key) }.sorted {
            ($1.value, $0.key) < ($0.value, $1.key)
        }
        return Survey(
            places: places, withoutTown: withoutTown.map(\.key),
            seldom: rows.values.count { $0.visits.count < fewest })
    }

    /// Meters around a shop.
    public static let radius = 150

    /// A shop as a geofence that only lacks where it is.
    public struct Offer: Sendable {
        public let place: UsualPlace
        /// The merchant, with the town where there are several.
        public let name: String

        public var json: JSON {
            .object([
                ("name", .string(name)), ("radius_m", .int(UsualPlace.radius)), ("category", .string(place.category)),
                ("policy", .string(Geofence.Policy.warn.rawValue)),
            ])
        }
    }

    /// The shops to make geofences of, each under a name of its own.
    public static func offers(_ index: HouseholdIndex, asOf: CivilDate) throws -> [Offer] {
        offers(try all(index, asOf: asOf))
    }

    public static func offers(_ survey: Survey) -> [Offer] {
        var seen: Set<String> = []
        // One where two kinds of money are paid is one place.
        let places = survey.places.filter { seen.insert("\($0.merchant)\n\($0.town)").inserted }
        func short(_ place: UsualPlace) -> String {
            "\(place.merchant) \(place.town.split(separator: " ").dropLast().joined(separator: " "))"
        }
        let counts = Dictionary(grouping: places, by: short).mapValues(\.count)
        return places.map { place in
            let isOnly = places.count { $0.merchant == place.merchant } == 1
            let name = counts[short(place)] == 1 ? short(place) : "\(place.merchant) \(place.town)"
            return Offer(place: place, name: isOnly ? place.merchant : name)
        }
    }

    /// The shop that a geofence's name begins with: `H-E-B on Burnet` is H-E-B, `Kroger Fort Worth` the one in that town.
    ///
    /// - Parameter limits: as they stand on that day.
    /// - Returns: nil where one doesn't go there.
    static func of(_ name: String, _ index: HouseholdIndex, asOf: CivilDate, _ limits: [RuleProgress]) throws
        -> UsualPlace?
    {
        let words = name.split(separator: " ").map { NameKey.key(of: $0) }
        // The longest name first: `Whole Foods Market` before `Whole Foods`.
        for count in stride(from: words.count, to: 0, by: -1) {
            guard let merchant = try index.merchantNames(key: words[..<count].joined()).first else { continue }
            let rest = Array(words[count...])
            let visits = try index.transactions(at: merchant, in: year(asOf)).filter {
                isVisit($0, in: index.taxonomy)
            }
            func place(_ town: String, _ visits: [Transaction]) -> UsualPlace? {
                let currencies = Dictionary(grouping: visits, by: \.amount.currency.code).sorted { $0.key < $1.key }
                return currencies.compactMap { UsualPlace($0.value, in: town, limits) }.max { $0.visits < $1.visits }
            }
            let towns = Dictionary(grouping: visits) { town(in: $0.rawDescription, of: merchant) ?? "" }
            let likely = towns.filter { isNamed($0.key, withState: false, in: rest) }
            let sure = likely.filter { isNamed($0.key, withState: true, in: rest) }
            let named = (sure.isEmpty ? likely : sure).compactMap { place($0.key, $0.value) }
            return named.max { ($0.visits, $1.town) < ($1.visits, $0.town) } ?? place("", visits)
        }
        return nil
    }

    /// Whether all words of a town are among these, one after another.
    private static func isNamed(_ town: String, withState: Bool, in words: [String]) -> Bool {
        let town = town.split(separator: " ").dropLast(withState ? 0 : 1).map { NameKey.key(of: $0) }
        guard !town.isEmpty, town.count <= words.count else { return false }
        return (0...words.count - town.count).contains { words[$0...].starts(with: town) }
    }

    private static func year(_ asOf: CivilDate) -> Period { Period.past(days: lookBack, endingOn: asOf) }

    /// What nobody goes to a shop for: money that is drawn, sent, or owed, and what comes over a wire. Groups, and categories of others.
    private static let withoutShop: Set = [
        "cash", "fees", "loans", "checks", "people", "taxes", "giving", "insurance", "utilities", "rent", "mortgage",
        "home_security", "car_payment", "public_transit", "taxi", "online_shopping", "streaming", "music", "software",
        "flights",
    ]

    private static func isVisit(_ row: Transaction, in taxonomy: Taxonomy) -> Bool {
        row.kind == .expense && !row.isExcluded && !withoutShop.contains(row.category)
            && !withoutShop.contains(taxonomy[row.category]?.parent ?? "")
    }

    /// What visits of one kind of money show, by day; nil where they are too few.
    private init?(_ visits: [Transaction], in town: String, _ limits: [RuleProgress]) {
        guard visits.count >= UsualPlace.fewest, let newest = visits.last,
            let usual = medianAmount(visits.map { -$0.amount.minorUnits })
        else { return nil }
        let limit = limits.first {
            $0.category.members.contains(newest.category) && $0.limit.currency == newest.amount.currency
        }
        self.init(
            merchant: newest.merchant, town: town, category: newest.category, visits: visits.count,
            usual: Money(usual, newest.amount.currency), last: newest.date,
            left: limit?.remaining, limited: limit?.category.words)
    }

    /// The town at the end of a bank's text: `KROGER #412 DAYTON OH` is in Dayton OH. What stands before the state is a known town,
    /// begins behind a number or a sign, or is what the shop's name leaves of it: no part of that is taken for a town.
    static func town(in text: String, of merchant: String) -> String? {
        var words = text.uppercased().split { $0 == " " || $0 == "," }
        // A country, a postal code, a day (`11/23`, `NOV 23`), or a number may follow.
        while let last = words.last, ["US", "USA"].contains(last) || last.contains(where: \.isNumber) {
            words.removeLast()
            if last.contains(where: \.isNumber), let word = words.last, besideNumbers.contains(word) {
                words.removeLast()
            }
        }
        guard let state = words.popLast(), StateNames.builtIn.isCode(String(state)) else { return nil }
        let letters = words.reversed().prefix {
            // `St. Louis`; `gosq.com` is an address.
            $0.count > 1 && $0.allSatisfy { $0.isLetter || $0 == "." || $0 == "'" } && !$0.dropLast().contains(".")
        }.reversed()
        let before = words.dropLast(letters.count).last
        let most = Array(letters.suffix(mostWords))
        let towns = KnownTowns.builtIn.towns[String(state)] ?? []
        for count in stride(from: most.count, to: 0, by: -1)
        where towns.contains(most.suffix(count).joined(separator: " ")) {
            return name(most.suffix(count), state)
        }
        if let before, before.contains(where: { $0.isNumber || $0 == "#" || $0 == "*" }), letters.count <= mostWords {
            return most.isEmpty ? nil : name(most[...], state)
        }
        // A town that is in no list stands behind the name.
        let own = Set(
            merchant.uppercased().split { !$0.isLetter && $0 != "'" && $0 != "." }.map { NameKey.key(of: String($0)) })
        let rest = most.drop { own.contains(NameKey.key(of: String($0))) }
        return rest.isEmpty || rest.count == most.count || letters.count > mostWords ? nil : name(rest, state)
    }

    /// Words that belong to a number behind them, as `NOV` to a day.
    private static let besideNumbers: Set<Substring> = [
        "CARD", "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC",
    ]

    /// The words of the longest town.
    private static let mostWords = 4

    private static func name(_ town: ArraySlice<Substring>, _ state: Substring) -> String {
        (town.map { $0.prefix(1) + $0.dropFirst().lowercased() } + [String(state)]).joined(separator: " ")
    }
}

/// The towns of `rag-index/imports/towns.tsv` by their state's code.
private struct KnownTowns {
    static let builtIn = KnownTowns()

    let towns: [String: Set<String>]

    private init() {
        var towns: [String: Set<String>] = [:]
        for row in Resource.named("rag-index/imports/towns.tsv").tableRows {
            towns[String(row[0])] = Set(row[1].split(separator: "|").map(String.init))
        }
        self.towns = towns
    }
}
