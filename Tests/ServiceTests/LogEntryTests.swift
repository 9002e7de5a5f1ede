import Ledger
import Synchronization
import TestSupport
import Testing

@testable import Service

/// What the access log says, and what can't get into it.
@Suite struct LogEntryTests {
    /// The lines that requests leave.
    private func lines(_ send: (WebServiceTests.Site) -> Void) throws -> [String] {
        let kept = Mutex([String]())
        let site = try WebServiceTests.Site(log: { entry in kept.withLock { $0.append(entry.text) } })
        send(site)
        return kept.withLock { $0 }
    }

    /// A line without its trace, which no two have in common.
    private func steady(_ line: String) -> String {
        line.split(separator: " ").dropLast().joined(separator: " ")
    }

    @Test func aLineSaysWhoAskedWhereAndWhatCameOfIt() throws {
        let start = "1970-01-01T00:33:20Z"
        let said = try lines { site in
            _ = site.send("GET", "/api/accounts?limit=3", token: site.reader)
            _ = site.send("HEAD", "/health", token: nil)
            _ = site.send("GET", "/api/transactions/12", token: site.reader)
            _ = site.send("GET", "/api/accounts", token: nil, peer: "10.0.0.7")
            _ = site.send("GET", "/health", token: nil, [("Host", "evil.example")])
            _ = site.send("DELETE", "/health", token: nil)
            _ = site.send("GET", "/api/profile", token: site.other)
            _ = site.send(
                "OPTIONS", "/api/ask", token: nil, [("Host", "localhost"), ("Origin", "https://evil.example")])
            _ = site.send("GET", "/api/accounts", token: nil, peer: nil)
        }
        #expect(
            said.map(steady) == [
                "\(start) 127.0.0.1 GET /api/accounts 400 phone", "\(start) 127.0.0.1 HEAD /health 200 -",
                "\(start) 127.0.0.1 GET /api/transactions/{id} 405 -", "\(start) 10.0.0.7 GET /api/accounts 401 -",
                "\(start) 127.0.0.1 GET /health 403 -", "\(start) 127.0.0.1 DELETE /health 405 -",
                "\(start) 127.0.0.1 GET /api/profile 200 anna/hers", "\(start) 127.0.0.1 OPTIONS /api/ask 403 -",
                "\(start) - GET /api/accounts 200 socket",
            ])
    }

    @Test func whatTheServerRefusesIsALineToo() throws {
        let said = try lines { site in
            site.service.note(.init(method: "", target: "", peer: "10.0.0.7", status: 400, trace: "5f"))
            let target = "http://localhost/api/ask/secret?token=secret"
            site.service.note(.init(method: "GET", target: target, peer: nil, status: 414, trace: "a0"))
        }
        #expect(
            said == [
                "1970-01-01T00:33:20Z 10.0.0.7 - - 400 - 5f", "1970-01-01T00:33:20Z - GET /api/ask/* 414 - a0",
            ])
    }

    /// Wherever a client writes it, and through whichever address: to every one there is.
    @Test func nothingThatAClientWritesGetsIn() throws {
        let secret = "kqzv7tokenwholefoods4521"
        let said = try lines { site in
            for route in Routes.all {
                let full = route.template.replacing(/{[a-zA-Z_]+}/, with: secret)
                let body = "{\"question\": \"\(secret)\", \"category\": \"\(secret)\", \"merchant\": \"\(secret)\"}"
                for path in [full, full + "/\(secret)", full + "?q=\(secret)&\(secret)=1"] {
                    for token in [site.admin, secret] {
                        _ = try? site.service.respond(
                            to: #require(
                                HTTPRequest(
                                    route.method, path,
                                    headers: [
                                        ("Host", "localhost"), ("Authorization", "Bearer \(token)"),
                                        ("Idempotency-Key", secret), ("User-Agent", secret), ("Referer", secret),
                                    ], body: Array(body.utf8), peer: "127.0.0.1")))
                    }
                }
            }
            for (method, target) in [(secret, "/" + secret), ("GET", "//\(secret)//"), ("GET", secret), ("", secret)] {
                site.service.note(.init(method: method, target: target, peer: nil, status: 400, trace: "5f"))
            }
            _ = site.send("GET", "/health", token: nil, [("Host", secret)])
            _ = site.send("GET", "/health", token: nil, [("Host", "localhost"), ("Origin", "https://\(secret)")])
        }
        #expect(said.count == Routes.all.count * 6 + 6)
        #expect(!said.contains { $0.contains(secret) || $0.contains("\n") })
        // No part of a line can hold a second one.
        #expect(said.allSatisfy { $0.split(separator: " ").count == 7 })
    }
}
