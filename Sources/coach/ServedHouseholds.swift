import Coaching
import Feeds
import Glibc
import LanguageModel
import Ledger
import Payments
import Service
import Store
import Terminal

/// What `coach serve` answers from, made of the session's options and configuration.
struct ServedHouseholds {
    let session: Session
    /// The sample household; nil for one's own.
    let sample: SampleFile?

    func service() throws -> WebService {
        let said = try sample?.lastDay ?? session.saidDay()
        let tokens = TokenWatch(TokenFile(session), isOpen: session.isDemo)
        var settings = WebService.Settings(
            tokens: { try tokens.book() }, today: { said ?? Session.today }, now: { Session.now })
        settings.isOpen = session.isDemo
        settings.version = Command.set.version
        settings.hosts = session.command.all(Options.serverName)
        settings.origins = session.command.all(Options.allowOrigin)
        settings.rate = session.command[Options.rate] ?? settings.rate
        settings.banks = banks
        settings.openID = try openID
        settings.teller = try teller
        settings.speaker = try speaker
        settings.positionHours = session.positionHours
        settings.target = target
        let shared = Shared(session: session)
        settings.payments = { PaymentAccess(session: shared.session).setup($0) }
        let files = files
        if !session.isDemo, !files.place.isEmpty { try PrivateFile.makeFolder(files.place, withParents: true) }
        // Where a server of before kept answers.
        if !session.isDemo { for end in ["", "-wal", "-shm"] { unlink(files.own + ".answers" + end) } }
        return WebService(settings, households(files)) { entry in
            TerminalDevice.write(entry.text + "\n", to: .error)
        }
    }

    /// What a command needs to be about a person's index. Paths aren't told to whoever asks over the network.
    private var target: @Sendable (_ person: String) -> ProgramWords.Target {
        let note = !session.isDemo && session.command[Options.database] != nil ? ", with the --db that it serves" : ""
        return { person in
            ProgramWords.Target(options: person == TokenBook.owner ? [] : ["--person \(person)"], note: note)
        }
    }

    // MARK: Indexes

    private var files: HouseholdFiles { HouseholdFiles(own: sample?.path ?? session.householdPath) }

    private func households(_ files: HouseholdFiles) -> Households {
        let (defaults, isSample) = (session.purchaseDefaults, session.isDemo)
        let open: Households.Open = { person, makes in
            let path = files.path(of: person)
            if access(path, F_OK) != 0 {
                guard makes else { return nil }
                let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
                if !parts.isEmpty { try PrivateFile.makeFolder(parts.joined(separator: "/"), withParents: true) }
            }
            let index = try HouseholdIndex(path: path)
            // The sample is charged by the mock alone.
            if isSample, try index.paymentAccount() == nil {
                try PaymentSetup(index) { () throws(FeedError) in try SecretVault(SecretVault.newMaterial()) }
                    .setUpMock()
            }
            return (index, try defaults.settings(index))
        }
        return Households(people: files.people, open: open)
    }

    /// Tells the addresses of `coach hooks` what anybody writes.
    func hookClock(_ service: WebService) -> HookClock {
        let shared = Shared(session: session)
        return HookClock(service, stamp: files.stamp) { person, error in
            HookBell(session: shared.session).warn(error, of: person)
        } ring: { index in
            try HookBell(session: shared.session).ring(index)
        }
    }

    /// Overwrites everybody's positions in time.
    func watchPositions(_ service: WebService) {
        service.watchPositions(stamp: files.stamp, report: ServedHouseholds.warning("overwrite", "old positions"))
    }

    /// Asks about everybody's charges that wait for their provider.
    func watchCharges(_ service: WebService) {
        service.watchCharges(stamp: files.stamp, report: ServedHouseholds.warning("ask about", "open charges"))
    }

    /// Says that something can't be done for somebody yet.
    private static func warning(_ deed: String, _ things: String) -> @Sendable (String, any Error) -> Void {
        { person, problem in
            let whose = person == TokenBook.owner ? "your" : "\(person)'s"
            TerminalDevice.write(
                "coach: can't \(deed) \(whose) \(things) yet, and tries again: \(Failure(problem).message)\n",
                to: .error)
        }
    }

    // MARK: What else is reached

    /// A session that runs no conversation only reads, from whichever thread.
    private struct Shared: @unchecked Sendable {
        let session: Session
    }

