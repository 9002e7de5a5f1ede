import Ledger
import Understanding

/// Facts that follow from two others where a sentence speaks of such a thing: sums and differences of what it names,
/// averages, what is left. Only what the words call for is made, so that no wrong figure is right by accident.
struct DerivedFacts {
    let base: FactBase
    let reading: SentenceReading
    let said: [Set<String>]
    var found: [Fact] = []

    /// - Parameter said: what the sentences before named, as labels.
    static func of(_ reading: SentenceReading, _ base: FactBase, after said: [Set<String>]) -> [Fact] {
        var derived = DerivedFacts(base: base, reading: reading, said: said)
        derived.make()
        return derived.found
    }

    private init(base: FactBase, reading: SentenceReading, said: [Set<String>]) {
        self.base = base
        self.reading = reading
        self.said = said
    }

    static let differing: Set<String> = ChangeWords.rises.union(ChangeWords.falls).union(ChangeWords.above)
        .union([
            "more", "less", "fewer", "difference", "gap", "higher", "lower", "than", "versus", "vs", "ahead", "between",
            "extra", "cheaper", "over", "above", "below", "under", "compared", "up", "down", "saved",
            "leads", "edges", "tops", "apart", "within",
        ])
    /// Words that add up what is named, groups or rows.
    static let summing: Set<String> = [
        "together", "combined", "both", "total", "totaling", "totaled", "sum", "add", "adds", "added", "altogether",
        "all", "two", "three", "four", "five", "and", "plus", "or",
    ]
    static let joining = summing.union([
        "top", "these", "them", "those", "account", "accounts", "accounted", "make", "made", "first",
    ])
    private static let ranking: Set<String> = [
        "top", "together", "combined", "first", "altogether", "these", "those", "biggest", "largest",
    ]
    static let leaving: Set<String> = [
        "excluding", "without", "apart", "aside", "rest", "remaining", "remainder", "else", "other", "others",
        "leaving", "left", "outside", "besides", "elsewhere", "spread", "posted", "settled", "cleared", "gone",
    ]
    private static let averaging: Set<String> = [
        "average", "averaged", "averages", "averaging", "avg", "typical", "typically", "apiece", "each", "per", "mean",
        "every", "daily", "weekly", "monthly",
    ]

    private mutating func make() {
        let things = self.things
        if things.count > 1 {
            if reading.has(DerivedFacts.joining) { addSums(things) }
            if reading.has(DerivedFacts.differing) { addDifferences(things) }
            addRatios(things)
        }
        if reading.has(DerivedFacts.ranking.union(RankWords.least)) { addTop() }
        if reading.has(["together", "combined", "they", "both", "them", "these", "those"]) { addSaid() }
        if reading.has(["both", "combined", "together", "across", "two"]) { addBothPeriods() }
        if reading.has(DerivedFacts.leaving) || reading.names.contains(where: \.isLeftOut) { addRest(things) }
        let isShared = reading.tokens.indices.contains {
            reading.key($0) == "of"
                && CountNouns.noun(reading.key($0 - 1)).map { $0 == .rows || $0 == .either } ?? false
        }
        if isShared || isRoundedBesideRows || reading.has(DerivedFacts.averaging)
            || reading.claims.contains(where: { $0.per != nil })
        {
            addAverages()
        }
        if reading.has(["year", "annually", "annual", "yearly", "annualized"]) { addYears() }
        addAsked()
        addBalanceDifferences()
        addRows()
        addSavings()
        addPartsOfPercents()
    }

    /// `94 orders at about $28`
    private var isRoundedBesideRows: Bool {
        reading.claims.contains { $0.isMoney && [.about, .nearly].contains($0.relation) }
            && reading.claims.contains { $0.measure == .count(.rows) || $0.measure == .count(.either) }
    }

    // MARK: What the sentence names

    /// One thing the sentence names, with its amount, its number of rows and its part of the whole.
    struct NamedThing {
        let labels: Set<String>
        let period: Period?
        var kinds: Set<MoneyKind> = []
        var whole: Fact.Whole?
        /// What its amount is per.
        var per: Query.AverageUnit?
        var money: Money?
        var count: Int?
        var percent: Double?
    }

