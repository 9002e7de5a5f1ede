import Advice
import Ledger
import Retrieval

/// One table of a summary, under a heading of its own.
public struct SummarySection: Sendable {
    public let title: String
    /// What the table holds, for who cannot see where it stands.
    public let caption: String
    public let table: AnswerTable
    /// The rows as sentences, where these are too long for a column of a terminal; else empty.
    public var sentences: [String] = []
    /// Columns that a narrow terminal does without, the first of them first.
    public var spare: [Int] = []
    /// Whether a page shows all of it as large figures or beside a chart.
    var isDrawn = false

    /// The table without as many of the spare columns as it takes.
    public func table(without count: Int) -> AnswerTable {
        let gone = Set(spare.prefix(count))
        func kept<T>(_ cells: [T]) -> [T] { cells.indices.filter { !gone.contains($0) }.map { cells[$0] } }
        return AnswerTable(
            columns: kept(table.columns), rows: table.rows.map(kept), omitted: table.omitted, sizes: table.sizes)
    }
}

/// The tables of one currency, the same in every format.
struct SummarySections {
    let facts: MonthFacts
    let section: CurrencyFacts
    let taxonomy: Taxonomy

    private static let mostCategories = 12
    /// Of any table.
    private static let mostRows = 50
    private static let longestName = 48
    /// Accounts without a balance that are named.
    private static let mostUnknown = 6
    /// A sentence that names a merchant.
    private static let longestReason = 300

    var all: [SummarySection] {
        guard !section.isEmpty else { return [] }
        return [
            figures, fixed, chosen, merchants, purchases, months, streams, payments, limits, goals, netWorth, findings,
            decisions, bills,
        ].compactMap { $0 }
    }

    private func money(_ units: Int64) -> String { Money(units, section.currency).text }

    /// `+$12.00`, `-$3.00`, `$0.00`.
    private func signed(_ units: Int64) -> String { (units > 0 ? "+" : "") + money(units) }

    private var span: SummarySpan { facts.span }

    private func make(
        _ title: String, _ caption: String, _ columns: [(String, Bool)], _ rows: [[String]], omitted: Int = 0,
        sizes: [Int64] = [], spare: [String] = []
    ) -> SummarySection? {
        guard !rows.isEmpty else { return nil }
        let shown = Array(rows.prefix(SummarySections.mostRows))
        return SummarySection(
            title: title, caption: caption,
            table: AnswerTable(
                columns: columns.map { AnswerTable.Column(title: $0.0, isNumber: $0.1) }, rows: shown,
                omitted: omitted + rows.count - shown.count, sizes: Array(sizes.prefix(shown.count))),
            spare: spare.compactMap { name in columns.firstIndex { $0.0 == name } })
    }

    /// A name that may come from a bank file, short enough for a table.
    private func clipped(_ name: String) -> String { SummarySections.clipped(name) }

    static func clipped(_ name: String) -> String {
        // A letter may be made of any number of signs.
        let signs = name.unicodeScalars
        guard name.count > longestName || signs.count > 2 * longestName else { return name }
        var out = String(name.prefix(longestName - 1))
        if out.unicodeScalars.count > 2 * longestName {
            out = String(String.UnicodeScalarView(signs.prefix(2 * longestName)))
        }
        return out + "…"
    }

    /// What the days before are called above a column.
    private var beforeTitle: String {
        span.isComplete ? span.earlier(1).label : "Same days before"
    }

    /// What can be compared with: not what the data holds a part of only.
    private var previous: CurrencyFacts.Flow? { section.isPreviousWhole ? section.previous : nil }

    // MARK: Sums

    var figures: SummarySection? {
        let (now, before) = (section.flow, previous)
        let hasUsual = section.usualSpending != nil
        var columns = [("", false), (span.isComplete ? span.name : "So far", true)]
        if before != nil { columns += [(beforeTitle, true), ("Change", true)] }
        if hasUsual { columns.append(("Usual", true)) }
        func row(_ name: String, _ amount: (CurrencyFacts.Flow) -> Int64, _ usual: Int64?) -> [String] {
            var cells = [name, money(amount(now))]
            if let before { cells += [money(amount(before)), signed(amount(now) - amount(before))] }
            if hasUsual { cells.append(usual.map(money) ?? "") }
            return cells
        }
        var rows = [
            row("Income", { $0.income }, section.usualIncome?.amount),
            row("Spending", { $0.spending }, section.usualSpending?.amount), row("Left", { $0.net }, nil),
        ]
        if let rate = section.savingsRate {
            let phrases = Phrases(taxonomy: taxonomy, currency: section.currency)
            func text(_ rate: Double) -> String { phrases.percent((rate * 1000).rounded() / 10) }
            var cells = ["Savings rate", text(rate)]
            if let before {
                cells += [before.income > 0 ? text(Double(before.net) / Double(before.income)) : "", ""]
            }
            if hasUsual { cells.append("") }
            rows.append(cells)
        }
        var made = make(
            "Money in and out", "Income, spending, and what was left in \(span.name)", columns, rows,
            spare: [beforeTitle, "Usual"])
        made?.isDrawn = true
        return made
    }

