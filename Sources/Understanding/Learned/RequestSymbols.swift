import Ledger

/// Writes a request as the symbols that `SequenceRequest` reads: what a line names, or the request before it held, by the placeholder
/// for that.
struct RequestSymbols {
    /// What of the request can't be said with what there is.
    struct Unsayable: Error {}

    /// Symbols of conditions, which no line has without words for them.
    static let conditions: Set<String> = ["near", "after", "before", "not", "where", "over", "under", "days"]

    private let spans: [(name: String, span: NamedSpan)]
    var bindings: LineSequence.Bindings
    /// Whether what no placeholder stands for gets one of its own.
    private let binds: Bool

    /// Symbols of a request by what a line and those before it name.
    init(_ line: LineSequence) {
        spans = line.placeholders.compactMap { name in line.spans[name].map { (name, $0) } }
        (bindings, binds) = (line.bindings, false)
    }

    /// Symbols of requests that a line goes on from, in which every name, time, and sum becomes a placeholder.
    init() { (spans, bindings, binds) = ([], LineSequence.Bindings(), true) }

    mutating func symbols(of requests: [Request]) throws(Unsayable) -> [String] {
        var found: [String] = []
        for request in requests {
            if !found.isEmpty { found.append(SequenceRequest.separator) }
            found += try symbols(of: request)
        }
        return found
    }

    mutating func symbols(of request: Request) throws(Unsayable) -> [String] {
        let kind = "k:" + (request.json["kind"]?.string ?? "")
        switch request {
        case .ask(let ask): return [kind] + (try symbols(of: ask))
        case .unusual(let selection):
            return [kind, "f:" + selection.flow.rawValue] + (try filter(selection.filter)) + (try days(selection.span))
        case .summary(let period):
            return [kind] + (try period.map { period throws(Unsayable) in [try time(period)] } ?? [])
        case .balance(let ask):
            var found = [kind] + words(request, ["topic", "detail", "account_type"])
            for name in ask.accounts { found += try filter(.account(name)) }
            for name in ask.without { found += ["without"] + (try filter(.account(name))) }
            if let day = ask.day { found += ["at", try time(Period(day, day))] }
            if let period = ask.period { found.append(try time(period)) }
            if let bound = ask.condition { found += try condition(bound) }
            return found
        case .recurring(let ask):
            var found = [kind] + words(request, ["topic", "streams", "detail", "pick", "unit", "every"])
            if ask.isBeforePay { found.append("before_pay") }
            found += try filter(ask.filter)
            if let period = ask.period { found.append(try time(period)) }
            if let other = ask.against { found += ["vs", try time(other)] }
            return found
        case .forecast(let ask):
            var found = [kind] + words(request, ["topic", "unit"])
            if ask.isBeforePay { found.append("before_pay") }
            for name in ask.accounts { found += try filter(.account(name)) }
            found += try filter(ask.filter)
            if let day = ask.until { found += ["at", try time(Period(day, day))] }
            if let period = ask.period { found.append(try time(period)) }
            if let bound = ask.condition { found += try condition(bound) }
            return found
        case .other: return [kind]
        }
    }

    private func words(_ request: Request, _ names: [String]) -> [String] {
        let json = request.json
        return names.compactMap { name in json[name]?.string.map { "\(name):\($0)" } }
    }

    // MARK: Questions about rows

    private mutating func symbols(of ask: Ask) throws(Unsayable) -> [String] {
        var found = ["f:" + ask.selection.flow.rawValue] + (try filter(ask.selection.filter))
        found += try days(ask.selection.span)
        found.append("m:" + RequestSymbols.word(ask.measure))
        if case .share(let whole, _) = ask.measure { found += ["of"] + (try selection(whole)) }
        if let grouping = ask.grouping { found.append("by:" + grouping.rawValue) }
        if let bound = ask.condition { found += try condition(bound) }
        switch ask.against {
        case .period(let other)?: found += ["vs", (try? time(other)) ?? "prev"]
        case .sides(let sides)?:
            found.append("sides")
            for side in sides { found += try selection(side.selection) }
            found.append("end")
        case .usual?: found += ["vs", "usual"]
        case .amount(let sum, let relation)?: found += ["vs", relation.rawValue, try amount(sum)]
        case nil: break
        }
        if ask.view == .rows { found.append("rows") }
        if let order = ask.order { found.append("o:" + order.rawValue) }
        if let limit = ask.limit { found += ["lim", try number(limit)] }
        if ask.offset > 0 { found += ["off", try number(ask.offset)] }
        if let each = ask.each { found.append("each:" + each.rawValue) }
        return found + ask.also.map { "also:" + RequestSymbols.word($0) }
    }

    private static func word(_ measure: Ask.Measure) -> String {
        let json = Request.ask(Ask(measure: measure)).json
        return [json["measure"]?.string, json["unit"]?.string].compactMap(\.self).joined(separator: ".")
    }

    private mutating func selection(_ selection: Selection) throws(Unsayable) -> [String] {
        ["{", "f:" + selection.flow.rawValue] + (try filter(selection.filter)) + (try days(selection.span)) + ["}"]
    }

    private func number(_ number: Int) throws(Unsayable) -> String {
        guard abs(number) <= 60 else { throw Unsayable() }
        return "n:\(number)"
    }

