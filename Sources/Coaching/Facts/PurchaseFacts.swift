import Advice
import Ledger

extension PurchaseAdvice {
    /// The price, the reasons of the verdict and what would change it; the verdict itself is said by code.
    func facts(_ words: VerdictWords) -> [Fact] {
        let item = purchase.item ?? purchase.merchant ?? "it"
        var wording: Phrase = "the price is \(purchase.amount)"
        // What is paid again and again has no price but that of each time.
        if let plan = purchase.instalments, plan.count == nil {
            wording = "the price is \(Money(plan.cents, purchase.amount.currency)) \(plan.every.words)"
        }
        let price = Fact(.statement, .purchase(item), .money(purchase.amount), wording: wording, key: "price")
        return [price] + words.reasons + words.conditions.prefix(2)
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
        ]
        if let utilization {
            facts.append(
                Fact(
                    .utilization, about, .percent(utilization * 100), in: period,
                    key: Fact.key(category.words) + ".used"))
        }
        if let projected, isHeadedOver || !isExceeded {
            let phrase: Phrase = "at this pace \(category.words) would end the month at \(projected)"
            var pace = Fact(.statement, phrase, about: about, key: Fact.key(category.words) + ".pace")
            pace.isBad = isHeadedOver
            facts.append(pace)
        }
        return facts
    }
}
