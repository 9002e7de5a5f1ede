import Ledger

/// Puts the request together that a sequence of symbols stands for: `k:ask f:spending C0 T0 m:total by:merchant`.
///
/// `rag-index/readings/reader.py` writes the same symbols of requests; each part of a request has one, in a fixed order, and what
/// the line names is a placeholder.
struct SequenceRequest {
    private let symbols: [String]
    private var place = 0
    private let line: LineSequence
    private let context: UnderstandingContext
    /// The days where the line says none.
    private let unsaid: [(String, JSON)]

    private struct Malformed: Error {}

    /// - Parameter base: what the grammar reads, for which days are meant where none are said.
    /// - Returns: one at least; nil where the symbols make none, or one that needs what the line doesn't name.
    static func requests(
        _ symbols: [String], _ line: LineSequence, _ context: UnderstandingContext, beside base: Request?
    ) -> [Request]? {
        var found: [Request] = []
        for part in symbols.split(separator: separator, omittingEmptySubsequences: false) {
            var reader = SequenceRequest(Array(part), line, context, base)
            guard let members = try? reader.request(), reader.place == part.count,
                let request = try? Request(json: .object(members))
            else { return nil }
            found.append(request)
        }
        return found
    }

    private init(_ symbols: [String], _ line: LineSequence, _ context: UnderstandingContext, _ base: Request?) {
        (self.symbols, self.line, self.context) = (symbols, line, context)
        var days: [(String, JSON)] = []
        if case .ask(let ask)? = base, case .periods = ask.selection.span {
        } else if case .ask? = base, let json = base?.json {
            days = [("periods", json["periods"] ?? .null), ("assumed", json["assumed"] ?? .bool(false))]
        } else {
            let habit = TimeParser.habitualPeriod(asOf: context.asOf)
            days = [("periods", .array([SequenceRequest.json(habit)])), ("assumed", .bool(true))]
        }
        unsaid = days
    }

    // MARK: Symbols

    private var next: String { place < symbols.count ? symbols[place] : "" }

    private mutating func take() throws(Malformed) -> String {
        guard place < symbols.count else { throw Malformed() }
        place += 1
        return symbols[place - 1]
    }

    /// Takes the next symbol if it is that one.
    private mutating func takes(_ symbol: String) -> Bool {
        guard next == symbol else { return false }
        place += 1
        return true
    }

    /// What stands behind a prefix of the next symbol, if it has that.
    private mutating func taken(_ prefix: String) -> String? {
        guard next.hasPrefix(prefix) else { return nil }
        place += 1
        return String(symbols[place - 1].dropFirst(prefix.count))
    }

    private mutating func needed(_ prefix: String) throws(Malformed) -> String {
        guard let rest = taken(prefix) else { throw Malformed() }
        return rest
    }

    private mutating func number() throws(Malformed) -> JSON {
        guard let number = Int(try needed("n:")) else { throw Malformed() }
        return .int(number)
    }

    /// Between two requests of one line.
    static let separator = ";"

    private mutating func span() throws(Malformed) -> NamedSpan {
        guard let span = line.spans[try take()] else { throw Malformed() }
        return span
    }

    private mutating func amount() throws(Malformed) -> AmountExpression {
        guard case .amount(let amount) = try span().what else { throw Malformed() }
        return amount
    }

    /// Minor units.
    private mutating func sum() throws(Malformed) -> Int64 {
        if let sum = line.bindings.sum(next) {
            place += 1
            return sum
        }
        return try amount().amount
    }

    private var isTime: Bool {
        if line.bindings.period(next) != nil { return true }
        return if case .time? = line.spans[next]?.what { true } else { false }
    }

    private var isFilter: Bool {
        if case .name? = line.spans[next]?.what { return true }
        if line.bindings.filter(next) != nil { return true }
        return SequenceRequest.filters.contains(next) || SequenceRequest.filterPrefixes.contains { next.hasPrefix($0) }
    }

    private static let filters: Set<String> = [
        "over", "under", "is", "days", "near", "not", "and(", "or(", "after", "before",
    ]
    private static let filterPrefixes = ["cat:", "wd:", "status:", "recurring:"]

    // MARK: Rows

    private static func one(_ name: String, _ value: JSON) -> JSON { .object([(name, value)]) }

