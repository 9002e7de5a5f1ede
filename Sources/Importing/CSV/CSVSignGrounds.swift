import Ledger

/// How sure it is what the signs mean, and what is said where facts turn them.
extension CSVSignFinder {
    /// What is said where signs were turned for a reason that is a fact.
    static func turned(since reason: String) -> String {
        "Positive amounts are read as money out, since \(reason); if they're money in, use --keep-sign."
    }

    /// Completes the sign of a column that nothing but evidence explains.
    func ground(_ sign: inout CSVSign, _ amount: Int, _ texts: TextVotes) {
        guard sign.doubt == nil else { return }
        let (degree, reason) = grounds(&sign, amount, texts)
        sign.finding = .init(.signs, degree, reason)
        if sign.flips, sign.assumption == nil {
            sign.assumption = Self.turned(since: sign.restsOnBalance ? "the running balance falls by them" : reason)
        }
    }

    private func grounds(_ sign: inout CSVSign, _ amount: Int, _ texts: TextVotes) -> (LayoutCertainty.Degree, String) {
        let isRemembered = options.known?.sign == sign.rule
        if sign.assumption != nil {
            if isRemembered { return (.likely, "earlier files of the account were read so") }
            return (.assumed, sign.why ?? (sign.owesBalance ? "the balance rises by what was spent" : Self.byTexts))
        }
        if let fit = money.fit(plan), fit.isStrong, sign.owesBalance || fit.isNegated == sign.flips {
            sign.restsOnBalance = true
            return (.certain, fit.words)
        }
        let card = sign.flips ? -texts.card : texts.card
        let agreeing = sign.flips ? texts.purchases + texts.receipts : texts.agreeing
        let against = sign.flips ? texts.agreeing : texts.purchases + texts.receipts
        if card > 0 {
            let what =
                sign.flips ? "a payment of the card's bill has a minus sign" : "a payment of the card's bill comes in"
            return (against == 0 ? .certain : .likely, what)
        }
        if agreeing > 0 {
            let isPlain = against == 0 && agreeing >= 2
            return (isPlain ? .certain : .likely, "\(agreeing) of \(agreeing + against) descriptions that tell agree")
        }
        if isRemembered { return (.likely, "earlier files of the account were read so") }
        if sign.isSold { return (.likely, "its columns are those of a seller, for whom sales come in") }
        if columns.profiles[amount].negatives == 0 {
            return (.likely, "what comes in has no minus sign on an account's statement")
        }
        return (.likely, "a minus sign is money out on most statements, and nothing in the file speaks against it")
    }

    private static let byTexts = "judging by the descriptions"

    /// How sure the sign is where columns, flags, or marks tell it.
    func finding(of sign: inout CSVSign) -> LayoutCertainty.Finding? {
        guard sign.doubt == nil else { return nil }
        switch plan.money {
        case .split(let out, let into):
            if sign.assumption != nil { return .init(.signs, .assumed, "the balance rises by what was spent") }
            if let fit = money.fit(plan), fit.isStrong {
                sign.restsOnBalance = true
                return .init(.signs, .certain, fit.words)
            }
            let names = [out, into].compactMap(\.self).map(columns.name).joined(separator: " and ")
            guard columns.headerRow != nil else { return .init(.signs, .likely, "\(names) are filled in turn") }
            return .init(.signs, .certain, "the header tells money out from money in: \(names)")
        case .single(let amount):
            if sign.hasMarkers { return .init(.signs, .certain, "CR or DR stands beside the amounts") }
            return told(amount, sign)
        }
    }

    /// How many rows have a word that tells the direction.
    private func told(_ amount: Int, _ sign: CSVSign) -> LayoutCertainty.Finding? {
        guard let column = plan.direction ?? plan.kind else { return nil }
        var (known, all) = (0, 0)
        for row in rows {
            guard let shape = CSVCell.amount(sample.bytes(row, amount)), !shape.isZero else { continue }
            all += 1
            let key = sample.key(row, column)
            let flow =
                plan.direction == nil
                ? sign.isSold ? CSVPhrases.sellersKind(key) : CSVPhrases.kind(key, onCard: true)
                : key.isEmpty ? sign.blankFlow : CSVPhrases.flag(key) ?? .none
            if flow != .none || sample.string(row, column) == "+" || sample.string(row, column) == "-" { known += 1 }
        }
        return .init(
            .signs, known == all ? .certain : .likely, "\(columns.name(column)) tells it in \(known) of \(all) rows")
    }
}
