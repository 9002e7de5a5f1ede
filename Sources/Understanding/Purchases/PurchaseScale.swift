import Ledger

/// How many times a price that was spoken of is meant: `two of them`, `what if I bought three`, `twice that`, `half`.
struct PurchaseScale: Hashable {
    private let times: Int64
    private let parts: Int64
    private let words: String

    /// nil for lines that name an amount of their own, and for those that say how it is paid.
    init?(_ reading: QuestionReading) {
        let keys = reading.tokens.filter { $0.form != .sign }.map(\.key)
        guard (1...10).contains(keys.count), reading.amounts.isEmpty || keys.contains("tax"),
            PurchaseScale.shares.isDisjoint(with: keys)
        else { return nil }
        if let percent = PurchaseScale.surcharge(reading) {
            (times, parts, words) = (100 + percent, 100, "added \(percent)% to")
            return
        }
        guard reading.bareAmounts.count <= 1 else { return nil }
        func has(_ words: String...) -> Bool { !Set(words).isDisjoint(with: keys) }
        if let count = PurchaseScale.copies(keys) {
            (times, parts, words) = (Int64(count), 1, "read as \(count) times")
        } else if has("twice", "double", "doubled") {
            (times, parts, words) = (2, 1, "read as twice")
        } else if has("thrice", "triple", "tripled") {
            (times, parts, words) = (3, 1, "read as 3 times")
        } else if has("half", "halved", "halve"), reading.bareAmounts.isEmpty {
            (times, parts, words) = (1, 2, "read as half of")
        } else {
            return nil
        }
    }

    /// Words of payments that others make, or that are made at another time: half of it is not half the price then.
    private static let shares = PurchaseTable.words("scale.shares")

    /// `with tax 8%`, `plus a 20% tip`.
    private static func surcharge(_ reading: QuestionReading) -> Int64? {
        let keys = reading.tokens.map(\.key)
        guard let sign = keys.firstIndex(where: { ["%", "percent", "pct"].contains($0) }), sign > 0,
            ["tax", "tip", "vat", "fee", "taxes"].contains(where: keys.contains),
            let percent = Int64(keys[sign - 1]), (1...50).contains(percent)
        else { return nil }
        return percent
    }

    /// A count before `of them`, or that ends what is bought.
    private static func copies(_ keys: [String]) -> Int? {
        func count(at place: Int) -> Int? {
            guard keys.indices.contains(place), let count = AmountWords.count(keys[place]) else { return nil }
            return (2...100).contains(count) ? count : nil
        }
        for index in keys.indices.dropLast(2)
        where keys[index + 1] == "of" && ["them", "those", "these"].contains(keys[index + 2]) {
            if let count = count(at: index) { return count }
        }
        let verbs = ["buy", "bought", "get", "got", "take", "took", "order", "ordered"]
        guard keys.count > 1, verbs.contains(keys[keys.count - 2]) else { return nil }
        return count(at: keys.count - 1)
    }

    /// The purchase at so many times its price, its payments with it.
    func apply(to last: PurchaseSlots, into slots: inout PurchaseSlots) {
        guard let whole = last.amount, let price = scaled(whole.minorUnits) else { return }
        slots.amount = Money(price, whole.currency)
        slots.prices = 1
        if var plan = last.instalments, let cents = scaled(plan.cents), let down = scaled(plan.down) {
            (plan.cents, plan.down) = (cents, down)
            slots.instalments = plan
            slots.amount = Money(plan.wholeCost, whole.currency)
        }
        slots.notes.append("\(words) \(whole.text)")
    }

    private func scaled(_ units: Int64) -> Int64? {
        let (product, isTooLarge) = units.multipliedReportingOverflow(by: times)
        return isTooLarge ? nil : roundedQuotient(product, by: parts)
    }
}
