import Ledger
import Resources

/// Makes facts of an evidence.
struct FactBuilder {
    private let evidence: Evidence
    private var base: FactBase

    init(_ evidence: Evidence, asOf: CivilDate) {
        self.evidence = evidence
        base = FactBase(asOf: asOf)
    }

    mutating func build() -> FactBase {
        addQuery()
        for group in evidence.groups { addName(group) }
        for row in evidence.transactions { addNames(row) }
        for figure in evidence.figures { add(figure) }
        addGroups()
        for row in evidence.transactions { add(row) }
        addCounts()
        addRatios()
        for warning in evidence.warnings { addWords(warning) }
        base.hasRows = evidence.matched > 0
        base.hasPending = !evidence.pending.isEmpty
        return base
    }

    private var query: Query { evidence.query }

    // MARK: Names and days

    private mutating func addQuery() {
        for id in query.categories { base.add(category: id) }
        for name in query.merchants + query.accounts { base.add(merchant: name) }
        if let text = query.text { base.add(merchant: text) }
        for id in query.excludedCategories { base.add(category: id) }
        for name in query.excludedMerchants { base.add(merchant: name) }
        if let period = query.period { base.days.add(period) }
        if let period = query.comparison { base.days.add(period) }
        base.days.main = query.period
        base.days.comparison = query.comparison
        if let coverage = evidence.coverage { base.days.add(coverage) }
        for weekday in query.weekdays { base.days.add(weekday: weekday) }
    }

    /// What the query is about, as labels.
    private var subject: Set<String> {
        Set(
            query.categories.map(NameBook.label(category:))
                + (query.merchants + query.accounts + [query.text].compactMap { $0 }).map(NameBook.label(merchant:)))
    }

    private func label(_ group: Group) -> String {
        // A payment's label ends with its day.
        group.label.hasPrefix(group.key + ", ") ? group.key : group.label
    }

    private func labels(_ group: Group) -> Set<String> {
        switch query.grouping {
        case .category: [NameBook.label(category: group.key)]
        case .weekday: ["w:" + group.key.lowercased()]
        case .day, .week, .month, .year: []
        default: merchantLabels(label(group))
        }
    }

    /// A merchant's own name, and the category that it is known for.
    private func merchantLabels(_ name: String) -> Set<String> {
        let category = KnownNames.category(ofMerchant: name).map(NameBook.label(category:))
        return Set([NameBook.label(merchant: name)] + [category].compactMap { $0 })
    }

    /// The days of a group: those of its key, or the day behind its name.
    private func period(_ group: Group) -> Period? {
        switch query.grouping {
        case .day: return CivilDate(iso: group.key).map { Period($0, $0) }
        case .week: return CivilDate(iso: group.key).map { Period($0, $0.adding(days: 6)) }
        case .month: return CivilDate(iso: group.key + "-01").map(Period.month(of:))
        case .year:
            return Int(group.key).flatMap { CivilDate(year: $0, month: 1, day: 1) }.map { Period($0, $0.endOfYear) }
        default:
            guard group.label.hasPrefix(group.key + ", ") else { return query.period }
            return FactBuilder.date(in: group.label).map { Period($0, $0) }
        }
    }

    private static func date(in text: String) -> CivilDate? {
        let words = text.split { $0 == " " || $0 == "," }
        guard words.count >= 3, let day = Int(words[words.count - 3]), let year = Int(words[words.count - 1]),
            let month = CivilDate.monthNames.firstIndex(of: String(words[words.count - 2]))
        else { return nil }
        return CivilDate(year: year, month: month + 1, day: day)
    }

    private mutating func addName(_ group: Group) {
        switch query.grouping {
        case .category: base.add(category: group.key)
        case .weekday:
            if let day = CivilDate.weekdayNames.firstIndex(of: group.key) { base.days.add(weekday: day + 1) }
        case .day, .week, .month, .year: break
        default: base.add(merchant: label(group))
        }
    }

    private mutating func addNames(_ row: Transaction) {
        base.add(merchant: row.merchant)
        base.add(merchant: row.account)
        base.add(category: row.category)
        addWords(row.rawDescription)
        if let notes = row.notes { addWords(notes) }
    }

    private mutating func addWords(_ text: String) { base.words.formUnion(NameBook.keys(of: text)) }

    // MARK: Figures

