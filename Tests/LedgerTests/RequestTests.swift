import TestSupport
import Testing

@testable import Ledger

/// The one value between a line, a program's JSON and what is computed: its JSON, its schema, its words.
@Suite struct RequestTests {
    private let taxonomy = Taxonomy(
        ["groceries": "Groceries", "dining": "Dining out", "rent": "Rent"].sorted { $0.key < $1.key }.map { id, name in
            Taxonomy.Row(
                category: Category(id: id, parent: nil, name: name, flow: .out, guardian: nil), plaidCodes: [],
                bankNames: [])
        })

    private func requests(_ seed: UInt64) -> RandomRequests {
        RandomRequests(
            seed: seed, categories: ["groceries", "dining", "rent"], merchants: ["Costco", "Joe's \"Bar\"", "Café 1"],
            accounts: ["Checking", "Travel Card"], texts: ["corner shop", "né"], currencies: [.usd, .eur],
            days: Period(CivilDate(year: 2025, month: 1, day: 1)!, CivilDate(year: 2026, month: 10, day: 31)!))
    }

    // MARK: JSON

    @Test(arguments: UInt64(1)...10) func jsonAndBack(seed: UInt64) throws {
        var made = requests(seed)
        for _ in 0..<500 {
            let request = made.request()
            let text = request.json.text
            let read = try Request(jsonText: text)
            #expect(read == request, "\(text)")
            #expect(read.json.text == text)
        }
    }

    @Test func whatIsMissingIsAsIfItWereNull() throws {
        #expect(try Request(jsonText: #"{"kind":"ask"}"#) == .ask(Ask()))
        #expect(
            try Request(jsonText: #"{"question":"x","request":{"kind":"ask","filter":{"merchant":"Costco"}}}"#)
                == .ask(Ask(Selection(.spending, .merchant("Costco")))))
        #expect(
            try Request(jsonText: #"{"kind":"balance","filter":null,"offset":0,"assumed":false}"#)
                == .balance(BalanceAsk()))
    }

