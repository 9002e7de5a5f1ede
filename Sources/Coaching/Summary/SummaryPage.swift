import Ledger

/// A summary as one page that needs nothing else: no script, no request, styles and charts inside.
public struct SummaryPage {
    private let report: SummaryReport
    /// Whether it is read in a mail program: these show no drawings and know neither variables nor grids, so that what is drawn
    /// stands in tables.
    private let isMail: Bool

    public init(_ report: SummaryReport, isMail: Bool = false) { (self.report, self.isMail) = (report, isMail) }

    /// Ends with a line break.
    public var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
        <meta name="referrer" content="no-referrer">
        <meta name="color-scheme" content="light dark">
        <title>Your \(HTMLText.escaped(report.title)) summary</title>
        <style>
        \(isMail ? SummaryPage.mailStyle : SummaryPage.style)
        </style>
        </head>
        <body>
        <main>
        <header>
        <p class="kind">\(report.facts.span.unit == .year ? "The year" : "The month") in money</p>
        <h1>\(HTMLText.escaped(report.title))</h1>
        \(callout.map { "<p class=\"callout\">\(HTMLText.escaped($0))</p>" } ?? "")
        </header>
        \(report.facts.main.isEmpty ? "" : keyFigures(report.facts.main))\(prose)
        \(sections)
        <footer><p>\(HTMLText.escaped(footer))</p></footer>
        </main>
        </body>
        </html>

