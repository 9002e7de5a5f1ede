import Ledger
import Store

extension Answer {
    /// The turn as it is kept.
    public var record: TurnRecord {
        var kept = evidence?.json.object ?? []
        // What one setting let a model say, a stricter one must not send again.
        if let privacy { kept.append(("privacy", .string(privacy.rawValue))) }
        // What a model read is not read again when the conversation is taken up.
        if isReadByModel { kept.append(("requests", .array(requests.map(\.json)))) }
        return TurnRecord(
            day: asOf, question: PositionText.masked(question), reply: PositionText.masked(reply), model: source.model,
            evidence: (kept.isEmpty ? .null : JSON.object(kept)).text)
    }
}

extension Evidence {
    /// What the reply rests on, by the names that the JSON of an answer has.
    var json: JSON {
        .object([
            ("query", query.json), ("figures", .array(figures.map(\.json))), ("groups", .array(groups.map(\.json))),
            ("transactions", .array(transactions.map(\.json))), ("matched", .int(matched)),
            ("warnings", .strings(warnings)),
        ])
    }
}

extension AnswerTable {
    /// The table of evidence that was kept: its groups, or else its rows; nil where it has neither.
    init?(evidence: JSON, taxonomy: Taxonomy) {
        let groups = evidence["groups"]?.array ?? []
        let rows = evidence["transactions"]?.array ?? []
        if !groups.isEmpty {
            let grouping = evidence["query"]?["group_by"]?.string ?? "group"
            self.init(
                columns: [
                    Column(title: grouping.capitalizedFirst, isNumber: false), Column(title: "Amount", isNumber: true),
                    Column(title: "Transactions", isNumber: true),
                ],
                rows: groups.map { group in
                    [
                        group["label"]?.string ?? "", AnswerTable.money(group, "value"),
                        groupedThousands(group["count"]?.int ?? 0),
                    ]
                }, omitted: 0)
        } else if rows.count > 1 {
            self.init(
                columns: [
                    Column(title: "Date", isNumber: false), Column(title: "Merchant", isNumber: false),
                    Column(title: "Category", isNumber: false), Column(title: "Account", isNumber: false),
                    Column(title: "Amount", isNumber: true),
                ],
                rows: rows.map { row in
                    [
                        row["date"]?.string ?? "", row["merchant"]?.string ?? "",
                        taxonomy.displayName(row["category"]?.string ?? ""), row["account"]?.string ?? "",
                        AnswerTable.money(row, "amount_cents"),
                    ]
                }, omitted: max(0, (evidence["matched"]?.int ?? 0) - rows.count))
        } else {
            return nil
        }
    }

    /// The amount of a member, with the currency beside it.
    private static func money(_ object: JSON, _ name: String) -> String {
        guard let units = object[name]?.int64, let currency = object["currency"]?.string.flatMap({ Currency($0) })
        else { return object[name]?.numberText ?? "" }
        return Money(units, currency).text
    }
}