    private mutating func filter() throws(Malformed) -> JSON {
        if let filter = line.bindings.filter(next) {
            place += 1
            return filter.json
        }
        if let span = line.spans[next] {
            place += 1
            guard let rows = span.rows else { throw Malformed() }
            return rows.filter.json
        }
        for (prefix, name) in [("cat:", "category"), ("status:", "status"), ("recurring:", "recurring")] {
            if let value = taken(prefix) { return SequenceRequest.one(name, .string(value)) }
        }
        if let days = taken("wd:") {
            return SequenceRequest.one("weekdays", .strings(days.split(separator: ",").map(String.init)))
        }
        let symbol = try take()
        switch symbol {
        case "over", "under", "is":
            var amount = try amount()
            // Which side is meant stands in the line where it is said.
            if amount.relation == .exactly, symbol != "is" { amount.relation = symbol == "over" ? .over : .under }
            return RowFilter(amount).json
        case "days":
            guard case .time(let time) = try span().what, !time.weekdays.isEmpty else { throw Malformed() }
            return RowFilter.weekdays(time.weekdays).json
        case "near":
            let unit = try take()
            let (from, to) = (try number(), try number())
            let members: [(String, JSON)] = [("unit", .string(unit)), ("from", from), ("to", to)]
            return SequenceRequest.one("near", .object(members + (try selection())))
        case "after", "before":
            let edge = try take()
            return SequenceRequest.one(symbol, .object([("edge", .string(edge))] + (try selection())))
        case "not": return SequenceRequest.one("not", try filter())
        case "and(", "or(":
            var parts: [JSON] = []
            while !takes(")") { parts.append(try filter()) }
            guard parts.count != 1 else { return parts[0] }
            return SequenceRequest.one(String(symbol.dropLast()), .array(parts))
        default: throw Malformed()
        }
    }

    private static func json(_ period: Period) -> JSON {
        .object([
            ("start", .string(period.start.iso)), ("end", .string(period.end.iso)), ("label", .string(period.label)),
        ])
    }

    private mutating func period() throws(Malformed) -> Period {
        if let period = line.bindings.period(next) {
            place += 1
            return period
        }
        guard case .time(let time) = try span().what, !time.isWeekdaysOnly else { throw Malformed() }
        return time.period
    }

    private mutating func periods() throws(Malformed) -> [Period] {
        var found: [Period] = []
        while isTime { found.append(try period()) }
        return found.sorted { $0.start < $1.start }
    }

    /// Rows in braces.
    private mutating func selection() throws(Malformed) -> [(String, JSON)] {
        guard takes("{") else { throw Malformed() }
        let flow = taken("f:") ?? "spending"
        let filter = isFilter ? try filter() : .null
        let days = try periods()
        guard takes("}") else { throw Malformed() }
        return [
            ("flow", .string(flow)), ("filter", filter),
            ("periods", days.isEmpty ? .null : .array(days.map(SequenceRequest.json))),
        ]
    }

    // MARK: Requests

    private mutating func request() throws(Malformed) -> [(String, JSON)] {
        let kind = try needed("k:")
        return [("kind", .string(kind))] + (kind == "ask" ? try ask() : try other(kind))
    }

    private mutating func ask() throws(Malformed) -> [(String, JSON)] {
        var members: [(String, JSON)] = [("flow", .string(try needed("f:")))]
        if isFilter { members.append(("filter", try filter())) }
        let days = try periods()
        let daysPlace = members.count
        members += measure(try needed("m:"))
        if takes("of") { members.append(("whole", .object(try selection()))) }
        if let grouping = taken("by:") { members.append(("group_by", .string(grouping))) }
        if takes("where") { members.append(("where", try condition())) }
        var said = days
        if takes("vs") { members.append(("against", try against(&said))) }
        if takes("sides") { members.append(("against", try sides())) }
        if takes("rows") { members.append(("show", .string("rows"))) }
        if let order = taken("o:") { members.append(("order", .string(order))) }
        if takes("lim") { members.append(("limit", try number())) }
        if takes("off") { members.append(("offset", try number())) }
        if let each = taken("each:") { members.append(("each", .string(each))) }
        var also: [JSON] = []
        while let more = taken("also:") { also.append(.object(measure(more))) }
        if !also.isEmpty { members.append(("also", .array(also))) }
        let periods = said.isEmpty ? unsaid : [("periods", .array(said.map(SequenceRequest.json)))]
        members.insert(contentsOf: periods, at: daysPlace)
        return members
    }

    /// `average.month`
    private func measure(_ text: String) -> [(String, JSON)] {
        let parts = text.split(separator: ".").map(String.init)
        return [("measure", .string(parts.first ?? ""))] + (parts.count > 1 ? [("unit", .string(parts[1]))] : [])
    }

    private mutating func condition() throws(Malformed) -> JSON {
        let (quantity, relation) = (try needed("q:"), try take())
        let bound = next.hasPrefix("n:") ? try number() : .integer(try sum())
        var members: [(String, JSON)] = [
            ("quantity", .string(quantity)), ("relation", .string(relation)), ("bound", bound),
        ]
        if next == "{" { members.append(("base", .object(try selection()))) }
        return .object(members)
    }

