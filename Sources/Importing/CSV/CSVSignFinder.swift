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
    /// Kinds are those of somebody who sells: a sale is money in.
    var isSold = false
    var inIsNegative = false
    /// No amount has a sign, and what calls itself a payment of the card or a refund is money in.
    var turnsByWords = false
    /// A row whose text contradicts its sign, where nothing but texts could tell: it is for the person to say.
    var doubt: LayoutDoubt?
    /// What was taken for granted, or shown by facts although it turns the signs, a sentence.
    var assumption: String?
    /// How sure it is, and why.
    var finding: LayoutCertainty.Finding?
    /// The balance is what shows it.
    var restsOnBalance = false
    /// What is said of rows that are turned by their words, whatever the person says of the others.
    var rowNote: String?
    /// Why it was assumed, behind "since" or alone.
    var why: String?
    /// What the rows themselves tell of it, whatever is known of their account.
    var shown: StatementLayout.SignRule?
    /// The balance rises by what was spent: it is what is owed.
    var owesBalance = false
}

/// Decides the sign of amounts over all rows of the sample.
struct CSVSignFinder {
    let columns: CSVColumnFinder
    let money: CSVMoneyFinder
    let plan: CSVColumns
    let options: ImportOptions
    /// The file's name may speak of a card.
    let fileName: String

    var sample: CSVSample { columns.sample }
    var rows: [CSVSample.Row] { columns.rows }

    func sign() -> CSVSign {
        var sign = foundSign()
        if sign.finding == nil { sign.finding = finding(of: &sign) }
        return sign
    }

    private func foundSign() -> CSVSign {
        switch plan.money {
        case .split(let out, let into):
            var sign = CSVSign(rule: .debitCredit)
            sign.outIsNegative = out.map { columns.profiles[$0].negatives > columns.profiles[$0].positives } ?? false
            // A column of both signs that is called "Inflow" is right as it stands.
            sign.inIsNegative =
                into.map { columns.profiles[$0].negatives > 0 && columns.profiles[$0].positives == 0 } ?? false
            weighBalance(&sign, out: out, in: into)
            return sign
        case .single(let amount):
            let profile = columns.profiles[amount]
            if let direction = plan.direction, let sign = flagged(amount, direction) { return sign }
            if profile.creditMarks > 0 || profile.debitMarks > 0 {
                // Charges stand bare, payments have CR; or the other way about.
                let bare = profile.amounts - profile.creditMarks - profile.debitMarks
                return CSVSign(rule: .typeColumn, flips: bare > 0 && profile.debitMarks == 0, hasMarkers: true)
            }
            if headerSaysChargesPositive(amount) {
                var sign = CSVSign(rule: .flipped, flips: true)
                sign.finding = .init(.signs, .certain, "the column's name says that charges are positive")
                return sign
            }
            if let kind = plan.kind, profile.negatives == 0, isKnown(kind) {
                var sign = CSVSign(rule: .typeColumn)
                sign.isSold = sellsThings
                return sign
            }
            return bareSign(amount)
        }
    }

    /// Whether the balance goes up by some amounts and down by others, although none has a sign: nothing in such rows tells
    /// which way the money went.
    var isContradicted: Bool {
        guard case .single(let amount) = plan.money, let balance = plan.balance, plan.direction == nil,
            columns.profiles[amount].negatives == 0, !options.keepsSign, !options.flipsSign
        else { return false }
        return money.balanceFit(money.values(amount), balance).goesBothWays
    }

    private static let buying: Set<String> = ["buy", "bought", "purchase", "kauf", "achat"]
    private static let receiving: Set<String> = ["sell", "sold", "sale", "deposit", "dividend", "verkauf", "vente"]

