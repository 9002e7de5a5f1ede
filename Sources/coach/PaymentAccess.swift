import Feeds
import Glibc
import Ledger
import Payments
import Store
import Terminal

/// What payments need of the session: the provider that is set up, and secrets that are typed.
struct PaymentAccess {
    let session: Session

    func setup(_ index: HouseholdIndex) -> PaymentSetup {
        let keys = SecretKeys(session)
        let certificates = session.environment("CURL_CA_BUNDLE") ?? session.environment("SSL_CERT_FILE")
        return PaymentSetup(
            index, vault: { () throws(FeedError) in try keys.vault(index) },
            http: { BankHTTP(certificates: certificates, timeout: 15) { TerminalGuard.isInterrupted } })
    }

    func cashier(_ index: HouseholdIndex) throws -> Cashier {
        try setup(index).cashier(today: try session.saidDay() ?? Session.today, now: { Session.now })
    }

    /// Cancels what a decline just took the approval of.
    func cancelTakenBack(_ amount: Money, at merchant: String, _ index: HouseholdIndex) throws -> [ChargeOutcome] {
        try setup(index).cancelTakenBack(
            amount, at: merchant, today: try session.saidDay() ?? Session.today
        ) { Session.now }
    }

    /// Asks about charges that wait for the provider, and says what came of them.
    ///
    /// - Returns: nil where none waits.
    func sweep(_ index: HouseholdIndex) throws -> Cashier.Sweep? {
        try setup(index).sweep(today: try session.saidDay() ?? Session.today) { Session.now }
    }

    /// The longest secret, in bytes.
    private static let longest = 1_024

    /// A secret that is typed without being shown, or comes on standard input.
    ///
    /// - Parameter command: how to give it without a terminal.
    static func secret(_ prompt: String, command: String) throws -> Secret {
        var count: Int?
        let typed = Secret(count: longest) { line in
            if TerminalDevice.isTerminal(.input) {
                count = HiddenInput.read(prompt: "\(prompt) (hidden): ", into: line)
            } else {
                count = readInput(line)
            }
        }
        guard let count, count > 0 else {
            throw Failure("the secret comes on standard input, such as `\(command)`; nothing was changed", exitCode: 2)
        }
        return typed.prefix(count).trimmed
    }

    private static func readInput(_ target: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while count < target.count {
            let got = read(STDIN_FILENO, target.baseAddress?.advanced(by: count), target.count - count)
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            count += got
        }
        return count
    }

    /// Asks something that only yes answers. Its amounts are shown also where amounts are hidden: nobody agrees to what they
    /// can't see.
    ///
    /// - Returns: false for everything else; nil without a terminal.
    static func confirms(_ session: Session, _ question: String) throws -> Bool? {
        guard TerminalDevice.isTerminal(.input), TerminalDevice.isTerminal(.error) else { return nil }
        try AmountPrivacy.showing { try session.writeNow(session.prose(question) + "\n") }
        guard
            case .text(let line) = LineEditor.readAnswer(prompt: session.style("y = yes, anything else = no › ", .bold))
        else { return false }
        return ["y", "yes"].contains(line.trimmed.lowercased())
    }
}

/// `coach cards`: the payment provider, and the cards that it knows.
struct CardsCommand {
    let session: Session
    private var access: PaymentAccess { PaymentAccess(session: session) }

    func run() throws -> Int32 {
        let operands = session.command.operands
        switch (operands.first?.lowercased() ?? "list", operands.count) {
        case ("list", 0...1): try list()
        case ("setup", 2): try setUp(operands[1].lowercased())
        case ("webhook", 1): try webhook()
        case ("intent", 1): try intent()
        case ("add", 2): try add(operands[1])
        case ("default", 2): try makeDefault(operands[1])
        case ("remove", 2): try remove(operands[1])
        case ("off", 1): try turnOff()
        default:
            throw Failure(
                "expected `coach cards`, `coach cards setup stripe|mock`, `coach cards add PM_ID`, `coach cards default ID`, "
                    + "`coach cards remove ID`, `coach cards intent`, `coach cards webhook`, or `coach cards off`",
                exitCode: 2)
        }
        return 0
    }

    private func index() throws -> HouseholdIndex {
        if session.isDemo {
            throw Failure("the sample household has no cards; `coach serve --demo` has some for testing", exitCode: 2)
        }
        return try session.openIndex()
    }

