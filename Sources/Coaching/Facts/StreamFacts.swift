import Ledger
import Retrieval

extension RecurringFinding {
    /// What the streams are and cost, what is next, whose price changed.
    var facts: [Fact] {
        if question.groups == [.income] { return payFacts }
        if !due.isEmpty { return dueFacts }
        let live = streams.filter(\.isLive)
        let isAsked = streams.count <= 3 && question.aspect == .list
        var facts = question.aspect == .list && question.pick == nil ? sums(live) : []
        let dearest = live.count > 3 ? live.first : nil
        if let dearest {
            let cost = dearest.monthlyCost.magnitude
            facts.append(
                Fact(
                    .largestPart, .stream(dearest.merchant), .money(cost), per: .month,
                    wording: "\(dearest.merchant) costs the most, \(cost) a month", key: "top"))
        }
        facts += live.dropFirst(dearest == nil ? 0 : 1).prefix(5).map {
            Fact(.stream, .stream($0.merchant), .money($0.ownCost), per: $0.ownUnit, isAsked: isAsked)
        }
        if let (next, day) = next(live) {
            facts.append(
                Fact(
                    .due, .stream(next.merchant), .money(next.amount.magnitude), in: Period(day, day),
                    isAsked: streams.count == 1, key: "next"))
        }
        return facts + prices + extras + ended
    }

    private func next(_ live: [RecurringStream]) -> (RecurringStream, CivilDate)? {
        live.compactMap { stream in stream.nextDate.map { (stream, $0) } }.min { $0.1 < $1.1 }
    }

    /// Pay: what each payer sends, and when the next comes.
    private var payFacts: [Fact] {
        let live = streams.filter(\.isLive)
        let next = next(live).map { stream, day in
            Fact(
                .pay, .stream(stream.merchant), .money(stream.amount.magnitude), in: Period(day, day),
                basis: Fact.Basis(isEstimate: true), isAsked: true, key: "next")
        }
        return (next.map { [$0] } ?? [])
            + live.prefix(4).map {
                let amount = $0.monthlyCost.magnitude
                // A month of two paychecks is not one of three.
                let often: Phrase =
                    $0.cadence == .monthly ? "\(amount) a month" : "\(amount) a month on average"
                return Fact(
                    .statement, "\($0.merchant) pays you \(often)", about: .stream($0.merchant), isAsked: true,
                    key: Fact.key($0.merchant))
            }
    }

    private var prices: [Fact] {
        streams.compactMap { stream in
            stream.rise.map { rise in
                Fact(
                    .price, .stream(stream.merchant), .money(rise.to.magnitude), in: Period(rise.on, rise.on),
                    percent: rise.percent, other: .init(value: .money(rise.from.magnitude)),
                    isAsked: question.aspect == .raised)
            }
        }.prefix(4).map { $0 }
    }

    /// What the rises have come to since, where streams are named or rises are asked for.
    private var extras: [Fact] {
        guard question.namesStreams || question.aspect == .raised else { return [] }
        return streams.prefix(4).flatMap { stream -> [Fact] in
            guard let rise = stream.rise, let year = stream.raisedPerYear else { return [] }
            let since = Period(rise.on, max(rise.on, stream.lastDate))
            let soFar: Phrase =
                "you've paid \(rise.extra) more for \(stream.merchant) since the price went up on \(rise.on.americanText)"
            let aYear: Phrase = "at the new price, \(stream.merchant) costs you \(year) more a year"
            let isAsked = question.aspect == .raised
            let yearly = Fact(
                .statement, aYear, about: .stream(stream.merchant), isAsked: isAsked, key: "extra.year")
            // The one payment since is no further money.
            if rise.extra == year { return [yearly] }
            return [
                Fact(.statement, soFar, about: .stream(stream.merchant), in: since, isAsked: isAsked, key: "extra"),
                yearly,
            ]
        }
    }

    private var ended: [Fact] {
        streams.filter { !$0.isLive }.prefix(4).map { stream in
            Fact(
                .statement, Phrase("\(stream.merchant) has not charged since \(stream.lastDate.americanText)"),
                about: .stream(stream.merchant), isAsked: question.aspect == .cancelled)
        }
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
        let names = live.count <= 3 ? RowFilter.any(live.map { .merchant($0.merchant) }) : nil
        return [
            Fact(
                .streams, kind, .count(live.count), other: .init(value: .money(Money(month, currency))),
                isAsked: question.aspect == .list, key: "count"),
            Fact(
                .yearlyCost, kind, .money(Money(live.reduce(0) { $0 + $1.yearlyCost.minorUnits }, currency)),
                other: .init(subject: names.map { .rows(.spending, $0) }, value: .count(live.count)),
                isAsked: question.aspect == .list, key: "year"),
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
            Fact(.finding, words, in: period, isAsked: true, key: "count")
        ]
            + findings.map { finding in
                let isOfRow = if case .pace = finding.reason { false } else { true }
                return Fact(
                    .finding, reply.phrase(finding), about: .merchant(finding.row.merchant),
                    isAsked: true, isOfSingleRow: isOfRow, key: Fact.key(finding.row.merchant))
            }
    }
}

extension RecurringStream {
    /// Whether what it costs a month is said by nobody: it is paid a few times a year.
    private var isRare: Bool { cadence.days > 80 }
    /// What it costs by the unit that people name it in.
    fileprivate var ownCost: Money { isRare ? yearlyCost : monthlyCost.magnitude }
    fileprivate var ownUnit: Ask.Unit { isRare ? .year : .month }
}

extension Fact {
    /// A key from a name: its first word.
    static func key(_ name: String) -> String {
        name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.first { $0.count > 2 }.map(
            String.init)
            ?? "one"
    }
}
