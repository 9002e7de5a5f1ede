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
            guard isTerminal else { return try show(ConversationWords.waysToStart(session)) }
            let found = LikelyStatements(session).found(most: Conversation.mostFiles)
            if !found.refused.isEmpty { try session.write(found.refusals(session) + "\n") }
            guard !found.offered.isEmpty else { return try show(ConversationWords.waysToStart(session)) }
            try offer(found.offered)
            if isOver { return }
            guard try !index.isEmpty else { return try show(ConversationWords.waysToStart(session)) }
        }
        try settleIn()
    }

    /// What follows the first rows, wherever they came from: what only the person knows, and what to ask.
    mutating func settleIn() throws {
        if isTerminal {
            let queue = ReviewQueue(index, asOf: try session.asOf(index))
            if try queue.count() > 0 { try host(.review, []) }
            if !isOver { try askBalances() }
            if isOver { return }
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
            found.count == 1
            ? "Import it? y, n; Enter = y › " : "Import them? y = all, n = none, or numbers such as 1 2; Enter = all › "
        guard let chosen = choose(found, prompt) else { return }
        guard let agreed = try agreed(chosen) else { return try renew() }
        for (number, file) in chosen.enumerated() {
            guard let words = try agreed[file.path] ?? name(file, isFirst: number == 0) else { break }
            do { try host(.import, [file.path] + words) } catch let failure as Failure where failure.isStop {
                session.warn(failure.message)
                break
            }
        }
        try renew()
    }

    /// - Returns: nil where the person wants none or has had enough.
    private mutating func choose(_ found: [FoundFile], _ prompt: String) -> [FoundFile]? {
        while true {
            guard let line = answer(prompt) else { return nil }
            let word = line.lowercased()
            if ["", "y", "yes", "all"].contains(word) { return found }
            if ["n", "no", "none"].contains(word) { return nil }
            // Another file is dropped there as at the prompt.
            if case .files(let paths) = promptLine(line) {
                do { return try paths.map { try FoundFile($0) } } catch {
                    session.warn(Failure(error).message)
                    continue
                }
            }
            let numbers = word.split { !$0.isNumber }.compactMap { Int($0) }
            if !numbers.isEmpty, numbers.allSatisfy({ (1...found.count).contains($0) }) {
                return numbers.map { found[$0 - 1] }
            }
            let which =
                found.count == 1
                ? "y imports it, n doesn't" : "y imports all of them, n none, numbers those of the list"
            session.warn("“\(line)”: \(which); or drop another file here")
        }
    }

    /// The names and kinds of several accounts that nothing is doubtful of, in one question.
    ///
    /// - Returns: options of `coach import` by path, for those that are right as they are; nil where the person has had enough.
    private mutating func agreed(_ files: [FoundFile]) throws -> [String: [String]]? {
        let sure = files.compactMap { file in
            file.isUnnamed && file.doubts.isEmpty ? file.account.map { (path: file.path, account: $0) } : nil
        }
        guard sure.count > 1 else { return [:] }
        var out = "\n" + session.prose("These would be your accounts:") + "\n"
        for (number, one) in sure.enumerated() {
            let file = LikelyStatements.short(one.path, session)
            out += session.prose("\(number + 1)  \(one.account.name), \(one.account.type.words) (\(file))") + "\n"
        }
        try session.writeNow(out)
        while true {
            guard let line = answer("Is that right? Enter = yes, or the numbers of those to change › ") else {
                return nil
            }
            let word = line.lowercased()
            var wrong: Set<Int> = []
            if ["n", "no", "none"].contains(word) {
                wrong = Set(sure.indices)
            } else if !["", "y", "yes", "ok", "okay", "all"].contains(word) {
                wrong = Set(word.split { !$0.isNumber }.compactMap { Int($0) }.map { $0 - 1 })
                guard !wrong.isEmpty, wrong.isSubset(of: sure.indices) else {
                    session.warn("“\(line)”: press Enter if all are right, or type the numbers of those that aren't")
                    continue
                }
            }
            let right = sure.enumerated().filter { !wrong.contains($0.offset) }.map(\.element)
            return Dictionary(
                right.map { ($0.path, ["--account", $0.account.name, "--account-type", $0.account.type.rawValue]) }
            ) { first, _ in first }
        }
    }

    /// Whose account it is: a file that does not say gets a name, and a type where that was only assumed.
    ///
    /// - Returns: options of `coach import`; nil where the person has had enough.
    private mutating func name(_ file: FoundFile, isFirst: Bool) throws -> [String]? {
        guard file.isUnnamed, let account = file.account else { return [] }
        let shown = LikelyStatements.short(file.path, session)
        try session.writeNow(
            (isFirst ? "\n" : "") + session.prose("What should the account of \(shown) be called?") + "\n")
        guard let said = accountName(else: account.name) else { return nil }
        // What was spent tells what the account is, and that is asked with the import.
        if file.doubts.contains(.signs) { return ["--account", said] }
        try session.writeNow(session.prose("What is \(said)?") + "\n")
        let likely = AccountType(ofAccountNamed: said) ?? account.type
        let prompt = "1 checking account, 2 credit card, 3 savings account; Enter = \(likely.words) › "
        while true {
            guard let line = answer(prompt) else { return nil }
            let word = line.lowercased()
            let numbered: [String: AccountType] = ["": likely, "1": .checking, "2": .creditCard, "3": .savings]
            guard let type = numbered[word] ?? AccountType(userText: word) else {
                session.warn("“\(line)”: type 1, 2, or 3, or press Enter")
                continue
            }
            return ["--account", said, "--account-type", type.rawValue]
        }
    }

    /// - Returns: nil where the person has had enough.
    private mutating func accountName(else usual: String) -> String? {
        while true {
            guard let line = answer("Enter = \(usual) › ") else { return nil }
            // A yes takes the name that is offered.
            if ["y", "yes", "ok", "okay"].contains(line.lowercased()) { return usual }
            if PromptReader.isName(line) { return line.isEmpty ? usual : line }
            session.warn("that's no name for an account: type a short one, such as Everyday Checking, or press Enter")
        }
    }

    /// - Returns: nil where the person has had enough: `q` ends these questions, as it ends a review; a word that leaves
    ///   the conversation leaves it.
    private mutating func answer(_ prompt: String) -> String? {
        let shown = session.style(SafeText.line(prompt), .bold)
        guard case .text(let line) = LineEditor.readAnswer(prompt: shown) else { return nil }
        guard PromptReader.leaves(line.trimmed) else { return line.trimmed }
        if PromptReader.leavesConversation(line.trimmed) { isOver = true }
        return nil
    }

    // MARK: Balances

    /// Balances that no file says; those of cards first, since what is owed changes what can be spent.
    private mutating func askBalances() throws {
        let sheet = try Retriever(index).balanceSheet(index.accounts, on: session.asOf(index))
        let open = sheet.unknown.filter { [.checking, .savings, .creditCard, .cash].contains($0.type) }
        // An empty line stands above already where something was shown.
        var lead = ""
        for account in open.filter(\.type.isLiability) + open.filter({ !$0.type.isLiability }) {
            let ask = account.type.isLiability ? "How much do you owe on" : "How much is in"
            try session.writeNow(lead + session.prose("\(ask) \(account.name) today?") + "\n")
            lead = "\n"
            while true {
                guard let line = answer("an amount, Enter = skip, q = quit › ") else { return }
                let amount = line.filter { !"$€£,".contains($0) }
                if amount.isEmpty || ["skip", "s", "n", "no"].contains(amount.lowercased()) { break }
                guard DecimalAmount(amount) != nil else {
                    session.warn("“\(line)”: type an amount such as 812.40, press Enter to skip, or type q to quit")
                    continue
                }
                try host(.balance, [account.name, amount])
                lead = ""
                break
            }
        }
    }
}
