import Ledger
import Retrieval
import Store
import Understanding

/// A correction that waits to be told which of several rows it is about.
struct PendingEdit: Sendable {
    let wish: EditWish
    let understood: Understood
    /// As they were listed.
    let rows: [Transaction]

    /// What is waited for.
    var expected: String { "Say a number from 1 to \(rows.count), “all of these”, or “none”." }
}

/// “Put my last Amazon order under gifts”, “leave that charge out”.
extension Coach {
    /// Rows listed where several fit.
    private static let mostListed = 5

    mutating func edit(_ question: String, _ understood: Understood) throws -> Answer {
        if understood.edit.action == .undo { return try undo(question, understood) }
        var asked = understood
        let wish: EditWish
        switch try editWish(question, &asked) {
        case .success(let found): wish = found
        case .failure(let missing): return editAnswer(question, asked, missing.reply)
        }
        var rows = try rowsToEdit(asked)
        if asked.edit.isTakenBack { rows.keepOnly(\.isExcluded) }
        guard let first = rows.transactions.first else {
            return editAnswer(
                question, asked,
                asked.edit.pointsBack
                    ? "I'm not sure which transaction you mean. Name it by merchant, day, or amount."
                    : "I don't see a transaction like that. Name it by merchant, day, or amount.")
        }
        if wish.isRule { return try change(question, asked, wish, [first], matched: rows.matched) }
        if rows.matched == 1 || asked.edit.isLatest {
            return try change(question, asked, wish, [first], matched: 1)
        }
        let listed = Array(rows.transactions.prefix(Coach.mostListed))
        talk.pendingEdit = PendingEdit(wish: wish, understood: asked, rows: listed)
        let more =
            rows.matched > listed.count
            ? " These are the newest of \(rows.matched); add a day or an amount to get to another one." : ""
        var evidence = rows
        evidence.transactions = listed
        return Answer(
            question: question, understood: asked, asOf: asOf, evidence: evidence,
            reply: "Which one do you mean? Say its number in the list, 1 to \(listed.count), or “all of these”.\(more)",
            table: .transactions(listed, matched: listed.count, taxonomy: index.taxonomy))
    }

    /// The answer to `which one?`; nil for a line that says something else.
    mutating func editTalk(_ line: String) throws -> Answer? {
        guard let pending = talk.pendingEdit else { return try editGoesOn(line) ?? accountRenaming(line) }
        talk.pendingEdit = nil
        let words = Tokenizer.tokens(of: line).map(\.key).filter { !Coach.small.contains($0) }
        if words.allSatisfy(Coach.declines.contains), !words.isEmpty {
            return editAnswer(line, pending.understood, "Okay, I didn't change anything.")
        }
        guard let rows = Coach.chosen(words, of: pending.rows) else {
            guard words.count == 1, Int(words[0]) != nil else { return nil }
            talk.pendingEdit = pending
            return editAnswer(line, pending.understood, pending.expected)
        }
        return try change(line, pending.understood, pending.wish, rows, matched: rows.count)
    }

    private static let small: Set<String> = [
        "the", "one", "number", "no.", "#", "please", "it", "is", "its", "these", "of", "them", "row", "change", "i",
        "mean", ".", "!", ",",
    ]
    private static let declines: Set<String> = [
        "none", "no", "nothing", "never", "mind", "nevermind", "cancel", "neither",
    ]
    private static let places = ["first", "second", "third", "fourth", "fifth"]

    private static func chosen(_ words: [String], of rows: [Transaction]) -> [Transaction]? {
        guard let word = words.first, words.count == 1 else { return nil }
        if ["all", "both", "every", "everything"].contains(word) { return rows }
        if ["last", "oldest"].contains(word) { return rows.last.map { [$0] } }
        if ["newest", "latest", "top"].contains(word) { return rows.first.map { [$0] } }
        let place = Int(word) ?? places.firstIndex(of: word).map { $0 + 1 }
        return place.flatMap { rows.indices.contains($0 - 1) ? [rows[$0 - 1]] : nil }
    }

    // MARK: What is asked for

    /// What a correction still needs, in words.
    private struct Missing: Error {
        let reply: String
    }

