import Ledger
import TestSupport
import Testing

@testable import Understanding

/// A second reading of lines, learned from other people's.
@Suite struct LearnedReadingTests {
    private let context = Household().context()

    private func sequence(_ line: String, after before: Request...) throws -> LineSequence {
        let reader = LineReader(context)
        let (_, read, readings) = reader.grammatical(line)
        return LineSequence(read, try #require(readings.first), context, after: before)
    }

    @Test func namesTimesAndAmountsArePlaceholders() throws {
        let read = try sequence("how many groceries runs over $80 in august")
        #expect(read.symbols == ["how", "many", "C0", "runs", "$0", "T0"])
        #expect(read.allows("T0") && !read.allows("T1") && read.allows("m:total") && !read.allows("P0"))
    }

    /// What is written of any request is read as that request again.
    @Test func symbolsOfARequestAreThatRequest() throws {
        var requests = RandomRequests(
            seed: 7, categories: ["groceries", "coffee", "rent"], merchants: ["Starbucks", "Netflix"],
            accounts: ["Everyday Checking"], texts: ["paypal"], currencies: [.usd],
            days: Period(day("2026-01-01"), day("2026-10-31")))
        requests.hasEvents = true
        var said = 0
        for _ in 0..<3000 {
            let request = requests.request()
            var writer = RequestSymbols()
            guard let symbols = try? writer.symbols(of: request), symbols.count < 40 else { continue }
            let line = try sequence("and in august", after: request)
            #expect(Array(line.symbols.prefix(symbols.count)) == symbols)
            let read = try #require(
                SequenceRequest.requests(symbols, line, context, beside: request)?.first, "\(symbols)")
            var again = RequestSymbols()
            let written = try again.symbols(of: read)
            #expect(written == symbols)
            said += 1
        }
        #expect(said > 1000)
    }

    @Test(arguments: [
        "k:ask", "k:ask f:spending", "k:ask f:spending T0 m:total lim", "k:ask f:spending C7 m:total", "m:total",
        "k:ask f:spending and( C0 m:total", "k:ask f:spending m:total ;", "k:ask f:spending m:total vs", "k:nothing",
        "k:ask f:spending not m:total", "k:ask f:spending m:average.moon",
    ])
    func whatIsNoRequestIsNone(_ symbols: String) throws {
        let line = try sequence("groceries in august")
        let parts = symbols.split(separator: " ").map(String.init)
        #expect(SequenceRequest.requests(parts, line, context, beside: nil) == nil)
    }

    @Test func aSumOfARequestBeforeIsABound() throws {
        let before = Request.ask(
            Ask(Selection(.spending, .category("coffee"), .everything), by: .month, where: .init(.total, .more, 6000)))
        let line = try sequence("and in august", after: before)
        #expect(
            line.symbols.prefix(9) == [
                "k:ask", "f:spending", "P0", "m:total", "by:month", "where", "q:total", ">", "X0",
            ])
        #expect(line.allows("X0") && line.allows("P0") && !line.allows("Q0"))
    }

    /// What several requests hold has one placeholder; those of the last one come first.
    @Test func theNewestOfSeveralRequestsStandsNextToTheLine() throws {
        let august = Period(day("2026-08-01"), day("2026-08-31"))
        func spent(_ name: String) -> Request {
            .ask(Ask(Selection(.spending, .merchant(name), .periods([august])), measure: .total))
        }
        let line = try sequence("both", after: spent("Netflix"), spent("Starbucks"))
        #expect(
            line.symbols == [
                "k:ask", "f:spending", "P1", "Q0", "m:total", "/", "k:ask", "f:spending", "P0", "Q0", "m:total", "|",
                "both",
            ])
        #expect(line.bindings.filters == [.merchant("Netflix"), .merchant("Starbucks")])
        let again = try #require(
            SequenceRequest.requests(
                ["k:ask", "f:spending", "or(", "P1", "P0", ")", "Q0", "m:total"], line, context, beside: nil)?.first)
        guard case .ask(let ask) = again else { return #expect(Bool(false), "\(again)") }
        #expect(ask.selection.filter == .or([.merchant("Starbucks"), .merchant("Netflix")]))
        #expect(ask.selection.span == .periods([august]))
    }

    /// No more of them than three.
    @Test func whatWasAskedLongAgoIsForgotten() throws {
        let asks = ["Netflix", "Starbucks", "Netflix", "Starbucks"].map {
            Request.ask(Ask(Selection(.spending, .merchant($0), .everything), measure: .total))
        }
        let line = try sequence("both", after: asks[0], asks[1], asks[2], asks[3])
        #expect(line.symbols.filter { $0 == "k:ask" }.count == 3)
    }

    /// Lines that say outright what they ask are read alike by both.
    @Test(arguments: [
        "how much did I spend on groceries in august", "how many times did I go to starbucks in august",
        "groceries by month this year", "coffee in september compared to august",
    ])
    func plainLinesAreReadAsTheGrammarDoes(_ line: String) throws {
        let reader = LineReader(context)
        let learned = try #require(reader.learned(line))
        let grammar = try #require(reader.candidates(line).first)
        #expect(learned.requests == [grammar.request])
        #expect(learned.likelihood <= 0)
    }

    @Test(arguments: [
        "how much did I spend on groceries last month", "which store did I go to most in September",
        "days without coffee this year", "did I spend more at Costco than at Target in August",
    ])
    func questionsAboutRowsAreSeen(_ line: String) throws {
        #expect(try #require(LineReader(context).chanceOfRows(line)) > 0.9)
    }

    @Test(arguments: [
        "what's the weather in Boston tomorrow", "write me a poem about the sea", "what is the capital of Peru",
    ])
    func otherLinesAreNot(_ line: String) throws {
        #expect(try #require(LineReader(context).chanceOfRows(line)) < 0.5)
    }

    /// How a line begins says nothing of one that goes on.
    @Test func linesThatGoOnHaveNoChance() {
        let last = Ask(Selection(.spending, .category("groceries"), .everything))
        #expect(LineReader(context, after: .init(last: last)).chanceOfRows("coffee in august") == nil)
    }

    @Test func longOrEmptyLinesHaveNone() {
        let reader = LineReader(context)
        #expect(reader.chanceOfRows("") == nil)
        #expect(reader.learned("") == nil)
        #expect(reader.learned(String(repeating: "well ", count: 200)) == nil)
    }

    @Test func piecesAreLettersInARow() {
        #expect(SequenceModel.pieces(of: "a", among: 4096).count == 1)
        #expect(SequenceModel.pieces(of: "spent", among: 4096).count == 9)
        #expect(SequenceModel.pieces(of: "é€", among: 4096).allSatisfy { (0..<4096).contains($0) })
    }
}
