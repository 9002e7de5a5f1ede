import Feeds
import Ledger
import Payments
import Testing

@testable import Service

/// The seed's requests about places, cards, charges, and advice, with the seed's fields in the answers; cards are the mock's.
@Suite struct CounterRoutesTests {
    private typealias Site = WebServiceTests.Site

    private func site() throws -> Site {
        try Site {
            $0.positionHours = 24
            $0.payments = { index in
                let setup = PaymentSetup(
                    index, vault: { () throws(FeedError) in throw FeedError(.key, "no keys in tests") })
                if (try? index.paymentAccount()) == nil { try? setup.setUpMock() }
                return setup
            }
        }
    }

    @Test func aCardIsSetUpAndCharged() throws {
        let site = try site()
        #expect(site.send("GET", "/funding/default", token: site.writer).status == 404)
        let intent = site.send("POST", "/funding/cards/intent", token: site.writer)
        #expect(intent.json["clientSecret"]?.string?.hasPrefix("seti_") == true)
        let card = #"{"payment_method_id": "pm_card_visa", "label": "My Visa Card"}"#
        let kept = site.send("POST", "/funding/cards/confirm", card, token: site.writer)
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
                "POST", "/funding/cards/confirm", #"{"payment_method_id": "\#(method)"}"#, token: site.writer)
            #expect(said.status == 400)
            #expect(!String(decoding: said.response.body, as: UTF8.self).contains("4242"))
        }
    }

    @Test func placesDecideAsTheSeedSays() throws {
        let site = try site()
        let fence = #"{"name": "Mall", "latitude": 40.7128, "longitude": -74.0060, "radius_m": 250, "policy": "block"}"#
        let made = site.send("POST", "/rules/geofence", fence, token: site.writer).json
        #expect(made["status"]?.string == "created")
        let fences = site.send("GET", "/rules/geofence", token: site.reader).json.array ?? []
        #expect(fences.first?["name"]?.string == "Mall" && fences.first?["radius_m"]?.int64 == 250)
        let inside = site.send(
            "POST", "/location-check", #"{"user_id": "me", "lat": 40.7128, "lon": -74.0060}"#, token: site.reader)
        #expect(inside.json["decision"]?.string == "block")
        let outside = site.send("GET", "/location-check?lat=41.7&lon=-74", token: site.reader)
        #expect(outside.json["decision"]?.string == "ok")
        #expect(
            site.send(
                "POST", "/location-check", #"{"user_id": "anna", "lat": 1, "lon": 1}"#, token: site.reader
            ).status == 403)
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
}
