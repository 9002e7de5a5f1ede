import Coaching
import Feeds
import Ledger
import Payments
import Store

extension Routes {
    private static let number = Route.Parameter(name: "id", schema: Shape.whole, isInPath: true)
    private static let card = Shape.object([
        ("id", Shape.whole), ("label", Shape.text),
        ("provider", Shape.choice(PaymentProvider.allCases.map(\.rawValue))),
        ("type", Shape.text), ("external_id", Shape.text), ("created_at", Shape.text), ("is_default", Shape.flag),
    ])
    static let chargeStates = ["charged", "requires_action", "pending", "declined", "canceled"]
    private static let charge = Shape.object(
        [
            ("status", Shape.choice(chargeStates)),
            ("provider", Shape.text), ("payment_intent_id", Shape.orNull(Shape.text)), ("processor_status", Shape.text),
            ("charge_id", Shape.whole), ("amount_cents", Shape.whole), ("currency", Shape.text),
            ("merchant", Shape.text),
            ("refunded_cents", Shape.whole), ("settled", Shape.flag), ("cancel_requested", Shape.flag),
            ("test", Shape.flag), ("waiting_for", Shape.orNull(Shape.choice(Charge.Wait.allCases.map(\.rawValue)))),
            ("message", Shape.text),
            (
                "again",
                Shape.described(
                    Shape.flag,
                    "false where the request said `again` without another approval: this is the charge from before, and nothing was paid a second time. Left out otherwise."
                )
            ),
        ], optional: ["again"])

    /// Own cards and charging them, with the paths and fields of the Guardian Card API. All of it is off until a provider is
    /// set up.
    static let funding: [Route] = [
        Route(
            "POST", "/funding/cards/intent", "Begins to add a card; the phone gives its number to the provider", .admin,
            answer: Shape.object([("clientSecret", Shape.text)]), isFlat: true, isLong: true
        ) { call in
            try paying(call) { setup, _ in
                HTTPResponse(.object([("clientSecret", .string(try setup.beginCard().clientSecret))]))
            }
        },
        Route(
            "POST", "/funding/cards/confirm", "Keeps a card that the provider knows", .admin,
            body: Shape.object(
                [("payment_method_id", Shape.text), ("label", Shape.text), ("account", Shape.text)],
                optional: ["label", "account"]),
            answer: Shape.object([
                ("status", Shape.text), ("funding_source_id", Shape.whole), ("warning", Shape.orNull(Shape.text)),
            ]), isFlat: true, isLong: true
        ) { call in
            try paying(call) { setup, seat in
                let fields = try call.fields()
                let method = try fields.needed("payment_method_id", fields.text("payment_method_id", most: 255))
                let source = try setup.addCard(
                    method, label: try fields.text("label", most: 60), account: try fields.text("account"),
                    now: call.now)
                return HTTPResponse(
                    .object([
                        ("status", .string("ok")), ("funding_source_id", .integer(source.id)),
                        ("warning", .optional(try PaymentSetup.untied(source, in: seat.index), JSON.string)),
                    ]))
            }
        },
        Route("GET", "/funding/cards", "The cards", .read, answer: Shape.list(card), isFlat: true) { call in
            try call.household { HTTPResponse(.array(try $0.index.fundingSources().map(\.json))) }
        },
        Route(
            "DELETE", "/funding/cards/{id}", "Forgets a card, here and at the provider", .admin, parameters: [number],
            answer: Shape.object([
                ("status", Shape.text), ("default_funding_source_id", Shape.orNull(Shape.whole)),
                ("message", Shape.text),
            ]), isFlat: true, isLong: true
        ) { call in
            try paying(call) { setup, seat in
                try setup.removeCard(try id(call), now: call.now) { forget in
                    try call.keeping(seat) {
                        let removal = try forget()
                        return HTTPResponse(
                            .object([
                                ("status", .string("deleted")),
                                ("default_funding_source_id", .optional(removal.charged?.id, JSON.integer)),
                                ("message", .string(removal.sentence)),
                            ]))
                    }
                }
            }
        },
        Route("GET", "/funding/default", "The card that is charged", .read, answer: card, isFlat: true) { call in
            try call.household { seat in
                guard let source = try seat.index.fundingSources().first(where: \.isDefault) else {
                    throw HTTPFault(.notFound, "there's no card yet; POST /funding/cards/intent begins to add one")
                }
                return HTTPResponse(source.json)
            }
        },
        Route(
            "POST", "/funding/default", "Makes a card the one that is charged", .admin,
            body: Shape.object([("funding_source_id", Shape.whole)]), answer: card, isFlat: true
        ) { call in
            try call.household { seat in
                let fields = try call.fields()
                let id = try fields.needed(
                    "funding_source_id", fields.whole("funding_source_id", in: 1...(.max)))
                guard let source = try seat.index.fundingSources().first(where: { $0.id == id }) else {
                    throw HTTPFault(.notFound, "there's no such card")
                }
                try seat.index.makeDefault(source)
                return HTTPResponse(try seat.index.fundingSource(id)?.json ?? .null)
            }
        },
    ]

