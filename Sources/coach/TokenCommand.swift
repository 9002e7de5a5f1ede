import Glibc
import Ledger
import Service
import Store
import Synchronization
import Terminal

/// The file of tokens: their hashes, beside the configuration. Those for all indexes stand in it, each with its own.
struct TokenFile: Sendable {
    let path: String
    private let folder: String
    private let files: HouseholdFiles
    /// What tokens open that don't say it: they were made before there was a choice.
    private let usual: HouseholdFiles

    init(_ session: Session) {
        (path, folder) = (session.configFolder + "/tokens.json", session.configFolder)
        (files, usual) = (HouseholdFiles(own: session.householdPath), HouseholdFiles(own: session.usualPath))
    }

    /// Which index a person's tokens open here.
    func index(of person: String) -> String { files.identity(of: person) }

    /// Whether a token opens an index of this household.
    func isHere(_ token: Token) -> Bool {
        let index = files.identity(of: token.person)
        return token.index.map { $0 == index } ?? (index == usual.identity(of: token.person))
    }

    func read() throws -> TokenBook {
        guard access(path, F_OK) == 0 else { return TokenBook() }
        guard let text = SmallFile.read(path), let book = (try? JSON.parse(text)).flatMap(TokenBook.init(json:)) else {
            throw Failure("\(path): is damaged; remove it and give the tokens out anew")
        }
        return book
    }

    func write(_ book: TokenBook) throws {
        try PrivateFile.makeFolder(folder, withParents: true)
        try PrivateFile.write(book.json.prettyText + "\n", to: path, else: "check the folder's owner and mode")
    }

    /// Runs what reads and changes the file while nobody else does, so that of two changes at once none is lost.
    func alone(_ change: () throws -> Void) throws {
        try PrivateFile.makeFolder(folder, withParents: true)
        let lock = open(path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { if lock >= 0 { close(lock) } }
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
            throw Failure("\(path).lock: can't be locked; check the folder's owner and mode")
        }
        try change()
    }
}

/// The file of tokens for a server: looked at with each request, so that what is withdrawn is over at once, and read when it
/// is another one.
final class TokenWatch: Sendable {
    private let file: TokenFile
    /// Whether it is the sample that is served, which is open to all.
    private let isOpen: Bool
    private let known = Mutex<(stamp: [Int], book: TokenBook)>(([], TokenBook()))
    /// The file that couldn't be read, as far as that was told.
    private let told = Mutex<[Int]>([])

    init(_ file: TokenFile, isOpen: Bool) { (self.file, self.isOpen) = (file, isOpen) }

    func book() throws -> TokenBook {
        let stamp = stamp()
        if let book = known.withLock({ $0.stamp == stamp ? $0.book : nil }) { return book }
        do {
            let book = try file.read().only { isOpen || file.isHere($0) }
            known.withLock { $0 = (stamp, book) }
            return book
        } catch {
            let isNew = told.withLock { told in
                defer { told = stamp }
                return told != stamp
            }
            if isNew { TerminalDevice.write("coach: nobody's token counts: \(Failure(error).message)\n", to: .error) }
            throw error
        }
    }

    private func stamp() -> [Int] {
        var info = stat()
        guard stat(file.path, &info) == 0 else { return [0] }
        return [Int(info.st_ino), Int(info.st_size), info.st_mtim.tv_sec, info.st_mtim.tv_nsec]
    }
}

/// `coach token`: who may ask `coach serve`.
struct TokenCommand {
    let session: Session

    func run() throws -> Int32 {
        if session.isDemo { throw Failure("the sample household needs no tokens; leave out --demo", exitCode: 2) }
        let operands = session.command.operands
        switch (operands.first?.lowercased() ?? "list", operands.count) {
        case ("list", 0...1): try list()
        case ("add", 2): try file.alone { try add(operands[1]) }
        case ("remove", 2): try file.alone { try remove(operands[1]) }
        default: throw Failure("`coach token` has list, add NAME, and remove NAME", exitCode: 2)
        }
        return 0
    }

    private var file: TokenFile { TokenFile(session) }

