/// What is wrong with the JSON of a request, and where.
public struct RequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The way to the value from the outermost object: `filter.and[1].amount`; empty for the whole.
    public let path: String
    /// What is wrong and what would be right.
    public let reason: String

    /// One line for people.
    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

extension Request {
    /// The request that a JSON object states, as `json` writes it. Members that are missing are as if they were null.
    ///
    /// - Parameter json: a request, or an object whose member `request` is one, such as an answer.
    /// - Throws: `RequestError` for the first thing that is wrong.
    public init(json: JSON) throws(RequestError) {
        if let inner = json["request"] {
            self = try RequestReader(inner, "request").request()
        } else {
            self = try RequestReader(json, "").request()
        }
    }

    /// - Throws: `RequestError`, also where the text is no JSON.
    public init(jsonText text: String) throws(RequestError) {
        let value: JSON
        do { value = try JSON.parse(text) } catch {
            throw RequestError(path: "", reason: "not JSON: \(error.message)")
        }
        try self.init(json: value)
    }

    /// The requests that a JSON text states: one, or those of an object whose member `requests` lists them.
    ///
    /// - Throws: `RequestError`, also where the text is no JSON.
    public static func list(jsonText text: String) throws(RequestError) -> [Request] {
        guard let list = (try? JSON.parse(text))?["requests"]?.array, !list.isEmpty else {
            return [try Request(jsonText: text)]
        }
        var found: [Request] = []
        for (index, json) in list.enumerated() {
            found.append(try RequestReader(json, "requests[\(index)]").request())
        }
        return found
    }

    /// Every member that `RequestSchema` names, null where it means nothing. `other` of an intent that has a request of its
    /// own is written as that one.
    public var json: JSON {
        var members = RequestSchema.members.map { ($0, JSON.null) }
        func set(_ name: String, _ value: JSON) {
            if let index = members.firstIndex(where: { $0.0 == name }) { members[index].1 = value }
        }
        func setPeriod(_ period: Period?) { set("periods", .optional(period) { .array([$0.requestJSON]) }) }
        set("kind", .string(kindName))
        switch self {
        case .ask(let ask): for (name, value) in ask.members { set(name, value) }
        case .balance(let ask):
            set("topic", .string(ask.topic.rawValue))
            set("detail", .optional(ask.detail) { .string($0.rawValue) })
            set("accounts", .strings(ask.accounts))
            set("account_type", .optional(ask.type) { .string($0.rawValue) })
            set("without", .strings(ask.without))
            set("day", .optional(ask.day) { .string($0.iso) })
            setPeriod(ask.period)
            set("where", .optional(ask.condition, \.json))
        case .forecast(let ask):
            set("topic", .string(ask.topic.rawValue))
            set("accounts", .strings(ask.accounts))
            set("day", .optional(ask.until) { .string($0.iso) })
            set("filter", ask.filter.json)
            set("unit", .optional(ask.per) { .string($0.rawValue) })
            set("before_pay", ask.isBeforePay ? .bool(true) : .null)
            setPeriod(ask.period)
            set("where", .optional(ask.condition, \.json))
        case .summary(let period): setPeriod(period)
        case .recurring(let ask):
            set("topic", .string(ask.topic.rawValue))
            set("streams", .optional(ask.kind, JSON.string))
            set("filter", ask.filter.json)
            setPeriod(ask.period)
            set("detail", .optional(ask.detail) { .string($0.rawValue) })
            set("pick", .optional(ask.pick) { .string($0.rawValue) })
            set("unit", .optional(ask.per) { .string($0.rawValue) })
            set("every", .optional(ask.every) { .string($0.rawValue) })
            set("before_pay", ask.isBeforePay ? .bool(true) : .null)
            set("against", .optional(ask.against) { Ask.Against.period($0).json })
        case .unusual(let selection): for (name, value) in selection.members { set(name, value) }
        case .other: break
        }
        return .object(members)
    }

