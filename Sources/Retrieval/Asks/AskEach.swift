import Ledger

/// The same question of one month, category, merchant … after the other: the largest purchase of each month, the top
/// category of each quarter.
extension AskRun {
    /// Units of time told of at most, and others where nobody said how many.
    private static let mostEach = 36

    mutating func finding(_ asked: Ask, of each: Ask.Grouping) throws -> AskFinding {
        guard each != asked.grouping else {
            throw AskError("Each \(each.rawValue) has no other \(each.rawValue) in it.")
        }
        guard asked.against == nil else {
            throw AskError("I compare one figure, not one of each \(each.rawValue) as well. Ask for one of the two.")
        }
        var ask = asked
        ask.each = nil
        let told = tellsMore
        tellsMore = false
        defer { tellsMore = told }
        var whole = try finding(ask)
        whole.ask.each = each
        whole.evidence.groups = []
        whole.evidence.transactions = []
        var facts: [Fact] = []
        for (selection, label, key) in try parts(of: whole.ask.selection, each) {
            var one = ask
            one.selection = selection
            if one.grouping != nil || one.view == .rows { one.limit = one.limit ?? 1 }
            let found = try finding(one)
            guard found.evidence.matched > 0 else { continue }
            whole.evidence.transactions += found.evidence.transactions
            for (group, filter) in winners(of: found, label, key) {
                whole.evidence.groups.append(group)
                facts.append(
                    Fact(
                        .part, .rows(selection.flow, selection.filter.and(filter)), group.value,
                        in: selection.span.periods?.first, per: ask.measure.unit,
                        other: .init(subject: .rows(selection.flow, selection.filter)),
                        basis: .init(rows: group.count), isAsked: true))
            }
        }
        whole.groupCount = whole.evidence.groups.count
        whole.evidence.facts = facts.keyed()
        whole.evidence.statements = log
        return whole
    }

    /// What a question about one part found: the winner with its value and what tells its rows, or the value alone.
    private func winners(of found: AskFinding, _ label: String, _ key: String) -> [(Group, RowFilter)] {
        func group(_ name: String?, _ value: FigureValue, _ rows: Int) -> Group {
            Group(
                key: key, label: name.map { "\(label), \($0)" } ?? label, value: value, count: rows, share: nil)
        }
        if let grouping = found.ask.grouping {
            return found.evidence.groups.map {
                (group($0.label, $0.value, $0.count), FactMaker.filter(of: $0, grouping))
            }
        }
        if found.ask.view == .rows || found.ask.measure == .largest || found.ask.measure == .smallest {
            return found.evidence.transactions.map {
                (group($0.merchant, .money($0.amount.magnitude), 1), .merchant($0.merchant))
            }
        }
        return found.values.map { (group(nil, $0.value, $0.rows), .all) }
    }

    /// The parts of a selection: in order of time, or those of most money first.
    private mutating func parts(
        of selection: Selection, _ each: Ask.Grouping
    ) throws -> [(Selection, label: String, key: String)] {
        if let unit = CalendarUnit(each) {
            let span = span(selection)
            return span.units(unit).suffix(AskRun.mostEach).compactMap { number in
                let days = unit.period(number)
                let within = span.within(days).spans
                guard !within.isEmpty else { return nil }
                var part = selection
                part.span = .periods(within)
                return (part, days.name, String(days.start.iso.prefix(unit.months == 1 ? 7 : 10)))
            }
        }
        var ask = Ask(selection, by: each)
        ask.limit = AskRun.groupsListed
        let groups = try finding(ask).evidence.groups
        return groups.map { group in
            var part = selection
            part.filter = selection.filter.and(FactMaker.filter(of: group, each))
            return (part, group.label, group.key)
        }
    }
}
