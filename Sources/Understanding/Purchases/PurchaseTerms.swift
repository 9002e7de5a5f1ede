import Ledger

/// What is said around a price: how it is paid, what is taken off it, and with whom it is shared.
struct PurchaseTerms {
    /// Without signs but for `%`.
    let keys: [String]

    init(_ reading: QuestionReading) { self.init(keys: reading.keys) }

    init(keys: [String]) { self.keys = keys.filter { !["-", "–", ",", "?", "!", ".", "(", ")"].contains($0) } }

    private func key(_ index: Int) -> String { keys.indices.contains(index) ? keys[index] : "" }

    private func number(_ index: Int) -> Int? { AmountWords.count(key(index)) }

    private func place(of phrase: String) -> Int? {
        let words = phrase.split(separator: " ").map(String.init)
        return keys.indices.first { $0 + words.count <= keys.count && Array(keys[$0..<$0 + words.count]) == words }
    }

    private func says(_ phrases: [String]) -> Bool { phrases.contains { place(of: $0) != nil } }

    var isEmpty: Bool { plan == nil && percentOff == nil && percentOnTop == nil && shares == nil && partDown == nil }

    // MARK: Payments

    /// A number of payments that a price is divided into, and their rhythm.
    struct Plan: Hashable {
        var count: Int
        var every: Instalments.Interval

        /// `monthly payments`, `payments two weeks apart`.
        var rhythm: String {
            switch every {
            case .months(1): "monthly payments"
            case .days(14): "payments two weeks apart"
            case .days(7): "weekly payments"
            default: "payments"
            }
        }
    }

    /// `in 3 installments`, `0% for 12 months`, `over a year`, `half now, half later`.
    var plan: Plan? {
        for index in keys.indices {
            if let plan = payments(at: index) ?? span(at: index) { return plan }
        }
        return says(["half now half later", "half now and half later", "half now half next month"])
            ? Plan(count: 2, every: .months(1)) : nil
    }

    private static let payments = PurchaseTable.words("terms.payments")

    /// `pay in 4`, `in 12 monthly payments`, `12 payments`. Pay-in-four plans are paid every two weeks.
    private func payments(at place: Int) -> Plan? {
        let isBare = ["payments", "instalments", "installments"].contains {
            [key(place + 1), key(place + 2)].contains($0)
        }
        let index = isBare && number(place) != nil ? place - 1 : place
        guard index < place || ["in", "into", "over", "with", "using"].contains(key(index)),
            let count = number(index + 1), (2...480).contains(count)
        else { return nil }
        var (end, interval) = (index + 2, Instalments.Interval?.none)
        while let unit = PurchaseReader.unit(key(end)), key(end).hasSuffix("ly") {
            interval = unit
            end += 1
        }
        while ["equal", "easy", "interest", "free"].contains(key(end)) { end += 1 }
        let isPaid = ["pay", "paid", "paying", "payed"].contains { keys[..<max(0, index)].suffix(2).contains($0) }
        guard PurchaseTerms.payments.contains(key(end)) || isPaid && PurchaseReader.unit(key(end)) == nil else {
            return nil
        }
        return Plan(count: count, every: interval ?? (count == 4 ? .days(14) : .months(1)))
    }

    private static let credit = PurchaseTable.words("terms.credit")

    /// `over 12 months`, `12 month financing`; `for 12 months` only where something is paid off.
    private func span(at index: Int) -> Plan? {
        var start = index
        switch key(index) {
        case "over": start += 1
        case "in" where PurchaseTerms.isOfRest(keys[..<index]): start += 1
        case "for" where rate != nil || !PurchaseTerms.credit.isDisjoint(with: keys): start += 1
        default:
            guard PurchaseTerms.credit.contains(key(index + 2)) && key(index + 2) != "0" || isTerm(index) else {
                return nil
            }
        }
        if key(start) == "the" { start += 1 }
        if key(start) == "next" { start += 1 }
        let count = key(start) == "a" ? 1 : number(start)
        guard let count, let unit = PurchaseReader.unit(key(start + 1)), case .months(let months) = unit,
            (2...480).contains(count * months)
        else { return nil }
        return Plan(count: count * months, every: .months(1))
    }

    /// Whether words end with what is left to pay: `the rest` (in 4 months).
    static func isOfRest(_ words: ArraySlice<String>) -> Bool {
        words.suffix(3).contains(where: ["rest", "remainder", "remaining"].contains)
    }

