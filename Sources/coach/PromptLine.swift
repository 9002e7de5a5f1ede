import Glibc
import Ledger
import Terminal
import Understanding

/// What a line at the prompt is, where it is none of the questions that a conversation is for.
enum PromptLine: Equatable {
    case quit, help
    /// `coach help import`.
    case helpOn(String?)
    /// Files to import, as their paths.
    case files([String])
    /// `import my bank`: nothing says yet where from.
    case anyFiles
    /// `import all`: whatever is offered.
    case allFiles
    /// A command of the command line, with or without `coach` before it.
    case command(Command, [String])
    /// A line that begins with a slash, or stands for one.
    case slash(String)
    /// A word where a command stands, with the command that is one letter away and what follows.
    case misspelt(String, Command, [String])
    /// A line for a shell.
    case shell
    case version
    case question(String)
}

/// Tells questions from what people type at prompts: words to leave, commands as in a shell, paths of files.
struct PromptReader {
    /// What `~` stands for.
    let home: String
    /// The files that a path or pattern stands for; none where there is no such file.
    let files: (String) -> [String]

    fileprivate static let table = PhraseLists("rag-index/intents/prompt-lines.tsv")

    fileprivate static func says(_ row: String, _ word: String) -> Bool { table.words(row).contains(word) }

    func read(_ line: String) -> PromptLine {
        let text = PromptReader.withPlainProgram(line.trimmed)
        let words = ShellWords.split(text)
        if let files = paths(words) { return .files(files) }
        if text.hasPrefix("/") { return .slash(text) }
        let spoken = PromptReader.bare(text.lowercased())
        if PromptReader.says("leave", spoken) { return .quit }
        if let command = PromptReader.spokenCommands[spoken] { return command }
        if PromptReader.says("help", text.lowercased()) { return .help }
        if PromptReader.says("version", text.lowercased()) { return .version }
        if ShellLine.isOne(text) { return .shell }
        if let said = imports(words) { return said }
        return command(words, text) ?? .question(text)
    }

    /// Whether an answer to a question of coach's is a word that leaves instead: `exit`, `:q`.
    static func leaves(_ answer: String) -> Bool {
        let word = bare(answer.lowercased())
        // `leave` may be to leave it as it is.
        return says("leave", word) && word != "leave"
    }

    /// Whether such a word leaves the conversation too; `q` ends only what is being asked.
    static func leavesConversation(_ answer: String) -> Bool {
        leaves(answer) && !["q", ":q"].contains(answer.lowercased())
    }

    /// Letters that a name of an account has at most.
    private static let longestName = 40
    /// Words up to which a name may begin as a question does: `Am Ex Gold`.
    private static let fewWords = 3

    /// Whether an answer can be what an account is called, and is no question typed too early.
    static func isName(_ answer: String) -> Bool {
        let words = answer.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count == 1, says("answer", words[0]) { return false }
        let isAsked = words.count > fewWords && says("ask", words[0])
        return answer.count <= longestName && answer.last != "?" && !isAsked
    }

    /// What is said in words and has a command only.
    private static let spokenCommands: [String: PromptLine] = {
        let hide = table["amounts"].map { ("hide \($0)", PromptLine.slash("/hide")) }
        let show = table["amounts"].map { ("show \($0)", PromptLine.slash("/hide off")) }
        let past = table["history"].map { ($0, PromptLine.slash("/history")) }
        let settings = table["settings"].map { ($0, PromptLine.command(.config, [])) }
        return Dictionary(uniqueKeysWithValues: hide + show + past + settings)
    }()

    /// Without the signs around it.
    private static func bare(_ text: String) -> String {
        let isSign: (Character) -> Bool = { " .!;()".contains($0) && !(text.hasPrefix(":") && $0 == "!") }
        return String(text.drop { " ;(".contains($0) }.reversed().drop(while: isSign).reversed())
    }

    // MARK: Files

