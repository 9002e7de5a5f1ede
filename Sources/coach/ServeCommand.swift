import Advice
import Glibc
import Ledger
import Service
import Store
import Terminal

/// `coach serve`: answers programs over HTTP until it is told to stop.
struct ServeCommand {
    let session: Session

    func run() throws -> Int32 {
        let place = try place()
        let (certificate, key) = try certificate()
        HTTPServer.holdSignals()
        let sample = session.isDemo ? try SampleFile(session) : nil
        defer { sample?.remove() }
        let service = try service(sample)
        let server = try listening {
            try HTTPServer(place) { service.respond(to: $0) }
        }
        try listening { try server.start(certificate: certificate, key: key) }
        tell(place, server.port, isTLS: certificate != nil)
        HTTPServer.waitForSignal()
        server.stop()
        if case .path(let path) = place { unlink(path) }
        return 0
    }

    private func listening<T>(_ body: () throws -> T) throws -> T {
        do { return try body() } catch let problem as HTTPServer.Problem {
            throw Failure("can't listen there: \(problem.message)")
        }
    }

    // MARK: Where

    /// `--socket`, what systemd handed over, or `--listen`.
    private func place() throws -> HTTPServer.Place {
        if let path = session.command[Options.socket] { return .path(path) }
        if let text = session.command[Options.listen] { return try ServeCommand.place(text) }
        if session.environment("LISTEN_PID") == String(getpid()), session.environment("LISTEN_FDS") == "1" {
            return .descriptor(3)
        }
        return .address("127.0.0.1", 8787)
    }

    private static func place(_ text: String) throws -> HTTPServer.Place {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let host = parts.count == 1 ? "127.0.0.1" : parts.dropLast().joined(separator: ":")
        guard let port = parts.last.flatMap({ UInt16($0) }) else {
            throw Failure("--listen: expected a port, or an address and a port such as 127.0.0.1:8787", exitCode: 2)
        }
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        return .address(bare == "localhost" ? "127.0.0.1" : bare, port)
    }

    private func tell(_ place: HTTPServer.Place, _ port: UInt16, isTLS: Bool) {
        switch place {
        case .path(let path): session.warn("answering at \(path); Ctrl-C ends it")
        case .descriptor: session.warn("answering on the socket that was handed over")
        case .address(let host, _):
            let shown = host.contains(":") ? "[\(host)]" : host
            session.warn("answering at \(isTLS ? "https" : "http")://\(shown):\(port); Ctrl-C ends it")
            if !isTLS, host != "::1", !host.hasPrefix("127.") {
                session.warn("others on the network can read along; --tls-cert and --tls-key keep that from them")
            }
        }
    }

    private func certificate() throws -> (String?, String?) {
        switch (session.command[Options.certificate], session.command[Options.certificateKey]) {
        case (nil, nil): return (nil, nil)
        case (let certificate?, let key?):
            return (try ServeCommand.text(certificate, "--tls-cert"), try ServeCommand.text(key, "--tls-key"))
        default: throw Failure("--tls-cert and --tls-key go together", exitCode: 2)
        }
    }

    private static func text(_ path: String, _ option: String) throws -> String {
        guard let text = SmallFile.read(path) else {
            throw Failure("\(option): \(SafeText.line(path)) can't be read", exitCode: 2)
        }
        return text
    }

    // MARK: What

    private func service(_ sample: SampleFile?) throws -> WebService {
        let said = try sample?.lastDay ?? session.saidDay()
        let tokens = TokenFile(session)
        var settings = WebService.Settings(
            tokens: { try tokens.read() }, today: { said ?? Session.today }, now: { Session.now })
        settings.isOpen = session.isDemo
        settings.version = Command.set.version
        settings.hosts = session.command[Options.serverName].map { [$0] } ?? []
        settings.origins = session.command[Options.allowOrigin].map { [$0] } ?? []
        let (own, defaults) = (sample?.path ?? session.databasePath, session.purchaseDefaults)
        let households = Households { person in
            let path = person == TokenBook.owner ? own : ServeCommand.path(of: person, besides: own)
            guard access(path, F_OK) == 0 else { return nil }
            let index = try HouseholdIndex(path: path)
            return (index, try defaults.settings(index))
        }
        let memory = try IdempotencyBook(path: session.isDemo ? ":memory:" : own + ".answers")
        return WebService(settings, households, memory: memory) { entry in
            TerminalDevice.write(
                "\(entry.method) \(entry.route) \(entry.status) \(entry.device) \(entry.trace)\n", to: .error)
        }
    }

    /// Others' indexes lie in a folder beside one's own.
    static func path(of person: String, besides own: String) -> String {
        let folder = own.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        return (own.contains("/") ? folder + "/" : "") + "people/\(person).db"
    }
}

/// The sample household as a file of its own, so that several connections share it; gone with the server.
private struct SampleFile {
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
