import Feeds
import Glibc
import Importing
import Ledger
import Store
import Terminal

/// `coach connect`, `coach disconnect`, `coach secrets rotate`.
struct ConnectCommand {
    let session: Session
    private var access: BankAccess { BankAccess(session: session) }

    // MARK: Connecting

    func connect() throws -> Int32 {
        let word = session.command.operands.first ?? ""
        guard let provider = FeedProvider(rawValue: word), provider != .demo else {
            throw Failure("“\(SafeText.line(word))”: expected simplefin or plaid", exitCode: 2)
        }
        if session.isDemo { throw Failure("the sample household has its own bank: try /sync in `coach demo`") }
        let index = try session.openIndex()
        if index.database.isReadOnly {
            throw Failure("\(session.databasePath): can't be written, so nothing was connected")
        }
        let vault = try SecretKeys(session).vault(index)
        let feed = try access.feed(provider, index)
        let book = ConnectionBook(index)
        let earlier = try takeUpAlone(index)
        let wantsMore = session.command[Options.newConnection] || session.command.operands.count > 1
        if provider == .plaid, !earlier.isEmpty, !wantsMore { return try sync(earlier, index) }
        // What one step gives is good once: what could go wrong with keeping it is tried before it is spent.
        let broken = try connectionToMend(provider, index)
        let mending = try broken.map { connection in
            Connected(
                connection,
                secret: try index.sealedSecret(ofConnection: connection.id).map {
                    try vault.open($0, for: connection.reference)
                })
        }
        let linking = try book.begin(feed, mending: mending)
        let open = try book.note(linking, of: provider, sealing: vault, at: Session.now)
        let answer = try answer(linking.step)
        if case .enterSecret = linking.step { BankProgress.shared.show("asking \(provider.name)") }
        defer { BankProgress.shared.finish() }
        try feed.wait(for: linking)
        let lock = try access.lock()
        defer { _ = lock }
        // The key may be another one by now: people take their time to sign in.
        let current = try SecretKeys(session).vault(index)
        if let open, try !index.openLinkings.contains(where: { $0.reference == open }) {
            BankProgress.shared.finish()
            try tell("Another coach that ran meanwhile has connected it.", JSON.object([("event", .string("known"))]))
            return 0
        }
        // Between access that was given and access that is kept nothing waits, and nothing ends it.
        let kept = try HeldSignals.during {
            let kept = try book.finish(
                linking, answer: answer, of: provider, sealing: current, asking: feed, at: Session.now)
            if let open { try index.forget(linking: open) }
            return kept
        }
        BankProgress.shared.finish()
        for one in kept { try tell(one) }
        return try sync(earlier + kept, index)
    }

    private func takeUpAlone(_ index: HouseholdIndex) throws -> [ConnectionBook.Kept] {
        guard try !index.openLinkings.isEmpty else { return [] }
        let lock = try access.lock()
        defer { _ = lock }
        return try takeUp(index)
    }

    /// Keeps the access that was given on pages when no coach waited for it any more. To be called while no other sync runs.
    func takeUp(_ index: HouseholdIndex) throws -> [ConnectionBook.Kept] {
        guard try !index.openLinkings.isEmpty else { return [] }
        let taken = try HeldSignals.during {
            try ConnectionBook(index).takeUp(
                asking: { provider throws(FeedError) in try access.feed(provider, index) },
                opening: { () throws(FeedError) in try SecretKeys(session).vault(index) }, at: Session.now)
        }
        for problem in taken.problems { session.warn(problem) }
        for one in taken.kept {
            let name = one.connection.name
            try tell(
                one.way == .connected
                    ? "You signed in to \(name) when coach had ended already, so it's connected now."
                    : "You signed in to \(name) again when coach had ended already.",
                JSON.object([("event", .string(one.way.rawValue)), ("connection", .string(name))]))
        }
        return taken.kept
    }

    private func tell(_ words: String, _ json: JSON) throws {
        try session.write(session.wantsJSON ? json.text + "\n" : session.prose(words) + "\n")
    }

