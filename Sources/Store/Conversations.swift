import Ledger

/// A conversation that is kept, without its turns.
public struct ConversationRecord: Hashable, Sendable {
    public let id: Int64
    /// What an app calls it that began it; nil for all others.
    public let name: String?
    /// The first question, cut.
    public let title: String
    /// Seconds since 1970-01-01 UTC, as `used`.
    public let started: Int64
    public let used: Int64
    public let turns: Int
}

/// A question and its answer as they are kept.
public struct TurnRecord: Hashable, Sendable {
    /// The day that counted as today.
    public let day: CivilDate
    public let question: String
    public let reply: String
    /// The model that wrote the reply; nil where it was composed.
    public let model: String?
    /// JSON of the query, figures and rows that the reply rests on.
    public let evidence: String

    public init(day: CivilDate, question: String, reply: String, model: String?, evidence: String) {
        self.day = day
        self.question = question
        self.reply = reply
        self.model = model
        self.evidence = evidence
    }
}

/// Conversations kept in the index.
extension HouseholdIndex {
    /// Characters of a title.
    public static let longestTitle = 60

    /// The conversations, the one used last first.
    public func conversations() throws(StoreError) -> [ConversationRecord] {
        try database.rows(
            "\(Self.selectConversations) WHERE \(Self.hasTurns) ORDER BY used DESC, id DESC", [], Self.conversation)
    }

    public func conversation(id: Int64) throws(StoreError) -> ConversationRecord? {
        try database.first("\(Self.selectConversations) WHERE id = ?", [.int(id)], Self.conversation)
    }

    /// The one that an app began under a name of its own.
    public func conversation(named name: String) throws(StoreError) -> ConversationRecord? {
        try database.first("\(Self.selectConversations) WHERE name = ?", [.text(name)], Self.conversation)
    }

    /// The one used last; nil when none is kept.
    public func lastConversation() throws(StoreError) -> ConversationRecord? {
        try database.first(
            "\(Self.selectConversations) WHERE \(Self.hasTurns) ORDER BY used DESC, id DESC LIMIT 1", [],
            Self.conversation)
    }

    /// The turns of a conversation, the first one first.
    public func turns(ofConversation id: Int64) throws(StoreError) -> [TurnRecord] {
        try database.rows(
            """
            SELECT day, question, reply, model, evidence FROM conversation_turn
            WHERE conversation_id = ? ORDER BY number
            """, [.int(id)]
        ) { row in
            TurnRecord(
                day: row.day(0), question: row.text(1),
                reply: row.text(2), model: row.optionalText(3), evidence: row.text(4))
        }
    }

    /// Keeps a turn as the last one of a conversation, without what its reply says of where one is.
    ///
    /// - Parameters:
    ///   - id: nil begins a conversation; so does one that another process has deleted meanwhile.
    ///   - name: what one that begins is called by who began it.
    ///   - number: the turn whose place this one takes, counted from 1; it and those after it are dropped with it.
    ///   - now: seconds since 1970-01-01 UTC.
    /// - Returns: the conversation's number.
    public func keep(
        _ turn: TurnRecord, inConversation id: Int64?, named name: String? = nil, inPlaceOf number: Int? = nil,
        now: Int64
    ) throws -> Int64 {
        try aside {
            // Who began it under that name meanwhile had the same conversation in mind.
            let known = try id ?? name.flatMap { try self.conversation(named: $0)?.id }
            if let known, let number { try dropTurns(ofConversation: known, from: number) }
            let title = Self.title(turn.question)
            if let known {
                try database.run(
                    """
                    UPDATE conversation SET used = ?2, title = CASE WHEN
                    EXISTS (SELECT 1 FROM conversation_turn WHERE conversation_id = ?1) THEN title ELSE ?3 END
                    WHERE id = ?1
                    """, .int(known), .int(now), .text(title))
            }
            var kept = known
            if known == nil || database.changes == 0 {
                try database.run(
                    "INSERT INTO conversation (title, started, used, name) VALUES (?, ?, ?, ?)", .text(title),
                    .int(now), .int(now), .optional(name))
                kept = database.lastInsertedID
            }
            let conversation = kept ?? 0
            try database.run(
                """
                INSERT INTO conversation_turn (conversation_id, number, day, question, reply, model, evidence)
                SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6
                FROM conversation_turn WHERE conversation_id = ?1
                """, .int(conversation), .int(Int64(turn.day.dayNumber)), .text(turn.question),
                .text(try withoutPlaces(turn.reply)), .optional(turn.model), .text(turn.evidence))
            return conversation
        }
    }

    /// Overwrites what it drops, as deleting does.
    private func dropTurns(ofConversation id: Int64, from number: Int) throws {
        try database.run(script: "PRAGMA secure_delete = ON")
        try database.run(
            "DELETE FROM conversation_turn WHERE conversation_id = ? AND number >= ?", .int(id), .int(Int64(number))
        )
    }

    /// Deletes a conversation, or all of them, so that none of their words is left in the file or beside it.
    ///
    /// - Parameter id: nil for all.
    /// - Returns: how many there were.
    public func deleteConversations(_ id: Int64? = nil) throws -> Int {
        try database.run(script: "PRAGMA secure_delete = ON")
        let count = try database.write {
            if let id {
                try database.run("DELETE FROM conversation WHERE id = ?", .int(id))
            } else {
                // With a condition SQLite deletes row by row, which overwrites each.
                try database.run("DELETE FROM conversation WHERE id > 0")
            }
            return database.changes
        }
        // What was written still stands in the log until it is emptied.
        try database.onceKept { [database] in _ = try database.rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) } }
        return count
    }

    private static func title(_ question: String) -> String {
        let line = question.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count <= longestTitle ? line : line.prefix(longestTitle - 1) + "…"
    }

    private static let selectConversations = """
        SELECT id, name, title, started, used,
        (SELECT count(*) FROM conversation_turn t WHERE t.conversation_id = conversation.id) FROM conversation
        """

    /// One whose only question was given up holds nothing to go on with.
    private static let hasTurns =
        "EXISTS (SELECT 1 FROM conversation_turn t WHERE t.conversation_id = conversation.id)"

    private static func conversation(_ row: Statement) -> ConversationRecord {
        ConversationRecord(
            id: row.int(0), name: row.optionalText(1), title: row.text(2), started: row.int(3), used: row.int(4),
            turns: Int(row.int(5)))
    }
}
