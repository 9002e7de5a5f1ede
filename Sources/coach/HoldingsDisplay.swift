import Coaching
import Ledger
import Retrieval
import Terminal

extension HoldingsReport.Total {
    /// What all of it is worth and what has come of it, in a sentence or two.
    ///
    /// - Parameter isOneOfSeveral: whether there are holdings in other currencies.
    func words(asOf: CivilDate, oldest day: CivilDate, isOneOfSeveral: Bool) -> String {
        let held = isOneOfSeveral ? "holdings in \(value.currency.code)" : "holdings"
        var out = "Your \(held) are worth \(value.text), at prices from \(day.text(near: asOf)) or later."
        guard let cost, let gain else { return out + " What they cost isn't known." }
        if gain.minorUnits == 0 {
            out += " That's exactly what they cost."
        } else {
            let percent = cost.minorUnits > 0 ? " (\(percentText(gain.minorUnits, of: cost.minorUnits)))" : ""
            out += " You paid \(cost.text)\(uncosted > 0 ? " for those whose cost is known" : "") and are "
            out += "\(gain.magnitude.text)\(percent) \(gain.minorUnits > 0 ? "ahead" : "behind")."
        }
        return out
    }
}

/// The size of a share, with one decimal.
private func percentText(_ part: Int64, of whole: Int64) -> String {
    JSON.number((Double(part.magnitude) * 1000 / Double(whole)).rounded() / 10).text + "%"
}

extension HoldingsReport {
    var table: Table {
        var table = Table([
            Table.Column("Account"), Table.Column("Holding"), Table.Column("Quantity", .right),
            Table.Column("Value", .right), Table.Column("Cost", .right), Table.Column("Gain", .right),
            Table.Column("%", .right),
        ])
        for line in lines {
            let holding = line.holding
            let percent = holding.gain.flatMap { gain in
                holding.cost.flatMap { cost -> String? in
                    guard cost.minorUnits > 0 else { return nil }
                    return (gain.minorUnits < 0 ? "-" : "") + percentText(gain.minorUnits, of: cost.minorUnits)
                }
            }
            table.add([
                line.account.name, holding.ticker.map { "\(holding.name) (\($0))" } ?? holding.name, holding.quantity,
                holding.value.text, holding.cost?.text ?? "not known", holding.gain?.text ?? "", percent ?? "",
            ])
        }
        return table
    }

    var json: JSON {
        .object([
            (
                "holdings",
                .array(
                    lines.map { line in
                        let holding = line.holding
                        return .object([
                            ("account", .string(line.account.name)), ("name", .string(holding.name)),
                            ("ticker", .optional(holding.ticker, JSON.string)),
                            ("type", .optional(holding.kind, JSON.string)), ("quantity", .exact(holding.quantity)),
                            ("value_cents", .integer(holding.value.minorUnits)),
                            ("cost_cents", .optional(holding.cost) { .integer($0.minorUnits) }),
                            ("gain_cents", .optional(holding.gain) { .integer($0.minorUnits) }),
                            ("currency", .string(holding.value.currency.code)),
                            ("price_date", .string(holding.day.iso)),
                        ])
                    })
            ),
            (
                "totals",
                .array(
                    totals.map { total in
                        .object([
                            ("currency", .string(total.value.currency.code)),
                            ("value_cents", .integer(total.value.minorUnits)),
                            ("cost_cents", .optional(total.cost) { .integer($0.minorUnits) }),
                            ("gain_cents", .optional(total.gain) { .integer($0.minorUnits) }),
                            ("without_cost", .int(total.uncosted)),
                        ])
                    })
            ),
        ])
    }
}

extension NetWorthHistory {
    /// Kinds that any month has.
    private var kinds: [AssetKind] { AssetKind.allCases.filter { kind in months.contains { $0.kinds[kind] != nil } } }

    var table: Table {
        let kinds = kinds
        var table = Table(
            [
                Table.Column("End of"), Table.Column("Net worth", .right), Table.Column("Change", .right),
                Table.Column("%", .right),
            ] + kinds.map { Table.Column($0.name, .right) })
        for month in months {
            let percent = month.changePercent.map { JSON.number(($0 * 10).rounded() / 10).text + "%" } ?? ""
            table.add(
                [month.day.iso, month.netWorth.text, month.change?.text ?? "", percent]
                    + kinds.map { month.kinds[$0]?.text ?? "" })
        }
        return table
    }
}