    /// One fixture for each mistake: where it is and what would be right.
    @Test(arguments: [
        (#"{"kind":"ask""#, "not JSON: line 1"), ("[]", "must be an object"), ("{}", "“kind” is missing"),
        (#"{"kind":"asks"}"#, "kind: must be one of: ask"),
        (#"{"kind":"ask","filters":{}}"#, "there is no “filters” here; known: kind, flow, filter"),
        (#"{"kind":"ask","filter":{"categry":"x"}}"#, "filter: there is no “categry” here; known: category"),
        (
            #"{"kind":"ask","filter":{"and":[{"category":"a"},{"amount":{"min_cents":1.5}}]}}"#,
            "filter.and[1].amount.min_cents: must be a whole number"
        ),
        (#"{"kind":"ask","filter":{"category":"a","merchant":"b"}}"#, "filter: must have one member"),
        (#"{"kind":"ask","filter":{"amount":{"min_cents":-5}}}"#, "filter.amount: is a size"),
        (
            #"{"kind":"ask","filter":{"amount":{"min_cents":1000,"max_cents":1}}}"#,
            "filter.amount: “min_cents” must not be above"
        ),
        (#"{"kind":"ask","filter":{"weekdays":["Sunday"]}}"#, "filter.weekdays[0]: must be one of: monday"),
        (
            #"{"kind":"ask","filter":{"days_of_month":{"from":1,"to":32}}}"#,
            "filter.days_of_month.to: must be a whole number"
        ),
        (#"{"kind":"ask","filter":{"currency":"dollars"}}"#, "filter.currency: must be a code"),
        (#"{"kind":"ask","periods":[{"start":"2026-02-30","end":"2026-03-01"}]}"#, "periods[0].start: must be a day"),
        (#"{"kind":"ask","periods":[{"start":"2026-03-02","end":"2026-03-01"}]}"#, "periods[0]: ends before it starts"),
        (#"{"kind":"ask","periods":[]}"#, "periods: must not be empty"),
        (#"{"kind":"ask","assumed":true}"#, "“assumed” needs a period"),
        (#"{"kind":"ask","measure":"rate"}"#, "the measure “rate” needs a “unit”"),
        (#"{"kind":"ask","measure":"total","unit":"day"}"#, "unit: means nothing for the measure “total”"),
        (#"{"kind":"ask","measure":"share"}"#, "“whole” is missing"),
        (#"{"kind":"ask","where":{"quantity":"total","relation":">"}}"#, "where: “bound” is missing"),
        (#"{"kind":"ask","against":{}}"#, "against: must have one of"),
        (#"{"kind":"ask","against":{"amount_cents":5}}"#, "against: “relation” is missing"),
        (#"{"kind":"ask","limit":0}"#, "limit: must be a whole number from 1"),
        (#"{"kind":"ask","accounts":["Checking"]}"#, "accounts: means nothing for “ask”"),
        (#"{"kind":"balance","measure":"total"}"#, "measure: means nothing for “balance”"),
        (#"{"kind":"summary","periods":[]}"#, "periods: must hold one period"),
        (#"{"request":{"kind":"ask","limit":"5"}}"#, "request.limit: must be a whole number"),
    ])
    func mistakesAreLocated(json: String, message: String) {
        let error = #expect(throws: RequestError.self) { try Request(jsonText: json) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "none")")
    }

    // MARK: Schema

    /// What is printed has the members that the schema asks for, at every place; filters that nest deeper than it are
    /// passed over.
    @Test func printedRequestsAreOfTheSchema() throws {
        var made = requests(42)
        for _ in 0..<1000 {
            let request = made.request()
            let fault = SchemaCheck(RequestSchema.json).fault(in: request.json)
            #expect(fault == nil, "\(fault ?? "") in \(request.json.text)")
        }
    }

    /// Constrained output wants every member required, no others, and nothing that refers to itself.
    @Test(arguments: [RequestSchema.json.text, ReadingSchema.json.text])
    func schemaIsWhatConstrainedOutputTakes(text: String) throws {
        let root = try JSON.parse(text)
        let schema = SchemaCheck(root)
        func check(_ part: JSON, _ open: [String]) {
            if let reference = part["$ref"]?.string {
                #expect(!open.contains(reference), "\(reference) refers to itself")
                #expect(!schema.definition(reference).isNull, "\(reference) is not defined")
                if !open.contains(reference) { check(schema.definition(reference), open + [reference]) }
            }
            for choice in part["anyOf"]?.array ?? [] { check(choice, open) }
            if let items = part["items"] { check(items, open) }
            guard part["type"]?.string == "object" else { return }
            let names = part["properties"]?.object?.map(\.0) ?? []
            #expect(part["required"]?.array?.compactMap(\.string) == names)
            #expect(part["additionalProperties"]?.bool == false)
            for (_, property) in part["properties"]?.object ?? [] { check(property, open) }
        }
        check(root, [])
        #expect(root["type"]?.string == "object")
    }

    /// Each kind of request that a model may write has members of its own, each measure one word, and the form stays small.
    @Test func readingsAreShort() throws {
        let request = try #require(ReadingSchema.json["$defs"]?["request"]?["anyOf"]?.array)
        #expect(request.count == ReadingSchema.kinds.count + 1)
        for kind in request {
            let name = try #require(kind["properties"]?.object?.first?.1["enum"]?[0]?.string)
            let own = Set((kind["properties"]?.object ?? []).map(\.0)).union(["periods", "assumed", "unit"])
            #expect(RequestSchema.members(ofKind: name).isSubset(of: own), "\(name)")
        }
        for measure in ReadingSchema.measures {
            let (name, unit) = try #require(ReadingSchema.measure(measure.name))
            #expect(ReadingSchema.word(measure: name, unit: unit) == measure.name)
            let own = unit.map { #","unit":"\#($0)""# } ?? ""
            let whole = name.hasPrefix("share") ? #","whole":{}"# : ""
            _ = try Request(jsonText: #"{"kind":"ask","measure":"\#(name)"\#(own)\#(whole)}"#)
        }
        #expect(ReadingSchema.outline.utf8.count < 8_000)
    }

    // MARK: Words

    private func month(_ month: Int) -> Period { Period.month(year: 2026, month: month)! }

    private func said(_ ask: Ask) -> String { RequestWords(taxonomy).text(.ask(ask)) }

    @Test func wordsOfAsks() {
        let september = Selection.Span.periods([month(9)])
        #expect(
            said(Ask(Selection(.spending, .category("groceries"), september), by: .merchant))
                == "groceries, September 2026, by merchant")
        #expect(
            said(
                Ask(
                    Selection(.spending, .all, .periods([month(10)])), measure: .count(.day),
                    where: .init(.total, .more, 10_000)))
                == "days with more than $100.00 of spending, October 2026")
        #expect(
            said(
                Ask(Selection(.spending, .all, september), by: .category, against: .period(month(8)), order: .fall))
                == "change of each category from August 2026 to September 2026, largest fall first")
        #expect(
            said(
                Ask(
                    Selection(.spending, .and([.amount(40_001, nil), .not(.category("rent"))]), .everything),
                    view: .rows))
                == "list of spending transactions over $400.00 except rent, all time")
        #expect(
            said(
                Ask(
                    Selection(.spending, .and([.category("dining"), .weekdays([6, 7])]), september),
                    measure: .average(.week)))
                == "average of dining out on weekends per week, September 2026")
    }

    /// Different requests read differently; what only nests or spells the same thing in another way may read the same.
    @Test func differentRequestsPrintDifferently() {
        let words = RequestWords(taxonomy)
        var made = requests(7)
        var byText: [String: Request] = [:]
        var clashes: [String] = []
        let count = 5000
        for _ in 0..<count {
            let request = made.request()
            let text = words.text(request)
            if let other = byText[text], other != request { clashes.append(text) }
            byText[text] = request
        }
        #expect(clashes.count * 500 <= count, "\(clashes.prefix(10))")
    }
}
