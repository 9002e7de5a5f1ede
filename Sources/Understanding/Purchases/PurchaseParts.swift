import Ledger

/// Money beside a price: what is paid down, taken off or put on top of it, a former price, and what something old brings.
extension PurchaseReader {
    private var all: [AmountExpression] { reading.amounts + reading.bareAmounts }

    private func sum(_ isPart: (AmountExpression) -> Bool) -> Int64 {
        all.filter(isPart).reduce(0) { PurchaseReader.sum($0, $1.amount) }
    }

    /// What is taken off in money, minor units.
    var discount: Int64 { sum(isDiscount) }

    /// What is paid down, minor units.
    var down: Int64 { sum(isDown) }

    /// What is paid on top, minor units.
    var extra: Int64 { sum(isExtra) }

    /// What selling something is to bring, minor units.
    var proceeds: Int64 { sum(isProceeds) }

    /// Prices without what stands beside them; all where nothing else is left.
    func withoutParts(_ prices: [AmountExpression]) -> [AmountExpression] {
        let rest = prices.filter { !isExtra($0) && !isProceeds($0) && !isFormer($0) && !isLater($0) }
        return rest.isEmpty ? prices : rest
    }

    /// A part that is paid at once, before the payments: `with 5,000 down`, `a down payment of 2,000`, `$2,000 due at
    /// signing`.
    func isDown(_ amount: AmountExpression) -> Bool {
        let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
        // "940 up front or 165 a month": another way to pay all of it.
        if keys[end...].prefix(4).contains("or") { return false }
        // "399 down from 549"
        if key(end) == "down", key(end + 1) == "from" { return false }
        if ["down", "upfront", "deposit", "downpayment", "due"].contains(key(end)) { return true }
        if key(end) == "up", key(end + 1) == "front" { return true }
        if key(end) == "at", ["signing", "delivery", "closing"].contains(key(end + 1)) { return true }
        let before = [key(start - 1), key(start - 2), key(start - 3)].filter {
            !["of", "a", "an", "the", "is"].contains($0)
        }
        if ["deposit", "downpayment", "upfront"].contains(before.first ?? "") { return true }
        return before.starts(with: ["payment", "down"]) || before.starts(with: ["payment", "initial"])
            || before.starts(with: ["down", "put"]) || before.starts(with: ["down", "putting"])
            || before.starts(with: ["down", "pay"])
    }

    /// What is taken off a price: `$20 off`, `a $10 coupon`, `$200 trade in`, `trade in my old one for $200`.
    func isDiscount(_ amount: AmountExpression) -> Bool {
        let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
        guard amount.isMarked || !["%", "percent"].contains(key(end)) else { return false }
        // "799 minus 300"
        if ["minus", "less"].contains(key(start - 1)), all.contains(where: { $0.tokens.upperBound == start - 1 }) {
            return true
        }
        let off: Set = ["off", "discount", "coupon", "voucher", "rebate", "cashback", "credit"]
        // "800 off a lady from church", "$1,450 off Craigslist"
        if key(end) == "off", all.count == 1, PurchaseTable.words("parts.sellers").contains(key(end + 1)) {
            return false
        }
        if off.contains(key(end))
            || ["with", "minus", "less", "after"].contains(lead(of: amount)) && off.contains(key(end + 1))
        {
            return true
        }
        // "if it's $200 less"
        if ["less", "cheaper"].contains(key(end)), key(end + 1) != "than", all.count > 1,
            !["%", "percent", "pct"].contains(key(end + 2)), !all.contains(where: { $0.tokens.lowerBound == end + 1 })
        {
            return true
        }
        if isTradedIn(amount) { return true }
        if ["for", "worth"].contains(key(start - 1)),
            let verb = keys[..<start].lastIndex(where: { $0.hasPrefix("trad") }),
            key(verb + 1) == "in", isOfOld(verb, before: start)
        {
            return true
        }
        // "799, trade in my old one for 150" takes off the latter.
        let isOfLater =
            key(end) == "trade"
            && all.contains { $0.tokens.lowerBound > end && isOfOld(end, before: $0.tokens.lowerBound) }
        return !isOfLater && ["trade", "gift"].contains(key(end)) && ["in", "-", "card"].contains(key(end + 1))
            || isMoneyBack(amount)
    }

