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
        if session.command[Options.person] != nil {
            throw Failure(
                "`coach serve` answers everybody from their own index; leave out --person, and give out tokens with it",
                exitCode: 2)
        }
        let place = try place()
        let (certificate, key) = try certificate()
        HTTPServer.holdSignals()
        let sample = session.isDemo ? try SampleFile(session) : nil
        defer { sample?.remove() }
        let served = ServedHouseholds(session: session, sample: sample)
        let service = try served.service()
        let server = try listening(at: place) {
            try HTTPServer(place, isLong: service.isLong, onRefusal: service.note) {
                service.respond(to: $0, through: $1)
            }
        }
        // Who connects meanwhile is answered afterwards.
        let limits = HTTPServer.Limits()
        service.warmUp(threads: limits.threads)
        try listening(at: place) { try server.start(limits, certificate: certificate, key: key) }
        served.watchPositions(service)
        tell(place, server.port, isTLS: certificate != nil)
        let clock = session.isDemo ? nil : served.hookClock(service)
        clock?.start()
        if !session.isDemo { served.watchCharges(service) }
        HTTPServer.waitForSignal()
        clock?.stop()
        server.stop()
        if case .path(let path) = place { unlink(path) }
        return 0
    }

    private func listening<T>(at place: HTTPServer.Place, _ body: () throws -> T) throws -> T {
        do { return try body() } catch let problem as HTTPServer.Problem {
            throw Failure("can't listen \(ServeCommand.words(place)): \(problem.message)")
        }
    }

    private static func words(_ place: HTTPServer.Place) -> String {
        switch place {
        case .path(let path): "at \(SafeText.line(path))"
        case .descriptor: "on the socket that was handed over"
        case .address(let host, let port): "at \(SafeText.line(host)):\(port)"
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
}