    private func editWish(_ question: String, _ understood: inout Understood) throws -> Result<EditWish, Missing> {
        let slots = understood.edit
        // All of a merchant's rows change only where the line orders it or says so, never by a line that tells something.
        let wantsAll = slots.isRule || slots.isOrder && !slots.namesRows && !understood.query.merchants.isEmpty
        func missing(_ reply: String) -> Result<EditWish, Missing> { .failure(Missing(reply: reply)) }
        switch slots.action {
        case .categorise:
            if let kind = slots.kind { return .success(EditWish(change: .kind(kind), isRule: slots.isRule)) }
            guard let category = slots.category else { return missing("Which category should it be in?") }
            // `my last Amazon gift` only names a row.
            if slots.namesRows, !slots.isOrder, !slots.isRule {
                let name = index.taxonomy.displayName(category).lowercased()
                return missing("I changed nothing. To file it under \(name), say “put it under \(name)”.")
            }
            return .success(EditWish(change: .category(category), isRule: wantsAll))
        case .exclude:
            return .success(EditWish(change: .excluded(!slots.isTakenBack), isRule: false))
        case .annotate:
            let words = QuotedWords.note(question)
            guard let text = words.text else { return missing("Put the note in quotes: add the note “…” to …") }
            understood = read(words.rest, .annotate)
            return .success(EditWish(change: .note(text), isRule: false))
        case .rename:
            let words = QuotedWords.name(question)
            guard let name = words.text else { return missing("Tell me the new name: rename … to “…”.") }
            understood = read(words.rest, .rename)
            return .success(EditWish(change: .merchant(name), isRule: true))
        case .undo, .split:
            return missing(
                "I can't split a transaction. I can put it in one category, add a note, or leave it out of your totals."
            )
        }
    }

    /// Which rows the rest of a question means, without the words that are only to be kept.
    private func read(_ rest: String, _ action: EditSlots.Action) -> Understood {
        var fresh = ConversationState()
        var understood = Understander().understand(rest, context: context, state: &fresh)
        if understood.intent != .edit {
            understood.edit = EditSlots(action: action)
            understood.edit.pointsBack = understood.query.merchants.isEmpty && understood.query.minimum == nil
        }
        understood.query.categories = []
        return understood
    }

    private func rowsToEdit(_ understood: Understood) throws -> Evidence {
        if understood.edit.pointsBack, let evidence = talk.last?.evidence {
            var rows = evidence
            if rows.transactions.isEmpty, understood.edit.place != nil { return Evidence(query: evidence.query) }
            if rows.transactions.isEmpty { rows = try retriever.list(listed(evidence.query)) }
            if let place = understood.edit.place {
                let shown =
                    understood.edit.isBySize
                    ? rows.transactions.sorted { $0.amount.magnitude.minorUnits > $1.amount.magnitude.minorUnits }
                    : rows.transactions
                let row = place < 0 ? shown.last : shown.indices.contains(place - 1) ? shown[place - 1] : nil
                rows.transactions = row.map { [$0] } ?? []
                rows.matched = rows.transactions.count
                return rows
            }
            // One row was shown, whatever else would fit.
            if evidence.query.limit == 1 || rows.transactions.count == 1 { rows.matched = rows.transactions.count }
            return rows
        }
        // A row that nothing is known of but that it is the last one must be asked for plainly.
        let isUnnamed =
            understood.query.merchants.isEmpty && understood.query.text == nil && understood.query.minimum == nil
            && understood.query.period == nil && understood.query.categories.isEmpty
            && understood.query.accounts.isEmpty
        if isUnnamed, !understood.edit.isPlainLast { return Evidence(query: understood.query) }
        if understood.edit.pointsBack, !understood.edit.isLatest { return Evidence(query: understood.query) }
        return try retriever.list(listed(understood.query))
    }

    private func listed(_ query: Query) -> Query {
        var query = query
        query.direction = .any
        // “My last purchase”: the newest row of all may be pay or a transfer.
        if query.merchants.isEmpty, query.text == nil, query.minimum == nil, query.period == nil {
            query.kinds = [.expense]
        }
        query.grouping = nil
        query.measure = .total
        query.order = .newest
        query.limit = Coach.mostListed
        query.listsExcluded = true
        return query
    }

    // MARK: Doing it

