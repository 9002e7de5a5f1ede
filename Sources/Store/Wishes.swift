import Ledger

// Purchases that are slept on, and what was said of any.
extension HouseholdIndex {
    /// Asks about a decision again on a day; once for each, the last day counts. What was said of it before is open again.
    public func remind(ofDecision id: Int64, on day: CivilDate) throws {
        try changeWish(id) {
            try database.run("UPDATE decision SET word = NULL, word_day = NULL WHERE id = ?", .int(id))
            try database.run(
                """
                INSERT INTO reminder (decision_id, day) VALUES (?, ?)
                ON CONFLICT (decision_id) DO UPDATE SET day = excluded.day, told_on = NULL
                """, .int(id), .int(Int64(day.dayNumber)))
        }
    }

    /// Keeps what the user said of a decision; a later word replaces an earlier one.
    ///
    /// - Returns: whether there is such a decision.
    public func tell(_ word: String, ofDecision id: Int64, on day: CivilDate) throws -> Bool {
        try changeWish(id) {
            try database.run(
                "UPDATE decision SET word = ?, word_day = ? WHERE id = ?", .text(word), .int(Int64(day.dayNumber)),
                .int(id))
        }
    }

    /// - Returns: whether there is such a decision.
    @discardableResult
    private func changeWish(_ id: Int64, _ body: () throws -> Void) throws -> Bool {
        try database.write {
            guard let before = try wish(id) else { return false }
            try body()
            try database.run(
                "INSERT INTO correction (batch, txn_id, before, summary) VALUES (?, NULL, ?, '')",
                .int(try nextBatch), .text(before.text))
            return true
        }
    }

    /// The decisions that are to be asked about by a day and were not yet, the earliest first.
    public func dueReminders(asOf day: CivilDate) throws(StoreError) -> [(decision: Int64, day: CivilDate)] {
        try database.rows(
            "SELECT decision_id, day FROM reminder WHERE told_on IS NULL AND day <= ? ORDER BY day, decision_id",
            [.int(Int64(day.dayNumber))]
        ) { ($0.int(0), $0.day(1)) }
    }

    /// Notes that it was asked.
    public func noteReminded(ofDecision id: Int64, on day: CivilDate) throws(StoreError) {
        try database.run(
            "UPDATE reminder SET told_on = ? WHERE decision_id = ?", .int(Int64(day.dayNumber)), .int(id))
    }

    // MARK: Back

    private func wish(_ id: Int64) throws(StoreError) -> WishSnapshot? {
        try database.first(
            """
            SELECT r.day, r.told_on, d.word, d.word_day FROM decision d LEFT JOIN reminder r ON r.decision_id = d.id
            WHERE d.id = ?
            """, [.int(id)]
        ) { row in
            WishSnapshot(
                id: id, day: row.optionalInt(0), toldOn: row.optionalInt(1), word: row.optionalText(2),
                wordDay: row.optionalInt(3))
        }
    }

    /// `the desk`, `your purchase at Steam Games`.
    func name(ofDecision id: Int64) throws(StoreError) -> String {
        let names = try database.first("SELECT item, merchant FROM decision WHERE id = ?", [.int(id)]) {
            (item: $0.optionalText(0), merchant: $0.optionalText(1))
        }
        return names?.item.map { "the \($0)" } ?? names?.merchant.map { "your purchase at \($0)" } ?? "a purchase"
    }

    /// - Returns: what became of it, as part of a sentence.
    func takeBack(_ wish: WishSnapshot) throws(StoreError) -> String {
        let now = try self.wish(wish.id)
        guard let now else { return "that purchase isn't kept any more" }
        try database.run(
            "UPDATE decision SET word = ?, word_day = ? WHERE id = ?", .optional(wish.word), .optional(wish.wordDay),
            .int(wish.id))
        try database.run("DELETE FROM reminder WHERE decision_id = ?", .int(wish.id))
        if let day = wish.day {
            try database.run(
                "INSERT INTO reminder (decision_id, day, told_on) VALUES (?, ?, ?)", .int(wish.id), .int(day),
                .optional(wish.toldOn))
        }
        let name = try name(ofDecision: wish.id)
        guard now.day != wish.day else { return "what you said about \(name) no longer counts" }
        guard let day = wish.day.map({ CivilDate(dayNumber: Int32($0)) }) else {
            return "the reminder about \(name) is off again"
        }
        return "you'll be asked about \(name) on \(day.longText), as before"
    }
}

/// What a wish was before a change, as the list of corrections knows it.
struct WishSnapshot: Equatable {
    let id: Int64
    /// The number of the day on which to ask again; nil: it wasn't to be asked about.
    let day: Int64?
    let toldOn: Int64?
    /// What had been said of it.
    let word: String?
    let wordDay: Int64?
}

extension WishSnapshot {
    /// `wish 3 20750 - - -`
    var text: String {
        let parts = [day.map { String($0) }, toldOn.map { String($0) }, word, wordDay.map { String($0) }]
        return "wish \(id) " + parts.map { $0 ?? "-" }.joined(separator: " ")
    }

    init?(_ text: String) {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 6, parts[0] == "wish", let id = Int64(parts[1]) else { return nil }
        self.init(
            id: id, day: Int64(parts[2]), toldOn: Int64(parts[3]), word: parts[4] == "-" ? nil : parts[4],
            wordDay: Int64(parts[5]))
    }
}
