import Ledger
import Resources

/// Makes facts of an evidence.
struct FactBuilder {
    let evidence: Evidence
    var base: FactBase

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
        rankRows()
        addCounts()
        addRatios()
        addPartsOfAssets()
        for warning in evidence.warnings { addWords(warning) }
        base.flow = flow
        base.subject = subject
        base.isFiltered = query.minimum != nil || query.maximum != nil
        base.isPurchase = evidence.isOfPurchase
        base.keepsReserve = keepsReserve
        base.isOfStreams = evidence.figures.contains {
            $0.name == "next_date" || $0.name == "monthly_cost" && !evidence.groups.isEmpty
        }
        base.hasRows = evidence.matched > 0
        base.hasListedRows = !evidence.transactions.isEmpty
        base.listsAllRows = evidence.matched > 0 && evidence.transactions.count == evidence.matched
        base.listsNewest = query.order == .newest
        base.hasNamedExtreme = evidence.figures.contains {
            ["largest", "smallest", "median", "lowest", "lowest_with"].contains($0.name)
        }
        base.hasComparison = hasComparison
        base.hasPending = !evidence.pending.isEmpty
        setDays()
        return base
    }

    var query: Query { evidence.query }

    private var keepsReserve: Bool? {
        func units(_ name: String) -> Int64? { evidence.figures(named: name).first?.money?.minorUnits }
        guard let reserve = units("buffer"), let lowest = units("lowest_with") else { return nil }
        let isKept = lowest >= reserve
        return units("lowest_later").map { ($0 >= reserve) == isKept } ?? true ? isKept : nil
    }

    /// A lowest balance is that of its day, a pay comes on its day, and a balance is that of the day it is known for.
    private mutating func setDays() {
        func day(_ name: String) -> CivilDate? {
            if case .date(let day)? = evidence.figures(named: name).first?.value { day } else { nil }
        }
        for (amount, date) in [
            ("lowest", "lowest_date"), ("lowest_ahead", "lowest_ahead_date"), ("lowest_with", "lowest_with_date"),
            ("lowest_later", "lowest_later_date"), ("lowest_without", "lowest_without_date"), ("next_pay", "next_date"),
        ] {
            guard let money = evidence.figures(named: amount).first?.money, let day = day(date) else { continue }
            for index in base.facts.indices
            where base.facts[index].money == money && base.facts[index].role == .other && base.facts[index].day == nil
                && !base.facts[index].labels.isDisjoint(with: ["r:lowest", "r:lowat", "r:pay"])
            {
                base.facts[index].day = day
            }
        }
    }

    // MARK: Names and days

    private mutating func addQuery() {
        for id in query.categories { base.add(category: id) }
        for name in query.merchants + query.accounts { base.add(merchant: name) }
        if let text = query.text { base.add(merchant: text) }
        for id in query.excludedCategories { base.add(category: id) }
        for name in query.excludedMerchants { base.add(merchant: name) }
        base.leftOut = Set(
            query.excludedCategories.map(NameBook.label(category:))
                + query.excludedMerchants.map(NameBook.label(merchant:)))
        for side in query.sides {
            for id in side.categories { base.add(category: id) }
            let isNamed = !side.categories.isEmpty || side.isOfDays
            for name in (isNamed ? [] : [side.name]) + side.merchants + side.accounts + [side.text].compactMap({ $0 }) {
                base.add(merchant: name)
            }
        }
        for period in [query.period, query.comparison].compactMap({ $0 }) + query.otherPeriods { base.days.add(period) }
        base.days.main = query.period
        base.days.comparison = query.comparison
        if let coverage = evidence.coverage { base.days.add(coverage) }
        base.weekdays = query.weekdays
        for weekday in query.weekdays { base.days.add(weekday: weekday) }
    }

    /// What the query is about, as labels.
    var subject: Set<String> {
        let sides = query.sides
        let categories = query.categories + sides.flatMap(\.categories)
        let names =
            query.merchants + query.accounts + [query.text].compactMap { $0 }
            + sides.flatMap {
                ($0.categories.isEmpty && !$0.isOfDays ? [$0.name] : []) + $0.merchants + $0.accounts
                    + [$0.text].compactMap { $0 }
            }
        return Set(categories.map(NameBook.label(category:)) + names.map(NameBook.label(merchant:)))
    }

    private mutating func addNames(_ row: Transaction) {
        base.add(merchant: row.merchant)
        base.add(merchant: row.account)
        base.accounts.insert(NameBook.label(merchant: row.account))
        base.add(category: row.category)
        addWords(row.rawDescription)
        if let notes = row.notes { addWords(notes) }
    }

    mutating func addWords(_ text: String) { base.words.formUnion(NameBook.keys(of: text)) }

    // MARK: Figures

    private static let perMonth: Set<String> = ["monthly_cost", "subscription_cost", "bill_cost"]
    /// Figures that are several things of one whole; a sentence that names another of them is wrong.
    private static let roles: [String: String] = [
        "income": "r:income", "spending": "r:spending", "net": "r:net", "assets": "r:assets",
        "liabilities": "r:liabilities", "net_worth": "r:net_worth", "safe_to_spend": "r:safe", "safe_ahead": "r:safe",
        "lowest": "r:lowest", "lowest_ahead": "r:lowest", "lowest_with": "r:lowat", "lowest_later": "r:lowat",
        "bills": "r:bills", "buffer": "r:buffer",
        "balance": "r:balance", "projected_balance": "r:balance",
        "average": "r:average", "total": "r:total", "limit": "r:limit", "remaining": "r:remaining", "spent": "r:spent",
        "previous_income": "r:income", "previous_net": "r:net", "projected": "r:spent", "usual_income": "r:income",
        "usual_spending": "r:spending", "usual_net": "r:net", "passing_price": "r:passing", "price": "r:price",
        "previous_price": "r:before", "raised_on": "r:raised", "lowest_date": "r:lowday",
        "lowest_ahead_date": "r:lowday", "lowest_with_date": "r:lowday", "lowest_later_date": "r:lowday",
        "pay_after": "r:payday", "next_pay": "r:pay", "amount": "r:amount",
        "largest": "r:largest", "smallest": "r:smallest", "median": "r:median",
    ]

    private mutating func add(_ figure: Figure) {
        addWords(figure.label)
        addName(of: figure)
        var fact = Fact(value: .day(base.asOf), period: figure.period)
        let isChange = figure.name.hasPrefix("change")
        fact.labels = labels(figure)
        if figure.period == nil, let day = GroupKey.date(in: figure.label) { fact.period = Period(day, day) }
        if figure.period == nil, figure.label.hasSuffix("all time") { fact.period = evidence.coverage }
        if let role = FactBuilder.roles[figure.name] { fact.labels.insert(role) }
        if let role = roleOfLabel(figure) { fact.labels.insert(role) }
        if figure.name == "price", let row = evidence.transactions.first(where: { $0.merchant == figure.label }) {
            fact.labels.insert(NameBook.label(merchant: row.account))
        }
        if figure.name == "next_date" { fact.labels.formUnion(labelsOfNext) }
        fact.role = role(figure.name)
        if isChange { fact.otherPeriod = query.comparison }
        if isChange, figure.period == nil, let since = fact.period?.start, since < base.asOf {
            // What changed since a day changed in the days after it.
            (fact.otherPeriod, fact.period) = (Period(since, since), Period(since.adding(days: 1), base.asOf))
        }
        if FactBuilder.perMonth.contains(figure.name) { fact.per = .month }
        if let cadence = cadence(figure) { fact.per = cadence }
        if figure.name == "yearly_cost" { fact.per = .year }
        if figure.name == "everyday" { fact.per = .day }
        if figure.name == "average" { fact.per = query.averageUnit }
        if figure.name == "median", figure.label.contains("usual month") { fact.per = .month }
        switch figure.value {
        case .money(let money): fact.value = .money(money)
        case .percent(let percent): fact.value = .percent(percent)
        case .ratio(let ratio):
            fact.value =
                figure.isFactor ? .multiple(ratio) : .percent(ratio * 100)
        case .count(let count): fact.value = .count(count, counted(figure))
        case .days(let days): fact.value = .count(days, .days)
        case .date(let day): fact.value = .day(day)
        }
        fact.kinds = kinds(figure)
        fact.whole = whole(figure)
        mark(&fact, figure)
        base.add(fact)
        guard let rows = figure.rows, !isChange else { return }
        fact.value = .count(rows, .rows)
        if rows == evidence.matched, fact.role == .total { fact.kinds = kindsOfRows }
        fact.per = nil
        base.add(fact)
    }

    private static let ofQuery: Set<String> = [
        "total", "average", "count", "median", "largest", "smallest", "share", "purchases", "difference",
    ]

    /// What a figure is of: the names of its label, and where it has none what was asked about.
    private func labels(_ figure: Figure) -> Set<String> {
        let named = base.labels(in: figure.label).subtracting(base.leftOut)
        if !named.isEmpty, !query.sides.isEmpty { return named }
        let isOfQuery =
            FactBuilder.ofQuery.contains(figure.name) || figure.name.hasPrefix("change")
            || figure.name.hasPrefix("previous_")
        return isOfQuery && (named.isEmpty || !figure.name.hasPrefix("previous_")) ? subject.union(named) : named
    }

    /// What comes next: the pay, or the one thing that was asked about.
    private var labelsOfNext: Set<String> {
        if evidence.figures.contains(where: { $0.name == "next_pay" || $0.name == "pay_after" }) { return ["r:payday"] }
        guard evidence.groups.count == 1, let group = evidence.groups.first else { return [] }
        return [NameBook.label(merchant: group.key)]
    }

    private func counted(_ figure: Figure) -> Claim.Noun {
        guard figure.name == "count" else { return .either }
        switch query.counted {
        case .days, .daysWithout: return .days
        case .merchants, .categories: return .things
        case .transactions, nil: return .either
        }
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

}

extension Query.Side {
    /// Other days of the same, with no name of its own.
    fileprivate var isOfDays: Bool {
        period != nil && categories.isEmpty && merchants.isEmpty && accounts.isEmpty && text == nil
    }
}
