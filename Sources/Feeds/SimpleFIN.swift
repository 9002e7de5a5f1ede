import CCrypto
import Importing
import Ledger
import Store

/// Banks through the SimpleFIN Bridge, protocol 2 (https://www.simplefin.org/protocol.html).
public struct SimpleFIN: Feed {
    private let http: BankHTTP
    private let backoff: Backoff

    /// That the Bridge allows for one access.
    public let dailyRequests: Int? = 24
    /// Of these so many are left for later syncs when history is fetched.
    static let reserve = 4
    /// Seconds for a claim, which asks no bank, and for rows, for which banks may be asked while the request waits.
    private static let patience = 30.0
    private static let longPatience = 120.0
    /// Days before those that an account is known up to, which may have been told in part.
    static let overlap = 14

    public init(_ http: BankHTTP, backoff: Backoff = Backoff()) {
        self.http = http
        self.backoff = backoff
    }

    private static let provider = FeedProvider.simplefin.name

    // MARK: Connecting

    public func begin(mending connected: Connected?) throws(FeedError) -> Linking {
        Linking(
            .enterSecret(
                help:
                    "Get a setup token at https://beta-bridge.simplefin.org: connect your banks there, then choose “New app "
                    + "connection”. A token works once.",
                prompt: "setup token"))
    }

    public func finish(_ linking: Linking, answer: Secret?) throws(FeedError) -> [Grant] {
        guard let answer = answer?.trimmed, answer.count > 0 else {
            throw FeedError(.refused, "a setup token is needed; get one at https://beta-bridge.simplefin.org")
        }
        let access = try claim(answer)
        // Its address is looked at before it is kept: what cannot be used is said now.
        _ = try AccessAddress(access)
        let bytes = try Secret.random(count: 8).withBytes { Array($0) }
        return [Grant(name: Self.provider, reference: "simplefin-" + HexText.text(bytes), secret: access)]
    }

    private func claim(_ token: Secret) throws(FeedError) -> Secret {
        // The token is good once, so that its address is no secret any more when the request has ended.
        let decoded = token.base64Decoded()?.withBytes { String(validating: $0, as: UTF8.self) } ?? nil
        guard let text = decoded, let address = BankAddress(text), address.credentials == nil else {
            throw FeedError(
                .refused,
                "that isn't a SimpleFIN setup token: copy the whole long line of letters and digits; nothing was sent"
            )
        }
        guard address.isEncrypted || address.isLoopback else {
            throw FeedError(.refused, "this setup token points to an unencrypted address; nothing was sent")
        }
        var request = BankHTTP.Request(address.bare)
        request.body = []
        // Never sent twice: the first may have worked although its reply was lost.
        var reply: BankHTTP.Reply
        do throws(FeedError) {
            reply = try http.send(request, to: Self.provider, within: SimpleFIN.patience)
        } catch {
            guard error.mayHaveArrived else { throw error }
            throw FeedError(
                error.reason, error.message + "; if this setup token is refused then, it was used up: get a new one",
                mayHaveArrived: true)
        }
        switch reply.status {
        case 200: return reply.takeSecret().trimmed
        case 403:
            throw FeedError(
                .refused,
                "this setup token was used before. If that wasn't you, someone else may have read your accounts: disable the "
                    + "token at https://beta-bridge.simplefin.org, then get a new one and run `coach connect simplefin` again"
            )
        case 404, 410:
            throw FeedError(.refused, "SimpleFIN doesn't know this setup token; get a new one and try again")
        default: throw SimpleFIN.failure(reply)
        }
    }

    public func accounts(openedBy secret: Secret) throws(FeedError) -> Set<String>? {
        let access = try AccessAddress(secret)
        var call = BankHTTP.Request("\(access.base)/accounts?version=2&balances-only=1")
        call.secretHeaders = [access.authorization]
        let reply = try http.send(call, to: Self.provider, within: Self.longPatience)
        guard reply.status == 200 else { throw SimpleFIN.failure(reply) }
        var reader = SimpleFINReader(today: CivilDate(dayNumber: 0))
        try reader.read(try SimpleFIN.json(reply), isCurrent: false)
        return reader.accountIDs
    }

    private static func json(_ reply: BankHTTP.Reply) throws(FeedError) -> JSON {
        do {
            return try JSON.parse(reply.body)
        } catch {
            throw FeedError(.malformed, "SimpleFIN's reply isn't valid JSON; try again later")
        }
    }

