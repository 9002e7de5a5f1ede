import Ledger

/// Facts that follow from two others where a sentence speaks of such a thing: sums and differences of what it names,
/// averages, what is left. Only what the words call for is made, so that no wrong figure is right by accident.
struct DerivedFacts {
    private let base: FactBase
    private let reading: SentenceReading
    private var found: [Fact] = []

    static func of(_ reading: SentenceReading, _ base: FactBase) -> [Fact] {
        var derived = DerivedFacts(base: base, reading: reading)
        derived.make()
        return derived.found
    }

    private init(base: FactBase, reading: SentenceReading) {
        self.base = base
        self.reading = reading
    }

    private static let differing: Set<String> = [
        "more", "less", "fewer", "difference", "gap", "higher", "lower", "than", "versus", "vs", "ahead", "between",
        "extra",
        "cheaper", "over", "above", "below", "under", "compared", "outpaced", "beat", "increase", "decrease", "drop",
        "jump",
        "up", "down", "rose", "fell", "saved", "beats", "beat", "leads", "edges", "tops",
    ]
    private static let joining: Set<String> = [
        "together", "combined", "both", "total", "totaling", "totaled", "sum", "add", "adds", "added", "top", "these",
        "those",
        "altogether", "all", "account", "accounts", "accounted", "make", "made", "two", "three", "four", "five", "and",
        "first", "plus",
    ]
    private static let ranking: Set<String> = [
        "top", "together", "combined", "first", "altogether", "these", "those", "biggest", "largest",
    ]
    private static let leaving: Set<String> = [
        "excluding", "without", "apart", "aside", "rest", "remaining", "remainder", "else", "other", "others",
        "leaving",
        "left", "outside", "besides", "elsewhere", "spread", "posted", "settled", "cleared",
    ]
    private static let averaging: Set<String> = [
        "average", "averaged", "averages", "averaging", "avg", "typical", "typically", "apiece", "each", "per", "mean",
        "every", "daily", "weekly", "monthly",
    ]

    private mutating func make() {
        let operands = self.operands
        if operands.count > 1 {
            if reading.has(DerivedFacts.joining) { addSums(operands) }
            if reading.has(DerivedFacts.differing) { addDifferences(operands) }
            addRatios(operands)
        }
        if reading.has(DerivedFacts.ranking) { addTop() }
        if reading.has(["both", "combined", "together", "across", "two"]) { addBothPeriods() }
        if reading.has(DerivedFacts.leaving) { addRest(operands) }
        let isShared = reading.tokens.indices.contains {
            reading.key($0) == "of"
                && CountNouns.noun(reading.key($0 - 1)).map { $0 == .rows || $0 == .either } ?? false
        }
        if isShared || reading.has(DerivedFacts.averaging) || reading.claims.contains(where: { $0.per != nil }) {
            addAverages()
        }
        if reading.has(["year", "annually", "annual", "yearly", "annualized"]) { addYears() }
        addAsked()
        addRows()
    }

    // MARK: What the sentence names

    /// One thing the sentence names, with its amount, its number of rows and its part of the whole.
    private struct Operand {
        let labels: Set<String>
        let period: Period?
        var money: Money?
        var count: Int?
        var percent: Double?
    }

    /// Groups and totals that are named, by a name or by their days.
    private var operands: [Operand] {
        var result: [Operand] = []
        func add(_ facts: [Fact]) {
            guard let first = facts.first else { return }
            var operand = Operand(labels: first.labels, period: first.period)
            for fact in facts {
                switch fact.value {
                case .money(let money): operand.money = operand.money ?? money
                case .count(let count, .rows): operand.count = operand.count ?? count
                case .percent(let percent): operand.percent = operand.percent ?? percent
                default: break
                }
            }
            if !result.contains(where: { $0.labels == operand.labels && $0.period == operand.period }) {
                result.append(operand)
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
                ($0.role == .group || $0.role == .total) && $0.period?.days != 1
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
                if reading.names.isEmpty, Set(matching.map(\.labels)).count <= 2 { add(matching) }
            }
        }
        // What few groups there are may be meant without their names.
        let named = result.filter { operand in base.ranking.contains { own($0.labels) == own(operand.labels) } }
        if base.ranking.count <= 3, named.count < 2 {
            for ranked in base.ranking {
                add(base.facts.filter { $0.role == .group && $0.labels == ranked.labels && $0.period == ranked.period })
            }
        }
        return Array(result.prefix(8))
    }

