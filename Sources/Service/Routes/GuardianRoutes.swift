import Advice
import Coaching
import Importing
import Ledger
import Payments
import Store

extension Routes {
    /// Payments, limits and advice, with the paths and fields of the Guardian Card API.
    static let guardian: [Route] = [
        Route(
            "POST", "/score-transaction",
            "How avoidable a payment looks, an opinion that declines nothing by itself; whose it is, the token says, and “user_id” is an app's own",
            .read,
            body: Shape.object(
                [
                    ("amount", Shape.number), ("merchant_name", Shape.text), ("user_id", Shape.text),
                    ("mcc", Shape.whole(in: 0...9_999)), ("timestamp", Shape.text),
                    ("channel", Shape.choice(["offline", "online"])), ("currency", Shape.text),
                ], optional: ["user_id", "mcc", "timestamp", "channel", "currency"]),
            answer: Shape.object([
                ("decision", Shape.choice(["ALLOW", "BLOCK"])), ("p_avoid", Shape.number), ("reason", Shape.text),
                (
                    "debug",
                    Shape.object([
                        ("p_ml", Shape.number),
                        (
                            "over_budget_ratio",
                            Shape.described(
                                Shape.number,
                                "The month's spending with this payment, divided by the category's monthly limit; 0 means no limit."
                            )
                        ), ("threshold", Shape.number), ("spend_before", Shape.whole), ("spend_after", Shape.whole),
                    ])
                ),
            ]), isFlat: true, run: score),
        Route(
            "POST", "/guardian/authorize",
            "Whether limits, money, and geofences let a payment through; the score alone declines none", .write,
            body: Shape.object(
                [
                    ("amount_cents", Shape.whole), ("merchant", Shape.text), ("category", Shape.orNull(Shape.text)),
                    ("latitude", Shape.number), ("longitude", Shape.number), ("accuracy_m", Shape.number),
                    ("ts", Shape.text), ("currency", Shape.text),
                ], optional: ["category", "latitude", "longitude", "accuracy_m", "ts", "currency"]),
            answer: Shape.object(
                [
                    ("decision", Shape.choice(["APPROVE", "DECLINE"])),
                    ("reason", Shape.choice(Authorization.Reason.allCases.map(\.rawValue))), ("message", Shape.text),
                    ("authorization_id", Shape.whole), ("geofence", Shape.orNull(Shape.text)),
                    ("ended_charges", Shape.list(endedCharge)),
                ], optional: ["ended_charges"]), isFlat: true, isLong: true, run: authorize),
        Route(
            "POST", "/guardian/override", "Lets one payment through, for five minutes", .write,
            body: PaymentFields.shape,
            answer: Shape.object([("status", Shape.text), ("expires_at", Shape.whole)]), isFlat: true
        ) { call in
            try call.household { seat in
                let payment = try PaymentFields(call, seat)
                let pass = try Guardian(seat.index).allow(payment.amount(), at: payment.merchant(), now: call.now)
                return HTTPResponse(
                    .object([("status", .string("ok")), ("expires_at", .integer(pass.expires))]))
            }
        },
        Route("GET", "/rules", "The monthly limits", .read, answer: Shape.list(rule), isFlat: true) { call in
            try call.household { seat in
                HTTPResponse(.array(try RuleBook(seat.index).rules().map { try json($0, seat) }))
            }
        },
        Route(
            "POST", "/rules", "Sets a monthly limit, in the household's currency unless said", .write,
            body: Shape.object(
                [
                    ("category", Shape.text), ("monthly_limit_cents", Shape.whole(in: 0...(.max))),
                    ("currency", Shape.text),
                ],
                optional: ["currency"]), answer: rule, isFlat: true, run: setRule),
        Route(
            "DELETE", "/rules/{id}", "Removes a monthly limit by its id, or all those of a category", .write,
            parameters: [Route.Parameter(name: "id", schema: Shape.text(like: "^[a-z0-9_]{1,60}$"), isInPath: true)],
            answer: Shape.object([("status", Shape.text)]), isFlat: true, run: removeRule),
    ]

