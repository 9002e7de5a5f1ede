import Coaching
import Ledger
import Store
import Terminal

/// `coach conversations`: lists, shows and deletes what was kept.
struct ConversationsCommand {
    let session: Session

    private enum Action: String, CaseIterable {
        case list, show, delete
    }

    func run() throws -> Int32 {
        let operands = session.command.operands
        let word = operands.first?.lowercased() ?? Action.list.rawValue
        guard let action = Action(rawValue: word) else {
            let names = Action.allCases.map(\.rawValue)
            let near = Suggestion.nearest(to: word, among: names)
            throw Failure(
                "unknown action `\(SafeText.line(word))` of `coach conversations`: "
                    + (near.map { "did you mean \($0)?" } ?? "try list, show ID, or delete ID"), exitCode: 2)
        }
        let isAll = session.command[Options.allConversations]
        if isAll, action != .delete { throw Failure("--all only works with `coach conversations delete`", exitCode: 2) }
        let id = try id(operands.dropFirst(), action, isAll: isAll)
        guard let index = try session.openExistingIndex() else { throw session.emptyIndex }
        switch action {
        case .list: try list(index)
        case .show: try show(id ?? 0, index)
        case .delete: try delete(id, index)
        }
        return 0
    }

    private func id(_ operands: ArraySlice<String>, _ action: Action, isAll: Bool) throws -> Int64? {
        if action == .list || isAll {
            guard let extra = operands.first else { return nil }
            throw Failure("`coach conversations \(action)` takes nothing else, but got `\(extra)`", exitCode: 2)
        }
        guard operands.count == 1, let text = operands.first, let id = Int64(text), id > 0 else {
            throw Failure(
                "`coach conversations \(action)` needs the number of a conversation, such as "
                    + "`coach conversations \(action) 3`", exitCode: 2)
        }
        return id
    }

    private func list(_ index: HouseholdIndex) throws {
        let records = try index.conversations()
        if session.wantsJSON {
            let list = records.map { JSON.object(ConversationWords.json($0)) }
            return try session.write(.object([("conversations", .array(list))]))
        }
        try session.write(
            records.isEmpty ? "You have no saved conversations.\n" : ConversationWords.list(records, session))
    }

    private func show(_ id: Int64, _ index: HouseholdIndex) throws {
        guard let record = try index.conversation(id: id) else { throw unknown(id) }
        let turns = try index.turns(ofConversation: id)
        if session.wantsJSON {
            return try session.write(
                .object(ConversationWords.json(record) + [("turns", .array(turns.enumerated().map(json)))]))
        }
        let text = Transcript(turns, taxonomy: index.taxonomy).safeMarkdown
        let shown =
            session.width == nil ? text : MarkdownText(width: session.width, style: session.style).render(text) + "\n"
        try session.write(shown)
    }

    private func json(_ number: Int, _ turn: TurnRecord) -> JSON {
        .object([
            ("number", .int(number + 1)), ("as_of", .string(turn.day.iso)), ("question", .string(turn.question)),
            ("reply", .string(turn.reply)), ("reply_source", .string(turn.model == nil ? "composed" : "model")),
            ("model", .optional(turn.model, JSON.string)),
            ("evidence", (try? JSON.parse(turn.evidence)) ?? .null),
        ])
    }

    private func delete(_ id: Int64?, _ index: HouseholdIndex) throws {
        let count = try index.deleteConversations(id)
        if let id, count == 0 { throw unknown(id) }
        if session.wantsJSON { return try session.write(.object([("deleted", .int(count))])) }
        try session.write("Deleted \(groupedThousands(count)) conversation\(count == 1 ? "" : "s").\n")
    }

    private func unknown(_ id: Int64) -> Failure {
        Failure("there's no conversation \(id); `coach conversations` lists them")
    }
}
