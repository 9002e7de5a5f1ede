import Ledger
import Resources
import Store

/// What was decided about a record.
public struct Classification: Sendable, Equatable {
    /// How sure the decision is: `guess` ones are worth asking about.
    public enum Certainty: Int64, Sendable {
        case guess, likely, certain
    }

    /// Whether the row may be one side of a transfer between own accounts.
    public enum TransferHint: Int64, Sendable {
        /// It is something else.
        case none
        /// Nothing speaks against it.
        case plausible
        /// Its wording allows it.
        case possible
        /// Its wording says so.
        case certain
    }

    public var merchant: String
    /// A category id of the taxonomy.
    public var category: String
    public var kind: TransactionKind
    public var basis: DecisionBasis
    public var certainty: Certainty
    public var transferHint: TransferHint

    /// Whether what is paid at a time may tell a place for coffee from one for meals: banks call both restaurants.
    var isCafeOrMeal: Bool { basis == .rules || basis == .bank && ["restaurants", "coffee"].contains(category) }
}

/// Decides merchant, category and kind of records, from the tables that ship with the program.
///
/// Order of evidence for the category: wording of banks about their own services, a known merchant, clear words in the
/// merchant's name, the bank's own category, its type word, the model of names where it is sure, words that several kinds of
/// merchants have in their names. The sign has the last word: money in is never an expense,
/// money out never income.
public struct Classifier {
    private let taxonomy: Taxonomy
    private var reader: TextReader

    public init(taxonomy: Taxonomy = .builtIn) {
        self.taxonomy = taxonomy
        reader = TextReader(taxonomy: taxonomy)
    }

    /// - Parameters:
    ///   - bankCategory: as the file names it: words of the bank or a Plaid code.
    ///   - bankType: the file's type word.
    ///   - minorUnits: negative = money out.
    public mutating func classify(
        description: String, bankCategory: String?, bankType: String?, minorUnits: Int64, accountType: AccountType
    ) -> Classification {
        classify(
            reader.reading(of: description), bankCategory: bankCategory, bankType: bankType, minorUnits: minorUnits,
            accountType: accountType)
    }

    /// The same for a text that has been read already.
    func classify(
        _ reading: TextReading, bankCategory: String?, bankType: String?, minorUnits: Int64, accountType: AccountType
    ) -> Classification {
        let facts = Facts(
            reading: reading,
            bankCategory: bankCategory.flatMap { isPaymentAlone($0, accountType) ? nil : category(ofBank: $0) },
            isCode: bankCategory.flatMap(MerchantCodes.category) != nil,
            isCardBill: bankCategory.flatMap { taxonomy.category(plaidCode: $0) } == "card_payment",
            bankType: bankType.flatMap(BankType.init), minorUnits: minorUnits, accountType: accountType)
        var draft = inside(decide(facts), facts)
        // Credit unions call the interest on savings a dividend, and name nobody who pays it.
        if draft.category == "dividends", [.checking, .savings].contains(accountType), facts.bankCategory == nil,
            facts.bankType == nil, reading.merchant.lowercased().hasPrefix("dividend")
        {
            draft.category = "interest_income"
        }
        // What a tax office pays is a refund of taxes.
        if draft.category == "taxes", minorUnits > 0 { draft.category = "tax_refund" }
        // And what comes from where support is paid to is support.
        if draft.category == "family", minorUnits > 0, reading.merchant == Classifier.childSupport, !facts.isCard {
            (draft.category, draft.isRefund) = ("benefits", false)
        }
        return settle(draft, facts, merchant(facts))
    }

    /// Whose the row is. Wording of a card's payment is that on a card only.
    private func merchant(_ facts: Facts) -> String {
        let reading = facts.reading
        guard reading.meaning == .cardPaymentOnCard, reading.knownCategory == nil, !(facts.isCard && facts.isIn) else {
            return reading.merchant
        }
        return reading.payee ?? (facts.isLoan && facts.isIn ? TransferName.loanPayment.rawValue : reading.merchant)
    }

