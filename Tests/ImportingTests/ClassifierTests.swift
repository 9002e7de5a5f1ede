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

    /// The fee is the bank's, whatever merchant it names.
    @Test func anOverdraftFeeIsNoPurchase() {
        let fee = classify("OVERDRAFT FEE FOR A TRANSACTION POSTED ON 02/11 $80.10 GEICO PREM", .checking, -35_00)
        #expect(fee.category == "late_fee")
    }
}