    /// Groups and totals that are named, by a name or by their days.
    private var things: [NamedThing] {
        var result: [NamedThing] = []
        func add(_ facts: [Fact]) {
            guard !facts.isEmpty else { return }
            let thing = self.thing(facts)
            if !result.contains(where: { $0.labels == thing.labels && $0.period == thing.period }) {
                result.append(thing)
            }
        }
        for period in reading.periods {
            guard case .weekday(let day) = period.form else { continue }
            let label = NameBook.label(weekday: day)
            add(base.facts.filter { $0.role == .group && $0.labels.contains(label) })
        }
        var parts: [String: [Fact]] = [:]
        for name in reading.names {
            // One word may mean several groups: `dining` is restaurants and fast food.
            let matching = base.facts.filter {
                ($0.role == .group || $0.role == .total) && ($0.period?.days != 1 || $0.role == .group)
                    && !$0.labels.isDisjoint(with: name.labels)
            }
            parts = Dictionary(grouping: matching) { own($0.labels).sorted().joined(separator: " ") }
            for key in parts.keys.sorted() { add(parts[key] ?? []) }
        }
        for period in reading.periods {
            for meaning in base.days.meanings(of: period.form) ?? [] {
                let matching = base.facts.filter {
                    ($0.role == .group || $0.role == .total || $0.role == .previous) && $0.period == meaning
                }
                let areOfSubject = reading.names.allSatisfy { !$0.labels.isDisjoint(with: base.subject) }
                if areOfSubject, Set(matching.map(\.labels)).count <= 2 { add(matching) }
            }
        }
        if let ends = base.ends(of: reading) {
            for ranked in [ends.first, ends.last] {
                add(base.facts.filter { $0.role == .group && $0.labels == ranked.labels && $0.period == ranked.period })
            }
        }
        // What few groups there are may be meant without their names.
        let named = result.filter { thing in base.ranking.contains { own($0.labels) == own(thing.labels) } }
        if base.ranking.count <= 3, named.count < 2 {
            for ranked in base.ranking {
                add(base.facts.filter { $0.role == .group && $0.labels == ranked.labels && $0.period == ranked.period })
            }
        }
        return Array(result.prefix(8))
    }

    private mutating func add(
        _ value: Fact.Value, _ parts: [NamedThing], isSum: Bool = false, whole: Fact.Whole? = nil
    ) {
        let named = parts.reduce(into: Set<String>()) { $0.formUnion($1.labels) }
        // Months of what was asked about.
        let labels = named.isEmpty ? base.subject : named
        let periods = Set(parts.map(\.period))
        var fact = Fact(value: value, labels: labels, period: periods.count == 1 ? parts[0].period : nil)
        fact.kinds = parts.reduce(into: []) { $0.formUnion($1.kinds) }
        fact.whole = whole ?? (isSum ? parts[0].whole : nil)
        if Set(parts.map(\.per)).count == 1 { fact.per = parts[0].per }
        if isSum { fact.parts = parts.map(\.labels).filter { !$0.isEmpty } }
        found.append(fact)
    }

    mutating func addSum(_ parts: [NamedThing]) {
        let monies = parts.compactMap(\.money)
        if monies.count == parts.count, Set(monies.map(\.currency)).count == 1 {
            add(.money(Money(monies.reduce(0) { $0 + $1.minorUnits }, monies[0].currency)), parts, isSum: true)
        }
        let counts = parts.compactMap(\.count)
        if counts.count == parts.count { add(.count(counts.reduce(0, +), .rows), parts, isSum: true) }
        let shares = parts.compactMap(\.percent)
        if shares.count == parts.count { add(.percent(shares.reduce(0, +)), parts, isSum: true) }
    }

    private mutating func addSums(_ named: [NamedThing]) {
        // A whole is no part of a sum.
        let things = named.enumerated().filter { index, whole in
            !named.enumerated().contains {
                $0.offset != index && holds(whole, $0.element) && whole.labels.count > $0.element.labels.count
            }
        }.map(\.element)
        guard things.count > 1 else { return }
        addSum(things)
        guard things.count > 2 else { return }
        // Several may be named before or behind those that are summed.
        for length in 2..<things.count {
            addSum(Array(things.prefix(length)))
            addSum(Array(things.suffix(length)))
        }
    }

    private mutating func addDifferences(_ things: [NamedThing]) {
        for (index, a) in things.enumerated() {
            for b in things[(index + 1)...] where !holds(a, b) {
                let start = found.count
                if let x = a.money, let y = b.money, let difference = try? x - y { add(.money(difference), [a, b]) }
                if let x = a.count, let y = b.count { add(.count(abs(x - y), .rows), [a, b]) }
                if let x = a.percent, let y = b.percent { add(.percent(abs(x - y)), [a, b]) }
                // `10 % between them` is a sum.
                for index in start..<found.count {
                    found[index].needs = DerivedFacts.differing.subtracting(["between", "up"])
                }
            }
        }
    }

    /// The names that tell a thing from others: its own, or where it has none its category.
    func own(_ labels: Set<String>) -> Set<String> {
        let names = labels.filter { $0.hasPrefix("n:") }
        return names.isEmpty ? labels.filter { !$0.hasPrefix("r:") } : names
    }

    /// Whether one is the whole that the other is a part of.
    private func holds(_ a: NamedThing, _ b: NamedThing) -> Bool {
        let (x, y) = (own(a.labels), own(b.labels))
        return a.period == b.period && (x.isSuperset(of: y) || y.isSuperset(of: x))
    }