    static let charging: [Route] = [
        Route(
            "POST", "/guardian/charge", "Charges a payment that was approved in the last five minutes", .write,
            body: Shape.object(
                [
                    ("amount_cents", Shape.whole), ("currency", Shape.text), ("merchant", Shape.text),
                    ("authorization_id", Shape.whole), ("funding_source_id", Shape.whole), ("again", Shape.flag),
                ], optional: ["currency", "merchant", "authorization_id", "funding_source_id", "again"]),
            answer: charge,
            isFlat: true, isLong: true, isUnderWay: true
        ) { call in
            try paying(call) { setup, seat in
                let request = try chargeRequest(call, seat)
                let desk = PurchaseDesk(seat.index, asOf: call.today, settings: seat.settings)
                let cashier = try cashier(setup, seat, call)
                // What was asked for already is approved already.
                let isNew = try request.requestKey.map { try seat.index.charge(requestKey: $0) == nil } ?? true
                if isNew, request.approval == nil {
                    try desk.approveAllowed(request.amount, at: request.merchant, now: call.now)
                }
                let outcome = try cashier.charge(request) {
                    try desk.objection(to: $0, at: call.service.settings.now())
                }
                return try response(outcome, seat, call)
            }
        },
        Route(
            "GET", "/guardian/charges", "The charges, the newest first", .read, answer: Shape.list(charge), isFlat: true
        ) {
            call in
            try call.household { seat in
                HTTPResponse(
                    .array(
                        try seat.index.charges(limit: 100).map {
                            ChargeOutcome($0).json(try seat.index.fundingSource($0.funding))
                        }))
            }
        },
        Route(
            "POST", "/guardian/charges/{id}/check", "Asks the provider how a charge stands", .write,
            parameters: [number], answer: charge, isFlat: true, isLong: true, isUnderWay: true
        ) { call in
            try onCharge(call) { cashier, charge, seat in
                try response(charge.state.isOpen ? cashier.resolve(charge) : ChargeOutcome(charge), seat, call)
            }
        },
        Route(
            "POST", "/guardian/charges/{id}/cancel", "Gives up a charge that is still open", .write,
            parameters: [number], answer: charge, isFlat: true, isLong: true, isUnderWay: true
        ) { call in
            try onCharge(call) { cashier, charge, seat in
                // Where this very request was cut off, the charge may be canceled by it already.
                let isDone = call.isResumed && charge.state == .canceled
                let found = isDone ? ChargeOutcome(charge) : try cashier.cancel(charge)
                let json = found.json(try seat.index.fundingSource(charge.funding))
                return HTTPResponse(json, status: found.charge.state.isOpen ? 202 : 200)
            }
        },
        Route(
            "POST", "/guardian/charges/{id}/refund", "Sends money back to the card, all that is left unless said",
            .write,
            parameters: [number], body: Shape.object([("amount_cents", Shape.whole)], optional: ["amount_cents"]),
            answer: Shape.object([
                ("status", Shape.choice(["sent", "pending", "succeeded", "failed"])), ("refund_id", Shape.whole),
                ("amount_cents", Shape.whole), ("warning", Shape.orNull(Shape.text)),
            ]), isFlat: true, isLong: true
        ) { call in
            try onCharge(call) { cashier, charge, seat in
                let amount =
                    call.request.body.isEmpty ? nil : try call.fields().whole("amount_cents", in: 1...(.max))
                let refund = try cashier.refund(
                    charge.id, amount, requestKey: call.request.header("idempotency-key"))
                return HTTPResponse(
                    .object([
                        ("status", .string(refund.state.rawValue)), ("refund_id", .integer(refund.id)),
                        ("amount_cents", .integer(refund.amount)),
                        (
                            "warning",
                            .optional(
                                try Cashier.unsentRefunds(of: charge, besides: refund.id, in: seat.index), JSON.string)
                        ),
                    ]))
            }
        },
        Route(
            "POST", "/webhooks/stripe", "What Stripe reports; believed by its signature only", nil,
            body: Shape.anyObject, answer: Shape.object([("status", Shape.text)]), isFlat: true, isLong: true
        ) { call in try webhook(call, of: TokenBook.owner) },
        Route(
            "POST", "/webhooks/stripe/{person}", "The same for another person's charges", nil,
            parameters: [Route.Parameter(name: "person", schema: Shape.text, isInPath: true)], body: Shape.anyObject,
            answer: Shape.object([("status", Shape.text)]), isFlat: true, isLong: true
        ) { call in try webhook(call, of: call.path["person"] ?? "") },
    ]

