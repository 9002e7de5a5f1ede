import Ledger

extension HouseholdIndex {
    /// The goals, by day and name.
    public func goals() throws(StoreError) -> [SavingGoal] {
        try database.rows(
            "SELECT name, amount, currency, by_day, set_on FROM goal ORDER BY by_day, name", [], HouseholdIndex.goal)
    }

    /// Sets the goal of a name or, with nil, takes it away, as one action that `undoLastCorrection` takes back. One of
    /// the same name is changed and keeps the day it was set on. Upper and lower case are the same.
    ///
    /// - Returns: the goal before.
    @discardableResult
    public func changeGoal(_ name: String, to goal: SavingGoal?) throws -> SavingGoal? {
        try StoreError.refuseCardNumber(in: goal?.name)
        return try database.write {
            let before = try database.first(
                "SELECT name, amount, currency, by_day, set_on FROM goal WHERE name = ?", [.text(name)],
                HouseholdIndex.goal)
            var after = goal
            if let before { after?.since = before.since }
            guard after != before else { return before }
            try put(after, named: name)
            try database.run(
                "INSERT INTO correction (batch, txn_id, before, summary) VALUES (?, NULL, ?, '')",
                .int(try nextBatch), .text(GoalSnapshot(name: name, goal: before).text))
            return before
        }
    }

    func takeBack(_ change: GoalSnapshot) throws(StoreError) { try put(change.goal, named: change.name) }

    private func put(_ goal: SavingGoal?, named name: String) throws(StoreError) {
        guard let goal else { return try database.run("DELETE FROM goal WHERE name = ?", .text(name)) }
        try database.run(
            """
            INSERT INTO goal (name, amount, currency, by_day, set_on) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET name = excluded.name, amount = excluded.amount,
            currency = excluded.currency, by_day = excluded.by_day, set_on = excluded.set_on
            """, .text(goal.name), .int(goal.target.minorUnits), .text(goal.target.currency.code),
            .int(Int64(goal.by.dayNumber)), .int(Int64(goal.since.dayNumber)))
    }

    private static func goal(_ row: Statement) -> SavingGoal {
        SavingGoal(
            name: row.text(0), target: Money(row.int(1), Currency(row.text(2)) ?? .usd),
            by: row.day(3), since: row.day(4))
    }
}

/// What a goal was before a change, as the list of corrections knows it.
struct GoalSnapshot {
    let name: String
    /// nil: there was none of this name.
    let goal: SavingGoal?

    /// `goal 300000 USD 20605 20300 Vacation`, `goal none Vacation`.
    var text: String {
        guard let goal else { return "goal none \(name)" }
        return "goal \(goal.target.minorUnits) \(goal.target.currency.code) \(goal.by.dayNumber) "
            + "\(goal.since.dayNumber) \(goal.name)"
    }
}

extension GoalSnapshot {
    init?(_ text: String) {
        let parts = text.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, parts[0] == "goal" else { return nil }
        if parts[1] == "none" {
            self.init(name: String(parts[2]), goal: nil)
            return
        }
        let rest = parts[2].split(separator: " ", maxSplits: 3)
        guard rest.count == 4, let amount = Int64(parts[1]), let currency = Currency(rest[0]),
            let by = Int32(rest[1]), let since = Int32(rest[2])
        else { return nil }
        let name = String(rest[3])
        self.init(
            name: name,
            goal: SavingGoal(
                name: name, target: Money(amount, currency), by: CivilDate(dayNumber: by),
                since: CivilDate(dayNumber: since)))
    }
}
