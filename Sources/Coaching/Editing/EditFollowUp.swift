import Ledger
import Retrieval
import Understanding

/// What was corrected last, for a line that goes on with it.
struct LastEdit: Sendable {
    let wish: EditWish
    let understood: Understood
    /// All that it was done to, the last one at the end.
    var rows: [Transaction]
}

/// What a line may want after a correction: `show it`, `do that always`, `and the other one too`.
enum EditStep: Hashable {
    case show, always
    /// The row of the same merchant before the one corrected last.
    case before

    /// nil for lines about anything else.
    ///
    /// - Parameter merchant: of the row that was corrected; its name may stand in the line.
    init?(_ line: String, merchant: String) {
        let name = Set(Tokenizer.tokens(of: merchant).map(\.key))
        let words = Tokenizer.tokens(of: line).filter { $0.form != .sign }.map(\.key)
            .filter { !EditStep.small.contains($0) && !name.contains($0) }
        let said = Set(words)
        guard !words.isEmpty, words.count <= 5 else { return nil }
        if said.isSubset(of: EditStep.showing), !said.isDisjoint(with: ["show", "see", "list", "display"]) {
            self = .show
        } else if said.isSubset(of: EditStep.lasting), !said.isDisjoint(with: EditStep.lasting) {
            self = .always
        } else if said.isSubset(of: EditStep.others) {
            self = .before
        } else {
            return nil
        }
    }

    private static let small: Set<String> = [
        "the", "that", "this", "it", "them", "those", "and", "also", "too", "please", "ok", "okay", "yes", "do", "for",
        "to", "with", "same", "as", "well", "now", "then", "of", "a", "one", "ones", "make", "be", "so", "can", "you",
        "i", "me", "let", "lets", "on", "in", "is", "just", "like", "my", "thing", "charge", "charges", "order",
        "orders", "transaction", "transactions", "purchase", "purchases", "row", "rows", "payment", "payments", "at",
        "from", "should", "want", "plus",
    ]
    private static let showing: Set<String> = ["show", "see", "list", "display", "what", "changed", "did", "result"]
    private static let lasting: Set<String> = [
        "always", "rule", "every", "time", "future", "all", "everything", "forever", "going", "forward", "others",
        "other", "rest",
    ]
    private static let others: Set<String> = [
        "other", "another", "before", "previous", "earlier", "preceding", "prior", "last",
    ]
}

extension EditStep {
    /// Whether the words hold for all rows: "the other ones" are all of them, "the other one" is a single row.
    fileprivate static func meansAll(_ line: String) -> Bool {
        let words = Set(Tokenizer.tokens(of: line).map(\.key))
        return !words.isDisjoint(with: [
            "always", "rule", "every", "future", "all", "everything", "forever", "forward", "others", "rest", "ones",
        ])
    }
}

extension Coach {
    /// The answer to a line that goes on with the last correction; nil for every other line, which ends it.
    mutating func editGoesOn(_ line: String) throws -> Answer? {
        guard let edit = talk.lastEdit, let row = edit.rows.last else { return nil }
        talk.lastEdit = nil
        guard var step = EditStep(line, merchant: row.merchant) else { return nil }
        if step != .show { step = EditStep.meansAll(line) ? .always : .before }
        switch step {
        case .show: return try shown(line, edit)
        case .always: return try always(line, edit, row)
        case .before: return try before(line, edit, row)
        }
    }

    private mutating func shown(_ line: String, _ edit: LastEdit) throws -> Answer {
        talk.lastEdit = edit
        let rows = try edit.rows.reversed().compactMap { try index.transaction(id: $0.id) }
        var evidence = Evidence(query: edit.understood.query, transactions: rows, matched: rows.count)
        evidence.coverage = try index.coverage
        let words = rows.prefix(3).map { row in
            "\(row.amount.magnitude.text) at \(row.merchant) on \(row.date.text(near: asOf)), "
                + "\(row.isExcluded ? "left out of your totals" : phrases.category(row.category)), \(row.account)"
        }
        let answer = Answer(
            question: line, understood: edit.understood.settled, asOf: asOf, evidence: evidence,
            reply: rows.count == 1 ? "It's \(words[0])." : "I changed these \(rows.count): \(Subject.list(words)).",
            table: rows.count > 1
                ? .transactions(rows, matched: rows.count, taxonomy: index.taxonomy) : nil)
        talk.last = answer
        return answer
    }

    private mutating func always(_ line: String, _ edit: LastEdit, _ row: Transaction) throws -> Answer {
        switch edit.wish.change {
        case .category, .kind, .merchant:
            return try change(
                line, edit.understood, EditWish(change: edit.wish.change, isRule: true), [row], matched: 1)
        case .note, .excluded:
            talk.lastEdit = edit
            return plain(
                line, edit.understood.settled,
                "Notes and leaving things out only work for single transactions; a category or kind can apply to a whole merchant."
            )
        }
    }

    private mutating func before(_ line: String, _ edit: LastEdit, _ row: Transaction) throws -> Answer {
        var query = Query(merchants: [row.merchant], direction: .any)
        query.listsExcluded = true
        query.limit = Query.mostListed
        let done = Set(edit.rows.map(\.id))
        let others = try retriever.list(query).transactions.filter { !done.contains($0.id) }
        guard let next = others.first(where: { $0.date <= row.date }) ?? others.last else {
            talk.lastEdit = edit
            return plain(line, edit.understood.settled, "There's no other transaction at \(row.merchant).")
        }
        let answer = try change(line, edit.understood, edit.wish, [next], matched: 1)
        talk.lastEdit?.rows = edit.rows + [next]
        return answer
    }
}