    /// Whether a bank's category says that something was paid, which is the bill only where it stands on the card: elsewhere all
    /// that is bought is a payment.
    private func isPaymentAlone(_ name: String, _ account: AccountType) -> Bool {
        account != .creditCard
            && ["payment", "payments", "paymentcredit", "paymentsandcredits"].contains(NameKey.key(of: name))
    }

    private func category(ofBank name: String) -> String? {
        if let code = MerchantCodes.category(name) { return code }
        if let known = taxonomy.category(plaidCode: name) ?? taxonomy.category(bankName: name) { return known }
        // "Auto:Fuel", as other programs write a category within another one.
        let parts = name.split(separator: ":")
        guard parts.count > 1 else { return nil }
        return parts.reversed().lazy.compactMap { taxonomy.category(bankName: String($0)) }.first
    }

    // MARK: Deciding

    /// Everything that speaks about one row.
    private struct Facts {
        let reading: TextReading
        let bankCategory: String?
        /// Whether that is the code of a line of business only.
        let isCode: Bool
        /// Whether the provider says that a card's bill was paid.
        let isCardBill: Bool
        let bankType: BankType?
        /// Negative = money out.
        let minorUnits: Int64
        let accountType: AccountType

        var isIn: Bool { minorUnits > 0 }
        var isCard: Bool { accountType == .creditCard }
        var isLoan: Bool { accountType == .loan || accountType == .mortgage }
        var isInvested: Bool { accountType == .investment || accountType == .retirement }
    }

    private struct Draft {
        var category: String
        var basis: DecisionBasis = .rules
        var certainty: Classification.Certainty = .likely
        var hint: Classification.TransferHint = .none
        var isRefund = false
    }

    private func decide(_ facts: Facts) -> Draft {
        if let draft = meant(facts) { return draft }
        // The other side may come late, or never: the card's bank may not be connected.
        if facts.isCardBill, !facts.isCard, !facts.isIn {
            return Draft(category: "card_payment", basis: .bank, certainty: .certain, hint: .certain)
        }
        let refund = facts.reading.meaning == .refund || facts.bankType == .refund
        // Pay from a known merchant is pay: wording of income goes before the name where money came in.
        if facts.isIn, !facts.isCard, !refund, let words = facts.reading.incomeCategory,
            (facts.reading.knownCategory ?? facts.reading.wordCategory).map({ taxonomy[$0]?.flow == .out }) ?? false
        {
            return Draft(category: words, certainty: .likely)
        }
        if facts.isIn, !facts.isCard, !refund, facts.reading.isPaidIn,
            facts.reading.knownCategory.map(paysSellers) ?? false
        {
            return Draft(category: "income", hint: .plausible)
        }
        if let known = facts.reading.knownCategory {
            if facts.reading.paysShop, !facts.isCard, !facts.isIn { return shopPayment(known, facts.reading) }
            var draft = Draft(category: known, certainty: .certain, isRefund: refund)
            // The bank knows better which part of a broad category it was.
            if let bank = facts.bankCategory, taxonomy[bank]?.parent == known {
                draft.category = bank
                draft.basis = .bank
            }
            draft.hint = taxonomy[draft.category]?.flow == .transfer ? .certain : .none
            // What a processor pays out is a transfer where its own file is there too.
            if known == "income", facts.isIn { draft.hint = .plausible }
            return draft
        }
        if let bank = facts.bankCategory, bank != Taxonomy.fallback, isUsable(bank, facts),
            !isBroad(bank, besides: facts.reading), !isBeaten(bank, by: facts.reading),
            !(facts.isCode && isOfTable(bank, besides: facts.reading))
        {
            // Banks that say "food & drink" file groceries apart, so what is left is eating out.
            return Draft(
                category: bank == "food" ? "restaurants" : bank, basis: .bank, certainty: .certain,
                hint: hint(ofBank: bank, .certain), isRefund: refund)
        }
        if let category = facts.bankType?.category(isCard: facts.isCard, isIn: facts.isIn),
            !isBroad(category, besides: facts.reading)
        {
            return Draft(category: category, basis: .bank, hint: hint(ofBank: category, .possible), isRefund: refund)
        }
        // Money in at an account that says nothing of a refund is what a customer paid a person of such a business.
        if let words = category(ofName: facts.reading),
            !facts.isIn || facts.isCard || refund || taxonomy[words]?.flow != .out
        {
            return Draft(category: words, hint: hint(words, facts), isRefund: refund)
        }
        let unknown = facts.isIn && !facts.isCard && !refund ? "income" : Taxonomy.fallback
        return Draft(category: unknown, certainty: .guess, hint: refund ? .none : .plausible, isRefund: refund)
    }