    private mutating func condition(_ bound: Ask.Condition) throws(Unsayable) -> [String] {
        let isMoney = [.total, .largest, .change].contains(bound.quantity) && bound.bound != 0
        let value = isMoney ? try amount(bound.bound) : try number(Int(clamping: bound.bound))
        var found = ["where", "q:" + bound.quantity.rawValue, bound.relation.rawValue, value]
        if let base = bound.base { found += try selection(base) }
        return found
    }

    /// Which amount of the line a sum is: up to a tenth apart, as bounds are rounded.
    private mutating func amount(_ sum: Int64) throws(Unsayable) -> String {
        for (name, span) in spans {
            if case .amount(let amount) = span.what, RequestSymbols.isNear(sum, amount) { return name }
        }
        if let known = bindings.sums.firstIndex(of: sum) { return "X\(known)" }
        guard binds else { throw Unsayable() }
        bindings.sums.append(sum)
        return "X\(bindings.sums.count - 1)"
    }

    private static func isNear(_ sum: Int64, _ amount: AmountExpression) -> Bool {
        abs(abs(sum) - amount.amount) <= max(1, amount.amount / 10)
    }

    // MARK: Days

    private mutating func days(_ span: Selection.Span) throws(Unsayable) -> [String] {
        guard case .periods(let periods) = span else { return [] }
        var found: [String] = []
        for period in periods {
            let name = try time(period)
            if !found.contains(name) { found.append(name) }
        }
        return found
    }

    private mutating func time(_ period: Period) throws(Unsayable) -> String {
        let said = spans.filter { if case .time(let time) = $0.span.what { !time.isWeekdaysOnly } else { false } }
        if let same = said.first(where: { $0.span.isSame(period) }) { return same.name }
        if let known = bindings.periods.firstIndex(of: period) { return "Q\(known)" }
        if let near = said.first(where: { $0.span.has(period) }) { return near.name }
        guard binds else { throw Unsayable() }
        bindings.periods.append(period)
        return "Q\(bindings.periods.count - 1)"
    }

    // MARK: Filters

    private mutating func filter(_ filter: RowFilter) throws(Unsayable) -> [String] {
        if filter == .all { return [] }
        if let same = spans.first(where: { $0.span.rows?.filter == filter }) { return [same.name] }
        if let known = bindings.filters.firstIndex(of: filter) { return ["P\(known)"] }
        if filter.isNamed {
            if let alike = spans.first(where: { $0.span.isIn(filter) && $0.span.isAll(of: filter) }) {
                return [alike.name]
            }
            if binds {
                bindings.filters.append(filter)
                return ["P\(bindings.filters.count - 1)"]
            }
        }
        switch filter {
        case .category(let id): return ["cat:" + id]
        case .amount(let least, let most): return try bounds(least, most)
        case .weekdays(let days):
            let said = spans.first { if case .time(let time) = $0.span.what { !time.weekdays.isEmpty } else { false } }
            if let said { return ["days", said.name] }
            return ["wd:" + days.sorted().map { CivilDate.weekdayNames[$0 - 1].lowercased() }.joined(separator: ",")]
        case .status(let status): return ["status:" + status.rawValue]
        case .recurring(let kind): return ["recurring:" + kind]
        case .near(let unit, let range, let rows):
            return ["near", unit.rawValue, try number(range.lowerBound), try number(range.upperBound)]
                + (try selection(rows))
        case .after(let edge, let rows): return ["after", edge.rawValue] + (try selection(rows))
        case .before(let edge, let rows): return ["before", edge.rawValue] + (try selection(rows))
        case .not(let part): return ["not"] + (try self.filter(part))
        case .and(let parts): return try list("and(", parts)
        case .or(let parts): return try list("or(", parts)
        case .all, .merchant, .account, .text, .currency, .daysOfMonth, .rows: throw Unsayable()
        }
    }

    /// Names first, then what is left out and what rows must come to.
    private mutating func list(_ opening: String, _ parts: [RowFilter]) throws(Unsayable) -> [String] {
        var all: [[String]] = []
        for part in parts.filter({ !$0.isBeside }) + parts.filter(\.isBeside) {
            let symbols = try filter(part)
            if !all.contains(symbols) { all.append(symbols) }
        }
        return all.count == 1 ? all[0] : [opening] + all.flatMap { $0 } + [")"]
    }

    private mutating func bounds(_ least: Int64?, _ most: Int64?) throws(Unsayable) -> [String] {
        for (name, span) in spans {
            guard case .amount(let amount) = span.what else { continue }
            func isNear(_ bound: Int64?) -> Bool { bound.map { RequestSymbols.isNear($0, amount) } ?? false }
            if least != nil, most != nil {
                if isNear(least) || isNear(most) { return ["is", name] }
            } else if isNear(least) {
                return ["over", name]
            } else if isNear(most) {
                return ["under", name]
            }
        }
        guard binds else { throw Unsayable() }
        bindings.filters.append(.amount(least, most))
        return ["P\(bindings.filters.count - 1)"]
    }
}

extension RowFilter {
    /// Whether it stands behind names: what is left out, and what rows must come to.
    fileprivate var isBeside: Bool {
        switch self {
        case .not, .amount: true
        default: false
        }
    }

    /// Whether it is a name, or any of several names.
    fileprivate var isNamed: Bool {
        switch self {
        case .category, .merchant, .account, .text: true
        case .or(let parts): parts.allSatisfy(\.isNamed)
        default: false
        }
    }
}

extension NamedSpan {
    /// Whether it names every one of several names.
    fileprivate func isAll(of filter: RowFilter) -> Bool {
        if case .or(let parts) = filter { parts.allSatisfy { isIn($0) } } else { true }
    }
}
