import Ledger
import Store

/// What is asked about unusual rows, as a plain value.
public struct UnusualQuestion: Sendable, Hashable {
    /// Only findings of these rules; empty for all.
    public var rules: Set<String>
    /// Merchants, categories, accounts and period.
    public var query: Query
    /// Whether both charges of a double one have to be of one day.
    public var isOfOneDay: Bool

    public init(rules: Set<String> = [], query: Query = Query(), isOfOneDay: Bool = false) {
        self.rules = rules
        self.query = query
        self.isOfOneDay = isOfOneDay
    }

    /// Whether every pair of equal charges is asked for, those that are usual too: of a merchant, a month or a day.
    public var asksForPairs: Bool {
        rules == ["double_charge"] && (namesRows || isOfOneDay || query.period.map { $0.days <= 31 } ?? false)
    }

    public var namesRows: Bool { !query.merchants.isEmpty || !query.categories.isEmpty }

    /// Whether merchants that were not paid before are meant, of a category or an account or of all.
    public var asksForNewMerchants: Bool { rules.contains("new_merchant") && query.merchants.isEmpty }
}

/// The findings that a question means, at most five, and what is usual where nothing is unusual.
public struct UnusualAnswer: Sendable {
    public let question: UnusualQuestion
    public let period: Period
    /// The days that were looked at first, where nothing is in them; nil where something is, or they were asked for.
    public let empty: Period?
    public let findings: [UnusualFinding]
    /// How many there are, listed or not.
    public let count: Int
    /// The latest charge of what was asked for by name, against the median of the others; nil where there are too few.
    public let habit: (last: RecurringRow, usual: Money)?
    public var evidence: Evidence
}

extension Retriever {
    /// How many findings are told at once.
    public static let mostFindings = 5
    /// Days that are looked back when no period is said.
    private static let lookBack = 90

    /// What is unusual among the rows that a question means, what matters most first.
    public func unusual(_ question: UnusualQuestion, asOf: CivilDate) throws -> UnusualAnswer {
        let query = question.query
        // Who names a merchant or a kind of finding means the last one, however long ago.
        let start =
            question.namesRows && !question.asksForNewMerchants
                || !question.rules.isEmpty && question.rules.isDisjoint(with: ["double_charge", "new_merchant"])
            ? asOf.adding(months: -24) : asOf.adding(days: 1 - Retriever.lookBack)
        let longest = Period(asOf.adding(months: -24), asOf, label: "the past 24 months")
        let recent = Period(start, asOf, label: "the past \(Retriever.lookBack) days")
        var period = query.period ?? (start == longest.start ? longest : recent)
        let categories = Set(query.categories.flatMap(index.taxonomy.withDescendants))
        let accounts = Set(query.accounts.map { $0.lowercased() })
        let isMeant = { (row: RecurringRow) in
            (query.merchants.isEmpty || query.merchants.contains(row.merchant))
                && (categories.isEmpty || categories.contains(row.category))
                && (accounts.isEmpty || accounts.contains(row.account.lowercased()))
        }
        func found(in period: Period) throws -> [UnusualFinding] {
            let all = try unusual(in: period, asOf: asOf).filter { finding in
                isMeant(finding.row) && (question.rules.isEmpty || question.rules.contains(finding.reason.rule))
            }
            guard question.asksForPairs else { return all }
            return try doubleCharges(question, standingOut: all, in: period, asOf: asOf, where: isMeant)
        }
        var all = try found(in: period)
        var empty: Period?
        // `any double charges?`: those of last spring are an answer, too, where there are none since.
        if all.isEmpty, query.period == nil, question.rules.contains("double_charge") {
            all = try found(in: longest).sorted { ($0.row.date, $0.row.id) > ($1.row.date, $1.row.id) }
            if !all.isEmpty { (period, empty) = (longest, period) }
        } else if all.isEmpty, question.rules == ["double_charge"], period.end == asOf, !question.namesRows {
            // `charged twice lately`: where there is none in these days, the last one before them.
            let before = Period(longest.start, asOf, label: longest.label)
            let standingOut = try unusual(in: before, asOf: asOf).filter {
                isMeant($0.row) && $0.reason.rule == "double_charge"
            }
            if let last = standingOut.max(by: { ($0.row.date, $0.row.id) < ($1.row.date, $1.row.id) }) {
                (all, period, empty) = ([last], before, period)
            }
        }
        let findings = Array(all.dropFirst(query.offset).prefix(min(Retriever.mostFindings, max(1, query.limit))))
        var evidence = Evidence(query: query)
        evidence.query.period = period
        evidence.coverage = try index.coverage
        evidence.statements = [Retriever.recurringStatement]
        evidence.matched = all.count
        evidence.figures = [
            Figure(
                name: "count", label: label("Unusual", period), value: .count(all.count), period: period,
                rows: all.count)
        ]
        evidence.figures += findings.flatMap { figures($0) }
        evidence.groups = findings.map(group)
        evidence.transactions = try findings.flatMap(\.rowIDs).compactMap { try index.transaction(id: $0) }
        let wantsHabit = all.isEmpty && question.namesRows && !question.asksForNewMerchants
        let habit = wantsHabit ? try habit(isMeant, period, asOf: asOf) : nil
        if let habit {
            evidence.figures.append(
                Figure(name: "last", label: habit.last.merchant, value: .money(habit.last.amount.magnitude)))
            evidence.figures.append(Figure(name: "usual", label: habit.last.merchant, value: .money(habit.usual)))
            if let row = try index.transaction(id: habit.last.id) { evidence.transactions = [row] }
        }
        return UnusualAnswer(
            question: question, period: period, empty: empty, findings: findings, count: all.count, habit: habit,
            evidence: evidence)
    }

