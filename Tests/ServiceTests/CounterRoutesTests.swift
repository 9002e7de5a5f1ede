import Dispatch
import Feeds
import Ledger
import Payments
import Synchronization
import Testing

@testable import Service

/// The seed's requests about places, cards, charges, and advice, with the seed's fields in the answers; cards are the mock's.
@Suite struct CounterRoutesTests {
    private typealias Site = WebServiceTests.Site

    private func site(_ minutes: Minutes = Minutes(), hours: Int = 24) throws -> Site {
        try Site {
            $0.now = { minutes.now.withLock { $0 } }
            $0.positionHours = hours
            $0.payments = { index in
                let setup = PaymentSetup(
                    index, vault: { () throws(FeedError) in throw FeedError(.key, "no keys in tests") })
                if (try? index.paymentAccount()) == nil { try? setup.setUpMock() }
                return setup
            }
        }
    }

    /// Whoever forgets the card that is charged is told which one is from then on.
    @Test func aCardThatIsForgottenSaysWhichOneIsCharged() throws {
        let site = try site()
        let ids = try ["First", "Second", "Third"].map { label in
            let card = #"{"payment_method_id": "pm_card_\#(label)", "label": "\#(label)"}"#
            let kept = site.send("POST", "/funding/cards/confirm", card, token: site.admin).json
            return try #require(kept["funding_source_id"]?.int64)
        }
        func forget(_ id: Int64) -> JSON { site.send("DELETE", "/funding/cards/\(id)", token: site.admin).json }
        let first = forget(ids[0])
        #expect(first["status"]?.string == "deleted" && first["default_funding_source_id"]?.int64 == ids[1])
        #expect(first["message"]?.string?.hasSuffix("From now on, Second (card \(ids[1])) is charged.") == true)
        #expect(site.send("GET", "/funding/default", token: site.reader).json["id"]?.int64 == ids[1])
        let third = forget(ids[2])
        #expect(third["default_funding_source_id"]?.int64 == ids[1])
        #expect(third["message"]?.string == "Third is forgotten, here and at its provider.")
        let last = forget(ids[1])
        #expect(last["default_funding_source_id"]?.isNull == true)
        #expect(last["message"]?.string?.hasSuffix("No card is left to charge.") == true)
    }

