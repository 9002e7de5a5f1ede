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
        if let opening = openingOfSaving(reading) { return opening }
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
        let left = Set(
            facts.filter { fact in
                [.other, .total].contains(fact.role) && fact.labels.contains("r:net")
                    && !fact.labels.contains("r:usual")
            }.compactMap { $0.money?.minorUnits })
        guard question.has(["save", "saved", "keep", "kept", "surplus"]), !question.has(way), left.count == 1,
            let net = left.first, net != 0
        else { return nil }
        return net > 0 ? "yes" : "no"
    }
}