    /// `5000 down and 60 months at 6 %`, `48 month loan at 5 %`: how long a price is paid off, where a rate or a part paid
    /// down says that it is.
    private func isTerm(_ index: Int) -> Bool {
        guard rate != nil || keys.contains("down"), number(index) != nil else { return false }
        return !["in", "within", "after", "every", "last", "past", "next", "for", "of"].contains(key(index - 1))
            && !["old", "warranty", "ago", "guarantee"].contains(key(index + 2))
    }

    /// Whether it is digits and nothing else.
    static func isNumber(_ key: String) -> Bool { !key.isEmpty && key.utf8.allSatisfy { (0x30...0x39).contains($0) } }

    /// A rhythm longer than a life: `every 99999999999 days`, `every 999999 weeks`.
    var oddRhythm: String? {
        for index in keys.indices where ["every", "each", "per"].contains(key(index)) {
            guard PurchaseTerms.isNumber(key(index + 1)), let unit = PurchaseReader.rhythm(key(index + 2)) else {
                continue
            }
            let days =
                switch unit {
                case .days(let days): days
                case .months(let months): months * 30
                }
            if let count = number(index + 1), (1...36_525 / days).contains(count) { continue }
            return "every \(key(index + 1)) \(key(index + 2))"
        }
        return nil
    }

    /// Payments so many that there is no plan for them: `in 99999999999 installments`.
    private var oddPayments: String? {
        for index in keys.indices where ["in", "into", "over"].contains(key(index)) {
            let isTooMany = PurchaseTerms.isNumber(key(index + 1)) && (number(index + 1) ?? .max) > 480
            guard isTooMany,
                let place = [index + 2, index + 3].first(where: { PurchaseTerms.payments.contains(key($0)) })
            else { continue }
            return "\(key(index + 1)) \(key(place))"
        }
        return nil
    }

    /// A time or a number of payments that none can go on for: `over 1000 months`, `over 0 months`.
    var oddSpan: String? {
        if let payments = oddPayments { return payments }
        for index in keys.indices where key(index) == "over" {
            guard let count = number(index + 1), case .months(let months)? = PurchaseReader.unit(key(index + 2)),
                count == 0 || count > 480 / months
            else { continue }
            return "\(key(index + 1)) \(key(index + 2))"
        }
        return nil
    }

    /// The part of a price that is paid at once: `50 % down`, `half upfront`, `a third now`.
    var partDown: (share: Int64, of: Int64)? {
        for index in keys.indices {
            let part: (share: Int64, of: Int64)
            switch key(index) {
            case "%", "percent", "pct":
                guard let percent = number(index - 1), (1...99).contains(percent) else { continue }
                part = (Int64(percent), 100)
            case "half": part = (1, 2)
            case "third": part = (1, 3)
            case "quarter": part = (1, 4)
            default: continue
            }
            let isAtOnce =
                ["down", "upfront", "now", "deposit", "today"].contains(key(index + 1))
                || key(index + 1) == "up" && key(index + 2) == "front"
            if isAtOnce, !says(["half now half", "half now and half"]) { return part }
        }
        return nil
    }

    /// `for 72 months`, `over 3 years`: how long payments go on, in months.
    var months: Int? {
        for index in keys.indices where ["for", "over"].contains(key(index)) {
            guard let count = number(index + 1), case .months(let months)? = PurchaseReader.unit(key(index + 2)),
                (1...480).contains(count * months)
            else { continue }
            return count * months
        }
        return nil
    }

    // MARK: What is taken off

    /// `20% off`, `half price`: above 0 and below 100.
    var percentOff: Int? {
        if says(["half off", "half price"]) { return 50 }
        for index in keys.indices where ["%", "percent", "pct"].contains(key(index)) && index > 0 {
            let rest = keys[(index + 1)...].prefix(2)
            guard
                rest.contains(where: ["off", "discount", "cheaper", "less", "reduction", "coupon"].contains)
                    || ["minus", "less"].contains(key(index - 2)),
                let percent = number(index - 1), (1...99).contains(percent)
            else { continue }
            return percent
        }
        return nil
    }

    /// `60% off, would be 43.17`: the price behind the words is what is left.
    var isAfterPercent: Bool {
        guard let place = keys.firstIndex(where: ["%", "percent", "pct"].contains) else { return false }
        let rest = keys[(place + 1)...].prefix(8)
        guard let verb = rest.firstIndex(where: ["be", "makes", "so"].contains) else { return false }
        return rest[(verb + 1)...].prefix(3).indices.contains(where: isNumber)
    }