    private var kindName: String {
        switch self {
        case .ask: "ask"
        case .balance, .recurring, .unusual, .forecast, .summary, .other: intent.rawValue
        }
    }
}

// MARK: Writing

extension RowFilter {
    /// null for `all`, else an object with one member.
    public var json: JSON {
        func one(_ name: String, _ value: JSON) -> JSON { .object([(name, value)]) }
        return switch self {
        case .all: .null
        case .category(let id): one("category", .string(id))
        case .merchant(let name): one("merchant", .string(name))
        case .account(let name): one("account", .string(name))
        case .text(let words): one("text", .string(words))
        case .amount(let least, let most):
            one(
                "amount",
                .object([
                    ("min_cents", .optional(least, JSON.integer)), ("max_cents", .optional(most, JSON.integer)),
                ]))
        case .weekdays(let days): one("weekdays", .strings(days.sorted().map(RequestSchema.weekday)))
        case .daysOfMonth(let days):
            one("days_of_month", .object([("from", .int(days.lowerBound)), ("to", .int(days.upperBound))]))
        case .status(let status): one("status", .string(status.rawValue))
        case .currency(let currency): one("currency", .string(currency.code))
        case .recurring(let kind): one("recurring", .string(kind))
        case .rows(let ids): one("rows", .array(ids.map(JSON.integer)))
        case .near(let unit, let after, let selection):
            one(
                "near",
                .object(
                    [
                        ("unit", .string(unit.rawValue)), ("from", .int(after.lowerBound)),
                        ("to", .int(after.upperBound)),
                    ] + selection.members))
        case .after(let edge, let selection):
            one("after", .object([("edge", .string(edge.rawValue))] + selection.members))
        case .before(let edge, let selection):
            one("before", .object([("edge", .string(edge.rawValue))] + selection.members))
        case .and(let parts): one("and", .array(parts.map(\.json)))
        case .or(let parts): one("or", .array(parts.map(\.json)))
        case .not(let part): one("not", part.json)
        }
    }
}

extension Period {
    fileprivate var requestJSON: JSON {
        .object([("start", .string(start.iso)), ("end", .string(end.iso)), ("label", .string(label))])
    }
}

extension Selection {
    fileprivate var members: [(String, JSON)] {
        let (periods, isAssumed): (JSON, Bool) =
            switch span {
            case .everything: (.null, false)
            case .periods(let periods): (.array(periods.map(\.requestJSON)), false)
            case .assumed(let period): (.array([period.requestJSON]), true)
            }
        return [
            ("flow", .string(flow.rawValue)), ("filter", filter.json), ("periods", periods),
            ("assumed", .bool(isAssumed)),
        ]
    }

    fileprivate var json: JSON { .object(members) }
}

extension Ask.Condition {
    fileprivate var json: JSON {
        .object([
            ("quantity", .string(quantity.rawValue)), ("relation", .string(relation.rawValue)),
            ("bound", .integer(bound)), ("base", .optional(base, \.json)),
        ])
    }
}

extension Ask.Against {
    fileprivate var json: JSON {
        switch self {
        case .period(let period): .object([("period", period.requestJSON)])
        case .sides(let sides):
            .object([
                ("sides", .array(sides.map { .object([("name", .string($0.name))] + $0.selection.members) }))
            ])
        case .usual: .object([("usual", .bool(true))])
        case .amount(let cents, let relation):
            .object([("amount_cents", .integer(cents)), ("relation", .string(relation.rawValue))])
        }
    }
}