    /// What moves inside an account that holds securities, or a debt, is neither earned nor spent there: only what is sure to be
    /// somebody else's, and what banks themselves take or pay, is.
    private func inside(_ draft: Draft, _ facts: Facts) -> Draft {
        guard facts.isInvested || facts.isLoan else { return draft }
        let category = facts.isInvested ? "investment_transfer" : "transfers"
        if facts.isInvested, let paid = facts.bankType?.paidByBroker(isIn: facts.isIn) {
            return Draft(category: paid, basis: .bank, certainty: .certain)
        }
        if facts.isInvested, facts.reading.meaning == .security || facts.bankType == .trade {
            return Draft(category: category, certainty: .certain)
        }
        if facts.isInvested, Classifier.unnamedDeposits.contains(facts.reading.merchant.lowercased()) {
            return Draft(category: category, hint: .plausible)
        }
        switch taxonomy[draft.category]?.flow ?? .out {
        case .transfer: return draft
        case .in where facts.isIn && draft.category != "income": return draft
        case .out where draft.certainty == .certain && draft.basis != .guess && !facts.isIn: return draft
        case .out where Classifier.bankMatters.subtracting(["loans"]).contains(group(draft.category)): return draft
        default: return Draft(category: category, hint: .plausible)
        }
    }

    /// What a broker calls money that its customer brought, as long as nobody else is named.
    private static let unnamedDeposits: Set = [
        "deposit", "ach deposit", "ach credit", "direct deposit", "electronic deposit", "external deposit",
        "mobile deposit",
    ]

    private func group(_ category: String) -> String { taxonomy[category]?.parent ?? category }

    /// The bill of a shop's own card: a transfer where the card's file has the other side, else for the person to say.
    private func shopPayment(_ category: String, _ reading: TextReading) -> Draft {
        if reading.paysShopCard { return Draft(category: "card_payment", certainty: .certain, hint: .certain) }
        return Draft(category: category, basis: .guess, certainty: .guess, hint: .possible)
    }

    /// What a merchant's name says it is: clear words before the model, and the model before words that could mean anything.
    private func category(ofName reading: TextReading) -> String? {
        if reading.hasClearWords { return reading.wordCategory }
        let words = reading.wordCategory
        // What words say of money that comes in, and of a bank's own services, the model knows nothing of.
        if let words, taxonomy[words]?.flow != .out || Classifier.bankMatters.contains(taxonomy[words]?.parent ?? words)
        {
            return words
        }
        return reading.sureGuess ?? words
    }

    /// Words that could stand in a bank's name too do not rule out a transfer.
    private func hint(_ words: String, _ facts: Facts) -> Classification.TransferHint {
        if taxonomy[words]?.flow == .transfer { return .possible }
        return facts.reading.hasClearWords || facts.isCard ? .none : .plausible
    }

    /// A bank that only calls money in a deposit does not know where it came from.
    private func hint(ofBank category: String, _ transfer: Classification.TransferHint) -> Classification.TransferHint {
        if taxonomy[category]?.flow == .transfer { return transfer }
        return category == "cash_deposit" || category == "income" ? .plausible : .none
    }

    /// A bank's category for money in that names spending says "refund" only where a card or a refund word does.
    private func isUsable(_ bank: String, _ facts: Facts) -> Bool {
        !facts.isIn || facts.isCard || taxonomy[bank]?.flow != .out
    }

    /// What a bank knows of its own services and of loans, whatever the other side's name.
    static let bankMatters: Set = ["fees", "loans", "cash", "checks", "people", "taxes"]

