import Advice
import Coaching
import Ledger

/// One thing that can be asked over HTTP: where, who may, what comes in and goes out, and what is done.
///
/// The table of routes is the one place that all of it stands: requests are told apart by it, and the OpenAPI file is made from it.
struct Route: Sendable {
    let method: String
    /// Such as `/rules/{id}`.
    let template: String
    private let parts: [Substring]
    let summary: String
    /// What a token must allow; nil where none is needed.
    let scope: Scope?
    var parameters: [Parameter] = []
    /// The schema of the body, closed against members that it doesn't list; nil where there is none.
    let body: JSON?
    var answer: JSON
    /// Whether errors are a word and a sentence, as the Guardian API has them.
    var isFlat = false
    /// The schema of errors that a protocol inside has beside the usual ones.
    var fault: JSON?
    /// Whether a bank or another service is asked, which may take a while.
    var isLong = false
    /// Whether it may compute for long, so that it gets a thread of its own as well.
    var isSlow = false
    /// Whether the answer comes as server-sent events where these are accepted.
    var streams = false
    /// Whether some bodies are taken without a word, with 202.
    var isQuiet = false
    /// Whether an answer may be how far it has come by now, with 202.
    var isUnderWay = false
    /// Whether it can't be one transaction, for another reason than that it is long.
    var isInSteps = false
    /// Whether the answer's header `notesHeader` says what is missing from it, where anything is.
    var tellsNotes = false
    /// Whether it may change something, so that it can be sent again only with a key.
    let isWriting: Bool
    let run: @Sendable (Call) throws -> HTTPResponse

    /// A parameter in the path or the query.
    struct Parameter: Sendable {
        let name: String
        let schema: JSON
        var isInPath = false
        /// Whether there's no answer without it.
        var isNeeded = false
    }

    init(
        _ method: String, _ template: String, _ summary: String, _ scope: Scope?, parameters: [Parameter] = [],
        body: JSON? = nil, answer: JSON, fault: JSON? = nil, isFlat: Bool = false, isLong: Bool = false,
        isWriting: Bool? = nil, streams: Bool = false, isQuiet: Bool = false, isUnderWay: Bool = false,
        isInSteps: Bool = false, isSlow: Bool = false, tellsNotes: Bool = false,
        run: @escaping @Sendable (Call) throws -> HTTPResponse
    ) {
        (self.method, self.template, self.summary, self.scope) = (method, template, summary, scope)
        (self.parameters, self.answer, self.isFlat, self.run) = (parameters, answer, isFlat, run)
        parts = template.split(separator: "/")
        self.body = body.map(Shape.closed)
        (self.streams, self.isQuiet, self.isUnderWay, self.fault) = (streams, isQuiet, isUnderWay, fault)
        (self.isInSteps, self.isSlow, self.tellsNotes) = (isInSteps, isSlow, tellsNotes)
        (self.isLong, self.isWriting) = (isLong, isWriting ?? (method != "GET" && (scope ?? .read) > .read))
    }

    /// Notes as a list in JSON, in ASCII.
    static let notesHeader = "Coach-Notes"

    /// Whether who has no index yet gets one by it.
    var makesIndex: Bool { scope.map { $0 >= .write } ?? false }

    /// The parts in braces of a path; nil where it is another one.
    func match(_ path: [String]) -> [String: String]? {
        guard parts.count == path.count else { return nil }
        var found: [String: String] = [:]
        for (part, value) in zip(parts, path) {
            if part.hasPrefix("{") {
                guard !value.isEmpty else { return nil }
                found[String(part.dropFirst().dropLast())] = value
            } else if part != value {
                return nil
            }
        }
        return found
    }
}

/// A request on its way through a route: who asks, and over which household.
struct Call {
    let route: Route
    let request: HTTPRequest
    let path: [String: String]
    let grant: Grant
    let service: WebService
    /// Names the request in answers and in the log.
    let trace: String
    let events: EventStream
    /// The seat that the request has already, so that all it does is over one connection; nil until it takes one.
    var seat: Seat?
    /// Nil for a request without an `Idempotency-Key`.
    var keyed: KeyedRequest?
    /// Whether this very request was begun before, and ended before it had an answer.
    var isResumed = false

    var today: CivilDate { service.settings.today() }
    var now: Int64 { service.settings.now() }

    /// Runs `body` over the household of whoever asks; without the scope to write nothing can be changed. Who has no index
    /// yet gets one with the first request to a route that takes that scope, even if it is then refused. All other routes show
    /// an empty one that keeps nothing, also where a question asks for a change.
    func household<T>(_ body: (Seat) throws -> T) throws -> T {
        try withSeat(makes: route.makesIndex) { seat in try guarding(seat) { try body(seat) } }
    }

