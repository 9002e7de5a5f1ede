import Ledger
import Understanding

/// A request in the form of `ReadingSchema`, which a model reads and writes, and back to the JSON of a request.
///
/// What is written as a request already is taken as it is.
struct ReadingForm {
    private let days: WrittenDays

    init(_ days: WrittenDays) { self.days = days }

    // MARK: From the model

    /// - Throws: for the first thing that stands for no request; what is wrong with one is told by reading it.
    func request(_ form: JSON) throws(ReadingFault) -> JSON {
        guard form["periods"] == nil, form["assumed"] == nil, form.object != nil else { return form }
        switch form["kind"]?.string {
        case "ask":
            let unsaid = form["days"].flatMap { $0.isNull ? nil : $0 } == nil
            let written = try ask(form, unsaid ? Span() : span(form["days"]))
            guard unsaid, case .ask(let probe)? = try? Request(json: written) else { return written }
            return try ask(form, Span(probe.unsaidSpan(asOf: days.today)))
        case "unusual": return .object([("kind", .string("unusual"))] + (try rows(form, within: nil).members))
        default: return try other(form)
        }
    }

    /// Days as a request has them.
    private struct Span {
        var periods: [Period] = []
        var isAssumed = false

        init(_ periods: [Period] = []) { self.periods = periods }

        init(_ span: Selection.Span) {
            switch span {
            case .everything: break
            case .assumed(let period): (periods, isAssumed) = ([period], true)
            case .periods(let all): periods = all
            }
        }

        var members: [(String, JSON)] {
            [
                ("periods", periods.isEmpty ? .null : .array(periods.map(\.written))),
                ("assumed", .bool(isAssumed)),
            ]
        }
    }

    /// The days that words stand for, several in order of time, and together where they meet.
    private func span(_ words: JSON?, isAhead: Bool = false) throws(ReadingFault) -> Span {
        guard let words, !words.isNull else { return Span() }
        var found: [Period] = []
        for text in words.array ?? [words] {
            guard let text = text.string, let meaning = days.meaning(text, isAhead: isAhead) else {
                throw ReadingForm.noDays(text)
            }
            guard case .period(let period) = meaning else { return Span() }
            found.append(period)
        }
        var apart: [Period] = []
        for period in found.sorted(by: { $0.start < $1.start }) {
            if let last = apart.last, period.start <= last.end {
                apart[apart.count - 1] = period.end <= last.end ? last : Period(last.start, period.end)
            } else {
                apart.append(period)
            }
        }
        return Span(apart)
    }

    private static func noDays(_ text: JSON) -> ReadingFault {
        ReadingFault(
            "“\(DataText.line(text.string ?? text.text))” is no time; write it as 2026-05, 2026-05-03..2026-05-20, "
                + "or words such as last month")
    }

    /// Rows as a request has them.
    private struct Rows {
        var flow: JSON?
        var filter: JSON
        var span: Span

        var members: [(String, JSON)] {
            (flow.map { [("flow", $0)] } ?? []) + [("filter", filter)] + span.members
        }
    }

    private func ask(_ form: JSON, _ span: Span) throws(ReadingFault) -> JSON {
        var rows = Rows(flow: form["flow"], filter: try filter(form["filter"]), span: span)
        var out: [(String, JSON)] = []
        for (name, value) in form.object ?? [] where !value.isNull {
            switch name {
            case "flow", "filter", "days": break
            case "measure": out += ReadingForm.measure(value)
            case "also":
                out.append((name, .array((value.array ?? [value]).map { .object(ReadingForm.measure($0)) })))
            case "whole": out.append((name, .object(try self.rows(value, within: rows).members)))
            case "where":
                var members = value.object ?? []
                if let place = members.firstIndex(where: { $0.0 == "than" }) {
                    let than = members[place].1
                    members[place] = ("base", than.isNull ? than : .object(try self.rows(than, within: rows).members))
                }
                out.append((name, .object(members)))
            case "against": out.append((name, try against(value, &rows)))
            default: out.append((name, value))
            }
        }
        return .object(out + rows.members)
    }

