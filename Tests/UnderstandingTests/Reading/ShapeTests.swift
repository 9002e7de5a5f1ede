import Ledger
import Testing

@testable import Understanding

/// What lines of other people tell of the shape of a request.
@Suite struct ShapeTests {
    private static let days = Period(day("2026-09-01"), day("2026-09-30"))

    @Test func twoWaysToAskTheSameHaveTheSameLabels() {
        let rows = Selection(.purchases, .category("coffee"), .everything)
        let largest = Ask(rows, measure: .largest)
        let first = Ask(rows, view: .rows, order: .largest, limit: 1)
        #expect(RequestShape(.ask(largest)) == RequestShape(.ask(first)))
        #expect(RequestShape(.ask(largest)) != RequestShape(.ask(Ask(rows))))
    }

    @Test func labelsAreOfTheKindOfRequest() {
        let counted = Ask(Selection(.income, .all, .periods([Self.days])), measure: .count(.month))
        let labels = RequestShape(.ask(counted)).labels
        #expect(labels[.measure] == "count" && labels[.unit] == "month" && labels[.flow] == "income")
        #expect(labels[.span] == "said" && labels[.grouping] == RequestShape.none)
        #expect(RequestShape(.other(.help)).labels == [.kind: "help"])
    }

    /// The words of each name or time of a line, and what it is for in the line's reading.
    private func roles(_ line: String) throws -> [String: SpanRole] {
        let reader = LineReader(Household().context())
        let (found, read, readings) = reader.grammatical(line)
        let request = try #require(found.first).request
        let spans = try #require(readings.first).clauses.compactMap { NamedSpan($0, reader.context) }
        return Dictionary(
            uniqueKeysWithValues: spans.map { span in
                (read.keys[span.tokens].joined(separator: " "), span.role(in: request))
            })
    }

    @Test func spansHaveRoles() throws {
        #expect(
            try roles("groceries in august except costco") == [
                "groceries": .subject, "in august": .subject, "costco": .excluded,
            ])
        #expect(try roles("uber vs lyft in 2026")["lyft"] == .against)
        #expect(try roles("groceries in august compared to july")["july"] == .against)
        #expect(try roles("on how many days did I spend more than $100")["more than $ 100"] == .condition)
    }

    @Test func boundsOfRowsHaveADirection() throws {
        #expect(try roles("coffee over $8 in september")["over $ 8"] == .over)
        #expect(try roles("coffee under $8 in september")["under $ 8"] == .under)
    }

    @Test func chancesAddUpToOne() throws {
        let reader = LineReader(Household().context())
        let (found, read, readings) = reader.grammatical("average coffee run on weekends this summer")
        let first = try #require(readings.first)
        let opinion = ShapeModel.builtIn.opinion(on: LineFeatures(read, first, guesses: found, reader.context))
        for roles in opinion.roles { #expect(abs(roles.values.reduce(0, +) - 1) < 1e-9) }
        #expect((0...1).contains(opinion.isAsk))
        let best = try #require(found.first).request
        #expect(opinion.likelihood(of: best) <= 0)
        #expect(opinion.likelihood(of: best) > opinion.likelihood(of: .ask(Ask(measure: .gap))))
    }

    /// `train.py` makes the same number of the same label.
    @Test func decidedLabelsAreHashedAsInTraining() {
        #expect(LineFeatures.features(ofDecided: "measure=count") == 0xE106_F18B)
    }

    @Test(arguments: [
        "how much did I spend on groceries last month", "which store did I go to most in September",
        "days without coffee this year", "did I spend more at Costco than at Target in August",
    ])
    func questionsAboutRowsAreSeen(_ line: String) throws {
        let best = try #require(LineReader(Household().context()).candidates(line).first)
        #expect(try #require(best.isLikelyAsk) > 0.9)
    }

    @Test(arguments: [
        "what's the weather in Boston tomorrow", "write me a poem about the sea", "what is the capital of Peru",
    ])
    func otherLinesAreNot(_ line: String) {
        for reading in LineReader(Household().context()).candidates(line) {
            #expect(reading.isLikelyAsk ?? 0 < 0.5)
        }
    }

    @Test(arguments: [
        "spending in August", "coffee except Starbucks in September", "how much not on the Amex in September",
        "did I go to Target in September", "over $1000 this year", "Uber vs Lyft in 2026",
        "days in September with two or more coffee orders", "groceries in July compared to June",
        "compare July August and September", "is coffee more than a third of my spending",
    ])
    func whatIsSaidOutrightStands(_ line: String) {
        let reader = LineReader(Household().context())
        #expect(reader.candidates(line).first?.request == reader.grammatical(line).found.first?.request)
    }
}
