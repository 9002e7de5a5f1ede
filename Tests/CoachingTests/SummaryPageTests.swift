import Coaching
import Ledger
import Store
import Testing

struct SummaryPageTests {
    private func report(_ merchant: String? = nil) throws -> SummaryReport {
        let household = try SummaryHousehold.generated(seed: 7)
        try household.bring("Cash", .cash, .usd, ["2026-09-09,CORNER SHOP,-312.40"])
        if let merchant {
            let ids = try household.index.database.rows("SELECT id FROM txn WHERE amount = -31240") { $0.int(0) }
            _ = try household.index.correct(ids, Correction(merchant: merchant), always: false)
        }
        return try household.report("2026-09", asOf: "2026-10-05")
    }

    @Test func aPageNeedsNothingElse() throws {
        let page = SummaryPage(try report()).html
        for word in ["<script", "src=", "href=", "http://", "https://", "url(", "@import"] {
            #expect(!page.contains(word), "\(word)")
        }
        #expect(page.contains("default-src 'none'"))
        #expect(page.contains("@page") && page.contains("prefers-color-scheme: dark"))
    }

    @Test func everyChartIsSaidInWords() throws {
        let page = SummaryPage(try report()).html
        func count(_ word: String) -> Int {
            var count = 0
            var rest = page[...]
            while let start = rest.range(of: word) {
                count += 1
                rest = rest[start.upperBound...]
            }
            return count
        }
        #expect(count("<svg") == 4)
        #expect(count("role=\"img\"") == 4)
        #expect(count("<title id=") == 4)
        #expect(count("<desc id=") == 4)
        #expect(count("<table ") == count("<caption>"))
        #expect(count("<h1>") == 1)
        // What a table of the page says already is said once.
        #expect(count("<details>") == 2)
    }

    /// The callout and the sums come before the words, these before charts and tables.
    @Test func whatMattersMostComesFirst() throws {
        let household = try SummaryHousehold()
        try household.bring(
            "Checking", .checking, .usd,
            (3...9).flatMap { month in
                ["01,OAK STREET APARTMENTS RENT,-1450.00", "03,ACME CORP PAYROLL,3000.00"].map {
                    "2026-0\(month)-\($0)"
                }
                    + ["06", "14", "23"].map { "2026-0\(month)-\($0),CHIPOTLE,-\(month < 9 ? 40 : 110).00" }
            })
        let report = try household.report("2026-09", asOf: "2026-10-05")
        let suggestion = try #require(report.paragraphs.last)
        let page = SummaryPage(report).html
        let order = ["<h1>", "class=\"callout\"", "class=\"figures\"", "class=\"lead\"", "<svg", "<section"]
        let places = order.map { word in page[...].range(of: word)?.lowerBound }
        #expect(places.allSatisfy { $0 != nil })
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
        #expect(suggestion.contains(": ") && page.components(of: HTMLTestText.escaped(suggestion)) == 1)
        for doubled in ["<h2>Money in and out</h2>", "<h2>Month by month</h2>", "<h2>Where it went</h2>"] {
            #expect(!page.contains(doubled))
        }
        #expect(page.contains("<h2>Fixed costs</h2>") && page.contains("<h2>Up to you</h2>"))
        #expect(!page.contains("role=\"columnheader\"></th>"))
        #expect(!page.contains(">2026-09-"))
    }

    /// Headings go down one level at a time, with one currency and with several.
    @Test(arguments: [false, true]) func headingsHaveTheirLevels(hasEuros: Bool) throws {
        let household = try SummaryHousehold.generated(seed: 7)
        if hasEuros { try household.bring("Konto", .checking, .eur, ["2026-09-05,REWE MARKT,-50.00"]) }
        let page = SummaryPage(try household.report("2026-09", asOf: "2026-10-05")).html
        var before = 0
        for part in page.split(separator: "<h").dropFirst() {
            guard let level = part.first?.wholeNumberValue else { continue }
            #expect(level <= before + 1, "\(part.prefix(40))")
            before = level
        }
        #expect(before > 1)
    }

