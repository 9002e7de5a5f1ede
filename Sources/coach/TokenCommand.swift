import Glibc
import Ledger
import Service
import Synchronization
import Terminal

/// The file of tokens: their hashes, beside the configuration.
struct TokenFile: Sendable {
    let path: String
    private let folder: String

    init(_ session: Session) { (path, folder) = (session.configFolder + "/tokens.json", session.configFolder) }

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
}

/// The file of tokens for a server: looked at with each request, so that what is withdrawn is over at once, and read when it
/// is another one.
final class TokenWatch: Sendable {
    private let file: TokenFile
    private let known = Mutex<(stamp: [Int], book: TokenBook)>(([], TokenBook()))

    init(_ file: TokenFile) { self.file = file }

    func book() throws -> TokenBook {
        let stamp = stamp()
        if let book = known.withLock({ $0.stamp == stamp ? $0.book : nil }) { return book }
        let book = try file.read()
        known.withLock { $0 = (stamp, book) }
        return book
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
        let operands = session.command.operands
        switch (operands.first?.lowercased() ?? "list", operands.count) {
        case ("list", 0...1): try list()
        case ("add", 2): try add(operands[1])
        case ("remove", 2): try remove(operands[1])
        default: throw Failure("`coach token` has list, add NAME, and remove NAME", exitCode: 2)
        }
        return 0
    }

    private var file: TokenFile { TokenFile(session) }

    private var person: String { session.command[Options.person] ?? TokenBook.owner }

    private func add(_ name: String) throws {
        for text in [name, person] where !TokenBook.isName(text) {
            throw Failure(
                "“\(SafeText.line(text))”: a name has up to 40 small letters, digits, - and _, such as phone",
                exitCode: 2)
        }
        let scope = session.command[Options.scope] ?? .read
        let days = session.command[Options.tokenDays] ?? 365
        var book = try file.read()
        let token = try book.add(name, for: person, scope, now: Session.now, days: days)
        try file.write(book)
        if session.wantsJSON {
            return try session.write(
                .object([
                    ("name", .string(name)), ("person", .string(person)), ("scope", .string(scope.rawValue)),
                    ("days", .int(days)), ("token", .string(token)),
                ]))
        }
        try session.write("The token for \(name), shown only now (\(scope.rawValue), \(days) days):\n\(token)\n")
    }

    private func remove(_ name: String) throws {
        var book = try file.read()
        guard book.remove(name, of: person) else {
            throw Failure(missing(name, book), exitCode: 2)
        }
        try file.write(book)
        if session.wantsJSON { return try session.write(.object([("removed", .string(name))])) }
        try session.write("The token for \(name) is no longer valid.\n")
    }

    /// What is said where the person has no token of that name, but perhaps somebody else.
    private func missing(_ name: String, _ book: TokenBook) -> String {
        let shown = "“\(SafeText.line(name))”"
        guard let other = book.tokens.first(where: { $0.name == name })?.person else {
            return "there's no token \(shown); `coach token` lists them"
        }
        let option = other == TokenBook.owner ? "without --person" : "with --person \(other)"
        return "there's no token \(shown) of \(person == TokenBook.owner ? "yours" : SafeText.line(person)); "
            + "\(option) it's \(other == TokenBook.owner ? "yours" : "\(other)'s")"
    }

    private func list() throws {
        let tokens = try file.read().tokens
        if session.wantsJSON {
            let entries = tokens.map { token in
                JSON.object([
                    ("name", .string(token.name)), ("person", .string(token.person)),
                    ("scope", .string(token.scope.rawValue)), ("expires", .integer(token.expires)),
                ])
            }
            return try session.write(.object([("tokens", .array(entries))]))
        }
        guard !tokens.isEmpty else {
            return try session.write("There are no tokens. `coach token add phone` makes one.\n")
        }
        var table = Table([Table.Column("Name"), Table.Column("Person"), Table.Column("Scope"), Table.Column("Until")])
        for token in tokens {
            let day = CivilDate(dayNumber: Int32(token.expires / 86_400)).iso
            table.add([token.name, token.person, token.scope.rawValue, token.expires > Session.now ? day : "expired"])
        }
        try session.write(table.text(width: session.width, style: session.style))
    }
}