    /// Whether clear words of the merchant's name speak against a bank's category for spending: it comes from the code of
    /// a line of business, in which a coffee house is a restaurant and an animal hospital a pet shop.
    private func isBeaten(_ bank: String, by reading: TextReading) -> Bool {
        // "Gas/Automotive", which banks say of a garage too.
        if bank == "fuel", category(ofName: reading) == "car_care" { return true }
        guard reading.hasClearWords, let words = reading.wordCategory.flatMap({ taxonomy[$0] }),
            let own = taxonomy[bank], words.flow == .out, own.flow == .out
        else { return false }
        return own.parent != words.id && !Classifier.bankMatters.contains(own.parent ?? own.id)
    }

    /// Whether both are places to eat and drink at, of which a code tells one from the other badly: a coffee house has that of fast
    /// food. So the name decides, as it does where there is no code.
    private func isOfTable(_ code: String, besides reading: TextReading) -> Bool {
        TextReader.eatingOut.contains(code) && category(ofName: reading).map(TextReader.eatingOut.contains) ?? false
    }

    /// The biller that collects support from one parent and pays it to the other, as `us-billers.tsv` names it.
    private static let childSupport = "Child Support Payment"

    private static let catchAlls: Set = ["services", "shopping"]

    /// Whether a bank's category says less than the merchant's own words: "Food & Drink" for a coffee house. Reward
    /// wording also beats the "payment or credit" that some cards file it under.
    private func isBroad(_ bank: String, besides reading: TextReading) -> Bool {
        guard let words = category(ofName: reading), words != bank, let own = taxonomy[words] else { return false }
        if taxonomy[bank]?.flow == .transfer { return own.flow == .in }
        // "Deposit" says that money came in, and nothing more.
        if bank == "cash_deposit" { return own.flow == .in }
        guard taxonomy[bank]?.parent == nil, own.flow == taxonomy[bank]?.flow else { return false }
        if Classifier.catchAlls.contains(bank) { return true }
        return reading.hasClearWords ? own.parent != nil : own.parent == bank
    }

    /// What the bank's wording about its own services decides.
    private func meant(_ facts: Facts) -> Draft? {
        if facts.reading.isFeeForService, !facts.isIn { return nil }
        switch facts.reading.meaning {
        case .transfer: return Draft(category: "transfers", certainty: .certain, hint: .certain)
        case .savings: return Draft(category: "savings_transfer", certainty: .certain, hint: .certain)
        case .investment: return Draft(category: "investment_transfer", certainty: .certain, hint: .certain)
        case .cardPayment where facts.isCard == facts.isIn:
            return Draft(category: "card_payment", certainty: .certain, hint: .certain)
        case .cardPaymentOnCard where facts.isCard && facts.isIn:
            return Draft(category: "card_payment", certainty: .certain, hint: .certain)
        case .possibleTransfer where facts.reading.knownCategory == nil:
            return Draft(category: "transfers", hint: .possible)
        case .toPerson where facts.reading.wordCategory == "rent" && !facts.isIn:
            return Draft(category: "rent")
        case .toPerson, .fromPerson: return person(facts, .certain)
        case .person where facts.reading.knownCategory.map { $0 == "people" || $0 == "reimbursement" } ?? true:
            return person(facts, .likely)
        case .check:
            return Draft(category: facts.isIn ? "cash_deposit" : "checks", certainty: .likely, hint: .plausible)
        case .cashWithdrawal
        where facts.minorUnits.magnitude <= Classifier.mostATMFee
            && (isFee(facts.reading.wordCategory) || facts.reading.merchant == ServiceNames.atmFee):
            return Draft(category: "atm_fee", certainty: .certain)
        case .cashWithdrawal: return Draft(category: facts.isIn ? "cash_deposit" : "cash", certainty: .certain)
        default: return nil
        }
    }

    /// A bank that writes `FEE` behind a withdrawal of more has added its fee to it. In minor units.
    private static let mostATMFee: UInt64 = 1_500