extension Ask {
    fileprivate var members: [(String, JSON)] {
        selection.members + [
            ("measure", .string(measure.name)), ("unit", .optional(measure.unit) { .string($0.rawValue) }),
            ("whole", .optional(measure.whole, \.json)),
            ("group_by", .optional(grouping) { .string($0.rawValue) }), ("where", .optional(condition, \.json)),
            ("against", .optional(against, \.json)), ("show", .string(view.rawValue)),
            ("order", .optional(order) { .string($0.rawValue) }), ("limit", .optional(limit, JSON.int)),
            ("offset", .int(offset)), ("each", .optional(each) { .string($0.rawValue) }),
            (
                "also",
                also.isEmpty
                    ? .null
                    : .array(
                        also.map {
                            .object([
                                ("measure", .string($0.name)), ("unit", .optional($0.unit) { .string($0.rawValue) }),
                            ])
                        })
            ),
        ]
    }
}

extension Ask.Measure {
    /// Its name in JSON.
    var name: String {
        switch self {
        case .total: "total"
        case .count: "count"
        case .average: "average"
        case .rate: "rate"
        case .median: "median"
        case .largest: "largest"
        case .smallest: "smallest"
        case .share(_, let byCount): byCount ? "share_of_count" : "share"
        case .countWithout: "count_without"
        case .longestStreak(_, let withRows): withRows ? "longest_streak" : "longest_streak_without"
        case .gap: "gap"
        case .lastDay: "last_day"
        case .firstDay: "first_day"
        case .spread: "spread"
        case .reachedDay: "reached_day"
        }
    }

    /// What is counted, or what the value is taken per; nil where it has none.
    public var unit: Ask.Unit? {
        switch self {
        case .count(let unit), .average(let unit), .rate(let unit), .median(let unit), .countWithout(let unit),
            .longestStreak(let unit, _), .spread(let unit):
            unit
        default: nil
        }
    }

    fileprivate var whole: Selection? {
        if case .share(let whole, _) = self { whole } else { nil }
    }
}

// MARK: Reading

/// A value within a request's JSON, and the way to it.
private struct RequestReader {
    let value: JSON
    let path: String

    init(_ value: JSON, _ path: String) {
        self.value = value
        self.path = path
    }

    func failure(_ reason: String) -> RequestError { RequestError(path: path, reason: reason) }

    // MARK: Plain values

    /// The member of that name; nil where it is missing or null.
    func member(_ name: String) -> RequestReader? {
        guard let value = value[name], !value.isNull else { return nil }
        return RequestReader(value, path.isEmpty ? name : "\(path).\(name)")
    }

    func needed(_ name: String) throws(RequestError) -> RequestReader {
        guard let member = member(name) else { throw failure("“\(name)” is missing") }
        return member
    }

    /// Checks that it is an object without members of other names.
    func checkObject(_ names: [String]) throws(RequestError) {
        guard let members = value.object else { throw failure("must be an object in { }") }
        for (name, _) in members where !names.contains(name) {
            throw failure("there is no “\(name)” here; known: \(names.joined(separator: ", "))")
        }
    }

    func text() throws(RequestError) -> String {
        guard let text = value.string, !text.isEmpty else { throw failure("must be a text in quotes, not empty") }
        return text
    }

    func number() throws(RequestError) -> Int64 {
        guard let number = value.int64 else { throw failure("must be a whole number") }
        return number
    }

