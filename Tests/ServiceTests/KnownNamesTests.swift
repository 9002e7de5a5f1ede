import Ledger
import Testing

@testable import Service

/// What a request says that nobody reads is refused and not passed over, at every address.
@Suite struct KnownNamesTests {
    private typealias Site = WebServiceTests.Site

    private func message(_ json: JSON) -> String { json["error"]?["message"]?.string ?? json["message"]?.string ?? "" }

    private func address(_ route: Route) -> String {
        "/" + route.template.split(separator: "/").map { $0.hasPrefix("{") ? "1" : String($0) }.joined(separator: "/")
    }

    @Test func unknownParametersAreNamedWithThoseThereAre() throws {
        let site = try Site()
        for route in Routes.all where route.scope != nil {
            let said = site.send(route.method, address(route) + "?minAmount=50", token: site.admin)
            #expect(said.status == 400, "\(route.method) \(route.template)")
            let words = message(said.json)
            #expect(words.contains("“minAmount”"), "\(route.template): \(words)")
            for known in route.parameters where !known.isInPath {
                #expect(words.contains(known.name), "\(route.template): \(words)")
            }
        }
        let page = site.send("GET", "/api/transactions?month=2026-09&page=2", token: site.reader)
        #expect(message(page.json) == "there's no parameter “page” here; known: month, limit, cursor")
        #expect(site.send("GET", "/api/transactions?limit=1&limit=2", token: site.reader).status == 400)
        // Monitors and webhooks come with addresses that others wrote.
        #expect(site.send("GET", "/health?time=1", token: nil).status == 200)
        #expect(site.send("POST", "/webhooks/plaid?via=proxy", "{}", token: nil).status == 401)
    }

    /// Whatever isn't one of a member's words would be read as if it weren't there.
    @Test func wordsThatAMemberDoesNotHaveAreRefused() throws {
        let site = try Site()
        var tried = 0
        for route in Routes.all {
            for (name, shape) in route.body?["properties"]?.object ?? [] where shape["enum"] != nil {
                let token = route.scope == nil ? nil : site.admin
                for wrong in [#""phone""#, "3", #"["read"]"#] {
                    let said = site.send(route.method, address(route), #"{"\#(name)": \#(wrong)}"#, token: token)
                    #expect(said.status == 400, "\(route.method) \(route.template)")
                    for word in shape["enum"]?.array?.compactMap(\.string) ?? [] {
                        #expect(message(said.json).contains(word), "\(route.template): \(message(said.json))")
                    }
                }
                tried += 1
            }
        }
        #expect(tried > 3)
        let purchase = #"{"amount": 15, "merchant_name": "Starbucks", "channel": "#
        #expect(site.send("POST", "/score-transaction", purchase + #""phone"}"#, token: site.writer).status == 400)
        #expect(site.send("POST", "/score-transaction", purchase + "null}", token: site.writer).status == 200)
    }

    @Test func unknownMembersAreNamedWithThoseThereAre() throws {
        let site = try Site()
        for route in Routes.all where route.method != "GET" && (route.body?["properties"] != nil || route.body == nil) {
            let token = route.scope == nil ? nil : site.admin
            let said = site.send(route.method, address(route), #"{"sum": 50}"#, token: token)
            #expect(said.status == 400, "\(route.method) \(route.template)")
            let words = message(said.json)
            #expect(words.contains("“sum”"), "\(route.template): \(words)")
            for (name, _) in route.body?["properties"]?.object ?? [] {
                #expect(words.contains(name), "\(route.template): \(words)")
            }
        }
        let before = site.send("GET", "/api/transactions", token: site.reader).json["transactions"]
        let id = try #require(before?[0]?["id"]?.int64)
        let patch = #"{"notes": "lunch", "amount": 12}"#
        let said = site.send("PATCH", "/api/transactions/\(id)", patch, token: site.writer)
        #expect(message(said.json) == "there's no member “amount” here; known: category, notes")
        let bare = site.send("POST", "/api/ask", #"{"kind": "ask", "flow": "spending"}"#, token: site.reader)
        #expect(message(bare.json).contains("a request goes into “request”"), "\(message(bare.json))")
        // Nothing was changed by the part that is known.
        #expect(site.send("GET", "/api/transactions", token: site.reader).json["transactions"]?.text == before?.text)
        let deep = #"{"message": "ok?", "position": {"latitude": 30, "longitude": 0, "altitude": 9}}"#
        #expect(message(site.send("POST", "/agent/coach", deep, token: site.reader).json).contains("“altitude”"))
    }

    /// The fields that clients of the Guardian Card API send beside what coach goes by stay known.
    @Test func whatClientsSendStaysKnown() throws {
        let site = try Site()
        let score =
            #"{"user_id": "string", "amount": 15, "merchant_name": "Starbucks", "mcc": 5814, "channel": "offline"}"#
        #expect(site.send("POST", "/score-transaction", score, token: site.reader).status == 200)
        let asked = "/location-check?user_id=u&lat=40.7&lon=-74&accuracy_m=10"
        #expect(site.send("GET", asked, token: site.reader).status == 200)
        let parts = #"{"context": {"history": ["hi"]}, "amount_cents": 15000, "merchant": "Steam", "item": "a game"}"#
        let advice = site.send("POST", "/agent/coach", parts, token: site.reader)
        #expect(advice.status == 200 && advice.json["result"]?.string != nil)
    }

    @Test func theDescriptionSaysSo() throws {
        let paths = try #require(OpenAPI.document(version: "")["paths"])
        for route in Routes.all where route.body?["properties"] != nil {
            let schema = paths[route.template]?[route.method.lowercased()]?["requestBody"]?["content"]?[
                "application/json"]?["schema"]
            #expect(schema?["additionalProperties"]?.bool == false, "\(route.template)")
        }
        let position = paths["/agent/coach"]?["post"]?["requestBody"]?["content"]?["application/json"]?["schema"]?[
            "properties"]?["position"]
        #expect(position?["additionalProperties"]?.bool == false)
    }
}