    private mutating func add(_ value: Fact.Value, _ parts: [Operand], isSum: Bool = false) {
        let labels = parts.reduce(into: Set<String>()) { $0.formUnion($1.labels) }
        let periods = Set(parts.map(\.period))
        var fact = Fact(value: value, labels: labels, period: periods.count == 1 ? parts[0].period : nil)
        if isSum { fact.parts = parts.map(\.labels).filter { !$0.isEmpty } }
        found.append(fact)
    }

    private mutating func addSum(_ parts: [Operand]) {
        let monies = parts.compactMap(\.money)
        if monies.count == parts.count, Set(monies.map(\.currency)).count == 1 {
            add(.money(Money(monies.reduce(0) { $0 + $1.minorUnits }, monies[0].currency)), parts, isSum: true)
        }
        let counts = parts.compactMap(\.count)
        if counts.count == parts.count { add(.count(counts.reduce(0, +), .rows), parts, isSum: true) }
        let shares = parts.compactMap(\.percent)
        if shares.count == parts.count { add(.percent(shares.reduce(0, +)), parts, isSum: true) }
    }

    private mutating func addSums(_ named: [Operand]) {
        // A whole is no part of a sum.
        let operands = named.enumerated().filter { index, whole in
            !named.enumerated().contains {
                $0.offset != index && holds(whole, $0.element) && whole.labels.count > $0.element.labels.count
            }
        }.map(\.element)
        guard operands.count > 1 else { return }
        addSum(operands)
        guard operands.count > 2 else { return }
        // Several may be named before or behind those that are summed.
        for length in 2..<operands.count {
            addSum(Array(operands.prefix(length)))
            addSum(Array(operands.suffix(length)))
        }
    }

    private mutating func addDifferences(_ operands: [Operand]) {
        for (index, a) in operands.enumerated() {
            for b in operands[(index + 1)...] where !holds(a, b) {
                if let x = a.money, let y = b.money, let difference = try? x - y { add(.money(difference), [a, b]) }
                if let x = a.count, let y = b.count { add(.count(abs(x - y), .rows), [a, b]) }
                if let x = a.percent, let y = b.percent { add(.percent(abs(x - y)), [a, b]) }
            }
        }
    }

    /// The names that tell a thing from others: its own, or where it has none its category.
    private func own(_ labels: Set<String>) -> Set<String> {
        let names = labels.filter { $0.hasPrefix("n:") }
        return names.isEmpty ? labels.filter { !$0.hasPrefix("r:") } : names
    }

    /// Whether one is the whole that the other is a part of.
    private func holds(_ a: Operand, _ b: Operand) -> Bool {
        let (x, y) = (own(a.labels), own(b.labels))
        return a.period == b.period && (x.isSuperset(of: y) || y.isSuperset(of: x))
    }

    private mutating func addRatios(_ operands: [Operand]) {
        // The larger or smaller one is named first: `twice as much on rent as on groceries`.
        for (index, a) in operands.enumerated() {
            for b in operands[(index + 1)...] where a.labels != b.labels || a.period != b.period {
                guard !holds(a, b) else { continue }
                guard let x = a.money, let y = b.money, x.currency == y.currency, x.minorUnits > 0, y.minorUnits > 0
                else {
                    continue
                }
                let ratio = Double(x.minorUnits) / Double(y.minorUnits)
                add(.multiple(ratio), [a, b])
                if reading.has(DerivedFacts.differing) { add(.percent((ratio - 1) * 100), [a, b]) }
                if reading.has(["of", "as"]) { add(.percent(ratio * 100), [a, b]) }
            }
        }
    }

    /// A total and the one it is compared with, together.
    private mutating func addBothPeriods() {
        let now = base.facts.filter { $0.role == .total && $0.money != nil }
        let before = base.facts.filter { $0.role == .previous && $0.money != nil }
        guard now.count == 1, before.count == 1, let a = now[0].money, let b = before[0].money, let sum = try? a + b
        else {
            return
        }
        found.append(Fact(value: .money(sum), labels: now[0].labels.union(before[0].labels)))
    }

