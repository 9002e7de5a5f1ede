import Coaching
import Glibc
import Importing
import Ledger
import Retrieval
import Store
import Terminal

/// The way to the first figures: likely files are offered and shown before anything is stored, then what only the
/// person knows is asked, then come questions that this data makes worth asking. `coach start`, and every conversation
/// over an empty index.
extension Conversation {
    /// Files that are offered at most.
    private static let mostFiles = 6

    mutating func start() throws {
        if try index.isEmpty {
            let home = session.environment("HOME") ?? ""
            let found = LikelyStatements(home: home).files.prefix(Conversation.mostFiles).compactMap(FoundFile.init)
            guard isTerminal, !found.isEmpty else { return try show(ConversationWords.waysToStart(session)) }
            try offer(found)
            guard try !index.isEmpty else { return try show(ConversationWords.waysToStart(session)) }
        }
        try settleIn()
    }

    /// What follows the first rows, wherever they came from: what only the person knows, and what to ask.
    mutating func settleIn() throws {
        if isTerminal {
            let queue = ReviewQueue(index, asOf: try session.asOf(index))
            if try queue.count() > 0 { try host(.review, []) }
            try askBalances()
        }
        let questions = try StarterQuestions(index, asOf: session.asOf(index)).questions()
        guard !questions.isEmpty else { return }
        let list = questions.enumerated().map {
            Wrapping.entry("\($0 + 1)", $1, column: 1, width: session.width) + "\n"
        }
        let hint =
            isTerminal ? session.style(session.prose("Ask in your own words, or type a number."), .dim) + "\n" : ""
        try show(session.prose("Three questions worth asking:") + "\n" + list.joined() + hint)
        offered = isTerminal ? questions : []
    }

    // MARK: Files

    private mutating func offer(_ found: [FoundFile]) throws {
        var out =
            session.prose(
                found.count == 1
                    ? "There's nothing here yet. This looks like a bank file:"
                    : "There's nothing here yet. These look like bank files:") + "\n"
        for (number, file) in found.enumerated() { out += "\n" + file.text(number + 1, session) }
        try session.write(out + "\n" + session.prose("Nothing is stored so far.") + "\n")
        let prompt =
            found.count == 1 ? "Import it? y, n › " : "Import them? y = all, n = none, or numbers such as 1 2 › "
        guard let chosen = choose(found, prompt) else { return }
        for file in chosen {
            guard let words = try name(file) else { return }
            try host(.import, [file.path] + words)
        }
        try renew()
    }

    /// - Returns: nil where the person wants none or has had enough.
    private func choose(_ found: [FoundFile], _ prompt: String) -> [FoundFile]? {
        while true {
            guard let line = answer(prompt) else { return nil }
            let word = line.lowercased()
            if ["", "y", "yes", "all"].contains(word) { return found }
            if ["n", "no", "none"].contains(word) || PromptReader.leaves(word) { return nil }
            let numbers = word.split { !$0.isNumber }.compactMap { Int($0) }
            if !numbers.isEmpty, numbers.allSatisfy({ (1...found.count).contains($0) }) {
                return numbers.map { found[$0 - 1] }
            }
            session.warn("“\(line)”: y imports all of them, n none; or give numbers from 1 to \(found.count)")
        }
    }

    /// Whose account it is: a file that does not say gets a name, and a type where that was only assumed.
    ///
    /// - Returns: options of `coach import`; nil where the person has had enough.
    private func name(_ file: FoundFile) throws -> [String]? {
        guard file.isUnnamed, let account = file.account else { return [] }
        let shown = LikelyStatements.short(file.path, session)
        try session.writeNow("\n" + session.prose("What should the account of \(shown) be called?") + "\n")
        guard let line = answer("Enter = \(account.name) › "), !PromptReader.leaves(line) else { return nil }
        let said = line.isEmpty ? account.name : line
        try session.writeNow(session.prose("What is \(said)?") + "\n")
        let likely = AccountType(ofAccountNamed: said) ?? account.type
        let prompt = "1 checking account, 2 credit card, 3 savings account; Enter = \(likely.words) › "
        while true {
            guard let line = answer(prompt), !PromptReader.leaves(line) else { return nil }
            let word = line.lowercased()
            let numbered: [String: AccountType] = ["": likely, "1": .checking, "2": .creditCard, "3": .savings]
            guard let type = numbered[word] ?? AccountType(userText: word) else {
                session.warn("“\(line)”: 1, 2, or 3, or Enter")
                continue
            }
            return ["--account", said, "--account-type", type.rawValue]
        }
    }