    private var banks: BankDoor {
        let shared = Shared(session: session)
        let (files, target) = (files, target)
        var door = BankDoor(
            feed: { provider, index throws(FeedError) in
                try BankAccess(session: shared.session).feed(provider, index)
            },
            vault: { index throws(FeedError) in try SecretKeys(shared.session).vault(index) },
            seedDemo: { try SampleHousehold.bring(into: $0) },
            didSync: { index, outcomes in
                let failed = outcomes.filter(\.hasFailed)
                let about = target(files.person(at: index.database.path) ?? TokenBook.owner)
                let events = SyncCommand.events(failed, on: Session.today).map { $0.about(about) }
                HookBell(session: shared.session).ringAfter(index, events)
            })
        if sample == nil { door.today = { Session.today } }
        return door
    }

    private var openID: OpenIDProvider? {
        get throws {
            let configuration = session.configuration.openID
            guard let issuer = configuration.issuer else { return nil }
            guard let audience = configuration.audience else {
                throw Failure(
                    "\(session.configurationPath): “openid_issuer” needs “openid_audience” beside it: the name that the provider's "
                        + "access tokens are for", exitCode: 2)
            }
            var settings = OpenIDSettings(issuer: issuer, audience: audience, people: [:])
            for (subject, person) in configuration.people ?? [:] {
                if isServed(person) {
                    settings.people[subject] = person.name
                } else {
                    settings.elsewhere.insert(subject)
                }
            }
            (settings.usualScope, settings.clientID) = (configuration.scope, configuration.clientID)
            if let command = configuration.secretCommand {
                settings.clientSecret = { () throws(FeedError) in
                    try SecretKeys.output(of: command, named: "openid_secret_command")
                }
            }
            let certificates = session.environment("CURL_CA_BUNDLE") ?? session.environment("SSL_CERT_FILE")
            return OpenIDProvider(settings) { request throws(FeedError) in
                try BankHTTP(certificates: certificates, timeout: 10).send(request, to: "the sign-in provider")
            }
        }
    }

    /// Whether a person's index is the one that is served, as of tokens; the sample is everybody's.
    private func isServed(_ person: Configuration.OpenIDConfiguration.Person) -> Bool {
        let theirs = HouseholdFiles(own: person.household ?? session.usualPath)
        return session.isDemo || theirs.identity(of: person.name) == files.identity(of: person.name)
    }

    /// Nil without a model, as `teller`.
    private var speaker: (@Sendable (HouseholdIndex) throws -> Speaker?)? {
        get throws {
            guard try session.modelSettings() != nil else { return nil }
            let shared = Shared(session: session)
            return { try shared.session.speaker($0, shared.session.usableModel(Cancellation())) }
        }
    }

    /// Nil without a model: its own words are composed then.
    private var teller: SummaryTelling? {
        get throws {
            guard try session.modelSettings() != nil else { return nil }
            let shared = Shared(session: session)
            return { index, book, span in
                let facts = try book.facts(span)
                let session = shared.session
                guard let model = try session.usableModel(Cancellation()),
                    var phraser = try session.phraser(index, model, session.promptsToUse(model))
                else {
                    let words = SummaryNarrative(facts, taxonomy: index.taxonomy).narrative
                    return SummaryReport(facts, words, taxonomy: index.taxonomy)
                }
                let told = try book.phrased(facts, by: &phraser, isFresh: false)
                return SummaryReport(facts, told.narrative, taxonomy: index.taxonomy)
            }
        }
    }
}

/// The sample household as a file of its own, so that several connections share it; gone with the server.
struct SampleFile {
    let path: String
    let lastDay: CivilDate?
    private let folder: String

    init(_ session: Session) throws {
        let index = try session.openIndex()
        guard let snapshot = index.database.snapshot() else { throw Failure("the sample household can't be copied") }
        lastDay = try session.asOf(index)
        var template = Array("/tmp/coach-demo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("the sample household can't be kept in /tmp") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = folder + "/coach.db"
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        let written = snapshot.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        if written != snapshot.count { throw Failure("the sample household can't be kept in /tmp") }
    }

    func remove() {
        for end in ["", "-wal", "-shm"] { unlink(path + end) }
        rmdir(folder)
    }
}

/// Whole files of a few pages.
enum SmallFile {
    /// - Returns: nil where it can't be read, is no UTF-8, or is longer than a megabyte.
    static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= 1 << 20 {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return String(validating: bytes, as: UTF8.self) }
            guard count > 0 else { return nil }
            bytes += chunk[..<count]
        }
        return nil
    }
}
