import Advice
import Ledger

extension PurchaseAdvice {
    /// The key of the reason that weighs most.
    static let firstReason = "why.1"

    /// The price and the reasons of the verdict, which code says itself.
    func facts(_ words: VerdictWords) -> [Fact] {
        let hasObstacle = !knowsTooLittle && verdict.obstacles.contains { $0 != .avoidable || score.isBlocked }
        let item = purchase.item ?? purchase.merchant ?? "it"
        var facts = [
            Fact(.statement, Phrase("the price is ") + "\(purchase.amount)", about: .purchase(item), key: "price")
        ]
        if let cash {
            let low = Money(cash.lowestWith.cents, purchase.amount.currency)
            let names = NumberText.list(accounts)
            let would = "would still hold"
            let phrase: Phrase =
                "after this purchase \(names.isEmpty ? "your account" : names) \(would) \(low) on its lowest day, \(cash.lowestWith.day.monthAndDay)"
            let role: Fact.Role =
                low.minorUnits < cash.reserve ? .reasonAgainst : verdict.outcome == .buy ? .reasonFor : .statement
            if low.minorUnits >= 0 { facts.append(Fact(role, phrase, about: .purchase(item), key: "cash")) }
        }
        let reasons = words.reasons.flatMap(SentenceSplitter.units)
        facts += reasons.enumerated().map { place, reason in
            let isFirst = place == 0
            return Fact(
                isFirst && hasObstacle ? .reasonAgainst : .statement, Phrase(composed: reason), about: .purchase(item),
                key: isFirst ? PurchaseAdvice.firstReason : "why.\(place + 1)")
        }
        facts += words.wouldChange.prefix(2).enumerated().map { place, change in
            Fact(.condition, Phrase(composed: change), about: .purchase(item), key: place == 0 ? "change" : "change.2")
        }
        return facts
    }
}

extension RuleProgress {
    /// What is spent, left and set, and where the month is headed.
    var facts: [Fact] {
        let about = Fact.Subject.limit(category.id)
        var facts = [
            Fact(.remaining, about, .money(remaining), in: period, isAsked: true),
            Fact(.spent, about, .money(spent), in: period, basis: Fact.Basis(rows: rows), isAsked: true),
            Fact(.limit, about, .money(limit), in: period),
            Fact(.utilization, about, .percent(utilization * 100), in: period, key: Fact.key(category.words) + ".used"),
        ]
        if let projected, isHeadedOver || !isExceeded {
            let phrase: Phrase = "at this pace \(category.words) would end the month at \(projected)"
            facts.append(
                Fact(
                    isHeadedOver ? .reasonAgainst : .statement, phrase, about: about,
                    key: Fact.key(category.words) + ".pace"))
        }
        return facts
    }
}