    /// `the guy takes 2k for ours`, `they'd give me 9,500 on mine`: what is given for the old one.
    func isTradedIn(_ amount: AmountExpression) -> Bool {
        let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
        return all.count > 1 && ["for", "on"].contains(key(end))
            && (["ours", "mine"].contains(key(end + 1))
                || ["my", "our"].contains(key(end + 1)) && ["old", "current", "trade"].contains(key(end + 2)))
            && keys[max(0, start - 4)..<start].contains(where: PurchaseReader.giving.contains)
    }

    private static let giving = PurchaseTable.words("parts.giving")

    /// `vision pays $100 of that`, `the union gives back $200`: what somebody else pays of the price.
    private func isMoneyBack(_ amount: AmountExpression) -> Bool {
        guard all.count > 1, !isGain(amount), amount.isMarked || amount.amount > 2_000 else { return false }
        let before = keys[max(0, amount.tokens.lowerBound - 4)..<amount.tokens.lowerBound]
        let verb = before.indices.last { place in
            PurchaseTable.words("parts.moneyBack").contains(before[place])
                || ["put", "puts", "putting"].contains(before[place]) && place + 1 < before.endIndex
                    && before[place + 1] == "in"
        }
        guard let verb else {
            return before.contains("back") && before.contains { ["gives", "give", "pays", "get", "gets"].contains($0) }
        }
        let payer = keys[max(0, verb - 2)..<verb]
        let isOthers = payer.contains { ["she", "he", "they", "who"].contains($0) }
        let isOwn = !isOthers && payer.contains(where: PurchaseTable.words("parts.self").contains)
        return !isOwn && !payer.isEmpty && !before[verb...].contains("for")
    }

    /// `pays $4 more an hour`, `saves me like 18 cents apiece`: what it brings, and no price.
    func isGain(_ amount: AmountExpression) -> Bool {
        guard all.count > 1 else { return false }
        let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
        if ["more", "extra"].contains(key(end)), ["a", "an", "per", "each", "every"].contains(key(end + 1)),
            keys[..<start].contains(where: { PurchaseTable.words("parts.raises").contains($0) })
        {
            return true
        }
        // "he'll add 75 on top of the rent"
        let before = keys[max(0, start - 3)..<start]
        if before.contains("add"), ["on", "to", "each", "every", "a", "per"].contains(key(end)),
            ["hell", "shell", "theyll", "will", "would", "hed", "shed", "theyd"].contains(where: before.contains)
        {
            return true
        }
        return before.contains(where: PurchaseTable.words("parts.gains").contains)
    }

    /// The word before an amount and its article: `with` of `with a $100 student discount`.
    private func lead(of amount: AmountExpression) -> String {
        let before = key(amount.tokens.lowerBound - 1)
        return ["a", "an", "the", "my", "another"].contains(before) ? key(amount.tokens.lowerBound - 2) : before
    }

    /// `plus $10 shipping`, `with a $50 activation fee`; not `including $10 shipping`.
    func isExtra(_ amount: AmountExpression) -> Bool {
        let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
        let named = [key(end), key(end + 1)].firstIndex(where: PurchaseReader.extras.contains)
        // "229 delivery 59", "548 with haul away 30"
        let before = key(start - 1) == "away" ? key(start - 2) : key(start - 1)
        if PurchaseReader.extrasBefore.contains(before), named == nil || key(end) != "for",
            let first = all.filter({ $0.tokens.upperBound < start }).max(by: { $0.amount < $1.amount }),
            first.amount > amount.amount,
            !keys[first.tokens.upperBound..<start].contains(where: ["or", "vs", "if"].contains)
        {
            return true
        }
        guard let named,
            named == 0 || !["for", "of", "and", "plus", "with", ",", "no", "%", "percent", "pct"].contains(key(end))
        else {
            return false
        }
        return ["plus", "+", "with", "w", "/", "and", "&", ","].contains {
            $0 == key(start) || $0 == key(start - 1)
                || ["a", "an", "another"].contains(key(start - 1)) && $0 == key(start - 2)
        }
    }

    private static let extras = PurchaseTable.words("parts.extras")
    private static let extrasBefore = PurchaseTable.words("parts.extrasBefore")

    /// `sell my old one for $300`.
    private func isProceeds(_ amount: AmountExpression) -> Bool {
        let start = amount.tokens.lowerBound
        guard let verb = keys[..<start].lastIndex(where: ["sell", "selling", "sold", "resell"].contains) else {
            return false
        }
        return isOfOld(verb, before: start)
    }

    /// Whether something of one's own is spoken of from a verb to an amount, and no amount stands between.
    private func isOfOld(_ verb: Int, before start: Int) -> Bool {
        keys[verb..<start].contains(where: ["my", "our", "old", "mine"].contains)
            && !all.contains { (verb..<start).contains($0.tokens.lowerBound) }
    }

