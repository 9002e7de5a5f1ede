import Ledger
import Retrieval

/// Says what is owned and owed, and how that changed.
struct NetWorthReply {
    let phrases: Phrases
    let asOf: CivilDate

    let ask: BalanceAsk

    func reply(_ report: NetWorthReport) -> String {
        let sheet = report.sheet
        guard !sheet.balances.isEmpty else {
            guard !sheet.unknown.isEmpty else {
                return "You have no accounts yet. Import a bank file with `coach import FILE`, or enter a balance "
                    + "with `coach balance NAME AMOUNT --type checking`."
            }
            return BalanceReply.unknown(sheet.unknown, on: sheet.day, asOf: asOf)
        }
        let isOfAll = ask.topic == .netWorth || ask.topic == .assets
        var sentences = [isOfAll ? headline(report, on: sheet.day) : moved(report)]
        if isOfAll, let change = change(report) { sentences.append(change) }
        if !sheet.unknown.isEmpty {
            let names = Subject.list(sheet.unknown.map(\.name))
            let example = sheet.unknown[0].name
            sentences.append(
                "That leaves out \(names), which I have no balance for. Tell me with "
                    + "`coach balance \"\(example)\" AMOUNT`.")
        }
        return sentences.joined(separator: " ")
    }

    /// How what some accounts hold moved: `Checking is up $310.00 since September 30: from $690.00 to $1,000.00.`
    private func moved(_ report: NetWorthReport) -> String {
        let names = Subject.list(report.sheet.balances.map(\.account.name))
        let then = report.earlier.day.text(near: asOf)
        guard !report.earlier.balances.isEmpty else { return "I don't know what \(names) held on \(then)." }
        let isDebt = report.sheet.balances.allSatisfy { $0.account.type.isLiability }
        let sign: Int64 = isDebt ? -1 : 1
        let isPast = report.sheet.day < asOf
        let parts = report.evidence.figures(named: "previous_net_worth").compactMap { $0.money }.map {
            before -> String in
            let change = report.evidence.amounts("change").first { $0.currency == before.currency }
            let step = (change?.minorUnits ?? 0) * sign
            let (from, to) = (before.minorUnits * sign, before.minorUnits * sign + step)
            let words = "from \(Money(from, before.currency).text) to \(Money(to, before.currency).text)"
            if step == 0 { return "the same as on \(then), \(Money(from, before.currency).text)" }
            if isPast {
                let day = report.sheet.day.text(near: asOf)
                let moved = step > 0 ? "up" : "down"
                return "\(moved) \(Money(abs(step), before.currency).text) between \(then) and \(day), \(words)"
            }
            return "\(step > 0 ? "up" : "down") \(Money(abs(step), before.currency).text) since \(then), \(words)"
        }
        let isOne = isDebt || report.sheet.balances.count == 1
        let verb = isPast ? "went" : isOne ? "is" : "are"
        let isSame = isPast && parts.contains { $0.hasPrefix("the same") }
        return "\(isDebt ? "What you owe on \(names)" : names) \(isSame ? "stayed" : verb) \(Subject.list(parts))."
    }

    private func headline(_ report: NetWorthReport, on day: CivilDate) -> String {
        let evidence = report.evidence
        let isPast = day < asOf
        let (net, assets, owed) = (
            evidence.amounts("net_worth"), evidence.amounts("assets"), evidence.amounts("liabilities")
        )
        let date = isPast ? " on \(day.text(near: asOf))" : ""
        if ask.topic == .assets {
            if assets.isEmpty { return "What you \(isPast ? "had" : "have") in assets\(date) isn't known." }
            return "You \(isPast ? "had" : "have") \(phrases.money(assets)) in assets\(date)\(kinds(evidence))."
        }
        let parts =
            switch (assets.isEmpty, owed.isEmpty) {
            case (false, false): "\(phrases.money(assets)) in assets minus \(phrases.money(owed)) in debts"
            case (false, true): "\(phrases.money(assets)) in assets, debts not included"
            case (true, false): "\(phrases.money(owed)) in debts, assets not included"
            case (true, true): "neither your assets nor your debts are known"
            }
        return "Your net worth\(date) \(isPast ? "was" : "is") \(phrases.money(net)): \(parts)."
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
        guard !parts.isEmpty else { return ask.detail == .change ? unknownBefore(report) : nil }
        let percent = parts.count == 1 ? report.evidence.figures(named: "change_percent").first : nil
        var words = Subject.list(parts)
        if let percent, case .percent(let value) = percent.value, value != 0 {
            words += " (\(phrases.percent(abs(value))))"
        }
        return
            "That's \(words) \(words.hasPrefix("exactly") ? "as" : "than") on \(report.earlier.day.text(near: asOf))."
    }

    /// Why no change is told: of the day before the period nothing is known.
    private func unknownBefore(_ report: NetWorthReport) -> String? {
        guard report.earlier.balances.isEmpty, let first = report.knownFrom else { return nil }
        return "I can't say how that changed: the earliest balance I have is from \(first.text(near: asOf))."
    }

    /// The kinds of assets and the accounts in each; the months' ends for a question about time.
    func table(_ report: NetWorthReport) -> AnswerTable? {
        if ask.detail == .months { return months(report.evidence) }
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
            columns: [
                .init(title: "End of", isNumber: false),
                .init(title: ask.topic == .netWorth || ask.topic == .assets ? "Net worth" : "Balance", isNumber: true),
            ], rows: rows,
            omitted: 0, sizes: AnswerTable.sizes(evidence.groups))
    }
}
