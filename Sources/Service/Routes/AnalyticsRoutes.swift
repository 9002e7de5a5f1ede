import Advice
import Coaching
import Ledger
import Retrieval
import Store

extension Routes {
    private static let range = Route.Parameter(name: "range", schema: Shape.choice(["7d", "30d", "mtd", "90d"]))

    /// Spending as the Guardian Card API tells it, from the queries that answer questions.
    static let analytics: [Route] = [
        Route(
            "GET", "/analytics/summary", "Spending and checked payments of some days", .read, parameters: [range],
            answer: Shape.object([
                ("range", Shape.object([("start", Shape.text), ("end", Shape.text)])), ("spend_cents", Shape.whole),
                ("charge_count", Shape.whole), ("auth_events", Shape.whole), ("risky_rate", Shape.number),
                ("override_rate", Shape.number), ("currency", Shape.text),
                (
                    "other_currencies",
                    Shape.list(
                        Shape.object([
                            ("currency", Shape.text), ("spend_cents", Shape.whole), ("charge_count", Shape.whole),
                        ]))
                ), ("notes", Shape.list(Shape.text)),
            ]), isFlat: true, run: summary),
        Route(
            "GET", "/analytics/by-category", "Spending by category", .read, parameters: [range],
            answer: Shape.list(
                Shape.object(
                    [("category", Shape.text), ("spend_cents", Shape.whole), ("count", Shape.whole)]
                        + CurrencySums.members)),
            isFlat: true, tellsNotes: true
        ) { try groups($0, .category, named: "category") },
        Route(
            "GET", "/analytics/timeseries", "Spending by day", .read, parameters: [range],
            answer: Shape.list(
                Shape.object([("day", Shape.text), ("spend_cents", Shape.whole)] + CurrencySums.members)), isFlat: true,
            tellsNotes: true, run: days),
        Route(
            "GET", "/analytics/merchants", "Where most was spent", .read, parameters: [range],
            answer: Shape.list(
                Shape.object(
                    [("merchant", Shape.text), ("spend_cents", Shape.whole), ("count", Shape.whole)]
                        + CurrencySums.members)),
            isFlat: true, tellsNotes: true
        ) { try groups($0, .merchant, named: "merchant", limit: 10) },
        Route(
            "GET", "/analytics/rules-progress",
            "How far the limits are used this month; limits are of calendar months, whichever “range” is given", .read,
            parameters: [range],
            answer: Shape.list(
                Shape.object([
                    ("category", Shape.text), ("limit_cents", Shape.whole), ("spent_mtd_cents", Shape.whole),
                    ("remaining_cents", Shape.whole), ("utilization", Shape.orNull(Shape.number)),
                    ("currency", Shape.text),
                ])), isFlat: true, tellsNotes: true
        ) { call in
            // An app sends the same range to all of these.
            _ = try period(call)
            return try call.household { seat in
                let progress = try RuleBook(seat.index).progress(asOf: call.today)
                return try listed(progress.map(\.json), Period(call.today.startOfMonth, call.today), seat, call)
            }
        },
        Route(
            "POST", "/analytics/assess-purchase", "Whether to buy something, with the reasons", .read,
            body: PaymentFields.shape,
            answer: Shape.object([
                ("input", Shape.anyObject), ("existing_rule", Shape.orNull(Shape.anyObject)),
                ("metrics", Shape.anyObject), ("assessment", Shape.anyObject), ("score", Shape.anyObject),
                ("verdict", Shape.orNull(Shape.choice(["buy", "wait", "skip"]))), ("reasons", Shape.list(Shape.text)),
                ("reply", Shape.text),
            ]), isFlat: true
        ) { call in
            try call.household { seat in
                let payment = try PaymentFields(call, seat)
                let advice = try payment.desk.assess(payment.purchase())
                return HTTPResponse(advice.json(VerdictWords(advice, taxonomy: seat.index.taxonomy)))
            }
        },
    ]

    private static func period(_ call: Call) throws -> Period {
        switch call.request.parameter("range") ?? "30d" {
        case "7d": .past(days: 7, endingOn: call.today)
        case "30d": .past(days: 30, endingOn: call.today)
        case "90d": .past(days: 90, endingOn: call.today)
        case "mtd": Period(call.today.startOfMonth, call.today)
        default: throw HTTPFault(.invalidRequest, "“range” must be 7d, 30d, mtd, or 90d")
        }
    }