    /// - Returns: nil where the person has had enough.
    private func answer(_ prompt: String) -> String? {
        let shown = session.style(SafeText.line(prompt), .bold)
        guard case .text(let line) = LineEditor.readAnswer(prompt: shown) else { return nil }
        return line.trimmed
    }

    // MARK: Balances

    /// Balances that no file says; those of cards first, since what is owed changes what can be spent.
    private mutating func askBalances() throws {
        let sheet = try Retriever(index).balanceSheet(index.accounts, on: session.asOf(index))
        let open = sheet.unknown.filter { [.checking, .savings, .creditCard, .cash].contains($0.type) }
        for account in open.filter(\.type.isLiability) + open.filter({ !$0.type.isLiability }) {
            let ask = account.type.isLiability ? "How much do you owe on" : "How much is in"
            try session.writeNow("\n" + session.prose("\(ask) \(account.name) today?") + "\n")
            while true {
                guard let line = answer("an amount, Enter = skip, q = quit › "), !PromptReader.leaves(line) else {
                    return
                }
                let amount = line.filter { !"$€£,".contains($0) }
                if amount.isEmpty || ["skip", "s", "n", "no"].contains(amount.lowercased()) { break }
                guard DecimalAmount(amount) != nil else {
                    session.warn("“\(line)”: an amount such as 812.40, Enter to skip, or q to quit")
                    continue
                }
                try host(.balance, [account.name, amount])
                break
            }
        }
    }
}

/// A likely bank file as it would be read, before anything of it is stored.
struct FoundFile {
    let path: String
    let account: Account?
    /// Whether the account's name and type were taken from the file's name or for granted.
    let isUnnamed: Bool
    private let report: ImportReport

    private static let shown = 3

    /// - Returns: nil for a file in which no rows are found.
    init?(_ path: String) {
        var request = IngestRequest()
        request.isDryRun = true
        request.options.today = Session.today
        guard let index = try? HouseholdIndex(path: ":memory:") else { return nil }
        let ingest = Ingest(index, today: Session.today)
        var read = try? ingest.importFile(path, request)
        if read == nil {
            // What is in doubt is asked when it is imported.
            request.options.keepsSign = true
            read = try? ingest.importFile(path, request)
        }
        guard let report = read, report.rows > 0 else { return nil }
        self.path = path
        self.report = report
        account = report.accounts.first
        isUnnamed = report.accounts.count == 1 && report.format == .csv
    }

    /// What it holds, with its newest rows.
    func text(_ number: Int, _ session: Session) -> String {
        let rows = "\(groupedThousands(report.rows)) transaction\(report.rows == 1 ? "" : "s")"
        let head = "\(number)  \(LikelyStatements.short(path, session)): \(rows)"
        var out = session.prose(head + (report.period.map { ", \($0.ends)" } ?? "")) + "\n"
        var table = Table([Table.Column(""), Table.Column(""), Table.Column("", .right)])
        for row in report.preview.sorted(by: { $0.record.date > $1.record.date }).prefix(FoundFile.shown) {
            table.add([
                row.record.date.iso, row.classification.merchant, Money(row.record.minorUnits, row.currency).text,
            ])
        }
        // Without headings their line is empty.
        let lines = table.text(width: session.width.map { $0 - 3 }, style: .plain).split(separator: "\n")
        out += lines.map { "   " + $0 + "\n" }.joined()
        return out
    }
}
