import Ledger

/// The charts of one currency.
struct SummaryCharts {
    let report: SummaryReport
    let section: CurrencyFacts

    var all: [String] { [daily, limits, months, changes, netWorth].compactMap { $0 } }

    /// Of the charts' headings: each currency of several has one above them.
    private var level: Int { report.heading(section) == nil ? 2 : 3 }

    private var span: SummarySpan { report.facts.span }
    private func id(_ name: String) -> String { "\(name)-\(section.currency.code.lowercased())" }
    private func money(_ units: Int64) -> Money { Money(units, section.currency) }
    private func columns(_ titles: [(String, Bool)]) -> [AnswerTable.Column] {
        titles.map { AnswerTable.Column(title: $0.0, isNumber: $0.1) }
    }

    // MARK: Day by day

    /// Spending summed from the first day on, beside the month before.
    private var daily: String? {
        guard span.unit == .month, section.flow.spending > 0 else { return nil }
        let (now, before) = (sums(section.daily), sums(section.previousDaily))
        let largest = max(now.max() ?? 0, before.max() ?? 0)
        let scale = AxisScale(largest, section.currency)
        let beforeName = span.earlier(1).label
        var chart = SVGChart(
            id: id("daily"), title: "Spending day by day",
            description: "You spent \(money(section.flow.spending).text) by \(span.period.end.longText)"
                + (before.last.map { "; \(beforeName) came to \(money($0).text)" } ?? "") + ".", height: 230)
        let (left, right, top, floor) = (room(scale), 392.0, 14.0, 200.0)
        let days = Double(max(section.daily.count, section.previousDaily.count, span.whole.days) - 1)
        func x(_ day: Int) -> Double { left + (right - left) * Double(day) / max(1, days) }
        func y(_ value: Int64) -> Double {
            floor - (floor - top) * Double(max(0, min(value, scale.top))) / Double(scale.top)
        }
        grid(&chart, scale, left, right, y)
        for day in stride(from: 0, to: span.whole.days, by: 7) {
            chart.text(String(day + 1), x(day), floor + 18, .middle)
        }
        if !before.isEmpty { chart.path("before", before.enumerated().map { (x($0), y($1)) }) }
        chart.path("wash", now.enumerated().map { (x($0), y($1)) }, closedAt: floor)
        chart.path("now", now.enumerated().map { (x($0), y($1)) })
        let table = AnswerTable(
            columns: columns(
                [("Day", true), (span.name, true)] + (before.isEmpty ? [] : [(beforeName, true)])),
            rows: (0..<max(now.count, before.count)).map { day in
                [String(day + 1), day < now.count ? money(now[day]).text : ""]
                    + (before.isEmpty ? [] : [day < before.count ? money(before[day]).text : ""])
            }, omitted: 0)
        let note = before.isEmpty ? "Running total." : "Running total; the dashed line is \(beforeName)."
        return chart.figure(note: note, level: level, table: table)
    }

    private func sums(_ days: [CurrencyFacts.Day]) -> [Int64] {
        var sum: Int64 = 0
        return days.map { day in
            sum += day.spent
            return sum
        }
    }

    /// What the sums on the left of a grid take; 8.6 units is the width of a digit on a phone, where text is largest.
    private func room(_ scale: AxisScale) -> Double {
        let longest = scale.lines.map { money($0).wholeText.count }.max() ?? 0
        return max(58, Double(longest) * 8.6 + 8)
    }

    private func grid(
        _ chart: inout SVGChart, _ scale: AxisScale, _ left: Double, _ right: Double, _ y: (Int64) -> Double
    ) {
        for value in scale.lines {
            chart.line(value == 0 ? "axis" : "grid", left, y(value), right, y(value))
            chart.text(money(value).wholeText, left - 6, y(value) + 4, .end)
        }
    }

    // MARK: Categories against their limits

    private struct Bar {
        let name: String
        let spent: Int64
        /// A limit, or what is usual.
        let mark: Int64?
        let isLimit: Bool
    }

    private static let mostBars = 8
    private static let mostLimits = 16

