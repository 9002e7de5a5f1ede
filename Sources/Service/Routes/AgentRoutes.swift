import Advice
import Coaching
import Ledger
import Store

extension Routes {
    private static let position = Shape.object(
        [
            ("latitude", Shape.number), ("longitude", Shape.number), ("accuracy_m", Shape.number), ("ts", Shape.text),
        ], optional: ["accuracy_m", "ts"])
    private static let action = Shape.object([
        ("id", Shape.orNull(Shape.whole)),
        (
            "type",
            Shape.choice(["set_limit", "geofence", "remove_geofence", "forget_positions", "cooling_off", "request"])
        ),
        ("label", Shape.text),
        ("parameters", Shape.anyObject),
    ])

    /// What is about to be paid for, and what was said before.
    private static let context: [(String, JSON)] = [
        ("amount_cents", Shape.whole), ("merchant", Shape.text), ("item", Shape.text),
        ("category", Shape.orNull(Shape.text)), ("currency", Shape.text), ("history", Shape.list(Shape.text)),
    ]

    /// Advice at the counter: the fields of the Guardian Card API, or a line with a position and what one is about to pay for.
    static let agent: [Route] = [
        Route(
            "POST", "/agent/coach", "Advice before paying, with what coach offers to do about it", .read,
            body: Shape.object(
                [
                    ("message", Shape.text), ("position", position),
                    ("context", Shape.object(context, optional: context.map(\.0))),
                ] + context, optional: ["message", "position", "context"] + context.map(\.0)),
            answer: Shape.object([
                ("result", Shape.orNull(Shape.choice(["ALLOW", "BLOCK"]))), ("message", Shape.text),
                ("nudge", Shape.orNull(Shape.text)), ("actions", Shape.list(action)),
            ]), isFlat: true, isWriting: true, run: coach),
        Route(
            "POST", "/agent/actions/{id}", "Confirms an offered action, which is then done, once", .write,
            parameters: [Route.Parameter(name: "id", schema: Shape.whole, isInPath: true)],
            body: Shape.object([("confirm", Shape.flag), ("position", position)], optional: ["position"]),
            answer: Shape.object([("status", Shape.text), ("message", Shape.text)]), isFlat: true, run: confirm),
    ]

    private static func coach(_ call: Call) throws -> HTTPResponse {
        try call.household { seat in
            let fields = try call.fields()
            var request = CounterRequest()
            request.message = try fields.text("message", most: 2_000)
            if let json = fields["position"] { request.fix = try PositionFields(json).needed(now: call.now) }
            // Some send it by itself, others beside the message, or some of it here and some there.
            let own = fields["context"]?.object ?? []
            let context = JSON.object(
                own + (fields.json.object ?? []).filter { name, _ in !own.contains { $0.0 == name } })
            request.history = try history(context)
            let isAsked = context["amount_cents"] != nil || context["merchant"] != nil || context["item"] != nil
            guard isAsked || request.message != nil else {
                throw HTTPFault(
                    .invalidRequest,
                    "say something in “message”, or what you're about to pay for in “amount_cents” and “merchant”")
            }
            if context["amount_cents"] != nil || request.message == nil {
                request.purchase = try CounterPurchase(call, seat, context).purchase()
            }
            let desk = CounterDesk(
                seat.index, asOf: call.today, settings: seat.settings, mayWrite: call.mayWrite(seat),
                said: call.service.nudges)
            return try offering { HTTPResponse(try desk.reply(to: request, now: call.now).json) }
        }
    }

    private static func history(_ context: JSON) throws -> [String] {
        guard let lines = context["history"], !lines.isNull else { return [] }
        guard let texts = lines.array?.compactMap(\.string), texts.count == lines.array?.count, texts.count <= 10,
            texts.allSatisfy({ !$0.isEmpty && $0.count <= 2_000 })
        else { throw HTTPFault(.invalidRequest, "“history” must be up to 10 lines of text") }
        return texts
    }