    private static func measure(_ value: JSON) -> [(String, JSON)] {
        if let members = value.object { return members }
        guard let known = value.string.flatMap({ ReadingSchema.measure($0) }) else { return [("measure", value)] }
        return [("measure", .string(known.measure))] + (known.unit.map { [("unit", .string($0))] } ?? [])
    }

    /// Rows beside those of a request: what they say nothing of is as it is there, but for the filter.
    private func rows(_ form: JSON, within own: Rows?) throws(ReadingFault) -> Rows {
        let days = form["days"].flatMap { $0.isNull ? nil : $0 }
        return Rows(
            flow: form["flow"].flatMap { $0.isNull ? nil : $0 } ?? own?.flow, filter: try filter(form["filter"]),
            span: try days.map { days throws(ReadingFault) in try span(days) } ?? own?.span ?? Span())
    }

    /// - Parameter rows: the request's own; of several things that are compared they become the first.
    private func against(_ value: JSON, _ rows: inout Rows) throws(ReadingFault) -> JSON {
        if let words = value["days"] {
            let own = rows.span.periods.count == 1 ? rows.span.periods[0] : nil
            guard let text = words.string ?? words.array?.first?.string, let other = days.other(text, beside: own)
            else {
                throw ReadingForm.noDays(words)
            }
            return .object([("period", other.written)])
        }
        guard let written = value["sides"]?.array, !written.isEmpty else { return value }
        var sides: [JSON] = []
        let common = rows
        for (place, form) in written.enumerated() {
            var side = try self.rows(form, within: common)
            if written.count > 1 {
                let parts = [common.filter, side.filter].filter { !$0.isNull }
                side.filter = parts.count > 1 ? .object([("and", .array(parts))]) : parts.first ?? .null
                if place == 0 { rows = side }
            }
            let name = form["name"]?.string ?? ""
            if name.isEmpty, place == 0 { continue }
            sides.append(.object([("name", .string(name))] + side.members))
        }
        return .object([("sides", .array(sides))])
    }

    private func other(_ form: JSON) throws(ReadingFault) -> JSON {
        let isAhead = ["forecast", "recurring"].contains(form["kind"]?.string)
        var out: [(String, JSON)] = []
        for (name, value) in form.object ?? [] {
            switch name {
            case _ where value.isNull: break
            case "filter": out.append((name, try filter(value)))
            case "days": out.append(("periods", Span(try span(value, isAhead: isAhead).periods).members[0].1))
            case "day":
                guard let period = try span(value, isAhead: true).periods.last else { throw ReadingForm.noDays(value) }
                out.append((name, .string(period.end.iso)))
            case "against" where value.object == nil:
                guard let period = try span(value).periods.first else { throw ReadingForm.noDays(value) }
                out.append((name, .object([("period", period.written)])))
            default: out.append((name, value))
            }
        }
        return .object(out)
    }

    // MARK: Conditions

    private static let lists: Set<String> = ["category", "merchant", "account", "text"]

    /// Conditions that all hold, as one; null for none.
    private func filter(_ form: JSON?) throws(ReadingFault) -> JSON {
        guard let form, !form.isNull else { return .null }
        return try joined("and", form.array ?? [form]) ?? .null
    }

    private func joined(_ word: String, _ tests: [JSON]) throws(ReadingFault) -> JSON? {
        var parts: [JSON] = []
        for test in tests {
            if let part = try condition(test) { parts.append(part) }
        }
        return parts.count > 1 ? .object([(word, .array(parts))]) : parts.first
    }

    /// - Returns: nil for what says nothing.
    private func condition(_ test: JSON) throws(ReadingFault) -> JSON? {
        guard let members = test.object else { return test.isNull ? nil : test }
        var parts: [JSON] = []
        for (name, value) in members where !value.isNull {
            func part(_ value: JSON) -> JSON { .object([(name, value)]) }
            switch name {
            case "any", "or": if let any = try joined("or", value.array ?? [value]) { parts.append(any) }
            case "and": if let all = try joined("and", value.array ?? [value]) { parts.append(all) }
            case "not": if let inner = try joined("or", value.array ?? [value]) { parts.append(part(inner)) }
            case "near", "after", "before":
                let own = value.object?.filter { ["unit", "from", "to", "edge"].contains($0.0) } ?? []
                parts.append(part(.object(own + (try rows(value, within: nil).members))))
            case "min_cents", "from_day":
                let (other, whole, own) =
                    name == "min_cents" ? ("max_cents", "amount", name) : ("to_day", "days_of_month", "from")
                let inner = [(own, value), (own == "from" ? "to" : other, test[other] ?? .null)]
                parts.append(.object([(whole, .object(inner))]))
            case "max_cents" where test["min_cents"]?.isNull ?? true:
                parts.append(.object([("amount", .object([(name, value)]))]))
            case "max_cents", "to_day": break
            case _ where ReadingForm.lists.contains(name):
                let names = (value.array ?? [value]).map(part)
                if !names.isEmpty { parts.append(names.count == 1 ? names[0] : .object([("or", .array(names))])) }
            default: parts.append(part(value))
            }
        }
        return parts.count > 1 ? .object([("and", .array(parts))]) : parts.first
    }
}