    @Test func aCardIsSetUpAndCharged() throws {
        let site = try site()
        #expect(site.send("GET", "/funding/default", token: site.admin).status == 404)
        let intent = site.send("POST", "/funding/cards/intent", token: site.admin)
        #expect(intent.json["clientSecret"]?.string?.hasPrefix("seti_") == true)
        let card = #"{"payment_method_id": "pm_card_visa", "label": "My Visa Card"}"#
        let kept = site.send("POST", "/funding/cards/confirm", card, token: site.admin)
        #expect(kept.json["status"]?.string == "ok")
        let id = try #require(kept.json["funding_source_id"]?.int64)
        let source = site.send("GET", "/funding/default", token: site.reader).json
        #expect(source["id"]?.int64 == id && source["label"]?.string == "My Visa Card")
        #expect(source["provider"]?.string == "mock" && source["type"]?.string == "card")
        #expect(source["external_id"]?.string == "pm_card_visa" && source["created_at"]?.string != nil)

        let charge = #"{"amount_cents": 5000, "currency": "usd", "funding_source_id": \#(id)}"#
        // Not before it is approved, not with a token that only reads.
        #expect(site.send("POST", "/guardian/charge", charge, token: site.writer).status == 403)
        let payment = #"{"amount_cents": 5000, "merchant": "Bookshop", "category": "shopping"}"#
        let allowed = site.send("POST", "/guardian/authorize", payment, token: site.writer)
        #expect(allowed.json["decision"]?.string == "APPROVE")
        #expect(site.send("POST", "/guardian/charge", charge, token: site.reader).status == 403)
        let charged = site.send("POST", "/guardian/charge", charge, token: site.writer)
        #expect(charged.status == 200)
        #expect(charged.json["status"]?.string == "charged" && charged.json["provider"]?.string == "mock")
        #expect(charged.json["payment_intent_id"]?.string?.hasPrefix("pi_") == true)
        #expect(charged.json["processor_status"]?.string == "succeeded")
        // Again it is the same one.
        let again = site.send("POST", "/guardian/charge", charge, token: site.writer)
        #expect(again.json["charge_id"]?.int64 == charged.json["charge_id"]?.int64)

        let number = try #require(charged.json["charge_id"]?.int64)
        let back = site.send(
            "POST", "/guardian/charges/\(number)/refund", #"{"amount_cents": 2000}"#, token: site.writer)
        #expect(back.status == 200)
        let list = site.send("GET", "/guardian/charges", token: site.reader).json.array ?? []
        #expect(list.count == 1 && list.first?["refunded_cents"]?.int64 == 2000)
    }

    @Test(arguments: [
        #"{"amount_cents": 0}"#, #"{"amount_cents": -5}"#, #"{"amount_cents": 1.5}"#, #"{"amount_cents": "50"}"#,
        #"{"amount_cents": 9223372036854775808}"#, "{}", #"{"amount_cents": 50, "currency": "dollars"}"#,
        #"{"amount_cents": 50, "funding_source_id": 0}"#, "[", #"{"amount_cents": 50, "authorization_id": "x"}"#,
    ])
    func oddChargesAreRefused(body: String) throws {
        let site = try site()
        #expect(site.send("POST", "/guardian/charge", body, token: site.writer).status == 400, "\(body)")
    }

    @Test func aCardNumberIsRefused() throws {
        let site = try site()
        for method in ["4242424242424242", "pm_4242 4242", "tok_visa", ""] {
            let said = site.send(
                "POST", "/funding/cards/confirm", #"{"payment_method_id": "\#(method)"}"#, token: site.admin)
            #expect(said.status == 400)
            #expect(!String(decoding: said.response.body, as: UTF8.self).contains("4242"))
        }
    }

    /// A decline cancels the open charge of that payment in the same request.
    @Test(arguments: [nil, "key-1"]) func aDeclineCancelsWhatIsOpen(key: String?) throws {
        let site = try site()
        let card = #"{"payment_method_id": "pm_card_authenticationRequired"}"#
        #expect(site.send("POST", "/funding/cards/confirm", card, token: site.admin).status == 200)
        let payment = #"{"amount_cents": 5000, "merchant": "Arcade", "category": "fun"}"#
        let allowed = site.send("POST", "/guardian/authorize", payment, token: site.writer).json
        #expect(allowed["decision"]?.string == "APPROVE" && allowed["ended_charges"] == nil)
        let asked = site.send("POST", "/guardian/charge", #"{"amount_cents": 5000}"#, token: site.writer).json
        #expect(asked["status"]?.string == "requires_action")
        let limit = #"{"category": "fun", "monthly_limit_cents": 100}"#
        #expect(site.send("POST", "/rules", limit, token: site.writer).status == 200)
        let headers = [("Host", "localhost:8787")] + (key.map { [("Idempotency-Key", $0)] } ?? [])
        let first = site.send("POST", "/guardian/authorize", payment, token: site.writer, headers).json
        #expect(first["decision"]?.string == "DECLINE")
        #expect(first["ended_charges"]?[0]?["charge_id"]?.int64 == asked["charge_id"]?.int64)
        #expect(first["ended_charges"]?[0]?["status"]?.string == "canceled")
        let charges = site.send("GET", "/guardian/charges", token: site.reader).json.array ?? []
        #expect(charges.map { $0["status"]?.string } == ["canceled"])
        // Sent again with its key it has the same answer, without it there's nothing left to cancel.
        let second = site.send("POST", "/guardian/authorize", payment, token: site.writer, headers).json
        #expect((second["ended_charges"] == nil) == (key == nil))
        #expect((second["authorization_id"]?.int64 == first["authorization_id"]?.int64) == (key != nil))
    }

    /// A card's number is kept under no name, and said again by no error.
    @Test(arguments: ["4242424242424242", "4242 4242 4242 4242", "Visa 3782-822463-10005"])
    func aCardNumberIsNoName(number: String) throws {
        let site = try site()
        for (target, body) in [
            ("/guardian/authorize", #"{"amount_cents": 500, "merchant": "N"}"#),
            ("/guardian/override", #"{"amount_cents": 500, "merchant": "N"}"#),
            ("/guardian/charge", #"{"amount_cents": 500, "merchant": "N"}"#),
            ("/score-transaction", #"{"amount": 5, "merchant_name": "N"}"#),
            ("/analytics/assess-purchase", #"{"amount_cents": 500, "merchant": "N"}"#),
            ("/rules/geofence", #"{"name": "N", "latitude": 30, "longitude": -97, "radius_m": 100}"#),
            ("/cooling-off", #"{"amount_cents": 500, "merchant": "N"}"#),
            ("/cooling-off", #"{"amount_cents": 500, "item": "N"}"#),
            ("/agent/coach", #"{"amount_cents": 500, "merchant": "N"}"#),
            ("/agent/coach", #"{"amount_cents": 500, "item": "N"}"#),
            ("/agent/coach", #"{"message": "should I buy N for $80?"}"#),
            ("/agent/coach", #"{"message": "should I?", "history": ["a lamp at N for $80"]}"#),
        ] {
            let said = site.send("POST", target, body.replacing("N", with: number), token: site.writer)
            #expect(said.status == 400, "\(target) \(body)")
            #expect(said.json["message"]?.string == CardNumber.refusal, "\(target) \(said.json.text)")
        }
        #expect(site.send("GET", "/rules/geofence", token: site.reader).json.array?.isEmpty == true)
        #expect(site.send("GET", "/cooling-off", token: site.reader).json["wishes"]?.array?.isEmpty == true)
        let asked = site.send(
            "POST", "/api/ask", #"{"question": "should I buy \#(number) for $80?"}"#, token: site.writer)
        #expect(asked.status == 200 && !asked.json.text.contains(number.suffix(4)))
    }

    /// A payment is in the currency that is said, where an account is.
    @Test func aPaymentHasItsCurrency() throws {
        let site = try site()
        for target in ["/guardian/authorize", "/guardian/override", "/guardian/charge"] {
            func send(_ currency: String) -> (status: Int, json: JSON, response: HTTPResponse) {
                let body = #"{"amount_cents": 500, "merchant": "Bookshop", "currency": "\#(currency)"}"#
                return site.send("POST", target, body, token: site.writer)
            }
            #expect(send("usd").status != 400, "\(target)")
            #expect(send("EUR").status == 400 && send("dollars").status == 400, "\(target)")
            #expect(send("EUR").json["message"]?.string == "none of your accounts are in EUR")
        }
    }

    @Test func placesDecideAsTheSeedSays() throws {
        let site = try site()
        let geofence =
            #"{"name": "Mall", "latitude": 40.7128, "longitude": -74.0060, "radius_m": 250, "policy": "block"}"#
        let made = site.send("POST", "/rules/geofence", geofence, token: site.writer).json
        #expect(made["status"]?.string == "created")
        let geofences = site.send("GET", "/rules/geofence", token: site.reader).json.array ?? []
        #expect(geofences.first?["name"]?.string == "Mall" && geofences.first?["radius_m"]?.int64 == 250)
        let inside = site.send(
            "POST", "/location-check", #"{"user_id": "me", "lat": 40.7128, "lon": -74.0060}"#, token: site.reader)
        #expect(inside.json["decision"]?.string == "block")
        let outside = site.send("GET", "/location-check?lat=41.7&lon=-74", token: site.reader)
        #expect(outside.json["decision"]?.string == "ok")
        // An app may call people as it likes: the token says whose places they are.
        let named = #"{"user_id": "anna", "lat": 40.7128, "lon": -74.0060}"#
        #expect(
            site.send("POST", "/location-check", named, token: site.reader).json["decision"]?.string == "block")
        let payment =
            #"{"amount_cents": 500, "merchant": "Bookshop", "latitude": 40.7128, "longitude": -74.0060, "#
            + #""accuracy_m": 20}"#
        let declined = site.send("POST", "/guardian/authorize", payment, token: site.writer).json
        #expect(declined["decision"]?.string == "DECLINE")
        #expect(declined["message"]?.string?.contains("Mall") == true)
        let id = try #require(made["id"]?.int64)
        #expect(
            site.send("DELETE", "/rules/geofence/\(id)", token: site.writer).json["status"]?.string == "deleted")
        #expect(site.send("DELETE", "/rules/geofence/\(id)", token: site.writer).status == 404)
    }

    @Test func adviceOffersAndDoesOnlyWhatIsConfirmed() throws {
        let site = try site()
        #expect(
            site.send("POST", "/rules", #"{"category": "fun", "monthly_limit_cents": 20000}"#, token: site.writer)
                .status
                == 200)
        let ask = #"{"amount_cents": 15000, "merchant": "Steam Games", "category": "fun"}"#
        let said = site.send("POST", "/agent/coach", ask, token: site.writer).json
        #expect(said["result"]?.string == "BLOCK")
        #expect(said["message"]?.string?.isEmpty == false)
        let actions = said["actions"]?.array ?? []
        let sleep = try #require(actions.first { $0["type"]?.string == "cooling_off" }?["id"]?.int64)
        #expect(site.send("GET", "/cooling-off", token: site.reader).json["wishes"]?.array?.count == 0)
        let path = "/agent/actions/\(sleep)"
        #expect(site.send("POST", path, #"{"confirm": false}"#, token: site.writer).status == 400)
        #expect(site.send("POST", path, #"{"confirm": true}"#, token: site.reader).status == 403)
        #expect(site.send("POST", path, #"{"confirm": true}"#, token: site.writer).json["status"]?.string == "done")
        #expect(site.send("POST", path, #"{"confirm": true}"#, token: site.writer).status == 409)
        let wishes = site.send("GET", "/cooling-off", token: site.reader).json["wishes"]?.array ?? []
        #expect(wishes.count == 1 && wishes.first?["amount_cents"]?.int64 == 15_000)
        let wish = try #require(wishes.first?["id"]?.int64)
        _ = site.send("POST", "/cooling-off/\(wish)", #"{"word": "skipped"}"#, token: site.writer)
        let after = site.send("GET", "/cooling-off", token: site.reader).json
        #expect(after["wishes"]?.array?.count == 0 && after["saved_count"]?.int64 == 1)
        #expect(after["saved"]?[0]?["cents"]?.int64 == 15_000)
    }

    /// What a message would change becomes an offer; the line itself changes nothing.
    /// A message that comes with an amount is answered, and the purchase judged; what wasn't read of it is said.
    @Test(arguments: [
        ("should I get it?", "", true), ("when can I buy it?", "", true), ("what's the most I could pay?", "", true),
        ("should I buy a hat for $20?", "", false),
        ("at 30.4021, -97.7254, should I get it?", "", true),
        ("how much did I spend on games this month?", "You spent", false),
        ("I really want this one", "I couldn't make anything of “I really want this one”", false),
        ("set my fun limit to 100", "Set a limit of $100.00 a month on fun? Confirm it and it's done.", false),
        ("I'll sleep on it", "Sleep on your purchase at Steam", false),
        (
            "ok put it on my card",
            "I charge nothing from a conversation: `coach charge --amount 150.00 --currency USD --merchant Steam` on the machine",
            false
        ),
    ]) func aMessageBesideAnAmountIsAnswered(message: String, lead: String, isAlone: Bool) throws {
        let site = try site()
        let body = #"{"amount_cents": 15000, "merchant": "Steam", "category": "fun", "message": "\#(message)"}"#
        let said = site.send("POST", "/agent/coach", body, token: site.writer).json
        let plain = site.send(
            "POST", "/agent/coach", #"{"amount_cents": 15000, "merchant": "Steam", "category": "fun"}"#,
            token: site.writer
        ).json
        #expect(said["result"]?.string != nil && said["result"]?.string == plain["result"]?.string)
        let (text, verdict) = (said["message"]?.string ?? "", plain["message"]?.string ?? "-")
        #expect(text.hasPrefix(lead), "\(text)")
        #expect(!text.contains("97.7"), "\(text)")
        if isAlone {
            #expect(!text.contains("couldn't make"), "\(text)")
        } else {
            #expect(text.hasSuffix(verdict), "\(text)")
        }
    }

    @Test func aMessageWithAPositionMakesAFenceOnceConfirmed() throws {
        let site = try site()
        let ask = #"{"message": "warn me here", "position": {"latitude": 30.4, "longitude": -97.7, "accuracy_m": 20}}"#
        let said = site.send("POST", "/agent/coach", ask, token: site.writer).json
        let id = try #require(said["actions"]?[0]?["id"]?.int64)
        #expect(site.send("GET", "/rules/geofence", token: site.reader).json.array?.count == 0)
        #expect(
            site.send("POST", "/agent/actions/\(id)", #"{"confirm": true}"#, token: site.writer).json["status"]?.string
                == "done")
        #expect(site.send("GET", "/rules/geofence", token: site.reader).json.array?.count == 1)
        let limit = site.send("POST", "/agent/coach", #"{"message": "set groceries to 500"}"#, token: site.writer).json
        #expect(limit["actions"]?[0]?["type"]?.string == "set_limit")
        #expect(site.send("GET", "/rules", token: site.reader).json.array?.isEmpty ?? true)
    }

    /// The geofence that one is in changes and stays where it is; another shop of the same name is another one.
    @Test func aFenceThatIsThereIsChangedInPlace() throws {
        let minutes = Minutes()
        let site = try site(minutes)
        func ask(_ body: String) throws {
            let said = site.send("POST", "/agent/coach", body, token: site.writer).json
            let id = try #require(said["actions"]?.array?.last?["id"]?.int64)
            #expect(site.send("POST", "/agent/actions/\(id)", #"{"confirm": true}"#, token: site.writer).status == 200)
            minutes.now.withLock { $0 += 900 }
        }
        func geofences() -> [String] {
            (site.send("GET", "/rules/geofence", token: site.reader).json.array ?? []).map { geofence in
                "\(geofence["name"]?.string ?? "") \(geofence["latitude"]?.double ?? 0) \(geofence["radius_m"]?.int ?? 0) "
                    + "\(geofence["category"]?.string ?? "any") \(geofence["policy"]?.string ?? "")"
            }
        }
        let mall =
            #"{"name": "Mall", "latitude": 30.4, "longitude": -97.7, "radius_m": 250, "category": "fun", "policy": "block"}"#
        _ = site.send("POST", "/rules/geofence", mall, token: site.writer)
        try ask(#"{"message": "warn me here", "position": {"latitude": 30.401, "longitude": -97.7, "accuracy_m": 20}}"#)
        #expect(geofences() == ["Mall 30.4 250 fun warn"])
        for north in ["30.42", "30.44"] {
            let position = #"{"latitude": \#(north), "longitude": -97.7, "accuracy_m": 20}"#
            try ask(#"{"message": "warn me here", "position": \#(position)}"#)
            try ask(
                #"{"message": "warn me here", "position": {"latitude": \#(north)9, "longitude": -97.7, "accuracy_m": 20}, "#
                    + #""context": {"amount_cents": 500, "merchant": "Starbucks"}}"#)
        }
        #expect(
            geofences() == [
                "Mall 30.4 250 fun warn", "Place 1 30.42 150 any warn", "Starbucks 30.429 150 any warn",
                "Place 2 30.44 150 any warn", "Starbucks 2 30.449 150 any warn",
            ])
    }

    /// What was offered at one place is done there, however late and wherever one is by then.
    @Test func anOfferIsOfWhereItWasMade() throws {
        let minutes = Minutes()
        let site = try site(minutes)
        func ask(_ north: String, _ line: String = "block payments here") throws -> Int64 {
            let position = #"{"latitude": \#(north), "longitude": -97.7, "accuracy_m": 20}"#
            let said = site.send(
                "POST", "/agent/coach", #"{"message": "\#(line)", "position": \#(position)}"#,
                token: site.writer
            ).json
            minutes.now.withLock { $0 += 900 }
            return try #require(said["actions"]?[0]?["id"]?.int64)
        }
        func confirm(_ id: Int64) -> (status: Int, json: JSON, response: HTTPResponse) {
            let there = #"{"confirm": true, "position": {"latitude": 30.9, "longitude": -97.7}}"#
            return site.send("POST", "/agent/actions/\(id)", there, token: site.writer)
        }
        let ids = try [ask("30.42"), ask("30.44"), ask("30.4401")]
        let words = ids.map { confirm($0).json["message"]?.string ?? "" }
        #expect(
            words == [
                "Payments within 150 m of Place 1 will be declined.",
                "Payments within 150 m of Place 2 will be declined.",
                "Payments within 150 m of Place 3 will be declined.",
            ])
        let geofences = site.send("GET", "/rules/geofence", token: site.reader).json.array ?? []
        #expect(geofences.map { $0["latitude"]?.double } == [30.42, 30.44, 30.4401])
        // What changes one that is gone by then does nothing.
        let changes = try ask("30.42", "warn me here")
        let first = try #require(geofences.first?["id"]?.int64)
        _ = site.send("DELETE", "/rules/geofence/\(first)", token: site.writer)
        #expect(confirm(changes).status == 409)
        #expect(site.send("GET", "/rules/geofence", token: site.reader).json.array?.count == 2)
    }

    private static let mall =
        #"{"name": "Mall", "latitude": 30.4, "longitude": -97.7, "radius_m": 250, "policy": "block"}"#

    /// The position that a phone sent minutes ago counts wherever a purchase is judged, as it does for `authorize`: as long as it
    /// says something of now, and where positions are kept at all.
    @Test(arguments: [24, 0]) func theKeptPositionCountsEverywhere(hours: Int) throws {
        let minutes = Minutes()
        let site = try site(minutes, hours: hours)
        _ = site.send("POST", "/rules/geofence", Self.mall, token: site.writer)
        let here = #"{"latitude": 30.4, "longitude": -97.7, "accuracy_m": 20}"#
        _ = site.send("POST", "/location/update", here, token: site.writer)
        func said(_ path: String, _ body: String) -> JSON { site.send("POST", path, body, token: site.reader).json }
        func verdicts() -> [String?] {
            let line = "should I buy a jacket for $8 here?"
            let asked = said("/api/ask", #"{"question": "\#(line)"}"#)
            return [
                said("/agent/coach", #"{"message": "\#(line)"}"#)["message"]?.string,
                said("/agent/coach", #"{"amount_cents": 800, "merchant": "Gap"}"#)["message"]?.string,
                asked["reply"]?.string, said("/api/chat", #"{"message": "\#(line)"}"#)["answer"]?["reply"]?.string,
                said("/analytics/assess-purchase", #"{"amount_cents": 800, "merchant": "Gap"}"#)["reply"]?.string,
            ]
        }
        func isNo(_ words: String?) -> Bool { words?.hasPrefix("Not here. You") == true }
        minutes.now.withLock { $0 += 300 }
        #expect(verdicts().map(isNo) == [Bool](repeating: hours > 0, count: 5), "\(verdicts())")
        // Nobody wrote anything since, and it is over all the same.
        minutes.now.withLock { $0 += 301 }
        #expect(!verdicts().contains(where: isNo), "\(verdicts())")
        // One that is typed counts for its line, whatever is kept.
        let typed = said("/api/ask", #"{"question": "should I buy a jacket for $8? I'm at 30.4001N, 97.7W"}"#)
        #expect(typed["reply"]?.string?.hasPrefix("Not here. You're at Mall") == true)
        #expect(typed["question"]?.string == "should I buy a jacket for $8?")
    }

    /// An override is enough to have a payment charged, once, also where an equal one was paid before.
    @Test func whatIsAllowedIsCharged() throws {
        let minutes = Minutes()
        let site = try site(minutes)
        addCard(site)
        _ = site.send("POST", "/rules", #"{"category": "fun", "monthly_limit_cents": 1000}"#, token: site.writer)
        #expect(pay(site, "authorize", 5_000, "Steam Games", "fun").json["decision"]?.string == "DECLINE")
        #expect(pay(site, "charge", 5_000, "Steam Games").status == 403)
        #expect(pay(site, "override", 5_000, "Steam Games", "fun").status == 200)
        let paid = pay(site, "charge", 5_000, "Steam Games")
        #expect(paid.status == 200 && paid.json["status"]?.string == "charged", "\(paid.json.text)")
        // It is used up: the same again is told the payment that there is.
        #expect(pay(site, "charge", 5_000, "Steam Games").json["charge_id"]?.int64 == paid.json["charge_id"]?.int64)
        #expect(pay(site, "override", 5_000, "Steam Games", "fun").status == 200)
        let echo = pay(site, "charge", 5_000, "Steam Games")
        #expect(echo.status == 409, "\(echo.json.text)")
        let again = site.send(
            "POST", "/guardian/charge", #"{"amount_cents": 5000, "merchant": "Steam Games", "again": true}"#,
            token: site.writer)
        #expect(again.status == 200 && again.json["charge_id"]?.int64 != paid.json["charge_id"]?.int64)
        #expect(again.json["again"] == nil)
        // Without another approval it's the one before, and says so.
        let before = site.send(
            "POST", "/guardian/charge", #"{"amount_cents": 5000, "merchant": "Steam Games", "again": true}"#,
            token: site.writer)
        #expect(
            before.json["charge_id"]?.int64 == again.json["charge_id"]?.int64 && before.json["again"]?.bool == false)
        #expect(before.json["message"]?.string?.contains("nothing was paid again") == true)
        // Without a merchant the one that was declined is meant; one that was never asked about has to be named.
        #expect(pay(site, "authorize", 6_000, "Steam Games", "fun").json["decision"]?.string == "DECLINE")
        for merchant in ["Steam Games", "Bookshop"] {
            let cents = merchant == "Bookshop" ? 6_100 : 6_000
            _ = pay(site, "override", cents, merchant, "fun")
            let body = #"{"amount_cents": \#(cents)}"#
            let said = site.send("POST", "/guardian/charge", body, token: site.writer)
            #expect(said.status == (merchant == "Bookshop" ? 403 : 200), "\(merchant): \(said.json.text)")
        }
        // Five minutes later it holds no more.
        _ = pay(site, "override", 7_000, "Steam Games", "fun")
        minutes.now.withLock { $0 += 301 }
        #expect(pay(site, "charge", 7_000, "Steam Games").status == 403)
    }

    /// An override is good for one charge, also where the payment would be approved without it, however often it's ordered again.
    @Test(arguments: [
        (["override"], 1), (["authorize", "override"], 1), (["override", "authorize"], 1),
        (["authorize", "charge", "override"], 2), (["override", "override"], 2),
        (["override", "charge", "authorize"], 2),
    ]) func anOverrideIsGoodForOneCharge(_ before: [String], _ charges: Int) throws {
        let site = try site()
        addCard(site)
        for path in before { #expect(pay(site, path, 2_200, "Target").status == 200) }
        let order = #"{"amount_cents": 2200, "merchant": "Target", "again": true}"#
        for _ in 0..<5 {
            #expect(site.send("POST", "/guardian/charge", order, token: site.writer).status == 200)
        }
        let made = site.send("GET", "/guardian/charges", token: site.reader).json.array
        #expect(made?.count == charges, "\(made?.map(\.text) ?? [])")
        let last = site.send("POST", "/guardian/charge", order, token: site.writer).json
        #expect(last["again"]?.bool == false && last["status"]?.string == "charged")
        // With a key of its own it's refused.
        let keyed = [("Host", "localhost:8787"), ("Idempotency-Key", "k")]
        #expect(site.send("POST", "/guardian/charge", order, token: site.writer, keyed).status == 403)
        #expect(site.send("GET", "/guardian/charges", token: site.reader).json.array?.count == charges)
    }

    /// Orders that come at once are as many charges as were allowed.
    @Test func ordersAtOnceShareOneOverride() throws {
        let site = try site()
        addCard(site)
        #expect(pay(site, "override", 2_700, "Target").status == 200)
        let order = #"{"amount_cents": 2700, "merchant": "Target", "again": true}"#
        nonisolated(unsafe) let shared = site
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
            _ = shared.send("POST", "/guardian/charge", order, token: shared.writer)
        }
        #expect(site.send("GET", "/guardian/charges", token: site.reader).json.array?.count == 1)
    }

    @Test func aGeofenceOfTheSameNameIsReplacedAndThatIsSaid() throws {
        let site = try site()
        func add(_ name: String) -> String? {
            let geofence = #"{"name": "\#(name)", "latitude": 30.4, "longitude": -97.7, "radius_m": 250}"#
            return site.send("POST", "/rules/geofence", geofence, token: site.writer).json["status"]?.string
        }
        #expect(["Mall", "Diner", "MALL"].map(add) == ["created", "created", "replaced"])
        #expect(site.send("GET", "/rules/geofence", token: site.reader).json.array?.count == 2)
    }

    // MARK: What happened since the approval

    private func pay(_ site: Site, _ path: String, _ cents: Int, _ merchant: String, _ category: String = "shopping")
        -> (status: Int, json: JSON, response: HTTPResponse)
    {
        let what = path == "charge" ? "" : #", "category": "\#(category)""#
        let payment = #"{"amount_cents": \#(cents), "merchant": "\#(merchant)"\#(what)}"#
        return site.send("POST", "/guardian/\(path)", payment, token: site.writer)
    }

    private func addCard(_ site: Site) {
        _ = site.send("POST", "/funding/cards/confirm", #"{"payment_method_id": "pm_card_visa"}"#, token: site.admin)
    }

    /// Where one is when the card is out counts, unless the payment was let through.
    @Test func aPositionAfterTheApprovalCountsAtTheCharge() throws {
        let site = try site()
        addCard(site)
        #expect(pay(site, "authorize", 500, "Bookshop").json["decision"]?.string == "APPROVE")
        let geofence = #"{"name": "Mall", "latitude": 30.4, "longitude": -97.7, "radius_m": 250, "policy": "block"}"#
        _ = site.send("POST", "/rules/geofence", geofence, token: site.writer)
        let here = #"{"latitude": 30.4, "longitude": -97.7, "accuracy_m": 20}"#
        #expect(site.send("POST", "/location/update", here, token: site.writer).status == 200)
        let refused = pay(site, "charge", 500, "Bookshop")
        #expect(refused.status == 403)
        #expect(String(decoding: refused.response.body, as: UTF8.self).contains("Mall"))
        // Where one was may be forgotten; that it was refused isn't.
        _ = site.send("DELETE", "/location", token: site.writer)
        #expect(pay(site, "charge", 500, "Bookshop").status == 403)
        _ = site.send("POST", "/location/update", here, token: site.writer)
        #expect(site.send("GET", "/guardian/charges", token: site.reader).json.array?.isEmpty == true)
        #expect(pay(site, "override", 500, "Bookshop").status == 200)
        #expect(pay(site, "authorize", 500, "Bookshop").json["reason"]?.string == "override")
        #expect(pay(site, "charge", 500, "Bookshop").status == 200)
    }

    /// The same payment within minutes is told of, and charged once more where the request says so, with its key too.
    @Test(arguments: ["k", nil]) func theSamePaymentAgainTakesAWord(key: String?) throws {
        let site = try site()
        addCard(site)
        func order(_ more: String = "") -> (status: Int, json: JSON, response: HTTPResponse) {
            let payment = #"{"amount_cents": 500, "merchant": "Bookshop"\#(more)}"#
            let headers = [("Host", "localhost:8787")] + (key.map { [("Idempotency-Key", $0)] } ?? [])
            return site.send("POST", "/guardian/charge", payment, token: site.writer, headers)
        }
        for _ in 0..<2 {
            #expect(pay(site, "authorize", 500, "Bookshop").json["decision"]?.string == "APPROVE")
            if site.send("GET", "/guardian/charges", token: site.reader).json.array?.isEmpty == true {
                #expect(pay(site, "charge", 500, "Bookshop").status == 200)
            }
        }
        let told = order()
        #expect(told.status == 409)
        let words = String(decoding: told.response.body, as: UTF8.self)
        #expect(words.contains("you already paid $5.00 at Bookshop just now; if it's a second payment, send"))
        #expect(!words.contains("coach charge"))
        #expect(order(#", "again": true"#).status == 200)
        #expect(site.send("GET", "/guardian/charges", token: site.reader).json.array?.count == 2)
    }

    /// What is declined over HTTP is told with the address that lets it through.
    @Test func aDeclineNamesAddresses() throws {
        let site = try site()
        addCard(site)
        #expect(pay(site, "authorize", 500, "Bookshop").json["decision"]?.string == "APPROVE")
        let limit = #"{"category": "gambling", "monthly_limit_cents": 2000}"#
        _ = site.send("POST", "/rules", limit, token: site.writer)
        for found in [pay(site, "authorize", 5000, "Zed Lamps", "gambling"), pay(site, "charge", 5000, "Zed Lamps")] {
            #expect(!String(decoding: found.response.body, as: UTF8.self).contains("coach "))
        }
        let declined = pay(site, "authorize", 5100, "Zed Lamps", "gambling").json["message"]?.string ?? ""
        #expect(declined.contains("`POST /guardian/override`"), "\(declined)")
    }

    /// A purchase that is named by its shop alone is called by that.
    @Test func aWishWithoutAThingIsCalledByItsShop() throws {
        let site = try site()
        let asked =
            #"{"message": "let me sleep on it", "context": {"amount_cents": 15000, "merchant": "REI"}}"#
        let said = site.send("POST", "/agent/coach", asked, token: site.writer)
        let text = String(decoding: said.response.body, as: UTF8.self)
        #expect(said.status == 200 && text.contains("Sleep on your purchase at REI"), "\(text)")
    }

    /// A wrong position is lived down without the terminal, and forgotten over HTTP as well.
    @Test func aWrongPositionLocksNobodyOut() throws {
        let site = try site()
        func send(_ latitude: Double) -> Int {
            let body = #"{"latitude": \#(latitude), "longitude": -97.7, "accuracy_m": 20}"#
            return site.send("POST", "/location/update", body, token: site.writer).status
        }
        #expect(send(30.4) == 200)
        #expect(send(60.4) == 400)
        #expect(send(30.4) == 200)
        #expect(send(60.4) == 400)
        #expect(site.send("DELETE", "/location", token: site.reader).status == 403)
        let gone = site.send("DELETE", "/location", token: site.writer)
        #expect(gone.status == 200 && gone.json["forgotten"]?.int64 ?? 0 > 0)
        #expect(gone.json["complete"]?.bool == true)
        #expect(send(60.4) == 200)
        #expect(send(30.4) == 400)
    }

    /// Each of several approvals fits the limit, and cards for trying fill none.
    @Test func whatIsChargedForTryingFillsNoLimit() throws {
        let site = try site()
        addCard(site)
        let limit = #"{"category": "gambling", "monthly_limit_cents": 2000}"#
        #expect(site.send("POST", "/rules", limit, token: site.writer).status == 200)
        for cents in [900, 890, 880] {
            #expect(pay(site, "authorize", cents, "Zed Lamps", "gambling").json["decision"]?.string == "APPROVE")
        }
        let charged = [900, 890, 880].map { pay(site, "charge", $0, "Zed Lamps", "gambling") }
        #expect(charged.map(\.status) == [200, 200, 200])
        #expect(charged.allSatisfy { $0.json["test"]?.bool == true })
        #expect(site.send("GET", "/guardian/charges", token: site.reader).json.array?.count == 3)
        let found = site.send("GET", "/api/transactions?limit=100", token: site.reader)
        #expect(!String(decoding: found.response.body, as: UTF8.self).contains("Zed Lamps"))
        // The same again is the charge that was made.
        #expect(pay(site, "charge", 890, "Zed Lamps", "gambling").status == 200)
    }

    // MARK: What a card says

    private func ordered(_ site: Site, _ method: String) -> (status: Int, json: JSON, response: HTTPResponse) {
        _ = site.send(
            "POST", "/funding/cards/confirm", #"{"payment_method_id": "\#(method)"}"#, token: site.admin)
        let payment = #"{"amount_cents": 5000, "merchant": "Zed Lamps", "category": "shopping"}"#
        #expect(
            site.send("POST", "/guardian/authorize", payment, token: site.writer).json["decision"]?.string == "APPROVE")
        return site.send("POST", "/guardian/charge", #"{"amount_cents": 5000}"#, token: site.writer)
    }

    private func rows(_ site: Site) -> Int64? {
        site.send("POST", "/api/ask", #"{"question": "how much did I spend at Zed Lamps"}"#, token: site.reader)
            .json["figures"]?[0]?["value"]?.int64
    }

    @Test func aDeclinedCardIsNoSuccessAndNoRow() throws {
        let site = try site()
        let said = ordered(site, "pm_card_chargeDeclined")
        #expect(said.status == 402)
        #expect(said.json["status"]?.string == "declined" && said.json["error"]?.string == "CARD_DECLINED")
        #expect(said.json["processor_status"]?.string == "requires_payment_method")
        #expect(rows(site) ?? 0 == 0)
        // Its approval is used up.
        let again = site.send("POST", "/guardian/charge", #"{"amount_cents": 5000}"#, token: site.writer)
        #expect(again.status == 402 && again.json["charge_id"]?.int64 == said.json["charge_id"]?.int64)
    }

    @Test func aCardThatAsksIsChargedOnceItsHolderSaidYes() throws {
        let site = try site()
        let said = ordered(site, "pm_card_authenticationRequired")
        #expect(said.status == 200 && said.json["status"]?.string == "requires_action")
        #expect(said.json["client_secret"]?.string?.isEmpty == false)
        #expect(rows(site) ?? 0 == 0)
        let id = try #require(said.json["charge_id"]?.int64)
        // The list keeps no secret of it.
        let listed = site.send("GET", "/guardian/charges", token: site.reader).json[0]
        #expect(listed?["status"]?.string == "requires_action" && listed?["client_secret"] == nil)
        #expect(site.send("POST", "/guardian/charges/\(id)/check", token: site.reader).status == 403)
        let found = site.send("POST", "/guardian/charges/\(id)/check", token: site.writer)
        #expect(found.status == 200 && found.json["status"]?.string == "charged")
        #expect(found.json["test"]?.bool == true && rows(site) ?? 0 == 0)
    }

    @Test func whatWaitsForItsHolderCanBeGivenUp() throws {
        let site = try site()
        let id = try #require(ordered(site, "pm_card_authenticationRequired").json["charge_id"]?.int64)
        let path = "/guardian/charges/\(id)/cancel"
        #expect(site.send("POST", path, token: site.writer).json["status"]?.string == "canceled")
        #expect(site.send("POST", path, token: site.writer).status == 409)
        #expect(site.send("POST", "/guardian/charges/99/cancel", token: site.writer).status == 404)
        #expect(rows(site) ?? 0 == 0)
    }

    // MARK: Where one is

    private final class Minutes: Sendable {
        let now = Mutex<Int64>(2_000)
    }

    private static let shop = #"{"latitude": 30.3568, "longitude": -97.7392, "accuracy_m": 10.5}"#
    private static let there = "/location-check?lat=30.3568&lon=-97.7392&accuracy_m=10.5"

    /// “You are at H-E-B on Burnet: usual $62, $140 left this month”, with the sample's figures: the middle of 69 purchases of the
    /// last year is $53.08, as a count of its files by hand has it.
    @Test func aShopOfTheDataIsOfferedAndSaysWhatIsUsualThere() throws {
        let site = try site()
        let places = site.send("GET", "/places", token: site.reader).json.array ?? []
        let shop = try #require(places.first { $0["merchant"]?.string == "H-E-B" })
        #expect(shop["town"]?.string == "Austin TX" && shop["geofence_id"]?.isNull == true)
        #expect(shop["offer"]?["name"]?.string == "H-E-B" && shop["offer"]?["policy"]?.string == "warn")
        // The offer with the phone's position is a geofence; a name that says more is still the shop's.
        let members = (shop["offer"]?.object ?? []).filter { $0.0 != "name" }
        let geofence = JSON.object(
            members + [
                ("name", .string("H-E-B on Burnet")), ("latitude", .number(30.3568)), ("longitude", .number(-97.7392)),
            ])
        #expect(site.send("POST", "/rules/geofence", geofence.text, token: site.writer).status == 200)
        let usual = try #require(shop["usual_cents"]?.int64)
        let before = site.send("GET", Self.there, token: site.reader).json
        #expect(before["decision"]?.string == "warn")
        #expect(
            before["notifications"]?[0]?["message"]?.string
                == "You're at H-E-B on Burnet: usually $53.08, in 69 visits over the past year.")
        _ = site.send(
            "POST", "/rules", #"{"category": "groceries", "monthly_limit_cents": 70000}"#, token: site.writer)
        let left = try #require(
            site.send("GET", "/analytics/rules-progress", token: site.reader).json[0]?["remaining_cents"]?.int64)
        let said = site.send("POST", "/location/update", Self.shop, token: site.writer)
        #expect(said.status == 200 && said.json["status"]?.string == "ok" && said.json["ts"]?.string != nil)
        let end =
            left < 0
            ? "and you're \(Money(-left, .usd).text) over your groceries limit this month."
            : "\(Money(left, .usd).text) left of your groceries limit this month."
        #expect(
            said.json["notifications"]?[0]?["message"]?.string
                == "You're at H-E-B on Burnet: usually \(Money(usual, .usd).text), \(end)")
        let advice = site.send(
            "POST", "/agent/coach", #"{"message": "hello", "position": \#(Self.shop)}"#, token: site.writer)
        #expect(advice.json["nudge"]?.string?.contains("H-E-B on Burnet: usually") == true)
    }

    /// A warning comes with the first position in its place, and anew once one was elsewhere; the decision stays.
    @Test func aWarningIsNotToldWithEachPosition() throws {
        let minutes = Minutes()
        let site = try site(minutes)
        let geofence =
            #"{"name": "Diner", "latitude": 30.3568, "longitude": -97.7392, "radius_m": 100, "policy": "warn"}"#
        _ = site.send("POST", "/rules/geofence", geofence, token: site.writer)
        func told(_ place: String) -> String {
            minutes.now.withLock { $0 += 60 }
            let said = site.send("POST", "/location/update", place, token: site.writer).json
            return "\(said["decision"]?.string ?? "") \(said["notifications"]?.array?.count ?? -1)"
        }
        let elsewhere = #"{"latitude": 30.36, "longitude": -97.7392, "accuracy_m": 10}"#
        #expect([Self.shop, Self.shop, Self.shop].map(told) == ["warn 1", "warn 0", "warn 0"])
        #expect([elsewhere, Self.shop, Self.shop].map(told) == ["ok 0", "warn 1", "warn 0"])
        // Who asks is told.
        #expect(site.send("GET", Self.there, token: site.reader).json["notifications"]?.array?.count == 1)
    }

    /// A visit's warning is told once, however exact its positions are; the first that is surely blocked is told all the same.
    @Test(arguments: [("warn", [1, 0, 0, 0, 0]), ("block", [1, 1, 0, 1, 0])])
    func aWarningIsToldOnceHoweverExact(_ policy: String, _ expected: [Int]) throws {
        let minutes = Minutes()
        let site = try site(minutes)
        _ = site.send(
            "POST", "/rules/geofence",
            #"{"name": "Diner", "latitude": 30.3568, "longitude": -97.7392, "radius_m": 100, "policy": "\#(policy)"}"#,
            token: site.writer)
        let told = [500, 10, 500, 10, 500].map { accuracy in
            minutes.now.withLock { $0 += 60 }
            let place = #"{"latitude": 30.3568, "longitude": -97.7392, "accuracy_m": \#(accuracy)}"#
            let said = site.send("POST", "/location/update", place, token: site.writer).json
            return said["notifications"]?.array?.count ?? -1
        }
        #expect(told == expected)
    }

    /// What is missing is named, whichever way it may be said.
    @Test func nothingSaidIsAnsweredWithBothWays() throws {
        let site = try site()
        let empty = site.send("POST", "/agent/coach", "{}", token: site.writer)
        let words = String(decoding: empty.response.body, as: UTF8.self)
        #expect(empty.status == 400 && words.contains("message") && words.contains("amount_cents"), "\(words)")
    }

    /// Whoever may only read is told once, too.
    @Test(arguments: [true, false]) func stayingIsSaidOnceHoweverItIsAsked(mayWrite: Bool) throws {
        let minutes = Minutes()
        let site = try site(minutes)
        let geofence =
            #"{"name": "Bar", "latitude": 30.3568, "longitude": -97.7392, "radius_m": 100, "policy": "block"}"#
        _ = site.send("POST", "/rules/geofence", geofence, token: site.writer)
        for _ in 0..<3 {
            #expect(site.send("POST", "/location/update", Self.shop, token: site.writer).status == 200)
            minutes.now.withLock { $0 += 300 }
        }
        func nudges(_ answer: JSON) -> Int {
            answer["notifications"]?.array?.count { $0["type"]?.string == "behavior" } ?? 0
        }
        let token = mayWrite ? site.writer : site.reader
        #expect(nudges(site.send("GET", Self.there, token: token).json) == 1)
        #expect(nudges(site.send("GET", Self.there, token: token).json) == 0)
        let body = #"{"lat": 30.3568, "lon": -97.7392, "accuracy_m": 10.5}"#
        #expect(nudges(site.send("POST", "/location-check", body, token: token).json) == 0)
        let asked = #"{"message": "hello", "position": \#(Self.shop)}"#
        #expect(
            site.send("POST", "/agent/coach", asked, token: token).json["nudge"]?.string?.contains("minutes") == false)
        if mayWrite { #expect(nudges(site.send("POST", "/location/update", Self.shop, token: token).json) == 0) }
        // Not again for a while: four hours.
        var later: [Int64] = []
        for _ in 0..<60 {
            minutes.now.withLock { $0 += 300 }
            let said = site.send("POST", "/location/update", Self.shop, token: site.writer).json
            if nudges(said) > 0 { later.append(minutes.now.withLock { $0 }) }
        }
        #expect(later == [2_000 + 900 + 14_400])
    }

    @Test(arguments: [
        #"{"latitude": 30.3}"#, #"{"latitude": 91, "longitude": 0}"#, #"{"latitude": "30", "longitude": 0}"#,
        #"{"latitude": 30, "longitude": 0, "accuracy_m": -1}"#, #"{"latitude": 30, "longitude": 0, "ts": "now"}"#,
        #"{"latitude": 30, "longitude": 0, "ts": "2030-01-01T00:00:00"}"#, "{}", "[",
    ]) func oddPositionsAreRefused(body: String) throws {
        let site = try site()
        #expect((400..<500).contains(site.send("POST", "/location/update", body, token: site.writer).status), "\(body)")
    }
}
