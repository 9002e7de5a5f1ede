import Ledger
import Resources

/// What the signs of a single amount column mean.
struct CSVSign: Sendable {
    var rule: StatementLayout.SignRule
    /// Positive amounts in the file are money out.
    var flips = false
    /// The person importing says that all of it is the other way about.
    var isReversed = false
    /// Some amounts carry CR or DR; the bare ones are the opposite.
    var hasMarkers = false
    /// What a blank flag stands for where only one of the two flags is written.
    var blankFlow = CSVFlow.none
    /// A column whose negative numbers are the usual ones: `-12.00` under "Debit", `-5.00` under "Credit".
    var outIsNegative = false
    var inIsNegative = false
}

/// Decides the sign of amounts over all rows of the sample.
struct CSVSignFinder {
    let columns: CSVColumnFinder
    let money: CSVMoneyFinder
    let plan: CSVColumns
    let options: ImportOptions

    private var sample: CSVSample { columns.sample }
    private var rows: [CSVSample.Row] { columns.rows }

    func sign() -> CSVSign {
        switch plan.money {
        case .split(let out, let into):
            var sign = CSVSign(rule: .debitCredit)
            sign.outIsNegative = out.map { columns.profiles[$0].negatives > columns.profiles[$0].positives } ?? false
            // A column of both signs that is called "Inflow" is right as it stands.
            sign.inIsNegative =
                into.map { columns.profiles[$0].negatives > 0 && columns.profiles[$0].positives == 0 } ?? false
            return sign
        case .single(let amount):
            let profile = columns.profiles[amount]
            if let direction = plan.direction, let sign = flagged(amount, direction) { return sign }
            if profile.creditMarks > 0 || profile.debitMarks > 0 {
                // Charges stand bare, payments have CR; or the other way about.
                let bare = profile.amounts - profile.creditMarks - profile.debitMarks
                return CSVSign(rule: .typeColumn, flips: bare > 0 && profile.debitMarks == 0, hasMarkers: true)
            }
            if headerSaysChargesPositive(amount) { return CSVSign(rule: .flipped, flips: true) }
            if let kind = plan.kind, profile.negatives == 0, isKnown(kind) { return CSVSign(rule: .typeColumn) }
            return score(amount) <= -3 ? CSVSign(rule: .flipped, flips: true) : CSVSign(rule: .asIs)
        }
    }

    // MARK: Flags

    /// Flags against signs: unsigned amounts need the flag, signed ones show whether they agree with it.
    private func flagged(_ amount: Int, _ direction: Int) -> CSVSign? {
        let profile = columns.profiles[direction]
        var sign = CSVSign(rule: .typeColumn)
        if profile.filled * 10 < profile.rows * 9 {
            sign.blankFlow = profile.flagsOut == 0 ? .out : profile.flagsIn == 0 ? .in : .none
        }
        var (outPlus, outMinus, inPlus, inMinus) = (0, 0, 0, 0)
        for row in rows {
            guard let shape = CSVCell.amount(sample.bytes(row, amount)), !shape.isZero else { continue }
            let key = sample.key(row, direction)
            let flow = key.isEmpty ? sign.blankFlow : CSVPhrases.flag(key) ?? .none
            switch (flow, shape.isNegative) {
            case (.out, false): outPlus += 1
            case (.out, true): outMinus += 1
            case (.in, false): inPlus += 1
            case (.in, true): inMinus += 1
            case (.none, _): break
            }
        }
        if outMinus + inMinus == 0 { return outPlus + inPlus > 0 ? sign : nil }
        if outPlus >= 4 * outMinus, inPlus >= 4 * inMinus, outPlus > 0, inPlus > 0 { return sign }
        let isFlipped = outPlus + inMinus > inPlus + outMinus
        return CSVSign(rule: isFlipped ? .flipped : .asIs, flips: isFlipped)
    }

    /// Whether the words of a column of kinds say the direction of most rows.
    private func isKnown(_ kind: Int) -> Bool {
        var known = 0
        var total = 0
        for row in rows {
            let key = sample.key(row, kind)
            guard !key.isEmpty else { continue }
            total += 1
            if CSVPhrases.kind(key, onCard: true) != .none { known += 1 }
        }
        return known > 0 && known * 10 >= total * 6
    }