    /// `plus 8% tax`, `with a 20% tip`: what is put on top, percent.
    var percentOnTop: Int? {
        keys.indices.lazy.compactMap { index -> Int? in
            guard ["%", "percent", "pct"].contains(key(index)),
                ["tax", "tip", "vat", "fee", "taxes", "gratuity"].contains(
                    where: [key(index + 1), key(index + 2)].contains),
                ["plus", "+", "with", "and", "a", "an"].contains(key(index - 2)), let percent = number(index - 1),
                (1...50).contains(percent)
            else { return nil }
            return percent
        }.first
    }

    // MARK: With others

    private static let one = PurchaseTable.words("terms.one")

    private static let verbs = PurchaseTable.words("terms.verbs")

    /// Among how many it is shared; 0 where that was not said, nil where it is not shared.
    var shares: Int? {
        if isOwnPart || says(["to me", "for me"]) && says(["halves", "half", "split"]) { return nil }
        if let part = fraction { return part }
        if says(["half each"]), PurchaseTerms.one.isDisjoint(with: keys), !keys.contains("we"), !keys.contains("us") {
            return nil
        }
        if says([
            "half each", "in halves", "pay half", "pays half", "paying half", "go halves", "going halves",
            "split it in half",
        ])
            || says([
                "reimburses half", "reimbursed half", "covers half", "covering half", "reimbursing half", "cover half",
                "reimburse half",
                "pitches in half", "chip in half",
            ])
            || says(["my half", "split 50 50", "split fifty fifty", "go 50 50", "going dutch", "chips in half"])
        {
            return 2
        }
        guard let verb = keys.firstIndex(where: PurchaseTerms.verbs.contains), key(verb) != "half" else { return nil }
        for index in keys.indices where index > verb {
            if key(index) == "ways", let count = number(index - 1), (2...100).contains(count) { return count }
            guard ["with", "between", "among", "amongst", "by"].contains(key(index)) else { continue }
            if let count = company(index), (2...100).contains(count) { return count }
        }
        return keys.contains("with") || key(verb).hasPrefix("split") ? 0 : nil
    }

    /// `my half would be $150`, `our third is 1,350`, `$1,140 my share`: the price is one's own part already.
    private var isOwnPart: Bool {
        keys.indices.contains { place in
            guard PurchaseTerms.owners.contains(key(place)), PurchaseTerms.parts.contains(key(place + 1)) else {
                return false
            }
            if isNumber(place - 1) || isNumber(place + 2) || ["dollars", "bucks"].contains(key(place - 1)) {
                return true
            }
            let rest = keys[(place + 2)...].prefix(9)
            guard let verb = rest.firstIndex(where: PurchaseTerms.amounting.contains) else { return false }
            return !rest[..<verb].indices.contains(where: isNumber)
                && rest[verb...].indices.contains(where: isNumber)
        }
    }

    /// `it's $698 so 349 to me`: what is said to be one's own.
    func isOwnPart(endingAt amount: Range<Int>, in words: [String]) -> Bool {
        let after = words[amount.upperBound...].prefix(2)
        return ["to", "for", "on"].contains(after.first) && after.last == "me" && amount.lowerBound > 0
            && ["so", "thats", "be", "comes", "is"].contains(words[amount.lowerBound - 1])
    }

    /// `1,350`, but not `60th`.
    private func isNumber(_ place: Int) -> Bool { key(place).last?.isNumber ?? false }

    /// `go in 1/3 on a chair`, `me and my brother half`: among how many.
    private var fraction: Int? {
        for index in keys.indices {
            if key(index) == "1", key(index + 1) == "/", let parts = number(index + 2), (2...10).contains(parts),
                ["on", "of"].contains(key(index + 3))
            {
                return parts
            }
            if key(index) == "half", PurchaseTerms.one.contains(key(index - 1)),
                keys[..<index].suffix(5).contains("me")
            {
                return 2
            }
        }
        return nil
    }

    private static let owners: Set<String> = ["my", "our"]
    private static let parts: Set<String> = ["half", "third", "quarter", "fourth", "share", "part", "portion", "cut"]
    private static let amounting: Set<String> = ["is", "be", "was", "comes", "=", "costs", "runs", "works", "s"]

    /// How many share what stands after `with` or `between`.
    private func company(_ index: Int) -> Int? {
        var next = index + 1
        while ["my", "the", "a", "two", "both"].contains(key(next)), number(next) == nil { next += 1 }
        if let count = number(next) {
            if key(index) != "with" { return count }
            return key(next + 1) == "of" ? nil : count + 1
        }
        if key(next) == "us" { return 2 }
        let rest = keys[next...].prefix(6)
        let named = rest.count { PurchaseTerms.one.contains($0) }
        return named == 0 ? nil : named + 1
    }
}
