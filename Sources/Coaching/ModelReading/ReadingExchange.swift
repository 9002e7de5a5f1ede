import LanguageModel
import Ledger

/// What a model made of a line.
public enum Reading: Hashable, Sendable {
    /// One to four, answered one after the other.
    case requests([Request])
    /// Readings that are as likely.
    case choices([Request])
    /// What the line leaves open, and the word of it that does.
    case question(ReadingSchema.Missing, word: String?)
    case pass(ReadingSchema.Pass)
}

/// What a model is told to read one line, and what comes of its replies: a value without input or output.
struct ReadingExchange {
    enum Step {
        case done(Reading)
        /// One repair, with the reason.
        case again(ChatRequest)
        /// Not in two attempts.
        case failed(ReadingFault)
    }

    private(set) var request: ChatRequest
    private let names: ReadingNames
    private let form: ReadingForm
    private let line: String
    private let asOf: CivilDate
    private let prompts: Prompts
    private var isRepaired = false

    /// A reading of four long requests has about half of these tokens, and a model may think before it writes.
    private static let longestReply = 4000

    init(_ line: ReadingLine, prompts: Prompts) {
        var names = line.names
        func list(_ names: [String]) -> String { names.isEmpty ? "none" : JSON.strings(names).text }
        let accounts = line.accounts.map { names.shown(account: $0) }
        let merchants = line.merchants.map { names.shown(merchant: $0) }
        let shops = ReadingExchange.byCategory(line.frequent.map { (names.shown(merchant: $0.name), $0.categories) })
        let form = ReadingForm(line.days)
        let requests = line.requests.map { form.written(names.shown($0.json)).text }
        let shown = ReadingExchange.words(line.shown, &names)
        (self.names, self.form, self.line) = (names, form, line.text)
        self.prompts = prompts
        asOf = line.asOf
        let task = prompts.text(
            .reading, ["schema": ReadingSchema.outline, "categories": ReadingExchange.categories(line.taxonomy)])
        let words = prompts.text(
            .readingLine,
            [
                "today": Prompts.today(line.asOf), "accounts": list(accounts), "shops": shops,
                "merchants": list(merchants),
                "last": requests.first ?? "none",
                "before": requests.count < 2 ? "none" : requests.dropFirst().joined(separator: "\n"), "shown": shown,
                "missed": line.missed.map { DataText.line($0, limit: DataText.questionLength) } ?? "none",
                "line": DataText.line(line.text, limit: DataText.questionLength),
            ])
        request = ChatRequest(
            messages: [ChatMessage(.system, task), ChatMessage(.user, words)],
            schema: ReplySchema(name: "reading", text: ReadingSchema.json.text), maximumTokens: Self.longestReply,
            temperature: 0)
    }

    /// What an answer showed, as a list of names, or of rows by their ids.
    private static func words(_ shown: ReadingLine.ShownNames, _ names: inout ReadingNames) -> String {
        if !shown.rows.isEmpty {
            names.show(rows: shown.rows.map(\.id))
            return "rows "
                + shown.rows.map { "\($0.id) (\(names.shown(merchant: $0.merchant)), \($0.day.iso))" }.joined(
                    separator: ", ")
        }
        guard !shown.keys.isEmpty, let grouping = shown.grouping else { return "one figure or none" }
        let keys = shown.keys.map { key in
            switch grouping {
            case .merchant: names.shown(merchant: key)
            case .account: names.shown(account: key)
            default: DataText.line(key)
            }
        }
        return "by \(grouping.rawValue), in this order: " + JSON.strings(keys).text
    }

    /// `coffee: ["Blue Door", "Peet's"]`, a line for each category.
    private static func byCategory(_ merchants: [(name: String, categories: [String])]) -> String {
        var names: [String: [String]] = [:]
        for merchant in merchants {
            names[merchant.categories.joined(separator: ", "), default: []].append(merchant.name)
        }
        guard !names.isEmpty else { return "none" }
        return names.sorted { $0.key < $1.key }.map { "\n  \($0.key): \(JSON.strings($0.value).text)" }.joined()
    }

    /// `food (groceries, restaurants); pets`.
    private static func categories(_ taxonomy: Taxonomy) -> String {
        taxonomy.categories.filter { $0.parent == nil }.map { category in
            let inner = taxonomy.categories.filter { $0.parent == category.id }.map(\.id)
            return category.id + (inner.isEmpty ? "" : " (\(inner.joined(separator: ", ")))")
        }.joined(separator: "; ")
    }

    // MARK: What comes back

