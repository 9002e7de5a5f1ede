import Ledger
import Retrieval

extension RecurringFinding {
    /// What the streams are and cost, what is next, whose price changed.
    var facts: [Fact] {
        let live = streams.filter(\.isLive)
        var facts = due.isEmpty ? sums(live) : dueFacts
        facts += live.prefix(6).map { stream in
            Fact(
                .stream, .stream(stream.merchant), .money(stream.monthlyCost.magnitude), per: .month,
                isAsked: streams.count <= 3)
        }
        if due.isEmpty, let next = live.filter({ $0.nextDate != nil }).min(by: { $0.nextDate! < $1.nextDate! }),
            let day = next.nextDate
        {
            facts.append(
                Fact(
                    .due, .stream(next.merchant), .money(next.amount.magnitude), in: Period(day, day),
                    isAsked: streams.count == 1, key: "next"))
        }
        facts += streams.compactMap { stream in
            stream.rise.map { rise in
                Fact(
                    .price, .stream(stream.merchant), .money(rise.to.magnitude), in: Period(rise.on, rise.on),
                    other: .init(value: .money(rise.from.magnitude)), isAsked: question.aspect == .raised)
            }
        }.prefix(4)
        facts += streams.filter { !$0.isLive }.prefix(4).map { stream in
            Fact(
                .statement,
                Phrase("\(stream.merchant) has not charged since \(stream.lastDate.monthAndDay)"),
                about: .stream(stream.merchant), isAsked: question.aspect == .cancelled)
        }
        return facts
    }

    private var kind: Fact.Subject {
        guard let group = question.groups.first, question.groups.count == 1, group != .income else { return .household }
        return .rows(.spending, .recurring(group.rawValue + "s"))
    }

    private func sums(_ live: [RecurringStream]) -> [Fact] {
        let costs = live.map { $0.monthlyCost.magnitude }
        guard live.count > 1, let currency = costs.first?.currency, costs.allSatisfy({ $0.currency == currency }) else {
            return []
        }
        let month = costs.reduce(0) { $0 + $1.minorUnits }
        return [
            Fact(
                .streams, kind, .count(live.count), other: .init(value: .money(Money(month, currency))),
                isAsked: question.aspect == .list, key: "count"),
            Fact(.yearlyCost, .household, .money(Money(month * 12, currency)), key: "year"),
        ]
    }

    private var dueFacts: [Fact] {
        let amounts = due.map(\.amount)
        var facts: [Fact] = []
        if let currency = amounts.first?.currency, amounts.allSatisfy({ $0.currency == currency }), due.count > 1 {
            let sum = Money(amounts.reduce(0) { $0 + $1.minorUnits }, currency)
            facts.append(
                Fact(.bills, .household, .money(sum), in: evidence.query.period, isAsked: true, key: "bills"))
        }
        return facts
            + due.prefix(6).map {
                Fact(.due, .stream($0.stream.merchant), .money($0.amount), in: Period($0.date, $0.date), isAsked: true)
            }
    }
}

extension UnusualAnswer {
    /// How many things stand out, and each.
    func facts(_ reply: UnusualReply) -> [Fact] {
        guard count > 0 else { return [] }
        let words: Phrase = "\(count, "thing") \(count == 1 ? "stands" : "stand") out \(period.phrase)"
        return [
            Fact(.finding, words, in: period, key: "count"),
            Fact(.answer, .household, .count(1), key: "yes"),
        ]
            + findings.map { finding in
                let isOfRow = if case .pace = finding.reason { false } else { true }
                return Fact(
                    .finding, Phrase(composed: reply.why(finding)), about: .merchant(finding.row.merchant),
                    isAsked: true, isOfSingleRow: isOfRow, key: Fact.key(finding.row.merchant))
            }
    }
}

extension Fact {
    /// A key from a name: its first word.
    static func key(_ name: String) -> String {
        name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.first { $0.count > 2 }.map(
            String.init)
            ?? "one"
    }
}