    /// What those sell who also sell for others, or pay those who work for them. Insurers, utilities, and clinics send back what was
    /// paid too much.
    private static let sellers: Set = [
        "shopping", "food", "entertainment", "travel", "transport", "pets", "personal_care",
    ]

    private func paysSellers(_ category: String) -> Bool { Classifier.sellers.contains(group(category)) }

    private func isFee(_ category: String?) -> Bool {
        category.flatMap { taxonomy[$0] }.map { ($0.parent ?? $0.id) == "fees" } ?? false
    }

    private func person(_ facts: Facts, _ certainty: Classification.Certainty) -> Draft {
        // What a wallet held came from people, unless its own file says so already.
        if facts.reading.isCashOut, facts.isIn {
            return Draft(category: "reimbursement", basis: .guess, certainty: .guess, hint: .possible)
        }
        // What goes to a wallet may only pay for what its own file has.
        let isWallet = facts.reading.meaning == .person && !facts.isIn
        return Draft(
            category: facts.isIn ? "reimbursement" : "people", certainty: certainty, hint: isWallet ? .plausible : .none
        )
    }

    /// Brings category, kind and sign into agreement.
    private func settle(_ draft: Draft, _ facts: Facts, _ merchant: String) -> Classification {
        var result = Classification(
            merchant: merchant, category: draft.category, kind: .expense, basis: draft.basis,
            certainty: draft.certainty, transferHint: draft.hint)
        switch (taxonomy[draft.category]?.flow ?? .out, facts.isIn) {
        case (.transfer, _): result.kind = .transfer
        case (.out, false): result.kind = .expense
        case (.out, true): result.kind = .refund
        case (.in, true): result.kind = draft.isRefund && draft.category == "income" ? .refund : .income
        case (.in, false):
            // Money out under an income category: interest that was charged, a deposit that was returned.
            result.category = draft.category == "interest_income" ? "interest_charge" : Taxonomy.fallback
            result.kind = .expense
            result.certainty = .guess
        }
        return result
    }
}

/// The words for what happened that files put into a type column, those of OFX among them.
private enum BankType {
    case refund, payment, cash, fee, interest, dividend, payroll, transfer, check, deposit
    /// Of a security.
    case trade

    init?(_ word: String) {
        switch NameKey.key(of: word) {
        case "return", "refund", "reversal", "merchandisereturn", "purchasereturn": self = .refund
        case "payment": self = .payment
        case "atm", "cash", "cashwithdrawal", "atmwithdrawal": self = .cash
        case "fee", "srvchg", "servicecharge", "feetransaction": self = .fee
        case "int", "interest": self = .interest
        case "div", "dividend": self = .dividend
        case "directdep", "payroll", "directdeposit": self = .payroll
        case "xfer", "acctxfer", "transfer", "accountxfer": self = .transfer
        case "check", "checkpaid", "cheque": self = .check
        case "dep", "deposit", "checkdeposit", "dslip", "atmdeposit": self = .deposit
        case "buy", "sell", "bought", "sold", "reinvestshares", "reinvest", "advancedtradebuy", "advancedtradesell",
            "convert",
            "receive", "send":
            self = .trade
        default: return nil
        }
    }

    /// What a broker pays and takes, whatever security or fund the text names; nil for all else.
    func paidByBroker(isIn: Bool) -> String? {
        switch self {
        case .dividend, .interest, .fee: category(isCard: false, isIn: isIn)
        default: nil
        }
    }

    /// - Returns: nil where the word says nothing about this row.
    func category(isCard: Bool, isIn: Bool) -> String? {
        switch self {
        case .refund, .trade: nil
        case .payment: isCard && isIn ? "card_payment" : nil
        case .cash: isIn ? "cash_deposit" : "cash"
        case .fee: "fees"
        case .interest: isIn ? "interest_income" : "interest_charge"
        case .dividend: isIn ? "dividends" : nil
        case .payroll: isIn ? "salary" : nil
        case .transfer: "transfers"
        case .check: isIn ? "cash_deposit" : "checks"
        case .deposit: isIn ? "cash_deposit" : nil
        }
    }
}