    /// - Parameter days: those asked about. Of two spans the later one is held against the earlier.
    private mutating func against(_ days: inout [Period]) throws(Malformed) -> JSON {
        if takes("usual") { return SequenceRequest.one("usual", .bool(true)) }
        if takes("prev") {
            guard let first = days.first, let last = days.last else { throw Malformed() }
            return SequenceRequest.one("period", SequenceRequest.json(Period(first.start, last.end).before))
        }
        if isTime {
            var other = try period()
            guard days != [other] else { throw Malformed() }
            if days.count == 1, days[0].end < other.start { swap(&days[0], &other) }
            return SequenceRequest.one("period", SequenceRequest.json(other))
        }
        let relation = try take()
        return .object([("amount_cents", .integer(try sum())), ("relation", .string(relation))])
    }

    private mutating func sides() throws(Malformed) -> JSON {
        var sides: [JSON] = []
        while next == "{" {
            let start = place
            let members = try selection()
            let said = symbols[start..<place].compactMap(name)
            let name = said.isEmpty ? "the other" : said.joined(separator: " and ")
            sides.append(.object([("name", .string(name))] + members))
        }
        guard takes("end"), !sides.isEmpty else { throw Malformed() }
        return SequenceRequest.one("sides", .array(sides))
    }

    /// What a reply calls what a symbol stands for; nil for what is no name.
    private func name(_ symbol: String) -> String? {
        if let filter = line.bindings.filter(symbol) {
            return RequestWords(context.taxonomy).subject(Selection(.spending, filter))
        }
        return line.spans[symbol]?.name(context)
    }

    /// Questions about accounts, payments that recur, the days to come: members in any order.
    private mutating func other(_ kind: String) throws(Malformed) -> [(String, JSON)] {
        var members: [(String, JSON)] = []
        var accounts: [String] = []
        var without: [String] = []
        func names(_ filter: JSON) throws(Malformed) -> [String] {
            if let name = filter["account"]?.string { return [name] }
            guard let parts = filter["or"]?.array else { throw Malformed() }
            return try parts.map { part throws(Malformed) in try names(part) }.flatMap { $0 }
        }
        while place < symbols.count {
            let parts = next.split(separator: ":", maxSplits: 1).map(String.init)
            if parts.count == 2, SequenceRequest.words.contains(parts[0]) {
                place += 1
                members.append((parts[0], .string(parts[1])))
            } else if let flow = taken("f:") {
                members.append(("flow", .string(flow)))
            } else if takes("where") {
                members.append(("where", try condition()))
            } else if takes("before_pay") {
                members.append(("before_pay", .bool(true)))
            } else if takes("at") {
                members.append(("day", .string(try period().end.iso)))
            } else if takes("vs") {
                members.append(("against", SequenceRequest.one("period", SequenceRequest.json(try period()))))
            } else if takes("without") {
                without += try names(try filter())
            } else if isFilter {
                let isAccount = line.spans[next]?.rows?.isAccount ?? line.bindings.filter(next)?.isOfAccounts ?? false
                let rows = try filter()
                if isAccount, kind != "recurring", kind != "unusual" {
                    accounts += try names(rows)
                } else {
                    members.append(("filter", rows))
                }
            } else if isTime {
                members.append(("periods", .array(try periods().map(SequenceRequest.json))))
            } else {
                throw Malformed()
            }
        }
        if !accounts.isEmpty { members.append(("accounts", .strings(accounts))) }
        if !without.isEmpty { members.append(("without", .strings(without))) }
        return members
    }

    private static let words: Set<String> = ["topic", "detail", "account_type", "streams", "pick", "unit", "every"]
}

extension NamedSpan {
    /// What a reply calls it; nil for what is no name.
    func name(_ context: UnderstandingContext) -> String? {
        guard case .name(let match) = what else { return nil }
        switch match.kind {
        case .category(let ids): return ids.first.map { context.taxonomy[$0]?.name.lowercased() ?? $0 }
        case .merchant(let names), .account(let names): return names.first
        case .unknown(let text), .unknownAccount(let text): return text
        }
    }
}

extension Period {
    /// As many days, or whole months, before it.
    fileprivate var before: Period {
        let end = start.adding(days: -1)
        guard start == start.startOfMonth, self.end == self.end.endOfMonth else {
            return Period(start.adding(days: -days), end)
        }
        var (first, months) = (start, 0)
        while first <= self.end { (first, months) = (first.endOfMonth.adding(days: 1), months + 1) }
        var begin = start
        for _ in 0..<months { begin = begin.adding(days: -1).startOfMonth }
        return Period(begin, end)
    }
}