    /// `$50 game on sale for $30`, `a $90 coat reduced to $60`: the first is what it no longer costs.
    private func isFormer(_ amount: AmountExpression) -> Bool {
        guard
            let next = all.filter({ $0.tokens.lowerBound >= amount.tokens.upperBound })
                .min(by: { $0.tokens.lowerBound < $1.tokens.lowerBound }),
            next.amount < amount.amount, instalments(next) == nil, !isDown(next), !isDiscount(next)
        else { return false }
        // "was 900, now 650"
        if ["was", "originally", "normally", "usually"].contains(key(amount.tokens.lowerBound - 1)) { return true }
        // "settle the last $623 for 468"
        if keys[amount.tokens.upperBound..<next.tokens.lowerBound].elementsEqual(["for"]), cost(next) < cost(amount) {
            return true
        }
        let before = keys[amount.tokens.upperBound..<next.tokens.lowerBound]
            .filter { !["for", "at", "to", "only", "just", "of", "is", "price", "a"].contains($0) }
        switch before.last {
        case "sale", "reduced", "discounted", "now": return true
        case "down": return before.contains("marked") || key(next.tokens.lowerBound - 1) == "to"
        default: return false
        }
    }

    /// `$1,236 until November 1, after that they go to $1,490`: what it will cost, and does not yet.
    private func isLater(_ amount: AmountExpression) -> Bool {
        let start = amount.tokens.lowerBound
        guard key(start - 1) == "to", all.contains(where: { $0.tokens.upperBound <= start - 2 }) else { return false }
        let before = keys[max(0, start - 6)..<start]
        return before.contains {
            ["go", "goes", "going", "jumps", "jump", "rises", "rise", "climbs", "up"].contains($0)
        }
            && before.contains { ["after", "then", "later", "afterwards"].contains($0) }
    }

    /// `or 139 the year`, `a prepay year for 1,490`: the price of a year beside that of a month.
    func isOfAYear(_ amount: AmountExpression) -> Bool {
        let (start, end) = (amount.tokens.lowerBound, amount.tokens.upperBound)
        let around = keys[max(0, start - 3)..<start] + keys[end...].prefix(3)
        return around.contains { ["year", "yearly", "annual", "annually", "prepay", "prepaid", "yr"].contains($0) }
    }

    // MARK: Payments written in one word

    /// `in 12x50`: payments as one word, which no amount is read from; `tickets 2x48`: so many, where no other price is said.
    var crossed: [AmountExpression] {
        keys.indices.compactMap { place in
            guard let (_, cents, length) = cross(place),
                !["inch", "inches", "in", "cm", "ft", "feet", "mm"].contains(key(place + length))
            else { return nil }
            let isOnly =
                reading.amounts.isEmpty && reading.bareAmounts.isEmpty
                && cents >= 10 * context.homeCurrency.minorPerMajor && place > 0
            guard isOnly || PurchaseReader.beforeCross.contains(key(place - 1)) else { return nil }
            return AmountExpression(
                relation: .exactly, amount: cents, currency: reading.amounts.first?.currency ?? context.homeCurrency,
                isMarked: true, tokens: place..<place + length)
        }
    }

    private static let beforeCross = PurchaseTable.words("parts.beforeCross")

    /// Whether what is written as one word is payments, and not things.
    func isOfPayments(_ price: AmountExpression) -> Bool {
        PurchaseReader.beforeCross.contains(key(price.tokens.lowerBound - 1)) || isPaidOff
    }

    /// How many payments, or things, an amount of one word is of.
    func crossCount(_ price: AmountExpression) -> Int? { cross(price.tokens.lowerBound)?.count }

    private func cross(_ place: Int) -> (count: Int, cents: Int64, length: Int)? {
        guard reading.tokens.indices.contains(place), reading.tokens[place].form == .word else { return nil }
        let parts = reading.tokens[place].key.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = Int(parts[0]), (2...480).contains(count) else { return nil }
        let next = reading.tokens.indices.contains(place + 2) ? reading.tokens[place + 2] : nil
        let hasCents = key(place + 1) == "." && next?.form == .number && next?.hasSpaceBefore == false
        let text = hasCents ? "\(parts[1]).\(next?.key ?? "")" : String(parts[1])
        let digits = (reading.amounts.first?.currency ?? context.homeCurrency).minorDigits
        guard let cents = Decimal(text)?.minorUnits(digits: digits) else { return nil }
        return (count, cents, hasCents ? 3 : 1)
    }
}