    private static func confirm(_ call: Call) throws -> HTTPResponse {
        let fields = try call.fields()
        guard try fields.flag("confirm") == true else {
            throw HTTPFault(.invalidRequest, "nothing was done: “confirm” must be true")
        }
        guard let id = Int64(call.path["id"] ?? "") else { throw HTTPFault(.notFound, "there's no such offer") }
        let point = try fields["position"].map { try PositionFields($0).point() }
        return try call.household { seat in
            let book = OfferBook(seat.index, asOf: call.today, settings: seat.settings)
            let message = try offering { try book.confirm(id, at: point, now: call.now) }
            return HTTPResponse(.object([("status", .string("done")), ("message", .string(message))]))
        }
    }

    private static func offering<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as OfferError { throw HTTPFault(.conflict, error.message) }
    }

    // MARK: Sleeping on it

    private static let wish = Shape.object(
        [
            ("amount_cents", Shape.whole), ("merchant", Shape.text), ("item", Shape.text),
            ("category", Shape.orNull(Shape.text)), ("currency", Shape.text), ("ask_again_on", Shape.day),
        ], optional: ["merchant", "item", "category", "currency", "ask_again_on"])

    /// Purchases that are slept on.
    static let wishes: [Route] = [
        Route(
            "GET", "/cooling-off", "What is slept on, what changed where its day has come, and what was saved", .read,
            answer: Shape.object([
                ("wishes", Shape.list(Shape.anyObject)), ("saved", Shape.list(Shape.anyObject)),
                ("saved_count", Shape.whole),
            ]), isFlat: true
        ) { call in
            try call.household { seat in
                HTTPResponse(try WishBook(seat.index, asOf: call.today, settings: seat.settings).json())
            }
        },
        Route(
            "POST", "/cooling-off", "Puts a purchase off, to be asked about again; tomorrow unless said", .write,
            body: wish,
            answer: Shape.object([("status", Shape.text), ("id", Shape.whole), ("ask_again_on", Shape.day)]),
            isFlat: true
        ) { call in
            try call.household { seat in
                let purchase = try CounterPurchase(call, seat, call.fields().json).purchase()
                var day = call.today.adding(days: 1)
                if let text = try call.fields().text("ask_again_on") {
                    guard let said = CivilDate(iso: text) else {
                        throw HTTPFault(.invalidRequest, "“ask_again_on” must be a day such as 2026-11-01")
                    }
                    day = said
                }
                let book = WishBook(seat.index, asOf: call.today, settings: seat.settings)
                let id = try offering { try book.putOff(purchase, until: day) }
                return HTTPResponse(
                    .object([("status", .string("waiting")), ("id", .integer(id)), ("ask_again_on", .string(day.iso))]))
            }
        },
        Route(
            "POST", "/cooling-off/{id}", "Says what came of a purchase that was slept on", .write,
            parameters: [Route.Parameter(name: "id", schema: Shape.whole, isInPath: true)],
            body: Shape.object([("word", Shape.choice(DecisionWord.allCases.map(\.rawValue)))]),
            answer: Shape.object([("status", Shape.text), ("message", Shape.text)]), isFlat: true
        ) { call in
            try call.household { seat in
                guard let word = try call.fields().text("word").flatMap(DecisionWord.init) else {
                    let words = DecisionWord.allCases.map(\.rawValue).joined(separator: ", ")
                    throw HTTPFault(.invalidRequest, "“word” must be one of \(words)")
                }
                let book = WishBook(seat.index, asOf: call.today, settings: seat.settings)
                guard let id = Int64(call.path["id"] ?? ""), let told = try book.tell(word, of: id) else {
                    throw HTTPFault(.notFound, "there's no such purchase")
                }
                return HTTPResponse(.object([("status", .string(word.rawValue)), ("message", .string(told))]))
            }
        },
    ]
}

/// A purchase with a merchant, a thing, or both.
private struct CounterPurchase {
    let payment: PaymentFields

    init(_ call: Call, _ seat: Seat, _ json: JSON) throws {
        payment = PaymentFields(Fields(json: json), seat, today: call.today)
    }

    func purchase() throws -> Purchase {
        let fields = payment.fields
        let item = try fields.text("item")
        var purchase = Purchase(amount: try payment.amount(), item: item, day: payment.today)
        if item == nil || fields["merchant"] != nil { purchase.merchant = try payment.merchant() }
        purchase.category = try payment.category()?.id
        return purchase
    }
}