    private var person: String { session.command[Options.person] ?? TokenBook.owner }

    private func add(_ name: String) throws {
        guard TokenBook.isName(name) else {
            throw Failure(
                "“\(SafeText.line(name))”: a name has up to 40 small letters, digits, - and _, such as phone",
                exitCode: 2)
        }
        try StoreError.refuseCardNumber(in: name)
        var book = try file.read()
        let before = book.token(name, of: person, among: file.isHere)
        if let before, before.expires > Session.now, !session.command[Options.replaceToken] {
            throw Failure(
                "there's a token “\(name)” already (\(before.scope.rawValue)), and what uses it would be locked out; add "
                    + "--replace to end it, or choose another name", exitCode: 2)
        }
        let scope = session.command[Options.scope] ?? before?.scope ?? .read
        let days = session.command[Options.tokenDays] ?? 365
        let token = try book.add(
            name, for: person, at: file.index(of: person), scope, now: Session.now, days: days, among: file.isHere)
        try file.write(book)
        if session.wantsJSON {
            return try session.write(
                .object([
                    ("name", .string(name)), ("person", .string(person)), ("scope", .string(scope.rawValue)),
                    ("index", .string(file.index(of: person))), ("days", .int(days)), ("token", .string(token)),
                ]))
        }
        let over = before == nil ? "" : "The one before is no longer valid. "
        try session.write("\(over)The token for \(name), shown only now (\(scope.rawValue), \(days) days):\n\(token)\n")
    }

    private func remove(_ name: String) throws {
        var book = try file.read()
        guard book.remove(name, of: person, among: file.isHere) else {
            throw Failure(missing(name, book), exitCode: 2)
        }
        try file.write(book)
        if session.wantsJSON { return try session.write(.object([("removed", .string(name))])) }
        try session.write("The token for \(name) is no longer valid.\n")
    }

    /// What is said where the person has no token of that name here, but perhaps somebody else, or for another index.
    private func missing(_ name: String, _ book: TokenBook) -> String {
        let shown = "“\(SafeText.line(name))”"
        let namesakes = book.tokens.filter { $0.name == name }
        if let other = namesakes.first(where: file.isHere)?.person {
            let option = other == TokenBook.owner ? "without --person" : "with --person \(other)"
            return "there's no token \(shown) of \(person == TokenBook.owner ? "yours" : SafeText.line(person)); "
                + "\(option) it's \(other == TokenBook.owner ? "yours" : "\(other)'s")"
        }
        if let other = namesakes.first(where: { $0.person == person }) {
            let place = other.index.map { "with --db \(SafeText.line($0))" } ?? "without --db"
            return "there's no token \(shown) for this index; \(place) there is one"
        }
        return "there's no token \(shown); `coach token` lists them"
    }

    private func list() throws {
        let book = try file.read()
        let tokens = book.tokens.filter(file.isHere)
        let others = book.tokens.count - tokens.count
        if session.wantsJSON {
            let entries = tokens.map { token in
                JSON.object([
                    ("name", .string(token.name)), ("person", .string(token.person)),
                    ("index", .string(file.index(of: token.person))), ("scope", .string(token.scope.rawValue)),
                    ("expires", .integer(token.expires)),
                ])
            }
            return try session.write(
                .object([("tokens", .array(entries)), ("for_other_indexes", .int(others))]))
        }
        let rest =
            others == 0
            ? ""
            : others == 1 ? "1 more is for another index (--db).\n" : "\(others) more are for other indexes (--db).\n"
        guard !tokens.isEmpty else {
            return try session.write("There are no tokens. `coach token add phone` makes one.\n" + rest)
        }
        var table = Table([Table.Column("Name"), Table.Column("Person"), Table.Column("Scope"), Table.Column("Until")])
        for token in tokens {
            let day = CivilDate(dayNumber: Int32(token.expires / 86_400)).iso
            table.add([token.name, token.person, token.scope.rawValue, token.expires > Session.now ? day : "expired"])
        }
        try session.write(table.text(width: session.width, style: session.style) + rest)
    }
}
