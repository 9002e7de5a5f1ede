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
final class GuardianSeedTests {
    private var phone: Phone
    private let seed: GuardianSeed
    /// The headings of the examples that were sent.
    private var tried: Set<String> = []

    init() throws {
        seed = GuardianSeed(try #require(GuardianSeed.text))
        phone = try Phone()
    }

    private func holds(_ heading: String, _ status: Int = 200, number: Int = 0, target: String? = nil) throws {
        let example = try #require(seed[heading], "\(heading) isn't in the seed")
        tried.insert(heading)
        let answer = try #require(example.answers.dropFirst(number).first)
        let method = String(heading.split(separator: " ")[0])
        let said = try phone.send(method, target ?? String(heading.split(separator: " ")[1]), example.body ?? "")
        #expect(said.status == status, "\(heading): \(said.json.text)")
        #expect(GuardianSeed.missing(answer, said.json) == [], "\(heading): \(said.json.text)")
        let type = try #require(example.type, "\(heading) has no type")
        #expect(seed.types.misfits(said.json, type) == [], "\(heading): \(said.json.text)")
    }

    /// Each of the document's examples, whatever they are by now, is sent.
    @Test func noExampleIsLeftOut() throws {
        try everyExampleIsAnsweredWithItsFields()
        phone = try Phone()
        try cardsAreSetUpAndCharged()
        for method in ["GET", "POST"] {
            phone = try Phone()
            try placesBlockAndStayingIsNoticed(method)
        }
        #expect(!seed.headings.isEmpty && seed.headings.subtracting(tried) == [])
    }

    private func everyExampleIsAnsweredWithItsFields() throws {
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

    private func cardsAreSetUpAndCharged() throws {
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

    private func placesBlockAndStayingIsNoticed(_ method: String) throws {
        try holds(
            "GET /location-check", number: 0, target: "/location-check?user_id=test_user&lat=40.7128&lon=-74.0060")
        try holds("POST /location-check", number: 0)
        try holds("POST /rules/geofence")
        try holds("GET /rules/geofence")
        // The example's answer is of somebody who stays at a restaurant.
        let geofence = try #require(seed["POST /rules/geofence"]?.body).replacing(#""fun""#, with: #""restaurants""#)
        _ = try phone.send("POST", "/rules/geofence", geofence)
        for minute in stride(from: Int64(0), through: 10, by: 5) {
            phone.minutes = minute
            try holds("POST /location/update")
        }
        phone.minutes = 15
        let query = method == "GET" ? "?user_id=test_user&lat=40.7128&lon=-74.0060" : ""
        try holds("\(method) /location-check", number: 1, target: "/location-check" + query)
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
            let snapshot = try SampleDesk.imported.get()
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
        /// What its client decodes an answer as.
        var type: String?
    }

    /// By `METHOD /path`.
    private var examples: [String: Example] = [:]

    subscript(heading: String) -> Example? { examples[heading] }
    var headings: Set<String> { Set(examples.keys) }
    private(set) var types = ClientTypes()

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
            } else if line == "```swift" {
                types.begin()
            } else if line == "```json" {
                block = []
            } else if line == "```", let lines = block {
                keep(lines.joined(separator: "\n"), headings, isAnswer)
                block = nil
            } else if block == nil {
                types.read(line)
                guard !line.hasPrefix(" "), let place = line.firstRange(of: "throws -> ") else { continue }
                for heading in headings {
                    examples[heading]?.type = line[place.upperBound...].prefix { $0 != " " }.description
                }
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

/// The types that the document's client decodes answers as.
struct ClientTypes {
    /// By its type's name: each member as JSON has it, and its type.
    private var members: [String: [(name: String, type: String)]] = [:]
    /// The types and other blocks that a line stands in.
    private var blocks: [String?] = []

    mutating func begin() { blocks = [] }

    mutating func read(_ line: Substring) {
        let words = line.split(whereSeparator: \.isWhitespace)
        if words.first == "}" {
            blocks = blocks.dropLast()
            return
        }
        if words.last == "{" {
            let isType = words.first == "struct" && words.contains { $0.hasPrefix("Codable") }
            let name = isType ? words[1].filter { $0 != ":" } : nil
            if let name { members[name] = [] }
            return blocks.append(name)
        }
        guard let type = blocks.compactMap(\.self).last else { return }
        if words.first == "let", words.count > 2, words[1].hasSuffix(":") {
            members[type, default: []].append((String(words[1].dropLast()), words[2...].joined(separator: " ")))
        } else if words.first == "case", blocks.last == .some(nil) {
            for part in words.dropFirst().joined(separator: " ").split(separator: ",") {
                let names = part.split { "= \"".contains($0) }.map(String.init)
                guard names.count == 2, let place = members[type]?.firstIndex(where: { $0.name == names[0] }) else {
                    continue
                }
                members[type]?[place].name = names[1]
            }
        }
    }

    /// Where a value is none of a type.
    func misfits(_ value: JSON, _ type: String, at path: String = "") -> [String] {
        if type.hasSuffix("?") { return value.isNull ? [] : misfits(value, String(type.dropLast()), at: path) }
        if type.hasPrefix("[") {
            let inner = String(type.dropFirst().dropLast())
            if let place = inner.firstIndex(of: ":") {
                let element = String(inner[inner.index(after: place)...].drop { $0 == " " })
                return value.object?.flatMap { misfits($1, element, at: "\(path).\($0)") } ?? [path]
            }
            return value.array?.flatMap { misfits($0, inner, at: path + "[]") } ?? [path]
        }
        switch type {
        case "Int": return value.int64 == nil ? [path] : []
        case "Double": return value.double == nil ? [path] : []
        case "String": return value.string == nil ? [path] : []
        case "Bool": return value.bool == nil ? [path] : []
        default:
            guard let members = members[type], value.object != nil else { return ["\(path): \(type)"] }
            return members.flatMap { misfits(value[$0.name] ?? .null, $0.type, at: "\(path).\($0.name)") }
        }
    }
}
