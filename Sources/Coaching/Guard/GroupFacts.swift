import Ledger
import Resources

/// What the key of a group says it is.
enum GroupKey {
    case category(String)
    case weekday(Int)
    case period(Period)
    case name(String, Period?)

    init(_ group: Group) {
        if let category = Taxonomy.builtIn[group.key], group.label == category.name || group.label == group.key {
            self = .category(group.key)
        } else if let day = CivilDate.weekdayNames.firstIndex(of: group.key) {
            self = .weekday(day + 1)
        } else if let period = GroupKey.period(group) {
            self = .period(period)
        } else if group.label.hasPrefix(group.key + ", ") {
            // A payment's label ends with its day.
            self = .name(group.key, GroupKey.date(in: group.label).map { Period($0, $0) })
        } else {
            self = .name(group.label, nil)
        }
    }

    private static func period(_ group: Group) -> Period? {
        if let day = CivilDate(iso: group.key) {
            return group.label.hasPrefix("week") ? Period(day, day.adding(days: 6)) : Period(day, day)
        }
        if group.key.utf8.count == 7, let month = CivilDate(iso: group.key + "-01") { return Period.month(of: month) }
        guard group.key.utf8.count == 4, group.key == group.label, let year = Int(group.key) else { return nil }
        return CivilDate(year: year, month: 1, day: 1).map { Period($0, $0.endOfYear) }
    }

    /// The date that a text ends with: `Spotify, 5 November 2026`.
    static func date(in text: String) -> CivilDate? {
        let words = text.split { $0 == " " || $0 == "," }
        guard words.count >= 3, let day = Int(words[words.count - 3]), let year = Int(words[words.count - 1]),
            let month = CivilDate.monthNames.firstIndex(of: String(words[words.count - 2]))
        else { return nil }
        return CivilDate(year: year, month: month + 1, day: day)
    }
}

/// Facts of groups and rows.
extension FactBuilder {
    private func labels(_ group: Group) -> Set<String> {
        switch GroupKey(group) {
        case .category(let id): return [NameBook.label(category: id)]
        case .weekday(let day): return [NameBook.label(weekday: day)]
        case .period: return []
        case .name(let name, _):
            // A merchant's own name, and the category that it is known for.
            let category = KnownNames.category(ofMerchant: name).map(NameBook.label(category:))
            return Set([NameBook.label(merchant: name)] + [category].compactMap { $0 })
        }
    }

    private func period(_ group: Group) -> Period? {
        switch GroupKey(group) {
        case .period(let period): period
        case .name(_, let day?): day
        default: dayOfBalance ?? query.period
        }
    }

    /// What was left of months is said by a month's group, where money in and out is asked about.
    private func kinds(_ group: Group) -> Set<MoneyKind> {
        if case .period = GroupKey(group), evidence.figures.contains(where: { $0.name == "net" }) { return [.net] }
        return groupKinds
    }

    /// Accounts and kinds of them are worth what they are on the day that is asked about.
    private var dayOfBalance: Period? {
        evidence.figures(named: "net_worth").first.flatMap { GroupKey.date(in: $0.label) }.map { Period($0, $0) }
    }

    mutating func addName(_ group: Group) {
        switch GroupKey(group) {
        case .category(let id): base.add(category: id)
        case .weekday(let day): base.days.add(weekday: day)
        case .period: break
        case .name(let name, _): base.add(merchant: name)
        }
    }

    mutating func addGroups() {
        let isRecurring = evidence.figures.contains { $0.name == "monthly_cost" }
        for group in evidence.groups {
            var fact = Fact(
                value: .count(group.count, .rows), labels: labels(group), period: period(group), role: .group,
                kinds: kinds(group))
            base.add(fact)
            if case .money(let money) = group.value {
                fact.value = .money(money)
                // An account that is overdrawn, or a card.
                if money.minorUnits < 0, fact.kinds.contains(.assets) { fact.kinds = [.liabilities, .balance] }
                fact.per = isRecurring ? .month : query.measure == .average ? query.averageUnit : nil
                base.add(fact)
                fact.per = nil
            }
            for share in shares(group) {
                fact.value = .percent(share)
                // A part of the rows is none of what was spent.
                if case .money = group.value { fact.whole = wholeOfShares } else { fact.whole = .other(subject) }
                base.add(fact)
                fact.whole = nil
            }
            if case .name(_, let day?) = GroupKey(group) {
                fact.value = .day(day.start)
                base.add(fact)
            }
            for detail in group.details { add(detail, of: fact) }
        }
        rank()
        let nouns: [Query.Grouping: Claim.Noun] = [
            .day: .days, .week: .weeks, .month: .months, .year: .years, .weekday: .days,
        ]
        let noun = query.grouping.flatMap { nouns[$0] } ?? .things
        if !evidence.groups.isEmpty { base.add(Fact(value: .count(evidence.groups.count, noun))) }
    }

