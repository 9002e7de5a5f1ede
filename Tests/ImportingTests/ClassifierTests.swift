import Importing
import Ledger
import Testing

@Suite struct ClassifierTests {
    private func classify(
        _ text: String, _ account: AccountType, _ minorUnits: Int64, category: String? = nil, type: String? = nil
    ) -> Classification {
        var classifier = Classifier()
        return classifier.classify(
            description: text, bankCategory: category, bankType: type, minorUnits: minorUnits, accountType: account)
    }

    @Test(arguments: ClassifierTable.all) func textsOfBanks(row: ClassifierRow) {
        let found = classify(row.text, row.account, row.isIn ? 4200 : -4200)
        #expect(
            "\(found.merchant) | \(found.category) | \(found.kind)" == "\(row.merchant) | \(row.category) | \(row.kind)"
        )
    }

    @Test func moneyFromATaxOfficeIsARefund() {
        #expect(classify("OHIO STATE TAX TAXREFUND", .checking, 312_00).category == "tax_refund")
        #expect(classify("MAINE DEPT OF REVENUE 0411", .checking, 80_00).category != "taxes")
    }

    @Test func dividendsOfASavingsAccountAreInterest() {
        #expect(classify("Dividend Posted", .savings, 12_40).category == "interest_income")
        #expect(classify("Dividend Posted", .investment, 12_40).category == "dividends")
        #expect(classify("VANGUARD DIVIDEND", .checking, 12_40).category != "interest_income")
        #expect(classify("Dividend", .checking, 12_40, category: "dividends").category == "dividends")
    }

    /// Whether the card's own bank is there or not.
    @Test(arguments: [
        "HARBOR BANK CARD ONLINE PMT", "FIRST TECH VISA PAYMENT", "US BANK MASTERCARD PMT WEB",
        "ELMWOOD CU VISA ONLINE PYMT", "DISCOVER CARD WEB PMT", "BARCLAYS CARD BILL PMT",
        "ELMWOOD CARD 4007 AUTOPAY 88213 WEB ID", "AMEX EPAYMENT ACH PMT",
    ]) func aCardsBillIsNoSpending(_ text: String) {
        #expect(classify(text, .checking, -61_235).kind == .transfer)
        #expect(classify(text, .checking, -61_235).category == "card_payment")
    }

    @Test(arguments: [
        "DEBIT CARD PAYMENT BLUE CAFE", "CARD PAYMENT TO LIDL GB NOTTINGHAM ON 12 MAR", "GIFT CARD PAYMENT",
        "VISA BLUE CAFE", "CARD 4007 BLUE CAFE PAYMENT", "POS DEBIT VISA CHECK CARD PAYMENT BLUE CAFE",
    ]) func aPaymentWithACardIsSpending(_ text: String) {
        #expect(classify(text, .checking, -1_235).kind == .expense)
    }

    @Test func aProviderThatSaysACardsBillWasPaidIsBelieved() {
        let code = "LOAN_PAYMENTS_CREDIT_CARD_PAYMENT"
        #expect(classify("ELMWOOD EDGE 0417", .checking, -61_235, category: code).kind == .transfer)
        #expect(classify("TARGET 0417", .checking, -61_235, category: code).kind == .transfer)
        // The word of a file's category says less, and a card pays no card.
        #expect(classify("NETFLIX.COM", .checking, -1_549, category: "Payment").kind == .expense)
        #expect(classify("NETFLIX.COM", .creditCard, -1_549, category: code).kind == .expense)
    }

    /// A coffee house has the code of fast food, and a deli that of restaurants.
    @Test(arguments: [
        ("TST* BLUE HERON COFFEE", "5814"), ("SQ *LITTLE BEAN", "5814"), ("POS DEBIT CORNER DELI #7", "5812"),
        ("STARBUCKS 1182", "5812"),
    ]) func whatTheNameSaysBeatsACode(_ text: String, _ code: String) {
        let byFile = classify(text, .creditCard, -525)
        #expect(classify(text, .creditCard, -525, category: code) == byFile)
        #expect(byFile.category != "other")
    }

    @Test func aCodeDecidesWhatTheNameLeavesOpen() {
        #expect(classify("OAK & EMBER", .creditCard, -5_250).category == "other")
        #expect(classify("OAK & EMBER", .creditCard, -5_250, category: "5812").category == "restaurants")
        #expect(classify("OAK & EMBER", .creditCard, -5_250, category: "5814").category == "fast_food")
        #expect(classify("OAK & EMBER COFFEE", .creditCard, -5_250, category: "5542").category != "restaurants")
    }

    /// The fee is the bank's, whatever merchant it names.
    @Test func anOverdraftFeeIsNoPurchase() {
        let fee = classify("OVERDRAFT FEE FOR A TRANSACTION POSTED ON 02/11 $80.10 GEICO PREM", .checking, -35_00)
        #expect(fee.category == "late_fee")
    }
}