    var months: SummarySection? {
        let before = section.monthsBefore(in: span)
        guard section.months.count + before.count > 1 else { return nil }
        var made = make(
            "Month by month", "Income, spending, and what was left in each month",
            [("Month", false), ("Income", true), ("Spending", true), ("Left", true)],
            before.map { [$0.label, "", "no transactions", ""] }
                + section.months.map { flow in
                    [
                        Period.month(of: flow.period.start).label
                            + (flow.period.end < flow.period.start.endOfMonth ? " so far" : ""),
                        money(flow.income), money(flow.spending), money(flow.net),
                    ]
                }, sizes: before.map { _ in 0 } + section.months.map(\.spending), spare: ["Left"])
        made?.isDrawn = true
        return made
    }

    // MARK: Where it went

    /// All of them.
    var categories: SummarySection? {
        categories("Where it went", "Spending by category in \(span.name)") { _ in true }
    }

    private var fixed: SummarySection? {
        categories("Fixed costs", "What was settled before \(span.name): rent, utilities, loans, insurance", \.isFixed)
    }

    private var chosen: SummarySection? {
        categories("Up to you", "What you decided from day to day in \(span.name)") { !$0.isFixed }
    }

    private func categories(
        _ title: String, _ caption: String, _ isIncluded: (CurrencyFacts.CategoryLine) -> Bool
    ) -> SummarySection? {
        // What was bought and went back is no row.
        let lines = section.categories.filter { line in
            let isThere = line.count > 0 && (line.spent != 0 || (line.previous ?? 0) != 0)
            return (isThere || line.departure != 0) && isIncluded(line)
        }
        let shown = lines.prefix(SummarySections.mostCategories)
        let hasBefore = previous != nil
        let hasUsual = section.usualSpending != nil
        var columns = [("Category", false), ("Spent", true)]
        if hasBefore { columns += [(beforeTitle, true), ("Change", true)] }
        if hasUsual { columns.append(("Usual", true)) }
        let hasMonths = section.wholeMonths != nil
        if hasMonths { columns.append(("A month", true)) }
        return make(
            title, caption + monthly, columns,
            shown.map { line in
                var cells = [line.name, money(line.spent)]
                if hasBefore { cells += [money(line.previous ?? 0), signed(line.spent - (line.previous ?? 0))] }
                if hasUsual { cells.append(line.habit.map { money($0.amount) } ?? "") }
                if hasMonths { cells.append(line.monthly.map(money) ?? "") }
                return cells
            }, omitted: lines.count - shown.count, sizes: shown.map(\.spent), spare: [beforeTitle, "Usual"])
    }

    /// Of which months the mean of a month is, where that is not the whole year.
    private var monthly: String {
        guard let whole = section.wholeMonths, whole != span.whole else { return "" }
        return "; monthly amounts are averages over \(whole.label)"
    }

    var merchants: SummarySection? {
        make(
            "Top merchants", "Where you spent the most in \(span.name)",
            [("Merchant", false), ("Spent", true), ("Transactions", true)],
            section.merchants.map { [clipped($0.name), money($0.spent), groupedThousands($0.count)] },
            sizes: section.merchants.map(\.spent), spare: ["Transactions"])
    }

    var purchases: SummarySection? {
        make(
            "Largest purchases",
            "The largest single purchases in \(span.name), without fixed costs and regular payments",
            [("Date", false), ("Merchant", false), ("Category", false), ("Amount", true)],
            section.largestChosen.map {
                [$0.date.iso, clipped($0.merchant), taxonomy.displayName($0.category), $0.amount.magnitude.text]
            })
    }

    // MARK: What to watch

