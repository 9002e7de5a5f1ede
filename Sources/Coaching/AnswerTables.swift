import Ledger

extension AnswerTable {
    /// The rows of a list.
    static func transactions(_ rows: [Transaction], matched: Int, taxonomy: Taxonomy) -> AnswerTable? {
        guard !rows.isEmpty else { return nil }
        func marks(_ row: Transaction) -> String {
            [row.status == .pending ? "pending" : nil, row.isExcluded ? "not counted" : nil].compactMap { $0 }
                .joined(separator: ", ")
        }
        let showsMarks = rows.contains { !marks($0).isEmpty }
        var columns = [
            Column(title: "Date", isNumber: false), Column(title: "Merchant", isNumber: false),
            Column(title: "Category", isNumber: false), Column(title: "Account", isNumber: false),
            Column(title: "Amount", isNumber: true), Column(title: "Id", isNumber: true),
        ]
        if showsMarks { columns.append(Column(title: "Status", isNumber: false)) }
        return AnswerTable(
            columns: columns,
            rows: rows.map { row in
                var cells = [
                    row.date.iso, row.merchant, taxonomy.displayName(row.category), row.account, row.amount.text,
                    String(row.id),
                ]
                if showsMarks { cells.append(marks(row)) }
                return cells
            }, omitted: max(0, matched - rows.count), rest: .sources)
    }

    /// The groups of a breakdown.
    static func groups(_ evidence: Evidence) -> AnswerTable? { groups(evidence, title: nil) }

    /// - Parameters:
    ///   - title: what the groups are; nil for what the query says.
    ///   - omitted: how many more groups there are than the evidence holds.
    static func groups(_ evidence: Evidence, title: String?, omitted: Int = 0) -> AnswerTable? {
        let hasGroups = title != nil || evidence.query.grouping != nil || !evidence.query.sides.isEmpty
        guard hasGroups, let first = evidence.groups.first else { return nil }
        let showsShare = evidence.groups.contains { $0.share != nil }
        let isMoney = evidence.groups.contains { if case .money = $0.value { true } else { false } }
        let hasValue = isMoney || title != nil && !evidence.groups.contains { $0.value == .count($0.count) }
        let details = first.details.map(\.name)
        var columns = [
            Column(title: (title ?? evidence.query.grouping?.rawValue ?? "").capitalizedFirst, isNumber: false)
        ]
        columns += details.compactMap(beforeAmount).map { Column(title: $0, isNumber: true) }
        if hasValue {
            let name = isMoney ? "Amount" : "Value"
            columns.append(Column(title: details.contains("income") ? "Left" : name, isNumber: true))
        }
        if details.contains("change") { columns.append(Column(title: "Change", isNumber: true)) }
        if showsShare { columns.append(Column(title: "Share", isNumber: true)) }
        columns.append(Column(title: "Transactions", isNumber: true))
        return AnswerTable(
            columns: columns,
            rows: evidence.groups.map { group in
                var cells = [group.label]
                cells += details.filter { beforeAmount($0) != nil }.map { text(group.detail($0)) }
                if hasValue { cells.append(text(group.value)) }
                if details.contains("change") { cells.append(text(group.detail("change"))) }
                if showsShare { cells.append(group.share.map(share) ?? "") }
                return cells + [groupedThousands(group.count)]
            }, omitted: omitted, rest: .more, sizes: sizes(evidence.groups))
    }

    /// The title of a further value that stands left of the amount.
    private static func beforeAmount(_ detail: String) -> String? {
        ["previous": "Before", "income": "In", "spending": "Out"][detail]
    }

    private static func text(_ value: FigureValue?) -> String {
        switch value {
        case .money(let money): money.text
        case .count(let count), .days(let count): groupedThousands(count)
        case .percent(let percent): NumberText.tenths(percent) + "%"
        case .ratio(let ratio): NumberText.tenths(ratio)
        case .date(let day): day.iso
        case nil: ""
        }
    }

    /// The amounts of groups of one currency, else none.
    static func sizes(_ groups: [Group]) -> [Int64] {
        let amounts = groups.compactMap { group -> Money? in
            if case .money(let money) = group.value { money } else { nil }
        }
        guard amounts.count == groups.count, Set(amounts.map(\.currency)).count == 1 else { return [] }
        return amounts.map(\.minorUnits)
    }

    private static func share(_ value: Double) -> String {
        let tenths = Int64((value * 1000).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)%"
    }
}
