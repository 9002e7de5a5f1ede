import Feeds
import Glibc
import LanguageModel
import Ledger
import Payments
import Service
import Store
import Terminal

/// What bank connections need of the session: feeds, the key of the secrets, the sync.
struct BankAccess {
    let session: Session

    /// Feeds by provider; all requests of a run share one client.
    func feed(_ provider: FeedProvider, _ index: HouseholdIndex) throws(FeedError) -> any Feed {
        switch provider {
        case .simplefin: return SimpleFIN(http)
        case .demo: return DemoBank()
        case .plaid: return try plaid(index)
        }
    }

    // Only a conversation catches Ctrl-C; elsewhere it ends the program, which loses nothing.
    private var http: BankHTTP {
        BankHTTP(certificates: certificates) {
            BankProgress.shared.turn()
            return TerminalGuard.isInterrupted
        }
    }

    /// Plaid as the configuration says.
    func plaid(_ index: HouseholdIndex) throws(FeedError) -> Plaid {
        let configuration = session.configuration.plaid
        guard let clientID = configuration.clientID, let command = configuration.secretCommand else {
            throw FeedError(
                .configuration,
                "Plaid needs an account of your own: get one at https://dashboard.plaid.com, then set “plaid_client_id” and "
                    + "“plaid_secret_command” in \(session.configurationPath)")
        }
        let secret = try SecretKeys.output(of: command, named: "plaid_secret_command").trimmed
        guard secret.count > 0 else {
            throw FeedError(.configuration, "“plaid_secret_command” prints nothing; let it print Plaid's secret")
        }
        var settings = PlaidSettings(
            configuration.environment ?? .production, clientID: clientID, secret: secret,
            userID: try userID(index))
        settings.countries = configuration.countries ?? settings.countries
        settings.webhook = configuration.webhook
        return Plaid(http, settings)
    }

    private func userID(_ index: HouseholdIndex) throws(FeedError) -> String {
        do {
            return try index.userID(at: FeedProvider.plaid.rawValue) {
                "coach-" + HexText.text(try Secret.random(count: 16).withBytes { Array($0) })
            }
        } catch {
            throw FeedError(.configuration, "the index can't be written, so Plaid isn't asked")
        }
    }

    /// Whether there are secrets.
    ///
    /// - Throws: where the keys of today do not open them, or Plaid's are missing.
    func tryKeys(_ index: HouseholdIndex) throws -> Bool {
        let secrets = try SecretKeys.secrets(of: index)
        guard !secrets.isEmpty else { return false }
        let vault = try SecretKeys(session).vault(index)
        for secret in secrets { _ = try vault.open(secret.sealed, for: secret.reference) }
        if try index.connections.contains(where: { $0.provider == FeedProvider.plaid.rawValue }) {
            _ = try plaid(index)
        }
        return true
    }

    private var certificates: String? { session.environment("CURL_CA_BUNDLE") ?? session.environment("SSL_CERT_FILE") }

    func sync(_ index: HouseholdIndex) throws -> BankSync {
        let keys = SecretKeys(session)
        _ = TerminalGuard.takeInterrupt()
        return BankSync(
            index, today: Session.today, now: { Session.now },
            feed: { provider throws(FeedError) in try feed(provider, index) },
            vault: { () throws(FeedError) in try keys.vault(index) })
    }

    /// Waits until no other sync of this index runs.
    func lock() throws -> SyncLock? {
        let path = session.databasePath
        guard path != ":memory:" else { return nil }
        return try SyncLock(besides: path) {
            session.warn("another sync is running; waiting for it to end")
        } isCancelled: {
            TerminalGuard.isInterrupted
        }
    }
}

/// Where the key for bank secrets comes from: the command `key_command` of the configuration, else the desktop's secret service
/// where `key_store` says so, else a file that only its owner can read; made when it is first needed.
struct SecretKeys {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Beside the configuration and not beside the index: a copy of the index alone opens nothing.
    var path: String { session.configFolder + "/bank.key" }
    /// A key on its way into that place.
    private var draft: String { path + ".new" }

    /// The vault that seals with the current key and opens what it or one before has sealed.
    ///
    /// - Throws: where the key is missing although the index has secrets: another one would open none of them.
    func vault(_ index: HouseholdIndex) throws(FeedError) -> SecretVault {
        try settleDraft(index)
        if let line = session.configuration.keyCommand {
            let current = try Self.output(of: line)
            var earlier = try [read(path)].compactMap(\.self) + (try earlierKeys())
            if let before = session.configuration.previousKeyCommand { earlier.append(try Self.output(of: before)) }
            return try SecretVault(current, earlier: earlier)
        }
        var earlier = try [readDraft()].compactMap(\.self) + (try earlierKeys())
        if let before = session.configuration.previousKeyCommand { earlier.append(try Self.output(of: before)) }
        if isOnDesktop {
            // What a file sealed goes on to open until the first rotation.
            earlier += try [read(path)].compactMap(\.self)
            if let current = try DesktopSecrets.read(.key) { return try SecretVault(current, earlier: earlier) }
            if let vault = try vault(of: earlier, opening: index) { return vault }
            try mayMakeKey(index, "the desktop's keyring")
            let new = try SecretVault.newMaterial()
            try DesktopSecrets.write(new, as: .key)
            return try SecretVault(new, earlier: earlier)
        }
        if let current = try read(path) { return try SecretVault(current, earlier: earlier) }
        if let vault = try vault(of: earlier, opening: index) { return vault }
        try mayMakeKey(index, path)
        let new = try SecretVault.newMaterial()
        try write(new, to: path)
        return try SecretVault(new, earlier: earlier)
    }