    private func headerSaysChargesPositive(_ amount: Int) -> Bool {
        guard let row = columns.headerRow else { return false }
        let words = HeaderText.words(sample.string(row, amount))
        return words.contains("positive")
            && (words.contains("charges") || words.contains("charge") || words.contains("purchases"))
    }

    // MARK: Evidence

    /// Below zero for charges that are positive.
    private func score(_ amount: Int) -> Int {
        let profile = columns.profiles[amount]
        let text = textVotes(amount)
        let isMostlyPositive = profile.positives > profile.negatives
        // "Payment received - thank you" stands on a card's statement only, and is money in.
        if text.card < 0, profile.positives >= profile.negatives { return -10 }
        if text.card > 0 { return 10 }
        var score = max(-4, min(4, text.plain)) + kindVotes(amount)
        // A refund that is money out contradicts itself, unless everything is the other way about.
        if text.isContradicted, isMostlyPositive { score -= 1 }
        if options.accountType == .creditCard { score += isMostlyPositive ? -5 : 3 }
        if let balance = plan.balance, options.accountType?.isLiability != true {
            let fit = money.balanceFit(money.values(amount), balance)
            if fit.isStrong { score += fit.isNegated ? -10 : 10 }
        }
        if isMostlyPositive, speaksOfCard { score -= 3 }
        return score
    }

    /// Whether texts and categories agree with the signs, each row counted once.
    private func textVotes(_ amount: Int) -> (plain: Int, card: Int, isContradicted: Bool) {
        var plain = 0
        var card = 0
        var agreeing = 0
        var contradicted = 0
        let step = max(1, rows.count / 400)
        for index in stride(from: 0, to: rows.count, by: step) {
            let row = rows[index]
            guard let shape = CSVCell.amount(sample.bytes(row, amount)), !shape.isZero else { continue }
            let words = (plan.texts + [plan.kind, plan.category].compactMap(\.self)).flatMap {
                HeaderText.words(sample.string(row, $0))
            }
            var (flow, isCard) = CSVPhrases.flow(words)
            if flow == .none { flow = categoryFlow(row) }
            guard flow != .none else { continue }
            let agrees = (flow == .in) != shape.isNegative
            if agrees { agreeing += 1 }
            if isCard {
                card += agrees ? 1 : -1
            } else {
                // A positive purchase may be one that was given back; money in with a minus sign is odd.
                plain += agrees ? 1 : flow == .in ? -2 : -1
                if !agrees, flow == .in { contradicted += 1 }
            }
        }
        return (plain, card, contradicted > 0 && agreeing == 0)
    }

    private func categoryFlow(_ row: CSVSample.Row) -> CSVFlow {
        guard let category = plan.category else { return .none }
        let taxonomy = Taxonomy.builtIn
        switch taxonomy.category(bankName: sample.string(row, category)).flatMap({ taxonomy[$0]?.flow }) {
        case .out: return .out
        case .in: return .in
        default: return .none
        }
    }

    private func kindVotes(_ amount: Int) -> Int {
        guard let kind = plan.kind else { return 0 }
        var votes = 0
        for row in rows {
            guard let shape = CSVCell.amount(sample.bytes(row, amount)), !shape.isZero else { continue }
            let key = sample.key(row, kind)
            let flow = CSVPhrases.kind(key, onCard: true)
            // "Payment" comes in on a card and goes out elsewhere: it says nothing here.
            guard flow != .none, flow == CSVPhrases.kind(key, onCard: false) else { continue }
            votes += (flow == .in) != shape.isNegative ? 1 : -1
        }
        return max(-6, min(6, votes * 2))
    }

    /// A column of the card's or its holder's name.
    private var speaksOfCard: Bool {
        guard let row = columns.headerRow else { return false }
        return row.cells.indices.contains { column in
            guard columns.header[column].isExact, columns.roles[column] == .account || columns.roles[column] == .other
            else { return false }
            let words = HeaderText.words(sample.string(row, column))
            return words.contains {
                ["card", "cardmember", "cardholder", "karte", "kartennummer", "carte"].contains($0)
            }
        }
    }
}
