import Advice
import Coaching
import Ledger

/// An answer's evidence as it is kept in `guard-evidence.jsonl`, so that the replies written for it stay right or wrong
/// whatever the understanding of questions becomes.
struct GuardEvidence {
    let question: String
    let reply: String
    let evidence: Evidence
    let verdict: PurchaseVerdict?

    init(_ answer: Answer) {
        question = answer.question
        reply = answer.reply
        verdict = answer.advice?.verdict.outcome
        evidence = answer.evidence ?? Evidence(query: answer.understood.query)
    }

    // MARK: Writing

    var json: JSON {
        .object([
            ("question", .string(question)), ("reply", .string(reply)), ("query", evidence.query.json),
            ("figures", .array(evidence.figures.map(\.json))),
            (
                "groups",
                .array(
                    evidence.groups.map { group in
                        .object([
                            ("group", group.json),
                            (
                                "details",
                                .array(
                                    group.details.map { detail in
                                        Figure(name: detail.name, label: "", value: detail.value).json
                                    })
                            ),
                        ])
                    })
            ),
            ("transactions", .array(evidence.transactions.map(\.json))), ("matched", .int(evidence.matched)),
            (
                "pending",
                .array(evidence.pending.map { Figure(name: "pending", label: "", value: .money($0)).json })
            ),
            ("coverage", .optional(evidence.coverage, \.json)), ("warnings", .strings(evidence.warnings)),
            ("verdict", .optional(verdict) { .string($0.rawValue) }),
        ])
    }

    // MARK: Reading

    init(_ line: JSON) {
        question = line["question"]?.string ?? ""
        reply = line["reply"]?.string ?? ""
        verdict = line["verdict"]?.string.flatMap(PurchaseVerdict.init)
        var evidence = Evidence(query: GuardEvidence.query(line["query"] ?? .null))
        evidence.figures = (line["figures"]?.array ?? []).compactMap(GuardEvidence.figure)
        evidence.groups = (line["groups"]?.array ?? []).compactMap { both in
            guard let group = both["group"], let value = GuardEvidence.value(group) else { return nil }
            let details = (both["details"]?.array ?? []).compactMap(GuardEvidence.figure)
            return Group(
                key: group["key"]?.string ?? "", label: group["label"]?.string ?? "", value: value,
                count: group["count"]?.int ?? 0, share: group["share"]?.double,
                details: details.map { Group.Detail($0.name, $0.value) })
        }
        evidence.transactions = (line["transactions"]?.array ?? []).compactMap(GuardEvidence.row)
        evidence.matched = line["matched"]?.int ?? 0
        evidence.pending = (line["pending"]?.array ?? []).compactMap { money in
            if case .money(let money)? = GuardEvidence.value(money) { money } else { nil }
        }
        evidence.coverage = line["coverage"].flatMap(GuardEvidence.period)
        evidence.warnings = GuardEvidence.strings(line["warnings"])
        self.evidence = evidence
    }

    private static func strings(_ json: JSON?) -> [String] { (json?.array ?? []).compactMap(\.string) }

    private static func query(_ json: JSON) -> Query {
        var query = Query()
        query.measure = json["measure"]?.string.flatMap(Query.Measure.init) ?? .total
        query.averageUnit = json["average_per"]?.string.flatMap(Query.AverageUnit.init) ?? .transaction
        query.counted = query.measure == .count ? json["count_of"]?.string.flatMap(Query.Counted.init) : nil
        query.period = json["period"].flatMap(period)
        query.otherPeriods = (json["other_periods"]?.array ?? []).compactMap(period)
        query.comparison = json["compare_to"].flatMap(period)
        query.categories = strings(json["categories"])
        query.merchants = strings(json["merchants"])
        query.accounts = strings(json["accounts"])
        query.excludedCategories = strings(json["excluded_categories"])
        query.excludedMerchants = strings(json["excluded_merchants"])
        query.text = json["text"]?.string
        query.direction = json["direction"]?.string.flatMap(Query.Direction.init) ?? .out
        query.kinds = Set(strings(json["kinds"]).compactMap(TransactionKind.init))
        query.whole = json["share_of"].flatMap { whole in
            whole["direction"]?.string.flatMap(Query.Direction.init).map {
                Query.Whole(
                    direction: $0, categories: strings(whole["categories"]), merchants: strings(whole["merchants"]))
            }
        }
        query.minimum = json["min_cents"]?.int64
        query.maximum = json["max_cents"]?.int64
        query.weekdays = Set((json["weekdays"]?.array ?? []).compactMap(\.int))
        query.grouping = json["group_by"]?.string.flatMap(Query.Grouping.init)
        query.order = json["order"]?.string.flatMap(Query.Order.init) ?? .newest
        query.limit = json["limit"]?.int ?? 10
        query.sides = (json["sides"]?.array ?? []).map { side in
            Query.Side(
                name: side["name"]?.string ?? "", categories: strings(side["categories"]),
                merchants: strings(side["merchants"]), accounts: strings(side["accounts"]), text: side["text"]?.string)
        }
        return query
    }

    private static func period(_ json: JSON) -> Period? {
        guard let start = json["start"]?.string.flatMap({ CivilDate(iso: $0) }),
            let end = json["end"]?.string.flatMap({ CivilDate(iso: $0) })
        else { return nil }
        return Period(start, end, label: json["label"]?.string)
    }

    private static func figure(_ json: JSON) -> Figure? {
        value(json).map {
            Figure(
                name: json["name"]?.string ?? "", label: json["label"]?.string ?? "", value: $0,
                period: json["period"].flatMap(period), rows: json["rows"]?.int)
        }
    }

    private static func value(_ json: JSON) -> FigureValue? {
        guard let value = json["value"] else { return nil }
        switch json["unit"]?.string {
        case "money":
            guard let code = json["currency"]?.string, let currency = Currency(code) else { return nil }
            return value.int64.map { .money(Money($0, currency)) }
        case "count": return value.int.map(FigureValue.count)
        case "percent": return value.double.map(FigureValue.percent)
        case "ratio": return value.double.map(FigureValue.ratio)
        case "days": return value.int.map(FigureValue.days)
        case "date": return value.string.flatMap { CivilDate(iso: $0) }.map(FigureValue.date)
        default: return nil
        }
    }

    private static func row(_ json: JSON) -> Transaction? {
        guard let date = json["date"]?.string.flatMap({ CivilDate(iso: $0) }), let cents = json["amount_cents"]?.int64,
            let currency = json["currency"]?.string.flatMap({ Currency($0) })
        else { return nil }
        return Transaction(
            id: json["id"]?.int64 ?? 0, date: date, posted: nil, merchant: json["merchant"]?.string ?? "",
            rawDescription: json["description"]?.string ?? "", category: json["category"]?.string ?? "",
            account: json["account"]?.string ?? "", amount: Money(cents, currency),
            status: json["status"]?.string == "pending" ? .pending : .posted,
            kind: json["kind"]?.string.flatMap(TransactionKind.init) ?? .expense)
    }
}