    /// The protocol has no way to end an access: its owner does that at the Bridge.
    public func remove(_ connected: Connected) throws(FeedError) {}

    // MARK: Pulling

    public func pull(_ connected: Connected, _ request: PullRequest) throws(FeedError) -> Pull {
        guard let secret = connected.secret else {
            throw FeedError(.revoked, "this connection no longer has access; run `coach connect simplefin` again")
        }
        let access = try AccessAddress(secret)
        var place = SimpleFINCursor(connected.connection.cursor)
        var pull = Pull()
        if request.page == nil {
            try catchUp(access, request, &place, &pull)
        } else {
            try goBack(access, request, &place, &pull)
        }
        let most = dailyRequests ?? .max
        // This pull has just sent one.
        let isAllowed = (request.requestsLeft ?? most) - 1 > Self.reserve
        if !place.isComplete, isAllowed { pull.next = "history" }
        // After a piece without rows there is most likely nothing before it.
        let isMissing = !place.isComplete && place.emptyPieces == 0
        if !place.isComplete, !isAllowed, let since = request.since {
            pull.shortfall = FeedError(
                .budget,
                "transactions since \(since.longText) were read again only back to \((place.next ?? since).longText): the rest needs "
                    + "more of the \(most) requests that SimpleFIN allows a day; sync again after midnight UTC, without --since, and "
                    + "it goes on from there")
        } else if isMissing, !isAllowed {
            let rest = place.isAgain ? "the rest is read again" : "the rest of the history comes"
            pull.problems.append(
                FeedProblem(
                    .ok, code: "history",
                    message: "\(rest) with the next syncs: SimpleFIN allows \(most) requests a day"))
        }
        if isMissing, !place.isAgain {
            pull.update.missing = MissingHistory(
                "older transactions are still to come with the next syncs", since: place.until, before: place.next)
        }
        // What is left out is told once.
        if connected.connection.cursor != nil { pull.problems.removeAll { $0.code == "currency" && $0.isNotice } }
        pull.update.cursor = place.text
        return pull
    }

    /// What is new since the last sync, and the balances. What lies further back than one request tells comes with the pulls after
    /// it.
    private func catchUp(
        _ access: AccessAddress, _ request: PullRequest, _ place: inout SimpleFINCursor, _ pull: inout Pull
    ) throws(FeedError) {
        let since = request.since.map { min($0, request.today) }
        let first = SimpleFINCursor.start(today: request.today)
        var reader = SimpleFINReader(
            today: request.today, known: request.links.map(\.remoteID), told: place.told)
        // Without an end: its balances are those of now.
        try reader.read(try fetch(access, from: first.dayNumber, to: nil, request), isCurrent: true)
        pull.period = Period(first, request.today)
        reader.finish(&pull, listed: Period(first, request.today), isHistory: false)
        place.note(reader, pull.problems, today: request.today, from: first, since: since)
    }

    /// One piece further back.
    private func goBack(
        _ access: AccessAddress, _ request: PullRequest, _ place: inout SimpleFINCursor, _ pull: inout Pull
    ) throws(FeedError) {
        let piece = place.piece(today: request.today)
        var reader = SimpleFINReader(today: request.today, known: request.links.map(\.remoteID))
        try reader.read(
            try fetch(access, from: piece.lowerBound, to: piece.upperBound, request), isCurrent: false)
        let first = CivilDate(dayNumber: piece.lowerBound)
        let period = Period(first, CivilDate(dayNumber: piece.upperBound - 1))
        pull.period = period
        reader.finish(&pull, listed: period, isHistory: true)
        place.noteHistory(from: first, isEmpty: pull.update.added.isEmpty, today: request.today)
    }

    private func fetch(_ access: AccessAddress, from start: Int32, to end: Int32?, _ request: PullRequest)
        throws(FeedError) -> JSON
    {
        var query = "version=2&pending=1&start-date=\(SimpleFINCursor.epoch(start))"
        if let end { query += "&end-date=\(SimpleFINCursor.epoch(end))" }
        var call = BankHTTP.Request("\(access.base)/accounts?\(query)")
        call.secretHeaders = [access.authorization]
        let reply = try backoff.retrying([.network, .provider]) { () throws(FeedError) in
            try request.willSend()
            let reply = try http.send(call, to: Self.provider, within: Self.longPatience)
            if reply.status != 200 { throw SimpleFIN.failure(reply) }
            return reply
        }
        return try SimpleFIN.json(reply)
    }