    /// Whether a word can be nothing but a path.
    private func looksLikePath(_ word: String) -> Bool {
        if ["~/", "./", "../", "file://"].contains(where: word.hasPrefix) { return true }
        if word.hasPrefix("/") { return word.dropFirst().contains("/") }
        let ending = word.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return word.contains(".") && PromptReader.says("file", ending)
    }

    private func path(of word: String) -> String {
        if word.hasPrefix("file://") { return ShellWords.decoded(word.dropFirst(7)) }
        return word.hasPrefix("~/") ? home + word.dropFirst() : word
    }

    /// A line of nothing but paths, as a window leaves them where files are dropped on it.
    private func paths(_ words: [String]) -> [String]? {
        guard !words.isEmpty else { return nil }
        var found: [String] = []
        for word in words {
            let there = files(path(of: word))
            let ending = word.split(separator: ".").last.map { $0.lowercased() } ?? ""
            let isFile = looksLikePath(word) || word.contains(".") && PromptReader.says("packed", ending)
            // A command with its slash is no path, and a word of a question no file that happens to be here.
            guard isFile || word.hasPrefix("/") && !there.isEmpty else { return nil }
            if there.isEmpty, !looksLikePath(word) { return nil }
            found += there.isEmpty ? [path(of: word)] : there
        }
        return found
    }

    /// `import ~/Downloads/chase.csv`, `please load my statement chase.csv`, `import my bank`.
    private func imports(_ words: [String]) -> PromptLine? {
        var rest = words.filter { !PromptReader.says("filler", $0.lowercased()) || looksLikePath($0) }
        guard let verb = rest.first?.lowercased() else { return nil }
        guard PromptReader.says("bring", verb) || PromptReader.says("connect", verb) else { return nil }
        if words.contains(where: { $0.hasPrefix("--") }) { return nil }
        rest.removeFirst()
        if PromptReader.says("bring", verb), !rest.isEmpty, let files = pathsOf(rest, after: verb) {
            return .files(files)
        }
        let isEverything = !rest.isEmpty && rest.allSatisfy { PromptReader.says("whole", $0.lowercased()) }
        if verb == "import", isEverything { return .allFiles }
        // `import my bank`, `connect my accounts`; whatever else is said makes it another matter.
        let said = Set(words.map { $0.lowercased() })
        let isBank = verb == "import" || !said.isDisjoint(with: PromptReader.table.words("bank"))
        let isAll = rest.allSatisfy { PromptReader.says("bank", $0.lowercased()) }
        return isBank && isAll && !PromptReader.says("read", verb) ? .anyFiles : nil
    }

    private func pathsOf(_ words: [String], after verb: String) -> [String]? {
        let found = words.map { word in
            let there = files(path(of: word))
            return looksLikePath(word) || !there.isEmpty ? (there.isEmpty ? [path(of: word)] : there) : []
        }
        // After `import` a name that is no file is still meant as one, so that what is wrong with it is said.
        return found.allSatisfy { !$0.isEmpty } ? found.flatMap { $0 } : nil
    }

    // MARK: Commands

    private func command(_ words: [String], _ text: String) -> PromptLine? {
        guard let first = words.first?.lowercased() else { return nil }
        let isNamed = first == Command.set.program && words.count > 1
        let name = isNamed ? words[1].lowercased() : first
        let rest = Array(words.dropFirst(isNamed ? 2 : 1))
        if isNamed, name == "help" { return .helpOn(rest.first) }
        // `coach --demo` begins another coach.
        if isNamed, name.hasPrefix("-") { return .shell }
        if let command = Command(rawValue: name), command != .conversation {
            return isNamed || isMeant(command, rest) ? line(command, rest) : asked(command, rest)
        }
        if let command = PromptReader.misspelt(name, isNamed: isNamed, isMeant: { isMeant($0, rest) }, rest) {
            return .misspelt(isNamed ? words[1] : words[0], command, rest)
        }
        guard isNamed, PromptReader.says("ask", name) else { return nil }
        return .question(words.dropFirst().joined(separator: " "))
    }

