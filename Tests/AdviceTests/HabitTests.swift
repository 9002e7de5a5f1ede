import Ledger
import Store
import Testing

@testable import Advice

@Suite struct HabitTests {
    private let asOf = day("2026-10-20")

    private func habits(_ rows: [Spent], _ purchase: Purchase, currencies: [String: Currency] = [:]) throws
        -> PurchaseHabits
    {
        try PurchaseHabits(of: purchase, asOf: asOf, in: .holding(rows, currencies: currencies))
    }

    private var coffee: Purchase {
        Purchase(amount: dollars(900), merchant: "joe's coffee", category: "coffee", day: asOf)
    }

    @Test func mediansAndVisitsComeFromPurchasesOnly() throws {
        let found = try habits(
            [
                Spent("2026-04-23", -9900, "Joes Coffee", "coffee"),  // the 180th day before the 20th lies after it
                Spent("2026-04-24", -700, "Joes Coffee", "coffee"), Spent("2026-09-20", -500, "Joes Coffee", "coffee"),
                Spent("2026-09-21", -300, "Joes Coffee", "coffee"), Spent("2026-10-20", -400, "Joes Coffee", "coffee"),
                Spent("2026-10-20", 400, "Joes Coffee", "coffee"), Spent("2026-10-21", -1, "Joes Coffee", "coffee"),
                Spent("2026-10-02", -8000, "Roaster", "coffee"), Spent("2026-10-02", -5000, "Market", "groceries"),
                Spent("2026-10-02", -100, "Joes Coffee", "coffee", account: "Giro"),
            ], coffee, currencies: ["Giro": .eur])
        // 300, 400, 500, 700 and, in the category, 8000.
        #expect(found.usualAtMerchant == 450)
        #expect(found.usualInCategory == 500)
        #expect(found.visits.sorted() == ["2026-09-21", "2026-10-20"].map(day))
        #expect(found.visits(inLast: 7, endingOn: asOf) == 1)
        #expect(found.visits(inLast: 30, endingOn: asOf) == 2)
        #expect(found.visits(inLast: 30, endingOn: day("2026-10-21")) == 1)
    }

    /// What a shop of all kinds of things mostly sells says nothing of an item of another kind; of its own kind it does.
    @Test func otherKindsThereDoNotCount() throws {
        let rows = (1...6).map { Spent("2026-10-0\($0)", -2500, "Bazaar", "online_shopping") }
        func bought(_ category: String?) -> Purchase {
            Purchase(amount: dollars(30_000), merchant: "Bazaar", category: category, day: asOf)
        }
        let other = try habits(rows, bought("electronics"))
        #expect(other.usualAtMerchant == nil && other.visits.isEmpty && other.usualInCategory == nil)
        for category in ["online_shopping", nil] {
            let own = try habits(rows, bought(category))
            #expect(own.usualAtMerchant == 2500 && own.visits.count == 6)
        }
    }

    @Test func twoPurchasesSayNothingOfWhatIsUsual() throws {
        let found = try habits(
            [Spent("2026-10-02", -300, "Joes Coffee", "coffee"), Spent("2026-10-03", -300, "Joes Coffee", "coffee")],
            coffee)
        #expect(found.usualAtMerchant == nil && found.usualInCategory == nil && found.visits.count == 2)
    }

    @Test func nothingKnownIsNoError() throws {
        #expect(try habits([], coffee) == PurchaseHabits(commonTicket: 700))
        #expect(try habits([], Purchase(amount: dollars(1), day: asOf)) == PurchaseHabits(commonTicket: 5000))
    }
}