    private var limits: String? {
        guard span.unit == .month else { return nil }
        let limited = section.rules.map {
            Bar(name: $0.category.name, spent: $0.spent.minorUnits, mark: $0.limit.minorUnits, isLimit: true)
        }
        let others = section.categories.filter { $0.limit == nil && $0.spent > 0 }.map {
            Bar(name: $0.name, spent: $0.spent, mark: $0.habit?.amount, isLimit: false)
        }
        let most = max(min(limited.count, SummaryCharts.mostLimits), SummaryCharts.mostBars)
        let bars = Array((limited + others).prefix(most))
        guard let largest = bars.map({ max($0.spent, $0.mark ?? 0) }).max(), largest > 0 else { return nil }
        let over = bars.filter { $0.isLimit && $0.spent > $0.mark ?? 0 }.map(\.name)
        let title = limited.isEmpty ? "Categories and their usual month" : "Categories and their limits"
        var chart = SVGChart(
            id: id("limits"), title: title,
            description: bars.map { "\($0.name) \(money($0.spent).text)\(words($0))" }.joined(separator: "; ") + ".",
            height: Double(bars.count) * 36 + 4)
        for (place, bar) in bars.enumerated() {
            let y = Double(place) * 36
            func length(_ value: Int64) -> Double { 400 * Double(max(0, value)) / Double(largest) }
            let isOver = bar.isLimit && bar.spent > bar.mark ?? 0
            chart.text(bar.name, 0, y + 14, type: "name")
            chart.text(amount(bar), 400, y + 14, .end, type: isOver ? "t-over" : "")
            if bar.isLimit { chart.rectangle("track", x: 0, y: y + 20, width: length(bar.mark ?? 0), height: 10) }
            chart.rectangle(isOver ? "over" : "bar", x: 0, y: y + 20, width: max(1, length(bar.spent)), height: 10)
            if let mark = bar.mark, mark > 0 {
                let x = max(1, min(399, length(mark)))
                chart.line("mark", x, y + 17, x, y + 33)
            }
        }
        let note =
            limited.isEmpty
            ? "The vertical line is a usual month."
            : over.isEmpty
                ? "The vertical line is the limit, or a usual month where there is none."
                : "Over the limit: \(over.joined(separator: ", ")). The vertical line is the limit, or a usual month where "
                    + "there is none."
        return chart.figure(note: note, level: level, table: nil)
    }

    private func words(_ bar: Bar) -> String {
        bar.mark.map { bar.isLimit ? ", limit \(money($0).text)" : ", usually \(money($0).text)" } ?? ""
    }

    private func amount(_ bar: Bar) -> String {
        guard bar.isLimit, let mark = bar.mark else { return money(bar.spent).text }
        let left = mark - bar.spent
        return "\(money(bar.spent).text), \(left < 0 ? "\(money(-left).text) over" : "\(money(left).text) left")"
    }

    // MARK: Months

    private var months: String? {
        let flows = section.months
        guard flows.count > 1 else { return nil }
        let scale = AxisScale(
            flows.map { max($0.income, $0.spending) }.max() ?? 0, section.currency)
        func name(_ flow: CurrencyFacts.Flow) -> String {
            String(CivilDate.monthNames[flow.period.start.month - 1].prefix(3))
        }
        var chart = SVGChart(
            id: id("months"), title: "Income and spending by month",
            description: flows.map {
                "\(name($0)): \(money($0.income).text) in, \(money($0.spending).text) out"
            }.joined(separator: "; ") + ".", height: 236)
        let (left, right, top, floor) = (room(scale), 392.0, 30.0, 204.0)
        func y(_ value: Int64) -> Double {
            floor - (floor - top) * Double(max(0, min(value, scale.top))) / Double(scale.top)
        }
        chart.rectangle("bar2", x: left, y: 4, width: 12, height: 10)
        chart.text("Income", left + 18, 14)
        chart.rectangle("bar", x: left + 80, y: 4, width: 12, height: 10)
        chart.text("Spending", left + 98, 14)
        grid(&chart, scale, left, right, y)
        let step = (right - left) / Double(flows.count)
        let width = min(22, step * 0.36)
        for (place, flow) in flows.enumerated() {
            let middle = left + step * (Double(place) + 0.5)
            chart.rectangle(
                "bar2", x: middle - width - 1, y: y(flow.income), width: width, height: floor - y(flow.income))
            chart.rectangle("bar", x: middle + 1, y: y(flow.spending), width: width, height: floor - y(flow.spending))
            let isNow = span.unit == .month && place == flows.count - 1
            chart.text(name(flow), middle, floor + 18, .middle, type: isNow ? "t-now" : "")
        }
        let table = AnswerTable(
            columns: columns([("Month", false), ("Income", true), ("Spending", true), ("Left", true)]),
            rows: flows.map {
                [
                    Period.month(of: $0.period.start).label, money($0.income).text, money($0.spending).text,
                    money($0.net).text,
                ]
            }, omitted: 0)
        let note = span.isComplete ? "Month by month." : "The last month isn't over yet."
        return chart.figure(note: note, level: level, table: table)
    }