    private mutating func add(_ detail: Group.Detail, of group: Fact) {
        var fact = group
        switch detail.value {
        case .money(let money): fact.value = .money(money)
        case .count(let count): fact.value = .count(count, .rows)
        case .percent(let percent): fact.value = .percent(percent)
        default: return
        }
        switch detail.name {
        case "previous": (fact.role, fact.period) = (.previous, query.comparison ?? group.period)
        case "change": (fact.role, fact.otherPeriod, fact.whole) = (.change, query.comparison, .before)
        case "usual":
            (fact.role, fact.period) = (.previous, nil)
            fact.labels.insert("r:usual")
            fact.needs = FactBuilder.usualWords
            fact.per = usualUnit
        default: fact.labels.insert("r:" + detail.name)
        }
        base.add(fact)
    }

    /// The group's part of the total in percent, as it is kept and as exactly as the amounts tell. Things held against
    /// one another have no total but their sum.
    private func shares(_ group: Group) -> [Double] {
        guard case .money(let money) = group.value else { return group.share.map { [$0 * 100] } ?? [] }
        guard let share = group.share else {
            let all = evidence.groups.compactMap { group -> Int64? in
                if case .money(let other) = group.value, other.currency == money.currency {
                    other.minorUnits
                } else {
                    nil
                }
            }
            let sum = all.reduce(0, +)
            guard !query.sides.isEmpty || groupKinds.contains(.balance), all.count == evidence.groups.count, sum > 0
            else { return [] }
            return [Double(money.minorUnits) / Double(sum) * 100]
        }
        let totals = evidence.figures(named: "total").compactMap(\.money)
        guard totals.count == 1, totals[0].currency == money.currency, totals[0].minorUnits > 0 else {
            return [share * 100]
        }
        let exact = Double(money.minorUnits) / Double(totals[0].minorUnits)
        return abs(exact - share) < 0.0001 ? [share * 100, exact * 100] : [share * 100]
    }

    /// What part of everything one account holds.
    mutating func addPartsOfAssets() {
        guard let all = evidence.figures(named: "assets").first?.money, all.minorUnits > 0 else { return }
        for figure in evidence.figures(named: "account_balance") {
            guard let money = figure.money, money.currency == all.currency, money.minorUnits > 0 else { continue }
            base.add(
                Fact(
                    value: .percent(Double(money.minorUnits) / Double(all.minorUnits) * 100),
                    labels: [NameBook.label(merchant: figure.label)], role: .group, kinds: [.balance, .assets],
                    whole: .other(["r:assets", "r:net_worth"])))
        }
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
        let total = (evidence.figures(named: "total") + evidence.figures(named: "monthly_cost")).compactMap(\.money)
            .first?.minorUnits
        base.isRankingWhole = ranked.count < query.limit || sum == total
        base.ranksSmallest = query.order == .smallest && !base.isRankingWhole
    }

    /// Rows of one currency: all there are, or the largest of them.
    mutating func rankRows() {
        let rows = evidence.transactions
        guard rows.count > 1, query.order == .largest || rows.count == evidence.matched,
            Set(rows.map(\.amount.currency)).count == 1
        else { return }
        base.rowRanking = rows.map { row in
            let size = Int64(row.amount.minorUnits.magnitude)
            return FactBase.Ranked(labels: labels(row).subtracting([account(row)]), period: nil, size: size, count: 1)
        }.sorted { $0.size > $1.size }
    }

    private func account(_ row: Transaction) -> String { NameBook.label(merchant: row.account) }

    private func labels(_ row: Transaction) -> Set<String> {
        [NameBook.label(merchant: row.merchant), account(row), NameBook.label(category: row.category)]
    }

    mutating func add(_ row: Transaction) {
        let labels = labels(row)
        let day = Period(row.date, row.date)
        base.days.add(event: row.date)
        base.add(Fact(value: .money(row.amount.magnitude), labels: labels, period: day, role: .row, kinds: kinds(row)))
        base.add(Fact(value: .day(row.date), labels: labels, period: day, role: .row))
    }
}