    private mutating func addRatios(_ things: [NamedThing]) {
        // The larger or smaller one is named first: `twice as much on rent as on groceries`.
        for (index, a) in things.enumerated() {
            for b in things[(index + 1)...] where a.labels != b.labels || a.period != b.period {
                guard !holds(a, b) else { continue }
                if reading.has(["often", "frequently", "visits", "trips", "times"]), let x = a.count, let y = b.count,
                    x > 0, y > 0
                {
                    for ratio in [Double(x) / Double(y), Double(y) / Double(x)] {
                        add(.multiple(ratio), [a, b])
                        found[found.count - 1].needs = ["often", "frequently", "visits", "trips", "many"]
                    }
                }
                guard let x = a.money, let y = b.money, x.currency == y.currency, x.minorUnits > 0, y.minorUnits > 0
                else {
                    continue
                }
                let ratio = Double(x.minorUnits) / Double(y.minorUnits)
                add(.multiple(ratio), [a, b])
                if reading.has(DerivedFacts.differing) { add(.percent((ratio - 1) * 100), [a, b], whole: .before) }
                if reading.has(["of", "as"]) {
                    addPart(.percent(ratio * 100), a, of: b)
                    addPart(.percent(100 / ratio), b, of: a)
                }
            }
        }
    }

    private mutating func addPart(_ percent: Fact.Value, _ part: NamedThing, of whole: NamedThing) {
        add(percent, [part, whole], whole: .other(whole.labels))
        // A month of a year is said of that month.
        guard let own = part.period, let all = whole.period, own != all, all.contains(own.start), all.contains(own.end)
        else { return }
        found[found.count - 1].period = own
    }

    /// A total and the one it is compared with, together.
    private mutating func addBothPeriods() {
        let now = base.facts.filter { $0.role == .total && $0.money != nil }
        let before = base.facts.filter { $0.role == .previous && $0.money != nil }
        guard now.count == 1, before.count == 1, let a = now[0].money, let b = before[0].money, let sum = try? a + b
        else {
            return
        }
        found.append(Fact(value: .money(sum), labels: now[0].labels.union(before[0].labels), kinds: now[0].kinds))
    }

    // MARK: Averages and years

    /// An amount by its rows, and a total by the days, weeks and months it is for.
    private mutating func addAverages() {
        for fact in base.facts where [.total, .previous, .group].contains(fact.role) && fact.per == nil {
            guard let money = fact.money, money.minorUnits > 0 else { continue }
            func add(_ amount: Double, _ unit: Query.AverageUnit) {
                let rounded = Int64(amount.rounded())
                guard rounded > 0 else { return }
                var average = fact
                average.value = .money(Money(rounded, money.currency))
                average.role = .average
                average.per = unit
                average.labels.remove("r:total")
                found.append(average)
            }
            let amount = Double(money.minorUnits)
            for other in base.facts
            where other.role == fact.role && other.labels == fact.labels && other.period == fact.period {
                if case .count(let count, .rows) = other.value, count > 0 { add(amount / Double(count), .transaction) }
            }
            guard let period = fact.period, period.days > 1 else { continue }
            add(amount / Double(period.days), .day)
            if period.days > 7 { add(amount * 7 / Double(period.days), .week) }
            let months = period.end.monthNumber - period.start.monthNumber + 1
            if period.start.day == 1, months > 1 { add(amount / Double(months), .month) }
        }
        if let months = base.ranking.first?.period, months == Period.month(of: months.start), base.ranking.count > 1 {
            let sum = base.ranking.reduce(Int64(0)) { $0 + $1.size }
            if let currency = base.facts.first(where: { $0.role == .group && $0.money != nil })?.money?.currency {
                found.append(
                    Fact(
                        value: .money(Money(roundedQuotient(sum, by: Int64(base.ranking.count)), currency)),
                        role: .average, per: .month, kinds: base.flow))
            }
        }
    }

    /// What is paid by the month in a year.
    private mutating func addYears() {
        for fact in base.facts where fact.per == .month {
            guard let money = fact.money, money.minorUnits.magnitude < 1 << 50 else { continue }
            found.append(
                Fact(
                    value: .money(Money(money.minorUnits * 12, money.currency)), labels: fact.labels, role: .other,
                    per: .year, kinds: fact.kinds))
        }
    }

    // MARK: The question's own figures

    /// How far a figure is from an amount that the question named.
    private mutating func addAsked() {
        for claim in base.asked {
            guard case .money(let currencies) = claim.measure else { continue }
            for fact in base.facts
            where fact.role == .total
                || !fact.labels.isDisjoint(with: ["r:safe", "r:balance", "r:limit", "r:remaining"])
            {
                guard let money = fact.money, currencies.contains(money.currency),
                    let asked = claim.number.scaled(to: money.currency.minorDigits)
                else { continue }
                var other = fact
                other.value = .money(Money(money.minorUnits - asked, money.currency))
                (other.role, other.kinds, other.isBeforePurchase) = (.other, [], false)
                found.append(other)
                if money.minorUnits > 0, asked > 0 {
                    for ratio in [Double(asked) / Double(money.minorUnits), Double(money.minorUnits) / Double(asked)] {
                        (other.value, other.needs) = (.multiple(ratio), fact.needs)
                        found.append(other)
                        (other.value, other.needs) = (.percent(ratio * 100), ["of"])
                        found.append(other)
                    }
                }
            }
        }
    }
}