    var streams: SummarySection? {
        let changed = section.streams.filter { $0.change != .none }
        return make(
            "Subscriptions and bills that changed", "New, pricier, and ended regular payments in \(span.name)",
            [("Merchant", false), ("What", false), ("Amount", true), ("How often", false)],
            changed.map { line in
                let before = line.stream.rise.map { ", was \($0.from.magnitude.text)" } ?? ""
                let what =
                    switch line.change {
                    case .new: "new"
                    case .raised: "price up" + before
                    case .stopped: "paused or ended, last on \(line.stream.lastDate.longText)"
                    case .none: ""
                    }
                return [clipped(line.stream.merchant), what, line.stream.amountWords, line.stream.cadence.name]
            })
    }

    /// Of a year, what comes again and again, by what it comes to.
    private var payments: SummarySection? {
        guard span.unit == .year else { return nil }
        let live = section.streams.filter { $0.stream.isLive }
            .sorted {
                ($1.stream.yearlyCost.minorUnits, $0.stream.merchant) < (
                    $0.stream.yearlyCost.minorUnits, $1.stream.merchant
                )
            }
        let shown = live.prefix(SummarySections.mostCategories)
        return make(
            "Regular payments", "What comes again and again, and what it comes to in a year",
            [("Merchant", false), ("Amount", true), ("How often", false), ("A year", true)],
            shown.map { line in
                [
                    clipped(line.stream.merchant), line.stream.amountWords, line.stream.cadence.name,
                    line.stream.yearlyCost.text,
                ]
            }, omitted: live.count - shown.count, spare: ["How often"])
    }

    var limits: SummarySection? {
        make(
            "Limits", "How much of each monthly limit was used in \(span.name)",
            [("Limit on", false), ("Spent", true), ("Limit", true), ("Left", true), ("Used", true)],
            section.rules.map { progress in
                [
                    progress.category.name, progress.spent.text, progress.limit.text, progress.remaining.text,
                    progress.utilization.map { "\(Int64(($0 * 100).rounded()))%" } ?? "",
                ]
            }, spare: ["Used", "Limit"])
    }

    var goals: SummarySection? {
        make(
            "Goals", "How far your goals were at the end of \(span.name)",
            [("Goal", false), ("Saved", true), ("Target", true), ("By", false), ("Pace", false)],
            section.goals.map { goal in
                [
                    clipped(goal.goal.name), Money(goal.saved, section.currency).text, goal.goal.target.text,
                    goal.goal.by.iso, goal.isReached ? "reached" : goal.isOnTrack ? "on track" : "behind",
                ]
            }, spare: ["Pace"])
    }

    var netWorth: SummarySection? {
        guard let worth = section.netWorth else { return nil }
        let kinds = AssetKind.allCases.compactMap { kind in worth.kinds[kind].map { [kind.name, $0.text] } }
        return make(
            "Net worth", "What you owned and owed on \(worth.day.longText)", [("", false), ("Amount", true)],
            kinds + worth.unknown.prefix(SummarySections.mostUnknown).map { [clipped($0), "not known"] }
                + [["Net worth\(worth.unknown.isEmpty ? "" : " (known balances)")", worth.total.text]]
                + (worth.change.map {
                    [["Change \(span.isComplete ? "in \(span.name)" : "so far")", signed($0.minorUnits)]]
                } ?? []))
    }

    var findings: SummarySection? {
        let reply = UnusualReply(taxonomy: taxonomy, currency: section.currency, asOf: span.period.end)
        let reasons = section.findings.map { (id: String($0.row.id), why: reply.why($0)) }
        var made = make(
            "Worth a second look", "Unusual transactions in \(span.name)", [("Id", true), ("Why", false)],
            reasons.map { [$0.id, String($0.why.prefix(SummarySections.longestReason))] })
        made?.sentences = reasons.map { "\($0.why) (Id \($0.id))" }
        return made
    }

    var decisions: SummarySection? {
        make(
            "Purchases you asked about", "What you asked about in \(span.name) and what came of it",
            [("Asked", false), ("Purchase", false), ("Amount", true), ("Advice", false), ("Outcome", false)],
            section.decisions.map { decision in
                [
                    decision.day.iso, DecisionWords.name(decision.purchase), decision.purchase.amount.text,
                    decision.verdict.rawValue, DecisionWords.outcome(decision, facts.dataEnd),
                ]
            })
    }

    var bills: SummarySection? {
        make(
            "Coming up", "Regular payments expected by \(section.billsThrough.longText)",
            [("Due", false), ("Merchant", false), ("Amount", true)],
            section.bills.map { [$0.date.iso, clipped($0.merchant), $0.amount.text] })
    }
}
