import Ledger
import Retrieval

/// Evidence as a compact table for a prompt: figures, groups, rows and notes.
struct EvidenceTable {
    let phrases: Phrases
    /// Lines of one part at most; the rest is counted.
    var longest = 40

    /// Characters of a note or a whole reply.
    static let sentenceLength = 1200

    /// What a model is told of an answer, as the block of a prompt.
    func block(_ told: Disclosure) -> String {
        let words = told.evidence == nil || told.reply.isEmpty ? nil : told.reply
        return block(told.evidence, inShort: words, notes: told.notes)
    }

    /// The whole block, marks included. No text inside can end it, since `DataText` leaves no `<`.
    func block(_ evidence: Evidence?, inShort: String? = nil, notes: [String] = []) -> String {
        var lines = lines(evidence)
        lines += part("notes", notes.map { "- " + DataText.line($0, limit: EvidenceTable.sentenceLength) })
        if let inShort { lines += ["in short", DataText.line(inShort, limit: EvidenceTable.sentenceLength)] }
        return "<data>\n" + (lines.isEmpty ? "nothing was found" : lines.joined(separator: "\n")) + "\n</data>"
    }

    private func lines(_ evidence: Evidence?) -> [String] {
        var lines: [String] = []
        if let evidence {
            let figures = evidence.figures.map { figure($0, evidence) }
            lines += part("figures (name | what | value | days | transactions)", figures)
            let grouping = evidence.query.grouping.map { " by \($0.rawValue)" } ?? ""
            lines += part("groups\(grouping) (name | value | transactions | share)", evidence.groups.map(group))
            lines += part(
                "rows (day | merchant | category | amount | account | state | the bank's text)",
                evidence.transactions.map(row))
        }
        return lines
    }

    private func part(_ title: String, _ lines: [String]) -> [String] {
        guard !lines.isEmpty else { return [] }
        let omitted = lines.count - longest
        return [title] + lines.prefix(longest) + (omitted > 0 ? ["(\(omitted) more are not listed)"] : [])
    }

    // MARK: Lines

    private func figure(_ figure: Figure, _ evidence: Evidence) -> String {
        let label = figure.name == "difference" ? larger(evidence.groups) ?? figure.label : figure.label
        return cells([
            figure.name, DataText.line(label, limit: 2 * DataText.nameLength),
            words(figure), figure.period.map(days) ?? "", figure.rows.map { groupedThousands($0) } ?? "",
        ])
    }

    /// Which of two things a difference is in favour of.
    private func larger(_ groups: [Group]) -> String? {
        guard groups.count == 2, case .money(let first) = groups[0].value, case .money(let second) = groups[1].value,
            first.currency == second.currency, first != second
        else { return nil }
        let (more, less) = first.minorUnits > second.minorUnits ? (groups[0], groups[1]) : (groups[1], groups[0])
        return "More on \(more.label) than on \(less.label)"
    }

    private func group(_ group: Group) -> String {
        cells([
            DataText.line(group.label), words(group.value), groupedThousands(group.count),
            group.share.map { phrases.percent($0 * 100) } ?? "",
        ])
    }

    private func row(_ row: Transaction) -> String {
        cells([
            row.date.iso, DataText.line(row.merchant), phrases.taxonomy.displayName(row.category), row.amount.text,
            DataText.line(row.account), row.status.rawValue, DataText.line(row.rawDescription),
        ])
    }

    private func cells(_ cells: [String]) -> String {
        var cells = cells
        while cells.last == "" { cells.removeLast() }
        return cells.joined(separator: " | ")
    }

    // MARK: Values

    private func words(_ figure: Figure) -> String {
        // `change`, `change_percent`, `usual_change`.
        if figure.name.hasPrefix("change") || figure.name.hasSuffix("change") { return change(figure.value) }
        if case .ratio(let ratio) = figure.value, figure.isFactor {
            return phrases.tenths(ratio) + (figure.name.hasPrefix("times") ? " times" : "")
        }
        return words(figure.value)
    }

    /// As a composed reply writes it.
    private func words(_ value: FigureValue) -> String {
        switch value {
        case .money(let money): money.text
        case .count(let count): groupedThousands(count)
        case .percent(let percent): phrases.percent(percent)
        case .ratio(let ratio): phrases.percent(ratio * 100)
        case .days(let days): phrases.count(days, "day")
        case .date(let date): date.longText
        }
    }

    /// The direction in words: models are better with words than with signs.
    private func change(_ value: FigureValue) -> String {
        switch value {
        case .money(let money) where money.minorUnits != 0:
            "\(money.magnitude.text) \(money.minorUnits > 0 ? "more" : "less")"
        case .percent(let percent) where percent != 0:
            "\(phrases.percent(abs(percent))) \(percent > 0 ? "more" : "less")"
        case .money, .percent: "no change"
        default: words(value)
        }
    }

    /// A period by its name, and by its days where the name does not say them.
    private func days(_ period: Period) -> String {
        let span = phrases.span(period)
        let label = DataText.line(period.label)
        return label.contains(span) || label == Period.describe(period.start, period.end) ? label : "\(label) (\(span))"
    }
}