    func number(_ range: ClosedRange<Int>) throws(RequestError) -> Int {
        guard let number = value.int, range.contains(number) else {
            throw failure("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func bool() throws(RequestError) -> Bool {
        guard let bool = value.bool else { throw failure("must be true or false") }
        return bool
    }

    func day() throws(RequestError) -> CivilDate {
        guard let text = value.string, let day = CivilDate(iso: text) else {
            throw failure("must be a day such as \"2026-09-30\"")
        }
        return day
    }

    func list() throws(RequestError) -> [RequestReader] {
        guard let values = value.array else { throw failure("must be a list in [ ]") }
        return values.enumerated().map { RequestReader($1, "\(path)[\($0)]") }
    }

    func choice<T: CaseIterable & RawRepresentable<String>>(_ type: T.Type) throws(RequestError) -> T {
        guard let choice = value.string.flatMap(T.init(rawValue:)) else {
            throw failure("must be one of: \(T.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    func choice(of names: [String]) throws(RequestError) -> String {
        guard let name = value.string, names.contains(name) else {
            throw failure("must be one of: \(names.joined(separator: ", "))")
        }
        return name
    }

    func unit(of units: [Ask.Unit]) throws(RequestError) -> Ask.Unit? {
        Ask.Unit(rawValue: try choice(of: units.map(\.rawValue)))
    }

    func map<T>(_ read: (RequestReader) throws(RequestError) -> T) throws(RequestError) -> [T] {
        var out: [T] = []
        for element in try list() { out.append(try read(element)) }
        return out
    }

    // MARK: Requests

    func request() throws(RequestError) -> Request {
        try checkObject(RequestSchema.members)
        let kind = try needed("kind").choice(of: RequestSchema.kinds)
        let own = RequestSchema.members(ofKind: kind)
        for name in RequestSchema.members where !own.contains(name) {
            // What says nothing does no harm: models fill in every member.
            guard let stray = member(name), name != "assumed", name != "offset" else { continue }
            throw stray.failure("means nothing for “\(kind)”; leave it out or give null")
        }
        switch kind {
        case "ask": return .ask(try ask())
        case "balance", "net_worth": return .balance(try balance(kind == "balance" ? .balance : .netWorth))
        case "forecast":
            return .forecast(
                ForecastAsk(
                    try member("topic")?.choice(ForecastAsk.Topic.self) ?? .safe, accounts: try names("accounts"),
                    until: try member("day")?.day(), isBeforePay: try member("before_pay")?.bool() ?? false,
                    over: try onePeriod(), on: try filter(), per: try member("unit")?.unit(of: ForecastAsk.spans),
                    where: try member("where")?.condition()))
        case "summary": return .summary(try onePeriod())
        case "unusual": return .unusual(try selection())
        case "recurring":
            return .recurring(
                RecurringAsk(
                    try member("topic")?.choice(RecurringAsk.Topic.self) ?? .list,
                    try member("detail")?.choice(RecurringAsk.Detail.self), filter: try filter(),
                    kind: try member("streams")?.choice(of: RequestSchema.streams), period: try onePeriod(),
                    pick: try member("pick")?.choice(RecurringAsk.Pick.self),
                    per: try member("unit")?.unit(of: RecurringAsk.spans),
                    isBeforePay: try member("before_pay")?.bool() ?? false,
                    every: try member("every")?.unit(of: RecurringAsk.rhythms), against: try otherDays()))
        default: return .other(Intent(rawValue: kind) ?? .outOfScope)
        }
    }

    private func balance(_ usual: BalanceAsk.Topic) throws(RequestError) -> BalanceAsk {
        BalanceAsk(
            try member("topic")?.choice(BalanceAsk.Topic.self) ?? usual,
            try member("detail")?.choice(BalanceAsk.Detail.self), accounts: try names("accounts"),
            type: try member("account_type")?.choice(AccountType.self), without: try names("without"),
            on: try member("day")?.day(), over: try onePeriod(), where: try member("where")?.condition())
    }

    /// The other days of payments that recur, which nothing else is held against.
    private func otherDays() throws(RequestError) -> Period? {
        guard let member = member("against") else { return nil }
        guard case .period(let period) = try member.against() else {
            throw member.failure("must be a period for “recurring”")
        }
        return period
    }

    private func names(_ name: String) throws(RequestError) -> [String] {
        try member(name)?.map { element throws(RequestError) in try element.text() } ?? []
    }

    private func onePeriod() throws(RequestError) -> Period? {
        guard let list = member("periods") else { return nil }
        let periods = try list.map { element throws(RequestError) in try element.period() }
        guard periods.count == 1 else { throw list.failure("must hold one period") }
        return periods[0]
    }

    func period() throws(RequestError) -> Period {
        try checkObject(["start", "end", "label"])
        let (start, end) = (try needed("start").day(), try needed("end").day())
        guard start <= end else { throw failure("ends before it starts") }
        return Period(start, end, label: try member("label")?.text())
    }

    func selection() throws(RequestError) -> Selection {
        Selection(try member("flow")?.choice(Selection.Flow.self) ?? .spending, try filter(), try span())
    }

    private func span() throws(RequestError) -> Selection.Span {
        let isAssumed = try member("assumed")?.bool() ?? false
        guard let list = member("periods") else {
            if isAssumed { throw failure("“assumed” needs a period in “periods”") }
            return .everything
        }
        let periods = try list.map { element throws(RequestError) in try element.period() }
        if periods.isEmpty { throw list.failure("must not be empty; null means everything") }
        if isAssumed {
            guard periods.count == 1 else { throw list.failure("one period can be assumed, not several") }
            return .assumed(periods[0])
        }
        for (one, next) in zip(periods, periods.dropFirst()) where next.start <= one.end {
            throw list.failure("must be in order of time and apart from one another")
        }
        return .periods(periods)
    }

    private func filter() throws(RequestError) -> RowFilter { try member("filter")?.rowFilter() ?? .all }

    func rowFilter() throws(RequestError) -> RowFilter {
        if value.isNull { return .all }
        try checkObject(RequestSchema.filters)
        let given = RequestSchema.filters.filter { member($0) != nil || ($0 == "not" && value["not"] != nil) }
        guard given.count == 1, let name = given.first else {
            throw failure(
                "must have one member: \(RequestSchema.filters.joined(separator: ", ")); join several with “and”")
        }
        // `not` of everything is null beneath.
        let inner = member(name) ?? RequestReader(.null, path + ".not")
        switch name {
        case "category": return .category(try inner.text())
        case "merchant": return .merchant(try inner.text())
        case "account": return .account(try inner.text())
        case "text": return .text(try inner.text())
        case "amount": return try inner.amounts()
        case "weekdays":
            let days = try inner.map { element throws(RequestError) in
                try element.choice(of: RequestSchema.weekdays)
            }
            return .weekdays(Set(days.compactMap { RequestSchema.weekdays.firstIndex(of: $0).map { $0 + 1 } }))
        case "days_of_month": return try inner.daysOfMonth()
        case "status":
            return .status(try inner.choice(of: ["posted", "pending"]) == "pending" ? .pending : .posted)
        case "currency":
            guard let currency = Currency(try inner.text()) else { throw inner.failure("must be a code such as USD") }
            return .currency(currency)
        case "recurring": return .recurring(try inner.choice(of: RequestSchema.streams))
        case "rows": return .rows(try inner.map { element throws(RequestError) in try element.number() })
        case "near": return try inner.near()
        case "after", "before":
            try inner.checkObject(["edge"] + RequestSchema.selectionMembers)
            let edge = try inner.member("edge")?.choice(RowFilter.Edge.self) ?? .last
            return name == "after" ? .after(edge, try inner.selection()) : .before(edge, try inner.selection())
        case "and": return .and(try inner.map { element throws(RequestError) in try element.rowFilter() })
        case "or": return .or(try inner.map { element throws(RequestError) in try element.rowFilter() })
        default: return .not(try inner.rowFilter())
        }
    }

    private func amounts() throws(RequestError) -> RowFilter {
        try checkObject(["min_cents", "max_cents"])
        let (least, most) = (try member("min_cents")?.number(), try member("max_cents")?.number())
        for bound in [least, most] where bound ?? 0 < 0 { throw failure("is a size, so neither end is below 0") }
        if let least, let most, least > most { throw failure("“min_cents” must not be above “max_cents”") }
        return .amount(least, most)
    }

    private func near() throws(RequestError) -> RowFilter {
        try checkObject(["unit", "from", "to"] + RequestSchema.selectionMembers)
        let unit = try needed("unit").choice(Ask.Unit.self)
        let (from, to) = (try member("from")?.number(-400...400) ?? 0, try member("to")?.number(-400...400) ?? 0)
        guard from <= to else { throw failure("“from” must not be after “to”") }
        return .near(unit, from...to, try selection())
    }

    private func daysOfMonth() throws(RequestError) -> RowFilter {
        try checkObject(["from", "to"])
        let (from, to) = (try needed("from").number(1...31), try needed("to").number(1...31))
        guard from <= to else { throw failure("“from” must not be after “to”") }
        return .daysOfMonth(from...to)
    }

    private func ask() throws(RequestError) -> Ask {
        Ask(
            try selection(), measure: try measure(), by: try member("group_by")?.choice(Ask.Grouping.self),
            where: try member("where")?.condition(), against: try member("against")?.against(),
            view: try member("show")?.choice(Ask.View.self) ?? .figures,
            order: try member("order")?.choice(Ask.Order.self), limit: try member("limit")?.number(1...10_000),
            offset: try member("offset")?.number(0...1_000_000) ?? 0,
            each: try member("each")?.choice(Ask.Grouping.self),
            also: try member("also")?.map { element throws(RequestError) in
                try element.checkObject(["measure", "unit"])
                let measure = try element.measure()
                guard measure.whole == nil else { throw element.failure("a share is asked for by itself") }
                return measure
            } ?? [])
    }

    private func measure() throws(RequestError) -> Ask.Measure {
        let name = try member("measure")?.choice(of: RequestSchema.measures) ?? "total"
        let unit = try member("unit")?.choice(Ask.Unit.self)
        if let stray = member("unit"), !RequestSchema.measuresWithUnit.contains(name) {
            throw stray.failure("means nothing for the measure “\(name)”")
        }
        if let stray = member("whole"), !name.hasPrefix("share") {
            throw stray.failure("means something for the measures share and share_of_count only")
        }
        switch name {
        case "count": return .count(unit ?? .transaction)
        case "average": return .average(unit ?? .transaction)
        case "rate":
            guard let unit else { throw failure("the measure “rate” needs a “unit”, such as week") }
            return .rate(unit)
        case "median": return .median(unit ?? .transaction)
        case "largest": return .largest
        case "smallest": return .smallest
        case "share", "share_of_count":
            let whole = try needed("whole")
            try whole.checkObject(RequestSchema.selectionMembers)
            return .share(of: try whole.selection(), byCount: name == "share_of_count")
        case "count_without": return .countWithout(unit ?? .day)
        case "longest_streak": return .longestStreak(unit ?? .day, withRows: true)
        case "longest_streak_without": return .longestStreak(unit ?? .day, withRows: false)
        case "gap": return .gap
        case "last_day": return .lastDay
        case "first_day": return .firstDay
        case "spread": return .spread(unit ?? .transaction)
        case "reached_day": return .reachedDay
        default: return .total
        }
    }

    func condition() throws(RequestError) -> Ask.Condition {
        try checkObject(["quantity", "relation", "bound", "base"])
        return Ask.Condition(
            try needed("quantity").choice(Ask.Condition.Quantity.self),
            try needed("relation").choice(Ask.Condition.Relation.self), try needed("bound").number(),
            above: try member("base")?.selection())
    }

    func against() throws(RequestError) -> Ask.Against {
        try checkObject(["period", "sides", "usual", "amount_cents", "relation"])
        if let period = member("period") { return .period(try period.period()) }
        if let list = member("sides") {
            let sides = try list.map { side throws(RequestError) in
                try side.checkObject(["name"] + RequestSchema.selectionMembers)
                return Ask.Side(try side.needed("name").text(), try side.selection())
            }
            if sides.isEmpty { throw list.failure("must name at least one side") }
            return .sides(sides)
        }
        if let amount = member("amount_cents") {
            return .amount(try amount.number(), try needed("relation").choice(Ask.Condition.Relation.self))
        }
        guard try member("usual")?.bool() == true else {
            throw failure("must have one of: period, sides, usual, amount_cents with relation")
        }
        return .usual
    }
}