    /// The charge on its day; for a category what it came to.
    private func group(_ finding: UnusualFinding) -> Group {
        let row = finding.row
        switch finding.reason {
        case .pace(let amount, _, _), .fee(_, let amount):
            return Group(
                key: row.category, label: index.taxonomy.displayName(row.category), value: .money(amount),
                count: finding.rowIDs.count, share: nil)
        default:
            return Group(
                key: row.merchant, label: "\(row.merchant), \(row.date.longText)", value: .money(row.amount.magnitude),
                count: finding.rowIDs.count, share: nil)
        }
    }

    private func figures(_ finding: UnusualFinding) -> [Figure] {
        var name = finding.row.merchant
        // What is spent faster than usual is a category's.
        if case .pace = finding.reason { name = index.taxonomy.displayName(finding.row.category) }
        var figures = [
            Figure(
                name: "amount", label: finding.row.merchant, value: .money(finding.row.amount.magnitude),
                period: Period(finding.row.date, finding.row.date), rows: 1)
        ]
        func add(_ word: String, _ money: Money) {
            figures.append(Figure(name: word, label: name, value: .money(money.magnitude)))
        }
        switch finding.reason {
        case .farFromHabit(let usual, let times):
            add("usual", usual)
            figures.append(Figure(name: "times_usual", label: name, value: .ratio(times)))
        case .pace(let spent, let usual, _):
            add("spent", spent)
            add("usual", usual)
        case .fee(let count, let total):
            add("total", total)
            figures.append(Figure(name: "count", label: name, value: .count(count), rows: count))
        case .raised(let from): add("previous_price", from)
        case .doubleCharge, .equalCharges, .newMerchant, .foreignCurrency, .cameBack, .newStream: break
        }
        return figures
    }

    /// The latest charge in the period and the median of the ones before it.
    private func habit(
        _ isMeant: (RecurringRow) -> Bool, _ period: Period, asOf: CivilDate
    ) throws -> (last: RecurringRow, usual: Money)? {
        let rows = try recurringRows(asOf: asOf).filter {
            $0.kind == .expense && $0.amount.minorUnits < 0 && isMeant($0)
        }
        guard let last = rows.filter({ period.contains($0.date) }).max(by: { ($0.date, $0.id) < ($1.date, $1.id) })
        else {
            return nil
        }
        let others = rows.filter {
            $0.date < last.date && $0.merchant == last.merchant && $0.amount.currency == last.amount.currency
        }
        guard others.count >= 3 else { return nil }
        return (last, Money(median(others.map { -$0.amount.minorUnits }), last.amount.currency))
    }
}

extension UnusualFinding {
    /// The row, and for a double charge the one before it.
    public var rowIDs: [Int64] {
        switch reason {
        case .doubleCharge(let first), .equalCharges(let first, _): return [first.id, row.id]
        default: return [row.id]
        }
    }
}