extension Period {
    fileprivate var written: JSON {
        .object([("start", .string(start.iso)), ("end", .string(end.iso))] + ownLabel)
    }

    /// What is called by more than its days keeps its name.
    private var ownLabel: [(String, JSON)] {
        label == Period.describe(start, end) ? [] : [("label", .string(label))]
    }
}

// MARK: To the model

extension ReadingForm {
    /// The JSON of a request, without what says nothing in it, as a model would write it.
    func written(_ request: JSON) -> JSON {
        guard let members = request.object else { return request }
        let kind = request["kind"]?.string
        var out: [(String, JSON)] = []
        for (name, value) in members where !value.isNull && name != "assumed" && name != "unit" {
            switch (kind, name) {
            case ("ask", "measure"): out.append((name, word(request)))
            case ("ask", "also"): out.append((name, .array((value.array ?? []).map(word))))
            case ("ask", "against") where value["sides"] != nil:
                out.append((name, sides(value["sides"]?.array ?? [], of: request)))
            case (_, "against"):
                let other = value["period"].map(text)
                out.append((name, other.map { kind == "ask" ? .object([("days", $0)]) : $0 } ?? value))
            case ("ask", "filter") where request["against"]?["sides"] != nil: break
            case (_, "filter"): out.append((name, tests(value)))
            case ("ask", "whole"): out.append((name, rows(value, in: request)))
            case ("ask", "where"):
                out.append(
                    (
                        name,
                        .object(
                            (value.object ?? []).map {
                                $0 == "base" ? ("than", $1.isNull ? $1 : rows($1, in: request)) : ($0, $1)
                            })
                    ))
            case (_, "where"): out.append((name, .object((value.object ?? []).filter { $0.0 != "base" })))
            case ("ask", "periods"), ("unusual", "periods"): break
            case (_, "periods"): out.append(("days", text(value[0] ?? .null)))
            default: out.append((name, value))
            }
        }
        if kind == "ask" || kind == "unusual" {
            let place = out.firstIndex { $0.0 != "kind" && $0.0 != "flow" && $0.0 != "filter" } ?? out.count
            out.insert(("days", spans(request)), at: place)
        } else if let unit = request["unit"], !unit.isNull {
            out.append(("unit", unit))
        }
        return .object(out)
    }

    private func word(_ holder: JSON) -> JSON {
        let (measure, unit) = (holder["measure"]?.string ?? "total", holder["unit"]?.string)
        return .string(ReadingSchema.word(measure: measure, unit: unit) ?? measure)
    }

    /// `2026-05`, `2026-05-03..2026-05-09`.
    private func text(_ period: JSON) -> JSON {
        guard let start = period["start"]?.string.flatMap({ CivilDate(iso: $0) }),
            let end = period["end"]?.string.flatMap({ CivilDate(iso: $0) })
        else { return .null }
        if start == end { return .string(start.iso) }
        let isMonth = start == start.startOfMonth && end == start.endOfMonth
        return .string(isMonth && end <= days.today ? String(start.iso.prefix(7)) : "\(start.iso)..\(end.iso)")
    }

    private func spans(_ rows: JSON) -> JSON {
        // Days that nobody named are none to keep.
        if rows["assumed"]?.bool == true { return .null }
        guard let periods = rows["periods"]?.array, !periods.isEmpty else { return .strings(["all time"]) }
        return .array(periods.map(text))
    }