    /// What a reply other than 200 means.
    static func failure(_ reply: BankHTTP.Reply) -> FeedError {
        switch reply.status {
        case 401, 403:
            FeedError(
                .revoked,
                "SimpleFIN refuses this access: it was revoked. Get a new setup token and run `coach connect simplefin`; your "
                    + "transactions stay", code: "gen.auth")
        case 402:
            FeedError(
                .revoked, "your SimpleFIN subscription has ended; renew it at https://beta-bridge.simplefin.org",
                code: "402")
        case 429:
            FeedError(
                .rateLimited, "you've reached SimpleFIN's request limit for today; sync again tomorrow",
                retryAfter: reply.retryAfter, code: "429")
        case 400..<500:
            FeedError(.malformed, "SimpleFIN refuses the request (\(reply.status)); update coach or try again later")
        default:
            FeedError(
                .provider, "SimpleFIN isn't working right now (\(reply.status)); try again later",
                retryAfter: reply.retryAfter,
                code: String(reply.status))
        }
    }
}

/// An access URL: where to ask, and the credentials for it.
struct AccessAddress {
    let base: String
    /// A whole header line.
    let authorization: Secret

    /// - Throws: where it is no such URL, or leads over the network without encryption.
    init(_ access: Secret) throws(FeedError) {
        let found = access.withBytes { bytes -> (base: String, credentials: Secret, isSafe: Bool)? in
            guard let scheme = AccessAddress.position(of: "://", in: bytes) else { return nil }
            let place = scheme + 3
            let end = bytes[place...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            guard let at = bytes[place..<end].lastIndex(of: UInt8(ascii: "@")),
                let colon = bytes[place..<at].firstIndex(of: UInt8(ascii: ":"))
            else { return nil }
            func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
            let base = text(0..<place) + text((at + 1)..<bytes.count)
            guard let address = BankAddress(base) else { return nil }
            // User and password are percent-encoded each, and the header wants them plain.
            let name = AccessAddress.decoded(bytes[place..<colon])
            let word = AccessAddress.decoded(bytes[(colon + 1)..<at])
            guard let name, let word else { return nil }
            let credentials = Secret(count: name.count + 1 + word.count) { target in
                name.withBytes { target.copyMemory(from: $0) }
                target[name.count] = UInt8(ascii: ":")
                word.withBytes {
                    UnsafeMutableRawBufferPointer(rebasing: target[(name.count + 1)...]).copyMemory(from: $0)
                }
            }
            return (base, credentials, address.isEncrypted || address.isLoopback)
        }
        guard let found else {
            throw FeedError(.malformed, "SimpleFIN gave no usable access; get a new setup token and try again")
        }
        guard found.isSafe else {
            throw FeedError(.refused, "SimpleFIN's access points to an unencrypted address, so it isn't used")
        }
        base = found.base.hasSuffix("/") ? String(found.base.dropLast()) : found.base
        authorization = found.credentials.base64Encoded(after: "Authorization: Basic ")
    }

    private static func position(of text: String, in bytes: UnsafeRawBufferPointer) -> Int? {
        let wanted = Array(text.utf8)
        guard bytes.count >= wanted.count else { return nil }
        return (0...(bytes.count - wanted.count)).first { start in
            wanted.indices.allSatisfy { bytes[start + $0] == wanted[$0] }
        }
    }

    /// - Returns: nil for a percent sign without two digits behind it.
    private static func decoded(_ bytes: Slice<UnsafeRawBufferPointer>) -> Secret? {
        var position = bytes.startIndex
        var count = 0
        var isValid = true
        let longest = Secret(count: bytes.count) { target in
            while position < bytes.endIndex {
                var byte = bytes[position]
                if byte == UInt8(ascii: "%") {
                    let digits = bytes[position...].dropFirst().prefix(2)
                    guard digits.count == 2,
                        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                    else {
                        isValid = false
                        return
                    }
                    byte = value
                    position += 2
                }
                target[count] = byte
                count += 1
                position += 1
            }
        }
        return isValid ? longest.part(0..<count) : nil
    }
}