    /// The first sync of what was connected.
    private func sync(_ kept: [ConnectionBook.Kept], _ index: HouseholdIndex) throws -> Int32 {
        let code = try SyncCommand(session: session).run(kept.map(\.connection), index)
        try endWithoutOwnAccounts(kept, index)
        return code
    }

    func endWithoutOwnAccounts(_ kept: [ConnectionBook.Kept], _ index: HouseholdIndex) throws {
        for one in kept where one.connection.provider == FeedProvider.plaid.rawValue {
            try endWithoutOwnAccounts(one, index)
        }
    }

    private func endWithoutOwnAccounts(_ kept: ConnectionBook.Kept, _ index: HouseholdIndex) throws {
        let name = kept.connection.name
        do {
            let isEnded = try ConnectionBook(index).endWithoutOwnAccounts(
                kept, asking: try access.feed(.plaid, index), opening: try SecretKeys(session).vault(index))
            guard isEnded else { return }
        } catch let error as FeedError {
            let command = "`coach disconnect \"\(SafeText.line(name))\" --keep`"
            return session.warn(
                "\(name) brings no account of its own but couldn't be ended: \(error.message)".ended
                    + " \(command) ends it")
        }
        try tell(
            "\(name) brings no account of its own, so it was disconnected again.",
            JSON.object([("event", .string("ended")), ("connection", .string(name))]))
    }

    private func tell(_ kept: ConnectionBook.Kept) throws {
        let name = kept.connection.name
        var words = kept.way == .renewed ? "\(name) is connected again." : "Connected to \(name)."
        if kept.hasOtherAccess {
            let place = "https://beta-bridge.simplefin.org"
            words =
                kept.way == .renewed
                ? "\(name) has these accounts already, so its access was renewed instead of connecting them twice. The earlier "
                    + "access isn't used any more: disable it at \(place)."
                : "\(name) has these accounts already, so nothing was connected twice. The new access isn't used: disable it "
                    + "at \(place)."
        }
        try tell(words, JSON.object([("event", .string(kept.way.rawValue)), ("connection", .string(name))]))
    }

    /// The connection that is renewed instead of another one made: the one that was named, else the one of Plaid's that wants
    /// it, unless a new one was asked for.
    private func connectionToMend(_ provider: FeedProvider, _ index: HouseholdIndex) throws -> Connection? {
        let name = session.command.operands.dropFirst().joined(separator: " ")
        guard provider == .plaid else {
            // It may be a token, which nobody is to read over a shoulder or in a log.
            if !name.isEmpty {
                throw Failure(
                    "a setup token isn't given as an argument, where others can see it: type it when you're asked, or use "
                        + "`coach connect simplefin < token.txt`", exitCode: 2)
            }
            return nil
        }
        let own = try index.connections.filter { $0.provider == provider.rawValue }
        if !name.isEmpty {
            if let found = own.first(where: { $0.name.lowercased() == name.lowercased() }) { return found }
            throw Failure(
                "there's no Plaid connection “\(SafeText.line(name))”"
                    + (own.isEmpty ? "" : "; you have \(own.map(\.name).joined(separator: ", "))"), exitCode: 2)
        }
        if session.command[Options.newConnection] { return nil }
        let broken = own.filter { $0.health == .relink }
        guard broken.count > 1 else { return broken.first }
        throw Failure(
            "several banks want you to sign in again: say which, such as `coach connect plaid \"\(broken[0].name)\"`, or add "
                + "another bank with --new", exitCode: 2)
    }

