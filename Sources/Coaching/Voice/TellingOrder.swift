import Ledger

/// Which facts of a set are told, and in which order: a model's keys say how many, code says which.
struct TellingOrder {
    private let sheet: FactSheet

    init(_ sheet: FactSheet) { self.sheet = sheet }

    /// The facts that are told for those of a model's sentence.
    func told(_ chosen: [OfferedFact], after said: [OfferedFact]) -> [OfferedFact] {
        var out: [OfferedFact] = []
        // What a rise comes to stands behind all that rose.
        let prices = sheet.facts.filter { $0.isAsked && $0.has("price") }
        if chosen.contains(where: \.isAsked), !(said + chosen).contains(where: prices.contains) { out = prices }
        var rest = chosen
        while let fact = rest.first {
            let group = set(of: fact) ?? series(of: fact)
            let picked = rest.filter { $0 == fact || group.contains($0) }
            rest.removeAll(where: picked.contains)
            out += group.isEmpty ? [fact] : told(picked, of: group, after: said + out, isSet: set(of: fact) != nil)
        }
        return out
    }

    private func told(
        _ picked: [OfferedFact], of group: [OfferedFact], after said: [OfferedFact], isSet: Bool
    ) -> [OfferedFact] {
        if group[0].kind == "time" { return run(picked, of: group) }
        if isSet, group.count <= TellingOrder.mostAtOnce { return group }
        let top = group.first(where: \.isExtreme)
        let ordered = (top.map { [$0] } ?? []) + group.filter { !$0.isExtreme && $0.about != top?.about }
        let sum = isSet ? sheet.facts.filter { $0.form == .noun && $0.has("bills") && !said.contains($0) } : []
        func isNew(_ fact: OfferedFact) -> Bool { !said.contains(fact) && !said.contains(where: fact.isSameMoney) }
        return sum + ordered.filter(isNew).prefix(Set(picked.filter(isNew).map(\.about)).count)
    }

    /// Of months, days, and weeks, those through the last; else those alone that are the highest or the lowest.
    private func run(_ picked: [OfferedFact], of group: [OfferedFact]) -> [OfferedFact] {
        let extremes = group.filter(\.isExtreme)
        let series = group.filter { !$0.isExtreme }
        let tail = series.suffix(picked.count { !$0.isExtreme })
        if !tail.isEmpty, !extremes.contains(where: \.isAsked), tail.allSatisfy(picked.contains) {
            return picked.filter(\.isExtreme) + tail
        }
        return extremes.filter { extreme in picked.contains { $0.about == extreme.about } }
    }

    /// What was asked as a set that this is one of: payments that are due, prices that changed, sides of a comparison.
    private func set(of fact: OfferedFact) -> [OfferedFact]? {
        guard fact.isAsked, let topic = TellingOrder.asSets.first(where: fact.has) else { return nil }
        let set = sheet.facts.filter {
            $0.isAsked && $0.form == fact.form && $0.kind == fact.kind && $0.has(topic) && !$0.has("part")
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

    private static let asSets = ["price", "bills", "sum", "count", "average"]
    /// Facts of a set that are told together; of more, their sum and the first.
    private static let mostAtOnce = 4
}

extension OfferedFact {
    fileprivate var isExtreme: Bool { has("most") || has("least") }
    fileprivate var isOfAllStreams: Bool { has("streams") || has("yearly") }

    /// Whether a part is the money of another one by another name: a place that took all of its category, or the largest.
    func isSameMoney(as before: OfferedFact) -> Bool {
        guard has("part"), before.has("part"), before.anchor == anchor || before.kind == "stream",
            kind != "time" || has("most")
        else { return false }
        if before.has("most") || has("most"), before.about == about { return true }
        return before.kind != kind && before.amount == amount
    }

    /// Whether it is money that a reader would count twice, or spend twice, behind what was said.
    func isCountedTwice(behind said: [OfferedFact]) -> Bool {
        func wasSaid(_ topic: String, _ form: FactPhrases.Form? = nil) -> Bool {
            said.contains { $0.has(topic) && (form == nil || $0.form == form) }
        }
        // A forecast takes only the usual as spent.
        if !isAsked, has("assumed") && wasSaid("safe") || has("safe") && wasSaid("assumed") { return true }
        if has("expense") && wasSaid("bills") || has("bills") && wasSaid("expense") { return true }
        // A sum behind its parts.
        return form == .noun && has("bills") && wasSaid("bills", .clause) || has("assets") && wasSaid("balance")
    }

    /// The words before a payment that an amount said before holds already.
    func lead(behind said: [OfferedFact]) -> String? {
        if form == .clause, has("bills"), said.contains(where: { $0.form == .noun && $0.has("bills") }) {
            // One behind another goes on.
            if let last = said.last, last.form == .clause, last.has("bills") { return nil }
            return said.contains { $0.form == .clause && $0.has("bills") } ? "also among them, " : "among them, "
        }
        guard has("counted"), said.contains(where: { $0.has("forecast") || $0.has("assumed") }) else { return nil }
        return said.contains { $0.has("counted") } ? "also counted in: " : "already counted in: "
    }
}