    /// However much there is, and however long names are.
    @Test func aPageStaysSmall() throws {
        let household = try SummaryHousehold()
        let long = String(repeating: "&<Gümüş e\u{301}\u{302}> ", count: 60)
        for (place, code) in ["USD", "EUR", "GBP", "CHF", "SEK", "NOK"].enumerated() {
            let rows = (0..<400).map { row in
                let day = row % 28 + 1
                return
                    "2026-0\(row % 9 + 1)-\(day < 10 ? "0" : "")\(day),Shop \(row % 97) \(long.filter { $0 != "," }),-\(row % 70 + 3).10"
            }
            try household.bring("Account \(place)", .checking, Currency(code)!, rows)
        }
        let ids = try household.index.database.rows("SELECT id FROM txn WHERE day % 3 = 0") { $0.int(0) }
        _ = try household.index.correct(ids, Correction(merchant: String(long.prefix(300))), always: false)
        let page = SummaryPage(try household.report("2026-09", asOf: "2026-10-05")).html
        #expect(page.utf8.count < 200_000)
        #expect(page.hasSuffix("</html>\n"))
    }

    @Test func aYearHasAPageOfItsOwn() throws {
        let household = try SummaryHousehold.generated(seed: 7)
        let facts = try SummaryBook(household.index, asOf: day("2026-10-31"))
            .facts(SummarySpan(.year, of: day("2026-01-01"), asOf: day("2026-10-31"))!)
        let narrative = SummaryNarrative(facts, taxonomy: household.index.taxonomy).narrative
        let page = SummaryPage(SummaryReport(facts, narrative, taxonomy: household.index.taxonomy)).html
        #expect(page.contains("The year in money"))
        for title in ["Regular payments", "Largest purchases", "Up to you", "Income and spending by month"] {
            #expect(page.contains("<h2>\(title)</h2>"), "\(title)")
        }
        // Rent comes every month and is no purchase.
        #expect(facts.main.largestChosen.allSatisfy { $0.category != "rent" })
        #expect(facts.main.largestChosen.count == 5)
        #expect(page.contains(">A month</th>"))
    }

    @Test func aMerchantsNameIsNoMarkup() throws {
        let report = try report("<b>Odd</b> & \"Co\" | *X*")
        let page = SummaryPage(report).html
        #expect(!page.contains("<b>"))
        #expect(page.contains("&lt;b&gt;Odd&lt;/b&gt; &amp; &quot;Co&quot; | *X*"))
        let markdown = SummaryMarkdown(report).text
        #expect(markdown.contains("\\<b\\>Odd\\</b\\> & \"Co\" \\| \\*X\\*"))
        for line in markdown.split(separator: "\n") where line.hasPrefix("|") {
            #expect(line.hasSuffix("|"))
        }
    }

    /// A narrow terminal leaves columns out; what something is and what it came to stay.
    @Test func narrowTablesKeepWhatMatters() throws {
        let report = try report()
        for section in report.sections(report.facts.main) {
            for count in 0...section.spare.count {
                let table = section.table(without: count)
                #expect(table.columns.count == section.table.columns.count - count)
                #expect(table.rows.allSatisfy { $0.count == table.columns.count })
                #expect(table.columns.first == section.table.columns.first)
                #expect(table.columns.contains(section.table.columns[1]))
            }
        }
    }

    @Test func aLongNameIsCutInTables() throws {
        let name = String(repeating: "Long ", count: 30) + "Name"
        let report = try report(name)
        for section in report.sections(report.facts.main) where section.sentences.isEmpty {
            #expect(section.table.rows.allSatisfy { row in row.allSatisfy { !$0.contains(name) } })
        }
        #expect(SummaryPage(report).html.contains("…"))
    }

    @Test func theSameDataGivesTheSamePage() throws {
        #expect(SummaryPage(try report()).html == SummaryPage(try report()).html)
        #expect(SummaryMarkdown(try report()).text == SummaryMarkdown(try report()).text)
    }

    /// Of months without anything to draw as well.
    @Test func oddMonthsHavePages() throws {
        let household = try SummaryHousehold()
        try household.bring("Checking", .checking, .usd, ["2026-05-04,STARBUCKS,-4.50"])
        for month in ["2026-04", "2026-05", "2026-06"] {
            let page = SummaryPage(try household.report(month, asOf: "2026-06-20")).html
            #expect(page.contains("<h1>") && page.hasSuffix("</html>\n"))
            #expect(!page.contains("nan") && !page.contains("inf\""))
        }
    }
}

private enum HTMLTestText {
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("'", with: "&#39;")
    }
}

extension String {
    /// How often some words stand in it.
    fileprivate func components(of words: String) -> Int {
        var count = 0
        var rest = self[...]
        while let found = rest.range(of: words) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}

extension Substring {
    /// The first place of some words.
    fileprivate func range(of words: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(words) { return start..<index(start, offsetBy: words.count) }
            start = index(after: start)
        }
        return nil
    }
}
