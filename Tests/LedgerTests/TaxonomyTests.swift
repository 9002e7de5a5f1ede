import Ledger
import Testing

@Suite struct TaxonomyTests {
    private static let taxonomy = Taxonomy([
        Taxonomy.Row(
            category: Category(id: "food", parent: nil, name: "Food", flow: .out, guardian: "groceries"),
            plaidCodes: ["FOOD_AND_DRINK"], bankNames: ["food & dining"]),
        Taxonomy.Row(
            category: Category(id: "coffee", parent: "food", name: "Coffee", flow: .out, guardian: "fast_food"),
            plaidCodes: ["FOOD_AND_DRINK_COFFEE"], bankNames: ["coffee shops", "cafes"]),
        Taxonomy.Row(
            category: Category(id: "income", parent: nil, name: "Income", flow: .in, guardian: nil),
            plaidCodes: ["INCOME"], bankNames: []),
        Taxonomy.Row(
            category: Category(id: "moves", parent: nil, name: "Moves", flow: .transfer, guardian: nil), plaidCodes: [],
            bankNames: []),
    ])

    @Test func lookups() {
        let taxonomy = Self.taxonomy
        #expect(taxonomy["coffee"]?.parent == "food")
        #expect(taxonomy["tea"] == nil)
        #expect(taxonomy.withDescendants("food") == ["food", "coffee"])
        #expect(taxonomy.withDescendants("coffee") == ["coffee"])
        #expect(taxonomy.covered(byGuardian: "fast_food") == ["coffee"])
        #expect(taxonomy.covered(byGuardian: "alcohol").isEmpty)
        #expect(taxonomy.category(plaidCode: "FOOD_AND_DRINK_COFFEE") == "coffee")
        #expect(taxonomy.category(plaidCode: "TRAVEL") == nil)
        #expect(taxonomy.category(bankName: "Coffee Shops") == "coffee")
        #expect(taxonomy.displayName("coffee") == "Coffee")
        #expect(taxonomy.displayName("tea") == "tea")
    }

    /// What the doc comment says of a bank's words: case and outer spaces do not matter.
    @Test(arguments: ["cafes", "CAFES", " Cafes", "cafes  "]) func bankNamesAsWritten(name: String) {
        #expect(Self.taxonomy.category(bankName: name) == "coffee")
    }

    @Test(
        arguments: [
            ("coffee", -100, .expense), ("coffee", 100, .refund), ("coffee", 0, .expense), ("income", 100, .income),
            ("income", -100, .expense), ("moves", 100, .transfer), ("moves", -100, .transfer),
            ("unknown", -100, .expense),
            ("unknown", 100, .refund),
        ] as [(String, Int64, TransactionKind)]) func kindsOfCategories(
            category: String, amount: Int64, kind: TransactionKind
        )
    {
        #expect(Self.taxonomy.kind(of: category, minorUnits: amount) == kind)
    }
}
