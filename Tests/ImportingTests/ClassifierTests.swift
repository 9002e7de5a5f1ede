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
}
