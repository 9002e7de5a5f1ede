import Feeds
import LanguageModel
import Ledger
import Resources
import Understanding

/// What comes as text from people and programs, as random bytes meet it.
public enum FuzzedText: String, CaseIterable, Sendable {
    /// A line of a conversation.
    case question
    /// `coach ask --request`, and the bodies that programs send.
    case request, json
    /// What a model's endpoint sends, in pieces.
    case sse
    /// A signed webhook's header, or a token of a sign-in.
    case jwt
    /// What the SimpleFIN Bridge sends.
    case simplefin
    /// What is sent to `coach serve`: a line with method, target, and type, and a body.
    case http

    /// Reads the bytes to the end.
    ///
    /// - Throws: `FuzzedParser.Failure` for what no input may do.
    public func read(_ bytes: [UInt8]) throws(FuzzedParser.Failure) {
        switch self {
        case .question: ask(String(decoding: bytes, as: UTF8.self))
        case .request: try request(String(decoding: bytes, as: UTF8.self))
        case .json: try json(bytes)
        case .sse: try stream(bytes)
        case .jwt: _ = JSONWebSignature(String(decoding: bytes, as: UTF8.self), longest: 4096)
        case .simplefin: try accounts(bytes)
        case .http: try FuzzedService.answer(bytes)
        }
    }

    private func ask(_ line: String) {
        let context = UnderstandingContext(
            asOf: CivilDate(year: 2026, month: 10, day: 31) ?? .first, taxonomy: .builtIn, names: FuzzedNames())
        for candidate in LineReader(context).candidates(line) { _ = candidate.request.json.text }
        var earlier: LineReader.Earlier?
        if case .ask(let ask)? = LineReader(context).candidates("groceries last month").first?.request {
            earlier = LineReader.Earlier(last: ask)
        }
        for candidate in LineReader(context, after: earlier).candidates(line) { _ = candidate.request.json.text }
    }

    /// What is read is written as what is read again.
    private func request(_ text: String) throws(FuzzedParser.Failure) {
        let read: Request
        do throws(RequestError) { read = try Request(jsonText: text) } catch { return }
        let again: Request
        do throws(RequestError) { again = try Request(jsonText: read.json.text) } catch {
            throw FuzzedParser.Failure(description: "\(read.json.text) is not read: \(error)")
        }
        if again != read { throw FuzzedParser.Failure(description: "\(read.json.text) is read as another request") }
    }

    private func json(_ bytes: [UInt8]) throws(FuzzedParser.Failure) {
        guard let value = try? JSON.parse(bytes) else { return }
        guard let again = try? JSON.parse(Array(value.text.utf8)), again.text == value.text else {
            throw FuzzedParser.Failure(description: "\(value.text) is written as something else")
        }
    }

    private func accounts(_ bytes: [UInt8]) throws(FuzzedParser.Failure) {
        guard let set = try? JSON.parse(bytes) else { return }
        let today = CivilDate(dayNumber: 20_700)
        for isCurrent in [true, false] {
            var reader = SimpleFINReader(today: today, known: ["B1/checking"])
            do throws(FeedError) {
                try reader.read(set, isCurrent: isCurrent)
            } catch {
                guard !error.message.isEmpty else { throw FuzzedParser.Failure(description: "refused without a word") }
                continue
            }
            var pull = Pull()
            reader.finish(&pull, listed: Period(today.adding(days: -90), today), isHistory: !isCurrent)
            guard pull.update.added.count <= bytes.count else {
                throw FuzzedParser.Failure(description: "\(pull.update.added.count) rows in \(bytes.count) bytes")
            }
        }
    }

    /// However the bytes are cut, the words are the same.
    private func stream(_ bytes: [UInt8]) throws(FuzzedParser.Failure) {
        for provider in ModelProvider.allCases {
            func words(_ size: Int) -> String {
                var parser = StreamParser(provider)
                var words = ""
                var place = 0
                while place < bytes.count {
                    let end = min(bytes.count, place + size)
                    bytes[place..<end].withUnsafeBytes { words += parser.add($0) }
                    place = end
                }
                return words + parser.finish()
            }
            let whole = words(max(1, bytes.count))
            guard words(1) == whole, words(7) == whole else {
                throw FuzzedParser.Failure(description: "\(provider): the words depend on how the bytes are cut")
            }
        }
    }
}

/// A household of few names.
private struct FuzzedNames: NameCatalog {
    let names = ["Blue Door", "Corner Cafe", "Streamly"]
    let accounts: [Account] = []
    var coverage: Period? { Period(CivilDate(dayNumber: 20_000), CivilDate(dayNumber: 20_700)) }

    func merchants(key: String) -> [String] { names.filter { NameKey.key(of: $0) == key } }
    func merchants(keyPrefix: String, limit: Int) -> [String] {
        Array(names.filter { NameKey.key(of: $0).hasPrefix(keyPrefix) }.prefix(limit))
    }
    func merchants(resembling key: String) -> [String] { names }
    func merchants(wordPrefixes: [String], limit: Int) -> [String] { names }
    func categories(merchant: String) -> Set<String> { ["coffee"] }
}