    /// As `household`, whoever asks being free to write.
    func withSeat<T>(makes: Bool = false, _ body: (Seat) throws -> T) throws -> T {
        let whereabouts = Whereabouts(hours: service.settings.positionHours, now: service.settings.now)
        func counting(_ seat: Seat) throws -> T {
            seat.count(whereabouts)
            return try body(seat)
        }
        if let seat { return try counting(seat) }
        return try service.households.with(grant.person, makes: makes, counting)
    }

    /// Runs the last step of a write, so that what it writes and its answer are kept together under the request's key.
    func keeping(_ seat: Seat, _ body: () throws -> HTTPResponse) throws -> HTTPResponse {
        guard let keyed else { return try body() }
        return try seat.index.database.together {
            let response = try body()
            try keyed.keep(response, in: seat.index)
            return response
        }
    }

    /// Runs `body` so that nothing can be changed without the scope to write.
    func guarding<T>(_ seat: Seat, _ body: () throws -> T) throws -> T {
        mayWrite(seat) ? try body() : try seat.index.database.withoutWriting(body)
    }

    /// - Throws: 403 without that scope.
    func needs(_ scope: Scope) throws(HTTPFault) {
        guard grant.scope >= scope else {
            throw HTTPFault(.forbidden, "that takes a token with the scope \(scope.rawValue)")
        }
    }

    /// Whether anything that is asked may change something.
    func mayWrite(_ seat: Seat) -> Bool { grant.scope >= .write && seat.isKept }

    /// Holds a question back that a yes of whoever asks couldn't do anything about.
    func mayAnswer(_ coach: Coach, _ seat: Seat) throws(HTTPFault) {
        if coach.awaitsAnswer, !mayWrite(seat) { throw HTTPFault.readsOnly }
    }

    /// As `household`, over one that has rows.
    ///
    /// - Throws: `HTTPFault.noData` where there are none.
    func filled<T>(_ body: (Seat) throws -> T) throws -> T {
        try household { seat in
            guard try !seat.index.isEmpty else { throw HTTPFault.noData }
            return try body(seat)
        }
    }

    /// Whether the answer is wanted as server-sent events.
    var wantsEvents: Bool {
        route.streams && request.header("accept")?.lowercased().contains(EventStream.type) == true
    }

    /// An answer that was kept, as whoever asks again wants it.
    func replay(_ kept: HTTPResponse) throws -> HTTPResponse {
        let mark = ("Idempotency-Replayed", "true")
        guard wantsEvents, kept.status == 200 else {
            return HTTPResponse(
                kept.status, headers: kept.headers.map { ($0.name, $0.value) } + [mark], body: kept.body)
        }
        events.marks.append(mark)
        return Routes.told(try JSON.parse(kept.body), events)
    }

    /// The body as an object.
    func fields() throws -> Fields {
        do {
            let json = try JSON.parse(request.body)
            guard json.object != nil else { throw HTTPFault(.invalidRequest, "the body must be a JSON object") }
            return Fields(json: json)
        } catch let error as JSONError {
            throw HTTPFault(.invalidRequest, "the body isn't JSON: \(error.message)")
        }
    }
}

extension HTTPRequest {
    func whole(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = parameter(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw HTTPFault(
                .invalidRequest, "“\(name)” must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func flag(_ name: String) throws -> Bool? {
        guard let text = parameter(name) else { return nil }
        guard let flag = Bool(text) else { throw HTTPFault(.invalidRequest, "“\(name)” must be true or false") }
        return flag
    }
}

/// The members of a body, read with what they must be.
struct Fields {
    let json: JSON

    subscript(name: String) -> JSON? { json[name].flatMap { $0.isNull ? nil : $0 } }

    func text(_ name: String, most: Int = 200) throws -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.string, text.unicodeScalars.count <= most,
            !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        else {
            throw HTTPFault(.invalidRequest, "“\(name)” must be a text of 1 to \(most) characters")
        }
        return text
    }

    func needed<T>(_ name: String, _ value: T?) throws -> T {
        guard let value else { throw HTTPFault(.invalidRequest, "“\(name)” is missing") }
        return value
    }

    func whole(_ name: String, in range: ClosedRange<Int64>) throws -> Int64? {
        guard let value = self[name] else { return nil }
        // `100.0` and `1e2` are whole numbers too (JSON Schema, section 6.1.1).
        guard let number = value.int64 ?? value.double.flatMap({ Int64(exactly: $0) }), range.contains(number) else {
            let most = range.upperBound == .max ? " up" : " to \(range.upperBound)"
            throw HTTPFault(.invalidRequest, "“\(name)” must be a whole number from \(range.lowerBound)\(most)")
        }
        return number
    }

    func number(_ name: String) throws -> Double? {
        guard let value = self[name] else { return nil }
        guard let number = value.double, number.isFinite else {
            throw HTTPFault(.invalidRequest, "“\(name)” must be a number")
        }
        return number
    }

    func flag(_ name: String) throws -> Bool? {
        guard let value = self[name] else { return nil }
        guard let flag = value.bool else { throw HTTPFault(.invalidRequest, "“\(name)” must be true or false") }
        return flag
    }
}