    private mutating func undo(_ question: String, _ understood: Understood) throws -> Answer {
        // Where an import came last, an undo of words goes no further back than that.
        if index.database.path != ":memory:", let number = try index.importToUndo, try !index.isTyped(number),
            let last = try index.lastChange()
        {
            return editAnswer(
                question, understood,
                "The last thing changed was the import of \(last.what). `coach undo` takes it back.")
        }
        if talk.lines > 1, let before = talk.correctionBefore, before > 0, try index.lastCorrection <= before {
            return editAnswer(
                question, understood,
                "There's nothing more to undo in this conversation."
                    + " `coach undo` takes back what was changed before.")
        }
        let undone: CorrectionResult?
        let last = try index.lastChange()
        do {
            undone = try index.undoLastCorrection()
        } catch let final as IrreversibleAction {
            return editAnswer(
                question, understood, final.message.prefix(1).uppercased() + final.message.dropFirst() + ".")
        }
        guard let result = undone else { return editAnswer(question, understood, "There's nothing to undo.") }
        context.names = try Coach.names(index)
        let rest = last?.isBeforeSync ?? false ? " What the sync brought since stays." : ""
        return editAnswer(question, understood, "Undone: \(result.summary).\(rest)")
    }

    mutating func change(
        _ question: String, _ understood: Understood, _ wish: EditWish, _ rows: [Transaction], matched: Int
    ) throws -> Answer {
        let result: CorrectionResult
        do {
            result = try index.correct(rows.map(\.id), wish.correction, always: wish.isRule)
        } catch let error as CorrectionError {
            return editAnswer(
                question, understood, error.message.prefix(1).uppercased() + error.message.dropFirst() + ".")
        }
        context.names = try Coach.names(index)
        let changed = try rows.compactMap { try index.transaction(id: $0.id) }
        guard result.changed > 0, let row = rows.first, let now = changed.first else {
            return editAnswer(question, understood, "It's already that way, so I didn't change anything.")
        }
        let what: String
        if wish.isRule {
            what =
                "\(phrases.count(result.changed, "transaction")) at \(row.merchant) "
                + wish.words(before: nil, count: result.changed, phrases: phrases)
                + ", and the same goes for later ones"
        } else if rows.count > 1 {
            what =
                phrases.count(rows.count, "transaction") + " "
                + wish.words(before: nil, count: rows.count, phrases: phrases)
        } else {
            what =
                "\(now.amount.magnitude.text) at \(row.merchant) on \(now.date.text(near: asOf)) "
                + wish.words(before: row.category, count: 1, phrases: phrases)
        }
        var evidence = Evidence(query: understood.query, transactions: changed, matched: changed.count)
        evidence.coverage = try index.coverage
        let answer = Answer(
            question: question, understood: understood.settled, asOf: asOf, evidence: evidence,
            reply:
                "Done: \(what).\(ruleMade(result, rows, changed))\(canTakeBack ? " `coach undo` takes it back." : "")",
            table: nil)
        talk.last = answer
        talk.lastEdit = LastEdit(wish: wish, understood: understood, rows: rows)
        return answer
    }

    /// What is said where a correction became a rule unasked, which other rows follow as well.
    private func ruleMade(_ result: CorrectionResult, _ before: [Transaction], _ after: [Transaction]) -> String {
        guard result.becameRule else { return "" }
        let own = zip(before, after).count { $0.category != $1.category }
        let others = result.changed - own
        let also = others > 0 ? "\(phrases.count(others, "other transaction")) changed as well, and " : ""
        return " You've done that for most of the recent ones, so it's a rule now: \(also)later ones go there too."
    }

    private func editAnswer(_ question: String, _ understood: Understood, _ reply: String) -> Answer {
        Answer(question: question, understood: understood, asOf: asOf, evidence: nil, reply: reply, table: nil)
    }
}

extension Evidence {
    /// Drops the rows that are not so.
    fileprivate mutating func keepOnly(_ isKept: (Transaction) -> Bool) {
        transactions = transactions.filter(isKept)
        matched = transactions.count
    }
}

extension Understood {
    /// With nothing left to ask.
    var settled: Understood {
        var settled = self
        settled.clarification = nil
        return settled
    }
}