    private static func summary(_ call: Call) throws -> HTTPResponse {
        let period = try period(call)
        return try call.household { seat in
            let currency = try Coach.homeCurrency(seat.index)
            let totals = try Retriever(seat.index).figures(Query(period: period)).figures(named: "total")
                .compactMap { figure -> (amount: Money, rows: Int)? in
                    if case .money(let money) = figure.value { (money, figure.rows ?? 0) } else { nil }
                }
            let own = totals.first { $0.amount.currency == currency }
            let others = totals.filter { $0.amount.currency != currency }.map { total in
                JSON.object([
                    ("currency", .string(total.amount.currency.code)),
                    ("spend_cents", .integer(total.amount.minorUnits)), ("charge_count", .int(total.rows)),
                ])
            }
            let counts = try Guardian(seat.index).statistics(in: period)
            return HTTPResponse(
                .object([
                    (
                        "range",
                        .object([
                            ("start", .string(period.start.iso + "T00:00:00")),
                            ("end", .string(period.end.iso + "T23:59:59")),
                        ])
                    ), ("spend_cents", .integer(own?.amount.minorUnits ?? 0)), ("charge_count", .int(own?.rows ?? 0)),
                    ("auth_events", .int(counts.events)), ("risky_rate", .number(counts.riskyRate ?? 0)),
                    ("override_rate", .number(counts.overrideRate ?? 0)), ("currency", .string(currency.code)),
                    ("other_currencies", .array(others)),
                    ("notes", .strings(try notes(period, seat, call))),
                ]))
        }
    }

    /// What is missing from the spending of some days, such as that of a bank that wasn't read since.
    private static func notes(_ period: Period, _ seat: Seat, _ call: Call) throws -> [String] {
        try ReadingGaps(seat.index, asOf: call.today).notes(over: period, kinds: [.expense, .refund])
    }

    /// A mere list has no place for notes: they are in a header.
    private static func listed(_ rows: [JSON], _ period: Period, _ seat: Seat, _ call: Call) throws -> HTTPResponse {
        var response = HTTPResponse(.array(rows))
        let notes = try notes(period, seat, call).map { call.events.words.said($0) as String }
        if !notes.isEmpty { response.headers.append((Route.notesHeader, JSON.strings(notes).asciiText)) }
        return response
    }

    private static func groups(_ call: Call, _ grouping: Query.Grouping, named name: String, limit: Int = .max) throws
        -> HTTPResponse
    {
        let period = try period(call)
        return try call.household { seat in
            let sums = try CurrencySums(seat.index, period, grouping)
            return try listed(
                sums.keys(most: limit).map { sums.json($0, [(name, .string($0))]) }, period, seat, call)
        }
    }

    private static func days(_ call: Call) throws -> HTTPResponse {
        let period = try period(call)
        return try call.household { seat in
            let sums = try CurrencySums(seat.index, period, .day)
            let rows = (0..<period.days).map { offset in
                let day = period.start.adding(days: offset).iso
                return sums.json(day, [("day", .string(day + "T00:00:00"))], countsOwn: false)
            }
            return try listed(rows, period, seat, call)
        }
    }
}

extension JSON {
    /// As `text`, with every character beyond ASCII written as its number: for a header.
    fileprivate var asciiText: String {
        text.utf16.map { unit in
            guard unit > 0x7E else { return String(UnicodeScalar(UInt8(unit))) }
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}

/// Spending by group in each currency: that of the household, and beside it what was spent in others, which is never added to it.
private struct CurrencySums {
    private struct Sum {
        let key: String
        let amount: Money
        let count: Int
    }

    private let home: Currency
    private let sums: [Sum]
    private let byKey: [String: [Sum]]

    init(_ index: HouseholdIndex, _ period: Period, _ grouping: Query.Grouping) throws {
        home = try Coach.homeCurrency(index)
        let query = Query(period: period, grouping: grouping, limit: ToolCall.mostGroups)
        sums = try Retriever(index).figures(query).groups.compactMap { group in
            if case .money(let amount) = group.value {
                Sum(key: group.key, amount: amount, count: group.count)
            } else {
                nil
            }
        }
        byKey = Dictionary(grouping: sums, by: \.key)
    }

    /// Members of a group's JSON that every address has alike.
    static let members: [(String, JSON)] = [
        ("currency", Shape.text),
        (
            "other_currencies",
            Shape.described(
                Shape.list(
                    Shape.object([("currency", Shape.text), ("spend_cents", Shape.whole), ("count", Shape.whole)])),
                "What was spent in other currencies, which the sum beside it leaves out.")
        ),
    ]

    /// The groups with most spending in each currency, those of the household's first.
    func keys(most: Int) -> [String] {
        let currencies = [home] + Set(sums.map(\.amount.currency)).subtracting([home]).sorted { $0.code < $1.code }
        return currencies.flatMap { currency in
            sums.filter { $0.amount.currency == currency }.prefix(most).map(\.key)
        }.reduce(into: [String]()) { keys, key in if !keys.contains(key) { keys.append(key) } }
    }

    /// - Parameter countsOwn: whether the rows in the household's currency are counted.
    func json(_ key: String, _ names: [(String, JSON)], countsOwn: Bool = true) -> JSON {
        let all = byKey[key] ?? []
        let own = all.first { $0.amount.currency == home }
        let others = all.filter { $0.amount.currency != home }.map { sum in
            JSON.object([
                ("currency", .string(sum.amount.currency.code)), ("spend_cents", .integer(sum.amount.minorUnits)),
                ("count", .int(sum.count)),
            ])
        }
        return .object(
            names + [("spend_cents", .integer(own?.amount.minorUnits ?? 0))]
                + (countsOwn ? [("count", .int(own?.count ?? 0))] : []) + [
                    ("currency", .string(home.code)), ("other_currencies", .array(others)),
                ])
    }
}
