import Feeds
import Glibc
import Ledger
import Payments
import Store
import Terminal

/// `coach webhook FILE`: takes in what Plaid or Stripe reported, once its signature is checked. The file is the webhook as it
/// came: the lines of its headers, an empty line, its body.
struct WebhookCommand {
    let session: Session

    /// Far more than any webhook has.
    private static let longest = 1 << 20
    /// What each provider signs in.
    private static let headers = ["plaid-verification", "stripe-signature"]

    func run() throws -> Int32 {
        let path = session.command.operands.first ?? ""
        guard let (name, header, body) = Self.parts(try Self.read(path)) else {
            throw Failure(
                "\(SafeText.line(path)): expected a webhook's headers, Plaid-Verification or Stripe-Signature among them, an "
                    + "empty line, and its body", exitCode: 2)
        }
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        if name == Self.headers[1] { return try payment(body, header, index) }
        let keys = PlaidWebhookKeys(try BankAccess(session: session).plaid(index))
        do {
            let webhook = try PlaidWebhook.verify(
                body: body, header: header, keys: { try keys.key($0) }, now: Session.now)
            return try tell(try webhook.apply(to: index, at: Session.now), webhook, index)
        } catch let refusal as PlaidWebhook.Refusal {
            throw Failure("this webhook was rejected: \(refusal.message)")
        }
    }

    private func payment(_ body: [UInt8], _ header: String, _ index: HouseholdIndex) throws -> Int32 {
        let access = PaymentAccess(session: session)
        let webhook: StripeWebhook
        do {
            webhook = try access.setup(index).webhook(body: body, header: header, now: Session.now)
        } catch let refusal as StripeWebhook.Refusal {
            throw Failure("this webhook was rejected: \(refusal.message)")
        }
        switch try access.cashier(index).take(webhook) {
        case .looked(let outcome): try say("noted", outcome.sentence, type: "PAYMENT", code: webhook.type)
        case .nothing:
            try say("nothing", "Nothing to do for \(SafeText.line(webhook.type)).", type: "PAYMENT", code: webhook.type)
        case .replay:
            try say(
                "replay", "This webhook was already processed; nothing was done.", type: "PAYMENT", code: webhook.type)
        }
        return 0
    }

    private func tell(_ effect: PlaidWebhook.Effect, _ webhook: PlaidWebhook, _ index: HouseholdIndex) throws -> Int32 {
        switch effect {
        case .sync(let connection):
            let lock = try BankAccess(session: session).lock()
            defer { _ = lock }
            let code = try SyncCommand(session: session).run([connection], index)
            if code == 0 { try webhook.finish(in: index, at: Session.now) }
            return code
        case .noted(let connection, let words): try say("noted", "\(connection.name): \(words).", webhook)
        case .nothing: try say("nothing", "Nothing to do for \(SafeText.line(webhook.code)).", webhook)
        case .replay: try say("replay", "This webhook was already processed; nothing was done.", webhook)
        }
        return 0
    }

    private func say(_ effect: String, _ words: String, _ webhook: PlaidWebhook) throws {
        try say(effect, words, type: webhook.type, code: webhook.code)
    }

    private func say(_ effect: String, _ words: String, type: String, code: String) throws {
        guard session.wantsJSON else {
            try session.write(session.prose(words) + "\n")
            return
        }
        try session.write(
            .object([
                ("effect", .string(effect)), ("type", .string(type)), ("code", .string(code)),
                ("message", .string(words)),
            ]))
    }

    /// The signature's header, its value, and the body byte by byte.
    static func parts(_ bytes: [UInt8]) -> (name: String, header: String, body: [UInt8])? {
        var start = 0
        var value: (name: String, text: String)?
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            let line = String(decoding: bytes[start..<end], as: UTF8.self).trimmed
            start = end + 1
            if line.isEmpty { return value.map { ($0.name, $0.text, Array(bytes[start...])) } }
            guard let colon = line.firstIndex(of: ":"), headers.contains(line[..<colon].lowercased()) else { continue }
            value = (line[..<colon].lowercased(), String(line[line.index(after: colon)...]).trimmed)
        }
        return nil
    }

    private static func read(_ path: String) throws -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure("\(SafeText.line(path)): can't be read (\(String(cString: strerror(errno))))")
        }
        defer { if path != "-" { close(descriptor) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= longest {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        guard bytes.count <= longest else { throw Failure("\(SafeText.line(path)): too large for a webhook") }
        return bytes
    }
}