    /// Takes a reply.
    ///
    /// - Parameter problem: why a request that has the right form cannot be computed; nil where it can.
    mutating func take(_ text: String, problem: (Request) -> String?) -> Step {
        do throws(ReadingFault) {
            return .done(try reading(text, problem))
        } catch {
            guard !isRepaired else { return .failed(error) }
            isRepaired = true
            request.messages += [
                ChatMessage(.assistant, String(text.prefix(Self.longestReply))),
                ChatMessage(.user, prompts.text(.readingRepair, ["reason": error.reason])),
            ]
            return .again(request)
        }
    }

    private func reading(_ text: String, _ problem: (Request) -> String?) throws(ReadingFault) -> Reading {
        let json = try ReadingExchange.json(text)
        let answer = json["answer"] ?? json
        if let pass = answer["pass"]?.string {
            guard let pass = ReadingSchema.Pass(rawValue: pass) else {
                throw ReadingFault(
                    "“pass” is one of: \(ReadingSchema.Pass.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return .pass(pass)
        }
        if let missing = answer["question"]?.string {
            guard let missing = ReadingSchema.Missing(rawValue: missing) else {
                throw ReadingFault(
                    "“question” is one of: \(ReadingSchema.Missing.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            // Nothing that the person did not type themselves is said back.
            let word = answer["word"]?.string.flatMap { line.contains($0) && !$0.isEmpty ? $0 : nil }
            return .question(missing, word: word)
        }
        if let choices = answer["choices"]?.array, !choices.isEmpty {
            let found = try requests(choices, problem)
            return found.count == 1 ? .requests(found) : .choices(found)
        }
        let written = answer["requests"]?.array ?? answer.array ?? (answer["kind"] == nil ? [] : [answer])
        return .requests(try requests(written, problem))
    }

    /// The one object of a reply, whatever stands around it.
    private static func json(_ text: String) throws(ReadingFault) -> JSON {
        var filter = ThinkingFilter()
        let words = filter.add(text) + filter.finish()
        guard let start = words.firstIndex(where: { $0 == "{" || $0 == "[" }),
            let end = words.lastIndex(where: { $0 == "}" || $0 == "]" }), start < end
        else { throw ReadingFault("it holds no JSON object") }
        do throws(JSONError) {
            return try JSON.parse(String(words[start...end]))
        } catch {
            throw ReadingFault("it is not one JSON object: \(error.message)")
        }
    }

    private func requests(_ list: [JSON], _ problem: (Request) -> String?) throws(ReadingFault) -> [Request] {
        guard (1...ReadingSchema.mostRequests).contains(list.count) else {
            throw ReadingFault("there must be one to \(ReadingSchema.mostRequests) requests")
        }
        var found: [Request] = []
        for json in list {
            let request = try request(json, problem)
            if !found.contains(request) { found.append(request) }
        }
        return found
    }

    private func request(_ json: JSON, _ problem: (Request) -> String?) throws(ReadingFault) -> Request {
        let request: Request
        let resolved = try names.resolved(form.request(json))
        do throws(RequestError) {
            request = try Request(json: resolved)
        } catch {
            throw ReadingFault(error.description)
        }
        if case .other(let intent) = request, !ReadingSchema.kinds.contains(intent) {
            throw ReadingFault("“\(intent.rawValue)” is no kind of request here; pass with leave")
        }
        if case .ask(let ask) = request, case .periods(let periods) = ask.selection.span,
            periods.allSatisfy({ $0.start > asOf })
        {
            throw ReadingFault("the days lie after today, \(asOf.iso)")
        }
        if case .recurring(let ask) = request, ask.topic == .cost, let period = ask.period, period.end < asOf {
            throw ReadingFault(
                "what payments that recur cost is known as of today; what was paid on other days is an ask with "
                    + "{\"recurring\": …} or the merchants in its filter")
        }
        if let problem = problem(request) {
            throw ReadingFault(problem.hasSuffix(".") ? String(problem.dropLast()) : problem)
        }
        if case .ask(let ask) = request { return .ask(ask.listingUnitsWithout) }
        return request
    }
}

extension Ask {
    /// For how many months there are without rows the months themselves, which tell their number as well. Days are too many.
    fileprivate var listingUnitsWithout: Ask {
        guard case .countWithout(let unit) = measure, let grouping = Grouping(rawValue: unit.rawValue), unit != .day,
            self == Ask(selection, measure: measure, order: order)
        else { return self }
        return Ask(selection, by: grouping, where: Condition(.count, .equal, 0))
    }
}
