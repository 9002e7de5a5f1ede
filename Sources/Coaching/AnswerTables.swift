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
            }, omitted: max(0, matched - rows.count))
    }

    /// The groups of a breakdown.
    static func groups(_ evidence: Evidence) -> AnswerTable? {
        guard let grouping = evidence.query.grouping, !evidence.groups.isEmpty else { return nil }
        let showsShare = evidence.groups.contains { $0.share != nil }
        let isMoney = evidence.groups.contains { if case .money = $0.value { true } else { false } }
        var columns = [Column(title: grouping.rawValue.capitalizedFirst, isNumber: false)]
        if isMoney { columns.append(Column(title: "Amount", isNumber: true)) }
        if showsShare { columns.append(Column(title: "Share", isNumber: true)) }
        columns.append(Column(title: "Transactions", isNumber: true))
        return AnswerTable(
            columns: columns,
            rows: evidence.groups.map { group in
                var cells = [group.label]
                if case .money(let money) = group.value { cells.append(money.text) }
                if showsShare { cells.append(group.share.map(share) ?? "") }
                return cells + [groupedThousands(group.count)]
            }, omitted: 0, sizes: sizes(evidence.groups))
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
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) %"
    }
}