    // MARK: Parts of the whole

    /// The first two, three … of the ranking together.
    private mutating func addTop() {
        guard base.ranking.count > 1 else { return }
        let ranked = base.ranking.prefix(10).map { ranked in
            operand(base.facts.filter { $0.role == .group && $0.labels == ranked.labels && $0.period == ranked.period })
        }
        for length in 2...max(2, ranked.count) where length <= ranked.count { addSum(Array(ranked.prefix(length))) }
    }

    private func operand(_ facts: [Fact]) -> Operand {
        var operand = Operand(labels: facts.first?.labels ?? [], period: facts.first?.period)
        for fact in facts {
            switch fact.value {
            case .money(let money): operand.money = money
            case .count(let count, _): operand.count = count
            case .percent(let percent): operand.percent = percent
            default: break
            }
        }
        return operand
    }

    private mutating func addRest(_ operands: [Operand]) {
        let totals = base.facts.filter { $0.role == .total && $0.money != nil }
        let operands =
            operands.isEmpty ? totals.map { Operand(labels: $0.labels, period: $0.period, money: $0.money) } : operands
        let pending = base.hasPending && reading.has(["posted", "settled", "cleared"])
        for total in totals {
            guard let whole = total.money else { continue }
            for part in operands where part.labels != total.labels {
                if let money = part.money, let rest = try? whole - money {
                    found.append(Fact(value: .money(rest), period: total.period))
                }
            }
            if pending {
                for fact in base.facts
                where fact.role == .other && fact.labels == total.labels && fact.period == total.period {
                    if let money = fact.money, let rest = try? whole - money {
                        found.append(Fact(value: .money(rest), labels: total.labels, period: total.period))
                    }
                }
            }
        }
        for part in operands { if let percent = part.percent { found.append(Fact(value: .percent(100 - percent))) } }
        if reading.names.isEmpty {
            for fact in base.facts where fact.role == .group || fact.role == .other {
                if case .percent(let percent) = fact.value,
                    base.ranking.count <= 2 || base.ranking.first?.labels == fact.labels
                {
                    found.append(Fact(value: .percent(100 - percent)))
                }
            }
        }
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
                found.append(average)
            }
            let amount = Double(money.minorUnits)
            for other in base.facts
            where other.role == fact.role && other.labels == fact.labels && other.period == fact.period {
                if case .count(let count, .rows) = other.value, count > 0 { add(amount / Double(count), .transaction) }
            }
            guard let period = fact.period, period.days > 1 else { continue }
            add(amount / Double(period.days), .day)
            add(amount * 7 / Double(period.days), .week)
            let months = period.end.monthNumber - period.start.monthNumber + 1
            if period.start.day == 1, months > 1 { add(amount / Double(months), .month) }
        }
        if let months = base.ranking.first?.period, months == Period.month(of: months.start), base.ranking.count > 1 {
            let sum = base.ranking.reduce(Int64(0)) { $0 + $1.size }
            if let currency = base.facts.first(where: { $0.role == .group && $0.money != nil })?.money?.currency {
                found.append(
                    Fact(
                        value: .money(Money(roundedQuotient(sum, by: Int64(base.ranking.count)), currency)),
                        role: .average,
                        per: .month))
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
                    per: .year))
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
                other.role = .other
                found.append(other)
            }
        }
    }

    /// All listed rows of one merchant together, and one row's part of the total.
    private mutating func addRows() {
        guard reading.has(DerivedFacts.joining.union(["twice", "double", "times"])) else { return }
        for name in reading.names.prefix(4) {
            let rows = base.facts.filter { $0.role == .row && !$0.labels.isDisjoint(with: name.labels) }.filter {
                $0.money != nil
            }
            guard rows.count > 1, rows.count <= 20, let first = rows[0].money else { continue }
            let sum = rows.reduce(Int64(0)) {
                $0 + ($1.money?.currency == first.currency ? $1.money?.minorUnits ?? 0 : 0)
            }
            found.append(Fact(value: .money(Money(sum, first.currency)), labels: rows[0].labels))
            found.append(Fact(value: .count(rows.count, .rows), labels: rows[0].labels))
        }
    }
}