    // MARK: Where the changes came from

    private var changes: String? {
        guard section.isPreviousWhole, let total = section.change else { return nil }
        let lines = section.categories.map { (name: $0.name, change: $0.spent - ($0.previous ?? 0)) }
            .filter { $0.change != 0 }
            .sorted { (abs($1.change), $0.name) < (abs($0.change), $1.name) }
        let shown = lines.prefix(SummaryCharts.mostBars)
        guard let largest = shown.first.map({ abs($0.change) }) else { return nil }
        func signed(_ units: Int64) -> String { (units > 0 ? "+" : "") + money(units).text }
        let before = span.isComplete ? span.earlier(1).label : "the same days before"
        var chart = SVGChart(
            id: id("changes"), title: "Where the change came from",
            description: shown.map { "\($0.name) \(signed($0.change))" }.joined(separator: "; ") + ".",
            height: Double(shown.count) * 36 + 4)
        chart.line("axis", 200, 0, 200, chart.height)
        for (place, line) in shown.enumerated() {
            let y = Double(place) * 36
            let length = max(1, 198 * Double(abs(line.change)) / Double(largest))
            chart.text(line.name, 0, y + 14, type: "name")
            chart.text(signed(line.change), 400, y + 14, .end)
            chart.rectangle(
                line.change > 0 ? "over" : "less", x: line.change > 0 ? 200 : 200 - length, y: y + 20, width: length,
                height: 10)
        }
        let words =
            total == 0 ? "The same in all as" : "\(money(abs(total)).text) \(total > 0 ? "more" : "less") in all than"
        return chart.figure(
            note: "\(words) in \(before): right is more, left is less.", level: level, table: nil)
    }

    // MARK: Net worth

    /// At the ends of the months; what is owed more than owned is below the line.
    private var netWorth: String? {
        guard let worth = section.netWorth, worth.history.count > 2 else { return nil }
        let values = worth.history.map(\.total)
        let low = min(0, values.min() ?? 0)
        let scale = AxisScale(max(values.max() ?? 0, -low), section.currency)
        let floor = low < 0 ? -scale.top : 0
        let first = worth.history[0]
        var chart = SVGChart(
            id: id("worth"), title: "Net worth",
            description:
                "\(money(first.total).text) on \(first.day.longText), \(worth.total.text) on \(worth.day.longText).",
            height: 226)
        let (left, right, top, bottom) = (room(scale), 392.0, 14.0, 196.0)
        func x(_ place: Int) -> Double { left + (right - left) * Double(place) / Double(values.count - 1) }
        func y(_ value: Int64) -> Double {
            bottom - (bottom - top) * Double(value - floor) / Double(scale.top - floor)
        }
        let below = low < 0 ? scale.lines.dropFirst().map { -$0 } : []
        for value in below + scale.lines {
            chart.line(value == 0 ? "axis" : "grid", left, y(value), right, y(value))
            chart.text(money(value).wholeText, left - 6, y(value) + 4, .end)
        }
        chart.path("wash", values.enumerated().map { (x($0), y($1)) }, closedAt: y(0))
        chart.path("now", values.enumerated().map { (x($0), y($1)) })
        for (place, point) in worth.history.enumerated() where place % 2 == 0 || values.count < 8 {
            let name = CivilDate.monthNames[point.day.month - 1].prefix(3)
            chart.text(
                String(name), x(place), bottom + 18, place == 0 ? .start : place == values.count - 1 ? .end : .middle)
        }
        let table = AnswerTable(
            columns: columns([("Month", false), ("Net worth", true)]),
            rows: worth.history.map { [Period.month(of: $0.day).label, money($0.total).text] }, omitted: 0)
        return chart.figure(note: "At the end of each month\(worth.without).", level: level, table: table)
    }
}
