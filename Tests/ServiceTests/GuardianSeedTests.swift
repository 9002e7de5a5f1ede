import Feeds
import Glibc
import Ledger
import Payments
import Store
import Synchronization
import Testing

@testable import Service

/// The examples of the Guardian Card API, in the order in which a phone sends them: each request as it is written there, each answer with
/// all the fields that are written there. They are read from the folder of the seed documents beside the repository.
@Suite(.enabled(if: GuardianSeed.text != nil, "needs ../shared/seeds, where the examples are"))
struct GuardianSeedTests {
    private let phone: Phone
    private let seed: GuardianSeed

    init() throws {
        seed = GuardianSeed(try #require(GuardianSeed.text))
        phone = try Phone()
    }

    private func holds(_ heading: String, _ status: Int = 200, number: Int = 0, target: String? = nil) throws {
        let example = try #require(seed[heading], "\(heading) isn't in the seed")
        let answer = try #require(example.answers.dropFirst(number).first)
        let method = String(heading.split(separator: " ")[0])
        let said = try phone.send(method, target ?? String(heading.split(separator: " ")[1]), example.body ?? "")
        #expect(said.status == status, "\(heading): \(said.json.text)")
        #expect(GuardianSeed.missing(answer, said.json) == [], "\(heading): \(said.json.text)")
    }

    @Test func everyExampleIsAnsweredWithItsFields() throws {
        try holds("GET /health")
        try holds("GET /health", target: "/")
        try holds("POST /score-transaction")
        // Limits, and a payment that is held against them.
        try holds("POST /rules")
        try holds("GET /rules")
        try holds("POST /guardian/authorize")
        try holds("POST /guardian/override")
        try holds("POST /guardian/authorize")
        for range in ["", "?range=7d", "?range=30d", "?range=mtd", "?range=90d"] {
            try holds("GET /analytics/summary", target: "/analytics/summary" + range)
        }
        try holds("GET /analytics/by-category")
        try holds("GET /analytics/timeseries")
        try holds("GET /analytics/merchants")
        try holds("GET /analytics/rules-progress")
        try holds("POST /analytics/assess-purchase")
        try holds("POST /agent/coach")
    }

    @Test func cardsAreSetUpAndCharged() throws {
        try holds("POST /funding/cards/intent")
        // The example charges card 123.
        for number in 1...122 {
            let card = #"{"payment_method_id": "pm_card_\#(number)", "label": "Card \#(number)"}"#
            _ = try phone.send("POST", "/funding/cards/confirm", card)
        }
        try holds("POST /funding/cards/confirm")
        try holds("GET /funding/default")
        _ = try phone.send("POST", "/guardian/override", try #require(seed["POST /guardian/override"]?.body))
        try holds("POST /guardian/authorize")
        try holds("POST /guardian/charge")
    }

    @Test func placesBlockAndStayingIsNoticed() throws {
        try holds(
            "GET /location-check", number: 0, target: "/location-check?user_id=test_user&lat=40.7128&lon=-74.0060")
        try holds("POST /location-check", number: 0)
        try holds("POST /rules/geofence")
        try holds("GET /rules/geofence")
        // The example's answer is of somebody who stays at a restaurant.
        let fence = try #require(seed["POST /rules/geofence"]?.body).replacing(#""fun""#, with: #""restaurants""#)
        _ = try phone.send("POST", "/rules/geofence", fence)
        for minute in stride(from: Int64(0), through: 10, by: 5) {
            phone.minutes = minute
            try holds("POST /location/update")
        }
        phone.minutes = 15
        try holds("POST /location-check", number: 1)
        // What was said is not said again: the place blocks still.
        let again = try phone.send("POST", "/location-check", try #require(seed["POST /location-check"]?.body))
        #expect(again.json["decision"]?.string == "block")
        #expect(again.json["notifications"]?.array?.contains { $0["type"]?.string == "behavior" } == false)
        let id = try #require(try phone.send("GET", "/rules/geofence").json[0]?["id"]?.int64)
        try holds("DELETE /rules/geofence/{id}", target: "/rules/geofence/\(id)")
    }

    /// The sample household, with the mock's cards.
    private final class Phone {
        private final class Clock: Sendable {
            let now = Mutex<Int64>(2_000)
        }

        private let service: WebService
        private let clock = Clock()
        private let token: String
        var minutes: Int64 = 0 { didSet { clock.now.withLock { $0 = 2_000 + minutes * 60 } } }

        init() throws {
            let snapshot = try #require(try SampleDesk().index.database.snapshot())
            var book = TokenBook()
            token = try book.add("phone", for: "me", .admin, now: 1_000, days: 1)
            let (given, clock) = (book, clock)
            var settings = WebService.Settings(
                tokens: { given }, today: { SampleDesk.today }, now: { clock.now.withLock { $0 } })
            settings.payments = { index in
                let setup = PaymentSetup(
                    index, vault: { () throws(FeedError) in throw FeedError(.key, "no keys in tests") })
                if (try? index.paymentAccount()) == nil { try? setup.setUpMock() }
                return setup
            }
            service = WebService(
                settings, Households { _, _ in (try HouseholdIndex(snapshot: snapshot), .init()) })
        }

        func send(_ method: String, _ target: String, _ body: String = "") throws -> (status: Int, json: JSON) {
            let request = try #require(
                HTTPRequest(
                    method, target,
                    headers: [("Host", "localhost:8787"), ("Authorization", "Bearer \(token)")],
                    body: Array(body.utf8), peer: "127.0.0.1"))
            let response = service.respond(to: request)
            return (response.status, (try? JSON.parse(response.body)) ?? .null)
        }
    }
}

/// The examples as the seed document has them: under each heading a request's body, and answers.
struct GuardianSeed {
    struct Example {
        var body: String?
        var answers: [JSON] = []
    }

    /// By `METHOD /path`.
    private var examples: [String: Example] = [:]

    subscript(heading: String) -> Example? { examples[heading] }

    /// The document; nil where it isn't there.
    static let text: String? = {
        let folder = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        var found = glob_t()
        defer { globfree(&found) }
        guard glob("\(folder)/../shared/seeds/*.txt", 0, nil, &found) == 0 else { return nil }
        return (0..<Int(found.gl_pathc)).lazy.compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
            .compactMap(read).first { $0.hasPrefix("# Guardian Card API") }
    }()

    private static func read(_ path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    init(_ text: String) {
        var (headings, isAnswer, block) = ([String](), false, [Substring]?.none)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") {
                headings = GuardianSeed.headings(line)
            } else if line.hasPrefix("**") {
                isAnswer = line.hasPrefix("**Response")
            } else if line == "```json" {
                block = []
            } else if line == "```", let lines = block {
                keep(lines.joined(separator: "\n"), headings, isAnswer)
                block = nil
            } else {
                block?.append(line)
            }
        }
    }

    /// ``#### GET/POST `/location-check` `` is two of them.
    private static func headings(_ line: Substring) -> [String] {
        guard line.hasPrefix("#### "), let path = line.split(separator: "`").last(where: { $0.hasPrefix("/") }) else {
            return []
        }
        return line.dropFirst(5).prefix { $0 != " " }.split(separator: "/").map { "\($0) \(path)" }
    }

    private mutating func keep(_ text: String, _ headings: [String], _ isAnswer: Bool) {
        // The document writes remarks behind members.
        guard let json = try? JSON.parse(text, allowing: .comments) else { return }
        for heading in headings {
            if isAnswer {
                examples[heading, default: Example()].answers.append(json)
            } else {
                examples[heading, default: Example()].body = json.text
            }
        }
    }

    /// The members of an example that an answer lacks, in the first element of lists too.
    static func missing(_ example: JSON, _ answer: JSON, at path: String = "") -> [String] {
        if let members = example.object {
            guard answer.object != nil else { return example.isNull ? [] : [path] }
            return members.flatMap { name, value -> [String] in
                guard let own = answer[name] else { return ["\(path).\(name)"] }
                return value.isNull ? [] : missing(value, own, at: "\(path).\(name)")
            }
        }
        if let first = example.array?.first {
            guard let own = answer.array?.first else { return ["\(path)[]"] }
            return missing(first, own, at: "\(path)[]")
        }
        let isSame =
            example.string != nil
            ? answer.string != nil : example.bool != nil ? answer.bool != nil : answer.double != nil
        return isSame ? [] : [path]
    }
}