    private static let perMonth: Set<String> = ["monthly_cost", "subscription_cost", "bill_cost"]
    /// Figures that are several things of one whole; a sentence that names another of them is wrong.
    private static let roles: [String: String] = [
        "income": "r:income", "spending": "r:spending", "net": "r:net", "assets": "r:assets",
        "liabilities": "r:liabilities", "net_worth": "r:net_worth", "safe_to_spend": "r:safe", "safe_ahead": "r:safe",
        "lowest": "r:lowest", "lowest_ahead": "r:lowest", "bills": "r:bills", "buffer": "r:buffer",
        "balance": "r:balance", "projected_balance": "r:balance",
        "average": "r:average", "total": "r:total", "limit": "r:limit", "remaining": "r:remaining", "spent": "r:spent",
    ]

    private mutating func add(_ figure: Figure) {
        addWords(figure.label)
        var fact = Fact(value: .day(base.asOf), period: figure.period)
        let isOfQuery = ["total", "average", "count", "median", "largest", "smallest", "share", "purchases"].contains(
            figure.name)
        let isChange = figure.name.hasPrefix("change")
        let named = base.labels(in: String(figure.label.prefix { $0 != "," }))
        fact.labels =
            isOfQuery || isChange || figure.name.hasPrefix("previous_") && named.isEmpty ? subject.union(named) : named
        if figure.period == nil, let day = FactBuilder.date(in: figure.label) { fact.period = Period(day, day) }
        if let role = FactBuilder.roles[figure.name] { fact.labels.insert(role) }
        fact.role = role(figure.name)
        if isChange { fact.otherPeriod = query.comparison }
        if FactBuilder.perMonth.contains(figure.name) { fact.per = .month }
        if figure.name == "yearly_cost" { fact.per = .year }
        if figure.name == "everyday" { fact.per = .day }
        if figure.name == "average" { fact.per = query.averageUnit }
        switch figure.value {
        case .money(let money): fact.value = .money(money)
        case .percent(let percent): fact.value = .percent(percent)
        case .ratio(let ratio): fact.value = .percent(ratio * 100)
        case .count(let count): fact.value = .count(count, .either)
        case .days(let days): fact.value = .count(days, .days)
        case .date(let day): fact.value = .day(day)
        }
        base.add(fact)
        guard let rows = figure.rows, !isChange else { return }
        fact.value = .count(rows, .rows)
        fact.per = nil
        base.add(fact)
    }

    private func role(_ name: String) -> Fact.Role {
        if name.hasPrefix("previous_") { return .previous }
        if name.hasPrefix("change") { return .change }
        switch name {
        case "total", "spending", "income", "net", "net_worth", "assets", "liabilities", "overall", "share":
            return .total
        case "average", "median": return .average
        default: return .other
        }
    }

    // MARK: Groups and rows

    private mutating func addGroups() {
        let isRecurring = evidence.figures.contains { $0.name == "monthly_cost" }
        for group in evidence.groups {
            var fact = Fact(
                value: .count(group.count, .rows), labels: labels(group), period: period(group), role: .group)
            base.add(fact)
            if case .money(let money) = group.value {
                fact.value = .money(money)
                fact.per = isRecurring ? .month : query.measure == .average ? query.averageUnit : nil
                base.add(fact)
                fact.per = nil
            }
            for share in shares(group) {
                fact.value = .percent(share)
                base.add(fact)
            }
            if let period = fact.period, period.days == 1, query.grouping != .day {
                fact.value = .day(period.start)
                base.add(fact)
            }
        }
        rank()
        let nouns: [Query.Grouping: Claim.Noun] = [
            .day: .days, .week: .weeks, .month: .months, .year: .years, .weekday: .days,
        ]
        let noun = query.grouping.flatMap { nouns[$0] } ?? .things
        if !evidence.groups.isEmpty { base.add(Fact(value: .count(evidence.groups.count, noun))) }
    }

    /// The group's part of the total in percent, as it is kept and as exactly as the amounts tell.
    private func shares(_ group: Group) -> [Double] {
        guard let share = group.share else { return [] }
        let totals = evidence.figures(named: "total").compactMap(\.money)
        guard case .money(let money) = group.value, totals.count == 1, totals[0].currency == money.currency,
            totals[0].minorUnits > 0
        else { return [share * 100] }
        let exact = Double(money.minorUnits) / Double(totals[0].minorUnits)
        return abs(exact - share) < 0.0001 ? [share * 100, exact * 100] : [share * 100]
    }

    private mutating func rank() {
        var currencies: Set<Currency> = []
        let ranked = evidence.groups.map { group -> FactBase.Ranked in
            var size = Int64(group.count)
            if case .money(let money) = group.value {
                size = money.minorUnits
                currencies.insert(money.currency)
            }
            return FactBase.Ranked(labels: labels(group), period: period(group), size: size, count: group.count)
        }
        guard currencies.count <= 1 else { return }
        base.ranking = ranked.sorted { $0.size > $1.size }
        let sum = ranked.reduce(Int64(0)) { $0 + $1.size }
        let total = evidence.figures(named: "total").compactMap(\.money).first?.minorUnits
        base.isRankingWhole = ranked.count < query.limit || sum == total
    }