    /// `ask how much on groceries`, without `coach`.
    private func asked(_ command: Command, _ rest: [String]) -> PromptLine? {
        guard command == .ask, let first = rest.first?.lowercased(), PromptReader.says("ask", first) else {
            return nil
        }
        return .question(rest.joined(separator: " "))
    }

    /// What a command and its words come to.
    private func line(_ command: Command, _ rest: [String]) -> PromptLine {
        let hasOptions = rest.contains { $0.hasPrefix("--") }
        switch command {
        case .ask where !hasOptions: return .question(rest.joined(separator: " "))
        case .import where rest.isEmpty: return .anyFiles
        // As after a slash, people write days and months in their own words.
        case .forecast, .summary, .unusual:
            return rest.isEmpty || hasOptions
                ? .command(command, rest) : .slash((["/" + command.rawValue] + rest).joined(separator: " "))
        case .export where isText(rest):
            return .slash("/export " + rest[0])
        case .imports where rest.count == 2 && PromptReader.says("undo", rest[0].lowercased()):
            return .command(.imports, ["--" + Options.removeImport.name, rest[1]])
        default: return .command(command, expanded(command, rest))
        }
    }

    /// `chat.md`: a file that a conversation is written to.
    private func isText(_ words: [String]) -> Bool {
        words.count == 1 && [".md", ".markdown", ".txt"].contains(where: words[0].lowercased().hasSuffix)
    }

    /// Letters of a command's name up to which another word may be meant as well.
    private static let longestWord = 5

    /// The command that a word is one letter away from, where what follows is what that command takes. By itself, and without
    /// `coach`, a word of the language is meant as it stands: `card`, `books`.
    private static func misspelt(_ word: String, isNamed: Bool, isMeant: (Command) -> Bool, _ rest: [String])
        -> Command?
    {
        let names = Command.allCases.map(\.rawValue).filter { $0.count > 3 }
        guard word.count > 3, let near = Suggestion.oneLetterOff(word, among: names),
            let command = Command(rawValue: near)
        else { return nil }
        if rest.isEmpty {
            let isPlural = near == word + "s" || word == near + "s"
            return isNamed || !isPlural && !Vocabulary.knows(word) && isMeant(command) ? command : nil
        }
        let hasNumber = rest.contains { $0.contains(where: \.isNumber) }
        // `serch kroger 40`: what is looked for is said in any words; a thing with a price isn't looked for.
        let isNoWord =
            hasNumber && command == .search && near.count > longestWord && word != near + "s" && !Vocabulary.knows(word)
        return isMeant(command) || isNamed && !hasNumber || isNoWord ? command : nil
    }

    /// A line that begins with the program's path, as if with its name: `./coach doctor`.
    private static func withPlainProgram(_ line: String) -> String {
        let first = line.prefix { !$0.isWhitespace }
        guard first.hasSuffix("/" + Command.set.program), !first.hasPrefix("file:") else { return line }
        return Command.set.program + line.dropFirst(first.count)
    }

    private func expanded(_ command: Command, _ words: [String]) -> [String] {
        guard [.import, .backup, .restore, .webhook].contains(command) else { return words }
        return words.flatMap { word in
            let there = word.hasPrefix("-") ? [] : files(path(of: word))
            return there.isEmpty ? [path(of: word)] : there
        }
    }