    /// Where there is no key yet, what was used before goes on to seal and open until a rotation makes one.
    ///
    /// - Returns: nil where it does not open what the index has sealed.
    private func vault(of earlier: [Secret], opening index: HouseholdIndex) throws(FeedError) -> SecretVault? {
        guard let first = earlier.first,
            let vault = try? SecretVault(first, earlier: Array(earlier.dropFirst())),
            try opens(index, vault) == true
        else { return nil }
        return vault
    }

    private func mayMakeKey(_ index: HouseholdIndex, _ place: String) throws(FeedError) {
        guard try opens(index, nil) != nil else { return }
        throw FeedError(
            .key,
            "the key for bank secrets is missing from \(place): put it back, or disconnect your banks with --force and connect them again"
        )
    }

    /// Whether a vault opens what the index has sealed; nil where it has sealed nothing.
    private func opens(_ index: HouseholdIndex, _ vault: SecretVault?) throws(FeedError) -> Bool? {
        let sealed: (bytes: [UInt8], reference: String)?
        do {
            sealed = try Self.lastingSecrets(of: index).first.map { ($0.sealed, $0.reference) }
        } catch {
            throw FeedError(.index, "the index can't be read")
        }
        guard let sealed else { return nil }
        guard let vault else { return false }
        return (try? vault.open(sealed.bytes, for: sealed.reference)) != nil
    }

    /// A rotation may have been cut short after the index had taken the new key: it is the key then.
    private func settleDraft(_ index: HouseholdIndex) throws(FeedError) {
        guard session.configuration.keyCommand == nil, let draft = try readDraft(),
            let vault = try? SecretVault(draft), try opens(index, vault) == true
        else { return }
        try settle(draft)
    }

    private var isOnDesktop: Bool { session.configuration.keyStore == .desktop }

    private func readDraft() throws(FeedError) -> Secret? {
        isOnDesktop ? try DesktopSecrets.read(.next) : try read(draft)
    }

    private func writeDraft(_ new: Secret) throws(FeedError) {
        if isOnDesktop { return try DesktopSecrets.write(new, as: .next) }
        unlink(draft)
        try write(new, to: draft)
    }

    /// Where a key that was used before is kept, counted from 1: other indexes and backups may be sealed with it.
    private func earlierPath(_ number: Int) -> String { "\(path).\(number)" }

    private func earlierKeys() throws(FeedError) -> [Secret] {
        var keys: [Secret] = []
        var number = 1
        while access(earlierPath(number), F_OK) == 0 {
            // One that can't be used stands in nobody's way.
            if let key = try? read(earlierPath(number)), key.trimmed.count >= SecretVault.shortestMaterial {
                keys.append(key)
            }
            number += 1
        }
        guard isOnDesktop else { return keys.reversed() }
        number = 1
        while let key = try DesktopSecrets.read(.earlier(number)) {
            keys.append(key)
            number += 1
        }
        return keys.reversed()
    }