    private mutating func add(_ row: Transaction) {
        let labels: Set<String> = [
            NameBook.label(merchant: row.merchant), NameBook.label(merchant: row.account),
            NameBook.label(category: row.category),
        ]
        let day = Period(row.date, row.date)
        base.days.add(event: row.date)
        base.add(Fact(value: .money(row.amount.magnitude), labels: labels, period: day, role: .row))
        base.add(Fact(value: .day(row.date), labels: labels, period: day, role: .row))
    }

    // MARK: Counts

    private mutating func addCounts() {
        let labels = subject
        base.add(Fact(value: .count(evidence.matched, .rows), labels: labels, period: query.period, role: .total))
        if evidence.transactions.count > 1 {
            base.facts.append(Fact(value: .count(evidence.transactions.count, .either)))
        }
        if evidence.matched == evidence.transactions.count,
            evidence.transactions.contains(where: { $0.amount.minorUnits > 0 })
        {
            let back = evidence.transactions.count { $0.amount.minorUnits > 0 }
            for count in [back, evidence.matched - back] {
                base.facts.append(Fact(value: .count(count, .rows), labels: labels))
            }
        }
        if query.limit > 1 { base.facts.append(Fact(value: .count(query.limit, .things))) }
        for money in evidence.pending {
            base.add(Fact(value: .money(money.magnitude), labels: labels.union(["r:pending"]), period: query.period))
        }
        for period in [query.period, query.comparison, evidence.coverage].compactMap({ $0 }) { addLengths(of: period) }
        if evidence.matched == 0, evidence.figures.isEmpty {
            base.add(Fact(value: .money(Money(0, .usd)), labels: labels, period: query.period, role: .total))
        }
    }

    /// What follows from pairs of figures whatever a sentence is about: changes, exactly, and parts of income.
    private mutating func addRatios() {
        let pairs = base.facts.filter { $0.role == .previous && $0.money != nil }
        for before in pairs {
            let own = before.labels.filter { !$0.hasPrefix("r:") }
            let now = base.facts.first { fact in
                fact.money?.currency == before.money?.currency && fact.role != .previous && fact.role != .change
                    && fact.role != .row && fact.role != .group && fact.labels.filter { !$0.hasPrefix("r:") } == own
            }
            guard let then = before.money?.minorUnits, let units = now?.money, then > 0, units.minorUnits > 0 else {
                continue
            }
            var change = before
            (change.role, change.otherPeriod, change.period) = (.change, before.period, now?.period)
            let ratio = Double(units.minorUnits) / Double(then)
            for value in [
                Fact.Value.money(Money(units.minorUnits - then, units.currency)), .percent((ratio - 1) * 100),
                .multiple(ratio), .multiple(1 / ratio),
            ] {
                change.value = value
                base.add(change)
            }
        }
        func rows(_ role: Fact.Role) -> Int? {
            for fact in base.facts where fact.role == role {
                if case .count(let count, .rows) = fact.value { return count }
            }
            return nil
        }
        if let now = rows(.total), let before = rows(.previous) {
            base.facts.append(Fact(value: .count(abs(now - before), .rows), labels: subject, role: .change))
        }
        for currency in Set(base.facts.compactMap { $0.money?.currency }) {
            func amount(_ name: String) -> Int64? {
                evidence.figures(named: name).compactMap(\.money).first { $0.currency == currency }?.minorUnits
            }
            guard let income = amount("income"), let spending = amount("spending"), income > 0 else { continue }
            let part = Double(spending) / Double(income) * 100
            base.add(Fact(value: .percent(part), labels: ["r:spending", "r:income"], period: query.period))
        }
    }

    private mutating func addLengths(of period: Period) {
        func add(_ count: Int, _ noun: Claim.Noun) { base.facts.append(Fact(value: .count(count, noun))) }
        add(period.days, .days)
        if period.days % 7 == 0 { add(period.days / 7, .weeks) }
        let months = period.end.monthNumber - period.start.monthNumber + 1
        if period.start.day == 1 { add(months, .months) }
        if period.start.day == 1, months % 12 == 0 { add(months / 12, .years) }
        let year = period.start.adding(years: 1)
        if period.end.adding(days: 1) == year { add(1, .years) }
    }
}
