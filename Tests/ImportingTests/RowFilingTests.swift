import Ledger
import Store
import Testing

@testable import Importing

/// What rows are filed under by rules that no single merchant needs: payouts, checks, parts of places, and billers by the short
/// forms that banks print.
@Suite struct RowFilingTests {
    private func classify(
        _ text: String, _ account: AccountType = .checking, _ minorUnits: Int64 = -4200, category: String? = nil
    ) -> Classification {
        var classifier = Classifier()
        return classifier.classify(
            description: text, bankCategory: category, bankType: nil, minorUnits: minorUnits, accountType: account)
    }

    /// A shop sends a transfer to those who sell there, and gives back to the card.
    @Test(arguments: [
        ("ACH CREDIT TARGET CORP AP", "income", TransactionKind.income),
        ("External Deposit ETSY, INC. - ETSY PAYT", "income", .income),
        ("ETSY INC PAYOUT 261026 4979083", "income", .income),
        ("Deposit Return TARGET 00012575 EVANS GA", "department_stores", .refund),
        ("PURCHASE RETURN TARGET 00012575 EVANS GA", "department_stores", .refund),
        ("ACH CREDIT TRUPANION CLAIM PMT", "insurance", .refund),
    ])
    func moneyFromShops(text: String, category: String, kind: TransactionKind) {
        let found = classify(text, .checking, 9_100)
        #expect(found.category == category && found.kind == kind)
    }

    /// However the bank says that the money came.
    @Test(arguments: [
        "ELECTRONIC DEPOSIT OREGON DEPT REVENU TAX REFUND Download from usbank.com.",
        "ACH Deposit KANSAS DEPT REV - TAX REFND", "ACH OK TAX COMMISSION OK TAX RFND",
    ])
    func refundsOfTaxes(text: String) {
        #expect(classify(text, .checking, 31_200).category == "tax_refund")
    }

    /// The fee is in the amount, or the amount is the fee.
    @Test func aWithdrawalWithItsFeeIsCash() {
        let text = "PAI ISO 03/22 #000723956 WITHDRWL CASH 24/7 ERIE PA FEE"
        #expect(classify(text, .checking, -103_50).category == "cash")
        #expect(classify(text, .checking, -3_50).category == "atm_fee")
    }

    @Test(arguments: [
        ("PROMEDICA TTH CAFE TOLEDO OH", "ProMedica Cafe", "fast_food"),
        ("KROGER PHARMACY #0421 MACON GA", "Kroger Pharmacy", "pharmacy"),
        ("HARMONS FUEL #42 OGDEN UT", "Harmons Fuel", "fuel"),
        ("WINTER PARK RESORT F&B WINTER PARK CO", "Winter Park Food", "restaurants"),
        ("PROMEDICA TOLEDO HOSP TOLEDO OH", "ProMedica", "doctor"),
    ])
    func partsOfPlaces(text: String, merchant: String, category: String) {
        let found = classify(text)
        #expect("\(found.merchant) \(found.category)" == "\(merchant) \(category)")
    }

    /// A name that a town begins with is no shop's.
    @Test func townsAreNoMerchants() {
        #expect(classify("Withdrawal POS #241007 ALDI 67054 OKEMOS MI").merchant == "Aldi")
        #expect(classify("BRENTWOOD PLUMBING HYATTSVILLE MD").category == "home_improvement")
    }

    /// As banks cut them short.
    @Test(arguments: [
        ("PUGET SOUND ENER BILLPAY PPD ID: 1910374630", "electricity"), ("OPPD WEB PMT", "electricity"),
        ("NPPD BILL PMT", "electricity"), ("TMWA WATER BILL", "water"), ("ABCWUA UTILITY", "water"),
        ("CINCI BELL WEB PAY", "internet"), ("VZ WIRELESS VE VZW WEBPAY", "phone"),
        ("UHC AARP MEDSUPP DES:PREMIUM ID:1320704031", "insurance"), ("NSM DBAMR.COOPER NSM DBAMR PPD", "mortgage"),
        ("TOYOTA ACH RTL PPD", "car_payment"), ("GLHEC STDNT LOAN", "student_loan"), ("PADEPTREVENUE PAYMT", "taxes"),
        ("OR DMV2U SALEM OR", "taxes"), ("IBEW LOCAL 76 DUES PPD", "services"),
        ("STADIUM THRIFTWAY TACOMA WA", "groceries"),
    ])
    func billersByTheirShortForms(text: String, category: String) {
        #expect(classify(text).category == category)
    }

    /// The bank that says what a place sells and the one that doesn't.
    @Test func oneTextIsFiledAlikeHoweverItComes() {
        #expect(classify("AMZ MKTPL*2K4TR0", .creditCard).category == "online_shopping")
        #expect(classify("AMZ MKTPL*2K4TR0", .creditCard, category: "groceries").category == "online_shopping")
    }

    // MARK: Files

    private let index: HouseholdIndex

    init() throws { index = try HouseholdIndex(path: ":memory:") }

    private func bring(_ text: String) throws {
        var request = IngestRequest()
        request.account = "Checking"
        request.options.accountType = .checking
        request.options.currency = .usd
        let bytes = StatementBytes(Array((text + "\n").utf8), path: "checking.csv")
        _ = try Ingest(index, today: CivilDate(dayNumber: 20_600)).importBytes(bytes, request)
    }

    private func rows() throws -> [String] {
        try index.database.rows(
            """
            SELECT m.name, c.slug, t.kind FROM txn t JOIN merchant m ON m.id = t.merchant_id
            JOIN category c ON c.id = t.category_id ORDER BY t.day
            """, []
        ) { "\($0.text(0)) \($0.text(1)) \($0.int(2))" }
    }

    /// A column has the check's number where the text has none.
    @Test(arguments: ["No.", "Check Number", "Check"]) func numbersOfChecks(header: String) throws {
        try bring(
            """
            "Date","\(header)","Description","Debit","Credit"
            "03/02/2026","2207","Check Withdrawal","-120.00",""
            "03/05/2026","","POS Withdrawal - 0041 ALDI 41007 ERIE PA","-25.00",""
            "03/09/2026","0002208","CHECK","-80.00",""
            "03/12/2026","","External Deposit HOLLOW REED PAYROLL","","900.00"
            "03/19/2026","","POS Withdrawal - 0041 ALDI 41007 ERIE PA","-31.00",""
            """)
        #expect(
            try rows() == [
                "Check 2207 checks 0", "Aldi groceries 0", "Check 2208 checks 0", "Hollow Reed salary 2",
                "Aldi groceries 0",
            ])
    }

    /// The bank's own words stand before it.
    @Test func aCheckBehindTheBanksWords() {
        let found = classify("Download from usbank.com. Check #1042")
        #expect("\(found.merchant) \(found.category)" == "Check 1042 checks")
    }

    /// Nothing was ever bought there, so nothing can be given back.
    @Test func whoSellsAtAShopGetsIncome() throws {
        try bring(
            """
            Date,Description,Amount
            2026-03-02,POSHMARK SALE 0031,40.00
            2026-03-09,POSHMARK SALE 0047,25.00
            2026-03-16,POSHMARK SALE 0052,31.00
            2026-03-17,TARGET 00012575 ERIE PA,-31.00
            2026-03-19,TARGET 00012575 ERIE PA,11.00
            """)
        #expect(
            try rows() == [
                "Poshmark income 2", "Poshmark income 2", "Poshmark income 2", "Target department_stores 0",
                "Target department_stores 1",
            ])
    }
}
