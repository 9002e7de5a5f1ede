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
        #expect(count("<details>") == 4)
    }

    @Test func aMerchantsNameIsNoMarkup() throws {
        let report = try report("<b>Odd</b> & \"Co\" | *X*")
        let page = SummaryPage(report).html
        #expect(!page.contains("<b>"))
        #expect(page.contains("&lt;b&gt;Odd&lt;/b&gt; &amp; &quot;Co&quot; | *X*"))
        let markdown = SummaryMarkdown(report).text
        #expect(markdown.contains("\\<b\\>Odd\\</b\\> \\& \"Co\" \\| \\*X\\*"))
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
