import Ledger
import Retrieval

/// Says what is owned and owed, and how that changed.
struct NetWorthReply {
    let phrases: Phrases
    let asOf: CivilDate

    /// - Parameter focus: what the question names: all, or only one side.
    func reply(_ report: NetWorthReport, focus: Focus = .all) -> String {
        let sheet = report.sheet
        guard !sheet.balances.isEmpty else {
            guard !sheet.unknown.isEmpty else {
                return "You have no accounts yet. Import a bank file with `coach import FILE`, or enter a balance "
                    + "with `coach balance NAME AMOUNT --type checking`."
            }
            return BalanceReply.unknown(sheet.unknown, on: sheet.day, asOf: asOf)
        }
        var sentences = [headline(report, on: sheet.day, focus)]
        if focus != .liabilities, let change = change(report) { sentences.append(change) }
        if !sheet.unknown.isEmpty {
            let names = Subject.list(sheet.unknown.map(\.name))
            let example = sheet.unknown[0].name
            sentences.append(
                "That leaves out \(names), which I have no balance for. Tell me with "
                    + "`coach balance \"\(example)\" AMOUNT`.")
        }
        return sentences.joined(separator: " ")
    }

    enum Focus: Sendable {
        case all, assets, liabilities

        /// `how much do I owe in total`, `what are my assets`.
        init(words: Set<String>) {
            let owed: Set<String> = ["owe", "owed", "debt", "debts", "liabilities", "liability", "loans"]
            let owned: Set<String> = ["assets", "asset", "own", "worth", "net", "rich", "wealthy"]
            let speaksOfDebt = !words.isDisjoint(with: owed)
            let speaksOfAssets = !words.isDisjoint(with: owned)
            self =
                speaksOfDebt && !speaksOfAssets
                ? .liabilities : words.contains("assets") && !speaksOfDebt && !words.contains("net") ? .assets : .all
        }
    }

    private func headline(_ report: NetWorthReport, on day: CivilDate, _ focus: Focus) -> String {
        let evidence = report.evidence
        let isPast = day < asOf
        let hasUnknownDebts = report.sheet.unknown.contains { $0.type.isLiability }
        let (net, assets, owed) = (
            evidence.amounts("net_worth"), evidence.amounts("assets"), evidence.amounts("liabilities")
        )
        let date = isPast ? " on \(day.text(near: asOf))" : ""
        switch focus {
        case .all:
            return
                "Your net worth\(date) \(isPast ? "was" : "is") \(phrases.money(net)): \(phrases.money(assets)) in "
                + "assets minus \(phrases.money(owed)) in debts."
        case .assets:
            return "You \(isPast ? "had" : "have") \(phrases.money(assets)) in assets\(date)\(kinds(evidence))."
        case .liabilities where hasUnknownDebts:
            let known =
                owed.contains { $0.minorUnits > 0 }
                ? "You \(isPast ? "owed" : "owe") at least \(phrases.money(owed))\(date)"
                : "I don't know of anything you \(isPast ? "owed" : "owe")\(date)"
            return "\(known), but I don't have a balance for every card and loan."
        case .liabilities:
            return "You \(isPast ? "owed" : "owe") \(phrases.money(owed)) in all\(date), against "
                + "\(phrases.money(assets)) in assets."
        }
    }

    private func kinds(_ evidence: Evidence) -> String {
        let parts = evidence.groups.filter { $0.key != AssetKind.liabilities.rawValue }.compactMap { group -> String? in
            guard case .money(let money) = group.value else { return nil }
            return "\(group.label.lowercased()) \(money.text)"
        }
        return parts.isEmpty ? "" : ": " + Subject.list(parts)
    }

    private func change(_ report: NetWorthReport) -> String? {
        let parts = report.evidence.amounts("change").map { change in
            change.minorUnits == 0
                ? "exactly the same"
                : "\(change.magnitude.text) \(change.minorUnits > 0 ? "more" : "less")"
        }
        guard !parts.isEmpty else { return nil }
        let percent = parts.count == 1 ? report.evidence.figures(named: "change_percent").first : nil
        var words = Subject.list(parts)
        if let percent, case .percent(let value) = percent.value, value != 0 {
            words += " (\(phrases.percent(abs(value))))"
        }
        return
            "That's \(words) \(words.hasPrefix("exactly") ? "as" : "than") on \(report.earlier.day.text(near: asOf))."
    }

    /// The kinds of assets and the accounts in each; the months' ends for a question about time.
    func table(_ report: NetWorthReport) -> AnswerTable? {
        if report.evidence.query.grouping == .month { return months(report.evidence) }
        var rows: [[String]] = []
        for kind in AssetKind.allCases {
            for balance in report.sheet.balances where AssetKind(balance) == kind {
                rows.append([kind.name, balance.account.name, balance.amount.text, balance.day.iso])
            }
        }
        rows += report.sheet.unknown.map { ["", $0.name, "not known", ""] }
        guard rows.count > 1 else { return nil }
        return AnswerTable(
            columns: [
                .init(title: "Kind", isNumber: false), .init(title: "Account", isNumber: false),
                .init(title: "Balance", isNumber: true), .init(title: "As of", isNumber: false),
            ], rows: rows, omitted: 0)
    }

    private func months(_ evidence: Evidence) -> AnswerTable? {
        let rows = evidence.groups.compactMap { group -> [String]? in
            guard case .money(let money) = group.value else { return nil }
            return [group.label, money.text]
        }
        return AnswerTable(
            columns: [.init(title: "End of", isNumber: false), .init(title: "Net worth", isNumber: true)], rows: rows,
            omitted: 0, sizes: AnswerTable.sizes(evidence.groups))
    }
}
