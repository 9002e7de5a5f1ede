import Ledger

/// Which facts of a set are told, and in which order: a model's keys say how many, code says which.
struct TellingOrder {
    private let sheet: FactSheet

    init(_ sheet: FactSheet) { self.sheet = sheet }

    /// The facts that are told for those of a model's sentence.
    func ordered(_ chosen: [OfferedFact], after said: [OfferedFact]) -> [OfferedFact] {
        var out: [OfferedFact] = []
        // What a rise comes to stands after all that rose.
        let prices = sheet.facts.filter { $0.isAsked && $0.has("price") }
        if chosen.contains(where: \.isAsked), !(said + chosen).contains(where: prices.contains) { out = prices }
        var rest = chosen
        while let fact = rest.first {
            let group = set(of: fact) ?? series(of: fact)
            let picked = rest.filter { $0 == fact || group.contains($0) }
            rest.removeAll(where: picked.contains)
            out += group.isEmpty ? [fact] : ordered(picked, of: group, after: said + out, isSet: set(of: fact) != nil)
        }
        return out
    }

    private func ordered(
        _ picked: [OfferedFact], of group: [OfferedFact], after said: [OfferedFact], isSet: Bool
    ) -> [OfferedFact] {
        if group[0].kind == "time" { return latest(picked, of: group) }
        // Weekdays that are not ranked have no order by size and no trend.
        if group[0].kind == "weekday", !group.contains(where: { $0.isExtreme && $0.isAsked }) { return picked }
        if isSet, group.count <= TellingOrder.mostAtOnce { return group }
        let top = group.first(where: \.isExtreme)
        let others = group.filter { $0 != top && $0.isExtreme && picked.contains($0) }
        let ordered =
            (top.map { [$0] } ?? []) + others + group.filter { !$0.isExtreme && $0.about != top?.about }
        let sum = isSet ? sheet.facts.filter { $0.form == .noun && $0.has("bills") && !said.contains($0) } : []
        func isNew(_ fact: OfferedFact) -> Bool { !said.contains(fact) && !said.contains(where: fact.isSameMoney) }
        return sum + ordered.filter(isNew).prefix(Set(picked.filter(isNew).map(\.about)).count)
    }

    /// Of months, days, and weeks, those through the last; else those alone that are the highest or the lowest.
    private func latest(_ picked: [OfferedFact], of group: [OfferedFact]) -> [OfferedFact] {
        let extremes = group.filter(\.isExtreme)
        let series = group.filter { !$0.isExtreme }
        let tail = series.suffix(picked.count { !$0.isExtreme })
        let days = series.compactMap(\.day)
        let isInOrder = zip(days, days.dropFirst()).allSatisfy { $0 <= $1 }
        if !tail.isEmpty, isInOrder, !extremes.contains(where: \.isAsked), tail.allSatisfy(picked.contains) {
            return picked.filter(\.isExtreme) + tail
        }
        return extremes.filter { extreme in picked.contains { $0.about == extreme.about } }
    }

    /// What was asked as a set that this is one of: payments that are due, prices that changed, sides of a comparison.
    private func set(of fact: OfferedFact) -> [OfferedFact]? {
        guard fact.isAsked, let topic = TellingOrder.setTopics.first(where: fact.has) else { return nil }
        let set = sheet.facts.filter {
            // A sum of payments is none of them; a side without purchases is a side.
            $0.isAsked && ($0.form == fact.form || topic != "bills") && $0.kind == fact.kind && $0.has(topic)
                && !$0.has("part")
        }
        return set.count > 1 && set.contains(fact) ? set : nil
    }

    /// Parts of one whole, or rows of one list.
    private func series(of fact: OfferedFact) -> [OfferedFact] {
        guard !fact.kind.isEmpty, fact.kind != "account", !fact.isOfAllStreams else { return [] }
        return sheet.facts.filter {
            $0.kind == fact.kind && !$0.isOfAllStreams
                && ($0.anchor == fact.anchor || !fact.has("part") || fact.kind == "stream")
        }
    }

    private static let setTopics = ["price", "bills", "sum", "count", "average"]
    /// Facts of a set that are told together; of more, their sum and the first.
    private static let mostAtOnce = 4
}

extension OfferedFact {
    fileprivate var isExtreme: Bool { has("most") || has("least") }
    fileprivate var isOfAllStreams: Bool { has("streams") || has("yearly") }

    /// Whether a part is the money of another one by another name: a place that took all of its category, or the largest.
    func isSameMoney(as before: OfferedFact) -> Bool {
        guard has("part"), before.has("part"), before.anchor == anchor || before.kind == "stream",
            kind != "time" || isExtreme
        else { return false }
        if before.isExtreme || isExtreme, before.about == about { return true }
        return before.kind != kind && amount != nil && before.amount == amount
    }

    /// Whether it is money that a reader would count twice, or spend twice, after what was said.
    func isCountedTwice(after said: [OfferedFact]) -> Bool {
        func wasSaid(_ topic: String, _ form: FactPhrases.Form? = nil) -> Bool {
            said.contains { $0.has(topic) && (form == nil || $0.form == form) }
        }
        // A forecast takes only the usual as spent.
        if !isAsked, has("expected") && wasSaid("safe") || has("safe") && wasSaid("expected") { return true }
        if has("expense") && wasSaid("bills") || has("bills") && wasSaid("expense") { return true }
        // A sum after its parts.
        return form == .noun && has("bills") && wasSaid("bills", .clause) || has("assets") && wasSaid("balance")
    }

    /// Whether it is an amount that takes a payment into account: a sum of those, or what is expected by its day.
    func counts(_ payment: OfferedFact) -> Bool {
        guard let day = payment.day, payment.counted != nil, payment != self else { return false }
        if form == .noun, has("bills") {
            return payment.form == .clause && payment.has("bills") && (self.day.map { day <= $0 } ?? true)
        }
        return through.map { day <= $0 } ?? false
    }
}