    private func setUp(_ name: String) throws {
        let command = session.command
        guard let provider = PaymentProvider(rawValue: name) else {
            throw Failure("“\(SafeText.line(name))”: expected stripe or mock", exitCode: 2)
        }
        guard provider == .stripe || !command[Options.live] && command[Options.providerURL] == nil else {
            throw Failure("--live and --url go with stripe", exitCode: 2)
        }
        let setup = access.setup(try index())
        guard provider == .stripe else {
            try setup.setUpMock()
            return try say("The mock is set up: cards such as pm_card_visa can be charged, and no money moves.")
        }
        let secret = try PaymentAccess.secret(
            "Stripe's secret key", command: "coach cards setup stripe < key.txt")
        try setup.setUpStripe(secret, isLive: command[Options.live], address: command[Options.providerURL])
        try say(
            command[Options.live]
                ? "Stripe is set up for real money. A charge still takes an approval and your yes each time."
                : "Stripe is set up for test money: nothing real is charged.")
    }

    private func webhook() throws {
        let index = try index()
        let secret = try PaymentAccess.secret(
            "The webhook's signing secret", command: "coach cards webhook < secret.txt")
        try access.setup(index).setUpWebhook(secret)
        try say("Webhooks signed with it are taken, by `coach webhook FILE` and at /webhooks/stripe.")
    }

    private func intent() throws {
        let secret = try access.setup(index()).beginCard().clientSecret
        if session.wantsJSON { return try session.write(.object([("clientSecret", .string(secret))])) }
        try session.write("For the provider's library on the phone, good once:\n\(secret)\n")
    }

    private func add(_ method: String) throws {
        let index = try index()
        let source = try access.setup(index).addCard(
            method, label: session.command[Options.cardLabel].map(SafeText.line),
            account: session.command[Options.intoAccount],
            now: Session.now)
        if let word = try PaymentSetup.untied(source, in: index) { session.warn(word) }
        if session.wantsJSON {
            return try session.write(
                .object([("status", .string("ok")), ("funding_source_id", .integer(source.id))]))
        }
        try say("\(source.label) is card \(source.id)\(source.isDefault ? ", your default card" : "").")
    }

    private func source(_ text: String, _ index: HouseholdIndex) throws -> FundingSource {
        guard let source = try index.fundingSources().first(where: { String($0.id) == text || $0.label == text }) else {
            throw Failure("there's no card “\(SafeText.line(text))”; `coach cards` lists them", exitCode: 2)
        }
        return source
    }

    private func makeDefault(_ text: String) throws {
        let index = try index()
        let source = try source(text, index)
        try index.makeDefault(source)
        try say("\(source.label) is the card that is charged.")
    }

    private func remove(_ text: String) throws {
        let index = try index()
        let source = try source(text, index)
        let removal = try access.setup(index).removeCard(source.id, now: Session.now)
        guard session.wantsJSON else { return try say(removal.sentence) }
        try session.write(
            .object([
                ("status", .string("ok")), ("message", .string(removal.sentence)),
                ("default_funding_source_id", .optional(removal.charged?.id, JSON.integer)),
            ]))
    }

    private func turnOff() throws {
        try access.setup(index()).turnOff()
        try say("Payments are off, and the keys are forgotten.")
    }

    private func say(_ text: String) throws {
        if session.wantsJSON {
            return try session.write(.object([("status", .string("ok")), ("message", .string(text))]))
        }
        try session.write(session.prose(text) + "\n")
    }

    private func list() throws {
        let index = session.isDemo ? nil : try session.openExistingIndex()
        let account = try index?.paymentAccount()
        let sources = try index?.fundingSources() ?? []
        if session.wantsJSON {
            let cards = sources.map { source in
                JSON.object([
                    ("id", .integer(source.id)), ("label", .string(source.label)),
                    ("provider", .string(source.provider)), ("external_id", .string(source.externalID)),
                    ("is_default", .bool(source.isDefault)), ("live", .bool(source.isLive)),
                ])
            }
            return try session.write(
                .object([
                    ("provider", .optional(account?.provider, JSON.string)),
                    ("live", .optional(account?.isLive, JSON.bool)), ("cards", .array(cards)),
                ]))
        }
        guard let account else {
            return try session.write(
                session.prose(
                    "Payments are off. `coach cards setup mock` sets up test cards, `coach cards setup stripe` your own "
                        + "Stripe account.") + "\n")
        }
        let kind = account.provider == "mock" ? "for testing" : account.isLive ? "real money" : "test money"
        guard !sources.isEmpty else {
            return try session.write(
                session.prose("\(account.provider) (\(kind)) is set up. `coach cards add PM_ID` adds a card.") + "\n")
        }
        var table = Table([
            Table.Column("Id", .right), Table.Column("Card"), Table.Column("Provider"), Table.Column(""),
        ])
        for source in sources {
            table.add([
                String(source.id), source.label, "\(source.provider), \(kind)", source.isDefault ? "is charged" : "",
            ])
        }
        try session.write(table.text(width: session.width, style: session.style))
    }
}