        """
    }

    // MARK: Words

    /// The one thing to do, at the top; nil where nothing follows from the figures or the words have it in their midst.
    private var callout: String? {
        let words = CurrencyNarrative(facts: report.facts, section: report.facts.main, taxonomy: report.taxonomy)
        guard let text = words.suggestion else { return nil }
        let isCut = report.paragraphs.contains(text)
        return isCut || !report.narrative.text.contains(words.suggested?.text ?? text) ? text : nil
    }

    private var prose: String {
        report.paragraphs.filter { $0 != callout }
            .map { "<p class=\"lead\">\(HTMLText.escaped(String($0.prefix(SummaryPage.longestParagraph))))</p>" }
            .joined(separator: "\n")
    }

    /// Names come from bank files and may be of any length.
    private static let longestParagraph = 4_000

    private var footer: String {
        let data = report.facts.coverage.map {
            " Your data runs from \($0.ends)."
        }
        return "Spending is purchases minus refunds; transfers between your own accounts and card payments don't count."
            + (data ?? "")
    }

    // MARK: One currency

    /// Currencies that are shown whole; the others have their sums.
    private static let mostCurrencies = 3

    private var sections: String {
        report.facts.currencies.filter { !$0.isEmpty }.enumerated()
            .map { currency($1, isWhole: $0 < SummaryPage.mostCurrencies) }.joined(separator: "\n")
    }

    private func currency(_ section: CurrencyFacts, isWhole: Bool) -> String {
        let heading = report.heading(section).map { "<h2 class=\"currency\">\(HTMLText.escaped($0))</h2>\n" } ?? ""
        // Those of the first one stand above the words.
        let figures = section.currency == report.facts.main.currency ? "" : keyFigures(section)
        guard isWhole else { return heading + figures }
        let charts = isMail ? [] : SummaryCharts(report: report, section: section).all
        // The tables of sums stand as large figures at the top, those of months beneath their chart where there is one.
        let tables = report.sections(section).filter { !$0.isDrawn || isMail && !$0.table.sizes.isEmpty }
        // On paper those after the first wide ones stand in two columns, however high each is.
        let wide = tables.prefix { $0.table.columns.count > SummaryPage.mostNarrow }
        func block(_ type: String, _ parts: [String]) -> String {
            parts.isEmpty ? "" : "<div class=\"\(type)\">\n\(parts.joined(separator: "\n"))\n</div>\n"
        }
        let level = heading.isEmpty ? 2 : 3
        return heading + figures + block("charts", charts) + block("tables sums", wide.map { table($0, level) })
            + block("tables", tables.dropFirst(wide.count).map { table($0, level) })
    }

    /// A table with more columns takes the whole width.
    private static let mostNarrow = 4

    /// Sums with what they are held against.
    private func keyFigures(_ section: CurrencyFacts) -> String {
        let phrases = Phrases(taxonomy: report.taxonomy, currency: section.currency)
        func money(_ units: Int64) -> String { Money(units, section.currency).text }
        func note(_ now: Int64, _ before: Int64?) -> String {
            guard let before, section.isPreviousWhole else { return "" }
            let change = now - before
            if change == 0 {
                return "the same as \(report.facts.span.isComplete ? "before" : "in the same days before")"
            }
            return "\(money(abs(change))) \(change > 0 ? "more" : "less") than \(beforeName)"
        }
        var cells = [
            ("Income", money(section.flow.income), note(section.flow.income, section.previous?.income)),
            (
                "Spending", money(section.flow.spending),
                [note(section.flow.spending, section.previous?.spending), usual(section)].filter { !$0.isEmpty }
                    .joined(separator: "; ")
            ),
            ("Left", money(section.flow.net), note(section.flow.net, section.previous?.net)),
        ]
        if let rate = section.savingsRate {
            cells.append(("Savings rate", phrases.percent((rate * 1000).rounded() / 10), rateNote(rate)))
        }
        if section.fixed > 0, section.chosen > 0 {
            cells += [
                ("Fixed costs", money(section.fixed), "rent, utilities, loans, insurance, and the like"),
                ("Up to you", money(section.chosen), "what you decide from day to day"),
            ]
        }
        let items = cells.map { name, value, note in
            "<div><dt>\(name)</dt><dd>\(HTMLText.escaped(value))<span>\(HTMLText.escaped(note))</span></dd></div>"
        }
        return "<dl class=\"figures\(cells.count == 4 ? " four" : "")\">\n\(items.joined(separator: "\n"))\n</dl>\n"
    }

    private func usual(_ section: CurrencyFacts) -> String {
        section.usualSpending.map { "usually \(Money($0.amount, section.currency).text)" } ?? ""
    }

    private func rateNote(_ rate: Double) -> String {
        if rate < 0 { return "you spent more than you brought in" }
        return report.facts.span.isComplete ? "of your income kept" : "of your income left so far"
    }

    private var beforeName: String {
        let span = report.facts.span
        return span.isComplete ? "in \(span.earlier(1).label)" : "in the same days before"
    }

    // MARK: Tables

    private func table(_ section: SummarySection, _ level: Int) -> String {
        """
        <section class="\(section.table.columns.count > SummaryPage.mostNarrow ? "wide" : "narrow")">
        <h\(level)>\(HTMLText.escaped(section.title))</h\(level)>
        \(HTMLText.table(section.table, caption: section.caption))
        </section>
        """
    }
}

/// Text and tables inside a page.
enum HTMLText {
    /// Text in which nothing is markup, without signs that are not seen or that turn the reading direction.
    static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: if isShown(scalar) { out.unicodeScalars.append(scalar) }
            }
        }
        return out
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// The first column heads its rows.
    static func table(_ table: AnswerTable, caption: String) -> String {
        func type(_ column: Int, _ text: String = "") -> String {
            if table.columns[column].isNumber { return " class=\"n\"" }
            return CivilDate(iso: text) == nil ? "" : " class=\"d\""
        }
        let head = table.columns.indices.map { column in
            // A heading without words is none.
            table.columns[column].title.isEmpty
                ? "<td role=\"cell\"></td>"
                : "<th scope=\"col\" role=\"columnheader\"\(type(column))>\(escaped(table.columns[column].title))</th>"
        }
        let rows = table.rows.map { row in
            let cells = row.enumerated().map { column, text in
                let shown = escaped(CivilDate(iso: text)?.columnText ?? text)
                return column == 0
                    ? "<th scope=\"row\" role=\"rowheader\"\(type(column, text))>\(shown)</th>"
                    : "<td role=\"cell\"\(type(column, text))>\(shown)</td>"
            }
            return "<tr role=\"row\">\(cells.joined())</tr>"
        }
        let more = table.omitted > 0 ? "\n<p class=\"more\">… and \(groupedThousands(table.omitted)) more</p>" : ""
        return """
            <div class="scroll" tabindex="0" role="group" aria-label="\(escaped(caption))"><table role="table">
            <caption>\(escaped(caption))</caption>
            <thead role="rowgroup"><tr role="row">\(head.joined())</tr></thead>
            <tbody role="rowgroup">
            \(rows.joined(separator: "\n"))
            </tbody>
            </table></div>\(more)
            """
    }
}