    private func answer(_ step: Linking.Step) throws -> Secret? {
        switch step {
        case .none: return nil
        case .visit(let address):
            if session.wantsJSON {
                try session.writeNow(
                    JSON.object([("event", .string("visit")), ("address", .string(address))]).text + "\n")
                return nil
            }
            try session.writeNow(
                "Open this page and sign in at your bank; coach waits until you're done:\n"
                    + "\(session.link(SafeText.line(address), to: address))\n")
            if TerminalDevice.isTerminal(.output), let code = QRCode(address) {
                try session.writeNow("\n" + code.text(style: session.style) + "\n")
            }
            return nil
        case .enterSecret(let help, let prompt):
            guard TerminalDevice.isTerminal(.input) else { return try secretFromInput() }
            TerminalDevice.write(
                Wrapping.wrap(session.named(help), width: TerminalDevice.columns(.error)) + "\n", to: .error)
            var count: Int?
            let typed = Secret(count: ConnectCommand.longestSecret) { line in
                count = HiddenInput.read(prompt: "\(prompt) (hidden): ", into: line)
            }
            guard let count else { throw Failure("nothing was connected") }
            return typed.prefix(count)
        }
    }

    /// The longest token, in bytes.
    private static let longestSecret = 16_384

    private func secretFromInput() throws -> Secret {
        var count = 0
        let whole = Secret(count: ConnectCommand.longestSecret) { target in
            while count < target.count {
                let got = read(STDIN_FILENO, target.baseAddress?.advanced(by: count), target.count - count)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                count += got
            }
        }
        guard count > 0 else {
            throw Failure(
                "a setup token is needed on standard input, such as `coach connect simplefin < token.txt`", exitCode: 2)
        }
        return whole.prefix(count)
    }

    // MARK: Disconnecting

    func disconnect() throws -> Int32 {
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        let connection = try named(session.command.text.trimmed, index)
        let command = session.command
        guard !(command[Options.keepRows] && command[Options.deleteRows]) else {
            throw Failure("use --keep or --delete, not both", exitCode: 2)
        }
        var deletes = command[Options.deleteRows]
        if !deletes, !command[Options.keepRows] { deletes = try asksToDelete(connection, index) }
        let lock = try access.lock()
        defer { _ = lock }
        try tellProvider(connection, index, deletes: deletes)
        let shared = deletes ? try sharedAccounts(connection, index) : []
        let removed = try index.disconnect(connection.id, deletingRows: deletes, today: Session.today)
        if session.wantsJSON {
            try session.write(.object([("connection", .string(connection.name)), ("removed", .int(removed))]))
            return 0
        }
        let rows = "\(groupedThousands(removed)) transaction\(removed == 1 ? "" : "s")"
        var words = "\(connection.name) is disconnected; " + (deletes ? "\(rows) removed." : "its transactions stay.")
        if !shared.isEmpty {
            words += " What another connection lists of \(shared.joined(separator: ", ")) stays."
        }
        if connection.provider == FeedProvider.simplefin.rawValue {
            words += " To end the access at SimpleFIN too, disable it at https://beta-bridge.simplefin.org."
        }
        try session.write(session.prose(words) + "\n")
        return 0
    }

    /// The names of accounts that other connections list, too.
    private func sharedAccounts(_ connection: Connection, _ index: HouseholdIndex) throws -> [String] {
        let links = try index.connectionAccounts()
        let own = Set(links.filter { $0.connectionID == connection.id }.map(\.accountID))
        let others = Set(links.filter { $0.connectionID != connection.id }.map(\.accountID))
            .union(try index.spareAccounts(besides: connection.id))
        return try index.accounts.filter { own.contains($0.id) && others.contains($0.id) }.map(\.name)
    }

    /// Until the provider knows of the end the connection stays: without its secret nobody could end the access any more.
    private func tellProvider(_ connection: Connection, _ index: HouseholdIndex, deletes: Bool) throws {
        do {
            try ConnectionBook(index).revoke(
                connection, feed: { provider throws(FeedError) in try access.feed(provider, index) },
                vault: { () throws(FeedError) in try SecretKeys(session).vault(index) })
        } catch let error as FeedError {
            if session.command[Options.forceDisconnect] {
                session.warn("\(connection.name) may still have access: \(error.message)")
                return
            }
            let command = "coach disconnect \"\(SafeText.line(connection.name))\" \(deletes ? "--delete" : "--keep")"
            let stays = "\(connection.name) stays connected, because its provider couldn't be told that it ends"
            guard error.reason != .key else {
                throw Failure(
                    "\(stays): \(error.message)".ended
                        + " With the right key `\(command)` works again; `\(command) --force` forgets "
                        + "it here at once although its access may go on")
            }
            throw Failure(
                "\(stays): \(error.message)".ended
                    + " Then run `\(command)` again, or add --force to forget it here although its "
                    + "access may go on")
        }
    }