    // MARK: What they have in common

    private static func paying(_ call: Call, _ body: (PaymentSetup, Seat) throws -> HTTPResponse) throws -> HTTPResponse
    {
        try call.household { seat in
            do { return try body(call.service.settings.payments(seat.index), seat) } catch let error as PaymentError {
                throw HTTPFault(error)
            }
        }
    }

    private static func cashier(_ setup: PaymentSetup, _ seat: Seat, _ call: Call) throws -> Cashier {
        try setup.cashier(today: call.today, now: call.service.settings.now)
    }

    private static func id(_ call: Call) throws -> Int64 {
        guard let id = Int64(call.path["id"] ?? "") else {
            throw HTTPFault(.notFound, "there's nothing of that number")
        }
        return id
    }

    private static func onCharge(_ call: Call, _ body: (Cashier, Charge, Seat) throws -> HTTPResponse) throws
        -> HTTPResponse
    {
        try paying(call) { setup, seat in
            guard let charge = try seat.index.charge(id(call)) else {
                throw HTTPFault(.notFound, "there's no such charge")
            }
            return try body(cashier(setup, seat, call), charge, seat)
        }
    }

    private static func chargeRequest(_ call: Call, _ seat: Seat) throws -> ChargeRequest {
        let payment = try PaymentFields(call, seat)
        let fields = payment.fields
        var request = ChargeRequest(try payment.amount())
        request.merchant = try fields["merchant"] == nil ? nil : payment.merchant()
        request.approval = try fields.whole("authorization_id", in: 1...(.max))
        request.funding = try fields.whole("funding_source_id", in: 1...(.max))
        request.requestKey = call.request.header("idempotency-key")
        request.isAgain = try fields.flag("again") ?? false
        return request
    }

    /// What was declined or given up is no success for whoever reads only the status of HTTP.
    private static func response(_ outcome: ChargeOutcome, _ seat: Seat, _ call: Call) throws -> HTTPResponse {
        let json = outcome.json(try seat.index.fundingSource(outcome.charge.funding))
        switch outcome.charge.state {
        case .succeeded, .requiresAction: return HTTPResponse(json)
        case .declined, .canceled:
            let members = [
                ("error", JSON.string(outcome.charge.state == .declined ? "CARD_DECLINED" : "CANCELED")),
                ("traceId", .string(call.trace)),
            ]
            return HTTPResponse(.object(members + (json.object ?? [])), status: 402)
        case .new, .sent, .processing: return HTTPResponse(json, status: 202)
        }
    }

    /// Stripe sends few; whoever floods it gets no further.
    private static let mostWebhooks = 120

    private static func webhook(_ call: Call, of person: String) throws -> HTTPResponse {
        try call.service.limit("webhook " + (call.request.peer ?? ""), perMinute: mostWebhooks)
        return try call.service.households.with(person) { seat in
            do {
                let setup = call.service.settings.payments(seat.index)
                let header = call.request.header("stripe-signature") ?? ""
                let found = try setup.webhook(body: call.request.body, header: header, now: call.now)
                let word =
                    switch try cashier(setup, seat, call).take(found) {
                    case .looked: "ok"
                    case .nothing: "ignored"
                    case .replay: "replay"
                    }
                return HTTPResponse(.object([("status", .string(word))]))
            } catch let refusal as StripeWebhook.Refusal {
                throw HTTPFault(.unauthenticated, "this webhook isn't taken: \(refusal.message)")
            } catch let error as PaymentError {
                throw HTTPFault(error)
            }
        }
    }
}

extension FundingSource {
    var json: JSON {
        .object([
            ("id", .integer(id)), ("label", .string(label)), ("provider", .string(provider)), ("type", .string("card")),
            ("external_id", .string(externalID)), ("created_at", .string(TimeText.iso(madeAt))),
            ("is_default", .bool(isDefault)), ("live", .bool(isLive)),
        ])
    }
}

extension HTTPFault {
    init(_ error: PaymentError) {
        let code: Code =
            switch error.reason {
            case .off, .conflict, .key: .conflict
            case .refused: .invalidRequest
            case .notApproved: .forbidden
            case .notFound: .notFound
            case .busy: .rateLimited
            case .unreachable, .provider, .malformed: .provider
            }
        self.init(code, error.message)
        if error.reason == .busy { retryAfter = HTTPFault.busySeconds }
    }

    /// How long a charge that is under way may take.
    private static let busySeconds = 5
}