    /// Whether what was bought has no minus sign beside what was sold or paid in, which has none either: neither sign of
    /// the whole is right then.
    var hasUnsignedTrades: Bool {
        guard case .single(let amount) = plan.money, plan.direction == nil, let kind = plan.kind,
            columns.namesSecurities, !options.keepsSign, !options.flipsSign
        else { return false }
        var (bought, received) = (0, 0)
        for row in rows {
            guard let shape = CSVCell.amount(sample.bytes(row, amount)), !shape.isZero else { continue }
            let words = HeaderText.words(sample.string(row, kind))
            if words.contains(where: Self.buying.contains) {
                if shape.isNegative { return false }
                bought += 1
            } else if !shape.isNegative, words.contains(where: Self.receiving.contains) {
                received += 1
            }
        }
        return bought > 0 && received > 0
    }

    // MARK: Two columns

    /// A balance that rises by debits and falls by credits is what a card owes, or the columns are called as the bank sees
    /// them: the texts tell, else the number of rows, else the person.
    private func weighBalance(_ sign: inout CSVSign, out: Int?, in into: Int?) {
        guard let balance = plan.balance, !sign.inIsNegative, !options.keepsSign, !options.flipsSign else { return }
        let fit = money.balanceFit(money.combined(out: out, in: into), balance)
        guard fit.isStrong, fit.isNegated else { return }
        if accountType?.isLiability == true || speaksOfCard {
            sign.owesBalance = true
            return
        }
        var merchants = MerchantFlows()
        var (agreeing, contradicting) = (0, 0)
        var example: LayoutDoubt?
        for row in rows.prefix(400) {
            for (column, isOut) in [(out, true), (into, false)] {
                guard let column, let shape = CSVCell.amount(sample.bytes(row, column)), !shape.isZero else { continue }
                if isOut, example == nil {
                    example = .sides(
                        text: text(row), amount: sample.string(row, column), column: columns.name(column))
                }
                let flow = flow(of: row, &merchants)
                if flow != .none { if (flow == .out) == isOut { agreeing += 1 } else { contradicting += 1 } }
            }
        }
        let outs = out.map { columns.profiles[$0].positives } ?? 0
        let ins = into.map { columns.profiles[$0].positives } ?? 0
        if agreeing > contradicting || agreeing == 0 && contradicting == 0 && outs > ins {
            sign.owesBalance = true
            sign.assumption = Self.owedNote
        } else {
            sign.doubt = example
        }
    }

    private static let owedNote =
        "Its balance is taken as what is owed, since it rises by what was spent; if it's what you have, use --flip-sign."

    /// What texts, kinds, and names say of a row.
    private func flow(of row: CSVSample.Row, _ merchants: inout MerchantFlows) -> CSVFlow {
        let words = (plan.texts + [plan.kind, plan.category].compactMap(\.self)).flatMap {
            HeaderText.words(sample.string(row, $0))
        }
        let (said, _) = CSVPhrases.flow(words)
        if said != .none { return said }
        let category = categoryFlow(row)
        if category != .none { return category }
        for column in plan.texts {
            let known = merchants.flow(of: sample.string(row, column))
            if known != .none { return known }
        }
        return .none
    }