    /// A charge that a decline canceled, or is to cancel.
    private static let endedCharge = Shape.object([
        ("charge_id", Shape.whole), ("status", Shape.choice(chargeStates)), ("message", Shape.text),
    ])

    private static let rule = Shape.object([
        ("id", Shape.whole), ("category", Shape.text), ("monthly_limit_cents", Shape.whole), ("currency", Shape.text),
    ])

    private static func json(_ rule: SpendingRule, _ seat: Seat) throws -> JSON {
        let limit = rule.monthlyLimit
        return .object([
            ("id", .integer(try seat.index.limitNumber(rule.category, in: limit.currency) ?? 0)),
            ("category", .string(rule.category)), ("monthly_limit_cents", .integer(limit.minorUnits)),
            ("currency", .string(limit.currency.code)),
        ])
    }

    private static func score(_ call: Call) throws -> HTTPResponse {
        try call.household { seat in
            let payment = try PaymentFields(call, seat)
            let fields = payment.fields
            _ = try fields.text("user_id")
            let currency = try payment.currency()
            let written = try fields.needed("amount", fields["amount"])
            guard let units = minorUnits(written, currency) else {
                throw HTTPFault(.invalidRequest, "“amount” must be an amount such as 12.34")
            }
            var purchase = Purchase(
                amount: try payment.checked(Money(units, currency)), merchant: try payment.merchant("merchant_name"),
                day: call.today)
            if let time = try fields.text("timestamp") {
                guard let (day, hour) = moment(time) else {
                    throw HTTPFault(.invalidRequest, "“timestamp” must be a time such as 2026-10-31T09:30:00")
                }
                (purchase.day, purchase.hour) = (day, hour)
                if let problem = payment.desk.problem(amount: purchase.amount, day: day) {
                    throw HTTPFault(.invalidRequest, problem)
                }
            }
            purchase.isOnline = try fields.text("channel") == "online"
            let code = try fields.whole("mcc", in: 0...9_999).flatMap { MerchantCodes.category(Int($0)) }
            let advice = try payment.desk.assess(payment.desk.completed(purchase, coded: code))
            let score = advice.json(VerdictWords(advice, taxonomy: seat.index.taxonomy))["score"] ?? .null
            return HTTPResponse(withoutNull(saying(Guardian.contrast(advice, in: seat.index.taxonomy), in: score)))
        }
    }

    /// A score whose reason also says why a payment is answered otherwise.
    private static func saying(_ contrast: String?, in score: JSON) -> JSON {
        guard let contrast, let members = score.object else { return score }
        return .object(
            members.map { name, value in
                guard name == "reason", let reason = value.string else { return (name, value) }
                return (name, .string("\(reason) \(contrast)"))
            })
    }

    /// The day and the hour of a time as its clock showed it, `2026-10-31T09:30:00`, with or without a zone behind it; a day alone
    /// has no hour. Nil for what is neither.
    private static func moment(_ text: String) -> (day: CivilDate, hour: Int?)? {
        guard let day = CivilDate(iso: text.prefix(10)), (1900...2199).contains(day.year) else { return nil }
        let rest = text.dropFirst(10)
        if rest.isEmpty { return (day, nil) }
        let clock = rest.dropFirst().prefix(5).split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard rest.first == "T" || rest.first == " ", clock.count == 2, let hour = clock[0], let minute = clock[1],
            (0..<24).contains(hour), (0..<60).contains(minute)
        else { return nil }
        return (day, hour)
    }

    /// Clients of the Guardian Card API expect a number where there is no limit to divide by: 0 stands for that.
    private static func withoutNull(_ score: JSON) -> JSON {
        .object(
            (score.object ?? []).map { name, value in
                guard name == "debug", let parts = value.object else { return (name, value) }
                return (name, .object(parts.map { ($0, $1.isNull ? .integer(0) : $1) }))
            })
    }

