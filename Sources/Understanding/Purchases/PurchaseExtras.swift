/// What a line says is paid on top of a price without saying how much money that is: interest, fees, taxes.
struct PurchaseExtras {
    private let keys: [String]

    init(_ keys: [String]) { self.keys = keys.filter { $0 != "-" && $0 != "," } }

    private func key(_ index: Int) -> String { keys.indices.contains(index) ? keys[index] : "" }

    /// What is not counted, and how it would be; nil where nothing is.
    ///
    /// - Parameter knowsPayments: whether each payment was said, which holds its interest.
    func note(knowsPayments: Bool) -> String? {
        var found: [String] = []
        var asks = "say the price with it"
        for place in keys.indices {
            let name: String
            switch keys[place] {
            case "interest", "apr", "%", "percent":
                guard !knowsPayments, isInterest(place) else { continue }
                (name, asks) = ("the interest", "say what each payment is")
            case "fee", "fees": name = "the fee"
            case "tax", "taxes", "vat": name = "the tax"
            case "shipping", "delivery": name = "the shipping"
            case "tip", "tips": name = "the tip"
            default: continue
            }
            if name == "the interest" || isOnTop(place, isFee: name == "the fee"), !found.contains(name) {
                found.append(name)
            }
        }
        guard let last = found.last else { return nil }
        let list = found.count == 1 ? last : found.dropLast().joined(separator: ", ") + " and " + last
        return "I didn't count \(list): \(asks) to have \(found.count == 1 ? "it" : "them") counted"
    }

    /// `20 % APR`, `with interest`, `financed at 7 %`; not `0 % interest` and not `interest free`.
    private func isInterest(_ place: Int) -> Bool {
        if ["%", "percent"].contains(keys[place]) {
            guard !isZero(place - 1), ["at", "@"].contains(key(place - 2)) else { return false }
            return keys.contains { ["finance", "financed", "financing", "loan", "credit", "instalments"].contains($0) }
        }
        if ["free", "only"].contains(key(place + 1)) { return false }
        let before = ["%", "percent"].contains(key(place - 1)) ? place - 2 : place - 1
        return !isZero(before) && !["no", "without", "not", "free", "of", "in", "an"].contains(key(before))
    }

    private func isZero(_ place: Int) -> Bool { key(place) == "zero" || Double(key(place)) == 0 }

    /// `plus tax`, `with a 5 % fee`, `plus taxes and fees`; not `including tax` and not `a $30 fee`.
    private func isOnTop(_ place: Int, isFee: Bool) -> Bool {
        var before = place - 1
        while ["a", "an", "the", "some", "sales", "service", "booking", "and", "&", "taxes", "tax", "fees", "shipping"]
            .contains(key(before))
        {
            before -= 1
        }
        // A rate was put on top.
        if ["%", "percent"].contains(key(before)) { return PurchaseTerms(keys: keys).percentOnTop == nil }
        return ["plus", "+", "before", "excluding", "excl"].contains(key(before)) || isFee && key(before) == "with"
    }
}