    /// Keeps the file of a key beside those that were used before.
    ///
    /// - Returns: where; nil where there is no such file.
    @discardableResult private func keepEarlierFile() throws(FeedError) -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        var number = 1
        while access(earlierPath(number), F_OK) == 0 { number += 1 }
        guard link(path, earlierPath(number)) == 0 else { throw fault(earlierPath(number), "can't be created") }
        return earlierPath(number)
    }

    /// Puts the draft in the place of the key, which stays beside it.
    ///
    /// - Returns: where that one is kept now, in words; nil where a command gave it.
    @discardableResult private func settle(_ new: Secret) throws(FeedError) -> String? {
        var place = try keepEarlierFile()
        guard isOnDesktop else {
            guard rename(draft, path) == 0 else { throw fault(path, "can't be replaced") }
            return place
        }
        if let before = try DesktopSecrets.read(.key) {
            var number = 1
            while try DesktopSecrets.read(.earlier(number)) != nil { number += 1 }
            try DesktopSecrets.write(before, as: .earlier(number))
            place = "your keyring"
        }
        try DesktopSecrets.write(new, as: .key)
        try DesktopSecrets.remove(.next)
        unlink(path)
        return place
    }

    /// Something that the key seals.
    struct Sealed {
        let sealed: [UInt8]
        let reference: String
        /// Puts it, sealed anew, in its place.
        let keep: ([UInt8]) throws -> Void
    }

    static func secrets(of index: HouseholdIndex) throws -> [Sealed] {
        let ofLinkings = try index.openLinkings.map { linking in
            Sealed(sealed: linking.sealedSecret, reference: linking.reference) {
                try index.keep(
                    OpenLinking(
                        provider: linking.provider, reference: linking.reference, sealedSecret: $0,
                        begunAt: linking.begunAt))
            }
        }
        return try lastingSecrets(of: index) + ofLinkings
    }

    /// Those without which something is lost: pages to sign in on are over within the hour.
    private static func lastingSecrets(of index: HouseholdIndex) throws -> [Sealed] {
        let ofConnections = try index.connections.compactMap { connection in
            try index.sealedSecret(ofConnection: connection.id).map { sealed in
                Sealed(sealed: sealed, reference: connection.reference) {
                    try index.keep(sealedSecret: $0, ofConnection: connection.id)
                }
            }
        }
        let ofHooks = try index.hooks().map { hook in
            Sealed(sealed: hook.sealedSecret, reference: HookSecret.reference(hook.id)) {
                try index.keep(sealedSecret: $0, ofHook: hook.id)
            }
        }
        let ofPayments = try PaymentSetup.sealed(in: index).map { field, sealed, reference in
            Sealed(sealed: sealed, reference: reference) { try PaymentSetup.keep($0, as: field, in: index) }
        }
        return ofConnections + ofHooks + ofPayments
    }

    /// Seals every secret anew: with a new key where that is in a file, else with the one that `key_command` prints now.
    ///
    /// - Returns: how many secrets there are, and where the key before is kept, in words; nil where this put none anywhere.
    func rotate(_ index: HouseholdIndex) throws -> (count: Int, earlier: String?) {
        let opened = try vault(index)
        // What does not open now is said before anything changes.
        for secret in try Self.secrets(of: index) { _ = try opened.open(secret.sealed, for: secret.reference) }
        // Until the index has taken it both keys open it: an end in between loses nothing, and the next use settles it.
        let new = session.configuration.keyCommand == nil ? try SecretVault.newMaterial() : nil
        if let new { try writeDraft(new) }
        let target = try new.map { try SecretVault($0) } ?? opened
        let count = try index.securely {
            try index.database.write {
                let secrets = try Self.secrets(of: index)
                for secret in secrets {
                    let plain = try opened.open(secret.sealed, for: secret.reference)
                    try secret.keep(try target.seal(plain, for: secret.reference))
                }
                return secrets.count
            }
        }
        if let new { return (count, try settle(new)) }
        let earlier = try keepEarlierFile()
        unlink(path)
        return (count, earlier)
    }

    static func output(of line: String, named name: String = "key_command") throws(FeedError) -> Secret {
        do {
            return try KeyCommand.withOutput(of: line, named: name) { Secret(copying: $0) }
        } catch {
            throw FeedError(.key, error.message)
        }
    }

    // MARK: The file

    /// What the last call of the system failed with.
    private func fault(_ path: String, _ words: String) -> FeedError {
        FeedError(.key, "\(path): \(words) (\(String(cString: strerror(errno)))); it holds the key for bank secrets")
    }

    /// - Returns: nil where there is no file.
    private func read(_ path: String) throws(FeedError) -> Secret? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw fault(path, "can't be read") }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { throw fault(path, "can't be read") }
        guard info.st_mode & S_IFMT == S_IFREG else {
            throw FeedError(.key, "\(path): isn't a file; it should hold the key for bank secrets")
        }
        guard info.st_mode & 0o077 == 0, info.st_uid == geteuid() else {
            throw FeedError(
                .key,
                "\(path): others can read it, so it isn't used; run `chmod 600 \(path)`, then `coach secrets rotate`")
        }
        guard info.st_size <= 4096 else { throw FeedError(.key, "\(path): is far too large for a key") }
        return try Secret(count: Int(info.st_size)) { (target) throws(FeedError) in
            guard Glibc.read(descriptor, target.baseAddress, target.count) == target.count else {
                throw fault(path, "can't be read")
            }
        }
    }

    private func write(_ secret: Secret, to path: String) throws(FeedError) {
        let folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        for count in 2...max(2, folders.count) { mkdir(folders.prefix(count).joined(separator: "/"), 0o700) }
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw fault(path, "can't be created") }
        let isWritten = secret.withBytes { bytes in
            Glibc.write(descriptor, bytes.baseAddress, bytes.count) == bytes.count && fsync(descriptor) == 0
        }
        close(descriptor)
        guard isWritten else {
            unlink(path)
            throw fault(path, "can't be written")
        }
    }
}