    /// An amount in major units. Programs compute in binary fractions: what is off by less than a millionth of a minor unit, as
    /// `0.30000000000000004`, is noise.
    ///
    /// - Returns: nil where it has more decimals than the currency, is below zero, or too large.
    private static func minorUnits(_ value: JSON, _ currency: Currency) -> Int64? {
        if let units = value.numberText.flatMap({ minorUnits($0, currency) }) { return units }
        guard let scaled = value.double.map({ $0 * Double(currency.minorPerMajor) }), (0..<1e15).contains(scaled),
            abs(scaled - scaled.rounded()) < 1e-6
        else { return nil }
        return Int64(scaled.rounded())
    }

    /// The same from its digits alone.
    private static func minorUnits(_ text: String, _ currency: Currency) -> Int64? {
        let halves = text.split(separator: ".", omittingEmptySubsequences: false)
        guard halves.count <= 2, !text.hasPrefix("-"), text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
            let whole = Int64(halves[0])
        else { return nil }
        let decimals = halves.count > 1 ? halves[1] : ""
        let kept = decimals.prefix(currency.minorDigits)
        guard decimals.dropFirst(currency.minorDigits).allSatisfy({ $0 == "0" }) else { return nil }
        let fraction = kept + String(repeating: "0", count: currency.minorDigits - kept.count)
        let scaled = whole.multipliedReportingOverflow(by: currency.minorPerMajor)
        let sum = scaled.partialValue.addingReportingOverflow(Int64(fraction) ?? 0)
        return scaled.overflow || sum.overflow ? nil : sum.partialValue
    }

    private static func authorize(_ call: Call) throws -> HTTPResponse {
        try call.household { seat in
            let purchase = try PaymentFields(call, seat).purchase()
            // Where the phone just said it is counts as well.
            let fix =
                try PositionFields(call.fields().json).fix(now: call.now)
                ?? seat.settings.whereabouts?.fix(in: seat.index)
            var answer: (isDecline: Bool, members: [(String, JSON)]) = (false, [])
            let response = try call.keeping(seat) {
                let said = try Guardian(seat.index, settings: seat.settings)
                    .authorize(purchase, asOf: call.today, at: call.now, from: fix)
                answer = (said.decision == .decline, members(said))
                return HTTPResponse(.object(answer.members))
            }
            guard answer.isDecline else { return response }
            let ended = try call.service.settings.payments(seat.index).cancelTakenBack(
                purchase.amount, at: purchase.writtenMerchant ?? purchase.merchant ?? "", today: call.today,
                now: call.service.settings.now)
            return ended.isEmpty ? response : HTTPResponse(.object(answer.members + ended.members))
        }
    }

    private static func members(_ answer: Authorization) -> [(String, JSON)] {
        [
            ("decision", .string(answer.decision.rawValue)), ("reason", .string(answer.reason.rawValue)),
            ("message", .string(answer.message)), ("authorization_id", .integer(answer.event)),
            ("geofence", .optional(answer.place) { .string($0.geofence.name) }),
        ]
    }

    private static func setRule(_ call: Call) throws -> HTTPResponse {
        try call.household { seat in
            let payment = try PaymentFields(call, seat)
            let category = try payment.fields.needed("category", payment.category())
            let cents = try payment.fields.needed(
                "monthly_limit_cents", payment.fields.whole("monthly_limit_cents", in: 0...(.max)))
            let limit = Money(cents, try payment.currency())
            try RuleBook(seat.index).set(category, limit: limit, on: call.today)
            return HTTPResponse(try json(SpendingRule(category: category.id, monthlyLimit: limit), seat))
        }
    }

    private static func removeRule(_ call: Call) throws -> HTTPResponse {
        try call.household { seat in
            let (book, wanted) = (RuleBook(seat.index), call.path["id"] ?? "")
            let found = try book.rules().first { rule in
                let number = try seat.index.limitNumber(rule.category, in: rule.monthlyLimit.currency)
                return rule.category == wanted || number.map(String.init) == wanted
            }
            guard let found, let category = book.category(found.category) else {
                throw HTTPFault(.notFound, "there's no such limit")
            }
            if found.category == wanted {
                _ = try book.remove(category, on: call.today)
            } else {
                try seat.index.changeLimit(found.category, to: nil, in: found.monthlyLimit.currency, on: call.today)
            }
            return HTTPResponse(.object([("status", .string("deleted"))]))
        }
    }
}
