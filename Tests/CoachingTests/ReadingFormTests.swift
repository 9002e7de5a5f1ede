import LanguageModel
import Ledger
import TestSupport
import Testing
import Understanding

@testable import Coaching

/// The form in which a model reads and writes requests: whatever a request can say, and back.
@Suite struct ReadingFormTests {
    private func form(_ home: PhrasingHome) -> ReadingForm { ReadingForm(WrittenDays(home.coach.context)) }

    private func requests(_ seed: UInt64, _ home: PhrasingHome) throws -> RandomRequests {
        var made = RandomRequests(
            seed: seed, categories: ["groceries", "fuel", "salary"], merchants: ["Kroger", "Shell"],
            accounts: try home.index.accounts.map(\.name), texts: ["kroger"], currencies: [.usd, .eur],
            days: Period(CivilDate(iso: "2026-06-01")!, PhrasingHome.asOf))
        made.hasEvents = true
        made.today = PhrasingHome.asOf
        return made
    }

    // MARK: There and back

    /// What is written for a model has the form that it must write itself, and is the request that it was.
    @Test(arguments: UInt64(1)...8) func thereAndBack(seed: UInt64) throws {
        let home = try PhrasingHome()
        let form = form(home)
        var made = try requests(seed, home)
        var (kept, asks) = (0, 0)
        for _ in 0..<300 {
            let request = made.request().withSaidDays
            guard request.isWritable else { continue }
            let written = form.written(request.json).filled
            let schema = SchemaCheck(ReadingSchema.json)
            let fault = schema.fault(
                in: .object([("answer", .object([("requests", .array([written]))]))]))
            #expect(fault == nil, "\(fault ?? "") in \(written.text) of \(request.json.text)")
            let read = try Request(json: form.request(written))
            #expect(read.isSame(as: request), "\(request.json.text)\n\(written.text)\n\(read.json.text)")
            kept += 1
            if case .ask = request { asks += 1 }
        }
        #expect(kept > 120 && asks > 60)
    }