    /// Whether a line without `coach` can be nothing but a command: it has an option, or what follows is what the command
    /// takes and no sentence goes on like that.
    private func isMeant(_ command: Command, _ rest: [String]) -> Bool {
        if rest.contains(where: { $0.hasPrefix("--") }) { return command != .ask }
        guard let first = rest.first?.lowercased() else { return PromptReader.alone.contains(command) }
        switch command {
        case .rules, .goal, .conversations, .geofence, .hooks, .token, .connect, .secrets, .schema, .completions:
            guard case .words(let words)? = command.spec.operands?.completion else { return false }
            return words.contains(first)
        case .edit: return rest.allSatisfy { Int($0) != nil }
        // `search for what I paid in May` is a question.
        case .search:
            return !rest.contains { $0.contains(where: \.isNumber) || PromptReader.says("sentence", $0.lowercased()) }
        case .summary: return rest.count == 1 && Operands.month.read(first) != nil
        case .forecast:
            return Int(first) != nil && rest.count <= 2
                && ["", "day", "days"].contains(rest.dropFirst().first?.lowercased() ?? "")
        case .imports: return rest.count == 2 && PromptReader.says("undo", first) && Int(rest[1]) != nil
        case .export: return isText(rest)
        case .backup, .restore, .webhook: return rest.count == 1 && (looksLikePath(rest[0]) || rest[0].contains("."))
        case .balance: return rest.count == 2 && DecimalAmount(rest[1]) != nil
        default: return false
        }
    }

    /// What is a command by its name alone; the others are asked about in one word just as well.
    private static let alone: Set<Command> = [
        .start, .connect, .sync, .disconnect, .holdings, .decisions, .rules, .review, .imports, .export, .backup,
        .restore,
        .demo,
        .conversations, .privacy, .config, .secrets, .doctor, .geofence, .places, .mcp, .serve, .token, .hooks, .schema,
        .completions, .manual, .summary, .accounts, .networth, .wishes, .cards,
    ]
}

/// Lines that a shell takes, typed into a conversation by mistake.
enum ShellLine {
    /// A line that sets a variable, joins commands, or runs a program with nothing but options and paths.
    static func isOne(_ line: String) -> Bool {
        let parts = line.split { ";|&".contains($0) }.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        guard let first = parts.first?.first else { return false }
        if PromptReader.says("admin", first) || isAssignment(first) { return parts[0].count > 1 }
        let rest = parts[0].dropFirst()
        let isPlain = rest.allSatisfy(isPathOrOption) || PromptReader.says("manage", rest.first ?? "")
        if PromptReader.says("word", first) { return isPlain && !rest.isEmpty }
        let isProgram = PromptReader.says("shell", first)
        guard parts.count > 1 else { return isProgram && isPlain }
        return isProgram || first == Command.set.program
    }

    /// `COACH_AS_OF=2026-11-20`
    private static func isAssignment(_ word: String) -> Bool {
        guard let sign = word.firstIndex(of: "="), sign > word.startIndex else { return false }
        return word[..<sign].allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
    }

    private static func isPathOrOption(_ word: String) -> Bool {
        ["-", "/", "~", ".", "$", ">", "\"", "'"].contains(where: word.hasPrefix) || word.contains("/")
            || word.contains(".") && Double(word) == nil
    }
}

/// A line cut as a shell cuts it.
enum ShellWords {
    /// By spaces that stand neither between quotation marks nor behind a backslash. A mark inside a word is an apostrophe.
    static func split(_ text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        func add(_ character: Character) {
            if word == nil { word = "" }
            word?.append(character)
        }
        for character in text {
            if isEscaped {
                add(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { add(character) }
            } else if character == "\"" || character == "'" && word == nil {
                (quote, word) = (character, word ?? "")
            } else if character.isWhitespace {
                if let done = word { words.append(done) }
                word = nil
            } else {
                add(character)
            }
        }
        return words + [word].compactMap { $0 }
    }

    /// A part of an address with `%20` and the like read.
    static func decoded(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count > 1,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The files of a path or of a pattern with `*`.
enum FilePattern {
    static func files(_ pattern: String) -> [String] {
        if isFile(pattern) { return [pattern] }
        guard pattern.contains(where: { "*?[".contains($0) }) else { return [] }
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }.filter(isFile)
    }

    private static func isFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
}