    private func rows(_ rows: JSON, in request: JSON) -> JSON {
        let own = spans(rows)
        return .object([
            ("flow", rows["flow"] ?? .string(Selection.Flow.spending.rawValue)),
            ("filter", rows["filter"].map(tests) ?? .null),
            ("days", own.text == spans(request).text ? .null : own),
        ])
    }

    /// The request's own rows, and the others.
    private func sides(_ sides: [JSON], of request: JSON) -> JSON {
        func rows(_ side: JSON) -> [(String, JSON)] {
            let (flow, own) = (side["flow"], spans(side))
            return [
                ("flow", flow?.text == request["flow"]?.text ? .null : flow ?? .null),
                ("filter", side["filter"].map(tests) ?? .null),
                ("days", own.text == spans(request).text ? .null : own),
            ]
        }
        func text(_ side: JSON) -> String { JSON.object(rows(side)).text }
        let own = sides.first { text($0) == text(request) }
        let others = sides.filter { text($0) != text(request) }
        let all =
            [.object([("name", own?["name"] ?? .string(""))] + rows(request))]
            + others.map { JSON.object([("name", $0["name"] ?? .string(""))] + rows($0)) }
        return .object([("sides", .array(all))])
    }
}

// MARK: Conditions to the model

extension ReadingForm {
    /// A condition that holds no other, or that it does not hold.
    private struct Literal: Hashable {
        let text: String
        let isNot: Bool
    }

    /// A filter as conditions of which all hold, each of which holds where any of its parts does: whatever the filter is
    /// made of comes to that.
    private func tests(_ filter: JSON) -> JSON {
        guard !filter.isNull else { return .null }
        var seen: Set<Set<Literal>> = []
        let clauses = ReadingForm.clauses(filter, isNot: false).filter { seen.insert(Set($0)).inserted }
        return .array(clauses.map(test))
    }

    private static func clauses(_ filter: JSON, isNot: Bool) -> [[Literal]] {
        if let inner = filter["not"] { return clauses(inner, isNot: !isNot) }
        if let parts = (filter["and"] ?? filter["or"])?.array {
            let all = parts.map { clauses($0, isNot: isNot) }
            if (filter["and"] != nil) != isNot { return all.flatMap(\.self) }
            return all.reduce([[]]) { found, next in found.flatMap { one in next.map { one + $0 } } }
        }
        return [[Literal(text: filter.text, isNot: isNot)]]
    }

    private func test(_ clause: [Literal]) -> JSON {
        var parts: [(name: String, value: JSON, isNot: Bool)] = []
        var seen: Set<Literal> = []
        for literal in clause where seen.insert(literal).inserted {
            guard let (name, value) = (try? JSON.parse(literal.text))?.object?.first else { continue }
            let isList = ReadingForm.lists.contains(name)
            if isList, !literal.isNot, let place = parts.firstIndex(where: { $0.name == name && !$0.isNot }) {
                parts[place].value = .array((parts[place].value.array ?? []) + [value])
            } else {
                parts.append((name, isList ? .array([value]) : value, literal.isNot))
            }
        }
        let all = parts.map { part in
            let positive = positive(part.name, part.value)
            return part.isNot ? JSON.object([("not", positive)]) : positive
        }
        return all.count == 1 ? all[0] : .object([("any", .array(all))])
    }

    private func positive(_ name: String, _ value: JSON) -> JSON {
        switch name {
        case "amount":
            return .object([
                ("min_cents", value["min_cents"] ?? .null), ("max_cents", value["max_cents"] ?? .null),
            ])
        case "days_of_month":
            return .object([("from_day", value["from"] ?? .null), ("to_day", value["to"] ?? .null)])
        case "near", "after", "before":
            let own = value.object?.filter { ["unit", "from", "to", "edge"].contains($0.0) } ?? []
            let spans = spans(value)
            return .object([
                (
                    name,
                    .object(
                        own + [
                            ("flow", value["flow"] ?? .string(Selection.Flow.spending.rawValue)),
                            ("filter", value["filter"].map(tests) ?? .null),
                            ("days", value["periods"]?.array == nil ? .null : spans),
                        ])
                )
            ])
        default: return .object([(name, value)])
        }
    }
}