    /// The usual conditions come back as they were, to the letter.
    @Test(arguments: [
        RowFilter.all, .category("fuel"), .or([.category("fuel"), .category("rent")]), .not(.category("rent")),
        .and([.merchant("Kroger"), .amount(5_001, nil), .weekdays([6, 7])]),
        .or([.category("fuel"), .merchant("Kroger")]), .and([.daysOfMonth(1...7), .not(.account("Card"))]),
        .and([.category("food"), .near(.day, 0...0, Selection(.spending, .category("fuel"), .everything))]),
        .after(.last, Selection(.income, .recurring("pay"), .everything)), .not(.or([.text("a"), .status(.pending)])),
    ]) func conditions(filter: RowFilter) throws {
        let form = form(try PhrasingHome())
        let request = Request.ask(Ask(Selection(.spending, filter, .everything)))
        let read = try Request(json: form.request(form.written(request.json)))
        #expect(read.isSame(as: request), "\(form.written(request.json).text)")
        if !filter.isDeep { #expect(read == request) }
    }

    /// Side by side: what is shared stands once, and the first is the request's own.
    @Test func sides() throws {
        let form = form(try PhrasingHome())
        let text = """
            {"kind":"ask","flow":"spending","filter":[{"account":["Card"]}],"days":["october"],"measure":"total","against":\
            {"sides":[{"name":"gas","flow":null,"filter":[{"category":["fuel"]}],"days":null},{"name":"pay","flow":\
            "income","filter":null,"days":["september"]}]}}
            """
        guard case .ask(let ask) = try Request(json: form.request(JSON.parse(text))) else { return }
        #expect(ask.selection.filter == .and([.account("Card"), .category("fuel")]))
        let months = [10, 9].map { Selection.Span.periods([Period.month(year: 2026, month: $0)!]) }
        #expect(ask.selection.span == months[0])
        guard case .sides(let sides)? = ask.against else {
            Issue.record("no sides")
            return
        }
        #expect(sides.map(\.name) == ["gas", "pay"] && sides[0].selection == ask.selection)
        #expect(sides[1].selection == Selection(.income, .account("Card"), months[1]))
    }

    // MARK: Days

    /// Today is Saturday, October 31, 2026.
    @Test(arguments: [
        ("2026-09", "2026-09-01", "2026-09-30"), ("2026", "2026-01-01", "2026-10-31"),
        ("2026-q2", "2026-04-01", "2026-06-30"), ("2026-Q4", "2026-10-01", "2026-10-31"),
        ("2026-09-03", "2026-09-03", "2026-09-03"), ("2026-09-03..2026-09-20", "2026-09-03", "2026-09-20"),
        ("2026-08..2026-09", "2026-08-01", "2026-09-30"), ("2026-09-15..today", "2026-09-15", "2026-10-31"),
        ("last month", "2026-09-01", "2026-09-30"), ("since September", "2026-09-01", "2026-10-31"),
        ("the past 7 days", "2026-10-25", "2026-10-31"), ("usual", "2026-04-01", "2026-09-30"),
        ("this year", "2026-01-01", "2026-10-31"), ("august and september", "2026-08-01", "2026-09-30"),
        ("2026-9", "2026-09-01", "2026-09-30"),
    ])
    func days(text: String, start: String, end: String) throws {
        let days = WrittenDays(try PhrasingHome().coach.context)
        guard case .period(let period)? = days.meaning(text) else {
            Issue.record("“\(text)” is no time")
            return
        }
        #expect([period.start.iso, period.end.iso] == [start, end], "\(text)")
    }

    @Test(arguments: [
        "", "2026-13", "20", "2026-09-31", "2026-09-20..2026-09-03", "groceries", "groceries last month",
        "groceries and september", "a..b..c", "2026-99", "on fridays", "2026-q5",
    ])
    func noDays(text: String) throws {
        #expect(WrittenDays(try PhrasingHome().coach.context).meaning(text) == nil, "\(text)")
    }

    /// What a running month is held against has as many days.
    @Test(arguments: [
        ("last month", "2026-10-01", "2026-10-20", "2026-09-01", "2026-09-20"),
        ("september", "2026-10-01", "2026-10-20", "2026-09-01", "2026-09-30"),
        ("before", "2026-10-01", "2026-10-20", "2026-09-01", "2026-09-20"),
        ("before", "2026-03-01", "2026-03-31", "2026-02-01", "2026-02-28"),
        ("2025-10", "2026-10-01", "2026-10-20", "2025-10-01", "2025-10-31"),
    ])
    func otherDays(text: String, start: String, end: String, first: String, last: String) throws {
        var context = try PhrasingHome().coach.context
        context.asOf = CivilDate(iso: "2026-10-20")!
        let own = Period(CivilDate(iso: start)!, CivilDate(iso: end)!)
        let other = try #require(WrittenDays(context).other(text, beside: own))
        #expect([other.start.iso, other.end.iso] == [first, last])
    }

    /// Where a line names no days they are those of the contract.
    @Test(arguments: [
        (#""measure":"total""#, "assumed 2026-10-02 2026-10-31"),
        (#""measure":"count_of_transactions""#, "assumed 2026-10-02 2026-10-31"),
        (#""measure":"average_per_month""#, "assumed 2026-04-01 2026-09-30"),
        (#""measure":"total","show":"rows""#, "everything"), (#""measure":"last_day""#, "everything"),
        (#""measure":"total","group_by":"month""#, "everything"),
        (#""measure":"total","each":"month","group_by":"category""#, "everything"),
        (#""measure":"count_of_months""#, "everything"),
        (#""measure":"total","filter":[{"after":{"edge":"last","flow":"income"}}]"#, "everything"),
        (#""measure":"total","days":["all time"]"#, "everything"),
        (#""measure":"total","days":["2026-09"]"#, "2026-09-01 2026-09-30"),
        (#""measure":"total","days":["2026-09","2026-07"]"#, "2026-07-01 2026-07-31 2026-09-01 2026-09-30"),
        (#""measure":"total","days":["2026-09","2026-09-20..2026-10-02"]"#, "2026-09-01 2026-10-02"),
    ])
    func unsaidDays(members: String, span: String) throws {
        let form = form(try PhrasingHome())
        let json = try JSON.parse(#"{"kind":"ask","flow":"spending",\#(members)}"#)
        guard case .ask(let ask) = try Request(json: form.request(json)) else { return }
        let words =
            switch ask.selection.span {
            case .everything: "everything"
            case .assumed(let one): "assumed \(one.start.iso) \(one.end.iso)"
            case .periods(let all): all.map { "\($0.start.iso) \($0.end.iso)" }.joined(separator: " ")
            }
        #expect(words == span)
    }

    // MARK: The conversation

    /// A line that points at what was shown is told with it: names and ids, and no figure.
    @Test func whatWasShownIsTold() throws {
        let model = ScriptedModel(.say(#"{"answer":{"pass":"leave"}}"#), .say(#"{"answer":{"pass":"leave"}}"#))
        func sent(after lines: [String]) throws -> String {
            var home = try PhrasingHome()
            for line in lines { _ = try home.coach.answer(line) }
            let before = home.coach
            var offline = try home.coach.answer("zorble the second one")
            offline.doubt = .unread
            let reader = try #require(ModelReader(model, prompts: Prompts(), privacy: .labels))
            return try #require(reader.request(for: offline, after: before)?.messages.last?.text)
        }
        let groups = try sent(after: ["groceries in October 2026", "spending in October 2026 by merchant"])
        #expect(groups.contains(#"The last answer showed: by merchant, in this order: ["#), "\(groups)")
        #expect(
            groups.contains(
                #"Requests before it: {"kind":"ask","flow":"spending","filter":[{"category":["groceries"]}]"#))
        let rows = try sent(after: ["list purchases at kroger"])
        #expect(rows.contains("showed: rows ") && rows.contains("(Kroger, 2026-10-09)"), "\(rows)")
        // Days that nobody named are none to keep, and a relation is copied as it is.
        let assumed = try sent(after: ["how much did I spend at kroger"])
        #expect(assumed.contains(#""filter":[{"merchant":["Kroger"]}],"days":null,"measure":"total""#), "\(assumed)")
        let days = try sent(after: ["on how many days in october did I spend more than $50"])
        #expect(days.contains(#""relation":">""#), "\(days)")
        // What coach handles itself is told by its kind, and what it understood nothing of in the person's words.
        let purchase = try sent(after: ["can I afford a $60 jacket"])
        #expect(purchase.contains(#"The last request: {"kind":"purchase"}"#), "\(purchase)")
        let missed = try sent(after: ["how much was it"])
        #expect(missed.contains("was not understood: how much was it"), "\(missed)")
    }

    /// With `full`, which shops there are is told by category, so that a word for one finds it; people only where a line names
    /// them. With any other setting a model is told no name that the line doesn't hold.
    @Test(arguments: [Privacy.labels, .aggregates, .full]) func frequentMerchantsAreTold(privacy: Privacy) throws {
        let model = ScriptedModel(.say(#"{"answer":{"pass":"leave"}}"#))
        var home = try PhrasingHome()
        let before = home.coach
        var offline = try home.coach.answer("zorble the second one")
        offline.doubt = .unread
        let reader = try #require(ModelReader(model, prompts: Prompts(), privacy: privacy))
        let sent = try #require(reader.request(for: offline, after: before)?.messages.last?.text)
        let isTold = sent.contains("\n  groceries: [\"Kroger\"]") && sent.contains("\n  fuel: [\"Shell\"]")
        #expect(isTold == (privacy == .full) && sent.contains("Kroger") == isTold, "\(sent)")
        #expect(!sent.lowercased().contains("anna"), "\(sent)")
    }

    /// How many months are without rows is answered with which ones.
    @Test func monthsWithoutAreListed() throws {
        let home = try PhrasingHome()
        var coach = home.coach
        var exchange = ReadingExchange(
            coach.readingLine(try coach.answer("fuel"), tellsShops: false), prompts: Prompts())
        let fuel = #""flow":"spending","filter":[{"category":["fuel"]}],"days":["2026-09..2026-10"]"#
        guard
            case .done(.requests(let read)) = exchange.take(
                #"{"kind":"ask",\#(fuel),"measure":"months_without"}"#, problem: { _ in nil })
        else {
            Issue.record("not read")
            return
        }
        let days = Period(CivilDate(iso: "2026-09-01")!, CivilDate(iso: "2026-10-31")!)
        let ask = Ask(
            Selection(.spending, .category("fuel"), .periods([days])), by: .month,
            where: Ask.Condition(.count, .equal, 0))
        #expect(read == [.ask(ask)])
    }
}

extension RowFilter {
    fileprivate var isDeep: Bool {
        if case .not(.or) = self { true } else { false }
    }

    /// Its conditions that hold no other.
    fileprivate var leaves: [RowFilter] {
        switch self {
        case .and(let parts), .or(let parts): parts.flatMap(\.leaves)
        case .not(let part): part.leaves
        case .all: []
        default: [self]
        }
    }

    fileprivate func holds(_ truth: (RowFilter) -> Bool) -> Bool {
        switch self {
        case .all: true
        case .and(let parts): parts.allSatisfy { $0.holds(truth) }
        case .or(let parts): parts.contains { $0.holds(truth) }
        case .not(let part): !part.holds(truth)
        default: truth(self)
        }
    }

    /// Whether both hold of the same rows, whichever of the conditions that they are made of do.
    fileprivate func isSame(as other: RowFilter) -> Bool {
        let leaves = Array(Set(leaves + other.leaves))
        guard leaves.count < 14 else { return false }
        return (0..<(1 << leaves.count)).allSatisfy { bits in
            func truth(_ leaf: RowFilter) -> Bool { bits >> leaves.firstIndex(of: leaf)! & 1 == 1 }
            return holds(truth) == other.holds(truth)
        }
    }
}

extension Request {
    /// The filters of its selections, and the request without them.
    private var taken: (filters: [RowFilter], rest: Request) {
        var filters: [RowFilter] = []
        func take(_ selection: Selection) -> Selection {
            filters.append(selection.filter)
            return Selection(selection.flow, .all, selection.span)
        }
        switch self {
        case .ask(var ask):
            ask.selection = take(ask.selection)
            if case .sides(let sides) = ask.against {
                let own = ask.selection.span
                let others = sides.filter { $0.selection.filter != filters[0] || $0.selection.span != own }
                ask.against = .sides(others.map { Ask.Side($0.name, take($0.selection)) })
            }
            if case .share(let whole, let byCount) = ask.measure {
                ask.measure = .share(of: take(whole), byCount: byCount)
            }
            if let base = ask.condition?.base { ask.condition?.base = take(base) }
            return (filters, .ask(ask))
        case .unusual(let selection): return ([selection.filter], .unusual(take(selection)))
        case .recurring(var ask):
            let filter = ask.filter
            ask.filter = .all
            return ([filter], .recurring(ask))
        case .forecast(var ask):
            let filter = ask.filter
            ask.filter = .all
            return ([filter], .forecast(ask))
        default: return ([], self)
        }
    }

    fileprivate func isSame(as other: Request) -> Bool {
        let (own, theirs) = (taken, other.taken)
        return own.rest == theirs.rest && own.filters.count == theirs.filters.count
            && zip(own.filters, theirs.filters).allSatisfy { $0.isSame(as: $1) }
    }

    /// Days that were not said are said.
    fileprivate var withSaidDays: Request {
        func said(_ selection: Selection) -> Selection {
            guard case .assumed(let period) = selection.span else { return selection }
            return Selection(selection.flow, selection.filter, .periods([period]))
        }
        switch self {
        case .ask(var ask):
            ask.selection = said(ask.selection)
            if case .sides(let sides) = ask.against {
                ask.against = .sides(sides.map { Ask.Side($0.name, said($0.selection)) })
            }
            if case .share(let whole, let byCount) = ask.measure {
                ask.measure = .share(of: said(whole), byCount: byCount)
            }
            if let base = ask.condition?.base { ask.condition?.base = said(base) }
            return .ask(ask)
        case .unusual(let selection): return .unusual(said(selection))
        default: return self
        }
    }

    /// Whether a model is to write such requests, and coach computes what they measure.
    fileprivate var isWritable: Bool {
        // A bound without an end says nothing, and no model is to write it.
        if json.text.contains(#""amount":{"min_cents":null,"max_cents":null}"#) { return false }
        return isOfMeasures
    }

    private var isOfMeasures: Bool {
        switch self {
        case .other(let intent): ReadingSchema.kinds.contains(intent)
        case .balance(let ask): ask.intent == .balance && ask.condition?.base == nil
        case .forecast(let ask): ask.condition?.base == nil
        case .ask(let ask):
            ([ask.measure] + ask.also).allSatisfy { measure in
                ReadingSchema.word(measure: measure.name, unit: measure.unit?.rawValue) != nil
            }
        default: true
        }
    }
}

extension Ask.Measure {
    fileprivate var name: String {
        Request.ask(Ask(measure: self)).json["measure"]?.string ?? ""
    }
}

extension JSON {
    /// With every member that the form has, as a model that is held to the schema writes it.
    fileprivate var filled: JSON {
        guard let members = object else { return self }
        let kinds = ReadingSchema.json["$defs"]?["request"]?["anyOf"]?.array ?? []
        let kind = kinds.first { $0["properties"]?["kind"]?["enum"]?[0]?.text == self["kind"]?.text }
        let missing = (kind?["properties"]?.object ?? []).filter { name, _ in self[name] == nil }
        return .object(
            members
                + missing.map { name, schema in
                    switch schema["type"]?.string {
                    case "boolean": (name, .bool(false))
                    case "integer": (name, .int(0))
                    default: (name, .null)
                    }
                })
    }
}