    private func named(_ name: String, _ index: HouseholdIndex) throws -> Connection {
        let connections = try index.connections
        guard !connections.isEmpty else {
            throw Failure("there's no bank connection; `coach connect simplefin` makes one")
        }
        if let found = connections.first(where: { $0.name.lowercased() == name.lowercased() }) { return found }
        let links = try index.connectionAccounts().filter { $0.institution?.lowercased() == name.lowercased() }
        if let link = links.first, let owner = connections.first(where: { $0.id == link.connectionID }) {
            throw Failure(
                "\(link.institution ?? name) comes with \(owner.name): remove it there, or disconnect all of it with `coach "
                    + "disconnect \(owner.name)`", exitCode: 2)
        }
        throw Failure(
            "there's no connection “\(SafeText.line(name))”; you have \(connections.map(\.name).joined(separator: ", "))",
            exitCode: 2)
    }

    private func asksToDelete(_ connection: Connection, _ index: HouseholdIndex) throws -> Bool {
        guard TerminalDevice.isTerminal(.input), TerminalDevice.isTerminal(.output), !session.wantsJSON else {
            throw Failure("say what happens to its transactions: --keep or --delete", exitCode: 2)
        }
        try session.writeNow(
            session.prose("\(connection.name) brought transactions that you can keep or delete.") + "\n")
        while true {
            guard
                case .text(let line) = LineEditor.readAnswer(
                    prompt: session.style("k = keep them, d = delete them › ", .bold))
            else { throw Failure("nothing was disconnected") }
            let word = line.trimmed.lowercased()
            if ["k", "keep"].contains(word) { return false }
            if ["d", "delete"].contains(word) { return true }
        }
    }

    // MARK: Secrets

    func secrets() throws -> Int32 {
        guard session.command.operands.first == "rotate" else {
            throw Failure("expected `coach secrets rotate`", exitCode: 2)
        }
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        let lock = try access.lock()
        defer { _ = lock }
        guard try !SecretKeys.secrets(of: index).isEmpty else {
            if session.wantsJSON {
                try session.write(.object([("sealed", .int(0))]))
            } else {
                try session.write(
                    session.prose("There's nothing to re-encrypt: no bank is connected, and no webhook is set up.")
                        + "\n")
            }
            return 0
        }
        let (count, earlier) = try SecretKeys(session).rotate(index)
        if (try? access.tryKeys(index)) ?? false { try index.forgetOwnFaults() }
        if session.wantsJSON {
            try session.write(
                .object([("sealed", .int(count)), ("earlier_key", .optional(earlier, JSON.string))]))
        } else {
            let secrets = "\(count) bank secret\(count == 1 ? "" : "s")"
            let key = session.configuration.keyCommand == nil ? "a new key" : "the key that “key_command” prints"
            var words = "\(secrets) re-encrypted with \(key)."
            if session.configuration.previousKeyCommand != nil {
                words +=
                    " Backups and other indexes may still need the key that “previous_key_command” prints: it stays with that "
                    + "command, and coach keeps no copy of it."
                if let earlier { words += " The earlier key file is kept in \(earlier)." }
            } else if let earlier {
                words +=
                    " Backups and other indexes may still need the earlier key, so it's kept in \(earlier); delete it "
                    + "once none does."
            } else {
                words += " Backups and other indexes that were encrypted with an earlier key still need that one."
            }
            try session.write(session.prose(words) + "\n")
        }
        return 0
    }
}