    private func text(_ row: CSVSample.Row) -> String {
        (plan.texts + plan.spareTexts).lazy.map { sample.string(row, $0) }.first { !$0.isEmpty } ?? ""
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
        sign = CSVSign(rule: isFlipped ? .flipped : .asIs, flips: isFlipped)
        let hits = max(outPlus + inMinus, inPlus + outMinus)
        let tries = outPlus + inMinus + inPlus + outMinus
        let reason = "\(columns.name(direction)) agrees in \(hits) of \(tries) rows"
        sign.finding = .init(.signs, hits == tries ? .certain : .likely, reason)
        if isFlipped { sign.assumption = Self.turned(since: reason) }
        return sign
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

    private static let asIs = CSVSign(rule: .asIs)
    private static let flipped = CSVSign(rule: .flipped, flips: true)

    /// The sign of a column that nothing explains. Facts come first: the balance, what is known of the account, what only
    /// a card's statement has. Words of texts decide where no amount is negative; they never outvote signs, but where
    /// most amounts are positive and the texts say otherwise it is in doubt.
    private func bareSign(_ amount: Int) -> CSVSign {
        if options.keepsSign || options.flipsSign {
            var sign = options.flipsSign ? Self.flipped : Self.asIs
            sign.finding = .init(.signs, .certain, "\(options.flipsSign ? "--flip-sign" : "--keep-sign") says so")
            if options.flipsSign, mayBeCard, isUnsigned(amount), let words = cardWords(amount), words.in > 0 {
                sign.turnsByWords = true
                sign.rowNote = Self.turnedNote(words)
            }
            return sign
        }
        let texts = textVotes(amount)
        var sign = settledSign(amount, texts)
        sign.isSold = sellsThings
        sign.shown = shownSign(amount, texts)
        if isNamedAsSide(amount), !isTold(texts) { sign = doubt(texts) }
        ground(&sign, amount, texts)
        return sign
    }

    /// The column is called as one of two sides, although it goes both ways.
    private func isNamedAsSide(_ amount: Int) -> Bool {
        columns.roles[amount] == .moneyOut || columns.roles[amount] == .moneyIn
    }

    private func isTold(_ texts: TextVotes) -> Bool {
        let contradicting = texts.purchases + texts.receipts
        return options.known?.sign != nil || money.fit(plan)?.isStrong ?? false || texts.card != 0
            || min(texts.agreeing, contradicting) == 0 && max(texts.agreeing, contradicting) >= 2
    }

    /// What earlier files of the account tell decides what this one leaves open, and nothing else.
    private func settledSign(_ amount: Int, _ texts: TextVotes) -> CSVSign {
        guard let known = options.known?.sign else { return ownSign(amount, texts, accountType) }
        var remembered = known == .flipped ? Self.flipped : Self.asIs
        var own = ownSign(amount, texts, options.accountType)
        if let shown = shownSign(amount, texts) {
            if shown == known { return remembered }
            if own.doubt != nil { return own }
            own = shown == .flipped ? Self.flipped : Self.asIs
            own.assumption =
                shown == .flipped
                ? "Positive amounts are read as money out, unlike in earlier files of the account, judging by the "
                    + "descriptions; if they're money in, use --keep-sign."
                : "Positive amounts are read as money in, unlike in earlier files of the account, judging by the "
                    + "descriptions; if they were spent, use --flip-sign."
            return own
        }
        // Two guesses that contradict each other leave it open.
        if own.assumption != nil, own.rule != known { return doubt(texts) }
        guard own.rule != known || own.doubt != nil else { return remembered }
        remembered.assumption =
            known == .flipped
            ? "Positive amounts are read as money out, as in earlier files of the account; if they're money in, "
                + "use --keep-sign."
            : "Positive amounts are read as money in, as in earlier files of the account; if they were spent, "
                + "use --flip-sign."
        return remembered
    }

    /// What nobody who reads the rows would doubt: the balance, pay that has a sign, a card's payment beside what was bought.
    private func shownSign(_ amount: Int, _ texts: TextVotes) -> StatementLayout.SignRule? {
        let profile = columns.profiles[amount]
        if let balance = plan.balance, options.accountType?.isLiability != true {
            let fit = money.balanceFit(money.values(amount), balance)
            // What is owed runs the other way: the texts have to agree.
            let (agreeing, contradicting) = (texts.agreeing, texts.purchases + texts.receipts)
            if fit.isStrong, fit.isNegated, contradicting > 0, agreeing == 0, texts.card <= 0 { return .flipped }
            if fit.isStrong, !fit.isNegated, agreeing > 0, contradicting == 0, texts.card >= 0 { return .asIs }
            if fit.isStrong { return nil }
        }
        guard profile.negatives > 0, profile.positives > 0 else { return nil }
        if texts.card > 0 { return .asIs }
        if texts.card < 0 { return texts.income == 0 && profile.positives >= profile.negatives ? .flipped : nil }
        if texts.income > 0, texts.purchases + texts.receipts == 0 { return .asIs }
        return texts.purchases > 0 && texts.receipts > 0 && texts.agreeing == 0 ? .flipped : nil
    }

    private func ownSign(_ amount: Int, _ texts: TextVotes, _ accountType: AccountType?) -> CSVSign {
        let profile = columns.profiles[amount]
        let isLiability = accountType?.isLiability
        if let balance = plan.balance, isLiability != true {
            let fit = money.balanceFit(money.values(amount), balance)
            if fit.isStrong { return provenSign(fit.isNegated ? Self.flipped : Self.asIs, amount, texts) }
        }
        let isSold = sellsThings
        let votes = isSold ? 0 : kindVotes(amount) + cardVotes(amount, accountType)
        if !isSold, mayBeCard, accountType?.isLiability != false, let sign = cardSign(amount, texts) { return sign }
        guard profile.negatives > 0 else {
            if accountType == .savings || accountType == .investment, texts.purchases == 0 { return Self.asIs }
            let score = max(-4, min(4, texts.weight)) + votes
            if texts.card <= 0, score <= -3 { return assumed(Self.flipped, texts) }
            // Without a minus sign anywhere nothing but words can say that money came in.
            let isTold = score > 0 || isSold || isAccountStatement
            return isTold && texts.purchases == 0 ? Self.asIs : doubt(texts)
        }
        if isSold { return Self.asIs }
        if isLiability == false { return isTurned(texts, profile) ? doubt(texts) : Self.asIs }
        if texts.card > 0 { return Self.asIs }
        // "Payment - thank you" stands on a card's statement only, and is money in; pay does not.
        let leastCharges = profile.negatives * (isLiability == true || speaksOfCard ? 1 : 2)
        if texts.card < 0, profile.positives >= leastCharges, texts.income == 0 {
            return Self.flipped
        }
        // A payment of the card and what was bought with it, all of them against the signs.
        if texts.card < 0, texts.agreeing == 0, texts.purchases > 0 {
            return assumed(Self.flipped, texts)
        }
        let isDoubtful =
            texts.card < 0
            && (texts.agreeing == 0 || profile.positives >= profile.negatives || profile.positives == 0)
            || texts.receipts >= 3 && texts.purchases > 0 && texts.agreeing == 0
            || profile.positives >= profile.negatives && texts.weight <= -3 && texts.isOneSided
            || profile.positives > profile.negatives && texts.agreeing == 0 && texts.purchases > 0
            || profile.positives > 2 * profile.negatives && texts.agreeing == 0 && votes <= 0
            // Shops alone agree, each of which could be what was given back.
            || profile.positives > 2 * profile.negatives && texts.income == 0 && texts.purchases >= texts.agreeing
                && votes <= 0
        if votes <= -3 {
            // A card that calls charges positive, unless its texts are all of money in.
            return texts.weight < 3 ? assumed(Self.flipped, texts) : doubt(texts)
        }
        return isDoubtful && votes < 3 ? doubt(texts) : Self.asIs
    }

    /// The sign of a card's amounts where they have none, or where as many are below zero as above and nothing else tells.
    private func cardSign(_ amount: Int, _ texts: TextVotes) -> CSVSign? {
        let profile = columns.profiles[amount]
        if isUnsigned(amount) {
            guard let words = cardWords(amount) else { return nil }
            if words.open > 0 || words.in * 2 > words.rows { return doubt(texts) }
            if words.in == 0 { return nil }
            var sign = Self.flipped
            sign.turnsByWords = true
            sign.assumption = Self.turnedNote(words) + " If positive amounts are money in, use --keep-sign."
            sign.why = "no amount has a sign, and words tell payments and refunds from purchases"
            return sign
        }
        let (low, high) = (min(profile.negatives, profile.positives), max(profile.negatives, profile.positives))
        let isOpen = low * 3 > high && texts.rows == 0 && kindVotes(amount) == 0
        guard isOpen else { return nil }
        let shown = shownByNames(amount)
        if min(shown.plus, shown.minus) > 0 || max(shown.plus, shown.minus) < 2 { return doubt(texts) }
        return shown.minus > 0 ? Self.asIs : assumed(Self.flipped, texts)
    }

    /// How many rows speak for minus signs or for plus signs of what was spent: of shops that everybody knows, of payments,
    /// and of refunds.
    private func shownByNames(_ amount: Int) -> (minus: Int, plus: Int) {
        var merchants = MerchantFlows()
        var found = (minus: 0, plus: 0)
        for row in rows.prefix(400) {
            guard let shape = CSVCell.amount(sample.bytes(row, amount)), !shape.isZero else { continue }
            let text = plan.texts.map { sample.string(row, $0) }.joined(separator: " ")
            let words = CardWords.builtIn.flow(of: text)
            guard words == .in || words == nil && flow(of: row, &merchants) == .out else { continue }
            if (words == .in) != shape.isNegative { found.minus += 1 } else { found.plus += 1 }
        }
        return found
    }

    private func isUnsigned(_ amount: Int) -> Bool {
        let profile = columns.profiles[amount]
        return profile.negatives == 0 && profile.explicitSigns == 0 && plan.kind == nil && plan.direction == nil
    }

    private typealias CardRows = (in: Int, open: Int, rows: Int, example: String)

    /// How many rows call themselves a payment of the card or a refund, and how many may; nil where no row has a text.
    private func cardWords(_ amount: Int) -> CardRows? {
        var found: CardRows = (0, 0, 0, "")
        for row in rows {
            guard let shape = CSVCell.amount(sample.bytes(row, amount)), !shape.isZero else { continue }
            found.rows += 1
            let text = plan.texts.map { sample.string(row, $0) }.joined(separator: " ")
            switch CardWords.builtIn.flow(of: text) {
            case .in:
                found.in += 1
                if found.example.isEmpty { found.example = text }
            case .open: found.open += 1
            case .out, nil: break
            }
        }
        return found.rows == 0 ? nil : found
    }

    private static func turnedNote(_ words: CardRows) -> String {
        let rows = words.in == 1 ? "1 row that calls itself" : "\(words.in) rows that call themselves"
        return "No amount has a sign: all are read as money out but \(rows) a payment or refund, such as "
            + "\(CSVText.quoted(words.example))."
    }

    /// Whether the person, the columns, or the file's name speak of a card.
    private var mayBeCard: Bool {
        if accountType == .creditCard || speaksOfCard { return true }
        let name = fileName.lastIndex(of: "/").map { String(fileName[fileName.index(after: $0)...]) } ?? fileName
        let words = Set(HeaderText.words(name))
        return accountType == nil && words.isDisjoint(with: ["debit", "giro"])
            && !words.isDisjoint(with: [
                "card", "creditcard", "credit", "visa", "mastercard", "amex", "kreditkarte", "tarjeta", "carte",
                "cartao",
            ])
    }

    /// Whether the rows of an account that is no card say the opposite of their signs: what it is called is no proof of what
    /// its file calls positive.
    private func isTurned(_ texts: TextVotes, _ profile: CSVColumnProfile) -> Bool {
        let contradicting = texts.purchases + texts.receipts
        if texts.agreeing == 0 {
            return texts.purchases > 0 && texts.receipts > 0
                || contradicting >= 3 && texts.purchases > 0 && profile.positives >= profile.negatives
        }
        return contradicting >= 5 && contradicting > 4 * texts.agreeing && profile.positives >= profile.negatives
    }

    /// What a running balance shows, as long as it is what the account has. What is owed runs the other way: texts that all
    /// contradict may speak of a card, and one that only a card's statement has does.
    private func provenSign(_ sign: CSVSign, _ amount: Int, _ texts: TextVotes) -> CSVSign {
        let contradicting = texts.purchases + texts.receipts
        if sign.flips {
            if texts.card > 0 { return owed(isSaid: true) }
            if texts.card < 0 || contradicting > texts.agreeing { return sign }
            let profile = columns.profiles[amount]
            guard contradicting == 0, profile.negatives > 0, profile.negatives >= profile.positives else {
                return texts.agreeing >= 2 && contradicting == 0 ? doubt(texts) : sign
            }
            // What was spent has a minus sign, and the balance rises by it: it is what is owed, if the names are of shops.
            return namedPurchases(amount) >= 2 ? owed(isSaid: false) : doubt(texts)
        }
        if texts.card < 0, texts.agreeing == 0 {
            var sign = assumed(Self.flipped, texts)
            sign.owesBalance = true
            return sign
        }
        return contradicting >= 2 && texts.agreeing == 0 ? doubt(texts) : sign
    }

    /// As it is written, beside a balance that is owed.
    private func owed(isSaid: Bool) -> CSVSign {
        var sign = Self.asIs
        sign.owesBalance = true
        if !isSaid { sign.assumption = Self.owedNote }
        return sign
    }

    /// How many rows with a minus sign are of a shop that everybody knows, or say that something was bought.
    private func namedPurchases(_ amount: Int) -> Int {
        var merchants = MerchantFlows()
        return rows.prefix(400).count { row in
            guard let shape = CSVCell.amount(sample.bytes(row, amount)), shape.isNegative, !shape.isZero else {
                return false
            }
            return flow(of: row, &merchants) == .out
        }
    }

    private func assumed(_ sign: CSVSign, _ texts: TextVotes) -> CSVSign {
        var sign = sign
        let why: String
        if texts.card < 0 || texts.purchases + texts.receipts > 0 {
            why = "judging by the descriptions\(plan.kind == nil ? "" : " and transaction types")"
        } else if accountType?.isLiability == true || speaksOfCard {
            why = "as on most cards"
        } else {
            why = "judging by the transaction types"
        }
        sign.assumption = "Positive amounts are read as money out, \(why); if they're money in, use --keep-sign."
        sign.why = why
        return sign
    }

    /// As it is written, until the person says which.
    private func doubt(_ texts: TextVotes) -> CSVSign {
        var sign = Self.asIs
        sign.doubt = texts.example
        return sign
    }

    var accountType: AccountType? { options.accountType ?? options.known?.type }

    /// Below zero for an account or columns of a card, most of whose amounts are positive.
    private func cardVotes(_ amount: Int, _ accountType: AccountType?) -> Int {
        let isMostlyPositive = columns.profiles[amount].positives > columns.profiles[amount].negatives
        var votes = 0
        if accountType == .creditCard { votes += isMostlyPositive ? -5 : 3 }
        if isMostlyPositive, speaksOfCard { votes -= 3 }
        return votes
    }

    /// Whether texts and categories agree with the signs, each row counted once.
    struct TextVotes {
        var agreeing = 0
        /// Purchases that are positive, and money in that is negative.
        var purchases = 0
        var receipts = 0
        /// Money in that is positive.
        var income = 0
        /// Those that only a card's statement has, less those of them that contradict.
        var card = 0
        /// How many rows' texts tell a direction.
        var rows = 0
        /// The first that contradicts, else the first of all.
        var example: LayoutDoubt?

        /// A positive purchase may be one that was given back; money in with a minus sign is odd, and odder where all of
        /// it has one.
        var weight: Int { agreeing - purchases - 2 * receipts - (receipts > 0 && agreeing == 0 ? 1 : 0) }
        var isOneSided: Bool { agreeing == 0 || purchases + receipts - agreeing >= 3 }
    }

    private func textVotes(_ amount: Int) -> TextVotes {
        var votes = TextVotes()
        var merchants = MerchantFlows()
        // Where most is spent with a minus sign, a name says nothing against it.
        let isMostlyPositive = columns.profiles[amount].positives >= columns.profiles[amount].negatives
        let step = max(1, rows.count / 400)
        for index in stride(from: 0, to: rows.count, by: step) {
            let row = rows[index]
            guard let shape = CSVCell.amount(sample.bytes(row, amount)), !shape.isZero else { continue }
            let words = (plan.texts + [plan.kind, plan.category].compactMap(\.self)).flatMap {
                HeaderText.words(sample.string(row, $0))
            }
            var (flow, isCard) = CSVPhrases.flow(words)
            if flow == .none { flow = categoryFlow(row) }
            if flow == .none, isMostlyPositive {
                flow = plan.texts.lazy.map { merchants.flow(of: sample.string(row, $0)) }.first { $0 != .none } ?? .none
            }
            if votes.example == nil { votes.example = example(row, amount) }
            guard flow != .none else { continue }
            let agrees = (flow == .in) != shape.isNegative
            if votes.rows == 0 || (!agrees && votes.agreeing == votes.rows) { votes.example = example(row, amount) }
            votes.rows += 1
            switch (isCard, agrees) {
            case (true, _): votes.card += agrees ? 1 : -1
            case (false, true):
                votes.agreeing += 1
                if flow == .in { votes.income += 1 }
            case (false, false): if flow == .in { votes.receipts += 1 } else { votes.purchases += 1 }
            }
        }
        return votes
    }

    private func example(_ row: CSVSample.Row, _ amount: Int) -> LayoutDoubt {
        .sign(text: text(row), amount: sample.string(row, amount))
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

    /// Below zero where the columns of kinds and categories call positive rows purchases. Words for money in say nothing
    /// against the minus signs of most rows.
    private func kindVotes(_ amount: Int) -> Int {
        var (agreeing, purchases, receipts) = (0, 0, 0)
        for row in rows {
            guard let shape = CSVCell.amount(sample.bytes(row, amount)), !shape.isZero else { continue }
            let kind = kindFlow(row)
            let flow = kind == .none ? categoryFlow(row) : kind
            guard flow != .none else { continue }
            if (flow == .in) != shape.isNegative {
                agreeing += 1
            } else if flow == .in {
                receipts += 1
            } else {
                purchases += 1
            }
        }
        let isTold = purchases > 0 || columns.profiles[amount].positives > columns.profiles[amount].negatives
        return max(-6, min(6, (agreeing - (isTold ? purchases + receipts : 0)) * 2))
    }

    private func kindFlow(_ row: CSVSample.Row) -> CSVFlow {
        // Between people a payment goes either way, and a charge is what one of them asks for.
        guard let kind = plan.kind, plan.payer == nil || plan.recipient == nil else { return .none }
        let key = sample.key(row, kind)
        let flow = CSVPhrases.kind(key, onCard: true)
        // "Payment" comes in on a card and goes out elsewhere: it says nothing here.
        return flow == CSVPhrases.kind(key, onCard: false) ? flow : .none
    }

    /// The statement of somebody who sells, at a marketplace or through a payment processor: fees and what is left of a
    /// sale stand beside it. A sale, an order, or a charge is money in there.
    private var sellsThings: Bool {
        guard columns.headerRow != nil else { return false }
        let words = Set(columns.profiles.indices.flatMap(columns.headerWords))
        let hasFee = !words.isDisjoint(with: ["fee", "fees", "commission"])
        let isSeller = !words.isDisjoint(with: ["payout", "buyer", "seller", "sku", "listing", "disbursement"])
        return isSeller || hasFee && (!words.isDisjoint(with: ["net", "gross"]) || paysOut)
    }

    /// A kind of row sends to the bank what was taken: nobody who buys has such.
    private var paysOut: Bool {
        guard let kind = plan.kind ?? plan.direction else { return false }
        return rows.contains { ["payout", "payouts", "disbursement"].contains(sample.key($0, kind)) }
    }

    /// The number of the account that the rows belong to stands in them: a bank's statement, whose minus sign is money out.
    private var isAccountStatement: Bool {
        guard !speaksOfCard, let account = columns.columns(.account).first else { return false }
        let profile = columns.profiles[account]
        return profile.distinct <= 2
            && (profile.codes * 2 > profile.filled || columns.header.contains { $0.roles.contains(.balance) })
    }

    /// A column of the card's or its holder's name.
    private var speaksOfCard: Bool {
        guard let row = columns.headerRow else { return false }
        return row.cells.indices.contains { column in
            guard columns.header[column].isExact,
                [.account, .holder, .checkNumber, .other].contains(columns.roles[column])
            else { return false }
            let words = HeaderText.words(sample.string(row, column))
            return words.contains {
                ["card", "cardmember", "cardholder", "karte", "kartennummer", "carte"].contains($0)
            }
        }
    }
}
