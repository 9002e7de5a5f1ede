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
                ),
            ]), isFlat: true, run: summary),
        Route(
            "GET", "/analytics/by-category", "Spending by category", .read, parameters: [range],
            answer: Shape.list(
                Shape.object([("category", Shape.text), ("spend_cents", Shape.whole), ("count", Shape.whole)])),
            isFlat: true
        ) { try groups($0, .category, named: "category") },
        Route(
            "GET", "/analytics/timeseries", "Spending by day", .read, parameters: [range],
            answer: Shape.list(Shape.object([("day", Shape.text), ("spend_cents", Shape.whole)])), isFlat: true,
            run: days),
        Route(
            "GET", "/analytics/merchants", "Where most was spent", .read, parameters: [range],
            answer: Shape.list(
                Shape.object([("merchant", Shape.text), ("spend_cents", Shape.whole), ("count", Shape.whole)])),
            isFlat: true
        ) { try groups($0, .merchant, named: "merchant", limit: 10) },
        Route(
            "GET", "/analytics/rules-progress", "How far the limits are used this month", .read,
            answer: Shape.list(
                Shape.object([
                    ("category", Shape.text), ("limit_cents", Shape.whole), ("spent_mtd_cents", Shape.whole),
                    ("remaining_cents", Shape.whole), ("utilization", Shape.number),
                ])), isFlat: true
        ) { call in
            try call.household { seat in
                let progress = try RuleBook(seat.index).progress(asOf: call.today)
                return HTTPResponse(.array(progress.map(\.json)))
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
                ]))
        }
    }

    /// Sums of the household's currency by group.
    private static func sums(_ seat: Seat, _ period: Period, _ grouping: Query.Grouping, limit: Int) throws
        -> [(key: String, cents: Int64, count: Int)]
    {
        let currency = try Coach.homeCurrency(seat.index)
        let evidence = try Retriever(seat.index).figures(Query(period: period, grouping: grouping, limit: limit))
        return evidence.groups.compactMap { group in
            guard case .money(let money) = group.value, money.currency == currency else { return nil }
            return (group.key, money.minorUnits, group.count)
        }
    }

    private static func groups(_ call: Call, _ grouping: Query.Grouping, named name: String, limit: Int = 1_000) throws
        -> HTTPResponse
    {
        let period = try period(call)
        return try call.household { seat in
            HTTPResponse(
                .array(
                    try sums(seat, period, grouping, limit: limit).map { sum in
                        .object([
                            (name, .string(sum.key)), ("spend_cents", .integer(sum.cents)), ("count", .int(sum.count)),
                        ])
                    }))
        }
    }

    private static func days(_ call: Call) throws -> HTTPResponse {
        let period = try period(call)
        return try call.household { seat in
            let sums = try sums(seat, period, .day, limit: period.days)
            let known = Dictionary(sums.map { ($0.key, $0.cents) }, uniquingKeysWith: +)
            return HTTPResponse(
                .array(
                    (0..<period.days).map { offset in
                        let day = period.start.adding(days: offset).iso
                        return .object([
                            ("day", .string(day + "T00:00:00")), ("spend_cents", .integer(known[day] ?? 0)),
                        ])
                    }))
        }
    }
}
