import Ledger

extension FactBase {
    private static let asking: Set<String> = ["did", "has", "have", "is", "are", "was", "were", "am", "does", "do"]

    /// `yes` or `no` to `did my net worth go up this month?`, by the change that the evidence holds.
    ///
    /// - Returns: nil where nothing that is asked is decided by one change: `is it up or down?`, `was June over July?`
    func opening(to question: String) -> String? {
        let reading = SentenceReading(question, self)
        guard FactBase.asking.contains(reading.key(0)), ranking.count < 2, reading.periods.count < 2,
            reading.claims.isEmpty
        else { return nil }
        if let opening = openingOfSaving(reading) ?? openingOfEarning(reading) { return opening }
        let check = DirectionCheck(reading, self, facts: [])
        let said = reading.tokens.indices.compactMap { index in
            check.direction(at: index).map { direction in (index: index, way: direction) }
        }
        guard said.count == 1, let change = check.knownChange(at: said[0].index), change.now != change.before else {
            return nil
        }
        return (change.now > change.before) == (said[0].way > 0) ? "yes" : "no"
    }

    /// `did I save money last month?`, by what was left.
    private func openingOfSaving(_ question: SentenceReading) -> String? {
        let way = DirectionCheck.up.union(DirectionCheck.down)
        guard question.has(["save", "saved", "keep", "kept", "surplus"]), !question.has(way), let left else {
            return nil
        }
        return left > 0 ? "yes" : "no"
    }

    /// What came in less what went out; nil where that is not known or nothing.
    private var left: Int64? {
        let left = Set(
            facts.filter { fact in
                [.other, .total].contains(fact.role) && fact.labels.contains("r:net")
                    && !fact.labels.contains("r:usual")
            }.compactMap { $0.money?.minorUnits })
        return left.count == 1 && left.first != 0 ? left.first : nil
    }

    /// `am I spending more than I earn?`, `do I live within my means?`, by what was left.
    private func openingOfEarning(_ question: SentenceReading) -> String? {
        guard let left else { return nil }
        func place(_ words: Set<String>) -> Int? {
            question.tokens.indices.first { words.contains(question.key($0)) }
        }
        if let means = place(["means"]) {
            let isWithin = (0..<means).contains { ["within", "below", "inside", "under"].contains(question.key($0)) }
            let isBeyond = (0..<means).contains { ["beyond", "above", "over", "outside"].contains(question.key($0)) }
            return isWithin == isBeyond ? nil : isWithin == (left > 0) ? "yes" : "no"
        }
        guard let than = place(["than"]), let way = place(["more", "less"]), way < than,
            let spends = place(["spend", "spending", "spent", "spends"]),
            let earns = place(["earn", "earning", "earned", "make", "made", "making", "income", "bring", "bringing"]),
            (spends < than) != (earns < than)
        else { return nil }
        let asksMoreSpent = (question.key(way) == "more") == (spends < than)
        return asksMoreSpent == (left < 0) ? "yes" : "no"
    }
}
